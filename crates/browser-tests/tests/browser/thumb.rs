//! Small windows and large ones: on a phone the map keeps its room and a thumb finds everything; the lobby fills a screen.

use crate::common::{PHONE, SCREEN, begin_scenario, sit_down};
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table};
use referee::{Seat, Seeded, Viewer};
use serde_json::{Value, json};

/// Words that are cut.
const CUT: &str = "return [...document.querySelectorAll(args)].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)";

/// What leaves no choice would play itself while one looks.
const UNHURRIED: &str = "const { set } = await import('/js/settings.js'); set('forced', false)";

#[test]
fn the_bar_of_actions_leaves_the_map_its_room() {
    at_table("thumb-bar", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("thumb-bar").await;
        let share = page
            .see(
                "return document.getElementById('banner').offsetHeight / document.getElementById('stage').offsetHeight",
            )
            .await;
        assert!(share.as_f64() < Some(0.32), "the bar takes {share} of the map");
        assert_eq!(page.see_with(CUT, json!("#banner .deed .name, #banner .do .btn")).await, json!([]));
    });
}

#[test]
fn a_digest_with_dice_leaves_the_question_in_sight() {
    at_table("thumb-digest", async |house| {
        let page = house.visitor(SCREEN).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        let shelf = shelf::Shelf::open(None).unwrap();
        let game = shelf.game("dday-to-the-rhine").unwrap();
        let setup = referee::Setup { scenario: "normandy".into(), options: vec![] };
        let (mut dice, mut thoughts) = (Seeded(4), Seeded(5));
        let mut played = game.begin(&setup, &mut dice).unwrap();
        // Up to the first question of the Germans after the Allies have fought.
        let (mut fought, mut entries) = (false, 0);
        while let Some(seat) = played.awaits().seat() {
            if seat == Seat(1) && fought && entries > 5 {
                break;
            }
            let action = played.think(seat, "medium", &mut thoughts).unwrap();
            let notes = played.play_text(seat, &action, &mut dice).unwrap();
            let told = |text: &str| notes.of(Viewer::Seat(Seat(1))).iter().any(|note| note.note.text.contains(text));
            (fought, entries) = if seat == Seat(1) { (false, 0) } else { (fought || told("attack"), entries + 1) };
        }
        let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(args) });
            const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.id";
        let seats = json!([{ "kind": "bot", "name": "medium" }, { "kind": "me" }]);
        let id = page.see_with(script, json!({ "text": played.write(), "seats": seats })).await;
        page.goto(&format!("/table/{}", id.as_str().unwrap())).await;
        page.seated().await;
        my_turn(&page).await;
        page.click(".card.digest.shut [data-digest-do=fold]").await;
        page.until("there are dice in it", "return document.querySelector('.card.digest .die.counts') !== null").await;
        page.picture("thumb-digest").await;
        let seen = page.see("return document.querySelector('.card.odds') !== null || getComputedStyle(document.getElementById('banner')).visibility").await;
        assert_eq!(seen, "visible", "the question is hidden");
    });
}

/// Two enemies that must be attacked in one corner, guns and what they reach in the others.
const FAR: &str = "support 5
    US 1/8 at 2202
    US 3/22 at 0420
    US 44 at 0521
    US 20 at 1902
    GE 275F at 2302
    GE 275A at 0823
    GE 89A at 0826
    US to attack";

#[test]
fn what_has_to_be_done_is_in_view_when_a_table_is_opened() {
    at_table("thumb-due", async |house| {
        let page = house.visitor(SCREEN).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        sit_down(&page, "hurtgen-forest", FAR, "").await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("thumb-due").await;
        let free = "const { spotOf } = await import('/js/state.js'); const { due } = known.shown.scene;
            return due.on.some((ref) => known.board.view.isFree(known.places.centre(spotOf(ref)), 20))";
        assert_eq!(page.ask(free, Value::Null).await, true, "nothing that must be attacked is in view");
    });
}

