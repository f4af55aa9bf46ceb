//! A retreat over friends, looked ahead to its end.
//!
//! A pocket of twenty units has millions of chains of displacement, but few of them differ in what they leave
//! behind: everybody in a chain moves up by one hex, so afterwards the same hexes are held and one more at its end.
//! Only motorized units are told apart, because other ways are open to them. So the search goes by where a chain can
//! end and which motorized units it shifts, never by who stands in it. The oracle in the tests tries everything.

use super::Withdrawal;
use crate::HurtgenForest;
use crate::state::{Hexes, Side, State};
use board::Path;
use referee::Spot;

type Steps = Path<6>;

/// Where the friends of the retreating unit stand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Friends {
    all: Hexes,
    motorized: Hexes,
    /// [7.82.b] Displaced before in this Combat Phase.
    displaced: Hexes,
}

impl Friends {
    /// The retreating unit enters the first hex of a line, whoever stood there the second, and so on; the last is
    /// vacant.
    fn moved_up(&self, line: &[Spot]) -> Friends {
        let mut then = *self;
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return then };
        for pair in line.windows(2) {
            match self.motorized.contains(pair[0]) {
                true => then.motorized.insert(pair[1]),
                false => then.motorized.remove(pair[1]),
            };
            then.displaced.insert(pair[1]);
        }
        then.all.insert(last);
        for set in [&mut then.all, &mut then.motorized, &mut then.displaced] {
            set.remove(first);
        }
        then
    }
}

/// Where the unit stands in the middle of its retreat, and who stands around it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    friends: Friends,
    at: Spot,
    gone: u8,
}

impl Position {
    fn is_vacant(&self, hex: Spot) -> bool {
        hex != self.at && !self.friends.all.contains(hex)
    }

    /// After the line has moved up.
    fn after(&self, line: &[Spot]) -> Position {
        Position { friends: self.friends.moved_up(line), at: line[0], gone: self.gone + 1 }
    }
}

/// What can be seen from the head of a line.
#[derive(Default)]
struct View {
    /// Vacant hexes in which a chain can end.
    exits: Hexes,
    /// Hexes of friends that it can come to.
    beside: Hexes,
}

/// A position of which it is not quite known where the motorized friends are.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Guess {
    p: Position,
    /// There may be motorized units in these.
    maybe: Hexes,
}

