//! What strangers may try, with the limits that a table has by itself. Nobody else is thrown out or kept waiting.

use crate::common::{Laid, Line, Person, lay, request, settings};
use referee::Seeded;
use serde_json::{Value, json};
use server::{Limits, Settings};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

fn limited(dir: &std::path::Path) -> Laid {
    lay(Settings { limits: Limits::default(), ..settings(dir) })
}

/// The same limits, but what was used up does not come back: however slow the machine is, a flood is one.
fn used_up() -> Limits {
    let Limits { messages, posts, gets, talk, .. } = Limits::default();
    let [messages, posts, gets, talk] = [messages, posts, gets, talk].map(|(at_once, _)| (at_once, 0.0));
    Limits { messages, posts, gets, talk, ..Limits::default() }
}

/// Ada and Ben at a public match of ford.
fn two(laid: &Laid) -> (Person, Person, String) {
    let (ada, ben) = (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let new = json!({ "game": "ford", "scenario": "dusk", "seats": seats, "public": true });
    let id = ada.post("/api/matches", &new).json()["id"].as_str().unwrap().to_string();
    assert_eq!(ben.post(&format!("/api/matches/{id}/sit"), &json!({ "seat": 1 })).status, 200);
    (ada, ben, id)
}

/// Plays slowly enough for the limits until it is told to stop.
fn play_until(lines: &mut [Line; 2], stop: &AtomicBool, plays: &AtomicU64) {
    let mut dice = Seeded(3);
    while !stop.load(Ordering::Relaxed) && !lines[0].over() {
        let deciding = usize::from(lines[1].yours());
        lines[deciding].play(&mut dice);
        let seq = lines[deciding].seq();
        lines[1 - deciding].reach(seq);
        plays.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(60));
    }
}

#[test]
fn spectators_who_do_not_listen_throw_nobody_out() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let (ada, ben, id) = two(&laid);
    let mut lines = [ada.connect(&id), ben.connect(&id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    let (stop, plays) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let players = scope.spawn(|| play_until(&mut lines, &stop, &plays));
        // However long it takes: the players go on while others make noise. Whoever is thrown out panics.
        let mut crowds = 0;
        while crowds < 3 || (plays.load(Ordering::Relaxed) < 4 && !players.is_finished()) {
            crowds += 1;
            let mut crowd: Vec<_> = (0..20).map(|_| Line::connect(laid.address, &id, None)).collect();
            for line in &mut crowd {
                (0..60).for_each(|_| line.send(&json!({ "type": "hello", "seen": null })));
            }
            std::thread::sleep(Duration::from_millis(400));
        }
        stop.store(true, Ordering::Relaxed);
        players.join().expect("the players stay in");
    });
}

#[test]
fn frames_of_every_kind_count() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(Settings { limits: used_up(), ..settings(dir.path()) });
    let (_, _, id) = two(&laid);
    let flood = [Message::binary(vec![1, 2, 3]), Message::Ping(vec![1].into())];
    for frame in flood {
        let mut line = Line::connect(laid.address, &id, None);
        line.patience(Duration::from_millis(1));
        let mut taken = 0;
        // A busy table may take its time to close the line; one that does not count never does.
        let closed = loop {
            if line.send_frame(frame.clone()).is_err() {
                break true;
            }
            taken += 1;
            if taken % 20 == 0 && drained(&mut line).is_err() {
                break true;
            }
            if taken == 200_000 {
                break false;
            }
        };
        assert!(closed, "{taken} frames were taken and answered: {frame:?}");
    }
}

/// Reads what has come; an error if the line is dead.
fn drained(line: &mut Line) -> Result<(), tungstenite::Error> {
    while line.next_within()?.is_some() {}
    Ok(())
}

#[test]
fn a_socket_is_closed_with_the_code_that_fits() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let (_, _, id) = two(&laid);
    let mut large = Line::connect(laid.address, &id, None);
    large.send_text(&"x".repeat(70_000));
    assert_eq!(large.until_closed(), Some(CloseCode::Size));
    let mut wrong = Line::connect(laid.address, &id, None);
    // A frame with a reserved bit.
    wrong.send_raw(&[0xf1, 0x80, 0, 0, 0, 0]);
    assert_eq!(wrong.until_closed(), Some(CloseCode::Protocol));
    let mut garbled = Line::connect(laid.address, &id, None);
    garbled.send_raw(&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]);
    assert_eq!(garbled.until_closed(), Some(CloseCode::Invalid));
}

