//! The lobby: what my matches are about, names for them, giving up, seats of every kind at one table.

use crate::common::{SCREEN, begin};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Player, at_table};
use fantoccini::Locator;
use serde_json::{Value, json};

#[test]
fn my_matches_say_what_they_are_about() {
    at_table("lobby-mine", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "cautious").await;
        // What was taken back does not count.
        let asked = my_turn(&page).await;
        let mut player = Player::new(3);
        player.answer(&page, &asked, asked.about_things()[0]).await;
        let moved = my_turn(&page).await;
        page.click("#banner [data-do=undo]").await;
        taken(&page, moved.seq()).await;
        my_turn(&page).await;
        let stands = page.ask("return known.update.scene.banner.turn", Value::Null).await;
        let decisions = page.ask("return known.update.entries", Value::Null).await;
        // A link to it tells elsewhere what it leads to.
        let shared = page.see("return await (await fetch(location.href)).text()").await;
        let shared = shared.as_str().unwrap();
        let title = page.ask("return `${known.match.title}: ${known.match.scenario_title}`", Value::Null).await;
        assert!(shared.contains(&format!("og:title\" content=\"{}\"", title.as_str().unwrap())), "{shared}");
        assert!(shared.contains(&format!("og:description\" content=\"{}", stands.as_str().unwrap())), "{shared}");
        page.goto("/").await;
        page.until("the match is listed", "return document.querySelector('#mine .match') !== null").await;
        let row = page.text("#mine .match").await;
        for wanted in
            ["Hürtgen Forest", "cautious", "Your turn", stands.as_str().unwrap(), &format!("{decisions} decision")]
        {
            assert!(row.contains(wanted), "`{wanted}` is missing: {row}");
        }
        page.picture("lobby-mine").await;
        // It is given a name, and keeps it.
        page.click("#mine [data-tool=rename]").await;
        page.client.find(Locator::Css("#mine form input")).await.unwrap().send_keys("The long evening").await.unwrap();
        page.click("#mine form button.accent").await;
        page.until(
            "it has its name",
            "return document.querySelector('#mine .match b')?.innerText === 'The long evening'",
        )
        .await;
        page.client.refresh().await.unwrap();
        page.until("it keeps it", "return document.querySelector('#mine .match b')?.innerText === 'The long evening'")
            .await;
        // It is put away and taken back.
        page.click("#mine [data-tool=away]").await;
        page.until("it is put away", "return document.querySelector('#mine .match') === null").await;
        page.click("#mine [data-away]").await;
        page.click("#mine [data-tool=away]").await;
        page.until("it is back", "return document.querySelector('#mine .match') !== null && document.querySelector('#mine [data-away]') === null").await;
    });
}

#[test]
fn a_match_is_seen_at_a_glance_and_deleted_after_a_question() {
    at_table("lobby-glance", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "bot", 0, "cautious").await;
        my_turn(&page).await;
        let on_map =
            "return known.update.scene.counters.filter((c) => known.kit.spots[c.at].shape.kind !== 'box').length";
        let counters = page.ask(on_map, Value::Null).await;
        let table = page.client.current_url().await.unwrap().to_string();
        page.goto("/").await;
        let dots = "const g = document.querySelector('#mine [data-glance] svg'); return g?.querySelector('path[d*=h0]') ? g.querySelectorAll('rect[rx]').length : false";
        assert_eq!(page.until("the position is drawn", dots).await, counters, "not the counters that lie there");
        page.picture("lobby-glance").await;
        // Nothing is lost by a slip.
        page.click("#mine [data-tool=delete]").await;
        page.click("#mine [data-cancel]").await;
        page.until("it is still there", "return document.querySelector('#mine a.match') !== null").await;
        page.click("#mine [data-tool=delete]").await;
        page.click("#mine [data-tool=forget]").await;
        page.until("it is gone", "return document.querySelector('#mine .match') === null").await;
        page.client.goto(&table).await.unwrap();
        page.until(
            "the table knows no such match",
            "return document.querySelector('#curtain:not([hidden]) [role=alert]') !== null",
        )
        .await;
    });
}

