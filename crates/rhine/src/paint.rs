//! Writing to the terminal: colours where there are any, and no fuss when the reader has gone.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Write};
use std::sync::LazyLock;

pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
pub(crate) const RULE: Style = colour(AnsiColor::Cyan);
pub(crate) const ASKING: Style = colour(AnsiColor::Yellow).bold();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// Stands before a change of style. It differs in every run, so that no file can hold it.
static MARK: LazyLock<String> = LazyLock::new(|| format!("\u{10fffe}{:016x}", RandomState::new().hash_one(0)));
const END_OF_MARK: char = '\u{10ffff}';

/// The text in a style, for [`say`] and [`write()`].
pub(crate) fn in_style(style: Style, text: impl Display) -> String {
    let mark = &*MARK;
    format!("{mark}{style}{END_OF_MARK}{text}{mark}{style:#}{END_OF_MARK}")
}

/// Text as a terminal may have it: our own styles, and of everything else nothing that a terminal obeys.
pub(crate) fn harmless(text: &str) -> String {
    let mut parts = text.split(MARK.as_str());
    let mut shown: String = parts.next().unwrap_or_default().chars().map(visible).collect();
    for part in parts {
        let (style, text) = part.split_once(END_OF_MARK).unwrap_or(("", part));
        shown += style;
        shown.extend(text.chars().map(visible));
    }
    shown
}

/// Controls become pictures of themselves; what turns the direction of writing is shown as unknown.
fn visible(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
            char::REPLACEMENT_CHARACTER
        }
        '\u{feff}' | '\u{10fffe}' | END_OF_MARK => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// One line, or several. A reader who closed the pipe has read enough.
pub(crate) fn say(text: impl Display) {
    write(format_args!("{text}\n"));
}

pub(crate) fn write(text: impl Display) {
    let mut out = anstream::stdout().lock();
    match out.write_all(harmless(&text.to_string()).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        _ => {}
    }
}

/// `#rrggbb`.
pub(crate) fn rgb(text: &str) -> Option<RgbColor> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(RgbColor(part(0)?, part(2)?, part(4)?))
}

/// Whether black is easier to read on this than white.
pub(crate) fn is_light(RgbColor(r, g, b): RgbColor) -> bool {
    u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b) > 1400
}

/// 12345678 as `12 345 678`.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Words in lines of at most `width`, each behind `indent`.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && indent.len() + lines[last].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.into());
            continue;
        }
        if !lines[last].is_empty() {
            lines[last].push(' ');
        }
        lines[last] += word;
    }
    lines.iter().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

/// Short texts side by side in columns.
pub(crate) fn columns(texts: &[String], indent: &str, width: usize) -> String {
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 3;
    let per_line = (width.saturating_sub(indent.len()) / widest).max(1);
    let line = |texts: &[String]| {
        let padded: String = texts.iter().map(|text| format!("{text:widest$}")).collect();
        format!("{indent}{}", padded.trim_end())
    };
    texts.chunks(per_line).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_styles_reach_a_terminal() {
        let text = format!("{}\x1b]0;x\x07\u{202e}\n", in_style(BAD, "a\x1b[8mb\u{9b}1m"));
        let shown = harmless(&text);
        assert_eq!(shown.matches('\x1b').count(), format!("{BAD}{BAD:#}").matches('\x1b').count(), "{shown:?}");
        assert!(
            shown.contains("a\u{241b}[8mb\u{fffd}1m") && shown.ends_with("\u{241b}]0;x\u{2407}\u{fffd}\n"),
            "{shown:?}"
        );
        // Whoever knows how styles are marked, but not the number of this run, changes nothing.
        let forged = "\u{10fffe}0000000000000000\x1b[8m\u{10ffff}";
        assert!(!harmless(forged).contains('\x1b'));
    }
}
