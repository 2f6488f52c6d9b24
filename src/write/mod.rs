//! A site to disk, all or nothing.
//!
//! The outputs are made in parallel into a staging folder beside the target; files that did not change are hard links
//! to the old ones. Only when every output is there does the staging folder take the target's place, in one step
//! where the system can, else by two renames. Whatever interrupts a run (an output that cannot be made, a full disk,
//! Ctrl-C, a power cut) leaves the old output whole, and the next run clears up.
//!
//! This module knows paths and bytes. It must not know what a page is, and it deletes nothing but folders that a
//! marker says Skillbook made.

mod error;
mod exchange;
mod marker;
mod output_path;
mod staging;
mod target;

use std::path::Path;

pub use error::WriteError;
pub use exchange::Strategy;
pub use marker::{MARKER, text as marker_text};

use target::Target;

/// What is to be written: a map from path to bytes, the bytes made when asked for.
pub trait Outputs: Sync {
    /// Every path, relative to the output folder, with `/` between its parts. The order does not matter.
    fn paths(&self) -> Vec<String>;

    /// The bytes at one of these paths. Called once per path, from several threads.
    ///
    /// # Errors
    ///
    /// Whatever keeps the output from being made; nothing is written then.
    fn make(&self, path: &str) -> Result<Vec<u8>, MakeError>;

    /// Whether the path says what is in the file, so that one of that name in the last output need not be made again.
    fn is_named_by_content(&self, path: &str) -> bool {
        let _ = path;
        false
    }
}

/// Why an output could not be made.
pub type MakeError = Box<dyn std::error::Error + Send + Sync>;

/// What a run did, in files. The marker is not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// New or different from the last output.
    pub written: usize,
    /// The same bytes as in the last output.
    pub unchanged: usize,
    /// In the last output, and no longer.
    pub removed: usize,
}

/// Writes all outputs to the folder `target`, which is made if it does not exist, and replaced whole if it does.
///
/// `marker_version` is the version of Skillbook that the folder's marker names. See `Writer` for a run that is to
/// spare certain folders.
///
/// # Errors
///
/// See `WriteError`. The target is as it was then.
pub fn write(
    outputs: &dyn Outputs,
    target: &Path,
    marker_version: &str,
) -> Result<Report, WriteError> {
    Writer::new(target, marker_version).write(outputs)
}

/// Finishes what an interrupted run left of `target`, so that the folder stands again although no new build succeeds.
/// `write` does this by itself. Does nothing if there is nothing to finish.
///
/// # Errors
///
/// Those of `WriteError` that concern the target; in particular `Busy` while another run writes there.
pub fn recover(target: &Path) -> Result<(), WriteError> {
    let target = Target::resolve(target)?;
    if target.parent().is_dir() {
        staging::recover(&target)?;
    }
    Ok(())
}

/// A run before it starts.
#[derive(Debug)]
pub struct Writer<'a> {
    target: &'a Path,
    version: &'a str,
    spared: Vec<&'a Path>,
    strategy: Strategy,
}

impl<'a> Writer<'a> {
    /// A run that writes to this folder and marks it with this version.
    pub fn new(target: &'a Path, version: &'a str) -> Writer<'a> {
        Writer {
            target,
            version,
            spared: Vec::new(),
            strategy: Strategy::default(),
        }
    }

    /// Refuses a target that is this folder or holds it. For the roots of the sources.
    #[must_use]
    pub fn sparing(mut self, folder: &'a Path) -> Writer<'a> {
        self.spared.push(folder);
        self
    }

    /// How the new output takes the place of the old; the best way that the system has by default.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Writer<'a> {
        self.strategy = strategy;
        self
    }

    /// Writes.
    ///
    /// # Errors
    ///
    /// See `WriteError`. The target is as it was then.
    pub fn write(self, outputs: &dyn Outputs) -> Result<Report, WriteError> {
        let paths = output_path::check_all(outputs.paths())?;
        let target = Target::resolve(self.target)?;
        target.refuse_folders_in_use(&self.spared)?;
        target.make_parent()?;
        staging::recover(&target)?;
        target.check()?;

        let staging = staging::Staging::begin(&target, self.version)?;
        let report = staging.fill(outputs, &paths, &target)?;
        staging.replace(&target, self.strategy)?;
        Ok(report)
    }
}

#[cfg(test)]
mod tests;
