//! Signs printed on hexes: towns, ports, fortresses.

use referee::Kit;

use crate::blocks::art;
use crate::geometry::num;
use crate::hexes::is_hex;

/// Under the counters; a port, a fortress and works also beside them.
pub(crate) const DRAWN: [(&str, &str); 8] = [
    (
        "town",
        r#"<path class="p-houses" d="M-6-6H-.5V-1.500H-6ZM1.500-4H6V1H1.500ZM-4.500.500H0V6H-4.500ZM2 3H6.500V6.500H2Z"/>"#,
    ),
    ("city", r#"<circle class="p-town" r="6.5"/><circle class="p-heart" r="2.6"/>"#),
    (
        "major-city",
        r#"<rect class="p-town" x="-9" y="-9" width="18" height="18" rx="2"/><path class="p-heart" d="M0-6L1.700-2 6-1.700 2.700 1 3.800 5.200 0 2.900-3.800 5.200-2.700 1-6-1.700-1.700-2Z"/>"#,
    ),
    (
        "port",
        r#"<g transform="translate(25.500 19)"><circle class="p-port" r="8"/><path class="p-anchor" d="M0-4.600V4.400M-2.400-1.800H2.400M-4.600 1C-4.200 3.600-2 4.600 0 4.600S4.200 3.600 4.600 1"/><circle class="p-anchor" cy="-5" r="1.200"/></g>"#,
    ),
    (
        "fort",
        r#"<path class="p-fort" d="M0-31L9-26 19-26 23-17 31-10 28 0 31 10 23 17 19 26 9 26 0 31-9 26-19 26-23 17-31 10-28 0-31-10-23-17-19-26-9-26Z"/>"#,
    ),
    (
        "trench",
        r#"<path class="p-trench" d="M-30.500 19V14H-25.500V9H-30.500V4H-25.500V-1H-30.500V-6H-25.500V-11H-30.500V-16"/>"#,
    ),
    ("works", r#"<path class="p-works" d="M-31-3.500H-25L-28-9ZM-31 5H-25L-28-.500ZM-31 13.500H-25L-28 8Z"/>"#),
    ("beach", r#"<path class="p-beach" d="M-24 30Q-18 25-12 30T0 30 12 30 24 30"/>"#),
];

pub(crate) fn draw(kit: &Kit) -> String {
    let mut out = String::new();
    for spot in kit.spots.iter().filter(|spot| is_hex(&spot.shape) && !spot.prints.is_empty()) {
        out.push_str(&format!(
            r#"<g class="prints" transform="translate({} {})">"#,
            num(spot.at.0.into()),
            num(spot.at.1.into())
        ));
        for print in &spot.prints {
            match DRAWN.iter().find(|(name, _)| *name == print.recipe) {
                Some((_, drawn)) => out.push_str(drawn),
                None => out.push_str(&art(kit, &print.recipe, 0.0, 0.0, 24.0)),
            }
        }
        out.push_str("</g>");
    }
    out
}
