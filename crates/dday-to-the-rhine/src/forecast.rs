//! Exact odds before anybody commits.

use crate::action::{Battle, Support};
use crate::components::{Face, Kind, Side};
use crate::sequence::Step;
use crate::state::{State, Units};
use crate::{Action, DdayToTheRhine};
use referee::{Chance, Forecast, Rule, Sum};

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
        let die = match side {
            Side::Allied => &self.c.tables.allied_die,
            Side::German if s.options.weak_german_die => &self.c.tables.weak_german_die,
            Side::German => &self.c.tables.german_die,
        };
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
        let chance = |label: &str, ways: u64, rule| Chance { label: label.into(), ways, rule: Rule(rule) };
        Forecast {
            title: format!("{attack} dice against {defence}"),
            sums: vec![
                Sum { label: "Allied dice".into(), amount: attack.into(), rule: Rule("I.3") },
                Sum { label: "German dice".into(), amount: defence.into(), rule: Rule("I.4") },
            ],
            chart: None,
            outcomes: vec![chance("the landing fails", ways[0], "I.6"), chance("the beach is taken", ways[1], "I.9")],
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
            "Of both landings one fails in {one}/{all}, {}; both fail in {both}/{all}, {}.",
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
        let attack: i32 = sums.iter().map(|sum| sum.amount).sum();
        let defence = self.defence_dice(s, defender);
        sums.push(Sum {
            label: format!("{} defends", self.unit(defender).name),
            amount: -i32::from(defence),
            rule: Rule("C.9"),
        });
        let panzer = self.unit(defender).kind == Kind::Panzer;
        let steps = s.unit(defender).sp;
        let (of, ways) = spread(u8::try_from(attack).unwrap_or(0), self.hitting(s, side, panzer), steps);
        let label = |hits: usize| match hits {
            0 => "no step lost".to_string(),
            n if n == usize::from(steps) => "defender eliminated".into(),
            1 => "1 step lost".into(),
            n => format!("{n} steps lost"),
        };
        let outcomes = ways.iter().enumerate().map(|(hits, ways)| Chance {
            label: label(hits),
            ways: *ways,
            rule: Rule(if hits == usize::from(steps) { "C.14.a" } else { "C.14" }),
        });
        let back = self.hitting(s, side.other(), false);
        let expected = u32::from(defence) * back;
        let cost = self.attack_cost(s, battle.attackers);
        let bombs = if support.has(Support::BOMBER) { " Bombs fall before that." } else { "" };
        debug_assert!(battle.attackers != Units::empty());
        Some(Forecast {
            title: format!(
                "{} against {defence} for {cost} RP",
                if attack == 1 { "1 die".into() } else { format!("{attack} dice") }
            ),
            sums,
            chart: None,
            outcomes: outcomes.collect(),
            of,
            remark: Some(format!(
                "The defender hits back with {}.{} steps on average.{bombs}",
                expected / 6,
                expected % 6 * 10 / 6
            )),
        })
    }
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
