//! What a client draws and what changes: a scene after every action, notes about what happened. A client knows nothing
//! beyond these types and those of the kit.

use crate::ids::{Piece, Ref, Seat, Spot, Thing};
use crate::kit::ChartCell;
use crate::rule::Rule;
use crate::wire;
use serde::Serialize;

/// Everything that changes, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Scene {
    pub counters: Vec<Counter>,
    /// Marker positions, one for each track of the kit.
    pub tracks: Vec<i16>,
    /// The first and the last space of the first track that this scenario plays; nothing: all of them.
    pub span: Option<[u8; 2]>,
    pub marks: Vec<Mark>,
    pub banner: Banner,
    pub scores: Vec<Score>,
    /// Lines such as "Ground Support: 15 of 20 left".
    pub facts: Vec<Fact>,
    /// What lies on spots without being a piece: barrels, crates.
    pub heaps: Vec<HeapLook>,
    /// What lies on the way between two spots: a truck.
    pub lanes: Vec<Lane>,
    /// What lies in front of the players, and beside the map.
    pub mats: Vec<Mat>,
    pub focus: Focus,
    /// Spots whose ground is another now than the printed one, as indexes into the kit's grounds: flood, mud.
    pub grounds: Vec<(Spot, u8)>,
    /// What has become of hexsides: a bridge that was blown, one that was built.
    pub sides: Vec<SideMark>,
    /// From place to place: missions, transfers, what is to be attacked.
    pub arrows: Vec<Arrow>,
    /// Who may still act, by what they may do.
    pub rosters: Vec<Roster>,
    /// The part of the sheet that is played on, if it is not the whole: left, top, width, height.
    pub part: Option<[f32; 4]>,
    /// Lines that are in flood now, all of a kind: indexes into the kit's lines.
    pub swollen: Vec<u8>,
    /// By what the game is judged, if that is one figure.
    pub gauge: Option<Gauge>,
    /// What lies in the panels of the kit, in their order.
    pub panels: Vec<Panel>,
    /// What can be done in a turn of this kind, as a bar of buttons; empty if the offers say it all.
    pub deeds: Vec<Deed>,
    /// What is left to act with in this turn: actions.
    pub left: Option<Tally>,
    /// What must be done before the phase can end.
    pub due: Option<Due>,
}

/// What lies in a panel.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Panel {
    /// Beside its title: `13 of 25`.
    pub says: String,
    /// Lines of spaces, each with the things that lie in it and room for as many as `of` says.
    pub rows: Vec<Vec<Tally>>,
    /// Who stands at which column of its chart.
    pub markers: Vec<(Seat, u8)>,
}

/// A kind of action: what it is called, what it costs or how far it goes, and which offers are it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Deed {
    pub title: String,
    /// What it costs and where it ends: `up to 4 of 7`. If nothing of it is offered: why.
    pub terms: String,
    /// Name of an art, or empty.
    pub art: String,
    /// Labels of offers.
    pub labels: Vec<String>,
}

/// A duty, in a few words, and at whom or with whom it is met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Due {
    /// `3 enemies must still be attacked`.
    pub text: String,
    pub on: Vec<Ref>,
}

impl Due {
    /// Where combat is mandatory: enemies that must be attacked before it ends, or units that must attack somebody.
    pub fn in_combat(enemies: Vec<Ref>, own: Vec<Ref>) -> Option<Due> {
        let text = match (enemies.len(), own.len()) {
            (0, 0) => return None,
            (0, 1) => "1 unit must still attack".into(),
            (0, n) => format!("{n} units must still attack"),
            (1, _) => "1 enemy must still be attacked".into(),
            (n, _) => format!("{n} enemies must still be attacked"),
        };
        Some(Due { text, on: if enemies.is_empty() { own } else { enemies } })
    }
}

