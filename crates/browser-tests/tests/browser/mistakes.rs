//! Refusals, undo, and playing without a mouse.

use crate::common::{PHONE, SCREEN, begin};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Player, at_table};
use fantoccini::key::Key;
use serde_json::{Value, json};

#[test]
fn a_refused_click_names_its_rule() {
    at_table("refusal", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        let moving = asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("move")));
        let mut player = Player::new(1);
        player.begin(&page, &asked, moving[0]).await;
        page.rest().await;
        // A hex beside the reach with no counter on it, in view.
        let beyond = page
            .ask(
                "const reach = new Set([choice.open.from, ...choice.open.legs.map((l) => l.spot)]);
                const from = known.places.centre(choice.open.from);
                const far = (s) => Math.hypot(known.places.centre(s)[0] - from[0], known.places.centre(s)[1] - from[1]);
                const spots = known.kit.spots.map((_, i) => i).filter((s) => !reach.has(s) && !known.places.isBox(s) && !known.board.stack(s).length);
                return spots.sort((a, b) => far(a) - far(b))[0]",
                Value::Null,
            )
            .await;
        page.click_thing(&format!("s{beyond}")).await;
        page.until("the bubble is shown", "return document.querySelector('[data-card=whynot]') !== null").await;
        let rule = page.text("[data-card=whynot] .chip").await;
        let words = page.text("[data-card=whynot]").await;
        page.rest().await;
        page.picture("refusal").await;
        let known = page.ask("return known.kit.rules.find((r) => r.id === args) ?? null", json!(rule.trim())).await;
        assert!(!known.is_null(), "`{rule}` is no rule: {words}");
        let (title, text) = (known["title"].as_str().unwrap(), known["text"].as_str().unwrap());
        assert!(words.contains(title) && words.contains(&text[..text.len().min(30)]), "{words}\n{known}");
        assert_eq!(my_turn(&page).await.seq(), asked.seq(), "nothing has changed");
        // An enemy counter is refused as well.
        let enemy = page
            .ask("return known.shown.scene.counters.find((c) => known.kit.faces[c.face].seat === 1 && !known.places.isBox(c.at)).piece", Value::Null)
            .await;
        page.press(char::from(Key::Escape)).await;
        page.press(char::from(Key::Escape)).await;
        page.click_thing(&format!("p{enemy}")).await;
        page.until("the bubble is shown", "return document.querySelector('[data-card=whynot] .chip') !== null").await;
    });
}

#[test]
fn a_move_is_taken_back_by_a_click() {
    at_table("undo", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        let places = "return JSON.stringify(known.update.scene.counters.map((c) => [c.piece, c.at]).sort())";
        let before = page.ask(places, Value::Null).await;
        // Two clicks: the unit, and where it goes.
        let moving = asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("move")));
        page.click_thing(asked.offers()[moving[0]]["about"].as_str().unwrap()).await;
        let end = page.until_known("its reach is shown", "return choice.open?.kind === 'path' && choice.open.legs.find((l) => l.end && !l.stop && !known.board.stack(l.spot).length)?.spot", Value::Null).await;
        page.click_thing(&format!("s{end}")).await;
        taken(&page, asked.seq()).await;
        assert_ne!(page.ask(places, Value::Null).await, before, "the unit has moved");
        let moved = my_turn(&page).await;
        page.click("#banner [data-do=undo]").await;
        taken(&page, moved.seq()).await;
        assert_eq!(page.ask(places, Value::Null).await, before);
        let again = my_turn(&page).await;
        assert_eq!(
            (again.0["entries"].clone(), again.offers().len()),
            (asked.0["entries"].clone(), asked.offers().len())
        );
    });
}

