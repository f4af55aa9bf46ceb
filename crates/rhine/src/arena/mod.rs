//! `rhine arena`: bots against a yardstick, in the same seat against the same opponents.

mod ladder;
pub(crate) mod stats;

use crate::clock;
use crate::paint::{FAINT, STRONG, in_style, say};
use crate::{find, scenario, setups};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Args;
use rayon::prelude::*;
use referee::{Seat, Setup, points_of};
use serde_json::json;
use shelf::{AnyGame, Contest, Shelf};
use stats::{Share, Verdict};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Options {
    /// The game; with --ladder all of them if none is named.
    game: Option<String>,
    /// A scenario with its options (`basic+weather`); all without options if none is named.
    scenario: Option<String>,
    /// The bot that is measured. `hard:plays=2000` gives it another budget.
    #[arg(long, default_value = "hard")]
    a: String,
    /// The bot it is measured against in the same seat, and by which the other seats are taken.
    #[arg(long, default_value = YARDSTICK)]
    b: String,
    /// Who sits in the other seats, if not the second bot.
    #[arg(long)]
    against: Option<String>,
    /// Only this seat, by its short name.
    #[arg(long)]
    seat: Option<String>,
    /// Pairs of games for each seat.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Stop as soon as it is decided whether the first bot is ELO1 or only ELO0 stronger.
    #[arg(long, value_name = "ELO0,ELO1", value_delimiter = ',', num_args = 1..=2, allow_hyphen_values = true)]
    sprt: Vec<f64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores if not said.
    #[arg(long)]
    threads: Option<usize>,
    /// Stop after so many minutes with what was played until then.
    #[arg(long)]
    minutes: Option<f64>,
    #[arg(long)]
    json: bool,
    /// Measure every level against the yardstick and write the ladder.
    #[arg(long)]
    ladder: bool,
    /// Instead: how often the first bot decides otherwise in a twin of a state, in so many decisions.
    #[arg(long, value_name = "DECISIONS")]
    twins: Option<u64>,
    /// Instead: whether imagined worlds come up as often as they should, in so many random games.
    #[arg(long, value_name = "GAMES")]
    due: Option<u64>,
    /// With --ladder: the levels that are measured.
    #[arg(long, value_delimiter = ',', default_values_t = shelf::BOTS.map(String::from))]
    levels: Vec<String>,
    /// With --ladder: the file of results, which is read and added to.
    #[arg(long, default_value = "crates/shelf/data/ladder.txt")]
    results: PathBuf,
    /// With --ladder: the page that is written.
    #[arg(long, default_value = "docs/LADDER.md")]
    page: PathBuf,
}

/// What strength is measured by.
pub(crate) const YARDSTICK: &str = "cautious";

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    for bot in [&options.a, &options.b].into_iter().chain(&options.against).chain(&options.levels) {
        ensure!(shelf::is_bot(bot), "unknown bot `{bot}`; known: {}", shelf::KNOWN_BOTS.join(", "));
    }
    ensure!(matches!(options.sprt.len(), 0 | 2), "--sprt wants two numbers: 0,40");
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().context("no threads")?;
    let until = options.minutes.map(|minutes| std::time::Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let hall = Hall { options, pool, until };
    if options.ladder {
        return ladder::run(shelf, &hall).map(|()| ExitCode::SUCCESS);
    }
    let game = options.game.as_ref().ok_or_else(|| anyhow!("which game? known: {}", known(shelf)))?;
    let game = find(shelf, game)?;
    if options.twins.is_some() || options.due.is_some() {
        return fairness(&**game, options);
    }
    let mut found = vec![];
    for setup in setups(&**game, options.scenario.as_deref())? {
        for seat in hall.seats(&**game, &setup)? {
            let duel = hall.duel(&**game, &setup, seat, &options.a, &options.b)?;
            if !options.json {
                duel.show(&**game);
            }
            found.push(duel);
        }
    }
    if options.json {
        let all: Vec<_> = found.iter().map(|duel| duel.json(&**game)).collect();
        say(serde_json::to_string_pretty(&json!({ "game": game.kit().id, "duels": all }))?);
    }
    Ok(ExitCode::SUCCESS)
}

