//! Road to the Rhine: an impulse of the Bulge, a drop of Market-Garden, plots that nobody else sees, and a table that
//! carries two maps.

use crate::common::{SCREEN, begin_scenario, invite, listen, sit_down, sit_down_at};
use crate::pace::{PAN, ZOOM, weight};
use browser_tests::player::{Asked, asked, my_turn, taken};
use browser_tests::{Page, Player, at_table, report};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Instant;

const GAME: &str = "Road to the Rhine";
const ID: &str = "road-to-the-rhine";

/// The first offer whose text begins so.
fn saying(asked: &Asked, text: &str) -> usize {
    let found = asked.which(|offer| offer["text"].as_str().is_some_and(|it| it.starts_with(text)));
    *found.first().unwrap_or_else(|| panic!("{text} is not offered: {:#?}", asked.0))
}

/// Whether such an offer is there.
fn can(asked: &Asked, text: &str) -> bool {
    !asked.which(|offer| offer["text"].as_str().is_some_and(|it| it.starts_with(text))).is_empty()
}

async fn spot(page: &Page, name: &str) -> u64 {
    page.ask("return known.kit.spots.findIndex((s) => s.name === args)", json!(name)).await.as_u64().unwrap()
}

/// Answers an offer that wants one hex of the map with this one.
async fn choose_hex(page: &Page, player: &mut Player, asked: &Asked, offer: usize, name: &str) {
    player.begin(page, asked, offer).await;
    let hex = spot(page, name).await;
    page.click_thing(&format!("s{hex}")).await;
    page.until_known(
        "the hex is chosen",
        "return known.update.seq !== args.seq || choice.sent || choice.chosen.has(`s${args.hex}`) || choice.path.at(-1) === args.hex",
        json!({ "seq": asked.seq(), "hex": hex }),
    )
    .await;
    if page.ask("return known.update.seq === args && !choice.sent", json!(asked.seq())).await == true {
        page.click("#float [data-do=confirm]:not([disabled]), #banner [data-do=confirm]:not([disabled])").await;
    }
    taken(page, asked.seq()).await;
}

/// Answers an offer that may stay empty with nobody.
async fn nobody(page: &Page, player: &mut Player, asked: &Asked) {
    player.begin(page, asked, 0).await;
    page.click("#float [data-do=confirm]:not([disabled]), #banner [data-do=confirm]:not([disabled])").await;
    taken(page, asked.seq()).await;
}

/// Where a unit stands, by its name.
async fn stands(page: &Page, unit: &str) -> String {
    let script = "const c = known.update.scene.counters.find((c) => known.kit.faces[c.face].key === args); return c ? known.kit.spots[c.at].name : ''";
    page.ask(script, json!(unit)).await.as_str().unwrap().to_owned()
}

/// Clear weather, so that somebody can fly: the 28th in front of Bastogne, a German fighter-bomber, an Allied reserve.
const BULGE: &str = "
    scenario bulge
    turn dec-3
    weather clear
    msp GE 14
    msp AL 5
    GE Lehr at N2226 supplied
    GE 26VG at N2126
    GE 911AG at N2126 supplied
    GE JD1 at N2325 ready
    AL US28 at N2025 reduced
    AL US7Arm at N1821 reserve supplied
    AL US101 at N1424
    GE to move";

