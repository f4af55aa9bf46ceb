//! What a client draws. The kit is sent once, a scene after every action. A client knows nothing
//! beyond these types: grounds, lines and symbols are drawn by *recipes* named in the kit.

use crate::ids::{Piece, Ref, Seat, Spot};
use crate::rule::{Rule, RuleEntry};

/// Everything about a game that never changes.
#[derive(Clone, PartialEq, Debug, Default)]
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
    pub badges: Vec<Badge>,
    pub tracks: Vec<Track>,
    pub charts: Vec<Chart>,
    pub rules: Vec<RuleEntry>,
    /// Names of the overlays that `Game::overlay` answers.
    pub overlays: Vec<(String, String)>,
    /// SVG symbols of the game's own, referred to by name: emblems, covers, card faces.
    pub art: Vec<Art>,
    /// Whether one seat knows what another does not: then two people at one screen need a curtain.
    pub secrets: bool,
    /// A guided first game, if the game brings one.
    pub training: Option<Training>,
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
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    pub cue: Cue,
    pub title: String,
    pub text: String,
    /// Where more of it is written.
    pub rule: Rule,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cue {
    /// The learner is asked under this rule.
    Asked(Rule),
    /// Something has just happened under this rule, and the learner is asked whatever it may be.
    Noted(Rule),
    /// The match is over.
    Over,
}

/// A side at the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatLook {
    pub name: String,
    /// One word without spaces, used in notation: `US`, `GE`.
    pub short: String,
    /// Body and stripe of its counters, as `#rrggbb`.
    pub colours: (String, String),
    pub corner: Corner,
}

/// Sides differ by shape as well as by colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Corner {
    #[default]
    Round,
    Clipped,
}

/// Where a spot lies on the sheet. A hex is 80 wide: 40 from its centre to each corner, flat top.
#[derive(Clone, PartialEq, Debug)]
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
}

#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Hex,
    Outline(Vec<(f32, f32)>),
    /// Off the map: a box of the given width and height for pieces that wait or are gone.
    Box(f32, f32),
}

#[derive(Clone, PartialEq, Debug)]
pub struct GroundLook {
    pub name: String,
    /// clear, mixed, grove, woods, broken, rough, town, water, plain.
    pub recipe: String,
    /// What it does in play, for the legend.
    pub effect: String,
    pub sure: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct LineLook {
    pub name: String,
    /// river, stream, road, trail, bridge, front, border.
    pub recipe: String,
    pub effect: String,
    pub sure: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct LineRun {
    /// Index into `lines`.
    pub line: u8,
    pub name: String,
    pub through: Through,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Through {
    /// From centre to centre, as roads run.
    Spots(Vec<Spot>),
    /// Along the sides between these pairs, as rivers run; a bridge is one pair.
    Sides(Vec<(Spot, Spot)>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub text: String,
    pub at: (f32, f32),
    /// Degrees, clockwise.
    pub turn: f32,
    pub kind: LabelKind,
}

#[derive(Clone, PartialEq, Debug)]
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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Face {
    pub seat: Option<Seat>,
    /// One of the shared NATO set (infantry, armor, recon, mechanized, artillery, sp-artillery, …) or the name of an art.
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

/// A state of a counter that must be seen: spent, out of supply, silenced.
#[derive(Clone, PartialEq, Debug)]
pub struct Badge {
    pub name: String,
    /// spent, reduced, unsupplied, silent, marked: how it is drawn.
    pub recipe: String,
    pub about: String,
}

/// A row of spaces with a marker in it; the scene says where the marker stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    pub name: String,
    pub spaces: Vec<String>,
}

/// A table as printed. The scene and forecasts light cells of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub name: String,
    pub rule: String,
    pub sure: bool,
    pub heads: Vec<Vec<String>>,
    pub rows: Vec<(String, Vec<String>)>,
    pub remark: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ChartCell {
    pub chart: u8,
    pub row: u8,
    pub column: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Art {
    pub name: String,
    pub svg: String,
}

/// Everything that changes, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    pub counters: Vec<Counter>,
    /// Marker positions, one for each track of the kit.
    pub tracks: Vec<i16>,
    pub marks: Vec<Mark>,
    pub banner: Banner,
    pub scores: Vec<Score>,
    /// Lines such as "Ground Support: 15 of 20 left".
    pub facts: Vec<Fact>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// A key of this viewer's: the piece itself, unless identities are hidden.
    pub piece: Piece,
    /// Index into the kit's faces.
    pub face: u16,
    pub at: Spot,
    pub level: u8,
    /// Bits: indexes into the kit's badges.
    pub badges: u16,
}

/// A marker on the map that is not a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub at: Spot,
    /// target, path, flag, mine: how it is drawn.
    pub recipe: String,
    pub seat: Option<Seat>,
}

/// What the phase strip shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Banner {
    pub turn: String,
    pub phase: String,
    pub seat: Option<Seat>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    pub seat: Seat,
    pub points: i32,
    pub unit: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    pub text: String,
    pub rule: Rule,
}

/// What happened, as a sentence for one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub text: String,
    pub shows: Shows,
}

impl Note {
    pub fn says(text: impl Into<String>) -> Note {
        Note { text: text.into(), shows: Shows::Nothing }
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
    Roll {
        sides: u8,
        face: u8,
        cell: Option<ChartCell>,
    },
    Gone(Piece),
    Placed(Piece, Spot),
    Flash(Ref),
}
