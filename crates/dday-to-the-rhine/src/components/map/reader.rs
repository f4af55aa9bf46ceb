//! Reads `data/map.txt`.

use super::{City, Country, Ground, MAX_CITIES, MAX_HEXES, Map, River};
use board::flood;
use data::{DataError, HexMap, Mark, Record, Text, Vocabulary, Word, Words};
use referee::{LineRun, Spot};
use std::collections::BTreeMap;

const WORDS: Vocabulary<'static> =
    Vocabulary { along: &["river"], through: &[], own: &["city", "special"], most: MAX_HEXES };

/// [G.2.a] What has no line is no playable hex.
pub(super) fn read(text: &Text) -> Result<Map, DataError> {
    let map = HexMap::read(text, &WORDS)?;
    let hexes = map.hexes.iter().map(read_hex).collect::<Result<_, _>>()?;
    let mut draft = Draft { map: &map, hexes, cities: vec![], special: BTreeMap::new() };
    for record in &map.own {
        let mut words = record.words();
        match words.take("city or special")?.as_str() {
            "city" => draft.read_city(record, words)?,
            _ => draft.read_special(words)?,
        }
    }
    draft.finish(text)
}

/// The words of the game while the map is being read.
struct Draft<'m, 'a> {
    map: &'m HexMap<'a>,
    /// By spot.
    hexes: Vec<Hex>,
    cities: Vec<CityLine<'a>>,
    special: BTreeMap<&'a str, Vec<Word<'a>>>,
}

struct Hex {
    ground: Ground,
    country: Country,
    coast: bool,
    south_france: bool,
    east_germany: bool,
    south_germany: bool,
    mark: Mark,
}

struct CityLine<'a> {
    name: Word<'a>,
    hex: Word<'a>,
    port: u8,
    major: bool,
    fortress: bool,
    meuse: bool,
    mark: Mark,
}

/// [G.4, R.3, R.4, S.2.g, S.2.h, SET.2, V.6] Hexes the rules name, and how many each name stands for.
const SPECIAL: [(&str, usize); 13] = [
    ("caen", 1),
    ("caen-east", 1),
    ("le-havre", 1),
    ("antwerp", 1),
    ("walcheren", 1),
    ("antwerp-approach", 4),
    ("antwerp-naval-block", 3),
    ("royan", 1),
    ("bordeaux", 1),
    ("paris", 1),
    ("ruhr", 3),
    ("arnhem", 1),
    ("beach", 2),
];

/// `0214 clear France coast`
fn read_hex(record: &Record<'_>) -> Result<Hex, DataError> {
    let mut words = record.words();
    words.take("the hex")?;
    let ground = words.take("the terrain")?.one_of("terrain", &Ground::ALL.map(|ground| (ground.name(), ground)))?;
    let country = words.take("the country")?;
    let country = country.one_of("country", &Country::ALL.map(|country| (country.name(), country)))?;
    let mut hex = Hex {
        ground,
        country,
        coast: false,
        south_france: false,
        east_germany: false,
        south_germany: false,
        mark: record.mark().clone(),
    };
    for word in words.rest() {
        let (flag, home) = match word.as_str() {
            "coast" => (&mut hex.coast, country),
            "south-france" => (&mut hex.south_france, Country::France),
            "east-germany" => (&mut hex.east_germany, Country::Germany),
            "south-germany" => (&mut hex.south_germany, Country::Germany),
            other => {
                let what = format!("unknown word {other:?}; known: coast, south-france, east-germany, south-germany");
                return Err(word.error(what));
            }
        };
        if home != country {
            return Err(word.error(format!("a hex of {} cannot be {}", country.name(), word.as_str())));
        }
        if std::mem::replace(flag, true) {
            return Err(word.error(format!("{:?} stands here already", word.as_str())));
        }
    }
    Ok(hex)
}

