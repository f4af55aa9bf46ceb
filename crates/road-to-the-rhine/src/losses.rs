//! Losses by strength levels (11.C), starvation (6.C).

use crate::action::no;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// Levels a unit has on the map [11.C.b].
    pub(crate) fn levels_of(&self, s: &State, unit: Unit) -> u8 {
        match (self.on_map(s, unit), self.card(unit).back.is_some() && !s.reduced.contains(unit)) {
            (false, _) => 0,
            (true, true) => 2,
            (true, false) => 1,
        }
    }

    /// Units of a side in this combat that can lose something.
    pub(crate) fn losers(&self, s: &State, side: Side) -> Units {
        let Some(battle) = s.battle else { return Units::empty() };
        // [11.e] Who came by retreat suffers nothing.
        let all = if side == s.attacker() { battle.attackers } else { battle.defenders - s.retreated };
        all.iter().filter(|unit| self.on_map(s, *unit)).collect()
    }

    pub(crate) fn levels(&self, s: &State, side: Side) -> u8 {
        self.losers(s, side).iter().map(|unit| self.levels_of(s, unit)).sum()
    }

    /// Asked if two units could lose, and not all of them must.
    pub(crate) fn settle_loss(&self, s: &mut State, side: Side, count: u8, r: &mut Referee<Event>) -> bool {
        let losers = self.losers(s, side);
        if losers.len() > 1 && count > 0 && self.levels(s, side) > count {
            return true;
        }
        s.steps.pop();
        let mut left = count;
        for unit in losers.iter() {
            while left > 0 && self.on_map(s, unit) {
                self.lose_level(s, unit, r);
                left -= 1;
            }
        }
        false
    }

    pub(crate) fn check_lose(&self, s: &State, side: Side, unit: Unit) -> Result<(), Illegal> {
        let Some(battle) = s.battle else { return Err(crate::action::NOT_NOW) };
        let all = if side == s.attacker() { battle.attackers } else { battle.defenders - s.retreated };
        if !all.contains(unit) {
            return Err(no(Rule("11.C.a"), "it takes no part in this combat"));
        }
        if !self.on_map(s, unit) {
            return Err(no(Rule("11.C.d"), "it has nothing left to lose"));
        }
        Ok(())
    }

    pub(crate) fn lose(&self, s: &mut State, side: Side, count: u8, unit: Unit, r: &mut Referee<Event>) {
        s.steps.pop();
        self.lose_level(s, unit, r);
        if count > 1 {
            s.steps.push(Step::Lose { side, count: count - 1 });
        }
    }

    /// [11.C.b], [11.C.c], [6.C.d]; the cadre is lost only out of supply or by a retreat [11.C.e]. Breakdown counters have one
    /// level [22.A.3.a].
    pub(crate) fn lose_level(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let card = self.card(unit);
        let hex = s.at(unit);
        if card.back.is_some() && !s.reduced.contains(unit) {
            s.reduced.insert(unit);
            r.note(Rule("11.C.b"), Event::About { unit, what: "is reduced" });
            return;
        }
        let cadre = card.division && card.back.is_some();
        let starved = s.unsupplied.contains(unit) && !s.airfed.contains(unit);
        if cadre && !starved {
            self.remove(s, unit, Off::Cadre);
            r.note(Rule("11.C.b"), Event::About { unit, what: "goes to the cadre box" });
        } else {
            let rule = if cadre { "6.C.d" } else { "11.C.c" };
            self.remove(s, unit, Off::Destroyed);
            r.note(Rule(rule), Event::About { unit, what: "is destroyed" });
            self.count_counters(s, unit, r);
        }
        self.garrison_gone(s, hex, r);
    }

    /// [11.D.f] The whole unit, cadre and all.
    pub(crate) fn eliminate(&self, s: &mut State, unit: Unit, rule: &'static str, r: &mut Referee<Event>) {
        let hex = s.at(unit);
        self.remove(s, unit, Off::Destroyed);
        let what = if rule == "28.c" { "surrenders" } else { "is eliminated" };
        r.note(Rule(rule), Event::About { unit, what });
        self.count_counters(s, unit, r);
        self.garrison_gone(s, hex, r);
    }

    /// [6.C.b], [6.C.c]; what halves them meanwhile [6.C.a] is in `toll.rs` and `strength.rs`.
    pub(crate) fn starve(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        if self.card(unit).back.is_some() && !s.reduced.contains(unit) {
            s.reduced.insert(unit);
            r.note(Rule("6.C.b"), Event::About { unit, what: "starves: reduced" });
        } else {
            let hex = s.at(unit);
            self.remove(s, unit, Off::Destroyed);
            r.note(Rule("6.C.c"), Event::About { unit, what: "starves: destroyed" });
            self.count_counters(s, unit, r);
            self.garrison_gone(s, hex, r);
        }
    }
}
