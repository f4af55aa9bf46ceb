//! Matches: lists, seats, files, and how they stood.

use super::{App, AppState, Asker, InPath, InQuery, JsonBody, files, identity};
use crate::error::Error;
use crate::identity::{Identity, is_token, same_origin};
use crate::matches::{self, match_file, match_view};
use crate::message::{
    AdviceView, AdvisedView, Curve, CurvePoint, Join, MarkMatch, MatchList, MatchView, NewBranch, NewMatch, Origin,
    Promised, SeatKind, SeatWish, Sit, Standing, Story, TableView, Upload,
};
use crate::room::story::{log_from, viewer_of};
use crate::room::{Snapshot, seat_of, small};
use crate::rooms::ToRoom;
use crate::socket;
use crate::store::{MarkRow, MatchRow, SeatRow};
use crate::{names, proxy};
use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, Extension, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use referee::{Seat, Seeded, Viewer};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl AppState {
    async fn view_of(&self, id: &str, who: Option<&Identity>) -> Result<Json<MatchView>, Error> {
        let (store, row) = (&self.rooms.store, self.rooms.store.match_row(id).await?);
        let (seats, secret) = (store.seats(id).await?, store.secret(id).await?);
        let view = match_view(&**self.game(&row.game)?, &row, &seats, &[], who, Some(&secret));
        let marks = match who {
            Some(who) => store.marks(who).await?,
            None => BTreeMap::new(),
        };
        Ok(Json(marked(view, &marks)))
    }

    fn is_secure(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        proxy::is_secure(peer.ip(), headers, &self.rooms.settings.trusted_proxies)
    }

    /// What an invitation says of itself.
    async fn invites(&self, token: &str) -> Result<(String, String), Error> {
        if !is_token(token) {
            return Err(Error::Missing("invitation"));
        }
        let (id, seat) = self.rooms.store.invited(token).await?;
        let Json(view) = self.view_of(&id, None).await?;
        let host = view.seats.iter().find(|other| other.kind == SeatKind::Human && !other.name.is_empty());
        let host = host.map_or("Somebody", |host| &host.name);
        let game = self.game(&view.game)?;
        let look = game.kit().seats.get(seat_of(seat).index());
        let side =
            look.map_or(String::new(), |look| format!("{}{}", if look.several { "the " } else { "" }, look.name));
        let title = format!("{host} invites you to {}", view.title);
        Ok((title, format!("{}. Open the link and play {side}.", view.scenario_title)))
    }

    /// A copy of the match, if there is one.
    async fn snapshot(&self, id: &str) -> Result<Arc<Snapshot>, Error> {
        self.rooms.store.match_row(id).await?;
        self.rooms.snapshot(id).await
    }
}

/// A match under the name that somebody gave it.
fn marked(mut view: MatchView, marks: &BTreeMap<String, MarkRow>) -> MatchView {
    if let Some(mark) = marks.get(&view.id) {
        view.name.clone_from(&mark.title);
        view.archived = mark.archived == 1;
    }
    view
}

const LONGEST_TITLE: usize = 60;

pub(super) async fn mark(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
    JsonBody(body): JsonBody<MarkMatch>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    app.rooms.store.match_row(&id).await?;
    let title = names::clean_name(&body.name);
    if title.chars().count() > LONGEST_TITLE {
        return Err(Error::Nonsense(format!("a match has a name of at most {LONGEST_TITLE} characters")));
    }
    let mark = MarkRow { match_id: id.clone(), title, archived: i64::from(body.archived) };
    app.rooms.store.mark(&who, mark).await?;
    app.view_of(&id, Some(&who)).await
}

/// For good, and only what nobody else needs: nobody else sits there, or it is over and all others have put it away.
pub(super) async fn delete(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
) -> Result<Json<MatchList>, Error> {
    let who = identity(&headers)?;
    let store = &app.rooms.store;
    let (row, seats) = (store.match_row(&id).await?, store.seats(&id).await?);
    if row.owner != who.0 && !seats.iter().any(|seat| seat.is_held_by(&who)) {
        return Err(Error::NotAllowed("only those who play a match can delete it"));
    }
    for other in seats.iter().filter(|seat| seat.kind == SeatKind::Human && !seat.is_held_by(&who)) {
        let marks = store.marks(&Identity(other.person.clone())).await?;
        if row.outcome.is_none() || marks.get(&id).is_none_or(|mark| mark.archived == 0) {
            return Err(Error::NotAllowed(
                "somebody else plays here: put it away instead; when it is over and all have put it away, it can be deleted",
            ));
        }
    }
    store.forget(&id).await?;
    app.rooms.forget(&id).await;
    list(State(app), headers).await
}

