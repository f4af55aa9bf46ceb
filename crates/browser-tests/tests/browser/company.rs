//! Several people at one match.

use crate::common::{SCREEN, invite, listen, play_until};
use browser_tests::player::{asked, my_turn, taken};
use browser_tests::{Page, Player, at_table};
use serde_json::{Value, json};

const MOVED: &str = "return JSON.stringify(known.update.scene.counters.map((c) => [c.piece, c.at]).sort())";

/// Both stand at the same point.
async fn level(pages: [&Page; 2]) {
    let seq = asked(pages[0]).await.seq().max(asked(pages[1]).await.seq());
    for page in pages {
        page.until_known("both see the same", "return known.update.seq >= args", json!(seq)).await;
    }
}

/// Whose decision it is: 0 or 1, or nothing when it is over.
async fn deciding(pages: [&Page; 2]) -> Option<usize> {
    level(pages).await;
    let (one, two) = (asked(pages[0]).await, asked(pages[1]).await);
    if one.over() { None } else { Some(usize::from(two.0["yours"] == true)) }
}

#[test]
fn two_browsers_see_each_others_moves_and_take_back_by_agreement() {
    at_table("two", async |house| {
        let (ada, ben) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        invite(&ada, &ben, "Ford", 0).await;
        let pages = [&ada, &ben];
        for page in pages {
            let script = "const seats = known.update.dice.parts.map((part) => part.seat);
                return [null, 0, 1].every((seat) => seats.includes(seat))";
            page.until_known("everybody has a part in the dice", script, Value::Null).await;
        }
        let mut player = Player::new(6);
        let mut seen = [0; 2];
        let mut taken_back = false;
        // Once around is enough: others play games to the end.
        while !(taken_back && seen[0] > 1 && seen[1] > 1) {
            let n = deciding(pages).await.expect("a game has a roll, and both move in it");
            let (me, other) = (pages[n], pages[1 - n]);
            let asked = my_turn(me).await;
            let before = other.ask(MOVED, Value::Null).await;
            let offer = player.eager(&asked);
            player.answer(me, &asked, offer).await;
            other.until_known("the other sees it", "return known.update.seq > args", json!(asked.seq())).await;
            if other.ask(MOVED, Value::Null).await != before {
                level(pages).await;
                assert_eq!(other.ask(MOVED, Value::Null).await, me.ask(MOVED, Value::Null).await);
                seen[1 - n] += 1;
            }
            level(pages).await;
            let now = browser_tests::player::asked(me).await;
            if !taken_back && now.word("undo") == "ask" && now.seq() == asked.seq() + 1 {
                // One asks, the other would rather not; asked again, he agrees.
                for agree in [false, true] {
                    me.click("#banner [data-do=undo]").await;
                    let button = if agree { "agree" } else { "refuse" };
                    let words = "return document.querySelector('#banner [data-do=agree]')?.closest('.warn').innerText";
                    let question = other.until("the other is asked", words).await;
                    assert!(question.as_str().unwrap().contains("take back"), "{question}");
                    other.click(&format!("#banner [data-do={button}]")).await;
                    if !agree {
                        me.until(
                            "a no is heard",
                            "return document.querySelector('#toast')?.innerText.includes('rather not')",
                        )
                        .await;
                        assert_eq!(browser_tests::player::asked(me).await.seq(), now.seq());
                    }
                }
                taken(me, now.seq()).await;
                level(pages).await;
                assert_eq!(browser_tests::player::asked(other).await.0["entries"], asked.0["entries"]);
                taken_back = true;
            }
        }
    });
}

#[test]
fn a_spectator_learns_no_secret() {
    at_table("spectator", async |house| {
        let (ada, ben, eve) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        invite(&ada, &ben, "Ford", 1).await;
        listen(&eve).await;
        eve.client.goto(ada.client.current_url().await.unwrap().as_str()).await.unwrap();
        eve.seated().await;
        // The guard (Ada) hides the mine and sees it; Eve does not.
        let first = my_turn(&ada).await;
        assert_eq!(first.word("rule"), "3.1");
        let mut player = Player::new(9);
        let offer = player.eager(&first);
        let spot = first.offers()[offer]["about"].as_str().unwrap().to_string();
        let hex = first.offers()[offer]["text"].as_str().unwrap().split(' ').next_back().unwrap().to_string();
        player.answer(&ada, &first, offer).await;
        ada.until("the guard sees the mine", "return document.querySelector('.mark-mine') !== null").await;
        eve.until_known("the spectator is told", "return known.update.seq > args", json!(first.seq())).await;
        let strengths = "return known.update.scene.counters.filter((c) => known.kit.faces[c.face].seat === 1).map((c) => known.kit.faces[c.face].numbers.join())";
        let (mine, hers) = (ada.ask(strengths, Value::Null).await, eve.ask(strengths, Value::Null).await);
        assert_ne!(mine, hers, "the guard knows the strength of his units");
        // Some moves later she still knows nothing but what lies open.
        let _ = play_until(&ben, &mut player, |asked| asked.seq() >= first.seq() + 3).await;
        assert_eq!(eve.see("return document.querySelector('.mark-mine')").await, Value::Null);
        let heard = eve.see("return window.heard").await;
        let heard: Vec<Value> = heard
            .as_array()
            .unwrap()
            .iter()
            .map(|text| serde_json::from_str(text.as_str().unwrap()).unwrap())
            .collect();
        let updates: Vec<&Value> = heard.iter().filter(|message| message["type"] == "update").collect();
        assert!(updates.len() >= 2, "she heard nothing");
        for update in &updates {
            assert_eq!(update["offers"], json!([]));
            assert_eq!(update["viewer"], Value::Null);
            assert!(update["dice"]["seed"].is_null());
            let marks = update["scene"]["marks"].as_array().unwrap();
            assert!(marks.iter().all(|mark| mark["recipe"] != "mine"), "{marks:?}");
            for told in update["told"].as_array().unwrap() {
                assert!(told["action"].is_null(), "{told}");
            }
        }
        let first_told = updates.iter().find(|update| update["entries"] == 1).unwrap()["told"].to_string();
        assert!(!first_told.contains(&hex) && !first_told.contains(&format!("\"{spot}\"")), "{first_told}");
        // Nor does the page she looks at say it, or let her act.
        let log = eve.text("#panel").await;
        assert!(!log.contains(&format!("mine at {hex}")), "{log}");
        assert_eq!(eve.see("return document.querySelectorAll('.can-act, #banner [data-do=begin]').length").await, 0);
    });
}

