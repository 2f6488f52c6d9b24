//! What can keep a site from being written, in words for the person who runs the command: what is wrong, and what to
//! do. In none of these cases has the target changed.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why nothing was written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The target is not empty and bears no marker: somebody else made it.
    Foreign {
        /// The target.
        target: PathBuf,
    },
    /// The target bears the marker and is also a git work tree, whose history would be lost with it.
    WorkTree {
        /// The target.
        target: PathBuf,
    },
    /// The target is a symbolic link.
    Symlink {
        /// The target.
        target: PathBuf,
    },
    /// The target is a file, or something else that is no folder.
    NotAFolder {
        /// The target.
        target: PathBuf,
    },
    /// The target has no name that could be exchanged: `/`, or a path with `..` after a folder that does not exist.
    NoName {
        /// The target.
        target: PathBuf,
    },
    /// The target is a folder in use, or holds one: the current folder, or the root of a source.
    InUse {
        /// The target.
        target: PathBuf,
        /// The folder that would be lost.
        holds: PathBuf,
    },
    /// The target is where a file system is mounted, so that it cannot be renamed.
    MountPoint {
        /// The target.
        target: PathBuf,
    },
    /// Another run is writing to the same target.
    Busy {
        /// The target.
        target: PathBuf,
        /// Where the other run is preparing its output.
        staging: PathBuf,
    },
    /// An output's path is not one that can be written below the target.
    Path {
        /// The path as given.
        path: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// An output could not be made.
    Make {
        /// Its path.
        path: String,
        /// Why.
        source: super::MakeError,
    },
    /// The new output is complete but could not take the target's place.
    Exchange {
        /// The target.
        target: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The system refused to read or write something.
    Io {
        /// What was to be done, to be read after "cannot".
        action: &'static str,
        /// With what.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
}

impl WriteError {
    pub(super) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> WriteError {
        let path = path.into();
        move |source| WriteError::Io {
            action,
            path,
            source,
        }
    }

    /// What the person can do about it, if more is to be said than the message does.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            WriteError::Foreign { .. } => {
                "Build to another folder, or empty this one first if nothing in it is needed."
            }
            WriteError::WorkTree { .. } => {
                "Build to a folder without a `.git`, and copy the output into the work tree."
            }
            WriteError::Symlink { .. } => "Name the folder that the link leads to.",
            WriteError::NotAFolder { .. } => "Name a folder, or move the file away.",
            WriteError::NoName { .. } => "Name a folder by its own name, for example `dist`.",
            WriteError::InUse { .. } => "Build to a folder of its own, for example `dist`.",
            WriteError::MountPoint { .. } => {
                "Build to a folder inside it: the output is replaced by a rename."
            }
            WriteError::Busy { .. } => "Wait until it has finished, or build to another folder.",
            WriteError::Exchange { .. } => {
                "Close what uses the folder, or build to another one. The old output is untouched."
            }
            WriteError::Io { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied => {
                    "The output is prepared beside the target, so its parent folder must be writable."
                }
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "While it builds, the disk holds the old output and the new one."
                }
                _ => return None,
            },
            WriteError::Path { .. } | WriteError::Make { .. } => return None,
        };
        Some(help.to_owned())
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Foreign { target } => write!(
                f,
                "{} is not empty and was not made by Skillbook, so it is left alone",
                target.display()
            ),
            WriteError::WorkTree { target } => write!(
                f,
                "{} holds a `.git`, which replacing the folder would delete, so it is left alone",
                target.display()
            ),
            WriteError::Symlink { target } => write!(
                f,
                "{} is a symbolic link, and the output cannot take the place of a link",
                target.display()
            ),
            WriteError::NotAFolder { target } => {
                write!(f, "{} exists and is not a folder", target.display())
            }
            WriteError::NoName { target } => write!(
                f,
                "{} cannot be the output: it is no folder that could be replaced",
                target.display()
            ),
            WriteError::InUse { target, holds } if target == holds => write!(
                f,
                "{} cannot be the output: it is the current folder or the root of a source, and would be replaced whole",
                target.display()
            ),
            WriteError::InUse { target, holds } => write!(
                f,
                "{} cannot be the output: {} lies in it, and the folder would be replaced whole",
                target.display(),
                holds.display()
            ),
            WriteError::MountPoint { target } => write!(
                f,
                "{} is a mount point, which cannot be replaced",
                target.display()
            ),
            WriteError::Busy { target, staging } => write!(
                f,
                "another run is writing to {} (it prepares its output in {})",
                target.display(),
                staging.display()
            ),
            WriteError::Path { path, reason } => {
                write!(f, "the output path {path:?} cannot be written: {reason}")
            }
            WriteError::Make { path, source } => write!(f, "cannot make {path}: {source}"),
            WriteError::Exchange { target, source } => write!(
                f,
                "the new output is complete but cannot take the place of {}: {source}",
                target.display()
            ),
            WriteError::Io {
                action,
                path,
                source,
            } => write!(f, "cannot {action} {}: {source}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Exchange { source, .. } | WriteError::Io { source, .. } => Some(source),
            WriteError::Make { source, .. } => Some(source.as_ref()),
            _ => None,
        }
    }
}
