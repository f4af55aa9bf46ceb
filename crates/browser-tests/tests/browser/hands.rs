//! Counters in the hand: dragged to where they should go, from the map and from the tray; the ruler; words in every palette.

use crate::common::{SCREEN, begin, sit_down};
use browser_tests::player::{my_turn, taken};
use browser_tests::{Page, at_table, report};
use fantoccini::key::Key;
use serde_json::{Value, json};

async fn on_screen(page: &Page, spot: u64) -> (f64, f64) {
    let at = page.ask("return onScreen(known.places.centre(args))", json!(spot)).await;
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

#[test]
fn a_counter_is_dragged_to_its_hex() {
    at_table("drag", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US Able at 0303
            US Baker at 0202
            GE Anton at 0706
            US to move";
        sit_down(&page, "ford", position, "").await;
        let asked = my_turn(&page).await;
        let able = page
            .ask("return known.update.scene.counters.find((c) => known.kit.faces[c.face].name === 'Able')", Value::Null)
            .await;
        let goal =
            page.ask("return known.kit.spots.findIndex((s) => s.name === '0302')", Value::Null).await.as_u64().unwrap();
        page.rest().await;
        let before = page.ask("return [known.board.view.x, known.board.view.y]", Value::Null).await;
        let (from, to) = (on_screen(&page, able["at"].as_u64().unwrap()).await, on_screen(&page, goal).await);
        page.drag(from, to).await;
        taken(&page, asked.seq()).await;
        let at = page
            .ask("return known.update.scene.counters.find((c) => c.piece === args).at", able["piece"].clone())
            .await;
        assert_eq!(at, goal, "the counter does not stand where it was dropped");
        let after = page.ask("return [known.board.view.x, known.board.view.y]", Value::Null).await;
        assert_eq!(before, after, "the map was dragged along");
    });
}

#[test]
fn an_attacker_is_dragged_onto_his_target() {
    at_table("drag-attack", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US Able at 0303
            US Able chit 4
            GE Anton at 0304
            GE Anton chit 2
            support GE 0
            US to fight";
        sit_down(&page, "ford", position, "").await;
        my_turn(&page).await;
        page.rest().await;
        let spots = page
            .ask(
                "return ['0303', '0304'].map((name) => known.kit.spots.findIndex((s) => s.name === name))",
                Value::Null,
            )
            .await;
        let (from, to) =
            (on_screen(&page, spots[0].as_u64().unwrap()).await, on_screen(&page, spots[1].as_u64().unwrap()).await);
        page.drag(from, to).await;
        page.until("the odds are shown", "return document.querySelector('.card.odds .bars') !== null").await;
        // Escape goes back, and nothing has happened.
        page.press(char::from(Key::Escape)).await;
        page.until_known("back", "return choice.offer === null", Value::Null).await;
    });
}

#[test]
fn a_reinforcement_comes_out_of_the_tray_without_panning() {
    at_table("tray-drag", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "D-Day to the Rhine", "hotseat", 0, "").await;
        let mut player = browser_tests::Player::new(6);
        // Up to the first arrivals.
        for _ in 0..40 {
            let asked = my_turn(&page).await;
            if page.see("return !document.getElementById('tray').hidden").await == true {
                break;
            }
            let offer = player.eager(&asked);
            player.answer(&page, &asked, offer).await;
        }
        let asked = my_turn(&page).await;
        page.rest().await;
        page.click("#tray [data-tray]").await;
        let mut clicks = 1;
        // Some units have several answers.
        if page.ask("return choice.menu !== null && choice.offer === null", Value::Null).await == true {
            page.click("#float .menu [data-offer]").await;
            clicks += 1;
        }
        page.until_known(
            "its places are lit",
            "return choice.open !== null || known.update.seq !== args",
            json!(asked.seq()),
        )
        .await;
        page.rest().await;
        page.picture("tray-places").await;
        if page.ask("return known.update.seq", Value::Null).await == asked.seq() {
            let place = page
                .ask("const spots = choice.open.kind === 'path' ? choice.open.legs.filter((l) => l.end).map((l) => l.spot) : choice.open.of.filter((r) => r.startsWith('s')).map((r) => Number(r.slice(1)));
                    return spots.find((s) => { const [x, y] = onScreen(known.places.centre(s)); return document.elementFromPoint(x, y)?.closest('#board') != null; }) ?? null", Value::Null)
                .await;
            assert!(!place.is_null(), "no place of the arrival is in view");
            let (x, y) = on_screen(&page, place.as_u64().unwrap()).await;
            page.click_at(x, y).await;
            clicks += 1;
            taken(&page, asked.seq()).await;
        }
        report(&format!("D-Day: a reinforcement takes {clicks} clicks"));
        assert!(clicks <= 3, "{clicks} clicks");
    });
}

