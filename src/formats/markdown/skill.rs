//! A skill as Markdown: name, line, facts, its text, its contract, what the guard does with it,
//! where it sits, who reads it, its files.

use super::list::steps;
use super::part::{
    at_commit, class_link, document_link, fact, globs, lines, link, skill_link, verdicts,
};
use super::permissions::permissions;
use super::write::{code, fenced, size, words};
use crate::address::Url;
use crate::book::{Book, Fact, FactValue, SkillEntry};

/// A skill, its links going out from the folder of `page`.
pub(in crate::formats) fn skill(book: &Book, entry: &SkillEntry, page: &Url) -> String {
    let mut out = format!("# {}\n\n", words(&entry.skill.name));
    if !entry.line.is_empty() {
        out.push_str(&format!("{}\n\n", words(&entry.line)));
    }
    facts(&mut out, book, entry, page);
    out.push_str("\n## SKILL.md\n\n");
    fenced(&mut out, "markdown", &entry.skill.document.text);
    contract(&mut out, entry);
    guard(&mut out, book, entry, page);
    rails(&mut out, book, entry, page);
    readers(&mut out, book, entry, page);
    files(&mut out, book, entry, page);
    out
}

fn facts(out: &mut String, book: &Book, entry: &SkillEntry, page: &Url) {
    let description = entry.skill.description.as_ref();
    if let Some(description) = description.filter(|text| **text != entry.line) {
        fact(out, "Description", &words(description));
    }
    for Fact { label, value } in &entry.facts {
        let value = match value {
            FactValue::Text(text) => words(text),
            FactValue::Codes(codes) => {
                let codes: Vec<String> = codes.iter().map(|text| code(text)).collect();
                codes.join(", ")
            }
            FactValue::Class(index) => match book.classes.get(*index) {
                Some(class) => class_link(page, class),
                None => continue,
            },
            FactValue::Document(id) => document_link(book, page, *id),
            FactValue::Tokens {
                known,
                called,
                files,
            } => {
                let files = files.map(|files| format!(", {files} in files"));
                format!(
                    "about {known} known, {called} when called{}",
                    files.unwrap_or_default()
                )
            }
            FactValue::Source {
                folder,
                source,
                commit,
                hosted,
            } => {
                let folder = if folder.is_empty() { "." } else { folder };
                let place = format!("{} in {}", code(folder), words(source));
                at_commit(place, commit.as_ref(), hosted.as_ref())
            }
        };
        fact(out, label, &value);
    }
}

fn contract(out: &mut String, entry: &SkillEntry) {
    let Some(contract) = &entry.skill.contract else {
        return;
    };
    let document = &entry.skill.document;
    out.push_str("\n## Contract\n");
    for card in &contract.cards {
        let label = if card.label.is_empty() {
            "Contract"
        } else {
            &card.label
        };
        out.push_str(&format!(
            "\n### {} ({})\n\n{}\n",
            words(label),
            lines(document, &card.span),
            document.slice(&card.body).trim_end()
        ));
    }
}

fn guard(out: &mut String, book: &Book, entry: &SkillEntry, page: &Url) {
    let Some(part) = &entry.guard else {
        if let Some(part) = &entry.permissions {
            permissions(out, book, part);
        }
        return;
    };
    let Some(class) = book.classes.get(part.class) else {
        return;
    };
    out.push_str(&format!(
        "\n## Territory\n\nThe skill is of class {}. While it is open, it may write:\n\n",
        class_link(page, class)
    ));
    globs(out, &part.globs);
    if !part.rows.is_empty() {
        out.push_str("\n## Verdicts\n\n");
        verdicts(out, &part.rows);
    }
}

fn rails(out: &mut String, book: &Book, entry: &SkillEntry, page: &Url) {
    let own = |index: Option<usize>| {
        let skill = index.and_then(|index| book.skills.get(index));
        skill.is_some_and(|skill| skill.url == entry.url)
    };
    for (number, rail) in book.rails.iter().enumerate() {
        let is_step = entry.steps.iter().any(|(rail, _)| *rail == number);
        if is_step || own(rail.orchestrator) || own(rail.after) {
            let name = code(&rail.rail.command);
            out.push_str(&format!("\n## Rail {}\n\n", link(page, &name, &rail.url)));
            steps(out, book, page, rail, Some(&entry.skill.name));
        }
    }
}

fn readers(out: &mut String, book: &Book, entry: &SkillEntry, page: &Url) {
    if entry.readers.is_empty() {
        return;
    }
    out.push_str("\n## Who reads its document next\n\n");
    for reader in &entry.readers {
        if let Some(other) = book.skills.get(reader.skill) {
            out.push_str(&format!("- {}", skill_link(page, other)));
            let sections: Vec<String> = reader
                .sections
                .iter()
                .map(|(label, _, _)| words(label))
                .collect();
            if !sections.is_empty() {
                out.push_str(&format!(": {}", sections.join(", ")));
            }
            out.push('\n');
        }
    }
}

fn files(out: &mut String, book: &Book, entry: &SkillEntry, page: &Url) {
    let files: Vec<_> = entry
        .files
        .iter()
        .filter_map(|file| book.files.get(*file))
        .collect();
    if files.is_empty() {
        return;
    }
    out.push_str("\n## Files\n\n");
    for file in files {
        let name = code(&file.below);
        let name = match &file.raw {
            Some(raw) => format!("[{name}]({})", page.link(raw)),
            None => name,
        };
        out.push_str(&format!("- {name}, {}\n", size(file.size)));
    }
}
