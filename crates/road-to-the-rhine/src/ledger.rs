//! What is always in sight: Maneuver Supply Points, weather, ports, replacements, and who would win now.

use crate::RoadToTheRhine;
use crate::components::{Effect, Income, Rivers};
use crate::scene::adjective;
use crate::state::{Account, LAST_TURN, NEVER, Side, State, TURNS};
use crate::victory::Tally;
use crate::words::{capital, kind_name, turn_name, weather_name};
use referee::{Fact, Rule, Score};

impl RoadToTheRhine {
    /// [5.A.a] The accounts, in large figures.
    pub(crate) fn scores(&self, s: &State) -> Vec<Score> {
        let score = |side: Side| Score {
            seat: side.seat(),
            points: s.points(Account::of(side)).into(),
            unit: "supply points".into(),
        };
        Side::BOTH.map(score).into()
    }

    pub(crate) fn facts(&self, s: &State, tally: &Tally) -> Vec<Fact> {
        let fact = |text: String, rule| Fact { text, rule: Rule(rule) };
        let mut facts = vec![];
        if s.points(Account::South) > 0 {
            facts.push(fact(format!("Points of the southern ports: {}", s.points(Account::South)), "5.C.2.d"));
        }
        for side in Side::BOTH {
            let income = self.income_after(s, side);
            if income > 0 {
                facts.push(fact(format!("{}: {income} points to come", adjective(side)), "5.A.a"));
            }
        }
        facts.push(fact(format!("A further impulse costs {}", self.impulse_price(s)), "5.D.3.a"));
        if s.free_supply > 0 {
            facts.push(fact(format!("{} former reserves are supplied for nothing", s.free_supply), "34.D.b"));
        }
        facts.push(fact(self.weather_words(s), "17.b"));
        if s.stage == 0 {
            facts.push(fact(
                format!("The sky is {}", if s.cloudy { "cloudy: nobody flies" } else { "clear" }),
                "17.2.b",
            ));
        }
        facts.extend(self.standing(s, tally).map(|text| fact(text, self.victory_fact(s))));
        for side in Side::BOTH {
            facts.extend(self.replacements_of(s, side).map(|text| fact(text, "18.B.a")));
        }
        facts.extend(self.port_facts(s).into_iter().map(|text| fact(text, "19.a")));
        if s.naval > 0 {
            facts.push(fact(format!("{} German naval points", s.naval), "25.b"));
        }
        if s.roer_until != NEVER {
            facts.push(fact(format!("The Roer is in flood through {}", turn_name(s.roer_until)), "24.b"));
        }
        facts
    }

    /// What the schedule brings a side in its next initial segment.
    fn income_after(&self, s: &State, side: Side) -> u16 {
        let tables = &self.components.tables;
        let card = self.scenario(s);
        // The Germans move first: while they play, the Allied income of this turn is still to come.
        let due = side == Side::AL && s.initiative == Side::GE || s.stage > 0 && side == card.from.1;
        let turn = usize::from(s.turn) + usize::from(!due);
        if turn >= TURNS || turn > usize::from(card.to.0) {
            return 0;
        }
        match (side, card.income[side]) {
            (_, Income::None) => 0,
            (Side::GE, Income::Normal) => tables.german[turn],
            (Side::GE, Income::Changed { german, .. }) => german.unwrap_or(tables.german[turn]),
            (Side::AL, income) => {
                let (less, southern) = match income {
                    Income::Changed { less, southern, .. } => (less, southern),
                    _ => (0, true),
                };
                let turn_number = u8::try_from(turn).unwrap_or(NEVER);
                let small = (0..2).filter(|port| self.small_port_pays(s.ports[*port], turn_number)).count();
                let ran = if s.antwerp_paused { s.antwerp_ran.saturating_sub(1) } else { s.antwerp_ran };
                let all = tables.invasion[turn].saturating_sub(u16::from(s.penalty))
                    + if southern { tables.southern[turn] } else { 0 }
                    + tables.small * u16::try_from(small).unwrap_or(0)
                    + self.antwerp_income(s.ports[2], s.held, ran, turn_number);
                all.saturating_sub(less)
            }
        }
    }

    fn weather_words(&self, s: &State) -> String {
        let effect = &self.components.tables.effects[s.weather as usize];
        let name = capital(weather_name(s.weather));
        let effects = in_short(effect);
        if effects.is_empty() { name } else { format!("{name}: {}", effects.join(", ")) }
    }

