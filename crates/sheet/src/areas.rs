//! Grounds as merged areas. Both neighbours ask the same functions for the same corner and side, so
//! borders coincide and never gap.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: raster cells of a sheet are small")]

use std::f64::consts::TAU;

use crate::geometry::{Pen, Pt, Rect, sample_closed};
use crate::hexes::{CornerKey, Grid, touching};
use crate::noise::{self, hash};
use crate::patches::Patches;

/// All cells of one ground as loops of spline controls.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) ground: usize,
    pub(crate) loops: Vec<Vec<Pt>>,
}

/// In the order of the kit's grounds.
pub(crate) fn areas(grid: &Grid) -> Vec<Area> {
    let mut grounds: Vec<usize> = grid.cells.iter().map(|c| c.ground).collect();
    grounds.sort_unstable();
    grounds.dedup();
    grounds
        .into_iter()
        .map(|ground| {
            let loops = grid.loops(|c| c.ground == ground);
            Area { ground, loops: loops.iter().map(|l| controls(grid, l)).collect() }
        })
        .collect()
}

/// A corner of the lattice, pushed a little off its place.
pub(crate) fn soft_corner(grid: &Grid, key: CornerKey, amount: f64) -> Pt {
    let turn = Pt::from_angle(hash(key.0, key.1, 7) * TAU);
    grid.corner_at(key) + turn * (amount * (0.35 + 0.65 * hash(key.0, key.1, 8)))
}

/// The two points at the thirds of a side whose pushed ends are given, pushed sideways. From the other
/// end the same points come in the other order.
pub(crate) fn soft_thirds(from: (CornerKey, Pt), to: (CornerKey, Pt), amount: f64) -> [Pt; 2] {
    let flip = from.0 > to.0;
    let ((key, a), (other, b)) = if flip { (to, from) } else { (from, to) };
    let across = (b - a).unit().quarter();
    let third = |t: f64, salt: i32| {
        let push = (hash(key.0 * 3 + other.0, key.1 * 3 + other.1, salt) - 0.5) * 2.0 * amount;
        a.lerp(b, t) + across * push
    };
    let (p, q) = (third(1.0 / 3.0, 31), third(2.0 / 3.0, 32));
    if flip { [q, p] } else { [p, q] }
}

/// Where three grounds meet the corner stays sharp and near its place; where two meet the border may
/// wander, so that a single hex in a wood is a clearing and not a tile.
fn controls(grid: &Grid, run: &[CornerKey]) -> Vec<Pt> {
    let meeting = |key: CornerKey| {
        let mut g: Vec<Option<usize>> = touching(key).iter().map(|&c| grid.cell(c).map(|c| c.ground)).collect();
        g.sort_unstable();
        g.dedup();
        g.len()
    };
    let mut out = Vec::with_capacity(run.len() * 4);
    for (i, &key) in run.iter().enumerate() {
        let other = run[(i + 1) % run.len()];
        let (here, there) = (meeting(key), meeting(other));
        let push = |n: usize| if n == 2 { 10.5 } else { 5.0 };
        let (a, b) = (soft_corner(grid, key, push(here)), soft_corner(grid, other, push(there)));
        out.extend(std::iter::repeat_n(a, if here > 2 { 3 } else { 1 }));
        out.extend(soft_thirds((key, a), (other, b), if here == 2 && there == 2 { 7.0 } else { 4.0 }));
    }
    out
}

/// A wood seen from above: its body, and along its edge a row of small outward bulges.
#[derive(Debug, Default)]
pub(crate) struct Wood {
    pub(crate) body: Pen,
    pub(crate) edge: Patches,
}

impl Wood {
    pub(crate) fn enclose(&mut self, controls: &[Pt], step: f64) {
        let line = sample_closed(controls, 2.5);
        let Some(&first) = line.first() else { return };
        let (mut ends, mut walked, mut last) = (vec![first], 0.0, first);
        for &p in &line {
            walked += p.dist(last);
            last = p;
            if walked > step * (0.7 + 0.6 * noise::at(p, 3)) {
                ends.push(p);
                walked = 0.0;
            }
        }
        let n = ends.len();
        for (i, &p) in ends.iter().enumerate() {
            let next = ends[(i + 1) % n];
            let pen = self.edge.at(p);
            pen.move_to(p);
            pen.bulge_to(p.dist(next) * 0.6, next);
        }
        // A little wider than the row of its bulges begins, so that no seam is seen between them.
        let wider: Vec<Pt> =
            (0..n).map(|i| ends[i] - (ends[(i + 1) % n] - ends[(i + n - 1) % n]).unit().quarter() * 0.5).collect();
        self.body.polygon(&wider);
    }
}

/// Which ground is drawn where: the areas filled into a fine raster, so marks can keep inside the
/// border as it is drawn and not as the hexes lie.
#[derive(Debug)]
pub(crate) struct Raster {
    rect: Rect,
    columns: usize,
    rows: usize,
    grounds: Vec<u8>,
}

const CELL: f64 = 3.0;

impl Raster {
    pub(crate) fn new(areas: &[Area], rect: Rect) -> Raster {
        let columns = (rect.width() / CELL).ceil().max(1.0) as usize;
        let rows = (rect.height() / CELL).ceil().max(1.0) as usize;
        let mut raster = Raster { rect, columns, rows, grounds: vec![u8::MAX; columns * rows] };
        for area in areas {
            let lines: Vec<Vec<Pt>> = area.loops.iter().map(|l| sample_closed(l, 5.0)).collect();
            raster.fill(&lines, area.ground as u8);
        }
        raster
    }

