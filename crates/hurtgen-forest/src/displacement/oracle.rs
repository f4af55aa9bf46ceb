//! The search for displacements against one that simply tries everything.

use super::search::Search;
use super::{Choices, Withdrawal};
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use crate::{HurtgenForest, files};
use board::Way;
use referee::{Dice, Referee, Seeded, Spot};

/// Whoever waits for whose hex, the retreating unit first.
type Waiting = Vec<(Unit, Spot)>;

struct Oracle<'a> {
    game: &'a HurtgenForest,
    w: Withdrawal,
    /// Nobody may be displaced a second time.
    once: bool,
}

impl Oracle<'_> {
    fn lawful(&self, s: &State, unit: Unit) -> Vec<Spot> {
        let lawful = |way: &&Way| self.game.is_hex(way.to) && self.game.may_retreat(s, unit, **way).is_ok();
        self.game.board.ways(s.at(unit)).iter().filter(lawful).map(|way| way.to).collect()
    }

    fn carries_on(&self, s: &State, gone: u8, waiting: &Waiting) -> bool {
        let (_, hex) = waiting[waiting.len() - 1];
        let Some(friend) = s.occupant(hex) else { return self.finishes_after(s, gone, waiting) };
        if self.once && s.displaced[0].contains(friend) {
            return false;
        }
        let mut ways = self.lawful(s, friend);
        if ways.iter().any(|&to| s.is_vacant(to)) {
            ways.retain(|&to| s.is_vacant(to));
        } else {
            ways.retain(|&to| !waiting.iter().any(|(unit, _)| s.at(*unit) == to));
        }
        ways.into_iter().any(|to| {
            let waiting = waiting.iter().copied().chain([(friend, to)]).collect();
            self.carries_on(s, gone, &waiting)
        })
    }

    fn finishes_after(&self, s: &State, gone: u8, waiting: &Waiting) -> bool {
        let mut then = s.clone();
        for &(unit, to) in waiting.iter().rev() {
            self.game.place(&mut then, unit, to);
            if unit != self.w.unit {
                then.displaced[0].insert(unit);
            }
        }
        let gone = gone + 1;
        let farther = |to: &Spot| self.game.grid.distance(self.w.start, *to) == u16::from(gone + 1);
        gone == self.w.hexes
            || self
                .lawful(&then, self.w.unit)
                .into_iter()
                .filter(farther)
                .any(|to| self.carries_on(&then, gone, &vec![(self.w.unit, to)]))
    }
}

/// The choices by trying everything.
fn tried(game: &HurtgenForest, s: &State, w: Withdrawal, unit: Unit, hexes: Vec<Spot>) -> Choices {
    let can = |to: Spot, once: bool| {
        let waiting = s.battle.chain.iter().chain([(unit, to)]).collect();
        Oracle { game, w, once }.carries_on(s, w.gone, &waiting)
    };
    let hexes: Vec<Spot> = hexes.into_iter().filter(|&to| can(to, false)).collect();
    let (open, repeated): (Vec<Spot>, Vec<Spot>) = hexes.into_iter().partition(|&to| can(to, true));
    if open.is_empty() { Choices { open: repeated, repeated: vec![] } } else { Choices { open, repeated } }
}

/// Units of both sides at random in a small region.
fn crowd(game: &HurtgenForest, dice: &mut Seeded, friends: u16, foes: u16) -> (State, Units) {
    let mut s = game.bare();
    let all: Vec<Spot> = game.hexes().collect();
    let centre = all[usize::from(dice.pick(754))];
    let near: Vec<Spot> = all.into_iter().filter(|&hex| game.grid.distance(hex, centre) <= 3).collect();
    let mut put = |side: Side, count: u16, within: u16, dice: &mut Seeded| {
        let mut units: Vec<Unit> = game.of_side(side).iter().collect();
        units.sort_by_key(|&unit| !game.card(unit).motorized);
        let mut placed = Units::empty();
        for _ in 0..count {
            let hex = near[usize::from(dice.pick(u16::try_from(near.len()).unwrap()))];
            // One in three is motorized.
            let from = if dice.pick(3) == 1 { 0 } else { 6 };
            let unit = units[from..].iter().copied().find(|unit| !placed.contains(*unit));
            if let Some(unit) = unit
                && s.is_vacant(hex)
                && game.grid.distance(hex, centre) <= within
            {
                game.place(&mut s, unit, hex);
                placed.insert(unit);
            }
        }
        placed
    };
    let own = put(Side::German, friends, 2, dice);
    put(Side::US, foes, 3, dice);
    (s, own)
}

#[derive(Default, Debug)]
struct Seen {
    over_friends: usize,
    chains: usize,
    repeated: usize,
    most_looked: usize,
}

