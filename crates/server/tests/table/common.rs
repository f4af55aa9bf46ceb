//! A table on a free port, and people who reach it as a browser does.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first thing that goes wrong")]

use referee::{Dice, Seeded};
use serde_json::{Value, json};
use server::{Limits, Server, Settings};
use shelf::Shelf;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// A table in this process. Dropping it is like killing it: nothing is brought to an orderly end.
///
/// With `RHINE_BINARY` it is a process of that build instead, as far as its options go: an old build must show what
/// a test looks for.
pub(crate) struct Laid {
    runtime: Option<tokio::runtime::Runtime>,
    /// Ends with this value.
    #[allow(dead_code, reason = "held, not asked")]
    process: Option<Running>,
    pub(crate) address: SocketAddr,
}

impl Drop for Laid {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_millis(1));
        }
    }
}

pub(crate) fn settings(dir: &Path) -> Settings {
    Settings {
        port: 0,
        database: dir.join("table.sqlite").display().to_string(),
        kept: dir.join("kept"),
        bot_delay: Duration::ZERO,
        limits: Limits::NONE,
        refuse_after: Duration::ZERO,
        ..Settings::default()
    }
}

pub(crate) fn lay(settings: Settings) -> Laid {
    if let Ok(binary) = std::env::var("RHINE_BINARY") {
        return lay_process(&binary, &settings);
    }
    lay_with(Shelf::open(None).unwrap(), settings)
}

pub(crate) fn lay_with(shelf: Shelf, settings: Settings) -> Laid {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let server = runtime.block_on(Server::bind(shelf, settings)).unwrap();
    let address = server.address();
    runtime.spawn(server.run());
    Laid { runtime: Some(runtime), process: None, address }
}

fn lay_process(binary: &str, settings: &Settings) -> Laid {
    let mut command = Command::new(binary);
    command.args(["--port", "0", "--db", &settings.database]);
    command.args(["--bot-delay", &settings.bot_delay.as_millis().to_string()]);
    if settings.limits.posts == Limits::NONE.posts {
        command.arg("--no-limits");
    }
    let (process, address) = start(&mut command);
    Laid { runtime: None, process: Some(process), address }
}

/// A table in a process of its own. Dropping it kills it, and no other.
#[derive(Debug)]
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a table and waits until it says where.
pub(crate) fn start(command: &mut Command) -> (Running, SocketAddr) {
    let log = if std::env::var_os("RHINE_SHOW_LOG").is_some() { Stdio::inherit() } else { Stdio::null() };
    let mut running = Running(command.stdout(Stdio::piped()).stderr(log).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").map(|address| address.parse().unwrap());
    (running, address.unwrap_or_else(|| panic!("it says `{line}`")))
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let of = |line: &'_ str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| of(line)).and_then(|line| Some(line.split_once(':')?.1.trim()))
    }
}

/// One request as it goes over the wire.
pub(crate) fn request(address: SocketAddr, method: &str, path: &str, fields: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !fields.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {address}\r\n");
    }
    fields.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    stream.write_all((head + "\r\n").as_bytes()).unwrap();
    // Whoever is refused may not be read to the end.
    let _ = stream.write_all(body);
    let mut all = vec![];
    let _ = stream.read_to_end(&mut all);
    let split = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = String::from_utf8_lossy(&all[..split]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer has a status");
    Answer { status, head, body: all[split + 4..].to_vec() }
}

