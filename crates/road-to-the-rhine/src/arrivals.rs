//! New units (23), withdrawals (31.E), US 66 [dn.d].

use crate::action::no;
use crate::components::{Arrival, Nation, Where};
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{Hexes, NEVER, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule, Spot};

/// Where a waiting unit may come, and whether Allies in Germany are in the way [23.A.d].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    place: Where,
    restricted: bool,
}

/// By unit: the lines by which it comes.
pub(crate) fn comings(lines: &[Arrival], units: usize) -> Vec<Vec<usize>> {
    let mut comings = vec![vec![]; units];
    for (line, it) in lines.iter().enumerate().filter(|(_, it)| it.place != Where::Withdraw) {
        comings[it.unit.index()].push(line);
    }
    comings
}

impl RoadToTheRhine {
    /// Lines of a side that are due in this turn.
    fn due<'a>(&'a self, s: &'a State, side: Side) -> impl Iterator<Item = (usize, &'a Arrival)> + 'a {
        let list = self.scenario(s).arrivals[side].as_ref();
        self.components.setups.arrivals.iter().enumerate().filter(move |(_, it)| {
            let ours = list.is_some_and(|(id, only)| it.scenario == *id && only.is_none_or(|only| only == it.turn));
            ours && it.side == side && it.turn == s.turn
        })
    }

    /// The line by which a unit of this scenario comes.
    pub(crate) fn arrival_of(&self, s: &State, unit: Unit) -> Option<Where> {
        let (id, only) = self.scenario(s).arrivals[self.side(unit)].as_ref()?;
        let lines = self.comings[unit.index()].iter().map(|line| &self.components.setups.arrivals[*line]);
        let fits = lines.filter(|it| it.scenario == *id);
        let fits = fits.filter(|it| it.turn <= s.turn && only.is_none_or(|only| only == it.turn));
        fits.max_by_key(|it| it.turn).map(|it| it.place)
    }

    pub(crate) fn arrives_now(&self, s: &State, unit: Unit) -> bool {
        self.due(s, self.side(unit)).any(|(_, it)| it.unit == unit && it.place != Where::Withdraw)
    }

    /// [23.a], [dn.d], [21.B.4.a]
    pub(crate) fn bring_arrivals(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let off = self.spot_of(Off::NotYet);
        let lines: Vec<Arrival> = self.due(s, side).map(|(_, it)| it.clone()).collect();
        let mut due = Units::empty();
        for line in lines.iter().filter(|it| it.place != Where::Withdraw) {
            let unit = line.unit;
            let withdrawn_air = self.card(unit).air.is_some() && s.at(unit) == self.spot_of(Off::Withdrawn);
            if s.at(unit) != off && !withdrawn_air {
                continue;
            }
            if let Some(highest) = line.die {
                let die = r.roll(6);
                let arrived = die <= highest;
                r.note(Rule("dn.d"), Event::Lottery { unit, die, arrived });
                if !arrived {
                    self.put(s, unit, self.spot_of(Off::Lost));
                    continue;
                }
            }
            let place = match line.place {
                Where::Cadre => Off::Cadre,
                _ if self.transports.contains(unit) => Off::England,
                // [23.B.a] Airborne units may appear in England: they choose it when they move.
                _ => Off::Waiting,
            };
            self.put(s, unit, self.spot_of(place));
            s.began[unit.index()] = s.at(unit);
            if line.reduced {
                s.reduced.insert(unit);
            }
            if line.place == Where::England
                && let Some(number) = self.card(unit).dropper
            {
                s.regroup[number] = self.components.tables.regroup;
            }
            due.insert(unit);
        }
        if !due.is_empty() {
            r.note(Rule("23.T"), Event::Due(due));
        }
        if side == Side::AL {
            let crossing = self.spot_of(Off::Crossing);
            let home: Units =
                self.ground.iter().filter(|unit| s.at(*unit) == crossing && !s.gone.contains(*unit)).collect();
            for unit in home.iter() {
                self.put(s, unit, self.spot_of(Off::England));
            }
        }
    }

    /// Where a new unit may come [23.A.b], [23.B.a].
    pub(crate) fn place_of(&self, s: &State, unit: Unit) -> Where {
        let listed = self.arrival_of(s, unit).filter(|place| *place != Where::England);
        if let Some(place) = listed.filter(|_| !s.again.contains(unit)) {
            return place;
        }
        match (self.side(unit), self.card(unit).nation) {
            (Side::GE, _) => Where::Germany,
            (Side::AL, Nation::US) => Where::WestAny,
            (Side::AL, Nation::French) => Where::WestS,
            (Side::AL, _) => Where::WestN,
        }
    }

    /// [23.A.c] An Allied unit in Germany that counts.
    pub(crate) fn allies_in_germany(&self, s: &State) -> bool {
        let map = &self.components.map;
        self.troops(s, Side::AL).any(|unit| {
            map.country[s.at(unit).index()] == crate::components::Country::Germany
                && !s.unsupplied.contains(unit)
                && !s.airfed.contains(unit)
                && !s.just_in_germany.contains(unit)
        })
    }

    /// What is the same wherever the unit tries to enter.
    pub(crate) fn entry_of(&self, s: &State, unit: Unit) -> Entry {
        let place = self.place_of(s, unit);
        Entry { place, restricted: place == Where::Germany && s.germany_entered }
    }

    /// Every hex where a unit might enter: others need not be asked about.
    pub(crate) fn entry_hexes(&self, s: &State, entry: Entry) -> Hexes {
        let map = &self.components.map;
        match entry.place {
            Where::WestAny => *map.edge_hexes("west-n") | *map.edge_hexes("west-s"),
            Where::WestN => *map.edge_hexes("west-n"),
            Where::WestS => *map.edge_hexes("west-s"),
            Where::SouthS | Where::SouthFrance => *map.edge_hexes("south-s"),
            Where::Germany if entry.restricted => {
                *map.edge_hexes("north-n")
                    | (*map.region("east-of-rhine") | *map.region("bulge-entry")) & (self.towns - s.held)
            }
            Where::Germany => *map.edge_hexes("north-n") | self.german_towns,
            _ => Hexes::empty(),
        }
    }

    /// Whether a unit may enter in a hex, and whether it pays for it.
    pub(crate) fn check_entry(&self, s: &State, unit: Unit, hex: Spot, entry: Entry) -> Result<bool, Illegal> {
        let map = &self.components.map;
        let over = |name: &str| map.edge_hexes(name).contains(hex);
        let allied = no(Rule("23.B.a"), "it enters elsewhere");
        match entry.place {
            Where::WestAny if over("west-n") || over("west-s") => Ok(true),
            Where::WestN if over("west-n") => Ok(true),
            Where::WestS if over("west-s") => Ok(true),
            Where::SouthS if over("south-s") => Ok(true),
            Where::SouthFrance if over("south-s") => Ok(true),
            Where::WestN | Where::SouthFrance if self.side(unit) == Side::GE => {
                Err(no(Rule("23.A.e"), "it must enter over the edge it is listed for"))
            }
            Where::Germany => self.check_german_entry(s, hex, entry.restricted),
            _ => Err(allied),
        }
    }

    fn check_german_entry(&self, s: &State, hex: Spot, restricted: bool) -> Result<bool, Illegal> {
        let map = &self.components.map;
        if map.edge_hexes("north-n").contains(hex) {
            // [23.A.a] A hex with Allies is closed as any other [3.a].
            return Ok(true);
        }
        let town = self.is_hex(hex) && self.german_towns.contains(hex);
        if !restricted {
            return match town && !s.here[Side::AL].contains(hex) {
                true => Ok(false),
                false => Err(no(Rule("23.A.b"), "new units come over the north edge or in German towns")),
            };
        }
        let bulge = self.scenario(s).setups == "bulge" && s.turn == self.scenario(s).from.0;
        let east = map.region("east-of-rhine").contains(hex) || bulge && map.region("bulge-entry").contains(hex);
        let free = east
            && self.towns.contains(hex)
            && !s.here[Side::AL].contains(hex)
            && !self.in_primary(s, Side::GE, hex)
            && !s.held.contains(hex)
            && self.lines(s, Side::GE).contains(hex);
        match free {
            true => Ok(false),
            false => {
                Err(no(Rule("23.A.d"), "with Allies in Germany they come over the north edge or east of the Rhine"))
            }
        }
    }

    /// [23.A.f]
    pub(crate) fn close_west_edge(&self, s: &mut State, r: &mut Referee<Event>) {
        let edge = self.components.map.edge_hexes("west-n");
        if !edge.is_subset(&s.here[Side::AL]) {
            return;
        }
        let waiting = self.spot_of(Off::Waiting);
        let late: Vec<Unit> = self
            .ground
            .iter()
            .filter(|unit| s.at[unit.index()] == waiting && self.side(*unit) == Side::GE && !s.again.contains(*unit))
            .filter(|unit| self.arrival_of(s, *unit) == Some(Where::WestN))
            .collect();
        for unit in late {
            self.eliminate(s, unit, "23.A.f", r);
        }
    }

    /// [31.E.b] The withdrawals of this turn, one after the other.
    pub(crate) fn next_withdrawal(&self, s: &mut State, next: u16, r: &mut Referee<Event>) {
        let lines: Vec<(usize, Unit)> = self
            .due(s, s.initiative)
            .filter(|(_, it)| it.place == Where::Withdraw)
            .map(|(index, it)| (index, it.unit))
            .collect();
        let Some((index, unit)) = lines.into_iter().find(|(index, _)| *index >= usize::from(next)) else {
            s.phase = Phase::FirstImpulse;
            return;
        };
        s.phase = Phase::Withdrawals(u16::try_from(index + 1).unwrap_or(u16::MAX));
        if self.stays_put(s, unit) {
            let others = self.substitutes(s, unit);
            match (others.len(), others.first()) {
                (0, _) | (_, None) => {}
                (1, Some(other)) => self.withdraw(s, other, "31.E.c", r),
                _ => s.steps.push(Step::Withdraw(unit)),
            }
        } else {
            // [31.E.d]
            let boxed = s.at(unit) == self.spot_of(Off::Cadre) || s.at(unit) == self.spot_of(Off::Destroyed);
            self.withdraw(s, unit, if boxed { "31.E.d" } else { "31.E.b" }, r);
        }
    }

    /// [31.E.c] Cannibalized, or surrounded.
    fn stays_put(&self, s: &State, unit: Unit) -> bool {
        if s.at(unit) == self.spot_of(Off::Cannibalized) {
            return true;
        }
        let side = self.side(unit);
        let surrounded = |unit: Unit| {
            self.on_map(s, unit)
                && self.ways(s.at(unit)).all(|way| {
                    s.here[side.other()].contains(way.to)
                        || self.all_sea.contains(way.to)
                        || self.is_sea(way.edge)
                        || self.in_primary(s, side, way.to)
                })
        };
        // A division that has broken down stands where its counters stand.
        let standing = self.counters_of(s, unit).unwrap_or(Units::only(unit));
        self.card(unit).air.is_none() && standing.iter().any(surrounded)
    }

    pub(crate) fn substitutes(&self, s: &State, unit: Unit) -> Units {
        let cards = &self.components.units;
        let wanted = &cards[unit.index()];
        let fits = |it: &Unit| {
            let card = &cards[it.index()];
            *it != unit
                && card.side == wanted.side
                && card.kind == wanted.kind
                && card.size == wanted.size
                && card.breakdown.is_none()
                && self.on_map(s, *it)
                && !self.stays_put(s, *it)
        };
        self.all_units().filter(fits).collect()
    }

    pub(crate) fn check_withdraw(&self, s: &State, asked: Unit, unit: Unit) -> Result<(), Illegal> {
        match self.substitutes(s, asked).contains(unit) {
            true => Ok(()),
            false => Err(no(Rule("31.E.c"), "it must be a unit of the same type and size")),
        }
    }

    pub(crate) fn withdraw(&self, s: &mut State, unit: Unit, rule: &'static str, r: &mut Referee<Event>) {
        let at = s.at(unit);
        if at == self.spot_of(Off::NotYet) || at == self.spot_of(Off::Lost) || at == self.spot_of(Off::Withdrawn) {
            return;
        }
        // [31.E.e] What it lacks goes with it.
        let missing = if self.card(unit).air.is_some() {
            0
        } else if at == self.spot_of(Off::Destroyed) {
            if self.card(unit).division { if self.card(unit).back.is_some() { 3 } else { 2 } } else { 1 }
        } else if at == self.spot_of(Off::Cadre) {
            if self.card(unit).back.is_some() { 2 } else { 1 }
        } else if let Some(counters) = self.counters_of(s, unit) {
            let lost = counters.iter().filter(|it| s.at(*it) == self.spot_of(Off::Destroyed)).count();
            u8::try_from(lost).unwrap_or(0)
        } else {
            u8::from(s.reduced.contains(unit))
        };
        if missing > 0
            && let Some(kind) = self.own_kind(unit)
        {
            let kind = usize::from(kind);
            let paid = s.has[kind].min(missing);
            s.has[kind] -= paid;
            s.owes[kind] = s.owes[kind].saturating_add(missing - paid);
            if missing > paid {
                let kind = u8::try_from(kind).unwrap_or(0);
                r.note(Rule("31.E.e"), Event::Owed { kind, count: missing - paid });
            }
        }
        if let Some(number) = self.card(unit).air {
            s.lost[number] = NEVER;
        }
        for counter in self.counters_of(s, unit).unwrap_or_default().iter() {
            self.remove(s, counter, Off::NotYet);
        }
        self.remove(s, unit, Off::Withdrawn);
        r.note(Rule(rule), Event::About { unit, what: "is withdrawn" });
    }
}
