//! Air missions (10.A), also in the reserve phases (14), and whom they support (27.C).

use crate::action::no;
use crate::components::{Kind, Place};
use crate::event::Event;
use crate::state::{Account, Hexes, Mission, MissionKind, Side, State, Unit, Units, Weather};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule, Spot};

impl RoadToTheRhine {
    /// [10.A.1.a], [29.B.b] Hexes by the shortest way around Switzerland.
    pub(crate) fn air_distance(&self, from: Spot, to: Spot) -> Option<u16> {
        let map = &self.components.map;
        let direct = map.grid.distance(from, to);
        let far = |hex: Spot| self.swiss_far[hex.index()];
        let near_swiss = far(from) + far(to) <= direct + 1
            && self.swiss.iter().any(|hex| map.grid.distance(from, hex) + map.grid.distance(hex, to) <= direct + 1);
        if !near_swiss {
            return Some(direct);
        }
        board::flood(&map.board, [(from, 0)], 200, |_, way| (!self.swiss.contains(way.to)).then_some(1)).cost(to)
    }

    pub(crate) fn flying_side(&self, s: &State, stage: u8) -> Side {
        if stage == 1 { s.attacker().other() } else { s.attacker() }
    }

    /// [10.A.a], [10.A.b], [14.a]
    pub(crate) fn check_flier(&self, s: &State, side: Side, air: Unit) -> Result<(), Illegal> {
        if !self.fliers.contains(air) || self.side(air) != side || !self.on_map(s, air) {
            return Err(no(Rule("10.A.b"), "this is no air combat unit of yours"));
        }
        self.check_front_of_impulse(s, side, s.at(air))?;
        if s.missions.iter().any(|mission| mission.air == air) || s.flew.contains(air) && s.ready.contains(air) {
            return Err(no(Rule("10.A.b"), "it has flown in this impulse"));
        }
        if !s.ready.contains(air) {
            return Err(no(Rule("5.D.2.b"), "it was not made ready"));
        }
        if s.flew.contains(air) {
            return Err(no(Rule("10.A.b"), "it has flown in this impulse"));
        }
        self.check_sky(s)
    }

