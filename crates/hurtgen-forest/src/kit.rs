//! What a client needs once: the sheet, the faces of the counters, the charts. Drawing only, no rules.
#![allow(clippy::float_arithmetic, reason = "places on a sheet of paper, never a rule")]

use crate::HurtgenForest;
use crate::components::{Deployment, Ground, Kind, UnitCard};
use crate::state::Side;
use crate::words::points;
use referee::{
    Art, Badge, Chart, Corner, Face, Figure, GroundLook, Kit, Label, LabelKind, LineLook, OverlayLook, SeatLook, Shape,
    Spot, SpotLook, Track,
};

/// Date of the rules; a change of rules changes it, and with it every new match file.
pub(crate) const RULES_VERSION: &str = "2026-11-17";

// Badges, by their index in the kit.
pub(crate) const SPENT: u16 = 0;
pub(crate) const SILENT: u16 = 1;
pub(crate) const DUTY: u16 = 2;

// Lines, by their index in the kit.
pub(crate) const RIVER: u8 = 0;
pub(crate) const STREAM: u8 = 1;
pub(crate) const ROAD: u8 = 2;
pub(crate) const TRAIL: u8 = 3;
pub(crate) const BRIDGE: u8 = 4;
pub(crate) const FRONT: u8 = 5;

impl HurtgenForest {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "hurtgen-forest".into(),
            title: "Hürtgen Forest".into(),
            subtitle: "Approach to the Roer, November 1944".into(),
            rules_version: RULES_VERSION.into(),
            seats: Side::BOTH.map(seat).into(),
            spots: self.spot_looks(),
            grounds: self.ground_looks(),
            lines: self.line_looks(),
            runs: self.components.map.runs.clone(),
            labels: self.labels(),
            imprint: "Reconstructed from the set-up hexes, the rules and the real ground; no copy of a printed map."
                .into(),
            metres: 500,
            faces: self.components.units.iter().map(face).collect(),
            badges: vec![
                badge("spent", "spent", "has moved or fought in this phase"),
                badge("silent", "silent", "may not give Final Protective Fire now"),
                badge("duty", "marked", "has to attack, or to be attacked, in this phase"),
            ],
            phases: Side::BOTH
                .into_iter()
                .flat_map(|side| ["movement", "combat"].map(|phase| (side.seat(), phase.into())))
                .collect(),
            tracks: vec![Track::new(
                "Game-Turn",
                (1..=self.components.tables.turns).map(|turn| turn.to_string()).collect(),
            )],
            charts: vec![self.combat_chart(), self.terrain_chart(), self.schedule(), self.objectives(), self.levels()],
            rules: self.components.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("us-zones", "US zones", "US Zones of Control", "zones"),
                OverlayLook::new("german-zones", "German zones", "German Zones of Control", "zones"),
                OverlayLook::new("reach", "Reach", "Reach of a unit", "reach"),
                OverlayLook::new("range", "Range", "Range of a gun", "range"),
                OverlayLook::new("lines", "Lines", "Lines of Communications", "lines"),
            ],
            art: vec![Art { name: "cover".into(), svg: include_str!("../art/cover.svg").into() }],
            secrets: false,
            briefings: crate::briefing::all(),
            training: Some(crate::training::first_game()),
            ..Kit::default()
        }
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.components.map;
        let hex = |hex: Spot| {
            let ground = self.ground(hex);
            let town = map.names[hex.index()].as_ref();
            SpotLook {
                name: self.board.name(hex).into(),
                called: town.cloned().unwrap_or_default(),
                at: self.grid.centre(hex),
                shape: Shape::Hex,
                ground: ground as u8,
                about: town.map_or(ground.word().into(), |town| format!("{town}, {}", ground.word())),
                sure: !map.reconstructed[hex.index()],
                owners: vec![],
                prints: vec![],
            }
        };
        let width = f32::from(map.columns()) * 60.0 + 20.0;
        // Three counters wide, and together as high as the map. A box that is full packs its rows closer.
        let edge = |name: &str, about: &str, top: f32, height: f32| SpotLook {
            name: name.into(),
            called: String::new(),
            at: (width + 116.0, top + height / 2.0),
            shape: Shape::Box(162.0, height),
            ground: 0,
            about: about.into(),
            sure: true,
            owners: vec![],
            prints: vec![],
        };
        let mut spots: Vec<SpotLook> = self.hexes().map(hex).collect();
        spots.push(edge("off", "Waiting to enter", 12.0, 800.0));
        spots.push(edge("exit", "Left the map", 832.0, 176.0));
        spots.push(edge("dead", "Eliminated", 1028.0, 796.0));
        spots
    }

    fn ground_looks(&self) -> Vec<GroundLook> {
        let tables = &self.components.tables;
        let look = |ground: Ground| {
            let cost = points(self.ground_cost(ground).into());
            let closed = if self.closed_to_motorized(ground) { "; motorized units by road or trail only" } else { "" };
            let line = tables.combat.lines[usize::from(tables.combat.ground_line[ground as usize])].terrain.join(", ");
            GroundLook {
                name: capital(ground.word()),
                recipe: ground.word().into(),
                effect: format!("{cost} MP{closed}; defends on the line {line}"),
                sure: ground == Ground::Clear,
            }
        };
        Ground::ALL.map(look).into()
    }

    fn line_looks(&self) -> Vec<LineLook> {
        let tables = &self.components.tables;
        let mp = |halves: u8| points(halves.into());
        let look = |name: &str, effect: String, sure| LineLook {
            name: name.into(),
            recipe: name.to_lowercase(),
            effect,
            sure,
        };
        vec![
            look("River", "closed but for bridges; no zone and no attack across".into(), true),
            look("Stream", format!("+{} MP", mp(tables.stream_adds)), false),
            look("Road", format!("{} MP whatever the terrain", mp(tables.road_cost)), true),
            look("Trail", format!("{} MP whatever the terrain", mp(tables.trail_cost)), true),
            look("Bridge", "carries the road or trail over the water".into(), true),
            look("Front", "limit of free deployment".into(), false),
        ]
    }

    fn labels(&self) -> Vec<Label> {
        let map = &self.components.map;
        let objectives = &self.components.tables.objectives;
        let town = |(name, hexes): &(String, Vec<Spot>)| {
            let worth = objectives.iter().find(|objective| objective.hexes.first() == hexes.first());
            let kind = worth.map_or(LabelKind::Town, |objective| LabelKind::Objective(objective.points));
            let at = self.grid.centre(*hexes.first().expect("a town has a hex"));
            Label { text: name.clone(), at: (at.0, at.1 + 31.5), turn: 0.0, kind }
        };
        map.towns.iter().map(town).chain(map.labels.iter().cloned()).collect()
    }

    /// [7.61]
    fn combat_chart(&self) -> Chart {
        let table = &self.components.tables.combat;
        let head = |line: &crate::components::CombatLine| {
            let mut head = vec![capital(&line.terrain.join(", "))];
            head.extend(line.columns.iter().cloned());
            head
        };
        let row = |(die, results): (usize, &[crate::components::CombatResult; 12])| {
            ((die + 1).to_string(), results.iter().map(|result| result.word().into()).collect())
        };
        Chart {
            name: "Combat Results Table".into(),
            rule: "7.61".into(),
            sure: true,
            heads: table.lines.iter().map(head).collect(),
            rows: table.results.iter().enumerate().map(row).collect(),
            remark: "Differentials beyond the ends of a line use its first or last column. Ae, De: eliminated; A, D: \
                     attacker, defender retreats that many hexes; Br: both retreat one hex."
                .into(),
        }
    }

    /// [5.21.a]
    fn terrain_chart(&self) -> Chart {
        let grounds = self.ground_looks().into_iter().map(|look| (look.name, vec![look.effect, source(look.sure)]));
        let lines = self.line_looks().into_iter().map(|look| (look.name, vec![look.effect, source(look.sure)]));
        Chart {
            name: "Terrain Key".into(),
            rule: "5.21.a".into(),
            sure: false,
            heads: vec![vec!["Terrain".into(), "Effect".into(), "Source".into()]],
            rows: grounds.chain(lines).collect(),
            remark: "The printed Terrain Key is lost to us; an owner can correct data/tables.toml.".into(),
        }
    }

    /// [16.14], [16.15]
    fn schedule(&self) -> Chart {
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for unit in self.components.units.iter().filter(|unit| unit.turn > 0) {
            let place = format!("{} at {}", unit.side.adjective(), self.board.name(unit.at));
            let text = format!("{} ({})", unit.name, unit.values);
            match rows.iter_mut().find(|(turn, cells)| *turn == unit.turn.to_string() && cells[0] == place) {
                Some((_, cells)) => cells[1] += &format!(", {text}"),
                None => rows.push((unit.turn.to_string(), vec![place, text])),
            }
        }
        let free = self.components.scenarios.iter().any(|card| matches!(card.deployment, Deployment::Free(_)));
        Chart {
            name: "Reinforcement Schedule".into(),
            rule: "16.14".into(),
            sure: true,
            heads: vec![vec!["Game-Turn".into(), "Where".into(), "Units".into()]],
            rows,
            remark: if free { "The same in both scenarios.".into() } else { String::new() },
        }
    }

    /// [15.22]
    fn objectives(&self) -> Chart {
        let row = |town: &crate::components::Objective| {
            let hexes: Vec<&str> = town.hexes.iter().map(|hex| self.board.name(*hex)).collect();
            (town.name.clone(), vec![hexes.join(", "), town.points.to_string()])
        };
        Chart {
            name: "Territorial objectives".into(),
            rule: "15.22".into(),
            sure: true,
            heads: vec![vec!["Town".into(), "Hexes".into(), "Points".into()]],
            rows: self.components.tables.objectives.iter().map(row).collect(),
            remark: "For the US player at the end, if free of German units and zones and with a line to the west."
                .into(),
        }
    }

    /// [15.4]
    fn levels(&self) -> Chart {
        use crate::components::Ratio;
        let tenths = |n: u16| format!("{}.{} to 1", n / 10, n % 10);
        let row = |level: &crate::components::Level| {
            let ratio = match level.ratio {
                Ratio::AtLeast(n) => format!("{} or more", tenths(n)),
                Ratio::Above(n) => format!("above {}", tenths(n)),
                Ratio::Any => "less".into(),
            };
            (format!("{} {}", level.winner.adjective(), level.name), vec![ratio])
        };
        Chart {
            name: "Levels of victory".into(),
            rule: "15.4".into(),
            sure: true,
            heads: vec![vec!["Level".into(), "US points to German points".into()]],
            rows: self.components.tables.levels.iter().map(row).collect(),
            remark: String::new(),
        }
    }
}

