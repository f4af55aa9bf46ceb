//! What an answer would lead to: the odds with everything that the same seat may still add to it.

use super::Room;
use crate::message::{Foreseen, ToClient};
use crate::view;
use referee::{Awaits, Forecast, Opening, Pick, Refusal, Seat, Seeded};
use shelf::LiveMatch;

/// More questions in a row are not looked at.
const MOST_FORESEEN: usize = 6;

impl Room {
    pub(super) fn foresee(&self, id: u64, tag: u32, offer: u16, pick: view::Pick, then: &[view::Pick]) -> ToClient {
        let looked = self.query(id, |room, seat| look_ahead(&*room.game_match, seat, offer, pick.into(), then));
        let (forecast, then, refusal) = match looked {
            Ok(ahead) => (ahead.forecast, ahead.then, ahead.refusal.map(|refusal| self.refused(refusal))),
            Err(refused) => (None, vec![], Some(refused)),
        };
        let lawful = refusal.is_none();
        ToClient::Foreseen { tag, seq: self.seq(), lawful, forecast, refusal, then }
    }
}

struct Ahead {
    /// Of the last answer, with all before it.
    forecast: Option<Forecast>,
    then: Vec<Foreseen>,
    /// Of one of the later answers.
    refusal: Option<Refusal>,
}

/// Plays on a copy for as long as nothing is rolled, nothing is revealed and nobody else is asked: all this could be
/// played and taken back freely, so nobody learns anything by it.
fn look_ahead(
    game_match: &dyn LiveMatch,
    seat: Seat,
    offer: u16,
    pick: Pick,
    picks: &[view::Pick],
) -> Result<Ahead, Refusal> {
    let mut ahead = Ahead { forecast: game_match.ask(seat, offer, pick.clone())?, then: vec![], refusal: None };
    let mut copy = game_match.fork();
    let (mut offer, mut pick) = (offer, pick);
    // Only what has odds is weighed.
    while ahead.forecast.is_some() && ahead.then.len() < MOST_FORESEEN && plays_freely(&mut *copy, seat, offer, pick) {
        let Awaits::Decision(decision) = copy.awaits() else { break };
        let offers = copy.offers(seat);
        let [only] = offers.as_slice() else { break };
        let open = copy.open(seat, 0)?;
        let Some(chosen) = fitting(picks.get(ahead.then.len()).cloned().map(Pick::from), &open) else { break };
        match copy.ask(seat, 0, chosen.clone()) {
            Ok(forecast) => ahead.forecast = forecast.or(ahead.forecast),
            Err(refusal) => ahead.refusal = Some(refusal),
        }
        ahead.then.push(Foreseen {
            rule: decision.rule,
            question: decision.question,
            label: only.label,
            open: open.into(),
            pick: chosen.clone().into(),
        });
        if ahead.refusal.is_some() {
            break;
        }
        (offer, pick) = (0, chosen);
    }
    Ok(ahead)
}

/// What was picked, as far as the opening has it; without that the least. Ways and heaps are for a card of their own.
fn fitting(given: Option<Pick>, open: &Opening) -> Option<Pick> {
    match (open, given) {
        (Opening::Subset { of, most, least, .. }, Some(Pick::Subset(mut refs))) => {
            refs.retain(|item| of.contains(item));
            refs.truncate(*most);
            if refs.len() < *least { open.simplest() } else { Some(Pick::Subset(refs)) }
        }
        (Opening::Amount { least, most }, Some(Pick::Amount(n))) => Some(Pick::Amount(n.min(*most).max(*least))),
        (Opening::Subset { .. } | Opening::Amount { .. }, _) => open.simplest(),
        _ => None,
    }
}

/// Whether the answer was played, could be taken back freely, and leaves the same seat to decide.
fn plays_freely(copy: &mut dyn LiveMatch, seat: Seat, offer: u16, pick: Pick) -> bool {
    // A roll seals, whatever it shows: nothing of it is told.
    let played = testkit::catch(|| copy.play(seat, offer, pick, &mut Seeded(0)));
    matches!(played, Ok(Ok(_))) && copy.awaits().seat() == Some(seat) && copy.may_undo(seat)
}
