//! The recipes by which sheets and clients draw: one table, so that a misspelt name is a fault and not a plain
//! drawing. Who adds one here adds its drawing to `sheet`; a test there, and the types of the client, ask for it.

use crate::kit::Kit;
use crate::scene::Scene;

/// How a ground is painted.
pub const GROUNDS: &[&str] = &[
    "water", "clear", "plain", "valley", "marsh", "mixed", "grove", "town", "broken", "rough", "mountain", "hilltop",
    "woods", "mud", "flood", "neutral",
];

/// How a line or a shape over free ground is drawn.
pub const LINES: &[&str] = &[
    "river",
    "stream",
    "canal",
    "road",
    "rail",
    "trail",
    "bridge",
    "front",
    "border",
    "great-river",
    "land",
    "neutral",
    "wood",
    "hills",
    "water",
    "way",
    "dotted-way",
];

/// Signs printed on a spot; the name of an art will do as well.
pub const PRINTS: &[&str] = &[
    "town",
    "city",
    "major-city",
    "port",
    "fort",
    "beach",
    "trench",
    "works",
    "base",
    "medal",
    "flag",
    "blockade",
    "limited",
    "limited-once",
];

/// Markers of a scene; the name of an art will do as well.
pub const MARKS: &[&str] =
    &["target", "path", "flag", "mine", "blown", "crowded", "control", "beach", "drop", "number", "levy"];

/// What has become of the side between two spots.
pub const SIDES: &[&str] = &["blown", "bridge", "swollen"];

/// Arrows from spot to spot.
pub const ARROWS: &[&str] = &["attack", "move", "mission", "transfer"];

/// Pictures on the buttons of overlays.
pub const OVERLAYS: &[&str] = &["zones", "reach", "lines", "range", "layers"];

/// States of a counter.
pub const BADGES: &[&str] =
    &["spent", "reduced", "unsupplied", "isolated", "silent", "marked", "fuelled", "reserve", "dropped"];

/// The shared NATO set; the name of an art will do as well.
pub const SYMBOLS: &[&str] = &[
    "infantry",
    "mechanized",
    "motorized",
    "armor",
    "recon",
    "mech-recon",
    "cavalry",
    "artillery",
    "heavy-artillery",
    "sp-artillery",
    "rocket-artillery",
    "mortar",
    "anti-tank",
    "sp-anti-tank",
    "anti-air",
    "engineer",
    "paratroop",
    "airborne",
    "glider",
    "mountain",
    "machinegun",
    "commando",
    "headquarters",
    "supply",
    "transport",
    "medical",
    "signal",
    "bridge",
    "air",
    "naval",
    "fort",
    "garrison",
    "leader",
    "hidden",
];

impl Kit {
    /// What nobody could draw: recipes that are not in the table, arts that the kit does not bring, references into
    /// nothing. Empty for a sound kit.
    pub fn faults(&self) -> Vec<String> {
        let mut found = Faults { kit: self, found: vec![] };
        for look in &self.grounds {
            found.recipe("ground", GROUNDS, &look.recipe);
        }
        for look in &self.lines {
            found.recipe("line", LINES, &look.recipe);
        }
        for badge in &self.badges {
            found.recipe("badge", BADGES, &badge.recipe);
        }
        for overlay in &self.overlays {
            found.recipe("overlay", OVERLAYS, &overlay.icon);
        }
        for spot in &self.spots {
            for print in &spot.prints {
                found.recipe_or_art("print", PRINTS, &print.recipe);
            }
            found.within("ground", spot.ground.into(), self.grounds.len());
        }
        for run in &self.runs {
            found.within("line", run.line.into(), self.lines.len());
        }
        for face in self.faces.iter().filter(|face| !face.symbol.is_empty()) {
            found.recipe_or_art("symbol", SYMBOLS, &face.symbol);
        }
        for thing in &self.things {
            found.art(&thing.art);
            let signs = thing.card.iter().flat_map(|card| &card.signs);
            signs.for_each(|sign| found.art(sign));
        }
        found.sorted()
    }
}

impl Scene {
    /// The same for what changes: a scene that is drawn with this kit.
    pub fn faults(&self, kit: &Kit) -> Vec<String> {
        let mut found = Faults { kit, found: vec![] };
        for mark in &self.marks {
            found.recipe_or_art("mark", MARKS, &mark.recipe);
            found.within("spot", mark.at.index(), kit.spots.len());
        }
        for line in &self.swollen {
            found.within("line", (*line).into(), kit.lines.len());
        }
        for side in &self.sides {
            found.recipe("side", SIDES, &side.recipe);
        }
        for arrow in &self.arrows {
            found.recipe("arrow", ARROWS, &arrow.recipe);
        }
        for (spot, ground) in &self.grounds {
            found.within("spot", spot.index(), kit.spots.len());
            found.within("ground", (*ground).into(), kit.grounds.len());
        }
        for lane in &self.lanes {
            found.art(&lane.recipe);
        }
        for counter in &self.counters {
            found.within("face", counter.face.into(), kit.faces.len());
            found.within("spot", counter.at.index(), kit.spots.len());
            let most = 1usize.checked_shl(u32::try_from(kit.badges.len()).unwrap_or(u32::MAX)).unwrap_or(usize::MAX);
            found.within("badges", counter.badges.into(), most);
        }
        for heap in &self.heaps {
            found.within("thing", heap.of.index(), kit.things.len());
        }
        for mat in &self.mats {
            mat.tallies.iter().for_each(|tally| found.art(&tally.art));
            mat.piles.iter().for_each(|pile| found.art(&pile.marker));
        }
        found.sorted()
    }
}

struct Faults<'k> {
    kit: &'k Kit,
    found: Vec<String>,
}

impl Faults<'_> {
    fn recipe(&mut self, kind: &str, known: &[&str], name: &str) {
        if !known.contains(&name) {
            self.found.push(format!("no {kind} is drawn as `{name}`; known: {}", known.join(", ")));
        }
    }

    fn recipe_or_art(&mut self, kind: &str, known: &[&str], name: &str) {
        if !self.has_art(name) {
            self.recipe(kind, known, name);
        }
    }

    /// Nothing, or a drawing the kit brings.
    fn art(&mut self, name: &str) {
        if !name.is_empty() && !self.has_art(name) {
            self.found.push(format!("the kit brings no art `{name}`"));
        }
    }

    fn within(&mut self, kind: &str, index: usize, len: usize) {
        if index >= len {
            self.found.push(format!("{kind} {index} of {len}"));
        }
    }

    fn has_art(&self, name: &str) -> bool {
        self.kit.art.iter().any(|art| art.name == name)
    }

    fn sorted(mut self) -> Vec<String> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}
