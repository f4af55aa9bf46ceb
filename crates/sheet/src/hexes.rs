//! The hex lattice, found from the centres in the kit. Cells and corners have integer keys, so that
//! everybody who asks about a corner asks about the same one.
//!
//! A cell is (column, half row); its sum is even. A corner is (thirds of a column, half row).
#![allow(clippy::cast_possible_truncation, reason = "drawing only: lattice keys of a sheet are small")]

use std::collections::{BTreeMap, BTreeSet};

use referee::{Kit, Shape, Spot};

use crate::country;
use crate::geometry::{Pt, Rect, pt};
use crate::recipes::Ground;

/// Centre to corner.
pub(crate) const R: f64 = 40.0;
/// Half the height of a hex.
pub(crate) const HALF: f64 = 34.641_016_151_377_55;
/// How far the printed ground reaches beyond the hexes.
pub(crate) const TRIM: f64 = 16.0;
/// How much of the country is shown beside the hexes.
const COUNTRY: f64 = 60.0;

pub(crate) type CellKey = (i32, i32);
pub(crate) type CornerKey = (i32, i32);

/// Clockwise from the east. Side i runs from corner i to corner i + 1 and faces neighbour i.
const CORNERS: [(i32, i32); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
const NEIGHBOURS: [(i32, i32); 6] = [(1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)];

#[derive(Copy, Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) key: CellKey,
    pub(crate) at: Pt,
    /// Index into the kit's grounds.
    pub(crate) ground: usize,
    /// None for a ghost: one of the cells round the map that carry the ground on to the trimmed edge.
    pub(crate) spot: Option<Spot>,
}

#[derive(Debug)]
pub(crate) struct Grid {
    origin: Pt,
    /// The hexes stand on a corner: the lattice is turned by a quarter.
    turned: bool,
    pub(crate) cells: Vec<Cell>,
    by_key: BTreeMap<CellKey, usize>,
    by_spot: BTreeMap<Spot, usize>,
    /// The map, trimmed square.
    pub(crate) trim: Rect,
}

