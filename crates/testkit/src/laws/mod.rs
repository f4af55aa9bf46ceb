//! Laws every game must keep, checked over random play. See [`report::LAWS`] for the list.
//!
//! A law that was never seen to fail is not trusted: `tests/laws.rs` plants a fault for each.

mod announced;
mod leaks;
mod report;
mod shown;
mod source;
mod takeback;

pub(crate) use announced::picks;
pub use report::{LAWS, LawReport, Violation};

use crate::quiet::catch;
use referee::{Awaits, Dice, Game, Match, Offer, Pick, Record, Referee, Rule, Seat, Seeded, Setup, Viewer};
use source::Source;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many games, from which seed on, and how long one may last (law 9).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    pub games: u64,
    pub seed: u64,
    pub most_decisions: usize,
}

/// Plays `trial.games` random games of a setup under all laws. One line in a game's tests:
/// `check_all(game, &setup, Trial { games: 50, seed: 1, most_decisions: 5_000 }).assert_kept()`.
pub fn check_all<G: Game>(game: Arc<G>, setup: &Setup, trial: Trial) -> LawReport {
    let mut inspector = Inspector::new(game, setup.clone(), trial.most_decisions);
    for seed in trial.seed..trial.seed + trial.games {
        inspector.play(seed);
    }
    inspector.report
}

/// A law that did not hold.
#[derive(Debug)]
struct Broken {
    law: u8,
    what: String,
}

fn broken(law: u8, what: impl Into<String>) -> Broken {
    Broken { law, what: what.into() }
}

type Kept = Result<(), Broken>;

/// Plays games one by one and keeps what it learnt from one for the next.
pub struct Inspector<G: Game> {
    game: Arc<G>,
    setup: Setup,
    most_decisions: usize,
    /// Everything is asked of one state in so many, by lot; of the others only what costs little.
    one_in: u16,
    seats: Vec<Seat>,
    /// Offers of the state at hand.
    offers: Vec<Offer<G::Action>>,
    /// Actions of other states and other games, with the picks that made them.
    memory: Vec<(G::Action, Pick)>,
    /// Pieces seen so far, for wild picks.
    pieces: u16,
    /// The numbers in the index.
    rules: BTreeSet<String>,
    pub report: LawReport,
}

impl<G: Game> std::fmt::Debug for Inspector<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inspector of {}: {:?}", self.game.kit().id, self.report)
    }
}

/// The game at hand, kept where it survives a panic.
struct Trace<G: Game> {
    game_match: Option<Match<G>>,
    /// What is about to be played.
    next: Option<(Seat, G::Action)>,
    /// The law being tried.
    law: Cell<u8>,
}

/// One decision in so many gets the full treatment: every offer, every viewer. The others get a sample.
const THOROUGH: u16 = 16;

impl<G: Game> Inspector<G> {
    pub fn new(game: Arc<G>, setup: Setup, most_decisions: usize) -> Self {
        let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
        let seats = scenario.map(|scenario| scenario.seats.clone()).unwrap_or_default();
        let (offers, memory) = (vec![], vec![]);
        let rules = game.rules().entries.iter().map(|entry| entry.id.clone()).collect();
        let report = LawReport::default();
        Inspector { game, setup, most_decisions, one_in: 1, seats, offers, memory, pieces: 8, rules, report }
    }

    /// For long trials: all laws of one state in so many; of every state that it is sound, that there is something to
    /// do, that it can be done and changes something, and that the game ends.
    pub fn asking_one_in(self, one_in: u16) -> Self {
        Inspector { one_in: one_in.max(1), ..self }
    }

    /// Plays the game of a seed. What breaks is in the report afterwards.
    pub fn play(&mut self, seed: u64) {
        let chooser = Source::Seeded(Seeded(seed.rotate_left(32) ^ 0xC005E));
        self.play_by(seed, chooser, Source::Seeded(Seeded(seed ^ 0xD1CE)));
    }

    /// Plays by the choices and rolls that are in some bytes, until they are used up: for a fuzzer.
    pub fn play_bytes(&mut self, bytes: &[u8]) {
        let (rolls, choices) = bytes.split_at(bytes.len() / 4);
        self.play_by(0, Source::bytes(choices), Source::bytes(rolls));
    }

    fn play_by(&mut self, seed: u64, chooser: Source, dice: Source) {
        let mut trace = Trace { game_match: None, next: None, law: Cell::new(1) };
        let result = catch(|| self.game(chooser, dice, &mut trace));
        self.report.games += 1;
        let entries = trace.game_match.as_ref().map_or(0, |game_match| game_match.entries().len());
        self.report.longest = self.report.longest.max(entries);
        let found = match result {
            Ok(Ok(())) => return,
            Ok(Err(broken)) => broken,
            Err(panic) => broken(trace.law.get(), panic),
        };
        self.report.add(Violation {
            law: found.law,
            what: found.what,
            seed,
            decision: entries,
            text: catch(|| self.account(&trace)).unwrap_or_else(|panic| format!("it cannot be written: {panic}")),
        });
    }

