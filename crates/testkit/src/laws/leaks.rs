//! Law 7: nobody is told what they cannot know.
//!
//! Whoever cannot tell two states apart must be shown and told the same in both. `imagine` gives the
//! states a seat cannot tell from the real one.

use super::{Inspector, Kept, Source, broken};
use referee::{Decision, Dice, Game, Note, Record, Ref, Referee, Seat, Seeded, Spot, Viewer};

impl<G: Game> Inspector<G> {
    /// Scene, decision, offers, openings, refusals, odds and overlays: the same in every imagined state.
    pub(super) fn no_view_leaks(
        &self,
        state: &G::State,
        decision: Decision,
        action: &G::Action,
        thorough: bool,
        chooser: &mut Source,
    ) -> Kept {
        let game = &*self.game;
        for viewer in self.viewers().filter(|_| thorough) {
            let scene = game.scene(state, viewer);
            scene.facts.iter().try_for_each(|fact| self.cites(fact.rule, &fact.text))?;
        }
        for seat in &self.seats {
            let dream = game.imagine(state, *seat, chooser);
            // Where nothing is hidden nothing can leak.
            if dream == *state {
                continue;
            }
            game.assert_sound(&dream);
            // Drawn from what the seat knows alone, the same dice give the same world, whatever is true.
            let seed = chooser.pick(u16::MAX).into();
            let drawn = |from: &G::State| game.imagine(from, *seat, &mut Seeded(seed));
            if drawn(state) != drawn(&dream) {
                return Err(broken(7, format!("the worlds that {} imagines depend on the truth", self.name(*seat))));
            }
            for viewer in [Viewer::Seat(*seat), Viewer::Public] {
                let (real, dreamt) = (game.scene(state, viewer), game.scene(&dream, viewer));
                if real != dreamt {
                    let who = self.viewer(viewer);
                    return Err(broken(7, format!("the scene of {who} betrays something {}", differs(&real, &dreamt))));
                }
                for referee::OverlayLook { name, .. } in game.kit().overlays.iter().filter(|_| thorough) {
                    let spots = u16::try_from(game.kit().spots.len()).unwrap_or(u16::MAX).max(1);
                    let about = match real.counters.get(usize::from(chooser.pick(64))) {
                        Some(counter) => Ref::Piece(counter.piece),
                        None => Ref::Spot(Spot(chooser.pick(spots))),
                    };
                    if game.overlay(state, viewer, name, about) != game.overlay(&dream, viewer, name, about) {
                        return Err(broken(
                            7,
                            format!("the overlay {name} betrays something to {}", self.viewer(viewer)),
                        ));
                    }
                }
            }
            if game.awaits(state) != game.awaits(&dream) {
                return Err(broken(7, format!("whose decision it is betrays something to {}", self.name(*seat))));
            }
            if *seat == decision.seat {
                self.decider_learns_nothing(state, &dream, action, thorough, chooser)?;
            }
        }
        Ok(())
    }

    fn decider_learns_nothing(
        &self,
        state: &G::State,
        dream: &G::State,
        action: &G::Action,
        thorough: bool,
        chooser: &mut Source,
    ) -> Kept {
        let game = &*self.game;
        let mut offers = vec![];
        game.offers(dream, &mut offers);
        if offers != self.offers {
            return Err(broken(7, "the offers betray something"));
        }
        for offer in offers.iter().filter(|_| thorough || chooser.pick(8) == 0) {
            if game.open(state, &offer.action) != game.open(dream, &offer.action) {
                let text = game.write_action(&offer.action);
                return Err(broken(7, format!("the opening of `{text}` betrays something")));
            }
        }
        if game.forecast(state, action) != game.forecast(dream, action) {
            return Err(broken(7, format!("the odds of `{}` betray something", game.write_action(action))));
        }
        for _ in 0..4.min(self.memory.len()) {
            let n = u16::try_from(self.memory.len()).unwrap_or(u16::MAX);
            let (asked, _) = &self.memory[usize::from(chooser.pick(n))];
            if game.check(state, asked) != game.check(dream, asked) {
                return Err(broken(7, format!("the answer to `{}` betrays something", game.write_action(asked))));
            }
        }
        Ok(())
    }

