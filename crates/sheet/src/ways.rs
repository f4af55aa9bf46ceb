//! Roads, rails and trails from centre to centre, and bridges.

use std::collections::{BTreeMap, BTreeSet};

use referee::{Kit, Spot, Through};

use crate::geometry::{Pen, Pt, dense, num, pt};
use crate::hexes::{Grid, R};
use crate::noise::hash;
use crate::recipes::Line;
use crate::water::{self, Course, apart, place};

type Link = (Spot, Spot);

/// A run of links drawn in one go.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) line: Line,
    nodes: Vec<Node>,
    pub(crate) points: Vec<Pt>,
}

/// A point the way passes, in which direction, and how stiffly.
#[derive(Copy, Clone, Debug)]
struct Node {
    at: Pt,
    towards: Pt,
    reach: f64,
}

/// What is drawn over what: a link that is both road and trail is a road.
const RANK: [Line; 6] = [Line::Road, Line::Rail, Line::Trail, Line::Border, Line::Front, Line::Plain];

pub(crate) fn ways(kit: &Kit, grid: Option<&Grid>) -> Vec<Way> {
    let mut taken: BTreeSet<Link> = BTreeSet::new();
    let mut by_line: Vec<(Line, BTreeSet<Link>)> = Vec::new();
    for line in RANK {
        let mut links = BTreeSet::new();
        for run in kit.runs.iter().filter(|r| Line::of(kit, r.line) == line) {
            if let Through::Spots(spots) = &run.through {
                for pair in spots.windows(2) {
                    let link = sorted(pair[0], pair[1]);
                    let known = place(kit, link.0).is_some() && place(kit, link.1).is_some();
                    // Rails run beside roads; everything else is replaced by them.
                    let free = line == Line::Rail || !taken.contains(&link);
                    if link.0 != link.1 && known && free {
                        links.insert(link);
                    }
                }
            }
        }
        taken.extend(links.iter().copied());
        by_line.push((line, links));
    }
    let mut degree: BTreeMap<Spot, usize> = BTreeMap::new();
    for &(a, b) in &taken {
        *degree.entry(a).or_default() += 1;
        *degree.entry(b).or_default() += 1;
    }
    let mut out = Vec::new();
    for (line, links) in by_line {
        let net = Net { kit, grid, links: &links, near: neighbours(&links), degree: &degree };
        for run in net.runs() {
            let nodes = net.nodes(&run);
            let points = sampled(&nodes);
            out.push(Way { line, nodes, points });
        }
    }
    out
}

pub(crate) fn draw_ways(ways: &[Way]) -> String {
    let mut out = String::new();
    for (line, classes) in [
        (Line::Plain, &["plain-line"][..]),
        (Line::Border, &["border-soft", "border"][..]),
        (Line::Front, &["front-soft", "front"][..]),
        (Line::Trail, &["trail-halo", "trail"][..]),
        (Line::Rail, &["rail", "rail-ties"][..]),
        (Line::Road, &["road-case", "road"][..]),
    ] {
        let drawn = |way: &Way| {
            Pen::drawn(|pen| {
                pen.move_to(way.nodes[0].at);
                for pair in way.nodes.windows(2) {
                    let (c, e) = handles(pair[0], pair[1]);
                    pen.cubic_to(c, e, pair[1].at);
                }
            })
        };
        let of_line = ways.iter().filter(|w| w.line == line).map(drawn);
        out.push_str(&apart(&format!("rs-ways-{}", classes[0]), of_line, classes));
    }
    out
}

