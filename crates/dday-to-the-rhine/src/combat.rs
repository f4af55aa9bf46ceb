//! C: Combat with symbol dice.

use crate::action::{Battle, Losses, Support, Throw};
use crate::components::{Face, Ground, Group, Kind, River, Side};
use crate::sequence::Step;
use crate::state::{Hexes, Place, State, Units, mark};
use crate::{DdayToTheRhine, Event};
use referee::{Dice, Illegal, Piece, Ref, Referee, Rule, Spot};

/// [C.10] Hits by the kind of unit they strike first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hits {
    pub(crate) infantry: u8,
    /// Panzer and aircraft symbols: panzers first, then infantry.
    pub(crate) panzer: u8,
}

impl DdayToTheRhine {
    /// [ACT.2, ACT.6, C.2, C.3, A.4.a, A.5.b, M.7.d] Whether a unit may take part in an attack on this hex.
    pub(crate) fn may_attack(&self, s: &State, side: Side, unit: Piece, target: Spot) -> Result<(), Illegal> {
        self.check_own(side, unit)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        let Some(at) = s.at(unit) else { return refuse("C.2", "it is not on the map") };
        if !self.near[at.index()].contains(target) {
            return refuse("C.2", "it is not next to the defender");
        }
        if s.has(unit, mark::ATTACKED) {
            return refuse("ACT.2", "it has attacked this month");
        }
        if s.has(unit, mark::STRATEGIC) {
            return refuse("M.7.d", "it has moved strategically this month");
        }
        if s.has(unit, mark::ENTERED) && s.units_in(at).count() > 1 {
            return refuse("A.4.a", "in an overstacked hex only the unit that was there attacks");
        }
        Ok(())
    }

    /// Units that may attack a hex.
    pub(crate) fn attackers(&self, s: &State, side: Side, target: Spot) -> Units {
        let near = &self.near[target.index()];
        let nearby = |unit: &Piece| s.at(*unit).is_some_and(|at| near.contains(at));
        self.all_of(side).filter(nearby).filter(|unit| self.may_attack(s, side, *unit, target).is_ok()).collect()
    }

    /// Hexes that can be attacked: what the attacker sees beside units that can pay for it alone; and of these the
    /// ones beside a unit that may attack by surprise.
    pub(crate) fn targets(&self, s: &State, side: Side) -> (Hexes, Hexes) {
        let enemies = self.seen_enemies(s, side);
        let (mut paid, mut surprised) = (Hexes::empty(), Hexes::empty());
        for unit in self.all_of(side) {
            let Some(at) = s.at(unit) else { continue };
            let near = self.near[at.index()] & enemies;
            let Some(any) = near.first() else { continue };
            // Whom it attacks does not matter, if only they touch.
            if self.may_attack(s, side, unit, any).is_err() {
                continue;
            }
            let alone = Units::only(unit);
            if self.check_rp(s, side, self.attack_cost(s, alone)).is_ok() {
                paid |= near;
            }
            if s.surprise > 0 && self.check_surprise(s, side, alone).is_ok() {
                surprised |= near;
            }
        }
        (paid, surprised & paid)
    }

    /// Any of those who may attack, in any number, if they may do so together.
    pub(crate) fn any_attackers(&self, s: &State, side: Side, battle: Battle, dice: &mut dyn Dice) -> Option<Vec<Ref>> {
        let able = self.attackers(s, side, battle.target);
        // At least one bit is set, however the dice fall.
        let bits = if able.is_empty() { 0 } else { 1 + dice.pick((1 << able.len().min(12)) - 1) };
        let chosen = able.iter().enumerate().filter(|(i, _)| bits & (1 << i) != 0).map(|(_, unit)| unit);
        let attackers: Units = chosen.collect();
        self.check_attack(s, side, Battle { attackers, ..battle }).ok()?;
        Some(attackers.iter().map(Ref::Piece).collect())
    }