pub(super) async fn list(State(app): App, headers: HeaderMap) -> Result<Json<MatchList>, Error> {
    let who = Identity::of(&headers);
    let store = &app.rooms.store;
    let [mine, public] = store.listed(who.as_ref()).await?;
    // Only whoever opened a match sees its links.
    let invites = |(row, seats): &&(MatchRow, Vec<SeatRow>)| {
        let open = seats.iter().any(|seat| seat.kind == SeatKind::Open);
        open && who.as_ref().is_some_and(|who| who.0 == row.owner)
    };
    let inviting: Vec<_> = mine.iter().filter(invites).map(|(row, _)| row.id.as_str()).collect();
    let secrets = store.secrets(&inviting).await?;
    let view = |(row, seats): (MatchRow, Vec<SeatRow>)| {
        let game = app.rooms.shelf.game(&row.game)?;
        Some(match_view(&**game, &row, &seats, &[], who.as_ref(), secrets.get(&row.id)))
    };
    let marks = match &who {
        Some(who) => store.marks(who).await?,
        None => BTreeMap::new(),
    };
    let mine: Vec<_> = mine.into_iter().filter_map(view).map(|view| marked(view, &marks)).collect();
    let public = public.into_iter().filter_map(view).collect();
    Ok(Json(MatchList { mine, public }))
}

/// Whoever opens a match sees this before they give their part of the dice.
pub(super) async fn promise(State(app): App) -> Json<Promised> {
    Json(Promised { hash: app.rooms.promise() })
}

pub(super) async fn table(State(app): App) -> Json<TableView> {
    Json(TableView { key: app.rooms.store.signer().key() })
}

pub(super) async fn open(
    State(app): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<NewMatch>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let after = body.after.clone();
    let id = matches::open(&app.rooms, &who, body).await?;
    app.rooms.sender(&id);
    if let Some(after) = after {
        let by = app.rooms.store.name(&who).await?;
        let _ = app.rooms.sender(&after).send(ToRoom::Again { id: id.clone(), by }).await;
    }
    app.view_of(&id, Some(&who)).await
}

pub(super) async fn about(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
) -> Result<Json<MatchView>, Error> {
    app.view_of(&id, Identity::of(&headers).as_ref()).await
}

pub(super) async fn lobby(
    State(app): App,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    files::shared_page(&headers, app.is_secure(peer, &headers), "index.html", None)
}

/// The page of a match: which game it is and how it stands is told where its address is shared. Of a match that is not
/// there the page itself tells.
pub(super) async fn page(
    State(app): App,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    InPath(id): InPath<String>,
) -> Result<Response, Error> {
    let secure = app.is_secure(peer, &headers);
    let Ok(Json(view)) = app.view_of(&id, None).await else {
        return files::shared_page(&headers, secure, "table.html", None);
    };
    let stands = view.outcome.as_ref().unwrap_or(&view.stands);
    let about = [stands.trim_end_matches('.'), "Whoever opens the link may watch."];
    let about = about.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(". ");
    let title = format!("{}: {}", view.title, view.scenario_title);
    files::shared_page(&headers, secure, "table.html", Some((&title, &about)))
}

/// The page of an invitation: who invites to what is told where its address is shared.
pub(super) async fn invitation(
    State(app): App,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    InPath(token): InPath<String>,
) -> Result<Response, Error> {
    let words = app.invites(&token).await.ok();
    let words = words.as_ref().map(|(title, about)| (title.as_str(), about.as_str()));
    files::shared_page(&headers, app.is_secure(peer, &headers), "index.html", words)
}

pub(super) async fn join(
    State(app): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Join>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    if !is_token(&body.token) {
        return Err(Error::Missing("invitation"));
    }
    let (id, seat) = app.rooms.store.invited(&body.token).await?;
    take_seat(&app, &id, seat, &who).await
}

pub(super) async fn sit(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
    JsonBody(body): JsonBody<Sit>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let row = app.rooms.store.match_row(&id).await?;
    if row.public != 1 && row.owner != who.0 {
        return Err(Error::NotAllowed("a seat of this match is taken by its link"));
    }
    take_seat(&app, &id, body.seat.into(), &who).await
}

async fn take_seat(app: &AppState, id: &str, seat: i64, who: &Identity) -> Result<Json<MatchView>, Error> {
    let held = |row: &SeatRow| row.seat == seat && row.is_held_by(who);
    if app.rooms.store.sit(id, seat, who).await? {
        let name = app.rooms.store.name(who).await?;
        let _ = app.rooms.sender(id).send(ToRoom::Seated { seat, who: who.clone(), name }).await;
    } else if !app.rooms.store.seats(id).await?.iter().any(held) {
        return Err(Error::TooLate("this seat is taken"));
    }
    app.view_of(id, Some(who)).await
}