impl<'a> Draft<'_, 'a> {
    /// `special ruhr 2411 2510 2511`
    fn read_special(&mut self, mut words: Words<'_, 'a>) -> Result<(), DataError> {
        let name = words.take("what is special")?;
        let count = name.one_of("special hex", &SPECIAL)?;
        let hexes = words.rest();
        if hexes.len() != count {
            return Err(name.error(format!("{} takes {count} hexes, not {}", name.as_str(), hexes.len())));
        }
        match self.special.insert(name.as_str(), hexes.to_vec()) {
            Some(_) => Err(name.error(format!("{} is listed twice", name.as_str()))),
            None => Ok(()),
        }
    }

    /// `city Brest 0214 port 2 fortress`
    fn read_city(&mut self, record: &Record<'a>, mut words: Words<'_, 'a>) -> Result<(), DataError> {
        let name = words.take("the name of the city")?;
        let hex = words.take("the hex of the city")?;
        let mark = record.mark().clone();
        let mut city = CityLine { name, hex, port: 0, major: false, fortress: false, meuse: false, mark };
        while let Some(word) = words.optional() {
            let again = match word.as_str() {
                "port" => {
                    let capacity = words.take("the capacity of the port")?;
                    let number = match capacity.number("the capacity of the port")? {
                        number @ 1..=9 => number,
                        _ => return Err(capacity.error("the capacity of a port is from 1 to 9")),
                    };
                    std::mem::replace(&mut city.port, number) > 0
                }
                "major" => std::mem::replace(&mut city.major, true),
                "fortress" => std::mem::replace(&mut city.fortress, true),
                "beyond-meuse" => std::mem::replace(&mut city.meuse, true),
                other => {
                    let what = format!("unknown word {other:?}; known: port, major, fortress, beyond-meuse");
                    return Err(word.error(what));
                }
            };
            if again {
                return Err(word.error(format!("{:?} stands here already", word.as_str())));
            }
        }
        if name.as_str().is_empty() || name.as_str().contains(',') {
            return Err(name.error("a city needs a name, without commas"));
        }
        if self.cities.iter().any(|other| other.name.as_str().eq_ignore_ascii_case(name.as_str())) {
            return Err(name.error(format!("the city {} is listed twice", name.as_str())));
        }
        if self.cities.len() == MAX_CITIES {
            return Err(name.error(format!("the map may have at most {MAX_CITIES} cities")));
        }
        self.cities.push(city);
        Ok(())
    }

    fn finish(self, text: &Text) -> Result<Map, DataError> {
        let board = self.map.board.clone();
        let (city, cities, east_of_meuse) = self.place_cities()?;
        let river = self.rivers();
        let special = |name: &str| self.find_special(text, name);
        let one = |name: &str| special(name).map(|hexes| hexes[0]);
        let [ruhr, beach] = [special("ruhr")?, special("beach")?];
        let by_spot = |flag: fn(&Hex) -> bool| self.hexes.iter().map(flag).collect::<Vec<bool>>();
        let coast = by_spot(|hex| hex.coast);
        let mut fortress = vec![false; board.len()];
        cities.iter().filter(|city| city.fortress).for_each(|city| fortress[city.at.index()] = true);
        let coastal_fortress = fortress.iter().zip(&coast).map(|(fortress, coast)| *fortress && *coast).collect();
        let dry = flood(&board, [(ruhr[0], 0)], 0, |_, way| (river[way.edge.index()] != River::Rhine).then_some(0));
        let map = Map {
            ground: self.hexes.iter().map(|hex| hex.ground).collect(),
            country: self.hexes.iter().map(|hex| hex.country).collect(),
            city,
            cities,
            river,
            runs: self
                .map
                .along
                .iter()
                .map(|run| LineRun::sides(u8::from(run.name.as_str() == RHINE), run.name.as_str(), run.sides.clone()))
                .collect(),
            coast,
            fortress,
            coastal_fortress,
            south_france: by_spot(|hex| hex.south_france),
            east_germany: by_spot(|hex| hex.east_germany),
            south_germany: by_spot(|hex| hex.south_germany),
            east_of_rhine: board.spots().map(|spot| dry.cost(spot).is_some()).collect(),
            east_of_meuse,
            grid: self.map.grid.clone(),
            marks: self.hexes.iter().map(|hex| hex.mark.clone()).collect(),
            caen: one("caen")?,
            caen_east: one("caen-east")?,
            le_havre: one("le-havre")?,
            antwerp: one("antwerp")?,
            walcheren: one("walcheren")?,
            antwerp_approach: special("antwerp-approach")?,
            antwerp_naval_block: special("antwerp-naval-block")?,
            royan: one("royan")?,
            bordeaux: one("bordeaux")?,
            paris: one("paris")?,
            ruhr: [ruhr[0], ruhr[1], ruhr[2]],
            arnhem: one("arnhem")?,
            beach: [beach[0], beach[1]],
            board,
        };
        map.check(text)?;
        Ok(map)
    }

    #[expect(clippy::type_complexity, reason = "three columns of the same table")]
    fn place_cities(&self) -> Result<(Vec<Option<u8>>, Vec<City>, Vec<bool>), DataError> {
        let mut city_at = vec![None; self.map.grid.len()];
        let (mut cities, mut east_of_meuse) = (Vec::new(), Vec::new());
        for (place, line) in (0..).zip(&self.cities) {
            let at = self.map.hex(line.hex)?;
            if city_at[at.index()].replace(place).is_some() {
                return Err(line.hex.error(format!("hex {} has a city already", line.hex.as_str())));
            }
            let country = self.hexes[at.index()].country;
            cities.push(City {
                name: line.name.as_str().to_owned(),
                at,
                country,
                port: line.port,
                major: line.major,
                fortress: line.fortress,
                mark: line.mark.clone(),
            });
            if line.meuse && !country.is_allied() {
                return Err(line.name.error("every city in Germany lies beyond the Meuse; it is not marked"));
            }
            east_of_meuse.push(line.meuse || !country.is_allied());
        }
        Ok((city_at, cities, east_of_meuse))
    }

    /// [G.2.c] A hexside of two rivers counts once, and as Rhine if one of them is the Rhine.
    fn rivers(&self) -> Vec<River> {
        let mut river = vec![River::None; self.map.board.edges()];
        for run in &self.map.along {
            let kind = if run.name.as_str() == RHINE { River::Rhine } else { River::River };
            for side in &run.sides {
                let here = &mut river[self.map.edge(*side).index()];
                if *here != River::Rhine {
                    *here = kind;
                }
            }
        }
        river
    }

    /// As many hexes as `SPECIAL` says.
    fn find_special(&self, text: &Text, name: &str) -> Result<Vec<Spot>, DataError> {
        let Some(words) = self.special.get(name) else {
            return Err(text.error(format!("the hexes of {name} are missing: `special {name} …`")));
        };
        let mut hexes: Vec<Spot> = Vec::new();
        for word in words {
            let hex = self.map.hex(*word)?;
            if hexes.contains(&hex) {
                return Err(word.error(format!("hex {} is listed twice", word.as_str())));
            }
            hexes.push(hex);
        }
        Ok(hexes)
    }
}

/// [G.2.c]
const RHINE: &str = "Rhine";
