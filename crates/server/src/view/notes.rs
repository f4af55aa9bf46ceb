//! Notes of the log, and who is awaited.

use referee::{self as r, Bill, ChartCell, Die, Heading, Luck, Piece, Ref, Rule, Seat, Spot};
use serde::Serialize;

/// A sentence of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Note {
    pub rule: Rule,
    pub text: String,
    pub shows: Shows,
    /// Seen once: the log will not have it.
    pub passing: bool,
    /// What begins with it.
    pub heading: Option<Heading>,
    /// What the dice in it were worth to whoever hoped for them.
    pub luck: Option<Luck>,
    /// What it cost, if that is worth a card.
    pub bill: Option<Bill>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shows {
    Nothing,
    Path {
        piece: Piece,
        spots: Vec<Spot>,
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
        piece: Piece,
    },
    Placed {
        piece: Piece,
        at: Spot,
    },
    Flash {
        about: Ref,
    },
}

/// A die with a sign instead of pips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignedDie {
    pub seat: Seat,
    pub art: String,
    /// Whether it counts.
    pub counts: bool,
}

/// Who must decide what, or how the game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Awaits {
    Decision { seat: Seat, rule: Rule, question: &'static str },
    Over { winner: Option<Seat>, level: &'static str, rule: Rule },
}

impl From<r::Awaits> for Awaits {
    fn from(awaits: r::Awaits) -> Awaits {
        match awaits {
            r::Awaits::Decision(d) => Awaits::Decision { seat: d.seat, rule: d.rule, question: d.question },
            r::Awaits::Over(o) => Awaits::Over { winner: o.winner, level: o.level, rule: o.rule },
        }
    }
}

impl From<r::CitedNote> for Note {
    fn from(told: r::CitedNote) -> Note {
        let shows = match told.note.shows {
            r::Shows::Nothing => Shows::Nothing,
            r::Shows::Path(piece, spots) => Shows::Path { piece, spots },
            r::Shows::Roll { dice, cell } => Shows::Roll {
                sides: dice.first().map_or(6, |die| die.sides),
                face: dice.first().map_or(1, |die| die.face),
                dice,
                cell,
            },
            r::Shows::Throw(dice) => {
                let signed = |(seat, art, counts)| SignedDie { seat, art, counts };
                Shows::Throw { dice: dice.into_iter().map(signed).collect() }
            }
            r::Shows::Gone(piece) => Shows::Gone { piece },
            r::Shows::Placed(piece, spot) => Shows::Placed { piece, at: spot },
            r::Shows::Flash(about) => Shows::Flash { about },
        };
        let r::Note { text, passing, heading, luck, bill, .. } = told.note;
        Note { rule: told.rule, text, shows, passing, heading, luck, bill }
    }
}
