//! General supply, odds with fractions and shifts, and the cost of every move against a second, slow reading of the rules
//! (`slow/mod.rs`), in random positions. `RHINE_POSITIONS=10000` tries as many of each.

mod slow;

use referee::{Dice, Game, Opening, Pick, Ref, Seeded, Spot};
use road_to_the_rhine::components::{Components, Country, Ground, Kind, Nation, load};
use road_to_the_rhine::state::{Side, Unit};
use road_to_the_rhine::{Action, RoadToTheRhine, State, files};
use slow::{Field, Slow};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn positions() -> usize {
    std::env::var("RHINE_POSITIONS").ok().and_then(|word| word.parse().ok()).unwrap_or(300)
}

fn pick<T: Copy>(dice: &mut Seeded, of: &[T]) -> T {
    of[usize::from(dice.pick(u16::try_from(of.len()).expect("few")))]
}

struct Table {
    game: RoadToTheRhine,
    of: Components,
}

impl Table {
    fn new() -> Table {
        let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
        Table { game, of: load(&files()).expect("the embedded files are sound") }
    }

    /// Units of both sides thrown onto the hexes around some place; a few elsewhere, so that lines are cut far from anybody.
    fn scatter(
        &self,
        dice: &mut Seeded,
        scenario: &str,
        phase: &str,
        rings: u16,
        count: u16,
    ) -> Option<(String, State)> {
        let map = &self.of.map;
        let north_only = scenario.starts_with("market-garden");
        let all: Vec<Spot> = map.grid.spots().collect();
        let usable = |hex: &Spot| {
            map.ground[hex.index()] != Ground::Sea
                && map.country[hex.index()] != Country::Switzerland
                && (!north_only || map.grid.column_row(*hex).1 < 28)
                && map.ports.iter().all(|(name, at)| name != "Dunkirk" || map.grid.distance(*at, *hex) > 1)
        };
        // Often at the coast, where lines run over the sea.
        let coast: Vec<Spot> = all.iter().copied().filter(|hex| map.coast[hex.index()]).collect();
        let centre = if dice.pick(3) == 0 { pick(dice, &coast) } else { pick(dice, &all) };
        let near: Vec<Spot> =
            all.iter().copied().filter(|hex| map.grid.distance(centre, *hex) <= rings && usable(hex)).collect();
        let far: Vec<Spot> = all.iter().copied().filter(usable).collect();
        if near.len() < 12 {
            return None;
        }
        let mut text = format!("scenario {scenario}\n");
        let mut say = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").expect("a text takes any line");
        say(format_args!("turn {}", pick(dice, &["oct-2", "nov-2", "dec-3", "jan-2", "mar-1"])));
        say(format_args!("weather {}", pick(dice, &["clear", "rain", "storm", "frost", "winter-storm", "thaw"])));
        say(format_args!("msp AL 9\nmsp GE 9"));
        if dice.pick(4) == 0 {
            say(format_args!("dams blown"));
            if dice.pick(2) == 0 {
                say(format_args!("roer flooded apr-4"));
            }
        }
        let plain = |unit: &Unit| {
            let card = &self.of.units[unit.index()];
            let air = matches!(card.kind, Kind::Bomber | Kind::FighterBomber | Kind::Transport);
            let special = card.breakdown.is_some() || card.kind == Kind::Specialized;
            !air && !special && !["vdH", "SS30", "SS150", "Br52"].contains(&card.name.as_str())
        };
        let units: Vec<Unit> = (0..u16::try_from(self.of.units.len()).expect("few")).map(Unit).filter(plain).collect();
        let mut taken: Vec<(Spot, Side, usize)> = vec![];
        let mut placed: BTreeSet<u16> = BTreeSet::new();
        for _ in 0..count {
            let unit = pick(dice, &units);
            let card = &self.of.units[unit.index()];
            let hex = if dice.pick(6) == 0 { pick(dice, &far) } else { pick(dice, &near) };
            let (column, row) = map.grid.column_row(hex);
            let north = row < 29 || row == 29 && column % 2 == 1;
            let front = match card.nation {
                Nation::US | Nation::Army | Nation::SS | Nation::Luftwaffe => true,
                Nation::French => row >= 29,
                _ => north,
            };
            let holder = taken.iter_mut().find(|(at, _, _)| *at == hex);
            let fits = holder.as_ref().is_none_or(|(_, side, count)| *side == card.side && *count < 2);
            if !fits || !front || !placed.insert(unit.0) {
                continue;
            }
            match holder {
                Some((_, _, count)) => *count += 1,
                None => taken.push((hex, card.side, 1)),
            }
            let (side, name) = (card.side.short(), &card.name);
            say(format_args!("{side} {name} at {}", map.grid.name(hex)));
            if dice.pick(2) == 0 && (card.movement > 10 || card.motorized) {
                say(format_args!("{side} {name} supplied"));
            }
            if card.back.is_some() && dice.pick(3) == 0 {
                say(format_args!("{side} {name} reduced"));
            }
        }
        say(format_args!("{phase}"));
        let state = self.game.read_position(&text).unwrap_or_else(|no| panic!("{no}\n{text}"));
        Some((text, state))
    }
}

