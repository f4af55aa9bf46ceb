//! What a pair of eyes found in pictures of every game in four windows: nothing half hidden, nothing cut, nothing squeezed.

use crate::common::{PHONE, SCREEN, begin_scenario, sit_down};
use crate::endings::finished;
use browser_tests::player::my_turn;
use browser_tests::{Page, at_table};
use serde_json::{Value, json};

const TABLET: (u32, u32) = (820, 1180);

/// Four attackers, seven guns and five points: as much as a card ever has to hold.
const CROWDED: &str = "support 5
    US 3/12 at 1217
    US 1/28 at 1017
    US 2/28 at 1119
    US 3/28 at 1018
    US 20 at 0916
    US 29 at 0915
    US 42 at 0914
    US 45 at 0913
    US 28 at 0919
    US 44 at 0920
    US 56H at 0917
    GE 1/1055 at 1118
    GE 89A at 1823
    US to attack";

/// Whether two things lie on each other.
const OVER: &str = "const [a, b] = args.map((css) => document.querySelector(css)?.getBoundingClientRect());
    return Boolean(a?.width && b?.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)";

async fn as_phone(page: &Page, (width, height): (u32, u32)) {
    page.become_phone(width, height).await;
    page.client.refresh().await.unwrap();
    page.seated().await;
    my_turn(page).await;
    page.rest().await;
}

#[test]
fn the_chances_of_a_fight_are_seen_without_scrolling() {
    at_table("look-chances", async |house| {
        for size in [SCREEN, PHONE] {
            let page = house.visitor(SCREEN).await;
            page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
            sit_down(&page, "hurtgen-forest", CROWDED, "").await;
            if size == PHONE {
                as_phone(&page, PHONE).await;
            }
            let asked = my_turn(&page).await;
            if page.ask("return choice.offer === null", Value::Null).await == true {
                let offer = asked.which(|offer| offer["label"] == "attack")[0];
                page.click_thing(asked.offers()[offer]["about"].as_str().unwrap()).await;
            }
            page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
            page.rest().await;
            page.picture(&format!("look-chances-{}", size.0)).await;
            let seen = page
                .see(
                    "const card = document.querySelector('.card.odds'); const edge = card.querySelector('footer').getBoundingClientRect().top;
                    const hidden = [...card.querySelectorAll('.bars .pc')].filter((e) => e.getBoundingClientRect().bottom > edge + 1).map((e) => e.innerText);
                    return [hidden, card.querySelectorAll('[data-lay]').length]",
                )
                .await;
            assert_eq!(seen, json!([[], 7]), "chances under the edge of the card at {}", size.0);
            assert_eq!(page.see_with(OVER, json!([".card.odds", "#zoomer"])).await, false, "the card lies on a button");
        }
    });
}

#[test]
fn a_large_screen_is_read_from_afar_and_a_card_still_stands_beside_its_target() {
    at_table("look-large", async |house| {
        let page = house.visitor(SCREEN).await;
        page.open_size(2560, 1440).await;
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        sit_down(&page, "hurtgen-forest", CROWDED, "").await;
        let asked = my_turn(&page).await;
        let offer = asked.which(|offer| offer["label"] == "attack")[0];
        let thing = asked.offers()[offer]["about"].as_str().unwrap().to_owned();
        if page.ask("return choice.offer === null", Value::Null).await == true {
            page.click_thing(&thing).await;
        }
        page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
        page.rest().await;
        page.picture("look-large").await;
        let found = page
            .ask(
                "const { spotOf } = await import('/js/state.js'); const [x, y] = onScreen(known.places.centre(spotOf(args)));
                const card = document.querySelector('.card.odds').getBoundingClientRect(); const high = (css) => document.querySelector(css).getBoundingClientRect().height;
                const away = Math.max(card.left - x, x - card.right, card.top - y, y - card.bottom);
                return { away, line: high('#banner h2'), button: high('.card.odds footer .accent') }",
                json!(thing),
            )
            .await;
        let (away, line) = (found["away"].as_f64().unwrap(), found["line"].as_f64().unwrap());
        assert!((20.0..260.0).contains(&away), "the card lies on its target or far from it: {found}");
        assert!(line > 20.0 && found["button"].as_f64() > Some(42.0), "as small as on a small screen: {found}");
    });
}

