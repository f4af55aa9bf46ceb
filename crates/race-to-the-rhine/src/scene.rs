//! What a viewer sees.

use crate::action::{deck_thing, thing_of};
use crate::components::{Commander, Load, Supply};
use crate::kit;
use crate::sequence::Step;
use crate::state::{DeckId, Number, Road, State};
use crate::{Race, Which};
use referee::{
    Banner, Counter, Fact, HeapLook, Holder, Lane, Mark, Mat, Piece, Pile, Plate, Ref, Rule, Scene, Score, Tally,
    Thing, Viewer,
};

impl Race {
    /// [11.2] Only the top cards of decks depend on who looks.
    pub(crate) fn make_scene(&self, s: &State, viewer: Viewer) -> Scene {
        let watcher = match viewer {
            Viewer::Seat(seat) => Commander::of_seat(seat),
            Viewer::Public => None,
        };
        let counters = (0u16..).map(Piece).zip(&s.corps).filter_map(|(piece, corps)| {
            let moved = if s.has_moved(piece) { kit::MOVED } else { 0 };
            let grounded = if corps.grounded { kit::GROUNDED } else { 0 };
            Some(Counter {
                piece,
                face: piece.0,
                at: corps.at?,
                level: 0,
                badges: moved | grounded,
                ..Counter::default()
            })
        });
        let mut mats: Vec<Mat> = s.playing().map(|who| self.player_mat(s, who, watcher)).collect();
        mats.push(self.common_mat(s, watcher));
        Scene {
            counters: counters.collect(),
            tracks: vec![i16::from(s.round) - 1],
            marks: self.marks(s),
            banner: self.banner(s),
            scores: s.playing().map(|who| self.score(s, who)).collect(),
            facts: self.facts(s),
            heaps: self.heaps(s),
            lanes: s.jammed.iter().map(|road| self.lane(road)).collect(),
            mats,
            focus: self.focus(s),
            panels: self.panels(s),
            deeds: self.deeds(s),
            left: self.actions_left(s),
            ..Scene::default()
        }
    }

    fn score(&self, s: &State, who: Commander) -> Score {
        Score { seat: who.seat(), points: self.medals(s, who).into(), unit: "medals".into() }
    }

    fn lane(&self, Road(edge): Road) -> Lane {
        Lane { between: self.c.map.board.ends(edge), recipe: "truck".into(), seat: None }
    }

    fn heaps(&self, s: &State) -> Vec<HeapLook> {
        let mut heaps = vec![];
        for at in s.controlled() {
            for supply in Supply::ALL {
                let count = s.lying[at.index()].get(supply);
                if count > 0 {
                    heaps.push(HeapLook { at, of: Thing(supply as u16), count });
                }
            }
        }
        heaps
    }

    fn marks(&self, s: &State) -> Vec<Mark> {
        let mut marks = vec![];
        let mut mark = |at, recipe: &str, who: Option<Commander>, text: String| {
            marks.push(Mark { at, recipe: recipe.into(), seat: who.map(Commander::seat), text });
        };
        for who in Commander::ALL {
            for at in s.held[who.index()] {
                mark(at, "control", Some(who), String::new());
            }
        }
        for at in s.axis {
            mark(at, "axis", None, String::new());
        }
        for drop in s.airborne.iter().flatten() {
            let text = if drop.face_down { "last turn" } else { "" };
            mark(drop.at, "drop", Some(drop.by), text.into());
        }
        for (number, state) in crate::solitaire::numbered(s) {
            if let Number::Up(at) = state {
                mark(at, "number", None, number.number().to_string());
            }
        }
        marks
    }

    fn banner(&self, s: &State) -> Banner {
        let phase = match s.steps.top() {
            None => "The game is over",
            Some(Step::Reaction) => "Axis reaction",
            Some(Step::Check { .. }) => "Supply Check",
            Some(Step::Moving { .. } | Step::Civilians { .. } | Step::Market { .. }) => "Corps movement",
            Some(Step::Transport { .. } | Step::Carry { .. }) => "Transport",
            Some(Step::Solo(_) | Step::Place { .. }) => "Advance of the front",
            Some(_) => "Actions",
        };
        Banner { turn: format!("Round {}", s.round), phase: phase.into(), seat: Some(s.mover().seat()) }
    }

    fn facts(&self, s: &State) -> Vec<Fact> {
        let fact = |text: String, rule| Fact { text, rule: Rule(rule) };
        let mut facts = vec![];
        if s.options.solo {
            let up = crate::solitaire::numbered(s).filter(|(_, state)| matches!(state, Number::Up(_))).count();
            facts.push(fact(format!("{up} numbered markers are still up"), "17.B.3"));
        } else {
            facts.push(fact(format!("{} Axis markers left", s.axis_pool), "2.38.a"));
        }
        if s.last_round && s.steps.top().is_some() {
            facts.push(fact("The last round".into(), "16.2"));
        }
        if s.options.weather {
            facts.push(fact(if s.rain { "Rain" } else { "Clear sky" }.into(), "15.B.1"));
        }
        facts
    }

