//! [28.0] Victory Points for towns and bridges, and the levels of victory.

use crate::OperationGrenade;
use crate::components::Level;
use crate::event::Event;
use crate::state::{Bridge, Side, State, Unit};
use referee::{Outcome, Referee, Rule, Spot};

impl OperationGrenade {
    /// What it means that a unit enters a hex, by whatever manner: [28.1] a town is taken, [28.21] the Rhine crossed.
    pub(crate) fn pass(&self, s: &mut State, unit: Unit, from: Spot, to: Spot, r: &mut Referee<Event>) {
        let side = self.side(unit);
        if let Some(town) = self.victory_at(to) {
            let bit = 1 << town;
            match (side, s.held & bit != 0) {
                (Side::US, false) => {
                    s.held |= bit;
                    r.note(Rule("28.1"), Event::Taken { hex: to });
                }
                (Side::German, true) => {
                    s.held &= !bit;
                    r.note(Rule("28.1"), Event::Retaken { hex: to });
                }
                (Side::US, true) | (Side::German, false) => {}
            }
        }
        if side == Side::US
            && let Some(bridge) = self.bridges_west(from).find(|bridge| self.rhine_bridge(*bridge).east == to)
        {
            s.crossed[usize::from(bridge)].insert(unit);
            r.note(Rule("28.21"), Event::Crossed { unit, bridge });
        }
    }

    /// [28.21], [28.22] A bridge that is not blown, and beyond the Rhine a unit that crossed it.
    pub(crate) fn bridge_counts(&self, s: &State, bridge: u8) -> bool {
        let i = usize::from(bridge);
        s.bridges[i] != Bridge::Blown && s.crossed[i].iter().any(|unit| self.components.map.east.contains(s.at(unit)))
    }

    /// [28.1], [28.2], [28.23] Victory Points of the US as things stand.
    pub(crate) fn points(&self, s: &State) -> u16 {
        let map = &self.components.map;
        let towns = map.victory.iter().enumerate().filter(|(i, _)| s.held & (1 << i) != 0);
        let towns: u16 = towns.map(|(_, town)| u16::from(town.points)).sum();
        let bridges = (0u8..).take(map.bridges.len()).filter(|bridge| self.bridge_counts(s, *bridge));
        towns + u16::from(self.components.tables.bridge_points) * u16::try_from(bridges.count()).unwrap_or(0)
    }

    /// [28.3], [28.4] The level of victory for so many points.
    pub(crate) fn level(&self, points: u16) -> &Level {
        let levels = &self.components.tables.levels;
        levels.iter().find(|level| points >= level.at_least).expect("the last level begins with no points")
    }

    pub(crate) fn level_of_victory(&self, s: &State) -> Outcome {
        let level = self.level(self.points(s));
        let (rule, name) = title(level);
        Outcome { winner: Some(level.winner.seat()), level: name, rule }
    }
}

fn title(level: &Level) -> (Rule, &'static str) {
    match (level.winner, level.name.as_str()) {
        (Side::US, "Decisive") => (Rule("28.3.f"), "US Decisive"),
        (Side::US, "Substantive") => (Rule("28.3.e"), "US Substantive"),
        (Side::US, _) => (Rule("28.3.d"), "US Marginal"),
        (Side::German, "Marginal") => (Rule("28.3.c"), "German Marginal"),
        (Side::German, "Substantive") => (Rule("28.3.b"), "German Substantive"),
        (Side::German, _) => (Rule("28.3.a"), "German Decisive"),
    }
}
