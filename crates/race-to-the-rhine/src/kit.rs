//! The printed side of things, for the table.

use crate::Race;
use crate::art;
use crate::components::{Area, Card, CardKind, Commander, Supply};
use crate::state::{CardId, DeckId};
use referee::{
    Badge, CardLook, Chart, Corner, Face, GroundLook, Kit, Label, LabelKind, Layout, LineLook, LineRun, OverlayLook,
    Print, SeatLook, Shape, SpotLook, ThingLook, Through, Track,
};

/// Badges of corps.
pub(crate) const GROUNDED: u16 = 1 << 0;
pub(crate) const MOVED: u16 = 1 << 1;

const AREA: u8 = 0;
const VICTORY: u8 = 1;
const WAY: u8 = 0;
const BLACK_WAY: u8 = 1;

impl Race {
    pub(crate) fn make_kit(&self) -> Kit {
        Kit {
            id: "race-to-the-rhine".into(),
            title: "Race to the Rhine".into(),
            subtitle: "Monty, Brad and Patton, August to December 1944".into(),
            rules_version: "2026-11-17".into(),
            seats: Commander::ALL.map(seat).into(),
            spots: self.c.map.areas.iter().map(spot).collect(),
            grounds: vec![
                ground("Area", "plain", "entered by the commanders of its colours"),
                ground("Victory area", "plain", "across the Rhine: capture it, linked to your base, and you win"),
            ],
            lines: self.line_looks(),
            runs: self.runs(),
            labels: labels(),
            imprint: "Board and decks are our reconstruction: no copy of the published board or cards.".into(),
            metres: 0,
            faces: self.c.corps.iter().map(face).collect(),
            things: self.things(),
            badges: vec![
                badge("grounded", "unsupplied", "without food: it cannot move"),
                badge("moved", "spent", "has moved in this turn"),
            ],
            phases: vec![],
            tracks: vec![Track::new("Round", (1..=16).map(|n| n.to_string()).collect())],
            panels: crate::panels::looks(),
            charts: vec![self.logistics_chart(), self.pursuit_chart(), self.axis_chart()],
            rules: self.c.rules.entries.clone(),
            overlays: vec![
                OverlayLook::new("reach", "Reach", "Where this corps could go", "reach"),
                OverlayLook::new("linked", "Linked", "Areas linked to the base of the player to move", "lines"),
                OverlayLook::new("exposed", "Exposed", "Markers that a counter-attack can reach", "range"),
                OverlayLook::new("axis", "Axis", "Where an Axis marker may be placed", "layers"),
            ],
            art: art::all(),
            layout: Layout::Network,
            secrets: true,
            briefings: crate::briefing::all(),
            training: Some(crate::training::first_game()),
        }
    }

    fn line_looks(&self) -> Vec<LineLook> {
        let look = |name: &str, recipe: &str, effect: &str| LineLook {
            name: name.into(),
            recipe: recipe.into(),
            effect: effect.into(),
            sure: false,
        };
        let mut looks = vec![
            look("Road", "way", "for the players of its colours; one truck until the next Supply Check"),
            look("Black road", "dotted-way", "for the Axis alone"),
        ];
        self.c.outline.add_looks(&mut looks);
        looks
    }

    fn runs(&self) -> Vec<LineRun> {
        let mut runs = self.c.outline.runs(&self.line_looks(), place);
        for (i, colours) in self.c.map.roads.iter().enumerate() {
            let (a, b) = self.c.map.board.ends(board::Edge(u16::try_from(i).unwrap_or(0)));
            runs.push(LineRun {
                line: if colours.is_empty() { BLACK_WAY } else { WAY },
                name: String::new(),
                owners: colours.iter().map(Commander::seat).collect(),
                through: Through::Spots(vec![a, b]),
            });
        }
        runs
    }

    fn things(&self) -> Vec<ThingLook> {
        let supply = |supply: Supply, about: &str| ThingLook {
            name: supply.name().into(),
            art: supply.name().into(),
            about: about.into(),
            ..ThingLook::default()
        };
        let mut things = vec![
            supply(Supply::Gas, "moves corps"),
            supply(Supply::Ammo, "wins fights and pays for walls"),
            supply(Supply::Food, "keeps corps from being grounded"),
        ];
        things.extend(DeckId::ALL.map(|deck| ThingLook {
            name: match deck {
                DeckId::Axis => "Axis".into(),
                DeckId::Pursuit(who) => format!("{} deck", who.name()),
            },
            art: if deck == DeckId::Axis { "axis".into() } else { String::new() },
            about: crate::sentences::deck_words(deck),
            deck: true,
            ..ThingLook::default()
        }));
        things.extend((0u8..).map(CardId).zip(&self.c.cards).map(|(_, card)| card_look(card)));
        things.extend(["truck", "medal"].map(|name| ThingLook {
            name: name.into(),
            art: name.into(),
            ..ThingLook::default()
        }));
        things
    }

