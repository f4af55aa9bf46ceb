//! [O.1] Hidden and phantom units.

use crate::action::How;
use crate::components::{Kind, Side};
use crate::movement::Front;
use crate::state::{Hexes, PHANTOMS, Phantom, Place, State, Trail, UnitState, mark};
use crate::{DdayToTheRhine, Event};
use board::{Toll, Way};
use referee::{Dice, Illegal, Piece, Reach, Ref, Referee, Rule, Spot};

/// A phantom among the pieces: they follow the units.
pub(crate) const FIRST_PHANTOM: u16 = 96;

impl DdayToTheRhine {
    fn markers_left(&self, s: &State) -> bool {
        let used = s.units.iter().filter(|unit| unit.marker > 0).count();
        used < usize::from(self.c.tables.hidden_markers) && s.free_marker().is_some()
    }

    /// [O.1.a] Whether a unit may arrive under a marker.
    pub(crate) fn check_marker(&self, s: &State, side: Side, unit: Piece, hidden: bool) -> Result<(), Illegal> {
        if !hidden {
            return Ok(());
        }
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        if !s.options.hidden || side != Side::German {
            return refuse("O.1", "nothing is hidden in this match");
        }
        if matches!(self.unit(unit).kind, Kind::Coast | Kind::Fortress) {
            return refuse("O.1.b", "coast and fortress units are never hidden");
        }
        match self.markers_left(s) {
            true => Ok(()),
            false => refuse("O.1.a", "no HIDDEN marker is left"),
        }
    }

    /// [O.1.b]
    pub(crate) fn check_hide(&self, s: &State, unit: Piece) -> Result<(), Illegal> {
        self.check_own(Side::German, unit)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        let Some(at) = s.at(unit) else { return refuse("O.1.b", "it is not on the map") };
        if s.unit(unit).marker > 0 {
            return refuse("O.1.b", "it is hidden already");
        }
        if self.near[at.index()].intersects(&s.occupied[Side::Allied.index()]) {
            return refuse("O.1.b", "an enemy unit is next to it");
        }
        if self.closing_hexes(s).contains(at) {
            return refuse("O.1.d", "it closes a port of the Allies, and everybody sees that");
        }
        self.check_marker(s, Side::German, unit, true)
    }

    pub(crate) fn hide(&self, s: &mut State, unit: Piece, r: &mut Referee<Event>) {
        let marker = s.free_marker().expect("checked: a marker is left");
        s.unit_mut(unit).marker = marker;
        if let Some(at) = s.at(unit) {
            r.note(Rule("O.1.b"), Event::Hid { marker, at });
        }
    }

    /// [O.1.c] Where a phantom may be laid.
    pub(crate) fn phantom_places(&self, s: &State) -> Hexes {
        if s.phantoms.iter().all(|phantom| phantom.at.is_some()) || s.free_marker().is_none() {
            return Hexes::empty();
        }
        let germans = s.occupied[Side::German.index()];
        let near = self.around(germans);
        let within_two = near | self.around(near);
        let supply = self.seen_supply(s, Side::German);
        let zone = self.around(s.occupied[Side::Allied.index()]);
        let taken = germans | s.occupied[Side::Allied.index()] | s.unknown() | s.allied | self.closing_hexes(s);
        (within_two & supply.hexes) - taken - zone
    }

