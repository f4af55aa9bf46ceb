//! What is made once and then handed out: pages, drawings, kits; each kept as it is and compressed.

use super::{App, AppState};
use crate::dice::hex;
use crate::error::Error;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Response as Built, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// The client, compiled in; in debug builds it is read from disk, so that a reload shows an edit.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../client"]
struct Client;

/// What is kept, by name. A name that was asked for first is made first; others wait for it.
#[derive(Default)]
pub(super) struct Cache(Mutex<BTreeMap<String, Arc<OnceCell<Cached>>>>);

/// More is not kept: whoever asks for all combinations of badges has them drawn again.
const MOST_KEPT: usize = 400;

#[derive(Clone)]
struct Cached {
    kind: String,
    etag: String,
    plain: Bytes,
    gzip: Bytes,
    brotli: Bytes,
}

impl Cached {
    fn new(kind: String, etag: Option<String>, plain: Vec<u8>) -> Cached {
        let etag = etag.unwrap_or_else(|| format!("\"{}\"", &hex(&Sha256::digest(&plain))[..32]));
        let (gzip, brotli) = if worth_compressing(&kind) { (gzip(&plain), brotli(&plain)) } else { Default::default() };
        Cached { kind, etag, plain: plain.into(), gzip: gzip.into(), brotli: brotli.into() }
    }

    /// What is sent, or nothing if the page already has it.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let same =
            known.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == self.etag));
        let built = Built::builder().header(ETAG, &self.etag).header(CACHE_CONTROL, "no-cache");
        let built = built.header(VARY, HeaderValue::from_static("accept-encoding"));
        let takes = |coding: &str| {
            let takes = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|takes| takes.to_str().ok());
            takes.flat_map(|takes| takes.split(',')).any(|word| word.trim().eq_ignore_ascii_case(coding))
        };
        let (coding, bytes) = if takes("br") && !self.brotli.is_empty() {
            (Some("br"), &self.brotli)
        } else if takes("gzip") && !self.gzip.is_empty() {
            (Some("gzip"), &self.gzip)
        } else {
            (None, &self.plain)
        };
        let response = if same {
            built.status(StatusCode::NOT_MODIFIED).body(Body::empty())
        } else {
            let built = built.header(CONTENT_TYPE, &self.kind);
            let built = coding.into_iter().fold(built, |built, coding| built.header(CONTENT_ENCODING, coding));
            built.body(Body::from(bytes.clone()))
        };
        response.unwrap_or_else(|error| Error::Inner(error.to_string()).into_response())
    }
}

fn worth_compressing(kind: &str) -> bool {
    kind.starts_with("text/") || ["javascript", "json", "xml", "manifest"].iter().any(|word| kind.contains(word))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut to = flate2::write::GzEncoder::new(vec![], flate2::Compression::new(7));
    to.write_all(bytes).and_then(|()| to.finish()).unwrap_or_default()
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut to = vec![];
    let settings = brotli::enc::BrotliEncoderParams { quality: 7, lgwin: 22, ..Default::default() };
    match brotli::BrotliCompress(&mut &*bytes, &mut to, &settings) {
        Ok(_) => to,
        Err(_) => vec![],
    }
}

impl AppState {
    /// Makes something once and answers with it.
    pub(super) async fn cached(
        &self,
        headers: &HeaderMap,
        name: String,
        kind: &'static str,
        make: impl FnOnce() -> String + Send + 'static,
    ) -> Result<Response, Error> {
        let make = move || Cached::new(kind.into(), None, make().into_bytes());
        let cached = self.keep(name, make).await?;
        Ok(cached.answer(headers))
    }

    async fn keep(&self, name: String, make: impl FnOnce() -> Cached + Send + 'static) -> Result<Cached, Error> {
        let cell = {
            let mut kept = self.cache.0.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= MOST_KEPT && !kept.contains_key(&name) {
                kept.clear();
            }
            Arc::clone(kept.entry(name).or_default())
        };
        cell.get_or_try_init(|| self.rooms.off_thread(make)).await.cloned()
    }

    async fn embedded(&self, headers: &HeaderMap, name: &str) -> Result<Response, Error> {
        let served = name.rsplit_once('.').is_some_and(|(_, kind)| SERVED.contains(&kind));
        let file = Client::get(name).filter(|_| served).ok_or(Error::Missing("page"))?;
        let etag = format!("\"{}\"", &hex(&file.metadata.sha256_hash())[..32]);
        let kind = file.metadata.mimetype().to_string();
        let make = {
            let etag = Some(etag.clone());
            move || Cached::new(kind, etag, file.data.into_owned())
        };
        Ok(self.keep(format!("{name} {etag}"), make).await?.answer(headers))
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The same page with another value behind `content=` of one of its `meta` lines.
fn saying(page: &str, meta: &str, text: &str) -> String {
    let begin = format!("{meta} content=\"");
    match page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1))) {
        Some((before, after)) => format!("{before}{begin}{}\"{after}", escape(text)),
        None => page.into(),
    }
}

/// A page with what is shown where its address is shared: title and words of its own, and a picture that is found from
/// elsewhere.
pub(super) fn shared_page(
    headers: &HeaderMap,
    secure: bool,
    name: &str,
    words: Option<(&str, &str)>,
) -> Result<Response, Error> {
    let file = Client::get(name).ok_or(Error::Missing("page"))?;
    let mut page = String::from_utf8_lossy(&file.data).into_owned();
    if let Some(host) = headers.get(HOST).and_then(|host| host.to_str().ok()) {
        let scheme = if secure { "https" } else { "http" };
        page = saying(&page, "property=\"og:image\"", &format!("{scheme}://{host}/preview.png"));
    }
    if let Some((title, about)) = words {
        page = saying(&page, "property=\"og:title\"", title);
        for meta in ["name=\"description\"", "property=\"og:description\""] {
            page = saying(&page, meta, about);
        }
    }
    Ok(Cached::new(file.metadata.mimetype().into(), None, page.into_bytes()).answer(headers))
}

pub(super) async fn asset(State(app): App, method: Method, headers: HeaderMap, uri: Uri) -> Result<Response, Error> {
    if method != Method::GET || uri.path().starts_with("/api/") {
        return Err(Error::Missing("thing here"));
    }
    let found = app.embedded(&headers, uri.path().trim_start_matches('/')).await;
    let reads_pages = |takes: &HeaderValue| takes.to_str().is_ok_and(|takes| takes.contains("text/html"));
    if found.is_err() && headers.get_all(ACCEPT).iter().any(reads_pages) {
        let mut page = app.embedded(&headers, "lost.html").await?;
        *page.status_mut() = StatusCode::NOT_FOUND;
        return Ok(page);
    }
    found
}

/// What a browser may ask for; the rest of the folder is for those who build.
const SERVED: [&str; 8] = ["html", "css", "js", "svg", "png", "ico", "woff2", "webmanifest"];
