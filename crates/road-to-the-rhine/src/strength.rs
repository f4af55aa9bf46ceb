//! Strengths with terrain and supply, the column and its shifts: 11.A and 12.

use crate::components::{Country, Ground, Kind, Place, side};
use crate::state::{Engineers, Side, State, Unit, Units};
use crate::{National, RoadToTheRhine};
use referee::Spot;

/// Parts of a strength point.
pub(crate) const PARTS: u32 = 128;

/// One shift and its rule.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Shift {
    pub(crate) rule: &'static str,
    pub(crate) what: &'static str,
    pub(crate) columns: i8,
}

/// What an attack comes to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Odds {
    pub(crate) attack: u32,
    pub(crate) defence: u32,
    /// The column of the ratio; none below the first.
    pub(crate) raw: Option<u8>,
    pub(crate) shifts: Vec<Shift>,
    /// The column after all shifts but air; may be below the first.
    pub(crate) known: i8,
    /// The column that is used.
    pub(crate) column: u8,
}

impl RoadToTheRhine {
    pub(crate) fn strength(&self, s: &State, unit: Unit) -> u32 {
        let card = self.card(unit);
        let printed = if s.reduced.contains(unit) { card.back.unwrap_or(card.strength) } else { card.strength };
        u32::from(printed) * PARTS
    }

    /// [22.D.b] Dutch and Belgians outside Holland and Belgium.
    fn is_abroad(&self, s: &State, unit: Unit) -> bool {
        let low = Some(unit) == self.special.dutch || Some(unit) == self.special.belgians;
        let country = self.components.map.country.get(s.at(unit).index());
        low && !matches!(country, Some(Country::Holland | Country::Belgium))
    }

    fn is_starved(&self, s: &State, unit: Unit) -> bool {
        s.unsupplied.contains(unit) && !s.airfed.contains(unit)
    }

    /// [6.C.a], [5.D.1.g] (both: [6.E]), [22.D.b], [12.A.h], [12.B.i], [12.B.e], [12.B.g]; [22.B.2.c] commandos are not halved
    /// over rivers.
    pub(crate) fn attack_of(&self, s: &State, unit: Unit, hex: Spot, with: Units) -> u32 {
        let mut value = self.strength(s, unit);
        let mut halve = |times: u32, when: bool| {
            if when {
                value >>= times;
            }
        };
        halve(1, self.is_starved(s, unit));
        halve(1, self.lacks_fuel(s, unit));
        halve(1, self.is_abroad(s, unit));
        let mountain = self.components.map.ground[hex.index()] == Ground::Mountain;
        halve(1, mountain && self.card(unit).kind != Kind::Mountain);
        let Some(edge) = self.front_edge(s, unit, hex) else { return value };
        halve(1, self.sides_of(edge) & side::CAUSEWAY != 0);
        if self.lands(s, unit, hex, with) || self.is_sea(edge) {
            return value;
        }
        if self.wide_river(s, edge) {
            halve(if self.is_vehicle(unit) { 2 } else { 1 }, true);
        } else {
            halve(1, self.is_bridged(edge) || self.is_minor(s, edge));
        }
        value
    }

    /// [12.A.c], [12.A.d] Doubled in cities, Germans in works too.
    pub(crate) fn defence_of(&self, s: &State, unit: Unit, hex: Spot) -> u32 {
        if s.retreated.contains(unit) {
            return 0;
        }
        let mut value = self.strength(s, unit);
        if self.is_starved(s, unit) {
            value /= 2;
        }
        if self.is_abroad(s, unit) {
            value /= 2;
        }
        let map = &self.components.map;
        let city = map.place[hex.index()] >= Place::City;
        let works = map.fortified[hex.index()] && self.side(unit) == Side::GE;
        if city || works { value * 2 } else { value }
    }

    /// Attacks over water as commandos do, and may in this weather [17.h].
    fn lands(&self, s: &State, unit: Unit, hex: Spot, with: Units) -> bool {
        self.components.tables.effects[s.weather as usize].amphibious
            && self.is_amphibious(s, unit)
            && !(self.is_of_engineers(s, unit) && self.engineers_support(s, hex, with))
    }

    pub(crate) fn has_code(&self, with: Units, code: char) -> bool {
        with.iter().any(|unit| self.card(unit).code == Some(code))
    }

    /// [22.C.3] A major city or works: what support brigades are for; not in reserve [22.C.5].
    fn is_siege(&self, s: &State, hex: Spot) -> bool {
        let map = &self.components.map;
        (map.place[hex.index()] == Place::Major || map.fortified[hex.index()]) && !s.reserve_phase
    }

    /// [22.C.3] A support brigade against a major city or works.
    fn supports_siege(&self, s: &State, hex: Spot, with: Units) -> bool {
        self.is_siege(s, hex) && (self.has_code(with, 'S') || self.engineers_support(s, hex, with))
    }

    /// [22.C.4.d] One role a turn: the B brigade supports where it can, unless another does or it must cross like commandos.
    pub(crate) fn engineers_support(&self, s: &State, hex: Spot, with: Units) -> bool {
        let wades = |unit: Unit| {
            self.front_edge(s, unit, hex).is_none_or(|edge| self.check_water(s, unit, hex, edge, false).is_ok())
        };
        self.has_code(with, 'B')
            && self.is_siege(s, hex)
            && s.engineers != Engineers::Amphibious
            && !self.has_code(with, 'S')
            && with.iter().filter(|unit| self.is_of_engineers(s, *unit)).all(wades)
    }

