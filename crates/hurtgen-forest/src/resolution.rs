//! [7.4], [7.6] Differential, terrain line, die, result.

use crate::HurtgenForest;
use crate::components::{CombatResult, HexSide};
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Battle, Side, State, Unit, Units};
use referee::{Referee, Rule};

/// [7.0.b] The strengths of a combat and where they lead on the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Odds {
    pub(crate) attack: i16,
    pub(crate) barrage: i16,
    pub(crate) support: i16,
    pub(crate) defense: i16,
    pub(crate) protective_fire: i16,
    /// Index of the line of the Combat Results Table, the best for the defender first.
    pub(crate) line: u8,
    pub(crate) column: u8,
}

impl Odds {
    /// [7.0.c] Attack total minus defense total; it may be negative.
    pub(crate) fn differential(&self) -> i16 {
        self.attack + self.barrage + self.support - self.defense - self.protective_fire
    }
}

impl HurtgenForest {
    /// [7.0.b], [7.3], [7.52] Whole strengths, nothing left out. [8.5] Artillery defends with its Defense Strength.
    pub(crate) fn odds(&self, s: &State, battle: &Battle) -> Odds {
        let sum = |units: Units, strength: fn(&crate::Card) -> u8| -> i16 {
            units.iter().map(|unit| i16::from(strength(self.card(unit)))).sum()
        };
        let mut odds = Odds {
            attack: sum(battle.attackers, |card| card.attack),
            barrage: sum(battle.barrage, |card| card.attack),
            support: battle.support.into(),
            defense: sum(battle.defenders, |card| card.defense),
            protective_fire: sum(battle.protective_fire, |card| card.fpf),
            line: self.line(s, battle),
            column: 0,
        };
        let table = &self.components.tables.combat;
        odds.column = u8::try_from(table.column(odds.line.into(), odds.differential())).expect("twelve columns");
        odds
    }

    /// [7.43] Terrain selects a line of the table. [7.45] The best line of any defender holds for all of them.
    fn line(&self, s: &State, battle: &Battle) -> u8 {
        battle.defenders.iter().map(|unit| self.line_of(s, battle, unit)).min().expect("a combat has a defender")
    }

    /// [7.41], [7.44] The most advantageous line a defender is entitled to: its hex, [8.62] against artillery too, or
    /// the water around it.
    fn line_of(&self, s: &State, battle: &Battle, defender: Unit) -> u8 {
        let table = &self.components.tables.combat;
        let hex = table.ground_line[self.ground(s.at(defender)) as usize];
        // [8.62.b] Only attackers that are not artillery are looked at; [8.62.a] without them no hexside helps.
        let attackers = battle.attackers - self.artillery;
        let sides = attackers.iter().map(|unit| {
            let edge = self.board.edge(s.at(unit), s.at(defender)).expect("attackers are adjacent");
            self.hexside(edge)
        });
        let (mut wet, mut bridged) = (!attackers.is_empty(), false);
        for side in sides {
            wet &= side.has(HexSide::STREAM) || side.has(HexSide::RIVER);
            bridged |= side.has(HexSide::BRIDGE);
        }
        // [7.42] All across the stream, or all across water and one at least by a bridge.
        match (wet, bridged) {
            (false, _) => hex,
            (true, true) => hex.min(table.bridge_line),
            (true, false) => hex.min(table.stream_line),
        }
    }

    /// [4.1.1.B.d], [7.0.d] Roll, read where row and column meet, apply at once.
    pub(crate) fn resolve(&self, s: &mut State, r: &mut Referee<Event>) {
        let Some(Step::ProtectiveFire(defender)) = s.steps.pop() else {
            unreachable!("a combat is resolved after the defender was asked")
        };
        let odds = self.odds(s, &s.battle);
        let die = r.roll(6);
        let differential = odds.differential();
        let by = defender.other();
        r.note(Rule("7.61"), Event::Rolled { by, die, differential, line: odds.line, column: odds.column });
        let result = self.components.tables.combat.result(odds.line.into(), differential, die);
        self.apply(s, result, defender.other(), r);
    }

    /// [7.62] What the result does to whom.
    fn apply(&self, s: &mut State, result: CombatResult, attacker: Side, r: &mut Referee<Event>) {
        use CombatResult::{A1, A2, Ae, Br, D1, D2, D3, D4, De};
        let defender = attacker.other();
        let Battle { attackers, defenders, .. } = s.battle;
        let targets = defenders;
        // [8.15] Artillery alone moves nobody by D1 or Br; [8.33] adjacent guns still suffer their part.
        let shrugged = self.is_artillery_alone(s) && matches!(result, D1 | Br);
        let rule = match result {
            D1 | D2 | D3 | D4 => Rule("7.62.a"),
            A1 | A2 => Rule("7.62.b"),
            Br => Rule("7.62.c"),
            Ae => Rule("7.62.d"),
            De => Rule("7.62.e"),
        };
        r.note(rule, Event::Result { result, targets });
        if shrugged && result == Br && !attackers.is_empty() {
            r.note(Rule("8.15"), Event::DefenderStays { result, guns: attackers });
        } else if shrugged || (attackers.is_empty() && matches!(result, A1 | A2 | Ae)) {
            let rule = if matches!(result, D1 | Br) { Rule("8.15") } else { Rule("8.14") };
            r.note(rule, Event::NoEffect { result });
        }
        let retreat = |side, units, hexes| Step::Retreat { side, units, hexes };
        match result {
            D1 if shrugged => {}
            D1 | D2 | D3 | D4 => {
                let hexes = match result {
                    D1 => 1,
                    D2 => 2,
                    D3 => 3,
                    _ => 4,
                };
                s.steps.push(Step::Advance { side: attacker, units: attackers });
                self.suffer(s, defenders);
                s.steps.push(retreat(defender, defenders, hexes));
            }
            A1 | A2 => {
                s.steps.push(Step::Advance { side: defender, units: defenders });
                self.suffer(s, attackers);
                s.steps.push(retreat(attacker, attackers, if result == A1 { 1 } else { 2 }));
            }
            Br => {
                // Nobody is victorious, so nobody advances. The defender goes first.
                self.suffer(s, attackers);
                s.steps.push(retreat(attacker, attackers, 1));
                if !shrugged {
                    self.suffer(s, defenders);
                    s.steps.push(retreat(defender, defenders, 1));
                }
            }
            Ae => {
                s.steps.push(Step::Advance { side: defender, units: defenders });
                self.destroy(s, attackers, rule, r);
            }
            De => {
                s.steps.push(Step::Advance { side: attacker, units: attackers });
                self.destroy(s, defenders, rule, r);
            }
        }
    }

    /// [8.41.a], [8.41.b] Remembered for Final Protective Fire.
    fn suffer(&self, s: &mut State, units: Units) {
        s.hit[0] |= units;
    }

    fn destroy(&self, s: &mut State, units: Units, rule: Rule, r: &mut Referee<Event>) {
        for unit in units {
            self.leave_trail(s, unit, s.at(unit));
            self.eliminate(s, unit, rule, r);
        }
    }
}