    /// Hexes in which this side sees an enemy unit, or a marker that may be one.
    pub(crate) fn seen_enemies(&self, s: &State, side: Side) -> Hexes {
        let enemies = s.occupied[side.other().index()];
        if side == Side::Allied { enemies | s.unknown() } else { enemies }
    }

    /// [ACT.5, ACT.5.a, ACT.5.b, ACT.5.c, C.4, RCO.3, RCO.3.a]
    pub(crate) fn attack_cost(&self, s: &State, attackers: Units) -> u8 {
        if attackers.contains(self.sixth_panzer) && s.launched == Some(s.month) {
            return 0;
        }
        // [ACT.5.b] An airborne corps fights with any army group, whichever it came in with.
        let bound = |unit: &Piece| self.unit(*unit).group != Group::Any && self.unit(*unit).kind != Kind::Airborne;
        let mut groups = attackers.iter().filter(bound).map(|unit| self.unit(unit).group);
        let first = groups.next();
        let mixed = groups.any(|group| Some(group) != first);
        if mixed { self.c.tables.costs.attack_mixed } else { self.c.tables.costs.attack }
    }

    pub(crate) fn check_attack(&self, s: &State, side: Side, battle: Battle) -> Result<(), Illegal> {
        let Battle { target, attackers, surprise } = battle;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(target)));
        if !self.is_hex(target) || !self.seen_enemies(s, side).contains(target) {
            return refuse("C.2", "no enemy unit is there to be attacked");
        }
        if attackers.is_empty() {
            return refuse("C.2", "an attack needs an attacker");
        }
        for unit in attackers {
            self.may_attack(s, side, unit, target)?;
        }
        if surprise {
            self.check_surprise(s, side, attackers)?;
        }
        self.check_rp(s, side, self.attack_cost(s, attackers))
    }

    pub(crate) fn declare(&self, s: &mut State, side: Side, battle: Battle, r: &mut Referee<Event>) {
        let cost = self.attack_cost(s, battle.attackers);
        self.spend(s, side, cost);
        // [RCO.4.d]
        s.surprise -= u8::from(battle.surprise);
        for unit in battle.attackers {
            s.mark(unit, mark::ATTACKED);
            self.reveal(s, unit, r);
        }
        let defenders = s.units_in(battle.target).filter(|unit| s.unit(*unit).marker == 0).collect();
        r.note(Rule("ACT.5"), Event::Attacked { side, battle, defenders, cost });
        // [O.1.d] The target is seen; a phantom is gone, and the RP with it.
        self.reveal_in(s, battle.target, r);
        if !s.holds(side.other(), battle.target) {
            return;
        }
        s.steps.push(Step::Support { battle, defending: side == Side::German });
    }

    /// [G.5, G.6, G.6.a, G.8, C.8] Dice of one attacking unit.
    pub(crate) fn attack_dice(&self, s: &State, unit: Piece, target: Spot) -> u8 {
        s.at(unit).map_or(0, |at| self.attack_dice_from(s, unit, at, target))
    }

    /// [C.8] The dice of units that attack together.
    pub(crate) fn dice_of(&self, s: &State, attackers: Units, target: Spot) -> u8 {
        attackers.iter().map(|unit| self.attack_dice(s, unit, target)).sum()
    }

    /// The same for one unit if it stood elsewhere.
    pub(crate) fn attack_dice_from(&self, s: &State, unit: Piece, at: Spot, target: Spot) -> u8 {
        let card = self.unit(unit);
        let tables = &self.c.tables;
        let mut penalty = 0;
        match self.c.map.ground[target.index()] {
            Ground::Forest => penalty += tables.attack_loss[Ground::Forest.index()],
            // [U.15.b]
            Ground::Mountain if card.kind != Kind::Mountain => penalty += tables.attack_loss[Ground::Mountain.index()],
            _ => {}
        }
        // [G.8.a]
        if card.side == Side::Allied && self.c.map.fortress[target.index()] {
            penalty += tables.fortress_loss;
        }
        // [G.8.c]
        let crosses =
            self.c.map.board.edge(at, target).is_some_and(|edge| self.c.map.river[edge.index()] != River::None);
        if crosses {
            penalty += tables.river_loss;
        }
        card.dice[usize::from(s.unit(unit).sp)].saturating_sub(penalty)
    }

    /// [C.9, G.8.a, G.8.b] Dice of the defender, without naval support.
    pub(crate) fn defence_dice(&self, s: &State, unit: Piece) -> u8 {
        let card = self.unit(unit);
        let Some(at) = s.at(unit) else { return 0 };
        let fortress = card.side == Side::German && self.c.map.fortress[at.index()];
        let major = self.city(at).is_some_and(|city| city.major);
        let tables = &self.c.tables;
        card.dice[usize::from(s.unit(unit).sp)]
            + u8::from(fortress) * tables.fortress_gain
            + u8::from(major) * tables.major_gain
    }

    pub(crate) fn defender(&self, s: &State, target: Spot) -> Option<Piece> {
        s.units_in(target).next()
    }

    /// [C.16] Throws dice of a side, as many as are due.
    pub(crate) fn throw(&self, s: &State, side: Side, count: u8, r: &mut Referee<Event>) -> Throw {
        let die = match side {
            Side::Allied => &self.c.tables.allied_die,
            Side::German if s.options.weak_german_die => &self.c.tables.weak_german_die,
            Side::German => &self.c.tables.german_die,
        };
        let mut throw =
            Throw { faces: [Face::Blank; Throw::MOST as usize], count: count.min(Throw::MOST), clear: !s.overcast };
        for face in &mut throw.faces[..usize::from(throw.count)] {
            *face = die[usize::from(r.roll(6) - 1)];
        }
        throw
    }

    /// [C.10.a, C.10.b, C.10.c, O.2.b] What a throw hits.
    pub(crate) fn hits(&self, s: &State, throw: &Throw) -> Hits {
        let mut hits = Hits::default();
        for face in &throw.faces[..usize::from(throw.count)] {
            match face {
                Face::Infantry => hits.infantry += 1,
                Face::Panzer => hits.panzer += 1,
                // [C.13]
                Face::Aircraft if !s.overcast => hits.panzer += 1,
                Face::Aircraft | Face::Blank => {}
            }
        }
        hits
    }

    /// [C.10.d] Steps that panzers and infantry among these units lose.
    pub(crate) fn shares(&self, s: &State, units: Units, hits: Hits) -> (u8, u8) {
        let steps = |panzer: bool| -> u8 {
            let of = units.iter().filter(|unit| (self.unit(*unit).kind == Kind::Panzer) == panzer);
            of.map(|unit| s.unit(unit).sp).fold(0, u8::saturating_add)
        };
        let on_panzers = hits.panzer.min(steps(true));
        let rest = hits.infantry.saturating_add(hits.panzer - on_panzers);
        (on_panzers, rest.min(steps(false)))
    }

    /// [C.7, C.11, C.15] Both sides roll once, then hits are applied.
    pub(crate) fn fight(&self, s: &mut State, battle: Battle, support: Support, r: &mut Referee<Event>) {
        let Battle { target, attackers, surprise } = battle;
        // [S.3.e] Bombs may have left nobody to fight, on either side.
        let Some(defender) = self.defender(s, target) else { return };
        let side = self.unit(defender).side.other();
        let attackers: Units = attackers.iter().filter(|unit| s.at(*unit).is_some()).collect();
        if attackers.is_empty() {
            return;
        }
        let naval = u8::from(support.naval().is_some()) * self.c.tables.naval_dice;
        let own = self.dice_of(s, attackers, target);
        // [C.6, S.4.e, RCO.4.c] Support is never reduced by terrain.
        let (helping, against) = if side == Side::Allied { (naval, 0) } else { (0, naval) };
        let airborne = u8::from(support.airborne().is_some()) * self.c.tables.airborne_dice;
        let attack = own + helping + airborne + u8::from(surprise);
        let defence = self.defence_dice(s, defender) + against;
        let attack = self.throw(s, side, attack, r);
        let defence = self.throw(s, side.other(), defence, r);
        let target_units = Units::only(defender);
        let (panzer, infantry) = self.shares(s, target_units, self.hits(s, &attack));
        let lost = self.shares(s, attackers, self.hits(s, &defence));
        r.note(Rule("C.7"), Event::Fought { side, attack, defence, hits: panzer + infantry, losses: lost.0 + lost.1 });
        if panzer + infantry > 0 {
            self.lose_steps(s, defender, panzer + infantry, r);
        }
        let of_kind = |panzers: bool| -> Units {
            attackers.iter().filter(|unit| (self.unit(*unit).kind == Kind::Panzer) == panzers).collect()
        };
        for (hits, panzers) in [(lost.1, false), (lost.0, true)] {
            if hits > 0 {
                s.steps.push(Step::Losses { among: of_kind(panzers), hits });
            }
        }
    }

    /// [C.14, C.14.a]
    pub(crate) fn lose_steps(&self, s: &mut State, unit: Piece, steps: u8, r: &mut Referee<Event>) {
        let steps = steps.min(s.unit(unit).sp);
        s.unit_mut(unit).sp -= steps;
        if self.unit(unit).side == Side::Allied && s.phase == 2 {
            s.lost = s.lost.saturating_add(steps);
        }
        r.note(Rule("C.14"), Event::Lost { unit, steps });
        if s.unit(unit).sp == 0 {
            let out = self.remove(s, unit);
            r.note(Rule(if out { "C.14.b" } else { "C.14.a" }), Event::Eliminated { unit, out });
        }
    }

    /// [C.14.a, C.14.b] Off the map, into the pool or out of the game. True if it is out.
    pub(crate) fn remove(&self, s: &mut State, unit: Piece) -> bool {
        let Some(at) = s.at(unit) else { return false };
        let out = self.is_lost_for_good(s, unit);
        let side = self.unit(unit).side;
        let marks = s.unit(unit).marks;
        let state = s.unit_mut(unit);
        state.place = if out { Place::Out } else { Place::Pool };
        state.sp = 0;
        state.marker = 0;
        state.marks = marks & mark::REBUILT;
        self.leave(s, side, at);
        out
    }

    /// [U.13, C.14.b] Whether a unit that is lost now never returns.
    pub(crate) fn is_lost_for_good(&self, s: &State, unit: Piece) -> bool {
        let card = self.unit(unit);
        matches!(card.kind, Kind::Coast | Kind::Fortress)
            || (card.side == Side::German && card.army && s.month >= self.c.tables.no_rebuild_from)
    }

    /// [C.12]
    pub(crate) fn check_losses(
        &self,
        s: &State,
        among: Units,
        hits: u8,
        losses: Losses,
        rule: &'static str,
    ) -> Result<(), Illegal> {
        let refuse = |why| Err(Illegal::new(Rule(rule), why));
        if !losses.among.is_subset(&among) {
            return refuse("the losses fall on the units that attacked");
        }
        let counts = &losses.counts[..losses.among.len().min(8)];
        if counts.contains(&0) {
            return refuse("name only units that lose steps");
        }
        if counts.iter().map(|n| u16::from(*n)).sum::<u16>() != hits.into() {
            return refuse("share out as many steps as were hit");
        }
        match losses.among.iter().zip(counts).all(|(unit, n)| *n <= s.unit(unit).sp) {
            true => Ok(()),
            false => refuse("a unit cannot lose more steps than it has"),
        }
    }

    pub(crate) fn take_losses(&self, s: &mut State, losses: Losses, r: &mut Referee<Event>) {
        s.steps.pop();
        for (unit, steps) in losses.among.iter().zip(losses.counts) {
            if steps > 0 {
                self.lose_steps(s, unit, steps, r);
            }
        }
    }
}
