//! What files a folder holds.

use super::disk::{Disk, Seen, Stamp, Stamps};
use super::{OUTPUT_MARKER, RepoPath, plain_io};
use crate::diagnostics::{Code, Diagnostic, Place};
use ignore::WalkBuilder;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files of a folder: not what git ignores, not `.git`, `node_modules` or an output of Skillbook's.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// What precedes its paths in diagnostics.
    prefix: String,
    pub(super) files: Vec<RepoPath>,
    pub(super) links: BTreeMap<RepoPath, RepoPath>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The folders that were looked into.
    folders: Vec<PathBuf>,
    /// Those, folders that were passed over, and files that say what git ignores.
    seen: Vec<Seen>,
    /// Links, and where they led.
    led: Vec<(PathBuf, Option<PathBuf>)>,
    /// Whether everything could be looked at.
    whole: bool,
}

impl Listing {
    /// The files below a canonical folder, with their stamps; from memory if they are the same for certain.
    pub(super) fn of(disk: &Disk, root: &Path, prefix: &str) -> (Arc<Listing>, Arc<Stamps>) {
        let trusted = disk.trusted(root).filter(|(kept, _)| kept.prefix == prefix);
        if let Some((listing, stamps)) = trusted {
            disk.keep_listing(root, &listing, &stamps);
            return (listing, stamps);
        }
        let kept = disk.listing(root).filter(|kept| kept.prefix == prefix);
        let kept = kept.and_then(|listing| {
            let stamps = listing.stamps(root)?;
            Some((listing, stamps))
        });
        let (listing, stamps) = kept.unwrap_or_else(|| {
            let (listing, stamps) = Listing::walk(root, prefix, disk.keeps());
            (Arc::new(listing), stamps)
        });
        let stamps = Arc::new(stamps);
        disk.keep_listing(root, &listing, &stamps);
        (listing, stamps)
    }

    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The folders that were looked into.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path)
    }

    /// Whether both list the same.
    pub(super) fn is_same(&self, other: &Listing) -> bool {
        self.files == other.files
            && self.links == other.links
            && self.diagnostics == other.diagnostics
    }

    /// Whether a walk would find the same for certain.
    pub(super) fn still(&self) -> bool {
        self.whole
            && self.seen.par_iter().all(Seen::still)
            && self
                .led
                .iter()
                .all(|(link, led)| link.canonicalize().ok() == *led)
    }

    /// The stamps of its files now; none if one of them is no file any more.
    fn stamps(&self, root: &Path) -> Option<Stamps> {
        let stamps: Option<Vec<(RepoPath, Stamp)>> = self
            .files
            .par_iter()
            .map(|path| {
                let metadata = std::fs::metadata(root.join(path.as_str())).ok()?;
                metadata
                    .is_file()
                    .then(|| (path.clone(), Stamp::of(&metadata)))
            })
            .collect();
        Some(stamps?.into_iter().collect())
    }

    fn walk(root: &Path, prefix: &str, keeps: bool) -> (Listing, Stamps) {
        let mut listing = Listing {
            prefix: prefix.to_owned(),
            whole: true,
            ..Listing::default()
        };
        let mut stamps = Stamps::new();
        // A folder's stamp, and whether it is an output. It is taken before it is looked into: what changes meanwhile changes the stamp.
        let folders: Arc<Mutex<Vec<(Seen, bool)>>> = Arc::default();
        if keeps {
            listing.seen.push(Seen::now(root.to_owned()));
            for above in root.ancestors().skip(1) {
                for name in IGNORES {
                    listing.seen.push(Seen::now(above.join(name)));
                }
            }
        }
        let noted = Arc::clone(&folders);
        let walk = WalkBuilder::new(root)
            .hidden(false)
            .require_git(false)
            .git_global(false)
            .follow_links(false)
            .filter_entry(move |entry| {
                let name = entry.file_name();
                let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
                if !is_dir || entry.depth() == 0 {
                    return true;
                }
                if name == ".git" || name == "node_modules" {
                    return false;
                }
                let is_output = entry.path().join(OUTPUT_MARKER).is_file();
                if keeps {
                    let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
                    noted.push((Seen::now(entry.path().to_owned()), is_output));
                }
                !is_output
            })
            .build();
        for entry in walk {
            match entry {
                Ok(entry) => listing.take(root, &entry, &mut stamps),
                Err(error) => {
                    listing.whole = false;
                    listing.diagnostics.push(Diagnostic::new(
                        Code::UnreadableFile,
                        format!("a folder cannot be read: {}", plain_io(&error)),
                    ));
                }
            }
        }
        if keeps {
            let mut folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
            listing.folders.push(root.to_owned());
            for (seen, is_output) in folders.drain(..) {
                if !is_output {
                    listing.folders.push(seen.path().to_owned());
                }
                listing.seen.push(seen);
            }
            let rules = listing
                .files
                .iter()
                .filter(|path| IGNORES.contains(&path.file_name()))
                .map(|path| Seen::now(root.join(path.as_str())));
            let rules: Vec<Seen> = rules.collect();
            listing.seen.extend(rules);
            listing.seen.push(Seen::now(root.join(".git/info/exclude")));
        }
        listing.files = stamps.keys().cloned().collect();
        (listing, stamps)
    }

    fn take(&mut self, root: &Path, entry: &ignore::DirEntry, stamps: &mut Stamps) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if kind.is_dir() || is_aside(&entry.file_name().to_string_lossy()) {
            return;
        }
        let Some(path) = relative(root, entry.path()) else {
            return;
        };
        if kind.is_symlink() {
            let target = entry.path().canonicalize().ok();
            self.led.push((entry.path().to_owned(), target.clone()));
            let inside = target.as_deref().and_then(|target| relative(root, target));
            if let Some(inside) = inside {
                self.links.insert(path.clone(), inside);
            }
            match target {
                Some(target) if !target.starts_with(root) => {
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::LinkOutside,
                            "this link leads out of its source and is not followed",
                        )
                        .at(Place::whole(self.display(&path))),
                    );
                    return;
                }
                // A link to a folder inside: its files are listed where they are.
                Some(target) if !target.is_file() => return,
                Some(_) => {}
                None => {
                    self.diagnostics.push(
                        Diagnostic::new(Code::UnreadableFile, "this link leads nowhere")
                            .at(Place::whole(self.display(&path))),
                    );
                    return;
                }
            }
        }
        match std::fs::metadata(entry.path()) {
            Ok(metadata) if metadata.is_file() => {
                self.files.push(path.clone());
                stamps.insert(path, Stamp::of(&metadata));
            }
            Ok(_) => {}
            Err(error) => {
                self.whole = false;
                self.diagnostics.push(
                    Diagnostic::new(Code::UnreadableFile, format!("cannot be read: {error}"))
                        .at(Place::whole(self.display(&path))),
                );
            }
        }
    }

    fn display(&self, path: &RepoPath) -> String {
        format!("{}{path}", self.prefix)
    }
}

