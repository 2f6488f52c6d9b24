//! A document's blocks as HTML that is safe to show.
//!
//! The renderer decides how Markdown looks as HTML; where a link leads and which words are
//! references is the business of the [`Links`] it is given.

use super::block::PartKind;
use super::element::is_anchor;
use super::html::{self, Raw, push_breakable, push_escaped};
use super::{Block, Document, options};
use crate::highlight;
use pulldown_cmark::{
    Alignment, BlockQuoteKind, BrokenLink, CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Range;

/// Bytes of a reference, such as `§ 12`, that is never broken.
const SHORT: usize = 9;

/// Words of a document that refer to something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Byte range in the document.
    pub span: Range<usize>,
    /// Where it leads.
    pub href: String,
    /// What it leads to, in words.
    pub title: String,
}

/// Where a Markdown link or image leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A page or file of this site.
    Internal(String),
    /// Another site.
    External(String),
    /// Nowhere that may be linked: the link's text is shown alone.
    Nowhere,
}

/// Answers where links and references lead.
pub trait Links: Sync {
    /// The references of the document, by position, without overlap.
    fn marks(&self) -> &[Mark];
    /// Where a Markdown link leads.
    fn link(&self, destination: &str) -> Destination;
    /// The source of an image, if it is a file of this site.
    fn image(&self, destination: &str) -> Option<String>;
}

/// No references, and links to other sites alone.
#[derive(Debug, Clone, Copy)]
pub struct NoLinks;

impl Links for NoLinks {
    fn marks(&self) -> &[Mark] {
        &[]
    }
    fn link(&self, destination: &str) -> Destination {
        if destination.starts_with("https://") || destination.starts_with("http://") {
            Destination::External(destination.to_owned())
        } else {
            Destination::Nowhere
        }
    }
    fn image(&self, _: &str) -> Option<String> {
        None
    }
}

/// How a document is to be shown.
#[derive(Clone, Copy)]
pub struct Show<'a> {
    /// Where links lead.
    pub links: &'a dyn Links,
    /// Whether elements carry identifiers: headings their own, others `L<line>`. Only one
    /// document of a page may.
    pub anchors: bool,
    /// How many levels headings are lowered by.
    pub shift: u8,
    /// Parts that have a note: start and kind → identifier.
    pub parts: &'a BTreeMap<(usize, PartKind), String>,
    /// Top-level elements and rows that are left out: byte range → HTML that says so.
    pub omitted: &'a [(Range<usize>, String)],
}

impl std::fmt::Debug for Show<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Show")
            .field("anchors", &self.anchors)
            .field("shift", &self.shift)
            .finish_non_exhaustive()
    }
}

static NO_PARTS: BTreeMap<(usize, PartKind), String> = BTreeMap::new();

impl<'a> Show<'a> {
    /// Without identifiers, for text quoted from elsewhere.
    pub fn quoted(links: &'a dyn Links) -> Show<'a> {
        Show {
            links,
            anchors: false,
            shift: 3,
            parts: &NO_PARTS,
            omitted: &[],
        }
    }
}

impl Document {
    /// The HTML of every block, in order.
    pub fn render_blocks(&self, show: &Show<'_>) -> Vec<String> {
        let mut writer = Writer::new(self, show);
        let mut done: Vec<String> = Vec::with_capacity(self.blocks.len());
        let starts: Vec<usize> = self.blocks.iter().map(|block| block.span.start).collect();
        let mut depth = 0usize;
        let mut current: Option<usize> = None;
        for (event, range) in Parser::new_ext(&self.text[self.body..], options()).into_offset_iter()
        {
            let range = range.start + self.body..range.end + self.body;
            if depth == 0 && matches!(event, Event::Start(_)) {
                let block = starts
                    .partition_point(|start| *start <= range.start)
                    .checked_sub(1);
                if block != current {
                    if current.is_some() {
                        done.push(writer.take());
                    }
                    current = block;
                }
            }
            match &event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            writer.event(event, range);
        }
        if current.is_some() {
            done.push(writer.take());
        }
        done
    }