    fn replacements_of(&self, s: &State, side: Side) -> Option<String> {
        let own = |kind: u8| (kind >= 9) == (side == Side::GE);
        let has = (0u8..).zip(s.has).filter(|(kind, count)| *count > 0 && own(*kind));
        let words: Vec<String> = has.map(|(kind, count)| format!("{count} {}", kind_name(kind))).collect();
        (!words.is_empty()).then(|| format!("{} have replacements: {}", adjective(side), words.join(", ")))
    }

    fn port_facts(&self, s: &State) -> Vec<String> {
        if matches!(self.scenario(s).income[Side::AL], Income::None) {
            return vec![];
        }
        let tables = &self.components.tables;
        let mut facts = vec![];
        for (port, name) in [(0, "Dunkirk"), (1, "Ostende")] {
            let taken = s.ports[port];
            if taken == NEVER {
                continue;
            }
            let from = taken + tables.small_wait + 1;
            match self.small_port_pays(taken, s.turn) {
                true => facts.push(format!("{name} pays {} a turn", tables.small)),
                false if from <= LAST_TURN => facts.push(format!("{name} pays from {} on", turn_name(from))),
                false => {}
            }
        }
        let whole = self.scheldt | self.antwerp;
        let left = (whole - s.held).len();
        let estuary = (self.scheldt - self.antwerp - s.held).len();
        let ran = if s.antwerp_paused { s.antwerp_ran.saturating_sub(1) } else { s.antwerp_ran };
        facts.push(match (s.ports[2], left) {
            (NEVER, 0) => "Antwerp and the estuary are Allied".into(),
            (_, 0) if s.turn <= s.ports[2] + tables.antwerp_wait => {
                format!("Antwerp pays from {} on", turn_name(s.ports[2] + tables.antwerp_wait + 1))
            }
            (_, 0) => format!("Antwerp pays {}", self.antwerp_income(s.ports[2], s.held, ran, s.turn)),
            (_, left) if left > estuary => "Antwerp is German".into(),
            (_, 1) => "Antwerp is closed: 1 hex of the estuary is German".into(),
            (_, left) => format!("Antwerp is closed: {left} hexes of the estuary are German"),
        });
        facts
    }

    /// How it would end if it ended now.
    fn standing(&self, s: &State, tally: &Tally) -> Option<String> {
        if s.stage > 0 || s.outcome.is_some() {
            return None;
        }
        let level = tally.level?;
        let outcome = self.outcome(s, level);
        let winner = outcome.winner.map_or("nobody", |seat| match Side::of(seat) {
            Side::AL => "Allied",
            Side::GE => "German",
        });
        let words = if outcome.winner.is_none() { "a draw".to_owned() } else { format!("{winner} {}", outcome.level) };
        Some(format!("As things stand: {words}"))
    }

    fn victory_fact(&self, s: &State) -> &'static str {
        match self.scenario(s).victory.as_str() {
            "market-garden" => "32.B",
            "bulge" => "34.B.a",
            "cities" => "33.B",
            _ => "31.B.b",
        }
    }
}

/// [17.b] What weather does, in short.
/// The same in as few words as can be: the chart says it all.
fn in_short(effect: &Effect) -> Vec<&'static str> {
    let barred = matches!(effect.rivers, Rivers::November | Rivers::Barred);
    [
        (effect.divide > 1 || effect.less != [0, 0], "slow"),
        (effect.mountain != 0, "mountains harder"),
        (effect.flood, "floods"),
        (barred, "no river attacks"),
        (!effect.amphibious, "no landings"),
    ]
    .into_iter()
    .filter_map(|(on, words)| on.then_some(words))
    .collect()
}

pub(crate) fn effect_words(effect: &Effect) -> Vec<String> {
    let mut words = vec![];
    if effect.divide > 1 {
        words.push("allowance halved".to_owned());
    }
    let [allied, german] = effect.less;
    if allied == german && allied > 0 {
        words.push(format!("allowance -{allied}"));
    } else if allied > 0 || german > 0 {
        words.push(format!("allowance -{allied} Allies, -{german} Germans"));
    }
    if effect.mountain != 0 {
        words.push(format!("{} columns into mountains", effect.mountain));
    }
    if effect.flood {
        words.push("minor rivers in flood".to_owned());
    }
    match effect.rivers {
        Rivers::Open => {}
        Rivers::November => words.push("no attacks over unbridged major rivers but in November".to_owned()),
        Rivers::Barred => words.push("no attacks over unbridged major rivers".to_owned()),
    }
    if !effect.amphibious {
        words.push("no amphibious attacks".to_owned());
    }
    words
}
