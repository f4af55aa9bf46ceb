//! The campaign beside history: when bots take what fell when. `history [BOTS [GAMES [FIRST SEED [SETUP]]]]`, as in
//! `cargo run --release -p dday-to-the-rhine --example history -- medium,medium 200 1000 campaign`.

use bots::arena::{self, Played};
use dday_to_the_rhine::components::{Components, Country, Month};
use dday_to_the_rhine::state::{Place, State};
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Seat, Setup};
use std::collections::BTreeMap;
use std::time::Duration;

const ALLIED: Seat = Seat(0);

/// What history says, and how to find it in a state.
struct Mark {
    name: &'static str,
    history: &'static str,
    reached: Box<dyn Fn(&State) -> bool + Sync>,
}

fn marks() -> Vec<Mark> {
    let components = Components::read(&files()).expect("the files the game was built with can be read");
    let map = components.map;
    let city = |name: &str| {
        let at = map.cities[map.find_city(name).expect("a city of the map")].at;
        Box::new(move |s: &State| s.allied.contains(at)) as Box<dyn Fn(&State) -> bool + Sync>
    };
    let mut marks: Vec<Mark> = [
        ("Cherbourg", "Jun"),
        ("Caen", "Jul"),
        ("Paris", "Aug"),
        ("Brussels", "Sep"),
        ("Antwerp", "Sep"),
        ("Aachen", "Oct"),
        ("Metz", "Nov"),
        ("Strasbourg", "Nov"),
        ("Koln", "Mar"),
    ]
    .map(|(name, history)| Mark { name, history, reached: city(name) })
    .into();
    let antwerp = map.antwerp;
    let approach = map.antwerp_approach.clone();
    marks.push(Mark {
        name: "Antwerp works as a port",
        history: "Nov",
        reached: Box::new(move |s| {
            s.allied.contains(antwerp) && !approach.iter().any(|at| s.occupied[1].contains(*at))
        }),
    });
    let beyond: Vec<bool> =
        (0..map.board.len()).map(|i| map.east_of_rhine[i] && map.country[i] == Country::Germany).collect();
    marks.push(Mark {
        name: "Rhine crossed in Germany",
        history: "Mar",
        reached: Box::new(move |s| s.occupied[0].iter().any(|at| beyond[at.index()])),
    });
    let ruhr = map.ruhr;
    marks.push(Mark {
        name: "Ruhr, all three cities",
        history: "Apr",
        reached: Box::new(move |s| ruhr.iter().all(|at| s.allied.contains(*at))),
    });
    marks
}

/// What happened in a game: months by mark, where the Rhine was crossed first, strengths by month.
struct Course {
    when: Vec<u8>,
    crossing: Option<String>,
    strength: [[u32; 5]; 10],
    played: Option<Played<State>>,
}

fn named(name: &str) -> arena::Seated<DdayToTheRhine> {
    bots::by_name(name).unwrap_or_else(|| panic!("no bot is called {name}; known: {}", bots::NAMES.join(", ")))
}

