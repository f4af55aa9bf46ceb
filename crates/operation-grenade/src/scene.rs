//! What a viewer sees: built up from what that viewer knows. [8.42] A strength only its owner.

use crate::OperationGrenade;
use crate::kit;
use crate::sequence::Step;
use crate::state::{Side, State, Unit};
use referee::{Counter, Ref, Scene, Viewer};

impl OperationGrenade {
    pub(crate) fn draw(&self, s: &State, viewer: Viewer) -> Scene {
        Scene { counters: self.all_units().map(|unit| self.counter(s, unit, viewer)).collect(), ..Scene::default() }
    }

    fn counter(&self, s: &State, unit: Unit, _viewer: Viewer) -> Counter {
        let mut badges = 0;
        let moving = matches!(s.now(), Some(Step::Movement(_)));
        if moving && s.moved.contains(unit) {
            badges |= 1 << kit::SPENT;
        }
        Counter { piece: unit.piece(), face: unit.0.into(), at: s.at(unit), level: 0, badges, ..Counter::default() }
    }

    pub(crate) fn marked(&self, s: &State, _: Viewer, name: &str, _about: Ref) -> Vec<Ref> {
        match name {
            "us-zones" => s.zones[Side::US].iter().map(Ref::Spot).collect(),
            _ => vec![],
        }
    }
}
