//! Chapters 4 and 16, and the expanded sequence: what is asked, and what happens by itself between two questions.

use crate::RoadToTheRhine;
use crate::event::Event;
use crate::state::{NEVER, NOWHERE, Side, Ss30, State, Unit, Units, Weather};
use referee::{Awaits, Decision, Outcome, Referee, Rule, Spot, Stack};

/// A question, or something that must be worked off before the next one.
#[derive(Copy, Clone, PartialEq, Debug, Hash)]
pub enum Step {
    Deploy,
    Plot(Unit),
    /// How many are still to be named, and which were, by kind.
    Forgo {
        count: u8,
        named: [u8; 13],
    },
    Prepare,
    Withdraw(Unit),
    NextImpulse,
    DropSupply,
    Fuel(Side),
    Movement,
    Reserves,
    Declare,
    /// Attacker, defender, interception by the attacker.
    Fly(u8),
    Aim(Spot),
    Combat,
    Final,
    Release,
    Refit,
    Dams,
    Bid,
    Escalate {
        attacker: bool,
    },
    Lose {
        side: Side,
        count: u8,
    },
    /// Who is left of the side retreats.
    Rout {
        side: Side,
    },
    First {
        side: Side,
        todo: Units,
    },
    Second {
        side: Side,
    },
    Further {
        todo: Units,
    },
    /// [21.A.2.b] An assault that did not empty its hex.
    Repulse,
    Advance,
}

impl Step {
    /// Whether it lies within a battle, between its roll and the end of the advance.
    pub(crate) fn is_in_battle(self) -> bool {
        matches!(
            self,
            Step::Bid
                | Step::Escalate { .. }
                | Step::Lose { .. }
                | Step::Rout { .. }
                | Step::First { .. }
                | Step::Second { .. }
                | Step::Further { .. }
                | Step::Repulse
                | Step::Advance
        )
    }
}

/// What comes when nothing is left to be asked. An impulse [4.c] goes from `ImpulseStart` to `EndImpulse`: movement [seq.4], air
/// support [seq.5], combat [seq.6], and in the reserve phases the same again [seq.7], [seq.8], [seq.9].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Phase {
    Stage,
    GameTurn,
    Plots(u8),
    PlayerTurn,
    Prepare,
    Withdrawals(u16),
    FirstImpulse,
    ImpulseStart,
    DropSupply,
    FuelFirst,
    FuelSecond,
    Movement,
    AfterMovement,
    Reserves,
    Declare,
    Visibility,
    FlyFirst,
    FlySecond,
    Intercept,
    AirCombat,
    Combat,
    AfterCombat,
    Release,
    EndImpulse,
    NextImpulse,
    Refit,
    EndPlayerTurn,
    EndTurn,
    Over,
}

impl RoadToTheRhine {
    pub(crate) fn awaited(&self, s: &State) -> Awaits {
        if let Some(level) = s.outcome {
            return Awaits::Over(self.outcome(s, level));
        }
        let Some(step) = s.now() else {
            return Awaits::Over(Outcome { winner: None, level: "nothing is left to decide", rule: Rule("4.a") });
        };
        let (side, rule, question) = self.question(s, step);
        Awaits::Decision(Decision { seat: side.seat(), rule: Rule(rule), question })
    }

    /// Who answers a step.
    pub(crate) fn asked_side(&self, s: &State, step: Step) -> Side {
        self.question(s, step).0
    }

