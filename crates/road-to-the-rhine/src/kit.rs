//! What a client needs once: the sheet, the faces of the counters, what can be laid over the map. Drawing only, no
//! rules; the boxes are in `boxes.rs`, the charts in `charts.rs`.

use crate::RoadToTheRhine;
use crate::components::{Country, Ground, Kind, Nation, Place, UnitCard};
use crate::state::Weather;
use crate::words::{points, short_turn, weather_name};
use referee::{
    Art, Badge, Corner, Face, Figure, GroundLook, Kit, Label, LabelKind, LineLook, LineRun, OverlayLook, Print,
    SeatLook, Shape, Spot, SpotLook, Through, Track,
};

/// Date of the rules; a change of rules changes it, and with it every new match file.
pub(crate) const RULES_VERSION: &str = "2026-11-22";

// Badges, by their index in the kit.
pub(crate) const FINISHED: u16 = 0;
pub(crate) const REDUCED: u16 = 1;
pub(crate) const UNSUPPLIED: u16 = 2;
pub(crate) const STARVING: u16 = 3;
pub(crate) const SUPPLIED: u16 = 4;
pub(crate) const RESERVE: u16 = 5;
pub(crate) const DROPPED: u16 = 6;
pub(crate) const READY: u16 = 7;
pub(crate) const FLOWN: u16 = 8;
pub(crate) const ABORTED: u16 = 9;

// Grounds, by their index in the kit; the first four are those of the map file.
const CITY: u8 = 4;
const POLDER: u8 = 5;
const NEUTRAL: u8 = 6;

// Lines by their index in the kit; the first ten are those of the map file.
pub(crate) const MINOR: u8 = 1;
const SEA: u8 = 3;
const BOUNDARY: u8 = 7;
const GREAT: u8 = 10;

