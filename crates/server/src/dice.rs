//! Where rolls come from: ChaCha20 with a secret seed for each match. Roll k of the match is drawn from
//! stream k alone, so a take-back never shifts a roll, and whoever knows the seed can check any of them.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use referee::Dice;
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret of a match.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed with hash {}", self.hash())
    }
}

impl Seed {
    pub fn secret() -> Seed {
        Seed(random())
    }

    pub fn read(hex: &str) -> Option<Seed> {
        let digits = hex.as_bytes();
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let mut seed = [0; 32];
        for (byte, pair) in seed.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Seed(seed))
    }

    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// What everybody sees before the first roll.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The dice of a match in which so many rolls were made.
    pub fn dice(&self, rolled: u64) -> SecretDice {
        SecretDice { rng: ChaCha20Rng::from_seed(self.0), next: rolled }
    }
}

/// Unbiased rolls from a seed, each from a stream of its own.
#[derive(Debug)]
pub struct SecretDice {
    rng: ChaCha20Rng,
    next: u64,
}

impl Dice for SecretDice {
    #[expect(clippy::cast_possible_truncation, reason = "the high half of a 48 bit product is below n")]
    fn pick(&mut self, n: u16) -> u16 {
        assert!(n > 0, "one of nothing cannot be picked");
        self.rng.set_stream(self.next);
        self.rng.set_word_pos(0);
        self.next += 1;
        // Multiply and shift with rejection: every face has exactly the same weight.
        let threshold = u32::from(n).wrapping_neg() % u32::from(n);
        loop {
            let product = u64::from(self.rng.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u16;
            }
        }
    }
}

/// What a match file says of its dice, and whether it is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verified {
    /// So many rolls were derived again, and all fell as written; so many came from elsewhere.
    Fair {
        rolls: u64,
        elsewhere: u64,
    },
    /// The match runs: only the hash is known.
    NotYet {
        hash: String,
    },
    /// The file does not come from a table.
    NoDice,
    HashDiffers,
    /// Counted from 1 in the order of the file.
    RollDiffers {
        roll: u64,
        line: usize,
        written: u16,
        derived: u16,
    },
    Unreadable(String),
}

/// Derives every roll of a match file again.
pub fn verify(game: &dyn shelf::AnyGame, text: &str) -> Verified {
    let field = |key: &str| {
        let found = |line: &str| line.strip_prefix(key)?.strip_prefix(' ').map(|value| value.trim().to_string());
        text.lines().find_map(found)
    };
    let (Some(hash), seed) = (field("dice-hash"), field("dice-seed")) else { return Verified::NoDice };
    let referee::Replayed { game_match, stopped, .. } = game.replay(text);
    let unreadable = || Verified::Unreadable(stopped.as_ref().map(ToString::to_string).unwrap_or_default());
    let Some(game_match) = game_match else { return unreadable() };
    let Some(seed) = seed else { return if stopped.is_some() { unreadable() } else { Verified::NotYet { hash } } };
    let Some(seed) = Seed::read(&seed) else { return Verified::Unreadable("the seed is not 64 hex digits".into()) };
    if seed.hash() != hash {
        return Verified::HashDiffers;
    }
    let rolled = game_match.rolled();
    let elsewhere = field("dice-from").and_then(|from| from.parse().ok()).unwrap_or(0u64);
    // Play the match again with these dice: each must ask for the same roll and get it.
    let mut replay = Check { dice: seed.dice(0), written: &rolled, elsewhere, next: 0, wrong: None };
    let mut again = match begin(game, game_match.setup(), text, &mut replay) {
        Ok(again) => again,
        Err(what) => return Verified::Unreadable(what),
    };
    for entry in 0..game_match.entries() {
        let action = game_match.action(entry).unwrap_or_default();
        let seat = game_match.decided(entry).expect("an entry has a seat");
        if let Err(refusal) = again.play_text(seat, &action, &mut replay) {
            return Verified::Unreadable(refusal.to_string());
        }
    }
    match replay.wrong {
        Some((roll, written, derived)) => {
            Verified::RollDiffers { roll: roll + 1, line: line_of(&*game_match, text, roll), written, derived }
        }
        // The dice come first: a forged roll leads to other positions, and is the reason for them.
        None if stopped.is_some() => unreadable(),
        None => Verified::Fair { rolls: replay.next.saturating_sub(elsewhere), elsewhere: elsewhere.min(replay.next) },
    }
}

/// Dice that give what is written, and remember the first roll that the seed would not have given.
struct Check<'r> {
    dice: SecretDice,
    written: &'r [u16],
    elsewhere: u64,
    next: u64,
    wrong: Option<(u64, u16, u16)>,
}

impl Dice for Check<'_> {
    fn pick(&mut self, n: u16) -> u16 {
        self.dice.next = self.next;
        let derived = self.dice.pick(n);
        let written =
            usize::try_from(self.next).ok().and_then(|next| self.written.get(next)).map_or(derived, |w| w - 1);
        if self.next >= self.elsewhere && written != derived {
            self.wrong.get_or_insert((self.next, written + 1, derived + 1));
        }
        self.next += 1;
        written.min(n - 1)
    }
}

fn begin(
    game: &dyn shelf::AnyGame,
    setup: &referee::Setup,
    text: &str,
    dice: &mut dyn Dice,
) -> Result<Box<dyn shelf::LiveMatch>, String> {
    let mut lines = text.lines().skip_while(|line| *line != "position");
    if lines.next().is_none() {
        return game.begin(setup, dice).map_err(|unreadable| unreadable.what);
    }
    let position: Vec<_> = lines.map_while(|line| line.strip_prefix("  ")).collect();
    game.begin_at(&position.join("\n")).map_err(|unreadable| unreadable.what)
}

/// The line of a match file in which a roll stands, both counted from 0 and 1.
fn line_of(game_match: &dyn shelf::LiveMatch, text: &str, roll: u64) -> usize {
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("deal"));
    let deal = lines.next().map_or(0, |(i, _)| i + 1);
    for entry in 0..=game_match.entries() {
        let rolled = if entry == game_match.entries() { game_match.rolled() } else { game_match.up_to(entry).rolled() };
        if rolled.len() as u64 > roll {
            let Some(nth) = entry.checked_sub(1) else { return deal };
            let mut written = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("//"));
            return written.nth(nth).map_or(0, |(i, _)| i + 1);
        }
    }
    deal
}

/// Bytes that nobody can guess.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_of_a_seed_never_change() {
        let seed = Seed([7; 32]);
        let mut dice = seed.dice(0);
        let rolls: Vec<_> = (0..12).map(|_| dice.pick(6) + 1).collect();
        let mut later = seed.dice(5);
        assert_eq!(rolls[5..8], [later.pick(6) + 1, later.pick(6) + 1, later.pick(6) + 1]);
        assert_eq!(Seed::read(&seed.hex()), Some(seed));
        assert_eq!(Seed::read("zz"), None);
    }

    #[test]
    fn secret_dice_are_fair() {
        let mut dice = Seed([1; 32]).dice(0);
        let mut faces = [0u32; 6];
        for _ in 0..60_000 {
            faces[usize::from(dice.pick(6))] += 1;
        }
        assert!(faces.iter().all(|n| n.abs_diff(10_000) < 400), "{faces:?}");
    }
}
