//! What is kept comes back, from a file and from a PostgreSQL database alike.

use crate::common::{Person, lay, settings};
use crate::postgres::{Postgres, stores};
use referee::Seeded;
use serde_json::{Value, json};
use server::Settings;
use server::repair::Outcome;
use sqlx::Connection as _;
use std::time::Duration;

/// Runs a statement behind the table's back.
fn alter(database: &str, statement: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        if database.starts_with("postgres") {
            let mut line = sqlx::PgConnection::connect(database).await.unwrap();
            sqlx::query(statement).execute(&mut line).await.unwrap();
        } else {
            let mut line = sqlx::SqliteConnection::connect(database).await.unwrap();
            sqlx::query(statement).execute(&mut line).await.unwrap();
            line.close().await.unwrap();
        }
    });
}

#[test]
fn everything_that_is_kept_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    for (database, _postgres) in stores(dir.path()) {
        let settings = Settings { database, ..settings(dir.path()) };
        let laid = lay(settings.clone());
        let (ada, ben) = (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"));
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let new = json!({ "game": "ford", "scenario": "dusk", "seats": seats, "public": true });
        let opened = ada.post("/api/matches", &new).json();
        let id = opened["id"].as_str().unwrap();
        assert!(ada.get("/api/matches").json()["mine"][0]["seats"][1]["join"].is_string());
        assert!(ben.get("/api/matches").json()["public"][0]["seats"][1]["join"].is_null());
        assert_eq!(ben.post(&format!("/api/matches/{id}/sit"), &json!({ "seat": 1 })).status, 200);
        let mut lines = [ada.connect(id), ben.connect(id)];
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        let mut dice = Seeded(6);
        // The dice are nobody's choice: a game may be over sooner.
        for n in 0..25 {
            if lines[0].over() {
                break;
            }
            let deciding = usize::from(lines[1].yours());
            lines[deciding].play(&mut dice);
            let seq = lines[deciding].seq();
            if n % 5 == 0 && lines[deciding].update["undo"] == "free" {
                lines[deciding].send(&json!({ "type": "undo", "seq": seq }));
                lines[deciding].reach(seq + 1);
            }
            let seq = lines[deciding].seq();
            lines[1 - deciding].reach(seq);
        }
        lines[0].send(&json!({ "type": "say", "text": "good luck, \"Ben\" 🎲" }));
        lines[1].until("said");
        lines[1].send(&json!({ "type": "note", "text": "hold\u{0} the bridge" }));
        lines[1].until("note_kept");
        let before = lines.each_ref().map(|line| line.update.clone());
        let listed = ada.get("/api/matches").json();
        drop((lines, laid));

        let laid = lay(settings.clone());
        let (ada, ben) = (ada.at(laid.address), ben.at(laid.address));
        assert_eq!(ada.get("/api/matches").json(), listed);
        assert_eq!(listed["mine"][0]["seq"], before[0]["seq"]);
        assert_eq!(listed["mine"][0]["awaits"], before[0]["awaits"]["seat"]);
        assert_eq!(ben.get("/api/matches").json()["mine"][0]["id"], id);
        for (person, before) in [&ada, &ben].into_iter().zip(&before) {
            let mut line = person.connect(id);
            line.send(&json!({ "type": "hello", "seen": null }));
            let welcome = line.until("welcome");
            assert_eq!(welcome["chat"][0]["text"], "good luck, \"Ben\" 🎲");
            line.until("update");
            for key in ["seq", "entries", "viewer", "yours", "scene", "awaits", "offers", "undo", "dice"] {
                assert_eq!(line.update[key], before[key], "{key}");
            }
        }
        let mut line = ben.connect(id);
        line.send(&json!({ "type": "hello", "seen": null }));
        assert_eq!(line.until("welcome")["note"], "hold the bridge");
    }
}

#[test]
fn a_changed_seed_is_noticed_before_it_rolls() {
    let dir = tempfile::tempdir().unwrap();
    for (database, _postgres) in stores(dir.path()) {
        let settings = Settings { database: database.clone(), ..settings(dir.path()) };
        let laid = lay(settings.clone());
        let ada = Person::new(laid.address, "Ada");
        let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
        let id = id.as_str().unwrap();
        drop(laid);
        alter(&database, "UPDATE secret SET dice = CASE WHEN dice LIKE '0%' THEN '1' ELSE '0' END || substr(dice, 2)");
        let laid = lay(settings);
        let mut line = ada.at(laid.address).connect(id);
        line.hello(None);
        let what = line.until("error")["what"].clone();
        assert!(what.as_str().unwrap().contains("frozen") && what.as_str().unwrap().contains("seed"), "{what}");
        let (offer, pick) = line.choose(&mut Seeded(1));
        line.send(&json!({ "type": "play", "seq": 0, "offer": offer, "pick": pick }));
        assert!(line.until("error")["what"].as_str().unwrap().contains("frozen"));
    }
}

