//! What a viewer sees: counters, marks, arrows, what the weather and the dams have made of the map. Only plots are
//! secret [21.A.5.a]: their marks are drawn for their owner alone.

use crate::components::{Place, side};
use crate::kit;
use crate::sequence::{Phase, Step};
use crate::state::{Hexes, MissionKind, NOWHERE, Side, State, Unit, Units};
use crate::words::turn_name;
use crate::{Off, RoadToTheRhine};
use referee::{Arrow, Banner, Counter, Mark, Ref, Scene, SideMark, Spot, Viewer};

impl RoadToTheRhine {
    pub(crate) fn make_scene(&self, s: &State, viewer: Viewer) -> Scene {
        let gone = self.spot_of(Off::NotYet);
        let shown = |unit: &Unit| s.at(*unit) != gone || self.takes_part(s, *unit);
        let tally = self.tally(s);
        Scene {
            counters: self.all_units().filter(shown).map(|unit| self.counter(s, unit)).collect(),
            tracks: vec![i16::from(s.turn), i16::from(s.weather as u8)],
            span: Some([self.scenario(s).from.0, self.scenario(s).to.0]),
            marks: self.marks(s, viewer),
            banner: self.banner(s),
            scores: self.scores(s),
            facts: self.facts(s, &tally),
            // Before everybody stands somewhere it says nothing.
            gauge: (s.stage == 0).then(|| self.gauge(s, &tally)),
            focus: self.focus(s),
            sides: self.sides_now(s),
            arrows: self.arrows(s),
            rosters: self.rosters(s),
            swollen: if self.weather_floods(s) { vec![kit::MINOR] } else { vec![] },
            part: self.scenario(s).north_only.then(|| self.north_part()),
            ..Scene::default()
        }
    }

    /// [32.G.4] The north map and the boxes beside it.
    fn north_part(&self) -> [f32; 4] {
        let layout = self.components.map.grid.layout();
        let wide = f32::from(layout.columns) * 60.0 + 20.0;
        // Boxes with their margin; the rules of the sheet above. Row 29 is shared with the south map.
        let (beside, above) = (512.0, 76.0);
        [-beside, -above, wide + 2.0 * beside, 29.0 * 69.282 + above + 3.0]
    }

    fn counter(&self, s: &State, unit: Unit) -> Counter {
        let mut badges = 0;
        let mut wear = |badge: u16, worn: bool| badges |= u16::from(worn) << badge;
        let card = self.card(unit);
        let reduced = s.reduced.contains(unit);
        if card.air.is_some() {
            wear(kit::READY, s.ready.contains(unit) && !s.flew.contains(unit));
            wear(kit::FLOWN, s.flew.contains(unit) || s.airlifting.contains(unit));
            wear(kit::ABORTED, s.aborted.contains(unit));
        } else {
            let on_map = self.on_map(s, unit);
            wear(kit::FINISHED, on_map && (s.finished.contains(unit) || s.fought.contains(unit)));
            wear(kit::REDUCED, reduced);
            wear(kit::UNSUPPLIED, on_map && s.unsupplied.contains(unit) && !s.airfed.contains(unit));
            wear(kit::STARVING, on_map && s.starving.contains(unit));
            wear(kit::SUPPLIED, s.supplied.contains(unit));
            wear(kit::RESERVE, s.reserve.contains(unit));
            wear(kit::DROPPED, s.dropped.contains(unit) || s.airdrop.contains(unit));
        }
        let numbers = if reduced { vec![kit::values(&self.components.units[unit.index()], true)] } else { vec![] };
        // The strongest lies on top of its stack, aircraft under all.
        let strength = if reduced { card.back.unwrap_or(card.strength) } else { card.strength };
        let level = if card.air.is_some() { 0 } else { strength.saturating_add(1) };
        Counter { piece: unit.piece(), face: unit.0, at: self.drawn_at(s.at(unit), unit), level, badges, numbers }
    }

