//! What every sheet must keep, whatever the kit.

use std::collections::BTreeSet;

use referee::{Counter, Kit, Label, LabelKind, Piece, Scene, Spot, Through};
use sheet::Options;

mod fixture;

fn all() -> Options {
    Options { shade_unsure: true, ..Options::default() }
}

fn sheets() -> Vec<String> {
    let (kit, scene) = fixture::made_up();
    let bare = Options { counters: false, numbers: false, frame: false, shade_unsure: false, width: Some(800) };
    vec![
        sheet::draw(&kit, Some(&scene), &all()),
        sheet::draw(&kit, Some(&scene), &bare),
        sheet::draw(&kit, None, &Options::default()),
        sheet::draw(&fixture::areas(), None, &all()),
        sheet::draw(&fixture::large(), None, &all()),
        sheet::draw(&Kit::default(), Some(&Scene::default()), &all()),
    ]
}

#[test]
fn every_recipe_is_drawn() {
    let (kit, scene) = fixture::made_up();
    let svg = sheet::draw(&kit, Some(&scene), &all());
    for ground in fixture::GROUNDS {
        assert!(svg.contains(&format!("ground g-{ground}\"")), "no ground {ground}");
    }
    for class in [
        "fir-0",
        "stand-0",
        "hachures h-broken",
        "hachures h-rough",
        "peak",
        "crown",
        "fields",
        "reed",
        "wave",
        "house",
        "river-bank",
        "river-flow",
        "stream",
        "road",
        "trail",
        "rail-ties",
        "bridge",
        "front",
        "border",
        "hexgrid",
        "numbers",
        "town-name",
        "vp big",
        "water-name river",
        "water-name sea",
        "area wide",
        "spot-height",
        "area place",
        "cartouche",
        "scale",
        "compass",
        "unsure",
        "box",
        "fold",
        "band-reduced",
        "badge-unsupplied",
        "badge-silent",
        "badge-marked",
        "#mark-target",
        "#mark-flag",
    ] {
        assert!(
            svg.contains(&format!("\"{class}\""))
                || svg.contains(&format!("{class} "))
                || svg.contains(&format!("{class}\"")),
            "no {class}"
        );
    }
}

#[test]
fn the_same_kit_gives_the_same_text() {
    assert_eq!(sheets(), sheets());
    let (kit, scene) = fixture::made_up();
    assert_eq!(sheet::map_layer(&kit), sheet::map_layer(&kit));
    assert_eq!(sheet::lettering(&kit, Some(&scene)), sheet::lettering(&kit, Some(&scene)));
}

#[test]
fn every_sheet_is_well_formed() {
    for svg in sheets() {
        well_formed(&svg);
    }
    let (kit, scene) = fixture::made_up();
    for part in
        [sheet::map_layer(&kit), sheet::lettering(&kit, Some(&scene)), sheet::symbols(), sheet::counter(&kit, 3, 31)]
    {
        well_formed(&format!("<g>{part}</g>"));
    }
}

#[test]
fn every_number_is_a_number() {
    for svg in sheets() {
        assert!(!svg.contains("NaN") && !svg.contains("inf ") && !svg.contains("inf\""));
    }
    let (mut kit, scene) = fixture::made_up();
    kit.spots[0].at = (f32::NAN, f32::INFINITY);
    kit.labels[0].turn = f32::NAN;
    kit.labels[1].at = (f32::NEG_INFINITY, 3.0);
    let svg = sheet::draw(&kit, Some(&scene), &all());
    assert!(!svg.contains("NaN"));
}

#[test]
fn every_reference_has_one_target() {
    for svg in sheets() {
        let mut ids = BTreeSet::new();
        for id in svg.split(" id=\"").skip(1).filter_map(|s| s.split('"').next()) {
            assert!(ids.insert(id), "id {id} twice");
        }
        let hrefs = svg.split("href=\"#").skip(1).filter_map(|s| s.split('"').next());
        let urls = svg.split("url(#").skip(1).filter_map(|s| s.split(')').next()).filter(|u| *u != "n");
        for target in hrefs.chain(urls) {
            assert!(ids.contains(target) || target == "art-nonsense", "nothing is called {target}");
        }
    }
}

#[test]
fn unknown_recipes_are_drawn_plain() {
    let (mut kit, mut scene) = fixture::made_up();
    for ground in &mut kit.grounds {
        ground.recipe = "lava".into();
    }
    for line in &mut kit.lines {
        line.recipe = "portal".into();
    }
    for badge in &mut kit.badges {
        badge.recipe = "odd".into();
    }
    for face in &mut kit.faces {
        face.symbol = "dragon".into();
        face.tint = "mauve".into();
    }
    for seat in &mut kit.seats {
        seat.colours = ("#12".into(), "#ffäfff".into());
    }
    kit.spots[5].ground = 200;
    kit.runs[0].line = 200;
    kit.runs[2].through = Through::Spots(vec![Spot(3), Spot(9999), Spot(3), Spot(3), Spot(70)]);
    scene.counters.push(Counter {
        piece: Piece(99),
        face: 999,
        at: Spot(2),
        level: 0,
        badges: u16::MAX,
        ..Counter::default()
    });
    scene.counters.push(Counter { piece: Piece(98), face: 0, at: Spot(9999), ..Counter::default() });
    scene.marks[0].recipe = "<odd>".into();
    let svg = sheet::draw(&kit, Some(&scene), &all());
    well_formed(&svg);
    assert!(svg.contains("ground g-plain") && svg.contains("plain-line") && svg.contains("badge-marked"));
}

