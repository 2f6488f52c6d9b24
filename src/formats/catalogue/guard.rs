//! Classes, and what the guard does with a skill.

use super::piece::{address, markdown};
use crate::book::{Book, GuardPart, VerdictRow};
use crate::guard::{ClassKind, Entry, Glob};
use serde_json::{Value, json};

/// The classes of skills and of agents.
pub(super) fn classes(book: &Book) -> Vec<Value> {
    let classes = book.classes.iter().map(|class| {
        let members = class
            .members
            .iter()
            .map(|(name, skill)| json!({ "name": name, "has_page": skill.is_some() }));
        let territories = class.territories.iter().map(
            |territory| json!({ "member": territory.member, "write_allow": globs(&territory.globs) }),
        );
        json!({
            "name": class.name,
            "kind": match class.kind { ClassKind::Skill => "skill", ClassKind::Agent => "agent" },
            "url": address(&class.url),
            "markdown": markdown(&class.url),
            "members": members.collect::<Vec<_>>(),
            "territories": territories.collect::<Vec<_>>(),
            "design_phase": class.design_phase,
            "blocked_during_design": class.blocked_during_design,
            "audited": class.audited,
            "verdicts": verdicts(&class.rows),
        })
    });
    classes.collect()
}

/// What the guard does with one skill.
pub(super) fn part(part: &GuardPart) -> Value {
    json!({
        "write_allow": globs(&part.globs),
        "scenario": if part.given { "given" } else { "derived" },
        "verdicts": verdicts(&part.rows),
        "transcript": part.transcript.entries.iter().map(call).collect::<Vec<_>>(),
    })
}

fn globs(globs: &[Glob]) -> Vec<&str> {
    globs.iter().map(Glob::as_str).collect()
}

fn verdicts(rows: &[VerdictRow]) -> Vec<Value> {
    let rows = rows.iter().map(|row| {
        json!({
            "subject": row.subject,
            "exit": row.exit,
            "decided_by": row.glob.as_ref().map(Glob::as_str),
            "why": row.why,
        })
    });
    rows.collect()
}

fn call(entry: &Entry) -> Value {
    let tool = entry.event.action.name();
    let admission = entry.verdict.admission();
    let glob = admission.and_then(|admission| admission.glob.as_ref());
    let hooks = entry
        .lines
        .iter()
        .map(|line| json!({ "event": line.event, "label": line.label, "exit": line.exit }));
    json!({
        "tool": tool,
        "agent": entry.event.agent,
        "call": entry.call,
        "exit": entry.verdict.exit(),
        "decided_by": glob.map(Glob::as_str),
        "before": entry.before,
        "hooks": hooks.collect::<Vec<_>>(),
        "words": entry.words,
        "after": entry.after,
    })
}
