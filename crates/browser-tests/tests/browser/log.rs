//! The log: one order, headings, one line a combat, and luck that belongs to whoever attacked.

use crate::common::{SCREEN, begin, sit_down};
use browser_tests::player::my_turn;
use browser_tests::{Player, at_table, report};
use referee::Seeded;
use serde_json::{Value, json};

/// 1/8 with 2/8 drives 275F back; the German answers for his guns, so that he is the last who was asked.
const FOUGHT: (&str, &str) = (
    "support 0
    US 1/8 at 2202
    US 2/8 at 2301
    GE 275F at 2302
    GE 275A at 2705
    US to attack",
    "US attack 275F with 1/8+2/8
    GE fpf none ! 6",
);

#[test]
fn a_combat_is_one_line_and_its_die_is_the_attackers() {
    at_table("log", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", FOUGHT.0, FOUGHT.1).await;
        my_turn(&page).await;
        page.click("#panel [data-tab=log]").await;
        page.rest().await;
        page.picture("log-combat").await;
        let lines = page.see("return [...document.querySelectorAll('#tabbody .l-battle')].map((l) => ({ text: l.innerText, badge: l.querySelector('.badge')?.innerText ?? '', die: l.querySelectorAll('.die').length }))").await;
        assert_eq!(lines.as_array().unwrap().len(), 1, "a combat is no line by itself: {lines}");
        let result = page.ask("const cell = known.told.flatMap((t) => t.notes).map((n) => n.shows.cell).find(Boolean); return known.kit.charts[cell.chart].rows[cell.row].cells[cell.column]", Value::Null).await;
        assert_eq!(lines[0]["badge"], result, "the line does not show its result: {lines}");
        assert_eq!(lines[0]["die"], 1);
        for name in ["1/8", "2/8", "275F"] {
            assert!(lines[0]["text"].as_str().unwrap().contains(name), "{lines}");
        }
        // It unfolds.
        page.click("#tabbody .l-battle [data-unfold]").await;
        let parts =
            page.until("it unfolds", "return document.querySelectorAll('#tabbody .l-battle .l-row').length").await;
        assert!(parts.as_u64().unwrap() >= 2, "{parts}");
        // The German answered last, and the die was the Americans'.
        let luck =
            page.see("const { luck } = await import('/js/notes.js'); return luck().map((side) => side.dice)").await;
        assert_eq!(luck, json!([1, 0]), "the die is credited to the wrong side");
        // A good result for the attacker is good luck for him, though the die was low or high.
        let [good, worth] = ["const { luck } = await import('/js/notes.js'); return luck()[0].deviations > 0", "const note = known.told.flatMap((t) => t.notes).find((n) => n.luck); return note.luck.got * note.luck.of > note.luck.sum"].map(String::from);
        assert_eq!(page.see(&good).await, page.ask(&worth, Value::Null).await);
    });
}

#[test]
fn a_long_log_is_appended_to_and_not_built_again() {
    at_table("long-log", async |house| {
        let page = house.visitor(SCREEN).await;
        // Bots play until there is much to tell.
        let shelf = shelf::Shelf::open(None).unwrap();
        let game = shelf.game("hurtgen-forest").unwrap();
        let setup = referee::Setup { scenario: "historical".into(), options: vec![] };
        let (mut dice, mut thoughts) = (Seeded(5), Seeded(6));
        let mut long = game.begin(&setup, &mut dice).unwrap();
        for _ in 0..1500 {
            let Some(seat) = long.awaits().seat() else { break };
            let action = long.think(seat, "random", &mut thoughts).unwrap();
            long.play_text(seat, &action, &mut dice).unwrap();
        }
        let script = "const answer = await fetch('/api/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ text: args, seats: null }) });
            const read = await answer.json(); if (!answer.ok) throw new Error(read.error); return read.id";
        let id = page.see_with(script, json!(long.write())).await;
        let begun = std::time::Instant::now();
        page.goto(&format!("/table/{}", id.as_str().unwrap())).await;
        page.seated().await;
        page.until_known("the whole story is there", "return known.told.length >= known.update.entries", Value::Null)
            .await;
        let entries = page.ask("return known.update.entries", Value::Null).await;
        report(&format!("a match of {entries} decisions opens in {:.1} s (debug)", begun.elapsed().as_secs_f64()));
        page.click("#panel [data-tab=log]").await;
        page.until("the log is drawn", "return document.querySelectorAll('#tabbody .log li').length > 50").await;
        assert!(
            page.see("return document.querySelectorAll('#tabbody .l-turn').length").await.as_u64().unwrap() > 1,
            "no headings of turns"
        );
        page.see("document.querySelector('#tabbody .log li').dataset.kept = 'yes'").await;
        let asked = my_turn(&page).await;
        if !asked.over() {
            let mut player = Player::new(9);
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        let kept = page.see("return document.querySelector('#tabbody .log li').dataset.kept ?? null").await;
        assert_eq!(kept, "yes", "the log was built again");
        let times = page.ask("const { ring } = await import('/js/state.js'); const times = []; for (let i = 0; i < 9; i++) { const t = performance.now(); known.board.draw(known.shown.scene); ring('log'); ring('shown'); times.push(performance.now() - t); } return times.sort((a, b) => a - b)[4]", Value::Null).await;
        report(&format!("map, log and all else after a decision of {entries}: {:.1} ms", times.as_f64().unwrap()));
        // What makes it fast: a decision touches what it changed, however long the match is.
        let touched = page.ask("const { ring } = await import('/js/state.js'); let nodes = 0; const watch = new MutationObserver((all) => { for (const m of all) nodes += m.addedNodes.length + m.removedNodes.length; });
            watch.observe(document.body, { childList: true, subtree: true }); ring('shown'); await new Promise((next) => setTimeout(next, 50)); watch.disconnect(); return nodes", Value::Null).await;
        let written = page.see("return document.querySelectorAll('#tabbody .log li').length").await;
        report(&format!("of a log of {written} lines and all else, {touched} nodes are put in or taken out"));
        assert!(touched.as_u64().unwrap() < 40, "{touched} nodes are built again though nothing has changed");
        // The log follows the replay.
        page.press('[').await;
        page.until_known("a step back", "return known.past !== null", Value::Null).await;
        page.until("what is not yet is dim", "return document.querySelector('#tabbody .log .future') !== null || document.querySelector('#tabbody .log .now') !== null").await;
        page.ask("const { goTo } = await import('/js/replay.js'); await goTo(100)", Value::Null).await;
        let seen = page.until("the log is at the same place", "const now = document.querySelector('#tabbody .log .now'); if (!now) return false; const r = now.getBoundingClientRect(), b = document.getElementById('tabbody').getBoundingClientRect(); return r.top >= b.top - 2 && r.bottom <= b.bottom + 60 ? now.dataset.entry : false").await;
        assert!(seen.as_str().unwrap().parse::<u32>().unwrap() <= 100);
        page.picture("log-replay").await;
    });
}

#[test]
fn headings_stand_between_turns() {
    at_table("log-ford", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Ford", "bot", 0, "random").await;
        let mut player = Player::new(2);
        for _ in 0..30 {
            let asked = my_turn(&page).await;
            if asked.over() || asked.turn() > 1 {
                break;
            }
            let plain = asked.plain();
            let offer = plain.first().copied().unwrap_or_else(|| player.eager(&asked));
            player.answer(&page, &asked, offer).await;
        }
        page.click("#panel [data-tab=log]").await;
        page.until("headings", "return document.querySelectorAll('#tabbody .l-turn').length >= 1").await;
        page.picture("log-ford").await;
    });
}
