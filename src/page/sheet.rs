//! A document block by block: chips, blocks with their lines, notes beside them.

use super::link;
use crate::address::{Url, note_id};
use crate::book::{Book, Derived, DocId, PageLinks, Quote, SkillEntry};
use crate::markdown::{Block, BlockKind, Document, Links, PartKind, Show, escape};
use crate::sample::{BlockNotes, Excerpt};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::ops::Range;

/// A document as a page shows it.
pub(super) struct Sheet {
    /// What the chips are said to lead through.
    pub(super) name: String,
    pub(super) chips: Vec<Chip>,
    pub(super) blocks: Vec<BlockView>,
}

pub(super) struct Chip {
    id: String,
    text: String,
}

pub(super) struct BlockView {
    id: String,
    kind: &'static str,
    /// What screen readers call it.
    label: String,
    /// What its note is headed with.
    name: String,
    lines: Markup,
    html: String,
    note: Option<Markup>,
}

/// The notes of a skill's sample, and where their words come from.
pub(super) struct Notes<'a> {
    pub(super) skill: usize,
    pub(super) by_block: &'a BTreeMap<String, BlockNotes>,
    pub(super) author: Option<DocId>,
    pub(super) headers: &'a [String],
}

/// A document with the notes and omissions of a sample, or without any.
pub(super) fn sheet(
    book: &Book,
    page: &Url,
    id: DocId,
    shift: u8,
    notes: Option<&Notes<'_>>,
    excerpt: Option<&Excerpt>,
) -> Sheet {
    with(book, page, id, shift, notes, excerpt, |block| {
        let document = book.document(id);
        notes.and_then(|notes| note(book, page, document, block, notes))
    })
}

/// A skill's own text, with what it says of itself.
pub(super) fn own(book: &Book, page: &Url, entry: &SkillEntry) -> Sheet {
    with(book, page, entry.document, 2, None, None, |block| {
        let derived = entry.derived.get(&block.id)?;
        // What a title or a short opening costs is not worth a note.
        let is_worth_it = block.kind == BlockKind::Section || !derived.is_plain();
        is_worth_it.then(|| self::derived(book, page, derived))
    })
}

fn derived(book: &Book, page: &Url, derived: &Derived) -> Markup {
    let files = |files: &[(String, Url)]| {
        html! { @for (index, (name, url)) in files.iter().enumerate() { @if index > 0 { ", " } a.ref href=(page.link(url)) { code { (link::path(name)) } } } }
    };
    html! {
        div data-source="derived" data-pagefind-ignore {
            @if !derived.loads.is_empty() { p { span.form-name { "Loads" } " " (files(&derived.loads)) } }
            @if !derived.runs.is_empty() { p { span.form-name { "Runs" } " " (files(&derived.runs)) } }
            @if !derived.tools.is_empty() {
                p { span.form-name { "Needs" } " " @for (index, tool) in derived.tools.iter().enumerate() { @if index > 0 { ", " } code { (link::path(tool)) } } }
            }
            @if !derived.hands_to.is_empty() {
                p { span.form-name { "Hands to" } " " @for (index, skill) in derived.hands_to.iter().enumerate() {
                    @if index > 0 { ", " }
                    @if let Some(entry) = book.skills.get(*skill) { a.ref href=(page.link(&entry.url)) { code { (link::path(&entry.skill.name)) } } }
                } }
            }
            p.cost { "about " (derived.tokens) " tokens" }
        }
    }
}

fn with(
    book: &Book,
    page: &Url,
    id: DocId,
    shift: u8,
    notes: Option<&Notes<'_>>,
    excerpt: Option<&Excerpt>,
    note_on: impl Fn(&Block) -> Option<Markup>,
) -> Sheet {
    let document = book.document(id);
    let links = PageLinks::new(book, id, page);
    let parts = noted_parts(document, notes);
    let omitted = omissions(book, page, id, excerpt);
    let show = Show {
        links: &links,
        anchors: true,
        shift,
        parts: &parts,
        omitted: &omitted,
    };
    let rendered = document.render_blocks(&show);
    let blocks = document
        .blocks
        .iter()
        .zip(rendered)
        .map(|(block, html)| {
            let left_out = excerpt.and_then(|excerpt| excerpt.covering(&block.span));
            let html = match left_out {
                Some(omission) => omitted_block(
                    document,
                    block,
                    shift,
                    &words(book, page, id, omission.lines),
                ),
                None => html,
            };
            BlockView {
                id: block.id.clone(),
                kind: match block.kind {
                    BlockKind::Title => "title",
                    BlockKind::Opening => "opening",
                    BlockKind::Section => "section",
                },
                label: label(document, block),
                name: name(document, block),
                lines: block_lines(book, page, id, block),
                html,
                note: note_on(block),
            }
        })
        .collect();
    Sheet {
        name: book.entry(id).file_name().to_owned(),
        chips: document
            .sections()
            .filter_map(|block| {
                Some(Chip {
                    id: block.id.clone(),
                    text: document.heading_of(block)?.text.clone(),
                })
            })
            .collect(),
        blocks,
    }
}

