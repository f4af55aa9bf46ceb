//! Exact odds before anybody commits.

use crate::action::{Battle, Support, Throw};
use crate::combat::Hits;
use crate::components::{Face, Kind, Side};
use crate::sequence::Step;
use crate::state::{State, Units};
use crate::{Action, DdayToTheRhine};
use referee::{Chance, Forecast, Piece, Rule, Sum};

impl DdayToTheRhine {
    pub(crate) fn make_forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        match (s.steps.top()?, *action) {
            (Step::Activation(side), Action::Attack(battle)) => {
                self.forecast_attack(s, side, battle, Support::default())
            }
            (Step::Support { battle, defending: false }, Action::Support(support)) => {
                self.forecast_attack(s, Side::Allied, battle, support)
            }
            (Step::Invasion, Action::Invade(at)) => Some(self.forecast_landing(s, at)),
            _ => None,
        }
    }

    /// How many faces of a side's die hit a unit that is or is not a panzer, out of 6.
    pub(crate) fn hitting(&self, s: &State, side: Side, panzer: bool) -> u32 {
        let die = self.die_of(s, side);
        let hits = |face: &&Face| match face {
            Face::Infantry => !panzer,
            Face::Panzer => true,
            Face::Aircraft => !s.overcast,
            Face::Blank => false,
        };
        u32::try_from(die.iter().filter(hits).count()).unwrap_or(0)
    }

    /// [I.8] A landing fails if no die hits.
    fn forecast_landing(&self, s: &State, at: referee::Spot) -> Forecast {
        let army = self.invaders[self.beach_at(at).unwrap_or(0)];
        let (attack, defence) = self.landing_dice(s, army);
        let (of, ways) = spread(attack, self.hitting(s, Side::Allied, false), 1);
        let remark = s.tried.iter().all(|tried| !tried).then(|| self.of_both_landings(s));
        let chance = |label: &str, ways: u64, rule| Chance::new(label, ways, Rule(rule));
        Forecast {
            title: format!("{attack} dice against {defence}"),
            sums: vec![
                Sum { label: "Allied dice".into(), amount: attack.into(), rule: Rule("I.3") },
                Sum { label: "German dice".into(), amount: defence.into(), rule: Rule("I.4") },
            ],
            chart: None,
            outcomes: vec![
                chance("the landing fails", ways[0], "I.6").worth(-1),
                chance("the beach is taken", ways[1], "I.9").worth(1),
            ],
            of,
            remark,
        }
    }

    /// [I.7, I.8] How the invasion as a whole may go, before it begins.
    fn of_both_landings(&self, s: &State) -> String {
        let [(west, w), (east, e)] = self.invaders.map(|army| {
            let (of, ways) = spread(self.landing_dice(s, army).0, self.hitting(s, Side::Allied, false), 1);
            (ways[0], of)
        });
        let (one, both, all) = (west * (e - east) + east * (w - west), west * east, w * e);
        let percent = |ways: u64| {
            let hundredths = (ways * 10_000 + all / 2) / all.max(1);
            format!("{}.{:02} %", hundredths / 100, hundredths % 100)
        };
        format!(
            "Chance that one of the two fails: {} ({one}/{all}); that both fail: {} ({both}/{all}).",
            percent(one),
            percent(both)
        )
    }

    fn forecast_attack(&self, s: &State, side: Side, battle: Battle, support: Support) -> Option<Forecast> {
        let defender = self.defender(s, battle.target)?;
        if battle.attackers.is_empty() || (side == Side::Allied && s.unknown().contains(battle.target)) {
            return None;
        }
        if !battle.attackers.iter().all(|unit| self.check_own(side, unit).is_ok() && s.at(unit).is_some()) {
            return None;
        }
        let mut sums = vec![];
        for unit in battle.attackers {
            let dice = self.attack_dice(s, unit, battle.target);
            sums.push(Sum { label: self.unit(unit).name.clone(), amount: dice.into(), rule: Rule("C.8") });
        }
        let tables = &self.c.tables;
        let mut help = |on: bool, label: &str, dice: u8, rule| {
            if on {
                sums.push(Sum { label: label.into(), amount: dice.into(), rule: Rule(rule) });
            }
        };
        help(support.naval().is_some(), "naval fire", tables.naval_dice, "S.2");
        help(support.airborne().is_some(), "airborne operation", tables.airborne_dice, "S.4.e");
        help(battle.surprise, "surprise", tables.surprise_dice, "RCO.4.c");
        let attack = sums.iter().map(|sum| sum.amount).sum::<i32>();
        let defence = self.defence_dice(s, defender);
        let bombs = support.has(Support::BOMBER);
        if bombs {
            sums.push(Sum { label: "bombs".into(), amount: tables.bomber_dice.into(), rule: Rule("S.3.c") });
        }
        sums.push(Sum {
            label: format!("{} defends", self.unit(defender).name),
            amount: -i32::from(defence),
            rule: Rule("C.9"),
        });
        let raids = if bombs { self.raids(s, defender) } else { vec![Raid { ways: 1, hits: 0, short: false }] };
        let field = Field { side, battle, defender, own: self.dice_of(s, battle.attackers, battle.target) };
        let helping = u8::try_from(attack).unwrap_or(0) - field.own;
        let fights: Vec<Fight> = raids.iter().map(|raid| self.fight_after(s, &field, helping, raid)).collect();
        let steps = s.unit(defender).sp;
        let panzer = self.unit(defender).kind == Kind::Panzer;
        let (of, ways) = together(&fights, self.hitting(s, side, panzer), steps);
        let label = |hits: usize| match hits {
            0 => "no step lost".to_string(),
            n if n == usize::from(steps) => "defender eliminated".into(),
            1 => "1 step lost".into(),
            n => format!("{n} steps lost"),
        };
        let outcomes = ways.iter().enumerate().map(|(hits, ways)| {
            let rule = Rule(if hits == usize::from(steps) { "C.14.a" } else { "C.14" });
            Chance::new(label(hits), *ways, rule).worth(if hits == 0 { -1 } else { i16::try_from(hits).unwrap_or(1) })
        });
        let tenths = self.losses_in_tenths(s, &field, &fights);
        let cost = self.attack_cost(s, battle.attackers);
        debug_assert!(battle.attackers != Units::empty());
        let dice = if attack == 1 { "1 die".into() } else { format!("{attack} dice") };
        let and_bombs = if bombs { format!(" and {} bombs", tables.bomber_dice) } else { String::new() };
        let short = if bombs { " Bombs that fall short may cost the attacker a step more." } else { "" };
        Some(Forecast {
            title: format!("{dice}{and_bombs} against {defence} for {cost} RP"),
            sums,
            chart: None,
            outcomes: outcomes.collect(),
            of,
            remark: Some(format!("The defender hits back with {} on average.{short}", steps_in_tenths(tenths))),
        })
    }

    fn die_of(&self, s: &State, side: Side) -> &[Face; 6] {
        match side {
            Side::Allied => &self.c.tables.allied_die,
            Side::German if s.options.weak_german_die => &self.c.tables.weak_german_die,
            Side::German => &self.c.tables.german_die,
        }
    }

    /// [S.3.c, S.3.d] Every way in which bombs can fall; the last die counts only if all others are blank.
    fn raids(&self, s: &State, defender: Piece) -> Vec<Raid> {
        let die = self.die_of(s, Side::Allied);
        let count = self.c.tables.bomber_dice.min(4);
        let mut raids: Vec<Raid> = vec![];
        for number in 0..6usize.pow(u32::from(count) + 1) {
            let face = |nth: u8| die[number / 6usize.pow(nth.into()) % 6];
            let mut throw = Throw { faces: [Face::Blank; Throw::MOST as usize], count, clear: !s.overcast };
            for nth in 0..count {
                throw.faces[usize::from(nth)] = face(nth);
            }
            let (panzer, infantry) = self.shares(s, Units::only(defender), self.hits(s, &throw));
            let blank = (0..count).all(|nth| face(nth) == Face::Blank);
            let (hits, short) = (panzer + infantry, blank && face(count) != Face::Blank);
            match raids.iter_mut().find(|raid| (raid.hits, raid.short) == (hits, short)) {
                Some(raid) => raid.ways += 1,
                None => raids.push(Raid { ways: 1, hits, short }),
            }
        }
        raids
    }

    /// [S.3.d, S.3.e] What is left to fight after a raid. Of several attackers the one is hit whose dice are missed
    /// least.
    fn fight_after(&self, s: &State, field: &Field, helping: u8, raid: &Raid) -> Fight {
        let left = |hit: Piece| {
            let mut then = *s;
            then.unit_mut(hit).sp -= 1;
            let standing: Units = field.battle.attackers.iter().filter(|unit| then.unit(*unit).sp > 0).collect();
            let own = self.dice_of(&then, standing, field.battle.target);
            (own + if standing.is_empty() { 0 } else { helping }, standing, then)
        };
        let (attack, standing, mut then) = match raid.short {
            false => (field.own + helping, field.battle.attackers, *s),
            true => {
                let ways = field.battle.attackers.iter().map(left);
                ways.max_by_key(|(dice, ..)| *dice).unwrap_or((0, Units::empty(), *s))
            }
        };
        then.unit_mut(field.defender).sp -= raid.hits;
        let defends = then.unit(field.defender).sp > 0 && !standing.is_empty();
        let defence = if defends { self.defence_dice(&then, field.defender) } else { 0 };
        Fight { ways: raid.ways, hits: raid.hits, attack, defence, standing, then }
    }

    /// [C.10, C.12] Steps that the attackers lose on average, in tenths.
    fn losses_in_tenths(&self, s: &State, field: &Field, fights: &[Fight]) -> u128 {
        let most = fights.iter().map(|fight| fight.defence).max().unwrap_or(0);
        let die = self.die_of(s, field.side.other());
        let count = |wanted: &dyn Fn(&Face) -> bool| die.iter().filter(|face| wanted(face)).count() as u128;
        let infantry = count(&|face| *face == Face::Infantry);
        let panzer = count(&|face| *face == Face::Panzer || (*face == Face::Aircraft && !s.overcast));
        let (mut lost, mut of) = (0, 0);
        for fight in fights {
            let dice = u32::from(fight.defence);
            let scale = u128::from(fight.ways) * 6u128.pow(u32::from(most) - dice);
            of += scale * 6u128.pow(dice);
            for on_infantry in 0..=fight.defence {
                for on_panzers in 0..=fight.defence - on_infantry {
                    let hits = Hits { infantry: on_infantry, panzer: on_panzers };
                    let (i, p) = (u32::from(on_infantry), u32::from(on_panzers));
                    let (on_panzers, on_infantry) = self.shares(&fight.then, fight.standing, hits);
                    let faces = infantry.pow(i) * panzer.pow(p) * (6 - infantry - panzer).pow(dice - i - p);
                    let ways = choose(dice, i) * choose(dice - i, p) * faces;
                    lost += scale * ways * u128::from(on_panzers + on_infantry);
                }
            }
        }
        (lost * 10 + of / 2) / of.max(1)
    }
}