/// From another address of this machine, as somebody else would come.
fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, last], 0)).into()).unwrap();
    socket.connect(&to.into()).unwrap();
    socket.into()
}

#[test]
fn half_requests_hold_no_place() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let ada = Person::new(laid.address, "Ada");
    let mut half: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = connect_from(9, laid.address);
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
            stream
        })
        .collect();
    // One address has no more than its share, and others are served meanwhile.
    assert_eq!(ada.get("/api/me").status, 200);
    let (held, beyond) = half.split_at_mut(200);
    assert!(beyond.iter_mut().all(|stream| ended_within(stream, Duration::from_secs(60))), "it is not let go");
    // Whoever is refused is let go long before whoever is waited for: else one address holds more than 200.
    let ended = held[100..].iter_mut().map(|stream| ended_within(stream, Duration::from_millis(1)));
    let waited_for = ended.filter(|ended| !ended).count();
    assert!(waited_for > 50, "one address holds more than 200 connections: {waited_for}");
    // The rest is let go in time.
    assert!(held.iter_mut().all(|stream| ended_within(stream, Duration::from_secs(60))), "half a request is held");
}

/// Whether the other side has ended the connection, in whatever way.
fn ended_within(stream: &mut TcpStream, wait: Duration) -> bool {
    stream.set_read_timeout(Some(wait)).unwrap();
    let mut rest = vec![];
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut),
    }
}

#[test]
fn reading_is_limited_too() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(Settings { limits: used_up(), ..settings(dir.path()) });
    let (ada, _, id) = two(&laid);
    for path in ["/api/matches".to_string(), format!("/api/matches/{id}/story"), "/api/faces/ford/0".into()] {
        let refused = (0..400).filter(|_| ada.get(&path).status == 429).count();
        assert!(refused > 20, "{path} was served 400 times at once");
    }
    // Whoever comes from elsewhere is served.
    let mut other = connect_from(8, laid.address);
    let head = format!("GET /api/shelf HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", laid.address);
    other.write_all(head.as_bytes()).unwrap();
    let mut answer = vec![];
    other.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..80]));
}

#[test]
fn a_flood_is_refused_slowly_and_nobody_else_waits() {
    let dir = tempfile::tempdir().unwrap();
    let wait = Duration::from_millis(400);
    let laid = lay(Settings { limits: used_up(), refuse_after: wait, ..settings(dir.path()) });
    let ada = Person::new(laid.address, "Ada");
    let asks = || {
        let mut stream = connect_from(7, laid.address);
        let head = "GET /api/faces/ford/0 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    // More at once than an address may ask.
    let flood: Vec<_> = (0..100).map(|_| asks()).collect();
    assert_eq!(ada.get("/api/shelf").status, 200, "somebody else has to wait");
    let refused = |_| {
        let (since, mut answer) = (Instant::now(), String::new());
        asks().read_to_string(&mut answer).unwrap();
        answer.starts_with("HTTP/1.1 429").then(|| since.elapsed())
    };
    let waited = (0..200).find_map(refused).expect("who asks more than he may is refused");
    assert!(waited >= wait, "{waited:?}");
    drop(flood);
}

#[test]
fn behind_a_proxy_everybody_is_counted_alone() {
    let dir = tempfile::tempdir().unwrap();
    let proxy = std::net::IpAddr::from([127, 0, 0, 1]);
    let settings = Settings { limits: used_up(), trusted_proxies: vec![proxy], ..settings(dir.path()) };
    let laid = lay(settings);
    let asks =
        |address: &str| request(laid.address, "GET", "/api/faces/ford/0", &[("X-Forwarded-For", address)], b"").status;
    let refused = (0..100).filter(|_| asks("192.0.2.7") == 429).count();
    assert!(refused > 20, "one person behind the proxy was served 100 times at once");
    assert_eq!(asks("192.0.2.8"), 200, "another person has to pay for the first");
    // Whoever has an IPv6 address has a whole /64 of them.
    let refused = (0..100).filter(|n| asks(&format!("2001:db8::{n}")) == 429).count();
    assert!(refused > 20, "one person with many addresses was served 100 times at once");
    assert_eq!(asks("2001:db8:0:1::1"), 200);
}

#[test]
fn a_player_who_answers_no_ping_is_not_here() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(Settings { heartbeat: Duration::from_secs(2), ..settings(dir.path()) });
    let (ada, ben, id) = two(&laid);
    let (mut here, mut gone) = (ada.connect(&id), ben.connect(&id));
    here.hello(None);
    gone.hello(None);
    // Ben's machine has lost the line without a word: the connection stands, and nobody reads what comes.
    let ben_is_here = |table: &Value| table["seats"][1]["here"] == true;
    while !ben_is_here(&here.until("table")) {}
    while ben_is_here(&here.until("table")) {}
    drop(gone);
}

