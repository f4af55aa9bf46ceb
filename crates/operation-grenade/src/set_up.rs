//! [16.0] Setting up: printed hexes, then the free US units.

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::{Ground, Kind, Place};
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Hexes, Options, Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule, Setup, Spot};

impl OperationGrenade {
    /// [16.0], [16.1], [16.2] Everybody with a printed hex; the rest waits beside the map.
    pub(crate) fn set_scenario(&self, setup: &Setup, r: &mut Referee<Event>) -> State {
        let mut s = State::bare(self.dead, self.box_of_chits);
        for option in &setup.options {
            s.options.switch_on(option);
        }
        for unit in self.all_units() {
            let card = &self.components.units[unit.index()];
            let another = card.or_at.as_ref().filter(|(_, option)| s.options.named(option)).map(|(hex, _)| *hex);
            match (card.place, another) {
                (_, Some(hex)) | (Place::At(hex), None) => self.put(&mut s, unit, hex),
                (Place::Free(_) | Place::Turn { .. } | Place::Group { .. } | Place::Volkssturm, None) => {
                    s.at[unit.index()] = self.off;
                }
            }
        }
        s.steps.push(Step::Deploy);
        if s.options.has(Options::PLACED) {
            self.deploy_rest(&mut s, r);
        }
        self.settle(&mut s, r);
        s
    }

    /// [16.2.o] Free units that are not on the map yet.
    fn undeployed(&self, s: &State) -> Units {
        self.free.iter().filter(|unit| s.at(*unit) == self.off).collect()
    }

    /// [16.2.o] With or next to a regiment of its corps as that was set up, outside of German zones, three to a hex.
    pub(crate) fn check_deploy(&self, s: &State, unit: Unit, at: Spot) -> Result<(), Illegal> {
        let refuse = |why| Err(Illegal::new(Rule("16.2.o"), why).about(Ref::Spot(at)));
        if !self.exists(unit) || !self.undeployed(s).contains(unit) {
            return Err(Illegal::new(Rule("16.2.o"), "the unit is not one of those to be placed freely"));
        }
        if !self.is_hex(at) {
            return Err(Illegal::new(Rule("16.2.o"), "say where the unit is placed").about(unit.into()));
        }
        if self.printed_ground(at) == Ground::Lake || s.here[Side::German].contains(at) {
            return refuse("nobody can be placed there");
        }
        if s.zones[Side::German].contains(at) {
            return refuse("a free unit is placed outside of German zones");
        }
        let card = self.card(unit);
        if card.mechanized && self.printed_ground(at) == Ground::Swamp && !self.road_hexes.contains(at) {
            return refuse("a mechanized unit is not placed in swamp without a road");
        }
        if !self.deploy_areas[unit.index()].contains(at) {
            return refuse("a free unit is placed with or next to a unit of its corps");
        }
        match self.has_room(s, at) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("7.0"), "three units are in that hex").about(Ref::Spot(at))),
        }
    }

    /// Where a unit of the same corps has its printed hex, and all around.
    pub(crate) fn near_corps(&self, unit: Unit) -> Hexes {
        let card = self.card(unit);
        let printed = self.of_side(card.side).iter().filter_map(|other| match self.card(other).place {
            Place::At(hex) => Some(hex).filter(|_| self.card(other).corps == card.corps),
            Place::Free(_) | Place::Turn { .. } | Place::Group { .. } | Place::Volkssturm => None,
        });
        self.within(&printed.collect(), 1)
    }

    fn deployment(&self, s: &State, unit: Unit) -> impl Iterator<Item = Spot> {
        self.deploy_areas[unit.index()].iter().filter(move |hex| self.check_deploy(s, unit, *hex).is_ok())
    }

    pub(crate) fn offer_deployment(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let left = self.undeployed(s);
        for unit in left {
            if self.deployment(s, unit).next().is_some() {
                let action = Action::Deploy { unit, at: crate::state::NOWHERE };
                offers.push(Offer::new(action, unit.into(), "place"));
            }
        }
        offers.push(Offer::new(Action::DeployRest, Ref::Nothing, "place the rest as suggested"));
    }

    pub(crate) fn open_deployment(&self, s: &State, unit: Unit) -> Opening {
        let of = self.deployment(s, unit).map(Ref::Spot).collect();
        Opening::Subset { of, must: 0, least: 1, most: 1, loose: false }
    }

    pub(crate) fn deploy(&self, s: &mut State, unit: Unit, at: Spot, r: &mut Referee<Event>) {
        self.put(s, unit, at);
        r.note(Rule("16.2.o"), Event::Deployed { unit, at });
    }

    /// [16.2.o] Who is left stands where units.txt suggests, or in the first hex that will do.
    pub(crate) fn deploy_rest(&self, s: &mut State, r: &mut Referee<Event>) {
        for unit in self.undeployed(s) {
            let suggested = match self.card(unit).place {
                Place::Free(hex) => Some(hex).filter(|hex| self.check_deploy(s, unit, *hex).is_ok()),
                Place::At(_) | Place::Turn { .. } | Place::Group { .. } | Place::Volkssturm => None,
            };
            let hex = suggested.or_else(|| self.deployment(s, unit).next());
            match hex {
                Some(hex) => self.deploy(s, unit, hex, r),
                None => {
                    r.note(Rule("7.0"), Event::NoRoom { unit });
                    self.eliminate(s, unit, r);
                }
            }
        }
    }

    pub(crate) fn settle_deployment(&self, s: &mut State, r: &mut Referee<Event>) -> bool {
        if !self.undeployed(s).is_empty() {
            return true;
        }
        s.steps.pop();
        self.begin_flood(s, r);
        false
    }

    /// [2.23] Whether a unit has to be placed with its corps.
    pub(crate) fn is_free(place: Place, kind: Kind) -> bool {
        matches!(place, Place::Free(_)) && kind != Kind::Volkssturm
    }
}
