//! Chapter 18: replacements and cannibalization.

use crate::action::no;
use crate::components::{Kind, Nation};
use crate::event::Event;
use crate::state::{Hexes, NEVER, Side, State, Unit, Units, month};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule};

/// The kinds by number, as in `tables.rs`.
pub(crate) const KIND_WORDS: [&str; 13] = [
    "US-inf", "US-arm", "US-para", "Br-inf", "Br-arm", "Br-para", "Cn", "Fr-inf", "Fr-arm", "GE-inf", "GE-arm",
    "GE-para", "GE-pg",
];

/// [18.A.a]
#[derive(Copy, Clone, PartialEq, Eq)]
enum Sort {
    Infantry,
    Armor,
    Parachute,
    Panzergrenadier,
}

fn sort_of(kind: Kind) -> Sort {
    match kind {
        Kind::Armor | Kind::Specialized | Kind::Cavalry | Kind::AssaultGun => Sort::Armor,
        Kind::Panzergrenadier | Kind::Motorized => Sort::Panzergrenadier,
        Kind::Parachute => Sort::Parachute,
        _ => Sort::Infantry,
    }
}

impl RoadToTheRhine {
    /// [18.A.b], [18.D.4] The kind that rebuilds a unit as a rule.
    pub(crate) fn own_kind(&self, unit: Unit) -> Option<u8> {
        let card = self.card(unit);
        let sort = sort_of(card.kind);
        Some(match (card.nation, sort) {
            (Nation::US, Sort::Infantry | Sort::Panzergrenadier) => 0,
            (Nation::US, Sort::Armor) => 1,
            (Nation::US, Sort::Parachute) => 2,
            (Nation::British, Sort::Infantry | Sort::Panzergrenadier) => 3,
            (Nation::British | Nation::Polish | Nation::Czech, Sort::Armor) => 4,
            (Nation::British, Sort::Parachute) => 5,
            (Nation::Canadian, _) => 6,
            (Nation::French, Sort::Armor) => 8,
            (Nation::French, _) => 7,
            (Nation::Army | Nation::SS | Nation::Luftwaffe, Sort::Infantry) => 9,
            (Nation::Army | Nation::SS | Nation::Luftwaffe, Sort::Armor) => 10,
            (Nation::Army | Nation::SS | Nation::Luftwaffe, Sort::Parachute) => 11,
            (Nation::Army | Nation::SS | Nation::Luftwaffe, Sort::Panzergrenadier) => 12,
            _ => return None,
        })
    }

    /// Whether a kind may rebuild a unit where it is.
    fn check_kind(&self, s: &State, unit: Unit, kind: u8) -> Result<(), Illegal> {
        let card = self.card(unit);
        let sort = sort_of(card.kind);
        let kind_side = if kind >= 9 { Side::GE } else { Side::AL };
        if kind_side != card.side {
            return Err(no(Rule("18.B.e"), "it is of another nation"));
        }
        let kind_sort = match kind {
            0 | 3 | 7 | 9 => Some(Sort::Infantry),
            1 | 4 | 8 | 10 => Some(Sort::Armor),
            2 | 5 | 11 => Some(Sort::Parachute),
            12 => Some(Sort::Panzergrenadier),
            _ => None,
        };
        // [18.D.1] Canadian ones are infantry or armor as needed.
        let fits = match kind_sort {
            Some(it) => it == sort || it == Sort::Infantry && sort == Sort::Panzergrenadier && card.side == Side::AL,
            None => matches!(sort, Sort::Infantry | Sort::Armor),
        };
        if !fits {
            return Err(no(Rule("18.A.b"), "that kind of replacement does not fit it"));
        }
        // [18.D.2.a], [18.D.2.b], [18.D.2.c]
        if card.nation == Nation::French {
            let infantry_division = card.division && sort == Sort::Infantry;
            if sort == Sort::Armor {
                return if [1, 4, 6, 8].contains(&kind) {
                    Ok(())
                } else {
                    Err(no(Rule("18.B.e"), "it is of another nation"))
                };
            }
            let boxed = !self.on_map(s, unit);
            if infantry_division && boxed {
                return match kind {
                    0 | 3 | 6 => Ok(()),
                    _ => Err(no(Rule("18.D.2.c"), "it needs British, Canadian or US infantry")),
                };
            }
            return if kind == 7 { Ok(()) } else { Err(no(Rule("18.B.e"), "it is of another nation")) };
        }
        match self.own_kind(unit) == Some(kind) {
            true => Ok(()),
            false => Err(no(Rule("18.B.e"), "it is of another nation")),
        }
    }

    fn needs_rebuilding(&self, s: &State, unit: Unit) -> bool {
        let at = s.at(unit);
        self.on_map(s, unit) && s.reduced.contains(unit)
            || at == self.spot_of(Off::Destroyed)
            || at == self.spot_of(Off::Cadre)
    }

