//! A document, whole: a partial, a rule, a spec, a `SKILL.md`.

use super::frame::{Found, Page, frame};
use super::link;
use super::sheet::{sheet, view};
use crate::book::{Book, DocId, DocKind, DocumentEntry};
use crate::highlight;
use maud::{Markup, PreEscaped, html};

/// The page of a document; empty for one that has none.
pub fn document(book: &Book, id: DocId) -> String {
    let entry = book.entry(id);
    let Some(page) = &entry.url else {
        return String::new();
    };
    let shown = sheet(book, page, id, 1, None, None);
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (link::path(entry.file_name())) }
                p.line data-pagefind-ignore { (what(book, id)) }
            }
            dl.facts data-pagefind-ignore {
                div { dt { "Source" } dd {
                    code { (link::path(entry.path.as_str())) } " in " (book.source_name(entry.source))
                    @if let Some(commit) = &entry.provenance { ", " (link::commit(commit, book.hosted(entry.source, &entry.path, commit).as_ref())) }
                } }
            }
        }
        section data-part="document" aria-label=(entry.file_name()) {
            (frontmatter(book, id))
            (view(&shown))
        }
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-document",
            title: &format!("{} · {}", entry.file_name(), place(book, id)),
            description: entry.document.title().unwrap_or_default(),
            base: None,
            found: found(book, entry),
            card: None,
            content,
        },
    )
}

/// A document is found with its skill. The text of a skill without a sample is on the skill's page,
/// block by block, and is found there.
fn found<'a>(book: &'a Book, entry: &DocumentEntry) -> Found<'a> {
    let skill = match entry.kind {
        DocKind::Skill(skill) | DocKind::SkillFile(skill) => Some(skill),
        _ => entry.owner,
    };
    let is_own = matches!(entry.kind, DocKind::Skill(_));
    match skill.and_then(|index| book.skills.get(index)) {
        Some(skill) if is_own && skill.sample.is_none() => Found::Never,
        Some(skill) => Found::Of(&skill.skill.name),
        None => Found::Alone,
    }
}

/// The case or skill a document is of, else its folder.
fn place(book: &Book, id: DocId) -> String {
    let entry = book.entry(id);
    match entry.kind {
        DocKind::Case(case) => book
            .cases
            .get(case)
            .map(|case| case.name.clone())
            .unwrap_or_default(),
        DocKind::Skill(skill) | DocKind::SkillFile(skill) | DocKind::Notes(skill) => book
            .skills
            .get(skill)
            .map(|skill| skill.skill.name.clone())
            .unwrap_or_default(),
        DocKind::Guide(_) | DocKind::Other => entry.path.parent().to_string(),
    }
}

/// What the document is, in a sentence.
fn what(book: &Book, id: DocId) -> Markup {
    let entry = book.entry(id);
    let Some(page) = &entry.url else {
        return html! {};
    };
    let owner = entry
        .owner
        .and_then(|index| Some((index, book.skills.get(index)?)));
    html! {
        @match entry.kind {
            DocKind::Case(case) => {
                @if let Some(case) = book.cases.get(case) { "Of the use case " a href=(page.link(&case.url)) { (case.name) } }
                @if let Some((index, owner)) = owner { ", written by " (link::skill(book, page, &owner.skill.name, Some(index))) }
                "."
            }
            DocKind::Skill(skill) | DocKind::SkillFile(skill) | DocKind::Notes(skill) => {
                @if let Some(skill_entry) = book.skills.get(skill) { "Of the skill " (link::skill(book, page, &skill_entry.skill.name, Some(skill))) "." }
            }
            DocKind::Guide(_) | DocKind::Other => { (entry.document.title().unwrap_or_default()) }
        }
    }
}

/// The frontmatter as it stands: it is part of the document.
fn frontmatter(book: &Book, id: DocId) -> Markup {
    let document = book.document(id);
    html! {
        @if let Some(span) = &document.frontmatter.span {
            @if !document.slice(span).trim().is_empty() {
                div.code data-what="frontmatter" {
                    pre.frontmatter data-pagefind-ignore[matches!(book.entry(id).kind, DocKind::Skill(_))] data-language="yaml" tabindex="0" aria-label="Frontmatter" {
                        code { (PreEscaped(highlight::highlight("yaml", document.slice(span).trim_end()))) }
                    }
                }
            }
        }
    }
}
