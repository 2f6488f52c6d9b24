//! Who reads a skill's partial next: each skill whose contract or text reads it, with the sections
//! it reads.

use super::Book;
use crate::markdown::FlowKind;
use crate::reference::{CaseChoice, FileName, Owner, What, locate};
use crate::skill::Skill;
use regex::Regex;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// A skill that reads another's partial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// The skill.
    pub skill: usize,
    /// The sections it reads, in the partial's order: what they are called, their fragment, and
    /// their byte range in the sample.
    pub sections: Vec<(String, String, std::ops::Range<usize>)>,
    /// Its sentences that say so.
    pub quotes: Vec<Quote>,
}

/// A sentence or row of a `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quote {
    /// The skill.
    pub skill: usize,
    /// Index into its passages.
    pub passage: usize,
}

#[allow(clippy::unwrap_used)] // a pattern written here, compiled by every test
static READS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\breads?\b").unwrap());

/// File name → the skills whose text names such a file, in order. Made once, so that a skill's
/// readers are looked for where they can be.
pub(super) fn named_files(book: &Book) -> HashMap<&str, BTreeSet<usize>> {
    let mut named: HashMap<&str, BTreeSet<usize>> = HashMap::new();
    for (index, entry) in book.skills.iter().enumerate() {
        let mentions = entry
            .skill
            .passages
            .iter()
            .flat_map(|passage| &passage.mentions);
        for mention in mentions {
            if let What::File(file) = &mention.what {
                let name = file.path.rsplit('/').next().unwrap_or_default();
                named.entry(name).or_default().insert(index);
            }
        }
    }
    named
}

/// The readers of a skill's partial, in rail order, then by name.
pub(super) fn readers(
    book: &Book,
    skill: usize,
    named: &HashMap<&str, BTreeSet<usize>>,
) -> Vec<Reader> {
    let Some(entry) = book.skills.get(skill) else {
        return Vec::new();
    };
    let Some(partial) = entry.skill.partial() else {
        return Vec::new();
    };
    let name = partial.file_name();
    let mut readers: Vec<Reader> = named
        .get(name)
        .into_iter()
        .flatten()
        .filter_map(|index| Some((*index, book.skills.get(*index)?)))
        .filter(|(index, other)| {
            *index != skill
                && other.skill.name != entry.skill.name
                && other
                    .skill
                    .partial()
                    .is_none_or(|other| other.file_name() != name)
        })
        .filter_map(|(index, other)| reader(book, skill, name, index, &other.skill))
        .collect();
    let position = |reader: &Reader| {
        let steps = book
            .skills
            .get(reader.skill)
            .map(|entry| entry.steps.first().copied());
        steps.flatten().unwrap_or((usize::MAX, usize::MAX))
    };
    readers.sort_by_key(|reader| (position(reader), reader.skill));
    readers
}

fn reader(book: &Book, skill: usize, partial: &str, index: usize, other: &Skill) -> Option<Reader> {
    let is_partial = |file: &FileName| {
        file.case != CaseChoice::Uncertain && file.path.rsplit('/').next() == Some(partial)
    };
    let owner_name = book
        .skills
        .get(skill)
        .map(|entry| entry.skill.name.as_str());
    let sample = book
        .skills
        .get(skill)
        .and_then(|entry| entry.sample.as_ref());
    let mut says_so: Vec<usize> = Vec::new();
    let mut cites: Vec<usize> = Vec::new();
    let mut sections: Vec<(String, String, std::ops::Range<usize>)> = Vec::new();
    for (number, passage) in other.passages.iter().enumerate() {
        if passage.kind == FlowKind::Head {
            continue;
        }
        let names_it = passage.mentions.iter().any(|mention| match &mention.what {
            What::File(file) => is_partial(file),
            _ => false,
        });
        if names_it && (in_reads(other, passage.span.start) || READS.is_match(&passage.text)) {
            says_so.push(number);
        }
        for mention in &passage.mentions {
            let What::Section(owner, section) = &mention.what else {
                continue;
            };
            let is_its = match owner {
                Owner::File(file) => is_partial(file),
                Owner::Skill(name) => Some(name.as_str()) == owner_name,
                Owner::Own | Owner::Unknown => false,
            };
            if !is_its {
                continue;
            }
            let Some(sample) = sample else {
                cites.push(number);
                continue;
            };
            let document = &sample.sample.document;
            let Some(located) = locate(document, section, true) else {
                continue;
            };
            cites.push(number);
            let label = match &section.number {
                Some(number) => format!("§ {number}"),
                None => located.name.clone(),
            };
            if sections
                .iter()
                .all(|(_, fragment, _)| *fragment != located.fragment)
            {
                sections.push((label, located.fragment, located.span));
            }
        }
    }
    if says_so.is_empty() {
        return None;
    }
    sections.sort_by_key(|(_, _, span)| span.start);
    cites.dedup();
    let quotes = if cites.is_empty() { says_so } else { cites };
    Some(Reader {
        skill: index,
        sections,
        quotes: quotes
            .into_iter()
            .map(|passage| Quote {
                skill: index,
                passage,
            })
            .collect(),
    })
}

/// Whether a place lies in the contract's **Reads**.
fn in_reads(skill: &Skill, at: usize) -> bool {
    skill.contract.as_ref().is_some_and(|contract| {
        contract
            .cards
            .iter()
            .any(|card| card.is("reads") && card.span.start <= at && at < card.span.end)
    })
}
