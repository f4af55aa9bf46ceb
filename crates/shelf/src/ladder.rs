//! How strong the levels are, as `rhine arena --ladder` measured it.

/// The strength of a bot in a game: the yardstick has 1000.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strength {
    pub elo: i32,
    /// Half the 95 % interval.
    pub within: i32,
    pub games: u32,
    /// When the last of them was played.
    pub date: String,
}

const LADDER: &str = include_str!("../data/ladder.txt");

/// What was measured of a bot in a game, with whatever budget; nothing if nothing was.
pub fn strength(game: &str, bot: &str) -> Option<Strength> {
    LADDER.lines().find_map(|line| read(line, game, bot))
}

fn read(line: &str, game: &str, bot: &str) -> Option<Strength> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["rating", of, who, elo, within, games, date] = words[..] else { return None };
    let who = who.split_once(':').map_or(who, |(name, _)| name);
    if (of, who) != (game, bot) {
        return None;
    }
    Some(Strength {
        elo: elo.parse().ok()?,
        within: within.parse().ok()?,
        games: games.parse().ok()?,
        date: date.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_found_by_game_and_bot() {
        let line = "rating ford hard 1050 40 200 2026-11-16";
        let found = Strength { elo: 1050, within: 40, games: 200, date: "2026-11-16".into() };
        assert_eq!(read(line, "ford", "hard"), Some(found));
        assert_eq!(
            read("rating ford hard:plays=900 1050 40 200 2026-11-16", "ford", "hard").map(|it| it.elo),
            Some(1050)
        );
        assert_eq!(read(line, "ford", "easy"), None);
        assert_eq!(read("rating ford hard strong 40 200 2026-11-16", "ford", "hard"), None);
    }
}
