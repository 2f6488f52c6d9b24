//! The site of an author at work: read again when something changed, and exchanged once it is whole.

use super::{Kept, Site};
use crate::book::{Book, Memory};
use crate::check::check;
use crate::diagnostics::{self, Diagnostic, Place, Severity};
use crate::search::SearchError;
use crate::serve::{Changes, Line, Live, Problem, Report, Spot, Watched};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A site that is read again and again.
#[derive(Debug)]
pub struct Author {
    root: PathBuf,
    base_url: Option<String>,
    search: bool,
    memory: Memory,
    kept: Arc<Kept>,
    live: Arc<Live>,
    edition: u64,
    problems: Vec<Diagnostic>,
    tell: fn(Told<'_>),
}

/// What the person at the terminal is told.
#[derive(Debug)]
pub enum Told<'a> {
    /// The site was read again.
    Read {
        /// The files that changed, as the person knows them; empty if they are not known.
        changed: Vec<String>,
        /// How long it took.
        took: Duration,
        /// How many pages the site has. None: it has errors, and the one before is shown.
        pages: Option<usize>,
        /// What is wrong with it.
        problems: &'a [Diagnostic],
        /// What of that was not so before.
        fresh: &'a [Diagnostic],
    },
    /// Something does not work as it should.
    Trouble(&'a str),
}

/// How many problems a browser is told of; a person mends one after another.
const REPORTED: usize = 100;

/// How many lines an excerpt has around what is meant, and how many of that.
const AROUND: usize = 2;
const LINES: usize = 6;

impl Author {
    /// Reads a site for the first time. With it come the problems; no site if there are errors among them.
    pub fn begin(
        root: PathBuf,
        base_url: Option<String>,
        search: bool,
        report: fn(&SearchError),
        tell: fn(Told<'_>),
    ) -> (Option<Author>, Vec<Diagnostic>) {
        let memory = Memory::keeping();
        let (site, problems) = read(&root, base_url.as_deref(), search, &memory);
        if diagnostics::count(&problems).0 > 0 {
            return (None, problems);
        }
        let kept = Arc::new(Kept::new(site, report));
        let author = Author {
            live: Live::new(Arc::<Kept>::clone(&kept)),
            root,
            base_url,
            search,
            memory,
            kept,
            edition: 1,
            problems: problems.clone(),
            tell,
        };
        author.live.report(author.report());
        (Some(author), problems)
    }

    /// Where the site is served from.
    pub fn live(&self) -> Arc<Live> {
        Arc::clone(&self.live)
    }

    /// The site as it is now.
    pub fn site(&self) -> &Site {
        self.kept.site()
    }

    fn report(&self) -> Report {
        let mut problems: Vec<&Diagnostic> = self.problems.iter().collect();
        problems.sort_by_key(|it| it.severity != Severity::Error);
        Report {
            edition: self.edition,
            more: problems.len().saturating_sub(REPORTED),
            problems: problems
                .into_iter()
                .take(REPORTED)
                .map(|it| problem(&self.root, it))
                .collect(),
        }
    }

    /// Paths of files as the person knows them: below the site's root, where they are.
    fn named(&self, paths: &BTreeSet<PathBuf>) -> Vec<String> {
        let root = self.root.canonicalize().unwrap_or_default();
        let below = |path: &PathBuf| {
            let below = path
                .strip_prefix(&root)
                .or_else(|_| path.strip_prefix(&self.root));
            below.unwrap_or(path).display().to_string()
        };
        // What an editor wrote on the way to a file is gone by now; a file that was deleted is, too.
        let (there, gone): (Vec<_>, Vec<_>) = paths
            .iter()
            .filter(|path| !path.as_os_str().is_empty())
            .partition(|path| path.exists());
        let named = if there.is_empty() { gone } else { there };
        named
            .into_iter()
            .map(below)
            .filter(|name| !name.is_empty())
            .collect()
    }
}

impl Watched for Author {
    fn folders(&self) -> BTreeSet<PathBuf> {
        self.memory.folders()
    }

