//! [7] Take trucks.

use crate::components::Commander;
use crate::sequence::Step;
use crate::state::State;
use crate::{Event, Race};
use referee::{Illegal, Piece, Referee, Rule};

impl Race {
    /// [2.22, 2.22.e] The column of the Logistics Chart that applies to a player.
    pub(crate) fn column(s: &State, who: Commander) -> usize {
        usize::from(s.side(who).level.clamp(1, 3)) - 1
    }

    /// [7.2]
    pub(crate) fn may_take_trucks(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        if s.side(mover).trucks >= self.c.tables.limit[Race::column(s, mover)] {
            return Err(Illegal::new(Rule("7.2"), "your pool is at its limit"));
        }
        Ok(())
    }

    /// [7.1, 7.3, 15.E.1] The fewest and the most trucks that can be taken.
    pub(crate) fn truck_draw(&self, s: &State, mover: Commander) -> (u8, u8) {
        let column = Race::column(s, mover);
        let room = self.c.tables.limit[column].saturating_sub(s.side(mover).trucks);
        let most = self.c.tables.draw[column].min(room).min(s.truck_stock);
        (if s.options.fair_play { most } else { most.min(1) }, most)
    }

    pub(crate) fn check_trucks(&self, s: &State, mover: Commander, count: i16) -> Result<(), Illegal> {
        self.may_take_trucks(s, mover)?;
        let column = Race::column(s, mover);
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why));
        let wanted = u8::try_from(count).unwrap_or(if count < 0 { 0 } else { u8::MAX });
        let (least, most) = self.truck_draw(s, mover);
        if count < 0 || wanted < least {
            return if s.options.fair_play && wanted < most {
                refuse("15.E.1", "fair play: take as many as you can")
            } else {
                refuse("7.1", "take at least one truck")
            };
        }
        if wanted > self.c.tables.draw[column] {
            return refuse("7.1", "that is more than your truck draw");
        }
        if wanted > s.truck_stock {
            return refuse("7.3", "the stock has fewer trucks");
        }
        if wanted > most {
            return refuse("7.2", "that would exceed your truck limit");
        }
        Ok(())
    }

    pub(crate) fn take_trucks(&self, s: &mut State, mover: Commander, count: u8, r: &mut Referee<Event>) {
        s.truck_stock -= count;
        s.side_mut(mover).trucks += count;
        // [7.5] With none left this only starts a Supply Check.
        r.note(Rule(if count > 0 { "7.1" } else { "7.5" }), Event::TrucksTaken { who: mover, count });
        // [7.4, 9.1]
        if s.truck_stock == 0 {
            self.begin_check(s, r);
            s.steps.push(Step::Check { next: Piece(0) });
        }
    }
}
