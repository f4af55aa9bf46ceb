//! Every message in and out. Nothing else crosses the wire; `docs/PROTOCOL.md` tells it with examples.

mod requests;
#[cfg(test)]
mod types;

pub use requests::*;

use crate::view::{Awaits, Forecast, Note, Offer, Opening, Pick, Ref, Scene};
use referee::Rule;
use serde::{Deserialize, Serialize};

/// Client to table, over the socket of one match.
///
/// `seq` is the number of everything that ever happened in the match, take-backs included. It only grows,
/// so a message about an older one is stale and changes nothing. `tag` is the client's own: it comes back
/// with the answer.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message. `seen` is the last `seq` this page has drawn.
    Hello {
        #[serde(default)]
        seen: Option<u32>,
    },
    /// What is left to choose in an offer?
    Open {
        tag: u32,
        seq: u32,
        offer: u16,
    },
    /// Would this be lawful, and with what odds?
    Ask {
        tag: u32,
        seq: u32,
        offer: u16,
        pick: Pick,
    },
    /// The same of an action in notation.
    AskText {
        tag: u32,
        text: String,
    },
    /// Why is nothing offered about this thing? About nothing: why can the phase not be ended?
    WhyNot {
        tag: u32,
        seq: u32,
        about: Ref,
    },
    /// Which offers can end at this place? For those who point at the place first, and then at who goes there.
    Reaching {
        tag: u32,
        seq: u32,
        spot: u16,
    },
    Play {
        seq: u32,
        offer: u16,
        pick: Pick,
    },
    /// Takes the last decision back, or asks the other seats to agree to it.
    Undo {
        seq: u32,
    },
    UndoAnswer {
        seq: u32,
        agree: bool,
    },
    /// Gives the match up, for good.
    Resign {
        seq: u32,
    },
    Say {
        text: String,
    },
    Overlay {
        tag: u32,
        name: String,
        about: Ref,
    },
    /// Keeps the private notes of this person for this match.
    Note {
        text: String,
    },
    /// What this person has drawn on the map for the others, all of it; they see it as long as they are here.
    Sketch {
        marks: Vec<SketchMark>,
    },
    /// How fast bots play for this person, until told otherwise: the slowest of all who are here counts.
    Pace {
        pace: Pace,
    },
    /// What would an answer lead to? What the same seat would be asked next and could decline is told as well, so that
    /// all of it can be weighed at once. `then` are picks for those, in their order; without them nothing is added.
    Foresee {
        tag: u32,
        seq: u32,
        offer: u16,
        pick: Pick,
        #[serde(default)]
        then: Vec<Pick>,
    },
    /// Adds something to the secret of the dice, once for each seat: 64 hex digits in lower case.
    Part {
        seat: u8,
        part: String,
    },
}

/// Table to client.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The answer to `hello`; an `update` follows.
    Welcome {
        #[serde(rename = "match")]
        about: Box<MatchView>,
        chat: Vec<Said>,
        /// The private notes of this person.
        note: String,
    },
    /// Who sits where, who is here, who is asked to agree to a take-back.
    Table {
        seats: Vec<SeatView>,
        undo: Option<UndoAsked>,
        watching: u32,
    },
    Update(Box<Update>),
    Opened {
        tag: u32,
        seq: u32,
        offer: u16,
        open: Opening,
    },
    /// The answer to `why_not`: a refusal, or null if the question itself says it.
    Reason {
        tag: u32,
        seq: u32,
        refusal: Option<Refused>,
    },
    /// The answer to `reaching`: offers by their index.
    Reaching {
        tag: u32,
        seq: u32,
        offers: Vec<u16>,
    },
    /// The answer to `ask` and `ask_text`: lawful, with odds if there is anything to roll, or why not.
    Answer {
        tag: u32,
        seq: u32,
        lawful: bool,
        forecast: Option<Forecast>,
        refusal: Option<Refused>,
    },
    /// The answer to `foresee`: the odds with everything in it, or why not. `then` is what would be asked next.
    Foreseen {
        tag: u32,
        seq: u32,
        lawful: bool,
        forecast: Option<Forecast>,
        refusal: Option<Refused>,
        then: Vec<Foreseen>,
    },
    /// `play` or `undo` was refused. Nothing was changed.
    Refused(Refused),
    /// The match has moved on; the current `update` follows.
    Stale {
        seq: u32,
    },
    Overlay {
        tag: u32,
        seq: u32,
        name: String,
        refs: Vec<Ref>,
    },
    Said(Said),
    /// What somebody has drawn on the map for everybody, all of it. `by` is a number of theirs while they are here.
    Sketch {
        by: u32,
        name: String,
        marks: Vec<SketchMark>,
    },
    /// The other seats did not agree to a take-back.
    UndoDeclined {
        by: u8,
    },
    /// The notes of this person were kept.
    NoteKept,
    /// Somebody has added something to the secret of the dice.
    Dice(DiceView),
    /// The message made no sense, came too often, or something broke on our side.
    Error {
        what: String,
    },
    /// The last decision is not kept yet, and play stands still until it is; null when it goes on. Everybody
    /// is told.
    Standstill {
        what: Option<String>,
    },
    /// The match is played again; this is the new one, and who has opened it.
    Again {
        id: String,
        by: String,
    },
    /// The match stops here: our own mistake. It is kept for repair.
    Ended {
        what: String,
    },
}

/// An arrow from place to place; from a place to itself it is a ring, and with words a note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SketchMark {
    pub from: u16,
    pub to: u16,
    #[serde(default)]
    pub text: String,
}

/// How fast bots play.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Without a pause, and told in few pieces.
    AtOnce,
    Fast,
    /// So that every decision can be followed.
    #[default]
    Watch,
}

