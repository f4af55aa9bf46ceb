//! Reads `data/tables.toml`.

use super::file::{AirborneLine, CardLine, DieLine, File, MonthLine, Offensive, TerrainLine, VictoryTable};
use super::{Airborne, Card, Costs, Face, Tables, Victory};
use crate::components::{Due, MONTHS, Map, Month, Name, Side, Unit, find_city, find_unit, read_month};
use data::{DataError, Spanned, Text, from_toml};
use referee::Spot;

/// [O.2.a] No weather die, or clear on all of it.
const ALWAYS: u8 = 6;

pub(super) fn read(text: &Text, map: &Map, units: &[Unit]) -> Result<(Tables, Vec<Airborne>), DataError> {
    let file: File = from_toml(text)?;
    check_marks(text, &file)?;
    let airborne = read_airborne(text, &file.airborne)?;
    let (weather_from, clear_on) = read_weather(text, &file.month)?;
    let offensive = read_offensive(text, units, &file.offensive)?;
    let by_month = |figure: fn(&MonthLine) -> u8| -> [u8; MONTHS] {
        std::array::from_fn(|month| file.month.get(month).map_or(0, figure))
    };
    let overcast = read_overcast(text, &file.month)?;
    let city_list = |names: &[Name]| find_cities(text, map, names);
    let mut places_panzer = city_list(&file.places.panzer_outside_germany)?;
    places_panzer.extend(map.cities.iter().filter(|city| !city.country.is_allied()).map(|city| city.at));
    let in_box = |id: &Name| {
        let found = airborne.iter().position(|unit| unit.id == *id.get_ref());
        found.ok_or_else(|| text.error_at(id.span(), format!("there is no airborne unit {:?}", id.get_ref())))
    };
    let ground = [&file.terrain.clear, &file.terrain.forest, &file.terrain.mountain];
    let tables = Tables {
        allied_rp: by_month(|line| line.allied),
        german_rp: by_month(|line| line.german),
        overcast,
        rp_cap: file.rp.cap,
        beach_pc: file.rp.beach,
        clear_on,
        weather_from,
        weather_rp: file.weather.german_rp,
        allied_die: read_die(text, &file.dice.allied)?,
        german_die: read_die(text, &file.dice.german)?,
        weak_german_die: read_die(text, &file.dice.weak_german)?,
        invasion_dice: above_0(text, &file.invasion.dice)?,
        invasion_dice_strict: above_0(text, &file.invasion.dice_strict)?,
        held_in_june: find_unit(text, units, &file.invasion.held)?,
        costs: Costs {
            movement: file.costs.movement,
            attack: file.costs.attack,
            attack_mixed: file.costs.attack_mixed,
            step_infantry: file.costs.step_infantry,
            step_panzer: file.costs.step_panzer,
            unit_volksturm: file.costs.unit_volksturm,
            unit_infantry: file.costs.unit_infantry,
            unit_panzer: file.costs.unit_panzer,
        },
        limit_cw: file.limits.commonwealth,
        limit_us: file.limits.us,
        limit_panzer: file.limits.panzer,
        no_rebuild_from: read_month(text, &file.limits.no_rebuild_from)?,
        move_cost: read_move_cost(text, ground)?,
        attack_loss: ground.map(|line| line.attacker),
        zoc_cost: file.hexside.zoc_mp,
        rhine_cost: file.hexside.rhine_mp,
        river_loss: file.hexside.river.attacker,
        fortress_loss: file.terrain.fortress.attacker,
        fortress_gain: file.terrain.fortress.defender,
        major_gain: file.terrain.major.defender,
        coast_loss: file.hexside.coast.attacker,
        coast_gain: file.hexside.coast.defender,
        naval_dice: file.support.naval_dice,
        bomber_dice: file.support.bomber_dice,
        airborne_dice: file.support.airborne_dice,
        airborne_per_month: file.support.airborne_per_month,
        airborne_invasion: [in_box(&file.invasion.airborne[0])?, in_box(&file.invasion.airborne[1])?],
        surprise_dice: file.offensive.dice,
        surprise: offensive.surprise,
        dietrich: offensive.army,
        dietrich_sp: offensive.army_sp,
        first_ss: offensive.corps,
        first_ss_sp: offensive.corps_sp,
        supply_range: above_0(text, &file.supply.range)?,
        unsupplied_loss: file.supply.mp_lost,
        south_france_allied_from: read_month(text, &file.supply.south_france_allied_from)?,
        motorized: file.movement.motorized,
        rail_from: read_month(text, &file.movement.rail_from)?,
        places_b: city_list(&file.places.b)?,
        places_g: city_list(&file.places.g)?,
        places_h: city_list(&file.places.h)?,
        places_panzer,
        hidden_markers: file.hidden.markers,
        phantoms: file.hidden.phantoms,
        phantom_range: file.hidden.phantom_range,
        phantom_mp: file.hidden.phantom_mp,
        cards: read_cards(text, &file.card)?,
        victory: read_victory(text, map, &file.victory)?,
    };
    if tables.airborne_invasion[0] == tables.airborne_invasion[1] {
        return Err(text.error_at(file.invasion.airborne[1].span(), "each landing uses up an airborne unit of its own"));
    }
    Ok((tables, airborne))
}

