//! What can keep a site from being served.

use std::fmt;
use std::io;
use std::net::IpAddr;

/// Why nothing is served.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The asynchronous runtime or its signal handler could not be set up.
    Runtime(io::Error),
    /// The port and all that were tried after it are busy.
    Busy {
        /// The first that was tried.
        first: u16,
        /// The last that was tried.
        last: u16,
    },
    /// The address and port cannot be listened at.
    Bind {
        /// The address.
        host: IpAddr,
        /// The port.
        port: u16,
        /// The system's answer.
        source: io::Error,
    },
    /// Listening ended.
    Listen(io::Error),
}

impl ServeError {
    /// What the person can do about it, if more is to be said than the message does.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            ServeError::Busy { .. } => Some("Choose a port with --port; 0 takes any free one."),
            ServeError::Bind { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied => {
                    Some("Ports below 1024 are often reserved; choose one above with --port.")
                }
                io::ErrorKind::AddrNotAvailable => {
                    Some("--host takes an address of this machine, such as 127.0.0.1 or 0.0.0.0.")
                }
                _ => None,
            },
            ServeError::Runtime(_) | ServeError::Listen(_) => None,
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Runtime(source) => write!(f, "cannot set up the server: {source}"),
            ServeError::Busy { first, last } => {
                write!(f, "the ports from {first} to {last} are all busy")
            }
            ServeError::Bind { host, port, source } => {
                write!(f, "cannot listen at {host}, port {port}: {source}")
            }
            ServeError::Listen(source) => write!(f, "cannot go on serving: {source}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Runtime(source)
            | ServeError::Listen(source)
            | ServeError::Bind { source, .. } => Some(source),
            ServeError::Busy { .. } => None,
        }
    }
}
