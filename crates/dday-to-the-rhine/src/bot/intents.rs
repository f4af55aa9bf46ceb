//! What a side is up to this month: the assaults it has worked out, remembered as long as the position is the same.

use super::plans::Assault;
use crate::DdayToTheRhine;
use crate::action::Battle;
use crate::components::Side;
use crate::judgement::{ATTACK, PLAN};
use crate::state::State;
use referee::{Piece, Spot};
use std::cell::RefCell;

/// What was worked out last: for which game, position and side.
struct Known {
    serial: u64,
    state: State,
    side: Side,
    assaults: Vec<Assault>,
}

thread_local! {
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// No attack is made that nobody meant.
const SENSELESS: i32 = i32::MIN;
/// So much less is still about as good.
const ABOUT: i32 = 45;

impl DdayToTheRhine {
    /// What a move promises that is part of an assault.
    pub(crate) fn move_intended(&self, s: &State, side: Side, unit: Piece, to: Spot) -> i32 {
        let weight = self.weights_of(s, side)[PLAN];
        self.with_intents(s, side, |assaults| {
            let comes = |assault: &&Assault| assault.moves.contains(&(unit, to));
            assaults.iter().find(comes).map_or(0, |assault| assault.worth * weight / 100)
        })
    }

    /// What an attack promises: only those are thought of that are about as good as the best one on the hex.
    pub(crate) fn attack_intended(&self, s: &State, side: Side, battle: &Battle) -> i32 {
        let weight = self.weights_of(s, side)[ATTACK];
        self.with_intents(s, side, |assaults| {
            let same = |assault: &&Assault| assault.moves.is_empty() && assault.target == battle.target;
            let Some(best) = assaults.iter().find(same) else { return SENSELESS };
            let worth = if best.attackers == battle.attackers { best.worth } else { self.worth_now(s, side, battle) };
            if worth > 0 && worth + ABOUT >= best.worth { worth * weight / 100 } else { SENSELESS }
        })
    }

    fn with_intents(&self, s: &State, side: Side, find: impl FnOnce(&[Assault]) -> i32) -> i32 {
        LAST.with_borrow_mut(|last| {
            match last {
                Some(known) if known.serial == self.serial && known.side == side && known.state == *s => {}
                _ => {
                    let assaults = self.assaults(s, side);
                    *last = Some(Known { serial: self.serial, state: *s, side, assaults });
                }
            }
            last.as_ref().map_or(0, |known| find(&known.assaults))
        })
    }
}
