//! Many matches at once against a table in a process of its own, over real sockets.

use crate::find;
use crate::paint::{FAINT, STRONG, in_style, say};
use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use referee::{Dice, Seeded};
use serde_json::{Value, json};
use shelf::Shelf;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ExitCode, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Matches played at once, each by one person against a bot.
    #[arg(long, default_value_t = 100)]
    matches: u32,
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Decisions a second of all people together; 0 for as fast as they can.
    #[arg(long, default_value_t = 500)]
    rate: u32,
    #[arg(long, default_value = "hurtgen-forest")]
    game: String,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    let scenario = game.scenarios().first().context("the game has a scenario")?;
    let (seats, scenario) = (scenario.seats.len(), scenario.id.clone());
    let (table, address) = Table::lay()?;
    let before = table.memory_kb();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let people = (0..options.matches).map(|n| {
        let seat = |seat| if seat == 0 { json!({ "kind": "me" }) } else { json!({ "kind": "bot", "name": "random" }) };
        let seats: Vec<_> = (0..seats).map(seat).collect();
        let new = json!({ "game": options.game, "scenario": scenario, "seats": seats });
        let pause = match options.rate {
            0 => Duration::ZERO,
            rate => Duration::from_secs(1) * options.matches / rate,
        };
        runtime.spawn(person(address, new, u64::from(n), pause, end))
    });
    let people: Vec<_> = people.collect();
    let (figures, lines) = runtime.block_on(async {
        let mut all = Figures::default();
        let mut lines = vec![];
        for person in people {
            let (figures, line) = person.await??;
            all.updates += figures.updates;
            all.games += figures.games;
            all.bytes += figures.bytes;
            all.waits.extend(figures.waits);
            lines.push(line);
        }
        anyhow::Ok((all, lines))
    })?;
    let after = table.memory_kb();
    drop(lines);
    let mut waits = figures.waits;
    waits.sort();
    let percentile = |share: usize| {
        let at = (waits.len() * share / 1000).min(waits.len().saturating_sub(1));
        waits.get(at).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    };
    #[allow(clippy::cast_precision_loss, reason = "figures for people")]
    let a_second = |n: u64| n as f64 / options.seconds as f64;
    say(format_args!(
        "{}  {} matches of {}, {} s",
        in_style(STRONG, "load"),
        options.matches,
        options.game,
        options.seconds
    ));
    say(format_args!("  actions a second     {:>9.0}", a_second(figures.updates)));
    say(format_args!("  of people            {:>9.0}", a_second(waits.len() as u64)));
    say(format_args!(
        "  click to update ms   {:>9.1} p50  {:.1} p90  {:.1} p99  {:.1} p99.9",
        percentile(500),
        percentile(900),
        percentile(990),
        percentile(999)
    ));
    say(format_args!("  bytes an update      {:>9}", figures.bytes / figures.updates.max(1)));
    say(format_args!("  games ended          {:>9}", figures.games));
    let each = (after.saturating_sub(before)) / u64::from(options.matches.max(1));
    say(format_args!(
        "  memory of the table  {after:>9} kB, {each} kB a match {}",
        in_style(FAINT, "with its visitor, awake")
    ));
    Ok(ExitCode::SUCCESS)
}

/// A table in a process of its own; it ends with this value.
struct Table {
    child: Child,
    dir: std::path::PathBuf,
}

impl Table {
    fn lay() -> Result<(Table, SocketAddr)> {
        let dir = std::env::temp_dir().join(format!("rhine-load-{}", std::process::id()));
        std::fs::create_dir_all(&dir)?;
        let mut command = std::process::Command::new(std::env::current_exe()?);
        command.args(["--port", "0", "--bot-delay", "0", "--no-limits", "--db"]).arg(dir.join("load.sqlite"));
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().context("the table speaks")?;
        let mut table = Table { child, dir };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://").map(str::parse::<SocketAddr>);
        match address {
            Some(Ok(address)) => Ok((table, address)),
            _ => {
                let _ = table.child.kill();
                bail!("the table says `{}`", line.trim())
            }
        }
    }

