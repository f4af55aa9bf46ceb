//! Positions as text: one fact a line. Reading starts from the set-up of the scenario, and each line changes it.

use crate::action::Battle;
use crate::components::{Due, Month, Side};
use crate::sequence::{Stage, Step};
use crate::state::{Hexes, Phantom, Place, State, Sudden, Units, mark};
use crate::{Action, DdayToTheRhine};
use referee::{Piece, Setup, Unreadable};

type Read<T> = Result<T, Unreadable>;

const MARKS: [(u8, &str); 6] = [
    (mark::MOVED, "moved"),
    (mark::ATTACKED, "attacked"),
    (mark::STRATEGIC, "strategic"),
    (mark::ENTERED, "entered"),
    (mark::STEPPED, "stepped"),
    (mark::REBUILT, "rebuilt"),
];

const STAGES: [(Stage, &str); 5] = [
    (Stage::Excess, "excess"),
    (Stage::Supply, "supply"),
    (Stage::Control, "control"),
    (Stage::SuddenDeath, "sudden-death"),
    (Stage::Next, "next"),
];

const SUDDEN: [(Sudden, &str); 3] =
    [(Sudden::Invasion, "invasion"), (Sudden::NoPort, "no-port"), (Sudden::Ruhr, "ruhr")];

impl DdayToTheRhine {
    fn setup_of(&self, s: &State) -> Setup {
        let o = &s.options;
        let on = [
            (o.hidden, "hidden"),
            (o.weather, "weather"),
            (o.open_cards, "open-cards"),
            (o.invasion_4, "invasion-4"),
            (o.weak_german_die, "weak-german-die"),
        ];
        let options = on.into_iter().filter(|(on, _)| *on).map(|(_, name)| name.into()).collect();
        Setup { scenario: self.scenario(s).id.clone(), options }
    }

