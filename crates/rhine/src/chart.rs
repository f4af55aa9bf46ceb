//! The map in characters: every hex two lines high and six wide, its name above and who stands there
//! below. What is no hex is listed underneath.

use crate::paint::{FAINT, in_style, is_light, rgb};
use anstyle::{Color, RgbColor, Style};
use referee::{Counter, Kit, Scene, Shape, Spot};
use std::collections::BTreeMap;

/// Width of a hex in characters, the last of them a gap.
const WIDE: usize = 6;
/// A hex is 80 wide and reaches 60 into the next column; its rows are 69.28 apart, two lines each.
const COLUMN: f32 = 60.0;
const HALF_ROW: f32 = 34.64;

struct Cell {
    column: usize,
    line: usize,
    spot: usize,
}

/// The whole map, or what lies around a spot.
pub(crate) fn draw(kit: &Kit, scene: &Scene, around: Option<Spot>) -> String {
    let cells = cells(kit, around);
    let mut standing: BTreeMap<usize, Vec<&Counter>> = BTreeMap::new();
    for counter in &scene.counters {
        standing.entry(counter.at.index()).or_default().push(counter);
    }
    let lines = cells.iter().map(|cell| cell.line + 2).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..lines {
        let mut row: Vec<_> = cells.iter().filter(|cell| cell.line == line || cell.line + 1 == line).collect();
        row.sort_by_key(|cell| cell.column);
        let mut at = 0;
        for cell in row {
            let start = cell.column * WIDE;
            if start < at {
                continue;
            }
            text += &" ".repeat(start - at);
            let here = standing.get(&cell.spot).map_or(&[][..], Vec::as_slice);
            text += &if line == cell.line { upper(kit, cell.spot) } else { lower(kit, cell.spot, here) };
            text.push(' ');
            at = start + WIDE;
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if around.is_none() {
        text += &elsewhere(kit, &standing);
        text += &key(kit);
    }
    text
}

fn cells(kit: &Kit, around: Option<Spot>) -> Vec<Cell> {
    const RADIUS: (f32, f32) = (7.0 * COLUMN, 12.0 * HALF_ROW);
    let centre = around.and_then(|spot| kit.spots.get(spot.index())).map(|spot| spot.at);
    let near = |at: (f32, f32)| {
        centre.is_none_or(|centre| (at.0 - centre.0).abs() < RADIUS.0 && (at.1 - centre.1).abs() < RADIUS.1)
    };
    let hexes = kit.spots.iter().enumerate().filter(|(_, spot)| spot.shape == Shape::Hex && near(spot.at));
    let hexes: Vec<_> = hexes.collect();
    let left = hexes.iter().map(|(_, spot)| spot.at.0).fold(f32::INFINITY, f32::min);
    let top = hexes.iter().map(|(_, spot)| spot.at.1).fold(f32::INFINITY, f32::min);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sheets are small, and left and top the least"
    )]
    let steps = |distance: f32, step: f32| (distance / step).round() as usize;
    hexes
        .iter()
        .map(|(spot, look)| Cell {
            column: steps(look.at.0 - left, COLUMN),
            line: steps(look.at.1 - top, HALF_ROW),
            spot: *spot,
        })
        .collect()
}

/// How the grounds look: a mark where there is no colour, and a colour where there is.
fn ground(recipe: &str) -> (char, RgbColor) {
    match recipe {
        "mixed" => (':', RgbColor(196, 208, 150)),
        "grove" => ('+', RgbColor(164, 196, 130)),
        "woods" => ('%', RgbColor(120, 164, 100)),
        "broken" => ('^', RgbColor(200, 184, 140)),
        "rough" => ('^', RgbColor(186, 164, 120)),
        "town" => ('#', RgbColor(206, 172, 160)),
        "water" => ('~', RgbColor(140, 180, 210)),
        _ => ('.', RgbColor(232, 226, 196)),
    }
}

fn upper(kit: &Kit, spot: usize) -> String {
    let look = &kit.spots[spot];
    let recipe = kit.grounds.get(usize::from(look.ground)).map_or("", |ground| ground.recipe.as_str());
    let (mark, colour) = ground(recipe);
    let style = on(colour).fg_color(Some(Color::Rgb(RgbColor(90, 84, 70))));
    let name: String = look.name.chars().take(WIDE - 2).collect();
    in_style(style, format_args!("{name:4}{mark}"))
}

fn lower(kit: &Kit, spot: usize, here: &[&Counter]) -> String {
    let width = WIDE - 1;
    let Some(top) = here.last() else {
        let recipe = kit.grounds.get(usize::from(kit.spots[spot].ground)).map_or("", |ground| ground.recipe.as_str());
        return in_style(on(ground(recipe).1), " ".repeat(width));
    };
    let name = name_of(kit, top);
    let shown: String = match here.len() {
        1 => name.chars().take(width).collect(),
        n => format!("{}+{}", name.chars().take(width - 2).collect::<String>(), n - 1),
    };
    in_style(counter_style(kit, top), format_args!("{shown:width$}"))
}

fn on(colour: RgbColor) -> Style {
    Style::new().bg_color(Some(Color::Rgb(colour)))
}

fn counter_style(kit: &Kit, counter: &Counter) -> Style {
    let face = kit.faces.get(usize::from(counter.face));
    let seat = face.and_then(|face| kit.seats.get(face.seat?.index()));
    let body = seat.and_then(|seat| rgb(&seat.colours.0)).unwrap_or(RgbColor(220, 220, 220));
    let ink = if is_light(body) { RgbColor(20, 20, 20) } else { RgbColor(250, 250, 250) };
    on(body).fg_color(Some(Color::Rgb(ink))).bold()
}

/// The name of a counter as it is typed.
pub(crate) fn name_of(kit: &Kit, counter: &Counter) -> String {
    kit.faces.get(usize::from(counter.face)).map_or_else(|| "?".into(), |face| face.typed().into())
}

/// Pieces in boxes, areas and other places that are no hexes.
fn elsewhere(kit: &Kit, standing: &BTreeMap<usize, Vec<&Counter>>) -> String {
    let mut text = String::new();
    for (spot, counters) in standing {
        let Some(look) = kit.spots.get(*spot).filter(|look| look.shape != Shape::Hex) else { continue };
        let names: Vec<_> = counters.iter().map(|counter| name_of(kit, counter)).collect();
        text += &format!("{}: {}\n", look.name, names.join(" "));
    }
    text
}

fn key(kit: &Kit) -> String {
    let grounds: Vec<_> = kit.grounds.iter().map(|look| format!("{} {}", ground(&look.recipe).0, look.name)).collect();
    if grounds.is_empty() { String::new() } else { format!("{}\n", in_style(FAINT, grounds.join("   "))) }
}
