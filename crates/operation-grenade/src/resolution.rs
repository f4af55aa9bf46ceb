//! [9.7] The ratio, the column, the dice and the result [9.8], [9.88].

use crate::OperationGrenade;
use crate::components::{CombatResult, Loser};
use crate::event::Event;
use crate::sequence::{Loss, Step};
use crate::state::{Battle, Hexes, Options, Side, State, Trail, Unit, Units};
use referee::{Referee, Rule, Spot};

impl OperationGrenade {
    /// [9.7] The column of a ratio before and after all shifts, counted from 0: clamp [9.88.a], add up, clamp. [9.7.a] Nobody is
    /// asked.
    pub(crate) fn column(&self, line: u8, attack: u16, defence: u16, shifts: i32) -> (usize, usize) {
        let table = &self.components.tables.combat;
        let column = table.lines[usize::from(line)].column(attack, defence);
        (column, table.results.shifted(column, shifts))
    }

    /// [9.88] What two dice bring in a column.
    pub(crate) fn result(&self, s: &State, dice: u8, column: usize) -> CombatResult {
        let table = &self.components.tables.combat;
        let variant = table.variants.iter().find(|(option, at, of, _)| {
            *at == dice && usize::from(*of) == column && s.options.has(Options::DICE_4) && s.options.named(option)
        });
        match variant {
            Some((.., result)) => *result,
            None => *table.results.result(i32::from(dice) - 2, column),
        }
    }

    /// [8.41], [8.33], [8.34] Chits are drawn by those who fight and nobody else [8.36], and seen by both; [8.41.a] it is too late
    /// to go back. [9.0.b] strengths compared, [9.83] the dice thrown.
    pub(crate) fn resolve(&self, s: &mut State, r: &mut Referee<Event>) {
        s.battle.defenders = self.fighters(s, &s.battle);
        let Battle { side, targets, attackers, defenders, .. } = s.battle;
        s.fought |= defenders;
        for hex in targets.iter() {
            let here: Units = s.units_in(hex).collect();
            s.out |= here - s.fought - s.retreated;
        }
        for fighters in [attackers, defenders] {
            for unit in fighters.iter().filter(|unit| self.needs_chit(s, *unit)).collect::<Units>() {
                self.draw_chit(s, unit, r);
            }
        }
        for unit in (attackers | defenders).iter().filter(|unit| s.has_chit(*unit)) {
            // [8.42] Something hidden is shown, for as long as this takes.
            r.seal();
            let (side, strength) = (self.side(unit), self.strength(s, unit));
            r.note(Rule("8.34"), Event::Strength { unit, side, strength });
        }
        self.tell_strengths(s, r);
        let (attack, defence) = self.totals(s, &s.battle);
        let (line, shifts) = (self.line(s, &s.battle), self.all_shifts(s, &s.battle));
        let (column, shifted) = self.column(line, attack, defence, shifts);
        self.each_shift(s, &s.battle, |shift| {
            if let Some(event) = shift.event() {
                r.note(shift.rule(), event);
            }
        });
        for hex in targets.iter() {
            if let Some(unit) = self.cleared_by(s, &s.battle, hex) {
                r.note(Rule("20.2"), Event::Cleared { unit, hex });
            }
        }
        r.note_with(Rule("9.0.b"), || Event::Ratio {
            attack,
            defence,
            line,
            column: u8::try_from(column + 1).unwrap_or(u8::MAX),
            shifted: u8::try_from(shifted + 1).unwrap_or(u8::MAX),
        });
        let dice = [r.roll(6), r.roll(6)];
        let result = self.result(s, dice[0] + dice[1], shifted);
        r.note(Rule("9.88"), Event::Dice { dice, result, targets });
        self.apply(s, side, result, r);
    }

