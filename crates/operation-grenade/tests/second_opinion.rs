//! The rules of combat and supply against a second, slow reading of them (`slow/mod.rs`), in random positions.
//! `RHINE_POSITIONS=10000` tries as many of each.

mod slow;

use bots::RandomBot;
use operation_grenade::components::{Components, Ground, load};
use operation_grenade::state::{Side, Unit};
use operation_grenade::{Action, Event, OperationGrenade, State, Step, files};
use referee::{Awaits, Dice, Game, Opening, Pick, Record, Referee, Seeded, Spot};
use slow::{Combat, Slow};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn positions() -> usize {
    std::env::var("RHINE_POSITIONS").ok().and_then(|word| word.parse().ok()).unwrap_or(1_000)
}

/// One thing in so many.
fn once_in(dice: &mut Seeded, n: u16) -> bool {
    dice.pick(n) == 0
}

fn one_of<'a>(dice: &mut Seeded, words: &[&'a str]) -> &'a str {
    words[usize::from(dice.pick(u16::try_from(words.len()).expect("few")))]
}

/// Units of both sides thrown onto some hexes, with weather, flood, chits and supply as they fall.
fn scatter(game: &Components, dice: &mut Seeded, hexes: &[Spot], units: u16, phase: &str) -> String {
    let mut text = String::new();
    let mut say = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").expect("a text takes any line");
    say(format_args!("d-day {}", 17 + dice.pick(8)));
    say(format_args!("turn {}", 1 + dice.pick(6)));
    say(format_args!("flood {}", one_of(dice, &["flash", "gradual", "gradual"])));
    say(format_args!("current {}", one_of(dice, &["normal", "rapid", "torrent"])));
    say(format_args!("weather {}", one_of(dice, &["clear", "light", "thaw", "rain"])));
    say(format_args!("weather-before {}", one_of(dice, &["clear", "light", "light", "rain"])));
    say(format_args!("air US {}\nair GE {}", dice.pick(3), dice.pick(3)));
    let mut holders: Vec<(Spot, Side, u8)> = vec![];
    let mut placed: Vec<Unit> = vec![];
    let mut sets = [const { Vec::<&str>::new() }; 3];
    // Units of a few divisions, so that there is integrity.
    let start = dice.pick(u16::try_from(game.units.len()).expect("few"));
    for i in 0..units {
        let of = u16::try_from(game.units.len()).expect("few");
        let number = if once_in(dice, 3) { dice.pick(of) } else { (start + i * 7 % 40) % of };
        let unit = Unit(u8::try_from(number).expect("few units"));
        let hex = hexes[usize::from(dice.pick(u16::try_from(hexes.len()).expect("few")))];
        let card = &game.units[usize::from(unit.0)];
        let holder = holders.iter_mut().find(|(at, _, _)| *at == hex);
        let fits = holder.as_ref().is_none_or(|(_, side, count)| *side == card.side && *count < 3);
        if placed.contains(&unit) || !fits || game.map.ground[usize::from(hex.0)] == Ground::Lake {
            continue;
        }
        match holder {
            Some((_, _, count)) => *count += 1,
            None => holders.push((hex, card.side, 1)),
        }
        placed.push(unit);
        let (side, name) = (card.side.short(), &card.name);
        say(format_args!("{side} {name} at {}", game.map.grid.name(hex)));
        if let Some(draws) = card.draws {
            let pool = &game.chits.pools[usize::from(draws.morale) - 1];
            let chit = &pool[usize::from(dice.pick(u16::try_from(pool.len()).expect("few")))];
            let [a, b, c] = chit.front;
            match dice.pick(4) {
                0 => say(format_args!("{side} {name} cadre")),
                1 => say(format_args!("{side} {name} chit {a}/{b}/{c} copy")),
                2 if chit.front[draws.class as usize] >= 3 => {
                    say(format_args!("{side} {name} chit {a}/{b}/{c} reduced copy"));
                }
                _ => {}
            }
        }
        if once_in(dice, 5) {
            sets[usize::from(dice.pick(3))].push(name);
        }
    }
    for (word, names) in ["unsupplied", "isolated", "arrived-now"].into_iter().zip(sets) {
        if !names.is_empty() {
            say(format_args!("{word} {}", names.join("+")));
        }
    }
    say(format_args!("{phase}"));
    text
}

