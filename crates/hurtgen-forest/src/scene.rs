//! What a viewer sees. Nothing is hidden in this game, so everybody sees the same.

use crate::HurtgenForest;
use crate::components::{Level, Ratio};
use crate::kit;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use referee::{Banner, Counter, Due, Fact, Gauge, GaugeLevel, Mark, Ref, Rule, Scene, Score, Spot};

impl HurtgenForest {
    pub(crate) fn make_scene(&self, s: &State) -> Scene {
        let mut counters = Vec::with_capacity(self.cards.len());
        counters.extend(self.all_units().map(|unit| self.counter(s, unit)));
        // When the game is over the towns are scored.
        let towns = if s.now().is_none() { 0 } else { self.open_towns(s).map(|town| town.points).sum() };
        Scene {
            counters,
            tracks: vec![i16::from(s.turn) - 1],
            span: Some([0, s.turns - 1]),
            marks: self.marks(s),
            banner: self.banner(s),
            scores: Side::BOTH.iter().map(|&side| self.score(s, side)).collect(),
            facts: self.facts(s, towns),
            focus: self.focus(s),
            gauge: Some(self.gauge(s, towns)),
            due: self.due(s),
            ..Scene::default()
        }
    }

    /// [7.11, 7.12] Enemies that must be attacked before combat ends, or units that must attack somebody.
    fn due(&self, s: &State) -> Option<Due> {
        let Some(Step::Combat(side)) = s.now() else { return None };
        let able = |unit: &Unit| !self.attackers_of(s, *unit).is_empty();
        let enemies: Units = ((s.duty & self.of_side(side.other())) - s.fought).iter().filter(able).collect();
        let bound = |unit: &Unit| !self.targets_of(s, *unit).is_empty();
        let own: Units = ((s.duty & self.of_side(side)) - s.fought).iter().filter(bound).collect();
        Due::in_combat(enemies.iter().map(Ref::from).collect(), own.iter().map(Ref::from).collect())
    }

    /// With what the towns would score now.
    fn facts(&self, s: &State, towns: u16) -> Vec<Fact> {
        if s.now().is_none() {
            return vec![]; // The towns are scored, and there is nothing left to support.
        }
        let support = format!("Ground Support: {} of {} points left", s.support, self.support_each_turn(Side::US));
        vec![
            Fact { text: support, rule: Rule("11.41") },
            Fact { text: format!("Towns would score {towns} points for the US player now"), rule: Rule("15.21") },
        ]
    }

    /// [15.4] US points for each German one, towns counted as they would be now.
    fn gauge(&self, s: &State, towns: u16) -> Gauge {
        let (us, german) = (i32::from(s.points[Side::US] + towns), i32::from(s.points[Side::German]));
        let at = us * 100 / german.max(1);
        let shown = if german == 0 { format!("{us} to 0") } else { hundredths(at) };
        Gauge { title: "US points for each German point".into(), at, shown, levels: self.levels.clone(), alone: false }
    }

    /// [15.4] The levels of victory from the lowest up, as ratios in hundredths.
    pub(crate) fn gauge_levels(&self) -> Vec<GaugeLevel> {
        let level = |level: &Level| {
            let from = match level.ratio {
                Ratio::AtLeast(tenths) | Ratio::Above(tenths) => i32::from(tenths) * 10,
                Ratio::Any => 0,
            };
            let name = format!("{} {}", level.winner.adjective(), level.name.to_lowercase());
            GaugeLevel { from, shown: hundredths(from), name, seat: Some(level.winner.seat()) }
        };
        self.components.tables.levels.iter().rev().map(level).collect()
    }

    fn counter(&self, s: &State, unit: Unit) -> Counter {
        let mut badges = 0;
        // Who has moved may fight all the same: it is spent only as long as the phase lasts.
        let moving = matches!(s.now(), Some(Step::Movement(_)));
        if (moving && s.moved.contains(unit)) || s.fought.contains(unit) {
            badges |= 1 << kit::SPENT;
        }
        if self.card(unit).artillery && self.is_silent(s, unit) {
            badges |= 1 << kit::SILENT;
        }
        if matches!(s.now(), Some(Step::Combat(_))) && s.duty.contains(unit) && !s.fought.contains(unit) {
            badges |= 1 << kit::DUTY;
        }
        Counter { piece: unit.piece(), face: unit.0.into(), at: s.at(unit), level: 0, badges, ..Counter::default() }
    }

