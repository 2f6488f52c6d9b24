//! The notes on a sample's blocks, joined from their three sources.

use super::resolve::Target;
use super::{Book, DocId, SkillSample};
use crate::markdown::FlowKind;
use crate::sample::{AuthorNotes, BlockNotes, match_table};
use std::collections::BTreeMap;

/// What [`join`] finds for one skill.
pub(super) struct Joined {
    pub(super) notes: BTreeMap<String, BlockNotes>,
    pub(super) problems: Vec<crate::sample::NoteProblem>,
    pub(super) unmatched: Vec<crate::sample::TableNote>,
    pub(super) headers: Vec<String>,
}

/// Joins the notes on a skill's sample.
pub(super) fn join(book: &Book, skill: usize) -> Option<Joined> {
    let entry = book.skills.get(skill)?;
    let sample: &SkillSample = entry.sample.as_ref()?;
    let document = &sample.sample.document;
    let mut notes: BTreeMap<String, BlockNotes> = BTreeMap::new();
    let mut problems = Vec::new();
    if let Some(author) = sample.notes {
        let found = AuthorNotes::read(book.document(author), document);
        problems = found.problems;
        for note in found.notes {
            let entry = notes.entry(note.block).or_default();
            match note.part {
                Some(part) => entry.parts.push((part, note.text)),
                None => entry.author = Some(note.text),
            }
        }
    }
    let (matched, unmatched) = match_table(&entry.skill.tables, document);
    let headers = matched
        .first()
        .and_then(|(_, note)| entry.skill.tables.get(note.table))
        .map(|table| table.headers.clone())
        .unwrap_or_default();
    for (block, note) in matched {
        notes.entry(block).or_default().table = Some(note);
    }
    for (block, passage) in quotes(book, skill, sample.document) {
        let entry = notes.entry(block).or_default();
        if !entry.quotes.contains(&passage) {
            entry.quotes.push(passage);
        }
    }
    notes.retain(|id, note| !note.is_empty() && document.block(id).is_some());
    Some(Joined {
        notes,
        problems,
        unmatched,
        headers,
    })
}

/// The sentences of `SKILL.md` that speak of a block of the skill's own partial. The rows of
/// block tables are notes of their own and are not quoted once more.
fn quotes(book: &Book, skill: usize, sample: DocId) -> Vec<(String, usize)> {
    let Some(entry) = book.skills.get(skill) else {
        return Vec::new();
    };
    let place = book.place(entry.document);
    let in_table = |start: usize| {
        entry
            .skill
            .tables
            .iter()
            .flat_map(|table| &table.rows)
            .any(|row| row.span.start <= start && start < row.span.end)
    };
    let mut found = Vec::new();
    for (index, passage) in entry.skill.passages.iter().enumerate() {
        if passage.kind == FlowKind::Head || in_table(passage.span.start) {
            continue;
        }
        for mention in &passage.mentions {
            let Some((target, located)) = place.section(&mention.what, &entry.skill.document)
            else {
                continue;
            };
            let is_own = match target {
                Target::Sample { skill: of, .. } => of == skill,
                Target::Document { document, .. } => document == sample,
                Target::Here { .. } | Target::Page(_) => false,
            };
            if is_own {
                found.push((located.block, index));
            }
        }
    }
    found
}