    fn question(&self, s: &State, step: Step) -> (Side, &'static str, &'static str) {
        let (initiative, attacker) = (s.initiative, s.attacker());
        let defender = attacker.other();
        let reserve = s.reserve_phase;
        match step {
            Step::Deploy => (self.stage_side(s), "30.C.a", "Set up your units."),
            Step::Plot(unit) if self.side(unit) == Side::AL => (Side::AL, "21.A.5.a", "Where does this unit drop?"),
            Step::Plot(_) => (Side::GE, "21.C.b", "Where does this unit drop, and in which impulse?"),
            Step::Forgo { .. } => (initiative, "33.F", "Which replacement do you not receive?"),
            Step::Prepare => (initiative, "seq.2", "Replacements, supply, airlift: prepare your turn."),
            Step::Withdraw(_) => (initiative, "31.E.c", "Which unit leaves instead?"),
            Step::NextImpulse => (initiative, "4.e", "Another impulse, or the end of your player-turn?"),
            Step::DropSupply => (Side::AL, "6.D.a", "Which units live from the air?"),
            Step::Fuel(side) => (side, "5.D.2.c", "Which air units do you make ready?"),
            Step::Movement if reserve => (attacker, "13.a", "Move reserves, or end movement."),
            Step::Movement => (initiative, "7.a", "Move a unit, or end movement."),
            Step::Reserves => (initiative, "9.a", "Which units do you keep as reserves?"),
            Step::Declare if reserve => (attacker, "15.d", "Declare attacks of your reserves."),
            Step::Declare => (initiative, "11.a", "Declare attacks and drops."),
            // [14.b] The attacker of the phase first.
            Step::Fly(stage) => {
                let rule = if reserve { "14.b" } else { "10.A.5" };
                match stage {
                    0 => (attacker, rule, "Send aircraft: support, transfers."),
                    1 => (defender, rule, "Answer in the air: support, interception, transfers."),
                    _ => (attacker, rule, "Intercept his defenders?"),
                }
            }
            Step::Aim(hex) => (self.interceptor_side(s, hex), "10.A.3.d", "Whom do you shoot at?"),
            Step::Combat => (attacker, if reserve { "15.d" } else { "11.f" }, "Resolve an attack, or end combat."),
            Step::Final => (initiative, "16.a", "Declare this the final impulse?"),
            Step::Release => (Side::GE, "26.e", "Which reserves do you try to release?"),
            Step::Refit => (initiative, "18.B.d", "Use replacements before the turn ends."),
            Step::Dams if self.guards_dams(s) => (Side::GE, "24.a", "Blow the Roer dams now?"),
            Step::Dams => (Side::GE, "24.a", "Blow the Roer dams? It is the last chance."),
            Step::Bid => (defender, "11.B.DX.a", "How many levels do you lose? The attacker loses one more."),
            Step::Escalate { attacker: by_attacker } => {
                let side = if by_attacker { attacker } else { defender };
                (side, self.escalation_rule(s), "Raise your loss?")
            }
            Step::Lose { side, .. } => (side, "11.C.a", "Which unit loses a level?"),
            Step::Rout { side } | Step::First { side, .. } => (side, "11.D.b", "Retreat: name the first hex."),
            Step::Second { side, .. } => (side.other(), "11.D.b", "Retreat: name the second hex."),
            Step::Further { todo } => {
                let side = todo.first().map_or(defender, |unit| self.side(unit));
                (side, "3.e", "The hex is full: one hex more.")
            }
            Step::Repulse | Step::Advance => (attacker, "11.E.b", "Advance after combat?"),
        }
    }

