//! Documents, files and cases: what has a page besides skills.

use super::resolve::{Missing, Resolved};
use crate::address::Url;
use crate::markdown::Document;
use crate::reference::Passage;
use crate::workspace::{RepoPath, git::Provenance};
use std::sync::Arc;

/// An index into [`super::Book::documents`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub(crate) usize);

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocKind {
    /// A skill's `SKILL.md`.
    Skill(usize),
    /// A Markdown file of a skill's folder.
    SkillFile(usize),
    /// A document of a case.
    Case(usize),
    /// The author's notes on a skill's sample; they have no page.
    Notes(usize),
    /// A page of the guide.
    Guide(usize),
    /// A rule, an agent, a backlog.
    Other,
}

/// A Markdown document with what it refers to.
#[derive(Debug)]
pub struct DocumentEntry {
    /// Index of its source; of a page of the guide, of none.
    pub source: usize,
    /// Its path there. Of notes and of pages of the guide: relative to the site's root.
    pub path: RepoPath,
    /// Its path as diagnostics name it.
    pub display: String,
    /// Its page. Notes have none.
    pub url: Option<Url>,
    /// What it is.
    pub kind: DocKind,
    /// Its text.
    pub document: Arc<Document>,
    /// Its sentences and rows that name something.
    pub passages: Arc<[Passage]>,
    /// What it refers to, by position.
    pub references: Vec<Resolved>,
    /// What it refers to and is not there.
    pub missing: Vec<Missing>,
    /// The last commit of its file.
    pub provenance: Option<Provenance>,
    /// The skill whose partial it is.
    pub owner: Option<usize>,
}

impl DocumentEntry {
    /// Its file name.
    pub fn file_name(&self) -> &str {
        self.path.file_name()
    }
}

/// A file of a skill with a page of its own.
#[derive(Debug)]
pub struct FileEntry {
    /// Index of its skill.
    pub skill: usize,
    /// Its path below the skill's folder.
    pub below: String,
    /// Its path in the source.
    pub path: RepoPath,
    /// Index of its source.
    pub source: usize,
    /// Its page.
    pub url: Url,
    /// The file itself, for downloading.
    pub raw: Option<Url>,
    /// Size in bytes.
    pub size: u64,
    /// Whether it may be executed.
    pub executable: bool,
    /// What is in it.
    pub content: FileContent,
    /// Its last commit.
    pub provenance: Option<Provenance>,
}

/// What is in a file.
#[derive(Debug)]
pub enum FileContent {
    /// A Markdown document.
    Markdown(DocId, Arc<[u8]>),
    /// Text in some language.
    Text(Arc<str>, Arc<[u8]>),
    /// Anything else.
    Binary(Arc<[u8]>),
    /// Too large or not readable; the reason is among the diagnostics.
    Absent,
}

impl FileContent {
    /// The bytes, if they are held.
    pub fn bytes(&self) -> Option<&Arc<[u8]>> {
        match self {
            FileContent::Markdown(_, bytes)
            | FileContent::Text(_, bytes)
            | FileContent::Binary(bytes) => Some(bytes),
            FileContent::Absent => None,
        }
    }
}

/// A use case.
#[derive(Debug)]
pub struct Case {
    /// Its folder's name.
    pub name: String,
    /// Its folder.
    pub folder: RepoPath,
    /// Index of its source.
    pub source: usize,
    /// Its page.
    pub url: Url,
    /// The `status` of its spec.
    pub status: Option<String>,
    /// Its spec, if there is one.
    pub spec: Option<DocId>,
    /// Its changelog, if there is one.
    pub changelog: Option<DocId>,
    /// Whether the guard refuses writes into it.
    pub frozen: bool,
    /// Its partials: in the order of the rail, then by name.
    pub documents: Vec<CaseDocument>,
}

impl Case {
    /// The part of the name that tells it from all others: `UC-002`.
    pub fn number(&self) -> &str {
        let end = self
            .name
            .match_indices('-')
            .nth(1)
            .map_or(self.name.len(), |(at, _)| at);
        &self.name[..end]
    }
}

/// A document of the same case, and the names and fragments of the sections that are cited.
pub type Taken = (DocId, Vec<(String, String)>);

/// A partial of a case.
#[derive(Debug)]
pub struct CaseDocument {
    /// The document.
    pub document: DocId,
    /// The skill that wrote it.
    pub owner: Option<usize>,
    /// What it took from documents before it.
    pub takes: Vec<Taken>,
    /// What it leaves to documents after it.
    pub leaves: Vec<Taken>,
}
