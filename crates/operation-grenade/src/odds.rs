//! Exact chances over what a seat cannot see. [8.42] Its own chits are known; every other chit is a draw without
//! replacement from one bag: the box less its own chits, because pool and enemy counters cannot be told apart. An enemy
//! that lies on its weaker side, in this combat or anywhere else, holds a chit that has one [9.82.1].
//!
//! Units that read a chit alike form a *kind*. For each pool the sums of attack and defence are counted by dynamic
//! programming over the kinds of chits in the bag, then the pools are convolved. Nothing is sampled.

use crate::OperationGrenade;
use crate::chits::turns;
use crate::components::{ChitLine, CombatResult, Draws, TURNS_FROM};
use crate::state::{Battle, CHIT_KINDS, POOLS, Side, State, Unit, Units};
use std::collections::BTreeMap;

/// Attack and defence strength, and in how many ways they come about, in lowest terms.
pub(crate) type Sums = BTreeMap<(u16, u16), u64>;

/// The same while it is counted.
type Ways = BTreeMap<(u16, u16), u128>;

/// Ways are told in so many bits, so that the 36 throws of two dice find room beside them. Should there be more in lowest
/// terms, all are cut alike: the chances are right to seventeen digits then.
const BITS: u32 = 58;

/// What others hold besides is counted in so many, for each class and in all.
const CLASS_BITS: u32 = 42;
const WEIGHT_BITS: u32 = 60;

/// [9.82.1] Enemies outside of a combat that lie on their weaker side, by class: some chits of the bag are theirs.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
struct Elsewhere([u16; 3]);

/// What a combat may bring, as one seat can know it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chances {
    pub(crate) sums: Sums,
    /// Deals of the unknown chits; with the 36 throws of two dice all that can happen.
    pub(crate) deals: u64,
    pub(crate) line: u8,
    pub(crate) shifts: i32,
    /// By result: deals times throws.
    pub(crate) results: Vec<(CombatResult, u64)>,
    /// By column before and after all shifts, counted from 0: deals.
    pub(crate) columns: BTreeMap<(usize, usize), u64>,
}

/// How a unit reads a chit that nobody has shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Reader {
    attacks: bool,
    draws: Draws,
    /// It is known to lie on its weaker side [9.82.1].
    reduced: bool,
    /// What the strengths of each kind of chit count for in this combat.
    counts: [u16; CHIT_KINDS],
}

impl Reader {
    fn may_hold(&self, line: &ChitLine) -> bool {
        !self.reduced || turns(line, self.draws)
    }

    fn added(&self, (attack, defence): (u16, u16), kind: usize, units: u16) -> (u16, u16) {
        let more = self.counts[kind] * units;
        if self.attacks { (attack + more, defence) } else { (attack, defence + more) }
    }
}

