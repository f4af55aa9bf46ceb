//! The laws over random games, and every position read back.

use referee::{Awaits, Game, Opening, Referee, Seeded, Setup};
use road_to_the_rhine::{RoadToTheRhine, State, files};
use std::sync::Arc;
use testkit::{Trial, check_all};

fn game() -> RoadToTheRhine {
    RoadToTheRhine::new(&files()).expect("the embedded files are sound")
}

fn keeps_the_laws(setup: &str, games: u64) {
    let trial = Trial { games, seed: 1, most_decisions: 4_000 };
    let setup = Setup::read(setup).expect("a setup of this game");
    check_all(Arc::new(game()), &setup, trial).assert_kept();
}

#[test]
fn market_garden_keeps_the_laws() {
    keeps_the_laws("market-garden +placed", 10);
    keeps_the_laws("market-garden", 2);
}

#[test]
fn the_bulge_keeps_the_laws() {
    keeps_the_laws("bulge +placed +dx-example", 2);
}

/// A random decision by what is offered.
fn decide(game: &RoadToTheRhine, state: &mut State, dice: &mut Seeded) {
    use referee::Dice;
    let mut offers = vec![];
    game.offers(state, &mut offers);
    for _ in 0..200 {
        let count = u16::try_from(offers.len()).expect("few offers");
        let mut action = offers[usize::from(dice.pick(count))].action;
        let opening = game.open(state, &action);
        if let Opening::Path(reach) = &opening
            && reach.ends().next().is_none()
        {
            continue;
        }
        if let Opening::Subset { of, least, .. } = &opening
            && of.len() < *least
        {
            continue;
        }
        if opening != Opening::Nothing {
            let pick = opening.sample(dice);
            game.fill(&mut action, pick);
        }
        if game.check(state, &action).is_ok() {
            game.play(state, &action, &mut Referee::silent(dice));
            return;
        }
    }
    panic!("nothing that is offered is lawful:\n{}", game.write_position(state));
}

fn play_out(setup: &str, seed: u64, most: usize, mut look: impl FnMut(&RoadToTheRhine, &State)) -> bool {
    let game = game();
    let mut dice = Seeded(seed);
    let mut state = game.start(&Setup::read(setup).expect("a setup"), &mut Referee::silent(&mut dice));
    for _ in 0..most {
        let Awaits::Decision(_) = game.awaits(&state) else { return true };
        look(&game, &state);
        decide(&game, &mut state, &mut dice);
    }
    false
}

/// A game plays from every position it can come to, also in the middle of a combat: none may be declined.
#[test]
fn every_position_is_read_back() {
    for (setup, seed) in [("market-garden", 11), ("bulge +placed", 12)] {
        play_out(setup, seed, 1500, |game, state| {
            let position = game.write_position(state);
            match game.read_position(&position) {
                Ok(again) => assert_eq!(position, game.write_position(&again), "{setup}"),
                Err(unreadable) => panic!("{setup}: {unreadable}\n{position}"),
            }
        });
    }
}

#[test]
fn random_games_come_to_an_end() {
    for seed in 0..5 {
        assert!(play_out("market-garden +placed", seed, 20_000, |_, _| {}));
        assert!(play_out("bulge +placed", seed, 20_000, |_, _| {}));
    }
}

#[test]
fn campaigns_have_no_dead_ends() {
    for (setup, seed) in [("campaign +placed", 1), ("market-garden-campaign +placed", 2), ("bulge-campaign +placed", 3)]
    {
        play_out(setup, seed, 4_000, |_, _| {});
    }
}