    /// Resident memory; 0 where the system does not tell.
    fn memory_kb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

#[derive(Default)]
struct Figures {
    updates: u64,
    games: u64,
    bytes: u64,
    waits: Vec<Duration>,
}

type Line = WebSocketStream<TcpStream>;

/// Somebody who plays at random until the end, and then stays at the table.
async fn person(address: SocketAddr, new: Value, seed: u64, pause: Duration, end: Instant) -> Result<(Figures, Line)> {
    let cookie = request(address, "GET", "/api/me", "", None).await?.0;
    let mut dice = Seeded(seed);
    let mut figures = Figures::default();
    loop {
        let opened = request(address, "POST", "/api/matches", &cookie, Some(&new)).await?.1;
        let id = opened["id"].as_str().with_context(|| format!("no match was opened: {opened}"))?.to_string();
        let mut line = connect(address, &id, &cookie).await?;
        line.send(Message::text(json!({ "type": "hello", "seen": null }).to_string())).await?;
        let mut update = Value::Null;
        // People do not begin all at once.
        let mut next = Instant::now() + pause.mul_f64(f64::from(dice.pick(1000)) / 1000.0);
        let mut clicked: Option<Instant> = None;
        loop {
            if Instant::now() >= end {
                return Ok((figures, line));
            }
            if update["awaits"]["kind"] == "over" {
                figures.games += 1;
                break;
            }
            if clicked.is_none() && update["yours"] == true {
                tokio::time::sleep_until(next.into()).await;
                next = Instant::now() + pause;
                let play = choose(&mut line, &update, &mut dice).await?;
                clicked = Some(Instant::now());
                line.send(Message::text(play.to_string())).await?;
            }
            let text = hear(&mut line).await?;
            if text.starts_with(r#"{"type":"update""#) {
                if let Some(clicked) = clicked.take() {
                    figures.waits.push(clicked.elapsed());
                }
                figures.updates += 1;
                figures.bytes += text.len() as u64;
                update = serde_json::from_str(&text)?;
            } else if text.starts_with(r#"{"type":"refused""#) {
                // A loose opening: try something else.
                clicked = None;
            } else if text.starts_with(r#"{"type":"ended""#) || text.starts_with(r#"{"type":"error""#) {
                bail!("{text}");
            }
        }
    }
}

async fn hear(line: &mut Line) -> Result<String> {
    loop {
        match line.next().await.context("the line is dead")?? {
            Message::Text(text) => return Ok(text.to_string()),
            Message::Close(_) => bail!("the table has closed the line"),
            _ => {}
        }
    }
}

async fn connect(address: SocketAddr, id: &str, cookie: &str) -> Result<Line> {
    let mut request = format!("ws://{address}/api/matches/{id}/socket").into_client_request()?;
    request.headers_mut().insert("Origin", format!("http://{address}").parse()?);
    request.headers_mut().insert("Cookie", cookie.parse()?);
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(tokio_tungstenite::client_async(request, stream).await?.0)
}

/// A random offer with a random pick in it.
async fn choose(line: &mut Line, update: &Value, dice: &mut Seeded) -> Result<Value> {
    let offers = update["offers"].as_array().context("an update has offers")?;
    if offers.is_empty() {
        bail!("awaited, and nothing offered");
    }
    let offer = below(dice, offers.len());
    let mut open = offers[offer]["open"].clone();
    if open.is_null() {
        let ask = json!({ "type": "open", "tag": 1, "seq": update["seq"], "offer": offer });
        line.send(Message::text(ask.to_string())).await?;
        loop {
            let text = hear(line).await?;
            if text.starts_with(r#"{"type":"opened""#) {
                open = serde_json::from_str::<Value>(&text)?["open"].take();
                break;
            }
        }
    }
    let pick = pick(&open, dice).with_context(|| format!("no pick in {open}"))?;
    Ok(json!({ "type": "play", "seq": update["seq"], "offer": offer, "pick": pick }))
}

fn below(dice: &mut Seeded, n: usize) -> usize {
    usize::from(dice.pick(u16::try_from(n.max(1)).unwrap_or(u16::MAX)))
}

fn pick(open: &Value, dice: &mut Seeded) -> Option<Value> {
    let number = |key: &str| usize::try_from(open[key].as_u64()?).ok();
    Some(match open["kind"].as_str()? {
        "nothing" => json!("nothing"),
        "amount" => {
            let (least, most) = (open["least"].as_i64()?, open["most"].as_i64()?);
            json!({ "amount": least + i64::try_from(below(dice, usize::try_from(most - least + 1).ok()?)).ok()? })
        }
        "some" => {
            let mut of = open["of"].as_array()?.clone();
            let wanted = number("least")? + below(dice, number("most")? - number("least")? + 1);
            let mut taken: Vec<Value> = of.drain(..number("must")?).collect();
            while taken.len() < wanted {
                taken.push(of.remove(below(dice, of.len())));
            }
            json!({ "some": taken })
        }
        "path" => {
            let legs = open["legs"].as_array()?;
            let ends: Vec<_> = legs.iter().filter(|leg| leg["end"] == true).collect();
            let mut at = *ends.get(below(dice, ends.len()))?;
            let mut path = vec![at["spot"].clone()];
            while at["via"] != open["from"] {
                at = legs.iter().find(|leg| leg["spot"] == at["via"])?;
                path.insert(0, at["spot"].clone());
            }
            json!({ "path": path })
        }
        _ => return None,
    })
}

/// One request; the answer is the cookie it sets and its JSON.
async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<&Value>,
) -> Result<(String, Value)> {
    let mut stream = TcpStream::connect(address).await?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| anyhow!("no answer"))?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok((cookie.unwrap_or_default().into(), serde_json::from_str(body)?))
}
