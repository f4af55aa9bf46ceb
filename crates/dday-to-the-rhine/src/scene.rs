//! What a viewer sees.

use crate::DdayToTheRhine;
use crate::action::{Support, support_thing};
use crate::components::Side;
use crate::kit;
use crate::sequence::Step;
use crate::state::{Hexes, Place, State, mark};
use crate::supply::Eyes;
use referee::{Banner, Counter, Fact, Holder, Mark, Mat, Piece, Ref, Rule, Scene, Score, Spot, Tally, Viewer};

/// Keys of markers for those who do not know what lies under them.
pub(crate) const FIRST_MARKER: u16 = 200;

/// [O.1.e] Whether a viewer knows what is hidden: the German does, and everybody where nothing is.
fn knows_all(s: &State, viewer: Viewer) -> bool {
    !s.options.hidden || viewer == Viewer::Seat(Side::German.seat())
}

impl DdayToTheRhine {
    /// [O.1.e] Built up from what the viewer knows.
    pub(crate) fn make_scene(&self, s: &State, viewer: Viewer) -> Scene {
        let knows = knows_all(s, viewer);
        let mut counters = Vec::with_capacity(self.c.units.len());
        // Hexes in which a counter lies already: only there another one lies on top.
        let mut taken = Hexes::empty();
        let eyes = if knows { Eyes::Truth } else { Eyes::Allied };
        let supplied = Side::BOTH.map(|side| self.supply(s, side, eyes));
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let state = s.unit(unit);
            let at = match state.place {
                Place::Map(at) => at,
                // What waits or is lost of the Germans would tell what is hidden.
                _ if !knows && card.side == Side::German => continue,
                Place::Track if self.is_waiting(s, unit) => self.box_spot(card.side, 0),
                Place::Track => continue,
                Place::Pool => self.box_spot(card.side, 1),
                Place::Out => continue,
            };
            let on_map = s.at(unit).is_some();
            if state.marker > 0 && !knows {
                let piece = self.key(unit, state.marker, viewer);
                counters.push(Counter { piece, face: kit::hidden_face(self), at, ..Counter::default() });
                continue;
            }
            let mut badges = 0;
            for (bit, badge) in [(mark::MOVED, kit::MOVED), (mark::ATTACKED, kit::ATTACKED)] {
                if state.marks & bit != 0 {
                    badges |= badge;
                }
            }
            if on_map && !self.is_supplied(s, unit, &supplied[card.side.index()]) {
                badges |= kit::UNSUPPLIED;
            }
            if state.marker > 0 {
                badges |= kit::HIDDEN;
            }
            let seen = |other: &Piece| knows || s.unit(*other).marker == 0;
            let level = match on_map && !taken.insert(at) {
                true => s.units_in(at).filter(seen).position(|other| other == unit).unwrap_or(0),
                false => 0,
            };
            counters.push(Counter {
                piece: unit,
                face: kit::face_of(unit, state.sp.max(1)),
                at,
                level: u8::try_from(level).unwrap_or(0),
                badges,
                ..Counter::default()
            });
        }
        for (i, phantom) in s.phantoms.iter().enumerate() {
            let Some(at) = phantom.at else { continue };
            let unit = Piece(crate::hidden::FIRST_PHANTOM + u16::try_from(i).unwrap_or(0));
            let piece = if knows { unit } else { Piece(FIRST_MARKER + u16::from(phantom.marker)) };
            let face = if knows { kit::phantom_face(self) } else { kit::hidden_face(self) };
            counters.push(Counter { piece, face, at, ..Counter::default() });
        }
        // The order must not tell what lies under a marker.
        if !knows {
            counters.sort_by_key(|counter| counter.piece);
        }
        Scene {
            counters,
            tracks: vec![i16::from(s.month.0), i16::from(s.rp[0]), i16::from(s.rp[1]), i16::from(s.pc)],
            span: Some([self.scenario(s).first.0, self.scenario(s).last.0]),
            marks: self.marks(s),
            banner: self.banner(s),
            scores: vec![
                Score {
                    seat: Side::Allied.seat(),
                    points: i32::try_from(self.german_cities_held(s)).unwrap_or(0),
                    unit: "German cities".into(),
                },
                Score { seat: Side::German.seat(), points: i32::from(s.lost), unit: "Allied steps".into() },
            ],
            facts: self.facts(s, viewer),
            mats: vec![self.mat(s, Side::Allied, viewer), self.mat(s, Side::German, viewer)],
            focus: self.focus(s),
            ..Scene::default()
        }
    }

    /// Waiting at the edge of the map: due now.
    fn is_waiting(&self, s: &State, unit: Piece) -> bool {
        self.is_due(s, unit) || (s.phase == 0 && self.invaders.contains(&unit))
    }

    /// Boxes beside the map: arriving and pool of each side.
    pub(crate) fn box_spot(&self, side: Side, which: u16) -> Spot {
        let first = u16::try_from(self.c.map.board.len()).unwrap_or(0);
        Spot(first + u16::try_from(side.index()).unwrap_or(0) * 2 + which)
    }

    fn marks(&self, s: &State) -> Vec<Mark> {
        let control = s.allied.iter().map(|at| Mark {
            at,
            recipe: "control".into(),
            seat: Some(Side::Allied.seat()),
            text: String::new(),
        });
        let beaches = (0..2).filter(|i| s.beaches[*i]).map(|i| Mark {
            at: self.c.map.beach[i],
            recipe: "beach".into(),
            seat: Some(Side::Allied.seat()),
            text: ["12", "21"][i].into(),
        });
        control.chain(beaches).collect()
    }

    fn banner(&self, s: &State) -> Banner {
        let (phase, side) = match s.phase {
            0 => ("invasion", Side::Allied),
            1 => ("arrivals", Side::German),
            2 => ("activations", Side::German),
            3 => ("arrivals", Side::Allied),
            _ => ("activations", Side::Allied),
        };
        let phase = if s.steps.is_empty() { "The game is over" } else { phase };
        Banner { turn: s.month.name().into(), phase: phase.into(), seat: Some(side.seat()) }
    }

    fn facts(&self, s: &State, viewer: Viewer) -> Vec<Fact> {
        let fact = |text: String, rule| Fact { text, rule: Rule(rule) };
        let knows = knows_all(s, viewer);
        let eyes = if knows { Eyes::Truth } else { Eyes::Allied };
        let goal = self.goal_so_far(s, eyes).map(|(text, rule)| fact(text, rule));
        let always = [
            fact(format!("RP: Allies {}, Germans {}", s.rp[0], s.rp[1]), "R.8"),
            fact(format!("Port capacity {}", s.pc), "R.1.b"),
            fact(if s.overcast { "Overcast" } else { "Clear sky" }.into(), "C.13"),
        ];
        let mut facts: Vec<Fact> = goal.into_iter().chain(always).collect();
        if s.surprise > 0 {
            facts.push(fact(format!("{} Surprise markers", s.surprise), "RCO.4"));
        }
        for side in Side::BOTH {
            let card = s.cards[side.index()];
            let sees = viewer == Viewer::Seat(side.seat()) || s.options.open_cards || s.steps.is_empty();
            if card > 0 && sees {
                let known = self.c.tables.cards.iter().find(|known| known.number == card);
                let name = known.map_or("", |card| card.name.as_str());
                facts.push(fact(
                    format!("{} objective: {name} ({})", side.name(), self.card_so_far(s, card, eyes)),
                    "V.4",
                ));
            }
        }
        facts
    }

    /// [K.3] The budget, always in sight.
    fn mat(&self, s: &State, side: Side, viewer: Viewer) -> Mat {
        let tally = |label: &str, count: u8, of: Option<u8>| Tally {
            art: String::new(),
            label: label.into(),
            count: count.into(),
            of: of.map(i16::from),
        };
        let mut tallies = vec![tally("RP", s.rp[side.index()], None)];
        let mut holders = vec![];
        let tables = &self.c.tables;
        match side {
            Side::Allied => {
                tallies.push(tally("port capacity", s.pc, None));
                tallies.push(tally("US replacements", s.spent.us, Some(tables.limit_us)));
                tallies.push(tally("Commonwealth replacements", s.spent.commonwealth, Some(tables.limit_cw)));
                let ready = (0..Support::COUNT).filter(|piece| self.is_ready(s, *piece));
                holders.push(Holder {
                    title: "Support".into(),
                    about: String::new(),
                    state: None,
                    piece: None,
                    held: ready.map(|piece| (support_thing(piece), 1)).collect(),
                    spaces: Support::COUNT,
                });
            }
            Side::German => {
                // [O.1] It would tell what kind of unit gained a step under a marker.
                if !s.options.hidden || viewer == Viewer::Seat(side.seat()) {
                    tallies.push(tally("panzer replacements", s.spent.panzer, Some(tables.limit_panzer)));
                }
                tallies.push(tally("rail moves", u8::from(!s.rail_used && s.month >= tables.rail_from), Some(1)));
                if s.surprise > 0 {
                    tallies.push(tally("Surprise markers", s.surprise, None));
                }
            }
        }
        let active = matches!(s.steps.top(), Some(Step::Arrivals(who) | Step::Activation(who)) if who == side);
        Mat { seat: Some(side.seat()), title: side.name().into(), active, tallies, holders, ..Mat::default() }
    }

    fn is_ready(&self, s: &State, piece: u8) -> bool {
        match piece {
            Support::ETF | Support::WTF => !s.fired[usize::from(piece)],
            Support::BOMBER => !s.bomber_used && !s.overcast,
            _ => {
                let nth = piece - Support::AIRBORNE;
                let known = self.c.airborne.get(usize::from(nth)).is_some_and(|unit| unit.available <= s.month);
                known && s.airborne_used & (1 << nth) == 0
            }
        }
    }

    /// Overlays: zones, supply, reach of a unit, the Rhine front.
    pub(crate) fn marked(&self, s: &State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        let knows = knows_all(s, viewer);
        let eyes = if knows { Eyes::Truth } else { Eyes::Allied };
        let spots = |hexes: Hexes| hexes.iter().map(Ref::Spot).collect();
        match (name, about) {
            ("allied-zones", _) => spots(self.zone(s, Side::Allied, eyes)),
            ("german-zones", _) => spots(self.zone(s, Side::German, eyes)),
            ("allied-supply", _) => spots(self.supply(s, Side::Allied, eyes).hexes),
            ("german-supply", _) => spots(self.supply(s, Side::German, eyes).hexes),
            ("reach", Ref::Piece(unit)) if self.c.units.get(unit.index()).is_some() => {
                // Where friends stand who are not seen, and what supply they open, would show in a German's reach.
                let hidden = !knows && self.unit(unit).side == Side::German;
                let fresh = State { steps: referee::Stack::new(), ..*s };
                match self.reach(&fresh, unit, false, None).filter(|_| !hidden && self.unit(unit).mp > 0) {
                    Some(reach) => reach.ends().map(|leg| Ref::Spot(leg.spot)).collect(),
                    None => vec![],
                }
            }
            _ => vec![],
        }
    }
}
