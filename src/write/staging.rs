//! The folder in which an output is prepared, beside the target, and what interrupted runs leave of it.
//!
//! For a target `dist`, a run with process number 7 uses `.dist.skillbook-staging-7` for the new output and, where
//! folders cannot be exchanged in one step, `.dist.skillbook-old-7` for the old one. What can be found later:
//!
//! - a staging folder alone: the run was killed while it made the output, or after the exchange, when the folder holds
//!   the old output. Deleted.
//! - an old folder and no target: the run was killed between the two renames, so the staging folder is complete and
//!   gets the target's name. Without a staging folder the old one gets its name back.
//! - an old folder and a target: the run was killed before it deleted the old one. Deleted.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;

use super::error::WriteError;
use super::exchange::{self, Old, Strategy};
use super::output_path::OutputPaths;
use super::target::{self, Ownership, Target};
use super::{Outputs, Report, marker};

const STAGING: &str = ".skillbook-staging-";
const OLD: &str = ".skillbook-old-";

/// How long a staging folder without a marker is taken for one that has just been made.
const NEWBORN: Duration = Duration::from_secs(60);

/// A staging folder of this run. Deleted when dropped, unless it has become the target.
#[derive(Debug)]
pub(super) struct Staging {
    path: PathBuf,
    aside: PathBuf,
    /// Held open for its lock.
    marker: Option<marker::Held>,
}

impl Staging {
    pub(super) fn begin(target: &Target, version: &str) -> Result<Staging, WriteError> {
        let process = std::process::id().to_string();
        let path = beside(target, STAGING, &process);
        fs::create_dir(&path).map_err(|source| match source.kind() {
            // Left by a run of this number it would be gone by now, so another thread of this process is at work.
            io::ErrorKind::AlreadyExists => WriteError::Busy {
                target: target.path().to_owned(),
                staging: path.clone(),
            },
            _ => WriteError::io("make the folder", path.as_path())(source),
        })?;
        let mut staging = Staging {
            aside: beside(target, OLD, &process),
            path,
            marker: None,
        };
        let file = marker::make_locked(&staging.path, version)
            .map_err(WriteError::io("write a marker in", staging.path.as_path()))?;
        staging.marker = Some(file);
        Ok(staging)
    }

    /// Makes every output. Of several faults, the one with the first path is reported.
    pub(super) fn fill(
        &self,
        outputs: &dyn Outputs,
        paths: &OutputPaths,
        target: &Target,
    ) -> Result<Report, WriteError> {
        let last = list_files(target.path())
            .map_err(WriteError::io("read the last output,", target.path()))?;
        for folder in &paths.folders {
            let path = self.path.join(folder);
            fs::create_dir(&path).map_err(WriteError::io("make the folder", path.as_path()))?;
        }
        let made: Vec<Result<bool, WriteError>> = paths
            .files
            .par_iter()
            .map(|path| {
                if outputs.is_named_by_content(path) && self.keep(path, &last) {
                    return Ok(true);
                }
                self.place(path, &make(outputs, path)?, &last)
            })
            .collect();
        let mut report = Report::default();
        for unchanged in made {
            if unchanged? {
                report.unchanged += 1;
            } else {
                report.written += 1;
            }
        }
        let kept = paths
            .files
            .iter()
            .filter(|path| last.contains_key(Path::new(path)))
            .count();
        report.removed = last.len() - kept;
        Ok(report)
    }

    /// Takes a file over from the last output as it is; false if there is none or it cannot be linked.
    fn keep(&self, path: &str, last: &HashMap<PathBuf, LastFile>) -> bool {
        let old = last.get(Path::new(path)).filter(|file| file.length > 0);
        old.is_some_and(|file| fs::hard_link(&file.path, self.path.join(path)).is_ok())
    }

    /// Puts one output in its place; true if the last output had the same.
    fn place(
        &self,
        path: &str,
        bytes: &[u8],
        last: &HashMap<PathBuf, LastFile>,
    ) -> Result<bool, WriteError> {
        let place = self.path.join(path);
        let same = last
            .get(Path::new(path))
            .filter(|file| file.length == bytes.len() as u64)
            .filter(|file| fs::read(&file.path).is_ok_and(|old| old == bytes));
        // A link can be impossible (other owner, too many links, no such thing here); then the bytes are written.
        if same.is_some_and(|file| fs::hard_link(&file.path, &place).is_ok()) {
            return Ok(true);
        }
        File::create_new(&place)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(WriteError::io("write", place.as_path()))?;
        Ok(same.is_some())
    }

