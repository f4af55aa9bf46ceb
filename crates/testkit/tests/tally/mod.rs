//! Tally, a game of no merit: each round both sides plan a number in secret, then each takes two
//! turns: walk along a line of ten spots, spend tokens, or roll. Then the plans are shown. It has
//! one of everything that the laws look at, and a fault can be planted for each law.

#![allow(dead_code, unreachable_pub, missing_debug_implementations, reason = "each test file uses its own part")]
#![allow(clippy::cast_possible_truncation, reason = "everything here is small")]

use referee::*;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// Law 1: nothing is offered on spot 9.
    DeadEnd,
    /// Law 1: an offer with nothing to pick.
    EmptyOffer,
    /// Law 2: one spot too many is announced.
    OverAnnounced,
    /// Law 2: the simplest pick of the loose opening is refused.
    PlainestRefused,
    /// Law 2: playouts are offered a walk that no opening announces.
    WildSample,
    /// Law 3: a plan of 6 passes the check.
    LaxCheck,
    /// Law 3: walking is lawful when it is time to plan.
    LaxPhase,
    /// Law 3: the check panics over a token that does not exist.
    PanickyCheck,
    /// Law 4: walking to spot 5 changes nothing.
    NoChange,
    /// Law 5: a plan of 3 is written as 2.
    WrongNotation,
    /// Law 5: the rolled number counts only when written down.
    RecordMatters,
    /// Law 5: something besides state, action and rolls has a say.
    SecretClock,
    /// Law 7: the scene shows the other's plan.
    SceneLeak,
    /// Law 7: planning the same as the other is not offered.
    OfferLeak,
    /// Law 7: the opening of an offer depends on the other's plan.
    OpeningLeak,
    /// Law 7: the refusal of a move depends on the other's plan.
    RefusalLeak,
    /// Law 7: the odds know the other's plan.
    ForecastLeak,
    /// Law 7: everybody reads what was planned.
    NoteLeak,
    /// Law 7: a walker is told the other's plan.
    WalkNoteLeak,
    /// Law 7: the true plan is imagined more often than others.
    TruthfulDream,
    /// Law 8: notes, refusals, decisions and outcomes under an unknown number.
    UnknownNote,
    UnknownRefusal,
    UnknownDecision,
    UnknownOutcome,
    UnknownOdds,
    /// Law 8: odds that do not add up.
    WrongOdds,
    /// Law 9: the rounds are not counted.
    Endless,
    /// Law 10: a score that cannot be.
    Unsound,
    /// Law 10: the position forgets the scores.
    LossyPosition,
    /// Law 10: a position in the second step cannot be read.
    UnreadablePosition,
    /// Law 10: the position does not say who stands where.
    ForgetfulPosition,
    /// Law 11: the tokens that can be spent are not shown.
    UnseenTokens,
    /// Law 11: an offer is about a piece that does not exist.
    OfferAboutNothing,
    /// Law 12: a token is spent, and spent again.
    SpentTwice,
    /// Law 12: a walker is gone, and still there.
    GoneButThere,
    /// Any law: play panics on a roll of 4.
    PanickyPlay,
}

pub struct Tally {
    pub fault: Fault,
    kit: Kit,
    rules: RuleIndex,
    scenarios: Vec<Scenario>,
}

#[derive(Clone, PartialEq, Debug, Hash)]
pub struct State {
    pub round: u8,
    /// 0: A plans, 1: B plans, 2 and 3: A acts, 4 and 5: B acts, 6: over.
    pub step: u8,
    pub plans: [u8; 2],
    pub at: [u8; 2],
    pub tokens: [u8; 2],
    pub score: [i16; 2],
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Plan(i16),
    Walk(Vec<Spot>),
    Spend(u8),
    Roll,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    Planned(Seat, u8),
    Walked(Seat, u8, u8),
    Spent(Seat, u8),
    Rolled(Seat, u8),
    Shown(u8, u8),
}

const ROUNDS: u8 = 3;

