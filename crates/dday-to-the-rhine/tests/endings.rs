//! A match file for each way the game can end, replayed to its end. `RHINE_RECORD=1` looks for missing ones anew: in
//! games between careless players, and where these do not get there, from the positions of the cases of chapter V.

use bots::RandomBot;
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Awaits, Match, Outcome, Scripted, Seat, Seeded, Setup};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Rule, winner, level.
const ENDS: [(&str, &str, &str); 17] = [
    ("V.1", "German", "sudden death"),
    ("V.2", "German", "sudden death"),
    ("V.3", "Allied", "sudden death"),
    ("V.5", "Allied", "victory"),
    ("V.6", "Allied", "victory"),
    ("V.7", "Allied", "victory"),
    ("V.8", "German", "victory"),
    ("V.9", "German", "victory"),
    ("V.10", "German", "victory"),
    ("V.11", "Allied", "victory"),
    ("V.11", "German", "victory"),
    ("V.12.b", "Allied", "victory"),
    ("V.12.b", "German", "victory"),
    ("V.12.c", "Allied", "victory"),
    ("V.12.c", "German", "victory"),
    ("V.12.d", "Allied", "victory"),
    ("V.12.d", "German", "victory"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/endings")
}

fn file(rule: &str, winner: &str) -> PathBuf {
    folder().join(format!("{}-{}.match", rule.to_lowercase().replace('.', ""), winner.to_lowercase()))
}

fn seat(name: &str) -> Seat {
    Seat(u8::from(name == "German"))
}

#[test]
fn every_way_to_end_has_a_match_that_ends_so() {
    let game = Arc::new(DdayToTheRhine::new(&files()).expect("the embedded files are sound"));
    if std::env::var_os("RHINE_RECORD").is_some() {
        fs::create_dir_all(folder()).expect("the folder can be made");
        record_games(&game);
        record_positions(&game);
    }
    for (rule, winner, level) in ENDS {
        let file = file(rule, winner);
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let game_match = Match::read(Arc::clone(&game), &text).unwrap_or_else(|diverged| panic!("{rule}: {diverged}"));
        let Awaits::Over(outcome) = game_match.awaits() else { panic!("{rule}: the match is not over") };
        assert_eq!((outcome.rule.0, outcome.level, outcome.winner), (rule, level, Some(seat(winner))), "{rule}");
    }
}

fn keep(outcome: &Outcome, game_match: &Match<DdayToTheRhine>) {
    let winner = if outcome.winner == Some(Seat(0)) { "Allied" } else { "German" };
    let file = file(outcome.rule.0, winner);
    if !file.exists() {
        fs::write(file, game_match.write()).expect("the file can be written");
    }
}

fn record_games(game: &Arc<DdayToTheRhine>) {
    for setup in ["campaign", "normandy", "france", "christmas", "autumn", "winter"] {
        for seed in 0..60 {
            let mut dice = Seeded(seed);
            let mut bot = RandomBot::default();
            let setup = Setup::read(setup).expect("a setup");
            let mut game_match = Match::begin(Arc::clone(game), &setup, &mut dice).expect("a scenario of the game");
            let outcome = loop {
                match game_match.awaits() {
                    Awaits::Over(outcome) => break outcome,
                    Awaits::Decision(decision) => {
                        let action = bot.decide(&**game, game_match.state(), &mut dice).expect("something is offered");
                        game_match.play(decision.seat, action, &mut dice).expect("bots play by the rules");
                    }
                }
            };
            keep(&outcome, &game_match);
        }
    }
}

/// Plays the cases that begin at a position and end the game.
fn record_positions(game: &Arc<DdayToTheRhine>) {
    use referee::Game;
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases/v_victory.case");
    let text = fs::read_to_string(path).expect("the cases of chapter V");
    for case in text.split("\ncase ").skip(1).filter(|case| case.contains("\n  over ")) {
        let inside = |line: &&str| line.starts_with("    ");
        let position: Vec<&str> = case.lines().filter(inside).map(str::trim).collect();
        let played = case.lines().filter(|line| line.starts_with("  Allied ") || line.starts_with("  German "));
        let mut game_match = if position.is_empty() {
            let scenario = case.lines().find_map(|line| line.strip_prefix("  scenario ")).unwrap_or("campaign");
            let setup = Setup::read(scenario.split('!').next().unwrap_or(scenario).trim()).expect("a setup");
            Match::begin(Arc::clone(game), &setup, &mut Seeded(0)).expect("a scenario")
        } else {
            let Ok(state) = game.read_position(&position.join("\n")) else { continue };
            let Ok(begun) = Match::begin_at(Arc::clone(game), state) else { continue };
            begun
        };
        for line in played {
            let (who, rest) = line.trim().split_once(' ').expect("a seat and an action");
            let (what, rolls) = rest.split_once('!').unwrap_or((rest, ""));
            let rolls: Vec<u16> = rolls.split(',').filter_map(|roll| roll.trim().parse().ok()).collect();
            let Ok(action) = game.read_action(what.trim()) else { continue };
            let mut dice = Scripted::new(&rolls);
            if game_match.play(seat(who), action, &mut dice).is_err() {
                break;
            }
        }
        if let Awaits::Over(outcome) = game_match.awaits() {
            keep(&outcome, &game_match);
        }
    }
}
