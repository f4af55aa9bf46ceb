//! What crosses the wire of a game's own types. Games do not serialise: these are copies of what a
//! viewer may see, in the words of the client.

use referee as r;
use serde::{Deserialize, Serialize};

/// A spot (`s12`), a piece (`p34`), another thing (`t5`) or nothing (`null`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ref(#[cfg_attr(test, ts(type = "`s${number}` | `p${number}` | `t${number}` | null"))] pub r::Ref);

impl Serialize for Ref {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            r::Ref::Nothing => to.serialize_none(),
            r::Ref::Spot(spot) => to.collect_str(&format_args!("s{}", spot.0)),
            r::Ref::Piece(piece) => to.collect_str(&format_args!("p{}", piece.0)),
            r::Ref::Thing(thing) => to.collect_str(&format_args!("t{}", thing.0)),
        }
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(Ref(r::Ref::Nothing)) };
        let number = |text: &str| text.parse::<u16>().ok().filter(|n| n.to_string() == text);
        let read = match text.split_at_checked(1) {
            Some(("s", n)) => number(n).map(|n| r::Ref::Spot(r::Spot(n))),
            Some(("p", n)) => number(n).map(|n| r::Ref::Piece(r::Piece(n))),
            Some(("t", n)) => number(n).map(|n| r::Ref::Thing(r::Thing(n))),
            _ => None,
        };
        read.map(Ref).ok_or_else(|| serde::de::Error::custom("a spot is written `s12`, a piece `p34`, a thing `t5`"))
    }
}

/// What was chosen in an offer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    Nothing,
    /// The spots of a path, without the one it starts from.
    Path(Vec<u16>),
    Some(Vec<Ref>),
    Amount(i16),
    /// For each heap of the opening, in its order.
    Counts(Vec<u8>),
}

impl From<Pick> for r::Pick {
    fn from(pick: Pick) -> r::Pick {
        match pick {
            Pick::Nothing => r::Pick::Nothing,
            Pick::Path(spots) => r::Pick::Path(spots.into_iter().map(r::Spot).collect()),
            Pick::Some(refs) => r::Pick::Some(refs.into_iter().map(|item| item.0).collect()),
            Pick::Amount(amount) => r::Pick::Amount(amount),
            Pick::Counts(counts) => r::Pick::Counts(counts),
        }
    }
}

