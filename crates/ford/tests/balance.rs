//! Two cautious bots play it out: if one side always won, a rule would have been misread.

use ford::{Ford, files};
use referee::{Awaits, Bot, Game, Referee, Seat, Seeded, Setup, Sight};

#[test]
fn both_sides_can_win_between_cautious_bots() {
    let ford = Ford::new(&files()).expect("the files Ford was built with can be read");
    let setup = Setup::read("dusk").expect("a setup of this game");
    let mut bot = bots::CautiousBot::default();
    let mut won = [0; 2];
    for seed in 0..60 {
        let mut dice = Seeded(seed);
        let mut state = ford.start(&setup, &mut Referee::silent(&mut dice));
        let outcome = loop {
            match ford.awaits(&state) {
                Awaits::Decision(decision) => {
                    let action = bot.choose(&Sight::over(&ford, &state, decision.seat), &mut dice);
                    ford.play(&mut state, &action, &mut Referee::silent(&mut dice));
                }
                Awaits::Over(outcome) => break outcome,
            }
        };
        if let Some(Seat(seat)) = outcome.winner {
            won[usize::from(seat)] += 1;
        }
    }
    assert!(won.iter().all(|games| *games >= 3), "US and GE won {won:?} of 60 games");
}
