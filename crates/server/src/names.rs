//! Text that people give: names and talk, without tricks of direction, and names that look like another's.

use unicode_security::confusable_detection::skeleton;

/// Turns the direction of what follows, or stands in no script at all.
fn turns(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Takes no room, so that two names look the same and are not.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Marks that stand over or under a letter.
fn combines(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// No letter carries more marks than this.
const MOST_MARKS: usize = 2;

fn without(text: &str, dropped: impl Fn(char) -> bool) -> String {
    let mut marks = 0;
    let kept = |c: &char| {
        marks = if combines(*c) { marks + 1 } else { 0 };
        !c.is_control() && !turns(*c) && !dropped(*c) && marks <= MOST_MARKS
    };
    text.chars().filter(kept).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line of talk. Joiners are part of some scripts, and stay.
pub(crate) fn clean_talk(text: &str) -> String {
    without(text, |_| false)
}

pub(crate) fn clean_name(text: &str) -> String {
    without(text, invisible)
}

/// Whether two names can be taken for each other.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    !one.is_empty() && shape(one) == shape(other)
}

fn shape(name: &str) -> String {
    let flat = |text: &str| skeleton(text).filter(|c| c.is_alphanumeric()).collect::<String>();
    // Once more after lower case: a capital may look like another letter than its small one.
    flat(&flat(name).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_of_direction_and_invisible_letters_are_dropped() {
        assert_eq!(clean_name("  A\u{202e}da\u{200b}\u{feff} \u{7}B  "), "Ada B");
        assert_eq!(clean_name("\u{200b}\u{3164}\u{2800}"), "");
        assert_eq!(clean_talk("one\ntwo \u{2066}three"), "onetwo three");
        assert_eq!(clean_name("e\u{301}\u{301}\u{301}\u{301}\u{301}a"), "e\u{301}\u{301}a");
        assert_eq!(clean_name("Ägidius Ørsted 山田 Ольга"), "Ägidius Ørsted 山田 Ольга");
    }

    #[test]
    fn names_that_look_alike_are_told() {
        for like in ["Ada", "ada", "\u{410}da", "A d a", "Ada.", "\u{ff21}da", "Ad\u{430}"] {
            assert!(look_alike("Ada", like), "{like}");
        }
        assert!(look_alike("Bill", "BiII") && look_alike("Bill", "Bi11"));
        assert!(!look_alike("Ada", "Adam") && !look_alike("Ada", "Eda") && !look_alike("", ""));
    }
}
