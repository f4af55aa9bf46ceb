//! Boxes on free parts of the sheet: what is printed in them, and what a scene lays into them.

use referee::{Chart, Kit, Panel, PanelLook, Scene, Seat, Tally};

use crate::blocks::art;
use crate::geometry::{Pt, Rect, num, pt};
use crate::paper::escape;

/// Height of the line with the title, and of the line in which markers stand over a chart.
const HEAD: f64 = 30.0;
const MARKERS: f64 = 30.0;
/// The part of the width in which the lines of a chart are named.
const NAMES: f64 = 0.5;
const RIM: f64 = 10.0;

pub(crate) fn rect(look: &PanelLook) -> Rect {
    let [left, top, width, height] = look.at.map(f64::from);
    Rect { left, top, right: left + width, bottom: top + height }
}

/// Faces, titles and charts.
pub(crate) fn printed(kit: &Kit) -> String {
    let mut out = String::new();
    for look in &kit.panels {
        let Rect { left, top, right, bottom } = rect(look);
        let (w, h) = (right - left, bottom - top);
        out.push_str(&format!(
            r#"<g class="panel-box" transform="translate({x} {y})"><rect class="plate-shade" x="3" y="4" width="{w}" height="{h}" rx="5"/><rect class="plate-face" width="{w}" height="{h}" rx="5"/><rect class="plate-line" x="4" y="4" width="{iw}" height="{ih}" rx="3"/><text class="panel-title" x="12" y="22">{}</text>"#,
            escape(&look.title),
            x = num(left),
            y = num(top),
            w = num(w),
            h = num(h),
            iw = num(w - 8.0),
            ih = num(h - 8.0)
        ));
        if let Some(chart) = look.chart.and_then(|chart| kit.charts.get(usize::from(chart))) {
            out.push_str(&lines_of(chart, w, h));
        }
        out.push_str("</g>");
    }
    out
}

