//! A use case: its documents in the order of the rail, who wrote each, what each took from those
//! before it, the spec's status, the changelog.

use super::frame::{Found, Page, frame};
use super::link;
use crate::address::Url;
use crate::address::part_id;
use crate::book::{Book, CaseDocument, Taken};
use maud::{Markup, html};

/// The page of a case.
pub fn case(book: &Book, index: usize) -> String {
    let Some(case) = book.cases.get(index) else {
        return String::new();
    };
    let page = &case.url;
    let title = case
        .documents
        .first()
        .and_then(|document| book.document(document.document).title());
    let title = title.map(|title| title.split_once('·').map_or(title, |(_, name)| name.trim()));
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (case.name) }
                @if let Some(title) = title { p.line { (title) } }
            }
            dl.facts data-pagefind-ignore {
                @if let Some(spec) = case.spec { div { dt { "Spec" } dd { (link::document(book, page, spec)) } } }
                @if let Some(status) = &case.status {
                    div { dt { "Status" } dd { (status) @if case.frozen { ": the guard refuses writes into its folder" } } }
                }
                @if let Some(changelog) = case.changelog { div { dt { "Changelog" } dd { (link::document(book, page, changelog)) } } }
                div { dt { "Source" } dd { code { (link::path(case.folder.as_str())) } " in " (book.source_name(case.source)) } }
            }
        }
        section data-part="partials" aria-labelledby=(part_id("partials")) data-pagefind-ignore {
            h2 #(part_id("partials")) { "Through every step" }
            ol.steps { @for document in &case.documents { (partial(book, page, document)) } }
        }
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-case",
            title: &case.name,
            description: title.unwrap_or_default(),
            base: None,
            found: Found::Alone,
            card: None,
            content,
        },
    )
}

fn partial(book: &Book, page: &Url, document: &CaseDocument) -> Markup {
    let entry = book.entry(document.document);
    let owner = document
        .owner
        .and_then(|owner| Some((owner, book.skills.get(owner)?)));
    let when = book.rails.iter().find_map(|rail| {
        rail.rail
            .steps
            .iter()
            .find(|step| step.partial.as_deref() == Some(entry.file_name()))?
            .when
            .clone()
    });
    html! {
        li data-partial=(entry.file_name()) {
            h3 { (link::document(book, page, document.document)) }
            @if let Some((index, owner)) = owner {
                p.by { "Written by " (link::skill(book, page, &owner.skill.name, Some(index))) @if let Some(when) = when { ", which runs only for " (when) } "." }
            }
            @if !document.takes.is_empty() || !document.leaves.is_empty() {
                dl.facts {
                    @if !document.takes.is_empty() { div { dt { "Takes from" } dd.takes { (cited(book, page, &document.takes)) } } }
                    @if !document.leaves.is_empty() { div { dt { "Leaves to" } dd.leaves { (cited(book, page, &document.leaves)) } } }
                }
            }
        }
    }
}

/// Documents with the sections that are cited of each.
fn cited(book: &Book, page: &Url, taken: &[Taken]) -> Markup {
    html! {
        ul {
            @for (other, sections) in taken {
                li {
                    (link::document(book, page, *other))
                    @for (number, (name, fragment)) in sections.iter().enumerate() {
                        @if number == 0 { " " } @else { ", " }
                        @if let Some(url) = &book.entry(*other).url { a.section href=(page.link_to(url, Some(fragment))) { (name) } }
                    }
                }
            }
        }
    }
}
