//! What a player can answer, and what can happen.

use crate::components::{Face, Month, Side};
use crate::state::{Sudden, Trail, Units};
use referee::{Pick, Piece, Ref, Spot, Thing};

/// [C.2] One attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub target: Spot,
    pub attackers: Units,
    /// [RCO.4]
    pub surprise: bool,
}

/// [C.5] Support pieces, one bit each: ETF, WTF, bomber, then the airborne units.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Support(pub u8);

impl Support {
    pub const ETF: u8 = 0;
    pub const WTF: u8 = 1;
    pub const BOMBER: u8 = 2;
    pub const AIRBORNE: u8 = 3;
    pub const COUNT: u8 = 8;

    pub fn has(self, piece: u8) -> bool {
        self.0 & (1 << piece) != 0
    }

    pub fn pieces(self) -> impl Iterator<Item = u8> {
        (0..Support::COUNT).filter(move |piece| self.has(*piece))
    }

    pub fn naval(self) -> Option<u8> {
        self.pieces().find(|piece| *piece < Support::BOMBER)
    }

    pub fn airborne(self) -> Option<u8> {
        self.pieces().find(|piece| *piece >= Support::AIRBORNE)
    }
}

/// [C.12] Who loses how many steps.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Losses {
    pub among: Units,
    /// In the order of `among`.
    pub counts: [u8; 8],
}

impl Losses {
    /// Units in ascending order, each with its steps.
    pub(crate) fn of(hit: &[(Piece, u8)]) -> Losses {
        let mut losses = Losses { among: hit.iter().map(|(unit, _)| *unit).collect(), counts: [0; 8] };
        for (count, (_, n)) in losses.counts.iter_mut().zip(hit) {
            *count = *n;
        }
        losses
    }
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    Invade(Spot),
    Launch,
    Wait,
    Place { unit: Piece, at: Option<Spot>, hidden: bool },
    Rebuild { unit: Piece, at: Option<Spot>, hidden: bool },
    Step(Piece),
    Done,
    Move { unit: Piece, path: Trail },
    Motor { unit: Piece, path: Trail },
    Rail { unit: Piece, at: Option<Spot> },
    Halt,
    Attack(Battle),
    Support(Support),
    Lose(Losses),
    Back(Piece),
    Hide(Piece),
    Phantom(Option<Spot>),
    End,
}

impl Action {
    pub(crate) fn fill(&mut self, pick: Pick) {
        match (self, pick) {
            (Action::Move { path, .. } | Action::Motor { path, .. }, Pick::Path(picked)) => {
                if let Ok(picked) = Trail::try_from(picked.as_slice()) {
                    *path = picked;
                }
            }
            (
                Action::Place { at, .. } | Action::Rebuild { at, .. } | Action::Rail { at, .. } | Action::Phantom(at),
                Pick::Subset(picked),
            ) => {
                if let [Ref::Spot(only)] = picked.as_slice() {
                    *at = Some(*only);
                }
            }
            (Action::Attack(battle), Pick::Subset(picked)) => {
                let known = |item: &Ref| match item {
                    Ref::Piece(unit) if unit.index() < crate::state::MAX_UNITS => Some(*unit),
                    _ => None,
                };
                let units: Units = picked.iter().filter_map(known).collect();
                // Whoever names a unit twice, or something that is no unit, has picked nothing.
                if units.len() == picked.len() {
                    battle.attackers = units;
                }
            }
            (Action::Support(support), Pick::Subset(picked)) => {
                let known = |item: &Ref| match item {
                    Ref::Thing(thing) => u8::try_from(thing.0).ok().filter(|piece| *piece < Support::COUNT),
                    _ => None,
                };
                let bits = picked.iter().filter_map(known).fold(0u8, |bits, piece| bits | 1 << piece);
                if bits.count_ones() as usize == picked.len() {
                    *support = Support(bits);
                }
            }
            (Action::Lose(losses), Pick::Counts(counts))
                if counts.len() == losses.among.len() && counts.len() <= losses.counts.len() =>
            {
                let hit: Vec<(Piece, u8)> = losses.among.iter().zip(counts).filter(|(_, n)| *n > 0).collect();
                *losses = Losses::of(&hit);
            }
            _ => {}
        }
    }
}

pub(crate) fn support_thing(piece: u8) -> Thing {
    Thing(piece.into())
}

/// [C.16] Dice as they fell. Six armies with all that may help them throw fewer than there is room for.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Throw {
    pub faces: [Face; Throw::MOST as usize],
    pub count: u8,
    /// [C.13] Whether aircraft hit.
    pub clear: bool,
}

impl Throw {
    pub(crate) const MOST: u8 = 32;
}

/// What happened, in ids only. The sentences are in `sentences.rs`. `marker` is what the Allied player sees of a
/// German unit that is hidden; 0 if it is not.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    Month(Month),
    Weather {
        die: u8,
        overcast: bool,
    },
    Phase(u8),
    Card {
        side: Side,
        card: u8,
    },
    Landing {
        beach: u8,
        attack: Throw,
        defence: Throw,
        failed: bool,
    },
    BeachHead(u8),
    Resources {
        side: Side,
        rp: u8,
        pc: u8,
    },
    Launched(Month),
    Waits,
    Placed {
        unit: Piece,
        at: Spot,
        marker: u8,
    },
    Rebuilt {
        unit: Piece,
        at: Spot,
        cost: u8,
        marker: u8,
    },
    Stepped {
        unit: Piece,
        cost: u8,
        marker: u8,
    },
    Pooled(Piece),
    Moved {
        unit: Piece,
        from: Spot,
        to: Spot,
        path: Trail,
        how: How,
        cost: u8,
        marker: u8,
    },
    Revealed {
        unit: Piece,
        at: Spot,
    },
    PhantomGone {
        at: Spot,
    },
    Control {
        at: Spot,
        side: Side,
    },
    BeachLost(u8),
    /// `defenders` are those whom everybody knows.
    Attacked {
        side: Side,
        battle: Battle,
        defenders: Units,
        cost: u8,
    },
    Supported {
        support: Support,
    },
    Bombed {
        throw: Throw,
        hits: u8,
        again: Option<Face>,
    },
    Fought {
        side: Side,
        attack: Throw,
        defence: Throw,
        hits: u8,
        losses: u8,
    },
    Lost {
        unit: Piece,
        steps: u8,
    },
    Eliminated {
        unit: Piece,
        out: bool,
    },
    Starved {
        unit: Piece,
        out: bool,
    },
    SentBack {
        unit: Piece,
        marker: u8,
    },
    Hid {
        marker: u8,
        at: Spot,
    },
    Blow,
    Sudden {
        side: Side,
        why: Sudden,
    },
    Judged,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum How {
    Tactical,
    Motor,
    Rail,
}
