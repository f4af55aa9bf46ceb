//! [9.2] Declaring attacks: who may strike whom, from which hexes; one regiment a hex [7.21].

use crate::OperationGrenade;
use crate::action::{Action, Targets};
use crate::components::Water;
use crate::duties::DutyHexes;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Battle, Hexes, Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule, Spot};

/// The fewest units with which some hexes may be attacked.
struct Least {
    /// Battalions that have to take part.
    must: Units,
    /// With them one regiment for each hex that has to, or anybody at all.
    least: Units,
}

impl OperationGrenade {
    /// [9.14] Took part in a combat of this phase, or stood by.
    fn is_spent(&self, s: &State, unit: Unit) -> bool {
        s.fought.contains(unit) || s.out.contains(unit)
    }

    /// [7.22.b] Is out, and neither fought nor had to retreat.
    fn stood_by(&self, s: &State, unit: Unit) -> bool {
        !s.fought.contains(unit) && !s.retreated.contains(unit)
    }

    /// Why somebody does not fight any more in this phase.
    fn refused_as_spent(&self, s: &State, unit: Unit) -> Illegal {
        let (rule, why) = match self.stood_by(s, unit) {
            true => (Rule("7.22.b"), "who stood by in a combat takes part in no other of the phase"),
            false => (Rule("9.14"), "a unit fights once in a phase"),
        };
        Illegal::new(rule, why).about(unit.into())
    }

    /// [9.14], [9.23] Whether a hex has somebody who can still be attacked.
    fn is_target(&self, s: &State, side: Side, hex: Spot) -> bool {
        s.here[side.other()].contains(hex) && s.units_in(hex).any(|unit| !self.is_spent(s, unit))
    }

    /// [22.11], [22.25] US units strike over the Rhine only by a bridge that stands, and from west to east.
    fn strikes_over(&self, s: &State, side: Side, from: Spot, to: Spot) -> bool {
        let edge = self.board().edge(from, to).expect("neighbours have a hexside");
        self.printed_water(edge) != Water::Rhine
            || side == Side::German
            || (self.has_bridge(s, edge) && self.bridges_west(from).any(|it| self.rhine_bridge(it).east == to))
    }

    fn is_over_rhine(&self, from: Spot, to: Spot) -> bool {
        self.board().edge(from, to).is_some_and(|edge| self.printed_water(edge) == Water::Rhine)
    }

    /// Whether a unit may take part in an attack on these hexes, as far as it depends on nobody else.
    fn may_strike(&self, s: &State, side: Side, targets: &[Spot], unit: Unit) -> Result<(), Illegal> {
        let at = s.at(unit);
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        if self.is_spent(s, unit) {
            return Err(self.refused_as_spent(s, unit));
        }
        if targets.iter().any(|target| !self.around(at).contains(target)) {
            return refuse(Rule("9.25"), "every attacker must be next to every hex attacked"); // [9.21], [9.22], [9.24]
        }
        for target in targets {
            if !self.strikes_over(s, side, at, *target) {
                let bridge = self.board().edge(at, *target).is_some_and(|edge| self.has_bridge(s, edge));
                return match bridge {
                    true => refuse(Rule("22.25"), "over a bridge its eastern end alone is attacked"),
                    false => refuse(Rule("22.11"), "the Rhine is attacked over a bridge that stands only"),
                };
            }
            if side == Side::US && self.is_over_rhine(at, *target) && targets.len() > 1 {
                return refuse(Rule("22.25"), "over a bridge its eastern end alone is attacked");
            }
        }
        Ok(())
    }

