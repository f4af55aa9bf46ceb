//! The Pursuit decks and the Axis deck: `data/cards.txt`.

use super::{Commander, Load, Supply, fold};
use data::{DataError, Mark, Record, Text, Word, WordFile};

/// [2.1] Cards in a Pursuit deck.
pub const PURSUIT: usize = 22;
/// [2.1] Cards in the Axis deck.
pub const AXIS: usize = 24;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CardKind {
    /// [10.20] Starving civilians.
    Civilians,
    /// [10.21] Captured stock: ammo.
    Stock,
    /// [10.22] Captured supplies: gas.
    Supplies,
    /// [10.23] Vive la libération: food.
    Liberation,
    /// [10.24]
    BlackMarket,
    /// [10.25]
    Resistance,
    /// [10.26]
    Recon,
    /// [10.27]
    Boches,
    /// [10.28]
    Division,
    /// [10.29]
    Event,
    /// [10.30]
    AxisDivision,
    /// [10.31]
    AxisElite,
    /// [10.32]
    AxisArmored,
}

/// A card of a Pursuit deck or of the Axis deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub name: String,
    /// The folded name, by which a card is found.
    pub key: String,
    pub kind: CardKind,
    /// `None`: the Axis deck.
    pub owner: Option<Commander>,
    /// [10.34] What a victory costs; nothing if the card is no enemy.
    pub cost: Load,
    /// [2.39.a]
    pub medal: bool,
    /// [10.15]
    pub hand: bool,
    /// [15.B.1] The weather symbol: `Some(true)` is rain, `Some(false)` sun.
    pub rain: Option<bool>,
    pub mark: Mark,
}

impl CardKind {
    /// Whether it is fought.
    pub const fn is_enemy(self) -> bool {
        matches!(self, CardKind::Division) || self.is_axis()
    }

    /// Whether it belongs to the Axis deck.
    pub const fn is_axis(self) -> bool {
        matches!(self, CardKind::AxisDivision | CardKind::AxisElite | CardKind::AxisArmored)
    }
}

const KINDS: [(&str, CardKind); 13] = [
    ("civilians", CardKind::Civilians),
    ("stock", CardKind::Stock),
    ("supplies", CardKind::Supplies),
    ("liberation", CardKind::Liberation),
    ("black-market", CardKind::BlackMarket),
    ("resistance", CardKind::Resistance),
    ("recon", CardKind::Recon),
    ("boches", CardKind::Boches),
    ("division", CardKind::Division),
    ("event", CardKind::Event),
    ("axis-division", CardKind::AxisDivision),
    ("axis-elite", CardKind::AxisElite),
    ("axis-armored", CardKind::AxisArmored),
];

const DECKS: [(&str, Option<Commander>); 4] = [
    ("Monty", Some(Commander::Monty)),
    ("Brad", Some(Commander::Brad)),
    ("Patton", Some(Commander::Patton)),
    ("Axis", None),
];

/// The decks of Monty, Brad and Patton, then the Axis deck, each in the order of the file.
pub fn read(text: &Text) -> Result<Vec<Card>, DataError> {
    let mut cards: Vec<Card> = Vec::new();
    for record in WordFile::read(text)?.records() {
        let card = read_card(record)?;
        check_name(record, &card, &cards)?;
        cards.push(card);
    }
    let place = |card: &Card| card.owner.map_or(Commander::ALL.len(), Commander::index);
    cards.sort_by_key(place);
    for (name, deck) in DECKS {
        let count = cards.iter().filter(|card| card.owner == deck).count();
        let due = if deck.is_some() { PURSUIT } else { AXIS };
        if count != due {
            return Err(text.error(format!("the deck of {name} has {count} cards; it must have {due}")));
        }
    }
    Ok(cards)
}

fn read_card(record: &Record<'_>) -> Result<Card, DataError> {
    let mut words = record.words();
    let owner = words.take("the deck")?.one_of("deck", &DECKS)?;
    let kind = words.take("the kind of card")?.one_of("kind of card", &KINDS)?;
    let name = words.take("the name of the card")?;
    if fold(name.as_str()).is_empty() || name.as_str().contains([',', ';']) {
        return Err(name.error("a card needs a name, without commas"));
    }
    let mut card = Card {
        name: name.as_str().to_owned(),
        key: fold(name.as_str()),
        kind,
        owner,
        cost: Load::NOTHING,
        medal: false,
        hand: false,
        rain: None,
        mark: record.mark().clone(),
    };
    while let Some(word) = words.optional() {
        let again = match word.as_str() {
            "medal" => std::mem::replace(&mut card.medal, true),
            "hand" => std::mem::replace(&mut card.hand, true),
            "rain" => card.rain.replace(true).is_some(),
            "sun" => card.rain.replace(false).is_some(),
            _ => {
                let supply = read_supply(words.take("`ammo` or `gas` after a number")?)?;
                let count: u8 = word.number("what the victory costs")?;
                std::mem::replace(card.cost.get_mut(supply), count) > 0
            }
        };
        if again {
            return Err(word.error(format!("{:?} stands here already", word.as_str())));
        }
    }
    words.end()?;
    check_card(record, &card)?;
    Ok(card)
}

fn read_supply(word: Word<'_>) -> Result<Supply, DataError> {
    word.one_of("cost", &[("ammo", Supply::Ammo), ("gas", Supply::Gas)])
}

fn check_card(record: &Record<'_>, card: &Card) -> Result<(), DataError> {
    let refuse = |what: &str| Err(record.error(what));
    if card.kind.is_axis() != card.owner.is_none() {
        return refuse("the kinds axis-division, axis-elite and axis-armored are the Axis deck, and nothing else is");
    }
    if card.kind.is_enemy() != (card.cost.ammo > 0) {
        return refuse("a card that is fought costs at least 1 ammo, and no other card does");
    }
    if card.cost.gas > 0 && !card.kind.is_enemy() {
        return refuse("only a card that is fought costs gas");
    }
    if card.hand && !matches!(card.kind, CardKind::Resistance | CardKind::Recon) {
        return refuse("only Resistance and Recon have the hand");
    }
    if card.kind == CardKind::Recon && !card.hand {
        return refuse("Recon has the hand");
    }
    if card.medal && card.owner.is_some() {
        return refuse("only Axis cards bear a medal");
    }
    if card.rain.is_some() && card.owner.is_none() {
        return refuse("only Pursuit cards bear a weather symbol");
    }
    Ok(())
}

/// Cards are written down by name: equal names mean equal cards, and an enemy or an event has its own.
fn check_name(record: &Record<'_>, card: &Card, others: &[Card]) -> Result<(), DataError> {
    for other in others.iter().filter(|other| other.key == card.key) {
        if card.kind.is_enemy() || card.kind == CardKind::Event {
            return Err(record.error(format!("there is a card {:?} already", card.name)));
        }
        if (other.kind, other.hand, other.rain) != (card.kind, card.hand, card.rain) {
            return Err(record.error(format!("another card is called {:?} but is not the same", card.name)));
        }
    }
    Ok(())
}
