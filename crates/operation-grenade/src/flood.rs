//! [17.0] The flood, D-Day and the current [18.0], [18.1].

use crate::OperationGrenade;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Current, Flood, Options, State};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl Flood {
    pub fn word(self) -> &'static str {
        match self {
            Flood::Unknown => "unknown",
            Flood::Flash => "flash",
            Flood::Gradual => "gradual",
        }
    }
}

impl Current {
    pub const FLOWING: [Current; 3] = [Current::Normal, Current::Rapid, Current::Torrent];

    pub fn word(self) -> &'static str {
        match self {
            Current::None => "none",
            Current::Normal => "normal",
            Current::Rapid => "rapid",
            Current::Torrent => "torrent",
        }
    }

    /// The case that says what it does.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Current::None => Rule("18.11"),
            Current::Normal => Rule("18.11.c"),
            Current::Rapid => Rule("18.11.b"),
            Current::Torrent => Rule("18.11.a"),
        }
    }
}

impl OperationGrenade {
    /// [17.11] The valley is swamp.
    #[inline]
    pub(crate) fn is_flash(&self, s: &State) -> bool {
        s.flood == Flood::Flash
    }

    pub(crate) fn begin_flood(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.options.has(Options::FLASH) {
            self.let_loose(s, Flood::Flash, r);
        } else if s.options.has(Options::GRADUAL) {
            self.let_loose(s, Flood::Gradual, r);
        } else {
            s.steps.push(Step::Flood);
        }
    }

    pub(crate) fn check_flood(flood: Flood) -> Result<(), Illegal> {
        match flood {
            Flood::Flash | Flood::Gradual => Ok(()),
            Flood::Unknown => Err(Illegal::new(Rule("17.0"), "the flood is flash or gradual")),
        }
    }

    pub(crate) fn offer_floods(&self, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Flood(Flood::Flash), Ref::Nothing, "flash flood"));
        offers.push(Offer::new(Action::Flood(Flood::Gradual), Ref::Nothing, "gradual flood"));
    }

    /// [17.1], [17.12] A flash flood begins the game at once; [17.2] in a gradual one the US names its day.
    pub(crate) fn let_loose(&self, s: &mut State, flood: Flood, r: &mut Referee<Event>) {
        s.flood = flood;
        r.note(Rule("17.0"), Event::Flooded { flood });
        if flood == Flood::Flash {
            s.d_day = self.components.tables.track.flash;
            self.begin_game_turn(s, 1, r);
        } else {
            s.steps.push(Step::DDay);
        }
    }

    /// The days that can be D-Day, as days of February.
    pub(crate) fn d_days(&self) -> (i16, i16) {
        let track = &self.components.tables.track;
        let first = i16::from(track.first);
        (first, first + i16::try_from(track.d_day.len()).unwrap_or(1) - 1)
    }

    pub(crate) fn check_d_day(&self, day: i16) -> Result<(), Illegal> {
        let (first, last) = self.d_days();
        match (first..=last).contains(&day) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("18.0"), "D-Day is one of the days with a modifier on the track")),
        }
    }

    pub(crate) fn offer_d_day(&self, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::DDay(self.d_days().0), Ref::Nothing, "D-Day"));
    }

    pub(crate) fn open_d_day(&self) -> Opening {
        let (least, most) = self.d_days();
        Opening::Amount { least, most }
    }

    /// [18.1], [18.12], [18.15] The modified die, and the current it brings.
    pub(crate) fn current_of(&self, day: i16, die: u8) -> (u8, Current) {
        let tables = &self.components.tables;
        let index = usize::try_from(day - i16::from(tables.track.first)).unwrap_or(0);
        let modifier = tables.track.d_day.get(index).copied().unwrap_or(0);
        let modified = (i16::from(die) + i16::from(modifier)).clamp(1, 6);
        let modified = u8::try_from(modified).unwrap_or(1);
        let card = tables.currents.iter().find(|card| (card.die.0..=card.die.1).contains(&modified));
        (modified, card.map_or(Current::Normal, |card| card.current))
    }

    /// [18.0] D-Day is named, then the current is found out.
    pub(crate) fn name_d_day(&self, s: &mut State, day: i16, r: &mut Referee<Event>) {
        s.steps.pop();
        s.d_day = u8::try_from(day - i16::from(self.components.tables.track.first)).unwrap_or(0);
        r.note(Rule("18.0"), Event::DDay { day: s.d_day });
        let die = r.roll(6);
        let (modified, current) = self.current_of(day, die);
        s.current = current;
        r.note(Rule("18.1"), Event::Current { die, modified, current });
        self.begin_game_turn(s, 1, r);
    }

    /// [18.13] A gradual flood has a current until its last day, [17.13] a flash flood none.
    pub(crate) fn has_current(&self, s: &State) -> bool {
        s.flood == Flood::Gradual && s.day() <= self.components.tables.track.current_until
    }
}