pub(super) struct Search<'a> {
    game: &'a HurtgenForest,
    s: &'a State,
    side: Side,
    motorized: bool,
    start: Spot,
    hexes: u8,
    now: Position,
    /// From which positions the retreat can be finished.
    finishing: Memory<Position>,
    /// From which it perhaps can.
    hopes: Memory<Guess>,
    /// Motorized friends from whom no way leads anywhere, now or later, once somebody has asked.
    rooted: Option<Hexes>,
    /// [7.7] Lawful steps from each hex, friends aside, for motorized and other units, as far as they were asked for.
    steps: [Vec<Option<Steps>>; 2],
    /// How many hexes were looked at: what the tests watch instead of a clock.
    pub(super) looked: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(game: &'a HurtgenForest, s: &'a State, w: Withdrawal) -> Self {
        let side = game.side(w.unit);
        let mut friends = Friends { all: Hexes::empty(), motorized: Hexes::empty(), displaced: Hexes::empty() };
        for unit in game.of_side(side).iter().filter(|&unit| unit != w.unit && game.is_hex(s.at(unit))) {
            friends.all.insert(s.at(unit));
            if game.card(unit).motorized {
                friends.motorized.insert(s.at(unit));
            }
            if s.displaced[0].contains(unit) {
                friends.displaced.insert(s.at(unit));
            }
        }
        let now = Position { friends, at: s.at(w.unit), gone: w.gone };
        let motorized = game.card(w.unit).motorized;
        Search {
            game,
            s,
            side,
            motorized,
            start: w.start,
            hexes: w.hexes,
            now,
            finishing: Memory::default(),
            hopes: Memory::default(),
            rooted: None,
            steps: [vec![], vec![]],
            looked: 0,
        }
    }

    fn rooted(&mut self) -> Hexes {
        if let Some(rooted) = self.rooted {
            return rooted;
        }
        let motorized = self.now.friends.motorized;
        let rooted = motorized.iter().filter(|&hex| self.steps(true, hex).is_empty()).collect();
        *self.rooted.insert(rooted)
    }

    /// Whether the retreat can be finished when the units wait for these hexes, the retreating one for the first,
    /// whoever stands there for the second, and so on.
    pub(super) fn can_finish(&mut self, line: &[Spot]) -> bool {
        let now = Position { friends: Friends { displaced: Hexes::empty(), ..self.now.friends }, ..self.now };
        self.leads_on(&now, &mut line.to_vec(), Hexes::empty())
    }

    /// [7.82.b] The same, with nobody in it from now on who was displaced before.
    pub(super) fn can_finish_without_repetition(&mut self, line: &[Spot]) -> bool {
        let now = self.now;
        if now.gone + 1 == self.hexes && now.friends.displaced.is_empty() {
            return self.can_finish(line); // One chain names nobody twice.
        }
        let mut routes = vec![];
        self.routes(&now.friends, line[0], now.gone + 1, &mut vec![], &mut routes);
        routes.iter().any(|route| self.clears(&now, &mut line.to_vec(), Hexes::empty(), route))
    }

    /// The vacant hexes in which a chain can end that begins in this hex.
    pub(super) fn exits(&mut self, first: Spot) -> Hexes {
        let now = self.now;
        self.view(&now, &[first], Hexes::empty()).exits
    }

    /// Lawful steps of the retreating unit one hex farther from the combat position, friends aside.
    fn steps_away(&mut self, at: Spot, gone: u8) -> Steps {
        let steps = self.steps(self.motorized, at);
        let farther = |to: &Spot| self.game.grid.distance(self.start, *to) == u16::from(gone + 1);
        steps.iter().filter(farther).collect()
    }

    /// Hexes into which the rules for retreats let such a unit step, friends aside.
    fn steps(&mut self, motorized: bool, from: Spot) -> Steps {
        self.looked += 1;
        let known = &mut self.steps[usize::from(motorized)];
        if known.is_empty() {
            known.resize(self.game.off.index(), None);
        }
        *known[from.index()].get_or_insert_with(|| {
            let ways = self.game.board.ways(from).iter();
            ways.filter(|way| self.game.check_step_back(self.s, self.side, motorized, **way).is_ok())
                .map(|way| way.to)
                .collect()
        })
    }

    /// [7.81], [7.82.a], [7.82.d] Where the unit in a hex may be pushed: vacant hexes if there are any, else friends'.
    fn ways_out(&mut self, p: &Position, hex: Spot) -> (bool, Steps) {
        let ways = self.steps(p.friends.motorized.contains(hex), hex);
        let vacant = ways.iter().any(|to| p.is_vacant(to));
        (vacant, ways.iter().filter(|&to| to != p.at && (!vacant || p.is_vacant(to))).collect())
    }

    fn finishes(&mut self, p: &Position) -> bool {
        if p.gone == self.hexes {
            return true;
        }
        if let Some(&finishes) = self.finishing.get(p) {
            return finishes;
        }
        let finishes = self.steps_away(p.at, p.gone).iter().any(|to| self.leads_on(p, &mut vec![to], Hexes::empty()));
        self.finishing.insert(*p, finishes);
        finishes
    }

    /// A bound: whether some exit in view lets the retreat go on to its end, if every motorized unit that a chain can
    /// still run through could be shifted at will.
    fn has_hope(&mut self, p: &Position, line: &[Spot], view: &View) -> bool {
        let shifting = p.friends.motorized & (view.beside | Hexes::only(line[line.len() - 1]));
        let maybe = shifting | self.one_step(shifting);
        let rooted = self.rooted();
        view.exits.iter().any(|exit| {
            let mut then = p.after(line);
            then.friends.all.insert(exit);
            then.friends.motorized -= maybe - rooted;
            then.friends.displaced = Hexes::empty();
            self.may_finish(&Guess { p: then, maybe })
        })
    }

    /// Where motorized units in these hexes can step.
    fn one_step(&mut self, from: Hexes) -> Hexes {
        let mut to = Hexes::empty();
        for hex in from {
            to.extend(self.steps(true, hex).iter());
        }
        to
    }

    fn may_finish(&mut self, guess: &Guess) -> bool {
        if guess.p.gone == self.hexes {
            return true;
        }
        if let Some(&hope) = self.hopes.get(guess) {
            return hope;
        }
        let Guess { p, maybe } = guess;
        let rooted = self.rooted();
        let maybe = (*maybe | p.friends.motorized) - rooted;
        let maybe = maybe | self.one_step(maybe);
        let friends = Friends { motorized: rooted, ..p.friends };
        let then = Position { friends, ..*p };
        let hope = self.steps_away(p.at, p.gone).iter().any(|to| match p.is_vacant(to) {
            true => self.may_finish(&Guess { p: then.after(&[to]), maybe }),
            false => {
                let exits = self.far_exits(guess, to);
                exits.iter().any(|exit| self.may_finish(&Guess { p: then.after(&[to, exit]), maybe }))
            }
        });
        self.hopes.insert(*guess, hope);
        hope
    }

    /// Where a chain from a hex may end.
    fn far_exits(&mut self, guess: &Guess, from: Spot) -> Hexes {
        let Guess { p, maybe } = guess;
        let mut exits = Hexes::empty();
        let mut seen = Hexes::only(from);
        let mut open = vec![from];
        while let Some(hex) = open.pop() {
            let mut ways = self.steps(p.friends.motorized.contains(hex), hex);
            let vacant: Steps = ways.iter().filter(|&to| p.is_vacant(to)).collect();
            exits.extend(vacant.iter());
            if !vacant.is_empty() && maybe.contains(hex) {
                ways = self.steps(true, hex); // [7.82.d] Only a motorized unit would have to displace somebody here.
            }
            if !ways.iter().any(|to| p.is_vacant(to)) {
                open.extend(ways.iter().filter(|&to| to != p.at && seen.insert(to)));
            }
        }
        exits
    }

    /// Whether the line can be carried to a vacant hex so that the retreat goes on to its end. Hexes in the `shadow`
    /// can be reached from an earlier unit of the line, over none that is motorized: a way round by them is longer to
    /// the same end.
    fn leads_on(&mut self, p: &Position, line: &mut Vec<Spot>, shadow: Hexes) -> bool {
        let head = line[line.len() - 1];
        if p.is_vacant(head) {
            return self.finishes_after(p, line);
        }
        let (vacant, ways) = self.ways_out(p, head);
        if vacant {
            return self.finishes_by_one_of(p, line, ways.iter());
        }
        let view = self.view(p, line, Hexes::empty());
        if view.exits.is_empty() || p.gone + 1 == self.hexes {
            return !view.exits.is_empty();
        }
        if !self.has_hope(p, line, &view) {
            return false;
        }
        let motorized = p.friends.motorized.contains(head);
        if !motorized {
            // Over units that are all alike it only matters where a chain ends, and to which motorized unit it leads.
            let plain = self.view(p, line, p.friends.motorized | shadow);
            if shadow.is_empty() && self.finishes_by_one_of(p, line, plain.exits.iter()) {
                return true;
            }
            if !plain.beside.intersects(&(p.friends.motorized - shadow)) {
                return false;
            }
        }
        let shade = if motorized { Hexes::empty() } else { shadow | ways.iter().collect() };
        for to in ways.iter() {
            if line.contains(&to) || (!motorized && shadow.contains(to)) {
                continue;
            }
            line.push(to);
            if self.leads_on(p, line, shade) {
                return true;
            }
            line.pop();
        }
        false
    }

    fn finishes_after(&mut self, p: &Position, line: &[Spot]) -> bool {
        let mut then = p.after(line);
        then.friends.displaced = Hexes::empty();
        self.finishes(&then)
    }

    fn finishes_by_one_of(
        &mut self,
        p: &Position,
        line: &mut Vec<Spot>,
        mut exits: impl Iterator<Item = Spot>,
    ) -> bool {
        exits.any(|exit| {
            line.push(exit);
            let finishes = self.finishes_after(p, line);
            line.pop();
            finishes
        })
    }

    /// Where a chain that has come to the end of this line can go, but not through some hexes.
    fn view(&mut self, p: &Position, line: &[Spot], closed: Hexes) -> View {
        let mut view = View::default();
        let taken: Hexes = line.iter().copied().collect();
        let mut open = vec![line[line.len() - 1]];
        while let Some(hex) = open.pop() {
            let (vacant, ways) = self.ways_out(p, hex);
            match vacant {
                true => view.exits.extend(ways.iter()),
                false => open.extend(
                    ways.iter()
                        .filter(|&to| !taken.contains(to) && view.beside.insert(to) && !closed.contains(to))
                        .collect::<Steps>()
                        .iter(),
                ),
            }
        }
        view
    }

    /// Every row of hexes by which the retreat could go on, if whoever stands there was not displaced before.
    fn routes(&mut self, friends: &Friends, at: Spot, gone: u8, so_far: &mut Vec<Spot>, routes: &mut Vec<Vec<Spot>>) {
        if gone == self.hexes {
            routes.push(so_far.clone());
            return;
        }
        for to in self.steps_away(at, gone).iter() {
            if !friends.displaced.contains(to) {
                so_far.push(to);
                self.routes(friends, to, gone + 1, so_far, routes);
                so_far.pop();
            }
        }
    }

    /// [7.82.b] Whether the line and, after it, everybody on the route can make way with nobody displaced twice. So
    /// no unit of it moves more than once, and none may come to stand on the route. Hexes in the `shadow` can be
    /// reached from an earlier unit of the line: a way round by them shifts more units to the same end.
    fn clears(&mut self, p: &Position, line: &mut Vec<Spot>, shadow: Hexes, route: &[Spot]) -> bool {
        let head = line[line.len() - 1];
        let into_the_way = line.len() > 1 && route.contains(&head);
        if into_the_way || p.friends.displaced.contains(head) {
            return false;
        }
        if p.is_vacant(head) {
            let Some((&next, rest)) = route.split_first() else { return true };
            return self.clears(&p.after(line), &mut vec![next], Hexes::empty(), rest);
        }
        if !self.everybody_finds_room(p, line, shadow, route) {
            return false;
        }
        let (_, ways) = self.ways_out(p, head);
        let shade = shadow | ways.iter().collect();
        for to in ways.iter().filter(|&to| !shadow.contains(to)) {
            if line.contains(&to) {
                continue;
            }
            line.push(to);
            if self.clears(p, line, shade, route) {
                return true;
            }
            line.pop();
        }
        false
    }

    /// A bound: whether the head of the line and everybody on the route can be given hexes, each its own, when who
    /// stands in one of them may be moved as well. Rule 7.82.d is left out, except where nothing can come of it.
    fn everybody_finds_room(&mut self, p: &Position, line: &[Spot], shadow: Hexes, route: &[Spot]) -> bool {
        let head = line[line.len() - 1];
        let mut closed: Hexes = line.iter().chain(route).copied().chain([p.at]).collect();
        closed |= p.friends.displaced;
        let mut alone = Room { given: vec![], leave: Hexes::only(head), closed: closed | shadow };
        if !self.find_room(p, head, &mut alone, &mut Hexes::empty()) {
            return false;
        }
        let others = route.iter().copied().filter(|&hex| p.friends.all.contains(hex));
        let movers: Vec<Spot> = [head].into_iter().chain(others).collect();
        if movers.len() == 1 {
            return true;
        }
        // Behind the retreating unit hexes become vacant again.
        closed -= route.iter().copied().chain([p.at, line[0]]).collect();
        let mut room = Room { given: vec![], leave: movers.iter().copied().collect(), closed };
        movers.iter().all(|&mover| self.find_room(p, mover, &mut room, &mut Hexes::empty()))
    }

    /// One more augmenting path; the units are named by the hexes they stand in now.
    fn find_room(&mut self, p: &Position, mover: Spot, room: &mut Room, seen: &mut Hexes) -> bool {
        let ways = self.steps(p.friends.motorized.contains(mover), mover);
        let stay = (!room.leave.contains(mover)).then_some(mover);
        // [7.82.d] More vacant hexes than the others can take: it will displace nobody.
        let only_vacant = ways.iter().filter(|&to| p.is_vacant(to)).count() >= room.leave.len();
        for to in ways.iter().filter(|&to| !only_vacant || !p.friends.all.contains(to)).chain(stay) {
            if (room.closed.contains(to) && to != mover) || !seen.insert(to) {
                continue;
            }
            let given = room.given.iter().find(|(hex, _)| *hex == to).map(|(_, holder)| *holder);
            let stays = || (p.friends.all.contains(to) && !room.leave.contains(to)).then_some(to);
            let holder = given.or_else(stays);
            if holder.is_none_or(|holder| self.find_room(p, holder, room, seen)) {
                room.given.retain(|(hex, _)| *hex != to);
                room.given.push((to, mover));
                return true;
            }
        }
        false
    }
}

/// What was found out already. It is looked up and never listed, so no order matters.
#[expect(clippy::disallowed_types, reason = "looked up, never listed")]
type Memory<K> = std::collections::HashMap<K, bool>;

/// Who is given which hex.
struct Room {
    /// Hexes that have a new holder.
    given: Vec<(Spot, Spot)>,
    /// Whoever stands in these has to leave.
    leave: Hexes,
    closed: Hexes,
}
