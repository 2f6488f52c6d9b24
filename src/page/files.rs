//! A skill's files as a tree.

use super::link;
use crate::address::part_id;
use crate::book::{Book, FileEntry, SkillEntry};
use maud::{Markup, html};

pub(super) fn files(book: &Book, entry: &SkillEntry) -> Markup {
    let files: Vec<Entry<'_>> = entry
        .files
        .iter()
        .filter_map(|index| book.files.get(*index))
        .map(|file| (file.below.split('/').collect(), file))
        .collect();
    let skill = book.entry(entry.document);
    html! {
        section data-part="files" aria-labelledby=(part_id("files")) data-pagefind-ignore {
            h2 #(part_id("files")) { "Its files" }
            ul.tree {
                li {
                    @if let Some(url) = &skill.url { a href=(entry.url.link(url)) { (skill.file_name()) } }
                    " " span.size { (link::size(skill.document.text.len() as u64)) }
                }
                (level(entry, &files, 0))
            }
        }
    }
}

/// A file with the parts of its path.
type Entry<'a> = (Vec<&'a str>, &'a FileEntry);

/// The entries of one folder: its files, and its folders with theirs.
fn level(entry: &SkillEntry, files: &[Entry<'_>], depth: usize) -> Markup {
    let mut groups: Vec<(&str, Vec<Entry<'_>>)> = Vec::new();
    for (parts, file) in files {
        let Some(name) = parts.get(depth) else {
            continue;
        };
        match groups.last_mut() {
            Some((last, group)) if last == name => group.push((parts.clone(), file)),
            _ => groups.push((name, vec![(parts.clone(), file)])),
        }
    }
    html! {
        @for (name, group) in &groups {
            @match group.as_slice() {
                [(parts, file)] if parts.len() == depth + 1 => {
                    li { a href=(entry.url.link(&file.url)) { (name) } " " span.size { (link::size(file.size)) } }
                }
                group => {
                    li { span.folder { (name) "/" } ul { (level(entry, group, depth + 1)) } }
                }
            }
        }
    }
}
