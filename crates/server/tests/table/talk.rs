//! Talk beside the match: whose is whose, how much there can be, and who seems to say it.

use crate::common::{Laid, Line, Person, lay, settings};
use serde_json::{Value, json};
use server::{Limits, Settings};

fn seated(laid: &Laid, name: &str) -> (Person, String) {
    let ada = Person::new(laid.address, name);
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]));
    (ada, opened["id"].as_str().unwrap().into())
}

fn say(line: &mut Line, text: &str) {
    line.send(&json!({ "type": "say", "text": text }));
}

/// What somebody is welcomed with.
fn chat(person: &Person, id: &str) -> Vec<Value> {
    let mut line = person.connect(id);
    line.send(&json!({ "type": "hello", "seen": null }));
    line.until("welcome")["chat"].as_array().unwrap().clone()
}

#[test]
fn spectators_and_players_talk_apart() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, id) = seated(&laid, "Ada");
    let eve = Person::new(laid.address, "Eve");
    let (mut player, mut spectator) = (ada.connect(&id), eve.connect(&id));
    player.hello(None);
    spectator.hello(None);
    say(&mut player, "between us");
    assert_eq!(player.until("said")["text"], "between us");
    say(&mut spectator, "she will lose");
    // The first that reaches the spectator is their own line.
    assert_eq!(spectator.until("said")["text"], "she will lose");
    say(&mut player, "again");
    assert_eq!(player.until("said")["text"], "again");
    let texts = |person| chat(person, &id).iter().map(|said| said["text"].clone()).collect::<Vec<_>>();
    assert_eq!(texts(&ada), ["between us", "again"]);
    assert_eq!(texts(&eve), ["she will lose"]);
}

#[test]
fn there_is_an_end_to_talk() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, id) = seated(&laid, "Ada");
    let eve = Person::new(laid.address, "Eve");
    let (mut player, mut spectator) = (ada.connect(&id), eve.connect(&id));
    player.hello(None);
    spectator.hello(None);
    say(&mut player, "mine");
    player.until("said");
    for n in 0..1_300 {
        say(&mut spectator, &format!("line {n}"));
        assert_eq!(spectator.until("said")["text"], format!("line {n}"));
    }
    let heard = chat(&eve, &id);
    assert!(heard.len() <= 200, "a welcome with {} lines", heard.len());
    assert_eq!(heard.last().unwrap()["text"], "line 1299");
    // However much spectators say, what players said stays.
    assert_eq!(chat(&ada, &id).len(), 1);
    drop(laid);
    let laid = lay(settings(dir.path()));
    assert_eq!(chat(&eve.at(laid.address), &id), heard);
    assert_eq!(chat(&ada.at(laid.address), &id)[0]["text"], "mine");
    let stored = kept_lines(&settings(dir.path()).database);
    assert!(stored <= 1_100, "{stored} lines are kept");
}

fn kept_lines(database: &str) -> i64 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        use sqlx::Connection as _;
        let mut line = sqlx::SqliteConnection::connect(database).await.unwrap();
        sqlx::query_scalar("SELECT COUNT(*) FROM chat").fetch_one(&mut line).await.unwrap()
    })
}

#[test]
fn whoever_says_too_much_is_told_to_wait() {
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits { talk: (5.0, 0.0), ..Limits::NONE };
    let laid = lay(Settings { limits, ..settings(dir.path()) });
    let (ada, id) = seated(&laid, "Ada");
    let mut line = ada.connect(&id);
    line.hello(None);
    (0..6).for_each(|_| say(&mut line, "again"));
    assert!(line.until("error")["what"].as_str().unwrap().contains("too much"));
}

#[test]
fn nobody_seems_to_be_somebody_else() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (_, id) = seated(&laid, "Ada");
    for (called, shown) in
        [("\u{202e}Ada\u{200b}", "Ada (spectator)"), ("\u{410}d\u{430}", "\u{410}d\u{430} (spectator)"), ("Eve", "Eve")]
    {
        let eve = Person::new(laid.address, called);
        let mut line = eve.connect(&id);
        line.hello(None);
        say(&mut line, "trust me");
        assert_eq!(line.until("said")["name"], shown);
    }
    let nobody = Person::new(laid.address, "x").post("/api/me", &json!({ "name": "\u{200b}\u{202e}" }));
    assert_eq!(nobody.status, 400, "{}", nobody.text());
}

#[test]
fn drawings_are_shown_as_talk_is_heard() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let id = opened["id"].as_str().unwrap().to_owned();
    let ben = Person::new(laid.address, "Ben");
    let link = opened["seats"][1]["join"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(ben.post("/api/join", &json!({ "token": link })).json()["id"], id);
    let (mut one, mut other) = (ada.connect(&id), ben.connect(&id));
    let mut spectator = Person::new(laid.address, "Eve").connect(&id);
    one.hello(None);
    other.hello(None);
    spectator.hello(None);
    let marks = json!([{ "from": 3, "to": 4, "text": "" }, { "from": 4, "to": 4, "text": "hold\u{202e} this" }]);
    one.send(&json!({ "type": "sketch", "marks": marks }));
    let seen = other.until("sketch");
    assert_eq!(seen["name"], "Ada");
    assert_eq!(seen["marks"][1]["text"], "hold this");
    // Whoever comes later sees it too; spectators see nothing of it.
    let mut again = ben.connect(&id);
    again.hello(None);
    assert_eq!(again.until("sketch")["marks"], seen["marks"]);
    spectator.send(&json!({ "type": "say", "text": "what do they draw?" }));
    assert_eq!(spectator.until_either("said", "sketch")["type"], "said");
    // Too much is refused, and nothing is left when the drawer goes.
    one.send(&json!({ "type": "sketch", "marks": vec![json!({ "from": 1, "to": 2 }); 61] }));
    one.until("error");
    drop(one);
    assert_eq!(other.until("sketch")["marks"], json!([]));
}

#[test]
fn only_what_nobody_else_needs_is_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, id) = seated(&laid, "Ada");
    let delete = |person: &Person, id: &str| person.post(&format!("/api/matches/{id}/delete"), &json!({}));
    assert_eq!(delete(&Person::new(laid.address, "Eve"), &id).status, 403, "a stranger deletes");
    // Somebody sits at the table: he is told.
    let mut line = ada.connect(&id);
    line.hello(None);
    let left = delete(&ada, &id).json();
    assert_eq!(left["mine"], json!([]));
    assert!(line.until("ended")["what"].as_str().unwrap().contains("deleted"));
    assert_eq!(ada.get(&format!("/api/matches/{id}")).status, 404);
    // While somebody else plays, nothing is deleted; nor when it is over, until both have put it away.
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let id = opened["id"].as_str().unwrap().to_owned();
    let ben = Person::new(laid.address, "Ben");
    let link = opened["seats"][1]["join"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    ben.post("/api/join", &json!({ "token": link }));
    assert_eq!(delete(&ada, &id).status, 403);
    let mut line = ada.connect(&id);
    line.hello(None);
    let seq = line.seq();
    line.send(&json!({ "type": "resign", "seq": seq }));
    while !line.over() {
        line.until("update");
    }
    assert_eq!(delete(&ada, &id).status, 403);
    ben.post(&format!("/api/matches/{id}/mark"), &json!({ "name": "", "archived": true }));
    assert_eq!(delete(&ada, &id).status, 200);
    assert_eq!(ben.get(&format!("/api/matches/{id}")).status, 404);
}
