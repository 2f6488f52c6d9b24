//! Pieces of Markdown that several pages share. Each is told a page, from whose folder its links go
//! out.

use super::write::{code, words};
use crate::address::Url;
use crate::book::{Book, ClassEntry, DocId, Hosted, SkillEntry, VerdictRow};
use crate::guard::Glob;
use crate::markdown::Document;
use crate::workspace::git::Provenance;

/// `- **Label:** value`
pub(super) fn fact(out: &mut String, label: &str, value: &str) {
    out.push_str(&format!("- **{}:** {value}\n", words(label)));
}

/// A link to the Markdown of another page.
pub(super) fn link(page: &Url, text: &str, to: &Url) -> String {
    format!("[{text}]({})", page.link(&to.markdown()))
}

pub(super) fn skill_link(page: &Url, entry: &SkillEntry) -> String {
    link(page, &words(&entry.skill.name), &entry.url)
}

/// A skill by its name, linked if there is one.
pub(super) fn skill_name(book: &Book, page: &Url, name: &str, index: Option<usize>) -> String {
    match index.and_then(|index| book.skills.get(index)) {
        Some(entry) => link(page, &words(name), &entry.url),
        None => words(name),
    }
}

/// A document by its file name, linked if it has a page.
pub(super) fn document_link(book: &Book, page: &Url, id: DocId) -> String {
    let entry = book.entry(id);
    let name = code(entry.file_name());
    match &entry.url {
        Some(url) => link(page, &name, url),
        None => name,
    }
}

/// `[name](link): line`, as an item of a list.
pub(super) fn item(out: &mut String, link: &str, line: &str) {
    out.push_str(&format!("- {link}"));
    if !line.trim().is_empty() {
        out.push_str(&format!(": {}", words(line)));
    }
    out.push('\n');
}

/// A place with the commit that is known of it.
pub(super) fn at_commit(
    place: String,
    commit: Option<&Provenance>,
    hosted: Option<&Hosted>,
) -> String {
    match commit {
        Some(commit) => {
            let day = commit.date.split('T').next().unwrap_or_default();
            match hosted {
                Some(hosted) => format!("{place}, at [{}]({}), {day}", commit.commit, hosted.file),
                None => format!("{place}, at {}, {day}", commit.commit),
            }
        }
        None => place,
    }
}

/// A territory as a list.
pub(super) fn globs(out: &mut String, globs: &[Glob]) {
    if globs.is_empty() {
        out.push_str("- nothing: this class writes no file\n");
    }
    for glob in globs {
        out.push_str(&format!("- {}\n", code(glob.as_str())));
    }
}

/// Verdicts as a list, each with its reason.
pub(super) fn verdicts(out: &mut String, rows: &[VerdictRow]) {
    for row in rows {
        let verdict = if row.exit == 0 { "admitted" } else { "refused" };
        out.push_str(&format!(
            "- {verdict} {}: {}\n",
            code(&row.subject),
            words(&row.why)
        ));
    }
}

pub(super) fn class_link(page: &Url, class: &ClassEntry) -> String {
    link(page, &words(&class.name), &class.url)
}

/// `line 12` or `lines 12–14`.
pub(super) fn lines(document: &Document, span: &std::ops::Range<usize>) -> String {
    let lines = document.lines(span);
    let word = if lines.first == lines.last {
        "line"
    } else {
        "lines"
    };
    format!("{word} {lines}")
}
