//! What a client needs once: the sheet, the faces of the counters. Drawing only, no rules.

use crate::components::{Ground, Kind, Place};
use crate::state::{Side, turn_word};
use crate::{BOXES, RoadToTheRhine};
use referee::{Badge, Corner, Face, GroundLook, Kit, LineLook, OverlayLook, SeatLook, Shape, Spot, SpotLook, Track};

/// Date of the rules; a change of rules changes it, and with it every new match file.
pub(crate) const RULES_VERSION: &str = "2026-11-16";

impl RoadToTheRhine {
    pub(crate) fn make_kit(&self) -> Kit {
        let ground = |name: &str, recipe: &str, effect: &str| GroundLook {
            name: name.into(),
            recipe: recipe.into(),
            effect: effect.into(),
            sure: false,
        };
        let line = |name: &str, recipe: &str, effect: &str| LineLook {
            name: name.into(),
            recipe: recipe.into(),
            effect: effect.into(),
            sure: false,
        };
        let badge = |name: &str, recipe: &str, about: &str| Badge {
            name: name.into(),
            recipe: recipe.into(),
            about: about.into(),
        };
        Kit {
            id: "road-to-the-rhine".into(),
            title: "Road to the Rhine".into(),
            subtitle: "The west, September 1944 to April 1945".into(),
            rules_version: RULES_VERSION.into(),
            seats: vec![
                seat("Allies", "AL", "#5d7048", Corner::Round),
                seat("Germans", "GE", "#6d7074", Corner::Clipped),
            ],
            spots: self.spot_looks(),
            grounds: vec![
                ground("clear", "clear", "1 point"),
                ground("rough", "rough", "2 points; one column down"),
                ground("mountain", "hilltop", "3 points; one column down"),
                ground("sea", "lake", "no entry"),
                ground("town", "town", "one column down"),
                ground("city", "town", "1 point; defence doubled"),
            ],
            lines: vec![
                line("major river", "river", "zones are secondary; half the allowance without a bridge"),
                line("minor river", "stream", "1 point; attackers halved"),
                line("canal", "stream", "1 point; two columns down"),
                line("sea", "river", "only by sea"),
                line("causeway", "road", "attackers halved"),
                line("dam", "river", "closed until blown"),
                line("border", "border", ""),
                line("army boundary", "border", ""),
                line("road", "road", "half a point"),
                line("bridge", "bridge", ""),
            ],
            runs: self.components.map.runs.clone(),
            labels: self.components.map.labels.clone(),
            imprint: "Drawn from the set-up lists, the walkthrough and the real ground; no copy of a printed map."
                .into(),
            metres: 11_200,
            faces: self.all_units().map(|unit| self.face(unit)).collect(),
            badges: vec![
                badge("finished", "spent", "has acted in this player-turn"),
                badge("reduced", "reduced", "shows its reduced side"),
                badge("out of supply", "unsupplied", "allowance and strength halved"),
                badge("supplied", "marked", "in maneuver supply"),
                badge("reserve", "silent", "a reserve"),
            ],
            tracks: vec![
                Track { name: "Turn".into(), spaces: (0..32).map(turn_word).collect() },
                Track {
                    name: "Weather".into(),
                    spaces: crate::state::Weather::ALL.map(|it| it.word().to_owned()).into(),
                },
            ],
            rules: self.components.rules.entries.clone(),
            overlays: Vec::<OverlayLook>::new(),
            secrets: true,
            ..Kit::default()
        }
    }

    fn face(&self, unit: crate::state::Unit) -> Face {
        let card = &self.components.units[unit.index()];
        let symbol = match card.kind {
            Kind::Armor | Kind::Specialized => "armor",
            Kind::Cavalry => "recon",
            Kind::Panzergrenadier | Kind::Motorized => "mechanized",
            Kind::AssaultGun => "tank-destroyer",
            _ => "infantry",
        };
        Face {
            seat: Some(card.side.seat()),
            symbol: symbol.into(),
            size: card.size.clone(),
            name: card.name.clone(),
            numbers: vec![match card.code {
                Some(code) => format!("{code}-{}", card.movement),
                None => format!("{}-{}", card.strength, card.movement),
            }],
            about: format!("{}, strength {}, movement {}", card.shown, card.strength, card.movement),
            ..Face::default()
        }
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.components.map;
        let look = |hex: Spot| {
            let i = hex.index();
            let ground = match (map.place[i], map.ground[i]) {
                (Place::Town, _) => 4,
                (Place::City | Place::Major, _) => 5,
                (_, Ground::Clear) => 0,
                (_, Ground::Rough) => 1,
                (_, Ground::Mountain) => 2,
                (_, Ground::Sea) => 3,
            };
            SpotLook {
                name: self.spot_name(hex).into(),
                at: map.grid.centre(hex),
                shape: Shape::Hex,
                ground,
                about: map.place_name[i].clone(),
                sure: !map.reconstructed[i],
                owners: vec![],
                prints: vec![],
            }
        };
        let mut spots: Vec<SpotLook> = map.grid.spots().map(look).collect();
        let width = f32::from(map.grid.layout().columns) * 60.0 + 40.0;
        for (row, name) in (0u8..).zip(BOXES) {
            spots.push(SpotLook {
                name: name.into(),
                at: (width + 240.0, 150.0 + 280.0 * f32::from(row)),
                shape: Shape::Box(400.0, 260.0),
                ground: 0,
                about: name.replace('-', " "),
                sure: true,
                owners: vec![],
                prints: vec![],
            });
        }
        spots
    }
}

fn seat(name: &str, short: &str, colour: &str, corner: Corner) -> SeatLook {
    let _ = Side::BOTH;
    SeatLook { name: name.into(), short: short.into(), colours: (colour.into(), "#22262a".into()), corner }
}
