//! Counters: 46 by 46, origin at the centre. Colour, corner and stripe tell the seat; every state has a
//! mark as well as a colour.

use referee::{Corner, Counter, Face, Kit, Scene, Shape, Spot};

use crate::geometry::{Pt, Rect, num, pt};
use crate::outlines::box_of;
use crate::paper::{escape, escape_id};
use crate::symbols;

/// Half the side of a counter.
pub(crate) const HALF_SIDE: f64 = 23.0;

const ROUND: &str = "M-18-23H18A5 5 0 0 1 23-18V18A5 5 0 0 1 18 23H-18A5 5 0 0 1-23 18V-18A5 5 0 0 1-18-23Z";
const CLIPPED: &str = "M-18-23H18L23-18V18L18 23H-18L-23 18V-18Z";
const ROUND_STRIPE: &str = "M-18-23A5 5 0 0 0-23-18V18A5 5 0 0 0-18 23Z";
const CLIPPED_STRIPE: &str = "M18-23L23-18V18L18 23Z";

/// Shapes every counter refers to; once in a document.
pub(crate) fn shapes() -> String {
    format!(
        concat!(
            r#"<path id="c-round" d="{}"/><path id="c-clipped" d="{}"/>"#,
            r#"<g id="c-under-round"><path class="drop" d="M-16-19.4h36a5 5 0 0 1 5 5v36a5 5 0 0 1-5 5h-36a5 5 0 0 1-5-5v-36a5 5 0 0 1 5-5z"/><path class="core" d="M-17.3-21.5h36a5 5 0 0 1 5 5v36a5 5 0 0 1-5 5h-36a5 5 0 0 1-5-5v-36a5 5 0 0 1 5-5z"/></g>"#,
            r#"<g id="c-under-clipped"><path class="drop" d="M-16-19.4h36l5 5v36l-5 5h-36l-5-5v-36z"/><path class="core" d="M-17.3-21.5h36l5 5v36l-5 5h-36l-5-5v-36z"/></g>"#,
            r#"<g id="c-star"><path class="star" d="M-20.5-2.2L-19.9-.7L-18.4-.7L-19.6.3L-19.2 1.8L-20.5.9L-21.8 1.8L-21.4.3L-22.6-.7L-21.1-.7Z"/></g>"#,
            r#"<path id="c-hairline" class="stripe-2" d="M17.6-22.6V22.6"/>"#,
            r#"<g id="c-bevel"><path class="bevel-l" d="M-22.1 17V-17.6Q-22.1-22.1-17.6-22.1H17"/><path class="bevel-d" d="M22.4-17V18Q22.4 22.4 18 22.4H-17"/></g>"#,
            r#"<rect id="c-block" x="-27.500" y="-24" width="55" height="34" rx="4"/>"#,
            r#"<g id="c-block-fold"><path class="fold" d="M14-24H23.500Q27.500-24 27.500-20V-11Z"/><path class="fold-mark" d="M19.800-18.800l1.800 1.800l3.200-3.600"/></g>"#,
            r#"<g id="c-fold"><path class="fold" d="M8-23H18L23-18V-8Z"/><path class="fold-mark" d="M14.4-16.8l2 2l3.6-4"/></g>"#,
        ),
        ROUND, CLIPPED
    )
}

