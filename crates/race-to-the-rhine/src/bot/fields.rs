//! Ways over a commander's own roads. Most of what is tried changes nothing that they depend on: the last ones are kept.

use super::NEVER;
use crate::Race;
use crate::components::Commander;
use crate::state::{Areas, MAX_AREAS, Road, Roads, State};
use referee::Spot;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Steps to a goal, cheapest first: for every area what is left to pay, and where to go next.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) cost: [u16; MAX_AREAS],
    pub(crate) next: [Spot; MAX_AREAS],
}

/// Whether costs are counted towards some areas, or away from them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Towards {
    Goal,
    From,
}

/// All that a field depends on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Cause {
    serial: u64,
    who: Commander,
    towards: Towards,
    goal: Areas,
    held: Areas,
    closed: Areas,
    defended: Areas,
    stood_on: Areas,
}

/// All that the ways of trucks to a place depend on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Haul {
    serial: u64,
    who: Commander,
    to: Spot,
    held: Areas,
    jammed: Roads,
}

/// All that the areas missing in a line depend on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Line {
    serial: u64,
    who: Commander,
    base: Spot,
    held: Areas,
    others: Areas,
}

/// How many of each kind are kept, each in the place that its cause is given.
const KEPT: usize = 1024;

type Kept<K, V> = RefCell<Vec<Option<(K, Rc<V>)>>>;

thread_local! {
    static FIELDS: Kept<Cause, Field> = RefCell::new(vec![None; KEPT]);
    static LINES: Kept<Cause, Vec<Spot>> = RefCell::new(vec![None; KEPT]);
    static GAPS: Kept<Line, [u8; MAX_AREAS]> = RefCell::new(vec![None; KEPT]);
    static HAULS: Kept<Haul, Vec<(Spot, u8)>> = RefCell::new(vec![None; KEPT]);
}

/// What follows from a cause: what was found before, or what is found now.
fn kept<K: Copy + Eq + Hash, V>(
    known: &'static std::thread::LocalKey<Kept<K, V>>,
    cause: K,
    find: impl FnOnce() -> V,
) -> Rc<V> {
    let mut mixed = Mixed(0);
    cause.hash(&mut mixed);
    let place = usize::try_from(mixed.finish() % KEPT as u64).unwrap_or(0);
    known.with_borrow_mut(|known| match &known[place] {
        Some((of, found)) if *of == cause => Rc::clone(found),
        _ => {
            let found = Rc::new(find());
            known[place] = Some((cause, Rc::clone(&found)));
            found
        }
    })
}

