//! The front page: what this pack of skills is, its rails, its skills by class, its cases, and the
//! guard's answer for any path.

use super::frame::{Found, Page, frame};
use super::{guard, install, rail};
use crate::address::Url;
use crate::book::{Book, ClassEntry, SkillEntry};
use crate::guard::ClassKind;
use maud::{Markup, html};

/// The front page.
pub fn index(book: &Book) -> String {
    let page = Url::index();
    let description = book.site.description.clone().unwrap_or_default();
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (book.site.title) }
                @if !description.is_empty() { p.line { (description) } }
                ul.counts {
                    (count(book.skills.len(), "skill", "skills"))
                    (count(book.cases.len(), "use case", "use cases"))
                    (count(book.classes.len(), "class", "classes"))
                    (count(book.rails.len(), "rail", "rails"))
                }
                (install::site(book))
            }
        }
        @for entry in &book.rails {
            section data-part="rail" {
                h2 { a href=(page.link(&entry.url)) { code { (entry.rail.command) } } ", step by step" }
                (rail::view(book, &page, entry, None))
            }
        }
        section.skill-list #skills_ aria-label="Skills" {
            @for (class, skills) in groups(book) { (group(&page, class, &skills, book.classes.is_empty())) }
        }
        @if !book.cases.is_empty() {
            section.case-list #cases_ {
                h2 { "Use cases" }
                ul.skills {
                    @for case in &book.cases {
                        li {
                            a href=(page.link(&case.url)) { (case.name) }
                            p {
                                (case.documents.len()) @if case.documents.len() == 1 { " document" } @else { " documents" }
                                @if let Some(status) = &case.status { " · " (status) @if case.frozen { ", frozen" } }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(entry) = &book.guard {
            section.guard-list #guard_ {
                h2 { "Who may write where" }
                p.lead { "Each class of skills and of agents has a territory. Type a path to see who may write it and who is refused, in the guard’s own words." }
                (guard::field(&entry.guard.browser(&entry.state, &entry.callers()), true))
                ul.classes {
                    @for class in &book.classes {
                        li class={ "accent-" (class.accent) } {
                            span.class-dot aria-hidden="true" {} a href=(page.link(&class.url)) { (class.name) }
                            " " span.size { (members(class)) }
                        }
                    }
                }
            }
        }
    };
    frame(
        book,
        Page {
            url: &page,
            kind: "page-index",
            title: "",
            description: &description,
            base: None,
            found: Found::Never,
            card: None,
            content,
        },
    )
}

fn count(number: usize, one: &str, many: &str) -> Markup {
    html! {
        @if number > 0 { li { strong { (number) } " " (if number == 1 { one } else { many }) } }
    }
}

fn members(class: &ClassEntry) -> String {
    let word = match (class.kind, class.members.len()) {
        (ClassKind::Skill, 1) => "skill",
        (ClassKind::Skill, _) => "skills",
        (ClassKind::Agent, 1) => "agent",
        (ClassKind::Agent, _) => "agents",
    };
    format!("{} {word}", class.members.len())
}

type Group<'a> = (Option<&'a ClassEntry>, Vec<&'a SkillEntry>);

/// Skills by class, in the classes' order; those without one last.
fn groups(book: &Book) -> Vec<Group<'_>> {
    let class_of = |entry: &SkillEntry| {
        book.classes.iter().position(|class| {
            class.kind == ClassKind::Skill
                && class
                    .members
                    .iter()
                    .any(|(name, _)| *name == entry.skill.name)
        })
    };
    let mut groups: Vec<Group<'_>> = book
        .classes
        .iter()
        .map(|class| (Some(class), Vec::new()))
        .collect();
    groups.push((None, Vec::new()));
    for entry in &book.skills {
        let place = class_of(entry).unwrap_or(book.classes.len());
        if let Some((_, skills)) = groups.get_mut(place) {
            skills.push(entry);
        }
    }
    groups.retain(|(_, skills)| !skills.is_empty());
    groups
}

fn group(page: &Url, class: Option<&ClassEntry>, skills: &[&SkillEntry], alone: bool) -> Markup {
    html! {
        section class={ "accent-" (class.map_or(1, |class| class.accent)) } data-class=[class.map(|class| class.name.as_str())] {
            @match class {
                Some(class) => { h2 { span.class-dot aria-hidden="true" {} a href=(page.link(&class.url)) { (class.name) } } }
                None if alone => { h2 { "Skills" } }
                None => { h2 { "Without a class" } }
            }
            ul.skills {
                @for entry in skills {
                    li data-skill=(entry.skill.name) {
                        a href=(page.link(&entry.url)) { (entry.skill.name) }
                        @if !entry.line.is_empty() { p { (entry.line) } }
                    }
                }
            }
        }
    }
}
