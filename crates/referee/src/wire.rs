//! How scenes and kits cross a wire, where that is not how games make them.

use crate::ids::{Piece, Ref, Spot, Thing};
use crate::kit;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Ref {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Ref::Nothing => to.serialize_none(),
            Ref::Spot(spot) => to.collect_str(&format_args!("s{}", spot.0)),
            Ref::Piece(piece) => to.collect_str(&format_args!("p{}", piece.0)),
            Ref::Thing(thing) => to.collect_str(&format_args!("t{}", thing.0)),
        }
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(Ref::Nothing) };
        let number = |text: &str| text.parse::<u16>().ok().filter(|n| n.to_string() == text);
        let read = match text.split_at_checked(1) {
            Some(("s", n)) => number(n).map(|n| Ref::Spot(Spot(n))),
            Some(("p", n)) => number(n).map(|n| Ref::Piece(Piece(n))),
            Some(("t", n)) => number(n).map(|n| Ref::Thing(Thing(n))),
            _ => None,
        };
        read.ok_or_else(|| serde::de::Error::custom("a spot is written `s12`, a piece `p34`, a thing `t5`"))
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Shape {
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

impl From<kit::Shape> for Shape {
    fn from(shape: kit::Shape) -> Shape {
        match shape {
            kit::Shape::Hex => Shape::Hex,
            kit::Shape::Pointed => Shape::Pointed,
            kit::Shape::Oval => Shape::Oval,
            kit::Shape::Outline(points) => Shape::Outline { points },
            kit::Shape::Box(width, height) => Shape::Box { width, height },
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Through {
    /// From centre to centre.
    Spots(Vec<Spot>),
    /// Along the sides between these pairs.
    Sides(Vec<(Spot, Spot)>),
    /// Over free ground. The sheet has it drawn; a client gets no points.
    Ground,
}

impl From<kit::Through> for Through {
    fn from(through: kit::Through) -> Through {
        match through {
            kit::Through::Spots(spots) => Through::Spots(spots),
            kit::Through::Sides(sides) => Through::Sides(sides),
            kit::Through::Points(_) | kit::Through::Shape(_) => Through::Ground,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Label {
    text: String,
    at: (f32, f32),
    turn: f32,
    kind: LabelKind,
    /// What an objective is worth, otherwise 0.
    points: u16,
}

#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LabelKind {
    Town,
    City,
    MajorCity,
    Objective,
    Water,
    Region,
    Height,
    Place,
}

impl From<kit::Label> for Label {
    fn from(label: kit::Label) -> Label {
        let (kind, points) = match label.kind {
            kit::LabelKind::Town => (LabelKind::Town, 0),
            kit::LabelKind::City => (LabelKind::City, 0),
            kit::LabelKind::MajorCity => (LabelKind::MajorCity, 0),
            kit::LabelKind::Objective(points) => (LabelKind::Objective, points),
            kit::LabelKind::Water => (LabelKind::Water, 0),
            kit::LabelKind::Region => (LabelKind::Region, 0),
            kit::LabelKind::Height => (LabelKind::Height, 0),
            kit::LabelKind::Place => (LabelKind::Place, 0),
        };
        Label { text: label.text, at: label.at, turn: label.turn, kind, points }
    }
}

/// So many of a thing.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Lot {
    thing: Thing,
    count: u8,
}

pub(crate) fn lots<S: Serializer>(lots: &[(Thing, u8)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(lots.iter().map(|&(thing, count)| Lot { thing, count }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ChartRow {
    head: String,
    cells: Vec<String>,
}

pub(crate) fn rows<S: Serializer>(rows: &[(String, Vec<String>)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(rows.iter().map(|(head, cells)| ChartRow { head: head.clone(), cells: cells.clone() }))
}
