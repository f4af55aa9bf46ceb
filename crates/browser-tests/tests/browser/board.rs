//! What a board tells by itself: stocks and weather beside the map, what actions cost, what a fight asked, what must be
//! done, where turns began, how many steps are left.

use crate::common::{PHONE, SCREEN, begin_scenario, sit_down};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Player, at_table};
use serde_json::{Value, json};

/// Panels that lie on an area or on a name, or that the sheet does not hold.
const CROWDED: &str = "
const apart = ([x, y, w, h], b) => b.x + b.width < x || b.x > x + w || b.y + b.height < y || b.y > y + h;
const [left, top, width, height] = known.kit.sheet_box;
const names = [...document.querySelectorAll('.area-name, .town-name')].map((e) => [e.textContent, e.getBBox()]);
const ovals = known.kit.spots.map((s) => [s.name, { x: s.at[0] - 25, y: s.at[1] - 16, width: 50, height: 32 }]);
return known.kit.panels.flatMap((p) => [
  ...(p.at[0] < left || p.at[1] < top || p.at[0] + p.at[2] > left + width || p.at[1] + p.at[3] > top + height ? [`${p.title} leaves the sheet`] : []),
  ...[...names, ...ovals].filter(([, box]) => !apart(p.at, box)).map(([name]) => `${p.title} lies on ${name}`)])";

/// How many signs lie in each panel, and how many spaces are free.
const LAID: &str = "return Object.fromEntries([...document.querySelectorAll('#panels > g')].map((g, i) =>
  [known.kit.panels[i].title, [g.querySelectorAll('.panel-slot:not(.vacant)').length, g.querySelectorAll('.panel-slot.vacant').length]]))";

#[test]
fn stocks_pool_and_weather_lie_on_the_board() {
    at_table("board-panels", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
        let asked = my_turn(&page).await;
        assert_eq!(page.ask(CROWDED, Value::Null).await, json!([]));
        let laid = page.ask(LAID, Value::Null).await;
        // Nine of each kind, six trucks of the 24 in play, all markers of the Axis, four units, one of two skies.
        assert_eq!(laid["Allied stock"], json!([27, 0]));
        assert_eq!(laid["Truck stock"], json!([6, 18]));
        assert_eq!(laid["Axis pool"], json!([25, 0]));
        assert_eq!(laid["Airborne"], json!([4, 0]));
        assert_eq!(laid["Weather"], json!([1, 1]));
        // Every commander stands at his level.
        let levels = page.see("return document.querySelectorAll('#panels [href^=\"#art-seat-\"]').length").await;
        assert_eq!(levels, 3);
        page.rest().await;
        page.picture("board-panels").await;
        // Trucks that are taken leave the board.
        let take = asked.which(|offer| offer["label"] == "take trucks")[0];
        Player::new(1).begin(&page, &asked, take).await;
        page.click("#banner [data-do=confirm]").await;
        taken(&page, asked.seq()).await;
        page.until_known("they are gone", &format!("{LAID}['Truck stock'][0] === 3"), Value::Null).await;
    });
}

#[test]
fn the_bar_of_actions_says_what_they_cost() {
    at_table("board-bar", async |house| {
        for size in [SCREEN, PHONE] {
            let page = house.visitor(size).await;
            begin_scenario(&page, "Race to the Rhine", "three", "hotseat", 0, "").await;
            my_turn(&page).await;
            page.rest().await;
            page.picture(&format!("board-bar-{}", size.0)).await;
            let bar = page.see("return [...document.querySelectorAll('#banner .deed')].map((b) => [b.querySelector('.name').textContent.replace(/\\s*\\d*$/, ''), b.querySelector('small').textContent, b.disabled])").await;
            let said = |title: &str| {
                let found = bar.as_array().unwrap().iter().find(|deed| deed[0] == title);
                found.map(|deed| (deed[1].as_str().unwrap().to_string(), deed[2] == true)).unwrap_or_default()
            };
            // By the level of whoever begins, as the chart on the board has it.
            let level = page.ask("return known.update.scene.panels[1].markers.find(([seat]) => seat === known.update.awaits.seat)[1]", Value::Null).await;
            let trucks = page.ask("return known.kit.charts[0].rows[1].cells[args]", level).await;
            assert_eq!(said("Transport"), (format!("up to {} of 6", trucks.as_str().unwrap()), false), "{bar}");
            assert_eq!(said("Take trucks"), ("up to 3 of 6".into(), false), "{bar}");
            assert_eq!(said("Move corps"), ("1 gas, 3 areas".into(), false), "{bar}");
            // What cannot be done stands there all the same, with the reason.
            assert_eq!(said("Airborne"), ("you have no medal to pay with".into(), true), "{bar}");
            let pips = "return [document.querySelectorAll('.pips-left i').length, document.querySelectorAll('.pips-left .gone').length]";
            assert_eq!(page.see(pips).await, json!([2, 0]));
            // Names and terms are read whole, and on a screen the sheet lies clear of the bar.
            let cut = page.see("return [...document.querySelectorAll('#banner .deed :is(.name, small)')].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent)").await;
            assert_eq!(cut, json!([]), "cut at {}", size.0);
            if size == SCREEN {
                let under = page.ask("const { view } = known.board; const stage = document.getElementById('stage').getBoundingClientRect(); return document.getElementById('banner').getBoundingClientRect().bottom - (view.toScreen([view.sheet[0], view.sheet[1]])[1] + stage.top)", Value::Null).await;
                assert!(under.as_f64().unwrap() <= 1.0, "{under} pixels of the board lie under the bar");
            }
        }
    });
}

