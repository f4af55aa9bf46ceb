//! Colours, style sheet, patterns, and the escaping of text.

use crate::geometry::Rect;
use crate::grain;

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
/// What only a page needs: levels of detail (`data-plate` for the sheet, `data-lod` for what lies on it), and counters that
/// can be touched.
const PAGE: &str = include_str!("page.css");

/// The grain of the paper and other patterns, and a lamp over the whole.
pub(crate) fn defs(trim: Rect) -> String {
    let mut out = format!(r#"<clipPath id="rs-trim"><rect {}/></clipPath>"#, trim.attributes());
    out.push_str(&grain::pattern("rs-grain"));
    out.push_str(concat!(
        r##"<radialGradient id="rs-lamp" cx=".46" cy=".4" r=".78"><stop offset=".42" stop-color="#fff3d6" stop-opacity=".06"/><stop offset=".78" stop-color="#6b4a1c" stop-opacity=".05"/><stop offset="1" stop-color="#4a3210" stop-opacity=".2"/></radialGradient>"##,
        r##"<pattern id="rs-trees" width="26" height="22" patternUnits="userSpaceOnUse"><path class="tree-marks" d="M3 9c0-3.5 5-3.5 5 0M5.500 9v3M16 19c0-3.500 5-3.500 5 0M18.500 19v3M17 6c0-2.600 3.800-2.600 3.800 0M18.900 6v2"/></pattern><pattern id="rs-waves" width="60" height="22" patternUnits="userSpaceOnUse"><path class="wave-marks" d="M4 8q4-3.500 8 0t8 0M34 18q4-3.500 8 0t8 0"/></pattern>"##,
        r##"<pattern id="rs-mud" width="210" height="174" patternUnits="userSpaceOnUse"><rect class="mud-wash" width="210" height="174"/><path class="mud-rut" d="M67 32q6.1 -3.9 12.2 -1.9m-12.2 5.7q6.1 -3.9 12.2 -1.9M128 19q4.7 -2.4 9.4 -1.2m-9.4 5.0q4.7 -2.4 9.4 -1.2M18 88q6.3 2.9 12.6 1.5m-12.6 2.3q6.3 2.9 12.6 1.5M29 43q7.0 -4.0 14.1 -2.0m-14.1 5.8q7.0 -4.0 14.1 -2.0M18 144q4.9 -3.5 9.9 -1.7m-9.9 5.5q4.9 -3.5 9.9 -1.7M64 137q5.9 3.4 11.9 1.7m-11.9 2.1q5.9 3.4 11.9 1.7M154 118q4.9 3.1 9.9 1.5m-9.9 2.3q4.9 3.1 9.9 1.5M186 27q6.8 -2.6 13.5 -1.3m-13.5 5.1q6.8 -2.6 13.5 -1.3M134 89q6.1 3.8 12.1 1.9m-12.1 1.9q6.1 3.8 12.1 1.9"/><ellipse class="mud-pool" cx="112" cy="66" rx="5.5" ry="2.4"/><ellipse class="mud-pool" cx="128" cy="158" rx="5.9" ry="2.2"/><ellipse class="mud-pool" cx="82" cy="95" rx="6.1" ry="1.8"/><ellipse class="mud-pool" cx="186" cy="83" rx="6.6" ry="1.7"/></pattern>"##,
        r##"<pattern id="rs-flood" width="150" height="96" patternUnits="userSpaceOnUse"><rect class="flood-wash" width="150" height="96"/><path class="flood-wave" d="M8 14q4-4 8 0t8 0M78 10q4-4 8 0t8 0M40 34q4-4 8 0t8 0M110 42q4-4 8 0t8 0M14 62q4-4 8 0t8 0M84 70q4-4 8 0t8 0M48 86q4-4 8 0t8 0M122 88q4-4 8 0t8 0"/></pattern>"##,
        r##"<pattern id="rs-unsure" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#57534a" stroke-width="1.6" stroke-opacity=".42"/></pattern>"##,
    ));
    out
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
