//! I: The Normandy invasion.

use crate::components::{Month, Side};
use crate::sequence::Step;
use crate::state::{Place, State, Sudden, mark};
use crate::{DdayToTheRhine, Event};
use referee::{Illegal, Piece, Ref, Referee, Rule, Spot};

impl DdayToTheRhine {
    pub(crate) fn check_invasion(&self, s: &State, at: Spot) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        match self.beach_at(at) {
            None => refuse("I.2", "the armies land on their own beaches"),
            Some(beach) if s.tried[beach] => refuse("I.2", "that landing has been tried"),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn beach_at(&self, at: Spot) -> Option<usize> {
        self.c.map.beach.iter().position(|beach| *beach == at)
    }

    /// [I.3, I.4, G.8.d] Dice of both sides in a landing.
    pub(crate) fn landing_dice(&self, s: &State, army: Piece) -> (u8, u8) {
        let tables = &self.c.tables;
        let parts = self.unit(army).dice[usize::from(s.unit(army).sp)] + tables.naval_dice + tables.airborne_dice
            - tables.coast_loss;
        let attack = if s.options.invasion_4 { tables.invasion_dice_strict } else { parts };
        (attack, 1 + tables.coast_gain)
    }

    /// [I.1, I.5, I.6, I.9] A landing; it costs nothing.
    pub(crate) fn invade(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let beach = self.beach_at(at).expect("checked: it is a beach");
        let army = self.invaders[beach];
        let (attack, defence) = self.landing_dice(s, army);
        let attack = self.throw(s, Side::Allied, attack, r);
        let defence = self.throw(s, Side::German, defence, r);
        let defender = self.defender(s, at);
        let hits = self.hits(s, &attack);
        let losses = self.hits(s, &defence);
        let failed = defender.is_some() && hits.infantry + hits.panzer == 0;
        s.tried[beach] = true;
        s.failed[beach] = failed;
        let number = u8::try_from(beach).unwrap_or(0);
        r.note(Rule("I.2"), Event::Landing { beach: number, attack, defence, failed });
        let lost = (losses.infantry + losses.panzer).min(s.unit(army).sp);
        s.unit_mut(army).sp -= lost;
        if lost > 0 {
            r.note(Rule("I.5"), Event::Lost { unit: army, steps: lost });
        }
        if failed {
            // [I.6.a] The coast unit stays where it is.
            s.unit_mut(army).place = Place::Track;
        } else {
            if let Some(defender) = defender {
                let out = self.remove(s, defender);
                r.note(Rule("I.5"), Event::Eliminated { unit: defender, out });
            }
            self.put(s, army, at);
            s.beaches[beach] = true;
            r.note(Rule("I.9.a"), Event::BeachHead(number));
            self.enter(s, Side::Allied, at, r);
        }
        // [I.10]
        s.fired = [true; 2];
        s.airborne_used |= 1 << self.c.tables.airborne_invasion[beach];
        s.airborne_month += 1;
    }

    /// [I.7, V.1, I.9.b] The German June turn begins, if there is one.
    pub(crate) fn end_invasion(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.failed == [true; 2] {
            return self.win_suddenly(s, Side::German, Sudden::Invasion, r);
        }
        for army in self.invaders {
            s.unit_mut(army).marks &= mark::REBUILT;
        }
        self.begin_german(s, r);
    }

    /// [Q.3]
    pub(crate) fn begin_invasion(&self, s: &mut State) {
        s.phase = 0;
        s.month = Month(0);
        s.steps.push(Step::Invasion);
    }
}
