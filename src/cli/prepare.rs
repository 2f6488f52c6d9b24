//! What `build` and `publish` have in common: a site that may be given away.

use super::{ERRORS, USAGE, colour, complain, root};
use crate::book::Book;
use crate::check::check;
use crate::diagnostics::{self, Severity, human};
use crate::site::{Searchable, Site};
use crate::write::Outputs;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a site is to be made.
#[derive(Debug, Args)]
pub(super) struct Make {
    /// The address the site will have
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Treat warnings as errors
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Leave search out
    #[arg(long)]
    no_search: bool,
}

/// What may be denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Every warning.
    Warnings,
}

/// A site without errors.
pub(super) struct Made {
    pub(super) book: Arc<Book>,
    pub(super) outputs: Box<dyn Outputs>,
    /// How many pages there are for readers.
    pub(super) pages: usize,
    /// What was found wrong, in a few words.
    pub(super) summary: String,
}

/// The folder that a command works on, or its exit code.
pub(super) fn folder(given: Option<&Path>) -> Result<PathBuf, u8> {
    let root = root::root(given);
    match root::problem(&root) {
        Some(problem) => {
            complain(&problem);
            Err(USAGE)
        }
        None => Ok(root),
    }
}

impl Make {
    /// Reads and checks the site, says what is wrong, and gives the site, or the exit code. `undone` says what did not
    /// happen when there are errors: `Nothing written`.
    pub(super) fn site(&self, root: &Path, undone: &str) -> Result<Made, u8> {
        let mut book = Book::read(root, self.base_url.as_deref());
        book.site.search = !self.no_search;
        let book = Arc::new(book);
        let mut problems = check(&book);
        if self.deny == Some(Deny::Warnings) {
            for problem in &mut problems {
                problem.severity = Severity::Error;
            }
        }
        complain(&human::render(&problems, colour()));
        let summary = diagnostics::summary(&problems);
        let (errors, _) = diagnostics::count(&problems);
        if errors > 0 {
            complain(&format!("{undone}: {summary}.\n"));
            return Err(ERRORS);
        }
        let site = Site::new(book.clone());
        let pages = site.page_count();
        let outputs: Box<dyn Outputs> = if book.site.search {
            match Searchable::new(site) {
                Ok(site) => Box::new(site),
                Err(error) => {
                    complain(&format!(
                        "error: {error}\n  help: `--no-search` builds without it\n"
                    ));
                    return Err(ERRORS);
                }
            }
        } else {
            Box::new(site)
        };
        Ok(Made {
            book,
            outputs,
            pages,
            summary,
        })
    }
}
