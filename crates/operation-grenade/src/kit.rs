//! What a client needs once: the sheet, the faces of the counters, the charts. Drawing only, no rules.
#![allow(clippy::float_arithmetic, reason = "places on a sheet of paper, never a rule")]

use crate::OperationGrenade;
use crate::components::{Ground, Kind, UnitCard};
use crate::state::Side;
use referee::{Badge, Corner, Face, GroundLook, Kit, LineLook, SeatLook, Shape, Spot, SpotLook};

/// Date of the rules; a change of rules changes it, and with it every new match file.
pub(crate) const RULES_VERSION: &str = "2026-11-18";

// Badges, by their index in the kit.
pub(crate) const SPENT: u16 = 0;

// Lines, by their index in the kit.
pub(crate) const RHINE: u8 = 0;
pub(crate) const RIVER: u8 = 1;
pub(crate) const UPPER: u8 = 2;
pub(crate) const STREAM: u8 = 3;
pub(crate) const ROAD: u8 = 4;
pub(crate) const BRIDGE: u8 = 5;

impl OperationGrenade {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "operation-grenade".into(),
            title: "Operation Grenade".into(),
            subtitle: "Over the Roer to the Rhine, February 1945".into(),
            rules_version: RULES_VERSION.into(),
            seats: Side::BOTH.map(seat).into(),
            spots: self.spot_looks(),
            grounds: Ground::ALL
                .map(|ground| GroundLook {
                    name: ground.word().into(),
                    recipe: match ground {
                        Ground::Clear => "clear",
                        Ground::Woods => "woods",
                        Ground::Hilltop => "rough",
                        Ground::Swamp => "marsh",
                        Ground::Town => "town",
                        Ground::Lake => "water",
                    }
                    .into(),
                    effect: String::new(),
                    sure: false,
                })
                .into(),
            lines: ["great-river", "river", "river", "stream", "road", "bridge"]
                .map(|recipe| LineLook { name: recipe.into(), recipe: recipe.into(), effect: String::new(), sure: false })
                .into(),
            runs: self.components.map.runs.clone(),
            labels: self.components.map.labels.clone(),
            faces: self.components.units.iter().map(face).collect(),
            badges: vec![Badge { name: "spent".into(), recipe: "spent".into(), about: "has moved or fought".into() }],
            rules: self.components.rules.entries.clone(),
            secrets: true,
            ..Kit::default()
        }
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.components.map;
        let hex = |hex: Spot| SpotLook {
            name: self.hex_name(hex).into(),
            at: map.grid.centre(hex),
            shape: Shape::Pointed,
            ground: map.ground[hex.index()] as u8,
            about: map.ground[hex.index()].word().into(),
            sure: !map.reconstructed[hex.index()],
            owners: vec![],
            prints: vec![],
        };
        let mut spots: Vec<SpotLook> = self.hexes().map(hex).collect();
        for (name, about, top) in [("off", "Waiting to enter", 0.0), ("dead", "Eliminated", 800.0)] {
            spots.push(SpotLook {
                name: name.into(),
                at: (1620.0, top + 400.0),
                shape: Shape::Box(162.0, 760.0),
                ground: 0,
                about: about.into(),
                sure: true,
                owners: vec![],
                prints: vec![],
            });
        }
        spots
    }
}

fn seat(side: Side) -> SeatLook {
    let (body, stripe, corner) = match side {
        Side::US => ("#8f9861", "#414a25", Corner::Round),
        Side::German => ("#b0babd", "#23282b", Corner::Clipped),
    };
    SeatLook { name: side.adjective().into(), short: side.short().into(), colours: (body.into(), stripe.into()), corner }
}

fn face(unit: &UnitCard) -> Face {
    let symbol = match unit.kind {
        Kind::Infantry => "infantry",
        Kind::Mechanized => "mechanized",
        Kind::Tank => "armor",
        Kind::AntiTank => "anti-tank",
        Kind::Recon => "recon",
        Kind::Artillery => "artillery",
        Kind::SpArtillery => "sp-artillery",
        Kind::Volkssturm => "garrison",
    };
    Face {
        seat: Some(unit.side.seat()),
        symbol: symbol.into(),
        size: unit.size.clone(),
        key: unit.name.clone(),
        name: unit.shown.clone(),
        numbers: vec![unit.values.clone()],
        ..Face::default()
    }
}