impl Sheet {
    /// The title's identifier, and the sheet without the title, for a page whose head shows it.
    pub(super) fn split_title(mut self) -> (Option<String>, Sheet) {
        let at = self.blocks.iter().position(|block| block.kind == "title");
        let title = at.map(|at| self.blocks.remove(at).id);
        (title, self)
    }
}

/// The view of a sheet.
pub(super) fn view(sheet: &Sheet) -> Markup {
    html! {
        @if !sheet.chips.is_empty() {
            nav.chips aria-label={ "Sections of " (sheet.name) } {
                ol { @for chip in &sheet.chips { li { a data-chip=(chip.id) href={ "#" (chip.id) } { (chip.text) } } } }
            }
        }
        div.sheet {
            @for block in &sheet.blocks {
                div.block #(block.id) data-block=(block.id) data-kind=(block.kind) tabindex="0" role="group" aria-label=(block.label)
                    aria-describedby=[block.note.as_ref().map(|_| note_id(&block.id))] {
                    div.block-text { span.lines data-pagefind-ignore { (block.lines) } (PreEscaped(&block.html)) }
                    @if let Some(note) = &block.note {
                        aside.note #(note_id(&block.id)) data-note=(block.id) aria-label={ "Note on " (block.label) } {
                            p.note-name data-pagefind-ignore { (block.name) }
                            (note)
                        }
                    }
                }
            }
        }
    }
}

fn label(document: &Document, block: &Block) -> String {
    let heading = document
        .heading_of(block)
        .map(|heading| heading.text.clone());
    heading.unwrap_or_else(|| {
        let words = block
            .parts
            .first()
            .map(|part| part.label.as_str())
            .unwrap_or_default();
        let words = if words.is_empty() {
            document.slice(&block.span)
        } else {
            words
        };
        let clean: String = words
            .chars()
            .filter(|c| !matches!(c, '>' | '`' | '*'))
            .collect();
        let first: Vec<&str> = clean.split_whitespace().take(5).collect();
        format!("{} …", first.join(" "))
    })
}

/// A block with a heading is called by it; one before the first section by what it is, for its
/// first words stand right beside its note.
fn name(document: &Document, block: &Block) -> String {
    match (document.heading_of(block), block.parts.first()) {
        (None, Some(part)) => format!("Opening · {}", part.kind.word()),
        _ => label(document, block),
    }
}

/// The lines in the margin, linked to the whole document.
fn block_lines(book: &Book, page: &Url, id: DocId, block: &Block) -> Markup {
    let entry = book.entry(id);
    let lines = entry.document.lines(&block.span);
    let href = match &entry.url {
        Some(url) if url != page => page.link_to(url, Some(&block.id)),
        _ => format!("#{}", block.id),
    };
    html! { a href=(href) aria-label={ "lines " (lines) } { (lines) } }
}

/// Start and kind of every part with a note → its identifier.
fn noted_parts(
    document: &Document,
    notes: Option<&Notes<'_>>,
) -> BTreeMap<(usize, PartKind), String> {
    let Some(notes) = notes else {
        return BTreeMap::new();
    };
    let noted: Vec<&String> = notes
        .by_block
        .values()
        .flat_map(|note| note.parts.iter().map(|(id, _)| id))
        .collect();
    document
        .blocks
        .iter()
        .flat_map(|block| &block.parts)
        .filter(|part| noted.contains(&&part.id))
        .map(|part| ((part.span.start, part.kind), part.id.clone()))
        .collect()
}

fn omissions(
    book: &Book,
    page: &Url,
    id: DocId,
    excerpt: Option<&Excerpt>,
) -> Vec<(Range<usize>, String)> {
    let list = excerpt
        .map(|excerpt| excerpt.omissions.as_slice())
        .unwrap_or_default();
    list.iter()
        .map(|omission| (omission.span.clone(), words(book, page, id, omission.lines)))
        .collect()
}

