//! An invented valley surface: it rises away from water and is steeper on rugged ground. It gives form
//! lines, hill shading and the direction of hachures. Decoration, and the sheet says so.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: raster cells of a sheet are small")]

use crate::areas::Raster;
use crate::geometry::{Pen, Pt, Rect, pt};
use crate::noise::noise;
use crate::patches::Patches;
use crate::recipes::Ground;

/// Numbers on a coarse raster.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    origin: Pt,
    cell: f64,
    w: usize,
    h: usize,
    v: Vec<f64>,
}

impl Field {
    pub(crate) fn new(rect: Rect, cell: f64, value: impl Fn(Pt) -> f64) -> Field {
        let (w, h) = ((rect.width() / cell).ceil() as usize + 2, (rect.height() / cell).ceil() as usize + 2);
        let origin = pt(rect.left, rect.top);
        let mut v = Vec::with_capacity(w * h);
        for j in 0..h {
            for i in 0..w {
                v.push(value(origin + pt(i as f64, j as f64) * cell));
            }
        }
        Field { origin, cell, w, h, v }
    }

    /// Distance to the nearest of some densely sampled lines (two chamfer passes).
    pub(crate) fn distance<'a>(rect: Rect, cell: f64, lines: impl Iterator<Item = &'a Vec<Pt>>) -> Field {
        let mut f = Field::new(rect, cell, |_| 1e4);
        for p in lines.flatten() {
            let (i, j) = ((p.x - f.origin.x) / cell, (p.y - f.origin.y) / cell);
            if i >= 0.0 && j >= 0.0 && (i as usize) + 1 < f.w && (j as usize) + 1 < f.h {
                for (di, dj) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let k = (j as usize + dj) * f.w + i as usize + di;
                    let off = (f.origin + pt((i as usize + di) as f64, (j as usize + dj) as f64) * cell).dist(*p);
                    f.v[k] = f.v[k].min(off);
                }
            }
        }
        let (w, h, far) = (f.w as i64, f.h as i64, cell * std::f64::consts::SQRT_2);
        let relax = |v: &mut [f64], i: i64, j: i64, steps: [(i64, i64, f64); 4]| {
            for (di, dj, cost) in steps {
                let (a, b) = (i + di, j + dj);
                if a >= 0 && b >= 0 && a < w && b < h {
                    let through = v[(b * w + a) as usize] + cost;
                    let here = &mut v[(j * w + i) as usize];
                    *here = here.min(through);
                }
            }
        };
        for j in 0..h {
            for i in 0..w {
                relax(&mut f.v, i, j, [(-1, 0, cell), (0, -1, cell), (-1, -1, far), (1, -1, far)]);
            }
        }
        for j in (0..h).rev() {
            for i in (0..w).rev() {
                relax(&mut f.v, i, j, [(1, 0, cell), (0, 1, cell), (1, 1, far), (-1, 1, far)]);
            }
        }
        f
    }

    pub(crate) fn at(&self, p: Pt) -> f64 {
        let (u, v) = ((p.x - self.origin.x) / self.cell, (p.y - self.origin.y) / self.cell);
        let i = u.floor().clamp(0.0, (self.w - 2) as f64);
        let j = v.floor().clamp(0.0, (self.h - 2) as f64);
        let (s, t) = ((u - i).clamp(0.0, 1.0), (v - j).clamp(0.0, 1.0));
        let k = j as usize * self.w + i as usize;
        let row = |k: usize| self.v[k] * (1.0 - s) + self.v[k + 1] * s;
        row(k) * (1.0 - t) + row(k + self.w) * t
    }

    pub(crate) fn smoothed(mut self, passes: usize) -> Field {
        for _ in 0..passes {
            let old = self.v.clone();
            for j in 1..self.h - 1 {
                for i in 1..self.w - 1 {
                    let k = j * self.w + i;
                    self.v[k] = (old[k] * 4.0 + old[k - 1] + old[k + 1] + old[k - self.w] + old[k + self.w]) / 8.0;
                }
            }
        }
        self
    }

    /// Closed lines round everything above a level (marching squares). The rim counts as below.
    pub(crate) fn rings(&self, level: f64) -> Vec<Vec<Pt>> {
        let (w, h) = (self.w, self.h);
        let value = |i: usize, j: usize| {
            if i == 0 || j == 0 || i == w - 1 || j == h - 1 { level - 1.0 } else { self.v[j * w + i] }
        };
        let mut at = vec![pt(0.0, 0.0); w * h * 2];
        let mut links: Vec<Vec<u32>> = vec![Vec::new(); w * h * 2];
        for j in 0..h - 1 {
            for i in 0..w - 1 {
                let mut hit: Vec<u32> = Vec::new();
                for (i, j, down) in [(i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1)] {
                    let (a, b) = (value(i, j), if down == 1 { value(i, j + 1) } else { value(i + 1, j) });
                    if (a < level) != (b < level) {
                        let k = (j * w + i) * 2 + down;
                        let t = (level - a) / (b - a);
                        let step = if down == 1 { pt(0.0, t) } else { pt(t, 0.0) };
                        at[k] = self.origin + (pt(i as f64, j as f64) + step) * self.cell;
                        hit.push(k as u32);
                    }
                }
                for pair in hit.chunks_exact(2) {
                    links[pair[0] as usize].push(pair[1]);
                    links[pair[1] as usize].push(pair[0]);
                }
            }
        }
        let mut seen = vec![false; links.len()];
        let mut out = Vec::new();
        for start in 0..links.len() {
            if links[start].is_empty() || seen[start] {
                continue;
            }
            let (mut ring, mut k) = (Vec::new(), Some(start));
            while let Some(here) = k {
                seen[here] = true;
                ring.push(at[here]);
                k = links[here].iter().map(|&n| n as usize).find(|&n| !seen[n]);
            }
            out.push(ring);
        }
        out
    }
}

