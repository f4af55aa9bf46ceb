//! The one door through which chance reaches rules, and the record it leaves.

use crate::rule::Rule;

/// The only source of chance: picks one of `n` equally likely things, `0..n`.
pub trait Dice {
    fn pick(&mut self, n: u16) -> u16;
}

/// Fair dice for bots, simulations and tests: SplitMix64 and an unbiased draw.
/// The stream for a seed is part of what our recorded figures rest on, so it never changes.
#[derive(Clone, Debug)]
pub struct Seeded(pub u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Dice for Seeded {
    #[expect(clippy::cast_possible_truncation, reason = "the high half of a 48 bit product is below n")]
    fn pick(&mut self, n: u16) -> u16 {
        assert!(n > 0, "one of nothing cannot be picked");
        // Multiply and shift with rejection: every face has exactly the same weight.
        let threshold = u32::from(n).wrapping_neg() % u32::from(n);
        loop {
            let product = u64::from((self.next() >> 32) as u32) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u16;
            }
        }
    }
}

/// Every pick the same share of the way up: 0 the lowest face, 100 the highest. For perft.
#[derive(Copy, Clone, Debug)]
pub struct Fixed(pub u8);

impl Dice for Fixed {
    #[expect(clippy::cast_possible_truncation, reason = "a share of n - 1 is below n")]
    fn pick(&mut self, n: u16) -> u16 {
        (u32::from(n - 1) * u32::from(self.0) / 100) as u16
    }
}

/// Dice that were already rolled: replays and tests. They must be used up exactly.
/// A missing or impossible roll is remembered as a fault, never a panic: the file was wrong, not we.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    rolls: &'a [u16],
    next: usize,
    fault: Option<&'static str>,
}

impl<'a> Scripted<'a> {
    /// Rolls as they are written: the first of n things is 1.
    pub fn new(rolls: &'a [u16]) -> Self {
        Scripted { rolls, next: 0, fault: None }
    }

    /// What did not fit, if anything: too few, too many, or a roll that the die does not have.
    pub fn fault(&self) -> Option<&'static str> {
        match self.fault {
            None if self.next < self.rolls.len() => Some("the rules used fewer rolls than are written"),
            fault => fault,
        }
    }
}

impl Dice for Scripted<'_> {
    fn pick(&mut self, n: u16) -> u16 {
        let Some(&roll) = self.rolls.get(self.next) else {
            self.fault.get_or_insert("the rules asked for more rolls than are written");
            return 0;
        };
        self.next += 1;
        if roll == 0 || roll > n {
            self.fault.get_or_insert("a written roll does not fit this die");
            return 0;
        }
        roll - 1
    }
}

/// What one action caused: the rolls, the notes, and whether it may be taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<E> {
    /// As written: the first of n things is 1.
    pub rolls: Vec<u16>,
    pub notes: Vec<(Rule, E)>,
    pub sealed: bool,
    /// Sealed because something hidden was shown, not only because of a roll.
    pub shown: bool,
}

impl<E> Default for Record<E> {
    fn default() -> Self {
        Record { rolls: vec![], notes: vec![], sealed: false, shown: false }
    }
}

/// The hand that rolls and the pen that writes. Rules reach chance and the record only through it.
pub struct Referee<'a, E> {
    dice: &'a mut dyn Dice,
    record: Option<&'a mut Record<E>>,
}

impl<E> std::fmt::Debug for Referee<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.record.is_some() { "Referee (recording)" } else { "Referee (silent)" })
    }
}

impl<'a, E> Referee<'a, E> {
    pub fn recording(dice: &'a mut dyn Dice, record: &'a mut Record<E>) -> Self {
        Referee { dice, record: Some(record) }
    }

    /// For bots and simulations: rolls, but writes nothing down.
    pub fn silent(dice: &'a mut dyn Dice) -> Self {
        Referee { dice, record: None }
    }

    /// One die, `1..=sides`.
    #[expect(clippy::cast_possible_truncation, reason = "no die has more than 255 sides")]
    pub fn roll(&mut self, sides: u16) -> u8 {
        (self.draw(sides) + 1) as u8
    }

    /// One of `n` equally likely things, `0..n`: a card from a deck, a chit from a cup.
    pub fn draw(&mut self, n: u16) -> u16 {
        let got = self.dice.pick(n);
        if let Some(record) = &mut self.record {
            record.rolls.push(got + 1);
            record.sealed = true;
        }
        got
    }

    /// Something hidden was shown: nobody may take this action back.
    pub fn seal(&mut self) {
        if let Some(record) = &mut self.record {
            record.sealed = true;
            record.shown = true;
        }
    }

    /// A note whose event takes work to make: nothing is done if nobody writes.
    pub fn note_with(&mut self, rule: Rule, event: impl FnOnce() -> E) {
        if let Some(record) = &mut self.record {
            record.notes.push((rule, event()));
        }
    }

    pub fn note(&mut self, rule: Rule, event: E) {
        if let Some(record) = &mut self.record {
            record.notes.push((rule, event));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_dice_never_change_their_stream() {
        let mut dice = Seeded(1944);
        let rolls: Vec<_> = (0..12).map(|_| dice.pick(6) + 1).collect();
        assert_eq!(rolls, [3, 1, 5, 2, 2, 4, 4, 3, 3, 3, 1, 5]);
    }

    #[test]
    fn seeded_dice_are_fair() {
        let mut dice = Seeded(7);
        let mut faces = [0u32; 6];
        for _ in 0..60_000 {
            faces[usize::from(dice.pick(6))] += 1;
        }
        assert!(faces.iter().all(|n| n.abs_diff(10_000) < 400), "{faces:?}");
    }

    #[test]
    fn scripted_dice_report_what_does_not_fit() {
        let mut dice = Scripted::new(&[6, 7]);
        assert_eq!(dice.pick(6), 5);
        assert_eq!(dice.fault(), Some("the rules used fewer rolls than are written"));
        dice.pick(6);
        assert_eq!(dice.fault(), Some("a written roll does not fit this die"));
        let mut none = Scripted::new(&[]);
        none.pick(6);
        assert_eq!(none.fault(), Some("the rules asked for more rolls than are written"));
    }
}
