//! Exact odds before a corps enters an unknown area.

use crate::components::{CardKind, Commander};
use crate::sequence::Step;
use crate::state::State;
use crate::{Action, Race};
use referee::{Chance, Forecast, Rule, Sum};

impl Race {
    pub(crate) fn make_forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        let Action::Move { corps, path } = *action else { return None };
        if !matches!(s.steps.top(), Some(Step::Turn | Step::Card | Step::Moving { .. })) {
            return None;
        }
        let to = path.last()?;
        let mover = s.mover();
        let known = self.c.corps.get(corps.index()).is_some_and(|corps| corps.commander == mover);
        if !known || !self.is_area(to) || s.holder(to).is_some() {
            return None;
        }
        Some(self.forecast_entry(s, mover, corps, to))
    }

    fn forecast_entry(&self, s: &State, mover: Commander, corps: referee::Piece, to: referee::Spot) -> Forecast {
        let deck = self.deck_for(s, mover, to);
        let pile = s.deck(deck);
        // What others have seen is as unknown to this player as the rest.
        let known = pile.top.filter(|(_, knowers)| knowers.contains(mover)).map(|(card, _)| card);
        let mut unknown = pile.bag;
        if let (None, Some((card, _))) = (known, pile.top) {
            unknown.insert(card);
        }
        let cards: Vec<_> = known.map_or_else(|| unknown.iter().collect(), |card| vec![card]);
        let mut bonus = self.bonus(s, mover, to);
        let mut load = s.corps(corps).load;
        let from = s.corps(corps).at;
        let (pays_gas, toll) = match s.steps.top() {
            Some(Step::Moving { toll, .. }) => (toll.rule().is_some(), toll.rule()),
            _ => (from.is_none_or(|at| s.lying[at.index()].gas == 0), Some(Rule("10.1"))),
        };
        load.gas = load.gas.saturating_sub(u8::from(pays_gas));
        let mut sums = vec![];
        if let Some(rule) = toll {
            sums.push(Sum { label: "gas to go".into(), amount: -1, rule });
        }
        if self.area(to).fortified {
            match bonus {
                0 => load.ammo = load.ammo.saturating_sub(1),
                _ => bonus -= 1,
            }
            sums.push(Sum { label: "ammo for the walls".into(), amount: -1, rule: Rule("10.9") });
        }
        if bonus > 0 {
            sums.push(Sum { label: "ammo from the air".into(), amount: bonus.into(), rule: Rule("11.4") });
        }
        sums.push(Sum { label: "ammo on the card".into(), amount: load.ammo.into(), rule: Rule("10.35") });
        let mut outcomes: Vec<Chance> = vec![];
        for card in &cards {
            let printed = self.card(*card);
            let price = self.price(*card, bonus);
            let said = |label: &str, rule, worth| (label.to_owned(), rule, worth);
            let (label, rule, worth) = match printed.kind {
                kind if kind.is_enemy() && load.covers(price) => (format!("beaten for {price}"), "10.36", 2),
                kind if kind.is_enemy() => (format!("too strong: {price}"), "10.40", -2),
                CardKind::Boches => said("Les Boches: stop or 1 gas", "10.27", -1),
                CardKind::Civilians => said("Starving civilians", "10.20", 1),
                CardKind::Stock | CardKind::Supplies | CardKind::Liberation => said("supplies found", "10.19", 1),
                CardKind::BlackMarket => said("Black market", "10.24", 1),
                CardKind::Resistance => said("Resistance", "10.25", 1),
                CardKind::Recon => said("Recon", "10.26", 1),
                _ => said("no effect", "10.29", 0),
            };
            match outcomes.iter_mut().find(|chance| chance.label == label) {
                Some(chance) => chance.ways += 1,
                None => outcomes.push(Chance::new(label, 1, Rule(rule)).worth(worth)),
            }
        }
        if cards.is_empty() {
            outcomes.push(Chance::new("no card is left", 1, Rule("2.34")));
        }
        let of = cards.len().max(1) as u64;
        let title = format!("{} into {}", self.unit(corps).name, self.name(to));
        let remark = known.map(|card| format!("You have seen the top card: {}.", self.card(card).name));
        Forecast { title, sums, chart: None, outcomes, of, remark }
    }
}
