//! The rulebook as a whole: rules, rulings, the kit, the counts of ways to play, and positions.

use race_to_the_rhine::state::State;
use race_to_the_rhine::{Race, files};
use referee::{Awaits, Game, Referee, Seeded, Setup};

fn race() -> Race {
    Race::new(&files()).expect("the files the game was built with can be read")
}

#[test]
fn the_book_holds() {
    testkit::book::check(race(), env!("CARGO_MANIFEST_DIR"));
}

#[track_caller]
fn comes_back(race: &Race, setup: &Setup, state: &State) {
    let text = race.write_position(state);
    let again = race.read_position(&text).unwrap_or_else(|unreadable| panic!("{setup}: {unreadable}\n{text}"));
    assert_eq!(race.write_position(&again), text, "{setup}");
    assert_eq!(again, *state, "{setup}\n{text}");
}

#[test]
fn a_position_gives_back_its_state() {
    let race = race();
    let mut bot = bots::RandomBot::default();
    for scenario in race.scenarios() {
        // All options at once, and none.
        let options: Vec<String> = scenario.options.iter().map(|option| option.id.clone()).collect();
        let advanced: Vec<String> = options.into_iter().filter(|option| option != "basic").collect();
        for (seed, options) in [vec![], vec!["basic".into()], advanced].into_iter().enumerate() {
            let setup = Setup { scenario: scenario.id.clone(), options };
            let mut dice = Seeded(1944 + seed as u64);
            let mut state = race.start(&setup, &mut Referee::silent(&mut dice));
            let mut decisions = 0;
            while let Awaits::Decision(_) = race.awaits(&state) {
                decisions += 1;
                if decisions % 7 == 0 {
                    comes_back(&race, &setup, &state);
                }
                let action = bot.decide(&race, &state, &mut dice).expect("a seat that is awaited has something to do");
                race.play(&mut state, &action, &mut Referee::silent(&mut dice));
            }
            comes_back(&race, &setup, &state);
        }
    }
}
