//! [19.0] Who may not move yet, or not so far.

use crate::OperationGrenade;
use crate::event::Event;
use crate::state::{Side, State, Unit, Units};
use referee::{Illegal, Referee, Rule, Spot};

impl OperationGrenade {
    /// [5.24] Bans on movement; they do not touch retreats and advances.
    pub(crate) fn check_restrictions(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        let card = self.card(unit);
        if s.turn <= card.frozen_until {
            return refuse(Rule("19.11"), "the division may not move yet");
        }
        if card.withdraws && !s.corps_is_free {
            return refuse(Rule("19.12"), "the corps may not move until it is attacked or withdraws");
        }
        if card.side == Side::US && card.mechanized && s.turn <= self.components.tables.mechanized_until {
            return refuse(Rule("19.31"), "US mechanized units move from Game-Turn Four on");
        }
        Ok(())
    }

    /// [19.32] No hexrow beyond the boundary; who has been driven over it goes no further.
    #[inline]
    pub(crate) fn crosses_boundary(&self, boundary: Option<u8>, from: Spot, to: Spot) -> bool {
        let Some(limit) = boundary else { return false };
        let row = self.row(to);
        row > limit && (!self.is_hex(from) || row > self.row(from))
    }

    /// [19.21], [19.22], [19.23] Before German supply a die may free the corps.
    pub(crate) fn roll_for_withdrawal(&self, s: &mut State, r: &mut Referee<Event>) {
        let (_, on) = &self.components.tables.withdrawal;
        let Some((_, most)) = on.iter().rev().find(|(from_turn, _)| s.turn >= *from_turn) else { return };
        if s.corps_is_free {
            return;
        }
        let die = r.roll(6);
        s.corps_is_free = die <= *most;
        r.note(Rule("19.21"), Event::Withdrawal { die, free: s.corps_is_free });
    }

    /// [19.12.a] A US attack on one of its units frees it.
    pub(crate) fn free_corps_if_attacked(&self, s: &mut State, side: Side, targets: Units, r: &mut Referee<Event>) {
        let hit = (targets - s.retreated).iter().any(|unit| self.card(unit).withdraws);
        if side == Side::US && !s.corps_is_free && hit {
            s.corps_is_free = true;
            r.note(Rule("19.12.a"), Event::CorpsAttacked);
        }
    }
}

/// One clause for each rule that can bar a step.
pub(crate) fn why_barred(rule: Rule) -> &'static str {
    match rule.0 {
        "5.21" => "an enemy unit is in that hex",
        "5.51" => "strategic movement keeps three hexes away from every enemy unit",
        "5.61" => "a mechanized unit crosses a river by road only",
        "5.62" => "nobody enters a lake",
        "6.32.a" => "a unit may not go from one enemy zone into another",
        "6.32.c" => "a unit that has left an enemy zone may enter no other in this move",
        "14.11" => "reinforcements enter at their entry hex",
        "19.32" => "the corps may not go beyond its boundary",
        "22.11" => "US units cross the Rhine only by a bridge that stands",
        "26.0.a" => "a river may not be bridged into an enemy zone",
        "27.1" => "a mechanized unit enters and leaves swamp by road only",
        _ => "the way is barred",
    }
}
