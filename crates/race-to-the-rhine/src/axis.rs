//! [14] Axis reaction: a new marker, or a counter-attack on another player.

use crate::action::Action;
use crate::components::Commander;
use crate::sequence::{Debt, Step};
use crate::state::{Areas, State};
use crate::{Event, Race};
use referee::{Illegal, Ref, Referee, Rule, Spot};

impl Race {
    /// [14.A.2] Flagged victory areas without a player's marker, and every marker or flag joined to them by such.
    fn chain(&self, s: &State) -> Areas {
        let defended = (s.axis | self.flags) - s.controlled();
        let mut chain = self.flagged_victory - s.controlled();
        let mut edge = chain;
        while !edge.is_empty() {
            edge = (self.around(edge) & defended) - chain;
            chain |= edge;
        }
        chain
    }

    /// What any connection joins to one of these.
    pub(crate) fn around(&self, areas: Areas) -> Areas {
        areas.iter().fold(Areas::empty(), |near, area| near | self.near[area.index()])
    }

    /// [14.A.3, 14.A.4] Areas with nothing on them but airborne units, which stay beside a marker.
    fn is_empty_area(&self, s: &State, at: Spot) -> bool {
        !s.axis.contains(at)
            && !self.flags.contains(at)
            && s.holder(at).is_none()
            && s.corps_at(at).is_none()
            && s.lying[at.index()].is_empty()
    }

    /// [14.A.1] Where a marker may be placed.
    pub(crate) fn axis_places(&self, s: &State) -> Areas {
        let mut places = self.around(self.chain(s)) - s.controlled() - s.axis - self.flags;
        places.retain(|at| self.is_empty_area(s, at));
        places
    }

    pub(crate) fn check_axis(&self, s: &State, at: Option<Spot>) -> Result<(), Illegal> {
        if s.last_round || s.axis_pool == 0 {
            return Err(Illegal::new(Rule("14.A.7"), "the last Axis marker has been placed"));
        }
        let Some(at) = at else {
            return match self.axis_places(s).is_empty() {
                true => Ok(()),
                false => Err(Illegal::new(Rule("14.A.5"), "a marker can be placed, so one must be")),
            };
        };
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        if !self.is_area(at) {
            return refuse("14.A.1", "there is no such area");
        }
        if !self.is_empty_area(s, at) {
            return refuse("14.A.3", "something is in that area already");
        }
        match self.axis_places(s).contains(at) {
            true => Ok(()),
            false => refuse("14.A.2", "no chain of Axis markers leads there from a flag on the Rhine"),
        }
    }

    /// [14.B.3] Next to a corps, a starting area or an Army base, or one itself.
    fn sheltered(&self, s: &State) -> Areas {
        let mut posts = self.starts | self.printed[0] | self.printed[1] | self.printed[2];
        if s.antwerp_open {
            posts.insert(self.c.map.port);
        }
        let guards: Areas = posts & self.starts | Areas::only(self.base(s, Commander::Monty));
        let corps: Areas = s.corps.iter().filter_map(|corps| corps.at).collect();
        posts | corps | self.around(guards | corps)
    }

    /// [14.B.4] Where an attacker stands: joined to Düsseldorf, or [15.D.3] a fortress on the coast.
    fn attackers(&self, s: &State, victim: Commander, ground: Areas) -> (Areas, Areas) {
        let mut coast = Areas::empty();
        if s.options.veteran[Commander::Monty.index()] && victim == Commander::Monty {
            coast = self.flags - s.held[victim.index()];
            coast.retain(|at| self.area(at).veteran_source);
        }
        (ground, coast)
    }

    /// [14.B.1] What can be taken from this player.
    pub(crate) fn vulnerable(&self, s: &State, victim: Commander) -> Areas {
        let (ground, coast) = self.attackers(s, victim, self.axis_ground(s));
        (s.held[victim.index()] & self.around(ground | coast)) - self.sheltered(s)
    }

    /// [14.B.2] Whom the mover may attack.
    fn rivals(&self, s: &State, mover: Commander) -> impl Iterator<Item = Commander> {
        let players = s.players;
        Commander::ALL.into_iter().filter(move |who| *who != mover && players.contains(*who))
    }

    pub(crate) fn targets(&self, s: &State, mover: Commander) -> Areas {
        self.rivals(s, mover).fold(Areas::empty(), |all, victim| all | self.vulnerable(s, victim))
    }