    fn pile(&self, s: &State, deck: DeckId, watcher: Option<Commander>) -> Pile {
        let pile = s.deck(deck);
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let seen = pile.top.filter(|(_, knowers)| watcher.is_some_and(|who| knowers.contains(who)));
        let marked = Commander::ALL.into_iter().filter(|who| s.side(*who).air == Some(deck));
        Pile {
            deck: deck_thing(deck),
            count: small(pile.len()),
            discards: small(pile.discards.len()),
            top: seen.map(|(card, _)| thing_of(card)),
            marked: marked.map(Commander::seat).collect(),
            marker: "plane".into(),
        }
    }

    fn player_mat(&self, s: &State, who: Commander, watcher: Option<Commander>) -> Mat {
        let side = s.side(who);
        let tables = &self.c.tables;
        let column = Race::column(s, who);
        let tally = |art: &str, label: &str, count: u8, of: Option<u8>| Tally {
            art: art.into(),
            label: label.into(),
            count: count.into(),
            of: of.map(i16::from),
        };
        let card = match who {
            _ if s.options.basic => "",
            Commander::Monty => "Two more markers with a delivery",
            Commander::Brad => "One free Air support",
            Commander::Patton => "One free Corps movement",
        };
        let ready = if side.card_used { "used" } else { "ready" };
        let ready = Plate { text: ready.into(), good: !side.card_used };
        let holder = |corps: Piece| {
            let state = s.corps(corps);
            let at = state.at.map_or("", |at| self.name(at));
            Holder {
                title: format!("{} Corps", self.unit(corps).name),
                about: at.into(),
                state: state.grounded.then(|| Plate { text: "grounded".into(), good: false }),
                piece: Some(corps),
                held: held(state.load),
                spaces: tables.card_limit,
            }
        };
        let deck = self.deck_of(s, who, Which::Pursuit);
        Mat {
            seat: Some(who.seat()),
            title: who.name().into(),
            about: card.into(),
            state: (!card.is_empty()).then_some(ready),
            active: s.mover() == who && !s.steps.is_empty(),
            tallies: vec![
                tally("medal", "medals", u8::try_from(self.medals(s, who)).unwrap_or(u8::MAX), None),
                tally("truck", "trucks", side.trucks, Some(tables.limit[column])),
                tally("", "logistics level", side.level, Some(3)),
                tally("", "divisions beaten", side.beaten, None),
            ],
            holders: self.corps_of(who).map(holder).collect(),
            piles: vec![self.pile(s, deck, watcher)],
            cards: side.hand.iter().chain(side.taken.iter()).map(thing_of).collect(),
        }
    }

    fn common_mat(&self, s: &State, watcher: Option<Commander>) -> Mat {
        let tally = |art: &str, label: &str, count: u8, of: Option<u8>| Tally {
            art: art.into(),
            label: label.into(),
            count: count.into(),
            of: of.map(i16::from),
        };
        // [2.38.a] The markers left are the clock of the game.
        let clock = self.c.tables.axis_pool[s.players.len() as usize - 1];
        let full = self.c.tables.full_stock(s.players.len() as usize);
        let heap = |title: &str, load: Load, spaces: u16| Holder {
            title: title.into(),
            about: String::new(),
            state: None,
            piece: None,
            held: held(load),
            spaces: u8::try_from(spaces).unwrap_or(u8::MAX),
        };
        Mat {
            seat: None,
            title: "Allied stock".into(),
            about: String::new(),
            state: None,
            active: false,
            tallies: vec![
                tally("truck", "trucks", s.truck_stock, None),
                tally("drop", "airborne", s.airborne_left, None),
                tally("axis", "Axis markers", s.axis_pool, (!s.options.solo).then_some(clock)),
            ],
            holders: vec![heap("Stock", s.stock, full.total()), heap("Reserve", s.reserve, s.reserve.total())],
            piles: vec![self.pile(s, DeckId::Axis, watcher)],
            cards: vec![],
        }
    }

    /// Overlays: reach of a corps, links to the base, what can be counter-attacked, where the Axis may grow.
    pub(crate) fn marked(&self, s: &State, _viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        let spots = |areas: crate::state::Areas| areas.iter().map(Ref::Spot).collect();
        match (name, about) {
            ("reach", Ref::Piece(corps)) if self.c.corps.get(corps.index()).is_some() => {
                let fresh = State { steps: referee::Stack::new(), ..*s };
                let reach = self.reach(&fresh, corps);
                reach.map(|reach| reach.ends().map(|leg| Ref::Spot(leg.spot)).collect()).unwrap_or_default()
            }
            ("linked", _) => spots(self.linked(s, s.mover())),
            ("exposed", _) => {
                spots(s.playing().fold(crate::state::Areas::empty(), |all, who| all | self.vulnerable(s, who)))
            }
            ("axis", _) if !s.options.solo => spots(self.axis_places(s)),
            _ => vec![],
        }
    }
}

pub(crate) fn held(load: Load) -> Vec<(Thing, u8)> {
    let kinds = Supply::ALL.into_iter().filter(|supply| load.get(*supply) > 0);
    kinds.map(|supply| (Thing(supply as u16), load.get(supply))).collect()
}