    /// Goes on until somebody has to decide.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        loop {
            if s.outcome.is_some() {
                s.steps = Stack::new();
                s.phase = Phase::Over;
                return;
            }
            let asks = match s.now() {
                Some(step) => self.asks(s, step, r),
                None if s.phase == Phase::Over => return,
                None => {
                    self.next_phase(s, r);
                    false
                }
            };
            if asks {
                return;
            }
        }
    }

    /// Whether a step is a question now; what leaves no choice is done at once.
    fn asks(&self, s: &mut State, step: Step, r: &mut Referee<Event>) -> bool {
        match step {
            Step::Combat => {
                let open = s.open_attacks().next().is_some();
                if !open {
                    s.steps.pop();
                }
                open
            }
            Step::Bid => self.settle_bid(s),
            Step::Escalate { attacker } => self.settle_escalation(s, attacker, r),
            Step::Lose { side, count } => self.settle_loss(s, side, count, r),
            Step::Rout { side } => {
                self.begin_retreat(s, side, r);
                false
            }
            Step::First { side, todo } => self.settle_first(s, side, todo, r),
            Step::Second { .. } => self.settle_second(s, r),
            Step::Further { todo } => self.settle_further(s, todo, r),
            Step::Repulse => {
                s.steps.pop();
                self.repulse(s, r);
                false
            }
            Step::Advance => self.settle_advance(s),
            _ => true,
        }
    }

    fn ask(&self, s: &mut State, step: Step, asked: bool, then: Phase) {
        s.phase = then;
        if asked {
            s.steps.push(step);
        }
    }

    /// One phase on.
    fn next_phase(&self, s: &mut State, r: &mut Referee<Event>) {
        s.left = [NOWHERE; crate::state::UNITS];
        match s.phase {
            Phase::Stage => self.next_stage(s, r),
            Phase::GameTurn => self.begin_game_turn(s, r),
            Phase::Plots(next) => self.next_plot(s, next, r),
            Phase::PlayerTurn => self.begin_player_turn(s, r),
            Phase::Prepare => self.ask(s, Step::Prepare, true, Phase::Withdrawals(0)),
            Phase::Withdrawals(next) => self.next_withdrawal(s, next, r),
            Phase::FirstImpulse => {
                s.impulse = 1;
                s.phase = Phase::ImpulseStart;
            }
            Phase::ImpulseStart => self.begin_impulse(s, r),
            Phase::DropSupply => {
                let asked = self.may_drop_supply(s);
                self.ask(s, Step::DropSupply, asked, Phase::FuelFirst);
            }
            Phase::FuelFirst => {
                let asked = self.may_fuel(s, s.initiative);
                self.ask(s, Step::Fuel(s.initiative), asked, Phase::FuelSecond);
            }
            Phase::FuelSecond => {
                let other = s.initiative.other();
                let asked = self.may_fuel(s, other);
                self.ask(s, Step::Fuel(other), asked, Phase::Movement);
            }
            Phase::Movement => self.begin_movement(s, r),
            Phase::AfterMovement => self.after_movement(s, r),
            Phase::Reserves => {
                let asked = !s.reserve_phase && self.ground.iter().any(|unit| self.check_reserve(s, unit).is_ok());
                self.ask(s, Step::Reserves, asked, Phase::Declare);
            }
            Phase::Declare => {
                self.begin_combat_phase(s);
                let asked = self.may_declare(s);
                self.ask(s, Step::Declare, asked, Phase::Visibility);
            }
            Phase::Visibility => {
                if !s.reserve_phase {
                    self.roll_visibility(s, r);
                }
                s.phase = Phase::FlyFirst;
            }
            Phase::FlyFirst => {
                let asked = self.may_fly(s, 0);
                self.ask(s, Step::Fly(0), asked, Phase::FlySecond);
            }
            Phase::FlySecond => {
                let asked = self.may_fly(s, 1);
                self.ask(s, Step::Fly(1), asked, Phase::Intercept);
            }
            Phase::Intercept => {
                let asked = self.may_fly(s, 2);
                self.ask(s, Step::Fly(2), asked, Phase::AirCombat);
            }
            Phase::AirCombat => self.next_air_combat(s, r),
            Phase::Combat => self.ask(s, Step::Combat, true, Phase::AfterCombat),
            Phase::AfterCombat => self.after_combat(s, r),
            // [13.a], [14.a] The other side moves, flies and attacks; the sky stays as it is.
            Phase::Release => {
                s.reserve_phase = true;
                let asked = self.may_release(s);
                self.ask(s, Step::Release, asked, Phase::Movement);
            }
            Phase::EndImpulse => self.end_impulse(s, r),
            // [4.e], [seq.10] As long as he can pay.
            Phase::NextImpulse => {
                let asked = !s.final_impulse && (self.can_pay_impulse(s, false) || self.can_pay_impulse(s, true));
                self.ask(s, Step::NextImpulse, asked, Phase::Refit);
            }
            Phase::Refit => {
                s.final_impulse = false;
                let asked = self.may_refit(s);
                self.ask(s, Step::Refit, asked, Phase::EndPlayerTurn);
            }
            Phase::EndPlayerTurn => self.end_player_turn(s, r),
            Phase::EndTurn => self.end_turn(s, r),
            Phase::Over => {}
        }
    }

    /// [seq.1] The next Game-Turn: weather, plots.
    fn begin_game_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        r.note(Rule("4.a"), Event::Turn(s.turn));
        self.roll_weather(s, r);
        s.air_rebuilt = [false; 2];
        if s.turn.is_multiple_of(4) {
            s.cavalry_rebuilt = false;
        }
        s.phase = Phase::Plots(0);
    }

    pub(crate) fn roll_weather(&self, s: &mut State, r: &mut Referee<Event>) {
        let die = r.roll(6);
        s.weather = self.components.tables.weather[crate::state::month(s.turn)][usize::from(die - 1)];
        self.lay_zones(s);
        r.note(Rule("17.a"), Event::Weather { die, weather: s.weather });
    }

    /// [seq.2] The initial segment; the side has the initiative [4.d].
    fn begin_player_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        let side = s.initiative;
        r.note(Rule("4.b"), Event::PlayerTurn(side));
        s.impulse = 0;
        s.final_impulse = false;
        s.reserve_phase = false;
        let mine: Units = self.all_units().filter(|unit| self.side(*unit) == side).collect();
        // [13.e] An unused reserve keeps its maneuver supply.
        let keeps = s.reserve & mine;
        s.supplied = (s.supplied - mine) | (keeps & s.supplied);
        s.reserve -= mine;
        s.finished = Units::empty();
        s.earlier = Units::empty();
        s.airdrop = Units::empty();
        s.rebuilt -= mine;
        s.aborted = Units::empty();
        s.released = Units::empty();
        s.grouped = Units::empty();
        s.approached = Units::empty();
        s.engineers = crate::state::Engineers::Unused;
        s.half = [false; 3];
        s.starving -= mine;
        if side == Side::AL {
            s.airlifting = Units::empty();
            s.just_in_germany = Units::empty();
        }
        s.germany_entered = side == Side::GE && self.allies_in_germany(s);
        self.bring_arrivals(s, side, r);
        self.receive(s, side, r);
        let forgo = self.scenario(s).forgo[side];
        let kinds = self.chart_kinds(s, side);
        let left = u8::try_from(kinds.iter().map(|(_, count)| usize::from(*count)).sum::<usize>()).unwrap_or(u8::MAX);
        let forgo = if self.may_forgo(s, &[0; 13]).next().is_some() { forgo.min(left) } else { 0 };
        s.phase = Phase::Prepare;
        if forgo > 0 {
            if kinds.len() >= 2 {
                s.steps.push(Step::Forgo { count: forgo, named: [0; 13] });
            } else if let Some((kind, _)) = kinds.first() {
                for _ in 0..forgo {
                    self.forgo(s, *kind, r);
                }
            }
        }
    }

    /// [seq.3] Payment is made; supply is determined.
    fn begin_impulse(&self, s: &mut State, r: &mut Referee<Event>) {
        s.began = s.at;
        s.spent = [0; crate::state::UNITS];
        s.flew = Units::empty();
        s.airdrop = Units::empty();
        s.reserve_phase = false;
        // [23.A.c] The impulse before was not the last.
        if s.initiative == Side::AL {
            s.just_in_germany = Units::empty();
        }
        self.determine_supply(s, r);
        s.phase = Phase::DropSupply;
    }

    fn begin_movement(&self, s: &mut State, r: &mut Referee<Event>) {
        if !s.reserve_phase {
            self.lose_unsupplied_reserves(s, r);
        }
        s.spent = [0; crate::state::UNITS];
        s.was_in_zone = Units::empty();
        s.ss30_came = false;
        self.remember_zones(s);
        self.watch_dams(s);
        let side = s.attacker();
        // [26.e], [26.h] On the first turn only who was released, or stays on the south map.
        let free =
            |unit: Unit| !self.holds_reserves(s) || s.released.contains(unit) || self.on_south.contains(s.at(unit));
        let asked = !s.reserve_phase || s.reserve.iter().any(|unit| self.side(unit) == side && free(unit));
        self.ask(s, Step::Movement, asked, Phase::AfterMovement);
    }

    /// [22.E.a] The 30th SS is tested when all have moved.
    fn after_movement(&self, s: &mut State, r: &mut Referee<Event>) {
        s.phase = Phase::Reserves;
        // Parts of a division that could have gone on have moved too.
        let moved: Units = self.troops[s.attacker()].iter().filter(|unit| s.spent[unit.index()] > 0).collect();
        s.finished |= moved;
        s.reserve -= moved;
        if let Some(unit) = self.special.ss30
            && s.ss30_came
            && s.ss30 == Ss30::Untested
            && self.on_map(s, unit)
        {
            let die = r.roll(6);
            let mutiny = die > self.components.tables.loyal;
            let rule = if mutiny { "22.E.b" } else { "22.E.a" };
            r.note(Rule(rule), Event::Mutiny { die, mutiny });
            s.ss30 = if mutiny { Ss30::Mutinied } else { Ss30::Loyal };
            if mutiny {
                self.mutiny(s, unit, r);
            }
        }
        self.ask_about_dams(s);
    }

    pub(crate) fn begin_combat_phase(&self, s: &mut State) {
        s.fought = Units::empty();
        s.struck = Units::empty();
        s.retreated = Units::empty();
        s.task = [0; crate::state::UNITS];
        s.attacks = [crate::state::Attack { hex: NOWHERE, shift: 0, assault: false }; crate::state::ATTACKS];
        self.watch_ss150(s);
    }

    fn roll_visibility(&self, s: &mut State, r: &mut Referee<Event>) {
        match s.weather {
            Weather::Clear => s.cloudy = false,
            Weather::WinterStorm => s.cloudy = true,
            weather => {
                let die = r.roll(6);
                s.cloudy = die > self.components.tables.visible[weather as usize];
                r.note(Rule("17.2.a"), Event::Visibility { die, cloudy: s.cloudy });
            }
        }
    }

    fn after_combat(&self, s: &mut State, _: &mut Referee<Event>) {
        s.battle = None;
        self.ask_about_dams(s);
        if s.reserve_phase {
            s.phase = Phase::EndImpulse;
            return;
        }
        s.phase = self.after_close(s);
        let answers = s.phase == Phase::Release;
        let pays = self.can_pay_impulse(s, false) || self.can_pay_impulse(s, true);
        if answers || pays {
            // The dams, if they are asked about, come first.
            let dams = s.now() == Some(Step::Dams);
            if dams {
                s.steps.pop();
            }
            // What follows depends on the answer: a question has one phase behind it.
            s.phase = Phase::Release;
            s.steps.push(Step::Final);
            if dams {
                s.steps.push(Step::Dams);
            }
        }
    }

    /// The reserve phases are skipped if nobody could act in them; after a final impulse always [16.b].
    pub(crate) fn after_close(&self, s: &State) -> Phase {
        let other = s.initiative.other();
        let answers = (s.reserve | s.approached).iter().any(|unit| self.side(unit) == other && self.on_map(s, unit));
        if answers || self.may_fly_again(s) { Phase::Release } else { Phase::EndImpulse }
    }

    fn end_impulse(&self, s: &mut State, r: &mut Referee<Event>) {
        s.reserve_phase = false;
        s.cloudy_before = s.cloudy;
        for unit in (s.reserve & s.released).iter() {
            r.note(Rule("26.f"), Event::About { unit, what: "is no longer a reserve" });
        }
        s.reserve -= s.released;
        s.released = Units::empty();
        s.approached = Units::empty();
        if !s.airdrop.is_empty() {
            s.airdrop = Units::empty();
            self.wake_zones(s, r);
        }
        s.grouped = Units::empty();
        let moved: Units =
            self.ground.iter().filter(|unit| s.spent[unit.index()] > 0 && !s.reserve.contains(*unit)).collect();
        // [4.f] Who has acted is done for this player-turn.
        s.finished |= moved;
        s.earlier |= s.finished;
        s.south_only = false;
        s.fought = Units::empty();
        s.struck = Units::empty();
        s.retreated = Units::empty();
        s.spent = [0; crate::state::UNITS];
        s.began = s.at;
        s.flew = Units::empty();
        self.judge_ss150(s);
        s.phase = if s.final_impulse { Phase::Refit } else { Phase::NextImpulse };
        self.judge_impulse(s, r);
    }

    /// [seq.11] The terminal segment.
    fn end_player_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        let side = s.initiative;
        for unit in s.starving.iter().filter(|unit| self.side(*unit) == side) {
            if self.on_map(s, unit) {
                self.starve(s, unit, r);
            }
        }
        s.starving = Units::empty();
        s.finished = Units::empty();
        s.earlier = Units::empty();
        self.forget_drops(s);
        s.engineers = crate::state::Engineers::Unused;
        s.fresh_into_stock();
        if side == Side::GE {
            self.close_west_edge(s, r);
        } else {
            self.flood_holland(s, r);
        }
        self.judge_player_turn(s, r);
        if s.outcome.is_some() {
            return;
        }
        if side == Side::GE {
            s.initiative = Side::AL;
            s.phase = Phase::PlayerTurn;
        } else {
            s.phase = Phase::EndTurn;
        }
    }

    /// Clocks, and the next Game-Turn [4.h].
    fn end_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        self.count_regrouping(s);
        s.contact = Units::empty();
        s.gone = Units::empty();
        if s.roer_until != NEVER && s.turn >= s.roer_until {
            s.roer_until = NEVER;
            self.lay_zones(s);
            r.note(Rule("24.b"), Event::Plain("The Roer falls."));
        }
        s.turn += 1;
        s.initiative = Side::GE;
        s.phase = Phase::GameTurn;
    }
}

impl State {
    /// [18.E.c] What was cannibalized may be used from now on.
    pub(crate) fn fresh_into_stock(&mut self) {
        for (stock, fresh) in self.has.iter_mut().zip(&mut self.fresh) {
            *stock = stock.saturating_add(*fresh);
            *fresh = 0;
        }
    }
}