#[derive(Debug)]
pub(crate) struct Relief {
    height: Field,
    rugged: Field,
    rect: Rect,
}

impl Relief {
    pub(crate) fn new(rect: Rect, raster: &Raster, recipes: &[Ground], to_water: &Field) -> Relief {
        let rect = rect.grown(36.0);
        let rugged = Field::new(rect, 12.0, |p| {
            let clamped =
                pt(p.x.clamp(rect.left + 40.0, rect.right - 40.0), p.y.clamp(rect.top + 40.0, rect.bottom - 40.0));
            raster.at(clamped).and_then(|g| recipes.get(g)).map_or(0.3, |g| g.ruggedness())
        })
        .smoothed(14);
        let height = Field::new(rect, 12.0, |p| {
            let steep = 0.3 + 0.95 * rugged.at(p);
            let valley = (to_water.at(p).min(170.0) / 170.0).powf(0.75) * 92.0;
            valley * steep
                + noise(p.x / 150.0, p.y / 150.0, 5) * 96.0 * steep
                + noise(p.x / 52.0, p.y / 52.0, 6) * 17.0 * steep
                + noise(p.x / 500.0, p.y / 500.0, 4) * 40.0
        })
        .smoothed(3);
        Relief { height, rugged, rect }
    }

    /// Hills inside these outlines and nothing outside them. Where outlines lie over each other it is higher.
    pub(crate) fn of_hills(rect: Rect, hills: &[Vec<Pt>]) -> Relief {
        let rugged = Field::new(rect, 12.0, |p| {
            let over = hills.iter().filter(|hill| encloses(hill, p)).take(2).count();
            [0.0, 0.75, 1.25][over]
        })
        .smoothed(10);
        let height = Field::new(rect, 12.0, |p| {
            rugged.at(p) * (noise(p.x / 54.0, p.y / 54.0, 5) * 104.0 + noise(p.x / 27.0, p.y / 27.0, 6) * 34.0 + 20.0)
        })
        .smoothed(2);
        Relief { height, rugged, rect }
    }

