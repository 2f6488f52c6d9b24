//! Paths of outputs, checked before anything is written: whoever makes a site is not trusted to stay inside it.

use std::collections::{BTreeMap, BTreeSet};

use super::error::WriteError;
use super::marker::{MARKER, UNNAMED};

/// The paths in order, with every folder that they need.
#[derive(Debug, Default)]
pub(super) struct OutputPaths {
    pub(super) files: Vec<String>,
    /// Each folder after the one that holds it.
    pub(super) folders: Vec<String>,
}

/// Checks each path by itself and all of them together.
pub(super) fn check_all(paths: Vec<String>) -> Result<OutputPaths, WriteError> {
    let mut files: BTreeSet<String> = BTreeSet::new();
    // From a folder to a file in it, to be named if the folder's path is a file's too.
    let mut folders: BTreeMap<String, String> = BTreeMap::new();
    for path in paths {
        if let Some(reason) = fault(&path) {
            return Err(WriteError::Path { path, reason });
        }
        for (slash, _) in path.match_indices('/') {
            folders
                .entry(path[..slash].to_owned())
                .or_insert_with(|| path.clone());
        }
        if files.contains(&path) {
            return Err(WriteError::Path {
                path,
                reason: "it is given twice",
            });
        }
        files.insert(path);
    }
    if let Some(path) = files.iter().find(|path| folders.contains_key(*path)) {
        return Err(WriteError::Path {
            path: path.clone(),
            reason: "other outputs have it as their folder",
        });
    }
    Ok(OutputPaths {
        files: files.into_iter().collect(),
        folders: folders.into_keys().collect(),
    })
}

fn fault(path: &str) -> Option<&'static str> {
    match path.split('/').next() {
        Some(MARKER | UNNAMED) => return Some("the name is kept for the folder's marker"),
        // A folder with one is taken for somebody's work tree and never replaced.
        Some(".git") => return Some("a site holds no repository"),
        _ => {}
    }
    if path.contains(|c: char| c.is_control()) {
        return Some("it holds a control character");
    }
    // A separator on some systems, and a drive's mark.
    if path.contains(['\\', ':']) {
        return Some("it holds a backslash or a colon");
    }
    for part in path.split('/') {
        match part {
            "" => return Some("a part of it is empty"),
            "." | ".." => return Some("a part of it is `.` or `..`"),
            // The most that the usual file systems take.
            _ if part.len() > 255 => return Some("a part of it is longer than 255 bytes"),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(paths: &[&str]) -> Option<String> {
        match check_all(paths.iter().map(|path| (*path).to_owned()).collect()) {
            Err(WriteError::Path { path, .. }) => Some(path),
            Err(other) => panic!("unexpected: {other}"),
            Ok(_) => None,
        }
    }

    #[test]
    fn ordinary_paths_pass() {
        let paths = [
            "index.html",
            "skill/a b/ü.html",
            "..a/b..",
            ".nojekyll",
            "a/.skillbook",
        ];
        assert_eq!(refused(&paths), None);
    }

    #[test]
    fn paths_that_leave_the_folder_or_fit_no_system_are_refused() {
        let long = "x".repeat(256);
        for path in [
            "",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "a/../b",
            "./a",
            "a\\b",
            "c:a",
            "a\0b",
            "a\nb",
            ".skillbook",
            ".skillbook/a",
            ".git/config",
            &long,
        ] {
            assert_eq!(refused(&["fine", path]).as_deref(), Some(path));
        }
    }

    #[test]
    fn a_path_given_twice_or_as_file_and_folder_is_refused() {
        assert_eq!(refused(&["a", "b", "a"]).as_deref(), Some("a"));
        assert_eq!(refused(&["a/b/c", "a/b"]).as_deref(), Some("a/b"));
    }

    #[test]
    fn folders_come_after_the_folders_that_hold_them() {
        let checked = check_all(vec!["b/x/y/1".into(), "a".into(), "b/2".into()]).unwrap();
        assert_eq!(checked.files, ["a", "b/2", "b/x/y/1"]);
        assert_eq!(checked.folders, ["b", "b/x", "b/x/y"]);
    }
}
