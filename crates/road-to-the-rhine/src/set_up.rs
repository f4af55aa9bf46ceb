//! Chapters 30 to 35: setting up a scenario.

use crate::action::no;
use crate::components::{Group, Slot, Spread};
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{
    AIR, ATTACKS, Attack, DROPPERS, Engineers, Hexes, NEVER, NOWHERE, Options, Side, Ss30, State, UNITS, Unit, Units,
    Weather,
};
use crate::{Off, RoadToTheRhine};
use referee::{BySeat, Derived, Illegal, Referee, Rule, Setup, Spot, Stack};
use std::cell::OnceCell;

impl RoadToTheRhine {
    /// Nobody anywhere: what set-ups and positions begin with.
    pub(crate) fn blank(&self, scenario: u8) -> State {
        let off = self.spot_of(Off::NotYet);
        let card = &self.components.scenarios[usize::from(scenario)];
        let held = self.components.setups.control.iter().find(|(id, _)| *id == card.setups);
        let none = Units::empty();
        State {
            scenario,
            options: Options::default(),
            turn: card.from.0,
            initiative: card.from.1,
            impulse: 1,
            south_only: false,
            stage: 0,
            reserve_phase: false,
            final_impulse: false,
            weather: Weather::Clear,
            cloudy: false,
            cloudy_before: false,
            msp: [0; 3],
            half: [false; 3],
            has: [0; 13],
            fresh: [0; 13],
            owes: [0; 13],
            free_supply: 0,
            naval: 0,
            penalty: 0,
            ports: card.ports.map(|turn| turn.unwrap_or(NEVER)),
            antwerp_ran: 0,
            antwerp_paused: false,
            bridges: [Side::AL; 3],
            dams_blown: false,
            roer_until: NEVER,
            dam_watch: false,
            ss30: Ss30::Untested,
            ss30_came: false,
            ss150_met: false,
            germany_entered: false,
            ss150_spent: false,
            vdh_dropped: false,
            engineers: Engineers::Unused,
            cavalry_rebuilt: false,
            air_rebuilt: [false; 2],
            plots: [NOWHERE; DROPPERS],
            vdh_plot: (NOWHERE, 0),
            regroup: [0; DROPPERS],
            at: [off; UNITS],
            began: [off; UNITS],
            left: [NOWHERE; UNITS],
            fleeing: Stack::new(),
            spent: [0; UNITS],
            task: [0; UNITS],
            attacks: [Attack { hex: NOWHERE, shift: 0, assault: false }; ATTACKS],
            missions: Stack::new(),
            lost: [NEVER; AIR],
            reduced: none,
            supplied: none,
            finished: none,
            earlier: none,
            reserve: none,
            airdrop: none,
            dropped: none,
            unsupplied: none,
            starving: none,
            airfed: none,
            approached: none,
            fought: none,
            struck: none,
            retreated: none,
            was_in_zone: none,
            rebuilt: none,
            once: none,
            again: none,
            just_in_germany: none,
            released: none,
            grouped: none,
            contact: none,
            gone: none,
            ready: none,
            flew: none,
            aborted: none,
            airlifting: none,
            held: held.map_or(Hexes::empty(), |(_, hexes)| *hexes),
            battle: None,
            steps: Stack::new(),
            phase: Phase::Over,
            outcome: None,
            here: Derived(BySeat([Hexes::empty(); 2])),
            zones: Derived(BySeat([Hexes::empty(); 2])),
        }
    }

