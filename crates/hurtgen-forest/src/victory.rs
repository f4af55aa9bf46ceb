//! [15.0] Victory: points for eliminated units, towns with their Lines of Communications, levels.

use crate::HurtgenForest;
use crate::components::{Ground, HexSide, Level, Objective, Ratio};
use crate::event::Event;
use crate::state::{Hexes, Side, State, Unit};
use board::{Path, Way};
use referee::{Outcome, Referee, Rule, Spot};
use std::cell::Cell;

/// [15.33] In a Line of Communications.
const MOST_ROUGH: usize = 2;

thread_local! {
    /// The lines that were looked for last, by the game and what was closed.
    static LAST: Cell<Option<(u64, Hexes, Hexes)>> = const { Cell::new(None) };
}

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

    /// [15.31] Every hex with a line to the west edge: [15.32] a chain of hexes that no German unit holds or controls,
    /// [15.33] with at most two rough ones, [15.34] over streams only by a bridge. US units do not cancel German zones
    /// [15.21]; [5.16], [15.35] no unit needs a line.
    pub(crate) fn lines_of_communications(&self, s: &State) -> Hexes {
        let closed = self.closed(s);
        // Most decisions leave closed what was closed.
        LAST.with(|last| match last.get() {
            Some((serial, before, lines)) if serial == self.serial && before == closed => lines,
            _ => {
                let lines = self.hexes_with_lines(closed);
                last.set(Some((self.serial, closed, lines)));
                lines
            }
        })
    }

    /// The hexes with a line, in waves: all that takes no rough hex, then what takes one, then two.
    fn hexes_with_lines(&self, closed: Hexes) -> Hexes {
        let found: Hexes = self.west_edge().collect::<Hexes>() - closed;
        let (mut reached, mut known) = (Hexes::empty(), closed | found);
        let (mut wave, mut rough) = (found - self.rough, found & self.rough);
        for _ in 0..=MOST_ROUGH {
            while !wave.is_empty() {
                reached |= wave;
                let near = wave.iter().fold(Hexes::empty(), |near, hex| near | self.line_near[hex.index()]) - known;
                known |= near;
                rough |= near & self.rough;
                wave = near - self.rough;
            }
            std::mem::swap(&mut wave, &mut rough);
        }
        reached
    }

    /// [15.21] The line of every town that the US player would score now, from the town to the west edge.
    pub(crate) fn lines_of_towns(&self, s: &State) -> Vec<Vec<Spot>> {
        let mut before = vec![None; self.line_ways.len()];
        self.spread_lines(self.closed(s), |hex, from| before[hex.index()] = from);
        let line = |town: &Objective| std::iter::successors(Some(town.hexes[0]), |hex| before[hex.index()]).collect();
        self.open_towns(s).map(line).collect()
    }

    /// The search for both: tells of every hex from which neighbour it was found.
    fn spread_lines(&self, closed: Hexes, mut found: impl FnMut(Spot, Option<Spot>)) -> Hexes {
        // What is closed, or was found before.
        let mut known = closed;
        let mut reached = Hexes::empty();
        let (mut near, mut rough) = (vec![], vec![]);
        let mut find = |hex: Spot, from: Option<Spot>, near: &mut Vec<Spot>, rough: &mut Vec<Spot>| {
            if known.insert(hex) {
                found(hex, from);
                if self.ground(hex) == Ground::Rough { rough.push(hex) } else { near.push(hex) }
            }
        };
        self.west_edge().for_each(|hex| find(hex, None, &mut near, &mut rough));
        // All that takes no rough hex, then what takes one, then two.
        for _ in 0..=MOST_ROUGH {
            // In the order in which they were found, so that lines are short.
            let mut next = 0;
            while let Some(&at) = near.get(next) {
                next += 1;
                reached.insert(at);
                self.line_ways[at.index()].iter().for_each(|hex| find(hex, Some(at), &mut near, &mut rough));
            }
            near.clear();
            std::mem::swap(&mut near, &mut rough);
        }
        reached
    }

    /// [15.34] By hex: its neighbours that are not behind water without a bridge.
    pub(crate) fn ways_of_lines(&self) -> Vec<Path<6>> {
        let dry = |way: &&Way| {
            let side = self.hexside(way.edge);
            let water = side.has(HexSide::STREAM) || side.has(HexSide::RIVER);
            self.is_hex(way.to) && (!water || side.has(HexSide::BRIDGE))
        };
        self.hexes().map(|hex| self.board.ways(hex).iter().filter(dry).map(|way| way.to).collect()).collect()
    }

    /// [15.32] Hexes that a German unit holds or controls.
    pub(crate) fn closed(&self, s: &State) -> Hexes {
        let mut closed = s.zones[Side::German];
        closed.extend(self.of_side(Side::German).iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at)));
        closed
    }

    /// [15.31] Column 01.
    pub(crate) fn west_edge(&self) -> impl Iterator<Item = Spot> + '_ {
        (1..=self.components.map.rows()).filter_map(|row| self.grid.spot(1, row))
    }

    /// [15.21] The towns that the US player would score if the game ended now.
    pub(crate) fn open_towns<'a>(&'a self, s: &State) -> impl Iterator<Item = &'a Objective> + use<'a> {
        let towns = &self.components.tables.objectives;
        let closed = self.closed(s);
        // While the German holds or controls part of every town, no line needs to be looked for.
        let any = towns.iter().any(|town| !town.hexes.iter().any(|hex| closed.contains(*hex)));
        let lines = if any { self.lines_of_communications(s) } else { Hexes::empty() };
        towns.iter().filter(move |town| town.hexes.iter().all(|hex| lines.contains(*hex)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use board::flood;
    use bots::RandomBot;
    use referee::{Awaits, Game, Seeded, Setup};

    /// The book read literally: hex by hex, with the count of rough ones.
    fn slowly(game: &HurtgenForest, s: &State) -> Hexes {
        let held = |hex: Spot| s.occupant(hex).is_some_and(|unit| game.side(unit) == Side::German);
        let is_open = |hex: Spot| !held(hex) && !s.zones[Side::German].contains(hex);
        let rough = |hex: Spot| u16::from(game.ground(hex) == Ground::Rough);
        let step = |_: Spot, way: Way| {
            let side = game.hexside(way.edge);
            let wet = (side.has(HexSide::STREAM) || side.has(HexSide::RIVER)) && !side.has(HexSide::BRIDGE);
            (game.is_hex(way.to) && is_open(way.to) && !wet).then(|| rough(way.to))
        };
        let west = game.west_edge().filter(|hex| is_open(*hex)).map(|hex| (hex, rough(hex)));
        let lines = flood(&game.board, west, 2, step);
        game.hexes().filter(|hex| lines.cost(*hex).is_some()).collect()
    }

    #[test]
    fn quick_and_slow_lines_agree() {
        let game = HurtgenForest::new(&crate::files()).expect("the embedded files are sound");
        let setup = Setup::read("historical").expect("a setup");
        let mut longest = 0;
        for seed in 0..4 {
            let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
            let mut s = game.start(&setup, &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&s) {
                let action = bot.decide(&game, &s, &mut dice).expect("something is offered");
                game.play(&mut s, &action, &mut Referee::silent(&mut dice));
                let lines = game.lines_of_communications(&s);
                assert_eq!(lines, slowly(&game, &s), "{}", game.write_position(&s));
                longest = longest.max(lines.len());
            }
        }
        assert!(longest > 200, "the trial is wide: {longest}");
    }
}
