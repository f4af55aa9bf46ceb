//! Lines along hexsides: rivers, streams, fronts, borders.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: rounded coordinates")]

use referee::{Kit, Spot, Through};

use crate::areas::{soft_corner, soft_thirds};
use crate::geometry::{Pen, Pt, evenly, length, pt, sample_open};
use crate::hexes::{CornerKey, Grid};
use crate::outlines;
use crate::recipes::Line;

/// One unbroken stretch of a line, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) line: Line,
    pub(crate) name: String,
    /// Controls of an open spline.
    pub(crate) controls: Vec<Pt>,
    pub(crate) points: Vec<Pt>,
}

/// Everything in the kit that runs along sides, and water that runs through centres.
pub(crate) fn courses(kit: &Kit, grid: Option<&Grid>) -> Vec<Course> {
    let mut runs: Vec<(Line, String, Run)> = Vec::new();
    for run in &kit.runs {
        let line = Line::of(kit, run.line);
        match &run.through {
            Through::Sides(_) if line == Line::Bridge => {}
            Through::Sides(sides) => {
                let corners: Vec<(CornerKey, CornerKey)> =
                    sides.iter().filter_map(|&(a, b)| grid.and_then(|g| g.side(a, b))).collect();
                if let Some(grid) = grid {
                    for chain in chains(&corners) {
                        runs.push((line, run.name.clone(), soft_run(grid, &chain, line)));
                    }
                }
                for controls in outlines::shared_borders(kit, sides) {
                    runs.push((line, run.name.clone(), Run { controls, corners: Vec::new() }));
                }
            }
            Through::Spots(spots) if line.is_water() => {
                let controls: Vec<Pt> = spots.iter().filter_map(|s| place(kit, *s)).collect();
                runs.push((line, run.name.clone(), Run { controls, corners: Vec::new() }));
            }
            // Free ground is drawn in `country`.
            Through::Spots(_) | Through::Points(_) | Through::Shape(_) => {}
        }
    }
    join_tributaries(&mut runs);
    runs.into_iter()
        .filter(|r| r.2.controls.len() > 1)
        .map(|(line, name, run)| {
            let points = sample_open(&run.controls, 4.0);
            Course { line, name, controls: run.controls, points }
        })
        .collect()
}

pub(crate) fn place(kit: &Kit, spot: Spot) -> Option<Pt> {
    kit.spots.get(spot.index()).map(|s| Pt::of(s.at))
}

/// Streams under rivers; each bank is drawn before any water, so that confluences stay open.
pub(crate) fn draw_water(courses: &[Course]) -> String {
    let mut out = String::new();
    let of = |line: Line| courses.iter().filter(move |c| c.line == line);
    let streams = of(Line::Stream).map(|course| Pen::drawn(|pen| ribbon(pen, &course.controls)));
    out.push_str(&apart("rs-streams", streams, &["stream-bank", "stream"]));
    let canals = of(Line::Canal).map(|course| Pen::drawn(|pen| pen.polyline(&course.controls)));
    out.push_str(&apart("rs-canals", canals, &["canal-bank", "canal", "canal-light"]));
    let rivers = of(Line::River).map(|course| Pen::drawn(|pen| pen.open_spline(&course.controls)));
    out.push_str(&apart("rs-rivers", rivers, &["river-bank", "river-water"]));
    let (mut flow, mut counterflow) = (Pen::new(), Pen::new());
    for course in of(Line::River) {
        let even = evenly(&course.points, 12.0);
        flow.open_spline(&beside(&even, -2.2));
        counterflow.open_spline(&beside(&even, 2.6));
    }
    let flow = flow.done();
    if !flow.is_empty() {
        out.push_str(&format!(
            r#"<path class="river-flow" d="{}"/><path class="river-flow river-flow-2" d="{}"/>"#,
            flow,
            counterflow.done()
        ));
    }
    let mut great = Pen::new();
    for course in of(Line::GreatRiver) {
        great.open_spline(&course.controls);
    }
    out.push_str(&twice(
        "rs-great",
        &great.done(),
        &["great-edge slim", "great-water slim", "great-light slim", "great-flow"],
    ));
    out
}

