//! What a click or Enter does: the thing a player expects.

use crate::common::{SCREEN, begin, sit_down};
use browser_tests::player::{Player, my_turn, taken};
use browser_tests::{Page, at_table, report};
use fantoccini::key::Key;
use serde_json::{Value, json};

async fn piece(page: &Page, name: &str) -> u64 {
    let script = "return known.update.scene.counters.find((c) => (known.kit.faces[c.face].name || known.kit.faces[c.face].key) === args || known.kit.faces[c.face].key === args)?.piece";
    page.ask(script, json!(name)).await.as_u64().unwrap_or_else(|| panic!("no counter {name}"))
}

#[test]
fn enter_confirms_after_a_click_in_the_card() {
    at_table("enter", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "support 0
            US 1/8 at 2202
            US 44 at 1901
            US 20 at 1902
            GE 275F at 2302
            US to attack";
        sit_down(&page, "hurtgen-forest", position, "US attack 275F with 1/8").await;
        let asked = my_turn(&page).await;
        page.until_known("the guns are asked for", "return choice.open?.kind === 'some'", Value::Null).await;
        let gun =
            page.see("return [...document.querySelector('#float .pill[data-toggle]').childNodes].find((n) => n.nodeType === 3).data.trim()").await;
        page.click("#float .pill[data-toggle]").await;
        page.until_known("one gun is chosen", "return choice.chosen.size === 1 && choice.answer !== null", Value::Null)
            .await;
        page.press(char::from(Key::Enter)).await;
        taken(&page, asked.seq()).await;
        let told = page.ask("return known.told.at(-1).notes.map((note) => note.text).join(' ')", Value::Null).await;
        assert!(told.as_str().unwrap().contains(gun.as_str().unwrap()), "the gun {gun} was taken out again: {told}");
    });
}

#[test]
fn whoever_clicks_the_attacker_first_attacks() {
    at_table("attacker-first", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US Able at 0303
            US Able chit 4
            US Baker at 0203
            US Baker chit 2
            GE Anton at 0304
            GE Anton chit 2
            GE Dora at 0204
            GE Dora chit 2
            US to fight";
        sit_down(&page, "ford", position, "").await;
        let asked = my_turn(&page).await;
        let (able, baker) = (piece(&page, "Able").await, piece(&page, "Baker").await);
        let anton = piece(&page, "Anton").await;
        // He can reach both: they are shown, and a click on one of them attacks it with him.
        page.click_very(baker).await;
        page.until("his targets are marked", "return document.querySelectorAll('.counter.aim').length === 2").await;
        page.rest().await;
        page.picture("click-attacker-first").await;
        page.click_very(anton).await;
        page.until_known("the attack is open", "return choice.open?.kind === 'some'", Value::Null).await;
        let open = page.ask("return [known.update.offers[choice.offer].about, [...choice.chosen]]", Value::Null).await;
        assert_eq!(open, json!([format!("p{anton}"), [format!("p{baker}")]]));
        // Another joins by a click; Enter attacks.
        page.click_very(able).await;
        page.until_known("he joins", "return choice.chosen.size === 2 && choice.answer?.lawful", Value::Null).await;
        page.press(char::from(Key::Enter)).await;
        taken(&page, asked.seq()).await;
    });
}

#[test]
fn a_refusal_does_not_stand_in_the_way() {
    at_table("refusal-in-the-way", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "US Able at 0303
            US Able chit 4
            US Baker at 0202
            GE Anton at 0304
            GE Anton chit 2
            US to fight";
        sit_down(&page, "ford", position, "").await;
        my_turn(&page).await;
        // Baker is too far away: the bubble says so, and the enemy can still be clicked wherever it hangs.
        let baker = piece(&page, "Baker").await;
        page.click_very(baker).await;
        page.until("the bubble is shown", "return document.querySelector('[data-card=whynot] .chip') !== null").await;
        let through = page
            .see(
                "const card = document.querySelector('[data-card=whynot]'); const box = card.getBoundingClientRect();
                const chip = card.querySelector('.chip').getBoundingClientRect();
                return [document.elementFromPoint(box.left + 12, box.bottom - 8)?.closest('#board') !== null,
                  document.elementFromPoint(chip.left + chip.width / 2, chip.top + chip.height / 2)?.closest('.chip') !== null]",
            )
            .await;
        assert_eq!(
            through,
            json!([true, true]),
            "the bubble takes the clicks of the map under it, its rule can be clicked"
        );
    });
}

