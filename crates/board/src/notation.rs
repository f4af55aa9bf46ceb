//! Sets and paths as text: `1/28+2/28`, `0412-0413`. Every game writes them alike.

use crate::{Id, Path, Set};
use referee::{Spot, Unreadable};

/// `A+B+C`, or `none`. Nobody may be named twice.
pub fn read_set<I: Id, const W: usize>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<I, Unreadable>,
) -> Result<Set<I, W>, Unreadable> {
    let mut set = Set::empty();
    if text == "none" {
        return Ok(set);
    }
    for name in text.split('+') {
        if !set.insert(read(name)?) {
            return Err(Unreadable::new(format!("{name} is named twice")));
        }
    }
    Ok(set)
}

/// `A+B+C`, or `none`.
pub fn write_set<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let text = write_joined(names, '+');
    if text.is_empty() { "none".into() } else { text }
}

/// `0412-0413`, or `-` for a path that goes nowhere.
pub fn read_path<const N: usize>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<Spot, Unreadable>,
) -> Result<Path<N>, Unreadable> {
    let mut path = Path::default();
    if text == "-" {
        return Ok(path);
    }
    for name in text.split('-') {
        if path.len() == N {
            return Err(Unreadable::new(format!("a path has at most {N} places here")));
        }
        path.push(read(name)?);
    }
    Ok(path)
}

/// `0412-0413`; nothing for a path that goes nowhere.
pub fn write_path<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    write_joined(names, '-')
}

fn write_joined<'n>(names: impl IntoIterator<Item = &'n str>, between: char) -> String {
    let mut text = String::new();
    for name in names {
        if !text.is_empty() {
            text.push(between);
        }
        text.push_str(name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(word: &str) -> Result<Spot, Unreadable> {
        word.parse().map(Spot).map_err(|_| Unreadable::unknown("hex", word))
    }

    #[test]
    fn sets_and_paths() {
        let set: Set<Spot, 1> = read_set("3+1", spot).unwrap();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Spot(1), Spot(3)]);
        assert!(read_set::<Spot, 1>("none", spot).unwrap().is_empty());
        assert_eq!(read_set::<Spot, 1>("3+3", spot).unwrap_err().what, "3 is named twice");
        assert_eq!(read_set::<Spot, 1>("3+", spot).unwrap_err().what, "unknown hex ``");
        assert_eq!(write_set(["3", "1"]), "3+1");
        assert_eq!(write_set([]), "none");
        let path: Path<2> = read_path("3-1", spot).unwrap();
        assert_eq!(path.as_slice(), [Spot(3), Spot(1)]);
        assert!(read_path::<2>("-", spot).unwrap().is_empty());
        assert_eq!(read_path::<2>("1-2-3", spot).unwrap_err().what, "a path has at most 2 places here");
        assert_eq!(write_path(["3", "1"]), "3-1");
    }
}
