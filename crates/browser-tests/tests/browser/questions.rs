//! Every question shows what it is about and how it can be answered.

use crate::common::{PHONE, SCREEN, sit_down};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Page, Player, at_table};
use fantoccini::key::Key;
use serde_json::{Value, json};

/// The number of a hex among the spots of the kit.
async fn spot(page: &Page, name: &str) -> u64 {
    let found = page.ask("return known.kit.spots.findIndex((s) => s.name === args)", json!(name)).await;
    found.as_u64().unwrap_or_else(|| panic!("no spot {name}"))
}

/// Labels of the buttons by which offers can be answered at once.
async fn buttons(page: &Page) -> Vec<String> {
    let seen = page
        .see("return [...document.querySelectorAll('#float .menu [data-offer], #banner [data-offer]')].filter((b) => b.getBoundingClientRect().width > 0).map((b) => b.innerText.toLowerCase())")
        .await;
    seen.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
}

/// Able has driven Anton from 0304 and may follow.
const DRIVEN: (&str, &str) = (
    "US Able at 0303
    US Able chit 4
    US Baker at 0203
    GE Anton at 0304
    GE Anton chit 2
    GE Dora at 0706
    support GE 0
    US to fight",
    "US attack Anton with Able ! 6
    GE retreat Anton 0305",
);

#[test]
fn the_golden_hex_advances_and_staying_is_a_button() {
    at_table("golden-hex", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "ford", DRIVEN.0, DRIVEN.1).await;
        let asked = my_turn(&page).await;
        assert_eq!(asked.word("rule"), "6.6");
        page.rest().await;
        page.picture("question-advance").await;
        let shown = buttons(&page).await;
        assert!(shown.iter().any(|words| words.contains("stay")), "staying is no button: {shown:?}");
        let into = spot(&page, "0304").await;
        let lit = page.ask("return document.querySelectorAll('#tints .tint').length", Value::Null).await;
        assert_eq!(lit, 1, "the hex he can advance to is lit");
        page.click_thing(&format!("s{into}")).await;
        taken(&page, asked.seq()).await;
        let at = page.ask("const able = known.kit.faces.findIndex((f) => f.name === 'Able'); return known.update.scene.counters.find((c) => known.kit.faces[c.face].name === 'Able').at", Value::Null).await;
        assert_eq!(at, into, "the click on the golden hex was taken for staying");
    });
}

#[test]
fn a_question_about_one_unit_shows_its_answers() {
    at_table("ruse", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US Able at 0303
            US Baker at 0202
            GE Anton at 0706
            US to move";
        sit_down(&page, "ford", position, "").await;
        let asked = my_turn(&page).await;
        let mut player = Player::new(1);
        let able = asked.which(|offer| offer["text"].as_str().unwrap().contains("Able"))[0];
        player.begin(&page, &asked, able).await;
        let bridgehead = spot(&page, "0403").await;
        player.go_to(&page, asked.seq(), bridgehead).await;
        taken(&page, asked.seq()).await;
        let ruse = my_turn(&page).await;
        assert_eq!(ruse.word("rule"), "4.2");
        page.rest().await;
        page.picture("question-ruse").await;
        let answers = buttons(&page).await;
        for words in ["try the ruse", "rush the bridge"] {
            assert!(answers.iter().any(|shown| shown.contains(words)), "no button for `{words}`: {answers:?}");
        }
        // The odds of one of them, and back: the answers are there again.
        page.click("[data-offer='0']").await;
        page.until("the odds are shown", "return document.querySelector('.card.odds .bars') !== null").await;
        page.press(char::from(Key::Escape)).await;
        page.until_known("back", "return choice.offer === null", Value::Null).await;
        assert_eq!(buttons(&page).await.len(), 2, "after Back nothing is left to click");
    });
}

