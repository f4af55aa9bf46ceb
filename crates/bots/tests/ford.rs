//! The bots at the smallest game.

use bots::{KNOWN, arena, by_name, fair};
use ford::{Ford, files};
use referee::{Bot, Dice, Game, Match, Outcome, Referee, Seat, Seeded, Setup, Sight};
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

/// The same bot with a budget for tests.
fn quick(name: &str) -> &str {
    if name == "hard" { "hard:plays=300" } else { name }
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
    for name in KNOWN.into_iter().map(quick) {
        let mut bot = named(name);
        for seed in 0..20 {
            let (mut dice, mut thoughts) = (Seeded(seed), Seeded(!seed));
            let mut game_match = Match::begin(ford(), &setup(), &mut dice).expect("a scenario of the game");
            while let Some(seat) = game_match.awaits().seat() {
                let action = bot.choose(&Sight::of(&game_match, seat), &mut thoughts);
                game_match.play(seat, action, &mut dice).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            }
        }
    }
    for unknown in ["clever", "hard:plays=many", "easy:plays=3", "hard:tried=3", "today:tried=", ""] {
        assert!(by_name::<Ford>(unknown).is_none(), "{unknown}");
    }
    for known in ["hard:plays=300", "today:tried=24", "cautious:tried=24"] {
        assert!(by_name::<Ford>(known).is_some(), "{known}");
    }
}

#[test]
fn the_same_thoughts_lead_to_the_same_action() {
    let game = ford();
    let state = game.start(&setup(), &mut Referee::silent(&mut Seeded(4)));
    let seat = game.awaits(&state).seat().expect("a beginning awaits somebody");
    let sight = Sight::over(&*game, &state, seat);
    let twice = |mut bot: Seated| {
        let first = bot.choose(&sight, &mut Seeded(9));
        bot.rest();
        (first, bot.choose(&sight, &mut Seeded(9)))
    };
    for (first, second) in KNOWN.map(|name| twice(named(quick(name)))) {
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
fn hard_is_not_worse_than_caution() {
    let game = ford();
    for (seat, name) in [(Seat(0), "hard:plays=1500"), (Seat(1), "hard:plays=1500")] {
        let points = |bot: &str| {
            let mut seats = if seat == Seat(0) { [bot, "cautious"] } else { ["cautious", bot] }.map(named);
            let points = |outcome: Outcome| outcome.winner.map_or(1, |winner| 2 * u32::from(winner == seat));
            (0..60).map(|seed| points(play(&game, &mut seats, seed))).sum::<u32>()
        };
        let (level, cautious) = (points(name), points("cautious"));
        // Three times what chance makes of 60 games: a level that is worse falls far below.
        assert!(level + 24 >= cautious, "{seat:?}: of 120 points {name} gets {level}, caution {cautious}");
    }
}

#[test]
fn twins_are_treated_alike() {
    let game = ford();
    for name in KNOWN.into_iter().map(quick) {
        let found = fair::twins(&*game, &setup(), 60, 5, |_| named(name));
        assert!(found.hidden > 20, "{name}: {found:?}");
        assert_eq!(found.different, 0, "{name}: {found:?}");
    }
}

/// Knows the truth, and does what it does by it.
struct Cheat(<Ford as Game>::State);

impl Bot<Ford> for Cheat {
    fn choose(&mut self, sight: &Sight<'_, Ford>, dice: &mut dyn Dice) -> <Ford as Game>::Action {
        let truth =
            sight.game().write_position(&self.0).len() as u64 + self.0.cup.iter().map(|n| u64::from(*n)).sum::<u64>();
        let peeked = format!("{:?}", self.0.units).bytes().map(u64::from).sum::<u64>();
        named("random").choose(sight, &mut Seeded(u64::from(dice.pick(99)) + truth + peeked))
    }
}

#[test]
fn a_cheat_is_seen_by_its_twin() {
    let found = fair::twins(&*ford(), &setup(), 200, 5, |state| Box::new(Cheat(*state)));
    assert!(found.different > 10, "{found:?}");
}

#[test]
fn every_world_has_its_due_chance_and_a_planted_leak_is_seen() {
    let game = ford();
    let fair = fair::due(&*game, &setup(), 400, 1, |state, seat, dice| game.imagine(state, seat, dice));
    assert!(fair.looks > 100 && fair.apart.abs() < 4.0, "{fair:?}");
    // One look in six is at the truth.
    let leaky = fair::due(&*game, &setup(), 400, 1, |state, seat, dice| match dice.pick(6) {
        0 => *state,
        _ => game.imagine(state, seat, dice),
    });
    assert!(leaky.apart > 4.0, "{leaky:?}");
}
