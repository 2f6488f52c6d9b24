//! What a page says of each block: the author's notes, the skill's block table, and the sentences
//! of `SKILL.md` that speak of the block, in this order (DESIGN § Inputs, Notes).

use super::select::{OPENING, PartName, find_block, find_part};
use crate::markdown::{Block, BlockKind, Document, name};
use crate::skill::BlockTable;
use std::ops::Range;

/// Everything said of one block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockNotes {
    /// The author's note: byte range in the notes' document.
    pub author: Option<Range<usize>>,
    /// The author's notes on parts: the part's identifier and a byte range in the notes' document.
    pub parts: Vec<(String, Range<usize>)>,
    /// The row of the block table.
    pub table: Option<TableNote>,
    /// Sentences that speak of the block: indices into the skill's passages.
    pub quotes: Vec<usize>,
}

impl BlockNotes {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == BlockNotes::default()
    }
}

/// A row of a skill's block table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableNote {
    /// Index into the skill's tables.
    pub table: usize,
    /// Index into the table's rows.
    pub row: usize,
}

/// The author's notes on a sample.
#[derive(Debug, Default)]
pub struct AuthorNotes {
    /// Notes that have their block, in source order.
    pub notes: Vec<AuthorNote>,
    /// Notes that have none.
    pub problems: Vec<NoteProblem>,
}

/// One note of the author's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorNote {
    /// Identifier of the block.
    pub block: String,
    /// Identifier of the part, if the note is on one.
    pub part: Option<String>,
    /// Byte range of its text in the notes' document.
    pub text: Range<usize>,
}

/// A note that names no block or part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteProblem {
    /// Byte range of the heading in the notes' document.
    pub span: Range<usize>,
    /// One sentence.
    pub message: String,
    /// What could be meant.
    pub help: Option<String>,
}

impl AuthorNotes {
    /// Reads the notes on a document: `## <block>`, and under it `### <part>`.
    pub fn read(notes: &Document, sample: &Document) -> AuthorNotes {
        let mut found = AuthorNotes::default();
        let mut current: Option<Target<'_>> = None;
        for (index, heading) in notes.headings.iter().enumerate() {
            let end = notes
                .headings
                .get(index + 1)
                .map_or(notes.text.len(), |next| next.span.start);
            let text = trimmed(notes, heading.span.end..end);
            match heading.level {
                1 => {}
                2 => {
                    current = target(sample, &heading.text);
                    match &current {
                        Some(target) if !text.is_empty() => {
                            if let Some(block) = target.block() {
                                found.notes.push(AuthorNote {
                                    block: block.id.clone(),
                                    part: None,
                                    text,
                                });
                            }
                        }
                        Some(_) => {}
                        None => found.problems.push(NoteProblem {
                            span: heading.span.clone(),
                            message: format!("no block of the sample is called `{}`", heading.text),
                            help: suggestion(sample, &heading.text),
                        }),
                    }
                }
                3 => {
                    let Some(target) = &current else {
                        continue;
                    };
                    match target.part(&heading.text) {
                        Some((block, part)) if !text.is_empty() => found.notes.push(AuthorNote {
                            block,
                            part,
                            text,
                        }),
                        Some(_) => {}
                        None => found.problems.push(NoteProblem {
                            span: heading.span.clone(),
                            message: format!("the block has no part `{}`", heading.text),
                            help: Some(
                                "parts are called `table 1`, `row <first cell>`, `paragraph 2`, `item 3` or `fence 1`"
                                    .to_owned(),
                            ),
                        }),
                    }
                }
                // A deeper heading is part of the note above it.
                _ => {
                    if let Some(last) = found.notes.last_mut() {
                        last.text.end = text.end.max(last.text.end);
                    }
                }
            }
        }
        found
    }
}

/// What a second-level heading of the notes speaks of.
enum Target<'a> {
    Block(&'a Block),
    Opening(&'a Document),
}

fn target<'a>(sample: &'a Document, name: &str) -> Option<Target<'a>> {
    if name.trim() == OPENING {
        return Some(Target::Opening(sample));
    }
    find_block(sample, name).map(Target::Block)
}

impl Target<'_> {
    /// The block that a note without a part stands beside: the opening's stands beside the title.
    fn block(&self) -> Option<&Block> {
        match self {
            Target::Block(block) => Some(block),
            Target::Opening(sample) => sample
                .blocks
                .iter()
                .find(|block| block.kind != BlockKind::Section),
        }
    }

    /// Block and part of a part's name. An element of the opening is a block of its own, so a
    /// note on it is the block's, unless it is a row or item inside it.
    fn part(&self, text: &str) -> Option<(String, Option<String>)> {
        let wanted = PartName::parse(text)?;
        match self {
            Target::Block(block) => {
                let part = find_part(&block.parts, &wanted)?;
                Some((block.id.clone(), Some(part.id.clone())))
            }
            Target::Opening(sample) => {
                let opening = || {
                    sample
                        .blocks
                        .iter()
                        .filter(|block| block.kind == BlockKind::Opening)
                };
                let part = find_part(opening().flat_map(|block| &block.parts), &wanted)?;
                let block = opening().find(|block| block.parts.contains(part))?;
                let is_whole = part.span == block.span;
                Some((block.id.clone(), (!is_whole).then(|| part.id.clone())))
            }
        }
    }
}