/// A German gun can answer this attack; a US one can join it.
const UNDER_FIRE: &str = "support 5
    US 1/8 at 2202
    US 2/8 at 2301
    US 44 at 1901
    GE 275F at 2302
    GE 275A at 2705
    US to attack";

#[test]
fn a_decision_brings_what_it_is_about_into_view_and_can_be_taken_back() {
    at_table("under-fire", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", UNDER_FIRE, "US attack 275F with 1/8+2/8").await;
        let target = spot(&page, "2302").await;
        let mut rules = vec![];
        // Guns and points are asked in one card, then the other side.
        for _ in 0..2 {
            let asked = my_turn(&page).await;
            rules.push(asked.word("question").to_string());
            page.until_known("the question is open", "return choice.open !== null", Value::Null).await;
            assert!(page.in_view(target).await, "`{}` is asked with its hex out of view", asked.word("question"));
            let words = page.see("return document.getElementById('banner').innerText + ' ' + document.getElementById('float').innerText").await;
            let words = words.as_str().unwrap();
            for name in ["1/8", "2/8", "275F", "2302"] {
                assert!(words.contains(name), "`{}` does not name {name}: {words}", asked.word("question"));
            }
            let undo = page.see("const b = document.querySelector('#banner [data-do=undo]'); return b !== null && b.getBoundingClientRect().width > 0").await;
            assert_eq!(undo, true, "`{}` leaves no button to take back", asked.word("question"));
            page.picture(&format!("question-fire-{}", rules.len())).await;
            if rules.len() == 2 {
                break;
            }
            // Looking about at the other end of the map while one answers.
            page.ask("known.board.view.lookAt(known.places.centre(0), 1.2)", Value::Null).await;
            page.rest().await;
            page.click("#float [data-do=confirm]").await;
            taken(&page, asked.seq()).await;
            page.until_known("the enemy is asked", "return known.update.viewer === 1 && !choice.sent", Value::Null)
                .await;
        }
        // The last is the enemy's.
        assert_eq!(page.ask("return known.update.viewer", Value::Null).await, 1, "{rules:?}");
        let tab = page.see("return document.querySelector('#panel [role=tab][aria-selected=true]').id").await;
        assert_eq!(tab, "tab-log", "what led to the question is hidden behind another tab");
        // On a phone the card lies over the banner: there is no key U, and still a way back.
        page.become_phone(PHONE.0, PHONE.1).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        page.until_known("the question is open", "return choice.open !== null", Value::Null).await;
        page.rest().await;
        page.picture("question-fire-phone").await;
        let undo = "return [...document.querySelectorAll('[data-do=undo]')].some((b) => { const r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)); })";
        assert_eq!(page.see(undo).await, true, "a phone has no way to take back");
        assert!(page.in_view(target).await, "a phone shows the card without its hex");
    });
}

#[test]
fn a_phase_that_cannot_end_says_why() {
    at_table("overstacked", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US 1/8 at 2202
            US 2/8 at 2302
            GE 275F at 2926
            US to move";
        sit_down(&page, "hurtgen-forest", position, "US move 1/8 2302").await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("question-overstacked").await;
        let banner = page.text("#banner").await;
        assert!(banner.contains("2302"), "the banner does not say where: {banner}");
        let crowded = spot(&page, "2302").await;
        let marked = page.ask("const [x, y] = known.places.centre(args).map((n) => Math.round(n * 100) / 100); return document.querySelector(`#marks .mark-crowded[transform=\"translate(${x} ${y})\"]`) !== null", json!(crowded)).await;
        assert_eq!(marked, true, "the crowded hex bears no mark");
        page.press('e').await;
        let rule = page
            .until("the rule is named", "return document.querySelector('[data-card=whynot] .chip')?.innerText")
            .await;
        assert_eq!(rule, "5.31.a");
    });
}

/// 275F is driven off, and the US may advance.
const WON: (&str, &str) = (
    "support 0
    US 1/8 at 2202
    US 2/8 at 2301
    GE 275F at 2302
    US to attack",
    "US attack 275F with 1/8+2/8 ! 1",
);

