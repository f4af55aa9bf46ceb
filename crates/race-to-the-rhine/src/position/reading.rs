//! Positions read from text.

use super::STAGES;
use crate::components::{Commander, Load};
use crate::notation::{read_load, read_number};
use crate::sequence::{Debt, Step, Toll};
use crate::state::{Areas, CardId, Cards, DeckId, Drop, Number, Numbers, Road, State};
use crate::{Race, Which};
use referee::{Piece, Setup, Unreadable};

type Read<T> = Result<T, Unreadable>;

impl Race {
    fn read_step(&self, text: &str) -> Read<Step> {
        let unknown = || Unreadable::unknown("step", text);
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let small = |word: &str| word.parse::<u8>().map_err(|_| unknown());
        Ok(match verb {
            "turn" => Step::Turn,
            "transport" => Step::Transport { left: small(rest)? },
            "carry" => {
                let (from, to) = rest.split_once('>').ok_or_else(unknown)?;
                Step::Carry { from: self.read_area(from)?, to: self.read_area(to)? }
            }
            "bonus" => Step::Bonus { at: self.read_area(rest)? },
            "overflow" => Step::Overflow { at: self.read_area(rest)? },
            "card" => Step::Card,
            "moving" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let [corps, left, toll, ref recon @ ..] = *words.as_slice() else { return Err(unknown()) };
                let toll = match toll {
                    "free" => Toll::Free,
                    "boches" => Toll::Boches,
                    "regroup" => Toll::Regroup,
                    _ => return Err(unknown()),
                };
                let fresh_recon = recon == ["recon"];
                Step::Moving { corps: self.read_corps(corps)?, left: small(left)?, toll, fresh_recon }
            }
            "civilians" => Step::Civilians { corps: self.read_corps(rest)? },
            "market" => Step::Market { corps: self.read_corps(rest)? },
            "landing" => Step::Landing { left: small(rest)? },
            "pay" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let [who, why, times] = *words.as_slice() else { return Err(unknown()) };
                let why = match why {
                    "landing" => Debt::Landing,
                    "objective" => Debt::Objective,
                    _ => return Err(unknown()),
                };
                Step::Pay { who: commander(who)?, why, times: small(times)? }
            }
            "check" => Step::Check { next: Piece(small(rest)?.into()) },
            "reaction" => Step::Reaction,
            "solo" => Step::Solo(
                STAGES.into_iter().find(|(_, word)| *word == rest).map(|(stage, _)| stage).ok_or_else(unknown)?,
            ),
            "place" => {
                let (left, rest) = rest.split_once("among").ok_or_else(unknown)?;
                let (among, placed) = rest.split_once("placed").ok_or_else(unknown)?;
                let numbers = |text: &str| text.split_whitespace().map(read_number).collect::<Read<Numbers>>();
                Step::Place { left: numbers(left)?, among: self.read_areas(among)?, placed: numbers(placed)? }
            }
            _ => return Err(unknown()),
        })
    }

    fn read_areas(&self, text: &str) -> Read<Areas> {
        text.split(',').filter(|name| !name.trim().is_empty()).map(|name| self.read_area(name)).collect()
    }

    pub(crate) fn read_position(&self, lines: &str) -> Read<State> {
        let (setup, lines) = Setup::of_position(lines, &self.scenarios)?;
        let mut s = self.laid_out(&setup);
        self.begin_turn(&mut s);
        let mut given = Given::default();
        for line in lines {
            self.read_line(&mut s, &mut given, line)?;
        }
        self.complete(s, &given)
    }

    fn read_line(&self, s: &mut State, given: &mut Given, line: &str) -> Read<()> {
        let unknown = || Unreadable::unknown("line", line);
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let small = |word: &str| word.trim().parse::<u8>().map_err(|_| Unreadable::unknown("number", word));
        // A card may have a colon in its name.
        let about_cards = Commander::find(first).is_some() || matches!(first, "common" | "top" | "Axis");
        if let Some((name, load)) = line.split_once(": ").filter(|_| !about_cards) {
            return self.read_heap(s, name, read_load(load)?);
        }
        if let Some(who) = Commander::find(first) {
            if !s.players.contains(who) && !rest.starts_with("holds ") {
                return Err(Unreadable::new(format!("{first} takes no part")));
            }
            return self.read_player(s, given, who, rest);
        }
        match (first, rest) {
            ("order", names) => {
                let order = names.split_whitespace().map(commander).collect::<Read<Vec<_>>>()?;
                let all = order.iter().all(|who| s.players.contains(*who));
                if order.len() != s.players.len() as usize
                    || !all
                    || (1..order.len()).any(|i| order[..i].contains(&order[i]))
                {
                    return Err(Unreadable::new("the order names every player once"));
                }
                s.order[..order.len()].copy_from_slice(&order);
                given.turn.get_or_insert(order[0]);
            }
            ("round", n) => s.round = small(n)?,
            ("turn", who) => given.turn = Some(commander(who)?),
            ("actions", n) => s.now.actions = small(n)?,
            ("used", "resistance") => s.now.resistance = true,
            ("used", "recon") => s.now.recon = true,
            ("moved", keys) => {
                for key in keys.split(',') {
                    s.now.moved |= 1 << self.read_corps(key.trim())?.0;
                }
            }
            ("delivered", names) => s.now.delivered |= self.read_areas(names)?,
            ("Axis", rest) => return self.read_axis(s, given, rest),
            ("truck", rest) if rest.starts_with("stock ") => {
                given.truck_stock = true;
                s.truck_stock = small(&rest[6..])?;
            }
            ("truck", way) => {
                let (a, b) = way.split_once('>').ok_or_else(unknown)?;
                let edge = self.c.map.board.edge(self.read_area(a)?, self.read_area(b)?).ok_or_else(unknown)?;
                s.jammed.insert(Road(edge));
            }
            ("stock", load) => s.stock = read_load(load)?,
            ("reserve", load) => given.reserve = Some(read_load(load)?),
            ("common", rest) if s.options.common_deck => {
                return self.read_deck_line(s, given, s.pursuit(Commander::Monty), rest);
            }
            ("top", rest) => return self.read_top(s, given, rest.strip_prefix("of ").ok_or_else(unknown)?),
            ("airborne", rest) => match rest.strip_prefix("left ") {
                Some(n) => given.airborne_left = Some(small(n)?),
                None => self.read_drop(s, rest.strip_prefix("in ").ok_or_else(unknown)?)?,
            },
            ("Ostende", "used") => s.ostende_used = true,
            ("Antwerpen", "open") => s.antwerp_open = true,
            ("rain", "") => s.rain = true,
            ("more", "trucks") => {
                if !s.more_trucks && !given.truck_stock {
                    s.truck_stock += self.c.tables.extra(s.players.len() as usize);
                }
                s.more_trucks = true;
            }
            ("last", "round") => s.last_round = true,
            ("spared", names) => s.spared |= self.read_areas(names)?,
            ("paid", names) => {
                given.paid = true;
                s.paid |= self.read_areas(names)?;
            }
            ("number", rest) => {
                let (number, rest) = rest.split_once(' ').ok_or_else(unknown)?;
                let number = read_number(number)?;
                s.numbers[usize::from(number.0)] = match rest {
                    "gone" => Number::Gone,
                    rest => match (rest.strip_prefix("turned in "), rest.strip_prefix("in ")) {
                        (Some(at), _) => Number::Turned(self.read_area(at)?),
                        (None, Some(at)) => Number::Up(self.read_area(at)?),
                        _ => return Err(unknown()),
                    },
                };
            }
            ("declined", n) => s.declined = small(n)? > 0,
            ("civilians", n) => s.civilians = small(n)?,
            ("won", rest) => s.winner = Some(commander(rest.strip_prefix("by ").ok_or_else(unknown)?)?),
            ("step", "none") => {
                given.steps.get_or_insert_default();
            }
            ("step", step) => {
                let steps = given.steps.get_or_insert_default();
                if steps.len() == 8 {
                    return Err(Unreadable::new("too many steps"));
                }
                steps.push(self.read_step(step)?);
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// `XII at Troyes grounded: 3 gas` or `Lisieux: 3 ammo`.
    fn read_heap(&self, s: &mut State, name: &str, load: Load) -> Read<()> {
        let Some((key, at)) = name.split_once(" at ") else {
            let at = self.read_area(name)?;
            s.lying[at.index()] = load;
            return Ok(());
        };
        let corps = self.read_corps(key)?;
        if !s.players.contains(self.unit(corps).commander) {
            return Err(Unreadable::new(format!("{key} takes no part")));
        }
        let (at, grounded) = match at.strip_suffix(" grounded") {
            Some(at) => (at, true),
            None => (at, false),
        };
        let at = self.read_area(at)?;
        *s.corps_mut(corps) = crate::state::CorpsState { at: Some(at), load, grounded };
        Ok(())
    }

    fn read_player(&self, s: &mut State, given: &mut Given, who: Commander, rest: &str) -> Read<()> {
        let (what, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let small = |word: &str| word.parse::<u8>().map_err(|_| Unreadable::unknown("number", word));
        let side = &mut s.sides[who.index()];
        match what {
            "holds" => {
                let areas = self.read_areas(rest)?;
                let taken = s.controlled() - s.held[who.index()];
                if areas.intersects(&taken) {
                    return Err(Unreadable::new("an area has one marker"));
                }
                s.held[who.index()] |= areas;
            }
            "level" => side.level = small(rest)?.clamp(1, 3),
            "trucks" => side.trucks = small(rest)?,
            "medals" => side.medals = small(rest)?,
            "beaten" => side.beaten = small(rest)?,
            "card" if rest == "used" => side.card_used = true,
            "hand" | "took" => {
                for name in rest.split(',') {
                    let own = |race: &Race, card| race.card(card).hand && race.card(card).owner == Some(who);
                    let card = match what {
                        "took" => self.take_card(s, given, name.trim(), |race, card| race.card(card).kind.is_enemy()),
                        _ => self
                            .take_card(s, given, name.trim(), own)
                            .or_else(|_| self.take_card(s, given, name.trim(), |race, card| race.card(card).hand)),
                    }?;
                    let side = &mut s.sides[who.index()];
                    let pile = if what == "took" { &mut side.taken } else { &mut side.hand };
                    pile.insert(card);
                }
            }
            "air" => {
                let which = crate::notation::read_deck(rest.strip_prefix("on ").unwrap_or(rest))?;
                let deck = self.deck_of(s, who, which);
                s.sides[who.index()].air = Some(deck);
                debug_assert!(matches!(which, Which::Axis | Which::Pursuit));
            }
            "deck" | "discards" => return self.read_deck_line(s, given, s.pursuit(who), &format!("{what} {rest}")),
            _ => return Err(Unreadable::unknown("fact about a player", what)),
        }
        Ok(())
    }

    fn read_axis(&self, s: &mut State, given: &mut Given, rest: &str) -> Read<()> {
        let (what, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        match what {
            "in" => s.axis |= self.read_areas(rest)?,
            "gone" => s.axis -= self.read_areas(rest.strip_prefix("from ").unwrap_or(rest))?,
            "pool" => given.axis_pool = Some(rest.parse().map_err(|_| Unreadable::unknown("number", rest))?),
            _ => return self.read_deck_line(s, given, DeckId::Axis, &format!("{what} {rest}")),
        }
        Ok(())
    }

    /// `deck A, B` or `discards A, B`. The first such line empties the deck.
    fn read_deck_line(&self, s: &mut State, given: &mut Given, deck: DeckId, rest: &str) -> Read<()> {
        let (what, names) = rest.split_once(' ').unwrap_or((rest, ""));
        if !matches!(what, "deck" | "discards") {
            return Err(Unreadable::unknown("fact about a deck", what));
        }
        if !given.decks[deck.index()] {
            given.decks[deck.index()] = true;
            s.deck_mut(deck).bag = Cards::empty();
        }
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "nothing") {
            // The top card may have been named before its deck.
            let top = s.deck(deck).top.filter(|_| what == "deck" && !given.tops[deck.index()]);
            if top.is_some_and(|(top, _)| self.read_label(name, |card| card == top).is_ok()) {
                given.tops[deck.index()] = true;
                continue;
            }
            let card = self.take_card(s, given, name, |race, card| race.home(s, card) == deck)?;
            let pile = s.deck_mut(deck);
            if what == "deck" {
                pile.bag.insert(card)
            } else {
                pile.discards.insert(card)
            };
        }
        Ok(())
    }

    /// `Axis is NAME, seen by Monty Brad`.
    fn read_top(&self, s: &mut State, given: &mut Given, rest: &str) -> Read<()> {
        let wrong = || Unreadable::new("`top of Axis is NAME, seen by Monty`");
        let (deck, rest) = rest.split_once(" is ").ok_or_else(wrong)?;
        let (name, seen) = rest.rsplit_once(", seen by ").ok_or_else(wrong)?;
        let deck = match deck {
            "Axis" => DeckId::Axis,
            "common" => s.pursuit(Commander::Monty),
            who => s.pursuit(commander(who.strip_suffix(" deck").unwrap_or(who))?),
        };
        let name = name.trim();
        // It may have been listed with its deck.
        let card = match self.read_label(name, |card| given.decks[deck.index()] && s.deck(deck).bag.contains(card)) {
            Ok(card) => card,
            Err(_) => self.take_card(s, given, name, |race, card| race.home(s, card) == deck)?,
        };
        let knowers =
            seen.split([' ', ',']).filter(|word| !word.is_empty()).map(commander).collect::<Read<Vec<_>>>()?;
        let knowers = knowers.into_iter().fold(crate::components::Colours::BLACK, |all, who| all.with(who));
        s.deck_mut(deck).bag.remove(card);
        s.deck_mut(deck).top = Some((card, knowers));
        Ok(())
    }

    /// A card by its label, if it fits.
    fn read_label(&self, label: &str, fits: impl Fn(CardId) -> bool) -> Read<CardId> {
        let (rest, copy) = match label.rsplit_once(" #") {
            Some((rest, n)) => (rest, Some(n.parse::<usize>().map_err(|_| Unreadable::unknown("card", label))?)),
            None => (label, None),
        };
        let owned = rest.rsplit_once(" of ").and_then(|(name, who)| Some((name, Commander::find(who)?)));
        let (name, owner) = owned.map_or((rest, None), |(name, who)| (name, Some(who)));
        let is_meant = |card: CardId| {
            copy.is_none_or(|copy| self.copy(card) == copy)
                && owner.is_none_or(|owner| self.card(card).owner == Some(owner))
                && fits(card)
        };
        self.read_card(name, is_meant).map_err(|_| Unreadable::unknown("card", label))
    }

    /// A card that has not been given a place yet leaves the deck it would lie in.
    fn take_card(
        &self,
        s: &State,
        given: &mut Given,
        name: &str,
        fits: impl Fn(&Race, CardId) -> bool,
    ) -> Read<CardId> {
        let free = |card| !given.cards.contains(card) && self.is_in_play(s, card) && fits(self, card);
        let card = self.read_label(name, free)?;
        given.cards.insert(card);
        Ok(card)
    }

    /// `Köln by Brad, face down`.
    fn read_drop(&self, s: &mut State, rest: &str) -> Read<()> {
        let (rest, face_down) = match rest.strip_suffix(", face down") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (at, by) = rest.rsplit_once(" by ").ok_or_else(|| Unreadable::unknown("airborne unit", rest))?;
        let (at, by) = (self.read_area(at)?, commander(by)?);
        let place = s.airborne.iter_mut().find(|place| place.is_none());
        *place.ok_or_else(|| Unreadable::new("there are four airborne units"))? = Some(Drop { at, by, face_down });
        Ok(())
    }

    /// What follows from the lines, and whether it can be.
    fn complete(&self, mut s: State, given: &Given) -> Read<State> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        for deck in DeckId::ALL {
            if !given.decks[deck.index()] {
                let pile = s.deck_mut(deck);
                pile.bag -= given.cards;
            }
            self.renew_quietly(&mut s, deck);
        }
        if let Some(who) = given.turn {
            let seat = s.playing().position(|player| player == who);
            match seat {
                Some(seat) => s.seat = u8::try_from(seat).unwrap_or(0),
                None => return wrong("that player takes no part"),
            }
        }
        let tables = &self.c.tables;
        let out = s.lying.iter().fold(s.stock, |out, load| out.plus(*load));
        let out = s.corps.iter().fold(out, |out, corps| out.plus(corps.load));
        s.reserve = match tables.totals.minus(out) {
            Some(reserve) => reserve,
            None => return wrong("there are more supplies than in the box"),
        };
        if given.reserve.is_some_and(|reserve| reserve != s.reserve) {
            return wrong(&format!("the reserve has {}", s.reserve));
        }
        for (number, state) in crate::solitaire::numbered(&s) {
            debug_assert!(number.number() <= 18);
            if let Number::Turned(at) = state {
                s.axis.insert(at);
            }
        }
        let on_board = u8::try_from(s.axis.len()).unwrap_or(u8::MAX);
        if !s.options.solo {
            let pool = tables.axis_pool[s.players.len() as usize - 1];
            let left = if s.last_round { 0 } else { pool.saturating_sub(on_board) };
            s.axis_pool = given.axis_pool.unwrap_or(left);
            if on_board > pool || s.axis_pool > pool - on_board {
                return wrong("there are more Axis markers than in the box");
            }
            if s.axis_pool == 0 {
                s.last_round = true;
            }
        }
        let landed = u8::try_from(s.airborne.iter().flatten().count()).unwrap_or(u8::MAX);
        s.airborne_left = given.airborne_left.unwrap_or(tables.airborne.saturating_sub(landed));
        if s.airborne_left + landed > tables.airborne {
            return wrong("there are four airborne units");
        }
        // Trucks that no line accounts for lie in the box.
        let pools: u16 = s.sides.iter().map(|side| u16::from(side.trucks)).sum();
        if pools + u16::from(s.truck_stock) + u16::from(s.trucks_on_board()) > tables.trucks.into() {
            return wrong("there are more trucks than in the box");
        }
        if !given.paid && !s.options.no_encircled_medals {
            let players = s.playing().fold(Areas::empty(), |all, who| all | s.held[who.index()]);
            s.paid = players.iter().filter(|at| self.area(*at).medal).collect();
        }
        self.check_places(&s)?;
        if let Some(steps) = &given.steps {
            s.steps.clear();
            for step in steps {
                s.steps.push(*step);
            }
        }
        Ok(s)
    }

    fn renew_quietly(&self, s: &mut State, deck: DeckId) {
        let pile = s.deck_mut(deck);
        if pile.is_empty() {
            pile.bag = std::mem::take(&mut pile.discards);
        }
    }

    /// Corps and supplies stand where they can.
    fn check_places(&self, s: &State) -> Read<()> {
        let wrong = |what: String| Err(Unreadable::new(what));
        for (corps, state) in (0u16..).map(Piece).zip(&s.corps) {
            let Some(at) = state.at else { continue };
            let (key, who) = (&self.unit(corps).key, self.unit(corps).commander);
            if s.corps_at(at) != Some(corps) {
                return wrong(format!("{key} shares its area with another corps"));
            }
            if state.load.total() > self.c.tables.card_limit.into() {
                return wrong(format!("the card of {key} has six spaces"));
            }
            if s.holder(at).is_some_and(|holder| holder != who) {
                return wrong(format!("{key} stands in another player's area"));
            }
            if !self.c.map.is_open(at, who) {
                return wrong(format!("{key} cannot stand in {}", self.name(at)));
            }
        }
        for at in self.c.map.board.spots() {
            let lying = s.lying[at.index()];
            if !lying.is_empty() && s.holder(at).is_none() {
                return wrong(format!("supplies lie in {}, which nobody holds", self.name(at)));
            }
            if s.axis.contains(at) && s.holder(at).is_some() {
                return wrong(format!("{} has an Axis marker and a player's", self.name(at)));
            }
        }
        Ok(())
    }
}

/// What the lines of a position have said.
#[derive(Default)]
struct Given {
    turn: Option<Commander>,
    reserve: Option<Load>,
    axis_pool: Option<u8>,
    airborne_left: Option<u8>,
    truck_stock: bool,
    paid: bool,
    decks: [bool; 4],
    /// Top cards that were listed with their deck as well.
    tops: [bool; 4],
    cards: Cards,
    steps: Option<Vec<Step>>,
}

fn commander(name: &str) -> Read<Commander> {
    Commander::find(name.trim()).ok_or_else(|| Unreadable::unknown("commander", name.trim()))
}