/// Whatever is drawn in Vitry is an elite division: three ammo.
const BATTLE: &str = "scenario three
    turn Patton
    XII at Troyes: 2 gas 3 ammo 1 food
    Axis in Vitry
    Axis deck 12 Volksgrenadier Div";

#[test]
fn a_fight_shows_what_it_asked_and_what_is_left() {
    at_table("board-bill", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "race-to-the-rhine", BATTLE, "").await;
        let asked = my_turn(&page).await;
        let to = page.ask("return known.kit.spots.findIndex((s) => s.name === 'Vitry')", Value::Null).await;
        let offer = asked.which(|offer| offer["text"].as_str().is_some_and(|text| text.starts_with("move XII")))[0];
        let mut player = Player::new(1);
        player.begin(&page, &asked, offer).await;
        player.go_to(&page, asked.seq(), to.as_u64().unwrap()).await;
        taken(&page, asked.seq()).await;
        let bill = page.until("the bill is shown", "const bill = document.querySelector('.dealt .bill'); if (!bill) return false;
            return { title: bill.querySelector('h4').textContent, end: bill.querySelector('p').textContent, card: document.querySelector('.dealt .play-card b')?.textContent,
              lines: Object.fromEntries([...bill.querySelectorAll('div')].map((d) => [d.firstChild.textContent, d.querySelector('.sr').textContent])) }").await;
        page.rest().await;
        page.picture("board-bill").await;
        // It lies beside what is asked next, not on it.
        let covered = page.see("return [...document.querySelectorAll('#banner button, #float .menu button')].filter((b) => { const r = b.getBoundingClientRect(); return r.width > 1 && !b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)); }).map((b) => b.innerText)").await;
        assert_eq!(covered, json!([]), "answers lie under the bill");
        assert_eq!(bill["title"], "Combat in Vitry");
        assert_eq!(bill["card"], "12 Volksgrenadier Div");
        assert_eq!(bill["lines"]["needs"], "3 ammo");
        assert_eq!(bill["lines"]["from the corps card"], "3 ammo");
        assert_eq!(bill["lines"]["left on the card"], "1 gas, 1 food");
        assert!(bill["end"].as_str().unwrap().starts_with("Won"), "{bill}");
    });
}

/// 275F has to be attacked by 1/8; 275A is in the range of a gun and merely may be.
const DUTY: &str = "support 0
    US 1/8 at 2202
    US 44 at 1901
    GE 275F at 2302
    GE 275A at 2705
    US to attack";

#[test]
fn what_must_be_attacked_is_counted_and_looks_different() {
    at_table("board-due", async |house| {
        let page = house.visitor(SCREEN).await;
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        sit_down(&page, "hurtgen-forest", DUTY, "").await;
        let asked = my_turn(&page).await;
        page.rest().await;
        page.picture("board-due").await;
        let must = page.ask("return known.update.scene.due.on", Value::Null).await;
        let must = must.as_array().unwrap().clone();
        let may = page.ask("return [...new Set(known.update.offers.filter((o) => o.label === 'bombard').map((o) => o.about))].filter((ref) => !known.update.scene.due.on.includes(ref))", Value::Null).await;
        assert!(!must.is_empty() && !may.as_array().unwrap().is_empty(), "{must:?} {may} {asked:?}");
        let words = page.text("#banner .due").await;
        let wanted = if must.len() == 1 { "1 enemy must".into() } else { format!("{} enemies must", must.len()) };
        assert!(words.starts_with(&wanted), "{words}");
        let ring = "const ring = document.querySelector(`#pieces [data-piece='${args.slice(1)}'] .ring`); const style = getComputedStyle(ring); return [style.stroke, style.strokeDasharray]";
        let (due, optional) = (page.see_with(ring, must[0].clone()).await, page.see_with(ring, may[0].clone()).await);
        assert!(due[0] != optional[0] && due[1] != optional[1], "{due} and {optional} look alike");
        // An attack is made: one enemy less, or nothing is due any more.
        let offer = asked.which(|offer| offer["label"] == "attack" && must.contains(&offer["about"]))[0];
        Player::new(3).answer(&page, &asked, offer).await;
        let left = format!("return (known.update.scene.due?.on.length ?? 0) < {}", must.len());
        page.until_known("one enemy less", &left, Value::Null).await;
    });
}

