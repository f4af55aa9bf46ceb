//! What never changes on the table.

use referee as r;
use serde::Serialize;

/// Everything about a game that never changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Kit {
    #[serde(flatten)]
    pub kit: r::Kit,
    /// Left, top, width and height of the sheet.
    pub sheet_box: [f32; 4],
    /// Hints for a guided first game; none if the game brings none.
    pub lessons: Vec<r::Lesson>,
}

impl Kit {
    /// The kit of a game; its rules from the index, if the kit itself carries none.
    pub fn of(kit: &r::Kit, rules: &r::RuleIndex) -> Kit {
        let sheet_box = sheet::sheet_box(kit);
        let mut kit = kit.clone();
        if kit.rules.is_empty() {
            kit.rules.clone_from(&rules.entries);
        }
        for face in kit.faces.iter_mut().filter(|face| face.key.is_empty()) {
            face.key.clone_from(&face.name);
        }
        let lessons = kit.training.take().map_or(vec![], |training| training.lessons);
        Kit { kit, sheet_box, lessons }
    }
}