#[test]
fn letters_can_be_read_in_every_palette() {
    at_table("palettes", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Race to the Rhine", "hotseat", 0, "").await;
        my_turn(&page).await;
        page.see("const { set } = await import('/js/settings.js'); set('colourBlind', true)").await;
        page.rest().await;
        page.picture("palette-race").await;
        let worst = page
            .ask(
                "const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
                const seats = [0, 1, 2].map((n) => { const i = document.createElement('i'); i.style.color = `var(--seat-${n})`; document.body.append(i); const c = getComputedStyle(i).color; i.remove(); return c; });
                let worst = 99;
                for (const name of document.querySelectorAll('#pieces .b-name')) {
                  const seat = Number(/seat-(\\d)/.exec(name.closest('.counter').getAttribute('class'))?.[1]);
                  const [a, b] = [light(getComputedStyle(name).fill), light(seats[seat])].sort((x, y) => y - x);
                  worst = Math.min(worst, (a + 0.05) / (b + 0.05));
                }
                return worst",
                Value::Null,
            )
            .await;
        assert!(worst.as_f64().unwrap() >= 3.0, "names of corps have a contrast of {worst}");
    });
}

/// The least contrast between what is printed on counters of a game and the counters, with the face that has it.
const WORST: &str = "
const { faceClasses } = await import('/js/counters.js');
const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const svg = document.querySelector('#pieces').ownerSVGElement ?? document.querySelector('#pieces');
let worst = [99, ''];
for (const [i, face] of known.kit.faces.entries()) {
  const g = document.createElementNS('http://www.w3.org/2000/svg', 'g'); g.setAttribute('class', faceClasses(known.kit, i));
  g.innerHTML = '<rect class=\"body\" width=\"1\" height=\"1\"/>'; svg.append(g);
  const [a, b] = [light(getComputedStyle(g).color), light(getComputedStyle(g.firstChild).fill)].sort((x, y) => y - x); g.remove();
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < worst[0]) worst = [contrast, `${face.name} on ${face.body}`];
}
return worst";

#[test]
fn counters_of_every_nation_can_be_read() {
    at_table("nations", async |house| {
        let page = house.visitor(SCREEN).await;
        for game in ["Ford", "Hürtgen Forest", "D-Day to the Rhine", "Operation Grenade", "Road to the Rhine"] {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin(&page, game, "hotseat", 0, "").await;
            my_turn(&page).await;
            for blind in [false, true] {
                page.see_with(
                    "const { set } = await import('/js/settings.js'); set('colourBlind', args)",
                    json!(blind),
                )
                .await;
                let worst = page.ask(WORST, Value::Null).await;
                let palette = if blind { " for colour-blind people" } else { "" };
                report(&format!(
                    "{game}{palette}: the least contrast on a counter is {:.1}, {}",
                    worst[0].as_f64().unwrap(),
                    worst[1]
                ));
                assert!(worst[0].as_f64().unwrap() >= 4.5, "{game}{palette}: {worst}");
            }
        }
    });
}

