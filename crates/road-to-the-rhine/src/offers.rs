//! What is offered, and what is left to choose in it.

use crate::RoadToTheRhine;
use crate::action::Action;
use crate::sequence::Step;
use crate::state::{NOWHERE, Side, State, Unit, Units};
use board::Path;
use referee::{Dice, Leg, Offer, Opening, Pick, Reach, Ref, Spot};

fn plain(action: Action, label: &'static str) -> Offer<Action> {
    Offer::new(action, Ref::Nothing, label)
}

fn of_unit(action: Action, unit: Unit, label: &'static str) -> Offer<Action> {
    Offer::new(action, unit.into(), label)
}

fn at(action: Action, hex: Spot, label: &'static str) -> Offer<Action> {
    Offer::new(action, Ref::Spot(hex), label).leading_to(hex)
}

/// [21.C.b] A German drop is plotted for an impulse.
const DROPS: [&str; 9] = [
    "Drop in the first impulse",
    "Drop in the second impulse",
    "Drop in the third impulse",
    "Drop in the fourth impulse",
    "Drop in the fifth impulse",
    "Drop in the sixth impulse",
    "Drop in the seventh impulse",
    "Drop in the eighth impulse",
    "Drop in the ninth impulse",
];

fn subset(units: Units, least: usize, most: usize, loose: bool) -> Opening {
    let of: Vec<Ref> = units.iter().map(Ref::from).collect();
    let most = most.min(of.len());
    Opening::Subset { must: 0, least: least.min(most), most, of, loose }
}

fn one_spot(spots: impl IntoIterator<Item = Spot>) -> Opening {
    Opening::Subset { of: spots.into_iter().map(Ref::Spot).collect(), must: 0, least: 1, most: 1, loose: false }
}

