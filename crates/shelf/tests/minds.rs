//! Bots at a table: they keep what they have in mind, and are fair in every game.

use referee::{Seeded, Setup};
use shelf::{AnyGame, Shelf};
use std::collections::BTreeMap;

fn shelf() -> Shelf {
    Shelf::open(None).expect("our own files are in order")
}

fn first(game: &dyn AnyGame) -> Setup {
    Setup { scenario: game.scenarios()[0].id.clone(), options: vec![] }
}

#[test]
fn a_bot_stays_at_the_table_from_one_decision_to_the_next() {
    let shelf = shelf();
    let game = shelf.game("ford").expect("Ford is on the shelf");
    let (mut dice, mut thoughts) = (Seeded(3), Seeded(4));
    let mut table = game.begin(&first(&**game), &mut dice).expect("a scenario of the game");
    let mut minds = BTreeMap::new();
    while let Some(seat) = table.awaits().seat() {
        let mind = minds.remove(&seat.0).unwrap_or_else(|| table.bot("hard:plays=200").expect("a bot of this name"));
        let task = table.bot_task(seat, mind).expect("its turn");
        let (action, mind) = task(&mut thoughts);
        minds.insert(seat.0, mind);
        table.play_text(seat, &action, &mut dice).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    assert_eq!(minds.len(), 2);
}

#[test]
fn a_bot_of_another_game_is_refused() {
    let shelf = shelf();
    let [ford, race] = ["ford", "race-to-the-rhine"].map(|id| shelf.game(id).expect("a game of the shelf"));
    let [ford, race] = [ford, race].map(|game| game.begin(&first(&**game), &mut Seeded(1)).expect("a scenario"));
    let stranger = race.bot("easy").expect("a bot of this name");
    let seat = ford.awaits().seat().expect("a beginning awaits somebody");
    assert!(ford.bot_task(seat, stranger).is_err());
    assert!(ford.bot("clever").is_err());
}

#[test]
fn every_level_is_fair_in_every_game() {
    for game in shelf().games() {
        for level in ["easy", "medium", "hard:plays=60"] {
            let found = game.twins(&first(&**game), level, 6, 11).expect("a scenario and a bot");
            assert_eq!((found.decisions, found.different), (6, 0), "{} {level}: {found:?}", game.kit().id);
        }
    }
}

#[test]
fn worlds_have_their_due_chance() {
    for (id, setup, games) in [("race-to-the-rhine", "three", 200), ("ford", "dusk", 300)] {
        let shelf = shelf();
        let found = shelf.game(id).expect("on the shelf").due(&Setup::read(setup).expect("a setup"), games, 7);
        let found = found.expect("a scenario of the game");
        assert!(found.apart.abs() < 4.0, "{id}: {found:?}");
    }
}
