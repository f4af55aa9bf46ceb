//! ACT: What is offered at each step, what is checked, what is done.

use crate::action::{Action, Battle, How, Losses, Support, support_thing};
use crate::components::{Kind, Side};
use crate::hidden::FIRST_PHANTOM;
use crate::movement::Front;
use crate::sequence::{Stage, Step};
use crate::state::{Hexes, PHANTOMS, Place, State, Trail, Units};
use crate::supply::Supply;
use crate::{DdayToTheRhine, Event};
use referee::{Dice, Heap, Illegal, Offer, Opening, Pick, Piece, Ref, Referee, Rule, Spot};

const NOT_NOW: Illegal = Illegal::new(Rule("Q.1"), "not at this point of the month");

impl DdayToTheRhine {
    pub(crate) fn make_offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let Some(step) = s.steps.top() else { return };
        let mut offer = |action, about, label| offers.push(Offer::new(action, about, label));
        match step {
            Step::Invasion => {
                for at in self.c.map.beach {
                    if self.check_invasion(s, at).is_ok() {
                        offer(Action::Invade(at), Ref::Spot(at), "land here");
                    }
                }
            }
            Step::Launch => {
                offer(Action::Launch, Ref::Nothing, "launch the counter-offensive");
                offer(Action::Wait, Ref::Nothing, "wait");
            }
            // [A.4.b]
            Step::Arrivals(side) => {
                self.offer_arrivals(s, side, &mut offer);
                offers.push(Offer::ending(Action::Done, "end arrivals", offers.len()));
            }
            // [R.9, C.1]
            Step::Activation(side) => {
                self.offer_activations(s, side, &mut offer);
                offers.push(Offer::ending(Action::End, "end the phase", offers.len()));
            }
            Step::Moving { unit, motor, .. } => {
                let reach = self.reach(s, unit, motor, None);
                if reach.is_some_and(|reach| reach.ends().next().is_some()) {
                    let path = Trail::new();
                    let action = if motor { Action::Motor { unit, path } } else { Action::Move { unit, path } };
                    offer(action, Ref::Piece(unit), "go on");
                }
                offer(Action::Halt, Ref::Piece(unit), "halt here");
            }
            Step::Support { battle, .. } => {
                offer(Action::Support(Support::default()), Ref::Spot(battle.target), "support");
            }
            Step::FriendlyHit { attackers } => {
                let losses = Losses { among: attackers, counts: [0; 8] };
                offer(Action::Lose(losses), Ref::Nothing, "take the hit");
            }
            Step::Losses { among, .. } => {
                offer(Action::Lose(Losses { among, counts: [0; 8] }), Ref::Nothing, "share out the losses");
            }
            Step::Close { side, stage: Stage::Excess } => {
                for unit in self.excess_choice(s, side) {
                    offer(Action::Back(unit), Ref::Piece(unit), "send back to the track");
                }
            }
            Step::Hide => {
                for unit in self.all_of(Side::German).filter(|unit| self.check_hide(s, *unit).is_ok()) {
                    offer(Action::Hide(unit), Ref::Piece(unit), "hide");
                }
                if !self.phantom_places(s).is_empty() {
                    offer(Action::Phantom(None), Ref::Nothing, "lay a phantom");
                }
                offers.push(Offer::ending(Action::Done, "done", 0));
            }
            Step::Fight { .. } | Step::Close { .. } => {}
        }
    }

    fn offer_arrivals(&self, s: &State, side: Side, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        let supply = self.seen_supply(s, side);
        for unit in self.all_of(side) {
            let about = Ref::Piece(unit);
            let may_hide = || s.options.hidden && self.check_marker(s, side, unit, true).is_ok();
            match s.unit(unit).place {
                Place::Track if self.is_due(s, unit) && !self.places(s, unit, &supply, false).is_empty() => {
                    offer(Action::Place { unit, at: None, hidden: false }, about, "bring in");
                    if may_hide() {
                        offer(Action::Place { unit, at: None, hidden: true }, about, "bring in hidden");
                    }
                }
                Place::Pool if self.may_rebuild(s, unit).is_ok() && !self.places(s, unit, &supply, true).is_empty() => {
                    offer(Action::Rebuild { unit, at: None, hidden: false }, about, "rebuild");
                    if may_hide() {
                        offer(Action::Rebuild { unit, at: None, hidden: true }, about, "rebuild hidden");
                    }
                }
                Place::Map(_) if self.check_step(s, side, unit).is_ok() => {
                    offer(Action::Step(unit), about, "add a step");
                }
                _ => {}
            }
        }
    }

    fn offer_activations(&self, s: &State, side: Side, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        let supply = self.seen_supply(s, side);
        let mut front = self.front_of(s, side, false, false);
        let trains = side == Side::German && s.month >= self.c.tables.rail_from && !s.rail_used;
        let (line, stations) = if trains {
            let free = self.stations(s) - s.occupied[Side::German.index()];
            (self.line(s, &supply), free)
        } else {
            (Hexes::empty(), Hexes::empty())
        };
        let path = Trail::new();
        for unit in self.all_of(side) {
            let Ok(from) = self.may_activate(s, side, unit) else { continue };
            let about = Ref::Piece(unit);
            (front.mountaineer, front.motor) = (self.unit(unit).kind == Kind::Mountain, false);
            if self.has_a_way(s, unit, from, &front, &supply) {
                offer(Action::Move { unit, path }, about, "move");
            }
            match side {
                Side::Allied => {
                    front.motor = true;
                    if self.may_go_far(s, unit, &supply, &front.zone).is_ok()
                        && self.has_a_way(s, unit, from, &front, &supply)
                    {
                        offer(Action::Motor { unit, path }, about, "motorized move");
                    }
                }
                Side::German if trains && self.may_use_rail(s, unit, &supply, &front.zone).is_ok() => {
                    // Mostly the next station is next door; otherwise the whole line is looked at.
                    let next_door = (self.near[from.index()] & line).intersects(&stations);
                    if next_door || !self.rail_ends(s, unit, &supply).is_empty() {
                        offer(Action::Rail { unit, at: None }, about, "rail move");
                    }
                }
                Side::German => {}
            }
        }
        if side == Side::German && s.options.hidden {
            front.mountaineer = false;
            for nth in 0..PHANTOMS {
                if self.may_move_phantom(s, nth).is_ok_and(|from| self.phantom_has_a_way(s, nth, from, &front)) {
                    let unit = Piece(FIRST_PHANTOM + u16::try_from(nth).unwrap_or(0));
                    offer(Action::Move { unit, path }, Ref::Piece(unit), "move");
                }
            }
        }
        let (targets, surprised) = self.targets(s, side);
        for target in targets {
            let battle = |surprise| Battle { target, attackers: Units::empty(), surprise };
            offer(Action::Attack(battle(false)), Ref::Spot(target), "attack");
            if surprised.contains(target) {
                offer(Action::Attack(battle(true)), Ref::Spot(target), "attack by surprise");
            }
        }
    }

    /// Whether a tactical or motorized move can end anywhere.
    fn has_a_way(&self, s: &State, unit: Piece, from: Spot, front: &Front, supply: &Supply) -> bool {
        let card = self.unit(unit);
        let mp = if front.motor { u16::from(card.mp) * 2 } else { u16::from(self.allowance(s, unit, supply)) };
        let paid = |way: &board::Way, left: u16| match self.toll(front, *way) {
            board::Toll::Pay(cost) => left.checked_sub(cost),
            // It would have to stop.
            board::Toll::PayAndStop(cost) => left.checked_sub(cost).map(|_| 0),
            board::Toll::Barred(_) => None,
        };
        // Mostly the next hex will do, or one beyond a friend; otherwise everything in reach is looked at.
        let mut friends = false;
        for way in self.c.map.board.ways(from) {
            match paid(way, mp) {
                Some(_) if !s.holds(card.side, way.to) => return true,
                Some(left) => friends |= left > 0,
                None => {}
            }
        }
        let beyond = |way: &board::Way| {
            let Some(left) = paid(way, mp) else { return false };
            let ways = self.c.map.board.ways(way.to);
            ways.iter().any(|next| next.to != from && !s.holds(card.side, next.to) && paid(next, left).is_some())
        };
        friends
            && (self.c.map.board.ways(from).iter().any(beyond)
                || self.reach(s, unit, front.motor, Some(supply)).is_some_and(|reach| reach.ends().next().is_some()))
    }

    /// Picks for playouts that need no opening.
    pub(crate) fn any_pick(&self, s: &State, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        let known = |unit: Piece| self.c.units.get(unit.index()).is_some();
        let any = |hexes: Hexes, dice: &mut dyn Dice| {
            let n = u16::try_from(hexes.len()).ok().filter(|n| *n > 0)?;
            let at = hexes.iter().nth(dice.pick(n).into())?;
            Some(Pick::Subset(vec![Ref::Spot(at)]))
        };
        match (s.steps.top()?, *action) {
            (Step::Activation(_) | Step::Moving { .. }, Action::Move { unit, .. }) if known(unit) => {
                self.wander(s, unit, false, dice).map(Pick::Path)
            }
            (Step::Activation(_) | Step::Moving { .. }, Action::Motor { unit, .. }) if known(unit) => {
                self.wander(s, unit, true, dice).map(Pick::Path)
            }
            (Step::Activation(side), Action::Attack(battle)) if self.is_hex(battle.target) => {
                self.any_attackers(s, side, battle, dice).map(Pick::Subset)
            }
            (Step::Arrivals(side), Action::Place { unit, .. }) if known(unit) => {
                any(self.places(s, unit, &self.seen_supply(s, side), false), dice)
            }
            (Step::Arrivals(side), Action::Rebuild { unit, .. }) if known(unit) => {
                any(self.places(s, unit, &self.seen_supply(s, side), true), dice)
            }
            _ => None,
        }
    }

    pub(crate) fn opening(&self, s: &State, action: &Action) -> Opening {
        let Some(step) = s.steps.top() else { return Opening::Nothing };
        let known = |unit: Piece| self.c.units.get(unit.index()).is_some();
        let one_of = |hexes: Hexes| Opening::Subset {
            of: hexes.iter().map(Ref::Spot).collect(),
            must: 0,
            least: 1,
            most: 1,
            loose: false,
        };
        match (step, *action) {
            (Step::Activation(_), Action::Move { unit, .. }) if DdayToTheRhine::phantom_of(unit).is_some() => {
                let nth = DdayToTheRhine::phantom_of(unit).unwrap_or(0);
                self.phantom_reach(s, nth).map_or(Opening::Nothing, Opening::Path)
            }
            (Step::Activation(_) | Step::Moving { .. }, Action::Move { unit, .. }) if known(unit) => {
                self.reach(s, unit, false, None).map_or(Opening::Nothing, Opening::Path)
            }
            (Step::Activation(_) | Step::Moving { .. }, Action::Motor { unit, .. }) if known(unit) => {
                self.reach(s, unit, true, None).map_or(Opening::Nothing, Opening::Path)
            }
            (Step::Activation(side), Action::Rail { unit, .. }) if known(unit) => {
                one_of(self.rail_ends(s, unit, &self.seen_supply(s, side)))
            }
            (Step::Arrivals(side), Action::Place { unit, .. }) if known(unit) => {
                one_of(self.places(s, unit, &self.seen_supply(s, side), false))
            }
            (Step::Arrivals(side), Action::Rebuild { unit, .. }) if known(unit) => {
                one_of(self.places(s, unit, &self.seen_supply(s, side), true))
            }
            (Step::Activation(side), Action::Attack(battle)) if self.is_hex(battle.target) => {
                self.open_attack(s, side, battle)
            }
            (Step::Support { battle, defending }, Action::Support(_)) => {
                let pieces = self.possible_support(s, battle, defending);
                let of: Vec<Ref> = pieces.pieces().map(|piece| Ref::Thing(support_thing(piece))).collect();
                let naval = pieces.pieces().filter(|piece| *piece < Support::BOMBER).count();
                let air = pieces.pieces().filter(|piece| *piece >= Support::BOMBER).count();
                let most = naval.min(1) + air.min(1);
                Opening::Subset { most, of, must: 0, least: 0, loose: true }
            }
            (Step::FriendlyHit { attackers }, Action::Lose(_)) => self.open_losses(s, attackers, 1),
            (Step::Losses { among, hits }, Action::Lose(_)) => self.open_losses(s, among, hits),
            (Step::Hide, Action::Phantom(_)) => one_of(self.phantom_places(s)),
            _ => Opening::Nothing,
        }
    }

    /// [C.2.a] Attackers, those first who can do it alone.
    fn open_attack(&self, s: &State, side: Side, battle: Battle) -> Opening {
        let able = self.attackers(s, side, battle.target);
        let fits = |attackers: Units| self.check_attack(s, side, Battle { attackers, ..battle }).is_ok();
        let (mut of, rest): (Vec<Piece>, Vec<Piece>) = able.iter().partition(|unit| fits(Units::only(*unit)));
        let mut least = 1;
        if of.is_empty() {
            // [RCO.3, RCO.4.a] One need not pay, another is in supply: it takes the two of them.
            let pairs = able.iter().flat_map(|one| able.iter().map(move |other| [one, other]));
            if let Some(pair) =
                pairs.filter(|[one, other]| one < other).find(|pair| fits(pair.iter().copied().collect()))
            {
                of.extend(pair);
                least = 2;
            }
        }
        let rest: Vec<Piece> = rest.into_iter().filter(|unit| !of.contains(unit)).collect();
        of.extend(rest);
        let most = of.len();
        Opening::Subset { of: of.into_iter().map(Ref::Piece).collect(), must: 0, least, most, loose: true }
    }

    fn open_losses(&self, s: &State, among: Units, hits: u8) -> Opening {
        let heap = |unit: Piece| Heap { of: Ref::Piece(unit), most: s.unit(unit).sp };
        Opening::Counts { of: among.iter().map(heap).collect(), least: hits, most: hits }
    }

    pub(crate) fn check_action(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let Some(step) = s.steps.top() else { return Err(Illegal::new(Rule("Q.1"), "the game is over")) };
        match (step, *action) {
            (Step::Invasion, Action::Invade(at)) => self.check_invasion(s, at),
            (Step::Arrivals(side), Action::Place { unit, at, hidden }) => self.check_place(s, side, unit, at, hidden),
            (Step::Arrivals(side), Action::Rebuild { unit, at, hidden }) => {
                self.check_rebuild(s, side, unit, at, hidden)
            }
            (Step::Arrivals(side), Action::Step(unit)) => self.check_step(s, side, unit),
            (Step::Activation(Side::German), Action::Move { unit, path })
                if DdayToTheRhine::phantom_of(unit).is_some() =>
            {
                self.check_phantom_move(s, DdayToTheRhine::phantom_of(unit).unwrap_or(0), &path)
            }
            (Step::Activation(side), Action::Move { unit, path }) => self.check_move(s, side, unit, &path),
            (Step::Activation(side), Action::Motor { unit, path }) => self.check_motor(s, side, unit, &path),
            (Step::Activation(side), Action::Rail { unit, at }) => self.check_rail(s, side, unit, at),
            (Step::Activation(side), Action::Attack(battle)) => self.check_attack(s, side, battle),
            (
                Step::Moving { unit, left, motor },
                Action::Move { unit: other, path } | Action::Motor { unit: other, path },
            ) => {
                if unit != other || motor != matches!(action, Action::Motor { .. }) {
                    return Err(Illegal::new(Rule("M.2"), "finish the move that was begun").about(Ref::Piece(unit)));
                }
                self.check_path(s, unit, &path, motor, left)
            }
            (Step::Support { battle, defending }, Action::Support(support)) => {
                self.check_support(s, battle, defending, support)
            }
            (Step::FriendlyHit { attackers }, Action::Lose(losses)) => {
                self.check_losses(s, attackers, 1, losses, "S.3.d")
            }
            (Step::Losses { among, hits }, Action::Lose(losses)) => self.check_losses(s, among, hits, losses, "C.12"),
            (Step::Close { side, stage: Stage::Excess }, Action::Back(unit)) => {
                match self.excess_choice(s, side).contains(unit) {
                    true => Ok(()),
                    false => Err(Illegal::new(Rule("A.5.c"), "one that entered there this month goes back")),
                }
            }
            (Step::Hide, Action::Hide(unit)) => self.check_hide(s, unit),
            (Step::Hide, Action::Phantom(at)) => self.check_phantom(s, at),
            (Step::Launch, Action::Launch | Action::Wait)
            | (Step::Arrivals(_) | Step::Hide, Action::Done)
            | (Step::Activation(_), Action::End)
            | (Step::Moving { .. }, Action::Halt) => Ok(()),
            (Step::Activation(_), Action::Place { .. } | Action::Rebuild { .. } | Action::Step(_)) => {
                Err(Illegal::new(Rule("Q.9"), "units and steps come before the activations"))
            }
            (
                Step::Arrivals(side),
                Action::Move { .. } | Action::Motor { .. } | Action::Rail { .. } | Action::Attack(_) | Action::End,
            ) => {
                let rule = if side == Side::German { "Q.4" } else { "Q.6" };
                Err(Illegal::new(Rule(rule), "first arrivals, then activations"))
            }
            (Step::Launch, _) => Err(Illegal::new(Rule("RCO.1"), "first say whether the offensive begins")),
            (Step::Losses { .. }, _) => Err(Illegal::new(Rule("C.12"), "the losses are shared out first")),
            (Step::Invasion, _) => Err(Illegal::new(Rule("I.9.b"), "the landings come first")),
            _ => Err(NOT_NOW),
        }
    }

    pub(crate) fn play_action(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let step = s.steps.top().expect("somebody is awaited");
        match (step, *action) {
            (_, Action::Invade(at)) => self.invade(s, at, r),
            (_, Action::Launch) => self.launch(s, r),
            (_, Action::Wait) => {
                s.steps.pop();
                r.note(Rule("RCO.1"), Event::Waits);
            }
            (_, Action::Place { unit, at, hidden }) => self.place(s, unit, at.expect("checked"), hidden, r),
            (_, Action::Rebuild { unit, at, hidden }) => self.rebuild(s, unit, at.expect("checked"), hidden, r),
            (_, Action::Step(unit)) => self.step(s, unit, r),
            (Step::Arrivals(side), Action::Done) => self.begin_activations(s, side, r),
            (Step::Hide, Action::Done) => {
                s.steps.pop();
            }
            (Step::Activation(_), Action::Move { unit, path }) => match DdayToTheRhine::phantom_of(unit) {
                Some(nth) => self.move_phantom(s, nth, &path, r),
                None => self.start_move(s, unit, &path, How::Tactical, r),
            },
            (Step::Activation(_), Action::Motor { unit, path }) => self.start_move(s, unit, &path, How::Motor, r),
            (Step::Moving { unit, left, motor }, Action::Move { path, .. } | Action::Motor { path, .. }) => {
                self.walk(s, unit, &path, if motor { How::Motor } else { How::Tactical }, left, r);
            }
            (_, Action::Rail { unit, at }) => self.rail(s, unit, at.expect("checked"), r),
            (_, Action::Halt) => {
                s.steps.pop();
            }
            (Step::Activation(side), Action::Attack(battle)) => self.declare(s, side, battle, r),
            (_, Action::Support(support)) => self.commit(s, support, r),
            (_, Action::Lose(losses)) => self.take_losses(s, losses, r),
            (_, Action::Back(unit)) => self.send_back(s, unit, r),
            (_, Action::Hide(unit)) => self.hide(s, unit, r),
            (_, Action::Phantom(at)) => self.lay_phantom(s, at.expect("checked"), r),
            (Step::Activation(side), Action::End) => {
                s.steps.pop();
                s.steps.push(Step::Close { side, stage: Stage::Excess });
            }
            _ => unreachable!("check refuses everything else"),
        }
    }
}
