//! Games between bots: that they end, who wins them, and how the campaign goes beside history.

use bots::{Effort, StaffBot, by_name};
use dday_to_the_rhine::components::{Components, Country, Month};
use dday_to_the_rhine::state::{Place, State};
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Awaits, Bot, Game, Outcome, Referee, Seat, Seeded, Setup, Sight};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const ALLIED: Seat = Seat(0);
const GERMAN: Seat = Seat(1);
/// No game between bots is longer.
const MOST_DECISIONS: u32 = 5_000;

type Seated = Box<dyn Bot<DdayToTheRhine> + Send>;

/// A bot by its name; `staff:finalists=12:worlds=2` with an effort of its own, for trials.
fn named(name: &str) -> Seated {
    let mut words = name.split(':');
    let kind = words.next().unwrap_or_default();
    let mut effort = Effort::default();
    for word in words {
        let (what, number) = word.split_once('=').expect("a word of an effort is `worlds=2`");
        let number: u16 = number.parse().expect("a number");
        match what {
            "actions" => effort.actions = number.into(),
            "tried" => effort.tried = number.into(),
            "finalists" => effort.finalists = number.into(),
            "worlds" => effort.worlds = number,
            "questions" => effort.questions = number.into(),
            "weighed" => effort.weighed = number.into(),
            "tested" => effort.tested = number.into(),
            _ => panic!("an effort has no {what}"),
        }
    }
    if kind == "staff" { Box::new(StaffBot::with(effort)) } else { by_name(kind).expect("a bot of this name") }
}

/// `RHINE_DATA=DIR` lays other tables over ours, for trials.
fn rhine() -> DdayToTheRhine {
    let files = match std::env::var_os("RHINE_DATA") {
        Some(dir) => files().overridden(dir.as_ref()).expect("files of this game"),
        None => files(),
    };
    DdayToTheRhine::new(&files).expect("the files the game was built with can be read")
}

/// What a game between bots was like. By seat: decisions, the slowest of them, and the time of all.
struct Played {
    outcome: Outcome,
    decisions: [u32; 2],
    slowest: [Duration; 2],
    thought: [Duration; 2],
}

fn play(game: &DdayToTheRhine, setup: &str, seats: &mut [Seated; 2], seed: u64, mut see: impl FnMut(&State)) -> Played {
    let setup = Setup::read(setup).expect("a setup of this game");
    let (mut dice, mut thoughts) = (Seeded(seed), Seeded(!seed));
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    let (mut decisions, mut slowest, mut thought) = ([0; 2], [Duration::ZERO; 2], [Duration::ZERO; 2]);
    loop {
        let decision = match game.awaits(&state) {
            Awaits::Over(outcome) => return Played { outcome, decisions, slowest, thought },
            Awaits::Decision(decision) => decision,
        };
        let seat = decision.seat.index();
        let sight = Sight::over(game, &state, decision.seat);
        let begun = Instant::now();
        let action = seats[seat].choose(&sight, &mut thoughts);
        slowest[seat] = slowest[seat].max(begun.elapsed());
        thought[seat] += begun.elapsed();
        assert_eq!(game.check(&state, &action), Ok(()), "a bot plays by the rules");
        if std::env::var_os("RHINE_TELL").is_some() {
            println!("{} {seat} {:?} {}", state.month, state.rp, game.write_action(&action));
        }
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        decisions[seat] += 1;
        assert!(decisions.iter().sum::<u32>() < MOST_DECISIONS, "the game with seed {seed} does not end");
        see(&state);
    }
}

/// Something about each of many games, played on all cores.
fn of_each<T: Send>(
    bots: [&str; 2],
    games: Range<u64>,
    about: impl Fn(&DdayToTheRhine, &mut [Seated; 2], u64) -> T + Sync,
) -> Vec<T> {
    let (game, next, found) = (rhine(), AtomicU64::new(games.start), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let mut seats = bots.map(named);
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games.end {
                        break;
                    }
                    let it = about(&game, &mut seats, seed);
                    found.lock().expect("no game panicked").push((seed, it));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no game panicked");
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, it)| it).collect()
}

/// Games won by a seat.
fn won(setup: &str, bots: [&str; 2], seat: Seat, games: Range<u64>) -> usize {
    let winners = of_each(bots, games, |game, seats, seed| play(game, setup, seats, seed, |_| {}).outcome.winner);
    winners.into_iter().filter(|winner| *winner == Some(seat)).count()
}

#[test]
fn caution_wins_against_chance_on_both_sides() {
    let allied = won("france", ["cautious", "random"], ALLIED, 0..4);
    assert!(allied >= 3, "the Allies win the race across France {allied} times of 4");
    let german = won("christmas", ["random", "cautious"], GERMAN, 0..3);
    assert_eq!(german, 3, "random Allies are not home by Christmas");
}

/// A small lot of the games that the README counts.
#[test]
fn a_staff_does_better_than_caution_on_both_sides() {
    let ground = |bots| Record::of("campaign", bots, ALLIED, 0..10).ground();
    let plain = ground(["cautious", "cautious"]);
    let allied = ground(["staff", "cautious"]);
    let german = ground(["cautious", "staff"]);
    assert!(german < plain && plain < allied, "Allied cities by month: {german:.2}, {plain:.2}, {allied:.2}");
}

