//! What a skill without a class may touch, as Markdown.

use super::write::{code, words};
use crate::book::{Book, CallRow, PermissionPart};

pub(super) fn permissions(out: &mut String, book: &Book, part: &PermissionPart) {
    out.push_str(&format!(
        "\n## What it may touch\n\nNo class limits the skill. Rules decide: what is denied, then what is asked, then what is allowed, else mode {}.\n\n",
        code(part.mode.name())
    ));
    for row in &part.rules {
        let Some(rule) = book.rule(row.rule) else {
            continue;
        };
        let own = named(book, row.rule);
        let line = match (&row.call, &rule.read) {
            (Some(call), _) => {
                let by = match call.by {
                    Some(by) if by == row.rule => format!("by {own}"),
                    Some(by) => format!("by {}; not by {own}", named(book, by)),
                    None => format!("not by {own}"),
                };
                answered(book, part, call, &by)
            }
            (None, Err(flaw)) => format!("{own}: says nothing, it {}", coded(&flaw.why)),
            (None, Ok(_)) => own,
        };
        out.push_str(&format!("- {line}\n"));
    }
    for row in &part.calls {
        out.push_str(&format!("- {}\n", answered(book, part, row, "by no rule")));
    }
    for (file, folder) in &part.folders {
        let file = book
            .rule_files
            .get(*file)
            .map_or("", |file| file.path.as_str());
        out.push_str(&format!(
            "- Read and written as the project is: {}, {}\n",
            code(folder),
            code(file)
        ));
    }
    for place in &part.hooks {
        let Some((file, written)) = book.hook(*place) else {
            continue;
        };
        let hook = &written.hook;
        let on = hook
            .matcher
            .as_deref()
            .map_or("every tool".to_owned(), code);
        let condition = hook
            .condition
            .as_deref()
            .map(|rule| format!(", if {}", code(rule)));
        out.push_str(&format!(
            "- Hook {} at {} on {on}{}: {}, {} line {}\n",
            code(&hook.label),
            hook.event.name(),
            condition.unwrap_or_default(),
            code(&hook.shown),
            code(file.path.as_str()),
            written.line
        ));
    }
}

/// `allowed` and the call, by what, and why beyond that.
fn answered(book: &Book, part: &PermissionPart, row: &CallRow, by: &str) -> String {
    let why = match row.why.as_str() {
        "" => String::new(),
        why => format!(": {}", coded(why)),
    };
    let hooks = row
        .hooks
        .iter()
        .filter_map(|hook| book.hook(*part.hooks.get(*hook)?));
    let hooks: Vec<String> = hooks.map(|(_, hook)| code(&hook.hook.label)).collect();
    let asked = match hooks.is_empty() {
        true => String::new(),
        false => format!("; also asked: hook {}", hooks.join(", ")),
    };
    format!(
        "{} {}, {by}{why}{asked}",
        row.answer.name(),
        code(&row.call.to_string())
    )
}

fn named(book: &Book, place: (usize, usize)) -> String {
    let Some(rule) = book.rule(place) else {
        return String::new();
    };
    let file = book
        .rule_files
        .get(place.0)
        .map_or("", |file| file.path.as_str());
    format!(
        "{} ({} in {} line {})",
        code(&rule.text),
        code(rule.field),
        code(file),
        rule.line
    )
}

/// Words in which code stands between backticks.
fn coded(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let pieces = pieces.map(|(index, piece)| match index % 2 {
        1 => code(piece),
        _ if piece.trim().is_empty() => piece.to_owned(),
        _ => {
            let lead = if index > 0 && piece.starts_with(' ') {
                " "
            } else {
                ""
            };
            let end = if piece.ends_with(' ') { " " } else { "" };
            format!("{lead}{}{end}", words(piece))
        }
    });
    pieces.collect()
}
