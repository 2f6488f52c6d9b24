//! What the guard does with a skill: territory, verdicts, transcript, path field.

use super::{link, permissions};
use crate::address::{Url, part_id};
use crate::book::{Book, ClassEntry, GuardPart, SkillEntry, VerdictRow};
use crate::guard::{BrowserGuard, Entry, Glob, Transcript};
use maud::{Markup, PreEscaped, html};

pub(super) fn guard(book: &Book, entry: &SkillEntry) -> Markup {
    let Some(part) = &entry.guard else {
        return html! {
            @if let Some(part) = &entry.permissions { (permissions::permissions(book, entry, part)) }
        };
    };
    let Some(class) = book.classes.get(part.class) else {
        return html! {};
    };
    let page = &entry.url;
    html! {
        section data-part="guard" aria-labelledby=(part_id("guard")) data-pagefind-ignore {
            h2 #(part_id("guard")) { "What the guard does with it" }
            p.lead {
                "The skill is of class " a href=(page.link(&class.url)) { (class.name) }
                ". When it is called, the guard checks every write against that class’s territory; a refusal exits with 2 and its words go to the model. "
                "The verdicts are computed from the class, not written down."
            }
            div.guard-columns {
                div {
                    h3 { code { "write_allow" } " of class " (class.name) }
                    (globs(&part.globs))
                    @if !part.rows.is_empty() {
                        h3 { "What it admits and refuses" }
                        (verdicts(&part.rows))
                    }
                    (field(&part.browser, false))
                }
                (transcript(part))
            }
        }
    }
}

/// A territory as a list.
pub(super) fn globs(globs: &[Glob]) -> Markup {
    html! {
        @if globs.is_empty() {
            p.nothing { "nothing: this class writes no file" }
        } @else {
            ul.globs { @for glob in globs { li data-glob=(glob.as_str()) { code { (link::path(glob.as_str())) } } } }
        }
    }
}

/// Verdicts as a list, each with its reason.
pub(super) fn verdicts(rows: &[VerdictRow]) -> Markup {
    html! {
        ul.verdicts {
            @for row in rows {
                li data-exit=(row.exit) data-path=(row.subject) data-decided-by=[row.glob.as_ref().map(Glob::as_str)] {
                    span.verdict { @if row.exit == 0 { "admitted" } @else { "refused" } } " "
                    code { (link::path(&row.subject)) } " "
                    span.why { (row.why) }
                }
            }
        }
    }
}

/// The field in which a reader types a path, hidden until a script can answer.
pub(super) fn field(data: &BrowserGuard, all: bool) -> Markup {
    // In a script element only `</` could end the data.
    let json = serde_json::to_string(data)
        .unwrap_or_default()
        .replace("</", "<\\/");
    html! {
        div.path-field data-guard-field data-all[all] hidden {
            label for="guard-path" { @if all { "Who may write this path?" } @else { "Try a path" } }
            input #guard-path name="path" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="docker-compose.yml";
            output #guard-answer for="guard-path" aria-live="polite" {}
        }
        script #guard-data type="application/json" { (PreEscaped(json)) }
    }
}

fn transcript(part: &GuardPart) -> Markup {
    let played: &Transcript = &part.transcript;
    html! {
        div.code data-what="transcript" {
            div.transcript role="group" aria-label="Transcript of the guard" tabindex="0" {
                @for entry in &played.entries { (call(entry)) }
            }
        }
    }
}

fn call(entry: &Entry) -> Markup {
    let tool = entry.event.action.name();
    let glob = entry
        .verdict
        .admission()
        .and_then(|admission| admission.glob.as_ref());
    html! {
        div.call data-call=(tool) data-exit=(entry.verdict.exit()) data-decided-by=[glob.map(Glob::as_str)] {
            @for line in &entry.before { p.state { "# " (line) } }
            p.invocation { (entry.call) }
            @for line in &entry.lines {
                p.hook {
                    span { @if line.event == "PostToolUse" { "PostToolUse " } (line.label) }
                    @if let Some(exit) = line.exit { " " span.exit data-code=(exit) { "exit " (exit) } }
                }
            }
            @if !entry.words.is_empty() { pre.words { (entry.words.join("\n")) } }
            @for line in &entry.after { p.state { "# " (line) } }
        }
    }
}

/// The territories of a class, and those of its members that replace it.
pub(super) fn territories(book: &Book, page: &Url, class: &ClassEntry) -> Markup {
    html! {
        @for territory in &class.territories {
            h3 {
                @match &territory.member {
                    None => { code { "write_allow" } " of the class" }
                    Some(member) => {
                        code { "write_allow" } " of "
                        (link::skill(book, page, member, class.members.iter().find(|(name, _)| name == member).and_then(|(_, skill)| *skill)))
                        ", which replaces it"
                    }
                }
            }
            (globs(&territory.globs))
        }
    }
}
