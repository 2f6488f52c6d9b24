//! Provenance: which commit last touched a file, asked of the `git` command.
//!
//! A file has provenance only if git tracks it and neither the index nor the work tree differs from HEAD; then it is
//! the commit that `git log -1 -- <file>` names, found for all files in one walk of the log. Everything that can go
//! wrong (no git, no repository, a shallow clone, a repository that git does not trust) means "no provenance", never
//! an error: a page without a date is still a page.
//!
//! This module knows paths and commits. It must not know what the files mean, and nothing of the repository is ever
//! executed (see `command`).

mod command;
mod date;
mod kept;
mod status;
mod walk;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use command::Git;
pub(super) use kept::Kept;

/// The last commit of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// The commit's full hash, in hexadecimal.
    pub commit: String,
    /// The first seven digits of it. Not git's own abbreviation, whose length depends on the clone.
    pub short: String,
    /// The committer's date, strict ISO 8601 as `%cI` prints it.
    pub date: String,
    /// The first line of the message; none if the message is empty.
    pub subject: Option<String>,
}

/// What git says of the files below one folder.
#[derive(Debug, Clone, Default)]
pub struct History {
    commits: Arc<[Provenance]>,
    /// From a path relative to the root, with `/`, to its place in `commits`.
    files: Arc<HashMap<String, usize>>,
    remote: Option<String>,
    /// The root's path in its repository, with a `/`; empty at the top.
    prefix: String,
    shallow: bool,
}

impl History {
    /// Reads the provenance of every tracked, unmodified file below `root`, which may be a work tree or any folder
    /// in one. Never fails: whatever git cannot tell is absent.
    ///
    /// The cost is one listing of the index, one `git status` without the untracked files, one walk of the log, and
    /// a comparison of trees for the merges that changed something below `root`.
    pub fn read(root: &Path) -> History {
        let git = Git::at(root);
        git.as_ref().and_then(History::gather).unwrap_or_default()
    }

    fn gather(git: &Git) -> Option<History> {
        let files = status::Files::read(git)?;
        if !files.any_tracked() {
            return None;
        }
        let mut history = History {
            remote: remote_of(git),
            prefix: String::from_utf8_lossy(files.prefix()).into_owned(),
            shallow: is_shallow(git)?,
            ..History::default()
        };
        // The oldest commit of a shallow clone seems to have made every file, so no date of one can be trusted.
        if !history.shallow
            && let Some(found) = walk::last_commits(git, &files)
        {
            history.commits = Arc::from(found.commits);
            history.files = Arc::new(found.files);
        }
        Some(history)
    }

    /// The last commit of the file at this path (relative to the root, with `/` between its parts), if git tracks it
    /// and it is unmodified.
    pub fn of(&self, path_relative_to_root: &str) -> Option<&Provenance> {
        self.commits.get(*self.files.get(path_relative_to_root)?)
    }

    /// Whether files below the root are tracked in a clone that lacks the older commits. There is no provenance then.
    pub fn is_shallow(&self) -> bool {
        self.shallow
    }

    /// The address of the remote repository as the configuration has it (`origin`, or the only one), without user
    /// name and password. Addresses that lead to a folder of this machine are not given.
    pub fn remote(&self) -> Option<&str> {
        self.remote.as_deref()
    }

    /// The root's path in its repository, with a `/` at its end; empty at the top.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether no file has provenance.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

fn is_shallow(git: &Git) -> Option<bool> {
    let answer = git.output(&["rev-parse", "--is-shallow-repository"])?;
    Some(answer.trim_ascii() != b"false")
}

/// Reads the configured address, not the one that `url.<base>.insteadOf` would make of it: that is a preference of
/// one machine, and the same repository shall give the same page on any.
fn remote_of(git: &Git) -> Option<String> {
    let listing = git.output(&["config", "-z", "--get-regexp", r"^remote\..*\.url$"])?;
    let mut remotes: Vec<(String, String)> = Vec::new();
    for entry in String::from_utf8_lossy(&listing).split('\0') {
        if let Some((key, url)) = entry.split_once('\n')
            && !remotes.iter().any(|(known, _)| known == key)
        {
            remotes.push((key.to_owned(), url.to_owned()));
        }
    }
    let chosen = match remotes
        .iter()
        .position(|(key, _)| key == "remote.origin.url")
    {
        Some(origin) => remotes.swap_remove(origin),
        None if remotes.len() == 1 => remotes.pop()?,
        None => return None,
    };
    public_address(&chosen.1)
}

/// The address without credentials; none for a path, whatever its form, and for helpers such as `ext::`.
fn public_address(url: &str) -> Option<String> {
    if let Some((scheme, rest)) = url.split_once("://") {
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        if host.is_empty() {
            return None;
        }
        return match scheme {
            "http" | "https" | "git" => Some(format!("{scheme}://{host}/{path}")),
            // The user's name is part of an ssh address (`git@`); a password after it is not.
            "ssh" => {
                let user = user.map(|user| user.split_once(':').map_or(user, |(name, _)| name));
                let at = user.map(|user| format!("{user}@")).unwrap_or_default();
                Some(format!("ssh://{at}{host}/{path}"))
            }
            _ => None,
        };
    }
    // The short ssh form, `git@host:owner/name`: a colon before any slash. A drive letter (`C:\…`) is no host.
    let (host, path) = url.split_once(':')?;
    let is_host = host.len() > 1 && !host.contains(['/', '\\']) && !path.starts_with(':');
    is_host.then(|| url.to_owned())
}

#[cfg(test)]
mod tests;