impl OperationGrenade {
    /// Everything that two dice and the unknown chits may bring. `battle.defenders` says who fights.
    pub(crate) fn chances(&self, s: &State, battle: &Battle, asking: Side) -> Chances {
        let sums = self.sums(s, battle, asking);
        let deals = sums.values().sum();
        let (line, shifts) = (self.line(s, battle), self.all_shifts(s, battle));
        let mut columns: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for ((attack, defence), ways) in &sums {
            *columns.entry(self.column(line, *attack, *defence, shifts)).or_default() += ways;
        }
        let mut results: Vec<(CombatResult, u64)> = vec![];
        for ((_, shifted), ways) in &columns {
            for dice in (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b)) {
                let result = self.result(s, dice, *shifted);
                match results.iter_mut().find(|(known, _)| *known == result) {
                    Some((_, known)) => *known += ways,
                    None => results.push((result, *ways)),
                }
            }
        }
        Chances { sums, deals, line, shifts, results, columns }
    }

    /// [8.33], [9.31] Attack and defence over all deals of what `asking` does not know.
    fn sums(&self, s: &State, battle: &Battle, asking: Side) -> Sums {
        let mut fixed = (0, 0);
        let mut drawn: [Vec<Reader>; POOLS] = Default::default();
        let mut copies: Vec<Reader> = vec![];
        // [8.32] Who still draws takes what is left in the pool; after that copies are made.
        let mut left = [1, 2, 3].map(|morale| Self::pool_size(s, morale));
        let defenders = battle.defenders;
        for (units, attacks) in [(battle.attackers, true), (defenders, false)] {
            for unit in units {
                let known = self.draws(s, unit).is_none() || (s.has_chit(unit) && self.side(unit) == asking);
                if known {
                    let strength = self.counted(s, battle, unit, attacks, self.strength(s, unit));
                    fixed = if attacks { (fixed.0 + strength, fixed.1) } else { (fixed.0, fixed.1 + strength) };
                    continue;
                }
                let Some(reader) = self.reader(s, battle, unit, attacks) else { continue };
                let pool = usize::from(reader.draws.morale) - 1;
                let is_copy = match s.chit(unit) {
                    Some(chit) => chit.copy,
                    None if left[pool] == 0 => true,
                    None => {
                        left[pool] -= 1;
                        false
                    }
                };
                if is_copy { copies.push(reader) } else { drawn[pool].push(reader) }
            }
        }
        for hex in battle.targets.iter() {
            fixed.1 += self.improved_adds(s, battle, hex);
        }
        let mut ways = Ways::from([(fixed, 1)]);
        for (pool, readers) in drawn.iter().enumerate().filter(|(_, readers)| !readers.is_empty()) {
            let lines = &self.components.chits.pools[pool];
            let elsewhere = self.weaker_elsewhere(s, battle, pool, asking);
            ways = convolved(&ways, &dealt(readers, elsewhere, lines, &self.bag(s, pool, asking)));
        }
        for reader in copies {
            let pool = usize::from(reader.draws.morale) - 1;
            let lines = &self.components.chits.pools[pool];
            let dealt = dealt(&[reader], Elsewhere::default(), lines, &self.box_of_chits[pool]);
            ways = convolved(&ways, &dealt);
        }
        ways.into_iter().filter_map(|(sum, ways)| Some((sum, u64::try_from(ways).ok()?))).collect()
    }

    /// [9.82.1] Enemies of a pool that do not fight here and are seen to lie on their weaker side; copies are chits of no
    /// pool.
    fn weaker_elsewhere(&self, s: &State, battle: &Battle, pool: usize, asking: Side) -> Elsewhere {
        let mut elsewhere = Elsewhere::default();
        for unit in (self.drawing & self.of_side(asking.other())) - battle.attackers - battle.defenders {
            if let (Some(draws), Some(chit)) = (self.card(unit).draws, s.chit(unit))
                && usize::from(draws.morale) == pool + 1
                && chit.reduced
                && !chit.copy
            {
                elsewhere.0[draws.class as usize] += 1;
            }
        }
        elsewhere
    }

    /// The chits of a pool that `asking` does not own.
    fn bag(&self, s: &State, pool: usize, asking: Side) -> [u8; CHIT_KINDS] {
        let mut bag = self.box_of_chits[pool];
        for unit in self.drawing & self.of_side(asking) {
            if let (Some(draws), Some(chit)) = (self.card(unit).draws, s.chit(unit))
                && usize::from(draws.morale) == pool + 1
                && !chit.copy
            {
                bag[usize::from(chit.kind)] -= 1;
            }
        }
        bag
    }

    /// What a strength counts for in a combat.
    fn counted(&self, s: &State, battle: &Battle, unit: Unit, attacks: bool, strength: u16) -> u16 {
        match attacks {
            true => self.attack_strength(s, unit, strength),
            false => self.defence_strength(s, unit, strength, self.multiple(s, battle, s.at(unit)).0),
        }
    }

    fn reader(&self, s: &State, battle: &Battle, unit: Unit, attacks: bool) -> Option<Reader> {
        let draws = self.draws(s, unit)?;
        let reduced = s.chit(unit).is_some_and(|chit| chit.reduced);
        let mut counts = [0; CHIT_KINDS];
        for (count, line) in counts.iter_mut().zip(self.chit_lines(draws.morale)) {
            let side = if reduced { &line.back } else { &line.front };
            *count = self.counted(s, battle, unit, attacks, side[draws.class as usize].into());
        }
        Some(Reader { attacks, draws, reduced, counts })
    }

    /// Who defends, as far as it is settled; where the defender will choose [7.22] the first by number.
    pub(crate) fn likely_fighters(&self, s: &State, battle: &Battle) -> Units {
        let mut guess = *battle;
        for hex in battle.targets.iter() {
            let candidates = self.candidates(s, hex);
            if (candidates & battle.defenders).is_empty() {
                guess.defenders.extend(candidates.first());
            }
        }
        self.fighters(s, &guess)
    }
}

