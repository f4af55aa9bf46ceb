//! Operations: whom to attack this month, who has to come for it, and what it costs.

use super::attacks::hits;
use crate::DdayToTheRhine;
use crate::action::{Action, Battle};
use crate::components::{Group, Kind, Side};
use crate::sequence::Step;
use crate::state::{Hexes, State, Trail, Units, mark};
use referee::{Piece, Seat, Spot};

/// So many units come to an attack at most; more may be there already.
const COMING: usize = 4;
/// Who brings less to an attack than this is better used elsewhere.
const IDLE: i32 = 25;

/// Somebody who could take part in attacks this month: where he stands, and where he could go first.
struct Able {
    unit: Piece,
    at: Spot,
    ends: Hexes,
    cost: u8,
}

/// An attack on a hex by units some of which have to come first.
#[derive(Clone, Debug)]
pub(crate) struct Assault {
    pub(crate) target: Spot,
    pub(crate) attackers: Units,
    pub(crate) moves: Vec<(Piece, Spot)>,
    rp: u8,
    pub(crate) worth: i32,
}

impl DdayToTheRhine {
    /// Whole operations: who comes, and whom they attack; ways back into supply.
    pub(crate) fn planned(&self, s: &State, seat: Seat) -> Vec<Vec<Action>> {
        match s.steps.top() {
            Some(Step::Arrivals(side)) if side.seat() == seat => self.thrift(s, side),
            Some(Step::Activation(side)) if side.seat() == seat => {
                let mut plans = self.whole_assaults(s, side);
                plans.extend(self.rescues(s, side));
                plans
            }
            _ => vec![],
        }
    }

    /// Mobile units that are cut off: they are lost at the end of the month if nobody moves.
    fn cut_off(&self, s: &State, side: Side) -> Vec<Piece> {
        let supply = self.seen_supply(s, side);
        let cut = |unit: &Piece| self.may_activate(s, side, *unit).is_ok() && !self.is_supplied(s, *unit, &supply);
        self.all_of(side).filter(cut).collect()
    }

    /// RP are kept for those who must get out.
    fn thrift(&self, s: &State, side: Side) -> Vec<Vec<Action>> {
        let cut = self.cut_off(s, side).len();
        if cut < usize::from(s.rp[side.index()]) || cut == 0 { vec![] } else { vec![vec![Action::Done]] }
    }

    /// Ways back into supply.
    fn rescues(&self, s: &State, side: Side) -> Vec<Vec<Action>> {
        let supply = self.seen_supply(s, side);
        let mut plans = vec![];
        for unit in self.cut_off(s, side) {
            let Some(reach) = self.reach(s, unit, false, Some(&supply)) else { continue };
            for leg in reach.ends().filter(|leg| supply.hexes.contains(leg.spot)) {
                let path: Trail = reach.path_to(leg.spot).into_iter().collect();
                plans.push(vec![Action::Move { unit, path }]);
            }
        }
        plans
    }

    /// The same as rows of decisions.
    fn whole_assaults(&self, s: &State, side: Side) -> Vec<Vec<Action>> {
        let supply = self.seen_supply(s, side);
        let in_full = |assault: Assault| {
            let mut plan = vec![];
            for (unit, to) in &assault.moves {
                let reach = self.reach(s, *unit, false, Some(&supply))?;
                plan.push(Action::Move { unit: *unit, path: reach.path_to(*to).into_iter().collect() });
            }
            let Assault { target, attackers, .. } = assault;
            plan.push(Action::Attack(Battle { target, attackers, surprise: false }));
            Some(plan)
        };
        self.assaults(s, side).into_iter().filter_map(in_full).collect()
    }

    /// The best assaults of this month, each unit in one of them, as far as the RP go.
    pub(crate) fn assaults(&self, s: &State, side: Side) -> Vec<Assault> {
        let mut able = self.able(s, side);
        let mut targets = self.seen_enemies(s, side);
        let mut rp = s.rp[side.index()];
        let mut taken = s.occupied[side.index()];
        let mut found = vec![];
        loop {
            let tried = targets.iter().map(|target| (target, self.assault(s, side, &able, target, taken, rp)));
            let mut best: Option<Assault> = None;
            let mut open = Hexes::empty();
            for (target, assault) in tried {
                let Some(assault) = assault else { continue };
                open.insert(target);
                if best.as_ref().is_none_or(|best| assault.worth > best.worth) {
                    best = Some(assault);
                }
            }
            let Some(best) = best else { return found };
            targets = open;
            targets.remove(best.target);
            rp -= best.rp;
            taken.extend(best.moves.iter().map(|(_, to)| *to));
            able.retain(|it| !best.attackers.contains(it.unit));
            found.push(best);
        }
    }

    /// Who can attack, and where he could stand in supply.
    fn able(&self, s: &State, side: Side) -> Vec<Able> {
        let supply = self.seen_supply(s, side);
        let front = self.around(self.seen_enemies(s, side));
        let mut able = vec![];
        for unit in self.all_of(side) {
            let Some(at) = s.at(unit) else { continue };
            if s.has(unit, mark::ATTACKED | mark::STRATEGIC) {
                continue;
            }
            let mut ends = Hexes::empty();
            if self.may_activate(s, side, unit).is_ok()
                && let Some(reach) = self.reach(s, unit, false, Some(&supply))
            {
                ends = reach.ends().map(|leg| leg.spot).collect::<Hexes>() & supply.hexes & front;
            }
            able.push(Able { unit, at, ends, cost: self.move_cost(s, unit) });
        }
        able
    }