    /// [22.F.a] The first impulse beside the enemy, and all of them US.
    pub(crate) fn ss150_disguised(&self, s: &State, unit: Unit) -> bool {
        Some(unit) == self.special.ss150 && !s.ss150_spent && {
            let near: Units = self.ways(s.at(unit)).flat_map(|way| self.stack(s, Side::AL, way.to).iter()).collect();
            !near.is_empty() && near.iter().all(|it| self.group_of(it) == National::US)
        }
    }

    /// [12.A.a] Clear ground gives none; [12.A.b], [12.A.d], [12.A.e], [12.A.f] one of these.
    fn each_shift(&self, s: &State, hex: Spot, with: Units, mut tell: impl FnMut(Shift)) {
        let (map, tables) = (&self.components.map, &self.components.tables);
        let i = hex.index();
        let defender = s.attacker().other();
        let mut add = |rule, what, columns| {
            if columns != 0 {
                tell(Shift { rule, what, columns });
            }
        };
        let works = map.fortified[i] && defender == Side::AL;
        if map.place[i] == Place::Town {
            add("12.A.b", "Town", tables.shift_town);
        } else if map.ground[i] == Ground::Mountain {
            add("12.A.f", "Mountain", tables.shift_mountain);
        } else if map.ground[i] == Ground::Rough {
            add("12.A.e", "Rough ground", tables.shift_rough);
        } else if works {
            add("12.A.d", "Works", tables.shift_works);
        }
        let effect = &tables.effects[s.weather as usize];
        if map.ground[i] == Ground::Mountain {
            let rule = match s.weather {
                crate::state::Weather::Storm => "17.d",
                crate::state::Weather::Frost => "17.e",
                crate::state::Weather::WinterStorm => "17.f",
                _ => "17.g",
            };
            add(rule, "Weather in the mountains", effect.mountain);
        }
        if self.behind_canal(s, hex, with) {
            add("12.B.b", "Canal", tables.shift_canal);
        }
        if self.supports_siege(s, hex, with) {
            add("22.C.3", "Specialized armor", tables.shift_support);
        }
        if with.iter().any(|unit| self.ss150_disguised(s, unit)) {
            add("22.F.1", "Disguise", tables.shift_surprise);
        }
        if self.is_first_turn(s) && s.initiative == Side::AL && !s.reserve_phase {
            add("26.d", "Disorganization", tables.shift_first_turn);
        }
    }

    /// Whether a canal and whether a river lies before a unit.
    pub(crate) fn water_before(&self, s: &State, unit: Unit, hex: Spot) -> (bool, bool) {
        let edge = self.front_edge(s, unit, hex);
        let canal = edge.is_some_and(|edge| self.sides_of(edge) & side::CANAL != 0);
        let river = edge.is_some_and(|edge| self.is_minor(s, edge) || self.is_major(edge));
        (canal, river)
    }

    /// [12.B.b], [22.B.2.d]
    fn behind_canal(&self, s: &State, hex: Spot, with: Units) -> bool {
        let water = |unit: Unit| self.water_before(s, unit, hex);
        let all = with.iter().all(|unit| {
            let (canal, river) = water(unit);
            canal || river
        });
        let some = with.iter().any(|unit| water(unit).0);
        all && some && !with.iter().all(|unit| self.lands(s, unit, hex, with))
    }

    /// [11.A.b] The best column the ratio reaches.
    fn column_of(&self, attack: u32, defence: u32) -> Option<u8> {
        let columns = &self.components.tables.columns;
        let reached =
            columns.iter().take_while(|(a, d)| u64::from(attack) * u64::from(*d) >= u64::from(defence) * u64::from(*a));
        u8::try_from(reached.count()).ok()?.checked_sub(1)
    }

    /// [11.A.a] Attack, defence, and the column of their ratio.
    fn ratio(&self, s: &State, hex: Spot, with: Units) -> (u32, u32, Option<u8>) {
        let attack: u32 = with.iter().map(|unit| self.attack_of(s, unit, hex, with)).sum();
        let target = self.stack(s, s.attacker().other(), hex);
        let defence: u32 = target.iter().map(|unit| self.defence_of(s, unit, hex)).sum();
        (attack, defence, self.column_of(attack, defence))
    }

    /// The column of the ratio, none below the first, and the column after all shifts but air.
    pub(crate) fn known_column(&self, s: &State, hex: Spot, with: Units) -> (Option<u8>, i8) {
        let (_, _, raw) = self.ratio(s, hex, with);
        let mut known = i8::try_from(raw.unwrap_or(0)).unwrap_or(0);
        self.each_shift(s, hex, with, |shift| known += shift.columns);
        (raw, known)
    }

    /// [11.A.a], [11.b] All attackers against all defenders of the hex; shifts [11.A.c], aircraft last [10.A.1.d], [10.A.2.c].
    pub(crate) fn odds(&self, s: &State, hex: Spot, with: Units, air: i8) -> Odds {
        let (attack, defence, raw) = self.ratio(s, hex, with);
        let mut shifts = vec![];
        self.each_shift(s, hex, with, |shift| shifts.push(shift));
        let known = i8::try_from(raw.unwrap_or(0)).unwrap_or(0) + shifts.iter().map(|it| it.columns).sum::<i8>();
        if air > 0 {
            shifts.push(Shift { rule: "10.A.1.d", what: "Air support", columns: air });
        }
        if air < 0 {
            shifts.push(Shift { rule: "10.A.2.c", what: "Air defence", columns: air });
        }
        let last = i8::try_from(self.components.tables.columns.len() - 1).unwrap_or(9);
        let column = u8::try_from((known + air).clamp(0, last)).unwrap_or(0);
        Odds { attack, defence, raw, shifts, known: known.min(last), column }
    }
}
