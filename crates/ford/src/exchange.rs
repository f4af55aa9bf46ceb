//! [6.1] to [6.3] The exchange: both sides bid steps for the ground until one gives way.

use crate::sequence::Step;
use crate::state::{Battle, Side, State, Units};
use crate::{Event, Ford};
use referee::{Illegal, Piece, Referee, Rule};

impl Ford {
    /// [6.1] The defender speaks first.
    pub(crate) fn begin_exchange(&self, s: &mut State, battle: Battle) {
        s.steps.push(Step::Bid { battle, speaker: self.side(battle.target), last: [0, 0] });
    }

    /// [6.2] One less than the steps the side has in this combat.
    pub(crate) fn highest_bid(&self, s: &State, battle: Battle, side: Side) -> u8 {
        let steps: u8 = self.in_battle(battle, side).iter().map(|unit| s.steps_of(unit)).sum();
        steps.saturating_sub(1)
    }

    pub(crate) fn check_bid(&self, s: &State, bid: i16) -> Result<(), Illegal> {
        let Some(Step::Bid { battle, speaker, last }) = s.steps.top() else {
            return Err(Illegal::new(Rule("6.1"), "there is no exchange to bid in"));
        };
        if bid <= last[speaker.other().index()].into() {
            return Err(Illegal::new(Rule("6.1"), "bid more than the other side did, or give way"));
        }
        if bid > self.highest_bid(s, battle, speaker).into() {
            return Err(Illegal::new(Rule("6.2"), "a side cannot bid its last step"));
        }
        Ok(())
    }

    /// [6.1]
    pub(crate) fn bid(&self, s: &mut State, bid: u8, r: &mut Referee<Event>) {
        if let Some(Step::Bid { speaker, last, .. }) = s.steps.top_mut() {
            last[speaker.index()] = bid;
            r.note(Rule("6.1"), Event::Bid { side: *speaker, bid });
            *speaker = speaker.other();
        }
    }

    /// [6.3]
    pub(crate) fn give_way(&self, s: &mut State, r: &mut Referee<Event>) {
        let Some(Step::Bid { battle, speaker, last }) = s.steps.pop() else { return };
        let forced = self.highest_bid(s, battle, speaker) <= last[speaker.other().index()];
        r.note(Rule(if forced { "6.2" } else { "6.3" }), Event::GaveWay(speaker));
        for _ in 0..last[speaker.other().index()] {
            let loser = self.most_steps(s, self.in_battle(battle, speaker.other()));
            self.lose_step(s, loser, Rule("6.3"), r);
        }
        if speaker == self.side(battle.target) {
            self.drive_back(s, battle);
        } else {
            s.steps.push(Step::Retreat(battle.attackers));
        }
    }

    fn in_battle(&self, battle: Battle, side: Side) -> Units {
        if side == self.side(battle.target) { Units::only(battle.target) } else { battle.attackers }
    }

    /// [6.3] Of equals the one named first.
    fn most_steps(&self, s: &State, units: Units) -> Piece {
        let unit = units.iter().min_by_key(|unit| std::cmp::Reverse(s.steps_of(*unit)));
        unit.expect("both sides have a unit in the combat")
    }
}