    /// The best attack on a hex: those who are there, and those who come, the strongest first; all of them, or only
    /// those of one army group.
    fn assault(&self, s: &State, side: Side, able: &[Able], target: Spot, taken: Hexes, rp: u8) -> Option<Assault> {
        let near = self.near[target.index()];
        let mut groups: Vec<Option<Group>> = vec![None];
        for it in able.iter().filter(|it| near.contains(it.at) || near.intersects(&it.ends)) {
            let group = Some(self.unit(it.unit).group);
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        match groups.len() {
            1 => return None,
            2 => groups.truncate(1),
            _ => {}
        }
        let of_group = groups.into_iter().filter_map(|group| {
            let fits = |it: &&Able| group.is_none_or(|group| self.unit(it.unit).group == group);
            let able: Vec<&Able> = able.iter().filter(fits).collect();
            self.assault_by(s, side, &able, target, taken, rp)
        });
        let best = of_group.max_by_key(|assault| assault.worth)?;
        Some(self.without_idle(s, side, able, best))
    }

    /// Without those who hardly matter and have somebody else to attack.
    fn without_idle(&self, s: &State, side: Side, able: &[Able], mut assault: Assault) -> Assault {
        let enemies = self.seen_enemies(s, side);
        let Some(defender) = self.defender(s, assault.target) else { return assault };
        let near = self.near[assault.target.index()];
        for it in able.iter().filter(|it| near.contains(it.at)) {
            if !assault.attackers.contains(it.unit) || (self.near[it.at.index()] & enemies).len() < 2 {
                continue;
            }
            let mut fewer = assault.attackers;
            fewer.remove(it.unit);
            let dice = |(unit, at): (Piece, Spot)| self.attack_dice_from(s, unit, at, assault.target);
            let place = |unit: Piece| {
                let comes = assault.moves.iter().find(|(other, _)| *other == unit).map(|(_, to)| *to);
                comes.or(s.at(unit)).unwrap_or(assault.target)
            };
            let count = fewer.iter().map(|unit| dice((unit, place(unit)))).sum();
            if fewer.is_empty() || count == 0 {
                continue;
            }
            let fight = self.worth_of(s, side, fewer, defender, assault.target, count);
            let paid = i32::from(assault.rp) - i32::from(self.attack_cost(s, assault.attackers));
            let cost = paid + i32::from(self.attack_cost(s, fewer));
            let worth = fight - self.price_of_rp(s, side) * cost;
            if worth > 0 && assault.worth - worth < IDLE {
                assault.rp = u8::try_from(cost).unwrap_or(assault.rp);
                assault.attackers = fewer;
                assault.worth = worth;
            }
        }
        assault
    }

    /// What an attack with so many dice brings. In the last phase only ground counts.
    fn worth_of(&self, s: &State, side: Side, attackers: Units, defender: Piece, target: Spot, dice: u8) -> i32 {
        let (gain, loss) = self.clash(s, side, attackers, defender, target, dice);
        if !self.is_last_word(s) {
            return gain - loss;
        }
        let panzer = self.unit(defender).kind == Kind::Panzer;
        let steps = s.unit(defender).sp;
        let gone = hits(dice, self.hitting(s, side, panzer), steps)[usize::from(steps.min(5))];
        let city = self.city(target).map_or(60, |city| self.city_worth(s, side, city));
        gone * city / 1000 - loss / 10
    }

    /// What an attack is worth to those who stand there, RP and all.
    pub(super) fn worth_now(&self, s: &State, side: Side, battle: &Battle) -> i32 {
        let Some(defender) = self.defender(s, battle.target) else { return 0 };
        let dice = self.dice_of(s, battle.attackers, battle.target);
        let cost = i32::from(self.attack_cost(s, battle.attackers));
        self.worth_of(s, side, battle.attackers, defender, battle.target, dice) - self.price_of_rp(s, side) * cost
    }

    fn assault_by(
        &self,
        s: &State,
        side: Side,
        able: &[&Able],
        target: Spot,
        mut taken: Hexes,
        rp: u8,
    ) -> Option<Assault> {
        let defender = self.defender(s, target)?;
        let near = self.near[target.index()];
        let (mut attackers, mut dice, mut spent, mut moves) = (Units::empty(), 0, 0, vec![]);
        for it in able.iter().filter(|it| near.contains(it.at) && self.may_attack(s, side, it.unit, target).is_ok()) {
            attackers.insert(it.unit);
            dice += self.attack_dice(s, it.unit, target);
        }
        let mut best: Option<Assault> = None;
        loop {
            if !attackers.is_empty() {
                let cost = spent + self.attack_cost(s, attackers);
                let worth = self.worth_of(s, side, attackers, defender, target, dice)
                    - self.price_of_rp(s, side) * i32::from(cost);
                if cost <= rp && worth > 0 && best.as_ref().is_none_or(|best| worth > best.worth) {
                    best = Some(Assault { target, attackers, moves: moves.clone(), rp: cost, worth });
                }
            }
            if moves.len() == COMING || spent >= rp {
                break;
            }
            // Who brings the most dice, and from where.
            let mut next: Option<(u8, &Able, Spot)> = None;
            for it in able.iter().filter(|it| !attackers.contains(it.unit) && !near.contains(it.at)) {
                for at in (it.ends & near) - taken {
                    let dice = self.attack_dice_from(s, it.unit, at, target);
                    if dice > 0 && next.is_none_or(|(most, ..)| dice > most) {
                        next = Some((dice, it, at));
                    }
                }
            }
            let Some((more, it, at)) = next else { break };
            attackers.insert(it.unit);
            taken.insert(at);
            dice += more;
            spent += it.cost;
            moves.push((it.unit, at));
        }
        best
    }
}
