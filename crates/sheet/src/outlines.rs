//! Boards of areas, points and boxes: outlines as given, boxes off the map.

use referee::{Kit, Shape, Spot, SpotLook};

use crate::geometry::{Pen, Pt, Rect, num};
use crate::paper::escape;
use crate::recipes::Ground;

/// Areas that border on others are ground; the ways run over them. Areas that stand alone are points of
/// a network, drawn over the ways.
pub(crate) fn draw_outlines(kit: &Kit, alone: bool) -> String {
    let outlines: Vec<(&SpotLook, Vec<Pt>)> = kit.spots.iter().filter_map(|s| Some((s, outline(s)?))).collect();
    let rects: Vec<Rect> = outlines.iter().map(|o| bounds(&o.1)).collect();
    let mut out = String::new();
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    order.sort_by_key(|&i| Ground::of(kit, usize::from(outlines[i].0.ground)));
    for i in order {
        let (spot, points) = &outlines[i];
        let stands_alone = rects.iter().enumerate().all(|(j, r)| j == i || r.overlap(rects[i].grown(1.0)) == 0.0);
        if stands_alone == alone {
            let ground = Ground::of(kit, usize::from(spot.ground));
            let mut pen = Pen::new();
            pen.polygon(points);
            let class = if alone { "point" } else { "region" };
            out.push_str(&format!(r#"<path class="{class} g-{}" d="{}"/>"#, ground.class(), pen.done()));
        }
    }
    out
}

/// A labelled box for pieces that wait or are gone.
pub(crate) fn draw_boxes(kit: &Kit) -> String {
    let mut out = String::new();
    for (spot, rect) in kit.spots.iter().filter_map(|s| Some((s, box_of(s)?))) {
        out.push_str(&format!(
            r#"<g class="box"><rect {} rx="3"/><rect class="thin" {} rx="1.5"/><text x="{}" y="{}">{}</text></g>"#,
            rect.attributes(),
            rect.grown(-3.0).attributes(),
            num((rect.left + rect.right) / 2.0),
            num(rect.top + 13.0),
            escape(if spot.about.is_empty() { &spot.name } else { &spot.about })
        ));
    }
    out
}

pub(crate) fn outline(spot: &SpotLook) -> Option<Vec<Pt>> {
    match &spot.shape {
        Shape::Outline(points) if points.len() > 2 => Some(points.iter().map(|&p| Pt::of(p)).collect()),
        Shape::Outline(_) | Shape::Hex | Shape::Pointed | Shape::Oval | Shape::Box(..) => None,
    }
}

pub(crate) fn box_of(spot: &SpotLook) -> Option<Rect> {
    match spot.shape {
        Shape::Box(w, h) => {
            let half = Pt::of((w, h)) * 0.5;
            Some(Rect::around(Pt::of(spot.at), half.x.abs().max(8.0), half.y.abs().max(8.0)))
        }
        Shape::Hex | Shape::Pointed | Shape::Oval | Shape::Outline(_) => None,
    }
}

pub(crate) fn bounds(points: &[Pt]) -> Rect {
    points.iter().fold(Rect::NOTHING, |r, &p| r.join(Rect::around(p, 0.0, 0.0)))
}

/// The common borders of neighbouring outlines; for outlines that do not touch, a stroke half way.
pub(crate) fn shared_borders(kit: &Kit, sides: &[(Spot, Spot)]) -> Vec<Vec<Pt>> {
    let mut out = Vec::new();
    for &(a, b) in sides {
        let (Some(a), Some(b)) = (kit.spots.get(a.index()), kit.spots.get(b.index())) else { continue };
        let (Some(p), Some(q)) = (outline(a), outline(b)) else { continue };
        let close = |v: Pt| q.iter().any(|w| w.dist(v) < 2.5);
        // Begin where the border begins, so that it is not cut in two by the start of the list.
        let start = (0..p.len()).find(|&i| close(p[i]) && !close(p[(i + p.len() - 1) % p.len()])).unwrap_or(0);
        let common: Vec<Pt> = (0..p.len()).map(|i| p[(start + i) % p.len()]).take_while(|&v| close(v)).collect();
        if common.len() > 1 {
            out.push(common);
        } else {
            let (from, to) = (Pt::of(a.at), Pt::of(b.at));
            let across = (to - from).unit().quarter() * 18.0;
            out.push(vec![from.mid(to) - across, from.mid(to) + across]);
        }
    }
    out
}
