//! [6] Take supply from the stock.

use crate::components::{Commander, Load, Supply};
use crate::sequence::Step;
use crate::state::State;
use crate::{Delivery, Event, Race};
use referee::{Illegal, Ref, Referee, Rule, Spot};

impl Race {
    /// [6.1] The Army base and the Limited bases a player controls.
    pub(crate) fn bases_of(&self, s: &State, mover: Commander) -> impl Iterator<Item = Spot> {
        let base = self.base(s, mover);
        let held = s.held[mover.index()];
        held.into_iter().filter(move |area| *area == base || self.area(*area).limited_base)
    }

    pub(crate) fn check_delivery(&self, s: &State, mover: Commander, at: Spot, set: Delivery) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        if !self.is_area(at) {
            return refuse("6.1", "there is no such area");
        }
        let army_base = at == self.base(s, mover);
        let area = self.area(at);
        if !army_base && !area.limited_base {
            return refuse("6.1", "supplies arrive at your Army base or at a Limited base you control");
        }
        if !s.holds(mover, at) {
            return refuse("6.1", "you do not control this base");
        }
        if !army_base {
            if let Delivery::Three(_) = set {
                return refuse("6.3", "a Limited base takes only a basic set");
            }
            if area.once && s.ostende_used {
                return refuse("6.11", "the port has been used once, and that was all");
            }
            if s.now.delivered.contains(at) {
                return refuse("6.10", "this Limited base has had its delivery in this turn");
            }
        }
        match set {
            Delivery::Three(supply) if s.stock.get(supply) == 0 => {
                refuse("6.6", "the Allied Stock has none of this kind left")
            }
            Delivery::Basic if s.reserve.is_empty() => refuse("6.6", "the reserve is empty"),
            _ => Ok(()),
        }
    }

    /// [6.2, 6.3, 6.5] What comes off the track is gone from it [6.4].
    pub(crate) fn deliver(
        &self,
        s: &mut State,
        mover: Commander,
        at: Spot,
        set: Delivery,
        card: bool,
        r: &mut Referee<Event>,
    ) {
        let load = match set {
            Delivery::Basic => s.reserve.common(Load::new(1, 1, 1)),
            Delivery::Three(supply) => Load::of(supply, s.stock.get(supply).min(3)),
        };
        let from = match set {
            Delivery::Basic => &mut s.reserve,
            Delivery::Three(_) => &mut s.stock,
        };
        *from = from.minus(load).expect("no more is taken than is there");
        r.note(Rule(if at == self.base(s, mover) { "6.2" } else { "6.3" }), Event::Delivered { who: mover, at, load });
        if at != self.base(s, mover) {
            s.now.delivered.insert(at);
            if self.area(at).once {
                s.ostende_used = true;
                r.note(Rule("6.11"), Event::OstendeUsed);
            }
        }
        if card && !s.reserve.is_empty() {
            s.side_mut(mover).card_used = true;
            r.note(Rule("13.3"), Event::CommanderCard { who: mover });
            // The bonus joins the set before the limit is looked at.
            let lying = &mut s.lying[at.index()];
            *lying = lying.plus(load);
            s.steps.push(Step::Bonus { at });
        } else {
            self.put(s, at, load, r);
        }
    }

    /// [6.7.b]
    pub(crate) fn check_drop(&self, s: &State, at: Spot, load: Load) -> Result<(), Illegal> {
        let lying = s.lying[at.index()];
        let excess = lying.total().saturating_sub(self.limit(s, at).into());
        if !lying.covers(load) || load.total() != excess {
            return Err(Illegal::new(Rule("6.7.b"), "give back as many as are too many, of what lies here")
                .about(Ref::Spot(at)));
        }
        Ok(())
    }

    pub(crate) fn drop_excess(&self, s: &mut State, load: Load, r: &mut Referee<Event>) {
        let Some(Step::Overflow { at }) = s.steps.pop() else { unreachable!("only an overflow is dropped") };
        let lying = &mut s.lying[at.index()];
        *lying = lying.minus(load).expect("checked: it lies there");
        Race::spend(s, load);
        r.note(Rule("6.7.b"), Event::Dropped { at, load });
    }

    /// [6.9] Whoever loses an area loses what lies there.
    pub(crate) fn lose_supplies(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let load = std::mem::take(&mut s.lying[at.index()]);
        if !load.is_empty() {
            Race::spend(s, load);
            r.note(Rule("6.9"), Event::Dropped { at, load });
        }
    }

    /// [10.19] One marker out of the reserve, if there is one.
    pub(crate) fn from_reserve(s: &mut State, supply: Supply) -> Option<Load> {
        let one = Load::of(supply, 1);
        s.reserve = s.reserve.minus(one)?;
        Some(one)
    }
}