    /// First accounts, weather and sky: [17.2.c], [32.G.1], [33.G], [34.G.1], [35.G]. Who stands fixed, in boxes or broken down:
    /// [32.C.d], [34.C.c], [34.C.d].
    pub(crate) fn set_scenario(&self, setup: &Setup, r: &mut Referee<Event>) -> State {
        let found = self.components.scenarios.iter().position(|card| card.id == setup.scenario).unwrap_or(0);
        let mut s = self.blank(u8::try_from(found).unwrap_or(0));
        for option in setup.options.iter().filter_map(|word| Options::read(word)) {
            s.options.add(option);
        }
        let card = &self.components.scenarios[found];
        s.msp = [card.msp[Side::AL], 0, card.msp[Side::GE]];
        s.free_supply = card.free_supply;
        s.cloudy = card.cloudy_before;
        s.cloudy_before = card.cloudy_before;
        if let Some(weather) = card.weather {
            s.weather = weather;
        }
        // [19.i] Antwerp has run since its fourth turn.
        if s.ports[2] != NEVER {
            s.antwerp_ran = s.turn.saturating_sub(s.ports[2] + self.components.tables.antwerp_wait + 1);
        }
        let id = &card.setups;
        for group in self.components.setups.groups.iter().filter(|group| group.scenario == *id) {
            for slot in &group.slots {
                if slot.reduced {
                    s.reduced.insert(slot.unit);
                }
                if let Some(place) = fixed_place(group, slot) {
                    let spot = match place {
                        Fixed::Hex(hex) => hex,
                        Fixed::Box(off) => self.spot_of(off),
                    };
                    self.put(&mut s, slot.unit, spot);
                    s.began[slot.unit.index()] = spot;
                    if self.is_hex(spot) && self.card(slot.unit).air.is_none() {
                        self.take_hold(&mut s, group.side, spot);
                        if slot.reserve {
                            s.reserve.insert(slot.unit);
                            s.supplied.insert(slot.unit);
                        }
                    }
                    if place == Fixed::Box(Off::England)
                        && let Some(number) = self.card(slot.unit).dropper
                    {
                        s.regroup[number] = self.components.tables.regroup;
                    }
                }
            }
        }
        s.stage = 1;
        s.phase = Phase::Stage;
        self.settle(&mut s, r);
        s
    }