#[test]
fn an_advance_counts_no_points() {
    at_table("advance", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", WON.0, WON.1).await;
        let mut player = Player::new(1);
        let mut asked = my_turn(&page).await;
        while asked.word("rule") != "7.91" {
            assert!(["7.7", "7.81"].contains(&asked.word("rule")), "{asked:?}");
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
            asked = my_turn(&page).await;
        }
        let offer = asked.about_things()[0];
        player.begin(&page, &asked, offer).await;
        page.rest().await;
        page.picture("question-advance-hurtgen").await;
        assert_eq!(
            page.see("return document.querySelectorAll('#tints text').length").await,
            0,
            "figures without a meaning"
        );
        let banner = page.text("#banner").await;
        assert!(!banner.contains(" used, "), "{banner}");
    });
}

#[test]
fn what_passes_is_said_where_no_card_lies() {
    at_table("toasts", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", UNDER_FIRE, "US attack 275F with 1/8+2/8").await;
        my_turn(&page).await;
        page.until("the card is open", "return document.querySelector('#float .card [data-do=confirm]') !== null")
            .await;
        for text in [
            "Short.",
            "A sentence that is as long as what is told of a fight with four guns and five points of support.",
        ] {
            let over = page.see_with("const { toast } = await import('/js/notes.js'); toast('', args); await new Promise((next) => setTimeout(next, 50));
                const t = document.querySelector('#toast .say').getBoundingClientRect();
                return [...document.querySelectorAll('#float .card:not(.hover-card), #banner')].map((e) => e.getBoundingClientRect()).some((o) => o.left < t.right && o.right > t.left && o.top < t.bottom && o.bottom > t.top)", json!(text)).await;
            assert_eq!(over, false, "`{text}` covers a card");
        }
    });
}

/// Grosshau is free, and nobody stands between it and the west edge.
#[test]
fn lines_are_drawn_as_lines() {
    at_table("lines", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", "US 1/8 at 2202\nGE 275F at 2907\nUS to move", "").await;
        page.click("#rail [data-overlay=lines]").await;
        let drawn = page
            .until(
                "there are lines",
                "return document.querySelector('#zones .supply-lines path')?.getAttribute('d').split('M').length - 1",
            )
            .await;
        let towns = page.ask("const refs = await known.socket.overlay('lines', null); return refs.filter((ref) => ref === null).length", Value::Null).await;
        assert_eq!(drawn, towns, "as many lines as towns that have one");
        // Every line ends in the first column.
        let ends = page.ask("const refs = await known.socket.overlay('lines', null); const west = Math.min(...known.kit.spots.filter((s) => s.shape.kind === 'hex').map((s) => s.at[0]));
            return refs.every((ref, i) => i + 1 < refs.length && refs[i + 1] !== null || !refs.slice(0, i).includes(null) || known.kit.spots[Number(ref.slice(1))].at[0] < west + 5)", Value::Null).await;
        assert_eq!(ends, true, "a line does not reach the west edge");
        assert!(page.text("[data-card=legend]").await.contains("lines it comes by"));
        page.rest().await;
        page.picture("lines").await;
    });
}

