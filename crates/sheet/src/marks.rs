//! Markers of a scene that are not pieces. A page draws them in the same words: `client/js/marks.js`.

use referee::{Arrow, Kit, Layout, Mark, Scene, SideMark, Spot};

use crate::blocks::art;
use crate::counters::Colour;
use crate::geometry::{Pt, num};
use crate::paper::{escape, escape_id};

/// Each recipe about the middle of its spot. The colour of the side is the current one.
pub(crate) const DRAWN: [(&str, &str); 11] = [
    (
        "target",
        r#"<circle class="mk-ring" r="34"/><circle class="mk-in" r="34"/><path class="mk-ring" d="M0-38V-29M0 38V29M-38 0H-29M38 0H29"/>"#,
    ),
    ("path", r#"<circle class="mk-dot" cy="24" r="5"/>"#),
    ("flag", FLAG),
    ("control", FLAG),
    ("mine", r#"<path class="mk-ring" d="M-6 16L6 28M-6 28L6 16"/>"#),
    (
        "blown",
        r#"<g transform="translate(28 -44) scale(.85)"><path class="mk-burst" d="M0 10L4 19L13 16L9 24L17 30L7 30L6 39L0 32L-6 39L-7 30L-17 30L-9 24L-13 16L-4 19Z"/><path class="mk-gone" d="M-6 20L6 32M6 20L-6 32"/></g>"#,
    ),
    (
        "crowded",
        r#"<circle class="mk-warn" r="33"/><path class="mk-plate" d="M29-33L40-14H18Z"/><path class="mk-bang" d="M29-26V-20.500M29-17.200V-17"/>"#,
    ),
    (
        "beach",
        r#"<circle class="mk-disc" cx="-31" cy="-16" r="10"/><path class="mk-wave" d="M-39-10.500Q-36.300-13-33.700-10.500T-28.300-10.500-23-10.500"/>"#,
    ),
    ("drop", r#"<circle class="mk-chute" r="13"/>"#),
    ("levy", r#"<circle class="mk-levy" cx="25" cy="-19" r="8"/>"#),
    ("number", r#"<rect class="mk-square" x="-12" y="-12" width="24" height="24" rx="3"/>"#),
];

const FLAG: &str =
    r#"<path class="mk-pole" d="M-35 15V-9"/><path class="mk-cloth" d="M-35-9H-22.500L-25.500-4.500L-22.500 0H-35Z"/>"#;

/// Recipes that carry a word: where it stands, and how it is set.
const LETTERED: [(&str, f64, f64, &str); 3] =
    [("beach", -31.0, -13.5, "mk-small"), ("number", 0.0, 6.0, "mk-text"), ("levy", 25.0, -15.5, "mk-small")];

/// On the side between two spots, which runs up and down.
pub(crate) const SIDES: [(&str, &str); 3] = [
    ("blown", r#"<path class="mk-burst" d="M0-11L3-5L9-8L6-2L12 2L5 3L6 9L0 5L-6 9L-5 3L-12 2L-6-2L-9-8L-3-5Z"/>"#),
    (
        "swollen",
        r#"<path class="mk-swollen-bank" d="M0-21Q4-10.500 0 0T0 21"/><path class="mk-swollen" d="M0-21Q4-10.500 0 0T0 21"/>"#,
    ),
    ("bridge", r#"<path class="mk-span" d="M-15-7L-10-4H10L15-7M-15 7L-10 4H10L15 7"/>"#),
];

/// All recipes, to be put once into a document: `mark-target`, `side-blown` and so on.
pub(crate) fn symbols() -> String {
    let marks = DRAWN.iter().map(|(name, drawn)| format!(r#"<g id="mark-{name}">{drawn}</g>"#));
    marks.chain(SIDES.iter().map(|(name, drawn)| format!(r#"<g id="side-{name}">{drawn}</g>"#))).collect()
}

/// What has become of a side, where it is.
pub(crate) fn side(kit: &Kit, side: &SideMark) -> String {
    let (a, b) = (place(kit, side.between.0), place(kit, side.between.1));
    let middle = a.mid(b);
    let turn = (b - a).angle().to_degrees();
    format!(
        r##"<use href="#side-{}" transform="translate({} {}) rotate({})"/>"##,
        escape_id(&side.recipe),
        num(middle.x),
        num(middle.y),
        num(turn)
    )
}

/// An arrow from spot to spot, clear of what stands on both.
pub(crate) fn arrow(kit: &Kit, arrow: &Arrow) -> String {
    let (a, b) = (place(kit, arrow.from), place(kit, arrow.to));
    if a.dist(b) < 1.0 {
        return String::new();
    }
    let u = (b - a).unit();
    let (from, to) = (a + u * 24.0, b - u * 26.0);
    let back = to - u * 12.0;
    let aside = u.quarter() * 8.0;
    let point = |p: Pt| format!("{} {}", num(p.x), num(p.y));
    let line = format!("M{}L{}", point(from), point(back));
    let head = format!("M{}L{}L{}Z", point(to), point(back + aside), point(back - aside));
    // Between neighbours there is no room on the line: above it then.
    let lift = match a.dist(b) > 100.0 {
        true => 0.0,
        false if u.x < 0.0 => 17.0,
        false => -17.0,
    };
    let middle = from.mid(to) + u.quarter() * lift;
    let text = match arrow.text.as_str() {
        "" => String::new(),
        text => format!(
            r#"<text class="ar-text" x="{}" y="{}">{}</text>"#,
            num(middle.x),
            num(middle.y + 5.0),
            escape(text)
        ),
    };
    format!(
        r#"<g class="ar ar-{}"><path class="ar-case" d="{line}"/><path class="ar-line" d="{line}"/><path class="ar-head" d="{head}"/>{text}</g>"#,
        escape_id(&arrow.recipe)
    )
}

fn place(kit: &Kit, spot: Spot) -> Pt {
    kit.spots.get(spot.index()).map_or(Pt::default(), |look| Pt::of(look.at))
}

/// One marker about 0 0; `covered` if a block stands on its spot. Empty if there is nothing to be seen.
pub(crate) fn mark(kit: &Kit, mark: &Mark, covered: bool) -> String {
    let recipe = mark.recipe.as_str();
    let emblem = mark.seat.map(|seat| format!("seat-{}", seat.0)).filter(|_| recipe == "control");
    let own = emblem.filter(|name| kit.art.iter().any(|art| art.name == *name));
    // Who stands there holds it.
    if own.is_some() && covered {
        return String::new();
    }
    let picture = own.as_deref().unwrap_or(recipe);
    let known = DRAWN.iter().any(|(name, _)| *name == recipe);
    let (x, y) = match (recipe, covered) {
        ("drop", true) => (-30.0, -22.0),
        ("drop", false) => (-22.0, -15.0),
        (_, true) => (30.0, -21.0),
        (_, false) => (0.0, 0.0),
    };
    let mut out = String::new();
    if known && own.is_none() {
        out.push_str(&format!(r##"<use href="#mark-{recipe}"/>"##));
    }
    out.push_str(&art(kit, picture, 0.0, 0.0, if known && own.is_none() { 19.0 } else { 26.0 }));
    if let Some((_, x, y, class)) = LETTERED.iter().find(|lettered| lettered.0 == recipe) {
        out.push_str(&format!(
            r#"<text class="{class}" x="{}" y="{}">{}</text>"#,
            num(*x),
            num(*y),
            escape(&mark.text)
        ));
    }
    format!(r#"<g transform="translate({} {})">{out}</g>"#, num(x), num(y))
}

pub(crate) fn draw(kit: &Kit, scene: &Scene) -> String {
    let mut out = String::from(r#"<g class="marks">"#);
    for one in &scene.marks {
        let Some(spot) = kit.spots.get(one.at.index()) else { continue };
        let at = Pt::of(spot.at);
        let seat = one.seat.and_then(|s| kit.seats.get(s.index()));
        let colour = seat.and_then(|s| Colour::parse(&s.colours.0)).map_or("#e0b34a".into(), |c| c.to_string());
        let covered = kit.layout == Layout::Network && scene.counters.iter().any(|counter| counter.at == one.at);
        out.push_str(&format!(
            r#"<g class="mark" style="color:{colour}" transform="translate({} {})">{}</g>"#,
            num(at.x),
            num(at.y),
            mark(kit, one, covered)
        ));
    }
    scene.sides.iter().for_each(|one| out.push_str(&side(kit, one)));
    scene.arrows.iter().for_each(|one| out.push_str(&arrow(kit, one)));
    out.push_str("</g>");
    out
}
