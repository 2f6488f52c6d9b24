//! Values that several parts of the catalogue share.

use crate::address::Url;
use crate::book::Book;
use crate::markdown::{Document, Lines};
use crate::workspace::RepoPath;
use crate::workspace::git::Provenance;
use serde_json::{Value, json};
use std::ops::Range;

/// An address, relative to the catalogue.
pub(super) fn address(url: &Url) -> String {
    Url::catalogue().link(url)
}

/// The address of a page's Markdown.
pub(super) fn markdown(url: &Url) -> String {
    address(&url.markdown())
}

/// Lines count from 1; both ends are included.
pub(super) fn lines(lines: Lines) -> Value {
    json!({ "first": lines.first, "last": lines.last })
}

/// The lines of a byte range.
pub(super) fn lines_of(document: &Document, span: &Range<usize>) -> Value {
    lines(document.lines(span))
}

/// The last commit of a file, and where that is at the host; `null` if git does not tell it.
pub(super) fn commit(
    book: &Book,
    (source, path): (usize, &RepoPath),
    provenance: Option<&Provenance>,
) -> Value {
    match provenance {
        Some(commit) => {
            let hosted = book.hosted(source, path, commit);
            json!({
                "commit": commit.commit,
                "date": commit.date,
                "subject": commit.subject,
                "file": hosted.as_ref().map(|hosted| &hosted.file),
                "history": hosted.as_ref().map(|hosted| &hosted.history),
                "edit": hosted.as_ref().and_then(|hosted| hosted.edit.as_ref()),
            })
        }
        None => Value::Null,
    }
}

/// A BLAKE3 hash in hexadecimal, with what it is.
pub(super) fn hash(hex: &str) -> String {
    format!("blake3:{hex}")
}