#[test]
fn marks_and_notes_on_the_map_are_private_until_they_are_shown() {
    at_table("sketch", async |house| {
        let (ada, ben) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        invite(&ada, &ben, "Ford", 0).await;
        let drawn =
            "return document.querySelectorAll('#sketch .own-arrow, #sketch .hexring.own, #sketch .own-note').length";
        // An arrow with the right button, and a note.
        let spots = ada
            .ask(
                "return known.kit.spots.flatMap((s, i) => (s.shape.kind === 'hex' ? [i] : [])).slice(10, 13)",
                Value::Null,
            )
            .await;
        let [from, to] = [0, 2].map(|n| format!("s{}", spots[n]));
        ada.reach(&from).await;
        let (a, b) = (ada.reach(&from).await, ada.reach(&to).await);
        let gesture = "const board = document.getElementById('board'); const at = (p) => ({ bubbles: true, button: 2, pointerType: 'mouse', clientX: p[0], clientY: p[1] });
            board.dispatchEvent(new PointerEvent('pointerdown', at(args[0]))); board.dispatchEvent(new PointerEvent('pointerup', at(args[1])))";
        ada.see_with(gesture, json!([[a.0, a.1], [b.0, b.1]])).await;
        ada.until("the arrow is drawn", "return document.querySelectorAll('#sketch .own-arrow').length === 1").await;
        ada.click("#rail [data-tool=note]").await;
        ada.click_at(b.0, b.1).await;
        ada.until("it asks for words", "return document.querySelector('#map-note input') !== null").await;
        let field = ada.client.find(fantoccini::Locator::Css("#map-note input")).await.unwrap();
        field.send_keys("hold this\n").await.unwrap();
        ada.until(
            "the note lies there",
            "return document.querySelector('#sketch .own-note')?.textContent === 'hold this'",
        )
        .await;
        ada.picture("sketch").await;
        assert_eq!(ben.see(drawn).await, 0, "what is private is shown");
        // She shows them; he sees both, also after he has come back; she leaves, and they are gone.
        ada.click("#rail [data-tool=share]").await;
        ben.until(
            "he sees them",
            "return document.querySelectorAll('#sketch .theirs .own-arrow, #sketch .theirs .own-note').length === 2",
        )
        .await;
        ben.picture("sketch-theirs").await;
        ben.client.refresh().await.unwrap();
        ben.seated().await;
        ben.until("he sees them again", "return document.querySelectorAll('#sketch .theirs .own-note').length === 1")
            .await;
        ada.goto("/").await;
        ben.until("they are gone with her", "return document.querySelectorAll('#sketch .theirs').length === 0").await;
    });
}

#[test]
fn a_rematch_takes_the_other_along() {
    at_table("rematch", async |house| {
        let (ada, ben) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        invite(&ada, &ben, "Ford", 0).await;
        ada.click("#panel [data-tab=talk]").await;
        ada.click("#panel [data-resign=ask]").await;
        ada.click("#panel [data-resign=yes]").await;
        for page in [&ada, &ben] {
            page.until("the end is told", "return document.querySelector('.card.ending') !== null").await;
        }
        let old = ada.client.current_url().await.unwrap().to_string();
        ada.click(".card.ending [data-ending=swap]").await;
        ada.left(&old).await;
        ada.seated().await;
        // Nobody has to send a link: the other is told where the next game is, and has his seat there.
        let next = ben
            .until("Ben is told", "return document.querySelector('.card.ending footer a.accent')?.getAttribute('href')")
            .await;
        ben.rest().await;
        ben.picture("rematch").await;
        ben.click(".card.ending footer a.accent").await;
        ben.left(&old).await;
        ben.seated().await;
        assert_eq!(ben.see("return location.pathname").await, next);
        assert_eq!(ada.see("return location.pathname").await, next);
        for (page, seat) in [(&ada, 1), (&ben, 0)] {
            let mine =
                page.ask("return known.seats.filter((seat) => seat.yours).map((seat) => seat.seat)", Value::Null).await;
            assert_eq!(mine, serde_json::json!([seat]), "sides are swapped");
        }
    });
}
