//! Which block or part a name means: in notes (`### row Concurrency`) and in excerpts
//! (`Technology > paragraph 1`).

use crate::markdown::{Block, BlockKind, Document, Part, PartKind, name};

/// The name by which notes and excerpts call what stands before the first section.
pub const OPENING: &str = "(opening)";

/// The name of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartName {
    /// `table 1`, `paragraph 2`, `item 3`, `fence 1`.
    Nth(PartKind, usize),
    /// `row <first cell>`.
    Row(String),
}

impl PartName {
    /// Reads a part's name. `table` alone is the first.
    pub fn parse(text: &str) -> Option<PartName> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let kind = match word.to_lowercase().as_str() {
            "row" if !rest.is_empty() => return Some(PartName::Row(rest.to_owned())),
            "table" => PartKind::Table,
            "paragraph" => PartKind::Paragraph,
            "item" => PartKind::Item,
            "fence" => PartKind::Fence,
            _ => return None,
        };
        let nth = if rest.is_empty() {
            1
        } else {
            rest.parse().ok()?
        };
        Some(PartName::Nth(kind, nth))
    }
}

/// The block of a name: a title or section by its heading, an opening block by its first words.
pub fn find_block<'a>(document: &'a Document, wanted: &str) -> Option<&'a Block> {
    let wanted = wanted.trim().trim_matches('`');
    let by_heading = document.blocks.iter().find(|block| {
        document
            .heading_of(block)
            .is_some_and(|heading| name::same(&heading.text, wanted))
    });
    by_heading.or_else(|| {
        let wanted = name::normal(wanted);
        document.blocks.iter().find(|block| {
            block.kind == BlockKind::Opening
                && !wanted.is_empty()
                && block
                    .parts
                    .first()
                    .is_some_and(|part| name::normal(&part.label).starts_with(&wanted))
        })
    })
}

/// The part of a name in a list of parts.
pub fn find_part<'a>(
    parts: impl IntoIterator<Item = &'a Part>,
    wanted: &PartName,
) -> Option<&'a Part> {
    let mut parts = parts.into_iter();
    match wanted {
        PartName::Row(cell) => parts.find(|part| {
            part.kind == PartKind::Row
                && (name::same(&part.label, &cell.replace('`', "")) || part.label == *cell)
        }),
        PartName::Nth(kind, nth) => parts
            .filter(|part| part.kind == *kind)
            .nth(nth.checked_sub(1)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn names_of_parts() {
        assert_eq!(
            PartName::parse("table 2"),
            Some(PartName::Nth(PartKind::Table, 2))
        );
        assert_eq!(
            PartName::parse("fence"),
            Some(PartName::Nth(PartKind::Fence, 1))
        );
        assert_eq!(
            PartName::parse("row Missed run"),
            Some(PartName::Row("Missed run".to_owned()))
        );
        assert_eq!(PartName::parse("row"), None);
        assert_eq!(PartName::parse("paragraph two"), None);
        assert_eq!(PartName::parse("chapter 1"), None);
    }

    #[test]
    fn blocks_by_heading_and_by_first_words() {
        let document = Document::parse(
            Arc::from(
                "# T\n\nSurvey: `x` is\n\n## 2 · Tech (now)\n\n| A | B |\n|---|---|\n| `One` two | c |\n",
            ),
            &[],
        );
        let id = |name: &str| find_block(&document, name).map(|block| block.id.clone());
        assert_eq!(id("tech").as_deref(), Some("tech-now"));
        assert_eq!(id("T").as_deref(), Some("t"));
        assert_eq!(id("Survey").as_deref(), Some("opening-survey-x-is"));
        assert_eq!(id("Nothing"), None);
        let tech = find_block(&document, "2 · Tech").unwrap();
        let row = find_part(&tech.parts, &PartName::Row("`One` two".to_owned()));
        assert_eq!(row.map(|part| part.nth), Some(1));
        assert!(find_part(&tech.parts, &PartName::Nth(PartKind::Table, 2)).is_none());
    }
}
