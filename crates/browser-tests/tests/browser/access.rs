//! What axe-core finds must not be serious.

use crate::common::{SCREEN, begin};
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table, axe};

#[test]
fn nothing_serious_in_lobby_and_at_the_table() {
    at_table("axe", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut found = vec![];
        for lamp in ["light", "dark"] {
            page.lamp(lamp).await;
            found.extend(axe::serious(&page).await.into_iter().map(|line| format!("{lamp} lobby: {line}")));
        }
        page.click("#shelf .game[aria-label='Ford'] [data-way=bot]").await;
        page.until("the dialog is open", "return document.querySelector('#dialog[open] #new') !== null").await;
        found.extend(axe::serious_in(&page, "#dialog").await.into_iter().map(|line| format!("dialog: {line}")));
        page.client.refresh().await.unwrap();
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        let mut player = Player::new(1);
        let offer = player.eager(&asked);
        player.begin(&page, &asked, offer).await;
        found.extend(axe::serious(&page).await.into_iter().map(|line| format!("table: {line}")));
        page.lamp("light").await;
        for tab in ['2', '3', '4', '5'] {
            page.press(tab).await;
            found.extend(axe::serious_in(&page, "#panel").await.into_iter().map(|line| format!("panel {tab}: {line}")));
        }
        page.press('?').await;
        page.until("help is open", "return document.querySelector('#dialog[open]') !== null").await;
        found.extend(axe::serious_in(&page, "#dialog").await.into_iter().map(|line| format!("help: {line}")));
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}
