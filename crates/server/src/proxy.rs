//! Who is asking when a proxy stands between, and how addresses are counted.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr};

/// The address that is asking. The word of a proxy counts only if we trust it; of those it names, the last that is
/// no proxy of ours.
pub(crate) fn asker(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let peer = peer.to_canonical();
    if !trusted.contains(&peer) {
        return peer;
    }
    let named: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|list| list.to_str().ok()).collect();
    let named = named.iter().flat_map(|list| list.split(',')).rev().map_while(|name| read(name.trim()));
    named.map(|address| address.to_canonical()).find(|address| !trusted.contains(address)).unwrap_or(peer)
}

/// `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7`, `[2001:db8::7]:4711`.
fn read(name: &str) -> Option<IpAddr> {
    let socket = || name.parse::<std::net::SocketAddr>().map(|socket| socket.ip());
    name.trim_matches(['[', ']']).parse().or_else(|_| socket()).ok()
}

/// Whether the page came over TLS, as far as a proxy we trust says.
pub(crate) fn is_secure(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> bool {
    let last = headers.get_all("x-forwarded-proto").iter().next_back().and_then(|word| word.to_str().ok());
    trusted.contains(&peer.to_canonical())
        && last.is_some_and(|words| words.rsplit(',').next().is_some_and(|word| word.trim() == "https"))
}

/// The address under which somebody is counted: whoever has an IPv6 address has a whole /64 of them.
pub(crate) fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        IpAddr::V4(address) => IpAddr::V4(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn forwarded(lists: &[&str]) -> HeaderMap {
        lists.iter().map(|list| ("x-forwarded-for".parse().unwrap(), list.parse().unwrap())).collect()
    }

    #[test]
    fn the_word_of_a_stranger_does_not_count() {
        let (proxy, person, other) = (address("10.0.0.1"), address("192.0.2.7"), address("203.0.113.9"));
        let says = forwarded(&["203.0.113.9, 192.0.2.7"]);
        assert_eq!(asker(proxy, &says, &[]), proxy);
        assert_eq!(asker(other, &says, &[proxy]), other);
        assert_eq!(asker(proxy, &says, &[proxy]), person);
        // What the asker wrote himself stands before what our proxy added.
        assert_eq!(asker(proxy, &forwarded(&["203.0.113.9", "192.0.2.7"]), &[proxy]), person);
        assert_eq!(asker(proxy, &forwarded(&["192.0.2.7, 10.0.0.2"]), &[proxy, address("10.0.0.2")]), person);
        assert_eq!(asker(proxy, &forwarded(&["nonsense"]), &[proxy]), proxy);
        assert_eq!(asker(proxy, &forwarded(&["[2001:db8::7]:4711"]), &[proxy]), address("2001:db8::7"));
        assert_eq!(asker(address("::ffff:10.0.0.1"), &says, &[proxy]), person);
    }

    #[test]
    fn a_64_is_one_address() {
        assert_eq!(counted_as(address("2001:db8::7")), counted_as(address("2001:db8::ffff:9")));
        assert_ne!(counted_as(address("2001:db8:0:1::7")), counted_as(address("2001:db8::7")));
        assert_eq!(counted_as(address("::ffff:192.0.2.7")), address("192.0.2.7"));
    }
}
