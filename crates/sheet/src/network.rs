//! Boards of areas joined by roads: ovals in the colours of their owners, printed signs, smooth roads.
//! Owners differ by colour and by pattern.

use referee::{Kit, Print, Seat, Shape, Spot, SpotLook, Through};

use crate::counters::Colour;
use crate::geometry::{Pen, Pt, Rect, num, pt};
use crate::paper::escape_id;
use crate::recipes::Line;

/// Half the width and the height of an oval.
pub(crate) const OVAL: Pt = pt(25.0, 15.5);

/// How far each end of a road leans towards the road that continues it.
const LEAN: f64 = 0.72;

#[derive(Debug)]
pub(crate) struct Network<'a> {
    kit: &'a Kit,
    pub(crate) roads: Vec<Road>,
}

/// A road between two areas: a cubic curve from centre to centre.
#[derive(Debug)]
pub(crate) struct Road {
    ends: (Spot, Spot),
    curve: [Pt; 4],
    owners: Vec<Seat>,
    /// Nobody's, and drawn with dots.
    dotted: bool,
}

impl Road {
    pub(crate) fn at(&self, t: f64) -> Pt {
        let [a, b, c, d] = self.curve;
        let (p, q, r) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
        p.lerp(q, t).lerp(q.lerp(r, t), t)
    }

    pub(crate) fn is_dotted(&self) -> bool {
        self.dotted
    }

    /// A stretch of it, as path data.
    pub(crate) fn path(&self, from: f64, to: f64) -> String {
        let mut pen = Pen::new();
        pen.polyline(&(0..=12).map(|i| self.at(from + (to - from) * f64::from(i) / 12.0)).collect::<Vec<Pt>>());
        pen.done()
    }

    fn draw(&self, pen: &mut Pen) {
        let [a, b, c, d] = self.curve;
        pen.move_to(a);
        pen.cubic_to(b, c, d);
    }
}

/// What the areas and their signs cover.
pub(crate) fn bounds(kit: &Kit) -> Option<Rect> {
    let ovals = kit.spots.iter().filter(|spot| spot.shape == Shape::Oval);
    let all = ovals.fold(Rect::NOTHING, |all, spot| all.join(Rect::around(Pt::of(spot.at), OVAL.x, OVAL.y)));
    (!all.is_nothing()).then_some(all)
}

/// Signs that only networks print.
#[cfg(test)]
pub(crate) const PRINTED: [&str; 6] = ["base", "medal", "flag", "blockade", "limited", "limited-once"];

