//! `Match` without its type parameter, so that one server can hold every game.

use crate::chance::{Dice, Record};
use crate::forecast::Forecast;
use crate::game::{Awaits, Game, Setup};
use crate::game_match::{Consent, Match, Refusal};
use crate::ids::{Ref, Seat, Spot, Viewer};
use crate::kit::Kit;
use crate::offer::{Offer, Opening, Pick};
use crate::rule::{Illegal, Rule};
use crate::scene::{Note, Scene};

/// An offer as a client sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct OfferLine {
    pub about: Ref,
    pub label: &'static str,
    /// In notation, without what is still to be chosen.
    pub text: String,
    /// Where it leads, if that is one place.
    pub to: Option<Spot>,
    /// If it ends a phase or a turn: how many things would be left undone.
    pub ends: Option<u16>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CitedNote {
    pub rule: Rule,
    pub note: Note,
}

/// What everybody may read of an action.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NotesByViewer {
    /// In order of the seats.
    pub seats: Vec<Vec<CitedNote>>,
    pub public: Vec<CitedNote>,
}

impl NotesByViewer {
    pub fn of(&self, viewer: Viewer) -> &[CitedNote] {
        match viewer {
            Viewer::Seat(seat) => self.seats.get(seat.index()).map_or(&[], Vec::as_slice),
            Viewer::Public => &self.public,
        }
    }
}

/// A match of any game.
pub trait AnyMatch: Send {
    fn kit(&self) -> &Kit;
    fn setup(&self) -> &Setup;
    /// How many decisions were made.
    fn entries(&self) -> usize;
    fn awaits(&self) -> Awaits;
    fn offers(&self, seat: Seat) -> Vec<OfferLine>;
    fn open(&self, seat: Seat, offer: u16) -> Result<Opening, Refusal>;
    /// The openings of the offers, in their order. Paths are left out, and so is, unseen, whatever has the
    /// label of an offer that opened one: to open it is work, and most of them nobody asks for.
    fn openings(&self, seat: Seat) -> Vec<Option<Opening>>;
    fn ask(&self, seat: Seat, offer: u16, pick: Pick) -> Result<Option<Forecast>, Refusal>;
    fn play(&mut self, seat: Seat, offer: u16, pick: Pick, dice: &mut dyn Dice) -> Result<NotesByViewer, Refusal>;
    /// The same with an action typed as text.
    fn play_text(&mut self, seat: Seat, text: &str, dice: &mut dyn Dice) -> Result<NotesByViewer, Refusal>;
    /// Whether a typed action would be lawful, and its odds.
    fn ask_text(&self, seat: Seat, text: &str) -> Result<Option<Forecast>, Refusal>;
    /// Why nothing is offered about a thing, or, about nothing, why the phase cannot be ended.
    fn why_not(&self, seat: Seat, about: Ref) -> Result<Option<Illegal>, Refusal>;
    fn undo(&mut self, seat: Seat, consent: Consent) -> Result<(), Refusal>;
    /// Whether the seat may take the last decision back without asking anybody.
    fn may_undo(&self, seat: Seat) -> bool;
    /// Whether one of the entries from this one on, counted from 0, showed something hidden.
    fn has_shown(&self, from: usize) -> bool;
    /// The seat that made an entry, counted from 0.
    fn decided(&self, entry: usize) -> Option<Seat>;
    /// What it decided, in notation.
    fn action(&self, entry: usize) -> Option<String>;
    /// Rolls made so far, those of the deal included.
    fn rolled(&self) -> Vec<u16>;
    /// How many they are.
    fn rolls(&self) -> usize;
    fn scene(&self, viewer: Viewer) -> Scene;
    fn overlay(&self, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref>;
    fn position(&self) -> String;
    fn write(&self) -> String;
    /// The match file as far as the deal.
    fn head(&self) -> String;
    /// One line of the match file: an entry, counted from 0.
    fn line(&self, entry: usize) -> Option<String>;
}

impl<G: Game> Match<G> {
    fn offered_to(&self, seat: Seat) -> Result<&[Offer<G::Action>], Refusal> {
        match self.awaits().seat() {
            Some(awaited) if awaited == seat => Ok(self.offered()),
            awaited => Err(Refusal::NotYourDecision { awaited }),
        }
    }

    fn offer(&self, seat: Seat, offer: u16) -> Result<&G::Action, Refusal> {
        let offers = self.offered_to(seat)?;
        let found = offers.get(usize::from(offer)).ok_or(Refusal::NoSuchOffer { offer, offered: offers.len() })?;
        Ok(&found.action)
    }

    /// The offered action with the pick in it. A pick of another kind than the opening is refused here;
    /// whether one of the right kind is lawful is for the rules to say, with a citation.
    fn filled(&self, seat: Seat, offer: u16, pick: Pick) -> Result<G::Action, Refusal> {
        let mut action = self.offer(seat, offer)?.clone();
        let fits = matches!(
            (self.game().open(self.state(), &action), &pick),
            (Opening::Nothing, Pick::Nothing)
                | (Opening::Path(_), Pick::Path(_))
                | (Opening::Subset { .. }, Pick::Subset(_))
                | (Opening::Amount { .. }, Pick::Amount(_))
                | (Opening::Counts { .. }, Pick::Counts(_))
        );
        if !fits {
            return Err(Refusal::NotOffered);
        }
        self.game().fill(&mut action, pick);
        Ok(action)
    }

