//! Sentences about what happened. [8.42] Strengths are told to both sides while the dice roll, and kept for nobody but
//! their owner.

use crate::OperationGrenade;
use crate::components::Quarter;
use crate::event::Event;
use crate::state::{Side, Unit, Units};
use referee::{ChartCell, Die, Heading, Note, Ref, Shows, Spot, Viewer, listed};

impl Side {
    pub(crate) fn adjective(self) -> &'static str {
        match self {
            Side::US => "US",
            Side::German => "German",
        }
    }
}

/// Sixths as a player writes them: 3, 1 2/3, 1/2.
pub(crate) fn points(sixths: u16) -> String {
    let part = match sixths % 6 {
        0 => "",
        1 => "1/6",
        2 => "1/3",
        3 => "1/2",
        4 => "2/3",
        _ => "5/6",
    };
    match (sixths / 6, part) {
        (whole, "") => whole.to_string(),
        (0, part) => part.into(),
        (whole, part) => format!("{whole} {part}"),
    }
}

fn dice(faces: [u8; 2], cell: Option<ChartCell>) -> Shows {
    Shows::Roll { dice: faces.map(|face| Die { sides: 6, face }).into(), cell }
}

fn column(right: bool) -> &'static str {
    if right { "one column right" } else { "one column left" }
}

impl OperationGrenade {
    pub(crate) fn sentence(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        match event {
            Event::Strength { unit, side, strength } => {
                let note = Note::says(format!("{} has strength {strength}.", self.name(*unit)));
                match viewer {
                    Viewer::Seat(seat) if seat == side.seat() => Some(note),
                    Viewer::Seat(_) => Some(note.passing()),
                    Viewer::Public => None,
                }
            }
            Event::Ratio { .. } => match viewer {
                Viewer::Seat(_) => Some(Note::says(self.ratio(event)).passing()),
                Viewer::Public => None,
            },
            _ => {
                let note = Note::says(self.text(event)).showing(self.shown(event));
                Some(match event {
                    Event::GameTurn { .. } => note.heading(Heading::Turn),
                    Event::PlayerTurn { .. } | Event::CombatPhase { .. } => note.heading(Heading::Phase),
                    Event::Declared { .. } => note.heading(Heading::Battle),
                    _ => note,
                })
            }
        }
    }

    fn ratio(&self, event: &Event) -> String {
        let Event::Ratio { attack, defence, line, column, shifted } = event else { return String::new() };
        let line = &self.components.tables.combat.lines[usize::from(*line)];
        let ratio = line.columns[usize::from(*column) - 1].trim_end_matches('+');
        let words: Vec<&str> = line.terrain.iter().map(|ground| ground.word()).collect();
        let terrain = listed(words);
        format!("{attack} to {defence}, {ratio} on the {terrain} line; column {column}, shifted to {shifted}.")
    }

    /// "115/29, 116/29 and 747/19".
    pub(crate) fn listed(&self, units: Units) -> String {
        listed(units.iter().map(|unit| self.name(unit)))
    }

