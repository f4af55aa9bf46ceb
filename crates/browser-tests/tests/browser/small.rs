//! Small faults that were found by playing and stay mended: each is a line in the list of the README.

use crate::common::{SCREEN, begin_scenario};
use browser_tests::at_table;
use browser_tests::player::my_turn;
use serde_json::{Value, json};

/// Buttons in view that something else lies on.
const COVERED: &str = "return [...document.querySelectorAll('#banner button, #float .menu button')].filter((b) => {
        const r = b.getBoundingClientRect(); if (r.width < 2) return false;
        return !b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
    }).map((b) => b.innerText.trim())";

/// The largest step in brightness from one row to the next, down the left rim of a picture.
const EDGE: &str = "const image = await createImageBitmap(new Blob([new Uint8Array(args)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height); const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(3, 90, 1, image.height - 90);
    let found = { step: 0, at: 0 };
    for (let y = 1; y < data.length / 4; y++) { const light = (n) => data[4 * n] + data[4 * n + 1] + data[4 * n + 2];
      const step = Math.abs(light(y) - light(y - 1)) / 3; if (step > found.step) found = { step, at: y + 90 }; }
    return found";

#[test]
fn a_menu_leaves_the_banner_free_and_a_refusal_is_about_what_was_clicked() {
    at_table("small-race", async |house| {
        let page = house.visitor(SCREEN).await;
        // The lobby has one ground from top to bottom, however far it is scrolled: its rim, looked at pixel by pixel, in a
        // narrow window, where the light in the middle reaches the rim.
        let narrow = json!({ "width": 820, "height": 700, "deviceScaleFactor": 1, "mobile": false });
        page.chrome("Emulation.setDeviceMetricsOverride", narrow).await;
        for part in [0.0, 0.3, 1.0] {
            page.see_with("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * args)", json!(part))
                .await;
            let picture = page.client.screenshot().await.unwrap();
            let edge = page.see_with(EDGE, json!(picture)).await;
            assert!(edge["step"].as_f64().unwrap() <= 3.0, "the ground of the lobby has an edge: {edge}");
        }
        page.chrome("Emulation.clearDeviceMetricsOverride", json!({})).await;
        page.see("scrollTo(0, 0)").await;
        begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
        my_turn(&page).await;
        // A place nothing can be done with: the answer is about it, and about nothing else that could be done.
        let place = page.ask("return known.kit.spots.findIndex((s) => s.name === 'Köln')", Value::Null).await;
        page.click_thing(&format!("s{place}")).await;
        let words = page.until("it says why", "return document.querySelector('[data-card=whynot]')?.innerText").await;
        let words = words.as_str().unwrap();
        assert!(words.contains("Köln") && words.contains("8.6"), "{words}");
        // On a phone the list of answers and the banner do not lie on each other.
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false });
        page.chrome("Emulation.setDeviceMetricsOverride", phone).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        my_turn(&page).await;
        page.see("[...document.querySelectorAll('#banner .deed')].find((b) => b.innerText.startsWith('Take supply')).click()").await;
        page.until("the answers are listed", "return document.querySelectorAll('#float .menu button').length > 2")
            .await;
        page.rest().await;
        page.picture("small-menu").await;
        assert_eq!(page.see(COVERED).await, json!([]), "covered");
    });
}

#[test]
fn the_whole_map_lies_clear_of_the_banner() {
    at_table("small-dday", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "D-Day to the Rhine", "normandy", "hotseat", 0, "").await;
        my_turn(&page).await;
        page.press('0').await;
        page.rest().await;
        let under = page.ask("const { view } = known.board; const stage = document.getElementById('stage').getBoundingClientRect(); return document.getElementById('banner').getBoundingClientRect().bottom - (view.toScreen([view.sheet[0], view.sheet[1]])[1] + stage.top)", Value::Null).await;
        assert!(under.as_f64().unwrap() <= 1.0, "{under} pixels of the map lie under the banner");
    });
}

#[test]
fn sides_are_named_as_people_speak() {
    at_table("small-words", async |house| {
        let page = house.visitor(SCREEN).await;
        let wanted = [
            ("Race to the Rhine", "three", "Montgomery decides", "Montgomery"),
            ("Hürtgen Forest", "historical", "The Americans decide", "US"),
            ("D-Day to the Rhine", "normandy", "The Allies decide", "Allied"),
            ("Ford", "dusk", "The Americans decide", "American"),
        ];
        for (game, scenario, sentence, theirs) in wanted {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin_scenario(&page, game, scenario, "hotseat", 0, "").await;
            my_turn(&page).await;
            let said = page
                .ask("const { does } = await import('/js/state.js'); return does(0, 'decides', 'decide')", Value::Null)
                .await;
            assert_eq!(said, sentence);
            let phase = page.ask("const { adjective } = await import('/js/state.js'); return [document.querySelector('#top .phase b').innerText, `${adjective(known.update.scene.banner.seat)} ${known.update.scene.banner.phase}`, adjective(0)]", Value::Null).await;
            assert_eq!((&phase[0], phase[2].as_str().unwrap()), (&phase[1], theirs), "{game}");
        }
    });
}