fn check_marks(text: &Text, file: &File) -> Result<(), DataError> {
    let marks = [
        &file.rp.provenance,
        &file.weather.provenance,
        &file.dice.allied.provenance,
        &file.dice.german.provenance,
        &file.dice.weak_german.provenance,
        &file.invasion.provenance,
        &file.costs.provenance,
        &file.limits.provenance,
        &file.terrain.clear.provenance,
        &file.terrain.forest.provenance,
        &file.terrain.mountain.provenance,
        &file.terrain.fortress.provenance,
        &file.terrain.major.provenance,
        &file.hexside.provenance,
        &file.hexside.river.provenance,
        &file.hexside.coast.provenance,
        &file.support.provenance,
        &file.offensive.provenance,
        &file.supply.provenance,
        &file.movement.provenance,
        &file.places.provenance,
        &file.hidden.provenance,
        &file.victory.provenance,
    ];
    let lines = file.month.iter().map(|line| &line.provenance);
    let lines = lines.chain(file.airborne.iter().map(|line| &line.provenance));
    let lines = lines.chain(file.card.iter().map(|line| &line.provenance));
    marks.into_iter().chain(lines).try_for_each(|word| text.mark(word).map(drop))
}

fn above_0(text: &Text, number: &Spanned<u8>) -> Result<u8, DataError> {
    match *number.get_ref() {
        0 => Err(text.error_at(number.span(), "the number must be above 0")),
        number => Ok(number),
    }
}

/// [R.1.a, R.7] The track has every month once, in order; [O.2] its last months have a weather die.
fn read_weather(text: &Text, lines: &[MonthLine]) -> Result<(Month, [u8; MONTHS]), DataError> {
    let mut clear_on = [ALWAYS; MONTHS];
    let mut from = None;
    for (month, line) in Month::all().zip(lines) {
        if read_month(text, &line.name)? != month {
            let what = format!("the months come in order from Jun to Mar; here should be {month}");
            return Err(text.error_at(line.name.span(), what));
        }
        match &line.clear_on {
            Some(number) if (1..ALWAYS).contains(number.get_ref()) => {
                clear_on[month.index()] = *number.get_ref();
                from.get_or_insert(month);
            }
            Some(number) => return Err(text.error_at(number.span(), "the die is clear on 1 up to at most 5")),
            None if from.is_some() => {
                return Err(text.error_at(line.name.span(), "from the first month with a weather die all have one"));
            }
            None => {}
        }
    }
    if lines.len() != MONTHS {
        return Err(text.error(format!("the track has {MONTHS} months, not {}", lines.len())));
    }
    match from {
        Some(from) => Ok((from, clear_on)),
        None => Err(text.error("no month says on what the weather die is clear: `clear_on = 4`")),
    }
}

fn read_overcast(text: &Text, lines: &[MonthLine]) -> Result<[bool; MONTHS], DataError> {
    let mut overcast = [false; MONTHS];
    for (slot, line) in overcast.iter_mut().zip(lines) {
        *slot = match line.weather.get_ref().as_str() {
            "clear" => false,
            "overcast" => true,
            other => {
                let what = format!("unknown weather {other:?}; known: clear, overcast");
                return Err(text.error_at(line.weather.span(), what));
            }
        };
    }
    Ok(overcast)
}

fn read_move_cost(text: &Text, ground: [&TerrainLine; 3]) -> Result<[u8; 3], DataError> {
    let [clear, forest, mountain] = ground.map(|line| above_0(text, &line.mp));
    Ok([clear?, forest?, mountain?])
}

fn read_die(text: &Text, die: &DieLine) -> Result<[Face; 6], DataError> {
    let mut faces = Vec::new();
    for name in die.faces.get_ref() {
        let all = [Face::Infantry, Face::Panzer, Face::Aircraft, Face::Blank];
        let face = all.into_iter().find(|face| face.name() == name.get_ref()).ok_or_else(|| {
            let what = format!("unknown face {:?}; known: infantry, panzer, aircraft, blank", name.get_ref());
            text.error_at(name.span(), what)
        })?;
        faces.push(face);
    }
    let count = faces.len();
    faces.try_into().map_err(|_| text.error_at(die.faces.span(), format!("a die has 6 faces, not {count}")))
}

