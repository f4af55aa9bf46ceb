//! Operation Grenade: the set-up, a day of both sides with an attack over the Roer, and chits that only their owner sees.

use crate::common::{SCREEN, begin, invite, listen};
use browser_tests::player::{Asked, asked, my_turn};
use browser_tests::{Page, Player, at_table, report};
use serde_json::{Value, json};

const GAME: &str = "Operation Grenade";
/// Two of the 29th Division, on the western bank.
const CROSSING: [&str; 2] = ["115/29", "116/29"];

/// The first offer whose text begins so.
fn saying(asked: &Asked, text: &str) -> usize {
    let found = asked.which(|offer| offer["text"].as_str().is_some_and(|it| it.starts_with(text)));
    *found.first().unwrap_or_else(|| panic!("{text} is not offered: {:#?}", asked.0))
}

/// Guns and battalions where they are suggested, a gradual flood, D-Day on the first day that may be chosen.
async fn set_up(us: &Page, german: &Page, player: &mut Player) {
    let first = my_turn(us).await;
    assert_eq!(first.word("rule"), "16.2.o");
    player.answer(us, &first, saying(&first, "deploy-rest")).await;
    let flood = my_turn(german).await;
    assert_eq!(flood.word("rule"), "17.0");
    player.answer(german, &flood, saying(&flood, "flood gradual")).await;
    let day = my_turn(us).await;
    assert_eq!(day.word("rule"), "18.0");
    // The card shows the odds of the current for each day.
    player.begin(us, &day, 0).await;
    us.until("the current has odds", "return document.querySelector('.card.odds .bars') !== null").await;
    player.answer(us, &day, 0).await;
}

/// Moves to the bank, next to the enemy, and attacks over the river until the dice have fallen. Gives the declared attack.
async fn attack_over_the_roer(us: &Page, player: &mut Player) -> Asked {
    player.daring = true;
    for unit in CROSSING {
        let asked = my_turn(us).await;
        assert_eq!(asked.word("rule"), "4.2.A.2");
        player.answer(us, &asked, saying(&asked, &format!("move {unit}"))).await;
    }
    player.daring = false;
    let asked = my_turn(us).await;
    player.answer(us, &asked, saying(&asked, "done")).await;
    let declared = my_turn(us).await;
    assert_eq!(declared.word("rule"), "9.0", "who stands next to the enemy has to attack");
    let attack = declared.which(|offer| offer["label"] == "attack")[0];
    player.answer(us, &declared, attack).await;
    declared
}

/// What stands in place of the printed figures: piece, seat, figure.
async fn figures(page: &Page) -> Vec<(u64, u64, String)> {
    let script = "return known.update.scene.counters.filter((c) => c.numbers.length).map((c) => [c.piece, known.kit.faces[c.face].seat, c.numbers[0]])";
    let found = page.ask(script, Value::Null).await;
    let read = |one: &Value| (one[0].as_u64().unwrap(), one[1].as_u64().unwrap(), one[2].as_str().unwrap().to_owned());
    found.as_array().unwrap().iter().map(read).collect()
}

#[test]
fn a_day_on_the_roer_is_played_for_both_sides() {
    at_table("grenade", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, GAME, "hotseat", 0, "").await;
        let mut player = Player::new(45);
        set_up(&page, &page, &mut player).await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("grenade-board").await;
        attack_over_the_roer(&page, &mut player).await;
        let (mut decisions, mut german_moves, mut drawn) = (0, 0, false);
        loop {
            let asked = my_turn(&page).await;
            if asked.over() || asked.word("banner").starts_with("Game-Turn 2") {
                break;
            }
            decisions += 1;
            assert!(decisions < 80, "the day never ends: {:#?}", player.played);
            let held = figures(&page).await;
            drawn |= !held.is_empty();
            let viewer = asked.0["viewer"].as_u64().unwrap();
            for (piece, seat, figure) in held {
                assert_eq!(figure == "?", seat != viewer, "counter {piece} of seat {seat} shows {figure} to {viewer}");
            }
            let offer = match asked.word("rule") {
                "4.2.B.2" if german_moves < 2 => {
                    german_moves += 1;
                    let moves = asked.which(|offer| offer["label"] == "move");
                    moves[player.pick(moves.len())]
                }
                "4.2.B.2" | "4.2.A.3" | "4.2.B.3" => saying(&asked, "done"),
                "9.94" => saying(&asked, "done"),
                _ => player.eager(&asked),
            };
            player.answer(&page, &asked, offer).await;
        }
        assert!(drawn, "nobody drew a chit: {:#?}", player.played);
        assert_eq!(german_moves, 2);
        page.rest().await;
        page.picture("grenade-second-day").await;
        report(&format!("Operation Grenade, the first day: {} clicked decisions", player.played.len()));
    });
}

#[test]
fn neither_the_other_browser_nor_a_spectator_sees_a_chit() {
    at_table("grenade-chits", async |house| {
        let (ada, ben, eve) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        invite(&ada, &ben, GAME, 0).await;
        listen(&eve).await;
        eve.client.goto(ada.client.current_url().await.unwrap().as_str()).await.unwrap();
        eve.seated().await;
        let mut player = Player::new(12);
        set_up(&ada, &ben, &mut player).await;
        attack_over_the_roer(&ada, &mut player).await;
        // Guns, aircraft, fighters: until the dice have fallen and somebody has drawn.
        for _ in 0..12 {
            let (one, two) = (asked(&ada).await, asked(&ben).await);
            if !figures(&ada).await.is_empty() {
                break;
            }
            let (page, now) = if one.0["yours"] == true { (&ada, one) } else { (&ben, two) };
            if now.0["yours"] != true || now.offers().is_empty() {
                continue;
            }
            let offer = player.eager(&now);
            player.answer(page, &now, offer).await;
        }
        let seq = asked(&ada).await.seq();
        for page in [&ben, &eve] {
            page.until_known("all see the same", "return known.update.seq >= args", json!(seq)).await;
        }
        let [hers, his, nobodys] = [figures(&ada).await, figures(&ben).await, figures(&eve).await];
        assert!(hers.iter().any(|(_, seat, figure)| *seat == 0 && figure != "?"), "Ada sees her own: {hers:?}");
        for (what, seen, own) in [("Ada", &hers, Some(0)), ("Ben", &his, Some(1)), ("Eve", &nobodys, None)] {
            assert_eq!(seen.len(), hers.len(), "everybody sees that a chit is there");
            for (piece, seat, figure) in seen {
                assert_eq!(figure == "?", Some(*seat) != own, "{what} sees {figure} under counter {piece} of seat {seat}");
            }
        }
        // Nothing that reached the spectator's browser says more.
        let heard = eve.see("return window.heard.join('\\n')").await;
        let heard = heard.as_str().unwrap();
        assert!(heard.contains("draws a chit"), "she heard of the combat");
        for secret in ["has strength", "on the clear line;", "on the hilltop line;"] {
            assert!(!heard.contains(secret), "the spectator was told: {secret}");
        }
        ada.picture("grenade-own-chits").await;
        eve.picture("grenade-spectator").await;
    });
}
