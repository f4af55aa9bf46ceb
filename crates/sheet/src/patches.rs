//! Small marks by the thousand, put together by the patch of the sheet they lie in: a browser that draws a part of the map
//! leaves out the patches that are not seen. One path over the whole sheet would have to be walked through for every part,
//! and a marker stamped a thousand times is a thousand drawings.

use std::collections::BTreeMap;

use crate::geometry::{Pen, Pt, pt};

/// The side of a patch: about six hexes.
const PATCH: f64 = 360.0;

/// Marks of one class.
#[derive(Debug, Default)]
pub(crate) struct Patches(BTreeMap<(i32, i32), Pen>);

impl Patches {
    /// The pen for a mark that begins here.
    #[expect(clippy::cast_possible_truncation, reason = "a sheet has few patches")]
    pub(crate) fn at(&mut self, p: Pt) -> &mut Pen {
        self.0.entry(((p.y / PATCH).floor() as i32, (p.x / PATCH).floor() as i32)).or_default()
    }

    /// Nothing if nothing was drawn.
    pub(crate) fn done(self, class: &str) -> String {
        let paths: String = self.0.into_values().map(|pen| format!(r#"<path d="{}"/>"#, pen.done())).collect();
        if paths.is_empty() { paths } else { format!(r#"<g class="{class}">{paths}</g>"#) }
    }
}

/// A mark that is drawn again and again: what of it is of which class, about its middle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stamp {
    /// A fir in one of three tones and three sizes; the fourth is round.
    Fir {
        tone: usize,
        size: usize,
    },
    /// The crown of a tree in one of three sizes.
    Crown(usize),
    /// A dark or a light stand under the firs.
    Stand(usize),
    Peak,
    Reed,
    Wave,
}

const FIR_SIZES: [f64; 3] = [0.84, 1.0, 1.18];
const CROWN_SIZES: [f64; 3] = [2.1, 2.9, 3.6];
const FIR_CLASSES: [&str; 3] = ["fir-0", "fir-1", "fir-2"];
const STAND_CLASSES: [&str; 2] = ["stand-0", "stand-1"];
/// From the tip down the right side and back; the last leg closes it.
const FIR: [(f64, f64); 10] = [
    (2.3, 4.0),
    (-0.9, 0.0),
    (2.0, 3.8),
    (-2.9, 0.0),
    (0.0, 1.4),
    (-1.0, 0.0),
    (0.0, -1.4),
    (-2.9, 0.0),
    (2.0, -3.8),
    (-0.9, 0.0),
];
const SHADE: [(f64, f64); 3] = [(5.8, -1.4), (-0.4, 1.2), (-3.8, 1.2)];
/// Each a start and four legs: two controls and an end.
const STANDS: [[(f64, f64); 13]; 2] = [
    [
        (-17.0, 2.0),
        (-19.0, -9.0),
        (-8.0, -14.0),
        (1.0, -12.0),
        (10.0, -10.0),
        (18.0, -8.0),
        (17.0, 3.0),
        (16.0, 14.0),
        (6.0, 14.0),
        (-3.0, 13.0),
        (-12.0, 12.0),
        (-16.0, 10.0),
        (-17.0, 2.0),
    ],
    [
        (-16.0, -2.0),
        (-14.0, -12.0),
        (-4.0, -12.0),
        (4.0, -13.0),
        (12.0, -14.0),
        (17.0, -3.0),
        (16.0, 5.0),
        (15.0, 13.0),
        (4.0, 13.0),
        (-5.0, 12.0),
        (-14.0, 11.0),
        (-18.0, 8.0),
        (-16.0, -2.0),
    ],
];

/// Stamps of many kinds, class by class in the order in which the classes lie on each other.
pub(crate) fn stamped(marks: impl IntoIterator<Item = (Stamp, Pt)>) -> String {
    let mut classes = Classes::default();
    for (stamp, p) in marks {
        stamp.draw(p, &mut classes);
    }
    classes.0.into_iter().map(|((_, class), patches)| patches.done(class)).collect()
}

/// By how high they lie, and by name.
#[derive(Default)]
struct Classes(BTreeMap<(usize, &'static str), Patches>);

impl Stamp {
    fn draw(self, p: Pt, classes: &mut Classes) {
        let mut pen = |level, class, draw: &dyn Fn(&mut Pen)| draw(classes.0.entry((level, class)).or_default().at(p));
        let off = |(x, y): (f64, f64)| p + pt(x, y);
        match self {
            Stamp::Fir { tone, size } => {
                let class = FIR_CLASSES[tone % 3];
                match FIR_SIZES.get(size) {
                    Some(&k) => {
                        pen(0, "fir-shade", &|pen| pen.outline(p + pt(-0.6, 3.6) * k, &SHADE, k));
                        pen(1, class, &|pen| pen.outline(p + pt(0.0, -5.4) * k, &FIR, k));
                    }
                    None => {
                        pen(0, "fir-shade", &|pen| pen.circle(off((1.0, 1.2)), 2.7));
                        pen(1, class, &|pen| pen.circle(p, 2.6));
                    }
                }
            }
            Stamp::Crown(size) => {
                let r = CROWN_SIZES[size % 3];
                pen(0, "crown-shade", &|pen| pen.circle(off((1.3, 1.8)), r));
                pen(1, "crown", &|pen| pen.circle(p, r));
                pen(2, "crown-light", &|pen| pen.circle(off((-0.3 * r, -0.32 * r)), 0.42 * r));
            }
            Stamp::Stand(kind) => pen(0, STAND_CLASSES[kind % 2], &|pen| {
                let [start, legs @ ..] = STANDS[kind % 2];
                pen.move_to(off(start));
                for leg in legs.chunks_exact(3) {
                    pen.cubic_to(off(leg[0]), off(leg[1]), off(leg[2]));
                }
                pen.close();
            }),
            Stamp::Peak => {
                pen(0, "peak-dark", &|pen| pen.polygon(&[(0.0, -9.0), (9.0, 6.0), (3.0, 4.0), (1.0, -2.0)].map(off)));
                pen(1, "peak", &|pen| pen.polyline(&[(-9.0, 6.0), (0.0, -9.0), (9.0, 6.0)].map(off)));
            }
            Stamp::Reed => pen(0, "reed", &|pen| {
                for (a, b) in [
                    ((-5.0, 1.5), (5.0, 1.5)),
                    ((-3.0, 0.0), (-4.0, -3.0)),
                    ((0.0, 0.0), (0.0, -4.5)),
                    ((3.0, 0.0), (4.0, -3.0)),
                ] {
                    pen.polyline(&[off(a), off(b)]);
                }
            }),
            Stamp::Wave => pen(0, "wave", &|pen| {
                pen.move_to(off((-8.0, 0.0)));
                pen.quad_to(off((-4.0, -3.5)), off((0.0, 0.0)));
                pen.quad_to(off((4.0, 3.5)), off((8.0, 0.0)));
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_lie_in_the_patch_they_begin_in() {
        let far = pt(3.0 * PATCH, 10.0);
        let drawn = stamped([(Stamp::Wave, pt(10.0, 10.0)), (Stamp::Wave, far), (Stamp::Wave, pt(30.0, 10.0))]);
        assert_eq!(drawn.matches("<path").count(), 2, "{drawn}");
        assert_eq!(drawn.matches("class=\"wave\"").count(), 1, "{drawn}");
        assert!(Patches::default().done("house").is_empty());
    }

    #[test]
    fn shades_lie_under_all_trees() {
        let firs = [0, 1, 2, 3].map(|size| (Stamp::Fir { tone: 1, size }, pt(50.0 * size as f64, 0.0)));
        let drawn = stamped(firs);
        assert!(drawn.find("fir-shade").unwrap() < drawn.find("fir-1").unwrap());
        // A fir is the same wherever it stands: what repeats is sent once.
        let body = "2.3 4h-.9l2 3.8h-2.9v1.4h-1v-1.4h-2.9l2-3.8h-.9z";
        let twice = stamped([12.34, 98.76].map(|x| (Stamp::Fir { tone: 0, size: 1 }, pt(x, 5.0))));
        assert_eq!(twice.matches(body).count(), 2, "{twice}");
    }
}