impl Tally {
    pub fn new(fault: Fault) -> Tally {
        let rule = |id: &str| RuleEntry {
            id: id.into(),
            title: format!("Case {id}"),
            text: String::new(),
            kind: RuleKind::Enforced,
            see: vec![],
            ruling: None,
            reconstructed: false,
        };
        let seat = |short: &str| SeatLook { name: format!("Side {short}"), short: short.into(), ..SeatLook::default() };
        let spot = |i: u8| SpotLook {
            name: format!("s{i}"),
            called: String::new(),
            at: (f32::from(i), 0.0),
            shape: Shape::Hex,
            ground: 0,
            about: String::new(),
            sure: true,
            owners: vec![],
            prints: vec![],
        };
        let face = |name: &str| Face { name: name.into(), ..Face::default() };
        let kit = Kit {
            id: "tally".into(),
            title: "Tally".into(),
            rules_version: "1".into(),
            seats: vec![seat("A"), seat("B")],
            spots: (0..10).map(spot).collect(),
            faces: vec![face("a"), face("b"), face("t0"), face("t1"), face("t2"), face("t3")],
            ..Kit::default()
        };
        let rules = RuleIndex::new(["1.1", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2", "5.1", "6.1"].map(rule).into());
        let scenario = Scenario {
            id: "plain".into(),
            title: "Plain".into(),
            about: String::new(),
            reconstructed: String::new(),
            turns: ROUNDS,
            seats: vec![Seat(0), Seat(1)],
            options: vec![],
        };
        Tally { fault, kit, rules, scenarios: vec![scenario] }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn seat(s: &State) -> usize {
        match s.step {
            0 | 2 | 3 => 0,
            _ => 1,
        }
    }

    /// Plans are shown in public at the end of a round; the other's is hidden until then.
    fn sees(viewer: Viewer, whose: usize) -> bool {
        matches!(viewer, Viewer::Seat(seat) if seat.index() == whose)
    }

    fn can_walk(s: &State, me: usize) -> bool {
        s.at[me] < 9
    }

    fn end_of_step(&self, s: &mut State, r: &mut Referee<Event>) {
        s.step += 1;
        if s.step == 6 {
            r.seal();
            r.note(Rule("2.2"), Event::Shown(s.plans[0], s.plans[1]));
            s.score[0] += i16::from(s.plans[0] > s.plans[1]);
            s.score[1] += i16::from(s.plans[1] > s.plans[0]);
            s.plans = [0, 0];
            if !self.is(Fault::Endless) {
                s.round += 1;
            }
            s.step = if s.round > ROUNDS { 6 } else { 0 };
        }
    }
}

fn token_weight(bits: u8) -> u32 {
    (0..4).filter(|i| bits & (1 << i) != 0).map(|i| i + 1).sum()
}

thread_local! {
    static OUTSIDE: std::cell::Cell<u8> = const { std::cell::Cell::new(0) };
}

impl Game for Tally {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn rules(&self) -> &RuleIndex {
        &self.rules
    }

    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    fn start(&self, _: &Setup, r: &mut Referee<Event>) -> State {
        let first = r.roll(3) - 1;
        State { round: 1, step: 0, plans: [0, 0], at: [first, 0], tokens: [0b1111, 0b1111], score: [0, 0] }
    }

    fn awaits(&self, s: &State) -> Awaits {
        if s.step == 6 {
            let rule = if self.is(Fault::UnknownOutcome) { Rule("9.9") } else { Rule("6.1") };
            let winner = match s.score[0].cmp(&s.score[1]) {
                std::cmp::Ordering::Greater => Some(Seat(0)),
                std::cmp::Ordering::Less => Some(Seat(1)),
                std::cmp::Ordering::Equal => None,
            };
            return Awaits::Over(Outcome { winner, level: "More points", rule });
        }
        let seat = Seat(Self::seat(s) as u8);
        let rule = if self.is(Fault::UnknownDecision) { Rule("9.9") } else { Rule("1.1") };
        let question = if s.step < 2 { "Plan a number" } else { "What do you do?" };
        Awaits::Decision(Decision { seat, rule, question })
    }

    fn offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let me = Self::seat(s);
        let about = if self.is(Fault::OfferAboutNothing) { Ref::Piece(Piece(77)) } else { Ref::Nothing };
        let mut offer = |action, label| offers.push(Offer::new(action, about, label));
        if s.step < 2 {
            offer(Action::Plan(0), "Plan");
            return;
        }
        if self.is(Fault::OfferLeak) && s.plans[1 - me] == 3 {
            offer(Action::Roll, "Roll");
            return;
        }
        if Self::can_walk(s, me) || self.is(Fault::EmptyOffer) {
            offer(Action::Walk(vec![]), "Walk");
        }
        if s.tokens[me] != 0 {
            offer(Action::Spend(0), "Spend");
        }
        if !self.is(Fault::DeadEnd) || Self::can_walk(s, me) {
            offer(Action::Roll, "Roll");
        } else {
            offers.clear();
        }
    }

    fn open(&self, s: &State, action: &Action) -> Opening {
        let me = Self::seat(s);
        match action {
            Action::Plan(_) => Opening::Amount { least: 1, most: 5 },
            Action::Walk(_) => {
                let from = s.at[me];
                let mut far = (from + 3).min(9);
                if self.is(Fault::OverAnnounced) && far < 9 {
                    far += 1;
                }
                if self.is(Fault::OpeningLeak) && s.plans[1 - me] == 2 {
                    far = from + 1;
                }
                let leg = |to: u8| Leg {
                    spot: Spot(to.into()),
                    via: Spot((to - 1).into()),
                    cost: (to - from).into(),
                    end: true,
                    stop: false,
                };
                Opening::Path(Reach {
                    from: Spot(from.into()),
                    budget: 3,
                    scale: 1,
                    legs: (from + 1..=far).map(leg).collect(),
                })
            }
            Action::Spend(_) => {
                let of: Vec<_> =
                    (0..4).filter(|i| s.tokens[me] & (1 << i) != 0).map(|i| Ref::Piece(Piece(2 + i))).collect();
                let least = 1;
                let most = of.len();
                let must = 0;
                Opening::Subset { of, must, least, most, loose: true }
            }
            Action::Roll => Opening::Nothing,
        }
    }

    fn fill(&self, action: &mut Action, pick: Pick) {
        match (action, pick) {
            (Action::Plan(n), Pick::Amount(amount)) => *n = amount,
            (Action::Walk(path), Pick::Path(picked)) => *path = picked,
            (Action::Spend(bits), Pick::Subset(refs)) => {
                for item in refs {
                    if let Ref::Piece(Piece(i @ 2..=9)) = item {
                        *bits |= 1 << (i - 2);
                    }
                }
            }
            _ => {}
        }
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let me = Self::seat(s);
        let planning = s.step < 2;
        let time = Rule(if self.is(Fault::UnknownRefusal) { "9.9" } else { "1.1" });
        let untimely = Err(Illegal::new(time, "not now"));
        match action {
            _ if s.step == 6 => untimely,
            Action::Plan(_) if !planning => untimely,
            Action::Plan(n) => match n {
                1..=5 => Ok(()),
                6 if self.is(Fault::LaxCheck) => Ok(()),
                _ => Err(Illegal::new(Rule("2.1"), "a plan is a number from 1 to 5")),
            },
            Action::Walk(_) if planning && !self.is(Fault::LaxPhase) => untimely,
            Action::Walk(path) => {
                let mut steps = path.iter().scan(u16::from(s.at[me]), |at, spot| {
                    let step = spot.0 == *at + 1;
                    *at = spot.0;
                    Some(step)
                });
                let limit = if self.is(Fault::RefusalLeak) && s.plans[1 - me] == 1 { 1 } else { 3 };
                if path.is_empty() || path.len() > limit {
                    return Err(Illegal::new(Rule("3.1"), "a walk has one to three steps"));
                }
                if !steps.all(|step| step) || path.iter().any(|spot| spot.0 > 9) {
                    return Err(Illegal::new(Rule("3.2"), "one walks forward, spot by spot"));
                }
                Ok(())
            }
            Action::Spend(_) | Action::Roll if planning => untimely,
            Action::Spend(bits) => {
                if self.is(Fault::PanickyCheck) {
                    assert!(*bits < 16, "there are four tokens");
                }
                if *bits == 0 || bits & !s.tokens[me] != 0 {
                    return Err(Illegal::new(Rule("4.1"), "one spends tokens one has"));
                }
                let most = if self.is(Fault::PlainestRefused) { 3 } else { 5 };
                if token_weight(*bits) > most {
                    return Err(Illegal::new(Rule("4.2"), "tokens of more than five together"));
                }
                Ok(())
            }
            Action::Roll if self.is(Fault::DeadEnd) && !Self::can_walk(s, me) => untimely,
            Action::Roll => Ok(()),
        }
    }

    fn play(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let me = Self::seat(s);
        let seat = Seat(me as u8);
        match action {
            Action::Plan(n) => {
                s.plans[me] = *n as u8;
                r.note(Rule("2.1"), Event::Planned(seat, *n as u8));
            }
            Action::Walk(path) => {
                let to = path.last().expect("a walk has a step").0 as u8;
                if self.is(Fault::NoChange) && to == 5 {
                    return;
                }
                s.at[me] = to;
                r.note(Rule("3.1"), Event::Walked(seat, to, s.plans[1 - me]));
            }
            Action::Spend(bits) => {
                s.tokens[me] &= !bits;
                s.score[me] += bits.count_ones() as i16;
                let rule = if self.is(Fault::UnknownNote) { Rule("9.9") } else { Rule("4.1") };
                r.note(rule, Event::Spent(seat, *bits));
                if self.is(Fault::SpentTwice) {
                    r.note(rule, Event::Spent(seat, *bits));
                }
            }
            Action::Roll => {
                let recorded = format!("{r:?}").contains("recording");
                let die = if self.is(Fault::SecretClock) { 3 } else { r.roll(6) };
                assert!(!(self.is(Fault::PanickyPlay) && die == 4), "a four was never considered");
                if !self.is(Fault::RecordMatters) || recorded {
                    s.score[me] += i16::from(die > 3);
                }
                if self.is(Fault::SecretClock) {
                    OUTSIDE.set(OUTSIDE.get().wrapping_add(1));
                    s.score[me] += i16::from(OUTSIDE.get());
                }
                if self.is(Fault::Unsound) && die == 6 {
                    s.score[me] = -1;
                }
                r.note(Rule("5.1"), Event::Rolled(seat, die));
            }
        }
        self.end_of_step(s, r);
    }

    fn scene(&self, s: &State, viewer: Viewer) -> Scene {
        let counter = |i: usize| Counter {
            piece: Piece(i as u16),
            face: i as u16,
            at: Spot(s.at[i].into()),
            level: 0,
            badges: 0,
            ..Counter::default()
        };
        let tokens = |seat: usize| {
            let face = move |i: u16| Counter { piece: Piece(2 + i), face: 2 + i, at: Spot(0), ..Counter::default() };
            (0..4).filter(move |i| s.tokens[seat] & (1 << i) != 0).map(face)
        };
        let plan = |whose: usize| {
            let seen = Self::sees(viewer, whose) || self.is(Fault::SceneLeak);
            if seen { i16::from(s.plans[whose]) } else { i16::from(s.plans[whose] > 0) * 100 }
        };
        let mut counters = vec![counter(0), counter(1)];
        if let Viewer::Seat(seat) = viewer
            && !self.is(Fault::UnseenTokens)
        {
            counters.extend(tokens(seat.index()));
        }
        let score = |seat: usize| Score { seat: Seat(seat as u8), points: s.score[seat].into(), unit: "points".into() };
        Scene {
            counters,
            tracks: vec![plan(0), plan(1), s.round.into(), s.step.into(), s.tokens[0].into(), s.tokens[1].into()],
            scores: vec![score(0), score(1)],
            ..Scene::default()
        }
    }

    fn describe(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        let name = |seat: &Seat| &self.kit.seats[seat.index()].short;
        let shows = match event {
            Event::Spent(_, bits) => Shows::Gone(Piece(2 + bits.trailing_zeros() as u16)),
            Event::Rolled(seat, _) if self.is(Fault::GoneButThere) => Shows::Gone(Piece(seat.0.into())),
            _ => Shows::Nothing,
        };
        let text = match event {
            Event::Planned(seat, n) if Self::sees(viewer, seat.index()) || self.is(Fault::NoteLeak) => {
                format!("{} plans {n}", name(seat))
            }
            Event::Planned(seat, _) => format!("{} has planned", name(seat)),
            Event::Walked(seat, to, plan) if self.is(Fault::WalkNoteLeak) => {
                format!("{} walks to s{to}, not minding {plan}", name(seat))
            }
            Event::Walked(seat, to, _) => format!("{} walks to s{to}", name(seat)),
            Event::Spent(seat, bits) => format!("{} spends {}", name(seat), bits.count_ones()),
            Event::Rolled(seat, die) => format!("{} rolls {die}", name(seat)),
            Event::Shown(a, b) => format!("the plans were {a} and {b}"),
        };
        Some(Note::says(text).showing(shows))
    }

    fn imagine(&self, s: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        let mut dream = s.clone();
        let other = 1 - seat.index();
        if s.plans[other] > 0 {
            dream.plans[other] = match dice.pick(5) as u8 + 1 {
                5 if self.is(Fault::TruthfulDream) => s.plans[other],
                plan => plan,
            };
        }
        dream
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Plan(3) if self.is(Fault::WrongNotation) => "plan 2".into(),
            Action::Plan(n) => format!("plan {n}"),
            Action::Walk(path) => {
                let names: Vec<_> = path.iter().map(|spot| format!("s{}", spot.0)).collect();
                format!("walk {}", names.join("-"))
            }
            Action::Spend(bits) => {
                let names: Vec<_> = (0..8).filter(|i| bits & (1 << i) != 0).map(|i| format!("t{i}")).collect();
                format!("spend {}", names.join("+"))
            }
            Action::Roll => "roll".into(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = |letter: char, kind: &str, word: &str| {
            let digits = word.strip_prefix(letter).and_then(|digits| digits.parse::<u16>().ok());
            digits.filter(|n| *n < 10).ok_or_else(|| Unreadable::unknown(kind, word))
        };
        match verb {
            "plan" => rest.parse().map(Action::Plan).map_err(|_| Unreadable::unknown("number", rest)),
            "walk" => {
                let path = rest.split('-').map(|word| number('s', "spot", word).map(Spot));
                path.collect::<Result<_, _>>().map(Action::Walk)
            }
            "spend" => {
                let mut bits = 0;
                for word in rest.split('+') {
                    bits |= 1 << number('t', "token", word)?.min(7);
                }
                Ok(Action::Spend(bits))
            }
            "roll" => Ok(Action::Roll),
            _ => Err(Unreadable::unknown("action", verb)),
        }
    }

    fn write_position(&self, s: &State) -> String {
        let mut text = format!("round {}\nstep {}\n", s.round, s.step);
        for (i, short) in ["A", "B"].iter().enumerate() {
            let at = if self.is(Fault::ForgetfulPosition) { 0 } else { s.at[i] };
            text += &format!("{short} at s{at}\n{short} tokens {}\n{short} plan {}\n", s.tokens[i], s.plans[i]);
            if !(self.is(Fault::LossyPosition) && s.score[i] > 2) {
                text += &format!("{short} score {}\n", s.score[i]);
            } else {
                text += &format!("{short} score {}\n", s.score[i] - 1);
            }
        }
        text
    }

    fn read_position(&self, lines: &str) -> Result<State, Unreadable> {
        let mut s = State { round: 1, step: 0, plans: [0, 0], at: [0, 0], tokens: [0b1111, 0b1111], score: [0, 0] };
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (words, count) = words::<3>(line);
            let number = |word: &str| {
                let digits = word.strip_prefix('s').unwrap_or(word);
                digits.parse::<i16>().map_err(|_| Unreadable::unknown("number", word))
            };
            match (words[0], words[1], count) {
                ("round", n, 2) => s.round = number(n)? as u8,
                ("step", "2", 2) if self.is(Fault::UnreadablePosition) => return Err(Unreadable::unknown("step", "2")),
                ("step", n, 2) => s.step = number(n)? as u8,
                (short @ ("A" | "B"), what, 3) => {
                    let i = usize::from(short == "B");
                    let n = number(words[2])?;
                    match what {
                        "at" => s.at[i] = n as u8,
                        "tokens" => s.tokens[i] = n as u8,
                        "plan" => s.plans[i] = n as u8,
                        "score" => s.score[i] = n,
                        _ => return Err(Unreadable::unknown("fact", what)),
                    }
                }
                (word, ..) => return Err(Unreadable::unknown("line", word)),
            }
        }
        Ok(s)
    }

    fn forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        let rule = if self.is(Fault::UnknownOdds) { Rule("9.9") } else { Rule("5.1") };
        let half = |label: &str| Chance::new(label, 3, rule);
        let known = if self.is(Fault::ForecastLeak) { s.plans[1 - Self::seat(s)] } else { 0 };
        let sums = vec![Sum { label: "die".into(), amount: known.into(), rule: Rule("5.1") }];
        (*action == Action::Roll).then(|| Forecast {
            title: "a point on 4 to 6".into(),
            sums,
            chart: None,
            outcomes: vec![half("a point"), half("nothing")],
            of: if self.is(Fault::WrongOdds) { 7 } else { 6 },
            remark: None,
        })
    }

    fn sample(&self, s: &State, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        let Action::Walk(_) = action else { return None };
        let from = u16::from(s.at[Self::seat(s)]);
        let most = if self.is(Fault::WildSample) { 4 } else { 3.min(9 - from) };
        Some(Pick::Path((1..=1 + dice.pick(most)).map(|step| Spot(from + step)).collect()))
    }

    fn value(&self, s: &State, seat: Seat) -> i32 {
        let me = seat.index();
        i32::from(s.score[me]) * 10 - i32::from(s.score[1 - me]) * 10 + i32::from(s.plans[me])
    }

    fn assert_sound(&self, s: &State) {
        assert!(s.at.iter().all(|at| *at <= 9), "everybody stands on a spot");
        assert!(s.score.iter().all(|score| *score >= 0), "no score is below zero");
    }
}