#[test]
fn what_never_changes_is_compressed_and_told_by_its_tag() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let get = |path: &str, coding: &str| request(laid.address, "GET", path, &[("Accept-Encoding", coding)], b"");
    for path in ["/api/sheet/hurtgen-forest", "/api/kit/hurtgen-forest", "/js/table.js"] {
        let plain = get(path, "identity");
        for coding in ["gzip", "br"] {
            let packed = get(path, &format!("deflate, {coding}"));
            assert_eq!(packed.field("content-encoding"), Some(coding), "{path}");
            assert!(packed.body.len() * 2 < plain.body.len(), "{path}");
            assert_eq!(packed.field("etag"), plain.field("etag"), "{path}");
        }
        let same = request(laid.address, "GET", path, &[("If-None-Match", plain.field("etag").unwrap())], b"");
        assert_eq!(same.status, 304);
    }
}

#[test]
fn mistakes_in_an_address_are_told_as_json() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let (ada, _, id) = two(&laid);
    let faulty =
        [format!("/api/matches/{id}/at/-1"), format!("/api/matches/{id}/story?from=-1"), "/api/faces/ford/x".into()];
    for path in faulty {
        let answer = ada.get(&path);
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
    let twice = request(laid.address, "GET", "/", &[("Host", "localhost"), ("Host", "evil.example")], b"");
    assert_eq!(twice.status, 400, "{}", twice.text());
}

#[test]
fn where_a_match_comes_from_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let ada = Person::new(laid.address, "Ada");
    let me = json!([{ "kind": "me" }, { "kind": "me" }]);
    let dealt = ada.open("ford", "dusk", &me);
    let id = dealt["id"].as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    line.play(&mut Seeded(1));
    let branched = ada.post(&format!("/api/matches/{id}/branch"), &json!({ "at": 1 })).json();
    let file = ada.get(&format!("/api/matches/{id}/file")).text();
    let uploaded = ada.post("/api/upload", &json!({ "text": file })).json();
    let origins = [&dealt, &branched, &uploaded].map(|about| about["origin"].clone());
    assert_eq!(origins, ["dealt", "branched", "uploaded"].map(Value::from));
}

#[test]
fn a_position_can_be_uploaded_and_played() {
    let dir = tempfile::tempdir().unwrap();
    let laid = limited(dir.path());
    let ada = Person::new(laid.address, "Ada");
    let shelf = shelf::Shelf::open(None).unwrap();
    let setup = referee::Setup { scenario: "dusk".into(), options: vec![] };
    let begun = shelf.game("ford").unwrap().begin(&setup, &mut Seeded(4)).unwrap();
    let facts: String = begun.position().lines().map(|line| format!("  {line}\n")).collect();
    let text = format!("rhine match 1\ngame ford\nposition\n{facts}deal\n\n");
    let uploaded = ada.post("/api/upload", &json!({ "text": text }));
    assert_eq!(uploaded.status, 200, "{}", uploaded.text());
    let mut line = ada.connect(uploaded.json()["id"].as_str().unwrap());
    line.hello(None);
    assert!(line.yours(), "{}", line.update);
    line.play(&mut Seeded(1));
}