/// What something asked, where it came from and what is left, a line each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Bill {
    pub title: String,
    /// The card that asked it.
    pub card: Option<Thing>,
    pub lines: Vec<BillLine>,
    /// How it ended, in a sentence.
    pub end: String,
    /// Whether whoever paid has what he wanted.
    pub good: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BillLine {
    pub label: String,
    #[serde(serialize_with = "wire::lots")]
    #[cfg_attr(feature = "types", ts(as = "Vec<wire::Lot>"))]
    pub of: Vec<(Thing, u8)>,
}

/// The scale of levels by which a game is judged, and where it stands as things are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Gauge {
    /// What is measured.
    pub title: String,
    pub at: i32,
    /// `at` as a player writes it.
    pub shown: String,
    /// From the lowest up.
    pub levels: Vec<GaugeLevel>,
    /// Whether scores do not count for it: then it tells how the match went, and they do not.
    pub alone: bool,
}

/// From a figure on, whose level it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GaugeLevel {
    pub from: i32,
    pub shown: String,
    pub name: String,
    pub seat: Option<Seat>,
}

/// What the decision at hand is about, so that eyes can be led to it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Focus {
    /// In a sentence: who attacks whom and where, what is to be lost, what stands in the way. Empty if the
    /// question says it all.
    pub text: String,
    /// Places and pieces that must be in view, the most important first.
    pub on: Vec<Ref>,
    /// Who bears down on the first of them.
    pub by: Vec<Ref>,
}

/// Something on the side between two spots that changes in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SideMark {
    pub between: (Spot, Spot),
    /// One of [`crate::recipes::SIDES`].
    pub recipe: String,
    pub seat: Option<Seat>,
    /// For the hover card and for screen readers.
    pub about: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Arrow {
    pub from: Spot,
    pub to: Spot,
    /// One of [`crate::recipes::ARROWS`].
    pub recipe: String,
    pub seat: Option<Seat>,
    /// A word or a number on it.
    pub text: String,
}

/// A list to jump from: `May still move`, `Must attack`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Roster {
    pub title: String,
    pub of: Vec<Ref>,
}

/// So many things of a kind on a spot.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct HeapLook {
    pub at: Spot,
    pub of: Thing,
    pub count: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Lane {
    pub between: (Spot, Spot),
    /// Name of the art on it.
    pub recipe: String,
    pub seat: Option<Seat>,
}

/// A panel beside the map: a player's, or a common one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Mat {
    pub seat: Option<Seat>,
    pub title: String,
    /// One line under the title.
    pub about: String,
    /// What `about` is at the moment.
    pub state: Option<Plate>,
    /// Whether its player is to move.
    pub active: bool,
    pub tallies: Vec<Tally>,
    pub holders: Vec<Holder>,
    pub piles: Vec<Pile>,
    /// Open cards: kept or won.
    pub cards: Vec<Thing>,
}

/// A number with its name: `trucks 4 of 9`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Tally {
    /// Name of an art, or empty.
    pub art: String,
    pub label: String,
    pub count: i16,
    pub of: Option<i16>,
}

/// A word that matters, on a plate of its own: ready, used, grounded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Plate {
    pub text: String,
    /// Whether it is as its player wants it.
    pub good: bool,
}

/// Spaces with things in them: a card that carries supplies, a stock.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Holder {
    pub title: String,
    /// Where it is, in a word or two.
    pub about: String,
    /// What is special about it at the moment.
    pub state: Option<Plate>,
    /// The counter whose card this is.
    pub piece: Option<Piece>,
    /// The spaces, filled from the first.
    #[serde(serialize_with = "wire::lots")]
    #[cfg_attr(feature = "types", ts(as = "Vec<wire::Lot>"))]
    pub held: Vec<(Thing, u8)>,
    pub spaces: u8,
}

/// A deck: cards face down, perhaps with one that this viewer has seen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Pile {
    pub deck: Thing,
    pub count: u8,
    pub discards: u8,
    /// The top card, if this viewer knows it.
    pub top: Option<Thing>,
    /// Whose markers lie on it.
    pub marked: Vec<Seat>,
    /// Name of the art on those markers, or empty.
    pub marker: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Counter {
    /// A key of this viewer's: the piece itself, unless identities are hidden.
    pub piece: Piece,
    /// Index into the kit's faces.
    pub face: u16,
    pub at: Spot,
    pub level: u8,
    /// Bits: indexes into the kit's badges.
    pub badges: u16,
    /// Figures in place of the printed ones, as this viewer knows them: what a chit says, or `?`.
    pub numbers: Vec<String>,
}

