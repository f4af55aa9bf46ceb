//! [5.0] Combat: declaration, chits, support, score and result.

use crate::sequence::Step;
use crate::state::{Battle, Chit, Cup, Side, State, Units};
use crate::{Event, Ford};
use referee::{Chance, ChartColumn, Dice, Forecast, Illegal, Piece, Ref, Referee, Rule, Sum};

/// [5.5] From worst to best for the attacker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CombatResult {
    Repulsed,
    Exchange,
    Retreat,
    Rout,
}

impl CombatResult {
    /// To the attacker.
    pub(crate) fn worth(self) -> i16 {
        match self {
            CombatResult::Repulsed => -1,
            CombatResult::Exchange => 0,
            CombatResult::Retreat => 1,
            CombatResult::Rout => 2,
        }
    }

    pub(crate) fn meaning(self) -> &'static str {
        match self {
            CombatResult::Repulsed => "every attacker back 1",
            CombatResult::Exchange => "both may lose steps",
            CombatResult::Retreat => "defender back 1",
            CombatResult::Rout => "defender loses a step, back 1",
        }
    }
}

impl Ford {
    /// [5.1] Units of a side that may still join an attack on an enemy.
    pub(crate) fn attackers(&self, s: &State, side: Side, target: Piece) -> Units {
        self.on_map(s, side).filter(|unit| self.may_attack(s, *unit, target).is_ok()).collect()
    }

    /// [5.1] Enemies that somebody may still attack.
    pub(crate) fn targets(&self, s: &State, side: Side) -> impl Iterator<Item = Piece> {
        self.on_map(s, side.other()).filter(move |target| !self.attackers(s, side, *target).is_empty())
    }

    pub(crate) fn check_attack(&self, s: &State, side: Side, battle: Battle) -> Result<(), Illegal> {
        let refusal = Illegal::new(Rule("5.1"), "only an enemy unit on the map can be attacked");
        self.place_of(s, side.other(), battle.target, refusal)?;
        if battle.attackers.is_empty() {
            return Err(Illegal::new(Rule("5.1"), "an attack needs an attacker").about(Ref::Piece(battle.target)));
        }
        for unit in battle.attackers {
            let refusal = Illegal::new(Rule("5.1"), "only your own units on the map can attack");
            self.place_of(s, side, unit, refusal)?;
            self.may_attack(s, unit, battle.target)?;
        }
        Ok(())
    }

