//! What a side could do in its next movement, for bots: where its units could stand, whom they could surround, and how much
//! of a way the Lines of Communications still have to go round.

use crate::HurtgenForest;
use crate::components::Ground;
use crate::state::{HEXES, Hexes, Side, State};
use referee::Spot;

/// Half points that infantry has in a movement.
const ALLOWANCE: usize = 14;
/// What a unit is in danger of losing, in hundredths, by the hexes into which it could still retreat.
const IN_DANGER: [i32; 3] = [100, 25, 5];
/// So many can be attacked in earnest in one phase; the others count a quarter.
const ATTACKS: usize = 5;
/// The longest way of a line that counts, and what a hex closed by the German adds to it.
const LONGEST: usize = 60;
const CLOSED: usize = 8;
/// Lines count in the last so many Game-Turns, the more the nearer the end is.
const LAST_TURNS: i32 = 6;

impl HurtgenForest {
    /// Hexes in which units of a side could stand after its next movement, by the costs of infantry: [6.0.a] they stop
    /// in enemy zones, [5.14] and who is in one stays.
    fn could_stand(&self, s: &State, side: Side) -> Hexes {
        let zones = &s.zones[side.other()];
        let (mut stand, mut done) = (Hexes::empty(), Hexes::empty());
        let mut waves = [Hexes::empty(); ALLOWANCE + 1];
        for at in (self.of_side(side) - self.artillery).iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at)) {
            stand.insert(at);
            if !zones.contains(at) {
                waves[0].insert(at);
            }
        }
        for spent in 0..ALLOWANCE {
            let wave = waves[spent] - done;
            done |= wave;
            for at in wave {
                for way in self.board.ways(at) {
                    if !self.is_hex(way.to) || done.contains(way.to) {
                        continue;
                    }
                    let cost = usize::from(self.step_cost(false, at, *way));
                    if cost == 0 || spent + cost > ALLOWANCE {
                        continue;
                    }
                    stand.insert(way.to);
                    if !zones.contains(way.to) {
                        waves[spent + cost].insert(way.to);
                    }
                }
            }
        }
        stand
    }

    /// What a side is in danger of losing to the other one's next movement and combat because [7.74] it would have no
    /// room to retreat.
    pub(crate) fn may_be_trapped(&self, s: &State, side: Side) -> i32 {
        let stand = self.could_stand(s, side.other());
        let mut shadow = s.zones[side.other()];
        shadow.extend(stand.iter().flat_map(|hex| self.around(hex).iter().copied()));
        let mut found: Vec<i32> = vec![];
        for unit in self.of_side(side) {
            let at = s.at(unit);
            if !self.is_hex(at) || !shadow.contains(at) {
                continue;
            }
            let motorized = self.card(unit).motorized;
            let room = |way: &&board::Way| {
                self.is_hex(way.to)
                    && !shadow.contains(way.to)
                    && self.step_cost(motorized, at, **way) > 0
                    && s.occupant(way.to).is_none_or(|there| self.side(there) == side)
            };
            let rooms = self.board.ways(at).iter().filter(room).count();
            let danger = IN_DANGER.get(rooms).copied().unwrap_or(0);
            if danger > 0 {
                found.push(self.stake(s, unit).max(0) * danger / 100);
            }
        }
        found.sort_unstable_by_key(|loss| std::cmp::Reverse(*loss));
        found.iter().take(ATTACKS).sum::<i32>() + found.iter().skip(ATTACKS).sum::<i32>() / 4
    }

    /// [15.3] How short the Lines of Communications of the towns are, by their points; what the German closes makes them
    /// longer. Counts towards the end of the game.
    pub(crate) fn lines_open(&self, s: &State) -> i32 {
        let nearness = i32::from(s.turn) + LAST_TURNS - i32::from(s.turns);
        if nearness <= 0 {
            return 0;
        }
        let closed = self.closed(s);
        let mut far = [u8::MAX; HEXES];
        let mut waves = [Hexes::empty(); LONGEST + CLOSED + 4];
        let price = |hex: Spot| {
            let rough = if self.ground(hex) == Ground::Rough { 3 } else { 0 };
            1 + rough + if closed.contains(hex) { CLOSED } else { 0 }
        };
        self.west_edge().for_each(|hex| {
            waves[price(hex)].insert(hex);
        });
        for way in 0..LONGEST {
            for at in waves[way] {
                if far[at.index()] != u8::MAX {
                    continue;
                }
                far[at.index()] = u8::try_from(way).unwrap_or(u8::MAX);
                for to in self.line_ways[at.index()].iter().filter(|to| far[to.index()] == u8::MAX) {
                    let then = way + price(to);
                    if then < LONGEST {
                        waves[then].insert(to);
                    }
                }
            }
        }
        let longest = i32::try_from(LONGEST).unwrap_or(i32::MAX);
        let mut sum = 0;
        for town in &self.components.tables.objectives {
            let worst = town.hexes.iter().map(|hex| i32::from(far[hex.index()]).min(longest)).max().unwrap_or(longest);
            sum += i32::from(town.points) * (longest - worst);
        }
        sum * nearness / LAST_TURNS
    }
}