fn seat(side: Side) -> SeatLook {
    let (people, body, stripe, corner) = match side {
        Side::US => ("Americans", "#8f9861", "#414a25", Corner::Round),
        Side::German => ("Germans", "#b0babd", "#23282b", Corner::Clipped),
    };
    SeatLook {
        name: people.into(),
        adjective: side.adjective().into(),
        several: true,
        short: side.short().into(),
        colours: (body.into(), stripe.into()),
        corner,
    }
}

fn face(unit: &UnitCard) -> Face {
    let (symbol, word) = match unit.kind {
        Kind::Infantry => ("infantry", "infantry"),
        Kind::Mechanized => ("mechanized", "mechanized infantry"),
        Kind::Armor => ("armor", "armor"),
        Kind::Recon => ("recon", "reconnaissance"),
        Kind::Artillery => ("artillery", "towed artillery"),
        Kind::SpArtillery => ("sp-artillery", "self-propelled artillery"),
    };
    let mut figures = if unit.kind.is_artillery() {
        vec![
            Figure::new("barrage", unit.attack),
            Figure::new("protective fire", unit.fpf),
            Figure::new("range", unit.range),
        ]
    } else {
        vec![Figure::new("attack", unit.attack)]
    };
    figures.extend([Figure::new("defense", unit.defense), Figure::new("movement", unit.movement)]);
    let tint = match (unit.side, unit.division.as_str()) {
        (Side::German, "116") => "#e6c3a4",
        (Side::US, "8") => "#e4e6b8",
        (Side::US, "5") => "#f0d9a8",
        (Side::German, "275") => "#dfe5e6",
        (Side::German, "89") => "#cdd9e6",
        _ => "#f4f1e4",
    };
    Face {
        seat: Some(unit.side.seat()),
        symbol: symbol.into(),
        size: unit.size.clone(),
        key: unit.name.clone(),
        name: unit.shown.clone(),
        parent: unit.division.clone(),
        numbers: unit.values.split('/').map(String::from).collect(),
        tint: tint.into(),
        body: String::new(),
        about: format!("{} {word} {}", unit.side.adjective(), unit.name),
        figures,
        steps: None,
    }
}

fn badge(name: &str, recipe: &str, about: &str) -> Badge {
    Badge { name: name.into(), recipe: recipe.into(), about: about.into() }
}

fn source(sure: bool) -> String {
    if sure { "printed".into() } else { "reconstructed".into() }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