/// Both together: every way of the one with every way of the other.
fn convolved(one: &Ways, other: &Ways) -> Ways {
    let mut sums = Ways::new();
    for ((a, d), ways) in one {
        for ((more_a, more_d), more) in other {
            *sums.entry((a + more_a, d + more_d)).or_default() += ways * more;
        }
    }
    told(sums)
}

/// In as many bits as can be told.
fn told(mut sums: Ways) -> Ways {
    let mut ways: Vec<u128> = sums.values().copied().collect();
    lessened(&mut ways, BITS);
    sums.values_mut().zip(ways).for_each(|(old, new)| *old = new);
    sums.retain(|_, ways| *ways > 0);
    sums
}

/// Lowest terms, and a sum of so many bits at most.
fn lessened(ways: &mut [u128], bits: u32) {
    let divisor = ways.iter().fold(0, |divisor, ways| common_divisor(divisor, *ways)).max(1);
    ways.iter_mut().for_each(|ways| *ways /= divisor);
    let sum: u128 = ways.iter().sum();
    let cut = (u128::BITS - sum.leading_zeros()).saturating_sub(bits);
    ways.iter_mut().for_each(|ways| *ways >>= cut);
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// How many have a chit: of each kind of readers, and of the chits given how many turn for class A, B and C.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Given {
    kinds: Vec<u16>,
    turning: [u16; 3],
}

/// All ways to deal chits of a bag to readers, each chit once. Readers that are alike are counted, not named: a state is
/// how many of each kind have theirs.
fn dealt(readers: &[Reader], elsewhere: Elsewhere, lines: &[ChitLine], bag: &[u8; CHIT_KINDS]) -> Ways {
    let mut kinds: Vec<(Reader, u16)> = vec![];
    for reader in readers {
        match kinds.iter_mut().find(|(known, _)| known == reader) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*reader, 1)),
        }
    }
    let wanted: Vec<u16> = kinds.iter().map(|(_, count)| *count).collect();
    let nobody = Given { kinds: vec![0; kinds.len()], turning: [0; 3] };
    let mut states: BTreeMap<Given, Ways> = BTreeMap::from([(nobody, Ways::from([((0, 0), 1)]))]);
    for (chit, line) in lines.iter().enumerate() {
        let mut next: BTreeMap<Given, Ways> = BTreeMap::new();
        for (given, sums) in &states {
            let left = || wanted.iter().zip(&given.kinds).map(|(wanted, given)| wanted - given);
            let holds = |(left, (reader, _)): (u16, &(Reader, u16))| if reader.may_hold(line) { left } else { 0 };
            let room: Vec<u16> = left().zip(&kinds).map(holds).collect();
            for share in shares(&room, bag[chit].into()) {
                let taken: u16 = share.iter().sum();
                // Which of the alike get one, and which chits in which order.
                let choices: u128 = share.iter().zip(left()).map(|(n, left)| choose(left, *n)).product();
                let ways = choices * falling(bag[chit].into(), taken);
                let mut now = given.clone();
                now.kinds.iter_mut().zip(&share).for_each(|(had, n)| *had += n);
                for (class, turning) in now.turning.iter_mut().enumerate() {
                    // Nobody asks where nobody waits: fewer states.
                    *turning += if elsewhere.0[class] > 0 && line.front[class] >= TURNS_FROM { taken } else { 0 };
                }
                let into = next.entry(now).or_default();
                for (sum, before) in sums {
                    let sum = kinds.iter().zip(&share).fold(*sum, |sum, ((reader, _), n)| reader.added(sum, chit, *n));
                    *into.entry(sum).or_default() += before * ways;
                }
            }
        }
        states = next;
    }
    states.retain(|given, _| given.kinds == wanted);
    let readers = wanted.iter().sum();
    let mut weights = vec![1; states.len()];
    for class in 0..3 {
        let of_class =
            states.keys().map(|given| elsewhere.ways_beside(class, given.turning[class], readers, lines, bag));
        let mut of_class: Vec<u128> = of_class.collect();
        lessened(&mut of_class, CLASS_BITS);
        weights.iter_mut().zip(of_class).for_each(|(weight, ways)| *weight *= ways);
    }
    lessened(&mut weights, WEIGHT_BITS);
    let mut all = Ways::new();
    for (sums, weight) in states.into_values().zip(weights) {
        for (sum, ways) in sums {
            *all.entry(sum).or_default() += ways * weight;
        }
    }
    told(all)
}

