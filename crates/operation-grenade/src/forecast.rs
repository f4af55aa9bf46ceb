//! Exact odds before anybody commits, in words: the columns, every shift with its rule, what the results do.

use crate::OperationGrenade;
use crate::action::Action;
use crate::charts;
use crate::components::{CombatResult, Loser};
use crate::odds::Chances;
use crate::sequence::Step;
use crate::shifts::Shift;
use crate::state::{Battle, Current, Side, State, Unit, Units};
use referee::{Chance, ChartColumn, Forecast, Rule, Spot, Sum};

impl OperationGrenade {
    /// The combat as it would stand after this action, or the dice that it would make fall.
    pub(crate) fn make_forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        let mut battle = s.battle;
        let asking = match (s.now()?, action) {
            (Step::Combat(side), Action::Attack { targets, with }) if !targets.is_empty() && !with.is_empty() => {
                self.check_attack(s, side, targets.as_slice(), *with).ok()?;
                battle = Battle { side, targets: *targets, attackers: *with, ..Battle::NONE };
                side
            }
            (Step::Support(side), Action::Support(guns)) => {
                self.check_support(s, side, *guns).ok()?;
                battle.guns |= *guns;
                side
            }
            (Step::Air(side), Action::Air(points)) => {
                battle.air[side] = *points > 0;
                side
            }
            (Step::Fighter(hex), Action::Fight(unit)) => {
                self.check_fighter(s, hex, *unit).ok()?;
                battle.defenders.insert(*unit);
                battle.side.other()
            }
            (Step::DDay, Action::DDay(day)) => return self.forecast_d_day(*day),
            (Step::Ruse(bridge), Action::Ruse(ruse)) => return Some(self.forecast_bridge(s, bridge, *ruse)),
            (
                Step::Movement(Side::US) | Step::Moving { .. },
                Action::Move { path, .. } | Action::March { path, .. },
            ) => {
                return self.forecast_levy(s, path.as_slice());
            }
            _ => return None,
        };
        let settled = battle.defenders;
        battle.defenders = self.likely_fighters(s, &battle);
        let chances = self.chances(s, &battle, asking);
        Some(self.told(s, &battle, settled, asking, &chances))
    }

    fn told(&self, s: &State, battle: &Battle, settled: Units, asking: Side, chances: &Chances) -> Forecast {
        let line = &self.components.tables.combat.lines[usize::from(chances.line)];
        let shifted = |of: &dyn Fn(&[usize]) -> usize| {
            let all: Vec<usize> = chances.columns.keys().map(|(_, shifted)| *shifted).collect();
            of(&all)
        };
        let low = shifted(&|all| all.iter().copied().min().unwrap_or(0));
        let high = shifted(&|all| all.iter().copied().max().unwrap_or(0));
        let words: Vec<&str> = line.terrain.iter().map(|ground| ground.word()).collect();
        let heading = |column: usize| line.columns[column].clone();
        let ratio = if low == high {
            format!("Column {} on the {} line", heading(low), words.join(", "))
        } else {
            format!("Column {} to {} on the {} line", heading(low), heading(high), words.join(", "))
        };
        let likeliest = chances.columns.iter().max_by_key(|(_, ways)| **ways).map_or(low, |((_, shifted), _)| *shifted);
        let column = u8::try_from(likeliest).unwrap_or(0);
        Forecast {
            title: ratio,
            sums: self.sums_told(s, battle, chances),
            chart: Some(ChartColumn { chart: charts::COMBAT, head: chances.line, column }),
            outcomes: outcomes(chances),
            of: chances.deals * 36,
            remark: self.remark(s, battle, settled, asking, chances),
        }
    }

    /// Strengths, what multiplies them, and every shift, in the order of the book.
    fn sums_told(&self, s: &State, battle: &Battle, chances: &Chances) -> Vec<Sum> {
        let sum = |label: String, amount: i32, rule| Sum { label, amount, rule };
        let range = |of: &dyn Fn(&(u16, u16)) -> u16| {
            let all = || chances.sums.iter().map(|(sums, ways)| (of(sums), *ways));
            let least = all().map(|(n, _)| n).min().unwrap_or(0);
            let most = all().map(|(n, _)| n).max().unwrap_or(0);
            let total: u128 = all().map(|(n, ways)| u128::from(n) * u128::from(ways)).sum();
            let mean = (total * 2 + u128::from(chances.deals)) / (u128::from(chances.deals.max(1)) * 2);
            (least, most, i32::try_from(mean).unwrap_or(0))
        };
        let strength = |name: &str, (least, most, mean): (u16, u16, i32), sign: i32| match least == most {
            true => sum(name.into(), sign * mean, Rule("9.31")),
            false => sum(format!("{name} {least} to {most}, mean"), sign * mean, Rule("9.31")),
        };
        let mut sums =
            vec![strength("Attack", range(&|sums| sums.0), 1), strength("Defence", range(&|sums| sums.1), -1)];
        // Hexes that have the same share a line.
        let mut counted: Vec<(Vec<&str>, &str, u16, Rule)> = vec![];
        let mut count = |hex: Spot, words: &'static str, amount: u16, rule: Rule| {
            let name = self.hex_name(hex);
            match counted.iter_mut().find(|(_, said, same, _)| (*said, *same) == (words, amount)) {
                Some((hexes, ..)) => hexes.push(name),
                None => counted.push((vec![name], words, amount, rule)),
            }
        };
        for hex in battle.targets.iter() {
            let (times, rule) = self.multiple(s, battle, hex);
            let words = match rule {
                rule if rule == s.current.rule() => "over the Roer, times",
                Rule("22.25.a") => "over the bridge, times",
                Rule("12.21") => "entrenched, times",
                _ => "over a river, times",
            };
            if times > 1 {
                count(hex, words, times, rule);
            }
        }
        for hex in battle.targets.iter() {
            let adds = self.improved_adds(s, battle, hex);
            if adds > 0 {
                count(hex, "improved, plus", adds, Rule("20.1"));
            }
        }
        for (hexes, words, amount, rule) in counted {
            sums.push(sum(format!("{} {words}", hexes.join(", ")), amount.into(), rule));
        }
        self.each_shift(s, battle, |shift| sums.push(sum(self.shift_words(shift), shift.columns(), shift.rule())));
        sums
    }

    fn shift_words(&self, shift: Shift) -> String {
        match shift {
            Shift::Integrity { division, right } => {
                let name = &self.components.units[division.index()].division;
                if right { format!("Shift: the whole {name}") } else { format!("Shift: the {name} together") }
            }
            Shift::Gun { gun, .. } => format!("Shift: {}", self.name(gun)),
            Shift::Hilltop { attacker: true } => "Shift: attacker's hilltop".into(),
            Shift::Hilltop { attacker: false } => "Shift: defender's hilltop".into(),
            Shift::CombinedArms => "Shift: combined arms".into(),
            Shift::Air { right: true } => "Shift: attacker's aircraft".into(),
            Shift::Air { right: false } => "Shift: defender's aircraft".into(),
            Shift::Surprise => "Shift: surprise".into(),
            Shift::Mud => "Shift: mud".into(),
        }
    }

    /// What may still change it, and what was counted in how.
    fn remark(&self, s: &State, battle: &Battle, settled: Units, asking: Side, chances: &Chances) -> Option<String> {
        let mut parts: Vec<String> = vec![];
        if chances.deals > 1 {
            parts.push("Unknown chits are counted with everything they may be.".into());
        }
        let open = battle.targets.iter().any(|hex| {
            let candidates = self.candidates(s, hex);
            candidates.len() > 1 && (candidates & settled).is_empty()
        });
        if open {
            let names =
                self.listed((battle.defenders - settled).iter().filter(|unit| self.is_large(s, *unit)).collect());
            parts.push(format!("The defender will choose who fights; {names} is assumed."));
        }
        let mut fought = *s;
        fought.battle = *battle;
        let enemy = battle.side.other();
        let attacker_asked = asking == battle.side;
        let guns = !(self.supporting_guns(&fought, enemy) - battle.guns).is_empty();
        match (attacker_asked, guns, s.air[enemy] > 0) {
            (true, true, true) => parts.push("The defender may add a gun and an Air Point.".into()),
            (true, true, false) => parts.push("The defender may add a gun.".into()),
            (true, false, true) => parts.push("The defender may add an Air Point.".into()),
            (true, false, false) | (false, _, _) => {}
        }
        if matches!(s.now(), Some(Step::Combat(_))) {
            let own = self
                .supporting_guns(&fought, battle.side)
                .len()
                .min(self.components.tables.limits.support_attack.into());
            let air = s.air[battle.side] > 0;
            if own > 0 || air {
                let guns = if own == 1 { "1 gun".into() } else { format!("{own} guns") };
                let with = match (own, air) {
                    (0, _) => "an Air Point".into(),
                    (_, false) => guns,
                    (_, true) => format!("{guns} and an Air Point"),
                };
                parts.push(format!("You may add {with}, one column each."));
            }
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// [18.12] The current that a D-Day brings.
    fn forecast_d_day(&self, day: i16) -> Option<Forecast> {
        self.check_d_day(day).ok()?;
        let mut outcomes: Vec<Chance> = vec![];
        let mut times: Vec<String> = vec![];
        for current in [Current::Normal, Current::Rapid, Current::Torrent] {
            let ways = (1..=6).filter(|die| self.current_of(day, *die).1 == current).count();
            let card = self.components.tables.currents.iter().find(|card| card.current == current);
            times.extend(
                card.map(|it| format!("{} x{}, x{}, x{}", current.word(), it.upper, it.lower, it.lower_entrenched)),
            );
            let label = current.word().to_owned();
            outcomes.push(Chance::new(label, u64::try_from(ways).unwrap_or(0), Rule("18.11")));
        }
        let track = &self.components.tables.track;
        let index = u8::try_from(day - i16::from(track.first)).unwrap_or(0);
        let surprise = if index <= track.surprise_until { "surprise on the first turn" } else { "no surprise" };
        let turns = track.days() - index;
        Some(Forecast {
            title: format!("{}: {turns} Game-Turns, {surprise}", track.date(index)),
            sums: vec![Sum {
                label: "To the current die".into(),
                amount: track.d_day.get(usize::from(index)).copied().unwrap_or(0).into(),
                rule: Rule("18.12"),
            }],
            chart: None,
            outcomes,
            of: 6,
            remark: Some(format!(
                "Defence behind the upper Roer, the lower, the lower in an entrenchment: {}. The current lasts until {}.",
                times.join("; "),
                track.date(track.current_until)
            )),
        })
    }

    /// [22.22]
    fn forecast_bridge(&self, s: &State, bridge: u8, ruse: bool) -> Forecast {
        let (rule, (least, most)) = self.demolition(s, bridge, ruse);
        let throws = (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b));
        let blown = u64::try_from(throws.filter(|sum| (least..=most).contains(sum)).count()).unwrap_or(0);
        let chance = |label: &str, ways| Chance::new(label, ways, rule);
        Forecast {
            title: format!("Bridge of {}, blown on {least} to {most}", self.rhine_bridge(bridge).name),
            sums: vec![],
            chart: None,
            outcomes: vec![chance("it stands", 36 - blown).worth(1), chance("blown", blown).worth(-1)],
            of: 36,
            remark: ruse.then(|| "There is one ruse in the game.".into()),
        }
    }

    /// [21.11] The first town on the way that would be called out.
    fn forecast_levy(&self, s: &State, path: &[Spot]) -> Option<Forecast> {
        let (hex, levy) = path.iter().find_map(|hex| {
            let towns = self.levies_near.get(hex.index())? & !s.rolled;
            (towns != 0).then(|| (*hex, u8::try_from(towns.trailing_zeros()).unwrap_or(0)))
        })?;
        let value = self.components.map.levies[usize::from(levy)].value;
        let unused = self.volkssturm.iter().filter(|unit| s.at(*unit) == self.off).count();
        let mut outcomes: Vec<Chance> = vec![];
        for die in 1..=6u8 {
            let come = usize::from(value.saturating_sub(die)).min(unused);
            let label = match come {
                0 => "no Volkssturm".into(),
                1 => "1 Volkssturm unit".into(),
                n => format!("{n} Volkssturm units"),
            };
            match outcomes.iter_mut().find(|chance| chance.label == label) {
                Some(chance) => chance.ways += 1,
                None => outcomes.push(Chance::new(label, 1, Rule("21.11.a")).worth(if come == 0 { 1 } else { -1 })),
            }
        }
        Some(Forecast {
            title: format!("{} wakes when you enter {}", self.levy_town(levy).name, self.hex_name(hex)),
            sums: vec![Sum { label: "Volkssturm Value".into(), amount: value.into(), rule: Rule("21.11") }],
            chart: None,
            outcomes,
            of: 6,
            remark: Some("The move stops there for the die and goes on afterwards.".into()),
        })
    }

    /// Mean strength of a unit as a seat can know it, in tenths: for bots.
    pub(crate) fn mean_tenths(&self, s: &State, unit: Unit, asking: Side) -> i32 {
        let known = self.draws(s, unit).is_none() || (s.has_chit(unit) && self.side(unit) == asking);
        if known {
            return i32::from(self.strength(s, unit)) * 10;
        }
        let Some(draws) = self.draws(s, unit) else { return 0 };
        let reduced = s.chit(unit).is_some_and(|chit| chit.reduced);
        self.mean_of_pool[usize::from(draws.morale) - 1][draws.class as usize][usize::from(reduced)]
    }
}