fn lines_of(chart: &Chart, w: f64, h: f64) -> String {
    let columns = chart.rows.first().map_or(1, |row| row.1.len().max(1));
    let high = (h - HEAD - MARKERS - RIM) / chart.rows.len().max(1) as f64;
    let mut out = String::new();
    for column in 0..columns {
        let at = column_at(w, columns, column);
        let wide = column_width(w, columns) - 3.0;
        out.push_str(&format!(
            r#"<rect class="panel-slot" x="{}" y="{}" width="{}" height="{}" rx="2"/>"#,
            num(at - wide / 2.0),
            num(HEAD - 3.0),
            num(wide),
            num(MARKERS - 2.0)
        ));
    }
    for (i, (name, cells)) in chart.rows.iter().enumerate() {
        let y = HEAD + MARKERS + high * (i as f64 + 0.5) + 4.5;
        out.push_str(&format!(
            r#"<path class="panel-rule" d="M{} {}H{}"/><text class="panel-name" x="12" y="{}">{}</text>"#,
            num(RIM),
            num(HEAD + MARKERS + high * i as f64),
            num(w - RIM),
            num(y),
            escape(name)
        ));
        for (column, cell) in cells.iter().enumerate() {
            let x = num(column_at(w, columns, column));
            out.push_str(&format!(r#"<text class="panel-cell" x="{x}" y="{}">{}</text>"#, num(y), escape(cell)));
        }
    }
    out
}

fn column_width(w: f64, columns: usize) -> f64 {
    (w * (1.0 - NAMES) - RIM) / columns as f64
}

fn column_at(w: f64, columns: usize, column: usize) -> f64 {
    w * NAMES + column_width(w, columns) * (column as f64 + 0.5)
}

/// What lies in them.
pub(crate) fn laid(kit: &Kit, scene: &Scene) -> String {
    let mut out = String::from(r#"<g class="laid">"#);
    for (look, panel) in kit.panels.iter().zip(&scene.panels) {
        let Rect { left, top, .. } = rect(look);
        out.push_str(&format!(
            r#"<g transform="translate({} {})">{}</g>"#,
            num(left),
            num(top),
            inside(kit, look, panel)
        ));
    }
    out + "</g>"
}

/// What lies in one of them, from its upper left corner.
pub(crate) fn inside(kit: &Kit, look: &PanelLook, panel: &Panel) -> String {
    let [_, _, w, h] = look.at.map(f64::from);
    let mut out =
        format!(r#"<text class="panel-says" x="{}" y="21.500">{}</text>"#, num(w - 12.0), escape(&panel.says));
    let columns = look.chart.and_then(|chart| kit.charts.get(usize::from(chart))).and_then(|chart| chart.rows.first());
    let columns = columns.map_or(1, |row| row.1.len().max(1));
    for (i, (seat, column)) in panel.markers.iter().enumerate() {
        let before = panel.markers[..i].iter().filter(|other| other.1 == *column).count() as f64;
        let with = panel.markers.iter().filter(|other| other.1 == *column).count() as f64;
        let step = (column_width(w, columns) - 6.0) / with.max(1.0);
        let x = column_at(w, columns, usize::from(*column)) + (before - (with - 1.0) / 2.0) * step;
        let size = step.min(22.0);
        out.push_str(&emblem(kit, *seat, x, HEAD + MARKERS / 2.0 - 4.0, size));
    }
    for (at, size, art_name, there) in cells(panel, w, h) {
        let (x, y) = (at.x - size / 2.0, at.y - size / 2.0);
        let class = if there { "panel-slot" } else { "panel-slot vacant" };
        out.push_str(&format!(
            r#"<g class="{class}"><rect x="{}" y="{}" width="{s}" height="{s}" rx="2"/>{}</g>"#,
            num(x + 1.0),
            num(y + 1.0),
            art(kit, art_name, at.x, at.y, size - 6.0),
            s = num(size - 2.0)
        ));
    }
    out
}

fn emblem(kit: &Kit, seat: Seat, x: f64, y: f64, size: f64) -> String {
    art(kit, &format!("seat-{}", seat.0), x, y, size)
}

/// The spaces of a panel: middle, size, whose art, whether something lies there. Several rows are a line each, in
/// groups of three; a single one takes as many lines as make its spaces largest.
fn cells<'a>(panel: &'a Panel, w: f64, h: f64) -> Vec<(Pt, f64, &'a str, bool)> {
    let (wide, high) = (w - 2.0 * RIM, h - HEAD - RIM);
    let room = |tally: &Tally| usize::try_from(tally.of.unwrap_or(tally.count).max(tally.count)).unwrap_or(0);
    let rows: Vec<Vec<(&str, bool)>> = { panel.rows.iter() }
        .map(|row| {
            let of = |tally: &'a Tally| {
                (0..room(tally)).map(move |i| (tally.art.as_str(), i < usize::try_from(tally.count).unwrap_or(0)))
            };
            row.iter().flat_map(of).collect()
        })
        .collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    if most == 0 {
        return vec![];
    }
    let several = rows.len() > 1;
    let gaps = if several { ((most - 1) / 3) as f64 * 6.0 } else { 0.0 };
    let fits = |columns: usize| {
        let lines = if several { rows.len() } else { most.div_ceil(columns) };
        ((wide - gaps) / columns as f64).min(high / lines as f64)
    };
    let columns = if several { most } else { (1..=most).max_by(|a, b| fits(*a).total_cmp(&fits(*b))).unwrap_or(1) };
    let size = fits(columns).min(34.0);
    let mut out = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        for (i, (name, there)) in row.iter().enumerate() {
            let (column, line) = if several { (i, line) } else { (i % columns, i / columns) };
            let gap = if several { (i / 3) as f64 * 6.0 } else { 0.0 };
            let at = pt(RIM + (column as f64 + 0.5) * size + gap, HEAD + (line as f64 + 0.5) * size);
            out.push((at, size, *name, *there));
        }
    }
    out
}
