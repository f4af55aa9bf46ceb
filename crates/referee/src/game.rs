//! What a rulebook must answer.

use crate::chance::{Dice, Referee};
use crate::forecast::Forecast;
use crate::ids::{Ref, Seat, Viewer};
use crate::kit::Kit;
use crate::notation::Unreadable;
use crate::offer::{Offer, Opening, Pick};
use crate::rule::{Illegal, Rule, RuleIndex};
use crate::scene::{Note, Scene};
use std::fmt::Debug;

/// Who must decide what, and the rule that asks it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub seat: Seat,
    pub rule: Rule,
    pub question: &'static str,
}

/// How a game ended, and by which rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub winner: Option<Seat>,
    pub level: &'static str,
    pub rule: Rule,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Awaits {
    Decision(Decision),
    Over(Outcome),
}

impl Awaits {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Awaits::Decision(decision) => Some(decision.seat),
            Awaits::Over(_) => None,
        }
    }

    /// The rule that asks, or by which the game is over.
    pub fn rule(self) -> Rule {
        match self {
            Awaits::Decision(decision) => decision.rule,
            Awaits::Over(outcome) => outcome.rule,
        }
    }
}

/// One way to set a game up, as the shelf shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    /// A sentence of history, or of what is special.
    pub about: String,
    /// What in it is not printed but reconstructed; empty if nothing is.
    pub reconstructed: String,
    pub turns: u8,
    /// Who takes part, of the kit's seats.
    pub seats: Vec<Seat>,
    pub options: Vec<ScenarioOption>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioOption {
    pub id: String,
    pub about: String,
}

/// A scenario and the options switched on in it. Written `historical` or `basic +weather +fair-play`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    pub scenario: String,
    pub options: Vec<String>,
}

impl Setup {
    /// Reads `basic +weather +fair-play`.
    pub fn read(text: &str) -> Result<Setup, Unreadable> {
        let mut words = text.split_ascii_whitespace();
        let scenario = words.next().ok_or_else(|| Unreadable::new("no scenario is named"))?;
        let options = words
            .map(|word| word.strip_prefix('+').map(String::from).ok_or_else(|| Unreadable::unknown("option", word)))
            .collect::<Result<_, _>>()?;
        Ok(Setup { scenario: scenario.into(), options })
    }

    /// Whether there is such a scenario, and whether it has these options.
    pub fn check<'s>(&self, scenarios: &'s [Scenario]) -> Result<&'s Scenario, Unreadable> {
        let scenario = scenarios.iter().find(|scenario| scenario.id == self.scenario);
        let scenario = scenario.ok_or_else(|| Unreadable::unknown("scenario", &self.scenario))?;
        match self.options.iter().find(|option| !scenario.options.iter().any(|o| o.id == **option)) {
            Some(option) => Err(Unreadable::unknown("option", option)),
            None => Ok(scenario),
        }
    }

    /// The first line of a position, `scenario NAME +OPTION`, and the lines after it that say something.
    pub fn of_position<'t>(
        lines: &'t str,
        scenarios: &[Scenario],
    ) -> Result<(Setup, impl Iterator<Item = &'t str> + use<'t>), Unreadable> {
        let mut lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().and_then(|line| line.strip_prefix("scenario "));
        let setup = Setup::read(first.ok_or_else(|| Unreadable::new("a position begins with `scenario NAME`"))?)?;
        setup.check(scenarios)?;
        Ok((setup, lines))
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|o| o == option)
    }
}

impl std::fmt::Display for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.scenario)?;
        self.options.iter().try_for_each(|option| write!(f, " +{option}"))
    }
}

