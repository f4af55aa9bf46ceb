//! The searches against slow and obvious versions of themselves, on small random boards.

use board::{Board, Edge, Spot, Toll, Way, flood, reach, reach_sparing, walks};
use proptest::prelude::*;
use referee::{Leg, Reach, Rule};

/// A board of a few spots, and what it takes to cross each edge in each direction.
#[derive(Clone, Debug)]
struct Country {
    board: Board,
    /// By edge, then whether it is crossed from its second end.
    tolls: Vec<[Toll; 2]>,
}

impl Country {
    fn toll(&self, from: Spot, way: Way) -> Toll {
        let (first, _) = self.board.ends(way.edge);
        self.tolls[way.edge.index()][usize::from(from != first)]
    }

    /// Without stops: what `flood` can be told.
    fn plain_toll(&self, from: Spot, way: Way) -> Option<u16> {
        match self.toll(from, way) {
            Toll::Pay(cost) => Some(cost),
            Toll::PayAndStop(_) | Toll::Barred(_) => None,
        }
    }

    /// Walks a path as a game's check would: what it costs and whether its last step stops.
    fn walk(&self, from: Spot, path: &[Spot]) -> Option<(u16, bool)> {
        let (mut at, mut paid, mut stopped) = (from, 0, false);
        for &to in path {
            let edge = self.board.edge(at, to).filter(|_| !stopped)?;
            let (cost, stops) = match self.toll(at, Way { to, edge }) {
                Toll::Pay(cost) => (cost, false),
                Toll::PayAndStop(cost) => (cost, true),
                Toll::Barred(_) => return None,
            };
            (at, paid, stopped) = (to, paid + cost, stops);
        }
        Some((paid, stopped))
    }

    /// Every path from a spot that visits none twice, however long.
    fn simple_paths(&self, from: Spot) -> Vec<Vec<Spot>> {
        fn extend(board: &Board, from: Spot, path: &mut Vec<Spot>, all: &mut Vec<Vec<Spot>>) {
            let at = path.last().copied().unwrap_or(from);
            for way in board.ways(at) {
                if way.to != from && !path.contains(&way.to) {
                    path.push(way.to);
                    all.push(path.clone());
                    extend(board, from, path, all);
                    path.pop();
                }
            }
        }
        let mut all = vec![];
        extend(&self.board, from, &mut vec![], &mut all);
        all
    }
}

fn spot_names(spots: u16) -> Vec<String> {
    (0..spots).map(|i| format!("spot {i}")).collect()
}

fn tolls() -> impl Strategy<Value = Toll> {
    prop_oneof![
        5 => (0..5u16).prop_map(Toll::Pay),
        2 => (0..5u16).prop_map(Toll::PayAndStop),
        1 => Just(Toll::Barred(Rule("5.12"))),
    ]
}

prop_compose! {
    fn countries()(spots in 2..8u16)(
        spots in Just(spots),
        wanted in prop::collection::vec(((0..spots, 0..spots), tolls(), tolls()), 0..14),
    ) -> Country {
        let mut edges: Vec<(Spot, Spot)> = vec![];
        let mut tolls = vec![];
        for ((a, b), there, back) in wanted {
            let (a, b) = (Spot(a), Spot(b));
            if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
                edges.push((a, b));
                tolls.push([there, back]);
            }
        }
        Country { board: Board::new(spot_names(spots), &edges), tolls }
    }
}

