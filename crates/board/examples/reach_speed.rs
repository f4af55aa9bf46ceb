//! How long the searches take on a map the size of Hürtgen Forest, and on one larger than any of the five games has,
//! with about as much wood and road. What a hex costs should not depend on how many there are.
//! Run with `cargo run --release -p board --example reach_speed`.

use board::{Board, Grid, Layout, Parity, Spot, SpotSet, Toll, Way, flood, reach, walks};
use referee::{Dice, Rule, Seeded};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let forest = measure(&Grid::new(Layout::flat(29, 26, Parity::Even)), "1613", 80);
    let large = measure(&Grid::new(Layout::flat(35, 50, Parity::Even)), "1825", 240);
    println!("{:<28} {:^26} {:^26} {:>6}", "", "754 hexes, 80 counters", "1,750 hexes, 240 counters", "");
    let head = format!("{:>8} {:>7} {:>9}", "µs", "found", "ns each");
    println!("{:<28} {head} {head} {:>6}", "search", "ratio");
    for (one, other) in forest.iter().zip(&large) {
        let ratio = other.each() / one.each();
        println!("{:<28} {one} {other} {ratio:>6.2}", one.what);
    }
}

struct Figure {
    what: &'static str,
    seconds: f64,
    found: usize,
}

impl Figure {
    fn each(&self) -> f64 {
        self.seconds * 1e9 / self.found.max(1) as f64
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>8.3} {:>7} {:>9.2}", self.seconds * 1e6, self.found, self.each())
    }
}

fn measure(grid: &Grid, from: &str, counters: u16) -> Vec<Figure> {
    let edges = grid.edges();
    let board = grid.board();
    let from = grid.read(from).expect("a hex of this grid");
    let last = Spot(u16::try_from(grid.len() - 1).expect("a grid of few hexes"));

    // Costs in halves of a movement point. A fifth is clear, a fifth mixed, the rest woods and worse;
    // roads run along every eighth column and, on average, every seventh row.
    let mut dice = Seeded(1944);
    let ground: Vec<u16> = board.spots().map(|_| [2, 4, 6, 6, 6][usize::from(dice.pick(5))]).collect();
    let road = |&(a, b): &(Spot, Spot)| {
        let ((a_column, a_row), (b_column, b_row)) = (grid.column_row(a), grid.column_row(b));
        (a_column % 8 == 0 && a_column == b_column) || (a_row % 7 == 6 && a_row == b_row)
    };
    let roads: Vec<bool> = edges.iter().map(road).collect();
    let on_foot = |_, way: Way| Toll::Pay(if roads[way.edge.index()] { 1 } else { ground[way.to.index()] });
    let on_wheels = |_, way: Way| match ground[way.to.index()] {
        _ if roads[way.edge.index()] => Toll::Pay(1),
        6 => Toll::Barred(Rule("5.24")),
        cost => Toll::Pay(cost),
    };
    // A zone on every ninth hex.
    let in_zones = |at, way: Way| match on_foot(at, way) {
        Toll::Pay(cost) if way.to.0.is_multiple_of(9) => Toll::PayAndStop(cost),
        toll => toll,
    };
    let stands = |counter: u16| Spot(counter * 7 % last.0);
    let can_step = |counter: &u16| {
        let at = stands(*counter);
        let pays = |way: &Way| matches!(in_zones(at, *way), Toll::Pay(cost) | Toll::PayAndStop(cost) if cost <= 14);
        board.ways(at).iter().any(pays)
    };
    let near: SpotSet<28> = grid.within(from, 5).collect();

    vec![
        time("reach, 24 halves on wheels", || found(&board, from, 24, on_wheels)),
        time("reach, 24 halves on foot", || found(&board, from, 24, on_foot)),
        time("reach, 24 halves, zones", || found(&board, from, 24, in_zones)),
        time("reach, 24 halves, all clear", || found(&board, from, 24, |_, _| Toll::Pay(2))),
        time("reach, 14 halves on foot", || found(&board, from, 14, on_foot)),
        time("reach, 14 halves, all woods", || found(&board, from, 14, |_, _| Toll::Pay(6))),
        time("flood of the whole map", || {
            let flood = flood(&board, [Spot(3), Spot(400), Spot(700)].map(|spot| (spot, 0)), 99, |_, _| Some(1));
            board.spots().filter(|spot| flood.cost(*spot).is_some()).count()
        }),
        time("walks, 3 hexes away", || {
            walks(&board, from, 3, |_, way, k| grid.distance(from, way.to) == u16::from(k)).legs.len()
        }),
        time("distance to 91 hexes", || near.iter().filter(|spot| grid.distance(from, *spot) <= 5).count()),
        time("offers: who can move", || (0..counters).filter(can_step).count()),
        time("openings: reach of all", || {
            (0..counters).map(|counter| reach(&board, stands(counter), 14, in_zones, |_| true).legs.len()).sum()
        }),
        time("find a name", || usize::from(board.find("1726").is_some())),
    ]
}

fn found(board: &Board, from: Spot, budget: u16, toll: impl FnMut(Spot, Way) -> Toll) -> usize {
    reach(board, from, budget, toll, |_| true).legs.len()
}

/// The best of twenty rounds, each long enough for the clock.
fn time(what: &'static str, mut search: impl FnMut() -> usize) -> Figure {
    const CALLS: u32 = 200;
    let mut found = 0;
    let rounds = (0..20).map(|_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            found = black_box(search());
        }
        start.elapsed()
    });
    let best = rounds.min().expect("twenty rounds") / CALLS;
    Figure { what, seconds: best.as_secs_f64(), found }
}