impl Grid {
    /// None if the kit has no hexes.
    pub(crate) fn new(kit: &Kit) -> Option<Grid> {
        let hexes: Vec<(Spot, Pt, usize)> = kit
            .spots
            .iter()
            .enumerate()
            .filter(|(_, s)| is_hex(&s.shape))
            .map(|(i, s)| (Spot(i as u16), Pt::of(s.at), usize::from(s.ground)))
            .collect();
        let first = hexes.iter().map(|h| h.1).min_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).expect("finite"))?;
        let turned = kit.spots.iter().any(|s| s.shape == Shape::Pointed);
        let half = if turned { pt(HALF + TRIM, R + TRIM) } else { pt(R + TRIM, HALF + TRIM) };
        let mut grid = Grid {
            origin: first,
            turned,
            cells: Vec::new(),
            by_key: BTreeMap::new(),
            by_spot: BTreeMap::new(),
            trim: Rect::NOTHING,
        };
        for (spot, at, ground) in hexes {
            let key = grid.key_near(at);
            grid.by_spot.insert(spot, grid.cells.len());
            grid.by_key.entry(key).or_insert(grid.cells.len());
            grid.cells.push(Cell { key, at: grid.centre(key), ground, spot: Some(spot) });
            grid.trim = grid.trim.join(Rect::around(grid.centre(key), half.x, half.y));
        }
        if country::lies_under(kit) {
            grid.trim = grid.trim.wider(COUNTRY, COUNTRY / 2.0);
        } else {
            grid.add_ghosts(kit);
        }
        Some(grid)
    }

    fn turn(&self, p: Pt) -> Pt {
        if self.turned { p.quarter() } else { p }
    }

    pub(crate) fn centre(&self, (c, h): CellKey) -> Pt {
        self.origin + self.turn(pt(f64::from(c) * 1.5 * R, f64::from(h) * HALF))
    }

    pub(crate) fn corner_at(&self, (x, y): CornerKey) -> Pt {
        self.origin + self.turn(pt(f64::from(x) * R / 2.0, f64::from(y) * HALF))
    }

    pub(crate) fn cell(&self, key: CellKey) -> Option<&Cell> {
        self.by_key.get(&key).map(|&i| &self.cells[i])
    }

    pub(crate) fn cell_of(&self, spot: Spot) -> Option<&Cell> {
        self.by_spot.get(&spot).map(|&i| &self.cells[i])
    }

    pub(crate) fn is_on_map(&self, key: CellKey) -> bool {
        self.cell(key).is_some_and(|c| c.spot.is_some())
    }

    /// The printed cells, without ghosts.
    pub(crate) fn printed(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|c| c.spot.is_some())
    }

    /// The cell a point lies in.
    pub(crate) fn key_near(&self, p: Pt) -> CellKey {
        let off = p - self.origin;
        let d = if self.turned { off.quarter() * -1.0 } else { off };
        let near = (d.x / (1.5 * R)).round() as i32;
        let mut best = (f64::INFINITY, (near, 0));
        for c in near - 1..=near + 1 {
            let half = f64::from(c & 1);
            let h = (((d.y / HALF - half) / 2.0).round() * 2.0 + half) as i32;
            let off = self.centre((c, h)).dist(p);
            if off < best.0 {
                best = (off, (c, h));
            }
        }
        best.1
    }

    /// The corners of the side between two spots, if they are neighbours.
    pub(crate) fn side(&self, a: Spot, b: Spot) -> Option<(CornerKey, CornerKey)> {
        let (a, b) = (self.cell_of(a)?.key, self.cell_of(b)?.key);
        let i = (0..6).find(|&i| neighbour(a, i) == b)?;
        Some((corner(a, i), corner(a, i + 1)))
    }

    pub(crate) fn adjacent(&self, a: Spot, b: Spot) -> bool {
        self.side(a, b).is_some()
    }

    /// Whether a corner lies on the rim of the printed cells.
    pub(crate) fn on_rim(&self, key: CornerKey) -> bool {
        touching(key).iter().filter(|&&c| self.is_on_map(c)).count() < 3
    }

    /// Whether a line that ends here goes on over the edge of the sheet. On free ground it ends at the coast, or where
    /// the hexes end.
    pub(crate) fn leads_off(&self, key: CornerKey) -> bool {
        self.on_rim(key) && self.cells.iter().any(|cell| cell.spot.is_none())
    }

    /// Whether a printed cell has the rim of the map on one side.
    pub(crate) fn is_rim_cell(&self, spot: Spot) -> bool {
        self.cell_of(spot).is_some_and(|c| (0..6).any(|i| !self.is_on_map(neighbour(c.key, i))))
    }

    /// Which way leads off the sheet from here: towards the nearest trimmed edge.
    pub(crate) fn outward(&self, p: Pt) -> Pt {
        let t = self.trim;
        let ways = [
            (p.x - t.left, pt(-1.0, -0.13)),
            (t.right - p.x, pt(1.0, 0.13)),
            (p.y - t.top, pt(-0.1, -1.0)),
            (t.bottom - p.y, pt(0.13, 1.0)),
        ];
        ways.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(pt(0.0, 1.0), |w| w.1)
    }

    /// Closed runs of corners round all cells for which `inside` holds, cells to the right.
    pub(crate) fn loops(&self, inside: impl Fn(&Cell) -> bool) -> Vec<Vec<CornerKey>> {
        let mut next: BTreeMap<CornerKey, Vec<CornerKey>> = BTreeMap::new();
        for cell in self.cells.iter().filter(|c| inside(c)) {
            for i in 0..6 {
                if !self.cell(neighbour(cell.key, i)).is_some_and(&inside) {
                    next.entry(corner(cell.key, i)).or_default().push(corner(cell.key, i + 1));
                }
            }
        }
        let mut out = Vec::new();
        while let Some((&start, _)) = next.first_key_value() {
            let mut run = Vec::new();
            let mut here = start;
            while let Some(ends) = next.get_mut(&here) {
                run.push(here);
                let there = ends.pop().expect("an entry has an end");
                if ends.is_empty() {
                    next.remove(&here);
                }
                here = there;
            }
            out.push(run);
        }
        out
    }

    fn add_ghosts(&mut self, kit: &Kit) {
        let reach = self.trim.grown(R);
        let low = self.key_near(pt(reach.left, reach.top));
        let high = self.key_near(pt(reach.right, reach.bottom));
        let mut empty: BTreeSet<CellKey> = BTreeSet::new();
        for c in low.0 - 1..=high.0 + 1 {
            for h in low.1 - 2..=high.1 + 2 {
                if (c + h) % 2 == 0 && reach.holds(self.centre((c, h))) && !self.by_key.contains_key(&(c, h)) {
                    empty.insert((c, h));
                }
            }
        }
        let is_town = |g: usize| Ground::of(kit, g) == Ground::Town;
        let open = (0..kit.grounds.len()).find(|&g| matches!(Ground::of(kit, g), Ground::Clear | Ground::Plain));
        while !empty.is_empty() {
            // Ring by ring, so that the copies do not depend on the order of the cells.
            let ring: Vec<(CellKey, usize)> = empty
                .iter()
                .filter_map(|&key| {
                    let around: Vec<usize> =
                        (0..6).filter_map(|i| self.cell(neighbour(key, i))).map(|c| c.ground).collect();
                    let copied = around.iter().copied().find(|&g| !is_town(g)).or(around.first().copied())?;
                    Some((key, if is_town(copied) { open.unwrap_or(copied) } else { copied }))
                })
                .collect();
            if ring.is_empty() {
                break;
            }
            for (key, ground) in ring {
                empty.remove(&key);
                self.by_key.insert(key, self.cells.len());
                self.cells.push(Cell { key, at: self.centre(key), ground, spot: None });
            }
        }
    }
}

pub(crate) fn is_hex(shape: &Shape) -> bool {
    matches!(shape, Shape::Hex | Shape::Pointed)
}

pub(crate) fn corner((c, h): CellKey, i: usize) -> CornerKey {
    let (x, y) = CORNERS[i % 6];
    (3 * c + x, h + y)
}

pub(crate) fn neighbour((c, h): CellKey, i: usize) -> CellKey {
    let (x, y) = NEIGHBOURS[i % 6];
    (c + x, h + y)
}

/// The three cells that meet in a corner.
pub(crate) fn touching((x, y): CornerKey) -> [CellKey; 3] {
    // East and west corners leave remainder 2 and 1; of the same row parity as their cell or the next one.
    let mut out = [(0, 0); 3];
    let mut n = 0;
    for (dx, dy) in CORNERS {
        let (cx, h) = (x - dx, y - dy);
        if cx.rem_euclid(3) == 0 && (cx / 3 + h) % 2 == 0 && n < 3 {
            out[n] = (cx / 3, h);
            n += 1;
        }
    }
    out
}
