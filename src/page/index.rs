//! The front page: what this pack of skills is, its rails, its skills by class, its cases, and the
//! guard's answer for any path.

use super::frame::{Found, Page, frame};
use super::{guard, install, rail};
use crate::address::{Url, part_id};
use crate::book::{Book, ClassEntry, SkillGroup};
use crate::guard::ClassKind;
use maud::{Markup, html};

/// Skills that need no filter to be found.
const AT_A_GLANCE: usize = 6;

/// The front page.
pub fn index(book: &Book) -> String {
    let page = Url::index();
    let description = book.site.description.clone().unwrap_or_default();
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (book.site.title) }
                @if !description.is_empty() { p.line { (description) } }
                (install::site(book))
            }
            (facts(book, &page))
        }
        @for entry in &book.rails {
            section data-part="rail" {
                h2 { a href=(page.link(&entry.url)) { code { (entry.rail.command) } } ", step by step" }
                (rail::view(book, &page, entry, None))
            }
        }
        section.skill-list #skills_ aria-labelledby=(part_id("skills")) {
            h2 #(part_id("skills")) { "Skills" }
            (filter(book))
            @for entry in &book.groups { (group(book, &page, entry)) }
        }
        @if !book.cases.is_empty() {
            section.case-list #cases_ {
                h2 { "Use cases" }
                ul.skills {
                    @for case in &book.cases {
                        li {
                            a href=(page.link(&case.url)) { (case.name) }
                            p {
                                (counted(case.documents.len(), "document"))
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

/// What there is, and how much of it.
fn facts(book: &Book, page: &Url) -> Markup {
    let documents: usize = book.cases.iter().map(|case| case.documents.len()).sum();
    html! {
        dl.facts {
            div { dt { "Skills" } dd { a href="#skills_" { (book.skills.len()) } } }
            @for entry in &book.rails {
                div { dt { "Rail" } dd { a href=(page.link(&entry.url)) { code { (entry.rail.command) } } ", " (counted(entry.rail.steps.len(), "step")) } }
            }
            @if !book.cases.is_empty() {
                div { dt { "Use cases" } dd { a href="#cases_" { (book.cases.len()) } ", with " (counted(documents, "document")) } }
            }
            @if !book.classes.is_empty() {
                div { dt { "Guard" } dd { a href="#guard_" { (book.classes.len()) } @if book.classes.len() == 1 { " class with a territory" } @else { " classes, each with a territory" } } }
            }
        }
    }
}

fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

fn members(class: &ClassEntry) -> String {
    let word = match class.kind {
        ClassKind::Skill => "skill",
        ClassKind::Agent => "agent",
    };
    counted(class.members.len(), word)
}

/// Up to so many groups are chosen by a click each; more are in a list that opens.
const SIDE_BY_SIDE: usize = 12;

/// What a group is called among others.
fn name<'a>(book: &Book, group: &'a SkillGroup) -> &'a str {
    match group.name.as_str() {
        "" if book.classes.is_empty() => "others",
        "" => "without a class",
        name => name,
    }
}

/// The filter of the list, hidden until a script can apply it; a list that is seen at a glance has none.
fn filter(book: &Book) -> Markup {
    let skills = book.skills.len();
    if skills <= AT_A_GLANCE {
        return html! {};
    }
    let groups = &book.groups;
    let what = if book.classes.is_empty() {
        "Group"
    } else {
        "Class"
    };
    html! {
        div.filter data-filter hidden role="search" aria-label="Skills of this page" {
            p.filter-text {
                label for="filter-q" { "Filter" }
                input #filter-q name="q" type="search" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="a word of its name or its line";
            }
            @if groups.len() > SIDE_BY_SIDE {
                p.filter-text {
                    label for="filter-class" { (what) }
                    select #filter-class name="class" {
                        option value="*" selected { "all" }
                        @for group in groups { option value=(group.name) { (name(book, group)) " (" (group.skills.len()) ")" } }
                    }
                }
            } @else if groups.len() > 1 {
                fieldset {
                    legend.visually-hidden { (what) }
                    (choice("*", "all", None, skills))
                    @for group in groups {
                        @let class = group.class.and_then(|class| book.classes.get(class));
                        (choice(&group.name, name(book, group), class, group.skills.len()))
                    }
                }
            }
            p.filter-says role="status" {}
        }
    }
}

/// A group to choose, with the number of its skills; `*` is all of them.
fn choice(value: &str, words: &str, class: Option<&ClassEntry>, skills: usize) -> Markup {
    html! {
        label class=[class.map(|class| format!("accent-{}", class.accent))] {
            input type="radio" name="class" value=(value) checked[value == "*"];
            span {
                @if class.is_some() { span.class-dot aria-hidden="true" {} }
                (words) " " span.size { (skills) }
            }
        }
    }
}

fn group(book: &Book, page: &Url, group: &SkillGroup) -> Markup {
    let class = group.class.and_then(|class| book.classes.get(class));
    let skills = group
        .skills
        .iter()
        .filter_map(|skill| book.skills.get(*skill));
    html! {
        section class={ "accent-" (class.map_or(1, |class| class.accent)) } data-class=(group.name) {
            @match class {
                Some(class) => { h3 { span.class-dot aria-hidden="true" {} a href=(page.link(&class.url)) { (class.name) } } }
                None if book.groups.len() == 1 && group.name.is_empty() => {}
                None => { h3 { (name(book, group)) } }
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
