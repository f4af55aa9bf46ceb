//! [7.1]–[7.5] Who attacks whom, and the duty to do so.

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::matching::most_pairs;
use crate::sequence::Step;
use crate::state::{Battle, Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl HurtgenForest {
    /// [7.11], [7.12] Everybody who stands next to an enemy when the Combat Phase begins: the Phasing
    /// units have to attack, the others have to be attacked. Later adjacency creates no duty.
    /// [8.31] Artillery is bound like everybody else; [8.34] behind a river nobody is adjacent.
    pub(crate) fn duties(&self, s: &State, side: Side) -> Units {
        let mut duty = Units::empty();
        for unit in self.of_side(side) {
            let foes = self.foes(s, side, s.at(unit));
            if !foes.is_empty() {
                duty.insert(unit);
                duty |= foes;
            }
        }
        duty
    }

    /// Adjacent enemies that a unit could still fight in this phase. [7.14], [7.14.a]
    pub(crate) fn targets_of(&self, s: &State, unit: Unit) -> Units {
        self.foes(s, self.side(unit), s.at(unit)) - s.fought
    }

    /// Phasing units next to a defender that could still attack it.
    pub(crate) fn attackers_of(&self, s: &State, target: Unit) -> Units {
        self.targets_of(s, target)
    }

    /// Phasing units next to every one of the targets: [7.22] from different hexes, [7.13] up to six around one,
    /// [7.23] and no one that is not adjacent to all.
    fn able(&self, s: &State, targets: Units) -> Units {
        let mut sets = targets.iter().map(|target| self.attackers_of(s, target));
        let first = sets.next().unwrap_or(Units::empty());
        sets.fold(first, |able, set| able & set) - s.advanced
    }

    /// [7.12], [7.21] Those that have to join an attack on these targets, because it leaves them nobody else.
    fn obliged(&self, s: &State, side: Side, targets: Units) -> Units {
        let bound = (s.duty & self.of_side(side)) - s.fought;
        let near: Units = targets.iter().fold(Units::empty(), |near, target| near | self.attackers_of(s, target));
        (bound & near).iter().filter(|&unit| (self.targets_of(s, unit) - targets).is_empty()).collect()
    }

    /// [7.11] How many defenders that have to be attacked nobody could attack any more, once `used` units and
    /// `support` points are spent and `targets` are attacked. What adjacent units cannot reach, artillery in
    /// range or Ground Support can: one gun or one point for each.
    fn out_of_reach(&self, s: &State, side: Side, targets: Units, used: Units, support: u8) -> usize {
        let alone = self.alone(s, side, targets, used);
        if alone.is_empty() {
            return 0;
        }
        let points = usize::from(self.support_left(s, side).saturating_sub(support));
        alone.len().saturating_sub(points + self.covered_by_guns(s, side, alone, used))
    }

    /// Defenders that wait to be attacked and have no attacker next to them, once `used` ones are spent.
    pub(crate) fn alone(&self, s: &State, side: Side, targets: Units, used: Units) -> Units {
        let waiting = (s.duty & self.of_side(side.other())) - s.fought - targets;
        let free = self.of_side(side) - s.fought - used;
        let near = |unit: Unit| self.around(s.at(unit)).iter().filter_map(|&hex| s.occupant(hex));
        waiting.iter().filter(|&unit| !near(unit).any(|attacker| free.contains(attacker))).collect()
    }

    /// How many of these lone defenders a gun of its own could be found for.
    fn covered_by_guns(&self, s: &State, side: Side, alone: Units, used: Units) -> usize {
        let guns: Vec<Unit> = (self.free_guns(s, side) - used).iter().collect();
        let alone: Vec<Unit> = alone.iter().collect();
        most_pairs(alone.len(), guns.len(), |target, gun| self.in_range(s, guns[gun], alone[target]))
    }

    /// [9.12] Ground Support Points that must be kept for defenders nothing else can attack.
    pub(crate) fn reserved_support(&self, s: &State, side: Side) -> u8 {
        let alone = self.alone(s, side, Units::empty(), Units::empty());
        if alone.is_empty() {
            return 0;
        }
        let open = alone.len() - self.covered_by_guns(s, side, alone, Units::empty());
        self.support_left(s, side).min(u8::try_from(open).expect("few units"))
    }

    /// Whether spending these would leave a defender unattacked that could be attacked now. [7.11]
    pub(crate) fn strands(&self, s: &State, side: Side, targets: Units, used: Units, support: u8) -> bool {
        let then = self.out_of_reach(s, side, targets, used, support);
        then > 0 && then > self.out_of_reach(s, side, Units::empty(), Units::empty(), 0)
    }

    pub(crate) fn check_attack(&self, s: &State, side: Side, targets: Units, with: Units) -> Result<(), Illegal> {
        self.check_targets(s, side, targets)?;
        if with.is_empty() {
            return Err(Illegal::new(Rule("4.1.1.B.a"), "an attack names its attackers"));
        }
        for unit in with {
            self.check_attacker(s, side, targets, unit)?;
        }
        self.check_gun_limit(side, with)?;
        self.check_duties(s, side, targets, with)
    }

    /// Enemies on the map that were not attacked yet. [7.83] It is units that are named, not hexes: who was displaced
    /// is met in the new hex, and who retreated into the old one has been attacked.
    pub(crate) fn check_targets(&self, s: &State, side: Side, targets: Units) -> Result<(), Illegal> {
        if targets.is_empty() {
            return Err(Illegal::new(Rule("4.1.1.B.a"), "an attack names its defenders"));
        }
        for target in targets {
            let refuse = |rule, why| Err(Illegal::new(rule, why).about(target.into()));
            if !self.exists(target) || self.side(target) == side || !self.is_hex(s.at(target)) {
                return refuse(Rule("7.0"), "only enemy units on the map can be attacked");
            }
            if s.advanced.contains(target) {
                return refuse(Rule("7.96.b"), "a unit that has advanced is not attacked in that phase");
            }
            if s.fought.contains(target) {
                return refuse(Rule("7.14.a"), "this unit was attacked already in this phase");
            }
        }
        Ok(())
    }

    fn check_attacker(&self, s: &State, side: Side, targets: Units, unit: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        if !self.exists(unit) || self.side(unit) != side {
            return refuse(Rule("7.0.a"), "only the Phasing Player's units attack");
        }
        if !self.is_hex(s.at(unit)) {
            return refuse(Rule("13.25"), "a unit that is not on the map cannot attack");
        }
        if s.advanced.contains(unit) {
            return refuse(Rule("7.96.b"), "a unit that has advanced does not attack in that phase");
        }
        if s.fought.contains(unit) {
            return refuse(Rule("7.14"), "this unit has attacked already in this phase");
        }
        let adjacent = targets & self.foes(s, side, s.at(unit));
        if adjacent == targets {
            return Ok(());
        }
        let gun = self.card(unit).artillery;
        if !adjacent.is_empty() {
            return refuse(if gun { Rule("8.32") } else { Rule("7.23") }, "it is not adjacent to every defender");
        }
        let next_door = targets.iter().any(|target| self.grid.distance(s.at(unit), s.at(target)) == 1);
        match (gun, next_door) {
            (true, _) => refuse(Rule("8.32"), "artillery that is not adjacent joins by barrage"),
            (false, true) => refuse(Rule("6.33"), "no attack crosses a river without a bridge"),
            (false, false) => refuse(Rule("7.15"), "only artillery attacks units that are not adjacent"),
        }
    }

    /// [7.11], [7.12], [7.21] An attack that would leave a duty impossible to meet is refused. [7.11.a], [7.12.a] Apart
    /// from that the attacker arranges his attacks as he likes, [7.51] poor ones included.
    fn check_duties(&self, s: &State, side: Side, targets: Units, with: Units) -> Result<(), Illegal> {
        if let Some(unit) = (self.obliged(s, side, targets) - with - self.artillery).first() {
            let why = "this unit has to attack, and no other enemy would be left to it";
            return Err(Illegal::new(Rule("7.12"), why).about(unit.into()));
        }
        self.check_gun_duties(s, side, targets, with)?;
        if !self.strands(s, side, targets, with, 0) {
            return Ok(());
        }
        let about = self.alone(s, side, targets, with).first().map_or(Ref::Nothing, Ref::from);
        let rule = if with.len() == 1 { Rule("7.21") } else { Rule("7.11") };
        Err(Illegal::new(rule, "an adjacent enemy would be left that nobody could attack").about(about))
    }

    /// [7.0.f] The phase ends when every duty that can be met is met.
    pub(crate) fn check_end_combat(&self, s: &State, side: Side) -> Result<(), Illegal> {
        let waiting = (s.duty & self.of_side(side.other())) - s.fought;
        let open = || waiting.len() > self.out_of_reach(s, side, Units::empty(), Units::empty(), 0);
        // Mostly the first who is asked has an attacker next to it.
        if let Some(unit) = waiting.first()
            && (waiting.iter().any(|unit| !self.attackers_of(s, unit).is_empty()) || open())
        {
            return Err(Illegal::new(Rule("7.11"), "every adjacent enemy unit must be attacked").about(unit.into()));
        }
        let own = (s.duty & self.of_side(side)) - s.fought;
        if let Some(unit) = own.iter().find(|&unit| !self.targets_of(s, unit).is_empty()) {
            let rule = if self.card(unit).artillery { Rule("8.31") } else { Rule("7.12") };
            return Err(Illegal::new(rule, "this unit stands in an enemy zone and must attack").about(unit.into()));
        }
        Ok(())
    }

    pub(crate) fn has_open_duty(&self, s: &State, side: Side) -> bool {
        self.check_end_combat(s, side).is_err()
    }

    /// Every group of defenders that some unit is adjacent to all of, each once.
    fn target_groups(&self, s: &State, side: Side) -> Vec<Units> {
        let mut groups: Vec<Units> = vec![];
        for unit in self.of_side(side) - s.fought - s.advanced {
            let targets: Vec<Unit> = (self.targets_of(s, unit) - s.advanced).iter().collect();
            for choice in 1u32..1 << targets.len() {
                let group = (0..targets.len()).filter(|i| choice & (1 << i) != 0).map(|i| targets[i]).collect();
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
        groups
    }

    pub(crate) fn offer_combat(&self, s: &State, side: Side, offers: &mut Vec<Offer<Action>>) {
        for targets in self.target_groups(s, side) {
            if self.least_attack(s, side, targets).is_some() {
                let about = targets.first().map_or(Ref::Nothing, Ref::from);
                let label = if targets.len() == 1 { "attack" } else { "attack together" };
                offers.push(Offer::new(Action::Attack { targets, with: Units::empty() }, about, label));
            }
        }
        for target in self.bombardable(s, side) {
            offers.push(Offer::new(Action::Bombard { targets: Units::only(target) }, target.into(), "bombard"));
        }
        if !self.has_open_duty(s, side) {
            offers.push(Offer::ending(Action::Done, "end combat", offers.len()));
        }
    }

    /// The fewest attackers with which this group may be attacked: those who have to, or else any one.
    fn least_attack(&self, s: &State, side: Side, targets: Units) -> Option<Units> {
        let needed = self.obliged(s, side, targets) - self.artillery;
        let able = self.able(s, targets);
        if !needed.is_subset(&able) {
            return None;
        }
        // The targets can be attacked, all who are able are next to them, and those who have to are in.
        let lawful = |with: &Units| {
            self.check_gun_limit(side, *with).is_ok()
                && self.check_gun_duties(s, side, targets, *with).is_ok()
                && !self.strands(s, side, targets, *with, 0)
        };
        let alone = || if needed.is_empty() { able.iter().map(Units::only).find(lawful) } else { None };
        let with_guns = |guns: &Units| Some(needed | *guns).filter(|with| !with.is_empty() && lawful(with));
        let bound = able & self.bound_guns(s, side);
        if bound.is_empty() {
            return if needed.is_empty() { alone() } else { Some(needed).filter(lawful) };
        }
        let guns = subsets(bound);
        guns.iter().find_map(|guns| with_guns(guns).or_else(|| if guns.is_empty() { alone() } else { None }))
    }

    /// Who may join an attack on these targets. The opening is loose where whoever joins may strand others.
    pub(crate) fn open_attack(&self, s: &State, targets: Units) -> Opening {
        let Some(target) = targets.first() else { return Opening::Nothing };
        let side = self.side(target).other();
        let Some(least) = self.least_attack(s, side, targets) else { return Opening::Nothing };
        let needed = self.obliged(s, side, targets) - self.artillery;
        let able = self.able(s, targets);
        let bound = able & self.bound_guns(s, side);
        let lawful = |with: Units| self.check_attack(s, side, targets, with).is_ok();
        let joins = |guns: Units, unit: Unit| lawful(needed | guns | Units::only(unit));
        // [8.31] Which of the guns that have to attack somebody may attack here.
        let serves = |guns: &Units| {
            let with = needed | *guns;
            if with.is_empty() { (able - bound).iter().any(|unit| joins(*guns, unit)) } else { lawful(with) }
        };
        let crews: Vec<Units> = subsets(bound).into_iter().filter(serves).collect();
        let (always, ever) = crews.iter().fold((bound, Units::empty()), |(all, any), crew| (all & *crew, any | *crew));
        let others = (able - bound - needed).iter().filter(|&unit| crews.iter().any(|&crew| joins(crew, unit)));
        let must = needed | always;
        // Who has no choice comes first, then whoever makes the least attack.
        let rest: Units = (ever | others.collect()) - must - least;
        let of: Vec<Unit> = must.iter().chain(least - must).chain(rest).collect();
        let every_crew = crews.len() == 1 << (ever - always).len();
        let loose = !every_crew || !lawful(of.iter().copied().collect());
        let of: Vec<Ref> = of.into_iter().map(Ref::from).collect();
        Opening::Subset { must: must.len(), least: least.len(), most: of.len(), loose, of }
    }

    /// [4.1.1.B.a] The attack is declared: nobody in it fights again in this phase.
    pub(crate) fn declare(&self, s: &mut State, side: Side, targets: Units, with: Units, r: &mut Referee<Event>) {
        s.battle = Battle { attackers: with, defenders: targets, ..Battle::default() };
        s.fought |= targets | with;
        r.note(Rule("4.1.1.B.a"), Event::Declared { targets, with });
        s.steps.push(Step::Barrage(side));
    }
}

/// All subsets of a few units, the smallest first.
fn subsets(units: Units) -> Vec<Units> {
    let units: Vec<Unit> = units.iter().collect();
    let some = |bits: u32| (0..units.len()).filter(|i| bits & (1 << i) != 0).map(|i| units[i]).collect();
    let mut sets: Vec<Units> = (0..1u32 << units.len()).map(some).collect();
    sets.sort_by_key(Units::len);
    sets
}
