//! Actions as text.

use crate::Race;
use crate::action::{Action, Delivery, Payment, Purse, Which};
use crate::components::{Load, Supply, fold};
use crate::state::{CardId, Cards, NumberId, Trail};
use referee::{Piece, Spot, Unreadable};

impl Race {
    pub(crate) fn write_action(&self, action: &Action) -> String {
        let corps = |corps: Piece| self.unit(corps).key.as_str();
        match *action {
            Action::Supply { at, set, card } => {
                let set = match set {
                    Delivery::Basic => "basic",
                    Delivery::Three(supply) => supply.name(),
                };
                format!("supply {} {set}{}", self.name(at), if card { " +2" } else { "" })
            }
            Action::Bonus(load) => counted("bonus", load),
            Action::Trucks(count) => format!("trucks {count}"),
            Action::Truck { from, to: None } => format!("truck {}", self.name(from)),
            Action::Truck { from, to: Some(to) } => format!("truck {} > {}", self.name(from), self.name(to)),
            Action::Carry(load) => format!("carry {load}"),
            Action::Done => "done".into(),
            Action::Move { corps: piece, path } if path.is_empty() => format!("move {}", corps(piece)),
            Action::Move { corps: piece, path } => {
                let way: Vec<&str> = path.iter().map(|at| self.name(at)).collect();
                format!("move {} {}", corps(piece), way.join(" > "))
            }
            Action::Halt => "halt".into(),
            Action::Give => "give".into(),
            Action::Decline => "decline".into(),
            Action::Trade { give, get } => format!("trade {give} for {get}"),
            Action::Recon(which) => format!("recon {}", deck_word(which)),
            Action::Air(which) => format!("air {}", deck_word(which)),
            Action::Card => "card".into(),
            Action::Resistance => "resistance".into(),
            Action::Land(None) => "land".into(),
            Action::Land(Some(at)) => format!("land {}", self.name(at)),
            Action::Pay(Payment::Counter) => "pay counter".into(),
            Action::Pay(Payment::Cards(cards)) => {
                let names: Vec<&str> = cards.iter().map(|card| self.card(card).name.as_str()).collect();
                format!("pay {}", names.join(" + ")).trim_end().into()
            }
            Action::Load { corps: piece, load } => counted(&format!("load {}", corps(piece)), load),
            Action::Unload { corps: piece, load } => counted(&format!("unload {}", corps(piece)), load),
            Action::Drop(load) => counted("drop", load),
            Action::Eat(Purse::Card) => "eat card".into(),
            Action::Eat(Purse::Area) => "eat area".into(),
            Action::Axis(None) => "axis none".into(),
            Action::Axis(Some(at)) => format!("axis {}", self.name(at)),
            Action::Counter(at) => format!("counter {}", self.name(at)),
            Action::Pass => "pass".into(),
            Action::Place { number, at } => format!("number {} {}", number.number(), self.name(at)),
            Action::End => "end".into(),
        }
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let text = text.trim();
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let unknown = || Unreadable::unknown("action", text);
        Ok(match (verb, rest) {
            ("done", "") => Action::Done,
            ("halt", "") => Action::Halt,
            ("give", "") => Action::Give,
            ("decline", "") => Action::Decline,
            ("card", "") => Action::Card,
            ("resistance", "") => Action::Resistance,
            ("pass", "") => Action::Pass,
            ("end", "") => Action::End,
            ("land", "") => Action::Land(None),
            ("land", at) => Action::Land(Some(self.read_area(at)?)),
            ("pay", "") => Action::Pay(Payment::Cards(Cards::empty())),
            ("pay", "counter") => Action::Pay(Payment::Counter),
            ("pay", cards) => Action::Pay(Payment::Cards(self.read_cards(cards)?)),
            ("axis", "none") => Action::Axis(None),
            ("axis", at) => Action::Axis(Some(self.read_area(at)?)),
            ("counter", at) => Action::Counter(self.read_area(at)?),
            ("eat", "card") => Action::Eat(Purse::Card),
            ("eat", "area") => Action::Eat(Purse::Area),
            ("recon", deck) => Action::Recon(read_deck(deck)?),
            ("air", deck) => Action::Air(read_deck(deck)?),
            ("trucks", count) => Action::Trucks(count.parse().map_err(|_| Unreadable::unknown("number", count))?),
            ("truck", way) => match way.split_once('>') {
                None => Action::Truck { from: self.read_area(way)?, to: None },
                Some((from, to)) => Action::Truck { from: self.read_area(from)?, to: Some(self.read_area(to)?) },
            },
            ("carry", load) => Action::Carry(read_load(load)?),
            ("bonus", "") => Action::Bonus(Load::NOTHING),
            ("bonus", load) => Action::Bonus(read_load(load)?),
            ("drop", "") => Action::Drop(Load::NOTHING),
            ("drop", load) => Action::Drop(read_load(load)?),
            ("trade", what) => {
                let (give, get) = what.split_once(" for ").ok_or_else(unknown)?;
                Action::Trade { give: read_supply(give)?, get: read_supply(get)? }
            }
            ("supply", what) => {
                let (what, card) = match what.strip_suffix("+2") {
                    Some(what) => (what.trim_end(), true),
                    None => (what, false),
                };
                let (at, set) = what.rsplit_once(' ').ok_or_else(unknown)?;
                let set = if set == "basic" { Delivery::Basic } else { Delivery::Three(read_supply(set)?) };
                Action::Supply { at: self.read_area(at)?, set, card }
            }
            ("move" | "load" | "unload", what) => {
                let (name, what) = what.split_once(' ').unwrap_or((what, ""));
                let (corps, what) = (self.read_corps(name)?, what.trim());
                let load = || if what.is_empty() { Ok(Load::NOTHING) } else { read_load(what) };
                match verb {
                    "move" => Action::Move { corps, path: self.read_path(what)? },
                    "load" => Action::Load { corps, load: load()? },
                    _ => Action::Unload { corps, load: load()? },
                }
            }
            ("number", what) => {
                let (number, at) = what.split_once(' ').ok_or_else(unknown)?;
                Action::Place { number: read_number(number)?, at: self.read_area(at)? }
            }
            _ => return Err(unknown()),
        })
    }