/// A hex and all within some distance of it: more often at a river than anywhere.
fn neighbourhood(slow: &Slow<'_>, dice: &mut Seeded, rings: usize) -> Vec<Spot> {
    let map = &slow.box_.map;
    let centre = match dice.pick(4) {
        0 => map.bridges[usize::from(dice.pick(u16::try_from(map.bridges.len()).expect("few")))].west,
        1 | 2 => map.valley.iter().nth(usize::from(dice.pick(31))).expect("the valley has 31 hexes"),
        _ => Spot(dice.pick(546)),
    };
    let mut hexes = vec![centre];
    for _ in 0..rings {
        let mut more: Vec<Spot> = hexes.iter().flat_map(|hex| slow.around(*hex)).collect();
        more.append(&mut hexes);
        more.sort();
        more.dedup();
        hexes = more;
    }
    hexes
}

/// Takes note of what was declared for the combat at hand.
fn follow(combat: &mut Combat, events: &[(referee::Rule, Event)], game: &Components) {
    for (_, event) in events {
        match event {
            Event::Declared { targets, with } => {
                let side = game.units[usize::from(with.first().expect("somebody attacks").0)].side;
                *combat = Combat {
                    side: Some(side),
                    targets: targets.iter().collect(),
                    attackers: with.iter().collect(),
                    ..Combat::default()
                };
            }
            Event::Supports { gun, .. } => combat.guns.push(*gun),
            Event::Air { attack, .. } => {
                let side = combat.side.expect("somebody attacks");
                combat.air[if *attack { side } else { side.other() } as usize] = true;
            }
            Event::Fights { unit, .. } => combat.named.push(*unit),
            _ => {}
        }
    }
}

/// The state of the dice throw: as before the action that led to it, with the chits that were drawn.
fn with_draws(state: &State, game: &Components, combat: &Combat, slow: &Slow<'_>, rolls: &[u16]) -> State {
    let mut s = *state;
    let mut rolls = rolls.iter();
    for unit in combat.attackers.iter().copied().chain(slow.defenders(state, combat)) {
        let Some(draws) = game.units[usize::from(unit.0)].draws else { continue };
        if s.cadre.contains(unit) || s.chit(unit).is_some() {
            continue;
        }
        let pool = usize::from(draws.morale) - 1;
        let kinds = &game.chits.pools[pool];
        let empty = s.pool[pool].iter().all(|count| *count == 0);
        let each: Vec<usize> = (0..kinds.len())
            .flat_map(|kind| vec![kind; if empty { kinds[kind].count } else { s.pool[pool][kind] }.into()])
            .collect();
        let nth = usize::from(*rolls.next().expect("a draw is a roll")) - 1;
        if !empty {
            s.pool[pool][each[nth]] -= 1;
        }
        let kind = u8::try_from(each[nth]).expect("few kinds");
        let chit = operation_grenade::state::Chit { kind, reduced: false, copy: empty };
        s.chit[usize::from(unit.0)] = operation_grenade::state::ChitByte::of(chit);
    }
    s
}