    fn account(&self, trace: &Trace<G>) -> String {
        let Some(game_match) = &trace.game_match else { return format!("scenario {}: not dealt", self.setup) };
        let mut text = game_match.write();
        if let Some((seat, action)) = &trace.next {
            text += &format!("// next: {} {}\n", self.name(*seat), self.game.write_action(action));
        }
        text
    }

    fn name(&self, seat: Seat) -> &str {
        self.game.kit().seats.get(seat.index()).map_or("?", |look| &look.short)
    }

    fn game(&mut self, mut chooser: Source, mut dice: Source, trace: &mut Trace<G>) -> Kept {
        let game = Arc::clone(&self.game);
        let game_match = Match::begin(Arc::clone(&game), &self.setup, &mut dice);
        let game_match = trace.game_match.insert(game_match.map_err(|unreadable| broken(1, unreadable.what))?);
        let counters = game.scene(game_match.state(), Viewer::Public).counters;
        self.pieces = counters.iter().map(|c| c.piece.0 + 4).fold(self.pieces, u16::max);
        let mut unsealed = takeback::Unsealed::default();
        loop {
            trace.law.set(10);
            game.assert_sound(game_match.state());
            let asked = self.one_in == 1 || chooser.pick(self.one_in) == 0;
            if asked {
                self.position_is_read_back(game_match.state())?;
            }
            let decision = match game_match.awaits() {
                Awaits::Decision(decision) => decision,
                Awaits::Over(outcome) => {
                    self.cites(outcome.rule, "the outcome")?;
                    break;
                }
            };
            self.cites(decision.rule, decision.question)?;
            if chooser.is_spent() {
                break;
            }
            if game_match.entries().len() >= self.most_decisions {
                return Err(broken(9, format!("the game goes on after {} decisions", self.most_decisions)));
            }
            self.report.decisions += 1;
            if !asked {
                let action = self.anything(game_match.state(), &trace.law, &mut chooser)?;
                trace.law.set(4);
                trace.next = Some((decision.seat, action.clone()));
                self.hurry(game_match, decision.seat, action, &mut unsealed, &mut dice)?;
                trace.next = None;
                continue;
            }
            let thorough = chooser.pick(THOROUGH) == 0;

            let (action, pick) = self.announced(game_match.state(), thorough, &trace.law, &mut chooser)?;
            trace.law.set(11);
            if thorough || chooser.pick(THOROUGH / 4) == 0 {
                self.everything_is_in_sight(game_match.state(), decision.seat, thorough)?;
            }
            self.wild(game_match.state(), thorough, &trace.law, &mut chooser)?;
            trace.law.set(8);
            self.forecast_holds(game_match.state(), &action)?;
            trace.law.set(7);
            if thorough || chooser.pick(THOROUGH / 4) == 0 {
                self.no_view_leaks(game_match.state(), decision, &action, thorough, &mut chooser)?;
                self.no_note_leaks(game_match.state(), decision.seat, &action, &dice, &mut chooser)?;
            }

            trace.next = Some((decision.seat, action.clone()));
            trace.law.set(4);
            self.strangers_are_refused(game_match, decision.seat, &action)?;
            let before = game_match.state().clone();
            let rolled = dice.clone();
            let record = game_match
                .play(decision.seat, action.clone(), &mut dice)
                .map_err(|refusal| broken(2, format!("{} was refused: {refusal}", game.write_action(&action))))?;
            trace.next = None;
            self.something_changed(&before, game_match.state(), &action)?;
            self.notes_cite(&record)?;
            trace.law.set(12);
            self.nothing_happens_twice(&before, game_match.state(), &record, decision.seat)?;
            trace.law.set(5);
            let mut again = before.clone();
            game.play(&mut again, &action, &mut Referee::silent(&mut rolled.clone()));
            if again != *game_match.state() {
                return Err(broken(
                    5,
                    format!("{} has another result when nobody writes it down", game.write_action(&action)),
                ));
            }
            trace.law.set(6);
            self.undo_holds(game_match, &mut unsealed, decision.seat, before, &record, thorough)?;
            self.remember(action, pick, &mut chooser);
        }
        trace.law.set(5);
        self.text_gives_it_back(game_match)
    }