/// One way in which bombs fall, in so many of all throws.
struct Raid {
    ways: u64,
    hits: u8,
    short: bool,
}

/// An attack as it was declared.
struct Field {
    side: Side,
    battle: Battle,
    defender: Piece,
    /// Dice of the attackers themselves.
    own: u8,
}

/// What is left of it when the bombs have fallen.
struct Fight {
    ways: u64,
    hits: u8,
    attack: u8,
    defence: u8,
    standing: Units,
    then: State,
}

/// Ways in which the defender loses 0, 1 … `steps` steps, over all fights; and all ways.
fn together(fights: &[Fight], hitting: u32, steps: u8) -> (u64, Vec<u64>) {
    let most = fights.iter().map(|fight| fight.attack).max().unwrap_or(0).min(20);
    let (all, _) = spread(most, hitting, steps);
    let mut ways = vec![0u64; usize::from(steps) + 1];
    for fight in fights {
        let (of, hits) = spread(fight.attack.min(most), hitting, steps);
        for (n, count) in hits.iter().enumerate() {
            let lost = (n + usize::from(fight.hits)).min(usize::from(steps));
            ways[lost] += fight.ways * count * (all / of);
        }
    }
    let shared = ways.iter().fold(0, |shared, n| common(shared, *n)).max(1);
    ways.iter_mut().for_each(|n| *n /= shared);
    (ways.iter().sum(), ways)
}

