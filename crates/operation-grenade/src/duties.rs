//! [9.1] Who has to attack, who has to be attacked, and that nobody is left without a partner.

use crate::OperationGrenade;
use crate::components::Ground;
use crate::state::{Hexes, Side, State, Unit, Units};
use referee::{Illegal, Rule, Spot};

/// Hexes of units with a duty, of the side that attacks and of the other.
#[derive(Copy, Clone, Debug)]
pub(crate) struct DutyHexes {
    pub(crate) own: Hexes,
    pub(crate) enemy: Hexes,
}

impl OperationGrenade {
    /// [9.13] A town that is not flooded, for Germans works too [12.23]: nobody has to attack out of them. [9.13.a] Who does strikes
    /// whom he likes, [9.13.b] and those outside have to attack all the same.
    pub(crate) fn frees(&self, s: &State, side: Side, hex: Spot) -> bool {
        self.ground(s, hex) == Ground::Town || (side == Side::German && self.has_works(hex))
    }

    /// [9.12] Who is next to an enemy must attack; [9.11] who is next to such a unit must be attacked. [22.11.a] Over the
    /// Rhine nobody has to.
    pub(crate) fn duties(&self, s: &State, side: Side) -> Units {
        let enemies = s.here[side.other()];
        let mut duty = Units::empty();
        for hex in s.here[side] {
            let touched = self.dry_around(hex).iter().filter(|near| enemies.contains(**near));
            let mut touched = touched.peekable();
            if touched.peek().is_none() || self.frees(s, side, hex) {
                continue;
            }
            duty.extend(s.units_in(hex));
            touched.for_each(|near| duty.extend(s.units_in(*near)));
        }
        duty
    }

    pub(crate) fn duty_hexes(&self, s: &State, side: Side, duty: Units) -> DutyHexes {
        let of = |side: Side| -> Hexes { (duty & self.of_side(side)).iter().map(|unit| s.at(unit)).collect() };
        DutyHexes { own: of(side), enemy: of(side.other()) }
    }

    /// Whether a hex has a partner: a unit with a duty on the other side, not over the Rhine.
    pub(crate) fn has_partner(&self, hex: Spot, others: &Hexes) -> bool {
        self.dry_around(hex).iter().any(|near| others.contains(*near))
    }

    /// [9.0] Whether somebody still has to attack or to be attacked, and can.
    pub(crate) fn has_open_duty(&self, s: &State, side: Side) -> bool {
        if s.duty.is_empty() {
            return false;
        }
        let hexes = self.duty_hexes(s, side, s.duty);
        hexes.own.iter().any(|hex| self.has_partner(hex, &hexes.enemy))
    }

    /// Own units with an open duty that still have a partner.
    pub(crate) fn bound(&self, s: &State, side: Side) -> Units {
        let hexes = self.duty_hexes(s, side, s.duty);
        let bound = |unit: &Unit| self.has_partner(s.at(*unit), &hexes.enemy);
        (s.duty & self.of_side(side)).iter().filter(bound).collect()
    }

    /// Enemies that must be attacked yet, and can be.
    pub(crate) fn open_duties(&self, s: &State, side: Side) -> Units {
        let hexes = self.duty_hexes(s, side, s.duty);
        (s.duty & self.of_side(side.other())).iter().filter(|unit| self.has_partner(s.at(*unit), &hexes.own)).collect()
    }

    pub(crate) fn check_end_combat(&self, s: &State, side: Side) -> Result<(), Illegal> {
        let hexes = self.duty_hexes(s, side, s.duty);
        let open = (s.duty & self.of_side(side.other())).iter().find(|unit| self.has_partner(s.at(*unit), &hexes.own));
        match open {
            Some(unit) => {
                Err(Illegal::new(Rule("9.11"), "an adjacent enemy has not been attacked yet").about(unit.into()))
            }
            None => Ok(()),
        }
    }

    /// Duties that are met by an attack: of the attackers, of the other regiments in their hexes [7.21], and of all in the
    /// hexes attacked.
    pub(crate) fn duties_left(&self, s: &State, side: Side, targets: &[Spot], with: Units) -> Units {
        let used: Hexes = with.iter().filter(|unit| self.is_large(s, *unit)).map(|unit| s.at(unit)).collect();
        let mut left = s.duty - with;
        left.retain(|unit| match self.side(unit) == side {
            true => !(used.contains(s.at(unit)) && self.is_large(s, unit)),
            false => !targets.contains(&s.at(unit)),
        });
        left
    }

    /// [9.0.c] A declaration may leave nobody with a duty and without a partner. As long as everybody has one a full set of
    /// attacks exists: such a graph splits into stars, and each star is a lawful combat.
    pub(crate) fn check_stranding(&self, s: &State, side: Side, targets: &[Spot], with: Units) -> Result<(), Illegal> {
        let left = self.duties_left(s, side, targets, with);
        let (before, after) = (self.duty_hexes(s, side, s.duty), self.duty_hexes(s, side, left));
        let stranded = |unit: Unit, before: &Hexes, after: &Hexes| {
            self.has_partner(s.at(unit), before) && !self.has_partner(s.at(unit), after)
        };
        let enemies = left & self.of_side(side.other());
        if let Some(unit) = enemies.iter().find(|unit| stranded(*unit, &before.own, &after.own)) {
            return Err(Illegal::new(Rule("9.11"), "an adjacent enemy would go unattacked").about(unit.into()));
        }
        let friends = left & self.of_side(side);
        match friends.iter().find(|unit| stranded(*unit, &before.enemy, &after.enemy)) {
            None => Ok(()),
            Some(unit) if !self.is_large(s, unit) && with.iter().any(|other| s.at(other) == s.at(unit)) => {
                Err(Illegal::new(Rule("7.21.b"), "a battalion that must attack could attack nobody").about(unit.into()))
            }
            Some(unit) => {
                Err(Illegal::new(Rule("9.12"), "a unit that must attack could attack nobody").about(unit.into()))
            }
        }
    }

    /// [9.61], [9.65] Guns of both sides next to an enemy when the phase begins, also over the Rhine.
    pub(crate) fn silenced_guns(&self, s: &State) -> Units {
        let silenced = |gun: &Unit| {
            let (at, enemy) = (s.at(*gun), self.side(*gun).other());
            self.is_hex(at) && self.around(at).iter().any(|near| s.here[enemy].contains(*near))
        };
        self.guns.iter().filter(silenced).collect()
    }
}
