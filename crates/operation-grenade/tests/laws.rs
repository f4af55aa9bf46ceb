//! The laws over random games, with both floods, asked for and chosen.

use bots::RandomBot;
use operation_grenade::state::Unit;
use operation_grenade::{OperationGrenade, State, files};
use referee::{Awaits, Game, Referee, Seat, Seeded, Setup, Viewer};
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

/// What a seat imagines follows from what it knows and from the dice, and from nothing else: with the same dice it is the
/// same in every world that the seat cannot tell from the true one, however that world was imagined.
#[test]
fn imagining_twice_is_imagining_once() {
    let mut imagined = 0;
    each_state(21, |game, state| {
        for seat in [Seat(0), Seat(1)] {
            let once = game.imagine(state, seat, &mut Seeded(5));
            game.assert_sound(&once);
            assert_eq!(game.imagine(&once, seat, &mut Seeded(6)), game.imagine(state, seat, &mut Seeded(6)));
            imagined += usize::from(once != *state);
        }
    });
    assert!(imagined > 100, "there was something to imagine: {imagined}");
}

/// Two seats: after one has imagined, the other imagines the same as before exactly if the first happened to leave it its
/// own chits. Whatever lies open is the same all the time.
#[test]
fn what_one_seat_imagines_changes_what_the_other_knows() {
    let (mut same, mut other) = (0, 0);
    each_state(22, |game, state| {
        for (one, two) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
            let dream = game.imagine(state, one, &mut Seeded(5));
            let [before, after] = [state, &dream].map(|from| game.imagine(from, two, &mut Seeded(6)));
            let units = (0u8..).zip(&game.kit().faces).take(state.chit.len());
            let owned = units.filter(|(_, face)| face.seat == Some(two));
            let knows_the_same = owned.map(|(i, _)| Unit(i)).all(|unit| state.chit(unit) == dream.chit(unit));
            assert_eq!(before == after, knows_the_same);
            assert_eq!(game.scene(&before, Viewer::Public), game.scene(&after, Viewer::Public));
            *if knows_the_same { &mut same } else { &mut other } += 1;
        }
    });
    assert!(same > 20 && other > 100, "both were seen: {same}, {other}");
}

/// Every state of a random game.
fn each_state(seed: u64, mut look: impl FnMut(&OperationGrenade, &State)) {
    let game = game();
    let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
    let setup = Setup::read("grenade +gradual +placed").expect("a setup");
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    while let Awaits::Decision(_) = game.awaits(&state) {
        look(&game, &state);
        let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
}