fn read_airborne(text: &Text, lines: &[AirborneLine]) -> Result<Vec<Airborne>, DataError> {
    let mut units: Vec<Airborne> = Vec::new();
    for line in lines {
        let id = line.id.get_ref();
        if id.is_empty() || id.contains([' ', '+', ',']) {
            return Err(text.error_at(line.id.span(), "an id is one word, because matches are written down with it"));
        }
        if units.iter().any(|other| other.id == *id) {
            return Err(text.error_at(line.id.span(), format!("the airborne unit {id} is listed twice")));
        }
        if units.len() == 8 {
            return Err(text.error_at(line.id.span(), "there are at most 8 airborne units"));
        }
        let available = read_month(text, &line.available)?;
        units.push(Airborne { id: id.clone(), name: line.name.clone(), available });
    }
    Ok(units)
}

/// [RCO.2, RCO.4]
struct Forces {
    army: usize,
    corps: usize,
    surprise: [(Month, u8); 3],
    army_sp: [u8; 3],
    corps_sp: [u8; 3],
}

fn read_offensive(text: &Text, units: &[Unit], line: &Offensive) -> Result<Forces, DataError> {
    let due = |id: &Name| {
        let unit = find_unit(text, units, id)?;
        match units[unit].due {
            Due::Rco => Ok(unit),
            Due::Setup | Due::Invasion | Due::Month(_) => {
                Err(text.error_at(id.span(), format!("{} does not come with the counter-offensive", id.get_ref())))
            }
        }
    };
    let (army, corps) = (due(&line.army)?, due(&line.corps)?);
    if army == corps {
        return Err(text.error_at(line.corps.span(), "the army and the corps are two units"));
    }
    let mut forces = Forces { army, corps, surprise: [(Month::NOVEMBER, 0); 3], army_sp: [0; 3], corps_sp: [0; 3] };
    for (place, month) in line.month.iter().enumerate() {
        let strength = |sp: &Spanned<u8>, unit: usize, least: u8| {
            let most = units[unit].max_sp;
            match *sp.get_ref() {
                number if (least..=most).contains(&number) => Ok(number),
                _ => Err(text.error_at(sp.span(), format!("the strength is from {least} to {most}"))),
            }
        };
        forces.surprise[place] = (read_month(text, &month.name)?, month.surprise);
        forces.army_sp[place] = strength(&month.army_sp, army, 1)?;
        forces.corps_sp[place] = strength(&month.corps_sp, corps, 0)?;
        if place > 0 && forces.surprise[place - 1].0 >= forces.surprise[place].0 {
            return Err(text.error_at(month.name.span(), "the months come in order"));
        }
    }
    Ok(forces)
}

fn find_cities(text: &Text, map: &Map, names: &[Name]) -> Result<Vec<Spot>, DataError> {
    names.iter().map(|name| find_city(text, map, name)).collect()
}

fn read_cards(text: &Text, lines: &[CardLine]) -> Result<Vec<Card>, DataError> {
    let mut cards = Vec::new();
    for (number, line) in (1..).zip(lines) {
        if *line.number.get_ref() != number {
            return Err(text.error_at(line.number.span(), format!("cards come in order; here should be {number}")));
        }
        let side = Side::BOTH.into_iter().find(|side| side.name() == line.side.get_ref()).ok_or_else(|| {
            text.error_at(line.side.span(), format!("unknown side {:?}; known: Allied, German", line.side.get_ref()))
        })?;
        let (name, objective, rule) = (line.name.clone(), line.objective.clone(), line.rule.clone());
        cards.push(Card { number, side, name, objective, rule });
    }
    if cards.len() == 6 { Ok(cards) } else { Err(text.error(format!("there are 6 cards, not {}", cards.len()))) }
}

fn read_victory(text: &Text, map: &Map, line: &VictoryTable) -> Result<Victory, DataError> {
    Ok(Victory {
        broad_groups: line.broad_groups,
        broad_cities: line.broad_cities,
        thrust_ruhr: line.thrust_ruhr,
        saar: find_cities(text, map, &line.saar)?,
        watch_cities: line.watch_cities,
        ports_pc: line.ports_pc,
        blow: find_cities(text, map, &line.blow)?,
        blow_steps: line.blow_steps,
        blow_from: read_month(text, &line.blow_from)?,
        even_ruhr: line.even_ruhr,
        even_cities: line.even_cities,
        normandy_pc: line.normandy_pc,
        france: find_cities(text, map, &line.france)?,
    })
}
