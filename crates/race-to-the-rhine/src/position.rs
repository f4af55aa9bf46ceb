//! Positions as text: one fact a line. Reading starts from the set-up of the scenario, and each line changes it.

mod reading;

use crate::Race;
use crate::components::Commander;
use crate::sequence::{Debt, Stage, Step, Toll};
use crate::state::{Areas, CardId, Cards, DeckId, Number, Numbers, Road, State};
use referee::{Piece, Setup};

impl Race {
    fn setup_of(&self, s: &State) -> Setup {
        let mut setup = Setup::default();
        let playing = |who: &Commander| s.players.contains(*who);
        let seats: Vec<Commander> = Commander::ALL.into_iter().filter(playing).collect();
        if let Some(card) = self.c.scenarios.iter().find(|card| card.seats == seats) {
            setup.scenario.clone_from(&card.id);
        }
        let o = &s.options;
        let on = [
            (o.basic, "basic"),
            (o.weather, "weather"),
            (o.common_deck, "common-deck"),
            (o.veteran[2], "veteran-patton"),
            (o.veteran[1], "veteran-brad"),
            (o.veteran[0], "veteran-monty"),
            (o.fair_play, "fair-play"),
            (o.no_encircled_medals, "no-encircled-medals"),
        ];
        setup.options = on.into_iter().filter(|(on, _)| *on).map(|(_, name)| name.into()).collect();
        setup
    }

