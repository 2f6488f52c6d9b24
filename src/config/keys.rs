//! Which keys `skillbook.toml` may have, table by table.

use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Table path → its keys. `*` stands for any name, an array's index included.
pub const KNOWN: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "site",
            "source",
            "guard",
            "skill",
            "rail",
            "page",
            "redirects",
            "lint",
        ],
    ),
    (
        "site",
        &["title", "description", "base_url", "language", "cards"],
    ),
    (
        "source",
        &["name", "path", "skills", "repository", "host", "branch"],
    ),
    (
        "guard",
        &["classes", "settings", "never_blocks", "messages"],
    ),
    (
        "guard.messages",
        &[
            "territory_skill",
            "territory_agent",
            "nothing",
            "frozen",
            "blocked_call",
            "force_push",
        ],
    ),
    (
        "skill.*",
        &["summary", "sample", "excerpt", "notes", "scenario"],
    ),
    ("skill.*.sample", &["source", "path"]),
    (
        "rail",
        &[
            "command",
            "orchestrator",
            "model",
            "after",
            "after_text",
            "step",
        ],
    ),
    ("page", &["path", "title"]),
    ("rail.step", &["skill", "partial", "when"]),
];

/// The table's path, the key, its place, and the keys known there.
pub(super) type Unknown = (String, String, Range<usize>, &'static [&'static str]);

/// Every key that is not known, in source order.
pub(super) fn unknown(table: &DeTable<'_>) -> Vec<Unknown> {
    let mut found = Vec::new();
    walk(table, "", "", &mut found);
    found.sort_by_key(|(_, _, span, _)| span.start);
    found
}

fn walk(table: &DeTable<'_>, path: &str, shown: &str, found: &mut Vec<Unknown>) {
    let known = KNOWN
        .iter()
        .find(|(known, _)| *known == path)
        .map(|(_, keys)| *keys);
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        if let Some(known) = known
            && !known.contains(&name)
        {
            found.push((shown.to_owned(), name.to_owned(), key.span(), known));
            continue;
        }
        let join = |parent: &str, name: &str| {
            if parent.is_empty() {
                name.to_owned()
            } else {
                format!("{parent}.{name}")
            }
        };
        // The tables under `skill` are named by skills, not by keys.
        let step = if path == "skill" { "*" } else { name };
        descend(
            value.get_ref(),
            &join(path, step),
            &join(shown, name),
            found,
        );
    }
}

fn descend(value: &DeValue<'_>, path: &str, shown: &str, found: &mut Vec<Unknown>) {
    match value {
        DeValue::Table(table) => walk(table, path, shown, found),
        DeValue::Array(items) => {
            for item in items.iter() {
                descend(item.get_ref(), path, shown, found);
            }
        }
        _ => {}
    }
}
