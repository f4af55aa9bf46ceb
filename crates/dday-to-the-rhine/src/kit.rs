//! The printed side of things, for the table.

use crate::DdayToTheRhine;
use crate::action::Support;
use crate::components::{Colours, Ground, Kind, Side, Unit};
use referee::{
    Art, Badge, Chart, Corner, Face, Figure, GroundLook, Kit, Label, LabelKind, LineLook, LineRun, OverlayLook, Piece,
    Print, SeatLook, Shape, Spot, SpotLook, ThingLook, Track,
};

pub(crate) const MOVED: u16 = 1 << 0;
pub(crate) const ATTACKED: u16 = 1 << 1;
pub(crate) const UNSUPPLIED: u16 = 1 << 2;
pub(crate) const HIDDEN: u16 = 1 << 3;

/// Faces of a unit, one for each strength.
const FACES: u16 = 4;
/// Across flats, in units of the sheet.
const HEX: f32 = 69.282_03;
/// The sheet of ground.txt: a hex across flats, and the middle of 0101.
const GROUND: (f32, f32, f32) = (88.0, 44.0, 50.8);

pub(crate) fn face_of(unit: Piece, sp: u8) -> u16 {
    unit.0 * FACES + u16::from(sp) - 1
}

pub(crate) fn hidden_face(rhine: &DdayToTheRhine) -> u16 {
    u16::try_from(rhine.c.units.len()).unwrap_or(0) * FACES
}

pub(crate) fn phantom_face(rhine: &DdayToTheRhine) -> u16 {
    hidden_face(rhine) + 1
}

