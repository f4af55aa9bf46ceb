//! A law is trusted only after it was seen to fail: here every law fails on a planted fault.

mod tally;

use referee::{Match, Setup};
use std::sync::Arc;
use tally::{Fault, Tally};
use testkit::laws::Inspector;
use testkit::{LawReport, Trial, check_all};

fn trial(fault: Fault) -> LawReport {
    let setup = Setup { scenario: "plain".into(), options: vec![] };
    check_all(Arc::new(Tally::new(fault)), &setup, Trial { games: 300, seed: 1, most_decisions: 100 })
}

#[test]
fn a_faultless_game_keeps_every_law() {
    let report = trial(Fault::None);
    report.assert_kept();
    assert_eq!(report.games, 300);
    assert_eq!(report.decisions, 300 * 18);
    assert_eq!(report.longest, 18);
    assert!(report.wild_lawful > 100 && report.positions > 100, "{report}");
}

/// The law a fault breaks, and what the report says of it.
#[track_caller]
fn seen(fault: Fault, law: u8, words: &str) {
    let report = trial(fault);
    let mut violations = report.violations.iter().filter(|violation| violation.law == law);
    let violation = violations.next().unwrap_or_else(|| panic!("{fault:?} does not break law {law}\n{report}"));
    assert!(violation.what.contains(words), "{fault:?}: {}", violation.what);
    // What is reported can be seen again: the text is a match file, and the seed gives the same game.
    assert!(violation.text.starts_with("rhine match 1\ngame tally\n"), "{}", violation.text);
    if law != 5 {
        let (_, played) = violation.text.split_once("\n\n").expect("an empty line ends the header");
        let lines = played.lines().filter(|line| !line.starts_with("//"));
        assert_eq!(lines.count(), violation.decision, "{violation}");
        let sound = Arc::new(Tally::new(fault));
        Match::read(sound, &violation.text).expect("a reported match can be read");
    }
}

#[test]
fn law_1_dead_ends() {
    seen(Fault::DeadEnd, 1, "nothing is offered");
    seen(Fault::EmptyOffer, 1, "leaves nothing to pick");
}

#[test]
fn law_2_offered_but_refused() {
    seen(Fault::OverAnnounced, 2, "announced, but refused: [3.1]");
    seen(Fault::WildSample, 2, "was sampled, but the opening does not announce it");
    seen(Fault::PlainestRefused, 2, "simplest pick of an offer, but refused: [4.2]");
}

#[test]
fn law_3_accepted_but_not_announced() {
    seen(Fault::LaxCheck, 3, "`plan 6` passes");
    seen(Fault::LaxPhase, 3, "passes, but no offer announces it");
    seen(Fault::PanickyCheck, 3, "there are four tokens");
}

#[test]
fn law_4_an_action_changes_something() {
    seen(Fault::NoChange, 4, "changed nothing");
}

#[test]
fn law_5_text_and_rolls_give_the_match_back() {
    seen(Fault::WrongNotation, 5, "read back as another action");
    seen(Fault::RecordMatters, 5, "when nobody writes it down");
    seen(Fault::SecretClock, 5, "another result");
}

#[test]
fn law_7_nobody_is_told_what_they_cannot_know() {
    seen(Fault::SceneLeak, 7, "the scene of");
    seen(Fault::OfferLeak, 7, "the offers betray");
    seen(Fault::OpeningLeak, 7, "the opening of `walk `");
    seen(Fault::RefusalLeak, 7, "the answer to `walk");
    seen(Fault::ForecastLeak, 7, "the odds of `roll`");
    seen(Fault::NoteLeak, 7, "is told");
    seen(Fault::WalkNoteLeak, 7, "not minding");
    seen(Fault::TruthfulDream, 7, "imagines depend on the truth");
}

