//! A: Reinforcements and replacements.

use crate::components::{Due, Entry, Group, Kind, Nation, Side};
use crate::state::{Hexes, Place, State, Units, mark};
use crate::supply::{Eyes, Supply};
use crate::{DdayToTheRhine, Event};
use referee::{Illegal, Piece, Ref, Referee, Rule, Spot};

impl DdayToTheRhine {
    /// [A.1] Whether a unit may come in now without being paid for.
    pub(crate) fn is_due(&self, s: &State, unit: Piece) -> bool {
        if s.unit(unit).place != Place::Track {
            return false;
        }
        match self.unit(unit).due {
            Due::Month(month) => month <= s.month,
            // [I.6] The army of a failed landing.
            Due::Invasion => true,
            // [RCO.2]
            Due::Rco => self.comes_with_rco(s, unit),
            Due::Setup => s.has(unit, mark::REBUILT) || s.unit(unit).sp > 0,
        }
    }

    /// [A.2, A.3, A.8, A.9] Where a unit may be placed now. [A.7.b] Enemy zones do not matter.
    pub(crate) fn places(&self, s: &State, unit: Piece, supply: &Supply, rebuild: bool) -> Hexes {
        let card = self.unit(unit);
        let enemy = match card.side {
            Side::Allied => s.occupied[Side::German.index()] | (s.unknown() - self.plain_phantoms(s)),
            Side::German => s.occupied[Side::Allied.index()],
        };
        let open = |hexes: Hexes| hexes - enemy - self.controlled(s, card.side.other());
        // [A.5.c] A rebuilt unit that was sent back enters where it was rebuilt.
        let rebuilt = rebuild || s.has(unit, mark::REBUILT);
        match card.side {
            Side::Allied => {
                let harbours = self.harbours(s);
                if rebuilt {
                    return match (card.group, card.nation) {
                        // [A.8.c, R.5]
                        (Group::Sixth, Nation::French) => {
                            let (held, near) = (s.allied & self.french_cities, supply.cities & self.french_cities);
                            open((held | self.around(near)) & supply.hexes) - Hexes::only(self.c.map.royan)
                        }
                        // [A.8.b]
                        (Group::Sixth, _) => open(self.south_france),
                        // [A.8.a]
                        _ => open(harbours),
                    };
                }
                match card.entry {
                    // [SF.3]
                    Entry::SouthFrance => open(self.south_france),
                    Entry::City(city) if s.allied.contains(city) => {
                        let next = if supply.cities.contains(city) { self.near[city.index()] } else { Hexes::empty() };
                        open(harbours | ((Hexes::only(city) | next) & supply.hexes))
                    }
                    // [A.2.a]
                    Entry::City(_) => open(harbours | (self.around(harbours) & supply.hexes)),
                    _ => open(harbours),
                }
            }
            Side::German => {
                // [A.7.c] In the city as if the unit stood there; next to it the city itself must be in supply.
                let held = self.controlled(s, Side::German);
                let or_next =
                    |cities: Hexes| open(((cities & held) | self.around(cities & supply.cities)) & supply.hexes);
                let listed = self.group_cities(card.group);
                match card.entry {
                    // [A.3.g, A.9.e]
                    Entry::OwnCity(city) => open(Hexes::only(city) & supply.hexes),
                    // [SF.2]
                    Entry::SouthFrance if !rebuilt => open(self.south_france),
                    Entry::City(city) if !rebuilt => {
                        let named = Hexes::only(city);
                        // [A.3.a]
                        let lost = if s.allied.contains(city) { self.german_cities } else { Hexes::empty() };
                        or_next(listed | named | lost)
                    }
                    _ => or_next(listed),
                }
            }
        }
    }

    /// [A.2] Beach-heads and working ports.
    fn harbours(&self, s: &State) -> Hexes {
        let beaches = (0..2).filter(|i| s.beaches[*i]).map(|i| self.c.map.beach[i]).collect::<Hexes>();
        beaches | self.working_ports(s)
    }

