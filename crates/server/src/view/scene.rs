//! What changes: scenes, notes, odds, and who is awaited.

use super::answer::Ref;
use super::kit::{ChartCell, Lot, lot};
use referee as r;
use serde::Serialize;

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
    /// What lies on spots without being a piece.
    pub heaps: Vec<HeapLook>,
    /// What lies on the way between two spots.
    pub lanes: Vec<Lane>,
    /// What lies in front of the players, and beside the map.
    pub mats: Vec<Mat>,
    pub focus: Focus,
    /// Spots with another ground than the printed one: spot, index into the kit's grounds.
    pub grounds: Vec<(u16, u8)>,
    pub sides: Vec<SideMark>,
    pub arrows: Vec<Arrow>,
    pub rosters: Vec<Roster>,
}

/// Something on the side between two spots that changes in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideMark {
    pub between: (u16, u16),
    /// blown, bridge: how it is drawn.
    pub recipe: String,
    pub seat: Option<u8>,
    pub about: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Arrow {
    pub from: u16,
    pub to: u16,
    /// attack, move, mission, transfer: how it is drawn.
    pub recipe: String,
    pub seat: Option<u8>,
    /// A word or a number on it.
    pub text: String,
}

/// A list to jump from: who may still act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Roster {
    pub title: String,
    pub of: Vec<Ref>,
}

/// What the decision at hand is about, so that eyes can be led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Focus {
    /// In a sentence: who attacks whom and where, what stands in the way. Empty if the question says it all.
    pub text: String,
    /// What must be in view, the most important first.
    pub on: Vec<Ref>,
    /// Who bears down on the first of them.
    pub by: Vec<Ref>,
}

/// A word that matters, on a plate of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Plate {
    pub text: String,
    /// Whether it is as its player wants it.
    pub good: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeapLook {
    pub at: u16,
    /// Index into the kit's things.
    pub of: u16,
    pub count: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lane {
    pub between: (u16, u16),
    /// Name of the art on it.
    pub recipe: String,
    pub seat: Option<u8>,
}

/// A panel beside the map: a player's, or a common one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mat {
    pub seat: Option<u8>,
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
    /// Open cards, as things: kept or won.
    pub cards: Vec<u16>,
}

/// A number with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// Name of an art, or empty.
    pub art: String,
    pub label: String,
    pub count: i16,
    pub of: Option<i16>,
}

/// Spaces with things in them, filled from the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Holder {
    pub title: String,
    pub about: String,
    /// What is special about it at the moment.
    pub state: Option<Plate>,
    /// The counter whose card this is.
    pub piece: Option<u16>,
    pub held: Vec<Lot>,
    pub spaces: u8,
}

