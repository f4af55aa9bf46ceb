//! Reads `data/map.txt`.

use super::{City, Country, Ground, MAX_CITIES, MAX_HEXES, Map, River};
use board::{Board, Edge, flood};
use data::{DataError, Mark, Record, Text, Word, WordFile, Words};
use referee::Spot;
use std::collections::BTreeMap;

pub(super) fn read(text: &Text) -> Result<Map, DataError> {
    let file = WordFile::read(text)?;
    let mut draft = Draft::default();
    for record in file.records() {
        draft.read(record)?;
    }
    draft.finish(text)
}

/// Hexes and cities while the map is being read; what needs the board is joined to it at the end.
#[derive(Default)]
struct Draft<'a> {
    size: Option<(i16, i16)>,
    /// By number.
    hexes: BTreeMap<&'a str, Hex>,
    cities: Vec<CityLine<'a>>,
    rivers: Vec<(Word<'a>, Vec<Word<'a>>)>,
    special: BTreeMap<&'a str, (Word<'a>, Vec<Word<'a>>)>,
}

struct Hex {
    at: (i16, i16),
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

impl<'a> Draft<'a> {
    fn read(&mut self, record: &Record<'a>) -> Result<(), DataError> {
        let mut words = record.words();
        let first = words.take("a hex, or a word such as city")?;
        match first.as_str() {
            "grid" => {
                let size = (read_side(&mut words, "the columns")?, read_side(&mut words, "the rows")?);
                words.end()?;
                if self.size.replace(size).is_some() {
                    return Err(record.error("the grid stands here already"));
                }
            }
            "city" => self.read_city(record, words)?,
            "river" => {
                let name = words.take("the name of the river")?;
                if self.rivers.iter().any(|(other, _)| other.as_str() == name.as_str()) {
                    return Err(name.error(format!("the river {} is listed twice", name.as_str())));
                }
                self.rivers.push((name, words.rest().to_vec()));
            }
            "special" => {
                let name = words.take("what is special")?;
                let count = name.one_of("special hex", &SPECIAL)?;
                let hexes = words.rest();
                if hexes.len() != count {
                    return Err(name.error(format!("{} takes {count} hexes, not {}", name.as_str(), hexes.len())));
                }
                if self.special.insert(name.as_str(), (name, hexes.to_vec())).is_some() {
                    return Err(name.error(format!("{} is listed twice", name.as_str())));
                }
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => self.read_hex(first, record, words)?,
            word => {
                let what = format!("unknown line {word:?}; known: a hex number, grid, city, river, special");
                return Err(first.error(what));
            }
        }
        Ok(())
    }

    /// `0214 clear France coast`
    fn read_hex(&mut self, number: Word<'a>, record: &Record<'a>, mut words: Words<'_, 'a>) -> Result<(), DataError> {
        let Some(size) = self.size else {
            return Err(number.error("the map begins with its grid, such as `grid 29 27`"));
        };
        let at = place(number, size)?;
        let ground =
            words.take("the terrain")?.one_of("terrain", &Ground::ALL.map(|ground| (ground.name(), ground)))?;
        let country = words.take("the country")?;
        let country = country.one_of("country", &Country::ALL.map(|country| (country.name(), country)))?;
        let mut hex = Hex {
            at,
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
                    let what =
                        format!("unknown word {other:?}; known: coast, south-france, east-germany, south-germany");
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
        if self.hexes.len() == MAX_HEXES {
            return Err(number.error(format!("the map may have at most {MAX_HEXES} hexes")));
        }
        if self.hexes.insert(number.as_str(), hex).is_some() {
            return Err(number.error(format!("hex {} is listed twice", number.as_str())));
        }
        Ok(())
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
        let Some(size) = self.size else {
            return Err(text.error("the map is empty; it begins with a line such as `grid 29 27`"));
        };
        let board = self.board();
        let (city, cities, east_of_meuse) = self.place_cities(&board)?;
        let (river, rivers) = self.lay_rivers(&board)?;
        let special = |name: &str| self.find_special(text, &board, name);
        let one = |name: &str| special(name).map(|hexes| hexes[0]);
        let [ruhr, beach] = [special("ruhr")?, special("beach")?];
        let by_spot = |flag: fn(&Hex) -> bool| self.hexes.values().map(flag).collect::<Vec<bool>>();
        let coast = by_spot(|hex| hex.coast);
        let mut fortress = vec![false; board.len()];
        cities.iter().filter(|city| city.fortress).for_each(|city| fortress[city.at.index()] = true);
        let coastal_fortress = fortress.iter().zip(&coast).map(|(fortress, coast)| *fortress && *coast).collect();
        let dry = flood(&board, [(ruhr[0], 0)], 0, |_, way| (river[way.edge.index()] != River::Rhine).then_some(0));
        let map = Map {
            ground: self.hexes.values().map(|hex| hex.ground).collect(),
            country: self.hexes.values().map(|hex| hex.country).collect(),
            city,
            cities,
            river,
            rivers,
            coast,
            fortress,
            coastal_fortress,
            south_france: by_spot(|hex| hex.south_france),
            east_germany: by_spot(|hex| hex.east_germany),
            south_germany: by_spot(|hex| hex.south_germany),
            east_of_rhine: board.spots().map(|spot| dry.cost(spot).is_some()).collect(),
            east_of_meuse,
            at: self.hexes.values().map(|hex| hex.at).collect(),
            size,
            marks: self.hexes.values().map(|hex| hex.mark.clone()).collect(),
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

    /// [G.2.a] The playable hexes in ascending order, and every pair of neighbours once, the lower first.
    fn board(&self) -> Board {
        let spots: BTreeMap<(i16, i16), Spot> = self.hexes.values().map(|hex| hex.at).zip((0..).map(Spot)).collect();
        let mut edges = Vec::new();
        for (&at, &spot) in &spots {
            let higher = around(at).into_iter().filter_map(|at| spots.get(&at)).filter(|other| spot < **other);
            edges.extend(higher.map(|other| (spot, *other)));
        }
        Board::new(self.hexes.keys().map(|number| (*number).to_owned()).collect(), &edges)
    }

    #[expect(clippy::type_complexity, reason = "three columns of the same table")]
    fn place_cities(&self, board: &Board) -> Result<(Vec<Option<u8>>, Vec<City>, Vec<bool>), DataError> {
        let mut city_at = vec![None; board.len()];
        let (mut cities, mut east_of_meuse) = (Vec::new(), Vec::new());
        for (place, line) in (0..).zip(&self.cities) {
            let at = find(board, line.hex)?;
            if city_at[at.index()].replace(place).is_some() {
                return Err(line.hex.error(format!("hex {} has a city already", line.hex.as_str())));
            }
            let country = self.hexes.get(line.hex.as_str()).map_or(Country::France, |hex| hex.country);
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
    #[expect(clippy::type_complexity, reason = "by edge and by name")]
    fn lay_rivers(&self, board: &Board) -> Result<(Vec<River>, Vec<(String, Vec<Edge>)>), DataError> {
        let mut river = vec![River::None; board.edges()];
        let mut rivers = Vec::new();
        for (name, sides) in &self.rivers {
            let kind = if name.as_str() == RHINE { River::Rhine } else { River::River };
            let mut run: Vec<Edge> = Vec::new();
            for side in sides {
                let edge = find_side(board, *side)?;
                if run.contains(&edge) {
                    return Err(side.error(format!("hexside {} is listed twice", side.as_str())));
                }
                run.push(edge);
                let here = &mut river[edge.index()];
                if *here != River::Rhine {
                    *here = kind;
                }
            }
            if run.is_empty() {
                return Err(name.error("the hexsides are missing"));
            }
            rivers.push((name.as_str().to_owned(), run));
        }
        Ok((river, rivers))
    }

    /// As many hexes as `SPECIAL` says.
    fn find_special(&self, text: &Text, board: &Board, name: &str) -> Result<Vec<Spot>, DataError> {
        let Some((_, words)) = self.special.get(name) else {
            return Err(text.error(format!("the hexes of {name} are missing: `special {name} …`")));
        };
        let mut hexes: Vec<Spot> = Vec::new();
        for word in words {
            let hex = find(board, *word)?;
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

/// [G.2.a] The six places around a place, on the sheet or not.
fn around((column, row): (i16, i16)) -> [(i16, i16); 6] {
    let west = if row % 2 == 0 { column } else { column - 1 };
    [(column - 1, row), (column + 1, row), (west, row - 1), (west + 1, row - 1), (west, row + 1), (west + 1, row + 1)]
}

/// Column and row of a number on the sheet.
fn place(number: Word<'_>, (columns, rows): (i16, i16)) -> Result<(i16, i16), DataError> {
    let read = || {
        let digits = number.as_str();
        if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (column, row) = digits.split_at_checked(2)?;
        let at = (column.parse().ok()?, row.parse().ok()?);
        ((1..=columns).contains(&at.0) && (1..=rows).contains(&at.1)).then_some(at)
    };
    read().ok_or_else(|| {
        number.error(format!("{:?} is no hex of this sheet, 0101 to {columns:02}{rows:02}", number.as_str()))
    })
}

fn find(board: &Board, number: Word<'_>) -> Result<Spot, DataError> {
    let found = board.find(number.as_str());
    found.ok_or_else(|| number.error(format!("the map has no playable hex {:?}", number.as_str())))
}

/// `1012-1111`
fn find_side(board: &Board, word: Word<'_>) -> Result<Edge, DataError> {
    let ends = word.as_str().split_once('-').and_then(|(a, b)| Some((board.find(a)?, board.find(b)?)));
    match ends {
        Some((a, b)) => {
            board.edge(a, b).ok_or_else(|| word.error(format!("the hexes {} are no neighbours", word.as_str())))
        }
        None => Err(word.error(format!("{:?} is no hexside between playable hexes", word.as_str()))),
    }
}

fn read_side(words: &mut Words<'_, '_>, what: &str) -> Result<i16, DataError> {
    let word = words.take(what)?;
    match word.number(what)? {
        number @ 1..=99 => Ok(number),
        _ => Err(word.error(format!("{what} must be from 1 to 99"))),
    }
}
