//! How long the searches take on a map the size of Hürtgen Forest and on a larger one, with about as much wood and
//! road.
//! Run with `cargo run --release -p board --example reach_speed`.

use board::{Grid, Layout, Parity, Spot, SpotSet, Toll, Way, flood, project, reach, walks};
use referee::{Dice, Rule, Seeded};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    println!("a map of 29 by 26 hexes, as Hürtgen Forest");
    measure(&Grid::new(Layout::flat(29, 26, Parity::Even)), "1613");
    println!("a map of 35 by 50 hexes, larger than any of the five");
    measure(&Grid::new(Layout::flat(35, 50, Parity::Even)), "1825");
}

fn measure(grid: &Grid, from: &str) {
    let edges = grid.edges();
    let board = grid.board();
    let from = grid.read(from).expect("a hex of this grid");
    let last = Spot(u16::try_from(grid.len() - 1).expect("few hexes"));

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

    println!("{:<36} {:>8} {:>6} {:>9}", "search", "µs", "found", "ns each");
    time("reach, 24 halves on wheels", || reach(&board, from, 24, on_wheels, |_| true).legs.len());
    time("reach, 24 halves on foot", || reach(&board, from, 24, on_foot, |_| true).legs.len());
    time("reach, 24 halves, zones", || reach(&board, from, 24, in_zones, |_| true).legs.len());
    time("reach, 24 halves, all clear", || reach(&board, from, 24, |_, _| Toll::Pay(2), |_| true).legs.len());
    time("reach, 14 halves on foot", || reach(&board, from, 14, on_foot, |_| true).legs.len());
    time("reach, 14 halves, all woods", || reach(&board, from, 14, |_, _| Toll::Pay(6), |_| true).legs.len());
    time("flood of the whole map", || {
        let flood = flood(&board, [Spot(3), Spot(400), Spot(700)].map(|spot| (spot, 0)), 99, |_, _| Some(1));
        board.spots().filter(|spot| flood.cost(*spot).is_some()).count()
    });
    time("walks, 3 hexes away", || {
        walks(&board, from, 3, |_, way, k| grid.distance(from, way.to) == u16::from(k)).legs.len()
    });
    time("project from 20 hexes", || project::<28>(&board, (0..20).map(|i| Spot(i * 37)), |_, _| true).len());
    let near: SpotSet<28> = grid.within(from, 5).collect();
    time("within 5 hexes", || grid.within(from, 5).count());
    time("distance to each of them", || near.iter().filter(|spot| grid.distance(from, *spot) <= 5).count());
    time("who of 240 can move at all", || {
        let can_move = |i: &u16| {
            let at = Spot(i * 7 % last.0);
            board
                .ways(at)
                .iter()
                .any(|way| matches!(in_zones(at, *way), Toll::Pay(cost) | Toll::PayAndStop(cost) if cost <= 14))
        };
        (0..240u16).filter(can_move).count()
    });
    time("reach of all 240", || {
        (0..240u16).map(|i| reach(&board, Spot(i * 7 % last.0), 14, in_zones, |_| true).legs.len()).sum()
    });
    time("find a name", || usize::from(board.find("1726").is_some()));
    time("steps across the map", || board.steps_between(Spot(0), last).map_or(0, usize::from));
}

/// The best of twenty rounds, each long enough for the clock.
fn time(what: &str, mut search: impl FnMut() -> usize) {
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
    let each = best.as_secs_f64() * 1e9 / found.max(1) as f64;
    println!("{what:<36} {:>8.3} {found:>6} {each:>9.2}", best.as_secs_f64() * 1e6);
}
