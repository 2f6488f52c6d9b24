//! The rail: a line of steps with the partials between them.

use super::frame::{Found, Page, frame};
use super::link;
use crate::address::{Url, part_id};
use crate::book::{Book, RailEntry, SkillEntry};
use maud::{Markup, html};

/// Where a skill sits: every rail that has a step of it, or that it orchestrates.
pub(super) fn of_skill(book: &Book, entry: &SkillEntry) -> Markup {
    let page = &entry.url;
    let rails: Vec<&RailEntry> = book
        .rails
        .iter()
        .enumerate()
        .filter(|(index, rail)| {
            entry.steps.iter().any(|(number, _)| number == index)
                || [rail.orchestrator, rail.after]
                    .iter()
                    .flatten()
                    .any(|skill| {
                        book.skills
                            .get(*skill)
                            .is_some_and(|it| it.url == entry.url)
                    })
        })
        .map(|(_, rail)| rail)
        .collect();
    html! {
        @if !rails.is_empty() {
            section data-part="rail" aria-labelledby=(part_id("rail")) data-pagefind-ignore {
                h2 #(part_id("rail")) { "Where it sits on the rail" }
                @for rail in rails {
                    p.lead {
                        "A step of " a href=(page.link(&rail.url)) { code { (rail.rail.command) } }
                        (run_by(book, page, rail))
                        ". Each step hands its document to the next; a dashed one runs only when the case needs it."
                    }
                    (view(book, page, rail, Some(&entry.skill.name)))
                }
            }
        }
    }
}

/// ` (orchestrator new-feature, model opus)`
fn run_by(book: &Book, page: &Url, rail: &RailEntry) -> Markup {
    html! {
        @if rail.rail.orchestrator.is_some() || rail.rail.model.is_some() {
            " ("
            @if let Some(name) = &rail.rail.orchestrator { "orchestrator " (link::skill(book, page, name, rail.orchestrator)) }
            @if rail.rail.orchestrator.is_some() && rail.rail.model.is_some() { ", " }
            @if let Some(model) = &rail.rail.model { "model " (model) }
            ")"
        }
    }
}

/// The steps as a list; its style makes a line of it.
pub(super) fn view(book: &Book, page: &Url, entry: &RailEntry, current: Option<&str>) -> Markup {
    let rail = &entry.rail;
    let names = |steps: &[usize]| {
        steps
            .iter()
            .filter_map(|step| rail.steps.get(*step))
            .map(|step| step.skill.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    html! {
        ol.rail style={ "--steps: " (rail.steps.len() + usize::from(rail.after.is_some())) } {
            @for (step, skill) in rail.steps.iter().zip(&entry.skills) {
                @let is_current = current == Some(step.skill.as_str());
                li.step.conditional[step.when.is_some()].current[is_current] data-step=(step.skill) data-partial=[step.partial.as_deref()]
                    data-reads=(names(&step.reads)) data-read-by=(names(&step.read_by)) aria-current=[is_current.then_some("step")] {
                    @match skill.and_then(|skill| book.skills.get(skill)) {
                        Some(skill) => { a href=(page.link(&skill.url)) { span.dot {} span.name { (step.skill) } } }
                        None => { span.unlinked { span.dot {} span.name { (step.skill) } } }
                    }
                    @if let Some(partial) = &step.partial { " " span.partial { code { (partial.strip_suffix(".md").unwrap_or(partial)) } } }
                    @if let Some(when) = &step.when { " " span.when { "only for " (when.strip_prefix("only for ").unwrap_or(when)) } }
                }
            }
            @if let Some(after) = &rail.after {
                li.after {
                    @match entry.after.and_then(|skill| book.skills.get(skill)) {
                        Some(skill) => { a href=(page.link(&skill.url)) { span.dot {} span.name { (after) } } }
                        None => { span.unlinked { span.dot {} span.name { (after) } } }
                    }
                }
            }
        }
    }
}

/// A rail's own page.
pub fn rail_page(book: &Book, index: usize) -> String {
    let Some(entry) = book.rails.get(index) else {
        return String::new();
    };
    let page = &entry.url;
    let rail = &entry.rail;
    let content = html! {
        section.head data-part="head" {
            div.head-main {
                h1 { (rail.command) }
                p.line { "The pipeline, step by step" (run_by(book, page, entry)) "." }
            }
        }
        section data-part="rail" aria-labelledby=(part_id("rail")) {
            h2 #(part_id("rail")) { "The rail" }
            (view(book, page, entry, None))
        }
        section data-part="steps" aria-labelledby=(part_id("steps")) {
            h2 #(part_id("steps")) { "Step by step" }
            ol.steps {
                @for (step, skill) in rail.steps.iter().zip(&entry.skills) {
                    li {
                        h3 { (link::skill(book, page, &step.skill, *skill)) }
                        @if let Some(skill) = skill.and_then(|skill| book.skills.get(skill)) { p { (skill.line) } }
                        dl.facts {
                            @if let Some(partial) = &step.partial { div { dt { "Writes" } dd { code { (partial) } } } }
                            @if let Some(when) = &step.when { div { dt { "Only for" } dd { (when) } } }
                            @if !step.reads.is_empty() { div { dt { "Reads" } dd { (partials(entry, &step.reads)) } } }
                            @if !step.read_by.is_empty() { div { dt { "Read by" } dd { (skills(book, page, entry, &step.read_by)) } } }
                        }
                    }
                }
            }
            @if let Some(text) = &rail.after_text { div.after { (link::markdown(text)) } }
        }
    };
    frame(
        book,
        Page {
            url: page,
            kind: "page-rail",
            title: &rail.command,
            description: &format!("The pipeline {}, step by step.", rail.command),
            base: None,
            found: Found::Never,
            card: None,
            content,
        },
    )
}

fn partials(entry: &RailEntry, steps: &[usize]) -> Markup {
    html! {
        @for (index, step) in steps.iter().filter_map(|step| entry.rail.steps.get(*step)).enumerate() {
            @if index > 0 { ", " } code { (step.partial.as_deref().unwrap_or_default()) }
        }
    }
}

fn skills(book: &Book, page: &Url, entry: &RailEntry, steps: &[usize]) -> Markup {
    html! {
        @for (index, step) in steps.iter().enumerate() {
            @if index > 0 { ", " }
            @if let Some(found) = entry.rail.steps.get(*step) {
                (link::skill(book, page, &found.skill, entry.skills.get(*step).copied().flatten()))
            }
        }
    }
}
