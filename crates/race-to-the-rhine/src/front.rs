//! 17.D: The advance of the front in the solitaire game: where captured numbers go.

use crate::sequence::Step;
use crate::solitaire::numbered;
use crate::state::{Areas, Number, NumberId, Numbers, State};
use crate::{Event, Race};
use referee::{Illegal, Ref, Referee, Rule, Spot};

/// The country between a player's corps and the Rhine.
struct Country {
    /// By area: where his own connections lead. A route ends at the first Rhine city.
    ways: Vec<Areas>,
    corps: Areas,
    cities: Areas,
    held: Areas,
    /// Areas that may receive a number.
    free: Areas,
    /// By area: steps to the nearest Rhine city.
    to_city: Vec<u8>,
    /// By area: steps to the nearest Rhine city over a free area, if it did not matter to pass an area twice.
    over_free: Vec<u8>,
}

/// A route in the making: no area twice.
#[derive(Copy, Clone)]
struct Route {
    at: Spot,
    steps: u8,
    passed: Areas,
    /// Steps since the last area on it that the player controls.
    since: u8,
}

impl Race {
    /// [17.D.1] Markers to be moved wait for their place.
    pub(crate) fn advance_front(&self, s: &mut State, numbers: Numbers) {
        if !numbers.is_empty() {
            let among = self.nearest_free(s);
            for number in numbers {
                s.numbers[usize::from(number.0)] = Number::Gone;
            }
            s.steps.push(Step::Place { left: numbers, among, placed: Numbers::empty() });
        }
    }

    /// [17.D.2, 17.D.3, 17.D.5] The free areas nearest to what the player controls, on the shortest routes from any of
    /// his corps to the Rhine that have one.
    fn nearest_free(&self, s: &State) -> Areas {
        let mut country = self.country(s);
        country.free = country.free.iter().filter(|&at| country.lies_on_a_route(at)).collect();
        if country.free.is_empty() {
            return Areas::empty();
        }
        country.measure();
        let shortest = country.corps.iter().map(|at| country.over_free[at.index()]).min().unwrap_or(u8::MAX);
        for length in shortest..u8::MAX {
            let mut best = (u8::MAX, Areas::empty());
            for at in country.corps {
                let route = Route { at, steps: 0, passed: Areas::only(at), since: 0 };
                country.follow(route, length, (u8::MAX, Areas::empty()), &mut best);
            }
            if !best.1.is_empty() {
                return best.1;
            }
        }
        Areas::empty()
    }

    fn country(&self, s: &State) -> Country {
        let who = s.mover();
        let held = s.held[who.index()];
        let closed = s.controlled() - held;
        let open =
            |at: Spot| (self.victory.contains(at) || self.coloured[who.index()].contains(at)) && !closed.contains(at);
        let spots = || self.c.map.board.spots();
        let ways = spots().map(|at| match self.victory.contains(at) {
            true => Areas::empty(),
            false => self.own[who.index()][at.index()].iter().filter(|&to| open(to)).collect(),
        });
        let defended = s.axis | self.flags;
        let free = |at: &Spot| {
            !self.victory.contains(*at)
                && !held.contains(*at)
                && !defended.contains(*at)
                && s.corps_at(*at).is_none()
                && open(*at)
        };
        Country {
            ways: ways.collect(),
            corps: self.corps_of(who).filter_map(|corps| s.corps(corps).at).collect(),
            cities: self.victory.iter().filter(|&at| open(at)).collect(),
            held,
            free: spots().filter(free).collect(),
            to_city: vec![],
            over_free: vec![],
        }
    }

    /// The sum of the numbers that lie in an area.
    fn sum_in(s: &State, at: Spot) -> u16 {
        numbered(s).filter(|(_, state)| *state == Number::Up(at)).map(|(number, _)| u16::from(number.number())).sum()
    }