    fn in_row(&self, units: Units) -> String {
        units.iter().map(|unit| self.name(unit)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn town_name(&self, hex: Spot) -> &str {
        let map = &self.components.map;
        map.town_of[hex.index()].map_or("The town", |town| map.towns[town].name.as_str())
    }

    fn text(&self, event: &Event) -> String {
        let name = |unit: &Unit| self.name(*unit);
        let hex = |spot: &Spot| self.hex_name(*spot);
        let track = &self.components.tables.track;
        match event {
            Event::GameTurn { turn, day } => format!("Game-Turn {turn}, {}.", track.date(*day)),
            Event::PlayerTurn { side } => format!("{} Player-Turn.", side.adjective()),
            Event::Deployed { unit, at } => format!("{} is placed in {}.", name(unit), hex(at)),
            Event::NoRoom { unit } => format!("There is no room for {}.", name(unit)),
            Event::Flooded { flood } => format!("The Germans let loose a {} flood.", flood.word()),
            Event::DDay { day } => format!("D-Day is {}.", track.date(*day)),
            Event::Current { die, modified, current } => {
                format!("Current die {die}, modified {modified}: {}.", current.word())
            }
            Event::Weather { die, modified, weather } => {
                format!("Weather die {die}, modified {modified}: {}.", weather.sentence())
            }
            Event::Mud => "Mud.".into(),
            Event::Withdrawal { die, free } => {
                let corps = ordinal(&self.components.tables.withdrawal.0);
                format!("Withdrawal die {die}: the {corps} Corps {}.", if *free { "may move" } else { "stays" })
            }
            Event::CorpsAttacked => {
                format!("The {} Corps is attacked and may move.", ordinal(&self.components.tables.withdrawal.0))
            }
            Event::ReinforcementDice { dice } => {
                let die = |quarter: Quarter| match dice[quarter as usize] {
                    0 => None,
                    die => Some(format!("{} {die}", quarter.word())),
                };
                format!(
                    "Reinforcement dice: {}.",
                    Quarter::ALL.into_iter().filter_map(die).collect::<Vec<_>>().join(", ")
                )
            }
            Event::Group { quarter, units } => format!("From the {}: {}.", quarter.word(), self.in_row(*units)),
            Event::Unsupplied { units } => format!("Out of supply: {}.", self.in_row(*units)),
            Event::Isolated { units } => format!("Isolated: {}.", self.in_row(*units)),
            Event::Entered { unit, at } => format!("{} enters at {}.", name(unit), hex(at)),
            Event::Bridged { unit, to } => format!("{} moves to {}, bridging the river.", name(unit), hex(to)),
            Event::MinimumMove { unit, to } => format!("{} moves to {} by the minimum move.", name(unit), hex(to)),
            Event::Moved { unit, path, cost, march } => {
                let verb = if *march { "marches" } else { "moves" };
                let end = path.last().map_or("", |to| self.hex_name(to));
                let unit_of = if *cost == 6 { "point" } else { "points" };
                format!("{} {verb} to {end} for {} {unit_of}.", name(unit), points(*cost))
            }
            Event::Removed { unit, at } => format!("{} is eliminated: too many units in {}.", name(unit), hex(at)),
            Event::CombatPhase { side } => format!("{} combat.", side.adjective()),
            Event::Declared { targets, with } => {
                let verb = if with.len() == 1 { "attacks" } else { "attack" };
                let hexes = listed(targets.as_slice().iter().map(|target| self.hex_name(*target)));
                format!("{} {verb} {hexes}.", self.listed(*with))
            }
            Event::Supports { gun, attack } => {
                format!("{} supports the {}.", name(gun), if *attack { "attack" } else { "defence" })
            }
            Event::Air { attack, left } => {
                format!("An Air Point for the {}; {left} left.", if *attack { "attack" } else { "defence" })
            }
            Event::NoAir { attack } => format!("No Air Point for the {}.", if *attack { "attack" } else { "defence" }),
            Event::AdvanceEnds => "No further advance.".into(),
            Event::Fights { unit, hex: at } => format!("{} fights in {}.", name(unit), hex(at)),
            Event::Drew { unit, morale } => format!("{} draws a chit from pool {morale}.", name(unit)),
            Event::Strength { .. } | Event::Ratio { .. } => String::new(),
            Event::Multiplied { hex: at, times } => format!("The defenders of {} count {times} times.", hex(at)),
            Event::Improved { hex: at, adds } => format!("The improved position of {} adds {adds}.", hex(at)),
            Event::HalfAttack { units } => {
                format!("Attacking at half strength, out of supply: {}.", self.in_row(*units))
            }
            Event::FaintAttack { units } => {
                format!("Attacking with a strength of 1, isolated: {}.", self.in_row(*units))
            }
            Event::HalfDefence { units } => format!("Defending at half strength, isolated: {}.", self.in_row(*units)),
            Event::Integrity { division, right } => {
                let division = &self.components.units[division.index()].division;
                format!("Divisional integrity ({division}): {}.", column(*right))
            }
            Event::Hilltop { attacker: true } => {
                format!("The attacker looks down from a hilltop: {}.", column(true))
            }
            Event::Hilltop { attacker: false } => {
                format!("The defender looks down from a hilltop: {}.", column(false))
            }
            Event::CombinedArms => format!("Combined arms: {}.", column(true)),
            Event::Surprise => format!("Surprise: {}.", column(true)),
            Event::MudShift => format!("Mud: {}.", column(false)),
            Event::Cleared { unit, hex: at } => format!("{} clears the mines of {}.", name(unit), hex(at)),
            Event::Dice { dice: [a, b], result, .. } => format!("Dice {a} + {b} = {}: {}.", a + b, result.word()),
            Event::Breakthrough => "A breakthrough.".into(),
            Event::Reduced { unit } => format!("{} loses a step: reduced.", name(unit)),
            Event::Cadre { unit } => format!("{} loses a step: a cadre now.", name(unit)),
            Event::StepGone { unit, .. } => format!("{} loses a step: eliminated.", name(unit)),
            Event::ChitBack { unit, morale } => format!("The chit of {} goes back to pool {morale}.", name(unit)),
            Event::CopyGone { unit } => format!("The chit of {}, a copy, vanishes.", name(unit)),
            Event::CaughtRetreating { unit } => {
                format!("{}, which had retreated here, is eliminated.", name(unit))
            }
            Event::Retreated { units, to, .. } => {
                let verb = if units.len() == 1 { "retreats" } else { "retreat" };
                format!("{} {verb} to {}.", self.listed(*units), hex(to))
            }
            Event::LeftMap { unit } => format!("{} leaves the map and is eliminated.", name(unit)),
            Event::Advanced { unit, to } => format!("{} advances to {}.", name(unit), hex(to)),
            Event::Levy { town, die } => {
                let value = self.components.map.levies[usize::from(*town)].value;
                format!("Volkssturm die for {}, Value {value}: {die}.", self.levy_town(*town).name)
            }
            Event::LevySize { units: 0 } => "No Volkssturm.".into(),
            Event::LevySize { units: 1 } => "1 Volkssturm unit comes.".into(),
            Event::LevySize { units } => format!("{units} Volkssturm units come."),
            Event::Placed { unit, at } => format!("{} stands in {}.", name(unit), hex(at)),
            Event::NoPlace { unit } => format!("There is no room for {}.", name(unit)),
            Event::Ruse { bridge } => format!("A ruse at the bridge of {}.", self.rhine_bridge(*bridge).name),
            Event::Demolition { bridge, dice: [a, b], blown } => {
                let fate = if *blown { "blown" } else { "it stands" };
                format!("Bridge of {}, dice {a} + {b} = {}: {fate}.", self.rhine_bridge(*bridge).name, a + b)
            }
            Event::Taken { hex } => format!("{} is in US hands.", self.town_name(*hex)),
            Event::Retaken { hex } => format!("{} is German again.", self.town_name(*hex)),
            Event::Crossed { unit, bridge } => {
                format!("{} crosses the Rhine at {}.", name(unit), self.rhine_bridge(*bridge).name)
            }
            Event::Judged { points: 1 } => "1 Victory Point.".into(),
            Event::Judged { points } => format!("{points} Victory Points."),
        }
    }

    fn shown(&self, event: &Event) -> Shows {
        match event {
            Event::Deployed { unit, at } | Event::Placed { unit, at } => Shows::Placed(unit.piece(), *at),
            Event::Moved { unit, path, .. } => Shows::Path(unit.piece(), path.as_slice().to_vec()),
            Event::Advanced { unit, to } => Shows::Path(unit.piece(), vec![*to]),
            Event::Retreated { units, to, .. } => match units.first() {
                Some(unit) => Shows::Path(unit.piece(), vec![*to]),
                None => Shows::Nothing,
            },
            Event::Removed { unit, .. }
            | Event::StepGone { unit, .. }
            | Event::CaughtRetreating { unit }
            | Event::LeftMap { unit } => Shows::Gone(unit.piece()),
            Event::Declared { targets, .. } => {
                targets.as_slice().first().map_or(Shows::Nothing, |hex| Shows::Flash(Ref::Spot(*hex)))
            }
            Event::Fights { unit, .. }
            | Event::Drew { unit, .. }
            | Event::Reduced { unit }
            | Event::Cadre { unit }
            | Event::Supports { gun: unit, .. } => Shows::Flash((*unit).into()),
            Event::Dice { dice: faces, .. } => dice(*faces, None),
            Event::Demolition { dice: faces, .. } => dice(*faces, None),
            Event::Weather { die, .. }
            | Event::Current { die, .. }
            | Event::Withdrawal { die, .. }
            | Event::Levy { die, .. } => Shows::d6(*die, None),
            Event::ReinforcementDice { dice: faces } => {
                let thrown = faces.iter().filter(|face| **face > 0).map(|face| Die { sides: 6, face: *face });
                Shows::Roll { dice: thrown.collect(), cell: None }
            }
            Event::Taken { hex } | Event::Retaken { hex } => Shows::Flash(Ref::Spot(*hex)),
            Event::Crossed { bridge, .. } | Event::Ruse { bridge } => {
                Shows::Flash(Ref::Spot(self.rhine_bridge(*bridge).east))
            }
            Event::GameTurn { .. }
            | Event::PlayerTurn { .. }
            | Event::NoRoom { .. }
            | Event::Flooded { .. }
            | Event::DDay { .. }
            | Event::Mud
            | Event::CorpsAttacked
            | Event::Group { .. }
            | Event::Unsupplied { .. }
            | Event::Isolated { .. }
            | Event::Entered { .. }
            | Event::Bridged { .. }
            | Event::MinimumMove { .. }
            | Event::CombatPhase { .. }
            | Event::Air { .. }
            | Event::NoAir { .. }
            | Event::AdvanceEnds
            | Event::Strength { .. }
            | Event::Multiplied { .. }
            | Event::Improved { .. }
            | Event::HalfAttack { .. }
            | Event::FaintAttack { .. }
            | Event::HalfDefence { .. }
            | Event::Ratio { .. }
            | Event::Integrity { .. }
            | Event::Hilltop { .. }
            | Event::CombinedArms
            | Event::Surprise
            | Event::MudShift
            | Event::Cleared { .. }
            | Event::Breakthrough
            | Event::ChitBack { .. }
            | Event::CopyGone { .. }
            | Event::LevySize { .. }
            | Event::NoPlace { .. }
            | Event::Judged { .. } => Shows::Nothing,
        }
    }
}

/// `2nd`, `7th`.
pub(crate) fn ordinal(number: &str) -> String {
    let ending = match number {
        "1" => "st",
        "2" => "nd",
        "3" => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
