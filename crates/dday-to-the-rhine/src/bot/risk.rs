//! What the enemy could do to units in his next phase, roughly: who can come, how many at once, and what that costs them.

use super::attacks::hits;
use crate::DdayToTheRhine;
use crate::components::{Ground, Kind, River, Side};
use crate::state::State;
use crate::supply::Supply;
use referee::{Piece, Spot};

/// So many units attack one hex at most, as far as that is reckoned with.
const TOGETHER: usize = 4;
/// The dice of who has to come first count for so much, in hundredths.
const COMING: i32 = 70;
/// RP that an attack takes with those who come for it.
const RP_EACH: usize = 3;

/// Somebody who could attack.
struct Threat {
    at: Spot,
    range: i32,
    dice: i32,
}

impl DdayToTheRhine {
    /// What a side stands to lose by the best attacks of the other, whose supply was traced, that its RP of a month allow.
    pub(crate) fn risk(&self, s: &State, side: Side, enemies: &Supply) -> i32 {
        let enemy = side.other();
        let threats = self.threats(s, enemy, enemies);
        let mut losses: Vec<i32> = vec![];
        for target in s.occupied[side.index()] {
            let Some(defender) = self.defender(s, target) else { continue };
            let loss = self.loss_threatened(s, side, defender, target, &threats);
            if loss > 0 {
                losses.push(loss);
            }
        }
        losses.sort_unstable_by(|a, b| b.cmp(a));
        let month = usize::from(s.month.0) + usize::from(enemy == Side::German && matches!(s.phase, 3 | 4));
        let tables = &self.c.tables;
        let rp = match enemy {
            Side::Allied => {
                let track = tables.allied_rp.get(month).copied().unwrap_or(0);
                track.saturating_add(s.pc).min(tables.rp_cap)
            }
            Side::German => tables.german_rp.get(month).copied().unwrap_or(0),
        };
        losses.iter().take(usize::from(rp) / RP_EACH).sum()
    }

    fn threats(&self, s: &State, enemy: Side, supply: &Supply) -> Vec<Threat> {
        let mut threats = vec![];
        for unit in self.all_of(enemy) {
            let Some(at) = s.at(unit) else { continue };
            if !self.is_supplied(s, unit, supply) {
                continue;
            }
            let card = self.unit(unit);
            let dice = i32::from(card.dice[usize::from(s.unit(unit).sp)]);
            threats.push(Threat { at, range: i32::from(card.mp).max(1), dice });
        }
        threats
    }

    /// What an attack on a unit would cost it, less what it would cost the attackers.
    fn loss_threatened(&self, s: &State, side: Side, defender: Piece, target: Spot, threats: &[Threat]) -> i32 {
        let near: Vec<(Spot, i32)> = self
            .c
            .map
            .board
            .ways(target)
            .iter()
            .filter(|way| !s.holds(side, way.to))
            .map(|way| (way.to, i32::from(self.c.map.river[way.edge.index()] != River::None)))
            .collect();
        let tables = &self.c.tables;
        let ground = self.c.map.ground[target.index()];
        let mut less = match ground {
            Ground::Forest | Ground::Mountain => i32::from(tables.attack_loss[ground.index()]),
            Ground::Clear => 0,
        };
        if side == Side::German && self.c.map.fortress[target.index()] {
            less += i32::from(tables.fortress_loss);
        }
        let mut dice: Vec<i32> = vec![];
        for threat in threats {
            let distance = self.apart(target, threat.at);
            if distance > threat.range {
                continue;
            }
            // From the nearest hex, without a river if there is one as near.
            let river = near.iter().map(|(at, river)| 2 * self.apart(*at, threat.at) + river).min();
            let Some(river) = river.map(|least| least & 1) else { continue };
            let left = (threat.dice - less - river * i32::from(tables.river_loss)).max(0);
            let left = if distance == 1 { 100 * left } else { COMING * left };
            if left > 0 {
                dice.push(left);
            }
        }
        dice.sort_unstable_by(|a, b| b.cmp(a));
        let all: i32 = dice.iter().take(TOGETHER.min(near.len())).sum();
        let count = u8::try_from((all + 50) / 100).unwrap_or(u8::MAX).min(16);
        if count == 0 {
            return 0;
        }
        let panzer = self.unit(defender).kind == Kind::Panzer;
        let steps = s.unit(defender).sp;
        let chances = hits(count, self.hitting(s, side.other(), panzer), steps);
        let whole = self.unit_worth(defender, steps);
        let lost: i32 = (0u8..)
            .zip(chances)
            .take(usize::from(steps) + 1)
            .map(|(lost, chance)| (whole - self.unit_worth(defender, steps - lost.min(steps))) * chance)
            .sum::<i32>()
            / 1000;
        let back = i32::from(self.defence_dice(s, defender)) * 50;
        (lost - back - 40).max(0)
    }
}
