//! What a trial found.

use std::fmt;

/// The laws in a few words, by number; there is no law 0.
pub const LAWS: [&str; 13] = [
    "",
    "who is awaited has something to do, and every offer something to pick",
    "every pick an opening announces is legal",
    "check lets through nothing that is not announced",
    "a refusal changes nothing, an action changes something",
    "same actions and rolls, same match; text gives it back",
    "undo is exact, and refused where it must be",
    "nobody is told what they cannot know",
    "everything cites a rule of the index",
    "the game ends within its bound",
    "the state is sound, and its position can be written and read",
    "whatever is offered can be pointed at",
    "nothing happens twice",
];

/// One broken law, with all that is needed to see it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub law: u8,
    pub what: String,
    pub seed: u64,
    /// Decisions taken before it, in that game.
    pub decision: usize,
    /// The match so far, as a match file.
    pub text: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { law, what, seed, decision, text } = self;
        writeln!(f, "law {law} is broken ({})", LAWS[usize::from(*law)])?;
        writeln!(f, "  {what}")?;
        writeln!(f, "  seed {seed}, after {decision} decisions of this match:")?;
        text.lines().try_for_each(|line| writeln!(f, "    {line}"))
    }
}

/// The counts of a trial, and the first violations in full.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LawReport {
    pub games: u64,
    pub decisions: u64,
    pub longest: usize,
    /// Picks asked of `check` because an opening announced them.
    pub announced: u64,
    /// Actions asked of `check` that nobody announced, and those of them that were let through
    /// because another offer announced them after all.
    pub wild: u64,
    pub wild_lawful: u64,
    /// Positions written, read and written again.
    pub positions: u64,
    /// Games that broke a law, by the number of the law.
    pub broken: [u64; LAWS.len()],
    pub violations: Vec<Violation>,
}

impl LawReport {
    /// Of each law so many violations are kept in full; those beyond are only counted.
    const KEPT: u64 = 2;

    pub fn dead_ends(&self) -> u64 {
        self.broken[1]
    }

    pub fn offered_but_refused(&self) -> u64 {
        self.broken[2]
    }

    pub fn illegal_accepted(&self) -> u64 {
        self.broken[3]
    }

    pub fn is_clean(&self) -> bool {
        self.broken.iter().all(|n| *n == 0)
    }

    /// For tests: every law was kept, in at least one game.
    pub fn assert_kept(&self) {
        assert!(self.games > 0, "no game was played");
        assert!(self.is_clean(), "{self}");
    }

    pub fn add(&mut self, violation: Violation) {
        let count = &mut self.broken[usize::from(violation.law)];
        *count += 1;
        if *count <= Self::KEPT {
            self.violations.push(violation);
        }
    }

    /// Takes up the findings of another trial.
    pub fn merge(&mut self, other: LawReport) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.longest = self.longest.max(other.longest);
        self.announced += other.announced;
        self.wild += other.wild;
        self.wild_lawful += other.wild_lawful;
        self.positions += other.positions;
        let known = self.broken;
        self.violations.extend(other.violations.into_iter().filter(|v| known[usize::from(v.law)] < Self::KEPT));
        self.broken.iter_mut().zip(other.broken).for_each(|(mine, theirs)| *mine += theirs);
    }
}

impl fmt::Display for LawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games                 {:>12}", self.games)?;
        writeln!(f, "decisions             {:>12}", self.decisions)?;
        writeln!(f, "longest game          {:>12}", self.longest)?;
        writeln!(f, "announced picks asked {:>12}", self.announced)?;
        writeln!(f, "wild actions asked    {:>12}", self.wild)?;
        writeln!(f, "positions re-read     {:>12}", self.positions)?;
        writeln!(f, "dead ends             {:>12}", self.dead_ends())?;
        writeln!(f, "offered but refused   {:>12}", self.offered_but_refused())?;
        writeln!(f, "illegal accepted      {:>12}", self.illegal_accepted())?;
        for (law, n) in self.broken.iter().enumerate().filter(|(_, n)| **n > 0) {
            writeln!(f, "law {law:>2} broken         {n:>12}   {}", LAWS[law])?;
        }
        self.violations.iter().try_for_each(|violation| write!(f, "\n{violation}"))
    }
}
