//! Who may attack whom, and the declaration: 11.a to 11.f, 11.F; with reserves by the same rules [15.d].

use crate::RoadToTheRhine;
use crate::action::no;
use crate::components::{Ground, Kind, Place, Rivers, side};
use crate::event::Event;
use crate::state::{ATTACKS, Attack, Engineers, Hexes, NOWHERE, State, Unit, Units, month};
use board::Edge;
use referee::{Illegal, Referee, Rule, Spot};
use std::cell::RefCell;

/// Orders of attackers by what is before them.
const ORDERS: usize = 5;

/// What could be attacked when it was last asked.
struct LookedAt {
    game: u64,
    state: State,
    found: Hexes,
}

thread_local! {
    static LOOKED_AT: RefCell<Option<Box<LookedAt>>> = const { RefCell::new(None) };
}

impl RoadToTheRhine {
    /// The hexside between a unit and its target; none in Dunkirk and after a drop.
    pub(crate) fn front_edge(&self, s: &State, unit: Unit, hex: Spot) -> Option<Edge> {
        self.board.edge(s.at(unit), hex).filter(|edge| edge.0 < self.map_edges)
    }

    fn shares(&self, s: &State, unit: Unit, hex: Spot) -> bool {
        s.at(unit) == hex && (hex == self.dunkirk || s.airdrop.contains(unit))
    }

    /// What one unit may attack, apart from who else does: it has moved in this impulse or in none [11.F.a]; others of its stack
    /// may stay out [11.d].
    pub(crate) fn check_attacker(&self, s: &State, unit: Unit, hex: Spot) -> Result<(), Illegal> {
        let me = s.attacker();
        if self.side(unit) != me || self.card(unit).air.is_some() || !self.on_map(s, unit) {
            return Err(no(Rule("11.a"), "this is no unit of yours on the map"));
        }
        if self.disorganized(s) && !s.reserve_phase {
            return Err(no(Rule("26.c"), "no German attacks in this player-turn"));
        }
        let assault = s.airdrop.contains(unit) && s.at(unit) == hex;
        if !s.reserve_phase && s.reserve.contains(unit) {
            return Err(no(Rule("9.B.b"), "a reserve attacks only in the enemy player-turn"));
        }
        if !s.reserve_phase && s.earlier.contains(unit) && !assault {
            return Err(no(Rule("11.F.b"), "it has moved or attacked in an earlier impulse"));
        }
        if s.reserve_phase {
            let moved = s.finished.contains(unit) && s.spent[unit.index()] > 0;
            if !moved && !s.approached.contains(unit) {
                return Err(no(Rule("15.a"), "it neither moved as a reserve nor was approached"));
            }
            let done = s.finished | s.earlier | s.reserve | s.dropped;
            if !self.stack(s, me.other(), hex).is_subset(&done) {
                return Err(no(Rule("15.c"), "an enemy in that hex has not acted yet"));
            }
        }
        if s.task[unit.index()] != 0 || s.fought.contains(unit) {
            return Err(no(Rule("11.e"), "it attacks once in a phase"));
        }
        if s.airdrop.contains(unit) && !assault {
            return Err(no(Rule("21.A.1.b"), "it was dropped in this impulse"));
        }
        let edge = self.front_edge(s, unit, hex);
        if edge.is_none() && !self.shares(s, unit, hex) {
            return Err(no(Rule("11.c"), "it is not adjacent"));
        }
        let besieged = s.at(unit) == self.dunkirk && s.here[crate::state::Side::AL].contains(self.dunkirk);
        if me == crate::state::Side::GE && besieged {
            return Err(no(Rule("20.e"), "an invested garrison does not attack"));
        }
        if s.spent[unit.index()] > 0 && self.lacks_fuel(s, unit) {
            return Err(no(Rule("5.D.1.e"), "it has moved without maneuver supply"));
        }
        if s.south_only && me == s.initiative && !(self.on_south.contains(s.at(unit)) && self.on_south.contains(hex)) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        self.check_ground(unit, hex, edge)?;
        match edge {
            Some(edge) => self.check_water(s, unit, hex, edge, self.is_amphibious(s, unit)),
            None => Ok(()),
        }
    }