/// Spreads causes over the places.
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            self.write_u64(rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Race {
    /// What it costs to get from each area to the nearest of these, over own roads.
    pub(crate) fn field(&self, s: &State, who: Commander, held: Areas, goal: Areas, towards: Towards) -> Rc<Field> {
        let cause = self.cause(s, who, held, goal, towards);
        kept(&FIELDS, cause, || self.spread(&cause))
    }

    fn cause(&self, s: &State, who: Commander, held: Areas, goal: Areas, towards: Towards) -> Cause {
        let closed = s.controlled() - s.held[who.index()];
        let stood_on = s.corps.iter().filter_map(|corps| corps.at).collect();
        let defended = s.axis | self.flags;
        Cause { serial: self.serial, who, towards, goal, held, closed, defended, stood_on }
    }

    /// [3.2] By area: how many areas are missing in the line to the base.
    pub(crate) fn gaps(&self, s: &State, who: Commander, held: Areas) -> Rc<[u8; MAX_AREAS]> {
        let others = s.controlled() - s.held[who.index()];
        let line = Line { serial: self.serial, who, base: self.base(s, who), held, others };
        kept(&GAPS, line, || self.missing(&line))
    }

    fn missing(&self, line: &Line) -> [u8; MAX_AREAS] {
        let Line { who, base, held, others, .. } = *line;
        let mut gaps = [u8::MAX; MAX_AREAS];
        let open = (self.coloured[who.index()] | self.victory) - others;
        let mut reached = Areas::only(base);
        let mut next = reached;
        let mut missing = 0;
        while !next.is_empty() && missing < 8 {
            let mut edge = next;
            next = Areas::empty();
            while let Some(at) = edge.first() {
                edge.remove(at);
                gaps[at.index()] = missing;
                let around = (self.own[who.index()][at.index()] & open) - reached;
                let ours = around & held;
                reached |= around;
                edge |= ours;
                next |= around - ours;
            }
            missing += 1;
        }
        gaps
    }

    /// In solitaire: what the corps still need for their posts on a line that they can hold, and whether a fight is near.
    pub(crate) fn firm_posts(&self, s: &State, who: Commander, safe: Areas) -> (i32, bool) {
        let held = s.held[who.index()];
        let goal = self.victory - (s.controlled() - held);
        let cause = Cause { stood_on: Areas::empty(), ..self.cause(s, who, held, goal, Towards::Goal) };
        let line = kept(&LINES, cause, || self.firm_line(&cause, self.base(s, who)));
        let Some(end) = line.last() else { return (NEVER, false) };
        let goal = self.field(s, who, held, Areas::only(*end), Towards::Goal);
        self.posted(s, who, safe, &goal, &line)
    }

    /// The cheapest line from the base to a goal that the corps can hold, each of them with the areas around it: no more
    /// areas may lie open than that. The cheapest of all if there is none; nothing if no way leads to a goal.
    fn firm_line(&self, cause: &Cause, base: Spot) -> Vec<Spot> {
        let corps = self.corps_of(cause.who).count();
        let firm = self.line_with(cause, base, 3 * corps - 1);
        if firm.is_empty() { self.line_with(cause, base, MAX_AREAS) } else { firm }
    }

    /// The cheapest line with at most so many areas that no starting area shelters [14.B.3].
    fn line_with(&self, cause: &Cause, base: Spot, most: usize) -> Vec<Spot> {
        let Cause { who, goal, closed, .. } = *cause;
        let sheltered = self.starts | self.around(self.starts);
        let open = (self.coloured[who.index()] | self.victory) - closed;
        let exposed = |at: Spot| usize::from(!sheltered.contains(at));
        // By area and open areas from there to the goal: what it costs, and the next area.
        let mut known = BTreeMap::new();
        let mut edge = BinaryHeap::new();
        for at in goal & open {
            edge.push(Reverse((0u16, at, exposed(at), None)));
        }
        while let Some(Reverse((cost, at, bare, next))) = edge.pop() {
            if bare > most || known.contains_key(&(at, bare)) {
                continue;
            }
            known.insert((at, bare), next);
            if at == base {
                let (mut line, mut here) = (vec![base], (at, bare));
                while let Some(Some(next)) = known.get(&here).copied() {
                    line.push(next);
                    here = (next, here.1 - exposed(here.0));
                }
                return line;
            }
            let cost = cost + self.toll(cause, at);
            for from in self.own[who.index()][at.index()] & open {
                edge.push(Reverse((cost, from, bare + exposed(from), Some(at))));
            }
        }
        vec![]
    }

    /// What it costs to enter an area.
    fn toll(&self, cause: &Cause, at: Spot) -> u16 {
        let mut cost = if cause.held.contains(at) { 8 } else { 10 };
        if !cause.held.contains(at) {
            let walls = self.area(at).fortified;
            cost += if cause.defended.contains(at) { 34 } else { 0 } + if walls { 12 } else { 0 };
        }
        cost + if cause.stood_on.contains(at) { 3 } else { 0 }
    }

    /// The areas from which a truck can get to a place over own roads, and in how many legs; the nearest first.
    pub(crate) fn hauls(&self, s: &State, who: Commander, held: Areas, to: Spot) -> Rc<Vec<(Spot, u8)>> {
        let haul = Haul { serial: self.serial, who, to, held, jammed: s.jammed };
        kept(&HAULS, haul, || self.legs(&haul))
    }

    fn legs(&self, haul: &Haul) -> Vec<(Spot, u8)> {
        let Haul { who, to, held, jammed, .. } = *haul;
        let (mut found, mut legs) = (vec![], [u8::MAX; MAX_AREAS]);
        let mut buckets = [Areas::empty(); 8];
        buckets[0].insert(to);
        legs[to.index()] = 0;
        let (mut far, mut idle) = (0u8, 0);
        while idle < 8 && far < 40 {
            let mut bucket = std::mem::take(&mut buckets[usize::from(far % 8)]);
            idle = if bucket.is_empty() { idle + 1 } else { 0 };
            bucket.retain(|at| legs[at.index()] == far);
            for at in bucket {
                found.push((at, far));
                for step in self.c.map.board.ways(at) {
                    if !held.contains(step.to) || !self.c.map.road(step.edge).contains(who) {
                        continue;
                    }
                    let cost = far + if jammed.contains(Road(step.edge)) { 2 } else { 1 };
                    if cost < legs[step.to.index()] {
                        legs[step.to.index()] = cost;
                        buckets[usize::from(cost % 8)].insert(step.to);
                    }
                }
            }
            far += 1;
        }
        found
    }

    fn spread(&self, cause: &Cause) -> Field {
        let Cause { who, towards, goal, closed, .. } = *cause;
        let mut field = Field { cost: [u16::MAX; MAX_AREAS], next: [Spot(0); MAX_AREAS] };
        let open = (self.coloured[who.index()] | self.victory) - closed;
        let mut buckets = [Areas::empty(); 64];
        buckets[0] = goal & open;
        for at in buckets[0] {
            field.cost[at.index()] = 0;
        }
        let (mut far, mut idle) = (0u16, 0);
        while idle < 64 {
            let bucket = std::mem::take(&mut buckets[usize::from(far % 64)]);
            idle = if bucket.is_empty() { idle + 1 } else { 0 };
            for at in bucket {
                if field.cost[at.index()] != far {
                    continue;
                }
                let leaving = far + self.toll(cause, at);
                for from in self.own[who.index()][at.index()] & open {
                    let cost = if towards == Towards::Goal { leaving } else { far + self.toll(cause, from) };
                    if cost < field.cost[from.index()] {
                        field.cost[from.index()] = cost;
                        field.next[from.index()] = at;
                        buckets[usize::from(cost % 64)].insert(from);
                    }
                }
            }
            far += 1;
        }
        field
    }
}
