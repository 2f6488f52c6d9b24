//! A partial → [`Sample`]: its blocks, what the page leaves out of it, and the notes on it.

mod excerpt;
mod notes;
mod select;

pub use excerpt::{Excerpt, Omission};
pub use notes::{AuthorNote, AuthorNotes, BlockNotes, NoteProblem, TableNote, match_table};
pub use select::{PartName, find_block, find_part};

use crate::markdown::Document;
use crate::workspace::RepoPath;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The document that a skill's page goes through, block by block.
#[derive(Debug)]
pub struct Sample {
    /// Index of the source it is in.
    pub source: usize,
    /// Its path there.
    pub path: RepoPath,
    /// Its text.
    pub document: Arc<Document>,
    /// What the page leaves out.
    pub excerpt: Excerpt,
    /// The notes, by the identifier of their block.
    pub notes: BTreeMap<String, BlockNotes>,
}