/// `RHINE_DATA=DIR` lays other tables over ours, for trials.
fn rhine() -> DdayToTheRhine {
    let files = match std::env::var_os("RHINE_DATA") {
        Some(dir) => files().overridden(dir.as_ref()).expect("files of this game"),
        None => files(),
    };
    DdayToTheRhine::new(&files).expect("the files can be read")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, otherwise: &str| words.get(i).map_or(otherwise, String::as_str).to_owned();
    let number = |i, otherwise| word(i, otherwise).parse::<u64>().expect("a number");
    let (names, games, first) = (word(0, "medium,medium"), number(1, "20"), number(2, "0"));
    let setup = word(3, "campaign");
    let names: Vec<&str> = names.split(',').collect();
    let map = Components::read(&files()).expect("the files the game was built with can be read").map;
    let marks = marks();
    let (game, read) = (rhine(), Setup::read(&setup).expect("a setup of this game"));
    let sit = || names.iter().map(|name| named(name)).collect::<Vec<_>>();
    let courses = arena::of_each(first..first + games, sit, |seats, seed| {
        let mut course = Course { when: vec![99; marks.len()], crossing: None, strength: [[0; 5]; 10], played: None };
        let mut last = (Month(0), 0);
        let played = arena::play(&game, &read, seats, seed, |state| {
            for (when, mark) in course.when.iter_mut().zip(&marks) {
                if *when == 99 && (mark.reached)(state) {
                    *when = state.month.0;
                }
            }
            let beyond = |i: usize| map.east_of_rhine[i] && map.country[i] == Country::Germany;
            if course.crossing.is_none() {
                course.crossing =
                    state.occupied[0].iter().find(|at| beyond(at.index())).map(|at| map.board.name(at).to_string());
            }
            if last != (state.month, state.phase) {
                if state.phase == 4 {
                    let sums = &mut course.strength[state.month.index()];
                    sums[2] += u32::from(state.rp[0]);
                    for (i, unit) in state.units.iter().enumerate() {
                        if matches!(unit.place, Place::Map(_)) {
                            sums[usize::from(i >= 28)] += u32::from(unit.sp);
                        }
                    }
                    sums[3] += u32::from(state.pc);
                    sums[4] += 1;
                }
                last = (state.month, state.phase);
            }
        });
        Course { played: Some(played), ..course }
    });
    let (mut levels, mut crossings, mut strength) = (BTreeMap::new(), BTreeMap::new(), [[0u32; 5]; 10]);
    let (mut allied, mut decisions, mut slowest, mut thought) = (0, 0, Duration::ZERO, Duration::ZERO);
    for course in &courses {
        let played = course.played.as_ref().expect("it was played");
        allied += u32::from(played.outcome.winner == Some(ALLIED));
        *levels.entry((played.outcome.winner, played.outcome.rule.0)).or_insert(0) += 1;
        decisions += played.decisions();
        slowest = played.by_bot.iter().map(|bot| bot.slowest).fold(slowest, Duration::max);
        thought += played.by_bot.iter().map(|bot| bot.time).sum::<Duration>();
        if let Some(at) = &course.crossing {
            *crossings.entry(at).or_insert(0) += 1;
        }
        for (sums, more) in strength.iter_mut().flatten().zip(course.strength.iter().flatten()) {
            *sums += more;
        }
    }
    let mut months: Vec<Vec<u8>> = (0..marks.len()).map(|i| courses.iter().map(|it| it.when[i]).collect()).collect();
    println!("{games} games of {setup}, {}", names.join(" against "));
    println!("{:<26} {:>8} {:>8}  {:<14} by March", "", "history", "median", "middle half");
    let name = |when: u8| if when == 99 { "never" } else { Month(when).name() };
    for (mark, months) in marks.iter().zip(&mut months) {
        months.sort_unstable();
        let at = |part: usize| name(months[(months.len() - 1) * part / 4]);
        let share = months.iter().filter(|when| **when != 99).count() * 100 / months.len();
        let middle = format!("{} to {}", at(1), at(3));
        println!("{:<26} {:>8} {:>8}  {:<14} {share} %", mark.name, mark.history, at(2), middle);
    }
    println!("the Allies win {allied}; by rule {levels:?}");
    println!("first crossings of the Rhine: {crossings:?}");
    println!("month games, on average Allied steps, German steps, Allied RP at activation, port capacity");
    for (month, [allies, germans, rp, pc, n]) in Month::all().zip(strength) {
        let mean = |sum: u32| f64::from(sum) / f64::from(n.max(1));
        println!("{month} {n:3} {:6.1} {:6.1} {:6.1} {:6.1}", mean(allies), mean(germans), mean(rp), mean(pc));
    }
    println!(
        "{decisions} decisions, mean {:.2} ms, slowest {:.1} ms",
        thought.as_secs_f64() * 1000.0 / decisions.max(1) as f64,
        slowest.as_secs_f64() * 1000.0
    );
}
