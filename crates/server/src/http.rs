//! Pages, files and requests.

use crate::error::Error;
use crate::identity::{Identity, is_token, own_host, same_origin};
use crate::limits::Buckets;
use crate::matches::{self, match_file, match_view};
use crate::message::{
    Faces, GameView, Join, MatchList, MatchView, Me, NewBranch, NewMatch, OptionView, ScenarioView, SeatWish, SetName,
    ShelfView, Sit, Standing, Story, TrainingView, Upload,
};
use crate::room::story::{tell_story, viewer_of};
use crate::room::{Look, seat_of};
use crate::rooms::{House, ToRoom};
use crate::socket;
use crate::store::{SeatRow, SittingRow};
use crate::view;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use referee::{Awaits, Seat, Viewer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use testkit::catch;
use tower_http::compression::CompressionLayer;
use tower_http::compression::CompressionLevel;

/// The client, compiled in; in debug builds it is read from disk, so that a reload shows an edit.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../client"]
struct Client;

pub(crate) struct Desk {
    house: Arc<House>,
    posts: Buckets,
    /// What is drawn once for each game.
    drawn: Mutex<BTreeMap<String, Drawn>>,
}

#[derive(Clone)]
struct Drawn {
    kind: &'static str,
    etag: String,
    bytes: Bytes,
}

type App = State<Arc<Desk>>;

const LONGEST_NAME: usize = 40;
const MOST_UPLOADED: usize = 2 * 1024 * 1024;

pub(crate) fn router(house: Arc<House>) -> Router {
    let posts = Buckets::new(house.settings.limits.posts);
    let desk = Arc::new(Desk { house, posts, drawn: Mutex::default() });
    Router::new()
        .route("/api/me", get(me).post(set_name))
        .route("/api/shelf", get(shelf))
        .route("/api/kit/{game}", get(kit))
        .route("/api/sheet/{game}", get(sheet_of))
        .route("/api/sheet.css", get(sheet_style))
        .route("/api/faces/{game}/{badges}", get(faces))
        .route("/api/matches", get(list).post(open_match))
        .route("/api/matches/{id}", get(about_match))
        .route("/api/matches/{id}/sit", post(sit))
        .route("/api/matches/{id}/story", get(story))
        .route("/api/matches/{id}/at/{entries}", get(standing))
        .route("/api/matches/{id}/branch", post(branch))
        .route("/api/matches/{id}/file", get(file))
        .route("/api/matches/{id}/socket", get(connect))
        .route("/api/join", post(join))
        .route("/api/upload", post(upload).layer(DefaultBodyLimit::max(MOST_UPLOADED)))
        .route("/", get(|headers: HeaderMap| async move { page(&headers, "index.html") }))
        .route("/table/{id}", get(|headers: HeaderMap| async move { page(&headers, "table.html") }))
        .route("/join/{token}", get(|headers: HeaderMap| async move { page(&headers, "join.html") }))
        .fallback(asset)
        .layer(DefaultBodyLimit::max(socket::MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&desk), guard))
        .layer(CompressionLayer::new().quality(CompressionLevel::Precise(5)))
        .with_state(desk)
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Lets in what comes from our own pages, and tells browsers to be strict.
async fn guard(State(desk): App, ConnectInfo(from): ConnectInfo<SocketAddr>, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let headers = request.headers();
    let settings = &desk.house.settings;
    let refused = if settings.bind.is_loopback() && !own_host(headers, &settings.hosts) {
        Some(Error::NotAllowed("this table does not go by that name; see --host"))
    } else if changes && !same_origin(headers) {
        Some(Error::NotAllowed("this request comes from another site"))
    } else if changes && !desk.posts.take(from.ip()) {
        Some(Error::TooOften)
    } else {
        None
    };
    let mut response = match refused {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// JSON in; what is wrong with it is told as JSON, too.
struct JsonBody<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(rejection) => {
                let failure = crate::message::Failure { error: rejection.body_text() };
                Err((rejection.status(), Json(failure)).into_response())
            }
        }
    }
}

fn identity(headers: &HeaderMap) -> Result<Identity, Error> {
    Identity::of(headers).ok_or(Error::NoIdentity)
}

// People.

async fn me(State(desk): App, headers: HeaderMap) -> Result<Response, Error> {
    if let Some(who) = Identity::of(&headers) {
        return Ok(Json(Me { name: desk.house.store.name(&who).await? }).into_response());
    }
    let (_, cookie) = Identity::fresh();
    Ok(([(SET_COOKIE, cookie)], Json(Me { name: String::new() })).into_response())
}