impl RoadToTheRhine {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "road-to-the-rhine".into(),
            title: "Road to the Rhine".into(),
            subtitle: "The west, September 1944 to April 1945".into(),
            rules_version: RULES_VERSION.into(),
            seats: vec![
                seat("Allies", "Allied", "AL", "#8f9861", "#414a25", Corner::Round),
                seat("Germans", "German", "GE", "#b0babd", "#23282b", Corner::Clipped),
            ],
            spots: self.spot_looks(),
            grounds: self.ground_looks(),
            lines: self.line_looks(),
            runs: self.runs(),
            labels: self.labels(),
            imprint: "Drawn from the set-up lists, the walkthrough, the errata and the real ground; no copy of a \
                      printed map. Owners of the game can lay their own over it."
                .into(),
            metres: 11_200,
            faces: self.components.units.iter().map(face).collect(),
            badges: badges(),
            tracks: vec![
                Track::new("Turn", (0..32).map(short_turn).collect()),
                Track::new("Weather", Weather::ALL.map(|weather| weather_name(weather).to_owned()).into()),
            ],
            charts: self.charts(),
            rules: self.components.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("allied-zones", "Allied zones", "Allied primary Zones of Control", "zones"),
                OverlayLook::new("german-zones", "German zones", "German primary Zones of Control", "zones"),
                OverlayLook::new("allied-supply", "Allied supply", "Where Allied units are in general supply", "lines"),
                OverlayLook::new("german-supply", "German supply", "Where German units are in general supply", "lines"),
                OverlayLook::new("reserves", "Reserves", "Units kept as reserves", "layers"),
                OverlayLook::new("held", "Held", "Hexes that the Allies were the last to pass", "layers"),
                OverlayLook::new("goals", "Goals", "Hexes that decide this scenario", "layers"),
                OverlayLook::new("reach", "Reach", "Reach of a unit in this phase", "reach"),
                OverlayLook::new("range", "Range", "Range of an air unit", "range"),
            ],
            art: vec![
                art("cover", include_str!("../art/cover.svg")),
                art("fighter", include_str!("../art/fighter.svg")),
                art("bomber", include_str!("../art/bomber.svg")),
                art("transport-plane", include_str!("../art/transport-plane.svg")),
            ],
            secrets: true,
            briefings: crate::briefing::all(),
            training: Some(crate::training::first_game()),
            ..Kit::default()
        }
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.components.map;
        let look = |hex: Spot| {
            let i = hex.index();
            let ground = match (map.country[i], map.place[i], map.ground[i]) {
                (Country::Switzerland, ..) => NEUTRAL,
                (_, Place::City | Place::Major, _) => CITY,
                (_, _, Ground::Clear) if self.western_holland.contains(hex) => POLDER,
                (_, _, ground) => ground as u8,
            };
            SpotLook {
                name: self.spot_name(hex).into(),
                called: map.place_name[i].clone(),
                at: map.grid.centre(hex),
                shape: Shape::Hex,
                ground,
                about: self.spot_words(hex),
                sure: !map.reconstructed[i],
                owners: vec![],
                prints: self.prints(hex),
            }
        };
        map.grid.spots().map(look).chain(self.box_looks()).collect()
    }

    /// For the hover card and for screen readers.
    fn spot_words(&self, hex: Spot) -> String {
        let map = &self.components.map;
        let i = hex.index();
        let mut words: Vec<String> = vec![];
        if !map.place_name[i].is_empty() {
            words.push(map.place_name[i].clone());
        }
        words.push(
            match map.ground[i] {
                Ground::Clear => "clear",
                Ground::Rough => "rough",
                Ground::Mountain => "mountain",
                Ground::Sea => "sea",
            }
            .into(),
        );
        words.extend(match map.place[i] {
            Place::None => None,
            Place::Village => Some("village".into()),
            Place::Town => Some("town".into()),
            Place::City => Some("city".into()),
            Place::Major => Some("major city".into()),
        });
        let marks = [
            (map.fortified[i], "fortified"),
            (map.coast[i], "coast"),
            (self.scheldt.contains(hex), "Scheldt estuary"),
            (self.western_holland.contains(hex), "Western Holland"),
            (map.dam_hexes.contains(hex), "at the Roer dams"),
        ];
        words.extend(marks.iter().filter(|(there, _)| *there).map(|(_, word)| (*word).to_owned()));
        words.extend(match map.country[i] {
            Country::France => Some("France".into()),
            Country::Belgium => Some("Belgium".into()),
            Country::Holland => Some("the Netherlands".into()),
            Country::Luxembourg => Some("Luxembourg".into()),
            Country::Germany => Some("Germany".into()),
            Country::Switzerland => Some("Switzerland, nobody enters".into()),
            Country::Nobody => None,
        });
        words.join(", ")
    }

    fn prints(&self, hex: Spot) -> Vec<Print> {
        let map = &self.components.map;
        let i = hex.index();
        let print = |recipe: &str| Print { recipe: recipe.into(), seat: None };
        let mut prints = vec![];
        if map.fortified[i] {
            prints.push(print("fort"));
        }
        prints.extend(match map.place[i] {
            Place::Town => Some(print("town")),
            Place::City => Some(print("city")),
            Place::Major => Some(print("major-city")),
            Place::Village | Place::None => None,
        });
        if map.ports.iter().any(|(_, at)| *at == hex) || self.antwerp.contains(hex) {
            prints.push(print("port"));
        }
        prints
    }

    fn ground_looks(&self) -> Vec<GroundLook> {
        let tables = &self.components.tables;
        let sure = self.components.sources.is_printed("terrain");
        let look = |name: &str, recipe: &str, effect: String| GroundLook {
            name: name.into(),
            recipe: recipe.into(),
            effect,
            sure,
        };
        let cost = points;
        vec![
            look("Clear", "clear", cost(tables.clear)),
            look("Rough", "rough", format!("{}; one column down", cost(tables.rough))),
            look(
                "Mountain",
                "mountain",
                format!(
                    "{}, on foot {}; one column down, attackers halved",
                    cost(tables.mountain),
                    cost(tables.mountain_foot)
                ),
            ),
            look("Sea", "water", "nobody enters".into()),
            look("City", "town", format!("{}; defence doubled", cost(tables.city))),
            look("Western Holland", "valley", "as clear; the Germans may flood it".into()),
            look("Switzerland", "neutral", "nobody enters".into()),
        ]
    }

    fn line_looks(&self) -> Vec<LineLook> {
        let tables = &self.components.tables;
        let sure = self.components.sources.is_printed("terrain");
        let look = |name: &str, recipe: &str, effect: String| LineLook {
            name: name.into(),
            recipe: recipe.into(),
            effect,
            sure,
        };
        let river = "no bridge: half the allowance; attackers halved, vehicles quartered";
        vec![
            look("Major river", "river", river.into()),
            look(
                "Minor river",
                "stream",
                format!("+{}; attackers halved; floods in storm and thaw", points(tables.minor)),
            ),
            look("Canal", "canal", format!("+{}; {} columns", points(tables.canal), tables.shift_canal)),
            look("Sea arm", "great-river", "only by sea".into()),
            look("Causeway", "bridge", "attackers halved, no vehicles".into()),
            look("Dam", "front", "closed until it is blown".into()),
            look("Border", "border", String::new()),
            look("Army boundary", "border", String::new()),
            look("Road", "road", format!("{}, whatever lies under it", points(tables.road))),
            look("Bridge", "bridge", "carries the road over a major river".into()),
            look("Rhine, Waal, Lek", "great-river", river.into()),
        ]
    }

    /// As on the map, but the great rivers are wide, a causeway lies across its side, and the boundaries of armies
    /// are left to the set-up.
    fn runs(&self) -> Vec<LineRun> {
        let drawn = |run: &LineRun| match (run.line, run.name.as_str()) {
            (BOUNDARY, _) => None,
            (0, "Rhine" | "Waal" | "Lek") => Some(LineRun { line: GREAT, ..run.clone() }),
            // Land lies on both sides of an arm of the sea; where sea lies, the coast is enough.
            (SEA, _) => match &run.through {
                Through::Sides(sides) => {
                    let dry = |hex: Spot| !self.all_sea.contains(hex);
                    let arms = sides.iter().copied().filter(|(a, b)| dry(*a) && dry(*b)).collect();
                    Some(LineRun { through: Through::Sides(arms), ..run.clone() })
                }
                _ => Some(run.clone()),
            },
            _ => Some(run.clone()),
        };
        self.components.map.runs.iter().filter_map(drawn).collect()
    }

    /// Names of rivers and regions from the map file, of places from their hexes: a city of several hexes has one.
    fn labels(&self) -> Vec<Label> {
        let map = &self.components.map;
        let mut seen: Vec<&str> = vec![];
        let mut labels = map.labels.clone();
        for hex in map.grid.spots() {
            let (place, name) = (map.place[hex.index()], map.place_name[hex.index()].as_str());
            if place == Place::None || name.is_empty() {
                continue;
            }
            if place >= Place::City {
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name);
            }
            let (x, y) = map.grid.centre(hex);
            let kind = match place {
                Place::Village | Place::None => LabelKind::Place,
                Place::Town => LabelKind::Town,
                Place::City => LabelKind::City,
                Place::Major => LabelKind::MajorCity,
            };
            labels.push(Label { text: name.into(), at: (x, y + 31.5), turn: 0.0, kind });
        }
        labels
    }
}

