//! What a skill without a class may touch: the rules that hold, a call of each with its answer, and the hooks.

use super::link;
use crate::address::part_id;
use crate::book::{Book, CallRow, PermissionPart, RuleRow, SkillEntry, ToolCard};
use crate::guard::permissions::HookEvent;
use maud::{Markup, html};

pub(super) fn permissions(book: &Book, entry: &SkillEntry, part: &PermissionPart) -> Markup {
    html! {
        section data-part="guard" aria-labelledby=(part_id("guard")) data-pagefind-ignore {
            h2 #(part_id("guard")) { "What it may touch" }
            p.lead {
                "No class limits this skill. What a call comes to is decided by permission rules: what is denied, then what is asked, then what is allowed, else mode "
                code { (part.mode.name()) }
                @if let Some(file) = part.mode_from { ", set in " (file_name(book, file)) } @else { ", as no file here sets another" }
                ". The answers are computed from the rules, for a session that starts in this repository; they are not written down."
                @if !part.hooks.is_empty() { " A hook may answer otherwise; none is run here, so what it answers is not known." }
            }
            div.guard-columns {
                @if !part.rules.is_empty() {
                    div {
                        h3 { "What the rules come to" }
                        ul.verdicts { @for row in &part.rules { (rule(book, entry, part, row)) } }
                    }
                }
                @if !part.calls.is_empty() || !part.hooks.is_empty() || !part.folders.is_empty() {
                    div {
                        @if !part.calls.is_empty() {
                            h3 { "What no rule decides" }
                            ul.verdicts {
                                @for row in &part.calls {
                                    li data-answer=(row.answer.name()) {
                                        code { (link::path(&row.call.to_string())) } " "
                                        span.why { (row.answer.name()) ": " (coded(&row.why)) (asked(book, part, row)) }
                                    }
                                }
                            }
                        }
                        @if !part.hooks.is_empty() { (hooks(book, entry, part)) }
                        @if !part.folders.is_empty() {
                            h3 { "Folders besides the project" }
                            ul.globs {
                                @for (file, folder) in &part.folders { li { code { (link::path(folder)) } " " span.why { (file_name(book, *file)) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The cards of a skill that has no contract of its own.
pub(super) fn cards(book: &Book, entry: &SkillEntry, cards: &[ToolCard]) -> Markup {
    html! {
        section data-part="contract" aria-labelledby=(part_id("contract")) {
            h2 #(part_id("contract")) { "The tools it names" }
            p.lead data-pagefind-ignore { "The skill has no contract; its frontmatter says this much." }
            div.cards {
                @for card in cards {
                    section.card data-card=(card.label) {
                        h3 { (card.label) }
                        div.body {
                            p { @for (index, entry) in card.entries.iter().enumerate() { @if index > 0 { ", " } code { (link::path(entry)) } } }
                            p { (card.says) }
                        }
                        p.source data-pagefind-ignore { (link::lines(book, &entry.url, entry.document, card.lines)) }
                    }
                }
            }
        }
    }
}

/// A rule with a call that it speaks of. The call may be decided by another rule, which is then named too.
fn rule(book: &Book, entry: &SkillEntry, part: &PermissionPart, row: &RuleRow) -> Markup {
    let Some(written) = book.rule(row.rule) else {
        return html! {};
    };
    html! {
        @match &row.call {
            Some(call) => {
                li data-answer=(call.answer.name()) data-rule=(written.text) {
                    code { (link::path(&call.call.to_string())) } " "
                    span.why {
                        (call.answer.name())
                        @match call.by {
                            Some(by) if by == row.rule => { " by " (named(book, entry, by)) }
                            Some(by) => { " by " (named(book, entry, by)) "; not by " (named(book, entry, row.rule)) }
                            None => { ", not by " (named(book, entry, row.rule)) }
                        }
                        @if !call.why.is_empty() { ": " (coded(&call.why)) }
                        (asked(book, part, call))
                    }
                }
            }
            None => {
                li data-answer="none" data-rule=(written.text) {
                    code { (link::path(&written.text)) } " "
                    span.why {
                        @match &written.read {
                            Err(flaw) => { "says nothing: it " (coded(&flaw.why)) "; " }
                            Ok(_) => { "without an example; " }
                        }
                        (place(book, entry, row.rule))
                    }
                }
            }
        }
    }
}

/// The hooks that may answer a call otherwise.
fn asked(book: &Book, part: &PermissionPart, row: &CallRow) -> Markup {
    let labels = row.hooks.iter().filter_map(|hook| {
        let (_, hook) = book.hook(*part.hooks.get(*hook)?)?;
        Some(hook.hook.label.as_str())
    });
    html! {
        @for (index, label) in labels.enumerate() {
            @if index == 0 { "; also asked: hook " } @else { ", " }
            code { (label) }
        }
    }
}

fn hooks(book: &Book, entry: &SkillEntry, part: &PermissionPart) -> Markup {
    let hooks = part
        .hooks
        .iter()
        .filter_map(|place| Some((place.0, book.hook(*place)?.1)));
    html! {
        h3 { "Hooks that are asked too" }
        ul.globs {
            @for (file, written) in hooks {
                @let hook = &written.hook;
                li data-hook=(hook.event.name()) {
                    code { (hook.label) } " "
                    span.why {
                        @match hook.event {
                            HookEvent::PreToolUse => { "before " }
                            HookEvent::PermissionRequest => { "when a person would be asked about " }
                            HookEvent::PostToolUse => { "after " }
                        }
                        @match &hook.matcher { Some(matcher) => { code { (matcher) } } None => { "every tool" } }
                        @if let Some(condition) = &hook.condition { ", if " code { (condition) } }
                        @if hook.shown != hook.label { ": " code { (link::path(&hook.shown)) } }
                        ", " (line(book, entry, file, written.line))
                    }
                }
            }
        }
    }
}

/// A rule by its text, its list and its place.
fn named(book: &Book, entry: &SkillEntry, rule: (usize, usize)) -> Markup {
    let text = book.rule(rule).map_or("", |rule| rule.text.as_str());
    html! { code { (link::path(text)) } ", " (place(book, entry, rule)) }
}

fn place(book: &Book, entry: &SkillEntry, rule: (usize, usize)) -> Markup {
    let Some(written) = book.rule(rule) else {
        return html! {};
    };
    html! { code { (written.field) } " in " (line(book, entry, rule.0, written.line)) }
}

/// A line of a file, linked where it has a page.
fn line(book: &Book, entry: &SkillEntry, file: usize, line: usize) -> Markup {
    let document = book.rule_files.get(file).and_then(|file| file.document);
    html! {
        @match document {
            Some(document) => { (link::lines(book, &entry.url, document, crate::markdown::Lines { first: line, last: line })) }
            None => { (file_name(book, file)) " " (line) }
        }
    }
}

fn file_name(book: &Book, file: usize) -> Markup {
    let path = book
        .rule_files
        .get(file)
        .map_or("", |file| file.path.as_str());
    html! { (link::path(path)) }
}

/// Words in which code stands between backticks.
fn coded(text: &str) -> Markup {
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (link::path(piece)) } } @else { (piece) }
        }
    }
}