    pub(crate) fn groups<'a>(&'a self, s: &'a State) -> impl Iterator<Item = &'a Group> + 'a {
        let id = &self.scenario(s).setups;
        self.components.setups.groups.iter().filter(move |group| group.scenario == *id)
    }

    pub(crate) fn stage_side(&self, s: &State) -> Side {
        let stages = &self.scenario(s).stages;
        stages.get(usize::from(s.stage).saturating_sub(1)).map_or(s.initiative, |stage| stage.side)
    }

    /// Whether plots of a side are asked for now: in a stage of the set-up only those of that stage.
    pub(crate) fn stage_plots(&self, s: &State, side: Side) -> bool {
        s.stage == 0
            || self.scenario(s).stages.get(usize::from(s.stage) - 1).is_some_and(|it| it.plots && it.side == side)
    }

    /// [32.G.2], [33.G], [34.G.2] Who sets up first, and who plots before the other sets up.
    pub(crate) fn next_stage(&self, s: &mut State, r: &mut Referee<Event>) {
        let stage = self.scenario(s).stages.get(usize::from(s.stage).saturating_sub(1)).copied();
        let Some(stage) = stage else { return self.end_set_up(s, r) };
        if stage.plots {
            s.phase = Phase::Plots(0);
        } else if s.options.has(Options::PLACED) {
            self.deploy_rest(s, stage.side, r);
            s.stage += 1;
        } else {
            s.steps.push(Step::Deploy);
            s.phase = Phase::Stage;
        }
    }

    fn end_set_up(&self, s: &mut State, r: &mut Referee<Event>) {
        s.stage = 0;
        s.began = s.at;
        // [30.C.a] Reserves in an enemy zone lose the marker, not the supply.
        for unit in s.reserve.iter() {
            if self.in_primary(s, self.side(unit), s.at(unit)) {
                s.reserve.remove(unit);
                r.note(Rule("9.C.a"), Event::About { unit, what: "is no longer a reserve" });
            }
        }
        let card = self.scenario(s);
        if card.weather.is_none() {
            s.phase = Phase::GameTurn;
        } else {
            r.note(Rule("4.a"), Event::Turn(s.turn));
            r.note(Rule("17.a"), Event::GivenWeather(s.weather));
            s.phase = Phase::PlayerTurn;
        }
    }

    fn slot_of<'a>(&'a self, s: &'a State, unit: Unit) -> Option<(&'a Group, &'a Slot)> {
        let (group, slot) = self.lists[usize::from(s.scenario)].slots[unit.index()]?;
        let group = &self.components.setups.groups[group];
        (group.side == self.stage_side(s)).then(|| (group, &group.slots[slot]))
    }

    pub(crate) fn to_deploy(&self, s: &State) -> Units {
        self.lists[usize::from(s.scenario)].free[self.stage_side(s)]
    }

    pub(crate) fn left_to_deploy(&self, s: &State) -> Units {
        let off = self.spot_of(Off::NotYet);
        self.to_deploy(s).iter().filter(|unit| s.at(*unit) == off).collect()
    }

    fn list_rule(&self, group: &Group) -> &'static str {
        match (group.scenario.as_str(), group.side, &group.spread) {
            ("market-garden", _, Spread::GermanTowns(Some(_))) => "32.C.r",
            ("market-garden", _, Spread::OwnTowns | Spread::GermanTowns(None)) => "32.C.e",
            ("market-garden", _, _) => "32.C",
            ("bulge", _, Spread::OwnTowns | Spread::BehindFront) => "34.C.e",
            ("bulge", Side::GE, _) => "34.C.a",
            ("bulge", Side::AL, _) => "34.C.b",
            _ => "31.C",
        }
    }

    /// Every hex that the list of a group allows to a unit, or to all of them: [32.C.r], [32.C.e], [34.C.e] and the rest.
    fn list_of(&self, s: &State, group: &Group, unit: Option<Unit>) -> Hexes {
        let side = group.side;
        let mut open = if self.scenario(s).north_only { self.land & self.on_north } else { self.land };
        let mut enemies = s.here[side.other()];
        enemies.remove(self.dunkirk);
        match &group.spread {
            Spread::In(hexes) => open & *hexes,
            Spread::GermanTowns(one) => {
                let mut towns = open & self.german_towns;
                if let Some(hex) = one {
                    let taken = group.slots.iter().any(|slot| Some(slot.unit) != unit && s.at(slot.unit) == *hex);
                    if taken || !open.contains(*hex) {
                        towns.remove(*hex);
                    } else {
                        towns.insert(*hex);
                    }
                }
                towns - enemies
            }
            Spread::OwnTowns => {
                let own = if side == Side::AL { open & s.held } else { open - s.held };
                own & (self.towns - s.here[side.other()])
            }
            Spread::BehindFront => {
                match side {
                    Side::AL => open &= s.held,
                    Side::GE => open -= s.held,
                }
                (open - enemies - self.primary_zones(s, side)) & self.lines(s, side)
            }
            _ => Hexes::empty(),
        }
    }

    pub(crate) fn check_deploy(&self, s: &State, unit: Unit, at: Spot, reserve: bool) -> Result<(), Illegal> {
        let Some((group, _)) = self.slot_of(s, unit) else {
            // Who stands fixed may only be named for his own hex.
            let side = self.stage_side(s);
            let fixed = self.groups(s).filter(|group| group.side == side && group.spread == Spread::Fixed);
            let slot = fixed.flat_map(|group| group.slots.iter().map(move |slot| (group, slot)));
            if let Some((group, _)) = slot.into_iter().find(|(_, slot)| slot.unit == unit) {
                return Err(no(Rule(self.list_rule(group)), "its hex is given"));
            }
            return Err(no(Rule("30.C.a"), "it is not set up now"));
        };
        if !self.list_of(s, group, Some(unit)).contains(at) {
            return Err(no(Rule(self.list_rule(group)), "that hex is not in its list"));
        }
        self.check_room(s, group, unit, at, reserve)
    }

    /// Whether a unit may stand in a hex of its list now.
    fn check_room(&self, s: &State, group: &Group, unit: Unit, at: Spot, reserve: bool) -> Result<(), Illegal> {
        if s.at(unit) == at && s.reserve.contains(unit) == reserve {
            return Err(no(Rule("30.C.a"), "it stands there"));
        }
        if self.card(unit).air.is_some() {
            if self.air_at(s, at).is_some_and(|air| air != unit) {
                return Err(no(Rule("3.f"), "that base is taken"));
            }
            return match reserve {
                true => Err(no(Rule("30.C.a"), "air units are no reserves")),
                false => Ok(()),
            };
        }
        let others = self.stack(s, group.side, at) - Units::only(unit);
        self.check_crowd(others | Units::only(unit))?;
        if reserve {
            let used = group.slots.iter().filter(|slot| slot.unit != unit && s.reserve.contains(slot.unit)).count();
            if used >= usize::from(group.reserves) {
                return Err(no(Rule("30.C.a"), "its list allows no further reserve"));
            }
            if self.in_primary(s, group.side, at) {
                return Err(no(Rule("9.A.a"), "it would be in an enemy primary zone"));
            }
        }
        Ok(())
    }

    pub(crate) fn may_be_reserve(&self, s: &State, unit: Unit) -> bool {
        self.slot_of(s, unit).is_some_and(|(group, _)| {
            let used = group.slots.iter().filter(|slot| slot.unit != unit && s.reserve.contains(slot.unit)).count();
            used < usize::from(group.reserves) && self.card(unit).air.is_none()
        })
    }

    /// Hexes of a list where nobody of the side stands, or no aircraft: whoever comes there needs not be asked about.
    fn empty_hexes(&self, s: &State, group: &Group, list: Hexes, air: bool, reserve: bool) -> Hexes {
        if air {
            return list - self.fliers.iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at)).collect();
        }
        let empty = list - s.here[group.side];
        if reserve { empty - self.primary_zones(s, group.side) } else { empty }
    }

    /// Every hex where a unit may stand, as a reserve or not.
    pub(crate) fn deploy_hexes(&self, s: &State, unit: Unit, reserve: bool) -> Hexes {
        let Some((group, _)) = self.slot_of(s, unit) else { return Hexes::empty() };
        let air = self.card(unit).air.is_some();
        if reserve && !self.may_be_reserve(s, unit) {
            return Hexes::empty();
        }
        let list = self.list_of(s, group, Some(unit));
        let mut hexes = self.empty_hexes(s, group, list, air, reserve);
        let taken = if air { list - hexes } else { list & s.here[group.side] };
        hexes.extend(taken.iter().filter(|hex| self.check_room(s, group, unit, *hex, reserve).is_ok()));
        hexes
    }

    /// Who has a hex to be set up in, and who one as a reserve.
    pub(crate) fn deployable(&self, s: &State) -> [Units; 2] {
        let (mut plain, mut reserves) = (Units::empty(), Units::empty());
        let (side, lists) = (self.stage_side(s), &self.lists[usize::from(s.scenario)]);
        let (full, beside_armor) = self.full_hexes(s, side);
        let zones = self.primary_zones(s, side);
        let bases: Hexes = self.fliers.iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at)).collect();
        for group in lists.groups.iter().map(|it| &self.components.setups.groups[*it]).filter(|it| it.side == side) {
            let list = self.list_of(s, group, None);
            let one_by_one = matches!(group.spread, Spread::GermanTowns(Some(_)));
            let asked = |unit: Unit, reserve: bool, hexes: Hexes| {
                hexes.iter().any(|hex| self.check_room(s, group, unit, hex, reserve).is_ok())
            };
            // Hexes with room, for divisions and for others, as reserves or not; worked out only if somebody asks.
            let spare = OnceCell::new();
            let find = || {
                let free = full.map(|full| list - full - beside_armor);
                free.map(|free| [free, free - zones])
            };
            let room = |unit: Unit, reserve: bool| {
                if one_by_one || self.specialized.contains(unit) {
                    return asked(unit, reserve, self.list_of(s, group, Some(unit)));
                }
                let free = &spare.get_or_init(find)[usize::from(!self.card(unit).division)][usize::from(reserve)];
                if free.iter().any(|hex| hex != s.at(unit)) {
                    return true;
                }
                // Where it stands now must be asked about, and where there is armor.
                let mut doubtful = beside_armor;
                doubtful.insert(s.at(unit));
                asked(unit, reserve, list & doubtful)
            };
            let units: Units = group.slots.iter().map(|slot| slot.unit).collect();
            let ground = units & self.ground;
            // Nearly always there is an empty hex for all of them.
            let empty = list - s.here[side];
            let all = !empty.is_empty();
            plain.extend(ground.iter().filter(|unit| all || room(*unit, false)));
            let base = !one_by_one && !(list - bases).is_empty();
            let lists = |unit: Unit| self.list_of(s, group, Some(unit));
            plain.extend((units - ground).iter().filter(|unit| base || asked(*unit, false, lists(*unit))));
            let used = (ground & s.reserve).len();
            let all = group.reserves > 0 && !(empty - zones).is_empty();
            reserves.extend(ground.iter().filter(|unit| {
                used - usize::from(s.reserve.contains(*unit)) < usize::from(group.reserves)
                    && (all || room(*unit, true))
            }));
        }
        [plain, reserves]
    }

    pub(crate) fn deploy(&self, s: &mut State, unit: Unit, at: Spot, reserve: bool, r: &mut Referee<Event>) {
        self.put(s, unit, at);
        s.began[unit.index()] = at;
        if self.card(unit).air.is_none() {
            self.take_hold(s, self.side(unit), at);
        }
        if reserve {
            s.reserve.insert(unit);
            s.supplied.insert(unit);
        } else {
            s.reserve.remove(unit);
            s.supplied.remove(unit);
        }
        r.note(Rule("30.C.a"), Event::Stands { unit, at, reserve });
    }

    /// Everybody left, as suggested; where that is not lawful, the first lawful hex of his list.
    pub(crate) fn deploy_rest(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let id = self.scenario(s).setups.clone();
        let off = self.spot_of(Off::NotYet);
        let all = self.components.setups.groups.iter();
        let groups: Vec<&Group> =
            all.filter(|it| it.scenario == id && it.side == side && it.spread.is_free()).collect();
        // Ground units before air units: bases must be known to be free of enemies.
        for group in groups {
            for slot in &group.slots {
                if s.at(slot.unit) != off {
                    continue;
                }
                let suggested = slot.at.filter(|hex| self.check_deploy(s, slot.unit, *hex, slot.reserve).is_ok());
                let (place, reserve) = match suggested {
                    Some(hex) => (Some(hex), slot.reserve),
                    None => {
                        let plain = slot.at.filter(|hex| self.check_deploy(s, slot.unit, *hex, false).is_ok());
                        (plain.or_else(|| self.deploy_hexes(s, slot.unit, false).first()), false)
                    }
                };
                if let Some(hex) = place {
                    self.deploy(s, slot.unit, hex, reserve, r);
                }
            }
        }
    }
}