fn badges() -> Vec<Badge> {
    let badge =
        |name: &str, recipe: &str, about: &str| Badge { name: name.into(), recipe: recipe.into(), about: about.into() };
    vec![
        badge("finished", "spent", "has acted in this player-turn"),
        badge("reduced", "reduced", "shows its reduced side"),
        badge("out of supply", "unsupplied", "no line of general supply: allowance and strength halved"),
        badge(
            "starving",
            "isolated",
            "out of supply in every impulse so far: it loses a level when the player-turn ends",
        ),
        badge("in maneuver supply", "fuelled", "points were spent on it: it moves and attacks in full"),
        badge("reserve", "reserve", "waits, and answers in the enemy's impulses"),
        badge("dropped", "dropped", "came by parachute in this player-turn"),
        badge("ready", "fuelled", "air unit that can fly in this impulse"),
        badge("flown", "spent", "air unit that has flown in this impulse"),
        badge("aborted", "silent", "air unit driven home: grounded for this player-turn"),
    ]
}

fn art(name: &str, svg: &str) -> Art {
    Art { name: name.into(), svg: svg.into() }
}

fn seat(name: &str, adjective: &str, short: &str, body: &str, stripe: &str, corner: Corner) -> SeatLook {
    SeatLook {
        name: name.into(),
        adjective: adjective.into(),
        several: true,
        short: short.into(),
        colours: (body.into(), stripe.into()),
        corner,
    }
}

