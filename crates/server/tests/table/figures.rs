//! Figures for people: how long a list and a waking take. They are printed, not judged: `cargo test --release -p server
//! --test table -- --ignored --nocapture figures`.

use crate::common::{Person, lay, settings};
use referee::Seeded;
use serde_json::json;
use sqlx::Connection as _;
use std::time::{Duration, Instant};

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[test]
#[ignore = "prints figures"]
fn figures_of_a_list_with_50_000_matches() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path());
    let laid = lay(settings.clone());
    let ada = Person::new(laid.address, "Ada");
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let new = json!({ "game": "ford", "scenario": "dusk", "seats": seats, "public": true });
    let id = ada.post("/api/matches", &new).json()["id"].clone();
    drop(laid);
    // As many again, of Ada's and of others.
    let copy = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000) \
                INSERT INTO matches (id, game, setup, head, dice, dice_hash, dice_from, owner, public, origin, created, \
                awaits, outcome, seq, moved) SELECT m.id || n, game, setup, head, dice, dice_hash, dice_from, \
                CASE WHEN n % 50 = 0 THEN owner ELSE 'other' || n END, public, origin, created, awaits, outcome, seq, \
                moved + n FROM matches m, n";
    let seats = "INSERT INTO seat (match_id, seat, kind, bot, link_hash, person) \
                 SELECT m.id, s.seat, s.kind, s.bot, s.link_hash || m.id, CASE WHEN s.kind = 'human' THEN m.owner ELSE '' END \
                 FROM matches m, seat s WHERE m.id <> s.match_id";
    let secrets = "INSERT INTO secret (match_id, dice, links) SELECT m.id, s.dice, s.links || m.id FROM matches m, secret s \
                   WHERE m.id <> s.match_id";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut line = sqlx::SqliteConnection::connect(&settings.database).await.unwrap();
        for statement in [copy, seats, secrets] {
            sqlx::query(statement).execute(&mut line).await.unwrap();
        }
        line.close().await.unwrap();
    });
    let laid = lay(settings);
    for (who, person) in
        [("of somebody with 1,001 matches", ada.at(laid.address)), ("of a stranger", Person::new(laid.address, "Eve"))]
    {
        let times = (0..50).map(|_| {
            let since = Instant::now();
            let listed = person.get("/api/matches").json();
            assert_eq!(listed["public"].as_array().unwrap().len(), if who.contains("1,001") { 98 } else { 100 });
            since.elapsed()
        });
        println!(
            "list {who}, 50,001 matches stored: {:.2?} in the middle, with a connection of its own",
            middle(times.collect())
        );
    }
    drop(id);
}

#[test]
#[ignore = "prints figures"]
fn figures_of_waking() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path());
    let mut laid = Some(lay(settings.clone()));
    let mut ada = Person::new(laid.as_ref().unwrap().address, "Ada");
    let id = ada.open("hurtgen-forest", "historical", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    let mut dice = Seeded(5);
    while !line.over() {
        line.play(&mut dice);
    }
    let entries = line.update["entries"].clone();
    drop(line);
    let times = (0..15).map(|_| {
        laid = None;
        let laid = laid.insert(lay(settings.clone()));
        ada = ada.at(laid.address);
        let since = Instant::now();
        let mut line = ada.connect(id);
        line.hello(None);
        since.elapsed()
    });
    println!("waking and hello of a match with {entries} decisions: {:.2?} in the middle", middle(times.collect()));
}