/// The greatest common divisor.
fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

fn choose(n: u32, k: u32) -> u128 {
    (0..k).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}

/// Ways to hit 0, 1 … `most` or more times with so many dice, of which `hitting` faces in six hit; and all ways.
fn spread(dice: u8, hitting: u32, most: u8) -> (u64, Vec<u64>) {
    // In sixths reduced: hitting in 6 is h in d.
    let (h, d) = match hitting {
        0 => (0, 1),
        1 => (1, 6),
        2 => (1, 3),
        3 => (1, 2),
        4 => (2, 3),
        5 => (5, 6),
        _ => (1, 1),
    };
    // As many dice as can be counted exactly; nobody has more against a die of the game as it is printed.
    let most_dice = match d {
        1 => u8::MAX,
        2 => 63,
        3 => 40,
        _ => 24,
    };
    let dice = dice.min(most_dice);
    let mut ways = vec![0u64; usize::from(most) + 1];
    ways[0] = 1;
    for _ in 0..dice {
        let mut next = vec![0u64; ways.len()];
        for (hits, n) in ways.iter().enumerate() {
            next[hits] += n * (d - h);
            let hit = (hits + 1).min(usize::from(most));
            next[hit] += n * h;
        }
        ways = next;
    }
    (ways.iter().sum(), ways)
}

/// `1 step`, `2 steps`, `1.5 steps`.
fn steps_in_tenths(tenths: u128) -> String {
    match (tenths / 10, tenths % 10) {
        (1, 0) => "1 step".into(),
        (whole, 0) => format!("{whole} steps"),
        (whole, tenth) => format!("{whole}.{tenth} steps"),
    }
}