    /// The HTML of one block. Rendering all blocks of a document at once costs the same.
    pub fn render_block(&self, block: &Block, show: &Show<'_>) -> String {
        let index = self.blocks.iter().position(|other| other.id == block.id);
        let all = self.render_blocks(show);
        index
            .and_then(|index| all.into_iter().nth(index))
            .unwrap_or_default()
    }

    /// The HTML of a byte range, read as a document of its own.
    pub fn render_slice(&self, span: &Range<usize>, show: &Show<'_>) -> String {
        self.render_behind("", span, show)
    }

    /// The HTML of a byte range, read as if `lead` stood before it on its first line. `lead` itself
    /// is not in the result; it has to be one that stays text.
    fn render_behind(&self, lead: &str, span: &Range<usize>, show: &Show<'_>) -> String {
        let slice = self.slice(span);
        let definitions = self.definitions(slice);
        let resolve = |link: BrokenLink<'_>| {
            definitions
                .get(&link.reference.to_lowercase())
                .map(|(to, title)| (CowStr::from(to.clone()), CowStr::from(title.clone())))
        };
        let read = [lead, slice].concat();
        let parser = Parser::new_with_broken_link_callback(&read, options(), Some(resolve))
            .into_offset_iter();
        let mut writer = Writer::new(self, show);
        for (event, range) in parser {
            let event = match event {
                Event::Text(text) if range.start < lead.len() => {
                    match text.get(lead.len() - range.start..) {
                        None | Some("") => continue,
                        Some(rest) => Event::Text(CowStr::from(rest.to_owned())),
                    }
                }
                event => event,
            };
            let place = |at: usize| at.saturating_sub(lead.len()) + span.start;
            writer.event(event, place(range.start)..place(range.end));
        }
        writer.take()
    }

    /// The HTML of a byte range that is part of a paragraph or a cell: its first line begins no list,
    /// heading or code, whatever it looks like by itself.
    pub fn render_inline(&self, span: &Range<usize>, show: &Show<'_>) -> String {
        // Behind a mark of punctuation, emphasis opens as it does at the start of a line.
        let html = self.render_behind(".", span, show);
        let html = html.trim();
        let inner = html
            .strip_prefix("<p>")
            .and_then(|rest| rest.strip_suffix("</p>"))
            .filter(|inner| !inner.contains("<p>"));
        inner.unwrap_or(html).to_owned()
    }

    /// The link definitions of the whole document, for a slice that may use them.
    fn definitions(&self, slice: &str) -> HashMap<String, (String, String)> {
        if !slice.contains('[') {
            return HashMap::new();
        }
        Parser::new_ext(&self.text[self.body..], options())
            .reference_definitions()
            .iter()
            .map(|(name, to)| {
                let title = to.title.as_deref().unwrap_or_default().to_owned();
                (name.to_lowercase(), (to.dest.to_string(), title))
            })
            .collect()
    }
}

struct Writer<'a> {
    document: &'a Document,
    show: &'a Show<'a>,
    out: String,
    raw: Raw,
    /// Lines that have their anchor already.
    anchored: BTreeSet<usize>,
    /// Identifiers of footnotes that are defined already.
    footnotes: BTreeSet<String>,
    /// Index of the reference that is open as a link.
    mark: Option<usize>,
    /// Markdown links that are open; `true` if an `<a>` was written.
    links: Vec<bool>,
    alignments: Vec<Alignment>,
    cell: usize,
    in_head: bool,
    code: Option<(String, Range<usize>, String)>,
    html: Option<String>,
    image: Option<(String, String)>,
    /// Depth at which an omitted element is being skipped.
    skipping: usize,
    /// The level of the heading that is open.
    open_heading: Option<u8>,
    /// A part's identifier, waiting for an element that can hold its anchor.
    piece: Option<String>,
}

