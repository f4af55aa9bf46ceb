//! What is said to a player and whether it can be read: names of places, months, what was won and lost, who profits.

use crate::common::{SCREEN, begin_scenario, sit_down};
use browser_tests::player::my_turn;
use browser_tests::{Page, Player, at_table};
use referee::{Opening, Seat, Seeded, Viewer};
use serde_json::{Value, json};
use shelf::LiveMatch;

#[test]
fn a_landing_names_its_beach_and_the_track_the_months_of_the_scenario() {
    at_table("said-dday", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "D-Day to the Rhine", "normandy", "hotseat", 0, "").await;
        my_turn(&page).await;
        let script = "const { title } = await import('/js/offers.js'); return known.update.offers.flatMap((o, i) => (o.label === 'land here' ? [title(i)] : []))";
        let titles = page.ask(script, Value::Null).await;
        assert_eq!(titles, json!(["Land here: Utah and Omaha", "Land here: Gold, Juno and Sword"]));
        let months = page
            .see("return [...document.querySelectorAll('#top .turns li')].map((li) => li.firstChild.textContent)")
            .await;
        assert_eq!(months, json!(["Jun", "Jul", "Aug"]));
    });
}

/// Points at an empty place, and reads the card about it.
async fn read_about(page: &Page, name: &str) -> String {
    let spot = page.ask("return known.kit.spots.findIndex((s) => s.called === args)", json!(name)).await;
    let (x, y) = page.reach(&format!("s{spot}")).await;
    page.point_at(x + 160.0, y + 120.0).await;
    page.point_at(x, y).await;
    let wait = "return document.querySelector('.hover-card')?.innerText.includes(args) ? document.querySelector('.hover-card').innerText : false";
    page.until_known("the card about it", wait, json!(name)).await.as_str().unwrap().to_owned()
}

#[test]
fn ports_and_fortresses_are_told_in_the_hover_card() {
    at_table("said-ports", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "scenario campaign
            month Jul
            phase 4
            clear
            Allied RP 9
            US1 at 0813
            LXXXIV at 0914";
        sit_down(&page, "dday-to-the-rhine", position, "").await;
        my_turn(&page).await;
        let about = read_about(&page, "Cherbourg").await;
        assert!(about.contains("port") && about.contains("fortress"), "{about}");
    });
}

/// A fight in Ford that leaves the loser no way out.
const LOST: (&str, &str) = (
    "US Able at 0204
    US Able chit 2
    US Baker at 0404
    US Charlie at 0302
    GE Anton at 0304
    GE Anton chit 2
    GE Dora at 0706
    support GE 0
    US to fight",
    "US attack Anton with Able ! 6",
);

#[test]
fn a_fight_in_the_log_names_who_was_lost() {
    at_table("said-lost", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "ford", LOST.0, LOST.1).await;
        my_turn(&page).await;
        page.click("#panel [data-tab=log]").await;
        let line = page.until("the fight", "return document.querySelector('#tabbody .l-battle')?.innerText").await;
        assert!(line.as_str().unwrap().contains("Anton is eliminated"), "{line}");
    });
}

/// The same after a move, with what follows, so that there is enough to tell.
const LOST_LATER: &str = "US move Charlie 0202
    US done
    US attack Anton with Able ! 6
    US stay";

#[test]
fn a_digest_says_once_who_was_lost() {
    at_table("said-once", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = LOST.0.replace("US to fight", "US to move");
        let facts: String = position.lines().map(|line| format!("  {}\n", line.trim())).collect();
        let played: String = LOST_LATER.lines().map(|line| format!("{}\n", line.trim())).collect();
        let text = format!("rhine match 1\ngame ford\nposition\n{facts}deal\n\n{played}");
        upload(&page, text, json!([{ "kind": "bot", "name": "random" }, { "kind": "me" }])).await;
        my_turn(&page).await;
        page.until("the digest", "return document.querySelector('.card.digest:not(.brief)') !== null").await;
        let told = page.text(".card.digest:not(.brief)").await;
        assert_eq!(told.matches("Anton is eliminated").count(), 1, "{told}");
    });
}

/// The German may answer this attack with a gun.
const ASKED: (&str, &str) = (
    "support 0
    US 1/8 at 2202
    US 2/8 at 2301
    GE 275F at 2302
    GE 275A at 2705
    US to attack",
    "US attack 275F with 1/8+2/8",
);