#[test]
fn a_tap_leads_from_one_thing_to_the_next() {
    at_table("thumb-next", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Hürtgen Forest", "historical", "hotseat", 0, "").await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        my_turn(&page).await;
        if page.see("return document.querySelector('#banner .next') === null").await == true {
            page.click("#banner .kinds .btn").await;
        }
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..5 {
            page.click("#banner .next").await;
            page.rest().await;
            let here = "const { spotOf } = await import('/js/state.js');
                return [...new Set(known.update.offers.map((o) => spotOf(o.about)))].filter((s) => s !== undefined && known.board.view.isFree(known.places.centre(s), 20))";
            let here = page.ask(here, Value::Null).await;
            assert!(!here.as_array().unwrap().is_empty(), "nothing to choose from is in view");
            seen.extend(here.as_array().unwrap().iter().map(|spot| spot.as_u64().unwrap()));
        }
        assert!(seen.len() >= 5, "it led nowhere: {seen:?}");
    });
}

#[test]
fn words_that_pass_leave_a_card_free() {
    at_table("thumb-toast", async |house| {
        let page = house.visitor(SCREEN).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.see(UNHURRIED).await;
        let fight = "US 115/29 at 1101
            GE 1157/363 at 1102
            US to attack";
        sit_down(&page, "operation-grenade", fight, "").await;
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, asked.which(|offer| offer["label"] == "attack")[0]).await;
        page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
        page.rest().await;
        // Four fights in a row were seen once.
        let script = "const { clearToast } = await import('/js/cards.js'); const toast = document.getElementById('toast');
            for (let n = 0; n < 4; n++) { const say = document.createElement('div'); say.className = 'say once'; say.innerHTML = '<p>One and two attack a place.</p><p>One has a strength of six, and two has one of four.</p>'; toast.append(say); clearToast(); }
            const [t, c] = [toast, document.querySelector('.card.odds')].map((e) => e.getBoundingClientRect());
            return { said: toast.childElementCount, over: Math.round(t.bottom - c.top) }";
        let found = page.see(script).await;
        page.picture("thumb-toast").await;
        assert!(found["said"].as_u64() >= Some(1) && found["over"].as_i64() <= Some(0), "{found}");
    });
}

#[test]
fn the_line_of_the_turn_is_not_cut() {
    at_table("thumb-turn", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Road to the Rhine", "bulge", "hotseat", 0, "").await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        my_turn(&page).await;
        assert_eq!(
            page.see("return document.querySelector('#top .turns') === null").await,
            true,
            "one turn is no track"
        );
        assert_eq!(page.see_with(CUT, json!("#top .phase")).await, json!([]));
    });
}

#[test]
fn results_of_a_fight_are_short_and_told_in_their_bars() {
    at_table("thumb-results", async |house| {
        let page = house.visitor(PHONE).await;
        page.see(UNHURRIED).await;
        let fight = "US 115/29 at 1101
            GE 1157/363 at 1102
            US to attack";
        sit_down(&page, "operation-grenade", fight, "").await;
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, asked.which(|offer| offer["label"] == "attack")[0]).await;
        page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
        page.rest().await;
        page.picture("thumb-results").await;
        let outcomes =
            page.ask("return choice.answer.forecast.outcomes.map((o) => [o.label, o.says])", Value::Null).await;
        for outcome in outcomes.as_array().unwrap() {
            let (label, says) = (outcome[0].as_str().unwrap(), outcome[1].as_str().unwrap());
            assert!(label.len() < 8 && !says.is_empty(), "{label}: {says}");
        }
    });
}

#[test]
fn the_lobby_is_one_screen_and_fills_a_large_one() {
    at_table("thumb-lobby", async |house| {
        let page = house.visitor(SCREEN).await;
        for game in ["Ford", "Hürtgen Forest", "Race to the Rhine"] {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin_scenario(&page, game, "", "hotseat", 0, "").await;
        }
        for (width, height) in [SCREEN, (2560, 1440)] {
            page.open_size(width, height).await;
            page.goto("/").await;
            page.until("all is drawn", "return document.querySelector('#shelf .game') !== null && document.querySelectorAll('#mine .mine').length === 3").await;
            page.picture(&format!("thumb-lobby-{width}")).await;
            let shown = page.see("const games = [...document.querySelectorAll('#shelf .game')]; const low = Math.max(...games.map((g) => g.querySelector('footer').getBoundingClientRect().bottom));
                const all = document.getElementById('shelf').getBoundingClientRect(); return [low <= innerHeight, all.width / innerWidth > 0.75, document.documentElement.scrollWidth <= innerWidth]").await;
            assert_eq!(shown, json!([true, true, true]), "at {width}");
        }
    });
}