    /// [12.A.g], [12.B.h]
    fn check_ground(&self, unit: Unit, hex: Spot, edge: Option<Edge>) -> Result<(), Illegal> {
        let vehicle = self.is_vehicle(unit) || self.card(unit).kind == Kind::Specialized;
        if vehicle && edge.is_some_and(|edge| self.sides_of(edge) & side::CAUSEWAY != 0) {
            return Err(no(Rule("12.B.h"), "vehicles do not attack over a causeway"));
        }
        if vehicle && self.components.map.ground[hex.index()] == Ground::Mountain {
            return Err(no(Rule("12.A.g"), "vehicles do not attack into mountains"));
        }
        Ok(())
    }

    pub(crate) fn check_water(
        &self,
        s: &State,
        unit: Unit,
        hex: Spot,
        edge: Edge,
        amphibious: bool,
    ) -> Result<(), Illegal> {
        if self.dam_stands(s, edge) {
            return Err(no(Rule("12.B.j"), "nobody attacks over a dam"));
        }
        let effect = &self.components.tables.effects[s.weather as usize];
        let storm = if s.weather == crate::state::Weather::Storm { "17.d" } else { "17.f" };
        if self.is_sea(edge) {
            if self.side(unit) == crate::state::Side::GE {
                return Err(no(Rule("5.D.4.b"), "Germans never attack over the sea"));
            }
            if !amphibious {
                return Err(no(Rule("22.B.2.a"), "only amphibious units attack over the sea"));
            }
            // [17.h]
            if !effect.amphibious {
                return Err(no(Rule(storm), "no amphibious attacks in this weather"));
            }
            return Ok(());
        }
        // [12.B.d], [22.B.2.b] Commandos need not have begun there.
        let began = s.began[unit.index()];
        let beside = began == s.at(unit) || began == hex;
        if self.wide_river(s, edge) {
            if !beside && !amphibious {
                return Err(no(Rule("12.B.d"), "it did not begin the impulse beside the river"));
            }
            if !beside && !effect.amphibious {
                return Err(no(Rule(storm), "no amphibious attacks in this weather"));
            }
            // [17.1.c] A minor river in flood is no major one here.
            let truly_major = self.is_major(edge) && !self.is_bridged(edge) || self.roer_floods(s, edge);
            if truly_major {
                let weather = match s.weather {
                    crate::state::Weather::Frost => "17.e",
                    crate::state::Weather::WinterStorm => "17.f",
                    _ => "17.g",
                };
                let barred = match effect.rivers {
                    Rivers::Open => false,
                    Rivers::November => month(s.turn) != 2,
                    Rivers::Barred => true,
                };
                if barred {
                    return Err(no(Rule(weather), "no attacks over unbridged major rivers in this weather"));
                }
            }
            return Ok(());
        }
        let in_town = self.components.map.place[s.at(unit).index()] >= Place::Town;
        if self.is_bridged(edge) && !beside && !in_town {
            if !amphibious {
                return Err(no(Rule("12.B.f"), "it neither began beside the bridge nor stands in a town"));
            }
            if !effect.amphibious {
                return Err(no(Rule(storm), "no amphibious attacks in this weather"));
            }
        }
        Ok(())
    }

    /// [5.D.4.a], [5.D.4.b] Points for rivers and sea.
    pub(crate) fn water_price(&self, s: &State, hex: Spot, with: Units) -> (u16, u16) {
        let edges = || with.iter().filter_map(|unit| self.front_edge(s, unit, hex));
        let river = edges().any(|edge| !self.is_sea(edge) && self.wide_river(s, edge));
        let sea = edges().any(|edge| self.is_sea(edge));
        (u16::from(river), u16::from(sea))
    }

    pub(crate) fn check_attack(&self, s: &State, hex: Spot, with: Units) -> Result<(), Illegal> {
        let me = s.attacker();
        if !self.is_hex(hex) || !s.here[me.other()].contains(hex) || with.is_empty() {
            return Err(no(Rule("11.a"), "name an enemy hex and who attacks it"));
        }
        if s.attacks[ATTACKS - 1].hex != NOWHERE {
            return Err(no(Rule("11.a"), "no more than 96 attacks are declared in a phase"));
        }
        with.iter().try_for_each(|unit| {
            if self.side(unit) == me && self.card(unit).air.is_none() && self.on_map(s, unit) {
                Ok(())
            } else {
                Err(no(Rule("11.a"), "this is no unit of yours on the map"))
            }
        })?;
        let again = self.is_attacked(s, hex);
        for unit in with.iter() {
            self.check_attacker(s, unit, hex).map_err(|refusal| {
                // That the hex is attacked already comes before what lies in the unit's place.
                if again && !EARLY.contains(&refusal.rule.0) {
                    no(Rule("11.e"), "that hex is attacked already")
                } else {
                    refusal
                }
            })?;
        }
        if again {
            return Err(no(Rule("11.e"), "that hex is attacked already"));
        }
        self.check_together(s, hex, with)
    }