#[test]
fn a_menu_on_a_phone_leaves_the_buttons_that_zoom_free() {
    at_table("look-menu", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "race-to-the-rhine", "scenario three\nturn Monty", "").await;
        as_phone(&page, PHONE).await;
        let script = "const { spotOf } = await import('/js/state.js'); const kinds = {};
            for (const { about, label } of known.update.offers) { const s = spotOf(about); if (s !== undefined && !known.places.isBox(s)) (kinds[s] ??= new Set()).add(label); }
            return Number(Object.entries(kinds).sort((a, b) => b[1].size - a[1].size)[0][0])";
        let spot = page.ask(script, Value::Null).await;
        page.click_thing(&format!("s{spot}")).await;
        page.until("there is a menu", "return document.querySelectorAll('.card.menu .btn').length > 6").await;
        page.rest().await;
        page.picture("look-menu").await;
        assert_eq!(page.see_with(OVER, json!([".card.menu", "#zoomer"])).await, false, "the menu lies on them");
        let cut = "return [...document.querySelectorAll('.card.menu .btn')].filter((b) => b.scrollWidth > b.clientWidth + 1).map((b) => b.innerText)";
        assert_eq!(page.see(cut).await, json!([]));
    });
}

#[test]
fn nothing_is_seen_above_the_heading_of_a_turn() {
    at_table("look-log", async |house| {
        let page = house.visitor(SCREEN).await;
        let scenario = page.see("const shelf = await (await fetch('/api/shelf')).json(); return shelf.games.find((g) => g.id === 'ford').scenarios[0].id").await;
        let id = finished(&page, "ford", scenario.as_str().unwrap(), 11).await;
        page.goto(&format!("/table/{id}")).await;
        page.seated().await;
        page.click(".card.ending [aria-label^='Put']").await;
        page.click("#panel [role=tab]").await;
        let script = "const body = document.querySelector('.tabbody'); const turn = [...body.querySelectorAll('.l-turn')].at(-1);
            if (!turn) return false;
            body.scrollTop = turn.nextElementSibling.offsetTop - body.offsetTop + 6;
            await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
            const box = body.getBoundingClientRect(); const at = (y) => document.elementFromPoint(box.left + 60, box.top + y)?.closest('.l-turn') !== null;
            return body.scrollHeight > body.clientHeight + 40 ? [at(2), at(14)] : 'nothing to scroll'";
        let heading = page.until("there are turns in the log", script).await;
        page.picture("look-log").await;
        assert_eq!(heading, json!([true, true]), "a line is seen above the heading");
    });
}

#[test]
fn the_overview_has_the_shape_of_the_map_and_a_whole_frame() {
    at_table("look-overview", async |house| {
        let page = house.visitor(SCREEN).await;
        for (game, scenario) in [("Ford", ""), ("Road to the Rhine", "bulge")] {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin_scenario(&page, game, scenario, "hotseat", 0, "").await;
            page.rest().await;
            let found = page
                .ask(
                    "const map = document.querySelector('.overview'), eye = document.getElementById('eye'); const o = map.getBoundingClientRect();
                    const [l, r, t, b] = [0, 1, 2, 3].map((n) => (eye.children[n] ?? eye).getBoundingClientRect());
                    const [, , w, h] = known.board.view.sheet;
                    return { shape: Math.abs(o.width / o.height - w / h) < 0.03, whole: l.left >= o.left - 1 && r.right <= o.right + 1 && t.top >= o.top - 1 && b.bottom <= o.bottom + 1 }",
                    Value::Null,
                )
                .await;
            page.picture(&format!("look-overview-{game}")).await;
            assert_eq!(found, json!({ "shape": true, "whole": true }), "{game}");
        }
    });
}

#[test]
fn what_the_shelf_says_of_a_game_is_said_to_the_end() {
    at_table("look-shelf", async |house| {
        let page = house.visitor(SCREEN).await;
        for (width, height) in [SCREEN, (2560, 1440), TABLET, PHONE] {
            page.open_size(width, height).await;
            page.until("it is drawn", "return document.querySelector('#shelf .game') !== null").await;
            page.picture(&format!("look-shelf-{width}")).await;
            let cut = page.see("return [...document.querySelectorAll('#shelf .about > p:first-of-type')].filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.innerText.slice(0, 30))").await;
            assert_eq!(cut, json!([]), "cut at {width}");
        }
        // How hard it is stands in the same place on every box.
        page.open_size(SCREEN.0, SCREEN.1).await;
        let places = "return new Set([...document.querySelectorAll('#shelf .game')].map((g) => Math.round(g.querySelector('.hard').getBoundingClientRect().top - g.querySelector('.facts').getBoundingClientRect().top))).size";
        assert_eq!(page.see(places).await, 1);
    });
}

#[test]
fn a_tablet_has_room_for_the_title_and_all_actions_in_a_row() {
    at_table("look-tablet", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
        as_phone(&page, TABLET).await;
        page.picture("look-tablet").await;
        let found = "const rows = new Set([...document.querySelectorAll('#banner .deed')].map((d) => Math.round(d.getBoundingClientRect().top)));
            return [document.querySelector('.brand h1').getBoundingClientRect().width > 60, rows.size]";
        assert_eq!(page.see(found).await, json!([true, 1]));
    });
}