impl DdayToTheRhine {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "dday-to-the-rhine".into(),
            title: "D-Day to the Rhine".into(),
            subtitle: "From the beaches to the Ruhr, June 1944 to March 1945".into(),
            rules_version: "2026-11-18".into(),
            seats: vec![
                SeatLook {
                    name: "Allies".into(),
                    adjective: "Allied".into(),
                    several: true,
                    short: "Allied".into(),
                    colours: ("#7f8a55".into(), "#4a5230".into()),
                    corner: Corner::Round,
                },
                SeatLook {
                    name: "Germans".into(),
                    adjective: "German".into(),
                    several: true,
                    short: "German".into(),
                    colours: ("#8f979c".into(), "#3f4a52".into()),
                    corner: Corner::Clipped,
                },
            ],
            spots: self.spot_looks(),
            grounds: Ground::ALL.map(|ground| self.ground_look(ground)).into(),
            lines: self.line_looks(),
            runs: self.runs(),
            labels: self.labels(),
            imprint: "Map, orders of battle and resource tracks are our reconstruction from a draft of the rules."
                .into(),
            metres: 40_000,
            faces: self.faces(),
            things: (0..Support::COUNT).map(|piece| self.support_look(piece)).collect(),
            badges: vec![
                badge("moved", "spent", "has moved this month"),
                badge("attacked", "marked", "has attacked this month"),
                badge("out of supply", "unsupplied", "is out of supply"),
                badge("hidden", "silent", "only you know what this is"),
            ],
            tracks: self.tracks(),
            phases: [Side::German, Side::Allied]
                .into_iter()
                .flat_map(|side| ["arrivals", "activations"].map(|phase| (side.seat(), phase.into())))
                .collect(),
            charts: vec![self.terrain_chart(), self.cost_chart(), self.month_chart()],
            rules: self.c.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("allied-zones", "Allied zones", "Allied zones of control", "zones"),
                OverlayLook::new("german-zones", "German zones", "German zones of control", "zones"),
                OverlayLook::new("allied-supply", "Allied supply", "Allied supply", "lines"),
                OverlayLook::new("german-supply", "German supply", "German supply", "lines"),
                OverlayLook::new("reach", "Reach", "Reach of a unit", "reach"),
            ],
            art: ART.iter().map(|(name, svg)| Art { name: (*name).into(), svg: (*svg).into() }).collect(),
            secrets: true,
            briefings: crate::briefing::all(),
            training: Some(crate::training::first_game()),
            ..Kit::default()
        }
    }

    /// Centre of a hex: the sheet begins with that of 0101.
    fn centre(&self, at: Spot) -> (f32, f32) {
        let (x, y) = self.c.map.grid.centre(at);
        (x - HEX / 2.0, y - 40.0)
    }

    fn spot_looks(&self) -> Vec<SpotLook> {
        let map = &self.c.map;
        let look = |at: Spot| {
            let ground = map.ground[at.index()];
            let city = self.city(at);
            let mut words = vec![ground.name().to_string(), map.country[at.index()].name().into()];
            let mut prints = vec![];
            let beach = self.beach_at(at).map(|beach| BEACHES[beach]);
            words.extend(beach.map(|beach| format!("the beaches {beach}")));
            if let Some(city) = city {
                words.insert(0, spelled(&city.name).into());
                let mut print = |on: bool, recipe: &str| {
                    if on {
                        prints.push(Print { recipe: recipe.into(), seat: None });
                    }
                };
                print(true, if city.major { "major-city" } else { "city" });
                print(city.port > 0, "port");
                print(map.fortress[at.index()], "fort");
                let mut say = |on: bool, what: &str| {
                    if on {
                        words.push(what.into());
                    }
                };
                say(city.major, "major city");
                say(city.port > 0, &format!("port {}", city.port));
                say(map.fortress[at.index()], "fortress");
            }
            SpotLook {
                name: self.hex(at).into(),
                called: city.map_or_else(|| beach.unwrap_or_default().into(), |city| spelled(&city.name).into()),
                at: self.centre(at),
                shape: Shape::Pointed,
                ground: ground as u8,
                about: words.join(", "),
                sure: map.marks[at.index()].reconstructed().is_none(),
                owners: vec![],
                prints,
            }
        };
        let mut spots: Vec<SpotLook> = map.board.spots().map(look).collect();
        let height = f32::from(map.grid.layout().rows) * HEX * 0.866_025_4;
        let width = f32::from(map.grid.layout().columns) * HEX;
        let beside = |name: &str, about: &str, nth: f32| SpotLook {
            name: name.into(),
            called: String::new(),
            at: (width + 240.0, height * (nth + 0.5) / 4.0),
            shape: Shape::Box(240.0, height / 4.0 - 16.0),
            ground: 0,
            about: about.into(),
            sure: true,
            owners: vec![],
            prints: vec![],
        };
        spots.push(beside("Allied arrivals", "Allied units that may come in", 0.0));
        spots.push(beside("Allied pool", "Allied replacement pool", 1.0));
        spots.push(beside("German arrivals", "German units that may come in", 2.0));
        spots.push(beside("German pool", "German replacement pool", 3.0));
        spots
    }

    fn ground_look(&self, ground: Ground) -> GroundLook {
        let tables = &self.c.tables;
        let (cost, loss) = (tables.move_cost[ground.index()], tables.attack_loss[ground.index()]);
        let stop = if ground == Ground::Mountain { ", stop" } else { "" };
        let dice = if loss > 0 { format!("; attackers lose {loss} die each") } else { String::new() };
        let recipe = match ground {
            Ground::Clear => "clear",
            Ground::Forest => "woods",
            Ground::Mountain => "rough",
        };
        GroundLook {
            name: ground.name().into(),
            recipe: recipe.into(),
            effect: format!("{cost} MP{stop}{dice}"),
            sure: ground != Ground::Mountain,
        }
    }

    fn line_looks(&self) -> Vec<LineLook> {
        let look = |name: &str, recipe: &str, effect: &str| LineLook {
            name: name.into(),
            recipe: recipe.into(),
            effect: effect.into(),
            sure: true,
        };
        let mut looks = vec![
            look("River", "river", "attackers across it lose 1 die"),
            look("Rhine", "great-river", "+1 MP; attackers across it lose 1 die; no motorized crossing"),
            look("Railway", "rail", "for the eye: no effect on play"),
        ];
        self.c.outline.add_looks(&mut looks);
        looks
    }

    fn runs(&self) -> Vec<LineRun> {
        let (hex, east, south) = GROUND;
        let place = |(x, y)| ((f32::from(x) - east) * HEX / hex, (f32::from(y) - south) * HEX / hex);
        let mut runs = self.c.outline.runs(&self.line_looks(), place);
        let named = |run: &LineRun| LineRun { name: spelled(&run.name).into(), ..run.clone() };
        runs.extend(self.c.map.runs.iter().map(named));
        runs
    }

    fn labels(&self) -> Vec<Label> {
        let label = |city: &crate::components::City| {
            let (x, y) = self.centre(city.at);
            Label { text: spelled(&city.name).into(), at: (x, y), turn: 0.0, kind: LabelKind::Town }
        };
        let word = |(text, column, row, turn, kind): (&str, f32, f32, f32, LabelKind)| Label {
            text: text.into(),
            at: (column * HEX, row * HEX * 0.866_025_4),
            turn,
            kind,
        };
        let words = [
            ("English Channel", 6.5, 8.6, -14.0, LabelKind::Water),
            ("Bay of Biscay", 2.6, 20.5, 24.0, LabelKind::Water),
            ("North Sea", 15.0, 2.6, -30.0, LabelKind::Water),
            ("FRANCE", 10.8, 24.6, 0.0, LabelKind::Region),
            ("GERMANY", 25.5, 5.2, 0.0, LabelKind::Region),
            ("ENGLAND", 9.0, 3.6, 0.0, LabelKind::Region),
            ("SWITZERLAND", 24.6, 20.4, 0.0, LabelKind::Region),
            ("ITALY", 25.6, 24.6, 0.0, LabelKind::Region),
        ];
        // Over the sea, one above the other: the Cotentin and Cherbourg lie to their left.
        let beach = |((at, text), (right, up)): ((referee::Spot, &str), (f32, f32))| {
            let (x, y) = self.centre(at);
            Label { text: text.into(), at: (x + HEX * right, y - HEX * up), turn: 0.0, kind: LabelKind::Place }
        };
        let beaches = self.c.map.beach.into_iter().zip(BEACHES).zip([(0.62, 1.02), (0.42, 0.66)]).map(beach);
        self.c.map.cities.iter().map(label).chain(words.map(word)).chain(beaches).collect()
    }

    fn faces(&self) -> Vec<Face> {
        let mut faces = vec![];
        for unit in &self.c.units {
            for sp in 1..=FACES {
                faces.push(unit_face(unit, u8::try_from(sp).unwrap_or(1)));
            }
        }
        let blank = |name: &str, about: &str| Face {
            seat: Some(Side::German.seat()),
            symbol: "hidden".into(),
            name: name.into(),
            about: about.into(),
            ..Face::default()
        };
        faces.push(blank("?", "a hidden German marker"));
        faces.push(blank("–", "a phantom: nothing is there"));
        faces
    }

    fn support_look(&self, piece: u8) -> ThingLook {
        let about = match piece {
            Support::ETF => "Eastern Task Force: +1 die in a coast hex with a Commonwealth unit",
            Support::WTF => "Western Task Force: +1 die in a coast hex with a US unit",
            Support::BOMBER => "Carpet bombing: 2 dice before the combat, once a month, clear sky",
            _ => "Airborne operation: +1 die across a river or against a fortress, once in the game",
        };
        let art = match piece {
            Support::ETF | Support::WTF => "ship",
            Support::BOMBER => "bomber",
            _ => "drop",
        };
        ThingLook {
            name: self.support_name(piece).into(),
            art: art.into(),
            about: about.into(),
            ..ThingLook::default()
        }
    }

    fn tracks(&self) -> Vec<Track> {
        let tables = &self.c.tables;
        let numbers = |most: u8| (0..=most).map(|n| n.to_string()).collect();
        let income = |n: usize| format!("{}/{}", tables.allied_rp[n], tables.german_rp[n]);
        let sky = |n: usize| if tables.overcast[n] { "rain" } else { "sun" }.to_string();
        let months = Track {
            notes: (0..10).map(income).collect(),
            signs: (0..10).map(sky).collect(),
            ..Track::new("Month", (0..10).map(|n| crate::components::Month(n).name().to_string()).collect())
        };
        vec![
            months,
            Track::new("Allied RP", numbers(tables.rp_cap)),
            Track::new("German RP", numbers(14)),
            Track::new("Port capacity", numbers(20)),
        ]
    }

    fn terrain_chart(&self) -> Chart {
        let tables = &self.c.tables;
        let row = |name: &str, mp: String, attack: u8, defence: u8| {
            let loss = if attack > 0 { format!("-{attack} each") } else { String::new() };
            let gain = if defence > 0 { format!("+{defence}") } else { String::new() };
            (name.to_string(), vec![mp, loss, gain])
        };
        let [clear, forest, mountain] = tables.move_cost;
        Chart {
            name: "Terrain effects".into(),
            rule: "G.8".into(),
            sure: false,
            heads: vec![["Terrain", "MP", "Attacker", "Defender"].map(String::from).into()],
            rows: vec![
                row("Clear", clear.to_string(), tables.attack_loss[0], 0),
                row("Forest", forest.to_string(), tables.attack_loss[1], 0),
                row("Mountain", format!("{mountain}, stop"), tables.attack_loss[2], 0),
                row("Fortress, German", String::new(), tables.fortress_loss, tables.fortress_gain),
                row("Major city", String::new(), 0, tables.major_gain),
                row("River", String::new(), tables.river_loss, 0),
                row("Rhine", format!("+{}", tables.rhine_cost), tables.river_loss, 0),
                row("Enemy zone", tables.zoc_cost.to_string(), 0, 0),
            ],
            remark: "In a hex only the highest movement cost counts; the Rhine is added. Combat effects add up.".into(),
        }
    }

    fn cost_chart(&self) -> Chart {
        let costs = &self.c.tables.costs;
        let row = |name: &str, cost: u8| (name.to_string(), vec![cost.to_string()]);
        Chart {
            name: "Resource points".into(),
            rule: "R.11".into(),
            sure: true,
            heads: vec![vec!["For".into(), "RP".into()]],
            rows: vec![
                row("Move one unit", costs.movement),
                row("Attack, one army group", costs.attack),
                row("Attack, several army groups", costs.attack_mixed),
                row("Infantry step", costs.step_infantry),
                row("Panzer step", costs.step_panzer),
                row("New volksturm", costs.unit_volksturm),
                row("New infantry", costs.unit_infantry),
                row("New panzer", costs.unit_panzer),
            ],
            remark: String::new(),
        }
    }

    fn month_chart(&self) -> Chart {
        let tables = &self.c.tables;
        let row = |n: usize| {
            let name = crate::components::Month(u8::try_from(n).unwrap_or(0)).name().to_string();
            let sky = if tables.overcast[n] { "overcast" } else { "clear" };
            (name, vec![tables.allied_rp[n].to_string(), tables.german_rp[n].to_string(), sky.into()])
        };
        Chart {
            name: "Months".into(),
            rule: "R.1.a".into(),
            sure: false,
            heads: vec![["Month", "Allied RP", "German RP", "Weather"].map(String::from).into()],
            rows: (0..10).map(row).collect(),
            remark: "Allied RP before port capacity; at most 24 together.".into(),
        }
    }
}

