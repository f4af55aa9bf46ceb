//! The sheet round the map: rules, figures, and the foot with cartouche, key, scale and compass.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: small counts of rows and columns")]

use std::collections::BTreeMap;

use referee::{Kit, LabelKind, Shape};

use crate::geometry::{Pt, Rect, num};
use crate::key::{self, Block};
use crate::lettering::text_width;
use crate::paper::escape;

const MARGIN: f64 = 46.0;

/// The paper round a map: its rectangle, and the foot laid out.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) paper: Rect,
    /// Round map and boxes; the rules stand 11 and 15 outside.
    inner: Rect,
    foot: Vec<(Pt, String)>,
    shrink: f64,
    /// Title and key stand on the map itself: two rules, and that is all.
    bare: bool,
}

impl Frame {
    pub(crate) fn new(kit: &Kit, map: Rect, boxes: Rect, bare: bool) -> Frame {
        let inner = if boxes.is_nothing() { map } else { map.join(boxes.grown(10.0)) };
        if bare {
            return Frame { paper: inner.grown(11.0), inner, foot: Vec::new(), shrink: 1.0, bare };
        }
        let wide = inner.width() + 30.0;
        // A small sheet is looked at from nearer: its foot is printed smaller.
        let shrink = (wide / 1100.0).clamp(0.64, 1.0);
        let (placed, height) = foot(kit, wide / shrink);
        let (x, y) = (inner.left - 15.0, inner.bottom + 15.0 + 17.0);
        let foot = placed.into_iter().map(|(p, b)| (p * shrink + Pt { x, y }, b)).collect();
        let paper = Rect {
            left: inner.left - MARGIN,
            top: inner.top - MARGIN - 14.0,
            right: inner.right + MARGIN,
            bottom: y + height * shrink + 26.0,
        };
        Frame { paper, inner, foot, shrink, bare }
    }

