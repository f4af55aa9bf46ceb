//! [9.6] Artillery support.

use crate::OperationGrenade;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Hexes, Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl OperationGrenade {
    /// [9.62] Within three hexes of a defending unit.
    fn in_range(&self, s: &State, gun: Unit) -> bool {
        let range = self.components.tables.limits.support_range;
        s.battle.targets.iter().any(|target| self.components.map.grid.distance(s.at(gun), target) <= range)
    }

    /// [9.63] Corps of all units in the hexes of a side that take part.
    fn corps_in_battle(&self, s: &State, side: Side) -> u64 {
        let hexes: Hexes = match side == s.battle.side {
            true => s.battle.attackers.iter().map(|unit| s.at(unit)).collect(),
            false => s.battle.targets.iter().collect(),
        };
        let corps = hexes.iter().flat_map(|hex| s.units_in(hex)).filter_map(|unit| self.card(unit).corps);
        corps.fold(0, |all, corps| all | 1 << corps)
    }

    /// [9.6] A gun fights or supports: it takes part in the combat at hand with its own strength.
    fn is_fighting(&self, s: &State, gun: Unit) -> bool {
        s.battle.attackers.contains(gun) || self.fighters(s, &s.battle).contains(gun)
    }

    /// Guns that may support the combat at hand, [7.21.a] any of those in a hex.
    pub(crate) fn supporting_guns(&self, s: &State, side: Side) -> Units {
        let corps = self.corps_in_battle(s, side);
        let able = |gun: &Unit| {
            self.is_hex(s.at(*gun))
                && self.card(*gun).corps.is_some_and(|own| corps & 1 << own != 0)
                && self.in_range(s, *gun)
                && !self.is_fighting(s, *gun)
        };
        ((self.guns & self.of_side(side)) - s.silent - s.spent).iter().filter(able).collect()
    }

    /// [9.64.a] Two for the attacker, one for the defender.
    pub(crate) fn most_guns(&self, s: &State, side: Side) -> usize {
        let limits = &self.components.tables.limits;
        usize::from(if side == s.battle.side { limits.support_attack } else { limits.support_defence })
    }

    pub(crate) fn check_support(&self, s: &State, side: Side, guns: Units) -> Result<(), Illegal> {
        let corps = self.corps_in_battle(s, side);
        for gun in guns {
            let refuse = |rule, why| Err(Illegal::new(rule, why).about(gun.into()));
            if !self.exists(gun) || !self.is_hex(s.at(gun)) || !(self.guns & self.of_side(side)).contains(gun) {
                return Err(Illegal::new(Rule("9.62"), "only your own artillery on the map supports"));
            }
            if s.spent.contains(gun) {
                return refuse(Rule("9.64"), "a gun supports once in a phase");
            }
            if s.silent.contains(gun) {
                return refuse(Rule("9.61"), "a gun next to an enemy when the phase began does not support");
            }
            if self.is_fighting(s, gun) {
                return refuse(Rule("9.6"), "a gun fights or supports, not both in one combat");
            }
            if !self.in_range(s, gun) {
                return refuse(Rule("9.62"), "no defending unit is within range");
            }
            if self.card(gun).corps.is_none_or(|own| corps & 1 << own == 0) {
                return refuse(Rule("9.63"), "a gun supports units of its own corps");
            }
        }
        match guns.len() <= self.most_guns(s, side) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("9.64.a"), "two guns support an attack, one a defence")),
        }
    }

    pub(crate) fn offer_support(&self, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Support(Units::empty()), Ref::Nothing, "support"));
    }

    pub(crate) fn open_support(&self, s: &State, side: Side) -> Opening {
        let of: Vec<Ref> = self.supporting_guns(s, side).iter().map(Ref::from).collect();
        let most = self.most_guns(s, side).min(of.len());
        Opening::Subset { of, must: 0, least: 0, most, loose: false }
    }

    pub(crate) fn add_support(&self, s: &mut State, side: Side, guns: Units, r: &mut Referee<Event>) {
        s.battle.guns |= guns;
        s.spent |= guns;
        for gun in guns {
            r.note(Rule("9.62"), Event::Supports { gun, attack: side == s.battle.side });
        }
        self.after_support(s, side);
    }

    fn after_support(&self, s: &mut State, side: Side) {
        s.steps.pop();
        s.steps.push(Step::Air(side));
    }

    /// [9.64.b] The attacker names his guns first; who has none is not asked.
    pub(crate) fn settle_support(&self, s: &mut State, side: Side) -> bool {
        let waits = !self.supporting_guns(s, side).is_empty();
        if !waits {
            self.after_support(s, side);
        }
        waits
    }
}
