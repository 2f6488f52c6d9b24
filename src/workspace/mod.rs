//! What is on disk: discovery, reading, content hashes, git provenance. Bytes and spans, no
//! meaning: this room does not know Markdown or what a skill says.

mod discovery;
mod disk;
pub mod git;
mod listing;
mod read;

pub use discovery::{CLIENTS, Found};
pub use disk::{Disk, Stamp};
pub use listing::is_aside;
pub use read::{Bytes, LARGEST, ReadProblem, Text, read_below, read_bytes_below};

use crate::diagnostics::{Code, Diagnostic};
use git::History;
use listing::Listing;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the file by which an output folder is known; such a folder is never read.
pub const OUTPUT_MARKER: &str = ".skillbook";

/// A path inside a source: relative, `/` between its parts, no `.` or `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<str>);

impl RepoPath {
    /// A path as text; `.` and `..` are resolved. `None` when it is absolute or leads outside.
    pub fn new(path: &str) -> Option<RepoPath> {
        if path.starts_with('/') {
            return None;
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        Some(RepoPath(Arc::from(parts.join("/"))))
    }

    /// The path as text; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The folder it is in; the root's is the root.
    pub fn parent(&self) -> RepoPath {
        RepoPath(Arc::from(
            self.0.rsplit_once('/').map_or("", |(parent, _)| parent),
        ))
    }

    /// A path below it; `None` when that leads outside.
    pub fn join(&self, path: &str) -> Option<RepoPath> {
        if path.starts_with('/') {
            return None;
        }
        RepoPath::new(format!("{}/{path}", self.0).trim_start_matches('/'))
    }

    /// What is left of it below a folder.
    pub fn below(&self, folder: &RepoPath) -> Option<&str> {
        if folder.0.is_empty() {
            return Some(&self.0);
        }
        self.0.strip_prefix(folder.as_str())?.strip_prefix('/')
    }
}

impl std::fmt::Display for RepoPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A folder that skills or samples come from.
#[derive(Debug)]
pub struct Source {
    /// What pages call it.
    pub name: String,
    /// Where it is on this machine.
    pub root: PathBuf,
    /// What precedes its paths in diagnostics: its folder relative to the site's, with a `/`.
    pub prefix: String,
    /// Every file, with its size and what else the system says of it.
    pub files: Arc<BTreeMap<RepoPath, Stamp>>,
    /// Symbolic links within the source: the link, and what it leads to.
    pub links: BTreeMap<RepoPath, RepoPath>,
    /// What git knows of the files.
    pub history: History,
    disk: Arc<Disk>,
}

impl Source {
    /// [`Source::open_with`] without a memory.
    pub fn open(
        root: &Path,
        prefix: &str,
        name: Option<&str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Source {
        Source::open_with(&Disk::forgetful(), root, prefix, name, diagnostics)
    }

    /// Lists the files of a folder: not what git ignores, not `.git`, `node_modules` or an output
    /// of Skillbook's. Links that lead out of the folder are refused with a warning.
    ///
    /// `name` is the author's; else the remote's or the folder's name is taken.
    pub fn open_with(
        disk: &Arc<Disk>,
        root: &Path,
        prefix: &str,
        name: Option<&str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Source {
        let canonical = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let (listing, stamps) = Listing::of(disk, &canonical, prefix);
        diagnostics.extend(listing.diagnostics.iter().cloned());
        let history = History::read_with(disk, &canonical, &stamps);
        let mut source = Source {
            name: String::new(),
            prefix: prefix.to_owned(),
            files: stamps,
            links: listing.links.clone(),
            history,
            disk: Arc::clone(disk),
            root: canonical,
        };
        source.name = name.map_or_else(|| source.default_name(), str::to_owned);
        if source.history.is_shallow() {
            diagnostics.push(
                Diagnostic::new(
                    Code::ShallowHistory,
                    format!(
                        "the history of `{}` is shallow: pages carry no commits and no dates",
                        source.name
                    ),
                )
                .help("fetch the whole history, in a workflow with `fetch-depth: 0`"),
            );
        }
        source
    }

    fn default_name(&self) -> String {
        let remote = self.history.remote().and_then(|remote| {
            let last = remote.trim_end_matches('/').rsplit(['/', ':']).next()?;
            let name = last.strip_suffix(".git").unwrap_or(last);
            (!name.is_empty()).then(|| name.to_owned())
        });
        let folder = || {
            let name = self.root.file_name()?.to_str()?;
            Some(name.to_owned())
        };
        remote
            .or_else(folder)
            .unwrap_or_else(|| "skills".to_owned())
    }

    /// Its path as diagnostics name it.
    pub fn display(&self, path: &RepoPath) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Whether it holds that file.
    pub fn has(&self, path: &RepoPath) -> bool {
        self.files.contains_key(path)
    }

    /// The files whose paths begin like this, whether or not that ends a name.
    pub fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a RepoPath> + 'a {
        self.files
            .range(RepoPath(Arc::from(start))..)
            .map(|(path, _)| path)
            .take_while(move |path| path.as_str().starts_with(start))
    }

    /// The files below a folder, the folder's own path taken off.
    pub fn below<'a>(
        &'a self,
        folder: &'a RepoPath,
    ) -> impl Iterator<Item = (&'a str, &'a RepoPath, u64)> + 'a {
        self.files
            .range(folder.clone()..)
            .take_while(move |(path, _)| path.as_str().starts_with(folder.as_str()))
            .filter_map(move |(path, stamp)| Some((path.below(folder)?, path, stamp.size)))
    }
}

fn plain_io(error: &ignore::Error) -> String {
    error
        .io_error()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_and_stay_inside() {
        let path = |text: &str| RepoPath::new(text).map(|path| path.as_str().to_owned());
        assert_eq!(path("a/./b//c/../d"), Some("a/b/d".to_owned()));
        assert_eq!(path("../a"), None);
        assert_eq!(path("/a"), None);
        assert_eq!(path(""), Some(String::new()));
        let dir = RepoPath::new("a/b").unwrap();
        assert_eq!(dir.join("../c").unwrap().as_str(), "a/c");
        assert_eq!(dir.join("../../../c"), None);
        assert_eq!(RepoPath::new("a/b/c").unwrap().below(&dir), Some("c"));
        assert_eq!(RepoPath::new("a/bc").unwrap().below(&dir), None);
    }

    #[test]
    fn a_source_lists_what_is_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        put(".gitignore", "ignored/\n");
        put(".claude/skills/a/SKILL.md", "x");
        put("ignored/b.md", "x");
        put("node_modules/c.md", "x");
        put("dist/.skillbook", "x");
        put("dist/d.md", "x");
        let mut diagnostics = Vec::new();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc", dir.path().join("out")).unwrap();
            std::os::unix::fs::symlink("a/SKILL.md", dir.path().join(".claude/skills/in.md"))
                .unwrap();
        }
        let source = Source::open(dir.path(), "p/", Some("n"), &mut diagnostics);
        let files: Vec<&str> = source.files.keys().map(RepoPath::as_str).collect();
        assert_eq!(
            files,
            [
                ".claude/skills/a/SKILL.md",
                ".claude/skills/in.md",
                ".gitignore"
            ]
        );
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].code, Code::LinkOutside);
        assert_eq!(diagnostics[0].place.as_ref().unwrap().file, "p/out");
    }
}
