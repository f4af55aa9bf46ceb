//! The laws over random games of all five scenarios; every position read back; points, replacements and counters conserved.
//! `RHINE_GAMES=100` plays as many of each, battles to their end.

mod books;

use books::Books;
use bots::RandomBot;
use referee::{Awaits, Dice, Game, Record, Referee, Seeded, Setup};
use road_to_the_rhine::{RoadToTheRhine, State, files};
use std::sync::Arc;
use testkit::laws::Inspector;
use testkit::{Trial, check_all};

const CAMPAIGNS: [&str; 3] =
    ["campaign +placed", "market-garden-campaign +placed +supply-control", "bulge-campaign +placed +flood-roads"];

fn game() -> RoadToTheRhine {
    RoadToTheRhine::new(&files()).expect("the embedded files are sound")
}

fn games(usual: u64) -> u64 {
    std::env::var("RHINE_GAMES").ok().and_then(|word| word.parse().ok()).unwrap_or(usual)
}

fn setup(text: &str) -> Setup {
    Setup::read(text).expect("a setup of this game")
}

fn keeps_the_laws(text: &str, usual: u64) {
    let trial = Trial { games: games(usual), seed: 1, most_decisions: 8_000 };
    check_all(Arc::new(game()), &setup(text), trial).assert_kept();
}

#[test]
fn market_garden_keeps_the_laws() {
    keeps_the_laws("market-garden +placed", 10);
    keeps_the_laws("market-garden +supply-control", 2);
}

#[test]
fn the_bulge_keeps_the_laws() {
    keeps_the_laws("bulge +placed +dx-example", 3);
    keeps_the_laws("bulge +conservative-table", 1);
}

/// Some hundred decisions of each campaign: the chooser's bytes end before the war does.
#[test]
fn campaigns_keep_the_laws() {
    let game = Arc::new(game());
    for (seed, text) in (1..).zip(CAMPAIGNS) {
        let mut inspector = Inspector::new(Arc::clone(&game), setup(text), 100_000);
        for nth in 0..games(2) {
            let mut dice = Seeded(seed * 1_000 + nth);
            let bytes: Vec<u8> = (0..40_000).map(|_| u8::try_from(dice.pick(256)).unwrap_or(0)).collect();
            inspector.play_bytes(&bytes);
        }
        assert!(inspector.report.decisions > 200, "{text}: {}", inspector.report.decisions);
        inspector.report.assert_kept();
    }
}

/// Plays at random and looks at every state, and at what led from one to the next. Whether the game came to its end.
fn play_out(text: &str, seed: u64, most: usize, mut look: impl FnMut(&RoadToTheRhine, &State, &Step)) -> bool {
    let game = game();
    let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
    let mut state = game.start(&setup(text), &mut Referee::silent(&mut dice));
    for _ in 0..most {
        let Awaits::Decision(_) = game.awaits(&state) else { return true };
        let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
        assert_eq!(
            game.check(&state, &action),
            Ok(()),
            "{}\n{}",
            game.write_action(&action),
            game.write_position(&state)
        );
        let (before, mut record) = (state, Record::default());
        game.play(&mut state, &action, &mut Referee::recording(&mut dice, &mut record));
        look(&game, &before, &(action, state, record));
    }
    false
}

type Step = (road_to_the_rhine::Action, State, Record<road_to_the_rhine::Event>);

/// A game plays from every position it can come to, also in the middle of a combat: none may be declined.
#[test]
fn every_position_is_read_back() {
    for (text, seed) in [("market-garden", 11), ("bulge +placed", 12), (CAMPAIGNS[0], 13), (CAMPAIGNS[2], 14)] {
        play_out(text, seed, 1_000, |game, state, _| {
            let position = game.write_position(state);
            match game.read_position(&position) {
                Ok(again) => assert_eq!(again, *state, "{text}\n{position}"),
                Err(unreadable) => panic!("{text}: {unreadable}\n{position}"),
            }
        });
    }
}

#[test]
fn random_games_come_to_an_end() {
    for seed in 0..5 {
        assert!(play_out("market-garden +placed", seed, 20_000, |_, _, _| {}));
        assert!(play_out("bulge +placed", seed, 20_000, |_, _, _| {}));
    }
}

/// What goes into an account and what comes out of it is told, and the rest stays: points, replacements, counters.
#[test]
fn nothing_is_made_from_nothing() {
    let books = Books::new();
    let mut decisions = 0;
    for (text, most) in
        [("market-garden +placed", 2_000), ("bulge +placed", 3_000)].into_iter().chain(CAMPAIGNS.map(|it| (it, 4_000)))
    {
        for seed in 0..games(2) {
            play_out(text, seed, most, |game, before, (action, after, record)| {
                decisions += 1;
                if let Err(what) = books.audit(before, action, after, record) {
                    panic!(
                        "{text}, seed {seed}: {what}\n{}\n{}",
                        game.write_action(action),
                        game.write_position(before)
                    );
                }
            });
        }
    }
    assert!(decisions > 2_000, "{decisions} decisions were audited");
}
