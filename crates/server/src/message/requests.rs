//! Bodies of requests and of their answers.

use super::{MatchView, Told};
use crate::view::{Awaits, Note, Scene, SeatLook};
use referee::Score;
use serde::{Deserialize, Serialize};

/// `GET /api/shelf`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShelfView {
    pub games: Vec<GameView>,
    /// Names of the bots, the simplest first.
    pub bots: Vec<&'static str>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    pub id: String,
    pub title: String,
    pub subtitle: String,
    pub imprint: String,
    pub rules_version: String,
    pub seats: Vec<SeatLook>,
    pub scenarios: Vec<ScenarioView>,
    /// The game's own art called `cover`, if it has one: the inside of an `<svg>`.
    pub cover: Option<String>,
    /// How to begin a guided first game, if there is one.
    pub training: Option<TrainingView>,
    /// The levels of the bots, the easiest first.
    pub levels: Vec<LevelView>,
}

/// A level of bots in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelView {
    /// As in [`ShelfView::bots`].
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Measured strength: `1240 ± 45 Elo · 400 games · 2026-11-16`. Empty if nothing was measured.
    pub strength: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrainingView {
    pub scenario: String,
    pub options: Vec<String>,
    /// The learner's seat.
    pub seat: u8,
    /// Who plays all others.
    pub bot: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScenarioView {
    pub id: String,
    pub title: String,
    pub about: String,
    pub reconstructed: String,
    pub turns: u8,
    /// How long it takes: `about two hours`. Empty if nobody has said.
    pub time: String,
    /// From 1, for a first game, to 3; 0 if nobody has said.
    pub hard: u8,
    /// How games between bots of one level ended. Empty if that was not measured.
    pub balance: String,
    /// Who takes part, of the game's seats.
    pub seats: Vec<u8>,
    pub options: Vec<OptionView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OptionView {
    pub id: String,
    pub about: String,
}

/// `GET /api/me`; also the answer to `POST /api/me`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Empty if no name was given yet.
    pub name: String,
}

/// `POST /api/me`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetName {
    pub name: String,
}

/// `GET /api/matches`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchList {
    /// Those in which I hold a seat or which I opened, the latest first.
    pub mine: Vec<MatchView>,
    /// Public ones of others, to join or to watch.
    pub public: Vec<MatchView>,
}

/// Who is to take a seat of a new match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWish {
    Me,
    Bot {
        name: String,
    },
    /// Whoever follows the link, or takes it in the lobby if the match is public.
    Open,
    /// Whoever held this seat in the match that is played again.
    Same {
        seat: u8,
    },
}

/// `POST /api/matches`; the answer is a `MatchView`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    pub game: String,
    pub scenario: String,
    #[serde(default)]
    pub options: Vec<String>,
    /// One for each seat of the scenario.
    pub seats: Vec<SeatWish>,
    #[serde(default)]
    pub public: bool,
    /// Without it the deal is by the table alone.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub dice: Option<OpenerPart>,
    /// A match that is over and is played again: who held a seat in it may be given one without a link, by those who
    /// held one too.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub after: Option<String>,
}

/// What whoever opens a match adds to the secret of its dice.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OpenerPart {
    /// Of the secret, as `GET /api/dice` has said it.
    pub hash: String,
    /// 64 hex digits in lower case, at random.
    pub part: String,
}

/// `GET /api/dice`: the secret of the dice of a match that is yet to be opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Promised {
    pub hash: String,
}

/// `GET /api/matches/{id}/curve`: how the score went, as whoever asks may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Curve {
    /// From the beginning to now, evenly spread; no more than can be drawn.
    pub points: Vec<CurvePoint>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CurvePoint {
    /// After so many entries.
    pub at: u32,
    pub turn: String,
    pub scores: Vec<Score>,
    /// Where the gauge of victory stood, in a game whose scores do not count for it.
    pub gauge: Option<i32>,
    /// What the position was worth to each seat, as the game's own judgement counts; nothing before the end.
    pub worth: Vec<i32>,
}

/// `GET /api/matches/{id}/advice/{entries}`: what a bot would do there. Only for those who may know all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdviceView {
    pub at: u32,
    /// For whom; nobody if the match was over.
    pub seat: Option<u8>,
    /// The best first.
    pub best: Vec<AdvisedView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdvisedView {
    /// In notation.
    pub action: String,
    /// How much better the position is after it, as the game's own judgement counts.
    pub gain: i32,
    /// What would be told of it first.
    pub note: Option<Note>,
}

/// `POST /api/matches/{id}/mark`: what whoever asks calls a match, and whether it is put away; a `MatchView` comes back.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MarkMatch {
    pub name: String,
    pub archived: bool,
}

/// `GET /api/table`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableView {
    /// By this key the signatures of its match files are checked.
    pub key: String,
}

/// `POST /api/matches/{id}/branch`: a new match that begins as this one entries_after after `at` entries.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewBranch {
    pub at: u32,
    /// Otherwise as they were: bots stay, every other seat is mine.
    #[serde(default)]
    pub seats: Option<Vec<SeatWish>>,
}

/// `POST /api/upload`: a match from a match file. Without seats, all of them are mine.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Upload {
    pub text: String,
    #[serde(default)]
    pub seats: Option<Vec<SeatWish>>,
}

/// `POST /api/join`: takes the seat of an inviting link; the answer is a `MatchView`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    pub token: String,
}

/// `POST /api/matches/{id}/sit`: takes an open seat of a public match; the answer is a `MatchView`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    pub seat: u8,
}

/// `GET /api/matches/{id}/story?from=0`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Story {
    pub seq: u32,
    pub entries: u32,
    pub told_from: u32,
    pub told: Vec<Told>,
}

/// `GET /api/matches/{id}/at/{n}`: how the match entries_after after n entries.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Standing {
    pub at: u32,
    pub entries: u32,
    pub viewer: Option<u8>,
    pub scene: Scene,
    pub awaits: Awaits,
}

/// `GET /health`: 200 if all is well, 503 if nothing can be kept.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Health {
    /// `ok` or `standstill`.
    pub status: &'static str,
    /// Why nothing can be kept just now.
    pub trouble: Option<String>,
    pub version: &'static str,
    /// Matches that are awake.
    pub matches: usize,
    pub sockets: usize,
    /// Connections of all kinds.
    pub connections: usize,
}

/// Every failure of an HTTP request: its status says which kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    pub error: String,
}

/// `GET /api/faces/{game}/{badges}`: every face drawn with these badges, as SVG about 0 0, 46 by 46.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Faces {
    pub badges: u16,
    pub faces: Vec<String>,
}
