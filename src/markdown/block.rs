//! The outline of a document: its blocks, their parts, its headings, and their identifiers.
//!
//! A block is the title, a top-level element before the first section, or a section (DESIGN §
//! Inputs, Blocks). An identifier comes from the heading without its number, so that renumbering
//! changes no address; of equal names a later one is preceded by its parent's; sections are named
//! before the headings inside them, so that a new sub-heading never renames a section.

use super::element::{self, Element, ElementKind};
use super::lines::LineIndex;
use super::name;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// The document's title, its heading alone.
    Title,
    /// An element between the title and the first section.
    Opening,
    /// A section, to the next heading of its level.
    Section,
}

/// A piece of a document that is lit, explained and addressed as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The fragment of its address, unique in the document.
    pub id: String,
    /// Title, opening or section.
    pub kind: BlockKind,
    /// Index into [`super::Document::headings`], for a title or a section.
    pub heading: Option<usize>,
    /// From its first byte to the end of its last element, without trailing white space.
    pub span: Range<usize>,
    /// Tables, rows, paragraphs, items and fences at its top level.
    pub parts: Vec<Part>,
}

/// A heading at any level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// How deep it stands: 1, and 1 more for each heading it is under. Less than the level where the
    /// document leaves levels out, so that a page does not.
    pub depth: u8,
    /// Its text without markup, number included: `6 · Schema requirements`.
    pub text: String,
    /// Its leading number: `6`.
    pub number: Option<String>,
    /// Its name without the number: `Schema requirements`.
    pub name: String,
    /// The fragment of its address.
    pub id: String,
    /// The numbered form of the fragment (`6-schema-requirements`), which opens too.
    pub alias: Option<String>,
    /// Byte range of the heading itself.
    pub span: Range<usize>,
    /// End of what stands under it: the next heading of its level or above.
    pub end: usize,
}

/// What a part of a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartKind {
    /// A table, whole.
    Table,
    /// A row of a table's body.
    Row,
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A code block.
    Fence,
}

impl PartKind {
    /// The word by which notes name it.
    pub fn word(self) -> &'static str {
        match self {
            PartKind::Table => "table",
            PartKind::Row => "row",
            PartKind::Paragraph => "paragraph",
            PartKind::Item => "item",
            PartKind::Fence => "fence",
        }
    }
}

/// A part of a block, which lights by itself if it has a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The fragment of its address: the block's, `--`, and the part's.
    pub id: String,
    /// What it is.
    pub kind: PartKind,
    /// Which of its kind in the block, from 1.
    pub nth: usize,
    /// A row's first cell; for other parts the beginning of their text.
    pub label: String,
    /// Its byte range.
    pub span: Range<usize>,
}

/// What [`outline`] finds.
pub(super) struct Outline {
    pub(super) blocks: Vec<Block>,
    pub(super) headings: Vec<Heading>,
    pub(super) anchors: Vec<usize>,
}