/// Plays one retreat to its end, and compares at every decision.
fn compare(game: &HurtgenForest, mut s: State, unit: Unit, hexes: u8, dice: &mut Seeded, seen: &mut Seen) {
    let start = s.at(unit);
    if game.vacant_ways(&s, unit, start, 0, hexes).ends().next().is_some() {
        return;
    }
    s.steps.push(Step::Withdraw { unit, start, gone: 0, hexes });
    loop {
        let (w, next, hexes) = match s.now() {
            Some(Step::Withdraw { unit, start, gone, hexes }) => {
                let w = Withdrawal { unit, start, gone, hexes };
                if game.vacant_ways(&s, unit, start, gone, hexes).ends().next().is_some() {
                    return;
                }
                (w, unit, game.steps_away(&s, w).collect())
            }
            Some(Step::Displace(friend)) => {
                seen.chains += 1;
                (game.withdrawal(&s), friend, game.ways_out(&s, friend))
            }
            _ => return,
        };
        let found = game.choices(&s, w, Vec::clone(&hexes));
        let expected = tried(game, &s, w, next, hexes);
        assert_eq!(found, expected, "for {} in\n{}", game.name(next), game.write_position(&s));
        if found.open.is_empty() {
            assert_eq!(s.battle.chain.hexes().len(), 0, "what was offered can be finished");
            return;
        }
        let mut search = Search::new(game, &s, w);
        for to in &found.open {
            let line: Vec<Spot> = s.battle.chain.hexes().iter().chain([to]).copied().collect();
            search.can_finish(&line);
            search.can_finish_without_repetition(&line);
        }
        seen.most_looked = seen.most_looked.max(search.looked);
        seen.over_friends += 1;
        seen.repeated += usize::from(!found.repeated.is_empty());
        let to = found.open[usize::from(dice.pick(u16::try_from(found.open.len()).unwrap()))];
        let mut scrap = Seeded(1);
        let mut r = Referee::silent(&mut scrap);
        match s.now() {
            Some(Step::Withdraw { unit, .. }) => game.step_over_friends(&mut s, unit, to, &mut r),
            _ => game.displace(&mut s, next, to, &mut r),
        }
        game.assert_state(&s);
    }
}

#[test]
fn the_search_agrees_with_trying_everything() {
    let game = HurtgenForest::new(&files()).unwrap();
    let mut dice = Seeded(1944);
    let mut seen = Seen::default();
    for _ in 0..60_000 {
        let (friends, foes) = (6 + dice.pick(20), dice.pick(6));
        let (mut s, own) = crowd(&game, &mut dice, friends, foes);
        for unit in own {
            if dice.pick(5) == 1 {
                s.displaced[0].insert(unit);
            }
        }
        let own: Vec<Unit> = own.iter().collect();
        if own.is_empty() {
            continue;
        }
        let unit = own[usize::from(dice.pick(u16::try_from(own.len()).unwrap()))];
        let hexes = 1 + u8::try_from(dice.pick(4)).unwrap();
        compare(&game, s, unit, hexes, &mut dice, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.over_friends > 5_000 && seen.chains > 1_000 && seen.repeated > 200, "the trial is wide: {seen:?}");
}

/// Everybody of a side in one region that enemies around it close, but for a few holes: nothing is vacant inside.
fn pocket(game: &HurtgenForest, dice: &mut Seeded, radius: u16) -> Option<(State, Unit)> {
    let mut s = game.bare();
    let all: Vec<Spot> = game.hexes().collect();
    let centre = all[usize::from(dice.pick(754))];
    let mut inside: Vec<Spot> = all.iter().copied().filter(|&hex| game.grid.distance(hex, centre) <= radius).collect();
    let ring: Vec<Spot> = all.into_iter().filter(|&hex| game.grid.distance(hex, centre) == radius + 2).collect();
    let mut enemies = game.of_side(Side::US).iter();
    let gap = dice.pick(4);
    for hex in ring {
        if dice.pick(24) >= gap
            && let Some(unit) = enemies.next()
        {
            game.place(&mut s, unit, hex);
        }
    }
    let mut units: Vec<Unit> = game.of_side(Side::German).iter().collect();
    let mut first = None;
    while !inside.is_empty() && !units.is_empty() {
        let hex = inside.swap_remove(usize::from(dice.pick(u16::try_from(inside.len()).unwrap())));
        let unit = units.swap_remove(usize::from(dice.pick(u16::try_from(units.len()).unwrap())));
        game.place(&mut s, unit, hex);
        if game.grid.distance(hex, centre) <= 1 {
            first = Some(unit);
        }
    }
    first.map(|unit| (s, unit))
}

#[test]
fn a_full_pocket_is_looked_through_quickly() {
    let game = HurtgenForest::new(&files()).unwrap();
    let mut dice = Seeded(16);
    let (mut most, mut finished) = (0, [0; 2]);
    for _ in 0..1_500 {
        let radius = 2 + dice.pick(3);
        let Some((mut s, unit)) = pocket(&game, &mut dice, radius) else { continue };
        for friend in game.of_side(Side::German) {
            if dice.pick(6) == 0 {
                s.displaced[0].insert(friend);
            }
        }
        let w = Withdrawal { unit, start: s.at(unit), gone: 0, hexes: 1 + u8::try_from(dice.pick(4)).unwrap() };
        let mut search = Search::new(&game, &s, w);
        for to in game.steps_away(&s, w) {
            finished[usize::from(search.can_finish(&[to]))] += 1;
            search.can_finish_without_repetition(&[to]);
        }
        most = most.max(search.looked);
    }
    println!("at most {most} hexes were looked at; {finished:?} retreats could not, could be finished");
    assert!(finished[0] > 1_000 && finished[1] > 1_000, "both kinds of pocket were tried: {finished:?}");
    assert!(most < 2_000_000, "{most} hexes were looked at");
}
