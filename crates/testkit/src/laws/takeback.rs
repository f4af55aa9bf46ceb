//! Law 6: undo is exact, and refused where it must be.

use super::{Broken, Inspector, Kept, broken};
use referee::{Consent, Game, Match, Record, Scripted, Seat};

/// The decisions of one seat since the last roll, revelation or other seat's decision, each with the
/// state before it.
#[derive(Debug)]
pub(super) struct Unsealed<G: Game> {
    seat: Option<Seat>,
    decisions: Vec<(G::State, G::Action)>,
}

impl<G: Game> Default for Unsealed<G> {
    fn default() -> Self {
        Unsealed { seat: None, decisions: vec![] }
    }
}

impl<G: Game> Unsealed<G> {
    /// A decision was taken. One that rolled or revealed something seals those before it, and so does another seat's.
    pub(super) fn add(&mut self, seat: Seat, before: G::State, action: G::Action, sealed: bool) {
        if sealed || self.seat != Some(seat) {
            self.decisions.clear();
            self.seat = Some(seat);
        }
        if !sealed {
            self.decisions.push((before, action));
        }
    }
}

impl<G: Game> Inspector<G> {
    /// Called after `seat` has decided; leaves the match as it found it.
    pub(super) fn undo_holds(
        &self,
        game_match: &mut Match<G>,
        unsealed: &mut Unsealed<G>,
        seat: Seat,
        before: G::State,
        record: &Record<G::Event>,
        thorough: bool,
    ) -> Kept {
        let after = game_match.state().clone();
        for other in self.seats.iter().filter(|other| **other != seat) {
            self.undo_is_refused(game_match, *other, "the decision of another seat")?;
        }
        let action = game_match.entries().last().map(|entry| entry.action.clone());
        let action = action.ok_or_else(|| broken(6, "a decision left no entry"))?;
        unsealed.add(seat, before.clone(), action.clone(), record.sealed);
        if record.sealed {
            self.undo_is_refused(game_match, seat, "a roll or a revelation")?;
            if thorough {
                game_match.undo(seat, Consent::Given).map_err(|refusal| broken(6, refusal.to_string()))?;
                self.same(game_match.state(), &before, "after an undo with consent")?;
                self.play_again(game_match, seat, action, &record.rolls)?;
                self.same(game_match.state(), &after, "after an undo with consent and the same again")?;
            }
            return Ok(());
        }
        // Mostly the last decision only; now and then all the way back.
        let back = if thorough { unsealed.decisions.len() } else { 1 };
        let from = unsealed.decisions.len() - back;
        for (state, _) in unsealed.decisions[from..].iter().rev() {
            game_match.undo(seat, Consent::NotAsked).map_err(|refusal| broken(6, refusal.to_string()))?;
            self.same(game_match.state(), state, "after an undo")?;
        }
        if from == 0 && !game_match.entries().is_empty() {
            // What lies before was sealed, or became so when another seat decided after it.
            for anybody in &self.seats {
                self.undo_is_refused(game_match, *anybody, "what was sealed")?;
            }
        }
        for (_, action) in &unsealed.decisions[from..] {
            self.play_again(game_match, seat, action.clone(), &[])?;
        }
        self.same(game_match.state(), &after, "after an undo and the same again")
    }

    fn undo_is_refused(&self, game_match: &mut Match<G>, seat: Seat, what: &str) -> Kept {
        let before = game_match.state().clone();
        if game_match.undo(seat, Consent::NotAsked).is_ok() {
            return Err(broken(6, format!("{} took back {what}", self.name(seat))));
        }
        self.same(game_match.state(), &before, "after a refused undo")
    }

    fn play_again(&self, game_match: &mut Match<G>, seat: Seat, action: G::Action, rolls: &[u16]) -> Kept {
        let mut dice = Scripted::new(rolls);
        let text = self.game.write_action(&action);
        game_match
            .play(seat, action, &mut dice)
            .map_err(|refusal| broken(6, format!("{text} after undo: {refusal}")))?;
        dice.fault().map_or(Ok(()), |fault| Err(broken(6, format!("{text} after undo: {fault}"))))
    }

    fn same(&self, found: &G::State, expected: &G::State, when: &str) -> Result<(), Broken> {
        match found == expected {
            true => Ok(()),
            false => Err(broken(6, format!("the state differs {when}"))),
        }
    }
}

/// A game cannot break this law as long as its state is a value: only the match can. So the faults are
/// planted in what the inspector is told of the match.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{Action, Fault, Tally};
    use referee::{Seeded, Setup};
    use std::sync::Arc;

    fn found(fault: impl FnOnce(&mut <Tally as Game>::State, &mut Record<<Tally as Game>::Event>)) -> String {
        let game = Arc::new(Tally::new(Fault::None));
        let setup = Setup { scenario: "plain".into(), options: vec![] };
        let mut game_match = Match::begin(Arc::clone(&game), &setup, &mut Seeded(3)).unwrap();
        let inspector = Inspector::new(game, setup, 100);
        let mut before = game_match.state().clone();
        let mut record = game_match.play(Seat(0), Action::Plan(2), &mut Seeded(4)).unwrap();
        fault(&mut before, &mut record);
        let held = inspector.undo_holds(&mut game_match, &mut Unsealed::default(), Seat(0), before, &record, true);
        held.map_or_else(|broken| format!("law {}: {}", broken.law, broken.what), |()| "kept".into())
    }

    #[test]
    fn an_exact_undo_is_seen_as_exact() {
        assert_eq!(found(|_, _| {}), "kept");
    }

    #[test]
    fn an_undo_that_leads_elsewhere_is_seen() {
        assert_eq!(found(|before, _| before.round += 1), "law 6: the state differs after an undo");
    }

    #[test]
    fn an_undo_across_a_roll_is_seen() {
        assert_eq!(found(|_, record| record.sealed = true), "law 6: A took back a roll or a revelation");
    }
}
