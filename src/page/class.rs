//! A class: who is in it, its territory, what it may and may not reach.

use super::frame::{Found, Page, frame};
use super::{guard, link};
use crate::address::part_id;
use crate::book::{Book, ClassEntry};
use crate::guard::ClassKind;
use maud::{Markup, html};

/// The page of a class.
pub fn class(book: &Book, index: usize) -> String {
    let Some(class) = book.classes.get(index) else {
        return String::new();
    };
    let page = &class.url;
    let of = match class.kind {
        ClassKind::Skill => "skills",
        ClassKind::Agent => "agents",
    };
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (class.name) }
                p.line { "A class of " (of) "." }
            }
            dl.facts data-pagefind-ignore {
                div { dt { "Members" } dd { (class.members.len()) } }
                (flags(class))
                @if let Some(entry) = &book.guard {
                    div { dt { "Source" } dd { code { (entry.path) } " in " (book.source_name(entry.source)) } }
                }
            }
        }
        section data-part="members" aria-labelledby=(part_id("members")) data-pagefind-ignore {
            h2 #(part_id("members")) { "Who is in it" }
            ul.skills {
                @for (name, skill) in &class.members {
                    li data-member=(name) {
                        (link::skill(book, page, name, *skill))
                        @if let Some(skill) = skill.and_then(|skill| book.skills.get(skill)) { p { (skill.line) } }
                    }
                }
            }
        }
        section data-part="territory" aria-labelledby=(part_id("territory")) {
            h2 #(part_id("territory")) { "Its territory" }
            (guard::territories(book, page, class))
        }
        @if !class.rows.is_empty() {
            section data-part="reach" aria-labelledby=(part_id("reach")) data-pagefind-ignore {
                h2 #(part_id("reach")) { "What it may and may not reach" }
                p.lead { "A path of each other class, judged by the guard." }
                (guard::verdicts(&class.rows))
            }
        }
    };
    frame(
        book,
        Page {
            url: page,
            kind: &format!("page-class accent-{}", class.accent),
            title: &format!("class {}", class.name),
            description: &format!(
                "The class {} of {of}: members, territory, refusals.",
                class.name
            ),
            base: None,
            found: Found::Alone,
            card: None,
            content,
        },
    )
}

fn flags(class: &ClassEntry) -> Markup {
    html! {
        @if class.design_phase { div { dt { "Phase" } dd { "a design phase: while one of it is open, build classes are out of reach" } } }
        @if class.blocked_during_design { div { dt { "Phase" } dd { "out of reach while a design phase is open" } } }
        @if !class.audited { div { dt { "Audit" } dd { "its runs are not audited" } } }
    }
}
