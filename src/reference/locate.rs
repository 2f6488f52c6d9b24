//! Where in a document a named section is.

use super::{Check, Section};
use crate::markdown::{Document, PartKind, name};
use std::ops::Range;

/// A place in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// Identifier of the block it lies in.
    pub block: String,
    /// The fragment that leads to it.
    pub fragment: String,
    /// What it is called there.
    pub name: String,
    /// Byte range of what it covers.
    pub span: Range<usize>,
    /// How many bytes of the section's words are its name.
    pub len: usize,
}

/// Finds a section. `named` says that the document was named by the text: then words in backticks
/// behind a number may be a detail of the section rather than its name.
///
/// After a name the longest heading that it begins wins, else a table row's first cell.
pub fn locate(document: &Document, section: &Section, named: bool) -> Option<Located> {
    match &section.number {
        Some(number) => by_number(document, number, section, named),
        None => by_name(document, &section.words.text),
    }
}

fn by_number(document: &Document, number: &str, section: &Section, named: bool) -> Option<Located> {
    let heading = document
        .headings
        .iter()
        .filter(|heading| heading.number.as_deref() == Some(number))
        .min_by_key(|heading| heading.level)?;
    let is_name = prefix(&section.words.text, &heading.name).is_some()
        || prefix(&section.words.text, &name::short(&heading.name)).is_some();
    let certain = match section.check {
        Check::None => true,
        Check::Name => is_name,
        Check::Code => is_name || named,
    };
    certain.then(|| Located {
        block: block_id(document, heading.span.start),
        fragment: heading.id.clone(),
        name: heading.text.clone(),
        span: heading.span.start..heading.end,
        len: 0,
    })
}

fn by_name(document: &Document, words: &str) -> Option<Located> {
    let headings = document.headings.iter().filter_map(|heading| {
        let full = prefix(words, &heading.name);
        let short = prefix(words, &name::short(&heading.name));
        let len = full.max(short)?;
        Some(Located {
            block: block_id(document, heading.span.start),
            fragment: heading.id.clone(),
            name: heading.text.clone(),
            span: heading.span.start..heading.end,
            len,
        })
    });
    // Of equal names the first wins, as in reading.
    let heading = headings.fold(None, |best: Option<Located>, next| match best {
        Some(best) if best.len >= next.len => Some(best),
        _ => Some(next),
    });
    heading.or_else(|| by_row(document, words))
}

fn by_row(document: &Document, words: &str) -> Option<Located> {
    let mut best: Option<Located> = None;
    for block in &document.blocks {
        for part in block.parts.iter().filter(|part| part.kind == PartKind::Row) {
            let Some(len) = prefix(words, &part.label) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| best.len < len) {
                best = Some(Located {
                    block: block.id.clone(),
                    fragment: format!("L{}", document.line(part.span.start)),
                    name: part.label.clone(),
                    span: part.span.clone(),
                    len,
                });
            }
        }
    }
    best
}

fn block_id(document: &Document, offset: usize) -> String {
    document
        .block_at(offset)
        .map(|block| block.id.clone())
        .unwrap_or_default()
}

/// How many bytes of the words are the name, if they begin with it and it ends at a word's end.
fn prefix(words: &str, name: &str) -> Option<usize> {
    let name = name.trim();
    if name.is_empty() {
        return None;
    }
    let lead = words.len() - words.trim_start_matches(['"', '“', ' ']).len();
    let mut given = words[lead..].char_indices().peekable();
    let mut end = lead;
    let mut wanted = name.chars().filter(|c| *c != '`').peekable();
    while let Some(want) = wanted.next() {
        if want.is_whitespace() {
            while wanted.peek().is_some_and(|c| c.is_whitespace()) {
                wanted.next();
            }
            let mut spaces = 0;
            while let Some((at, c)) = given.peek().copied() {
                if !c.is_whitespace() {
                    break;
                }
                end = lead + at + c.len_utf8();
                given.next();
                spaces += 1;
            }
            if spaces == 0 {
                return None;
            }
            continue;
        }
        let (at, got) = given.next()?;
        if fold(got) != fold(want) {
            return None;
        }
        end = lead + at + got.len_utf8();
    }
    let ends_here = given.peek().is_none_or(|(_, c)| !c.is_alphanumeric());
    ends_here.then_some(end)
}

fn fold(c: char) -> char {
    match c {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        c => c.to_lowercase().next().unwrap_or(c),
    }
}