fn suggestion(sample: &Document, wanted: &str) -> Option<String> {
    let names: Vec<String> = sample
        .blocks
        .iter()
        .filter_map(|block| sample.heading_of(block))
        .map(|heading| name::normal(&heading.name))
        .collect();
    let wanted = name::normal(wanted);
    crate::diagnostics::nearest(&wanted, names.iter().map(String::as_str))
        .map(|near| format!("did you mean `{near}`?"))
        .or_else(|| (!names.is_empty()).then(|| format!("its blocks: {}", names.join(", "))))
}

fn trimmed(document: &Document, span: Range<usize>) -> Range<usize> {
    let text = document.slice(&span);
    let start = span.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// The block table with most matches, as (block identifier, row); and the rows that match nothing
/// although nothing in them says that their block is conditional.
pub fn match_table(
    tables: &[BlockTable],
    sample: &Document,
) -> (Vec<(String, TableNote)>, Vec<TableNote>) {
    let mut best: (Vec<(String, TableNote)>, Vec<TableNote>) = (Vec::new(), Vec::new());
    for (table_index, table) in tables.iter().enumerate() {
        let mut matched: Vec<(String, TableNote)> = Vec::new();
        let mut unmatched = Vec::new();
        for (row_index, row) in table.rows.iter().enumerate() {
            let note = TableNote {
                table: table_index,
                row: row_index,
            };
            let block = sample.sections().find(|block| {
                sample
                    .heading_of(block)
                    .is_some_and(|heading| name::same(&heading.text, &row.name))
            });
            match block {
                Some(block) if matched.iter().all(|(id, _)| *id != block.id) => {
                    matched.push((block.id.clone(), note));
                }
                Some(_) => {}
                None if row.conditional => {}
                None => unmatched.push(note),
            }
        }
        if matched.len() > best.0.len() {
            best = (matched, unmatched);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn document(text: &str) -> Document {
        Document::parse(Arc::from(text), &[])
    }

    const SAMPLE: &str = "# T\n\n> q\n\n| F | V |\n|---|---|\n| a | b |\n\nSurvey.\n\n## 1 · Jobs\n\n| J | K |\n|---|---|\n| One | x |\n\n## 2 · Tech\n\ntext\n";

    #[test]
    fn notes_find_their_blocks_and_parts() {
        let sample = document(SAMPLE);
        let notes = document(
            "# Notes\n\n## (opening)\n\nIntro.\n\n### table 1\n\nFields.\n\n### row a\n\nCell.\n\n## Jobs\n\nWhy.\n\n### row One\n\nThe row.\n\n#### More\n\nstill.\n\n## Tech\n\n### paragraph 1\n\nP.\n",
        );
        let found = AuthorNotes::read(&notes, &sample);
        assert!(found.problems.is_empty(), "{:?}", found.problems);
        let shown: Vec<(String, Option<String>, &str)> = found
            .notes
            .iter()
            .map(|note| {
                (
                    note.block.clone(),
                    note.part.clone(),
                    notes.slice(&note.text),
                )
            })
            .collect();
        let part = |id: &str| Some(id.to_owned());
        assert_eq!(
            shown,
            [
                ("t".to_owned(), None, "Intro."),
                ("opening-f-v".to_owned(), None, "Fields."),
                (
                    "opening-f-v".to_owned(),
                    part("opening-f-v--row-a"),
                    "Cell."
                ),
                ("jobs".to_owned(), None, "Why."),
                (
                    "jobs".to_owned(),
                    part("jobs--row-one"),
                    "The row.\n\n#### More\n\nstill."
                ),
                ("tech".to_owned(), part("tech--paragraph-1"), "P."),
            ]
        );
    }

    #[test]
    fn a_note_without_a_block_is_a_problem() {
        let sample = document(SAMPLE);
        let notes = document("## Jbos\n\nx\n\n## Jobs\n\n### row Two\n\ny\n");
        let found = AuthorNotes::read(&notes, &sample);
        let problems: Vec<(&str, Option<&str>)> = found
            .problems
            .iter()
            .map(|problem| (problem.message.as_str(), problem.help.as_deref()))
            .collect();
        assert_eq!(
            problems[0],
            (
                "no block of the sample is called `Jbos`",
                Some("did you mean `jobs`?")
            )
        );
        assert_eq!(problems[1].0, "the block has no part `row Two`");
        assert!(found.notes.is_empty());
    }

    #[test]
    fn the_table_with_most_matches_wins() {
        let sample = document(SAMPLE);
        let skill = document(
            "| Block | A |\n|---|---|\n| Tech | t |\n\n| Block | B |\n|---|---|\n| Jobs | j |\n| Tech (short) | k |\n| Outbox (only when B) | l |\n| Gone | m |\n",
        );
        let tables = crate::skill::SkillText::read(skill.text.clone(), &[]).tables;
        let (matched, unmatched) = match_table(&tables, &sample);
        let ids: Vec<&str> = matched.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["jobs", "tech"]);
        assert_eq!(unmatched, [TableNote { table: 1, row: 3 }]);
    }
}
