//! R: Resource points and ports.

use crate::components::Side;
use crate::state::{Hexes, State};
use crate::{DdayToTheRhine, Event};
use referee::{Illegal, Referee, Rule, Spot};

impl DdayToTheRhine {
    /// [R.3, R.4] Whether no German unit closes the port.
    fn is_open(&self, germans: &Hexes, port: Spot) -> bool {
        let map = &self.c.map;
        if port == map.antwerp {
            return !map.antwerp_approach.iter().any(|hex| germans.contains(*hex));
        }
        port != map.bordeaux || !germans.contains(map.royan)
    }

    /// [R.1.b, R.5] Ports that work for the Allies.
    pub(crate) fn working_ports(&self, s: &State) -> Hexes {
        let held = s.allied & self.ports;
        if held.is_empty() {
            return held;
        }
        // [O.1.e] Phantoms close nothing, and no unit that does is hidden.
        let germans = s.occupied[Side::German.index()];
        held.iter().filter(|port| self.is_open(&germans, *port)).collect()
    }

    /// [R.2] What the ports that work are worth.
    pub(crate) fn ports_at_work(&self, s: &State) -> u8 {
        self.working_ports(s).iter().filter_map(|at| self.city(at)).map(|city| city.port).sum()
    }

    /// [R.3, R.4] Hexes in which a German unit closes a port that the Allies hold.
    pub(crate) fn closing_hexes(&self, s: &State) -> Hexes {
        let map = &self.c.map;
        let mut hexes = Hexes::empty();
        if s.allied.contains(map.antwerp) {
            hexes.extend(map.antwerp_approach.iter().copied());
        }
        if s.allied.contains(map.bordeaux) {
            hexes.insert(map.royan);
        }
        hexes
    }

    /// [R.1.b, R.2, R.2.a] Port capacity.
    pub(crate) fn port_capacity(&self, s: &State) -> u8 {
        let beaches = s.beaches.iter().filter(|beach| **beach).count();
        self.ports_at_work(s) + self.c.tables.beach_pc * u8::try_from(beaches).unwrap_or(2)
    }

    /// [R.1, R.1.a, R.1.c, V.9]
    pub(crate) fn allied_resources(&self, s: &mut State, r: &mut Referee<Event>) {
        s.pc = self.port_capacity(s);
        let track = self.c.tables.allied_rp[usize::from(s.month.0)];
        s.rp[Side::Allied.index()] = (track + s.pc).min(self.c.tables.rp_cap);
        if s.pc >= self.c.tables.victory.ports_pc {
            s.low_ports = false;
        }
        let rp = s.rp[Side::Allied.index()];
        r.note(Rule("R.1"), Event::Resources { side: Side::Allied, rp, pc: s.pc });
    }

    /// [R.7, O.2.c]
    pub(crate) fn german_resources(&self, s: &mut State, r: &mut Referee<Event>) {
        let rp = self.under_weather(s, self.c.tables.german_rp[usize::from(s.month.0)]);
        s.rp[Side::German.index()] = rp;
        r.note(Rule("R.7"), Event::Resources { side: Side::German, rp, pc: 0 });
    }

    /// [R.10]
    pub(crate) fn check_rp(&self, s: &State, side: Side, cost: u8) -> Result<(), Illegal> {
        match s.rp[side.index()] >= cost {
            true => Ok(()),
            false => Err(Illegal::new(Rule("R.10"), "there are not enough RP left this month")),
        }
    }

    /// [R.8]
    pub(crate) fn spend(&self, s: &mut State, side: Side, cost: u8) {
        s.rp[side.index()] -= cost;
    }
}
