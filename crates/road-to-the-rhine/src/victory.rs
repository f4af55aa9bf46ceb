//! Who has won: 31.B, [32.B], [33.B], 34.B, [35.B].

use crate::RoadToTheRhine;
use crate::components::{Country, Level, Place};
use crate::event::Event;
use crate::state::{Hexes, Options, Side, State};
use crate::words::capital;
use referee::{Gauge, GaugeLevel, Outcome, Referee, Rule};

/// The level that is reached as things stand, and what is counted for it: cities, or steps from the worst for the Allies.
pub(crate) struct Tally {
    pub level: Option<u8>,
    pub count: usize,
    /// Of how many, where all of them are needed.
    pub all: usize,
}

impl RoadToTheRhine {
    fn levels_of_victory(&self, s: &State) -> &[Level] {
        let id = &self.scenario(s).victory;
        self.components.victories.iter().find(|it| it.id == *id).map_or(&[], |it| &it.levels)
    }

    pub(crate) fn outcome(&self, s: &State, level: u8) -> Outcome {
        let levels = self.levels_of_victory(s);
        let row = &levels[usize::from(level).min(levels.len() - 1)];
        Outcome { winner: row.winner.map(Side::seat), level: row.level, rule: Rule(self.victory_rule(s, level)) }
    }

