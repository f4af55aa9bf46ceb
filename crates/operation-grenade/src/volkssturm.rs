//! [21.0] Volkssturm: the first US unit next to a town calls it out.

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::{Ground, Town};
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Bridge, Hexes, NOWHERE, Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule, Spot};

impl OperationGrenade {
    pub(crate) fn levy_town(&self, levy: u8) -> &Town {
        let map = &self.components.map;
        &map.towns[map.levies[usize::from(levy)].town]
    }

    /// [21.11], [22.21] Whether a US unit that enters this hex makes dice fall.
    #[inline]
    pub(crate) fn dice_fall(&self, s: &State, hex: Spot) -> bool {
        self.levies_near[hex.index()] & !s.rolled != 0 || self.untried_bridge(s, hex).is_some()
    }

    fn untried_bridge(&self, s: &State, hex: Spot) -> Option<u8> {
        self.bridges_west(hex).find(|bridge| s.bridges[usize::from(*bridge)] == Bridge::Untried)
    }

    /// [21.11], [21.23] Towns first, one after the other in the order of the map, then [22.21] bridges, unless the ruse has to be asked for [22.23].
    pub(crate) fn settle_arrival(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) -> bool {
        let towns = self.levies_near[hex.index()] & !s.rolled;
        if towns != 0 {
            let levy = u8::try_from(towns.trailing_zeros()).unwrap_or(0);
            self.call_out(s, levy, r);
        } else if let Some(bridge) = self.untried_bridge(s, hex) {
            match s.ruse_used {
                true => self.try_demolition(s, bridge, false, r),
                false => s.steps.push(Step::Ruse(bridge)),
            }
        } else {
            s.steps.pop();
        }
        false
    }

    /// [21.11], [21.11.a] As many come as the Value exceeds the die, [21.21] once for each town; [21.12] drawn from those not in
    /// use, [21.22] as many as there are.
    fn call_out(&self, s: &mut State, levy: u8, r: &mut Referee<Event>) {
        s.rolled |= 1 << levy;
        let die = r.roll(6);
        r.note(Rule("21.11"), Event::Levy { town: levy, die });
        let value = self.components.map.levies[usize::from(levy)].value;
        let mut unused: Vec<Unit> = self.volkssturm.iter().filter(|unit| s.at(*unit) == self.off).collect();
        let come = usize::from(value.saturating_sub(die)).min(unused.len());
        r.note(Rule("21.11.a"), Event::LevySize { units: u8::try_from(come).unwrap_or(0) });
        let mut units = Units::empty();
        for _ in 0..come {
            let nth = r.draw(u16::try_from(unused.len()).unwrap_or(u16::MAX));
            units.insert(unused.remove(usize::from(nth)));
        }
        if !units.is_empty() {
            s.steps.push(Step::Place { levy, units });
        }
    }

    /// [21.12], [21.12.a] Hexes of the town that the US does not hold; if there is no room in it, those around it.
    pub(crate) fn levy_places(&self, s: &State, levy: u8) -> Hexes {
        let free = |hex: &Spot| {
            self.printed_ground(*hex) != Ground::Lake && !s.here[Side::US].contains(*hex) && self.has_room(s, *hex)
        };
        let town: Hexes = self.levy_town(levy).hexes.iter().copied().collect();
        let inside: Hexes = town.iter().filter(free).collect();
        if !inside.is_empty() {
            return inside;
        }
        let around: Hexes = town.iter().flat_map(|hex| self.around(hex).iter().copied()).collect();
        (around - town).iter().filter(free).collect()
    }

    pub(crate) fn check_place(&self, s: &State, levy: u8, units: Units, unit: Unit, at: Spot) -> Result<(), Illegal> {
        if !self.exists(unit) || !units.contains(unit) {
            return Err(Illegal::new(Rule("21.12"), "the unit is none of those that were called out"));
        }
        if self.is_hex(at) && self.levy_places(s, levy).contains(at) {
            return Ok(());
        }
        let town = &self.levy_town(levy).hexes;
        let full = self.is_hex(at) && town.contains(&at) && !s.here[Side::US].contains(at);
        let crowded = !self.levy_places(s, levy).iter().any(|hex| town.contains(&hex));
        Err(match (full, crowded) {
            (true, _) => Illegal::new(Rule("21.12.a"), "that hex of the town is full"),
            (_, true) => Illegal::new(
                Rule("21.12.a"),
                "the town is full: Volkssturm stand next to it, where there is room and neither US units nor a lake",
            ),
            _ => Illegal::new(Rule("21.12"), "Volkssturm stand in their town while there is room in it"),
        }
        .about(if self.is_hex(at) { Ref::Spot(at) } else { Ref::Nothing }))
    }

    pub(crate) fn offer_places(&self, units: Units, offers: &mut Vec<Offer<Action>>) {
        for unit in units {
            offers.push(Offer::new(Action::Place { unit, at: NOWHERE }, unit.into(), "place"));
        }
    }

    pub(crate) fn open_place(&self, s: &State, levy: u8) -> Opening {
        let of = self.levy_places(s, levy).iter().map(Ref::Spot).collect();
        Opening::Subset { of, must: 0, least: 1, most: 1, loose: false }
    }

    pub(crate) fn place_levy(&self, s: &mut State, unit: Unit, at: Spot, r: &mut Referee<Event>) {
        if let Some(Step::Place { units, .. }) = s.steps.top_mut() {
            units.remove(unit);
        }
        self.pass(s, unit, self.off, at, r);
        self.put(s, unit, at);
        r.note(Rule("21.12"), Event::Placed { unit, at });
    }

    /// [21.12.a] Where there is no room at all the unit is not received.
    pub(crate) fn settle_placing(&self, s: &mut State, levy: u8, units: Units, r: &mut Referee<Event>) -> bool {
        let waits = !units.is_empty() && !self.levy_places(s, levy).is_empty();
        if !waits {
            for unit in units {
                r.note(Rule("21.12.a"), Event::NoPlace { unit });
            }
            s.steps.pop();
        }
        waits
    }
}
