//! What a viewer sees: built up from what that viewer knows. [8.42] A strength only its owner.

use crate::OperationGrenade;
use crate::kit;
use crate::sequence::Step;
use crate::state::{Bridge, Flood, Side, State, UNKNOWN, Unit, Units, Weather};
use referee::{
    Arrow, Banner, Counter, Due, Fact, Gauge, GaugeLevel, Mark, Mat, Plate, Ref, Roster, Rule, Scene, Score, SideMark,
    Spot, Tally, Viewer,
};

impl OperationGrenade {
    pub(crate) fn make_scene(&self, s: &State, viewer: Viewer) -> Scene {
        let weather = Weather::ALL.iter().position(|it| *it == s.weather[0]).unwrap_or(0);
        let begun = s.d_day != UNKNOWN;
        let when = |space: i16| if begun { space } else { -1 };
        Scene {
            counters: self.all_units().map(|unit| self.counter(s, unit, viewer)).collect(),
            tracks: vec![
                when(i16::from(s.day())),
                when(i16::try_from(weather).unwrap_or(0)),
                i16::from(s.air[Side::US]),
                i16::from(s.air[Side::German]),
            ],
            marks: self.marks(s),
            banner: self.banner(s),
            scores: vec![Score { seat: Side::US.seat(), points: self.points(s).into(), unit: "VP".into() }],
            facts: self.facts(s),
            mats: self.mats(s),
            focus: self.focus(s),
            grounds: self.grounds_now(s),
            sides: self.sides_now(s),
            // [24.22.a] Streams are rivers; within a flood the water lies over them.
            swollen: if begun && s.is_mud() { vec![kit::STREAM] } else { vec![] },
            arrows: self.arrows(s),
            rosters: self.rosters(s),
            gauge: Some(self.gauge(s)),
            due: self.due(s),
            ..Scene::default()
        }
    }

    /// [28.3] Victory Points as things stand.
    fn gauge(&self, s: &State) -> Gauge {
        let level = |level: &crate::components::Level| GaugeLevel {
            from: level.at_least.into(),
            shown: level.at_least.to_string(),
            name: format!("{} {}", level.winner.adjective(), level.name.to_lowercase()),
            seat: Some(level.winner.seat()),
        };
        let at = i32::from(self.points(s));
        let levels = self.components.tables.levels.iter().rev().map(level).collect();
        Gauge { title: "Victory Points".into(), at, shown: at.to_string(), levels, alone: false }
    }

    fn counter(&self, s: &State, unit: Unit, viewer: Viewer) -> Counter {
        let mut badges = 0;
        let mut wear = |badge: u16, worn: bool| badges |= u16::from(worn) << badge;
        let on_map = self.is_hex(s.at(unit));
        let fighting = s.steps.iter().any(|step| matches!(step, Step::Combat(_)));
        // Who has moved may fight all the same: it is spent only as long as the phase lasts.
        let moved = !fighting && s.moved.contains(unit);
        wear(
            kit::SPENT,
            on_map && (moved || s.fought.contains(unit) || s.out.contains(unit) || s.spent.contains(unit)),
        );
        wear(kit::REDUCED, s.chit(unit).is_some_and(|chit| chit.reduced));
        wear(kit::UNSUPPLIED, s.unsupplied.contains(unit));
        wear(kit::ISOLATED, s.isolated.contains(unit));
        wear(kit::SILENT, fighting && s.silent.contains(unit));
        wear(kit::DUTY, fighting && s.duty.contains(unit));
        let cadre = s.cadre.contains(unit);
        let face = if cadre { self.cadre_face_of(unit) } else { unit.0.into() };
        let numbers = self.numbers(s, unit, viewer);
        Counter { piece: unit.piece(), face, at: self.drawn_at(s.at(unit), unit), level: 0, badges, numbers }
    }

    /// [8.41], [8.42] Under a unit that has drawn: the side of the chit that lies up for its owner, `?` for all others.
    fn numbers(&self, s: &State, unit: Unit, viewer: Viewer) -> Vec<String> {
        if !s.has_chit(unit) {
            return vec![];
        }
        let owns = viewer == Viewer::Seat(self.side(unit).seat());
        let strength = if owns { self.chit_strength(s, unit).map(|strength| strength.to_string()) } else { None };
        vec![strength.unwrap_or_else(|| "?".into()), kit::printed_values(&self.components.units[unit.index()])]
    }

