//! How long the searches take on a map the size of Hürtgen Forest.
//! Run with `cargo run --release -p board --example reach_speed`.

use board::{Board, Grid, Low, SpotSet, Toll, flood, project, reach, walks};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let grid = Grid::new(29, 26, Low::Even);
    let names =
        (0..29).flat_map(|c| (0..26).map(move |r| (c + 1, r + 1))).map(|(c, r)| format!("{c:02}{r:02}")).collect();
    let edges = grid.edges();
    let board = Board::new(names, &edges);
    let from = grid.read("1513").expect("a hex of this grid");

    // Costs in halves. Roads run along every fifth column and every sixth row.
    let on_road = |spot| {
        let (column, row) = grid.column_row(spot);
        (column % 5 == 0, row % 6 == 1)
    };
    let roads: Vec<bool> = edges
        .iter()
        .map(|&(a, b)| {
            let (a, b) = (on_road(a), on_road(b));
            (a.0 && b.0) || (a.1 && b.1)
        })
        .collect();
    let mixed: Vec<u16> = board.spots().map(|spot| 2 + 2 * (spot.0 * 7 % 3)).collect();

    println!("{:<44} {:>10} {:>8}", "search", "µs", "legs");
    time("reach, 24 halves, mixed ground and roads", || {
        let toll = |_, way: board::Way| Toll::Pay(if roads[way.edge.index()] { 1 } else { mixed[way.to.index()] });
        reach(&board, from, 24, toll, |_| true).legs.len()
    });
    time("reach, 14 halves, mixed ground and roads", || {
        let toll = |_, way: board::Way| Toll::Pay(if roads[way.edge.index()] { 1 } else { mixed[way.to.index()] });
        reach(&board, from, 14, toll, |_| true).legs.len()
    });
    time("reach, 24 halves, clear", || reach(&board, from, 24, |_, _| Toll::Pay(2), |_| true).legs.len());
    time("reach, 14 halves, woods", || reach(&board, from, 14, |_, _| Toll::Pay(6), |_| true).legs.len());
    time("flood, 3 sources, limit 20", || {
        let sources = [(from, 0), (board::Spot(3), 0), (board::Spot(700), 0)];
        usize::from(flood(&board, sources, 20, |_, _| Some(1)).cost(board::Spot(0)).unwrap_or(0))
    });
    time("walks, 3 steps away", || {
        walks(&board, from, 3, |_, way, k| grid.distance(from, way.to) == u16::from(k)).legs.len()
    });
    time("project, 20 spots", || project::<12>(&board, (0..20).map(|i| board::Spot(i * 37)), |_, _| true).len());
    time("find a name", || board.find("1726").map_or(0, |spot| spot.index()));
    time("read a number", || grid.read("1726").map_or(0, |spot| spot.index()));
    let far: SpotSet<12> = grid.within(from, 5).collect();
    time("within 5", || grid.within(from, 5).count());
    time("distance to each of these", || far.iter().map(|spot| usize::from(grid.distance(from, spot))).sum());
    time("steps between two spots", || usize::from(board.steps_between(board::Spot(0), board::Spot(753)).unwrap_or(0)));
}

/// The best of twenty rounds, each long enough for the clock.
fn time(what: &str, mut search: impl FnMut() -> usize) {
    const CALLS: u32 = 2_000;
    let mut legs = 0;
    let best = (0..20).map(|_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            legs = black_box(search());
        }
        start.elapsed()
    });
    let best = best.min().expect("twenty rounds") / CALLS;
    println!("{what:<44} {:>10.3} {legs:>8}", best.as_secs_f64() * 1e6);
}
