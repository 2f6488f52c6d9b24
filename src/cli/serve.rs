//! `skillbook serve`: the site in memory, pages made when asked for.

use super::{ERRORS, FINE, USAGE, colour, complain, root};
use crate::book::Book;
use crate::check::check;
use crate::diagnostics::{self, human};
use crate::serve::{Base, Live, Options, run};
use crate::site::{Kept, Site};
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// Show the site on this machine, from memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook serve
  skillbook serve path/to/repository --port 8080 --open

A busy port moves on to the next free one. Ctrl-C ends.")]
pub(super) struct Serve {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = 4000)]
    port: u16,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// The address the site will have; its path is served under
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Leave search out
    #[arg(long)]
    no_search: bool,
}

impl Serve {
    pub(super) fn run(self) -> u8 {
        let root = root::root(self.root.as_deref());
        if let Some(problem) = root::problem(&root) {
            complain(&problem);
            return USAGE;
        }
        let mut book = Book::read(&root, self.base_url.as_deref());
        book.site.search = !self.no_search;
        let book = Arc::new(book);
        let problems = check(&book);
        complain(&human::render(&problems, colour()));
        let (errors, _) = diagnostics::count(&problems);
        if errors > 0 {
            complain(&format!(
                "Not served: {}.\n",
                diagnostics::summary(&problems)
            ));
            return ERRORS;
        }
        let options = Options {
            host: self.host,
            port: self.port,
            open: self.open,
            base: Base::new(book.site.base_url.as_deref().unwrap_or_default()),
            title: book.site.title.clone(),
        };
        let live = Live::new(Arc::new(Kept::new(Site::new(book), |error| {
            complain(&format!("{error}; the site is shown without it\n"));
        })));
        match run(live, options) {
            Ok(()) => FINE,
            Err(error) => {
                complain(&format!("error: {error}\n"));
                if let Some(help) = error.help() {
                    complain(&format!("  help: {help}\n"));
                }
                ERRORS
            }
        }
    }
}
