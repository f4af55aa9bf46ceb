//! S: Naval, bomber and airborne support.

use crate::action::{Battle, Support};
use crate::components::{Face, Nation, River, Side};
use crate::sequence::Step;
use crate::state::{State, Units};
use crate::{DdayToTheRhine, Event};
use referee::{Illegal, Ref, Referee, Rule, Thing};

impl DdayToTheRhine {
    /// [S.2.a, S.2.d, S.2.e, S.3, S.3.b, S.4.b, S.4.c, O.2.b] Why a support piece cannot join this combat.
    pub(crate) fn may_support(&self, s: &State, battle: Battle, defending: bool, piece: u8) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Thing(Thing(piece.into()))));
        let target = battle.target;
        let allies: Units = if defending { s.units_in(target).collect() } else { battle.attackers };
        match piece {
            Support::ETF | Support::WTF => {
                if s.fired[usize::from(piece)] {
                    return refuse("S.2.f", "it has fired this month");
                }
                if !self.c.map.coast[target.index()] {
                    return refuse("S.2.a", "the defender is not on the coast");
                }
                let map = &self.c.map;
                if !s.allied.contains(map.le_havre) && (target == map.caen || target == map.caen_east) {
                    return refuse("S.2.g", "the guns of Le Havre keep ships away");
                }
                if !s.allied.contains(map.walcheren) && map.antwerp_naval_block.contains(&target) {
                    return refuse("S.2.h", "the guns of Walcheren keep ships away");
                }
                let (nation, rule) = match piece {
                    Support::ETF => (Nation::Commonwealth, "S.2.d"),
                    _ => (Nation::Us, "S.2.e"),
                };
                match allies.iter().any(|unit| self.unit(unit).nation == nation) {
                    true => Ok(()),
                    false => refuse(rule, "no unit of its nation takes part"),
                }
            }
            Support::BOMBER => {
                if defending {
                    return refuse("S.3", "bombers help attacks only");
                }
                if s.bomber_used {
                    return refuse("S.3", "the bombers have flown this month");
                }
                if s.overcast {
                    return refuse("S.3", "bombers need a clear sky");
                }
                match target == self.c.map.paris {
                    true => refuse("S.3.a", "Paris is not bombed"),
                    false => Ok(()),
                }
            }
            _ => {
                let nth = piece - Support::AIRBORNE;
                let Some(unit) = self.c.airborne.get(usize::from(nth)) else {
                    return refuse("S.4", "there is no such unit");
                };
                if defending {
                    return refuse("S.4", "airborne operations help attacks only");
                }
                if s.airborne_used & (1 << nth) != 0 {
                    return refuse("S.4", "it has been used");
                }
                if unit.available > s.month {
                    return refuse("S.4.g", "it is not available yet");
                }
                if s.airborne_month >= self.c.tables.airborne_per_month {
                    return refuse("S.4.a", "two airborne units a month");
                }
                if s.overcast {
                    return refuse("S.4.b", "they jump under a clear sky only");
                }
                let river = battle.attackers.iter().filter_map(|unit| s.at(unit)).any(|at| {
                    let edge = self.c.map.board.edge(at, target);
                    edge.is_some_and(|edge| self.c.map.river[edge.index()] != River::None)
                });
                match river || self.c.map.fortress[target.index()] {
                    true => Ok(()),
                    false => refuse("S.4.c", "the attack crosses no river and meets no fortress"),
                }
            }
        }
    }

    /// Every piece that could join by itself.
    pub(crate) fn possible_support(&self, s: &State, battle: Battle, defending: bool) -> Support {
        let fits = |piece: &u8| self.may_support(s, battle, defending, *piece).is_ok();
        Support((0..Support::COUNT).filter(fits).fold(0, |bits, piece| bits | 1 << piece))
    }

    /// [S.2.b, S.2.c, S.3.f, S.4.d]
    pub(crate) fn check_support(
        &self,
        s: &State,
        battle: Battle,
        defending: bool,
        support: Support,
    ) -> Result<(), Illegal> {
        for piece in support.pieces() {
            self.may_support(s, battle, defending, piece)?;
        }
        if support.has(Support::ETF) && support.has(Support::WTF) {
            return Err(Illegal::new(Rule("S.2.b"), "one naval unit at most"));
        }
        let airborne = support.pieces().filter(|piece| *piece >= Support::AIRBORNE).count();
        if airborne > 1 {
            return Err(Illegal::new(Rule("S.4.d"), "one airborne unit at most"));
        }
        if airborne == 1 && support.has(Support::BOMBER) {
            return Err(Illegal::new(Rule("S.3.f"), "bombers and airborne units do not go together"));
        }
        Ok(())
    }

    /// [C.5] Support is named; the bombers come first [S.3.c], then the regular dice.
    pub(crate) fn commit(&self, s: &mut State, support: Support, r: &mut Referee<Event>) {
        let Some(Step::Support { battle, .. }) = s.steps.pop() else { unreachable!("support was asked for") };
        if support != Support::default() {
            r.note(Rule("C.5"), Event::Supported { support });
        }
        for piece in support.pieces() {
            match piece {
                Support::ETF | Support::WTF => s.fired[usize::from(piece)] = true,
                // [S.3.g]
                Support::BOMBER => s.bomber_used = true,
                _ => {
                    s.airborne_used |= 1 << (piece - Support::AIRBORNE);
                    s.airborne_month += 1;
                }
            }
        }
        s.steps.push(Step::Fight { battle, support });
        if support.has(Support::BOMBER) {
            self.bomb(s, battle, r);
        }
    }

    /// [S.3.c, S.3.d]
    fn bomb(&self, s: &mut State, battle: Battle, r: &mut Referee<Event>) {
        let throw = self.throw(s, Side::Allied, self.c.tables.bomber_dice, r);
        let Some(defender) = self.defender(s, battle.target) else { return };
        let blank = throw.faces[..usize::from(throw.count)].iter().all(|face| *face == Face::Blank);
        let again = blank.then(|| self.throw(s, Side::Allied, 1, r).faces[0]);
        let (panzer, infantry) = self.shares(s, Units::only(defender), self.hits(s, &throw));
        let hits = panzer + infantry;
        r.note(Rule("S.3.c"), Event::Bombed { throw, hits, again });
        if hits > 0 {
            self.lose_steps(s, defender, hits, r);
        }
        if again.is_some_and(|face| face != Face::Blank) {
            s.steps.push(Step::FriendlyHit { attackers: battle.attackers });
        }
    }
}
