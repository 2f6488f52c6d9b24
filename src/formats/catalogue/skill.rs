//! A skill: everything that its page knows.

use super::super::discovery;
use super::document::{block, missing, references};
use super::piece::{address, commit, hash, lines, lines_of, markdown};
use super::{guard, permissions};
use crate::book::{Book, DocKind, FactValue, FileContent, FileEntry, Quote, SkillEntry};
use crate::guard::ClassKind;
use crate::markdown::Document;
use crate::sample::BlockNotes;
use serde_json::{Map, Value, json};

/// A skill's name.
pub(super) fn name(book: &Book, index: usize) -> Option<&str> {
    let entry = book.skills.get(index)?;
    Some(&entry.skill.name)
}

pub(super) fn skill(book: &Book, index: usize) -> Option<Value> {
    let entry = book.skills.get(index)?;
    let skill = &entry.skill;
    let source = book.sources.get(skill.source);
    let reads = skill.reads().iter().map(|pattern| pattern.as_str());
    let document = book.entry(entry.document);
    let files = entry.files.iter().filter_map(|file| book.files.get(*file));
    Some(json!({
        "name": skill.name,
        "line": entry.line,
        "description": skill.description,
        "group": entry.group,
        "url": address(&entry.url),
        "markdown": markdown(&entry.url),
        "source": source.map(|source| &source.name),
        "folder": skill.folder.as_str(),
        "path": skill.path.as_str(),
        "document": document.url.as_ref().map(address),
        "size": source.and_then(|source| source.files.get(&skill.path)).map(|stamp| stamp.size),
        "hash": hash(&skill.hash),
        "commit": commit(book, (skill.source, &skill.path), entry.provenance.as_ref()),
        "frontmatter": skill.document.frontmatter.fields,
        "tokens": tokens(entry),
        "contract": contract(entry),
        "reads": reads.collect::<Vec<_>>(),
        "writes": skill.partial().map(|pattern| pattern.as_str()),
        "sample": sample(book, entry),
        "blocks": blocks(book, entry),
        "references": references(book, entry.document),
        "missing": missing(document),
        "class": class(book, entry),
        "guard": entry.guard.as_ref().map(guard::part),
        "permissions": entry.permissions.as_ref().map(|part| permissions::part(book, part)),
        "rails": rails(book, index, entry),
        "readers": readers(book, entry),
        "files": files.map(|it| file(book, it)).collect::<Vec<_>>(),
        "install": install(book, index),
    }))
}

fn install(book: &Book, index: usize) -> Value {
    let found = discovery::offered(book).find(|(skill, _, _)| *skill == index);
    let Some((_, entry, offer)) = found else {
        return Value::Null;
    };
    json!({
        "type": discovery::kind(offer),
        "url": address(&offer.artifact),
        "index": address(&offer.index),
        "digest": format!("sha256:{}", discovery::digest(book, entry, offer)),
    })
}

fn tokens(entry: &SkillEntry) -> Value {
    let tokens = entry.facts.iter().find_map(|fact| match fact.value {
        FactValue::Tokens {
            known,
            called,
            files,
        } => Some(json!({ "known": known, "called": called, "files": files })),
        _ => None,
    });
    tokens.unwrap_or_default()
}

fn class<'a>(book: &'a Book, entry: &SkillEntry) -> Option<&'a str> {
    let class = book.classes.iter().find(|class| {
        let mut members = class.members.iter();
        class.kind == ClassKind::Skill && members.any(|(name, _)| *name == entry.skill.name)
    });
    class.map(|class| class.name.as_str())
}

fn contract(entry: &SkillEntry) -> Value {
    let Some(contract) = &entry.skill.contract else {
        return Value::Null;
    };
    let document = &entry.skill.document;
    let cards = contract.cards.iter().map(|card| {
        json!({
            "label": card.label,
            "lines": lines(card.lines),
            "text": document.slice(&card.body),
        })
    });
    json!({ "lines": lines(contract.lines), "cards": cards.collect::<Vec<_>>() })
}

fn sample(book: &Book, entry: &SkillEntry) -> Value {
    let Some(sample) = &entry.sample else {
        return Value::Null;
    };
    let document = book.entry(sample.document);
    let case = match document.kind {
        DocKind::Case(case) => book.cases.get(case).map(|case| &case.name),
        _ => None,
    };
    let left_out = sample.sample.excerpt.omissions.iter();
    json!({
        "path": document.path.as_str(),
        "source": book.source_name(document.source),
        "document": document.url.as_ref().map(address),
        "case": case,
        "left_out": left_out.map(|it| lines(it.lines)).collect::<Vec<_>>(),
    })
}

