//! Laws 11 and 12: what is offered can be pointed at, and nothing happens twice.

use super::{Inspector, Kept, broken};
use referee::{Game, Note, Opening, Piece, Record, Ref, Scene, Seat, Shows, Spot, Viewer};

impl<G: Game> Inspector<G> {
    /// [Law 11] Whatever an offer, an opening or the scene itself points at is in the scene of who decides, or in the
    /// kit: somebody who plays by clicks alone can do everything.
    pub(super) fn everything_is_in_sight(&self, state: &G::State, seat: Seat, thorough: bool) -> Kept {
        let game = &*self.game;
        let scene = game.scene(state, Viewer::Seat(seat));
        let sight = Sights::of(&scene, game.kit().spots.len(), game.kit().things.len());
        if let Some(lost) = scene.counters.iter().find(|counter| counter.at.index() >= game.kit().spots.len()) {
            return Err(broken(11, format!("a counter lies on {:?}, which is no spot of the kit", lost.at)));
        }
        let pointed = scene.focus.on.iter().chain(&scene.focus.by);
        let pointed = pointed.chain(scene.rosters.iter().flat_map(|roster| &roster.of));
        pointed.copied().try_for_each(|item| sight.has(item, || "the scene".into()))?;
        for offer in &self.offers {
            sight.has(offer.about, || format!("the offer `{}`", game.write_action(&offer.action)))?;
            if !thorough {
                continue;
            }
            let refs: Vec<Ref> = match game.open(state, &offer.action) {
                Opening::Nothing | Opening::Amount { .. } => vec![],
                Opening::Path(reach) => reach.legs.iter().map(|leg| Ref::Spot(leg.spot)).collect(),
                Opening::Subset { of, .. } => of,
                Opening::Counts { of, .. } => of.iter().map(|heap| heap.of).collect(),
            };
            let opening = || format!("the opening of `{}`", game.write_action(&offer.action));
            refs.into_iter().try_for_each(|item| sight.has(item, opening))?;
        }
        Ok(())
    }

    /// [Law 12] A piece that is gone was there, and goes once.
    pub(super) fn nothing_happens_twice(
        &self,
        before: &G::State,
        after: &G::State,
        record: &Record<G::Event>,
        seat: Seat,
    ) -> Kept {
        let viewer = Viewer::Seat(seat);
        let notes: Vec<Note> = record.notes.iter().filter_map(|(_, event)| self.game.describe(event, viewer)).collect();
        if !notes.iter().any(|note| matches!(note.shows, Shows::Gone(_))) {
            return Ok(());
        }
        let place = |scene: &Scene, piece: Piece| -> Option<Spot> {
            scene.counters.iter().find(|counter| counter.piece == piece).map(|counter| counter.at)
        };
        let (was, is) = (self.game.scene(before, viewer), self.game.scene(after, viewer));
        let mut gone: Vec<Piece> = vec![];
        for note in &notes {
            match note.shows {
                Shows::Gone(piece) if gone.contains(&piece) => {
                    return Err(broken(12, format!("`{}`: {piece:?} had gone already", note.text)));
                }
                Shows::Gone(piece) => {
                    let stayed = place(&was, piece).is_some() && place(&was, piece) == place(&is, piece);
                    let moved = notes.iter().any(|note| match &note.shows {
                        Shows::Path(other, _) | Shows::Placed(other, _) => *other == piece,
                        _ => false,
                    });
                    if stayed && !moved {
                        return Err(broken(12, format!("`{}`: {piece:?} lies where it lay before", note.text)));
                    }
                    gone.push(piece);
                }
                Shows::Placed(piece, _) => gone.retain(|other| *other != piece),
                _ => {}
            }
        }
        Ok(())
    }
}

/// What somebody can point at.
struct Sights {
    pieces: Vec<Piece>,
    spots: usize,
    things: usize,
}

impl Sights {
    fn of(scene: &Scene, spots: usize, things: usize) -> Sights {
        let holders = scene.mats.iter().flat_map(|mat| &mat.holders).filter_map(|holder| holder.piece);
        let mut pieces: Vec<Piece> = scene.counters.iter().map(|counter| counter.piece).chain(holders).collect();
        pieces.sort();
        Sights { pieces, spots, things }
    }

    fn has(&self, item: Ref, who: impl Fn() -> String) -> Kept {
        let seen = match item {
            Ref::Nothing => true,
            Ref::Spot(spot) => spot.index() < self.spots,
            Ref::Piece(piece) => self.pieces.binary_search(&piece).is_ok(),
            Ref::Thing(thing) => thing.index() < self.things,
        };
        match seen {
            true => Ok(()),
            false => Err(broken(11, format!("{} points at {item:?}, which nobody can see", who()))),
        }
    }
}
