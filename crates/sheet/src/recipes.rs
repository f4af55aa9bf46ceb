//! The recipes a kit may name. What is not known is drawn plain.

use referee::Kit;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ground {
    // In the order in which they are painted.
    Water,
    Clear,
    Plain,
    Marsh,
    Mixed,
    Grove,
    Town,
    Broken,
    Rough,
    Mountain,
    Woods,
}

impl Ground {
    pub(crate) fn named(recipe: &str) -> Ground {
        match recipe {
            "water" | "sea" | "lake" => Ground::Water,
            "clear" => Ground::Clear,
            "marsh" => Ground::Marsh,
            "mixed" => Ground::Mixed,
            "grove" => Ground::Grove,
            "town" | "city" => Ground::Town,
            "broken" => Ground::Broken,
            "rough" => Ground::Rough,
            "mountain" => Ground::Mountain,
            "woods" => Ground::Woods,
            _ => Ground::Plain,
        }
    }

    pub(crate) fn of(kit: &Kit, ground: usize) -> Ground {
        kit.grounds.get(ground).map_or(Ground::Plain, |g| Ground::named(&g.recipe))
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Ground::Water => "water",
            Ground::Clear => "clear",
            Ground::Plain => "plain",
            Ground::Marsh => "marsh",
            Ground::Mixed => "mixed",
            Ground::Grove => "grove",
            Ground::Town => "town",
            Ground::Broken => "broken",
            Ground::Rough => "rough",
            Ground::Mountain => "mountain",
            Ground::Woods => "woods",
        }
    }

    /// How much the invented relief shows: 0 flat, 1 steep.
    pub(crate) fn ruggedness(self) -> f64 {
        match self {
            Ground::Water => 0.0,
            Ground::Marsh => 0.05,
            Ground::Clear | Ground::Plain | Ground::Town => 0.22,
            Ground::Mixed | Ground::Grove => 0.38,
            Ground::Woods => 0.66,
            Ground::Broken => 0.78,
            Ground::Rough => 1.0,
            Ground::Mountain => 1.25,
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Line {
    River,
    Stream,
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
    Sea,
    /// Between areas, in the colours of its owners.
    Way,
    DottedWay,
    Plain,
}

impl Line {
    pub(crate) fn named(recipe: &str) -> Line {
        match recipe {
            "river" => Line::River,
            "stream" => Line::Stream,
            "road" => Line::Road,
            "rail" => Line::Rail,
            "trail" => Line::Trail,
            "bridge" => Line::Bridge,
            "front" => Line::Front,
            "border" => Line::Border,
            "great-river" | "rhine" => Line::GreatRiver,
            "land" | "country" => Line::Land,
            "neutral" => Line::Neutral,
            "wood" | "woods" => Line::Wood,
            "water" | "sea" | "lake" => Line::Sea,
            "way" => Line::Way,
            "black-way" | "dotted-way" => Line::DottedWay,
            _ => Line::Plain,
        }
    }

    pub(crate) fn of(kit: &Kit, line: u8) -> Line {
        kit.lines.get(usize::from(line)).map_or(Line::Plain, |l| Line::named(&l.recipe))
    }

    pub(crate) fn is_water(self) -> bool {
        matches!(self, Line::River | Line::Stream | Line::GreatRiver)
    }
}
