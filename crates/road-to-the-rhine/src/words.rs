//! The sentences of events.

use crate::RoadToTheRhine;
use crate::event::Event;
use crate::forecast::in_brief;
use crate::replacements::KIND_WORDS;
use crate::state::{BRIDGES, MONTH_NAMES, NOWHERE, Side, Unit, Units, Weather, month};
use crate::strength::PARTS;
use referee::{ChartCell, Heading, Luck, Note, Ref, Shows, Spot, Viewer, listed};

const ROMAN: [&str; 4] = ["I", "II", "III", "IV"];

pub(crate) fn turn_name(turn: u8) -> String {
    let year = if turn < 16 { 1944 } else { 1945 };
    format!("{} {} {year}", MONTH_NAMES[month(turn)], ROMAN[usize::from(turn % 4)])
}

/// `Sep III`, as on the turn track.
pub(crate) fn short_turn(turn: u8) -> String {
    format!("{} {}", &MONTH_NAMES[month(turn)][..3], ROMAN[usize::from(turn % 4)])
}

pub(crate) fn weather_name(weather: Weather) -> &'static str {
    match weather {
        Weather::WinterStorm => "winter storm",
        other => other.word(),
    }
}

/// A number of parts as a decimal.
pub(crate) fn decimal(parts: u32, of: u32) -> String {
    let whole = parts / of;
    let mut rest = parts % of;
    let mut text = whole.to_string();
    if rest > 0 {
        text.push('.');
        for _ in 0..7 {
            rest *= 10;
            text.push(char::from_digit(rest / of, 10).unwrap_or('0'));
            rest %= of;
            if rest == 0 {
                break;
            }
        }
    }
    text
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Half points, as players write them.
pub(crate) fn points(half: u16) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

fn count(number: u16, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn columns(columns: i8) -> String {
    let number = match columns.unsigned_abs() {
        1 => "one column".to_owned(),
        2 => "two columns".to_owned(),
        3 => "three columns".to_owned(),
        many => format!("{many} columns"),
    };
    format!("{number} {}", if columns > 0 { "up" } else { "down" })
}

pub(crate) fn kind_name(kind: u8) -> String {
    let word = KIND_WORDS.get(usize::from(kind)).copied().unwrap_or("");
    match word {
        "Cn" => "Canadian".into(),
        _ => {
            let (nation, sort) = word.split_once('-').unwrap_or((word, ""));
            let nation = match nation {
                "US" => "US ",
                "Br" => "British ",
                "Fr" => "French ",
                _ => "",
            };
            let sort = match sort {
                "inf" => "infantry",
                "arm" => "armor",
                "para" => "parachute",
                _ => "panzergrenadier",
            };
            format!("{nation}{sort}")
        }
    }
}

/// Where the log begins something new. What belongs to a fight, or to whatever came before it, has no heading.
fn heading(event: &Event) -> Option<Heading> {
    match event {
        Event::Turn(_) => Some(Heading::Turn),
        Event::PlayerTurn(_) | Event::Impulse { .. } => Some(Heading::Phase),
        Event::Battle { .. } => Some(Heading::Battle),
        Event::Ratio { .. }
        | Event::Shift { .. }
        | Event::Column(_)
        | Event::Result { .. }
        | Event::Exchange { .. }
        | Event::Raises { .. }
        | Event::Retreats { .. }
        | Event::Advances { .. }
        | Event::About { .. }
        | Event::At { .. }
        | Event::Bridge { .. } => None,
        _ => Some(Heading::Other),
    }
}

impl RoadToTheRhine {
    pub(crate) fn names_of(&self, units: Units) -> String {
        let names: Vec<&str> = units.iter().map(|unit| self.name(unit)).collect();
        listed(names)
    }

    fn commas(&self, units: Units) -> String {
        units.iter().map(|unit| self.name(unit)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn sentence(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        if let Event::Plotted { unit, .. } = event
            && viewer != Viewer::Seat(self.side(*unit).seat())
        {
            return None;
        }
        let note = Note::says(self.text_of(event)).showing(self.shown(event));
        let note = match heading(event) {
            Some(heading) => note.heading(heading),
            None => note,
        };
        let worth = |result| i32::from(in_brief(result).1);
        Some(match *event {
            Event::Result { result, by, faces, .. } => note.lucky(Luck::of(by.seat(), worth(result), faces.map(worth))),
            _ => note,
        })
    }

    /// What a page may let walk, roll or light up.
    fn shown(&self, event: &Event) -> Shows {
        let walks = |unit: Unit, to: Spot| match self.is_hex(to) {
            true => Shows::Path(unit.piece(), vec![to]),
            false => Shows::Nothing,
        };
        match *event {
            Event::Stands { unit, at, .. } | Event::Entered { unit, at } | Event::Drops { unit, at } => {
                Shows::Placed(unit.piece(), at)
            }
            Event::Moved { unit, to, .. } | Event::Advances { unit, to } => walks(unit, to),
            Event::Transfers { air, to } => walks(air, to),
            Event::Retreats { units, to, .. } => units.first().map_or(Shows::Nothing, |unit| walks(unit, to)),
            // What is only declared is drawn as an arrow; a digest tells the fight.
            Event::Battle { hex, .. } | Event::Supports { hex, .. } | Event::Intercepts { hex, .. } => {
                Shows::Flash(Ref::Spot(hex))
            }
            Event::Weather { die, .. }
            | Event::Lottery { die, .. }
            | Event::Mutiny { die, .. }
            | Event::Visibility { die, .. }
            | Event::Fires { die, .. }
            | Event::FiresBack { die, .. }
            | Event::Released { die, .. } => Shows::d6(die, None),
            Event::Result { die, column, .. } => {
                let cell = ChartCell { chart: crate::charts::COMBAT, row: die.saturating_sub(1), column };
                Shows::d6(die, Some(cell))
            }
            _ => Shows::Nothing,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one line for each event")]
    fn text_of(&self, event: &Event) -> String {
        let name = |unit| self.name(unit);
        let hex = |spot| self.spot_name(spot);
        match *event {
            Event::Turn(turn) => format!("{}.", turn_name(turn)),
            Event::GivenWeather(weather) => format!("{}, as the scenario says.", capital(weather_name(weather))),
            Event::Weather { die, weather } => format!("Weather die {die}: {}.", weather_name(weather)),
            Event::PlayerTurn(Side::AL) => "Allied player-turn.".into(),
            Event::PlayerTurn(Side::GE) => "German player-turn.".into(),
            Event::Plotted { unit, at: NOWHERE, .. } => format!("{} is not plotted.", name(unit)),
            Event::Plotted { unit, at, impulse: 0 } => format!("{} is plotted for {}.", name(unit), hex(at)),
            Event::Plotted { unit, at, impulse } => {
                format!("{} is plotted for {} in impulse {impulse}.", name(unit), hex(at))
            }
            Event::AllPlotted => "Both sides have plotted.".into(),
            Event::Stands { unit, at, reserve } => {
                format!("{} stands in {}{}.", name(unit), hex(at), if reserve { " as a reserve" } else { "" })
            }
            Event::Due(units) => format!("Due: {}.", self.commas(units)),
            Event::Lottery { unit, die, arrived } => {
                let what = if arrived { "it has arrived" } else { "lost at sea" };
                format!("{} die {die}: {what}.", name(unit))
            }
            Event::Replacements(counts) => {
                let got: Vec<String> = (0u8..)
                    .zip(counts)
                    .filter(|(_, count)| *count > 0)
                    .map(|(kind, count)| format!("{count} {}", kind_name(kind)))
                    .collect();
                format!("Replacements: {}.", got.join(", "))
            }
            Event::NotReceived(kind) => format!("Not received: 1 {}.", kind_name(kind)),
            Event::Owed { kind, count } => format!("Owed: {count} {}.", kind_name(kind)),
            Event::Points { count: points, source: "" } => format!("{}.", count(points, "supply point")),
            Event::Points { count, source } => format!("{count} {source}."),
            Event::About { unit, what } => format!("{} {what}.", name(unit)),
            Event::Cannibalized { units, kind, count } => {
                let verb = if units.len() > 1 { "are" } else { "is" };
                format!("{} {verb} cannibalized: {count} {}.", self.names_of(units), kind_name(kind))
            }
            Event::Supplied { units, points, left } => {
                format!("{} in maneuver supply for {}; {left} left.", self.names_of(units), count(points, "point"))
            }
            Event::Former(units) => {
                let what = if units.len() > 1 { "former reserves" } else { "a former reserve" };
                format!("{} in maneuver supply as {what}.", self.names_of(units))
            }
            Event::Impulse { number, points, left, south } => {
                let where_to = if south { " on the south map only" } else { "" };
                format!("Impulse {number} for {}; {left} left{where_to}.", count(points, "point"))
            }
            Event::Unsupplied(units) => format!("Out of general supply: {}.", self.commas(units)),
            Event::Airfed(units) => {
                let verb = if units.len() > 1 { "live" } else { "lives" };
                format!("{} {verb} from the air.", self.names_of(units))
            }
            Event::Ready { units, points, left } => {
                let verb = if units.len() > 1 { "are" } else { "is" };
                format!("{} {verb} ready for {}; {left} left.", self.names_of(units), count(points, "point"))
            }
            Event::Moved { unit, to, half_points } => {
                let points = decimal(half_points.into(), 2);
                let word = if half_points == 2 { "point" } else { "points" };
                format!("{} moves to {} for {points} {word}.", name(unit), hex(to))
            }
            Event::Entered { unit, at } => format!("{} enters at {}.", name(unit), hex(at)),
            Event::Group { brigade, with } => format!("{} takes {} along.", name(brigade), self.names_of(with)),
            Event::At { unit, at, what } => format!("{} {what} in {}.", name(unit), hex(at)),
            Event::Plain(text) => text.into(),
            Event::Bridge { bridge, side } => {
                let place = BRIDGES.get(usize::from(bridge)).copied().unwrap_or("");
                let mut letters = place.chars();
                let place: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
                let whose = if side == Side::AL { "Allied" } else { "German" };
                format!("The bridge at {place} is in {whose} hands.")
            }
            Event::Mutiny { die, mutiny } => {
                format!("SS30 die {die}: {}.", if mutiny { "mutiny" } else { "it obeys" })
            }
            Event::Reserves(units) => format!("Reserves: {}.", self.commas(units)),
            Event::Drops { unit, at } => format!("{} drops on {}.", name(unit), hex(at)),
            Event::Attack { hex: at, with } => format!("{} will attack {}.", self.names_of(with), hex(at)),
            Event::WaterPaid { points, left, sea } => {
                let water = if sea { "sea" } else { "river" };
                format!("{} for the {water}; {left} left.", count(points, "point"))
            }
            Event::Visibility { die, cloudy } => {
                format!("Visibility die {die}: {}.", if cloudy { "cloudy" } else { "clear" })
            }
            Event::Supports { air, hex: at, attack } => {
                let many = air.len() > 1;
                match (attack, many) {
                    (true, false) => format!("{} supports the attack on {}.", self.names_of(air), hex(at)),
                    (true, true) => format!("{} support the attack on {}.", self.names_of(air), hex(at)),
                    (false, false) => format!("{} defends {}.", self.names_of(air), hex(at)),
                    (false, true) => format!("{} defend {}.", self.names_of(air), hex(at)),
                }
            }
            Event::Intercepts { air, hex: at } => format!("{} intercepts over {}.", name(air), hex(at)),
            Event::Transfers { air, to } => format!("{} transfers to {}.", name(air), hex(to)),
            Event::Fires { by, at, die } => {
                let tables = &self.components.tables;
                let what = if die >= tables.destroys {
                    "shot down"
                } else if die >= tables.aborts {
                    "aborted"
                } else {
                    "missed"
                };
                format!("{} fires at {}: {die}, {what}.", name(by), name(at))
            }
            Event::FiresBack { by, at, die } => {
                let hit = die >= self.components.tables.return_fire;
                let what = if hit { format!("{} is shot down", name(at)) } else { "missed".into() };
                format!("{} fires back: {die}, {what}.", name(by))
            }
            Event::Battle { hex, attackers, defenders } => format!(
                "{} against {} at {}.",
                self.names_of(attackers),
                self.names_of(defenders),
                self.place_words(hex)
            ),
            Event::Ratio { attack, defence, column } => {
                let names = &self.components.tables.column_names;
                let ratio = names.get(usize::from(column.unwrap_or(0))).map_or("", String::as_str);
                let below = if column.is_none() { "below " } else { "" };
                format!("{} to {} is {below}{ratio}.", decimal(attack, PARTS), decimal(defence, PARTS))
            }
            Event::CalledOff(hex) => format!("The attack on {} is called off.", self.place_words(hex)),
            Event::Shift { what, columns: by } => format!("{what}: {}.", columns(by)),
            Event::Column(column) => {
                let name = self.components.tables.column_names.get(usize::from(column)).map_or("", String::as_str);
                format!("Column {name}.")
            }
            Event::Result { die, result, .. } => format!("Die {die}: {}, {}.", result.word(), in_brief(result).0),
            Event::Exchange { defender, attacker } => {
                format!("The defender loses {}, the attacker {attacker}.", count(defender.into(), "level"))
            }
            Event::Raises { attacker, to, stays } => {
                let who = if attacker { "attacker" } else { "defender" };
                let verb = if stays { "stays at" } else { "raises to" };
                format!("The {who} {verb} {to}.")
            }
            Event::Retreats { units, to, on } => {
                let verb = if units.len() > 1 { "retreat" } else { "retreats" };
                let on = if on { " on" } else { "" };
                format!("{} {verb}{on} to {}.", self.names_of(units), hex(to))
            }
            Event::Advances { unit, to } => format!("{} advances to {}.", name(unit), hex(to)),
            Event::Released { unit, die, released } => {
                format!("{}, die {die}: {}.", name(unit), if released { "released" } else { "not released" })
            }
            Event::Dams { until } => {
                let turn = turn_name(until);
                let turn = turn.rsplit_once(' ').map_or(turn.as_str(), |(turn, _)| turn).to_owned();
                format!("The Roer dams are blown: the river is in flood through {turn}.")
            }
            Event::Failed { hex: at } => format!("The assault on {} has failed.", hex(at)),
            Event::Flooded { points } => {
                format!("Western Holland is flooded: the invasion ports bring {points} points less.")
            }
            Event::Outcome { winner, level } => match winner {
                Some(Side::AL) => format!("Allied {level}."),
                Some(Side::GE) => format!("German {level}."),
                None => "A draw.".into(),
            },
        }
    }
}
