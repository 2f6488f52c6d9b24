//! The guide: the list of its pages, and each page with the ones before and after it.

use super::frame::{Found, Page, frame};
use super::sheet::{sheet, view};
use crate::address::Url;
use crate::book::{Book, Guide, GuidePage};
use crate::markdown::BlockKind;
use maud::{Markup, html};

/// The list of the guide's pages; empty for a site without a guide.
pub fn guide_index(book: &Book) -> String {
    let Some(guide) = &book.guide else {
        return String::new();
    };
    let page = &guide.url;
    let content = html! {
        section.head data-part="head" {
            div.head-main { h1 { "Guide" } }
        }
        section data-part="pages" aria-label="Pages of the guide" {
            ol.guide-list {
                @for entry in &guide.pages {
                    li {
                        a href=(page.link(&entry.url)) { (entry.title) }
                        @if !entry.line.is_empty() { p { (entry.line) } }
                    }
                }
            }
        }
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-guide-index",
            title: "Guide",
            description: "",
            base: None,
            found: Found::Never,
            card: None,
            content,
        },
    )
}

/// A page of the guide.
pub fn guide(book: &Book, index: usize) -> String {
    let Some((guide, entry)) = book
        .guide
        .as_ref()
        .and_then(|guide| Some((guide, guide.pages.get(index)?)))
    else {
        return String::new();
    };
    let page = &entry.url;
    // A page's own heading stands in its head; another at the top would be its equal.
    let shift = u8::from(has_another_top(book, entry));
    let (title, mut shown) = sheet(book, page, entry.document, shift, None, None).split_title();
    shown.name.clone_from(&entry.heading);
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                p.guide-up { a href=(page.link(&guide.url)) { "Guide" } }
                h1 id=[title] { (entry.heading) }
            }
        }
        section data-part="document" aria-label=(entry.heading) { (view(&shown)) }
        (pager(guide, index, page))
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-guide",
            title: &format!("{} · Guide", entry.title),
            description: &entry.line,
            base: None,
            found: Found::Alone,
            card: None,
            content,
        },
    )
}

fn has_another_top(book: &Book, entry: &GuidePage) -> bool {
    let document = book.document(entry.document);
    let titles = document
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Title);
    let tops = document
        .headings
        .iter()
        .filter(|heading| heading.depth == 1);
    tops.count() > titles.count()
}

/// The pages before and after.
fn pager(guide: &Guide, index: usize, page: &Url) -> Markup {
    let before = index
        .checked_sub(1)
        .and_then(|index| guide.pages.get(index));
    let after = guide.pages.get(index + 1);
    html! {
        @if before.is_some() || after.is_some() {
            nav.pager aria-label="Guide" {
                @if let Some(before) = before { a rel="prev" href=(page.link(&before.url)) { span { "Previous" } " " (before.title) } }
                @if let Some(after) = after { a rel="next" href=(page.link(&after.url)) { span { "Next" } " " (after.title) } }
            }
        }
    }
}
