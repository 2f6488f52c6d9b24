//! A Markdown document as this product needs it: frontmatter, blocks with byte and line spans,
//! headings with stable identifiers, and HTML that is safe to show.
//!
//! A [`Document`] is a value made from text alone. This room does not know what a skill is, where
//! a file lies, or what a URL looks like: a page gives it a [`Links`] that answers those questions.

mod block;
mod element;
mod flow;
mod frontmatter;
mod html;
mod lines;
pub mod name;
mod render;

pub use block::{Block, BlockKind, Heading, Part, PartKind};
pub use flow::{CELL, CODE_CLOSE, CODE_OPEN, Flow, FlowKind};
pub use frontmatter::{Frontmatter, FrontmatterProblem};
pub use html::{breakable, escape};
pub use render::{Destination, Links, Mark, NoLinks, Show};

use lines::LineIndex;
use pulldown_cmark::Options;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The Markdown that skills are written in: CommonMark with GitHub's tables, task lists,
/// strikethrough, footnotes and alerts.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// One Markdown file, parsed.
#[derive(Debug, Clone)]
pub struct Document {
    /// The whole text, frontmatter included. Line ends are `\n`, without a byte order mark.
    pub text: Arc<str>,
    /// What stands between the `---` lines at the top.
    pub frontmatter: Frontmatter,
    /// Byte offset at which the body begins.
    pub body: usize,
    /// The blocks in source order: the title, what stands before the first section, each section.
    pub blocks: Vec<Block>,
    /// Every heading of the document, at any level, in source order.
    pub headings: Vec<Heading>,
    /// Lines (from 1) at which rendered elements carry an anchor `L<line>`, ascending.
    pub anchors: Vec<usize>,
    lines: LineIndex,
    inline: OnceLock<Inline>,
}

/// What stands within running text, read when it is first asked for.
#[derive(Debug, Clone, Default)]
struct Inline {
    links: Vec<(Range<usize>, String)>,
    codes: Vec<(Range<usize>, String)>,
}

impl Document {
    /// Parses a text. Every text is a document; what is wrong with its frontmatter is kept in
    /// [`Frontmatter::problems`]. `reserved` are identifiers that the page itself uses.
    pub fn parse(text: Arc<str>, reserved: &[&str]) -> Document {
        let (frontmatter, body) = frontmatter::split(&text);
        let lines = LineIndex::new(&text);
        let outline = block::outline(&text, body, &lines, reserved);
        Document {
            frontmatter,
            body,
            blocks: outline.blocks,
            headings: outline.headings,
            anchors: outline.anchors,
            lines,
            inline: OnceLock::new(),
            text,
        }
    }

    /// The line, from 1, on which a byte offset lies.
    pub fn line(&self, offset: usize) -> usize {
        self.lines.line(offset)
    }

    /// First and last line, from 1, of a byte range; trailing white space does not count.
    pub fn lines(&self, span: &Range<usize>) -> Lines {
        let text = self.text.get(span.clone()).unwrap_or_default();
        let end = span.start + text.trim_end().len();
        Lines {
            first: self.line(span.start),
            last: self.line(end.max(span.start + 1) - 1),
        }
    }

    /// Byte range of a line, from 1, without its line end.
    pub fn line_span(&self, line: usize) -> Range<usize> {
        self.lines.span(line, &self.text)
    }

    /// How many lines the text has.
    pub fn line_count(&self) -> usize {
        self.text.lines().count()
    }

    /// The anchor nearest at or before a line, for a link to that line.
    pub fn anchor(&self, line: usize) -> Option<String> {
        let index = self.anchors.partition_point(|anchor| *anchor <= line);
        let found = index
            .checked_sub(1)
            .and_then(|index| self.anchors.get(index));
        found.map(|line| format!("L{line}"))
    }

    /// The text of a byte range, empty if the range is not one of this text.
    pub fn slice(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    /// The block of that identifier.
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.id == id)
    }

    /// The block in which a byte offset lies.
    pub fn block_at(&self, offset: usize) -> Option<&Block> {
        self.blocks
            .iter()
            .rev()
            .find(|block| block.span.start <= offset)
    }

    /// The heading of a block, if it has one.
    pub fn heading_of(&self, block: &Block) -> Option<&Heading> {
        block.heading.and_then(|index| self.headings.get(index))
    }

    /// The sections: blocks that have a chip.
    pub fn sections(&self) -> impl Iterator<Item = &Block> {
        self.blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Section)
    }

    /// Inline text for the reference room, one [`Flow`] per paragraph, item, heading or table row.
    pub fn flows(&self) -> Vec<Flow> {
        flow::flows(&self.text, self.body)
    }

    /// The destinations of its links and pictures, with their places.
    pub fn link_destinations(&self) -> &[(Range<usize>, String)] {
        &self.inline().links
    }

    /// The code within its running text, with the places of it; fences are none.
    pub fn code_spans(&self) -> &[(Range<usize>, String)] {
        &self.inline().codes
    }

    fn inline(&self) -> &Inline {
        self.inline.get_or_init(|| {
            use pulldown_cmark::{Event, Parser, Tag};
            let body = self.text.get(self.body..).unwrap_or_default();
            let mut inline = Inline::default();
            for (event, range) in Parser::new_ext(body, options()).into_offset_iter() {
                let span = range.start + self.body..range.end + self.body;
                match event {
                    Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                        inline.links.push((span, dest_url.to_string()));
                    }
                    Event::Code(code) => inline.codes.push((span, code.to_string())),
                    _ => {}
                }
            }
            inline
        })
    }

    /// The first top-level heading's text, the document's title.
    pub fn title(&self) -> Option<&str> {
        self.headings.first().map(|heading| heading.text.as_str())
    }
}

/// A range of lines, both counted from 1 and both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lines {
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
}

impl std::fmt::Display for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}–{}", self.first, self.last)
        }
    }
}
