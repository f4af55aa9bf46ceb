//! Reload, replay and branches.

use crate::common::{SCREEN, begin, play_until};
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table, report};
use serde_json::{Value, json};

#[test]
fn a_reload_finds_the_same_question() {
    at_table("reload", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let mut player = Player::new(12);
        let asked = my_turn(&page).await;
        let offer = player.eager(&asked);
        player.answer(&page, &asked, offer).await;
        // In the middle of a decision: a unit is picked up and not set down.
        let asked = my_turn(&page).await;
        let offer = player.eager(&asked);
        player.begin(&page, &asked, offer).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        let again = my_turn(&page).await;
        assert_eq!(again.0, asked.0);
        let rows = page.see("return document.querySelectorAll('#panel .l-row').length").await;
        assert!(rows.as_u64().unwrap() > 0, "the log is there again");
        let banner = page.text("#banner h2").await;
        assert!(asked.word("question").contains(banner.trim()), "{banner}");
        player.answer(&page, &again, offer).await;
        let next = my_turn(&page).await;
        assert_eq!(next.seq(), asked.seq() + 1);
    });
}

#[test]
fn the_time_line_goes_back_and_a_branch_opens() {
    at_table("replay", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let places = "return JSON.stringify([...known.board.counters].map(([piece, held]) => [piece, held.element.getAttribute('transform')]).sort())";
        let at_first = page.ask(places, Value::Null).await;
        let mut player = Player::new(7);
        let begun = my_turn(&page).await.0["entries"].as_u64().unwrap();
        let asked = play_until(&page, &mut player, |asked| asked.0["entries"].as_u64().unwrap() >= begun + 4).await;
        let now = page.ask(places, Value::Null).await;
        assert_ne!(at_first, now);
        // One decision back by the button, then to the beginning by the slider.
        page.click("#replay [data-replay=back]").await;
        page.until_known("one back", "return known.past === args", json!(asked.0["entries"].as_u64().unwrap() - 1))
            .await;
        assert!(page.text("#banner").await.to_lowercase().contains("replay"));
        page.rest().await;
        page.picture("replay").await;
        let slider = page.see("const box = document.querySelector('#replay input[type=range]').getBoundingClientRect(); return [box.left, box.right, box.top + box.height / 2]").await;
        let [left, right, y] = [0, 1, 2].map(|n| slider[n].as_f64().unwrap());
        page.drag(((left + right) / 2.0, y), (left + 2.0, y)).await;
        page.until_known("the beginning", "return known.past === 0", Value::Null).await;
        page.rest().await;
        assert_eq!(page.ask(places, Value::Null).await, at_first, "the picture is that of the beginning");
        assert_eq!(
            page.see("return document.querySelector('.can-act')").await,
            Value::Null,
            "the past cannot be played"
        );
        page.click("#banner [data-do=now]").await;
        page.until_known("now", "return known.past === null", Value::Null).await;
        assert_eq!(page.ask(places, Value::Null).await, now);
        // A branch after the second decision is a match of its own.
        page.click("#replay [data-replay=back]").await;
        page.click("#replay [data-replay=back]").await;
        let there = asked.0["entries"].as_u64().unwrap() - 2;
        page.until_known("two back", "return known.past === args", json!(there)).await;
        let was = page.ask(places, Value::Null).await;
        let old = page.client.current_url().await.unwrap().to_string();
        page.click("#replay [data-replay=branch]").await;
        page.left(&old).await;
        page.seated().await;
        let branch = my_turn(&page).await;
        assert_eq!(branch.0["entries"], there);
        assert_eq!(page.ask(places, Value::Null).await, was);
        let offer = player.eager(&branch);
        player.answer(&page, &branch, offer).await;
    });
}

#[test]
fn a_replay_at_four_times_the_speed_is_quick() {
    at_table("replay-speed", async |house| {
        let page = house.visitor(SCREEN).await;
        // Here counters walk.
        page.wishes("dark", "no-preference").await;
        begin(&page, "Ford", "bot", 0, "random").await;
        let mut player = Player::new(5);
        let asked = play_until(&page, &mut player, |asked| asked.0["entries"].as_u64().unwrap() >= 16).await;
        let entries = asked.0["entries"].as_u64().unwrap();
        page.see("const list = document.querySelector('#replay select'); list.value = '4'; list.dispatchEvent(new Event('change', { bubbles: true }))").await;
        let begun = std::time::Instant::now();
        page.press('p').await;
        page.until_known("it plays", "return known.past !== null && known.past > 0", Value::Null).await;
        page.until_known("it is over", "return known.past === null", Value::Null).await;
        let took = begun.elapsed().as_secs_f64();
        report(&format!("replay at 4×: {entries} decisions in {took:.1} s"));
        assert!(took < entries as f64 * 0.6, "{entries} decisions took {took:.1} s");
    });
}

/// From the next page on nothing that changes can be had: as without a connection.
const CUT_OFF: &str = "const real = window.fetch; window.fetch = (path, ...more) => (String(path).startsWith('/api/matches/') ? Promise.reject(new TypeError('Failed to fetch')) : real(path, ...more));
    window.WebSocket = class extends EventTarget { constructor() { super(); this.readyState = 3; setTimeout(() => this.dispatchEvent(new Event('close')), 10); } send() {} close() {} }; window.WebSocket.OPEN = 1; window.WebSocket.CLOSED = 3;";

#[test]
fn a_match_can_be_read_without_a_connection() {
    at_table("offline", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "bot", 0, "random").await;
        let asked = my_turn(&page).await;
        let mut player = Player::new(5);
        let offer = player.eager(&asked);
        player.answer(&page, &asked, offer).await;
        my_turn(&page).await;
        page.until_known(
            "it is kept",
            "const found = await caches.match(`/kept/${known.id}`); return found !== undefined && (await found.json()).update.seq === known.update.seq",
            Value::Null,
        )
        .await;
        let counters = page.ask("return known.board.counters.size", Value::Null).await;
        page.chrome("Page.addScriptToEvaluateOnNewDocument", json!({ "source": CUT_OFF })).await;
        page.client.refresh().await.unwrap();
        let line = page.until("it says so", "return document.querySelector('.lost-line')?.innerText").await;
        assert!(!line.as_str().unwrap().is_empty());
        page.seated().await;
        page.picture("offline").await;
        assert_eq!(page.ask("return known.board.counters.size", Value::Null).await, counters);
        assert_eq!(page.see("return document.querySelectorAll('#banner [data-do=begin], .can-act').length").await, 0);
        assert!(page.see("return document.querySelectorAll('#tabbody .l-row').length").await.as_u64() > Some(0));
    });
}