#[test]
fn a_turn_is_played_by_keys_alone() {
    at_table("keys", async |house| {
        let page = house.visitor(SCREEN).await;
        // From the shelf on: the buttons are reached by Tab.
        page.see("document.querySelector(`#shelf .game[aria-label='Ford'] [data-way=bot]`).focus()").await;
        page.press(char::from(Key::Enter)).await;
        page.until("the dialog is open", "return document.querySelector('#dialog[open] #new') !== null").await;
        page.see("document.querySelector('#new button.accent').focus()").await;
        page.press(char::from(Key::Enter)).await;
        page.seated().await;
        let mut moves = 0;
        let mut turns = std::collections::BTreeSet::new();
        loop {
            let asked = my_turn(&page).await;
            turns.insert(asked.turn());
            if asked.over() || turns.len() > 1 {
                break;
            }
            if asked.0["forced"] == true {
                taken(&page, asked.seq()).await;
                continue;
            }
            let seq = asked.seq();
            if asked.about_things().is_empty() {
                // Buttons: the first by Alt 1.
                page.press_with(char::from(Key::Alt), '1').await;
            } else if moves < 3 && asked.word("rule") == "2.0" {
                page.press('.').await;
                page.press(char::from(Key::Enter)).await;
                page.until_known("a way is open", "return choice.open?.kind === 'path'", Value::Null).await;
                page.press('.').await;
                page.press(char::from(Key::Enter)).await;
                moves += 1;
            } else if asked.plain().is_empty() {
                page.press('.').await;
                page.press(char::from(Key::Enter)).await;
            } else {
                page.press('e').await;
            }
            // What is open is finished by keys too.
            for _ in 0..12 {
                let now = page
                    .until_known(
                        "something is open or done",
                        "if (known.update.seq !== args) return 'done'; if (choice.sent) return false;
                        if (choice.warned !== null) return 'warned';
                        if (choice.menu) return 'menu';
                        if (choice.open?.kind === 'path') return 'path';
                        return choice.offer !== null && choice.answer ? 'open' : false",
                        json!(seq),
                    )
                    .await;
                match now.as_str().unwrap() {
                    "done" => break,
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
                        page.see("document.querySelector('[data-do=confirm]:not([disabled])').focus()").await;
                        page.press(char::from(Key::Enter)).await;
                    }
                }
            }
        }
        assert!(moves >= 3);
        // Tab never gets caught on the map: it comes to the end of the page and round again.
        page.see("document.getElementById('board').focus()").await;
        let mut left = false;
        for _ in 0..40 {
            page.press(char::from(Key::Tab)).await;
            left |= page.see("return document.activeElement?.id !== 'board'").await == true;
        }
        assert!(left, "Tab never leaves the map");
    });
}

#[test]
fn a_phone_held_upright() {
    at_table("phone", async |house| {
        let page = house.visitor(SCREEN).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.goto("/").await;
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
        // A phone widens its window for a page that is too wide: the window itself must stay as it is.
        let wide = "return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth) - screen.width";
        assert_eq!(page.see(wide).await, 0, "the lobby is wider than a phone");
        page.picture("phone-lobby").await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        page.rest().await;
        assert_eq!(page.see(wide).await, 0, "the table is wider than a phone");
        page.picture("phone").await;
        // The board, the banner and its buttons can be reached.
        let covered = page
            .see(
                "const hidden = [];
                for (const element of document.querySelectorAll('#banner, #banner button, #zoomer button, #top .seat')) {
                  const box = element.getBoundingClientRect();
                  if (!box.width || !box.height) continue;
                  if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) hidden.push(`${element.outerHTML.slice(0, 90)} is outside`);
                  else if (element.matches('button') && !element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))) hidden.push(`${element.outerHTML.slice(0, 90)} is covered`);
                }
                const board = document.getElementById('board').getBoundingClientRect();
                if (board.height < 300) hidden.push(`the board is ${board.height} high`);
                return hidden",
            )
            .await;
        assert_eq!(covered, json!([]));
        // A unit is moved by taps: the unit, the hex, the button.
        let moving = asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("move")));
        let mut player = Player::new(4);
        player.begin(&page, &asked, moving[0]).await;
        page.rest().await;
        page.picture("phone-reach").await;
        player.finish(&page, asked.seq(), moving[0]).await;
        assert_eq!(page.see(wide).await, 0);
    });
}