#[test]
fn a_fanned_stack_can_still_be_clicked() {
    at_table("fanned", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "scenario campaign
            month Jul
            phase 4
            clear
            Allied RP 9
            US1 at 0813
            US-VII at 0813
            BR2 at 1013";
        sit_down(&page, "dday-to-the-rhine", position, "").await;
        my_turn(&page).await;
        let spot = page
            .ask(
                "return [...known.board.stacks].find(([s, stack]) => stack.length === 2 && !known.places.isBox(s))[0]",
                Value::Null,
            )
            .await;
        let (x, y) = page.reach(&format!("s{spot}")).await;
        page.point_at(x + 30.0, y + 60.0).await;
        page.point_at(x, y).await;
        page.until_known("the fan opens", "return known.board.fanned === args", spot.clone()).await;
        page.rest().await;
        page.click_at(x, y).await;
        page.until_known(
            "a unit of the stack is taken",
            "return choice.offer !== null || choice.menu !== null",
            Value::Null,
        )
        .await;
        let at = page.ask("const about = known.update.offers[choice.offer ?? choice.menu.offers[0]].about; return known.update.scene.counters.find((c) => `p${c.piece}` === about).at", Value::Null).await;
        assert_eq!(at, spot);
    });
}

#[test]
fn a_fan_does_not_cover_what_is_attacked() {
    at_table("fan-target", async |house| {
        let page = house.visitor(SCREEN).await;
        let position = "scenario bulge
            turn dec-3
            weather winter-storm
            GE Lehr at N2126 supplied
            GE 26VG at N2126
            AL US28 at N2125 reduced
            AL US101 at N1424
            GE to declare";
        sit_down(&page, "road-to-the-rhine", position, "").await;
        let asked = my_turn(&page).await;
        let offer = asked.which(|offer| offer["label"].as_str().is_some_and(|text| text.starts_with("Attack")))[0];
        Player::new(1).begin(&page, &asked, offer).await;
        page.rest().await;
        // Who attacks lies in a stack below the target: it is spread to the other side.
        let spots = "const { spotOf } = await import('/js/state.js'); const target = spotOf(known.update.offers[choice.offer].about);
            const stack = [...known.board.stacks].find(([s, all]) => all.length === 2 && !known.places.isBox(s))[0]; known.board.fan(stack);
            return document.elementFromPoint(...onScreen(known.places.centre(target)))?.closest('.fan') === null && document.querySelectorAll('#fan [data-piece]').length";
        assert_eq!(page.ask(spots, Value::Null).await, 2, "the fan lies over the target");
    });
}

#[test]
fn a_way_goes_on_through_where_it_began() {
    at_table("way-through", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "ford", "US Able at 0303\nGE Anton at 0706\nUS to move", "").await;
        my_turn(&page).await;
        // From 1 to 2, from there to 3 or back through 1 to 4 and 5: a leg stands behind the one it is reached from.
        let script = "const { wayTo } = await import('/js/editing.js');
            const legs = [[2, 1], [3, 2], [1, 2], [4, 1], [5, 4]].map(([spot, via]) => ({ spot, via, cost: 1, end: spot !== 1, stop: false }));
            Object.assign(choice, { open: { kind: 'path', from: 1, budget: 4, scale: 0, legs }, hand: [] }); return [2, 3, 5].map(wayTo)";
        assert_eq!(page.ask(script, Value::Null).await, json!([[2], [2, 3], [2, 1, 4, 5]]));
    });
}

