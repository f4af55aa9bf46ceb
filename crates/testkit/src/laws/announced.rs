//! Laws 1 to 3: what is offered can be done, and nothing else can.

use super::{Broken, Inspector, Kept, Source, broken};
use referee::{Dice, Game, Offer, Opening, Pick, Piece, Reach, Ref, Spot};
use std::cell::Cell;

impl<G: Game> Inspector<G> {
    /// [Laws 1, 2] Fills `self.offers` and tries what they announce. Returns a random lawful action.
    pub(super) fn announced(
        &mut self,
        state: &G::State,
        thorough: bool,
        law: &Cell<u8>,
        chooser: &mut Source,
    ) -> Result<(G::Action, Pick), Broken> {
        law.set(1);
        self.offers.clear();
        self.game.offers(state, &mut self.offers);
        if self.offers.is_empty() {
            return Err(broken(1, "a seat is awaited but nothing is offered"));
        }
        let chosen = one_of(self.offers.len(), chooser);
        if thorough {
            for i in 0..self.offers.len() {
                self.offer_holds(state, i, 4, law, chooser)?;
            }
        } else {
            self.offer_holds(state, one_of(self.offers.len(), chooser), 2, law, chooser)?;
        }
        self.offer_holds(state, chosen, 1, law, chooser)
    }

    /// A random lawful action with as few questions as possible: nothing else is asked of the offers.
    pub(super) fn anything(
        &mut self,
        state: &G::State,
        law: &Cell<u8>,
        chooser: &mut Source,
    ) -> Result<G::Action, Broken> {
        law.set(1);
        self.offers.clear();
        self.game.offers(state, &mut self.offers);
        if self.offers.is_empty() {
            return Err(broken(1, "a seat is awaited but nothing is offered"));
        }
        let offer = &self.offers[one_of(self.offers.len(), chooser)];
        if let Some(pick) = self.game.sample(state, &offer.action, chooser) {
            return Ok(self.filled(offer, pick));
        }
        let open = self.game.open(state, &offer.action);
        let pick = open.sample(chooser);
        let action = self.filled(offer, pick);
        if !open.is_loose() || self.game.check(state, &action).is_ok() {
            return Ok(action);
        }
        let simplest = simplest(&open).ok_or_else(|| {
            let text = self.game.write_action(&offer.action);
            broken(1, format!("the offer `{text}` leaves nothing to pick: {open:?}"))
        })?;
        Ok(self.filled(offer, simplest))
    }

    /// Every pick of a strict opening is lawful; of a loose one the simplest is, and a refusal cites a rule.
    fn offer_holds(
        &mut self,
        state: &G::State,
        offer: usize,
        samples: u8,
        law: &Cell<u8>,
        chooser: &mut Source,
    ) -> Result<(G::Action, Pick), Broken> {
        let game = &*self.game;
        let offer = &self.offers[offer];
        law.set(1);
        let open = game.open(state, &offer.action);
        let simplest = simplest(&open).ok_or_else(|| {
            let text = game.write_action(&offer.action);
            broken(1, format!("the offer `{text}` leaves nothing to pick: {open:?}"))
        })?;
        law.set(2);
        let mut lawful = self.filled(offer, simplest.clone());
        self.report.announced += 1 + u64::from(samples);
        if let Err(illegal) = game.check(state, &lawful) {
            self.cites(illegal.rule, illegal.why)?;
            let text = game.write_action(&lawful);
            return Err(broken(2, format!("`{text}` is the simplest pick of an offer, but refused: {illegal}")));
        }
        let mut lawful_pick = simplest;
        if let Some(pick) = game.sample(state, &offer.action, chooser) {
            let action = self.filled(offer, pick.clone());
            if !open.admits(&pick) || game.check(state, &action).is_err() {
                let text = game.write_action(&action);
                return Err(broken(2, format!("`{text}` was sampled, but the opening does not announce it")));
            }
        }
        for _ in 0..samples {
            let pick = open.sample(chooser);
            let action = self.filled(offer, pick.clone());
            match game.check(state, &action) {
                Ok(()) => (lawful, lawful_pick) = (action, pick),
                Err(illegal) => {
                    self.cites(illegal.rule, illegal.why)?;
                    if !open.is_loose() {
                        let text = game.write_action(&action);
                        return Err(broken(2, format!("`{text}` is announced, but refused: {illegal}")));
                    }
                }
            }
        }
        law.set(5);
        self.notation_holds(&lawful)?;
        Ok((lawful, lawful_pick))
    }

