//! What a client needs once: the sheet, the faces of the counters, what can be laid over the map. Drawing only, no
//! rules; the charts are in `charts.rs`.
#![allow(clippy::float_arithmetic, reason = "places on a sheet of paper, never a rule")]

use crate::OperationGrenade;
use crate::components::{Costs, Draws, Ground, Kind, UnitCard};
use crate::state::{Side, Unit};
use crate::training;
use crate::words::points;
use referee::{
    Art, Badge, Corner, Face, Figure, GroundLook, Kit, Label, LabelKind, LineLook, OverlayLook, Print, SeatLook, Shape,
    Spot, SpotLook, Track,
};

/// Date of the rules; a change of rules changes it, and with it every new match file.
pub(crate) const RULES_VERSION: &str = "2026-11-21";

// Badges, by their index in the kit.
pub(crate) const SPENT: u16 = 0;
pub(crate) const REDUCED: u16 = 1;
pub(crate) const UNSUPPLIED: u16 = 2;
pub(crate) const ISOLATED: u16 = 3;
pub(crate) const SILENT: u16 = 4;
pub(crate) const DUTY: u16 = 5;

// Lines, by their index in the kit.
pub(crate) const RHINE: u8 = 0;
pub(crate) const RIVER: u8 = 1;
pub(crate) const UPPER: u8 = 2;
pub(crate) const STREAM: u8 = 3;
pub(crate) const ROAD: u8 = 4;
pub(crate) const BRIDGE: u8 = 5;

// Grounds behind the printed six, by their index in the kit.
const VALLEY: u8 = 6;
pub(crate) const FLOODED: u8 = 7;
pub(crate) const MUD: u8 = 8;

/// Boxes beside the map, behind the two that the rules know: who waits and who is gone, by side.
pub(crate) const GERMANS_WAIT: u16 = 2;
pub(crate) const LEVIES_WAIT: u16 = 3;
pub(crate) const US_LOST: u16 = 4;

