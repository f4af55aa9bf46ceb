//! Everything that changes. Plain values with dense ids: a clone is a copy of memory.

use crate::components::{Colours, Commander, Load};
use crate::sequence::Step;
use board::{Edge, Id, Path, Set, SpotSet};
use referee::{Piece, Spot, Stack};

/// [2.2]
pub const MAX_CORPS: usize = 10;
/// As many as a set of areas has room for.
pub const MAX_AREAS: usize = 128;
/// [17.A.1] Numbers 3 to 18.
pub const NUMBERS: usize = 16;
/// [2.41]
pub const MAX_AIRBORNE: usize = 4;

pub type Areas = SpotSet<2>;
pub type Roads = Set<Road, 4>;
pub type Cards = Set<CardId, 2>;
pub type Numbers = Set<NumberId, 1>;
/// [10.3] The areas of a movement, without the one it starts from; room enough for one that is too long.
pub type Trail = Path<6>;

/// A connection that may hold a truck.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Road(pub Edge);

/// A card of any deck, in the order of the list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CardId(pub u8);

/// A numbered marker of the solitaire game, counted from 0: the first is number 3.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct NumberId(pub u8);

impl NumberId {
    pub const fn number(self) -> u8 {
        self.0 + 3
    }

    pub fn of_number(number: u8) -> Option<NumberId> {
        (3..=18).contains(&number).then(|| NumberId(number - 3))
    }
}

impl Id for Road {
    fn number(self) -> u16 {
        self.0.0
    }

    fn numbered(number: u16) -> Road {
        Road(Edge(number))
    }
}

impl Id for CardId {
    fn number(self) -> u16 {
        self.0.into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are 90 cards")]
    fn numbered(number: u16) -> CardId {
        CardId(number as u8)
    }
}

impl Id for NumberId {
    fn number(self) -> u16 {
        self.0.into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are 16 numbers")]
    fn numbered(number: u16) -> NumberId {
        NumberId(number as u8)
    }
}

/// Switches of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the match")]
pub struct Options {
    /// [5.1]
    pub basic: bool,
    /// [15.B.1]
    pub weather: bool,
    /// [15.C.1]
    pub common_deck: bool,
    /// [15.D.1, 15.D.2, 15.D.3] By commander.
    pub veteran: [bool; 3],
    /// [15.E.1]
    pub fair_play: bool,
    /// [2.18] No medal for what falls by encirclement.
    pub no_encircled_medals: bool,
    /// [17.0]
    pub solo: bool,
}

/// [2.33] The Pursuit decks by commander, and the Axis deck.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeckId {
    Pursuit(Commander),
    Axis,
}

impl DeckId {
    pub const ALL: [DeckId; 4] = [
        DeckId::Pursuit(Commander::Monty),
        DeckId::Pursuit(Commander::Brad),
        DeckId::Pursuit(Commander::Patton),
        DeckId::Axis,
    ];

    pub const fn index(self) -> usize {
        match self {
            DeckId::Pursuit(commander) => commander.index(),
            DeckId::Axis => 3,
        }
    }
}

/// A deck nobody has looked into is a bag: it has no order that could be hidden.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deck {
    pub bag: Cards,
    pub discards: Cards,
    /// The top card, once somebody has seen it, and who knows it.
    pub top: Option<(CardId, Colours)>,
}

impl Deck {
    pub fn is_empty(&self) -> bool {
        self.bag.is_empty() && self.top.is_none()
    }

    pub fn len(&self) -> usize {
        self.bag.len() + usize::from(self.top.is_some())
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CorpsState {
    /// `None`: takes no part.
    pub at: Option<Spot>,
    /// [2.30]
    pub load: Load,
    /// [9.5.a]
    pub grounded: bool,
}

/// What lies in front of a player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// [2.22.e]
    pub level: u8,
    /// [4.5] His pool.
    pub trucks: u8,
    /// [2.39] Counters.
    pub medals: u8,
    /// [13.3] The Commander card is face down.
    pub card_used: bool,
    /// [16.6] Divisions defeated in the whole game.
    pub beaten: u8,
    /// [10.15] Kept cards.
    pub hand: Cards,
    /// [10.36] Cards of defeated divisions.
    pub taken: Cards,
    /// [11.3] Where his air support marker lies.
    pub air: Option<DeckId>,
}

/// [12.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Drop {
    pub at: Spot,
    pub by: Commander,
    /// [12.6]
    pub face_down: bool,
}

/// [17.A.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Number {
    #[default]
    Gone,
    /// Number side up.
    Up(Spot),
    /// [17.C.2] Turned: an Axis marker.
    Turned(Spot),
}

