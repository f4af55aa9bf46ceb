//! The marks that fill the grounds: firs, crowns, hachures, fields, reeds, houses.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: small counts of marks")]

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

use referee::Kit;

use crate::areas::Raster;
use crate::geometry::{Pen, Pt, Rect, pt};
use crate::hexes::{Grid, HALF};
use crate::noise::{self, hash, noise};
use crate::patches::{Patches, Stamp, stamped};
use crate::recipes::Ground;
use crate::relief::{Field, Relief};

/// What a mark must keep clear of.
#[derive(Debug)]
pub(crate) struct Clearances<'a> {
    pub(crate) kit: &'a Kit,
    pub(crate) grid: &'a Grid,
    pub(crate) raster: &'a Raster,
    pub(crate) relief: &'a Relief,
    pub(crate) to_water: &'a Field,
    pub(crate) to_river: &'a Field,
    pub(crate) to_way: &'a Field,
}

impl Clearances<'_> {
    fn free(&self, p: Pt, more: f64) -> bool {
        self.to_water.at(p) > 7.0 + more && self.to_river.at(p) > 12.0 + more && self.to_way.at(p) > 7.0 + more
    }

    fn off_number(&self, p: Pt) -> bool {
        let c = self.grid.centre(self.grid.key_near(p));
        (p.x - c.x).abs() > 12.0 || p.y - c.y > 13.0 - HALF
    }

    fn on(&self, wanted: Ground, p: Pt, margin: f64) -> bool {
        self.raster.around(p, margin).is_some_and(|g| Ground::of(self.kit, g) == wanted)
    }

    fn spread(&self, ground: Ground, gap: f64, margin: f64, more: f64, seed: i32) -> Vec<Pt> {
        let rect = self.grid.trim;
        darts(rect, gap, seed, |p| {
            rect.grown(-2.0).holds(p) && self.on(ground, p, margin) && self.free(p, more) && self.off_number(p)
        })
    }

    fn has(&self, ground: Ground) -> bool {
        self.grid.cells.iter().any(|c| Ground::of(self.kit, c.ground) == ground)
    }
}

/// Jittered dart throwing on a coarse lattice: even spread, never a pattern.
fn darts(rect: Rect, gap: f64, seed: i32, keep: impl Fn(Pt) -> bool) -> Vec<Pt> {
    let mut cells: BTreeMap<(i32, i32), Vec<Pt>> = BTreeMap::new();
    let mut out = Vec::new();
    let count = |length: f64| (length / (gap * 0.8)).ceil() as i32;
    for j in 0..count(rect.height()) {
        for i in 0..count(rect.width()) {
            let jitter = pt(hash(i, j, seed) - 0.2, hash(i, j, seed + 1) - 0.2) * (gap * 1.2);
            let p = pt(rect.left, rect.top) + pt(f64::from(i), f64::from(j)) * (gap * 0.8) + jitter;
            let (ci, cj) = ((p.x / gap).floor() as i32, (p.y / gap).floor() as i32);
            let crowded = (-1..=1).any(|a| {
                (-1..=1).any(|b| {
                    cells.get(&(ci + a, cj + b)).is_some_and(|near| near.iter().any(|q| q.dist(p) < gap * 0.82))
                })
            });
            if !crowded && keep(p) {
                out.push(p);
                cells.entry((ci, cj)).or_default().push(p);
            }
        }
    }
    out
}

/// Whether a hex is a province: fields and single slopes cannot be seen from so far above.
fn is_wide(kit: &Kit) -> bool {
    kit.metres >= 5000
}

/// All marks, as one group. Over free ground there are no fields: a hex is a province.
pub(crate) fn marks(c: &Clearances, free: bool) -> String {
    let mut out = String::new();
    if !free && !is_wide(c.kit) {
        fields(c, &mut out);
    }
    marsh(c, &mut out);
    sea(c, &mut out);
    hachures(c, &mut out);
    hilltops(c, &mut out);
    woods(c, &mut out);
    crowns(c, &mut out);
    out
}

fn woods(c: &Clearances, out: &mut String) {
    if !c.has(Ground::Woods) {
        return;
    }
    // Darker and lighter stands first, so that the canopy is not one flat colour.
    let stands = c.spread(Ground::Woods, 33.0, 15.0, 8.0, 71);
    let (dark, light): (Vec<Pt>, Vec<Pt>) =
        stands.into_iter().filter(|p| noise::at(*p, 13) < 0.8).partition(|p| noise(p.x / 90.0, p.y / 90.0, 17) < 0.52);
    out.push_str(&stamped(
        [dark, light]
            .into_iter()
            .zip(0..)
            .flat_map(|(all, kind)| all.into_iter().map(move |p| (Stamp::Stand(kind), p))),
    ));
    out.push_str(&stamped(c.spread(Ground::Woods, 12.2, 5.0, 1.0, 11).into_iter().map(|p| {
        let tone = (noise::at(p, 4) * 3.0) as usize;
        let size = if noise::at(p, 9) < 0.16 { 3 } else { (noise::at(p, 2) * 3.0) as usize };
        (Stamp::Fir { tone, size }, p)
    })));
}

