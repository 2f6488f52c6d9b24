//! Which files below the root git tracks, and which of them are as HEAD has them.
//!
//! Knows the index and the work tree; must not know the log.

use std::collections::HashMap;

use super::command::Git;

/// The tracked files below a root.
#[derive(Debug)]
pub(super) struct Files {
    /// The root's path from the top of the work tree, with a `/` at its end; empty at the top.
    prefix: Vec<u8>,
    /// Unmodified files by their path from the root, numbered.
    unmodified: HashMap<String, u32>,
    tracked: usize,
}

impl Files {
    /// Lists them; none if git fails.
    pub(super) fn read(git: &Git) -> Option<Files> {
        Files::of(git, &["."])
    }

    /// Lists those at some paths from the root; none if git fails.
    pub(super) fn of(git: &Git, paths: &[&str]) -> Option<Files> {
        let mut prefix = git.output(&["rev-parse", "--show-prefix"])?;
        // One line end is git's own; a folder's name may end with another.
        if prefix.last() == Some(&b'\n') {
            prefix.pop();
        }
        let mut files = Files {
            prefix,
            unmodified: HashMap::new(),
            tracked: 0,
        };
        files.list(git, paths)?;
        if files.tracked > 0 {
            files.drop_modified(git, paths)?;
        }
        Some(files)
    }

    /// The root's path from the top of the work tree.
    pub(super) fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    pub(super) fn any_tracked(&self) -> bool {
        self.tracked > 0
    }

    /// How many are unmodified. Their numbers are below `number_limit`.
    pub(super) fn unmodified(&self) -> &HashMap<String, u32> {
        &self.unmodified
    }

    /// The number of the file at this path from the top of the work tree, if it is unmodified and below the root.
    pub(super) fn number(&self, path_from_top: &[u8]) -> Option<u32> {
        let path = path_from_top.strip_prefix(self.prefix.as_slice())?;
        self.unmodified
            .get(std::str::from_utf8(path).ok()?)
            .copied()
    }

    fn list(&mut self, git: &Git, paths: &[&str]) -> Option<()> {
        let listing = git.output(&[&["ls-files", "-z", "-v", "--"], paths].concat())?;
        for entry in listing.split(|byte| *byte == 0) {
            let [tag, b' ', path @ ..] = entry else {
                continue;
            };
            self.tracked += 1;
            // `H` is an ordinary entry. A lower-case letter or `S` marks one that git was told not to look at
            // (assume-unchanged, skip-worktree): it would call the file unmodified without knowing.
            if *tag != b'H' {
                continue;
            }
            // A name that is no UTF-8 cannot be asked for, since paths are strings everywhere else.
            if let (Ok(path), Ok(number)) = (
                std::str::from_utf8(path),
                u32::try_from(self.unmodified.len()),
            ) {
                self.unmodified.insert(path.to_owned(), number);
            }
        }
        Some(())
    }

    fn drop_modified(&mut self, git: &Git, paths: &[&str]) -> Option<()> {
        let status = [
            "status",
            "--porcelain=v1",
            "-z",
            "--no-renames",
            "--no-ahead-behind",
            "--untracked-files=no",
            "--ignore-submodules=all",
            "--",
        ];
        let listing = git.output(&[&status[..], paths].concat())?;
        for entry in listing.split(|byte| *byte == 0) {
            // Two letters, a space, and the path from the top of the work tree.
            let [_, _, b' ', path @ ..] = entry else {
                continue;
            };
            if let Some(path) = path.strip_prefix(self.prefix.as_slice())
                && let Ok(path) = std::str::from_utf8(path)
            {
                self.unmodified.remove(path);
            }
        }
        Some(())
    }
}
