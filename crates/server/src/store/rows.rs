//! Rows as they are kept.

use crate::dice::Seed;
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use crate::message::{Origin, SeatKind};

/// A match as it is kept, without what happened in it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct MatchRow {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    /// The match file as far as the deal.
    pub(crate) head: String,
    pub(crate) dice: i64,
    pub(crate) dice_hash: String,
    pub(crate) dice_from: i64,
    pub(crate) owner: String,
    pub(crate) public: i64,
    #[sqlx(try_from = "String")]
    pub(crate) origin: Origin,
    pub(crate) created: i64,
    /// -1 when nobody is awaited.
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) seq: i64,
    pub(crate) moved: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SeatRow {
    pub(crate) match_id: String,
    pub(crate) seat: i64,
    #[sqlx(try_from = "String")]
    pub(crate) kind: SeatKind,
    pub(crate) bot: String,
    pub(crate) person: String,
    /// Of the person.
    pub(crate) name: String,
}

impl SeatRow {
    pub(crate) fn is_held_by(&self, who: &Identity) -> bool {
        self.kind == SeatKind::Human && self.person == who.0
    }
}

/// Something that happened: a line of the match file, or `= 17`, back to 17 entries.
#[derive(Clone, Debug)]
pub(crate) struct EntryRow {
    pub(crate) match_id: String,
    pub(crate) n: i64,
    pub(crate) line: String,
    pub(crate) at: i64,
    /// How the match stands after it.
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
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
    pub(super) match_id: String,
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

impl TryFrom<SecretRow> for Secret {
    type Error = Error;

    fn try_from(row: SecretRow) -> Result<Secret, Error> {
        let seed = Seed::read(&row.dice).ok_or_else(|| Error::Inner("the kept seed is damaged".into()))?;
        Ok(Secret { seed, links: row.links })
    }
}

/// A match that is about to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewMatchRow {
    pub(crate) row: MatchRow,
    pub(crate) secret: Secret,
    /// Kind, bot and person of each seat.
    pub(crate) seats: Vec<(SeatKind, String, String)>,
    /// Lines of the match file that were there before.
    pub(crate) lines: Vec<String>,
}