    pub(crate) fn write_position(&self, s: &State) -> String {
        let setup = self.setup_of(s);
        let laid_out = self.laid_out(&setup);
        let mut text = format!("scenario {setup}\n");
        let order: Vec<&str> = s.playing().map(Commander::name).collect();
        let mut line = |words: String| {
            text += &words;
            text.push('\n');
        };
        line(format!("order {}", order.join(" ")));
        line(format!("round {}", s.round));
        line(format!("turn {}", s.mover().name()));
        line(format!("actions {}", s.now.actions));
        for (used, what) in [(s.now.resistance, "resistance"), (s.now.recon, "recon")] {
            if used {
                line(format!("used {what}"));
            }
        }
        for who in s.playing() {
            for corps in self.corps_of(who) {
                if s.has_moved(corps) {
                    line(format!("moved {}", self.unit(corps).key));
                }
            }
        }
        for at in s.now.delivered {
            line(format!("delivered {}", self.name(at)));
        }
        for (corps, state) in (0u16..).map(Piece).zip(&s.corps) {
            if let Some(at) = state.at {
                let grounded = if state.grounded { " grounded" } else { "" };
                line(format!("{} at {}{grounded}: {}", self.unit(corps).key, self.name(at), state.load));
            }
        }
        for at in self.c.map.board.spots() {
            if !s.lying[at.index()].is_empty() {
                line(format!("{}: {}", self.name(at), s.lying[at.index()]));
            }
        }
        for who in Commander::ALL {
            for at in s.held[who.index()] - laid_out.held[who.index()] {
                line(format!("{} holds {}", who.name(), self.name(at)));
            }
        }
        for at in laid_out.axis - s.axis {
            line(format!("Axis gone from {}", self.name(at)));
        }
        for at in s.axis - turned(s) {
            line(format!("Axis in {}", self.name(at)));
        }
        for Road(edge) in s.jammed {
            let (a, b) = self.c.map.board.ends(edge);
            line(format!("truck {} > {}", self.name(a), self.name(b)));
        }
        for who in s.playing() {
            let (name, side) = (who.name(), s.side(who));
            line(format!("{name} level {}", side.level));
            line(format!("{name} trucks {}", side.trucks));
            line(format!("{name} medals {}", side.medals));
            line(format!("{name} beaten {}", side.beaten));
            if side.card_used {
                line(format!("{name} card used"));
            }
            for card in self.sorted(s, Some(who), side.hand) {
                line(format!("{name} hand {card}"));
            }
            for card in self.sorted(s, None, side.taken) {
                line(format!("{name} took {card}"));
            }
            if let Some(deck) = side.air {
                line(format!("{name} air on {}", if deck == DeckId::Axis { "Axis" } else { "Pursuit" }));
            }
        }
        line(format!("stock {}", s.stock));
        line(format!("reserve {}", s.reserve));
        line(format!("truck stock {}", s.truck_stock));
        if !s.options.solo {
            line(format!("Axis pool {}", s.axis_pool));
        }
        for deck in DeckId::ALL {
            let pile = s.deck(deck);
            let name = self.deck_name(s, deck);
            if deck != DeckId::Axis && (s.pursuit(owner_of(deck)) != deck || !self.in_play(s, deck)) {
                continue;
            }
            for card in self.sorted(s, None, pile.bag | pile.top.map_or(Cards::empty(), |(card, _)| Cards::only(card)))
            {
                line(format!("{name} deck {card}"));
            }
            if pile.is_empty() {
                line(format!("{name} deck nothing"));
            }
            for card in self.sorted(s, None, pile.discards) {
                line(format!("{name} discards {card}"));
            }
            if let Some((card, knowers)) = pile.top {
                let seen: Vec<&str> = knowers.iter().map(Commander::name).collect();
                line(format!("top of {name} is {}, seen by {}", self.label(s, None, card), seen.join(" ")));
            }
        }
        for drop in s.airborne.iter().flatten() {
            let down = if drop.face_down { ", face down" } else { "" };
            line(format!("airborne in {} by {}{down}", self.name(drop.at), drop.by.name()));
        }
        line(format!("airborne left {}", s.airborne_left));
        let flags = [
            (s.ostende_used, "Ostende used"),
            (s.antwerp_open, "Antwerpen open"),
            (s.rain, "rain"),
            (s.more_trucks, "more trucks"),
            (s.last_round, "last round"),
        ];
        for (_, name) in flags.iter().filter(|(on, _)| *on) {
            line((*name).into());
        }
        for at in s.spared {
            line(format!("spared {}", self.name(at)));
        }
        for at in s.paid {
            line(format!("paid {}", self.name(at)));
        }
        if s.options.solo {
            for (number, state) in crate::solitaire::numbered(s) {
                let n = number.number();
                line(match state {
                    Number::Gone => format!("number {n} gone"),
                    Number::Up(at) => format!("number {n} in {}", self.name(at)),
                    Number::Turned(at) => format!("number {n} turned in {}", self.name(at)),
                });
            }
            line(format!("declined {}", u8::from(s.declined)));
            line(format!("civilians {}", s.civilians));
        }
        if let Some(who) = s.winner {
            line(format!("won by {}", who.name()));
        }
        for step in s.steps.iter() {
            line(format!("step {}", self.write_step(&step)));
        }
        if s.steps.is_empty() {
            line("step none".into());
        }
        text
    }

    fn in_play(&self, s: &State, deck: DeckId) -> bool {
        match deck {
            DeckId::Axis => true,
            DeckId::Pursuit(_) if s.options.common_deck => true,
            DeckId::Pursuit(who) => s.players.contains(who),
        }
    }

