//! [17] The solitaire game: the Axis plays by dice.

use crate::components::Commander;
use crate::sequence::{Debt, Stage, Step};
use crate::state::{Areas, NUMBERS, Number, NumberId, Numbers, State};
use crate::{Event, Race};
use referee::{Illegal, Ref, Referee, Rule, Spot};

impl Race {
    /// [17.C.3] One stage after the other; each names the next before it does its work.
    pub(crate) fn solo_stage(&self, s: &mut State, stage: Stage, r: &mut Referee<Event>) {
        s.steps.pop();
        let who = s.mover();
        let next = |s: &mut State, stage| s.steps.push(Step::Solo(stage));
        match stage {
            // [17.D.1]
            Stage::Front => {
                next(s, Stage::CounterAttacks);
                let mut taken = Numbers::empty();
                for (number, state) in numbered(s) {
                    if matches!(state, Number::Up(at) if s.holds(who, at)) {
                        taken.insert(number);
                    }
                }
                self.advance_front(s, taken);
            }
            // [17.C.1] One simultaneous pass.
            Stage::CounterAttacks => {
                next(s, Stage::Test);
                let ground = self.axis_ground(s);
                let mut times = 0;
                for at in self.vulnerable(s, who) {
                    times += u8::from(self.lose(s, who, at, ground, r));
                }
                if times > 0 && self.owes(s, who) {
                    s.steps.push(Step::Pay { who, why: Debt::Objective, times });
                }
            }
            // [17.B.2, 17.B.4] The turn that confirms the victory is the last that counts.
            Stage::Test => match self.across(s, who) {
                Some(at) => self.win(s, who, at, r),
                None => next(s, Stage::Dice),
            },
            Stage::Dice => {
                next(s, Stage::Defeat);
                let faces = [r.roll(6), r.roll(6), r.roll(6)];
                let sum = faces.iter().sum();
                r.note(Rule("17.C.2"), Event::Dice { sum, faces });
                let Some(number) = self.number_for(s, sum) else { return };
                let Number::Up(at) = s.numbers[usize::from(number.0)] else { return };
                s.numbers[usize::from(number.0)] = Number::Turned(at);
                s.axis.insert(at);
                r.note(Rule("17.C.2"), Event::NumberTurned { number, at });
                // [17.D.6]
                let others =
                    numbered(s).filter(|(_, state)| *state == Number::Up(at)).map(|(number, _)| number).collect();
                self.advance_front(s, others);
            }
            // [17.B.3]
            Stage::Defeat => {
                if numbered(s).any(|(_, state)| matches!(state, Number::Up(_))) {
                    self.next_turn(s, r);
                } else {
                    s.steps.clear();
                }
            }
        }
    }

    /// [17.C.2, 17.C.4, 17.C.5] The marker that a sum of three dice turns.
    fn number_for(&self, s: &State, sum: u8) -> Option<NumberId> {
        let up = |number: &u8| {
            NumberId::of_number(*number).is_some_and(|id| matches!(s.numbers[usize::from(id.0)], Number::Up(_)))
        };
        let higher = (sum + 1..=18).find(up);
        let lower = (3..sum).rev().find(up);
        let found = if up(&sum) {
            Some(sum)
        } else if sum <= 10 {
            higher.or(lower)
        } else {
            lower.or(higher)
        };
        found.and_then(NumberId::of_number)
    }

    /// [17.D.1] Markers to be moved wait for their place.
    fn advance_front(&self, s: &mut State, numbers: Numbers) {
        if !numbers.is_empty() {
            let among = self.nearest_free(s);
            for number in numbers {
                s.numbers[usize::from(number.0)] = Number::Gone;
            }
            s.steps.push(Step::Place { left: numbers, among, served: Areas::empty() });
        }
    }

