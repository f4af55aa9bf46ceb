//! Colours, style sheet, paper grain, stamps, and the escaping of text.

use crate::geometry::Rect;

/// Colours by name. On a page they are custom properties and may be overridden there; a file of its own
/// gets the plain values.
pub(crate) const TOKENS: &[(&str, &str)] = &[
    ("paper", "#efe6cf"),
    ("paper-deep", "#e4d8b8"),
    ("ink", "#2b2a26"),
    ("ink-soft", "#6b675c"),
    ("clear", "#f0e8d0"),
    ("mixed", "#e4e2bb"),
    ("grove", "#d6dcae"),
    ("woods", "#a9ba88"),
    ("woods-edge", "#7d9360"),
    ("broken", "#e3cda3"),
    ("rough", "#cfb184"),
    ("rough-mark", "#8a6a3f"),
    ("mountain", "#c3a888"),
    ("valley", "#dfe7d3"),
    ("hilltop", "#dcc08f"),
    ("marsh", "#d9e0c4"),
    ("town", "#d8cab4"),
    ("house", "#5b4a41"),
    ("sea", "#a9c6d3"),
    ("river", "#4f86a8"),
    ("river-major", "#2f6690"),
    ("river-fill", "#86b3cb"),
    ("road", "#b3553d"),
    ("road-case", "#6a2f22"),
    ("trail", "#7d5a34"),
    ("front", "#9b2f3d"),
    ("accent", "#e0b34a"),
    ("danger", "#c4473a"),
    ("sans", "ui-sans-serif,system-ui,\"Segoe UI\",\"Helvetica Neue\",\"DejaVu Sans\",sans-serif"),
    ("serif", "ui-serif,Georgia,\"Times New Roman\",\"DejaVu Serif\",serif"),
    (
        "narrow",
        "\"Archivo Narrow\",\"Liberation Sans Narrow\",\"Arial Narrow\",\"Roboto Condensed\",\"DejaVu Sans Condensed\",sans-serif",
    ),
];

/// For a page: colours stay custom properties with their values as fallback.
pub(crate) fn page_style() -> String {
    with_tokens(&[SHEET, PAGE].concat(), |name, value| format!("var(--{name},{value})"))
}

/// For a file of its own.
pub(crate) fn file_style() -> String {
    with_tokens(SHEET, |_, value| value.to_string())
}