impl<'a> Writer<'a> {
    fn new(document: &'a Document, show: &'a Show<'a>) -> Writer<'a> {
        Writer {
            document,
            show,
            out: String::new(),
            raw: Raw::default(),
            anchored: BTreeSet::new(),
            footnotes: BTreeSet::new(),
            mark: None,
            links: Vec::new(),
            alignments: Vec::new(),
            cell: 0,
            in_head: false,
            code: None,
            html: None,
            image: None,
            skipping: 0,
            open_heading: None,
            piece: None,
        }
    }

    fn take(&mut self) -> String {
        self.close_mark();
        let mut out = std::mem::take(&mut self.out);
        self.raw.finish(&mut out);
        if std::mem::take(&mut self.raw.seen) {
            html::clean(&out)
        } else {
            out
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.skip(&event, &range) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) => self.code_span(&text, range),
            Event::Html(text) => match &mut self.html {
                Some(html) => html.push_str(&text),
                None => self.raw.block(&text, &mut self.out),
            },
            Event::InlineHtml(text) => {
                self.close_mark();
                self.raw.inline(&text, &mut self.out);
            }
            Event::SoftBreak => self.line_break("\n", &range),
            Event::HardBreak => self.line_break("<br>\n", &range),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => {
                let (state, label) = if done {
                    (" checked", "done")
                } else {
                    ("", "open")
                };
                let _ = write!(
                    self.out,
                    "<input type=\"checkbox\" disabled aria-label=\"{label}\"{state}> "
                );
            }
            Event::FootnoteReference(name) => {
                let id = super::name::slug(&name);
                let name = html::escape(&name);
                if self.show.anchors {
                    let _ = write!(self.out, "<sup><a href=\"#fn_{id}\">{name}</a></sup>");
                } else {
                    let _ = write!(self.out, "<sup>{name}</sup>");
                }
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text, range),
        }
    }

    /// Leaves out what the site's author left out, and says so in its place.
    fn skip(&mut self, event: &Event<'_>, range: &Range<usize>) -> bool {
        if self.skipping > 0 {
            match event {
                Event::Start(_) => self.skipping += 1,
                Event::End(_) => self.skipping -= 1,
                _ => {}
            }
            return true;
        }
        let Event::Start(tag) = event else {
            return false;
        };
        let omitted = self
            .show
            .omitted
            .iter()
            .find(|(span, _)| span.start == range.start && range.end <= span.end + 2);
        let Some((_, words)) = omitted else {
            return false;
        };
        match tag {
            Tag::TableRow => {
                let _ = writeln!(
                    self.out,
                    "<tr class=\"omitted\"><td colspan=\"{}\">{words}</td></tr>",
                    self.alignments.len().max(1)
                );
            }
            Tag::Item => {
                let _ = writeln!(self.out, "<li class=\"omitted\">{words}</li>");
            }
            Tag::Paragraph
            | Tag::Table(_)
            | Tag::List(_)
            | Tag::CodeBlock(_)
            | Tag::BlockQuote(_) => {
                let _ = writeln!(self.out, "<p class=\"omitted\">{words}</p>");
            }
            _ => return false,
        }
        self.skipping = 1;
        true
    }

    /// ` id="L14"` for the first element of a line, and what makes a part with a note one.
    fn attributes(
        &mut self,
        event: &Event<'_>,
        range: &Range<usize>,
        part: Option<PartKind>,
    ) -> String {
        let mut attributes = String::new();
        let piece = part.and_then(|kind| self.show.parts.get(&(range.start, kind)));
        if let Some(id) = piece {
            let _ = write!(attributes, " data-piece=\"{id}\"");
            // Tables and code can be reached as they are, because they scroll.
            if !matches!(part, Some(PartKind::Table | PartKind::Fence)) {
                attributes.push_str(" tabindex=\"0\"");
            }
            self.piece = Some(id.clone());
        }
        if self.show.anchors && is_anchor(event) {
            let line = self.document.line(range.start);
            if self.anchored.insert(line) {
                let _ = write!(attributes, " id=\"L{line}\"");
            }
        }
        attributes
    }

