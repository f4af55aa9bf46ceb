//! Before the first move and after the last: what wins, what to do first, what can be done at all, what a bot would do.

use crate::common::{PHONE, SCREEN, begin_scenario};
use browser_tests::player::my_turn;
use browser_tests::{Page, Player, at_table};
use serde_json::{Value, json};

const FIRST: [(&str, &str); 6] = [
    ("Ford", "dusk"),
    ("Hürtgen Forest", "historical"),
    ("Race to the Rhine", "three"),
    ("D-Day to the Rhine", "normandy"),
    ("Operation Grenade", "grenade"),
    ("Road to the Rhine", "market-garden"),
];

#[test]
fn every_game_has_a_briefing_and_a_lesson() {
    at_table("briefings", async |house| {
        let page = house.visitor(SCREEN).await;
        let learn = page.see("return [...document.querySelectorAll('#shelf .game')].filter((g) => g.querySelector('[data-way=training]') === null).map((g) => g.ariaLabel)").await;
        assert_eq!(learn, json!([]), "games without a lesson");
        for (game, scenario) in FIRST {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin_scenario(&page, game, scenario, "hotseat", 0, "").await;
            my_turn(&page).await;
            let told =
                page.until("the briefing lies there", "return document.querySelector('.card.brief')?.innerText").await;
            let kit = page
                .ask("return known.kit.briefings.find((b) => b.scenarios.includes(known.match.scenario))", Value::Null)
                .await;
            let told = told.as_str().unwrap();
            for side in kit["sides"].as_array().unwrap() {
                for line in std::iter::once(&side["aim"]).chain(side["first"].as_array().unwrap()) {
                    assert!(told.contains(line.as_str().unwrap()), "{game}: `{line}` is missing in {told}");
                }
            }
            // It lies beside the map, not on it.
            let over = page.see("const a = document.querySelector('.card.brief').getBoundingClientRect(), s = document.getElementById('stage').getBoundingClientRect(); return a.left < s.right - 1").await;
            assert_eq!(over, false, "{game}: the briefing covers the map");
            page.picture(&format!("briefing-{game}")).await;
        }
        // Whoever opens another page of the panel sees all of that one.
        page.click("#panel [data-tab=units]").await;
        let shut = "return document.querySelector('.card.brief.shut') !== null && document.getElementById('tabbody').clientHeight > 300";
        page.until("the briefing makes room", shut).await;
        // After the first decision it is gone, and to be had again.
        let mut player = Player::new(3);
        let asked = my_turn(&page).await;
        let offer = player.eager(&asked);
        player.answer(&page, &asked, offer).await;
        page.until("it is gone", "return document.querySelector('.card.brief') === null").await;
        page.click("#rail [data-tool=briefing]").await;
        page.until("it is open", "return document.querySelector('#dialog[open] .brief') !== null").await;
    });
}

#[test]
fn on_a_phone_the_briefing_is_a_line_that_opens() {
    at_table("briefing-phone", async |house| {
        let page = house.visitor(SCREEN).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.goto("/").await;
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
        begin_scenario(&page, "Ford", "dusk", "bot", 0, "easy").await;
        my_turn(&page).await;
        page.click(".card.brief [data-brief=fold]").await;
        page.until("it opens", "return document.querySelector('.card.brief .first li') !== null").await;
        page.rest().await;
        page.picture("briefing-phone").await;
        page.click(".card.brief [data-brief=close]").await;
        page.until("it is put away", "return document.querySelector('.card.brief') === null").await;
    });
}