/// How the outcome that is best for whoever acts is coloured.
const BEST: &str = "const { outcomes } = choice.answer.forecast; const best = outcomes.filter((o) => o.ways).sort((a, b) => b.worth - a.worth)[0];
    const bar = [...document.querySelectorAll('.card.odds .bars > div')].find((b) => b.innerText.includes(best.label.split(',')[0])); return bar?.className.trim()";

#[test]
fn odds_are_coloured_for_whoever_is_asked_and_what_is_chosen_has_a_rim() {
    at_table("said-odds", async |house| {
        let page = house.visitor(SCREEN).await;
        // What leaves no choice would play itself while one looks.
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        let bars = "return choice.answer?.forecast && document.querySelector('.card.odds .bars') !== null";
        sit_down(&page, "hurtgen-forest", ASKED.0, "").await;
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, asked.which(|offer| offer["label"] == "attack")[0]).await;
        page.until_known("the odds", bars, Value::Null).await;
        assert_eq!(page.ask(BEST, Value::Null).await, "good", "for the attacker");
        // The same fight as the German sees it who is asked for his guns.
        sit_down(&page, "hurtgen-forest", ASKED.0, ASKED.1).await;
        my_turn(&page).await;
        page.until_known("the odds", bars, Value::Null).await;
        assert_eq!(page.ask(BEST, Value::Null).await, "bad", "for the defender");
        // Two may attack, and neither has to: who does has a rim.
        sit_down(&page, "ford", LOST.0, "").await;
        my_turn(&page).await;
        page.click_thing(&target(&page).await).await;
        page.until_known("the odds", bars, Value::Null).await;
        page.point_at(5.0, 500.0).await;
        let rims = "const on = getComputedStyle(document.querySelector('.card.odds')).getPropertyValue('--accent').trim(); const probe = document.createElement('i'); probe.style.color = on; document.body.append(probe); const accent = getComputedStyle(probe).color; probe.remove();
            return [...document.querySelectorAll('.card.odds button.pill[data-toggle]')].map((pill) => [pill.ariaPressed, getComputedStyle(pill).borderTopColor === accent])";
        assert_eq!(page.see(rims).await, json!([["true", true], ["true", true]]));
        page.click(".card.odds button.pill[data-toggle]").await;
        page.point_at(5.0, 500.0).await;
        page.until_known("one is left out", "return choice.chosen.size === 1", Value::Null).await;
        assert_eq!(page.see(rims).await, json!([["false", false], ["true", true]]));
    });
}

async fn target(page: &Page) -> String {
    let about = page.ask("return known.update.offers.find((o) => o.label === 'attack').about", Value::Null).await;
    about.as_str().unwrap().to_owned()
}

/// So long are the longest answers.
const LONG: &str = "Load 3 gas, 2 ammo and 2 food and send the truck on over two roads to Aachen";

#[test]
fn a_long_button_is_not_cut() {
    at_table("said-long", async |house| {
        let page = house.visitor(SCREEN).await;
        // What leaves no choice would play itself while one looks.
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        sit_down(&page, "hurtgen-forest", ASKED.0, "").await;
        let asked = my_turn(&page).await;
        Player::new(1).begin(&page, &asked, asked.which(|offer| offer["label"] == "attack")[0]).await;
        page.until("the card", "return document.querySelector('.card.odds footer .accent') !== null").await;
        // The card of a fight, and the one in which things are counted.
        for card in ["odds", "counts"] {
            let script = "const card = document.querySelector('#float > .card'); card.className = `card ${args.card}`;
                card.querySelector('footer').innerHTML = `<button class=\"btn quiet\">All</button><button class=\"btn accent\">${args.long}</button>`;
                const button = card.querySelector('.accent'); const [b, c] = [button.getBoundingClientRect(), card.getBoundingClientRect()];
                return [b.right <= c.right, b.left >= c.left, button.scrollWidth <= button.clientWidth + 1]";
            let whole = page.see_with(script, json!({ "card": card, "long": LONG })).await;
            assert_eq!(whole, json!([true, true, true]), "{card}");
        }
    });
}

