//! What a player can answer, and what can happen.

use crate::components::cards::{AXIS, PURSUIT};
use crate::components::{Commander, Load, Supply};
use crate::state::{CardId, Cards, DeckId, NumberId, Trail};
use referee::{Pick, Piece, Ref, Spot, Thing};

/// [6.2, 6.3]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Delivery {
    Basic,
    Three(Supply),
}

/// [11.1] The own Pursuit deck or the Axis deck.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Which {
    Pursuit,
    Axis,
}

/// [9.5]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purse {
    Card,
    Area,
}

/// [12.3] How a medal is paid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Payment {
    Counter,
    /// A card with a medal, or cards without one.
    Cards(Cards),
}

/// What a player can answer.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    Supply { at: Spot, set: Delivery, card: bool },
    Bonus(Load),
    Trucks(i16),
    Truck { from: Spot, to: Option<Spot> },
    Carry(Load),
    Done,
    Move { corps: Piece, path: Trail },
    Halt,
    Give,
    Decline,
    Trade { give: Supply, get: Supply },
    Recon(Which),
    Air(Which),
    Card,
    Resistance,
    Land(Option<Spot>),
    Pay(Payment),
    Load { corps: Piece, load: Load },
    Unload { corps: Piece, load: Load },
    Drop(Load),
    Eat(Purse),
    Axis(Option<Spot>),
    Counter(Spot),
    Pass,
    Place { number: NumberId, at: Spot },
    End,
}

impl Action {
    pub(crate) fn fill(&mut self, pick: Pick) {
        match (self, pick) {
            (Action::Move { path, .. }, Pick::Path(picked)) => {
                if let Ok(picked) = Trail::try_from(picked.as_slice()) {
                    *path = picked;
                }
            }
            (Action::Truck { to, .. }, Pick::Path(picked)) => {
                if let [only] = picked.as_slice() {
                    *to = Some(*only);
                }
            }
            (Action::Land(at), Pick::Subset(picked)) => {
                if let [Ref::Spot(only)] = picked.as_slice() {
                    *at = Some(*only);
                }
            }
            (Action::Pay(payment), Pick::Subset(picked)) => {
                let card = |item: &Ref| match item {
                    Ref::Thing(thing) => card_of(*thing),
                    _ => None,
                };
                let cards: Cards = picked.iter().filter_map(card).collect();
                // Whoever names a card twice, or something that is no card, has picked nothing.
                if cards.len() == picked.len() {
                    *payment = Payment::Cards(cards);
                }
            }
            (Action::Trucks(amount), Pick::Amount(picked)) => *amount = picked,
            (
                Action::Carry(load)
                | Action::Bonus(load)
                | Action::Drop(load)
                | Action::Load { load, .. }
                | Action::Unload { load, .. },
                Pick::Counts(counts),
            ) => {
                if let [gas, ammo, food] = *counts.as_slice() {
                    *load = Load::new(gas, ammo, food);
                }
            }
            _ => {}
        }
    }
}

/// Supplies, then decks, then cards, then what is only counted, as the kit lists them.
const FIRST_DECK: u16 = 3;
const FIRST_CARD: u16 = 7;
const CARDS: usize = 3 * PURSUIT + AXIS;
#[expect(clippy::cast_possible_truncation, reason = "few cards")]
pub(crate) const TRUCK: Thing = Thing(FIRST_CARD + CARDS as u16);
pub(crate) const MEDAL: Thing = Thing(TRUCK.0 + 1);

pub(crate) fn thing_of(card: CardId) -> Thing {
    Thing(FIRST_CARD + u16::from(card.0))
}

pub(crate) fn deck_thing(deck: DeckId) -> Thing {
    Thing(FIRST_DECK + u16::try_from(deck.index()).unwrap_or(0))
}

fn card_of(thing: Thing) -> Option<CardId> {
    let card = u8::try_from(thing.0.checked_sub(FIRST_CARD)?).ok()?;
    (usize::from(card) < CARDS).then_some(CardId(card))
}

/// What happened, in ids only. The sentences are in `sentences.rs`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    First(Commander),
    Round(u8),
    LastRoundOver,
    Delivered {
        who: Commander,
        at: Spot,
        load: Load,
    },
    OstendeUsed,
    Dropped {
        at: Spot,
        load: Load,
    },
    TrucksTaken {
        who: Commander,
        count: u8,
    },
    Transported {
        from: Spot,
        to: Spot,
        load: Load,
    },
    CheckBegins,
    Level {
        who: Commander,
        level: u8,
    },
    Fed {
        corps: Piece,
    },
    Grounded {
        corps: Piece,
    },
    Woken {
        corps: Piece,
    },
    TrucksReturn(u8),
    MoreTrucks(u8),
    /// The last of a Supply Check that everybody wants to know, with what came before it.
    Refilled {
        load: Load,
        trucks: u8,
        grounded: u8,
    },
    CardsReady,
    AirReturns(Commander),
    Halted {
        corps: Piece,
    },
    Moved {
        corps: Piece,
        from: Spot,
        to: Spot,
    },
    GasPaid {
        corps: Piece,
    },
    Walls {
        corps: Piece,
        at: Spot,
    },
    Drawn {
        who: Commander,
        card: CardId,
    },
    NoCard {
        at: Spot,
    },
    Found {
        at: Spot,
        load: Load,
    },
    NothingFound,
    FedCivilians {
        who: Commander,
    },
    Traded {
        give: Supply,
        get: Supply,
    },
    Kept {
        who: Commander,
        card: CardId,
    },
    ExtraAction {
        who: Commander,
    },
    ResistanceLost,
    Stopped {
        corps: Piece,
    },
    Peeked {
        who: Commander,
        deck: DeckId,
        card: CardId,
    },
    Fought {
        corps: Piece,
        card: CardId,
        at: Spot,
        paid: Load,
        bonus: u8,
        left: Load,
        won: bool,
    },
    Withdrawn {
        corps: Piece,
        to: Spot,
    },
    Reshuffled(DeckId),
    Taken {
        who: Commander,
        at: Spot,
    },
    Encircled {
        who: Commander,
        at: Spot,
    },
    Medal {
        who: Commander,
        at: Spot,
    },
    AxisGone {
        at: Spot,
    },
    AirPlaced {
        who: Commander,
        deck: DeckId,
    },
    CommanderCard {
        who: Commander,
    },
    Landed {
        who: Commander,
        at: Spot,
    },
    AirborneGone {
        at: Spot,
    },
    AirborneTurned {
        at: Spot,
    },
    Paid {
        who: Commander,
    },
    AxisPlaced {
        at: Spot,
    },
    AxisLost,
    LastMarker,
    CounterAttacked {
        at: Spot,
        from: Commander,
    },
    AntwerpOpens,
    Weather {
        rain: bool,
    },
    Won {
        who: Commander,
        at: Spot,
    },
    Dice {
        sum: u8,
        faces: [u8; 3],
    },
    NumberTurned {
        number: NumberId,
        at: Spot,
    },
    NumberMoved {
        number: NumberId,
        to: Spot,
    },
    NumberGone {
        number: NumberId,
    },
    Shifted {
        corps: Piece,
        load: Load,
        onto_card: bool,
    },
}
