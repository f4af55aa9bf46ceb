//! Points, the compact path writer, and the spline everything smooth is made of.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: coordinates are rounded to tenths")]

use std::ops::{Add, Mul, Sub};

#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Pt {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

pub(crate) const fn pt(x: f64, y: f64) -> Pt {
    Pt { x, y }
}

impl Add for Pt {
    type Output = Pt;
    fn add(self, o: Pt) -> Pt {
        pt(self.x + o.x, self.y + o.y)
    }
}

impl Sub for Pt {
    type Output = Pt;
    fn sub(self, o: Pt) -> Pt {
        pt(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for Pt {
    type Output = Pt;
    fn mul(self, k: f64) -> Pt {
        pt(self.x * k, self.y * k)
    }
}

impl Pt {
    pub(crate) fn of((x, y): (f32, f32)) -> Pt {
        let sound = |v: f32| if v.is_finite() { f64::from(v.clamp(-1e6, 1e6)) } else { 0.0 };
        pt(sound(x), sound(y))
    }

    pub(crate) fn from_angle(a: f64) -> Pt {
        pt(a.cos(), a.sin())
    }

    pub(crate) fn len(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn dist(self, o: Pt) -> f64 {
        (self - o).len()
    }

    pub(crate) fn dot(self, o: Pt) -> f64 {
        self.x * o.x + self.y * o.y
    }

    /// A quarter turn clockwise as seen on the sheet.
    pub(crate) fn quarter(self) -> Pt {
        pt(-self.y, self.x)
    }

    /// Length one, or nothing at all.
    pub(crate) fn unit(self) -> Pt {
        let l = self.len();
        if l < 1e-9 { pt(0.0, 0.0) } else { self * (1.0 / l) }
    }

    pub(crate) fn mid(self, o: Pt) -> Pt {
        pt((self.x + o.x) / 2.0, (self.y + o.y) / 2.0)
    }

    pub(crate) fn lerp(self, o: Pt, t: f64) -> Pt {
        self + (o - self) * t
    }

    pub(crate) fn angle(self) -> f64 {
        self.y.atan2(self.x)
    }
}

/// A number with at most one decimal, as short as SVG allows.
pub(crate) fn num(v: f64) -> String {
    let mut out = String::new();
    tenths(&mut out, (v * 10.0).round() as i32);
    out
}

fn tenths(out: &mut String, v: i32) {
    if v < 0 {
        out.push('-');
    }
    let (whole, part) = (v.unsigned_abs() / 10, v.unsigned_abs() % 10);
    if whole > 0 || part == 0 {
        out.push_str(&whole.to_string());
    }
    if part > 0 {
        out.push('.');
        out.push((b'0' + part as u8) as char);
    }
}

/// Writes path data in relative commands. The pen counts in tenths, so rounding never adds up and
/// two lines through the same points are the same lines.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    d: String,
    at: (i32, i32),
    start: (i32, i32),
    command: char,
}

impl Pen {
    pub(crate) fn new() -> Pen {
        Pen::default()
    }

    pub(crate) fn done(self) -> String {
        self.d
    }

    /// One drawing.
    pub(crate) fn drawn(draw: impl FnOnce(&mut Pen)) -> String {
        let mut pen = Pen::new();
        draw(&mut pen);
        pen.done()
    }

    pub(crate) fn move_to(&mut self, p: Pt) {
        let to = snap(p);
        let first = self.d.is_empty();
        self.command = '\0';
        self.letter(if first { 'M' } else { 'm' });
        self.pair(to);
        self.at = to;
        self.start = to;
        // Further pairs after a moveto are lines.
        self.command = if first { 'L' } else { 'l' };
        if first {
            self.command = '\0';
        }
    }

    pub(crate) fn line_to(&mut self, p: Pt) {
        let to = snap(p);
        let (dx, dy) = (to.0 - self.at.0, to.1 - self.at.1);
        match (dx, dy) {
            (0, 0) => return,
            (_, 0) => {
                self.letter('h');
                self.value(dx);
            }
            (0, _) => {
                self.letter('v');
                self.value(dy);
            }
            _ => {
                self.letter('l');
                self.pair(to);
            }
        }
        self.at = to;
    }

    pub(crate) fn quad_to(&mut self, c: Pt, p: Pt) {
        let (c, p) = (snap(c), snap(p));
        if p == self.at && c == self.at {
            return;
        }
        if c == self.at || c == p {
            return self.line_to(pt(f64::from(p.0) / 10.0, f64::from(p.1) / 10.0));
        }
        self.letter('q');
        self.pair(c);
        self.pair(p);
        self.at = p;
    }

    pub(crate) fn cubic_to(&mut self, c: Pt, e: Pt, p: Pt) {
        self.letter('c');
        for v in [c, e, p] {
            self.pair(snap(v));
        }
        self.at = snap(p);
    }

    /// A bulge to the left of the way from here to there.
    pub(crate) fn bulge_to(&mut self, radius: f64, p: Pt) {
        let to = snap(p);
        if to == self.at {
            return;
        }
        self.letter('a');
        let r = (radius * 2.0).round() as i32 * 5;
        self.value(r);
        self.value(r);
        self.d.push_str(" 0 0 1");
        self.pair(to);
        self.at = to;
    }

    pub(crate) fn close(&mut self) {
        self.d.push('z');
        self.command = 'z';
        self.at = self.start;
    }

    pub(crate) fn polygon(&mut self, points: &[Pt]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.move_to(first);
        for &p in rest {
            self.line_to(p);
        }
        self.close();
    }

    /// A closed outline given by its legs, each the same wherever it is drawn.
    pub(crate) fn outline(&mut self, start: Pt, legs: &[(f64, f64)], k: f64) {
        self.move_to(start);
        for &(x, y) in legs {
            let (at, leg) = (self.at, snap(pt(x, y) * k));
            self.line_to(pt(f64::from(at.0 + leg.0) / 10.0, f64::from(at.1 + leg.1) / 10.0));
        }
        self.close();
    }

    pub(crate) fn circle(&mut self, middle: Pt, radius: f64) {
        let r = (radius * 10.0).round() as i32;
        let left = snap(middle - pt(radius, 0.0));
        self.move_to(middle - pt(radius, 0.0));
        for across in [2 * r, -2 * r] {
            self.letter('a');
            self.value(r);
            self.value(r);
            self.d.push_str(" 0 1 0");
            self.value(across);
            self.value(0);
        }
        self.at = left;
        self.close();
    }

    pub(crate) fn polyline(&mut self, points: &[Pt]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.move_to(first);
        for &p in rest {
            self.line_to(p);
        }
    }

    /// Quadratic B-spline through the middle of each control leg.
    pub(crate) fn closed_spline(&mut self, controls: &[Pt]) {
        let n = controls.len();
        if n < 3 {
            return self.polygon(controls);
        }
        self.move_to(controls[n - 1].mid(controls[0]));
        for (i, &c) in controls.iter().enumerate() {
            self.quad_to(c, c.mid(controls[(i + 1) % n]));
        }
        self.close();
    }

    /// The same, open: from the first control to the last.
    pub(crate) fn open_spline(&mut self, controls: &[Pt]) {
        let n = controls.len();
        if n < 3 {
            return self.polyline(controls);
        }
        self.move_to(controls[0]);
        for i in 1..n - 1 {
            let end = if i == n - 2 { controls[n - 1] } else { controls[i].mid(controls[i + 1]) };
            self.quad_to(controls[i], end);
        }
    }

    fn letter(&mut self, c: char) {
        if self.command != c {
            self.d.push(c);
            self.command = c;
        }
    }

    fn pair(&mut self, to: (i32, i32)) {
        // Only the very first moveto is absolute, and then the pen stands at 0 0.
        self.value(to.0 - self.at.0);
        self.value(to.1 - self.at.1);
    }

    fn value(&mut self, v: i32) {
        if v >= 0 && self.d.ends_with(|c: char| c.is_ascii_digit()) {
            self.d.push(' ');
        }
        tenths(&mut self.d, v);
    }
}

fn snap(p: Pt) -> (i32, i32) {
    ((p.x * 10.0).round() as i32, (p.y * 10.0).round() as i32)
}

/// The closed spline as points, about `step` apart.
pub(crate) fn sample_closed(controls: &[Pt], step: f64) -> Vec<Pt> {
    let n = controls.len();
    let mut out = Vec::new();
    if n < 3 {
        return controls.to_vec();
    }
    for i in 0..n {
        let (a, c, b) = (controls[(i + n - 1) % n], controls[i], controls[(i + 1) % n]);
        sample_leg(&mut out, a.mid(c), c, c.mid(b), step);
    }
    out
}

/// The open spline as points, about `step` apart.
pub(crate) fn sample_open(controls: &[Pt], step: f64) -> Vec<Pt> {
    let n = controls.len();
    if n < 3 {
        return dense(controls, step);
    }
    let mut out = Vec::new();
    for i in 1..n - 1 {
        let start = if i == 1 { controls[0] } else { controls[i - 1].mid(controls[i]) };
        let end = if i == n - 2 { controls[n - 1] } else { controls[i].mid(controls[i + 1]) };
        sample_leg(&mut out, start, controls[i], end, step);
    }
    out.push(controls[n - 1]);
    out
}

fn sample_leg(out: &mut Vec<Pt>, a: Pt, c: Pt, b: Pt, step: f64) {
    let k = (((a.dist(c) + c.dist(b)) / step).round() as i32).max(2);
    for j in 0..k {
        let t = f64::from(j) / f64::from(k);
        out.push(a.lerp(c, t).lerp(c.lerp(b, t), t));
    }
}

/// A polyline with points no further apart than `step`.
pub(crate) fn dense(line: &[Pt], step: f64) -> Vec<Pt> {
    let mut out: Vec<Pt> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let k = ((pair[0].dist(pair[1]) / step).ceil() as i32).max(1);
        out.extend((1..=k).map(|j| pair[0].lerp(pair[1], f64::from(j) / f64::from(k))));
    }
    out
}

/// Points at even distances along a polyline.
pub(crate) fn evenly(line: &[Pt], step: f64) -> Vec<Pt> {
    let mut out: Vec<Pt> = line.first().copied().into_iter().collect();
    let mut left = step;
    for pair in line.windows(2) {
        let (mut from, mut rest) = (pair[0], pair[0].dist(pair[1]));
        while rest >= left && rest > 0.0 {
            from = from.lerp(pair[1], left / rest);
            out.push(from);
            rest = from.dist(pair[1]);
            left = step;
        }
        left -= rest;
    }
    if let (Some(&last), Some(&end)) = (out.last(), line.last())
        && last.dist(end) > step * 0.3
    {
        out.push(end);
    }
    out
}

pub(crate) fn length(line: &[Pt]) -> f64 {
    line.windows(2).map(|p| p[0].dist(p[1])).sum()
}

/// Left, top, right, bottom.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rect {
    pub(crate) const NOTHING: Rect =
        Rect { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };

    pub(crate) fn around(c: Pt, half_width: f64, half_height: f64) -> Rect {
        Rect { left: c.x - half_width, top: c.y - half_height, right: c.x + half_width, bottom: c.y + half_height }
    }

    pub(crate) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn is_nothing(self) -> bool {
        self.left > self.right
    }

    pub(crate) fn grown(self, by: f64) -> Rect {
        Rect { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub(crate) fn wider(self, x: f64, y: f64) -> Rect {
        Rect { left: self.left - x, top: self.top - y, right: self.right + x, bottom: self.bottom + y }
    }

    pub(crate) fn join(self, o: Rect) -> Rect {
        Rect {
            left: self.left.min(o.left),
            top: self.top.min(o.top),
            right: self.right.max(o.right),
            bottom: self.bottom.max(o.bottom),
        }
    }

    pub(crate) fn holds(self, p: Pt) -> bool {
        p.x >= self.left && p.x <= self.right && p.y >= self.top && p.y <= self.bottom
    }

    /// Area of the common part.
    pub(crate) fn overlap(self, o: Rect) -> f64 {
        let w = self.right.min(o.right) - self.left.max(o.left);
        let h = self.bottom.min(o.bottom) - self.top.max(o.top);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }

    /// The four attributes of a rectangle.
    pub(crate) fn attributes(self) -> String {
        format!(
            r#"x="{}" y="{}" width="{}" height="{}""#,
            num(self.left),
            num(self.top),
            num(self.width()),
            num(self.height())
        )
    }
}
