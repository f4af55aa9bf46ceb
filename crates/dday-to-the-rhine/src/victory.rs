//! V: Victory.

use crate::components::{Goal, Group, Side};
use crate::state::{Hexes, State, Sudden};
use crate::supply::Eyes;
use crate::{DdayToTheRhine, Event};
use referee::{Outcome, Referee, Rule, Seat};

impl DdayToTheRhine {
    pub(crate) fn win_suddenly(&self, s: &mut State, side: Side, why: Sudden, r: &mut Referee<Event>) {
        s.sudden = Some((side, why));
        s.steps.clear();
        r.note(Rule(sudden_rule(why)), Event::Sudden { side, why });
    }

    /// [V.2, V.3, V.10, V.12.g] At the end of phase 2 and 4. True if the game is over.
    pub(crate) fn sudden_death(&self, s: &mut State, side: Side, r: &mut Referee<Event>) -> bool {
        match side {
            Side::German => {
                self.test_blow(s, r);
                if s.beaches == [false; 2] && self.working_ports(s).is_empty() {
                    self.win_suddenly(s, Side::German, Sudden::NoPort, r);
                    return true;
                }
            }
            Side::Allied => {
                let ruhr = self.ruhr;
                if ruhr.is_subset(&s.allied) {
                    let supply = self.supply(s, Side::Allied, Eyes::Truth);
                    let standing = s.occupied[Side::Allied.index()] & supply.hexes;
                    if ruhr.is_subset(&(supply.cities | standing)) {
                        self.win_suddenly(s, Side::Allied, Sudden::Ruhr, r);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// [V.10] Card 6 is reached once and for all.
    fn test_blow(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.blow || s.month < self.c.tables.victory.blow_from {
            return;
        }
        if !(s.held - s.allied).is_empty() || s.lost >= self.c.tables.victory.blow_steps {
            s.blow = true;
            r.note(Rule("V.10"), Event::Blow);
        }
    }

    /// [G.2.h] Allied units in supply east of the Rhine in Germany.
    fn across(&self, s: &State) -> impl Iterator<Item = referee::Piece> {
        self.across_as_seen(s, Eyes::Truth)
    }

    fn across_as_seen(&self, s: &State, eyes: Eyes) -> impl Iterator<Item = referee::Piece> {
        let supply = self.supply(s, Side::Allied, eyes);
        self.all_of(Side::Allied).filter(move |unit| {
            s.at(*unit).is_some_and(|at| self.beyond_rhine.contains(at)) && self.is_supplied(s, *unit, &supply)
        })
    }

    pub(crate) fn german_cities_held(&self, s: &State) -> usize {
        (s.allied & self.german_cities).len()
    }

    /// How far the war went a seat's way, for measuring: cities, those in Germany and in the Ruhr more, and most of all what
    /// the scenario asks for.
    pub(crate) fn gained(&self, s: &State, seat: Seat) -> i32 {
        let held = 2 * (s.allied & self.cities).len() + 8 * self.german_cities_held(s) + 8 * self.ruhr_held(s);
        let held = i32::try_from(held + 20 * self.parts_of_goal(s)).unwrap_or(0);
        if seat == Side::Allied.seat() { held } else { -held }
    }

    /// [V.12.b, V.12.c, V.12.d] How many of the things a scenario asks for the Allies have.
    fn parts_of_goal(&self, s: &State) -> usize {
        let (map, victory) = (&self.c.map, &self.c.tables.victory);
        match self.scenario(s).goal {
            None => 0,
            Some(Goal::Normandy) => {
                usize::from(s.allied.contains(map.paris)) + usize::from(self.ports_at_work(s).min(victory.normandy_pc))
            }
            Some(Goal::France) => {
                let cities = victory.france.iter().filter(|at| s.allied.contains(**at)).count();
                cities + usize::from(s.allied.intersects(&self.beyond_meuse))
            }
            Some(Goal::Christmas) => self.ruhr_held(s) + self.across(s).count(),
        }
    }

    fn groups_across(&self, s: &State, eyes: Eyes) -> usize {
        let has = |group: &Group| self.across_as_seen(s, eyes).any(|unit| self.unit(unit).group == *group);
        [Group::Sixth, Group::Twelfth, Group::TwentyFirst].iter().filter(|group| has(group)).count()
    }

    fn ruhr_held(&self, s: &State) -> usize {
        (s.allied & self.ruhr).len()
    }

    /// [V.5, V.6, V.7, V.8, V.9, V.10] Whether the objective on a card is reached.
    pub(crate) fn reached(&self, s: &State, card: u8) -> bool {
        let (map, victory) = (&self.c.map, &self.c.tables.victory);
        match card {
            1 => {
                self.groups_across(s, Eyes::Truth) >= usize::from(victory.broad_groups)
                    && self.german_cities_held(s) >= usize::from(victory.broad_cities)
            }
            2 => {
                self.ruhr_held(s) >= usize::from(victory.thrust_ruhr)
                    && s.allied.contains(map.arnhem)
                    && self.working_ports(s).contains(map.antwerp)
            }
            3 => self.saar.is_subset(&s.allied),
            4 => self.across(s).next().is_none() || self.german_cities_held(s) < usize::from(victory.watch_cities),
            5 => s.low_ports,
            6 => s.blow,
            _ => false,
        }
    }

    /// [V.12.b, V.12.c, V.12.d] Whether the Allies win a scenario without cards.
    fn allied_scenario(&self, s: &State) -> Option<(bool, &'static str)> {
        let (map, victory) = (&self.c.map, &self.c.tables.victory);
        let goal = self.scenario(s).goal?;
        let reached = match goal {
            Goal::Normandy => s.allied.contains(map.paris) && self.ports_at_work(s) >= victory.normandy_pc,
            Goal::France => {
                let wanted: Hexes = victory.france.iter().copied().collect();
                wanted.is_subset(&s.allied) && s.allied.intersects(&self.beyond_meuse)
            }
            Goal::Christmas => self.ruhr_held(s) > 0 || self.across(s).next().is_some(),
        };
        Some((reached, goal.rule()))
    }

    /// [V.12.b, V.12.c, V.12.d] What the scenario asks of the Allies, and how far they are.
    pub(crate) fn goal_so_far(&self, s: &State, eyes: Eyes) -> Option<(String, &'static str)> {
        let (map, victory) = (&self.c.map, &self.c.tables.victory);
        let goal = self.scenario(s).goal?;
        let text = match goal {
            Goal::Normandy => {
                let paris = if s.allied.contains(map.paris) { "taken" } else { "German" };
                format!("Goal: Paris ({paris}), working ports {} of {}", self.ports_at_work(s), victory.normandy_pc)
            }
            Goal::France => {
                let missing = victory.france.iter().filter(|at| !s.allied.contains(**at));
                let missing: Vec<&str> = missing.filter_map(|at| self.city(*at)).map(|city| &*city.name).collect();
                let beyond = if s.allied.intersects(&self.beyond_meuse) { "" } else { "a city beyond the Meuse" };
                let missing: Vec<&str> = missing.into_iter().chain(Some(beyond).filter(|it| !it.is_empty())).collect();
                match missing.as_slice() {
                    [] => "Goal: reached".into(),
                    missing => format!("Goal: still to take {}", missing.join(", ")),
                }
            }
            Goal::Christmas => {
                let across = self.across_as_seen(s, eyes).count();
                format!(
                    "Goal: a city of the Ruhr (now {}) or a unit across the Rhine (now {across})",
                    self.ruhr_held(s)
                )
            }
        };
        Some((text, goal.rule()))
    }

    /// How near an objective is, in words.
    pub(crate) fn card_so_far(&self, s: &State, card: u8, eyes: Eyes) -> String {
        let (map, victory) = (&self.c.map, &self.c.tables.victory);
        match card {
            1 => format!(
                "{} of {} German cities, {} of {} army groups across the Rhine",
                self.german_cities_held(s),
                victory.broad_cities,
                self.groups_across(s, eyes),
                victory.broad_groups
            ),
            2 => {
                let arnhem = if s.allied.contains(map.arnhem) { "taken" } else { "not yet" };
                let antwerp = if self.working_ports(s).contains(map.antwerp) { "open" } else { "not yet" };
                format!(
                    "{} of {} of the Ruhr, Arnhem {arnhem}, Antwerp {antwerp}",
                    self.ruhr_held(s),
                    victory.thrust_ruhr
                )
            }
            3 => format!("{} of {} cities", (self.saar & s.allied).len(), self.saar.len()),
            4 => format!(
                "Allied units across the Rhine: {}, German cities taken: {} (to stay below {})",
                self.across_as_seen(s, eyes).count(),
                self.german_cities_held(s),
                victory.watch_cities
            ),
            _ if self.reached(s, card) => "reached so far".into(),
            _ => "not yet".into(),
        }
    }

    pub(crate) fn outcome(&self, s: &State) -> Outcome {
        let won = |side: Side, level, rule| Outcome { winner: Some(side.seat()), level, rule: Rule(rule) };
        if let Some((side, why)) = s.sudden {
            return won(side, "sudden death", sudden_rule(why));
        }
        let side = |allied: bool| if allied { Side::Allied } else { Side::German };
        if let Some((allied, rule)) = self.allied_scenario(s) {
            return won(side(allied), "victory", rule);
        }
        let [allied, german] = [s.cards[0], s.cards[1]].map(|card| self.reached(s, card));
        match (allied, german) {
            (true, false) => won(Side::Allied, "victory", card_rule(s.cards[0])),
            (false, true) => won(Side::German, "victory", card_rule(s.cards[1])),
            // [V.11]
            _ => {
                let victory = &self.c.tables.victory;
                let ruhr = self.ruhr_held(s) >= usize::from(victory.even_ruhr);
                let cities = self.german_cities_held(s) >= usize::from(victory.even_cities);
                won(side(ruhr || cities), "victory", "V.11")
            }
        }
    }
}

const fn sudden_rule(why: Sudden) -> &'static str {
    match why {
        Sudden::Invasion => "V.1",
        Sudden::NoPort => "V.2",
        Sudden::Ruhr => "V.3",
    }
}

pub(crate) const fn card_rule(card: u8) -> &'static str {
    match card {
        1 => "V.5",
        2 => "V.6",
        3 => "V.7",
        4 => "V.8",
        5 => "V.9",
        _ => "V.10",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Awaits, Game, Referee, Seeded, Setup, Viewer};

    /// What a scenario asks for is told, and told as reached exactly when the Allies would win by it.
    #[test]
    fn the_goal_is_told_as_far_as_it_is_reached() {
        let game = DdayToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        for (name, first) in [
            ("normandy", "Goal: Paris (German), working ports 0 of 4"),
            ("france", "Goal: still to take "),
            ("christmas", "Goal: a city of the Ruhr (now 0) or a unit across the Rhine (now 0)"),
        ] {
            let (mut dice, setup) = (Seeded(7), Setup::read(name).expect("a setup of this game"));
            let mut s = game.start(&setup, &mut Referee::silent(&mut dice));
            let told = |s: &State| game.scene(s, Viewer::Seat(Side::German.seat())).facts[0].text.clone();
            assert!(told(&s).starts_with(first), "{}", told(&s));
            while let Awaits::Decision(_) = game.awaits(&s) {
                let action = bots::RandomBot::default().decide(&game, &s, &mut dice).expect("something is offered");
                game.play(&mut s, &action, &mut Referee::silent(&mut dice));
            }
            assert!(told(&s).starts_with("Goal: "), "at the end too: {}", told(&s));
            s.allied = game.cities;
            s.occupied[Side::German.index()] = Hexes::empty();
            let won = game.allied_scenario(&s).expect("a scenario with a goal").0;
            assert!(won && told(&s) != first, "all of it is taken: {}", told(&s));
        }
    }
}
