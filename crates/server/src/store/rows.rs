//! Rows as they are kept.

use crate::dice::{By, Part, Seed};
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use crate::message::{Origin, SeatKind};
use sqlx::error::BoxDynError;
use sqlx::{ColumnIndex, Database, Decode, FromRow, Row, Type};

/// Reads a row field by field, whatever the database. The macros of sqlx do the same, but build SQLite once more
/// for themselves.
macro_rules! read_row {
    ($row:ident { $($field:ident),* }) => {
        impl<'r, R: Row> FromRow<'r, R> for $row
        where
            &'static str: ColumnIndex<R>,
            String: Decode<'r, R::Database> + Type<R::Database>,
            Option<String>: Decode<'r, R::Database> + Type<R::Database>,
            i64: Decode<'r, R::Database> + Type<R::Database>,
        {
            fn from_row(row: &'r R) -> sqlx::Result<$row> {
                Ok($row { $($field: row.try_get(stringify!($field))?),* })
            }
        }
    };
}

/// Words that are kept as text.
macro_rules! read_word {
    ($kind:ident) => {
        impl<DB: Database> Type<DB> for $kind
        where
            String: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                String::type_info()
            }

            fn compatible(given: &DB::TypeInfo) -> bool {
                String::compatible(given)
            }
        }

        impl<'r, DB: Database> Decode<'r, DB> for $kind
        where
            String: Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<$kind, BoxDynError> {
                Ok(String::decode(value)?.try_into()?)
            }
        }
    };
}

read_word!(SeatKind);
read_word!(Origin);
read_row!(MatchRow {
    id,
    game,
    setup,
    head,
    dice,
    dice_hash,
    dice_from,
    owner,
    public,
    origin,
    created,
    awaits,
    outcome,
    seq,
    moved,
    stands,
    entries,
    resigned
});
read_row!(MarkRow { match_id, title, archived });
read_row!(SeatRow { match_id, seat, kind, bot, person, name });
read_row!(ChatRow { n, seat, name, line, at });
read_row!(SecretRow { match_id, dice, links });
read_row!(PartRow { seat, from_roll, digits });

/// A match as it is kept, without what happened in it.
#[derive(Clone, Debug)]
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
    pub(crate) origin: Origin,
    pub(crate) created: i64,
    /// -1 when nobody is awaited.
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) seq: i64,
    pub(crate) moved: i64,
    /// The turn and the phase, for lists.
    pub(crate) stands: String,
    /// How many decisions stand.
    pub(crate) entries: i64,
    /// Who has given up; -1 if nobody.
    pub(crate) resigned: i64,
}

/// What somebody calls a match, and whether it is put away.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarkRow {
    pub(crate) match_id: String,
    pub(crate) title: String,
    pub(crate) archived: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct SeatRow {
    pub(crate) match_id: String,
    pub(crate) seat: i64,
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
    pub(crate) stands: String,
    pub(crate) entries: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct ChatRow {
    pub(crate) n: i64,
    /// -1 for a spectator.
    pub(crate) seat: i64,
    pub(crate) name: String,
    pub(crate) line: String,
    pub(crate) at: i64,
}

#[derive(Clone, Debug)]
pub(super) struct SecretRow {
    pub(super) match_id: String,
    pub(super) dice: String,
    pub(super) links: String,
}

#[derive(Debug)]
pub(super) struct PartRow {
    pub(super) seat: i64,
    pub(super) from_roll: i64,
    pub(super) digits: String,
}

impl From<PartRow> for Part {
    fn from(row: PartRow) -> Part {
        Part { by: By::of(row.seat), from: u64::try_from(row.from_roll).unwrap_or(0), digits: row.digits }
    }
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

/// A match as it is kept under the rules of today.
#[derive(Clone, Debug)]
pub(crate) struct RepairRow {
    pub(crate) match_id: String,
    pub(crate) head: String,
    /// Those that change, each with its number.
    pub(crate) lines: Vec<(i64, String)>,
}

/// A match that is about to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewMatchRow {
    pub(crate) row: MatchRow,
    pub(crate) secret: Secret,
    /// Kind, bot and person of each seat.
    pub(crate) seats: Vec<(SeatKind, String, String)>,
    /// Whoever opened it may have given one.
    pub(crate) part: Option<Part>,
    /// Lines of the match file that were there before.
    pub(crate) lines: Vec<String>,
}
