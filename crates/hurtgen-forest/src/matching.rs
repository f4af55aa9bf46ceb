//! Giving each of a few things one of its own choices, so that no choice is taken twice.

use referee::Spot;

/// Whether everybody can have a spot of his own list. `shared` spots can be had by any number.
pub(crate) fn all_matched<T>(wishes: &[(T, Vec<Spot>)], shared: impl Fn(Spot) -> bool) -> bool {
    let lists: Vec<&[Spot]> = wishes.iter().map(|(_, list)| list.as_slice()).collect();
    let needy: Vec<usize> = (0..lists.len()).filter(|&i| !lists[i].iter().any(|&spot| shared(spot))).collect();
    let mut holder: Vec<(Spot, usize)> = vec![];
    needy.iter().all(|&i| seat_one(i, &lists, &mut holder, &mut vec![]))
}

/// Finds a spot for one, moving earlier ones on if they have another choice (an augmenting path).
fn seat_one(who: usize, lists: &[&[Spot]], holder: &mut Vec<(Spot, usize)>, seen: &mut Vec<Spot>) -> bool {
    for &spot in lists[who] {
        if seen.contains(&spot) {
            continue;
        }
        seen.push(spot);
        match holder.iter().position(|&(held, _)| held == spot) {
            None => {
                holder.push((spot, who));
                return true;
            }
            Some(i) => {
                let other = holder[i].1;
                if seat_one(other, lists, holder, seen) {
                    let entry = holder.iter_mut().find(|(held, by)| *held == spot && *by == other);
                    entry.expect("the spot was held").1 = who;
                    return true;
                }
            }
        }
    }
    false
}

/// The largest number of `left` things that can be paired with different `right` ones, at most 16 of those.
pub(crate) fn most_pairs(left: usize, right: usize, fits: impl Fn(usize, usize) -> bool) -> usize {
    let mut taken = [None; 16];
    (0..left).filter(|&who| pair_one(who, right.min(16), &fits, &mut taken, &mut 0)).count()
}

fn pair_one(
    who: usize,
    right: usize,
    fits: &impl Fn(usize, usize) -> bool,
    taken: &mut [Option<usize>; 16],
    seen: &mut u16,
) -> bool {
    for mate in 0..right {
        if *seen & (1 << mate) != 0 || !fits(who, mate) {
            continue;
        }
        *seen |= 1 << mate;
        if taken[mate].is_none_or(|other| pair_one(other, right, fits, taken, seen)) {
            taken[mate] = Some(who);
            return true;
        }
    }
    false
}

/// Gives as many of `left` as possible one of the `right` ones, each of which takes up to `room`.
pub(crate) fn share_out(
    left: usize,
    right: usize,
    room: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let mut shares = vec![None; left];
    for who in 0..left {
        share_one(who, right, room, &fits, &mut shares, &mut vec![false; right]);
    }
    shares
}

fn share_one(
    who: usize,
    right: usize,
    room: usize,
    fits: &impl Fn(usize, usize) -> bool,
    shares: &mut Vec<Option<usize>>,
    seen: &mut [bool],
) -> bool {
    for mate in 0..right {
        if seen[mate] || !fits(who, mate) {
            continue;
        }
        seen[mate] = true;
        let there: Vec<usize> = (0..shares.len()).filter(|&other| shares[other] == Some(mate)).collect();
        if there.len() < room || there.iter().any(|&other| share_one(other, right, room, fits, shares, seen)) {
            shares[who] = Some(mate);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(list: &[u16]) -> Vec<Spot> {
        list.iter().map(|&n| Spot(n)).collect()
    }

    #[test]
    fn earlier_ones_make_room() {
        let wishes = [((), spots(&[1])), ((), spots(&[1, 2])), ((), spots(&[2, 3]))];
        assert!(all_matched(&wishes, |_| false));
        let wishes = [((), spots(&[1, 2])), ((), spots(&[1, 2])), ((), spots(&[2, 1]))];
        assert!(!all_matched(&wishes, |_| false));
        assert!(all_matched(&wishes, |spot| spot == Spot(2)));
    }

    #[test]
    fn shares_are_as_many_as_can_be() {
        let fits = |who: usize, mate: usize| [[true, true], [true, false], [true, false], [false, true]][who][mate];
        assert_eq!(share_out(4, 2, 2, fits), [Some(1), Some(0), Some(0), Some(1)]);
        assert_eq!(share_out(3, 1, 2, |_, _| true).iter().flatten().count(), 2);
        assert_eq!(share_out(2, 0, 2, |_, _| true), [None, None]);
    }

    #[test]
    fn pairs_are_as_many_as_can_be() {
        let fits = |who: usize, mate: usize| [[true, false], [true, true], [false, false]][who][mate];
        assert_eq!(most_pairs(3, 2, fits), 2);
        assert_eq!(most_pairs(2, 1, fits), 1);
    }
}
