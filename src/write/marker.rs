//! The marker: a file in an output folder that says Skillbook made the folder, and may therefore replace it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The marker's name. No output may have it.
pub const MARKER: &str = ".skillbook";

/// The name of a marker that is not locked yet.
pub(super) const UNNAMED: &str = ".skillbook-new";

/// What a marker begins with. A file of the same name that begins otherwise is somebody else's.
const OPENING: &str = "Made by Skillbook ";

/// What a marker says. The text depends on nothing but the version: two builds of the same input shall be byte-identical.
pub fn text(version: &str) -> String {
    format!("{OPENING}{version}. The next build replaces this folder whole.\n")
}

/// A marker with its lock. Letting go of the file is not enough: a process that another thread is about to start shares
/// it for a moment, and the lock with it.
#[derive(Debug)]
pub(super) struct Held(File);

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Makes the marker of a new folder and locks it for as long as the returned file is open. The lock tells a run that
/// is at work from one that was killed.
pub(super) fn make_locked(folder: &Path, version: &str) -> io::Result<Held> {
    // Locked before it has its name, so that nobody finds a marker that is not locked yet.
    let unnamed = folder.join(UNNAMED);
    let mut file = File::create_new(&unnamed)?;
    file.write_all(text(version).as_bytes())?;
    // A file system without locks loses the distinction and nothing else.
    let _ = file.try_lock();
    fs::rename(&unnamed, folder.join(MARKER))?;
    Ok(Held(file))
}

/// Whether the folder bears a marker.
pub(super) fn is_in(folder: &Path) -> bool {
    open(folder).is_some_and(|mut file| {
        let mut opening = [0; OPENING.len()];
        file.read_exact(&mut opening).is_ok() && opening == *OPENING.as_bytes()
    })
}

/// Whether the run that made the folder's marker still holds it. None if there is no marker.
pub(super) fn is_held(folder: &Path) -> Option<bool> {
    let file = open(folder)?;
    match file.try_lock() {
        Ok(()) => {
            drop(Held(file));
            Some(false)
        }
        Err(fs::TryLockError::WouldBlock) => Some(true),
        Err(fs::TryLockError::Error(_)) => Some(false),
    }
}

/// Opens the marker if it is a plain file, never through a link.
fn open(folder: &Path) -> Option<File> {
    let path = folder.join(MARKER);
    let plain = fs::symlink_metadata(&path).ok()?.is_file();
    plain.then(|| File::open(&path).ok())?
}
