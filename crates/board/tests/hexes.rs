//! The grid against hexx, which counts hexes in another way.

use board::{Grid, HexShape, Layout, Parity, Sheet, Spot};
use hexx::{Hex, HexOrientation, OffsetHexMode};
use proptest::prelude::*;

/// The same hex in hexx's coordinates. It counts columns and rows from 0, so our even ones are its odd ones.
fn hex(grid: &Grid, spot: Spot) -> Hex {
    let (column, row) = grid.column_row(spot);
    let mode = match grid.layout().shifted {
        Parity::Even => OffsetHexMode::Odd,
        Parity::Odd => OffsetHexMode::Even,
    };
    let orientation = match grid.layout().shape {
        HexShape::Flat => HexOrientation::Flat,
        HexShape::Pointed => HexOrientation::Pointy,
    };
    Hex::from_offset_coordinates([i32::from(column) - 1, i32::from(row) - 1], mode, orientation)
}

prop_compose! {
    /// Flat and pointed, with and without holes, numbered either way.
    fn grids()(
        columns in 1..12u8,
        rows in 1..12u8,
        shifted in prop::sample::select(vec![Parity::Even, Parity::Odd]),
        shape in prop::sample::select(vec![HexShape::Flat, HexShape::Pointed]),
        row_first in any::<bool>(),
        upward in any::<bool>(),
        holes in prop::collection::vec(any::<bool>(), 11 * 11),
        whole in any::<bool>(),
    ) -> Grid {
        let upward = upward && shape == HexShape::Pointed;
        let layout = Layout { columns, rows, shape, shifted, row_first, upward };
        // One hex is always there.
        let is_there = |c: u8, r: u8| whole || (c, r) == (1, 1) || holes[usize::from(c - 1) * 11 + usize::from(r - 1)];
        Grid::with(layout, vec![], is_there)
    }
}