    fn logistics_chart(&self) -> Chart {
        let tables = &self.c.tables;
        let row = |name: &str, cells: [u8; 3]| (name.into(), cells.map(|n| n.to_string()).into());
        Chart {
            name: "Logistics".into(),
            rule: "2.22".into(),
            sure: true,
            heads: vec![["Level 1", "Level 2", "Level 3"].map(String::from).into()],
            rows: vec![
                row("Truck draw", tables.draw),
                row("Truck placement", tables.placement),
                row("Truck limit", tables.limit),
            ],
            remark: "Brad begins at level 2; every Supply Check lifts everybody by one.".into(),
        }
    }

    fn pursuit_chart(&self) -> Chart {
        let kinds = [
            (CardKind::Civilians, "Starving civilians", "1 food for a medal"),
            (CardKind::Stock, "Captured stock", "1 ammo found"),
            (CardKind::Supplies, "Captured supplies", "1 gas found"),
            (CardKind::Liberation, "Vive la libération", "1 food found"),
            (CardKind::BlackMarket, "Black market", "exchange one marker"),
            (CardKind::Resistance, "Resistance", "one more action"),
            (CardKind::Recon, "Recon", "look at a top card"),
            (CardKind::Boches, "Les Boches", "stop, or 1 gas"),
            (CardKind::Division, "Division", "1 ammo, then 1 gas to go on"),
            (CardKind::Event, "Historical event", "nothing; weather with the option"),
        ];
        let monty = || self.c.cards.iter().filter(|card| card.owner == Some(Commander::Monty));
        let row = |(kind, name, effect): (CardKind, &str, &str)| {
            let count = monty().filter(|card| card.kind == kind).count();
            (name.to_string(), vec![count.to_string(), effect.to_string()])
        };
        Chart {
            name: "Pursuit deck".into(),
            rule: "10.33".into(),
            sure: false,
            heads: vec![["Cards", "Effect"].map(String::from).into()],
            rows: kinds.into_iter().map(row).collect(),
            remark: "22 cards, the same for each commander. The numbers are our reconstruction.".into(),
        }
    }

    fn axis_chart(&self) -> Chart {
        let row = |(kind, name): (CardKind, &str)| {
            let cards: Vec<&Card> = self.c.cards.iter().filter(|card| card.kind == kind).collect();
            let cost = cards.first().map(|card| card.cost.to_string()).unwrap_or_default();
            let medal = if cards.first().is_some_and(|card| card.medal) { "medal" } else { "" };
            (name.to_string(), vec![cards.len().to_string(), cost, medal.into()])
        };
        Chart {
            name: "Axis deck".into(),
            rule: "10.33".into(),
            sure: false,
            heads: vec![["Cards", "Cost", ""].map(String::from).into()],
            rows: [
                (CardKind::AxisDivision, "Division"),
                (CardKind::AxisElite, "Elite division"),
                (CardKind::AxisArmored, "Armored division"),
            ]
            .into_iter()
            .map(row)
            .collect(),
            remark: "24 different names. The three costs are printed, the numbers are our reconstruction.".into(),
        }
    }
}

/// Names of countries and seas; areas and rivers have their own.
fn labels() -> Vec<Label> {
    use LabelKind::{Region, Water};
    [
        ("FRANCE", (712.0, 1100.0), 0.0, Region),
        ("BELGIUM", (792.0, 402.0), 12.0, Region),
        ("NETHERLANDS", (770.0, 44.0), 0.0, Region),
        ("GERMANY", (1430.0, 690.0), 84.0, Region),
        ("English Channel", (158.0, 524.0), -32.0, Water),
        ("North Sea", (512.0, 96.0), -33.0, Water),
    ]
    .map(|(text, at, turn, kind)| Label { text: text.into(), at, turn, kind })
    .into()
}

fn place((x, y): (i16, i16)) -> (f32, f32) {
    (f32::from(x), f32::from(y))
}

fn seat(who: Commander) -> SeatLook {
    let (name, colours) = match who {
        Commander::Monty => ("Montgomery", ("#a8362b", "#6b1e16")),
        Commander::Brad => ("Bradley", ("#f4eedd", "#8c8470")),
        Commander::Patton => ("Patton", ("#2d5a87", "#163a5f")),
    };
    SeatLook {
        name: name.into(),
        short: who.name().into(),
        colours: (colours.0.into(), colours.1.into()),
        corner: if who == Commander::Brad { Corner::Clipped } else { Corner::Round },
        ..SeatLook::default()
    }
}

