//! How far things are apart, and what trouble lies between them. Both are asked for every position that a bot looks at, so many
//! hexes and many cities are looked at in one go.

use super::PULL;
use crate::DdayToTheRhine;
use crate::components::{City, River, Side, map::Map};
use crate::state::{Hexes, State};
use referee::Spot;

/// The trouble of a hex in a German zone, of one that Germans hold, and of crossing the Rhine.
const ZONE: usize = 4;
const HELD: usize = 7;
const ACROSS: usize = 3;
/// Cities that are looked at together.
const BLOCK: usize = 64;
/// What is nearer than this is looked up in rings.
const RINGS: usize = 5;
/// Farther than everything on the map.
const NOWHERE: u8 = 99;

/// What follows from the map.
#[derive(Debug)]
pub(crate) struct Ways {
    /// By hex and hex: how far they are apart.
    pub(crate) far: Vec<Vec<u8>>,
    /// By hex and distance: the hexes that are so far away.
    rings: Vec<[Hexes; RINGS]>,
    /// By block of cities and by hex: how far each city is.
    to_cities: Vec<Vec<[u8; BLOCK]>>,
    /// By hex: those around it without a river between, across a river, and across the Rhine.
    beside: Vec<[Hexes; 3]>,
    /// Hexes with a river on some side, and with the Rhine.
    wet: Hexes,
    on_rhine: Hexes,
}

impl Ways {
    pub(crate) fn new(map: &Map) -> Ways {
        let spots = || map.board.spots();
        let apart = |a: Spot, b: Spot| u8::try_from(map.grid.distance(a, b)).unwrap_or(u8::MAX);
        let ring = |at: Spot, n: usize| spots().filter(|other| usize::from(apart(at, *other)) == n).collect();
        let block = |cities: &[City], at: Spot| {
            let mut row = [NOWHERE; BLOCK];
            row.iter_mut().zip(cities).for_each(|(slot, city)| *slot = apart(at, city.at));
            row
        };
        let across = |at: Spot, river: River| -> Hexes {
            let ways = map.board.ways(at).iter().filter(|way| map.river[way.edge.index()] == river);
            ways.map(|way| way.to).collect()
        };
        Ways {
            far: spots().map(|a| spots().map(|b| apart(a, b)).collect()).collect(),
            rings: spots().map(|at| std::array::from_fn(|n| ring(at, n))).collect(),
            to_cities: map.cities.chunks(BLOCK).map(|part| spots().map(|at| block(part, at)).collect()).collect(),
            beside: spots()
                .map(|at| [River::None, River::River, River::Rhine].map(|river| across(at, river)))
                .collect(),
            wet: spots()
                .filter(|at| [River::River, River::Rhine].iter().any(|it| !across(*at, *it).is_empty()))
                .collect(),
            on_rhine: spots().filter(|at| !across(*at, River::Rhine).is_empty()).collect(),
        }
    }
}

impl DdayToTheRhine {
    /// How far two hexes are apart.
    pub(crate) fn apart(&self, a: Spot, b: Spot) -> i32 {
        self.ways.far[a.index()][b.index()].into()
    }

    /// The three smallest distances of some hexes from one.
    pub(crate) fn nearest_to(&self, at: Spot, others: &[Spot]) -> [i32; 3] {
        let row = &self.ways.far[at.index()];
        let mut found = [NOWHERE; 3];
        for other in others {
            let mut distance = row[other.index()];
            for slot in &mut found {
                if distance < *slot {
                    std::mem::swap(slot, &mut distance);
                }
            }
        }
        found.map(i32::from)
    }

    /// The distance of the nearest of some hexes from one.
    pub(crate) fn way_to_nearest(&self, at: Spot, others: &Hexes) -> i32 {
        let near = (0..).zip(&self.ways.rings[at.index()]).find(|(_, ring)| ring.intersects(others));
        let row = &self.ways.far[at.index()];
        let far = || others.iter().map(|other| row[other.index()]).min().unwrap_or(NOWHERE).min(NOWHERE);
        near.map_or_else(|| far().into(), |(distance, _)| distance)
    }

    /// Every city, and for each of two lists the three smallest distances of its hexes from it.
    pub(crate) fn cities_with_nearest(&self, lists: [&[Spot]; 2]) -> impl Iterator<Item = (&City, [[i32; 3]; 2])> {
        self.c.map.cities.chunks(BLOCK).zip(&self.ways.to_cities).flat_map(move |(cities, rows)| {
            let found = lists.map(|list| nearest_of_block(rows, list));
            let of = move |i: usize| found.each_ref().map(|three| three.each_ref().map(|row| i32::from(row[i])));
            cities.iter().enumerate().map(move |(i, city)| (city, of(i)))
        })
    }

