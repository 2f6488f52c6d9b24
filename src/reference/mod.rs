//! Text → what it refers to: `§ 3`, `` `20-persistence.md` § 1 ``, a skill's name, a case.
//!
//! Pure: this room reads a document's words and says what they name. Whether the thing exists, and
//! at which address, is decided where everything is known (the book). What is not certain is said
//! to be unknown: a false quotation is worse than none (DESIGN § Inputs, Notes).

mod locate;
mod scan;
mod sentence;

pub use locate::{Located, locate};

use crate::markdown::{Document, FlowKind, Lines};
use std::ops::Range;

/// A sentence, or a table's row, with what it names.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Byte range in the document.
    pub span: Range<usize>,
    /// Its lines.
    pub lines: Lines,
    /// What it is: running text, a row, or a heading or header.
    pub kind: FlowKind,
    /// Its words as plain text.
    pub text: String,
    /// What it names, by position.
    pub mentions: Vec<Mention>,
}

/// Words that name something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Byte range in the document. For a section that is named, as far as the `§`; the name's
    /// length is known once it is located ([`Section::source_end`]).
    pub span: Range<usize>,
    /// What they name.
    pub what: What,
}

/// What words can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A file, by a path or its last part.
    File(FileName),
    /// A section of a document.
    Section(Owner, Section),
    /// Words in backticks that have the form of a skill's name; a leading `/` is dropped.
    Skill(String),
    /// A case: `UC-001` or its whole folder name.
    Case(String),
}

/// A file as it is written, without `@` and fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    /// The path, or the bare name.
    pub path: String,
    /// What stands behind `#`.
    pub fragment: Option<String>,
    /// Which case's file it is, if it is a case's.
    pub case: CaseChoice,
}

/// Which case a bare file name selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseChoice {
    /// Nothing is said: the case at hand.
    Here,
    /// A case named right before the file, or behind it with "of".
    Named(String),
    /// "earlier", "each" and the like: no certain one.
    Uncertain,
}

/// Whose section a `§` means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// The document's own partial: no other is named.
    Own,
    /// A file named in the same sentence, cell or row.
    File(FileName),
    /// The partial of a skill (`` `jobs-architect`'s § 3 ``).
    Skill(String),
    /// A document that is not in the repository's hands, or one that is not certain.
    Unknown,
}

/// Which section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its number: `6`, `1.2`.
    pub number: Option<String>,
    /// The words that follow: the name of an unnumbered section, the check of a numbered one.
    pub words: Words,
    /// How the words bind a numbered section.
    pub check: Check,
}

/// How sure the words behind a number make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Nothing binds them.
    None,
    /// `§ 4 · Events`: they must be the section's name.
    Name,
    /// ``§ 6 `Schema requirements` ``: they should be, unless the document was named.
    Code,
}

/// Words with their places in the document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// At most [`Words::LONGEST`] bytes.
    pub text: String,
    /// Source offset of each byte of `text`, and of its end.
    offsets: Vec<usize>,
}

impl Words {
    /// Longer names are not told apart.
    pub const LONGEST: usize = 160;
}

impl Section {
    /// The source offset behind the first `len` bytes of the words.
    pub fn source_end(&self, len: usize) -> Option<usize> {
        len.checked_sub(1)
            .and_then(|last| self.words.offsets.get(last))
            .map(|at| at + 1)
    }
}

/// Every passage of a document that names something, in source order.
pub fn passages(document: &Document) -> Vec<Passage> {
    let mut passages = Vec::new();
    for flow in document.flows() {
        for range in sentence::ranges(&flow) {
            let mentions = scan::mentions(&flow, &range);
            if mentions.is_empty() {
                continue;
            }
            let span = flow.source(&range);
            let span = crate::reference::trim(document, span);
            passages.push(Passage {
                lines: document.lines(&span),
                kind: flow.kind,
                text: plain(flow.text.get(range).unwrap_or_default()),
                mentions,
                span,
            });
        }
    }
    passages
}

/// A span without the white space around it, and with the emphasis that it cuts through.
fn trim(document: &Document, span: Range<usize>) -> Range<usize> {
    let text = document.slice(&span);
    let start = span.start + (text.len() - text.trim_start().len());
    let mut span = start..start + text.trim().len();
    for mark in ["**", "__", "*", "_"] {
        let inner = document.slice(&span);
        if is_even(inner, mark) {
            continue;
        }
        let before = document.slice(&(0..span.start));
        let after = document.slice(&(span.end..document.text.len()));
        if before.ends_with(mark) {
            span.start -= mark.len();
        } else if after.starts_with(mark) {
            span.end += mark.len();
        }
    }
    span
}

/// Whether an emphasis mark occurs in pairs, outside code.
fn is_even(text: &str, mark: &str) -> bool {
    let mut count = 0;
    for (index, outside) in text.split('`').enumerate() {
        if index % 2 == 0 {
            let text = if mark.len() == 1 {
                outside.replace(&mark.repeat(2), "")
            } else {
                outside.to_owned()
            };
            count += text.matches(mark).count();
        }
    }
    count % 2 == 0
}

/// A flow's text without its marks.
fn plain(text: &str) -> String {
    // Every cell is closed by a mark; the last one parts nothing.
    let text = text.trim_end_matches(crate::markdown::CELL);
    let spaced = text.replace(crate::markdown::CELL, " · ");
    spaced
        .replace(
            [crate::markdown::CODE_OPEN, crate::markdown::CODE_CLOSE],
            "",
        )
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests;
