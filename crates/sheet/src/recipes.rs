//! The recipes of the table in [`referee::recipes`], as far as they are painted in layers. A kit is checked before
//! anybody draws it; what is unknown all the same is drawn plain.

use referee::Kit;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ground {
    // In the order in which they are painted.
    Water,
    Clear,
    Plain,
    /// Low ground along a river.
    Valley,
    Marsh,
    Mixed,
    Grove,
    Town,
    Broken,
    Rough,
    Mountain,
    /// Land that nobody enters.
    Neutral,
    /// One hill that looks down on what is round it.
    Hilltop,
    Woods,
    // What the weather makes of any ground, laid over it.
    Mud,
    Flood,
}

impl Ground {
    const ALL: [(&str, Ground); 16] = [
        ("water", Ground::Water),
        ("clear", Ground::Clear),
        ("plain", Ground::Plain),
        ("valley", Ground::Valley),
        ("marsh", Ground::Marsh),
        ("mixed", Ground::Mixed),
        ("grove", Ground::Grove),
        ("town", Ground::Town),
        ("broken", Ground::Broken),
        ("rough", Ground::Rough),
        ("mountain", Ground::Mountain),
        ("neutral", Ground::Neutral),
        ("hilltop", Ground::Hilltop),
        ("woods", Ground::Woods),
        ("mud", Ground::Mud),
        ("flood", Ground::Flood),
    ];

    pub(crate) fn named(recipe: &str) -> Ground {
        Ground::ALL.iter().find(|(name, _)| *name == recipe).map_or(Ground::Plain, |(_, ground)| *ground)
    }

    pub(crate) fn of(kit: &Kit, ground: usize) -> Ground {
        kit.grounds.get(ground).map_or(Ground::Plain, |g| Ground::named(&g.recipe))
    }

    pub(crate) fn class(self) -> &'static str {
        Ground::ALL.iter().find(|(_, ground)| *ground == self).map_or("plain", |(name, _)| name)
    }

    /// How much the invented relief shows: 0 flat, 1 steep.
    pub(crate) fn ruggedness(self) -> f64 {
        match self {
            Ground::Water | Ground::Flood => 0.0,
            Ground::Marsh | Ground::Valley => 0.05,
            Ground::Clear | Ground::Plain | Ground::Town | Ground::Mud => 0.22,
            Ground::Neutral => 0.3,
            Ground::Mixed | Ground::Grove => 0.38,
            Ground::Woods => 0.66,
            Ground::Broken => 0.78,
            Ground::Rough | Ground::Hilltop => 1.0,
            Ground::Mountain => 1.25,
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Line {
    River,
    Stream,
    /// Dug: straight from corner to corner.
    Canal,
    Road,
    Rail,
    Trail,
    Bridge,
    Front,
    Border,
    /// Wider than any other: half the map is beyond it.
    GreatRiver,
    Land,
    /// Land that nobody enters.
    Neutral,
    Wood,
    /// High ground that is shaded under everything else; where two lie over each other it is higher.
    Hills,
    Sea,
    /// Between areas, in the colours of its owners.
    Way,
    DottedWay,
    Plain,
}

impl Line {
    const ALL: [(&str, Line); 17] = [
        ("river", Line::River),
        ("stream", Line::Stream),
        ("canal", Line::Canal),
        ("road", Line::Road),
        ("rail", Line::Rail),
        ("trail", Line::Trail),
        ("bridge", Line::Bridge),
        ("front", Line::Front),
        ("border", Line::Border),
        ("great-river", Line::GreatRiver),
        ("land", Line::Land),
        ("neutral", Line::Neutral),
        ("wood", Line::Wood),
        ("hills", Line::Hills),
        ("water", Line::Sea),
        ("way", Line::Way),
        ("dotted-way", Line::DottedWay),
    ];

    pub(crate) fn named(recipe: &str) -> Line {
        Line::ALL.iter().find(|(name, _)| *name == recipe).map_or(Line::Plain, |(_, line)| *line)
    }

    pub(crate) fn of(kit: &Kit, line: u8) -> Line {
        kit.lines.get(usize::from(line)).map_or(Line::Plain, |l| Line::named(&l.recipe))
    }

    pub(crate) fn is_water(self) -> bool {
        matches!(self, Line::River | Line::Stream | Line::Canal | Line::GreatRiver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{counters, marks, network, prints, symbols};
    use std::collections::BTreeSet;

    /// Everything in the table is drawn here, and nothing else has a drawing.
    #[test]
    fn every_recipe_of_the_table_has_a_drawing() {
        let same = |table: &[&'static str], drawn: Vec<&'static str>| {
            let (table, drawn): (BTreeSet<_>, BTreeSet<_>) =
                (table.iter().copied().collect(), drawn.into_iter().collect());
            assert_eq!(table, drawn);
        };
        same(referee::recipes::GROUNDS, Ground::ALL.map(|(name, _)| name).into());
        same(referee::recipes::LINES, Line::ALL.map(|(name, _)| name).into());
        same(referee::recipes::MARKS, marks::DRAWN.iter().map(|(name, _)| *name).collect());
        same(referee::recipes::SIDES, marks::SIDES.iter().map(|(name, _)| *name).collect());
        let arrows = referee::recipes::ARROWS.iter().filter(|name| crate::style().contains(&format!(".ar-{name}{{")));
        same(referee::recipes::ARROWS, arrows.copied().collect());
        same(referee::recipes::SYMBOLS, symbols::names().collect());
        same(referee::recipes::BADGES, counters::STATES.into());
        let prints = prints::DRAWN.iter().map(|(name, _)| *name).chain(network::PRINTED);
        same(referee::recipes::PRINTS, prints.collect());
    }
}