    /// What those who may attack a hex may do together.
    fn check_together(&self, s: &State, hex: Spot, with: Units) -> Result<(), Illegal> {
        let me = s.attacker();
        let dropped = s.airdrop & self.stack(s, me, hex);
        let left: Units = dropped.iter().filter(|unit| s.task[unit.index()] == 0).collect();
        if !left.is_subset(&with) {
            return Err(no(Rule("21.A.2.a"), "all who dropped into the hex must attack it"));
        }
        let assault = !left.is_empty();
        let (river, sea) = self.water_price(s, hex, with);
        let south = self.on_south.contains(hex);
        if self.pay_water(s, me, south, river + sea).is_none() {
            let rule = if river == 0 && sea > 0 { "5.D.4.b" } else { "5.D.4.a" };
            return Err(no(Rule(rule), "there are too few points for the water"));
        }
        if assault {
            return Ok(());
        }
        let (raw, known) = self.known_column(s, hex, with);
        if raw.is_none() {
            return Err(no(Rule("11.A.b"), "the odds are below 1:3"));
        }
        if known < 0 {
            return Err(no(Rule("11.A.c"), "the column is below 1:3"));
        }
        Ok(())
    }

    /// [11.e] Once in a phase.
    fn is_attacked(&self, s: &State, hex: Spot) -> bool {
        let forlorn = || s.open_attacks().any(|(_, it)| it.hex == hex && it.assault && self.is_forlorn(s, hex));
        s.attack_on(hex).is_some() && !forlorn() || self.stack(s, s.attacker().other(), hex).intersects(&s.struck)
    }

    /// [11.e] An assault below 1:3 that leaves the hex open to another attack.
    fn is_forlorn(&self, s: &State, hex: Spot) -> bool {
        let with: Units = s
            .open_attacks()
            .filter(|(_, it)| it.hex == hex && it.assault)
            .flat_map(|(index, _)| self.tasked(s, index).iter())
            .collect();
        self.known_column(s, hex, with).0.is_none()
    }

    /// Who may attack a hex, alone or with others.
    pub(crate) fn open_attack(&self, s: &State, hex: Spot) -> Units {
        let me = s.attacker();
        let mut near = self.stack(s, me, hex);
        for neighbour in self.near(hex) {
            near |= self.stack(s, me, neighbour.to);
        }
        near.iter().filter(|unit| self.check_attacker(s, *unit, hex).is_ok()).collect()
    }

    /// Who may attack a hex: those who must first, in an order in which the first `least` are a lawful attack, and fewer are
    /// none.
    pub(crate) fn attack_order(&self, s: &State, hex: Spot) -> Option<(Vec<Unit>, usize, usize)> {
        let all = self.open_attack(s, hex);
        if all.is_empty() || self.is_attacked(s, hex) {
            return None;
        }
        let must: Units = (s.airdrop & self.stack(s, s.attacker(), hex)).iter().collect();
        let must: Units = must.iter().filter(|unit| s.task[unit.index()] == 0).collect();
        let strongest = |unit: &Unit| std::cmp::Reverse(self.attack_of(s, *unit, hex, Units::only(*unit)));
        let mut rest: Vec<Unit> = (all - must).iter().collect();
        rest.sort_by_key(strongest);
        let fewest = must.len().max(1);
        let mut best: Option<(Vec<Unit>, usize)> = None;
        for way in 0..(ORDERS - 1 + rest.len()).max(ORDERS) {
            let order = self.reordered(s, hex, &rest, way);
            if way > 0 && order == rest {
                continue;
            }
            let order: Vec<Unit> = must.iter().chain(order).collect();
            let lawful = |count: &usize| {
                let units: Units = order[..*count].iter().copied().collect();
                self.check_attack(s, hex, units).is_ok()
            };
            let fewer = best.as_ref().map_or(order.len() + 1, |(_, least)| *least);
            let fewer = if way < ORDERS { fewer } else { fewest + 1 };
            if let Some(least) = (fewest..fewer).find(lawful) {
                best = Some((order, least));
                if least == fewest {
                    break;
                }
            }
        }
        best.map(|(order, least)| (order, must.len(), least))
    }

