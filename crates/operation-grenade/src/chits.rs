//! [8.0] Limited intelligence: chits are drawn at the first combat, known to their owner, and go back when a unit has no
//! more use for them.

use crate::OperationGrenade;
use crate::components::{ChitLine, Draws, TURNS_FROM};
use crate::event::Event;
use crate::state::{CHIT_KINDS, Chit, ChitByte, POOLS, Side, State, Unit, Units};
use referee::{Dice, Referee, Rule, Seat};

impl OperationGrenade {
    /// [8.1], [8.2] Class and morale of a unit whose strength lies on a chit; a cadre has none any more [10.0], nor have battalions and
    /// artillery: what they have is printed [8.6].
    pub(crate) fn draws(&self, s: &State, unit: Unit) -> Option<Draws> {
        self.card(unit).draws.filter(|_| !s.cadre.contains(unit))
    }

    /// [8.33] It will draw a chit when it fights; [8.31.b] who has one never draws again.
    pub(crate) fn needs_chit(&self, s: &State, unit: Unit) -> bool {
        self.draws(s, unit).is_some() && !s.has_chit(unit)
    }

    pub(crate) fn chit_lines(&self, morale: u8) -> &[ChitLine] {
        &self.components.chits.pools[usize::from(morale) - 1]
    }

    /// [8.32] How many chits lie in a pool: everybody may count them.
    pub(crate) fn pool_size(s: &State, morale: u8) -> u16 {
        s.pool[usize::from(morale) - 1].iter().map(|count| u16::from(*count)).sum()
    }

    /// [8.0.a], [8.33] Draws at random from the pool of its morale; [8.32] from an empty one a copy, as from the full one.
    pub(crate) fn draw_chit(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let Some(Draws { morale, .. }) = self.draws(s, unit) else { return };
        let pool = usize::from(morale) - 1;
        let left = Self::pool_size(s, morale);
        let copy = left == 0;
        let counts = if copy { self.box_of_chits[pool] } else { s.pool[pool] };
        let total = counts.iter().map(|count| u16::from(*count)).sum();
        let kind = nth_kind(&counts, r.draw(total));
        if !copy {
            s.pool[pool][usize::from(kind)] -= 1;
        }
        s.chit[unit.index()] = ChitByte::of(Chit { kind, reduced: false, copy });
        r.note(Rule("8.33"), Event::Drew { unit, morale });
    }

    /// [8.52] The chit goes back into its pool, [8.31.a] when its unit is eliminated or a cadre.
    pub(crate) fn return_chit(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let Some(chit) = s.chit(unit) else { return };
        let Some(Draws { morale, .. }) = self.card(unit).draws else { return };
        s.chit[unit.index()] = ChitByte::NONE;
        if chit.copy {
            r.note(Rule("8.32"), Event::CopyGone { unit });
        } else {
            s.pool[usize::from(morale) - 1][usize::from(chit.kind)] += 1;
            r.note(Rule("8.52"), Event::ChitBack { unit, morale });
        }
    }

    /// [8.34], [8.35] What its chit says for its class on the side that lies up; nothing without a chit.
    pub(crate) fn chit_strength(&self, s: &State, unit: Unit) -> Option<u8> {
        let (draws, chit) = (self.card(unit).draws?, s.chit(unit)?);
        let line = &self.chit_lines(draws.morale)[usize::from(chit.kind)];
        let strengths = if chit.reduced { &line.back } else { &line.front };
        Some(strengths[draws.class as usize])
    }

    /// [9.82.1] Whether the chit has a weaker side to turn to.
    pub(crate) fn can_turn(&self, s: &State, unit: Unit) -> bool {
        let (Some(draws), Some(chit)) = (self.card(unit).draws, s.chit(unit)) else { return false };
        !chit.reduced && turns(&self.chit_lines(draws.morale)[usize::from(chit.kind)], draws)
    }

    pub(crate) fn turn_chit(&self, s: &mut State, unit: Unit) {
        if let Some(chit) = s.chit(unit) {
            s.chit[unit.index()] = ChitByte::of(Chit { reduced: true, ..chit });
        }
    }

    /// [8.31], [9.31] Strength of a unit by itself: its chit, its counter, its cadre.
    pub(crate) fn strength(&self, s: &State, unit: Unit) -> u16 {
        let card = self.card(unit);
        match (s.cadre.contains(unit), card.draws) {
            (true, _) => card.cadre.0.into(),
            (false, None) => card.strength.into(),
            (false, Some(_)) => self.chit_strength(s, unit).unwrap_or(0).into(),
        }
    }

    /// [8.42] Chits of the other side and the pools dealt anew. First who is known to have a weaker side, class C before
    /// B before A, because fewer chits will do for them: so every deal that agrees with what is known is as likely.
    pub(crate) fn imagine_chits(&self, s: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        let mut s = *s;
        let enemies = self.of_side(Side::of(seat).other());
        let with_chit: Units = (enemies & self.drawing).iter().filter(|unit| s.has_chit(*unit)).collect();
        for pool in 0..POOLS {
            let own = |unit: &Unit| self.card(*unit).draws.is_some_and(|draws| usize::from(draws.morale) == pool + 1);
            let mut units: Vec<(Unit, Draws, Chit)> = vec![];
            for unit in with_chit.iter().filter(own) {
                if let (Some(draws), Some(chit)) = (self.card(unit).draws, s.chit(unit)) {
                    units.push((unit, draws, chit));
                    if !chit.copy {
                        s.pool[pool][usize::from(chit.kind)] += 1;
                    }
                }
            }
            units.sort_by_key(|(unit, draws, chit)| (!chit.reduced, std::cmp::Reverse(draws.class), *unit));
            let lines = &self.components.chits.pools[pool];
            for (unit, draws, chit) in units {
                let mut bag = if chit.copy { self.box_of_chits[pool] } else { s.pool[pool] };
                if chit.reduced {
                    bag.iter_mut().zip(lines).filter(|(_, line)| !turns(line, draws)).for_each(|(count, _)| *count = 0);
                }
                let kind = nth_kind(&bag, dice.pick(bag.iter().map(|count| u16::from(*count)).sum()));
                if !chit.copy {
                    s.pool[pool][usize::from(kind)] -= 1;
                }
                s.chit[unit.index()] = ChitByte::of(Chit { kind, ..chit });
            }
        }
        s
    }

    /// The chits of the box less those on counters: what the pools must hold.
    pub(crate) fn pools_from_scratch(&self, s: &State) -> [[u8; CHIT_KINDS]; POOLS] {
        let mut pools = self.box_of_chits;
        for unit in self.drawing {
            if let (Some(draws), Some(chit)) = (self.card(unit).draws, s.chit(unit))
                && !chit.copy
            {
                let count = &mut pools[usize::from(draws.morale) - 1][usize::from(chit.kind)];
                *count = count.checked_sub(1).expect("[8.32] no chit is there twice");
            }
        }
        pools
    }
}

/// [9.82.1] Whether a chit of this kind has a weaker side for a unit.
pub(crate) fn turns(line: &ChitLine, draws: Draws) -> bool {
    line.front[draws.class as usize] >= TURNS_FROM
}

/// The kind of the n-th chit, kind by kind in the order of the file.
#[expect(clippy::cast_possible_truncation, reason = "a pool has sixteen kinds at most")]
fn nth_kind(counts: &[u8; CHIT_KINDS], mut nth: u16) -> u8 {
    for (kind, count) in counts.iter().enumerate() {
        match nth.checked_sub(u16::from(*count)) {
            Some(rest) => nth = rest,
            None => return kind as u8,
        }
    }
    unreachable!("a draw is one of those counted")
}
