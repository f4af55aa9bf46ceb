//! Games as they lie on the shelf: what they are called, what they look like.

use super::{App, AppState, InPath};
use crate::error::Error;
use crate::message::{Faces, GameView, LevelView, OptionView, ScenarioView, ShelfView, TrainingView};
use crate::view;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use shelf::AnyGame;
use std::sync::Arc;

pub(super) async fn shelf(State(app): App) -> Json<ShelfView> {
    let scenario = |kit: &referee::Kit, s: &referee::Scenario| ScenarioView {
        time: briefing(kit, &s.id).map(|it| it.time.clone()).unwrap_or_default(),
        hard: briefing(kit, &s.id).map_or(0, |it| it.hard),
        balance: shelf::balance(&kit.id, &s.id).map(|it| balance(kit, s, &it)).unwrap_or_default(),
        id: s.id.clone(),
        title: s.title.clone(),
        about: s.about.clone(),
        reconstructed: s.reconstructed.clone(),
        turns: s.turns,
        seats: s.seats.iter().map(|seat| seat.0).collect(),
        options: s.options.iter().map(|o| OptionView { id: o.id.clone(), about: o.about.clone() }).collect(),
    };
    let game = |game: &Arc<dyn shelf::AnyGame>| {
        let kit = game.kit();
        GameView {
            id: kit.id.clone(),
            title: kit.title.clone(),
            subtitle: kit.subtitle.clone(),
            imprint: kit.imprint.clone(),
            rules_version: kit.rules_version.clone(),
            seats: kit.seats.clone(),
            scenarios: game.scenarios().iter().map(|s| scenario(kit, s)).collect(),
            cover: kit.art.iter().find(|art| art.name == "cover").map(|art| art.svg.clone()),
            training: kit.training.as_ref().map(|training| TrainingView {
                scenario: training.scenario.clone(),
                options: training.options.clone(),
                seat: training.seat.0,
                bot: training.bot.clone(),
            }),
            levels: shelf::BOTS.map(|name| level(&kit.id, name)).into(),
        }
    };
    Json(ShelfView { games: app.rooms.shelf.games().iter().map(game).collect(), bots: shelf::BOTS.to_vec() })
}

/// What is read before the first move of a scenario.
fn briefing<'k>(kit: &'k referee::Kit, scenario: &str) -> Option<&'k referee::Briefing> {
    kit.briefings.iter().find(|briefing| briefing.scenarios.iter().any(|id| id == scenario))
}

/// Who won how often, and whether a player should expect an even game.
fn balance(kit: &referee::Kit, scenario: &referee::Scenario, found: &shelf::Balance) -> String {
    let shelf::Balance { level, games, won, date: _ } = found;
    if let [won] = won[..] {
        return format!("A {level} bot won {won} of {games} games.");
    }
    let name = |seat: &referee::Seat| kit.seats.get(usize::from(seat.0)).map_or("?", |seat| &seat.name);
    let each: Vec<_> = scenario.seats.iter().zip(won).map(|(seat, won)| format!("{} {won}", name(seat))).collect();
    let drawn = games.saturating_sub(won.iter().sum());
    let drawn = if drawn > 0 { format!(", drawn {drawn}") } else { String::new() };
    let one_sided = if found.is_one_sided() { "One-sided between bots. " } else { "" };
    format!("{one_sided}Won in {games} games of {level} bots: {}{drawn}.", each.join(", "))
}

fn level(game: &str, name: &'static str) -> LevelView {
    let told = |shelf::Strength { elo, within, games, date }| format!("{elo} ± {within} Elo · {games} games · {date}");
    let strength = shelf::strength(game, name).map(told).unwrap_or_default();
    LevelView { name, about: shelf::about_bot(name), strength }
}

impl AppState {
    pub(super) fn game(&self, id: &str) -> Result<&Arc<dyn AnyGame>, Error> {
        self.rooms.shelf.game(id).ok_or(Error::Missing("game"))
    }
}

pub(super) async fn kit(State(app): App, headers: HeaderMap, InPath(id): InPath<String>) -> Result<Response, Error> {
    let game = Arc::clone(app.game(&id)?);
    let make = move || serde_json::to_string(&view::Kit::of(game.kit(), game.rules())).expect("a kit can be written");
    app.cached(&headers, format!("kit {id}"), "application/json", make).await
}

pub(super) async fn sheet_of(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
) -> Result<Response, Error> {
    let game = Arc::clone(app.game(&id)?);
    let make = move || {
        let [left, top, width, height] = sheet::sheet_box(game.kit());
        let layer = sheet::map_layer(game.kit());
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">{layer}</svg>"#)
    };
    app.cached(&headers, format!("sheet {id}"), "image/svg+xml", make).await
}

pub(super) async fn sheet_style(State(app): App, headers: HeaderMap) -> Result<Response, Error> {
    app.cached(&headers, "style".into(), "text/css", sheet::style).await
}

pub(super) async fn faces(
    State(app): App,
    headers: HeaderMap,
    InPath((id, badges)): InPath<(String, u16)>,
) -> Result<Response, Error> {
    let game = Arc::clone(app.game(&id)?);
    if u32::from(badges) >> game.kit().badges.len().min(16) != 0 {
        return Err(Error::Missing("badge"));
    }
    let make = move || {
        let kit = game.kit();
        let faces = (0..kit.faces.len()).map(|face| sheet::counter(kit, face, badges)).collect();
        serde_json::to_string(&Faces { badges, faces }).expect("faces can be written")
    };
    app.cached(&headers, format!("faces {id} {badges}"), "application/json", make).await
}
