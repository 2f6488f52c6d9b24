//! Why a site could not be published.

use std::fmt;
use std::path::PathBuf;

/// Why a site could not be published. In each case the remote is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeployError {
    /// Git cannot be run; the system's words.
    NoGit(String),
    /// The folder is in no repository with a working tree.
    NoRepository(PathBuf),
    /// Git knows nobody to commit as.
    NoIdentity(String),
    /// That is no name of a branch.
    Branch(String),
    /// That is no remote.
    Remote(String),
    /// The branch holds sources: it shares its history with the checked-out commit.
    Sources(String),
    /// Somebody else pushed to the branch meanwhile.
    Moved(String),
    /// An output cannot be made: its path and why.
    Make(String, String),
    /// A command of git's failed.
    Git {
        /// Which.
        verb: String,
        /// What it said.
        said: String,
    },
}

impl DeployError {
    pub(super) fn git(verb: &str, said: &[u8]) -> DeployError {
        let said = String::from_utf8_lossy(said);
        let lines = said.lines().filter(|line| !line.trim().is_empty());
        DeployError::Git {
            verb: verb.to_owned(),
            said: lines.collect::<Vec<_>>().join("\n"),
        }
    }

    /// What can be done about it.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            DeployError::NoGit(_) => {
                "install git, or push the output of `skillbook build` by other means"
            }
            DeployError::NoRepository(_) => {
                "run it in a clone of the repository that the site is published from"
            }
            DeployError::NoIdentity(_) => "set `git config user.name` and `git config user.email`",
            DeployError::Branch(_) => "name a branch as in `--branch gh-pages`",
            DeployError::Remote(_) => {
                "name a remote as in `--remote origin`; `git remote -v` lists them"
            }
            DeployError::Sources(_) => "publish to a branch of its own, as in `--branch gh-pages`",
            DeployError::Moved(_) => "run it again: it will be made on what is there now",
            DeployError::Git { verb, .. } if verb == "ls-remote" || verb == "fetch" => {
                "`git remote -v` lists the remotes of this repository; `--remote` names one"
            }
            DeployError::Git { verb, .. } if verb == "push" => {
                "the remote refused it, nothing has changed there"
            }
            DeployError::Make(..) | DeployError::Git { .. } => return None,
        })
    }
}

impl fmt::Display for DeployError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeployError::NoGit(why) => write!(f, "git cannot be run: {why}"),
            DeployError::NoRepository(folder) => {
                write!(f, "`{}` is in no git repository", folder.display())
            }
            DeployError::NoIdentity(why) => write!(f, "git does not know who publishes: {why}"),
            DeployError::Branch(name) => write!(f, "`{name}` is no name of a branch"),
            DeployError::Remote(name) => write!(f, "`{name}` is no remote"),
            DeployError::Sources(name) => write!(
                f,
                "the branch `{name}` holds sources, which the site would replace: it shares its history with the checked-out commit"
            ),
            DeployError::Moved(name) => write!(
                f,
                "somebody else pushed to `{name}` meanwhile, so nothing was pushed"
            ),
            DeployError::Make(path, why) => write!(f, "`{path}` cannot be made: {why}"),
            DeployError::Git { verb, said } => write!(f, "`git {verb}` failed: {said}"),
        }
    }
}

impl std::error::Error for DeployError {}
