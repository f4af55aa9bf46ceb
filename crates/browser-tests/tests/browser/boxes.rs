//! Units that wait beside the map: a click takes the one clicked, and places are clicked on the map.

use crate::common::{SCREEN, begin_scenario, sit_down};
use browser_tests::at_table;
use browser_tests::player::{my_turn, taken};
use serde_json::{Value, json};

/// Counters in boxes about which something is offered.
const WAITING: &str = "const about = new Set(known.update.offers.map((o) => o.about));
    return known.update.scene.counters.filter((c) => known.places.isBox(c.at) && about.has(`p${c.piece}`)).map((c) => c.piece)";

#[test]
fn in_a_box_a_click_takes_the_unit_clicked() {
    at_table("box-click", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Hürtgen Forest", "free", "hotseat", 0, "").await;
        my_turn(&page).await;
        let waiting = page.ask(WAITING, Value::Null).await;
        let waiting = waiting.as_array().unwrap();
        assert!(waiting.len() > 5, "{waiting:?}");
        page.rest().await;
        page.picture("boxes-deployment").await;
        for piece in [waiting[3].as_u64().unwrap(), waiting[waiting.len() - 1].as_u64().unwrap()] {
            let box_of = page.ask("return known.board.counters.get(args).counter.at", json!(piece)).await;
            page.ask("known.board.view.lookAt(known.places.centre(args), 0.8)", box_of).await;
            page.click_very(piece).await;
            page.until_known(
                "something is picked up",
                "return choice.offer !== null && choice.open !== null",
                Value::Null,
            )
            .await;
            let about = page.ask("return known.update.offers[choice.offer].about", Value::Null).await;
            assert_eq!(about, format!("p{piece}"), "the click on {piece} picked up {about}");
            page.press(char::from(fantoccini::key::Key::Escape)).await;
            page.until_known("it is put back", "return choice.offer === null", Value::Null).await;
        }
        // Taken from the tray, and set down by a click on the map, with no list of hexes in the way.
        let (asked, piece) = (my_turn(&page).await, waiting[5].as_u64().unwrap());
        page.click(&format!("[data-tray='p{piece}']")).await;
        page.until_known("it is picked up", "return choice.open?.kind === 'some'", Value::Null).await;
        page.rest().await;
        page.picture("boxes-deploy").await;
        assert_eq!(page.see("return document.querySelectorAll('#float .pill').length").await, 0);
        let hex = page.ask("return choice.open.of[40]", Value::Null).await.as_str().unwrap().to_string();
        page.click_thing(&hex).await;
        taken(&page, asked.seq()).await;
        let at = page.ask("return known.update.scene.counters.find((c) => c.piece === args).at", json!(piece)).await;
        assert_eq!(format!("s{at}"), hex);
    });
}

/// Three corps may come ashore; the beach is far from the box they wait in.
const ASHORE: &str = "scenario campaign
    month Jul
    phase 3
    clear
    US1 at 0813
    BR2 at 1013
    US-VII on track
    US-VIII on track
    US-XV on track";

#[test]
fn an_arriving_unit_is_set_down_by_a_click_on_the_map() {
    at_table("bring-in", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "dday-to-the-rhine", ASHORE, "").await;
        let asked = my_turn(&page).await;
        let offers = asked.which(|offer| offer["label"] == "bring in");
        assert!(offers.len() > 1, "{asked:?}");
        page.rest().await;
        page.picture("boxes-arrivals").await;
        // Who waits can be seen and taken without a search.
        let about = asked.offers()[offers[1]]["about"].as_str().unwrap().to_string();
        page.click(&format!("[data-tray='{about}']")).await;
        page.until_known("it is picked up", "return choice.open?.kind === 'some'", Value::Null).await;
        assert_eq!(page.ask("return known.update.offers[choice.offer].about", Value::Null).await, json!(about));
        page.rest().await;
        page.picture("boxes-bring-in").await;
        let places = page.ask("return choice.open.of.map((ref) => Number(ref.slice(1)))", Value::Null).await;
        let places: Vec<u64> = places.as_array().unwrap().iter().map(|spot| spot.as_u64().unwrap()).collect();
        for spot in &places {
            assert!(page.in_view(*spot).await, "the landing place {spot} is out of view");
        }
        let odd = page
            .see("return [...document.querySelectorAll('#float .pill, #over .target, .counter.victim')].map((e) => e.outerHTML.slice(0, 120))")
            .await;
        assert_eq!(odd, json!([]), "places are no list of numbers, and nobody is a victim");
        page.click_thing(&format!("s{}", places[0])).await;
        taken(&page, asked.seq()).await;
        let at =
            page.ask("return known.update.scene.counters.find((c) => `p${c.piece}` === args).at", json!(about)).await;
        assert_eq!(at, places[0]);
    });
}

