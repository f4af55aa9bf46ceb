//! One error for everything that can go wrong outside of the rules.

use crate::message::Failure;
use axum::Json;
use axum::extract::ws::{CloseCode, close_code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Nonsense(String),
    #[error("nobody knows you yet: ask /api/me first")]
    NoIdentity,
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("there is no such {0}")]
    Missing(&'static str),
    #[error("{0}")]
    TooLate(&'static str),
    #[error("too many requests: wait a moment")]
    TooOften,
    #[error("the request was not whole in time")]
    TooSlow,
    /// There is no room for more.
    #[error("{0}")]
    Crowded(&'static str),
    /// Why nothing can be written just now.
    #[error("nothing can be kept just now: {0}; please try again in a moment")]
    Unwritable(String),
    /// Somebody else wrote to this match: what the room knows of it is old.
    #[error("the match has moved on")]
    Overtaken,
    #[error("the store does not answer; please try again in a moment")]
    Store(#[from] sqlx::Error),
    #[error("the store cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Inner(String),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::Nonsense(_) => StatusCode::BAD_REQUEST,
            Error::NoIdentity => StatusCode::UNAUTHORIZED,
            Error::NotAllowed(_) => StatusCode::FORBIDDEN,
            Error::Missing(_) => StatusCode::NOT_FOUND,
            Error::TooLate(_) | Error::Overtaken => StatusCode::CONFLICT,
            Error::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Error::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Error::Crowded(_) | Error::Unwritable(_) | Error::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Migration(_) | Error::Io(_) | Error::Inner(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Error {
    /// How a socket is closed for it.
    pub(crate) fn close_code(&self) -> CloseCode {
        match self.status() {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => close_code::AGAIN,
            StatusCode::INTERNAL_SERVER_ERROR => close_code::ERROR,
            _ => close_code::POLICY,
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match &self {
            Error::Store(error) => tracing::warn!("the store: {error}"),
            Error::Migration(_) | Error::Io(_) | Error::Inner(_) => tracing::error!("{self}"),
            _ => {}
        }
        (self.status(), Json(Failure { error: self.to_string() })).into_response()
    }
}