    /// [17.D.3, 17.D.4] Where the next marker may go so that the rest can still be spread as it must be.
    pub(crate) fn places_for(&self, s: &State, left: Numbers, among: Areas, placed: Numbers) -> Areas {
        if among.len() <= 1 {
            return among;
        }
        let spots: Vec<Spot> = among.iter().collect();
        let mut numbers: Vec<u16> = left.iter().map(|n| u16::from(n.number())).collect();
        numbers.reverse();
        let lies_in = |number: NumberId| match s.numbers[usize::from(number.0)] {
            Number::Up(at) => Some(at),
            Number::Gone | Number::Turned(_) => None,
        };
        let new = |at: Spot| placed.iter().filter(move |number| lies_in(*number) == Some(at));
        let served: Areas = placed.iter().filter_map(lies_in).collect();
        let piles: Vec<Pile> = spots
            .iter()
            .map(|&at| Pile { sum: Race::sum_in(s, at), new: new(at).map(|n| u16::from(n.number())).sum() })
            .collect();
        let fits = |i: &usize| match numbers.len() < (among - served).len() {
            true => fits_some_choice(&numbers, &piles, *i),
            false => fits_all(&numbers, &piles, *i),
        };
        (0..spots.len()).filter(fits).map(|i| spots[i]).collect()
    }

    /// Places the next marker if there is nothing to choose. False if the player has to say.
    pub(crate) fn place_without_choice(
        &self,
        s: &mut State,
        left: Numbers,
        among: Areas,
        placed: Numbers,
        r: &mut Referee<Event>,
    ) -> bool {
        let Some(number) = self.next_number(left) else {
            s.steps.pop();
            return true;
        };
        let places = self.places_for(s, left, among, placed);
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
        placed: Numbers,
    ) -> Result<(), Illegal> {
        if self.next_number(left) != Some(number) {
            return Err(Illegal::new(Rule("17.D.3"), "the largest number is placed first"));
        }
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        if !self.is_area(at) || !among.contains(at) {
            return refuse("17.D.2", "it goes to the nearest free area on a shortest route");
        }
        if !self.places_for(s, left, among, placed).contains(at) {
            return refuse("17.D.4", "the sums must be as equal as possible");
        }
        Ok(())
    }

    pub(crate) fn place_number(&self, s: &mut State, number: NumberId, at: Spot, r: &mut Referee<Event>) {
        s.numbers[usize::from(number.0)] = Number::Up(at);
        if let Some(Step::Place { left, placed, .. }) = s.steps.top_mut() {
            left.remove(number);
            placed.insert(number);
        }
        r.note(Rule("17.D.2"), Event::NumberMoved { number, to: at });
    }

    /// [17.D.3] The highest number that is still to be placed.
    pub(crate) fn next_number(&self, left: Numbers) -> Option<NumberId> {
        left.iter().last()
    }
}

impl Country {
    /// [17.D.2] Whether some route leads over an area. It does, unless a single area cuts it off from corps and cities
    /// alike, or it has a way only to one of the two.
    fn lies_on_a_route(&self, at: Spot) -> bool {
        let reached = |without: Option<Spot>| {
            let barred = without.map_or(Areas::empty(), Areas::only);
            let (mut reached, mut edge) = (Areas::only(at), Areas::only(at));
            while !edge.is_empty() {
                edge = edge.iter().fold(Areas::empty(), |next, at| next | self.ways[at.index()]) - reached - barred;
                reached |= edge;
            }
            reached
        };
        let all = reached(None);
        let ends = self.corps | self.cities;
        all.intersects(&self.corps)
            && all.intersects(&self.cities)
            && (all - Areas::only(at)).iter().all(|gate| reached(Some(gate)).intersects(&ends))
    }