impl Elsewhere {
    /// In how many ways the others of a class can have chits that turn when the readers have `gone` of these. What turns for
    /// C turns for B, and what turns for B for A (the reader of the file insists): C takes first, then B, then A. Of
    /// `left - gone` each takes one, `waiting` times. What all deals have in common is left out, so that the numbers stay
    /// small: these are the factors that a reader's chit adds or removes.
    fn ways_beside(&self, class: usize, gone: u16, readers: u16, lines: &[ChitLine], bag: &[u8; CHIT_KINDS]) -> u128 {
        let waiting = self.0[class];
        if waiting == 0 {
            return 1;
        }
        let turns = bag.iter().zip(lines).filter(|(_, line)| line.front[class] >= TURNS_FROM);
        let all: u16 = turns.map(|(count, _)| u16::from(*count)).sum();
        let left = all.saturating_sub(self.0[class + 1..].iter().sum());
        let most = readers.min(left);
        match most.checked_sub(gone) {
            Some(more) => falling(left - gone, more) * falling(left.saturating_sub(waiting), gone),
            None => 0,
        }
    }
}

/// Every way to give at most `most` chits to kinds with so much room.
fn shares(room: &[u16], most: u16) -> Vec<Vec<u16>> {
    let Some((first, rest)) = room.split_first() else { return vec![vec![]] };
    let mut all = vec![];
    for n in 0..=(*first).min(most) {
        for mut share in shares(rest, most - n) {
            share.insert(0, n);
            all.push(share);
        }
    }
    all
}

fn choose(of: u16, n: u16) -> u128 {
    (0..n).fold(1, |ways, i| ways * u128::from(of - i) / u128::from(i + 1))
}