    pub(crate) fn check_attack(&self, s: &State, side: Side, targets: &[Spot], with: Units) -> Result<(), Illegal> {
        if targets.is_empty() || with.is_empty() {
            return Err(Illegal::new(Rule("9.25"), "an attack needs a target and an attacker"));
        }
        if let Some(empty) = targets.iter().find(|hex| !s.here[side.other()].contains(**hex)) {
            let about = if self.is_hex(*empty) { Ref::Spot(*empty) } else { Ref::Nothing };
            return Err(Illegal::new(Rule("9.25"), "no enemy is in that hex").about(about));
        }
        let own = |unit: &Unit| self.exists(*unit) && self.side(*unit) == side && self.is_hex(s.at(*unit));
        if with.iter().any(|unit| !own(&unit)) {
            return Err(Illegal::new(Rule("9.25"), "only your own units on the map attack"));
        }
        if let Some(unit) = with.iter().find(|unit| self.is_spent(s, *unit)) {
            return Err(self.refused_as_spent(s, unit));
        }
        if let Some(hex) = targets.iter().find(|hex| !self.is_target(s, side, **hex)) {
            let stood_by = s.units_in(*hex).all(|unit| self.stood_by(s, unit));
            let (rule, why) = match stood_by {
                true => (Rule("7.22.b"), "who stood by in a combat is not attacked in the rest of the phase"),
                false => (Rule("9.14"), "the units in that hex have fought"),
            };
            return Err(Illegal::new(rule, why).about(Ref::Spot(*hex)));
        }
        with.iter().try_for_each(|unit| self.may_strike(s, side, targets, unit))?;
        let large: Units = with.iter().filter(|unit| self.is_large(s, *unit)).collect();
        if let Some(unit) = large.iter().find(|unit| large.iter().any(|it| it < *unit && s.at(it) == s.at(*unit))) {
            return Err(Illegal::new(Rule("7.21"), "one regiment or brigade of a hex attacks").about(unit.into()));
        }
        if let Some(unit) = (self.going_along(s, side, with) - with).first() {
            return Err(Illegal::new(Rule("7.21.b"), "a battalion attacks along with its hex").about(unit.into()));
        }
        self.check_stranding(s, side, targets, with)
    }

    /// [7.21.b] Battalions without a duty of their own that have to take part because somebody of their hex does; [9.13] not out
    /// of a town or works. Who shall strike another hex does so before.
    fn going_along(&self, s: &State, side: Side, with: Units) -> Units {
        let from: Hexes = with.iter().map(|unit| s.at(unit)).filter(|hex| !self.frees(s, side, *hex)).collect();
        let here = from.iter().flat_map(|hex| s.units_in(hex));
        here.filter(|unit| !self.is_large(s, *unit) && !s.duty.contains(*unit) && !self.is_spent(s, *unit)).collect()
    }

