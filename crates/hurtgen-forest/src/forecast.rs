//! Exact odds before anybody commits.

use crate::HurtgenForest;
use crate::action::Action;
use crate::components::CombatResult;
use crate::resolution::Odds;
use crate::sequence::Step;
use crate::state::{Battle, State, Units};
use referee::{Chance, ChartColumn, Forecast, Rule, Sum};

impl HurtgenForest {
    /// The combat as it would stand after this action, resolved without anything further.
    pub(crate) fn odds_of(&self, s: &State, action: &Action) -> Option<Forecast> {
        let mut battle = s.battle;
        match (s.now()?, action) {
            (Step::Combat(_), Action::Attack { targets, with }) => {
                battle = Battle { attackers: *with, defenders: *targets, ..Battle::default() };
            }
            (Step::Combat(_), Action::Bombard { targets }) => {
                battle = Battle { defenders: *targets, ..Battle::default() };
            }
            (Step::Barrage(_), Action::Barrage { guns }) => battle.barrage = *guns,
            (Step::Support(_), Action::Support { points }) => battle.support = u8::try_from(*points).ok()?,
            (Step::ProtectiveFire(_), Action::ProtectiveFire { guns }) => battle.protective_fire = *guns,
            _ => return None,
        }
        Some(self.forecast_battle(s, &battle))
    }

    fn forecast_battle(&self, s: &State, battle: &Battle) -> Forecast {
        let odds = self.odds(s, battle);
        let alone = battle.attackers.is_subset(&self.artillery);
        let mut outcomes: Vec<Chance> = vec![];
        for die in 1..=6 {
            let result = self.components.tables.combat.result(odds.line.into(), odds.differential(), die);
            let (label, rule) = self.effect(s, battle, alone, result);
            match outcomes.iter_mut().find(|chance| chance.label == label) {
                Some(chance) => chance.ways += 1,
                None => outcomes.push(Chance { label, ways: 1, rule }),
            }
        }
        let line = &self.components.tables.combat.lines[usize::from(odds.line)];
        let title = format!("{:+} on the line {}", odds.differential(), line.terrain.join(", "));
        let may_answer = matches!(s.now(), Some(Step::Combat(_) | Step::Barrage(_) | Step::Support(_))) && !alone;
        let remark = may_answer.then(|| "The defender may still add Final Protective Fire.".into());
        let chart = Some(ChartColumn { chart: 0, head: odds.line, column: odds.column });
        Forecast { title, sums: sums(&odds), chart, outcomes, of: 6, remark }
    }

    /// What a result would do here and now: a retreat without a way out is an elimination.
    fn effect(&self, s: &State, battle: &Battle, alone: bool, result: CombatResult) -> (String, Rule) {
        use CombatResult::{A1, A2, Ae, Br, D1, D2, D3, D4, De};
        let trapped = |units: Units, hexes| units.iter().filter(|&unit| !self.can_retreat(s, unit, hexes)).count();
        let lost = |word: &str, units: Units, hexes| match (trapped(units, hexes), units.len()) {
            (0, _) => word.to_string(),
            (n, all) if n == all => format!("{word}, no way out: eliminated"),
            (n, _) => format!("{word}, {n} without a way out: eliminated"),
        };
        let nothing = |word: &str, rule| (format!("{word}, no effect"), Rule(rule));
        let word = result.word();
        match result {
            D1 if alone => nothing(word, "8.15"),
            A1 | A2 | Ae if battle.attackers.is_empty() => nothing(word, "8.14"),
            Br if battle.attackers.is_empty() => nothing(word, "8.15"),
            D1 => (lost(word, battle.defenders, 1), Rule("7.62.a")),
            D2 => (lost(word, battle.defenders, 2), Rule("7.62.a")),
            D3 => (lost(word, battle.defenders, 3), Rule("7.62.a")),
            D4 => (lost(word, battle.defenders, 4), Rule("7.62.a")),
            A1 => (lost(word, battle.attackers, 1), Rule("7.62.b")),
            A2 => (lost(word, battle.attackers, 2), Rule("7.62.b")),
            Br => {
                let defenders = if alone { Units::empty() } else { battle.defenders };
                (lost(word, defenders | battle.attackers, 1), Rule("7.62.c"))
            }
            Ae => (format!("{word}, attackers eliminated"), Rule("7.62.d")),
            De => (format!("{word}, defenders eliminated"), Rule("7.62.e")),
        }
    }
}

/// The arithmetic in the order of the book.
fn sums(odds: &Odds) -> Vec<Sum> {
    let sum = |label: &str, amount: i16, rule| Sum { label: label.into(), amount: amount.into(), rule: Rule(rule) };
    let all = [
        sum("Attack", odds.attack, "7.0.b"),
        sum("Barrage", odds.barrage, "8.21"),
        sum("Ground Support", odds.support, "9.0.a"),
        sum("Defense", -odds.defense, "7.0.b"),
        sum("Final Protective Fire", -odds.protective_fire, "8.43"),
    ];
    all.into_iter().filter(|sum| sum.amount != 0).collect()
}