#[test]
fn a_store_of_an_older_build_is_brought_up_to_date() {
    let dir = tempfile::tempdir().unwrap();
    let old = dir.path().join("old");
    std::fs::create_dir(&old).unwrap();
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/0001_table.sql");
    std::fs::copy(first, old.join("0001_table.sql")).unwrap();
    for (database, _postgres) in stores(dir.path()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let first = sqlx::migrate::Migrator::new(&*old).await.unwrap();
            if database.starts_with("postgres") {
                first.run(&mut sqlx::PgConnection::connect(&database).await.unwrap()).await.unwrap();
            } else {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&database).create_if_missing(true);
                let mut line = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
                first.run(&mut line).await.unwrap();
            }
        });
        let fill = [
            "INSERT INTO person (id, name) VALUES ('me', 'Ada')",
            "INSERT INTO sitting (id, game, setup, head, dice_hash, dice_from, owner, public, awaits, outcome, created) \
             VALUES ('one', 'ford', 'dusk', 'rhine match 1' || chr(10), 'hash', 0, 'me', 1, 1, NULL, 1000), \
             ('two', 'ford', 'dusk', '', 'hash', 3, 'me', 1, 0, NULL, 2000)",
            "INSERT INTO secret (sitting, dice, links) VALUES ('one', 'seed', 'l'), ('two', 'seed', 'l')",
            "INSERT INTO seat (sitting, seat, kind, bot, link_hash, person) \
             VALUES ('one', 0, 'human', '', 'h', 'me'), ('one', 1, 'bot', 'random', 'h', ''), \
             ('two', 0, 'human', '', 'h', 'me'), ('two', 1, 'open', '', 'h', '')",
            "INSERT INTO entry (sitting, n, line, awaits, outcome, at) \
             VALUES ('one', 0, 'GE mine 0705', 0, NULL, 1500), ('one', 1, '= 0', -1, 'US: victory', 1600)",
            "INSERT INTO chat (sitting, n, seat, name, line, at) VALUES ('one', 0, 0, 'Ada', 'hello', 1)",
            "INSERT INTO private_note (sitting, person, line) VALUES ('one', 'me', 'mine')",
        ];
        for statement in fill {
            let statement = if database.starts_with("postgres") { statement } else { lite(statement) };
            alter(&database, statement);
        }
        let laid = lay(Settings { database, ..settings(dir.path()) });
        let eve = Person::new(laid.address, "Eve");
        let listed = eve.get("/api/matches").json();
        let of = |id: &str| listed["public"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
        let (one, two) = (of("one"), of("two"));
        assert_eq!(
            [&one["seq"], &one["moved"], &two["seq"], &two["moved"]].map(Value::as_i64),
            [2, 1600, 0, 2000].map(Some)
        );
        assert_eq!((&one["awaits"], &one["outcome"]), (&Value::Null, &json!("US: victory")));
        assert_eq!((&two["awaits"], &two["origin"]), (&json!(0), &json!("uploaded")));
        assert_eq!((&one["origin"], &one["seats"][0]["name"]), (&json!("dealt"), &json!("Ada")));
    }
}

