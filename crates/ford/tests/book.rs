//! The rulebook, the components and the positions as a whole.

use ford::{Ford, files};
use referee::{Awaits, Dice, Game, Referee, Seeded, Setup};
use testkit::mistakes::Mistakes;

fn ford() -> Ford {
    Ford::new(&files()).expect("the files Ford was built with can be read")
}

#[test]
fn the_book_holds() {
    testkit::book::check(ford(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn a_position_gives_back_its_state() {
    let ford = ford();
    for seed in 0..200 {
        let mut dice = Seeded(seed);
        let mut state = ford.start(&Setup::read("dusk").unwrap(), &mut Referee::silent(&mut dice));
        while let Awaits::Decision(_) = ford.awaits(&state) {
            assert_eq!(ford.read_position(&ford.write_position(&state)), Ok(state), "{}", ford.write_position(&state));
            let mut offers = vec![];
            ford.offers(&state, &mut offers);
            let mut action = offers[usize::from(dice.pick(u16::try_from(offers.len()).unwrap()))].action;
            let pick = ford.open(&state, &action).sample(&mut dice);
            ford.fill(&mut action, pick);
            ford.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
        assert_eq!(ford.read_position(&ford.write_position(&state)), Ok(state));
    }
}

#[test]
fn mistakes_in_the_files_are_reported_with_their_line() {
    let mistakes = Mistakes { game: "ford", files, read: Ford::new };
    mistakes.in_line("map.txt", "0302 woods", "0302 wods", "unknown ground \"wods\"; known: clear, woods, hill, town");
    mistakes.in_line("map.txt", "grid 7 6", "grid 70 60", "at most 64 hexes");
    let crowded = mistakes.message("units.txt", |body| body.replace("at 0503", "at 0603"));
    assert!(crowded.contains("only once"), "{crowded}");
    mistakes.in_line("units.txt", "2-4", "2/4", "written as in 2-3");
    mistakes.in_line("tables.toml", "hill ", "hilly ", "hilly");
    mistakes.nothing_panics();
}
