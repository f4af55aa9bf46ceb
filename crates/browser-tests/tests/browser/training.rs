//! The guided first game.

use crate::common::SCREEN;
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn hints_lead_through_a_first_game() {
    at_table("training", async |house| {
        let page = house.visitor(SCREEN).await;
        page.click("#shelf .game[aria-label='Ford'] [data-way=training]").await;
        page.seated().await;
        let title = "return document.querySelector('[data-card=hint] h4')?.innerText ?? ''";
        let first = page.until("the first hint is there", title).await;
        page.rest().await;
        page.picture("training").await;
        let lessons = page.ask("return known.kit.lessons", Value::Null).await;
        assert_eq!(first, lessons[0]["title"]);
        // Read, and a unit is taken up: the next one comes, now that there is something golden. A reload goes on where
        // one was.
        page.click("[data-card=hint] [data-hint=next]").await;
        page.until("the first is read", "return document.querySelector('[data-card=hint]') === null").await;
        let unit = |asked: &browser_tests::player::Asked| asked.about_things()[0];
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, unit(&asked)).await;
        page.until_with(
            "the second hint",
            "return document.querySelector('[data-card=hint] h4')?.innerText === args",
            lessons[1]["title"].clone(),
        )
        .await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, unit(&asked)).await;
        page.until_with(
            "still the second",
            "return document.querySelector('[data-card=hint] h4')?.innerText === args",
            lessons[1]["title"].clone(),
        )
        .await;
        // Nothing is golden before a unit is taken up, and nothing is said of it.
        page.press(char::from(fantoccini::key::Key::Escape)).await;
        page.until("the hint is gone", "return document.querySelector('[data-card=hint]') === null").await;
        let mut player = Player::new(21);
        let mut shown = BTreeSet::new();
        loop {
            let asked = my_turn(&page).await;
            let hint = page.see(title).await.as_str().unwrap().to_string();
            if !hint.is_empty() {
                shown.insert(hint.clone());
                let lesson = lessons.as_array().unwrap().iter().find(|lesson| lesson["title"] == *hint).unwrap();
                let cue = &lesson["cue"];
                let fits = cue["kind"] != "asked" || cue["rule"] == asked.word("rule");
                assert!(cue["kind"] != "later" || asked.turn() > 0, "`{hint}` is shown in the first turn");
                assert!(fits, "`{hint}` is shown when {} is asked", asked.word("rule"));
                // Whatever the cue says: what it speaks of is there.
                let text = lesson["text"].as_str().unwrap();
                assert!(!hint.contains("second turn") || asked.turn() > 0, "`{hint}` is shown in the first turn");
                let golden = page.ask("return choice.open?.kind === 'path'", Value::Null).await == true;
                assert!(!text.contains("Golden hexes") || golden, "`{hint}` is shown when nothing is golden");
            }
            if asked.over() {
                break;
            }
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        let last = lessons.as_array().unwrap().last().unwrap()["title"].as_str().unwrap().to_string();
        page.until_with(
            "the last hint",
            "return document.querySelector('[data-card=hint] h4')?.innerText === args",
            last.clone().into(),
        )
        .await;
        shown.insert(last);
        assert!(shown.len() >= 5, "{shown:?}");
    });
}
