//! What may be done, in words; and words into picks.

use crate::chart::name_of;
use crate::paint::{FAINT, RULE, STRONG, columns, in_style};
use referee::{Forecast, Kit, OfferLine, Opening, Pick, Ref, Scene, Spot};

const WIDTH: usize = 100;

/// Every offer, under its label, with the number by which it can be chosen.
pub(crate) fn offers(offers: &[OfferLine]) -> String {
    let mut labels: Vec<&str> = vec![];
    for offer in offers {
        if !labels.contains(&offer.label) {
            labels.push(offer.label);
        }
    }
    let mut text = String::new();
    for label in labels {
        let of = offers.iter().enumerate().filter(|(_, offer)| offer.label == label);
        let texts: Vec<_> = of.map(|(i, offer)| format!("{}) {}", i + 1, offer.text)).collect();
        text += &format!("  {}\n{}\n", in_style(STRONG, label), columns(&texts, "    ", WIDTH));
    }
    text.trim_end().into()
}

/// What is left to choose in an offer.
pub(crate) fn opening(kit: &Kit, scene: &Scene, offer: &OfferLine, open: &Opening) -> String {
    let title = in_style(STRONG, &offer.text);
    match open {
        Opening::Nothing => format!("  {title}: nothing is left to choose"),
        Opening::Amount { least, most } => format!("  {title}: a number from {least} to {most}"),
        Opening::Counts { of, least, most } => {
            let heaps: Vec<_> =
                of.iter().map(|heap| format!("0-{} {}", heap.most, thing(kit, scene, heap.of))).collect();
            format!("  {title}: {least} to {most} in all, of {}", heaps.join(", "))
        }
        Opening::Path(reach) => {
            let counted = |cost: u16| points(cost, reach.scale);
            let end = |spot: String, cost: u16| match reach.scale {
                0 => spot,
                _ => format!("{spot} ({})", counted(cost)),
            };
            let ends: Vec<_> = reach.ends().map(|leg| end(spot(kit, leg.spot), leg.cost)).collect();
            let budget = if reach.scale == 0 { String::new() } else { format!("{} points, ", counted(reach.budget)) };
            let from = format!(
                "from {}, {budget}{} {}",
                spot(kit, reach.from),
                ends.len(),
                if ends.len() == 1 { "spot" } else { "spots" }
            );
            format!("  {title}: {}\n{}", in_style(FAINT, from), columns(&ends, "    ", WIDTH))
        }
        Opening::Subset { of, must, least, most, loose } => {
            let names: Vec<_> = of.iter().map(|item| thing(kit, scene, *item)).collect();
            let count = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let must = if *must > 0 { format!(", among them {}", names[..*must].join(" ")) } else { String::new() };
            let loose = if *loose { "; the rules may refuse some" } else { "" };
            let about = in_style(FAINT, format!("{count} of these{must}{loose}"));
            format!("  {title}: {about}\n{}", columns(&names, "    ", WIDTH))
        }
    }
}

/// Points as they are printed: a reach may count in parts of them.
fn points(cost: u16, scale: u8) -> String {
    let scale = u16::from(scale.max(1));
    match (cost / scale, cost % scale) {
        (whole, 0) => whole.to_string(),
        (0, 1) if scale == 2 => "½".into(),
        (whole, 1) if scale == 2 => format!("{whole}½"),
        (0, rest) => format!("{rest}/{scale}"),
        (whole, rest) => format!("{whole} {rest}/{scale}"),
    }
}

fn spot(kit: &Kit, spot: Spot) -> String {
    kit.spots.get(spot.index()).map_or_else(|| format!("spot {}", spot.0), |look| look.name.clone())
}

pub(crate) fn thing(kit: &Kit, scene: &Scene, item: Ref) -> String {
    match item {
        Ref::Nothing => "nothing".into(),
        Ref::Spot(at) => spot(kit, at),
        Ref::Thing(thing) => kit.things.get(thing.index()).map_or_else(|| "?".into(), |look| look.name.clone()),
        Ref::Piece(piece) => {
            let counter = scene.counters.iter().find(|counter| counter.piece == piece);
            counter.map_or_else(|| format!("piece {}", piece.0), |counter| name_of(kit, counter))
        }
    }
}

/// A pick from the names typed behind the number of an offer.
pub(crate) fn pick(kit: &Kit, scene: &Scene, open: &Opening, words: &[&str]) -> Result<Pick, String> {
    let spot_named = |word: &str| {
        let found = kit.spots.iter().position(|look| look.name == word).and_then(|i| u16::try_from(i).ok());
        found.map(Spot).ok_or_else(|| format!("there is no spot `{word}`"))
    };
    match open {
        Opening::Nothing if words.is_empty() => Ok(Pick::Nothing),
        Opening::Nothing => Err("nothing is left to choose here".into()),
        Opening::Amount { .. } => match words {
            [n] => n.parse().map(Pick::Amount).map_err(|_| format!("`{n}` is no number")),
            _ => Err("one number, please".into()),
        },
        Opening::Counts { of, .. } if words.len() == of.len() => {
            let count = |word: &&str| word.parse().map_err(|_| format!("`{word}` is no number"));
            words.iter().map(count).collect::<Result<_, _>>().map(Pick::Counts)
        }
        Opening::Counts { of, .. } => Err(format!("{} numbers, please", of.len())),
        Opening::Path(reach) => match words {
            [] => Err("where to?".into()),
            // A single name is a destination, several are a way.
            [end] => {
                let end = spot_named(end)?;
                let leg = reach.leg(end).ok_or_else(|| format!("{} is out of reach", spot(kit, end)))?;
                Ok(Pick::Path(reach.path_to(leg.spot)))
            }
            way => way.iter().map(|word| spot_named(word)).collect::<Result<_, _>>().map(Pick::Path),
        },
        Opening::Subset { of, .. } => {
            let named = |word: &&str| {
                let found = of.iter().find(|item| thing(kit, scene, **item) == **word);
                found.copied().ok_or_else(|| format!("`{word}` is not among what may be chosen"))
            };
            words.iter().map(named).collect::<Result<_, _>>().map(Pick::Subset)
        }
    }
}

/// The odds, as a player wants to read them.
pub(crate) fn forecast(forecast: &Forecast) -> String {
    let mut text = format!("  {}\n", in_style(STRONG, &forecast.title));
    for sum in &forecast.sums {
        let rule = in_style(RULE, format!("[{}]", sum.rule));
        text += &format!("  {:>6}  {} {rule}\n", format!("{:+}", sum.amount), sum.label);
    }
    for chance in &forecast.outcomes {
        let share = chance.ways as f64 / forecast.of.max(1) as f64;
        let rule = in_style(RULE, format!("[{}]", chance.rule));
        let odds = format!("{}/{}", chance.ways, forecast.of);
        text += &format!("  {odds:>6} {:>5.1} %  {} {rule}\n", share * 100.0, chance.label);
    }
    if let Some(remark) = &forecast.remark {
        text += &format!("  {}\n", in_style(FAINT, remark));
    }
    text.trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn points_are_written_as_they_are_printed() {
        assert_eq!([(14, 2), (13, 2), (1, 2), (4, 1)].map(|(cost, scale)| points(cost, scale)), ["7", "6½", "½", "4"]);
        assert_eq!([(2, 3), (5, 3)].map(|(cost, scale)| points(cost, scale)), ["2/3", "1 2/3"]);
    }
}
