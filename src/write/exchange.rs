//! How a complete staging folder takes the target's place.

use std::fs;
use std::io;
use std::path::Path;

/// How the new folder takes the place of the old one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Both change names in one step (`renameat2` with `RENAME_EXCHANGE` on Linux, `RENAME_SWAP` on macOS); by two
    /// renames where the system or the file system cannot.
    #[default]
    Exchange,
    /// The old folder is moved aside, then the new one takes its name. In between there is no target.
    TwoRenames,
}

/// Which name the old folder has after the step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Old {
    /// There was none.
    Absent,
    /// The new folder's former one.
    Staging,
    /// The one that was kept for it.
    Aside,
}

/// Puts `new` in the place of `target`. `aside` is where the old folder waits if one step is not possible.
///
/// After an error, the old folder is in its place or, at worst, `aside`.
pub(super) fn replace(
    new: &Path,
    target: &Path,
    aside: &Path,
    strategy: Strategy,
) -> io::Result<Old> {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::rename(new, target)?;
            return Ok(Old::Absent);
        }
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    if strategy == Strategy::Exchange && exchange(new, target)? {
        return Ok(Old::Staging);
    }
    fs::rename(target, aside)?;
    if let Err(error) = fs::rename(new, target) {
        // What fails here has failed already; the next run finds the folder aside and puts it right.
        let _ = fs::rename(aside, target);
        return Err(error);
    }
    Ok(Old::Aside)
}

/// Exchanges the names in one step; false if that cannot be done here.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(new: &Path, target: &Path) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, new, CWD, target, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        // An old kernel, or a file system that knows no exchange (NFS, some FUSE and overlay mounts).
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<bool> {
    Ok(false)
}
