//! The turns of others: at any speed, skipped to my next decision, and told in a digest.

use crate::common::{SCREEN, begin, begin_scenario, sit_down, sit_down_against};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Player, at_slow_table, at_table, report};
use fantoccini::key::Key;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What others have done since I last decided: battles, and all decisions that left a word.
const SINCE: &str = "const mine = known.told.findLastIndex((t) => known.seats[t.seat].yours);
    const since = known.told.slice(mine + 1); const notes = since.flatMap((t) => t.notes);
    return { battles: notes.filter((n) => n.heading === 'battle').length, moves: new Set(notes.filter((n) => n.shows.kind === 'path').map((n) => n.shows.piece)).size, decisions: since.length }";

/// The same as the digest tells it.
const TOLD: &str = "const d = document.querySelector('.card.digest:not(.brief)'); return { battles: d.querySelectorAll('[data-digest=battle]').length, moves: Number(d.querySelector('[data-moved]')?.dataset.moved ?? 0), decisions: Number(d.querySelector('[data-decisions]').dataset.decisions) }";

#[test]
fn a_bots_turn_is_skipped_and_told_in_a_digest() {
    at_slow_table("skip", Duration::from_millis(1500), async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 1, "cautious").await;
        page.until_known("the bot has moved", "return known.update.entries > 2", Value::Null).await;
        // While others decide I read what they do, not their question.
        let banner = page.text("#banner").await;
        let theirs = page.ask("return known.update.awaits.question", Value::Null).await;
        assert!(
            !banner.contains(theirs.as_str().unwrap().trim_end_matches('.')),
            "their question is put to me: {banner}"
        );
        let last =
            page.ask("return known.told.flatMap((t) => t.notes).map((n) => n.text).slice(-4)", Value::Null).await;
        let said =
            last.as_array().unwrap().iter().any(|text| banner.contains(text.as_str().unwrap().trim_end_matches('.')));
        assert!(said, "the banner does not say what happens: {banner} instead of {last}");
        page.picture("turns-watching").await;
        let before = page.ask("window.updates = 0; known.socket.socket.addEventListener('message', (m) => { if (m.data.startsWith('{\"type\":\"update\"')) window.updates++; }); return known.update.entries", Value::Null).await.as_u64().unwrap();
        let begun = Instant::now();
        page.click("#banner [data-do=skip]").await;
        let asked = my_turn(&page).await;
        let took = begun.elapsed();
        let entries = page.ask("return known.update.entries", Value::Null).await.as_u64().unwrap();
        let updates = page.ask("return window.updates", Value::Null).await.as_u64().unwrap();
        report(&format!(
            "a bot's turn: {} decisions in {:.1} s and {updates} updates",
            entries - before,
            took.as_secs_f64()
        ));
        assert!(entries - before > 20, "{} decisions are no turn", entries - before);
        assert!(updates * 3 < entries - before, "{updates} updates for {} decisions", entries - before);
        // At a second and a half a decision it would have taken five times as long.
        assert!(
            took.as_millis() < u128::from(entries - before) * 300,
            "skipping {} decisions took {took:?}",
            entries - before
        );
        let wanted = page.ask(SINCE, Value::Null).await;
        page.until("the digest is there", "return document.querySelector('.card.digest:not(.brief)') !== null").await;
        page.rest().await;
        page.picture("digest").await;
        // The briefing makes room for it: all of the panel is in the window.
        let room = page.see("return [document.querySelector('.card.brief:not(.shut)') === null, document.getElementById('foot').getBoundingClientRect().bottom <= innerHeight + 1]").await;
        assert_eq!(room, json!([true, true]), "the briefing pushes the score out of the window");
        let told = page.see(TOLD).await;
        assert_eq!(told, wanted, "the digest and the log do not agree");
        let arrows = page.see("return document.querySelectorAll('#trails .digest-arrow').length").await;
        assert!(arrows.as_u64().unwrap() > 0, "nothing is drawn on the map");
        // It is there again after a reload, as for somebody who comes back; on a phone nothing else lies on its place.
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false });
        page.chrome("Emulation.setDeviceMetricsOverride", phone).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        page.until("the digest is there again", "return document.querySelector('.card.digest:not(.brief)') !== null")
            .await;
        let cards = "return [...document.querySelectorAll('.card.digest')].filter((c) => c.getBoundingClientRect().height > 1).length";
        assert_eq!(page.see(cards).await, 1, "two cards on one place");
        page.press(char::from(Key::Escape)).await;
        page.until("it is put away", "return document.querySelector('.card.digest:not(.brief)') === null && document.querySelectorAll('#trails .digest-arrow').length === 0").await;
        // The pace is the old one again.
        assert_eq!(
            page.see("const { settings } = await import('/js/settings.js'); return settings.pace").await,
            "watch"
        );
        drop(asked);
    });
}

