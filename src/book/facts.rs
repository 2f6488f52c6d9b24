//! The facts of a skill's head: class, what it writes, model, tools, licence, what it costs, and
//! every other field of its frontmatter.

use super::{Book, Fact, FactValue};
use crate::guard::{ClassKind, permissions};

/// Frontmatter fields with a name of their own on the page; all others are shown under theirs.
const NAMED: &[(&str, &str)] = &[
    ("model", "Model"),
    ("allowed-tools", "Tools"),
    ("disallowed-tools", "Not with"),
    ("argument-hint", "Argument"),
    ("license", "Licence"),
    ("compatibility", "Runs on"),
    ("when_to_use", "When"),
    ("version", "Version"),
];

/// The facts of a skill, in order.
pub(super) fn facts(book: &Book, index: usize) -> Vec<Fact> {
    let Some(entry) = book.skills.get(index) else {
        return Vec::new();
    };
    let skill = &entry.skill;
    let mut facts = Vec::new();
    let mut add = |label: &str, value: FactValue| {
        facts.push(Fact {
            label: label.to_owned(),
            value,
        });
    };
    let class = book.classes.iter().position(|class| {
        class.kind == ClassKind::Skill && class.members.iter().any(|(name, _)| *name == skill.name)
    });
    if let Some(class) = class {
        add("Class", FactValue::Class(class));
    }
    if let Some(group) = &entry.group {
        add("Group", FactValue::Text(group.clone()));
    }
    match (&entry.sample, skill.partial()) {
        (Some(sample), _) => add("Writes", FactValue::Document(sample.document)),
        (None, Some(partial)) => add(
            "Writes",
            FactValue::Codes(vec![partial.file_name().to_owned()]),
        ),
        (None, None) => {}
    }
    let fields = skill.fields();
    for (key, label) in NAMED {
        let Some((_, text)) = fields.iter().find(|(field, _)| field == key) else {
            continue;
        };
        let is_list = key.ends_with("-tools");
        add(
            label,
            if is_list {
                FactValue::Codes(tools(text))
            } else {
                FactValue::Text(text.clone())
            },
        );
    }
    for (key, text) in &fields {
        if NAMED.iter().all(|(named, _)| named != key) {
            add(key, FactValue::Text(text.clone()));
        }
    }
    add("Tokens", tokens(book, index));
    let source = book.source_name(skill.source).to_owned();
    add(
        "Source",
        FactValue::Source {
            folder: skill.folder.to_string(),
            source,
            hosted: entry
                .provenance
                .as_ref()
                .and_then(|commit| book.hosted(skill.source, &skill.path, commit)),
            commit: entry.provenance.clone(),
        },
    );
    facts
}

/// The entries of a list of tools.
fn tools(text: &str) -> Vec<String> {
    let entries = permissions::entries(text).into_iter();
    entries.map(|range| text[range].to_owned()).collect()
}

/// About how many tokens a skill costs at each level of disclosure: UTF-8 bytes / 4, to two
/// digits.
fn tokens(book: &Book, index: usize) -> FactValue {
    let round = round_tokens;
    let Some(entry) = book.skills.get(index) else {
        return FactValue::Text(String::new());
    };
    let skill = &entry.skill;
    let known = skill.name.len() + skill.description.as_ref().map_or(0, String::len);
    let called = skill.document.text.len() - skill.document.body;
    let texts = entry.files.iter().filter_map(|file| book.files.get(*file));
    let files: usize = texts
        .filter_map(|file| match &file.content {
            super::FileContent::Markdown(_, bytes) | super::FileContent::Text(_, bytes) => {
                Some(bytes.len())
            }
            _ => None,
        })
        .sum();
    FactValue::Tokens {
        known: round(known),
        called: round(called),
        files: (files > 0).then(|| round(files)),
    }
}

/// About how many tokens so many bytes are: a quarter, to two digits.
pub(super) fn round_tokens(bytes: usize) -> usize {
    let tokens = bytes / 4;
    let mut unit = 1;
    while tokens / unit >= 100 {
        unit *= 10;
    }
    (tokens + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::round_tokens as round;

    #[test]
    fn tokens_are_rounded_to_two_digits() {
        assert_eq!(round(0), 0);
        assert_eq!(round(4 * 87), 87);
        assert_eq!(round(4 * 187), 190);
        assert_eq!(round(4 * 5_062), 5_100);
        assert_eq!(round(4 * 997), 1_000);
    }
}