    fn read_path(&self, text: &str) -> Result<Trail, Unreadable> {
        if text.is_empty() {
            return Ok(Trail::new());
        }
        let way = text.split('>').map(|at| self.read_area(at)).collect::<Result<Vec<Spot>, _>>()?;
        Trail::try_from(way.as_slice()).map_err(|_| Unreadable::new("a movement has three areas, not as many as that"))
    }

    pub(crate) fn read_area(&self, name: &str) -> Result<Spot, Unreadable> {
        self.c.map.find(name.trim()).ok_or_else(|| Unreadable::unknown("area", name.trim()))
    }

    pub(crate) fn read_corps(&self, key: &str) -> Result<Piece, Unreadable> {
        let found = (0u16..).map(Piece).zip(&self.c.corps).find(|(_, corps)| corps.key == key);
        found.map(|(piece, _)| piece).ok_or_else(|| Unreadable::unknown("corps", key))
    }

    fn read_cards(&self, text: &str) -> Result<Cards, Unreadable> {
        let mut cards = Cards::empty();
        for name in text.split('+') {
            cards.insert(self.read_card(name.trim(), |card| !cards.contains(card))?);
        }
        Ok(cards)
    }

    /// The first card of this name that fits.
    pub(crate) fn read_card(&self, name: &str, fits: impl Fn(CardId) -> bool) -> Result<CardId, Unreadable> {
        let wanted = fold(name);
        let cards = (0u8..).map(CardId).zip(&self.c.cards);
        let mut found = cards.filter(|(id, card)| card.key == wanted && fits(*id)).map(|(id, _)| id);
        found.next().ok_or_else(|| Unreadable::unknown("card", name))
    }
}

/// `drop 1 gas`; only the verb while nothing has been chosen.
fn counted(verb: &str, load: Load) -> String {
    if load.is_empty() { verb.into() } else { format!("{verb} {load}") }
}

const fn deck_word(which: Which) -> &'static str {
    match which {
        Which::Pursuit => "Pursuit",
        Which::Axis => "Axis",
    }
}

pub(crate) fn read_deck(word: &str) -> Result<Which, Unreadable> {
    match word {
        "Pursuit" | "pursuit" => Ok(Which::Pursuit),
        "Axis" | "axis" => Ok(Which::Axis),
        _ => Err(Unreadable::unknown("deck", word)),
    }
}

pub(crate) fn read_load(text: &str) -> Result<Load, Unreadable> {
    text.parse().map_err(|what: String| Unreadable::new(what))
}

fn read_supply(word: &str) -> Result<Supply, Unreadable> {
    Supply::find(word.trim()).ok_or_else(|| Unreadable::unknown("supply", word.trim()))
}

pub(crate) fn read_number(word: &str) -> Result<NumberId, Unreadable> {
    word.parse().ok().and_then(NumberId::of_number).ok_or_else(|| Unreadable::unknown("number", word))
}