    /// [A.3.c, A.3.d, A.3.e, A.3.f, A.9.a, A.9.b, A.9.c, A.9.d] Cities at which units of a group come in.
    fn group_cities(&self, group: Group) -> Hexes {
        match group {
            Group::B => self.lists[0],
            Group::G => self.lists[1],
            Group::H => self.lists[2],
            Group::Any => self.lists[3],
            _ => Hexes::empty(),
        }
    }

    pub(crate) fn check_place(
        &self,
        s: &State,
        side: Side,
        unit: Piece,
        at: Option<Spot>,
        hidden: bool,
    ) -> Result<(), Illegal> {
        self.check_own(side, unit)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        if !self.is_due(s, unit) {
            return match self.unit(unit).due {
                Due::Month(_) if s.unit(unit).place == Place::Track => refuse("A.12", "its month has not come"),
                Due::Rco if s.launched.is_some() && unit == self.first_ss => {
                    refuse("RCO.2.a", "it came too early for this corps")
                }
                Due::Rco if s.unit(unit).place == Place::Track => {
                    refuse("RCO.1", "it comes with the counter-offensive")
                }
                _ => refuse("A.1", "it does not come in now"),
            };
        }
        self.check_marker(s, side, unit, hidden)?;
        let supply = self.seen_supply(s, side);
        let places = self.places(s, unit, &supply, false);
        self.check_spot(s, unit, at, places, self.place_rule(s, unit, false))
    }