/// n (n-1) ... : so many drawn one after the other.
fn falling(n: u16, taken: u16) -> u128 {
    (0..taken).map(|i| u128::from(n.saturating_sub(i))).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OperationGrenade;
    use crate::action::Action;
    use crate::components::files;
    use referee::Game;

    fn game() -> OperationGrenade {
        OperationGrenade::new(&files()).expect("our files are sound")
    }

    /// Every deal of a bag to the units, one after the other: slow, and nothing but the rules of combat. Whoever lies on
    /// his weaker side gets a chit too, wherever he is.
    fn enumerated(game: &OperationGrenade, s: &State, battle: &Battle, asking: Side) -> Sums {
        let fights = |unit: &Unit| battle.attackers.contains(*unit) || battle.defenders.contains(*unit);
        let hidden = |unit: &Unit| game.draws(s, *unit).is_some() && (game.side(*unit) != asking || !s.has_chit(*unit));
        let weaker = |unit: &Unit| s.chit(*unit).is_some_and(|chit| chit.reduced && !chit.copy);
        let units: Vec<Unit> = game.drawing.iter().filter(|it| hidden(it) && (fights(it) || weaker(it))).collect();
        let mut sums = Ways::new();
        let mut open = *s;
        // What the asking side cannot see is taken up: pool and enemy chits are one bag.
        for unit in game.drawing & game.of_side(asking.other()) {
            if let (Some(draws), Some(chit)) = (game.card(unit).draws, s.chit(unit)) {
                open.pool[usize::from(draws.morale) - 1][usize::from(chit.kind)] += 1;
            }
        }
        deal_all(game, s, &mut open, battle, &units, &mut sums);
        told(sums).into_iter().map(|(sum, ways)| (sum, u64::try_from(ways).expect("few ways"))).collect()
    }

    fn deal_all(game: &OperationGrenade, s: &State, open: &mut State, battle: &Battle, left: &[Unit], sums: &mut Ways) {
        let Some((unit, rest)) = left.split_first() else {
            *sums.entry(game.totals(open, battle)).or_default() += 1;
            return;
        };
        let draws = game.card(*unit).draws.expect("a unit with a class");
        let reduced = s.chit(*unit).is_some_and(|chit| chit.reduced);
        let pool = usize::from(draws.morale) - 1;
        let before = open.chit[unit.index()];
        for kind in 0..game.components.chits.pools[pool].len() {
            let line = &game.components.chits.pools[pool][kind];
            if reduced && line.front[draws.class as usize] < 3 {
                continue;
            }
            let chit = crate::state::Chit { kind: u8::try_from(kind).expect("few kinds"), reduced, copy: false };
            for _ in 0..open.pool[pool][kind] {
                open.pool[pool][kind] -= 1;
                open.chit[unit.index()] = crate::state::ChitByte::of(chit);
                deal_all(game, s, open, battle, rest, sums);
                open.pool[pool][kind] += 1;
            }
        }
        open.chit[unit.index()] = before;
    }

    fn compare(position: &str, attack: &str, asking: Side) {
        let game = game();
        let s = game.read_position(position).expect("a position");
        let Ok(Action::Attack { targets, with }) = game.read_action(attack) else { panic!("{attack} is an attack") };
        let mut battle = Battle { side: Side::US, targets, attackers: with, ..Battle::NONE };
        battle.defenders = game.likely_fighters(&s, &battle);
        let chances = game.chances(&s, &battle, asking);
        assert_eq!(chances.sums, enumerated(&game, &s, &battle, asking));
        assert!(chances.deals > 1, "something is hidden");
        let all: u64 = chances.results.iter().map(|(_, ways)| ways).sum();
        assert_eq!(all, chances.deals * 36, "every deal and every throw is counted");
    }

    const FRESH: &str = "US 115/29 at 0708\nUS 116/29 at 0807\nGE 1157/363 at 0808\nUS to attack\n";

    #[test]
    fn nobody_has_drawn_yet() {
        compare(FRESH, "attack 0808 with 115/29+116/29", Side::US);
        compare(FRESH, "attack 0808 with 115/29", Side::German);
    }

    #[test]
    fn own_chits_are_known_and_enemy_chits_are_not() {
        let position =
            "US 115/29 at 0708\nUS 115/29 chit 9/6/5\nGE 1157/363 at 0808\nGE 1157/363 chit 7/5/4\nUS to attack\n";
        compare(position, "attack 0808 with 115/29", Side::US);
        compare(position, "attack 0808 with 115/29", Side::German);
    }

    #[test]
    fn a_reduced_enemy_has_a_weaker_side() {
        let position = "US 289/75 at 0708\nGE 1157/363 at 0808\nGE 1157/363 chit 9/6/5 reduced\nUS to attack\n";
        compare(position, "attack 0808 with 289/75", Side::US);
    }

    #[test]
    fn three_of_one_pool_are_drawn_without_replacement() {
        let position = "US 289/75 at 0708\nUS 290/75 at 0807\nGE 1157/363 at 0808\nUS to attack\n";
        compare(position, "attack 0808 with 289/75+290/75", Side::US);
    }

    /// [9.82.1] Who lies on his weaker side far away holds one of the better chits: the others are likelier to be weak.
    #[test]
    fn weaker_enemies_elsewhere_are_counted_in() {
        let elsewhere =
            "GE 1158/363 at 2010\nGE 1158/363 chit 8/5/4 reduced\nGE 941/353 at 2210\nGE 941/353 chit 9/6/5 reduced\n";
        let position = format!("{elsewhere}US 289/75 at 0708\nGE 1157/363 at 0808\nUS to attack\n");
        compare(&position, "attack 0808 with 289/75", Side::US);
        let holding = format!(
            "{elsewhere}US 289/75 at 0708\nGE 1157/363 at 0808\nGE 1157/363 chit 7/5/4 reduced\nUS to attack\n"
        );
        compare(&holding, "attack 0808 with 289/75", Side::US);
        // They count for nothing to their owner, who knows them.
        compare(&position, "attack 0808 with 289/75", Side::German);
        let game = game();
        let read = |position: &str| game.read_position(position).expect("a position");
        let action = game.read_action("attack 0808 with 289/75").expect("an attack");
        let without = position.replace(" reduced", "");
        let forecast = |position: &str| game.forecast(&read(position), &action).expect("odds");
        assert_ne!(forecast(&position), forecast(&without), "it makes a difference");
    }

    /// [8.32] From an empty pool copies are made: each as from the full one, whatever the others got.
    #[test]
    fn an_empty_pool_gives_copies_of_the_printed_distribution() {
        let game = game();
        let position = "US 289/75 at 0708\nGE 1157/363 at 0808\nUS to attack\n";
        let mut s = game.read_position(position).expect("a position");
        s.pool[0] = [0; CHIT_KINDS];
        let Ok(Action::Attack { targets, with }) = game.read_action("attack 0808 with 289/75") else {
            panic!("an attack")
        };
        let mut battle = Battle { side: Side::US, targets, attackers: with, ..Battle::NONE };
        battle.defenders = game.likely_fighters(&s, &battle);
        let mut slow = Sums::new();
        let lines = &game.components.chits.pools[0];
        let [attacker, defender] = [with, battle.defenders].map(|units| units.first().expect("a unit"));
        for (mine, a) in (0u8..).zip(lines) {
            for (theirs, b) in (0u8..).zip(lines) {
                let mut dealt = s;
                for (unit, kind) in [(attacker, mine), (defender, theirs)] {
                    let chit = crate::state::Chit { kind, reduced: false, copy: true };
                    dealt.chit[unit.index()] = crate::state::ChitByte::of(chit);
                }
                *slow.entry(game.totals(&dealt, &battle)).or_default() += u64::from(a.count) * u64::from(b.count);
            }
        }
        let chances = game.chances(&s, &battle, Side::US);
        assert_eq!(chances.sums, slow);
        assert_eq!(chances.deals, 25 * 25);
    }

    #[test]
    fn what_the_enemy_really_holds_changes_nothing() {
        let game = game();
        let with = |chit: &str| {
            let position = format!("US 115/29 at 0708\nGE 1157/363 at 0808\nGE 1157/363 chit {chit}\nUS to attack\n");
            game.read_position(&position).expect("a position")
        };
        let action = game.read_action("attack 0808 with 115/29").expect("an attack");
        let (weak, strong) = (with("2/1/1"), with("12/8/7"));
        assert_eq!(game.forecast(&weak, &action), game.forecast(&strong, &action));
        assert!(game.forecast(&weak, &action).is_some());
    }
}
