//! The sheet and the page draw the same counters, blocks and markers.

use crate::common::SCREEN;
use browser_tests::at_table;
use referee::{Holder, Kit, Layout, Mark, Piece, Seat, Spot, Thing};
use serde_json::json;
use shelf::Shelf;

/// What a page is asked to draw: by the kit of its game.
const DRAW: &str = "
const kit = await (await fetch(`/api/kit/${args.game}`)).json();
const { block, face } = await import('/js/counters.js');
const { markFace } = await import('/js/marks.js');
return args.faces.map(([n, badges]) => face(kit, n, badges))
  .concat(args.blocks.map(([n, badges, holder]) => block(kit, n, badges, holder)))
  .concat(args.marks.map(([mark, covered]) => markFace(kit, mark, covered)))";

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
    let (sheet, page) = (parts(&uncoloured(sheet)), parts(&uncoloured(page)));
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

/// Every recipe once, with and without a side, a word and a block on it.
fn marks(kit: &Kit) -> Vec<(Mark, bool)> {
    let arts = kit.art.iter().map(|art| art.name.as_str()).filter(|name| *name == "axis");
    let mark = |recipe: &str, seat: Option<Seat>| Mark { at: Spot(0), recipe: recipe.into(), seat, text: "12".into() };
    let all = referee::recipes::MARKS.iter().copied().chain(arts);
    all.flat_map(|recipe| [None, Some(Seat(0))].map(|seat| mark(recipe, seat)))
        .flat_map(|mark| [(mark.clone(), false), (mark, true)])
        .collect()
}

#[test]
fn counters_blocks_and_marks_are_drawn_alike() {
    at_table("alike", async |house| {
        let page = house.visitor(SCREEN).await;
        for game in Shelf::open(None).unwrap().games() {
            let kit = game.kit();
            let network = kit.layout == Layout::Network;
            let badges: Vec<u16> = (0..1 << kit.badges.len()).collect();
            // Every face as it is printed, and one with every badge.
            let faces: Vec<(usize, u16)> =
                (0..kit.faces.len()).map(|face| (face, 0)).chain(badges.iter().map(|badges| (0, *badges))).collect();
            let holder = (network).then(|| Holder {
                title: String::new(),
                about: String::new(),
                state: None,
                piece: Some(Piece(0)),
                held: vec![(Thing(0), 2), (Thing(1), 1)],
                spaces: 6,
            });
            let blocks = if network { faces.clone() } else { vec![] };
            let marks = marks(kit);
            let sent = holder.as_ref().map(|holder| json!({ "spaces": holder.spaces, "held": holder.held.iter().map(|(thing, count)| json!({ "thing": thing.0, "count": count })).collect::<Vec<_>>() }));
            let args = json!({
                "game": kit.id,
                "faces": faces,
                "blocks": blocks.iter().map(|(face, badges)| json!([face, badges, sent])).collect::<Vec<_>>(),
                "marks": marks.iter().map(|(mark, covered)| json!([{ "at": 0, "recipe": mark.recipe, "seat": mark.seat.map(|seat| seat.0), "text": mark.text }, covered])).collect::<Vec<_>>(),
            });
            let drawn = page.see_with(DRAW, args).await;
            let drawn: Vec<&str> = drawn.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
            let by_sheet = faces.iter().map(|(face, badges)| piece(&sheet::counter(kit, *face, *badges)).to_string());
            let by_sheet = by_sheet.chain(
                blocks
                    .iter()
                    .map(|(face, badges)| piece(&sheet::block(kit, *face, *badges, holder.as_ref())).to_string()),
            );
            let by_sheet = by_sheet.chain(marks.iter().map(|(mark, covered)| sheet::mark(kit, mark, *covered)));
            let by_sheet: Vec<String> = by_sheet.collect();
            assert_eq!(by_sheet.len(), drawn.len());
            for (sheet, page) in by_sheet.iter().zip(drawn) {
                assert!(same(sheet, page), "{}: the sheet draws\n{sheet}\nthe page draws\n{page}", kit.id);
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
    assert!(!same("<use/>", "<use/><use/>"));
}