#[test]
fn law_8_everything_cites_a_rule_of_the_index() {
    use Fault::{UnknownDecision, UnknownNote, UnknownOdds, UnknownOutcome, UnknownRefusal};
    for fault in [UnknownNote, UnknownRefusal, UnknownDecision, UnknownOutcome, UnknownOdds] {
        seen(fault, 8, "rule 9.9 is not in the index");
    }
    seen(Fault::WrongOdds, 8, "the odds of `roll` add up to 6 of 7");
}

#[test]
fn law_9_the_game_ends() {
    seen(Fault::Endless, 9, "goes on after 100 decisions");
}

#[test]
fn law_10_the_state_is_sound_and_its_position_complete() {
    seen(Fault::Unsound, 10, "no score is below zero");
    seen(Fault::LossyPosition, 10, "does not say all there is to the state: …");
    seen(Fault::UnreadablePosition, 10, "the position cannot be read: unknown step");
    seen(Fault::ForgetfulPosition, 10, "does not say all there is to the state");
}

#[test]
fn law_11_whatever_is_offered_can_be_pointed_at() {
    seen(Fault::UnseenTokens, 11, "the opening of `spend `");
    seen(Fault::OfferAboutNothing, 11, "points at Piece(Piece(77))");
}

#[test]
fn law_12_nothing_happens_twice() {
    seen(Fault::SpentTwice, 12, "had gone already");
    seen(Fault::GoneButThere, 12, "lies where it lay before");
}

#[test]
fn a_panic_in_a_game_is_reported_with_the_match_and_the_action() {
    let report = trial(Fault::PanickyPlay);
    let violation = report.violations.first().expect("a four is rolled sooner or later");
    assert!(violation.what.contains("a four was never considered"), "{violation}");
    assert!(violation.text.contains("// next: ") || violation.law == 7, "{violation}");
}

#[test]
fn a_long_trial_asks_little_of_most_states_and_misses_no_dead_end() {
    let trial = |fault, games| {
        let setup = Setup { scenario: "plain".into(), options: vec![] };
        let mut inspector = Inspector::new(Arc::new(Tally::new(fault)), setup, 100).asking_one_in(16);
        (0..games).for_each(|seed| inspector.play(seed));
        inspector.report
    };
    let report = trial(Fault::None, 300);
    report.assert_kept();
    assert_eq!((report.decisions, report.longest), (300 * 18, 18));
    assert!((100..600).contains(&report.positions), "one state in 16 is written and read\n{report}");
    // What is asked of every state breaks as many games as ever.
    let all = |fault| {
        check_all(
            Arc::new(Tally::new(fault)),
            &Setup { scenario: "plain".into(), options: vec![] },
            Trial { games: 300, seed: 0, most_decisions: 100 },
        )
        .broken
    };
    for (fault, law) in [(Fault::DeadEnd, 1), (Fault::NoChange, 4), (Fault::Endless, 9), (Fault::Unsound, 10)] {
        let (sparse, full) = (trial(fault, 300).broken[law], all(fault)[law]);
        assert!(sparse > 0 && 2 * sparse > full, "{fault:?}: {sparse} games of a long trial, {full} of a full one");
    }
    // The rest is seen too, later.
    assert!(trial(Fault::LaxPhase, 3_000).illegal_accepted() > 0);
    assert!(trial(Fault::SceneLeak, 3_000).broken[7] > 0);
}

#[test]
fn the_bytes_of_a_fuzzer_are_choices_too() {
    let setup = Setup { scenario: "plain".into(), options: vec![] };
    let mut inspector = Inspector::new(Arc::new(Tally::new(Fault::None)), setup.clone(), 100);
    (0..64).for_each(|n: u8| inspector.play_bytes(&vec![n.wrapping_mul(37); 40 * usize::from(n)]));
    inspector.report.assert_kept();
    assert!(inspector.report.longest == 18, "long inputs reach the end\n{}", inspector.report);
    let mut inspector = Inspector::new(Arc::new(Tally::new(Fault::LaxCheck)), setup, 100);
    (0..64).for_each(|n: u8| inspector.play_bytes(&vec![n.wrapping_mul(37); 40 * usize::from(n)]));
    assert!(inspector.report.illegal_accepted() > 0);
}
