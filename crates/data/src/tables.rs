use crate::{DataError, Text};
use serde::de::DeserializeOwned;

/// Reads a TOML file into a type of the game. Derive it with `#[serde(deny_unknown_fields)]`, so that a misspelt key
/// is a mistake, and wrap values in [`crate::Spanned`] to report them by line later ([`Text::error_at`]).
pub fn from_toml<T: DeserializeOwned>(text: &Text) -> Result<T, DataError> {
    toml::from_str(text.body()).map_err(|error| match error.span() {
        Some(span) => text.error_at(span, error.message()),
        None => text.error(error.message()),
    })
}
