//! Book → the files that an author starts with: a configuration, notes to fill in, a workflow.
//!
//! Everything in them is true of the repository as it was found, and most of it stands in comments:
//! a site needs none of it. This room makes texts; it does not know where they go.

mod config;
mod notes;
mod workflow;

use crate::book::Book;

/// A file to write: its path, with `/` between its parts, and its text.
pub type File = (String, String);

/// The files beside the skills: the configuration, and notes for each sample.
pub fn site(book: &Book) -> Vec<File> {
    let notes = (0..book.skills.len()).filter_map(|index| notes::notes(book, index));
    std::iter::once((crate::config::FILE_NAME.to_owned(), config::config(book)))
        .chain(notes)
        .collect()
}

/// The workflow that publishes on GitHub Pages. `root` is the site's folder below the repository's root, `.` for
/// that itself.
pub fn workflow(root: &str, version: &str) -> File {
    workflow::workflow(root, version)
}
