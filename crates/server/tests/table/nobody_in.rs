//! What must be refused, and that it is refused with a clear word.

use crate::common::{Line, Person, lay, request, settings};
use referee::Seeded;
use serde_json::{Value, json};
use server::{Limits, Settings};

#[test]
fn wrong_seats_forged_offers_and_stale_messages_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, ben, eve) =
        (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"), Person::new(laid.address, "Eve"));
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let id = opened["id"].as_str().unwrap();
    let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap().to_string();
    // Others see no link, and a guessed one opens nothing.
    assert!(eve.get(&format!("/api/matches/{id}")).json()["seats"][1]["join"].is_null());
    assert_eq!(eve.post("/api/join", &json!({ "token": "0".repeat(64) })).status, 404);
    assert_eq!(eve.post("/api/join", &json!({ "token": "' OR 1=1" })).status, 404);
    assert_eq!(eve.post(&format!("/api/matches/{id}/sit"), &json!({ "seat": 1 })).status, 403);
    assert_eq!(ben.post("/api/join", &json!({ "token": token })).status, 200);
    // A link works once.
    assert_eq!(eve.post("/api/join", &json!({ "token": token })).status, 409);
    let mut lines = [ada.connect(id), ben.connect(id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    let deciding = usize::from(lines[1].yours());
    let mut watching = eve.connect(id);
    watching.hello(None);
    assert!(watching.update["viewer"].is_null() && watching.update["offers"] == json!([]));
    let play = |seq: u64, offer: u64, pick: Value| json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick });

    let other = &mut lines[1 - deciding];
    other.send(&play(0, 0, json!("nothing")));
    assert_eq!(other.until("refused")["kind"], "not_your_decision");
    watching.send(&play(0, 0, json!("nothing")));
    assert_eq!(watching.until("refused")["kind"], "not_your_decision");
    watching.send(&json!({ "type": "undo", "seq": 0 }));
    assert_eq!(watching.until("refused")["kind"], "cannot_undo");
    watching.send(&json!({ "type": "ask_text", "tag": 1, "text": "done" }));
    assert_eq!(watching.until("answer")["lawful"], false);

    let line = &mut lines[deciding];
    line.send(&play(0, 9999, json!("nothing")));
    assert_eq!(line.until("refused")["kind"], "no_such_offer");
    line.send(&play(0, 0, json!({ "amount": 7 })));
    assert_eq!(line.until("refused")["kind"], "not_offered");
    line.send(&play(5, 0, json!("nothing")));
    assert_eq!(line.until("stale")["seq"], 0);
    assert_eq!(line.until("update")["seq"], 0);
    line.send(&json!({ "type": "ask_text", "tag": 3, "text": "attack everything" }));
    let answer = line.until("answer");
    assert_eq!((&answer["lawful"], &answer["tag"]), (&json!(false), &json!(3)));
    line.send(&json!({ "type": "overlay", "tag": 1, "name": "reach", "about": "p65535" }));
    assert!(["overlay", "error"].contains(&line.next().unwrap()["type"].as_str().unwrap()));

    // None of it changed anything, and play goes on.
    assert_eq!(ada.get(&format!("/api/matches/{id}")).json()["seq"], 0);
    lines[deciding].play(&mut Seeded(1));
    assert_eq!(lines[deciding].seq(), 1);
    // A message about what was is stale now.
    let line = &mut lines[deciding];
    line.send(&play(0, 0, json!("nothing")));
    assert_eq!(line.until("stale")["seq"], 1);

    // A cookie of one match is no key to another.
    let private = eve.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]));
    let private = private["id"].as_str().unwrap();
    let mut intruder = ada.connect(private);
    intruder.hello(None);
    assert!(intruder.update["viewer"].is_null());
    intruder.send(&play(0, 0, json!("nothing")));
    assert_eq!(intruder.until("refused")["kind"], "not_your_decision");
    assert_eq!(ada.get(&format!("/api/matches/{private}/file")).status, 403);
    assert_eq!(ada.post(&format!("/api/matches/{private}/branch"), &json!({ "at": 0 })).status, 403);
    assert_eq!(eve.get(&format!("/api/matches/{id}/file")).status, 403);
    assert_eq!(ada.get(&format!("/api/matches/{id}/file")).status, 403, "not even a player, while it runs");
}

