//! Pages, files and requests.

mod files;
mod games;
mod matches;
mod people;

use crate::error::Error;
use crate::identity::{Identity, own_host, same_origin};
use crate::limits::{Buckets, Places};
use crate::message::{Failure, Health};
use crate::proxy;
use crate::rooms::Rooms;
use crate::socket;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use files::Cache;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tower_http::compression::{CompressionLayer, CompressionLevel};

pub(crate) struct AppState {
    rooms: Arc<Rooms>,
    posts: Buckets,
    gets: Buckets,
    sockets: Arc<Places>,
    cache: Cache,
}

type App = State<Arc<AppState>>;

const MOST_UPLOADED: usize = 2 * 1024 * 1024;
/// A request that is not whole in this time is let go.
const WHOLE_WITHIN: Duration = Duration::from_secs(30);

pub(crate) fn router(rooms: Arc<Rooms>) -> Router {
    let limits = &rooms.settings.limits;
    let (posts, gets) = (Buckets::new(limits.posts), Buckets::new(limits.gets));
    let sockets = Places::new(limits.sockets);
    let app = Arc::new(AppState { rooms, posts, gets, sockets, cache: Cache::default() });
    Router::new()
        .route("/health", get(health))
        .route("/api/me", get(people::me).post(people::set_name))
        .route("/api/shelf", get(games::shelf))
        .route("/api/dice", get(matches::promise))
        .route("/api/table", get(matches::table))
        .route("/api/kit/{game}", get(games::kit))
        .route("/api/sheet/{game}", get(games::sheet_of))
        .route("/api/sheet.css", get(games::sheet_style))
        .route("/api/faces/{game}/{badges}", get(games::faces))
        .route("/api/matches", get(matches::list).post(matches::open))
        .route("/api/matches/{id}", get(matches::about))
        .route("/api/matches/{id}/sit", post(matches::sit))
        .route("/api/matches/{id}/story", get(matches::story))
        .route("/api/matches/{id}/at/{entries}", get(matches::standing))
        .route("/api/matches/{id}/mark", post(matches::mark))
        .route("/api/matches/{id}/delete", post(matches::delete))
        .route("/api/matches/{id}/curve", get(matches::curve))
        .route("/api/matches/{id}/advice/{entries}", get(matches::advice))
        .route("/api/matches/{id}/branch", post(matches::branch))
        .route("/api/matches/{id}/file", get(matches::file))
        .route("/api/matches/{id}/socket", get(matches::connect))
        .route("/api/join", post(matches::join))
        .route("/api/upload", post(matches::upload).layer(DefaultBodyLimit::max(MOST_UPLOADED)))
        .route("/", get(matches::lobby))
        .route("/table/{id}", get(matches::page))
        .route("/join/{token}", get(matches::invitation))
        .fallback(files::asset)
        .layer(DefaultBodyLimit::max(socket::MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        // What never changes is kept compressed; the rest is compressed quickly.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .with_state(app)
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Who is asking, as far as the address says.
#[derive(Copy, Clone, Debug)]
struct Asker(IpAddr);

/// Lets in what comes from our own pages and not too often, and tells browsers to be strict.
async fn guard(
    State(app): App,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let settings = &app.rooms.settings;
    let asker = proxy::asker(peer.ip(), request.headers(), &settings.trusted_proxies);
    request.extensions_mut().insert(Asker(asker));
    let refused = app.refuses(asker, &request);
    if matches!(refused, Some(Error::TooOften)) {
        tokio::time::sleep(settings.refuse_after).await;
    }
    let shown = format!("{} {}", request.method(), request.uri().path());
    let mut response = match refused {
        Some(error) => error.into_response(),
        None => match tokio::time::timeout(WHOLE_WITHIN, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Error::TooSlow.into_response(),
        },
    };
    tracing::debug!(%asker, status = response.status().as_u16(), "{shown}");
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

impl AppState {
    fn refuses(&self, asker: IpAddr, request: &Request) -> Option<Error> {
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
        let headers = request.headers();
        let path = request.uri().path();
        if headers.get_all(HOST).iter().count() != 1 {
            Some(Error::Nonsense("a request names one host".into()))
        } else if !own_host(headers, &self.rooms.settings.hosts) {
            Some(Error::NotAllowed("this table does not go by that name; see --host"))
        } else if changes && !same_origin(headers) {
            Some(Error::NotAllowed("this request comes from another site"))
        } else if changes && !self.posts.take(asker, 1.0) || !changes && !self.gets.take(asker, price(path)) {
            Some(Error::TooOften)
        } else {
            None
        }
    }
}

/// As how many requests one counts: what takes long to answer is dear.
fn price(path: &str) -> f64 {
    match path {
        "/health" => 0.0,
        "/api/matches" => 3.0,
        path if path.ends_with("/story") || path.ends_with("/file") || path.ends_with("/curve") => 10.0,
        path if path.starts_with("/api/faces/") => 10.0,
        _ => 1.0,
    }
}

/// For whoever watches over the table: whether it can keep what it is told.
async fn health(State(app): App) -> Response {
    let trouble = app.rooms.store.trouble();
    let status = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let health = Health {
        status: if trouble.is_some() { "standstill" } else { "ok" },
        trouble,
        version: env!("CARGO_PKG_VERSION"),
        matches: app.rooms.awake(),
        sockets: app.sockets.taken(),
        connections: app.rooms.connections.load(Ordering::Relaxed),
    };
    (status, Json(health)).into_response()
}

fn identity(headers: &HeaderMap) -> Result<Identity, Error> {
    Identity::of(headers).ok_or(Error::NoIdentity)
}

/// JSON in; what is wrong with it is told as JSON, too.
struct JsonBody<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let body = Json::<T>::from_request(request, state).await;
        body.map(|Json(body)| JsonBody(body)).map_err(|wrong| failure(wrong.status(), wrong.body_text()))
    }
}

/// Parts of the path; what is wrong with them is told as JSON.
struct InPath<T>(T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(path)| InPath(path)).map_err(|wrong| failure(wrong.status(), wrong.body_text()))
    }
}

/// What stands after `?`; what is wrong with it is told as JSON.
struct InQuery<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for InQuery<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| InQuery(query)).map_err(|wrong| failure(wrong.status(), wrong.body_text()))
    }
}

fn failure(status: StatusCode, error: String) -> Response {
    (status, Json(Failure { error })).into_response()
}
