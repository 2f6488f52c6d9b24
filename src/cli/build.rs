//! `skillbook build`: the site to a folder.

use super::{ERRORS, FINE, USAGE, colour, complain, root, say};
use crate::book::Book;
use crate::check::check;
use crate::diagnostics::{self, Severity, human};
use crate::site::{Searchable, Site};
use crate::write::Writer;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Write the site to a folder, all or nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook build
  skillbook build path/to/repository --out site
  skillbook build --base-url https://example.org/skills/ --deny warnings

The folder is replaced whole, and only if Skillbook made it or it is empty.")]
pub(super) struct Build {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// The folder to write
    #[arg(long, default_value = "dist", value_name = "FOLDER")]
    out: PathBuf,
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
pub(super) enum Deny {
    /// Every warning.
    Warnings,
}

impl Build {
    pub(super) fn run(self) -> u8 {
        let start = Instant::now();
        let root = root::root(self.root.as_deref());
        if let Some(problem) = root::problem(&root) {
            complain(&problem);
            return USAGE;
        }
        // An output that an interrupted run left between two names stands again, whatever comes.
        if let Err(error) = crate::write::recover(&self.out) {
            return refuse(&error);
        }
        let mut book = Book::read(&root, self.base_url.as_deref());
        book.site.search = !self.no_search;
        let book = Arc::new(book);
        let mut problems = check(&book);
        if self.deny == Some(Deny::Warnings) {
            for problem in &mut problems {
                problem.severity = Severity::Error;
            }
        }
        complain(&human::render(&problems, colour()));
        let (errors, _) = diagnostics::count(&problems);
        if errors > 0 {
            complain(&format!(
                "Nothing written: {}.\n",
                diagnostics::summary(&problems)
            ));
            return ERRORS;
        }
        let site = Site::new(book.clone());
        let mut writer = Writer::new(&self.out, env!("CARGO_PKG_VERSION"));
        for source in &book.sources {
            writer = writer.sparing(&source.root);
        }
        let pages = site.page_count();
        let written = if book.site.search {
            match Searchable::new(site) {
                Ok(site) => writer.write(&site),
                Err(error) => {
                    complain(&format!(
                        "error: {error}\n  help: `--no-search` builds without it\n"
                    ));
                    return ERRORS;
                }
            }
        } else {
            writer.write(&site)
        };
        match written {
            Ok(report) => {
                say(&format!(
                    "{} pages of {} skills in {}: {} files written, {} unchanged, {} removed ({}), {} ms\n",
                    pages,
                    book.skills.len(),
                    self.out.display(),
                    report.written,
                    report.unchanged,
                    report.removed,
                    diagnostics::summary(&problems),
                    start.elapsed().as_millis(),
                ));
                FINE
            }
            Err(error) => refuse(&error),
        }
    }
}

fn refuse(error: &crate::write::WriteError) -> u8 {
    complain(&format!("error: {error}\n"));
    if let Some(help) = error.help() {
        complain(&format!("  help: {help}\n"));
    }
    ERRORS
}
