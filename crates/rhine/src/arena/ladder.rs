//! The ladder: every level against the yardstick, by game, scenario and seat. Results are lines of a file that the
//! shelf is built with; the page is made from it.

use super::stats::{self, Series};
use super::{Arm, Hall, YARDSTICK};
use crate::paint::say;
use crate::{find, setups};
use anyhow::{Context as _, Result, anyhow};
use shelf::{AnyGame, Shelf};
use std::fmt::Write as _;

/// Somebody's games in one seat, as a line of the file:
/// `hurtgen-forest historical US hard 100 won 61 drawn 0 margin +220.5 better 0.812 0.771 0.853 p99 1.204 on 2026-11-16`.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    game: String,
    scenario: String,
    seat: String,
    bot: String,
    games: usize,
    won: usize,
    drawn: usize,
    margin: f64,
    /// The chance of a better margin than the yardstick in the same seat, and its interval.
    better: [f64; 3],
    p99: f64,
    date: String,
}

impl Line {
    fn read(text: &str) -> Result<Line> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [
            game,
            scenario,
            seat,
            bot,
            games,
            "won",
            won,
            "drawn",
            drawn,
            "margin",
            margin,
            "better",
            a,
            b,
            c,
            "p99",
            p99,
            "on",
            date,
        ] = words[..]
        else {
            return Err(anyhow!("not a line of the ladder: `{text}`"));
        };
        let number = |text: &str| text.parse::<f64>().with_context(|| format!("`{text}` is not a number"));
        let count = |text: &str| text.parse::<usize>().with_context(|| format!("`{text}` is not a count"));
        Ok(Line {
            game: game.into(),
            scenario: scenario.into(),
            seat: seat.into(),
            bot: bot.into(),
            games: count(games)?,
            won: count(won)?,
            drawn: count(drawn)?,
            margin: number(margin)?,
            better: [number(a)?, number(b)?, number(c)?],
            p99: number(p99)?,
            date: date.into(),
        })
    }

    fn write(&self) -> String {
        let Line { game, scenario, seat, bot, games, won, drawn, margin, better: [a, b, c], p99, date } = self;
        format!(
            "{game} {scenario} {seat} {bot} {games} won {won} drawn {drawn} margin {margin:+.1} \
             better {a:.3} {b:.3} {c:.3} p99 {p99:.3} on {date}"
        )
    }

    fn is_same_series(&self, other: &Line) -> bool {
        (&self.game, &self.scenario, &self.seat, &self.bot) == (&other.game, &other.scenario, &other.seat, &other.bot)
    }
}

/// A rating of a level in a game, as the shelf shows it: `rating hurtgen-forest hard 1240 45 400 2026-11-16`.
struct Rated {
    game: String,
    bot: String,
    rating: stats::Rating,
    games: usize,
    date: String,
}

pub(super) fn run(shelf: &Shelf, hall: &Hall) -> Result<()> {
    let options = hall.options;
    let mut lines = read(&options.results)?;
    let games: Vec<_> = match &options.game {
        Some(game) => vec![find(shelf, game)?],
        None => shelf.games().iter().collect(),
    };
    for game in games {
        for setup in setups(&**game, options.scenario.as_deref())? {
            for seat in hall.seats(&**game, &setup)? {
                if options.games == 0 || hall.is_late() {
                    continue;
                }
                let base = hall.series(&**game, &setup, seat, YARDSTICK, YARDSTICK)?;
                let mut bots = vec![(YARDSTICK.to_string(), base.clone())];
                for level in options.levels.iter().filter(|level| *level != YARDSTICK) {
                    if let Ok(arm) = hall.series(&**game, &setup, seat, level, YARDSTICK) {
                        bots.push((level.clone(), arm));
                    }
                }
                for (bot, arm) in bots {
                    let line = line(&**game, &setup.to_string().replace(' ', ""), seat, bot, &arm, &base);
                    say(line.write());
                    lines.retain(|old| !old.is_same_series(&line));
                    lines.push(line);
                }
                write(&options.results, &lines)?;
            }
        }
    }
    write(&options.results, &lines)?;
    std::fs::write(&options.page, page(shelf, &lines)).with_context(|| options.page.display().to_string())
}

fn line(game: &dyn AnyGame, scenario: &str, seat: referee::Seat, bot: String, arm: &Arm, base: &Arm) -> Line {
    let share = stats::duplicate(&arm.margins, &base.margins);
    let (low, high) = share.interval();
    Line {
        game: game.kit().id.clone(),
        scenario: scenario.into(),
        seat: game.kit().seats[seat.index()].short.clone(),
        bot,
        games: arm.margins.len(),
        won: arm.won,
        drawn: arm.drawn,
        margin: arm.mean(),
        better: [share.mean, low, high],
        p99: super::late(&arm.phases).0.as_secs_f64(),
        date: today(),
    }
}

fn read(file: &std::path::Path) -> Result<Vec<Line>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| file.display().to_string()),
    };
    let lines =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//") && !line.starts_with("rating "));
    lines.map(|line| Line::read(line).with_context(|| file.display().to_string())).collect()
}

fn write(file: &std::path::Path, lines: &[Line]) -> Result<()> {
    let mut text = String::from("// Made by `rhine arena --ladder`; docs/LADDER.md is made from it.\n");
    lines.iter().for_each(|line| text += &format!("{}\n", line.write()));
    for Rated { game, bot, rating, games, date } in rated(lines) {
        let _ = writeln!(text, "rating {game} {bot} {:.0} {:.0} {games} {date}", rating.elo, rating.within);
    }
    std::fs::write(file, text).with_context(|| file.display().to_string())
}