#[test]
fn a_way_that_leads_back_is_gone_by_a_second_click() {
    at_table("way-back", async |house| {
        let page = house.visitor(SCREEN).await;
        // Every other hex is full or watched: the only motorized move leads out and back.
        let position = "scenario campaign
            month Jun
            phase 4
            clear
            US-V at 0812
            US-VII at 0811
            US1 at 0912
            BR2 at 1013
            Fo2 at 0714
            LXXXI at 0914
            LXXX at 1111
            LXXXVI at 1113";
        sit_down(&page, "dday-to-the-rhine", position, "").await;
        let asked = my_turn(&page).await;
        let about = format!("p{}", piece(&page, "US-V").await);
        let offer = asked.which(|offer| offer["label"] == "motorized move" && offer["about"] == about.as_str())[0];
        Player::new(1).begin(&page, &asked, offer).await;
        let ends = "return choice.open.legs.filter((leg) => leg.end).map((leg) => leg.spot === choice.open.from)";
        assert_eq!(page.ask(ends, Value::Null).await, json!([true]), "it can end where it began and nowhere else");
        let said = page.text("#banner").await;
        assert!(said.contains("the only way leads back here"), "{said}");
        // The first click may have meant to put it down: it shows the way, and Escape takes that back.
        page.click_thing(&about).await;
        page.until_known("the way is shown", "return choice.path.length === 2 && !choice.sent", Value::Null).await;
        page.press(char::from(Key::Escape)).await;
        page.until_known("nothing is shown", "return choice.hand.length === 0", Value::Null).await;
        page.click_thing(&about).await;
        page.until_known("the way is shown again", "return choice.hand.length === 2 && !choice.sent", Value::Null)
            .await;
        page.click_thing(&about).await;
        taken(&page, asked.seq()).await;
        let told = page.ask("return known.told.at(-1).notes.map((note) => note.text).join(' ')", Value::Null).await;
        assert!(told.as_str().unwrap().contains("V US Corps drives to 0812"), "{told}");
    });
}

/// Positions in which several can move; the race begins from its deal.
const MOVES: [(&str, &str); 6] = [
    ("ford", "US Able at 0303\nUS Baker at 0202\nGE Anton at 0706\nUS to move"),
    ("hurtgen-forest", "US 1/8 at 2202\nUS 2/8 at 2402\nUS 3/8 at 2602\nGE 275F at 2926\nUS to move"),
    ("race-to-the-rhine", ""),
    (
        "dday-to-the-rhine",
        "scenario campaign\nmonth Jul\nphase 4\nclear\nAllied RP 9\nUS1 at 0813\nBR2 at 1013\nLXXXIV at 1115",
    ),
    ("operation-grenade", "US 115/29 at 1202\nUS 116/29 at 1302\nGE 1157/363 at 0814\nUS to move"),
    ("road-to-the-rhine", "GE 112Pz at N2724 supplied\nGE 654AG at N2722 supplied\nAL US82 at N0624\nGE to move"),
];

/// A free place on the map to which somebody can go by a way, and by whom.
const SOMEWHERE: &str = "const { openingOf } = await import('/js/offers.js');
    const { offers, scene } = known.update; const taken = new Set(scene.counters.map((c) => c.at));
    for (const [i, offer] of offers.entries()) {
        if (!offer.about?.startsWith('p')) continue;
        const open = await openingOf(i); if (open.kind !== 'path' || known.places.isBox(open.from)) continue;
        const free = open.legs.find((leg) => leg.end && leg.spot !== open.from && !taken.has(leg.spot) && !known.places.isBox(leg.spot)
            && !offers.some((o) => o.about === `s${leg.spot}` || o.to === leg.spot));
        if (free) return { spot: free.spot, from: open.from, piece: Number(offer.about.slice(1)) };
    }
    return null";

