//! How `git` is called so that it only reads.
//!
//! A repository is other people's data, and its `.git/config` can name programs. What could run them, and what stops
//! each here:
//!
//! - `core.fsmonitor`, hooks: switched off on the command line, which outranks the repository's configuration.
//! - Clean filters (`filter.<driver>.clean`, `.process`): `git status` runs them to compare a file whose time stamp
//!   is no proof. The configured drivers are listed first (listing runs nothing) and each is emptied, so that such a
//!   file is compared as its bytes are. At worst a filtered file then counts as modified and has no provenance.
//! - `log.showSignature` (runs `gpg.program`), external diffs and text conversions: refused by option.
//! - Fetching the missing objects of a partial clone (runs a transport): no protocol is allowed, no lazy fetch.
//! - Submodules, whose configuration is their own: left out.
//! - The environment: every `GIT_*` variable is removed, save those by which a user moves or bounds git's own
//!   configuration. So a hook that runs Skillbook does not aim it at another repository.
//!
//! Nothing here knows what is asked; it must not interpret answers.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Variables that belong to the user's set-up and not to the call that we are in.
const KEPT: [&str; 5] = [
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
];

/// Configuration that outranks the repository's.
const SETTINGS: [&str; 8] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
    "core.untrackedCache=false",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "color.ui=false",
];

/// Git, called in one folder of a work tree.
#[derive(Debug, Clone)]
pub(super) struct Git {
    root: PathBuf,
    settings: Vec<String>,
}

impl Git {
    /// Git for this folder; none if there is no git, the folder is in no work tree, or its filters cannot be emptied.
    pub(super) fn at(root: &Path) -> Option<Git> {
        let mut git = Git {
            root: root.to_owned(),
            settings: SETTINGS.map(str::to_owned).to_vec(),
        };
        let inside = git.output(&["rev-parse", "--is-inside-work-tree"])?;
        if inside.trim_ascii() != b"true" {
            return None;
        }
        git.empty_filters()?;
        Some(git)
    }

    fn empty_filters(&mut self) -> Option<()> {
        // `git config` answers 1 when nothing matches, so that all of it is listed and sifted here.
        let listing = self.output(&["config", "-z", "--list", "--name-only"])?;
        let mut drivers: Vec<&str> = Vec::new();
        for key in listing.split(|byte| *byte == 0) {
            if !key.starts_with(b"filter.") {
                continue;
            }
            let key = std::str::from_utf8(key).ok()?;
            let (driver, _) = key.strip_prefix("filter.")?.rsplit_once('.')?;
            // `-c name=value` ends the name at the first `=`, so this driver could not be emptied.
            if driver.contains('=') {
                return None;
            }
            if !drivers.contains(&driver) {
                drivers.push(driver);
            }
        }
        for driver in drivers {
            for key in ["clean", "smudge", "process"] {
                self.settings.push(format!("filter.{driver}.{key}="));
            }
            self.settings
                .push(format!("filter.{driver}.required=false"));
        }
        Some(())
    }

    /// What the command prints, whole; none if it cannot be run or fails.
    pub(super) fn output(&self, arguments: &[&str]) -> Option<Vec<u8>> {
        let output = self.command(arguments).output().ok()?;
        output.status.success().then_some(output.stdout)
    }

    /// As `output`, with `input` given to the command's standard input.
    pub(super) fn answer(&self, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().ok()?;
        let mut stdin = child.stdin.take()?;
        // Written from a thread of its own: git answers while it reads, and two full pipes would wait for each other.
        let output = std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input).is_ok());
            child.wait_with_output().ok()
        })?;
        output.status.success().then_some(output.stdout)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if is_foreign(&name) {
                command.env_remove(name);
            }
        }
        command
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .arg("-C")
            .arg(&self.root)
            .args(["--no-pager", "--no-optional-locks"]);
        for setting in &self.settings {
            command.arg("-c").arg(setting);
        }
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }
}

fn is_foreign(name: &OsString) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    name.starts_with("GIT_") && !KEPT.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_of_the_caller_aims_git_nowhere() {
        for name in [
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_CONFIG_COUNT",
            "GIT_EXTERNAL_DIFF",
        ] {
            assert!(is_foreign(&OsString::from(name)), "{name}");
        }
        for name in ["PATH", "HOME", "GIT_CONFIG_GLOBAL", "GITHUB_SHA"] {
            assert!(!is_foreign(&OsString::from(name)), "{name}");
        }
    }
}