#[test]
fn a_pool_gives_the_unit_clicked_and_support_glows_only_when_it_can_be_given() {
    at_table("pool", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "scenario campaign
            month Aug
            phase 1
            clear
            US1 at 0813
            BR2 at 1013
            XLVII in pool
            LXVII in pool
            LXXXI in pool";
        sit_down(&page, "dday-to-the-rhine", position, "").await;
        my_turn(&page).await;
        let waiting = page.ask(WAITING, Value::Null).await;
        let waiting = waiting.as_array().unwrap();
        assert!(waiting.len() > 1, "{waiting:?}");
        let last = waiting[waiting.len() - 1].as_u64().unwrap();
        let box_of = page.ask("return known.board.counters.get(args).counter.at", json!(last)).await;
        page.ask("known.board.view.lookAt(known.places.centre(args), 0.8)", box_of).await;
        page.click_very(last).await;
        page.until_known("it is picked up", "return choice.offer !== null || choice.menu !== null", Value::Null).await;
        let about =
            page.ask("return known.update.offers[choice.offer ?? choice.menu.offers[0]].about", Value::Null).await;
        assert_eq!(about, format!("p{last}"));
        page.press('1').await;
        let glow = page
            .see("return [...document.querySelectorAll('#panel .may-do')].map((e) => [e.innerText, e.dataset.mat])")
            .await;
        let false_glow: Vec<_> = glow.as_array().unwrap().iter().filter(|held| held[1] == "").collect();
        assert!(false_glow.is_empty(), "it glows, and a click does nothing: {false_glow:?}");
    });
}

#[test]
fn a_phase_with_things_left_to_do_asks_twice() {
    at_table("ends-twice", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "dday-to-the-rhine", ASHORE, "").await;
        let asked = my_turn(&page).await;
        page.press('e').await;
        let words = page.until("it warns", "return document.querySelector('#banner .warn')?.innerText").await;
        // As many as could still be done, and no click on the map goes through unseen.
        let left = page.ask("return known.update.offers.find((o) => o.ends !== null).ends", Value::Null).await;
        assert!(left.as_u64().unwrap() >= 3, "three corps wait, and {left} things are left");
        assert!(words.as_str().unwrap().contains(&format!("{left} things could still be done")), "{words}");
        assert_eq!(my_turn(&page).await.seq(), asked.seq(), "nothing has ended yet");
        page.press('e').await;
        taken(&page, asked.seq()).await;
        // Two in a hex for one: nobody is sent back unasked.
        let crowded = "scenario campaign
            month Jul
            phase 4
            clear
            US1 at 0912
            US-VIII at 0812
            US-VIII entered
            US-XIX at 0812
            US-XIX entered
            LXXXIV at 2609";
        sit_down(&page, "dday-to-the-rhine", crowded, "").await;
        let asked = my_turn(&page).await;
        page.press('e').await;
        if page.see("return document.querySelector('#banner .warn') !== null").await == true {
            page.press('e').await;
        }
        taken(&page, asked.seq()).await;
        let asked = my_turn(&page).await;
        assert_eq!(asked.word("rule"), "A.5.c", "{asked:?}");
        assert_eq!(asked.about_things().len(), 2, "either of the newcomers may go: {asked:?}");
        let there = "return known.update.scene.counters.filter((c) => known.kit.spots[c.at].name === '0812').length";
        assert_eq!(page.ask(there, Value::Null).await, 2, "somebody was sent back unasked");
    });
}