/// Reads the outline of a text from a byte offset on.
pub(super) fn outline(text: &str, body: usize, lines: &LineIndex, reserved: &[&str]) -> Outline {
    let found = element::elements(text, body);
    let elements = found.list;
    let section_level = section_level(&elements);
    let mut ids = Ids::new(reserved);

    let is_title = |index: usize| title_index(&elements) == Some(index);
    let is_section = |element: &Element, index: usize| {
        matches!(element.kind, ElementKind::Heading(level) if level <= section_level)
            && !is_title(index)
    };

    let mut headings = headings(text, &elements);
    name_headings(&mut headings, &elements, &mut ids, &is_section, &is_title);

    let mut blocks: Vec<Block> = Vec::new();
    let mut next_heading = 0;
    let mut in_section = false;
    for (index, element) in elements.iter().enumerate() {
        let heading = matches!(element.kind, ElementKind::Heading(_)).then(|| {
            next_heading += 1;
            next_heading - 1
        });
        if is_title(index) || is_section(element, index) {
            in_section = !is_title(index);
            let heading_id = heading
                .and_then(|index| headings.get(index))
                .map(|heading| heading.id.clone());
            blocks.push(Block {
                id: heading_id.unwrap_or_default(),
                kind: if in_section {
                    BlockKind::Section
                } else {
                    BlockKind::Title
                },
                heading,
                span: trimmed(text, &element.span),
                parts: Vec::new(),
            });
        } else if in_section {
            if let Some(block) = blocks.last_mut() {
                block.span.end = trimmed(text, &element.span).end;
                add_parts(block, element, text);
            }
        } else if element.kind != ElementKind::Rule {
            let mut block = Block {
                id: ids.take(&opening_slug(element), ""),
                kind: BlockKind::Opening,
                heading: None,
                span: trimmed(text, &element.span),
                parts: Vec::new(),
            };
            add_parts(&mut block, element, text);
            blocks.push(block);
        }
    }
    let anchors: BTreeSet<usize> = found.anchors.iter().map(|at| lines.line(*at)).collect();
    Outline {
        blocks,
        headings,
        anchors: anchors.into_iter().collect(),
    }
}

/// The first heading is the title when it is of the first level.
fn title_index(elements: &[Element]) -> Option<usize> {
    let first = elements
        .iter()
        .position(|element| matches!(element.kind, ElementKind::Heading(_)))?;
    (elements.get(first)?.kind == ElementKind::Heading(1)).then_some(first)
}

/// Sections are headings of the first two levels; where there are none besides the title, of the
/// shallowest level there is.
fn section_level(elements: &[Element]) -> u8 {
    let title = title_index(elements);
    elements
        .iter()
        .enumerate()
        .filter(|(index, _)| title != Some(*index))
        .filter_map(|(_, element)| match element.kind {
            ElementKind::Heading(level) => Some(level),
            _ => None,
        })
        .min()
        .map_or(2, |level| level.max(2))
}

fn headings(text: &str, elements: &[Element]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    // The levels of the headings that the next one may be under.
    let mut above: Vec<u8> = Vec::new();
    for element in elements {
        let ElementKind::Heading(level) = element.kind else {
            continue;
        };
        above.retain(|other| *other < level);
        above.push(level);
        let (number, name) = name::split_number(&element.text);
        headings.push(Heading {
            level,
            depth: above.iter().fold(0, |depth, _| depth + 1),
            text: element.text.trim().to_owned(),
            number: number.map(str::to_owned),
            name: name.to_owned(),
            id: String::new(),
            alias: None,
            span: trimmed(text, &element.span),
            end: text.len(),
        });
    }
    for index in 0..headings.len() {
        let level = headings[index].level;
        let next = headings[index + 1..]
            .iter()
            .find(|other| other.level <= level)
            .map(|other| other.span.start);
        if let Some(next) = next {
            headings[index].end = next;
        }
    }
    headings
}

/// Gives every heading its identifier: sections first, then the title, then all others.
fn name_headings(
    headings: &mut [Heading],
    elements: &[Element],
    ids: &mut Ids,
    is_section: &dyn Fn(&Element, usize) -> bool,
    is_title: &dyn Fn(usize) -> bool,
) {
    let rank: Vec<u8> = elements
        .iter()
        .enumerate()
        .filter(|(_, element)| matches!(element.kind, ElementKind::Heading(_)))
        .map(
            |(index, element)| match (is_section(element, index), is_title(index)) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            },
        )
        .collect();
    for wanted in 0..=2u8 {
        for index in 0..headings.len() {
            if rank.get(index) != Some(&wanted) {
                continue;
            }
            let parent = headings[..index]
                .iter()
                .rev()
                .find(|other| other.level < headings[index].level)
                .map(|other| name::slug(&other.name))
                .unwrap_or_default();
            let slug = match name::slug(&headings[index].name) {
                slug if slug.is_empty() => "section".to_owned(),
                slug => slug,
            };
            headings[index].id = ids.take(&slug, &parent);
        }
    }
    for heading in headings {
        if let Some(number) = &heading.number {
            let alias = format!("{}-{}", name::slug(number), heading.id);
            heading.alias = ids.take_exact(&alias);
        }
    }
}