/// Symbol and word of a kind of unit.
fn symbol(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Armor => ("armor", "armored"),
        Kind::Cavalry => ("mech-recon", "armored cavalry"),
        Kind::Panzergrenadier => ("mechanized", "panzergrenadier"),
        Kind::Motorized => ("motorized", "motorized infantry"),
        Kind::Infantry => ("infantry", "infantry"),
        Kind::Static => ("garrison", "static infantry"),
        Kind::Mountain => ("mountain", "mountain"),
        Kind::AirLanding => ("glider", "air landing"),
        Kind::Parachute => ("paratroop", "parachute"),
        Kind::Commando => ("commando", "commando"),
        Kind::Specialized => ("engineer", "specialized armor"),
        Kind::AssaultGun => ("sp-anti-tank", "assault gun"),
        Kind::Security => ("garrison", "security"),
        Kind::Bomber => ("bomber", "bomber"),
        Kind::FighterBomber => ("fighter", "fighter-bomber"),
        Kind::Transport => ("transport-plane", "transport"),
    }
}

/// Word, and tint of the symbol.
fn nation(nation: Nation) -> (&'static str, &'static str) {
    match nation {
        Nation::US => ("US", "#e4e8c8"),
        Nation::British => ("British", "#e9cf9f"),
        Nation::Canadian => ("Canadian", "#e0a87c"),
        Nation::Polish => ("Polish", "#eda9a0"),
        Nation::Czech => ("Czech", "#eda9a0"),
        Nation::Belgian => ("Belgian", "#f0cf6a"),
        Nation::Dutch => ("Dutch", "#f2b25c"),
        Nation::Allied => ("Allied", "#f4efdf"),
        Nation::French => ("French", "#aecbe6"),
        Nation::Army => ("German", "#eef0ea"),
        Nation::SS => ("SS", "#9a9c9e"),
        Nation::Luftwaffe => ("Luftwaffe", "#a9d2ee"),
    }
}

fn face(unit: &UnitCard) -> Face {
    let (drawn, kind) = symbol(unit.kind);
    let (people, tint) = nation(unit.nation);
    let numbers = if unit.kind == Kind::Transport { vec![] } else { vec![values(unit, false)] };
    let size = match unit.size.as_str() {
        "XX" => " division",
        "X" => " brigade",
        "III" => " regiment",
        "II" => " battalion",
        "KG" => " Kampfgruppe",
        _ => " group",
    };
    let figures = match unit.kind {
        Kind::Transport => vec![],
        Kind::Bomber | Kind::FighterBomber => {
            vec![Figure::new("value", unit.strength), Figure::new("range", unit.movement)]
        }
        _ => {
            let reduced = unit.back.map(|back| Figure::new("reduced", back));
            let strength = std::iter::once(Figure::new("strength", unit.strength));
            strength.chain(reduced).chain([Figure::new("movement", unit.movement)]).collect()
        }
    };
    let also = [
        (unit.airborne, ", may drop"),
        (unit.breakdown.is_some(), ", breakdown counter"),
        (!unit.is_air() && (unit.movement > 10 || unit.motorized), ", needs maneuver supply"),
    ];
    let also: String = also.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    Face {
        seat: Some(unit.side.seat()),
        symbol: drawn.into(),
        size: if ["XX", "X", "III", "II", "KG"].contains(&unit.size.as_str()) {
            unit.size.clone()
        } else {
            String::new()
        },
        name: unit.name.clone(),
        numbers,
        tint: tint.into(),
        about: format!("{people} {kind}{size} {}{also}", unit.name),
        figures,
        ..Face::default()
    }
}

/// As printed on one side of the counter.
pub(crate) fn values(unit: &UnitCard, reduced: bool) -> String {
    match (unit.code, unit.back) {
        (Some(code), _) => format!("{code}-{}", unit.movement),
        (None, Some(back)) if reduced => format!("{back}-{}", unit.movement),
        (None, _) => format!("{}-{}", unit.strength, unit.movement),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_as_the_map_numbers_them() {
        let game = RoadToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        let names: Vec<&str> = game.kit.lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names[usize::from(MINOR)], "Minor river");
        assert_eq!(names[usize::from(SEA)], "Sea arm");
        assert_eq!(names[usize::from(BOUNDARY)], "Army boundary");
        assert_eq!(names[usize::from(GREAT)], "Rhine, Waal, Lek");
        assert_eq!(game.kit.badges[usize::from(ABORTED)].name, "aborted");
    }
}