/// The blocks that the skill's page goes through: the sample's with their notes, else its own.
fn blocks(book: &Book, entry: &SkillEntry) -> Vec<Value> {
    let (document, notes) = match &entry.sample {
        Some(sample) => (&sample.sample.document, Some(&sample.sample.notes)),
        None => (&entry.skill.document, None),
    };
    let blocks = document.blocks.iter().map(|it| {
        let mut map = block(document, it);
        let found = notes.and_then(|notes| notes.get(&it.id));
        let notes = found.map(|found| self::notes(book, entry, found));
        map.insert("notes".to_owned(), Value::Array(notes.unwrap_or_default()));
        Value::Object(map)
    });
    blocks.collect()
}

/// The notes on a block, in the order in which the page shows them.
fn notes(book: &Book, entry: &SkillEntry, found: &BlockNotes) -> Vec<Value> {
    let own = &entry.skill.document;
    let author = entry.sample.as_ref().and_then(|sample| sample.notes);
    let author = author.map(|id| book.entry(id));
    let written = |part: Option<&str>, span| {
        let notes = author?;
        let text = note("author", part, &notes.document, span, notes.path.as_str());
        Some(text)
    };
    let row = found.table.and_then(|note| {
        let table = entry.skill.tables.get(note.table)?;
        table.rows.get(note.row)
    });
    let mut list: Vec<Value> = Vec::new();
    list.extend(found.author.as_ref().and_then(|span| written(None, span)));
    if let Some(row) = row {
        list.push(note(
            "table",
            None,
            own,
            &row.note,
            entry.skill.path.as_str(),
        ));
    }
    for quote in &found.quotes {
        if let Some(passage) = entry.skill.passages.get(*quote) {
            list.push(note(
                "quote",
                None,
                own,
                &passage.span,
                entry.skill.path.as_str(),
            ));
        }
    }
    list.extend(
        found
            .parts
            .iter()
            .filter_map(|(part, span)| written(Some(part), span)),
    );
    list
}

/// A note: who says it, of which part of the block, and where it is written.
fn note(
    by: &str,
    part: Option<&str>,
    document: &Document,
    span: &std::ops::Range<usize>,
    path: &str,
) -> Value {
    json!({
        "by": by,
        "part": part,
        "text": document.slice(span),
        "path": path,
        "lines": lines_of(document, span),
    })
}

/// The skill's places on the rails: as a step, as who runs it, as what runs behind it.
fn rails(book: &Book, index: usize, entry: &SkillEntry) -> Vec<Value> {
    let mut found = Vec::new();
    for (number, rail) in book.rails.iter().enumerate() {
        let mut add = |role: &str, step: Option<usize>| {
            let step = step.map(|step| step + 1);
            found.push(json!({ "command": rail.rail.command, "role": role, "step": step }));
        };
        if rail.orchestrator == Some(index) {
            add("orchestrator", None);
        }
        for (_, step) in entry.steps.iter().filter(|(rail, _)| *rail == number) {
            add("step", Some(*step));
        }
        if rail.after == Some(index) {
            add("after", None);
        }
    }
    found
}

fn readers(book: &Book, entry: &SkillEntry) -> Vec<Value> {
    let readers = entry.readers.iter().map(|reader| {
        let sections = reader
            .sections
            .iter()
            .map(|(label, id, _)| json!({ "label": label, "id": id }));
        let quotes = reader.quotes.iter().filter_map(|it| quote(book, *it));
        json!({
            "skill": name(book, reader.skill),
            "sections": sections.collect::<Vec<_>>(),
            "quotes": quotes.collect::<Vec<_>>(),
        })
    });
    readers.collect()
}

fn quote(book: &Book, quote: Quote) -> Option<Value> {
    let entry = book.skills.get(quote.skill)?;
    let passage = entry.skill.passages.get(quote.passage)?;
    let mut map = Map::new();
    let text = entry.skill.document.slice(&passage.span);
    map.insert("text".to_owned(), json!(text));
    map.insert("path".to_owned(), json!(entry.skill.path.as_str()));
    map.insert("lines".to_owned(), lines(passage.lines));
    Some(Value::Object(map))
}

fn file(book: &Book, file: &FileEntry) -> Value {
    let kind = match &file.content {
        FileContent::Markdown(..) => "markdown",
        FileContent::Text(..) => "text",
        FileContent::Binary(_) => "binary",
        FileContent::Absent => "absent",
    };
    let bytes = file.content.bytes();
    json!({
        "path": file.below,
        "kind": kind,
        "url": address(&file.url),
        "markdown": markdown(&file.url),
        "raw": file.raw.as_ref().map(address),
        "size": file.size,
        "hash": bytes.map(|bytes| hash(blake3::hash(bytes).to_hex().as_str())),
        "commit": commit(book, (file.source, &file.path), file.provenance.as_ref()),
    })
}
