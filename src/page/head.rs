//! The head of a skill's page: name, line, facts.

use super::{install, link};
use crate::book::{Book, Fact, FactValue, SkillEntry};
use maud::{Markup, html};

pub(super) fn head(book: &Book, index: usize, entry: &SkillEntry) -> Markup {
    html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (entry.skill.name) }
                @if !entry.line.is_empty() { p.line { (entry.line) } }
                @if let Some(description) = entry.skill.description.as_ref().filter(|text| **text != entry.line) {
                    details.description { summary { "Description, as the model sees it" } p { (description) } }
                }
                (install::skill(book, index, entry))
            }
            dl.facts data-pagefind-ignore { @for fact in &entry.facts { (fact_view(book, entry, fact)) } }
        }
    }
}

fn fact_view(book: &Book, entry: &SkillEntry, fact: &Fact) -> Markup {
    let page = &entry.url;
    html! {
        div { dt { (fact.label) } dd {
            @match &fact.value {
                FactValue::Text(text) => { (text) }
                FactValue::Codes(codes) => {
                    @for (index, code) in codes.iter().enumerate() { @if index > 0 { ", " } code { (link::path(code)) } }
                }
                FactValue::Class(index) => {
                    @if let Some(class) = book.classes.get(*index) {
                        span.class-dot aria-hidden="true" {} a href=(page.link(&class.url)) { (class.name) }
                    }
                }
                FactValue::Document(id) => { (link::document(book, page, *id)) }
                FactValue::Tokens { known, called, files } => {
                    "about " (known) " known · " (called) " when called"
                    @if let Some(files) = files { " · " (files) " in files" }
                    " " details.method { summary { "how counted" } p { "UTF-8 bytes divided by 4, to two digits: name and description, which the model always knows; the body of SKILL.md, read when the skill is called; its text files, read when needed." } }
                }
                FactValue::Source { folder, source, commit, hosted } => {
                    code { (link::path(folder.as_str())) } " in " (source)
                    @if let Some(commit) = commit { ", " (link::commit(commit, hosted.as_ref())) }
                }
            }
        } }
    }
}
