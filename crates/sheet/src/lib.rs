//! The printed sheet of any game as SVG, drawn from its kit, and counters on it from a scene.
//!
//! Nothing here knows a game: grounds and lines are drawn by the recipes named in the kit, counters by
//! faces, states by badges. The same kit always gives the same text.
//!
//! Read in this order: [`draw`], `map` (the order of the layers), `hexes` (the lattice), `areas` (borders
//! both neighbours share), then the marks and lines. Sizes are map units: 40 from the centre of a hex to
//! its corners.

mod areas;
mod blocks;
mod counters;
mod country;
mod frame;
mod geometry;
mod grain;
mod hexes;
mod key;
mod lettering;
mod map;
mod marks;
mod network;
mod noise;
mod outlines;
mod panels;
mod paper;
mod patches;
mod placing;
mod prints;
mod recipes;
mod relief;
mod scatter;
mod symbols;
mod water;
mod ways;

use referee::{Arrow, Holder, Kit, Layout, Mark, Panel, PanelLook, Scene, SideMark};

use crate::geometry::{Rect, num};
use crate::map::Plan;
use crate::paper::{escape, escape_id};

/// What is on a drawn sheet.
#[derive(Clone, Debug)]
pub struct Options {
    /// Counters and marks of the scene.
    pub counters: bool,
    /// The names of the hexes.
    pub numbers: bool,
    /// Margins, figures and the foot with cartouche, key and scale.
    pub frame: bool,
    /// Hatching over what is reconstructed.
    pub shade_unsure: bool,
    /// In pixels; otherwise one pixel for each map unit.
    pub width: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { counters: true, numbers: true, frame: true, shade_unsure: false, width: None }
    }
}

