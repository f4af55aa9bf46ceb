//! A match file for each way in which the game can end, replayed to its end. `RHINE_RECORD=1` looks for missing ones.

use bots::{CautiousBot, RandomBot};
use race_to_the_rhine::{Race, files};
use referee::{Awaits, Bot, Dice, Match, Seeded, Setup, Sight};
use std::path::PathBuf;
use std::sync::Arc;

/// What the end is called, and the rule that says so.
const ENDINGS: [(&str, &str); 6] = [
    ("automatic victory", "16.1"),
    ("most medals", "16.3"),
    ("equal medals, most divisions beaten", "16.6"),
    ("equal medals and divisions, later in the order", "16.7"),
    ("solitaire victory", "17.B.1"),
    ("solitaire defeat", "17.B.3"),
];

fn file(ending: &str) -> PathBuf {
    let name = format!("{}.match", ending.replace(',', "").replace(' ', "-"));
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/endings").join(name)
}

#[test]
fn every_ending_has_a_match_that_ends_so() {
    let race = Arc::new(Race::new(&files()).expect("the files the game was built with can be read"));
    if std::env::var_os("RHINE_RECORD").is_some() {
        record(&race);
    }
    for (ending, rule) in ENDINGS {
        let file = file(ending);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let game_match =
            Match::read(Arc::clone(&race), &text).unwrap_or_else(|diverged| panic!("{ending}: {diverged}"));
        let Awaits::Over(outcome) = game_match.awaits() else { panic!("{ending}: the match is not over") };
        assert_eq!(outcome.level, ending);
        assert_eq!(outcome.rule.0, rule);
        assert_eq!(outcome.winner.is_some(), ending != "solitaire defeat");
    }
}

/// Plays games between more and less careful players until every ending has been seen.
fn record(race: &Arc<Race>) {
    std::fs::create_dir_all(file("x").parent().expect("a folder")).expect("the folder can be made");
    for seed in 0..4_000 {
        if ENDINGS.iter().all(|(ending, _)| file(ending).exists()) {
            return;
        }
        let mut dice = Seeded(seed);
        let scenario = ["three", "solo-patton", "monty-patton", "solo-monty"][usize::from(dice.pick(4))];
        let setup = Setup { scenario: scenario.into(), options: vec![] };
        let (mut cautious, mut random) = (CautiousBot::default(), RandomBot::default());
        let care = 7 + dice.pick(4);
        let mut game_match = Match::begin(Arc::clone(race), &setup, &mut dice).expect("a scenario of the game");
        let outcome = loop {
            let seat = match game_match.awaits() {
                Awaits::Over(outcome) => break outcome,
                Awaits::Decision(decision) => decision.seat,
            };
            let sight = Sight::of(&game_match, seat);
            let careful = dice.pick(10) < care;
            let action = if careful { cautious.choose(&sight, &mut dice) } else { random.choose(&sight, &mut dice) };
            game_match.play(seat, action, &mut dice).expect("bots play by the rules");
        };
        if !file(outcome.level).exists() {
            println!("seed {seed}, {scenario}, care {care}: {}", outcome.level);
            std::fs::write(file(outcome.level), game_match.write()).expect("the file can be written");
        }
    }
}