fn seats_of(seats: &[SeatRow], who: Option<&Identity>) -> Vec<Seat> {
    let held = |row: &&SeatRow| who.is_some_and(|who| row.is_held_by(who));
    seats.iter().filter(held).map(|row| seat_of(row.seat)).collect()
}

#[derive(Deserialize)]
pub(super) struct From {
    #[serde(default)]
    from: u32,
}

pub(super) async fn story(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<From>,
) -> Result<Json<Story>, Error> {
    let who = Identity::of(&headers);
    let snapshot = app.snapshot(&id).await?;
    let story = app.rooms.off_thread(move || {
        let game_match = snapshot.game_match();
        let viewer = viewer_of(game_match.awaits(), &seats_of(&snapshot.seats, who.as_ref()));
        Story {
            seq: snapshot.seq,
            entries: small(snapshot.entries),
            told_from: query.from,
            told: log_from(&**game_match, viewer, query.from as usize),
        }
    });
    Ok(Json(story.await?))
}

pub(super) async fn standing(
    State(app): App,
    headers: HeaderMap,
    InPath((id, at)): InPath<(String, u32)>,
) -> Result<Json<Standing>, Error> {
    let who = Identity::of(&headers);
    let snapshot = app.snapshot(&id).await?;
    if at as usize > snapshot.entries {
        return Err(Error::Missing("entry"));
    }
    let standing = app.rooms.off_thread(move || {
        let seats = seats_of(&snapshot.seats, who.as_ref());
        let (awaits, viewer, scene) = snapshot.game_match().look_back(at as usize, &|awaits| viewer_of(awaits, &seats));
        Standing {
            at,
            entries: small(snapshot.entries),
            viewer: match viewer {
                Viewer::Seat(seat) => Some(seat.0),
                Viewer::Public => None,
            },
            scene,
            awaits: awaits.into(),
        }
    });
    Ok(Json(standing.await?))
}

/// More points than a curve on a screen needs.
const MOST_POINTS: usize = 96;

pub(super) async fn curve(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
) -> Result<Json<Curve>, Error> {
    let who = Identity::of(&headers);
    let snapshot = app.snapshot(&id).await?;
    let curve = app.rooms.off_thread(move || {
        let seats = seats_of(&snapshot.seats, who.as_ref());
        let step = snapshot.entries.div_ceil(MOST_POINTS).max(1);
        let looked = (0..snapshot.entries).step_by(step).chain([snapshot.entries]);
        let point = |at: usize| {
            let (_, _, scene) = snapshot.game_match().look_back(at, &|awaits| viewer_of(awaits, &seats));
            let worth = if snapshot.over { judged(&snapshot, at) } else { vec![] };
            let gauge = scene.gauge.filter(|gauge| gauge.alone).map(|gauge| gauge.at);
            CurvePoint { at: small(at), turn: scene.banner.turn, scores: scene.scores, gauge, worth }
        };
        Curve { points: looked.map(point).collect() }
    });
    Ok(Json(curve.await?))
}

/// What the bots think of a position, seat by seat.
fn judged(snapshot: &Snapshot, at: usize) -> Vec<i32> {
    let seats = 0..u8::try_from(snapshot.seats.len()).unwrap_or(u8::MAX);
    seats.map(|seat| snapshot.game_match().worth_at(at, Seat(seat))).collect()
}

/// So many of the best things that could be done are told.
const BEST: usize = 3;

pub(super) async fn advice(
    State(app): App,
    headers: HeaderMap,
    InPath((id, at)): InPath<(String, u32)>,
) -> Result<Json<AdviceView>, Error> {
    let snapshot = app.snapshot(&id).await?;
    may_know_all(&snapshot, Identity::of(&headers).as_ref())?;
    if at as usize > snapshot.entries {
        return Err(Error::Missing("entry"));
    }
    let advice = app.rooms.off_thread(move || {
        let then = snapshot.game_match().up_to(at as usize);
        let told = |it: shelf::Advice| AdvisedView { action: it.action, gain: it.gain, note: it.note.map(Into::into) };
        // The same advice for the same position, whoever asks and whenever.
        let best = then.advise(BEST, &mut Seeded(u64::from(at))).into_iter().map(told).collect();
        AdviceView { at, seat: then.awaits().seat().map(|seat| seat.0), best }
    });
    Ok(Json(advice.await?))
}

