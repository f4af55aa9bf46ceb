//! What a client draws and what never changes: map, faces, charts. It is sent once. Grounds, lines and symbols are
//! drawn by *recipes* named here.

use crate::ids::{Seat, Spot, Thing};
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
    /// The phases of a turn in their order, as the banner names them; empty if they are too many to show.
    pub phases: Vec<(Seat, String)>,
    pub charts: Vec<Chart>,
    /// Boxes printed where the sheet is free, for what lies beside the map: a stock, the weather. The scene says what
    /// lies in them.
    pub panels: Vec<PanelLook>,
    pub rules: Vec<RuleEntry>,
    /// What `Game::overlay` answers.
    pub overlays: Vec<OverlayLook>,
    /// SVG symbols of the game's own, referred to by name: emblems, covers, card faces.
    pub art: Vec<Art>,
    pub layout: Layout,
    /// Whether one seat knows what another does not: then two people at one screen need a curtain.
    pub secrets: bool,
    /// What to read before the first move, for every scenario.
    pub briefings: Vec<Briefing>,
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

/// What a newcomer reads before the first move: how long it takes, what a turn is, what wins and what to do first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Briefing {
    /// By their ids.
    pub scenarios: Vec<String>,
    /// 1 for a first game, 3 for those who know it well.
    pub hard: u8,
    /// `about two hours`.
    pub time: String,
    /// What a turn consists of, in its order.
    pub turn: Vec<String>,
    /// For every side that takes part.
    pub sides: Vec<Orders>,
}

/// What one side is told before the first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Orders {
    pub seat: Seat,
    /// What wins.
    pub aim: String,
    /// The first things to do.
    pub first: Vec<String>,
}

impl Briefing {
    pub fn new(scenarios: &[&str], hard: u8, time: &str, turn: &[&str]) -> Briefing {
        let words = |list: &[&str]| list.iter().map(|&word| word.into()).collect();
        Briefing { scenarios: words(scenarios), hard, time: time.into(), turn: words(turn), sides: vec![] }
    }

    /// The same with what a side is told.
    #[must_use]
    pub fn side(mut self, seat: Seat, aim: &str, first: [&str; 3]) -> Briefing {
        self.sides.push(Orders { seat, aim: aim.into(), first: first.map(Into::into).into() });
        self
    }
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
    /// The learner is asked under this rule and looks at one of the answers.
    Opened(Rule),
    /// The learner is asked under this rule in a later turn than the first.
    Later(Rule),
    /// Something has just happened under this rule, and the learner is asked whatever it may be.
    Noted(Rule),
    /// The match is over.
    Over,
}

/// A side at the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatLook {
    /// Who they are: `Germans`, `Patton`.
    pub name: String,
    /// Before what is theirs: `German` movement; empty if that is the name.
    pub adjective: String,
    /// Whether they are several: the Germans decide, Patton decides.
    pub several: bool,
    /// One word without spaces, used in notation: `US`, `GE`.
    pub short: String,
    /// Body and stripe of its counters, as `#rrggbb`.
    pub colours: (String, String),
    pub corner: Corner,
}

impl SeatLook {
    /// `The Germans have won`, `Patton has won`.
    pub fn does(&self, one: &str, several: &str) -> String {
        if self.several { format!("The {} {several}", self.name) } else { format!("{} {one}", self.name) }
    }

    /// A level of victory with its side, which some levels name themselves: `Germans: decisive`, `German decisive`.
    pub fn and_level(&self, level: &str) -> String {
        let named = [&self.name, &self.adjective].into_iter().any(|word| !word.is_empty() && level.starts_with(word));
        if named { level.into() } else { format!("{}: {level}", self.name) }
    }
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
    /// What people call it, if they call it anything: `Germeter`.
    pub called: String,
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
    City,
    MajorCity,
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
    /// Colour of the counter as `#rrggbb`, where a side has several nations; empty for that of the side.
    pub body: String,
    /// Spoken and on the hover card: `US infantry battalion 1/28`.
    pub about: String,
    /// What it is worth, said after that: attack 2, defense 3, movement 7.
    pub figures: Vec<Figure>,
    /// Steps it has, and had at first: pips between its two figures, which then stand in one row.
    pub steps: Option<(u8, u8)>,
}

/// A figure with its name, as on a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Figure {
    pub name: String,
    pub value: String,
}

impl Figure {
    pub fn new(name: &str, value: impl ToString) -> Figure {
        Figure { name: name.into(), value: value.to_string() }
    }
}

impl Face {
    /// All that is said of it in a sentence: `US infantry battalion 1/28, attack 2, defense 3, movement 7`.
    pub fn spoken(&self) -> String {
        let figures = self.figures.iter().map(|Figure { name, value }| format!(", {name} {value}"));
        self.about.clone() + &figures.collect::<String>()
    }

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
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Track {
    pub name: String,
    pub spaces: Vec<String>,
    /// What is printed on each space beside its name, and the name of an art; empty if nothing is.
    pub notes: Vec<String>,
    pub signs: Vec<String>,
}

impl Track {
    pub fn new(name: impl Into<String>, spaces: Vec<String>) -> Track {
        Track { name: name.into(), spaces, ..Track::default() }
    }
}

/// A box on the sheet: left, top, width and height, in its units.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PanelLook {
    pub title: String,
    pub at: [f32; 4],
    /// The chart that is printed in it.
    pub chart: Option<u8>,
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
