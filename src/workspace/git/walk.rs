//! The last commit of every file, in one walk of the log.
//!
//! `git log -1 -- <file>` follows one line of descent: from a commit to its first parent in which the file is the
//! same, and it stops at the commit that differs from all its parents (git-log(1), "History Simplification", default
//! mode). Here all files walk at once: each stands at a commit, and as the commits come by, children before parents,
//! the files that stand at one move on to a parent or have arrived. Nothing is said of renames: a file's history
//! begins where its present name does.
//!
//! Must not know the work tree: which files count is given.

use std::collections::{HashMap, HashSet};

use super::Provenance;
use super::command::Git;
use super::status::Files;

/// Begins a commit's header in the log's output; what lists a changed file begins with `:`.
const HEADER: &str = "commit ";

/// The commits that are the last of some file, and which.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) commits: Vec<Provenance>,
    pub(super) files: HashMap<String, usize>,
}

/// A commit's number; the hash is long and stands in several places.
type Id = u32;

#[derive(Debug)]
struct Commit {
    id: Id,
    parents: Vec<Id>,
    /// The files that differ from the first parent, by number.
    changed: Vec<u32>,
    /// Kept only where it may be asked for: most commits of a large repository change none of our files.
    about: Option<Provenance>,
}

#[derive(Debug, Default)]
struct Log {
    commits: Vec<Commit>,
    ids: HashMap<Vec<u8>, Id>,
    hashes: Vec<Vec<u8>>,
}

/// Finds the last commit of each unmodified file; none if git fails.
pub(super) fn last_commits(git: &Git, files: &Files) -> Option<Found> {
    if files.unmodified().is_empty() {
        return Some(Found::default());
    }
    let log = Log::read(git, files)?;
    let merges = log.merge_differences(git, files)?;
    let arrived = log.walk(files, &merges);

    let mut found = Found::default();
    let mut places: HashMap<Id, usize> = HashMap::new();
    for (path, number) in files.unmodified() {
        let Some((id, about)) = arrived.get(number) else {
            continue;
        };
        let place = *places.entry(*id).or_insert_with(|| {
            found.commits.push((*about).clone());
            found.commits.len() - 1
        });
        found.files.insert(path.clone(), place);
    }
    Some(found)
}

impl Log {
    /// Reads every commit from HEAD, children first, with what it changed below the root.
    ///
    /// `--full-history --sparse` keeps the commits that change nothing there: without them a parent named in the
    /// output might not be in it.
    fn read(git: &Git, files: &Files) -> Option<Log> {
        let output = git.output(&[
            "log",
            "-z",
            "--topo-order",
            "--full-history",
            "--sparse",
            "--diff-merges=first-parent",
            "--raw",
            "--no-abbrev",
            "--no-renames",
            "--no-relative",
            "--no-follow",
            "--no-ext-diff",
            "--no-textconv",
            "--no-show-signature",
            "--no-notes",
            "--no-color",
            "--ignore-submodules=none",
            "--encoding=UTF-8",
            "--format=commit %H%x1f%P%x1f%cI%x1f%s",
            "HEAD",
            "--",
            ".",
        ])?;
        let mut log = Log::default();
        for record in records(&output) {
            match record {
                Record::Header(header) => log.begin(header)?,
                Record::Path(path) => {
                    if let (Some(number), Some(commit)) =
                        (files.number(path), log.commits.last_mut())
                    {
                        commit.changed.push(number);
                    }
                }
            }
        }
        log.forget_uninvolved();
        Some(log)
    }

    fn begin(&mut self, header: &[u8]) -> Option<()> {
        let header = header.strip_prefix(HEADER.as_bytes())?;
        let mut fields = header.splitn(4, |byte| *byte == 0x1f);
        let hash = fields.next()?;
        let parents = fields.next()?;
        let date = fields.next()?;
        let subject = fields.next()?;

        self.forget_uninvolved();
        let id = self.id(hash)?;
        let parents = parents
            .split(|byte| *byte == b' ')
            .filter(|parent| !parent.is_empty())
            .map(|parent| self.id(parent))
            .collect::<Option<Vec<Id>>>()?;
        let commit = String::from_utf8(hash.to_vec()).ok()?;
        let subject = String::from_utf8_lossy(subject).trim().to_owned();
        self.commits.push(Commit {
            id,
            parents,
            changed: Vec::new(),
            about: Some(Provenance {
                short: commit.chars().take(7).collect(),
                commit,
                date: String::from_utf8_lossy(date).into_owned(),
                subject: (!subject.is_empty()).then_some(subject),
            }),
        });
        Some(())
    }

    fn forget_uninvolved(&mut self) {
        if let Some(last) = self.commits.last_mut()
            && last.changed.is_empty()
            && !last.parents.is_empty()
        {
            last.about = None;
        }
    }