/// One counter about 0 0. Needs [`shapes`] and the symbols in the document.
pub(crate) fn counter(kit: &Kit, face: usize, badges: u16, numbers: &[String]) -> String {
    let mut face = kit.faces.get(face).cloned().unwrap_or_default();
    if !numbers.is_empty() {
        face.numbers = numbers.to_vec();
    }
    let face = &face;
    let states = states(kit, badges);
    let spent = states.contains(&"spent");
    let seat = face.seat.and_then(|s| kit.seats.get(s.index()));
    let own = Colour::parse(&face.body).or_else(|| seat.and_then(|s| Colour::parse(&s.colours.0)));
    let body = own.unwrap_or(Colour(0xdd, 0xd2, 0xb4));
    let stripe = seat.and_then(|s| Colour::parse(&s.colours.1)).unwrap_or(Colour(0x6b, 0x67, 0x5c));
    let corner = seat.map_or(Corner::Round, |s| s.corner);
    let shape = match corner {
        Corner::Round => "round",
        Corner::Clipped => "clipped",
    };
    let ink = if body.is_dark() { "#fff6e4" } else { "#12110c" };
    let painted = if spent { body.mixed(Colour(0x8f, 0x8c, 0x7c), 0.42) } else { body };
    let mut classes = format!("counter {shape}");
    if body.is_dark() {
        classes.push_str(" dark");
    }
    if let Some(s) = face.seat {
        classes.push_str(&format!(" seat-{}", s.0));
    }
    for state in &states {
        classes.push(' ');
        classes.push_str(state);
    }
    let worn = if states.is_empty() { String::new() } else { format!(" ({})", states.join(", ")) };
    let mut out = format!(
        r##"<g class="{classes}" role="img" aria-label="{}{worn}" style="color:{ink}"><use href="#c-{shape}" class="glow"/><g class="piece"><use href="#c-under-{shape}"/><use href="#c-{shape}" class="body" fill="{painted}" stroke="{}"/>{}<use href="#c-bevel"/>"##,
        escape(&face.spoken()),
        body.mixed(Colour(0, 0, 0), 0.32),
        match (corner, seat.is_some()) {
            (Corner::Round, true) =>
                format!(r##"<path class="stripe" fill="{stripe}" d="{ROUND_STRIPE}"/><use href="#c-star"/>"##),
            (Corner::Clipped, true) =>
                format!(r##"<path class="stripe" fill="{stripe}" d="{CLIPPED_STRIPE}"/><use href="#c-hairline"/>"##),
            (_, false) => String::new(),
        },
    );
    // The print stands in the middle of what the stripe leaves free.
    let off = match (corner, seat.is_some()) {
        (Corner::Round, true) => 2.0,
        (Corner::Clipped, true) => -2.0,
        (_, false) => 0.0,
    };
    out.push_str(&print(kit, face, off));
    if spent {
        out.push_str(r##"<use href="#c-fold"/>"##);
    }
    if states.contains(&"reduced") {
        out.push_str(r#"<path class="band-reduced" d="M-16 20.7H16"/>"#);
    }
    let mut x = 2.0 - HALF_SIDE;
    for state in &states {
        if let Some(sign) = disc(state) {
            out.push_str(&format!(
                r#"<g class="badge badge-{state}" transform="translate({} {})"><circle r="7.4"/>{sign}</g>"#,
                num(x),
                num(2.0 - HALF_SIDE)
            ));
            x += 14.0;
        }
    }
    out.push_str(&format!(r##"</g><use href="#c-{shape}" class="ring"/></g>"##));
    out
}

/// Symbol, size, names and figures.
fn print(kit: &Kit, face: &Face, off: f64) -> String {
    let two = face.numbers.len() > 1 && face.steps.is_none();
    let bare = face.symbol.is_empty();
    let (bw, bh) = (symbols::BOX.0, if two { 6.2 } else { symbols::BOX.1 });
    let y = match (two, face.numbers.is_empty()) {
        (true, _) => -9.2,
        (false, true) => 1.0,
        (false, false) => -6.8,
    };
    let mut out = String::new();
    if bare {
        let size = fitted(&face.name, 36.0, 13.0);
        let y = if face.numbers.is_empty() { size * 0.34 } else { -3.0 };
        out.push_str(&text("str name", off, y, size, &face.name));
    } else {
        out.push_str(&format!(
            r#"<g class="size" transform="translate({} {})">{}</g>"#,
            num(off),
            num(y - bh - 4.2),
            symbols::size_mark(&face.size)
        ));
        let rect = Rect::around(pt(0.0, 0.0), bw, bh).attributes();
        let tint = Colour::parse(&face.tint).unwrap_or(Colour(0xf6, 0xf1, 0xe2));
        let inside = match symbols::known(&face.symbol) {
            Some(name) if two => format!(r##"<use href="#nato-{name}" transform="scale(1 .85)"/>"##),
            Some(name) => format!(r##"<use href="#nato-{name}"/>"##),
            None if kit.art.iter().any(|a| a.name == face.symbol) => {
                format!(r##"<use href="#art-{}" class="art" {rect}/>"##, escape_id(&face.symbol))
            }
            None => String::new(),
        };
        out.push_str(&format!(
            r#"<g class="nato" transform="translate({} {})"><rect {rect} class="nbox" fill="{tint}"/>{inside}<rect {rect}/></g>"#,
            num(off),
            num(y)
        ));
        for (name, side) in [(&face.name, -1.0), (&face.parent, 1.0)] {
            if !name.is_empty() {
                let size = fitted(name, 19.0, 6.8);
                out.push_str(&format!(
                    r#"<text class="id" transform="translate({} {}) rotate(-90)" font-size="{}">{}</text>"#,
                    num(off + side * (bw + 4.1) + 2.4),
                    num(y),
                    num(size),
                    escape(name)
                ));
            }
        }
    }
    match face.numbers.as_slice() {
        [] => {}
        [first, last, ..] if face.steps.is_some() => {
            let (now, full) = face.steps.unwrap_or_default();
            out.push_str(&foot(off, first, last, (now, full)));
        }
        [one] => {
            let size = fitted(one, 33.0, 14.2);
            let class = match size {
                size if size < 11.5 => "str longest",
                size if size < 14.0 => "str long",
                _ => "str",
            };
            out.push_str(&text(class, off, 17.6, size, one));
        }
        [upper, lower, ..] => {
            // A single figure matters more than what is printed under it.
            let (y, most, least) = if upper.chars().count() < 3 { (11.4, 14.0, 9.0) } else { (10.2, 10.6, 10.6) };
            out.push_str(&text("str two", off, y, fitted(upper, 36.0, most), upper));
            out.push_str(&text("str two", off, 20.2, fitted(lower, 36.0, least), lower));
        }
    }
    out
}

/// One row: a figure in a box, the steps as pips, another figure.
fn foot(off: f64, first: &str, last: &str, (now, full): (u8, u8)) -> String {
    let mut out =
        format!(r#"<rect class="dice-box" x="{}" y="7.600" width="10" height="11.800" rx="1.500"/>"#, num(off - 16.5));
    out.push_str(&text("str boxed", off - 11.5, 17.4, fitted(first, 8.6, 11.6), first));
    let wide = (15.0 / f64::from(full.max(1))).min(5.0);
    for step in 0..full {
        let x = num(off - 5.0 + f64::from(step) * wide);
        let class = if step < now { "step-on" } else { "step-off" };
        out.push_str(&format!(
            r#"<rect class="{class}" x="{x}" y="11.600" width="{}" height="4.600"/>"#,
            num(wide - 1.1)
        ));
    }
    out + &text("str last", off + 13.0, 17.6, fitted(last, 7.0, 12.4), last)
}

fn text(class: &str, x: f64, y: f64, size: f64, words: &str) -> String {
    format!(r#"<text class="{class}" x="{}" y="{}" font-size="{}">{}</text>"#, num(x), num(y), num(size), escape(words))
}

/// The largest size, up to `most`, at which narrow letters fit into a width.
pub(crate) fn fitted(words: &str, width: f64, most: f64) -> f64 {
    let wide: f64 = words
        .chars()
        .map(|c| match c {
            '-' | '.' | '/' | '(' | ')' | 'I' | '\'' | ' ' => 0.32,
            'M' | 'W' => 0.72,
            c if c.is_uppercase() => 0.58,
            _ => 0.5,
        })
        .sum();
    if wide > 0.0 { (width / wide).min(most) } else { most }
}

/// How badges are drawn.
pub(crate) const STATES: [&str; 9] =
    ["spent", "reduced", "unsupplied", "isolated", "silent", "marked", "fuelled", "reserve", "dropped"];

/// The states that badges stand for.
pub(crate) fn states(kit: &Kit, badges: u16) -> Vec<&'static str> {
    let worn = kit.badges.iter().enumerate().filter(|(i, _)| *i < 16 && badges >> i & 1 == 1);
    worn.filter_map(|(_, badge)| STATES.into_iter().find(|state| *state == badge.recipe)).collect()
}

pub(crate) fn disc(state: &str) -> Option<&'static str> {
    match state {
        "unsupplied" => Some("<path d=\"M-2.6 3.6V-2.2L-.6-3.6H2.6V3.6ZM-4.6 4.6L4.6-4.6\"/>"),
        "isolated" => Some("<path d=\"M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4\"/>"),
        "silent" => Some("<path d=\"M-3.8-.9H-1.6L1.2-3.4V3.4L-1.6.9H-3.8ZM-4.8-4.4L4.8 4.4\"/>"),
        "marked" => Some("<path d=\"M0-4V1M0 3.4V3.6\"/>"),
        "fuelled" => Some("<path d=\"M0-4.600C2-1.800 3-.600 3 1.200A3 3 0 0 1-3 1.200C-3-.600-2-1.800 0-4.600Z\"/>"),
        "reserve" => Some("<path d=\"M-2.200 4V-4H.6A2.200 2.200 0 0 1 .6.400H-2.200M.2.400L2.800 4\"/>"),
        "dropped" => {
            Some("<path d=\"M-4.200-.600A4.200 4 0 0 1 4.200-.600ZM-4.200-.600L0 4.400L4.200-.600M0-.600V4.400\"/>")
        }
        _ => None,
    }
}

/// Where each counter of a scene lies: stacks step up and right, boxes are filled in rows.
pub(crate) fn places(kit: &Kit, scene: &Scene) -> Vec<(Counter, Pt)> {
    let mut counters: Vec<Counter> = scene.counters.clone();
    counters.sort_by_key(|c| (c.at, c.level));
    let mut out = Vec::with_capacity(counters.len());
    for group in counters.chunk_by(|a, b| a.at == b.at) {
        for (i, counter) in group.iter().enumerate() {
            if let Some(at) = place(kit, counter.at, i, group.len()) {
                out.push((counter.clone(), at));
            }
        }
    }
    out
}

fn place(kit: &Kit, spot: Spot, i: usize, n: usize) -> Option<Pt> {
    let look = kit.spots.get(spot.index())?;
    let at = Pt::of(look.at);
    let (i, n) = (i as f64, n as f64);
    Some(match look.shape {
        Shape::Hex | Shape::Pointed | Shape::Oval | Shape::Outline(_) => {
            let step = if n > 5.0 { 12.0 / (n - 1.0) } else { 3.0 };
            at + pt(1.0, -1.0) * ((i - (n - 1.0) / 2.0) * step)
        }
        Shape::Box(..) => {
            let rect = box_of(look)?;
            let columns = ((rect.width() - 8.0) / 50.0).floor().max(1.0);
            let rows = (n / columns).ceil();
            let down = ((rect.height() - 20.0 - 50.0) / (rows - 1.0).max(1.0)).clamp(6.0, 50.0);
            let (column, row) = (i % columns, (i / columns).floor());
            let used = n.min(columns);
            pt(at.x + (column - (used - 1.0) / 2.0) * 50.0, rect.top + 20.0 + 25.0 + row * down)
        }
    })
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Colour(u8, u8, u8);

impl Colour {
    pub(crate) fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
        Some(Colour(part(0)?, part(2)?, part(4)?))
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of bytes is a byte")]
    pub(crate) fn mixed(self, o: Colour, share: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share).round() as u8;
        Colour(mix(self.0, o.0), mix(self.1, o.1), mix(self.2, o.2))
    }

    /// Needs light ink.
    pub(crate) fn is_dark(self) -> bool {
        0.3 * f64::from(self.0) + 0.59 * f64::from(self.1) + 0.11 * f64::from(self.2) < 0.47 * 255.0
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
