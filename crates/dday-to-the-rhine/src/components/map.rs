//! The board: `data/map.txt`.

mod reader;

use board::{Board, Edge, Grid, flood};
use data::{DataError, Mark, Text};
use referee::{LineRun, Spot};

/// As many as the sets of a state have room for.
pub const MAX_HEXES: usize = 512;
pub const MAX_CITIES: usize = 96;

/// [G.8]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    Clear,
    Forest,
    Mountain,
}

impl Ground {
    pub const ALL: [Ground; 3] = [Ground::Clear, Ground::Forest, Ground::Mountain];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        match self {
            Ground::Clear => "clear",
            Ground::Forest => "forest",
            Ground::Mountain => "mountain",
        }
    }
}

/// [G.2.d]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Country {
    France,
    Belgium,
    Holland,
    Luxembourg,
    Germany,
}

impl Country {
    pub const ALL: [Country; 5] =
        [Country::France, Country::Belgium, Country::Holland, Country::Luxembourg, Country::Germany];

    /// [G.2.d] Its cities are liberated, not occupied.
    pub const fn is_allied(self) -> bool {
        !matches!(self, Country::Germany)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Country::France => "France",
            Country::Belgium => "Belgium",
            Country::Holland => "Holland",
            Country::Luxembourg => "Luxembourg",
            Country::Germany => "Germany",
        }
    }
}

/// [G.2.c] What lies on a hexside.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum River {
    #[default]
    None,
    River,
    Rhine,
}

/// [G.2] The playable hexes, what lies in them and between them.
#[derive(Clone, Debug)]
pub struct Map {
    /// [G.2.b] The playable hexes only, by number in ascending order: `0812`.
    pub board: Board,
    /// By spot.
    pub ground: Vec<Ground>,
    pub country: Vec<Country>,
    /// By spot: a place in `cities`.
    pub city: Vec<Option<u8>>,
    pub cities: Vec<City>,
    /// By edge.
    pub river: Vec<River>,
    /// Named rivers, as they are drawn: the Rhine as the second kind of line.
    pub runs: Vec<LineRun>,
    /// [G.2.f] By spot.
    pub coast: Vec<bool>,
    /// [G.2.g] By spot, on the coast or inland.
    pub fortress: Vec<bool>,
    pub coastal_fortress: Vec<bool>,
    /// [G.2.e] By spot: the supply edges.
    pub south_france: Vec<bool>,
    pub east_germany: Vec<bool>,
    pub south_germany: Vec<bool>,
    /// [G.2.h] By spot.
    pub east_of_rhine: Vec<bool>,
    /// [V.12.c] By city.
    pub east_of_meuse: Vec<bool>,
    pub grid: Grid,
    /// By spot: where the hex comes from.
    pub marks: Vec<Mark>,
    /// [S.2.g]
    pub caen: Spot,
    pub caen_east: Spot,
    pub le_havre: Spot,
    /// [R.3]
    pub antwerp: Spot,
    pub walcheren: Spot,
    /// [R.3] The four hexes that must be clear.
    pub antwerp_approach: Vec<Spot>,
    /// [S.2.h]
    pub antwerp_naval_block: Vec<Spot>,
    /// [R.4]
    pub royan: Spot,
    pub bordeaux: Spot,
    /// [S.3.a]
    pub paris: Spot,
    /// [G.4] Essen, Dusseldorf, Dortmund.
    pub ruhr: [Spot; 3],
    /// [V.6]
    pub arnhem: Spot,
    /// [SET.2] Of the 12th and of the 21st Army Group.
    pub beach: [Spot; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct City {
    pub name: String,
    pub at: Spot,
    pub country: Country,
    /// [R.2] Port capacity; 0 is no port.
    pub port: u8,
    /// [G.4]
    pub major: bool,
    /// [G.2.g]
    pub fortress: bool,
    pub mark: Mark,
}

impl Map {
    pub fn read(text: &Text) -> Result<Map, DataError> {
        reader::read(text)
    }

    /// The city of this name, in any case: a place in `cities`.
    pub fn find_city(&self, name: &str) -> Option<usize> {
        self.cities.iter().position(|city| city.name.eq_ignore_ascii_case(name))
    }

    pub fn city_at(&self, spot: Spot) -> Option<&City> {
        self.city[spot.index()].and_then(|city| self.cities.get(usize::from(city)))
    }

    pub fn river_at(&self, edge: Edge) -> River {
        self.river[edge.index()]
    }

    /// What the readers and the rules may rely on.
    fn check(&self, text: &Text) -> Result<(), DataError> {
        let number = |spot: Spot| self.board.name(spot);
        let whole = flood(&self.board, [(self.paris, 0)], 0, |_, _| Some(0));
        if let Some(lost) = self.board.spots().find(|spot| whole.cost(*spot).is_none()) {
            return Err(text.error(format!("no way over land leads from hex {} to Paris", number(lost))));
        }
        if self.east_of_rhine[self.paris.index()] {
            return Err(text.error("the Rhine does not part the Ruhr from Paris"));
        }
        let cities = [
            self.caen,
            self.le_havre,
            self.antwerp,
            self.walcheren,
            self.royan,
            self.bordeaux,
            self.paris,
            self.ruhr[0],
            self.ruhr[1],
            self.ruhr[2],
            self.arnhem,
        ];
        if let Some(bare) = cities.into_iter().find(|spot| self.city[spot.index()].is_none()) {
            return Err(text.error(format!("hex {} must be a city, because the rules name it", number(bare))));
        }
        if let Some(dry) = self.beach.into_iter().find(|spot| !self.coast[spot.index()]) {
            return Err(text.error(format!("hex {} is a beach but no coast hex", number(dry))));
        }
        if let Some(dry) = self.cities.iter().find(|city| city.port > 0 && !self.coast[city.at.index()]) {
            return Err(text.error(format!("{} is a port but no coast hex", dry.name)));
        }
        let edges = [(&self.south_france, "south-france"), (&self.east_germany, "east-germany")];
        match edges.into_iter().find(|(edge, _)| !edge.contains(&true)) {
            Some((_, name)) => Err(text.error(format!("no hex is marked {name}; nothing would be in supply"))),
            None => Ok(()),
        }
    }
}