proptest! {
    // Each case compares every two hexes of a map.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn distances_are_those_of_hexx(grid in grids()) {
        for a in grid.spots() {
            for b in grid.spots() {
                let theirs = hex(&grid, a).unsigned_distance_to(hex(&grid, b));
                prop_assert_eq!(u32::from(grid.distance(a, b)), theirs);
            }
        }
    }

    #[test]
    fn neighbours_are_those_of_hexx(grid in grids()) {
        for spot in grid.spots() {
            let around = hex(&grid, spot).all_neighbors();
            let expected: Vec<_> = grid.spots().filter(|other| around.contains(&hex(&grid, *other))).collect();
            let mut found: Vec<_> = grid.neighbours(spot).collect();
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn within_is_the_range_of_hexx(grid in grids(), at in any::<prop::sample::Index>(), range in 0..14u16) {
        let spot = Spot(u16::try_from(at.index(grid.len())).unwrap());
        let theirs: Vec<Hex> = hex(&grid, spot).range(u32::from(range)).collect();
        let expected: Vec<Spot> = grid.spots().filter(|other| theirs.contains(&hex(&grid, *other))).collect();
        let mut found: Vec<_> = grid.within(spot, range).collect();
        found.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn numbers_round_trip(grid in grids()) {
        for spot in grid.spots() {
            prop_assert_eq!(grid.read(&grid.name(spot)), Some(spot));
            let (column, row) = grid.column_row(spot);
            prop_assert_eq!(grid.spot(column, row), Some(spot));
        }
        let names: Vec<_> = grid.spots().map(|spot| grid.name(spot)).collect();
        prop_assert!(names.windows(2).all(|two| two[0] < two[1]), "spots follow their numbers");
    }

    #[test]
    fn edges_join_every_two_neighbours_once(grid in grids()) {
        let edges = grid.edges();
        prop_assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
        for a in grid.spots() {
            for b in grid.spots() {
                prop_assert_eq!(edges.contains(&(a, b)), a < b && grid.distance(a, b) == 1);
            }
        }
        prop_assert_eq!(grid.board().edges(), edges.len());
    }

    /// Neighbours, and nobody else, lie one hex apart on the sheet too.
    #[test]
    fn centres_lie_as_far_apart_as_hexes_do(grid in grids()) {
        for a in grid.spots() {
            for b in grid.spots() {
                let ((ax, ay), (bx, by)) = (grid.centre(a), grid.centre(b));
                let apart = f32::hypot(ax - bx, ay - by) / 69.282;
                match grid.distance(a, b) {
                    0 => prop_assert!(apart < 0.01),
                    1 => prop_assert!((apart - 1.0).abs() < 0.01, "{}", apart),
                    steps => prop_assert!(apart > 1.5 && apart < f32::from(steps) + 0.01, "{}", apart),
                }
            }
        }
    }
}

#[test]
fn numbers_are_read_as_printed() {
    let grid = Grid::new(Layout::flat(29, 26, Parity::Even));
    assert_eq!(grid.len(), 754);
    assert_eq!(grid.read("0101"), Some(Spot(0)));
    assert_eq!(grid.read("0819").map(|spot| grid.column_row(spot)), Some((8, 19)));
    assert_eq!(grid.read("2926"), Some(Spot(753)));
    assert_eq!(grid.range(), ("0101".into(), "2926".into()));
    for wrong in ["", "819", "00819", "0019", "0800", "3001", "0127", "08a9", "+819", "08 9", "é19", "٠١٠١"] {
        assert_eq!(grid.read(wrong), None, "{wrong:?}");
    }
}

#[test]
fn the_shifted_lines_decide_who_is_next_to_whom() {
    let around = |layout, hex| {
        let grid = Grid::new(layout);
        grid.neighbours(grid.read(hex).unwrap()).map(|spot| grid.name(spot)).collect::<Vec<_>>()
    };
    // Flat hexes clockwise from north.
    assert_eq!(around(Layout::flat(29, 26, Parity::Even), "0819"), ["0818", "0919", "0920", "0820", "0720", "0719"]);
    assert_eq!(around(Layout::flat(29, 26, Parity::Odd), "0819"), ["0818", "0918", "0919", "0820", "0719", "0718"]);
    // Rows from the bottom, named first, even ones half a hex further right: 0419 touches 0320.
    let upward = Layout { row_first: true, upward: true, ..Layout::pointed(21, 26, Parity::Even) };
    let mut touching = around(upward, "0419");
    touching.sort();
    assert_eq!(touching, ["0319", "0320", "0418", "0420", "0519", "0520"]);
    let grid = Grid::new(upward);
    let centre = |name| grid.centre(grid.read(name).unwrap());
    assert!(centre("2601").1 < centre("0101").1, "row 26 is at the top");
    assert!((centre("0201").0 - centre("0101").0 - 34.641).abs() < 0.01, "even rows lie further right");
}

#[test]
fn sheets_have_numbers_of_their_own_and_share_a_row() {
    let sheet = |prefix: &str, first, last, shared| Sheet { prefix: prefix.into(), first, last, shared };
    let sheets = vec![sheet("N", 1, 28, 29), sheet("S", 29, 50, 50)];
    // A chart lies over the lower right corner.
    let grid = Grid::with(Layout::flat(35, 50, Parity::Even), sheets, |column, row| column < 27 || row < 44);
    assert_eq!(grid.len(), 35 * 50 - 9 * 7);
    let read = |name| grid.read(name);
    assert_eq!(read("N0101"), Some(Spot(0)));
    assert_eq!(grid.name(read("S0101").unwrap()), "S0101");
    assert_eq!(read("N2329"), read("S2301"), "one hex with two numbers");
    assert_eq!(grid.column_row(read("S2101").unwrap()), (21, 29));
    assert!(grid.adjacent(read("N2128").unwrap(), read("S2101").unwrap()));
    assert_eq!(read("S0101").unwrap().index(), 35 * 28, "the second sheet follows the first");
    for wrong in ["0101", "N0130", "S0023", "S0123", "S2716", "X0101", "N-0101"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
    assert!(grid.is_edge(read("S2715").unwrap()) && !grid.is_edge(read("N2128").unwrap()));
}

#[test]
fn the_sheet_begins_at_the_upper_left_hex() {
    let [even, odd] = [Parity::Even, Parity::Odd].map(|low| Grid::new(Layout::flat(3, 3, low)));
    assert_eq!(even.centre(Spot(0)), (40.0, 34.641));
    assert_eq!(even.centre(even.read("0201").unwrap()), (100.0, 69.282));
    assert_eq!(odd.centre(Spot(0)), (40.0, 69.282));
    assert_eq!(odd.centre(odd.read("0201").unwrap()), (100.0, 34.641));
    assert_eq!(even.place(100, 75), (40.0, 34.641));
}

#[test]
fn hexsides_of_a_stream_meet_in_corners() {
    let grid = Grid::new(Layout::flat(5, 5, Parity::Even));
    let side = |a: &str, b: &str| (grid.read(a).unwrap(), grid.read(b).unwrap());
    assert!(grid.meet(side("0202", "0303"), side("0203", "0303")));
    assert!(!grid.meet(side("0202", "0303"), side("0404", "0405")));
    assert!(!grid.meet(side("0202", "0303"), side("0202", "0303")), "a side does not meet itself");
}