/// Identifiers of one page, each given once.
struct Ids {
    used: BTreeSet<String>,
}

impl Ids {
    fn new(reserved: &[&str]) -> Ids {
        Ids {
            used: reserved.iter().map(|id| (*id).to_owned()).collect(),
        }
    }

    fn take(&mut self, slug: &str, parent: &str) -> String {
        let with_parent = format!("{parent}-{slug}");
        let numbered = (2..).map(|n| format!("{slug}-{n}"));
        let candidates = std::iter::once(slug.to_owned())
            .chain((!parent.is_empty()).then_some(with_parent))
            .chain(numbered);
        for candidate in candidates {
            if self.used.insert(candidate.clone()) {
                return candidate;
            }
        }
        slug.to_owned()
    }

    fn take_exact(&mut self, id: &str) -> Option<String> {
        self.used.insert(id.to_owned()).then(|| id.to_owned())
    }
}

/// An opening element has no heading, so its first words name it: inserting another element
/// elsewhere then changes nothing.
fn opening_slug(element: &Element) -> String {
    let kind = match element.kind {
        ElementKind::Table(_) => "table",
        ElementKind::List(_) => "list",
        ElementKind::Fence => "code",
        _ => "text",
    };
    let words: Vec<&str> = element.text.split_whitespace().take(4).collect();
    let slug = name::slug(&words.join(" "));
    if slug.is_empty() {
        format!("opening-{kind}")
    } else {
        format!("opening-{}", clip(&slug, 40))
    }
}

fn clip(text: &str, chars: usize) -> &str {
    text.char_indices()
        .nth(chars)
        .map_or(text, |(at, _)| &text[..at])
        .trim_end_matches('-')
}

fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let slice = &text[span.clone()];
    span.start..span.start + slice.trim_end().len()
}

