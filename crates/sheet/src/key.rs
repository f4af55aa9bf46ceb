//! The key: a sample of every ground and line of the kit, what it does, and whether it is certain.

#![allow(clippy::cast_possible_truncation, reason = "drawing only: small counts of letters")]

use referee::Kit;

use crate::frame::{has_objectives, wrap};
use crate::geometry::{Pen, Pt, num, pt};
use crate::lettering::{text_width, vp};
use crate::paper::escape;
use crate::patches::{Stamp, stamped};
use crate::recipes::{Ground, Line};
use crate::scatter::block;
use crate::water::sample_line;
use crate::ways::bridge;

/// Something in the foot of the sheet, drawn from its upper left corner.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) svg: String,
}

const ROW: f64 = 52.0;

/// Width of a letter of an effect.
const LETTER: f64 = 3.9;

struct Entry {
    sample: String,
    name: String,
    effect: String,
}

/// Grounds and lines in so many columns each.
pub(crate) fn blocks(kit: &Kit, columns: (usize, usize)) -> Vec<Block> {
    let name = |name: &str, sure: bool| if sure { name.to_string() } else { format!("{name}°") };
    let grounds: Vec<Entry> = kit
        .grounds
        .iter()
        .map(|g| Entry {
            sample: ground_sample(Ground::named(&g.recipe)),
            name: name(&g.name, g.sure),
            effect: g.effect.clone(),
        })
        .collect();
    let mut lines: Vec<Entry> = kit
        .lines
        .iter()
        .filter(|l| {
            !matches!(Line::named(&l.recipe), Line::Land | Line::Neutral | Line::Wood | Line::Hills | Line::Sea)
        })
        .map(|l| Entry {
            sample: line_sample(Line::named(&l.recipe)),
            name: name(&l.name, l.sure),
            effect: l.effect.clone(),
        })
        .collect();
    let points = has_objectives(kit);
    if let (Some(&low), Some(&high)) = (points.first(), points.last()) {
        let mut sample = vp(pt(if low == high { 23.0 } else { 13.0 }, 18.0), low);
        if low != high {
            sample.push_str(&vp(pt(33.0, 18.0), high));
        }
        lines.push(Entry { sample, name: "Objective".into(), effect: "victory points".into() });
    }
    let tables = [("TERRAIN", grounds, columns.0), ("LINES", lines, columns.1)];
    tables.into_iter().filter_map(|(head, list, columns)| table(head, &list, columns)).collect()
}

