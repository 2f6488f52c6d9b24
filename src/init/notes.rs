//! A stub of the author's notes on a sample: its blocks, ready to be taken out of a comment.

use super::File;
use crate::book::Book;
use crate::markdown::BlockKind;
use std::fmt::Write;

/// The notes of a skill; none for one without a sample, or with notes already.
pub(super) fn notes(book: &Book, skill: usize) -> Option<File> {
    let entry = book.skills.get(skill)?;
    let sample = entry
        .sample
        .as_ref()
        .filter(|sample| sample.notes.is_none())?;
    let document = book.entry(sample.document);
    let name = &entry.skill.name;
    // A name with a slash would be a folder's.
    if name.contains(['/', '\\']) || name.starts_with('.') {
        return None;
    }
    let mut text = format!(
        "<!--\nNotes on {}, which {name} wrote. Take a heading out of this comment and write below it what the skill\ndecided there, why, and what goes wrong without it. Below a block, `### table 1`, `### row <its first cell>`,\n`### paragraph 2`, `### item 3` and `### fence 1` speak of a part of it.\n\n",
        plain(document.file_name()),
    );
    let blocks = &document.document.blocks;
    if blocks.iter().any(|block| block.kind == BlockKind::Opening) {
        text.push_str("## (opening)\n\n");
    }
    for block in blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Section)
    {
        let heading = block
            .heading
            .and_then(|index| document.document.headings.get(index));
        if let Some(heading) = heading {
            let _ = write!(text, "## {}\n\n", plain(&heading.name));
        }
    }
    text.push_str("-->\n");
    Some((format!("notes/{name}.md"), text))
}

/// Words that do not end a comment.
fn plain(words: &str) -> String {
    words.replace("--", "- -").replace(['\n', '\r'], " ")
}
