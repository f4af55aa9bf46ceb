//! The later set-ups: `data/setups.toml`.

use super::{Airborne, Due, Map, Month, Name, Side, Unit, find_city, find_unit, read_month, unknown_unit};
use data::{DataError, Text, from_toml};
use referee::Spot;
use serde::Deserialize;

/// [V.13] Who stands where when a game begins in September or December.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// `september`
    pub id: String,
    pub month: Month,
    /// Unit, hex and SP.
    pub units: Vec<(usize, Spot, u8)>,
    /// Hexes of the cities under Allied control; all others are German. [G.3, CTL.1]
    pub allied_cities: Vec<Spot>,
    /// In the replacement pool.
    pub pool: Vec<usize>,
    /// Lost for good.
    pub out: Vec<usize>,
    /// Beach-heads on the board, as `Map::beach`.
    pub beaches: [bool; 2],
    /// Places among the airborne units.
    pub airborne_used: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    setup: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Name,
    month: Name,
    /// `US1 1710 3`: unit, hex, SP.
    units: Vec<Name>,
    allied_cities: Vec<Name>,
    pool: Vec<Name>,
    out: Vec<Name>,
    /// `12`, `21`.
    beaches: Vec<Name>,
    airborne_used: Vec<Name>,
    provenance: Name,
}

pub(super) fn read(text: &Text, map: &Map, units: &[Unit], airborne: &[Airborne]) -> Result<Vec<Setup>, DataError> {
    let file: File = from_toml(text)?;
    let mut setups: Vec<Setup> = Vec::new();
    for line in &file.setup {
        let setup = read_setup(text, map, units, airborne, line)?;
        if setups.iter().any(|other| other.id == setup.id) {
            return Err(text.error_at(line.id.span(), format!("the set-up {} is listed twice", setup.id)));
        }
        setups.push(setup);
    }
    Ok(setups)
}

fn read_setup(text: &Text, map: &Map, units: &[Unit], airborne: &[Airborne], line: &Line) -> Result<Setup, DataError> {
    text.mark(&line.provenance)?;
    let month = read_month(text, &line.month)?;
    let mut roll = Roll { text, units, month, seen: vec![false; units.len()] };
    let mut allied_cities = Vec::new();
    for name in &line.allied_cities {
        let city = find_city(text, map, name)?;
        if allied_cities.contains(&city) {
            return Err(text.error_at(name.span(), format!("{} is listed twice", name.get_ref())));
        }
        allied_cities.push(city);
    }
    let mut placed: Vec<(usize, Spot, u8)> = Vec::new();
    for word in &line.units {
        let refuse = |what: String| Err(text.error_at(word.span(), what));
        let parts: Vec<&str> = word.get_ref().split(' ').collect();
        let &[id, hex, sp] = &parts[..] else {
            return refuse("a unit is written as in \"US1 1710 3\": id, hex, SP".into());
        };
        let Some(unit) = units.iter().position(|unit| unit.id == id) else {
            return refuse(unknown_unit(id));
        };
        let Some(hex) = map.board.find(hex) else {
            return refuse(format!("the map has no playable hex {hex:?}"));
        };
        let Some(sp) = sp.parse().ok().filter(|sp| (1..=units[unit].max_sp).contains(sp)) else {
            return refuse(format!("the strength of {id} is from 1 to {}", units[unit].max_sp));
        };
        roll.call(unit, word)?;
        if let Some((other, ..)) = placed.iter().find(|(_, at, _)| *at == hex) {
            return refuse(format!("{} stands in the same hex", units[*other].id));
        }
        let is_allied = units[unit].side == Side::Allied;
        if map.city[hex.index()].is_some() && allied_cities.contains(&hex) != is_allied {
            return refuse(format!("{id} stands in a city of the other side"));
        }
        placed.push((unit, hex, sp));
    }
    let (pool, out) = (roll.list(&line.pool, false)?, roll.list(&line.out, true)?);
    if let Some(unit) = roll.missing() {
        let what = format!("{} came before {month} and is neither set up nor in the pool nor out", units[unit].id);
        return Err(text.error_at(line.id.span(), what));
    }
    let mut beaches = [false; 2];
    for word in &line.beaches {
        let slot = match word.get_ref().as_str() {
            "12" => &mut beaches[0],
            "21" => &mut beaches[1],
            other => {
                return Err(text.error_at(word.span(), format!("unknown beach-head {other:?}; known: 12, 21")));
            }
        };
        *slot = true;
    }
    let mut airborne_used = Vec::new();
    for id in &line.airborne_used {
        match airborne.iter().position(|unit| unit.id == *id.get_ref()) {
            Some(unit) if !airborne_used.contains(&unit) => airborne_used.push(unit),
            Some(_) => return Err(text.error_at(id.span(), format!("{} is listed twice", id.get_ref()))),
            None => return Err(text.error_at(id.span(), format!("there is no airborne unit {:?}", id.get_ref()))),
        }
    }
    let id = line.id.get_ref().clone();
    Ok(Setup { id, month, units: placed, allied_cities, pool, out, beaches, airborne_used })
}

/// Every unit due before the month is somewhere, once; nobody else is.
struct Roll<'a> {
    text: &'a Text,
    units: &'a [Unit],
    month: Month,
    seen: Vec<bool>,
}

impl Roll<'_> {
    fn has_come(&self, unit: usize) -> bool {
        match self.units[unit].due {
            Due::Setup | Due::Invasion => true,
            Due::Month(month) => month < self.month,
            Due::Rco => false,
        }
    }

    fn call(&mut self, unit: usize, word: &Name) -> Result<(), DataError> {
        let id = &self.units[unit].id;
        if !self.has_come(unit) {
            return Err(self.text.error_at(word.span(), format!("{id} is not due before {}", self.month)));
        }
        if std::mem::replace(&mut self.seen[unit], true) {
            return Err(self.text.error_at(word.span(), format!("{id} is listed twice")));
        }
        Ok(())
    }

    fn list(&mut self, ids: &[Name], out: bool) -> Result<Vec<usize>, DataError> {
        let mut list = Vec::new();
        for id in ids {
            let unit = find_unit(self.text, self.units, id)?;
            self.call(unit, id)?;
            if self.units[unit].is_irreplaceable() != out {
                let what = "lost coast and fortress units are out, all others in the pool";
                return Err(self.text.error_at(id.span(), what));
            }
            list.push(unit);
        }
        Ok(list)
    }

    fn missing(&self) -> Option<usize> {
        (0..self.units.len()).find(|unit| self.has_come(*unit) && !self.seen[*unit])
    }
}