    /// One of the orders in which few may be enough, made from the strongest on: water may be too dear [5.D.4.a], a canal too
    /// wide unless it is left to others or somebody has none before him [12.B.b]; then each goes first, who may have a shift of
    /// his own.
    fn reordered(&self, s: &State, hex: Spot, strongest: &[Unit], way: usize) -> Vec<Unit> {
        let dear = |unit: &Unit| self.water_price(s, hex, Units::only(*unit)) != (0, 0);
        let canal = |unit: &Unit| self.water_before(s, *unit, hex).0;
        let mut order = strongest.to_vec();
        match way {
            0 => {}
            1 => order.sort_by_key(dear),
            2 => order.sort_by_key(canal),
            3 => order.sort_by_key(|unit| (canal(unit), dear(unit))),
            4 => {
                let dry = order.iter().position(|unit| self.water_before(s, *unit, hex) == (false, false));
                order[..dry.map_or(0, |place| place + 1)].rotate_right(usize::from(dry.is_some()));
            }
            _ => order[..way - ORDERS + 2].rotate_right(1),
        }
        order
    }

    /// Enemy hexes that somebody may attack. After a declaration only those near who attacks now are looked at again.
    pub(crate) fn attackable(&self, s: &State) -> Hexes {
        let from = self.hexes_to_attack_from(s);
        LOOKED_AT.with_borrow_mut(|last| {
            let same_game = last.as_ref().filter(|last| last.game == self.number);
            let known = same_game.and_then(|last| Some((last.found, self.touched_since(&last.state, s)?)));
            let can = |hex: &Spot| match &known {
                Some((found, touched)) if !touched.contains(*hex) => found.contains(*hex),
                _ => self.is_near(*hex, &from) && self.can_be_attacked(s, *hex),
            };
            let found = s.here[s.attacker().other()].iter().filter(can).collect();
            match last {
                Some(last) => **last = LookedAt { game: self.number, state: *s, found },
                None => *last = Some(Box::new(LookedAt { game: self.number, state: *s, found })),
            }
            found
        })
    }

    /// Hexes near units with another task than before, and hexes attacked before or now; nothing if anything else has changed.
    fn touched_since(&self, before: &State, s: &State) -> Option<Hexes> {
        let then = State { task: s.task, attacks: s.attacks, ..*before };
        if then != *s || s.attacks[ATTACKS - 1].hex != NOWHERE {
            return None;
        }
        let mut touched = Hexes::empty();
        for (one, other) in before.attacks.iter().zip(&s.attacks).filter(|(one, other)| one != other) {
            touched.extend([one.hex, other.hex].into_iter().filter(|hex| self.is_hex(*hex)));
        }
        for unit in self.ground.iter().filter(|unit| before.task[unit.index()] != s.task[unit.index()]) {
            if self.on_map(s, unit) {
                touched.insert(s.at(unit));
                touched.extend(self.near(s.at(unit)).map(|near| near.to));
            }
        }
        Some(touched)
    }

    fn is_near(&self, hex: Spot, hexes: &Hexes) -> bool {
        hexes.contains(hex) || self.near(hex).any(|near| hexes.contains(near.to))
    }

    /// Where somebody stands who may attack at all: others need not be asked about, [`RoadToTheRhine::check_attacker`] refuses them.
    fn hexes_to_attack_from(&self, s: &State) -> Hexes {
        let mut units = self.troops[s.attacker()] - s.fought;
        if s.reserve_phase {
            units &= s.finished | s.approached;
        } else {
            units = units - s.reserve - (s.earlier - s.airdrop);
        }
        let free = |unit: &Unit| self.on_map(s, *unit) && s.task[unit.index()] == 0;
        units.iter().filter(free).map(|unit| s.at(unit)).collect()
    }

    fn has_a_target(&self, s: &State) -> bool {
        let from = self.hexes_to_attack_from(s);
        let mut enemies = s.here[s.attacker().other()].iter();
        enemies.any(|hex| self.is_near(hex, &from) && self.can_be_attacked(s, hex))
    }

