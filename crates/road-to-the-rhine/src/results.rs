//! Results of combat, with their bids: [11.A.d], and 11.B.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::components::CombatResult;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Attack, Battle, NOWHERE, Options, State, Units};
use referee::{Illegal, Referee, Rule, Spot};

impl RoadToTheRhine {
    pub(crate) fn resolve(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) {
        let Some(index) = self.attack_to_resolve(s, hex) else { return };
        let attack = s.attacks[index];
        let me = s.attacker();
        let attackers: Units = self.tasked(s, index).iter().filter(|unit| self.on_map(s, *unit)).collect();
        let defenders = self.stack(s, me.other(), hex);
        self.strike_off(s, index);
        for unit in attackers.iter() {
            s.left[unit.index()] = NOWHERE;
        }
        if attackers.is_empty() || defenders.is_empty() {
            return;
        }
        let odds = self.odds(s, hex, attackers, attack.shift);
        r.note(Rule("11.A.a"), Event::Battle { hex, attackers, defenders });
        r.note(Rule("11.A.b"), Event::Ratio { attack: odds.attack, defence: odds.defence, column: odds.raw });
        for shift in &odds.shifts {
            r.note(Rule(shift.rule), Event::Shift { what: shift.what, columns: shift.columns });
        }
        r.note(Rule("11.A.c"), Event::Column(odds.column));
        let die = r.roll(6);
        let table = &self.components.tables.combat[usize::from(s.options.has(Options::CONSERVATIVE))];
        let faces = std::array::from_fn(|face| table[face][usize::from(odds.column)]);
        let result = faces[usize::from(die - 1)];
        r.note(Rule("11.A.e"), Event::Result { die, result, column: odds.column, by: me, faces });
        if attackers.iter().any(|unit| Some(unit) == self.special.ss150) {
            s.ss150_spent = true;
        }
        s.fought |= attackers;
        s.finished |= attackers;
        // [9.C.c]
        s.reserve -= attackers;
        // [11.e] An assault below 1:3 does not use up the defender's one attack.
        if !(attack.assault && odds.raw.is_none()) {
            s.struck |= defenders;
        }
        let assault = if attack.assault { attackers & s.airdrop } else { Units::empty() };
        let bids = match result {
            CombatResult::EX => [1, 1],
            CombatResult::DX => [1, 0],
            _ => [0, 0],
        };
        s.battle = Some(Battle {
            target: hex,
            attackers,
            defenders,
            column: odds.column,
            result,
            bids,
            vacated: false,
            no_advance: false,
            escort: self.escorts(s, attackers),
            assault,
        });
        self.stack_up(s, result, r);
    }

