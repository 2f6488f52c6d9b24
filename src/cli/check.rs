//! `skillbook check`: every diagnostic, nothing written.

use super::{ERRORS, FINE, USAGE, colour, complain, root, say};
use crate::book::Book;
use crate::check::check;
use crate::diagnostics::{self, github, human, json, sarif};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Report everything that is wrong; write nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook check
  skillbook check path/to/repository --format json
  skillbook check --format github

Exits with 1 if there are errors; warnings alone exit with 0.")]
pub(super) struct Check {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// How diagnostics are printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For people, with the source line
    Human,
    /// One JSON document
    Json,
    /// GitHub workflow commands, which become annotations
    Github,
    /// SARIF 2.1.0, for tools that collect findings
    Sarif,
}

impl Check {
    pub(super) fn run(self) -> u8 {
        let root = root::root(self.root.as_deref());
        if let Some(problem) = root::problem(&root) {
            complain(&problem);
            return USAGE;
        }
        let problems = check(&Book::read(&root, None));
        match self.format {
            Format::Human => {
                complain(&human::render(&problems, colour()));
                if !problems.is_empty() {
                    complain(&format!("{}\n", diagnostics::summary(&problems)));
                }
            }
            Format::Json => say(&json::render(&problems)),
            Format::Github => say(&github::render(&problems)),
            Format::Sarif => say(&sarif::render(&problems)),
        }
        let (errors, _) = diagnostics::count(&problems);
        if errors > 0 { ERRORS } else { FINE }
    }
}