/// Bridges stand where way and water cross, turned with the way, larger over a river.
pub(crate) fn draw_bridges(kit: &Kit, grid: Option<&Grid>, ways: &[Way], courses: &[Course]) -> String {
    let mut out = String::new();
    for run in kit.runs.iter().filter(|r| Line::of(kit, r.line) == Line::Bridge) {
        let pairs: Vec<Link> = match &run.through {
            Through::Sides(sides) => sides.clone(),
            Through::Spots(spots) => spots.windows(2).map(|p| (p[0], p[1])).collect(),
            Through::Points(_) | Through::Shape(_) => Vec::new(),
        };
        for (a, b) in pairs {
            let (Some(p), Some(q)) = (place(kit, a), place(kit, b)) else { continue };
            let middle = p.mid(q);
            let along = (q - p).unit();
            let reach = if grid.is_some_and(|g| g.adjacent(a, b)) { 16.0 } else { p.dist(q) / 2.0 };
            let wet = water::nearest(courses, middle, reach);
            let shift = wet.map_or(0.0, |(c, i)| (c.points[i] - middle).dot(along).clamp(-6.0, 6.0));
            let at = middle + along * shift;
            let big = if wet.is_some_and(|w| w.0.line == Line::River) { 1.5 } else { 1.0 };
            let carries_road = ways
                .iter()
                .filter(|w| matches!(w.line, Line::Road | Line::Rail))
                .any(|w| w.points.iter().any(|r| r.dist(middle) < 4.0));
            out.push_str(&bridge(at, along.angle().to_degrees(), big, carries_road));
        }
    }
    out
}

pub(crate) fn bridge(at: Pt, turn: f64, big: f64, road: bool) -> String {
    let (half, length) = (if road { 4.6 } else { 3.8 }, 7.0 * big);
    let (w, l) = (num(half), num(length));
    let (flare, far) = (num(half + 3.0), num(length + 3.0));
    format!(
        r#"<g class="bridge" transform="translate({} {}) rotate({})"><rect x="-{l}" y="-{w}" width="{}" height="{}" class="deck{}"/><path d="M-{far}-{flare}L-{l}-{w}H{l}L{far}-{flare}M-{far} {flare}L-{l} {w}H{l}L{far} {flare}"/></g>"#,
        num(at.x),
        num(at.y),
        num(turn),
        num(length * 2.0),
        num(half * 2.0),
        if road { " road" } else { "" }
    )
}

fn sorted(a: Spot, b: Spot) -> Link {
    if a < b { (a, b) } else { (b, a) }
}

fn neighbours(links: &BTreeSet<Link>) -> BTreeMap<Spot, Vec<Spot>> {
    let mut near: BTreeMap<Spot, Vec<Spot>> = BTreeMap::new();
    for &(a, b) in links {
        near.entry(a).or_default().push(b);
        near.entry(b).or_default().push(a);
    }
    near
}

struct Net<'a> {
    kit: &'a Kit,
    grid: Option<&'a Grid>,
    links: &'a BTreeSet<Link>,
    near: BTreeMap<Spot, Vec<Spot>>,
    /// Over all lines: a junction of a road and a trail is a junction.
    degree: &'a BTreeMap<Spot, usize>,
}

