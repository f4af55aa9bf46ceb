//! Requests, sockets and picks as the protocol has them.

use super::people::below;
use anyhow::{Context, Result, anyhow, bail};
use futures_util::StreamExt;
use referee::Seeded;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

pub(super) type Line = WebSocketStream<TcpStream>;

pub(super) async fn hear(line: &mut Line) -> Result<String> {
    loop {
        match line.next().await.context("the line is dead")?? {
            Message::Text(text) => return Ok(text.to_string()),
            Message::Close(_) => bail!("the table has closed the line"),
            _ => {}
        }
    }
}

pub(super) async fn connect(address: SocketAddr, id: &str, cookie: &str) -> Result<Line> {
    connect_over(TcpStream::connect(address).await?, address, id, cookie).await
}

/// The same over a connection that stands.
pub(super) async fn connect_over(stream: TcpStream, address: SocketAddr, id: &str, cookie: &str) -> Result<Line> {
    let mut request = format!("ws://{address}/api/matches/{id}/socket").into_client_request()?;
    request.headers_mut().insert("Origin", format!("http://{address}").parse()?);
    request.headers_mut().insert("Cookie", cookie.parse()?);
    stream.set_nodelay(true)?;
    Ok(tokio_tungstenite::client_async(request, stream).await?.0)
}

/// Something random that an opening allows.
pub(super) fn pick(open: &Value, dice: &mut Seeded) -> Option<Value> {
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
        "counts" => {
            let heaps = open["of"].as_array()?;
            let most: Vec<_> = heaps.iter().filter_map(|heap| usize::try_from(heap["most"].as_u64()?).ok()).collect();
            let (least, limit) = (number("least")?, number("most")?.min(most.iter().sum()));
            let wanted = least + below(dice, limit.checked_sub(least)? + 1);
            // Each thing that could be taken, once.
            let mut things: Vec<_> = (0..most.len()).flat_map(|heap| vec![heap; most[heap]]).collect();
            let mut counts = vec![0; most.len()];
            for _ in 0..wanted {
                counts[things.swap_remove(below(dice, things.len()))] += 1;
            }
            json!({ "counts": counts })
        }
        "path" => {
            let legs = open["legs"].as_array()?;
            let ends: Vec<_> = legs.iter().filter(|leg| leg["end"] == true).collect();
            let mut at = &ends.get(below(dice, ends.len()))?["spot"];
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
        _ => return None,
    })
}

/// One request; the answer is the cookie it sets and its JSON.
pub(super) async fn request(
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