    fn marks(&self, s: &State) -> Vec<Mark> {
        let map = &self.components.map;
        let mark = |at: Spot, recipe: &str, seat: Option<Side>, text: String| Mark {
            at,
            recipe: recipe.into(),
            seat: seat.map(Side::seat),
            text,
        };
        let mut marks = vec![];
        for (i, levy) in map.levies.iter().enumerate() {
            if s.rolled & (1 << i) == 0 {
                let hex = map.towns[levy.town].hexes[0];
                marks.push(mark(hex, "levy", Some(Side::German), levy.value.to_string()));
            }
        }
        for (i, town) in map.victory.iter().enumerate() {
            if s.held & (1 << i) != 0 {
                marks.push(mark(town.hex, "flag", Some(Side::US), String::new()));
            }
        }
        match s.now() {
            Some(Step::Support(_) | Step::Air(_) | Step::Fighter(_)) => {
                marks.extend(s.battle.targets.iter().map(|hex| mark(hex, "target", None, String::new())));
            }
            Some(Step::Advance(side)) => {
                let trails = s.battle.trails().iter();
                let hexes = trails.flat_map(|trail| std::iter::once(trail.start).chain(trail.path.iter()));
                marks.extend(hexes.map(|hex| mark(hex, "path", Some(side), String::new())));
            }
            Some(Step::Excess { hex, .. }) => marks.push(mark(hex, "crowded", None, String::new())),
            Some(Step::Movement(side)) => {
                marks.extend(self.overfull(s, side).map(|hex| mark(hex, "crowded", None, String::new())));
            }
            _ => {}
        }
        marks
    }

    fn banner(&self, s: &State) -> Banner {
        let phasing = s.steps.iter().find_map(|step| match step {
            Step::Movement(side) | Step::Excess { side, .. } => Some(("movement", side)),
            Step::Combat(side) => Some(("combat", side)),
            _ => None,
        });
        let (phase, side) = match (s.now(), phasing) {
            (None, _) => ("over", None),
            (Some(Step::Deploy), _) => ("deployment", Some(Side::US)),
            (Some(Step::Flood), _) => ("choice of flood", Some(Side::German)),
            (Some(Step::DDay), _) => ("choice of D-Day", Some(Side::US)),
            (Some(_), Some((phase, side))) => (phase, Some(side)),
            (Some(_), None) => ("play", None),
        };
        let track = &self.components.tables.track;
        let turn = match s.d_day {
            UNKNOWN => "Before D-Day".into(),
            _ => format!("Game-Turn {} of {}, {}", s.turn, track.days() - s.d_day, track.date(s.day())),
        };
        Banner { turn, phase: phase.into(), seat: side.map(Side::seat) }
    }

    fn facts(&self, s: &State) -> Vec<Fact> {
        let fact = |text: String, rule| Fact { text, rule: Rule(rule) };
        let mut facts = vec![];
        if let referee::Awaits::Decision(_) = self.awaited(s) {
            let level = self.level(self.points(s));
            let level = format!("{} {} as things stand", level.winner.adjective(), level.name);
            facts.push(fact(level, "28.3"));
        }
        if s.is_mud() {
            facts.push(fact("Mud: streams are rivers, attacks one column left".into(), "24.22"));
        }
        match s.flood {
            Flood::Unknown => {}
            Flood::Flash => facts.push(fact("Flash flood: the valley of the Roer is swamp".into(), "17.11")),
            Flood::Gradual if s.d_day == UNKNOWN => {}
            Flood::Gradual if self.has_current(s) => {
                let card = self.components.tables.currents.iter().find(|card| card.current == s.current);
                let times = card.map_or(String::new(), |card| {
                    format!(
                        ": x{} upper Roer, x{} lower, x{} entrenched",
                        card.upper, card.lower, card.lower_entrenched
                    )
                });
                facts.push(fact(format!("Current {}{times}", s.current.word()), "18.11"));
            }
            Flood::Gradual => facts.push(fact("The Roer is a normal river again".into(), "18.13")),
        }
        if self.is_surprise(s) && s.d_day != UNKNOWN {
            facts.push(fact("Surprise: US attacks one column right".into(), "18.21"));
        }
        if s.turn <= self.components.tables.mechanized_until && s.d_day != UNKNOWN {
            let from = self.components.tables.mechanized_until + 1;
            facts.push(fact(format!("US tanks move from Game-Turn {from} on"), "19.31"));
        }
        facts
    }

