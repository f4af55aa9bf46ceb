//! Exact chances over what a seat cannot see. [8.42] Its own chits are known; every other chit is a draw without
//! replacement from one bag: the box less its own chits, because pool and enemy counters cannot be told apart.
//!
//! Units that read a chit alike form a *kind*. For each pool the sums of attack and defence are counted by dynamic
//! programming over the kinds of chits in the bag, then the pools are convolved. Nothing is sampled.

use crate::OperationGrenade;
use crate::chits::turns;
use crate::components::{ChitLine, CombatResult, Draws};
use crate::state::{Battle, CHIT_KINDS, POOLS, Side, State, Unit, Units};
use std::collections::BTreeMap;

/// Attack and defence strength, and in how many ways they come about.
pub(crate) type Sums = BTreeMap<(u16, u16), u64>;

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
        let mut sums = Sums::from([(fixed, 1)]);
        for (pool, readers) in drawn.iter().enumerate().filter(|(_, readers)| !readers.is_empty()) {
            let lines = &self.components.chits.pools[pool];
            sums = convolved(&sums, &dealt(readers, lines, &self.bag(s, pool, asking)));
        }
        for reader in copies {
            let pool = usize::from(reader.draws.morale) - 1;
            let lines = &self.components.chits.pools[pool];
            sums = convolved(&sums, &dealt(&[reader], lines, &self.box_of_chits[pool]));
        }
        sums
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
fn convolved(one: &Sums, other: &Sums) -> Sums {
    let mut sums = Sums::new();
    for ((a, d), ways) in one {
        for ((more_a, more_d), more) in other {
            *sums.entry((a + more_a, d + more_d)).or_default() += ways * more;
        }
    }
    sums
}

/// All ways to deal chits of a bag to readers, each chit once. Readers that are alike are counted, not named: a state is
/// how many of each kind have theirs.
fn dealt(readers: &[Reader], lines: &[ChitLine], bag: &[u8; CHIT_KINDS]) -> Sums {
    let mut kinds: Vec<(Reader, u16)> = vec![];
    for reader in readers {
        match kinds.iter_mut().find(|(known, _)| known == reader) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*reader, 1)),
        }
    }
    let wanted: Vec<u16> = kinds.iter().map(|(_, count)| *count).collect();
    let mut states: BTreeMap<Vec<u16>, Sums> = BTreeMap::from([(vec![0; kinds.len()], Sums::from([((0, 0), 1)]))]);
    for (chit, line) in lines.iter().enumerate() {
        let mut next: BTreeMap<Vec<u16>, Sums> = BTreeMap::new();
        for (given, sums) in &states {
            let room: Vec<u16> = wanted.iter().zip(given).map(|(wanted, given)| wanted - given).collect();
            let room: Vec<u16> = room
                .iter()
                .zip(&kinds)
                .map(|(room, (reader, _))| if reader.may_hold(line) { *room } else { 0 })
                .collect();
            for share in shares(&room, bag[chit].into()) {
                let taken: u16 = share.iter().sum();
                // Which of the alike get one, and which chits in which order.
                let choices: u64 =
                    share.iter().zip(wanted.iter().zip(given)).map(|(n, (all, had))| choose(all - had, *n)).product();
                let ways = choices * falling(bag[chit].into(), taken);
                let now: Vec<u16> = given.iter().zip(&share).map(|(had, n)| had + n).collect();
                let into = next.entry(now).or_default();
                for (sum, before) in sums {
                    let sum = kinds.iter().zip(&share).fold(*sum, |sum, ((reader, _), n)| reader.added(sum, chit, *n));
                    *into.entry(sum).or_default() += before * ways;
                }
            }
        }
        states = next;
    }
    states.remove(&wanted).unwrap_or_default()
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

fn choose(of: u16, n: u16) -> u64 {
    (0..n).fold(1, |ways, i| ways * u64::from(of - i) / u64::from(i + 1))
}

/// n (n-1) ... : so many drawn one after the other.
fn falling(n: u16, taken: u16) -> u64 {
    (0..taken).map(|i| u64::from(n - i)).product()
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

    /// Every deal of a bag to the units, one after the other: slow, and nothing but the rules of combat.
    fn enumerated(game: &OperationGrenade, s: &State, battle: &Battle, asking: Side) -> (Sums, u64) {
        let hidden: Vec<Unit> = (battle.attackers | battle.defenders)
            .iter()
            .filter(|unit| game.draws(s, *unit).is_some() && (game.side(*unit) != asking || !s.has_chit(*unit)))
            .collect();
        let mut sums = Sums::new();
        let mut open = s.clone();
        // What the asking side cannot see is taken up: pool and enemy chits are one bag.
        for unit in game.drawing & game.of_side(asking.other()) {
            if let (Some(draws), Some(chit)) = (game.card(unit).draws, s.chit(unit)) {
                open.pool[usize::from(draws.morale) - 1][usize::from(chit.kind)] += 1;
            }
        }
        deal_all(game, s, &mut open, battle, &hidden, &mut sums);
        let deals = sums.values().sum();
        (sums, deals)
    }

    fn deal_all(game: &OperationGrenade, s: &State, open: &mut State, battle: &Battle, left: &[Unit], sums: &mut Sums) {
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
        let (slow, deals) = enumerated(&game, &s, &battle, asking);
        assert_eq!(chances.sums, slow);
        assert_eq!(chances.deals, deals);
        assert!(deals > 1, "something is hidden");
        let all: u64 = chances.results.iter().map(|(_, ways)| ways).sum();
        assert_eq!(all, deals * 36, "every deal and every throw is counted");
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
                let mut dealt = s.clone();
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
