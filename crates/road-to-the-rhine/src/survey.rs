//! Who can move at all: the question of the movement phase, answered for a whole side at once. It must say what
//! [`RoadToTheRhine::check_mover`] and [`RoadToTheRhine::reach_of`] say one by one; `tests/fast_paths.rs` compares them.

use crate::components::side;
use crate::state::{HEXES, Hexes, Side, State, Unit, Units};
use crate::toll::{Known, Mover};
use crate::{National, Off, RoadToTheRhine};
use board::Way;
use referee::Spot;
use std::cell::{OnceCell, RefCell};

/// Zones and supply of the side on the march, worked out once for all its units.
#[derive(Debug)]
struct Survey {
    zones: Hexes,
    supply_zones: Hexes,
    /// What no friend can spoil by moving away.
    sure: Hexes,
    /// With all friends in place, and as if there were friends in all zones: no line goes further.
    lines: OnceCell<Hexes>,
    loose: OnceCell<Hexes>,
    /// Hexes outside all zones with room, where supply is sure: for divisions and for others; for who goes everywhere, for the
    /// French, for the third group.
    calm: [[Hexes; 3]; 2],
    /// Hexes without room for a division, and for others.
    full: [Hexes; 2],
}

thread_local! {
    /// By hex, what was paid on the way there, and whose turn it is; nothing outside of a search.
    static SEARCH: RefCell<(Vec<u16>, Vec<Spot>)> = RefCell::default();
}

impl RoadToTheRhine {
    /// Everybody who has a hex to move to.
    pub(crate) fn movable(&self, s: &State) -> Units {
        let survey = self.survey(s, s.attacker());
        let mut units = self.movers(s);
        units.retain(|unit| self.could_move(s, unit, &survey));
        units
    }

    /// Everybody who may move at all: what [`RoadToTheRhine::check_mover`] says, for all together.
    pub(crate) fn movers(&self, s: &State) -> Units {
        let [waiting, west, north] = [Off::Waiting, Off::ChartWest, Off::ChartNorth].map(|place| self.spot_of(place));
        let mut units = self.troops[s.attacker()] - s.finished - s.gone - s.airdrop - s.grouped;
        if s.reserve_phase {
            units &= s.reserve;
        } else {
            units = units - s.reserve - s.earlier;
        }
        units &= s.units_where(|at| at.0 < self.hexes || at == waiting || at == west || at == north);
        // Impulses and reserves that are bound to a map are few.
        if s.south_only || s.reserve_phase && self.holds_reserves(s) {
            units.retain(|unit| self.check_mover(s, unit).is_ok());
        }
        units
    }

    fn survey(&self, s: &State, side: Side) -> Survey {
        let supply_zones = self.supply_zones(s, side);
        // Floods by weather part zones, but do not help supply [17.1.b].
        let zones = if self.weather_floods(s) { self.primary_zones(s, side) } else { supply_zones };
        let sure = self.lines_among(s, side, Hexes::empty(), supply_zones);
        let mut all = sure - zones - s.here[side.other()];
        if s.south_only {
            all &= self.on_south;
        }
        // In the first turn other questions come first.
        if self.is_first_turn(s) {
            all = Hexes::empty();
        }
        let (full, beside_armor) = self.full_hexes(s, side);
        let calm = full.map(|full| {
            let all = all - full - beside_armor;
            [all, all & self.on_south, all & self.on_north]
        });
        Survey { zones, supply_zones, sure, lines: OnceCell::new(), loose: OnceCell::new(), calm, full }
    }

    /// [3.b] Hexes without room for one more division, and for one more unit of another kind; where a brigade of specialized armor
    /// stands, which takes no such room, it must be asked who comes [22.C.2].
    pub(crate) fn full_hexes(&self, s: &State, side: Side) -> ([Hexes; 2], Hexes) {
        let [mut full, mut divisions, mut armor] = [Hexes::empty(); 3];
        // By hex: units in the low half of the byte, divisions in the high one.
        let mut counts = [0u8; HEXES];
        for unit in self.troops[side].iter() {
            let at = s.at(unit);
            if !self.is_hex(at) {
                continue;
            }
            if self.specialized.contains(unit) {
                armor.insert(at);
                continue;
            }
            let count = &mut counts[at.index()];
            *count += if self.divisions.contains(unit) { 0x11 } else { 0x01 };
            if *count & 0x0f > 2 {
                full.insert(at);
            }
            if *count >> 4 > 1 {
                divisions.insert(at);
            }
        }
        ([full | divisions, full], armor)
    }

