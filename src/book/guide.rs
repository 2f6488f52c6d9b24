//! The guide: plain Markdown pages of the site's author, and the files that they show or link to.
//!
//! They belong to the site and to no source: their paths are relative to the site's root.

use super::documents::{DocId, DocKind, DocumentEntry};
use super::gather::Gatherer;
use super::memory::Parsed;
use super::{Book, Item};
use crate::address::Url;
use crate::config::PageConfig;
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::markdown::{BlockKind, CODE_CLOSE, CODE_OPEN, Document, FlowKind};
use crate::skill::summary;
use crate::workspace::{RepoPath, Text, read_below, read_bytes_below};
use std::sync::Arc;

/// Stands for a source's index where a path is relative to the site's root.
pub(super) const SITE: usize = usize::MAX;

/// The folder whose pages need no configuration.
const FOLDER: &str = "guide";

/// The author's own pages.
#[derive(Debug)]
pub struct Guide {
    /// Their list.
    pub url: Url,
    /// The pages, in order.
    pub pages: Vec<GuidePage>,
    /// Files of the site's folder that pages show or link to.
    pub files: Vec<GuideFile>,
}

/// A page of the guide.
#[derive(Debug)]
pub struct GuidePage {
    /// Its text.
    pub document: DocId,
    /// Its address.
    pub url: Url,
    /// What lists call it.
    pub title: String,
    /// What it is headed with: its own heading, else its title.
    pub heading: String,
    /// The first sentence of its text; empty if it has none before the first section.
    pub line: String,
}

/// A picture or download of the guide.
#[derive(Debug)]
pub struct GuideFile {
    /// Where the site has it.
    pub url: Url,
    /// Its path below the site's root.
    pub path: RepoPath,
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

impl Book {
    /// The item at a path seen from the site's root, as [`seen_from`] gives it: a page of the guide,
    /// or what a source has there. A source may lie above the site.
    pub(super) fn at_site(&self, path: &str) -> Option<Item> {
        let own = RepoPath::new(path).and_then(|path| self.by_path.get(&(SITE, path)).copied());
        own.or_else(|| {
            self.sources.iter().enumerate().find_map(|(index, source)| {
                let below = path.strip_prefix(source.prefix.as_str())?;
                self.by_path.get(&(index, RepoPath::new(below)?)).copied()
            })
        })
    }