fn spot(area: &Area) -> SpotLook {
    let mut prints = vec![];
    let mut print = |on: bool, recipe: &str, who: Option<Commander>| {
        if on {
            prints.push(Print { recipe: recipe.into(), seat: who.map(Commander::seat) });
        }
    };
    print(area.fortified, "fort", None);
    print(area.army_base.is_some(), "base", area.army_base);
    print(area.port, "port", Some(Commander::Monty));
    print(area.medal, "medal", None);
    print(area.flag, "flag", None);
    print(area.blockade, "blockade", None);
    print(area.limited_base, if area.once { "limited-once" } else { "limited" }, None);
    let mut words = vec![area.colours.to_string()];
    let mut word = |on: bool, word: &str| {
        if on {
            words.push(word.into());
        }
    };
    word(area.victory, "victory area");
    word(area.fortified, "fortified: 1 ammo to enter");
    word(area.flag, "Axis flag");
    word(area.medal, "medal");
    word(area.limited_base, "Limited supply base");
    word(area.army_base.is_some(), "Army supply base");
    word(area.blockade, "blocks Antwerpen");
    SpotLook {
        name: area.name.clone(),
        called: String::new(),
        at: place(area.at),
        shape: Shape::Oval,
        ground: if area.victory { VICTORY } else { AREA },
        about: words.join(", "),
        sure: area.mark.reconstructed().is_none(),
        owners: area.colours.iter().map(Commander::seat).collect(),
        prints,
    }
}

fn ground(name: &str, recipe: &str, effect: &str) -> GroundLook {
    GroundLook { name: name.into(), recipe: recipe.into(), effect: effect.into(), sure: true }
}

fn badge(name: &str, recipe: &str, about: &str) -> Badge {
    Badge { name: name.into(), recipe: recipe.into(), about: about.into() }
}

fn face(corps: &crate::components::Corps) -> Face {
    Face {
        seat: Some(corps.commander.seat()),
        symbol: art::badge(&corps.name),
        size: "XXX".into(),
        key: corps.key.clone(),
        name: corps.name.clone(),
        parent: String::new(),
        numbers: vec![],
        tint: String::new(),
        body: String::new(),
        about: format!("{}'s {} Corps", corps.commander.name(), corps.name),
        figures: vec![],
        steps: None,
    }
}

fn card_look(card: &Card) -> ThingLook {
    let picture = match card.kind {
        CardKind::Civilians => "card-civilians",
        CardKind::Stock => "card-stock",
        CardKind::Supplies => "card-supplies",
        CardKind::Liberation => "card-liberation",
        CardKind::BlackMarket => "card-market",
        CardKind::Resistance => "card-resistance",
        CardKind::Recon => "card-recon",
        CardKind::Boches => "card-boches",
        CardKind::Event => "card-event",
        CardKind::Division | CardKind::AxisDivision => "card-division",
        CardKind::AxisElite => "card-elite",
        CardKind::AxisArmored => "card-armored",
    };
    let (kind, text) = match card.kind {
        CardKind::Civilians => {
            ("Pursuit", "You may give 1 food of the moving corps for a medal. The card leaves the game.")
        }
        CardKind::Stock => ("Pursuit", "1 ammo is found in the area."),
        CardKind::Supplies => ("Pursuit", "1 gas is found in the area."),
        CardKind::Liberation => ("Pursuit", "1 food is found in the area."),
        CardKind::BlackMarket => ("Pursuit", "You may exchange one marker of the moving corps for another kind."),
        CardKind::Resistance if card.hand => {
            ("Pursuit", "One more action, now or in a later turn; one Resistance a turn.")
        }
        CardKind::Resistance => ("Pursuit", "One more action in this turn; one Resistance a turn."),
        CardKind::Recon => {
            ("Pursuit", "Look at the top card of your Pursuit deck or of the Axis deck; one Recon a turn.")
        }
        CardKind::Boches => ("Pursuit", "The movement ends unless the corps pays 1 gas."),
        CardKind::Division => ("Division", "A fight. Going on after a victory costs 1 gas."),
        CardKind::Event => ("History", "No effect."),
        CardKind::AxisDivision => ("Axis division", "A fight. Going on after a victory costs 1 gas."),
        CardKind::AxisElite => ("Elite division", "A fight. Going on after a victory costs 1 gas."),
        CardKind::AxisArmored => ("Armored division", "A fight. Going on after a victory costs 1 gas."),
    };
    let strip = Supply::ALL.into_iter().filter(|supply| card.cost.get(*supply) > 0);
    let mut signs = vec![];
    for (on, sign) in [
        (card.hand, "hand"),
        (card.medal, "medal"),
        (card.rain == Some(true), "rain"),
        (card.rain == Some(false), "sun"),
    ] {
        if on {
            signs.push(sign.to_string());
        }
    }
    ThingLook {
        name: card.name.clone(),
        art: picture.into(),
        about: format!("{kind}: {text}"),
        card: Some(CardLook {
            seat: card.owner.map(Commander::seat),
            kind: kind.into(),
            strip: strip.map(|supply| (referee::Thing(supply as u16), card.cost.get(supply))).collect(),
            text: text.into(),
            signs,
        }),
        deck: false,
    }
}
