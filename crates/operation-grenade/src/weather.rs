//! [24.0] Weather, mud and thaw.

use crate::OperationGrenade;
use crate::event::Event;
use crate::state::{State, Weather};
use referee::{Referee, Rule};

impl Weather {
    pub const ALL: [Weather; 4] = [Weather::Clear, Weather::Thaw, Weather::Light, Weather::Rain];

    pub fn word(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Thaw => "thaw",
            Weather::Light => "light",
            Weather::Rain => "rain",
        }
    }

    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Thaw => "clear with thaw",
            Weather::Light => "light overcast",
            Weather::Rain => "heavy overcast with rain",
        }
    }
}

impl OperationGrenade {
    /// [24.11], [24.14], [24.15] The die of a Game-Turn, modified by the weather before it, or [24.3] by the first turn.
    pub(crate) fn roll_weather(&self, s: &mut State, r: &mut Referee<Event>) {
        let table = &self.components.tables.weather;
        let die = r.roll(6);
        let modifier = match s.weather[0] {
            _ if s.turn == 1 => table.first_turn,
            Weather::Clear | Weather::Thaw => table.after_clear,
            Weather::Light => 0,
            Weather::Rain => table.after_heavy,
        };
        let modified = u8::try_from(i16::from(die) + i16::from(modifier)).unwrap_or(0);
        let before = if s.turn == 1 { Weather::Light } else { s.weather[0] };
        s.weather = [table.table[usize::from(modified).min(7)], before];
        r.note(Rule("24.11"), Event::Weather { die, modified, weather: s.weather[0] });
        if s.is_mud() {
            r.note(Rule("24.21"), Event::Mud);
        }
    }
}
