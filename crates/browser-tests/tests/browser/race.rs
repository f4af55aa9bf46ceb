//! A board of roads with mats and cards: whole games by clicks, and how many clicks a transport takes.

use crate::common::{PHONE, SCREEN, begin_scenario};
use browser_tests::player::{Asked, my_turn, taken};
use browser_tests::{Page, Player, at_table, report};
use serde_json::{Value, json};

const GAME: &str = "Race to the Rhine";

fn labelled(asked: &Asked, start: &str) -> Vec<usize> {
    asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with(start)))
}

/// Simple play: supplies, trucks, movements; what is merely shifted is left alone, so that every turn ends.
fn choose(player: &mut Player, asked: &Asked) -> usize {
    let shifts = |label: &str| label.starts_with("load from") || label.starts_with("unload");
    let real = asked.which(|offer| offer["label"].as_str().is_some_and(|label| !shifts(label)));
    let ends = asked.which(|offer| offer["label"].as_str().is_some_and(|label| label.starts_with("end ")));
    let moves = labelled(asked, "move");
    let others: Vec<usize> = real.iter().copied().filter(|offer| !ends.contains(offer)).collect();
    // Corps first: they draw cards and fight.
    if !moves.is_empty() && player.pick(3) > 0 {
        return moves[player.pick(moves.len())];
    }
    if others.is_empty() || (!ends.is_empty() && player.pick(6) == 0) {
        return ends.first().copied().unwrap_or_else(|| real[player.pick(real.len())]);
    }
    others[player.pick(others.len())]
}

/// Everything a player sees in the course of a game, pictured once.
#[derive(Default)]
struct Album {
    prefix: &'static str,
    taken: Vec<&'static str>,
}

impl Album {
    async fn keep(&mut self, page: &Page, name: &'static str) {
        if !self.taken.contains(&name) {
            self.taken.push(name);
            page.rest().await;
            page.picture(&format!("{}-{name}", self.prefix)).await;
        }
    }

    async fn look(&mut self, page: &Page, player: &mut Player, asked: &Asked, offer: usize) {
        let label = asked.offers()[offer]["label"].as_str().unwrap();
        if label.starts_with("move") && !self.taken.contains(&"move") {
            player.begin(page, asked, offer).await;
            self.keep(page, "move").await;
        }
        if label.starts_with("send a truck") && !self.taken.contains(&"truck") {
            player.begin(page, asked, offer).await;
            self.keep(page, "truck").await;
        }
        if page.see("return document.querySelector('.card.dealt') !== null").await == true {
            self.keep(page, "card").await;
        }
    }
}

/// Plays on until the match is over; how many decisions were clicked.
async fn to_the_end(page: &Page, player: &mut Player, album: &mut Album) -> usize {
    let mut decisions = 0;
    loop {
        let asked = my_turn(page).await;
        if asked.over() {
            return decisions;
        }
        decisions += 1;
        assert!(decisions < 1500, "the game never ends: {:?}", &player.played[player.played.len() - 20..]);
        let offer = choose(player, &asked);
        album.look(page, player, &asked, offer).await;
        player.answer(page, &asked, offer).await;
    }
}

#[test]
fn three_commanders_race_to_the_end() {
    at_table("race", async |house| {
        let page = house.visitor(SCREEN).await;
        page.picture("race-lobby").await;
        begin_scenario(&page, GAME, "three", "bot", 2, "easy").await;
        my_turn(&page).await;
        let mut album = Album { prefix: "race", ..Album::default() };
        album.keep(&page, "board").await;
        page.see("window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true)").await;
        let (plain, clicks) = transport(&page, &mut album).await;
        report(&format!("a transport: {plain} clicks, over two roads {clicks}"));
        assert!(plain <= 5, "a transport takes {plain} clicks");
        assert!(clicks <= 8, "a transport over two roads takes {clicks} clicks");
        let mut player = Player::new(21);
        let decisions = to_the_end(&page, &mut player, &mut album).await;
        report(&format!("a race of three: {decisions} clicked decisions"));
        let banner = page.text("#banner").await;
        assert!(page.see("return document.querySelector('#banner.over') !== null").await == true, "{banner}");
        page.picture("race-end").await;
        assert!(player.played.iter().any(|line| line.starts_with("move")), "{:?}", player.played);
    });
}

