//! Lists to jump from: who may still act, by what he may do and by whose he is.

use crate::RoadToTheRhine;
use crate::components::Nation;
use crate::sequence::Step;
use crate::state::{State, Unit, Units};
use referee::{Ref, Roster, Spot};

/// Armies as a player looks for them.
const ARMIES: [(&str, &[Nation]); 7] = [
    ("US", &[Nation::US]),
    ("British", &[Nation::British, Nation::Polish, Nation::Czech, Nation::Belgian, Nation::Dutch, Nation::Allied]),
    ("Canadian", &[Nation::Canadian]),
    ("French", &[Nation::French]),
    ("army", &[Nation::Army]),
    ("SS", &[Nation::SS]),
    ("Luftwaffe", &[Nation::Luftwaffe]),
];

impl RoadToTheRhine {
    pub(crate) fn rosters(&self, s: &State) -> Vec<Roster> {
        let mut all = vec![];
        let Some(step) = s.now() else { return all };
        let asked = self.asked_side(s, step);
        let mut add = |title: String, of: Vec<Ref>| {
            if !of.is_empty() {
                all.push(Roster { title, of });
            }
        };
        let pieces = |units: Units| -> Vec<Ref> { units.iter().map(Ref::from).collect() };
        let spots = |hexes: Vec<Spot>| -> Vec<Ref> { hexes.into_iter().map(Ref::Spot).collect() };
        match step {
            Step::Deploy => {
                let left = self.left_to_deploy(s);
                for group in self.groups(s).filter(|group| group.side == asked) {
                    let slots: Units = group.slots.iter().map(|slot| slot.unit).collect();
                    add(format!("To be set up: {}", group.title), pieces(slots & left));
                }
            }
            Step::Movement => {
                let movable = self.movable(s);
                let waiting: Units = movable.iter().filter(|unit| !self.on_map(s, *unit)).collect();
                add("May enter".into(), pieces(waiting));
                for (army, units) in self.by_army(movable - waiting) {
                    add(format!("May still move: {army}"), pieces(units));
                }
            }
            Step::Prepare => {
                let dry = |unit: &Unit| self.side(*unit) == asked && self.on_map(s, *unit) && self.lacks_fuel(s, *unit);
                for (army, units) in self.by_army(self.ground.iter().filter(dry).collect()) {
                    add(format!("Without maneuver supply: {army}"), pieces(units));
                }
            }
            Step::Reserves => {
                let able = self.ground.iter().filter(|unit| self.check_reserve(s, *unit).is_ok()).collect();
                for (army, units) in self.by_army(able) {
                    add(format!("May be reserves: {army}"), pieces(units));
                }
            }
            Step::Declare => add("Can be attacked".into(), spots(self.attackable(s).iter().collect())),
            Step::Fly(stage) => {
                add("Ready to fly".into(), pieces(self.ready_fliers(s, stage)));
                add("Attacks".into(), spots(s.open_attacks().map(|(_, attack)| attack.hex).collect()));
            }
            Step::Combat => {
                add("Attacks to be resolved".into(), spots(s.open_attacks().map(|(_, attack)| attack.hex).collect()));
            }
            Step::Fuel(side) => add("Can be made ready".into(), pieces(self.fuel_candidates(s, side))),
            Step::Lose { side, .. } => add("May lose a level".into(), pieces(self.losers(s, side))),
            Step::First { todo, .. } => add("Must retreat".into(), pieces(todo)),
            Step::Second { .. } => add("Must retreat".into(), pieces(s.fleers().collect())),
            Step::Advance => add("May advance".into(), pieces(self.followers(s))),
            Step::Release => add("May be released".into(), pieces(self.open_release(s))),
            Step::DropSupply => add("May live from the air".into(), pieces(self.open_drop_supply(s))),
            _ => {}
        }
        for side in [asked, asked.other()] {
            let own = |unit: &Unit| self.side(*unit) == side && self.on_map(s, *unit);
            let name = crate::scene::adjective(side);
            add(format!("Reserves of the {name}"), pieces(s.reserve.iter().filter(own).collect()));
            add(format!("Out of supply: {name}"), pieces(s.unsupplied.iter().filter(own).collect()));
        }
        all
    }

    fn by_army(&self, units: Units) -> Vec<(&'static str, Units)> {
        let of = |nations: &[Nation]| -> Units {
            units.iter().filter(|unit| nations.contains(&self.card(*unit).nation)).collect()
        };
        ARMIES.iter().map(|(name, nations)| (*name, of(nations))).filter(|(_, of)| !of.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_nation_has_an_army() {
        let game = RoadToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        for unit in game.all_units() {
            let nation = game.card(unit).nation;
            let found = ARMIES.iter().filter(|(_, nations)| nations.contains(&nation)).count();
            assert_eq!(found, 1, "{nation:?}");
        }
    }
}
