//! Free ground under a network of areas: sea, countries, woods, rivers and borders, as the kit gives them.

use referee::{Kit, Through};

use crate::geometry::{Pen, Pt, Rect, num};
use crate::paper::{escape, escape_id};
use crate::recipes::Line;
use crate::relief::Relief;
use crate::water::{apart, twice};

/// A line over free ground, with its name.
#[derive(Debug)]
pub(crate) struct Stretch {
    pub(crate) line: Line,
    pub(crate) name: String,
    pub(crate) points: Vec<Pt>,
}

pub(crate) fn stretches(kit: &Kit) -> Vec<Stretch> {
    let read = |run: &referee::LineRun| match &run.through {
        Through::Points(points) => Some(Stretch {
            line: Line::of(kit, run.line),
            name: run.name.clone(),
            points: points.iter().map(|&p| Pt::of(p)).collect(),
        }),
        Through::Spots(_) | Through::Sides(_) | Through::Shape(_) => None,
    };
    kit.runs.iter().filter_map(read).collect()
}

/// Whether the kit gives land and sea of its own.
pub(crate) fn lies_under(kit: &Kit) -> bool {
    kit.runs.iter().any(|run| matches!(run.through, Through::Shape(_)) && Line::of(kit, run.line) == Line::Land)
}

/// Everything below the roads; nothing at all for a kit without free ground.
pub(crate) fn draw(kit: &Kit, sheet: Rect) -> String {
    let mut lands = String::new();
    let (mut woods, mut lakes) = (Pen::new(), Pen::new());
    let mut tints: Vec<&str> = Vec::new();
    let mut hills: Vec<Vec<Pt>> = Vec::new();
    for run in &kit.runs {
        let Through::Shape(points) = &run.through else { continue };
        let points: Vec<Pt> = points.iter().map(|&p| Pt::of(p)).collect();
        match Line::of(kit, run.line) {
            Line::Hills => hills.push(points),
            Line::Wood => woods.closed_spline(&points),
            Line::Sea => lakes.polygon(&points),
            Line::Neutral => {
                let mut pen = Pen::new();
                pen.polygon(&points);
                lands.push_str(&format!(r#"<path class="land-neutral" d="{}"/>"#, pen.done()));
            }
            _ => {
                // Islands have the tint of their country.
                let tint = tints.iter().position(|name| *name == run.name).unwrap_or_else(|| {
                    tints.push(&run.name);
                    tints.len() - 1
                });
                let mut pen = Pen::new();
                pen.polygon(&points);
                lands.push_str(&format!(r#"<path class="land-{}" d="{}"/>"#, tint % 6, pen.done()));
            }
        }
    }
    let mut out = String::new();
    if !lands.is_empty() {
        let at = sheet.attributes();
        out.push_str(&format!(
            r#"<rect class="open-sea" {at}/><rect class="waves" {at}/><defs><g id="rs-lands">{lands}</g></defs>"#
        ));
        for band in ["shelf-0", "shelf-1", "shelf-2", "shelf-3", "shelf-4", "shore", "land"] {
            out.push_str(&format!(r##"<use href="#rs-lands" class="{band}"/>"##));
        }
    }
    if !hills.is_empty() {
        out.push_str(&Relief::of_hills(sheet, &hills).drawn());
    }
    out.push_str(&twice("rs-woodland", &woods.done(), &["woodland", "woodland-trees"]));
    let lakes = lakes.done();
    if !lakes.is_empty() {
        out.push_str(&format!(r#"<path class="lake" d="{lakes}"/>"#));
    }
    let lines = stretches(kit);
    for (line, classes) in [
        (Line::River, &["brook"][..]),
        (Line::Stream, &["brook thin"][..]),
        (Line::Border, &["frontier"][..]),
        (Line::GreatRiver, &["great-bank", "great-edge", "great-water", "great-light", "great-flow"][..]),
    ] {
        let mut pen = Pen::new();
        for stretch in lines.iter().filter(|s| s.line == line) {
            pen.open_spline(&stretch.points);
        }
        let d = pen.done();
        if !d.is_empty() {
            out.push_str(&twice(&format!("rs-{}", escape_id(classes[0])), &d, classes));
        }
    }
    out
}

/// Railways over free ground: above the rivers, since they have bridges.
pub(crate) fn rails(kit: &Kit) -> String {
    let rails = stretches(kit).into_iter().filter(|s| s.line == Line::Rail);
    let rails = rails.map(|stretch| Pen::drawn(|pen| pen.open_spline(&stretch.points)));
    apart("rs-rails", rails, &["iron-halo", "iron", "iron-ties"])
}

/// A name along a line, about the middle of these points.
pub(crate) fn name_along(id: &str, class: &str, text: &str, points: &[Pt], rise: f64) -> String {
    let mut pen = Pen::new();
    pen.open_spline(points);
    format!(
        r##"<path id="{id}" d="{}" fill="none"/><text class="{class}" dy="{}"><textPath href="#{id}" startOffset="50%">{}</textPath></text>"##,
        pen.done(),
        num(rise),
        escape(text)
    )
}