/// Fronts, borders and lines of unknown recipes.
pub(crate) fn draw_fronts(courses: &[Course]) -> String {
    let mut out = String::new();
    for (line, classes) in [
        (Line::Border, &["border-soft", "border"][..]),
        (Line::Plain, &["plain-line"][..]),
        (Line::Front, &["front-soft", "front"][..]),
        (Line::Road, &["road-case", "road"][..]),
        (Line::Rail, &["rail", "rail-ties"][..]),
        (Line::Trail, &["trail-halo", "trail"][..]),
    ] {
        let along = courses.iter().filter(|c| c.line == line);
        let along = along.map(|course| Pen::drawn(|pen| pen.open_spline(&course.controls)));
        out.push_str(&apart(&format!("rs-along-{}", classes[0]), along, classes));
    }
    out
}

/// The same path under several pens.
pub(crate) fn twice(id: &str, d: &str, classes: &[&str]) -> String {
    if d.is_empty() { String::new() } else { under(&format!(r#"<path id="{id}" d="{d}"/>"#), id, classes) }
}

/// The same for lines of their own. As one path all of them would be walked through for every part of the sheet, however few
/// of them are seen in it: that took two thirds of the time.
pub(crate) fn apart(id: &str, lines: impl Iterator<Item = String>, classes: &[&str]) -> String {
    let paths: String = lines.filter(|d| !d.is_empty()).map(|d| format!(r#"<path d="{d}"/>"#)).collect();
    if paths.is_empty() { paths } else { under(&format!(r#"<g id="{id}">{paths}</g>"#), id, classes) }
}

fn under(drawing: &str, id: &str, classes: &[&str]) -> String {
    let mut out = format!("<defs>{drawing}</defs>");
    for class in classes {
        out.push_str(&format!(r##"<use href="#{id}" class="{class}"/>"##));
    }
    out
}

/// A band that gains width from spring to mouth.
fn ribbon(pen: &mut Pen, controls: &[Pt]) {
    let line = evenly(&sample_open(controls, 3.0), 9.0);
    if line.len() < 2 {
        return;
    }
    let reach = length(&line);
    let widest = 0.75 + (reach / 900.0).min(1.15);
    let half = |i: usize| 0.7 + (widest - 0.7) * (i as f64 / (line.len() - 1) as f64);
    let side = |sign: f64| -> Vec<Pt> {
        (0..line.len()).map(|i| line[i] + heading(&line, i).quarter() * (sign * half(i))).collect()
    };
    let mut outline = side(-1.0);
    outline.extend(side(1.0).into_iter().rev());
    pen.closed_spline(&outline);
}

/// A parallel of a line.
pub(crate) fn beside(line: &[Pt], off: f64) -> Vec<Pt> {
    (0..line.len()).map(|i| line[i] + heading(line, i).quarter() * off).collect()
}

fn heading(line: &[Pt], i: usize) -> Pt {
    (line[(i + 1).min(line.len() - 1)] - line[i.saturating_sub(1)]).unit()
}

struct Run {
    controls: Vec<Pt>,
    /// Corner keys and where in the controls they stand.
    corners: Vec<(CornerKey, usize)>,
}

/// Sides in the given order as runs of corners. A list that jumps makes several runs; runs that meet
/// end to start are joined, and end to end as well.
fn chains(sides: &[(CornerKey, CornerKey)]) -> Vec<Vec<CornerKey>> {
    let mut runs: Vec<Vec<CornerKey>> = Vec::new();
    for &(p, q) in sides {
        if let Some(run) = runs.last_mut() {
            let (first, last) = (run[0], run[run.len() - 1]);
            if run.len() == 2 && (first == p || first == q) && last != p && last != q {
                run.reverse();
            }
            let last = run[run.len() - 1];
            if last == p || last == q {
                run.push(if last == p { q } else { p });
                continue;
            }
        }
        runs.push(vec![p, q]);
    }
    let mut i = 0;
    while i < runs.len() {
        let end = runs[i][runs[i].len() - 1];
        let start = runs[i][0];
        let met = (i + 1..runs.len()).find(|&j| {
            let (a, b) = (runs[j][0], runs[j][runs[j].len() - 1]);
            start != end && (a == end || b == end || a == start || b == start)
        });
        let Some(j) = met else {
            i += 1;
            continue;
        };
        let mut other = runs.remove(j);
        let (a, b) = (other[0], other[other.len() - 1]);
        if a == end || b == end {
            if a != end {
                other.reverse();
            }
            runs[i].extend_from_slice(&other[1..]);
        } else {
            if b != start {
                other.reverse();
            }
            other.extend_from_slice(&runs[i][1..]);
            runs[i] = other;
        }
    }
    runs
}

/// Controls of a run: water meanders a little about the sides it follows. Ends on the rim of the map
/// are carried over the trimmed edge.
fn soft_run(grid: &Grid, run: &[CornerKey], line: Line) -> Run {
    let wander = match line {
        Line::River | Line::GreatRiver => 4.2,
        Line::Stream => 3.6,
        _ => 1.2,
    };
    let push = if line.is_water() { 4.0 } else { 3.0 };
    let off = |key: CornerKey| {
        let p = grid.corner_at(key);
        let out = grid.outward(p);
        [p + out * 22.0 + out.quarter() * 3.0, p + out * 70.0]
    };
    let mut controls = Vec::new();
    if let Some(&first) = run.first()
        && grid.leads_off(first)
        && run.len() > 1
    {
        let [near, far] = off(first);
        controls.extend([far, near]);
    }
    let mut corners = Vec::new();
    for (i, &key) in run.iter().enumerate() {
        let here = soft_corner(grid, key, push);
        if i > 0 {
            let before = run[i - 1];
            controls.extend(soft_thirds((before, soft_corner(grid, before, push)), (key, here), wander));
        }
        corners.push((key, controls.len()));
        controls.push(here);
    }
    if let Some(&last) = run.last()
        && grid.leads_off(last)
        && run.len() > 1
    {
        controls.extend(off(last));
    }
    Run { controls, corners }
}

/// A stream that ends in another ends on its drawn line, not on the corner the line rounds.
fn join_tributaries(runs: &mut [(Line, String, Run)]) {
    for i in 0..runs.len() {
        if !runs[i].0.is_water() {
            continue;
        }
        for at_end in [false, true] {
            let corner = if at_end { runs[i].2.corners.last() } else { runs[i].2.corners.first() };
            let Some(&(key, index)) = corner else { continue };
            if index != 0 && index != runs[i].2.controls.len() - 1 {
                continue;
            }
            let met = runs.iter().enumerate().filter(|(j, r)| *j != i && r.0.is_water()).find_map(|(_, r)| {
                let &(_, k) = r.2.corners.iter().find(|c| c.0 == key)?;
                let c = &r.2.controls;
                (k > 0 && k + 1 < c.len()).then(|| (c[k - 1] + c[k] * 6.0 + c[k + 1]) * 0.125)
            });
            if let Some(p) = met {
                runs[i].2.controls[index] = p;
            }
        }
    }
}

/// The wet line nearest to a place, and how far it is.
pub(crate) fn nearest(courses: &[Course], p: Pt, reach: f64) -> Option<(&Course, usize)> {
    let mut best: Option<(f64, &Course, usize)> = None;
    for course in courses.iter().filter(|c| c.line.is_water()) {
        for (i, q) in course.points.iter().enumerate() {
            let d = q.dist(p);
            if d < reach && best.is_none_or(|b| d < b.0) {
                best = Some((d, course, i));
            }
        }
    }
    best.map(|b| (b.1, b.2))
}

/// A short wavy line for the key.
pub(crate) fn sample_line(y: f64) -> [Pt; 6] {
    [pt(0.0, y), pt(6.0, y - 5.0), pt(16.0, y - 4.0), pt(28.0, y + 5.0), pt(39.0, y + 4.0), pt(46.0, y - 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_for_themselves_under_every_pen() {
        let lines = ["M0 0h9", "", "M50 50h9"].map(String::from);
        let drawn = apart("rs-x", lines.into_iter(), &["bank", "water"]);
        assert_eq!((drawn.matches("<path").count(), drawn.matches("<use").count()), (2, 2), "{drawn}");
        assert!(apart("rs-x", std::iter::empty(), &["bank"]).is_empty());
    }
}
