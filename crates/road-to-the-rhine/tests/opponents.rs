//! Bots: the habit beats chance from both sides of every scenario, comes to an end, and knows no secret.

use bots::arena::{self, Seated};
use bots::{CautiousBot, RandomBot};
use referee::{Awaits, Game, Referee, Seat, Seeded, Setup, Sight, Spot};
use road_to_the_rhine::state::Unit;
use road_to_the_rhine::{Action, RoadToTheRhine, State, Step, files};

fn game() -> RoadToTheRhine {
    RoadToTheRhine::new(&files()).expect("the embedded files are sound")
}

fn setup(text: &str) -> Setup {
    Setup::read(text).expect("a setup of this game")
}

/// No place at all, as in a plot for nobody.
const NONE: Spot = Spot(u16::MAX);

/// Allied units that may be plotted.
fn droppers() -> Vec<Unit> {
    let files = files();
    let units = files.text("units.txt").expect("the units are embedded").body();
    let lines = units.lines().filter(|line| line.starts_with("AL ") || line.starts_with("GE "));
    let drops = |line: &str| line.starts_with("AL ") && line.contains(" airborne ");
    (0u16..).map(Unit).zip(lines).filter(|(_, line)| drops(line)).map(|(unit, _)| unit).collect()
}

/// The same state with other secrets of the side that is not `seat`.
fn twin(state: &State, seat: Seat, hex: Spot) -> State {
    let mut twin = *state;
    if seat == Seat(0) {
        twin.vdh_plot = if state.vdh_plot.0 == NONE { (hex, 3) } else { (NONE, 0) };
    } else {
        // Where somebody has dropped everybody has seen.
        for (plot, unit) in twin.plots.iter_mut().zip(droppers()) {
            if !state.dropped.contains(unit) {
                *plot = if *plot == NONE { hex } else { NONE };
            }
        }
    }
    twin
}

/// Plays by habit. In every state, whoever does not know a plot imagines the same worlds whatever was plotted, and
/// decides the same.
fn secrets_are_kept(text: &str, decisions: usize) -> usize {
    let game = game();
    let mut dice = Seeded(11);
    let mut state = game.start(&setup(text), &mut Referee::silent(&mut dice));
    let mut compared = 0;
    // Whether the German, the Allies have answered for their plots in this turn.
    let (mut plotted, mut turn) = ([false; 2], state.turn);
    for number in 0..decisions {
        let Awaits::Decision(decision) = game.awaits(&state) else { break };
        for seat in [Seat(0), Seat(1)] {
            if !plotted[usize::from(1 - seat.0)] || matches!(state.now(), Some(Step::Plot(_))) {
                continue;
            }
            let other = twin(&state, seat, Spot(700));
            let imagine = |state: &State| Sight::over(&game, state, seat).imagine(&mut Seeded(number as u64));
            assert_eq!(imagine(&state), imagine(&other), "{text}, decision {number}: a plot shines through");
            compared += 1;
            if seat == decision.seat {
                let world = imagine(&state);
                assert_eq!(game.habit(&world, seat), game.habit(&imagine(&other), seat));
            }
        }
        let orders = game.habit(&state, decision.seat);
        if matches!(orders[0], Action::Plot { .. }) {
            plotted[usize::from(decision.seat.0)] = true;
        }
        game.play(&mut state, &orders[0], &mut Referee::silent(&mut dice));
        if state.turn != turn {
            (plotted, turn) = ([false; 2], state.turn);
        }
    }
    compared
}

#[test]
fn nobody_sees_a_plot_in_imagined_worlds() {
    assert!(secrets_are_kept("market-garden", 400) > 20);
    assert!(secrets_are_kept("bulge", 400) > 20);
}