    pub(crate) fn write_position(&self, s: &State) -> String {
        let mut text = format!("scenario {}\n", self.setup_of(s));
        let mut line = |words: String| {
            text += &words;
            text.push('\n');
        };
        line(format!("month {}", s.month.name()));
        line(format!("phase {}", s.phase));
        line("bare".into());
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let (id, state) = (&card.id, s.unit(unit));
            line(match state.place {
                Place::Map(at) => format!("{id} at {} sp {}", self.hex(at), state.sp),
                Place::Track => format!("{id} on track sp {}", state.sp),
                Place::Pool => format!("{id} in pool"),
                Place::Out => format!("{id} out"),
            });
            for (bit, word) in MARKS {
                if state.marks & bit != 0 {
                    line(format!("{id} {word}"));
                }
            }
            if state.marker > 0 {
                line(format!("{id} hidden"));
                line(format!("{id} marker {}", state.marker));
            }
        }
        for (i, phantom) in s.phantoms.iter().enumerate() {
            if let Some(at) = phantom.at {
                line(format!("P{} at {}", i + 1, self.hex(at)));
                line(format!("P{} marker {}", i + 1, phantom.marker));
                if phantom.moved {
                    line(format!("P{} moved", i + 1));
                }
            }
        }
        for at in s.allied {
            line(format!("Allied hold {}", self.hex(at)));
        }
        for (i, group) in [12, 21].into_iter().enumerate() {
            line(match s.beaches[i] {
                true => format!("beach {group} at {}", self.hex(self.c.map.beach[i])),
                false => format!("no beach {group}"),
            });
            if s.tried[i] && s.phase == 0 {
                line(format!("tried {group}"));
            }
            if s.failed[i] {
                line(format!("failed {}", self.unit(self.invaders[i]).id));
            }
        }
        for side in Side::BOTH {
            line(format!("{} RP {}", side.name(), s.rp[side.index()]));
        }
        line(format!("PC {}", self.port_capacity(s)));
        line(format!("counted PC {}", s.pc));
        for (who, n) in [
            ("Allied replaced CW", s.spent.commonwealth),
            ("Allied replaced US", s.spent.us),
            ("German replaced panzer", s.spent.panzer),
        ] {
            if n > 0 {
                line(format!("{who} {n}"));
            }
        }
        for (i, name) in ["ETF", "WTF"].into_iter().enumerate() {
            if s.fired[i] {
                line(format!("{name} fired"));
            }
        }
        if s.bomber_used {
            line("bomber used".into());
        }
        for (i, unit) in self.c.airborne.iter().enumerate() {
            if s.airborne_used & (1 << i) != 0 {
                line(format!("{} used", unit.id));
            }
        }
        line(format!("airborne this month {}", s.airborne_month));
        line(if s.overcast { "overcast" } else { "clear sky" }.into());
        if s.rail_used {
            line("rail used".into());
        }
        if let Some(month) = s.launched {
            line(format!("launched {}", month.name()));
        }
        line(format!("surprise {}", s.surprise));
        for (bit, word) in [(mark::MOVED, "moved"), (mark::ATTACKED, "attacked")] {
            if s.launched == Some(s.month) && s.has(self.sixth_panzer, bit) {
                line(format!("Dietrich {word}"));
            }
        }
        for side in Side::BOTH {
            if s.cards[side.index()] > 0 {
                line(format!("{} card {}", side.name(), s.cards[side.index()]));
            }
        }
        line(format!("Allied lost {}", s.lost));
        line(if s.low_ports { "low ports" } else { "high ports" }.into());
        if s.blow {
            line("blow struck".into());
        }
        for at in s.held {
            line(format!("held {}", self.city(at).map_or("?", |city| city.name.as_str())));
        }
        if let Some((side, why)) = s.sudden {
            let word = SUDDEN.into_iter().find(|(known, _)| *known == why).map_or("", |(_, word)| word);
            line(format!("won {} {word}", side.name()));
        }
        for step in s.steps.iter() {
            line(format!("step {}", self.write_step(&step)));
        }
        if s.steps.is_empty() {
            line("step none".into());
        }
        text
    }

    fn write_battle(&self, battle: Battle) -> String {
        self.write_action(&Action::Attack(battle)).trim_start_matches("attack ").into()
    }

    fn read_battle(&self, text: &str) -> Read<Battle> {
        match self.read_action(&format!("attack {text}"))? {
            Action::Attack(battle) => Ok(battle),
            _ => Err(Unreadable::unknown("battle", text)),
        }
    }

    fn write_set(&self, units: Units) -> String {
        units.iter().map(|unit| self.id(unit)).collect::<Vec<_>>().join("+")
    }

    fn read_set(&self, text: &str) -> Read<Units> {
        text.split('+').map(|id| self.read_unit(id)).collect()
    }

    fn write_step(&self, step: &Step) -> String {
        match *step {
            Step::Invasion => "invasion".into(),
            Step::Launch => "launch".into(),
            Step::Arrivals(side) => format!("arrivals {}", side.name()),
            Step::Activation(side) => format!("activation {}", side.name()),
            Step::Moving { unit, left, motor } => {
                format!("moving {} {left} {}", self.id(unit), if motor { "motor" } else { "tactical" })
            }
            Step::Support { battle, defending } => {
                format!("support {} {}", if defending { "defence" } else { "attack" }, self.write_battle(battle))
            }
            Step::FriendlyHit { attackers } => format!("friendly-hit {}", self.write_set(attackers)),
            Step::Fight { battle, support } => {
                let support = self.write_action(&Action::Support(support));
                format!("fight {} {}", support.trim_start_matches("support "), self.write_battle(battle))
            }
            Step::Losses { among, hits } => format!("losses {hits} {}", self.write_set(among)),
            Step::Close { side, stage } => {
                let word = STAGES.into_iter().find(|(known, _)| *known == stage).map_or("", |(_, word)| word);
                format!("close {} {word}", side.name())
            }
            Step::Hide => "hide".into(),
        }
    }

    fn read_step(&self, text: &str) -> Read<Step> {
        let unknown = || Unreadable::unknown("step", text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let small = |word: &str| word.parse::<u8>().map_err(|_| unknown());
        let side = |word: &str| Side::find(word).ok_or_else(unknown);
        Ok(match *words.as_slice() {
            ["invasion"] => Step::Invasion,
            ["launch"] => Step::Launch,
            ["arrivals", who] => Step::Arrivals(side(who)?),
            ["activation", who] => Step::Activation(side(who)?),
            ["moving", unit, left, how] => {
                Step::Moving { unit: self.read_unit(unit)?, left: small(left)?, motor: how == "motor" }
            }
            ["support", how, ref rest @ ..] => {
                Step::Support { battle: self.read_battle(&rest.join(" "))?, defending: how == "defence" }
            }
            ["friendly-hit", units] => Step::FriendlyHit { attackers: self.read_set(units)? },
            ["fight", support, ref rest @ ..] => {
                let Action::Support(support) = self.read_action(&format!("support {support}"))? else {
                    return Err(unknown());
                };
                Step::Fight { battle: self.read_battle(&rest.join(" "))?, support }
            }
            ["losses", hits, units] => Step::Losses { among: self.read_set(units)?, hits: small(hits)? },
            ["close", who, stage] => {
                let stage = STAGES.into_iter().find(|(_, word)| *word == stage).map(|(stage, _)| stage);
                Step::Close { side: side(who)?, stage: stage.ok_or_else(unknown)? }
            }
            ["hide"] => Step::Hide,
            _ => return Err(unknown()),
        })
    }

    pub(crate) fn read_position(&self, lines: &str) -> Read<State> {
        let (setup, lines) = Setup::of_position(lines, &self.scenarios)?;
        let mut s = self.laid_out(&setup);
        if s.tried != [true; 2] {
            s.phase = 0;
        }
        let mut given = Given::default();
        for line in lines {
            self.read_line(&mut s, &mut given, line)?;
        }
        self.complete(s, given)
    }

    fn read_line(&self, s: &mut State, given: &mut Given, line: &str) -> Read<()> {
        let unknown = || Unreadable::unknown("line", line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let small = |word: &str| word.parse::<u8>().map_err(|_| Unreadable::unknown("number", word));
        let month = |word: &str| Month::find(word).ok_or_else(|| Unreadable::unknown("month", word));
        let beach = |word: &str| match word {
            "12" => Ok(0),
            "21" => Ok(1),
            _ => Err(unknown()),
        };
        match *words.as_slice() {
            ["month", name] => {
                s.month = month(name)?;
                given.month = true;
            }
            ["phase", n] => {
                s.phase = small(n)?;
                if s.phase > 4 {
                    return Err(unknown());
                }
                given.phase = true;
            }
            ["clear"] => given.clear = true,
            ["bare"] => given.bare = true,
            ["clear", "sky"] => given.overcast = Some(false),
            ["overcast"] => given.overcast = Some(true),
            ["Allied", "hold", ..] => {
                for name in line["Allied hold".len()..].split(',').map(str::trim) {
                    let at = self.read_hex(name)?;
                    if !self.cities.contains(at) {
                        return Err(Unreadable::new(format!("{name} is no city")));
                    }
                    given.allied.insert(at);
                }
            }
            ["beach", n, "at", at] => {
                let i = beach(n)?;
                if self.read_hex(at)? != self.c.map.beach[i] {
                    return Err(unknown());
                }
                given.beaches[i] = Some(true);
            }
            ["no", "beach", n] => given.beaches[beach(n)?] = Some(false),
            ["tried", n] => given.tried[beach(n)?] = true,
            ["failed", id] => {
                let unit = self.read_unit(id)?;
                let i = self.invaders.iter().position(|army| *army == unit).ok_or_else(unknown)?;
                s.failed[i] = true;
                given.tried[i] = true;
            }
            [side @ ("Allied" | "German"), "RP", n] => {
                let side = Side::find(side).ok_or_else(unknown)?;
                given.rp[side.index()] = Some(small(n)?);
            }
            ["PC", _] => {}
            ["counted", "PC", n] => s.pc = small(n)?,
            ["Allied", "replaced", "CW", n] => s.spent.commonwealth = small(n)?,
            ["Allied", "replaced", "US", n] => s.spent.us = small(n)?,
            ["German", "replaced", "panzer", n] => s.spent.panzer = small(n)?,
            ["ETF", "fired"] => s.fired[0] = true,
            ["WTF", "fired"] => s.fired[1] = true,
            ["bomber", "used"] => s.bomber_used = true,
            ["airborne", "this", "month", n] => {
                given.airborne = true;
                s.airborne_month = small(n)?;
            }
            ["rail", "used"] => s.rail_used = true,
            ["launched", name] => s.launched = Some(month(name)?),
            ["surprise", n] => s.surprise = small(n)?,
            ["Dietrich", "moved"] => s.mark(self.sixth_panzer, mark::MOVED),
            ["Dietrich", "attacked"] => s.mark(self.sixth_panzer, mark::ATTACKED),
            [side @ ("Allied" | "German"), "card", n] => {
                let side = Side::find(side).ok_or_else(unknown)?;
                s.cards[side.index()] = small(n)?;
            }
            ["Allied", "lost", n] => s.lost = small(n)?,
            ["low", "ports"] => s.low_ports = true,
            ["high", "ports"] => s.low_ports = false,
            ["blow", "struck"] => s.blow = true,
            ["held", ..] => {
                for name in line["held".len()..].split(',').map(str::trim) {
                    let city = self.c.map.find_city(name).ok_or_else(|| Unreadable::unknown("city", name))?;
                    given.held.insert(self.c.map.cities[city].at);
                }
            }
            ["won", side, why] => {
                let why = SUDDEN.into_iter().find(|(_, word)| *word == why).map(|(why, _)| why);
                s.sudden = Some((Side::find(side).ok_or_else(unknown)?, why.ok_or_else(unknown)?));
            }
            ["step", "none"] => {
                given.steps.get_or_insert_default();
            }
            ["step", ..] => {
                let steps = given.steps.get_or_insert_default();
                if steps.len() == 6 {
                    return Err(Unreadable::new("too many steps"));
                }
                steps.push(self.read_step(line["step".len()..].trim())?);
            }
            [id, "used"] => {
                let nth = self.c.airborne.iter().position(|unit| unit.id == id);
                s.airborne_used |= 1 << nth.ok_or_else(unknown)?;
            }
            [id, ref rest @ ..] => match id.strip_prefix('P').and_then(|n| n.parse::<usize>().ok()) {
                Some(n @ 1..=4) => self.read_phantom(s, n - 1, rest).map_err(|_| unknown())?,
                _ => {
                    let unit = self.read_unit(id)?;
                    given.units.push((unit, rest.iter().map(|word| (*word).to_string()).collect()));
                }
            },
            [] => {}
        }
        Ok(())
    }

    fn read_phantom(&self, s: &mut State, nth: usize, words: &[&str]) -> Read<()> {
        let wrong = || Unreadable::new("`P1 at 1412`");
        match *words {
            ["at", at] => {
                let marker = s.free_marker().ok_or_else(wrong)?;
                s.phantoms[nth] = Phantom { at: Some(self.read_hex(at)?), marker, moved: false };
            }
            ["marker", n] => s.phantoms[nth].marker = n.parse().map_err(|_| wrong())?,
            ["moved"] => s.phantoms[nth].moved = true,
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn read_unit_line(&self, s: &mut State, unit: Piece, words: &[String]) -> Read<()> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let card = self.unit(unit);
        let wrong = || Unreadable::new(format!("what of {}?", card.id));
        let sp = |word: &str| word.parse::<u8>().ok().filter(|sp| (1..=card.max_sp).contains(sp)).ok_or_else(wrong);
        match *words.as_slice() {
            ["at", at] => {
                s.unit_mut(unit).sp = card.max_sp;
                let at = self.read_hex(at)?;
                self.put(s, unit, at);
            }
            ["at", at, "sp", n] => {
                s.unit_mut(unit).sp = sp(n)?;
                let at = self.read_hex(at)?;
                self.put(s, unit, at);
            }
            ["on", "track", ref rest @ ..] => {
                self.remove(s, unit);
                s.unit_mut(unit).place = Place::Track;
                s.unit_mut(unit).sp = match *rest {
                    ["sp", "0"] => 0,
                    ["sp", n] => sp(n)?,
                    _ if card.due == Due::Rco => 0,
                    _ => card.start_sp,
                };
            }
            ["in", "pool"] | ["out"] => {
                self.remove(s, unit);
                s.unit_mut(unit).sp = 0;
                s.unit_mut(unit).place = if words[0] == "out" { Place::Out } else { Place::Pool };
            }
            ["hidden"] => {
                let marker = s.free_marker().ok_or_else(wrong)?;
                s.unit_mut(unit).marker = marker;
            }
            ["marker", n] => s.unit_mut(unit).marker = n.parse().map_err(|_| wrong())?,
            [word] => {
                let (bit, _) = MARKS.into_iter().find(|(_, known)| *known == word).ok_or_else(wrong)?;
                s.mark(unit, bit);
                if bit == mark::STRATEGIC {
                    s.mark(unit, mark::MOVED);
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// What follows from the lines, and whether it can be.
    fn complete(&self, mut s: State, mut given: Given) -> Read<State> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        let card = self.scenario(&s);
        if s.month < card.first || s.month > card.last {
            return wrong("the scenario does not last so long");
        }
        let june = card.setup.is_none();
        if !june && s.phase == 0 {
            return wrong("this scenario has no invasion");
        }
        s.overcast = given.overcast.unwrap_or(self.c.tables.overcast[usize::from(s.month.0)]);
        if given.clear || given.bare {
            for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
                let later = matches!(card.due, Due::Month(month) if month > s.month) || card.due == Due::Rco;
                let sp = if card.due == Due::Rco { 0 } else { card.start_sp };
                let (place, sp) = match () {
                    () if later => (Place::Track, sp),
                    () if card.is_irreplaceable() => (Place::Out, 0),
                    () => (Place::Pool, 0),
                };
                *s.unit_mut(unit) = crate::state::UnitState { place, sp, marks: s.unit(unit).marks, marker: 0 };
            }
            s.occupied = [Hexes::empty(); 2];
            if given.bare {
                s.allied = Hexes::empty();
                s.held = Hexes::empty();
            }
        }
        // June scenarios after the landing: both armies are ashore.
        if june && s.phase > 0 {
            for i in 0..2 {
                s.tried[i] = true;
                s.beaches[i] = given.beaches[i].unwrap_or(!s.failed[i]);
                if !given.clear && !given.bare && !s.failed[i] {
                    let at = self.c.map.beach[i];
                    for defender in s.units_in(at).collect::<Vec<_>>() {
                        self.remove(&mut s, defender);
                    }
                    let army = self.invaders[i];
                    self.put(&mut s, army, at);
                }
                if s.airborne_used & (1 << self.c.tables.airborne_invasion[i]) == 0 && !given.bare {
                    s.airborne_used |= 1 << self.c.tables.airborne_invasion[i];
                }
            }
            if s.month == Month(0) && !given.bare {
                // [I.10]
                s.fired = [true; 2];
                if !given.airborne {
                    s.airborne_month = 2;
                }
            }
        } else {
            for i in 0..2 {
                s.beaches[i] = given.beaches[i].unwrap_or(s.beaches[i]);
                if june {
                    s.tried[i] = given.tried[i];
                }
            }
        }
        // In whatever order the lines stand: who is gone makes room first, then all are placed, then marked.
        let rank = |words: &[String]| match words.first().map(String::as_str) {
            Some("on" | "in" | "out") => 0,
            Some("at") => 1,
            _ => 2,
        };
        given.units.sort_by_key(|(_, words)| rank(words));
        for (unit, words) in &given.units {
            self.read_unit_line(&mut s, *unit, words)?;
        }
        // [RCO.2] Units of a counter-offensive that has begun wait with the strength of its month.
        if let Some(month) = s.launched.filter(|_| !given.bare) {
            let strengths = self.rco_strength(month);
            for (unit, sp) in [(self.sixth_panzer, strengths.0), (self.first_ss, strengths.1)] {
                if s.unit(unit).place == Place::Track && s.unit(unit).sp == 0 {
                    s.unit_mut(unit).sp = sp;
                }
            }
        }
        let markers = || s.units.iter().map(|unit| unit.marker).chain(s.phantoms.iter().map(|phantom| phantom.marker));
        if (1..=u8::MAX).any(|n| markers().filter(|marker| *marker == n).count() > 1) {
            return wrong("two units lie under one marker");
        }
        if s.occupied[0].intersects(&s.occupied[1]) {
            return wrong("enemies share a hex");
        }
        for at in given.allied {
            if s.holds(Side::German, at) {
                return wrong("a German unit stands in an Allied city");
            }
            self.set_control(&mut s, at, Side::Allied);
        }
        s.held |= given.held;
        for side in Side::BOTH {
            s.rp[side.index()] = given.rp[side.index()].unwrap_or_else(|| self.month_rp(&s, side));
        }
        s.steps.clear();
        match given.steps {
            Some(steps) => steps.into_iter().for_each(|step| s.steps.push(step)),
            None => self.push_phase(&mut s),
        }
        if given.bare {
            return Ok(s);
        }
        s.pc = self.port_capacity(&s);
        Ok(s)
    }

    /// What a side has at the beginning of its phases.
    fn month_rp(&self, s: &State, side: Side) -> u8 {
        let mut copy = *s;
        let mut dice = referee::Fixed(0);
        let mut r = referee::Referee::silent(&mut dice);
        match side {
            Side::Allied if s.phase >= 3 => {
                let low = copy.low_ports;
                self.allied_resources(&mut copy, &mut r);
                copy.low_ports = low;
            }
            Side::German if matches!(s.phase, 1 | 2) => self.german_resources(&mut copy, &mut r),
            _ => return 0,
        }
        copy.rp[side.index()]
    }

    fn push_phase(&self, s: &mut State) {
        match s.phase {
            0 => s.steps.push(Step::Invasion),
            1 => {
                s.steps.push(Step::Arrivals(Side::German));
                if self.may_launch(s) {
                    s.steps.push(Step::Launch);
                }
            }
            2 => s.steps.push(Step::Activation(Side::German)),
            3 => s.steps.push(Step::Arrivals(Side::Allied)),
            _ => s.steps.push(Step::Activation(Side::Allied)),
        }
    }
}

/// What the lines of a position have said.
#[derive(Default)]
struct Given {
    month: bool,
    phase: bool,
    clear: bool,
    /// Written by us: every unit is listed.
    bare: bool,
    airborne: bool,
    overcast: Option<bool>,
    beaches: [Option<bool>; 2],
    tried: [bool; 2],
    rp: [Option<u8>; 2],
    allied: Hexes,
    held: Hexes,
    units: Vec<(Piece, Vec<String>)>,
    steps: Option<Vec<Step>>,
}
