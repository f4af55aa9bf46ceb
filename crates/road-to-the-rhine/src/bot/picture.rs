//! A picture of the front: how far it is to what counts, where the enemy presses, and who stands in his way.

use crate::RoadToTheRhine;
use crate::components::{Country, Ground, Place};
use crate::state::{HEXES, Hexes, Side, State, Unit, Weather};
use referee::Spot;

/// As far as it counts: nowhere.
pub(super) const FAR: u16 = 4000;
/// Pressure of one strength point beside a hex; half of it two hexes off, a quarter three.
pub(super) const POINT: i32 = 8;

pub(super) struct Picture {
    pub(super) side: Side,
    /// By hex: what it takes to the nearest goal of the side, in half movement points.
    pub(super) to_goal: Vec<u16>,
    /// By hex: hexes to the nearest enemy.
    pub(super) enemy: Vec<u16>,
    /// By hex: enemy strength near it.
    pub(super) pressure: Vec<i32>,
    /// By hex: strength that is wanted there, and what is there; neighbours count in part.
    pub(super) need: Vec<i32>,
    pub(super) cover: Vec<i32>,
    /// By hex: what a point of strength is worth in defence, in quarters.
    pub(super) ground: Vec<i32>,
    /// Hexes that win something when they are reached.
    pub(super) goals: Hexes,
    /// Whether the side is out for gains in this scenario.
    pub(super) attacks: bool,
    /// What a lost level weighs, in hundredths.
    pub(super) thrift: i32,
}

impl RoadToTheRhine {
    pub(super) fn picture(&self, s: &State, side: Side) -> Picture {
        let goals: Hexes = self.goals_of(s, side).into_iter().map(|(hex, _)| hex).collect();
        let battle = matches!(self.scenario(s).victory.as_str(), "bulge" | "market-garden");
        let enemy = side.other();
        let map = &self.components.map;
        let near = board::flood(&map.board, s.here[enemy].iter().map(|hex| (hex, 0)), 60, |_, _| Some(1));
        let mut picture = Picture {
            side,
            to_goal: self.to_goals(s, side),
            enemy: (0..self.hexes).map(|hex| near.cost(Spot(hex)).unwrap_or(60)).collect(),
            pressure: vec![0; HEXES],
            need: vec![0; HEXES],
            cover: vec![0; HEXES],
            ground: vec![4; HEXES],
            goals,
            attacks: self.is_out_for_gains(s, side),
            thrift: if battle { self.weights(s, side).loss_battle } else { self.weights(s, side).loss_campaign },
        };
        self.press(s, &mut picture);
        for unit in self.troops(s, side) {
            self.count_cover(s, &mut picture, unit, s.at(unit), 1);
        }
        picture
    }

    /// Whether a side attacks for gains, or only where it is cheap.
    pub(super) fn is_out_for_gains(&self, s: &State, side: Side) -> bool {
        (self.scenario(s).victory == "bulge") == (side == Side::GE)
    }

    /// What the Allies must take, by name.
    pub(super) fn prizes(&self, s: &State) -> Vec<(&'static str, Hexes)> {
        let map = &self.components.map;
        let places = |least: Place| -> Hexes {
            let german = |hex: &Spot| {
                map.place[hex.index()] >= least
                    && map.country[hex.index()] == Country::Germany
                    && self.in_scenario_map(s, *hex)
            };
            self.german_towns.iter().filter(german).collect()
        };
        match self.scenario(s).victory.as_str() {
            "market-garden" => vec![("scheldt", self.scheldt)],
            "cities" => vec![("cities", places(Place::City)), ("scheldt", self.scheldt | self.antwerp)],
            "major-cities" => vec![("cities", places(Place::Major)), ("scheldt", self.scheldt | self.antwerp)],
            _ => vec![],
        }
    }

