//! Figures of speed by the processor's clock: random decisions, a copy, a view with its offers, general supply of one side, the
//! replay of a long campaign, and whether late decisions cost more than early ones.
//! `cargo run --release -p road-to-the-rhine --example speed`; for all games `rhine bench`.
//!
//! With a scenario and a number, `speed "bulge +placed" 20000`, it plays so many random decisions, always the same, and says
//! where they led: for counting instructions under `valgrind --tool=callgrind`, and for seeing that nothing is played otherwise.

use bots::RandomBot;
use referee::{AnyMatch, Awaits, Game, Match, Referee, Seeded, Setup, Viewer};
use road_to_the_rhine::state::Side;
use road_to_the_rhine::{RoadToTheRhine, State, files};
use std::hint::black_box;
use std::sync::Arc;

/// Nanoseconds this thread has had the processor.
fn busy() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn setup(text: &str) -> Setup {
    Setup::read(text).expect("a setup")
}

fn main() {
    let game = Arc::new(RoadToTheRhine::new(&files()).expect("the embedded files are sound"));
    if let [_, text, count] = &std::env::args().collect::<Vec<_>>()[..] {
        return same_decisions(&game, text, count.parse().expect("a number"));
    }
    for text in ["market-garden", "market-garden +placed", "bulge", "bulge +placed", "campaign +placed"] {
        random_decisions(&game, text);
    }
    println!("state: {} bytes", size_of::<State>());
    let long = long_match(&game);
    let states: Vec<State> =
        (0..64).map(|part| *Match::up_to(&long, long.entries().len() * part / 64).state()).collect();
    each("copy", &states, |s| drop(black_box(Box::new(*black_box(s)))));
    each("general supply of one side", &states, |s| {
        black_box((game.general_supply(s, Side::AL), game.general_supply(s, Side::GE)));
    });
    views(&long);
    replay(&game, &long);
}

fn same_decisions(game: &RoadToTheRhine, text: &str, count: u64) {
    let (mut dice, mut bot) = (Seeded(7), RandomBot::default());
    let dealt = game.start(&setup(text), &mut Referee::silent(&mut dice));
    let mut state = dealt;
    for _ in 0..count {
        if let Awaits::Over(_) = game.awaits(&state) {
            state = dealt;
        }
        let action = bot.decide(game, &state, &mut dice).expect("something is offered");
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    println!("{text}: {count} random decisions lead to {:016x}", fingerprint(&game.write_position(&state)));
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn random_decisions(game: &RoadToTheRhine, text: &str) {
    let (mut dice, mut bot, mut decisions, mut games) = (Seeded(7), RandomBot::default(), 0u64, 0u64);
    let start = busy();
    let dealt = game.start(&setup(text), &mut Referee::silent(&mut dice));
    while busy() - start < 2_000_000_000 {
        let mut state = dealt;
        while let Awaits::Decision(_) = game.awaits(&state) {
            let action = bot.decide(game, &state, &mut dice).expect("something is offered");
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            decisions += 1;
        }
        games += 1;
    }
    let spent = (busy() - start) / 1_000_000;
    println!("{text}: {} random decisions, {} games a second", decisions * 1000 / spent, games * 1000 / spent);
}

/// The longest of some random campaigns.
fn long_match(game: &Arc<RoadToTheRhine>) -> Match<RoadToTheRhine> {
    let played = (1..=4).map(|seed| {
        let (mut dice, mut thoughts, mut bot) = (Seeded(seed), Seeded(seed + 100), RandomBot::default());
        let mut long = Match::begin(Arc::clone(game), &setup("campaign"), &mut dice).expect("a scenario");
        while let Some(seat) = long.awaits().seat() {
            let action = bot.decide(&**game, long.state(), &mut thoughts).expect("something is offered");
            long.play(seat, action, &mut dice).expect("what is offered is lawful");
        }
        long
    });
    played.max_by_key(|it| it.entries().len()).expect("four matches")
}

fn each(what: &str, states: &[State], mut run: impl FnMut(&State)) {
    let (start, mut times) = (busy(), 0);
    while busy() - start < 500_000_000 {
        states.iter().for_each(&mut run);
        times += states.len() as u64;
    }
    println!("{what}: {} ns", (busy() - start) / times);
}

/// What a table sends to the seat that decides, over a whole campaign.
fn views(long: &Match<RoadToTheRhine>) {
    let entries = long.entries().len();
    let matches: Vec<_> = (0..64).map(|part| long.up_to(entries * part / 64)).collect();
    let view = |part: &Match<RoadToTheRhine>| {
        let Some(seat) = Match::awaits(part).seat() else { return };
        black_box(part.scene(Viewer::Seat(seat)));
        black_box(AnyMatch::offers(part, seat));
    };
    let mut worst = (0, 0);
    let start = busy();
    for (place, part) in matches.iter().enumerate() {
        let before = busy();
        (0..50).for_each(|_| view(part));
        worst = worst.max(((busy() - before) / 50, place));
    }
    println!("view with offers: {} ns, the slowest of 64 {} ns", (busy() - start) / 50 / 64, worst.0);
}

fn replay(game: &Arc<RoadToTheRhine>, long: &Match<RoadToTheRhine>) {
    let entries = long.entries().len();
    let read = |text: &str| {
        let start = busy();
        for _ in 0..5 {
            black_box(Match::read(Arc::clone(game), black_box(text)).expect("our own file"));
        }
        (busy() - start) / 5
    };
    let whole = read(&long.write());
    println!(
        "replay of {entries} decisions: {} ms; of 20,000 at that pace {} ms",
        whole / 1_000_000,
        whole * 20_000 / entries as u64 / 1_000_000
    );
    let half = read(&long.up_to(entries / 2).write());
    println!(
        "a decision of the first half {} ns, of the whole {} ns",
        half / (entries as u64 / 2),
        whole / entries as u64
    );
}