#[test]
fn campaigns_between_cautious_bots_end() {
    let game = rhine();
    let mut seats = ["cautious"; 2].map(named);
    for (setup, seed) in [("campaign", 1), ("autumn +hidden +weather", 2), ("winter", 3)] {
        let played = play(&game, setup, &mut seats, seed, |state| game.assert_sound(state));
        assert!(played.outcome.winner.is_some());
    }
}

fn setting<T: std::str::FromStr>(name: &str, otherwise: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// How one bot does in a seat against another.
struct Record {
    games: u64,
    won: u64,
    /// Cities in Allied hands at the end of each month, of all games.
    cities: u64,
    months: u64,
    decisions: u32,
    slowest: Duration,
    thought: Duration,
}

impl Record {
    fn of(setup: &str, bots: [&str; 2], seat: Seat, games: Range<u64>) -> Record {
        let all = of_each(bots, games.clone(), |game, seats, seed| {
            let (mut month, mut held, mut cities, mut months) = (Month(0), 0, 0, 1);
            let played = play(game, setup, seats, seed, |state| {
                if state.month != month {
                    cities += held;
                    months += 1;
                    month = state.month;
                }
                held = state.allied.len() as u64;
            });
            Record {
                games: 1,
                won: u64::from(played.outcome.winner == Some(seat)),
                cities: cities + held,
                months,
                decisions: played.decisions[seat.index()],
                slowest: played.slowest[seat.index()],
                thought: played.thought[seat.index()],
            }
        });
        let sum = |of: fn(&Record) -> u64| all.iter().map(of).sum();
        Record {
            games: sum(|one| one.games),
            won: sum(|one| one.won),
            cities: sum(|one| one.cities),
            months: sum(|one| one.months),
            decisions: all.iter().map(|one| one.decisions).sum(),
            slowest: all.iter().map(|one| one.slowest).max().unwrap_or_default(),
            thought: all.iter().map(|one| one.thought).sum(),
        }
    }

    /// Cities in Allied hands, on average over months and games.
    fn ground(&self) -> f64 {
        self.cities as f64 / self.months as f64
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = self.thought.as_secs_f64() * 1000.0 / f64::from(self.decisions.max(1));
        let slowest = self.slowest.as_secs_f64() * 1000.0;
        write!(f, "won {} of {}, Allied cities by month {:.2}; ", self.won, self.games, self.ground())?;
        write!(f, "{} decisions, mean {mean:.1} ms, slowest {slowest:.0} ms", self.decisions)
    }
}

/// `RHINE_ONE=staff RHINE_OTHER=cautious RHINE_GAMES=20 RHINE_SETUP=campaign RHINE_SEATS=01`: how one bot does against
/// another, beside the other in its place (not with `RHINE_BARE=true`).
#[test]
#[ignore = "takes long; prints figures"]
fn duel() {
    let (games, first): (u64, u64) = (setting("RHINE_GAMES", 10), setting("RHINE_SEED", 0));
    let setup: String = setting("RHINE_SETUP", "campaign".into());
    let [one, other]: [String; 2] = [setting("RHINE_ONE", "staff".into()), setting("RHINE_OTHER", "cautious".into())];
    let seats: String = setting("RHINE_SEATS", "01".into());
    let bare = setting("RHINE_BARE", false);
    for seat in [ALLIED, GERMAN].into_iter().filter(|seat| seats.contains(&seat.0.to_string())) {
        for bot in [&one, &other].into_iter().take(if bare { 1 } else { 2 }) {
            let bots: [&str; 2] = if seat == ALLIED { [bot, &other] } else { [&other, bot] };
            let record = Record::of(&setup, bots, seat, first..first + games);
            println!("{setup}: {bot} in seat {} against {other}: {record}", seat.0);
        }
    }
}

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
    played: Option<Played>,
}

/// `RHINE_BOTS=staff,staff RHINE_GAMES=200 RHINE_SEED=0`: the campaign beside history.
#[test]
#[ignore = "takes long; prints a table"]
fn history() {
    let (games, first): (u64, u64) = (setting("RHINE_GAMES", 20), setting("RHINE_SEED", 0));
    let names: String = setting("RHINE_BOTS", "staff,staff".into());
    let setup: String = setting("RHINE_SETUP", "campaign".into());
    let names: Vec<&str> = names.split(',').collect();
    let map = Components::read(&files()).expect("the files the game was built with can be read").map;
    let marks = marks();
    let courses = of_each([names[0], names[1]], first..first + games, |game, seats, seed| {
        let mut course = Course { when: vec![99; marks.len()], crossing: None, strength: [[0; 5]; 10], played: None };
        let mut last = (Month(0), 0);
        let played = play(game, &setup, seats, seed, |state| {
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
        decisions += played.decisions.iter().sum::<u32>();
        slowest = played.slowest.into_iter().fold(slowest, Duration::max);
        thought += played.thought.iter().sum::<Duration>();
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
        thought.as_secs_f64() * 1000.0 / f64::from(decisions.max(1)),
        slowest.as_secs_f64() * 1000.0
    );
}
