//! The folder that is to be replaced: where it really is, and whether it may be.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::error::WriteError;
use super::marker;

/// A target's place, with every link on the way to it resolved. The target itself need not exist.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    parent: PathBuf,
    name: OsString,
}

impl Target {
    pub(super) fn resolve(given: &Path) -> Result<Target, WriteError> {
        let no_name = || WriteError::NoName {
            target: given.to_owned(),
        };
        if given.as_os_str().is_empty() {
            return Err(no_name());
        }
        let absolute =
            std::path::absolute(given).map_err(WriteError::io("find out where this is:", given))?;
        // Asked without a slash at the end, which would have the system follow the link.
        let absolute: PathBuf = absolute.components().collect();
        match fs::symlink_metadata(&absolute) {
            Ok(meta) if meta.is_symlink() => {
                return Err(WriteError::Symlink {
                    target: given.to_owned(),
                });
            }
            Ok(meta) if !meta.is_dir() => {
                return Err(WriteError::NotAFolder {
                    target: given.to_owned(),
                });
            }
            _ => {}
        }
        let path = real_path(&absolute)
            .map_err(WriteError::io("find out where this is:", given))?
            .ok_or_else(no_name)?;
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) => Ok(Target {
                parent: parent.to_owned(),
                name: name.to_owned(),
                path,
            }),
            _ => Err(no_name()),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn parent(&self) -> &Path {
        &self.parent
    }

    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    pub(super) fn exists(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok()
    }

    /// Refuses a target that is, or holds, the current folder or one of these.
    pub(super) fn refuse_folders_in_use(&self, folders: &[&Path]) -> Result<(), WriteError> {
        let current = std::env::current_dir().ok();
        for folder in folders.iter().copied().chain(current.as_deref()) {
            // A folder that does not exist cannot be lost.
            if let Ok(real) = fs::canonicalize(folder)
                && real.starts_with(&self.path)
            {
                return Err(WriteError::InUse {
                    target: self.path.clone(),
                    holds: real,
                });
            }
        }
        Ok(())
    }

    pub(super) fn make_parent(&self) -> Result<(), WriteError> {
        fs::create_dir_all(&self.parent)
            .map_err(WriteError::io("make the folder", self.parent.as_path()))
    }

    /// Refuses a target that may not be replaced. One that does not exist may.
    pub(super) fn check(&self) -> Result<(), WriteError> {
        let target = || self.path.clone();
        let meta = match fs::symlink_metadata(&self.path) {
            Ok(meta) => meta,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(WriteError::io("look at", self.path.as_path())(error)),
        };
        if meta.is_symlink() {
            return Err(WriteError::Symlink { target: target() });
        }
        if !meta.is_dir() {
            return Err(WriteError::NotAFolder { target: target() });
        }
        if self.is_mount_point(&meta) {
            return Err(WriteError::MountPoint { target: target() });
        }
        check_ownership(&self.path).map_err(|fault| match fault {
            Ownership::Foreign => WriteError::Foreign { target: target() },
            Ownership::WorkTree => WriteError::WorkTree { target: target() },
            Ownership::Unreadable(error) => WriteError::io("read", self.path.as_path())(error),
        })
    }

    #[cfg(unix)]
    fn is_mount_point(&self, meta: &fs::Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        fs::symlink_metadata(&self.parent).is_ok_and(|parent| parent.dev() != meta.dev())
    }

    #[cfg(not(unix))]
    fn is_mount_point(&self, _: &fs::Metadata) -> bool {
        false
    }
}

/// Why a folder may not be replaced or deleted.
#[derive(Debug)]
pub(super) enum Ownership {
    Foreign,
    WorkTree,
    Unreadable(io::Error),
}

/// A folder may be replaced or deleted if it is empty, or bears our marker and no `.git`.
pub(super) fn check_ownership(folder: &Path) -> Result<(), Ownership> {
    let mut entries = fs::read_dir(folder).map_err(Ownership::Unreadable)?;
    if entries.next().is_none() {
        return Ok(());
    }
    if !marker::is_in(folder) {
        return Err(Ownership::Foreign);
    }
    match fs::symlink_metadata(folder.join(".git")) {
        Ok(_) => Err(Ownership::WorkTree),
        Err(_) => Ok(()),
    }
}

/// The path with its links resolved as far as it exists; none if `..` stands in the rest, where it has no meaning yet.
fn real_path(absolute: &Path) -> io::Result<Option<PathBuf>> {
    for ancestor in absolute.ancestors() {
        match fs::canonicalize(ancestor) {
            Ok(real) => {
                let rest = absolute.strip_prefix(ancestor).unwrap_or(Path::new(""));
                let plain = rest
                    .components()
                    .all(|part| matches!(part, Component::Normal(_)));
                return Ok(plain.then(|| real.join(rest).components().collect()));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
