//! A state from lines.

use super::set;
use crate::OperationGrenade;
use crate::components::{CombatResult, Ground, Loser, Quarter};
use crate::sequence::{Loss, Step};
use crate::state::{
    Battle, Bridge, Chit, ChitByte, Current, Flood, NOWHERE, Options, Side, State, Trail, UNKNOWN, Unit, Units, Weather,
};
use referee::{Spot, Unreadable};

type Read<T> = Result<T, Unreadable>;

/// What was read, and what is worked out only if nobody said otherwise.
struct Draft {
    s: State,
    named: Units,
    duty: Option<Units>,
    silent: Option<Units>,
    /// Whether it was said which Game-Turn it is, which D-Day, and who has fought.
    said_turn: bool,
    said_d_day: bool,
    said_fought: bool,
    over: bool,
}

impl OperationGrenade {
    pub(crate) fn read_position(&self, lines: &str) -> Read<State> {
        let mut draft = Draft {
            s: self.quiet(),
            named: Units::empty(),
            duty: None,
            silent: None,
            said_turn: false,
            said_d_day: false,
            said_fought: false,
            over: false,
        };
        let lines: Vec<Vec<&str>> = lines
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|words: &Vec<&str>| !words.is_empty())
            .collect();
        // A combat speaks of units that are in their places, more of a combat that was declared, steps of all that.
        let order = |words: &Vec<&str>| match words[0] {
            "battle" => 1,
            "then" => 3,
            word if word.starts_with("battle-") => 2,
            _ => 0,
        };
        for words in lines.iter().filter(|words| order(words) == 0) {
            self.read_fact(&mut draft, words).map_err(|bad| in_line(words, bad))?;
        }
        self.begin(&mut draft)?;
        for late in 1..=3 {
            for words in lines.iter().filter(|words| order(words) == late) {
                self.read_late(&mut draft.s, words).map_err(|bad| in_line(words, bad))?;
            }
        }
        self.infer_combat(&mut draft);
        self.check_read(&draft)?;
        Ok(draft.s)
    }

    /// [9.14], [9.93.a], [9.97.2] What follows from the lines of a combat, if nobody said who has fought.
    fn infer_combat(&self, draft: &mut Draft) {
        let s = &mut draft.s;
        if s.battle.is_on() && !draft.said_fought {
            s.spent |= s.battle.guns; // [9.64]
            if let Some(result) = s.battle.result
                && s.battle.defenders.is_empty()
            {
                s.battle.defenders = match result.loser {
                    Loser::Defender => self.losers(s),
                    Loser::Attacker => self.fighters(s, &s.battle),
                };
            }
            let battle = s.battle;
            if draft.duty.is_none() {
                s.duty = self.duties_left(s, battle.side, battle.targets.as_slice(), battle.attackers);
            }
            let fought = if battle.result.is_some() { battle.attackers | battle.defenders } else { battle.attackers };
            s.fought = fought.iter().filter(|unit| self.is_hex(s.at(*unit))).collect();
            for trail in battle.trails().iter().filter(|trail| !trail.path.is_empty()) {
                s.retreated |= trail.units;
                if battle.is_breakthrough() {
                    s.broken |= trail.units;
                    trail.units.iter().for_each(|unit| self.look_again(s, self.side(unit), s.at(unit)));
                }
            }
            s.out = (s.out | s.retreated) - s.fought;
            if battle.victors.is_empty() {
                s.battle.victors = self.victors(s);
            }
        }
    }

    /// A quiet day late in the battle: no dice, no current, no bans.
    fn quiet(&self) -> State {
        let track = &self.components.tables.track;
        let mut s = State::bare(self.dead, self.box_of_chits);
        s.turn = 5;
        s.d_day = 23u8.saturating_sub(track.first);
        s.flood = Flood::Gradual;
        s.current = Current::Normal;
        s.corps_is_free = true;
        s.groups = [3; 3];
        for unit in self.volkssturm {
            s.at[unit.index()] = self.off;
        }
        s
    }

    fn read_fact(&self, draft: &mut Draft, words: &[&str]) -> Read<()> {
        let s = &mut draft.s;
        match *words {
            ["scenario", id, ref options @ ..] => {
                if !self.scenarios.iter().any(|scenario| scenario.id == id) {
                    return Err(Unreadable::unknown("scenario", id));
                }
                s.options = Options::default();
                for option in options {
                    if !option.strip_prefix('+').is_some_and(|name| s.options.switch_on(name)) {
                        return Err(Unreadable::unknown("option", option));
                    }
                }
            }
            ["turn", turn] => {
                s.turn = number(turn, 1, u16::from(self.components.tables.track.days()))?;
                draft.said_turn = true;
            }
            ["d-day", "unknown"] => (s.d_day, draft.said_d_day) = (UNKNOWN, true),
            ["d-day", day] => {
                draft.said_d_day = true;
                let (first, last) = self.d_days();
                let day: i16 = day.parse().map_err(|_| Unreadable::unknown("day", day))?;
                if !(first..=last).contains(&day) {
                    return Err(Unreadable::new(format!("D-Day is from {first} to {last}")));
                }
                s.d_day = u8::try_from(day - first).unwrap_or(UNKNOWN);
            }
            ["flood", word] => {
                s.flood =
                    one_of("flood", word, &[Flood::Unknown, Flood::Flash, Flood::Gradual].map(|it| (it.word(), it)))?
            }
            ["current", word] => {
                let all = [Current::None, Current::Normal, Current::Rapid, Current::Torrent];
                s.current = one_of("current", word, &all.map(|it| (it.word(), it)))?;
            }
            ["weather", word] => s.weather[0] = one_of("weather", word, &Weather::ALL.map(|it| (it.word(), it)))?,
            ["weather-before", word] => {
                s.weather[1] = one_of("weather", word, &Weather::ALL.map(|it| (it.word(), it)))?
            }
            ["air", side, points] => s.air[read_side(side)?] = number(points, 0, 20)?,
            ["second-corps", word] => s.corps_is_free = one_of("state", word, &[("free", true), ("frozen", false)])?,
            ["groups", quarter, count] => {
                let quarter = one_of("quarter", quarter, &Quarter::ALL.map(|it| (it.word(), it)))?;
                s.groups[quarter as usize] = number(count, 0, 3)?;
            }
            ["ruse", word] => s.ruse_used = one_of("state", word, &[("used", true), ("left", false)])?,
            ["held", hex] => {
                let spot = self.read_hex(hex)?;
                let town = self.victory_at(spot).ok_or_else(|| Unreadable::unknown("victory hex", hex))?;
                s.held |= 1 << town;
            }
            ["rolled", hex] => s.rolled |= 1 << self.read_levy(hex)?,
            ["bridge", sides, word] => {
                let bridge = self.read_bridge(sides)?;
                let all = [Bridge::Untried, Bridge::Standing, Bridge::Blown].map(|it| (it.word(), it));
                s.bridges[usize::from(bridge)] = one_of("state of a bridge", word, &all)?;
            }
            ["crossed", sides, units] => {
                let bridge = self.read_bridge(sides)?;
                s.crossed[usize::from(bridge)] |= self.read_units(units)?;
            }
            ["column", hex, count] => {
                let hex = self.read_hex(hex)?;
                if !s.columns.add(hex, number(count, 1, 99)?) {
                    return Err(Unreadable::new("too many columns"));
                }
            }
            ["over"] => draft.over = true,
            ["US" | "GE", name, ref rest @ ..] if name != "to" => {
                return self.read_unit_fact(draft, words[0], name, rest);
            }
            ["US" | "GE", "to", ref rest @ ..] => {
                let step = self.read_phase(read_side(words[0])?, rest)?;
                if !s.steps.is_empty() {
                    return Err(Unreadable::new("two phases at once"));
                }
                s.steps.push(step);
            }
            [word, units] => {
                let units = self.read_units(units)?;
                draft.said_fought |= word == "fought";
                match word {
                    "duty" => *draft.duty.get_or_insert_default() |= units,
                    "silent" => *draft.silent.get_or_insert_default() |= units,
                    _ => match set(s, word) {
                        Some(set) => *set |= units,
                        None => return Err(Unreadable::unknown("line", word)),
                    },
                }
            }
            _ => return Err(Unreadable::unknown("line", words[0])),
        }
        Ok(())
    }

    fn read_unit_fact(&self, draft: &mut Draft, side: &str, name: &str, rest: &[&str]) -> Read<()> {
        let s = &mut draft.s;
        let unit = self.read_unit(name)?;
        if self.side(unit) != read_side(side)? {
            return Err(Unreadable::new(format!("{name} is on the other side")));
        }
        match *rest {
            ["at", place] => {
                if !draft.named.insert(unit) {
                    return Err(Unreadable::new(format!("{name} is placed twice")));
                }
                match place {
                    "off" => s.at[unit.index()] = self.off,
                    // [21.22] Volkssturm that is gone may come again.
                    "dead" if self.card(unit).volkssturm => s.at[unit.index()] = self.off,
                    "dead" => s.at[unit.index()] = self.dead,
                    hex => self.read_place(s, unit, self.read_hex(hex)?, hex)?,
                }
            }
            ["chit", front, ref marks @ ..] => self.read_chit(s, unit, front, marks)?,
            ["cadre"] => {
                if self.card(unit).draws.is_none() {
                    return Err(Unreadable::new(format!("{name} has no cadre")));
                }
                s.cadre.insert(unit);
            }
            _ => return Err(Unreadable::new("of a unit is said `at`, `chit` or `cadre`")),
        }
        Ok(())
    }

    fn read_place(&self, s: &mut State, unit: Unit, hex: Spot, name: &str) -> Read<()> {
        if self.printed_ground(hex) == Ground::Lake {
            return Err(Unreadable::new(format!("{name} is a lake")));
        }
        if let Some(other) = s.anybody_in(hex)
            && self.side(other) != self.side(unit)
        {
            return Err(Unreadable::new(format!("{name} already holds an enemy, {}", self.name(other))));
        }
        self.put(s, unit, hex);
        Ok(())
    }

    fn read_chit(&self, s: &mut State, unit: Unit, front: &str, marks: &[&str]) -> Read<()> {
        let Some(draws) = self.card(unit).draws else {
            return Err(Unreadable::new(format!("{} has no chit", self.name(unit))));
        };
        let written = |[a, b, c]: [u8; 3]| format!("{a}/{b}/{c}");
        let lines = self.chit_lines(draws.morale);
        let Some(kind) = lines.iter().position(|line| written(line.front) == front) else {
            return Err(Unreadable::unknown(&format!("chit of pool {}", draws.morale), front));
        };
        if let Some(mark) = marks.iter().find(|mark| !matches!(**mark, "reduced" | "copy")) {
            return Err(Unreadable::unknown("mark of a chit", mark));
        }
        let (reduced, copy) = (marks.contains(&"reduced"), marks.contains(&"copy"));
        if reduced && !crate::chits::turns(&lines[kind], draws) {
            return Err(Unreadable::new(format!("the chit {front} has no weaker side for {}", self.name(unit))));
        }
        if s.has_chit(unit) {
            return Err(Unreadable::new(format!("{} has two chits", self.name(unit))));
        }
        let left = &mut s.pool[usize::from(draws.morale) - 1][kind];
        if !copy {
            *left =
                left.checked_sub(1).ok_or_else(|| Unreadable::new(format!("there are not so many chits {front}")))?;
        }
        s.chit[unit.index()] = ChitByte::of(Chit { kind: u8::try_from(kind).unwrap_or(0), reduced, copy });
        Ok(())
    }

    fn read_phase(&self, side: Side, words: &[&str]) -> Read<Step> {
        Ok(match (side, words) {
            (side, ["move"]) => Step::Movement(side),
            (side, ["attack"]) => Step::Combat(side),
            (side, ["remove", hex]) => Step::Excess { side, hex: self.read_hex(hex)? },
            (Side::US, ["deploy"]) => Step::Deploy,
            (Side::German, ["flood"]) => Step::Flood,
            (Side::US, ["d-day"]) => Step::DDay,
            _ => return Err(Unreadable::new(format!("{} to do what?", side.short()))),
        })
    }

    /// Zones after all sets are known; [28.1] who stands in a town holds it; duties and silenced guns unless they were said.
    fn begin(&self, draft: &mut Draft) -> Read<()> {
        let s = &mut draft.s;
        if s.flood == Flood::Flash && !draft.said_d_day {
            s.d_day = self.components.tables.track.flash; // [17.12]
        }
        for side in Side::BOTH {
            for hex in s.here[side] {
                self.look_again(s, side, hex);
            }
        }
        if let Some(unit) = s.cadre.iter().find(|unit| s.has_chit(*unit)) {
            return Err(Unreadable::new(format!("{} is a cadre and has a chit", self.name(unit))));
        }
        for (i, town) in self.components.map.victory.iter().enumerate() {
            match s.anybody_in(town.hex).map(|unit| self.side(unit)) {
                Some(Side::US) => s.held |= 1 << i,
                Some(Side::German) => s.held &= !(1 << i),
                None => {}
            }
        }
        if draft.said_turn && matches!(s.now(), Some(Step::Movement(_) | Step::Combat(_) | Step::Excess { .. })) {
            let corps = |unit: &Unit| s.turn <= self.card(*unit).unsupplied_until && self.is_hex(s.at(*unit));
            let bound: Units = self.all_units().filter(corps).collect();
            s.unsupplied |= bound - s.arrived[0]; // [19.41], [19.42]
        }
        s.out |= s.retreated - s.fought;
        match (s.now(), draft.over) {
            (None, false) => return Err(Unreadable::new("say whose turn it is: `US to move`")),
            (Some(_), true) => return Err(Unreadable::new("the game is over, and yet a phase is named")),
            (Some(Step::Combat(side)), false) => {
                s.duty = draft.duty.unwrap_or_else(|| self.duties(s, side) - s.fought - s.out);
                s.silent = draft.silent.unwrap_or_else(|| self.silenced_guns(s));
            }
            (Some(_), false) | (None, true) => {
                s.duty = draft.duty.unwrap_or_default();
                s.silent = draft.silent.unwrap_or_default();
            }
        }
        Ok(())
    }

    /// Lines of a combat, and of what interrupts a phase.
    fn read_late(&self, s: &mut State, words: &[&str]) -> Read<()> {
        match *words {
            ["battle", side, targets, "with", units] => {
                let (side, targets, attackers) =
                    (read_side(side)?, self.read_targets(targets)?, self.read_units(units)?);
                s.battle = Battle { side, targets, attackers, ..Battle::NONE };
            }
            ["battle-guns", units] => s.battle.guns = self.read_units(units)?,
            ["battle-air", sides] => {
                for side in sides.split('+') {
                    s.battle.air[read_side(side)?] = true;
                }
            }
            ["battle-defenders", units] => s.battle.defenders = self.read_units(units)?,
            ["battle-result", word, ref rest @ ..] => {
                let result = CombatResult::read(word).ok_or_else(|| Unreadable::unknown("result", word))?;
                let breakthrough = rest == ["breakthrough"] || self.components.tables.combat.is_breakthrough(result);
                s.battle.result = Some(CombatResult { breakthrough, ..result });
            }
            ["battle-stack", start, "path", path, "left", left, "units", units] => {
                let path = if path == "none" { "" } else { path };
                let trail = Trail {
                    start: self.read_hex(start)?,
                    path: self.read_path(path)?,
                    left: number(left, 0, 9)?,
                    units: self.read_units(units)?,
                };
                match s.battle.stacks.iter_mut().find(|trail| trail.start == NOWHERE) {
                    Some(free) => *free = trail,
                    None => return Err(Unreadable::new("a combat has six stacks at most")),
                }
            }
            ["battle-victors", units] => s.battle.victors = self.read_units(units)?,
            ["battle-armour"] => s.battle.armour_gone = true,
            ["then", ref rest @ ..] => {
                let step = self.read_step(s, rest)?;
                if s.steps.is_full() {
                    return Err(Unreadable::new("more steps than can nest"));
                }
                s.steps.push(step);
            }
            _ => return Err(Unreadable::unknown("line", words[0])),
        }
        Ok(())
    }

    fn read_step(&self, s: &State, words: &[&str]) -> Read<Step> {
        if let ["arrive", hex] = *words {
            return Ok(Step::Arrival(self.read_hex(hex)?));
        }
        let [side, verb, ref rest @ ..] = *words else { return Err(Unreadable::new("then who does what?")) };
        let side = read_side(side)?;
        Ok(match (verb, rest) {
            ("go-on", [unit, manner, left, rest @ ..]) => Step::Moving {
                unit: self.read_unit(unit)?,
                march: one_of("manner", manner, &[("move", false), ("march", true)])?,
                left: number(left, 0, 200)?,
                left_zone: *rest == ["left-zone"],
            },
            ("support", []) => Step::Support(side),
            ("air", []) => Step::Air(side),
            ("fight", [hex]) => Step::Fighter(self.read_hex(hex)?),
            ("lose", [left, why, rest @ ..]) => {
                let left = number(left, 0, 9)?;
                let why = match (*why, rest) {
                    ("mandatory", []) => Loss::Mandatory,
                    ("instead", []) => Loss::Instead,
                    ("zone", stack) => Loss::Zone(self.read_stack(s, stack)?),
                    ("missing", stack) => Loss::Missing(self.read_stack(s, stack)?),
                    _ => return Err(Unreadable::unknown("reason", why)),
                };
                Step::Lose { side, left, why }
            }
            ("fall-back", [hexes]) => Step::FallBack { side, hexes: number(hexes, 1, 4)? },
            ("retreat", []) => Step::Retreat { side, by: side },
            ("retreat", [loser]) => Step::Retreat { side: read_side(loser)?, by: side },
            ("blocked", stack) => Step::Blocked { side, stack: self.read_stack(s, stack)? },
            ("advance", []) => Step::Advance(side),
            ("advancing", [unit, "from", start, "gone", gone]) => {
                let start = self.read_hex(start)?;
                let stack = (0u8..).zip(s.battle.trails()).find(|(_, trail)| trail.start == start);
                let Some((stack, _)) = stack else { return Err(Unreadable::new("no stack began there")) };
                Step::Advancing { unit: self.read_unit(unit)?, stack, gone: number(gone, 1, 5)? }
            }
            ("ruse", [sides]) => Step::Ruse(self.read_bridge(sides)?),
            ("place", [units, "at", hex]) => Step::Place { levy: self.read_levy(hex)?, units: self.read_units(units)? },
            _ => return Err(Unreadable::unknown("step", verb)),
        })
    }

    fn read_stack(&self, s: &State, words: &[&str]) -> Read<u8> {
        let (here, start) = match *words {
            [here] => (self.read_hex(here)?, None),
            [here, "from", start] => (self.read_hex(here)?, Some(self.read_hex(start)?)),
            _ => return Err(Unreadable::new("a stack is named by its hex")),
        };
        let fits = |trail: &Trail| trail.here() == here && start.is_none_or(|start| trail.start == start);
        let found = (0u8..).zip(s.battle.trails()).find(|(_, trail)| fits(trail));
        found.map(|(stack, _)| stack).ok_or_else(|| Unreadable::new("no stack of this combat is there"))
    }

    fn read_bridge(&self, word: &str) -> Read<u8> {
        let ends = |bridge: u8| {
            let it = self.rhine_bridge(bridge);
            format!("{}-{}", self.hex_name(it.west), self.hex_name(it.east))
        };
        let count = u8::try_from(self.components.map.bridges.len()).unwrap_or(0);
        (0..count).find(|bridge| ends(*bridge) == word).ok_or_else(|| Unreadable::unknown("bridge of the Rhine", word))
    }

    /// A town with a Volkssturm Value by any of its hexes.
    fn read_levy(&self, hex: &str) -> Read<u8> {
        let spot = self.read_hex(hex)?;
        let town = self.components.map.town_of[spot.index()];
        let levy = (0u8..).zip(&self.components.map.levies).find(|(_, levy)| Some(levy.town) == town);
        levy.map(|(i, _)| i).ok_or_else(|| Unreadable::unknown("town with a Volkssturm Value", hex))
    }

    /// What no game could have come to, and steps that nobody can answer.
    fn check_read(&self, draft: &Draft) -> Read<()> {
        let s = &draft.s;
        if s.d_day == UNKNOWN && !matches!(s.now(), Some(Step::Deploy | Step::Flood | Step::DDay)) {
            return Err(Unreadable::new("D-Day is not known, and yet the game has begun"));
        }
        if s.d_day != UNKNOWN && s.day() > self.components.tables.track.last {
            return Err(Unreadable::new("that Game-Turn is after the last day"));
        }
        if let Some(unit) = s.duty.iter().find(|unit| !self.is_hex(s.at(*unit))) {
            return Err(Unreadable::new(format!("{} is not on the map and has no duty", self.name(unit))));
        }
        let battle = &s.battle;
        if !battle.is_on() && *battle != Battle::NONE {
            return Err(Unreadable::new("say who attacks what in this combat: `battle US 1204 with 115/29`"));
        }
        let adjacent = |unit: Unit| {
            self.side(unit) == battle.side
                && battle.targets.iter().all(|target| self.board_edge(s.at(unit), target).is_some())
        };
        if battle.is_on()
            && (battle.attackers.is_empty() || !battle.attackers.iter().all(adjacent))
            && battle.result.is_none()
        {
            return Err(Unreadable::new("every attacker of a combat is next to every hex attacked"));
        }
        let below: Vec<Step> = s.steps.iter().collect();
        for (i, step) in below.iter().enumerate() {
            self.check_step(s, *step, i == 0).map_err(Unreadable::new)?;
        }
        match s.now() {
            Some(Step::Arrival(_)) => Err(Unreadable::new("nobody decides while dice fall")),
            _ => Ok(()),
        }
    }

    fn check_step(&self, s: &State, step: Step, lowest: bool) -> Result<(), &'static str> {
        let battle = &s.battle;
        let phase = matches!(
            step,
            Step::Deploy | Step::Flood | Step::DDay | Step::Movement(_) | Step::Combat(_) | Step::Excess { .. }
        );
        if phase != lowest {
            return Err("a phase comes first, and what interrupts it after it");
        }
        let sound = match step {
            Step::Deploy | Step::Flood | Step::DDay | Step::Movement(_) | Step::Combat(_) | Step::Arrival(_) => true,
            Step::Excess { side, hex } => {
                self.overfull(s, side).is_some_and(|_| self.check_remove(s, hex, Units::empty()).is_err())
            }
            Step::Moving { unit, .. } => {
                self.is_hex(s.at(unit)) && s.steps.iter().next() == Some(Step::Movement(self.side(unit)))
            }
            Step::Support(_) | Step::Air(_) => battle.is_on() && battle.result.is_none(),
            Step::Fighter(hex) => battle.result.is_none() && battle.targets.as_slice().contains(&hex),
            Step::Lose { side, .. } | Step::FallBack { side, .. } | Step::Blocked { side, .. } => {
                battle.result.is_some()
                    && battle.trails().iter().all(|trail| trail.units.is_subset(&self.of_side(side)))
            }
            Step::Retreat { .. } | Step::Advance(_) => battle.result.is_some(),
            Step::Advancing { unit, .. } => battle.result.is_some() && self.is_hex(s.at(unit)),
            Step::Ruse(_) => !s.ruse_used,
            Step::Place { units, .. } => {
                units.is_subset(&self.volkssturm) && units.iter().all(|unit| s.at(unit) == self.off)
            }
        };
        if sound { Ok(()) } else { Err("the step does not fit the rest of the position") }
    }
}

fn in_line(words: &[&str], bad: Unreadable) -> Unreadable {
    Unreadable::new(format!("`{}`: {}", words.join(" "), bad.what))
}

fn read_side(word: &str) -> Read<Side> {
    Side::BOTH.into_iter().find(|side| side.short() == word).ok_or_else(|| Unreadable::unknown("side", word))
}

fn number<T: TryFrom<u16>>(word: &str, least: u16, most: u16) -> Read<T> {
    let number = word.parse::<u16>().ok().filter(|n| (least..=most).contains(n));
    number.and_then(|n| T::try_from(n).ok()).ok_or_else(|| Unreadable::unknown("number", word))
}

fn one_of<T: Copy>(what: &str, word: &str, known: &[(&str, T)]) -> Read<T> {
    known.iter().find(|(it, _)| *it == word).map(|(_, it)| *it).ok_or_else(|| Unreadable::unknown(what, word))
}
