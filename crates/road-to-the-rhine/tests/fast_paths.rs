//! What is offered by short cuts is what the long way allows, in the positions of random games: who can move, which hexes can be
//! attacked, who has a place in the set-up. `RHINE_POSITIONS=10000` looks at as many of each.

use bots::RandomBot;
use referee::{Awaits, Game, Offer, Opening, Pick, Referee, Seeded, Setup};
use road_to_the_rhine::components::load;
use road_to_the_rhine::state::{NOWHERE, Unit, Units};
use road_to_the_rhine::{Action, RoadToTheRhine, State, Step, files};

const SETUPS: [&str; 7] = [
    "market-garden +placed",
    "bulge +placed",
    "campaign +placed",
    "market-garden-campaign +placed +supply-control",
    "bulge-campaign +placed +flood-roads",
    "market-garden",
    "bulge",
];

fn positions() -> usize {
    std::env::var("RHINE_POSITIONS").ok().and_then(|word| word.parse().ok()).unwrap_or(35)
}

fn units() -> impl Iterator<Item = Unit> + Clone {
    let units = load(&files()).expect("the embedded files are sound").units.len();
    (0..u16::try_from(units).expect("few units")).map(Unit)
}

/// Shows so many states of random games in which this is asked, as many of each setup, and one in some only.
fn each(
    setups: &[&str],
    asked: impl Fn(&Step) -> bool,
    mut look: impl FnMut(&RoadToTheRhine, &State, &[Offer<Action>]),
) {
    let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
    for (seed, text) in (1..).zip(setups) {
        let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
        let setup = Setup::read(text).expect("a setup of this game");
        let start = |dice: &mut Seeded| game.start(&setup, &mut Referee::silent(dice));
        let (mut state, mut seen, mut shown) = (start(&mut dice), 0, 0);
        while shown < positions().div_ceil(setups.len()) {
            if let Awaits::Over(_) = game.awaits(&state) {
                state = start(&mut dice);
            }
            if state.now().is_some_and(|step| asked(&step)) {
                seen += 1;
                if seen % 7 == 0 {
                    let mut offers = vec![];
                    game.offers(&state, &mut offers);
                    look(&game, &state, &offers);
                    shown += 1;
                }
            }
            let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
}

#[test]
fn a_move_is_offered_to_whoever_has_one() {
    let units = units();
    let (mut some, mut none) = (0, 0);
    each(
        &SETUPS,
        |step| *step == Step::Movement,
        |game, state, offers| {
            let offered: Units = offers
                .iter()
                .filter_map(|it| match it.action {
                    Action::Move { unit, .. } => Some(unit),
                    _ => None,
                })
                .collect();
            for unit in units.clone() {
                let empty = Action::Move { unit, path: board::Path::default(), breaks: false };
                let Opening::Path(reach) = game.open(state, &empty) else { panic!("a move opens a path") };
                let lawful = reach.ends().any(|leg| {
                    let mut action = empty;
                    game.fill(&mut action, Pick::Path(reach.path_to(leg.spot)));
                    game.check(state, &action).is_ok()
                });
                assert_eq!(
                    offered.contains(unit),
                    lawful,
                    "{}\n{}",
                    game.write_action(&empty),
                    game.write_position(state)
                );
                some += usize::from(lawful);
                none += usize::from(!lawful);
            }
        },
    );
    assert!(some > 200 && none > 200, "{some} could move, {none} could not");
}

#[test]
fn an_attack_is_offered_on_every_hex_that_has_one() {
    let map = load(&files()).expect("the embedded files are sound").map;
    let (mut some, mut none) = (0, 0);
    each(
        &SETUPS,
        |step| *step == Step::Declare,
        |game, state, offers| {
            let enemy = state.attacker().other();
            for hex in map.grid.spots().filter(|hex| state.here[enemy].contains(*hex)) {
                let empty = Action::Attack { hex, with: Units::empty() };
                let offered = offers.iter().any(|it| it.action == empty);
                let lawful = match game.open(state, &empty) {
                    Opening::Subset { of, least, .. } => {
                        let mut action = empty;
                        game.fill(&mut action, Pick::Subset(of[..least].to_vec()));
                        game.check(state, &action).is_ok()
                    }
                    _ => false,
                };
                let position = || format!("{}\n{}", map.grid.name(hex), game.write_position(state));
                assert_eq!(offered, lawful, "{}", position());
                some += usize::from(lawful);
                none += usize::from(!lawful);
            }
        },
    );
    assert!(some > 50 && none > 50, "{some} hexes could be attacked, {none} could not");
}

#[test]
fn whoever_has_a_place_may_be_set_up() {
    let units = units();
    let hexes: Vec<_> = load(&files()).expect("the embedded files are sound").map.grid.spots().collect();
    let (mut some, mut none) = (0, 0);
    each(
        &["market-garden", "bulge", "campaign"],
        |step| *step == Step::Deploy,
        |game, state, offers| {
            for (unit, reserve) in units.clone().flat_map(|unit| [(unit, false), (unit, true)]) {
                let empty = Action::Deploy { unit, at: NOWHERE, reserve };
                let offered = offers.iter().any(|it| it.action == empty);
                let lawful =
                    hexes.iter().any(|at| game.check(state, &Action::Deploy { unit, at: *at, reserve }).is_ok());
                let position = || format!("{}\n{}", game.write_action(&empty), game.write_position(state));
                assert_eq!(offered, lawful, "{}", position());
                some += usize::from(lawful);
                none += usize::from(!lawful);
            }
        },
    );
    assert!(some > 100 && none > 100, "{some} had a place, {none} had none");
}