/// Each plot that can be is imagined as often as any other, the true one too; and nothing is as likely as something.
#[test]
fn a_plot_has_its_due_chance() {
    let game = game();
    let mut dice = Seeded(3);
    let mut state = game.start(&setup("market-garden"), &mut Referee::silent(&mut dice));
    while !matches!(state.now(), Some(Step::Plot(_))) {
        let orders = game.habit(&state, Seat(0));
        game.play(&mut state, &orders[0], &mut Referee::silent(&mut dice));
    }
    while game.awaits(&state).seat() == Some(Seat(0)) {
        let orders = game.habit(&state, Seat(0));
        game.play(&mut state, &orders[0], &mut Referee::silent(&mut dice));
    }
    // Somebody who is ready, plotted for a hex where he may drop.
    let drops = |seed| game.imagine(&state, Seat(1), &mut Seeded(seed)).plots;
    let place =
        (0..droppers().len()).find(|place| (0..20).any(|seed| drops(seed)[*place] != NONE)).expect("one is ready");
    let hex = (0..200).map(|seed| drops(seed)[place]).find(|hex| *hex != NONE).expect("he drops somewhere");
    state.plots[place] = hex;
    let worlds = 6_000u16;
    let (mut none, mut true_ones) = (0u16, 0u16);
    for seed in 0..u64::from(worlds) {
        let world = game.imagine(&state, Seat(1), &mut Seeded(seed));
        none += u16::from(world.plots[place] == NONE);
        true_ones += u16::from(world.plots[place] == state.plots[place]);
    }
    assert!((2_800..3_200).contains(&none), "{none}");
    // One of several hundred hexes in half of the worlds.
    assert!(true_ones < 30, "{true_ones}");
}

/// [34.B.e] The yardstick puts two divisions between Waal and Lek, for ever; bots of today put more there.
#[test]
fn the_yardstick_sets_up_as_it_always_did() {
    let game = game();
    let mut dice = Seeded(5);
    let mut state = game.start(&setup("bulge"), &mut Referee::silent(&mut dice));
    while !matches!((state.now(), game.awaits(&state).seat()), (Some(Step::Deploy), Some(Seat(0)))) {
        let seat = game.awaits(&state).seat().expect("the game has just begun");
        let orders = game.habit(&state, seat);
        game.play(&mut state, &orders[0], &mut Referee::silent(&mut dice));
    }
    let placed = |orders: Vec<Action>| orders.iter().filter(|order| matches!(order, Action::Deploy { .. })).count();
    assert_eq!(placed(game.kept_habit(&state, Seat(0))), 2);
    assert!(placed(game.habit(&state, Seat(0))) > 2);
}

/// Other tempers have other ideas, and all of them begin with something lawful.
#[test]
fn other_tempers_think_of_other_orders() {
    let game = game();
    let mut dice = Seeded(5);
    let mut state = game.start(&setup("market-garden +placed"), &mut Referee::silent(&mut dice));
    let mut different = 0;
    for _ in 0..200 {
        let Some(seat) = game.awaits(&state).seat() else { break };
        let own = game.habit(&state, seat);
        for row in game.other_habits(&state, seat) {
            let refusal = row.first().map(|order| game.check(&state, order));
            assert!(matches!(refusal, Some(Ok(()))), "{:?}: {refusal:?}", row.first());
            different += usize::from(row != own);
        }
        game.play(&mut state, &own[0], &mut Referee::silent(&mut dice));
    }
    assert!(different > 20, "{different}");
}

/// Margins of a seat over some games, with the habit or with chance in it; chance in the other.
fn margins(text: &str, seat: Seat, habit: bool, games: u64) -> i64 {
    let game = game();
    let setup = setup(text);
    let one = |seed| {
        let mut seats: Vec<Seated<RoadToTheRhine>> =
            vec![Box::new(RandomBot::default()), Box::new(RandomBot::default())];
        if habit {
            seats[usize::from(seat.0)] = Box::new(CautiousBot::default());
        }
        let played = arena::play(&game, &setup, &mut seats, seed, |_| {});
        i64::from(game.margin(&played.state, seat))
    };
    (0..games).map(one).sum()
}

/// In either seat the habit goes further than chance does there against the same opponent; where even chance wins every
/// game, it wins every game too.
fn beats_chance(text: &str, games: u64) {
    let all_won = i64::try_from(games).expect("few games") * 990_000;
    for seat in [Seat(0), Seat(1)] {
        let (habit, chance) = (margins(text, seat, true, games), margins(text, seat, false, games));
        println!("{text}, {seat:?}: habit {habit}, chance {chance} in {games} games");
        assert!(habit > chance || habit > all_won, "{text}, {seat:?}: habit {habit}, chance {chance} in {games} games");
    }
}

#[test]
fn the_habit_beats_chance_in_the_battles() {
    beats_chance("market-garden +placed", 6);
    beats_chance("bulge +placed", 4);
}

#[test]
fn the_habit_beats_chance_in_the_campaigns() {
    beats_chance("market-garden-campaign +placed", 1);
    beats_chance("bulge-campaign +placed", 1);
    beats_chance("campaign +placed", 1);
}