/// The cover, the signs of the dice, and what supports an attack.
const ART: &[(&str, &str)] = &[
    ("cover", include_str!("../art/cover.svg")),
    ("die-infantry", include_str!("../art/die-infantry.svg")),
    ("die-panzer", include_str!("../art/die-panzer.svg")),
    ("die-aircraft", include_str!("../art/die-aircraft.svg")),
    ("die-blank", include_str!("../art/die-blank.svg")),
    ("ship", include_str!("../art/ship.svg")),
    ("bomber", include_str!("../art/bomber.svg")),
    ("drop", include_str!("../art/drop.svg")),
    ("sun", include_str!("../art/sun.svg")),
    ("rain", include_str!("../art/rain.svg")),
];

fn badge(name: &str, recipe: &str, about: &str) -> Badge {
    Badge { name: name.into(), recipe: recipe.into(), about: about.into() }
}

/// Dice, steps and movement, as printed along the foot of a counter.
fn unit_face(unit: &Unit, sp: u8) -> Face {
    let symbol = match unit.kind {
        Kind::Panzer => "armor",
        Kind::Airborne => "airborne",
        Kind::Mountain => "mountain",
        Kind::Fortress | Kind::Coast => "fort",
        _ => "infantry",
    };
    let body = match unit.colours {
        Colours::Us => "#8f9c5f",
        Colours::British => "#cbb283",
        Colours::Canadian => "#8a5a3a",
        Colours::French => "#93b3da",
        Colours::Army => "#9aa3a6",
        Colours::Ss => "#2a2a2a",
        Colours::Luftwaffe => "#a7c7de",
    };
    let tint = if unit.kind == Kind::Panzer && unit.colours == Colours::Army { "#5a5f63" } else { "" };
    let dice = unit.dice[usize::from(sp.min(unit.max_sp))];
    Face {
        seat: Some(unit.side.seat()),
        symbol: symbol.into(),
        size: if unit.army { "XXXX" } else { "XXX" }.into(),
        key: unit.id.clone(),
        name: unit.id.clone(),
        parent: String::new(),
        numbers: vec![dice.to_string(), unit.mp.to_string()],
        tint: tint.into(),
        body: body.into(),
        about: unit.name.clone(),
        figures: vec![
            Figure::new(if dice == 1 { "die" } else { "dice" }, dice),
            Figure::new("steps", format!("{sp} of {}", unit.max_sp)),
            Figure::new("movement", unit.mp),
        ],
        steps: Some((sp, unit.max_sp)),
    }
}

/// The beaches of each landing, from west to east.
pub(crate) const BEACHES: [&str; 2] = ["Utah and Omaha", "Gold, Juno and Sword"];

/// Names as they are written where people live; the notation has plain letters.
const SPELLED: [(&str, &str); 12] = [
    ("Besancon", "Besançon"),
    ("Dusseldorf", "Düsseldorf"),
    ("Epinal", "Épinal"),
    ("Koln", "Köln"),
    ("Liege", "Liège"),
    ("Munster", "Münster"),
    ("Orleans", "Orléans"),
    ("Osnabruck", "Osnabrück"),
    ("Rhone", "Rhône"),
    ("Saarbrucken", "Saarbrücken"),
    ("Saone", "Saône"),
    ("Wurzburg", "Würzburg"),
];

pub(crate) fn spelled(name: &str) -> &str {
    SPELLED.iter().find(|(plain, _)| *plain == name).map_or(name, |(_, written)| written)
}

pub(crate) fn many(n: u8, one: &str, more: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {more}") }
}
