//! [9.85] Losses: who pays, step by step; chits turned, cadres [10.0], eliminations.

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::{Kind, Loser};
use crate::event::Event;
use crate::sequence::{Loss, Step};
use crate::state::{Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl OperationGrenade {
    /// [9.82] Steps of a unit: a full chit, a turned one, a cadre. Of one that has no chit yet two are counted on.
    pub(crate) fn steps(&self, s: &State, unit: Unit) -> u8 {
        if self.draws(s, unit).is_none() {
            return 1; // [9.82.3], [10.0.a]
        }
        if self.can_turn(s, unit) { 3 } else { 2 }
    }

    /// Units of the losing stacks that are still there.
    pub(crate) fn losers(&self, s: &State) -> Units {
        s.battle.trails().iter().fold(Units::empty(), |all, trail| all | trail.units)
    }

    fn participants(&self, s: &State) -> Units {
        match s.battle.result.map(|result| result.loser) {
            Some(Loser::Attacker) => s.battle.attackers,
            Some(Loser::Defender) | None => s.battle.defenders,
        }
    }

    /// [9.85.c] Who may lose the next step, [9.92] for a controlled hex anybody in the stack.
    pub(crate) fn may_lose(&self, s: &State, why: Loss) -> Units {
        match why {
            Loss::Zone(stack) => self.living(s, stack),
            Loss::Missing(stack) => self.first_to_pay(s, self.living(s, stack)),
            Loss::Mandatory | Loss::Instead => self.first_to_pay(s, self.losers(s)),
        }
    }

    /// [9.87] Attacking tanks first, [9.86] then who took part, then who stood by.
    fn first_to_pay(&self, s: &State, losers: Units) -> Units {
        let participants = losers & self.participants(s);
        let tanks = participants.iter().filter(|unit| self.card(*unit).kind == Kind::Tank).collect::<Units>();
        if self.attackers_lose(s) && !tanks.is_empty() {
            tanks
        } else if participants.is_empty() {
            losers
        } else {
            participants
        }
    }

    fn attackers_lose(&self, s: &State) -> bool {
        s.battle.result.is_some_and(|result| result.loser == Loser::Attacker)
    }

    /// The units of a stack that are still there.
    pub(crate) fn living(&self, s: &State, stack: u8) -> Units {
        s.battle.trails().get(usize::from(stack)).map_or(Units::empty(), |trail| trail.units)
    }

    pub(crate) fn check_lose(&self, s: &State, why: Loss, unit: Unit) -> Result<(), Illegal> {
        let may = self.may_lose(s, why);
        if may.contains(unit) {
            return Ok(());
        }
        if !self.exists(unit) || !self.losers(s).contains(unit) {
            return Err(Illegal::new(Rule("9.85.c"), "the unit has no part in this result"));
        }
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        match why {
            Loss::Zone(stack) | Loss::Missing(stack) if !self.living(s, stack).contains(unit) => {
                refuse(why.rule(), "another stack has to pay")
            }
            _ if self.attackers_lose(s) && self.participants(s).contains(unit) => {
                refuse(Rule("9.87"), "attacking tank units lose their steps first")
            }
            _ => refuse(Rule("9.86"), "units that took part lose their steps first"),
        }
    }

    pub(crate) fn offer_losses(&self, units: Units, offers: &mut Vec<Offer<Action>>) {
        for unit in units {
            offers.push(Offer::new(Action::Lose(unit), unit.into(), "lose a step"));
        }
    }

    pub(crate) fn answer_loss(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let Some(Step::Lose { left, why, .. }) = s.steps.top_mut() else { return };
        *left -= 1;
        let why = *why;
        self.lose(s, unit, why, r);
    }

    pub(crate) fn lose(&self, s: &mut State, unit: Unit, why: Loss, r: &mut Referee<Event>) {
        let stood_by = !self.participants(s).contains(unit);
        let rule = match why {
            Loss::Mandatory | Loss::Instead if stood_by => Rule("9.86"),
            Loss::Mandatory | Loss::Instead | Loss::Zone(_) | Loss::Missing(_) => why.rule(),
        };
        if !s.fought.contains(unit) {
            s.out.insert(unit);
        }
        self.lose_step(s, unit, rule, r);
    }

    /// [9.82.1], [9.82.2], [10.0.a] Full chit, weaker side, cadre, gone. [9.86] Who has no chit draws one first.
    fn lose_step(&self, s: &mut State, unit: Unit, rule: Rule, r: &mut Referee<Event>) {
        if self.needs_chit(s, unit) {
            self.draw_chit(s, unit, r);
        }
        if s.has_chit(unit) {
            r.seal(); // [9.82] Everybody sees whether the chit has a weaker side.
        }
        if self.can_turn(s, unit) {
            self.turn_chit(s, unit);
            r.note(rule, Event::Reduced { unit });
        } else if s.has_chit(unit) {
            r.note(rule, Event::Cadre { unit });
            self.return_chit(s, unit, r);
            s.cadre.insert(unit);
            self.look_again(s, self.side(unit), s.at(unit));
        } else {
            r.note(rule, Event::StepGone { unit, at: s.at(unit) });
            self.eliminate(s, unit, r);
        }
    }

    /// By itself if one unit only can lose the step, or if all that can must die for what is left. [9.85.b] More than there
    /// is cannot be lost.
    pub(crate) fn settle_loss(&self, s: &mut State, side: Side, left: u8, why: Loss, r: &mut Referee<Event>) -> bool {
        let may = self.may_lose(s, why);
        let Some(unit) = may.first().filter(|_| left > 0) else {
            s.steps.pop();
            return false;
        };
        let all_die = || {
            may.iter().all(|unit| !self.needs_chit(s, unit))
                && may.iter().map(|unit| u16::from(self.steps(s, unit))).sum::<u16>() <= left.into()
        };
        if may.len() > 1 && !all_die() {
            return true;
        }
        s.steps.pop();
        s.steps.push(Step::Lose { side, left: left - 1, why });
        self.lose(s, unit, why, r);
        false
    }

    /// [9.85.a] How many hexes the loser may choose to retreat. [9.97.1], [9.97.3] After a breakthrough all, unless it is
    /// surrounded.
    pub(crate) fn fall_limits(&self, s: &State, hexes: u8) -> (u8, u8) {
        if s.battle.is_breakthrough() && !self.all_surrounded(s) {
            return (hexes, hexes);
        }
        let steps: u16 = self.losers(s).iter().map(|unit| u16::from(self.steps(s, unit))).sum();
        (hexes.saturating_sub(u8::try_from(steps).unwrap_or(u8::MAX)), hexes)
    }

    pub(crate) fn check_fall_back(&self, s: &State, owed: u8, hexes: i16) -> Result<(), Illegal> {
        let (least, most) = self.fall_limits(s, owed);
        match (i16::from(least)..=i16::from(most)).contains(&hexes) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("9.85.a"), "hexes and steps together must make up the result")),
        }
    }

    pub(crate) fn offer_fall_back(&self, s: &State, hexes: u8, offers: &mut Vec<Offer<Action>>) {
        let (least, _) = self.fall_limits(s, hexes);
        offers.push(Offer::new(Action::FallBack(least.into()), Ref::Nothing, "hexes to fall back"));
    }

    pub(crate) fn open_fall_back(&self, s: &State, hexes: u8) -> Opening {
        let (least, most) = self.fall_limits(s, hexes);
        Opening::Amount { least: least.into(), most: most.into() }
    }

    /// The rest is paid in steps first, then the stacks go.
    pub(crate) fn fall_back(&self, s: &mut State, owed: u8, hexes: u8) {
        let Some(Step::FallBack { side, .. }) = s.steps.pop() else { return };
        for stack in 0..s.battle.trails().len() {
            if !self.living(s, u8::try_from(stack).unwrap_or(u8::MAX)).is_empty() {
                s.battle.stacks[stack].left = hexes;
            }
        }
        let leads = s.battle.is_breakthrough() && side != s.battle.side;
        if hexes > 0 {
            s.steps.push(Step::Retreat { side, by: if leads { s.battle.side } else { side } });
        }
        if owed > hexes {
            s.steps.push(Step::Lose { side, left: owed - hexes, why: Loss::Instead });
        }
    }

    /// Asked only if more than one number is lawful.
    pub(crate) fn settle_fall_back(&self, s: &mut State, hexes: u8) -> bool {
        if self.losers(s).is_empty() {
            s.steps.pop();
            return false;
        }
        let (least, most) = self.fall_limits(s, hexes);
        if least == most {
            self.fall_back(s, hexes, least);
        }
        least != most
    }
}
