//! Operation Grenade with a leak planted: what one side must not know shows in one channel. And with none, to see that the
//! channels are clean without it. A game begins near its end, so that many chits are drawn and little is left to play.

use operation_grenade::state::Unit;
use operation_grenade::{Action, Event, OperationGrenade, State};
use referee::{
    Awaits, Decision, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Ref, Referee, RuleIndex,
    Scenario, Scene, Seat, Seeded, Setup, Unreadable, Viewer,
};

/// Where the leak is. Files have none here: they are the table's own, not the game's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Leak {
    None,
    /// Counters are drawn as their owner sees them.
    Scene,
    /// The order of offers depends on chits.
    Offers,
    Openings,
    Odds,
    /// The public reads strengths.
    Notes,
    /// What is to be seen once stays in the log.
    Story,
    Refusals,
    Reasons,
    /// Dice fall behind the referee's back: who has seen his chit may take back what showed it.
    Undo,
    /// The question itself.
    Wire,
}

pub(crate) struct Leaky {
    pub(crate) game: OperationGrenade,
    pub(crate) leak: Leak,
}

/// The last Game-Turns but so many are played beforehand.
const FROM_TURN: u8 = 8;

/// Something that only the owners of all chits together know.
fn secret(state: &State) -> bool {
    let kinds = (0..state.chit.len()).filter_map(|i| state.chit(Unit(u8::try_from(i).unwrap())));
    kinds.map(|chit| u32::from(chit.kind)).sum::<u32>() % 2 == 1
}

impl Game for Leaky {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn kit(&self) -> &Kit {
        self.game.kit()
    }

    fn rules(&self) -> &RuleIndex {
        self.game.rules()
    }

    fn scenarios(&self) -> &[Scenario] {
        self.game.scenarios()
    }

    /// Random play up to the last Game-Turns, always the same.
    fn start(&self, setup: &Setup, _: &mut Referee<Event>) -> State {
        let mut dice = Seeded(1945);
        let mut state = self.game.start(setup, &mut Referee::silent(&mut dice));
        let mut offers = vec![];
        while state.turn < FROM_TURN {
            offers.clear();
            self.game.offers(&state, &mut offers);
            let n = usize::from(dice.pick(u16::try_from(offers.len()).unwrap()));
            // The last day of which a D-Day can be, so that the end is near.
            let mut action = offers.swap_remove(n).action;
            let pick = match action {
                Action::DDay(_) => Pick::Amount(24),
                _ => self.game.open(&state, &action).sample(&mut dice),
            };
            self.game.fill(&mut action, pick);
            if self.game.check(&state, &action).is_ok() {
                self.game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            }
        }
        state
    }

    fn awaits(&self, state: &State) -> Awaits {
        match self.game.awaits(state) {
            Awaits::Decision(decision) if self.leak == Leak::Wire && secret(state) => {
                Awaits::Decision(Decision { question: "Is this a question?", ..decision })
            }
            awaits => awaits,
        }
    }

    fn offers(&self, state: &State, offers: &mut Vec<Offer<Action>>) {
        self.game.offers(state, offers);
        if self.leak == Leak::Offers && secret(state) {
            offers.reverse();
        }
    }

    fn open(&self, state: &State, action: &Action) -> Opening {
        match self.game.open(state, action) {
            Opening::Subset { of, must, least, most, .. } if self.leak == Leak::Openings => {
                Opening::Subset { of, must, least, most, loose: secret(state) }
            }
            open => open,
        }
    }

    fn fill(&self, action: &mut Action, pick: Pick) {
        self.game.fill(action, pick);
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        self.game.check(state, action).map_err(|illegal| match self.leak == Leak::Refusals && secret(state) {
            true => Illegal { why: "you would not like it", ..illegal },
            false => illegal,
        })
    }

    fn play(&self, state: &mut State, action: &Action, referee: &mut Referee<Event>) {
        if self.leak == Leak::Undo {
            let mut record = referee::Record::default();
            self.game.play(state, action, &mut Referee::recording(&mut Seeded(7), &mut record));
            record.notes.into_iter().for_each(|(rule, event)| referee.note(rule, event));
            return;
        }
        self.game.play(state, action, referee);
    }

    fn scene(&self, state: &State, viewer: Viewer) -> Scene {
        let mut scene = self.game.scene(state, viewer);
        if self.leak == Leak::Scene && viewer != Viewer::Seat(Seat(1)) {
            scene.counters = self.game.scene(state, Viewer::Seat(Seat(1))).counters;
        }
        scene
    }

    fn describe(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        match (event, self.leak) {
            (Event::Strength { side, .. }, Leak::Notes) if viewer == Viewer::Public => {
                self.game.describe(event, Viewer::Seat(side.seat()))
            }
            (Event::Strength { .. }, Leak::Story) => {
                self.game.describe(event, viewer).map(|note| Note { passing: false, ..note })
            }
            _ => self.game.describe(event, viewer),
        }
    }

    fn imagine(&self, state: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        self.game.imagine(state, seat, dice)
    }

    fn write_action(&self, action: &Action) -> String {
        self.game.write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        self.game.read_action(text)
    }

    fn write_position(&self, state: &State) -> String {
        self.game.write_position(state)
    }

    fn read_position(&self, lines: &str) -> Result<State, Unreadable> {
        self.game.read_position(lines)
    }

    fn forecast(&self, state: &State, action: &Action) -> Option<Forecast> {
        let mut forecast = self.game.forecast(state, action)?;
        if self.leak == Leak::Odds && secret(state) {
            forecast.remark = Some("Better not.".into());
        }
        Some(forecast)
    }

    fn why_not(&self, state: &State, about: Ref) -> Option<Illegal> {
        let reason = self.game.why_not(state, about)?;
        (self.leak != Leak::Reasons || secret(state)).then_some(reason)
    }

    fn overlay(&self, state: &State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.game.overlay(state, viewer, name, about)
    }
}
