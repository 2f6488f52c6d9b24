//! `skills.json`: everything that the pages know, as data.
//!
//! Addresses are relative to the catalogue, which lies at the site's root. Lists have the order of the
//! pages, keys a fixed one. What is not known is `null`, what there is none of an empty list.
//! `schema.json` describes the form; a test holds the catalogue of every example site against it.

mod document;
mod guard;
mod permissions;
mod piece;
mod skill;

use crate::address::Url;
use crate::book::{Book, Taken};
use crate::check::check;
use crate::diagnostics;
use document::documents;
use piece::{address, markdown};
use rayon::prelude::*;
use serde_json::{Value, json};

/// The JSON Schema (2020-12) of the catalogue.
pub const SCHEMA: &str = include_str!("schema.json");

/// The form of the catalogue. A change that a reader of the old form would stumble over has a new
/// number.
const FORM: u32 = 1;

/// The catalogue.
pub fn catalogue(book: &Book) -> String {
    let found: Vec<Value> = check(book).iter().map(diagnostics::json::entry).collect();
    let catalogue = json!({
        "$schema": Url::catalogue().link(&Url::catalogue_schema()),
        "form": FORM,
        "generator": { "name": "Skillbook", "version": env!("CARGO_PKG_VERSION") },
        "site": {
            "title": book.site.title,
            "description": book.site.description,
            "language": book.site.language,
            "url": book.site.address(&Url::index()),
        },
        "sources": book.sources.iter().map(|source| json!({ "name": source.name })).collect::<Vec<_>>(),
        "skills": (0..book.skills.len()).into_par_iter().filter_map(|index| skill::skill(book, index)).collect::<Vec<_>>(),
        "classes": guard::classes(book),
        "rails": rails(book),
        "cases": cases(book),
        "documents": documents(book),
        "guide": guide(book),
        "redirects": redirects(book),
        "diagnostics": found,
    });
    format!("{catalogue}\n")
}

fn rails(book: &Book) -> Vec<Value> {
    let rails = book.rails.iter().map(|entry| {
        let rail = &entry.rail;
        let names = |steps: &[usize]| -> Vec<&str> {
            let steps = steps.iter().filter_map(|step| rail.steps.get(*step));
            steps.map(|step| step.skill.as_str()).collect()
        };
        let steps = rail.steps.iter().map(|step| {
            json!({
                "skill": step.skill,
                "partial": step.partial,
                "when": step.when,
                "reads": names(&step.reads),
                "read_by": names(&step.read_by),
            })
        });
        json!({
            "command": rail.command,
            "url": address(&entry.url),
            "markdown": markdown(&entry.url),
            "orchestrator": rail.orchestrator,
            "model": rail.model,
            "steps": steps.collect::<Vec<_>>(),
            "after": rail.after,
            "after_text": rail.after_text,
        })
    });
    rails.collect()
}

fn cases(book: &Book) -> Vec<Value> {
    let page = |id| book.entry(id).url.as_ref().map(address);
    let taken = |taken: &[Taken]| -> Vec<Value> {
        let taken = taken.iter().map(|(document, sections)| {
            let sections = sections
                .iter()
                .map(|(name, id)| json!({ "name": name, "id": id }));
            json!({
                "document": page(*document),
                "sections": sections.collect::<Vec<_>>(),
            })
        });
        taken.collect()
    };
    let cases = book.cases.iter().map(|case| {
        let documents = case.documents.iter().map(|document| {
            json!({
                "document": page(document.document),
                "written_by": document.owner.and_then(|owner| skill::name(book, owner)),
                "takes": taken(&document.takes),
                "leaves": taken(&document.leaves),
            })
        });
        json!({
            "name": case.name,
            "url": address(&case.url),
            "markdown": markdown(&case.url),
            "source": book.source_name(case.source),
            "folder": case.folder.as_str(),
            "status": case.status,
            "frozen": case.frozen,
            "spec": case.spec.and_then(page),
            "changelog": case.changelog.and_then(page),
            "documents": documents.collect::<Vec<_>>(),
        })
    });
    cases.collect()
}

fn guide(book: &Book) -> Vec<Value> {
    let pages = book.guide.iter().flat_map(|guide| &guide.pages);
    let pages = pages.map(|page| {
        json!({
            "title": page.title,
            "line": page.line,
            "url": address(&page.url),
            "markdown": markdown(&page.url),
            "path": book.entry(page.document).path.as_str(),
        })
    });
    pages.collect()
}

fn redirects(book: &Book) -> Vec<Value> {
    let redirects = book
        .redirects
        .iter()
        .map(|redirect| json!({ "from": address(&redirect.from), "to": address(&redirect.to) }));
    redirects.collect()
}