    /// Plays a decision of which only what costs little is asked.
    fn hurry(
        &mut self,
        game_match: &mut Match<G>,
        seat: Seat,
        action: G::Action,
        unsealed: &mut takeback::Unsealed<G>,
        dice: &mut Source,
    ) -> Kept {
        let before = game_match.state().clone();
        let record = game_match
            .play(seat, action.clone(), dice)
            .map_err(|refusal| broken(2, format!("{} was refused: {refusal}", self.game.write_action(&action))))?;
        self.something_changed(&before, game_match.state(), &action)?;
        unsealed.add(seat, before, action, record.sealed);
        self.notes_cite(&record)
    }

    /// [Law 4] An action changes something.
    fn something_changed(&self, before: &G::State, after: &G::State, action: &G::Action) -> Kept {
        match before != after {
            true => Ok(()),
            false => Err(broken(4, format!("{} changed nothing", self.game.write_action(action)))),
        }
    }

    /// [Law 4] Somebody else's decision is refused, and the refusal changes nothing.
    fn strangers_are_refused(&self, game_match: &mut Match<G>, awaited: Seat, action: &G::Action) -> Kept {
        let (before, entries) = (game_match.state().clone(), game_match.entries().len());
        let nobody = Seat(u8::try_from(self.game.kit().seats.len()).unwrap_or(u8::MAX));
        for seat in self.seats.iter().copied().filter(|seat| *seat != awaited).chain([nobody]) {
            if game_match.play(seat, action.clone(), &mut Seeded(0)).is_ok() {
                return Err(broken(4, format!("{} decided for {}", self.name(seat), self.name(awaited))));
            }
            if *game_match.state() != before || game_match.entries().len() != entries {
                return Err(broken(4, format!("a refusal to {} changed the match", self.name(seat))));
            }
        }
        Ok(())
    }

    /// [Law 5] A match written and read is the same match, to the byte.
    fn text_gives_it_back(&self, game_match: &Match<G>) -> Kept {
        let text = game_match.write();
        let again = Match::read(Arc::clone(&self.game), &text).map_err(|diverged| broken(5, diverged.to_string()))?;
        if again.state() != game_match.state() {
            return Err(broken(5, "the match read from its text ends in another state"));
        }
        match again.write() == text {
            true => Ok(()),
            false => Err(broken(5, "the match read from its text is written differently")),
        }
    }

    /// [Law 5] The notation of an action gives back the action.
    fn notation_holds(&self, action: &G::Action) -> Kept {
        let text = self.game.write_action(action);
        match self.game.read_action(&text) {
            Ok(read) if read == *action => Ok(()),
            Ok(read) => Err(broken(5, format!("`{text}` is read back as another action: {read:?} for {action:?}"))),
            Err(unreadable) => Err(broken(5, format!("`{text}` cannot be read: {unreadable}"))),
        }
    }

    /// [Law 8] A rule number that is not in the index cites nothing.
    fn cites(&self, rule: Rule, what: &str) -> Kept {
        match self.rules.contains(rule.0) {
            true => Ok(()),
            false => Err(broken(8, format!("{what}: rule {rule} is not in the index"))),
        }
    }

    fn notes_cite(&self, record: &Record<G::Event>) -> Kept {
        record.notes.iter().try_for_each(|(rule, _)| self.cites(*rule, "a note"))
    }

    /// [Law 10] The position of a state gives back the state: every position can be read, in the middle of whatever
    /// is being decided.
    fn position_is_read_back(&mut self, state: &G::State) -> Kept {
        let text = self.game.write_position(state);
        let read = self.game.read_position(&text);
        let read = read.map_err(|unreadable| broken(10, format!("the position cannot be read: {unreadable}")))?;
        self.game.assert_sound(&read);
        self.report.positions += 1;
        let again = self.game.write_position(&read);
        let different = text.lines().zip(again.lines()).find(|(a, b)| a != b);
        match different {
            Some((a, b)) => Err(broken(10, format!("the position says `{a}`, read and written again `{b}`"))),
            None if text != again => Err(broken(10, "the position has another length when read and written again")),
            None if read != *state => {
                let what = difference(&format!("{state:?}"), &format!("{read:?}"));
                Err(broken(10, format!("the position does not say all there is to the state: {what}")))
            }
            None => Ok(()),
        }
    }

    fn remember(&mut self, action: G::Action, pick: Pick, chooser: &mut Source) {
        const ROOM: u16 = 512;
        match self.memory.len() < usize::from(ROOM) {
            true => self.memory.push((action, pick)),
            false => self.memory[usize::from(chooser.pick(ROOM))] = (action, pick),
        }
    }
}

/// Where two long texts part.
fn difference(a: &str, b: &str) -> String {
    const AROUND: usize = 60;
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(AROUND)).take(2 * AROUND).collect::<String>();
    format!("…{}… is read as …{}…", part(a), part(b))
}