    fn changed(&self, heard: &Changes) -> Changes {
        Changes {
            paths: self.memory.changed(&heard.paths),
        }
    }

    fn read(&mut self, changes: &Changes) {
        let begun = Instant::now();
        // What else changed is looked for behind the reading.
        self.memory.trust(&changes.paths);
        let (site, problems) = read(
            &self.root,
            self.base_url.as_deref(),
            self.search,
            &self.memory,
        );
        // What was said of a file before is not said again because the rest of it changed.
        let is_new = |problem: &&Diagnostic| {
            let file = |it: &Diagnostic| it.place.as_ref().map(|place| place.file.clone());
            !self.problems.iter().any(|old| {
                old.severity == problem.severity
                    && old.message == problem.message
                    && file(old) == file(problem)
            })
        };
        let fresh: Vec<Diagnostic> = problems.iter().filter(is_new).cloned().collect();
        let pages = (diagnostics::count(&problems).0 == 0).then(|| site.page_count());
        if pages.is_some() {
            self.kept = Arc::new(self.kept.followed_by(site));
            self.live.exchange(Arc::<Kept>::clone(&self.kept));
        }
        self.problems = problems;
        self.edition += 1;
        self.live.report(self.report());
        (self.tell)(Told::Read {
            changed: self.named(&changes.paths),
            took: begun.elapsed(),
            pages,
            problems: &self.problems,
            fresh: &fresh,
        });
    }

    fn complain(&self, words: &str) {
        (self.tell)(Told::Trouble(words));
    }
}

fn read(
    root: &Path,
    base_url: Option<&str>,
    search: bool,
    memory: &Memory,
) -> (Site, Vec<Diagnostic>) {
    let mut book = Book::read_again(root, base_url, memory);
    book.site.search = search;
    let book = Arc::new(book);
    rayon::join(|| Site::new(Arc::clone(&book)), || check(&book))
}

/// A diagnostic in the words of a report.
fn problem(root: &Path, diagnostic: &Diagnostic) -> Problem {
    let place = diagnostic.place.as_ref();
    Problem {
        is_error: diagnostic.severity == Severity::Error,
        code: diagnostic.code.name().to_owned(),
        message: diagnostic.message.clone(),
        place: place.map(spot),
        help: diagnostic.help.clone(),
        file: place.map(|place| root.join(&place.file)),
    }
}

fn spot(place: &Place) -> Spot {
    let text = &place.text;
    if text.is_empty() {
        return Spot {
            file: place.file.clone(),
            at: None,
            lines: Vec::new(),
        };
    }
    let (first, column) = place.start();
    let mut lines = Vec::new();
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let number = index + 1;
        let end = start + line.len();
        if number + AROUND >= first && number <= first + LINES {
            // The part of the line that is meant, as far as there is one.
            let from = place.span.start.clamp(start, end) - start;
            let to = place.span.end.clamp(start, end) - start;
            let is_meant = place.span.start <= end && place.span.end >= start && number >= first;
            let (from, to) = if is_meant {
                (from, to)
            } else {
                (line.len(), line.len())
            };
            let cut = |range| {
                line.get::<std::ops::Range<usize>>(range)
                    .unwrap_or_default()
                    .to_owned()
            };
            // A place between two characters is shown at the second, or behind the line.
            let point = line.get(from..).and_then(|rest| rest.chars().next());
            let (to, behind) = match (is_meant && place.span.is_empty(), point) {
                (true, Some(point)) => (from + point.len_utf8(), ""),
                (true, None) => (to, " "),
                (false, _) => (to, ""),
            };
            lines.push(Line {
                number,
                before: cut(0..from),
                marked: cut(from..to) + behind,
                after: cut(to..line.len()),
            });
        }
        start = end + 1;
        if number > first + LINES || start > place.span.end && number >= first + AROUND {
            break;
        }
    }
    Spot {
        file: place.file.clone(),
        at: Some((first, column)),
        lines,
    }
}