    /// [Law 8] Odds stand on rules, and add up.
    pub(super) fn forecast_holds(&self, state: &G::State, action: &G::Action) -> Kept {
        let Some(forecast) = self.game.forecast(state, action) else { return Ok(()) };
        forecast.sums.iter().try_for_each(|sum| self.cites(sum.rule, &sum.label))?;
        forecast.outcomes.iter().try_for_each(|chance| self.cites(chance.rule, &chance.label))?;
        let ways: u64 = forecast.outcomes.iter().map(|chance| chance.ways).sum();
        if ways != forecast.of {
            let text = self.game.write_action(action);
            return Err(broken(8, format!("the odds of `{text}` add up to {ways} of {}", forecast.of)));
        }
        Ok(())
    }

    /// A viewer whose scene is the same in two worlds before and after an action reads the same notes of
    /// it, unless something hidden was openly shown. The worlds differ by what a seat cannot know, or by
    /// what the deciding seat chose in secret.
    pub(super) fn no_note_leaks(
        &self,
        state: &G::State,
        actor: Seat,
        action: &G::Action,
        dice: &Source,
        chooser: &mut Source,
    ) -> Kept {
        let game = &*self.game;
        let (after, record) = self.tried(state, action, dice);
        if record.shown {
            return Ok(());
        }
        for dreamer in &self.seats {
            let dream = game.imagine(state, *dreamer, chooser);
            if dream == *state || game.check(&dream, action).is_err() {
                continue;
            }
            let (dreamt, other) = self.tried(&dream, action, dice);
            if other.shown || other.rolls != record.rolls {
                continue;
            }
            for viewer in self.viewers() {
                if game.scene(state, viewer) == game.scene(&dream, viewer)
                    && game.scene(&after, viewer) == game.scene(&dreamt, viewer)
                {
                    self.told_the_same(&record, &other, viewer, action)?;
                }
            }
        }
        // The same seat, the same state, another choice: who could believe in it must not read the difference.
        let n = u16::try_from(self.offers.len()).unwrap_or(u16::MAX);
        let offer = &self.offers[usize::from(chooser.pick(n))];
        let mut instead = offer.action.clone();
        let pick = game.open(state, &instead).sample(chooser);
        game.fill(&mut instead, pick);
        if game.check(state, &instead).is_err() {
            return Ok(());
        }
        let (otherwise, other) = self.tried(state, &instead, dice);
        // A choice that leaves no trace at all was made in the open: nothing hidden tells the two apart.
        if other.shown || other.rolls != record.rolls || otherwise == after {
            return Ok(());
        }
        for seat in self.seats.iter().filter(|seat| **seat != actor) {
            let believed = (0..4).any(|_| game.imagine(&after, *seat, chooser) == otherwise);
            if believed {
                self.told_the_same(&record, &other, Viewer::Seat(*seat), action)?;
                self.told_the_same(&record, &other, Viewer::Public, action)?;
            }
        }
        Ok(())
    }

    fn tried(&self, state: &G::State, action: &G::Action, dice: &Source) -> (G::State, Record<G::Event>) {
        let (mut after, mut record) = (state.clone(), Record::default());
        self.game.play(&mut after, action, &mut Referee::recording(&mut dice.clone(), &mut record));
        (after, record)
    }

    fn told_the_same(
        &self,
        real: &Record<G::Event>,
        other: &Record<G::Event>,
        viewer: Viewer,
        action: &G::Action,
    ) -> Kept {
        let told = |record: &Record<G::Event>| -> Vec<Note> {
            record.notes.iter().filter_map(|(_, event)| self.game.describe(event, viewer)).collect()
        };
        let (real, other) = (told(real), told(other));
        if real == other {
            return Ok(());
        }
        let different = (0..).map(|i| (real.get(i), other.get(i))).find(|(a, b)| a != b);
        let (a, b) = different.unwrap_or_default();
        let said = |note: Option<&Note>| note.map_or("nothing".to_string(), |note| format!("\"{}\"", note.text));
        let (who, text) = (self.viewer(viewer), self.game.write_action(action));
        Err(broken(7, format!("of `{text}` {who} is told {}, but in a world alike {}", said(a), said(b))))
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + '_ {
        self.seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public])
    }

    fn viewer(&self, viewer: Viewer) -> &str {
        match viewer {
            Viewer::Seat(seat) => self.name(seat),
            Viewer::Public => "the public",
        }
    }
}

/// Where two printed things part, for the reader of a report.
fn differs(real: &impl std::fmt::Debug, dreamt: &impl std::fmt::Debug) -> String {
    let (real, dreamt) = (format!("{real:?}"), format!("{dreamt:?}"));
    let at = real.bytes().zip(dreamt.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| -> String {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(40)..(at + 40).min(text.len())]).into_owned()
    };
    format!("(…{}… imagined …{}…)", around(&real), around(&dreamt))
}
