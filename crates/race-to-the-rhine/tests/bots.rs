//! Cautious bots against each other and against the yardstick. `RHINE_GAMES=1000` measures; without it a handful of
//! games guards against a relapse.

use bots::{arena, by_name};
use race_to_the_rhine::components::Commander;
use race_to_the_rhine::{Race, files};
use referee::{Outcome, Setup};

fn games(few: u64) -> u64 {
    std::env::var("RHINE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(few)
}

/// How a game ends in which these are careful and the others are not.
fn play(race: &Race, scenario: &str, careful: &[Commander], seed: u64) -> Outcome {
    let setup = Setup::read(scenario).expect("a setup of this game");
    let name = |seat| if careful.iter().any(|who| who.seat() == seat) { "cautious" } else { "random" };
    let seated = |seat| by_name(name(seat)).expect("a bot of this name");
    let mut bots: Vec<arena::Seated<Race>> = arena::seats_of(race, &setup).into_iter().map(seated).collect();
    arena::play(race, &setup, &mut bots, seed, |_| {}).outcome
}

#[test]
fn three_cautious_bots_come_to_an_end_and_some_cross_the_rhine() {
    let race = Race::new(&files()).expect("the files the game was built with can be read");
    let mut outcomes: Vec<Outcome> = vec![];
    let won = |outcomes: &[Outcome], who: Commander| {
        outcomes.iter().filter(|outcome| outcome.winner == Some(who.seat())).count() as u64
    };
    let crossed =
        |outcomes: &[Outcome]| outcomes.iter().filter(|outcome| outcome.level == "automatic victory").count() as u64;
    // A third of 1,000 games end with a crossing, and everybody wins some: games are played until it shows.
    let shown =
        |outcomes: &[Outcome]| crossed(outcomes) > 1 && Commander::ALL.into_iter().all(|who| won(outcomes, who) > 0);
    let least = games(8);
    while (outcomes.len() as u64) < least || (!shown(&outcomes) && outcomes.len() < 200) {
        outcomes.push(play(&race, "three", &Commander::ALL, outcomes.len() as u64));
    }
    let (games, crossed) = (outcomes.len() as u64, crossed(&outcomes));
    println!("{crossed} crossings in {games} games");
    assert!(shown(&outcomes), "{crossed} crossed the Rhine in {games} games");
    for who in Commander::ALL {
        let won = won(&outcomes, who);
        println!("{} won {won} of {games}", who.name());
        // In 1,000 games Monty won 43 %, Brad 29 %, Patton 28 %.
        let fair = games < 500 || (won * 100 >= games * 20 && won * 100 <= games * 47);
        assert!(fair, "{} won {won} of {games} games", who.name());
    }
    assert!(games < 500 || crossed * 4 >= games, "{crossed} crossed the Rhine in {games} games");
}

#[test]
fn solitaire_is_won_sometimes() {
    let race = Race::new(&files()).expect("the files the game was built with can be read");
    // Of 200 games Monty won 12 %, Patton 22 %. Brad, whose line is longest for his three corps, won none.
    for (scenario, who) in [("solo-monty", Commander::Monty), ("solo-patton", Commander::Patton)] {
        let won = (0..games(500)).find(|seed| play(&race, scenario, &[who], *seed).winner.is_some());
        println!("{} won game {won:?} alone", who.name());
        assert!(won.is_some(), "{} never wins alone", who.name());
    }
}

#[test]
fn cautious_beats_random_for_each_commander() {
    let race = Race::new(&files()).expect("the files the game was built with can be read");
    for who in Commander::ALL {
        let games = games(8);
        let won = (0..games).filter(|seed| play(&race, "three", &[who], *seed).winner == Some(who.seat())).count();
        println!("{} won {won} of {games} against random play", who.name());
        assert!(won as u64 * 4 >= games * 3, "{} won {won} of {games}", who.name());
    }
}
