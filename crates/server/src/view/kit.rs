//! What never changes on the table.

use referee as r;
use serde::Serialize;

/// Everything about a game that never changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Kit {
    pub id: String,
    pub title: String,
    pub subtitle: String,
    pub rules_version: String,
    pub imprint: String,
    /// Metres from one spot to the next; 0 if there is no scale.
    pub metres: u16,
    /// Left, top, width and height of the sheet.
    pub sheet_box: [f32; 4],
    pub seats: Vec<SeatLook>,
    pub spots: Vec<SpotLook>,
    pub grounds: Vec<Look>,
    pub lines: Vec<Look>,
    pub runs: Vec<LineRun>,
    pub labels: Vec<Label>,
    pub faces: Vec<Face>,
    /// What else can be pointed at: decks, cards, kinds of supply.
    pub things: Vec<ThingLook>,
    pub badges: Vec<Badge>,
    pub tracks: Vec<Track>,
    pub charts: Vec<Chart>,
    pub rules: Vec<RuleEntry>,
    pub overlays: Vec<OverlayLook>,
    pub art: Vec<Art>,
    pub layout: Layout,
    /// Whether one seat knows what another does not: then two people at one screen need a curtain.
    pub secrets: bool,
    /// Hints for a guided first game; none if the game brings none.
    pub lessons: Vec<Lesson>,
}

/// How the map is looked at, and what stands on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Ground seen from near by: one zooms in on counters.
    Field,
    /// Places joined by ways, seen as a whole: pieces are blocks that show what they carry.
    Network,
}

