//! What axe-core finds must not be serious: every page, every dialog and card, on a phone, a tablet and a screen.

use crate::common::{SCREEN, begin, begin_scenario, sit_down};
use browser_tests::player::my_turn;
use browser_tests::{Page, Player, at_table, axe};
use serde_json::json;

const SIZES: [(u32, u32); 3] = [(390, 844), (820, 1180), (1440, 900)];

const GAMES: [(&str, &str); 6] = [
    ("Ford", "dusk"),
    ("Hürtgen Forest", "historical"),
    ("Race to the Rhine", "three"),
    ("D-Day to the Rhine", "normandy"),
    ("Operation Grenade", "grenade"),
    ("Road to the Rhine", "market-garden"),
];

/// A page or a part of it, in every size.
async fn look(page: &Page, what: &str, part: &str, found: &mut Vec<String>) {
    for (width, height) in SIZES {
        page.chrome(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        )
        .await;
        if page.see(&format!("return document.querySelector('{part}') !== null")).await == true {
            let lines = axe::serious_in(page, part).await;
            found.extend(lines.into_iter().map(|line| format!("{what} at {width}: {line}")));
        }
    }
    page.chrome("Emulation.clearDeviceMetricsOverride", json!({})).await;
}

async fn to_the_shelf(page: &Page) {
    page.goto("/").await;
    page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
}