/// Files that say what is ignored.
const IGNORES: &[&str] = &[".gitignore", ".ignore"];

fn relative(root: &Path, path: &Path) -> Option<RepoPath> {
    let relative = path.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = relative
        .components()
        .map(|part| part.as_os_str().to_str())
        .collect();
    RepoPath::new(&parts?.join("/"))
}

/// Whether a file is an editor's own, by its name: a backup, a lock, the trial by which it sees whether it may write.
pub fn is_aside(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    name.ends_with('~')
        || name.starts_with(".#")
        || (name.len() > 1 && name.starts_with('#') && name.ends_with('#'))
        || matches!(name, "4913" | ".DS_Store")
        || name.starts_with(".goutputstream-")
        || (name.starts_with('.') && matches!(extension, "swp" | "swo" | "swx"))
        || extension == "kate-swp"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_editor_leaves_beside_a_file_is_told_by_its_name() {
        for aside in ["b.md~", ".#b.md", "#b.md#", "4913", ".b.md.swp"] {
            assert!(is_aside(aside), "{aside}");
        }
        for file in [
            "b.md",
            ".gitignore",
            "4913.md",
            "b#c.md",
            "#",
            "a.swp",
            "swp",
        ] {
            assert!(!is_aside(file), "{file}");
        }
    }
}
