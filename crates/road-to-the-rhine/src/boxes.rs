//! Boxes beside the map: the Allies wait in the west, the Germans in the east. Drawing only, no rules.

use crate::components::{ScenarioCard, Where};
use crate::state::{Side, State, Unit, Units};
use crate::{BOXES, Off, RoadToTheRhine};
use referee::{Shape, Spot, SpotLook};

/// A box on the sheet: what the rules call it, its words and its height.
struct Drawn {
    place: Off,
    name: &'static str,
    about: &'static str,
    high: f32,
}

const fn drawn(place: Off, name: &'static str, about: &'static str, high: f32) -> Drawn {
    Drawn { place, name, about, high }
}

/// West of the map, from north to south. Together as high as the north map.
const WEST: [Drawn; 10] = [
    drawn(Off::NotYet, "off", "Allied units to come or to be set up", 450.0),
    drawn(Off::Waiting, "waiting", "Allied units that may enter", 230.0),
    drawn(Off::England, "england", "England: airborne units and transports", 190.0),
    drawn(Off::Crossing, "crossing", "On the way to England", 80.0),
    drawn(Off::Cadre, "cadre", "Allied cadres", 180.0),
    drawn(Off::Destroyed, "destroyed", "Allied units destroyed", 280.0),
    drawn(Off::Broken, "broken", "Allied divisions broken down", 130.0),
    drawn(Off::Cannibalized, "cannibalized", "Allied units cannibalized", 80.0),
    drawn(Off::Withdrawn, "withdrawn", "Allied units withdrawn", 130.0),
    drawn(Off::Lost, "lost", "Never to come back", 80.0),
];

/// East of the map. These are no places of the rules but for the eye.
const EAST: [Drawn; 7] = [
    drawn(Off::NotYet, "german-off", "German units to come or to be set up", 560.0),
    drawn(Off::Waiting, "german-waiting", "German units that may enter", 280.0),
    drawn(Off::Cadre, "german-cadre", "German cadres", 230.0),
    drawn(Off::Destroyed, "german-destroyed", "German units destroyed", 430.0),
    drawn(Off::Broken, "german-broken", "German divisions broken down", 80.0),
    drawn(Off::Cannibalized, "german-cannibalized", "German units cannibalized", 80.0),
    drawn(Off::Withdrawn, "german-withdrawn", "German units withdrawn", 180.0),
];

/// Eight counters.
const WIDE: f32 = 420.0;
const GAP: f32 = 14.0;

impl RoadToTheRhine {
    /// The boxes of the rules in their order, then those of the Germans.
    pub(crate) fn box_looks(&self) -> Vec<SpotLook> {
        let layout = self.components.map.grid.layout();
        let right = f32::from(layout.columns) * 60.0 + 20.0;
        let column = |boxes: &[Drawn], x: f32| -> Vec<(Off, SpotLook)> {
            let mut top = 0.0;
            let mut looks = vec![];
            for it in boxes {
                looks.push((it.place, look(it.name, it.about, (x, top + it.high / 2.0), (WIDE, it.high))));
                top += it.high + GAP;
            }
            looks
        };
        let west = column(&WEST, -36.0 - WIDE / 2.0);
        let east = column(&EAST, right + 36.0 + WIDE / 2.0);
        // [29.C.a] The chart box has room for itself: no hexes lie there.
        let corner = (f32::from(layout.columns) - 9.0) * 60.0 + 70.0;
        let chart = |place: Off, name: &str, about: &str, y: f32| {
            (place, look(name, about, (corner + 225.0, y), (400.0, 120.0)))
        };
        let floor = f32::from(layout.rows) * 69.282;
        let mut rules = west;
        rules.push(chart(Off::ChartWest, "chart-west", "Gone off the map to the west of the chart box", floor - 330.0));
        rules.push(chart(
            Off::ChartNorth,
            "chart-north",
            "Gone off the map to the north of the chart box",
            floor - 190.0,
        ));
        rules.sort_by_key(|(place, _)| *place as u16);
        debug_assert!(rules.iter().map(|(_, it)| it.name.as_str()).eq(BOXES));
        rules.into_iter().chain(east).map(|(_, look)| look).collect()
    }

    /// Where a counter is drawn: nobody has to look for his units among the enemy's.
    pub(crate) fn drawn_at(&self, at: Spot, unit: Unit) -> Spot {
        if self.is_hex(at) || self.side(unit) == Side::AL {
            return at;
        }
        let beside =
            EAST.iter().position(|it| self.spot_of(it.place) == at).and_then(|place| u16::try_from(place).ok());
        beside.map_or(at, |place| Spot(self.hexes + self.boxes() + place))
    }

    fn boxes(&self) -> u16 {
        u16::try_from(BOXES.len()).unwrap_or(0)
    }

    /// Whether a unit that has not come yet takes part in this scenario at all.
    pub(crate) fn takes_part(&self, s: &State, unit: Unit) -> bool {
        let Some(cast) = self.casts.get(usize::from(s.scenario)) else { return false };
        s.stage > 0 && cast.deployed.contains(unit) || cast.last_due[unit.index()].is_some_and(|turn| turn >= s.turn)
    }

    /// Who is set up and who arrives, by scenario.
    pub(crate) fn find_casts(&self) -> Vec<Cast> {
        let setups = &self.components.setups;
        let cast = |card: &ScenarioCard| {
            let groups = setups.groups.iter().filter(|group| group.scenario == card.setups);
            let deployed = groups.flat_map(|group| group.slots.iter().map(|slot| slot.unit)).collect();
            let mut last_due = vec![None; self.cards.len()];
            for it in &setups.arrivals {
                let Some((id, only)) = card.arrivals[self.side(it.unit)].as_ref() else { continue };
                let counts = it.scenario == *id && it.turn <= card.to.0 && only.is_none_or(|only| only == it.turn);
                if counts && it.place != Where::Withdraw {
                    last_due[it.unit.index()] = last_due[it.unit.index()].max(Some(it.turn));
                }
            }
            Cast { deployed, last_due }
        };
        self.components.scenarios.iter().map(cast).collect()
    }
}

/// Who takes part in a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    deployed: Units,
    /// By unit: the last turn in which it is due.
    last_due: Vec<Option<u8>>,
}

fn look(name: &str, about: &str, at: (f32, f32), (wide, high): (f32, f32)) -> SpotLook {
    SpotLook {
        name: name.into(),
        called: String::new(),
        at,
        shape: Shape::Box(wide, high),
        ground: 0,
        about: about.into(),
        sure: true,
        owners: vec![],
        prints: vec![],
    }
}