/// Two trucks, the second from where the first went, and the end of the transport: the clicks it took, without and with
/// the second truck.
async fn transport(page: &Page, album: &mut Album) -> (u64, u64) {
    // Two roads in a row, the first from where something lies.
    let found = page
        .ask(
            "const { update } = known; const trucks = update.offers.flatMap((o, i) => (o.label === 'send a truck' ? [[i, Number(o.about.slice(1))]] : []));
            const held = new Set(trucks.map((t) => t[1]));
            const heaps = new Map(); for (const h of update.scene.heaps) heaps.set(h.at, (heaps.get(h.at) ?? 0) + h.count);
            const ways = [];
            for (const [offer, from] of trucks) {
              const open = update.offers[offer].open ?? await known.socket.open(update.seq, offer);
              for (const leg of open.legs) for (const [next, second] of trucks) if (second === leg.spot) {
                const on = update.offers[next].open ?? await known.socket.open(update.seq, next);
                for (const last of on.legs) if (last.spot !== from) ways.push([heaps.get(from) ?? 0, from, leg.spot, last.spot]);
              }
            }
            return ways.sort((a, b) => b[0] - a[0])[0]?.slice(1) ?? null",
            Value::Null,
        )
        .await;
    let spot = |n: usize| format!("s{}", found[n].as_u64().unwrap());
    let before = page.see("return window.clicks").await.as_u64().unwrap();
    let open = "return choice.open?.kind === 'path'";
    let mut after = vec![];
    for (from, to) in [(0, 1), (1, 2)] {
        let seq = page.ask("return known.update.seq", Value::Null).await.as_u64().unwrap();
        page.click_thing(&spot(from)).await;
        page.until_known("the truck can be sent", open, Value::Null).await;
        page.click_thing(&spot(to)).await;
        taken(page, seq).await;
        // An empty truck leaves nothing to load, and goes by itself.
        page.until_known(
            "the load is asked",
            "return choice.open?.kind === 'counts' || !known.update.offers.some((o) => o.label === 'load the truck')",
            Value::Null,
        )
        .await;
        if page.ask("return choice.open?.kind === 'counts'", Value::Null).await == true {
            album.keep(page, "transport").await;
            let seq = page.ask("return known.update.seq", Value::Null).await.as_u64().unwrap();
            page.click("#float [data-do=confirm]").await;
            taken(page, seq).await;
        }
        after.push(page.see("return window.clicks").await.as_u64().unwrap());
    }
    let ending = "return known.update.offers.some((o) => o.label === 'end the transport')";
    if page.ask(ending, Value::Null).await == true {
        let seq = page.ask("return known.update.seq", Value::Null).await.as_u64().unwrap();
        let index = "return known.update.offers.findIndex((o) => o.label === 'end the transport')";
        let index = page.ask(index, Value::Null).await;
        page.click(&format!("#banner [data-do=begin][data-offer='{index}']")).await;
        taken(page, seq).await;
    }
    album.keep(page, "jam").await;
    let all = page.see("return window.clicks").await.as_u64().unwrap();
    (after[0] - before + all - after[1], all - before)
}

#[test]
fn a_commander_alone_plays_to_the_end() {
    at_table("race-solo", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, GAME, "solo-patton", "bot", 2, "").await;
        // Only one side sits at the table.
        let seats = page.until("the seats are drawn", "return document.querySelectorAll('#top .seat').length").await;
        assert_eq!(seats, json!(1));
        let mut player = Player::new(4);
        let mut album = Album { prefix: "solo", ..Album::default() };
        my_turn(&page).await;
        album.keep(&page, "board").await;
        let decisions = to_the_end(&page, &mut player, &mut album).await;
        report(&format!("a solitaire race: {decisions} clicked decisions"));
        page.picture("solo-end").await;
    });
}

#[test]
fn a_phone_has_mats_in_a_sheet() {
    at_table("race-phone", async |house| {
        let page = house.visitor(PHONE).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        begin_scenario(&page, GAME, "three", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        page.rest().await;
        page.picture("race-phone").await;
        page.click("#tab-mats").await;
        page.until("the mats are shown", "return document.querySelector('.mat.active') !== null").await;
        page.picture("race-phone-mats").await;
        page.click("#tab-mats").await;
        // A delivery: the base, then what is to come.
        let mut player = Player::new(2);
        let deliveries = labelled(&asked, "3 gas");
        player.begin(&page, &asked, deliveries[0]).await;
        taken(&page, asked.seq()).await;
        let asked = my_turn(&page).await;
        let moves = labelled(&asked, "move");
        player.begin(&page, &asked, moves[0]).await;
        page.rest().await;
        page.picture("race-phone-move").await;
    });
}
