//! The vocabulary every game and every tool shares, and the match that is played with it.
//!
//! Read in this order: [`Game`] (what a rulebook must answer), [`Offer`], [`Opening`] and [`Pick`]
//! (how a player answers without knowing types), [`Referee`] (the only door to chance and to the
//! record), [`Match`] (a game at the table). No game knowledge lives here, and nothing here
//! does input or output.
//!
//! A match from the deal to its file. Ford is the game here; with any other it is the same:
//!
//! ```
//! use ford::Ford;
//! use referee::{Game, Match, Refusal, Rule, Seat, Seeded, Setup};
//! use std::sync::Arc;
//!
//! let ford = Arc::new(Ford::new(&ford::files()).expect("our own files are in order"));
//! let mut dice = Seeded(7);
//! let setup = Setup::read("dusk +no-mine").expect("a scenario in words");
//! let mut game = Match::begin(Arc::clone(&ford), &setup, &mut dice).expect("Ford has this scenario");
//!
//! // Somebody types. What the rules forbid changes nothing, and the answer names the rule.
//! let attack = ford.read_action("attack Anton with Able").expect("words of the game");
//! let Err(Refusal::Illegal(illegal)) = game.ask(Seat(0), &attack) else { panic!("nobody fights before moving") };
//! assert_eq!(illegal.rule, Rule("1.4"));
//!
//! // Somebody clicks: an offer, what is left to choose in it, a pick. So the game is played to its end.
//! while let Some(seat) = game.awaits().seat() {
//!     let mut action = game.offered()[0].action.clone();
//!     let opening = ford.open(game.state(), &action);
//!     ford.fill(&mut action, opening.simplest().expect("whatever is offered can be done"));
//!     game.play(seat, action, &mut dice).expect("the simplest pick is lawful");
//! }
//!
//! // The file holds decisions and rolls; to read it is to play it again.
//! let again = Match::read(ford, &game.write()).expect("what was written can be read");
//! assert_eq!(again.state(), game.state());
//! ```

mod any;
mod chance;
mod fingerprint;
mod forecast;
mod game;
mod game_match;
mod ids;
mod kit;
mod match_file;
mod notation;
mod offer;
pub mod recipes;
mod rule;
mod scene;
mod sides;
mod sight;
mod stack;
mod wire;

pub use any::{AnyMatch, CitedNote, NotesByViewer, OfferLine};
pub use chance::{Dice, Fixed, Record, Referee, Scripted, Seeded};
pub use fingerprint::fingerprint;
pub use forecast::{Chance, ChartColumn, Forecast, Sum};
pub use game::{Awaits, Decision, Game, Outcome, Scenario, ScenarioOption, Setup, points_of, won_above_all};
pub use game_match::{Consent, Entry, Match, Refusal};
pub use ids::{Piece, Ref, Seat, Spot, Thing, Viewer};
pub use kit::{
    Art, Badge, Briefing, CardLook, Chart, ChartCell, Corner, Cue, Face, Figure, GroundLook, Kit, Label, LabelKind,
    Layout, Lesson, LineLook, LineRun, Orders, OverlayLook, PanelLook, Print, SeatLook, Shape, SpotLook, ThingLook,
    Through, Track, Training,
};
pub use match_file::{Diverged, Replayed};
pub use notation::{Unreadable, listed, words};
pub use offer::{Heap, Leg, Offer, Opening, Pick, Reach};
pub use rule::{Illegal, Rule, RuleEntry, RuleIndex, RuleKind};
pub use scene::{
    Arrow, Banner, Bill, BillLine, Counter, Deed, Die, Due, Fact, Focus, Gauge, GaugeLevel, Heading, HeapLook, Holder,
    Lane, Luck, Mark, Mat, Note, Panel, Pile, Plate, Roster, Scene, Score, Shows, SideMark, Tally,
};
pub use sides::{BySeat, Derived};
pub use sight::{Bot, Sight};
pub use stack::Stack;
