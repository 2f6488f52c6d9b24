//! What a skill without a class may touch.

use super::piece::lines;
use crate::book::{Book, CallRow, PermissionPart, RuleRow};
use crate::guard::permissions::List;
use crate::markdown::Lines;
use serde_json::{Value, json};

/// What permission rules and hooks come to for one skill.
pub(super) fn part(book: &Book, part: &PermissionPart) -> Value {
    let path = |file: usize| book.rule_files.get(file).map(|file| file.path.as_str());
    let folders = part.folders.iter().map(|(_, folder)| folder.as_str());
    let rules = part.rules.iter().filter_map(|row| rule(book, row));
    let hooks = part.hooks.iter().filter_map(|place| {
        let (file, written) = book.hook(*place)?;
        let hook = &written.hook;
        Some(json!({
            "event": hook.event.name(),
            "matcher": hook.matcher,
            "if": hook.condition,
            "type": hook.kind,
            "label": hook.label,
            "runs": hook.shown,
            "path": file.path.as_str(),
            "lines": line(written.line),
        }))
    });
    json!({
        "mode": part.mode.name(),
        "mode_from": part.mode_from.and_then(path),
        "additional_directories": folders.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "calls": part.calls.iter().map(|row| call(book, row)).collect::<Vec<_>>(),
        "hooks": hooks.collect::<Vec<_>>(),
    })
}

fn rule(book: &Book, row: &RuleRow) -> Option<Value> {
    let file = book.rule_files.get(row.rule.0)?;
    let written = book.rule(row.rule)?;
    let list = match written.list {
        List::Allow => "allow",
        List::Ask => "ask",
        List::Deny => "deny",
    };
    Some(json!({
        "rule": written.text,
        "list": list,
        "field": written.field,
        "path": file.path.as_str(),
        "lines": line(written.line),
        "says_nothing": written.read.as_ref().err().map(|flaw| &flaw.why),
        "example": row.call.as_ref().map(|row| call(book, row)),
    }))
}

fn call(book: &Book, row: &CallRow) -> Value {
    let by = row.by.and_then(|by| {
        let (file, rule) = (book.rule_files.get(by.0)?, book.rule(by)?);
        Some(json!({ "rule": rule.text, "path": file.path.as_str(), "lines": line(rule.line) }))
    });
    json!({
        "call": row.call.to_string(),
        "tool": row.call.tool,
        "answer": row.answer.name(),
        "decided_by": by,
        "why": row.why,
        "hooks": row.hooks,
    })
}

fn line(line: usize) -> Value {
    lines(Lines {
        first: line,
        last: line,
    })
}