    /// Every set of hexes around one own hex that can be attacked together, each once, the smallest first.
    fn target_sets(&self, s: &State, side: Side) -> Vec<Targets> {
        // Up to six spots of ten bits under their number: such keys sort as the sets shall stand.
        let mut keys: Vec<u64> = vec![];
        for hex in s.here[side] & self.within(&s.here[side.other()], 1) {
            if s.units_in(hex).all(|unit| self.is_spent(s, unit)) {
                continue;
            }
            let mut found = Targets::new();
            let open = |near: &Spot| self.is_target(s, side, *near) && self.strikes_over(s, side, hex, *near);
            let mut near: Vec<Spot> = self.around(hex).iter().copied().filter(open).collect();
            near.sort();
            near.into_iter().for_each(|near| found.push(near));
            let found = found.as_slice();
            for choice in 1u32..1 << found.len() {
                let chosen = || (0..found.len()).filter(|i| choice & (1 << i) != 0).map(|i| found[i]);
                let several = choice.count_ones() > 1;
                if several && side == Side::US && chosen().any(|target| self.is_over_rhine(hex, target)) {
                    continue;
                }
                let places = (0..6u32).map(|i| 50 - 10 * i);
                let key = chosen().zip(places).fold(0, |key, (target, place)| key | u64::from(target.0) << place);
                keys.push(u64::from(choice.count_ones()) << 60 | key);
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let spot = |key: u64, i: u64| Spot(u16::try_from(key >> (50 - 10 * i) & 1023).unwrap_or(0));
        keys.into_iter().map(|key| (0..key >> 60).map(|i| spot(key, i)).collect()).collect()
    }

    /// Whether an attack by this unit alone would leave an enemy outside of these hexes unattacked.
    fn robs_enemy(&self, s: &State, side: Side, duty: &DutyHexes, targets: &[Spot], unit: Unit) -> bool {
        let at = s.at(unit);
        let gone = |it: Unit| it == unit || (self.is_large(s, unit) && self.is_large(s, it) && s.at(it) == at);
        if !s.units_in(at).any(|it| s.duty.contains(it) && gone(it)) {
            return false;
        }
        let mut left_out =
            self.dry_around(at).iter().filter(|hex| duty.enemy.contains(**hex) && !targets.contains(hex));
        left_out.any(|hex| {
            let partners = self.dry_around(*hex).iter().filter(|near| duty.own.contains(**near));
            !partners
                .flat_map(|near| s.units_in(*near))
                .any(|it| s.duty.contains(it) && self.side(it) == side && !gone(it))
        })
    }

    /// The fewest attackers: those whose partners all lie in these hexes, or else anybody who is needed nowhere else.
    fn least_attack(&self, s: &State, side: Side, duty: &DutyHexes, targets: &[Spot]) -> Option<Least> {
        let mut bound = Hexes::empty();
        for target in targets {
            for near in self.dry_around(*target) {
                let partners = || self.dry_around(*near).iter().filter(|hex| duty.enemy.contains(**hex));
                if duty.own.contains(*near)
                    && duty.enemy.contains(*target)
                    && partners().all(|hex| targets.contains(hex))
                {
                    bound.insert(*near);
                }
            }
        }
        let strikes = |unit: &Unit| self.may_strike(s, side, targets, *unit).is_ok();
        let (mut must, mut least) = (Units::empty(), Units::empty());
        for hex in bound {
            let here: Units = s.units_in(hex).filter(|unit| s.duty.contains(*unit)).collect();
            let large: Units = here.iter().filter(|unit| self.is_large(s, *unit)).collect();
            let small = here - large;
            if !small.iter().all(|unit| strikes(&unit)) {
                return None;
            }
            must |= small;
            least |= small;
            if !large.is_empty() {
                least.insert(large.iter().find(strikes)?);
            }
        }
        if least.is_empty() {
            least.insert(self.strikers(s, side, duty, targets).next()?);
        }
        least |= self.going_along(s, side, least);
        Some(Least { must, least })
    }

    /// Everybody who may join an attack on these hexes and is not the only one for another enemy.
    fn strikers<'a>(
        &'a self,
        s: &'a State,
        side: Side,
        duty: &'a DutyHexes,
        targets: &'a [Spot],
    ) -> impl Iterator<Item = Unit> + 'a {
        let near = targets.first().map_or(&[][..], |target| self.around(*target));
        let own = near.iter().filter(move |hex| s.here[side].contains(**hex)).flat_map(|hex| s.units_in(*hex));
        own.filter(move |unit| {
            self.may_strike(s, side, targets, *unit).is_ok() && !self.robs_enemy(s, side, duty, targets, *unit)
        })
    }

    pub(crate) fn offer_combat(&self, s: &State, side: Side, offers: &mut Vec<Offer<Action>>) {
        let duty = self.duty_hexes(s, side, s.duty);
        for targets in self.target_sets(s, side) {
            if self.least_attack(s, side, &duty, targets.as_slice()).is_some() {
                let about = targets.as_slice().first().map_or(Ref::Nothing, |hex| Ref::Spot(*hex));
                let label = if targets.len() == 1 { "attack" } else { "attack together" };
                let mut offer = Offer::new(Action::Attack { targets, with: Units::empty() }, about, label);
                offer.to = targets.as_slice().get(1).copied();
                offers.push(offer);
            }
        }
        if !self.has_open_duty(s, side) {
            offers.push(Offer::ending(Action::Done, "end combat", 0));
        }
    }