    /// Whether there is a hex the unit may move to, if it may move at all.
    fn could_move(&self, s: &State, unit: Unit, survey: &Survey) -> bool {
        if self.strolls(s, unit, survey) {
            return true;
        }
        let m = self.mover(s, unit);
        let known = Known { zones: survey.zones, open: self.open_hexes(s, m.side, m.units) };
        if let Some(entry) = m.entry {
            // [23.C.a] Allies without maneuver supply stay where they wait.
            let stays = m.side == Side::AL && !m.supplied;
            let entries = if stays { Hexes::empty() } else { self.entry_hexes(s, entry) };
            let might = |way: &&Way| !self.is_hex(way.to) || entries.contains(way.to);
            let mut enters = false;
            for way in self.board.ways(m.start).iter().filter(might) {
                let step = self.toll_among(s, &m, m.start, *way, Some(&known));
                if step.is_ok_and(|(cost, _)| cost <= m.budget) {
                    enters = true;
                    if self.ends_at(s, &m, way.to, survey) {
                        return true;
                    }
                }
            }
            if !enters {
                return false;
            }
        }
        self.gets_anywhere(s, &m, &known, survey)
    }

    /// Whether a move may end in a hex that can be reached.
    fn ends_at(&self, s: &State, m: &Mover, at: Spot, survey: &Survey) -> bool {
        let full = &survey.full[usize::from(!self.card(m.unit).division)];
        if full.contains(at) && at != m.start && !self.specialized.contains(m.unit) {
            return false;
        }
        let among = |friends: Hexes| self.lines_among(s, m.side, friends, survey.supply_zones);
        let loose = || survey.loose.get_or_init(|| among(survey.supply_zones));
        let lines = || survey.lines.get_or_init(|| among(s.here[m.side]));
        // Where friends do not matter, or matter and are all in place, nothing has to be traced anew.
        let known = if survey.sure.contains(at) {
            Some(&survey.sure)
        } else if !loose().contains(at) {
            Some(loose())
        } else {
            Some(lines()).filter(|lines| !lines.contains(at) || !survey.supply_zones.contains(m.start))
        };
        self.check_end(s, m, at, known).is_ok()
    }

    /// Whether a move may end anywhere: what [`RoadToTheRhine::reach_of`] finds, up to the first end.
    fn gets_anywhere(&self, s: &State, m: &Mover, known: &Known, survey: &Survey) -> bool {
        SEARCH.with_borrow_mut(|(paid, queue)| {
            paid.resize(HEXES, u16::MAX);
            queue.push(m.start);
            let found = self.finds_an_end(s, m, known, survey, paid, queue);
            queue.drain(..).for_each(|hex| paid[hex.index()] = u16::MAX);
            found
        })
    }

    /// The same with room for what was paid by hex; it is left behind for who is in the queue.
    fn finds_an_end(
        &self,
        s: &State,
        m: &Mover,
        known: &Known,
        survey: &Survey,
        paid: &mut [u16],
        queue: &mut Vec<Spot>,
    ) -> bool {
        paid[m.start.index()] = 0;
        let mut near_dunkirk = false;
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let so_far = paid[at.index()];
            for way in self.board.ways(at) {
                let to = way.to;
                if paid[to.index()] <= so_far {
                    continue;
                }
                let Ok((cost, stop)) = self.toll_among(s, m, at, *way, Some(known)) else { continue };
                let cost = so_far + cost;
                if cost > m.budget || cost >= paid[to.index()] {
                    continue;
                }
                if self.ends_at(s, m, to, survey) {
                    return true;
                }
                near_dunkirk |= self.dunkirk_ring.contains(to);
                if !stop {
                    paid[to.index()] = cost;
                    queue.push(to);
                }
            }
        }
        // [20.b] Allies may go one step further there.
        near_dunkirk && m.side == Side::AL && self.reach_of(s, m.unit).ends().next().is_some()
    }

    /// A step onto plain ground with room outside all zones, which needs no further question.
    fn strolls(&self, s: &State, unit: Unit, survey: &Survey) -> bool {
        let at = s.at(unit);
        // Who takes others along is asked about all of them.
        if !self.is_hex(at) || !s.grouped.is_empty() {
            return false;
        }
        let card = self.card(unit);
        let calm = &survey.calm[usize::from(!card.division)][match (card.side, self.group_of(unit)) {
            (Side::GE, _) | (Side::AL, National::US) => 0,
            (Side::AL, National::French) => 1,
            (Side::AL, National::Third) => 2,
        }];
        // [22.C.2] Specialized armor goes beside few.
        let apart = self.specialized.contains(unit);
        let budget = (self.allowance(s, unit) / 8).saturating_sub(s.spent[unit.index()].into());
        let tables = &self.components.tables;
        self.near(at).any(|near| {
            let dry = near.sides & !(side::ROAD | side::CANAL) == 0;
            dry && calm.contains(near.to) && !(apart && s.here[card.side].contains(near.to)) && {
                let road = near.sides & side::ROAD != 0;
                let cost = if road { tables.road } else { self.hex_cost(unit, near.to) + tables.canal };
                cost <= budget
            }
        })
    }
}