    pub(crate) fn check_counter(&self, s: &State, mover: Commander, at: Spot) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        let holder = if self.is_area(at) { s.holder(at) } else { None };
        let Some(victim) = holder else { return refuse("14.B.1", "no player has a marker there") };
        if victim == mover || !s.players.contains(victim) {
            return refuse("14.B.2", "only markers of other players can be attacked");
        }
        if self.sheltered(s).contains(at) {
            return refuse("14.B.3", "a corps, a starting area or a base protects it");
        }
        match self.vulnerable(s, victim).contains(at) {
            true => Ok(()),
            false => refuse("14.B.4", "no Axis ground touches it that is joined to Düsseldorf"),
        }
    }

    /// [14.1] Passing is for those who come after the last marker.
    pub(crate) fn may_pass(&self, s: &State) -> Result<(), Illegal> {
        match s.last_round || s.axis_pool == 0 {
            true => Ok(()),
            false => Err(Illegal::new(Rule("14.1"), "place a marker or counter-attack")),
        }
    }

    pub(crate) fn offer_reaction(
        &self,
        s: &State,
        mover: Commander,
        offer: &mut impl FnMut(Action, Ref, &'static str),
    ) {
        let places = if self.may_pass(s).is_ok() { Areas::empty() } else { self.axis_places(s) };
        for at in places {
            offer(Action::Axis(Some(at)), Ref::Spot(at), "place an Axis marker");
        }
        for at in self.targets(s, mover) {
            offer(Action::Counter(at), Ref::Spot(at), "counter-attack");
        }
        if self.may_pass(s).is_ok() {
            offer(Action::Pass, Ref::Nothing, "no counter-attack");
        } else if places.is_empty() {
            offer(Action::Axis(None), Ref::Nothing, "remove a marker from the game");
        }
    }

    pub(crate) fn reaction_has_choice(&self, s: &State) -> bool {
        let placing = self.may_pass(s).is_err();
        (placing && !self.axis_places(s).is_empty()) || !self.targets(s, s.mover()).is_empty()
    }

    /// [14.A.5, 14.A.7]
    pub(crate) fn react_without_choice(&self, s: &mut State, r: &mut Referee<Event>) {
        match self.may_pass(s) {
            Ok(()) => self.next_turn(s, r),
            Err(_) => self.place_axis(s, None, r),
        }
    }

    pub(crate) fn place_axis(&self, s: &mut State, at: Option<Spot>, r: &mut Referee<Event>) {
        s.axis_pool -= 1;
        match at {
            Some(at) => {
                s.axis.insert(at);
                r.note(Rule("14.A.1"), Event::AxisPlaced { at });
            }
            None => r.note(Rule("14.A.5"), Event::AxisLost),
        }
        // [14.A.6]
        if s.axis_pool == 0 {
            s.last_round = true;
            r.note(Rule("14.A.6"), Event::LastMarker);
        }
        self.next_turn(s, r);
    }

    pub(crate) fn counter_attack(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let victim = s.holder(at).expect("checked: somebody holds it");
        let ground = self.axis_ground(s);
        let owes = self.lose(s, victim, at, ground, r) && self.owes(s, victim);
        self.next_turn(s, r);
        if owes {
            s.steps.push(Step::Pay { who: victim, why: Debt::Objective, times: 1 });
        }
    }

    /// [14.B.5, 6.9, 14.B.7, 15.D.4] A marker is lost, and what goes with it. True if that costs a medal.
    pub(crate) fn lose(
        &self,
        s: &mut State,
        victim: Commander,
        at: Spot,
        ground: Areas,
        r: &mut Referee<Event>,
    ) -> bool {
        s.held[victim.index()].remove(at);
        r.note(Rule("14.B.5"), Event::CounterAttacked { at, from: victim });
        if !ground.intersects(&self.near[at.index()]) {
            s.spared.insert(at);
        }
        self.lose_supplies(s, at, r);
        s.paid.remove(at)
    }

    /// Whether a lost area still costs its owner a medal: [14.B.7, 14.B.8].
    pub(crate) fn owes(&self, s: &State, who: Commander) -> bool {
        let choice = self.payments(s, who, Debt::Objective);
        choice.counter || !choice.medal_cards.is_empty() || choice.lots
    }
}