#[test]
fn broken_and_large_messages_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    for broken in ["", "{", "[]", "null", "\u{0}", r#"{"type":"play"}"#, r#"{"type":"steal","seq":0}"#] {
        line.send_text(broken);
        let error = line.until("error");
        assert!(error["what"].as_str().unwrap().starts_with("this message makes no sense"), "{error}");
    }
    let nested = "[".repeat(30_000);
    line.send_text(&nested);
    line.until("error");
    line.send(&json!({ "type": "say", "text": "x".repeat(501) }));
    assert!(line.until("error")["what"].as_str().unwrap().contains("500"));
    line.send(&json!({ "type": "say", "text": "<script>alert(1)</script>\u{7}" }));
    assert_eq!(line.until("said")["text"], "<script>alert(1)</script>", "kept as text; the page must treat it as such");
    // Too large ends the line, and only the line.
    line.send_text(&" ".repeat(65 * 1024));
    while line.next().is_some() {}
    let mut line = ada.connect(id);
    line.hello(None);
    assert_eq!(line.seq(), 0);

    let origin = format!("http://{}", laid.address);
    let fields = [("Cookie", &*ada.cookie), ("Origin", &*origin), ("Content-Type", "application/json")];
    for (body, status) in [("{", 400), ("[]", 422), (r#"{"name":"a","more":1}"#, 422)] {
        let answer = request(laid.address, "POST", "/api/me", &fields, body.as_bytes());
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(answer.json()["error"].is_string());
    }
    let answer = request(laid.address, "POST", "/api/me", &fields, " ".repeat(65 * 1024).as_bytes());
    assert_eq!(answer.status, 413);
    assert_eq!(ada.post("/api/me", &json!({ "name": "x".repeat(41) })).status, 400);
    assert_eq!(ada.post("/api/me", &json!({ "name": " \n " })).status, 400);
    let bad = json!({ "game": "ford", "scenario": "noon", "seats": [{ "kind": "me" }, { "kind": "me" }] });
    assert_eq!(ada.post("/api/matches", &bad).json()["error"], "unknown scenario `noon`");
    let bad = json!({ "game": "ford", "scenario": "dusk", "seats": [{ "kind": "me" }] });
    assert_eq!(ada.post("/api/matches", &bad).status, 400);
    let bad =
        json!({ "game": "ford", "scenario": "dusk", "seats": [{ "kind": "me" }, { "kind": "bot", "name": "hal" }] });
    assert!(ada.post("/api/matches", &bad).json()["error"].as_str().unwrap().contains("hal"));
    for missing in ["/api/matches/none", "/api/matches/none/file", "/api/kit/chess", "/api/nothing", "/../Cargo.toml"] {
        assert_eq!(ada.get(missing).status, 404, "{missing}");
    }
}

#[test]
fn other_sites_are_kept_out() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(Settings { limits: Limits { posts: (10.0, 0.0), ..Limits::NONE }, ..settings(dir.path()) });
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert!(Line::try_connect(laid.address, id, Some(&ada.cookie), origin).is_err(), "{origin}");
        let fields = [("Cookie", &*ada.cookie), ("Origin", origin), ("Content-Type", "application/json")];
        let answer = request(laid.address, "POST", "/api/me", &fields, br#"{"name":"Eve"}"#);
        assert_eq!((answer.status, answer.json()["error"].is_string()), (403, true));
    }
    let fields = [("Cookie", &*ada.cookie), ("Content-Type", "application/json")];
    assert_eq!(request(laid.address, "POST", "/api/me", &fields, br#"{"name":"Eve"}"#).status, 403);
    // A name somewhere else that points to this machine.
    let fields = [("Cookie", &*ada.cookie), ("Host", "evil.example")];
    assert_eq!(request(laid.address, "GET", "/api/matches", &fields, b"").status, 403);
    assert_eq!(ada.get("/api/me").json()["name"], "Ada");
    // Without a cookie nobody opens a match.
    let origin = format!("http://{}", laid.address);
    let fields = [("Origin", &*origin), ("Content-Type", "application/json")];
    let body = br#"{"game":"ford","scenario":"dusk","seats":[{"kind":"me"},{"kind":"me"}]}"#;
    assert_eq!(request(laid.address, "POST", "/api/matches", &fields, body).status, 401);
    let policy = ada.get("/api/shelf");
    let policy = policy.field("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
    // Whoever asks too often waits.
    let statuses: Vec<_> = (0..12).map(|_| ada.post("/api/me", &json!({ "name": "Ada" })).status).collect();
    assert_eq!(statuses.last(), Some(&429));
}

#[test]
fn whoever_talks_too_much_is_told_to_wait() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(Settings { limits: Limits { messages: (5.0, 0.0), ..Limits::NONE }, ..settings(dir.path()) });
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let mut line = ada.connect(id.as_str().unwrap());
    line.hello(None);
    for _ in 0..6 {
        line.send(&json!({ "type": "note", "text": "hold the bridge" }));
    }
    assert!(line.until("error")["what"].as_str().unwrap().starts_with("too many messages"));
}