/// The rules of one game over its printed components (`self`). Everything else is generic.
///
/// A game does no input or output, reads no clock, uses no floating point and no hash order:
/// same state, same action, same rolls give the same result.
pub trait Game: Send + Sync + Sized + 'static {
    type State: Clone + PartialEq + Debug + Send + Sync;
    type Action: Clone + PartialEq + Debug + Send + Sync;
    type Event: Copy + PartialEq + Debug + Send + Sync;

    // Components.

    /// Everything a client needs once: map, faces, charts, seats.
    fn kit(&self) -> &Kit;
    fn rules(&self) -> &RuleIndex;
    fn scenarios(&self) -> &[Scenario];

    // The course of play.

    /// The caller has checked that the scenario and its options exist.
    fn start(&self, setup: &Setup, referee: &mut Referee<Self::Event>) -> Self::State;
    fn awaits(&self, state: &Self::State) -> Awaits;
    /// Appends what the awaited seat may do. Depends only on what that seat knows.
    fn offers(&self, state: &Self::State, offers: &mut Vec<Offer<Self::Action>>);
    /// What is left to choose in an offered action.
    fn open(&self, state: &Self::State, action: &Self::Action) -> Opening;
    /// Puts a pick into an offered action. A pick of the wrong kind leaves it as it is.
    fn fill(&self, action: &mut Self::Action, pick: Pick);
    /// Any action may be asked about, also one that makes no sense in this state.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<(), Illegal>;
    /// The caller has checked the action.
    fn play(&self, state: &mut Self::State, action: &Self::Action, referee: &mut Referee<Self::Event>);

    // Who sees what.

    fn scene(&self, state: &Self::State, viewer: Viewer) -> Scene;
    /// The sentence a viewer reads, or nothing if that viewer may not know.
    fn describe(&self, event: &Self::Event, viewer: Viewer) -> Option<Note>;
    /// A full state this seat could believe in: hidden things drawn afresh.
    fn imagine(&self, state: &Self::State, seat: Seat, dice: &mut dyn Dice) -> Self::State;

    // Notation.

    fn write_action(&self, action: &Self::Action) -> String;
    fn read_action(&self, text: &str) -> Result<Self::Action, Unreadable>;
    /// The position as text, one fact a line. Cases compare with these lines.
    fn write_position(&self, state: &Self::State) -> String;
    /// A state from such lines: for cases, problems and a game that began on a paper table.
    fn read_position(&self, lines: &str) -> Result<Self::State, Unreadable>;

    // Optional.

    /// Odds before a player commits.
    fn forecast(&self, _state: &Self::State, _action: &Self::Action) -> Option<Forecast> {
        None
    }
    /// A random lawful pick for an offered action, found without working out the whole opening: for playouts.
    /// Nothing where the opening itself is the quickest way to one.
    fn sample(&self, _state: &Self::State, _action: &Self::Action, _dice: &mut dyn Dice) -> Option<Pick> {
        None
    }
    /// How good a state looks for a seat; for bots only.
    fn value(&self, _state: &Self::State, _seat: Seat) -> i32 {
        0
    }
    /// How promising an action looks before it is tried, by rules of thumb; for bots only.
    fn advise(&self, _state: &Self::State, _action: &Self::Action) -> i32 {
        0
    }
    /// What the yardstick judges by: `value` as it was when the yardstick was made. A game whose value gets better keeps
    /// the old one here, so that strength is always measured against the same opponent.
    fn kept_value(&self, state: &Self::State, seat: Seat) -> i32 {
        self.value(state, seat)
    }
    /// The same for `advise`.
    fn kept_advice(&self, state: &Self::State, action: &Self::Action) -> i32 {
        self.advise(state, action)
    }
    /// Whether `value` at the end of a phase tells more than playing on through the others' answer; for bots that play on.
    fn trusts_value(&self) -> bool {
        false
    }
    /// How many rows of decisions up to the next dice a hard bot drafts to choose from, in a game with long phases; 0 where it
    /// compares first decisions.
    fn drafts(&self) -> usize {
        0
    }
    /// Whether one of them is drafted as the yardstick would, with all its care. It takes plays from the others.
    fn drafts_with_care(&self) -> bool {
        false
    }
    /// Whether hands in a hurry, by which bots play on, judge by the values of the yardstick: where its advice says well what
    /// is worth a try, they are nearly as good as without the hurry.
    fn hurries_by_kept_values(&self) -> bool {
        false
    }
    /// A number that changes whenever a player's turn or phase ends, and never comes back: bots plan up to there.
    /// 0 if the game does not tell.
    fn phase(&self, _state: &Self::State) -> u32 {
        0
    }
    /// Whose turn or phase it is; who is awaited, if the game does not tell.
    fn mover(&self, state: &Self::State) -> Option<Seat> {
        self.awaits(state).seat()
    }
    /// How many plays a hard bot may try for a phase, so that it thinks for some seconds at most; 0 where playing on was
    /// not found to make it stronger.
    fn budget(&self) -> u64 {
        3_000
    }
    /// Whole operations of the awaited seat: decisions that only pay together, in their order. For bots that plan.
    fn operations(&self, _state: &Self::State, _seat: Seat) -> Vec<Vec<Self::Action>> {
        vec![]
    }
    /// How far a game went a seat's way, in the game's own points: for measuring. Whoever wins is above whoever does
    /// not, whatever the points.
    fn margin(&self, state: &Self::State, seat: Seat) -> i32 {
        let scores = self.scene(state, Viewer::Public).scores;
        let mine = scores.iter().find(|score| score.seat == seat).map_or(0, |score| score.points);
        let best = scores.iter().filter(|score| score.seat != seat).map(|score| score.points).max().unwrap_or(0);
        won_above_all(self.awaits(state), seat, mine - best)
    }
    /// What a practised player would do here without trying anything: the awaited seat's next decisions in their
    /// order, as far as they belong to one question. Nothing where the game has no such habit. For bots, in games too
    /// large to open every offer; depends only on what that seat knows.
    fn habit(&self, _state: &Self::State, _seat: Seat) -> Vec<Self::Action> {
        vec![]
    }
    /// What somebody of another temper would do here instead: rows like that of `habit`. For bots that compare.
    fn other_habits(&self, _state: &Self::State, _seat: Seat) -> Vec<Vec<Self::Action>> {
        vec![]
    }
    /// The habit of the day the yardstick was made, by which the strength of bots is measured. When you improve `habit`,
    /// keep the old one here.
    fn kept_habit(&self, state: &Self::State, seat: Seat) -> Vec<Self::Action> {
        self.habit(state, seat)
    }
    /// Why nothing is offered about a thing the awaited seat points at; about nothing: why the phase cannot be
    /// ended. Nothing if the question itself says it. Depends only on what that seat knows.
    fn why_not(&self, _state: &Self::State, _about: Ref) -> Option<Illegal> {
        None
    }
    /// What must hold between any two decisions, however they came about.
    fn assert_sound(&self, _state: &Self::State) {}
    /// What an overlay marks: `zones`, `reach` of a piece and so on, as named in the kit.
    fn overlay(&self, _state: &Self::State, _viewer: Viewer, _name: &str, _about: Ref) -> Vec<Ref> {
        vec![]
    }
}

/// The points of a margin, without the weight of a win.
pub fn points_of(margin: i32) -> i32 {
    match margin {
        WON_BY_FAR.. => margin - WON,
        ..=LOST_BY_FAR => margin + WON,
        _ => margin,
    }
}

const WON_BY_FAR: i32 = WON / 2;
const LOST_BY_FAR: i32 = -WON / 2;
/// What a win weighs in a margin; points stay below it.
const WON: i32 = 1_000_000;

/// Points as a margin: a win outweighs any of them.
pub fn won_above_all(awaits: Awaits, seat: Seat, points: i32) -> i32 {
    let points = points.clamp(1 - WON, WON - 1);
    match awaits {
        Awaits::Over(Outcome { winner: Some(winner), .. }) if winner == seat => WON + points,
        Awaits::Over(Outcome { winner: Some(_), .. }) => points - WON,
        _ => points,
    }
}