/// A marker on the map that is not a piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Mark {
    pub at: Spot,
    /// One of [`crate::recipes::MARKS`], or the name of an art.
    pub recipe: String,
    pub seat: Option<Seat>,
    /// A number or a word on it.
    pub text: String,
}

/// What the phase strip shows.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Banner {
    pub turn: String,
    pub phase: String,
    pub seat: Option<Seat>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Score {
    pub seat: Seat,
    pub points: i32,
    pub unit: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fact {
    pub text: String,
    pub rule: Rule,
}

/// What happened, as a sentence for one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub text: String,
    pub shows: Shows,
    /// Seen once, when it happens: while the match runs, nothing keeps it for this viewer.
    pub passing: bool,
    /// What begins with it, so that a long log can be read at a glance.
    pub heading: Option<Heading>,
    /// What the dice in it were worth to whoever hoped for them.
    pub luck: Option<Luck>,
    /// What it cost, if that is worth a card.
    pub bill: Option<Bill>,
}

/// What begins with a note.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    Turn,
    Phase,
    /// All that follows up to the next heading belongs to this one fight.
    Battle,
    /// Something else: the fight before it is over.
    Other,
}

/// What a throw was worth to a seat, against all that it could have been. Exact: the mean is `sum / of`, the mean of
/// the squares `squares / of`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Luck {
    pub seat: Seat,
    pub got: i32,
    pub of: u32,
    pub sum: i32,
    pub squares: i32,
}

impl Luck {
    /// `worths`: what each of the throws that have the same chance would have been worth.
    pub fn of(seat: Seat, got: i32, worths: impl IntoIterator<Item = i32>) -> Luck {
        let none = Luck { seat, got, of: 0, sum: 0, squares: 0 };
        worths.into_iter().fold(none, |luck, worth| Luck {
            of: luck.of + 1,
            sum: luck.sum + worth,
            squares: luck.squares + worth * worth,
            ..luck
        })
    }
}

impl Note {
    pub fn says(text: impl Into<String>) -> Note {
        Note { text: text.into(), shows: Shows::Nothing, passing: false, heading: None, luck: None, bill: None }
    }

    #[must_use]
    pub fn heading(mut self, heading: Heading) -> Note {
        self.heading = Some(heading);
        self
    }

    #[must_use]
    pub fn costing(mut self, bill: Bill) -> Note {
        self.bill = Some(bill);
        self
    }

    #[must_use]
    pub fn lucky(mut self, luck: Luck) -> Note {
        self.luck = Some(luck);
        self
    }

    /// What this viewer may see only now.
    #[must_use]
    pub fn passing(mut self) -> Note {
        self.passing = true;
        self
    }

    #[must_use]
    pub fn showing(mut self, shows: Shows) -> Note {
        self.shows = shows;
        self
    }
}

/// What a client may animate or light up with a note.
#[derive(Clone, PartialEq, Debug)]
pub enum Shows {
    Nothing,
    /// A piece went along these spots.
    Path(Piece, Vec<Spot>),
    /// Dice thrown together, and the cell of a chart that they hit.
    Roll {
        dice: Vec<Die>,
        cell: Option<ChartCell>,
    },
    /// Dice with signs instead of pips: whose die it is, the art on it, and whether it counts.
    Throw(Vec<(Seat, String, bool)>),
    Gone(Piece),
    Placed(Piece, Spot),
    Flash(Ref),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Die {
    pub sides: u8,
    pub face: u8,
}

impl Shows {
    /// One die of six sides.
    pub fn d6(face: u8, cell: Option<ChartCell>) -> Shows {
        Shows::Roll { dice: vec![Die { sides: 6, face }], cell }
    }
}