#[test]
fn a_german_impulse_of_the_bulge_is_played_by_clicks() {
    at_table("road-bulge", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut player = Player::new(16);
        sit_down(&page, ID, BULGE, "").await;
        // Movement: the armor comes up behind the infantry.
        let now = my_turn(&page).await;
        assert_eq!(now.word("rule"), "7.a");
        choose_hex(&page, &mut player, &now, saying(&now, "move Lehr"), "N2126").await;
        assert_eq!(stands(&page, "Lehr").await, "N2126");
        let now = my_turn(&page).await;
        player.answer(&page, &now, saying(&now, "done")).await;
        let mut now = my_turn(&page).await;
        if now.word("rule") == "9.a" {
            nobody(&page, &mut player, &now).await;
            now = my_turn(&page).await;
        }
        // The attack is declared with its odds in sight; then aircraft.
        assert_eq!(now.word("rule"), "11.a");
        player.begin(&page, &now, saying(&now, "attack N2025")).await;
        player.finish(&page, now.seq(), saying(&now, "attack N2025")).await;
        let now = my_turn(&page).await;
        let arrows = "return known.update.scene.arrows.filter((a) => a.recipe === args).length";
        assert!(page.ask(arrows, json!("attack")).await.as_u64() >= Some(1), "the attack is drawn");
        player.answer(&page, &now, saying(&now, "done")).await;
        let now = my_turn(&page).await;
        assert_eq!(now.word("rule"), "10.A.5");
        player.answer(&page, &now, saying(&now, "support N2025")).await;
        assert!(page.ask(arrows, json!("mission")).await.as_u64() >= Some(1), "the mission is drawn");
        page.rest().await;
        page.picture("road-air").await;
        // Everything that follows, as the dice want it, until the Allied reserve has answered.
        let (mut seen, mut answered) = (BTreeSet::new(), false);
        for _ in 0..60 {
            let now = my_turn(&page).await;
            if now.over() || now.word("rule") == "4.e" || now.word("rule") == "seq.2" {
                break;
            }
            let rule = now.word("rule").to_owned();
            let offer = match rule.as_str() {
                "16.a" => saying(&now, "go-on"),
                "13.a" if !answered => {
                    answered = true;
                    saying(&now, "move US7Arm")
                }
                "11.f" | "15.d" if can(&now, "resolve") => saying(&now, "resolve"),
                "10.A.5" | "14.b" | "11.f" | "13.a" => saying(&now, "done"),
                _ => player.eager(&now),
            };
            seen.insert(rule);
            player.answer(&page, &now, offer).await;
        }
        for rule in ["11.f", "16.a", "13.a"] {
            assert!(seen.contains(rule), "{rule} was never asked: {seen:?} {:#?}", player.played);
        }
        assert!(answered && stands(&page, "US7Arm").await != "N1821", "the reserve has moved");
        // The log tells a fight as a fight: who against whom, the die, the result.
        page.click("#panel .tabs [data-tab=log]").await;
        let fights = page
            .see("return [...document.querySelectorAll('#panel .l-battle')].map((e) => e.innerText).join(' | ')")
            .await;
        let fights = fights.as_str().unwrap();
        assert!(fights.contains("against US28"), "the log tells no fight: {fights}");
        report(&format!("Road to the Rhine, an impulse of the Bulge: {} clicked decisions", player.played.len()));
    });
}

#[test]
fn a_bid_a_retreat_and_an_advance_are_played_by_clicks() {
    at_table("road-exchange", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut player = Player::new(3);
        let position = "
            scenario bulge
            turn dec-3
            weather winter-storm
            GE Lehr at N2126 reduced supplied
            GE 26VG at N2126
            GE 911AG at N2126 supplied
            AL US28 at N2025 reduced
            AL US101 at N1424
            declared N2025 with Lehr+26VG+911AG
            GE to attack";
        sit_down(&page, ID, position, "GE resolve N2025 ! 2").await;
        let now = my_turn(&page).await;
        assert_eq!(now.word("rule"), "11.B.DX.a", "{:#?}", now.0);
        // What the question is about is in view and in words.
        let focus = page.ask("return known.update.scene.focus.text", Value::Null).await;
        assert!(focus.as_str().unwrap().contains("US28"), "{focus}");
        assert!(page.in_view(spot(&page, "N2025").await).await, "the battle is in view");
        page.rest().await;
        page.picture("road-bid").await;
        nobody(&page, &mut player, &now).await;
        let mut rules = vec![];
        for _ in 0..12 {
            let now = my_turn(&page).await;
            if now.over() || !["11.C.a", "11.D.b", "11.E.b"].contains(&now.word("rule")) {
                break;
            }
            rules.push(format!("{} {}", now.word("rule"), now.word("question")));
            let offer = match now.word("rule") {
                "11.E.b" if rules.len() > 6 => saying(&now, "done"),
                _ => player.eager(&now),
            };
            player.answer(&page, &now, offer).await;
        }
        let asked = |words: &str| rules.iter().any(|rule| rule.contains(words));
        assert!(asked("first hex") && asked("second hex") && asked("Advance"), "{rules:#?}");
        assert_ne!(stands(&page, "US28").await, "N2025");
    });
}