impl<'a> Network<'a> {
    pub(crate) fn new(kit: &'a Kit) -> Option<Network<'a>> {
        bounds(kit)?;
        let mut links: Vec<(Spot, Spot, &referee::LineRun, Line)> = Vec::new();
        for run in &kit.runs {
            let line = Line::of(kit, run.line);
            if let (Through::Spots(spots), Line::Way | Line::DottedWay) = (&run.through, line) {
                links.extend(spots.windows(2).map(|pair| (pair[0], pair[1], run, line)));
            }
        }
        let place = |spot: Spot| kit.spots.get(spot.index()).map_or(pt(0.0, 0.0), |look| Pt::of(look.at));
        // Each end leans into the straightest road that continues it: a chain of towns becomes one line.
        let lean = |from: Spot, to: Spot| {
            let along = (place(to) - place(from)).unit();
            let others = links.iter().filter_map(|(a, b, ..)| match (*a == from, *b == from) {
                (true, false) => Some(*b),
                (false, true) => Some(*a),
                _ => None,
            });
            let straightest = others
                .filter(|other| *other != to)
                .map(|other| (place(other) - place(from)).unit())
                .map(|other| (-along.dot(other), other))
                .filter(|(straight, _)| *straight > -0.35)
                .max_by(|a, b| a.0.total_cmp(&b.0));
            straightest.map_or(along, |(_, other)| along.lerp((along - other).unit(), LEAN).unit())
        };
        let road = |(a, b, run, line): &(Spot, Spot, &referee::LineRun, Line)| {
            let (from, to) = (place(*a), place(*b));
            let stiff = from.dist(to) * 0.34;
            Road {
                ends: (*a, *b),
                curve: [from, from + lean(*a, *b) * stiff, to + lean(*b, *a) * stiff, to],
                owners: run.owners.clone(),
                dotted: *line == Line::DottedWay,
            }
        };
        let roads = links.iter().map(road).collect();
        Some(Network { kit, roads })
    }

    pub(crate) fn road(&self, (a, b): (Spot, Spot)) -> Option<&Road> {
        self.roads.iter().find(|road| road.ends == (a, b) || road.ends == (b, a))
    }

    pub(crate) fn ovals(&self) -> impl Iterator<Item = (usize, &'a SpotLook)> + use<'a> {
        self.kit.spots.iter().enumerate().filter(|(_, spot)| spot.shape == Shape::Oval)
    }

    /// Roads, then areas with what is printed on them.
    pub(crate) fn draw(&self) -> String {
        let mut out = self.definitions();
        out.push_str(&self.draw_roads());
        for (_, spot) in self.ovals() {
            out.push_str(&self.draw_area(spot));
        }
        out
    }

    fn definitions(&self) -> String {
        let (x, y) = (OVAL.x, OVAL.y);
        format!(
            concat!(
                r#"<defs><ellipse id="o-body" rx="{x}" ry="{y}"/><path id="o-left" d="M0-{y}A{x} {y} 0 0 0 0 {y}Z"/>"#,
                r#"<path id="o-right" d="M0-{y}A{x} {y} 0 0 1 0 {y}Z"/><ellipse id="o-shade" class="o-shade" cy="1.8" rx="26" ry="16.5"/>"#,
                r#"<g id="o-rim"><ellipse class="o-rim" rx="{x}" ry="{y}"/><ellipse class="o-ring" rx="21.5" ry="12"/></g>"#,
                r#"<path id="o-fort" class="o-fort" d="{fort}"/><path id="o-star" d="{star}"/><path id="o-star-in" d="{inner}"/></defs>"#
            ),
            x = num(x),
            y = num(y),
            fort = rosette(),
            star = star(50.0),
            inner = star(43.0)
        )
    }

    fn draw_roads(&self) -> String {
        let (mut halo, mut dots, mut case) = (Pen::new(), Pen::new(), Pen::new());
        for road in &self.roads {
            if road.dotted {
                road.draw(&mut halo);
                road.draw(&mut dots);
            } else {
                road.draw(&mut case);
            }
        }
        let mut out = format!(
            r#"<path class="dots-halo" d="{}"/><path class="dots" d="{}"/><path class="way-case" d="{}"/><g class="way">"#,
            halo.done(),
            dots.done(),
            case.done()
        );
        // One by one and by name, so that a page can follow them.
        for road in &self.roads {
            let (a, b) = road.ends;
            let mut pen = Pen::new();
            road.draw(&mut pen);
            let stroke = match (road.dotted, road.owners.first()) {
                (true, _) => "none".into(),
                (false, Some(owner)) => self.colour(*owner),
                (false, None) => "#b9a878".into(),
            };
            out.push_str(&format!(
                r#"<path id="way-{}-{}" stroke="{stroke}" d="{}"/>"#,
                a.0.min(b.0),
                a.0.max(b.0),
                pen.done()
            ));
        }
        out.push_str("</g>");
        // A second owner alternates with the first; a single one has a core of its own.
        let seats = u8::try_from(self.kit.seats.len()).unwrap_or(u8::MAX);
        for seat in (0..seats).map(Seat) {
            let (mut core, mut shared) = (Pen::new(), Pen::new());
            for road in &self.roads {
                match road.owners.as_slice() {
                    [only] if *only == seat => road.draw(&mut core),
                    [_, second, ..] if *second == seat => road.draw(&mut shared),
                    _ => {}
                }
            }
            out.push_str(&format!(r#"<path class="way-core core-{}" d="{}"/>"#, seat.0 % 3, core.done()));
            let shared = shared.done();
            if !shared.is_empty() {
                out.push_str(&format!(r#"<path class="way-shared" stroke="{}" d="{shared}"/>"#, self.colour(seat)));
            }
        }
        out
    }

    fn draw_area(&self, spot: &SpotLook) -> String {
        let at = Pt::of(spot.at);
        let mut out = format!(r#"<g class="oval" transform="translate({} {})">"#, num(at.x), num(at.y));
        let printed = |recipe: &str| spot.prints.iter().find(|print| print.recipe == recipe);
        let owner = |print: &Print| print.seat.map_or("#b9a878".into(), |seat| self.colour(seat));
        if let Some(print) = printed("base") {
            out.push_str(&format!(
                r##"<use href="#o-star" class="o-star" fill="{}"/><use href="#o-star-in" class="o-star-in"/>"##,
                owner(print)
            ));
        }
        if let Some(print) = printed("port") {
            out.push_str(&format!(r##"<use href="#o-star" class="o-port" stroke="{}"/>"##, owner(print)));
        }
        if printed("fort").is_some() {
            out.push_str(r##"<use href="#o-fort"/>"##);
        }
        out.push_str(r##"<use href="#o-shade"/>"##);
        match spot.owners.as_slice() {
            [] => out.push_str(r##"<use href="#o-body" class="o-nobody"/>"##),
            [one] => out.push_str(&format!(r##"<use href="#o-body" fill="{}"/>"##, self.colour(*one))),
            [one, other, ..] => out.push_str(&format!(
                r##"<use href="#o-left" fill="{}"/><use href="#o-right" fill="{}"/><path class="o-split" d="M0-15.5V15.5"/>"##,
                self.colour(*one),
                self.colour(*other)
            )),
        }
        let pale = spot.owners.iter().any(|seat| self.is_pale(*seat));
        out.push_str(if pale { r##"<use href="#o-rim" class="pale"/>"## } else { r##"<use href="#o-rim"/>"## });
        let flagged = printed("flag").is_some();
        for print in &spot.prints {
            let place = match print.recipe.as_str() {
                "medal" => pt(OVAL.x + 2.0, -OVAL.y - 3.0),
                "flag" => pt(-OVAL.x + 3.0, -OVAL.y - 3.0),
                "blockade" => pt(if flagged { OVAL.x - 1.0 } else { 5.0 - OVAL.x }, -OVAL.y - 5.0),
                _ => continue,
            };
            out.push_str(&self.sign(print, place));
        }
        out.push_str("</g>");
        out
    }

    /// A small printed sign: the kit's art of that name, or a disc.
    pub(crate) fn sign(&self, print: &Print, at: Pt) -> String {
        let (x, y) = (num(at.x - 12.0), num(at.y - 12.0));
        if self.kit.art.iter().any(|art| art.name == print.recipe) {
            let name = escape_id(&print.recipe);
            return format!(
                r##"<use href="#art-{name}" class="print print-{name}" x="{x}" y="{y}" width="24" height="24"/>"##
            );
        }
        format!(r#"<circle class="print-plain" cx="{}" cy="{}" r="6"/>"#, num(at.x), num(at.y))
    }

    pub(crate) fn colour(&self, seat: Seat) -> String {
        let printed = self.kit.seats.get(seat.index()).map_or("#b9a878", |look| &look.colours.0);
        format!("var(--seat-{},{printed})", seat.0)
    }

    fn is_pale(&self, seat: Seat) -> bool {
        let look = self.kit.seats.get(seat.index());
        look.and_then(|look| Colour::parse(&look.colours.0)).is_some_and(|colour| !colour.is_dark())
    }
}

fn star(radius: f64) -> String {
    let corner = |i: u32| {
        let angle = (f64::from(i) / 10.0 - 0.25) * std::f64::consts::TAU;
        let reach = if i % 2 == 1 { radius / 2.0 } else { radius };
        pt(angle.cos() * reach * 1.12, angle.sin() * reach)
    };
    let mut pen = Pen::new();
    pen.polygon(&(0..10).map(corner).collect::<Vec<Pt>>());
    pen.done()
}

/// Sixteen points round an oval.
fn rosette() -> String {
    let corner = |i: u32| {
        let angle = f64::from(i) / 32.0 * std::f64::consts::TAU;
        let reach = if i % 2 == 1 { 1.2 } else { 1.58 };
        pt(angle.cos() * OVAL.x * reach * 0.95, angle.sin() * OVAL.y * reach * 1.06)
    };
    let mut pen = Pen::new();
    pen.polygon(&(0..32).map(corner).collect::<Vec<Pt>>());
    pen.done()
}
