//! Operation Grenade: the set-up, a day of both sides with an attack over the Roer, and chits that only their owner sees.

use crate::common::{SCREEN, begin, invite, listen, sit_down};
use browser_tests::player::{Asked, asked, my_turn, taken};
use browser_tests::{Page, Player, at_table, report};
use serde_json::{Value, json};

const GAME: &str = "Operation Grenade";
/// Two of the 29th Division, on the western bank.
const CROSSING: [&str; 2] = ["115/29", "116/29"];

/// The first offer whose text begins so.
fn saying(asked: &Asked, text: &str) -> usize {
    let found = asked.which(|offer| offer["text"].as_str().is_some_and(|it| it.starts_with(text)));
    *found.first().unwrap_or_else(|| panic!("{text} is not offered: {:#?}", asked.0))
}

/// Guns and battalions where they are suggested, a gradual flood, D-Day on the first day that may be chosen.
async fn set_up(us: &Page, german: &Page, player: &mut Player) {
    let first = my_turn(us).await;
    assert_eq!(first.word("rule"), "16.2.o");
    player.answer(us, &first, saying(&first, "deploy-rest")).await;
    let flood = my_turn(german).await;
    assert_eq!(flood.word("rule"), "17.0");
    player.answer(german, &flood, saying(&flood, "flood gradual")).await;
    let day = my_turn(us).await;
    assert_eq!(day.word("rule"), "18.0");
    // The card shows the odds of the current for each day.
    player.begin(us, &day, 0).await;
    us.until("the current has odds", "return document.querySelector('.card.odds .bars') !== null").await;
    player.answer(us, &day, 0).await;
}

/// Moves to the bank, next to the enemy, and attacks over the river until the dice have fallen. Gives the declared attack.
async fn attack_over_the_roer(us: &Page, player: &mut Player) -> Asked {
    player.daring = true;
    for unit in CROSSING {
        let asked = my_turn(us).await;
        assert_eq!(asked.word("rule"), "4.2.A.2");
        player.answer(us, &asked, saying(&asked, &format!("move {unit}"))).await;
    }
    player.daring = false;
    let asked = my_turn(us).await;
    player.answer(us, &asked, saying(&asked, "done")).await;
    let declared = my_turn(us).await;
    assert_eq!(declared.word("rule"), "9.0", "who stands next to the enemy has to attack");
    // Where one unit has to attack two hexes, it attacks them together.
    let attack = declared.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("attack")))[0];
    player.answer(us, &declared, attack).await;
    declared
}

/// What stands in place of the printed figures: piece, seat, figure.
async fn figures(page: &Page) -> Vec<(u64, u64, String)> {
    let script = "return known.update.scene.counters.filter((c) => c.numbers.length).map((c) => [c.piece, known.kit.faces[c.face].seat, c.numbers[0]])";
    let found = page.ask(script, Value::Null).await;
    let read = |one: &Value| (one[0].as_u64().unwrap(), one[1].as_u64().unwrap(), one[2].as_str().unwrap().to_owned());
    found.as_array().unwrap().iter().map(read).collect()
}

#[test]
fn a_day_on_the_roer_is_played_for_both_sides() {
    at_table("grenade", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, GAME, "hotseat", 0, "").await;
        let mut player = Player::new(45);
        set_up(&page, &page, &mut player).await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("grenade-board").await;
        attack_over_the_roer(&page, &mut player).await;
        let (mut decisions, mut german_moves, mut drawn) = (0, 0, false);
        loop {
            let asked = my_turn(&page).await;
            if asked.over() || asked.word("banner").starts_with("Game-Turn 2") {
                break;
            }
            decisions += 1;
            assert!(decisions < 80, "the day never ends: {:#?}", player.played);
            let held = figures(&page).await;
            drawn |= !held.is_empty();
            let viewer = asked.0["viewer"].as_u64().unwrap();
            for (piece, seat, figure) in held {
                assert_eq!(figure == "?", seat != viewer, "counter {piece} of seat {seat} shows {figure} to {viewer}");
            }
            let offer = match asked.word("rule") {
                "4.2.B.2" if german_moves < 2 => {
                    german_moves += 1;
                    let moves = asked.which(|offer| offer["label"] == "move");
                    moves[player.pick(moves.len())]
                }
                "4.2.B.2" | "4.2.A.3" | "4.2.B.3" => saying(&asked, "done"),
                "9.94" => saying(&asked, "done"),
                _ => player.eager(&asked),
            };
            player.answer(&page, &asked, offer).await;
        }
        assert!(drawn, "nobody drew a chit: {:#?}", player.played);
        assert_eq!(german_moves, 2);
        page.rest().await;
        page.picture("grenade-second-day").await;
        report(&format!("Operation Grenade, the first day: {} clicked decisions", player.played.len()));
    });
}

