//! What bots do with a month: where the RP go, what attacks bring, who starves. `months [BOTS [GAMES [FIRST SEED [SETUP]]]]`;
//! with one game its story is told as well. `RHINE_DATA=DIR` lays other tables over ours.

use bots::arena;
use dday_to_the_rhine::components::{Components, Month, Side};
use dday_to_the_rhine::state::{Place, State};
use dday_to_the_rhine::{DdayToTheRhine, Event, files};
use referee::{Awaits, Dice, Game, Record, Referee, Setup, Sight};

/// What one side did in a month.
#[derive(Copy, Clone, Default)]
struct Account {
    months: u32,
    got: u32,
    steps: u32,
    rebuilt: u32,
    moves: u32,
    attacks: u32,
    left: u32,
    dice: u32,
    hits: u32,
    losses: u32,
    starved: u32,
    strength: u32,
    cities: u32,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, otherwise: &str| words.get(i).map_or(otherwise, String::as_str).to_owned();
    let number = |i, otherwise| word(i, otherwise).parse::<u64>().expect("a number");
    let (names, games, first) = (word(0, "medium,medium"), number(1, "10"), number(2, "0"));
    let setup = Setup::read(&word(3, "campaign")).expect("a setup of this game");
    let files = match std::env::var_os("RHINE_DATA") {
        Some(dir) => files().overridden(dir.as_ref()).expect("files of this game"),
        None => files(),
    };
    let game = DdayToTheRhine::new(&files).expect("the files can be read");
    let cards = Components::read(&files).expect("the files can be read");
    let mut accounts = [[Account::default(); 2]; 10];
    let (mut allied, mut gained, mut margins) = (0, vec![], vec![]);
    for seed in first..first + games {
        let mut seats: Vec<arena::Seated<DdayToTheRhine>> =
            names.split(',').map(|name| bots::by_name(name).expect("a bot of this name")).collect();
        let state = play(&game, &cards, &setup, &mut seats, seed, games == 1, &mut accounts);
        let margin = game.margin(&state, Side::Allied.seat());
        allied += u32::from(margin > 0);
        margins.push(margin);
        // A win counts a million besides.
        gained.push(f64::from((margin + 500_000).rem_euclid(1_000_000) - 500_000));
    }
    let count = gained.len() as f64;
    let mean = gained.iter().sum::<f64>() / count;
    let spread = gained.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!(
        "{games} games of {setup}, {names}: the Allies win {allied}, cities {mean:.1}, standard error {:.1}",
        (spread / count).sqrt()
    );
    println!("margins of the Allies: {margins:?}");
    for side in Side::BOTH {
        println!(
            "{side:?}: RP = steps rebuilt moves attacks left; dice hits losses an attack; steps starved; strength; cities"
        );
        for (month, both) in Month::all().zip(&accounts) {
            let it = both[side.index()];
            let mean = |sum: u32| f64::from(sum) / f64::from(it.months.max(1));
            let each = |sum: u32| f64::from(sum) / f64::from(it.attacks.max(1));
            println!(
                "{month} {:3} {:5.1} = {:4.1} {:4.1} {:4.1} {:4.1} {:4.1}; {:4.1} {:4.1} {:4.1}; {:4.1}; {:5.1} {:5.1}",
                it.months,
                mean(it.got),
                mean(it.steps),
                mean(it.rebuilt),
                mean(it.moves),
                mean(it.attacks),
                mean(it.left),
                each(it.dice),
                each(it.hits),
                each(it.losses),
                mean(it.starved),
                mean(it.strength),
                mean(it.cities),
            );
        }
    }
}

/// Plays a game and adds up what was done.
fn play(
    game: &DdayToTheRhine,
    cards: &Components,
    setup: &Setup,
    seats: &mut [arena::Seated<DdayToTheRhine>],
    seed: u64,
    told: bool,
    accounts: &mut [[Account; 2]; 10],
) -> State {
    let (mut dice, mut thoughts) = arena::chances(seed);
    let mut state = game.start(setup, &mut Referee::silent(&mut dice));
    loop {
        let seat = match game.awaits(&state) {
            Awaits::Over(outcome) => {
                if told {
                    println!("{outcome:?}");
                }
                return state;
            }
            Awaits::Decision(decision) => decision.seat,
        };
        let action =
            seats[usize::from(seat.0)].choose(&Sight::over(game, &state, seat), &mut thoughts as &mut dyn Dice);
        let before = state;
        let mut record: Record<Event> = Record::default();
        game.play(&mut state, &action, &mut Referee::recording(&mut dice, &mut record));
        for (_, event) in &record.notes {
            if told {
                tell(game, cards, &before, event);
            }
            note(cards, &before, &state, event, accounts);
        }
        let side = if matches!(before.phase, 1 | 2) { Side::German } else { Side::Allied };
        if before.phase != state.phase && matches!(before.phase, 2 | 4) || state.steps.is_empty() {
            let it = &mut accounts[before.month.index()][side.index()];
            it.months += 1;
            it.left += u32::from(before.rp[side.index()]);
            it.strength += strength(cards, &state, side);
            it.cities += u32::try_from(state.allied.iter().count()).expect("few");
            if told {
                draw(cards, &state);
            }
        }
    }
}