fn with_tokens(css: &str, write: impl Fn(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = css;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        let name = &rest[..end];
        let value = TOKENS.iter().find(|t| t.0 == name).map_or("#000", |t| t.1);
        out.push_str(&write(name, value));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out.lines().map(str::trim).collect()
}

/// What is printed; `$name` stands for a token.
const SHEET: &str = include_str!("sheet.css");
/// What only a page needs: levels of detail by `data-lod`, and counters that can be touched.
const PAGE: &str = include_str!("page.css");

/// Two tiles of noise as patterns, a lamp over the whole, and the stamps.
pub(crate) fn defs(trim: Rect) -> String {
    let mut out = format!(r#"<clipPath id="rs-trim"><rect {}/></clipPath>"#, trim.attributes());
    out.push_str(&grain("rs-grain", 640, 320, ".035 .05", 4, 7, "0 0 0 0 .42 0 0 0 0 .31 0 0 0 0 .14 0 0 0 .9 -.36"));
    out.push_str(&grain("rs-fibre", 256, 256, ".7 .55", 2, 3, "0 0 0 0 .25 0 0 0 0 .18 0 0 0 0 .08 0 0 0 .55 -.22"));
    out.push_str(concat!(
        r##"<radialGradient id="rs-lamp" cx=".46" cy=".4" r=".78"><stop offset=".42" stop-color="#fff3d6" stop-opacity=".06"/><stop offset=".78" stop-color="#6b4a1c" stop-opacity=".05"/><stop offset="1" stop-color="#4a3210" stop-opacity=".2"/></radialGradient>"##,
        r##"<pattern id="rs-trees" width="26" height="22" patternUnits="userSpaceOnUse"><path class="tree-marks" d="M3 9c0-3.5 5-3.5 5 0M5.500 9v3M16 19c0-3.500 5-3.500 5 0M18.500 19v3M17 6c0-2.600 3.800-2.600 3.800 0M18.900 6v2"/></pattern><pattern id="rs-waves" width="60" height="22" patternUnits="userSpaceOnUse"><path class="wave-marks" d="M4 8q4-3.500 8 0t8 0M34 18q4-3.500 8 0t8 0"/></pattern>"##,
        r##"<pattern id="rs-mud" width="210" height="174" patternUnits="userSpaceOnUse"><rect class="mud-wash" width="210" height="174"/><path class="mud-rut" d="M67 32q6.1 -3.9 12.2 -1.9m-12.2 5.7q6.1 -3.9 12.2 -1.9M128 19q4.7 -2.4 9.4 -1.2m-9.4 5.0q4.7 -2.4 9.4 -1.2M18 88q6.3 2.9 12.6 1.5m-12.6 2.3q6.3 2.9 12.6 1.5M29 43q7.0 -4.0 14.1 -2.0m-14.1 5.8q7.0 -4.0 14.1 -2.0M18 144q4.9 -3.5 9.9 -1.7m-9.9 5.5q4.9 -3.5 9.9 -1.7M64 137q5.9 3.4 11.9 1.7m-11.9 2.1q5.9 3.4 11.9 1.7M154 118q4.9 3.1 9.9 1.5m-9.9 2.3q4.9 3.1 9.9 1.5M186 27q6.8 -2.6 13.5 -1.3m-13.5 5.1q6.8 -2.6 13.5 -1.3M134 89q6.1 3.8 12.1 1.9m-12.1 1.9q6.1 3.8 12.1 1.9"/><ellipse class="mud-pool" cx="112" cy="66" rx="5.5" ry="2.4"/><ellipse class="mud-pool" cx="128" cy="158" rx="5.9" ry="2.2"/><ellipse class="mud-pool" cx="82" cy="95" rx="6.1" ry="1.8"/><ellipse class="mud-pool" cx="186" cy="83" rx="6.6" ry="1.7"/></pattern>"##,
        r##"<pattern id="rs-flood" width="150" height="96" patternUnits="userSpaceOnUse"><rect class="flood-wash" width="150" height="96"/><path class="flood-wave" d="M8 14q4-4 8 0t8 0M78 10q4-4 8 0t8 0M40 34q4-4 8 0t8 0M110 42q4-4 8 0t8 0M14 62q4-4 8 0t8 0M84 70q4-4 8 0t8 0M48 86q4-4 8 0t8 0M122 88q4-4 8 0t8 0"/></pattern>"##,
        r##"<pattern id="rs-unsure" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#57534a" stroke-width="1.6" stroke-opacity=".42"/></pattern>"##,
    ));
    for tone in 0..3 {
        for (size, k) in [0.84, 1.0, 1.18].into_iter().enumerate() {
            out.push_str(&stamp(
                &format!("m-fir-{tone}{size}"),
                &format!(r#"<g transform="scale({k})"><path class="fir-shade" d="M-.6 3.6L5.2 2.2L4.8 3.4L1 4.6Z"/><path class="fir-{tone}" d="{FIR}"/></g>"#),
            ));
        }
        out.push_str(&stamp(
            &format!("m-fir-{tone}3"),
            &format!(r#"<circle class="fir-shade" cx="1" cy="1.2" r="2.7"/><circle class="fir-{tone}" r="2.6"/>"#),
        ));
    }
    for (size, r) in [2.1, 2.9, 3.6].into_iter().enumerate() {
        out.push_str(&stamp(
            &format!("m-crown-{size}"),
            &format!(
                r#"<circle class="crown-shade" cx="1.3" cy="1.8" r="{r}"/><circle class="crown" r="{r}"/><circle class="crown-light" cx="-{:.1}" cy="-{:.1}" r="{:.1}"/>"#,
                r * 0.3,
                r * 0.32,
                r * 0.42
            ),
        ));
    }
    out.push_str(&stamp(
        "m-stand-0",
        r#"<path class="stand-0" d="M-17 2C-19-9-8-14 1-12S18-8 17 3S6 14-3 13S-16 10-17 2Z"/>"#,
    ));
    out.push_str(&stamp(
        "m-stand-1",
        r#"<path class="stand-1" d="M-16-2C-14-12-4-12 4-13S17-3 16 5S4 13-5 12S-18 8-16-2Z"/>"#,
    ));
    out.push_str(&stamp(
        "m-peak",
        r#"<path class="peak-dark" d="M0-9L9 6L3 4L1-2Z"/><path class="peak" d="M-9 6L0-9L9 6"/>"#,
    ));
    out.push_str(&stamp("m-reed", r#"<path class="reed" d="M-5 1.5H5M-3 0L-4-3M0 0V-4.5M3 0L4-3"/>"#));
    out.push_str(&stamp("m-wave", r#"<path class="wave" d="M-8 0Q-4-3.5 0 0T8 0"/>"#));
    out
}

pub(crate) const FIR: &str = "M0-5.4l2.3 4h-.9l2 3.8h-2.9v1.4h-1v-1.4h-2.9l2-3.8h-.9z";

fn stamp(id: &str, inside: &str) -> String {
    format!(
        r#"<marker id="{id}" markerUnits="userSpaceOnUse" markerWidth="1" markerHeight="1" overflow="visible">{inside}</marker>"#
    )
}

fn grain(id: &str, tile: u32, noise: u32, frequency: &str, octaves: u32, seed: u32, matrix: &str) -> String {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{noise}' height='{noise}'><filter id='n' x='0' y='0' width='1' height='1'><feTurbulence type='fractalNoise' baseFrequency='{frequency}' numOctaves='{octaves}' seed='{seed}' stitchTiles='stitch'/><feColorMatrix values='{matrix}'/></filter><rect width='{noise}' height='{noise}' filter='url(#n)'/></svg>"
    );
    let coded = svg.replace('%', "%25").replace('#', "%23").replace('<', "%3C").replace('>', "%3E");
    format!(
        r#"<pattern id="{id}" width="{tile}" height="{tile}" patternUnits="userSpaceOnUse"><image href="data:image/svg+xml,{coded}" width="{tile}" height="{tile}"/></pattern>"#
    )
}

/// Text as text: nothing in it is read as mark-up.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A name as part of an id.
pub(crate) fn escape_id(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
