//! Markers of a scene that are not pieces.

use referee::{Kit, Scene};

use crate::blocks::is_oval;
use crate::counters::Colour;
use crate::geometry::{Pt, num};
use crate::paper::escape_id;

pub(crate) fn draw(kit: &Kit, scene: &Scene) -> String {
    let mut out = String::from(r#"<g class="marks">"#);
    for mark in scene.marks.iter().filter(|mark| !is_oval(kit, mark.at)) {
        let Some(spot) = kit.spots.get(mark.at.index()) else { continue };
        let at = Pt::of(spot.at);
        let seat = mark.seat.and_then(|s| kit.seats.get(s.index()));
        let colour = seat.and_then(|s| Colour::parse(&s.colours.0)).map_or("#e0b34a".into(), |c| c.to_string());
        let sign = match mark.recipe.as_str() {
            "target" => String::from(
                r#"<circle r="34"/><circle class="in" r="34"/><path d="M0-38V-29M0 38V29M-38 0H-29M38 0H29"/>"#,
            ),
            "flag" => format!(
                r#"<path class="pole" d="M-35 15V-9"/><path class="cloth" style="fill:{colour}" d="M-35-9H-22.5L-25.5-4.5L-22.5 0H-35Z"/>"#
            ),
            "mine" => String::from(r#"<path d="M-6 16L6 28M-6 28L6 16"/>"#),
            _ => format!(r#"<circle class="dot" style="fill:{colour}" cy="24" r="4.5"/>"#),
        };
        out.push_str(&format!(
            r#"<g class="mark mark-{}" transform="translate({} {})">{sign}</g>"#,
            escape_id(&mark.recipe),
            num(at.x),
            num(at.y)
        ));
    }
    out.push_str("</g>");
    out
}