/// Every leg stands behind the one it comes from, once, and never is the start.
fn assert_in_order(reach: &Reach) {
    for (i, leg) in reach.legs.iter().enumerate() {
        let before = &reach.legs[..i];
        assert_ne!(leg.spot, reach.from);
        assert!(before.iter().all(|other| other.spot != leg.spot), "{leg:?} is listed twice");
        assert!(
            leg.via == reach.from || before.iter().any(|other| other.spot == leg.via && !other.stop),
            "{leg:?} comes from nowhere"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn reach_finds_what_trying_every_path_finds(country in countries(), budget in 0..12u16) {
        let from = Spot(0);
        let may_end = |spot: Spot| !spot.0.is_multiple_of(3);
        let found = reach(&country.board, from, budget, |at, way| country.toll(at, way), may_end);
        assert_in_order(&found);

        // The cheapest path to each spot, but one that may go on before any that may not.
        let mut best: Vec<Option<(bool, u16)>> = vec![None; country.board.len()];
        for path in country.simple_paths(from) {
            let Some((cost, stop)) = country.walk(from, &path).filter(|(cost, _)| *cost <= budget) else { continue };
            let best = &mut best[path[path.len() - 1].index()];
            *best = Some(best.map_or((stop, cost), |best| best.min((stop, cost))));
        }
        for spot in country.board.spots() {
            let expected = best[spot.index()].map(|(stop, cost)| (stop, cost, may_end(spot)));
            prop_assert_eq!(found.leg(spot).map(|leg| (leg.stop, leg.cost, leg.end)), expected);
        }
        for leg in &found.legs {
            prop_assert_eq!(country.walk(from, &found.path_to(leg.spot)), Some((leg.cost, leg.stop)));
        }

        // Who knows the cheapest way out of a spot finds the same, and asks no toll that cannot be paid.
        let price = |at: Spot, way: &Way| match country.toll(at, *way) {
            Toll::Pay(toll) | Toll::PayAndStop(toll) => Some(toll),
            Toll::Barred(_) => None,
        };
        let least = |at: Spot| country.board.ways(at).iter().filter_map(|way| price(at, way)).min().unwrap_or(u16::MAX);
        let spent = |at: Spot| if at == from { 0 } else { found.leg(at).map_or(u16::MAX, |leg| leg.cost) };
        let toll = |at, way| {
            assert!(spent(at).saturating_add(least(at)) <= budget, "a toll was asked beyond {at:?}");
            country.toll(at, way)
        };
        prop_assert_eq!(reach_sparing(&country.board, from, budget, least, toll, may_end), found.clone());
    }

    #[test]
    fn flood_is_the_cheapest_reach_from_any_source(
        country in countries(),
        sources in prop::collection::vec((0..2u16, 0..6u16), 0..4),
        limit in 0..12u16,
    ) {
        let sources: Vec<_> = sources.into_iter().map(|(spot, cost)| (Spot(spot), cost)).collect();
        let found = flood(&country.board, sources.iter().copied(), limit, |at, way| country.plain_toll(at, way));
        for spot in country.board.spots() {
            let from_each = sources.iter().filter(|(_, cost)| *cost <= limit).filter_map(|&(source, cost)| {
                let toll = |at, way| country.plain_toll(at, way).map_or(Toll::Barred(Rule("0")), Toll::Pay);
                let reach = reach(&country.board, source, limit - cost, toll, |_| true);
                if spot == source { Some(cost) } else { reach.leg(spot).map(|leg| cost + leg.cost) }
            });
            prop_assert_eq!(found.cost(spot), from_each.min());
        }
    }

    /// On a board that falls into layers, as the distance from a retreating piece makes it, every walk is found.
    #[test]
    fn walks_are_those_of_the_length_asked(country in countries(), length in 0..4u8, layers in prop::collection::vec(0..4u8, 8)) {
        let from = Spot(0);
        let layer = |spot: Spot| if spot == from { 0 } else { layers[spot.index()].max(1) };
        let open = |at, way: Way| country.plain_toll(at, way).is_some();
        let found = walks(&country.board, from, length, |at, way, k| layer(way.to) == k && open(at, way));
        assert_in_order(&found);

        let mut expected: Vec<(Spot, u16)> = vec![];
        for path in country.simple_paths(from).into_iter().filter(|path| path.len() <= usize::from(length)) {
            let mut at = from;
            let lawful = path.iter().zip(1..).all(|(&to, k)| {
                let way = Way { to, edge: country.board.edge(at, to).unwrap() };
                let lawful = layer(to) == k && open(at, way);
                at = to;
                lawful
            });
            let last = (at, u16::try_from(path.len()).unwrap());
            if lawful && !expected.contains(&last) {
                expected.push(last);
            }
        }
        expected.sort();
        let mut legs: Vec<_> = found.legs.iter().map(|leg| (leg.spot, leg.cost)).collect();
        legs.sort();
        prop_assert_eq!(legs, expected);
        prop_assert!(found.legs.iter().all(|leg| leg.end == (leg.cost == u16::from(length))));
        prop_assert!(found.legs.iter().all(|leg| found.path_to(leg.spot).len() == usize::from(leg.cost)));
    }

    #[test]
    fn a_board_knows_its_edges_both_ways(country in countries()) {
        let board = &country.board;
        let joined = |a, b| (0..board.edges()).map(|i| Edge(u16::try_from(i).unwrap())).find(|edge| {
            board.ends(*edge) == (a, b) || board.ends(*edge) == (b, a)
        });
        for a in board.spots() {
            for b in board.spots() {
                prop_assert_eq!(board.edge(a, b), joined(a, b));
            }
            prop_assert!(board.ways(a).windows(2).all(|pair| pair[0].edge < pair[1].edge));
            prop_assert_eq!(board.find(board.name(a)), Some(a));
        }
        prop_assert_eq!(board.spots().map(|spot| board.ways(spot).len()).sum::<usize>(), 2 * board.edges());
    }

    #[test]
    fn steps_between_are_the_shortest_path(country in countries()) {
        for to in country.board.spots() {
            let paths = country.simple_paths(Spot(0)).into_iter().filter(|path| path.last() == Some(&to));
            let shortest = if to == Spot(0) { Some(0) } else { paths.map(|path| path.len()).min() };
            prop_assert_eq!(country.board.steps_between(Spot(0), to).map(usize::from), shortest);
        }
    }
}

/// 0 - 1 - 2 in a row.
fn row() -> Board {
    Board::new(spot_names(3), &[(Spot(0), Spot(1)), (Spot(1), Spot(2))])
}

#[test]
fn a_name_that_is_not_on_the_board_is_not_found() {
    assert_eq!(row().find("spot 2"), Some(Spot(2)));
    assert_eq!(row().find("spot 3"), None);
    assert_eq!(row().find(""), None);
}

#[test]
fn a_way_through_is_found_behind_a_cheaper_one_that_stops() {
    // Both 1 and 2 touch 3; it costs 1 from 1 but stops there, 3 by way of 2. Beyond 3 lies 4.
    let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)].map(|(a, b)| (Spot(a), Spot(b)));
    let board = Board::new(spot_names(5), &edges);
    let toll = |at, way: Way| match (at, way.to) {
        (Spot(1), Spot(3)) => Toll::PayAndStop(0),
        _ => Toll::Pay(1),
    };
    let found = reach(&board, Spot(0), 3, toll, |_| true);
    assert_eq!(found.leg(Spot(3)), Some(&Leg { spot: Spot(3), via: Spot(2), cost: 2, end: true, stop: false }));
    assert_eq!(found.path_to(Spot(4)), [Spot(2), Spot(3), Spot(4)]);

    let poorer = reach(&board, Spot(0), 1, toll, |_| true);
    assert_eq!(poorer.leg(Spot(3)), Some(&Leg { spot: Spot(3), via: Spot(1), cost: 1, end: true, stop: true }));
}