    fn marks(&self, s: &State, viewer: Viewer) -> Vec<Mark> {
        let mark = |at: Spot, recipe: &str, seat: Option<Side>, text: &str| Mark {
            at,
            recipe: recipe.into(),
            seat: seat.map(Side::seat),
            text: text.into(),
        };
        let mut marks = vec![];
        for hex in self.goals(s).iter() {
            let side = if s.held.contains(hex) { Side::AL } else { Side::GE };
            marks.push(mark(hex, "flag", Some(side), ""));
        }
        // [21.A.5.a] Nobody else sees these.
        for (_, unit) in self.droppers() {
            let plot = self.plot_of(s, unit);
            if viewer == Viewer::Seat(self.side(unit).seat()) && self.is_hex(plot) && !s.dropped.contains(unit) {
                marks.push(mark(plot, "drop", Some(self.side(unit)), self.name(unit)));
            }
        }
        if let Some(vdh) = self.special.vdh
            && viewer == Viewer::Seat(Side::GE.seat())
            && self.is_hex(s.vdh_plot.0)
            && !s.vdh_dropped
        {
            marks.push(mark(s.vdh_plot.0, "drop", Some(Side::GE), self.name(vdh)));
        }
        match s.now() {
            Some(Step::Declare | Step::Fly(_) | Step::Aim(_) | Step::Combat) => {
                marks.extend(s.open_attacks().map(|(_, attack)| mark(attack.hex, "target", None, "")));
            }
            Some(Step::Further { todo }) => {
                let full: Hexes = todo.iter().map(|unit| s.at(unit)).collect();
                marks.extend(full.iter().map(|hex| mark(hex, "crowded", None, "")));
            }
            _ => {}
        }
        marks
    }

    /// Hexes that decide the scenario.
    pub(crate) fn goals(&self, s: &State) -> Hexes {
        let map = &self.components.map;
        let german = |least: Place| -> Hexes {
            let fits = |hex: &Spot| map.place[hex.index()] >= least && self.in_scenario_map(s, *hex);
            self.german_towns.iter().filter(fits).collect()
        };
        match self.scenario(s).victory.as_str() {
            "market-garden" => self.scheldt,
            "bulge" => {
                let mut goals: Hexes = map.objectives.iter().map(|(_, hex)| *hex).collect();
                goals |= self.antwerp;
                goals
            }
            "cities" => german(Place::City),
            _ => german(Place::Major),
        }
    }

    fn banner(&self, s: &State) -> Banner {
        let base = s.steps.iter().next().or_else(|| s.now());
        let phase = match base {
            None if s.phase == Phase::Over => "over",
            None => "play",
            Some(Step::Deploy) => "set-up",
            Some(Step::Plot(_)) => "plots",
            Some(Step::Forgo { .. } | Step::Prepare | Step::Withdraw(_)) => "initial segment",
            Some(Step::NextImpulse | Step::Final) => "end of impulse",
            Some(Step::DropSupply | Step::Fuel(_)) => "supply",
            Some(Step::Movement) if s.reserve_phase => "reserve movement",
            Some(Step::Movement) => "movement",
            Some(Step::Reserves) => "reserves",
            Some(Step::Declare) if s.reserve_phase => "reserve attacks",
            Some(Step::Declare) => "attacks declared",
            Some(Step::Fly(_) | Step::Aim(_)) => "air",
            Some(Step::Release) => "release",
            Some(Step::Refit) => "terminal segment",
            Some(Step::Dams) => "the dams",
            // Combat, and all that lies within a battle.
            Some(_) => {
                if s.reserve_phase {
                    "reserve combat"
                } else {
                    "combat"
                }
            }
        };
        let between = matches!(base, Some(Step::Deploy | Step::Plot(_)));
        let phase = match s.impulse {
            number if number > 0 && !between => format!("impulse {number}, {phase}"),
            _ => phase.to_owned(),
        };
        Banner { turn: turn_name(s.turn), phase, seat: Some(s.initiative.seat()) }
    }

    /// [24.b] The Roer in flood; [24.d] dams that are gone; [34.B.a] bridges that count.
    fn sides_now(&self, s: &State) -> Vec<SideMark> {
        let mark = |between, recipe: &str, seat: Option<Side>, about: &str| SideMark {
            between,
            recipe: recipe.into(),
            seat: seat.map(Side::seat),
            about: about.into(),
        };
        let mut sides = vec![];
        let map = &self.components.map;
        if s.roer_until != crate::state::NEVER {
            for hex in map.grid.spots().filter(|hex| self.in_scenario_map(s, *hex)) {
                for way in self.ways(hex).filter(|way| hex < way.to && self.roer_floods(s, way.edge)) {
                    sides.push(mark((hex, way.to), "swollen", None, "the Roer in flood"));
                }
            }
        }
        if s.dams_blown {
            for hex in map.dam_hexes.iter() {
                for way in self.ways(hex).filter(|way| hex < way.to && self.sides_of(way.edge) & side::DAM != 0) {
                    sides.push(mark((hex, way.to), "blown", None, "the dam is blown"));
                }
            }
        }
        if self.scenario(s).victory == "bulge" {
            for ((name, edge), holder) in map.crossings.iter().zip(s.bridges) {
                let (a, b) = map.board.ends(*edge);
                let about = format!("bridge of {name}: last crossed by the {}", adjective(holder));
                sides.push(mark((a, b), "bridge", Some(holder), &about));
            }
        }
        sides
    }

