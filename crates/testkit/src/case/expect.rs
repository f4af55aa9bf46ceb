//! What a script may expect of a table.

use super::run::{Difference, differs};
use super::script::{HowOpen, Reader, squeezed};
use referee::{Awaits, Chance, Game, Match, Offer, Opening, Piece, Record, Ref, Refusal, Seat, Viewer};
use std::collections::BTreeSet;

/// A match in the hands of a script.
pub(super) struct Table<G: Game> {
    pub(super) game_match: Match<G>,
    /// What the last action left behind.
    pub(super) last: Record<G::Event>,
}

type Held = Result<(), Difference>;

impl<G: Game> Table<G> {
    pub(super) fn seat(&self, short: &str) -> Result<Seat, Difference> {
        let seats = &self.game_match.game().kit().seats;
        match seats.iter().position(|look| look.short == short) {
            Some(seat) => Ok(Seat(u8::try_from(seat).unwrap_or(u8::MAX))),
            None => {
                let known: Vec<_> = seats.iter().map(|look| look.short.as_str()).collect();
                differs(format!("a seat ({}) or an expectation", known.join(", ")), format!("unknown word `{short}`"))
            }
        }
    }

    pub(super) fn read_action(&self, text: &str) -> Result<G::Action, Difference> {
        self.game_match.game().read_action(text).or_else(|unreadable| differs("an action", unreadable.what))
    }

    fn name(&self, seat: Seat) -> &str {
        self.game_match.game().kit().seats.get(seat.index()).map_or("?", |look| &look.short)
    }

