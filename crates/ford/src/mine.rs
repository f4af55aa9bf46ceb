//! [3.0] The mine: a secret plan, written down before the first turn.

use crate::sequence::Step;
use crate::state::{Side, State};
use crate::{Event, Ford};
use referee::{Dice, Illegal, Piece, Ref, Referee, Rule, Spot};

impl Ford {
    /// [3.1]
    pub(crate) fn check_mine(&self, s: &State, hex: Spot) -> Result<(), Illegal> {
        let refuse = |why| Err(Illegal::new(Rule("3.1"), why).about(Ref::Spot(hex)));
        if hex.index() >= self.map.board.len() {
            return refuse("the mine must lie on the map");
        }
        if s.occupant(hex).is_some() {
            return refuse("the mine must lie in a hex without a unit");
        }
        if self.map.approach.contains(hex) {
            return refuse("the mine may not lie in the two western columns");
        }
        Ok(())
    }

    /// [3.1] The US learns that there is a mine, not where.
    pub(crate) fn hide_mine(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) {
        s.mine = Some(hex);
        r.note(Rule("3.1"), Event::MineHidden(hex));
        s.steps.pop();
        s.steps.push(Step::Movement(Side::US));
    }

    pub(crate) fn sets_off_mine(&self, s: &State, unit: Piece, hex: Spot) -> bool {
        self.side(unit) == Side::US && s.mine == Some(hex)
    }

    /// [3.2]
    pub(crate) fn tread_on_mine(&self, s: &mut State, unit: Piece, hex: Spot, r: &mut Referee<Event>) {
        if self.side(unit) == Side::GE {
            return;
        }
        // To find a hex free of mines is to learn something: it cannot be taken back either.
        if s.swept.insert(hex) && s.mine.is_some() {
            r.seal();
        }
        if self.sets_off_mine(s, unit, hex) {
            s.mine = None;
            r.note(Rule("3.2"), Event::MineStruck(unit, hex));
            if let Some(Step::Moving { left, .. }) = s.steps.top_mut() {
                *left = 0;
            }
            self.lose_step(s, unit, Rule("3.2"), r);
        }
    }

    /// Where the mine could be for all the US knows: any hex it has not trodden, equally likely.
    pub(crate) fn imagine_mine(&self, s: &mut State, dice: &mut dyn Dice) {
        if s.mine.is_some() {
            let possible = || self.map.board.spots().filter(|hex| !s.swept.contains(*hex));
            let count = u16::try_from(possible().count()).expect("a map has few hexes");
            s.mine = possible().nth(usize::from(dice.pick(count)));
        }
    }
}