/// Two attacks, each of which a German gun can answer.
const TWICE: &str = "support 0
    US 1/8 at 2202
    US 1/22 at 2208
    GE 275F at 2302
    GE 1/983 at 2308
    GE 275A at 2705
    US to attack";

#[test]
fn a_standing_order_answers_for_the_rest_of_the_phase_and_is_taken_back() {
    at_table("standing", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", TWICE, "").await;
        let mut player = Player::new(3);
        let mut asked_german = 0;
        for _ in 0..12 {
            let asked = my_turn(&page).await;
            if asked.over() || asked.word("phase").contains("movement") {
                break;
            }
            if asked.word("question").contains("Protective Fire") || asked.0["rule"] == "4.1.1.B.c" {
                asked_german += 1;
                page.click("#float [data-do=standing]").await;
                taken(&page, asked.seq()).await;
                page.until(
                    "the order stands in the banner",
                    "return document.querySelector('#banner [data-do=recall]') !== null",
                )
                .await;
                page.picture("standing-order").await;
                continue;
            }
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        assert_eq!(asked_german, 1, "the order did not answer: {:#?}", player.played);
    });
}

#[test]
fn an_order_is_seen_and_taken_back_while_others_decide_and_outlives_a_reload() {
    at_slow_table("recall", Duration::from_secs(3600), async |house| {
        let page = house.visitor(SCREEN).await;
        // The Germans are mine; the bot is pushed on by pressing S.
        sit_down_against(&page, "hurtgen-forest", TWICE, &["cautious", ""]).await;
        let order = "return document.querySelector('#banner [data-do=recall]')?.innerText ?? null";
        page.until("the bot is thinking", "return document.querySelector('#banner [data-do=skip]') !== null").await;
        page.press('s').await;
        let asked = my_turn(&page).await;
        assert_eq!(asked.word("rule"), "8.41", "Final Protective Fire is asked for: {}", asked.word("question"));
        page.click("#float [data-do=standing]").await;
        taken(&page, asked.seq()).await;
        // There may be a retreat or an advance to think about, before the bot decides again.
        let mut player = Player::new(3);
        while page.ask("return known.update.yours", Value::Null).await == true {
            let asked = my_turn(&page).await;
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        assert_ne!(page.see(order).await, Value::Null, "no order stands in the banner");
        page.client.refresh().await.unwrap();
        page.seated().await;
        page.until("it stands after a reload too", order).await;
        page.picture("standing-others").await;
        page.click("#banner [data-do=recall]").await;
        page.until("it is gone", "return document.querySelector('#banner [data-do=recall]') === null").await;
        // So the next attack asks again.
        for _ in 0..8 {
            if page.ask("return known.update.yours", Value::Null).await == false {
                page.press('s').await;
            }
            let again = my_turn(&page).await;
            if again.word("rule") == "8.41" {
                return;
            }
            let offer = player.eager(&again);
            player.answer(&page, &again, offer).await;
        }
        panic!("nobody asked again");
    });
}

/// Two steps are lost by a stack of two.
const LOSSES: &str = "US 115/29 at 1101
    US 115/29 chit 16/11/10
    GE VS1 at 1102
    GE 1157/363 at 1102
    GE 1157/363 chit 5/3/2
    US to attack";

#[test]
fn who_takes_the_losses_is_ordered_by_a_click() {
    at_table("losses", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "operation-grenade", LOSSES, "US attack 1102 with 115/29 ! 6,6").await;
        let asked = my_turn(&page).await;
        assert_eq!(asked.word("rule"), "9.85", "{}", asked.word("question"));
        page.click("#banner [data-do=always]").await;
        page.until(
            "it is pressed",
            "return document.querySelector('#banner [data-do=always][aria-pressed=true]') !== null",
        )
        .await;
        let offer = asked.which(|offer| offer["text"].as_str().unwrap().contains("1157/363"))[0];
        let thing = asked.offers()[offer]["about"].as_str().unwrap().to_owned();
        page.see_with(
            "const { pointAt } = await import('/js/pointing.js'); pointAt({ piece: Number(args.slice(1)) })",
            json!(thing),
        )
        .await;
        // The second step goes the same way by itself.
        page.until_known("both are lost", "return known.update.entries >= args + 2", asked.0["entries"].clone()).await;
        let lost = page.ask("return known.told.flatMap((t) => t.notes.map((n) => n.text)).filter((text) => text.includes('1157/363 loses a step')).length", Value::Null).await;
        assert_eq!(lost, 2);
        let words = page.text("#banner [data-do=recall]").await;
        assert!(words.contains("always 1157"), "{words}");
        page.picture("standing-losses").await;
        page.click("#banner [data-do=recall]").await;
        page.until("it is gone", "return document.querySelector('#banner [data-do=recall]') === null").await;
    });
}

