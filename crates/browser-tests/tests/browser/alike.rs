//! The sheet and the page draw the same counters, blocks and markers.

use crate::common::SCREEN;
use browser_tests::at_table;
use referee::{Arrow, Holder, Kit, Layout, Mark, Panel, Piece, Seat, SideMark, Spot, Tally, Thing};
use serde_json::{Value, json};
use shelf::Shelf;

/// A page draws what it is asked for, by the kit of its game.
const DRAW: &str = "
const kit = await (await fetch(`/api/kit/${args.game}`)).json();
const { block, face } = await import('/js/counters.js');
const { arrowFace, markFace, sideFace } = await import('/js/marks.js');
const { inside } = await import('/js/boxes.js');
const { Places } = await import('/js/geometry.js');
const places = new Places(kit);
const draw = { face: (n, badges, numbers) => face(kit, n, badges, numbers), block: (n, badges, holder) => block(kit, n, badges, holder),
  panel: (n, panel) => inside(kit, kit.panels[n], panel), mark: (mark, covered) => markFace(kit, mark, covered), side: (side) => sideFace(places, side), arrow: (arrow) => arrowFace(places, arrow) };
return args.asked.map(([kind, ...rest]) => draw[kind](...rest))";

/// Text in pieces: words as they stand, numbers as numbers. Colours are the page's own, and it may round otherwise.
#[derive(Debug)]
enum Part {
    Words(String),
    Number(f64),
}

fn parts(text: &str) -> Vec<Part> {
    let mut out = vec![];
    let mut rest = text;
    while !rest.is_empty() {
        let begins = |at: usize| {
            let bytes = rest.as_bytes();
            let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
            digit(at)
                || (bytes[at] == b'.' && digit(at + 1))
                || (bytes[at] == b'-' && (digit(at + 1) || (bytes.get(at + 1) == Some(&b'.') && digit(at + 2))))
        };
        let start = (0..rest.len()).find(|at| rest.is_char_boundary(*at) && begins(*at)).unwrap_or(rest.len());
        let (words, number) = rest.split_at(start);
        let spaced: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !spaced.is_empty() {
            out.push(Part::Words(spaced));
        }
        let mut points = 0;
        let end = number.char_indices().find(|(at, c)| {
            points += usize::from(*c == '.');
            // A second point begins another number.
            points > 1 || !(c.is_ascii_digit() || *c == '.' || *at == 0)
        });
        let end = end.map_or(number.len(), |(at, _)| at);
        if !number.is_empty() {
            out.push(Part::Number(number[..end].parse().unwrap()));
        }
        rest = &number[end..];
    }
    out
}

/// Without colours, which a page takes from its own style.
fn uncoloured(text: &str) -> String {
    // Spaces between texts keep their words apart for whoever hears them.
    let mut out = text.replace("> <", "><").replace(" />", "/>");
    for paint in [" fill=\"#", " stroke=\"#"] {
        while let Some(at) = out.find(paint) {
            let end = out[at + paint.len()..].find('"').unwrap() + at + paint.len() + 1;
            out.replace_range(at..end, "");
        }
    }
    out
}

fn same(sheet: &str, page: &str) -> bool {
    // Blanks between elements are for those who listen to a page: they draw nothing.
    let plain = |text: &str| uncoloured(text).replace("  <", " <").replace("> <", "><");
    let (sheet, page) = (parts(&plain(sheet)), parts(&plain(page)));
    sheet.len() == page.len()
        && sheet.iter().zip(&page).all(|pair| match pair {
            (Part::Words(one), Part::Words(other)) => one == other,
            (Part::Number(one), Part::Number(other)) => (one - other).abs() < 0.06,
            _ => false,
        })
}

/// What is printed on a counter or block: the inside of its piece.
fn piece(drawn: &str) -> &str {
    let inside = drawn.split_once("<g class=\"piece\">").unwrap().1;
    let end = inside.rfind("</g><use").or_else(|| inside.rfind("</g></g>")).unwrap();
    &inside[..end]
}

/// What is asked of the page, and what the sheet draws.
type Drawing = (Value, String);

fn faces(kit: &Kit) -> Vec<Drawing> {
    let badges = 0..1u16 << kit.badges.len();
    let printed = (0..kit.faces.len()).map(|face| (face, 0)).chain(badges.map(|badges| (0, badges)));
    let counter =
        |(face, badges)| (json!(["face", face, badges, []]), piece(&sheet::counter(kit, face, badges)).to_string());
    printed.map(counter).collect()
}