    /// Works out the distances that `follow` looks at.
    fn measure(&mut self) {
        self.to_city = crate::steps_to(&self.back(), self.cities);
        self.over_free = vec![u8::MAX; self.ways.len()];
        for at in self.free {
            self.over_free[at.index()] = self.to_city[at.index()];
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, ways) in self.ways.iter().enumerate() {
                let best = ways.iter().map(|to| self.over_free[to.index()]).min().unwrap_or(u8::MAX);
                if best.saturating_add(1) < self.over_free[at] {
                    self.over_free[at] = best + 1;
                    changed = true;
                }
            }
        }
    }

    /// The ways turned round.
    fn back(&self) -> Vec<Areas> {
        let mut back = vec![Areas::empty(); self.ways.len()];
        for (from, ways) in (0u16..).map(Spot).zip(&self.ways) {
            ways.iter().for_each(|to| {
                back[to.index()].insert(from);
            });
        }
        back
    }

    /// Every way to finish a route of this length. `own` are the free areas on it nearest to what the player controls,
    /// `best` those of all routes.
    fn follow(&self, route: Route, length: u8, own: (u8, Areas), best: &mut (u8, Areas)) {
        if self.cities.contains(route.at) && route.steps == length && !own.1.is_empty() {
            if own.0 < best.0 {
                *best = own;
            } else if own.0 == best.0 {
                best.1 |= own.1;
            }
            return;
        }
        for to in self.ways[route.at.index()] - route.passed {
            let since = if self.held.contains(to) { 0 } else { route.since + 1 };
            let mut own = own;
            if self.free.contains(to) && since <= own.0 {
                own = if since < own.0 { (since, Areas::only(to)) } else { (since, own.1 | Areas::only(to)) };
            }
            let left = if own.1.is_empty() { &self.over_free } else { &self.to_city };
            let steps = route.steps + 1;
            if steps.saturating_add(left[to.index()]) <= length {
                let passed = route.passed | Areas::only(to);
                self.follow(Route { at: to, steps, passed, since }, length, own, best);
            }
        }
    }
}

/// What lies in an area, and how much of it has just been placed there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Pile {
    sum: u16,
    new: u16,
}

/// [17.D.3, 17.D.4] As many markers as areas, or more: every area gets one, and all sums are as equal as they can be.
fn fits_all(numbers: &[u16], piles: &[Pile], i: usize) -> bool {
    let mut piles: Vec<(u16, bool)> = piles.iter().map(|pile| (pile.sum, pile.new > 0)).collect();
    let least = least_spread(numbers, &mut piles.clone());
    piles[i] = (piles[i].0 + numbers[0], true);
    least_spread(&numbers[1..], &mut piles) == least
}

/// [17.D.3, 17.D.4] Fewer markers than areas: the player chooses which areas get one, and the sums of these are as
/// equal as they can be. So a place is right if it fits one of his choices.
fn fits_some_choice(numbers: &[u16], piles: &[Pile], i: usize) -> bool {
    if piles[i].new > 0 {
        return false;
    }
    let taken = |n: &usize| *n == i || piles[*n].new > 0;
    let others: Vec<usize> = (0..piles.len()).filter(|n| !taken(n)).collect();
    (0..1u32 << others.len()).filter(|bits| bits.count_ones() as usize == numbers.len() - 1).any(|bits| {
        let added: Vec<usize> = (0..others.len()).filter(|n| bits & (1 << n) != 0).map(|n| others[n]).collect();
        let fixed: Vec<usize> = (0..piles.len()).filter(taken).collect();
        // Whatever is placed or about to be stays; the rest as well as it goes.
        let mut sums = paired(&numbers[1..], added.iter().map(|&n| piles[n].sum));
        sums.extend(fixed.iter().map(|&n| piles[n].sum + if n == i { numbers[0] } else { 0 }));
        // All of them as well as it goes.
        let news: Vec<u16> = fixed.iter().map(|&n| piles[n].new).filter(|new| *new > 0).collect();
        let all: Vec<u16> = numbers.iter().copied().chain(news).collect();
        let best = paired(&all, fixed.iter().chain(&added).map(|&n| piles[n].sum - piles[n].new));
        spread(&sums) == spread(&best)
    })
}

/// One number to each sum, the largest to the smallest: no other way makes the largest smaller or the smallest larger.
fn paired(numbers: &[u16], sums: impl Iterator<Item = u16>) -> Vec<u16> {
    let (mut numbers, mut sums): (Vec<u16>, Vec<u16>) = (numbers.to_vec(), sums.collect());
    numbers.sort_unstable();
    sums.sort_unstable_by(|a, b| b.cmp(a));
    numbers.iter().zip(sums).map(|(number, sum)| number + sum).collect()
}

