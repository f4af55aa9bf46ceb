//! The walkthrough of the Bulge as a match: twelve attacks at the printed odds, columns and results, and everybody where the book
//! leaves him. What had to be played otherwise is in `tests/walkthrough/README.md`. `RHINE_RECORD=1` writes the match anew from
//! the case `34_walkthrough_whole`.

use referee::{AnyMatch, Awaits, Game, Match, Scripted, Seat, Seeded, Setup};
use road_to_the_rhine::components::load;
use road_to_the_rhine::{Event, RoadToTheRhine, files};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Attack, defence, column of the ratio, column after shifts, die, result.
type Attack = (&'static str, &'static str, &'static str, &'static str, u8, &'static str);

/// The assault of the paratroops in the second impulse is below the table; the book rolls for it in the lowest column and does not
/// count it among its attacks.
const PRINTED: [Attack; 13] = [
    ("6", "2", "3:1", "2:1", 2, "DX"),
    ("6.5", "3", "2:1", "2:1", 2, "DX"),
    ("8", "2", "4:1", "3:1", 3, "EX"),
    ("8", "5", "1.5:1", "1:1", 6, "EX"),
    ("1", "6", "1:3", "1:3", 6, "NE"),
    ("17", "7", "2:1", "1.5:1", 3, "DX"),
    ("10", "6", "1.5:1", "1:1", 4, "NE"),
    ("13", "3", "4:1", "3:1", 4, "DR"),
    ("11", "5", "2:1", "1.5:1", 3, "DX"),
    ("10", "5", "2:1", "1.5:1", 6, "DR"),
    ("5", "2", "2:1", "2:1", 5, "DR"),
    ("20", "9", "2:1", "1.5:1", 5, "EX"),
    ("6", "3.5", "1.5:1", "1:1", 5, "DX"),
];

/// The high water mark.
const AT_THE_END: &str = "GE 3PG at N2223, GE SS12 at N2223, GE SS150 at N2223, GE 18VG at N2224, GE 62VG at N2224, GE LW3 at N2124, \
    GE SS9 at N2123, GE SS1 at N2023, GE SS2 at N2023, GE 911AG at N2024, GE 560VG at N1923, GE 116Pz at N1723, GE 2Pz at N1622, \
    GE 9Pz at N1624, GE 15PG at N1725, GE 26VG at N1925, GE Lehr at N1926, GE LW5 at N1826, GE 276VG at N2027, GE 352VG at N1928, \
    GE 212VG at N2128, AL US1 at N2222, AL US82 at N2022, AL US7Arm at N1922, AL US30 at N2221, AL CCB at N1722, AL US3Arm at N1522, \
    AL US101 at N1825, AL CCA at N1827, AL US28 at N1626, AL US4Arm at N1525, AL US10Arm at S1901, AL US5 at S1901, AL Br43 at N1920, \
    AL BrGds at N1520, AL BrGrp1 at N1322, AL Br53 at N1219, AL US14Cav at destroyed, GE 654AG at destroyed, GE vdH at destroyed, \
    AL CCR at destroyed, AL US106 at cadre, GE 26VG reduced, GE 276VG reduced, GE 18VG reduced, GE 62VG reduced, GE LW3 reduced, \
    GE SS2 reduced, GE 9Pz reduced, GE 15PG reduced, AL US82 reduced, AL US3Arm reduced, msp GE 7, msp AL 5";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walkthrough/bulge.match")
}

#[test]
fn the_walkthrough_is_replayed() {
    let game = Arc::new(RoadToTheRhine::new(&files()).expect("the embedded files are sound"));
    if std::env::var_os("RHINE_RECORD").is_some() {
        std::fs::write(file(), record(&game).write()).expect("the file can be written");
    }
    let text = std::fs::read_to_string(file()).expect("the match of the walkthrough");
    let game_match = Match::read(Arc::clone(&game), &text).unwrap_or_else(|stopped| panic!("{stopped}"));
    let mut seen: Vec<(String, String, String, String, u8, &str)> = vec![];
    let events = game_match.records_from(0).flat_map(|(_, record)| record.notes.into_iter().map(|(_, event)| event));
    let (mut ratio, mut column) = (None, String::new());
    let names = load(&files()).expect("the embedded files are sound").tables.column_names;
    let name = |column: u8| names[usize::from(column)].clone();
    for event in events {
        match event {
            Event::Ratio { attack, defence, column } => {
                ratio = Some((points(attack), points(defence), name(column.unwrap_or(0))))
            }
            Event::Column(it) => column = name(it),
            Event::Result { die, result, .. } => {
                let (attack, defence, raw) = ratio.take().expect("a ratio comes before a result");
                seen.push((attack, defence, raw, column.clone(), die, result.word()));
            }
            _ => {}
        }
    }
    let printed = PRINTED.map(|(a, d, raw, column, die, result)| {
        (a.to_owned(), d.to_owned(), raw.to_owned(), column.to_owned(), die, result)
    });
    assert_eq!(seen, printed);
    let end = game.write_position(game_match.state());
    for line in AT_THE_END.split(", ") {
        assert!(end.lines().any(|it| it == line), "{line}\n{end}");
    }
    match game_match.awaits() {
        Awaits::Over(outcome) => assert_eq!((outcome.winner, outcome.rule.0), (Some(Seat(0)), "34.B.d")),
        Awaits::Decision(decision) => panic!("the match is not over: {decision:?}"),
    }
}

/// 128ths as the book writes them.
fn points(parts: u32) -> String {
    let (whole, half) = (parts / 128, parts % 128);
    match half {
        0 => whole.to_string(),
        64 => format!("{whole}.5"),
        _ => format!("{parts}/128"),
    }
}

/// Plays what the second of the two cases plays.
fn record(game: &Arc<RoadToTheRhine>) -> Match<RoadToTheRhine> {
    let case = include_str!("../cases/34_walkthrough_whole.case");
    let script =
        case.split("\ncase ").last().expect("two cases").split("  play\n").last().expect("something is played");
    let setup = Setup::read("bulge +placed +dx-example").expect("a setup of the game");
    let mut game_match = Match::begin(Arc::clone(game), &setup, &mut Seeded(0)).expect("a scenario of the game");
    for line in script.lines().map(str::trim) {
        let (decision, rest) = line.split_once("   ").unwrap_or((line, ""));
        let Some((seat, action)) = decision.split_once(' ').filter(|(seat, _)| ["AL", "GE"].contains(seat)) else {
            continue;
        };
        if rest.contains("refused") || action.starts_with("asked") {
            continue;
        }
        let (action, rolls) = action.split_once(" ! ").unwrap_or((action, ""));
        let rolls: Vec<u16> = rolls.split_whitespace().map(|roll| roll.parse().expect("a roll")).collect();
        let seat = Seat(u8::from(seat == "GE"));
        game_match.play_text(seat, action, &mut Scripted::new(&rolls)).unwrap_or_else(|no| panic!("{line}: {no}"));
    }
    game_match
}
