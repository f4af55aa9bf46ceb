//! What a viewer sees.

use crate::RoadToTheRhine;
use crate::state::{Account, Side, State};
use crate::words::{turn_name, weather_name};
use referee::{Arrow, Banner, Counter, Fact, Rule, Scene, Viewer};

impl RoadToTheRhine {
    pub(crate) fn draw(&self, s: &State, _: Viewer) -> Scene {
        let counters = self
            .all_units()
            .map(|unit| {
                let mut badges = 0;
                let marks = [s.finished, s.reduced, s.unsupplied, s.supplied, s.reserve];
                for (bit, marked) in marks.iter().enumerate() {
                    badges |= u16::from(marked.contains(unit)) << bit;
                }
                Counter { piece: unit.piece(), face: unit.0, at: s.at(unit), badges, ..Counter::default() }
            })
            .collect();
        let arrows = self
            .ground
            .iter()
            .filter_map(|unit| {
                let task = usize::from(s.task[unit.index()]).checked_sub(1)?;
                let attack = s.attacks.get(task).filter(|attack| self.is_hex(attack.hex))?;
                let seat = Some(self.side(unit).seat());
                (s.at(unit) != attack.hex && self.on_map(s, unit)).then(|| Arrow {
                    from: s.at(unit),
                    to: attack.hex,
                    recipe: "attack".into(),
                    seat,
                    text: String::new(),
                })
            })
            .collect();
        let points = |account: Account| s.points(account);
        Scene {
            counters,
            tracks: vec![i16::from(s.turn), i16::from(s.weather as u8)],
            banner: Banner {
                turn: turn_name(s.turn),
                phase: format!("impulse {}", s.impulse),
                seat: Some(s.initiative.seat()),
            },
            facts: vec![
                Fact {
                    text: format!(
                        "Supply points: Allies {}, southern {}, Germans {}",
                        points(Account::Allied),
                        points(Account::South),
                        points(Account::German)
                    ),
                    rule: Rule("5.A.a"),
                },
                Fact { text: format!("Weather: {}", weather_name(s.weather)), rule: Rule("17.a") },
                Fact {
                    text: format!("Initiative: {}", if s.initiative == Side::AL { "Allies" } else { "Germans" }),
                    rule: Rule("4.d"),
                },
            ],
            arrows,
            ..Scene::default()
        }
    }
}
