//! Which names a request may call this server by.
//!
//! A page on the web can have its own name resolved to 127.0.0.1 and then read what is served there as if it were its
//! own (DNS rebinding). The browser still sends that name in `Host`, so a server that only this machine can reach
//! answers to the names of this machine alone.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// The names that a request may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Those of the loopback interface.
    Loopback,
    /// Any: who listens on the network cannot know by what name it is reached.
    Any,
}

impl Hosts {
    /// The names that fit the address that is listened at.
    pub fn of(listening: IpAddr) -> Hosts {
        if listening.to_canonical().is_loopback() {
            Hosts::Loopback
        } else {
            Hosts::Any
        }
    }

    /// Whether a request with this target and these headers may be answered.
    pub(super) fn admit(self, uri: &Uri, headers: &HeaderMap) -> bool {
        if self == Hosts::Any {
            return true;
        }
        // The target's authority, if it has one, outranks the header (RFC 9112, section 3.2.2); neither may lie.
        let mut named = headers.get_all(header::HOST).iter();
        let from_header = match (named.next(), named.next()) {
            (Some(host), None) => host
                .to_str()
                .ok()
                .and_then(|host| host.parse::<Authority>().ok())
                .is_some_and(|authority| is_loopback(authority.host())),
            (None, _) => uri.host().is_some(),
            (Some(_), Some(_)) => false,
        };
        from_header && uri.host().is_none_or(is_loopback)
    }
}

fn is_loopback(host: &str) -> bool {
    if let Some(inner) = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        return inner
            .parse::<Ipv6Addr>()
            .is_ok_and(|address| IpAddr::V6(address).to_canonical().is_loopback());
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        return address.is_loopback();
    }
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    // RFC 6761, section 6.3: `localhost` and all names below it are the loopback.
    name == "localhost" || name.ends_with(".localhost")
}