impl Net<'_> {
    /// At junctions each link continues into its straightest partner if that is mutual; the rest start
    /// at the centre.
    fn runs(&self) -> Vec<Vec<Spot>> {
        let mut done: BTreeSet<Link> = BTreeSet::new();
        let mut starts: Vec<Link> = self.links.iter().copied().collect();
        starts.sort_by_key(|l| self.near[&l.0].len().min(self.near[&l.1].len()));
        let mut out = Vec::new();
        for (a, b) in starts {
            if done.insert((a, b)) {
                let forth = self.follow(a, b, &mut done);
                let back = self.follow(b, a, &mut done);
                let mut run: Vec<Spot> = back.into_iter().skip(2).rev().collect();
                run.extend(forth);
                out.push(run);
            }
        }
        out
    }

    fn follow(&self, a: Spot, b: Spot, done: &mut BTreeSet<Link>) -> Vec<Spot> {
        let mut run = vec![a, b];
        let (mut before, mut here) = (a, b);
        while let Some(next) = self.partner(here, before).filter(|&n| self.partner(here, n) == Some(before)) {
            if !done.insert(sorted(here, next)) {
                break;
            }
            run.push(next);
            (before, here) = (here, next);
        }
        run
    }

    fn partner(&self, here: Spot, from: Spot) -> Option<Spot> {
        let back = self.heading(here, from);
        let near = self.near.get(&here)?;
        // Where only two links meet, the way goes on however sharply it turns.
        let mut best = (if near.len() == 2 { 2.0 } else { 0.2 }, None);
        for &other in near.iter().filter(|&&o| o != from) {
            let bend = back.dot(self.heading(here, other));
            if bend < best.0 {
                best = (bend, Some(other));
            }
        }
        best.1
    }

    fn at(&self, s: Spot) -> Pt {
        place(self.kit, s).unwrap_or_default()
    }

    fn heading(&self, from: Spot, to: Spot) -> Pt {
        (self.at(to) - self.at(from)).unit()
    }

    fn by_sides(&self, a: Spot, b: Spot) -> bool {
        self.grid.is_some_and(|g| g.adjacent(a, b))
    }

    /// Where a way passes a spot: at its centre, moved a little unless it is a junction.
    fn passing(&self, s: Spot) -> Pt {
        let free = self.degree.get(&s).is_some_and(|&n| n <= 2);
        match self.grid.and_then(|g| g.cell_of(s)) {
            Some(cell) if free => {
                let (c, h) = cell.key;
                self.at(s) + pt(hash(c, h, 21) - 0.5, hash(c, h, 22) - 0.5) * 11.0
            }
            _ => self.at(s),
        }
    }

    fn nodes(&self, run: &[Spot]) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (i, &here) in run.iter().enumerate() {
            let before = i.checked_sub(1).map(|j| run[j]);
            let after = run.get(i + 1).copied();
            if let Some(b) = before.filter(|&b| self.by_sides(b, here)) {
                // A hexside is crossed in its middle, at a right angle.
                nodes.push(Node { at: self.at(b).mid(self.at(here)), towards: self.heading(b, here), reach: 14.0 });
            }
            let at = self.passing(here);
            let gate = |o: Spot| if self.by_sides(o, here) { self.at(o).mid(self.at(here)) } else { self.at(o) };
            let from = before.map_or(at, gate);
            let to = after.map_or(at, gate);
            let reach = if before.or(after).is_some_and(|o| self.by_sides(o, here)) {
                13.0 * (from.dist(to) / 60.0).min(1.0)
            } else {
                f64::INFINITY
            };
            nodes.push(Node { at, towards: (to - from).unit(), reach });
        }
        if let (Some(grid), [first, .., last]) = (self.grid, run) {
            for (end, start) in [(*first, true), (*last, false)] {
                if self.degree.get(&end) == Some(&1) && grid.is_rim_cell(end) {
                    self.lead_off(grid, &mut nodes, start);
                }
            }
        }
        nodes
    }

    /// A way that ends on the rim goes on over the trimmed edge.
    fn lead_off(&self, grid: &Grid, nodes: &mut Vec<Node>, start: bool) {
        let out = {
            let node = if start { nodes[0] } else { nodes[nodes.len() - 1] };
            grid.outward(node.at)
        };
        let sign = if start { -1.0 } else { 1.0 };
        let i = if start { 0 } else { nodes.len() - 1 };
        nodes[i].towards = (nodes[i].towards + out * sign).unit();
        nodes[i].reach = 13.0;
        let end = Node { at: nodes[i].at + out * (46.0 + R), towards: out * sign, reach: 16.0 };
        if start {
            nodes.insert(0, end);
        } else {
            nodes.push(end);
        }
    }
}

fn handles(a: Node, b: Node) -> (Pt, Pt) {
    let most = a.at.dist(b.at) * 0.36;
    (a.at + a.towards * a.reach.min(most), b.at - b.towards * b.reach.min(most))
}

fn sampled(nodes: &[Node]) -> Vec<Pt> {
    let mut out = Vec::new();
    for pair in nodes.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (c, e) = handles(a, b);
        for j in 0..6 {
            let t = f64::from(j) / 6.0;
            let (p, q, r) = (a.at.lerp(c, t), c.lerp(e, t), e.lerp(b.at, t));
            out.push(p.lerp(q, t).lerp(q.lerp(r, t), t));
        }
    }
    out.extend(nodes.last().map(|n| n.at));
    dense(&out, 6.0)
}