/// A match of two before a spectator, up to the moment in which the dice have fallen and somebody has drawn.
async fn fight_with_chits(ada: &Page, ben: &Page, eve: &Page, player: &mut Player) {
    invite(ada, ben, GAME, 0).await;
    eve.client.goto(ada.client.current_url().await.unwrap().as_str()).await.unwrap();
    eve.seated().await;
    set_up(ada, ben, player).await;
    attack_over_the_roer(ada, player).await;
    // Guns, aircraft, fighters.
    for _ in 0..12 {
        let (one, two) = (asked(ada).await, asked(ben).await);
        if !figures(ada).await.is_empty() {
            break;
        }
        let (page, now) = if one.0["yours"] == true { (ada, one) } else { (ben, two) };
        if now.0["yours"] != true || now.offers().is_empty() {
            continue;
        }
        let offer = player.eager(&now);
        player.answer(page, &now, offer).await;
    }
}

#[test]
fn neither_the_other_browser_nor_a_spectator_sees_a_chit() {
    at_table("grenade-chits", async |house| {
        let (ada, ben, eve) = (house.visitor(SCREEN).await, house.visitor(SCREEN).await, house.visitor(SCREEN).await);
        listen(&eve).await;
        let mut player = Player::new(12);
        // The dice may take her chit at once: then they try another match.
        for tries in 1.. {
            fight_with_chits(&ada, &ben, &eve, &mut player).await;
            if figures(&ada).await.iter().any(|(_, seat, _)| *seat == 0) {
                break;
            }
            assert!(tries < 12, "she never keeps a chit");
            for page in [&ada, &ben] {
                page.goto("/").await;
                page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            }
        }
        // Ben sees the strengths while the dice roll; his log does not keep hers.
        let once =
            ben.until("strengths are shown once", "return document.querySelector('#toast .say.once')?.innerText").await;
        assert!(once.as_str().unwrap().contains("/29 has strength"), "{once}");
        ben.click("#panel [data-tab=log]").await;
        // A combat is folded up to begin with.
        ben.click("#panel [data-unfold][aria-expanded=false]").await;
        let log = ben.text("#panel").await;
        assert!(log.contains("draws a chit"), "{log}");
        assert!(!log.contains("/29 has strength"), "{log}");
        let seq = asked(&ada).await.seq();
        for page in [&ben, &eve] {
            page.until_known("all see the same", "return known.update.seq >= args", json!(seq)).await;
        }
        let [hers, his, nobodys] = [figures(&ada).await, figures(&ben).await, figures(&eve).await];
        assert!(hers.iter().any(|(_, seat, figure)| *seat == 0 && figure != "?"), "Ada sees her own: {hers:?}");
        for (what, seen, own) in [("Ada", &hers, Some(0)), ("Ben", &his, Some(1)), ("Eve", &nobodys, None)] {
            assert_eq!(seen.len(), hers.len(), "everybody sees that a chit is there");
            for (piece, seat, figure) in seen {
                assert_eq!(
                    figure == "?",
                    Some(*seat) != own,
                    "{what} sees {figure} under counter {piece} of seat {seat}"
                );
            }
        }
        // Nothing that reached the spectator's browser says more.
        let heard = eve.see("return window.heard.join('\\n')").await;
        let heard = heard.as_str().unwrap();
        assert!(heard.contains("draws a chit"), "she heard of the combat");
        for secret in ["has strength", "on the clear line;", "on the hilltop line;"] {
            assert!(!heard.contains(secret), "the spectator was told: {secret}");
        }
        ada.picture("grenade-own-chits").await;
        eve.picture("grenade-spectator").await;
    });
}

/// A tank column before the Rhine. From 1417 the Volkssturm of Düsseldorf is called out, and two bridges end there. Somebody
/// else can still move, so that movement does not end by itself.
const BEFORE_THE_RHINE: &str = "
    US A/2A at 1416
    US 115/29 at 0707
    GE 1157/363 at 1820
    rolled 1317
    US to move";

/// The attacker leads the retreat of who was broken through.
const BROKEN_THROUGH: &str = "
    US 115/29 at 1101
    US 115/29 chit 16/11/10
    GE 1157/363 at 1102
    GE 1157/363 chit 4/3/2 reduced
    fought 115/29+1157/363
    duty none
    US to attack
    battle US 1102 with 115/29
    battle-defenders 1157/363
    battle-result D3(1) breakthrough
    battle-stack 1102 path none left 3 units 1157/363
    battle-victors 115/29
    then US advance
    then US retreat GE";

/// Ends the way that is open in this hex.
async fn go_to(page: &Page, player: &mut Player, asked: &Asked, hex: &str) {
    let spot = page.ask("return known.kit.spots.findIndex((spot) => spot.name === args)", json!(hex)).await;
    player.go_to(page, asked.seq(), spot.as_u64().unwrap()).await;
    taken(page, asked.seq()).await;
}

