//! Columns chosen by differential: attack minus defence.

use crate::heading::{BadHeading, is_dash};
use std::ops::RangeInclusive;

/// One line of headings, from the lowest differential to the highest. Together they leave no gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differentials {
    columns: Vec<RangeInclusive<i32>>,
}

impl Differentials {
    /// Reads headings as printed: `-7`, `-6,-5`, `0`, `+2,3`, `+6-8`. A second number without a sign
    /// of its own has that of the first: `-4,3` means -4 and -3.
    pub fn read<'a>(headings: impl IntoIterator<Item = &'a str>) -> Result<Differentials, BadHeading> {
        let mut columns: Vec<RangeInclusive<i32>> = vec![];
        for heading in headings {
            let range = read_heading(heading).map_err(|why| BadHeading::new(heading, why))?;
            if columns.last().is_some_and(|before| before.end() + 1 != *range.start()) {
                return Err(BadHeading::new(heading, "does not follow the column before it"));
            }
            columns.push(range);
        }
        if columns.is_empty() {
            return Err(BadHeading::new("", "there are no columns"));
        }
        Ok(Differentials { columns })
    }

    /// The column of a differential, counted from 0. Below the first it is the first, above the last
    /// the last.
    pub fn column(&self, differential: i32) -> usize {
        let above = self.columns.iter().take_while(|column| differential > *column.end()).count();
        above.min(self.columns.len() - 1)
    }

    /// How many columns there are.
    #[expect(clippy::len_without_is_empty, reason = "a line has at least one column")]
    pub fn len(&self) -> usize {
        self.columns.len()
    }
}

fn read_heading(heading: &str) -> Result<RangeInclusive<i32>, &'static str> {
    let (first_sign, rest) = take_sign(heading.trim());
    let sign = first_sign.unwrap_or(1);
    let (first, rest) = take_number(rest)?;
    let first = sign * first;

    let rest = rest.trim_start();
    if rest.is_empty() {
        return Ok(first..=first);
    }
    let list = rest.starts_with(',');
    let Some(rest) = rest.strip_prefix(|c| c == ',' || is_dash(c)) else { return Err("is not a differential") };
    let (second_sign, rest) = take_sign(rest.trim_start());
    let (second, rest) = take_number(rest)?;
    let second = second_sign.unwrap_or(sign) * second;

    if !rest.is_empty() {
        Err("goes on after its second number")
    } else if second <= first {
        Err("runs downwards")
    } else if list && second != first + 1 {
        Err("leaves something out")
    } else {
        Ok(first..=second)
    }
}

fn take_sign(text: &str) -> (Option<i32>, &str) {
    if let Some(rest) = text.strip_prefix('+') {
        (Some(1), rest)
    } else if let Some(rest) = text.strip_prefix(is_dash) {
        (Some(-1), rest)
    } else {
        (None, text)
    }
}

/// At most four digits, so that nothing overflows.
fn take_number(text: &str) -> Result<(i32, &str), &'static str> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() || digits.len() > 4 {
        return Err("is not a differential");
    }
    let number = digits.bytes().fold(0, |number, digit| number * 10 + i32::from(digit - b'0'));
    Ok((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_read_as_printed() {
        for (heading, range) in [
            ("-7", -7..=-7),
            ("+12", 12..=12),
            ("0", 0..=0),
            ("1", 1..=1),
            ("-4,-3", -4..=-3),
            ("-4,3", -4..=-3),
            ("—4,3", -4..=-3),
            ("−6, −5", -6..=-5),
            ("–2", -2..=-2),
            ("+2,3", 2..=3),
            ("+2,+3", 2..=3),
            ("+6-8", 6..=8),
            ("+6–8", 6..=8),
            ("-8-6", -8..=-6),
            ("-1,0", -1..=0),
            (" +9-11 ", 9..=11),
        ] {
            assert_eq!(read_heading(heading), Ok(range), "{heading:?}");
        }
    }

    #[test]
    fn a_bad_heading_is_an_error() {
        for (heading, why) in [
            ("", "is not a differential"),
            ("-", "is not a differential"),
            ("+-3", "is not a differential"),
            ("x", "is not a differential"),
            ("+2;3", "is not a differential"),
            ("+2,", "is not a differential"),
            ("+6-", "is not a differential"),
            ("99999", "is not a differential"),
            ("٣", "is not a differential"),
            ("+2,3,4", "goes on after its second number"),
            ("+3,2", "runs downwards"),
            ("-3,4", "runs downwards"),
            ("+2,4", "leaves something out"),
            ("-1,+1", "leaves something out"),
        ] {
            assert_eq!(Differentials::read([heading]), Err(BadHeading::new(heading, why)));
        }
        assert!(Differentials::read([]).is_err());
    }

    #[test]
    fn a_line_leaves_no_gap() {
        assert!(Differentials::read(["-1", "0", "+1"]).is_ok());
        for heading in ["+1", "-1", "-2"] {
            let error = Differentials::read(["-1", heading]).unwrap_err();
            assert_eq!(error.to_string(), format!("column `{heading}`: does not follow the column before it"));
        }
    }

    #[test]
    fn a_differential_beyond_either_end_uses_that_end() {
        let line = Differentials::read(["-7", "—6,5", "-4,3", "-2", "-1", "0", "+1", "+2,3", "+4,5", "+6-8"]).unwrap();
        assert_eq!(line.len(), 10);
        let columns = [(-99, 0), (-8, 0), (-7, 0), (-6, 1), (-5, 1), (-3, 2), (-2, 3), (0, 5), (2, 7), (3, 7)];
        for (differential, column) in columns.into_iter().chain([(4, 8), (6, 9), (8, 9), (9, 9), (i32::MAX, 9)]) {
            assert_eq!(line.column(differential), column, "{differential}");
        }
    }
}
