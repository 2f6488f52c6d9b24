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
    pub hash: String,
    original: Option<Arc<[u8]>>,
    /// The frontmatter's `description`.
    pub description: Option<String>,
    /// Its `## Contract`, if it has one.
    pub contract: Option<Contract>,
    /// Tables whose first header is `Block`.
    pub tables: Vec<BlockTable>,
    /// Every sentence or row of its text that names something.
    pub passages: Vec<Passage>,
    /// The files in its folder besides `SKILL.md`: path below the folder, path, size in bytes.
    pub files: Vec<(String, RepoPath, u64)>,
    reads: Vec<PathPattern>,
    partial: Option<PathPattern>,
}

impl Skill {
    /// Reads a skill from its text.
    pub fn read(
        source_index: usize,
        source: &Source,
        folder: RepoPath,
        path: RepoPath,
        text: Text,
        reserved: &[&str],
    ) -> Skill {
        let document = Document::parse(text.text, reserved);
        let name = document
            .frontmatter
            .text("name")
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| {
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
        let mut skill = Skill {
            reads: Vec::new(),
            partial: None,
            description: document
                .frontmatter
                .text("description")
                .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
                .filter(|text| !text.is_empty()),
            contract: Contract::read(&document),
            tables: table::block_tables(&document),
            passages: reference::passages(&document),
            source: source_index,
            hash: text.hash,
            original: text.original,
            name,
            folder,
            path,
            document: Arc::new(document),
            files,
        };
        skill.reads = skill.files_of_card("reads");
        skill.partial = skill.find_partial();
        skill
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

    fn files_of_card(&self, label: &str) -> Vec<PathPattern> {
        let Some(contract) = &self.contract else {
            return Vec::new();
        };
        let cards = contract.cards.iter().filter(|card| card.is(label));
        cards
            .flat_map(|card| {
                self.passages
                    .iter()
                    .flat_map(|passage| &passage.mentions)
                    .filter_map(|mention| {
                        let inside = card.span.start <= mention.span.start
                            && mention.span.end <= card.span.end;
                        match &mention.what {
                            What::File(file) if inside => PathPattern::new(&file.path),
                            _ => None,
                        }
                    })
            })
            .collect()
    }

    fn find_partial(&self) -> Option<PathPattern> {
        let writes = self.files_of_card("writes");
        let placed = writes.iter().find(|pattern| pattern.has_placeholder());
        placed
            .or_else(|| {
                writes
                    .iter()
                    .find(|pattern| pattern.file_name().ends_with(".md"))
            })
            .cloned()
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
