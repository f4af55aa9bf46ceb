//! A match file for each level of victory of each scenario, replayed to its end. `RHINE_RECORD=1` writes missing ones anew: two
//! careless players end the last player-turn of a position in which the level is decided.

use bots::RandomBot;
use referee::{Game, Match, Seat, Seeded};
use road_to_the_rhine::components::{Components, Country, Place, load};
use road_to_the_rhine::{RoadToTheRhine, files};
use std::sync::Arc;
use testkit::endings::{Ending, Endings};

const AL: Option<Seat> = Some(Seat(0));
const GE: Option<Seat> = Some(Seat(1));

const fn ending(rule: &'static str, level: &'static str, winner: Option<Seat>) -> Ending<'static> {
    Ending { rule, level, winner }
}

/// The endings of a scenario, and the positions they are played from.
fn check(scenario: &str, endings: &[Ending<'_>], positions: &[String]) {
    let game = Arc::new(RoadToTheRhine::new(&files()).expect("the embedded files are sound"));
    Endings::of(env!("CARGO_MANIFEST_DIR"), scenario, endings).check(&game, |endings| {
        for position in positions {
            for seed in 0..20 {
                let text = position.replace(", ", "\n");
                let state = game.read_position(&text).unwrap_or_else(|no| panic!("{no}\n{text}"));
                let begun = Match::begin_at(Arc::clone(&game), state).expect("a game begins there");
                endings.keep(&played(&game, begun, seed));
            }
        }
    });
}

fn played(game: &Arc<RoadToTheRhine>, mut game_match: Match<RoadToTheRhine>, seed: u64) -> Match<RoadToTheRhine> {
    let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
    while let Some(seat) = game_match.awaits().seat() {
        let action = bot.decide(&**game, game_match.state(), &mut dice).expect("something is offered");
        game_match.play(seat, action, &mut dice).expect("bots play by the rules");
    }
    game_match
}

fn components() -> Components {
    load(&files()).expect("the embedded files are sound")
}

/// `AL holds` with all hexes of a region.
fn holds(of: &Components, hexes: road_to_the_rhine::state::Hexes) -> String {
    let names: Vec<String> = hexes.iter().map(|hex| of.map.grid.name(hex)).collect();
    format!("AL holds {}", names.join(" "))
}

#[test]
fn market_garden() {
    let of = components();
    let scheldt = holds(&of, *of.map.region("scheldt"));
    let base = "scenario market-garden, turn sep-3, weather rain, msp AL 1, GE 26VG at N2918, GE 85 at N2914";
    let (lek, waal, home) = ("AL Br43 at N2107 supplied", "AL Br43 at N2109 supplied", "AL Br43 at N1517 supplied");
    let at = |unit: &str, held: &str| format!("{base}, {unit}, {held}, AL to close");
    check(
        "market-garden",
        &[
            ending("32.G.3", "miraculous", AL),
            ending("32.B", "strategic", AL),
            ending("32.G.3", "strategic", AL),
            ending("32.B", "tactical", AL),
            ending("32.G.3", "tactical", AL),
            ending("32.B", "victory", GE),
        ],
        &[
            at(lek, &scheldt),
            at(lek, "port dunkirk german"),
            at(waal, &scheldt),
            at(waal, "port dunkirk german"),
            at(home, &scheldt),
            at(home, "port dunkirk german"),
        ],
    );
}

#[test]
fn the_bulge() {
    let base = "scenario bulge, turn dec-3, weather winter-storm, msp GE 2, AL US1 at N0525 supplied";
    let (guard, nobody) = ("AL Br49 at N2309 supplied", "AL Br49 at N1517 supplied");
    let at = |units: &str, rest: &str| format!("{base}, {units}, {rest}, GE to close");
    let three = "GE SS1 at N1920 supplied, GE SS2 at N1520 supplied, GE SS9 at N2119 supplied";
    check(
        "bulge",
        &[
            ending("34.B.c", "strategic", GE),
            ending("34.B.e", "strategic", GE),
            ending("34.B.b", "tactical", GE),
            ending("34.B.e", "tactical", GE),
            ending("34.B.a", "marginal", GE),
            ending("34.B.e", "marginal", GE),
            ending("34.B.d", "victory", AL),
        ],
        &[
            at("GE SS1 at N1513 supplied", guard),
            at(three, nobody),
            at(three, guard),
            at("GE SS1 at N2524 supplied, bridge huy GE", nobody),
            at("GE SS1 at N2524 supplied, bridge huy GE", guard),
            at("GE SS1 at N2524 supplied", nobody).replace("scenario bulge", "scenario bulge +waal-lek-one-step"),
            at("GE SS1 at N2524 supplied", guard),
        ],
    );
}

/// Hexes of German cities by name, on the north map or on both.
fn cities(of: &Components, least: Place, north_only: bool) -> Vec<road_to_the_rhine::state::Hexes> {
    let mut found: Vec<(String, road_to_the_rhine::state::Hexes)> = vec![];
    for hex in of.map.grid.spots() {
        let i = hex.index();
        let far = north_only && of.map.grid.name(hex).starts_with('S') && of.map.grid.column_row(hex).1 > 29;
        if of.map.place[i] < least || of.map.country[i] != Country::Germany || far {
            continue;
        }
        match found.iter_mut().find(|(name, _)| *name == of.map.place_name[i]) {
            Some((_, hexes)) => drop(hexes.insert(hex)),
            None => found.push((of.map.place_name[i].clone(), [hex].into_iter().collect())),
        }
    }
    found.into_iter().map(|(_, hexes)| hexes).collect()
}

#[test]
fn the_market_garden_campaign() {
    let of = components();
    let all = cities(&of, Place::City, true);
    let positions: Vec<String> = [18, 12, 6, 3, 0]
        .into_iter()
        .map(|count| {
            let taken: Vec<String> = all.iter().take(count).map(|hexes| holds(&of, *hexes)).collect();
            let base =
                "scenario market-garden-campaign, turn dec-2, msp AL 1, AL Br43 at N1517 supplied, GE 346 at N1905";
            [base.to_owned()].into_iter().chain(taken).chain(["AL to close".to_owned()]).collect::<Vec<_>>().join(", ")
        })
        .collect();
    check(
        "market-garden-campaign",
        &[
            ending("33.B", "strategic", AL),
            ending("33.B", "substantial", AL),
            ending("33.B", "tactical", AL),
            ending("33.B", "draw", None),
            ending("33.B", "victory", GE),
        ],
        &positions,
    );
}

/// All major cities taken at the end of an Allied player-turn, or not at the very last.
fn campaign(scenario: &str, turns: &[&str], endings: &[Ending<'_>]) {
    let of = components();
    let taken: Vec<String> = cities(&of, Place::Major, false).iter().map(|hexes| holds(&of, *hexes)).collect();
    let base = format!("scenario {scenario}, msp AL 1, AL US1 at N1517 supplied, GE 346 at N1905");
    let mut positions: Vec<String> =
        turns.iter().map(|turn| format!("{base}, turn {turn}, {}, AL to close", taken.join(", "))).collect();
    positions.push(format!("{base}, turn apr-4, AL to close"));
    check(scenario, endings, &positions);
}

const CAMPAIGN: [Ending<'static>; 7] = [
    ending("31.B.b", "overwhelming", AL),
    ending("31.B.b", "strategic", AL),
    ending("31.B.b", "substantial", AL),
    ending("31.B.b", "tactical", AL),
    ending("31.B.b", "marginal", AL),
    ending("31.B.b", "tactical", GE),
    ending("31.B.b", "strategic", GE),
];

#[test]
fn the_whole_campaign() {
    campaign("campaign", &["nov-4", "dec-4", "jan-4", "feb-4", "mar-4", "apr-4"], &CAMPAIGN);
}

/// It begins when an overwhelming victory is out of reach.
#[test]
fn the_bulge_campaign() {
    campaign("bulge-campaign", &["dec-4", "jan-4", "feb-4", "mar-4", "apr-4"], &CAMPAIGN[1..]);
}