/// Moves to the Rhine until the die calls out somebody, which it does five times in six. Gives the first question after it.
async fn call_out(page: &Page, player: &mut Player) -> Asked {
    for _ in 0..12 {
        sit_down(page, "operation-grenade", BEFORE_THE_RHINE, "").await;
        let asked = my_turn(page).await;
        player.begin(page, &asked, saying(&asked, "move A/2A")).await;
        go_to(page, player, &asked, "1417").await;
        let asked = my_turn(page).await;
        if asked.word("rule") == "21.12" {
            return asked;
        }
        assert_eq!(asked.word("rule"), "22.23", "nobody was called out, so it is the turn of the bridges");
    }
    panic!("the die never called out anybody")
}

#[test]
fn volkssturm_a_ruse_and_a_breakthrough_are_played_by_clicks() {
    at_table("grenade-alarms", async |house| {
        let page = house.visitor(SCREEN).await;
        let mut player = Player::new(21);
        // The move is interrupted: the German places whoever was called out.
        let mut asked = call_out(&page, &mut player).await;
        page.rest().await;
        page.picture("grenade-volkssturm").await;
        let mut placed = 0;
        while asked.word("rule") == "21.12" {
            placed += 1;
            player.answer(&page, &asked, 0).await;
            asked = my_turn(&page).await;
        }
        let standing = "return known.update.scene.counters.filter((c) => ['1318', '1319', '1418', '1419'].includes(known.kit.spots[c.at].name) && known.kit.faces[c.face].key.startsWith('VS')).length";
        assert_eq!(page.ask(standing, Value::Null).await, placed, "they stand in Düsseldorf");
        // One ruse for the first bridge; the second is tried without.
        assert_eq!(asked.word("rule"), "22.23");
        player.begin(&page, &asked, saying(&asked, "ruse")).await;
        page.until("the bridge has odds", "return document.querySelector('.card.odds .bars') !== null").await;
        page.picture("grenade-ruse").await;
        player.answer(&page, &asked, saying(&asked, "ruse")).await;
        let asked = my_turn(&page).await;
        let tried =
            "return known.update.scene.sides.filter((side) => ['blown', 'bridge'].includes(side.recipe)).length";
        assert_eq!(page.ask(tried, Value::Null).await, 2);
        // The move was interrupted, not ended.
        assert_eq!(asked.word("rule"), "5.0.a");
        player.begin(&page, &asked, saying(&asked, "move A/2A")).await;
        go_to(&page, &mut player, &asked, "1416").await;
        let asked = my_turn(&page).await;
        assert_eq!(asked.word("rule"), "4.2.A.2");
        assert!(!asked.offers().iter().any(|offer| offer["text"].as_str().unwrap().contains("A/2A")), "it has moved");
        // Three hexes, led by the attacker; then he follows.
        sit_down(&page, "operation-grenade", BROKEN_THROUGH, "").await;
        let mut led = 0;
        let last = loop {
            let asked = my_turn(&page).await;
            if asked.word("rule") != "9.97.1" {
                break asked;
            }
            led += 1;
            player.answer(&page, &asked, 0).await;
        };
        assert_eq!(led, 3, "he is led three hexes");
        assert_eq!(last.word("rule"), "9.94");
        page.picture("grenade-breakthrough").await;
        player.answer(&page, &last, saying(&last, "advance 115/29")).await;
        let gone = "return known.kit.spots[known.update.scene.counters.find((c) => known.kit.faces[c.face].key === '115/29').at].name";
        assert_ne!(page.ask(gone, Value::Null).await, "1101");
    });
}

/// [17.11], [24.22.a] Flooded and muddy ground is drawn, and streams in mud: whole map, as laid, close up.
#[test]
fn flood_and_mud_are_drawn_at_three_distances() {
    at_table("grenade-ground", async |house| {
        let page = house.visitor(SCREEN).await;
        let drawn = "return ['flood', 'mud'].map((it) => document.querySelector(`.ground-now.g-${it}`) !== null)
            .concat(known.board.view.world.dataset.swollen === 'stream')";
        for (name, ground, expected) in [
            ("calm", "weather light", [false, false, false]),
            ("flood", "flood flash", [true, false, false]),
            ("mud", "weather thaw", [false, true, true]),
        ] {
            sit_down(&page, "operation-grenade", &format!("{ground}\n{FRONT}"), "").await;
            my_turn(&page).await;
            assert_eq!(page.ask(drawn, Value::Null).await, json!(expected), "{name}");
            for (distance, keys) in [("laid", ""), ("near", "++++"), ("far", "-------")] {
                for key in keys.chars() {
                    page.press(key).await;
                }
                page.rest().await;
                page.picture(&format!("grenade-{name}-{distance}")).await;
            }
        }
    });
}

/// Both banks of the Roer at Linnich and Jülich.
const FRONT: &str = "
    US 115/29 at 0807
    US 747/19 at 0807
    US 116/29 at 0707
    US 119Art/19 at 0706
    GE 1157/363 at 0908
    GE 1156/363 at 0709
    GE 403/81 at 0809
    US to move";
