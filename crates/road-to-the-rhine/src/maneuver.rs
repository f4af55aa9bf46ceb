//! Chapter 5.D: what Maneuver Supply Points are spent on.

use crate::action::no;
use crate::components::Where;
use crate::event::Event;
use crate::state::{Account, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// [5.C.2.b] By where it is when paid; a waiting unit by where it must enter.
    fn is_southern(&self, s: &State, unit: Unit) -> bool {
        if self.side(unit) == Side::GE {
            return false;
        }
        if self.on_map(s, unit) {
            return self.on_south.contains(s.at(unit));
        }
        if self.in_chart_box(s, unit) {
            return true;
        }
        matches!(self.place_of(s, unit), Where::WestS | Where::SouthS)
    }

    /// [5.D.1.b] Pays for units; the accounts afterwards, or that they do not suffice.
    pub(crate) fn pay_units(&self, s: &State, units: Units) -> Result<([u16; 3], [bool; 3], u16), Illegal> {
        let (mut msp, mut half, mut paid) = (s.msp, s.half, 0);
        // Divisions first, then who has one account, then who has two: nobody takes a half that another needs.
        let small = units - self.divisions;
        let (southern, northern): (Vec<Unit>, Vec<Unit>) = small.iter().partition(|unit| self.is_southern(s, *unit));
        for unit in (units & self.divisions).iter().chain(northern).chain(southern) {
            let own = Account::of(self.side(unit)) as usize;
            let south = Account::South as usize;
            let both = [south, own];
            let accounts = if self.is_southern(s, unit) { &both[..] } else { &both[1..] };
            let small = !self.card(unit).division;
            if small && let Some(open) = accounts.iter().find(|account| half[**account]) {
                half[*open] = false;
                continue;
            }
            let Some(account) = accounts.iter().find(|account| msp[**account] > 0) else {
                return Err(no(Rule("5.D.1.b"), "there are too few points"));
            };
            msp[*account] -= 1;
            paid += 1;
            if small {
                half[*account] = true;
            }
        }
        Ok((msp, half, paid))
    }

    /// [5.D.1.a], [5.D.1.c] Who may be given maneuver supply.
    pub(crate) fn check_supply_unit(&self, s: &State, unit: Unit, lines: &crate::state::Hexes) -> Result<(), Illegal> {
        let waits = s.at(unit) == self.spot_of(Off::Waiting) || self.in_chart_box(s, unit);
        if self.side(unit) != s.initiative || self.card(unit).air.is_some() || !self.on_map(s, unit) && !waits {
            return Err(no(Rule("5.D.1.c"), "this is no ground unit of yours"));
        }
        if !self.card(unit).needs {
            return Err(no(Rule("5.D.1.a"), "it needs no maneuver supply"));
        }
        if s.supplied.contains(unit) {
            return Err(no(Rule("5.D.1.c"), "it has maneuver supply"));
        }
        if !waits && !lines.contains(s.at(unit)) {
            if s.airfed.contains(unit) {
                return Err(no(Rule("5.D.5.b"), "it lives from the air"));
            }
            return Err(no(Rule("5.D.5.a"), "no supply path can be traced to it"));
        }
        Ok(())
    }

    pub(crate) fn check_supply(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if units.is_empty() {
            return Err(no(Rule("5.D.1.c"), "no unit is named"));
        }
        let lines = self.traced(s, s.initiative);
        units.iter().try_for_each(|unit| self.check_supply_unit(s, unit, &lines))?;
        self.pay_units(s, units).map(|_| ())
    }

    pub(crate) fn give_supply(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        if let Ok((msp, half, points)) = self.pay_units(s, units) {
            s.msp = msp;
            s.half = half;
            s.supplied |= units;
            let left = self.points_of(s, s.initiative);
            r.note(Rule("5.D.1.b"), Event::Supplied { units, points, left });
        }
    }

    pub(crate) fn points_of(&self, s: &State, side: Side) -> u16 {
        match side {
            Side::AL => s.points(Account::Allied) + s.points(Account::South),
            Side::GE => s.points(Account::German),
        }
    }

    /// [34.D.b]
    pub(crate) fn check_free_unit(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let fits = self.side(unit) == Side::GE
            && self.card(unit).air.is_none()
            && self.on_map(s, unit)
            && self.card(unit).needs
            && !s.supplied.contains(unit)
            && !self.in_primary(s, Side::GE, s.at(unit));
        if s.turn != self.scenario(s).from.0 {
            return Err(no(Rule("34.D.b"), "former reserves are a matter of the first turn"));
        }
        match fits && s.initiative == Side::GE {
            true => Ok(()),
            false => Err(no(Rule("34.D.b"), "only German units that need it and stand in no enemy zone")),
        }
    }

    pub(crate) fn check_free_supply(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if units.len() > usize::from(s.free_supply) || units.is_empty() {
            return Err(no(Rule("34.D.b"), "so many are not free"));
        }
        units.iter().try_for_each(|unit| self.check_free_unit(s, unit))
    }

    pub(crate) fn give_free_supply(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        s.free_supply = s.free_supply.saturating_sub(u8::try_from(units.len()).unwrap_or(u8::MAX));
        s.supplied |= units;
        r.note(Rule("34.D.b"), Event::Former(units));
    }

    /// [5.D.3.a], [5.D.3.b]
    pub(crate) fn impulse_price(&self, s: &State) -> u16 {
        self.components.tables.effects[s.weather as usize].impulse
    }

    pub(crate) fn can_pay_impulse(&self, s: &State, south: bool) -> bool {
        self.check_impulse(s, south).is_ok()
    }

    pub(crate) fn check_impulse(&self, s: &State, south: bool) -> Result<(), Illegal> {
        let price = self.impulse_price(s);
        let rule = if price > 1 { "5.D.3.b" } else { "5.D.3.a" };
        if south {
            let points = s.points(Account::South);
            let enough = s.initiative == Side::AL && points > 0 && points + s.points(Account::Allied) >= price;
            return if enough { Ok(()) } else { Err(no(Rule("5.C.2.c"), "there are no southern points for it")) };
        }
        match s.points(Account::of(s.initiative)) >= price {
            true => Ok(()),
            false => Err(no(Rule(rule), "there are too few points")),
        }
    }

    pub(crate) fn buy_impulse(&self, s: &mut State, south: bool, r: &mut Referee<Event>) {
        let price = self.impulse_price(s);
        if south {
            let from_south = s.msp[Account::South as usize].min(price);
            s.msp[Account::South as usize] -= from_south;
            s.msp[Account::Allied as usize] -= price - from_south;
            s.south_only = true;
        } else {
            s.msp[Account::of(s.initiative) as usize] -= price;
        }
        s.impulse = s.impulse.saturating_add(1);
        let left = self.points_of(s, s.initiative);
        let rule = match (south, price > 1) {
            (true, _) => "5.C.2.c",
            (false, true) => "5.D.3.b",
            (false, false) => "5.D.3.a",
        };
        r.note(Rule(rule), Event::Impulse { number: s.impulse, points: price, left, south });
    }

    /// [5.D.2.f] Points for one air unit. They are paid in the supply phase [5.D.2.c], and again after a mission [5.D.2.e]: who
    /// has none flies nothing [5.D.2.b].
    pub(crate) fn fuel_price(&self, s: &State, air: Unit) -> u16 {
        let tables = &self.components.tables;
        let each = if s.impulse <= 1 { tables.air_first } else { tables.air_later };
        u16::from(self.card(air).strength) * each
    }

    fn pay_fuel(&self, s: &State, units: Units) -> Result<[u16; 3], Illegal> {
        let mut msp = s.msp;
        for air in units.iter() {
            let mut price = self.fuel_price(s, air);
            if self.side(air) == Side::AL && self.on_south.contains(s.at(air)) {
                let south = &mut msp[Account::South as usize];
                let part = price.min(*south);
                *south -= part;
                price -= part;
            }
            let own = &mut msp[Account::of(self.side(air)) as usize];
            *own = own.checked_sub(price).ok_or(no(Rule("5.D.2.f"), "there are too few points"))?;
        }
        Ok(msp)
    }

    pub(crate) fn check_fuel_unit(
        &self,
        s: &State,
        side: Side,
        air: Unit,
        lines: &crate::state::Hexes,
    ) -> Result<(), Illegal> {
        if self.side(air) != side || !self.fliers.contains(air) || !self.on_map(s, air) {
            return Err(no(Rule("5.D.2.a"), "this is no air unit of yours that needs points"));
        }
        if s.aborted.contains(air) {
            return Err(no(Rule("10.A.3.f"), "it was aborted in this player-turn"));
        }
        if s.ready.contains(air) {
            return Err(no(Rule("5.D.2.d"), "it is ready"));
        }
        if !lines.contains(s.at(air)) {
            return Err(no(Rule("5.D.5.a"), "no supply path can be traced to its base"));
        }
        Ok(())
    }

    pub(crate) fn check_fuel(&self, s: &State, side: Side, units: Units) -> Result<(), Illegal> {
        let lines = self.fed(s, side);
        units.iter().try_for_each(|air| self.check_fuel_unit(s, side, air, &lines))?;
        self.pay_fuel(s, units).map(|_| ())
    }

    pub(crate) fn may_fuel(&self, s: &State, side: Side) -> bool {
        !self.fuel_candidates(s, side).is_empty()
    }

    pub(crate) fn fuel_candidates(&self, s: &State, side: Side) -> Units {
        if s.weather == crate::state::Weather::WinterStorm || self.points_of(s, side) == 0 {
            return Units::empty();
        }
        let lines = self.fed(s, side);
        let fits = |air: &Unit| {
            self.check_fuel_unit(s, side, *air, &lines).is_ok() && self.pay_fuel(s, Units::only(*air)).is_ok()
        };
        self.fliers.iter().filter(fits).collect()
    }

    pub(crate) fn fuel(&self, s: &mut State, side: Side, units: Units, r: &mut Referee<Event>) {
        if units.is_empty() {
            return;
        }
        if let Ok(msp) = self.pay_fuel(s, units) {
            let before: u16 = s.msp.iter().sum();
            s.msp = msp;
            s.ready |= units;
            let points = before - msp.iter().sum::<u16>();
            r.note(Rule("5.D.2.f"), Event::Ready { units, points, left: self.points_of(s, side) });
        }
    }

    /// [5.D.4.a], [5.D.4.b] Takes points for an attack over water: southern ones first where they may.
    pub(crate) fn pay_water(&self, s: &State, side: Side, south: bool, price: u16) -> Option<[u16; 3]> {
        let mut msp = s.msp;
        let mut price = price;
        if side == Side::AL && south {
            let part = price.min(msp[Account::South as usize]);
            msp[Account::South as usize] -= part;
            price -= part;
        }
        let own = &mut msp[Account::of(side) as usize];
        *own = own.checked_sub(price)?;
        Some(msp)
    }
}
