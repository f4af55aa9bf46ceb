//! SET: Set-up, and what must always hold.

use crate::components::{Due, ScenarioCard, Side};
use crate::state::{Hexes, Options, PHANTOMS, Phantom, Place, Spent, State, UnitState};
use crate::{DdayToTheRhine, Event};
use referee::{Piece, Referee, Rule, Scenario, Setup, Stack};

pub(crate) fn scenario(card: &ScenarioCard) -> Scenario {
    Scenario {
        id: card.id.clone(),
        title: card.title.clone(),
        about: card.history.clone(),
        reconstructed: card.reconstructed.clone(),
        turns: card.months(),
        seats: Side::BOTH.map(Side::seat).into(),
        options: card.options.clone(),
    }
}

impl DdayToTheRhine {
    /// [SET.3] Everything where the scenario puts it; nobody is asked anything yet.
    pub(crate) fn laid_out(&self, setup: &Setup) -> State {
        let nth = self.c.scenarios.iter().position(|card| card.id == setup.scenario).unwrap_or(0);
        let card = &self.c.scenarios[nth];
        let mut s = State {
            steps: Stack::new(),
            scenario: u8::try_from(nth).unwrap_or(0),
            options: Options {
                hidden: setup.has("hidden"),
                weather: setup.has("weather"),
                open_cards: setup.has("open-cards"),
                invasion_4: setup.has("invasion-4"),
                weak_german_die: setup.has("weak-german-die"),
            },
            month: card.first,
            phase: 1,
            units: [UnitState::default(); crate::state::MAX_UNITS],
            phantoms: [Phantom::default(); PHANTOMS],
            occupied: [Hexes::empty(); 2],
            allied: Hexes::empty(),
            beaches: [false; 2],
            tried: [true; 2],
            failed: [false; 2],
            rp: [0; 2],
            pc: 0,
            spent: Spent::default(),
            fired: [false; 2],
            bomber_used: false,
            airborne_used: 0,
            airborne_month: 0,
            overcast: self.c.tables.overcast[usize::from(card.first.0)],
            rail_used: false,
            launched: None,
            surprise: 0,
            cards: [0; 2],
            lost: 0,
            low_ports: true,
            blow: false,
            held: Hexes::empty(),
            sudden: None,
        };
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let sp = if card.due == Due::Rco { 0 } else { card.start_sp };
            *s.unit_mut(unit) = UnitState { sp, ..UnitState::default() };
        }
        match card.setup {
            None => self.set_june(&mut s),
            Some(setup) => self.set_later(&mut s, setup),
        }
        if card.cards {
            s.cards = [1, 4];
        }
        s
    }

    /// [SET.1, SET.2]
    fn set_june(&self, s: &mut State) {
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            if card.due == Due::Setup
                && let Some(at) = card.start
            {
                self.put(s, unit, at);
            }
        }
        s.tried = [false; 2];
    }

    /// [V.13]
    fn set_later(&self, s: &mut State, setup: usize) {
        let setup = &self.c.setups[setup];
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let due = matches!(card.due, Due::Month(month) if month >= s.month) || card.due == Due::Rco;
            if !due {
                s.unit_mut(unit).place = if card.is_irreplaceable() { Place::Out } else { Place::Pool };
                s.unit_mut(unit).sp = 0;
            }
        }
        for &(unit, at, sp) in &setup.units {
            let unit = Piece(u16::try_from(unit).unwrap_or(0));
            self.put(s, unit, at);
            s.unit_mut(unit).sp = sp;
        }
        for (units, place) in [(&setup.pool, Place::Pool), (&setup.out, Place::Out)] {
            for unit in units {
                s.units[*unit].place = place;
                s.units[*unit].sp = 0;
            }
        }
        for at in &setup.allied_cities {
            self.set_control(s, *at, Side::Allied);
        }
        s.beaches = setup.beaches;
        for nth in &setup.airborne_used {
            s.airborne_used |= 1 << nth;
        }
    }

    /// [V.4] Cards are drawn, then the invasion or the first phase.
    pub(crate) fn begin(&self, s: &mut State, r: &mut Referee<Event>) {
        let card = self.scenario(s);
        if card.cards && !s.options.open_cards {
            for side in Side::BOTH {
                let of: Vec<u8> = self.cards_of(s, side);
                let n = u16::try_from(of.len()).unwrap_or(1);
                s.cards[side.index()] = of[usize::from(r.draw(n))];
                r.note(Rule("V.4"), Event::Card { side, card: s.cards[side.index()] });
            }
        }
        if s.tried == [true; 2] {
            self.begin_month(s, r);
        } else {
            self.begin_invasion(s);
        }
    }

    /// The cards a side may draw. [V.12.f] In winter card 5 is left out.
    pub(crate) fn cards_of(&self, s: &State, side: Side) -> Vec<u8> {
        let card = self.scenario(s);
        match side {
            Side::Allied => card.allied_cards.clone(),
            Side::German => card.german_cards.clone(),
        }
    }

    pub(crate) fn assert_state(&self, s: &State) {
        for side in Side::BOTH {
            let stand: Hexes = self.all_of(side).filter_map(|unit| s.at(unit)).collect();
            assert_eq!(stand, s.occupied[side.index()], "who stands where is kept twice");
        }
        assert!(!s.occupied[0].intersects(&s.occupied[1]), "enemies never share a hex");
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let state = s.unit(unit);
            assert!(state.sp <= card.max_sp, "no unit is stronger than its counter");
            assert!(s.at(unit).is_none() || state.sp > 0, "a unit on the map has steps");
            assert!(state.marker == 0 || (s.options.hidden && s.at(unit).is_some()), "markers lie on units");
        }
        assert!(s.allied.is_subset(&self.cities), "control is of cities");
        let moving =
            matches!(s.steps.top(), Some(crate::sequence::Step::Arrivals(_) | crate::sequence::Step::Activation(_)));
        if !moving {
            return;
        }
        for at in s.occupied[0] | s.occupied[1] {
            let newcomers = s.units_in(at).filter(|unit| s.has(*unit, crate::state::mark::ENTERED)).count();
            assert!(s.units_in(at).count() <= newcomers + 1, "only newcomers overstack");
        }
    }
}
