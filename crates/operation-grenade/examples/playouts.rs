//! Figures of speed by the processor's clock: random decisions, a copy, a view with its offers, supply of one side.
//! `cargo run --release -p operation-grenade --example playouts`; for all games `rhine bench`.

use bots::RandomBot;
use operation_grenade::{OperationGrenade, State, files};
use referee::{Awaits, Game, Ref, Referee, Seat, Seeded, Setup, Viewer};
use std::hint::black_box;

/// Nanoseconds this thread has had the processor.
fn busy() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn main() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    for setup in ["grenade +flash +placed", "grenade +gradual +placed", "grenade"] {
        let setup = Setup::read(setup).expect("a setup");
        let (mut dice, mut bot, mut decisions, mut games) = (Seeded(7), RandomBot::default(), 0u64, 0u64);
        let start = busy();
        while busy() - start < 2_000_000_000 {
            let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&state) {
                let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
                game.play(&mut state, &action, &mut Referee::silent(&mut dice));
                decisions += 1;
            }
            games += 1;
        }
        let spent = (busy() - start) / 1_000_000;
        println!("{setup}: {} decisions, {} games a second", decisions * 1000 / spent, games * 1000 / spent);
    }
    single_things(&game);
}

fn single_things(game: &OperationGrenade) {
    let setup = Setup::read("grenade +gradual +placed").expect("a setup");
    let (mut dice, mut bot, mut states) = (Seeded(7), RandomBot::default(), vec![]);
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    while let Awaits::Decision(_) = game.awaits(&state) {
        states.push(state);
        let action = bot.decide(game, &state, &mut dice).expect("something is offered");
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    println!("state: {} bytes", size_of_val(&state));
    let each = |what: &str, run: &mut dyn FnMut(&State)| {
        let (start, mut times) = (busy(), 0);
        while busy() - start < 500_000_000 {
            states.iter().for_each(&mut *run);
            times += states.len() as u64;
        }
        println!("{what}: {} ns", (busy() - start) / times);
    };
    each("copy", &mut |s| {
        black_box(black_box(s).clone());
    });
    each("view with offers", &mut |s| {
        let mut offers = vec![];
        game.offers(s, &mut offers);
        black_box((game.scene(s, Viewer::Seat(Seat(0))), offers));
    });
    each("offers", &mut |s| {
        let mut offers = Vec::with_capacity(256);
        game.offers(s, &mut offers);
        black_box(offers);
    });
    each("supply of one side, as an overlay", &mut |s| {
        black_box(game.overlay(s, Viewer::Seat(Seat(0)), "us-supply", Ref::Nothing));
    });
    each("imagining", &mut |s| {
        black_box(game.imagine(s, Seat(0), &mut Seeded(1)));
    });
}