    /// Paper, rules and figures, under the map.
    pub(crate) fn draw(&self, kit: &Kit, map: Rect) -> String {
        let paper = self.paper.attributes();
        let mut out = format!(r#"<rect class="paper" {paper} rx="2"/><rect class="grain" {paper}/>"#);
        if self.bare {
            out.push_str(&format!(r#"<rect class="frame-outer" {}/>"#, self.inner.grown(5.0).attributes()));
            return out;
        }
        out.push_str(&format!(r#"<rect class="frame-outer" {}/>"#, self.inner.grown(15.0).attributes()));
        out.push_str(&format!(r#"<rect class="frame-mid" {}/>"#, self.inner.grown(11.0).attributes()));
        out.push_str(&figures(kit, map));
        let (left, right) = margins(kit);
        let (l, r, y) = (num(self.inner.left - 14.0), num(self.inner.right + 14.0), num(self.inner.top - 25.0));
        out.push_str(&format!(
            r#"<text class="margin-l" x="{l}" y="{y}">{}</text><text class="margin-r" x="{r}" y="{y}">{}</text>"#,
            escape(&left),
            escape(&right)
        ));
        let scale = if self.shrink < 1.0 { format!(" scale({:.3})", self.shrink) } else { String::new() };
        for (p, block) in &self.foot {
            out.push_str(&format!(r#"<g transform="translate({} {}){scale}">{block}</g>"#, num(p.x), num(p.y)));
        }
        out
    }
}

/// Where each block stands, and how high they are together.
type Laid = (Vec<(Pt, String)>, f64);

/// The key takes as many columns as make the foot lowest, and then as few as do.
fn foot(kit: &Kit, wide: f64) -> Laid {
    let mut best: Option<(f64, Laid)> = None;
    for grounds in 1..=kit.grounds.len().clamp(1, 12) {
        for lines in 1..=(kit.lines.len() + 1).clamp(1, 12) {
            let mut blocks = vec![cartouche(kit, wide)];
            blocks.extend(key::blocks(kit, (grounds, lines)));
            blocks.extend([scale(kit), compass()].into_iter().flatten());
            let spill: f64 = blocks.iter().map(|b| (b.width - wide).max(0.0)).sum();
            let laid = flow(blocks, wide);
            let cost = laid.1 + spill * 10.0 + (grounds + lines) as f64 * 0.5;
            if best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, laid));
            }
        }
    }
    best.map_or((Vec::new(), 0.0), |b| b.1)
}

/// From left to right, wrapped into rows; what a row leaves free goes between its blocks.
fn flow(blocks: Vec<Block>, wide: f64) -> Laid {
    let gap = 30.0;
    let mut rows: Vec<Vec<Block>> = vec![Vec::new()];
    let mut used = 0.0;
    for block in blocks {
        if used > 0.0 && used + gap + block.width > wide {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += block.width + if used > 0.0 { gap } else { 0.0 };
        rows.last_mut().expect("there is a row").push(block);
    }
    let (mut out, mut y) = (Vec::new(), 0.0);
    for row in rows {
        let total: f64 = row.iter().map(|b| b.width).sum();
        let high = row.iter().map(|b| b.height).fold(0.0, f64::max);
        let between = if row.len() > 1 { ((wide - total) / (row.len() as f64 - 1.0)).min(60.0) } else { 0.0 };
        let mut x = 0.0;
        let last = row.len() - 1;
        for (i, block) in row.into_iter().enumerate() {
            if i == last && i > 0 && (i > 1 || block.width < 100.0) {
                x = wide - block.width;
            }
            out.push((Pt { x, y }, block.svg));
            x += block.width + between;
        }
        y += high + 20.0;
    }
    (out, y - 20.0)
}

fn margins(kit: &Kit) -> (String, String) {
    let mut left = kit.title.to_uppercase();
    let hexes = kit.spots.iter().filter(|s| s.shape == Shape::Hex);
    let unsure = kit.spots.iter().any(|s| !s.sure);
    if kit.metres > 0 && hexes.clone().next().is_some() {
        left.push_str(&format!(" · one hex {} m", kit.metres));
    }
    if unsure {
        left.push_str(" · reconstructed sheet");
    }
    let right = if kit.rules_version.is_empty() {
        String::from("RHINE table edition")
    } else {
        format!("RHINE table edition · rules of {}", kit.rules_version)
    };
    (left, right)
}

fn cartouche(kit: &Kit, wide: f64) -> Block {
    let title = text_width(&kit.title).max(1.0);
    let width = (title * 44.0 + 84.0).clamp(300.0, 470.0).min(wide);
    // The title is set bold: wider than its letters are counted.
    let size = ((width - 56.0) / (title * 1.15)).min(44.0);
    let under = ((width - 60.0) / text_width(&kit.subtitle).max(1.0)).clamp(7.0, 13.5);
    let seats: Vec<String> = kit.seats.iter().map(|s| s.name.to_uppercase()).collect();
    let over = seats.join(" — ");
    let over_size = ((width - 50.0) / (text_width(&over) + over.chars().count() as f64 * 0.28).max(1.0)).min(12.0);
    let (w, middle) = (num(width), width / 2.0);
    let (inner, m) = (num(width - 10.0), num(middle));
    let half = width / 2.0 - 70.0;
    let svg = format!(
        concat!(
            r#"<g class="cartouche"><rect width="{w}" height="124"/><rect x="5" y="5" width="{inner}" height="114" class="thin"/>"#,
            r#"<text x="{m}" y="33" class="c-over" style="font-size:{over_size}px">{over}</text><text x="{m}" y="76" class="c-title" font-size="{size}">{title}</text>"#,
            r#"<path d="M{a} 89h{h}M{b} 89h{h}" class="thin"/><path d="M{m} 84l5 5-5 5-5-5z" class="c-dot"/>"#,
            r#"<text x="{m}" y="110" class="c-under" font-size="{under}">{subtitle}</text></g>"#
        ),
        w = w,
        inner = inner,
        m = m,
        over_size = num(over_size),
        over = escape(&over),
        size = num(size),
        title = escape(&kit.title),
        a = num(middle - 28.0 - half),
        b = num(middle + 28.0),
        h = num(half),
        under = num(under),
        subtitle = escape(&kit.subtitle)
    );
    Block { width, height: 124.0, svg }
}

/// Scale bar and imprint.
fn scale(kit: &Kit) -> Option<Block> {
    let mut out = String::from(r#"<g class="scale">"#);
    let (mut y, mut width) = (11.0, 150.0);
    if kit.metres > 0 {
        let per_metre = 69.282 / f64::from(kit.metres);
        // Four steps of a round length, about one spot each.
        let step = round_length(f64::from(kit.metres));
        let w = step * per_metre;
        let kilometres = step >= 1000.0;
        let (unit, of) = if kilometres { ("km", 1000.0) } else { ("m", 1.0) };
        width = w * 4.0 + 34.0;
        let spot = if kit.spots.iter().any(|s| s.shape == Shape::Hex) { "one hex" } else { "one space" };
        let (whole, of_spot) = if kit.metres >= 1000 {
            (f64::from(kit.metres) / 1000.0, "kilometres")
        } else {
            (f64::from(kit.metres), "metres")
        };
        out.push_str(&format!(r#"<text class="k-head" y="{}">SCALE · {spot} {} {of_spot}</text>"#, num(y), num(whole)));
        out.push_str(r#"<g transform="translate(6 26)">"#);
        for i in 0..4 {
            let class = if i % 2 == 0 { "b" } else { "w" };
            out.push_str(&format!(
                r#"<rect x="{}" width="{}" height="6" class="{class}"/>"#,
                num(f64::from(i) * w),
                num(w)
            ));
        }
        for i in 0..=4 {
            let value = step * f64::from(i) / of;
            out.push_str(&format!(r#"<text x="{}" y="18">{}</text>"#, num(f64::from(i) * w), num(value)));
        }
        out.push_str(&format!(r#"<text x="{}" y="6.5">{unit}</text></g>"#, num(w * 4.0 + 12.0)));
        y += 56.0;
    }
    let mut lines = wrap(&kit.imprint, 62);
    if kit.grounds.iter().any(|g| !g.sure) || kit.lines.iter().any(|l| !l.sure) || kit.spots.iter().any(|s| !s.sure) {
        lines.push("° reconstructed. Form lines and shading are decorative.".into());
    } else if kit.spots.iter().any(|s| s.shape == Shape::Hex) {
        lines.push("Form lines and shading are decorative.".into());
    }
    for line in &lines {
        width = width.max(text_width(line) * 9.6);
        out.push_str(&format!(r#"<text class="note" y="{}">{}</text>"#, num(y), escape(line)));
        y += 13.5;
    }
    out.push_str("</g>");
    (kit.metres > 0 || !lines.is_empty()).then_some(Block { width, height: y, svg: out })
}

fn round_length(metres: f64) -> f64 {
    let ten = 10f64.powf(metres.log10().floor());
    [1.0, 2.0, 2.5, 5.0].into_iter().map(|k| k * ten).rfind(|&l| l <= metres * 1.05).unwrap_or(ten)
}

pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

fn compass() -> Option<Block> {
    let mut out = String::from(
        r#"<g class="compass" transform="translate(46 70)"><circle r="44"/><circle r="40" class="thin"/>"#,
    );
    for i in 0..32 {
        let end = if i % 4 == 0 { 34 } else { 37 };
        out.push_str(&format!(r#"<path class="thin" transform="rotate({})" d="M0-40V-{end}"/>"#, f64::from(i) * 11.25));
    }
    for a in [45, 135, 225, 315] {
        out.push_str(&format!(r#"<path transform="rotate({a})" class="ray-2" d="M0-24L4-4L0 0L-4-4Z"/>"#));
    }
    for a in [0, 90, 180, 270] {
        out.push_str(&format!(
            r#"<g transform="rotate({a})"><path class="ray" d="M0-36L6-6L0 0Z"/><path class="ray-l" d="M0-36L-6-6L0 0Z"/></g>"#
        ));
    }
    out.push_str(r#"<text y="-49">N</text></g>"#);
    Some(Block { width: 92.0, height: 118.0, svg: out })
}

/// Column and row figures, if the names of the hexes have them: `0819` or `C12`.
fn figures(kit: &Kit, map: Rect) -> String {
    let hexes = kit.spots.iter().filter(|s| s.shape == Shape::Hex);
    let (mut columns, mut rows): (BTreeMap<i64, String>, BTreeMap<i64, String>) = (BTreeMap::new(), BTreeMap::new());
    let mut first_column: Option<i64> = None;
    for spot in hexes {
        let Some((column, row)) = split(&spot.name) else { return String::new() };
        let at = Pt::of(spot.at);
        let (x, y) = ((at.x * 10.0).round() as i64, (at.y * 10.0).round() as i64);
        if *columns.entry(x).or_insert_with(|| column.to_string()) != column {
            return String::new();
        }
        first_column = Some(first_column.map_or(x, |f| f.min(x)));
        if first_column == Some(x) {
            rows.insert(y, row.to_string());
        }
    }
    // Rows of columns that turned out not to be the first lie half a hex off.
    let first = first_column.unwrap_or(0);
    rows.retain(|&y, _| {
        kit.spots.iter().any(|s| {
            let at = Pt::of(s.at);
            s.shape == Shape::Hex && (at.x * 10.0).round() as i64 == first && (at.y * 10.0).round() as i64 == y
        })
    });
    let mut out = String::new();
    let tick =
        |x: f64, y: f64, t: &str| format!(r#"<text class="tick" x="{}" y="{}">{}</text>"#, num(x), num(y), escape(t));
    for (x, t) in columns {
        let x = x as f64 / 10.0;
        out.push_str(&tick(x, map.top - 2.6, &t));
        out.push_str(&tick(x, map.bottom + 8.6, &t));
    }
    for (y, t) in rows {
        let y = y as f64 / 10.0 + 2.5;
        out.push_str(&tick(map.left - 5.6, y, &t));
        out.push_str(&tick(map.right + 5.6, y, &t));
    }
    out
}

fn split(name: &str) -> Option<(&str, &str)> {
    if name.len() == 4 && name.bytes().all(|b| b.is_ascii_digit()) {
        return Some(name.split_at(2));
    }
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let (column, row) = name.split_at(letters);
    (letters > 0 && !row.is_empty() && row.bytes().all(|b| b.is_ascii_digit())).then_some((column, row))
}

/// Whether any name carries points.
pub(crate) fn has_objectives(kit: &Kit) -> Vec<u16> {
    let mut points: Vec<u16> = kit
        .labels
        .iter()
        .filter_map(|l| match l.kind {
            LabelKind::Objective(n) => Some(n),
            _ => None,
        })
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}