/// What is still to be chosen in an offer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Open {
    Nothing,
    Path {
        from: u16,
        budget: u16,
        /// In the order they were found: `via` always stands before `spot`, or is `from`.
        legs: Vec<Leg>,
    },
    /// The first `must` of them have to be in the pick. A loose opening may still refuse a pick inside it.
    Some {
        of: Vec<Ref>,
        must: u32,
        least: u32,
        most: u32,
        loose: bool,
    },
    Amount {
        least: i16,
        most: i16,
    },
    /// How many of each heap; the sum lies between `least` and `most`.
    Counts {
        of: Vec<Heap>,
        least: u8,
        most: u8,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Heap {
    pub of: Ref,
    pub most: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    pub spot: u16,
    pub via: u16,
    pub cost: u16,
    /// A path may end here; otherwise the spot can only be passed.
    pub end: bool,
    /// A path must end here.
    pub stop: bool,
}

impl From<r::Open> for Open {
    fn from(open: r::Open) -> Open {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match open {
            r::Open::Nothing => Open::Nothing,
            r::Open::Path(reach) => {
                let leg = |leg: r::Leg| Leg {
                    spot: leg.spot.0,
                    via: leg.via.0,
                    cost: leg.cost,
                    end: leg.end,
                    stop: leg.stop,
                };
                Open::Path { from: reach.from.0, budget: reach.budget, legs: reach.legs.into_iter().map(leg).collect() }
            }
            r::Open::Some { of, must, least, most, loose } => Open::Some {
                of: of.into_iter().map(Ref).collect(),
                must: count(must),
                least: count(least),
                most: count(most),
                loose,
            },
            r::Open::Amount { least, most } => Open::Amount { least, most },
            r::Open::Counts { of, least, most } => {
                let of = of.into_iter().map(|heap| Heap { of: Ref(heap.of), most: heap.most }).collect();
                Open::Counts { of, least, most }
            }
        }
    }
}

/// One thing the awaited seat may do. It is named by its place in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    pub about: Ref,
    pub label: &'static str,
    /// In notation, without what is still to be chosen.
    pub text: String,
    /// Null if it is large: ask with `open`.
    pub open: Option<Open>,
}

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
    pub badges: Vec<Badge>,
    pub tracks: Vec<Track>,
    pub charts: Vec<Chart>,
    pub rules: Vec<RuleEntry>,
    pub overlays: Vec<OverlayLook>,
    pub art: Vec<Art>,
    /// Whether one seat knows what another does not: then two people at one screen need a curtain.
    pub secrets: bool,
    /// Hints for a guided first game; none if the game brings none.
    pub lessons: Vec<Lesson>,
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
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shape {
    /// Flat top, 40 from the centre to each corner.
    Hex,
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
    pub about: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Art {
    pub name: String,
    pub svg: String,
}

/// Everything that changes, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    pub counters: Vec<Counter>,
    /// Marker positions, one for each track of the kit.
    pub tracks: Vec<i16>,
    pub marks: Vec<Mark>,
    pub banner: Banner,
    pub scores: Vec<Score>,
    pub facts: Vec<Fact>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counter {
    pub piece: u16,
    /// Index into the kit's faces.
    pub face: u16,
    pub at: u16,
    pub level: u8,
    /// Bits: indexes into the kit's badges.
    pub badges: u16,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mark {
    pub at: u16,
    pub recipe: String,
    pub seat: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Banner {
    pub turn: String,
    pub phase: String,
    pub seat: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    pub seat: u8,
    pub points: i32,
    pub unit: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fact {
    pub text: String,
    pub rule: &'static str,
}

/// A sentence of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Note {
    pub rule: &'static str,
    pub text: String,
    pub shows: Shows,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shows {
    Nothing,
    Path { piece: u16, spots: Vec<u16> },
    Roll { sides: u8, face: u8, cell: Option<ChartCell> },
    Gone { piece: u16 },
    Placed { piece: u16, at: u16 },
    Flash { about: Ref },
}

/// Exact odds before a player commits.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Forecast {
    pub title: String,
    pub sums: Vec<Sum>,
    pub chart: Option<ForecastChart>,
    /// Their `ways` add up to `of`.
    pub outcomes: Vec<Chance>,
    pub of: u32,
    pub remark: Option<String>,
}

/// Indexes into the kit's charts and the columns of that chart.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForecastChart {
    pub chart: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sum {
    pub label: String,
    pub amount: i32,
    pub rule: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chance {
    pub label: String,
    pub ways: u32,
    pub rule: &'static str,
}

/// Who must decide what, or how the game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Awaits {
    Decision { seat: u8, rule: &'static str, question: &'static str },
    Over { winner: Option<u8>, level: &'static str, rule: &'static str },
}

impl From<r::Awaits> for Awaits {
    fn from(awaits: r::Awaits) -> Awaits {
        match awaits {
            r::Awaits::Decision(d) => Awaits::Decision { seat: d.seat.0, rule: d.rule.0, question: d.question },
            r::Awaits::Over(o) => Awaits::Over { winner: o.winner.map(|seat| seat.0), level: o.level, rule: o.rule.0 },
        }
    }
}

impl From<r::Scene> for Scene {
    fn from(scene: r::Scene) -> Scene {
        let counter =
            |c: r::Counter| Counter { piece: c.piece.0, face: c.face, at: c.at.0, level: c.level, badges: c.badges };
        let mark = |m: r::Mark| Mark { at: m.at.0, recipe: m.recipe, seat: m.seat.map(|seat| seat.0) };
        let score = |s: r::Score| Score { seat: s.seat.0, points: s.points, unit: s.unit };
        let banner = scene.banner;
        Scene {
            counters: scene.counters.into_iter().map(counter).collect(),
            tracks: scene.tracks,
            marks: scene.marks.into_iter().map(mark).collect(),
            banner: Banner { turn: banner.turn, phase: banner.phase, seat: banner.seat.map(|seat| seat.0) },
            scores: scene.scores.into_iter().map(score).collect(),
            facts: scene.facts.into_iter().map(|f| Fact { text: f.text, rule: f.rule.0 }).collect(),
        }
    }
}

impl From<r::ToldNote> for Note {
    fn from(told: r::ToldNote) -> Note {
        let shows = match told.note.shows {
            r::Shows::Nothing => Shows::Nothing,
            r::Shows::Path(piece, spots) => {
                Shows::Path { piece: piece.0, spots: spots.into_iter().map(|spot| spot.0).collect() }
            }
            r::Shows::Roll { sides, face, cell } => Shows::Roll {
                sides,
                face,
                cell: cell.map(|c| ChartCell { chart: c.chart, row: c.row, column: c.column }),
            },
            r::Shows::Gone(piece) => Shows::Gone { piece: piece.0 },
            r::Shows::Placed(piece, spot) => Shows::Placed { piece: piece.0, at: spot.0 },
            r::Shows::Flash(about) => Shows::Flash { about: Ref(about) },
        };
        Note { rule: told.rule.0, text: told.note.text, shows }
    }
}

impl From<r::Forecast> for Forecast {
    fn from(forecast: r::Forecast) -> Forecast {
        let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let sum = |s: r::Sum| Sum { label: s.label, amount: s.amount, rule: s.rule.0 };
        let chance = |c: r::Chance| Chance { label: c.label, ways: c.ways, rule: c.rule.0 };
        Forecast {
            title: forecast.title,
            sums: forecast.sums.into_iter().map(sum).collect(),
            chart: forecast.chart.map(|(chart, column)| ForecastChart { chart: index(chart), column: index(column) }),
            outcomes: forecast.outcomes.into_iter().map(chance).collect(),
            of: forecast.of,
            remark: forecast.remark,
        }
    }
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
            badges: kit.badges.iter().map(badge).collect(),
            tracks: kit.tracks.iter().map(|t| Track { name: t.name.clone(), spaces: t.spaces.clone() }).collect(),
            charts: kit.charts.iter().map(chart).collect(),
            rules: listed.iter().map(RuleEntry::from).collect(),
            overlays: kit.overlays.iter().cloned().map(|(name, about)| OverlayLook { name, about }).collect(),
            art: kit.art.iter().map(|a| Art { name: a.name.clone(), svg: a.svg.clone() }).collect(),
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
    }
}

fn look(name: &str, recipe: &str, effect: &str, sure: bool) -> Look {
    Look { name: name.into(), recipe: recipe.into(), effect: effect.into(), sure }
}

fn run(run: &r::LineRun) -> LineRun {
    let through = match &run.through {
        r::Through::Spots(spots) => Through::Spots(spots.iter().map(|spot| spot.0).collect()),
        r::Through::Sides(sides) => Through::Sides(sides.iter().map(|(a, b)| (a.0, b.0)).collect()),
    };
    LineRun { line: run.line, name: run.name.clone(), through }
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