    /// [5.1], [2.5]
    fn may_attack(&self, s: &State, unit: Piece, target: Piece) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Piece(unit)));
        if s.fought.contains(unit) {
            return refuse(Rule("5.1"), "the unit has already attacked in this phase");
        }
        let edge = s.at(unit).zip(s.at(target)).and_then(|(from, to)| self.map.board.edge(from, to));
        let Some(edge) = edge else { return refuse(Rule("5.1"), "the unit is not next to the defender") };
        match self.crossable(s, edge) {
            Err(rule) => refuse(rule, "the attack would have to cross the water"),
            Ok(()) => Ok(()),
        }
    }

    /// [5.1], [5.2] From here on the chits lie open; the defender may still call his guns.
    pub(crate) fn declare(&self, s: &mut State, battle: Battle, r: &mut Referee<Event>) {
        s.fought |= battle.attackers;
        r.note(Rule("5.1"), Event::Attacked(battle));
        for unit in battle.attackers.iter().chain([battle.target]) {
            self.show_chit(s, unit, r);
        }
        s.steps.push(Step::Support(battle));
    }

    /// [5.2]
    fn show_chit(&self, s: &mut State, unit: Piece, r: &mut Referee<Event>) {
        let chit = s.units[unit.index()].chit;
        let strength = match chit {
            Some(chit) => chit.strength,
            None => take(&mut s.cup, |n| r.draw(n)),
        };
        if chit.is_none_or(|chit| !chit.shown) {
            r.seal();
            s.unit_mut(unit).chit = Some(Chit { strength, shown: true });
            r.note(Rule("5.2"), Event::ChitShown { unit, strength });
        }
    }

    pub(crate) fn check_support(&self, s: &State, side: Side, calls: i16) -> Result<(), Illegal> {
        if (0..=i16::from(s.support[side.index()])).contains(&calls) {
            return Ok(());
        }
        Err(Illegal::new(Rule("5.3"), "the guns cannot be called that often"))
    }

    /// [5.3] to [5.5]
    pub(crate) fn resolve(&self, s: &mut State, battle: Battle, calls: u8, r: &mut Referee<Event>) {
        s.steps.pop();
        let side = self.side(battle.target);
        if calls > 0 {
            s.support[side.index()] -= calls;
            r.note(Rule("5.3"), Event::Supported { side, calls });
        }
        let die = r.roll(6);
        let open = |unit: Piece| s.units[unit.index()].chit.map_or(0, |chit| chit.strength.cast_signed());
        let attack: i8 = battle.attackers.iter().map(open).sum();
        let defence = open(battle.target) + self.ground_of(s, battle.target) + calls.cast_signed();
        let score = die.cast_signed() + attack - defence;
        let result = self.result(score);
        r.note(Rule("5.4"), Event::Scored { by: self.side(battle.target).other(), die, score, result });
        r.note(Rule("5.5"), Event::Result(result));
        self.apply(s, battle, result, r);
    }

    /// [5.5]
    fn apply(&self, s: &mut State, battle: Battle, result: CombatResult, r: &mut Referee<Event>) {
        match result {
            CombatResult::Repulsed => s.steps.push(Step::Retreat(battle.attackers)),
            CombatResult::Exchange => self.begin_exchange(s, battle),
            CombatResult::Retreat => self.drive_back(s, battle),
            CombatResult::Rout => {
                // The hex is to be followed into even if nobody is left to retreat from it.
                self.drive_back(s, battle);
                self.lose_step(s, battle.target, Rule("5.5"), r);
                if s.at(battle.target).is_none() {
                    s.steps.pop();
                }
            }
        }
    }

    pub(crate) fn result(&self, score: i8) -> CombatResult {
        let table = &self.tables.combat;
        match score {
            score if score <= table.repulsed => CombatResult::Repulsed,
            score if score <= table.exchange => CombatResult::Exchange,
            score if score <= table.retreat => CombatResult::Retreat,
            _ => CombatResult::Rout,
        }
    }

    /// [5.4]
    fn ground_of(&self, s: &State, target: Piece) -> i8 {
        s.at(target).map_or(0, |hex| self.tables.of(self.map.ground[hex.index()]).defence)
    }

    /// Exact odds of an attack for the side that looks at it, who may not know every chit.
    pub(crate) fn forecast_attack(&self, s: &State, viewer: Side, battle: Battle, calls: i16) -> Forecast {
        let mut sums = vec![];
        let mut unknown = vec![];
        let mut base = 0;
        let units = battle.attackers.iter().map(|unit| (unit, 1)).chain([(battle.target, -1)]);
        for (unit, sign) in units {
            match self.strength_known_to(s, viewer, unit) {
                Some(strength) => {
                    let amount = sign * strength.cast_signed();
                    base += amount;
                    sums.push(Sum { label: self.unit(unit).name.clone(), amount: amount.into(), rule: Rule("5.4") });
                }
                None => unknown.push(sign),
            }
        }
        let calls = i8::try_from(calls).expect("a side has few calls");
        for (label, amount) in [("ground", self.ground_of(s, battle.target)), ("support", calls)] {
            if amount != 0 {
                base -= amount;
                sums.push(Sum { label: label.into(), amount: (-amount).into(), rule: Rule("5.4") });
            }
        }
        let mut ways = [0u64; 4];
        let mut pool = self.chits_unknown_to(s, viewer);
        spread(&mut pool, &unknown, base, 1, &mut |modifier, weight| {
            for die in 1..=6 {
                ways[self.result(modifier + die) as usize] += weight;
            }
        });
        let of = ways.iter().sum();
        let shrink = ways.iter().fold(of, |divisor, ways| greatest_divisor(divisor, *ways));
        let no_way_out = !self.can_retreat(s, battle.target);
        let outcomes = RESULTS.map(|(result, label)| {
            let ways = ways[result as usize] / shrink;
            let meaning = match result {
                CombatResult::Retreat | CombatResult::Rout if no_way_out => "no way out: defender lost [6.5]",
                _ => result.meaning(),
            };
            Chance::new(label, ways, Rule("5.5")).saying(meaning).worth(result.worth())
        });
        Forecast {
            title: format!("{base:+} and a die"),
            sums,
            chart: Some(ChartColumn { chart: 0, head: 0, column: 0 }),
            outcomes: outcomes.into(),
            of: of / shrink,
            remark: self.remark(s, battle, unknown.len()),
        }
    }

    fn remark(&self, s: &State, battle: Battle, unknown: usize) -> Option<String> {
        let mut remarks = vec![];
        if unknown > 0 {
            remarks.push("Unknown strengths are averaged.");
        }
        if matches!(s.steps.top(), Some(Step::Combat(_))) && s.support[self.side(battle.target).index()] > 0 {
            remarks.push("The defender may still call his guns.");
        }
        (!remarks.is_empty()).then(|| remarks.join(" "))
    }

    /// [1.5] A chit that was drawn, unless it is the enemy's and still face down.
    pub(crate) fn strength_known_to(&self, s: &State, viewer: Side, unit: Piece) -> Option<u8> {
        let chit = s.units[unit.index()].chit?;
        (chit.shown || self.side(unit) == viewer).then_some(chit.strength)
    }

    /// [1.5] The cup as this side knows it: chits that the enemy holds face down could as well be in it.
    fn chits_unknown_to(&self, s: &State, viewer: Side) -> Cup {
        let mut pool = s.cup;
        for (_, chit) in self.face_down(s, viewer) {
            pool[usize::from(chit.strength) - 1] += 1;
        }
        pool
    }

    /// The enemy's chits that this side has not seen.
    fn face_down(&self, s: &State, viewer: Side) -> impl Iterator<Item = (Piece, Chit)> {
        let chits = self.all_of(viewer.other()).filter_map(|unit| Some((unit, s.units[unit.index()].chit?)));
        chits.filter(|(_, chit)| !chit.shown)
    }

    /// Puts the chits this side has not seen back into the cup and draws them again.
    pub(crate) fn imagine_chits(&self, s: &mut State, viewer: Side, dice: &mut dyn Dice) {
        s.cup = self.chits_unknown_to(s, viewer);
        let held: Units = self.face_down(s, viewer).map(|(unit, _)| unit).collect();
        for unit in held {
            let strength = take(&mut s.cup, |n| dice.pick(n));
            s.unit_mut(unit).chit = Some(Chit { strength, shown: false });
        }
    }
}

