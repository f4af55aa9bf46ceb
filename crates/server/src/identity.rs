//! Who is asking: a random cookie, of which only the hash is kept.

use crate::dice::{hex, random};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};
use sha2::{Digest, Sha256};

/// The hash of somebody's cookie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Identity(pub(crate) String);

const COOKIE_NAME: &str = "rhine";

impl Identity {
    pub(crate) fn of(headers: &HeaderMap) -> Option<Identity> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = cookies.flat_map(|value| value.split(';'));
        let token = cookies.find_map(|cookie| cookie.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))?;
        is_token(token).then(|| Identity(token_hash(token)))
    }

    /// A new one, with the cookie that proves it.
    pub(crate) fn fresh(secure: bool) -> (Identity, String) {
        let token = new_token();
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}");
        (Identity(token_hash(&token)), cookie)
    }
}

/// 256 bits, as hex.
pub(crate) fn new_token() -> String {
    hex(&random::<32>())
}

pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Whether a request comes from a page of this table and not from somebody else's.
pub(crate) fn same_origin(headers: &HeaderMap) -> bool {
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()?.parse::<Uri>().ok());
    let origin = origin.as_ref().and_then(|origin| origin.authority()).map(|authority| authority.as_str());
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    origin.is_some() && origin.zip(host).is_some_and(|(origin, host)| origin.eq_ignore_ascii_case(host))
}

/// Whether the table is addressed by a name of its own. A page elsewhere can point a name of its
/// choice at this machine; it cannot make that name ours.
pub(crate) fn own_host(headers: &HeaderMap, names: &[String]) -> bool {
    let Some(host) = headers.get(HOST).and_then(|host| host.to_str().ok()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    // An address cannot be pointed elsewhere.
    bare.parse::<std::net::IpAddr>().is_ok()
        || bare.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.eq_ignore_ascii_case(bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn pages_of_others_are_told_apart() {
        let ours = headers(&[("host", "localhost:7744"), ("origin", "http://localhost:7744")]);
        let theirs = headers(&[("host", "localhost:7744"), ("origin", "http://evil.example")]);
        let null = headers(&[("host", "localhost:7744"), ("origin", "null")]);
        assert!(same_origin(&ours));
        assert!(!same_origin(&theirs));
        assert!(!same_origin(&null));
        assert!(!same_origin(&headers(&[("host", "localhost:7744")])));
    }

    #[test]
    fn names_of_others_are_told_apart() {
        let host = |name| own_host(&headers(&[("host", name)]), &["table.example".into()]);
        assert!(host("127.0.0.1:7744") && host("localhost") && host("[::1]:80") && host("table.example:443"));
        assert!(!host("evil.example:7744") && !host(""));
    }

    #[test]
    fn only_whole_tokens_count() {
        let (identity, cookie) = Identity::fresh(false);
        let pair = cookie.split(';').next().unwrap().to_string();
        let with = |value: &str| {
            let mut map = HeaderMap::new();
            map.insert(COOKIE, value.parse().unwrap());
            Identity::of(&map)
        };
        assert_eq!(with(&format!("other=1; {pair}")), Some(identity));
        assert_eq!(with("rhine=abc"), None);
    }
}
