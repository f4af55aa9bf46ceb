//! Match files do not depend on how a state is laid out.

mod tally;

use referee::{
    Awaits, Dice, Game, Illegal, Kit, Match, Note, Offer, Opening, Pick, Referee, RuleIndex, Scenario, Scene, Seat,
    Seeded, Setup, Unreadable, Viewer,
};
use std::sync::Arc;
use tally::{Fault, Tally};

/// The same game as a later version has it: its state has one more field, and it stands first.
struct Later(Tally);

#[derive(Clone, PartialEq, Debug)]
struct Wider {
    actions: u64,
    state: tally::State,
}

impl Game for Later {
    type State = Wider;
    type Action = tally::Action;
    type Event = tally::Event;

    fn kit(&self) -> &Kit {
        self.0.kit()
    }
    fn rules(&self) -> &RuleIndex {
        self.0.rules()
    }
    fn scenarios(&self) -> &[Scenario] {
        self.0.scenarios()
    }
    fn start(&self, setup: &Setup, referee: &mut Referee<tally::Event>) -> Wider {
        Wider { actions: 0, state: self.0.start(setup, referee) }
    }
    fn awaits(&self, s: &Wider) -> Awaits {
        self.0.awaits(&s.state)
    }
    fn offers(&self, s: &Wider, offers: &mut Vec<Offer<tally::Action>>) {
        self.0.offers(&s.state, offers);
    }
    fn open(&self, s: &Wider, action: &tally::Action) -> Opening {
        self.0.open(&s.state, action)
    }
    fn fill(&self, action: &mut tally::Action, pick: Pick) {
        self.0.fill(action, pick);
    }
    fn check(&self, s: &Wider, action: &tally::Action) -> Result<(), Illegal> {
        self.0.check(&s.state, action)
    }
    fn play(&self, s: &mut Wider, action: &tally::Action, referee: &mut Referee<tally::Event>) {
        s.actions += 1;
        self.0.play(&mut s.state, action, referee);
    }
    fn scene(&self, s: &Wider, viewer: Viewer) -> Scene {
        self.0.scene(&s.state, viewer)
    }
    fn describe(&self, event: &tally::Event, viewer: Viewer) -> Option<Note> {
        self.0.describe(event, viewer)
    }
    fn imagine(&self, s: &Wider, seat: Seat, dice: &mut dyn Dice) -> Wider {
        Wider { actions: s.actions, state: self.0.imagine(&s.state, seat, dice) }
    }
    fn write_action(&self, action: &tally::Action) -> String {
        self.0.write_action(action)
    }
    fn read_action(&self, text: &str) -> Result<tally::Action, Unreadable> {
        self.0.read_action(text)
    }
    fn write_position(&self, s: &Wider) -> String {
        self.0.write_position(&s.state)
    }
    fn read_position(&self, lines: &str) -> Result<Wider, Unreadable> {
        Ok(Wider { actions: 0, state: self.0.read_position(lines)? })
    }
}

fn played() -> Match<Tally> {
    let setup = Setup { scenario: "plain".into(), options: vec![] };
    let (mut dice, mut chooser) = (Seeded(3), Seeded(4));
    let mut game_match =
        Match::begin(Arc::new(Tally::new(Fault::None)), &setup, &mut dice).expect("a setup of the game");
    while let Some(seat) = game_match.awaits().seat() {
        let offers = game_match.offered();
        let offer = &offers[usize::from(chooser.pick(u16::try_from(offers.len()).expect("few offers")))];
        let mut action = offer.action.clone();
        let pick = game_match.game().open(game_match.state(), &action).sample(&mut chooser);
        game_match.game().fill(&mut action, pick);
        if game_match.ask(seat, &action).is_ok() {
            game_match.play(seat, action, &mut dice).expect("it was asked");
        }
    }
    game_match
}

