//! The map itself: everything that is printed inside the neat line, bottom to top.

use referee::Kit;

use crate::areas::{Raster, Wood, areas};
use crate::counters::{HALF_SIDE, places};
use crate::country;
use crate::frame::Frame;
use crate::geometry::{Pen, Pt, Rect};
use crate::hexes::{Grid, TRIM, corner, neighbour};
use crate::lettering::{self, Obstacles};
use crate::network::{self, Network};
use crate::outlines::{self, bounds, box_of, outline};
use crate::panels;
use crate::patches::Patches;
use crate::placing;
use crate::prints;
use crate::recipes::{Ground, Line};
use crate::relief::{Field, Relief};
use crate::scatter::{Clearances, houses, marks};
use crate::water::{self, Course, courses, twice};
use crate::ways::{self, Way};

/// Room round the areas of a network: beside them, and above and below.
const NETWORK_MARGIN: (f64, f64) = (104.0, 50.0);

/// All that is worked out once about a kit before drawing.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    kit: &'a Kit,
    grid: Option<Grid>,
    courses: Vec<Course>,
    ways: Vec<Way>,
    /// Areas joined by roads, if that is what the board is.
    network: Option<Network<'a>>,
    /// What the neat line runs round.
    pub(crate) trim: Rect,
    pub(crate) frame: Frame,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(kit: &'a Kit) -> Plan<'a> {
        let grid = Grid::new(kit);
        let mut trim = grid.as_ref().map_or(Rect::NOTHING, |g| g.trim);
        let mut boxes = Rect::NOTHING;
        for spot in &kit.spots {
            if let Some(points) = outline(spot) {
                trim = trim.join(bounds(&points).grown(TRIM));
            }
            if let Some(rect) = box_of(spot) {
                boxes = boxes.join(rect);
            }
        }
        if let Some(areas) = network::bounds(kit) {
            trim = trim.join(areas.wider(NETWORK_MARGIN.0, NETWORK_MARGIN.1));
        }
        if trim.is_nothing() {
            trim = if boxes.is_nothing() {
                Rect { left: 0.0, top: 0.0, right: 400.0, bottom: 300.0 }
            } else {
                boxes.grown(20.0)
            };
        }
        let courses = courses(kit, grid.as_ref());
        let ways = ways::ways(kit, grid.as_ref());
        let network = Network::new(kit);
        let frame = Frame::new(kit, trim, boxes, network.is_some());
        Plan { kit, grid, courses, ways, network, trim, frame }
    }

    /// Ground, marks, grid, lines.
    pub(crate) fn map(&self) -> String {
        let mut out = format!(r#"<rect class="clear-sheet" {}/><g clip-path="url(#rs-trim)">"#, self.trim.attributes());
        out.push_str(&country::draw(self.kit, self.trim));
        if let Some(grid) = &self.grid {
            out.push_str(&self.hexed_ground(grid));
        }
        out.push_str(&outlines::draw_outlines(self.kit, false));
        out.push_str(&water::draw_water(&self.courses));
        out.push_str(&country::rails(self.kit));
        if self.grid.is_some() && country::lies_under(self.kit) {
            out.push_str(&prints::draw(self.kit));
        }
        out.push_str(&ways::draw_ways(&self.ways));
        out.push_str(&ways::draw_bridges(self.kit, self.grid.as_ref(), &self.ways, &self.courses));
        out.push_str(&water::draw_fronts(&self.courses));
        out.push_str(&outlines::draw_outlines(self.kit, true));
        if let Some(network) = &self.network {
            out.push_str(&network.draw());
        }
        out.push_str(&format!(r#"</g><rect class="neat" {}/>"#, self.trim.attributes()));
        out.push_str(&outlines::draw_boxes(self.kit));
        out.push_str(&panels::printed(self.kit));
        out
    }

    /// Grey hatching over every spot the kit is not sure of.
    pub(crate) fn unsure(&self) -> String {
        let mut pen = Pen::new();
        let sure = |i: usize| self.kit.spots.get(i).is_none_or(|s| s.sure);
        if let Some(grid) = &self.grid {
            for run in grid.loops(|c| c.spot.is_some_and(|s| !sure(s.index()))) {
                pen.polygon(&run.iter().map(|&k| grid.corner_at(k)).collect::<Vec<Pt>>());
            }
        }
        for spot in self.kit.spots.iter().filter(|s| !s.sure) {
            if let Some(points) = outline(spot) {
                pen.polygon(&points);
            }
        }
        let d = pen.done();
        if d.is_empty() { d } else { format!(r#"<path class="unsure" d="{d}" fill-rule="evenodd"/>"#) }
    }

    /// Names, set clear of the counters of a scene if there is one.
    pub(crate) fn names(&self, scene: Option<&referee::Scene>) -> String {
        let counters = scene.map_or(Vec::new(), |s| {
            places(self.kit, s).into_iter().map(|(_, p)| Rect::around(p, HALF_SIDE, HALF_SIDE)).collect()
        });
        let ways = self.ways.iter().flat_map(|w| w.points.iter().copied()).collect();
        let names = lettering::names(self.kit, &self.courses, self.trim, &Obstacles { counters, ways });
        match &self.network {
            Some(network) => names + &placing::words(self.kit, network, &country::stretches(self.kit), self.trim),
            None => names,
        }
    }

    fn hexed_ground(&self, grid: &Grid) -> String {
        let kit = self.kit;
        // Over free ground only what is not clear is painted, and nothing invented.
        let free = country::lies_under(kit);
        let mut areas = areas(grid);
        let wet = || self.courses.iter().filter(|c| c.line.is_water()).map(|c| &c.points);
        let rivers =
            self.courses.iter().filter(|c| matches!(c.line, Line::River | Line::GreatRiver)).map(|c| &c.points);
        let field = self.trim.grown(40.0);
        let to_water = Field::distance(field, 8.0, wet());
        let to_river = Field::distance(field, 8.0, rivers);
        let to_way = Field::distance(field, 8.0, self.ways.iter().map(|w| &w.points));
        let raster = Raster::new(&areas, self.trim);
        let recipes: Vec<Ground> = (0..kit.grounds.len()).map(|g| Ground::of(kit, g)).collect();
        let relief = Relief::new(self.trim, &raster, &recipes, &to_water);

        let mut out = String::new();
        areas.sort_by_key(|a| (Ground::of(kit, a.ground), a.ground));
        for area in &areas {
            let ground = Ground::of(kit, area.ground);
            if ground == Ground::Woods {
                let mut wood = Wood::default();
                area.loops.iter().for_each(|controls| wood.enclose(controls, 8.5));
                let (id, body, edge) = (format!("rs-woods-{}", area.ground), wood.body.done(), wood.edge.done("edge"));
                out.push_str(&format!(
                    r##"<defs><path id="{id}" d="{body}"/><g id="{id}-edge">{edge}</g></defs><g class="g-shade" transform="translate(1.6 2.6)"><use href="#{id}"/><use href="#{id}-edge"/></g><use href="#{id}" class="wood"/><use href="#{id}-edge" class="ground g-woods"/>"##
                ));
                continue;
            }
            let mut pen = Pen::new();
            area.loops.iter().for_each(|controls| pen.closed_spline(controls));
            let (d, class) = (pen.done(), format!("ground g-{}", ground.class()));
            match ground {
                // The bare sheet, unless it must cover the landward half of a coast.
                Ground::Clear if free || !recipes.contains(&Ground::Water) => {}
                Ground::Water => {
                    out.push_str(&twice(&format!("rs-sea-{}", area.ground), &d, &[class.as_str(), "coast"]))
                }
                Ground::Woods
                | Ground::Clear
                | Ground::Plain
                | Ground::Valley
                | Ground::Marsh
                | Ground::Mixed
                | Ground::Grove
                | Ground::Town
                | Ground::Broken
                | Ground::Rough
                | Ground::Mountain
                | Ground::Neutral
                | Ground::Hilltop
                | Ground::Mud
                | Ground::Flood => out.push_str(&format!(r#"<path class="{class}" d="{d}"/>"#)),
            }
        }
        if !free {
            out.push_str(&relief.drawn());
            out.push_str(&relief.form_lines(22.0).done("contours"));
        }
        let clear = Clearances {
            kit,
            grid,
            raster: &raster,
            relief: &relief,
            to_water: &to_water,
            to_river: &to_river,
            to_way: &to_way,
        };
        out.push_str(&marks(&clear, free));
        let built_along: Vec<Vec<Pt>> =
            self.ways.iter().filter(|w| matches!(w.line, Line::Road | Line::Trail)).map(|w| w.points.clone()).collect();
        out.push_str(&houses(kit, grid, &built_along, &to_water));
        if !free {
            out.push_str(&self.veil(grid));
        }
        out.push_str(&hex_grid(grid));
        // Over free ground they come when the rails have been laid.
        if !free {
            out.push_str(&prints::draw(kit));
        }
        out
    }

    /// The ghost ring is paler than the field of play.
    fn veil(&self, grid: &Grid) -> String {
        let t = self.trim;
        let mut pen = Pen::new();
        pen.polygon(
            &[(t.left, t.top), (t.right, t.top), (t.right, t.bottom), (t.left, t.bottom)].map(|(x, y)| Pt { x, y }),
        );
        for run in grid.loops(|c| c.spot.is_some()) {
            pen.polygon(&run.iter().map(|&k| grid.corner_at(k)).collect::<Vec<Pt>>());
        }
        format!(r#"<path class="veil" d="{}" fill-rule="evenodd"/>"#, pen.done())
    }
}

/// Three sides of each hex, and the others where nobody else draws them.
fn hex_grid(grid: &Grid) -> String {
    let mut patches = Patches::default();
    for cell in grid.printed() {
        let pen = patches.at(cell.at);
        let at = |i: usize| grid.corner_at(corner(cell.key, i));
        pen.polyline(&[at(0), at(1), at(2), at(3)]);
        for i in 3..6 {
            if !grid.is_on_map(neighbour(cell.key, i)) {
                pen.polyline(&[at(i), at(i + 1)]);
            }
        }
    }
    patches.done("hexgrid")
}
