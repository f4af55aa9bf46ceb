//! Columns chosen by odds: attack to defence.

use crate::heading::{BadHeading, is_dash};
use crate::strength::Strength;

/// One line of headings, from the worst odds for the attacker to the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    columns: Vec<(u8, u8)>,
}

impl Odds {
    /// Reads headings as printed: `1-3`, `1-2`, `1-1`, `2-1`; or with a colon.
    pub fn read<'a>(headings: impl IntoIterator<Item = &'a str>) -> Result<Odds, BadHeading> {
        let mut columns: Vec<(u8, u8)> = vec![];
        for heading in headings {
            let Some((attack, defence)) = read_heading(heading) else {
                return Err(BadHeading::new(heading, "is not a ratio"));
            };
            let better = |&(a, d): &(u8, u8)| u16::from(attack) * u16::from(d) > u16::from(a) * u16::from(defence);
            if !columns.last().is_none_or(better) {
                return Err(BadHeading::new(heading, "is not better than the column before it"));
            }
            columns.push((attack, defence));
        }
        if columns.is_empty() {
            return Err(BadHeading::new("", "there are no columns"));
        }
        Ok(Odds { columns })
    }

    /// The column of a ratio, counted from 0, rounded in favour of the defender: the best column the
    /// attacker fully reaches. Odds worse than the first column use the first, and no defence at all
    /// gives the last.
    pub fn column(&self, attack: Strength, defence: Strength) -> usize {
        let reached = self.columns.iter().take_while(|&&(a, d)| attack.times(d.into()) >= defence.times(a.into()));
        reached.count().saturating_sub(1)
    }

    /// How many columns there are.
    #[expect(clippy::len_without_is_empty, reason = "a line has at least one column")]
    pub fn len(&self) -> usize {
        self.columns.len()
    }
}

fn read_heading(heading: &str) -> Option<(u8, u8)> {
    let (attack, defence) = heading.split_once(|c| c == ':' || is_dash(c))?;
    let number = |text: &str| {
        let text = text.trim();
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| digits && *number > 0)
    };
    Some((number(attack)?, number(defence)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Odds {
        Odds::read(["1-3", "1-2", "1-1", "2-1", "3—1", "4:1", "9-1"]).unwrap()
    }

    #[test]
    fn ratios_are_rounded_in_favour_of_the_defender() {
        for (attack, defence, column) in [
            (1, 3, 0),
            (49, 100, 0),
            (1, 2, 1),
            (99, 100, 1),
            (7, 7, 2),
            (199, 100, 2),
            (2, 1, 3),
            (11, 4, 3),
            (3, 1, 4),
            (35, 4, 5),
            (36, 4, 6),
        ] {
            assert_eq!(line().column(attack.into(), defence.into()), column, "{attack}-{defence}");
        }
    }

    #[test]
    fn odds_beyond_either_end_use_that_end() {
        assert_eq!(line().column(1.into(), 4.into()), 0);
        assert_eq!(line().column(0.into(), 1.into()), 0);
        assert_eq!(line().column(100.into(), 1.into()), 6);
        assert_eq!(line().column(1.into(), 0.into()), 6);
        assert_eq!(line().len(), 7);
    }

    #[test]
    fn fractions_count_in_full() {
        let defence = Strength::from(5).halved();
        assert_eq!(line().column(5.into(), defence), 3);
        assert_eq!(line().column(Strength::from(14).third(), defence), 2);
    }

    #[test]
    fn the_column_is_the_one_division_gives() {
        let whole = Odds::read(["1-1", "2-1", "3-1", "4-1", "5-1"]).unwrap();
        for attack in 0..40 {
            for defence in 1..40 {
                let expected = (attack / defence).clamp(1, 5) as usize - 1;
                assert_eq!(whole.column(attack.into(), defence.into()), expected);
            }
        }
    }

    #[test]
    fn a_bad_heading_is_an_error() {
        for heading in ["", "1", "1-", "-1", "0-1", "1-0", "a-1", "+1-2", "1-2-3", "300-1"] {
            assert_eq!(Odds::read([heading]), Err(BadHeading::new(heading, "is not a ratio")));
        }
        assert!(Odds::read([]).is_err());
        for heading in ["1-1", "2-2", "1-2"] {
            assert_eq!(Odds::read(["1-1", heading]).unwrap_err().why, "is not better than the column before it");
        }
    }
}