/// The match file with one more stamp: a file may have them anywhere.
fn stamped_after(game_match: &Match<Tally>, entries: usize) -> String {
    let position = game_match.game().write_position(&game_match.state_at(entries));
    let at = game_match.head().lines().count() + entries - 1;
    let stamp = format!(" @{:08x}", referee::fingerprint(&position));
    let text = game_match.write();
    let line = |(n, line): (usize, &str)| format!("{line}{}\n", if n == at { &stamp } else { "" });
    text.lines().enumerate().map(line).collect()
}

#[test]
fn a_state_with_another_layout_replays_the_same_file() {
    let game_match = played();
    let text = game_match.write();
    assert_eq!(text.matches(" @").count(), 1, "the last entry is stamped:\n{text}");
    assert_eq!(stamped_after(&game_match, 16).matches(" @").count(), 2);
    let again = Match::replay(game_match.share_game(), &stamped_after(&game_match, 16));
    assert_eq!((again.stopped, again.changed), (None, None));
    let later = Match::replay(Arc::new(Later(Tally::new(Fault::None))), &text);
    assert_eq!((later.stopped, later.changed), (None, None));
    let later = later.game_match.unwrap();
    assert_eq!(later.state().state, *game_match.state());
    assert_eq!(later.state().actions, 18);
    assert_eq!(later.write(), text);
}

#[test]
fn another_position_stops_a_file_of_today_and_is_told_for_an_older_one() {
    let text = stamped_after(&played(), 16);
    let (line, stamped) = text.lines().enumerate().find(|(_, line)| line.contains(" @")).unwrap();
    let stamp = stamped.rsplit_once('@').unwrap().1;
    let wrong = text.replacen(stamp, "00000000", 1);
    let replayed = Match::replay(Arc::new(Tally::new(Fault::None)), &wrong);
    let stopped = replayed.stopped.expect("a wrong stamp stops the replay");
    assert_eq!(stopped.line, line + 1);
    assert!(stopped.what.contains("the position differs"), "{stopped}");
    assert_eq!(replayed.game_match.unwrap().entries().len(), 15);

    let rules = text.lines().find(|line| line.starts_with("rules ")).unwrap();
    let older = wrong.replacen(rules, "rules 1944-06-06", 1);
    let replayed = Match::replay(Arc::new(Tally::new(Fault::None)), &older);
    assert_eq!(replayed.stopped, None);
    assert_eq!(replayed.changed.expect("the change is told").line, line + 1);
    assert_eq!(replayed.game_match.unwrap().entries().len(), 18);
}

#[test]
fn stamps_of_the_first_format_are_read_and_not_compared() {
    let text = played().write().replace(" @", " #");
    let replayed = Match::replay(Arc::new(Tally::new(Fault::None)), &text);
    assert_eq!((replayed.stopped, replayed.changed), (None, None));
    assert_eq!(replayed.game_match.unwrap().entries().len(), 18);
    let broken = text.replacen(" #", " #x", 1);
    let stopped = Match::replay(Arc::new(Tally::new(Fault::None)), &broken).stopped.unwrap();
    assert!(stopped.what.contains("is no fingerprint"), "{stopped}");
}

#[test]
fn a_look_into_the_past_is_the_past() {
    let game_match = played();
    let mut again = game_match.up_to(0);
    for (i, entry) in game_match.entries().iter().enumerate() {
        assert_eq!(game_match.state_at(i), *again.state(), "after {i} entries");
        let mut dice = referee::Scripted::new(&entry.rolls);
        again.play(entry.seat, entry.action.clone(), &mut dice).unwrap();
    }
    assert_eq!(again.write(), game_match.write());
    assert_eq!(game_match.rolls(), game_match.rolled().count());
    let records: Vec<_> = game_match.records_from(5).collect();
    assert_eq!(records.len(), 13);
    assert!(records.iter().all(|(entry, record)| entry.rolls == record.rolls && !record.notes.is_empty()));
}
