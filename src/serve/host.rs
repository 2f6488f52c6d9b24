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
    /// Those of the loopback interface, addresses by number, and names of a local network: one word, or below
    /// `.local`. Who listens on the network is reached by these; a name of the web may be anybody's.
    Network,
}

impl Hosts {
    /// The names that fit the address that is listened at.
    pub fn of(listening: IpAddr) -> Hosts {
        if listening.to_canonical().is_loopback() {
            Hosts::Loopback
        } else {
            Hosts::Network
        }
    }

    /// Whether a request with this target and these headers may be answered.
    pub(super) fn admit(self, uri: &Uri, headers: &HeaderMap) -> bool {
        // The target's authority, if it has one, outranks the header (RFC 9112, section 3.2.2); neither may lie.
        let mut named = headers.get_all(header::HOST).iter();
        let from_header = match (named.next(), named.next()) {
            (Some(host), None) => host
                .to_str()
                .ok()
                .and_then(|host| host.parse::<Authority>().ok())
                .is_some_and(|authority| self.is_own(authority.host())),
            (None, _) => uri.host().is_some(),
            (Some(_), Some(_)) => false,
        };
        from_header && uri.host().is_none_or(|host| self.is_own(host))
    }

    fn is_own(self, host: &str) -> bool {
        match self {
            Hosts::Loopback => is_loopback(host),
            Hosts::Network => is_loopback(host) || is_local(host),
        }
    }

    /// What a request by another name is told.
    pub(super) fn refusal(self) -> &'static str {
        match self {
            Hosts::Loopback => {
                "This server answers to the names of this machine only, such as localhost or 127.0.0.1.\n"
            }
            Hosts::Network => {
                "This server answers to addresses by number and to names of a local network only.\n"
            }
        }
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

/// Whether a name can only be one of a local network: a page of the web has no such name.
fn is_local(host: &str) -> bool {
    if let Some(inner) = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        return inner.parse::<Ipv6Addr>().is_ok();
    }
    if host.parse::<IpAddr>().is_ok() {
        return true;
    }
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    // RFC 6762, section 3; and a word without a dot is looked up on the network at hand.
    !name.is_empty() && (!name.contains('.') || name.ends_with(".local"))
}