fn table(head: &str, list: &[Entry], columns: usize) -> Option<Block> {
    if list.is_empty() {
        return None;
    }
    // Long effects need room; short ones should not leave holes.
    let name = list.iter().map(|e| text_width(&e.name) * 13.0).fold(0.0, f64::max);
    let effect = list.iter().map(|e| e.effect.chars().count()).max().unwrap_or(0);
    let column = 66.0 + ((effect as f64 / 3.0 + 5.0).min(30.0) * LETTER).max(name).clamp(48.0, 130.0);
    let columns = columns.clamp(1, list.len()) as f64;
    let mut svg = format!(r#"<g class="key"><text class="k-head" y="11">{head}</text>"#);
    for (i, entry) in list.iter().enumerate() {
        let i = i as f64;
        let (x, y) = ((i % columns) * column, 22.0 + (i / columns).floor() * ROW);
        let mut effect = wrap(&entry.effect, ((column - 60.0) / LETTER) as usize);
        if effect.len() > 3 {
            effect.truncate(3);
            effect[2].push('…');
        }
        let top = [22.0, 17.0, 12.0, 8.0][effect.len()];
        svg.push_str(&format!(
            r#"<g transform="translate({} {})">{}<text x="54" y="{}">{}</text>"#,
            num(x),
            num(y),
            entry.sample,
            num(top),
            escape(&entry.name)
        ));
        for (n, line) in effect.iter().enumerate() {
            let y = num(top + 11.0 + 9.6 * n as f64);
            svg.push_str(&format!(r#"<text x="54" y="{y}" class="effect">{}</text>"#, escape(line)));
        }
        svg.push_str("</g>");
    }
    svg.push_str("</g>");
    let rows = (list.len() as f64 / columns).ceil();
    Some(Block { width: columns * column - 8.0, height: 22.0 + rows * ROW - 8.0, svg })
}

fn ground_sample(ground: Ground) -> String {
    let hex = format!(r#"<path class="swatch g-{}" d="M10 0H36L46 18L36 36H10L0 18Z"/>"#, ground.class());
    let stamps = |stamp: Stamp, places: &[(f64, f64)]| stamped(places.iter().map(|&(x, y)| (stamp, pt(x, y))));
    let hachures = |class: &str, len: f64, weight: f64, places: &[(f64, f64)]| {
        let (down, mut pen) = (pt(0.42, 0.9), Pen::new());
        for &(x, y) in places {
            let (p, side) = (pt(x, y), down.quarter() * weight);
            pen.polygon(&[p + side, p + down * len, p - side]);
        }
        format!(r#"<path class="hachures {class}" d="{}"/>"#, pen.done())
    };
    let marks = match ground {
        Ground::Woods => {
            stamps(Stamp::Fir { tone: 1, size: 1 }, &[(16.0, 14.0), (32.0, 25.0), (21.0, 28.0)])
                + &stamps(Stamp::Fir { tone: 0, size: 2 }, &[(27.0, 12.0), (10.0, 22.0)])
        }
        Ground::Mixed => stamps(Stamp::Crown(1), &[(16.0, 13.0), (31.0, 24.0), (35.5, 26.0)]),
        Ground::Grove => {
            stamps(Stamp::Crown(2), &[(26.0, 13.0), (19.0, 17.0), (31.0, 19.0), (25.0, 22.0), (18.0, 24.0)])
        }
        Ground::Broken => hachures(
            "h-broken",
            8.0,
            0.75,
            &[(12.0, 8.0), (22.0, 6.0), (32.0, 8.0), (14.0, 21.0), (26.0, 21.0), (35.0, 19.0)],
        ),
        Ground::Rough => hachures(
            "h-rough",
            10.0,
            1.1,
            &[
                (10.0, 8.0),
                (16.0, 5.0),
                (22.0, 7.0),
                (28.0, 5.0),
                (34.0, 8.0),
                (11.0, 20.0),
                (18.0, 21.0),
                (25.0, 20.0),
                (32.0, 21.0),
            ],
        ),
        Ground::Mountain => stamps(Stamp::Peak, &[(16.0, 22.0), (29.0, 18.0)]),
        Ground::Marsh => stamps(Stamp::Reed, &[(16.0, 13.0), (30.0, 18.0), (18.0, 27.0)]),
        Ground::Water => stamps(Stamp::Wave, &[(18.0, 13.0), (28.0, 23.0)]),
        Ground::Town => {
            let mut pen = Pen::new();
            for (x, y, w, h) in
                [(15.0, 14.0, 4.0, 3.0), (26.0, 11.0, 3.0, 3.0), (19.0, 25.0, 3.0, 2.4), (31.0, 23.0, 4.0, 2.6)]
            {
                block(&mut pen, pt(x, y), 0.2, w, h);
            }
            format!(r#"<path class="house" d="{}"/>"#, pen.done())
        }
        Ground::Hilltop => {
            let (centre, mut pen) = (pt(23.0, 18.0), Pen::new());
            for n in 0..18 {
                let down = Pt::from_angle(f64::from(n) * std::f64::consts::TAU / 18.0);
                let (start, side) = (centre + down * 6.5, down.quarter() * 0.9);
                pen.polygon(&[start + side, centre + down * 13.0, start - side]);
            }
            format!(r#"<circle class="bald" cx="23" cy="18" r="5"/><path class="hachures h-hill" d="{}"/>"#, pen.done())
        }
        Ground::Flood => stamps(Stamp::Wave, &[(16.0, 10.0), (28.0, 19.0), (19.0, 28.0)]),
        Ground::Valley => r#"<path class="strips" d="M14 11l14 4M13 15l14 4M12 19l14 4M11 23l14 4"/>"#.into(),
        Ground::Mud => String::new(),
        Ground::Clear => r#"<path class="strips" d="M14 11l14 4M13 15l14 4M12 19l14 4M11 23l14 4"/>"#.into(),
        Ground::Plain | Ground::Neutral => String::new(),
    };
    hex + &marks
}

fn line_sample(line: Line) -> String {
    let d = {
        let mut pen = Pen::new();
        pen.open_spline(&sample_line(18.0));
        pen.done()
    };
    let drawn =
        |classes: &[&str]| -> String { classes.iter().map(|c| format!(r#"<path class="{c}" d="{d}"/>"#)).collect() };
    match line {
        Line::River => drawn(&["river-bank", "river-water", "river-flow"]),
        Line::Stream => format!(
            r##"<path class="stream-bank" style="stroke-width:4.4" d="{d}"/><path class="stream-sample" d="{d}"/>"##
        ),
        Line::Canal => drawn(&["canal-bank", "canal", "canal-light"]),
        Line::Road => drawn(&["road-case", "road"]),
        Line::Rail => drawn(&["rail", "rail-ties"]),
        Line::Trail => drawn(&["trail-halo", "trail"]),
        Line::Bridge => bridge(Pt { x: 23.0, y: 18.0 }, 0.0, 1.3, true),
        Line::Front => drawn(&["front-soft", "front"]),
        Line::Border => drawn(&["border-soft", "border"]),
        Line::GreatRiver => drawn(&["great-edge", "great-water", "great-light"]),
        Line::Way => drawn(&["way-case", "way-sample"]),
        Line::DottedWay => drawn(&["dots-halo", "dots"]),
        Line::Land | Line::Neutral | Line::Wood | Line::Hills | Line::Sea | Line::Plain => drawn(&["plain-line"]),
    }
}