#[test]
fn what_is_asked_about_is_in_view_every_time() {
    at_table("in-view", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 1, "cautious").await;
        page.see("const { set } = await import('/js/settings.js'); set('pace', 'at_once'); const { sendPace } = await import('/js/pace.js'); sendPace()").await;
        let (mut asked_about, mut seen) = (0, 0);
        let mut missed = vec![];
        for _ in 0..20 {
            let asked = my_turn(&page).await;
            if asked.over() || asked.word("phase").contains("movement") {
                break;
            }
            let spot = page.ask("const { spotOf } = await import('/js/state.js'); const spots = known.update.scene.focus.on.map(spotOf).filter((s) => s !== undefined && !known.places.isBox(s)); return spots[0] ?? null", Value::Null).await;
            if let Some(spot) = spot.as_u64() {
                asked_about += 1;
                if page.in_view(spot).await {
                    seen += 1;
                } else {
                    missed.push(asked.word("question").to_string());
                    page.picture(&format!("missed-{}", missed.len())).await;
                }
            }
            // Decline, or whatever comes first.
            if page.see("return document.querySelector('#float [data-do=confirm]:not([disabled])') !== null").await
                == true
            {
                page.click("#float [data-do=confirm]:not([disabled])").await;
                taken(&page, asked.seq()).await;
            } else {
                let mut player = Player::new(8);
                let offer = player.eager(&asked);
                player.answer(&page, &asked, offer).await;
            }
        }
        report(&format!("the German in a US turn: asked about a place {asked_about} times, in view {seen} times"));
        assert!(asked_about > 3, "the German was hardly asked");
        assert_eq!(seen, asked_about, "{missed:?}");
    });
}

/// Sends the least that can be answered: the end of a phase, nobody, the first place.
const LEAST: &str = "const { openingOf, send } = await import('/js/offers.js'); const { offers } = known.update;
    const ends = offers.findIndex((o) => o.ends !== null), none = offers.findIndex((o) => o.open?.kind === 'nothing'); const k = ends >= 0 ? ends : Math.max(none, 0);
    const open = await openingOf(k); const { wayTo } = await import('/js/editing.js'); choice.open = open;
    const pick = open.kind === 'nothing' ? 'nothing' : open.kind === 'amount' ? { amount: open.least } : open.kind === 'some' ? { some: open.of.slice(0, Math.max(open.must, open.least)) } : { path: wayTo(open.legs.find((l) => l.end).spot) };
    const [entries, seq, from] = [known.update.entries + 1, known.update.seq, performance.now()]; window.waited = null; send(k, pick);
    const look = () => { const { update } = known; if (update.seq !== seq && (update.awaits.kind === 'over' || (update.yours && !choice.sent))) window.waited = [update.entries - entries, performance.now() - from]; else setTimeout(look, 3); }; look()";

#[test]
fn a_whole_turn_at_once_is_short_and_its_digest_complete() {
    // At half a second a decision, as the table has it by itself, this would be a film of a minute.
    at_slow_table("whole-turn", Duration::from_millis(500), async |house| {
        let page = house.visitor(SCREEN).await;
        page.see("const { set } = await import('/js/settings.js'); set('pace', 'at_once'); set('forced', false)").await;
        begin_scenario(&page, "Hürtgen Forest", "free", "bot", 1, "cautious").await;
        let (mut decisions, mut waited, mut told) = (0, 0.0, 0);
        // The first Game-Turn: the Germans are set up, the Americans deploy, move and attack.
        loop {
            let asked = my_turn(&page).await;
            if asked.turn() > 0 {
                break;
            }
            let stretch = page.until("it is known how long it took", "return window.waited ??= [0, 0]").await;
            let others = stretch[0].as_u64().unwrap();
            decisions += others;
            waited += stretch[1].as_f64().unwrap();
            if others >= 20 {
                let wanted = page.ask(SINCE, Value::Null).await;
                page.until("the digest", "return document.querySelector('.card.digest:not(.brief)') !== null").await;
                let digest = page.see(TOLD).await;
                assert_eq!(digest, wanted, "the digest and the log do not agree");
                told += 1;
            }
            page.ask(LEAST, Value::Null).await;
            page.until("it is my turn again", "return window.waited").await;
        }
        report(&format!("a bot's whole turn at once: {decisions} decisions, waited {:.1} s in all", waited / 1000.0));
        assert!(decisions >= 60, "{decisions} decisions are no long turn");
        assert!(told >= 1, "there was no digest");
        assert!(waited < f64::from(u32::try_from(decisions).unwrap()) * 250.0, "waited {waited} ms for {decisions}");
    });
}

