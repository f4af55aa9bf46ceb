//! A second reading of the rules of strength, column and supply: slow, plain, and without a function of the game.

use operation_grenade::State;
use operation_grenade::components::{Components, Ground, Kind, Water};
use operation_grenade::state::{Current, Flood, Side, Unit, Weather};
use referee::Spot;

/// One combat as everybody at the table saw it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Combat {
    pub(crate) side: Option<Side>,
    pub(crate) targets: Vec<Spot>,
    pub(crate) attackers: Vec<Unit>,
    pub(crate) guns: Vec<Unit>,
    pub(crate) air: [bool; 2],
    /// Regiments that were named to fight [7.22].
    pub(crate) named: Vec<Unit>,
}

/// Attack, defence, line from 0, column and shifted column from 1.
pub(crate) type Column = (u16, u16, u8, u8, u8);

pub(crate) struct Slow<'a> {
    pub(crate) box_: &'a Components,
}

impl Slow<'_> {
    fn count(&self) -> u16 {
        u16::try_from(self.box_.map.grid.len()).expect("few hexes")
    }

    fn is_hex(&self, hex: Spot) -> bool {
        hex.0 < self.count()
    }

    fn row_place(hex: Spot) -> (i32, i32) {
        (i32::from(hex.0) / 21 + 1, i32::from(hex.0) % 21 + 1)
    }

    /// By the numbering: even rows lie half a hex further east.
    pub(crate) fn around(&self, hex: Spot) -> Vec<Spot> {
        let (row, place) = Self::row_place(hex);
        let slant = if row % 2 == 0 { [0, 1] } else { [-1, 0] };
        let mut near = vec![(row, place - 1), (row, place + 1)];
        for next in [row - 1, row + 1] {
            near.extend(slant.map(|by| (next, place + by)));
        }
        near.retain(|(row, place)| (1..=26).contains(row) && (1..=21).contains(place));
        near.into_iter().map(|(row, place)| Spot(u16::try_from((row - 1) * 21 + place - 1).expect("a hex"))).collect()
    }

    /// By walking outwards ring by ring.
    fn distance(&self, from: Spot, to: Spot) -> usize {
        let mut ring = vec![from];
        for steps in 0.. {
            if ring.contains(&to) {
                return steps;
            }
            let mut next: Vec<Spot> = ring.iter().flat_map(|hex| self.around(*hex)).chain(ring.clone()).collect();
            next.sort();
            next.dedup();
            ring = next;
        }
        unreachable!("the map hangs together")
    }

    fn units(&self) -> impl Iterator<Item = Unit> {
        (0..u8::try_from(self.box_.units.len()).expect("few units")).map(Unit)
    }

    fn in_hex(&self, s: &State, hex: Spot) -> Vec<Unit> {
        self.units().filter(|unit| s.at[usize::from(unit.0)] == hex).collect()
    }

    fn side(&self, unit: Unit) -> Side {
        self.box_.units[usize::from(unit.0)].side
    }

    fn kind(&self, unit: Unit) -> Kind {
        self.box_.units[usize::from(unit.0)].kind
    }

    /// A regiment or brigade that is no cadre.
    fn large(&self, s: &State, unit: Unit) -> bool {
        matches!(self.box_.units[usize::from(unit.0)].size.as_str(), "III" | "X") && !s.cadre.contains(unit)
    }

    fn mud(s: &State) -> bool {
        s.weather.iter().any(|weather| [Weather::Thaw, Weather::Rain].contains(weather))
    }

    fn flooded(&self, s: &State, hex: Spot) -> bool {
        s.flood == Flood::Flash && self.box_.map.valley.contains(hex)
    }

    fn river(&self, s: &State, a: Spot, b: Spot) -> bool {
        match self.water(a, b) {
            Water::None => false,
            Water::Stream => Self::mud(s) && !(self.flooded(s, a) && self.flooded(s, b)),
            Water::River | Water::Lower | Water::Upper | Water::Rhine => true,
        }
    }

    fn water(&self, a: Spot, b: Spot) -> Water {
        let edge = self.box_.map.board.edge(a, b).expect("neighbours have a hexside");
        self.box_.map.water[edge.index()]
    }

    /// [7.21], [9.93.a] Who defends.
    pub(crate) fn defenders(&self, s: &State, combat: &Combat) -> Vec<Unit> {
        let mut fight = vec![];
        for hex in &combat.targets {
            let spent = |unit: Unit| s.fought.contains(unit) || s.out.contains(unit) || s.retreated.contains(unit);
            let fresh: Vec<Unit> = self.in_hex(s, *hex).into_iter().filter(|unit| !spent(*unit)).collect();
            let (large, small): (Vec<Unit>, Vec<Unit>) = fresh.into_iter().partition(|unit| self.large(s, *unit));
            fight.extend(small);
            match large[..] {
                [only] => fight.push(only),
                _ => fight.extend(large.into_iter().filter(|unit| combat.named.contains(unit))),
            }
        }
        fight.sort();
        fight
    }

    /// [8.35], [9.31] By the counter or by the chit that lies under it.
    fn strength(&self, s: &State, unit: Unit) -> u16 {
        let card = &self.box_.units[usize::from(unit.0)];
        if s.cadre.contains(unit) {
            return card.cadre.expect("a cadre has values").0.into();
        }
        let Some(draws) = card.draws else { return card.strength.into() };
        let chit = s.chit[usize::from(unit.0)].get().expect("who fights has a chit");
        let kind = &self.box_.chits.pools[usize::from(draws.morale) - 1][usize::from(chit.kind)];
        let side = if chit.reduced { kind.back } else { kind.front };
        side[draws.class as usize].into()
    }

    /// Whether works in a hex help its defenders: [12.21] entrenched, [20.1] improved.
    fn works(&self, combat: &Combat, hex: Spot) -> (bool, bool) {
        let german = combat.side == Some(Side::US);
        (german && self.box_.map.entrenchments.contains(hex), german && self.box_.map.improved.contains(hex))
    }

    fn mines_cleared(&self, s: &State, combat: &Combat, hex: Spot) -> bool {
        combat.attackers.iter().any(|unit| {
            let card = &self.box_.units[usize::from(unit.0)];
            card.name == "739/19" && !self.river(s, s.at[usize::from(unit.0)], hex)
        })
    }

    fn multiple(&self, s: &State, combat: &Combat, hex: Spot) -> u16 {
        let from: Vec<Spot> = combat.attackers.iter().map(|unit| s.at[usize::from(unit.0)]).collect();
        let (entrenched, _) = self.works(combat, hex);
        let bridge = |at: &Spot| self.box_.map.bridges.iter().any(|it| (it.west, it.east) == (*at, hex));
        if combat.side == Some(Side::US) && from.iter().any(bridge) {
            return 3;
        }
        let day = 17 + u16::from(s.d_day) + u16::from(s.turn) - 1;
        let roer = |at: &Spot| [Water::Lower, Water::Upper].contains(&self.water(*at, hex));
        if s.flood == Flood::Gradual && day <= 24 && from.iter().all(roer) {
            let plain = match s.current {
                Current::Torrent => 4,
                Current::Rapid => 3,
                Current::Normal | Current::None => 2,
            };
            let upper = from.iter().all(|at| self.water(*at, hex) == Water::Upper);
            return plain + u16::from(upper || entrenched);
        }
        let rivers = from.iter().all(|at| self.river(s, *at, hex));
        1 + u16::from(rivers) + u16::from(entrenched)
    }

    /// [9.0.b], [9.7] The whole way from counters to a column. The chits have been drawn.
    pub(crate) fn column(&self, s: &State, combat: &Combat) -> Column {
        let cut = |unit: &Unit| (s.isolated.contains(*unit), s.unsupplied.contains(*unit));
        let attack: u16 = combat
            .attackers
            .iter()
            .map(|unit| match cut(unit) {
                (true, _) => 1,
                (false, true) => (self.strength(s, *unit) / 2).max(1),
                (false, false) => self.strength(s, *unit).max(1),
            })
            .sum();
        let defenders = self.defenders(s, combat);
        let mut defence = 0;
        for hex in &combat.targets {
            for unit in defenders.iter().filter(|unit| s.at[usize::from(unit.0)] == *hex) {
                let strong = self.strength(s, *unit) * self.multiple(s, combat, *hex);
                defence += if s.isolated.contains(*unit) { strong / 2 } else { strong }.max(1);
            }
            if self.works(combat, *hex).1 && !self.mines_cleared(s, combat, *hex) {
                defence += 2;
            }
        }
        let line = combat.targets.iter().map(|hex| self.line(s, *hex)).min().expect("a target");
        let even = 3 + i32::from(line);
        let (a, d) = (i32::from(attack), i32::from(defence));
        let ratio = if a >= d { a / d - 1 } else { 1 - (d + a - 1) / a };
        let column = (even + ratio).clamp(1, 13);
        let shifted = (column + self.shifts(s, combat, &defenders)).clamp(1, 13);
        (attack, defence, line, u8::try_from(column).expect("small"), u8::try_from(shifted).expect("small"))
    }

    fn line(&self, s: &State, hex: Spot) -> u8 {
        match (self.box_.map.ground[usize::from(hex.0)], self.flooded(s, hex)) {
            (Ground::Swamp, true) | (Ground::Hilltop, false) => 0,
            (_, true) | (Ground::Woods | Ground::Town | Ground::Swamp, false) => 1,
            (Ground::Clear | Ground::Lake, false) => 2,
        }
    }

    /// Every column to the right is one more.
    fn shifts(&self, s: &State, combat: &Combat, defenders: &[Unit]) -> i32 {
        let side = combat.side.expect("somebody attacks");
        let mut sum = 0;
        sum += self.whole_divisions(s, combat).min(2);
        sum -= i32::from(self.brothers_beside(s, defenders));
        for gun in &combat.guns {
            sum += if self.side(*gun) == side { 1 } else { -1 };
        }
        let over = |who: Side, barred: &[Spot]| {
            self.units().any(|unit| {
                let at = s.at[usize::from(unit.0)];
                self.side(unit) == who
                    && self.is_hex(at)
                    && self.box_.map.ground[usize::from(at.0)] == Ground::Hilltop
                    && !self.flooded(s, at)
                    && !barred.contains(&at)
                    && combat.targets.iter().any(|hex| self.distance(at, *hex) <= 2)
            })
        };
        if over(side.other(), &combat.targets) {
            sum -= 1;
        } else if over(side, &[]) {
            sum += 1;
        }
        sum += self.combined_arms(s, combat);
        sum += i32::from(combat.air[side as usize]) - i32::from(combat.air[side.other() as usize]);
        let surprise = s.flood == Flood::Gradual && s.turn == 1 && 17 + s.d_day <= 23;
        sum += i32::from(surprise && side == Side::US);
        sum - i32::from(Self::mud(s))
    }

    /// Whether two units are regiments of one division that can have integrity.
    fn same_division(&self, a: Unit, b: Unit) -> bool {
        let (a, b) = (&self.box_.units[usize::from(a.0)], &self.box_.units[usize::from(b.0)]);
        let counts = |unit: &operation_grenade::components::UnitCard| {
            unit.draws.is_some() && !unit.kampfgruppe && matches!(unit.size.as_str(), "III" | "X")
        };
        counts(a) && counts(b) && a.side == b.side && !a.division.is_empty() && a.division == b.division
    }

    fn whole_divisions(&self, s: &State, combat: &Combat) -> i32 {
        let mut seen: Vec<Unit> = vec![];
        let mut whole = 0;
        for unit in &combat.attackers {
            let all: Vec<Unit> = self.units().filter(|it| self.same_division(*unit, *it)).collect();
            if all.len() < 2 || seen.contains(unit) {
                continue;
            }
            let there = |it: &Unit| {
                let at = s.at[usize::from(it.0)];
                self.large(s, *it)
                    && self.is_hex(at)
                    && combat.targets.iter().any(|hex| self.around(*hex).contains(&at))
            };
            // A cadre that attacks is no regiment of it, but then the division is not whole either.
            if all.iter().all(there) {
                whole += 1;
            }
            seen.extend(all);
        }
        whole
    }

    fn brothers_beside(&self, s: &State, defenders: &[Unit]) -> bool {
        defenders.iter().filter(|unit| self.large(s, **unit)).any(|unit| {
            let at = s.at[usize::from(unit.0)];
            self.units().any(|it| {
                let there = s.at[usize::from(it.0)];
                it != *unit
                    && self.same_division(*unit, it)
                    && self.large(s, it)
                    && self.is_hex(there)
                    && (there == at || self.around(at).contains(&there))
            })
        })
    }

    fn built_in(&self, s: &State, unit: Unit) -> bool {
        self.box_.units[usize::from(unit.0)].values.starts_with('(') && !s.cadre.contains(unit)
    }

    fn combined_arms(&self, s: &State, combat: &Combat) -> i32 {
        for hex in &combat.targets {
            let stack = self.in_hex(s, *hex);
            let tanks = stack.iter().filter(|unit| self.kind(**unit) == Kind::Tank).count();
            let hunters = stack.iter().filter(|unit| self.kind(**unit) == Kind::AntiTank).count();
            // One unit for each part: a tank with anything that is none, or an anti-tank unit with another non-tank.
            let paired = (tanks > 0 && stack.len() > tanks) || (hunters > 0 && stack.len() - tanks > 1);
            let (entrenched, improved) = self.works(combat, *hex);
            let works = entrenched || (improved && !self.mines_cleared(s, combat, *hex));
            if paired || works || stack.iter().any(|unit| self.built_in(s, *unit)) {
                return 0;
            }
        }
        let mut from: Vec<Spot> = combat.attackers.iter().map(|unit| s.at[usize::from(unit.0)]).collect();
        from.sort();
        from.dedup();
        let earns = |hex: &&Spot| {
            let stack: Vec<Unit> =
                combat.attackers.iter().copied().filter(|unit| s.at[usize::from(unit.0)] == **hex).collect();
            let tanks = stack.iter().filter(|unit| self.kind(**unit) == Kind::Tank).count();
            (tanks > 0 && tanks < stack.len()) || stack.iter().any(|unit| self.built_in(s, *unit))
        };
        let stacks = i32::try_from(from.iter().filter(earns).count()).expect("few");
        let rivers = from.iter().all(|at| combat.targets.iter().all(|hex| self.river(s, *at, *hex)));
        if rivers { stacks.min(1) } else { stacks }
    }

    /// [11.0] How every unit stands: 0 in supply, 1 out of it, 2 isolated.
    pub(crate) fn supply(&self, s: &State) -> Vec<u8> {
        let open_to = |side| self.box_.map.grid.spots().map(|hex| self.open(s, side, hex)).collect::<Vec<bool>>();
        let open = Side::BOTH.map(open_to);
        self.units().map(|unit| self.supply_of(s, unit, &open[self.side(unit) as usize])).collect()
    }

    fn supply_of(&self, s: &State, unit: Unit, open: &[bool]) -> u8 {
        let (at, card) = (s.at[usize::from(unit.0)], &self.box_.units[usize::from(unit.0)]);
        if !self.is_hex(at) {
            return 0;
        }
        let held = (card.side == Side::US && card.corps == "12" && s.turn <= 6)
            || (card.side == Side::US && card.corps == "16" && s.turn <= 2);
        if held {
            return 1;
        }
        let edge = |hex: Spot| Self::row_place(hex).1 == if card.side == Side::US { 1 } else { 21 };
        let works = self.box_.map.entrenchments.contains(at) || self.box_.map.improved.contains(at);
        if s.arrived.iter().any(|units| units.contains(unit))
            || edge(at)
            || self.around(at).into_iter().any(edge)
            || (card.side == Side::German && works)
        {
            return 0;
        }
        // Every hex that can be reached, with the fewest hexes on the way; then the roads from those that are near.
        let lines = self.walk(vec![at], open, |_, _| true);
        let roads = |most: usize| {
            let near = |hex: &Spot| lines[usize::from(hex.0)].is_some_and(|steps| steps <= most);
            self.box_.map.grid.spots().filter(near).filter(|hex| self.has_road(*hex)).collect::<Vec<Spot>>()
        };
        if roads(usize::MAX).is_empty() {
            return 2;
        }
        let linked = self.walk(roads(6), open, |a, b| self.road(a, b));
        let at_edge = |hex: Spot| linked[usize::from(hex.0)].is_some() && edge(hex);
        u8::from(!self.box_.map.grid.spots().any(at_edge))
    }

    /// By hex: the fewest steps from one of some hexes through open ones.
    fn walk(&self, from: Vec<Spot>, open: &[bool], joined: impl Fn(Spot, Spot) -> bool) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.count().into()];
        let mut ring = from;
        for step in 0.. {
            ring.retain(|hex| steps[usize::from(hex.0)].is_none());
            if ring.is_empty() {
                break;
            }
            ring.iter().for_each(|hex| steps[usize::from(hex.0)] = Some(step));
            let mut next = vec![];
            for here in ring {
                next.extend(self.around(here).into_iter().filter(|to| open[usize::from(to.0)] && joined(here, *to)));
            }
            next.sort();
            next.dedup();
            ring = next;
        }
        steps
    }

    fn has_road(&self, hex: Spot) -> bool {
        self.around(hex).into_iter().any(|near| self.road(hex, near))
    }

    fn road(&self, a: Spot, b: Spot) -> bool {
        let edge = self.box_.map.board.edge(a, b).expect("neighbours have a hexside");
        self.box_.map.road[edge.index()]
    }

    /// [11.1.a] No enemy there, and no enemy zone unless a friend is there.
    fn open(&self, s: &State, side: Side, hex: Spot) -> bool {
        let here = self.in_hex(s, hex);
        if let Some(unit) = here.first() {
            return self.side(*unit) == side;
        }
        !self.around(hex).into_iter().flat_map(|near| self.in_hex(s, near)).any(|unit| {
            self.side(unit) != side
                && self.large(s, unit)
                && !self.kind(unit).is_artillery()
                && !s.broken.contains(unit)
        })
    }
}