async fn set_name(State(desk): App, headers: HeaderMap, JsonBody(body): JsonBody<SetName>) -> Result<Json<Me>, Error> {
    let who = identity(&headers)?;
    let name: String = body.name.trim().chars().filter(|c| !c.is_control()).collect();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Error::Nonsense(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    desk.house.store.set_name(&who, &name).await?;
    Ok(Json(Me { name }))
}

// Games.

async fn shelf(State(desk): App) -> Json<ShelfView> {
    let scenario = |s: &referee::Scenario| ScenarioView {
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
            seats: kit.seats.iter().map(Into::into).collect(),
            scenarios: game.scenarios().iter().map(scenario).collect(),
            cover: kit.art.iter().find(|art| art.name == "cover").map(|art| art.svg.clone()),
            training: kit.training.as_ref().map(|training| TrainingView {
                scenario: training.scenario.clone(),
                options: training.options.clone(),
                seat: training.seat.0,
                bot: training.bot.clone(),
            }),
        }
    };
    Json(ShelfView { games: desk.house.shelf.games().iter().map(game).collect(), bots: shelf::BOTS.to_vec() })
}

impl Desk {
    /// Draws something once and answers with it, or with nothing if the page already has it.
    fn drawn(&self, headers: &HeaderMap, key: &str, kind: &'static str, draw: impl FnOnce() -> String) -> Response {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = drawn.entry(key.into()).or_insert_with(|| {
            let text = draw();
            let etag = format!("\"{}\"", &crate::dice::hex(&Sha256::digest(&text))[..32]);
            Drawn { kind, etag, bytes: text.into() }
        });
        tagged(headers, drawn.kind, &drawn.etag, drawn.bytes.clone())
    }

    fn game(&self, id: &str) -> Result<&Arc<dyn shelf::AnyGame>, Error> {
        self.house.shelf.game(id).ok_or(Error::Missing("game"))
    }
}

fn tagged(headers: &HeaderMap, kind: &str, etag: &str, bytes: impl Into<Body>) -> Response {
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    // A compressed answer carries the same tag, marked weak.
    let same = known.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag));
    let fields = [(CONTENT_TYPE, kind), (ETAG, etag), (CACHE_CONTROL, "no-cache")];
    if same { (StatusCode::NOT_MODIFIED, fields).into_response() } else { (fields, bytes.into()).into_response() }
}

