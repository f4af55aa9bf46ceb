//! [16.0] The scenarios: fixed and free deployment.

use crate::HurtgenForest;
use crate::action::Action;
use crate::components::Deployment;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Battle, Columns, HEXES, Hexes, NOBODY, NOWHERE, Side, State, UNITS, Unit, Units};
use referee::{BySeat, Derived, Illegal, Offer, Opening, Ref, Referee, Rule, Setup, Spot, Stack};

impl HurtgenForest {
    /// A table with an empty map: every unit is out of the game.
    pub(crate) fn bare(&self) -> State {
        State {
            turn: 1,
            turns: self.components.tables.turns,
            first: Side::US,
            support: self.support_each_turn(Side::US),
            points: BySeat::default(),
            at: [self.dead; UNITS],
            occupant: Derived([NOBODY; HEXES]),
            zones: Derived(BySeat([Hexes::empty(); 2])),
            moved: Units::empty(),
            crowded: Units::empty(),
            columns: Columns::NONE,
            fought: Units::empty(),
            advanced: Units::empty(),
            duty: Units::empty(),
            hit: [Units::empty(); 2],
            displaced: [Units::empty(); 2],
            fired: Units::empty(),
            battle: Battle::default(),
            steps: Stack::new(),
        }
    }

    /// [3.0], [3.0.c], [16.0.a] Units of the Initial Deployment stand in the hexes of [16.12] and [16.13]; [3.0.d] the
    /// others wait.
    /// [16.2] In free deployment all wait until they are deployed. [3.0.f] The first Game-Turn begins.
    pub(crate) fn set_scenario(&self, setup: &Setup, r: &mut Referee<Event>) -> State {
        let mut s = self.bare();
        let scenario = self.components.scenarios.iter().find(|card| card.id == setup.scenario);
        let scenario = scenario.expect("the match has checked that the scenario exists");
        s.turns = scenario.turns;
        s.first = scenario.first;
        for unit in self.all_units() {
            s.at[unit.index()] = self.off;
            if scenario.deployment == Deployment::Fixed && self.card(unit).turn == 0 {
                self.place(&mut s, unit, self.card(unit).at);
            }
        }
        match scenario.deployment {
            Deployment::Fixed => self.begin_player_turn(&mut s, scenario.first, r),
            Deployment::Free(side) => s.steps.push(Step::Deploy(side)), // [16.25.1]
        }
        self.settle(&mut s, r);
        s
    }

    /// Units of the Initial Deployment that do not stand yet. [16.22.a] Those of the 116th are among them.
    pub(crate) fn undeployed(&self, s: &State, side: Side) -> Units {
        self.of_side(side).iter().filter(|&unit| s.at(unit) == self.off && self.card(unit).turn == 0).collect()
    }

    pub(crate) fn check_deploy(&self, s: &State, side: Side, unit: Unit, at: Spot) -> Result<(), Illegal> {
        if !self.exists(unit) || !self.undeployed(s, side).contains(unit) {
            let rule = if self.exists(unit) && self.side(unit) != side { Rule("16.25.1") } else { Rule("3.0.d") };
            return Err(Illegal::new(rule, "this unit is not to be deployed now").about(unit.into()));
        }
        self.check_ground(s, side, unit, at)
    }

    /// [16.21], [16.22] Behind the own side of the front line, not adjacent to it, one unit a hex.
    fn check_ground(&self, s: &State, side: Side, unit: Unit, at: Spot) -> Result<(), Illegal> {
        let rule = match side {
            Side::US => Rule("16.21"),
            Side::German => Rule("16.22"),
        };
        let map = &self.components.map;
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(at)));
        if !self.is_hex(at) {
            return refuse(rule, "units are deployed in hexes of the map");
        }
        if map.west_of_front[at.index()] != (side == Side::US) {
            return refuse(rule, "the hex lies beyond the front line");
        }
        if map.at_front[at.index()] {
            return refuse(rule, "the hex is adjacent to the front line");
        }
        if !s.is_vacant(at) {
            return refuse(Rule("5.31.a"), "another unit stands there");
        }
        if self.card(unit).motorized && self.closed_to_motorized(self.ground(at)) && !self.is_way_hex(at) {
            return refuse(Rule("5.24.b"), "motorized units stand there only on a road or trail");
        }
        Ok(())
    }

    pub(crate) fn offer_deployment(&self, s: &State, side: Side, offers: &mut Vec<Offer<Action>>) {
        for unit in self.undeployed(s, side) {
            let action = Action::Deploy { unit, at: NOWHERE };
            offers.push(Offer::new(action, unit.into(), "deploy"));
        }
    }

    pub(crate) fn open_deployment(&self, s: &State, unit: Unit) -> Opening {
        let side = self.side(unit);
        let of = self.hexes().filter(|&hex| self.check_ground(s, side, unit, hex).is_ok()).map(Ref::Spot).collect();
        Opening::Subset { of, must: 0, least: 1, most: 1, loose: false }
    }

    pub(crate) fn deploy(&self, s: &mut State, unit: Unit, at: Spot, r: &mut Referee<Event>) {
        self.place(s, unit, at);
        r.note(if self.side(unit) == Side::US { Rule("16.21") } else { Rule("16.22") }, Event::Deployed { unit, at });
    }
}
