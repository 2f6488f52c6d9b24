//! A site from memory, over HTTP, on this machine.
//!
//! Serves what a static host would serve after publishing: the same paths, the base path included. The site is a value
//! that can be exchanged whole while the server runs (`Live`); a request sees one site from beginning to end.
//!
//! This module knows paths, bytes and content types. It must not know what a page is or how it is made.

mod content;
mod editor;
mod error;
mod host;
mod listen;
mod media;
mod origin;
mod range;
mod report;
mod respond;
mod route;
mod session;
mod watch;

use std::io::{self, Write};
use std::net::IpAddr;
use std::sync::Arc;

pub use content::{Content, Live, Made};
pub use editor::Editor;
pub use error::ServeError;
pub use host::Hosts;
pub use media::content_type;
pub use report::{Line, Problem, Report, Spot};
pub use respond::Server;
pub use route::Base;
pub use session::Session;
pub use watch::{Changes, Watched, watch};

/// How the site is served.
#[derive(Debug)]
pub struct Options {
    /// The address to listen at. On a loopback address, requests that name another host are refused.
    pub host: IpAddr,
    /// The port; if it is busy, the next free one of the hundred above it. 0 lets the system choose.
    pub port: u16,
    /// Whether to open the site in the browser.
    pub open: bool,
    /// The path below which the site stands, from its base URL.
    pub base: Base,
    /// What the line on the terminal calls the site.
    pub title: String,
    /// What tells browsers of changes; none if there will be none.
    pub session: Option<Session>,
}

/// Serves until Ctrl-C, in a runtime of its own, and ends at once: a page that is being made is not waited for.
///
/// # Errors
///
/// See `ServeError`.
pub fn run(live: Arc<Live>, options: Options) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    let served = runtime.block_on(serve(live, options));
    runtime.shutdown_background();
    served
}

/// Serves until Ctrl-C. The caller's runtime should be shut down in the background, as `run` does.
///
/// # Errors
///
/// See `ServeError`.
pub async fn serve(live: Arc<Live>, options: Options) -> Result<(), ServeError> {
    let listener = listen::bind(options.host, options.port).await?;
    // Taken note of from here on: whoever reads where the site is may end it at once.
    let mut stopped = std::pin::pin!(tokio::signal::ctrl_c());
    tokio::select! {
        biased;
        early = &mut stopped => return early.map_err(ServeError::Runtime),
        () = std::future::ready(()) => {}
    }
    let address = listener.local_addr().map_err(ServeError::Listen)?;
    if options.port != 0 && address.port() != options.port {
        say(&format!(
            "Port {} is busy, so it is {} this time.",
            options.port,
            address.port()
        ));
    }
    let url = listen::url(address, &options.base);
    say(&format!("Serving {} at {url}", options.title));
    if let Some(address) = listen::network(address) {
        say(&format!(
            "On the network at {}",
            listen::url(address, &options.base)
        ));
    }
    if options.open
        && let Err(error) = open::that_detached(&url)
    {
        say(&format!("The browser could not be opened: {error}"));
    }
    let server = Server {
        live,
        base: options.base,
        hosts: Hosts::of(options.host),
        session: options.session.map(Arc::new),
    };
    tokio::select! {
        served = async { axum::serve(listener, server.router()).await } => served.map_err(ServeError::Listen),
        ended = &mut stopped => ended.map_err(ServeError::Runtime),
    }
}

/// One line on standard output. A closed pipe is no reason to stop serving.
fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

#[cfg(test)]
mod tests;