/// What the current turn has used up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// [5.3] Actions left.
    pub actions: u8,
    /// [10.25.b]
    pub resistance: bool,
    /// [10.26.b]
    pub recon: bool,
    /// [10.2] Corps that have been activated, one bit each.
    pub moved: u16,
    /// [6.10]
    pub delivered: Areas,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker with two sides")]
pub struct State {
    pub steps: Stack<Step, 8>,
    pub options: Options,
    pub players: Colours,
    /// [4.18]
    pub order: [Commander; 3],
    pub round: u8,
    /// Whose turn it is, as an index into `order`.
    pub seat: u8,
    pub now: Turn,
    pub corps: [CorpsState; MAX_CORPS],
    /// [6.8] Supplies on areas.
    pub lying: [Load; MAX_AREAS],
    /// [2.37] Markers, printed ones included.
    pub held: [Areas; 3],
    pub axis: Areas,
    /// [8.7]
    pub jammed: Roads,
    pub sides: [Player; 3],
    /// [2.23]
    pub stock: Load,
    /// [2.23.a]
    pub reserve: Load,
    /// [2.25]
    pub truck_stock: u8,
    /// [2.38.a]
    pub axis_pool: u8,
    /// [16.2] The pool has been used up.
    pub last_round: bool,
    /// [9.7.a]
    pub more_trucks: bool,
    pub decks: [Deck; 4],
    pub airborne: [Option<Drop>; MAX_AIRBORNE],
    /// [2.26] On their track.
    pub airborne_left: u8,
    /// [6.11]
    pub ostende_used: bool,
    /// [15.A.1]
    pub antwerp_open: bool,
    /// [15.B.1]
    pub rain: bool,
    /// [15.D.4]
    pub spared: Areas,
    /// [14.B.7] Objective areas whose owner was paid, where that matters.
    pub paid: Areas,
    pub numbers: [Number; NUMBERS],
    /// [17.E.2]
    pub declined: bool,
    pub civilians: u8,
    /// [16.1]
    pub winner: Option<Commander>,
}

impl State {
    /// Whose turn it is.
    pub fn mover(&self) -> Commander {
        self.order[usize::from(self.seat)]
    }

    pub fn side(&self, commander: Commander) -> &Player {
        &self.sides[commander.index()]
    }

    pub fn side_mut(&mut self, commander: Commander) -> &mut Player {
        &mut self.sides[commander.index()]
    }

    pub fn playing(&self) -> impl Iterator<Item = Commander> {
        let count = self.players.len() as usize;
        self.order.into_iter().take(count)
    }

    /// [2.36]
    pub fn holder(&self, area: Spot) -> Option<Commander> {
        Commander::ALL.into_iter().find(|commander| self.held[commander.index()].contains(area))
    }

    pub fn holds(&self, commander: Commander, area: Spot) -> bool {
        self.held[commander.index()].contains(area)
    }

    /// [2.36] All areas with a player's marker.
    pub fn controlled(&self) -> Areas {
        self.held[0] | self.held[1] | self.held[2]
    }

    pub fn corps(&self, corps: Piece) -> &CorpsState {
        &self.corps[corps.index()]
    }

    pub fn corps_mut(&mut self, corps: Piece) -> &mut CorpsState {
        &mut self.corps[corps.index()]
    }

    pub fn corps_at(&self, area: Spot) -> Option<Piece> {
        (0u16..).zip(&self.corps).find(|(_, corps)| corps.at == Some(area)).map(|(i, _)| Piece(i))
    }

    pub fn has_moved(&self, corps: Piece) -> bool {
        self.now.moved & (1 << corps.0) != 0
    }

    /// [15.C.1] The Pursuit deck a player draws from.
    pub fn pursuit(&self, commander: Commander) -> DeckId {
        DeckId::Pursuit(if self.options.common_deck { Commander::Monty } else { commander })
    }

    pub fn deck(&self, deck: DeckId) -> &Deck {
        &self.decks[deck.index()]
    }

    pub fn deck_mut(&mut self, deck: DeckId) -> &mut Deck {
        &mut self.decks[deck.index()]
    }

    pub fn drops_in(&self, area: Spot) -> u8 {
        let here = self.airborne.iter().flatten().filter(|drop| drop.at == area).count();
        u8::try_from(here).unwrap_or(u8::MAX)
    }

    /// Airborne units stay in the order in which they landed, without gaps.
    pub fn close_up_airborne(&mut self) {
        self.airborne.sort_by_key(Option::is_none);
    }

    pub fn trucks_on_board(&self) -> u8 {
        u8::try_from(self.jammed.len()).unwrap_or(u8::MAX)
    }
}

const _: () = assert!(size_of::<State>() <= 2048, "a state is copied often");