/// Every result in the words of the table, from the best for the attacker to the worst.
fn outcomes(chances: &Chances) -> Vec<Chance> {
    let order = |result: &CombatResult| match result.loser {
        Loser::Defender => (-i32::from(result.hexes), -i32::from(result.steps)),
        Loser::Attacker => (i32::from(result.hexes), i32::from(result.steps)),
    };
    let mut results: Vec<(CombatResult, u64)> = chances.results.iter().map(|(result, ways)| (*result, *ways)).collect();
    results.sort_by_key(|(result, _)| order(result));
    let told = |(result, ways): (CombatResult, u64)| {
        let who = match result.loser {
            Loser::Attacker => "attacker",
            Loser::Defender => "defender",
        };
        let steps = match result.steps {
            0 => String::new(),
            1 => ", loses 1 step".into(),
            steps => format!(", loses {steps} steps"),
        };
        let (deed, rule) = match result.breakthrough {
            true => ("breakthrough".into(), Rule("9.97")),
            false => (format!("{who} back {}", result.hexes), Rule("9.85")),
        };
        let worth = match result.loser {
            Loser::Attacker => -1 - i16::from(result.steps),
            Loser::Defender => 1 + i16::from(result.steps),
        };
        Chance::new(result.word(), ways, rule).saying(format!("{deed}{steps}")).worth(worth)
    };
    results.into_iter().map(told).collect()
}
