//! What lies beside the map on the board itself: stocks, pools, weather, logistics; and the six kinds of action with what
//! they cost now.

use crate::Race;
use crate::components::{Commander, Supply};
use crate::dispatch::SETS;
use crate::sequence::Step;
use crate::state::State;
use referee::{Deed, Illegal, Panel, PanelLook, Tally};

/// Index of the Logistics Chart among the charts of the kit.
const LOGISTICS: u8 = 0;

/// Where the panels are printed: over England and the Channel, under Lisieux, beyond the Rhine.
pub(crate) fn looks() -> Vec<PanelLook> {
    let panel = |title: &str, at: [f32; 4], chart| PanelLook { title: title.into(), at, chart };
    vec![
        panel("Allied stock", [44.0, 6.0, 352.0, 132.0], None),
        panel("Logistics", [44.0, 148.0, 268.0, 150.0], Some(LOGISTICS)),
        panel("Axis pool", [1318.0, 148.0, 158.0, 176.0], None),
        panel("Airborne", [44.0, 940.0, 180.0, 66.0], None),
        panel("Weather", [232.0, 940.0, 84.0, 66.0], None),
        panel("Truck stock", [44.0, 1016.0, 272.0, 166.0], None),
    ]
}

fn tally(art: &str, label: &str, count: u8, of: u8) -> Tally {
    Tally { art: art.into(), label: label.into(), count: count.into(), of: Some(of.into()) }
}

impl Race {
    /// What lies in the panels, in the order of [`looks`].
    pub(crate) fn panels(&self, s: &State) -> Vec<Panel> {
        let full = self.c.tables.full_stock(s.players.len() as usize);
        let line = |supply: Supply| vec![tally(supply.name(), supply.name(), s.stock.get(supply), full.get(supply))];
        let stock = Panel {
            says: "filled up at each Supply Check".into(),
            rows: Supply::ALL.map(line).into(),
            ..Panel::default()
        };
        let markers = s.playing().map(|who| (who.seat(), s.side(who).level.clamp(1, 3) - 1)).collect();
        let logistics = Panel { says: "level".into(), markers, ..Panel::default() };
        let pools: u8 = s.playing().map(|who| s.side(who).trucks).sum();
        let in_play = pools + s.truck_stock + s.trucks_on_board();
        let trucks = Panel {
            says: format!("{} of {in_play}", s.truck_stock),
            rows: vec![vec![tally("truck", "trucks", s.truck_stock, in_play)]],
            ..Panel::default()
        };
        vec![stock, logistics, self.axis_panel(s), self.airborne_panel(s), self.weather_panel(s), trucks]
    }

    /// [2.38.a] The markers left are the clock of the game.
    fn axis_panel(&self, s: &State) -> Panel {
        if s.options.solo {
            return Panel { says: "not used".into(), ..Panel::default() };
        }
        let all = self.c.tables.axis_pool[s.players.len() as usize - 1];
        let rows = vec![vec![tally("axis", "Axis markers", s.axis_pool, all)]];
        Panel { says: format!("{} of {all}", s.axis_pool), rows, ..Panel::default() }
    }

    fn airborne_panel(&self, s: &State) -> Panel {
        if s.options.solo || s.options.basic {
            return Panel { says: "not used".into(), ..Panel::default() };
        }
        let rows = vec![vec![tally("drop", "airborne units", s.airborne_left, self.c.tables.airborne)]];
        Panel { says: "1 medal each".into(), rows, ..Panel::default() }
    }

    /// [15.B.1]
    fn weather_panel(&self, s: &State) -> Panel {
        let sky = |rain: bool| u8::from(s.rain == rain || !s.options.weather && !rain);
        let rows = vec![vec![tally("sun", "clear sky", sky(false), 1), tally("rain", "rain", sky(true), 1)]];
        Panel { rows, ..Panel::default() }
    }

    /// [5.4] The six kinds of action, and what each may be now.
    pub(crate) fn deeds(&self, s: &State) -> Vec<Deed> {
        if s.steps.top() != Some(Step::Turn) {
            return vec![];
        }
        let mover = s.mover();
        let tables = &self.c.tables;
        let spent = |terms: String, refusal: Option<Illegal>| match refusal {
            _ if s.now.actions == 0 => "no action left".into(),
            Some(refusal) => refusal.why.into(),
            None => terms,
        };
        let deed = |title: &str, art: &str, labels: &[&str], terms: String| Deed {
            title: title.into(),
            terms,
            art: art.into(),
            labels: labels.iter().map(|&label| label.into()).collect(),
        };
        let sets: Vec<&str> = SETS.iter().flat_map(|(_, alone, more)| [*alone, *more]).collect();
        let (trucks, column) = (s.side(mover).trucks, Race::column(s, mover));
        let carry = match trucks {
            0 => "no truck in your pool".into(),
            _ => format!("up to {} of {trucks}", tables.placement[column].min(trucks)),
        };
        let draw = format!("up to {} of {}", self.truck_draw(s, mover).1, s.truck_stock);
        let mut deeds = vec![
            deed("Move corps", "gas", &["move"], spent(format!("1 gas, {} areas", tables.areas_moved), None)),
            deed("Transport", "truck", &["send a truck"], spent(carry, None)),
            deed("Take supply", "ammo", &sets, spent("3 alike, or 1 each".into(), None)),
            deed("Take trucks", "truck", &["take trucks"], spent(draw, self.may_take_trucks(s, mover).err())),
        ];
        if !s.options.basic {
            let refusal = self.may_fly(s, mover, false).err();
            let labels = ["air support on this deck"];
            deeds.push(deed("Air support", "plane", &labels, spent("1 ammo, 1 card seen".into(), refusal)));
        }
        if !s.options.basic && !s.options.solo {
            let refusal = self.may_land(s, mover).err();
            let terms = format!("1 medal each, up to {}", s.airborne_left.min(tables.landing));
            deeds.push(deed("Airborne", "drop", &["land airborne units"], spent(terms, refusal)));
        }
        if !s.options.basic {
            let (sign, labels) = (format!("seat-{}", mover.seat().0), ["use your Commander card"]);
            let terms = match mover {
                _ if s.side(mover).card_used => "used",
                Commander::Monty => "2 more with supply",
                Commander::Brad => "free Air support",
                Commander::Patton => "free movement",
            };
            deeds.push(deed("Commander", &sign, &labels, terms.into()));
        }
        deeds
    }

    /// [5.3] Actions, while a turn lasts.
    pub(crate) fn actions_left(&self, s: &State) -> Option<Tally> {
        s.steps.top()?;
        let label = if s.now.actions == 1 { "action left" } else { "actions left" };
        Some(tally("", label, s.now.actions, self.c.tables.actions.max(s.now.actions)))
    }
}