    /// Air Points, the ruse, groups that come by die; and the pools that both draw from.
    fn mats(&self, s: &State) -> Vec<Mat> {
        let tally =
            |label: &str, count: i16, of: Option<i16>| Tally { art: String::new(), label: label.into(), count, of };
        let active = |side: Side| match self.awaited(s) {
            referee::Awaits::Decision(decision) => decision.seat == side.seat(),
            referee::Awaits::Over(_) => false,
        };
        let count = |units: Units| i16::try_from(units.len()).unwrap_or(0);
        let lost = |side: Side| count(self.of_side(side).iter().filter(|unit| s.at(*unit) == self.dead).collect());
        let air = |side: Side| tally("Air Points", s.air[side].into(), None);
        let ruse = if s.ruse_used { ("ruse used", false) } else { ("ruse ready", true) };
        let us = Mat {
            seat: Some(Side::US.seat()),
            title: Side::US.adjective().into(),
            state: Some(Plate { text: ruse.0.into(), good: ruse.1 }),
            active: active(Side::US),
            tallies: vec![
                air(Side::US),
                tally("Victory Points", i16::try_from(self.points(s)).unwrap_or(0), None),
                tally("cadres", count(s.cadre & self.of_side(Side::US)), None),
                tally("eliminated", lost(Side::US), None),
            ],
            ..Mat::default()
        };
        let corps = crate::words::ordinal(&self.components.tables.withdrawal.0);
        let frozen = if s.corps_is_free { "may move" } else { "stands still" };
        let quarters = crate::components::Quarter::ALL.map(|quarter| {
            let label = format!("groups from the {}", quarter.word());
            tally(&label, s.groups[quarter as usize].into(), Some(3))
        });
        let mut tallies = vec![air(Side::German)];
        tallies.extend(quarters);
        tallies.push(tally("cadres", count(s.cadre & self.of_side(Side::German)), None));
        tallies.push(tally("eliminated", lost(Side::German), None));
        let german = Mat {
            seat: Some(Side::German.seat()),
            title: Side::German.adjective().into(),
            state: Some(Plate { text: format!("{corps} Corps {frozen}"), good: s.corps_is_free }),
            active: active(Side::German),
            tallies,
            ..Mat::default()
        };
        let pool = |morale: u8| {
            let all: i16 = self.chit_lines(morale).iter().map(|line| i16::from(line.count)).sum();
            let left = i16::try_from(Self::pool_size(s, morale)).unwrap_or(0);
            tally(&format!("morale {morale}"), left, Some(all))
        };
        let pools = Mat {
            title: "Strength chits".into(),
            about: "left in the pools; what is not here lies under counters".into(),
            tallies: (1..=3).map(pool).collect(),
            ..Mat::default()
        };
        vec![us, german, pools]
    }

    /// [17.11], [24.21] The valley under water, everything else in mud.
    fn grounds_now(&self, s: &State) -> Vec<(Spot, u8)> {
        let (flash, mud) = (self.is_flash(s), s.is_mud() && s.d_day != UNKNOWN);
        let now = |hex: Spot| {
            if flash && self.components.map.valley.contains(hex) {
                return Some((hex, kit::FLOODED));
            }
            (mud && self.printed_ground(hex) != crate::components::Ground::Lake).then_some((hex, kit::MUD))
        };
        self.hexes().filter_map(now).collect()
    }

    /// [22.2] Bridges over the Rhine that were tried.
    fn sides_now(&self, s: &State) -> Vec<SideMark> {
        let mark =
            |between, recipe: &str, seat, about: String| SideMark { between, recipe: recipe.into(), seat, about };
        let mut sides = vec![];
        for (bridge, now) in self.components.map.bridges.iter().zip(s.bridges) {
            let (recipe, word) = match now {
                Bridge::Untried => continue,
                Bridge::Standing => ("bridge", "stands"),
                Bridge::Blown => ("blown", "is blown"),
            };
            let about = format!("Rhine bridge {} {}: {word}", bridge.number, bridge.name);
            sides.push(mark((bridge.west, bridge.east), recipe, Some(Side::US.seat()), about));
        }
        sides
    }

