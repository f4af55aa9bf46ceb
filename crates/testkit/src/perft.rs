//! Counts of filled offers to a depth: a fingerprint of the rules. A changed count is a changed rule.
//!
//! From a state every offer is filled with every pick and played with dice that always fall the same:
//! low, middle or high. Of an opening with more than 12 things not all subsets are tried but each
//! thing alone (with the obligatory ones), the fewest and the most. Paths count by where they end.
//!
//! Counts are kept in `tests/*.perft`, one a line: position, depth, dice (0, 50, 100), count. A
//! position is a scenario, or a file beside the counts: `*.position` or `*.match`.

use crate::laws::picks;
use referee::{Awaits, Fixed, Game, Match, Opening, Referee, Setup};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// How the dice fall: every roll the lowest, the middle or the highest face.
pub const DICE: [u8; 3] = [0, 50, 100];

/// The ways to play `depth` decisions from a state; a finished game counts once.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, dice: u8) -> u64 {
    if depth == 0 || matches!(game.awaits(state), Awaits::Over(_)) {
        return 1;
    }
    let mut offers = vec![];
    game.offers(state, &mut offers);
    let mut total = 0;
    for offer in offers {
        let open = game.open(state, &offer.action);
        if depth == 1 && !open.is_loose() {
            total += count(&open);
            continue;
        }
        for pick in picks(&open) {
            let mut action = offer.action.clone();
            game.fill(&mut action, pick);
            if open.is_loose() && game.check(state, &action).is_err() {
                continue;
            }
            if depth == 1 {
                total += 1;
                continue;
            }
            let mut child = state.clone();
            game.play(&mut child, &action, &mut Referee::silent(&mut Fixed(dice)));
            total += perft(game, &child, depth - 1, dice);
        }
    }
    total
}

/// The picks of a strict opening, none of which has to be tried.
fn count(open: &Opening) -> u64 {
    let picks = match open {
        Opening::Nothing => 1,
        Opening::Path(reach) => reach.ends().count(),
        Opening::Amount { least, most } => usize::from(least.abs_diff(*most)) + 1,
        Opening::Subset { .. } | Opening::Counts { .. } => picks(open).len(),
    };
    picks as u64
}

/// One recorded count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    pub position: String,
    pub depth: u32,
    pub dice: u8,
    pub count: u64,
}

/// Reads a file of counts.
pub fn read_counts(text: &str) -> Result<Vec<Count>, String> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.split('#').next().unwrap_or_default().trim()));
    let count = |(n, line): (usize, &str)| {
        let words: Vec<_> = line.split_whitespace().collect();
        let [position, depth, dice, count] = words[..] else {
            return Err(format!("line {n}: expected position, depth, dice and count, found `{line}`"));
        };
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("line {n}: `{word}` is no number"));
        let small = |word: &str| {
            number(word).and_then(|n| u8::try_from(n).map_err(|_| format!("line {n}: `{word}` is too large")))
        };
        let (depth, dice) = (u32::from(small(depth)?), small(dice)?);
        Ok(Count { position: position.into(), depth, dice, count: number(count)? })
    };
    lines.filter(|(_, line)| !line.is_empty()).map(count).collect()
}

pub fn write_counts(counts: &[Count]) -> String {
    let mut text = String::from("# position, depth, dice, count. A changed count is a changed rule.\n");
    let width = counts.iter().map(|count| count.position.len()).max().unwrap_or(0);
    for Count { position, depth, dice, count } in counts {
        let _ = writeln!(text, "{position:width$}  {depth}  {dice:>3}  {count:>12}");
    }
    text
}

/// Counts again what a file has recorded. With `RHINE_RECORD=1` in the environment the file is rewritten.
pub fn check_file<G: Game>(game: &Arc<G>, file: &Path) -> Result<(), String> {
    if std::env::var_os("RHINE_RECORD").is_some() {
        return record_file(game, file);
    }
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("{}: {error}; RHINE_RECORD=1 makes it", file.display()))?;
    let (recorded, counted) = counted(game, file, &text)?;
    let mut changed = String::new();
    for (was, is) in recorded.iter().zip(&counted).filter(|(was, is)| was != is) {
        let Count { position, depth, dice, .. } = was;
        let _ = writeln!(changed, "{position} depth {depth} dice {dice}: recorded {}, now {}", was.count, is.count);
    }
    if changed.is_empty() { Ok(()) } else { Err(format!("{}:\n{changed}", file.display())) }
}

/// Writes down what is counted now. A file that is not there yet gets every scenario to depth 1.
pub fn record_file<G: Game>(game: &Arc<G>, file: &Path) -> Result<(), String> {
    let text = match std::fs::read_to_string(file) {
        Err(_) if !file.exists() => first_counts(&**game),
        read => read.map_err(|error| format!("{}: {error}", file.display()))?,
    };
    let (_, counted) = counted(game, file, &text)?;
    std::fs::write(file, write_counts(&counted)).map_err(|error| format!("{}: {error}", file.display()))
}

/// What a file has recorded, and the same as it is counted now.
fn counted<G: Game>(game: &Arc<G>, file: &Path, text: &str) -> Result<(Vec<Count>, Vec<Count>), String> {
    let recorded = read_counts(text).map_err(|what| format!("{}: {what}", file.display()))?;
    let mut counted = recorded.clone();
    for count in &mut counted {
        let state = position(game, &count.position, file)?;
        count.count = perft(&**game, &state, count.depth, count.dice);
    }
    Ok((recorded, counted))
}

/// What a new file of counts asks for.
fn first_counts<G: Game>(game: &G) -> String {
    let one = |position: &str, dice| Count { position: position.into(), depth: 1, dice, count: 0 };
    let counts = game.scenarios().iter().flat_map(|scenario| DICE.map(|dice| one(&scenario.id, dice)));
    write_counts(&counts.collect::<Vec<_>>())
}

fn position<G: Game>(game: &Arc<G>, name: &str, beside: &Path) -> Result<G::State, String> {
    let read = |name: &str| {
        let file = beside.with_file_name(name);
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
    };
    if name.ends_with(".position") {
        return game.read_position(&read(name)?).map_err(|unreadable| format!("{name}: {unreadable}"));
    }
    if name.ends_with(".match") {
        let game_match =
            Match::read(Arc::clone(game), &read(name)?).map_err(|diverged| format!("{name}: {diverged}"))?;
        return Ok(game_match.state().clone());
    }
    let setup = Setup::read(name).map_err(|unreadable| unreadable.what)?;
    let game_match = Match::begin(Arc::clone(game), &setup, &mut Fixed(0)).map_err(|unreadable| unreadable.what)?;
    Ok(game_match.state().clone())
}