/// From the beginning of Market-Garden to the first question of the Allied player-turn; the 82nd is plotted for Nijmegen.
async fn plot(ally: &Page, german: &Page, player: &mut Player) {
    let now = my_turn(ally).await;
    if now.word("rule") == "30.C.a" {
        player.answer(ally, &now, saying(&now, "deploy-rest")).await;
        let now = my_turn(ally).await;
        player.answer(ally, &now, saying(&now, "done")).await;
    }
    for _ in 0..60 {
        let (one, two) = (asked(ally).await, asked(german).await);
        if one.0["yours"] == true && one.word("rule") == "21.A.5.a" {
            if can(&one, "plot US82") {
                let drop = one.which(|offer| offer["label"] == "Plot a drop")[0];
                choose_hex(ally, player, &one, drop, "N2611").await;
            } else {
                let none = one.which(|offer| offer["label"] == "No drop")[0];
                player.answer(ally, &one, none).await;
            }
        } else if two.0["yours"] == true && two.word("rule") == "30.C.a" {
            let text = if can(&two, "deploy-rest") { "deploy-rest" } else { "done" };
            player.answer(german, &two, saying(&two, text)).await;
        } else if one.0["yours"] == true && one.word("rule") == "seq.2" {
            return;
        } else {
            ally.rest().await;
        }
    }
    panic!("the set-up never ends: {:#?}", asked(ally).await.0);
}

