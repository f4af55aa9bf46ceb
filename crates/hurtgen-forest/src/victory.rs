//! [15.0] Victory: points for eliminated units, towns with their Lines of Communications, levels.

use crate::HurtgenForest;
use crate::components::{Ground, HexSide, Level, Objective, Ratio};
use crate::event::Event;
use crate::state::{Side, State, Unit};
use board::{Flood, Way, flood};
use referee::{Outcome, Referee, Rule, Spot};

impl HurtgenForest {
    /// [15.11] Attack plus defense; barrage, FPF and defense for artillery.
    pub(crate) fn worth(&self, unit: Unit) -> u16 {
        let card = self.card(unit);
        u16::from(card.attack) + u16::from(card.fpf) + u16::from(card.defense)
    }

    /// [15.12] Removes a unit under the rule that costs it its existence; the enemy scores it.
    pub(crate) fn eliminate(&self, s: &mut State, unit: Unit, rule: Rule, r: &mut Referee<Event>) {
        let at = s.at(unit);
        let winner = self.side(unit).other();
        let points = self.worth(unit);
        self.take_away(s, unit, self.dead);
        s.points[winner] += points;
        r.note(rule, Event::Eliminated { unit, at });
        r.note(Rule("15.12"), Event::Scored { side: winner, points, total: s.points[winner] });
    }

    /// [15.21] The game is over: towns are scored, once, for the US player only.
    pub(crate) fn judge(&self, s: &mut State, r: &mut Referee<Event>) {
        for town in self.open_towns(s) {
            s.points[Side::US] += town.points;
            r.note(Rule("15.21"), Event::Objective { hex: town.hexes[0], points: town.points });
        }
        r.note(Rule("15.0"), Event::Judged { us: s.points[Side::US], german: s.points[Side::German] });
        s.steps.clear();
    }

    /// [15.31] Every hex with a line to the west edge, and how many rough hexes it takes: [15.32] chains of
    /// hexes that no German unit holds or controls, [15.33] with at most two rough ones, [15.34] over streams
    /// only by a bridge. US units do not cancel German zones [15.21]; [5.16], [15.35] no unit needs a line.
    pub(crate) fn lines_of_communications(&self, s: &State) -> Flood {
        let rough = |hex: Spot| u16::from(self.ground(hex) == Ground::Rough);
        let step = |_: Spot, way: Way| {
            if !self.is_hex(way.to) || !self.is_open(s, way.to) {
                return None;
            }
            let side = self.hexside(way.edge);
            let water = side.has(HexSide::STREAM) || side.has(HexSide::RIVER);
            (!water || side.has(HexSide::BRIDGE)).then(|| rough(way.to))
        };
        let west = self.west_edge().filter(|&hex| self.is_open(s, hex)).map(|hex| (hex, rough(hex)));
        flood(&self.board, west, 2, step)
    }

    /// [15.32] No German unit holds or controls the hex.
    fn is_open(&self, s: &State, hex: Spot) -> bool {
        let held = s.occupant(hex).is_some_and(|unit| self.side(unit) == Side::German);
        !held && !s.zones[Side::German].contains(hex)
    }

    /// [15.31] Column 01.
    fn west_edge(&self) -> impl Iterator<Item = Spot> + '_ {
        (1..=self.components.map.rows()).filter_map(|row| self.grid.spot(1, row))
    }

    /// [15.21] The towns that the US player would score if the game ended now.
    pub(crate) fn open_towns<'a>(&'a self, s: &State) -> impl Iterator<Item = &'a Objective> + use<'a> {
        let towns = &self.components.tables.objectives;
        // While the German holds or controls part of every town, no line needs to be looked for.
        let lines = towns
            .iter()
            .any(|town| town.hexes.iter().all(|&hex| self.is_open(s, hex)))
            .then(|| self.lines_of_communications(s));
        let reached = move |hex: &Spot| lines.as_ref().is_some_and(|lines| lines.cost(*hex).is_some());
        towns.iter().filter(move |town| town.hexes.iter().all(&reached))
    }

    /// [15.4] The exact ratio of points, without rounding. A German without points has lost decisively,
    /// unless the US player has none either.
    pub(crate) fn level_of_victory(&self, s: &State) -> Outcome {
        let (us, german) = (u32::from(s.points[Side::US]), u32::from(s.points[Side::German]));
        let levels = &self.components.tables.levels;
        let fits = |level: &&Level| match level.ratio {
            _ if german == 0 => us > 0 || level.ratio == Ratio::Any,
            Ratio::AtLeast(tenths) => us * 10 >= u32::from(tenths) * german,
            Ratio::Above(tenths) => us * 10 > u32::from(tenths) * german,
            Ratio::Any => true,
        };
        let level = levels.iter().find(fits).expect("the last level of victory has no condition");
        Outcome { winner: Some(level.winner.seat()), level: title(level), rule: Rule("15.4") }
    }
}

fn title(level: &Level) -> &'static str {
    match (level.winner, level.name.as_str()) {
        (Side::US, "Decisive") => "US Decisive",
        (Side::US, "Substantive") => "US Substantive",
        (Side::US, "Marginal") => "US Marginal",
        (Side::US, _) => "US victory",
        (Side::German, "Decisive") => "German Decisive",
        (Side::German, "Substantive") => "German Substantive",
        (Side::German, "Marginal") => "German Marginal",
        (Side::German, _) => "German victory",
    }
}
