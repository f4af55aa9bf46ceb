//! Figures of speed, by the processor's clock. `cargo test --release --test speed -- --ignored --nocapture`.

use bots::RandomBot;
use operation_grenade::{OperationGrenade, files};
use referee::{Awaits, Game, Referee, Seat, Seeded, Setup, Viewer};

/// Nanoseconds this thread has had the processor.
fn busy() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[test]
#[ignore = "a measurement"]
fn random_decisions() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    for setup in ["grenade +flash +placed", "grenade +gradual +placed", "grenade"] {
        let setup = Setup::read(setup).expect("a setup");
        let (mut dice, mut bot, mut decisions, mut games) = (Seeded(7), RandomBot::default(), 0u64, 0u64);
        let start = busy();
        while busy() - start < 1_000_000_000 {
            let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&state) {
                let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
                game.play(&mut state, &action, &mut Referee::silent(&mut dice));
                decisions += 1;
            }
            games += 1;
        }
        let spent = (busy() - start) / 1_000_000;
        let per_second = |n: u64| n * 1000 / spent.max(1);
        println!("{setup}: {} decisions, {} games a second", per_second(decisions), per_second(games));
    }
}

/// A copy of a state, supply of both sides, a view with its offers.
#[test]
#[ignore = "a measurement"]
fn single_things() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let setup = Setup::read("grenade +gradual +placed").expect("a setup");
    let (mut dice, mut bot) = (Seeded(7), RandomBot::default());
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    let mut states = vec![];
    while let Awaits::Decision(_) = game.awaits(&state) {
        states.push(state.clone());
        let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    println!("state: {} bytes", size_of_val(&state));
    let each = |what: &str, run: &mut dyn FnMut(&operation_grenade::State)| {
        let start = busy();
        let mut times = 0;
        while busy() - start < 500_000_000 {
            states.iter().for_each(&mut *run);
            times += states.len() as u64;
        }
        println!("{what}: {} ns", (busy() - start) / times);
    };
    each("copy", &mut |s| {
        std::hint::black_box(s.clone());
    });
    each("view with offers", &mut |s| {
        let mut offers = vec![];
        game.offers(s, &mut offers);
        std::hint::black_box((game.scene(s, Viewer::Seat(Seat(0))), offers));
    });
    each("imagining", &mut |s| {
        std::hint::black_box(game.imagine(s, Seat(0), &mut Seeded(1)));
    });
}
