//! What lies in the box: map, cards, corps, charts, scenarios. Read once; nothing here changes in play.

pub mod cards;
pub mod map;
pub mod scenarios;
pub mod setup;
pub mod solo;

pub use cards::{Card, CardKind};
pub use map::{Area, Map};
pub use scenarios::ScenarioCard;
pub use setup::{Corps, Tables};
pub use solo::Solo;

use crate::judgement::FEATURES;
use data::{DataError, Files, Outline, Text, Word};
use referee::{RuleIndex, Seat, Spot};
use std::fmt;
use std::str::FromStr;

/// The files the game was built with.
pub fn files() -> Files {
    Files::embedded(
        "race-to-the-rhine",
        &[
            ("rules.toml", include_str!("../data/rules.toml")),
            ("map.txt", include_str!("../data/map.txt")),
            ("cards.txt", include_str!("../data/cards.txt")),
            ("setup.toml", include_str!("../data/setup.toml")),
            ("scenarios.toml", include_str!("../data/scenarios.toml")),
            ("bot-monty.toml", include_str!("../data/bot-monty.toml")),
            ("bot-brad.toml", include_str!("../data/bot-brad.toml")),
            ("bot-patton.toml", include_str!("../data/bot-patton.toml")),
            ("ground.txt", include_str!("../data/ground.txt")),
        ],
    )
}

/// Everything in the box.
#[derive(Clone, Debug)]
pub struct Components {
    /// What a bot judges by as Monty, Brad and Patton, in the order of `FEATURES`.
    pub weights: [[i32; FEATURES.len()]; 3],
    pub rules: RuleIndex,
    pub map: Map,
    /// The Pursuit decks of Monty, Brad and Patton, then the Axis deck.
    pub cards: Vec<Card>,
    /// Monty's, Brad's, Patton's.
    pub corps: Vec<Corps>,
    pub tables: Tables,
    pub solo: Solo,
    pub scenarios: Vec<ScenarioCard>,
    /// What is drawn under the areas.
    pub outline: Outline,
}

impl Components {
    pub fn read(files: &Files) -> Result<Components, DataError> {
        let rules = data::rule_index(files.text("rules.toml")?)?;
        let map = Map::read(files.text("map.txt")?)?;
        let cards = cards::read(files.text("cards.txt")?)?;
        let (tables, corps, solo) = setup::read(files.text("setup.toml")?, &map)?;
        let scenarios = scenarios::read(files.text("scenarios.toml")?)?;
        let outline = Outline::read(files.text("ground.txt")?)?;
        let weights = |name| data::weights(files.text(name)?, FEATURES);
        let weights = [weights("bot-monty.toml")?, weights("bot-brad.toml")?, weights("bot-patton.toml")?];
        Ok(Components { rules, map, cards, corps, tables, solo, scenarios, outline, weights })
    }
}

/// [4.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Commander {
    Monty,
    Brad,
    Patton,
}

impl Commander {
    pub const ALL: [Commander; 3] = [Commander::Monty, Commander::Brad, Commander::Patton];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn of_seat(seat: Seat) -> Option<Commander> {
        Commander::ALL.get(usize::from(seat.0)).copied()
    }

    /// As players and notation call him.
    pub const fn name(self) -> &'static str {
        match self {
            Commander::Monty => "Monty",
            Commander::Brad => "Brad",
            Commander::Patton => "Patton",
        }
    }

    /// The colour of his blocks, markers, areas and connections.
    pub const fn colour(self) -> &'static str {
        match self {
            Commander::Monty => "red",
            Commander::Brad => "white",
            Commander::Patton => "blue",
        }
    }

    pub fn find(name: &str) -> Option<Commander> {
        Commander::ALL.into_iter().find(|commander| commander.name().eq_ignore_ascii_case(name))
    }
}

/// Commanders by name, for the readers.
pub(crate) const COMMANDERS: [(&str, Commander); 3] =
    [("Monty", Commander::Monty), ("Brad", Commander::Brad), ("Patton", Commander::Patton)];

/// [2.9, 2.20] Whose an area or a connection is. Empty means black.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colours(u8);

impl Colours {
    pub const BLACK: Colours = Colours(0);

    pub const fn of(commander: Commander) -> Colours {
        Colours(1 << commander as u8)
    }

    #[must_use]
    pub const fn with(self, commander: Commander) -> Colours {
        Colours(self.0 | 1 << commander as u8)
    }

    #[must_use]
    pub const fn without(self, commander: Commander) -> Colours {
        Colours(self.0 & !(1 << commander as u8))
    }

    pub const fn contains(self, commander: Commander) -> bool {
        self.0 & 1 << commander as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The one commander in it, if it is exactly one.
    pub fn only(self) -> Option<Commander> {
        self.iter().next().filter(|_| self.len() == 1)
    }

    pub fn iter(self) -> impl Iterator<Item = Commander> {
        Commander::ALL.into_iter().filter(move |commander| self.contains(*commander))
    }

    /// `red`, `red/white`, `black`.
    fn read(word: Word<'_>) -> Result<Colours, DataError> {
        if word.as_str() == "black" {
            return Ok(Colours::BLACK);
        }
        let mut colours = Colours::BLACK;
        for part in word.as_str().split('/') {
            match Commander::ALL.into_iter().find(|commander| commander.colour() == part) {
                Some(commander) if colours.contains(commander) => {
                    return Err(word.error(format!("the colour {part} is given twice")));
                }
                Some(commander) => colours = colours.with(commander),
                None => {
                    let what =
                        format!("unknown colour {part:?}; known: red, white, blue, black, or two as in red/white");
                    return Err(word.error(what));
                }
            }
        }
        match colours.len() {
            1 | 2 => Ok(colours),
            _ => Err(word.error("an area or a connection has at most two colours")),
        }
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("black");
        }
        let words: Vec<&str> = self.iter().map(Commander::colour).collect();
        f.write_str(&words.join("/"))
    }
}