#[test]
fn turns_are_marked_on_the_time_line() {
    at_table("board-turns", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, "Ford", "dusk", "bot", 0, "random").await;
        let mut player = Player::new(2);
        loop {
            let asked = my_turn(&page).await;
            if asked.over() || asked.turn() > 1 {
                break;
            }
            let plain = asked.plain();
            let offer = plain.first().copied().unwrap_or_else(|| player.eager(&asked));
            player.answer(&page, &asked, offer).await;
        }
        let marks = page.until_known("turns are marked", "const all = [...document.querySelectorAll('#replay .r-turns b')].map((b) => b.textContent); return all.length >= 3 && all", Value::Null).await;
        assert_eq!(marks.as_array().unwrap()[..3], [json!("1"), json!("2"), json!("3")]);
        // The mark of a turn stands where the log begins it.
        let at = page.ask("const second = known.told.find((t) => t.notes.some((n) => n.heading === 'turn') && t.entry > 0); const mark = document.querySelectorAll('#replay .r-turns i')[1];
            return Math.abs(parseFloat(mark.style.left) - ((second.entry + 1) / known.update.entries) * 100)", Value::Null).await;
        assert!(at.as_f64().unwrap() < 0.5, "the second turn is marked {at} % beside its place");
        page.picture("board-turns").await;
    });
}

/// One corps has lost a step.
const STEPS: &str = "scenario campaign
    month Aug
    phase 4
    clear
    Allied RP 9
    US1 at 0913 sp 3
    LXXXIV at 0914";

#[test]
fn steps_are_pips_and_months_tell_their_weather() {
    at_table("board-steps", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "dday-to-the-rhine", STEPS, "").await;
        let asked = my_turn(&page).await;
        page.rest().await;
        page.picture("board-steps").await;
        let pips = page.ask("const c = known.update.scene.counters.find((c) => known.kit.faces[c.face].key === 'US1'); const g = document.querySelector(`#pieces [data-piece='${c.piece}']`); return [known.kit.faces[c.face].steps, g.querySelectorAll('.step-on').length, g.querySelectorAll('.step-off').length]", Value::Null).await;
        assert_eq!(pips, json!([[3, 4], 3, 1]));
        let months = page.see("return [...document.querySelectorAll('#top .turns li')].map((li) => [li.querySelector('.art use')?.getAttribute('href') ?? '', li.querySelector('small')?.textContent ?? ''])").await;
        let months = months.as_array().unwrap();
        assert_eq!(months.len(), 10);
        assert!(months.iter().all(|month| month[1].as_str().unwrap().contains('/')), "{months:?}");
        assert!(
            months.iter().any(|month| month[0] == "#art-rain") && months.iter().any(|month| month[0] == "#art-sun")
        );
        // Dice that hit are ringed, others fade: both are told from the note.
        let offer = asked.which(|offer| offer["label"] == "attack")[0];
        Player::new(1).answer(&page, &asked, offer).await;
        for _ in 0..6 {
            if page
                .ask("return known.told.some((t) => t.notes.some((n) => n.shows.kind === 'throw'))", Value::Null)
                .await
                == true
            {
                break;
            }
            let next = my_turn(&page).await;
            let plain = next.plain();
            let offer = plain.first().copied().unwrap_or(0);
            Player::new(1).answer(&page, &next, offer).await;
        }
        page.click("#panel [data-tab=log]").await;
        let dice = page.until_known("the dice are in the log", "const { dice } = known.told.flatMap((t) => t.notes).find((n) => n.shows.kind === 'throw')?.shows ?? { dice: [] };
            const drawn = [...document.querySelectorAll('#tabbody .throw .die')]; if (!dice.length || drawn.length < dice.length) return false;
            return dice.map((die, i) => [die.counts, die.art !== 'die-blank', drawn[i].classList.contains('counts'), drawn[i].classList.contains('vain')])", Value::Null).await;
        for die in dice.as_array().unwrap() {
            // August is clear: whatever is not blank counts.
            assert_eq!((&die[0], &die[2]), (&die[1], &die[1]), "{dice}");
            assert_eq!(die[3], die[0] == false, "{dice}");
        }
    });
}
