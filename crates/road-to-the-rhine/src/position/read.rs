//! Lines as a state.

use super::{MARKS, mark};
use crate::components::CombatResult;
use crate::notation::{read_kind, read_number};
use crate::sequence::{Phase, Step};
use crate::state::{
    Account, Attack, BRIDGES, Battle, Engineers, Fleeing, Mission, MissionKind, NEVER, NOWHERE, Options, PORTS, Side,
    Ss30, State, Unit, Units, Weather, read_turn,
};
use crate::{Off, RoadToTheRhine};
use referee::{Spot, Unreadable};

/// What the lines said, where a quiet value has to be worked out for what they did not say.
#[derive(Default)]
pub(super) struct Said {
    pub(super) initiative: bool,
    pub(super) sky: Option<bool>,
    pub(super) sky_before: Option<bool>,
    pub(super) supply: bool,
    pub(super) began: Units,
    pub(super) starving: Units,
    pub(super) zones: Units,
    pub(super) regroup: Units,
    pub(super) base: bool,
    pub(super) marks: bool,
}

pub(super) fn bad(what: impl Into<String>) -> Unreadable {
    Unreadable::new(what)
}

impl RoadToTheRhine {
    pub(crate) fn read_position(&self, text: &str) -> Result<State, Unreadable> {
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
        self.lay_zones(&mut s);
        self.fill_quiet(&mut s, &said);
        self.check_position(&s)?;
        self.complete_steps(&mut s)?;
        self.check_sound(&s).map_err(bad)?;
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
                let todo = self.read_origins(&rest[..cut])?;
                let after = rest.get(cut + 1..).unwrap_or(&[]);
                let origin = rest.first().map(|word| self.read_spot(word)).transpose()?.unwrap_or(NOWHERE);
                match after {
                    [who] => set_fleeing(s, origin, self.read_units(who)?, false)?,
                    order => self.read_fleeing(s, order)?,
                }
                Step::First { side: read_side(side)?, todo }
            }
            ["then", side, "second", ref rest @ ..] => {
                self.read_fleeing(s, rest)?;
                Step::Second { side: read_side(side)?.other() }
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
    fn read_origins(&self, words: &[&str]) -> Result<Units, Unreadable> {
        let mut all = Units::empty();
        for pair in words.chunks(2) {
            let [hex, who] = pair else { return Err(bad("a hex and its units")) };
            self.read_spot(hex)?;
            all |= self.read_units(who)?;
        }
        Ok(all)
    }

    /// The hexes that were left and by whom, in the owner's order; `and` between those whom he named together.
    fn read_fleeing(&self, s: &mut State, words: &[&str]) -> Result<(), Unreadable> {
        for (place, part) in words.split(|word| *word == "and").enumerate() {
            for (nth, pair) in part.chunks(2).enumerate() {
                let [hex, who] = pair else { return Err(bad("a hex and its units")) };
                set_fleeing(s, self.read_spot(hex)?, self.read_units(who)?, place > 0 && nth == 0)?;
            }
        }
        Ok(())
    }
}

/// Who has a first hex, and the hex they left.
fn set_fleeing(s: &mut State, left: Spot, units: Units, mut joined: bool) -> Result<(), Unreadable> {
    for unit in units.iter() {
        if s.fleeing.is_full() || s.fleers().any(|it| it == unit) {
            return Err(bad("each unit retreats once"));
        }
        s.left[unit.index()] = left;
        s.fleeing.push(Fleeing { unit, joined });
        joined = true;
    }
    Ok(())
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