    fn deck_name(&self, s: &State, deck: DeckId) -> &'static str {
        match deck {
            DeckId::Axis => "Axis",
            DeckId::Pursuit(_) if s.options.common_deck => "common",
            DeckId::Pursuit(who) => who.name(),
        }
    }

    fn write_step(&self, step: &Step) -> String {
        let corps = |corps: Piece| self.unit(corps).key.as_str();
        let areas = |areas: Areas| areas.iter().map(|at| self.name(at)).collect::<Vec<_>>().join(", ");
        match *step {
            Step::Turn => "turn".into(),
            Step::Transport { left } => format!("transport {left}"),
            Step::Carry { from, to } => format!("carry {} > {}", self.name(from), self.name(to)),
            Step::Bonus { at } => format!("bonus {}", self.name(at)),
            Step::Overflow { at } => format!("overflow {}", self.name(at)),
            Step::Card => "card".into(),
            Step::Moving { corps: piece, left, toll, fresh_recon } => {
                let toll = match toll {
                    Toll::Free => "free",
                    Toll::Boches => "boches",
                    Toll::Regroup => "regroup",
                };
                let recon = if fresh_recon { " recon" } else { "" };
                format!("moving {} {left} {toll}{recon}", corps(piece))
            }
            Step::Civilians { corps: piece } => format!("civilians {}", corps(piece)),
            Step::Market { corps: piece } => format!("market {}", corps(piece)),
            Step::Landing { left } => format!("landing {left}"),
            Step::Pay { who, why, times } => {
                let why = if why == Debt::Landing { "landing" } else { "objective" };
                format!("pay {} {why} {times}", who.name())
            }
            Step::Check { next } => format!("check {}", next.0),
            Step::Reaction => "reaction".into(),
            Step::Solo(stage) => format!("solo {}", stage_word(stage)),
            Step::Place { left, among, placed } => {
                let listed = |numbers: Numbers| numbers.iter().map(|n| format!(" {}", n.number())).collect::<String>();
                format!("place{} among {} placed{}", listed(left), areas(among), listed(placed))
            }
        }
    }

    fn sorted(&self, s: &State, holder: Option<Commander>, cards: Cards) -> Vec<String> {
        let mut names: Vec<String> = cards.iter().map(|card| self.label(s, holder, card)).collect();
        names.sort_unstable();
        names
    }

    /// The name of a card; of several that look alike the second is `Les Boches #2`. In a common deck it also matters
    /// from whose deck it came: `Les Boches of Brad`, unless it is its holder's own, or else the first player's.
    fn label(&self, s: &State, holder: Option<Commander>, card: CardId) -> String {
        let printed = self.card(card);
        let alike = |other: &CardId| self.card(*other).key == printed.key && self.is_in_play(s, *other);
        let owners = || self.all_cards().filter(alike).map(|other| self.card(other).owner);
        let meant = owners().find(|owner| holder.is_some() && *owner == holder).or_else(|| owners().next());
        // Without its accents: stamps of matches that were played before it had them must still fit.
        let mut text = printed.name.replace('é', "e");
        if let Some(owner) = printed.owner.filter(|owner| s.options.common_deck && meant != Some(Some(*owner))) {
            text += &format!(" of {}", owner.name());
        }
        match self.copy(card) {
            1 => text,
            n => format!("{text} #{n}"),
        }
    }

    fn is_in_play(&self, s: &State, card: CardId) -> bool {
        self.card(card).owner.is_none_or(|owner| s.players.contains(owner))
    }

    fn all_cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..u8::try_from(self.c.cards.len()).unwrap_or(u8::MAX)).map(CardId)
    }

    /// Which of the cards in its deck that look alike: 1 for the first.
    fn copy(&self, card: CardId) -> usize {
        let printed = self.card(card);
        let alike = |other: &CardId| self.card(*other).key == printed.key && self.card(*other).owner == printed.owner;
        self.all_cards().take_while(|other| *other != card).filter(alike).count() + 1
    }
}

const STAGES: [(Stage, &str); 5] = [
    (Stage::Front, "front"),
    (Stage::CounterAttacks, "counter-attacks"),
    (Stage::Test, "test"),
    (Stage::Dice, "dice"),
    (Stage::Defeat, "defeat"),
];

fn stage_word(stage: Stage) -> &'static str {
    STAGES.into_iter().find(|(known, _)| *known == stage).map_or("", |(_, word)| word)
}

fn turned(s: &State) -> Areas {
    let at = |(_, state)| match state {
        Number::Turned(at) => Some(at),
        _ => None,
    };
    crate::solitaire::numbered(s).filter_map(at).collect::<Areas>()
}

fn owner_of(deck: DeckId) -> Commander {
    match deck {
        DeckId::Pursuit(who) => who,
        DeckId::Axis => Commander::Monty,
    }
}
