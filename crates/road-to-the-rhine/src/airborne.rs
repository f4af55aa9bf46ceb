//! Chapter 21: airborne units, plots in secret, drops, regrouping.

use crate::action::no;
use crate::components::{Country, Kind, Place};
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{Hexes, NOWHERE, Side, State, Unit, Units};
use crate::{National, Off, RoadToTheRhine};
use referee::{Dice, Illegal, Referee, Rule, Spot};

impl RoadToTheRhine {
    pub(crate) fn droppers(&self) -> impl Iterator<Item = (usize, Unit)> + '_ {
        self.all_units().filter_map(|unit| self.card(unit).dropper.map(|number| (number, unit)))
    }

    fn in_major_city(&self, s: &State, unit: Unit) -> bool {
        let at = s.at(unit);
        self.is_hex(at) && self.components.map.place[at.index()] == Place::Major
    }

    /// [21.B.3.a] Ready to drop: regrouped, in England or in a major city.
    pub(crate) fn is_ready_to_drop(&self, s: &State, unit: Unit) -> bool {
        let Some(number) = self.card(unit).dropper else { return false };
        let based = s.at(unit) == self.spot_of(Off::England) || self.in_major_city(s, unit);
        based && s.regroup[number] >= self.components.tables.regroup && !s.dropped.contains(unit)
    }

    fn vdh_may_plot(&self, s: &State, unit: Unit) -> bool {
        !s.vdh_dropped && (self.on_map(s, unit) || s.at(unit) == self.spot_of(Off::Waiting))
    }

    /// Asks for the plots one after the other.
    pub(crate) fn next_plot(&self, s: &mut State, next: u8, r: &mut Referee<Event>) {
        if next == 0 {
            s.plots = [NOWHERE; crate::state::DROPPERS];
            s.vdh_plot = (NOWHERE, 0);
        }
        // Units that come in this Game-Turn are not there yet when plots are written.
        let ready =
            self.droppers().find(|(number, unit)| *number >= usize::from(next) && self.is_ready_to_drop(s, *unit));
        if let Some((number, unit)) = ready.filter(|_| self.stage_plots(s, Side::AL)) {
            s.phase = Phase::Plots(u8::try_from(number + 1).unwrap_or(u8::MAX));
            s.steps.push(Step::Plot(unit));
            return;
        }
        let vdh = self.special.vdh.filter(|unit| next < u8::MAX && self.vdh_plots(s, *unit));
        if let Some(unit) = vdh.filter(|_| self.stage_plots(s, Side::GE)) {
            s.phase = Phase::Plots(u8::MAX);
            s.steps.push(Step::Plot(unit));
            return;
        }
        if next > 0 {
            r.note(Rule("21.A.5.a"), Event::AllPlotted);
        }
        if s.stage > 0 {
            s.stage += 1;
            s.phase = Phase::Stage;
        } else {
            s.phase = Phase::PlayerTurn;
        }
    }

    fn vdh_plots(&self, s: &State, unit: Unit) -> bool {
        self.vdh_may_plot(s, unit) || !s.vdh_dropped && self.arrives_now(s, unit)
    }

    /// Where nobody drops, whoever it is.
    pub(crate) fn check_zone_of_drop(&self, s: &State, unit: Unit, at: Spot) -> Result<(), Illegal> {
        let map = &self.components.map;
        let barred = !self.is_hex(at)
            || map.place[at.index()] == Place::Major
            || map.fortified[at.index()]
            || self.swiss.contains(at)
            || self.all_sea.contains(at);
        if barred {
            return Err(no(Rule("21.A.4.a"), "nobody drops into major cities, works, the sea or Switzerland"));
        }
        let country = map.country[at.index()];
        if self.side(unit) == Side::AL
            && self.is_first_turn(s)
            && matches!(country, Country::Holland | Country::Germany)
        {
            return Err(no(Rule("21.A.4.b"), "no drops in Holland or Germany on the first turn"));
        }
        if !self.in_scenario_map(s, at) {
            return Err(no(Rule("32.G.4"), "only the north map is used"));
        }
        self.check_front(unit, NOWHERE, at)
    }

    /// [21.A.4.a], [21.A.4.b] Every hex where the unit might drop: what [`RoadToTheRhine::check_zone_of_drop`] says, for the
    /// whole map.
    fn drop_zone(&self, s: &State, unit: Unit) -> Hexes {
        let mut zone = self.drop_zone;
        if self.scenario(s).north_only {
            zone &= self.on_north;
        }
        if self.side(unit) == Side::GE {
            return zone;
        }
        if self.is_first_turn(s) {
            zone -= self.guarded;
        }
        match self.group_of(unit) {
            National::US => zone,
            National::French if Some(unit) == self.special.french2 => zone,
            National::French => zone & self.on_south,
            National::Third => zone & self.on_north,
        }
    }

    pub(crate) fn check_plot(&self, s: &State, asked: Unit, unit: Unit, at: Spot, impulse: u8) -> Result<(), Illegal> {
        if !self.card(unit).airborne {
            return Err(no(Rule("21.B.2.a"), "it cannot be dropped"));
        }
        if unit != asked {
            let ready = self.is_ready_to_drop(s, unit) || Some(unit) == self.special.vdh;
            let rule = if ready { "4.g" } else { "21.B.3.a" };
            return Err(no(Rule(rule), "another unit is asked about"));
        }
        if at == NOWHERE && impulse == 0 {
            return Ok(());
        }
        if (self.side(unit) == Side::GE) != (impulse > 0) || impulse > 9 {
            return Err(no(Rule("21.C.b"), "the German names an impulse from 1 to 9, the Allies none"));
        }
        self.check_zone_of_drop(s, unit, at)?;
        let from_city = |it: Unit| self.in_major_city(s, it);
        let others =
            self.droppers().filter(|(number, it)| *it != unit && s.plots[*number] != NOWHERE && from_city(*it));
        if self.side(unit) == Side::AL && from_city(unit) && others.count() > 0 {
            return Err(no(Rule("21.B.4.b"), "one unit a turn drops from a major city"));
        }
        Ok(())
    }

    pub(crate) fn plot_hexes(&self, s: &State, unit: Unit, impulse: u8) -> Vec<Spot> {
        // All but the zone is the same wherever it drops.
        let zone = self.drop_zone(s, unit);
        let lawful = zone.first().is_some_and(|at| self.check_plot(s, unit, unit, at, impulse).is_ok());
        if lawful { zone.iter().collect() } else { vec![] }
    }

    /// Whether there is a hex for which an Allied unit may be plotted.
    pub(crate) fn has_plot(&self, s: &State, unit: Unit) -> bool {
        self.drop_zone(s, unit).first().is_some_and(|at| self.check_plot(s, unit, unit, at, 0).is_ok())
    }

    pub(crate) fn plot(&self, s: &mut State, unit: Unit, at: Spot, impulse: u8, r: &mut Referee<Event>) {
        s.steps.pop();
        match self.card(unit).dropper {
            Some(number) => s.plots[number] = at,
            None => s.vdh_plot = (at, impulse),
        }
        let rule = if self.side(unit) == Side::AL { "21.A.5.a" } else { "21.C.b" };
        r.note(Rule(rule), Event::Plotted { unit, at, impulse });
    }

    pub(crate) fn plot_of(&self, s: &State, unit: Unit) -> Spot {
        match self.card(unit).dropper {
            Some(number) => s.plots[number],
            None if Some(unit) == self.special.vdh => s.vdh_plot.0,
            None => NOWHERE,
        }
    }

    /// By what both know: an airborne unit ready and a free transport; vdH beside an air unit.
    pub(crate) fn may_drop_openly(&self, s: &State) -> bool {
        if s.reserve_phase {
            return false;
        }
        match s.initiative {
            Side::AL => {
                self.sky_was_clear(s)
                    && !self.free_transports(s).is_empty()
                    && self.droppers().any(|(_, unit)| self.is_ready_to_drop(s, unit))
            }
            Side::GE => self.special.vdh.is_some_and(|unit| {
                !s.vdh_dropped && self.on_map(s, unit) && self.air_at(s, s.began[unit.index()]).is_some()
            }),
        }
    }

    pub(crate) fn check_drop(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        if !self.card(unit).airborne {
            return Err(no(Rule("21.B.2.a"), "only airborne units are dropped"));
        }
        if self.side(unit) != s.initiative || s.reserve_phase {
            return Err(no(Rule("4.g"), "this unit is not dropped now"));
        }
        if s.dropped.contains(unit) && self.side(unit) == Side::AL {
            return Err(no(Rule("21.B.3.a"), "it was dropped and must regroup"));
        }
        let at = self.plot_of(s, unit);
        if at == NOWHERE {
            return Err(no(Rule("21.A.5.b"), "no drop was plotted for it"));
        }
        if s.open_attacks().next().is_some() {
            return Err(no(Rule("4.g"), "drops come before the first attack"));
        }
        if s.south_only && !self.on_south.contains(at) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        if self.side(unit) == Side::GE {
            self.check_german_drop(s, unit, at)?;
        } else {
            if !self.is_ready_to_drop(s, unit) {
                return Err(no(Rule("21.B.3.a"), "it is not ready to drop"));
            }
            if s.spent[unit.index()] > 0 {
                return Err(no(Rule("21.A.1.b"), "it has moved in this impulse"));
            }
            if self.free_transports(s).is_empty() {
                return Err(no(Rule("21.B.1"), "no transport is free"));
            }
            if !self.sky_was_clear(s) {
                return Err(no(Rule("17.2.d"), "the sky of the impulse before was cloudy"));
            }
            if Some(unit) == self.special.br52 {
                let guide = self.stack(s, Side::AL, at).iter().any(|it| {
                    self.card(it).kind == Kind::Parachute
                        && s.dropped.contains(it)
                        && !s.airdrop.contains(it)
                        && self.plot_of(s, it) == at
                });
                if !guide {
                    return Err(no(Rule("21.B.2.b"), "it follows parachutists dropped there in an earlier impulse"));
                }
            }
        }
        self.check_stack(s, self.side(unit), at, Units::only(unit))
    }

    /// [21.C.a], [21.C.b], [21.C.c], [21.C.d]
    fn check_german_drop(&self, s: &State, unit: Unit, at: Spot) -> Result<(), Illegal> {
        if s.vdh_dropped {
            return Err(no(Rule("21.C.a"), "it is dropped once in a game"));
        }
        if s.vdh_plot.1 != s.impulse {
            return Err(no(Rule("21.C.b"), "another impulse was plotted"));
        }
        let began = s.began[unit.index()];
        let base = self.is_hex(began) && self.air_at(s, began).is_some_and(|air| self.side(air) == Side::GE);
        let near = self.is_hex(began)
            && self.air_distance(began, at).is_some_and(|far| far <= self.components.tables.drop_range);
        if !base || !near || s.at(unit) != began {
            return Err(no(Rule("21.C.c"), "it begins with an air unit and drops at most ten hexes from it"));
        }
        if self.sky_was_clear(s) {
            return Err(no(Rule("21.C.d"), "it drops only where no aircraft may fly"));
        }
        Ok(())
    }

    /// [10.B.3.a] A transport each. It does nothing else in this impulse and has no zone [21.A.1.b]; [21.A.1.c] it is not the
    /// unit's activation; [21.A.3] it is supplied.
    pub(crate) fn drop_unit(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let at = self.plot_of(s, unit);
        let side = self.side(unit);
        r.seal();
        if side == Side::AL {
            if let Some(transport) = self.free_transports(s).first() {
                s.flew.insert(transport);
            }
            if let Some(number) = self.card(unit).dropper {
                s.regroup[number] = 0;
            }
        } else {
            s.vdh_dropped = true;
            s.vdh_plot = (NOWHERE, 0);
        }
        let from = s.at(unit);
        self.note_germany(s, Units::only(unit), from, at);
        self.put(s, unit, at);
        self.garrison_gone(s, from, r);
        s.began[unit.index()] = at;
        // [9.a] The marker stood for having acted.
        if s.reserve.contains(unit) {
            self.lose_reserve(s, unit);
        }
        s.airdrop.insert(unit);
        s.dropped.insert(unit);
        s.unsupplied.remove(unit);
        // [21.B.3.a] The turn of the drop counts like any other.
        if s.here[side.other()].contains(at) || self.in_primary(s, side, at) {
            s.contact.insert(unit);
        }
        r.note(Rule("21.A.1.a"), Event::Drops { unit, at });
        if !s.here[side.other()].contains(at) {
            self.pass(s, side, at, at, r);
        }
    }

    /// [21.A.6] The player-turn of a drop is over; until then its plot stays, for who follows [21.B.2.b].
    pub(crate) fn forget_drops(&self, s: &mut State) {
        for (number, unit) in self.droppers() {
            if s.dropped.contains(unit) {
                s.plots[number] = NOWHERE;
            }
        }
        s.dropped = Units::empty();
    }

    /// [21.B.3.a] A turn outside enemy zones counts, also as a reserve [21.B.3.b].
    pub(crate) fn count_regrouping(&self, s: &mut State) {
        for (number, unit) in self.droppers() {
            let away = [Off::England, Off::Crossing].iter().any(|place| s.at(unit) == self.spot_of(*place));
            if s.contact.contains(unit) {
                s.regroup[number] = 0;
            } else if self.on_map(s, unit) || away {
                s.regroup[number] = (s.regroup[number] + 1).min(self.components.tables.regroup);
            }
        }
    }

    /// What a seat does not know is drawn afresh: every hex where a unit may drop with the same chance, none as often
    /// as some. The plot of a unit that can no longer drop is forgotten; where somebody has dropped all have seen.
    pub(crate) fn imagine_plots(&self, s: &State, seat: Side, dice: &mut dyn Dice) -> State {
        let mut s = *s;
        let hidden: Vec<(Option<usize>, Unit)> = match seat {
            Side::GE => self
                .droppers()
                .filter(|(_, unit)| s.now() != Some(Step::Plot(*unit)) && !s.dropped.contains(*unit))
                .map(|(number, unit)| (Some(number), unit))
                .collect(),
            Side::AL => self.special.vdh.map(|unit| (None, unit)).into_iter().collect(),
        };
        for (number, unit) in hidden {
            let may = match number {
                Some(_) => self.is_ready_to_drop(&s, unit),
                None => self.vdh_plots(&s, unit),
            };
            let at = if may { self.imagine_plot(&s, unit, dice) } else { NOWHERE };
            let impulse = if number.is_none() { u8::try_from(dice.pick(9) + 1).unwrap_or(1) } else { 0 };
            match number {
                Some(number) => s.plots[number] = at,
                None => s.vdh_plot = (at, if at == NOWHERE { 0 } else { impulse }),
            }
        }
        s
    }

    fn imagine_plot(&self, s: &State, unit: Unit, dice: &mut dyn Dice) -> Spot {
        if dice.pick(2) == 0 {
            return NOWHERE;
        }
        let hexes: Vec<Spot> =
            (0..self.hexes).map(Spot).filter(|at| self.check_zone_of_drop(s, unit, *at).is_ok()).collect();
        match u16::try_from(hexes.len()) {
            Ok(count) if count > 0 => hexes[usize::from(dice.pick(count))],
            _ => NOWHERE,
        }
    }
}