/// A match file and a branch tell everything.
fn may_know_all(snapshot: &Snapshot, who: Option<&Identity>) -> Result<(), Error> {
    let mine = |row: &SeatRow| match row.kind {
        SeatKind::Bot | SeatKind::Absent => true,
        SeatKind::Human => who.is_some_and(|who| row.is_held_by(who)),
        SeatKind::Open => false,
    };
    // Of a match between bots alone its owner may know all.
    let seated = snapshot.seats.iter().any(|row| row.kind == SeatKind::Human);
    let owner = who.is_some_and(|who| who.0 == snapshot.row.owner);
    if snapshot.over || (snapshot.seats.iter().all(mine) && (seated || owner)) {
        return Ok(());
    }
    Err(Error::NotAllowed("while others play, this would tell their secrets; it is open to all when the match is over"))
}

pub(super) async fn file(State(app): App, headers: HeaderMap, InPath(id): InPath<String>) -> Result<Response, Error> {
    let snapshot = app.snapshot(&id).await?;
    may_know_all(&snapshot, Identity::of(&headers).as_ref())?;
    let name = format!("attachment; filename=\"{}-{id}.match\"", snapshot.row.game);
    let signer = app.rooms.store.signer().clone();
    let write = move || {
        let Snapshot { row, secret, dice, seats, .. } = &*snapshot;
        match_file(&**snapshot.game_match(), row, secret, dice, seats, &signer)
    };
    let text = app.rooms.off_thread(write).await?;
    Ok(([(CONTENT_TYPE.as_str(), "text/plain; charset=utf-8"), ("content-disposition", &name)], text).into_response())
}

pub(super) async fn branch(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
    JsonBody(body): JsonBody<NewBranch>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let snapshot = app.snapshot(&id).await?;
    may_know_all(&snapshot, Some(&who))?;
    if body.at as usize > snapshot.entries {
        return Err(Error::Missing("entry"));
    }
    let as_before =
        |row: &SeatRow| if row.kind == SeatKind::Bot { SeatWish::Bot { name: row.bot.clone() } } else { SeatWish::Me };
    let seats = body
        .seats
        .unwrap_or_else(|| snapshot.seats.iter().filter(|row| row.kind != SeatKind::Absent).map(as_before).collect());
    let game_match = app.rooms.off_thread(move || snapshot.game_match().up_to(body.at as usize)).await?;
    let id = matches::resume(&app.rooms, &who, game_match, seats, Origin::Branched).await?;
    app.rooms.sender(&id);
    app.view_of(&id, Some(&who)).await
}

pub(super) async fn upload(
    State(app): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Upload>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let named = body.text.lines().take(16).find_map(|line| line.strip_prefix("game "));
    let named = named.ok_or_else(|| Error::Nonsense("this is no match file: it names no game".into()))?;
    let game = Arc::clone(app.game(named.trim())?);
    let text = body.text;
    let bots = matches::SeatedBots::read(&text);
    let referee::Replayed { game_match, stopped: diverged, .. } =
        app.rooms.off_thread(move || game.replay(&text)).await?;
    if let Some(diverged) = diverged {
        return Err(Error::Nonsense(diverged.to_string()));
    }
    let game_match = game_match.ok_or_else(|| Error::Nonsense("this match file is empty".into()))?;
    let kit = game_match.kit();
    let playing = matches::playing(&**app.game(&kit.id)?, game_match.setup());
    let seat = |seat: &Seat| kit.seats.get(seat.index()).map_or(SeatWish::Me, |look| bots.wish(&look.short));
    let seats = body.seats.unwrap_or_else(|| playing.iter().map(seat).collect());
    let id = matches::resume(&app.rooms, &who, game_match, seats, Origin::Uploaded).await?;
    app.rooms.sender(&id);
    app.view_of(&id, Some(&who)).await
}

pub(super) async fn connect(
    State(app): App,
    headers: HeaderMap,
    InPath(id): InPath<String>,
    Extension(Asker(asker)): Extension<Asker>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    if !same_origin(&headers) {
        return Err(Error::NotAllowed("this connection comes from another site"));
    }
    app.rooms.store.match_row(&id).await?;
    let who = Identity::of(&headers);
    let rooms = Arc::clone(&app.rooms);
    let upgrade = upgrade.map_err(|rejection| Error::Nonsense(rejection.body_text()))?;
    let crowded = Error::Crowded("too many sockets from your address; please close some");
    let place = app.sockets.take(asker).ok_or(crowded)?;
    Ok(upgrade
        .max_message_size(socket::MOST_BYTES)
        .max_frame_size(socket::MOST_BYTES)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(4 * 1024)
        .on_upgrade(move |socket| async move {
            rooms.connections.fetch_add(1, Ordering::Relaxed);
            socket::serve(Arc::clone(&rooms), id, who, socket).await;
            rooms.connections.fetch_sub(1, Ordering::Relaxed);
            drop(place);
        }))
}
