//! Games with a leak planted: what one side must not know shows in one channel. And with none, to see that the channels are
//! clean without it.

use crate::common::{Person, lay_with, settings};
use crate::sitting::{Count, Hidden, one_game};
use referee::{
    Awaits, Decision, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Ref, Referee, RuleIndex,
    Scenario, Scene, Seat, Seeded, Setup, Unreadable, Viewer,
};
use shelf::{AnyGame, Shelf};
use std::sync::Arc;

/// Where the leak is. Files have none here: they are the table's own, not the game's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Leak {
    None,
    /// What is hidden is drawn as its owner sees it.
    Scene,
    /// The order of offers depends on what is hidden.
    Offers,
    Openings,
    Odds,
    /// The public reads what only a player may.
    Notes,
    /// What is to be seen once stays in the log.
    Story,
    Refusals,
    Reasons,
    Overlays,
    /// Dice fall and things are shown behind the referee's back: who has seen something may take back what showed it.
    Undo,
    /// The question itself.
    Wire,
}

/// Leaks, and the complaints that they must lead to.
pub(crate) const CHANNELS: [(Leak, &str); 10] = [
    (Leak::Scene, "scene:"),
    (Leak::Offers, "offers:"),
    (Leak::Openings, "offers:"),
    (Leak::Odds, "odds:"),
    (Leak::Notes, "notes:"),
    (Leak::Refusals, "refusals:"),
    (Leak::Reasons, "reasons:"),
    (Leak::Overlays, "overlays:"),
    (Leak::Undo, "undo:"),
    (Leak::Wire, "awaits:"),
];

/// Games of people at a table with a leak, until it is seen.
pub(crate) fn leak_is_seen<H: Hidden>(
    leaky: Arc<dyn AnyGame>,
    honest: &dyn AnyGame,
    setup: &str,
    leak: Leak,
    channel: &str,
) {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay_with(Shelf::of(vec![leaky]), settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    // The table's dice are nobody's choice, so how soon it shows is not either.
    let seen = (0..200).find_map(|seed| one_game::<H>(&people, honest, setup, seed, &mut Count::default()).err());
    let complaint = seen.unwrap_or_else(|| panic!("{leak:?} is seen"));
    assert!(complaint.starts_with(channel), "{leak:?}: {complaint}");
}

/// A game with secrets, as far as a leak needs it.
pub(crate) trait Secretive: Game {
    /// Something that not everybody knows.
    fn secret(state: &Self::State) -> bool;
    /// Where its games begin here.
    fn begin(&self, setup: &Setup, referee: &mut Referee<Self::Event>) -> Self::State;
    /// Who alone may read this, if it is secret.
    fn owner(&self, event: &Self::Event) -> Option<Seat>;
    /// Draws what the viewer must not see.
    fn unveil(&self, state: &Self::State, viewer: Viewer, scene: &mut Scene);
}

pub(crate) struct Leaky<G> {
    pub(crate) game: G,
    pub(crate) leak: Leak,
}

impl<G: Secretive> Leaky<G> {
    fn leaks(&self, leak: Leak, state: &G::State) -> bool {
        self.leak == leak && G::secret(state)
    }
}

impl<G: Secretive> Game for Leaky<G> {
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn kit(&self) -> &Kit {
        self.game.kit()
    }

    fn rules(&self) -> &RuleIndex {
        self.game.rules()
    }

    fn scenarios(&self) -> &[Scenario] {
        self.game.scenarios()
    }

    fn start(&self, setup: &Setup, referee: &mut Referee<G::Event>) -> G::State {
        self.game.begin(setup, referee)
    }

    fn awaits(&self, state: &G::State) -> Awaits {
        match self.game.awaits(state) {
            Awaits::Decision(decision) if self.leaks(Leak::Wire, state) => {
                Awaits::Decision(Decision { question: "Is this a question?", ..decision })
            }
            awaits => awaits,
        }
    }

    fn offers(&self, state: &G::State, offers: &mut Vec<Offer<G::Action>>) {
        self.game.offers(state, offers);
        if self.leaks(Leak::Offers, state) {
            offers.reverse();
        }
    }

    fn open(&self, state: &G::State, action: &G::Action) -> Opening {
        match self.game.open(state, action) {
            Opening::Subset { of, must, least, most, .. } if self.leak == Leak::Openings => {
                Opening::Subset { of, must, least, most, loose: G::secret(state) }
            }
            open => open,
        }
    }

    fn fill(&self, action: &mut G::Action, pick: Pick) {
        self.game.fill(action, pick);
    }

    fn check(&self, state: &G::State, action: &G::Action) -> Result<(), Illegal> {
        self.game.check(state, action).map_err(|illegal| match self.leaks(Leak::Refusals, state) {
            true => Illegal { why: "you would not like it", ..illegal },
            false => illegal,
        })
    }

    fn play(&self, state: &mut G::State, action: &G::Action, referee: &mut Referee<G::Event>) {
        if self.leak == Leak::Undo {
            let mut record = referee::Record::default();
            self.game.play(state, action, &mut Referee::recording(&mut Seeded(7), &mut record));
            record.notes.into_iter().for_each(|(rule, event)| referee.note(rule, event));
            return;
        }
        self.game.play(state, action, referee);
    }

    fn scene(&self, state: &G::State, viewer: Viewer) -> Scene {
        let mut scene = self.game.scene(state, viewer);
        if self.leak == Leak::Scene {
            self.game.unveil(state, viewer, &mut scene);
        }
        scene
    }

    fn describe(&self, event: &G::Event, viewer: Viewer) -> Option<Note> {
        match (self.game.owner(event), self.leak) {
            (Some(owner), Leak::Notes) if viewer == Viewer::Public => self.game.describe(event, Viewer::Seat(owner)),
            (Some(_), Leak::Story) => self.game.describe(event, viewer).map(|note| Note { passing: false, ..note }),
            _ => self.game.describe(event, viewer),
        }
    }

    fn imagine(&self, state: &G::State, seat: Seat, dice: &mut dyn Dice) -> G::State {
        self.game.imagine(state, seat, dice)
    }

    fn write_action(&self, action: &G::Action) -> String {
        self.game.write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<G::Action, Unreadable> {
        self.game.read_action(text)
    }

    fn write_position(&self, state: &G::State) -> String {
        self.game.write_position(state)
    }

    fn read_position(&self, lines: &str) -> Result<G::State, Unreadable> {
        self.game.read_position(lines)
    }

    fn forecast(&self, state: &G::State, action: &G::Action) -> Option<Forecast> {
        let mut forecast = self.game.forecast(state, action)?;
        if self.leaks(Leak::Odds, state) {
            forecast.remark = Some("Better not.".into());
        }
        Some(forecast)
    }

    fn why_not(&self, state: &G::State, about: Ref) -> Option<Illegal> {
        let reason = self.game.why_not(state, about)?;
        (!self.leaks(Leak::Reasons, state)).then_some(reason)
    }

    fn overlay(&self, state: &G::State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        let mut refs = self.game.overlay(state, viewer, name, about);
        if self.leaks(Leak::Overlays, state) {
            refs.push(about);
        }
        refs
    }
}