/// A complete SVG file.
pub fn draw(kit: &Kit, scene: Option<&Scene>, options: &Options) -> String {
    let plan = Plan::new(kit);
    let view = if options.frame { plan.frame.paper } else { plan.trim };
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}"{} role="img"><title>{}</title><style>{}</style>"#,
        view_box(view),
        size(view, options.width),
        escape(&kit.title),
        paper::file_style()
    );
    out.push_str(&definitions(kit, &plan));
    out.push_str(&sheet_group(kit, &plan, options.frame));
    out.push_str(&texture(view));
    if options.shade_unsure {
        out.push_str(&plan.unsure());
    }
    let scene = scene.filter(|_| options.counters);
    out.push_str(&lettering_group(kit, &plan, scene, options.numbers));
    if let Some(scene) = scene {
        out.push_str(&pieces(kit, scene));
    }
    let lamp = view.attributes();
    out.push_str(&format!(r#"<rect class="lamp texture" {lamp}/></svg>"#));
    out
}

/// The groups of the whole sheet for a page: definitions, the sheet, an empty group `tints` for what
/// lies between map and lettering, and the lettering. The page needs [`style`].
pub fn map_layer(kit: &Kit) -> String {
    let plan = Plan::new(kit);
    let mut out = definitions(kit, &plan);
    out.push_str(&sheet_group(kit, &plan, true));
    out.push_str(&texture(plan.frame.paper));
    out.push_str(&format!(r#"<g class="unsure-layer">{}</g><g class="tints"></g>"#, plan.unsure()));
    out.push_str(&lettering_group(kit, &plan, None, true));
    out
}

/// Hex numbers and names alone, the names set clear of the counters of a scene.
pub fn lettering(kit: &Kit, scene: Option<&Scene>) -> String {
    lettering_group(kit, &Plan::new(kit), scene, true)
}

/// Left, top, width and height of the sheet: the view box of a page that shows all of it.
#[allow(clippy::cast_possible_truncation, reason = "map units are small")]
pub fn sheet_box(kit: &Kit) -> [f32; 4] {
    let paper = Plan::new(kit).frame.paper;
    [paper.left, paper.top, paper.width(), paper.height()].map(|v| v as f32)
}

/// The style sheet of everything drawn here, for a page. Colours are custom properties (`--woods`) with
/// the printed colours as fallback.
pub fn style() -> String {
    paper::page_style()
}

/// One counter about 0 0, 46 by 46. The document needs [`symbols`] (they are part of [`map_layer`]) and
/// [`style`].
pub fn counter(kit: &Kit, face: usize, badges: u16) -> String {
    counters::counter(kit, face, badges, &[])
}

/// A block about 0 0, 55 by 34, with what its card holds: how a network shows its pieces.
pub fn block(kit: &Kit, face: usize, badges: u16, holder: Option<&Holder>) -> String {
    blocks::block(kit, face, badges, holder)
}

/// One marker about 0 0; `covered` if a block stands on its spot.
pub fn mark(kit: &Kit, mark: &Mark, covered: bool) -> String {
    marks::mark(kit, mark, covered)
}

/// What has become of the side between two spots, where it is.
pub fn side(kit: &Kit, side: &SideMark) -> String {
    marks::side(kit, side)
}

/// An arrow from spot to spot.
pub fn arrow(kit: &Kit, arrow: &Arrow) -> String {
    marks::arrow(kit, arrow)
}

/// What lies in a panel, from its upper left corner.
pub fn panel(kit: &Kit, look: &PanelLook, panel: &Panel) -> String {
    panels::inside(kit, look, panel)
}

/// The NATO set as `<symbol>`s (`nato-infantry` …) and the parts of counters: once in a document.
pub fn symbols() -> String {
    symbols::all() + &counters::shapes() + &marks::symbols()
}

fn definitions(kit: &Kit, plan: &Plan) -> String {
    let mut out = format!("<defs>{}{}", paper::defs(plan.trim), symbols());
    // The cover is for the shelf.
    for art in kit.art.iter().filter(|art| art.name != "cover") {
        out.push_str(&art_symbol(&art.name, &art.svg));
    }
    out.push_str("</defs>");
    out
}

/// A drawing of the game's own: a whole `<svg>` with its view box, or the inside of one, 24 by 24.
fn art_symbol(name: &str, svg: &str) -> String {
    let whole = svg.trim().strip_prefix("<svg").and_then(|rest| rest.strip_suffix("</svg>")?.split_once('>'));
    let (head, inside) = whole.unwrap_or(("", svg));
    let view = head.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("0 0 24 24", |v| v.0);
    format!(r#"<symbol id="art-{}" viewBox="{}">{inside}</symbol>"#, escape_id(name), escape(view))
}

fn sheet_group(kit: &Kit, plan: &Plan, frame: bool) -> String {
    let around = if frame { plan.frame.draw(kit, plan.trim) } else { String::new() };
    format!(r#"<g class="sheet">{around}{}</g>"#, plan.map())
}

fn texture(view: Rect) -> String {
    let at = view.attributes();
    format!(r#"<g class="texture"><rect class="grain-fine" {at}/></g>"#)
}

fn lettering_group(kit: &Kit, plan: &Plan, scene: Option<&Scene>, numbers: bool) -> String {
    let numbers = if numbers { lettering::numbers(kit) } else { String::new() };
    format!(r#"<g class="lettering">{numbers}{}</g>"#, plan.names(scene))
}

fn pieces(kit: &Kit, scene: &Scene) -> String {
    let mut out = blocks::draw(kit, scene) + &panels::laid(kit, scene) + r#"<g class="pieces">"#;
    for (counter, at) in counters::places(kit, scene) {
        let drawn = if kit.layout == Layout::Network {
            let holders = scene.mats.iter().flat_map(|mat| &mat.holders);
            let holder = { holders }.find(|holder| holder.piece == Some(counter.piece));
            blocks::block(kit, usize::from(counter.face), counter.badges, holder)
        } else {
            counters::counter(kit, usize::from(counter.face), counter.badges, &counter.numbers)
        };
        out.push_str(&format!(
            r#"<g data-piece="{}" transform="translate({} {})">{drawn}</g>"#,
            counter.piece.0,
            num(at.x),
            num(at.y)
        ));
    }
    out.push_str("</g>");
    out.push_str(&marks::draw(kit, scene));
    out
}

fn view_box(r: Rect) -> String {
    format!("{} {} {} {}", num(r.left), num(r.top), num(r.width()), num(r.height()))
}

fn size(view: Rect, width: Option<u32>) -> String {
    let wide = width.map_or(view.width(), f64::from).max(1.0);
    let high = wide * view.height() / view.width();
    format!(r#" width="{}" height="{}""#, num(wide), num(high))
}