#[test]
fn whoever_gives_up_has_lost() {
    at_table("resign", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "bot", 0, "random").await;
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        page.click("#panel [data-resign=ask]").await;
        page.click("#panel [data-resign=yes]").await;
        page.until_known("it is over", "return known.update.awaits.kind === 'over'", Value::Null).await;
        let head = page.until("the end is told", "return document.querySelector('.card.ending h2')?.innerText").await;
        assert_eq!(head, "You have lost");
        assert_eq!(
            page.ask("return [known.update.yours, known.update.offers.length, known.update.undo]", Value::Null).await,
            json!([false, 0, "no"])
        );
        // Also for those who come later, and in the list.
        page.client.refresh().await.unwrap();
        page.seated().await;
        page.until("the end is told again", "return document.querySelector('.card.ending h2') !== null").await;
        page.goto("/").await;
        let row = page.until("it is listed", "return document.querySelector('#mine .match')?.innerText").await;
        assert!(row.as_str().unwrap().contains("by resignation"), "{row}");
    });
}

#[test]
fn seats_are_mixed_freely() {
    at_table("mixed-seats", async |house| {
        let page = house.visitor(SCREEN).await;
        page.click("#shelf .game[aria-label='Race to the Rhine'] [data-way=bot]").await;
        page.until("the dialog is open", "return document.querySelector('#dialog[open] #new') !== null").await;
        // A long dialog is scrolled first: its button stays in sight and may lie over what is below.
        page.see("document.querySelector('#mixed').scrollIntoView({ block: 'center' })").await;
        page.click("#mixed summary").await;
        let names = page.see("return [...document.querySelectorAll('#mixed select')].map((s) => s.name)").await;
        assert_eq!(names.as_array().unwrap().len(), 3, "{names}");
        for (name, value) in names.as_array().unwrap().iter().zip(["me", "open", "bot medium"]) {
            let select =
                page.client.find(Locator::Css(&format!("#mixed [name='{}']", name.as_str().unwrap()))).await.unwrap();
            select.select_by_value(value).await.unwrap();
        }
        page.click("#new button.accent").await;
        page.until("there is a link", "return document.querySelector('#dialog input[readonly]')?.value").await;
        page.click("#dialog a.accent").await;
        page.seated().await;
        let seats = page.ask("return known.seats.map((seat) => seat.kind)", Value::Null).await;
        assert_eq!(seats, json!(["human", "open", "bot"]));
    });
}

#[test]
fn what_is_wrong_is_said_where_the_eye_is() {
    at_table("lobby-errors", async |house| {
        let page = house.visitor(SCREEN).await;
        let file = house.file("wrong.match");
        std::fs::write(&file, "this is no match").unwrap();
        let input = page.client.find(Locator::Css("#file")).await.unwrap();
        input.send_keys(file.to_str().unwrap()).await.unwrap();
        let far = page.until("the error is told", "const p = document.getElementById('file-trouble'); if (!p?.innerText) return false; const a = p.getBoundingClientRect(), b = document.getElementById('file').closest('label').getBoundingClientRect(); return { far: Math.abs(a.top - b.bottom) }").await;
        assert!(far["far"].as_f64().unwrap() < 60.0, "the error is {far} away from the button");
        // Talk: somebody without a name holds his seat all the same.
        page.client.refresh().await.unwrap();
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
        begin(&page, "Ford", "bot", 0, "random").await;
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        let seats = page.text("#panel .talk-seats").await;
        assert!(!seats.contains("open") && seats.contains("you"), "{seats}");
        // The same for a guest who has told nobody his name, and a seat that is open says so.
        let host = house.visitor(SCREEN).await;
        begin(&host, "Ford", "invite", 0, "").await;
        let link = host.until("a link", "return document.querySelector('#dialog input[readonly]')?.value").await;
        host.click("#dialog a.accent").await;
        host.seated().await;
        host.click("#panel [data-tab=talk]").await;
        let before = host.text("#panel .talk-seats").await;
        assert!(before.contains("open") && before.contains("you"), "{before}");
        let guest = house.visitor(SCREEN).await;
        guest.client.goto(link.as_str().unwrap()).await.unwrap();
        guest.seated().await;
        host.until(
            "somebody sits there",
            "return document.querySelector('#panel .talk-seats').innerText.includes('somebody')",
        )
        .await;
        let after = host.text("#panel .talk-seats").await;
        assert!(!after.contains("open"), "{after}");
    });
}

#[test]
fn ones_own_words_are_never_unread() {
    at_table("unread", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "bot", 0, "random").await;
        my_turn(&page).await;
        page.click("#panel [data-tab=talk]").await;
        page.client.find(Locator::Css("#panel form input")).await.unwrap().send_keys("Good luck\n").await.unwrap();
        page.until("it is said", "return document.getElementById('panel').innerText.includes('Good luck')").await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        let dot = page.see("return document.querySelector('#tab-talk.fresh') !== null").await;
        assert_eq!(dot, false, "one's own words are unread");
    });
}
