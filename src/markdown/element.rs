//! The top-level elements of a document, with what its outline needs to know of each.

use super::options;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a top-level element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ElementKind {
    Heading(u8),
    Paragraph,
    /// A table with its body rows: span and the first cell's text.
    Table(Vec<Row>),
    /// A list with the spans of its items.
    List(Vec<Row>),
    Fence,
    Rule,
    Other,
}

/// A row of a table or an item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) span: Range<usize>,
    /// The first cell of a row, the text of an item.
    pub(super) label: String,
}

/// One top-level element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) kind: ElementKind,
    pub(super) span: Range<usize>,
    /// Its text without markup. For a table, its header cells.
    pub(super) text: String,
}

/// What [`elements`] finds.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) list: Vec<Element>,
    /// Byte offsets of everything that carries a line anchor when rendered.
    pub(super) anchors: BTreeSet<usize>,
}

/// Reads the top-level elements of a text from a byte offset on.
pub(super) fn elements(text: &str, body: usize) -> Elements {
    let mut found = Elements::default();
    let mut depth = 0usize;
    let mut reader: Option<Reader> = None;
    let parser = Parser::new_ext(&text[body..], options());
    for (event, range) in parser.into_offset_iter() {
        let range = range.start + body..range.end + body;
        if is_anchor(&event) {
            found.anchors.insert(range.start);
        }
        match &event {
            Event::Start(tag) => {
                if depth == 0 {
                    reader = Some(Reader::new(tag, range.clone()));
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Rule if depth == 0 => found.list.push(Element {
                kind: ElementKind::Rule,
                span: range.clone(),
                text: String::new(),
            }),
            _ => {}
        }
        if let Some(current) = reader.as_mut() {
            current.take(&event, range);
        }
        if depth == 0
            && let Some(done) = reader.take()
        {
            found.list.push(done.element);
        }
    }
    found
}

/// Whether the renderer gives this element an anchor of its line.
pub(super) fn is_anchor(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::Item
                | Tag::TableHead
                | Tag::TableRow
                | Tag::CodeBlock(_)
        )
    )
}

struct Reader {
    element: Element,
    rows: Vec<Row>,
    /// List and quote nesting inside the element: only the outermost items are parts.
    nesting: usize,
    cell: usize,
    in_head: bool,
    row: Option<Row>,
}

impl Reader {
    fn new(tag: &Tag<'_>, span: Range<usize>) -> Reader {
        let kind = match tag {
            Tag::Heading { level, .. } => ElementKind::Heading(*level as u8),
            Tag::Paragraph => ElementKind::Paragraph,
            Tag::Table(_) => ElementKind::Table(Vec::new()),
            Tag::List(_) => ElementKind::List(Vec::new()),
            Tag::CodeBlock(_) => ElementKind::Fence,
            _ => ElementKind::Other,
        };
        Reader {
            element: Element {
                kind,
                span,
                text: String::new(),
            },
            rows: Vec::new(),
            nesting: 0,
            cell: 0,
            in_head: false,
            row: None,
        }
    }

    fn take(&mut self, event: &Event<'_>, range: Range<usize>) {
        let is_list = matches!(self.element.kind, ElementKind::List(_));
        match event {
            Event::Start(Tag::List(_)) => self.nesting += 1,
            Event::End(TagEnd::List(_)) => {
                self.nesting = self.nesting.saturating_sub(1);
                self.finish_rows();
            }
            Event::Start(Tag::Item) if is_list && self.nesting == 1 => {
                self.row = Some(Row {
                    span: range,
                    label: String::new(),
                });
            }
            Event::End(TagEnd::Item) if is_list && self.nesting == 1 => {
                self.rows.extend(self.row.take());
            }
            Event::Start(Tag::TableHead) => self.in_head = true,
            Event::End(TagEnd::TableHead) => self.in_head = false,
            Event::Start(Tag::TableRow) => {
                self.cell = 0;
                self.row = Some(Row {
                    span: range,
                    label: String::new(),
                });
            }
            Event::End(TagEnd::TableRow) => self.rows.extend(self.row.take()),
            Event::End(TagEnd::TableCell) => {
                self.cell += 1;
                if self.in_head {
                    self.element.text.push(' ');
                }
            }
            Event::End(TagEnd::Table) => self.finish_rows(),
            Event::Text(text) | Event::Code(text) => self.text(text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let is_table = matches!(self.element.kind, ElementKind::Table(_));
        if let Some(row) = &mut self.row
            && (!is_table || self.cell == 0)
        {
            row.label.push_str(text);
        }
        if !is_table || self.in_head {
            self.element.text.push_str(text);
        }
    }

    fn finish_rows(&mut self) {
        if self.nesting > 0 {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        match &mut self.element.kind {
            ElementKind::Table(list) | ElementKind::List(list) => *list = rows,
            _ => {}
        }
    }
}
