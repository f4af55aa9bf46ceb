//! The grid against hexx, which counts hexes in another way.

use board::{Board, Grid, Low, Spot};
use hexx::{Hex, HexOrientation, OffsetHexMode};
use proptest::prelude::*;

/// The same hex in hexx's coordinates. It counts columns from 0, so our even ones are its odd ones.
fn hex(grid: &Grid, low: Low, spot: Spot) -> Hex {
    let (column, row) = grid.column_row(spot);
    let mode = match low {
        Low::Even => OffsetHexMode::Odd,
        Low::Odd => OffsetHexMode::Even,
    };
    Hex::from_offset_coordinates([i32::from(column) - 1, i32::from(row) - 1], mode, HexOrientation::Flat)
}

fn spots(grid: &Grid) -> impl Iterator<Item = Spot> + use<> {
    (0..u16::try_from(grid.len()).expect("a grid has at most 99 by 99 hexes")).map(Spot)
}

prop_compose! {
    fn grids()(columns in 1..12u8, rows in 1..12u8, even in any::<bool>()) -> (Grid, Low) {
        let low = if even { Low::Even } else { Low::Odd };
        (Grid::new(columns, rows, low), low)
    }
}

proptest! {
    // Each case compares every two hexes of a map.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn distances_are_those_of_hexx((grid, low) in grids()) {
        for a in spots(&grid) {
            for b in spots(&grid) {
                let theirs = hex(&grid, low, a).unsigned_distance_to(hex(&grid, low, b));
                prop_assert_eq!(u32::from(grid.distance(a, b)), theirs);
            }
        }
    }

    #[test]
    fn neighbours_are_those_of_hexx_in_every_direction((grid, low) in grids()) {
        // Flat tops, clockwise from north; hexx's y axis points down the map as ours does.
        let directions = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].map(|(x, y)| Hex::new(x, y));
        for spot in spots(&grid) {
            let mut expected = vec![];
            for (direction, step) in directions.into_iter().enumerate() {
                let there = hex(&grid, low, spot) + step;
                expected.extend(spots(&grid).find(|other| hex(&grid, low, *other) == there).map(|other| (direction, other)));
            }
            prop_assert_eq!(grid.neighbours(spot).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn within_is_the_range_of_hexx((grid, low) in grids(), at in any::<prop::sample::Index>(), range in 0..14u16) {
        let spot = Spot(u16::try_from(at.index(grid.len())).unwrap());
        let theirs: Vec<Hex> = hex(&grid, low, spot).range(u32::from(range)).collect();
        let expected: Vec<Spot> = spots(&grid).filter(|other| theirs.contains(&hex(&grid, low, *other))).collect();
        prop_assert_eq!(grid.within(spot, range).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_round_trip((grid, _) in grids()) {
        for spot in spots(&grid) {
            prop_assert_eq!(grid.read(&grid.name(spot)), Some(spot));
            let (column, row) = grid.column_row(spot);
            prop_assert_eq!(grid.spot(column, row), Some(spot));
        }
    }

    #[test]
    fn edges_join_every_two_neighbours_once((grid, _) in grids()) {
        let edges = grid.edges();
        let board = Board::new(spots(&grid).map(|spot| grid.name(spot)).collect(), &edges);
        prop_assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
        for a in spots(&grid) {
            for b in spots(&grid) {
                prop_assert_eq!(edges.contains(&(a, b)), a < b && grid.distance(a, b) == 1);
                prop_assert_eq!(board.steps_between(a, b), Some(grid.distance(a, b)));
            }
        }
    }

    /// Neighbours lie one hex apart on the sheet too, in the direction they should.
    #[test]
    fn centres_lie_where_the_directions_point((grid, _) in grids()) {
        let offsets = [(0.0, -69.282), (60.0, -34.641), (60.0, 34.641), (0.0, 69.282), (-60.0, 34.641), (-60.0, -34.641)];
        for spot in spots(&grid) {
            let (x, y) = grid.centre(spot);
            for (direction, other) in grid.neighbours(spot) {
                let (there_x, there_y) = grid.centre(other);
                let (dx, dy): (f32, f32) = offsets[direction];
                prop_assert!((there_x - x - dx).abs() < 0.01 && (there_y - y - dy).abs() < 0.01);
            }
        }
    }
}

#[test]
fn numbers_are_read_as_printed() {
    let grid = Grid::new(29, 26, Low::Even);
    assert_eq!(grid.len(), 754);
    assert_eq!(grid.read("0101"), Some(Spot(0)));
    assert_eq!(grid.read("0819").map(|spot| grid.column_row(spot)), Some((8, 19)));
    assert_eq!(grid.read("2926"), Some(Spot(753)));
    for wrong in ["", "819", "00819", "0019", "0800", "3001", "0127", "08a9", "+819", "08 9", "é19", "٠١٠١"] {
        assert_eq!(grid.read(wrong), None, "{wrong:?}");
    }
}

#[test]
fn the_lower_columns_decide_who_is_next_to_whom() {
    let around = |low| {
        let grid = Grid::new(29, 26, low);
        let hex = grid.read("0819").unwrap();
        grid.neighbours(hex).map(|(_, spot)| grid.name(spot)).collect::<Vec<_>>()
    };
    assert_eq!(around(Low::Even), ["0818", "0919", "0920", "0820", "0720", "0719"]);
    assert_eq!(around(Low::Odd), ["0818", "0918", "0919", "0820", "0719", "0718"]);
}

#[test]
fn the_sheet_begins_at_the_upper_left_hex() {
    let (even, odd) = (Grid::new(3, 3, Low::Even), Grid::new(3, 3, Low::Odd));
    assert_eq!(even.centre(Spot(0)), (40.0, 34.641));
    assert_eq!(even.centre(even.read("0201").unwrap()), (100.0, 69.282));
    assert_eq!(odd.centre(Spot(0)), (40.0, 69.282));
    assert_eq!(odd.centre(odd.read("0201").unwrap()), (100.0, 34.641));
}