    fn told(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<NotesByViewer, Refusal> {
        let record = Match::play(self, seat, action, dice)?;
        let notes = |viewer| self.notes(&record, viewer).collect();
        let seats = (0u8..).zip(&self.game().kit().seats).map(|(seat, _)| notes(Viewer::Seat(Seat(seat)))).collect();
        Ok(NotesByViewer { seats, public: notes(Viewer::Public) })
    }

    /// What a viewer may read of what an action caused.
    pub fn notes(&self, record: &Record<G::Event>, viewer: Viewer) -> impl Iterator<Item = CitedNote> {
        let note = move |(rule, event): &(Rule, G::Event)| {
            Some(CitedNote { rule: *rule, note: self.game().describe(event, viewer)? })
        };
        record.notes.iter().filter_map(note)
    }

    fn typed(&self, text: &str) -> Result<G::Action, Refusal> {
        self.game().read_action(text).map_err(Refusal::Unreadable)
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn kit(&self) -> &Kit {
        self.game().kit()
    }

    fn setup(&self) -> &Setup {
        Match::setup(self)
    }

    fn entries(&self) -> usize {
        Match::entries(self).len()
    }

    fn awaits(&self) -> Awaits {
        Match::awaits(self)
    }

    fn offers(&self, seat: Seat) -> Vec<OfferLine> {
        let line = |offer: &Offer<G::Action>| OfferLine {
            about: offer.about,
            label: offer.label,
            text: self.game().write_action(&offer.action),
            to: offer.to,
            ends: offer.ends,
        };
        self.offered_to(seat).map(|offers| offers.iter().map(line).collect()).unwrap_or_default()
    }

    fn open(&self, seat: Seat, offer: u16) -> Result<Opening, Refusal> {
        Ok(self.game().open(self.state(), self.offer(seat, offer)?))
    }

    fn openings(&self, seat: Seat) -> Vec<Option<Opening>> {
        let mut paths: Vec<&'static str> = vec![];
        let open = |offer: &Offer<G::Action>| {
            if paths.contains(&offer.label) {
                return None;
            }
            match self.game().open(self.state(), &offer.action) {
                Opening::Path(_) => {
                    paths.push(offer.label);
                    None
                }
                open => Some(open),
            }
        };
        self.offered_to(seat).map(|offers| offers.iter().map(open).collect()).unwrap_or_default()
    }

    fn ask(&self, seat: Seat, offer: u16, pick: Pick) -> Result<Option<Forecast>, Refusal> {
        let action = self.filled(seat, offer, pick)?;
        Match::forecast(self, seat, &action)
    }

    fn play(&mut self, seat: Seat, offer: u16, pick: Pick, dice: &mut dyn Dice) -> Result<NotesByViewer, Refusal> {
        let action = self.filled(seat, offer, pick)?;
        self.told(seat, action, dice)
    }

    fn play_text(&mut self, seat: Seat, text: &str, dice: &mut dyn Dice) -> Result<NotesByViewer, Refusal> {
        let action = self.typed(text)?;
        self.told(seat, action, dice)
    }

    fn ask_text(&self, seat: Seat, text: &str) -> Result<Option<Forecast>, Refusal> {
        Match::forecast(self, seat, &self.typed(text)?)
    }

    fn why_not(&self, seat: Seat, about: Ref) -> Result<Option<Illegal>, Refusal> {
        let awaited = self.awaits().seat();
        if awaited != Some(seat) {
            return Err(Refusal::NotYourDecision { awaited });
        }
        Ok(self.game().why_not(self.state(), about))
    }

    fn undo(&mut self, seat: Seat, consent: Consent) -> Result<(), Refusal> {
        Match::undo(self, seat, consent)
    }

    fn may_undo(&self, seat: Seat) -> bool {
        Match::may_undo(self, seat)
    }

    fn has_shown(&self, from: usize) -> bool {
        Match::entries(self).iter().skip(from).any(|entry| entry.shown)
    }

    fn decided(&self, entry: usize) -> Option<Seat> {
        Some(Match::entries(self).get(entry)?.seat)
    }

    fn action(&self, entry: usize) -> Option<String> {
        Some(self.game().write_action(&Match::entries(self).get(entry)?.action))
    }

    fn rolled(&self) -> Vec<u16> {
        Match::rolled(self).collect()
    }

    fn rolls(&self) -> usize {
        Match::rolls(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.game().scene(self.state(), viewer)
    }

    fn overlay(&self, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.game().overlay(self.state(), viewer, name, about)
    }

    fn position(&self) -> String {
        self.game().write_position(self.state())
    }

    fn write(&self) -> String {
        Match::write(self)
    }

    fn head(&self) -> String {
        Match::head(self)
    }

    fn line(&self, entry: usize) -> Option<String> {
        Match::line(self, entry)
    }
}
