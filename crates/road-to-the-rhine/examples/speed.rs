//! Figures of speed: `cargo run --release -p road-to-the-rhine --example speed [seconds]`. CPU time of one thread, as far as the
//! system gives it: run it alone.

use bots::RandomBot;
use referee::{AnyMatch, Awaits, Game, Match, Referee, Seat, Seeded, Setup, Viewer};
use road_to_the_rhine::state::Side;
use road_to_the_rhine::{RoadToTheRhine, State, files};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nanoseconds of this process on a processor.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match text.split_whitespace().next().and_then(|word| word.parse().ok()) {
        Some(nanos) => Duration::from_nanos(nanos),
        None => Instant::now().elapsed(),
    }
}

fn micros(since: Duration, calls: usize) -> f64 {
    (cpu() - since).as_secs_f64() * 1e6 / calls.max(1) as f64
}

fn playouts(game: &RoadToTheRhine, setup: &str, patience: Duration) {
    let setup = Setup::read(setup).expect("a setup");
    let (mut dice, mut bot) = (Seeded(7), RandomBot::default());
    let dealt = game.start(&setup, &mut Referee::silent(&mut Seeded(3)));
    let (mut decisions, mut games) = (0, 0);
    let start = cpu();
    while cpu() - start < patience {
        let mut state = dealt;
        while matches!(game.awaits(&state), Awaits::Decision(_)) {
            let Some(action) = bot.decide(game, &state, &mut dice) else { break };
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            decisions += 1;
            if decisions % 64 == 0 && cpu() - start > patience * 2 {
                break;
            }
        }
        games += 1;
    }
    let spent = (cpu() - start).as_secs_f64();
    println!("{setup}: {:.0} decisions/s, {games} games of {} decisions", decisions as f64 / spent, decisions / games);
}

fn main() {
    let patience = Duration::from_secs(std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(3));
    let game = Arc::new(RoadToTheRhine::new(&files()).expect("the embedded files are sound"));
    for setup in ["market-garden +placed", "bulge +placed", "campaign +placed"] {
        playouts(&game, setup, patience);
    }
    // One campaign, written down.
    let setup = Setup::read("campaign +placed").expect("a setup");
    let (mut dice, mut bot) = (Seeded(1944), RandomBot::default());
    let mut game_match = Match::begin(Arc::clone(&game), &setup, &mut dice).expect("a scenario");
    let mut states: Vec<State> = vec![];
    let begun = cpu();
    while let Some(seat) = game_match.awaits().seat() {
        let Some(action) = bot.decide(&*game, game_match.state(), &mut dice) else { break };
        game_match.play(seat, action, &mut dice).expect("bots play by the rules");
        if game_match.entries().len() % 50 == 0 {
            states.push(*game_match.state());
        }
        if game_match.entries().len() >= 20_000 {
            break;
        }
    }
    let entries = game_match.entries().len();
    println!("a campaign of {entries} decisions in {:.1} s", (cpu() - begun).as_secs_f64());
    println!("state: {} bytes", size_of::<State>());
    let (start, calls) = (cpu(), 1_000_000);
    for nth in 0..calls {
        black_box(*black_box(&states[nth % states.len().min(8)]));
    }
    println!("clone: {:.0} ns", micros(start, calls) * 1e3);
    let start = cpu();
    for side in Side::BOTH {
        for state in &states {
            black_box(game.general_supply(state, side));
        }
    }
    println!("general supply of a side: {:.1} us", micros(start, 2 * states.len()));
    let mut offers = vec![];
    let start = cpu();
    for state in &states {
        offers.clear();
        game.offers(state, &mut offers);
        black_box(&offers);
    }
    println!("offers: {:.1} us", micros(start, states.len()));
    let views: Vec<Match<RoadToTheRhine>> = (0..40).map(|nth| game_match.up_to(entries * nth / 40)).collect();
    let start = cpu();
    for view in &views {
        let seat = Match::awaits(view).seat().unwrap_or(Seat(0));
        black_box(AnyMatch::scene(view, Viewer::Seat(seat)));
        black_box(AnyMatch::offers(view, seat));
    }
    println!("view with offers: {:.1} us", micros(start, views.len()));
    let text = game_match.write();
    let start = cpu();
    black_box(Match::read(Arc::clone(&game), &text).expect("it was written by us"));
    println!("replay: {:.1} ms, {:.1} us a decision", micros(start, 1_000), micros(start, entries));
}
