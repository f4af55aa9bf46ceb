//! [14.0] Reinforcements in columns, by turn [27.3] or by die [23.0].

use crate::OperationGrenade;
use crate::components::{Ground, Place, Quarter};
use crate::event::Event;
use crate::movement::Mover;
use crate::state::{Hexes, State, Unit, Units};
use board::Toll;
use referee::{Illegal, Referee, Rule, Spot};

impl OperationGrenade {
    /// [14.0], [23.0] Whether a waiting unit may come in yet.
    pub(crate) fn check_due(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        match self.card(unit).place {
            Place::Turn { turn, .. } if s.turn < turn => refuse(Rule("14.0"), "the reinforcement is not due yet"),
            Place::Group { quarter, group, .. } if s.groups[quarter as usize] < group => {
                refuse(Rule("23.0"), "no die has brought this group yet")
            }
            Place::Turn { .. } | Place::Group { .. } => Ok(()),
            Place::At(_) | Place::Free(_) | Place::Volkssturm => refuse(Rule("14.0"), "the unit is no reinforcement"),
        }
    }

    fn entry_of(&self, unit: Unit) -> Option<Spot> {
        match self.card(unit).place {
            Place::Turn { entry, .. } | Place::Group { entry, .. } => Some(self.components.map.entries[entry].hex),
            Place::At(_) | Place::Free(_) | Place::Volkssturm => None,
        }
    }

    /// [14.21] Occupied or controlled by the enemy.
    fn is_blocked(&self, s: &State, unit: Unit, hex: Spot) -> bool {
        let enemy = self.side(unit).other();
        s.here[enemy].contains(hex) || s.zones[enemy].contains(hex)
    }

    /// [14.11] Where a unit may enter: at its hex; [14.21] if that is blocked anywhere at the edge within three hexes, or as
    /// near as possible.
    pub(crate) fn entry_hexes(&self, s: &State, unit: Unit) -> Hexes {
        let Some(entry) = self.entry_of(unit) else { return Hexes::empty() };
        if !self.is_blocked(s, unit, entry) {
            return Hexes::only(entry);
        }
        let grid = &self.components.map.grid;
        let free = |hex: &Spot| {
            grid.is_edge(*hex) && self.printed_ground(*hex) != Ground::Lake && !self.is_blocked(s, unit, *hex)
        };
        let free: Hexes = self.hexes().filter(free).collect();
        let nearest = free.iter().map(|hex| grid.distance(hex, entry)).min().unwrap_or(0);
        let range = nearest.max(self.components.tables.limits.entry_range);
        free.iter().filter(|hex| grid.distance(*hex, entry) <= range).collect()
    }

    /// [14.11], [14.12] The n-th unit by a hex pays n times.
    pub(crate) fn entry_toll(&self, s: &State, mover: &Mover<'_>, to: Spot) -> Toll {
        if !mover.entries.contains(to) {
            return Toll::Barred(Rule("14.11"));
        }
        if let Some(rule) = self.too_far(mover, mover.start, to) {
            return Toll::Barred(rule);
        }
        let mud = usize::from(s.is_mud());
        let costs = &self.components.tables.costs[usize::from(mover.mechanized)];
        let by_road = self.components.map.entries.iter().any(|entry| entry.hex == to);
        let once = match by_road {
            true if mover.march => Some(costs.march[mud]),
            true => Some(costs.road),
            false => costs.ground[mud][self.ground(s, to) as usize],
        };
        match once {
            Some(once) => self.zone_toll(s, mover, mover.start, to, once * (u16::from(s.columns.at(to)) + 1)),
            None => Toll::Barred(Rule("27.1")),
        }
    }

    /// The refusal of another hex.
    pub(crate) fn wrong_entry(&self, s: &State, unit: Unit) -> (Rule, &'static str) {
        match self.entry_of(unit) {
            Some(entry) if self.is_blocked(s, unit, entry) => (
                Rule("14.21"),
                "a blocked entry is replaced by any free edge hex within three, or else by the nearest beyond",
            ),
            _ => (Rule("14.11"), "reinforcements enter at their entry hex"),
        }
    }

    /// [14.11] It is counted in its column; [11.51] and in supply for now.
    pub(crate) fn arrive_on_map(&self, s: &mut State, unit: Unit, at: Spot, r: &mut Referee<Event>) {
        let counted = s.columns.add(at, 1);
        assert!(counted, "there is a column for every unit that can enter");
        s.arrived[0].insert(unit);
        s.unsupplied.remove(unit);
        s.isolated.remove(unit);
        r.note(Rule("14.11"), Event::Entered { unit, at });
    }

    /// [23.0], [23.1], [23.2], [23.3] A die for each edge with groups left, [23.0.a] none for the others.
    pub(crate) fn roll_for_reinforcements(&self, s: &mut State, r: &mut Referee<Event>) {
        let mut dice = [0; 3];
        let mut came = [false; 3];
        for quarter in Quarter::ALL {
            let i = quarter as usize;
            if usize::from(s.groups[i]) < GROUPS {
                dice[i] = r.roll(6);
                came[i] = dice[i] <= self.components.tables.reinforcement_die[i];
                s.groups[i] += u8::from(came[i]);
            }
        }
        if dice.iter().any(|die| *die > 0) {
            r.note(Rule("23.0"), Event::ReinforcementDice { dice });
        }
        for quarter in Quarter::ALL.into_iter().filter(|quarter| came[*quarter as usize]) {
            let group = s.groups[quarter as usize];
            let units = self.group(quarter, group);
            r.note(group_rule(quarter, group), Event::Group { quarter, units });
        }
    }

    fn group(&self, quarter: Quarter, group: u8) -> Units {
        let of = |unit: &Unit| matches!(self.card(*unit).place, Place::Group { quarter: from, group: nth, .. } if from == quarter && nth == group);
        self.all_units().filter(of).collect()
    }
}

/// Each edge has so many groups.
pub(crate) const GROUPS: usize = 3;

fn group_rule(quarter: Quarter, group: u8) -> Rule {
    match (quarter, group) {
        (Quarter::South, 1) => Rule("23.1.a"),
        (Quarter::South, 2) => Rule("23.1.b"),
        (Quarter::South, _) => Rule("23.1.c"),
        (Quarter::East, 1) => Rule("23.2.a"),
        (Quarter::East, 2) => Rule("23.2.b"),
        (Quarter::East, _) => Rule("23.2.c"),
        (Quarter::North, 1) => Rule("23.3.a"),
        (Quarter::North, 2) => Rule("23.3.b"),
        (Quarter::North, _) => Rule("23.3.c"),
    }
}