/// A hint, shown once, when its cue comes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lesson {
    pub cue: Cue,
    pub title: String,
    pub text: String,
    pub rule: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cue {
    /// The learner is asked under this rule.
    Asked { rule: &'static str },
    /// Something has just happened under this rule.
    Noted { rule: &'static str },
    /// The match is over.
    Over,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatLook {
    pub name: String,
    pub short: String,
    /// Body and stripe of its counters, as `#rrggbb`.
    pub colours: (String, String),
    pub corner: Corner,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    Round,
    Clipped,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpotLook {
    pub name: String,
    /// Centre in map units.
    pub at: (f32, f32),
    pub shape: Shape,
    /// Index into `grounds`.
    pub ground: u8,
    pub about: String,
    /// False where the sheet is reconstructed.
    pub sure: bool,
    /// Whose colours an area bears, as seats.
    pub owners: Vec<u8>,
    pub prints: Vec<Print>,
}

/// A printed sign on a spot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Print {
    /// How it is drawn, or the name of an art.
    pub recipe: String,
    pub seat: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shape {
    /// Flat top, 40 from the centre to each corner.
    Hex,
    /// The same, standing on a corner.
    Pointed,
    /// An area of a point-to-point map, 50 wide and 31 high.
    Oval,
    Outline {
        points: Vec<(f32, f32)>,
    },
    /// Off the map, for pieces that wait or are gone.
    Box {
        width: f32,
        height: f32,
    },
}

/// A ground or a line in the legend.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Look {
    pub name: String,
    pub recipe: String,
    pub effect: String,
    pub sure: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineRun {
    /// Index into `lines`.
    pub line: u8,
    pub name: String,
    /// Whose it is, as seats: nobody's and everybody's if empty.
    pub owners: Vec<u8>,
    pub through: Through,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// From centre to centre.
    Spots(Vec<u16>),
    /// Along the sides between these pairs.
    Sides(Vec<(u16, u16)>),
    /// Over free ground. The sheet has it drawn; a client gets no points.
    Ground,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Label {
    pub text: String,
    pub at: (f32, f32),
    pub turn: f32,
    pub kind: LabelKind,
    /// What an objective is worth, otherwise 0.
    pub points: u16,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    Town,
    Objective,
    Water,
    Region,
    Height,
    Place,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Face {
    pub seat: Option<u8>,
    pub symbol: String,
    pub size: String,
    /// The name in notation.
    pub key: String,
    pub name: String,
    pub parent: String,
    pub numbers: Vec<String>,
    pub tint: String,
    /// Spoken and on the hover card.
    pub about: String,
}

/// Something that is neither a place nor a counter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThingLook {
    pub name: String,
    /// Name of an art, or empty.
    pub art: String,
    pub about: String,
    /// Its printed face, if it is a card.
    pub card: Option<CardLook>,
    pub deck: bool,
}

/// The face of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CardLook {
    pub seat: Option<u8>,
    /// Over the name.
    pub kind: String,
    /// What it asks or gives: things with counts.
    pub strip: Vec<Lot>,
    pub text: String,
    /// Names of arts in its corners.
    pub signs: Vec<String>,
}

/// So many of a thing.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lot {
    /// Index into the kit's things.
    pub thing: u16,
    pub count: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Badge {
    pub name: String,
    pub recipe: String,
    pub about: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Track {
    pub name: String,
    pub spaces: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chart {
    pub name: String,
    pub rule: String,
    pub sure: bool,
    pub heads: Vec<Vec<String>>,
    pub rows: Vec<ChartRow>,
    pub remark: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChartRow {
    pub head: String,
    pub cells: Vec<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChartCell {
    pub chart: u8,
    pub row: u8,
    pub column: u8,
}

/// A numbered case in our own words.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleEntry {
    pub id: String,
    pub title: String,
    pub text: String,
    pub kind: RuleKind,
    pub see: Vec<String>,
    pub ruling: Option<String>,
    pub reconstructed: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RuleKind {
    Enforced,
    Definition,
    Components,
    Advice,
    Heading,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlayLook {
    pub name: String,
    /// On its button.
    pub title: String,
    pub icon: String,
    pub about: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Art {
    pub name: String,
    pub svg: String,
}

impl From<&r::SeatLook> for SeatLook {
    fn from(seat: &r::SeatLook) -> SeatLook {
        let corner = match seat.corner {
            r::Corner::Round => Corner::Round,
            r::Corner::Clipped => Corner::Clipped,
        };
        SeatLook { name: seat.name.clone(), short: seat.short.clone(), colours: seat.colours.clone(), corner }
    }
}

impl From<&r::RuleEntry> for RuleEntry {
    fn from(rule: &r::RuleEntry) -> RuleEntry {
        let rule = rule.clone();
        let kind = match rule.kind {
            r::RuleKind::Enforced => RuleKind::Enforced,
            r::RuleKind::Definition => RuleKind::Definition,
            r::RuleKind::Components => RuleKind::Components,
            r::RuleKind::Advice => RuleKind::Advice,
            r::RuleKind::Heading => RuleKind::Heading,
        };
        RuleEntry {
            id: rule.id,
            title: rule.title,
            text: rule.text,
            kind,
            see: rule.see,
            ruling: rule.ruling,
            reconstructed: rule.reconstructed,
        }
    }
}

impl Kit {
    /// The kit of a game; its rules from the index, if the kit itself carries none.
    pub fn of(kit: &r::Kit, rules: &r::RuleIndex) -> Kit {
        let listed = if kit.rules.is_empty() { &rules.entries } else { &kit.rules };
        Kit {
            id: kit.id.clone(),
            title: kit.title.clone(),
            subtitle: kit.subtitle.clone(),
            rules_version: kit.rules_version.clone(),
            imprint: kit.imprint.clone(),
            metres: kit.metres,
            sheet_box: sheet::sheet_box(kit),
            seats: kit.seats.iter().map(SeatLook::from).collect(),
            spots: kit.spots.iter().map(spot).collect(),
            grounds: kit.grounds.iter().map(|g| look(&g.name, &g.recipe, &g.effect, g.sure)).collect(),
            lines: kit.lines.iter().map(|l| look(&l.name, &l.recipe, &l.effect, l.sure)).collect(),
            runs: kit.runs.iter().map(run).collect(),
            labels: kit.labels.iter().map(label).collect(),
            faces: kit.faces.iter().map(face).collect(),
            things: kit.things.iter().map(thing).collect(),
            badges: kit.badges.iter().map(badge).collect(),
            tracks: kit.tracks.iter().map(|t| Track { name: t.name.clone(), spaces: t.spaces.clone() }).collect(),
            charts: kit.charts.iter().map(chart).collect(),
            rules: listed.iter().map(RuleEntry::from).collect(),
            overlays: kit.overlays.iter().map(overlay).collect(),
            art: kit.art.iter().map(|a| Art { name: a.name.clone(), svg: a.svg.clone() }).collect(),
            layout: match kit.layout {
                r::Layout::Field => Layout::Field,
                r::Layout::Network => Layout::Network,
            },
            secrets: kit.secrets,
            lessons: kit.training.iter().flat_map(|training| &training.lessons).map(lesson).collect(),
        }
    }
}

fn lesson(lesson: &r::Lesson) -> Lesson {
    let cue = match lesson.cue {
        r::Cue::Asked(rule) => Cue::Asked { rule: rule.0 },
        r::Cue::Noted(rule) => Cue::Noted { rule: rule.0 },
        r::Cue::Over => Cue::Over,
    };
    Lesson { cue, title: lesson.title.clone(), text: lesson.text.clone(), rule: lesson.rule.0 }
}

fn spot(spot: &r::SpotLook) -> SpotLook {
    let shape = match &spot.shape {
        r::Shape::Hex => Shape::Hex,
        r::Shape::Pointed => Shape::Pointed,
        r::Shape::Oval => Shape::Oval,
        r::Shape::Outline(points) => Shape::Outline { points: points.clone() },
        r::Shape::Box(width, height) => Shape::Box { width: *width, height: *height },
    };
    SpotLook {
        name: spot.name.clone(),
        at: spot.at,
        shape,
        ground: spot.ground,
        about: spot.about.clone(),
        sure: spot.sure,
        owners: spot.owners.iter().map(|seat| seat.0).collect(),
        prints: spot.prints.iter().map(print).collect(),
    }
}

fn print(print: &r::Print) -> Print {
    Print { recipe: print.recipe.clone(), seat: print.seat.map(|seat| seat.0) }
}

pub(super) fn lot((thing, count): (r::Thing, u8)) -> Lot {
    Lot { thing: thing.0, count }
}

fn thing(thing: &r::ThingLook) -> ThingLook {
    let card = |card: &r::CardLook| CardLook {
        seat: card.seat.map(|seat| seat.0),
        kind: card.kind.clone(),
        strip: card.strip.iter().copied().map(lot).collect(),
        text: card.text.clone(),
        signs: card.signs.clone(),
    };
    ThingLook {
        name: thing.name.clone(),
        art: thing.art.clone(),
        about: thing.about.clone(),
        card: thing.card.as_ref().map(card),
        deck: thing.deck,
    }
}

fn look(name: &str, recipe: &str, effect: &str, sure: bool) -> Look {
    Look { name: name.into(), recipe: recipe.into(), effect: effect.into(), sure }
}

fn run(run: &r::LineRun) -> LineRun {
    let through = match &run.through {
        r::Through::Spots(spots) => Through::Spots(spots.iter().map(|spot| spot.0).collect()),
        r::Through::Sides(sides) => Through::Sides(sides.iter().map(|(a, b)| (a.0, b.0)).collect()),
        r::Through::Points(_) | r::Through::Shape(_) => Through::Ground,
    };
    let owners = run.owners.iter().map(|seat| seat.0).collect();
    LineRun { line: run.line, name: run.name.clone(), owners, through }
}

fn label(label: &r::Label) -> Label {
    let (kind, points) = match label.kind {
        r::LabelKind::Town => (LabelKind::Town, 0),
        r::LabelKind::Objective(points) => (LabelKind::Objective, points),
        r::LabelKind::Water => (LabelKind::Water, 0),
        r::LabelKind::Region => (LabelKind::Region, 0),
        r::LabelKind::Height => (LabelKind::Height, 0),
        r::LabelKind::Place => (LabelKind::Place, 0),
    };
    Label { text: label.text.clone(), at: label.at, turn: label.turn, kind, points }
}

fn face(face: &r::Face) -> Face {
    Face {
        seat: face.seat.map(|seat| seat.0),
        symbol: face.symbol.clone(),
        size: face.size.clone(),
        key: face.typed().into(),
        name: face.name.clone(),
        parent: face.parent.clone(),
        numbers: face.numbers.clone(),
        tint: face.tint.clone(),
        about: face.about.clone(),
    }
}

fn overlay(overlay: &r::OverlayLook) -> OverlayLook {
    let r::OverlayLook { name, title, about, icon } = overlay.clone();
    OverlayLook { name, title, icon, about }
}

fn badge(badge: &r::Badge) -> Badge {
    Badge { name: badge.name.clone(), recipe: badge.recipe.clone(), about: badge.about.clone() }
}

fn chart(chart: &r::Chart) -> Chart {
    let row = |(head, cells): &(String, Vec<String>)| ChartRow { head: head.clone(), cells: cells.clone() };
    Chart {
        name: chart.name.clone(),
        rule: chart.rule.clone(),
        sure: chart.sure,
        heads: chart.heads.clone(),
        rows: chart.rows.iter().map(row).collect(),
        remark: chart.remark.clone(),
    }
}