    /// [8.41], [8.46] It cannot give Final Protective Fire.
    fn is_silent(&self, s: &State, gun: Unit) -> bool {
        [s.fired, s.hit[0], s.hit[1], s.displaced[0], s.displaced[1]].iter().any(|set| set.contains(gun))
    }

    fn marks(&self, s: &State) -> Vec<Mark> {
        let mark = |at: Spot, recipe: &str, seat| Mark { at, recipe: recipe.into(), seat, text: String::new() };
        match s.now() {
            Some(Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_)) => {
                s.battle.defenders.iter().map(|unit| mark(s.at(unit), "target", None)).collect()
            }
            Some(Step::Advance { side, .. }) => {
                self.trail_hexes(s).map(|hex| mark(hex, "path", Some(side.seat()))).collect()
            }
            Some(Step::Movement(_)) => self.crowded_hexes(s).map(|hex| mark(hex, "crowded", None)).collect(),
            _ => vec![],
        }
    }

    fn banner(&self, s: &State) -> Banner {
        let (phase, side) = match s.now() {
            Some(Step::Deploy(side)) => ("deployment", Some(side)),
            Some(Step::Movement(side)) => ("movement", Some(side)),
            Some(_) => {
                let phasing = s.steps.iter().find_map(|step| match step {
                    Step::Combat(side) => Some(side),
                    _ => None,
                });
                ("combat", phasing)
            }
            None => ("over", None),
        };
        Banner { turn: format!("Game-Turn {} of {}", s.turn, s.turns), phase: phase.into(), seat: side.map(Side::seat) }
    }

    fn score(&self, s: &State, side: Side) -> Score {
        Score { seat: side.seat(), points: s.points[side].into(), unit: "VP".into() }
    }

    /// Overlays: zones of a side, the reach of any unit, Lines of Communications, what a gun can hit.
    pub(crate) fn marked(&self, s: &State, name: &str, about: Ref) -> Vec<Ref> {
        let unit = match about {
            Ref::Piece(piece) => Unit::of(piece).filter(|unit| self.exists(*unit) && self.is_hex(s.at(*unit))),
            Ref::Nothing | Ref::Spot(_) | Ref::Thing(_) => None,
        };
        match (name, unit) {
            ("us-zones", _) => s.zones[Side::US].iter().map(Ref::Spot).collect(),
            ("german-zones", _) => s.zones[Side::German].iter().map(Ref::Spot).collect(),
            ("lines", _) => {
                // Behind nothing begins a line.
                let line = |line: Vec<Spot>| std::iter::once(Ref::Nothing).chain(line.into_iter().map(Ref::Spot));
                let area: Vec<_> = self.lines_of_communications(s).iter().map(Ref::Spot).collect();
                area.into_iter().chain(self.lines_of_towns(s).into_iter().flat_map(line)).collect()
            }
            ("reach", Some(unit)) => self.reach_of(s, unit).legs.iter().map(|leg| Ref::Spot(leg.spot)).collect(),
            ("range", Some(unit)) if self.card(unit).artillery => {
                self.grid.within(s.at(unit), self.card(unit).range.into()).map(Ref::Spot).collect()
            }
            _ => vec![],
        }
    }

    /// What must hold between any two decisions.
    pub(crate) fn assert_state(&self, s: &State) {
        for side in Side::BOTH {
            assert_eq!(s.zones[side], self.zones_from_scratch(s, side), "the zones of {side:?} are true");
        }
        for unit in self.all_units() {
            let at = s.at(unit);
            assert!(at <= self.dead, "every unit is somewhere");
            if !self.is_hex(at) {
                continue;
            }
            let holder = s.occupant(at).expect("the hex of a unit is occupied");
            assert_eq!(self.side(holder), self.side(unit), "enemies never share a hex [5.12]");
            if holder != unit {
                assert!(s.crowded.contains(unit), "two units share a hex only while one must leave it [5.31.a]");
                assert!(matches!(s.now(), Some(Step::Movement(_))), "stacks end with the Movement Phase [5.31.a]");
            }
        }
        for hex in self.hexes() {
            if let Some(unit) = s.occupant(hex) {
                assert_eq!(s.at(unit), hex, "who holds a hex stands in it");
            }
        }
        assert!(s.support <= self.support_each_turn(Side::US), "Ground Support is not saved up [9.14]");
        assert!((1..=s.turns).contains(&s.turn), "the turn marker stays on its track");
    }
}

/// `1.25`
fn hundredths(n: i32) -> String {
    format!("{}.{:02}", n / 100, n % 100)
}
