//! What stands and lies on a network: blocks with the spaces of their cards, markers, heaps, columns on roads.

use referee::{Counter, Face, Holder, Kit, Scene, Shape, Spot};

use crate::counters::Colour;
use crate::geometry::{Pt, num};
use crate::network::Network;
use crate::paper::{escape, escape_id};

/// Everything of a scene that lies on ovals or on the roads between them.
pub(crate) fn draw(kit: &Kit, scene: &Scene) -> String {
    let Some(network) = Network::new(kit) else { return String::new() };
    let mut out = String::from(r#"<g class="goods">"#);
    for lane in &scene.lanes {
        if let Some(road) = network.road(lane.between) {
            let at = road.at(0.5);
            out.push_str(&format!(
                r##"<path class="jam-bed" d="{d}"/><path class="jam" d="{d}"/><g transform="translate({} {})"><rect class="plate-chip" x="-17" y="-12.5" width="34" height="24" rx="5"/>{}</g>"##,
                num(at.x),
                num(at.y),
                art(kit, &lane.recipe, 0.0, -0.5, 24.0),
                d = road.path(0.22, 0.78)
            ));
        }
    }
    let standing = |spot: Spot| scene.counters.iter().any(|counter| counter.at == spot);
    for mark in scene.marks.iter().filter(|mark| is_oval(kit, mark.at)) {
        let name = match (mark.recipe.as_str(), mark.seat) {
            ("control", Some(seat)) => format!("seat-{}", seat.0),
            _ => mark.recipe.clone(),
        };
        if mark.recipe == "control" && standing(mark.at) {
            continue;
        }
        let at = place(kit, mark.at);
        let text = if mark.text.len() < 3 { escape(&mark.text) } else { String::new() };
        let number = if text.is_empty() {
            art(kit, &name, 0.0, 0.0, 26.0)
        } else {
            format!(
                r#"<rect class="numbered" x="-12" y="-12" width="24" height="24" rx="3"/><text class="numbered-text" y="6">{text}</text>"#
            )
        };
        out.push_str(&format!(r#"<g transform="translate({} {})">{number}</g>"#, num(at.x), num(at.y)));
    }
    let mut spots: Vec<Spot> = scene.heaps.iter().map(|heap| heap.at).collect();
    spots.dedup();
    for spot in spots {
        let heaps: Vec<_> = scene.heaps.iter().filter(|heap| heap.at == spot).collect();
        let at = place(kit, spot);
        let wide = heaps.len() as f64 * 31.0 + 5.0;
        out.push_str(&format!(
            r#"<g transform="translate({} {})"><rect class="plate-chip" width="{}" height="23" rx="5"/>"#,
            num(at.x - wide / 2.0),
            num(at.y + 42.0),
            num(wide)
        ));
        for (i, heap) in (0u8..).zip(heaps) {
            let x = f64::from(i) * 31.0;
            let name = kit.things.get(heap.of.index()).map_or("", |thing| &thing.art);
            out.push_str(&art(kit, name, x + 13.0, 11.5, 18.0));
            out.push_str(&format!(r#"<text class="heap-count" x="{}" y="17">{}</text>"#, num(x + 23.5), heap.count));
        }
        out.push_str("</g>");
    }
    out.push_str("</g>");
    out
}

pub(crate) fn is_oval(kit: &Kit, spot: Spot) -> bool {
    kit.spots.get(spot.index()).is_some_and(|look| look.shape == Shape::Oval)
}

/// A block about 0 0, 55 by 34: badge, name, and what its card holds.
pub(crate) fn block(kit: &Kit, scene: &Scene, counter: &Counter) -> String {
    let blank = Face::default();
    let face = kit.faces.get(usize::from(counter.face)).unwrap_or(&blank);
    let printed = face.seat.and_then(|seat| kit.seats.get(seat.index())).map_or("#ddd2b4", |look| &look.colours.0);
    let body = Colour::parse(printed).unwrap_or(Colour::parse("#ddd2b4").expect("a colour"));
    let ink = if body.is_dark() { "#fff6e4" } else { "#12110c" };
    let holder = scene.mats.iter().flat_map(|mat| &mat.holders).find(|holder| holder.piece == Some(counter.piece));
    let (name, small) = face.name.split_once(' ').unwrap_or((&face.name, ""));
    let mut out = format!(
        r#"<g class="block" role="img" aria-label="{}" style="color:{ink}"><path class="block-side" fill="{}" d="M-23.5 10l4 5h51l4-4V-18l-5-4z"/><rect class="block-face" fill="{printed}" x="-27.5" y="-24" width="55" height="34" rx="4"/>{}<text class="block-name" x="11" y="{}">{}</text><text class="block-small" x="11" y="-1.4">{}</text>"#,
        escape(&face.about),
        body.mixed(Colour::parse("#120d04").expect("a colour"), 0.45),
        art(kit, &face.symbol, -15.5, -11.5, 19.0),
        if small.is_empty() { "-5.6" } else { "-9.4" },
        escape(name),
        escape(small)
    );
    out.push_str(&holder.map_or(String::new(), |holder| spaces(kit, holder)));
    out.push_str("</g>");
    out
}

fn spaces(kit: &Kit, holder: &Holder) -> String {
    let held: Vec<_> =
        holder.held.iter().flat_map(|(thing, count)| std::iter::repeat_n(*thing, usize::from(*count))).collect();
    let wide = (48.6 / f64::from(holder.spaces.max(1))).min(8.1);
    let mut out = String::new();
    for i in 0..holder.spaces {
        let x = -24.3 + f64::from(i) * wide;
        match held.get(usize::from(i)).and_then(|thing| kit.things.get(thing.index())) {
            Some(thing) => out.push_str(&art(kit, &thing.art, x + 3.6, 4.8, 8.4)),
            None => out.push_str(&format!(
                r#"<rect class="block-space" x="{}" y="2" width="{}" height="5.4" rx="1"/>"#,
                num(x),
                num(wide - 2.0)
            )),
        }
    }
    out
}

/// The kit's drawing of this name about a point, if it has one.
fn art(kit: &Kit, name: &str, x: f64, y: f64, size: f64) -> String {
    if !kit.art.iter().any(|art| art.name == name) {
        return String::new();
    }
    let (x, y, size) = (num(x - size / 2.0), num(y - size / 2.0), num(size));
    format!(r##"<use href="#art-{}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##, escape_id(name))
}

fn place(kit: &Kit, spot: Spot) -> Pt {
    kit.spots.get(spot.index()).map_or(Pt::default(), |look| Pt::of(look.at))
}
