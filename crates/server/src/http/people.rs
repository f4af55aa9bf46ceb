//! Who is asking.

use super::{App, JsonBody, identity};
use crate::error::Error;
use crate::identity::Identity;
use crate::message::{Me, SetName};
use crate::{names, proxy};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;

const LONGEST_NAME: usize = 40;

pub(super) async fn me(
    State(app): App,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    if let Some(who) = Identity::of(&headers) {
        return Ok(Json(Me { name: app.rooms.store.name(&who).await? }).into_response());
    }
    let secure = proxy::is_secure(peer.ip(), &headers, &app.rooms.settings.trusted_proxies);
    let (_, cookie) = Identity::fresh(secure);
    Ok(([(SET_COOKIE, cookie)], Json(Me { name: String::new() })).into_response())
}

pub(super) async fn set_name(
    State(app): App,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SetName>,
) -> Result<Json<Me>, Error> {
    let who = identity(&headers)?;
    let name = names::clean_name(&body.name);
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Error::Nonsense(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    app.rooms.store.set_name(&who, &name).await?;
    Ok(Json(Me { name }))
}
