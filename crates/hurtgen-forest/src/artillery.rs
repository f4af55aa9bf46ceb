//! [8.0] Artillery: barrage, combined attacks, Final Protective Fire; [11.0] how many guns a combat may see.

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::matching::share_out;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl HurtgenForest {
    /// [11.21], [11.31] Artillery units in one attack; [11.12] adjacent ones count, [11.13] Ground Support does not.
    pub(crate) fn gun_limit(&self, side: Side) -> u8 {
        self.components.tables.artillery_attack[side]
    }

    pub(crate) fn check_gun_limit(&self, side: Side, units: Units) -> Result<(), Illegal> {
        if (units & self.artillery).len() <= usize::from(self.gun_limit(side)) {
            return Ok(());
        }
        // [11.11] Per combat, not per phase.
        Err(match side {
            Side::US => Illegal::new(Rule("11.21"), "a US attack may contain four artillery units at most"),
            Side::German => Illegal::new(Rule("11.31"), "a German attack may contain two artillery units at most"),
        })
    }

    /// [8.12], [2.32.f] The target's hex is counted, the gun's own is not. [8.11.a], [8.61] Nothing blocks fire.
    pub(crate) fn in_range(&self, s: &State, gun: Unit, target: Unit) -> bool {
        self.grid.distance(s.at(gun), s.at(target)) <= u16::from(self.card(gun).range)
    }

    /// Guns that can still barrage: on the map, not used, not displaced [7.82.c], with no enemy adjacent [8.32]
    /// except behind a river [8.34].
    pub(crate) fn free_guns(&self, s: &State, side: Side) -> Units {
        let guns = (self.artillery & self.of_side(side)) - s.fought - s.displaced[0];
        guns.iter().filter(|&gun| self.is_hex(s.at(gun)) && !self.enemy_controls(s, side, s.at(gun))).collect()
    }

    /// [8.22] Guns that reach one of the defenders of the declared attack, as far as the limit leaves room.
    pub(crate) fn guns_in_range(&self, s: &State, side: Side) -> Units {
        if self.room_for_guns(s, side) == 0 {
            return Units::empty();
        }
        let reaches = |gun: &Unit| s.battle.defenders.iter().any(|target| self.in_range(s, *gun, target));
        let guns: Units = self.free_guns(s, side).iter().filter(reaches).collect();
        // Where every defender that waits has somebody next to it, no gun has to be kept.
        if self.alone(s, side, Units::empty(), guns).is_empty() {
            return guns;
        }
        guns.iter().filter(|&gun| !self.strands(s, side, Units::empty(), Units::only(gun), 0)).collect()
    }

    fn room_for_guns(&self, s: &State, side: Side) -> usize {
        usize::from(self.gun_limit(side)).saturating_sub((s.battle.attackers & self.artillery).len())
    }

    /// [8.1], [9.0.a] Enemies that artillery or Ground Support alone may attack now.
    pub(crate) fn bombardable<'a>(&'a self, s: &'a State, side: Side) -> impl Iterator<Item = Unit> + 'a {
        let left = self.support_left(s, side);
        let points = left > self.reserved_support(s, side);
        let guns = self.free_guns(s, side);
        let enemies = self.of_side(side.other()) - s.fought;
        // Where every defender that waits has somebody next to it, no gun and no point has to be kept.
        let alone = self.alone(s, side, Units::empty(), Units::empty());
        // [7.12] The last enemy of a unit that has to attack, and [8.31] those next to a gun that has to.
        let last_enemies = self.last_enemies(s, side);
        let beside_guns =
            self.bound_guns(s, side).iter().fold(Units::empty(), |all, gun| all | self.targets_of(s, gun));
        enemies.iter().filter(move |&target| {
            self.is_hex(s.at(target))
                && (points
                    || (left > 0 && alone.contains(target))
                    || guns.iter().any(|gun| self.in_range(s, gun, target)))
                && match alone.is_empty() {
                    true => {
                        !last_enemies.contains(target)
                            && (!beside_guns.contains(target)
                                || self.check_gun_duties(s, side, Units::only(target), Units::empty()).is_ok())
                    }
                    false => self.check_bombard(s, side, Units::only(target)).is_ok(),
                }
        })
    }

    /// [8.31] Guns that stand next to an enemy and have to attack one.
    pub(crate) fn bound_guns(&self, s: &State, side: Side) -> Units {
        let guns = (s.duty & self.artillery & self.of_side(side)) - s.fought;
        guns.iter().filter(|&gun| !self.targets_of(s, gun).is_empty()).collect()
    }

    /// [8.31] With [11.21] and [11.31]: an attack takes so many guns and no more. The attacks are shared out so that as
    /// many adjacent guns as possible find one; what an attack would leave over without need is refused.
    pub(crate) fn check_gun_duties(&self, s: &State, side: Side, targets: Units, with: Units) -> Result<(), Illegal> {
        let bound = self.bound_guns(s, side);
        if bound.is_subset(&with) {
            return Ok(());
        }
        let left = bound - with;
        // Mostly one more attack is enough for all that are left.
        let finds_another = |gun: Unit| !(self.targets_of(s, gun) - targets).is_empty();
        if left.len() <= usize::from(self.gun_limit(side)) && left.iter().all(finds_another) {
            return Ok(());
        }
        let idle = left - self.served(s, side, left, targets);
        let idle_anyhow = bound.len() - self.served(s, side, bound, Units::empty()).len();
        if idle.len() <= idle_anyhow {
            return Ok(());
        }
        let about = idle.first().map_or(Ref::Nothing, Ref::from);
        Err(Illegal::new(Rule("8.31"), "this artillery has to attack, and no attack would be left to it").about(about))
    }

    /// As many of these guns as can be shared out among the enemies next to them, some of whom are spoken for.
    fn served(&self, s: &State, side: Side, guns: Units, taken: Units) -> Units {
        let enemies = self.of_side(side.other()) - taken;
        let guns: Vec<(Unit, Units)> = guns.iter().map(|gun| (gun, self.targets_of(s, gun) & enemies)).collect();
        let targets: Vec<Unit> = guns.iter().fold(Units::empty(), |all, (_, near)| all | *near).iter().collect();
        let shares = share_out(guns.len(), targets.len(), usize::from(self.gun_limit(side)), |gun, target| {
            guns[gun].1.contains(targets[target])
        });
        guns.iter().zip(shares).filter_map(|((gun, _), share)| share.map(|_| *gun)).collect()
    }

    /// [8.11], [8.13] One hex, by guns in range or Ground Support. [7.12] It must not take the last enemy from a
    /// unit that has to attack, nor [7.11] the last gun from a defender that has to be attacked.
    pub(crate) fn check_bombard(&self, s: &State, side: Side, targets: Units) -> Result<(), Illegal> {
        self.check_targets(s, side, targets)?;
        let target = targets.first().expect("an attack names its defenders");
        if targets.len() > 1 {
            return Err(Illegal::new(Rule("8.13"), "without adjacent units a barrage is aimed at a single hex"));
        }
        if let Some(unit) = self.left_without_target(s, side, target) {
            let illegal =
                Illegal::new(Rule("7.12"), "an adjacent unit that has to attack would be left without an enemy");
            return Err(illegal.about(unit.into()));
        }
        self.check_gun_duties(s, side, targets, Units::empty())?;
        if self.support_left(s, side) > 0 && !self.strands(s, side, targets, Units::empty(), 1) {
            return Ok(());
        }
        let guns: Units = self.free_guns(s, side).iter().filter(|&gun| self.in_range(s, gun, target)).collect();
        if guns.is_empty() {
            return Err(Illegal::new(Rule("8.11"), "no free artillery is in range").about(target.into()));
        }
        if guns.iter().any(|gun| !self.strands(s, side, targets, Units::only(gun), 0)) {
            return Ok(());
        }
        Err(Illegal::new(Rule("7.11"), "the artillery is needed against an enemy nobody else can attack"))
    }

    /// A unit other than artillery that has to attack and has only this enemy left.
    fn left_without_target(&self, s: &State, side: Side, target: Unit) -> Option<Unit> {
        let bound = (s.duty & self.of_side(side)) - s.fought - self.artillery;
        let near = self.targets_of(s, target) & bound;
        near.iter().find(|&unit| (self.targets_of(s, unit) - Units::only(target)).is_empty())
    }

    /// Every enemy that is the last of a unit other than artillery that has to attack.
    fn last_enemies(&self, s: &State, side: Side) -> Units {
        let bound = (s.duty & self.of_side(side)) - s.fought - self.artillery;
        let targets = bound.iter().map(|unit| self.targets_of(s, unit)).filter(|targets| targets.len() == 1);
        targets.fold(Units::empty(), |all, last| all | last)
    }

    pub(crate) fn offer_barrage(&self, offers: &mut Vec<Offer<Action>>) {
        let action = Action::Barrage { guns: Units::empty() };
        offers.push(Offer::new(action, Ref::Nothing, "barrage"));
    }

    pub(crate) fn open_barrage(&self, s: &State, side: Side) -> Opening {
        let guns = self.guns_in_range(s, side);
        let most = self.room_for_guns(s, side).min(guns.len());
        // [8.21] An attack without any unit so far needs a gun, unless Ground Support can carry it.
        let alone = s.battle.attackers.is_empty() && self.spare_support(s, side) == 0;
        let loose = self.strands(s, side, Units::empty(), guns, 0);
        Opening::Subset { of: guns.iter().map(Ref::from).collect(), must: 0, least: usize::from(alone), most, loose }
    }

    pub(crate) fn check_barrage(&self, s: &State, side: Side, guns: Units) -> Result<(), Illegal> {
        for gun in guns {
            self.check_gun(s, side, gun)?;
        }
        self.check_gun_limit(side, guns | s.battle.attackers)?;
        if self.strands(s, side, Units::empty(), guns, 0) {
            return Err(Illegal::new(Rule("7.11"), "this artillery is needed against an enemy nobody else can attack"));
        }
        if guns.is_empty() && s.battle.attackers.is_empty() && self.spare_support(s, side) == 0 {
            return Err(Illegal::new(Rule("8.21"), "an attack without other units needs artillery"));
        }
        Ok(())
    }

    fn check_gun(&self, s: &State, side: Side, gun: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(gun.into()));
        if !self.exists(gun) || self.side(gun) != side {
            return refuse(Rule("7.0.a"), "only the Phasing Player's units attack");
        }
        if !self.card(gun).artillery {
            return refuse(Rule("7.15"), "only artillery attacks from afar");
        }
        if !self.is_hex(s.at(gun)) {
            return refuse(Rule("13.25"), "artillery that is not on the map cannot fire");
        }
        if s.fought.contains(gun) {
            return refuse(Rule("7.14"), "this artillery has attacked already in this phase");
        }
        if s.displaced[0].contains(gun) {
            return refuse(Rule("7.82.c"), "displaced artillery may not fire in this phase");
        }
        if self.enemy_controls(s, side, s.at(gun)) {
            return refuse(Rule("8.32"), "artillery with an enemy adjacent attacks adjacent units only");
        }
        if !s.battle.defenders.iter().any(|target| self.in_range(s, gun, target)) {
            return refuse(Rule("8.12"), "no defender is in range");
        }
        Ok(())
    }

    pub(crate) fn add_barrage(&self, s: &mut State, side: Side, guns: Units, r: &mut Referee<Event>) {
        s.battle.barrage = guns;
        s.fought |= guns;
        s.steps.pop();
        s.steps.push(Step::Support(side));
        r.note(Rule("8.21"), Event::Barrage { guns });
    }

    /// [8.15], [8.45], [8.62.a] No unit but artillery takes part.
    pub(crate) fn is_artillery_alone(&self, s: &State) -> bool {
        s.battle.attackers.is_subset(&self.artillery)
    }

    fn protective_limit(&self, side: Side) -> usize {
        usize::from(self.components.tables.artillery_fpf[side])
    }

    /// Guns that may give Final Protective Fire in the declared combat.
    pub(crate) fn protective_guns(&self, s: &State, side: Side) -> Units {
        if self.is_artillery_alone(s) {
            return Units::empty(); // [8.45]
        }
        let guns = (self.artillery & self.of_side(side)).iter();
        guns.filter(|&gun| self.check_protective_gun(s, side, gun).is_ok()).collect()
    }

    fn check_protective_gun(&self, s: &State, side: Side, gun: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(gun.into()));
        if !self.exists(gun) || self.side(gun) != side || !self.card(gun).artillery {
            return refuse(Rule("8.41"), "only the defender's artillery gives Final Protective Fire");
        }
        if !self.is_hex(s.at(gun)) {
            return refuse(Rule("13.25"), "artillery that is not on the map cannot fire");
        }
        if s.fired.contains(gun) {
            return refuse(Rule("8.46"), "it has given Final Protective Fire in this Game-Turn");
        }
        if s.hit[0].contains(gun) {
            return refuse(Rule("8.41.a"), "it was attacked with success in this Combat Phase");
        }
        if s.hit[1].contains(gun) {
            return refuse(Rule("8.41.b"), "it suffered a combat result in the previous Combat Phase");
        }
        if s.displaced[0].contains(gun) || s.displaced[1].contains(gun) {
            return refuse(Rule("8.41.c"), "it was displaced");
        }
        if s.battle.defenders.contains(gun) {
            return refuse(Rule("8.5"), "artillery under attack defends with its Defense Strength");
        }
        if self.enemy_controls(s, side, s.at(gun)) {
            return refuse(Rule("8.41.d"), "an enemy unit is adjacent to it");
        }
        // [8.42] To the friend it supports, not to the attackers.
        if !s.battle.defenders.iter().any(|friend| self.in_range(s, gun, friend)) {
            return refuse(Rule("8.42"), "no defending unit is in range");
        }
        Ok(())
    }

    /// What the defender may add at most.
    pub(crate) fn strongest_protective_fire(&self, s: &State, side: Side) -> Units {
        let mut guns: Vec<Unit> = self.protective_guns(s, side).iter().collect();
        guns.sort_by_key(|gun| std::cmp::Reverse(self.card(*gun).fpf));
        guns.into_iter().take(self.protective_limit(side)).collect()
    }

    pub(crate) fn offer_protective_fire(&self, offers: &mut Vec<Offer<Action>>) {
        let action = Action::ProtectiveFire { guns: Units::empty() };
        offers.push(Offer::new(action, Ref::Nothing, "final protective fire"));
    }

    pub(crate) fn open_protective_fire(&self, s: &State, side: Side) -> Opening {
        let of: Vec<Ref> = self.protective_guns(s, side).iter().map(Ref::from).collect();
        Opening::Subset { must: 0, least: 0, most: of.len().min(self.protective_limit(side)), of, loose: false }
    }

    /// [8.41] Never obliged. [11.22], [11.32] Limited per combat.
    pub(crate) fn check_protective_fire(&self, s: &State, side: Side, guns: Units) -> Result<(), Illegal> {
        if !guns.is_empty() && self.is_artillery_alone(s) {
            return Err(Illegal::new(Rule("8.45"), "there is no protective fire against artillery alone"));
        }
        for gun in guns {
            self.check_protective_gun(s, side, gun)?;
        }
        if guns.len() <= self.protective_limit(side) {
            return Ok(());
        }
        Err(match side {
            Side::US => Illegal::new(Rule("11.22"), "three US artillery units at most fire protectively in a combat"),
            Side::German => {
                Illegal::new(Rule("11.32"), "one German artillery unit at most fires protectively in a combat")
            }
        })
    }

    pub(crate) fn add_protective_fire(&self, s: &mut State, guns: Units, r: &mut Referee<Event>) {
        s.battle.protective_fire = guns;
        s.fired |= guns;
        r.note(Rule("8.43"), Event::ProtectiveFire { guns });
        self.resolve(s, r);
    }
}
