//! A skill's page: its seven parts, in order. A part with no data is left out, heading and all.

use super::frame::{Found, Page, frame};
use super::sheet::{Notes, own, sheet, view};
use super::{contract, files, guard, head, rail, readers};
use crate::address::part_id;
use crate::book::{Book, DocKind, SkillEntry};
use maud::{Markup, html};

/// The page of a skill.
pub fn skill(book: &Book, index: usize) -> String {
    let Some(entry) = book.skills.get(index) else {
        return String::new();
    };
    let class = entry
        .guard
        .as_ref()
        .and_then(|part| book.classes.get(part.class));
    let content = html! {
        (head::head(book, index, entry))
        (sample(book, index, entry))
        (contract::contract(book, entry))
        (guard::guard(book, entry))
        (rail::of_skill(book, entry))
        (readers::readers(book, entry))
        (files::files(book, entry))
    };
    frame(
        book,
        Page {
            url: &entry.url,
            kind: &format!(
                "page-skill accent-{}",
                class.map_or(1, |class| class.accent)
            ),
            title: &entry.skill.name,
            description: &entry.line,
            base: None,
            found: Found::Of(&entry.skill.name),
            card: entry.card.as_ref(),
            content,
        },
    )
}

/// The sample block by block; a skill without one shows its own text.
fn sample(book: &Book, index: usize, entry: &SkillEntry) -> Markup {
    let page = &entry.url;
    let Some(sample) = &entry.sample else {
        let own = own(book, page, entry);
        return html! {
            section data-part="sample" aria-labelledby=(part_id("sample")) {
                h2 #(part_id("sample")) { code { "SKILL.md" } ", block by block" }
                p.lead data-pagefind-ignore { "This skill has no sample, so this is its own text, with what each block loads, runs, needs and hands on, as far as it says so. Click a chip to jump to its section." }
                (view(&own))
            }
        };
    };
    let notes = Notes {
        skill: index,
        by_block: &sample.sample.notes,
        author: sample.notes,
        headers: &sample.table_headers,
    };
    let excerpt = &sample.sample.excerpt;
    let shown = sheet(book, page, sample.document, 2, Some(&notes), Some(excerpt));
    let document = book.entry(sample.document);
    let case = match document.kind {
        DocKind::Case(case) => book.cases.get(case),
        _ => None,
    };
    html! {
        section data-part="sample" aria-labelledby=(part_id("sample")) {
            h2 #(part_id("sample")) { code { (document.file_name()) } ", block by block" }
            p.lead data-pagefind-ignore {
                "A real document"
                @if let Some(case) = case { ": " a href=(page.link(&case.url)) { (case.name) } }
                ", in " (book.source_name(document.source))
                @if excerpt.is_empty() { "." } @else { ", excerpted." }
                @if let Some(url) = &document.url { " " a href=(page.link(url)) { "The whole document" } "." }
                " Point at a block to see what the skill fixes there, click to keep it; a chip jumps to its section."
            }
            (view(&shown))
        }
    }
}