async fn kit(State(desk): App, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Error> {
    let game = desk.game(&game)?;
    let draw = || serde_json::to_string(&view::Kit::of(game.kit(), game.rules())).expect("a kit can be written");
    Ok(desk.drawn(&headers, &format!("kit {}", game.kit().id), "application/json", draw))
}

async fn sheet_of(State(desk): App, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Error> {
    let kit = desk.game(&game)?.kit();
    let draw = || {
        let [left, top, width, height] = sheet::sheet_box(kit);
        let layer = sheet::map_layer(kit);
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">{layer}</svg>"#)
    };
    Ok(desk.drawn(&headers, &format!("sheet {}", kit.id), "image/svg+xml", draw))
}

async fn sheet_style(State(desk): App, headers: HeaderMap) -> Response {
    desk.drawn(&headers, "style", "text/css", sheet::style)
}

async fn faces(State(desk): App, headers: HeaderMap, Path(path): Path<(String, u16)>) -> Result<Response, Error> {
    let (game, badges) = path;
    let kit = desk.game(&game)?.kit();
    if u32::from(badges) >> kit.badges.len().min(16) != 0 {
        return Err(Error::Missing("badge"));
    }
    let text = serde_json::to_string(&Faces {
        badges,
        faces: (0..kit.faces.len()).map(|face| sheet::counter(kit, face, badges)).collect(),
    });
    let text = text.expect("faces can be written");
    let etag = format!("\"{}\"", &crate::dice::hex(&Sha256::digest(&text))[..32]);
    Ok(tagged(&headers, "application/json", &etag, text))
}

// Matches.

impl Desk {
    async fn view(&self, row: &SittingRow, here: &[u8], who: Option<&Identity>) -> Result<MatchView, Error> {
        let game = self.game(&row.game)?;
        let seats = self.house.store.seats(&row.id).await?;
        let secret = self.house.store.secret(&row.id).await?;
        Ok(match_view(&**game, row, &seats, here, who, &secret))
    }

    async fn view_of(&self, id: &str, who: Option<&Identity>) -> Result<Json<MatchView>, Error> {
        let row = self.house.store.sitting(id).await?;
        Ok(Json(self.view(&row, &[], who).await?))
    }

    /// A copy of the match, if there is one.
    async fn look(&self, id: &str) -> Result<Look, Error> {
        self.house.store.sitting(id).await?;
        self.house.look(id).await
    }
}

async fn list(State(desk): App, headers: HeaderMap) -> Result<Json<MatchList>, Error> {
    let who = Identity::of(&headers);
    let mut list = MatchList { mine: vec![], public: vec![] };
    if let Some(who) = &who {
        for row in desk.house.store.mine(who).await? {
            list.mine.push(desk.view(&row, &[], Some(who)).await?);
        }
    }
    for row in desk.house.store.public().await? {
        if !list.mine.iter().any(|mine| mine.id == row.id) {
            list.public.push(desk.view(&row, &[], who.as_ref()).await?);
        }
    }
    Ok(Json(list))
}

async fn open_match(
    State(desk): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<NewMatch>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let id = matches::open(&desk.house, &who, body).await?;
    desk.house.door(&id);
    desk.view_of(&id, Some(&who)).await
}

async fn about_match(State(desk): App, headers: HeaderMap, Path(id): Path<String>) -> Result<Json<MatchView>, Error> {
    desk.view_of(&id, Identity::of(&headers).as_ref()).await
}

async fn join(State(desk): App, headers: HeaderMap, JsonBody(body): JsonBody<Join>) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    if !is_token(&body.token) {
        return Err(Error::Missing("invitation"));
    }
    let (id, seat) = desk.house.store.invited(&body.token).await?;
    take_seat(&desk, &id, seat, &who).await
}

async fn sit(
    State(desk): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<Sit>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let row = desk.house.store.sitting(&id).await?;
    if row.public != 1 && row.owner != who.0 {
        return Err(Error::NotAllowed("a seat of this match is taken by its link"));
    }
    take_seat(&desk, &id, body.seat.into(), &who).await
}

async fn take_seat(desk: &Desk, id: &str, seat: i64, who: &Identity) -> Result<Json<MatchView>, Error> {
    let held = |row: &SeatRow| row.seat == seat && row.kind == "human" && row.person == who.0;
    if desk.house.store.sit(id, seat, who).await? {
        let _ = desk.house.door(id).send(ToRoom::Seated).await;
    } else if !desk.house.store.seats(id).await?.iter().any(held) {
        return Err(Error::TooLate("this seat is taken"));
    }
    desk.view_of(id, Some(who)).await
}

fn seats_of(seats: &[SeatRow], who: Option<&Identity>) -> Vec<Seat> {
    let held = |row: &&SeatRow| row.kind == "human" && who.is_some_and(|who| row.person == who.0);
    seats.iter().filter(held).map(|row| seat_of(row.seat)).collect()
}

/// Work on a copy of a match, away from the threads that serve others.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(|| catch(work)).await;
    done.map_err(|error| Error::Inner(error.to_string()))?.map_err(|_| Error::Inner("the referee is at a loss".into()))
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: u32,
}

async fn story(
    State(desk): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<From>,
) -> Result<Json<Story>, Error> {
    let who = Identity::of(&headers);
    let look = desk.look(&id).await?;
    let story = aside(move || {
        let viewer = viewer_of(&*look.table, &seats_of(&look.seats, who.as_ref()));
        Story {
            seq: look.seq,
            entries: u32::try_from(look.table.entries()).unwrap_or(u32::MAX),
            told_from: query.from,
            told: tell_story(&*look.table, viewer, query.from as usize),
        }
    });
    Ok(Json(story.await?))
}

async fn standing(
    State(desk): App,
    headers: HeaderMap,
    Path((id, at)): Path<(String, u32)>,
) -> Result<Json<Standing>, Error> {
    let who = Identity::of(&headers);
    let look = desk.look(&id).await?;
    if at as usize > look.table.entries() {
        return Err(Error::Missing("entry"));
    }
    let standing = aside(move || {
        let then = look.table.up_to(at as usize);
        let viewer = viewer_of(&*then, &seats_of(&look.seats, who.as_ref()));
        Standing {
            at,
            entries: u32::try_from(look.table.entries()).unwrap_or(u32::MAX),
            viewer: match viewer {
                Viewer::Seat(seat) => Some(seat.0),
                Viewer::Public => None,
            },
            scene: then.scene(viewer).into(),
            awaits: then.awaits().into(),
        }
    });
    Ok(Json(standing.await?))
}

