//! `llms.txt` and `llms-full.txt`: a site for language models (llmstxt.org).

use super::markdown::{contents, head, skill};
use crate::address::Url;
use crate::book::Book;

/// The site's contents: title, description, and sections of links with a line each.
pub fn llms(book: &Book) -> String {
    contents(book)
}

/// Every skill's Markdown in one text, behind the site's title and description.
pub fn llms_full(book: &Book) -> String {
    let mut out = head(book);
    for entry in &book.skills {
        out.push_str("\n---\n\n");
        out.push_str(&skill(book, entry, &Url::index()));
    }
    out
}