    fn filled(&self, offer: &Offer<G::Action>, pick: Pick) -> G::Action {
        let mut action = offer.action.clone();
        self.game.fill(&mut action, pick);
        action
    }

    /// [Law 3] Asks what nobody announced: wild picks, offers left unfilled, actions of other states.
    pub(super) fn wild(&mut self, state: &G::State, thorough: bool, law: &Cell<u8>, chooser: &mut Source) -> Kept {
        law.set(3);
        let tries = if thorough { 12 } else { 2 };
        for _ in 0..tries {
            let offer = &self.offers[one_of(self.offers.len(), chooser)];
            let open = self.game.open(state, &offer.action);
            let pick = match chooser.pick(8) {
                0 => Pick::Nothing,
                _ => self.wild_pick(&open, chooser),
            };
            let action = self.filled(offer, pick.clone());
            self.only_if_announced(state, &action, &pick)?;
        }
        for _ in 0..tries {
            if self.memory.is_empty() {
                break;
            }
            let (action, pick) = self.memory[one_of(self.memory.len(), chooser)].clone();
            self.only_if_announced(state, &action, &pick)?;
        }
        self.report.wild += 2 * tries;
        Ok(())
    }

    fn only_if_announced(&mut self, state: &G::State, action: &G::Action, pick: &Pick) -> Kept {
        match self.game.check(state, action) {
            Err(illegal) => self.cites(illegal.rule, illegal.why),
            Ok(()) if self.is_announced(state, action, pick) => {
                self.report.wild_lawful += 1;
                Ok(())
            }
            Ok(()) => Err(broken(3, format!("`{}` passes, but no offer announces it", self.game.write_action(action)))),
        }
    }

    /// Whether some offer leads to this action: by the pick it is thought to come from, or by any other.
    fn is_announced(&self, state: &G::State, action: &G::Action, pick: &Pick) -> bool {
        let likely = |offer: &&Offer<G::Action>| self.filled(offer, pick.clone()) == *action;
        let by_this_pick = |offer: &Offer<G::Action>| {
            let open = self.game.open(state, &offer.action);
            let pick = within(&open, pick);
            open.admits(&pick) && self.filled(offer, pick) == *action
        };
        let by_any_pick = |offer: &Offer<G::Action>| {
            let open = self.game.open(state, &offer.action);
            // Of all paths only those that end where this one does can lead to the same action.
            let others = match (&open, pick) {
                (Opening::Path(reach), Pick::Path(path)) => path_like(reach, path).into_iter().collect(),
                (Opening::Path(_), _) => vec![],
                _ => picks(&open),
            };
            others.into_iter().any(|pick| open.admits(&pick) && self.filled(offer, pick) == *action)
        };
        self.offers.iter().filter(likely).any(by_this_pick) || self.offers.iter().any(by_any_pick)
    }

    fn wild_pick(&self, open: &Opening, chooser: &mut Source) -> Pick {
        let spots = u16::try_from(self.game.kit().spots.len()).unwrap_or(u16::MAX).max(1);
        let pieces = self.pieces;
        let any_spot = |chooser: &mut Source| Spot(chooser.pick(spots));
        let any = |chooser: &mut Source| match chooser.pick(4) {
            0 => Ref::Spot(any_spot(chooser)),
            _ => Ref::Piece(Piece(chooser.pick(pieces))),
        };
        match open {
            Opening::Nothing => Pick::Subset(vec![any(chooser)]),
            Opening::Path(reach) => {
                let leg = reach.legs[one_of(reach.legs.len(), chooser)];
                let mut path = reach.path_to(leg.spot);
                match chooser.pick(5) {
                    0 => path = (0..=chooser.pick(4)).map(|_| any_spot(chooser)).collect(),
                    1 => path.push(reach.legs[one_of(reach.legs.len(), chooser)].spot),
                    2 => path.push(any_spot(chooser)),
                    3 => path.extend(path.clone()),
                    _ => {}
                }
                Pick::Path(path)
            }
            Opening::Subset { of, .. } => {
                let mut refs: Vec<_> = of.iter().copied().filter(|_| chooser.pick(2) == 0).collect();
                match chooser.pick(4) {
                    0 => refs = (0..chooser.pick(4)).map(|_| any(chooser)).collect(),
                    1 => refs.push(any(chooser)),
                    2 => refs = of.clone(),
                    _ => {}
                }
                Pick::Subset(refs)
            }
            Opening::Counts { of, .. } => {
                let wanted = of.len() + usize::from(chooser.pick(4)) / 3;
                Pick::Counts((0..wanted).map(|_| u8::try_from(chooser.pick(9)).unwrap_or(0)).collect())
            }
            Opening::Amount { least, most } => Pick::Amount(match chooser.pick(4) {
                0 => least.saturating_sub(1),
                1 => most.saturating_add(1),
                _ => chooser.pick(40).cast_signed() - 10,
            }),
        }
    }
}