/// Pockets of one strength point each, on clear ground.
const POCKETS: &str =
    "105Pz N0113, 107Pz N0122, 112Pz N0128, 113Pz N0313, 136KG N0316, 159R N0319, 172KG N0322, 183VG N0325, 226 N0328,
    26Sec N0516, 331 N0519, 363VG N0522, 406 N0719, 416 N0722, 47 N0725, 49 N0728, 526R N0925, 70 N1128";
/// Of these 136KG, 172KG, 26Sec and 406 have one level only.
const WHOLE: [&str; 4] = ["136KG", "172KG", "26Sec", "406"];
/// Two of them stand in every third hex of every second column.
const ALLIES: &str = "US2Arm US3Arm US4Arm US5Arm US6Arm US7Arm US8Arm US9Arm US10Arm US11Arm US12Arm US13Arm US14Arm US16Arm US20Arm
    US1 US2 US3 US4 US5 US8 US9 US26 US28 US29 US30 US35 US36 US42 US44 US45 US63 US65 US66 US69 US70 US71 US75 US76 US78 US79 US80 US83
    US84 US86 US87 US89 US90 US94 US95 US97 US99 US100 US102 US103 US104 US106 Br7Arm Br11Arm BrGds Br4Arm Br6Gds Br8Arm Br34Arm
    Br3 Br5 Br15 Br43 Br49 Br50 Br51 Br53";

/// An Allied army among pockets that fall to any throw: it moves, attacks and advances, and the German is not asked before it has done.
fn mopping_up() -> String {
    let pockets = POCKETS.split(',').map(|pocket| {
        let (unit, hex) = pocket.trim().split_once(' ').unwrap();
        format!("GE {unit} at {hex} {}\n", if WHOLE.contains(&unit) { "" } else { "reduced" })
    });
    let hexes =
        (2..=12).step_by(2).flat_map(|column| (12..=27).step_by(3).map(move |row| format!("N{column:02}{row}")));
    let places = hexes.flat_map(|hex| [hex.clone(), hex]);
    let allies =
        ALLIES.split_ascii_whitespace().zip(places).map(|(unit, hex)| format!("AL {unit} at {hex} supplied\n"));
    let held = (10..=28).flat_map(|row| (1..=21).map(move |column| format!(" N{column:02}{row}")));
    let lines: String = pockets.chain(allies).collect();
    format!(
        "turn mar-1\nweather frost\nmsp AL 20\nAL holds{}\n{lines}GE SS1 at N3102\nGE SS2 at N3102\nGE 9Pz at N3202\nAL to move",
        held.collect::<String>()
    )
}

#[test]
fn a_turn_of_more_than_a_hundred_decisions_is_skipped_at_once() {
    // A bot so slow that nothing happens before the click; whoever skips does not wait for its pause either.
    at_slow_table("mopping-up", Duration::from_secs(60), async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down_against(&page, "road-to-the-rhine", &mopping_up(), &["medium", ""]).await;
        page.until("there is a way to skip", "return document.querySelector('#banner [data-do=skip]') !== null").await;
        // The time runs from the click to my own question with the digest beside it, as the page sees it.
        let clicked = "const entries = known.update.entries, from = performance.now(); window.skipped = null; document.querySelector('#banner [data-do=skip]').click();
            const look = () => { if (known.update.yours && document.querySelector('.card.digest:not(.brief)')) window.skipped = [known.update.entries - entries, performance.now() - from]; else setTimeout(look, 3); }; look()";
        page.ask(clicked, Value::Null).await;
        let skipped = page.until("it is my turn", "return window.skipped").await;
        let (decisions, took) = (skipped[0].as_u64().unwrap(), skipped[1].as_f64().unwrap() / 1000.0);
        report(&format!("one turn at once: {decisions} decisions in {took:.2} s"));
        assert!(decisions >= 111, "{decisions} decisions only");
        page.rest().await;
        page.picture("digest-of-a-long-turn").await;
        let wanted = page.ask(SINCE, Value::Null).await;
        assert_eq!(page.see(TOLD).await, wanted, "the digest and the log do not agree");
        assert_eq!(wanted["battles"], 18, "every pocket is attacked");
        // As the file of the match has it, too.
        let file = page.ask("return await (await fetch(`/api/matches/${known.id}/file`)).text()", Value::Null).await;
        let played = file.as_str().unwrap().lines().filter(|line| line.starts_with("AL ")).count();
        assert_eq!(wanted["decisions"], played, "what was played and what is told");
    });
}