/// Who is set up by his player in a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    free: BySeat<Units>,
    /// Groups that are set up by their player.
    groups: Vec<usize>,
    /// By unit: its group and its place in it.
    slots: Vec<Option<(usize, usize)>>,
}

impl Lists {
    pub(crate) fn of(groups: &[Group], setups: &str, units: usize) -> Lists {
        let mut lists = Lists { free: BySeat([Units::empty(); 2]), groups: vec![], slots: vec![None; units] };
        let free = groups.iter().enumerate().filter(|(_, it)| it.scenario == setups && it.spread.is_free());
        for (group, it) in free {
            lists.groups.push(group);
            for (place, slot) in it.slots.iter().enumerate() {
                lists.free[it.side].insert(slot.unit);
                lists.slots[slot.unit.index()] = Some((group, place));
            }
        }
        lists
    }
}

#[derive(Copy, Clone, PartialEq)]
enum Fixed {
    Hex(Spot),
    Box(Off),
}

/// Where a unit stands that nobody is asked about.
fn fixed_place(group: &Group, slot: &Slot) -> Option<Fixed> {
    match group.spread {
        Spread::Fixed => slot.at.map(Fixed::Hex),
        Spread::England => Some(Fixed::Box(Off::England)),
        Spread::Cadre => Some(Fixed::Box(Off::Cadre)),
        Spread::Destroyed => Some(Fixed::Box(Off::Destroyed)),
        Spread::Cannibalized => Some(Fixed::Box(Off::Cannibalized)),
        Spread::Broken => Some(Fixed::Box(Off::Broken)),
        Spread::In(_) | Spread::GermanTowns(_) | Spread::OwnTowns | Spread::BehindFront => None,
    }
}