    /// Goals of a side, and what is added to the way there: less worth going to.
    pub(super) fn goals_of(&self, s: &State, side: Side) -> Vec<(Spot, u16)> {
        let map = &self.components.map;
        let victory = self.scenario(s).victory.as_str();
        let weights = self.weights(s, side);
        let extra = |weight: i32| u16::try_from(weight).unwrap_or(0);
        let mut goals: Vec<(Spot, u16)> = vec![];
        match (side, victory) {
            (Side::AL, "market-garden") => {
                goals.extend(map.region("across-lek-rhine").iter().map(|hex| (hex, 0)));
                goals.extend(map.region("east-of-waal").iter().map(|hex| (hex, extra(weights.goal_waal))));
                goals.extend(map.region("east-of-roer").iter().map(|hex| (hex, extra(weights.goal_roer))));
                goals.retain(|(hex, _)| self.in_scenario_map(s, *hex));
                goals.extend((self.scheldt - s.held).iter().map(|hex| (hex, extra(weights.goal_scheldt))));
            }
            (Side::GE, "bulge") => {
                for (place, (_, edge)) in map.crossings.iter().enumerate() {
                    let (a, b) = self.board.ends(*edge);
                    let mine = s.bridges[place] == Side::GE;
                    let north = map.objectives.iter().any(|(_, hex)| *hex == a);
                    goals.push((if north { a } else { b }, if mine { extra(weights.goal_bridge) } else { 0 }));
                }
                goals.extend(map.objectives.iter().map(|(_, hex)| (*hex, extra(weights.goal_objective))));
                goals.extend(self.antwerp.iter().map(|hex| (hex, extra(weights.goal_antwerp))));
                let north = *map.region("between-waal-and-lek");
                goals.extend(
                    north
                        .iter()
                        .filter(|hex| s.here[Side::AL].contains(*hex))
                        .map(|hex| (hex, extra(weights.goal_north))),
                );
            }
            (Side::GE, "market-garden") | (Side::AL, "bulge") => {}
            (Side::AL, _) => {
                for (_, hexes) in self.prizes(s) {
                    goals.extend((hexes - s.held).iter().map(|hex| (hex, 0)));
                }
            }
            (Side::GE, _) => {
                for (_, hexes) in self.prizes(s) {
                    goals.extend((hexes & s.held).iter().map(|hex| (hex, 0)));
                }
            }
        }
        goals
    }

    /// By hex: the way to the nearest goal, dearer where the enemy stands.
    pub(super) fn to_goals(&self, s: &State, side: Side) -> Vec<u16> {
        let (map, tables) = (&self.components.map, &self.components.tables);
        let mut held = vec![0u16; HEXES];
        for unit in self.troops(s, side.other()) {
            let strength = u16::try_from(self.points_of_strength(s, unit)).unwrap_or(0);
            held[s.at(unit).index()] += 3 * strength;
        }
        let flood = board::flood(&map.board, self.goals_of(s, side), FAR - 1, |at, way| {
            let open =
                |hex: Spot| !self.all_sea.contains(hex) && !self.swiss.contains(hex) && self.in_scenario_map(s, hex);
            if !open(at) || !open(way.to) || self.is_sea(way.edge) || self.dam_stands(s, way.edge) {
                return None;
            }
            // The step is taken the other way round: from `way.to` into `at`.
            let i = at.index();
            let ground = match (map.place[i], map.ground[i]) {
                (Place::City | Place::Major, _) => tables.city,
                (_, Ground::Rough) => tables.rough,
                (_, Ground::Mountain) => tables.mountain,
                _ => tables.clear,
            };
            let wide = self.wide_river(s, way.edge);
            let water = if wide { 14 } else { tables.minor * u16::from(self.is_minor(s, way.edge)) };
            let step = if self.is_road(way.edge) && !wide { tables.road } else { ground + water };
            let works = if map.fortified[i] && side == Side::AL { 2 } else { 1 };
            Some(step + held[i] * works)
        });
        (0..self.hexes).map(|hex| flood.cost(Spot(hex)).unwrap_or(FAR)).collect()
    }

