//! The rulebook as a whole: every enforced rule is cited and has a case, positions and the kit hold together, and the
//! counts of ways to play have not moved.

use race_to_the_rhine::state::State;
use race_to_the_rhine::{Race, files};
use referee::{Awaits, Game, Referee, Seeded, Setup};
use std::path::Path;
use std::sync::Arc;

fn race() -> Race {
    Race::new(&files()).expect("the files the game was built with can be read")
}

#[test]
fn every_enforced_rule_is_cited_and_has_a_case() {
    let coverage = testkit::coverage::check(race().rules(), env!("CARGO_MANIFEST_DIR")).unwrap();
    assert_eq!(coverage.missing().count(), 0, "{coverage}");
}

#[test]
fn the_kit_holds_together() {
    let race = race();
    let kit = race.kit();
    assert_eq!(kit.spots.len(), 115);
    assert_eq!(kit.seats.len(), 3);
    assert!(kit.spots.iter().all(|spot| usize::from(spot.ground) < kit.grounds.len()));
    assert!(kit.runs.iter().all(|run| usize::from(run.line) < kit.lines.len()));
    for chart in &kit.charts {
        assert!(race.rules().find(&chart.rule).is_some(), "{}", chart.name);
    }
}

/// Cards that look alike are not told apart in a position, so the same text is the same state.
#[track_caller]
fn comes_back(race: &Race, setup: &Setup, state: &State) {
    let text = race.write_position(state);
    let again = race.read_position(&text).unwrap_or_else(|unreadable| panic!("{setup}: {unreadable}\n{text}"));
    assert_eq!(race.write_position(&again), text, "{setup}");
    assert_eq!(race.awaits(&again), race.awaits(state), "{setup}\n{text}");
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

#[test]
fn the_number_of_ways_to_play_has_not_changed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ways.perft");
    testkit::perft::check_file(&Arc::new(race()), &file).expect("the counts have not changed");
}
