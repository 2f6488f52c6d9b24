//! Inline text as one flat string per paragraph, item, heading or table row, with a map back to
//! the source: what the reference room reads.

use super::options;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::ops::Range;

/// Stands in a flow before the text of a code span.
pub const CODE_OPEN: char = '\u{E000}';
/// Stands in a flow after the text of a code span.
pub const CODE_CLOSE: char = '\u{E001}';
/// Stands in a flow between two cells of a row.
pub const CELL: char = '\u{E002}';

/// What a flow was in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowKind {
    /// A paragraph, or the text of a tight item.
    Text,
    /// A row of a table's body.
    Row,
    /// A table's header, or a heading.
    Head,
}

/// One run of inline text.
#[derive(Debug, Clone)]
pub struct Flow {
    /// What it was.
    pub kind: FlowKind,
    /// Its text without emphasis. Line ends are spaces; code spans stand between [`CODE_OPEN`]
    /// and [`CODE_CLOSE`]; cells are separated by [`CELL`].
    pub text: String,
    /// Byte range in the document.
    pub span: Range<usize>,
    /// Byte ranges of `text` that lie inside a Markdown link.
    pub linked: Vec<Range<usize>>,
    segments: Vec<Segment>,
}

#[derive(Debug, Clone)]
struct Segment {
    flat: Range<usize>,
    source: Range<usize>,
    /// Whether each byte of the text is one byte of the source.
    exact: bool,
}

impl Flow {
    fn new(kind: FlowKind, span: Range<usize>) -> Flow {
        Flow {
            kind,
            text: String::new(),
            span,
            linked: Vec::new(),
            segments: Vec::new(),
        }
    }

    fn push(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.segments.push(Segment {
            flat: start..self.text.len(),
            exact: text.len() == source.len(),
            source,
        });
    }

    /// The byte range in the document of a byte range of the text. Markup between the two ends
    /// is included; a range that ends inside a code span takes the whole span.
    pub fn source(&self, flat: &Range<usize>) -> Range<usize> {
        let start = self.map(flat.start, false);
        let end = self.map(flat.end, true);
        start..end.max(start)
    }

    fn map(&self, at: usize, end: bool) -> usize {
        // Segments stand in order and without gaps, so the one in question is found by halving.
        let index = if end {
            self.segments
                .partition_point(|segment| segment.flat.end < at)
        } else {
            self.segments
                .partition_point(|segment| segment.flat.end <= at)
        };
        let found = self.segments.get(index).filter(|segment| {
            if end {
                segment.flat.start < at && at <= segment.flat.end
            } else {
                segment.flat.start <= at && at < segment.flat.end
            }
        });
        match found {
            Some(segment) if segment.exact => segment.source.start + (at - segment.flat.start),
            Some(segment) if end => segment.source.end,
            Some(segment) => segment.source.start,
            None if end || at >= self.text.len() => self
                .segments
                .last()
                .map_or(self.span.end, |segment| segment.source.end),
            None => self.span.start,
        }
    }

    /// Whether a byte range of the text touches a Markdown link.
    pub fn is_linked(&self, flat: &Range<usize>) -> bool {
        self.linked
            .iter()
            .any(|link| link.start < flat.end && flat.start < link.end)
    }
}

/// The flows of a text from a byte offset on, in source order.
pub(super) fn flows(text: &str, body: usize) -> Vec<Flow> {
    let mut done = Vec::new();
    let mut open: Option<Flow> = None;
    let mut links: Vec<usize> = Vec::new();
    let mut code_block = 0usize;
    let mut close = |open: &mut Option<Flow>| {
        if let Some(flow) = open.take()
            && !flow.text.trim().is_empty()
        {
            done.push(flow);
        }
    };
    for (event, range) in Parser::new_ext(&text[body..], options()).into_offset_iter() {
        let range = range.start + body..range.end + body;
        match event {
            Event::Start(Tag::CodeBlock(_)) => code_block += 1,
            Event::End(TagEnd::CodeBlock) => code_block = code_block.saturating_sub(1),
            Event::Start(Tag::Heading { .. } | Tag::TableHead) => {
                close(&mut open);
                open = Some(Flow::new(FlowKind::Head, range));
            }
            Event::Start(Tag::TableRow) => {
                close(&mut open);
                open = Some(Flow::new(FlowKind::Row, range));
            }
            Event::Start(Tag::Paragraph) => {
                close(&mut open);
                open = Some(Flow::new(FlowKind::Text, range));
            }
            Event::Start(
                Tag::Item
                | Tag::List(_)
                | Tag::BlockQuote(_)
                | Tag::FootnoteDefinition(_)
                | Tag::Table(_),
            )
            | Event::End(
                TagEnd::Item
                | TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::TableHead
                | TagEnd::TableRow,
            ) => close(&mut open),
            Event::End(TagEnd::TableCell) => {
                if let Some(flow) = &mut open {
                    flow.push(&CELL.to_string(), range.end..range.end);
                }
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => {
                links.push(open.as_ref().map_or(0, |flow| flow.text.len()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let (Some(start), Some(flow)) = (links.pop(), &mut open) {
                    let end = flow.text.len();
                    flow.linked.push(start..end);
                }
            }
            Event::Text(value) if code_block == 0 => {
                let flow = open.get_or_insert_with(|| Flow::new(FlowKind::Text, range.clone()));
                flow.span.end = flow.span.end.max(range.end);
                flow.push(&value, range);
            }
            Event::Code(value) => {
                let flow = open.get_or_insert_with(|| Flow::new(FlowKind::Text, range.clone()));
                flow.span.end = flow.span.end.max(range.end);
                flow.push(&format!("{CODE_OPEN}{value}{CODE_CLOSE}"), range);
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(flow) = &mut open {
                    flow.push(" ", range);
                }
            }
            _ => {}
        }
    }
    close(&mut open);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flow_per_paragraph_item_and_row() {
        let text = "a **b** `c`\nd\n\n- one\n- two\n\n  para\n\n| x | y |\n|---|---|\n| `p` | q |\n\n```\nno\n```\n";
        let texts: Vec<String> = flows(text, 0).into_iter().map(|flow| flow.text).collect();
        assert_eq!(
            texts,
            [
                "a b \u{E000}c\u{E001} d",
                "one",
                "two",
                "para",
                "x\u{E002}y\u{E002}",
                "\u{E000}p\u{E001}\u{E002}q\u{E002}"
            ]
        );
    }

    #[test]
    fn ranges_lead_back_to_the_source() {
        let text = "see *the* `20-p.md`\n§ 3 here";
        let flow = &flows(text, 0)[0];
        let at = flow.text.find('§').unwrap();
        let flat = at..at + "§ 3".len();
        assert_eq!(&text[flow.source(&flat)], "§ 3");
        let open = flow.text.find(CODE_OPEN).unwrap();
        let close = flow.text.find(CODE_CLOSE).unwrap() + CODE_CLOSE.len_utf8();
        assert_eq!(&text[flow.source(&(open..close))], "`20-p.md`");
        assert_eq!(&text[flow.source(&(0..flow.text.len()))], text);
    }

    #[test]
    fn links_are_known() {
        let flow = &flows("a [b `c`](d) e", 0)[0];
        assert!(flow.is_linked(&(2..3)));
        assert!(!flow.is_linked(&(0..1)));
    }
}
