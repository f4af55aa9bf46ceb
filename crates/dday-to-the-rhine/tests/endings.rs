//! A match file for each way the game can end, replayed to its end. `RHINE_RECORD=1` looks for missing ones anew: in
//! games between careless players, and where these do not get there, from the positions of the cases of chapter V.

use bots::RandomBot;
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Match, Scripted, Seat, Seeded, Setup};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use testkit::endings::{Ending, Endings};

const ALLIED: Seat = Seat(0);
const GERMAN: Seat = Seat(1);

const fn ending(rule: &'static str, level: &'static str, winner: Seat) -> Ending<'static> {
    Ending { rule, level, winner: Some(winner) }
}

const ENDS: [Ending<'static>; 17] = [
    ending("V.1", "sudden death", GERMAN),
    ending("V.2", "sudden death", GERMAN),
    ending("V.3", "sudden death", ALLIED),
    ending("V.5", "victory", ALLIED),
    ending("V.6", "victory", ALLIED),
    ending("V.7", "victory", ALLIED),
    ending("V.8", "victory", GERMAN),
    ending("V.9", "victory", GERMAN),
    ending("V.10", "victory", GERMAN),
    ending("V.11", "victory", ALLIED),
    ending("V.11", "victory", GERMAN),
    ending("V.12.b", "victory", ALLIED),
    ending("V.12.b", "victory", GERMAN),
    ending("V.12.c", "victory", ALLIED),
    ending("V.12.c", "victory", GERMAN),
    ending("V.12.d", "victory", ALLIED),
    ending("V.12.d", "victory", GERMAN),
];

#[test]
fn every_way_to_end_has_a_match_that_ends_so() {
    let game = Arc::new(DdayToTheRhine::new(&files()).expect("the embedded files are sound"));
    Endings::new(env!("CARGO_MANIFEST_DIR"), &ENDS).check(&game, |endings| {
        record_games(&game, endings);
        record_positions(&game, endings);
    });
}

fn record_games(game: &Arc<DdayToTheRhine>, endings: &Endings<'_>) {
    for setup in ["campaign", "normandy", "france", "christmas", "autumn", "winter"] {
        for seed in 0..60 {
            let mut dice = Seeded(seed);
            let mut bot = RandomBot::default();
            let setup = Setup::read(setup).expect("a setup");
            let mut game_match = Match::begin(Arc::clone(game), &setup, &mut dice).expect("a scenario of the game");
            while let Some(seat) = game_match.awaits().seat() {
                let action = bot.decide(&**game, game_match.state(), &mut dice).expect("something is offered");
                game_match.play(seat, action, &mut dice).expect("bots play by the rules");
            }
            endings.keep(&game_match);
        }
    }
}

/// Plays the cases that begin at a position and end the game.
fn record_positions(game: &Arc<DdayToTheRhine>, endings: &Endings<'_>) {
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
            if game_match.play(if who == "German" { GERMAN } else { ALLIED }, action, &mut dice).is_err() {
                break;
            }
        }
        endings.keep(&game_match);
    }
}
