//! Aircraft: made ready with an attack in view, sent where a column counts most, moved up behind the front.

use crate::action::Action;
use crate::components::Kind;
use crate::state::{MissionKind, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::Spot;

/// What a mission must promise.
const WORTH_FLYING: i32 = 3;

impl RoadToTheRhine {
    /// [5.D.2.c] Those who have something to do, as far as points go that are not wanted elsewhere.
    pub(super) fn choose_fuel(&self, s: &State, side: Side) -> Action {
        let sky = self.components.tables.visible[s.weather as usize];
        let fronts = self.contacts(s, side);
        let mine = side == s.initiative;
        let mut some = Units::empty();
        let points = self.points_of(s, side);
        let impulses = if mine { self.impulses_left(s) * self.impulse_price(s) } else { 0 };
        let mut left = points.saturating_sub(impulses);
        // Points left in the last player-turn of a battle are worth nothing.
        let rich = (s.turn, s.initiative) == self.scenario(s).to;
        if !mine && !rich {
            left /= 3;
        }
        if sky >= 3 || rich && sky > 0 {
            let mut all: Vec<Unit> = self.fuel_candidates(s, side).iter().collect();
            all.sort_by_key(|air| std::cmp::Reverse(self.card(*air).strength));
            for air in all {
                let price = self.fuel_price(s, air);
                let range = u16::from(self.card(air).movement);
                let near = fronts.iter().any(|hex| self.air_distance(s.at(air), *hex).is_some_and(|far| far <= range));
                let more = some | Units::only(air);
                if near && price <= left && self.check_fuel(s, side, more).is_ok() {
                    left -= price;
                    some = more;
                }
            }
        }
        Action::Fuel(some)
    }

    /// Hexes where the sides touch: the enemy's for who attacks in this player-turn, the own ones for who waits.
    fn contacts(&self, s: &State, side: Side) -> Vec<Spot> {
        let of = if side == s.initiative { side.other() } else { side };
        let touches = |hex: &Spot| self.ways(*hex).any(|way| s.here[of.other()].contains(way.to));
        s.here[of].iter().filter(touches).collect()
    }

    /// All missions of a stage, and its end.
    pub(super) fn missions(&self, s: &State, stage: u8) -> Vec<Action> {
        let (mut world, mut orders) = (*s, vec![]);
        let side = self.flying_side(s, stage);
        let picture = self.picture(s, s.attacker());
        // What a column more or less does to each attack, the most first.
        for _ in 0..24 {
            let mut best: Option<(i32, Action)> = None;
            for (index, attack) in world.open_attacks() {
                let hex = attack.hex;
                let with = self.present(&world, self.tasked(&world, index));
                if with.is_empty() || !world.here[world.attacker().other()].contains(hex) {
                    continue;
                }
                let plain = self.worth_of_attack(&world, &picture, hex, with, 0);
                for air in self.ready_fliers(&world, stage).iter() {
                    let one = Units::only(air);
                    let shift = i8::try_from(self.card(air).strength).unwrap_or(0);
                    let mut weigh = |worth: i32, action: Action| {
                        if worth > WORTH_FLYING
                            && best.as_ref().is_none_or(|(known, _)| worth > *known)
                            && self.check_action(&world, &action).is_ok()
                        {
                            best = Some((worth, action));
                        }
                    };
                    if stage < 2 {
                        let signed = if stage == 0 { shift } else { -shift };
                        let with_air = self.worth_of_attack(&world, &picture, hex, with, signed);
                        let gain = if stage == 0 { with_air - plain } else { plain - with_air };
                        weigh(gain, Action::Support { hex, with: one, extended: false });
                        let half = self.worth_of_attack(&world, &picture, hex, with, signed / 2);
                        let gain = if stage == 0 { half - plain } else { plain - half };
                        weigh(gain - 1, Action::Support { hex, with: one, extended: true });
                    }
                    if stage > 0 && self.card(air).kind == Kind::FighterBomber {
                        weigh(self.worth_of_interception(&world, hex, side), Action::Intercept { hex, with: one });
                    }
                }
            }
            let Some((_, action)) = best else { break };
            if !self.order(&mut world, action, &mut orders) {
                break;
            }
        }
        if stage < 2 {
            self.move_up(&mut world, stage, &mut orders);
        }
        orders.push(Action::Done);
        orders
    }

    /// Enemy columns over a hex, and the chance to drive them off.
    fn worth_of_interception(&self, s: &State, hex: Spot, side: Side) -> i32 {
        let there = s.missions.iter().filter(|it| it.hex == hex && self.side(it.air) != side);
        let shift: i32 =
            there.filter(|it| it.kind != MissionKind::Intercept).map(|it| i32::from(self.card(it.air).strength)).sum();
        shift * 6 - 2
    }

    /// [10.A.4.a], [23.D.a] New units come, and those without a front in reach go nearer.
    fn move_up(&self, world: &mut State, stage: u8, orders: &mut Vec<Action>) {
        let side = self.flying_side(world, stage);
        let s = *world;
        let near =
            board::flood(&self.components.map.board, s.here[side.other()].iter().map(|hex| (hex, 0)), 60, |_, _| {
                Some(1)
            });
        let far = |hex: Spot| near.cost(hex).unwrap_or(60);
        for air in (self.new_fliers(&s, stage) | self.ready_fliers(&s, stage)).iter() {
            let range = u16::from(self.card(air).movement);
            let new = s.at(air) == self.spot_of(Off::Waiting);
            if !new && far(s.at(air)) <= range {
                continue;
            }
            // Near enough to fly, too far to be overrun.
            let suits = |hex: &Spot| (3..=range.max(4)).contains(&far(*hex));
            let mut bases: Vec<Spot> = self
                .towns
                .iter()
                .filter(suits)
                .filter(|to| self.check_transfer(world, stage, air, *to).is_ok())
                .collect();
            bases.sort_by_key(|hex| far(*hex).abs_diff(4));
            if let Some(to) = bases.first() {
                self.order(world, Action::Transfer { air, to: *to }, orders);
            }
        }
    }

    /// [10.A.3.d] The one that shifts most.
    pub(super) fn choose_aim(&self, s: &State, hex: Spot) -> Units {
        let targets = self.air_targets(s, hex);
        targets.iter().max_by_key(|air| self.card(*air).strength).map_or(targets, Units::only)
    }

    /// [6.D.a] As many as there are transports, the strongest first.
    pub(super) fn choose_drop_supply(&self, s: &State) -> Action {
        let mut all: Vec<Unit> = self.open_drop_supply(s).iter().collect();
        all.sort_by_key(|unit| std::cmp::Reverse(self.points_of_strength(s, *unit)));
        let plotted = self.droppers().filter(|(number, _)| s.plots[*number] != crate::state::NOWHERE).count();
        let transports = self.free_transports(s).len().saturating_sub(plotted);
        Action::DropSupply(all.into_iter().take(transports).collect())
    }
}
