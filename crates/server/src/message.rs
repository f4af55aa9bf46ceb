//! Every message in and out. Nothing else crosses the wire; `docs/PROTOCOL.md` tells it with examples.

use crate::view::{Awaits, Forecast, Note, Offer, Opening, Pick, Ref, Scene, SeatLook};
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
    /// The answer to `ask` and `ask_text`: lawful, with odds if there is anything to roll, or why not.
    Answer {
        tag: u32,
        seq: u32,
        lawful: bool,
        forecast: Option<Forecast>,
        refusal: Option<Refused>,
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
    /// The other seats did not agree to a take-back.
    UndoDeclined {
        by: u8,
    },
    /// The notes of this person were kept.
    NoteKept,
    /// The message made no sense, came too often, or something broke on our side.
    Error {
        what: String,
    },
    /// The last decision is not kept yet, and play stands still until it is; null when it goes on. Everybody
    /// is told.
    Standstill {
        what: Option<String>,
    },
    /// The match stops here: our own mistake. It is kept for repair.
    Ended {
        what: String,
    },
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
    /// The awaited seat; null if the match is over.
    pub awaits: Option<u8>,
    /// How it ended, for example "US: decisive victory"; null while it runs.
    pub outcome: Option<String>,
    pub your_turn: bool,
    /// Open seats may be taken from the lobby, and anybody may watch.
    pub public: bool,
    /// Unix milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Of the last decision.
    #[cfg_attr(test, ts(type = "number"))]
    pub moved: i64,
    pub dice_hash: String,
}

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
}

/// `POST /api/matches/{id}/branch`: a new match that begins as this one stood after `at` entries.
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

/// `GET /api/matches/{id}/at/{n}`: how the match stood after n entries.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Standing {
    pub at: u32,
    pub entries: u32,
    pub viewer: Option<u8>,
    pub scene: Scene,
    pub awaits: Awaits,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view;
    use ts_rs::TS;

    /// Collects a type and everything it is made of, each once.
    struct Collect<'c>(&'c ts_rs::Config, std::collections::BTreeMap<String, String>);

    impl ts_rs::TypeVisitor for Collect<'_> {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            if T::output_path().is_none() || self.1.contains_key(&T::ident(self.0)) {
                return;
            }
            let docs = T::docs().map(|docs| docs.trim_end().to_string() + "\n").unwrap_or_default();
            self.1.insert(T::ident(self.0), format!("{docs}export {}\n", T::decl(self.0)));
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    fn types() -> String {
        use ts_rs::TypeVisitor as _;
        let config = ts_rs::Config::new();
        let mut all = Collect(&config, Default::default());
        all.visit::<FromClient>();
        all.visit::<ToClient>();
        all.visit::<view::Kit>();
        all.visit::<ShelfView>();
        all.visit::<MatchList>();
        all.visit::<NewMatch>();
        all.visit::<NewBranch>();
        all.visit::<Upload>();
        all.visit::<Join>();
        all.visit::<Sit>();
        all.visit::<Me>();
        all.visit::<SetName>();
        all.visit::<Story>();
        all.visit::<Standing>();
        all.visit::<Failure>();
        all.visit::<Faces>();
        let recipes = [
            ("GroundRecipe", referee::recipes::GROUNDS),
            ("LineRecipe", referee::recipes::LINES),
            ("PrintRecipe", referee::recipes::PRINTS),
            ("MarkRecipe", referee::recipes::MARKS),
            ("SideRecipe", referee::recipes::SIDES),
            ("ArrowRecipe", referee::recipes::ARROWS),
            ("OverlayIcon", referee::recipes::OVERLAYS),
            ("BadgeRecipe", referee::recipes::BADGES),
            ("SymbolRecipe", referee::recipes::SYMBOLS),
        ];
        for (name, known) in recipes {
            let names = known.iter().map(|recipe| format!("{recipe:?}")).collect::<Vec<_>>().join(" | ");
            all.1.insert(name.into(), format!("/**\n * How it is drawn.\n */\nexport type {name} = {names};\n"));
        }
        let head =
            "// Written from crates/server/src/message.rs and view/ by `RHINE_WRITE=1 cargo test -p server types`.\n";
        all.1.values().fold(head.to_string(), |text, decl| text + "\n" + decl)
    }

    #[test]
    fn types_of_the_client_are_those_of_the_server() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../client/types.d.ts");
        if std::env::var_os("RHINE_WRITE").is_some() {
            std::fs::write(file, types()).unwrap();
        }
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        assert!(kept == types(), "client/types.d.ts is old: RHINE_WRITE=1 cargo test -p server types");
    }

    #[test]
    fn picks_read_as_the_protocol_writes_them() {
        let play = r#"{"type":"play","seq":412,"offer":0,"pick":{"some":["p34","s2"]}}"#;
        let read: FromClient = serde_json::from_str(play).unwrap();
        let refs = vec![Ref(referee::Ref::Piece(referee::Piece(34))), Ref(referee::Ref::Spot(referee::Spot(2)))];
        assert_eq!(read, FromClient::Play { seq: 412, offer: 0, pick: Pick::Subset(refs) });
        for bad in [
            r#"{"type":"play","seq":1,"offer":0}"#,
            r#"{"type":"play","seq":1,"offer":0,"pick":"nothing","more":1}"#,
            r#"{"type":"play","seq":-1,"offer":0,"pick":"nothing"}"#,
            r#"{"type":"play","seq":1,"offer":0,"pick":{"some":["q1"]}}"#,
            r#"{"type":"play","seq":1,"offer":0,"pick":{"some":["p+1"]}}"#,
            r#"{"type":"take"}"#,
        ] {
            assert!(serde_json::from_str::<FromClient>(bad).is_err(), "{bad}");
        }
    }
}
