//! How even the scenarios are, as bots of one level played them.

/// How games between bots of one level ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    pub level: String,
    pub games: u32,
    /// By the seats of the scenario; the rest are draws.
    pub won: Vec<u32>,
    pub date: String,
}

impl Balance {
    /// Whether one seat won more than three games in four.
    pub fn is_one_sided(&self) -> bool {
        self.won.len() > 1 && self.won.iter().any(|won| won * 4 > self.games * 3)
    }
}

const BALANCE: &str = include_str!("../data/balance.txt");

/// What was measured of a scenario; nothing if nothing was.
pub fn balance(game: &str, scenario: &str) -> Option<Balance> {
    BALANCE.lines().find_map(|line| read(line, game, scenario))
}

fn read(line: &str, game: &str, scenario: &str) -> Option<Balance> {
    let (measured, date) = line.split_once(" on ")?;
    let (measured, won) = measured.split_once(" won ")?;
    let words: Vec<&str> = measured.split_ascii_whitespace().collect();
    let [of, which, level, games] = words[..] else { return None };
    if (of, which) != (game, scenario) {
        return None;
    }
    Some(Balance {
        level: level.into(),
        games: games.parse().ok()?,
        won: won.split_ascii_whitespace().map(|won| won.parse().ok()).collect::<Option<_>>()?,
        date: date.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shelf;

    #[test]
    fn a_line_is_found_by_game_and_scenario() {
        let line = "ford dusk medium 100 won 40 35 on 2026-11-17";
        let found = read(line, "ford", "dusk").expect("a line of the file");
        assert_eq!((found.games, &found.won[..], &*found.date), (100, &[40, 35][..], "2026-11-17"));
        assert!(!found.is_one_sided());
        assert!(
            read("ford dusk medium 100 won 76 20 on 2026-11-17", "ford", "dusk").is_some_and(|it| it.is_one_sided())
        );
        assert_eq!(read(line, "ford", "dawn"), None);
        assert_eq!(read("ford dusk medium many won 40 35 on 2026-11-17", "ford", "dusk"), None);
    }

    /// A line that names nothing on the shelf, or counts more wins than games, is a slip.
    #[test]
    fn every_line_is_about_a_scenario_of_the_shelf() {
        let shelf = Shelf::open(None).expect("the files the games were built with can be read");
        let mut seen = 0;
        for game in shelf.games() {
            for scenario in game.scenarios() {
                let Some(found) = balance(&game.kit().id, &scenario.id) else { continue };
                seen += 1;
                assert_eq!(found.won.len(), scenario.seats.len(), "{} {}", game.kit().id, scenario.id);
                assert!(found.won.iter().sum::<u32>() <= found.games, "{} {}", game.kit().id, scenario.id);
            }
        }
        let lines = BALANCE.lines().filter(|line| !line.starts_with("//") && !line.is_empty()).count();
        assert_eq!(seen, lines, "a line of balance.txt names no scenario, or cannot be read");
    }
}
