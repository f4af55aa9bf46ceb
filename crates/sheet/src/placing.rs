//! Where words go on a network: names beside their areas, depots under them, rivers' names along them, and
//! title and key wherever the map leaves room.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "drawing only: small counts of points")]

use referee::{Kit, LabelKind, SpotLook};

use crate::country::{Stretch, name_along};
use crate::frame::wrap;
use crate::geometry::{Pt, Rect, evenly, num, pt};
use crate::lettering::text_width;
use crate::network::{Network, OVAL};
use crate::panels;
use crate::paper::{escape, escape_id};
use crate::recipes::Line;

/// Size of an area's name.
const SIZE: f64 = 16.0;
const SWEEPS: usize = 14;

struct Name<'a> {
    spot: &'a SpotLook,
    lines: Vec<String>,
    half: Pt,
    /// Centres the name could take, with their tolls.
    tries: Vec<(Pt, f64)>,
    taken: usize,
}

impl Name<'_> {
    fn rect(&self, at: usize) -> Rect {
        Rect::around(self.tries[at].0, self.half.x, self.half.y)
    }
}

/// All words of a network.
pub(crate) fn words(kit: &Kit, network: &Network, rivers: &[Stretch], sheet: Rect) -> String {
    let mut fixed = Vec::new();
    for (i, spot) in network.ovals() {
        fixed.extend(covered(spot).into_iter().map(|rect| (i, rect)));
    }
    // Nothing is written across a panel.
    let panels: Vec<Rect> = kit.panels.iter().map(panels::rect).collect();
    fixed.extend(panels.iter().map(|rect| (usize::MAX, rect.grown(4.0))));
    let mut road_points = Vec::new();
    for road in &network.roads {
        road_points.extend((2..15).map(|i| road.at(f64::from(i) / 16.0)));
        if !road.is_dotted() {
            // What lies on a road lies in its middle.
            fixed.push((usize::MAX, Rect::around(road.at(0.5), 15.0, 11.0)));
        }
    }
    let names = names(network, &fixed, &road_points, sheet);
    let mut taken: Vec<Rect> = names.iter().map(|name| name.rect(name.taken)).collect();
    let ovals = || network.ovals().flat_map(|(_, spot)| covered(spot));
    let mut out = String::from(r#"<g class="names network">"#);
    let mut depots = String::new();
    for (name, rect) in names.iter().zip(taken.clone()) {
        let limited = name.spot.prints.iter().find(|print| print.recipe.starts_with("limited"));
        if let Some(print) = limited {
            let (svg, room) = depot(kit, name.spot, rect, print.recipe.ends_with("once"));
            depots.push_str(&svg);
            taken.push(room);
        }
    }
    let mut crowded: Vec<Rect> = taken.clone();
    crowded.extend(ovals());
    crowded.extend(panels);
    for label in kit.labels.iter().filter(|label| matches!(label.kind, LabelKind::Region | LabelKind::Water)) {
        let at = Pt::of(label.at);
        crowded.push(Rect::around(at, text_width(&label.text) * 16.0, 16.0));
    }
    out.push_str(&depots);
    for name in &names {
        out.push_str(&lettered(name));
    }
    out.push_str("</g>");
    // Title and key find their places first; rivers are named where there is still room.
    let mut full = crowded.clone();
    let roads =
        network.roads.iter().flat_map(|road| (0..=8).map(|i| Rect::around(road.at(f64::from(i) / 8.0), 9.0, 9.0)));
    full.extend(roads);
    for river in rivers.iter().filter(|river| river.line == Line::GreatRiver) {
        full.extend(evenly(&river.points, 12.0).into_iter().map(|p| Rect::around(p, 9.0, 9.0)));
    }
    for tries in [vec![title(kit)], vec![key(kit, network, 2), key(kit, network, 1)]] {
        let found = tries.into_iter().filter_map(|plate| Some((room_for(&plate, &full, sheet)?, plate)));
        if let Some(((_, at, rect), plate)) = found.min_by(|a, b| a.0.0.total_cmp(&b.0.0)) {
            full.push(rect);
            crowded.push(rect);
            let (x, y) = (num(at.x), num(at.y));
            out.push_str(&format!(r#"<g class="plate" transform="translate({x} {y})">{}</g>"#, plate.svg));
        }
    }
    let rivers = river_names(rivers, &crowded, &road_points, sheet);
    format!(r#"<g class="names network">{rivers}</g>{out}"#)
}

/// What an area covers with its signs and the block that may stand on it.
fn covered(spot: &SpotLook) -> Vec<Rect> {
    let at = Pt::of(spot.at);
    let printed = |recipe: &str| spot.prints.iter().any(|print| print.recipe == recipe);
    let grow = if printed("fort") { pt(1.45, 1.5) } else { pt(1.0, 1.0) };
    let mut rects = vec![
        Rect::around(at, OVAL.x * grow.x, OVAL.y * grow.y),
        Rect { left: at.x - 29.0, top: at.y - 25.0, right: at.x + 33.0, bottom: at.y + 16.0 },
    ];
    if printed("base") {
        rects.push(Rect { left: at.x - 46.0, top: at.y - 44.0, right: at.x + 46.0, bottom: at.y + 40.0 });
    }
    if printed("medal") {
        rects.push(Rect::around(at + pt(OVAL.x + 2.0, -OVAL.y - 4.0), 10.0, 10.0));
    }
    if printed("flag") {
        rects.push(Rect::around(at + pt(3.0 - OVAL.x, -OVAL.y - 4.0), 11.0, 10.0));
    }
    if printed("blockade") {
        let side = if printed("flag") { OVAL.x - 1.0 } else { 5.0 - OVAL.x };
        rects.push(Rect::around(at + pt(side, -OVAL.y - 5.0), 9.0, 9.0));
    }
    rects
}

fn names<'a>(network: &Network<'a>, fixed: &[(usize, Rect)], roads: &[Pt], sheet: Rect) -> Vec<Name<'a>> {
    let ovals: Vec<(usize, &SpotLook)> = network.ovals().collect();
    let mut names: Vec<Name> = ovals.iter().map(|(_, spot)| candidates(spot)).collect();
    let still: Vec<Vec<f64>> = names
        .iter()
        .zip(&ovals)
        .map(|(name, (own, _))| {
            (0..name.tries.len())
                .map(|at| {
                    let rect = name.rect(at);
                    let areas: f64 =
                        fixed.iter().filter(|(whose, _)| whose != own).map(|(_, other)| other.overlap(rect)).sum();
                    // Nearer to another area than to its own, a name would be read as that one's.
                    let middle = name.tries[at].0;
                    let home = middle.dist(Pt::of(name.spot.at));
                    let astray =
                        ovals.iter().filter(|(i, other)| i != own && Pt::of(other.at).dist(middle) < home + 6.0);
                    let astray = astray.count() as f64 * 16.0;
                    let crossed = roads.iter().filter(|p| rect.grown(2.0).holds(**p)).count() as f64;
                    let spill = rect.width() * rect.height() - sheet.grown(-6.0).overlap(rect);
                    name.tries[at].1 * 3.0 + areas * 0.5 + crossed * 7.0 + spill * 8.0 + astray
                })
                .collect()
        })
        .collect();
    for _ in 0..SWEEPS {
        for i in 0..names.len() {
            let cost = |at: usize| {
                let rect = names[i].rect(at);
                let others = names.iter().enumerate().filter(|(j, _)| *j != i);
                still[i][at]
                    + others.map(|(_, other)| other.rect(other.taken).grown(3.0).overlap(rect)).sum::<f64>() * 0.9
            };
            let best = (0..names[i].tries.len()).min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
            names[i].taken = best.unwrap_or(0);
        }
    }
    names
}

fn candidates(spot: &SpotLook) -> Name<'_> {
    let at = Pt::of(spot.at);
    let lines = broken(&spot.name);
    let wide = lines.iter().map(|line| text_width(line) * SIZE * 0.93).fold(0.0, f64::max) + 4.0;
    let half = pt(wide / 2.0, lines.len() as f64 * SIZE / 2.0);
    let printed = |recipe: &str| spot.prints.iter().any(|print| print.recipe == recipe);
    let fort = if printed("fort") { 9.0 } else { 0.0 };
    let (down, up) = if printed("base") { (30.0, 26.0) } else { (0.0, 0.0) };
    let low = OVAL.y + fort + down + half.y + 2.0;
    let high = -OVAL.y - f64::max(fort, 11.0) - up - half.y - 2.0;
    let right = OVAL.x + f64::max(fort, 7.0) + down * 0.8 + half.x + 3.0;
    let tries = [
        (pt(0.0, low), 0.0),
        (pt(wide * 0.42, low - 1.0), 1.5),
        (pt(-wide * 0.42, low - 1.0), 1.5),
        (pt(0.0, high), 2.5),
        (pt(right, 0.0), 3.0),
        (pt(-right, 0.0), 3.0),
        (pt(OVAL.x + half.x - 2.0, OVAL.y + 5.0 + fort), 3.0),
        (pt(2.0 - OVAL.x - half.x, OVAL.y + 5.0 + fort), 3.0),
        (pt(wide * 0.45, high + 1.0), 4.0),
        (pt(-wide * 0.45, high + 1.0), 4.0),
        (pt(right, 9.0), 4.0),
        (pt(-right, 9.0), 4.0),
        (pt(right, -9.0), 4.0),
        (pt(-right, -9.0), 4.0),
        (pt(0.0, low + 5.0), 5.0),
    ];
    Name { spot, lines, half, tries: tries.into_iter().map(|(off, toll)| (at + off, toll)).collect(), taken: 0 }
}

/// A long name in two lines, broken at a space or a hyphen.
fn broken(name: &str) -> Vec<String> {
    let long = name.chars().count() > 11;
    let breaks = name.char_indices().filter(|(_, c)| matches!(c, ' ' | '-')).map(|(i, c)| (i, c == '-'));
    let middle = name.len() / 2;
    match breaks.min_by_key(|(i, _)| i.abs_diff(middle)).filter(|_| long) {
        Some((i, hyphen)) => vec![name[..i + usize::from(hyphen)].trim().into(), name[i + 1..].into()],
        None => vec![name.into()],
    }
}

fn lettered(name: &Name) -> String {
    let at = name.tries[name.taken].0;
    let great = ["medal", "base", "port"];
    let bold =
        name.spot.owners.is_empty() || name.spot.prints.iter().any(|print| great.contains(&print.recipe.as_str()));
    let mut out = String::new();
    for (i, line) in name.lines.iter().enumerate() {
        let y = at.y + (i as f64 - (name.lines.len() as f64 - 1.0) / 2.0) * SIZE + SIZE * 0.35;
        out.push_str(&format!(
            r#"<text class="area-name{}" x="{}" y="{}">{}</text>"#,
            if bold { " great" } else { "" },
            num(at.x),
            num(y),
            escape(line)
        ));
    }
    out
}

/// A dashed pill with whatever is counted in this game; `1×` where it serves once.
fn depot(kit: &Kit, spot: &SpotLook, name: Rect, once: bool) -> (String, Rect) {
    let at = Pt::of(spot.at);
    let fort = spot.prints.iter().any(|print| print.recipe == "fort");
    let below =
        name.top > at.y && (name.left + name.right) / 2.0 - at.x < 40.0 && at.x - (name.left + name.right) / 2.0 < 40.0;
    let y = if below { name.bottom + 2.0 } else { at.y + OVAL.y + if fort { 11.0 } else { 4.0 } };
    let counted =
        kit.things.iter().filter(|thing| thing.card.is_none() && kit.art.iter().any(|art| art.name == thing.art));
    let mut svg = format!(
        r#"<g class="depot" transform="translate({} {})"><rect width="54" height="17" rx="8.5"/>"#,
        num(at.x - 27.0),
        num(y)
    );
    for (i, thing) in counted.filter(|thing| thing.art != "deck").take(3).enumerate() {
        let x = num(5.0 + 15.5 * i as f64);
        svg.push_str(&format!(
            r##"<use href="#art-{}" x="{x}" y="2" width="13" height="13"/>"##,
            escape_id(&thing.art)
        ));
    }
    if once {
        svg.push_str(r#"<text x="57" y="13.5">1×</text>"#);
    }
    svg.push_str("</g>");
    (svg, Rect { left: at.x - 28.0, top: y, right: at.x + if once { 48.0 } else { 28.0 }, bottom: y + 17.0 })
}

/// Each river once, where its letters cover least; the great one every now and then.
fn river_names(rivers: &[Stretch], crowded: &[Rect], roads: &[Pt], sheet: Rect) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut own: Vec<Rect> = Vec::new();
    for river in rivers.iter().filter(|r| matches!(r.line, Line::River | Line::GreatRiver) && !r.name.is_empty()) {
        let great = river.line == Line::GreatRiver;
        let size = if great { 15.0 } else { 13.0 };
        let text = if great { river.name.to_uppercase() } else { river.name.clone() };
        let spread = if great { 9.0 } else { 1.0 };
        let half = ((text_width(&text) * size + text.chars().count() as f64 * spread) / 8.0 + 3.0) as usize;
        let line = evenly(&river.points, 4.0);
        let mut found: Vec<(f64, usize)> = (half..line.len().saturating_sub(half))
            .step_by(3)
            .filter(|i| sheet.grown(-24.0).holds(line[*i]))
            .map(|i| {
                let letters = || line[i - half..=i + half].iter().step_by(2);
                let hidden: f64 = letters()
                    .map(|p| crowded.iter().chain(&own).filter(|r| r.grown(10.0).holds(*p)).count() as f64 * 30.0)
                    .sum();
                let crossed =
                    letters().map(|p| roads.iter().filter(|r| r.dist(*p) < 7.0).count() as f64).sum::<f64>() * 14.0;
                let chord = line[i + half].dist(line[i - half]);
                let bent = (half as f64 * 8.0 - chord) * 1.5;
                (hidden + crossed + bent, i)
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut places: Vec<usize> = Vec::new();
        for (cost, i) in found {
            let apart = places.iter().all(|other| line[*other].dist(line[i]) > 260.0);
            if apart && places.len() < if great { 4 } else { 1 } && (great || cost < 60.0) {
                places.push(i);
            }
        }
        for i in places {
            let mut stretch: Vec<Pt> = line[i - half..=i + half].iter().copied().step_by(4).collect();
            let run = stretch[stretch.len() - 1] - stretch[0];
            if run.x < -8.0 || (run.x.abs() <= 8.0 && run.y > 0.0) {
                stretch.reverse();
            }
            own.extend(stretch.iter().map(|p| Rect::around(*p, 8.0, 8.0)));
            count += 1;
            let (class, rise) = if great { ("great-name", 5.0) } else { ("brook-name", -4.0) };
            out.push_str(&name_along(&format!("rs-brook-{count}"), class, &text, &stretch, rise));
        }
    }
    out
}

/// A printed panel, drawn from its upper left corner.
struct Plate {
    width: f64,
    height: f64,
    svg: String,
}

/// Where a plate covers least, as near to the rim as can be, and what that costs.
fn room_for(plate: &Plate, crowded: &[Rect], sheet: Rect) -> Option<(f64, Pt, Rect)> {
    let inner = sheet.grown(-12.0);
    let mut best: Option<(f64, Rect)> = None;
    let mut y = inner.top;
    while y + plate.height <= inner.bottom {
        let mut x = inner.left;
        while x + plate.width <= inner.right {
            let rect = Rect { left: x, top: y, right: x + plate.width, bottom: y + plate.height };
            let covers: f64 = crowded.iter().map(|other| other.overlap(rect.grown(6.0))).sum();
            let aside =
                (x - inner.left).min(inner.right - rect.right) + (y - inner.top).min(inner.bottom - rect.bottom);
            let cost = covers * 10.0 + aside * 2.0 + (y - inner.top) * 0.02;
            if best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, rect));
            }
            x += 8.0;
        }
        y += 8.0;
    }
    best.map(|(cost, rect)| (cost, pt(rect.left, rect.top), rect))
}