    /// [18.B.d], [18.B.e], [18.B.f]; what was cannibalized waits [18.E.c].
    pub(crate) fn check_rebuild(&self, s: &State, units: Units, with: Option<u8>) -> Result<(), Illegal> {
        let side = s.initiative;
        if units.is_empty() || units.iter().any(|unit| self.side(unit) != side) {
            return Err(no(Rule("18.B.e"), "name own units"));
        }
        if units.iter().any(|unit| s.at(unit) == self.spot_of(Off::Cannibalized)) {
            return Err(no(Rule("18.E.e"), "a cannibalized unit never returns"));
        }
        let Some(kind) = with else { return self.check_free(s, units) };
        if units.iter().any(|unit| self.card(unit).air.is_some()) {
            return Err(no(Rule("18.A.b"), "that kind of replacement does not fit it"));
        }
        if units.intersects(&s.rebuilt) {
            return Err(no(Rule("18.B.f"), "it has had a replacement in this player-turn"));
        }
        units.iter().try_for_each(|unit| self.check_kind(s, unit, kind))?;
        let stock = s.has[usize::from(kind)];
        if stock == 0 {
            let fresh = s.fresh[usize::from(kind)] > 0;
            let rule = if fresh { "18.E.c" } else { "18.C.1.a" };
            return Err(no(Rule(rule), "there is no such replacement left"));
        }
        if units.len() > 1 {
            let small = |unit: Unit| !self.card(unit).division && self.on_map(s, unit) && s.reduced.contains(unit);
            if units.len() > 2 || !units.iter().all(small) {
                return Err(no(Rule("18.C.2.b"), "two reduced non-divisional units on the map share one"));
            }
        }
        if !units.iter().all(|unit| self.needs_rebuilding(s, unit)) {
            return Err(no(Rule("18.C.1.a"), "it needs no replacement"));
        }
        Ok(())
    }

    /// [18.D.3], [18.D.5], [18.D.6], [18.D.7]
    fn check_free(&self, s: &State, units: Units) -> Result<(), Illegal> {
        let Some(unit) = units.first().filter(|_| units.len() == 1) else {
            return Err(no(Rule("18.D.3"), "one unit at a time comes back free"));
        };
        let destroyed = s.at(unit) == self.spot_of(Off::Destroyed);
        let card = self.card(unit);
        if card.air.is_some() {
            let lost = card.air.map_or(NEVER, |number| s.lost[number]);
            let waited = destroyed && (lost == NEVER || s.turn > lost + self.components.tables.rebuild_wait);
            let rule = no(Rule("18.D.6"), "one air unit a turn, two complete turns after its loss");
            return if waited && !s.air_rebuilt[card.side as usize] { Ok(()) } else { Err(rule) };
        }
        if Some(unit) == self.special.dutch || Some(unit) == self.special.belgians {
            let rule = no(Rule("18.D.3"), "it is rebuilt free once");
            return if destroyed && !s.once.contains(unit) { Ok(()) } else { Err(rule) };
        }
        if Some(unit) == self.special.poles {
            let rule = no(Rule("18.D.5"), "it is rebuilt free once");
            return if destroyed && !s.once.contains(unit) { Ok(()) } else { Err(rule) };
        }
        if card.kind == Kind::Cavalry && card.nation == Nation::US {
            let rule = no(Rule("18.D.7"), "one regiment a month of 1945");
            return if destroyed && month(s.turn) >= 4 && !s.cavalry_rebuilt { Ok(()) } else { Err(rule) };
        }
        Err(no(Rule("18.D.3"), "it does not come back free"))
    }

    pub(crate) fn rebuild(&self, s: &mut State, units: Units, with: Option<u8>, r: &mut Referee<Event>) {
        match with {
            Some(kind) => {
                s.has[usize::from(kind)] -= 1;
                s.rebuilt |= units;
                for unit in units.iter() {
                    self.raise(s, unit, r);
                }
            }
            None => {
                for unit in units.iter() {
                    self.raise_free(s, unit, r);
                }
            }
        }
    }

    /// [18.C.1.a], [18.C.2.b] On the map; [18.C.1.b], [18.C.2.a] from a box as a new unit, [18.C.1.c] full if it has no back.
    fn raise(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let card = self.card(unit);
        if self.on_map(s, unit) {
            s.reduced.remove(unit);
            let rule = if card.division { "18.C.1.a" } else { "18.C.2.b" };
            r.note(Rule(rule), Event::About { unit, what: "is back at full strength" });
            return;
        }
        if card.division && s.at(unit) == self.spot_of(Off::Destroyed) {
            self.put(s, unit, self.spot_of(Off::Cadre));
            r.note(Rule("18.C.1.a"), Event::About { unit, what: "is a cadre" });
            return;
        }
        let from_cadre = s.at(unit) == self.spot_of(Off::Cadre);
        self.put(s, unit, self.spot_of(Off::Waiting));
        s.began[unit.index()] = s.at(unit);
        s.again.insert(unit);
        if from_cadre && card.back.is_some() {
            s.reduced.insert(unit);
        }
        let (rule, what) = if from_cadre { ("18.C.1.a", "leaves the cadre box") } else { ("18.C.2.a", "is rebuilt") };
        r.note(Rule(rule), Event::About { unit, what });
    }