fn one_of(n: usize, chooser: &mut Source) -> usize {
    usize::from(chooser.pick(u16::try_from(n).unwrap_or(u16::MAX)))
}

/// The simplest pick of an opening that makes sense, or nothing.
fn simplest(open: &Opening) -> Option<Pick> {
    match open {
        Opening::Subset { of, must, least, most, .. } if must > least || least > most || *most > of.len() => None,
        open => open.simplest(),
    }
}

/// The cheapest path to where another ends.
fn path_like(reach: &Reach, path: &[Spot]) -> Option<Pick> {
    let end = reach.leg(*path.last()?)?;
    Some(Pick::Path(reach.path_to(end.spot)))
}

/// What of a pick lies inside an opening: things named twice or not asked for may be left out by `fill`.
fn within(open: &Opening, pick: &Pick) -> Pick {
    match (open, pick) {
        (Opening::Subset { of, .. }, Pick::Subset(refs)) => {
            Pick::Subset(of.iter().copied().filter(|item| refs.contains(item)).collect())
        }
        _ => pick.clone(),
    }
}

/// Every pick of a small opening, and of a large one the cheapest paths, or the single things and all of them.
pub(crate) fn picks(open: &Opening) -> Vec<Pick> {
    /// Up to so many things all their subsets are tried.
    const SUBSETS: usize = 12;
    match open {
        Opening::Nothing => vec![Pick::Nothing],
        Opening::Path(reach) => reach.ends().map(|leg| Pick::Path(reach.path_to(leg.spot))).collect(),
        Opening::Amount { least, most } => (*least..=*most).map(Pick::Amount).collect(),
        Opening::Counts { of, least, most } => {
            let mut found: Vec<Vec<u8>> = vec![vec![]];
            for heap in of {
                let with = |counts: Vec<u8>| {
                    (0..=heap.most.min(*most)).map(move |n| counts.iter().copied().chain([n]).collect::<Vec<u8>>())
                };
                found = found.into_iter().flat_map(with).filter(|c| c.iter().sum::<u8>() <= *most).collect();
            }
            found.retain(|counts| counts.iter().sum::<u8>() >= *least);
            found.into_iter().map(Pick::Counts).collect()
        }
        Opening::Subset { of, must, least, most, .. } => {
            let obligatory = (1usize << *must) - 1;
            let some = |bits: usize| (0..of.len()).filter(|i| bits & (1 << i) != 0).map(|i| of[i]).collect::<Vec<_>>();
            let mut found: Vec<Vec<Ref>> = if of.len() <= SUBSETS {
                (0..1usize << of.len()).filter(|bits| bits & obligatory == obligatory).map(some).collect()
            } else {
                let with_one = |item: &Ref| {
                    let mut refs = of[..*must].to_vec();
                    refs.push(*item);
                    refs
                };
                let mut found: Vec<_> = of[*must..].iter().map(with_one).collect();
                found.push(of[..*least].to_vec());
                found.push(of[..*most].to_vec());
                found.dedup();
                found
            };
            found.retain(|refs| (*least..=*most).contains(&refs.len()));
            found.into_iter().map(Pick::Subset).collect()
        }
    }
}
