//! A site to a branch of a git repository.
//!
//! A commit with the site's outputs is made on top of what the remote has and pushed: never by force, so
//! that whoever else published meanwhile loses nothing. The branch belongs to the site: what the site has
//! not is removed from it, save a `CNAME`, which is the host's. This room knows nothing of what a page is.

mod error;
mod git;
mod import;

pub use error::DeployError;

use crate::write::{MARKER, Outputs, marker_text};
use git::Git;
use std::path::Path;

/// Where a site goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<'a> {
    /// A remote of the repository, by name or address.
    pub remote: &'a str,
    /// The branch.
    pub branch: &'a str,
}

/// What publishing changes, or would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployed {
    /// The new commit, in short; none if the branch holds the site already.
    pub commit: Option<String>,
    /// What the commit is made on; none for a new branch.
    pub parent: Option<String>,
    /// Paths with `A`, `M` or `D`: added, modified, deleted.
    pub changes: Vec<(char, String)>,
    /// Whether the working tree has changes that are not committed, which are published with the rest.
    pub dirty: bool,
}

/// Publishes a site from the repository that `folder` is in; with `dry`, everything but the push.
///
/// # Errors
///
/// Without git or a repository; for a remote that cannot be reached; for a branch that shares its history with the
/// checked-out commit, which is one of sources; when the branch moved between reading and pushing.
pub fn deploy(
    folder: &Path,
    outputs: &dyn Outputs,
    place: &Place<'_>,
    version: &str,
    dry: bool,
) -> Result<Deployed, DeployError> {
    let git = Git::of(folder)?;
    let branch = format!("refs/heads/{}", place.branch);
    git.said(&["check-ref-format", &branch])
        .map_err(|_| DeployError::Branch(place.branch.to_owned()))?;
    if place.remote.starts_with('-') || place.remote.is_empty() {
        return Err(DeployError::Remote(place.remote.to_owned()));
    }
    let head = git.asked(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])?;
    let status = git.said(&["status", "--porcelain", "--untracked-files=normal"])?;
    let dirty = !status.is_empty();

    // Own names for what is fetched and made, so that two runs in one repository do not meet.
    let own = format!("refs/skillbook/{}", std::process::id());
    let made = format!("{own}/made");
    let fetched = format!("{own}/fetched");
    let result = Run {
        git: &git,
        place,
        branch: &branch,
        made: &made,
        fetched: &fetched,
    }
    .publish(outputs, version, head.as_deref(), dirty, dry);
    for name in [&made, &fetched] {
        git.asked(&["update-ref", "-d", name])?;
    }
    result
}

struct Run<'a> {
    git: &'a Git,
    place: &'a Place<'a>,
    branch: &'a str,
    made: &'a str,
    fetched: &'a str,
}

impl Run<'_> {
    fn publish(
        &self,
        outputs: &dyn Outputs,
        version: &str,
        head: Option<&str>,
        dirty: bool,
        dry: bool,
    ) -> Result<Deployed, DeployError> {
        let git = self.git;
        let parent = self.fetch()?;
        if let (Some(parent), Some(head)) = (&parent, head) {
            let is_site = git.asked(&["cat-file", "-e", &format!("{parent}:{MARKER}")])?;
            let shared = git.asked(&["merge-base", parent, head])?;
            if is_site.is_none() && shared.is_some() {
                return Err(DeployError::Sources(self.place.branch.to_owned()));
            }
        }
        let committer = git
            .said(&["var", "GIT_COMMITTER_IDENT"])
            .map_err(|error| DeployError::NoIdentity(error.to_string()))?;
        let message = message(head, dirty);
        let cname = match &parent {
            Some(parent) => git.asked(&[
                "rev-parse",
                "--verify",
                "--quiet",
                &format!("{parent}:CNAME"),
            ])?,
            None => None,
        };
        let import = import::Import {
            name: self.made,
            committer: &committer,
            message: &message,
            parent: parent.as_deref(),
            cname: cname.as_deref(),
        };
        let arguments = ["fast-import", "--quiet", "--done", "--date-format=raw"];
        git.fed(&arguments, |input| {
            import.write(outputs, (MARKER, &marker_text(version)), input)
        })?;
        let commit = git.said(&["rev-parse", self.made])?;
        let changes = self.changes(parent.as_deref(), &commit)?;
        let is_new = !changes.is_empty() || parent.is_none();
        if is_new && !dry {
            self.push(&commit)?;
        }
        let short = |commit: &str| commit.chars().take(7).collect::<String>();
        Ok(Deployed {
            commit: is_new.then(|| short(&commit)),
            parent: parent.as_deref().map(short),
            changes,
            dirty,
        })
    }

    /// The remote branch's commit, brought here; none if the remote has no such branch.
    fn fetch(&self) -> Result<Option<String>, DeployError> {
        let remote = self.place.remote;
        let listed = self
            .git
            .said(&["ls-remote", "--heads", remote, self.branch])?;
        let is_there = listed
            .lines()
            .any(|line| line.split('\t').nth(1) == Some(self.branch));
        if !is_there {
            return Ok(None);
        }
        let refspec = format!("+{}:{}", self.branch, self.fetched);
        let arguments = [
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--refmap=",
            remote,
            &refspec,
        ];
        self.git.said(&arguments)?;
        self.git.said(&["rev-parse", self.fetched]).map(Some)
    }

    fn push(&self, commit: &str) -> Result<(), DeployError> {
        let refspec = format!("{commit}:{}", self.branch);
        let arguments = [
            "push",
            "--quiet",
            "--no-verify",
            self.place.remote,
            &refspec,
        ];
        let pushed = self.git.said(&arguments).map(|_| ());
        pushed.map_err(|error| match error {
            DeployError::Git { said, .. } if has_moved(&said) => {
                DeployError::Moved(self.place.branch.to_owned())
            }
            error => error,
        })
    }

    fn changes(
        &self,
        parent: Option<&str>,
        commit: &str,
    ) -> Result<Vec<(char, String)>, DeployError> {
        let mut arguments = vec![
            "diff-tree",
            "-r",
            "-z",
            "--name-status",
            "--no-renames",
            "--no-commit-id",
        ];
        match parent {
            Some(parent) => arguments.extend([parent, commit]),
            None => arguments.extend(["--root", commit]),
        }
        let said = self.git.said(&arguments)?;
        let mut parts = said.split('\0').filter(|part| !part.is_empty());
        let mut changes = Vec::new();
        while let (Some(kind), Some(path)) = (parts.next(), parts.next()) {
            changes.push((kind.chars().next().unwrap_or('M'), path.to_owned()));
        }
        Ok(changes)
    }
}

/// Whether a push failed because somebody else pushed meanwhile.
fn has_moved(said: &str) -> bool {
    ["(fetch first)", "(non-fast-forward)", "cannot lock ref"]
        .iter()
        .any(|sign| said.contains(sign))
}

fn message(head: Option<&str>, dirty: bool) -> String {
    let of = head.map(|head| head.chars().take(7).collect::<String>());
    match (of, dirty) {
        (Some(head), false) => format!("Site of {head}\n"),
        (Some(head), true) => format!("Site of {head} and uncommitted changes\n"),
        (None, _) => "Site of uncommitted files\n".to_owned(),
    }
}