    pub(crate) fn downhill(&self, p: Pt) -> Pt {
        let e = 14.0;
        let slope = pt(
            self.height.at(p + pt(e, 0.0)) - self.height.at(p - pt(e, 0.0)),
            self.height.at(p + pt(0.0, e)) - self.height.at(p - pt(0.0, e)),
        );
        let down = slope.unit() * -1.0;
        if down == pt(0.0, 0.0) { pt(0.0, 1.0) } else { down }
    }

    /// One thin line every `step` of height.
    pub(crate) fn form_lines(&self, step: f64) -> Patches {
        let mut lines = Patches::default();
        let visible = self.rect.grown(-26.0);
        for i in 1..16 {
            for ring in self.height.rings(step * f64::from(i)) {
                if ring.iter().all(|p| visible.holds(*p)) {
                    if ring.len() > 9 {
                        let thin: Vec<Pt> = ring.into_iter().step_by(2).collect();
                        lines.at(thin[0]).closed_spline(&thin);
                    }
                    continue;
                }
                // Begin outside, so that no run is cut in two by the start of the list.
                let start = ring.iter().position(|p| !visible.holds(*p)).unwrap_or(0);
                let turned: Vec<Pt> = (0..ring.len()).map(|i| ring[(start + i) % ring.len()]).collect();
                for run in turned.chunk_by(|a, b| visible.holds(*a) == visible.holds(*b)) {
                    if visible.holds(run[0]) && run.len() > 4 {
                        let last = run.len() - 1;
                        let thin: Vec<Pt> = (0..=last).filter(|i| i % 2 == 0 || *i == last).map(|i| run[i]).collect();
                        lines.at(thin[0]).open_spline(&thin);
                    }
                }
            }
        }
        lines
    }

    /// The shading, thin coat on thin coat.
    pub(crate) fn drawn(&self) -> String {
        let coat = |(dark, d): (bool, String)| {
            let class = if dark { "relief-dark" } else { "relief-lit" };
            format!(r#"<path class="{class}" d="{d}" fill-rule="evenodd"/>"#)
        };
        self.shading().into_iter().map(coat).collect()
    }

    /// Slopes that turn away from a lamp in the north-west (true), and slopes that face it: in several
    /// thin coats, so that no edge is seen.
    fn shading(&self) -> Vec<(bool, String)> {
        let e = pt(13.0, 16.0);
        let lit = Field::new(self.rect, 20.0, |p| {
            (self.height.at(p + e) - self.height.at(p - e)) * (0.1 + 0.9 * self.rugged.at(p))
        })
        .smoothed(4);
        let dark = Field { v: lit.v.iter().map(|v| -v).collect(), ..lit.clone() };
        let coat = |field: &Field, level: f64| {
            let mut pen = Pen::new();
            for ring in field.rings(level) {
                if ring.len() > 5 {
                    let thin: Vec<Pt> = if ring.len() > 14 { ring.into_iter().step_by(2).collect() } else { ring };
                    pen.closed_spline(&thin);
                }
            }
            pen.done()
        };
        let darks = [1.8, 3.6, 5.6, 7.8, 10.4, 13.5].map(|level| (true, coat(&dark, level)));
        let lits = [2.2, 4.4, 6.8, 9.6, 13.0].map(|level| (false, coat(&lit, level)));
        darks.into_iter().chain(lits).filter(|c| !c.1.is_empty()).collect()
    }
}

/// Whether a closed outline runs round a point: a ray from it crosses the outline an odd number of times.
fn encloses(outline: &[Pt], p: Pt) -> bool {
    let Some(last) = outline.last() else { return false };
    let from = std::iter::once(last).chain(outline);
    let crossings = from
        .zip(outline)
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossings.count() % 2 == 1
}
