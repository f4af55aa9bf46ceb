//! Where eyes are led, and why nothing is offered about something.

use crate::sequence::Step;
use crate::state::{Battle, Side, State, Units};
use crate::{Action, Ford};
use referee::{Focus, Illegal, Piece, Ref, Spot, listed};

impl Ford {
    /// What the decision at hand is about. Everybody may know it.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        // Who died in the exchange is not there any more.
        let pieces =
            |units: Units| -> Vec<Ref> { units.iter().filter(|unit| s.at(*unit).is_some()).map(Ref::Piece).collect() };
        let name = |unit: Piece| self.unit(unit).name.as_str();
        match s.steps.top() {
            Some(Step::Support(battle) | Step::Bid { battle, .. }) => Focus {
                text: format!("{} against {}.", self.names(battle.attackers), self.name_and_hex(s, battle.target)),
                on: pieces(Units::only(battle.target)),
                by: pieces(battle.attackers),
            },
            Some(Step::Ruse { unit } | Step::Moving { unit, .. }) => {
                Focus { on: vec![Ref::Piece(unit)], ..Focus::default() }
            }
            Some(Step::Retreat(units)) => {
                let text = format!("{} must retreat.", listed(units.iter().map(name)));
                Focus { text, on: pieces(units), ..Focus::default() }
            }
            Some(Step::Advance { attackers, into }) => {
                let text = format!("{} is free. {} may advance.", self.hex_name(into), self.names(attackers));
                Focus { text, on: [Ref::Spot(into)].into_iter().chain(pieces(attackers)).collect(), by: vec![] }
            }
            Some(Step::HideMine | Step::Movement(_) | Step::Combat(_)) | None => Focus::default(),
        }
    }

    fn names(&self, units: Units) -> String {
        listed(units.iter().map(|unit| self.unit(unit).name.as_str()))
    }

    fn name_and_hex(&self, s: &State, unit: Piece) -> String {
        let name = &self.unit(unit).name;
        s.at(unit).map_or_else(|| name.clone(), |hex| format!("{name} in {}", self.hex_name(hex)))
    }

    fn hex_name(&self, hex: Spot) -> &str {
        self.map.board.name(hex)
    }

    /// The refusal of what a player most likely meant by pointing there.
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let meant = match (s.steps.top()?, about) {
            (Step::HideMine, Ref::Spot(hex)) => Action::HideMine(hex),
            (Step::Movement(_), Ref::Piece(unit)) => Action::Move { unit, path: crate::state::Trail::new() },
            (Step::Combat(side), Ref::Piece(unit)) => Action::Attack(self.likely_attack(s, side, unit)?),
            (Step::Retreat(_), Ref::Piece(unit)) => Action::Retreat { unit, path: crate::state::Trail::new() },
            (Step::Advance { .. }, Ref::Piece(unit)) => Action::Advance(unit),
            _ => return None,
        };
        referee::Game::check(self, s, &meant).err()
    }

    /// A unit against the nearest enemy, whichever of the two was pointed at.
    fn likely_attack(&self, s: &State, side: Side, unit: Piece) -> Option<Battle> {
        let own = self.units.get(unit.index())?.side == side;
        let place = |unit: Piece| s.at(unit).map(|hex| self.kit.spots[hex.index()].at);
        let (x, y) = place(unit)?;
        #[expect(clippy::cast_possible_truncation, reason = "map units are small")]
        let far = |other: &Piece| place(*other).map_or(i64::MAX, |(u, v)| ((x - u).powi(2) + (y - v).powi(2)) as i64);
        let other = self.on_map(s, if own { side.other() } else { side }).min_by_key(far)?;
        let (attacker, target) = if own { (unit, other) } else { (other, unit) };
        Some(Battle { target, attackers: Units::only(attacker) })
    }
}