impl OperationGrenade {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "operation-grenade".into(),
            title: "Operation Grenade".into(),
            subtitle: "Over the Roer to the Rhine, February 1945".into(),
            rules_version: RULES_VERSION.into(),
            seats: Side::BOTH.map(seat).into(),
            spots: self.spot_looks(),
            grounds: self.ground_looks(),
            lines: self.line_looks(),
            runs: self.components.map.runs.clone(),
            labels: self.labels(),
            imprint:
                "Reconstructed from the set-up hexes, the victory towns, the rules and the real ground; no copy of \
                      a printed map."
                    .into(),
            metres: 3800,
            faces: self.faces(),
            badges: vec![
                badge("spent", "spent", "has moved or fought in this phase"),
                badge("reduced", "reduced", "its chit lies on the weaker side"),
                badge(
                    "out of supply",
                    "unsupplied",
                    "attacks with half its strength; tanks move at half their allowance",
                ),
                badge("isolated", "isolated", "attacks with a strength of 1, defends with half"),
                badge("silent", "silent", "stood next to an enemy when the phase began: it gives no support"),
                badge("duty", "marked", "has to attack, or to be attacked, in this phase"),
            ],
            tracks: self.tracks(),
            phases: Side::BOTH
                .into_iter()
                .flat_map(|side| ["movement", "combat"].map(|phase| (side.seat(), phase.into())))
                .collect(),
            charts: self.charts(),
            rules: self.components.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("us-zones", "US zones", "US Zones of Control", "zones"),
                OverlayLook::new("german-zones", "German zones", "German Zones of Control", "zones"),
                OverlayLook::new("us-supply", "US supply", "Where US units are in supply", "lines"),
                OverlayLook::new("german-supply", "German supply", "Where German units are in supply", "lines"),
                OverlayLook::new("reach", "Reach", "Reach of a unit", "reach"),
                OverlayLook::new("range", "Range", "Which hexes a gun can support", "range"),
                OverlayLook::new("near", "Contact", "Within two hexes of an enemy: no marching there", "range"),
                OverlayLook::new("valley", "Valley", "The valley of the Roer: swamp in a flash flood", "layers"),
            ],
            art: vec![Art { name: "cover".into(), svg: include_str!("../art/cover.svg").into() }],
            secrets: true,
            briefings: crate::briefing::all(),
            training: Some(training::first_game()),
            ..Kit::default()
        }
    }

    fn tracks(&self) -> Vec<Track> {
        let track = &self.components.tables.track;
        let date = |day: u8| track.date(day).split(' ').next().unwrap_or_default().to_owned();
        let air = |side: Side| {
            let most = self.components.tables.air[side as usize].0.iter().max().copied().unwrap_or(0);
            (0..=most).map(|points| points.to_string()).collect()
        };
        let sky = ["clear", "thaw", "light overcast", "rain"].map(String::from);
        vec![
            Track::new("Day", (0..track.days()).map(date).collect()),
            Track::new("Weather", sky.into()),
            Track::new("US air", air(Side::US)),
            Track::new("German air", air(Side::German)),
        ]
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.components.map;
        let look = |hex: Spot| {
            let ground = map.ground[hex.index()];
            let valley = map.valley.contains(hex);
            SpotLook {
                name: self.hex_name(hex).into(),
                called: map.town_of[hex.index()].map_or_else(String::new, |town| map.towns[town].name.clone()),
                at: map.grid.centre(hex),
                shape: Shape::Pointed,
                ground: if valley && ground == Ground::Clear { VALLEY } else { ground as u8 },
                about: self.spot_words(hex),
                sure: !map.reconstructed[hex.index()],
                owners: vec![],
                prints: self.prints(hex),
            }
        };
        let mut spots: Vec<SpotLook> = self.hexes().map(look).collect();
        let layout = map.grid.layout();
        let width = f32::from(layout.columns) * 69.3 + 34.6;
        // Four counters wide, and together as high as the map.
        let mut put = |name: &str, about: &str, top: f32, height: f32| {
            spots.push(SpotLook {
                name: name.into(),
                called: String::new(),
                at: (width + 134.0, top + height / 2.0),
                shape: Shape::Box(216.0, height),
                ground: 0,
                about: about.into(),
                sure: true,
                owners: vec![],
                prints: vec![],
            });
        };
        put("off", "US units to be placed or to enter", 12.0, 330.0);
        put("dead", "German units eliminated", 1204.0, 372.0);
        put("german-off", "German reinforcements", 356.0, 300.0);
        put("volkssturm", "Volkssturm", 670.0, 170.0);
        put("us-dead", "US units eliminated", 854.0, 336.0);
        spots
    }

    /// For the hover card and for screen readers.
    fn spot_words(&self, hex: Spot) -> String {
        let map = &self.components.map;
        let ground = map.ground[hex.index()];
        let mut words: Vec<String> = vec![];
        words.extend(map.town_of[hex.index()].map(|town| map.towns[town].name.clone()));
        words.push(ground.word().into());
        if map.valley.contains(hex) {
            words.push("Roer valley".into());
        }
        if map.entrenchments.contains(hex) {
            words.push("entrenchment".into());
        }
        if map.improved.contains(hex) {
            words.push("improved position".into());
        }
        if let Some(town) = map.victory.iter().find(|it| it.hex == hex) {
            let points = if town.points == 1 { "Victory Point" } else { "Victory Points" };
            words.push(format!("{} {points}", town.points));
        }
        let levy = map.levies.iter().find(|levy| map.towns[levy.town].hexes.contains(&hex));
        words.extend(levy.map(|levy| format!("Volkssturm Value {}", levy.value)));
        for bridge in map.bridges.iter().filter(|it| it.west == hex || it.east == hex) {
            words.push(format!("Rhine bridge {} {}", bridge.number, bridge.name));
        }
        words.extend(map.entries.iter().find(|it| it.hex == hex).map(|entry| format!("entry {}", entry.letter)));
        words.join(", ")
    }

    /// [12.0], [20.1] Works are printed beside the counters.
    fn prints(&self, hex: Spot) -> Vec<Print> {
        let map = &self.components.map;
        let print = |recipe: &str| Print { recipe: recipe.into(), seat: Some(Side::German.seat()) };
        match (map.entrenchments.contains(hex), map.improved.contains(hex)) {
            (true, _) => vec![print("trench")],
            (false, true) => vec![print("works")],
            (false, false) => vec![],
        }
    }

    pub(crate) fn ground_looks(&self) -> Vec<GroundLook> {
        let tables = &self.components.tables;
        let cost = |costs: &Costs, ground: Ground, mud: usize| match costs.ground[mud][ground as usize] {
            Some(sixths) => points(sixths),
            None => "no".into(),
        };
        let both = |costs: &Costs, ground: Ground| match (cost(costs, ground, 0), cost(costs, ground, 1)) {
            (dry, wet) if dry == wet => dry,
            (dry, wet) => format!("{dry} (mud {wet})"),
        };
        let sure = crate::components::is_printed(&self.components.sources.terrain.provenance);
        let look = |name: &str, recipe: &str, effect: String| GroundLook {
            name: name.into(),
            recipe: recipe.into(),
            effect,
            sure,
        };
        let printed = |ground: Ground| {
            let recipe = match ground {
                Ground::Clear => "clear",
                Ground::Woods => "woods",
                Ground::Hilltop => "hilltop",
                Ground::Swamp => "marsh",
                Ground::Town => "town",
                Ground::Lake => "water",
            };
            let [foot, mechanized] = &tables.costs;
            let name = capital(ground.word());
            if ground == Ground::Lake {
                return look(&name, recipe, "nobody enters".into());
            }
            let line = tables.combat.line_of[ground as usize] + 1;
            let by_road = if ground == Ground::Swamp { " but by road" } else { "" };
            let effect =
                format!("foot {}, mechanized {}{by_road}; line {line}", both(foot, ground), both(mechanized, ground));
            look(&name, recipe, effect)
        };
        let mut looks: Vec<GroundLook> = Ground::ALL.map(printed).into();
        looks.push(look("Roer valley", "valley", "as clear; swamp in a flash flood".into()));
        looks.push(look("Flooded", "flood", "swamp; hilltop line if it was swamp; streams vanish".into()));
        looks.push(look("Mud", "mud", "streams are rivers, costs in mud, one column left".into()));
        looks
    }

    pub(crate) fn line_looks(&self) -> Vec<LineLook> {
        let tables = &self.components.tables;
        let [foot, mechanized] = &tables.costs;
        let adds = |cost: Option<u16>| cost.map_or("no".into(), |sixths| format!("+{}", points(sixths)));
        let river = format!("foot {}, mechanized by road; defence x{}", adds(foot.river), tables.river);
        let look = |name: &str, recipe: &str, effect: String, sure| LineLook {
            name: name.into(),
            recipe: recipe.into(),
            effect,
            sure,
        };
        let [road, march, mud] = [foot.road, foot.march[0], mechanized.march[1]].map(points);
        vec![
            look("Rhine", "great-river", "US units by a bridge that is not blown only".into(), true),
            look("River", "river", river.clone(), true),
            look("Upper Roer", "river", "a river; in a gradual flood the current is stronger".into(), true),
            look(
                "Stream",
                "stream",
                format!("foot {}, mechanized {}; a river in mud", adds(foot.stream), adds(mechanized.stream)),
                true,
            ),
            look("Road", "road", format!("{road}; marching {march}, mechanized in mud {mud}"), true),
            look("Bridge", "bridge", "carries the road over the water".into(), false),
        ]
    }

    fn labels(&self) -> Vec<Label> {
        let map = &self.components.map;
        let town = |town: &crate::components::Town| {
            let hex = *town.hexes.first().expect("a town has a hex");
            let worth = map.victory.iter().find(|it| town.hexes.contains(&it.hex));
            let kind = worth.map_or(LabelKind::Town, |it| LabelKind::Objective(it.points.into()));
            let (x, y) = map.grid.centre(hex);
            Label { text: town.name.clone(), at: (x, y + 31.5), turn: 0.0, kind }
        };
        map.towns.iter().map(town).chain(map.labels.iter().cloned()).collect()
    }

    /// Every unit, then the cadres of those that have one.
    fn faces(&self) -> Vec<Face> {
        let units = &self.components.units;
        let cadres = self.drawing.iter().map(|unit| cadre_face(&units[unit.index()]));
        units.iter().map(face).chain(cadres).collect()
    }

    /// [10.0] The reverse of a counter.
    pub(crate) fn cadre_face_of(&self, unit: Unit) -> u16 {
        let before = self.drawing.iter().take_while(|other| *other < unit).count();
        u16::try_from(self.cards.len() + before).unwrap_or(0)
    }

    /// Where a counter is drawn: the boxes are split, so that nobody has to look for his units among the enemy's.
    pub(crate) fn drawn_at(&self, at: Spot, unit: Unit) -> Spot {
        let beside = |n: u16| Spot(self.off.0 + n);
        match (at, self.side(unit)) {
            (at, Side::German) if at == self.off && self.card(unit).volkssturm => beside(LEVIES_WAIT),
            (at, Side::German) if at == self.off => beside(GERMANS_WAIT),
            (at, Side::US) if at == self.dead => beside(US_LOST),
            (at, _) => at,
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

/// Symbol and word of a kind of unit.
fn symbol(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Infantry => ("infantry", "infantry"),
        Kind::Mechanized => ("mechanized", "mechanized infantry"),
        Kind::Tank => ("armor", "tank"),
        Kind::AntiTank => ("anti-tank", "anti-tank"),
        Kind::Recon => ("recon", "reconnaissance"),
        Kind::Artillery => ("artillery", "towed artillery"),
        Kind::SpArtillery => ("sp-artillery", "self-propelled artillery"),
        Kind::Volkssturm => ("garrison", "Volkssturm"),
    }
}

fn face(unit: &UnitCard) -> Face {
    let (drawn, word) = symbol(unit.kind);
    let size = match unit.size.as_str() {
        "III" => "regiment",
        "X" => "brigade",
        _ => "battalion",
    };
    let mut figures = match unit.draws {
        Some(Draws { class, morale, .. }) => {
            vec![Figure::new("class", format!("{class:?}")), Figure::new("morale", morale)]
        }
        None => vec![Figure::new("strength", unit.strength)],
    };
    figures.push(Figure::new("movement", unit.movement));
    let arms = if unit.draws.is_some_and(|draws| draws.combined) { ", combined arms of its own" } else { "" };
    let parts = [("corps", &unit.corps), ("division", &unit.division)];
    let belongs: String =
        parts.iter().filter(|(_, name)| !name.is_empty()).map(|(what, name)| format!(", {name} {what}")).collect();
    let clears = if unit.mine_clearing { ", clears mines" } else { "" };
    let doubt = if unit.reconstructed.is_some() { "; partly reconstructed" } else { "" };
    Face {
        seat: Some(unit.side.seat()),
        symbol: drawn.into(),
        size: unit.size.clone(),
        key: unit.name.clone(),
        name: unit.shown.clone(),
        parent: parent(unit),
        numbers: vec![printed_values(unit)],
        tint: tint(unit).into(),
        body: String::new(),
        about: format!("{} {word} {size} {}{belongs}{arms}{clears}{doubt}", unit.side.adjective(), unit.name),
        figures,
        steps: None,
    }
}

/// `A 3 4` for class, morale and allowance; `1-12` for strength and allowance.
pub(crate) fn printed_values(unit: &UnitCard) -> String {
    if unit.draws.is_some() { unit.values.replace('-', " ") } else { unit.values.clone() }
}

fn cadre_face(unit: &UnitCard) -> Face {
    let (strength, movement) = unit.cadre.unwrap_or((1, unit.movement));
    Face {
        numbers: vec![format!("{strength}-{movement}")],
        size: "II".into(),
        tint: "#b9ab8c".into(),
        about: format!("{} cadre of {}, no Zone of Control", unit.side.adjective(), unit.name),
        figures: vec![Figure::new("strength", strength), Figure::new("movement", movement)],
        ..face(unit)
    }
}

/// Right of the symbol: the division, or the corps of corps troops.
fn parent(unit: &UnitCard) -> String {
    match (unit.kind, unit.division.is_empty()) {
        (Kind::Volkssturm, _) => String::new(),
        (_, true) => unit.corps.clone(),
        (_, false) => unit.division.clone(),
    }
}

/// Divisions of a corps are told apart by their tint.
fn tint(unit: &UnitCard) -> &'static str {
    match (unit.side, unit.corps.as_str(), unit.kind) {
        (_, _, Kind::Volkssturm) => "#d9c49b",
        (Side::US, "7", _) => "#f0d9a8",
        (Side::US, "19", _) => "#e4e6b8",
        (Side::US, "13", _) => "#cfe0bd",
        (Side::US, "16", _) => "#d8e2d6",
        (Side::US, _, _) => "#f1ead2",
        (Side::German, "81", _) => "#dfe5e6",
        (Side::German, "12SS" | "12", _) => "#cdd9e6",
        (Side::German, "2", _) => "#e0d5e4",
        (Side::German, "58", _) => "#d6e2d9",
        (Side::German, _, _) if matches!(unit.kind, Kind::Tank | Kind::Mechanized) => "#e6c3a4",
        (Side::German, _, _) => "#eef0ee",
    }
}

fn badge(name: &str, recipe: &str, about: &str) -> Badge {
    Badge { name: name.into(), recipe: recipe.into(), about: about.into() }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
