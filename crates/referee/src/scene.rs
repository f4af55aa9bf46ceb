//! What a client draws. The kit is sent once, a scene after every action. A client knows nothing
//! beyond these types: grounds, lines and symbols are drawn by *recipes* named in the kit.

use crate::ids::{Piece, Ref, Seat, Spot, Thing};
use crate::rule::{Rule, RuleEntry};
use crate::wire;
use serde::Serialize;

/// Everything about a game that never changes.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Kit {
    /// As on the command line and in match files: `hurtgen-forest`.
    pub id: String,
    pub title: String,
    pub subtitle: String,
    /// Date of the rules: written into every match file.
    pub rules_version: String,
    pub seats: Vec<SeatLook>,
    pub spots: Vec<SpotLook>,
    pub grounds: Vec<GroundLook>,
    pub lines: Vec<LineLook>,
    /// Rivers, roads and the like, each in the order in which it is drawn: water from spring to mouth.
    pub runs: Vec<LineRun>,
    pub labels: Vec<Label>,
    /// A sentence in the margin of the sheet: scale, sources, what is reconstructed.
    pub imprint: String,
    /// Metres from one spot to the next, for the scale bar; 0 if there is no scale.
    pub metres: u16,
    pub faces: Vec<Face>,
    /// What else can be pointed at: decks, cards, kinds of supply.
    pub things: Vec<ThingLook>,
    pub badges: Vec<Badge>,
    pub tracks: Vec<Track>,
    pub charts: Vec<Chart>,
    pub rules: Vec<RuleEntry>,
    /// What `Game::overlay` answers.
    pub overlays: Vec<OverlayLook>,
    /// SVG symbols of the game's own, referred to by name: emblems, covers, card faces.
    pub art: Vec<Art>,
    pub layout: Layout,
    /// Whether one seat knows what another does not: then two people at one screen need a curtain.
    pub secrets: bool,
    /// A guided first game, if the game brings one.
    #[serde(skip)]
    pub training: Option<Training>,
}

/// How the map is looked at, and what stands on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Ground seen from near by: one zooms in on counters.
    #[default]
    Field,
    /// Places joined by ways, seen as a whole: pieces are blocks that show what they carry.
    Network,
}

/// A first game against a bot, with somebody who explains.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    pub scenario: String,
    pub options: Vec<String>,
    /// The learner's side.
    pub seat: Seat,
    /// Who plays all other sides.
    pub bot: String,
    /// In the order in which they are best read.
    pub lessons: Vec<Lesson>,
}

/// A hint, shown once, when its cue comes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Lesson {
    pub cue: Cue,
    pub title: String,
    pub text: String,
    /// Where more of it is written.
    pub rule: Rule,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", content = "rule", rename_all = "snake_case")]
pub enum Cue {
    /// The learner is asked under this rule.
    Asked(Rule),
    /// Something has just happened under this rule, and the learner is asked whatever it may be.
    Noted(Rule),
    /// The match is over.
    Over,
}

/// A side at the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatLook {
    pub name: String,
    /// One word without spaces, used in notation: `US`, `GE`.
    pub short: String,
    /// Body and stripe of its counters, as `#rrggbb`.
    pub colours: (String, String),
    pub corner: Corner,
}

/// Sides differ by shape as well as by colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    #[default]
    Round,
    Clipped,
}

/// Where a spot lies on the sheet. A hex is 80 wide: 40 from its centre to each corner, flat top.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpotLook {
    pub name: String,
    pub at: (f32, f32),
    pub shape: Shape,
    /// Index into `grounds`.
    pub ground: u8,
    /// For the hover card and for screen readers: `Germeter, town`.
    pub about: String,
    /// False where the sheet is reconstructed.
    pub sure: bool,
    /// Whose colours an area bears, as seats; its ground says the rest.
    pub owners: Vec<Seat>,
    /// What is printed on it: a flag, a star, a medal.
    pub prints: Vec<Print>,
}

/// A printed sign on a spot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Print {
    /// One of [`crate::recipes::PRINTS`], or the name of an art.
    pub recipe: String,
    pub seat: Option<Seat>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(into = "wire::Shape")]
