//! From the shelf to a table, by clicks.

use browser_tests::Page;
use browser_tests::player::{Asked, Player, my_turn};
use fantoccini::Locator;
use serde_json::{Value, json};

pub(crate) const SCREEN: (u32, u32) = (1440, 900);
pub(crate) const PHONE: (u32, u32) = (390, 844);

/// Begins a match at the shelf: `way` is bot, hotseat or invite.
pub(crate) async fn begin(page: &Page, game: &str, way: &str, side: u32, bot: &str) {
    begin_scenario(page, game, "", way, side, bot).await;
}

/// The same with a scenario by its id; the first if that is empty.
pub(crate) async fn begin_scenario(page: &Page, game: &str, scenario: &str, way: &str, side: u32, bot: &str) {
    page.click(&format!("#shelf .game[aria-label='{game}'] [data-way={way}]")).await;
    page.until("the dialog is open", "return document.querySelector('#dialog[open] #new') !== null").await;
    if !scenario.is_empty() {
        page.click(&format!("#new label.choice:has(input[value='{scenario}'])")).await;
    }
    if way != "hotseat" {
        page.click(&format!("#new label.side:has(input[value='{side}'])")).await;
    }
    if way == "bot" && page.see("return !document.getElementById('opponent').hidden").await == true {
        // Levels are listed; the table knows other bots as well, and some tests want those.
        let add = "const list = document.querySelector('#new [name=bot]'); if (![...list.options].some((o) => o.value === args)) list.append(new Option(args, args))";
        page.see_with(add, json!(bot)).await;
        page.client.find(Locator::Css("#new [name=bot]")).await.unwrap().select_by_value(bot).await.unwrap();
    }
    page.click("#new button.accent").await;
    if way != "invite" {
        page.seated().await;
    }
}

/// Sits down in the middle of a match: at a position, after what was played from it. Both sides are mine.
pub(crate) async fn sit_down(page: &Page, game: &str, position: &str, played: &str) {
    let facts = position.trim().lines().map(|line| format!("  {}\n", line.trim())).collect::<String>();
    sit_down_at(page, game, &format!("position\n{facts}deal"), played).await;
}

/// The same against bots, by seat; a seat without one is mine.
pub(crate) async fn sit_down_against(page: &Page, game: &str, position: &str, bots: &[&str]) {
    let seats = bots
        .iter()
        .map(|bot| if bot.is_empty() { json!({ "kind": "me" }) } else { json!({ "kind": "bot", "name": bot }) });
    let facts = position.trim().lines().map(|line| format!("  {}\n", line.trim())).collect::<String>();
    upload(page, &format!("rhine match 1\ngame {game}\nposition\n{facts}deal\n\n"), seats.collect()).await;
}

/// The same at the head of a match file: a scenario with its deal, or a position.
pub(crate) async fn sit_down_at(page: &Page, game: &str, head: &str, played: &str) {
    let lines = played.trim().lines().map(|line| format!("{}\n", line.trim())).collect::<String>();
    upload(page, &format!("rhine match 1\ngame {game}\n{head}\n\n{lines}"), Value::Null).await;
}

async fn upload(page: &Page, text: &str, seats: Value) {
    let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(args) });
        const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.id";
    let id = page.see_with(script, json!({ "text": text, "seats": seats })).await;
    page.goto(&format!("/table/{}", id.as_str().unwrap())).await;
    page.seated().await;
}

/// Invites somebody: the first visitor takes `side`, the other opens the link.
pub(crate) async fn invite(host: &Page, guest: &Page, game: &str, side: u32) {
    begin(host, game, "invite", side, "").await;
    let link = host.until("there is a link", "return document.querySelector('#dialog input[readonly]')?.value").await;
    guest.client.goto(link.as_str().unwrap()).await.unwrap();
    guest.seated().await;
    host.click("#dialog a.accent").await;
    host.seated().await;
}

/// Plays until `enough` says so, or the match is over: whatever can be done with things first.
pub(crate) async fn play_until(page: &Page, player: &mut Player, enough: impl Fn(&Asked) -> bool) -> Asked {
    loop {
        let asked = my_turn(page).await;
        if asked.over() || enough(&asked) {
            return asked;
        }
        let offer = player.eager(&asked);
        player.answer(page, &asked, offer).await;
    }
}

/// Keeps everything the page's sockets receive in `window.heard`, from the next page on.
pub(crate) async fn listen(page: &Page) {
    let script = "const Real = WebSocket; window.heard = [];
        window.WebSocket = class extends Real { constructor(...a) { super(...a); this.addEventListener('message', (m) => window.heard.push(m.data)); } };";
    page.chrome("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
}
