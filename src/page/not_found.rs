//! The page for an address that is not there. It is shown at any depth, so its links start from
//! the site's root.

use super::frame::{Found, Page, frame};
use crate::address::Url;
use crate::book::Book;
use maud::html;

/// The 404 page.
pub fn not_found(book: &Book) -> String {
    let page = Url::not_found();
    let path = book
        .site
        .base_url
        .as_deref()
        .map(base_path)
        .unwrap_or_default();
    let base = format!("{path}/");
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { "Not here" }
                p.line { "There is no page at this address. It may have moved, or its file is gone." }
                p { a href="./" { "To the front page" } }
            }
        }
        section {
            h2 { "Skills" }
            ul.skills { @for entry in &book.skills { li { a href=(Url::index().link(&entry.url)) { (entry.skill.name) } } } }
        }
    };
    frame(
        book,
        Page {
            url: &page,
            kind: "page-not-found",
            title: "Not here",
            description: "",
            base: Some(&base),
            found: Found::Never,
            card: None,
            content,
        },
    )
}

/// The path of an address, without a final `/`: `https://a.example/docs/` gives `/docs`.
fn base_path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/')
        .map_or("", |at| rest[at..].trim_end_matches('/'))
}