    /// What ground, works and supply make of the strengths: all of it lies open.
    fn tell_strengths(&self, s: &State, r: &mut Referee<Event>) {
        let battle = &s.battle;
        let [half, faint] = [s.unsupplied, s.isolated].map(|weak| battle.attackers & weak);
        // [11.33.5] One is not halved; what a chit says stays hidden.
        let half: Units = half.iter().filter(|unit| s.has_chit(*unit) || self.strength(s, *unit) > 1).collect();
        if !half.is_empty() {
            r.note(Rule("11.33.1"), Event::HalfAttack { units: half });
        }
        if !faint.is_empty() {
            r.note(Rule("11.42.1"), Event::FaintAttack { units: faint });
        }
        let isolated = battle.defenders & s.isolated;
        if !isolated.is_empty() {
            r.note(Rule("11.42.2"), Event::HalfDefence { units: isolated });
        }
        for hex in battle.targets.iter() {
            let (times, rule) = self.multiple(s, battle, hex);
            if times > 1 {
                r.note(rule, Event::Multiplied { hex, times });
            }
            let adds = self.improved_adds(s, battle, hex);
            if adds > 0 {
                r.note(Rule("20.1"), Event::Improved { hex, adds });
            }
        }
    }

    /// [9.81], [9.84] The loser's stacks, the victors, and what follows: losses, retreat, advance.
    fn apply(&self, s: &mut State, side: Side, result: CombatResult, r: &mut Referee<Event>) {
        s.battle.result = Some(result);
        if result.breakthrough {
            r.note(Rule("9.97"), Event::Breakthrough);
        }
        let Battle { targets, attackers, defenders, .. } = s.battle;
        let from: Hexes = attackers.iter().map(|unit| s.at(unit)).collect();
        s.battle.victors = self.victors(s);
        // [7.22.a] Who took part in another combat, or has a duty of its own, suffers nothing.
        let loser = match result.loser {
            Loser::Defender => {
                let caught: Units = targets.iter().flat_map(|hex| s.units_in(hex)).collect();
                for unit in caught & s.retreated {
                    r.note(Rule("9.93.b"), Event::CaughtRetreating { unit });
                    self.eliminate(s, unit, r);
                }
                let shares = |s: &State, unit: Unit| defenders.contains(unit) || !s.fought.contains(unit);
                self.lay_trails(s, targets.iter(), result.hexes, shares);
                side.other()
            }
            Loser::Attacker => {
                let shares = |s: &State, unit: Unit| {
                    attackers.contains(unit) || (!s.fought.contains(unit) && !s.duty.contains(unit))
                };
                self.lay_trails(s, from.iter(), result.hexes, shares);
                side
            }
        };
        s.steps.push(Step::Advance(loser.other()));
        s.steps.push(Step::FallBack { side: loser, hexes: result.hexes });
        if result.steps > 0 {
            s.steps.push(Step::Lose { side: loser, left: result.steps, why: Loss::Mandatory });
        }
    }

    /// [9.94] Who may advance: everybody in the hexes of the winner but who has a duty of its own.
    pub(crate) fn victors(&self, s: &State) -> Units {
        let Battle { targets, attackers, result, .. } = s.battle;
        match result.map(|result| result.loser) {
            Some(Loser::Defender) => {
                let from: Hexes = attackers.iter().map(|unit| s.at(unit)).collect();
                from.iter().flat_map(|hex| s.units_in(hex)).collect::<Units>() - s.duty
            }
            Some(Loser::Attacker) => targets.iter().flat_map(|hex| s.units_in(hex)).collect(),
            None => Units::empty(),
        }
    }

    fn lay_trails(
        &self,
        s: &mut State,
        hexes: impl Iterator<Item = Spot>,
        left: u8,
        shares: impl Fn(&State, Unit) -> bool,
    ) {
        for (i, hex) in hexes.enumerate() {
            let units = s.units_in(hex).filter(|unit| shares(s, *unit)).collect();
            s.battle.stacks[i] = Trail { start: hex, left, units, ..Trail::NONE };
        }
    }
}