    /// By hex: the trouble it takes Allied units to get there.
    pub(crate) fn ways_for_allies(&self, s: &State) -> [u8; 512] {
        self.ways_from(s, s.occupied[Side::Allied.index()])
    }

    /// The same for those who stand in some hexes.
    pub(crate) fn ways_from(&self, s: &State, start: Hexes) -> [u8; 512] {
        let mut found = [u8::MAX; 512];
        let mut waves = [Hexes::empty(); PULL as usize + HELD + ACROSS + 1];
        let german = s.occupied[Side::German.index()];
        let zone = self.around(german) - german;
        let mut open = self.all;
        waves[0] = start;
        for trouble in 0..PULL as usize {
            let wave = waves[trouble] & open;
            if wave.is_empty() {
                continue;
            }
            open -= wave;
            let (mut dry, mut river, mut rhine) = (Hexes::empty(), Hexes::empty(), Hexes::empty());
            for at in wave {
                found[at.index()] = u8::try_from(trouble).unwrap_or(u8::MAX);
                let beside = &self.ways.beside[at.index()];
                dry |= beside[0];
                if self.ways.wet.contains(at) {
                    river |= beside[1];
                }
                if self.ways.on_rhine.contains(at) {
                    rhine |= beside[2];
                }
            }
            let free = open - german - zone;
            // A river is no trouble where no enemy is near.
            waves[trouble + 1] |= (dry | river) & free;
            waves[trouble + 1 + ACROSS] |= rhine & free;
            for (price, these) in [(ZONE, zone), (HELD, german)] {
                waves[trouble + price] |= dry & these;
                waves[trouble + price + 1] |= river & these;
                waves[trouble + price + ACROSS] |= rhine & these;
            }
        }
        found
    }
}

/// The three smallest distances of some hexes from each city of a block.
fn nearest_of_block(rows: &[[u8; BLOCK]], from: &[Spot]) -> [[u8; BLOCK]; 3] {
    let [mut first, mut second, mut third] = [[NOWHERE; BLOCK]; 3];
    for at in from {
        let row = &rows[at.index()];
        for i in 0..BLOCK {
            let far = row[i].max(first[i]);
            first[i] = row[i].min(first[i]);
            let farther = far.max(second[i]);
            second[i] = far.min(second[i]);
            third[i] = farther.min(third[i]);
        }
    }
    [first, second, third]
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Awaits, Game, Referee, Seeded, Setup};

    /// Trouble hex by hex, the cheapest first.
    fn trouble_one_by_one(game: &DdayToTheRhine, s: &State) -> Vec<usize> {
        let german = s.occupied[Side::German.index()];
        let zone = game.around(german) - german;
        let mut found = vec![usize::MAX; 512];
        let mut open: Vec<(usize, Spot)> = s.occupied[Side::Allied.index()].iter().map(|at| (0, at)).collect();
        while let Some(nth) = (0..open.len()).min_by_key(|nth| open[*nth].0) {
            let (trouble, at) = open.swap_remove(nth);
            if trouble >= PULL as usize || found[at.index()] <= trouble {
                continue;
            }
            found[at.index()] = trouble;
            for way in game.c.map.board.ways(at) {
                let price = if german.contains(way.to) { HELD } else { if zone.contains(way.to) { ZONE } else { 1 } };
                let river = match game.c.map.river[way.edge.index()] {
                    River::Rhine => ACROSS,
                    River::River => usize::from(price > 1),
                    River::None => 0,
                };
                open.push((trouble + price + river, way.to));
            }
        }
        found
    }

    #[test]
    fn many_hexes_and_cities_in_one_go_are_as_far_as_one_by_one() {
        let game = DdayToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        let (mut dice, setup) = (Seeded(3), Setup::read("campaign").expect("a setup of this game"));
        let (mut looks, mut decisions) = (0, 0);
        for _ in 0..4 {
            let mut s = game.start(&setup, &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&s) {
                let action = bots::RandomBot::default().decide(&game, &s, &mut dice).expect("something is offered");
                game.play(&mut s, &action, &mut Referee::silent(&mut dice));
                decisions += 1;
                if decisions % 16 != 0 {
                    continue;
                }
                looks += 1;
                let known = game.ways_for_allies(&s).map(|far| if far == u8::MAX { usize::MAX } else { far.into() });
                assert_eq!(known.to_vec(), trouble_one_by_one(&game, &s));
                let lists = s.occupied.map(|hexes| hexes.iter().collect::<Vec<Spot>>());
                for (city, near) in game.cities_with_nearest([&lists[0], &lists[1]]) {
                    assert_eq!(near, [0, 1].map(|side| game.nearest_to(city.at, &lists[side])), "{}", city.name);
                    assert_eq!(game.way_to_nearest(city.at, &s.occupied[0]), near[0][0], "{}", city.name);
                }
            }
        }
        assert!(looks > 20, "{looks}");
    }
}