#[test]
fn nothing_serious_in_the_lobby_and_its_dialogs() {
    at_table("axe-lobby", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut found = vec![];
        for lamp in ["light", "dark"] {
            page.lamp(lamp).await;
            look(&page, &format!("{lamp} lobby"), "html", &mut found).await;
        }
        for way in ["bot", "hotseat", "invite"] {
            page.click(&format!("#shelf .game[aria-label='Race to the Rhine'] [data-way={way}]")).await;
            page.until("the dialog is open", "return document.querySelector('#dialog[open] #new') !== null").await;
            look(&page, &format!("dialog {way}"), "#dialog", &mut found).await;
            page.click("#close").await;
        }
        page.goto("/nowhere").await;
        look(&page, "unknown address", "html", &mut found).await;
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

#[test]
fn nothing_serious_at_the_table_of_any_game() {
    at_table("axe-tables", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut found = vec![];
        for (game, scenario) in GAMES {
            to_the_shelf(&page).await;
            begin_scenario(&page, game, scenario, "hotseat", 0, "").await;
            let asked = my_turn(&page).await;
            look(&page, game, "html", &mut found).await;
            let offer = Player::new(1).eager(&asked);
            Player::new(1).begin(&page, &asked, offer).await;
            found
                .extend(axe::serious_in(&page, "#stage").await.into_iter().map(|line| format!("{game}, open: {line}")));
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// Three corps wait beside the map.
const WAITING: &str = "scenario campaign
    month Jul
    phase 3
    clear
    US1 at 0813
    BR2 at 1013
    US-VII on track
    US-VIII on track";

#[test]
fn nothing_serious_on_paper_in_tray_curtain_digest_and_questions() {
    at_table("axe-rest", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut found = vec![];
        for (id, lamp) in [("hurtgen-forest", "light"), ("race-to-the-rhine", "dark"), ("dday-to-the-rhine", "light")] {
            page.lamp(lamp).await;
            page.goto(&format!("/print.html?game={id}")).await;
            page.until("the sheets are there", "return document.querySelector('#roster table') !== null").await;
            look(&page, &format!("sheets of {id}"), "html", &mut found).await;
        }
        // Who waits beside the map.
        sit_down(&page, "dday-to-the-rhine", WAITING, "").await;
        my_turn(&page).await;
        page.until("the tray is there", "return document.querySelector('#tray:not([hidden]) [data-tray]') !== null")
            .await;
        look(&page, "tray", "#tray", &mut found).await;
        // Two at one screen: the curtain between them.
        let asked = my_turn(&page).await;
        page.ask("const { set } = await import('/js/settings.js'); set('curtain', true); const end = known.update.offers.findIndex((o) => o.ends !== null); known.socket.send({ type: 'play', seq: known.update.seq, offer: end, pick: 'nothing' })", json!(null)).await;
        browser_tests::player::taken(&page, asked.seq()).await;
        for _ in 0..4 {
            if page.see("return !document.getElementById('curtain').hidden").await == true {
                break;
            }
            let asked = browser_tests::player::asked(&page).await;
            page.ask("const end = known.update.offers.findIndex((o) => o.ends !== null); known.socket.send({ type: 'play', seq: known.update.seq, offer: end, pick: 'nothing' })", json!(null)).await;
            browser_tests::player::taken(&page, asked.seq()).await;
        }
        page.until("the curtain is drawn", "return !document.getElementById('curtain').hidden").await;
        look(&page, "curtain", "#curtain", &mut found).await;
        page.picture("access-curtain").await;
        // What happened since one decided.
        to_the_shelf(&page).await;
        begin_scenario(&page, "Race to the Rhine", "three", "bot", 2, "easy").await;
        my_turn(&page).await;
        page.until("the digest is there", "return document.querySelector('.digest') !== null").await;
        look(&page, "digest", "#panel", &mut found).await;
        look(&page, "digest on a phone", "#stage", &mut found).await;
        // Somebody asks to take back.
        let pages = [house.visitor(SCREEN).await, house.visitor(SCREEN).await];
        crate::common::invite(&pages[0], &pages[1], "Ford", 0).await;
        let mut player = Player::new(5);
        let mut asks = None;
        for _ in 0..60 {
            let second = pages[1].ask("return known.update.yours", json!(null)).await == true;
            let (me, other) = if second { (&pages[1], &pages[0]) } else { (&pages[0], &pages[1]) };
            let asked = my_turn(me).await;
            let offer = player.eager(&asked);
            player.answer(me, &asked, offer).await;
            other.until_known("the other sees it", "return known.update.seq > args", json!(asked.seq())).await;
            let now = browser_tests::player::asked(me).await;
            if now.word("undo") == "ask" && now.seq() == asked.seq() + 1 {
                asks = Some((me, other));
                break;
            }
        }
        let (me, other) = asks.expect("somebody wants to take something back");
        me.click("#banner [data-do=undo]").await;
        other.until("it is asked", "return document.querySelector('#banner .warn [data-do=agree]') !== null").await;
        other.picture("access-undo").await;
        look(other, "undo asked", "#banner", &mut found).await;
        look(me, "undo waits", "#banner", &mut found).await;
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

#[test]
fn nothing_serious_in_panels_dialogs_and_cards() {
    at_table("axe-cards", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut found = vec![];
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        my_turn(&page).await;
        page.lamp("light").await;
        for tab in ['1', '2', '3', '4', '5'] {
            page.press(tab).await;
            found.extend(axe::serious_in(&page, "#panel").await.into_iter().map(|line| format!("panel {tab}: {line}")));
        }
        for tool in ["briefing", "settings", "help"] {
            page.click(&format!("#rail [data-tool={tool}]")).await;
            page.until("it is open", "return document.querySelector('#dialog[open]') !== null").await;
            look(&page, tool, "#dialog", &mut found).await;
            page.click("#dialog form button").await;
            page.until("it is closed", "return document.querySelector('#dialog[open]') === null").await;
        }
        // The card of a fight.
        let position = "support 5
            US 1/8 at 2202
            US 44 at 1901
            GE 275F at 2302
            US to attack";
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        sit_down(&page, "hurtgen-forest", position, "").await;
        let asked = my_turn(&page).await;
        let offer = asked.which(|offer| offer["label"] == "attack")[0];
        Player::new(1).begin(&page, &asked, offer).await;
        page.until("the card is open", "return document.querySelector('.card.odds .bars') !== null").await;
        look(&page, "fight", "#float", &mut found).await;
        // The end, and the analysis.
        to_the_shelf(&page).await;
        begin(&page, "Ford", "bot", 0, "random").await;
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        page.click("#panel [data-resign=ask]").await;
        page.click("#panel [data-resign=yes]").await;
        page.until("the end is told", "return document.querySelector('.card.ending h2') !== null").await;
        look(&page, "the end", "html", &mut found).await;
        page.click(".card.ending [data-ending=analyse]").await;
        page.until("the analysis is open", "return document.querySelector('.card.analysis') !== null").await;
        found.extend(axe::serious_in(&page, "#panel").await.into_iter().map(|line| format!("analysis: {line}")));
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}
