//! What stands and lies on a network: blocks with the spaces of their cards, markers, heaps, columns on roads.

use referee::{Face, Holder, Kit, Scene, Spot};

use crate::counters::{Colour, disc, fitted, states};
use crate::geometry::{Pt, num};
use crate::network::Network;
use crate::paper::{escape, escape_id};
use crate::symbols;

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

/// A block about 0 0, 55 by 34: badge, name, what its card holds, and its states.
pub(crate) fn block(kit: &Kit, face: usize, badges: u16, holder: Option<&Holder>) -> String {
    let blank = Face::default();
    let face = kit.faces.get(face).unwrap_or(&blank);
    let states = states(kit, badges);
    let printed = face.seat.and_then(|seat| kit.seats.get(seat.index())).map_or("#ddd2b4", |look| &look.colours.0);
    let body = Colour::parse(printed).unwrap_or(Colour::parse("#ddd2b4").expect("a colour"));
    let ink = if body.is_dark() { "#fff6e4" } else { "#12110c" };
    let down = states.contains(&"unsupplied");
    let (name, small) = face.name.split_once(' ').unwrap_or((&face.name, ""));
    let size = fitted(name, 30.0, 16.0) * if small.is_empty() { 1.0 } else { 0.86 };
    let mut out = format!(
        r##"<g class="block" role="img" aria-label="{}" style="color:{ink}"><g class="piece"><path class="b-side" fill="{}" d="M-23.500 10l4 5h51l4-4V-18l-5-4z"/><use href="#c-block" class="body" fill="{printed}"/><path class="b-light" d="M-26 8V-19q0-3.500 3.500-3.500h48"/>"##,
        escape(&face.spoken()),
        body.mixed(Colour::parse("#120d04").expect("a colour"), 0.45),
    );
    if down {
        out.push_str(r##"<use href="#c-block" class="b-down"/>"##);
    }
    out.push_str(&match symbols::known(&face.symbol) {
        Some(symbol) => format!(r##"<g class="nato" transform="translate(-15 -11.500) scale(.85)"><rect x="-10.800" y="-7.300" width="21.600" height="14.600" class="nbox" fill="#f6f1e2"/><use href="#nato-{symbol}"/></g>"##),
        None => art(kit, &face.symbol, -15.5, -11.5, 19.0),
    });
    let y = if small.is_empty() { -5.6 } else { -9.4 };
    out.push_str(&format!(
        r#"<text class="b-name" x="11" y="{}" font-size="{}">{}</text>"#,
        num(y),
        num(size),
        escape(name)
    ));
    if !small.is_empty() {
        out.push_str(&format!(r#"<text class="b-small" x="10" y="-1.400">{}</text>"#, escape(small)));
    }
    out.push_str(&holder.map_or(String::new(), |holder| spaces(kit, holder)));
    if states.contains(&"spent") {
        out.push_str(r##"<use href="#c-block-fold"/>"##);
    }
    if down {
        out.push_str(&format!(
            r#"<g class="badge badge-unsupplied" transform="translate(-25 -23)"><circle r="7.400"/>{}</g>"#,
            disc("unsupplied").unwrap_or_default()
        ));
    }
    out.push_str("</g></g>");
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
                r#"<rect class="b-space" x="{}" y="2" width="{}" height="5.4" rx="1"/>"#,
                num(x),
                num(wide - 2.0)
            )),
        }
    }
    out
}

/// The kit's drawing of this name about a point, if it has one.
pub(crate) fn art(kit: &Kit, name: &str, x: f64, y: f64, size: f64) -> String {
    if !kit.art.iter().any(|art| art.name == name) {
        return String::new();
    }
    let (x, y, size) = (num(x - size / 2.0), num(y - size / 2.0), num(size));
    format!(r##"<use href="#art-{}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##, escape_id(name))
}

fn place(kit: &Kit, spot: Spot) -> Pt {
    kit.spots.get(spot.index()).map_or(Pt::default(), |look| Pt::of(look.at))
}
