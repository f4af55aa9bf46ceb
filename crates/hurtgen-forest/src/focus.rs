//! Where eyes are led, and why nothing is offered about something.

use crate::HurtgenForest;
use crate::action::{Action, Route};
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use board::Path;
use referee::{Focus, Illegal, Ref, Spot};

impl HurtgenForest {
    /// What the decision at hand is about.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        let pieces = |units: Units| units.iter().map(Ref::from).collect::<Vec<_>>();
        let on = |units: Units, text: String| Focus { text, on: pieces(units), by: vec![] };
        match s.now() {
            Some(Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_)) => self.battle_focus(s),
            Some(Step::Retreat { units, hexes, .. }) => {
                let far = if hexes == 1 { "one hex".into() } else { format!("{hexes} hexes") };
                on(units, format!("{} must retreat {far}.", self.listed(units)))
            }
            Some(Step::Withdraw { unit, .. }) => on(Units::only(unit), format!("{} retreats.", self.name(unit))),
            Some(Step::Displace(unit)) => {
                on(Units::only(unit), format!("{} makes room in {}.", self.name(unit), self.hex_of(s, unit)))
            }
            Some(Step::Advance { units, .. }) => {
                let text = format!("{} may advance.", self.listed(units));
                let on = self.trail_hexes(s).map(Ref::Spot).chain(pieces(units)).collect();
                Focus { text, on, by: vec![] }
            }
            Some(Step::Movement(_)) if !s.crowded.is_empty() => {
                let hexes: Vec<&str> = self.crowded_hexes(s).map(|hex| self.board.name(hex)).collect();
                let text = format!(
                    "Two units stand in {}: {} must move on before movement ends.",
                    hexes.join(", "),
                    self.listed(s.crowded)
                );
                Focus { text, on: self.crowded_hexes(s).map(Ref::Spot).collect(), by: vec![] }
            }
            Some(Step::Deploy(_) | Step::Movement(_) | Step::Combat(_)) | None => Focus::default(),
        }
    }

    fn battle_focus(&self, s: &State) -> Focus {
        let battle = &s.battle;
        let mut hexes: Vec<&str> = battle.defenders.iter().map(|unit| self.hex_of(s, unit)).collect();
        hexes.dedup();
        let against = format!("{} in {}", self.listed(battle.defenders), hexes.join(", "));
        let text = match (battle.attackers.is_empty(), battle.barrage.is_empty()) {
            (true, true) => format!("Artillery against {against}."),
            (true, false) => format!("{} against {against}.", self.listed(battle.barrage)),
            (false, true) => format!("{} against {against}.", self.listed(battle.attackers)),
            (false, false) => {
                format!("{} with {} against {against}.", self.listed(battle.attackers), self.listed(battle.barrage))
            }
        };
        let on = battle.defenders.iter().map(Ref::from).collect();
        Focus { text, on, by: (battle.attackers | battle.barrage).iter().map(Ref::from).collect() }
    }

    fn hex_of(&self, s: &State, unit: Unit) -> &str {
        self.board.name(s.at(unit))
    }

    /// [5.31.a] Where two units stand, one of which must leave.
    pub(crate) fn crowded_hexes<'a>(&'a self, s: &'a State) -> impl Iterator<Item = Spot> + 'a {
        s.crowded.iter().map(|unit| s.at(unit))
    }

    /// The refusal of what a player most likely meant by pointing there.
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let step = s.now()?;
        let unit = match about {
            Ref::Nothing => return self.check_action(s, &Action::Done).err(),
            Ref::Piece(piece) => Unit::of(piece).filter(|unit| self.exists(*unit))?,
            Ref::Spot(_) | Ref::Thing(_) => return None,
        };
        let meant = match step {
            Step::Deploy(_) => Action::Deploy { unit, at: s.at(unit) },
            Step::Movement(_) => Action::Move { unit, path: Route::default() },
            Step::Combat(side) => self.likely_attack(s, side, unit)?,
            Step::Retreat { .. } | Step::Withdraw { .. } => Action::Retreat { unit, path: Path::default() },
            Step::Advance { .. } => Action::Advance { unit, path: Path::default() },
            Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_) | Step::Displace(_) => return None,
        };
        self.check_action(s, &meant).err()
    }

    /// A unit against the nearest enemy, whichever of the two was pointed at.
    fn likely_attack(&self, s: &State, side: Side, unit: Unit) -> Option<Action> {
        let own = self.side(unit) == side;
        let others = self.of_side(if own { side.other() } else { side });
        let on_map = others.iter().filter(|other| self.is_hex(s.at(*other)) && self.is_hex(s.at(unit)));
        let other = on_map.min_by_key(|other| self.grid.distance(s.at(unit), s.at(*other)))?;
        let (attacker, target) = if own { (unit, other) } else { (other, unit) };
        Some(Action::Attack { targets: Units::only(target), with: Units::only(attacker) })
    }
}
