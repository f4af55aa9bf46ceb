//! What each viewer sees: the kit, which never changes, and scenes built up from what a viewer knows.

use crate::Ford;
use crate::combat::RESULTS;
use crate::components::Ground;
use crate::sequence::Step;
use crate::state::{Bridge, Side, State};
use crate::training;
use crate::words::{name, result_name};
use referee::{
    Art, Badge, Banner, Chart, Corner, Counter, Face, Fact, Figure, GroundLook, Kit, Label, LabelKind, LineLook, Mark,
    OverlayLook, Piece, Ref, Rule, Scene, Score, SeatLook, Shape, Spot, SpotLook, Track, Viewer,
};

/// Strengths a counter can show: not drawn or not known, then 1 to 4.
const STRENGTHS: [&str; 5] = ["?", "1", "2", "3", "4"];

/// Badges, in the order of the kit.
const SPENT: u16 = 1;
const REDUCED: u16 = 2;
const FACE_DOWN: u16 = 4;

impl Ford {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "ford".into(),
            title: "Ford".into(),
            subtitle: "The bridge at Kelmbrück, November 1944".into(),
            rules_version: "2026-11-15".into(),
            seats: vec![
                SeatLook {
                    name: "Americans".into(),
                    adjective: "American".into(),
                    several: true,
                    short: name(Side::US).into(),
                    colours: ("#8a8f5c".into(), "#4c5230".into()),
                    corner: Corner::Round,
                },
                SeatLook {
                    name: "Germans".into(),
                    adjective: "German".into(),
                    several: true,
                    short: name(Side::GE).into(),
                    colours: ("#8f979c".into(), "#3f4a52".into()),
                    corner: Corner::Clipped,
                },
            ],
            spots: self.spot_looks(),
            grounds: self.ground_looks(),
            lines: line_looks(),
            runs: self.map.runs.clone(),
            labels: self.labels(),
            imprint: "Ford, a game of our own to learn the table with. A hex is about 300 metres.".into(),
            metres: 300,
            faces: self.faces(),
            badges: vec![
                badge("done", "spent", "It has moved, or attacked, in this phase."),
                badge("reduced", "reduced", "It has lost a step."),
                badge("face down", "marked", "Only you know its strength."),
            ],
            phases: Side::BOTH
                .into_iter()
                .flat_map(|side| ["Movement", "Combat"].map(|phase| (side.seat(), phase.into())))
                .collect(),
            tracks: vec![
                Track::new("Turn", (1..=self.turns()).map(|turn| turn.to_string()).collect()),
                self.support_track(Side::US),
                self.support_track(Side::GE),
            ],
            charts: self.charts(),
            rules: self.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("zones", "Zones", "Hexes the enemy watches: whoever enters one must stop", "zones"),
                OverlayLook::new("reach", "Reach", "Where a unit could go from here with all its points", "reach"),
            ],
            art: vec![Art { name: "cover".into(), svg: include_str!("../art/cover.svg").into() }],
            secrets: true,
            briefings: crate::briefing::all(),
            training: Some(training::first_game()),
            ..Kit::default()
        }
    }

    fn turns(&self) -> u8 {
        self.scenarios.iter().map(|scenario| scenario.turns).max().unwrap_or(1)
    }

    fn calls(&self, side: Side) -> u8 {
        match side {
            Side::US => self.tables.support.calls.us,
            Side::GE => self.tables.support.calls.ge,
        }
    }

    fn support_track(&self, side: Side) -> Track {
        let spaces = (0..=self.calls(side)).map(|calls| calls.to_string()).collect();
        Track::new(format!("{} support", name(side)), spaces)
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let look = |hex: Spot| {
            let ground = self.map.ground[hex.index()];
            let town = &self.map.names[hex.index()];
            SpotLook {
                name: self.map.board.name(hex).into(),
                called: town.clone(),
                at: self.map.grid.centre(hex),
                shape: Shape::Hex,
                ground: ground as u8,
                about: if town.is_empty() { ground_name(ground).into() } else { format!("{town}, town") },
                sure: true,
                owners: vec![],
                prints: vec![],
            }
        };
        // A box beside the map for whoever is gone: what has no place on the sheet cannot be pointed at.
        let (right, _) = self.map.grid.centre(Spot(self.lost().0 - 1));
        let lost = SpotLook {
            name: "lost".into(),
            called: String::new(),
            at: (right + 110.0, 150.0),
            shape: Shape::Box(108.0, 240.0),
            ground: 0,
            about: "Lost".into(),
            sure: true,
            owners: vec![],
            prints: vec![],
        };
        self.map.board.spots().map(look).chain([lost]).collect()
    }

    /// The box for eliminated units, behind the last hex.
    fn lost(&self) -> Spot {
        Spot(u16::try_from(self.map.board.len()).expect("few hexes"))
    }

    fn ground_looks(&self) -> Vec<GroundLook> {
        [Ground::Clear, Ground::Woods, Ground::Hill, Ground::Town]
            .map(|ground| {
                let line = self.tables.of(ground);
                let recipe = if ground == Ground::Hill { "rough" } else { ground_name(ground) };
                GroundLook {
                    name: ground_name(ground).into(),
                    recipe: recipe.into(),
                    effect: format!("{} to enter, {:+} to the defence", points(line.cost), line.defence),
                    sure: true,
                }
            })
            .into()
    }

    fn labels(&self) -> Vec<Label> {
        let (x, y) = self.map.grid.centre(self.map.village);
        let village = self.map.names[self.map.village.index()].clone();
        let town = Label { text: village, at: (x, y + 24.0), turn: 0.0, kind: LabelKind::Town };
        self.map.labels.iter().cloned().chain([town]).collect()
    }

    fn faces(&self) -> Vec<Face> {
        let face = |unit: &crate::Unit, strength: &str| Face {
            seat: Some(unit.side.seat()),
            symbol: unit.symbol.clone(),
            size: unit.size.clone(),
            key: String::new(),
            name: unit.name.clone(),
            parent: String::new(),
            numbers: vec![format!("{strength}-{}", unit.movement)],
            tint: String::new(),
            body: String::new(),
            about: format!("{} {} platoon {}", name(unit.side), unit.symbol, unit.name),
            figures: vec![Figure::new("strength", strength), Figure::new("movement", unit.movement)],
            steps: None,
        };
        self.units.iter().flat_map(|unit| STRENGTHS.map(|strength| face(unit, strength))).collect()
    }

    /// The combat chart comes first: forecasts and rolls point at it.
    fn charts(&self) -> Vec<Chart> {
        let combat = &self.tables.combat;
        let scores = [
            format!("{} or less", combat.repulsed),
            format!("{} to {}", combat.repulsed + 1, combat.exchange),
            format!("{} to {}", combat.exchange + 1, combat.retreat),
            format!("{} or more", combat.retreat + 1),
        ];
        let results = RESULTS.map(|(result, _)| vec![result_name(result).to_string()]);
        let faces = |faces: &[u8]| vec![faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")];
        vec![
            Chart {
                name: "Combat".into(),
                rule: "5.5".into(),
                sure: true,
                heads: vec![vec!["Score".into(), "Result".into()]],
                rows: scores.into_iter().zip(results).collect(),
                remark: "Die, plus attackers, minus defender, ground and support.".into(),
            },
            Chart {
                name: "Demolition".into(),
                rule: "4.3".into(),
                sure: true,
                heads: vec![vec!["Manner".into(), "Blown on".into()]],
                rows: vec![
                    ("without a ruse".into(), faces(&self.tables.demolition.plain)),
                    ("with a ruse".into(), faces(&self.tables.demolition.ruse)),
                ],
                remark: "A ruse that rolls 1 is seen through: the unit loses a step.".into(),
            },
        ]
    }

    /// [1.5] Built up from what the viewer knows; nothing is taken away from a full picture.
    pub(crate) fn make_scene(&self, s: &State, viewer: Viewer) -> Scene {
        let side = Side::BOTH.into_iter().find(|side| viewer == Viewer::Seat(side.seat()));
        Scene {
            counters: Side::BOTH
                .into_iter()
                .flat_map(|of| self.all_of(of))
                .map(|unit| self.counter(s, side, unit))
                .collect(),
            tracks: [s.turn - 1, s.support[0], s.support[1]].map(i16::from).into(),
            span: Some([0, s.last_turn - 1]),
            marks: self.marks(s, side),
            banner: self.banner(s),
            scores: Side::BOTH.map(|side| self.score(s, side)).into(),
            facts: self.facts(s),
            focus: self.focus(s),
            ..Scene::default()
        }
    }

    fn counter(&self, s: &State, viewer: Option<Side>, unit: Piece) -> Counter {
        let Some(at) = s.at(unit) else {
            return Counter { piece: unit, face: unit.0 * 5, at: self.lost(), ..Counter::default() };
        };
        let chit = s.units[unit.index()].chit;
        let seen = chit.filter(|chit| chit.shown || viewer == Some(self.side(unit)));
        let strength = seen.map_or(0, |chit| chit.strength);
        let mut badges = 0;
        if s.moved.contains(unit) || s.fought.contains(unit) {
            badges |= SPENT;
        }
        if s.steps_of(unit) < self.unit(unit).steps {
            badges |= REDUCED;
        }
        if seen.is_some_and(|chit| !chit.shown) {
            badges |= FACE_DOWN;
        }
        let face = unit.0 * 5 + u16::from(strength);
        let level = self.unit(unit).steps - s.steps_of(unit);
        Counter { piece: unit, face, at, level, badges, ..Counter::default() }
    }

    fn marks(&self, s: &State, viewer: Option<Side>) -> Vec<Mark> {
        let mark = |at, recipe: &str, side: Option<Side>| Mark {
            at,
            recipe: recipe.into(),
            seat: side.map(Side::seat),
            text: String::new(),
        };
        let mut marks = vec![mark(self.map.village, "flag", Some(s.village))];
        if s.bridge == Bridge::Blown {
            marks.push(mark(self.map.bridgehead, "blown", None));
        }
        if viewer == Some(Side::GE) {
            marks.extend(s.mine.map(|hex| mark(hex, "mine", Some(Side::GE))));
        }
        if let Some(Step::Support(battle) | Step::Bid { battle, .. }) = s.steps.top() {
            marks.extend(s.at(battle.target).map(|hex| mark(hex, "target", None)));
        }
        marks
    }

    fn banner(&self, s: &State) -> Banner {
        let turn = format!("Turn {} of {}", s.turn, s.last_turn);
        let Some(step) = s.steps.iter().next() else {
            return Banner { turn, phase: "Dusk".into(), seat: None };
        };
        // The bottom of the stack is the phase; what lies on it are interruptions.
        let (phase, seat) = match step {
            Step::HideMine => ("Set-up", Some(Side::GE.seat())),
            Step::Movement(side) => ("Movement", Some(side.seat())),
            Step::Combat(side) => ("Combat", Some(side.seat())),
            Step::Moving { .. }
            | Step::Ruse { .. }
            | Step::Support(_)
            | Step::Bid { .. }
            | Step::Retreat(_)
            | Step::Advance { .. } => ("Interruption", None),
        };
        Banner { turn, phase: phase.into(), seat }
    }

    fn score(&self, s: &State, side: Side) -> Score {
        let points = self.on_map(s, side).map(|unit| i32::from(s.steps_of(unit))).sum();
        Score { seat: side.seat(), points, unit: "steps".into() }
    }

    fn facts(&self, s: &State) -> Vec<Fact> {
        let bridge = match s.bridge {
            Bridge::Charged => "The bridge is charged.",
            Bridge::Safe => "The bridge is safe.",
            Bridge::Blown => "The bridge is blown.",
        };
        let left: u8 = s.cup.iter().sum();
        let village = &self.map.names[self.map.village.index()];
        let mine = if s.mine.is_some() { "A mine is hidden." } else { "No mine lies on the map." };
        let mut facts = vec![
            Fact {
                text: format!("{village} is held by the {}.", self.kit.seats[s.village.index()].name),
                rule: Rule("7.2"),
            },
            Fact { text: bridge.into(), rule: Rule("4.1") },
            Fact { text: format!("Strength chits left: {left}."), rule: Rule("5.2") },
        ];
        if s.steps.top() != Some(Step::HideMine) {
            facts.push(Fact { text: mine.into(), rule: Rule("3.2") });
        }
        facts
    }

    pub(crate) fn marked(&self, s: &State, viewer: Viewer, overlay: &str, about: Ref) -> Vec<Ref> {
        match (overlay, about) {
            ("zones", _) => {
                let looking = if viewer == Viewer::Seat(Side::GE.seat()) { Side::GE } else { Side::US };
                let hexes = self.map.board.spots().filter(|hex| self.watched(s, looking.other(), *hex));
                hexes.map(Ref::Spot).collect()
            }
            ("reach", Ref::Piece(unit)) if unit.index() < self.units.len() => {
                let reach = self.reach(s, unit, self.points(s, unit));
                reach.map_or(vec![], |reach| reach.ends().map(|leg| Ref::Spot(leg.spot)).collect())
            }
            _ => vec![],
        }
    }
}

fn line_looks() -> Vec<LineLook> {
    let line = |name: &str, recipe: &str, effect: &str| LineLook {
        name: name.into(),
        recipe: recipe.into(),
        effect: effect.into(),
        sure: true,
    };
    vec![
        line("river", "river", "stops everything"),
        line("road", "road", "1 point for each hex"),
        line("bridge", "bridge", "can be crossed as long as it stands"),
        line("ford", "trail", "can be crossed for 1 point more"),
    ]
}

fn badge(name: &str, recipe: &str, about: &str) -> Badge {
    Badge { name: name.into(), recipe: recipe.into(), about: about.into() }
}

fn ground_name(ground: Ground) -> &'static str {
    match ground {
        Ground::Clear => "clear",
        Ground::Woods => "woods",
        Ground::Hill => "hill",
        Ground::Town => "town",
    }
}

fn points(cost: u16) -> String {
    if cost == 1 { "1 point".into() } else { format!("{cost} points") }
}