    /// Whether a source has a file, or a folder with files, at a path seen from the site's root.
    pub(super) fn exists_at_site(&self, path: &str) -> bool {
        self.sources.iter().any(|source| {
            let below = path.strip_prefix(source.prefix.as_str());
            below
                .and_then(RepoPath::new)
                .is_some_and(|below| source.has(&below) || source.below(&below).next().is_some())
        })
    }
}

/// A path as written in a file of that folder, seen from the site's root; one that leads out of it
/// keeps its `../`.
pub(super) fn seen_from(folder: &RepoPath, path: &str) -> String {
    let folder = if path.starts_with('/') {
        ""
    } else {
        folder.as_str()
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

impl Gatherer<'_> {
    /// Reads the pages that the configuration lists, else those of the folder.
    pub(super) fn guide(&mut self) {
        let listed = self.book.config.page.clone();
        let found = if listed.is_empty() {
            self.folder_pages()
        } else {
            self.listed_pages(&listed)
        };
        if found.is_empty() {
            return;
        }
        let url = self.addresses.guide();
        let pages: Vec<GuidePage> = found
            .into_iter()
            .enumerate()
            .map(|(index, found)| self.guide_page(index, found))
            .collect();
        let files = self.guide_files(&pages);
        self.book.guide = Some(Guide { url, pages, files });
    }

    fn listed_pages(&mut self, listed: &[PageConfig]) -> Vec<Found> {
        let mut found = Vec::new();
        for (index, page) in listed.iter().enumerate() {
            // A page without a path is reported with the configuration.
            if page.path.is_empty() {
                continue;
            }
            let key = format!("page.{index}.path");
            if let Some((path, text)) = self.author_file(&page.path, &key, true) {
                let title = page.title.clone();
                found.push(Found { path, text, title });
            }
        }
        found
    }

    fn folder_pages(&mut self) -> Vec<Found> {
        self.memory.disk.ask(self.root.join(FOLDER));
        let Ok(entries) = std::fs::read_dir(self.root.join(FOLDER)) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.') && is_markdown(name))
            .collect();
        names.sort();
        let mut found = Vec::new();
        for name in names {
            let Some(path) = RepoPath::new(&format!("{FOLDER}/{name}")) else {
                continue;
            };
            match read_below(&self.memory.disk, self.root, &path) {
                Ok(text) => found.push(Found {
                    path,
                    text,
                    title: None,
                }),
                Err(problem) => {
                    let place = Place::whole(path.as_str());
                    self.problem(Diagnostic::new(Code::ConfigTarget, problem.words()).at(place));
                }
            }
        }
        found
    }

    fn guide_page(&mut self, index: usize, found: Found) -> GuidePage {
        let Found { path, text, title } = found;
        let Parsed { document, passages } = self.memory.document(&text, true);
        let slug = slug(path.file_name());
        let url = self.addresses.guide_page(slug);
        let own = own_title(&document);
        let title = title
            .or_else(|| document.frontmatter.text("title"))
            .or_else(|| own.clone())
            .unwrap_or_else(|| slug.to_owned());
        let id = DocId(self.book.documents.len());
        let provenance = self.book.sources.iter().find_map(|source| {
            let below = path.as_str().strip_prefix(source.prefix.as_str())?;
            source.history.of(below).cloned()
        });
        let page = GuidePage {
            document: id,
            url: url.clone(),
            heading: own.unwrap_or_else(|| title.clone()),
            title,
            line: line(&document),
        };
        self.book
            .by_path
            .insert((SITE, path.clone()), Item::Document(id));
        self.book.documents.push(DocumentEntry {
            source: SITE,
            display: path.to_string(),
            path,
            url: Some(url),
            kind: DocKind::Guide(index),
            document,
            passages,
            references: Vec::new(),
            missing: Vec::new(),
            provenance,
            owner: None,
        });
        page
    }

    /// The files that pages show or link to and that have no page. What cannot be read is
    /// reported as missing, like any link to nowhere.
    fn guide_files(&mut self, pages: &[GuidePage]) -> Vec<GuideFile> {
        let mut files = Vec::new();
        for page in pages {
            let entry = self.book.entry(page.document);
            let folder = entry.path.parent();
            let document = Arc::clone(&entry.document);
            for (_, destination) in document.link_destinations() {
                let Some(path) = super::resolve::link_path(&folder, destination) else {
                    continue;
                };
                if self.book.at_site(path.as_str()).is_some() || is_markdown(path.as_str()) {
                    continue;
                }
                let Ok(bytes) = read_bytes_below(&self.memory.disk, self.root, &path) else {
                    continue;
                };
                let below = path.as_str();
                let below = below.strip_prefix("guide/").unwrap_or(below);
                let url = self.addresses.guide_file(below);
                let item = Item::GuideFile(files.len());
                self.book.by_path.insert((SITE, path.clone()), item);
                files.push(GuideFile {
                    url,
                    path,
                    bytes: bytes.bytes,
                });
            }
        }
        files
    }
}

/// A page that was read.
struct Found {
    path: RepoPath,
    text: Text,
    title: Option<String>,
}

fn is_markdown(name: &str) -> bool {
    name.to_lowercase().ends_with(".md")
}

/// What a file is called in its address: its name without the number that orders it.
fn slug(file_name: &str) -> &str {
    let stem = file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem);
    let rest = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('-') {
        Some(rest) if rest.len() + 1 < stem.len() && !rest.is_empty() => rest,
        _ => stem,
    }
}

fn own_title(document: &Document) -> Option<String> {
    let block = document
        .blocks
        .iter()
        .find(|block| block.kind == BlockKind::Title)?;
    Some(document.heading_of(block)?.text.clone())
}

/// The first sentence before the first section.
fn line(document: &Document) -> String {
    let end = document
        .sections()
        .next()
        .map_or(document.text.len(), |section| section.span.start);
    let first = document
        .flows()
        .into_iter()
        .find(|flow| flow.kind == FlowKind::Text && flow.span.end <= end);
    first.map_or_else(String::new, |flow| {
        summary(&flow.text.replace([CODE_OPEN, CODE_CLOSE], ""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_orders_and_is_no_name() {
        assert_eq!(slug("01-first-steps.md"), "first-steps");
        assert_eq!(slug("first-steps.md"), "first-steps");
        assert_eq!(slug("2026.md"), "2026");
        assert_eq!(slug("7-.md"), "7-");
        assert_eq!(slug("-x.md"), "-x");
    }

    #[test]
    fn a_path_may_lead_above_the_site() {
        let folder = RepoPath::new("guide").unwrap();
        assert_eq!(seen_from(&folder, "b.md"), "guide/b.md");
        assert_eq!(seen_from(&folder, "../../skills/./a"), "../skills/a");
        assert_eq!(seen_from(&folder, "../../../a"), "../../a");
        assert_eq!(seen_from(&folder, "/docs/a"), "docs/a");
    }

    #[test]
    fn a_line_is_the_first_sentence_before_a_section() {
        let parse = |text: &str| Document::parse(Arc::from(text), &[]);
        let document = parse("# T\n\nUse `a.md`. Then more.\n\n## S\n\nOther.\n");
        assert_eq!(line(&document), "Use a.md.");
        assert_eq!(own_title(&document).as_deref(), Some("T"));
        let document = parse("## S\n\nOther.\n");
        assert_eq!(line(&document), "");
        assert_eq!(own_title(&document), None);
    }
}