#[test]
fn general_supply_is_right() {
    let table = Table::new();
    let slow = [false, true].map(|north_only| Slow { of: &table.of, north_only });
    let around = Field::everywhere(&slow[0]);
    let mut dice = Seeded(1944);
    let (mut compared, mut units, mut out) = (0, 0, 0);
    while compared < positions() {
        let scenario = pick(&mut dice, &["campaign", "campaign", "market-garden", "campaign +supply-control"]);
        let (rings, count) = (3 + dice.pick(12), 60 + dice.pick(120));
        let Some((text, state)) = table.scatter(&mut dice, scenario, "GE to prepare", rings, count) else { continue };
        let slow = &slow[usize::from(scenario == "market-garden")];
        for side in Side::BOTH {
            let field = Field::new(slow, &around, &state, side, scenario.ends_with("control"));
            for unit in slow.units().filter(|unit| slow.side(*unit) == side && !slow.is_air(*unit)) {
                let at = state.at[unit.index()];
                if at.index() >= around.len() {
                    continue;
                }
                let expected = field.supplied(&state, at, road_to_the_rhine::state::NOWHERE);
                let found = !state.unsupplied.contains(unit);
                assert_eq!(
                    found,
                    expected,
                    "{} in {}\n{text}",
                    table.of.units[unit.index()].name,
                    table.of.map.grid.name(at)
                );
                units += 1;
                out += usize::from(!found);
            }
        }
        compared += 1;
    }
    assert!(out * 50 > units && out * 2 < units, "{out} of {units} units were out of supply");
}

#[test]
fn odds_and_columns_are_right() {
    let table = Table::new();
    let slow = Slow { of: &table.of, north_only: false };
    let mut dice = Seeded(1945);
    let mut compared = 0;
    let mut columns = [0; 10];
    while compared < positions() {
        let phase = pick(&mut dice, &["GE to declare", "AL to declare"]);
        let Some((text, state)) = table.scatter(&mut dice, "campaign", phase, 2, 30) else { continue };
        let mut offers = vec![];
        table.game.offers(&state, &mut offers);
        for offer in offers {
            let Action::Attack { hex, .. } = offer.action else { continue };
            let opening = table.game.open(&state, &offer.action);
            let mut action = offer.action;
            table.game.fill(&mut action, opening.sample(&mut dice));
            if table.game.check(&state, &action).is_err() {
                continue;
            }
            let Action::Attack { with, .. } = action else { continue };
            let attackers: Vec<Unit> = with.iter().collect();
            let expected = slow.column(&state, &attackers, hex);
            let forecast = table.game.forecast(&state, &action).expect("an attack has odds");
            let name = &table.of.tables.column_names[expected.column];
            let title = format!("{} to {}, column {name}", decimal(expected.attack), decimal(expected.defence));
            let shift: i32 = forecast.sums.iter().map(|sum| sum.amount).sum();
            let what = || format!("{}\n{text}", table.game.write_action(&action));
            assert_eq!(forecast.title, title, "{}", what());
            assert_eq!(shift, expected.shift, "{}", what());
            columns[expected.column] += 1;
            compared += 1;
        }
    }
    assert!(columns.iter().all(|times| *times > 0), "every column was seen: {columns:?}");
}

/// 128ths as a decimal.
fn decimal(parts: u32) -> String {
    let exact = format!("{}.{:07}", parts / 128, u64::from(parts % 128) * 10_000_000 / 128);
    exact.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn every_move_costs_what_it_must() {
    let table = Table::new();
    let slow = Slow { of: &table.of, north_only: false };
    let around = Field::everywhere(&slow);
    let mut dice = Seeded(1946);
    let (mut compared, mut hexes, mut stuck) = (0, 0, 0);
    while compared < positions() {
        let (phase, side) = pick(&mut dice, &[("GE to move", Side::GE), ("AL to move", Side::AL)]);
        let (rings, count) = (2 + dice.pick(6), 10 + dice.pick(50));
        let Some((text, state)) = table.scatter(&mut dice, "campaign", phase, rings, count) else { continue };
        let field = Field::new(&slow, &around, &state, side, false);
        let mut offers = vec![];
        table.game.offers(&state, &mut offers);
        let movers: Vec<Unit> = slow
            .units()
            .filter(|unit| {
                slow.side(*unit) == side && !slow.is_air(*unit) && state.at[unit.index()].index() < around.len()
            })
            .collect();
        if movers.is_empty() {
            continue;
        }
        let unit = pick(&mut dice, &movers);
        let expected = field.reach(&state, unit);
        let offer = offers.iter().find(|it| it.about == Ref::from(unit) && matches!(it.action, Action::Move { .. }));
        let what = || format!("{}\n{text}", table.of.units[unit.index()].name);
        let mut found = BTreeSet::new();
        if let Some(offer) = offer {
            let Opening::Path(reach) = table.game.open(&state, &offer.action) else { panic!("{}", what()) };
            for leg in reach.ends().filter(|leg| leg.spot.index() < around.len()) {
                let mut action = offer.action;
                table.game.fill(&mut action, Pick::Path(reach.path_to(leg.spot)));
                assert_eq!(table.game.check(&state, &action), Ok(()), "{}", what());
                found.insert((leg.spot, u32::from(leg.cost)));
            }
        }
        let name = |(hex, cost): &(Spot, u32)| format!("{} for {cost}", table.of.map.grid.name(*hex));
        let only = |a: &BTreeSet<(Spot, u32)>, b: &BTreeSet<(Spot, u32)>| a.difference(b).map(name).collect::<Vec<_>>();
        let (more, less) = (only(&found, &expected), only(&expected, &found));
        assert!(more.is_empty() && less.is_empty(), "offered {more:?}, expected {less:?}: {}", what());
        hexes += found.len();
        stuck += usize::from(found.is_empty());
        compared += 1;
    }
    assert!(hexes > compared * 20 && stuck * 2 < compared, "{hexes} hexes in {compared} moves, {stuck} could not move");
}