    /// An attack is over: those behind it move up.
    fn strike_off(&self, s: &mut State, index: usize) {
        let gone = u8::try_from(index + 1).unwrap_or(u8::MAX);
        for task in &mut s.task {
            match (*task).cmp(&gone) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => *task = 0,
                std::cmp::Ordering::Greater => *task -= 1,
            }
        }
        s.attacks.copy_within(index + 1.., index);
        s.attacks[s.attacks.len() - 1] = Attack { hex: NOWHERE, shift: 0, assault: false };
    }

    /// Attacks that nobody is left for are called off.
    pub(crate) fn strike_off_empty(&self, s: &mut State, rule: Rule, r: &mut Referee<Event>) {
        loop {
            let empty = s.open_attacks().find(|(index, _)| self.tasked(s, *index).is_empty());
            let Some((index, attack)) = empty else { return };
            self.strike_off(s, index);
            r.note(rule, Event::CalledOff(attack.hex));
        }
    }

    /// The steps that a result asks for, lowest first.
    fn stack_up(&self, s: &mut State, result: CombatResult, r: &mut Referee<Event>) {
        let (me, him) = (s.attacker(), s.attacker().other());
        s.steps.push(Step::Advance);
        if s.battle.is_some_and(|battle| !battle.assault.is_empty()) {
            s.steps.push(Step::Repulse);
        }
        match result {
            // [11.B.NE]
            CombatResult::NE => {}
            // [11.B.AL]
            CombatResult::AL => s.steps.push(Step::Lose { side: me, count: 1 }),
            // [11.B.ARL]
            CombatResult::ARL => {
                s.steps.push(Step::Rout { side: me });
                s.steps.push(Step::Lose { side: me, count: 1 });
            }
            // [11.B.DR]
            CombatResult::DR => s.steps.push(Step::Rout { side: him }),
            // [11.B.DRL]
            CombatResult::DRL => {
                s.steps.push(Step::Rout { side: him });
                s.steps.push(Step::Lose { side: him, count: 1 });
            }
            // [11.B.DM]
            CombatResult::DM => {
                s.steps.push(Step::Rout { side: him });
                for unit in self.losers(s, him).iter() {
                    self.lose_level(s, unit, r);
                }
            }
            CombatResult::DX if s.options.has(Options::DX_EXAMPLE) => s.steps.push(Step::Escalate { attacker: false }),
            CombatResult::DX => s.steps.push(Step::Bid),
            CombatResult::EX => s.steps.push(Step::Escalate { attacker: false }),
        }
    }

    fn is_dx(s: &State) -> bool {
        s.battle.is_some_and(|battle| battle.result == CombatResult::DX)
    }

    pub(crate) fn escalation_rule(&self, s: &State) -> &'static str {
        if Self::is_dx(s) { "11.B.DX.b" } else { "11.B.EX.b" }
    }

    /// [11.B.DX.a] Asked if he can lose one.
    pub(crate) fn settle_bid(&self, s: &State) -> bool {
        // He always can while he has a unit: zero is a choice too.
        s.battle.is_some()
    }

    pub(crate) fn check_bid(&self, s: &State, levels: i16) -> Result<(), Illegal> {
        let most = self.levels(s, s.attacker().other());
        match (0..=i16::from(most)).contains(&levels) {
            true => Ok(()),
            false => Err(no(Rule("11.C.d"), "he does not have so many levels on the map")),
        }
    }

    pub(crate) fn bid(&self, s: &mut State, levels: i16, r: &mut Referee<Event>) {
        let defender = u8::try_from(levels).unwrap_or(0);
        let attacker = (defender + 1).min(self.levels(s, s.attacker()));
        r.note(Rule("11.B.DX.a"), Event::Exchange { defender, attacker });
        s.steps.pop();
        self.take_bids(s, attacker, defender, true);
    }

    /// [11.B.DX.b], [11.B.EX.a] The defender goes, or [11.B.EX.c] stays and nobody follows.
    fn take_bids(&self, s: &mut State, attacker: u8, defender: u8, retreat: bool) {
        if let Some(battle) = &mut s.battle {
            battle.bids = [attacker, defender];
            battle.no_advance = !retreat;
        }
        let (me, him) = (s.attacker(), s.attacker().other());
        if retreat {
            s.steps.push(Step::Rout { side: him });
        }
        if attacker > 0 {
            s.steps.push(Step::Lose { side: me, count: attacker });
        }
        if defender > 0 {
            s.steps.push(Step::Lose { side: him, count: defender });
        }
    }

    /// [11.B.EX.b] Asked if he has one more level to lose; else he stays.
    pub(crate) fn settle_escalation(&self, s: &mut State, attacker: bool, r: &mut Referee<Event>) -> bool {
        let bids = s.battle.map_or([0, 0], |battle| battle.bids);
        let (side, bid) = if attacker { (s.attacker(), bids[0]) } else { (s.attacker().other(), bids[1]) };
        if self.levels(s, side) > bid {
            return true;
        }
        self.decline(s, attacker, r);
        false
    }

    pub(crate) fn escalate(&self, s: &mut State, attacker: bool, r: &mut Referee<Event>) {
        let rule = self.escalation_rule(s);
        s.steps.pop();
        let to = match &mut s.battle {
            Some(battle) => {
                let bid = &mut battle.bids[usize::from(!attacker)];
                *bid += 1;
                *bid
            }
            None => return,
        };
        r.note(Rule(rule), Event::Raises { attacker, to, stays: false });
        s.steps.push(Step::Escalate { attacker: !attacker });
    }

    /// Who stays behind: the defender goes, or the attacker does not follow.
    pub(crate) fn decline(&self, s: &mut State, attacker: bool, r: &mut Referee<Event>) {
        let rule = self.escalation_rule(s);
        s.steps.pop();
        let bids = s.battle.map_or([0, 0], |battle| battle.bids);
        r.note(Rule(rule), Event::Raises { attacker, to: bids[usize::from(!attacker)], stays: true });
        self.take_bids(s, bids[0].min(self.levels(s, s.attacker())), bids[1], !attacker);
    }
}
