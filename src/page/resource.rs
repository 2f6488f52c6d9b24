//! A file of a skill, readable at its own address.

use super::frame::{Found, Page, frame};
use super::link;
use crate::book::{Book, FileContent, FileEntry};
use crate::highlight;
use maud::{Markup, PreEscaped, html};

/// The page of a file. A Markdown file is a document and shown as one.
pub fn resource(book: &Book, index: usize) -> String {
    let Some(file) = book.files.get(index) else {
        return String::new();
    };
    if let FileContent::Markdown(id, _) = &file.content {
        return super::document(book, *id);
    }
    let page = &file.url;
    let skill = book.skills.get(file.skill);
    let name = file.path.file_name();
    let skill_name = skill
        .map(|skill| skill.skill.name.as_str())
        .unwrap_or_default();
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (link::path(name)) }
                p.line { "Of the skill " (link::skill(book, page, skill_name, Some(file.skill))) "." }
            }
            dl.facts {
                div { dt { "Source" } dd {
                    code { (link::path(file.path.as_str())) } " in " (book.source_name(file.source))
                    @if let Some(commit) = &file.provenance { ", " (link::commit(commit, book.hosted(file.source, &file.path, commit).as_ref())) }
                } }
                div { dt { "Size" } dd { (link::size(file.size)) } }
            }
        }
        section data-part="file" aria-label=(name) { (body(file)) }
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-resource",
            title: &format!("{name} · {skill_name}"),
            description: "",
            base: None,
            found: Found::Never,
            card: None,
            content,
        },
    )
}

fn body(file: &FileEntry) -> Markup {
    let download = file.raw.as_ref().map(|raw| file.url.link(raw));
    let language = highlight::language_of(file.path.file_name());
    html! {
        @match &file.content {
            FileContent::Text(text, _) => {
                p.download {
                    @if let Some(href) = &download { a href=(href) download { "Download" } }
                    button.copy type="button" hidden data-copy="file_" aria-label="Copy the file" { "Copy" }
                }
                div.code-file {
                    pre #file_ data-language=(language) tabindex="0" aria-label=(file.path.file_name()) {
                        code { @for (index, line) in highlight::lines(&language, text).iter().enumerate() {
                            a.ln #{ "L" (index + 1) } href={ "#L" (index + 1) } { (index + 1) } (PreEscaped(line))
                        } }
                    }
                }
            }
            FileContent::Binary(_) | FileContent::Markdown(..) => {
                p { "This file is not text. " @if let Some(href) = &download { a href=(href) download { "Download it" } " (" (link::size(file.size)) ")." } }
            }
            FileContent::Absent => { p { "This file could not be read, or is larger than 8 MiB, and is left out of the site." } }
        }
    }
}