/// A block that carries something, in every state.
fn blocks(kit: &Kit) -> Vec<Drawing> {
    let holder = Holder {
        title: String::new(),
        about: String::new(),
        state: None,
        piece: Some(Piece(0)),
        held: vec![(Thing(0), 2), (Thing(1), 1)],
        spaces: 6,
    };
    let held: Vec<Value> =
        holder.held.iter().map(|(thing, count)| json!({ "thing": thing.0, "count": count })).collect();
    let block = |(face, badges): (usize, u16)| {
        let asked = json!(["block", face, badges, { "spaces": holder.spaces, "held": held }]);
        (asked, piece(&sheet::block(kit, face, badges, Some(&holder))).to_string())
    };
    let printed = (0..kit.faces.len()).map(|face| (face, 0));
    printed.chain((0..1u16 << kit.badges.len()).map(|badges| (0, badges))).map(block).collect()
}

/// Every recipe once, with and without a side, a word and a block on it.
fn marks(kit: &Kit) -> Vec<Drawing> {
    let arts = kit.art.iter().map(|art| art.name.as_str()).filter(|name| *name == "axis");
    let mut out = vec![];
    for recipe in referee::recipes::MARKS.iter().copied().chain(arts) {
        for (seat, covered) in [(None, false), (Some(Seat(0)), false), (Some(Seat(0)), true)] {
            let mark = Mark { at: Spot(0), recipe: recipe.into(), seat, text: "12".into() };
            let asked = json!({ "at": 0, "recipe": recipe, "seat": seat.map(|seat| seat.0), "text": "12" });
            out.push((json!(["mark", asked, covered]), sheet::mark(kit, &mark, covered)));
        }
    }
    out
}

/// Every panel with a line of spaces that wraps, with several lines, and with markers.
fn panels(kit: &Kit) -> Vec<Drawing> {
    let tally = |count, of| Tally { art: "truck".into(), label: "trucks".into(), count, of: Some(of) };
    let one = vec![vec![tally(5, 24)]];
    let three = vec![vec![tally(9, 9)], vec![tally(0, 9)], vec![tally(2, 6), tally(1, 1)]];
    let mut out = vec![];
    for (n, look) in kit.panels.iter().enumerate() {
        for rows in [&one, &three] {
            let markers = vec![(Seat(0), 1), (Seat(1), 1), (Seat(2), 2)];
            let panel = Panel { says: "7 left".into(), rows: rows.clone(), markers };
            out.push((json!(["panel", n, panel]), sheet::panel(kit, look, &panel)));
        }
    }
    out
}

fn sides_and_arrows(kit: &Kit) -> Vec<Drawing> {
    let side = |recipe: &&str| {
        let side = SideMark { between: (Spot(0), Spot(1)), recipe: (*recipe).into(), seat: None, about: String::new() };
        let asked = json!(["side", { "between": [0, 1], "recipe": recipe, "seat": null, "about": "" }]);
        (asked, sheet::side(kit, &side))
    };
    let arrow = |recipe: &&str| {
        let arrow = Arrow { from: Spot(0), to: Spot(3), recipe: (*recipe).into(), seat: None, text: "2".into() };
        let asked = json!(["arrow", { "from": 0, "to": 3, "recipe": recipe, "seat": null, "text": "2" }]);
        (asked, sheet::arrow(kit, &arrow))
    };
    referee::recipes::SIDES.iter().map(side).chain(referee::recipes::ARROWS.iter().map(arrow)).collect()
}

#[test]
fn sheet_and_page_draw_alike() {
    at_table("alike", async |house| {
        let page = house.visitor(SCREEN).await;
        for game in Shelf::open(None).unwrap().games() {
            let kit = game.kit();
            let mut all = faces(kit);
            if kit.layout == Layout::Network {
                all.extend(blocks(kit));
            }
            all.extend(panels(kit));
            all.extend(marks(kit));
            all.extend(sides_and_arrows(kit));
            let asked: Vec<&Value> = all.iter().map(|(asked, _)| asked).collect();
            let drawn = page.see_with(DRAW, json!({ "game": kit.id, "asked": asked })).await;
            let drawn = drawn.as_array().unwrap();
            assert_eq!(drawn.len(), all.len());
            for ((asked, sheet), page) in all.iter().zip(drawn) {
                let page = page.as_str().unwrap();
                assert!(same(sheet, page), "{}, {asked}: the sheet draws\n{sheet}\nthe page draws\n{page}", kit.id);
            }
        }
    });
}

#[test]
fn numbers_and_words_are_told_apart() {
    assert!(same("<use x=\"1.04\" fill=\"#aabbcc\"/>", "<use x=\"1\"/>"));
    assert!(same("M.5-2.4v4.8", "M0.5-2.40v4.8"));
    assert!(!same("<use x=\"1.2\"/>", "<use x=\"1\"/>"));
    assert!(!same("<text>12</text>", "<text>1 2</text>"));
    assert!(same("<text>12</text><use/>", "<text>12</text>  <use/>"));
    assert!(!same("<use/>", "<use/><use/>"));
}