    /// The attack at hand, and where the beaten have gone.
    fn arrows(&self, s: &State) -> Vec<Arrow> {
        let battle = &s.battle;
        if !battle.is_on() {
            return vec![];
        }
        let arrow = |from: Spot, to: Spot, recipe: &str, side: Side| Arrow {
            from,
            to,
            recipe: recipe.into(),
            seat: Some(side.seat()),
            text: String::new(),
        };
        let mut arrows = vec![];
        if battle.result.is_none() {
            let mut from: Vec<Spot> = battle.attackers.iter().map(|unit| s.at(unit)).collect();
            from.sort();
            from.dedup();
            for hex in from {
                let struck = battle.targets.iter().filter(|target| self.around(hex).contains(target));
                arrows.extend(struck.map(|target| arrow(hex, target, "attack", battle.side)));
            }
            return arrows;
        }
        for trail in battle.trails() {
            let owner = trail.units.first().map_or(battle.side.other(), |unit| self.side(unit));
            let mut at = trail.start;
            for to in trail.path.iter() {
                arrows.push(arrow(at, to, "move", owner));
                at = to;
            }
        }
        arrows
    }

    /// Enemies that must be attacked before combat ends, or units that must attack somebody.
    fn due(&self, s: &State) -> Option<Due> {
        let Some(Step::Combat(side)) = s.now() else { return None };
        let (own, enemies) = (self.bound(s, side), self.open_duties(s, side));
        Due::in_combat(enemies.iter().map(Ref::from).collect(), own.iter().map(Ref::from).collect())
    }

    /// Who may still act.
    fn rosters(&self, s: &State) -> Vec<Roster> {
        let roster =
            |title: &str, units: Units| Roster { title: title.into(), of: units.iter().map(Ref::from).collect() };
        let all = match s.now() {
            Some(Step::Movement(side)) => {
                let movable = self.movable(s, side);
                let waiting: Units = movable.iter().filter(|unit| s.at(*unit) == self.off).collect();
                vec![roster("May enter", waiting), roster("May still move", movable - waiting)]
            }
            Some(Step::Combat(side)) => {
                let enemies = s.duty & self.of_side(side.other());
                vec![roster("Must attack", self.bound(s, side)), roster("Must be attacked", enemies)]
            }
            Some(Step::Lose { why, .. }) => vec![roster("May lose a step", self.may_lose(s, why))],
            Some(Step::Retreat { .. }) => vec![roster("Retreats", self.stacks_that_go(s))],
            Some(Step::Advance(_)) => vec![roster("May advance", s.battle.victors)],
            _ => vec![],
        };
        all.into_iter().filter(|roster| !roster.of.is_empty()).collect()
    }

    /// [11.1] Where units of a side are in supply, and the roads that bring it.
    fn marked_supply(&self, s: &State, side: Side) -> Vec<Ref> {
        let lines = self.lines(s, side);
        let mut marked: Vec<_> = lines.supplied.iter().map(Ref::Spot).collect();
        for from in lines.linked.iter() {
            // Behind nothing begins a line.
            for to in self.roads_from(from).iter().filter(|to| from < **to && lines.linked.contains(**to)) {
                marked.extend([Ref::Nothing, Ref::Spot(from), Ref::Spot(*to)]);
            }
        }
        marked
    }

    /// Overlays: zones and supply of a side, reach of a unit, range of a gun, contact, the valley.
    pub(crate) fn marked(&self, s: &State, _: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        let spots = |hexes: crate::state::Hexes| hexes.iter().map(Ref::Spot).collect();
        let unit = self.unit_of(about).filter(|unit| self.is_hex(s.at(*unit)));
        match (name, unit) {
            ("us-zones", _) => spots(s.zones[Side::US]),
            ("german-zones", _) => spots(s.zones[Side::German]),
            ("us-supply", _) => self.marked_supply(s, Side::US),
            ("german-supply", _) => self.marked_supply(s, Side::German),
            ("near", _) => {
                let side = match self.awaited(s) {
                    referee::Awaits::Decision(decision) => Side::of(decision.seat),
                    referee::Awaits::Over(_) => Side::US,
                };
                spots(self.near_enemy(s, side))
            }
            ("valley", _) => spots(self.components.map.valley),
            ("reach", Some(unit)) => self.open_move(s, unit, false).ends().map(|leg| Ref::Spot(leg.spot)).collect(),
            ("range", Some(unit)) if self.card(unit).artillery => {
                let range = self.components.tables.limits.support_range;
                let grid = &self.components.map.grid;
                self.hexes().filter(|hex| grid.distance(s.at(unit), *hex) <= range).map(Ref::Spot).collect()
            }
            _ => vec![],
        }
    }
}
