//! The books of the game: what every decision did to accounts, replacements and counters, added up from its notes.

use referee::Record;
use road_to_the_rhine::components::{Components, Kind, load};
use road_to_the_rhine::state::{Side, Unit};
use road_to_the_rhine::{Action, Event, State, files};

pub(crate) struct Books {
    of: Components,
    hexes: u16,
}

/// Boxes behind the hexes, in their order.
const WAITING: u16 = 2;
const CADRE: u16 = 3;
const DESTROYED: u16 = 4;
const CANNIBALIZED: u16 = 5;
const WITHDRAWN: u16 = 6;
const LOST: u16 = 10;

impl Books {
    pub(crate) fn new() -> Books {
        let of = load(&files()).expect("the embedded files are sound");
        let hexes = u16::try_from(of.map.grid.len()).expect("few hexes");
        Books { of, hexes }
    }

    pub(crate) fn audit(
        &self,
        before: &State,
        action: &Action,
        after: &State,
        record: &Record<Event>,
    ) -> Result<(), String> {
        self.audit_points(before, after, record)?;
        self.audit_replacements(before, action, after, record)?;
        self.audit_counters(before, after)
    }

    fn is_in(&self, s: &State, unit: Unit, place: u16) -> bool {
        s.at[unit.index()].0 == self.hexes + place
    }

    /// Points of each side: income less what was paid.
    fn audit_points(&self, before: &State, after: &State, record: &Record<Event>) -> Result<(), String> {
        let mut expected = [i32::from(before.msp[0] + before.msp[1]), i32::from(before.msp[2])];
        let mut turn = before.initiative;
        let mut attacker = before.attacker();
        for (_, event) in &record.notes {
            match event {
                Event::PlayerTurn(side) => (turn, attacker) = (*side, *side),
                Event::Points { count, .. } => expected[turn as usize] += i32::from(*count),
                Event::Supplied { points, .. } | Event::Impulse { points, .. } => {
                    expected[turn as usize] -= i32::from(*points)
                }
                Event::Ready { units, points, .. } => {
                    let owner = units.first().map_or(turn, |unit| self.of.units[unit.index()].side);
                    expected[owner as usize] -= i32::from(*points);
                }
                Event::WaterPaid { points, .. } => expected[attacker as usize] -= i32::from(*points),
                Event::Transfers { air, .. } if self.is_in(before, *air, WAITING) => {
                    let allied = self.of.units[air.index()].side == Side::AL;
                    expected[0] -= if allied { i32::from(self.of.tables.new_air_unit) } else { 0 };
                }
                _ => {}
            }
        }
        let found = [i32::from(after.msp[0] + after.msp[1]), i32::from(after.msp[2])];
        match found == expected {
            true => Ok(()),
            false => Err(format!("the accounts are {found:?}, by the notes {expected:?}")),
        }
    }

    /// What a withdrawn unit takes along [31.E.e].
    fn missing(&self, s: &State, unit: Unit) -> i32 {
        let card = &self.of.units[unit.index()];
        if matches!(card.kind, Kind::Bomber | Kind::FighterBomber | Kind::Transport) {
            return 0;
        }
        let back = i32::from(card.back.is_some());
        match (card.size == "XX", self.is_in(s, unit, DESTROYED), self.is_in(s, unit, CADRE)) {
            (true, true, _) => 2 + back,
            (false, true, _) => 1,
            (_, _, true) => 1 + back,
            _ => i32::from(s.reduced.contains(unit)),
        }
    }

    /// All kinds together: received, forgone, cannibalized, used, and taken along.
    fn audit_replacements(
        &self,
        before: &State,
        action: &Action,
        after: &State,
        record: &Record<Event>,
    ) -> Result<(), String> {
        let stock = |s: &State| -> i32 {
            let sum = |counts: &[u8]| counts.iter().map(|count| i32::from(*count)).sum::<i32>();
            sum(&s.has) + sum(&s.fresh) - sum(&s.owes)
        };
        let mut expected = stock(before);
        if let Action::Rebuild { with: Some(_), .. } = action {
            expected -= 1;
        }
        for (_, event) in &record.notes {
            match event {
                Event::Replacements(counts) => expected += counts.iter().map(|count| i32::from(*count)).sum::<i32>(),
                Event::NotReceived(_) => expected -= 1,
                Event::Cannibalized { count, .. } => expected += i32::from(*count),
                Event::About { unit, what: "is withdrawn" } => expected -= self.missing(before, *unit),
                _ => {}
            }
        }
        let found = stock(after);
        match found == expected {
            true => Ok(()),
            false => Err(format!("there are {found} replacements, by the notes {expected}")),
        }
    }

    /// Who is gone for good stays away, and nobody is in two places or none.
    fn audit_counters(&self, before: &State, after: &State) -> Result<(), String> {
        for (number, card) in (0u16..).zip(&self.of.units) {
            let unit = Unit(number);
            let air = matches!(card.kind, Kind::Bomber | Kind::FighterBomber | Kind::Transport);
            if after.at[unit.index()].0 >= self.hexes + 12 {
                return Err(format!("{} is nowhere", card.name));
            }
            for (place, word) in [(CANNIBALIZED, "cannibalized"), (WITHDRAWN, "withdrawn"), (LOST, "lost")] {
                let back = self.is_in(before, unit, place) && !self.is_in(after, unit, place);
                if back && !(air && place == WITHDRAWN) {
                    return Err(format!("{} was {word} and is back", card.name));
                }
            }
        }
        Ok(())
    }
}
