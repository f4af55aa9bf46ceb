//! Writing to the terminal: colours where there are any, and no fuss when the reader has gone.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::fmt::Display;
use std::io::{ErrorKind, Write};

pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
pub(crate) const RULE: Style = colour(AnsiColor::Cyan);
pub(crate) const ASKING: Style = colour(AnsiColor::Yellow).bold();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The text in a style.
pub(crate) fn in_style(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// One line, or several. A reader who closed the pipe has read enough.
pub(crate) fn say(text: impl Display) {
    write(format_args!("{text}\n"));
}

pub(crate) fn write(text: impl Display) {
    let mut out = anstream::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
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
