//! Plans of a staff: whom to attack this month, who has to come for it, and what it costs.

use crate::DdayToTheRhine;
use crate::action::{Action, Battle};
use crate::components::Side;
use crate::sequence::Step;
use crate::state::{Hexes, State, Trail, Units, mark};
use referee::{Piece, Reach, Seat, Spot};

/// What an RP must bring, in hundredths of an Allied step.
const PRICE: i32 = 45;
/// So many units come to an attack at most; more may be there already.
const COMING: usize = 3;

/// Somebody who could take part in attacks this month: where he stands, and where he could go first.
struct Able {
    unit: Piece,
    at: Spot,
    reach: Option<(Reach, Hexes)>,
    cost: u8,
}

/// An attack on a hex by units some of which have to come first.
struct Assault {
    target: Spot,
    attackers: Units,
    moves: Vec<(Piece, Spot)>,
    rp: u8,
    worth: i32,
}

impl DdayToTheRhine {
    /// Whole operations: who comes, and whom they attack; ways back into supply.
    pub(crate) fn planned(&self, s: &State, seat: Seat) -> Vec<Vec<Action>> {
        match s.steps.top() {
            Some(Step::Arrivals(side)) if side.seat() == seat => self.thrift(s, side),
            Some(Step::Activation(side)) if side.seat() == seat => {
                let mut plans = self.assaults(s, side);
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

    /// The best assaults of this month: moves, and then the attack.
    fn assaults(&self, s: &State, side: Side) -> Vec<Vec<Action>> {
        let mut able = self.able(s, side);
        let targets = self.seen_enemies(s, side);
        let mut rp = s.rp[side.index()];
        let mut taken = s.occupied[side.index()];
        let mut plans = vec![];
        while let Some(best) = targets
            .iter()
            .filter_map(|target| self.assault(s, side, &able, target, taken, rp))
            .max_by_key(|assault| assault.worth)
        {
            rp -= best.rp;
            let mut plan = vec![];
            for (unit, to) in &best.moves {
                taken.insert(*to);
                let reach = able.iter().find(|it| it.unit == *unit).and_then(|it| it.reach.as_ref());
                if let Some((reach, _)) = reach {
                    let path: Trail = reach.path_to(*to).into_iter().collect();
                    plan.push(Action::Move { unit: *unit, path });
                }
            }
            plan.push(Action::Attack(Battle { target: best.target, attackers: best.attackers, surprise: false }));
            plans.push(plan);
            able.retain(|it| !best.attackers.contains(it.unit));
        }
        plans
    }

    fn able(&self, s: &State, side: Side) -> Vec<Able> {
        let supply = self.seen_supply(s, side);
        let mut able = vec![];
        for unit in self.all_of(side) {
            let Some(at) = s.at(unit) else { continue };
            if s.has(unit, mark::ATTACKED | mark::STRATEGIC) {
                continue;
            }
            let mut reach = None;
            if self.may_activate(s, side, unit).is_ok() {
                reach = self.reach(s, unit, false, Some(&supply)).map(|reach| {
                    let ends = reach.ends().map(|leg| leg.spot).collect();
                    (reach, ends)
                });
            }
            able.push(Able { unit, at, reach, cost: self.move_cost(s, unit) });
        }
        able
    }

    /// The best attack on a hex: those who are there, and those who come, the strongest first.
    fn assault(&self, s: &State, side: Side, able: &[Able], target: Spot, mut taken: Hexes, rp: u8) -> Option<Assault> {
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
                let (gain, loss) = self.clash(s, side, attackers, defender, target, dice);
                let worth = gain - loss - PRICE * i32::from(cost);
                if cost <= rp && worth > 0 && best.as_ref().is_none_or(|best| worth > best.worth) {
                    best = Some(Assault { target, attackers, moves: moves.clone(), rp: cost, worth });
                }
            }
            if moves.len() == COMING {
                break;
            }
            // Who brings the most dice, and from where.
            let mut next: Option<(u8, &Able, Spot)> = None;
            for it in able.iter().filter(|it| !attackers.contains(it.unit) && !near.contains(it.at)) {
                let Some((_, ends)) = &it.reach else { continue };
                for at in (*ends & near) - taken {
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