/// Somebody with a cookie.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Person {
    pub(crate) fn new(address: SocketAddr, name: &str) -> Person {
        let answer = request(address, "GET", "/api/me", &[], b"");
        let cookie = answer.field("set-cookie").expect("a new face gets a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let person = Person { address, cookie: cookie.split(';').next().unwrap().into() };
        assert_eq!(person.post("/api/me", &json!({ "name": name })).status, 200);
        person
    }

    /// The same person at a table that was laid anew.
    pub(crate) fn at(&self, address: SocketAddr) -> Person {
        Person { address, ..self.clone() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        request(self.address, "GET", path, &[("Cookie", &self.cookie)], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let origin = format!("http://{}", self.address);
        let fields = [("Cookie", &*self.cookie), ("Origin", &*origin), ("Content-Type", "application/json")];
        request(self.address, "POST", path, &fields, body.to_string().as_bytes())
    }

    pub(crate) fn open(&self, game: &str, scenario: &str, seats: &Value) -> Value {
        let body = json!({ "game": game, "scenario": scenario, "seats": seats });
        let answer = self.post("/api/matches", &body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub(crate) fn connect(&self, id: &str) -> Line {
        Line::connect(self.address, id, Some(&self.cookie))
    }
}

/// A socket at a match.
pub(crate) struct Line {
    socket: WebSocket<TcpStream>,
    /// The last update.
    pub(crate) update: Value,
    /// Everything that came, in order.
    pub(crate) heard: Vec<String>,
}

impl Line {
    pub(crate) fn connect(address: SocketAddr, id: &str, cookie: Option<&str>) -> Line {
        Line::try_connect(address, id, cookie, &format!("http://{address}")).expect("the table lets us in")
    }

    pub(crate) fn try_connect(
        address: SocketAddr,
        id: &str,
        cookie: Option<&str>,
        origin: &str,
    ) -> Result<Line, String> {
        let mut request = format!("ws://{address}/api/matches/{id}/socket").into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        if let Some(cookie) = cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Line { socket, update: Value::Null, heard: vec![] })
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::Text(text.into()));
    }

    pub(crate) fn send_frame(&mut self, frame: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(frame)
    }

    /// Bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).unwrap();
    }

    /// Reads until the other side closes; with which code, if it says one.
    pub(crate) fn until_closed(&mut self) -> Option<CloseCode> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message; nothing when the line is dead.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.heard.push(text.to_string());
                    if message["type"] == "update" {
                        self.update = message.clone();
                    }
                    return Some(message);
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    println!("the line is dead: {error}");
                    return None;
                }
            }
        }
    }

    /// How long [`Line::next_within`] waits.
    pub(crate) fn patience(&mut self, wait: Duration) {
        self.socket.get_ref().set_read_timeout(Some(wait)).unwrap();
    }

    /// The next message; nothing if none came in time. An error when the line is dead.
    pub(crate) fn next_within(&mut self) -> Result<Option<Value>, tungstenite::Error> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).ok()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return Ok(None);
                }
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads until a message of this type comes.
    pub(crate) fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the line died waiting for `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) fn hello(&mut self, seen: Option<u64>) -> Value {
        self.send(&json!({ "type": "hello", "seen": seen }));
        self.until("welcome");
        self.until("update")
    }

    pub(crate) fn seq(&self) -> u64 {
        self.update["seq"].as_u64().unwrap()
    }

    pub(crate) fn yours(&self) -> bool {
        self.update["yours"] == true
    }

    pub(crate) fn over(&self) -> bool {
        self.update["awaits"]["kind"] == "over"
    }

    /// Reads updates until the match stands at `seq` or later.
    pub(crate) fn reach(&mut self, seq: u64) {
        while self.seq() < seq {
            self.until("update");
        }
    }

    /// Reads until a message of one of these types comes.
    pub(crate) fn until_either(&mut self, one: &str, other: &str) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the line died waiting for `{one}` or `{other}`"));
            if message["type"] == one || message["type"] == other {
                return message;
            }
        }
    }

    /// A random offer with a random pick.
    pub(crate) fn choose(&mut self, dice: &mut Seeded) -> (usize, Value) {
        self.choose_liking(dice, |_| false)
    }

    /// The same, but half of the time an offer that is liked, if there is one.
    pub(crate) fn choose_liking(&mut self, dice: &mut Seeded, likes: impl Fn(&str) -> bool) -> (usize, Value) {
        let offers = self.update["offers"].as_array().unwrap().clone();
        assert!(!offers.is_empty(), "awaited, and nothing offered: {}", self.update);
        let liked: Vec<_> = (0..offers.len()).filter(|n| likes(offers[*n]["text"].as_str().unwrap())).collect();
        let any = |dice: &mut Seeded, n: usize| usize::from(dice.pick(u16::try_from(n).unwrap()));
        let offer = match liked.is_empty() || dice.pick(2) == 0 {
            true => any(dice, offers.len()),
            false => liked[any(dice, liked.len())],
        };
        let mut open = offers[offer]["open"].clone();
        if open.is_null() {
            self.send(&json!({ "type": "open", "tag": 7, "seq": self.seq(), "offer": offer }));
            let opened = self.until("opened");
            assert_eq!(opened["tag"], 7);
            open = opened["open"].clone();
        }
        (offer, pick(&open, dice))
    }

    /// Plays a random offer and waits for the update.
    pub(crate) fn play(&mut self, dice: &mut Seeded) {
        loop {
            let (offer, pick) = self.choose(dice);
            let seq = self.seq();
            self.send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
            loop {
                let message = self.next().expect("the line holds");
                match message["type"].as_str().unwrap() {
                    "update" if self.seq() > seq => return,
                    // A loose opening may refuse; it must say why.
                    "refused" => {
                        assert_eq!(message["kind"], "illegal", "{message}");
                        assert!(!message["rule"]["title"].as_str().unwrap().is_empty(), "{message}");
                        break;
                    }
                    "error" | "stale" | "ended" => panic!("{message}"),
                    _ => {}
                }
            }
        }
    }
}

/// A random choice in an opening.
pub(crate) fn pick(open: &Value, dice: &mut Seeded) -> Value {
    let below = |dice: &mut Seeded, n: u64| u64::from(dice.pick(u16::try_from(n).unwrap()));
    match open["kind"].as_str().unwrap() {
        "nothing" => json!("nothing"),
        "amount" => {
            let (least, most) = (open["least"].as_i64().unwrap(), open["most"].as_i64().unwrap());
            json!({ "amount": least + below(dice, (most - least + 1).unsigned_abs()).cast_signed() })
        }
        "some" => {
            let number = |key: &str| open[key].as_u64().unwrap();
            let mut of = open["of"].as_array().unwrap().clone();
            let wanted = number("least") + below(dice, number("most") - number("least") + 1);
            let mut taken: Vec<Value> = of.drain(..usize::try_from(number("must")).unwrap()).collect();
            while (taken.len() as u64) < wanted {
                let nth = below(dice, of.len() as u64);
                taken.push(of.remove(usize::try_from(nth).unwrap()));
            }
            json!({ "some": taken })
        }
        "path" => {
            let legs = open["legs"].as_array().unwrap();
            let ends: Vec<_> = legs.iter().filter(|leg| leg["end"] == true).collect();
            let nth = below(dice, ends.len() as u64);
            let mut at = &ends[usize::try_from(nth).unwrap()]["spot"];
            let mut path = vec![];
            // A leg stands behind the one it is reached from.
            for leg in legs.iter().rev() {
                if leg["spot"] == *at {
                    path.insert(0, at.clone());
                    at = &leg["via"];
                }
            }
            json!({ "path": path })
        }
        "counts" => {
            let heaps = open["of"].as_array().unwrap();
            let most: Vec<u64> = heaps.iter().map(|heap| heap["most"].as_u64().unwrap()).collect();
            let (least, limit) = (open["least"].as_u64().unwrap(), open["most"].as_u64().unwrap());
            let limit = limit.min(most.iter().sum());
            let wanted = least + below(dice, limit - least + 1);
            let mut counts = vec![0; most.len()];
            while counts.iter().sum::<u64>() < wanted {
                let nth = usize::try_from(below(dice, counts.len() as u64)).unwrap();
                counts[nth] += u64::from(counts[nth] < most[nth]);
            }
            json!({ "counts": counts })
        }
        other => panic!("unknown opening {other}"),
    }
}
