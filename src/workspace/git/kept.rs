//! What git said the last time, asked again only for what changed since.
//!
//! A file's last commit depends on the repository (HEAD, the index, the configuration) and on whether the file is as
//! HEAD has it. While the files in which git keeps the former have their stamps, only the latter has to be asked, and
//! only for files whose own stamp is another.

use super::History;
use super::command::Git;
use super::status::Files;
use crate::workspace::disk::{Disk, Seen, Stamps};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// More changed files than this are not asked for one by one.
const MANY: usize = 200;

/// An answer of git's, and what it depends on.
#[derive(Debug)]
pub(in crate::workspace) struct Kept {
    git: Option<Git>,
    seen: Vec<Seen>,
    stamps: Stamps,
    asked: SystemTime,
    /// The last commit of every file that was unmodified at some time since HEAD was read.
    walked: Arc<HashMap<String, usize>>,
    history: History,
}

impl History {
    /// [`History::read`], with what is known from the last time. `stamps` are those of all files below the root.
    pub(in crate::workspace) fn read_with(disk: &Disk, root: &Path, stamps: &Stamps) -> History {
        if !disk.keeps() {
            return History::read(root);
        }
        let again = disk.history(root).and_then(|kept| kept.again(stamps));
        let kept = again.unwrap_or_else(|| Kept::read(root, stamps));
        let history = kept.history.clone();
        disk.keep_history(root, kept);
        history
    }
}

impl Kept {
    fn read(root: &Path, stamps: &Stamps) -> Kept {
        let asked = SystemTime::now();
        let git = Git::at(root);
        let seen = match git.as_ref().and_then(state_of) {
            Some(files) => files.into_iter().map(Seen::now).collect(),
            // Where no repository is, one can come to be.
            None => root
                .ancestors()
                .map(|above| Seen::now(above.join(".git/HEAD")))
                .collect(),
        };
        let history = git.as_ref().and_then(History::gather).unwrap_or_default();
        Kept {
            git,
            seen,
            stamps: stamps.clone(),
            asked,
            walked: Arc::clone(&history.files),
            history,
        }
    }

    /// Whether the repository is for certain another than it was.
    pub(in crate::workspace) fn is_another(&self) -> bool {
        self.seen.iter().any(Seen::is_another)
    }

    /// The same for the files as they are now; none if git has to be asked for everything.
    fn again(&self, stamps: &Stamps) -> Option<Kept> {
        if !self.seen.iter().all(Seen::still) {
            return None;
        }
        let asked = SystemTime::now();
        let mut changed: Vec<&str> = Vec::new();
        for (path, stamp) in stamps {
            let before = self.stamps.get(path);
            let is_same =
                before.is_some_and(|before| before == stamp && before.is_settled(self.asked));
            if !is_same {
                changed.push(path.as_str());
            }
        }
        let mut history = self.history.clone();
        // A shallow clone has none, nor has a folder outside git.
        if let Some(git) = &self.git
            && !changed.is_empty()
            && !self.walked.is_empty()
        {
            if changed.len() > MANY {
                return None;
            }
            let now = Files::of(git, &changed)?;
            let mut files = HashMap::clone(&self.history.files);
            for path in changed {
                if now.unmodified().contains_key(path) {
                    files.insert(path.to_owned(), *self.walked.get(path)?);
                } else {
                    files.remove(path);
                }
            }
            history.files = Arc::new(files);
        }
        Some(Kept {
            git: self.git.clone(),
            seen: self.seen.clone(),
            stamps: stamps.clone(),
            asked,
            walked: Arc::clone(&self.walked),
            history,
        })
    }
}

/// The files in which git keeps HEAD, the index and its configuration.
fn state_of(git: &Git) -> Option<Vec<PathBuf>> {
    let folder = |flag: &str| {
        let answer = git.output(&["rev-parse", "--path-format=absolute", flag])?;
        let text = String::from_utf8(answer).ok()?;
        Some(PathBuf::from(text.trim_end_matches(['\r', '\n'])))
    };
    let own = folder("--git-dir")?;
    let common = folder("--git-common-dir")?;
    let head = own.join("HEAD");
    let mut files = vec![own.join("index"), own.join("config.worktree")];
    if let Ok(text) = std::fs::read_to_string(&head)
        && let Some(branch) = text.strip_prefix("ref: ")
    {
        files.push(common.join(branch.trim()));
    }
    files.push(head);
    for name in [
        "config",
        "packed-refs",
        "shallow",
        "info/grafts",
        "reftable/tables.list",
    ] {
        files.push(common.join(name));
    }
    Some(files)
}
