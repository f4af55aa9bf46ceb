//! The shared NATO set, in a box 21.6 wide and 14.6 high about 0 0, and size marks.

/// Half width and half height of the box.
pub(crate) const BOX: (f64, f64) = (10.8, 7.3);

const CROSS: &str = "<path d=\"M-10.8-7.3L10.8 7.3M-10.8 7.3L10.8-7.3\"/>";
const SLASH: &str = "<path d=\"M-10.8 7.3L10.8-7.3\"/>";
const OVAL: &str = "<rect x=\"-7.1\" y=\"-4.2\" width=\"14.2\" height=\"8.4\" rx=\"4.2\"/>";
const WHEELS: &str = "<circle cx=\"-4.9\" cy=\"9.2\" r=\"1.5\"/><circle cx=\"4.9\" cy=\"9.2\" r=\"1.5\"/>";
const WINGS: &str = "<path d=\"M-5.2 6.6Q-2.6 2.6 0 6.6Q2.6 2.6 5.2 6.6\"/>";
const CANOPY: &str = "<path d=\"M-4.4-4.2A4.4 4 0 0 1 4.4-4.2ZM-4.4-4.2L0 .6L4.4-4.2\"/>";
const FORK: &str = "<path d=\"M-5.4 3.6V-2.9H5.4V3.6M0-2.9V2.9\"/>";
const ARROWHEAD: &str = "<path d=\"M-10.8 7.3L0-7.3L10.8 7.3\"/>";
const DOME: &str = "<path d=\"M-10.8 7.3Q0-9 10.8 7.3\"/>";
const GUN: &str = "<circle r=\"2.6\" class=\"solid\"/>";
const SMALL_GUN: &str = "<circle r=\"2.1\" class=\"solid\"/>";
const BAR: &str = "<path d=\"M-10.8-3.4H10.8\"/>";

/// Name and parts of each symbol.
const SYMBOLS: &[(&str, &[&str])] = &[
    ("infantry", &[CROSS]),
    ("mechanized", &[CROSS, OVAL]),
    ("motorized", &[CROSS, "<path d=\"M0-7.3V7.3\"/>"]),
    ("armor", &[OVAL]),
    ("recon", &[SLASH]),
    ("mech-recon", &[SLASH, OVAL]),
    ("cavalry", &[SLASH]),
    ("artillery", &[GUN, WHEELS]),
    ("heavy-artillery", &["<circle r=\"3.3\" class=\"solid\"/>", BAR, WHEELS]),
    ("sp-artillery", &[OVAL, SMALL_GUN]),
    ("rocket-artillery", &[GUN, "<path d=\"M-3.4-4.2L0-6.2L3.4-4.2\"/>", WHEELS]),
    ("mortar", &["<circle cy=\"3\" r=\"1.9\"/><path d=\"M0 1V-5.4M-2-3.4L0-5.4L2-3.4\"/>"]),
    ("anti-tank", &[ARROWHEAD]),
    ("sp-anti-tank", &[ARROWHEAD, OVAL]),
    ("anti-air", &[DOME]),
    ("engineer", &[FORK]),
    ("airborne", &[CROSS, WINGS]),
    ("paratroop", &[CROSS, CANOPY]),
    ("glider", &[CROSS, "<path d=\"M-8 6H8\"/>"]),
    ("mountain", &[CROSS, "<path d=\"M-3 7.3L0 2L3 7.3Z\" class=\"solid\"/>"]),
    ("machinegun", &[CROSS, "<path d=\"M0 6.6V-4M-1.7-1.8L0-4.6L1.7-1.8\"/>"]),
    ("commando", &[CROSS, "<path d=\"M0-5.6V5.6M-2.4-2H2.4\"/>"]),
    ("headquarters", &["<path d=\"M-10.8 7.3V11.6\"/>", BAR]),
    ("supply", &["<path d=\"M-10.8 3.4H10.8\"/>"]),
    ("transport", &["<circle r=\"4.6\"/><path d=\"M-4.6 0H4.6M0-4.6V4.6M-3.3-3.3L3.3 3.3M-3.3 3.3L3.3-3.3\"/>"]),
    ("medical", &["<path d=\"M0-7.3V7.3M-10.8 0H10.8\"/>"]),
    ("signal", &["<path d=\"M-10.8-7.3L0 1.4V-1.4L10.8 7.3\"/>"]),
    ("bridge", &["<path d=\"M-7.4-4L-5-1.6H5L7.4-4M-7.4 4L-5 1.6H5L7.4 4\"/>"]),
    ("air", &["<path d=\"M0 0C-3-3.6-8-3.6-8 0S-3 3.6 0 0C3-3.6 8-3.6 8 0S3 3.6 0 0Z\" class=\"solid\"/>"]),
    ("naval", &["<path d=\"M0-4.6V5M-4.6 1.4Q-3.6 5 0 5Q3.6 5 4.6 1.4M-2.4-2H2.4\"/><circle cy=\"-5.4\" r=\"1\"/>"]),
    ("fort", &["<path d=\"M-7 4V-3H-3.6V-.6H-1.7V-3H1.7V-.6H3.6V-3H7V4Z\"/>"]),
    ("garrison", &[CROSS, "<path d=\"M-10.8-4.6H10.8\"/>"]),
    ("hidden", &["<path d=\"M-2.8-2.6C-2.800-6 2.800-6 2.800-2.6C2.800-.4 0-.4 0 2\"/><circle cy=\"4.6\" r=\".5\"/>"]),
    (
        "leader",
        &["<path d=\"M0-5.6L1.6-1.8L5.6-1.6L2.5 1L3.6 5L0 2.8L-3.6 5L-2.5 1L-5.6-1.6L-1.6-1.8Z\" class=\"solid\"/>"],
    ),
];

/// All symbols, to be put once into a document: `nato-infantry` and so on.
pub(crate) fn all() -> String {
    let mut out = String::new();
    for (name, parts) in SYMBOLS {
        out.push_str(&format!(r#"<symbol id="nato-{name}" overflow="visible">{}</symbol>"#, parts.concat()));
    }
    out
}

/// The name under which a symbol is drawn, if it belongs to the set.
pub(crate) fn known(name: &str) -> Option<&'static str> {
    SYMBOLS.iter().find(|s| s.0 == name).map(|s| s.0)
}

#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SYMBOLS.iter().map(|symbol| symbol.0)
}

/// Bars for companies to regiments, crosses for brigades and above, dots for less.
pub(crate) fn size_mark(size: &str) -> String {
    let marks: Vec<char> = size.chars().filter(|c| matches!(c, 'I' | 'X' | '•' | '.')).take(6).collect();
    let mut d = String::new();
    let mut dots = String::new();
    let wide = if marks.contains(&'X') { 5.2 } else { 2.9 };
    for (i, mark) in marks.iter().enumerate() {
        let x = (i as f64 - (marks.len() as f64 - 1.0) / 2.0) * wide;
        match mark {
            'I' => d.push_str(&format!("M{x:.1}-2.4v4.8")),
            'X' => d.push_str(&format!("M{x:.1} 0m-2-2l4 4m0-4l-4 4")),
            _ => dots.push_str(&format!(r#"<circle cx="{x:.1}" r="1.2" class="solid"/>"#)),
        }
    }
    let path = if d.is_empty() { String::new() } else { format!(r#"<path d="{d}"/>"#) };
    path + &dots
}