#[test]
fn a_toll_may_search_and_may_panic() {
    let board = row();
    let nested = reach(
        &board,
        Spot(0),
        2,
        |at, way| {
            let legs = reach(&board, way.to, 1, |_, _| Toll::Pay(1), |_| true).legs.len();
            if at == Spot(0) { Toll::Pay(u16::try_from(legs - 1).unwrap()) } else { Toll::Pay(1) }
        },
        |_| true,
    );
    assert_eq!(nested.legs.iter().map(|leg| leg.cost).collect::<Vec<_>>(), [1, 2]);

    let broken = std::panic::catch_unwind(|| {
        reach(
            &board,
            Spot(0),
            2,
            |at, _| match at {
                Spot(0) => Toll::Pay(1),
                _ => panic!("a fault of the game's"),
            },
            |_| true,
        )
    });
    assert!(broken.is_err());
    assert_eq!(reach(&board, Spot(0), 2, |_, _| Toll::Pay(1), |_| true).legs.len(), 2);
}

#[test]
fn costs_beyond_sixteen_bits_are_out_of_reach() {
    let found = reach(&row(), Spot(0), u16::MAX, |_, _| Toll::Pay(40_000), |_| true);
    assert_eq!(found.legs.len(), 1);
    let found = flood(&row(), [(Spot(0), 0)], u16::MAX, |_, _| Some(40_000));
    assert_eq!((found.cost(Spot(1)), found.cost(Spot(2))), (Some(40_000), None));
}

#[test]
fn a_walk_never_comes_back_to_where_it_began() {
    let found = walks(&row(), Spot(1), 2, |_, _, _| true);
    assert_eq!(found.legs.iter().map(|leg| (leg.spot, leg.cost)).collect::<Vec<_>>(), [(Spot(0), 1), (Spot(2), 1)]);
    assert_eq!(found.ends().count(), 0);
}
