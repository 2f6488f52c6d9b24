//! Which skills changed last, by the commits of their files.

use super::Book;
use crate::workspace::git::Provenance;

/// The last change of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The skill.
    pub skill: usize,
    /// The latest of the commits of its files.
    pub commit: Provenance,
    /// When that was, in universal time: `2026-10-08T07:30:00Z`.
    pub date: String,
    /// The files of the skill whose last commit it is, below the skill's folder, `SKILL.md` first.
    pub files: Vec<String>,
}

/// The last change of each skill that has one, the latest first. Files that git does not track, or
/// that are modified, tell of no change.
pub(super) fn changes(book: &Book) -> Vec<Change> {
    let mut found: Vec<Change> = (0..book.skills.len())
        .filter_map(|skill| change(book, skill))
        .collect();
    // Skills of one commit stand in their own order.
    found.sort_by(|a, b| b.date.cmp(&a.date).then(a.skill.cmp(&b.skill)));
    found
}

fn change(book: &Book, skill: usize) -> Option<Change> {
    let entry = book.skills.get(skill)?;
    let files = entry.files.iter().filter_map(|file| book.files.get(*file));
    let own = [("SKILL.md", entry.provenance.as_ref())];
    let dated: Vec<(&str, &Provenance, String)> = own
        .into_iter()
        .chain(files.map(|file| (file.below.as_str(), file.provenance.as_ref())))
        .filter_map(|(name, commit)| Some((name, commit?, commit?.utc()?)))
        .collect();
    let (_, commit, date) = dated.iter().max_by(|a, b| {
        // Of two commits of one second, either will do, but always the same.
        (&a.2, &a.1.commit).cmp(&(&b.2, &b.1.commit))
    })?;
    Some(Change {
        skill,
        commit: (*commit).clone(),
        date: date.clone(),
        files: dated
            .iter()
            .filter(|(_, other, _)| other.commit == commit.commit)
            .map(|(name, _, _)| (*name).to_owned())
            .collect(),
    })
}
