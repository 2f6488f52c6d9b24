//! Which folder a command works on.

use crate::config::FILE_NAME;
use std::path::{Path, PathBuf};

/// The folder named, or the shipped site of a clone, or the current folder.
pub(super) fn root(given: Option<&Path>) -> PathBuf {
    match given {
        Some(given) => given.to_path_buf(),
        None if Path::new("content").join(FILE_NAME).is_file() => PathBuf::from("content"),
        None => PathBuf::from("."),
    }
}

/// Why a folder cannot be worked on.
pub(super) fn problem(root: &Path) -> Option<String> {
    match std::fs::metadata(root) {
        Ok(metadata) if metadata.is_dir() => None,
        Ok(_) => Some(format!("error: `{}` is no folder\n", root.display())),
        Err(error) => Some(format!("error: `{}`: {error}\n", root.display())),
    }
}
