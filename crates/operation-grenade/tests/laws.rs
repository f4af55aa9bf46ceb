//! The laws over random games, with both floods, asked for and chosen.

use bots::RandomBot;
use operation_grenade::{OperationGrenade, files};
use referee::{Awaits, Game, Referee, Seat, Seeded, Setup};
use std::sync::Arc;
use testkit::{Trial, check_all};

fn game() -> OperationGrenade {
    OperationGrenade::new(&files()).expect("the embedded files are sound")
}

fn keeps_the_laws(setup: &str, games: u64) {
    let trial = Trial { games, seed: 1, most_decisions: 12_000 };
    let setup = Setup::read(setup).expect("a setup of this game");
    check_all(Arc::new(game()), &setup, trial).assert_kept();
}

#[test]
fn a_flash_flood_keeps_the_laws() {
    keeps_the_laws("grenade +flash", 3);
    keeps_the_laws("grenade +flash +placed +dice-4 +south-668", 2);
}

#[test]
fn a_gradual_flood_keeps_the_laws() {
    keeps_the_laws("grenade +gradual", 3);
    keeps_the_laws("grenade +gradual +placed +free-path", 2);
}

#[test]
fn a_flood_of_the_germans_choice_keeps_the_laws() {
    keeps_the_laws("grenade", 3);
}

/// A game plays from every position it can come to, also in the middle of a combat: none may be declined.
#[test]
fn every_position_is_read_back() {
    let game = game();
    for (setup, seed) in [("grenade +flash", 11), ("grenade +gradual +placed", 12), ("grenade +free-path", 13)] {
        let mut dice = Seeded(seed);
        let mut bot = RandomBot::default();
        let mut state = game.start(&Setup::read(setup).expect("a setup"), &mut Referee::silent(&mut dice));
        while let Awaits::Decision(_) = game.awaits(&state) {
            let position = game.write_position(&state);
            match game.read_position(&position) {
                Ok(again) => assert_eq!(again, state, "{setup}\n{position}"),
                Err(unreadable) => panic!("{setup}: {unreadable}\n{position}"),
            }
            let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
}

/// What a seat imagines changes nothing that it knows: imagining again with the same dice gives the same, whoever
/// imagined in between.
#[test]
fn imagining_twice_is_imagining_once() {
    let game = game();
    let mut dice = Seeded(21);
    let mut bot = RandomBot::default();
    let setup = Setup::read("grenade +gradual +placed").expect("a setup");
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    let mut chits = 0;
    while let Awaits::Decision(_) = game.awaits(&state) {
        for seat in [Seat(0), Seat(1)] {
            let once = game.imagine(&state, seat, &mut Seeded(5));
            game.assert_sound(&once);
            assert_eq!(game.imagine(&once, seat, &mut Seeded(5)), once);
            chits += usize::from(once != state);
        }
        let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    assert!(chits > 100, "there was something to imagine: {chits}");
}