#[cfg_attr(feature = "types", ts(as = "wire::Shape"))]
pub enum Shape {
    Hex,
    /// A hex that stands on a corner, as large as the other.
    Pointed,
    /// An area of a point-to-point map, 50 wide and 31 high.
    Oval,
    Outline(Vec<(f32, f32)>),
    /// Off the map: a box of the given width and height for pieces that wait or are gone.
    Box(f32, f32),
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroundLook {
    pub name: String,
    /// One of [`crate::recipes::GROUNDS`].
    pub recipe: String,
    /// What it does in play, for the legend.
    pub effect: String,
    pub sure: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LineLook {
    pub name: String,
    /// One of [`crate::recipes::LINES`].
    pub recipe: String,
    pub effect: String,
    pub sure: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LineRun {
    /// Index into `lines`.
    pub line: u8,
    pub name: String,
    /// Whose it is: nobody's and everybody's if empty.
    pub owners: Vec<Seat>,
    pub through: Through,
}

impl LineRun {
    pub fn spots(line: u8, name: &str, spots: Vec<Spot>) -> LineRun {
        LineRun { line, name: name.into(), owners: vec![], through: Through::Spots(spots) }
    }

    pub fn sides(line: u8, name: &str, sides: Vec<(Spot, Spot)>) -> LineRun {
        LineRun { line, name: name.into(), owners: vec![], through: Through::Sides(sides) }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(into = "wire::Through")]
#[cfg_attr(feature = "types", ts(as = "wire::Through"))]
pub enum Through {
    /// From centre to centre, as roads run.
    Spots(Vec<Spot>),
    /// Along the sides between these pairs, as rivers run; a bridge is one pair.
    Sides(Vec<(Spot, Spot)>),
    /// Over free ground, in units of the sheet: coasts and rivers of a map without hexes.
    Points(Vec<(f32, f32)>),
    /// The same, filled: land, woods.
    Shape(Vec<(f32, f32)>),
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(into = "wire::Label")]
#[cfg_attr(feature = "types", ts(as = "wire::Label"))]
pub struct Label {
    pub text: String,
    pub at: (f32, f32),
    /// Degrees, clockwise.
    pub turn: f32,
    pub kind: LabelKind,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LabelKind {
    Town,
    /// With the points it is worth.
    Objective(u16),
    Water,
    Region,
    Height,
    Place,
}

/// The printed side of a counter or card.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Face {
    pub seat: Option<Seat>,
    /// One of [`crate::recipes::SYMBOLS`], or the name of an art; empty if the name stands there alone.
    pub symbol: String,
    /// Size mark above the symbol: I, II, III, X, XX, XXX.
    pub size: String,
    /// As it is typed; empty if that is the name on the face.
    pub key: String,
    /// Left of the symbol, and right of it.
    pub name: String,
    pub parent: String,
    /// One or two lines, as printed.
    pub numbers: Vec<String>,
    /// Tint of the symbol box as `#rrggbb`; empty for white.
    pub tint: String,
    /// Spoken and on the hover card: `US infantry battalion 1/28, attack 2, defence 3, movement 7`.
    pub about: String,
}

impl Face {
    /// The name in notation.
    pub fn typed(&self) -> &str {
        if self.key.is_empty() { &self.name } else { &self.key }
    }
}

/// Something that is neither a place nor a counter.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ThingLook {
    /// As it is typed: `gas`, `Axis`, `275 Infanterie Div`.
    pub name: String,
    /// Name of an art, or empty; of a deck, what is on its back.
    pub art: String,
    /// For the hover card and for screen readers.
    pub about: String,
    /// Its printed face, if it is a card.
    pub card: Option<CardLook>,
    /// Whether it is a deck: cards lie in it, but it is not counted.
    pub deck: bool,
}

/// The face of a card, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CardLook {
    pub seat: Option<Seat>,
    /// Over the name: `Pursuit`, `Armored division`.
    pub kind: String,
    /// What it asks or gives: things with counts.
    #[serde(serialize_with = "wire::lots")]
    #[cfg_attr(feature = "types", ts(as = "Vec<wire::Lot>"))]
    pub strip: Vec<(Thing, u8)>,
    /// Our words.
    pub text: String,
    /// Names of arts in its corners.
    pub signs: Vec<String>,
}

/// A state of a counter that must be seen: spent, out of supply, silenced.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Badge {
    pub name: String,
    /// One of [`crate::recipes::BADGES`].
    pub recipe: String,
    pub about: String,
}

/// Something that can be laid over the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OverlayLook {
    /// As it is asked for: `us-zones`.
    pub name: String,
    /// On its button: `US zones`.
    pub title: String,
    pub about: String,
    /// One of [`crate::recipes::OVERLAYS`].
    pub icon: String,
}

impl OverlayLook {
    pub fn new(name: &str, title: &str, about: &str, icon: &str) -> OverlayLook {
        OverlayLook { name: name.into(), title: title.into(), about: about.into(), icon: icon.into() }
    }
}

/// A row of spaces with a marker in it; the scene says where the marker stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Track {
    pub name: String,
    pub spaces: Vec<String>,
}

/// A table as printed. The scene and forecasts light cells of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chart {
    pub name: String,
    pub rule: String,
    pub sure: bool,
    pub heads: Vec<Vec<String>>,
    #[serde(serialize_with = "wire::rows")]
    #[cfg_attr(feature = "types", ts(as = "Vec<wire::ChartRow>"))]
    pub rows: Vec<(String, Vec<String>)>,
    pub remark: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChartCell {
    pub chart: u8,
    pub row: u8,
    pub column: u8,
}

/// A drawing. `seat-0` and so on are the emblems of the sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Art {
    pub name: String,
    /// A whole `<svg>` with a view box, or the inside of one, 24 by 24.
    pub svg: String,
}

/// Everything that changes, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Scene {
    pub counters: Vec<Counter>,
    /// Marker positions, one for each track of the kit.
    pub tracks: Vec<i16>,
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
}

impl Note {
    pub fn says(text: impl Into<String>) -> Note {
        Note { text: text.into(), shows: Shows::Nothing, passing: false }
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
    /// Dice with signs instead of pips: whose die it is, and the art on it.
    Throw(Vec<(Seat, String)>),
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