    /// Nearly always all together may attack, or are too weak and so are fewer: then nothing has to be tried. Only engineers who
    /// support are stronger without others [22.C.4.d].
    fn can_be_attacked(&self, s: &State, hex: Spot) -> bool {
        if self.is_attacked(s, hex) {
            return false;
        }
        let all = self.open_attack(s, hex);
        if all.is_empty() {
            return false;
        }
        match self.check_together(s, hex, all) {
            Ok(()) => true,
            Err(refusal) if refusal.rule.0 == "11.A.b" && !self.has_code(all, 'B') => false,
            Err(_) => self.attack_order(s, hex).is_some(),
        }
    }

    /// [11.a] Declare is asked if somebody may attack, or a drop is possible by what both know.
    pub(crate) fn may_declare(&self, s: &State) -> bool {
        let room = s.attacks[ATTACKS - 1].hex == NOWHERE;
        room && (self.may_drop_openly(s) || self.has_a_target(s))
    }

    pub(crate) fn declare(&self, s: &mut State, hex: Spot, with: Units, r: &mut Referee<Event>) {
        let Some(index) = s.attacks.iter().position(|attack| attack.hex == NOWHERE) else { return };
        let assault = with.iter().any(|unit| s.airdrop.contains(unit) && s.at(unit) == hex);
        let (river, sea) = self.water_price(s, hex, with);
        r.note(Rule("11.a"), Event::Attack { hex, with });
        if let Some(msp) = self.pay_water(s, s.attacker(), self.on_south.contains(hex), river + sea) {
            s.msp = msp;
        }
        let left = self.points_of(s, s.attacker());
        if river > 0 {
            r.note(Rule("5.D.4.a"), Event::WaterPaid { points: river, left, sea: false });
        }
        if sea > 0 {
            r.note(Rule("5.D.4.b"), Event::WaterPaid { points: sea, left, sea: true });
        }
        let tag = u8::try_from(index + 1).unwrap_or(0);
        let support = self.engineers_support(s, hex, with);
        for unit in with.iter() {
            s.task[unit.index()] = tag;
            let wet = self.front_edge(s, unit, hex).is_some_and(|edge| self.is_sea(edge) || self.is_major(edge));
            if self.card(unit).code == Some('B') && !s.reserve_phase {
                if support {
                    s.engineers = Engineers::Support;
                } else if wet {
                    s.engineers = Engineers::Amphibious;
                }
            }
        }
        s.attacks[index] = Attack { hex, shift: 0, assault };
    }

    /// [21.A.2.a] Drops into enemies that nobody has declared an assault for yet.
    pub(crate) fn undeclared_assault(&self, s: &State) -> bool {
        s.airdrop.iter().any(|unit| {
            self.on_map(s, unit)
                && s.here[self.side(unit).other()].contains(s.at(unit))
                && s.task[unit.index()] == 0
                && !s.fought.contains(unit)
        })
    }

    pub(crate) fn open_assault(&self, s: &State) -> bool {
        s.open_attacks().any(|(_, attack)| attack.assault)
    }

    pub(crate) fn check_resolve(&self, s: &State, hex: Spot) -> Result<(), Illegal> {
        let Some(index) = self.attack_to_resolve(s, hex) else {
            return Err(no(Rule("11.a"), "no attack on that hex is declared"));
        };
        if self.open_assault(s) && !s.attacks[index].assault {
            return Err(no(Rule("21.A.2.a"), "immediate assaults come first"));
        }
        Ok(())
    }

    pub(crate) fn attack_to_resolve(&self, s: &State, hex: Spot) -> Option<usize> {
        let mut found: Vec<(usize, Attack)> = s.open_attacks().filter(|(_, attack)| attack.hex == hex).collect();
        found.sort_by_key(|(_, attack)| !attack.assault);
        found.first().map(|(index, _)| *index)
    }

    /// [11.f] What is left is called off.
    pub(crate) fn call_off(&self, s: &mut State) {
        for attack in &mut s.attacks {
            *attack = Attack { hex: NOWHERE, shift: 0, assault: false };
        }
        s.task = [0; crate::state::UNITS];
    }
}

/// Refusals that come before "attacked already".
const EARLY: [&str; 7] = ["11.a", "26.c", "9.B.b", "11.F.b", "15.a", "15.c", "11.e"];