    pub(crate) fn at(&self, p: Pt) -> Option<usize> {
        let (i, j) = ((p.x - self.rect.left) / CELL, (p.y - self.rect.top) / CELL);
        if i < 0.0 || j < 0.0 || i as usize >= self.columns || j as usize >= self.rows {
            return None;
        }
        match self.grounds[j as usize * self.columns + i as usize] {
            u8::MAX => None,
            g => Some(usize::from(g)),
        }
    }

    /// Whether a disc about a point lies on one ground.
    pub(crate) fn around(&self, p: Pt, radius: f64) -> Option<usize> {
        let here = self.at(p)?;
        (0..6).all(|i| self.at(p + Pt::from_angle(f64::from(i) * TAU / 6.0) * radius) == Some(here)).then_some(here)
    }

    fn fill(&mut self, lines: &[Vec<Pt>], ground: u8) {
        let mut crossings: Vec<Vec<f64>> = vec![Vec::new(); self.rows];
        for line in lines {
            for (i, &a) in line.iter().enumerate() {
                let b = line[(i + 1) % line.len()];
                let (top, low) = if a.y < b.y { (a, b) } else { (b, a) };
                let row = |y: f64| ((y - self.rect.top) / CELL - 0.5).ceil();
                let (first, end) = (row(top.y).max(0.0) as usize, (row(low.y).max(0.0) as usize).min(self.rows));
                for (j, crossed) in crossings.iter_mut().enumerate().take(end).skip(first) {
                    let y = self.rect.top + (j as f64 + 0.5) * CELL;
                    crossed.push(top.x + (low.x - top.x) * (y - top.y) / (low.y - top.y));
                }
            }
        }
        for (j, xs) in crossings.iter_mut().enumerate() {
            xs.sort_by(f64::total_cmp);
            for span in xs.chunks_exact(2) {
                let column = |x: f64| ((x - self.rect.left) / CELL - 0.5).ceil().max(0.0) as usize;
                for i in column(span[0])..column(span[1]).min(self.columns) {
                    self.grounds[j * self.columns + i] = ground;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee::{GroundLook, Kit, Shape, SpotLook};

    use super::*;

    fn patchwork() -> Kit {
        let mut kit = Kit::default();
        for recipe in ["clear", "woods", "rough", "town"] {
            let effect = String::new();
            kit.grounds.push(GroundLook { name: recipe.into(), recipe: recipe.into(), effect, sure: true });
        }
        for c in 0..9_u8 {
            for r in 0..8_u8 {
                let low = if c % 2 == 1 { 0.5 } else { 0.0 };
                kit.spots.push(SpotLook {
                    name: String::new(),
                    called: String::new(),
                    at: (f32::from(c) * 60.0 + 7.0, (f32::from(r) + low) * 69.282 - 3.0),
                    shape: Shape::Hex,
                    ground: (c * 5 + r * 3 + c * r) % 4,
                    about: String::new(),
                    sure: true,
                    owners: Vec::new(),
                    prints: Vec::new(),
                });
            }
        }
        kit
    }

    #[test]
    fn borders_coincide_for_both_neighbours() {
        let kit = patchwork();
        let grid = Grid::new(&kit).expect("there are hexes");
        let tenth = |p: Pt| ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64);
        let mut pieces: BTreeMap<_, usize> = BTreeMap::new();
        for controls in areas(&grid).iter().flat_map(|a| &a.loops) {
            let n = controls.len();
            for i in 0..n {
                let (a, c, b) = (controls[(i + n - 1) % n], controls[i], controls[(i + 1) % n]);
                let (from, to) = (tenth(a.mid(c)), tenth(c.mid(b)));
                if from != to {
                    *pieces.entry((from.min(to), tenth(c), from.max(to))).or_default() += 1;
                }
            }
        }
        let inside = grid.trim.grown(-12.0);
        let mut shared = 0;
        for ((_, c, _), count) in pieces {
            let p = Pt { x: c.0 as f64 / 10.0, y: c.1 as f64 / 10.0 };
            if inside.holds(p) {
                assert_eq!(count, 2, "the border at {p:?} is drawn by one neighbour alone");
                shared += 1;
            }
        }
        assert!(shared > 300, "only {shared} pieces of border");
    }

    #[test]
    fn every_place_on_the_map_has_a_ground() {
        let kit = patchwork();
        let grid = Grid::new(&kit).expect("there are hexes");
        let raster = Raster::new(&areas(&grid), grid.trim);
        for cell in grid.printed() {
            assert_eq!(raster.at(cell.at), Some(cell.ground));
        }
    }

    #[test]
    fn three_cells_meet_in_every_corner() {
        let kit = patchwork();
        let grid = Grid::new(&kit).expect("there are hexes");
        for cell in grid.printed() {
            for i in 0..6 {
                let key = crate::hexes::corner(cell.key, i);
                let around = touching(key);
                assert!(around.contains(&cell.key));
                assert!(around.iter().all(|&c| (grid.centre(c).dist(grid.corner_at(key)) - 40.0).abs() < 0.1));
            }
        }
    }
}