/// SQLite calls it otherwise.
fn lite(statement: &'static str) -> &'static str {
    statement.replace("chr(", "char(").leak()
}

/// Databases that others look after are reached over TLS only.
#[test]
fn a_database_is_reached_over_tls() {
    let dir = tempfile::tempdir().unwrap();
    let Some(postgres) = Postgres::start_with_tls() else { return };
    let root = postgres.certificate().display().to_string();
    let whole = format!("{}?sslmode=verify-full&sslrootcert={root}", postgres.url());
    for database in [format!("{}?sslmode=require", postgres.url()), whole] {
        let laid = lay(Settings { database, ..settings(dir.path()) });
        let ada = Person::new(laid.address, "Ada");
        let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
        let mut line = ada.connect(id.as_str().unwrap());
        line.hello(None);
        line.play(&mut Seeded(1));
    }
    // Without TLS this database lets nobody in, and a certificate that nobody vouches for is not believed.
    for end in ["?sslmode=disable", "?sslmode=verify-full"] {
        let settings = Settings { database: postgres.url() + end, ..settings(dir.path()) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let bound = runtime.block_on(server::Server::bind(shelf::Shelf::open(None).unwrap(), settings));
        assert!(bound.is_err(), "{end}");
    }
}

#[test]
fn kept_matches_are_brought_to_the_rules_of_today() {
    let dir = tempfile::tempdir().unwrap();
    for (database, _postgres) in stores(dir.path()) {
        let settings = Settings { database: database.clone(), ..settings(dir.path()) };
        let laid = lay(settings.clone());
        let ada = Person::new(laid.address, "Ada");
        let ids: Vec<_> = (0..3)
            .map(|n| {
                let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
                let mut line = ada.connect(id.as_str().unwrap());
                line.hello(None);
                let mut dice = Seeded(n);
                for _ in 0..20 {
                    if !line.over() {
                        line.play(&mut dice);
                    }
                }
                let seq = line.seq();
                if line.update["undo"] == "free" {
                    line.send(&json!({ "type": "undo", "seq": seq }));
                    line.reach(seq + 1);
                }
                (id.as_str().unwrap().to_string(), line.update.clone())
            })
            .collect();
        drop(laid);
        // The first was played under older rules, which led elsewhere; the second under rules that allowed more.
        let (first, second) = (&ids[0].0, &ids[1].0);
        let changed = |statement: String| alter(&database, statement.leak());
        changed(format!("UPDATE matches SET head = replace(head, 'rules 20', 'rules 19') WHERE id <> '{}'", ids[2].0));
        changed(format!("UPDATE entry SET line = line || ' @00000000' WHERE match_id = '{first}' AND n = 2"));
        changed(format!("UPDATE entry SET line = 'US move Able 9999' WHERE match_id = '{second}' AND n = 3"));
        let shelf = shelf::Shelf::open(None).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let repair = || runtime.block_on(server::repair::repair(&shelf, &database, &dir.path().join("old"))).unwrap();
        let done = repair();
        let of = |id: &str| done.iter().find(|done| done.id == id).unwrap().outcome.clone();
        let Outcome::Rewritten { changed: Some(changed), old, .. } = of(first) else { panic!("{done:?}") };
        assert!(changed.contains("rules of today"), "{changed}");
        let text = std::fs::read_to_string(old).unwrap();
        assert!(text.contains("rules 19") && text.contains("@00000000"), "{text}");
        let Outcome::Refused(what) = of(second) else { panic!("{done:?}") };
        assert!(what.contains("line "), "{what}");
        assert!(matches!(of(&ids[2].0), Outcome::Holds { .. }), "{done:?}");
        // A second time there is nothing left to do, and the matches go on.
        assert!(matches!(repair().iter().find(|done| done.id == *first).unwrap().outcome, Outcome::Holds { .. }));
        let laid = lay(settings);
        for (id, update) in [&ids[0], &ids[2]] {
            let mut line = ada.at(laid.address).connect(id);
            line.hello(None);
            assert_eq!(line.update["scene"], update["scene"]);
            assert_eq!(line.update["seq"], update["seq"]);
            assert_eq!(line.update["dice"], update["dice"]);
        }
    }
}

/// Bots that nobody watches do not wait for the disk between two decisions; what they have played is shown when all of it is
/// kept, and not before.
#[test]
fn a_stretch_of_bots_is_kept_together_and_shown_when_it_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { bot_delay: Duration::from_secs(3600), ..settings(dir.path()) };
    let database = settings.database.clone();
    let table = lay(settings);
    let ada = Person::new(table.address, "Ada");
    let seats = json!([{ "kind": "bot", "name": "random" }, { "kind": "me" }]);
    let opened = ada.open("hurtgen-forest", "historical", &seats);
    let mut line = ada.connect(opened["id"].as_str().unwrap());
    line.hello(None);
    assert_eq!(line.update["entries"], 0, "the bot waits for its hour");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut other = runtime.block_on(sqlx::SqliteConnection::connect(&database)).unwrap();
    let mut run = |statement: &'static str| {
        runtime.block_on(sqlx::query(statement).execute(&mut other)).unwrap();
    };
    // Nothing can be written while somebody else writes.
    run("BEGIN IMMEDIATE");
    line.send(&json!({ "type": "pace", "pace": "at_once" }));
    line.patience(Duration::from_millis(600));
    while let Some(message) = line.next_within().unwrap() {
        assert_ne!(message["type"], "update", "what is not kept was shown: {message}");
    }
    run("COMMIT");
    line.patience(Duration::from_secs(120));
    let update = line.until("update");
    let told = update["told"].as_array().unwrap().len();
    assert!(told > 4, "the bot waited for the disk after each decision: {told} told");
    assert_eq!(update["entries"], told);
    let kept: i64 = runtime.block_on(sqlx::query_scalar("SELECT count(*) FROM entry").fetch_one(&mut other)).unwrap();
    assert!(kept >= i64::try_from(told).unwrap(), "{told} were shown, {kept} are kept");
    // It goes on to the decision of whoever waits, and everything is there for somebody who comes later.
    while !line.yours() {
        line.until("update");
    }
    let mut later = ada.connect(opened["id"].as_str().unwrap());
    later.hello(None);
    assert_eq!((later.seq(), &later.update["scene"]), (line.seq(), &line.update["scene"]));
    let file = ada.get(&format!("/api/matches/{}/file", opened["id"].as_str().unwrap())).text();
    let replayed = shelf::Shelf::open(None).unwrap().game("hurtgen-forest").unwrap().replay(&file);
    assert_eq!(replayed.stopped, None, "the file holds");
    assert_eq!(replayed.game_match.unwrap().entries() as u64, line.update["entries"].as_u64().unwrap());
}
