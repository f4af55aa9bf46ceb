//! Hex numbers and names. A town's label lies on the town and its name is set where it covers least:
//! below, beside or above. Water names run along their water.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: small counts of points")]

use referee::{Kit, Label, LabelKind, Shape};

use crate::geometry::{Pen, Pt, Rect, evenly, length, num, pt};
use crate::hexes::{HALF, is_hex};
use crate::outlines::{bounds, outline};
use crate::paper::escape;
use crate::recipes::Line;
use crate::water::{self, Course};

/// What names keep clear of.
#[derive(Debug)]
pub(crate) struct Obstacles {
    pub(crate) counters: Vec<Rect>,
    pub(crate) ways: Vec<Pt>,
}

/// The names of the spots, at the top of each hex.
pub(crate) fn numbers(kit: &Kit) -> String {
    let mut out = String::from(r#"<g class="numbers">"#);
    for spot in kit.spots.iter().filter(|s| is_hex(&s.shape)) {
        let at = Pt::of(spot.at);
        let (x, y) = (num(at.x), num(at.y - HALF + 9.2));
        out.push_str(&format!(r#"<text x="{x}" y="{y}">{}</text>"#, escape(&spot.name)));
    }
    out.push_str("</g>");
    out
}

pub(crate) fn names(kit: &Kit, courses: &[Course], sheet: Rect, obstacles: &Obstacles) -> String {
    // On a network the names of countries lie under everything else.
    let quiet = if kit.spots.iter().any(|spot| spot.shape == Shape::Oval) { " quiet" } else { "" };
    let mut out = format!(r#"<g class="names{quiet}">"#);
    let mut room = Room { sheet, obstacles, taken: Vec::new() };
    let by_kind = |kinds: fn(&LabelKind) -> bool| kit.labels.iter().filter(move |l| kinds(&l.kind));
    for label in by_kind(|k| matches!(k, LabelKind::Region)) {
        out.push_str(&region(label));
    }
    let mut water = WaterNames { courses, count: 0 };
    for label in by_kind(|k| matches!(k, LabelKind::Water)) {
        out.push_str(&water.labelled(label, &mut room));
    }
    for course in courses.iter().filter(|c| c.line.is_water() && !c.name.is_empty()) {
        let known = by_kind(|k| matches!(k, LabelKind::Water)).any(|l| same(&l.text, &course.name));
        let first = courses.iter().find(|c| c.name == course.name).is_some_and(|c| std::ptr::eq(c, course));
        if !known && first && length(&course.points) > 160.0 {
            out.push_str(&water.unlabelled(course, &mut room));
        }
    }
    for label in by_kind(|k| matches!(k, LabelKind::Place | LabelKind::Height)) {
        out.push_str(&place(label, &mut room));
    }
    // The greatest first: it has the choice.
    let mut towns: Vec<&Label> =
        by_kind(|k| matches!(k, LabelKind::Town | LabelKind::City | LabelKind::MajorCity | LabelKind::Objective(_)))
            .collect();
    towns.sort_by_key(|l| std::cmp::Reverse(worth(l)));
    for label in towns {
        out.push_str(&town(kit, label, &mut room));
    }
    out.push_str("</g>");
    out
}

/// Width of a line of serif letters at size 1, by rough classes of letters.
pub(crate) fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | '\'' | ' ' | '-' | ':' | '1' => 0.34,
            'm' | 'w' | 'M' | 'W' => 0.92,
            'r' | 's' | 'J' => 0.47,
            c if c.is_uppercase() => 0.72,
            _ => 0.58,
        })
        .sum()
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

fn worth(label: &Label) -> u16 {
    match label.kind {
        LabelKind::MajorCity => 7,
        LabelKind::City => 2,
        LabelKind::Objective(n) => n.saturating_add(1),
        LabelKind::Town | LabelKind::Water | LabelKind::Region | LabelKind::Height | LabelKind::Place => 0,
    }
}

fn turned(label: &Label, at: Pt) -> String {
    let turn = if label.turn.is_finite() { f64::from(label.turn) } else { 0.0 };
    if turn == 0.0 {
        String::new()
    } else {
        format!(r#" transform="rotate({} {} {})""#, num(turn), num(at.x), num(at.y))
    }
}

/// Capitals are spread wide over two lines if need be; a turned name belongs to something narrow.
fn region(label: &Label) -> String {
    let at = Pt::of(label.at);
    let shouting = label.text.chars().all(|c| !c.is_lowercase());
    let class = match (shouting, label.turn == 0.0) {
        (true, _) => "wide",
        (false, true) => "plain",
        (false, false) => "small",
    };
    let mut lines: Vec<&str> = vec![&label.text];
    if shouting && label.text.chars().count() > 10 {
        lines = label.text.split(' ').collect();
    }
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        let y = at.y + (i as f64 - (lines.len() as f64 - 1.0) / 2.0) * 73.0 + 4.0;
        out.push_str(&format!(
            r#"<text class="area {class}" x="{}" y="{}"{}>{}</text>"#,
            num(at.x),
            num(y),
            turned(label, at),
            escape(line)
        ));
    }
    out
}

fn place(label: &Label, room: &mut Room) -> String {
    let at = Pt::of(label.at);
    let words = escape(&label.text);
    if label.kind == LabelKind::Height {
        let wide = text_width(&label.text) * 9.5;
        room.taken.push(Rect { left: at.x - 6.0, top: at.y - 7.0, right: at.x + 9.0 + wide, bottom: at.y + 5.0 });
        return format!(
            r#"<g class="spot-height"><path d="M{} {}l5 8h-10z"/><text x="{}" y="{}">{words}</text></g>"#,
            num(at.x),
            num(at.y - 5.0),
            num(at.x + 8.0),
            num(at.y + 3.0)
        );
    }
    let wide = text_width(&label.text) * 12.0;
    let p = if label.turn == 0.0 {
        let offs = [0.0, -7.0, 7.0, -14.0, 14.0, -22.0, 22.0, -32.0, 32.0];
        let tries = offs.iter().flat_map(|&dy| offs.iter().map(move |&dx| (pt(dx, dy), pt(dx, dy).len() * 0.6)));
        room.settle(at, wide, 12.0, tries).0
    } else {
        room.taken.push(Rect::around(at - pt(0.0, 4.0), wide * 0.4, 8.0));
        at
    };
    format!(r#"<text class="area place" x="{}" y="{}"{}>{words}</text>"#, num(p.x), num(p.y), turned(label, at))
}

/// Some sixty places are scored by what they would cover and by how far off they are.
fn town(kit: &Kit, label: &Label, room: &mut Room) -> String {
    let at = Pt::of(label.at);
    let (goal, points) = match label.kind {
        LabelKind::Objective(n) => (true, n),
        _ => (false, 0),
    };
    let (city, capital) = (label.kind == LabelKind::City, label.kind == LabelKind::MajorCity);
    let major = points > 5;
    let size = match (goal || city, major || capital) {
        (false, false) => 11.5,
        (true, false) => 13.5,
        (_, true) => 15.5,
    };
    let wide = text_width(&label.text) * size + if goal { 17.0 } else { 0.0 };
    let (low, high) = baselines(kit, at);
    let rows = [(low, 0.0), (low + 4.0, 3.0), (low + 9.0, 8.0), (high, 16.0), (high - 6.0, 22.0)];
    let shifts = [0.0, -10.0, 10.0, -20.0, 20.0, -32.0, 32.0, -45.0, 45.0, -58.0, 58.0_f64];
    let mut tries: Vec<(Pt, f64)> =
        rows.iter().flat_map(|&(dy, toll)| shifts.map(|dx| (pt(dx, dy), toll + dx.abs() * 0.8))).collect();
    tries.extend([-1.0, 1.0].map(|side| (pt(side * (37.0 + wide / 2.0), 4.0), 30.0)));
    let (p, rect) = room.settle(at, wide, size, tries.into_iter());
    let words = escape(&label.text);
    if !goal {
        let rank = if capital {
            " city capital"
        } else if city {
            " city"
        } else {
            ""
        };
        return format!(r#"<g class="town-name{rank}"><text x="{}" y="{}">{words}</text></g>"#, num(p.x), num(p.y));
    }
    // The name ends at the seal, whatever the width of its letters.
    let seal = pt(rect.right - 7.0, p.y - size * 0.33);
    format!(
        r#"<g class="town-name goal{}"><text x="{}" y="{}">{words}</text>{}</g>"#,
        if major { " major" } else { "" },
        num(seal.x - if major { 9.5 } else { 8.5 }),
        num(p.y),
        vp(seal, points)
    )
}

/// What is free, and what names have taken so far.
struct Room<'a> {
    sheet: Rect,
    obstacles: &'a Obstacles,
    taken: Vec<Rect>,
}

impl Room<'_> {
    /// The cheapest of some places, given with their own tolls, for a line of text about its middle.
    fn settle(&mut self, at: Pt, wide: f64, size: f64, tries: impl Iterator<Item = (Pt, f64)>) -> (Pt, Rect) {
        let mut best: Option<(f64, Pt, Rect)> = None;
        for (off, toll) in tries {
            let p = at + off;
            let (top, bottom) = (p.y - size * 0.8, p.y + size * 0.25);
            let rect = Rect { left: p.x - wide / 2.0, right: p.x + wide / 2.0, top, bottom };
            let cost = toll + self.cost(rect);
            if best.is_none_or(|b| cost < b.0) {
                best = Some((cost, p, rect));
            }
        }
        let (_, p, rect) = best.unwrap_or((0.0, at, Rect::around(at, wide / 2.0, size / 2.0)));
        self.taken.push(rect);
        (p, rect)
    }

    fn cost(&self, rect: Rect) -> f64 {
        let counters: f64 = self.obstacles.counters.iter().map(|c| c.grown(1.0).overlap(rect)).sum();
        let names: f64 = self.taken.iter().map(|c| c.overlap(rect)).sum();
        let ways = self.obstacles.ways.iter().filter(|w| rect.grown(2.0).holds(**w)).count() as f64;
        let spill = rect.width() * rect.height() - self.sheet.overlap(rect);
        counters * 0.7 + names * 1.2 + ways * 1.6 + spill * 4.0
    }
}

/// The hexagonal seal with the points.
pub(crate) fn vp(at: Pt, points: u16) -> String {
    format!(
        r#"<g class="vp{}" transform="translate({} {})"><path d="M0-7.5L6.6-3.8V3.8L0 7.5L-6.6 3.8V-3.8Z"/><text y="2.9">{points}</text></g>"#,
        if points > 5 { " big" } else { "" },
        num(at.x),
        num(at.y)
    )
}

/// Where the baseline of a name stands under its town and above it, measured from the label. A label
/// lies anywhere in the hex of its town, or on the side between its two hexes; names stand clear of
/// counters, just below them.
fn baselines(kit: &Kit, at: Pt) -> (f64, f64) {
    let hexes: Vec<Pt> =
        kit.spots.iter().filter(|s| is_hex(&s.shape)).map(|s| Pt::of(s.at)).filter(|c| c.dist(at) < 40.0).collect();
    let on_side: Vec<&Pt> = hexes.iter().filter(|c| (c.dist(at) - HALF).abs() < 2.0).collect();
    let nearest = hexes.iter().min_by(|a, b| a.dist(at).total_cmp(&b.dist(at)));
    if let [a, b] = on_side.as_slice() {
        return (a.y.max(b.y) - at.y + 31.5, a.y.min(b.y) - at.y - 25.0);
    }
    if let Some(c) = nearest {
        return (c.y - at.y + 31.5, c.y - at.y - 25.0);
    }
    let outlined = kit.spots.iter().filter(|s| Pt::of(s.at).dist(at) < 8.0).find_map(outline);
    match outlined.map(|o| bounds(&o)) {
        Some(rect) => ((rect.bottom - at.y + 12.0).min(40.0), (rect.top - at.y - 5.0).max(-40.0)),
        None => (0.0, -14.0),
    }
}

struct WaterNames<'a> {
    courses: &'a [Course],
    count: usize,
}

impl WaterNames<'_> {
    fn labelled(&mut self, label: &Label, room: &mut Room) -> String {
        let at = Pt::of(label.at);
        let named: Vec<Course> =
            self.courses.iter().filter(|c| c.line.is_water() && same(&c.name, &label.text)).cloned().collect();
        let pool = if named.is_empty() { self.courses } else { &named };
        let reach = if named.is_empty() { 45.0 } else { 150.0 };
        let Some((course, i)) = water::nearest(pool, at, reach).map(|(c, i)| (c.clone(), i)) else {
            let half = text_width(&label.text) * 13.0;
            room.taken.push(Rect::around(at, half, 13.0));
            return format!(
                r#"<text class="water-name sea" x="{}" y="{}"{}>{}</text>"#,
                num(at.x),
                num(at.y),
                turned(label, at),
                escape(&label.text)
            );
        };
        let towards = Pt::from_angle(f64::from(label.turn).to_radians());
        self.along(&course, i, Some(towards), &label.text, room)
    }

    fn unlabelled(&mut self, course: &Course, room: &mut Room) -> String {
        self.along(course, course.points.len() * 2 / 5, None, &course.name, room)
    }

    /// On a much smoothed copy of the line, on whichever side and stretch near the wanted place the
    /// letters cover least and the water does not run through them.
    fn along(&mut self, course: &Course, i: usize, towards: Option<Pt>, text: &str, room: &mut Room) -> String {
        let river = course.line != Line::Stream;
        let (size, spread, clear) = if river { (18.0, 0.22, 8.5) } else { (11.0, 0.06, 3.0) };
        let wide = text_width(text) * size + text.chars().count() as f64 * size * spread;
        // Smoothing shortens a line: measure afterwards, and leave room for wider letters than ours.
        let smooth = evenly(&smoothed(&course.points, if river { 160 } else { 90 }), 4.0);
        let wanted = course.points[i];
        let off = |k: &usize| smooth[*k].dist(wanted);
        let i = (0..smooth.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
        let last = smooth.len() - 1;
        let half = ((wide * 0.6 / 4.0) as usize + 2).min(last / 2);
        let mut best: Option<(f64, Vec<Pt>)> = None;
        for step in -16..=16_i64 {
            let middle = i as i64 + step * 3;
            let (from, to) = (middle - half as i64, middle + half as i64);
            if from < 0 || to > last as i64 {
                continue;
            }
            let mut line = smooth[from as usize..=to as usize].to_vec();
            let run = line[line.len() - 1] - line[0];
            let backwards = towards.map_or(run.x < -20.0 || (run.x.abs() < 60.0 && run.y > 0.0), |t| run.dot(t) < 0.0);
            if backwards {
                line.reverse();
            }
            let reach = bounds(&line).grown(40.0);
            let nearby: Vec<Pt> = course.points.iter().copied().filter(|p| reach.holds(*p)).collect();
            // Above the line letters stand on it; below they hang from it.
            for (off, toll) in
                [(-clear - 2.0, 0.0), (-clear - 6.0, 5.0), (clear + size * 0.72, 4.0), (clear + size * 0.72 + 4.0, 9.0)]
            {
                let base = water::beside(&line, off);
                let middles = water::beside(&base, -size * 0.34);
                let mut cost = toll + (step as f64).abs() * 1.2;
                for m in middles.iter().step_by(3) {
                    let wet = nearby.iter().map(|w| w.dist(*m)).fold(f64::INFINITY, f64::min);
                    cost += (size * 0.45 + clear - wet).max(0.0) * 1.5;
                    cost += room.cost(Rect::around(*m, 4.0, size * 0.45)) * 0.3;
                }
                if best.as_ref().is_none_or(|b| cost < b.0) {
                    best = Some((cost, base));
                }
            }
        }
        let Some((_, line)) = best else { return String::new() };
        for p in line.iter().step_by(3) {
            room.taken.push(Rect::around(*p - pt(0.0, size * 0.3), 6.0, size * 0.5));
        }
        let thin: Vec<Pt> = line.iter().copied().step_by(4).chain(line.last().copied()).collect();
        let thin = lengthened(&thin, wide * 0.5);
        let mut pen = Pen::new();
        pen.open_spline(&thin);
        self.count += 1;
        let id = format!("rs-water-{}", self.count);
        format!(
            r##"<path id="{id}" d="{}" fill="none"/><text class="water-name {}"><textPath href="#{id}" startOffset="50%">{}</textPath></text>"##,
            pen.done(),
            if river { "river" } else { "stream" },
            escape(text)
        )
    }
}

/// The same with a straight piece at both ends: letters that find no line under them are not drawn at all.
fn lengthened(line: &[Pt], by: f64) -> Vec<Pt> {
    let ([first, second, ..], [.., before, last]) = (line, line) else { return line.to_vec() };
    let out = |from: Pt, to: Pt| {
        let (run, far) = (to - from, to.dist(from).max(0.01));
        to + run * (by / far)
    };
    [out(*second, *first)].into_iter().chain(line.iter().copied()).chain([out(*before, *last)]).collect()
}

fn smoothed(line: &[Pt], passes: usize) -> Vec<Pt> {
    let mut line = line.to_vec();
    for _ in 0..passes {
        let old = line.clone();
        for j in 1..line.len().saturating_sub(1) {
            line[j] = (old[j - 1] + old[j] * 2.0 + old[j + 1]) * 0.25;
        }
    }
    line
}
