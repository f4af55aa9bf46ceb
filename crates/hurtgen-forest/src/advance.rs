//! [7.9] Advance after combat, along the Path of Retreat.

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{State, Unit, Units};
use board::Path;
use referee::{Illegal, Leg, Offer, Opening, Reach, Ref, Referee, Rule, Spot};

impl HurtgenForest {
    /// [7.91], [7.92] Everything a victorious unit can advance to. [7.93] Enemy zones do not matter. [7.95] Where two paths
    /// meet, each has legs of its own: what lies behind is reached by one of them from its beginning.
    fn advances(&self, s: &State, unit: Unit) -> Reach {
        let from = s.at(unit);
        let mut legs: Vec<Leg> = vec![];
        for trail in s.battle.trails.iter().filter(|trail| trail.unit.is_some()) {
            let mut at = from;
            for (&to, cost) in trail.hexes.as_slice().iter().zip(1..) {
                if self.check_advance_step(s, unit, at, to).is_err() {
                    break;
                }
                let end = s.is_vacant(to) && !legs.iter().any(|leg| leg.spot == to);
                legs.push(Leg { spot: to, via: at, cost, end, stop: false });
                at = to;
            }
        }
        Reach { from, budget: 4, scale: 0, legs }
    }

    /// [7.94] The first step goes into the hex of a unit it stood next to. [5.24.b] Closed ways stay closed.
    fn check_advance_step(&self, s: &State, unit: Unit, at: Spot, to: Spot) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(to)));
        let Some(edge) = self.board.edge(at, to) else {
            return refuse(Rule("7.94"), "it was not adjacent to the unit that was driven off");
        };
        if s.occupant(to).is_some_and(|other| self.side(other) != self.side(unit)) {
            return refuse(Rule("5.12"), "an enemy unit is in that hex");
        }
        if self.terrain_cost(self.card(unit).motorized, to, edge).is_err() {
            return refuse(Rule("5.24.b"), "the way is closed to this unit");
        }
        Ok(())
    }

    pub(crate) fn can_advance(&self, s: &State, unit: Unit) -> bool {
        self.is_hex(s.at(unit)) && self.advances(s, unit).ends().next().is_some()
    }

    /// [7.96.a] Always voluntary.
    pub(crate) fn offer_advances(&self, s: &State, units: Units, offers: &mut Vec<Offer<Action>>) {
        for unit in units.iter().filter(|&unit| self.can_advance(s, unit)) {
            let action = Action::Advance { unit, path: Path::default() };
            offers.push(Offer::new(action, unit.into(), "advance"));
        }
        offers.push(Offer::new(Action::Done, Ref::Nothing, "no further advance"));
    }

    pub(crate) fn open_advance(&self, s: &State, unit: Unit) -> Opening {
        Opening::Path(self.advances(s, unit))
    }

    pub(crate) fn check_advance(&self, s: &State, units: Units, unit: Unit, path: &[Spot]) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        if !self.exists(unit) || !units.contains(unit) || !self.is_hex(s.at(unit)) {
            return refuse(Rule("7.94"), "only victorious units that stood adjacent advance, once");
        }
        let Some(&end) = path.last() else { return refuse(Rule("7.91"), "an advance needs a path") };
        let trails = s.battle.trails.iter().filter(|trail| trail.unit.is_some());
        if !trails.clone().any(|trail| trail.hexes.as_slice().starts_with(path)) {
            let known = trails.clone().any(|trail| trail.hexes.as_slice().contains(&end));
            let why =
                if known { "it follows one path from its beginning" } else { "the hex is not on a Path of Retreat" };
            return refuse(Rule("7.95"), why);
        }
        let mut at = s.at(unit);
        for &to in path {
            self.check_advance_step(s, unit, at, to)?;
            at = to;
        }
        if !s.is_vacant(end) {
            return Err(Illegal::new(Rule("5.31.a"), "another unit has stopped there").about(Ref::Spot(end)));
        }
        Ok(())
    }

    /// [7.96], [7.96.b] At once; it has fought in this phase. [7.96.c] Its zone counts from now on.
    pub(crate) fn advance(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let end = *path.last().expect("a checked advance has a path");
        self.place(s, unit, end);
        s.advanced.insert(unit);
        r.note(Rule("7.91"), Event::Advanced { unit, path: path.iter().copied().collect() });
        if let Some(Step::Advance { units, .. }) = s.steps.top_mut() {
            units.remove(unit);
        }
    }

    /// For the map: the hexes that victors may follow.
    pub(crate) fn trail_hexes<'a>(&'a self, s: &'a State) -> impl Iterator<Item = Spot> + 'a {
        s.battle
            .trails
            .iter()
            .filter(|trail| trail.unit.is_some())
            .flat_map(|trail| trail.hexes.as_slice().iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Side, Trail};
    use referee::{Game as _, Pick, Seeded, Setup};

    /// [7.95] A hex in which two Paths of Retreat meet is entered by either of them, and what lies behind it only by its own.
    #[test]
    fn where_paths_of_retreat_meet_each_is_followed_from_its_beginning() {
        let game = HurtgenForest::new(&crate::files()).expect("the embedded files are sound");
        let setup = Setup { scenario: "historical".into(), options: vec![] };
        let mut s = game.start(&setup, &mut Referee::silent(&mut Seeded(1)));
        let named = |name: &str| game.read_hex(name).expect("a hex");
        let unit = game.read_unit("1/8").expect("a unit");
        let everybody = game.of_side(Side::US) | game.of_side(Side::German);
        everybody.iter().for_each(|other| game.take_away(&mut s, other, game.dead));
        game.place(&mut s, unit, named("2202"));
        // Both lead through 2104; the second goes on to 2004.
        let ours = [named("2103"), named("2104")];
        let others = [named("2203"), named("2104"), named("2004")];
        s.battle.trails[0] = Trail { unit: game.read_unit("275F").ok(), hexes: ours[..].try_into().expect("short") };
        s.battle.trails[1] = Trail { unit: game.read_unit("253").ok(), hexes: others[..].try_into().expect("short") };
        s.steps.push(Step::Advance { side: Side::US, units: Units::only(unit) });
        let Opening::Path(reach) = game.open_advance(&s, unit) else { panic!("an advance is a path") };
        assert!(reach.ends().any(|leg| leg.spot == others[2]), "the end of the second path: {reach:?}");
        for leg in reach.ends() {
            let mut action = Action::Advance { unit, path: Path::default() };
            game.fill_in(&mut action, Pick::Path(reach.path_to(leg.spot)));
            assert!(game.check(&s, &action).is_ok(), "{}", game.write_action(&action));
        }
    }
}
