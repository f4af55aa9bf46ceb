//! Every sentence that a player reads, over random games of every scenario: no word twice, numbers and nouns agree, verbs
//! fit their subjects, marks stand where they belong. `RHINE_SENTENCES=DIR` keeps them there, a file for each game, to be
//! read aloud.

use referee::{Dice as _, Illegal, Opening, Pick, Ref, Refusal, Seat, Seeded, Setup, Spot, Viewer};
use shelf::{LiveMatch, Shelf};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const DECISIONS: usize = 120;
/// Places and pieces about which it is asked why nothing can be done with them, at every decision.
const POINTED_AT: usize = 6;
/// Offers whose odds are read, at every decision.
const OPENED: usize = 6;

/// Words in their order, without the marks around them.
fn words(text: &str) -> Vec<&str> {
    let trimmed = text.split_whitespace().map(|word| word.trim_matches(|c: char| ",.;:!?()\"'".contains(c)));
    trimmed.filter(|word| !word.is_empty()).collect()
}

fn is_word(text: &str) -> bool {
    text.len() > 1 && text.chars().all(char::is_alphabetic)
}

const SINGULAR: [&str; 14] =
    ["is", "gas", "plus", "minus", "loss", "us", "has", "goes", "gives", "less", "across", "was", "costs", "adds"];
const COUNTED: [&str; 14] = [
    "point", "step", "die", "hex", "unit", "truck", "medal", "card", "turn", "decision", "attack", "column", "chit",
    "city",
];

const PEOPLE: [&str; 4] = ["Germans", "Allies", "Americans", "They"];
const OF_ONE: [&str; 14] = [
    "is", "has", "was", "does", "decides", "attacks", "moves", "takes", "loses", "wins", "retreats", "gives", "holds",
    "gets",
];

/// What is wrong with a sentence.
fn faults(text: &str) -> Vec<String> {
    let mut found = vec![];
    let all = words(text);
    for pair in all.windows(2) {
        let [first, second] = pair else { continue };
        // With a mark between them they are no pair.
        let together = text.contains(&format!("{first} {second}"));
        if is_word(first) && together && first.eq_ignore_ascii_case(second) {
            found.push(format!("`{first}` twice"));
        }
        let plural = second.ends_with('s') && is_word(second) && !SINGULAR.contains(&second.to_lowercase().as_str());
        if *first == "1" && together && (*second == "dice" || plural) {
            found.push(format!("`1 {second}`"));
        }
        if first.parse::<u32>().is_ok_and(|n| n != 1) && together && COUNTED.contains(second) {
            found.push(format!("`{first} {second}`"));
        }
        let vowel = second.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O'])
            && !second.starts_with("one")
            && is_word(second);
        if first.eq_ignore_ascii_case("a") && vowel && second.chars().skip(1).any(char::is_lowercase) {
            found.push(format!("`a {second}`"));
        }
    }
    // One who attacks, attacks.
    if let [subject, verb, ..] = all.as_slice() {
        let one = !subject.ends_with('s') || subject.chars().any(|c| c.is_ascii_digit());
        // "1 attack is declared" is about an attack.
        let counted = subject.parse::<u32>().is_ok();
        if one
            && !counted
            && ["attack", "retreat", "advance", "move", "decide", "enter"].contains(verb)
            && !["you", "they", "we"].contains(&subject.to_lowercase().as_str())
            && text.ends_with('.')
            && all.len() > 2
            && all[2] != "and"
            && all[2] != "or"
        {
            let imperative = [
                "may", "must", "can", "to", "who", "what", "which", "units", "do", "no", "combat", "choose", "the",
                "a", "an", "your", "this", "each",
            ];
            if !imperative.contains(&subject.to_lowercase().as_str()) {
                found.push(format!("`{subject} {verb}`"));
            }
        }
    }
    // Several who attack, attack.
    for pair in all.windows(2) {
        let [subject, verb] = pair else { continue };
        if PEOPLE.contains(subject) && OF_ONE.contains(verb) {
            found.push(format!("`{subject} {verb}`"));
        }
    }
    for wrong in ["  ", " .", " ,", "..", ",,", " ;", "( ", " )", "?.", "!.", "`", "{", "}"] {
        if text.contains(wrong) && !(wrong == ".." && text.contains('…')) {
            found.push(format!("`{wrong}`"));
        }
    }
    if text.matches('(').count() != text.matches(')').count() {
        found.push("a bracket alone".into());
    }
    found
}

#[test]
fn faults_are_found() {
    for bad in [
        "The the bridge is blown.",
        "1 dice, 1 of 1 step.",
        "1 steps are lost.",
        "2 step lost.",
        "Dog attack Anton.",
        "It ends ..",
        "A attack.",
        "The Germans decides.",
        "Press `End` to end.",
        "A truck carries 1 gas  to Paris.",
    ] {
        assert!(!faults(bad).is_empty(), "{bad}");
    }
    for good in [
        "1 gas burns.",
        "1 step is lost.",
        "2 steps are lost.",
        "Dog attacks Anton.",
        "1/8 and 2/8 attack 275F.",
        "1 attack is declared.",
        "an attack needs an attacker.",
        "a retreat goes exactly one hex.",
        "9 to 6, column 1.5:1",
    ] {
        assert_eq!(faults(good), Vec::<String>::new(), "{good}");
    }
}

/// A refusal as the table shows it.
fn refusal(illegal: Illegal) -> String {
    let mut why = illegal.why.to_string();
    why.push_str(if why.ends_with(['.', '?', '!']) { "" } else { "." });
    why
}

