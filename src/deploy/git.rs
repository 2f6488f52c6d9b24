//! Git as publishing calls it: it may write objects and talk to a remote, and nothing else.
//!
//! The working tree, the index and every branch of the repository stay as they are; hooks do not run. How a remote is
//! reached (transport, credentials, proxies) is the user's own configuration.

use super::DeployError;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Variables that would aim git at another repository, as they do within a hook.
const AIMED: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
];

/// Configuration that outranks the repository's.
const SETTINGS: [&str; 7] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "push.followTags=false",
    "color.ui=false",
];

/// A repository.
#[derive(Debug)]
pub(super) struct Git {
    root: PathBuf,
}

impl Git {
    /// The repository that a folder is in.
    pub(super) fn of(folder: &Path) -> Result<Git, DeployError> {
        let git = Git {
            root: folder.to_owned(),
        };
        let output = git
            .command(&["rev-parse", "--show-toplevel"])
            .output()
            .map_err(|error| DeployError::NoGit(error.to_string()))?;
        if !output.status.success() {
            return Err(DeployError::NoRepository(folder.to_owned()));
        }
        let root = String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned();
        Ok(Git {
            root: PathBuf::from(root),
        })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        for name in AIMED {
            command.env_remove(name);
        }
        command
            .env("LC_ALL", "C")
            .arg("-C")
            .arg(&self.root)
            .arg("--no-pager");
        for setting in SETTINGS {
            command.arg("-c").arg(setting);
        }
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Output, DeployError> {
        let output = self.command(arguments).output();
        output.map_err(|error| DeployError::NoGit(error.to_string()))
    }

    /// What a command prints, without the line end; its complaint if it fails.
    pub(super) fn said(&self, arguments: &[&str]) -> Result<String, DeployError> {
        let output = self.run(arguments)?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout)
                .trim_end()
                .to_owned())
        } else {
            let verb = arguments.first().copied().unwrap_or_default();
            Err(DeployError::git(verb, &output.stderr))
        }
    }

    /// What a command prints; none if it fails, which then is an answer and no error.
    pub(super) fn asked(&self, arguments: &[&str]) -> Result<Option<String>, DeployError> {
        let output = self.run(arguments)?;
        let said = String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned();
        Ok(output.status.success().then_some(said))
    }

    /// As [`Git::said`], for a command that is fed.
    pub(super) fn fed(
        &self,
        arguments: &[&str],
        feed: impl FnOnce(&mut dyn Write) -> Result<(), DeployError>,
    ) -> Result<(), DeployError> {
        let lost = |error: std::io::Error| DeployError::NoGit(error.to_string());
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(lost)?;
        let fed = match child.stdin.take() {
            Some(stdin) => {
                let mut stdin = std::io::BufWriter::new(stdin);
                feed(&mut stdin).and_then(|()| stdin.flush().map_err(lost))
            }
            None => Ok(()),
        };
        let output = child.wait_with_output().map_err(lost)?;
        let verb = arguments.first().copied().unwrap_or_default();
        // Git's own complaint says more than a pipe that it closed; a page that cannot be made, more than git.
        match fed {
            Err(DeployError::NoGit(_)) | Ok(()) if !output.status.success() => {
                Err(DeployError::git(verb, &output.stderr))
            }
            fed => fed,
        }
    }
}
