//! What a match file says of its dice, and whether it is true.

use super::{Making, Part, SecretDice, Seed};
use referee::Dice;

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verified {
    /// Every roll was derived again, and fell as written.
    Fair {
        rolls: u64,
        /// So many before them came from elsewhere.
        elsewhere: u64,
        /// So many were taken back, and others were made instead.
        taken_back: u64,
        /// So many people had a part in them; without any, the table could have chosen them.
        parts: usize,
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

/// What the header of a match file says of its dice.
struct Said {
    hash: String,
    making: Making,
    secret: Option<String>,
    parts: Vec<Part>,
    /// After how many rolls that stand so many were taken back.
    gaps: Vec<(u64, u64)>,
    elsewhere: u64,
}

impl Said {
    /// Nothing, if the file does not come from a table.
    fn read(text: &str) -> Option<Result<Said, String>> {
        let header: Vec<_> = text.lines().take_while(|line| !line.starts_with("deal")).collect();
        let all = |key: &'static str| {
            let value = move |line: &&str| Some(line.strip_prefix(key)?.strip_prefix(' ')?.trim().to_string());
            header.iter().filter_map(value)
        };
        let hash = all("dice-hash").next()?;
        let parts = all("dice-part").map(|line| Part::read(&line).ok_or(line)).collect::<Result<Vec<_>, _>>();
        let gap = |line: String| {
            let (after, gone) = line.split_once(' ')?;
            Some((after.parse().ok()?, gone.parse().ok()?))
        };
        let gaps = all("dice-gap").map(|line| gap(line.clone()).ok_or(line)).collect::<Result<Vec<_>, _>>();
        let shared = all("dice-secret").next();
        let making = all("dice").next().map_or(Some(Making::TableAlone), |word| Making::of(word.parse().ok()?));
        let Some(making) = making else { return Some(Err("its dice are of a newer kind than this program".into())) };
        let secret = if making == Making::Shared { shared } else { all("dice-seed").next() };
        let elsewhere = all("dice-from").next().and_then(|from| from.parse().ok()).unwrap_or(0);
        Some(match (parts, gaps) {
            (Ok(parts), Ok(gaps)) => Ok(Said { hash, making, secret, parts, gaps, elsewhere }),
            (Err(line), _) | (_, Err(line)) => Err(format!("`{line}` says nothing of dice")),
        })
    }

    /// How many rolls that stand no more were made before this one.
    fn gone_before(&self, roll: u64) -> u64 {
        let gone = self.gaps.iter().filter(|(after, _)| *after <= roll).map(|(_, gone)| *gone);
        gone.fold(0, u64::saturating_add)
    }
}

/// Derives every roll of a match file again.
pub fn verify(game: &dyn shelf::AnyGame, text: &str) -> Verified {
    let said = match Said::read(text) {
        None => return Verified::NoDice,
        Some(Err(what)) => return Verified::Unreadable(what),
        Some(Ok(said)) => said,
    };
    let referee::Replayed { game_match, stopped, .. } = game.replay(text);
    let unreadable = || Verified::Unreadable(stopped.as_ref().map(ToString::to_string).unwrap_or_default());
    let Some(game_match) = game_match else { return unreadable() };
    let Some(secret) = &said.secret else {
        return if stopped.is_some() { unreadable() } else { Verified::NotYet { hash: said.hash } };
    };
    let Some(secret) = Seed::read(secret) else { return Verified::Unreadable("the seed is not 64 hex digits".into()) };
    if secret.hash() != said.hash {
        return Verified::HashDiffers;
    }
    let rolled = game_match.rolled();
    // Play the match again with these dice: each must ask for the same roll and get it.
    let dice = secret.dice(said.making, &said.parts, 0);
    let mut replay = Check { dice, said: &said, written: &rolled, next: 0, wrong: None };
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
        None => Verified::Fair {
            rolls: replay.next.saturating_sub(said.elsewhere),
            elsewhere: said.elsewhere.min(replay.next),
            taken_back: said.gone_before(replay.next),
            parts: said.parts.len(),
        },
    }
}

/// Dice that give what is written, and remember the first roll that the seed would not have given.
struct Check<'r> {
    dice: SecretDice,
    said: &'r Said,
    written: &'r [u16],
    next: u64,
    wrong: Option<(u64, u16, u16)>,
}

impl Dice for Check<'_> {
    fn pick(&mut self, n: u16) -> u16 {
        self.dice.next = self.next.saturating_add(self.said.gone_before(self.next));
        let derived = self.dice.pick(n);
        let written =
            usize::try_from(self.next).ok().and_then(|next| self.written.get(next)).map_or(derived, |w| w - 1);
        if self.next >= self.said.elsewhere && written != derived {
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
