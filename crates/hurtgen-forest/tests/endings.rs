//! A match file for each level of victory, replayed to its end. `RHINE_RECORD=1` looks for missing ones anew.

use bots::{CautiousBot, RandomBot};
use hurtgen_forest::{HurtgenForest, files};
use referee::{Awaits, Bot, Dice, Match, Seat, Seeded, Setup, Sight};
use std::path::PathBuf;
use std::sync::Arc;

const LEVELS: [&str; 6] =
    ["US Decisive", "US Substantive", "US Marginal", "German Marginal", "German Substantive", "German Decisive"];

fn file(level: &str) -> PathBuf {
    let name = format!("{}.match", level.to_lowercase().replace(' ', "-"));
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/endings").join(name)
}

fn game() -> Arc<HurtgenForest> {
    Arc::new(HurtgenForest::new(&files()).expect("the embedded files are sound"))
}

#[test]
fn every_level_of_victory_has_a_match_that_ends_so() {
    let game = game();
    if std::env::var_os("RHINE_RECORD").is_some() {
        record(&game);
    }
    for level in LEVELS {
        let file = file(level);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let game_match = Match::read(Arc::clone(&game), &text).unwrap_or_else(|diverged| panic!("{level}: {diverged}"));
        let Awaits::Over(outcome) = game_match.awaits() else { panic!("{level}: the match is not over") };
        assert_eq!(outcome.level, level);
        assert_eq!(outcome.rule.0, "15.4");
        assert_eq!(outcome.winner, Some(Seat(u8::from(level.starts_with("German")))), "{level}");
    }
}

/// Plays games between more and less careful players until every level has been seen.
fn record(game: &Arc<HurtgenForest>) {
    let setup = Setup { scenario: "historical".into(), options: vec![] };
    std::fs::create_dir_all(file("x").parent().expect("a folder")).expect("the folder can be made");
    for seed in 0..2_000 {
        if LEVELS.iter().all(|level| file(level).exists()) {
            return;
        }
        let mut dice = Seeded(seed);
        // Careful Germans against careless Americans first: their victories are the rare ones.
        let care = [dice.pick(6), 5 + dice.pick(6)];
        let care = if seed % 3 == 0 { [care[1], care[0]] } else { care };
        let (mut cautious, mut random) = (CautiousBot::default(), RandomBot::default());
        let mut game_match = Match::begin(Arc::clone(game), &setup, &mut dice).expect("a scenario of the game");
        let outcome = loop {
            let seat = match game_match.awaits() {
                Awaits::Over(outcome) => break outcome,
                Awaits::Decision(decision) => decision.seat,
            };
            let sight = Sight::of(&game_match, seat);
            let careful = dice.pick(10) < care[seat.index()];
            let action = if careful { cautious.choose(&sight, &mut dice) } else { random.choose(&sight, &mut dice) };
            game_match.play(seat, action, &mut dice).expect("bots play by the rules");
        };
        let midgame = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/midgame.match");
        if !midgame.exists() && outcome.level != "US Decisive" {
            std::fs::write(midgame, game_match.up_to(game_match.entries().len() / 3).write())
                .expect("it can be written");
        }
        if !file(outcome.level).exists() {
            println!("seed {seed}, care {care:?}: {}", outcome.level);
            std::fs::write(file(outcome.level), game_match.write()).expect("the file can be written");
        }
    }
}
