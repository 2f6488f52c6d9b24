//! A port to listen at, and what to call it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use tokio::net::TcpListener;

use super::error::ServeError;
use super::route::Base;

/// How many ports after a busy one are tried.
const ATTEMPTS: u16 = 100;

/// Listens at this port or the next free one.
pub(super) async fn bind(host: IpAddr, port: u16) -> Result<TcpListener, ServeError> {
    let last = if port == 0 {
        0
    } else {
        port.saturating_add(ATTEMPTS)
    };
    for candidate in port..=last {
        match TcpListener::bind(SocketAddr::new(host, candidate)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(source) => {
                return Err(ServeError::Bind {
                    host,
                    port: candidate,
                    source,
                });
            }
        }
    }
    Err(ServeError::Busy { first: port, last })
}

/// The address that a browser on this machine can open.
pub(super) fn url(address: SocketAddr, base: &Base) -> String {
    // `0.0.0.0` means every address of the machine, and some browsers refuse to open it.
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}{base}", SocketAddr::new(ip, address.port()))
}

/// The address by which others on the network reach a server that listens at all of them; none if it does not.
pub(super) fn network(address: SocketAddr) -> Option<SocketAddr> {
    if !address.ip().is_unspecified() {
        return None;
    }
    // Nothing is sent: the system only says which of its addresses it would send from. The target is TEST-NET-1
    // (RFC 5737), which belongs to no machine.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then(|| SocketAddr::new(own, address.port()))
}