/// Twins and worlds, for every scenario that was asked for. Fails if anything is unfair.
fn fairness(game: &dyn AnyGame, options: &Options) -> Result<ExitCode> {
    let mut fair = true;
    for setup in setups(game, options.scenario.as_deref())? {
        if let Some(decisions) = options.twins {
            let found = game.twins(&setup, &options.a, decisions, options.seed).map_err(|it| anyhow!(it.what))?;
            fair &= found.different == 0;
            let shelf::Twins { decisions, hidden, different } = found;
            let who = format!("{} {setup} {}", game.kit().id, options.a);
            say(format_args!("{who}: {decisions} decisions, {hidden} with another twin, {different} different"));
        }
        if let Some(games) = options.due {
            let found = game.due(&setup, games, options.seed).map_err(|it| anyhow!(it.what))?;
            fair &= found.apart.abs() < 4.0;
            let shelf::Due { looks, truth, twice, apart } = found;
            say(format_args!(
                "{} {setup}: {looks} looks, the truth in {:.2} % of worlds, the same world twice in {:.2} %, {apart:+.1} standard errors apart",
                game.kit().id,
                100.0 * truth,
                100.0 * twice
            ));
        }
    }
    Ok(if fair { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn known(shelf: &Shelf) -> String {
    shelf.ids().collect::<Vec<_>>().join(", ")
}

/// Where the games are played.
struct Hall<'a> {
    options: &'a Options,
    pool: rayon::ThreadPool,
    until: Option<std::time::Instant>,
}

/// Two bots in the same seat against the same opponents.
struct Duel {
    setup: Setup,
    seat: Seat,
    names: [String; 2],
    against: String,
    arms: [Arm; 2],
    /// The ratio of the sequential test, if there was one.
    test: Option<(f64, Verdict)>,
}

/// The games of one of them.
#[derive(Clone, Default)]
struct Arm {
    margins: Vec<i32>,
    won: usize,
    drawn: usize,
    phases: Vec<Duration>,
    answers: Vec<Duration>,
    decisions: u64,
}

impl Hall<'_> {
    fn seats(&self, game: &dyn AnyGame, setup: &Setup) -> Result<Vec<Seat>> {
        let all = scenario(game, &setup.scenario)?.seats.clone();
        let Some(wanted) = &self.options.seat else { return Ok(all) };
        let named = |seat: &Seat| game.kit().seats[seat.index()].short.eq_ignore_ascii_case(wanted);
        let found: Vec<Seat> = all.iter().copied().filter(named).collect();
        let known =
            || all.iter().map(|seat| game.kit().seats[seat.index()].short.as_str()).collect::<Vec<_>>().join(", ");
        ensure!(!found.is_empty(), "no seat `{wanted}` in {setup}; known: {}", known());
        Ok(found)
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| std::time::Instant::now() >= until)
    }

    fn duel(&self, game: &dyn AnyGame, setup: &Setup, seat: Seat, a: &str, b: &str) -> Result<Duel> {
        let against = self.options.against.clone().unwrap_or_else(|| b.into());
        let seats = scenario(game, &setup.scenario)?.seats.clone();
        let mut duel = Duel {
            setup: setup.clone(),
            seat,
            names: [a.into(), b.into()],
            against: against.clone(),
            arms: Default::default(),
            test: None,
        };
        let batch = 2 * self.pool.current_num_threads().max(1) as u64;
        let mut next = self.options.seed;
        let end = self.options.seed + self.options.games;
        while next < end && !self.is_late() {
            let seeds = next..end.min(next + batch);
            next = seeds.end;
            let tables: Vec<(u64, usize)> = seeds.flat_map(|seed| [(seed, 0), (seed, 1)]).collect();
            let played = self.pool.install(|| {
                let one = |(seed, arm): &(u64, usize)| {
                    let named =
                        |other: &Seat| if *other == seat { duel.names[*arm].as_str() } else { against.as_str() };
                    let bots: Vec<&str> = seats.iter().map(named).collect();
                    game.contest(setup, &bots, *seed, &clock::cpu).map(|contest| (*arm, contest))
                };
                tables.par_iter().map(one).collect::<Result<Vec<_>, _>>()
            });
            for (arm, contest) in played.map_err(|unreadable| anyhow!(unreadable.what))? {
                duel.arms[arm].add(&contest, seat);
            }
            if let [elo0, elo1] = self.options.sprt[..] {
                let test = stats::sequential(&duel.pairs(), elo0, elo1);
                duel.test = Some(test);
                if test.1 != Verdict::Open {
                    break;
                }
            }
        }
        Ok(duel)
    }

    /// The games of one bot against itself or another, without a second arm.
    fn series(&self, game: &dyn AnyGame, setup: &Setup, seat: Seat, bot: &str, against: &str) -> Result<Arm> {
        let seats = scenario(game, &setup.scenario)?.seats.clone();
        let mut arm = Arm::default();
        let batch = 2 * self.pool.current_num_threads().max(1) as u64;
        let (mut next, end) = (self.options.seed, self.options.seed + self.options.games);
        while next < end && !self.is_late() {
            let seeds: Vec<u64> = (next..end.min(next + batch)).collect();
            next += batch;
            let played = self.pool.install(|| {
                let one = |seed: &u64| {
                    let named = |other: &Seat| if *other == seat { bot } else { against };
                    game.contest(setup, &seats.iter().map(named).collect::<Vec<_>>(), *seed, &clock::cpu)
                };
                seeds.par_iter().map(one).collect::<Result<Vec<_>, _>>()
            });
            for contest in played.map_err(|unreadable| anyhow!(unreadable.what))? {
                arm.add(&contest, seat);
            }
        }
        if arm.margins.is_empty() {
            bail!("no time left for {setup}");
        }
        Ok(arm)
    }
}