fn title(kit: &Kit) -> Plate {
    let words = kit.title.to_uppercase();
    let width = (text_width(&words) * 28.0).clamp(220.0, 350.0);
    let size = width / text_width(&words).max(1.0);
    let mut svg = format!(
        r#"<text class="p-title" y="30" font-size="{}">{}</text><path class="p-rule" d="M0 41H{w}"/><path class="p-rule thin" d="M0 45.5H{w}"/>"#,
        num(size),
        escape(&words),
        w = num(width)
    );
    let mut y = 63.0;
    for line in wrap(&kit.subtitle, (width / 8.0) as usize) {
        svg.push_str(&format!(r#"<text class="p-under" y="{}">{}</text>"#, num(y), escape(&line)));
        y += 16.0;
    }
    for line in wrap(&kit.imprint, (width / 5.6) as usize) {
        svg.push_str(&format!(r#"<text class="p-note" y="{}">{}</text>"#, num(y), escape(&line)));
        y += 12.5;
    }
    Plate { width, height: y - 4.0, svg }
}

/// Roads by owner, then every sign that is printed somewhere.
fn key(kit: &Kit, network: &Network, columns: u8) -> Plate {
    let mut entries: Vec<(String, String)> = Vec::new();
    for (i, seat) in (0u8..).zip(&kit.seats) {
        let colour = network.colour(referee::Seat(i));
        entries.push((
            format!(r#"<path class="way-case" d="M0 0H34"/><path class="way-sample" stroke="{colour}" d="M0 0H34"/><path class="way-core core-{}" d="M0 0H34"/>"#, i % 3),
            format!("{}'s road", seat.name),
        ));
    }
    if network.roads.iter().any(super::network::Road::is_dotted) {
        let name = kit.lines.iter().find(|line| Line::named(&line.recipe) == Line::DottedWay);
        entries.push((
            r#"<path class="dots" d="M2 0H34"/>"#.into(),
            name.map_or("Nobody's road".into(), |l| l.name.clone()),
        ));
    }
    let some = |recipe: &str| network.ovals().any(|(_, spot)| spot.prints.iter().any(|print| print.recipe == recipe));
    let small = |inside: &str| format!(r#"<g transform="translate(17 0) scale(.62)">{inside}</g>"#);
    let oval = r##"<use href="#o-body" class="o-nobody"/><use href="#o-rim"/>"##;
    let pale = r##"<use href="#o-body" class="o-plain"/><use href="#o-rim" class="pale"/>"##;
    if network.ovals().any(|(_, spot)| spot.owners.is_empty()) {
        let name = network
            .ovals()
            .find(|(_, spot)| spot.owners.is_empty())
            .and_then(|(_, spot)| kit.grounds.get(usize::from(spot.ground)));
        entries.push((small(oval), name.map_or("Nobody's area".into(), |ground| ground.name.clone())));
    }
    for (recipe, inside, words) in [
        ("fort", format!(r##"<use href="#o-fort"/>{pale}"##), "Fortified"),
        ("base", r##"<g transform="scale(.5)"><use href="#o-star" class="o-star o-plain"/></g>"##.into(), "Army base"),
        ("port", r##"<g transform="scale(.5)"><use href="#o-star" class="o-port sample"/></g>"##.into(), "Base later"),
    ] {
        if some(recipe) {
            entries.push((small(&inside), words.into()));
        }
    }
    for (recipe, words) in [("medal", "Medal"), ("flag", "Axis flag"), ("blockade", "Blocks the port")] {
        if some(recipe) {
            let print = referee::Print { recipe: recipe.into(), seat: None };
            entries.push((network.sign(&print, pt(17.0, 0.0)), words.into()));
        }
    }
    if some("limited") {
        entries.push((
            r#"<g class="depot" transform="translate(0 -6) scale(.64)"><rect width="54" height="17" rx="8.5"/></g>"#
                .into(),
            "Limited base".into(),
        ));
    }
    let (columns, row) = (f64::from(columns), 22.0);
    let rows = (entries.len() as f64 / columns).ceil();
    // A line of 13 for each, and some air behind the longest.
    let words = entries.iter().map(|(_, words)| text_width(words)).fold(0.0, f64::max);
    let column = 58.0 + 13.0 * words;
    let (width, height) = (column * columns + 12.0, 16.0 + rows * row);
    let mut svg = format!(
        r#"<rect class="plate-shade" x="3" y="4" width="{w}" height="{h}" rx="5"/><rect class="plate-face" width="{w}" height="{h}" rx="5"/><rect class="plate-line" x="4" y="4" width="{iw}" height="{ih}" rx="3"/>"#,
        w = num(width),
        h = num(height),
        iw = num(width - 8.0),
        ih = num(height - 8.0)
    );
    for (i, (sample, words)) in entries.iter().enumerate() {
        let (x, y) = (14.0 + (i as f64 / rows).floor() * column, 19.0 + (i as f64 % rows) * row);
        svg.push_str(&format!(
            r#"<g transform="translate({} {})">{sample}<text class="p-key" x="42" y="4.5">{}</text></g>"#,
            num(x),
            num(y),
            escape(words)
        ));
    }
    Plate { width, height, svg }
}