    /// [17.D.2, 17.D.3, 17.D.5] The free areas nearest to what the player controls, on the shortest routes from any of
    /// his corps to the Rhine that have one.
    fn nearest_free(&self, s: &State) -> Areas {
        let who = s.mover();
        let held = s.held[who.index()];
        let closed = s.controlled() - held;
        let open =
            |at: Spot| (self.victory.contains(at) || self.coloured[who.index()].contains(at)) && !closed.contains(at);
        let ways: Vec<Areas> = self
            .c
            .map
            .board
            .spots()
            .map(|at| {
                let mut ways = self.own[who.index()][at.index()];
                // A route ends at the first Rhine city.
                if self.victory.contains(at) {
                    ways = Areas::empty();
                }
                ways.retain(open);
                ways
            })
            .collect();
        let corps: Areas = self.corps_of(who).filter_map(|corps| s.corps(corps).at).collect();
        // Steps from the nearest corps, and along those ways since the last controlled area.
        let mut from = vec![u8::MAX; ways.len()];
        let mut since = vec![u8::MAX; ways.len()];
        let (mut reached, mut edge, mut far) = (corps, corps, 0u8);
        for at in corps {
            since[at.index()] = 0;
        }
        while !edge.is_empty() {
            let mut next = Areas::empty();
            for at in edge {
                from[at.index()] = far;
                for to in ways[at.index()] - reached {
                    next.insert(to);
                    let steps = if held.contains(to) { 0 } else { since[at.index()].saturating_add(1) };
                    since[to.index()] = since[to.index()].min(steps);
                }
            }
            reached |= next;
            edge = next;
            far += 1;
        }
        let to_city = self.steps_to_city(s, who, open);
        let defended = s.axis | self.flags;
        let mut best: Option<(u16, u8)> = None;
        let mut found = Areas::empty();
        for at in self.c.map.board.spots() {
            let i = at.index();
            let free =
                !self.victory.contains(at) && !held.contains(at) && !defended.contains(at) && s.corps_at(at).is_none();
            if !free || from[i] == u8::MAX || to_city[i] == u8::MAX {
                continue;
            }
            let rank = (u16::from(from[i]) + u16::from(to_city[i]), since[i]);
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
                found = Areas::empty();
            }
            if best == Some(rank) {
                found.insert(at);
            }
        }
        found
    }

    /// Steps to the nearest Rhine city over ways and areas of this player.
    fn steps_to_city(&self, s: &State, who: Commander, open: impl Fn(Spot) -> bool) -> Vec<u8> {
        let mut goal = self.victory;
        goal.retain(&open);
        let ways: Vec<Areas> = self.own[who.index()]
            .iter()
            .map(|ways| {
                let mut ways = *ways - self.victory;
                ways.retain(&open);
                ways
            })
            .collect();
        debug_assert!(s.options.solo);
        crate::steps_to(&ways, goal)
    }

    /// The sum of the numbers that lie in an area.
    fn sum_in(s: &State, at: Spot) -> u16 {
        numbered(s).filter(|(_, state)| *state == Number::Up(at)).map(|(number, _)| u16::from(number.number())).sum()
    }

    /// [17.D.3, 17.D.4] Where the next marker may go so that the rest can still be spread as it must be.
    pub(crate) fn places_for(&self, s: &State, number: NumberId, left: Numbers, among: Areas, served: Areas) -> Areas {
        if among.len() <= 1 {
            return among;
        }
        let spots: Vec<Spot> = among.iter().collect();
        let mut numbers: Vec<u16> = left.iter().map(|n| u16::from(n.number())).collect();
        numbers.reverse();
        // [17.D.3] Fewer markers than areas: each to another area, which the player chooses.
        let unserved = among - served;
        if numbers.len() < unserved.len() {
            return unserved;
        }
        let piles: Vec<(u16, bool)> = spots.iter().map(|at| (Race::sum_in(s, *at), served.contains(*at))).collect();
        debug_assert_eq!(numbers.first(), Some(&u16::from(number.number())));
        let least = least_spread(&numbers, &mut piles.clone());
        let fits = |i: &usize| {
            let mut piles = piles.clone();
            piles[*i].0 += numbers[0];
            piles[*i].1 = true;
            least_spread(&numbers[1..], &mut piles) == least
        };
        (0..spots.len()).filter(fits).map(|i| spots[i]).collect()
    }

    /// Places the next marker if there is nothing to choose. False if the player has to say.
    pub(crate) fn place_without_choice(
        &self,
        s: &mut State,
        left: Numbers,
        among: Areas,
        served: Areas,
        r: &mut Referee<Event>,
    ) -> bool {
        let Some(number) = self.next_number(left) else {
            s.steps.pop();
            return true;
        };
        let places = self.places_for(s, number, left, among, served);
        match (places.len(), places.first()) {
            (1, Some(only)) => self.place_number(s, number, only, r),
            // [17.D.5] No route has a free area.
            (0, _) => {
                r.note(Rule("17.D.5"), Event::NumberGone { number });
                if let Some(Step::Place { left, .. }) = s.steps.top_mut() {
                    left.remove(number);
                }
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn check_place(
        &self,
        s: &State,
        number: NumberId,
        at: Spot,
        left: Numbers,
        among: Areas,
        served: Areas,
    ) -> Result<(), Illegal> {
        if self.next_number(left) != Some(number) {
            return Err(Illegal::new(Rule("17.D.3"), "the largest number is placed first"));
        }
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        if !self.is_area(at) || !among.contains(at) {
            return refuse("17.D.2", "it goes to the nearest free area on a shortest route");
        }
        if !self.places_for(s, number, left, among, served).contains(at) {
            return refuse("17.D.4", "the sums must be as equal as possible");
        }
        Ok(())
    }

    pub(crate) fn place_number(&self, s: &mut State, number: NumberId, at: Spot, r: &mut Referee<Event>) {
        s.numbers[usize::from(number.0)] = Number::Up(at);
        if let Some(Step::Place { left, served, .. }) = s.steps.top_mut() {
            left.remove(number);
            served.insert(at);
        }
        r.note(Rule("17.D.2"), Event::NumberMoved { number, to: at });
    }
}

/// All numbered markers.
pub(crate) fn numbered(s: &State) -> impl Iterator<Item = (NumberId, Number)> + use<> {
    let numbers: [Number; NUMBERS] = s.numbers;
    (0u8..).map(NumberId).zip(numbers)
}

/// The smallest difference between the largest and the smallest sum when these numbers, largest first, are put on
/// piles and every pile gets one of them. `u16::MAX` if that cannot be.
fn least_spread(numbers: &[u16], piles: &mut [(u16, bool)]) -> u16 {
    fn search(numbers: &[u16], piles: &mut [(u16, bool)], best: &mut u16) {
        let waiting = piles.iter().filter(|pile| !pile.1).count();
        if waiting > numbers.len() || *best == 0 {
            return;
        }
        let Some((&number, rest)) = numbers.split_first() else {
            let sums = || piles.iter().map(|pile| pile.0);
            let spread = sums().max().unwrap_or(0) - sums().min().unwrap_or(0);
            *best = (*best).min(spread);
            return;
        };
        // The largest sum never falls, and the smallest can gain at most what is left.
        let left: u16 = numbers.iter().sum();
        let (high, low) = piles.iter().fold((0, u16::MAX), |(high, low), pile| (high.max(pile.0), low.min(pile.0)));
        if high.saturating_sub(low.saturating_add(left)) >= *best {
            return;
        }
        for i in 0..piles.len() {
            // Two piles that look alike lead to the same.
            if piles[..i].contains(&piles[i]) {
                continue;
            }
            let before = piles[i];
            piles[i] = (before.0 + number, true);
            search(rest, piles, best);
            piles[i] = before;
        }
    }
    let mut best = u16::MAX;
    search(numbers, piles, &mut best);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_as_equal_as_they_can_be() {
        // [17.0-sums] 3 + 6 against 8, not 3 against 14.
        assert_eq!(least_spread(&[8, 6, 3], &mut [(0, false), (0, false)]), 1);
        assert_eq!(least_spread(&[18, 14, 5], &mut [(13, false), (12, false)]), 0);
        assert_eq!(least_spread(&[18, 14, 5], &mut [(8, false), (13, false), (12, false)]), 8);
        assert_eq!(least_spread(&[3], &mut [(0, false), (0, false)]), u16::MAX);
    }
}