fn add_parts(block: &mut Block, element: &Element, text: &str) {
    let mut push = |kind: PartKind, span: &Range<usize>, label: &str| {
        let nth = block.parts.iter().filter(|part| part.kind == kind).count() + 1;
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        let tail = match kind {
            PartKind::Row if !name::slug(&label).is_empty() => {
                format!("row-{}", clip(&name::slug(&label), 40))
            }
            kind => format!("{}-{nth}", kind.word()),
        };
        let mut id = format!("{}--{tail}", block.id);
        if block.parts.iter().any(|part| part.id == id) {
            id = format!("{id}-{nth}");
        }
        block.parts.push(Part {
            id,
            kind,
            nth,
            label,
            span: trimmed(text, span),
        });
    };
    match &element.kind {
        ElementKind::Table(rows) => {
            push(PartKind::Table, &element.span, &element.text);
            for row in rows {
                push(PartKind::Row, &row.span, &row.label);
            }
        }
        ElementKind::List(items) => {
            for item in items {
                push(PartKind::Item, &item.span, &item.label);
            }
        }
        ElementKind::Paragraph => push(PartKind::Paragraph, &element.span, &element.text),
        ElementKind::Fence => push(PartKind::Fence, &element.span, &element.text),
        ElementKind::Heading(_) | ElementKind::Rule | ElementKind::Other => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::Document;
    use std::sync::Arc;

    fn document(text: &str) -> Document {
        Document::parse(Arc::from(text), &["contract"])
    }

    fn ids(text: &str) -> Vec<String> {
        document(text).blocks.into_iter().map(|b| b.id).collect()
    }

    #[test]
    fn title_opening_and_sections() {
        let doc = document(
            "# UC · Jobs\n\n> quote\n\n| Field | Value |\n|---|---|\n| a | b |\n\nSurvey of all the things: x\n\n## 1 · Jobs\n\ntext\n\n### Sub\n\n- i\n- j\n\n## Design patterns\n",
        );
        let kinds: Vec<(BlockKind, &str)> =
            doc.blocks.iter().map(|b| (b.kind, b.id.as_str())).collect();
        assert_eq!(
            kinds,
            [
                (BlockKind::Title, "uc-jobs"),
                (BlockKind::Opening, "opening-quote"),
                (BlockKind::Opening, "opening-field-value"),
                (BlockKind::Opening, "opening-survey-of-all-the"),
                (BlockKind::Section, "jobs"),
                (BlockKind::Section, "design-patterns"),
            ]
        );
        let jobs = doc.block("jobs").unwrap();
        let parts: Vec<&str> = jobs.parts.iter().map(|part| part.id.as_str()).collect();
        assert_eq!(parts, ["jobs--paragraph-1", "jobs--item-1", "jobs--item-2"]);
        assert_eq!(
            doc.lines(&jobs.span),
            crate::markdown::Lines {
                first: 11,
                last: 18
            }
        );
        assert_eq!(doc.headings[1].alias.as_deref(), Some("1-jobs"));
        assert_eq!(doc.blocks[2].parts[1].label, "a");
        assert_eq!(doc.blocks[2].parts[1].id, "opening-field-value--row-a");
    }

    #[test]
    fn duplicates_take_their_parents_name_and_sections_keep_theirs() {
        assert_eq!(ids("# T\n## A\n## B\n## A\n"), ["t", "a", "b", "t-a"]);
        let doc = document("# T\n## A\n### Notes\n## B\n### Notes\n## Notes\n");
        let all: Vec<&str> = doc.headings.iter().map(|h| h.id.as_str()).collect();
        assert_eq!(all, ["t", "a", "a-notes", "b", "b-notes", "notes"]);
    }

    #[test]
    fn inserting_a_block_elsewhere_changes_no_identifier() {
        let before = ids("# T\n\none two\n\n## A\n\n## B\n");
        let after = ids("# T\n\nnew words\n\none two\n\n## New\n\n## A\n\n### C\n\n## B\n");
        assert!(
            before.iter().all(|id| after.contains(id)),
            "{before:?} {after:?}"
        );
    }

    #[test]
    fn a_late_first_level_heading_is_a_section() {
        assert_eq!(
            ids("## Target\n\nx\n\n---\n\n# Name\n\ntext\n"),
            ["target", "name"]
        );
    }

    #[test]
    fn levels_that_are_left_out_make_nothing_deeper() {
        let depths = |text: &str| -> Vec<u8> {
            let document = document(text);
            document.headings.iter().map(|it| it.depth).collect()
        };
        assert_eq!(depths("# T\n## A\n### B\n## C\n"), [1, 2, 3, 2]);
        assert_eq!(depths("## A\n## B\n# T\n## C\n#### D\n"), [1, 1, 1, 2, 3]);
        assert_eq!(depths("#### A\n### B\n###### C\n"), [1, 1, 2]);
    }

    #[test]
    fn reserved_identifiers_are_left_to_the_page() {
        assert_eq!(ids("# T\n## Contract\n"), ["t", "t-contract"]);
    }

    #[test]
    fn documents_without_headings_have_opening_blocks_alone() {
        assert_eq!(ids("one\n\ntwo\n"), ["opening-one", "opening-two"]);
        assert_eq!(ids("### a\n\n### b\n"), ["a", "b"]);
        assert!(ids("").is_empty());
    }

    #[test]
    fn an_unclosed_fence_swallows_the_rest_and_loses_nothing() {
        let text = "## A\n\n```rust\nfn x() {}\n\n## not a heading\n";
        let doc = document(text);
        assert_eq!(doc.blocks.len(), 1);
        assert_eq!(doc.slice(&doc.blocks[0].span), text.trim_end());
    }
}
