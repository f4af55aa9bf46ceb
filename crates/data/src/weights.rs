use crate::{DataError, Text, from_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightFile {
    /// How they were found: for readers.
    #[serde(rename = "found")]
    _found: String,
    weights: BTreeMap<Spanned<String>, i32>,
}

/// What a bot judges positions by: whole numbers by name, each known name once.
pub fn weights<const N: usize>(text: &Text, names: [&str; N]) -> Result<[i32; N], DataError> {
    let file: WeightFile = from_toml(text)?;
    let mut found = [None; N];
    for (name, weight) in &file.weights {
        let known = names.iter().position(|known| known == name.get_ref());
        let at = known.ok_or_else(|| {
            text.error_at(name.span(), format!("unknown weight {:?}; known: {}", name.get_ref(), names.join(", ")))
        })?;
        found[at] = Some(*weight);
    }
    let mut weights = [0; N];
    for ((weight, found), name) in weights.iter_mut().zip(found).zip(names) {
        *weight = found.ok_or_else(|| text.error(format!("the weight `{name}` is missing")))?;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Files;

    fn read(text: &'static str) -> Result<[i32; 2], String> {
        let files = Files::embedded("game", &[("bot.toml", text)]);
        weights(files.text("bot.toml").unwrap(), ["towns", "guns"]).map_err(|error| error.to_string())
    }

    #[test]
    fn weights_are_read_by_name_and_what_is_wrong_is_named() {
        assert_eq!(read("found = \"by hand\"\n[weights]\nguns = 3\ntowns = -1\n"), Ok([-1, 3]));
        let unknown = read("found = \"by hand\"\n[weights]\nguns = 3\ntown = -1\n").unwrap_err();
        assert!(unknown.contains("bot.toml:4") && unknown.contains("town"), "{unknown}");
        let missing = read("found = \"by hand\"\n[weights]\nguns = 3\n").unwrap_err();
        assert!(missing.contains("`towns` is missing"), "{missing}");
    }
}
