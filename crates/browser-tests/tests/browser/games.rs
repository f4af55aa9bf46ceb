//! Whole games, by clicking what glows.

use crate::common::{SCREEN, begin};
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table, report};
use serde_json::Value;

#[test]
fn ford_is_played_to_its_end_against_a_bot() {
    at_table("ford", async |house| {
        let page = house.visitor(SCREEN).await;
        // Here counters walk; the other tests have no time to watch.
        page.wishes("dark", "no-preference").await;
        begin(&page, "Ford", "bot", 0, "medium").await;
        let mut player = Player::new(11);
        player.daring = true;
        let mut pictured = false;
        loop {
            let asked = my_turn(&page).await;
            if asked.over() {
                break;
            }
            if !pictured && asked.word("rule") == "5.0" && !asked.about_things().is_empty() {
                pictured = true;
                let offer = asked.about_things()[0];
                player.begin(&page, &asked, offer).await;
                page.until("the odds are shown", "return document.querySelector('.card.odds .bars') !== null").await;
                page.rest().await;
                page.picture("ford-attack").await;
                player.finish(&page, asked.seq(), offer).await;
                continue;
            }
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        let banner = page.text("#banner").await;
        assert!(banner.to_lowercase().contains("the end"), "{banner}");
        assert!(player.played.iter().any(|line| line.starts_with("move")), "{:?}", player.played);
        let rows = page
            .see("return document.querySelectorAll('#panel .l-row, #panel .l-battle').length")
            .await
            .as_u64()
            .unwrap();
        assert!(rows > 10, "the log tells the whole game, not {rows} lines");
        assert!(page.text("#banner [data-do=replay]").await.to_lowercase().contains("watch"));
        page.picture("ford-end").await;
    });
}

#[test]
fn three_game_turns_of_the_forest_against_a_bot() {
    at_table("hurtgen", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "medium").await;
        let mut player = Player::new(5);
        let (mut moved, mut attacks, mut last, mut turns) = (0, 0, -1, vec![]);
        // In which turn somebody was attacked last.
        let mut fought = 0;
        let mut pictured = false;
        loop {
            let asked = my_turn(&page).await;
            assert!(!asked.over(), "the game is long");
            if asked.turn() != last {
                last = asked.turn();
                turns.push(last);
                moved = 0;
            }
            if turns.len() > 3 {
                break;
            }
            let moving = asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("move")));
            let attacking =
                asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("attack")));
            let offer = if !moving.is_empty() && moved < 3 {
                moved += 1;
                player.daring = moved < 3;
                moving[player.pick(moving.len())]
            } else if !attacking.is_empty() && (asked.plain().is_empty() || fought < turns.len()) {
                attacks += 1;
                fought = turns.len();
                attacking[player.pick(attacking.len())]
            } else if let Some(plain) = asked.plain().first() {
                *plain
            } else {
                player.eager(&asked)
            };
            if attacking.contains(&offer) && !pictured {
                pictured = true;
                player.begin(&page, &asked, offer).await;
                page.until("the card is shown", "return document.querySelector('.card.odds') !== null").await;
                page.rest().await;
                page.picture("hurtgen-attack").await;
            }
            player.answer(&page, &asked, offer).await;
        }
        report(&format!("three turns of the forest: {} clicked decisions, {attacks} attacks", player.played.len()));
        assert_eq!(turns.len(), 4, "{turns:?}");
        assert!(attacks > 0, "nobody was attacked: {:#?}", player.played);
        let moves = player.played.iter().filter(|line| line.starts_with("move")).count();
        assert!(moves >= 6, "{:#?}", player.played);
        page.picture("hurtgen-turn-4").await;
    });
}

#[test]
fn two_people_share_one_screen() {
    at_table("hotseat", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "hotseat", 0, "").await;
        let mut player = Player::new(3);
        // The German hides his mine; then the curtain falls, because Ford has secrets.
        let first = my_turn(&page).await;
        assert_eq!(first.word("rule"), "3.1");
        let offer = player.eager(&first);
        player.answer(&page, &first, offer).await;
        page.until("the curtain falls", "return !document.getElementById('curtain').hidden").await;
        page.picture("curtain").await;
        let under = page.see("return document.querySelector('.mark-mine')").await;
        assert_eq!(under, Value::Null, "the mine is not to be seen behind the curtain");
        let mut viewers = [false; 2];
        // A turn and a half; then both sides have been sat at.
        loop {
            let asked = my_turn(&page).await;
            if asked.over() || asked.turn() > 1 {
                break;
            }
            viewers[usize::try_from(asked.0["viewer"].as_u64().unwrap()).unwrap()] = true;
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        assert_eq!(viewers, [true, true]);
    });
}

#[test]
fn no_curtain_where_nothing_is_secret() {
    at_table("open-hotseat", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "hotseat", 0, "").await;
        let mut player = Player::new(8);
        let first = my_turn(&page).await.0["viewer"].clone();
        // On to a decision of the other side, ending phases where that can be done.
        loop {
            page.until_known("somebody is asked", "return known.update.yours && !choice.sent", Value::Null).await;
            assert_eq!(page.see("return document.getElementById('curtain').hidden").await, true, "a curtain");
            let asked = my_turn(&page).await;
            if asked.0["viewer"] != first {
                break;
            }
            let plain = asked.plain();
            let offer = if plain.is_empty() { player.eager(&asked) } else { plain[0] };
            player.answer(&page, &asked, offer).await;
        }
    });
}
