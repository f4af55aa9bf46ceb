//! Exact odds before anybody commits.

use crate::HurtgenForest;
use crate::action::Action;
use crate::components::CombatResult;
use crate::resolution::Odds;
use crate::sequence::Step;
use crate::state::{Battle, Side, State, Units};
use referee::{Chance, ChartColumn, Forecast, Rule, Spot, Sum};

impl HurtgenForest {
    /// The combat as it would stand after this action, resolved without anything further.
    pub(crate) fn make_forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
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
        let fought = State { battle: *battle, ..s.clone() };
        let alone = self.is_artillery_alone(&fought);
        let asked_before = matches!(s.now(), Some(Step::Combat(_) | Step::Barrage(_) | Step::Support(_)));
        let defender = battle.defenders.first().map(|unit| self.side(unit));
        let answers = match defender.filter(|_| asked_before) {
            Some(side) => self.strongest_protective_fire(&fought, side),
            None => Units::empty(),
        };
        let worst = (!answers.is_empty()).then(|| self.odds(s, &Battle { protective_fire: answers, ..*battle }));
        let mut outcomes: Vec<Chance> = vec![];
        let mut add = |odds: &Odds, at_worst: bool| {
            for die in 1..=6 {
                let result = self.components.tables.combat.result(odds.line.into(), odds.differential(), die);
                let label = self.effect(&fought, alone, result);
                let found = outcomes.iter().position(|chance| chance.label == label).unwrap_or_else(|| {
                    let chance = Chance::new(label, 0, self.rule_of(battle, alone, result));
                    let idle = chance.label.ends_with("no effect");
                    let told = if idle { chance } else { chance.saying(result.brief()).worth(result.worth()) };
                    outcomes.push(Chance { worst: worst.as_ref().map(|_| 0), ..told });
                    outcomes.len() - 1
                });
                match &mut outcomes[found] {
                    chance if at_worst => chance.worst = chance.worst.map(|ways| ways + 1),
                    chance => chance.ways += 1,
                }
            }
        };
        add(&odds, false);
        if let Some(worst) = &worst {
            add(worst, true);
        }
        let line = &self.components.tables.combat.lines[usize::from(odds.line)];
        let title = format!("{:+} on the line {}", odds.differential(), line.terrain.join(", "));
        let remark = worst.map(|worst| {
            let guns = self.listed(answers);
            let left = format!("{:+}", worst.differential()).replace('-', "−");
            format!("At worst Final Protective Fire by {guns} takes {} and leaves {left}.", worst.protective_fire)
        });
        let chart = Some(ChartColumn { chart: 0, head: odds.line, column: odds.column });
        Forecast { title, sums: sums(&odds), chart, outcomes, of: 6, remark }
    }

    fn rule_of(&self, battle: &Battle, alone: bool, result: CombatResult) -> Rule {
        use CombatResult::{A1, A2, Ae, Br, D1, D2, D3, D4, De};
        match result {
            D1 if alone => Rule("8.15"),
            Br if battle.attackers.is_empty() => Rule("8.15"),
            A1 | A2 | Ae if battle.attackers.is_empty() => Rule("8.14"),
            D1 | D2 | D3 | D4 => Rule("7.62.a"),
            A1 | A2 => Rule("7.62.b"),
            Br => Rule("7.62.c"),
            Ae => Rule("7.62.d"),
            De => Rule("7.62.e"),
        }
    }

    /// What a result would do here and now: a retreat without a way out is an elimination.
    fn effect(&self, fought: &State, alone: bool, result: CombatResult) -> String {
        use CombatResult::{A1, A2, Ae, Br, D1, D2, D3, D4, De};
        let Battle { attackers, defenders, .. } = fought.battle;
        let word = result.word();
        let trapped = |units: Units, hexes| self.trapped(fought, units, hexes);
        let lost = |units: Units, hexes| said(word, &[self.fate(trapped(units, hexes), "eliminated")]);
        match result {
            D1 if alone => format!("{word}, no effect"),
            A1 | A2 | Ae | Br if attackers.is_empty() => format!("{word}, no effect"),
            D1 => lost(defenders, 1),
            D2 => lost(defenders, 2),
            D3 => lost(defenders, 3),
            D4 => lost(defenders, 4),
            A1 => lost(attackers, 1),
            A2 => lost(attackers, 2),
            Br => {
                let defenders = if alone { Units::empty() } else { defenders };
                let doomed = trapped(defenders, 1);
                let after = self.after_their_retreat(fought, defenders);
                let trapped: Vec<Units> = after.iter().map(|then| self.trapped(then, attackers, 1)).collect();
                let always = trapped.iter().fold(attackers, |all, units| all & *units);
                let ever = trapped.iter().fold(Units::empty(), |any, units| any | *units);
                let parts = [self.fate(doomed | always, "eliminated"), self.fate(ever - always, "perhaps eliminated")];
                said(word, &parts)
            }
            Ae => format!("{word}, attackers eliminated"),
            De => format!("{word}, defenders eliminated"),
        }
    }

    fn trapped(&self, s: &State, units: Units, hexes: u8) -> Units {
        units.iter().filter(|&unit| !self.can_retreat(s, unit, hexes)).collect()
    }

    fn fate(&self, units: Units, fate: &str) -> String {
        if units.is_empty() { String::new() } else { format!("no way out for {}: {fate}", self.listed(units)) }
    }

    /// [7.62.c] The defender retreats first: every way in which things can stand around the attackers after that.
    fn after_their_retreat(&self, fought: &State, defenders: Units) -> Vec<State> {
        let attackers = fought.battle.attackers;
        let near = |hex: Spot| attackers.iter().any(|unit| self.grid.distance(fought.at(unit), hex) <= 3);
        let alike = |a: &State, b: &State| {
            let differ = |hex: &Spot| {
                Side::BOTH.iter().any(|side| a.zones[*side].contains(*hex) != b.zones[*side].contains(*hex))
                    || a.is_vacant(*hex) != b.is_vacant(*hex)
            };
            !self.hexes().filter(|hex| near(*hex)).any(|hex| differ(&hex))
        };
        let mut all = vec![fought.clone()];
        for unit in defenders {
            let mut next: Vec<State> = vec![];
            for then in all.iter().flat_map(|s| self.one_hex_back(s, unit)) {
                if !next.iter().any(|other| alike(other, &then)) {
                    next.push(then);
                }
            }
            all = next;
        }
        all
    }
}

/// The result, and what becomes of whom.
fn said(word: &str, parts: &[String]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty()).map(String::as_str);
    [word].into_iter().chain(parts).collect::<Vec<_>>().join(", ")
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