/// A race of three as bots play it, up to where `wanted` likes what an entry of a seat told. With the place of that entry.
fn race_until(wanted: impl Fn(&dyn LiveMatch, Seat, &[String]) -> bool) -> Box<dyn LiveMatch> {
    let shelf = shelf::Shelf::open(None).unwrap();
    let game = shelf.game("race-to-the-rhine").unwrap();
    let setup = referee::Setup { scenario: "three".into(), options: vec![] };
    for seed in 0..40 {
        let (mut dice, mut thoughts) = (Seeded(seed), Seeded(seed + 100));
        let mut played = game.begin(&setup, &mut dice).unwrap();
        while let Some(seat) = played.awaits().seat() {
            let action = played.think(seat, "random", &mut thoughts).unwrap();
            let notes = played.play_text(seat, &action, &mut dice).unwrap();
            let texts: Vec<_> = notes.of(Viewer::Seat(Seat(0))).iter().map(|note| note.note.text.clone()).collect();
            if wanted(&*played, seat, &texts) {
                return played;
            }
        }
    }
    panic!("no such race in forty");
}

async fn upload(page: &Page, text: String, seats: Value) {
    let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(args) });
        const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.id";
    let id = page.see_with(script, json!({ "text": text, "seats": seats })).await;
    page.goto(&format!("/table/{}", id.as_str().unwrap())).await;
    page.seated().await;
}

/// What others have told since the first seat decided last.
fn since(played: &dyn LiveMatch) -> Vec<String> {
    let log = played.log(Viewer::Seat(Seat(0)), 0);
    let mine = log.iter().rposition(|entry| entry.seat == Seat(0)).map_or(0, |last| last + 1);
    log[mine..].iter().flat_map(|entry| &entry.notes).map(|note| note.note.text.clone()).collect()
}

#[test]
fn a_digest_of_the_race_tells_medals_and_trucks() {
    at_table("said-digest", async |house| {
        let page = house.visitor(SCREEN).await;
        let counted = |texts: &[String]| -> Vec<String> {
            let told = |text: &&String| text.contains("medal") || text.contains(" takes ") && text.contains(" truck");
            texts.iter().filter(told).cloned().collect()
        };
        let played = race_until(|played, _, _| {
            let mine = played.awaits().seat() == Some(Seat(0));
            let told = if mine { since(played) } else { vec![] };
            let has = |word: &str| counted(&told).iter().any(|text| text.contains(word));
            // Few enough to be told one by one.
            told.len() < 25 && has("medal") && has("truck")
        });
        let wanted = counted(&since(&*played));
        upload(
            &page,
            played.write(),
            json!([{ "kind": "me" }, { "kind": "bot", "name": "random" }, { "kind": "bot", "name": "random" }]),
        )
        .await;
        my_turn(&page).await;
        page.until("the digest", "return document.querySelector('.card.digest:not(.brief)') !== null").await;
        page.picture("digest-race").await;
        let told = page.text(".card.digest:not(.brief)").await;
        for text in wanted {
            assert!(told.contains(&text), "`{text}` is not in the digest: {told}");
        }
    });
}

#[test]
fn a_supply_check_is_shown_as_a_card() {
    at_table("said-check", async |house| {
        let page = house.visitor(SCREEN).await;
        let checks = |texts: &[String]| texts.iter().any(|text| text.contains("Stock is filled up"));
        // The entry that ended it must be one that is chosen by its name alone.
        let plain = |played: &dyn LiveMatch, seat: Seat| {
            let before = played.up_to(played.entries() - 1);
            let action = played.action(played.entries() - 1)?;
            let offer = before.offers(seat).iter().position(|offer| offer.text == action)?;
            let nothing = before.open(seat, u16::try_from(offer).ok()?).is_ok_and(|open| open == Opening::Nothing);
            nothing.then_some(offer)
        };
        let played = race_until(|played, seat, texts| checks(texts) && plain(played, seat).is_some());
        let last = played.entries() - 1;
        let offer = plain(&*played, played.decided(last).unwrap()).unwrap();
        upload(&page, played.up_to(last).write(), json!([{ "kind": "me" }, { "kind": "me" }, { "kind": "me" }])).await;
        let asked = my_turn(&page).await;
        let send = "known.socket.send({ type: 'play', seq: args.seq, offer: args.offer, pick: 'nothing' })";
        page.ask(send, json!({ "seq": asked.seq(), "offer": offer })).await;
        let card = page.until("the check is told", "return document.querySelector('.card.billed')?.innerText").await;
        page.picture("supply-check").await;
        let card = card.as_str().unwrap().to_lowercase();
        for words in ["supply check", "back from the roads", "into the allied stock", "grounded"] {
            assert!(card.contains(words), "`{words}` is not on the card: {card}");
        }
    });
}