/// Something that would be asked after an answer, and what was added to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Foreseen {
    pub rule: Rule,
    pub question: &'static str,
    pub label: &'static str,
    pub open: Opening,
    pub pick: Pick,
}

/// The match as one viewer sees it now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Update {
    pub seq: u32,
    /// How many decisions stand.
    pub entries: u32,
    /// Through whose eyes; null for a spectator.
    pub viewer: Option<u8>,
    /// Whether the seat of `viewer` is awaited, so that there are offers.
    pub yours: bool,
    pub scene: Scene,
    pub awaits: Awaits,
    pub offers: Vec<Offer>,
    /// The log from entry `told_from` on (counted from 0) reads as follows; what the page had there is void.
    pub told_from: u32,
    pub told: Vec<Told>,
    pub undo: MayUndo,
    pub dice: DiceView,
}

/// One decision and what followed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Told {
    /// Counted from 0.
    pub entry: u32,
    pub seat: u8,
    /// In notation. Null while the match runs, unless it is the viewer's own.
    pub action: Option<String>,
    pub notes: Vec<Note>,
}

/// What the viewer may do about the last decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MayUndo {
    No,
    /// At once.
    Free,
    /// If the other seats agree.
    Ask,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiceView {
    /// SHA-256 of the secret seed of all rolls, known before the first of them.
    pub hash: String,
    /// The seed itself, once the match is over: anybody may check every roll.
    pub seed: Option<String>,
    /// What people have added to it. Null in a match from before this was asked of them: do not send any.
    pub parts: Option<Vec<PartView>>,
}

/// What somebody has added to the secret of the dice.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PartView {
    /// Null for whoever opened the match, before the deal.
    pub seat: Option<u8>,
    /// It counts from this roll on, of all that were ever made in the match.
    #[cfg_attr(test, ts(type = "number"))]
    pub from: u64,
    pub part: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusedKind {
    /// Against a rule, which is cited.
    Illegal,
    NotYourDecision,
    NoSuchOffer,
    NotOffered,
    CannotUndo,
    Unreadable,
    /// The referee itself is at a loss: our mistake, not yours.
    AtALoss,
}

/// Why not.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refused {
    pub kind: RefusedKind,
    pub why: String,
    pub about: Ref,
    /// The rule it stands on, with its title and our summary of it.
    pub rule: Option<RuleCited>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleCited {
    pub id: String,
    pub title: String,
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
    /// Counted from 0.
    pub n: u32,
    /// Unix milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// Null for a spectator.
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UndoAsked {
    pub seq: u32,
    pub by: u8,
    /// Seats that have not answered yet.
    pub waiting: Vec<u8>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    Human,
    Bot,
    /// Nobody yet.
    Open,
    /// Nobody at all: this side takes no part in the scenario.
    Absent,
}

impl SeatKind {
    const ALL: [SeatKind; 4] = [SeatKind::Human, SeatKind::Bot, SeatKind::Open, SeatKind::Absent];

    /// As it is kept.
    pub(crate) fn word(self) -> &'static str {
        match self {
            SeatKind::Human => "human",
            SeatKind::Bot => "bot",
            SeatKind::Open => "open",
            SeatKind::Absent => "absent",
        }
    }
}

impl TryFrom<String> for SeatKind {
    type Error = String;

    fn try_from(word: String) -> Result<SeatKind, String> {
        let kind = SeatKind::ALL.into_iter().find(|kind| kind.word() == word);
        kind.ok_or_else(|| format!("`{word}` is no kind of seat"))
    }
}

/// How a match came to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Dealt at this table.
    Dealt,
    /// It begins in the middle of another match of this table.
    Branched,
    /// From a file: its decisions and rolls so far were made elsewhere, by whoever wrote the file.
    Uploaded,
}

impl Origin {
    const ALL: [Origin; 3] = [Origin::Dealt, Origin::Branched, Origin::Uploaded];

    /// As it is kept.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Origin::Dealt => "dealt",
            Origin::Branched => "branched",
            Origin::Uploaded => "uploaded",
        }
    }
}

impl TryFrom<String> for Origin {
    type Error = String;

    fn try_from(word: String) -> Result<Origin, String> {
        let origin = Origin::ALL.into_iter().find(|origin| origin.word() == word);
        origin.ok_or_else(|| format!("`{word}` is no origin of a match"))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    pub seat: u8,
    pub kind: SeatKind,
    /// Of the person or the bot; empty while the seat is open.
    pub name: String,
    /// Whether it is held by whoever asks.
    pub yours: bool,
    /// Whether somebody with this seat is connected; a bot always is.
    pub here: bool,
    /// The link that invites to this seat; only for whoever opened the match, while the seat is open.
    pub join: Option<String>,
}

/// A match, without what happens in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchView {
    pub id: String,
    pub game: String,
    /// Of the game.
    pub title: String,
    pub scenario: String,
    pub scenario_title: String,
    pub options: Vec<String>,
    pub seats: Vec<SeatView>,
    pub seq: u32,
    /// How many decisions stand.
    pub decisions: u32,
    /// The turn and the phase; empty in a match of old.
    pub stands: String,
    /// What whoever asks calls it; empty if nothing.
    pub name: String,
    /// Whether whoever asks has put it away.
    pub archived: bool,
    /// The awaited seat; null if the match is over.
    pub awaits: Option<u8>,
    /// How it ended, for example "US: decisive victory"; null while it runs.
    pub outcome: Option<String>,
    pub your_turn: bool,
    /// Open seats may be taken from the lobby, and anybody may watch.
    pub public: bool,
    pub origin: Origin,
    /// Unix milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Of the last decision.
    #[cfg_attr(test, ts(type = "number"))]
    pub moved: i64,
    pub dice_hash: String,
}
