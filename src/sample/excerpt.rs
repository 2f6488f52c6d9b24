//! What a page leaves out of a sample: blocks or parts, by name.

use super::select::{OPENING, PartName, find_block, find_part};
use crate::markdown::{BlockKind, Document, Lines, Part};
use std::ops::Range;

/// The pieces that are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// By position, without overlap.
    pub omissions: Vec<Omission>,
}

/// One piece that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// Byte range in the document.
    pub span: Range<usize>,
    /// Its lines.
    pub lines: Lines,
}

impl Excerpt {
    /// Finds the named pieces. Names that mean nothing are returned by their index.
    pub fn read(document: &Document, names: &[String]) -> (Excerpt, Vec<usize>) {
        let mut omissions: Vec<Omission> = Vec::new();
        let mut unknown = Vec::new();
        for (index, name) in names.iter().enumerate() {
            match find(document, name) {
                Some(span) => omissions.push(Omission {
                    lines: document.lines(&span),
                    span,
                }),
                None => unknown.push(index),
            }
        }
        omissions
            .sort_by_key(|omission| (omission.span.start, std::cmp::Reverse(omission.span.end)));
        let mut end = 0;
        omissions.retain(|omission| {
            let keep = omission.span.start >= end;
            end = end.max(omission.span.end);
            keep
        });
        (Excerpt { omissions }, unknown)
    }

    /// Whether anything is left out.
    pub fn is_empty(&self) -> bool {
        self.omissions.is_empty()
    }

    /// The omission that covers a byte range whole.
    pub fn covering(&self, span: &Range<usize>) -> Option<&Omission> {
        self.omissions
            .iter()
            .find(|omission| omission.span.start <= span.start && span.end <= omission.span.end)
    }
}

fn find(document: &Document, name: &str) -> Option<Range<usize>> {
    let Some((block, part)) = name.split_once('>') else {
        return find_block(document, name).map(|block| block.span.clone());
    };
    let part = PartName::parse(part)?;
    let block = block.trim();
    let found: Option<&Part> = if block == OPENING {
        let opening = document
            .blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Opening);
        find_part(opening.flat_map(|block| &block.parts), &part)
    } else {
        find_part(&find_block(document, block)?.parts, &part)
    };
    found.map(|part| part.span.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn blocks_and_parts_are_left_out_with_their_lines() {
        let document = Document::parse(
            Arc::from("# T\n\none\n\ntwo\n\n## A\n\np\n\nq\n\n## B\n\nr\n"),
            &[],
        );
        let names = [
            "B",
            "A > paragraph 2",
            "(opening) > paragraph 1",
            "A > row x",
            "C",
        ]
        .map(str::to_owned);
        let (excerpt, unknown) = Excerpt::read(&document, &names);
        let lines: Vec<String> = excerpt
            .omissions
            .iter()
            .map(|o| o.lines.to_string())
            .collect();
        assert_eq!(lines, ["3", "11", "13–15"]);
        assert_eq!(unknown, [3, 4]);
        assert!(
            excerpt
                .covering(&document.block("b").unwrap().span)
                .is_some()
        );
        assert!(
            excerpt
                .covering(&document.block("a").unwrap().span)
                .is_none()
        );
    }
}