    /// Gives the folder the target's name, and deletes the old one.
    pub(super) fn replace(mut self, target: &Target, strategy: Strategy) -> Result<(), WriteError> {
        // Somebody can have put something there while the output was made.
        target.check()?;
        if let Ok(old) = fs::metadata(target.path()) {
            // A matter of convenience: whoever could enter the old folder can enter the new one.
            let _ = fs::set_permissions(&self.path, old.permissions());
        }
        if cfg!(windows) {
            // A folder with an open file in it cannot be renamed there.
            self.marker = None;
        }
        let old = exchange::replace(&self.path, target.path(), &self.aside, strategy).map_err(
            |source| WriteError::Exchange {
                target: target.path().to_owned(),
                source,
            },
        )?;
        let old = match old {
            Old::Absent => return Ok(()),
            Old::Staging => self.path.clone(),
            Old::Aside => self.aside.clone(),
        };
        remove(&old);
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Clears up after runs that were killed.
pub(super) fn recover(target: &Target) -> Result<(), WriteError> {
    let found = Remains::find(target).map_err(WriteError::io("read", target.parent()))?;
    for staging in found.staging.values() {
        if is_alive(staging) {
            return Err(WriteError::Busy {
                target: target.path().to_owned(),
                staging: staging.clone(),
            });
        }
    }
    for (process, old) in &found.old {
        if target::check_ownership(old).is_err() {
            continue;
        }
        if target.exists() {
            remove(old);
            continue;
        }
        let complete = found.staging.get(process).unwrap_or(old);
        fs::rename(complete, target.path()).map_err(WriteError::io(
            "finish the interrupted build in",
            target.path(),
        ))?;
        remove(old);
    }
    for staging in found.staging.values() {
        remove(staging);
    }
    Ok(())
}

/// Folders of interrupted runs, by process number.
#[derive(Debug, Default)]
struct Remains {
    staging: HashMap<String, PathBuf>,
    old: HashMap<String, PathBuf>,
}

impl Remains {
    fn find(target: &Target) -> io::Result<Remains> {
        let mut remains = Remains::default();
        let (staging, old) = (prefix(target, STAGING), prefix(target, OLD));
        for entry in fs::read_dir(target.parent())? {
            let entry = entry?;
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let name = entry.file_name();
            if let Some(process) = process_after(&name, &staging) {
                remains.staging.insert(process, entry.path());
            } else if let Some(process) = process_after(&name, &old) {
                remains.old.insert(process, entry.path());
            }
        }
        Ok(remains)
    }
}

fn beside(target: &Target, kind: &str, process: &str) -> PathBuf {
    let mut name = prefix(target, kind);
    name.push(process);
    target.parent().join(name)
}

fn prefix(target: &Target, kind: &str) -> OsString {
    let mut name = OsString::from(".");
    name.push(target.name());
    name.push(kind);
    name
}

fn process_after(name: &std::ffi::OsStr, prefix: &OsString) -> Option<String> {
    let digits = name
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes())?;
    let digits = std::str::from_utf8(digits).ok()?;
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| digits.to_owned())
}

/// Whether the run that made the staging folder is still at work.
fn is_alive(staging: &Path) -> bool {
    marker::is_held(staging).unwrap_or_else(|| {
        fs::metadata(staging)
            .and_then(|meta| meta.modified())
            .is_ok_and(|made| made.elapsed().is_ok_and(|age| age < NEWBORN))
    })
}

/// Deletes a folder with one of our names, if what is in it is ours too. What stays is left to the next run.
fn remove(folder: &Path) {
    match target::check_ownership(folder) {
        Ok(()) => {
            let _ = remove_marker_last(folder);
        }
        // Killed before it had a marker: nothing but the marker's first name can be in it.
        Err(Ownership::Foreign) => {
            let _ = fs::remove_file(folder.join(marker::UNNAMED));
            let _ = fs::remove_dir(folder);
        }
        Err(_) => {}
    }
}

/// A run that is killed while it deletes must leave a folder that the next run knows as ours.
fn remove_marker_last(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == marker::MARKER {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    match fs::remove_file(folder.join(marker::MARKER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::remove_dir(folder)
}

/// A file of the last output.
#[derive(Debug)]
struct LastFile {
    path: PathBuf,
    length: u64,
}

/// The plain files below a folder by their relative path, without the marker. Links are neither followed nor listed,
/// so that a file outside is never taken for one of the output. Empty if there is no such folder.
fn list_files(folder: &Path) -> io::Result<HashMap<PathBuf, LastFile>> {
    let mut files = HashMap::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        let entries = match fs::read_dir(folder.join(&inner)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            let meta = entry.metadata()?;
            if meta.is_dir() {
                open.push(path);
            } else if meta.is_file() && path != Path::new(marker::MARKER) {
                let file = LastFile {
                    path: entry.path(),
                    length: meta.len(),
                };
                files.insert(path, file);
            }
        }
    }
    Ok(files)
}

/// Makes an output; a panic counts as an error of this output, so that the run ends in good order.
fn make(outputs: &dyn Outputs, path: &str) -> Result<Vec<u8>, WriteError> {
    catch_unwind(AssertUnwindSafe(|| outputs.make(path)))
        .unwrap_or_else(|panic| {
            let words = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            Err(format!("a fault in Skillbook itself, please report it: {words}").into())
        })
        .map_err(|source| WriteError::Make {
            path: path.to_owned(),
            source,
        })
}