#[test]
fn figures_of_a_counter_stand_on_tiles() {
    at_table("tiles", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "scenario campaign
            month Jul
            phase 4
            clear
            US1 at 0813
            LXXXIV at 0914";
        for (game, position, unit) in
            [("dday-to-the-rhine", position, "US1"), ("ford", "US Able at 0303\nGE Anton at 0304\nUS to move", "Anton")]
        {
            sit_down(&page, game, position, "").await;
            my_turn(&page).await;
            let piece = page
                .ask(
                    "return known.update.scene.counters.find((c) => known.kit.faces[c.face].name === args).piece",
                    json!(unit),
                )
                .await;
            let (x, y) = page.reach(&format!("p{piece}")).await;
            page.point_at(x + 150.0, y + 150.0).await;
            page.point_at(x, y).await;
            let tiles = page.until("the card is shown", "const d = [...document.querySelectorAll('.hover-card .h-tiles div')]; return d.length ? d.map((e) => [e.querySelector('dt').innerText, e.querySelector('dd').innerText]) : false").await;
            let figures = page.ask("const c = known.update.scene.counters.find((c) => c.piece === args); return known.kit.faces[c.face].figures.map((f) => [f.name, f.value])", piece.clone()).await;
            assert!(figures.as_array().unwrap().len() >= 2, "{game}: {figures}");
            assert_eq!(tiles.to_string().to_lowercase(), figures.to_string().to_lowercase(), "{game}");
            // Whoever listens is told them as well.
            let said = page.ask("const { spoken } = await import('/js/counters.js'); return spoken(known.kit, known.update.scene.counters.find((c) => c.piece === args))", piece).await;
            assert!(said.as_str().unwrap().contains("movement"), "{said}");
        }
    });
}

#[test]
fn the_ruler_counts_hexes_and_kilometres() {
    at_table("ruler", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US 1/8 at 2202
            GE 275F at 2926
            US to move";
        sit_down(&page, "hurtgen-forest", position, "").await;
        let asked = my_turn(&page).await;
        page.rest().await;
        let spots = page
            .ask(
                "return ['2203', '2206'].map((name) => known.kit.spots.findIndex((s) => s.name === name))",
                Value::Null,
            )
            .await;
        page.click("#rail [data-tool=ruler]").await;
        let (x, y) = on_screen(&page, spots[0].as_u64().unwrap()).await;
        page.click_at(x, y).await;
        let (x, y) = on_screen(&page, spots[1].as_u64().unwrap()).await;
        page.chrome("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y })).await;
        let read =
            page.until("it is measured", "return document.querySelector('#board .ruler text')?.textContent").await;
        let metres = page.ask("return known.kit.metres", Value::Null).await.as_f64().unwrap();
        assert_eq!(read, format!("3, {:.1} km", 3.0 * metres / 1000.0));
        // Whoever measures plays nothing; put away, it is gone.
        page.click_at(x, y).await;
        page.click("#rail [data-tool=ruler]").await;
        page.until("it is put away", "return document.querySelector('#board .ruler') === null").await;
        assert_eq!(my_turn(&page).await.seq(), asked.seq());
    });
}

#[test]
fn every_game_can_be_printed() {
    at_table("print", async |house| {
        let page = house.visitor(SCREEN).await;
        let games = page.see("return (await (await fetch('/api/shelf')).json()).games.map((g) => g.id)").await;
        for game in games.as_array().unwrap() {
            let game = game.as_str().unwrap();
            page.goto(&format!("/print.html?game={game}")).await;
            page.until("all sheets are drawn", "return ['map', 'counters', 'roster'].every((id) => document.getElementById(id)?.childElementCount > 0)").await;
            let found = page.see_with("const kit = await (await fetch(`/api/kit/${args}`)).json(); return { map: document.querySelectorAll('#map svg').length, faces: kit.faces.length, counters: document.querySelectorAll('#counters svg').length, charts: [kit.charts.length, document.querySelectorAll('#charts table').length], rows: document.querySelectorAll('#roster tr').length }", json!(game)).await;
            assert_eq!(found["map"], 1, "{game}: {found}");
            assert!(found["counters"].as_u64() > Some(0), "{game}: {found}");
            assert_eq!(found["charts"][0], found["charts"][1], "{game}: {found}");
            assert!(found["rows"].as_u64() > Some(3), "{game}: {found}");
        }
    });
}