/// Ratings by game, from all its scenarios with another seat in them.
#[expect(clippy::cast_precision_loss, reason = "games are counted in hundreds")]
fn rated(lines: &[Line]) -> Vec<Rated> {
    let mut games: Vec<&str> = lines.iter().map(|line| line.game.as_str()).collect();
    games.dedup();
    games.sort_unstable();
    games.dedup();
    let mut found = vec![];
    for game in games {
        let seats_of = |scenario: &str| {
            let mut seats: Vec<&str> = lines
                .iter()
                .filter(|line| line.game == game && line.scenario == scenario)
                .map(|line| line.seat.as_str())
                .collect();
            seats.sort_unstable();
            seats.dedup();
            seats.len()
        };
        let of_game: Vec<&Line> =
            lines.iter().filter(|line| line.game == game && seats_of(&line.scenario) > 1).collect();
        let (mut bots, mut seats): (Vec<&str>, Vec<(&str, &str)>) = (vec![YARDSTICK], vec![]);
        for line in &of_game {
            if !bots.contains(&line.bot.as_str()) {
                bots.push(&line.bot);
            }
            if !seats.contains(&(line.scenario.as_str(), line.seat.as_str())) {
                seats.push((&line.scenario, &line.seat));
            }
        }
        let place = |bot: &str| bots.iter().position(|other| *other == bot).unwrap_or(0);
        let series = |line: &&Line| Series {
            bot: place(&line.bot),
            against: 0,
            seat: seats.iter().position(|seat| *seat == (line.scenario.as_str(), line.seat.as_str())).unwrap_or(0),
            games: line.games as f64,
            points: line.won as f64 + line.drawn as f64 / 2.0,
        };
        let all: Vec<Series> = of_game.iter().map(series).collect();
        for (bot, rating) in bots.iter().zip(stats::ratings(bots.len(), seats.len(), 0, &all)) {
            let own = of_game.iter().filter(|line| line.bot == *bot);
            found.push(Rated {
                game: game.into(),
                bot: (*bot).into(),
                rating,
                games: own.clone().map(|line| line.games).sum(),
                date: own.map(|line| line.date.clone()).max().unwrap_or_default(),
            });
        }
    }
    found
}

/// The page for people.
fn page(shelf: &Shelf, lines: &[Line]) -> String {
    let mut text = String::from(
        "# How strong the bots are\n\n\
         Made by `rhine arena --ladder` from `crates/shelf/data/ladder.txt`; do not edit. The yardstick is the bot \
         `cautious` with the values it had on 2026-11-16; it never changes and has 1000 Elo in every game.\n\n\
         *Better* is the chance that the bot ends with a better margin than the yardstick in the same seat against the \
         same opponents, with its 95 % interval: it does not depend on whether the sides are even. *Won* counts half of \
         the draws. Elo is fitted to wins with a bias for every scenario and seat; where one seat nearly always wins, \
         look at *better* instead. `hard:plays=…` is `hard` with a smaller budget than it has at \
         a table, so that enough games could be played. p99 is the processor time that 99 of 100 phases of the bot did not exceed.\n",
    );
    let ratings = rated(lines);
    for game in shelf.games() {
        let kit = game.kit();
        let own: Vec<&Line> = lines.iter().filter(|line| line.game == kit.id).collect();
        if own.is_empty() {
            let _ = write!(text, "\n## {}\n\nNot measured yet.\n", kit.title);
            continue;
        }
        let _ = write!(text, "\n## {}\n\n| Bot | Elo | Games |\n|---|---|---|\n", kit.title);
        let mut of_game: Vec<&Rated> = ratings.iter().filter(|rated| rated.game == kit.id).collect();
        of_game.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
        for Rated { bot, rating, games, .. } in of_game {
            let _ = writeln!(text, "| {bot} | {:.0} ± {:.0} | {games} |", rating.elo, rating.within);
        }
        text += "\n| Scenario | Seat | Bot | Games | Better | 95 % | Won | Mean margin | p99 of a phase | Date |\n|---|---|---|---|---|---|---|---|---|---|\n";
        for line in own {
            let (won, low, high) = stats::won(half_points(line), line.games);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {:.2} | {:.2}–{:.2} | {:.0} % ({:.0}–{:.0}) | {:+.1} | {:.2} s | {} |",
                line.scenario,
                line.seat,
                line.bot,
                line.games,
                line.better[0],
                line.better[1],
                line.better[2],
                100.0 * won,
                100.0 * low,
                100.0 * high,
                line.margin,
                line.p99,
                line.date
            );
        }
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "games are counted in hundreds")]
fn half_points(line: &Line) -> f64 {
    line.won as f64 + line.drawn as f64 / 2.0
}

/// The date in UTC.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut days = since.as_secs() / 86_400;
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "hurtgen-forest historical US hard 100 won 61 drawn 0 margin +220.5 better 0.812 0.771 0.853 p99 1.204 on 2026-11-16";

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let line = Line::read(TEXT).unwrap();
        assert_eq!(line.write(), TEXT);
        assert!(Line::read("hurtgen-forest historical US hard many won 61").is_err());
    }

    #[test]
    fn solitaire_counts_in_no_rating() {
        let solo = Line { scenario: "solo".into(), ..Line::read(TEXT).unwrap() };
        assert!(rated(&[solo]).iter().all(|rated| rated.bot == YARDSTICK));
    }
}
