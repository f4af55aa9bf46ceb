//! Many matches in the store, and one that is long.

use super::people::{greeted, update};
use super::table::Table;
use super::wire::request;
use anyhow::{Context, Result};
use referee::{Seeded, Setup};
use serde_json::{Value, json};
use shelf::AnyGame;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

/// So many ask at once when matches are opened.
const AT_ONCE: u32 = 50;
const TIMES: usize = 50;

/// Opens public matches, a hundred of them by one person and the others by many. Says who that person is.
pub(super) async fn fill(address: SocketAddr, wish: &Value, stored: u32) -> Result<String> {
    let ada = newcomer(address).await?;
    let mut opening = JoinSet::new();
    let mut wish = wish.clone();
    wish["public"] = true.into();
    for n in 0..AT_ONCE {
        let who = if n == 0 { ada.clone() } else { newcomer(address).await? };
        // The first opens a hundred at most, and the others all the rest.
        let count = if n == 0 { stored.min(100) } else { (stored.saturating_sub(100) + n - 1) / (AT_ONCE - 1) };
        let wish = wish.clone();
        opening.spawn(async move {
            for _ in 0..count {
                let opened = request(address, "POST", "/api/matches", &who, Some(&wish)).await?.1;
                opened["id"].as_str().with_context(|| format!("no match was opened: {opened}"))?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(opened) = opening.join_next().await {
        opened??;
    }
    Ok(ada)
}

/// Matches in which bots alone play, each with somebody who looks on. The lines are read so that nobody is thrown out.
pub(super) async fn bots(address: SocketAddr, wishes: &[Value], count: u32) -> Result<JoinSet<()>> {
    let mut watched = JoinSet::new();
    for (_, wish) in (0..count).zip(wishes.iter().cycle()) {
        let who = newcomer(address).await?;
        let opened = request(address, "POST", "/api/matches", &who, Some(wish)).await?.1;
        let id = opened["id"].as_str().with_context(|| format!("no match was opened: {opened}"))?;
        let mut line = greeted(address, id, &who, None).await?;
        watched.spawn(async move { while update(&mut line).await.is_ok() {} });
    }
    Ok(watched)
}

async fn newcomer(address: SocketAddr) -> Result<String> {
    Ok(request(address, "GET", "/api/me", "", None).await?.0)
}

/// How long the list of matches takes for somebody, and for a stranger.
pub(super) async fn lists(address: SocketAddr, ada: &str) -> Result<(Vec<Duration>, Vec<Duration>)> {
    Ok((list(address, ada).await?, list(address, &newcomer(address).await?).await?))
}

async fn list(address: SocketAddr, cookie: &str) -> Result<Vec<Duration>> {
    let mut times = vec![];
    for _ in 0..TIMES {
        let since = Instant::now();
        let listed = request(address, "GET", "/api/matches", cookie, None).await?.1;
        listed["public"].as_array().with_context(|| format!("no list: {listed}"))?;
        times.push(since.elapsed());
    }
    Ok(times)
}

/// The file of a match played at random, up to so many decisions.
pub(super) fn random_match(game: &dyn AnyGame, decisions: usize) -> Result<String> {
    let scenario = game.scenarios().first().context("the game has a scenario")?;
    let setup = Setup { scenario: scenario.id.clone(), options: vec![] };
    let (mut dice, mut thoughts) = (Seeded(1944), Seeded(1977));
    let mut played = game.begin(&setup, &mut dice)?;
    while let Some(seat) = played.awaits().seat()
        && played.entries() < decisions
    {
        let action = played.think(seat, "random", &mut thoughts).context("a bot knows what to do")?;
        played.play_text(seat, &action, &mut dice)?;
    }
    Ok(played.write())
}

/// Brings a match to the table, and measures how long somebody waits who comes to it first after the table was opened.
pub(super) fn wakes(runtime: &Runtime, table: &mut Table, text: &str) -> Result<(u64, Vec<Duration>)> {
    let mut address = table.start_again()?;
    let (cookie, id) = runtime.block_on(async {
        let cookie = request(address, "GET", "/api/me", "", None).await?.0;
        let kept = request(address, "POST", "/api/upload", &cookie, Some(&json!({ "text": text }))).await?.1;
        let id = kept["id"].as_str().with_context(|| format!("the match was not taken: {kept}"))?.to_string();
        anyhow::Ok((cookie, id))
    })?;
    let (mut entries, mut times) = (0, vec![]);
    for _ in 0..15 {
        address = table.start_again()?;
        let since = Instant::now();
        let first = runtime.block_on(async {
            let mut line = greeted(address, &id, &cookie, None).await?;
            update(&mut line).await
        })?;
        times.push(since.elapsed());
        entries = first["entries"].as_u64().context("an update counts its entries")?;
    }
    Ok((entries, times))
}