fn spread(sums: &[u16]) -> u16 {
    sums.iter().max().unwrap_or(&0) - sums.iter().min().unwrap_or(&0)
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
            let sums: Vec<u16> = piles.iter().map(|pile| pile.0).collect();
            *best = (*best).min(spread(&sums));
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

    #[test]
    fn of_fewer_markers_the_chosen_areas_have_equal_sums() {
        // 14 and 5 for three areas with 8, 13 and 12: the 14 never goes to the 13.
        let piles = [8, 13, 12].map(|sum| Pile { sum, new: 0 });
        assert_eq!([0, 1, 2].map(|i| fits_some_choice(&[14, 5], &piles, i)), [true, false, true]);
        // It has gone to the 12, so the 5 goes to the 13: with the 8, 14 should have gone there.
        let piles = [Pile { sum: 8, new: 0 }, Pile { sum: 13, new: 0 }, Pile { sum: 26, new: 14 }];
        assert_eq!([0, 1, 2].map(|i| fits_some_choice(&[5], &piles, i)), [false, true, false]);
        // A single marker goes where the player likes.
        let piles = [8, 13].map(|sum| Pile { sum, new: 0 });
        assert_eq!([0, 1].map(|i| fits_some_choice(&[18], &piles, i)), [true, true]);
    }

    /// [17.D.2, 17.D.5] The book read literally: all routes of one length after the other, whatever they pass.
    fn slowly(country: &Country) -> Areas {
        fn walk(country: &Country, way: &mut Vec<Spot>, length: usize, found: &mut Vec<Vec<Spot>>) {
            let at = way[way.len() - 1];
            if country.cities.contains(at) && way.len() == length + 1 {
                found.push(way.clone());
            }
            if way.len() <= length {
                for to in country.ways[at.index()] {
                    if !way.contains(&to) {
                        way.push(to);
                        walk(country, way, length, found);
                        way.pop();
                    }
                }
            }
        }
        for length in 1..12 {
            let mut routes = vec![];
            country.corps.iter().for_each(|at| walk(country, &mut vec![at], length, &mut routes));
            let mut nearest: Vec<(usize, Spot)> = vec![];
            for route in &routes {
                for (i, at) in route.iter().enumerate().filter(|(_, at)| country.free.contains(**at)) {
                    let held = (0..i).rev().find(|j| *j == 0 || country.held.contains(route[*j])).unwrap_or(0);
                    nearest.push((i - held, *at));
                }
            }
            if let Some(least) = nearest.iter().map(|(far, _)| *far).min() {
                return nearest.iter().filter(|(far, _)| *far == least).map(|(_, at)| *at).collect();
            }
        }
        Areas::empty()
    }

    #[test]
    fn the_quick_and_the_slow_front_agree() {
        use referee::{Awaits, Game, Seeded, Setup};
        let race = Race::new(&crate::files()).unwrap();
        let (mut compared, mut several) = (0, 0);
        for (seed, scenario) in ["solo-monty", "solo-brad", "solo-patton"].iter().cycle().take(60).enumerate() {
            let (mut dice, mut bot) = (Seeded(seed as u64), bots::RandomBot::default());
            let setup = Setup::read(scenario).unwrap();
            let mut s = race.start(&setup, &mut Referee::silent(&mut dice));
            let mut last = None;
            while let Awaits::Decision(_) = race.awaits(&s) {
                let country = race.country(&s);
                let now = (country.corps, country.free, country.held);
                if last != Some(now) {
                    last = Some(now);
                    let found = race.nearest_free(&s);
                    assert_eq!(found, slowly(&country), "{scenario}\n{}", race.write_position(&s));
                    compared += 1;
                    several += usize::from(found.len() > 1);
                }
                let action = bot.decide(&race, &s, &mut dice).unwrap();
                race.play(&mut s, &action, &mut Referee::silent(&mut dice));
            }
        }
        assert!(compared > 500 && several > 50, "{compared} positions, {several} with a choice");
    }
}
