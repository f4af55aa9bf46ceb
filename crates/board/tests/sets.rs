//! Bit sets against the standard library's, and paths.

use board::{Path, PieceSet, Spot, SpotSet, TooLong};
use proptest::prelude::*;
use referee::Piece;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Three words, so that there is a first, a middle and a last one.
const LIMIT: u16 = 192;
type Few = SpotSet<3>;

fn ids() -> impl Strategy<Value = BTreeSet<Spot>> {
    prop::collection::btree_set((0..LIMIT).prop_map(Spot), 0..40)
}

fn bits(ids: &BTreeSet<Spot>) -> Few {
    ids.iter().copied().collect()
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #[test]
    fn a_set_holds_what_was_put_in(ids in ids()) {
        let set = bits(&ids);
        prop_assert!(set.iter().eq(ids.iter().copied()));
        prop_assert_eq!(set.len(), ids.len());
        prop_assert_eq!(set.is_empty(), ids.is_empty());
        prop_assert_eq!(set.first(), ids.first().copied());
        for spot in (0..LIMIT).map(Spot) {
            prop_assert_eq!(set.contains(spot), ids.contains(&spot));
        }
    }

    #[test]
    fn inserting_and_removing_say_what_changed(ids in ids(), spot in (0..LIMIT).prop_map(Spot)) {
        let (mut set, mut model) = (bits(&ids), ids);
        prop_assert_eq!(set.insert(spot), model.insert(spot));
        prop_assert_eq!(set.insert(spot), false);
        prop_assert_eq!(set, bits(&model));
        prop_assert_eq!(set.remove(spot), model.remove(&spot));
        prop_assert_eq!(set.remove(spot), false);
        prop_assert_eq!(set, bits(&model));
    }

    #[test]
    fn two_sets_combine(a in ids(), b in ids()) {
        let (x, y) = (bits(&a), bits(&b));
        prop_assert_eq!(x | y, bits(&(&a | &b)));
        prop_assert_eq!(x & y, bits(&(&a & &b)));
        prop_assert_eq!(x - y, bits(&(&a - &b)));
        prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
        prop_assert!((x & y).is_subset(&y));
        prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
        prop_assert_eq!(x == y, a == b);
        let mut extended = x;
        extended.extend(y);
        prop_assert_eq!(extended, x | y);
    }

    #[test]
    fn retaining_keeps_what_is_asked(ids in ids(), divisor in 1..5u16) {
        let mut set = bits(&ids);
        set.retain(|spot| spot.0.is_multiple_of(divisor));
        prop_assert_eq!(set, ids.into_iter().filter(|spot| spot.0.is_multiple_of(divisor)).collect::<Few>());
    }
}

#[test]
fn what_does_not_fit_is_not_in_a_set() {
    let mut set: Few = (0..LIMIT).map(Spot).collect();
    assert!(!set.contains(Spot(LIMIT)) && !set.contains(Spot(u16::MAX)));
    assert!(!set.remove(Spot(LIMIT)));
    assert_eq!(set.len(), usize::from(LIMIT));
}

#[test]
#[should_panic(expected = "out of bounds")]
fn what_does_not_fit_cannot_be_put_in() {
    Few::empty().insert(Spot(LIMIT));
}

#[test]
fn sets_print_their_numbers() {
    let pieces: PieceSet<2> = [Piece(70), Piece(3)].into_iter().collect();
    assert_eq!(format!("{pieces:?}"), "{3, 70}");
    assert_eq!(format!("{:?}", PieceSet::<2>::default()), "{}");
}

#[test]
fn paths_are_equal_by_what_they_hold() {
    let mut long: Path<4> = [7, 8, 9].map(Spot).into_iter().collect();
    long.clear();
    long.push(Spot(5));
    let short: Path<4> = [Spot(5)].into_iter().collect();
    assert_eq!(long, short);
    assert_eq!(hash(long), hash(short));
    assert_ne!(long, Path::new());
    assert_eq!((long.last(), long.len(), long.is_empty()), (Some(Spot(5)), 1, false));
    assert_eq!(format!("{long:?}"), "[5]");
    assert_eq!(Path::<4>::default().last(), None);
}

#[test]
fn a_path_takes_no_more_than_it_holds() {
    let spots = [1, 2, 3].map(Spot);
    assert_eq!(Path::<3>::try_from(&spots[..]).unwrap().as_slice(), spots);
    assert_eq!(Path::<2>::try_from(&spots[..]), Err(TooLong));
}

#[test]
#[should_panic(expected = "a path has at most 2 spots")]
fn a_full_path_panics() {
    let _: Path<2> = [1, 2, 3].map(Spot).into_iter().collect();
}
