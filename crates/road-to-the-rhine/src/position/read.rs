//! Lines as a state.

use super::{MARKS, mark};
use crate::components::CombatResult;
use crate::notation::{read_kind, read_number};
use crate::sequence::{Phase, Step};
use crate::state::{
    Account, Attack, BRIDGES, Battle, Engineers, Mission, MissionKind, NEVER, NOWHERE, Options, PORTS, Side, Ss30,
    State, Unit, Units, Weather, read_turn,
};
use crate::{Off, RoadToTheRhine};
use referee::{Spot, Unreadable};

/// What the lines said, where a quiet value has to be worked out for what they did not say.
#[derive(Default)]
struct Said {
    initiative: bool,
    sky: Option<bool>,
    sky_before: Option<bool>,
    supply: bool,
    began: Units,
    starving: Units,
    zones: Units,
    regroup: Units,
    base: bool,
    marks: bool,
}

fn bad(what: impl Into<String>) -> Unreadable {
    Unreadable::new(what)
}

impl RoadToTheRhine {
    pub(crate) fn state_of(&self, text: &str) -> Result<State, Unreadable> {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or("").split_whitespace().collect::<Vec<_>>())
            .filter(|words| !words.is_empty())
            .collect();
        let scenario = lines.iter().find(|words| words[0] == "scenario");
        let id = scenario.and_then(|words| words.get(1)).copied().unwrap_or("campaign");
        let found = self.components.scenarios.iter().position(|card| card.id == id);
        let found = found.ok_or_else(|| Unreadable::unknown("scenario", id))?;
        let mut s = self.blank(u8::try_from(found).unwrap_or(0));
        for word in scenario.iter().flat_map(|words| words.iter().skip(2)) {
            let option = word.strip_prefix('+').and_then(Options::read);
            s.options.add(option.ok_or_else(|| Unreadable::unknown("option", word))?);
        }
        s.turn = 9;
        let mut said = Said::default();
        for words in &lines {
            self.read_line(&mut s, words, &mut said)?;
        }
        if !said.base {
            return Err(bad("the position says nowhere who has to decide what"));
        }
        self.fill_quiet(&mut s, &said);
        self.check_position(&s)?;
        self.complete_steps(&mut s)?;
        Ok(s)
    }

    fn read_line(&self, s: &mut State, words: &[&str], said: &mut Said) -> Result<(), Unreadable> {
        let unknown = || Err(bad(format!("unknown line `{}`", words.join(" "))));
        match *words {
            ["scenario", ..] => {}
            ["turn", turn] => s.turn = read_turn(turn).ok_or_else(|| Unreadable::unknown("turn", turn))?,
            ["initiative", side] => {
                s.initiative = read_side(side)?;
                said.initiative = true;
            }
            ["set-up", stage] => s.stage = read_number(stage)?,
            ["impulse", impulse] => s.impulse = read_number(impulse)?,
            ["south-only"] => s.south_only = true,
            ["final-impulse"] => s.final_impulse = true,
            ["weather", word] => {
                s.weather = Weather::read(word).ok_or_else(|| Unreadable::unknown("weather", word))?;
            }
            ["visibility", sky] => said.sky = Some(read_sky(sky)?),
            ["visibility-before", sky] => said.sky_before = Some(read_sky(sky)?),
            ["msp", account, points] => s.msp[read_account(account)?] = read_number(points)?,
            ["half", account] => s.half[read_account(account)?] = true,
            ["has", kind, count] => s.has[usize::from(read_kind(kind)?)] = read_number(count)?,
            ["fresh", kind, count] => s.fresh[usize::from(read_kind(kind)?)] = read_number(count)?,
            ["owes", kind, count] => s.owes[usize::from(read_kind(kind)?)] = read_number(count)?,
            ["free-supply", count] => s.free_supply = read_number(count)?,
            ["naval", count] => s.naval = read_number(count)?,
            ["penalty", count] => s.penalty = read_number(count)?,
            ["port", port, when] => {
                let place = PORTS.iter().position(|it| *it == port).ok_or_else(|| Unreadable::unknown("port", port))?;
                s.ports[place] = match when {
                    "german" => NEVER,
                    turn => read_turn(turn).ok_or_else(|| Unreadable::unknown("turn", turn))?,
                };
            }
            ["antwerp", "ran", count] => s.antwerp_ran = read_number(count)?,
            ["antwerp", "paused"] => s.antwerp_paused = true,
            ["bridge", name, side] => {
                let place = BRIDGES.iter().position(|it| *it == name);
                s.bridges[place.ok_or_else(|| Unreadable::unknown("bridge", name))?] = read_side(side)?;
            }
            ["dams", "blown"] => s.dams_blown = true,
            ["roer", "flooded", turn] => {
                s.roer_until = read_turn(turn).ok_or_else(|| Unreadable::unknown("turn", turn))?;
                s.dams_blown = true;
            }
            ["plot", unit, hex] => {
                let unit = self.read_unit(unit)?;
                let number = self.card(unit).dropper.ok_or_else(|| bad("only Allied airborne units are plotted so"))?;
                s.plots[number] = self.read_spot(hex)?;
            }
            ["plot", "vdH", hex, "in", impulse] => s.vdh_plot = (self.read_spot(hex)?, read_number(impulse)?),
            ["ss30", "loyal"] => s.ss30 = Ss30::Loyal,
            ["ss30", "mutinied"] => s.ss30 = Ss30::Mutinied,
            ["ss30", "came"] => s.ss30_came = true,
            ["ss150", "met"] => s.ss150_met = true,
            ["ss150", "spent"] => s.ss150_spent = true,
            ["germany", "entered"] => s.germany_entered = true,
            ["vdh", "dropped"] => s.vdh_dropped = true,
            ["1ae", "amphibious"] => s.engineers = Engineers::Amphibious,
            ["1ae", "support"] => s.engineers = Engineers::Support,
            ["cavalry", "rebuilt"] => s.cavalry_rebuilt = true,
            ["air-rebuilt", side] => s.air_rebuilt[read_side(side)? as usize] = true,
            ["supply", "given"] => said.supply = true,
            ["marks", "given"] => said.marks = true,
            ["dams", "watched"] => s.dam_watch = true,
            ["next", word, ref rest @ ..] => {
                let found = super::NEXT.iter().find(|(it, _)| *it == word);
                s.phase = found.ok_or_else(|| Unreadable::unknown("phase", word))?.1;
                s.reserve_phase = *rest == ["reserve"];
                said.base = true;
            }
            ["declared", hex, "with", who] => self.read_attack(s, hex, who, false)?,
            ["declared", hex, "with", who, "assault"] => self.read_attack(s, hex, who, true)?,
            ["shift", hex, columns] => {
                let hex = self.read_spot(hex)?;
                let index = s.attack_on(hex).ok_or_else(|| bad("a shift needs a declared attack before it"))?;
                s.attacks[index].shift = read_number(columns)?;
            }
            ["mission", air, hex] => self.read_mission(s, air, hex, MissionKind::Support)?,
            ["mission", air, hex, "extended"] => self.read_mission(s, air, hex, MissionKind::Extended)?,
            ["mission", air, hex, "intercept"] => self.read_mission(s, air, hex, MissionKind::Intercept)?,
            ["battle", hex, "with", who] => {
                s.battle = Some(Battle {
                    target: self.read_spot(hex)?,
                    attackers: self.read_units(who)?,
                    defenders: Units::empty(),
                    column: 0,
                    result: CombatResult::NE,
                    bids: [0, 0],
                    vacated: false,
                    no_advance: false,
                    escort: false,
                    assault: Units::empty(),
                });
            }
            [word, ..] if word.starts_with("battle-") => self.read_battle(s, words)?,
            ["over", level] => {
                s.outcome = Some(read_number(level)?);
                said.base = true;
            }
            ["over"] => {
                s.outcome = Some(0);
                said.base = true;
            }
            ["then", ..] => self.read_then(s, words)?,
            [side, "to", ..] => {
                self.read_base(s, read_side(side)?, &words[2..], said)?;
                said.base = true;
            }
            [side, "holds", ref hexes @ ..] => {
                let side = read_side(side)?;
                for hex in hexes {
                    let hex = self.read_spot(hex)?;
                    match side {
                        Side::AL => s.held.insert(hex),
                        Side::GE => s.held.remove(hex),
                    };
                }
            }
            [side, who, ref facts @ ..] if Side::read(side).is_some() => {
                let units = self.read_units(who)?;
                for unit in units.iter() {
                    if self.side(unit) != read_side(side)? {
                        return Err(bad(format!("{} is on the other side", self.name(unit))));
                    }
                    self.read_facts(s, unit, facts, said)?;
                }
            }
            _ => return unknown(),
        }
        Ok(())
    }

    fn read_facts(&self, s: &mut State, unit: Unit, facts: &[&str], said: &mut Said) -> Result<(), Unreadable> {
        let mut words = facts.iter().copied();
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| bad(format!("something is missing behind `{word}`")));
            match word {
                "at" => {
                    let spot = self.read_spot(next()?)?;
                    self.put(s, unit, spot);
                }
                "spent" => {
                    let points = next()?;
                    let (whole, half) = points.split_once('.').unwrap_or((points, "0"));
                    let whole: u8 = read_number(whole)?;
                    s.spent[unit.index()] = whole.saturating_mul(2).saturating_add(u8::from(half == "5"));
                }
                "began" => {
                    s.began[unit.index()] = self.read_spot(next()?)?;
                    said.began.insert(unit);
                }
                "regroup" => {
                    let count = read_number(next()?)?;
                    let number = self.card(unit).dropper.ok_or_else(|| bad("only Allied airborne units regroup"))?;
                    s.regroup[number] = count;
                    said.regroup.insert(unit);
                }
                "lost" => {
                    let turn = next()?;
                    let turn = read_turn(turn).ok_or_else(|| Unreadable::unknown("turn", turn))?;
                    let number =
                        self.card(unit).air.ok_or_else(|| bad("only of air units the turn of loss is told"))?;
                    s.lost[number] = turn;
                    self.put(s, unit, self.spot_of(Off::Destroyed));
                }
                "with" => {
                    self.read_unit(next()?)?;
                    s.grouped.insert(unit);
                }
                word => {
                    let place = MARKS.iter().position(|it| *it == word);
                    let place = place.ok_or_else(|| Unreadable::unknown("mark", word))?;
                    mark(s, place).insert(unit);
                    match word {
                        "starving" => {
                            said.starving.insert(unit);
                        }
                        "was-in-zone" => {
                            said.zones.insert(unit);
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn read_attack(&self, s: &mut State, hex: &str, who: &str, assault: bool) -> Result<(), Unreadable> {
        let hex = self.read_spot(hex)?;
        let units = self.read_units(who)?;
        let index = s.attacks.iter().position(|attack| attack.hex == NOWHERE);
        let index = index.ok_or_else(|| bad("there are too many declared attacks"))?;
        s.attacks[index] = Attack { hex, shift: 0, assault };
        for unit in units.iter() {
            s.task[unit.index()] = u8::try_from(index + 1).unwrap_or(0);
        }
        Ok(())
    }

    fn read_mission(&self, s: &mut State, air: &str, hex: &str, kind: MissionKind) -> Result<(), Unreadable> {
        let mission = Mission { air: self.read_unit(air)?, hex: self.read_spot(hex)?, kind };
        if s.missions.is_full() {
            return Err(bad("there are too many missions"));
        }
        s.missions.push(mission);
        Ok(())
    }

    fn read_battle(&self, s: &mut State, words: &[&str]) -> Result<(), Unreadable> {
        let column = |name: &str| self.components.tables.column_names.iter().position(|it| it == name);
        let Some(mut battle) = s.battle else { return Err(bad("a line `battle HEX with UNITS` comes first")) };
        match *words {
            ["battle-defenders", who] => battle.defenders = self.read_units(who)?,
            ["battle-result", word] => {
                battle.result = CombatResult::read(word).ok_or_else(|| Unreadable::unknown("result", word))?;
            }
            ["battle-column", name] => {
                let place = column(name).ok_or_else(|| Unreadable::unknown("column", name))?;
                battle.column = u8::try_from(place).unwrap_or(0);
            }
            ["battle-bids", attacker, defender] => battle.bids = [read_number(attacker)?, read_number(defender)?],
            ["battle-vacated"] => battle.vacated = true,
            ["battle-no-advance"] => battle.no_advance = true,
            ["battle-escort"] => battle.escort = true,
            ["battle-assault", who] => battle.assault = self.read_units(who)?,
            ["battle-advanced", who] => {
                for unit in self.read_units(who)?.iter() {
                    s.left[unit.index()] = battle.target;
                }
            }
            _ => return Err(bad(format!("unknown line `{}`", words.join(" ")))),
        }
        s.battle = Some(battle);
        Ok(())
    }

    fn read_base(&self, s: &mut State, side: Side, words: &[&str], said: &mut Said) -> Result<(), Unreadable> {
        let (words, reserve) = match words {
            [rest @ .., "reserve"] if !rest.is_empty() => (rest, true),
            all => (all, false),
        };
        s.reserve_phase = reserve;
        if !said.initiative {
            s.initiative = match words[0] {
                "plot" => Side::GE,
                _ if reserve => side.other(),
                _ => side,
            };
            said.initiative = true;
        }
        let (step, phase) = match *words {
            ["deploy"] => {
                s.stage = s.stage.max(1);
                (Step::Deploy, Phase::Stage)
            }
            ["plot", unit] => {
                let unit = self.read_unit(unit)?;
                let next =
                    self.card(unit).dropper.map_or(u8::MAX, |number| u8::try_from(number + 1).unwrap_or(u8::MAX));
                (Step::Plot(unit), Phase::Plots(next))
            }
            ["forgo", count, ref rest @ ..] => {
                let mut named = [0; 13];
                for word in rest.iter().filter(|word| **word != "after") {
                    named[usize::from(read_kind(word)?)] += 1;
                }
                (Step::Forgo { count: read_number(count)?, named }, Phase::Prepare)
            }
            ["prepare"] => (Step::Prepare, Phase::Withdrawals(0)),
            ["withdraw", unit] => {
                let unit = self.read_unit(unit)?;
                let lines = self.components.setups.arrivals.iter();
                let list = self.scenario(s).arrivals[side].as_ref().map(|(id, _)| id.clone());
                let ours = |it: &crate::components::Arrival| Some(&it.scenario) == list.as_ref();
                let place = lines.enumerate().position(|(_, it)| it.unit == unit && it.turn == s.turn && ours(it));
                let next = place.map_or(u16::MAX, |place| u16::try_from(place + 1).unwrap_or(u16::MAX));
                (Step::Withdraw(unit), Phase::Withdrawals(next))
            }
            ["continue"] => (Step::NextImpulse, Phase::Refit),
            ["drop-supply"] => (Step::DropSupply, Phase::FuelFirst),
            ["fuel"] if side == s.initiative => (Step::Fuel(side), Phase::FuelSecond),
            ["fuel"] => (Step::Fuel(side), Phase::Movement),
            ["move"] => (Step::Movement, Phase::AfterMovement),
            ["reserve"] => (Step::Reserves, Phase::Declare),
            ["declare"] => (Step::Declare, Phase::Visibility),
            ["fly"] if side == s.attacker() => (Step::Fly(0), Phase::FlySecond),
            ["fly"] => (Step::Fly(1), Phase::Intercept),
            ["intercept"] => (Step::Fly(2), Phase::AirCombat),
            ["aim", hex] => (Step::Aim(self.read_spot(hex)?), Phase::AirCombat),
            ["attack"] => (Step::Combat, Phase::AfterCombat),
            ["close"] => (Step::Final, Phase::Release),
            ["release"] => {
                s.reserve_phase = true;
                (Step::Release, Phase::Movement)
            }
            ["refit"] => (Step::Refit, Phase::EndPlayerTurn),
            _ => return Err(bad(format!("unknown question `{}`", words.join(" ")))),
        };
        s.steps.push(step);
        s.phase = phase;
        Ok(())
    }

    fn read_then(&self, s: &mut State, words: &[&str]) -> Result<(), Unreadable> {
        let step = match *words {
            ["then", "GE", "dams"] => Step::Dams,
            ["then", _, "bid"] => Step::Bid,
            ["then", side, "escalate", attacker, defender] => {
                let bids = [read_number(attacker)?, read_number(defender)?];
                if let Some(battle) = &mut s.battle {
                    battle.bids = bids;
                }
                Step::Escalate { attacker: read_side(side)? == s.attacker() }
            }
            ["then", side, "lose", count] => Step::Lose { side: read_side(side)?, count: read_number(count)? },
            ["then", side, "retreat"] => Step::Rout { side: read_side(side)? },
            ["then", _, "repulse"] => Step::Repulse,
            ["then", side, "first", ref rest @ ..] => {
                let cut = rest.iter().position(|word| *word == "after").unwrap_or(rest.len());
                let (todo, _) = self.read_origins(&rest[..cut])?;
                let after = rest.get(cut + 1..).unwrap_or(&[]);
                let origin = rest.first().map(|word| self.read_spot(word)).transpose()?.unwrap_or(NOWHERE);
                let (gone, places) = match after {
                    [who] => {
                        let units = self.read_units(who)?;
                        (units, units.iter().map(|unit| (unit, origin)).collect())
                    }
                    pairs => self.read_origins(pairs)?,
                };
                for (unit, place) in places {
                    s.left[unit.index()] = place;
                }
                Step::First { side: read_side(side)?, todo, gone }
            }
            ["then", side, "second", ref rest @ ..] => {
                let (todo, places) = self.read_origins(rest)?;
                for (unit, place) in places {
                    s.left[unit.index()] = place;
                }
                Step::Second { side: read_side(side)?.other(), todo }
            }
            ["then", _, "further", ref rest @ ..] => {
                let mut todo = Units::empty();
                for part in rest.chunks(3) {
                    let [who, "from", hex] = *part else { return Err(bad("who goes on, `from`, and the hex it left")) };
                    for unit in self.read_units(who)?.iter() {
                        s.left[unit.index()] = self.read_spot(hex)?;
                        todo.insert(unit);
                    }
                }
                if todo.is_empty() {
                    return Err(bad("nobody goes on"));
                }
                Step::Further { todo }
            }
            ["then", _, "advance"] => Step::Advance,
            _ => return Err(bad(format!("unknown line `{}`", words.join(" ")))),
        };
        if s.steps.is_full() || s.steps.is_empty() && s.phase == Phase::Over {
            return Err(bad("`then` follows the question below it"));
        }
        s.steps.push(step);
        Ok(())
    }

    /// Hex and units by turns.
    fn read_origins(&self, words: &[&str]) -> Result<(Units, Vec<(Unit, Spot)>), Unreadable> {
        let mut all = Units::empty();
        let mut places = vec![];
        for pair in words.chunks(2) {
            let [hex, who] = pair else { return Err(bad("a hex and its units")) };
            let hex = self.read_spot(hex)?;
            for unit in self.read_units(who)?.iter() {
                all.insert(unit);
                places.push((unit, hex));
            }
        }
        Ok((all, places))
    }

    /// What was not said takes the quiet value.
    fn fill_quiet(&self, s: &mut State, said: &Said) {
        let winter = s.weather == Weather::WinterStorm;
        let between = matches!(
            s.steps.iter().next(),
            Some(
                Step::Deploy
                    | Step::Plot(_)
                    | Step::Forgo { .. }
                    | Step::Prepare
                    | Step::Withdraw(_)
                    | Step::NextImpulse
                    | Step::Refit
            )
        );
        let both = if between { said.sky.or(said.sky_before) } else { None };
        s.cloudy = both.or(said.sky).unwrap_or(winter);
        s.cloudy_before = both.or(said.sky_before).unwrap_or(winter);
        // A marker stands for what it takes to have it [9.A.d], [9.B.a], [5.D.2.b], [6.D.a].
        s.supplied |= s.reserve.iter().filter(|unit| self.card(*unit).needs).collect::<Units>();
        if !said.marks {
            s.finished -= s.reserve;
        }
        s.ready |= s.missions.iter().map(|mission| mission.air).collect::<Units>();
        s.unsupplied -= s.airfed;
        for unit in self.all_units() {
            let i = unit.index();
            if !said.began.contains(unit) {
                s.began[i] = s.at[i];
            }
            if let Some(number) = self.card(unit).dropper
                && !said.regroup.contains(unit)
                && s.at(unit) == self.spot_of(Off::England)
            {
                s.regroup[number] = self.components.tables.regroup;
            }
            if self.transports.contains(unit) && s.at(unit) == self.spot_of(Off::NotYet) && s.airlifting.contains(unit)
            {
                s.at[i] = self.spot_of(Off::England);
            }
            if !said.marks && self.on_map(s, unit) && (self.card(unit).air.is_none() || self.fliers.contains(unit)) {
                let hex = s.at(unit);
                if self.card(unit).air.is_none() || !s.here[self.side(unit).other()].contains(hex) {
                    self.take_hold(s, self.side(unit), hex);
                }
            }
            // A Finished Movement marker without anything done in this impulse is from an earlier one.
            let acted = s.spent[i] > 0 || s.began[i] != s.at[i] || s.fought.contains(unit);
            if s.finished.contains(unit) && !acted && !said.marks {
                s.earlier.insert(unit);
            }
        }
        if !said.supply {
            for side in Side::BOTH {
                let lines = self.lines(s, side);
                let out: Units = self
                    .troops(s, side)
                    .filter(|unit| !lines.contains(s.at(*unit)) && !s.airfed.contains(*unit))
                    .collect();
                s.unsupplied |= out;
            }
        }
        if said.marks {
            return;
        }
        if s.impulse <= 1 {
            let mine: Units = s.unsupplied.iter().filter(|unit| self.side(*unit) == s.initiative).collect();
            s.starving |= mine;
        }
        // Who was dropped was dropped where he stands.
        for (number, unit) in self.droppers() {
            if s.dropped.contains(unit) && s.plots[number] == NOWHERE && self.on_map(s, unit) {
                s.plots[number] = s.at(unit);
            }
        }
        for side in Side::BOTH {
            let inside: Units = self.troops(s, side).filter(|unit| self.in_primary(s, side, s.at(*unit))).collect();
            s.was_in_zone |= inside;
            s.contact |= inside;
        }
        if s.antwerp_ran > 0 && !(self.scheldt | self.antwerp).is_subset(&s.held) {
            s.antwerp_paused = true;
        }
        self.watch_dams(s);
        self.watch_ss150(s);
        s.germany_entered |= s.initiative == Side::GE && self.allies_in_germany(s);
    }

    /// Sense: nobody where nobody can be.
    fn check_position(&self, s: &State) -> Result<(), Unreadable> {
        for unit in self.all_units() {
            let at = s.at(unit);
            let name = self.name(unit);
            if s.reserve.contains(unit) && s.earlier.contains(unit) {
                return Err(bad(format!("{name} is a reserve and has acted: the marker stands for one of them")));
            }
            if s.reduced.contains(unit) && self.card(unit).back.is_none() {
                return Err(bad(format!("{name} has no reduced side")));
            }
            if !self.is_hex(at) {
                continue;
            }
            let hex = self.spot_name(at);
            if self.transports.contains(unit) {
                return Err(bad(format!("{name} is a transport: it stays in England")));
            }
            if self.fliers.contains(unit) && !self.towns.contains(at) {
                return Err(bad(format!("{name} needs a town or city; {hex} is none")));
            }
            if self.all_sea.contains(at) || self.swiss.contains(at) || !self.in_scenario_map(s, at) {
                return Err(bad(format!("{name} cannot stand in {hex}")));
            }
            if self.card(unit).air.is_none() && at != self.dunkirk && s.here[self.side(unit).other()].contains(at) {
                let retreats = s.airdrop.contains(unit) || !s.airdrop.is_empty();
                if !retreats {
                    return Err(bad(format!("both sides are in {hex}")));
                }
            }
        }
        for side in Side::BOTH {
            for hex in s.here[side].iter() {
                if s.battle.is_none() && self.check_crowd(self.stack(s, side, hex)).is_err() {
                    return Err(bad(format!("too many units are in {}", self.spot_name(hex))));
                }
            }
        }
        for (_, set) in &self.sets {
            let in_play = set.iter().any(|unit| self.on_map(s, unit));
            let broken = self
                .ground
                .iter()
                .any(|unit| s.at(unit) == self.spot_of(Off::Broken) && self.set_for(unit).is_some_and(|it| it == *set));
            if in_play && !broken {
                return Err(bad("a breakdown counter needs a division in `broken`"));
            }
            let nowhere = set.iter().all(|unit| !self.on_map(s, unit) && s.at(unit) != self.spot_of(Off::Waiting));
            if broken && nowhere && s.stage == 0 {
                return Err(bad("a division in `broken` has at least one of its counters on the map"));
            }
        }
        Ok(())
    }

    /// Steps that follow by themselves: the advance below a retreat, the retreat below losses and bids.
    fn complete_steps(&self, s: &mut State) -> Result<(), Unreadable> {
        let Some(battle) = &mut s.battle else { return Ok(()) };
        if battle.defenders.is_empty() {
            let target = battle.target;
            let side = if s.reserve_phase { s.initiative } else { s.initiative.other() };
            battle.defenders =
                self.ground.iter().filter(|unit| s.at[unit.index()] == target && self.side(*unit) == side).collect();
        }
        let battle = *battle;
        let steps: Vec<Step> = s.steps.iter().collect();
        let Some((base, above)) = steps.split_first() else { return Ok(()) };
        if above.is_empty() || above.contains(&Step::Advance) {
            return Ok(());
        }
        let (me, him) = (s.attacker(), s.attacker().other());
        let retreats = above.iter().any(|step| {
            matches!(step, Step::Rout { .. } | Step::First { .. } | Step::Second { .. } | Step::Further { .. })
        });
        let bidding = above.iter().any(|step| matches!(step, Step::Bid | Step::Escalate { .. }));
        let mut all = vec![*base, Step::Advance];
        if !retreats && !bidding {
            match battle.result {
                CombatResult::ARL => all.push(Step::Rout { side: me }),
                CombatResult::DR | CombatResult::DRL | CombatResult::DM => all.push(Step::Rout { side: him }),
                CombatResult::DX | CombatResult::EX if !battle.no_advance => all.push(Step::Rout { side: him }),
                _ => {}
            }
        }
        all.extend(above);
        if all.len() > 8 {
            return Err(bad("there are too many steps"));
        }
        s.steps.clear();
        all.into_iter().for_each(|step| s.steps.push(step));
        Ok(())
    }
}

fn read_side(word: &str) -> Result<Side, Unreadable> {
    Side::read(word).ok_or_else(|| Unreadable::unknown("side", word))
}

fn read_sky(word: &str) -> Result<bool, Unreadable> {
    match word {
        "clear" => Ok(false),
        "cloudy" => Ok(true),
        _ => Err(Unreadable::unknown("visibility", word)),
    }
}

fn read_account(word: &str) -> Result<usize, Unreadable> {
    Account::WORDS.iter().position(|it| *it == word).ok_or_else(|| Unreadable::unknown("account", word))
}