    fn raise_free(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let card = self.card(unit);
        let rule = match (card.air.is_some(), card.kind) {
            (true, _) => {
                s.air_rebuilt[card.side as usize] = true;
                "18.D.6"
            }
            (false, Kind::Cavalry) => {
                s.cavalry_rebuilt = true;
                "18.D.7"
            }
            _ => {
                s.once.insert(unit);
                if Some(unit) == self.special.poles { "18.D.5" } else { "18.D.3" }
            }
        };
        if let Some(number) = card.air {
            s.lost[number] = NEVER;
        }
        let england = self.card(unit).kind == Kind::Transport;
        self.put(s, unit, self.spot_of(if england { Off::England } else { Off::Waiting }));
        s.began[unit.index()] = s.at(unit);
        s.again.insert(unit);
        r.note(Rule(rule), Event::About { unit, what: "is rebuilt" });
    }

    /// Units that a kind of replacement, or nothing at all, could raise.
    pub(crate) fn rebuildable(&self, s: &State, with: Option<u8>) -> Units {
        // Who is neither reduced nor in a box needs nothing.
        let boxed = s.units_at(self.spot_of(Off::Destroyed)) | s.units_at(self.spot_of(Off::Cadre));
        let own = |unit: &Unit| self.check_rebuild(s, Units::only(*unit), with).is_ok();
        (s.reduced | boxed).iter().filter(own).collect()
    }

    pub(crate) fn rebuild_kinds(&self, s: &State) -> Vec<Option<u8>> {
        let mut kinds: Vec<Option<u8>> = (0u8..13).filter(|kind| s.has[usize::from(*kind)] > 0).map(Some).collect();
        kinds.push(None);
        kinds.into_iter().filter(|kind| !self.rebuildable(s, *kind).is_empty()).collect()
    }

    pub(crate) fn may_refit(&self, s: &State) -> bool {
        self.scenario(s).replacements && !self.rebuild_kinds(s).is_empty()
    }

    /// [18.E.a], [18.E.b]
    pub(crate) fn check_cannibal(&self, s: &State, unit: Unit, lines: &Hexes) -> Result<(), Illegal> {
        let card = self.card(unit);
        let cadre = s.at(unit) == self.spot_of(Off::Cadre);
        let on_map = self.on_map(s, unit);
        let eligible = card.air.is_none()
            && card.side == s.initiative
            && match card.side {
                Side::GE => on_map && !card.division && card.set.is_none() || cadre,
                Side::AL => {
                    card.division && matches!(card.nation, Nation::British | Nation::French) && (on_map || cadre)
                }
            };
        if !eligible {
            return Err(no(Rule("18.E.a"), "it cannot be cannibalized"));
        }
        if on_map && !lines.contains(s.at(unit)) {
            return Err(no(Rule("18.E.b"), "no supply path can be traced to it"));
        }
        Ok(())
    }

    /// How many replacements a set of units yields, and of which kind.
    pub(crate) fn yield_of(&self, s: &State, units: Units) -> Option<(u8, u8)> {
        let unit = units.first()?;
        let kind = self.own_kind(unit)?;
        let card = self.card(unit);
        let reduced = s.reduced.contains(unit);
        if units.len() == 2 {
            let small = |it: Unit| {
                !self.card(it).division
                    && s.reduced.contains(it)
                    && self.own_kind(it) == Some(kind)
                    && self.on_map(s, it)
            };
            return units.iter().all(small).then_some((kind, 1));
        }
        if units.len() > 2 {
            return None;
        }
        if s.at(unit) == self.spot_of(Off::Cadre) {
            return Some((kind, 1));
        }
        match (card.division, card.back.is_some(), reduced) {
            (true, true, false) => Some((kind, 3)),
            (true, _, _) => Some((kind, 2)),
            (false, _, false) => Some((kind, 1)),
            (false, _, true) => None,
        }
    }

    pub(crate) fn check_cannibalize(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if units.is_empty() {
            return Err(no(Rule("18.E.a"), "no unit is named"));
        }
        let lines = self.lines(s, s.initiative);
        units.iter().try_for_each(|unit| self.check_cannibal(s, unit, &lines))?;
        match self.yield_of(s, units) {
            Some(_) => Ok(()),
            None => Err(no(Rule("18.E.d"), "one at a time, or two reduced non-divisional units")),
        }
    }

    pub(crate) fn cannibalize(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        let Some((kind, count)) = self.yield_of(s, units) else { return };
        for unit in units.iter() {
            let from = s.at(unit);
            self.remove(s, unit, Off::Cannibalized);
            self.garrison_gone(s, from, r);
        }
        s.fresh[usize::from(kind)] = s.fresh[usize::from(kind)].saturating_add(count);
        r.note(Rule("18.E.d"), Event::Cannibalized { units, kind, count });
    }
}