/// A match file and a branch tell everything.
fn may_know_all(look: &Look, who: Option<&Identity>) -> Result<(), Error> {
    let over = matches!(look.table.awaits(), Awaits::Over(_));
    let mine = |row: &SeatRow| {
        row.kind == "bot" || row.kind == "absent" || who.is_some_and(|who| row.kind == "human" && row.person == who.0)
    };
    // Of a match between bots alone its owner may know all.
    let seated = look.seats.iter().any(|row| row.kind == "human");
    let owner = who.is_some_and(|who| who.0 == look.sitting.owner);
    if over || (look.seats.iter().all(mine) && (seated || owner)) {
        return Ok(());
    }
    Err(Error::NotAllowed("while others play, this would tell their secrets; it is open to all when the match is over"))
}

async fn file(State(desk): App, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Error> {
    let look = desk.look(&id).await?;
    may_know_all(&look, Identity::of(&headers).as_ref())?;
    let text = match_file(&*look.table, &look.sitting, &look.secret);
    let name = format!("attachment; filename=\"{}-{id}.match\"", look.sitting.game);
    Ok(([(CONTENT_TYPE.as_str(), "text/plain; charset=utf-8"), ("content-disposition", &name)], text).into_response())
}

async fn branch(
    State(desk): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<NewBranch>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let look = desk.look(&id).await?;
    may_know_all(&look, Some(&who))?;
    if body.at as usize > look.table.entries() {
        return Err(Error::Missing("entry"));
    }
    let as_before =
        |row: &SeatRow| if row.kind == "bot" { SeatWish::Bot { name: row.bot.clone() } } else { SeatWish::Me };
    let seats =
        body.seats.unwrap_or_else(|| look.seats.iter().filter(|row| row.kind != "absent").map(as_before).collect());
    let table = aside(move || look.table.up_to(body.at as usize)).await?;
    let id = matches::resume(&desk.house, &who, table, seats).await?;
    desk.house.door(&id);
    desk.view_of(&id, Some(&who)).await
}

async fn upload(
    State(desk): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Upload>,
) -> Result<Json<MatchView>, Error> {
    let who = identity(&headers)?;
    let named = body.text.lines().take(16).find_map(|line| line.strip_prefix("game "));
    let named = named.ok_or_else(|| Error::Nonsense("this is no match file: it names no game".into()))?;
    let game = Arc::clone(desk.game(named.trim())?);
    let text = body.text;
    let referee::Replayed { game_match: table, stopped: diverged, .. } = aside(move || game.replay(&text)).await?;
    if let Some(diverged) = diverged {
        return Err(Error::Nonsense(diverged.to_string()));
    }
    let table = table.ok_or_else(|| Error::Nonsense("this match file is empty".into()))?;
    let playing = matches::playing(&**desk.game(&table.kit().id)?, table.setup()).len();
    let seats = body.seats.unwrap_or_else(|| vec![SeatWish::Me; playing]);
    let id = matches::resume(&desk.house, &who, table, seats).await?;
    desk.house.door(&id);
    desk.view_of(&id, Some(&who)).await
}

async fn connect(
    State(desk): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    if !same_origin(&headers) {
        return Err(Error::NotAllowed("this connection comes from another site"));
    }
    desk.house.store.sitting(&id).await?;
    let who = Identity::of(&headers);
    let house = Arc::clone(&desk.house);
    let upgrade = upgrade.map_err(|rejection| Error::Nonsense(rejection.body_text()))?;
    Ok(upgrade
        .max_message_size(socket::MOST_BYTES)
        .max_frame_size(socket::MOST_BYTES)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(4 * 1024)
        .on_upgrade(move |socket| socket::serve(house, id, who, socket)))
}

// Files.

fn page(headers: &HeaderMap, name: &str) -> Response {
    let name = if Client::get(name).is_some() { name } else { "index.html" };
    embedded(headers, name)
}

async fn asset(method: Method, headers: HeaderMap, uri: axum::http::Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    if method != Method::GET || uri.path().starts_with("/api/") {
        return Error::Missing("thing here").into_response();
    }
    embedded(&headers, name)
}

/// What a browser may ask for; the rest of the folder is for those who build.
const SERVED: [&str; 8] = ["html", "css", "js", "svg", "png", "ico", "woff2", "webmanifest"];

fn embedded(headers: &HeaderMap, name: &str) -> Response {
    let served = name.rsplit_once('.').is_some_and(|(_, kind)| SERVED.contains(&kind));
    let Some(file) = Client::get(name).filter(|_| served) else { return Error::Missing("page").into_response() };
    let etag = format!("\"{}\"", &crate::dice::hex(&file.metadata.sha256_hash())[..32]);
    tagged(headers, file.metadata.mimetype(), &etag, file.data.into_owned())
}