    fn victory_rule(&self, s: &State, level: u8) -> &'static str {
        match (self.scenario(s).victory.as_str(), level) {
            ("market-garden", _) if self.scheldt.is_subset(&s.held) => "32.G.3",
            ("market-garden", _) => "32.B",
            ("bulge", 0) if self.german_in_antwerp(s) => "34.B.c",
            ("bulge", 0) => "34.B.e",
            ("bulge", 1) if self.holds_three(s) => "34.B.b",
            ("bulge", 1) => "34.B.e",
            ("bulge", 2) if s.bridges.contains(&Side::GE) => "34.B.a",
            ("bulge", 2) => "34.B.e",
            ("bulge", _) => "34.B.d",
            ("cities", _) => "33.B",
            _ => "31.B.b",
        }
    }

    fn finish(&self, s: &mut State, level: u8, r: &mut Referee<Event>) {
        s.outcome = Some(level);
        let row = &self.levels_of_victory(s)[usize::from(level)];
        let event = Event::Outcome { winner: row.winner, level: row.level };
        r.note(Rule(self.victory_rule(s, level)), event);
    }

    fn german_in_antwerp(&self, s: &State) -> bool {
        self.antwerp.iter().any(|hex| s.here[Side::GE].contains(hex))
    }

    fn objective(&self, s: &State, name: &str) -> bool {
        self.components.map.objectives.iter().any(|(it, hex)| it == name && s.here[Side::GE].contains(*hex))
    }

    fn holds_three(&self, s: &State) -> bool {
        ["liege", "namur", "maastricht"].iter().all(|name| self.objective(s, name))
    }

    /// [34.B.c] As soon as an impulse closes.
    pub(crate) fn judge_impulse(&self, s: &mut State, r: &mut Referee<Event>) {
        if self.scenario(s).victory == "bulge" && self.german_in_antwerp(s) {
            self.finish(s, 0, r);
        }
    }

    /// At the end of a player-turn.
    pub(crate) fn judge_player_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        let last = (s.turn, s.initiative) == self.scenario(s).to;
        let level = match self.scenario(s).victory.as_str() {
            "market-garden" if last => Some(self.market_garden_level(s)),
            "bulge" if last => Some(self.bulge_level(s)),
            "cities" if last => Some(self.city_level(s, self.cities_taken(s))),
            "major-cities" if s.initiative == Side::AL => {
                let (taken, all) = self.major_cities_taken(s);
                self.campaign_level(s, taken == all, last)
            }
            _ => None,
        };
        if let Some(level) = level {
            self.finish(s, level, r);
        }
    }

    /// How it stands if the game ended now.
    pub(crate) fn tally(&self, s: &State) -> Tally {
        let rank = |level: u8| {
            let levels = self.levels_of_victory(s);
            let from_german = levels.first().is_some_and(|row| row.winner == Some(Side::GE));
            let below = levels.len().saturating_sub(usize::from(level) + 1);
            Tally { level: Some(level), count: if from_german { level.into() } else { below }, all: levels.len() }
        };
        match self.scenario(s).victory.as_str() {
            "market-garden" => rank(self.market_garden_level(s)),
            "bulge" => rank(self.bulge_level(s)),
            "cities" => {
                let count = self.cities_taken(s);
                Tally { level: Some(self.city_level(s, count)), count, all: count }
            }
            _ => {
                let (count, all) = self.major_cities_taken(s);
                Tally { level: self.campaign_level(s, count == all, true), count, all }
            }
        }
    }

    /// How near the Allies are to winning, on the scale that decides.
    pub(crate) fn gauge(&self, s: &State, tally: &Tally) -> Gauge {
        let levels = self.levels_of_victory(s);
        let scale = |row: &Level, from: usize| GaugeLevel {
            from: whole(from),
            shown: from.to_string(),
            name: match row.winner {
                Some(Side::AL) => format!("Allied {}", row.level),
                Some(Side::GE) => format!("German {}", row.level),
                None => capital(row.level),
            },
            seat: row.winner.map(Side::seat),
        };
        let (title, levels): (_, Vec<_>) = match self.scenario(s).victory.as_str() {
            "cities" => {
                let from = |row: &Level| scale(row, row.cities.unwrap_or(0).into());
                ("German cities in Allied hands", levels.iter().rev().map(from).collect())
            }
            "major-cities" => {
                let now = levels.iter().find(|row| row.by.is_some_and(|by| s.turn <= by));
                let rows = [levels.last().map(|row| scale(row, 0)), now.map(|row| scale(row, tally.all))];
                ("Major German cities held and supplied", rows.into_iter().flatten().collect())
            }
            _ => {
                let mut upwards: Vec<&Level> = levels.iter().collect();
                if upwards.first().is_some_and(|row| row.winner != Some(Side::GE)) {
                    upwards.reverse();
                }
                let rows = upwards.into_iter().enumerate().map(|(i, row)| scale(row, i)).collect();
                ("Level of victory, from German to Allied", rows)
            }
        };
        Gauge { title: title.into(), at: whole(tally.count), shown: tally.count.to_string(), levels, alone: true }
    }

    /// [32.B], [32.G.3]
    pub(crate) fn market_garden_level(&self, s: &State) -> u8 {
        let map = &self.components.map;
        let lines = self.lines(s, Side::AL);
        let division_in = |region: &Hexes| {
            self.troops(s, Side::AL)
                .any(|unit| self.card(unit).division && region.contains(s.at(unit)) && lines.contains(s.at(unit)))
        };
        let across = division_in(map.region("across-lek-rhine"));
        let east = division_in(&(*map.region("east-of-waal") | *map.region("east-of-roer")));
        let steps = u8::from(across) + u8::from(across || east) + u8::from(self.scheldt.is_subset(&s.held));
        3 - steps.min(3)
    }

    /// [34.B.a], [34.B.b], [34.B.c], [34.B.d], [34.B.e]
    pub(crate) fn bulge_level(&self, s: &State) -> u8 {
        let between = self.components.map.region("between-waal-and-lek");
        let nobody = !between.iter().any(|hex| s.here[Side::AL].contains(hex));
        let level = if self.german_in_antwerp(s) {
            0
        } else if self.holds_three(s) {
            1
        } else if s.bridges.contains(&Side::GE) {
            2
        } else {
            3
        };
        match (nobody, level) {
            (true, 1) => 0,
            (true, 2) => 1,
            (true, 3) if s.options.has(Options::ONE_STEP) => 2,
            (true, 3) => 1,
            (_, level) => level,
        }
    }

    /// German cities by name, and their hexes.
    fn german_cities(&self, least: Place) -> Vec<Hexes> {
        let map = &self.components.map;
        let mut cities: Vec<(&str, Hexes)> = vec![];
        for hex in map.grid.spots() {
            let i = hex.index();
            if map.place[i] < least || map.country[i] != Country::Germany {
                continue;
            }
            match cities.iter_mut().find(|(name, _)| *name == map.place_name[i]) {
                Some((_, hexes)) => {
                    hexes.insert(hex);
                }
                None => cities.push((&map.place_name[i], Hexes::only(hex))),
            }
        }
        cities.into_iter().map(|(_, hexes)| hexes).collect()
    }

    /// [33.B]
    fn cities_taken(&self, s: &State) -> usize {
        let is_taken =
            |hexes: &&Hexes| hexes.is_subset(&s.held) && hexes.iter().all(|hex| self.in_scenario_map(s, hex));
        self.german_cities(Place::City).iter().filter(is_taken).count()
    }

    /// [33.B]
    fn city_level(&self, s: &State, taken: usize) -> u8 {
        let levels = self.levels_of_victory(s);
        let reached = levels.iter().position(|level| level.cities.is_some_and(|least| taken >= usize::from(least)));
        u8::try_from(reached.unwrap_or(levels.len() - 1)).unwrap_or(0)
    }

    /// [31.B.a] So many of so many.
    fn major_cities_taken(&self, s: &State) -> (usize, usize) {
        let lines = self.fed(s, Side::AL);
        let cities = self.german_cities(Place::Major);
        (cities.iter().filter(|hexes| hexes.is_subset(&s.held) && hexes.is_subset(&lines)).count(), cities.len())
    }

    /// [31.B.a], [31.B.b], [35.B]
    fn campaign_level(&self, s: &State, taken: bool, last: bool) -> Option<u8> {
        let levels = self.levels_of_victory(s);
        let level = match (taken, last) {
            (true, _) => levels.iter().position(|level| level.by.is_some_and(|by| s.turn <= by)),
            (false, true) => Some(levels.len() - 1),
            (false, false) => None,
        };
        level.and_then(|level| u8::try_from(level).ok())
    }
}

/// A count of cities or levels as a gauge has it.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