/// [1.3]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Supply {
    Gas,
    Ammo,
    Food,
}

impl Supply {
    /// In the order in which amounts are written.
    pub const ALL: [Supply; 3] = [Supply::Gas, Supply::Ammo, Supply::Food];

    pub const fn name(self) -> &'static str {
        match self {
            Supply::Gas => "gas",
            Supply::Ammo => "ammo",
            Supply::Food => "food",
        }
    }

    pub fn find(name: &str) -> Option<Supply> {
        Supply::ALL.into_iter().find(|supply| supply.name() == name)
    }
}

impl fmt::Display for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Supply markers: on a card, in an area, on the track, in the reserve, or asked for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Load {
    pub gas: u8,
    pub ammo: u8,
    pub food: u8,
}

impl Load {
    pub const NOTHING: Load = Load { gas: 0, ammo: 0, food: 0 };

    pub const fn new(gas: u8, ammo: u8, food: u8) -> Load {
        Load { gas, ammo, food }
    }

    /// So many markers of one kind.
    pub fn of(supply: Supply, count: u8) -> Load {
        let mut load = Load::NOTHING;
        *load.get_mut(supply) = count;
        load
    }

    pub const fn total(self) -> u16 {
        self.gas as u16 + self.ammo as u16 + self.food as u16
    }

    pub const fn is_empty(self) -> bool {
        self.total() == 0
    }

    pub const fn get(self, supply: Supply) -> u8 {
        match supply {
            Supply::Gas => self.gas,
            Supply::Ammo => self.ammo,
            Supply::Food => self.food,
        }
    }

    pub const fn get_mut(&mut self, supply: Supply) -> &mut u8 {
        match supply {
            Supply::Gas => &mut self.gas,
            Supply::Ammo => &mut self.ammo,
            Supply::Food => &mut self.food,
        }
    }

    /// Both together; there are never 255 markers of a kind.
    #[must_use]
    pub const fn plus(self, other: Load) -> Load {
        Load {
            gas: self.gas.saturating_add(other.gas),
            ammo: self.ammo.saturating_add(other.ammo),
            food: self.food.saturating_add(other.food),
        }
    }

    /// What is left without the other, if that is all in it.
    pub fn minus(self, other: Load) -> Option<Load> {
        Some(Load {
            gas: self.gas.checked_sub(other.gas)?,
            ammo: self.ammo.checked_sub(other.ammo)?,
            food: self.food.checked_sub(other.food)?,
        })
    }

    /// Whether the other is all in it.
    pub fn covers(self, other: Load) -> bool {
        self.minus(other).is_some()
    }

    /// As it is told: `2 gas, 1 ammo and 3 food`. The notation has no commas.
    #[must_use]
    pub fn told(self) -> String {
        let held: Vec<String> = self.kinds().collect();
        if held.is_empty() { "nothing".into() } else { referee::listed(held.iter().map(String::as_str)) }
    }

    fn kinds(self) -> impl Iterator<Item = String> {
        let held = Supply::ALL.into_iter().filter(move |supply| self.get(*supply) > 0);
        held.map(move |supply| format!("{} {supply}", self.get(supply)))
    }

    /// What both have, kind by kind.
    #[must_use]
    pub fn common(self, other: Load) -> Load {
        Load::new(self.gas.min(other.gas), self.ammo.min(other.ammo), self.food.min(other.food))
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.kinds().collect();
        f.write_str(if words.is_empty() { "nothing" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Load {
    type Err = String;

    /// Reads `3 gas 1 food` and `nothing`.
    fn from_str(text: &str) -> Result<Load, String> {
        let wrong = || format!("supplies are written as in `3 gas 1 food` or `nothing`, not {text:?}");
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == ["nothing"] {
            return Ok(Load::NOTHING);
        }
        let mut load = Load::NOTHING;
        let (pairs, rest) = words.as_chunks::<2>();
        for [count, name] in pairs {
            let supply = Supply::find(name).ok_or_else(wrong)?;
            let count: u8 = count.parse().map_err(|_| wrong())?;
            if count == 0 || load.get(supply) > 0 {
                return Err(wrong());
            }
            *load.get_mut(supply) = count;
        }
        if pairs.is_empty() || !rest.is_empty() { Err(wrong()) } else { Ok(load) }
    }
}

/// A name as it may be typed: lower case, without accents, stops and hyphens. `St. Vith` and `st vith` are the same.
pub fn fold(name: &str) -> String {
    let mut folded = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        let plain = match letter {
            'à' | 'á' | 'â' | 'ä' => 'a',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'î' | 'ï' => 'i',
            'ô' | 'ö' => 'o',
            'ù' | 'û' | 'ü' => 'u',
            'ç' => 'c',
            '-' | ' ' => ' ',
            other if other.is_alphanumeric() => other,
            _ => continue,
        };
        if plain != ' ' || !(folded.is_empty() || folded.ends_with(' ')) {
            folded.push(plain);
        }
    }
    folded.trim_end().to_owned()
}

/// The area with this name, or the mistake of a file that there is none.
fn find_area(text: &Text, map: &Map, name: &data::Spanned<String>) -> Result<Spot, DataError> {
    map.find(name.get_ref()).ok_or_else(|| text.error_at(name.span(), unknown_area(name.get_ref())))
}

fn unknown_area(name: &str) -> String {
    format!("the map has no area {name:?}")
}