/// Everything that can be read at the table just now.
fn read(table: &dyn LiveMatch, seats: &[Seat], thoughts: &mut Seeded, sentences: &mut BTreeSet<String>) {
    for viewer in seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]) {
        let scene = table.scene(viewer);
        sentences.insert(scene.focus.text);
        sentences.extend(scene.facts.into_iter().map(|fact| fact.text));
        sentences.extend([scene.banner.turn, scene.banner.phase]);
        sentences.extend(scene.rosters.into_iter().map(|roster| roster.title));
        sentences.extend(scene.scores.into_iter().map(|score| score.unit));
        sentences.extend(scene.gauge.into_iter().flat_map(|gauge| {
            std::iter::once(gauge.title).chain(gauge.levels.into_iter().map(|level| level.name)).collect::<Vec<_>>()
        }));
    }
    let referee::Awaits::Decision(decision) = table.awaits() else { return };
    sentences.insert(decision.question.into());
    let offers = table.offers(decision.seat);
    sentences.extend(offers.iter().map(|offer| offer.label.to_string()));
    let kit = table.kit();
    let counters = table.scene(Viewer::Seat(decision.seat)).counters;
    let mut asked = vec![Ref::Nothing];
    for _ in 0..POINTED_AT {
        asked.push(Ref::Spot(Spot(thoughts.pick(number(kit.spots.len())))));
        if !counters.is_empty() {
            let counter = thoughts.pick(number(counters.len()));
            asked.push(Ref::Piece(counters[usize::from(counter)].piece));
        }
    }
    for about in asked {
        sentences.extend(table.why_not(decision.seat, about).ok().flatten().map(refusal));
    }
    for _ in 0..OPENED.min(offers.len()) {
        let offer = thoughts.pick(number(offers.len()));
        let Ok(open) = table.open(decision.seat, offer) else { continue };
        let pick = match &open {
            Opening::Subset { of, most, .. } => Some(Pick::Subset(of.iter().copied().take(*most).collect())),
            other => other.simplest(),
        };
        let forecast = match pick.map(|pick| table.ask(decision.seat, offer, pick)) {
            Some(Ok(Some(forecast))) => forecast,
            Some(Err(Refusal::Illegal(illegal))) => {
                sentences.insert(refusal(illegal));
                continue;
            }
            _ => continue,
        };
        sentences.extend([forecast.title, forecast.remark.unwrap_or_default()]);
        sentences.extend(forecast.outcomes.into_iter().flat_map(|chance| [chance.label, chance.says]));
        sentences.extend(forecast.sums.into_iter().map(|sum| sum.label));
    }
}

#[test]
fn every_sentence_of_random_games_is_well_said() {
    let shelf = Shelf::open(None).unwrap();
    let mut wrong = BTreeSet::new();
    for game in shelf.games() {
        let mut aloud = BTreeSet::new();
        for scenario in game.scenarios() {
            let setup = Setup { scenario: scenario.id.clone(), options: vec![] };
            let (mut dice, mut thoughts, mut asked) = (Seeded(3), Seeded(4), Seeded(5));
            let mut table = game.begin(&setup, &mut dice).unwrap();
            let mut sentences = BTreeSet::new();
            for _ in 0..DECISIONS {
                read(&*table, &scenario.seats, &mut asked, &mut sentences);
                let Some(seat) = table.awaits().seat() else { break };
                let action = table.think(seat, "random", &mut thoughts).unwrap();
                let notes = table.play_text(seat, &action, &mut dice).unwrap();
                sentences
                    .extend(notes.seats.iter().chain([&notes.public]).flatten().map(|cited| cited.note.text.clone()));
            }
            aloud.extend(sentences.iter().cloned());
            for sentence in sentences {
                wrong.extend(
                    faults(&sentence).into_iter().map(|fault| format!("{}: {fault}: {sentence}", game.kit().id)),
                );
            }
        }
        if let Some(dir) = std::env::var_os("RHINE_SENTENCES") {
            let all = aloud.iter().fold(String::new(), |mut all, sentence| {
                writeln!(all, "{sentence}").unwrap();
                all
            });
            std::fs::write(std::path::Path::new(&dir).join(format!("{}.txt", game.kit().id)), all).unwrap();
        }
    }
    let wrong: Vec<_> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{} sentences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_scenario_has_a_briefing_and_every_game_a_first_lesson() {
    let mut wrong = vec![];
    for game in Shelf::open(None).unwrap().games() {
        let kit = game.kit();
        let training = kit.training.as_ref().unwrap_or_else(|| panic!("{}: no guided first game", kit.id));
        assert!(training.lessons.len() >= 8, "{}: {} lessons", kit.id, training.lessons.len());
        let mut sentences: Vec<&String> = training.lessons.iter().flat_map(|it| [&it.title, &it.text]).collect();
        for scenario in game.scenarios() {
            let of_it: Vec<_> = kit.briefings.iter().filter(|it| it.scenarios.contains(&scenario.id)).collect();
            let [briefing] = of_it.as_slice() else { panic!("{} {}: {of_it:?}", kit.id, scenario.id) };
            let told: Vec<Seat> = briefing.sides.iter().map(|side| side.seat).collect();
            assert_eq!(told, scenario.seats, "{} {}: each side is told once", kit.id, scenario.id);
            assert!((1..=3).contains(&briefing.hard) && !briefing.time.is_empty() && briefing.turn.len() > 1);
            sentences.extend(briefing.turn.iter().chain(briefing.sides.iter().flat_map(|side| &side.first)));
            sentences.extend(briefing.sides.iter().map(|side| &side.aim));
        }
        for text in sentences {
            wrong.extend(faults(text).into_iter().map(|fault| format!("{}: {fault}: {text}", kit.id)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn number(of: usize) -> u16 {
    u16::try_from(of).expect("there are few of them")
}
