//! Documents: their blocks, what they refer to, what of it is missing.

use super::piece::{address, commit, lines, lines_of, markdown};
use super::skill::name;
use crate::address::Url;
use crate::book::{Book, DocId, DocKind, DocumentEntry, PageLinks};
use crate::markdown::{Block, BlockKind, Destination, Document, Links};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::ops::Range;

/// Every document that has a page, pages of the guide included.
pub(super) fn documents(book: &Book) -> Vec<Value> {
    let documents = book.documents.par_iter().enumerate();
    documents
        .filter_map(|(index, entry)| document(book, DocId(index), entry))
        .collect()
}

fn document(book: &Book, id: DocId, entry: &DocumentEntry) -> Option<Value> {
    let url = entry.url.as_ref()?;
    let (kind, skill, case) = match entry.kind {
        DocKind::Skill(skill) => ("skill", Some(skill), None),
        DocKind::SkillFile(skill) => ("skill-file", Some(skill), None),
        DocKind::Case(case) => ("case", None, Some(case)),
        DocKind::Guide(_) => ("guide", None, None),
        DocKind::Notes(_) | DocKind::Other => ("other", None, None),
    };
    // A page of the guide is of no source.
    let source = book.sources.get(entry.source);
    let text = &entry.document;
    Some(json!({
        "path": entry.path.as_str(),
        "source": source.map(|source| &source.name),
        "url": address(url),
        "markdown": markdown(url),
        "kind": kind,
        "title": text.title(),
        "skill": skill.and_then(|skill| name(book, skill)),
        "case": case.and_then(|case| Some(book.cases.get(case)?.name.as_str())),
        "written_by": entry.owner.and_then(|owner| name(book, owner)),
        "commit": commit(book, (entry.source, &entry.path), entry.provenance.as_ref()),
        "blocks": text.blocks.iter().map(|it| Value::Object(block(text, it))).collect::<Vec<_>>(),
        "references": references(book, id),
        "missing": missing(entry),
    }))
}

/// What every block has: identifier, kind, title, lines.
pub(super) fn block(document: &Document, block: &Block) -> serde_json::Map<String, Value> {
    let kind = match block.kind {
        BlockKind::Title => "title",
        BlockKind::Opening => "opening",
        BlockKind::Section => "section",
    };
    let heading = document.heading_of(block);
    let mut map = serde_json::Map::new();
    map.insert("id".to_owned(), json!(block.id));
    map.insert("kind".to_owned(), json!(kind));
    map.insert(
        "title".to_owned(),
        json!(heading.map(|heading| &heading.text)),
    );
    map.insert("lines".to_owned(), lines(document.lines(&block.span)));
    map
}

/// Words of a document and links in it that lead to a place of the site, in source order.
pub(super) fn references(book: &Book, id: DocId) -> Vec<Value> {
    let document = book.document(id);
    let links = PageLinks::new(book, id, &Url::catalogue());
    let mut found: Vec<(Range<usize>, &str, Option<&str>)> = Vec::new();
    let written: Vec<(Range<usize>, String)> = document
        .link_destinations()
        .iter()
        .filter_map(|(span, destination)| match links.link(destination) {
            Destination::Internal(href) => Some((span.clone(), href)),
            _ => None,
        })
        .collect();
    found.extend(
        written
            .iter()
            .map(|(span, href)| (span.clone(), href.as_str(), None)),
    );
    // How far links reach that begin up to there; links come by position.
    let mut reach = 0;
    let reaches: Vec<(usize, usize)> = written
        .iter()
        .map(|(span, _)| {
            reach = span.end.max(reach);
            (span.start, reach)
        })
        .collect();
    for mark in links.marks() {
        // Within a link, the link leads.
        let before = reaches.partition_point(|(start, _)| *start <= mark.span.start);
        let reach = before.checked_sub(1).and_then(|last| reaches.get(last));
        if reach.is_none_or(|(_, end)| *end < mark.span.end) {
            found.push((
                mark.span.clone(),
                mark.href.as_str(),
                Some(mark.title.as_str()),
            ));
        }
    }
    found.sort_by_key(|(span, _, _)| (span.start, span.end));
    let found = found.into_iter().map(|(span, href, title)| {
        json!({
            "text": document.slice(&span),
            "lines": lines_of(document, &span),
            "url": href,
            "title": title,
        })
    });
    found.collect()
}

/// Files that a document names and that are not there.
pub(super) fn missing(entry: &DocumentEntry) -> Vec<Value> {
    let missing = entry.missing.iter().map(|missing| {
        json!({
            "path": missing.path,
            "lines": lines_of(&entry.document, &missing.span),
            "nearest": missing.nearest,
        })
    });
    missing.collect()
}