#[test]
fn whoever_clicks_the_place_first_moves() {
    at_table("place-first", async |house| {
        let page = house.visitor(SCREEN).await;
        for (game, position) in MOVES {
            if position.is_empty() {
                page.goto("/").await;
                page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
                begin(&page, "Race to the Rhine", "hotseat", 0, "").await;
            } else {
                sit_down(&page, game, position, "").await;
            }
            let mut player = Player::new(2);
            let mut asked = my_turn(&page).await;
            let mut found = page.ask(SOMEWHERE, Value::Null).await;
            for _ in 0..12 {
                if !found.is_null() {
                    break;
                }
                let offer = player.eager(&asked);
                player.answer(&page, &asked, offer).await;
                asked = my_turn(&page).await;
                found = page.ask(SOMEWHERE, Value::Null).await;
            }
            let (spot, piece) = (found["spot"].as_u64().expect(game), found["piece"].as_u64().unwrap());
            page.press(char::from(Key::Escape)).await;
            page.click_thing(&format!("s{spot}")).await;
            page.until_known("who can go there is lit", "return choice.aim?.to === args", json!(spot)).await;
            page.rest().await;
            page.picture(&format!("place-first-{game}")).await;
            // Nobody glows who cannot go there.
            let lit = page.ask("const able = new Set(choice.aim.offers.map((i) => known.update.offers[i].about)); return [...document.querySelectorAll('#board .counter.can-act, #board .can-act[data-piece]')].map((e) => `p${e.dataset.piece}`).filter((ref) => !able.has(ref))", Value::Null).await;
            assert_eq!(lit, json!([]), "{game}: others glow as well");
            let ways = page
                .ask(
                    "return choice.aim.offers.filter((i) => known.update.offers[i].about === `p${args}`).length",
                    json!(piece),
                )
                .await;
            let ways = ways.as_u64().unwrap();
            page.click_thing(&format!("p{piece}")).await;
            let mut clicks = 2;
            let gone =
                "return choice.sent || known.update.seq !== args || (choice.path.length > 0 && choice.menu !== null)";
            page.until_known("the way is gone, or shown beside another", gone, json!(asked.seq())).await;
            // Who can go there in two ways is asked which.
            if page
                .ask("return choice.menu !== null && !choice.sent && known.update.seq === args", json!(asked.seq()))
                .await
                == true
            {
                clicks += 1;
                page.click_thing(&format!("s{spot}")).await;
            }
            taken(&page, asked.seq()).await;
            let at =
                page.ask("return known.update.scene.counters.find((c) => c.piece === args)?.at", json!(piece)).await;
            // In the race a card may stop a corps on its way.
            let arrived = if game == "race-to-the-rhine" { at != found["from"] } else { at == spot };
            assert!(arrived, "{game}: it does not stand where it was sent");
            report(&format!("{game}: a move, the place first, takes {clicks} clicks"));
            assert_eq!(clicks, if ways > 1 { 3 } else { 2 }, "{game}");
        }
    });
}

#[test]
fn a_place_that_was_clicked_is_let_go_again() {
    at_table("place-let-go", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, MOVES[0].0, MOVES[0].1, "").await;
        let asked = my_turn(&page).await;
        let found = page.ask(SOMEWHERE, Value::Null).await;
        let spot = found["spot"].as_u64().unwrap();
        let there = "return choice.aim?.to === args";
        for back in ["escape", "again"] {
            page.click_thing(&format!("s{spot}")).await;
            page.until_known("who can go there is lit", there, json!(spot)).await;
            match back {
                "escape" => page.press(char::from(Key::Escape)).await,
                _ => page.click_thing(&format!("s{spot}")).await,
            }
            page.until_known("it is let go", "return choice.aim === null", Value::Null).await;
        }
        // A place where nobody can go is no dead end either.
        let far = page.ask("const able = await Promise.all(known.kit.spots.map((_, s) => known.socket.reaching(known.update.seq, s))); return able.findIndex((offers, s) => !offers.length && !known.places.isBox(s) && !known.update.scene.counters.some((c) => c.at === s))", Value::Null).await;
        page.click_thing(&format!("s{far}")).await;
        page.rest().await;
        assert_eq!(page.ask("return choice.aim", Value::Null).await, Value::Null);
        assert_eq!(my_turn(&page).await.seq(), asked.seq());
    });
}