/// The results with the words of the chart.
pub(crate) const RESULTS: [(CombatResult, &str); 4] = [
    (CombatResult::Repulsed, "repulsed"),
    (CombatResult::Exchange, "exchange"),
    (CombatResult::Retreat, "retreat"),
    (CombatResult::Rout, "rout"),
];

/// [5.2] Takes one chit out of the cup; `pick` says which of n.
pub(crate) fn take(cup: &mut Cup, pick: impl FnOnce(u16) -> u16) -> u8 {
    let mut nth = pick(cup.iter().map(|n| u16::from(*n)).sum());
    for (strength, left) in (1..).zip(cup) {
        if nth < u16::from(*left) {
            *left -= 1;
            return strength;
        }
        nth -= u16::from(*left);
    }
    unreachable!("there are more chits than units")
}

/// Every way to draw the unknown chits one after the other, with its weight.
fn spread(pool: &mut Cup, unknown: &[i8], base: i8, weight: u64, tally: &mut impl FnMut(i8, u64)) {
    let Some((sign, rest)) = unknown.split_first() else { return tally(base, weight) };
    for i in 0..pool.len() {
        let left = pool[i];
        if left > 0 {
            pool[i] -= 1;
            let strength = i8::try_from(i).expect("there are four kinds of chit") + 1;
            spread(pool, rest, base + sign * strength, weight * u64::from(left), tally);
            pool[i] += 1;
        }
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::RandomBot;
    use referee::{Awaits, Game, Referee, Seeded, Setup};

    /// [6.5] Who has nowhere to go is lost by a retreat: the odds say so, and only then.
    #[test]
    fn odds_say_when_there_is_no_way_out() {
        let game = Ford::new(&crate::files()).expect("our own files are in order");
        let setup = Setup { scenario: "dusk".into(), options: vec![] };
        let (mut free, mut shut) = (0, 0);
        for seed in 0..60 {
            let mut dice = Seeded(seed);
            let mut s = game.start(&setup, &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&s) {
                if let Some(Step::Combat(side)) = s.steps.top() {
                    for target in game.targets(&s, side) {
                        let battle = Battle { target, attackers: game.attackers(&s, side, target) };
                        let told = game.forecast_attack(&s, side, battle, 0);
                        let says = told.outcomes.iter().any(|chance| chance.says.contains("no way out"));
                        assert_eq!(says, !game.can_retreat(&s, target), "{}", game.write_position(&s));
                        *(if says { &mut shut } else { &mut free }) += 1;
                    }
                }
                let action = RandomBot::default().decide(&game, &s, &mut dice).expect("something is offered");
                game.play(&mut s, &action, &mut Referee::silent(&mut dice));
            }
        }
        assert!(free > 10 && shut > 3, "both happen: {free}, {shut}");
    }
}
