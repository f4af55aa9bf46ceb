//! A game without its types.

use crate::bench::{Bench, bench};
use crate::contest::{Contest, contest};
use crate::live_match::LiveMatch;
use crate::simulate::{Simulated, simulate};
use bots::fair::{Due, Twins};
use referee::{Dice, Fixed, Game, Kit, Match, Replayed, RuleIndex, Scenario, Setup, Unreadable};
use std::sync::Arc;
use std::time::Duration;
use testkit::case::{CaseResult, Report};
use testkit::laws::{Inspector, LawReport};

/// Any game of the shelf.
pub trait AnyGame: Send + Sync {
    fn kit(&self) -> &Kit;
    fn rules(&self) -> &RuleIndex;
    fn scenarios(&self) -> &[Scenario];
    fn begin(&self, setup: &Setup, dice: &mut dyn Dice) -> Result<Box<dyn LiveMatch>, Unreadable>;
    /// A match that begins with a position.
    fn begin_at(&self, position: &str) -> Result<Box<dyn LiveMatch>, Unreadable>;
    /// A match file, replayed as far as it goes.
    fn replay(&self, text: &str) -> Replayed<Box<dyn LiveMatch>>;
    /// An action read and written again: the usual way to write it.
    fn reread(&self, action: &str) -> Result<String, Unreadable>;
    fn run_cases(&self, file: &str, text: &str) -> Result<Vec<CaseResult>, Report>;
    /// The count of filled offers to a depth, with dice that always fall the same.
    fn perft(&self, setup: &Setup, depth: u32, dice: u8) -> Result<u64, Unreadable>;
    /// Plays random games under all laws, one for each seed; everything is asked of one state in `one_in`.
    fn inspect(
        &self,
        setup: &Setup,
        seeds: &mut dyn Iterator<Item = u64>,
        most_decisions: usize,
        one_in: u16,
    ) -> LawReport;
    /// The same by the choices in some bytes, until they are used up: for a fuzzer.
    fn inspect_bytes(&self, setup: &Setup, bytes: &[u8], most_decisions: usize) -> LawReport;
    /// Plays one game between bots, named in the order of the seats.
    fn simulate(&self, setup: &Setup, bots: &[&str], seed: u64) -> Result<Simulated, Unreadable>;
    /// The same, measured: margins, and time by seat and the given clock.
    fn contest(
        &self,
        setup: &Setup,
        bots: &[&str],
        seed: u64,
        clock: &dyn Fn() -> Duration,
    ) -> Result<Contest, Unreadable>;
    /// How often a bot decides otherwise in a twin of a state that its seat cannot tell from it.
    fn twins(&self, setup: &Setup, bot: &str, decisions: u64, seed: u64) -> Result<Twins, Unreadable>;
    /// Whether imagined worlds come up as often as they should.
    fn due(&self, setup: &Setup, games: u64, seed: u64) -> Result<Due, Unreadable>;
    /// Measures by the given clock; each figure takes about `patience`.
    fn bench(&self, setup: &Setup, clock: &dyn Fn() -> Duration, patience: Duration) -> Result<Bench, Unreadable>;
}

pub(crate) struct Shelved<G: Game>(Arc<G>);

impl<G: Game> Shelved<G> {
    pub(crate) fn boxed(game: G) -> Arc<dyn AnyGame> {
        Arc::new(Shelved(Arc::new(game)))
    }
}

impl<G: Game> AnyGame for Shelved<G> {
    fn kit(&self) -> &Kit {
        self.0.kit()
    }

    fn rules(&self) -> &RuleIndex {
        self.0.rules()
    }

    fn scenarios(&self) -> &[Scenario] {
        self.0.scenarios()
    }

    fn begin(&self, setup: &Setup, dice: &mut dyn Dice) -> Result<Box<dyn LiveMatch>, Unreadable> {
        Ok(Box::new(Match::begin(Arc::clone(&self.0), setup, dice)?))
    }

    fn begin_at(&self, position: &str) -> Result<Box<dyn LiveMatch>, Unreadable> {
        Ok(Box::new(Match::begin_at(Arc::clone(&self.0), self.0.read_position(position)?)?))
    }

    fn replay(&self, text: &str) -> Replayed<Box<dyn LiveMatch>> {
        Match::replay(Arc::clone(&self.0), text).map(|game_match| Box::new(game_match) as Box<dyn LiveMatch>)
    }

    fn reread(&self, action: &str) -> Result<String, Unreadable> {
        Ok(self.0.write_action(&self.0.read_action(action)?))
    }

    fn run_cases(&self, file: &str, text: &str) -> Result<Vec<CaseResult>, Report> {
        testkit::run_cases(&self.0, file, text)
    }

    fn perft(&self, setup: &Setup, depth: u32, dice: u8) -> Result<u64, Unreadable> {
        let game_match = Match::begin(Arc::clone(&self.0), setup, &mut Fixed(dice))?;
        Ok(testkit::perft::perft(&*self.0, game_match.state(), depth, dice))
    }

    fn inspect(
        &self,
        setup: &Setup,
        seeds: &mut dyn Iterator<Item = u64>,
        most_decisions: usize,
        one_in: u16,
    ) -> LawReport {
        let inspector = Inspector::new(Arc::clone(&self.0), setup.clone(), most_decisions);
        let mut inspector = inspector.asking_one_in(one_in);
        seeds.for_each(|seed| inspector.play(seed));
        inspector.report
    }

    fn inspect_bytes(&self, setup: &Setup, bytes: &[u8], most_decisions: usize) -> LawReport {
        let mut inspector = Inspector::new(Arc::clone(&self.0), setup.clone(), most_decisions);
        inspector.play_bytes(bytes);
        inspector.report
    }

    fn simulate(&self, setup: &Setup, bots: &[&str], seed: u64) -> Result<Simulated, Unreadable> {
        simulate(&self.0, setup, bots, seed)
    }

    fn contest(
        &self,
        setup: &Setup,
        bots: &[&str],
        seed: u64,
        clock: &dyn Fn() -> Duration,
    ) -> Result<Contest, Unreadable> {
        contest(&*self.0, setup, bots, seed, clock)
    }

    fn twins(&self, setup: &Setup, bot: &str, decisions: u64, seed: u64) -> Result<Twins, Unreadable> {
        setup.check(self.0.scenarios())?;
        bots::by_name::<G>(bot).ok_or_else(|| Unreadable::unknown("bot", bot))?;
        let make = |_: &G::State| bots::by_name(bot).expect("a bot that was there before");
        Ok(bots::fair::twins(&*self.0, setup, decisions, seed, make))
    }

    fn due(&self, setup: &Setup, games: u64, seed: u64) -> Result<Due, Unreadable> {
        setup.check(self.0.scenarios())?;
        Ok(bots::fair::due(&*self.0, setup, games, seed, |state, seat, dice| self.0.imagine(state, seat, dice)))
    }

    fn bench(&self, setup: &Setup, clock: &dyn Fn() -> Duration, patience: Duration) -> Result<Bench, Unreadable> {
        bench(&self.0, setup, clock, patience)
    }
}
