//! Small links that several views share.

use crate::address::Url;
use crate::book::{Book, DocId, Hosted, Quote};
use crate::markdown::{Document, FlowKind, Lines, NoLinks, Show, breakable};
use crate::workspace::git::Provenance;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// A path or a qualified name, which may be broken where its parts meet.
pub(super) fn path(text: &str) -> Markup {
    PreEscaped(breakable(text))
}

/// A link to the lines of a document: its file name and the lines.
pub(super) fn lines(book: &Book, page: &Url, id: DocId, lines: Lines) -> Markup {
    let entry = book.entry(id);
    let href = entry
        .url
        .as_ref()
        .map(|url| page.link_to(url, entry.document.anchor(lines.first).as_deref()));
    let text = format!("{} {lines}", entry.file_name());
    html! {
        @match href {
            Some(href) => { a href=(href) { (text) } }
            None => { (text) }
        }
    }
}

/// A document by its file name.
pub(super) fn document(book: &Book, page: &Url, id: DocId) -> Markup {
    let entry = book.entry(id);
    html! {
        @match &entry.url {
            Some(url) => { a href=(page.link(url)) { code { (entry.file_name()) } } }
            None => { code { (entry.file_name()) } }
        }
    }
}

/// A skill by its name, linked if there is one.
pub(super) fn skill(book: &Book, page: &Url, name: &str, index: Option<usize>) -> Markup {
    let url = index
        .and_then(|index| book.skills.get(index))
        .map(|entry| &entry.url);
    html! {
        @match url {
            Some(url) => { a href=(page.link(url)) { code { (name) } } }
            None => { code { (name) } }
        }
    }
}

/// A quotation of a sentence or row of a skill's text, with its lines.
pub(super) fn quote(book: &Book, page: &Url, quote: Quote) -> Markup {
    let Some(entry) = book.skills.get(quote.skill) else {
        return html! {};
    };
    let Some(passage) = entry.skill.passages.get(quote.passage) else {
        return html! {};
    };
    let links = crate::book::PageLinks::new(book, entry.document, page);
    let words = match passage.kind {
        FlowKind::Text => PreEscaped(
            entry
                .skill
                .document
                .render_inline(&passage.span, &Show::quoted(&links)),
        ),
        // A row is no running text: its cells are parted by a dot.
        FlowKind::Row | FlowKind::Head => html! { (passage.text) },
    };
    html! {
        figure data-source="quote" data-pagefind-ignore {
            blockquote { (words) }
            figcaption { (lines(book, page, entry.document, passage.lines)) }
        }
    }
}

/// Markdown that a site's author wrote in the configuration.
pub(super) fn markdown(text: &str) -> Markup {
    let document = Document::parse(Arc::from(text), &[]);
    let span = document.body..document.text.len();
    PreEscaped(document.render_slice(&span, &Show::quoted(&NoLinks)))
}

/// `at e4cae27, 2026-10-08`, and where that is at the host.
pub(super) fn commit(provenance: &Provenance, hosted: Option<&Hosted>) -> Markup {
    let day = provenance.date.split('T').next().unwrap_or_default();
    let name = html! { code.commit title=(provenance.commit) { (provenance.short) } };
    html! {
        "at "
        @match hosted {
            Some(hosted) => { a href=(hosted.file) { (name) } }
            None => { (name) }
        }
        ", " time datetime=(provenance.date) { (day) }
        @if let Some(hosted) = hosted {
            " · " a href=(hosted.history) { "history" }
            @if let Some(edit) = &hosted.edit { " · " a href=(edit) { "edit" } }
        }
    }
}

/// A size in bytes, for people.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KB", bytes.div_ceil(1024)),
        _ => format!(
            "{:.1} MB",
            f64::from(u32::try_from(bytes / 1024).unwrap_or(u32::MAX)) / 1024.0
        ),
    }
}