    /// Refusals with the names of seats instead of their numbers.
    pub(super) fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NotYourDecision { awaited: Some(seat) } => format!("because {} is awaited", self.name(*seat)),
            other => other.to_string(),
        }
    }

    fn awaited(&self) -> String {
        match self.game_match.awaits() {
            Awaits::Decision(decision) => {
                format!("{} asked {} {}", self.name(decision.seat), decision.rule, decision.question)
            }
            Awaits::Over(outcome) => {
                let winner = outcome.winner.map_or("nobody", |seat| self.name(seat));
                format!("over {winner} {} {}", outcome.level, outcome.rule)
            }
        }
    }

    pub(super) fn asked(&self, seat: &str, rule: &str, words: &str) -> Held {
        let seat = self.seat(seat)?;
        let fits = matches!(self.game_match.awaits(), Awaits::Decision(decision)
            if decision.seat == seat && decision.rule.0 == rule && contains(decision.question, words));
        match fits {
            true => Ok(()),
            false => differs(format!("{} asked {rule} {words}", self.name(seat)), self.awaited()),
        }
    }

    pub(super) fn over(&self, words: &[String]) -> Held {
        let expected = || format!("over {}", words.join(" "));
        let Awaits::Over(outcome) = self.game_match.awaits() else { return differs(expected(), self.awaited()) };
        let names = outcome.winner.map(|seat| &self.game_match.game().kit().seats[seat.index()]);
        let names = names.map_or("nobody".to_string(), |look| format!("{} {}", look.short, look.name));
        let known = format!("{names} {} {}", outcome.level, outcome.rule).to_lowercase();
        let known: BTreeSet<_> = known.split_whitespace().collect();
        match words.iter().all(|word| known.contains(word.to_lowercase().as_str())) {
            true => Ok(()),
            false => differs(expected(), self.awaited()),
        }
    }

    pub(super) fn noted(&self, to: &Reader, rule: &str, words: &str, is: bool) -> Held {
        let viewer = match to {
            Reader::Public => Viewer::Public,
            Reader::Seat(seat) => Viewer::Seat(self.seat(seat)?),
        };
        let told = |(rule, event)| Some((rule, self.game_match.game().describe(event, viewer)?.text));
        let told: Vec<_> = self.last.notes.iter().map(|(rule, event)| (rule, event)).filter_map(told).collect();
        let found = told.iter().any(|(noted, text)| noted.0 == rule && contains(text, words));
        if found == is {
            return Ok(());
        }
        let notes: Vec<_> = told.iter().map(|(rule, text)| format!("[{rule}] {text}")).collect();
        let notes = if notes.is_empty() { "no note".into() } else { notes.join("\n            ") };
        differs(format!("{}a note [{rule}] {words}", if is { "" } else { "not " }), notes)
    }

    fn offers(&self) -> Vec<(String, Offer<G::Action>)> {
        let game = self.game_match.game();
        let mut offers = vec![];
        if self.game_match.awaits().seat().is_some() {
            game.offers(self.game_match.state(), &mut offers);
        }
        offers.into_iter().map(|offer| (squeezed(&game.write_action(&offer.action)), offer)).collect()
    }

    pub(super) fn offered(&self, words: &str, is: bool) -> Held {
        let offers = self.offers();
        let found = offers.iter().any(|(text, offer)| begins(text, words) || begins(offer.label, words));
        if found == is {
            return Ok(());
        }
        let expected = format!("{}offered {words}", if is { "" } else { "not " });
        differs(expected, self.list(&offers))
    }

    fn list(&self, offers: &[(String, Offer<G::Action>)]) -> String {
        const SHOWN: usize = 24;
        let texts: Vec<_> = offers.iter().take(SHOWN).map(|(text, _)| text.as_str()).collect();
        let more = if offers.len() > SHOWN { format!(" … {} in all", offers.len()) } else { String::new() };
        format!("{}; offered: {}{more}", self.awaited(), texts.join(" | "))
    }

    pub(super) fn open(&self, words: &str, items: &[String], how: HowOpen) -> Held {
        let offers = self.offers();
        let offer = offers.iter().find(|(text, offer)| begins(text, words) || begins(offer.label, words));
        let Some((_, offer)) = offer else {
            // What is not even offered has nothing open in it.
            return if how == HowOpen::ContainsNone {
                Ok(())
            } else {
                differs(format!("offered {words}"), self.list(&offers))
            };
        };
        let open = self.game_match.game().open(self.game_match.state(), &offer.action);
        let known = self.names(&open);
        let has = |item: &String| known.iter().any(|names| names.contains(item));
        let wanted: Vec<_> = items.iter().flat_map(|item| spread(item)).collect();
        if let Some(unknown) = wanted.iter().find(|item| !has(item) && !self.exists(item)) {
            return differs("the name of a spot, a piece or a number", format!("unknown name `{unknown}`"));
        }
        let fits = match how {
            HowOpen::Contains => wanted.iter().all(has),
            HowOpen::ContainsNone => !wanted.iter().any(has),
            HowOpen::Exactly => {
                wanted.iter().all(has) && known.iter().all(|names| names.iter().any(|name| wanted.contains(name)))
            }
        };
        if fits {
            return Ok(());
        }
        let sign = match how {
            HowOpen::Contains => "open",
            HowOpen::Exactly => "exactly",
            HowOpen::ContainsNone => "not open",
        };
        let found: Vec<_> = known.iter().filter_map(|names| names.last().map(String::as_str)).collect();
        differs(format!("{sign} {}", items.join(" ")), found.join(" "))
    }

    /// Everything an opening leaves to choose, each thing with the names it goes by.
    fn names(&self, open: &Opening) -> Vec<Vec<String>> {
        let spots = &self.game_match.game().kit().spots;
        let spot =
            |index: usize| vec![spots.get(index).map_or_else(|| format!("spot {index}"), |spot| spot.name.clone())];
        match open {
            Opening::Nothing => vec![],
            Opening::Path(reach) => reach.ends().map(|leg| spot(leg.spot.index())).collect(),
            Opening::Amount { least, most } => (*least..=*most).map(|n| vec![n.to_string()]).collect(),
            Opening::Counts { of, .. } => of.iter().map(|heap| self.ref_names(heap.of)).collect(),
            Opening::Subset { of, .. } => of.iter().map(|item| self.ref_names(*item)).collect(),
        }
    }

    fn ref_names(&self, item: Ref) -> Vec<String> {
        let kit = self.game_match.game().kit();
        match item {
            Ref::Nothing => vec![],
            Ref::Spot(at) => kit.spots.get(at.index()).map(|spot| spot.name.clone()).into_iter().collect(),
            Ref::Piece(piece) => self.piece_names(piece),
            Ref::Thing(thing) => kit.things.get(thing.index()).map(|thing| thing.name.clone()).into_iter().collect(),
        }
    }

    /// The names of a piece as they are typed, as the awaited seat sees it.
    fn piece_names(&self, piece: Piece) -> Vec<String> {
        let viewer = self.game_match.awaits().seat().map_or(Viewer::Public, Viewer::Seat);
        let game = self.game_match.game();
        let scene = game.scene(self.game_match.state(), viewer);
        let counter = scene.counters.iter().find(|counter| counter.piece == piece);
        let Some(face) = counter.and_then(|counter| game.kit().faces.get(usize::from(counter.face))) else {
            return vec![format!("piece {}", piece.0)];
        };
        vec![face.typed().into()]
    }

    fn exists(&self, name: &str) -> bool {
        let kit = self.game_match.game().kit();
        name.parse::<i16>().is_ok()
            || kit.spots.iter().any(|spot| spot.name == name)
            || kit.faces.iter().any(|face| face.typed() == name)
            || kit.things.iter().any(|thing| thing.name == name)
    }

    pub(super) fn expect(&self, fact: &str, is: bool) -> Held {
        let position = self.game_match.game().write_position(self.game_match.state());
        let lines: Vec<_> = position.lines().map(squeezed).collect();
        if lines.iter().any(|line| line == fact) == is {
            return Ok(());
        }
        let expected = format!("{}in the position: {fact}", if is { "" } else { "not " });
        if !is {
            return differs(expected, "it is there");
        }
        // Of a long position the lines that speak of the same thing are enough.
        let about: Vec<_> = fact.split(' ').take(2).collect();
        let near: Vec<_> = lines.iter().filter(|line| begins(line, &about.join(" "))).map(String::as_str).collect();
        let near = if near.is_empty() { lines.iter().map(String::as_str).collect() } else { near };
        differs(expected, near.join("\n            "))
    }

    pub(super) fn forecast(&self, text: &str, words: &str, odds: Option<(u32, u32)>, is: bool) -> Held {
        let action = self.read_action(text)?;
        let not = if is { "" } else { "not " };
        let expected = || match odds {
            Some((ways, of)) => format!("{not}{words} {ways}/{of}"),
            None => format!("{not}{words}"),
        };
        let Some(seat) = self.game_match.awaits().seat() else { return differs(expected(), self.awaited()) };
        let forecast = match self.game_match.forecast(seat, &action) {
            Ok(Some(forecast)) => forecast,
            Ok(None) => return differs(expected(), "no forecast"),
            Err(refusal) => return differs(expected(), format!("refused {}", self.refusal(&refusal))),
        };
        let told = |chance: &Chance| match chance.says.is_empty() {
            true => chance.label.clone(),
            false => format!("{}: {}", chance.label, chance.says),
        };
        let chances: Vec<_> =
            forecast.outcomes.iter().map(|c| format!("{} {}/{}", told(c), c.ways, forecast.of)).collect();
        let sums: Vec<_> = forecast.sums.iter().map(|sum| format!("{} {}", sum.label, sum.amount)).collect();
        let fits = match odds {
            Some((ways, of)) => forecast.outcomes.iter().any(|chance| {
                contains(&told(chance), words)
                    && u128::from(chance.ways) * u128::from(of) == u128::from(ways) * u128::from(forecast.of)
            }),
            None => {
                let remark = forecast.remark.as_deref().unwrap_or_default();
                [&forecast.title, remark].iter().any(|text| contains(text, words))
                    || sums.iter().any(|sum| contains(sum, words))
            }
        };
        match fits == is {
            true => Ok(()),
            false => differs(expected(), format!("{} ({}): {}", forecast.title, sums.join(", "), chances.join(", "))),
        }
    }
}

/// Without regard to upper and lower case.
fn contains(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(&words.to_lowercase())
}

/// Whether a text begins with these words, not only with these letters.
fn begins(text: &str, words: &str) -> bool {
    let rest = text.strip_prefix(words);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '/'))
}

/// `0..3` stands for `0 1 2 3`.
fn spread(item: &str) -> Vec<String> {
    let range = item.split_once("..").and_then(|(least, most)| {
        let (least, most): (i16, i16) = (least.parse().ok()?, most.parse().ok()?);
        Some((least..=most).map(|n| n.to_string()).collect())
    });
    range.unwrap_or_else(|| vec![item.to_string()])
}
