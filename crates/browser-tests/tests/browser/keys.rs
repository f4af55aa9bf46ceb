//! Whole turns without a mouse, on a map of roads and on one of hexes.

use crate::common::{SCREEN, begin_scenario};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Page, at_table, report};
use fantoccini::key::Key;
use serde_json::{Value, json};

/// What lies open, after a key.
const OPEN: &str = "if (known.update.seq !== args) return 'done'; if (choice.sent) return false;
    if (choice.warned !== null) return 'warned';
    if (choice.open?.kind === 'path') return 'path';
    if (choice.menu && choice.offer === null) return 'menu';
    return choice.offer !== null && choice.open && (choice.answer || choice.open.kind === 'some') ? 'open' : false";

/// Whether the cursor of the keys lies on what an offer is about.
const CURSOR_THERE: &str = "const { spotOf } = await import('/js/state.js');
    const [x, y] = known.places.centre(spotOf(known.update.offers[args].about)); const ring = document.querySelector('.cursor');
    if (!ring?.innerHTML) return false; const box = ring.getBBox();
    return box.x < x && box.x + box.width > x && box.y < y && box.y + box.height > y";

/// Finishes what is open by keys alone.
async fn finish(page: &Page, seq: u64) {
    for _ in 0..14 {
        let now = page.until_known("something is open or done", OPEN, json!(seq)).await;
        match now.as_str().unwrap() {
            "done" => return,
            "warned" => page.press('e').await,
            "path" => {
                page.press('.').await;
                page.press(char::from(Key::Enter)).await;
            }
            "menu" => {
                page.see("document.querySelector('#float .menu button').focus()").await;
                page.press(char::from(Key::Enter)).await;
            }
            _ => {
                let ready =
                    page.see("return document.querySelector('[data-do=confirm]:not([disabled])') !== null").await;
                if ready == true {
                    page.see("document.querySelector('[data-do=confirm]:not([disabled])').focus()").await;
                } else {
                    // Something is still to be chosen: the next thing that may be.
                    page.press('.').await;
                }
                page.press(char::from(Key::Enter)).await;
            }
        }
        page.until_known("the key has told", "return known.update.seq !== args || !choice.sent", json!(seq)).await;
        page.rest().await;
    }
    panic!("the keys do not finish it: {}", page.text("#banner").await);
}

/// Plays until a turn of the same seat comes round again, or so many decisions are made.
async fn play(page: &Page, most: usize, deeds: &[&str]) -> (usize, usize) {
    let (mut decisions, mut done) = (0, 0);
    let mut left: Vec<&str> = deeds.to_vec();
    let first = my_turn(page).await.turn();
    while decisions < most {
        let asked = my_turn(page).await;
        if asked.over() || asked.turn() > first {
            break;
        }
        decisions += 1;
        if asked.0["forced"] == true {
            taken(page, asked.seq()).await;
            continue;
        }
        let wanted = left.iter().position(|deed| !asked.which(|offer| offer["label"] == *deed).is_empty());
        if let Some(n) = wanted {
            let deed = left.remove(n);
            let offer = asked.which(|offer| offer["label"] == deed)[0];
            done += 1;
            if asked.offers()[offer]["about"].is_null() {
                let nth = asked.plain().iter().position(|plain| *plain == offer).unwrap() + 1;
                page.press_with(char::from(Key::Alt), char::from_digit(u32::try_from(nth).unwrap(), 10).unwrap()).await;
            } else {
                // The cursor goes from thing to thing until it is on this one.
                for _ in 0..80 {
                    page.press('.').await;
                    let there = page.ask(CURSOR_THERE, json!(offer)).await;
                    if there == true {
                        break;
                    }
                }
                page.press(char::from(Key::Enter)).await;
            }
        } else if !asked.plain().is_empty() {
            page.press('e').await;
        } else {
            page.press('.').await;
            page.press(char::from(Key::Enter)).await;
        }
        finish(page, asked.seq()).await;
    }
    (decisions, done)
}

#[test]
fn a_round_of_the_race_is_played_by_keys() {
    at_table("keys-race", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Race to the Rhine", "brad-patton", "hotseat", 0, "").await;
        page.see("const { set } = await import('/js/settings.js'); set('curtain', false); document.getElementById('board').focus()").await;
        let (decisions, done) = play(&page, 40, &["take trucks", "move", "3 gas", "move"]).await;
        report(&format!("a round of the race by keys: {decisions} decisions"));
        assert!(done >= 3, "{done} deeds");
        let turn = page.ask("return known.update.scene.tracks[0]", Value::Null).await;
        assert!(turn.as_i64().unwrap() >= 1, "the round never ended");
    });
}

#[test]
fn june_1944_is_played_by_keys() {
    at_table("keys-dday", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "D-Day to the Rhine", "normandy", "hotseat", 0, "").await;
        page.see("const { set } = await import('/js/settings.js'); set('curtain', false); document.getElementById('board').focus()").await;
        let (decisions, done) = play(&page, 60, &["land here", "land here", "move", "bring in", "move"]).await;
        report(&format!("June 1944 by keys: {decisions} decisions"));
        assert!(done >= 4, "{done} deeds");
        let turn = page.ask("return known.update.scene.tracks[0]", Value::Null).await;
        assert!(turn.as_i64().unwrap() >= 1, "June never ended");
    });
}