/// What is marked as a drop on a page.
async fn drops(page: &Page) -> Vec<String> {
    let script =
        "return known.update.scene.marks.filter((m) => m.recipe === 'drop').map((m) => known.kit.spots[m.at].name)";
    let found = page.ask(script, Value::Null).await;
    found.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_drop_of_market_garden_is_plotted_in_secret_and_flown() {
    at_table("road-drop", async |house| {
        let (ada, ben, eve) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        listen(&ben).await;
        invite(&ada, &ben, GAME, 0).await;
        listen(&eve).await;
        eve.client.goto(ada.client.current_url().await.unwrap().as_str()).await.unwrap();
        eve.seated().await;
        let mut player = Player::new(9);
        plot(&ada, &ben, &mut player).await;
        let seq = asked(&ada).await.seq();
        for page in [&ben, &eve] {
            page.until_known("all see the same", "return known.update.seq >= args", json!(seq)).await;
        }
        assert_eq!(drops(&ada).await, ["N2611"], "Ada sees her own plot");
        assert!(drops(&ben).await.is_empty() && drops(&eve).await.is_empty(), "nobody else does");
        for page in [&ben, &eve] {
            let heard = page.see("return window.heard.join('\\n')").await;
            let heard = heard.as_str().unwrap();
            assert!(heard.contains("have plotted"), "they know that plots were made");
            for secret in ["is plotted", "plot US82", "\"recipe\":\"drop\""] {
                assert!(!heard.contains(secret), "told over the socket: {secret}");
            }
        }
        ada.rest().await;
        ada.picture("road-plot").await;
        // One map is shown, not two.
        let low = ada.ask("return known.board.view.sheet[1] + known.board.view.sheet[3]", Value::Null).await;
        let south = ada.ask("return known.kit.spots.find((s) => s.name === 'S2005').at[1]", Value::Null).await;
        assert!(low.as_f64() < south.as_f64(), "the south map is cut off");
        // The first impulse: nobody moves or flies, the 82nd drops.
        let mut dropped = false;
        for _ in 0..60 {
            let (one, two) = (asked(&ada).await, asked(&ben).await);
            let (page, now) = if one.0["yours"] == true { (&ada, one) } else { (&ben, two) };
            if now.0["yours"] != true {
                ada.rest().await;
                continue;
            }
            match now.word("rule") {
                "11.a" if dropped => break,
                "11.a" if can(&now, "drop US82") => {
                    dropped = true;
                    player.answer(page, &now, saying(&now, "drop US82")).await;
                }
                "5.D.2.c" | "9.a" => nobody(page, &mut player, &now).await,
                _ => player.answer(page, &now, saying(&now, "done")).await,
            }
        }
        assert!(dropped, "{:#?}", player.played);
        assert_eq!(stands(&ada, "US82").await, "N2611");
        let seq = asked(&ada).await.seq();
        ben.until_known("he sees it too", "return known.update.seq >= args", json!(seq)).await;
        assert_eq!(stands(&ben, "US82").await, "N2611");
        ada.rest().await;
        ada.picture("road-drop").await;
    });
}

#[test]
fn two_maps_are_light_and_travelled_quickly() {
    at_table("road-pace", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, GAME, "campaign", "hotseat", 0, "").await;
        // As somebody meets it who follows a link.
        crate::pace::forget(&page).await;
        let table = page.client.current_url().await.unwrap();
        page.client.goto("about:blank").await.unwrap();
        let begun = Instant::now();
        page.client.goto(table.as_str()).await.unwrap();
        page.seated().await;
        let (bytes, seconds) = (weight(&page).await, begun.elapsed().as_secs_f64());
        report(&format!("table of the whole campaign: {:.0} KB over the wire, {seconds:.1} s", bytes as f64 / 1024.0));
        assert!(bytes > 100 * 1024, "the measure sees nothing: {bytes}");
        assert!(bytes < 700 * 1024, "the largest table weighs {bytes} bytes");
        for (name, keys) in [("far", "0"), ("mid", "0++++"), ("near", "0++++++++")] {
            for key in keys.chars() {
                page.press(key).await;
                page.rest().await;
            }
            page.picture(&format!("road-{name}")).await;
        }
        for (name, script) in [("panning", PAN), ("zooming", ZOOM)] {
            let trace = page.ask(script, Value::Null).await;
            let mut frames: Vec<f64> = trace.as_array().unwrap().iter().map(|ms| ms.as_f64().unwrap()).collect();
            frames.sort_by(f64::total_cmp);
            report(&format!(
                "{name} over both maps: median frame {:.1} ms, 95 % {:.1} ms, worst {:.1} ms, {} frames, without a graphics card",
                frames[frames.len() / 2],
                frames[frames.len() * 95 / 100],
                frames[frames.len() - 1],
                frames.len()
            ));
            assert!(frames.len() > 50);
        }
        // Quick travel: the overview, and a list to jump from.
        page.click("#panel [data-tab=units]").await;
        let rosters = page.see("return document.querySelectorAll('#tabbody .u-list').length").await;
        assert!(rosters.as_u64() > Some(2), "there are lists to jump from");
    });
}

#[test]
fn the_bulge_shows_both_maps_and_the_lists_jump() {
    at_table("road-lists", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down_at(&page, ID, "scenario bulge +placed\ndeal", "").await;
        let now = my_turn(&page).await;
        assert!(["21.C.b", "seq.2"].contains(&now.word("rule")), "{:#?}", now.0);
        let whole = page.ask("return known.board.view.sheet.join() === known.kit.sheet_box.join()", Value::Null).await;
        assert_eq!(whole, true, "both maps are shown");
        page.click("#panel [data-tab=units]").await;
        page.click("#tabbody [data-find]").await;
        page.rest().await;
        page.picture("road-bulge").await;
    });
}