    /// Where the enemy presses, and what is wanted there.
    fn press(&self, s: &State, picture: &mut Picture) {
        let (side, enemy) = (picture.side, picture.side.other());
        let map = &self.components.map;
        let mut strength = vec![0; HEXES];
        for unit in self.troops(s, enemy) {
            strength[s.at(unit).index()] += self.points_of_strength(s, unit);
        }
        let mut seen = vec![0u16; HEXES];
        for (mark, from) in (1u16..).zip(s.here[enemy].iter()) {
            let mut ring = vec![from];
            seen[from.index()] = mark;
            for share in [POINT, POINT / 2, POINT / 4] {
                let mut next = vec![];
                for hex in ring {
                    for way in self.ways(hex) {
                        if seen[way.to.index()] != mark && !self.all_sea.contains(way.to) && !self.is_sea(way.edge) {
                            seen[way.to.index()] = mark;
                            let wide = self.wide_river(s, way.edge);
                            picture.pressure[way.to.index()] +=
                                strength[from.index()] * if wide { share / 2 } else { share };
                            if !wide {
                                next.push(way.to);
                            }
                        }
                    }
                }
                ring = next;
            }
        }
        // What lies on his way to something matters more.
        let his = self.to_goals(s, enemy);
        let range = 10 * self.weights(s, side).on_his_way;
        let winter = s.weather == Weather::WinterStorm;
        for hex in (0..self.hexes).map(Spot) {
            let i = hex.index();
            if picture.pressure[i] == 0 || s.here[enemy].contains(hex) {
                continue;
            }
            let near = (range - i32::from(his[i]).min(range)) / 8;
            picture.need[i] = picture.pressure[i] * (8 + near) / 8;
            let city = map.place[i] >= Place::City || map.fortified[i] && side == Side::GE;
            let rough = map.ground[i] != Ground::Clear || map.place[i] == Place::Town;
            let river = self.ways(hex).any(|way| {
                picture.pressure[way.to.index()] > picture.pressure[i]
                    && (self.is_minor(s, way.edge) || self.is_major(way.edge))
            });
            picture.ground[i] = if city { 8 } else { 4 + 2 * i32::from(rough) + 2 * i32::from(river) };
        }
        // His goals want somebody in them while he could come.
        let reach = if winter { 10 } else { 14 };
        for (hex, extra) in self.goals_of(s, enemy) {
            let i = hex.index();
            if i32::from(extra) < self.guarded_within(s, side)
                && picture.enemy[i] <= reach
                && !s.here[enemy].contains(hex)
            {
                let market_garden = self.scenario(s).victory == "market-garden";
                let weights = self.weights(s, side);
                let most = if market_garden { weights.garrison_rivers } else { weights.garrison };
                picture.need[i] += most * POINT;
            }
        }
        if side == Side::AL && self.scenario(s).victory == "bulge" {
            // [34.B.e] Somebody must stay between Waal and Lek: where he stands he is helped, else anybody goes.
            let north = *map.region("between-waal-and-lek");
            let held = north & s.here[Side::AL];
            let wanted = if held.is_empty() { north - s.here[enemy] } else { held };
            for hex in wanted.iter() {
                picture.need[hex.index()] += 16 * POINT;
            }
        }
    }

    /// Adds what a unit covers from a hex, or takes it away.
    pub(super) fn count_cover(&self, s: &State, picture: &mut Picture, unit: Unit, hex: Spot, times: i32) {
        if !self.is_hex(hex) {
            return;
        }
        let strength = self.points_of_strength(s, unit) * POINT * times;
        picture.cover[hex.index()] += strength * picture.ground[hex.index()] / 4;
        for way in self.ways(hex) {
            picture.cover[way.to.index()] += strength / 3;
        }
    }

    /// What a unit would add in a hex to what is wanted there and beside it.
    pub(super) fn use_of(&self, s: &State, picture: &Picture, unit: Unit, hex: Spot) -> i32 {
        if !self.is_hex(hex) {
            return 0;
        }
        let strength = self.points_of_strength(s, unit) * POINT;
        let lacks = |hex: Spot| (picture.need[hex.index()] - picture.cover[hex.index()]).max(0);
        let own = (strength * picture.ground[hex.index()] / 4).min(lacks(hex));
        let beside: i32 = self.ways(hex).map(|way| (strength / 3).min(lacks(way.to))).sum();
        own + beside / 2
    }

    /// What it means to a unit to stand in a hex: nearer to a goal, in the enemy's way, in danger.
    pub(super) fn place_value(&self, s: &State, picture: &Picture, unit: Unit, hex: Spot) -> i32 {
        let strength = self.points_of_strength(s, unit);
        let i = hex.index();
        let weights = self.weights(s, picture.side);
        let mut sum = self.use_of(s, picture, unit, hex);
        if picture.attacks {
            let far = i32::from(picture.to_goal[i].min(400));
            sum -= far * (4 + strength) * weights.progress / 100;
            if picture.goals.contains(hex) {
                sum += weights.goal;
            }
        }
        let own = picture.cover[i] + strength * POINT * picture.ground[i] / 4;
        let danger = (picture.pressure[i] - 2 * own).max(0);
        sum -= danger * if picture.attacks { weights.danger_attacking } else { weights.danger_defending } / 100;
        if !picture.attacks {
            // Behind the front a unit waits near it, not at the edge of the map.
            sum -= 2 * i32::from(picture.enemy[i].min(30));
        }
        sum
    }
}