#[test]
fn the_column_of_a_combat_is_right() {
    let components = load(&files()).expect("the embedded files are sound");
    let slow = Slow { box_: &components };
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let (mut dice, mut bot) = (Seeded(1945), RandomBot::default());
    let mut compared = 0;
    let mut columns = [0u32; 14];
    while compared < positions() {
        let hexes = neighbourhood(&slow, &mut dice, 2);
        let phase = one_of(&mut dice, &["US to attack", "US to attack", "GE to attack"]);
        let text = scatter(&components, &mut dice, &hexes, 26, phase);
        let mut state = game.read_position(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        let mut combat = Combat::default();
        // All combats of one phase: later ones have units that retreated.
        while matches!(game.awaits(&state), Awaits::Decision(decision) if decision.rule.0 != "4.2.B.2" && decision.rule.0 != "4.2.A.2")
        {
            let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
            let (before, mut record) = (state, Record::default());
            game.play(&mut state, &action, &mut Referee::recording(&mut dice, &mut record));
            follow(&mut combat, &record.notes, &components);
            let found = record.notes.iter().find_map(|(_, event)| match event {
                Event::Ratio { attack, defence, line, column, shifted } => {
                    Some((*attack, *defence, *line, *column, *shifted))
                }
                _ => None,
            });
            if let Some(found) = found {
                let s = with_draws(&before, &components, &combat, &slow, &record.rolls);
                let expected = slow.column(&s, &combat);
                assert_eq!(found, expected, "{}\n{}", game.write_action(&action), game.write_position(&before));
                compared += 1;
                columns[usize::from(found.4)] += 1;
            }
        }
    }
    assert!(columns[1..].iter().all(|times| *times > 0), "every column was seen: {columns:?}");
}

/// Every hex to which some lawful advance leads is offered, with a lawful path to it.
#[test]
fn every_advance_is_offered() {
    let components = load(&files()).expect("the embedded files are sound");
    let slow = Slow { box_: &components };
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let (mut dice, mut bot) = (Seeded(1947), RandomBot::default());
    let (mut compared, mut several) = (0, 0);
    while compared < positions() {
        let hexes = neighbourhood(&slow, &mut dice, 2);
        let phase = one_of(&mut dice, &["US to attack", "GE to attack"]);
        let text = scatter(&components, &mut dice, &hexes, 26, phase);
        let mut state = game.read_position(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        while matches!(game.awaits(&state), Awaits::Decision(decision) if !decision.rule.0.ends_with(".2")) {
            if let Some(Step::Advance(_)) = state.now() {
                several += usize::from(state.battle.trails().len() > 1);
                compared += 1;
                let (offered, lawful) = (offered_advances(&game, &state), lawful_advances(&game, &slow, &state));
                assert_eq!(offered, lawful, "{}", game.write_position(&state));
            }
            let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
    assert!(several * 20 > compared, "several stacks retreated before {several} of {compared} advances");
}

/// Where every victor can get by what is offered. Paths that are offered are lawful.
fn offered_advances(game: &OperationGrenade, state: &State) -> BTreeSet<(Unit, Spot)> {
    let mut offers = vec![];
    game.offers(state, &mut offers);
    let mut ends = BTreeSet::new();
    for offer in offers {
        let (Action::Advance { unit, .. }, Opening::Path(reach)) = (offer.action, game.open(state, &offer.action))
        else {
            continue;
        };
        assert!(game.check(state, &offer.action).is_err(), "an offer says nothing before it is filled");
        for leg in reach.ends() {
            let mut action = offer.action;
            game.fill(&mut action, Pick::Path(reach.path_to(leg.spot)));
            assert_eq!(game.check(state, &action), Ok(()), "{}", game.write_action(&action));
            ends.insert((unit, leg.spot));
        }
    }
    ends
}

/// Where every victor can get by any path at all; a way back through the hex he came from is of no use to anybody.
fn lawful_advances(game: &OperationGrenade, slow: &Slow<'_>, state: &State) -> BTreeSet<(Unit, Spot)> {
    let mut ends = BTreeSet::new();
    for unit in state.battle.victors {
        let at = state.at(unit);
        let mut paths: Vec<Vec<Spot>> = vec![vec![]];
        while let Some(path) = paths.pop() {
            for to in slow.around(path.last().copied().unwrap_or(at)).into_iter().filter(|to| *to != at) {
                let longer: Vec<Spot> = path.iter().copied().chain([to]).collect();
                let Ok(chase) = longer[..].try_into() else { continue };
                if game.check(state, &Action::Advance { unit, path: chase }).is_ok() {
                    ends.insert((unit, to));
                    paths.push(longer);
                }
            }
        }
    }
    ends
}

#[test]
fn supply_is_right() {
    let components = load(&files()).expect("the embedded files are sound");
    let slow = Slow { box_: &components };
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let mut dice = Seeded(1946);
    let done = game.read_action("done").expect("it can be read");
    let mut states = [0u32; 3];
    for _ in 0..positions() {
        let hexes: Vec<Spot> = match once_in(&mut dice, 2) {
            true => components.map.grid.spots().collect(),
            false => neighbourhood(&slow, &mut dice, 6),
        };
        let units = 20 + dice.pick(160);
        let text = scatter(&components, &mut dice, &hexes, units, "duty none\nUS to attack");
        let mut state = game.read_position(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        game.play(&mut state, &done, &mut Referee::silent(&mut dice));
        for (unit, expected) in (0u8..).map(Unit).zip(slow.supply(&state)) {
            let found = u8::from(state.unsupplied.contains(unit)) + 2 * u8::from(state.isolated.contains(unit));
            let name = &components.units[usize::from(unit.0)].name;
            assert_eq!(found, expected, "{name}\n{}", game.write_position(&state));
            if state.at[usize::from(unit.0)].0 < 546 {
                states[usize::from(found)] += 1;
            }
        }
    }
    assert!(states.iter().all(|units| *units > 100), "every state of supply was seen: {states:?}");
}