    fn id(&mut self, hash: &[u8]) -> Option<Id> {
        if let Some(id) = self.ids.get(hash) {
            return Some(*id);
        }
        let id = Id::try_from(self.hashes.len()).ok()?;
        self.ids.insert(hash.to_vec(), id);
        self.hashes.push(hash.to_vec());
        Some(id)
    }

    /// For each merge that differs from its first parent: the files in which it differs from the second, the third…
    fn merge_differences(
        &self,
        git: &Git,
        files: &Files,
    ) -> Option<HashMap<Id, Vec<HashSet<u32>>>> {
        let mut differences: HashMap<Id, Vec<HashSet<u32>>> = HashMap::new();
        let mut asked = Vec::new();
        let mut input = Vec::new();
        for commit in &self.commits {
            if commit.changed.is_empty() {
                continue;
            }
            for parent in commit.parents.iter().skip(1) {
                // A line with two commits compares the first with the second as if that were its only parent.
                input.extend_from_slice(self.hashes.get(commit.id as usize)?);
                input.push(b' ');
                input.extend_from_slice(self.hashes.get(*parent as usize)?);
                input.push(b'\n');
                asked.push(commit.id);
            }
        }
        if asked.is_empty() {
            return Some(differences);
        }
        let output = git.answer(
            &[
                "diff-tree",
                "--stdin",
                "--always",
                "-r",
                "-z",
                "--raw",
                "--no-abbrev",
                "--no-renames",
                "--no-relative",
                "--no-ext-diff",
                "--no-textconv",
                "--ignore-submodules=none",
                "--",
                ".",
            ],
            &input,
        )?;
        let mut asked = asked.into_iter();
        let mut current = None;
        for record in records(&output) {
            match record {
                Record::Header(hash) => {
                    let id = asked.next()?;
                    if self.hashes.get(id as usize).map(Vec::as_slice) != Some(hash) {
                        return None;
                    }
                    differences.entry(id).or_default().push(HashSet::new());
                    current = Some(id);
                }
                Record::Path(path) => {
                    let against_parent = differences.get_mut(&current?)?.last_mut()?;
                    against_parent.extend(files.number(path));
                }
            }
        }
        // An answer that is short of a parent would send files down a wrong line.
        asked.next().is_none().then_some(differences)
    }

    /// Where each file arrives.
    fn walk(
        &self,
        files: &Files,
        merges: &HashMap<Id, Vec<HashSet<u32>>>,
    ) -> HashMap<u32, (Id, &Provenance)> {
        let mut arrived = HashMap::new();
        let mut standing: HashMap<Id, HashSet<u32>> = HashMap::new();
        if let Some(head) = self.commits.first() {
            standing.insert(head.id, files.unmodified().values().copied().collect());
        }
        for commit in &self.commits {
            let Some(mut here) = standing.remove(&commit.id) else {
                continue;
            };
            let mut arriving: Vec<u32> = match commit.parents.first() {
                None => here.drain().collect(),
                Some(_) => commit
                    .changed
                    .iter()
                    .copied()
                    .filter(|file| here.remove(file))
                    .collect(),
            };
            if let Some(parent) = commit.parents.first() {
                move_on(&mut standing, *parent, here);
            }
            let others = merges.get(&commit.id).map_or(&[][..], Vec::as_slice);
            for (parent, differing) in commit.parents.iter().skip(1).zip(others) {
                let (still, same): (Vec<u32>, Vec<u32>) = arriving
                    .into_iter()
                    .partition(|file| differing.contains(file));
                move_on(&mut standing, *parent, same.into_iter().collect());
                arriving = still;
            }
            if let Some(about) = &commit.about {
                arrived.extend(arriving.into_iter().map(|file| (file, (commit.id, about))));
            }
        }
        arrived
    }
}

fn move_on(standing: &mut HashMap<Id, HashSet<u32>>, parent: Id, mut files: HashSet<u32>) {
    if files.is_empty() {
        return;
    }
    let there = standing.entry(parent).or_default();
    // The smaller set is poured into the larger, so that a long history does not copy all files at every commit.
    if there.len() < files.len() {
        std::mem::swap(there, &mut files);
    }
    there.extend(files);
}

enum Record<'a> {
    Header(&'a [u8]),
    Path(&'a [u8]),
}

/// Takes apart what `--raw -z` prints: a header, then pairs of `:modes hashes letter` and a path. A path is known by
/// what stands before it, so that its own bytes can be any.
fn records(output: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut tokens = output.split(|byte| *byte == 0);
    std::iter::from_fn(move || {
        loop {
            let token = tokens.next()?;
            let token = token.strip_prefix(b"\n").unwrap_or(token);
            if token.starts_with(b":") {
                return tokens.next().map(Record::Path);
            }
            if !token.is_empty() {
                return Some(Record::Header(token));
            }
        }
    })
}