    /// The rule that says where a unit comes in.
    fn place_rule(&self, s: &State, unit: Piece, rebuild: bool) -> &'static str {
        let card = self.unit(unit);
        let rebuilt = rebuild || s.has(unit, mark::REBUILT);
        match (card.side, card.entry, rebuilt) {
            (_, Entry::OwnCity(_), true) => "A.9.e",
            (_, Entry::OwnCity(_), false) => "A.3.g",
            (Side::Allied, Entry::SouthFrance, false) => "SF.3",
            (Side::German, Entry::SouthFrance, false) => "SF.2",
            (Side::Allied, _, false) => "A.2",
            (Side::Allied, _, true) => match (card.group, card.nation) {
                (Group::Sixth, Nation::French) => "A.8.c",
                (Group::Sixth, _) => "A.8.b",
                _ => "A.8.a",
            },
            (Side::German, _, rebuilt) => match (card.group, rebuilt) {
                (Group::B, false) => "A.3.f",
                (Group::G, false) => "A.3.c",
                (Group::H, false) => "A.3.d",
                (Group::Any, false) => "A.3.e",
                (Group::B, true) => "A.9.a",
                (Group::G, true) => "A.9.b",
                (Group::H, true) => "A.9.c",
                _ => "A.9.d",
            },
        }
    }

    fn check_spot(
        &self,
        s: &State,
        unit: Piece,
        at: Option<Spot>,
        places: Hexes,
        rule: &'static str,
    ) -> Result<(), Illegal> {
        let Some(at) = at.filter(|at| self.is_hex(*at)) else {
            return Err(Illegal::new(Rule("A.1"), "say where it comes in").about(Ref::Piece(unit)));
        };
        if places.contains(at) {
            return Ok(());
        }
        let side = self.unit(unit).side;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        // The list would allow it, but for supply or the enemy.
        let everywhere = Supply { hexes: self.all, cities: self.controlled(s, side) };
        let rebuild = rule.starts_with("A.8") || rule.starts_with("A.9");
        let mut free = *s;
        free.occupied[side.other().index()].remove(at);
        if side == Side::German {
            free.allied.remove(at);
        }
        if self.places(&free, unit, &everywhere, rebuild).contains(at) {
            return refuse("A.7.c", "that place is not in supply, or the enemy holds it");
        }
        refuse(rule, "it may not come in there")
    }

    pub(crate) fn place(&self, s: &mut State, unit: Piece, at: Spot, hidden: bool, r: &mut Referee<Event>) {
        self.bring_in(s, unit, at, hidden);
        let marker = s.unit(unit).marker;
        // Where a hidden unit may come in would tell its army group.
        let rule = if marker > 0 { "O.1.a" } else { self.place_rule(s, unit, false) };
        r.note(Rule(rule), Event::Placed { unit, at, marker });
        self.replace_phantom(s, at, r);
        self.meet(s, self.unit(unit).side, at, r);
    }

    fn bring_in(&self, s: &mut State, unit: Piece, at: Spot, hidden: bool) {
        self.put(s, unit, at);
        s.mark(unit, mark::ENTERED);
        if hidden {
            let marker = s.free_marker().unwrap_or(0);
            s.unit_mut(unit).marker = marker;
        }
    }

    /// [A.7] What a new unit costs.
    pub(crate) fn unit_cost(&self, unit: Piece) -> u8 {
        let costs = &self.c.tables.costs;
        match self.unit(unit).kind {
            Kind::Volksturm => costs.unit_volksturm,
            Kind::Panzer => costs.unit_panzer,
            _ => costs.unit_infantry,
        }
    }

    /// [A.10] What a step costs.
    pub(crate) fn step_cost(&self, unit: Piece) -> u8 {
        match self.unit(unit).kind {
            Kind::Panzer => self.c.tables.costs.step_panzer,
            _ => self.c.tables.costs.step_infantry,
        }
    }

    /// [A.11] RP and national limits.
    pub(crate) fn check_purchase(&self, s: &State, unit: Piece, cost: u8) -> Result<(), Illegal> {
        let card = self.unit(unit);
        self.check_rp(s, card.side, cost)?;
        let tables = &self.c.tables;
        let over = |spent: u8, limit: u8| spent + cost > limit;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        match card.nation {
            Nation::Commonwealth if over(s.spent.commonwealth, tables.limit_cw) => {
                refuse("A.11.a", "the Commonwealth has no more replacements this month")
            }
            Nation::Us if over(s.spent.us, tables.limit_us) => {
                refuse("A.11.b", "the US has no more replacements this month")
            }
            Nation::German if card.kind == Kind::Panzer && over(s.spent.panzer, tables.limit_panzer) => {
                refuse("A.11.e", "there are no more panzer replacements this month")
            }
            _ => Ok(()),
        }
    }

    fn buy(&self, s: &mut State, unit: Piece, cost: u8) {
        let card = self.unit(unit);
        self.spend(s, card.side, cost);
        match card.nation {
            Nation::Commonwealth => s.spent.commonwealth += cost,
            Nation::Us => s.spent.us += cost,
            Nation::German if card.kind == Kind::Panzer => s.spent.panzer += cost,
            _ => {}
        }
    }

    /// [A.7, A.11.f, C.14.b]
    pub(crate) fn may_rebuild(&self, s: &State, unit: Piece) -> Result<(), Illegal> {
        let card = self.unit(unit);
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        match s.unit(unit).place {
            Place::Pool => {}
            Place::Out => return refuse("A.11.d", "it is lost for good"),
            _ => return refuse("A.7", "it is not in the replacement pool"),
        }
        if card.side == Side::German && s.month >= self.c.tables.no_rebuild_from && (card.army || card.elite) {
            return refuse("A.11.f", "armies and elite corps are not rebuilt in 1945");
        }
        self.check_purchase(s, unit, self.unit_cost(unit))
    }

    pub(crate) fn check_rebuild(
        &self,
        s: &State,
        side: Side,
        unit: Piece,
        at: Option<Spot>,
        hidden: bool,
    ) -> Result<(), Illegal> {
        self.check_own(side, unit)?;
        self.may_rebuild(s, unit)?;
        self.check_marker(s, side, unit, hidden)?;
        let supply = self.seen_supply(s, side);
        let places = self.places(s, unit, &supply, true);
        self.check_spot(s, unit, at, places, self.place_rule(s, unit, true))
    }

    pub(crate) fn rebuild(&self, s: &mut State, unit: Piece, at: Spot, hidden: bool, r: &mut Referee<Event>) {
        let cost = self.unit_cost(unit);
        self.buy(s, unit, cost);
        s.unit_mut(unit).sp = 1;
        s.mark(unit, mark::REBUILT);
        self.bring_in(s, unit, at, hidden);
        let marker = s.unit(unit).marker;
        r.note(Rule("A.7"), Event::Rebuilt { unit, at, cost, marker });
        self.replace_phantom(s, at, r);
        self.meet(s, self.unit(unit).side, at, r);
    }

    /// [A.7.a, A.10, A.10.a, A.10.b, A.10.c]
    pub(crate) fn check_step(&self, s: &State, side: Side, unit: Piece) -> Result<(), Illegal> {
        self.check_own(side, unit)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        let Some(at) = s.at(unit) else { return refuse("A.10", "it is not on the map") };
        if s.unit(unit).sp >= self.unit(unit).max_sp {
            return refuse("A.10", "it is at full strength");
        }
        let eyes = if side == Side::Allied { Eyes::Allied } else { Eyes::Truth };
        if s.has(unit, mark::STEPPED) && self.zone(s, side.other(), eyes).contains(at) {
            return refuse("A.10.b", "in an enemy zone a unit gains one step a month");
        }
        self.check_purchase(s, unit, self.step_cost(unit))
    }

    pub(crate) fn step(&self, s: &mut State, unit: Piece, r: &mut Referee<Event>) {
        let cost = self.step_cost(unit);
        self.buy(s, unit, cost);
        s.unit_mut(unit).sp += 1;
        s.mark(unit, mark::STEPPED);
        let marker = s.unit(unit).marker;
        r.note(Rule("A.10"), Event::Stepped { unit, cost, marker });
    }

    /// [A.3.g] A volksturm unit whose city is Allied goes to the pool.
    pub(crate) fn pool_lost_volksturm(&self, s: &mut State, r: &mut Referee<Event>) {
        for unit in self.all_of(Side::German) {
            let Entry::OwnCity(city) = self.unit(unit).entry else { continue };
            if self.is_due(s, unit) && s.allied.contains(city) {
                s.unit_mut(unit).place = Place::Pool;
                s.unit_mut(unit).sp = 0;
                r.note(Rule("A.3.g"), Event::Pooled(unit));
            }
        }
    }

    /// [A.4, A.5.a] The first overstacked hex of this side, if there is one. [O.1.e] Hex by hex: in the order of units
    /// one could read what is hidden.
    pub(crate) fn excess(&self, s: &State, side: Side) -> Option<Spot> {
        let (mut once, mut twice, mut entered) = (Hexes::empty(), Hexes::empty(), Hexes::empty());
        for unit in self.all_of(side) {
            let Some(at) = s.at(unit) else { continue };
            if !once.insert(at) {
                twice.insert(at);
            }
            if s.has(unit, mark::ENTERED) {
                entered.insert(at);
            }
        }
        (twice & entered).first()
    }

    /// [A.5.c] Who may be sent back: units that entered this month.
    pub(crate) fn excess_choice(&self, s: &State, side: Side) -> Units {
        let Some(at) = self.excess(s, side) else { return Units::empty() };
        let entered: Units = s.units_in(at).filter(|unit| s.has(*unit, mark::ENTERED)).collect();
        // Where somebody stood before, every newcomer goes: nothing is left to choose.
        match entered.iter().min_by_key(|unit| (s.unit(*unit).marker, unit.index())) {
            Some(first) if entered.len() < s.units_in(at).count() => Units::only(first),
            _ => entered,
        }
    }

    pub(crate) fn send_back_only(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        if let Some(unit) = self.excess_choice(s, side).first() {
            self.send_back(s, unit, r);
        }
    }

    pub(crate) fn send_back(&self, s: &mut State, unit: Piece, r: &mut Referee<Event>) {
        let Some(at) = s.at(unit) else { return };
        let marker = s.unit(unit).marker;
        let state = s.unit_mut(unit);
        state.place = Place::Track;
        state.marker = 0;
        self.leave(s, self.unit(unit).side, at);
        r.note(Rule("A.5.c"), Event::SentBack { unit, marker });
    }

    /// A piece that is a unit of this side.
    pub(crate) fn check_own(&self, side: Side, unit: Piece) -> Result<(), Illegal> {
        match self.c.units.get(unit.index()).is_some_and(|card| card.side == side) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("U.1"), "that is no unit of yours").about(Ref::Piece(unit))),
        }
    }
}
