//! The solitaire set-up, in `data/setup.toml`.

use super::setup::read_commander;
use super::{Commander, Map, find_area, unknown_area};
use data::{DataError, Spanned, Text};
use referee::Spot;
use serde::Deserialize;

/// [17.A.1, 17.A.2] By commander.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solo {
    /// The numbers 3 to 18, in order, and where they begin.
    pub numbers: [Vec<(u8, Spot)>; 3],
    /// Areas that carry another commander's marker for the whole game.
    pub excluded: [Vec<(Spot, Commander)>; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    commander: Spanned<String>,
    places: Vec<Spanned<String>>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Excluded {
    commander: Spanned<String>,
    holder: Spanned<String>,
    areas: Vec<Spanned<String>>,
    provenance: Spanned<String>,
}

pub(super) fn read(text: &Text, map: &Map, numbers: &[Numbers], excluded: &[Excluded]) -> Result<Solo, DataError> {
    let mut solo = Solo { numbers: Default::default(), excluded: Default::default() };
    for line in excluded {
        text.mark(&line.provenance)?;
        let (commander, holder) = (read_commander(text, &line.commander)?, read_commander(text, &line.holder)?);
        if commander == holder {
            return Err(text.error_at(line.holder.span(), "an excluded area is held by another commander"));
        }
        for name in &line.areas {
            let spot = find_area(text, map, name)?;
            if !map.area(spot).colours.contains(commander) || !map.area(spot).colours.contains(holder) {
                let what =
                    format!("{} is not shared by {} and {}", map.area(spot).name, commander.name(), holder.name());
                return Err(text.error_at(name.span(), what));
            }
            solo.excluded[commander.index()].push((spot, holder));
        }
    }
    for line in numbers {
        text.mark(&line.provenance)?;
        let commander = read_commander(text, &line.commander)?;
        for place in &line.places {
            let refuse = |what: String| Err(text.error_at(place.span(), what));
            let Some((number, name)) = place.get_ref().split_once(' ') else {
                return refuse("a numbered marker is written as in \"18 Givet\"".into());
            };
            let Some(number @ 3..=18) = number.parse().ok() else {
                return refuse(format!("markers are numbered from 3 to 18, not {number:?}"));
            };
            let Some(spot) = map.find(name) else {
                return refuse(unknown_area(name));
            };
            if solo.numbers[commander.index()].iter().any(|(other, _)| *other == number) {
                return refuse(format!("{} has the number {number} already", commander.name()));
            }
            let closed = solo.excluded[commander.index()].iter().any(|(other, _)| *other == spot);
            if closed || !map.is_open(spot, commander) || map.area(spot).printed.is_some() {
                return refuse(format!("{} is not an area of {} to be won", map.area(spot).name, commander.name()));
            }
            solo.numbers[commander.index()].push((number, spot));
        }
    }
    for commander in Commander::ALL {
        let numbers = &mut solo.numbers[commander.index()];
        numbers.sort_by_key(|(number, _)| *number);
        if let Some(missing) = (3..=18).find(|number| !numbers.iter().any(|(other, _)| other == number)) {
            return Err(text.error(format!("{} has no place for the number {missing}", commander.name())));
        }
    }
    Ok(solo)
}