    #[allow(clippy::too_many_lines)] // one arm per Markdown element
    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        self.close_mark();
        let event = Event::Start(tag.clone());
        let part = match &tag {
            Tag::Paragraph => Some(PartKind::Paragraph),
            Tag::Item => Some(PartKind::Item),
            Tag::TableRow => Some(PartKind::Row),
            Tag::Table(_) => Some(PartKind::Table),
            Tag::CodeBlock(_) => Some(PartKind::Fence),
            _ => None,
        };
        let attributes = self.attributes(&event, &range, part);
        if !matches!(tag, Tag::HtmlBlock) {
            self.raw.enter();
        }
        match tag {
            Tag::Paragraph => {
                let _ = write!(self.out, "<p{attributes}>");
                self.piece_anchor();
            }
            Tag::Heading { level, .. } => self.heading(level as u8, range.start, &attributes),
            Tag::BlockQuote(kind) => self.quote(kind),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info
                        .split([' ', ',', '{'])
                        .next()
                        .unwrap_or_default()
                        .to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, range, attributes));
                self.html = Some(String::new());
            }
            Tag::HtmlBlock => self.html = Some(String::new()),
            Tag::List(Some(first)) if first != 1 => {
                let _ = writeln!(self.out, "<ol start=\"{first}\">");
            }
            Tag::List(Some(_)) => self.out.push_str("<ol>\n"),
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::Item => {
                let _ = write!(self.out, "<li{attributes}>");
                self.piece_anchor();
            }
            Tag::FootnoteDefinition(name) => {
                let id = super::name::slug(&name);
                let label = html::escape(&name);
                // A name may be defined twice, also within its own definition.
                if self.show.anchors && self.footnotes.insert(id.clone()) {
                    let _ = write!(
                        self.out,
                        "<div class=\"footnote\" id=\"fn_{id}\"><sup>{label}</sup> "
                    );
                } else {
                    let _ = write!(self.out, "<div class=\"footnote\"><sup>{label}</sup> ");
                }
            }
            Tag::Table(alignments) => {
                self.alignments = alignments;
                let _ = write!(
                    self.out,
                    "<div class=\"table\" role=\"group\" aria-label=\"table\" tabindex=\"0\"{attributes}>"
                );
                self.piece_anchor();
                self.out.push_str("<table>");
            }
            Tag::TableHead => {
                self.in_head = true;
                self.cell = 0;
                let _ = write!(self.out, "<thead><tr{attributes}>");
            }
            Tag::TableRow => {
                self.cell = 0;
                let _ = write!(self.out, "<tr{attributes}>");
            }
            Tag::TableCell => {
                let class = match self.alignments.get(self.cell) {
                    Some(Alignment::Right) => " class=\"right\"",
                    Some(Alignment::Center) => " class=\"center\"",
                    _ => "",
                };
                let _ = if self.in_head {
                    write!(self.out, "<th scope=\"col\"{class}>")
                } else {
                    write!(self.out, "<td{class}>")
                };
                self.piece_anchor();
            }
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link {
                dest_url, title, ..
            } => self.link(&dest_url, &title),
            Tag::Image { dest_url, .. } => {
                self.image = Some((dest_url.to_string(), String::new()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        self.close_mark();
        if !matches!(tag, TagEnd::HtmlBlock) {
            self.raw.leave(&mut self.out);
        }
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>\n"),
            TagEnd::Heading(level) => {
                let level = self.open_heading.take().unwrap_or(level as u8);
                let _ = writeln!(self.out, "</h{level}>");
            }
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.raw.block(&html, &mut self.out);
                }
            }
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::FootnoteDefinition => self.out.push_str("</div>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str("</tr></thead><tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => {
                self.cell += 1;
                self.out
                    .push_str(if self.in_head { "</th>" } else { "</td>" });
            }
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link if self.links.pop() == Some(true) => self.out.push_str("</a>"),
            TagEnd::Image => self.end_image(),
            _ => {}
        }
    }

    /// A part's own anchor stands inside it: the element itself carries the line's.
    fn piece_anchor(&mut self) {
        if let Some(id) = self.piece.take() {
            let _ = write!(self.out, "<span class=\"anchor\" id=\"{id}\"></span>");
        }
    }

    fn heading(&mut self, level: u8, at: usize, attributes: &str) {
        let headings = &self.document.headings;
        let before = headings.partition_point(|heading| heading.span.start < at);
        let found = headings.get(before);
        let found = found.filter(|heading| heading.span.start == at && self.show.anchors);
        let above = before.checked_sub(1).and_then(|last| headings.get(last));
        let depth = match found {
            Some(heading) => heading.depth,
            // In a quotation or list: under the heading before it at most.
            None if self.show.anchors => level.min(above.map_or(1, |heading| heading.depth + 1)),
            // Of a piece of a document it is not known what its headings are under.
            None => level,
        };
        let level = (depth + self.show.shift).min(6);
        self.open_heading = Some(level);
        match found {
            // A block's own element carries its identifier; the heading keeps the line's.
            Some(heading) => {
                let _ = write!(self.out, "<h{level}{attributes}>");
                let is_block = self
                    .document
                    .blocks
                    .iter()
                    .any(|block| block.id == heading.id);
                for id in (!is_block)
                    .then_some(&heading.id)
                    .into_iter()
                    .chain(&heading.alias)
                {
                    let _ = write!(self.out, "<span class=\"anchor\" id=\"{id}\"></span>");
                }
            }
            None => {
                let _ = write!(self.out, "<h{level}{attributes}>");
            }
        }
    }

    fn quote(&mut self, kind: Option<BlockQuoteKind>) {
        let Some(kind) = kind else {
            self.out.push_str("<blockquote>\n");
            return;
        };
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", "Note"),
            BlockQuoteKind::Tip => ("tip", "Tip"),
            BlockQuoteKind::Important => ("important", "Important"),
            BlockQuoteKind::Warning => ("warning", "Warning"),
            BlockQuoteKind::Caution => ("caution", "Caution"),
        };
        let _ = writeln!(
            self.out,
            "<blockquote class=\"alert alert-{class}\"><p class=\"alert-title\">{title}</p>"
        );
    }

    fn link(&mut self, destination: &str, title: &str) {
        let title = if title.is_empty() {
            String::new()
        } else {
            format!(" title=\"{}\"", html::escape(title))
        };
        let written = match self.show.links.link(destination) {
            Destination::Internal(href) => {
                let _ = write!(
                    self.out,
                    "<a class=\"ref\" href=\"{}\"{title}>",
                    html::escape(&href)
                );
                true
            }
            Destination::External(href) => {
                let _ = write!(self.out, "<a href=\"{}\"{title}>", html::escape(&href));
                true
            }
            Destination::Nowhere => false,
        };
        self.links.push(written);
    }

    fn end_image(&mut self) {
        let Some((destination, alt)) = self.image.take() else {
            return;
        };
        let alt = html::escape(&alt);
        if let Some(source) = self.show.links.image(&destination) {
            let _ = write!(
                self.out,
                "<img src=\"{}\" alt=\"{alt}\" loading=\"lazy\">",
                html::escape(&source)
            );
            return;
        }
        // A picture on another host would be fetched by every reader: it becomes a link.
        let label = if alt.is_empty() {
            html::escape(&destination)
        } else {
            alt
        };
        match self.show.links.link(&destination) {
            Destination::Internal(href) | Destination::External(href)
                if !self.links.contains(&true) =>
            {
                let _ = write!(self.out, "<a href=\"{}\">{label}</a>", html::escape(&href));
            }
            _ => {
                let _ = write!(self.out, "<span class=\"image\">{label}</span>");
            }
        }
    }

    fn end_code(&mut self) {
        let (Some((language, _, attributes)), Some(code)) = (self.code.take(), self.html.take())
        else {
            return;
        };
        let label = html::escape(&language);
        let language_label = if language.is_empty() {
            String::new()
        } else {
            format!(" data-language=\"{label}\"")
        };
        let _ = write!(
            self.out,
            "<div class=\"code\"><pre{attributes}{language_label} tabindex=\"0\">"
        );
        self.piece_anchor();
        let _ = writeln!(
            self.out,
            "<code>{}</code></pre></div>",
            highlight::highlight(&language, code.trim_end_matches('\n'))
        );
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        if let Some((_, alt)) = &mut self.image {
            alt.push_str(text);
            return;
        }
        if let Some(code) = &mut self.html {
            code.push_str(text);
            return;
        }
        // Text that is not its source byte by byte (entities, escapes) is never cut.
        if text.len() != range.len() || !self.links.is_empty() {
            let mark = self.mark_covering(&range);
            self.open_mark(mark);
            push_escaped(&mut self.out, text);
            return;
        }
        let mut at = 0;
        while at < text.len() {
            let source = range.start + at;
            let (mark, next) = self.mark_at(source, range.end);
            let mut end = (next - range.start).min(text.len()).max(at + 1);
            while !text.is_char_boundary(end) {
                end += 1;
            }
            self.open_mark(mark);
            push_escaped(&mut self.out, &text[at..end]);
            at = end;
        }
    }

    fn code_span(&mut self, text: &str, range: Range<usize>) {
        if let Some((_, alt)) = &mut self.image {
            alt.push_str(text);
            return;
        }
        let mark = self.mark_covering(&range);
        self.open_mark(mark);
        self.out.push_str("<code>");
        push_breakable(&mut self.out, text);
        self.out.push_str("</code>");
    }

    fn line_break(&mut self, text: &str, range: &Range<usize>) {
        if let Some((_, alt)) = &mut self.image {
            alt.push(' ');
            return;
        }
        let mark = self.mark_covering(range);
        if mark != self.mark {
            self.close_mark();
        }
        self.out.push_str(text);
    }

    /// The reference at an offset, and where it ends or the next one begins.
    fn mark_at(&self, offset: usize, end: usize) -> (Option<usize>, usize) {
        let marks = self.show.links.marks();
        let after = marks.partition_point(|mark| mark.span.start <= offset);
        let here = after
            .checked_sub(1)
            .filter(|index| marks.get(*index).is_some_and(|mark| offset < mark.span.end));
        let next = match here.and_then(|index| marks.get(index)) {
            Some(mark) => mark.span.end,
            None => marks.get(after).map_or(end, |mark| mark.span.start),
        };
        (here, next.min(end))
    }

    fn mark_covering(&self, range: &Range<usize>) -> Option<usize> {
        if !self.links.is_empty() {
            return None;
        }
        let (mark, _) = self.mark_at(range.start, range.end);
        let marks = self.show.links.marks();
        mark.filter(|index| {
            marks
                .get(*index)
                .is_some_and(|mark| mark.span.end >= range.end)
        })
    }

    fn open_mark(&mut self, mark: Option<usize>) {
        if self.mark == mark {
            return;
        }
        self.close_mark();
        let Some(found) = mark.and_then(|index| self.show.links.marks().get(index)) else {
            return;
        };
        let class = if found.span.len() <= SHORT {
            "ref short"
        } else {
            "ref"
        };
        let _ = write!(
            self.out,
            "<a class=\"{class}\" href=\"{}\" title=\"{}\">",
            html::escape(&found.href),
            html::escape(&found.title)
        );
        self.mark = mark;
    }

    fn close_mark(&mut self) {
        if self.mark.take().is_some() {
            self.out.push_str("</a>");
        }
    }
}
