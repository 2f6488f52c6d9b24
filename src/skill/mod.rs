//! `SKILL.md` → [`Skill`]: frontmatter, contract, block table, what it writes, its files.
//!
//! This room reads one skill's own folder. It knows nothing of other skills, of samples or pages.

mod contract;
mod pattern;
pub mod plugin;
mod summary;
mod table;

pub use contract::{Card, Contract};
pub use pattern::PathPattern;
pub use summary::summary;
pub use table::{BlockTable, TableRow};

use crate::markdown::Document;
use crate::reference::{self, Passage, What};
use crate::workspace::{RepoPath, Source, Text};
use serde_json::Value;
use std::sync::Arc;

/// One skill, as its folder says it.
#[derive(Debug)]
pub struct Skill {
    /// The frontmatter's `name`, else its folder's.
    pub name: String,
    /// Index of the source it is in.
    pub source: usize,
    /// Its folder.
    pub folder: RepoPath,
    /// Its `SKILL.md`.
    pub path: RepoPath,
    /// The text of `SKILL.md`.
    pub document: Arc<Document>,
    /// BLAKE3 of `SKILL.md`, in hexadecimal.
    pub hash: Arc<str>,
    original: Option<Arc<[u8]>>,
    /// The frontmatter's `description`.
    pub description: Option<String>,
    /// Its `## Contract`, if it has one.
    pub contract: Option<Arc<Contract>>,
    /// Tables whose first header is `Block`.
    pub tables: Arc<[BlockTable]>,
    /// Every sentence or row of its text that names something.
    pub passages: Arc<[Passage]>,
    /// The files in its folder besides `SKILL.md`: path below the folder, path, size in bytes.
    pub files: Vec<(String, RepoPath, u64)>,
    reads: Arc<[PathPattern]>,
    partial: Option<PathPattern>,
}

/// What the text of a `SKILL.md` says by itself, wherever it lies.
#[derive(Debug)]
pub struct SkillText {
    name: Option<String>,
    description: Option<String>,
    document: Arc<Document>,
    contract: Option<Arc<Contract>>,
    pub(crate) tables: Arc<[BlockTable]>,
    passages: Arc<[Passage]>,
    reads: Arc<[PathPattern]>,
    partial: Option<PathPattern>,
}

impl SkillText {
    /// Reads a text.
    pub fn read(text: Arc<str>, reserved: &[&str]) -> SkillText {
        let document = Document::parse(text, reserved);
        let contract = Contract::read(&document);
        let passages = reference::passages(&document);
        let files = |label| files_of_card(contract.as_ref(), &passages, label);
        let (reads, writes) = (files("reads"), files("writes"));
        let front = &document.frontmatter;
        SkillText {
            name: front.text("name").filter(|name| !name.is_empty()),
            description: front
                .text("description")
                .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
                .filter(|text| !text.is_empty()),
            tables: Arc::from(table::block_tables(&document)),
            contract: contract.map(Arc::new),
            passages: Arc::from(passages),
            reads: Arc::from(reads),
            partial: partial(&writes),
            document: Arc::new(document),
        }
    }
}

impl Skill {
    /// The skill of that text, in that folder of a source.
    pub fn of(
        source_index: usize,
        source: &Source,
        folder: RepoPath,
        path: RepoPath,
        file: &Text,
        text: &SkillText,
    ) -> Skill {
        let name = text.name.clone().unwrap_or_else(|| {
            let folder_name = folder.file_name();
            if folder_name.is_empty() {
                source.name.clone()
            } else {
                folder_name.to_owned()
            }
        });
        let is_root = folder.as_str().is_empty();
        let files = source
            .below(&folder)
            .filter(|(below, other, _)| {
                // Of a repository that is a skill, what is hidden is of the repository.
                **other != path && !(is_root && below.starts_with('.'))
            })
            .map(|(below, path, size)| (below.to_owned(), path.clone(), size))
            .collect();
        Skill {
            name,
            source: source_index,
            folder,
            path,
            document: Arc::clone(&text.document),
            hash: Arc::clone(&file.hash),
            original: file.original.clone(),
            description: text.description.clone(),
            contract: text.contract.clone(),
            tables: Arc::clone(&text.tables),
            passages: Arc::clone(&text.passages),
            files,
            reads: Arc::clone(&text.reads),
            partial: text.partial.clone(),
        }
    }

    /// The bytes of its `SKILL.md`, as on disk.
    pub fn bytes(&self) -> &[u8] {
        let text = self.document.text.as_bytes();
        self.original.as_deref().unwrap_or(text)
    }

    /// The files its contract's **Reads** names, in source order.
    pub fn reads(&self) -> &[PathPattern] {
        &self.reads
    }

    /// The document it writes: the first file of **Writes** with a placeholder in its path, else
    /// the first Markdown file.
    pub fn partial(&self) -> Option<&PathPattern> {
        self.partial.as_ref()
    }

    /// Frontmatter fields besides name and description, as label and text, in source order.
    /// Structured values are shown as JSON.
    pub fn fields(&self) -> Vec<(String, String)> {
        let front = &self.document.frontmatter;
        front
            .fields
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "name" | "description"))
            .filter_map(|(key, value)| {
                let text = match value {
                    Value::Null => return None,
                    Value::Object(_) => value.to_string(),
                    _ => front.text(key).unwrap_or_else(|| value.to_string()),
                };
                (!text.is_empty()).then(|| (key.clone(), text))
            })
            .collect()
    }
}

/// The files that cards of a contract name.
fn files_of_card(
    contract: Option<&Contract>,
    passages: &[Passage],
    label: &str,
) -> Vec<PathPattern> {
    let cards = contract.iter().flat_map(|contract| &contract.cards);
    cards
        .filter(|card| card.is(label))
        .flat_map(|card| {
            let mentions = passages.iter().flat_map(|passage| &passage.mentions);
            mentions.filter_map(|mention| {
                let inside =
                    card.span.start <= mention.span.start && mention.span.end <= card.span.end;
                match &mention.what {
                    What::File(file) if inside => PathPattern::new(&file.path),
                    _ => None,
                }
            })
        })
        .collect()
}

/// Of the files that are written, the skill's document.
fn partial(writes: &[PathPattern]) -> Option<PathPattern> {
    let placed = writes.iter().find(|pattern| pattern.has_placeholder());
    placed
        .or_else(|| {
            writes
                .iter()
                .find(|pattern| pattern.file_name().ends_with(".md"))
        })
        .cloned()
}