#[test]
fn text_is_never_mark_up() {
    let (mut kit, scene) = fixture::made_up();
    let nasty = "<script>alert('1')</script>&\"]]>\u{1}";
    for text in [&mut kit.title, &mut kit.subtitle, &mut kit.imprint, &mut kit.rules_version] {
        *text = nasty.into();
    }
    kit.seats[0].name = nasty.into();
    kit.spots[0].name = nasty.into();
    kit.spots[120].about = nasty.into();
    kit.grounds[0].name = nasty.into();
    kit.grounds[0].effect = nasty.into();
    kit.lines[0].name = nasty.into();
    kit.runs[0].name = nasty.into();
    for label in &mut kit.labels {
        label.text = nasty.into();
    }
    for face in &mut kit.faces {
        (face.name, face.parent, face.about) = (nasty.into(), nasty.into(), nasty.into());
        face.numbers = vec![nasty.into()];
        face.symbol = nasty.into();
        face.size = nasty.into();
    }
    let svg = sheet::draw(&kit, Some(&scene), &all());
    well_formed(&svg);
    assert!(!svg.contains("<script"));
}

#[test]
fn a_name_steps_aside_for_counters() {
    let (mut kit, _) = fixture::made_up();
    kit.labels =
        vec![Label { text: "Longtown".into(), at: fixture::hex_centre(8, 5), turn: 0.0, kind: LabelKind::Town }];
    let below = Spot(7 * 10 + 5);
    let counter = Counter { piece: Piece(0), face: 0, at: below, ..Counter::default() };
    let mut crowd = Scene::default();
    crowd.counters.push(counter.clone());
    crowd.counters.push(Counter { piece: Piece(1), at: Spot(7 * 10 + 4), ..counter });
    let name = |scene: Option<&Scene>| {
        let text = sheet::lettering(&kit, scene);
        text.split("town-name").nth(1).map(str::to_string)
    };
    assert_ne!(name(None), name(Some(&crowd)));
}

#[test]
fn a_large_sheet_stays_small() {
    let svg = sheet::draw(&fixture::large(), None, &Options::default());
    // Trees are written out one by one, each like the other: who sends it compresses that to a fifth.
    assert!(svg.len() < 1_700_000, "{} bytes", svg.len());
}

#[test]
fn every_symbol_a_counter_uses_is_in_the_set() {
    let (mut kit, _) = fixture::made_up();
    let set = sheet::symbols();
    for symbol in referee::recipes::SYMBOLS.iter().copied() {
        kit.faces[0].symbol = symbol.into();
        let drawn = sheet::counter(&kit, 0, 0);
        let used = drawn
            .split("#nato-")
            .nth(1)
            .and_then(|s| s.split('"').next())
            .unwrap_or_else(|| panic!("{symbol} is not drawn"));
        assert!(set.contains(&format!("id=\"nato-{used}\"")), "{symbol}");
    }
}

#[test]
fn seats_differ_by_shape() {
    let (kit, _) = fixture::made_up();
    let (first, second) = (sheet::counter(&kit, 0, 0), sheet::counter(&kit, 1, 0));
    assert!(first.contains("#c-round") && second.contains("#c-clipped"));
}

/// Tags match, attributes are quoted, no bare `<` or `&`.
fn well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        assert!(entities(&rest[..at]), "a bare & in {:.80}", &rest[..at]);
        let tag_end = rest[at..].find('>').expect("a tag ends") + at;
        let tag = &rest[at + 1..tag_end];
        rest = &rest[tag_end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag is closed that was not open");
            continue;
        }
        let (body, empty) = tag.strip_suffix('/').map_or((tag, false), |b| (b, true));
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "odd tag {name:.40}");
        attributes_are_sound(attributes);
        if !empty {
            open.push(name);
        }
        if name == "style" {
            let end = rest.find("</style>").expect("a style ends");
            assert!(!rest[..end].contains(['<', '&']), "mark-up in a style");
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

fn attributes_are_sound(text: &str) {
    let mut seen = BTreeSet::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").unwrap_or_else(|| panic!("no value in {rest:.60}"));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c)), "odd attribute {name:.40}");
        assert!(seen.insert(name), "{name} twice");
        let (value, next) = after.split_once('"').expect("a value ends");
        assert!(!value.contains('<') && entities(value), "odd value {value:.60}");
        assert!(next.is_empty() || next.starts_with(' '), "no space before {next:.40}");
        rest = next.trim_start();
    }
}

fn entities(text: &str) -> bool {
    text.split('&').skip(1).all(|s| ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|e| s.starts_with(e)))
}

#[test]
fn a_network_has_named_ways_and_the_colours_of_its_owners() {
    let kit = fixture::network();
    let svg = sheet::map_layer(&kit);
    for wanted in [
        r#"id="way-0-1""#,
        r#"id="way-1-2""#,
        "var(--seat-0,#a8362b)",
        r##"<use href="#o-left""##,
        r##"<use href="#o-fort"/>"##,
        "o-nobody",
        "great-water",
        "woodland",
        "relief-dark",
        "relief-lit",
        "iron-ties",
        r#"class="way-shared""#,
        r#"class="depot""#,
        ">Mitte</text>",
        ">Stock</text>",
        r#"class="panel-cell""#,
    ] {
        assert!(svg.contains(wanted), "{wanted} is not drawn");
    }
    assert_eq!(svg, sheet::map_layer(&kit), "the same kit gives the same sheet");
}