fn hachures(c: &Clearances, out: &mut String) {
    for (ground, class, gap, len, weight) in [
        (Ground::Broken, "h-broken", 12.5, 8.5, 0.75),
        (Ground::Rough, "h-rough", 8.6, 11.5, 1.15),
        (Ground::Mountain, "h-rough", 8.2, 13.0, 1.35),
    ] {
        if !c.has(ground) {
            continue;
        }
        let (gap, len, weight) =
            if is_wide(c.kit) { (gap * 1.7, len * 1.25, weight * 1.2) } else { (gap, len, weight) };
        let mut strokes = Patches::default();
        for p in c.spread(ground, gap, 4.0, 0.0, 31 * class.len() as i32) {
            let down = c.relief.downhill(p);
            let l = len * (0.65 + 0.6 * noise::at(p, 12));
            let (start, side) = (p - down * (l / 2.0), down.quarter() * weight);
            strokes.at(p).polygon(&[start + side, start + down * l, start - side]);
        }
        out.push_str(&strokes.done(&format!("hachures {class}")));
    }
    out.push_str(&stamped(c.spread(Ground::Mountain, 30.0, 12.0, 4.0, 83).into_iter().map(|p| (Stamp::Peak, p))));
}

/// Two rings of hachures that run down from the middle of each hill, and a bald top.
fn hilltops(c: &Clearances, out: &mut String) {
    let (mut strokes, mut tops) = (Patches::default(), Pen::new());
    for cell in c.grid.printed().filter(|cell| Ground::of(c.kit, cell.ground) == Ground::Hilltop) {
        for (ring, count, from, to, weight) in [(0, 26, 15.5, 25.0, 1.15), (1, 34, 26.5, 32.5, 0.85)] {
            for n in 0..count {
                let turn = (f64::from(n) + f64::from(ring) * 0.5) * TAU / f64::from(count);
                let down = Pt::from_angle(turn);
                let far = to + 2.4 * (hash(cell.key.0 + n, cell.key.1, 7 + ring) - 0.5);
                let (start, end) = (cell.at + down * from, cell.at + down * far);
                if c.free(start.mid(end), -4.0) {
                    let side = down.quarter() * weight;
                    strokes.at(start).polygon(&[start + side, end, start - side]);
                }
            }
        }
        let rim: Vec<Pt> = (0..10).map(|n| cell.at + squash(f64::from(n) * TAU / 10.0, 13.0, 13.0)).collect();
        tops.closed_spline(&rim);
    }
    out.push_str(&format!(r#"<path class="bald" d="{}"/>"#, tops.done()));
    out.push_str(&strokes.done("hachures h-hill"));
}

fn crowns(c: &Clearances, out: &mut String) {
    let mut all: Vec<(Pt, usize)> = Vec::new();
    for p in c.spread(Ground::Mixed, 25.0, 3.5, 1.0, 41) {
        all.push((p, (noise::at(p, 3) * 2.0) as usize));
        if noise::at(p, 6) > 0.5 {
            all.push((p + pt(5.2, 2.4), 0));
        }
    }
    for cell in c.grid.printed().filter(|cell| Ground::of(c.kit, cell.ground) == Ground::Grove) {
        let (x, y) = cell.key;
        for n in 0..3 {
            let clump = cell.at + squash(f64::from(n) * 2.1 + hash(x, y, n) * 1.2, 20.0, 19.0);
            for m in 0..6 {
                let p = if m == 0 { clump } else { clump + squash(f64::from(m) * 1.05 + hash(x, y, n + 5), 6.2, 5.4) };
                if c.free(p, 0.0) && c.on(Ground::Grove, p, 2.0) && c.off_number(p) {
                    all.push((p, 1 + (hash(m + x * 7, n + y * 3, 2) * 2.0) as usize));
                }
            }
        }
    }
    // From the back of the sheet to the front, so that shadows fall on what lies behind.
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    out.push_str(&stamped(all.into_iter().map(|(p, size)| (Stamp::Crown(size), p))));
}

fn squash(a: f64, w: f64, h: f64) -> Pt {
    pt(a.cos() * w, a.sin() * h)
}

/// Groups of field strips on open ground, turned alike in each neighbourhood.
fn fields(c: &Clearances, out: &mut String) {
    let (mut strips, mut parcels) = (Patches::default(), [Patches::default(), Patches::default()]);
    let mut any = false;
    for p in c.spread(Ground::Clear, 34.0, 15.0, 8.0, 51) {
        any = true;
        let turn = (noise(p.x / 160.0, p.y / 160.0, 15) * 6.0).round() * PI / 6.0 + 0.2;
        let along = Pt::from_angle(turn);
        let across = along.quarter();
        let n = 3 + (noise::at(p, 5) * 3.0) as i32;
        let len = 7.0 + 6.0 * noise::at(p, 8);
        let half = f64::from(n) * 2.1;
        let skew = along * ((noise::at(p, 18) - 0.5) * 7.0);
        let tint = noise::at(p, 19);
        if tint < 0.66 {
            let corners = [
                p - along * len - across * half - skew,
                p + along * len - across * half - skew,
                p + along * len + across * half + skew,
                p - along * len + across * half + skew,
            ];
            parcels[usize::from(tint < 0.33)].at(p).polygon(&corners);
        }
        for i in 0..n {
            let o = (f64::from(i) + 0.5 - f64::from(n) / 2.0) * 4.2;
            let middle = p + across * o + skew * (o / half);
            strips.at(p).polyline(&[middle - along * len, middle + along * len]);
        }
    }
    if any {
        let [a, b] = parcels;
        let marks = [a.done("parcel-0"), b.done("parcel-1"), strips.done("strips")].concat();
        out.push_str(&format!(r#"<g class="fields">{marks}</g>"#));
    }
}

fn marsh(c: &Clearances, out: &mut String) {
    out.push_str(&stamped(c.spread(Ground::Marsh, 15.0, 6.0, 1.0, 61).into_iter().map(|p| (Stamp::Reed, p))));
}

fn sea(c: &Clearances, out: &mut String) {
    out.push_str(&stamped(c.spread(Ground::Water, 30.0, 12.0, 0.0, 67).into_iter().map(|p| (Stamp::Wave, p))));
}

/// Blocks along the roads of every town cell, in two rows, then scattered.
pub(crate) fn houses(kit: &Kit, grid: &Grid, ways: &[Vec<Pt>], to_water: &Field) -> String {
    let (mut walls, mut shades) = (Patches::default(), Patches::default());
    for cell in grid.printed().filter(|c| Ground::of(kit, c.ground) == Ground::Town) {
        let (col, row) = cell.key;
        let mut put: Vec<(Pt, f64)> = Vec::new();
        let mut place = |p: Pt, turn: f64, w: f64, h: f64| {
            let off = p - cell.at;
            let room = w.max(h);
            if off.x.hypot(off.y * 1.1) > 31.0
                || to_water.at(p) < 7.0 + room
                || put.iter().any(|q| q.0.dist(p) < q.1 + room + 1.2)
                || (off.x.abs() < 11.0 && off.y < 11.0 - HALF)
            {
                return put.len();
            }
            put.push((p, room));
            block(walls.at(p), p, turn, w, h);
            block(shades.at(p), p + pt(1.3, 1.6), turn, w, h);
            put.len()
        };
        let (mut n, mut count) = (0, 0);
        for line in ways {
            for pair in line.windows(2) {
                let middle = pair[0].mid(pair[1]);
                if middle.dist(cell.at) > 32.0 {
                    continue;
                }
                let along = pair[1] - pair[0];
                let (turn, across) = (along.angle(), along.unit().quarter());
                for (side, far) in [(-1.0, 8.2), (-1.0, 16.5), (1.0, 8.2), (1.0, 16.5)] {
                    n += 1;
                    let r = hash(n, col, row);
                    if r > if far > 9.0 { 0.62 } else { 0.22 } {
                        let p = middle + across * (side * (far + r * 1.5));
                        count = place(p, turn + (r - 0.5) * 0.3, 2.4 + r * 2.0, 1.9 + r * 1.2);
                    }
                }
            }
        }
        for i in 0..16 {
            if count < 11 {
                let p = cell.at + squash(f64::from(i) * 2.4, 8.0 + f64::from(i) * 1.5, 7.2 + f64::from(i) * 1.35);
                let clear = ways.iter().flatten().all(|q| q.dist(p) > 7.5);
                if clear {
                    let wide = 2.6 + hash(i, col, 1) * 1.2;
                    count = place(p, hash(i, col, row) * TAU / 4.0, wide, 2.1);
                }
            }
        }
    }
    shades.done("house-shade") + &walls.done("house")
}

pub(crate) fn block(pen: &mut Pen, p: Pt, turn: f64, w: f64, h: f64) {
    let along = Pt::from_angle(turn);
    let across = along.quarter();
    let corner = |a: f64, b: f64| p + along * (a * w) + across * (b * h);
    pen.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
}