/// `… lines 31–45 left out`, with a link to the whole document.
fn words(book: &Book, page: &Url, id: DocId, lines: crate::markdown::Lines) -> String {
    let entry = book.entry(id);
    let href = entry
        .url
        .as_ref()
        .map(|url| page.link_to(url, entry.document.anchor(lines.first).as_deref()));
    let word = if lines.first == lines.last {
        "line"
    } else {
        "lines"
    };
    html! {
        "… " (word) " " (lines) " left out"
        @if let Some(href) = href { " · " a href=(href) { "the whole document" } }
    }
    .into_string()
}

fn omitted_block(document: &Document, block: &Block, shift: u8, words: &str) -> String {
    let heading = document
        .heading_of(block)
        .filter(|_| block.kind == BlockKind::Section);
    let mut out = String::new();
    if let Some(heading) = heading {
        let level = (heading.depth + shift).min(6);
        out.push_str(&format!("<h{level}>"));
        if let Some(alias) = &heading.alias {
            out.push_str(&format!("<span class=\"anchor\" id=\"{alias}\"></span>"));
        }
        out.push_str(&format!("{}</h{level}>\n", escape(&heading.text)));
    }
    out.push_str(&format!("<p class=\"omitted\">{words}</p>\n"));
    out
}

fn note(
    book: &Book,
    page: &Url,
    document: &Document,
    block: &Block,
    notes: &Notes<'_>,
) -> Option<Markup> {
    let found = notes.by_block.get(&block.id)?;
    let skill = book.skills.get(notes.skill)?;
    let skill_links = PageLinks::new(book, skill.document, page);
    let author = notes
        .author
        .map(|id| (book.document(id), PageLinks::new(book, id, page)));
    let row = found
        .table
        .and_then(|note| skill.skill.tables.get(note.table)?.rows.get(note.row));
    let show = Show::quoted(&skill_links);
    let more: Vec<(&str, Markup)> = row
        .map(|row| row.more.as_slice())
        .unwrap_or_default()
        .iter()
        .map(|(column, span)| {
            let header = notes
                .headers
                .get(*column)
                .map(String::as_str)
                .unwrap_or_default();
            (
                header,
                PreEscaped(skill.skill.document.render_inline(span, &show)),
            )
        })
        .collect();
    Some(html! {
        @if let (Some((text, links)), Some(span)) = (&author, &found.author) {
            div data-source="author" { (slice(text, span, links)) }
        }
        @if let Some(row) = row {
            div data-source="table" {
                p { (PreEscaped(skill.skill.document.render_inline(&row.note, &show))) }
                @for (header, html) in &more { p.form { span.form-name { (header) } ": " (html) } }
                p.source data-pagefind-ignore { (link::lines(book, page, skill.document, row.lines)) }
            }
        }
        (quotes(book, page, notes.skill, &found.quotes))
        @if let Some((text, links)) = &author {
            @for (part, span) in &found.parts {
                div.note-piece data-note=(part) data-source="author" {
                    p.piece-name data-pagefind-ignore { (piece_name(document, part)) }
                    (slice(text, span, links))
                }
            }
        }
    })
}

/// Quotations that a note shows at once. More would part the author's words from those on a part.
const QUOTES: usize = 2;

/// The first quotations, and the others behind a word.
fn quotes(book: &Book, page: &Url, skill: usize, passages: &[usize]) -> Markup {
    let (first, more) = passages.split_at(passages.len().min(QUOTES));
    let quote = |passage: &usize| {
        link::quote(
            book,
            page,
            Quote {
                skill,
                passage: *passage,
            },
        )
    };
    html! {
        @for passage in first { (quote(passage)) }
        @if !more.is_empty() {
            details.more data-pagefind-ignore {
                summary { (more.len()) @if more.len() == 1 { " more sentence" } @else { " more sentences" } }
                @for passage in more { (quote(passage)) }
            }
        }
    }
}

fn slice(document: &Document, span: &Range<usize>, links: &dyn Links) -> Markup {
    PreEscaped(document.render_slice(span, &Show::quoted(links)))
}

/// What the note of a part is headed with.
fn piece_name(document: &Document, id: &str) -> String {
    let part = document
        .blocks
        .iter()
        .flat_map(|block| &block.parts)
        .find(|part| part.id == id);
    match part {
        Some(part) if part.kind == PartKind::Row => part.label.clone(),
        Some(part) if part.nth == 1 => part.kind.word().to_owned(),
        Some(part) => format!("{} {}", part.kind.word(), part.nth),
        None => String::new(),
    }
}