    /// [5.C.2.c] An impulse bought with southern points: aircraft move too [10.A.5], those of the north map do not.
    fn check_front_of_impulse(&self, s: &State, side: Side, hex: Spot) -> Result<(), Illegal> {
        if s.south_only && side == s.initiative && !self.on_south.contains(hex) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought with southern points"));
        }
        Ok(())
    }

    fn check_sky(&self, s: &State) -> Result<(), Illegal> {
        if s.weather == Weather::WinterStorm {
            return Err(no(Rule("17.f"), "nothing flies in a winter storm"));
        }
        if s.cloudy {
            return Err(no(Rule("17.2.b"), "the sky is cloudy"));
        }
        Ok(())
    }

    /// How many of a side support over a hex.
    pub(crate) fn support_over(&self, s: &State, hex: Spot, side: Side) -> usize {
        let fits = |it: &Mission| it.hex == hex && it.kind != MissionKind::Intercept && self.side(it.air) == side;
        s.missions.iter().filter(fits).count()
    }

    /// [10.A.1.a], [10.A.2.a], [10.A.6.a]
    pub(crate) fn check_support(
        &self,
        s: &State,
        stage: u8,
        hex: Spot,
        with: Units,
        extended: bool,
    ) -> Result<(), Illegal> {
        let side = self.flying_side(s, stage);
        if with.is_empty() {
            return Err(no(Rule("10.A.b"), "no air unit is named"));
        }
        with.iter().try_for_each(|air| self.check_flier(s, side, air))?;
        let attacked = s.attack_on(hex).is_some();
        match stage {
            0 if !attacked => return Err(no(Rule("10.A.1.c"), "no attack on that hex is declared")),
            1 if !attacked => return Err(no(Rule("10.A.2.a"), "that hex is not attacked")),
            1 if self.support_over(s, hex, side.other()) > 0 => {
                return Err(no(Rule("10.A.2.b"), "enemy aircraft are over that hex"));
            }
            0 | 1 => {}
            _ => return Err(crate::action::NOT_NOW),
        }
        let near = |it: Mission| it.hex == hex && it.kind == MissionKind::Support && self.side(it.air) == side;
        let most = if extended && !s.missions.iter().any(near) { 2 } else { 1 };
        if with.len() + self.support_over(s, hex, side) > most {
            return Err(no(Rule("10.A.1.b"), "one unit in range, or two at extended range"));
        }
        for air in with.iter() {
            let range = u16::from(self.card(air).movement);
            let far = self.air_distance(s.at(air), hex).unwrap_or(u16::MAX);
            if !extended && far > range {
                return Err(no(Rule("10.A.1.a"), "the hex is out of range"));
            }
            if extended && far > range * self.components.tables.extended {
                return Err(no(Rule("10.A.6.b"), "the hex is out of extended range"));
            }
        }
        if side == Side::AL {
            with.iter().try_for_each(|air| self.check_national(s, stage, hex, air))?;
        }
        Ok(())
    }

    fn check_national(&self, s: &State, stage: u8, hex: Spot, air: Unit) -> Result<(), Illegal> {
        let group = self.group_of(air);
        if stage == 0 {
            let attackers = self.attackers_of(s, hex);
            let own = attackers.iter().filter(|unit| self.group_of(*unit) == group).count();
            if own * 2 < attackers.len() {
                return Err(no(Rule("27.C.a"), "half of the attackers must be of its group"));
            }
        } else if !self.stack(s, Side::AL, hex).iter().any(|unit| self.group_of(unit) == group) {
            return Err(no(Rule("27.C.b"), "nobody of its group is in that hex"));
        }
        Ok(())
    }

    pub(crate) fn attackers_of(&self, s: &State, hex: Spot) -> Units {
        let mut units = Units::empty();
        for (index, attack) in s.open_attacks() {
            if attack.hex == hex {
                units |= self.tasked(s, index);
            }
        }
        units
    }

    pub(crate) fn tasked(&self, s: &State, index: usize) -> Units {
        self.ground.iter().filter(|unit| usize::from(s.task[unit.index()]) == index + 1).collect()
    }

    /// [10.A.3.a], [10.A.3.b]
    pub(crate) fn check_intercept(&self, s: &State, stage: u8, hex: Spot, with: Units) -> Result<(), Illegal> {
        let side = self.flying_side(s, stage);
        if with.is_empty() {
            return Err(no(Rule("10.A.3.a"), "no air unit is named"));
        }
        with.iter().try_for_each(|air| self.check_flier(s, side, air))?;
        let there = |it: Mission| it.hex == hex && it.kind == MissionKind::Intercept && self.side(it.air) == side;
        let fighters = with.iter().all(|air| self.card(air).kind == Kind::FighterBomber);
        if !fighters || with.len() > 1 || s.missions.iter().any(there) {
            return Err(no(Rule("10.A.3.a"), "one fighter bomber a hex intercepts"));
        }
        if self.support_over(s, hex, side.other()) == 0 {
            return Err(no(Rule("10.A.3.b"), "nobody is there to be intercepted"));
        }
        let near =
            |air: Unit| self.air_distance(s.at(air), hex).is_some_and(|far| far <= u16::from(self.card(air).movement));
        if !with.iter().all(near) {
            return Err(no(Rule("10.A.3.a"), "the hex is out of range"));
        }
        Ok(())
    }

    /// [3.f], [10.A.4.a], [10.A.4.b], [23.D.a]
    pub(crate) fn check_transfer(&self, s: &State, stage: u8, air: Unit, to: Spot) -> Result<(), Illegal> {
        let side = self.flying_side(s, stage);
        if stage > 1 {
            return Err(crate::action::NOT_NOW);
        }
        let new = s.at(air) == self.spot_of(Off::Waiting) && self.fliers.contains(air) && self.side(air) == side;
        if new {
            self.check_sky(s)?;
        } else {
            self.check_flier(s, side, air)?;
        }
        self.check_front_of_impulse(s, side, to)?;
        if self.swiss.contains(to) {
            return Err(no(Rule("29.B.b"), "Swiss air space is closed"));
        }
        if !self.is_base(s, side, to) {
            return Err(no(Rule("10.A.4.a"), "it needs a town or city of its side"));
        }
        if self.air_at(s, to).is_some() {
            return Err(no(Rule("10.A.4.b"), "that base is taken"));
        }
        if new && side == Side::AL && self.new_air_account(s, to).is_none() {
            return Err(no(Rule("23.D.a"), "a new air unit costs a point"));
        }
        Ok(())
    }

    /// [5.C.2.b] Who pays for a new air unit: southern points for a base on the south map.
    fn new_air_account(&self, s: &State, to: Spot) -> Option<Account> {
        let price = self.components.tables.new_air_unit;
        let south = self.on_south.contains(to) && s.points(Account::South) >= price;
        let account = if south { Account::South } else { Account::Allied };
        (s.points(account) >= price).then_some(account)
    }

    /// [10.A.4.a], [10.A.4.b] Every base that a side may transfer to: what [`RoadToTheRhine::check_transfer`] says of the place.
    pub(crate) fn free_bases(&self, s: &State, side: Side) -> Hexes {
        let towns = if self.scenario(s).north_only { self.towns & self.on_north } else { self.towns };
        let own = match side {
            Side::AL => towns & s.held,
            Side::GE => towns - s.held,
        };
        let taken: Hexes = self.fliers.iter().map(|air| s.at(air)).filter(|at| self.is_hex(*at)).collect();
        let free = own - s.here[side.other()] - taken - self.swiss;
        if s.south_only && side == s.initiative { free & self.on_south } else { free }
    }

    /// Where an air unit may transfer to in a stage.
    pub(crate) fn bases(&self, s: &State, stage: u8, air: Unit) -> Hexes {
        let side = self.flying_side(s, stage);
        let new = s.at(air) == self.spot_of(Off::Waiting);
        let may = stage < 2
            && if new { self.new_fliers(s, stage).contains(air) } else { self.check_flier(s, side, air).is_ok() };
        if !may {
            return Hexes::empty();
        }
        let mut bases = self.free_bases(s, side);
        if new && side == Side::AL {
            bases.retain(|to| self.new_air_account(s, to).is_some());
        }
        bases
    }

    /// A town or city of the side, without enemies.
    pub(crate) fn is_base(&self, s: &State, side: Side, hex: Spot) -> bool {
        self.is_hex(hex)
            && self.components.map.place[hex.index()] >= Place::Town
            && !self.swiss.contains(hex)
            && self.in_scenario_map(s, hex)
            && self.holds(s, side, hex)
            && !s.here[side.other()].contains(hex)
    }

    /// Air units that may still fly something in a stage.
    pub(crate) fn ready_fliers(&self, s: &State, stage: u8) -> Units {
        let side = self.flying_side(s, stage);
        self.fliers.iter().filter(|air| self.check_flier(s, side, *air).is_ok()).collect()
    }

    pub(crate) fn new_fliers(&self, s: &State, stage: u8) -> Units {
        let (side, waiting) = (self.flying_side(s, stage), self.spot_of(Off::Waiting));
        if stage > 1 || self.check_sky(s).is_err() {
            return Units::empty();
        }
        self.fliers.iter().filter(|air| s.at(*air) == waiting && self.side(*air) == side).collect()
    }

    pub(crate) fn may_fly(&self, s: &State, stage: u8) -> bool {
        if self.check_sky(s).is_err() {
            return false;
        }
        let ready = self.ready_fliers(s, stage);
        let moves = ready | self.new_fliers(s, stage);
        if moves.is_empty() {
            return false;
        }
        if moves.iter().any(|air| !self.bases(s, stage, air).is_empty()) {
            return true;
        }
        let targets: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
        ready.iter().any(|air| {
            let one = Units::only(air);
            targets.iter().any(|hex| {
                stage < 2 && [false, true].iter().any(|far| self.check_support(s, stage, *hex, one, *far).is_ok())
                    || self.check_intercept(s, stage, *hex, one).is_ok()
            })
        })
    }

    /// [14.a] Whether somebody has a mission left for the reserve air phase.
    pub(crate) fn may_fly_again(&self, s: &State) -> bool {
        let waiting = self.spot_of(Off::Waiting);
        let rested = |air: Unit| s.ready.contains(air) && !s.flew.contains(air) || s.at(air) == waiting;
        if self.check_sky(s).is_err() || !self.fliers.iter().any(rested) {
            return false;
        }
        let mut then = *s;
        then.reserve_phase = true;
        self.may_fly(&then, 0) || self.may_fly(&then, 1)
    }

    pub(crate) fn support(&self, s: &mut State, hex: Spot, with: Units, extended: bool, r: &mut Referee<Event>) {
        let kind = if extended { MissionKind::Extended } else { MissionKind::Support };
        for air in with.iter() {
            s.missions.push(Mission { air, hex, kind });
        }
        let attack = with.first().is_some_and(|air| self.side(air) == s.attacker());
        let rule = if attack { "10.A.1.a" } else { "10.A.2.a" };
        r.note(Rule(rule), Event::Supports { air: with, hex, attack });
    }

    pub(crate) fn intercept(&self, s: &mut State, hex: Spot, with: Units, r: &mut Referee<Event>) {
        for air in with.iter() {
            s.missions.push(Mission { air, hex, kind: MissionKind::Intercept });
            r.note(Rule("10.A.3.a"), Event::Intercepts { air, hex });
        }
    }

    pub(crate) fn transfer(&self, s: &mut State, air: Unit, to: Spot, r: &mut Referee<Event>) {
        // [23.D.b] German ones come free.
        let pays = s.at(air) == self.spot_of(Off::Waiting) && self.side(air) == Side::AL;
        if let Some(account) = self.new_air_account(s, to).filter(|_| pays) {
            s.msp[account as usize] -= self.components.tables.new_air_unit;
        }
        self.put(s, air, to);
        s.ready.remove(air);
        s.flew.insert(air);
        r.note(Rule("10.A.4.a"), Event::Transfers { air, to });
    }
}