impl Arm {
    fn add(&mut self, contest: &Contest, seat: Seat) {
        let Some(own) = contest.by_seat.iter().find(|own| own.seat == seat) else { return };
        self.margins.push(own.margin);
        self.won += usize::from(contest.winner == Some(seat));
        self.drawn += usize::from(contest.winner.is_none() && contest.by_seat.len() > 1);
        self.phases.extend(&own.thinking.phases);
        self.answers.extend(&own.thinking.answers);
        self.decisions += own.thinking.decisions;
    }

    #[expect(clippy::cast_precision_loss, reason = "games are counted in hundreds")]
    fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// The mean of the points without the weight of a win.
    #[expect(clippy::cast_precision_loss, reason = "means are for people")]
    fn mean(&self) -> f64 {
        let points = self.margins.iter().map(|margin| f64::from(points_of(*margin)));
        points.sum::<f64>() / self.margins.len().max(1) as f64
    }
}

/// Of so many times, the one that 99 of 100 do not exceed, and the longest.
fn late(times: &[Duration]) -> (Duration, Duration) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = (times.len() * 99 / 100).min(times.len().saturating_sub(1));
    (times.get(at).copied().unwrap_or_default(), times.last().copied().unwrap_or_default())
}

impl Duel {
    fn pairs(&self) -> Vec<f64> {
        let score = |(a, b): (&i32, &i32)| match a.cmp(b) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        self.arms[0].margins.iter().zip(&self.arms[1].margins).map(score).collect()
    }

    fn share(&self) -> Share {
        stats::duplicate(&self.arms[0].margins, &self.arms[1].margins)
    }

    fn seat_name<'g>(&self, game: &'g dyn AnyGame) -> &'g str {
        game.kit().seats.get(self.seat.index()).map_or("?", |seat| &seat.short)
    }

    fn show(&self, game: &dyn AnyGame) {
        let (share, games) = (self.share(), self.arms[0].margins.len());
        let (low, high) = share.interval();
        let title = format!("{} {} {}", game.kit().id, self.setup, self.seat_name(game));
        let who = format!("{} and {} against {}", self.names[0], self.names[1], self.against);
        say(format_args!("{}  {}", in_style(STRONG, title), in_style(FAINT, who)));
        say(format_args!(
            "  better margin  {:.3}  ({low:.3} to {high:.3})  {:+.0} Elo",
            share.mean,
            stats::elo(share.mean)
        ));
        for (name, arm) in self.names.iter().zip(&self.arms) {
            let (won, low, high) = stats::won(arm.points(), arm.margins.len());
            let ((phase, longest), (answer, _)) = (late(&arm.phases), late(&arm.answers));
            say(format_args!(
                "  {name:20}  {:5.1} % ({:.1} to {:.1})  margin {:+.1}  phase p99 {:.3} s, longest {:.3} s, answer p99 {:.3} s",
                100.0 * won,
                100.0 * low,
                100.0 * high,
                arm.mean(),
                phase.as_secs_f64(),
                longest.as_secs_f64(),
                answer.as_secs_f64()
            ));
        }
        match self.test {
            None => say(format_args!("  {games} pairs")),
            Some((ratio, verdict)) => say(format_args!("  {games} pairs, ratio {ratio:+.2}: {}", worded(verdict))),
        }
    }

    fn json(&self, game: &dyn AnyGame) -> serde_json::Value {
        let share = self.share();
        let (low, high) = share.interval();
        let arm = |(name, arm): (&String, &Arm)| {
            let (won, low, high) = stats::won(arm.points(), arm.margins.len());
            let ((phase, longest), (answer, slowest)) = (late(&arm.phases), late(&arm.answers));
            json!({
                "bot": name, "games": arm.margins.len(), "won": arm.won, "drawn": arm.drawn, "share": won,
                "share_low": low, "share_high": high, "mean_margin": arm.mean(), "margins": arm.margins,
                "decisions": arm.decisions, "phase_p99_s": phase.as_secs_f64(), "phase_longest_s": longest.as_secs_f64(),
                "answer_p99_s": answer.as_secs_f64(), "answer_longest_s": slowest.as_secs_f64(),
            })
        };
        let arms: BTreeMap<&str, _> = ["a", "b"].into_iter().zip(self.names.iter().zip(&self.arms).map(arm)).collect();
        json!({
            "scenario": self.setup.to_string(), "seat": self.seat_name(game), "against": self.against,
            "better": share.mean, "low": low, "high": high, "elo": stats::elo(share.mean), "arms": arms,
            "ratio": self.test.map(|(ratio, _)| ratio), "verdict": self.test.map(|(_, verdict)| worded(verdict)),
        })
    }
}

fn worded(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "not decided",
        Verdict::Stronger => "stronger",
        Verdict::NotStronger => "not stronger",
    }
}
