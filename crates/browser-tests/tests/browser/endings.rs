//! The end of a match says who has won, by how much and where it was decided, and leads on.

use crate::common::{PHONE, SCREEN};
use browser_tests::{Page, at_table, axe};
use referee::{Dice as _, Seeded};
use serde_json::{Value, json};

/// A match that bots have played to its end; the first seat is mine, the others are bots.
pub(crate) async fn finished(page: &Page, game: &str, scenario: &str, seed: u64) -> String {
    let shelf = shelf::Shelf::open(None).unwrap();
    let game = shelf.game(game).unwrap();
    let setup = referee::Setup { scenario: scenario.into(), options: vec![] };
    let (mut dice, mut thoughts) = (Seeded(seed), Seeded(seed + 1));
    thoughts.pick(6);
    let mut played = game.begin(&setup, &mut dice).unwrap();
    while let Some(seat) = played.awaits().seat() {
        let action = played.think(seat, "random", &mut thoughts).unwrap();
        played.play_text(seat, &action, &mut dice).unwrap();
    }
    let seats = game.scenarios().iter().find(|one| one.id == scenario).unwrap().seats.len();
    let wishes: Vec<Value> = (0..seats)
        .map(|n| if n == 0 { json!({ "kind": "me" }) } else { json!({ "kind": "bot", "name": "random" }) })
        .collect();
    let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(args) });
        const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.id";
    let id = page.see_with(script, json!({ "text": played.write(), "seats": wishes })).await;
    id.as_str().unwrap().to_owned()
}

/// What a careful printer would not let pass: a button outside the banner, a side named twice, one of what is more than one.
const UNKEMPT: &str = "const out = [];
    const frame = document.getElementById('banner').getBoundingClientRect();
    for (const button of document.querySelectorAll('#banner .btn')) { const r = button.getBoundingClientRect(); if (r.width && (r.right > frame.right || r.bottom > frame.bottom)) out.push(`cut: ${button.innerText}`); }
    const level = document.querySelector('.card.ending header p').innerText; if (/^(\\S+): \\1\\b/.test(level)) out.push(level);
    for (const row of document.querySelectorAll('.card.ending .e-points tr')) { const [points, unit] = [...row.querySelectorAll('td')].map((td) => td.innerText); if (points === '1' && /[^s]s$/.test(unit)) out.push(`${points} ${unit}`); }
    for (const fact of document.querySelectorAll('.card.ending .e-facts li')) if (/actions? left/.test(fact.innerText)) out.push(fact.innerText);
    return out";

#[test]
fn the_end_says_who_has_won_and_leads_on() {
    at_table("ending", async |house| {
        let page = house.visitor(SCREEN).await;
        for (game, scenario) in [("ford", "standard"), ("race-to-the-rhine", "three"), ("hurtgen-forest", "historical")]
        {
            let scenario = page.see_with("const shelf = await (await fetch('/api/shelf')).json(); const game = shelf.games.find((g) => g.id === args.game); return (game.scenarios.find((s) => s.id === args.scenario) ?? game.scenarios[0]).id", json!({ "game": game, "scenario": scenario })).await;
            let id = finished(&page, game, scenario.as_str().unwrap(), 11).await;
            page.goto(&format!("/table/{id}")).await;
            page.seated().await;
            page.until("the end is told", "return document.querySelector('.card.ending') !== null").await;
            let winner = page.ask("return known.update.awaits.winner", Value::Null).await;
            let head = page.text(".card.ending h2").await;
            let wanted = if winner == 0 {
                "You have won"
            } else if winner.is_null() {
                "A draw"
            } else {
                "You have lost"
            };
            assert_eq!(head, wanted);
            let scores = page.ask("return known.update.scene.scores.map((s) => String(s.points))", Value::Null).await;
            let shown = page.see("return [...document.querySelectorAll('.card.ending .e-points tr td:nth-child(2)')].map((td) => td.innerText)").await;
            assert_eq!(shown, scores, "the points");
            let why = page.ask("return [document.querySelector('.card.ending .e-why')?.innerText, known.kit.rules.find((rule) => rule.id === known.update.awaits.rule).text]", Value::Null).await;
            assert_eq!(why[0], why[1], "the rule that decided");
            let wrong = page.see(UNKEMPT).await;
            assert_eq!(wrong, json!([]), "{game}");
            if game == "hurtgen-forest" {
                page.until(
                    "score, judgement and luck are drawn",
                    "return document.querySelectorAll('.card.ending .e-curve').length === 3 && document.querySelectorAll('.card.ending .e-line').length === 6",
                )
                .await;
            }
            page.picture(&format!("ending-{game}")).await;
            let serious = axe::serious_in(&page, ".card.ending").await;
            assert!(serious.is_empty(), "{}", serious.join("\n"));
        }
        // A turning point is looked at, and back.
        page.click(".card.ending [data-turning]").await;
        page.until_known("the past is shown", "return known.past !== null", Value::Null).await;
        page.click("#banner [data-do=now]").await;
        page.until("the end is told again", "return document.querySelector('.card.ending') !== null").await;
        // Swapped sides: the bot has my seat now.
        let old = page.client.current_url().await.unwrap();
        page.click(".card.ending [data-ending=swap]").await;
        page.left(old.as_str()).await;
        page.seated().await;
        let seats = page.ask("return known.seats.map((seat) => seat.kind)", Value::Null).await;
        assert_eq!(seats, json!(["bot", "human"]));
    });
}

#[test]
fn the_end_fits_a_phone() {
    at_table("ending-phone", async |house| {
        let page = house.visitor(SCREEN).await;
        let first = page.see("const shelf = await (await fetch('/api/shelf')).json(); return shelf.games.find((g) => g.id === 'ford').scenarios[0].id").await;
        let id = finished(&page, "ford", first.as_str().unwrap(), 3).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        page.goto(&format!("/table/{id}")).await;
        page.seated().await;
        page.until("the end is told", "return document.querySelector('.card.ending') !== null").await;
        page.rest().await;
        page.picture("ending-phone").await;
        let outside = page.see("const r = document.querySelector('.card.ending').getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight").await;
        assert_eq!(outside, false, "the card is cut off");
        let under = page.see("return getComputedStyle(document.getElementById('banner')).display").await;
        assert_eq!(under, "none", "the banner lies under the card");
    });
}

#[test]
fn an_unknown_address_is_a_page() {
    at_table("lost", async |house| {
        let page = house.visitor(SCREEN).await;
        page.goto("/nothing/here").await;
        let words = page.text("main").await;
        assert!(words.contains("nothing at this address"), "{words}");
        page.picture("lost").await;
        page.click("a.accent").await;
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
    });
}

#[test]
fn an_uploaded_match_has_its_bot_again() {
    at_table("upload-bot", async |house| {
        let page = house.visitor(SCREEN).await;
        crate::common::begin(&page, "Ford", "bot", 0, "cautious").await;
        let text = page.ask("return await (await fetch(`/api/matches/${known.id}/file`)).text()", Value::Null).await;
        let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ text: args, seats: null }) });
            const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.seats.map((seat) => [seat.kind, seat.name, seat.yours])";
        let seats = page.see_with(script, text).await;
        assert_eq!(seats[1][0], "bot", "{seats}");
        assert_eq!(seats[1][1], "cautious", "{seats}");
        assert_eq!(seats[0][2], true, "{seats}");
    });
}