/// A deck: cards face down, perhaps with one that this viewer has seen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pile {
    /// Index into the kit's things, as `top`.
    pub deck: u16,
    pub count: u8,
    pub discards: u8,
    pub top: Option<u16>,
    /// Seats whose markers lie on it.
    pub marked: Vec<u8>,
    /// Name of the art on those markers, or empty.
    pub marker: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counter {
    pub piece: u16,
    /// Index into the kit's faces.
    pub face: u16,
    pub at: u16,
    pub level: u8,
    /// Bits: indexes into the kit's badges.
    pub badges: u16,
    /// Figures in place of the printed ones; empty if those hold.
    pub numbers: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mark {
    pub at: u16,
    pub recipe: String,
    pub seat: Option<u8>,
    /// A number or a word on it.
    pub text: String,
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
    /// Seen once: the log will not have it.
    pub passing: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shows {
    Nothing,
    Path {
        piece: u16,
        spots: Vec<u16>,
    },
    /// `sides` and `face` are those of the first die.
    Roll {
        sides: u8,
        face: u8,
        dice: Vec<Die>,
        cell: Option<ChartCell>,
    },
    Throw {
        dice: Vec<SignedDie>,
    },
    Gone {
        piece: u16,
    },
    Placed {
        piece: u16,
        at: u16,
    },
    Flash {
        about: Ref,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Die {
    pub sides: u8,
    pub face: u8,
}

/// A die with a sign instead of pips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignedDie {
    pub seat: u8,
    pub art: String,
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
    #[cfg_attr(test, ts(type = "number"))]
    pub of: u64,
    pub remark: Option<String>,
}

/// Indexes into the kit's charts and the columns of that chart.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForecastChart {
    pub chart: u8,
    /// Which line of its headings counts.
    pub head: u8,
    pub column: u8,
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
    #[cfg_attr(test, ts(type = "number"))]
    pub ways: u64,
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
        let counter = |c: r::Counter| Counter {
            piece: c.piece.0,
            face: c.face,
            at: c.at.0,
            level: c.level,
            badges: c.badges,
            numbers: c.numbers,
        };
        let mark = |m: r::Mark| Mark { at: m.at.0, recipe: m.recipe, seat: m.seat.map(|seat| seat.0), text: m.text };
        let score = |s: r::Score| Score { seat: s.seat.0, points: s.points, unit: s.unit };
        let banner = scene.banner;
        Scene {
            counters: scene.counters.into_iter().map(counter).collect(),
            tracks: scene.tracks,
            marks: scene.marks.into_iter().map(mark).collect(),
            banner: Banner { turn: banner.turn, phase: banner.phase, seat: banner.seat.map(|seat| seat.0) },
            scores: scene.scores.into_iter().map(score).collect(),
            facts: scene.facts.into_iter().map(|f| Fact { text: f.text, rule: f.rule.0 }).collect(),
            heaps: scene.heaps.into_iter().map(|h| HeapLook { at: h.at.0, of: h.of.0, count: h.count }).collect(),
            lanes: scene.lanes.into_iter().map(lane).collect(),
            mats: scene.mats.into_iter().map(mat).collect(),
            focus: Focus {
                text: scene.focus.text,
                on: scene.focus.on.into_iter().map(Ref).collect(),
                by: scene.focus.by.into_iter().map(Ref).collect(),
            },
            grounds: scene.grounds.into_iter().map(|(spot, ground)| (spot.0, ground)).collect(),
            sides: scene.sides.into_iter().map(side_mark).collect(),
            arrows: scene.arrows.into_iter().map(arrow).collect(),
            rosters: scene.rosters.into_iter().map(roster).collect(),
        }
    }
}

fn side_mark(mark: r::SideMark) -> SideMark {
    let (a, b) = mark.between;
    SideMark { between: (a.0, b.0), recipe: mark.recipe, seat: mark.seat.map(|seat| seat.0), about: mark.about }
}

fn arrow(arrow: r::Arrow) -> Arrow {
    let r::Arrow { from, to, recipe, seat, text } = arrow;
    Arrow { from: from.0, to: to.0, recipe, seat: seat.map(|seat| seat.0), text }
}

fn roster(roster: r::Roster) -> Roster {
    Roster { title: roster.title, of: roster.of.into_iter().map(Ref).collect() }
}

fn lane(lane: r::Lane) -> Lane {
    let (from, to) = lane.between;
    Lane { between: (from.0, to.0), recipe: lane.recipe, seat: lane.seat.map(|seat| seat.0) }
}

fn mat(mat: r::Mat) -> Mat {
    let plate = |p: r::Plate| Plate { text: p.text, good: p.good };
    let tally = |t: r::Tally| Tally { art: t.art, label: t.label, count: t.count, of: t.of };
    let holder = |h: r::Holder| Holder {
        title: h.title,
        about: h.about,
        state: h.state.map(plate),
        piece: h.piece.map(|piece| piece.0),
        held: h.held.into_iter().map(lot).collect(),
        spaces: h.spaces,
    };
    let pile = |p: r::Pile| Pile {
        deck: p.deck.0,
        count: p.count,
        discards: p.discards,
        top: p.top.map(|card| card.0),
        marked: p.marked.into_iter().map(|seat| seat.0).collect(),
        marker: p.marker,
    };
    Mat {
        seat: mat.seat.map(|seat| seat.0),
        title: mat.title,
        about: mat.about,
        state: mat.state.map(plate),
        active: mat.active,
        tallies: mat.tallies.into_iter().map(tally).collect(),
        holders: mat.holders.into_iter().map(holder).collect(),
        piles: mat.piles.into_iter().map(pile).collect(),
        cards: mat.cards.into_iter().map(|card| card.0).collect(),
    }
}

impl From<r::CitedNote> for Note {
    fn from(told: r::CitedNote) -> Note {
        let shows = match told.note.shows {
            r::Shows::Nothing => Shows::Nothing,
            r::Shows::Path(piece, spots) => {
                Shows::Path { piece: piece.0, spots: spots.into_iter().map(|spot| spot.0).collect() }
            }
            r::Shows::Roll { dice, cell } => Shows::Roll {
                sides: dice.first().map_or(6, |die| die.sides),
                face: dice.first().map_or(1, |die| die.face),
                dice: dice.into_iter().map(|die| Die { sides: die.sides, face: die.face }).collect(),
                cell: cell.map(|c| ChartCell { chart: c.chart, row: c.row, column: c.column }),
            },
            r::Shows::Throw(dice) => {
                Shows::Throw { dice: dice.into_iter().map(|(seat, art)| SignedDie { seat: seat.0, art }).collect() }
            }
            r::Shows::Gone(piece) => Shows::Gone { piece: piece.0 },
            r::Shows::Placed(piece, spot) => Shows::Placed { piece: piece.0, at: spot.0 },
            r::Shows::Flash(about) => Shows::Flash { about: Ref(about) },
        };
        Note { rule: told.rule.0, text: told.note.text, shows, passing: told.note.passing }
    }
}

impl From<r::Forecast> for Forecast {
    fn from(forecast: r::Forecast) -> Forecast {
        let sum = |s: r::Sum| Sum { label: s.label, amount: s.amount, rule: s.rule.0 };
        let chance = |c: r::Chance| Chance { label: c.label, ways: c.ways, rule: c.rule.0 };
        Forecast {
            title: forecast.title,
            sums: forecast.sums.into_iter().map(sum).collect(),
            chart: forecast.chart.map(|c| ForecastChart { chart: c.chart, head: c.head, column: c.column }),
            outcomes: forecast.outcomes.into_iter().map(chance).collect(),
            of: forecast.of,
            remark: forecast.remark,
        }
    }
}