    pub(crate) fn check_phantom(&self, s: &State, at: Option<Spot>) -> Result<(), Illegal> {
        let Some(at) = at.filter(|at| self.is_hex(*at)) else {
            return Err(Illegal::new(Rule("O.1.c"), "say where the phantom goes"));
        };
        if s.phantoms.iter().all(|phantom| phantom.at.is_some()) {
            return Err(Illegal::new(Rule("O.1"), "there are four phantoms"));
        }
        match self.phantom_places(s).contains(at) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("O.1.c"), "on vacant supplied hexes within two of a German unit")
                .about(Ref::Spot(at))),
        }
    }

    pub(crate) fn lay_phantom(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let marker = s.free_marker().expect("checked: a marker is left");
        if let Some(phantom) = s.phantoms.iter_mut().find(|phantom| phantom.at.is_none()) {
            phantom.at = Some(at);
            phantom.marker = marker;
            r.note(Rule("O.1.b"), Event::Hid { marker, at });
        }
    }

    /// [O.1.d] A unit that attacks is seen.
    pub(crate) fn reveal(&self, s: &mut State, unit: Piece, r: &mut Referee<Event>) {
        if s.unit(unit).marker == 0 {
            return;
        }
        s.unit_mut(unit).marker = 0;
        if let Some(at) = s.at(unit) {
            r.seal();
            r.note(Rule("O.1.d"), Event::Revealed { unit, at });
        }
    }

    /// [O.1.d] The marker in this hex is turned over.
    pub(crate) fn reveal_in(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        if !s.options.hidden {
            return;
        }
        for unit in s.units_in(at).collect::<Vec<_>>() {
            self.reveal(s, unit, r);
        }
        for i in 0..PHANTOMS {
            if s.phantoms[i].at == Some(at) {
                s.phantoms[i] = Default::default();
                r.seal();
                r.note(Rule("O.1.d"), Event::PhantomGone { at });
            }
        }
    }

    /// [O.1.d] A marker where a unit would close a port of the Allies is turned over: everybody sees whether the port
    /// works.
    pub(crate) fn uncover_ports(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.options.hidden {
            for at in self.closing_hexes(s) & s.unknown() {
                self.reveal_in(s, at, r);
            }
        }
    }

    /// [O.1.e] Markers in a city or on a beach-head of the Allies: a unit would have taken it, so everybody knows that
    /// these are phantoms.
    pub(crate) fn plain_phantoms(&self, s: &State) -> Hexes {
        let beaches = (0..2).filter(|i| s.beaches[*i]).map(|i| self.c.map.beach[i]).collect::<Hexes>();
        s.unknown() & (s.allied | beaches)
    }

    /// [O.1.c, O.1.e] A phantom lies alone: it blocks nobody, and is taken up where a German unit ends its way.
    /// [O.1.e] Where an Allied unit arrives, too.
    pub(crate) fn replace_phantom(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        if !s.options.hidden {
            return;
        }
        for i in 0..PHANTOMS {
            if s.phantoms[i].at == Some(at) {
                s.phantoms[i] = Default::default();
                r.seal();
                r.note(Rule("O.1.d"), Event::PhantomGone { at });
            }
        }
    }

    /// [O.1.d] Every marker next to this hex is turned over.
    pub(crate) fn reveal_around(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let near = self.near[at.index()];
        for unit in self.all_of(Side::German) {
            if s.at(unit).is_some_and(|hex| near.contains(hex)) {
                self.reveal(s, unit, r);
            }
        }
        for i in 0..PHANTOMS {
            if let Some(hex) = s.phantoms[i].at.filter(|hex| near.contains(*hex)) {
                s.phantoms[i] = Default::default();
                r.seal();
                r.note(Rule("O.1.d"), Event::PhantomGone { at: hex });
            }
        }
    }

    /// [O.1.d] What comes next to whom: markers beside Allied units are seen.
    pub(crate) fn meet(&self, s: &mut State, side: Side, at: Spot, r: &mut Referee<Event>) {
        if !s.options.hidden {
            return;
        }
        match side {
            Side::Allied => self.reveal_around(s, at, r),
            Side::German => {
                if self.near[at.index()].intersects(&s.occupied[Side::Allied.index()]) {
                    for unit in s.units_in(at).collect::<Vec<_>>() {
                        self.reveal(s, unit, r);
                    }
                }
            }
        }
    }

    /// The phantom that a piece stands for.
    pub(crate) fn phantom_of(piece: Piece) -> Option<usize> {
        let nth = usize::from(piece.0.checked_sub(FIRST_PHANTOM)?);
        (nth < PHANTOMS).then_some(nth)
    }

    /// [O.1.e] A phantom moves like a unit with 4 MP, for 1 RP.
    pub(crate) fn may_move_phantom(&self, s: &State, nth: usize) -> Result<Spot, Illegal> {
        let phantom = s.phantoms[nth];
        let Some(at) = phantom.at else { return Err(Illegal::new(Rule("O.1.e"), "that phantom is not on the map")) };
        if phantom.moved {
            return Err(Illegal::new(Rule("ACT.1"), "it has moved this month"));
        }
        self.check_rp(s, Side::German, self.c.tables.costs.movement)?;
        Ok(at)
    }

    pub(crate) fn phantom_reach(&self, s: &State, nth: usize) -> Option<Reach> {
        let from = s.phantoms[nth].at?;
        let front = self.front_of(s, Side::German, false, false);
        let taken = s.occupied[0] | s.occupied[1] | s.unknown();
        let budget = self.c.tables.phantom_mp.into();
        let toll = |_, way: Way| self.toll(&front, way);
        let mut reach = board::reach(&self.c.map.board, from, budget, toll, |at| !taken.contains(at));
        if reach.ends().next().is_none() {
            reach.legs.extend(self.way_back(&reach, &front));
        }
        Some(reach)
    }

    /// Whether a phantom can move anywhere. Mostly the next hex will do.
    pub(crate) fn phantom_has_a_way(&self, s: &State, nth: usize, from: Spot, front: &Front) -> bool {
        let taken = s.occupied[0] | s.occupied[1] | s.unknown();
        let next_door = |way: &Way| match self.toll(front, *way) {
            Toll::Pay(cost) | Toll::PayAndStop(cost) => {
                cost <= self.c.tables.phantom_mp.into() && !taken.contains(way.to)
            }
            Toll::Barred(_) => false,
        };
        self.c.map.board.ways(from).iter().any(next_door)
            || self.phantom_reach(s, nth).is_some_and(|reach| reach.ends().next().is_some())
    }

    pub(crate) fn check_phantom_move(&self, s: &State, nth: usize, path: &Trail) -> Result<(), Illegal> {
        self.may_move_phantom(s, nth)?;
        let far = Illegal::new(Rule("O.1.e"), "a phantom moves like a unit with 4 MP");
        let Some(to) = path.last() else { return Err(Illegal::new(Rule("M.3"), "say where it goes")) };
        let reach = self.phantom_reach(s, nth).ok_or(far)?;
        match reach.leg(to).is_some_and(|leg| leg.end) && reach.path_to(to) == path.as_slice() {
            true => Ok(()),
            false => self.check_phantom_path(s, nth, path),
        }
    }

    /// A path of its own choice, step by step.
    fn check_phantom_path(&self, s: &State, nth: usize, path: &Trail) -> Result<(), Illegal> {
        let mut at = s.phantoms[nth].at.expect("checked: it is on the map");
        let front = self.front_of(s, Side::German, false, false);
        let mut left = u16::from(self.c.tables.phantom_mp);
        let mut stopped = false;
        for to in path.iter() {
            let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(to)));
            let edge = if self.is_hex(to) { self.c.map.board.edge(at, to) } else { None };
            let Some(edge) = edge.filter(|_| !stopped) else { return refuse("M.3", "movement goes from hex to hex") };
            let cost = match self.toll(&front, Way { to, edge }) {
                Toll::Barred(_) => return refuse("M.6.b", "an enemy unit is there"),
                Toll::Pay(cost) => cost,
                Toll::PayAndStop(cost) => {
                    stopped = true;
                    cost
                }
            };
            let Some(rest) = left.checked_sub(cost) else { return refuse("M.3.c", "a phantom has 4 MP") };
            left = rest;
            at = to;
        }
        let taken = s.occupied[0] | s.occupied[1] | s.unknown();
        match taken.contains(at) && s.phantoms[nth].at != Some(at) {
            true => Err(Illegal::new(Rule("M.6"), "another unit is there").about(Ref::Spot(at))),
            false => Ok(()),
        }
    }

    pub(crate) fn move_phantom(&self, s: &mut State, nth: usize, path: &Trail, r: &mut Referee<Event>) {
        let (from, to) = (s.phantoms[nth].at.expect("checked"), path.last().expect("checked"));
        let cost = self.c.tables.costs.movement;
        self.spend(s, Side::German, cost);
        s.phantoms[nth].at = Some(to);
        s.phantoms[nth].moved = true;
        let (marker, path) = (s.phantoms[nth].marker, *path);
        let unit = Piece(FIRST_PHANTOM + u16::try_from(nth).unwrap_or(0));
        // Noted like the move of a unit: nothing tells the two apart.
        r.note_with(Rule("M.2"), || Event::Moved { unit, from, to, path, how: How::Tactical, cost, marker });
        if self.near[to.index()].intersects(&s.occupied[Side::Allied.index()]) {
            s.phantoms[nth] = Default::default();
            r.seal();
            r.note(Rule("O.1.d"), Event::PhantomGone { at: to });
        }
    }

    /// [O.1.e] What a seat does not know: which unit lies under which marker, and which markers are phantoms. What was
    /// seen of a marker (where it lies, whether it came in or moved this month) stays with the marker; strength goes
    /// with the unit. Every world has the same chance, and nothing in it depends on the truth.
    pub(crate) fn imagine_markers(&self, s: &mut State, dice: &mut dyn Dice) {
        // A static unit is betrayed by its place.
        let units: Vec<Piece> = self
            .all_of(Side::German)
            .filter(|unit| s.unit(*unit).marker > 0 && s.at(*unit).is_some() && self.unit(*unit).mp > 0)
            .collect();
        let phantoms: Vec<usize> = (0..PHANTOMS).filter(|i| s.phantoms[*i].at.is_some()).collect();
        let of_phantom = |i: &usize| {
            let Phantom { at, marker, moved } = s.phantoms[*i];
            Some(Marker { at: at?, marker, marks: if moved { mark::MOVED } else { 0 } })
        };
        let of_unit = |unit: &Piece| {
            let UnitState { marker, marks, .. } = *s.unit(*unit);
            Some(Marker { at: s.at(*unit)?, marker, marks: marks & !OF_THE_UNIT })
        };
        let mut markers: Vec<Marker> =
            units.iter().filter_map(of_unit).chain(phantoms.iter().filter_map(of_phantom)).collect();
        markers.sort_unstable_by_key(|marker| marker.marker);

        let plain = self.plain_phantoms(s) - s.occupied[Side::German.index()];
        let (mut empty, open): (Vec<Marker>, Vec<Marker>) =
            markers.into_iter().partition(|marker| plain.contains(marker.at));
        // Only a unit comes in, goes by rail or attacks.
        let (mut doubtful, mut full): (Vec<Marker>, Vec<Marker>) =
            open.into_iter().partition(|marker| marker.marks & !mark::MOVED == 0);
        while empty.len() < phantoms.len() {
            empty.push(doubtful.remove(pick(dice, doubtful.len())));
        }
        full.append(&mut doubtful);
        empty.sort_unstable_by_key(|marker| marker.marker);
        full.sort_unstable_by_key(|marker| marker.marker);
        for (i, Marker { at, marker, marks }) in phantoms.into_iter().zip(empty) {
            s.phantoms[i] = Phantom { at: Some(at), marker, moved: marks & mark::MOVED != 0 };
        }
        for unit in units {
            let Marker { at, marker, marks } = full.swap_remove(pick(dice, full.len()));
            let under = s.unit_mut(unit);
            under.place = Place::Map(at);
            under.marker = marker;
            under.marks = (under.marks & OF_THE_UNIT) | marks;
        }
        s.occupied[Side::German.index()] = self.all_of(Side::German).filter_map(|unit| s.at(unit)).collect();
    }
}

/// Marks that nobody saw being given to this marker and no other.
const OF_THE_UNIT: u8 = mark::REBUILT | mark::STEPPED;

/// What everybody sees of a marker.
struct Marker {
    at: Spot,
    marker: u8,
    marks: u8,
}

fn pick(dice: &mut dyn Dice, of: usize) -> usize {
    dice.pick(u16::try_from(of).expect("there are sixteen markers")).into()
}
