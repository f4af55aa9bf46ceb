//! Where eyes are led, and why nothing is offered about something.

use crate::OperationGrenade;
use crate::action::{Action, Chase, Route, Targets};
use crate::sequence::{Loss, Step};
use crate::state::{NOWHERE, Side, State, Unit, Units};
use crate::words::points;
use referee::{Focus, Illegal, Ref, Rule};

impl OperationGrenade {
    /// What the decision at hand is about: who does what to whom.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        let pieces = |units: Units| units.iter().map(Ref::from).collect::<Vec<_>>();
        let on = |units: Units, text: String| Focus { text, on: pieces(units), by: vec![] };
        match s.now() {
            Some(Step::Support(_) | Step::Air(_) | Step::Fighter(_)) => self.battle_focus(s),
            Some(Step::Moving { unit, march, left, .. }) => {
                let verb = if march { "marching" } else { "moving" };
                let text = format!("{} is {verb} and has {} points left.", self.name(unit), points(left));
                on(Units::only(unit), text)
            }
            Some(Step::Excess { hex, .. }) => {
                let here: Units = s.units_in(hex).collect();
                let most = self.components.tables.limits.stack;
                let text = format!("{} stand in {}; {most} may stay.", self.listed(here), self.hex_name(hex));
                Focus { text, on: vec![Ref::Spot(hex)], by: pieces(here) }
            }
            Some(Step::Lose { side, left, why }) => {
                let who = self.may_lose(s, why);
                let steps = if left == 1 { "a step".into() } else { format!("{left} steps") };
                let reason = match why {
                    Loss::Mandatory => "for the result",
                    Loss::Instead => "instead of retreating",
                    Loss::Zone(_) => "for entering an enemy zone",
                    Loss::Missing(_) => "for a hex it cannot retreat to",
                };
                let text = format!("{}: {} must pay {steps} {reason}.", self.result_words(s), the(side));
                Focus { text, on: pieces(who), by: pieces(self.winners(s, side)) }
            }
            Some(Step::FallBack { side, hexes }) => {
                let far = if hexes == 1 { "one hex".into() } else { format!("{hexes} hexes") };
                let losers = self.losers(s);
                let text = format!(
                    "{}: {} must retreat {far}, or pay a step for each hex short of it.",
                    self.result_words(s),
                    self.listed(losers)
                );
                Focus { text, on: pieces(losers), by: pieces(self.winners(s, side)) }
            }
            Some(Step::Retreat { side, by }) => {
                let stack = self.stacks_that_go(s);
                let lead = match (side == by, stack.len()) {
                    (true, 1) => "retreats",
                    (true, _) => "retreat",
                    (false, 1) => "is led back by the attacker",
                    (false, _) => "are led back by the attacker",
                };
                on(stack, format!("{}: {} {lead}.", self.result_words(s), self.listed(stack)))
            }
            Some(Step::Blocked { stack, .. }) => {
                let units = self.living(s, stack);
                on(units, format!("{} cannot retreat but over the edge of the map.", self.listed(units)))
            }
            Some(Step::Advance(_)) => self.advance_focus(s),
            Some(Step::Advancing { unit, .. }) => {
                on(Units::only(unit), format!("{} is advancing and may go on.", self.name(unit)))
            }
            Some(Step::Ruse(bridge)) => self.bridge_focus(s, bridge),
            Some(Step::Place { levy, units }) => {
                let town = self.levy_town(levy);
                let text = format!("{} is called out: place {}.", town.name, self.listed(units));
                Focus { text, on: town.hexes.iter().map(|hex| Ref::Spot(*hex)).collect(), by: pieces(units) }
            }
            Some(Step::Combat(side)) => self.duty_focus(s, side),
            Some(Step::Movement(side)) => match self.overfull(s, side) {
                Some(hex) => {
                    let most = self.components.tables.limits.stack;
                    let text = format!("{} holds more than {most} units: who is left over is eliminated.", self.hex_name(hex));
                    Focus { text, on: vec![Ref::Spot(hex)], by: vec![] }
                }
                None => Focus::default(),
            },
            Some(Step::Flood) => Focus {
                text: "A flash flood makes the Roer valley swamp on 17 February; in a gradual one the current falls day by \
                       day and the US chooses when to cross."
                    .into(),
                on: self.components.map.valley.iter().map(Ref::Spot).collect(),
                by: vec![],
            },
            Some(Step::Deploy | Step::DDay | Step::Arrival(_)) | None => Focus::default(),
        }
    }

    fn battle_focus(&self, s: &State) -> Focus {
        let battle = &s.battle;
        let defenders: Units = battle.targets.iter().flat_map(|hex| s.units_in(hex)).collect();
        let hexes: Vec<&str> = battle.targets.iter().map(|hex| self.hex_name(hex)).collect();
        let help = |side: Side| -> String {
            let guns = battle.guns & self.of_side(side);
            let mut with = vec![];
            with.extend((!guns.is_empty()).then(|| self.listed(guns)));
            with.extend(battle.air[side].then(|| "an Air Point".to_owned()));
            if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) }
        };
        let verb = if battle.attackers.len() == 1 { "attacks" } else { "attack" };
        let text = format!(
            "{}{} {verb} {}{} in {}.",
            self.listed(battle.attackers),
            help(battle.side),
            self.listed(defenders),
            help(battle.side.other()),
            hexes.join(", ")
        );
        let text = match s.now() {
            Some(Step::Fighter(hex)) => format!("{text} One regiment or brigade fights in {}.", self.hex_name(hex)),
            _ => text,
        };
        let on = battle.targets.iter().map(Ref::Spot).chain(defenders.iter().map(Ref::from)).collect();
        Focus { text, on, by: battle.attackers.iter().map(Ref::from).collect() }
    }

    fn advance_focus(&self, s: &State) -> Focus {
        let victors = s.battle.victors;
        let hexes: Vec<Ref> = s.battle.trails().iter().map(|trail| Ref::Spot(trail.start)).collect();
        let names: Vec<&str> = s.battle.trails().iter().map(|trail| self.hex_name(trail.start)).collect();
        let text = format!("{}: {} may advance into {}.", self.result_words(s), self.listed(victors), names.join(", "));
        Focus { text, on: hexes, by: victors.iter().map(Ref::from).collect() }
    }

    /// Before the dice nothing is known of the ends but who stands there.
    fn bridge_focus(&self, s: &State, bridge: u8) -> Focus {
        let it = self.rhine_bridge(bridge);
        let guarded = s.units_in(it.east).any(|unit| !self.card(unit).volkssturm);
        let guard = if guarded { "a German unit holds its eastern end" } else { "its eastern end is open" };
        let text = format!("The Germans try to blow the bridge of {}; {guard}.", it.name);
        let by = s.units_in(it.west).map(Ref::from).collect();
        Focus { text, on: vec![Ref::Spot(it.west), Ref::Spot(it.east)], by }
    }

    fn duty_focus(&self, s: &State, side: Side) -> Focus {
        let bound = self.bound(s, side);
        if bound.is_empty() {
            return Focus::default();
        }
        let enemies = s.duty & self.of_side(side.other());
        let have =
            |n: usize, one: &str, many: &str| if n == 1 { format!("1 {one} has") } else { format!("{n} {many} have") };
        let text = format!(
            "{} to attack, {} to be attacked.",
            have(bound.len(), "unit", "units"),
            have(enemies.len(), "enemy", "enemies")
        );
        Focus { text, on: enemies.iter().map(Ref::from).collect(), by: bound.iter().map(Ref::from).collect() }
    }

    /// `D2(1), a breakthrough`.
    fn result_words(&self, s: &State) -> String {
        match s.battle.result {
            Some(result) if result.breakthrough => format!("{}, a breakthrough", result.word()),
            Some(result) => result.word(),
            None => "Combat".into(),
        }
    }

    fn winners(&self, s: &State, loser: Side) -> Units {
        if s.battle.side == loser { s.battle.defenders } else { s.battle.attackers }
    }

    /// The refusal of what a player most likely meant by pointing there.
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let step = s.now()?;
        let at = match about {
            Ref::Spot(spot) if self.is_hex(spot) => Some(spot),
            _ => None,
        };
        let unit = self.unit_of(about);
        let meant = match (step, unit, at) {
            (Step::Movement(_) | Step::Combat(_), None, None) if about == Ref::Nothing => Action::Done,
            (Step::Deploy, Some(unit), _) => Action::Deploy { unit, at: NOWHERE },
            (Step::Movement(side), Some(unit), _) => return self.why_stays(s, side, unit),
            (Step::Moving { .. }, Some(unit), _) => Action::Move { unit, path: Route::default() },
            (Step::Combat(side), Some(unit), _) => return self.why_no_attack(s, side, unit),
            (Step::Combat(side), None, Some(hex)) => match s.anybody_in(hex) {
                Some(unit) => return self.why_no_attack(s, side, unit),
                None => Action::Attack { targets: Targets::from_iter([hex]), with: Units::empty() },
            },
            (Step::Support(_), Some(unit), _) => Action::Support(Units::only(unit)),
            (Step::Fighter(_), Some(unit), _) => Action::Fight(unit),
            (Step::Lose { .. } | Step::Blocked { .. }, Some(unit), _) => Action::Lose(unit),
            (Step::Retreat { .. }, Some(unit), _) => Action::Retreat { from: s.at(unit), to: NOWHERE },
            (Step::Advance(_) | Step::Advancing { .. }, Some(unit), _) => {
                Action::Advance { unit, path: Chase::default() }
            }
            (Step::Place { units, .. }, None, Some(hex)) => Action::Place { unit: units.first()?, at: hex },
            (Step::Place { .. }, Some(unit), _) => Action::Place { unit, at: NOWHERE },
            _ => return None,
        };
        self.check_action(s, &meant).err()
    }

    /// Why a unit cannot move: who may not move at all, or has no hex to go to.
    fn why_stays(&self, s: &State, side: Side, unit: Unit) -> Option<Illegal> {
        if let Err(refusal) = self.may_move(s, side, unit) {
            return Some(refusal);
        }
        let refuse = |rule, why| Some(Illegal::new(rule, why).about(unit.into()));
        let reach = self.open_move(s, unit, false);
        if reach.ends().next().is_some() {
            return None;
        }
        if self.is_hex(s.at(unit)) && self.enemy_controls(s, side, s.at(unit)) {
            return refuse(
                Rule("6.32.a"),
                "a unit may not go from one enemy zone into another, and no other hex is open",
            );
        }
        refuse(Rule("5.0"), "no hex around it can be entered with its Movement Points")
    }

    /// A unit against the nearest enemy, whichever of the two was pointed at.
    fn why_no_attack(&self, s: &State, side: Side, unit: Unit) -> Option<Illegal> {
        let own = self.side(unit) == side;
        if !self.is_hex(s.at(unit)) {
            return Some(Illegal::new(Rule("9.25"), "only units on the map fight").about(unit.into()));
        }
        let others = self.of_side(if own { side.other() } else { side });
        let on_map = others.iter().filter(|other| self.is_hex(s.at(*other)));
        let grid = &self.components.map.grid;
        let other = on_map.min_by_key(|other| grid.distance(s.at(unit), s.at(*other)))?;
        let (attacker, target) = if own { (unit, other) } else { (other, unit) };
        let targets = Targets::from_iter([s.at(target)]);
        self.check_action(s, &Action::Attack { targets, with: Units::only(attacker) }).err()
    }
}

fn the(side: Side) -> &'static str {
    match side {
        Side::US => "the US",
        Side::German => "the Germans",
    }
}
