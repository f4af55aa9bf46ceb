//! Figures of speed, by the processor's clock. `cargo test --release --test speed -- --ignored --nocapture`.

use bots::RandomBot;
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Awaits, Game, Referee, Seeded, Setup};

/// Nanoseconds this thread has had the processor.
fn busy() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[test]
#[ignore = "a measurement"]
fn random_decisions() {
    let game = DdayToTheRhine::new(&files()).expect("the embedded files are sound");
    for setup in ["campaign", "normandy", "autumn", "winter", "campaign +hidden"] {
        let setup = Setup::read(setup).expect("a setup");
        let (mut dice, mut bot, mut decisions, mut games) = (Seeded(7), RandomBot::default(), 0u64, 0u64);
        let (start, _) = (busy(), ());
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
