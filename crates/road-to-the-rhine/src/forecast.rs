//! Exact odds before a player commits.

use crate::RoadToTheRhine;
use crate::action::Action;
use crate::components::CombatResult;
use crate::sequence::Step;
use crate::state::{Options, State, Units};
use crate::strength::PARTS;
use crate::words::decimal;
use referee::{Chance, ChartColumn, Forecast, Rule, Spot, Sum};

impl RoadToTheRhine {
    pub(crate) fn make_forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        match action {
            Action::Attack { hex, with } if !with.is_empty() => self.battle_odds(s, *hex, *with, 0, true),
            Action::Resolve(hex) => {
                let index = self.attack_to_resolve(s, *hex)?;
                self.battle_odds(s, *hex, self.tasked(s, index), s.attacks[index].shift, false)
            }
            Action::Intercept { hex, with } => self.air_odds(s, *hex, *with),
            Action::Bid(levels) => {
                self.check_bid(s, *levels).ok()?;
                let defender = u8::try_from(*levels).ok()?;
                Some(self.exchange(s, [defender + 1, defender], true, "11.B.DX.a", None))
            }
            Action::Escalate | Action::Decline => self.escalation_odds(s, *action == Action::Escalate),
            Action::Release(units) if !units.is_empty() => {
                let ways = u64::from(self.components.tables.release);
                Some(Forecast {
                    title: "One die a unit".into(),
                    sums: vec![],
                    chart: None,
                    outcomes: vec![
                        Chance::new("released", ways, Rule("26.e")).worth(1),
                        Chance::new("not released", 6 - ways, Rule("26.g")).worth(-1),
                    ],
                    of: 6,
                    remark: None,
                })
            }
            Action::Done if s.now() == Some(Step::Declare) && !s.reserve_phase => self.sky_odds(s),
            _ => None,
        }
    }

    fn battle_odds(&self, s: &State, hex: Spot, with: Units, air: i8, early: bool) -> Option<Forecast> {
        if !s.here[s.attacker().other()].contains(hex) {
            return None;
        }
        let odds = self.odds(s, hex, with, air);
        let tables = &self.components.tables;
        let name = &tables.column_names[usize::from(odds.column)];
        let title = format!("{} to {}, column {name}", decimal(odds.attack, PARTS), decimal(odds.defence, PARTS));
        let sums = odds
            .shifts
            .iter()
            .map(|shift| Sum { label: shift.what.into(), amount: shift.columns.into(), rule: Rule(shift.rule) })
            .collect();
        let table = &tables.combat[usize::from(s.options.has(Options::CONSERVATIVE))];
        let outcomes = CombatResult::ALL
            .iter()
            .map(|result| {
                let ways = table.iter().filter(|row| row[usize::from(odds.column)] == *result).count();
                let (says, worth) = in_brief(*result);
                Chance::new(result.word(), ways as u64, Rule("11.A.e")).saying(says).worth(worth)
            })
            .filter(|chance| chance.ways > 0)
            .collect();
        let remark = early.then(|| "Air support is not counted.".to_owned());
        let chart = Some(ChartColumn { chart: crate::charts::COMBAT, head: 0, column: odds.column });
        Some(Forecast { title, sums, chart, outcomes, of: 6, remark })
    }

    /// What raising a bid, or staying, comes to: the other may still answer a raise.
    fn escalation_odds(&self, s: &State, raises: bool) -> Option<Forecast> {
        let (Some(Step::Escalate { attacker }), Some(battle)) = (s.now(), s.battle) else { return None };
        let mut bids = battle.bids;
        bids[usize::from(!attacker)] += u8::from(raises);
        let (asked, other) = if attacker { (0, 1) } else { (1, 0) };
        let others = [s.attacker(), s.attacker().other()][other];
        let answers = raises && self.levels(s, others) > bids[other];
        let remark = answers.then(|| format!("The {} may raise in turn.", ["attacker", "defender"][other]));
        // Who stays behind the other: the defender goes, or the attacker does not follow.
        let retreat = (asked == 0) == raises;
        Some(self.exchange(s, bids, retreat, self.escalation_rule(s), remark))
    }

    /// What attacker and defender lose, and who then holds the hex.
    fn exchange(
        &self,
        s: &State,
        bids: [u8; 2],
        retreat: bool,
        rule: &'static str,
        remark: Option<String>,
    ) -> Forecast {
        let sides = [s.attacker(), s.attacker().other()];
        let [attacker, defender] = [0, 1].map(|i| bids[i].min(self.levels(s, sides[i])));
        let sum = |label: &str, levels: u8| Sum { label: label.into(), amount: -i32::from(levels), rule: Rule(rule) };
        let end = match (defender == self.levels(s, sides[1]), retreat) {
            (true, true) => "the hex is empty, the attacker may advance",
            (true, false) => "the hex is empty, nobody advances",
            (false, true) => "the defender retreats, the attacker may advance",
            (false, false) => "the defender stays",
        };
        Forecast {
            title: format!("Attacker loses {attacker}, defender {defender}"),
            sums: vec![sum("Attacker", attacker), sum("Defender", defender)],
            chart: None,
            outcomes: vec![Chance::new(end, 1, Rule(rule))],
            of: 1,
            remark,
        }
    }

    fn sky_odds(&self, s: &State) -> Option<Forecast> {
        let ways = u64::from(self.components.tables.visible[s.weather as usize]);
        if ways == 0 || ways == 6 {
            return None;
        }
        let chance = |label: &str, ways| Chance::new(label, ways, Rule("17.2.a"));
        Some(Forecast {
            title: "Visibility".into(),
            sums: vec![],
            chart: None,
            outcomes: vec![chance("clear", ways), chance("cloudy", 6 - ways)],
            of: 6,
            remark: None,
        })
    }

    /// All dice at the first target; what it answers.
    fn air_odds(&self, s: &State, hex: Spot, with: Units) -> Option<Forecast> {
        let by = with.first()?;
        let side = self.side(by);
        let target = s.missions.iter().find(|it| it.hex == hex && self.side(it.air) != side)?.air;
        let tables = &self.components.tables;
        let (dice, answers) = (u32::from(self.card(by).strength), u32::from(self.card(target).strength));
        let of = 6u64.pow(dice + answers);
        let below = |limit: u8, dice: u32| u64::from(limit - 1).pow(dice);
        let rest = 6u64.pow(answers);
        let missed = below(tables.aborts, dice) * rest;
        let not_down = below(tables.destroys, dice) * rest;
        let lost = 6u64.pow(dice) * (rest - below(tables.return_fire, answers));
        let chance = |label: &str, ways, rule| Chance::new(label, ways, Rule(rule));
        Some(Forecast {
            title: format!("{} against {}", self.name(by), self.name(target)),
            sums: vec![],
            chart: None,
            outcomes: vec![
                chance("aborted", not_down - missed, "10.A.3.c"),
                chance("shot down", of - not_down, "10.A.3.c"),
                chance("missed", missed, "10.A.3.c"),
            ],
            of,
            remark: Some(format!("Interceptor lost in {lost} of {of}.")),
        })
    }
}

/// A result in a few words, and who gains by it: the attacker if that is above 0.
pub(crate) fn in_brief(result: CombatResult) -> (&'static str, i16) {
    match result {
        CombatResult::ARL => ("attacker loses 1, back 2", -2),
        CombatResult::AL => ("attacker loses 1", -1),
        CombatResult::NE => ("no effect", 0),
        CombatResult::DX => ("defender bids his loss, back 2", 1),
        CombatResult::EX => ("each loses 1, then bids", 0),
        CombatResult::DR => ("defender back 2", 1),
        CombatResult::DRL => ("defender loses 1, back 2", 2),
        CombatResult::DM => ("each defender loses 1, back 2", 3),
    }
}