    /// Attacks declared or being fought, with their column; missions from their bases; retreats.
    fn arrows(&self, s: &State) -> Vec<Arrow> {
        let mut arrows: Vec<Arrow> = vec![];
        let mut add = |from: Spot, to: Spot, recipe: &str, side: Side, text: String| {
            if from != to && self.is_hex(from) && self.is_hex(to) {
                let seat = Some(side.seat());
                let known =
                    arrows.iter().any(|it| (it.from, it.to) == (from, to) && it.recipe == recipe && it.seat == seat);
                if !known {
                    arrows.push(Arrow { from, to, recipe: recipe.into(), seat, text });
                }
            }
        };
        let column =
            |number: u8| self.components.tables.column_names.get(usize::from(number)).cloned().unwrap_or_default();
        for (index, attack) in s.open_attacks() {
            let with = self.tasked(s, index);
            let mut text = match with.is_empty() || !s.here[s.attacker().other()].contains(attack.hex) {
                true => String::new(),
                false => column(self.odds(s, attack.hex, with, attack.shift).column),
            };
            for unit in with.iter() {
                add(s.at(unit), attack.hex, "attack", self.side(unit), std::mem::take(&mut text));
            }
        }
        if let Some(battle) = &s.battle {
            let mut text = format!("{} {}", column(battle.column), battle.result.word());
            for unit in battle.attackers.iter().filter(|unit| s.left[unit.index()] == NOWHERE) {
                add(s.at(unit), battle.target, "attack", self.side(unit), std::mem::take(&mut text));
            }
            for unit in (battle.attackers | battle.defenders).iter() {
                add(s.left[unit.index()], s.at(unit), "move", self.side(unit), String::new());
            }
        }
        for mission in s.missions.iter() {
            let text = match mission.kind {
                MissionKind::Support => "support",
                MissionKind::Extended => "extended",
                MissionKind::Intercept => "intercept",
            };
            add(s.at(mission.air), mission.hex, "mission", self.side(mission.air), text.into());
        }
        arrows
    }

    /// Overlays: zones and supply of a side, reserves, hexes held, goals, reach of a unit, range of an air unit.
    pub(crate) fn marked(&self, s: &State, _: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        let spots = |hexes: Hexes| hexes.iter().filter(|hex| self.in_scenario_map(s, *hex)).map(Ref::Spot).collect();
        let zones = |owner: Side| -> Hexes {
            let near = s.here[owner].iter().flat_map(|hex| self.ways(hex).map(|way| way.to).collect::<Vec<_>>());
            near.filter(|hex| self.in_primary(s, owner.other(), *hex)).collect()
        };
        let unit = match about {
            Ref::Piece(piece) => Some(Unit(piece.0)).filter(|unit| unit.index() < self.cards.len()),
            _ => None,
        };
        match (name, unit) {
            ("allied-zones", _) => spots(zones(Side::AL)),
            ("german-zones", _) => spots(zones(Side::GE)),
            ("allied-supply", _) => spots(self.lines(s, Side::AL)),
            ("german-supply", _) => spots(self.lines(s, Side::GE)),
            ("reserves", _) => {
                let on: Units = s.reserve.iter().filter(|unit| self.on_map(s, *unit)).collect();
                on.iter().map(|unit| Ref::Spot(s.at(unit))).collect()
            }
            ("held", _) => spots(s.held),
            ("goals", _) => spots(self.goals(s)),
            ("reach", Some(unit)) if self.could_be_moved(s, unit) => {
                self.reach_of(s, unit).ends().map(|leg| Ref::Spot(leg.spot)).collect()
            }
            ("range", Some(unit)) if self.card(unit).air.is_some() && self.on_map(s, unit) => {
                let range = u16::from(self.card(unit).movement);
                let near = |hex: &Spot| self.air_distance(s.at(unit), *hex).is_some_and(|far| far <= range);
                spots(self.components.map.grid.spots().filter(near).collect())
            }
            _ => vec![],
        }
    }

    fn could_be_moved(&self, s: &State, unit: Unit) -> bool {
        self.card(unit).air.is_none() && s.now() == Some(Step::Movement) && self.check_mover(s, unit).is_ok()
    }
}

pub(crate) fn adjective(side: Side) -> &'static str {
    match side {
        Side::AL => "Allies",
        Side::GE => "Germans",
    }
}