#[test]
fn a_question_at_the_edge_of_the_map_shows_no_bare_table() {
    at_table("edge", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", UNDER_FIRE, "").await;
        my_turn(&page).await;
        // The outermost hexes, each brought into view from the whole map as a question about it does.
        let bare = page.ask("const { view } = known.board; const bare = [];
            const hexes = known.kit.spots.map((s, i) => [i, ...s.at]).filter(([i]) => !known.places.isBox(i));
            const corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([a, b]) => hexes.toSorted((p, q) => a * p[1] + b * p[2] - a * q[1] - b * q[2])[0][0]);
            for (const spot of corners) {
              view.fit?.(); view.lookAt([0, 0], 0.3); await new Promise((next) => setTimeout(next, 300));
              view.bring([known.places.centre(spot)], { margin: 70, least: 0.7, near: 0.95 });
              await new Promise((next) => setTimeout(next, 700));
              const [left, top, wide, high] = view.sheet; const stage = document.getElementById('stage').getBoundingClientRect();
              const [l, t] = view.toScreen([left, top]), [r, b] = view.toScreen([left + wide, top + high]);
              if (l > 40 || t > 110 || r < stage.width - 40 || b < stage.height - 40) bare.push([known.kit.spots[spot].name, l, t, r - stage.width, b - stage.height].map((v) => (typeof v === 'number' ? Math.round(v) : v)));
              const free = view.isFree(known.places.centre(spot), 20); if (!free) bare.push(`${known.kit.spots[spot].name} is not in view`);
            }
            return bare", Value::Null).await;
        assert_eq!(bare, json!([]), "bare table beside the map: left, top, right, bottom");
    });
}

#[test]
fn what_was_told_before_leads_nobody_away_from_a_newer_question() {
    at_table("led-away", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", UNDER_FIRE, "").await;
        my_turn(&page).await;
        page.rest().await;
        // Somebody walks at the other end of the map while the next question is already there.
        let moved = page.ask("const { animate } = await import('/js/notes.js'); const { view } = known.board;
            const gun = known.update.scene.counters.find((c) => known.kit.faces[c.face].key === '275A'); const far = known.kit.spots.findIndex((s) => s.name === '0525');
            view.lookAt(known.places.centre(known.kit.spots.findIndex((s) => s.name === '2302')), 0.95); await new Promise((next) => setTimeout(next, 600));
            const before = [view.x, view.y].map(Math.round);
            const note = { text: 'It walks.', shows: { kind: 'path', piece: gun.piece, spots: [far] }, heading: null, luck: null, rule: '7.0', passing: false };
            const roll = { ...note, text: 'Die 1.', shows: { kind: 'roll', sides: 6, face: 1, dice: [{ sides: 6, face: 1 }], cell: null } };
            const walking = animate([{ entry: 0, seat: 1, notes: [roll, note] }], new Map(), new Map(), 1);
            known.update = { ...known.update, seq: known.update.seq + 1 };
            await walking; await new Promise((next) => setTimeout(next, 600));
            const after = [view.x, view.y].map(Math.round); return [before, after]", Value::Null).await;
        assert_eq!(moved[0], moved[1], "the map flew away");
    });
}

/// One enemy must be attacked; another, far below, may be bombarded.
const DUE: &str = "support 0
    US 1/8 at 2202
    US 44 at 1908
    GE 275F at 2302
    GE 1/983 at 2012
    US to attack";

#[test]
fn what_has_to_be_done_is_in_view_before_what_may_be_done() {
    at_table("due-in-view", async |house| {
        let page = house.visitor(crate::common::PHONE).await;
        sit_down(&page, "hurtgen-forest", DUE, "").await;
        my_turn(&page).await;
        let due = "const { spotOf } = await import('/js/state.js'); return known.shown.scene.due.on.map(spotOf)[0]";
        let due = page.ask(due, Value::Null).await.as_u64().unwrap();
        // Whoever looks at what may be done is led back by the next question.
        let away = "const { leadToDecision } = await import('/js/leading.js'); const other = known.update.offers.find((o) => o.label === 'bombard' && known.kit.faces[known.update.scene.counters.find((c) => `p${c.piece}` === o.about).face].name !== '275F').about;
            known.board.view.lookAt(known.places.centre(known.update.scene.counters.find((c) => `p${c.piece}` === other).at), 1, [0.5, 0.4], false);
            const before = known.board.view.isFree(known.places.centre(args), 20); leadToDecision(); return before";
        assert_eq!(page.ask(away, due.into()).await, false, "it was in view all the time");
        assert!(page.in_view(due).await, "what has to be attacked is out of view");
    });
}
