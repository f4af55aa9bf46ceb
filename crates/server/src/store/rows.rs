//! Rows as they are kept.

use crate::dice::Seed;
use crate::identity::{Identity, token_hash};

/// A match as it is kept, with the last that happened in it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SittingRow {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    pub(crate) head: String,
    pub(crate) dice_hash: String,
    pub(crate) dice_from: i64,
    pub(crate) owner: String,
    pub(crate) public: i64,
    pub(crate) created: i64,
    /// -1 when nobody is awaited.
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) seq: i64,
    pub(crate) moved: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SeatRow {
    pub(crate) seat: i64,
    /// human, bot, open.
    pub(crate) kind: String,
    pub(crate) bot: String,
    pub(crate) person: String,
    /// Of the person.
    pub(crate) name: String,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct EntryRow {
    pub(crate) sitting: String,
    pub(crate) n: i64,
    pub(crate) line: String,
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) at: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ChatRow {
    pub(crate) n: i64,
    /// -1 for a spectator.
    pub(crate) seat: i64,
    pub(crate) name: String,
    pub(crate) line: String,
    pub(crate) at: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct SecretRow {
    pub(super) dice: String,
    pub(super) links: String,
}

/// What only the server knows of a match.
#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub(crate) seed: Seed,
    pub(super) links: String,
}

impl Secret {
    pub(crate) fn fresh() -> Secret {
        Secret { seed: Seed::secret(), links: crate::identity::new_token() }
    }

    /// The token of the link that invites to a seat.
    pub(crate) fn link(&self, seat: usize) -> String {
        token_hash(&format!("{} {seat}", self.links))
    }
}

/// A match that is about to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewSitting {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    pub(crate) head: String,
    pub(crate) secret: Secret,
    pub(crate) dice_from: i64,
    pub(crate) owner: Identity,
    pub(crate) public: bool,
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) created: i64,
    /// Kind, bot and person of each seat.
    pub(crate) seats: Vec<(&'static str, String, String)>,
    /// Lines of the match file that were there before.
    pub(crate) lines: Vec<String>,
}
