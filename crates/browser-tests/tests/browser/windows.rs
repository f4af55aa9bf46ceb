//! Every window: nothing cut, nothing over something else, nothing outside.

use crate::common::{SCREEN, begin_scenario};
use browser_tests::player::my_turn;
use browser_tests::{Page, Player, at_table};
use serde_json::{Value, json};

/// A phone, a tablet upright and flat, a small screen, a screen at 200 %, a large one.
const SIZES: [(u32, u32); 6] = [(390, 844), (820, 1180), (1180, 820), (1024, 768), (720, 450), (2560, 1440)];

const GAMES: [(&str, &str); 6] = [
    ("Ford", "dusk"),
    ("Hürtgen Forest", "historical"),
    ("Race to the Rhine", "three"),
    ("D-Day to the Rhine", "autumn"),
    ("Operation Grenade", "grenade"),
    ("Road to the Rhine", "market-garden"),
];

/// What is outside the window, covered, cut, or lies on something else.
const WRONG: &str = "
const out = [];
const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && getComputedStyle(e).visibility !== 'hidden'; };
const name = (e) => `${e.id ? `#${e.id}` : ''}.${[...e.classList].join('.')} '${(e.innerText ?? '').trim().slice(0, 30).replace(/\\n/g, '|')}'`;
for (const e of document.querySelectorAll('#banner, #banner button, #banner h2, #zoomer button, #top .seat, #top .turns, #top .brand, #replay button, #replay input, #tray, #panel .tabs button, .card')) {
  if (!seen(e)) continue;
  const r = e.getBoundingClientRect();
  const scrolls = e.closest('.kinds, #tray, #rail, .tabbody, .card') || (innerHeight < 560 && e.closest('#banner'));
  if (!scrolls && (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1)) out.push(`${name(e)} is outside: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
  else if (e.matches('button') && !scrolls) {
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (!e.contains(hit)) out.push(`${name(e)} is covered by ${hit ? name(hit) : 'nothing'}`);
  }
  if (e.matches('h2') && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)) out.push(`${name(e)} is cut`);
}
const apart = ['#top .brand', '#top .clock', '#top .seats', '#banner', '#zoomer', '#tray', '#float > .card:not(.hover-card):not(.dealt)'].flatMap((css) => [...document.querySelectorAll(css)]).filter(seen);
for (const [i, one] of apart.entries()) for (const other of apart.slice(i + 1)) {
  const [p, q] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const [w, h] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
  if (w > 2 && h > 2) out.push(`${name(one)} lies on ${name(other)}, ${Math.round(w)} by ${Math.round(h)}`);
}
for (const e of document.querySelectorAll('#top .seat, #top .brand')) if (seen(e) && e.scrollWidth > e.clientWidth + 2) out.push(`${name(e)} spills`);
if (document.documentElement.scrollWidth > innerWidth) out.push('the page is wider than the window');
return out;";

async fn look(page: &Page, what: &str, wrong: &mut Vec<String>) {
    page.rest().await;
    let found = page.see(WRONG).await;
    wrong.extend(found.as_array().unwrap().iter().map(|line| format!("{what}: {}", line.as_str().unwrap())));
}

#[test]
fn nothing_overlaps_in_any_window() {
    at_table("windows", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut wrong = vec![];
        for (game, scenario) in GAMES {
            page.open_size(SCREEN.0, SCREEN.1).await;
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin_scenario(&page, game, scenario, "hotseat", 0, "").await;
            let asked = my_turn(&page).await;
            for (width, height) in SIZES {
                page.chrome(
                    "Emulation.setDeviceMetricsOverride",
                    json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
                )
                .await;
                page.client.refresh().await.unwrap();
                page.seated().await;
                my_turn(&page).await;
                look(&page, &format!("{game} at {width} by {height}"), &mut wrong).await;
                page.picture(&format!("window-{scenario}-{width}")).await;
            }
            page.chrome("Emulation.clearDeviceMetricsOverride", json!({})).await;
            drop(asked);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// The position of an attack with guns, in the forest.
const HELPED: &str = "support 5
    US 1/8 at 2202
    US 2/8 at 2301
    US 44 at 1901
    US 20 at 1902
    GE 275F at 2302
    GE 275A at 2705
    US to attack";

#[test]
fn the_card_of_a_fight_never_covers_its_target() {
    at_table("card-target", async |house| {
        let page = house.visitor(SCREEN).await;
        crate::common::sit_down(&page, "hurtgen-forest", HELPED, "").await;
        for (width, height) in SIZES {
            page.chrome(
                "Emulation.setDeviceMetricsOverride",
                json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
            )
            .await;
            page.client.refresh().await.unwrap();
            page.seated().await;
            let asked = my_turn(&page).await;
            let offer = asked.which(|offer| offer["label"] == "attack")[0];
            Player::new(1).begin(&page, &asked, offer).await;
            page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
            page.rest().await;
            page.picture(&format!("card-{width}")).await;
            let target = page.ask("const { spotOf } = await import('/js/state.js'); return spotOf(known.update.offers[choice.offer].about)", Value::Null).await;
            assert!(page.in_view(target.as_u64().unwrap()).await, "the card covers its target at {width} by {height}");
            let confirm = page.see("const b = document.querySelector('#float [data-do=confirm]').getBoundingClientRect(); return b.bottom <= innerHeight && b.right <= innerWidth").await;
            assert_eq!(confirm, true, "the button is cut at {width} by {height}");
        }
    });
}

/// In the middle of a game more is to be said than at its beginning.
const MIDDLE: [(&str, &str); 3] = [
    ("hurtgen-forest", HELPED),
    (
        "operation-grenade",
        "US 115/29 at 1101
        GE 1157/363 at 1102
        US to attack",
    ),
    (
        "dday-to-the-rhine",
        "scenario campaign
        month Jul
        phase 4
        clear
        Allied RP 9
        US1 at 0813
        BR2 at 1013
        LXXXIV at 0914",
    ),
];

#[test]
fn turn_and_phases_lie_between_title_and_seats() {
    at_table("windows-middle", async |house| {
        let page = house.visitor(SCREEN).await;
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        for (game, position) in MIDDLE {
            crate::common::sit_down(&page, game, position, "").await;
            my_turn(&page).await;
            for (width, height) in [(1280, 800), SCREEN, (2560, 1440)] {
                page.open_size(width, height).await;
                page.rest().await;
                let room = page.see("const box = (css) => document.querySelector(css).getBoundingClientRect(); return [box('#top .phase').left - box('#top .brand').right, box('#top .seats').left - box('#top .phase').right]").await;
                let clear = room.as_array().unwrap().iter().all(|space| space.as_f64().unwrap() >= 0.0);
                assert!(clear, "{game} at {width}: {room}");
            }
        }
    });
}
