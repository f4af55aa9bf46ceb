//! The rulebook as a whole: rules, rulings, the kit, the counts of ways to play.

use operation_grenade::{OperationGrenade, files};

#[test]
fn the_book_holds() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    testkit::book::check(game, env!("CARGO_MANIFEST_DIR"));
}

/// Limited intelligence, combat and supply are tried at least twice, rule by rule.
#[test]
fn chapters_8_9_and_11_have_two_cases_for_each_rule() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let coverage = testkit::coverage::check(referee::Game::rules(&game), env!("CARGO_MANIFEST_DIR")).expect("a scan");
    let asked = |id: &str| ["8.", "9.", "11."].iter().any(|chapter| id.starts_with(chapter));
    let rules: Vec<_> = coverage.rules.iter().filter(|rule| rule.enforced && asked(&rule.id)).collect();
    assert!(rules.len() > 100, "there are {} of them", rules.len());
    let cases = |tests: &[String]| tests.iter().filter(|place| !place.contains(".rs")).count();
    let few: Vec<&str> = rules.iter().filter(|rule| cases(&rule.tests) < 2).map(|rule| rule.id.as_str()).collect();
    assert_eq!(few, Vec::<&str>::new(), "fewer than two cases");
}