/// Labels of the bar of actions.
async fn kinds(page: &Page) -> Vec<String> {
    let seen =
        page.see("return [...document.querySelectorAll('#banner .kinds button')].map((b) => b.innerText.trim())").await;
    seen.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_can_be_done_is_a_bar_of_buttons() {
    at_table("kinds", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
        my_turn(&page).await;
        let bar = kinds(&page).await;
        for wanted in ["Move corps", "Transport", "Take supply", "Take trucks", "Air support"] {
            assert!(bar.iter().any(|words| words.starts_with(wanted)), "`{wanted}` is no button: {bar:?}");
        }
        // Mats are what one sees first here, and a list of answers is one line each.
        let tab = page.see("return document.querySelector('#panel [role=tab][aria-selected=true]').id").await;
        assert_eq!(tab, "tab-mats");
        let nth = bar.iter().position(|words| words.starts_with("Take supply")).unwrap();
        page.click(&format!("#banner .kinds [data-kind='{nth}']")).await;
        let lines = page.until("the answers are listed", "const b = [...document.querySelectorAll('#float .menu button')]; return b.length > 2 ? b.map((e) => e.getBoundingClientRect().height) : false").await;
        assert!(
            lines.as_array().unwrap().iter().all(|height| height.as_f64().unwrap() < 46.0),
            "broken into lines: {lines}"
        );
        page.press(char::from(fantoccini::key::Key::Escape)).await;
        page.until_known("back", "return choice.menu === null", Value::Null).await;
        let nth = bar.iter().position(|words| words.starts_with("Move")).unwrap();
        page.click(&format!("#banner .kinds [data-kind='{nth}']")).await;
        page.until_known("the corps are lit", "return choice.aim !== null", Value::Null).await;
        let lit = page.ask("const moving = new Set(known.update.offers.filter((o) => o.label === 'move').map((o) => Number(o.about.slice(1)))); const lit = [...document.querySelectorAll('#pieces .can-act')].map((e) => Number(e.dataset.piece)); return [lit.length > 0, lit.every((p) => moving.has(p))]", Value::Null).await;
        assert_eq!(lit, json!([true, true]), "something else is lit");
        page.rest().await;
        page.picture("kinds-race").await;
        // Two clicks more, and the corps has moved.
        let asked = my_turn(&page).await;
        let offer = asked.which(|offer| offer["label"] == "move")[0];
        let about = asked.offers()[offer]["about"].as_str().unwrap().to_owned();
        page.click_thing(&about).await;
        page.until_known("its ways are lit", "return choice.open?.kind === 'path'", Value::Null).await;
    });
}

#[test]
fn a_match_that_is_over_is_analysed() {
    at_table("analysis", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Ford", "dusk", "bot", 0, "random").await;
        let mut player = Player::new(4);
        for _ in 0..6 {
            let asked = my_turn(&page).await;
            if asked.over() {
                break;
            }
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        page.click("#panel [data-resign=ask]").await;
        page.click("#panel [data-resign=yes]").await;
        page.click(".card.ending [data-ending=analyse]").await;
        page.until("the analysis is open", "return document.querySelector('.card.analysis') !== null").await;
        // At a decision of somebody who can move.
        let at = page.ask("const { goTo } = await import('/js/replay.js'); const n = known.told.find((t) => t.notes.some((note) => note.shows.kind === 'path')).entry; await goTo(n); return n", Value::Null).await;
        let best = page.until("a bot has thought", "const b = [...document.querySelectorAll('.analysis .best li button')]; return b.length ? b.map((e) => e.innerText) : false").await;
        let best = best.as_array().unwrap();
        assert!((1..=3).contains(&best.len()), "{best:?}");
        assert_eq!(page.ask("return known.past", Value::Null).await, at);
        page.click(".analysis .best li button").await;
        page.rest().await;
        page.picture("analysis").await;
        // Those who play may not ask for it while somebody else decides: the table refuses.
        let refused = page
            .see("return (await fetch(`/api/matches/${location.pathname.split('/')[2]}/advice/99999`)).status")
            .await;
        assert_eq!(refused, 404);
        let old = page.client.current_url().await.unwrap().to_string();
        page.click("[data-analysis=branch]").await;
        page.left(&old).await;
        page.seated().await;
        assert_eq!(page.ask("return known.update.entries", Value::Null).await, at, "a match from there");
    });
}

#[test]
fn advice_tells_no_dice_that_were_never_thrown() {
    at_table("advice", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "D-Day to the Rhine", "normandy", "hotseat", 0, "").await;
        let asked = my_turn(&page).await;
        let mut player = Player::new(4);
        let offer = player.eager(&asked);
        player.answer(&page, &asked, offer).await;
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        page.click("#panel [data-resign=ask]").await;
        page.click("#panel [data-resign=yes]").await;
        page.click(".card.ending [data-ending=analyse]").await;
        page.ask("const { goTo } = await import('/js/replay.js'); await goTo(0)", Value::Null).await;
        let best = page.until("a bot has thought", "const b = [...document.querySelectorAll('.analysis .best li button span')]; return b.length ? b.map((e) => e.innerText) : false").await;
        for line in best.as_array().unwrap() {
            assert!(!line.as_str().unwrap().contains("taken"), "how it went is not known before the dice: {line}");
        }
    });
}
