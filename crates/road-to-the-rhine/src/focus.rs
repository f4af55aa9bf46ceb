//! Where eyes are led: what each question is about, in a sentence, with the places and units it concerns.

use crate::RoadToTheRhine;
use crate::scene::adjective;
use crate::sequence::Step;
use crate::state::{Account, Battle, MissionKind, Side, State, Unit, Units};
use crate::words::turn_name;
use referee::{Focus, Ref, Spot};

impl RoadToTheRhine {
    /// What the decision at hand is about: who does what to whom.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        let Some(step) = s.now() else { return Focus::default() };
        let asked = self.asked_side(s, step);
        match step {
            Step::Deploy => {
                let left = self.left_to_deploy(s);
                let text = match left.len() {
                    0 => "Everybody is set up; units may still be moved about.".into(),
                    1 => "1 unit is to be set up.".into(),
                    n => format!("{n} units are to be set up. “Set up the rest” puts them where we suggest."),
                };
                Focus { text, on: vec![], by: vec![] }
            }
            Step::Plot(unit) => self.plot_focus(s, unit),
            Step::Forgo { count, .. } => {
                let words = if count == 1 { "1 replacement is".into() } else { format!("{count} replacements are") };
                says(format!("{words} still to be given up from this turn's line."))
            }
            Step::Prepare => self.prepare_focus(s),
            Step::Withdraw(unit) => {
                let others = self.substitutes(s, unit);
                let text = format!(
                    "{} is due to leave and cannot: {} may go instead.",
                    self.name(unit),
                    self.names_of(others)
                );
                about(others, text)
            }
            Step::NextImpulse => says(format!(
                "{} points are left; another impulse costs {}. Who has acted may not act again.",
                s.points(Account::of(s.initiative)),
                self.impulse_price(s)
            )),
            Step::DropSupply => {
                let dry = self.open_drop_supply(s);
                about(dry, format!("Out of general supply: {}. One transport feeds one unit.", self.names_of(dry)))
            }
            Step::Fuel(side) => {
                let able = self.fuel_candidates(s, side);
                let text = format!(
                    "{} points are left; an air unit costs its value in the first impulse, double later.",
                    s.points(Account::of(side))
                );
                about(able, text)
            }
            Step::Movement if s.reserve_phase => {
                let own = s.reserve.iter().filter(|unit| self.side(*unit) == asked && self.on_map(s, *unit)).collect();
                about(own, "Reserves move now, in the enemy's impulse.".into())
            }
            Step::Movement | Step::Reserves => Focus::default(),
            Step::Declare => self.declare_focus(s),
            Step::Fly(stage) => self.fly_focus(s, stage),
            Step::Aim(hex) => {
                let targets = self.air_targets(s, hex);
                let by = s.missions.iter().filter(|it| it.hex == hex && it.kind == MissionKind::Intercept);
                let by: Units = by.map(|it| it.air).collect();
                let text =
                    format!("{} meets {} over {}.", self.names_of(by), self.names_of(targets), self.place_words(hex));
                Focus { text, on: hexes_and(vec![hex], targets), by: refs(by) }
            }
            Step::Combat => {
                let open: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
                let count = if open.len() == 1 { "1 attack is".into() } else { format!("{} attacks are", open.len()) };
                Focus {
                    text: format!("{count} still to be resolved."),
                    on: open.into_iter().map(Ref::Spot).collect(),
                    by: vec![],
                }
            }
            Step::Final => {
                let other = s.initiative.other();
                let answers: Units = (s.reserve | s.approached)
                    .iter()
                    .filter(|unit| self.side(*unit) == other && self.on_map(s, *unit))
                    .collect();
                let text = match answers.len() {
                    0 => "No enemy reserve can answer.".into(),
                    n => format!(
                        "If it is not the final impulse, {n} enemy {} may answer now.",
                        if n == 1 { "unit" } else { "units" }
                    ),
                };
                about(answers, text)
            }
            Step::Release => {
                let held = self.open_release(s);
                about(held, format!("{} may be released, each on a die of 1 or 2.", self.names_of(held)))
            }
            Step::Refit => says("Replacements in hand may be used before the player-turn ends.".into()),
            Step::Dams => Focus {
                text: format!(
                    "{} Blown now, the Roer floods through {}.",
                    match self.guards_dams(s) {
                        true => "The Allies stand at the Roer.",
                        false => "The last German has left the dams.",
                    },
                    turn_name(s.turn + 1)
                ),
                on: self.components.map.dam_hexes.iter().map(Ref::Spot).collect(),
                by: vec![],
            },
            // All that is left lies within a battle.
            _ => self.battle_focus(s, step),
        }
    }

    /// `St. Vith (N2023)`.
    pub(crate) fn place_words(&self, hex: Spot) -> String {
        let name = self.components.map.place_name.get(hex.index()).map_or("", String::as_str);
        if name.is_empty() { self.spot_name(hex).into() } else { format!("{name} ({})", self.spot_name(hex)) }
    }

    fn plot_focus(&self, s: &State, unit: Unit) -> Focus {
        let place = match self.on_map(s, unit) {
            true => format!("stands in {}", self.place_words(s.at(unit))),
            false if self.side(unit) == Side::AL => "is in England".into(),
            false => "is ready to drop".into(),
        };
        let text = format!(
            "{} {place}. Nobody else sees what you write; it drops only if you say so in an impulse.",
            self.name(unit)
        );
        about(Units::only(unit), text)
    }

    fn prepare_focus(&self, s: &State) -> Focus {
        let side = s.initiative;
        let dry: Units = self
            .ground
            .iter()
            .filter(|unit| self.side(*unit) == side && self.on_map(s, *unit) && self.lacks_fuel(s, *unit))
            .collect();
        let south = s.points(Account::South);
        let more = if side == Side::AL && south > 0 { format!(" and {south} southern") } else { String::new() };
        let text = format!(
            "{}{more} points. {} without maneuver supply: a division costs one, two smaller units one.",
            s.points(Account::of(side)),
            if dry.len() == 1 { "1 unit is".to_owned() } else { format!("{} units are", dry.len()) }
        );
        says(text)
    }

    fn declare_focus(&self, s: &State) -> Focus {
        let open: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
        if open.is_empty() {
            return Focus::default();
        }
        let names: Vec<String> = open.iter().map(|hex| self.place_words(*hex)).collect();
        Focus {
            text: format!("Declared so far: {}.", names.join(", ")),
            on: open.into_iter().map(Ref::Spot).collect(),
            by: vec![],
        }
    }

    fn fly_focus(&self, s: &State, stage: u8) -> Focus {
        let open: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
        let ready = self.ready_fliers(s, stage);
        let words = match open.len() {
            0 => "No attack is declared".to_owned(),
            1 => "1 attack is declared".to_owned(),
            n => format!("{n} attacks are declared"),
        };
        let flown = s.missions.iter().count();
        let flying = match flown {
            0 => String::new(),
            1 => ", 1 mission in the air".into(),
            n => format!(", {n} missions in the air"),
        };
        let text =
            format!("{words}{flying}; ready: {}.", if ready.is_empty() { "none".into() } else { self.names_of(ready) });
        let on = if open.is_empty() { refs(ready) } else { open.into_iter().map(Ref::Spot).collect() };
        Focus { text, on, by: vec![] }
    }

    fn battle_focus(&self, s: &State, step: Step) -> Focus {
        let Some(battle) = &s.battle else { return self.retreat_focus(s, step) };
        let fight = self.fight_words(battle);
        let target = vec![battle.target];
        let living = |units: Units| -> Units { units.iter().filter(|unit| self.on_map(s, *unit)).collect() };
        let (attackers, defenders) = (living(battle.attackers), living(battle.defenders));
        match step {
            Step::Bid => {
                let text = format!("{fight} What the defender loses, the attacker loses and one level more.");
                Focus { text, on: hexes_and(target, defenders), by: refs(attackers) }
            }
            Step::Escalate { attacker } => {
                let [by_attacker, by_defender] = battle.bids;
                let raise = if attacker { "one more drives the defender off" } else { "one more lets him stand" };
                let text = format!(
                    "{fight} So far the attacker loses {}, the defender {}; {raise}.",
                    levels(by_attacker),
                    levels(by_defender)
                );
                Focus { text, on: hexes_and(target, defenders), by: refs(attackers) }
            }
            Step::Lose { side, count } => {
                let losers = self.losers(s, side);
                let text = format!("{fight} The {} lose {}.", adjective(side), levels(count));
                let by = if side == self.attacking(battle, s) { defenders } else { attackers };
                Focus { text, on: refs(losers), by: refs(by) }
            }
            Step::Advance => {
                let able = self.followers(s);
                let text =
                    format!("{fight} {} may follow into {}.", self.names_of(able), self.place_words(battle.target));
                Focus { text, on: hexes_and(target, Units::empty()), by: refs(able) }
            }
            _ => {
                let mut focus = self.retreat_focus(s, step);
                focus.text = format!("{fight} {}", focus.text);
                focus
            }
        }
    }

    fn retreat_focus(&self, s: &State, step: Step) -> Focus {
        match step {
            Step::First { side, todo, .. } => about(
                todo,
                format!("{} must retreat two hexes: the {} name the first.", self.names_of(todo), adjective(side)),
            ),
            Step::Second { side } => {
                let todo: Units = s.fleers().collect();
                let text = format!(
                    "{} must retreat on: the {} name the second hex.",
                    self.names_of(todo),
                    adjective(side.other())
                );
                about(todo, text)
            }
            Step::Further { todo } => {
                let full = todo.first().map_or(String::new(), |unit| self.place_words(s.at(unit)));
                let go = if todo.len() == 1 { "goes" } else { "go" };
                about(todo, format!("{full} is full: {} {go} on.", self.names_of(todo)))
            }
            _ => Focus::default(),
        }
    }

    /// `Lehr and 26VG against US28 in N2025: column 2:1, DX.`
    fn fight_words(&self, battle: &Battle) -> String {
        let column = self.components.tables.column_names.get(usize::from(battle.column)).map_or("", String::as_str);
        format!(
            "{} against {} in {}: column {column}, {}.",
            self.names_of(battle.attackers),
            self.names_of(battle.defenders),
            self.place_words(battle.target),
            battle.result.word()
        )
    }

    fn attacking(&self, battle: &Battle, s: &State) -> Side {
        battle.attackers.first().map_or(s.attacker(), |unit| self.side(unit))
    }
}

fn levels(count: u8) -> String {
    if count == 1 { "1 level".into() } else { format!("{count} levels") }
}

fn refs(units: Units) -> Vec<Ref> {
    units.iter().map(Ref::from).collect()
}

fn hexes_and(hexes: Vec<Spot>, units: Units) -> Vec<Ref> {
    hexes.into_iter().map(Ref::Spot).chain(units.iter().map(Ref::from)).collect()
}

fn says(text: String) -> Focus {
    Focus { text, on: vec![], by: vec![] }
}

fn about(units: Units, text: String) -> Focus {
    Focus { text, on: refs(units), by: vec![] }
}