fn strength(cards: &Components, s: &State, side: Side) -> u32 {
    let on_map = s
        .units
        .iter()
        .zip(&cards.units)
        .filter(|(unit, card)| card.side == side && matches!(unit.place, Place::Map(_)));
    on_map.map(|(unit, _)| u32::from(unit.sp)).sum()
}

fn note(cards: &Components, before: &State, s: &State, event: &Event, accounts: &mut [[Account; 2]; 10]) {
    let month = before.month.index();
    let of = |unit: referee::Piece| cards.units[unit.index()].side.index();
    match event {
        Event::Resources { side, rp, .. } => accounts[s.month.index()][side.index()].got += u32::from(*rp),
        Event::Stepped { unit, cost, .. } => accounts[month][of(*unit)].steps += u32::from(*cost),
        Event::Rebuilt { unit, cost, .. } => accounts[month][of(*unit)].rebuilt += u32::from(*cost),
        Event::Moved { unit, cost, .. } => accounts[month][of(*unit)].moves += u32::from(*cost),
        Event::Attacked { side, .. } => accounts[month][side.index()].attacks += 1,
        Event::Fought { side, attack, hits, losses, .. } => {
            let it = &mut accounts[month][side.index()];
            it.dice += u32::from(attack.count);
            it.hits += u32::from(*hits);
            it.losses += u32::from(*losses);
        }
        Event::Starved { unit, .. } => accounts[month][of(*unit)].starved += u32::from(before.unit(*unit).sp),
        _ => {}
    }
}

fn tell(_game: &DdayToTheRhine, cards: &Components, before: &State, event: &Event) {
    let name = |unit: referee::Piece| &cards.units[unit.index()].id;
    let hex = |at: referee::Spot| cards.map.board.name(at).to_string();
    match event {
        Event::Month(month) => println!("==== {month}"),
        Event::Phase(phase) => println!("-- phase {phase}"),
        Event::Resources { side, rp, pc } => println!("{side:?} {rp} RP, ports {pc}"),
        Event::Placed { unit, at, .. } => println!("   place {} {}", name(*unit), hex(*at)),
        Event::Rebuilt { unit, at, .. } => println!("   rebuild {} {}", name(*unit), hex(*at)),
        Event::Stepped { unit, .. } => println!("   step {}", name(*unit)),
        Event::Moved { unit, from, to, how, .. } => println!("   {how:?} {} {} {}", name(*unit), hex(*from), hex(*to)),
        Event::Control { at, side } => println!("      {side:?} take {}", hex(*at)),
        Event::Attacked { battle, .. } => {
            let who: Vec<String> =
                battle.attackers.iter().map(|unit| format!("{}/{}", name(unit), before.unit(unit).sp)).collect();
            let defender = before.units_in(battle.target).next();
            let defender = defender.map_or(String::new(), |unit| format!("{}/{}", name(unit), before.unit(unit).sp));
            println!("   ATTACK {} {} by {}", hex(battle.target), defender, who.join(" "));
        }
        Event::Fought { attack, defence, hits, losses, .. } => {
            println!("      {} dice against {}: {hits} hits, {losses} lost", attack.count, defence.count);
        }
        Event::Eliminated { unit, .. } => println!("      {} is gone", name(*unit)),
        Event::Starved { unit, .. } => println!("      {} STARVES ({})", name(*unit), before.unit(*unit).sp),
        Event::SentBack { unit, .. } => println!("      {} sent back", name(*unit)),
        Event::Launched(_) => println!("   COUNTER-OFFENSIVE"),
        _ => {}
    }
}

/// The map in letters: Allied steps a to d, German steps 1 to 4, cities + and -.
fn draw(cards: &Components, s: &State) {
    let map = &cards.map;
    for row in 0..30 {
        let mut line = String::new();
        for column in 0..30 {
            let name = format!("{column:02}{row:02}");
            let at = (0..map.board.len())
                .map(|i| referee::Spot(u16::try_from(i).expect("few")))
                .find(|at| map.board.name(*at) == name);
            let Some(at) = at else {
                line += "  ";
                continue;
            };
            let unit = s.units.iter().enumerate().find(|(_, unit)| unit.place == Place::Map(at));
            let city = map.cities.iter().any(|city| city.at == at);
            let mark = match unit {
                Some((i, unit)) if cards.units[i].side == Side::Allied => (b'a' + unit.sp - 1) as char,
                Some((_, unit)) => (b'0' + unit.sp) as char,
                None if city && s.allied.contains(at) => '+',
                None if city => '-',
                None => '.',
            };
            line.push(mark);
            line.push(' ');
        }
        if line.trim().is_empty() {
            continue;
        }
        println!("{:02} {}{line}", row, if row % 2 == 0 { " " } else { "" });
    }
}
