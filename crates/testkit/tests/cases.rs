//! The language of rule cases: what passes, what fails, and what is no script at all.

mod tally;

use std::sync::Arc;
use tally::{Fault, Tally};
use testkit::run_cases;

fn run(script: &str) -> String {
    let game = Arc::new(Tally::new(Fault::None));
    match run_cases(&game, "test.case", script) {
        Err(report) => report.to_string(),
        Ok(results) => {
            let failed = results.iter().find_map(|case| case.result.as_ref().err());
            failed.map_or(format!("{} passed", results.len()), ToString::to_string)
        }
    }
}

/// A case at the beginning of A's turn, with these lines after `play`.
fn play(lines: &str) -> String {
    run(&format!(
        "game tally\ncase 1.1 Something\n position\n  step 2\n  A plan 4\n  B plan 2\n  A at s3\n play\n{lines}"
    ))
}

#[test]
fn a_case_may_expect_whatever_can_be_seen() {
    let passed = run("
        # Both sides plan, then A acts.
        game tally
        case 2.1, 2.2  Plans are secret until the end of the round
          scenario plain ! 2
          play
          A plan 4    noted 2.1 A has planned   not noted 2.1 4
            told A 2.1 plans 4  not told B 2.1 4     # what one may read
          B asked 1.1 plan
          offered plan | not offered walk
          open plan = 1..5
          open plan : 2 3  not open plan : 6 0
          B plan 6   refused 2.1 from 1 to 5
          A plan 5   refused turn
          undo B refused
          undo A
          A plan 3
          B plan 2
          open walk : s2 s4
          open walk = s2 s3 s4
          not open walk : s1 s5
          A walk s2-s4          refused 3.2
          A walk s2-s3-s4   expect A at s4
          expect not A at s1
          offered Spend
          open spend = t0 t1 t2 t3
          A spend t1+t2
          expect A score 2
          forecast roll : a point 1/2
          forecast roll : on 4 to 6
          B roll   ! 5
          noted 5.1 rolls 5
          B roll ! 1   noted 2.2 the plans were 3 and 2
          undo B refused
        case 6.1 More points win
          position
            round 3
            step 5
            A score 2
            A plan 1
            B plan 1
          play
          B roll ! 1
          over A more points 6.1
        case 6.1 Or nobody
          position
            round 3
            step 5
            B score 0
          play
          B roll ! 1
          over nobody
    ");
    assert_eq!(passed, "3 passed");
}

#[test]
fn what_does_not_hold_is_shown_with_its_line() {
    let shown = play("A walk s4   expect A at s5");
    assert_eq!(
        shown,
        "test.case:9: A walk s4   expect A at s5\n  expected  in the position: A at s5\n  found     A at s4"
    );
    for (line, expected, found) in [
        ("A walk s5 refused 3.2   over A", "an action", "unknown spot `s5 refused 3.2`"),
        ("A walk s5   refused 3.1", "refused [3.1]", "refused [3.2] one walks forward"),
        ("A walk s4   refused 3.1", "refused [3.1]", "it was done"),
        ("A walk s5   noted 3.1 x", "it is done", "refused [3.2]"),
        ("B walk s4   noted 3.1 x", "it is done", "refused because A is awaited"),
        ("A walk s4   noted 3.1 s5", "a note [3.1] s5", "[3.1] A walks to s4"),
        ("A walk s4   not noted 3.1 s4", "not a note [3.1] s4", "[3.1] A walks to s4"),
        ("A roll ! 4,5   noted 5.1", "2 rolls", "fewer rolls than are written"),
        ("A roll   noted 5.1", "0 rolls", "more rolls than are written"),
        ("A roll ! 7   noted 5.1", "1 rolls", "does not fit this die"),
        ("B asked 1.1", "B asked 1.1", "A asked 1.1 What do you do?"),
        ("A asked 2.1", "A asked 2.1", "A asked 1.1 What do you do?"),
        ("offered plan", "offered plan", "offered: walk | spend | roll"),
        ("not offered walk", "not offered walk", "offered: walk"),
        ("open walk : s7", "open s7", "s4 s5 s6"),
        ("open walk = s4 s5", "exactly s4 s5", "s4 s5 s6"),
        ("not open walk : s4", "not open s4", "s4 s5 s6"),
        ("expect not A at s3", "not in the position", "it is there"),
        ("forecast roll : a point 1/3", "a point 1/3", "a point 3/6, nothing 3/6"),
        ("forecast walk s4 : a point 1/3", "a point 1/3", "no forecast"),
        ("over A", "over A", "A asked 1.1"),
        ("undo A refused\n undo A", "it is taken back", "nothing has been decided"),
        ("A walk s4   undo A refused", "a refusal", "it was taken back"),
    ] {
        let shown = play(line);
        let said = |key: &str| shown.lines().find(|line| line.trim().starts_with(key)).unwrap_or_default().to_string();
        assert!(said("expected").contains(expected) && said("found").contains(found), "{line}\n{shown}");
    }
}

#[test]
fn a_script_that_makes_no_sense_is_refused_with_line_and_word() {
    for (script, line, found) in [
        ("", 1, "no game is named"),
        ("case 1.1 x", 1, "neither"),
        ("game tally\ncase", 2, "`"),
        ("game tally\ncase 1.1", 2, "nothing"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\n", 2, "the end of the case"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nA walk s2", 2, "a test that cannot fail"),
        ("game tally\nwalk", 2, "`walk`"),
        ("game chess\ncase 1.1 x\nscenario plain\nover A", 1, "unknown game `chess`"),
        ("game tally\ncase 1.2 x\nscenario plain ! 1\nover A", 2, "unknown rule `1.2`"),
        ("game tally\ncase 1.1 x\nscenario fancy\nover A", 3, "unknown scenario `fancy`"),
        ("game tally\ncase 1.1 x\nscenario plain\nover A", 3, "more rolls than are written"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nB on s2\nplay\nover A", 5, "unknown fact `on`"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nC walk s2\nover A", 6, "unknown word `C`"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nA fly s2\nover A", 6, "unknown action `fly`"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nopen plan : z9", 6, "unknown name `z9`"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nA plan 1 ! x\nover A", 6, "`x`"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nrefused 1.1", 6, "none"),
        ("game tally\ncase 1.1 x\nposition\nA at s1\nplay\nnot walking 1.1", 6, "`walking`"),
    ] {
        let shown = run(script);
        assert!(shown.starts_with(&format!("test.case:{line}:")) && shown.contains(found), "{script}\n---\n{shown}");
    }
}

#[test]
fn a_panic_in_the_game_is_a_failed_case() {
    let game = Arc::new(Tally::new(Fault::PanickyPlay));
    let script = "game tally\ncase 5.1 A four\nposition\nstep 2\nA plan 1\nB plan 1\nplay\nA roll ! 4   noted 5.1";
    let results = run_cases(&game, "test.case", script).unwrap();
    let report = results[0].result.as_ref().unwrap_err();
    assert!(report.line == 8 && report.found.contains("a four was never considered"), "{report}");
}
