//! The bots at the smallest game.

use bots::{NAMES, arena, by_name};
use ford::{Ford, files};
use referee::{Game, Match, Outcome, Referee, Seat, Seeded, Setup, Sight};
use std::sync::Arc;

type Seated = arena::Seated<Ford>;

fn setup() -> Setup {
    Setup { scenario: "dusk".into(), options: vec![] }
}

fn ford() -> Arc<Ford> {
    Arc::new(Ford::new(&files()).expect("our own files are in order"))
}

fn play(game: &Ford, seats: &mut [Seated; 2], seed: u64) -> Outcome {
    arena::play(game, &setup(), seats, seed, |_| {}).outcome
}

fn named(name: &str) -> Seated {
    by_name(name).expect("a bot of this name")
}

/// The balance of 200 games for a seat: won minus lost.
fn balance(seats: [&str; 2], seat: Seat) -> i32 {
    let game = ford();
    let mut seats = seats.map(named);
    let worth = |outcome: Outcome| outcome.winner.map_or(0, |winner| if winner == seat { 1 } else { -1 });
    (0..200).map(|seed| worth(play(&game, &mut seats, seed))).sum()
}

#[test]
fn whatever_a_bot_does_is_lawful() {
    for name in NAMES {
        let mut bot = named(name);
        for seed in 0..40 {
            let (mut dice, mut thoughts) = (Seeded(seed), Seeded(!seed));
            let mut game_match = Match::begin(ford(), &setup(), &mut dice).expect("a scenario of the game");
            while let Some(seat) = game_match.awaits().seat() {
                let action = bot.choose(&Sight::of(&game_match, seat), &mut thoughts);
                game_match.play(seat, action, &mut dice).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            }
        }
    }
    assert!(by_name::<Ford>("clever").is_none());
}

#[test]
fn the_same_thoughts_lead_to_the_same_action() {
    let game = ford();
    let state = game.start(&setup(), &mut Referee::silent(&mut Seeded(4)));
    let seat = game.awaits(&state).seat().expect("a beginning awaits somebody");
    let sight = Sight::over(&*game, &state, seat);
    let twice = |mut bot: Seated| (bot.choose(&sight, &mut Seeded(9)), bot.choose(&sight, &mut Seeded(9)));
    for (first, second) in NAMES.map(|name| twice(named(name))) {
        assert_eq!(first, second);
    }
}

#[test]
fn caution_helps_the_company_and_does_not_harm_the_guard() {
    for (seat, cautious) in [(Seat(0), ["cautious", "random"]), (Seat(1), ["random", "cautious"])] {
        let (with, without) = (balance(cautious, seat), balance(["random", "random"], seat));
        // Against a random company any guard holds: there is little left to gain.
        let enough = if seat == Seat(0) { without + 100 } else { without - 10 };
        assert!(with > enough, "{seat:?}: {with} with caution, {without} without");
    }
}

#[test]
fn staff_is_not_worse_than_caution() {
    let game = ford();
    for seat in [Seat(0), Seat(1)] {
        let won = |bot: &str| {
            let mut seats = if seat == Seat(0) { [bot, "cautious"] } else { ["cautious", bot] }.map(named);
            (0..60).filter(|seed| play(&game, &mut seats, *seed).winner == Some(seat)).count()
        };
        let (staff, cautious) = (won("staff"), won("cautious"));
        assert!(staff + 6 >= cautious, "{seat:?}: of 60 games staff wins {staff}, caution {cautious}");
    }
}
