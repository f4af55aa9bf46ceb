//! The vocabulary every game and every tool shares, and the match that is played with it.
//!
//! Read in this order: [`Game`] (what a rulebook must answer), [`Offer`], [`Opening`] and [`Pick`]
//! (how a player answers without knowing types), [`Referee`] (the only door to chance and to the
//! record), [`Match`] (a game_match at the table). No game knowledge lives here, and nothing here
//! does input or output.

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
pub use game::{Awaits, Decision, Game, Outcome, Scenario, ScenarioOption, Setup, won_above_all};
pub use game_match::{Consent, Entry, Match, Refusal};
pub use ids::{Piece, Ref, Seat, Spot, Thing, Viewer};
pub use kit::{
    Art, Badge, CardLook, Chart, ChartCell, Corner, Cue, Face, GroundLook, Kit, Label, LabelKind, Layout, Lesson,
    LineLook, LineRun, OverlayLook, Print, SeatLook, Shape, SpotLook, ThingLook, Through, Track, Training,
};
pub use match_file::{Diverged, Replayed};
pub use notation::{Unreadable, listed, words};
pub use offer::{Heap, Leg, Offer, Opening, Pick, Reach};
pub use rule::{Illegal, Rule, RuleEntry, RuleIndex, RuleKind};
pub use scene::{
    Arrow, Banner, Counter, Die, Fact, Focus, Gauge, GaugeLevel, Heading, HeapLook, Holder, Lane, Luck, Mark, Mat,
    Note, Pile, Plate, Roster, Scene, Score, Shows, SideMark, Tally,
};
pub use sides::{BySeat, Derived};
pub use sight::{Bot, Sight};
pub use stack::Stack;