impl RoadToTheRhine {
    pub(crate) fn make_offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let none = Units::empty();
        let Some(step) = s.now() else { return };
        match step {
            Step::Deploy => {
                let left = self.left_to_deploy(s);
                let [all, reserves] = self.deployable(s);
                for unit in (all | reserves).iter() {
                    if all.contains(unit) {
                        offers.push(of_unit(Action::Deploy { unit, at: NOWHERE, reserve: false }, unit, "Set up"));
                    }
                    if reserves.contains(unit) {
                        offers.push(of_unit(
                            Action::Deploy { unit, at: NOWHERE, reserve: true },
                            unit,
                            "Set up as a reserve",
                        ));
                    }
                }
                if left.is_empty() {
                    offers.push(Offer::ending(Action::Done, "Set-up is done", 0));
                } else {
                    offers.push(plain(Action::DeployRest, "Set up the rest"));
                }
            }
            Step::Plot(unit) if self.side(unit) == Side::AL => {
                offers.push(of_unit(Action::Plot { unit, at: NOWHERE, impulse: 0 }, unit, "No drop"));
                // [21.B.4.b] A second unit in a major city has no hex at all.
                if self.has_plot(s, unit) {
                    offers.push(of_unit(Action::Plot { unit, at: Spot(0), impulse: 0 }, unit, "Plot a drop"));
                }
            }
            Step::Plot(unit) => {
                offers.push(of_unit(Action::Plot { unit, at: NOWHERE, impulse: 0 }, unit, "No drop"));
                for (impulse, label) in (1..).zip(DROPS) {
                    offers.push(of_unit(Action::Plot { unit, at: NOWHERE, impulse }, unit, label));
                }
            }
            Step::Forgo { named, .. } => {
                offers.extend(self.may_forgo(s, &named).map(|kind| plain(Action::Forgo(kind), "Not received")));
            }
            Step::Prepare | Step::Refit => self.offer_preparations(s, step, offers),
            Step::Withdraw(unit) => {
                for other in self.substitutes(s, unit).iter() {
                    offers.push(of_unit(Action::Withdraw(other), other, "Withdraw"));
                }
            }
            Step::NextImpulse => {
                if self.can_pay_impulse(s, false) {
                    offers.push(plain(Action::Impulse { south: false }, "Another impulse"));
                }
                if self.can_pay_impulse(s, true) {
                    offers.push(plain(Action::Impulse { south: true }, "Another impulse on the south map"));
                }
                offers.push(Offer::ending(Action::End, "End the player-turn", 0));
            }
            Step::DropSupply => offers.push(plain(Action::DropSupply(none), "Supply by air")),
            Step::Fuel(_) => offers.push(plain(Action::Fuel(none), "Make aircraft ready")),
            Step::Movement => self.offer_movement(s, offers),
            Step::Reserves => offers.push(plain(Action::Reserve(none), "Keep as reserves")),
            Step::Declare => self.offer_declarations(s, offers),
            Step::Fly(stage) => self.offer_missions(s, stage, offers),
            Step::Aim(hex) => {
                let targets = self.air_targets(s, hex);
                for target in targets.iter() {
                    offers.push(of_unit(Action::Aim(Units::only(target)), target, "Shoot at"));
                }
                if self.check_aim(s, hex, targets).is_ok() {
                    offers.push(plain(Action::Aim(targets), "One die each"));
                }
            }
            Step::Combat => {
                let open: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
                for hex in &open {
                    if self.check_resolve(s, *hex).is_ok() {
                        offers.push(at(Action::Resolve(*hex), *hex, "Attack"));
                    }
                }
                if !self.open_assault(s) {
                    offers.push(Offer::ending(Action::Done, "End combat", open.len()));
                }
            }
            Step::Final => {
                offers.push(plain(Action::Final, "The final impulse"));
                offers.push(plain(Action::GoOn, "Go on"));
            }
            Step::Release => offers.push(plain(Action::Release(none), "Try to release")),
            Step::Dams => {
                offers.push(plain(Action::Dams, "Blow the dams"));
                offers.push(plain(Action::NoDams, "Leave them"));
            }
            Step::Bid => offers.push(plain(Action::Bid(0), "Choose your loss")),
            Step::Escalate { .. } => {
                offers.push(plain(Action::Escalate, "Raise"));
                offers.push(plain(Action::Decline, "Stay"));
            }
            Step::Lose { side, .. } => {
                for unit in self.losers(s, side).iter() {
                    offers.push(of_unit(Action::Lose(unit), unit, "Lose a level"));
                }
            }
            Step::First { todo, .. } => self.offer_first(s, todo, offers),
            Step::Second { .. } => self.offer_second(s, offers),
            Step::Further { todo } => {
                let more = |unit: Unit| of_unit(Action::Further { unit, to: NOWHERE }, unit, "One hex more");
                offers.extend(todo.iter().map(more));
            }
            Step::Advance => {
                for unit in self.followers(s).iter() {
                    offers.push(of_unit(Action::Advance { unit, path: Path::default() }, unit, "Advance"));
                }
                self.offer_breakdown(s, offers);
                offers.push(Offer::ending(Action::Done, "No further advance", 0));
            }
            Step::Rout { .. } | Step::Repulse => {}
        }
        if step != Step::Dams && self.asked_side(s, step) == Side::GE && self.check_dams(s).is_ok() && s.stage == 0 {
            offers.push(plain(Action::Dams, "Blow the dams"));
        }
    }

    fn offer_preparations(&self, s: &State, step: Step, offers: &mut Vec<Offer<Action>>) {
        let none = Units::empty();
        for with in self.rebuild_kinds(s) {
            offers.push(plain(Action::Rebuild { units: none, with }, "Rebuild"));
        }
        if step == Step::Prepare {
            if !self.cannibals(s).is_empty() {
                offers.push(plain(Action::Cannibalize(none), "Cannibalize"));
            }
            let transports = self.free_transports(s);
            if self.check_airlift(s, transports).is_ok() {
                offers.push(plain(Action::Airlift(none), "Airlift points"));
            }
            if !self.suppliable(s).is_empty() {
                offers.push(plain(Action::Supply(none), "Give maneuver supply"));
            }
            if s.free_supply > 0 && !self.freely_suppliable(s).is_empty() {
                offers.push(plain(Action::FreeSupply(none), "Supply former reserves"));
            }
        }
        offers.push(Offer::ending(Action::Done, "Go on", 0));
    }

    fn cannibals(&self, s: &State) -> Units {
        let lines = self.lines(s, s.initiative);
        let yields = |unit: &Unit| self.yield_of(s, Units::only(*unit)).is_some();
        let fits = |unit: &Unit| self.check_cannibal(s, *unit, &lines).is_ok();
        self.troops[s.initiative].iter().filter(fits).filter(yields).collect()
    }

    fn suppliable(&self, s: &State) -> Units {
        let lines = self.traced(s, s.initiative);
        let fits = |unit: &Unit| self.check_supply_unit(s, *unit, &lines).is_ok();
        let affordable = |unit: &Unit| self.pay_units(s, Units::only(*unit)).is_ok();
        self.troops[s.initiative].iter().filter(fits).filter(affordable).collect()
    }

    fn freely_suppliable(&self, s: &State) -> Units {
        self.ground.iter().filter(|unit| self.check_free_unit(s, *unit).is_ok()).collect()
    }

    fn offer_movement(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let movable = self.movable(s);
        offers.extend(
            movable
                .iter()
                .map(|unit| of_unit(Action::Move { unit, path: Path::default(), breaks: false }, unit, "Move")),
        );
        self.offer_breakdown(s, offers);
        for brigade in self.specialized.iter().filter(|unit| self.on_map(s, *unit)) {
            if !self.groupable(s, brigade).is_empty() {
                offers.push(of_unit(Action::Group { brigade, with: Units::empty() }, brigade, "Take along"));
            }
        }
        offers.push(Offer::ending(Action::Done, "End movement", movable.len()));
    }

    fn groupable(&self, s: &State, brigade: Unit) -> Units {
        let near = self.stack(s, Side::AL, s.at(brigade));
        near.iter().filter(|unit| self.check_group(s, brigade, Units::only(*unit)).is_ok()).collect()
    }

    fn offer_breakdown(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let Some(step) = s.now() else { return };
        let mut whole = (self.divisible & self.troops[self.asked_side(s, step)]) - s.reduced;
        match step {
            Step::Movement => whole &= self.movers(s),
            Step::First { todo, .. } => whole &= todo,
            _ => {}
        }
        let broken = s.units_at(self.spot_of(crate::Off::Broken));
        for (_, set) in &self.sets {
            if whole.is_empty() {
                break;
            }
            if !self.counters_are_free(s, *set, broken) {
                whole.retain(|unit| self.set_for(unit) != Some(*set));
            }
        }
        for unit in whole.iter() {
            // Who moves and has counters needs room for them, and nothing else.
            let breaks = match step {
                Step::Movement => self.check_break_room(s, unit),
                _ => self.check_break(s, unit),
            };
            if self.on_map(s, unit) && breaks.is_ok() {
                offers.push(of_unit(Action::Break(unit), unit, "Break down"));
            }
        }
        for unit in broken.iter() {
            if self.check_combine(s, unit).is_ok() {
                offers.push(of_unit(Action::Combine(unit), unit, "Combine"));
            }
        }
    }

    fn offer_declarations(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        for unit in self.airborne.iter() {
            if self.check_drop(s, unit).is_ok() {
                offers.push(of_unit(Action::Drop(unit), unit, "Drop"));
            }
        }
        for hex in self.attackable(s).iter() {
            offers.push(at(Action::Attack { hex, with: Units::empty() }, hex, "Attack"));
        }
        if !self.undeclared_assault(s) {
            offers.push(Offer::ending(Action::Done, "No further attacks", 0));
        }
    }

    fn supporters(&self, s: &State, stage: u8, hex: Spot, extended: bool) -> Units {
        let fits = |air: &Unit| self.check_support(s, stage, hex, Units::only(*air), extended).is_ok();
        self.ready_fliers(s, stage).iter().filter(fits).collect()
    }

    fn interceptors(&self, s: &State, stage: u8, hex: Spot) -> Units {
        let fits = |air: &Unit| self.check_intercept(s, stage, hex, Units::only(*air)).is_ok();
        self.ready_fliers(s, stage).iter().filter(fits).collect()
    }

    fn offer_missions(&self, s: &State, stage: u8, offers: &mut Vec<Offer<Action>>) {
        let none = Units::empty();
        let mut hexes: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let ready = self.ready_fliers(s, stage);
        for hex in hexes {
            for extended in [false, true] {
                if ready.iter().any(|air| self.check_support(s, stage, hex, Units::only(air), extended).is_ok()) {
                    offers.push(at(Action::Support { hex, with: none, extended }, hex, "Support"));
                }
            }
            if ready.iter().any(|air| self.check_intercept(s, stage, hex, Units::only(air)).is_ok()) {
                offers.push(at(Action::Intercept { hex, with: none }, hex, "Intercept"));
            }
        }
        for air in (ready | self.new_fliers(s, stage)).iter() {
            if !self.bases(s, stage, air).is_empty() {
                offers.push(of_unit(Action::Transfer { air, to: NOWHERE }, air, "Transfer"));
            }
        }
        offers.push(Offer::ending(Action::Done, "No further missions", 0));
    }

    fn retreat_hexes(&self, s: &State, unit: Unit, first: bool) -> Vec<Spot> {
        if first { self.first_hexes(s, unit) } else { self.second_hexes(s, unit) }
    }

    /// [11.D.c] Whether two that retreat from one hex have the same ways.
    fn flee_alike(&self, s: &State, one: Unit, other: Unit, first: bool) -> bool {
        s.at(one) == s.at(other)
            && s.left[one.index()] == s.left[other.index()]
            && self.retreat_hexes(s, one, first) == self.retreat_hexes(s, other, first)
    }

    fn offer_first(&self, s: &State, todo: Units, offers: &mut Vec<Offer<Action>>) {
        let make = |units: Units| Action::First { units, to: NOWHERE };
        let label = "First hex of the retreat";
        let Some(one) = todo.first() else { return };
        let alike = todo.len() > 1 && todo.iter().all(|unit| self.flee_alike(s, one, unit, true));
        if alike && !self.shared_hexes(s, todo, true).is_empty() {
            offers.push(of_unit(make(todo), one, label));
        }
        for unit in todo.iter() {
            offers.push(of_unit(make(Units::only(unit)), unit, label));
            if self.may_surrender(s, unit) {
                offers.push(of_unit(Action::Surrender(Units::only(unit)), unit, "Surrender"));
            }
        }
        self.offer_breakdown(s, offers);
    }

    fn offer_second(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let make = |units: Units| Action::Second { units, to: NOWHERE };
        let label = "Second hex of the retreat";
        let Some(one) = s.fleers().next() else { return };
        let alike: Units = s.fleers().take_while(|unit| self.flee_alike(s, one, *unit, false)).collect();
        if alike.len() > 1 && !self.shared_hexes(s, alike, false).is_empty() {
            offers.push(of_unit(make(alike), one, label));
        }
        for unit in self.next_to_flee(s).iter() {
            offers.push(of_unit(make(Units::only(unit)), unit, label));
        }
    }

    fn shared_hexes(&self, s: &State, units: Units, first: bool) -> Vec<Spot> {
        let Some(one) = units.first() else { return vec![] };
        let mut all = self.retreat_hexes(s, one, first);
        if units.len() > 1 {
            all.retain(|hex| match first {
                true => self.check_first(s, units, units, *hex).is_ok(),
                false => self.check_second(s, units, *hex).is_ok(),
            });
        }
        all
    }

    fn one_hex(&self, from: Spot, hexes: Vec<Spot>) -> Opening {
        let legs = hexes.into_iter().map(|spot| Leg { spot, via: from, cost: 1, end: true, stop: true }).collect();
        Opening::Path(Reach { from, budget: 1, scale: 0, legs })
    }

    pub(crate) fn opening(&self, s: &State, action: &Action) -> Opening {
        let Some(step) = s.now() else { return Opening::Nothing };
        match (step, action) {
            (Step::Deploy, Action::Deploy { unit, reserve, .. }) => {
                one_spot(self.deploy_hexes(s, *unit, *reserve).iter())
            }
            (Step::Plot(_), Action::Plot { at: NOWHERE, impulse: 0, .. }) => Opening::Nothing,
            (Step::Plot(_), Action::Plot { unit, impulse, .. }) => one_spot(self.plot_hexes(s, *unit, *impulse)),
            (_, Action::Rebuild { with, .. }) => subset(self.rebuildable(s, *with), 1, 2, true),
            (_, Action::Cannibalize(_)) => subset(self.cannibals(s), 1, 2, true),
            (_, Action::Airlift(_)) => subset(self.free_transports(s), 1, usize::MAX, false),
            (_, Action::Supply(_)) => subset(self.suppliable(s), 1, usize::MAX, true),
            (_, Action::FreeSupply(_)) => subset(self.freely_suppliable(s), 1, s.free_supply.into(), false),
            (_, Action::DropSupply(_)) => subset(self.open_drop_supply(s), 0, self.free_transports(s).len(), false),
            (Step::Fuel(side), Action::Fuel(_)) => subset(self.fuel_candidates(s, side), 0, usize::MAX, true),
            (Step::Movement, Action::Move { unit, .. }) => Opening::Path(self.reach_of(s, *unit)),
            (_, Action::Group { brigade, .. }) => subset(self.groupable(s, *brigade), 1, 2, false),
            (_, Action::Reserve(_)) => {
                let all = self.ground.iter().filter(|unit| self.check_reserve(s, *unit).is_ok()).collect();
                subset(all, 0, usize::MAX, false)
            }
            (Step::Declare, Action::Attack { hex, .. }) => {
                let Some((order, must, least)) = self.attack_order(s, *hex) else { return Opening::Nothing };
                let of: Vec<Ref> = order.into_iter().map(Ref::from).collect();
                Opening::Subset { must, least, most: of.len(), of, loose: true }
            }
            (Step::Fly(stage), Action::Support { hex, extended, .. }) => {
                let most = if *extended { 2 - self.support_over(s, *hex, self.flying_side(s, stage)) } else { 1 };
                subset(self.supporters(s, stage, *hex, *extended), 1, most, false)
            }
            (Step::Fly(stage), Action::Intercept { hex, .. }) => subset(self.interceptors(s, stage, *hex), 1, 1, false),
            (Step::Fly(stage), Action::Transfer { air, .. }) => one_spot(self.bases(s, stage, *air).iter()),
            (_, Action::Bid(_)) => Opening::Amount { least: 0, most: self.levels(s, s.attacker().other()).into() },
            (_, Action::First { units, .. }) => self.open_retreat(s, *units, true),
            (_, Action::Second { units, .. }) => self.open_retreat(s, *units, false),
            (_, Action::Further { unit, .. }) => self.one_hex(s.at(*unit), self.further_hexes(s, *unit)),
            (Step::Advance, Action::Advance { unit, .. }) => Opening::Path(self.open_advance(s, *unit)),
            (_, Action::Release(_)) => subset(self.open_release(s), 0, usize::MAX, false),
            _ => Opening::Nothing,
        }
    }

    /// A lawful pick without the whole opening, for playouts.
    pub(crate) fn any_pick(&self, s: &State, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        match (s.now(), action) {
            (Some(Step::Movement), Action::Move { unit, .. }) => {
                // A walk that leads nowhere is tried again: that is quicker than a look at the whole map.
                (0..4).find_map(|_| self.wander(s, *unit, dice)).map(Pick::Path)
            }
            (Some(Step::Deploy), Action::Deploy { unit, reserve, .. }) => {
                let hexes = self.deploy_hexes(s, *unit, *reserve);
                let count = u16::try_from(hexes.len()).ok().filter(|count| *count > 0)?;
                let hex = hexes.iter().nth(dice.pick(count).into())?;
                Some(Pick::Subset(vec![Ref::Spot(hex)]))
            }
            _ => None,
        }
    }

    fn open_retreat(&self, s: &State, units: Units, first: bool) -> Opening {
        let Some(one) = units.first() else { return Opening::Nothing };
        self.one_hex(s.at(one), self.shared_hexes(s, units, first))
    }

    pub(crate) fn fill_in(&self, action: &mut Action, pick: Pick) {
        let units = |refs: &[Ref]| -> Units {
            refs.iter()
                .filter_map(|item| match item {
                    Ref::Piece(piece) if usize::from(piece.0) < self.cards.len() => Some(Unit(piece.0)),
                    _ => None,
                })
                .collect()
        };
        match (action, pick) {
            (
                Action::Deploy { at, .. } | Action::Plot { at, .. } | Action::Transfer { to: at, .. },
                Pick::Subset(refs),
            ) => {
                if let [Ref::Spot(hex)] = refs[..] {
                    *at = hex;
                }
            }
            (
                Action::Rebuild { units: of, .. }
                | Action::Cannibalize(of)
                | Action::Airlift(of)
                | Action::Supply(of)
                | Action::FreeSupply(of)
                | Action::DropSupply(of)
                | Action::Fuel(of)
                | Action::Group { with: of, .. }
                | Action::Reserve(of)
                | Action::Attack { with: of, .. }
                | Action::Support { with: of, .. }
                | Action::Intercept { with: of, .. }
                | Action::Release(of),
                Pick::Subset(refs),
            ) => *of = units(&refs),
            (Action::Move { path, .. }, Pick::Path(spots)) => *path = spots[..].try_into().unwrap_or_default(),
            (Action::Advance { path, .. }, Pick::Path(spots)) => *path = spots[..].try_into().unwrap_or_default(),
            (Action::First { to, .. } | Action::Second { to, .. } | Action::Further { to, .. }, Pick::Path(spots)) => {
                if let [hex] = spots[..] {
                    *to = hex;
                }
            }
            (Action::Bid(levels), Pick::Amount(number)) => *levels = number,
            _ => {}
        }
    }
}
