//! The rulebook, the components and the positions as a whole.

use data::Files;
use ford::{Ford, files};
use referee::{Awaits, Dice, Game, Referee, RuleKind, Seeded, Setup};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn ford() -> Ford {
    Ford::new(&files()).expect("the files Ford was built with can be read")
}

/// The files of a folder of this crate, one after the other.
fn all_text(folder: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder of this crate");
    entries.map(|entry| fs::read_to_string(entry.expect("a file").path()).expect("a text")).collect()
}

#[test]
fn every_enforced_rule_is_cited_and_has_a_case() {
    let (source, cases) = (all_text("src"), all_text("cases"));
    let heads: Vec<&str> = cases.lines().filter_map(|line| line.strip_prefix("case ")).collect();
    let numbers = |head: &str| head.split_whitespace().next().unwrap_or("").to_string();
    for rule in ford().rules().entries.iter().filter(|rule| rule.kind == RuleKind::Enforced) {
        let cited = format!("Rule(\"{}\")", rule.id);
        assert!(source.contains(&cited), "{} {} is cited nowhere", rule.id, rule.title);
        let has_case = heads.iter().any(|head| numbers(head).split(',').any(|number| number == rule.id));
        assert!(has_case, "{} {} has no case", rule.id, rule.title);
    }
}

#[test]
fn the_kit_holds_together() {
    let ford = ford();
    let kit = ford.kit();
    assert_eq!(kit.spots.len(), 42);
    assert!(kit.spots.iter().all(|spot| usize::from(spot.ground) < kit.grounds.len()));
    assert!(kit.runs.iter().all(|run| usize::from(run.line) < kit.lines.len()));
    for chart in &kit.charts {
        assert!(ford.rules().find(&chart.rule).is_some(), "{}", chart.name);
    }
}

#[test]
fn a_position_gives_back_its_state() {
    let ford = ford();
    for seed in 0..200 {
        let mut dice = Seeded(seed);
        let mut state = ford.start(&Setup::read("dusk").unwrap(), &mut Referee::silent(&mut dice));
        while let Awaits::Decision(_) = ford.awaits(&state) {
            assert_eq!(ford.read_position(&ford.write_position(&state)), Ok(state), "{}", ford.write_position(&state));
            let mut offers = vec![];
            ford.offers(&state, &mut offers);
            let mut action = offers[usize::from(dice.pick(u16::try_from(offers.len()).unwrap()))].action;
            let pick = ford.open(&state, &action).sample(&mut dice);
            ford.fill(&mut action, pick);
            ford.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
        assert_eq!(ford.read_position(&ford.write_position(&state)), Ok(state));
    }
}

#[test]
fn mistakes_in_the_files_are_reported_with_their_line() {
    let mistake = |file: &str, from: &str, to: &str| {
        let texts: Vec<(String, String)> = files()
            .texts()
            .iter()
            .map(|text| {
                (
                    text.name().into(),
                    if text.name() == file { text.body().replace(from, to) } else { text.body().into() },
                )
            })
            .collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
        Ford::new(&Files::embedded("ford", &texts)).expect_err("a mistake").to_string()
    };
    assert_eq!(
        mistake("map.txt", "0302 woods", "0302 wods"),
        "ford/map.txt:25: unknown ground \"wods\"; known: clear, woods, hill, town"
    );
    assert!(mistake("map.txt", "grid 7 6", "grid 70 60").contains("at most 64 hexes"));
    assert!(mistake("units.txt", "0503", "0603").contains("only once"));
    assert!(mistake("units.txt", "2-4", "2/4").contains("written as in 2-3"));
    assert!(mistake("tables.toml", "hill ", "hilly ").contains("hilly"));
}

#[test]
fn the_number_of_ways_to_play_has_not_changed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dusk.perft");
    testkit::perft::check_file(&Arc::new(ford()), &file).unwrap();
}