    /// Loose, because of [7.21] and of duties that several could meet.
    pub(crate) fn open_attack(&self, s: &State, side: Side, targets: &[Spot]) -> Opening {
        let duty = self.duty_hexes(s, side, s.duty);
        let Some(Least { must, least }) = self.least_attack(s, side, &duty, targets) else { return Opening::Nothing };
        let all: Units = self.strikers(s, side, &duty, targets).collect();
        let rest = all - least;
        let of: Vec<Ref> = must.iter().chain(least - must).chain(rest).map(Ref::from).collect();
        Opening::Subset { must: must.len(), least: least.len(), most: of.len(), loose: !rest.is_empty(), of }
    }

    /// The attack is declared: its duties are met, and nobody in it fights again in this phase [9.14].
    pub(crate) fn declare(&self, s: &mut State, side: Side, targets: Targets, with: Units, r: &mut Referee<Event>) {
        s.duty = self.duties_left(s, side, targets.as_slice(), with);
        s.fought |= with;
        for unit in with.iter().filter(|unit| self.is_large(s, *unit)).collect::<Units>() {
            // [7.22.b] The other regiments of the hex stand by.
            let others: Units = s.units_in(s.at(unit)).filter(|it| self.is_large(s, *it)).collect();
            s.out |= others - s.fought;
        }
        r.note(Rule("9.0.b"), Event::Declared { targets, with });
        let attacked: Units = targets.iter().flat_map(|hex| s.units_in(hex)).collect();
        self.free_corps_if_attacked(s, side, attacked, r);
        s.battle = Battle { side, targets, attackers: with, ..Battle::NONE };
        s.steps.push(Step::Support(side));
    }

    /// [7.22] Regiments and brigades of a hex of which one fights.
    pub(crate) fn candidates(&self, s: &State, hex: Spot) -> Units {
        let able = |unit: &Unit| self.is_large(s, *unit) && !s.retreated.contains(*unit) && !self.is_spent(s, *unit);
        s.units_in(hex).filter(able).collect()
    }

    pub(crate) fn check_fighter(&self, s: &State, hex: Spot, unit: Unit) -> Result<(), Illegal> {
        match self.exists(unit) && self.candidates(s, hex).contains(unit) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("7.22"), "the unit is none of the regiments that may fight in this hex")
                .about(Ref::Spot(hex))),
        }
    }

    pub(crate) fn offer_fighters(&self, s: &State, hex: Spot, offers: &mut Vec<Offer<Action>>) {
        for unit in self.candidates(s, hex) {
            offers.push(Offer::new(Action::Fight(unit), unit.into(), "fight"));
        }
    }

    pub(crate) fn choose_fighter(&self, s: &mut State, hex: Spot, unit: Unit, r: &mut Referee<Event>) {
        s.battle.defenders.insert(unit);
        r.note(Rule("7.22"), Event::Fights { unit, hex });
        self.after_fighter(s, hex, r);
    }

    /// Asked only where there is a choice.
    pub(crate) fn settle_fighter(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) -> bool {
        let waits = self.candidates(s, hex).len() > 1;
        if !waits {
            self.after_fighter(s, hex, r);
        }
        waits
    }

    /// The next hex, or the dice.
    fn after_fighter(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) {
        s.steps.pop();
        let next = s.battle.targets.iter().skip_while(|target| *target != hex).nth(1);
        match next {
            Some(next) => s.steps.push(Step::Fighter(next)),
            None => self.resolve(s, r),
        }
    }

    /// [7.21], [9.93.a] Everybody who defends: battalions, and one regiment or brigade a hex; nobody who retreated here.
    pub(crate) fn fighters(&self, s: &State, battle: &Battle) -> Units {
        let mut fighters = Units::empty();
        for hex in battle.targets.iter() {
            let candidates = self.candidates(s, hex);
            let chosen = if candidates.len() == 1 { candidates } else { candidates & battle.defenders };
            let small =
                |unit: &Unit| !self.is_large(s, *unit) && !s.retreated.contains(*unit) && !self.is_spent(s, *unit);
            fighters |= chosen;
            fighters.extend(s.units_in(hex).filter(small));
        }
        fighters
    }
}
