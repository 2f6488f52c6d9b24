//! When to read again: what the system says of files, gathered until it falls silent.
//!
//! Events only say that something may have changed. Whether it did is asked of the disk, so an event too many costs a
//! look and no reading, and one that was lost is made up for by the next.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::workspace::is_aside;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Editors write a file in several steps, which follow each other at once.
const SILENCE: Duration = Duration::from_millis(5);

/// Whoever changes many files (a branch switch, a formatter) takes breath between them.
const LONG_SILENCE: Duration = Duration::from_millis(150);

/// More files than this at once are many.
const MANY: usize = 12;

/// Somebody who never stops writing is not waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a command of git's is waited for that holds the index.
const GIT_PATIENCE: Duration = Duration::from_secs(10);

/// How long git takes from the index to the branch.
const AFTER_GIT: Duration = Duration::from_millis(30);

/// How often the disk is looked at where it sends no events.
const POLL: Duration = Duration::from_millis(500);

/// What is watched.
pub trait Watched {
    /// The folders whose entries matter. Asked for after every reading.
    fn folders(&self) -> BTreeSet<PathBuf>;

    /// What is another than it was read. If something of what was heard is, that is answer enough.
    fn changed(&self, heard: &Changes) -> Changes;

    /// Reads again. May take the changes to be all there are: [`Watched::changed`] is asked again behind it.
    fn read(&mut self, changes: &Changes);

    /// Tells the person that something does not work as it should.
    fn complain(&self, words: &str);
}

/// The files that changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// By their paths.
    pub paths: BTreeSet<PathBuf>,
}

/// Watches for as long as the program runs. With `poll` the disk is looked at in intervals; so it is where the system
/// cannot watch.
pub fn watch(mut watched: impl Watched, poll: bool) {
    let (send, receive) = channel();
    let watcher = match poll {
        true => None,
        false => {
            let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Nobody receives once the program ends.
                let _ = send.send(event);
            });
            made.inspect_err(|error| watched.complain(&unwatchable(error)))
                .ok()
        }
    };
    let Some(watcher) = watcher else {
        return look(&mut watched);
    };
    let mut folders = Folders {
        watcher,
        watched: BTreeMap::new(),
        is_full: false,
    };
    folders.follow(&watched);
    while !folders.is_full {
        // What changed while folders were being added was not heard.
        let mut heard = watched.changed(&Changes::default());
        let changes = loop {
            while heard.paths.is_empty() {
                let Ok(event) = receive.recv() else {
                    return;
                };
                gather(&mut heard, event);
            }
            listen(&receive, &mut heard);
            let changes = watched.changed(&heard);
            if !changes.paths.is_empty() {
                break changes;
            }
            heard = Changes::default();
        };
        watched.read(&changes);
        folders.follow(&watched);
    }
    look(&mut watched);
}

/// Looks at the disk again and again.
fn look(watched: &mut impl Watched) {
    loop {
        std::thread::sleep(POLL);
        let changes = watched.changed(&Changes::default());
        if !changes.paths.is_empty() {
            watched.read(&changes);
        }
    }
}

fn unwatchable(error: &notify::Error) -> String {
    let help = match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "; the system watches no more files (fs.inotify.max_user_watches)"
        }
        _ => "",
    };
    format!("the system cannot watch all folders{help}: they are looked at twice a second instead")
}

/// The folders that the system watches for us.
struct Folders {
    watcher: RecommendedWatcher,
    /// By its path, which folder that was: the system watches folders and not names, and one that was renamed takes
    /// the watch with it.
    watched: BTreeMap<PathBuf, Option<Identity>>,
    is_full: bool,
}

impl Folders {
    /// Watches what is to be watched now, and nothing else.
    fn follow(&mut self, source: &impl Watched) {
        let folders = source.folders().into_iter();
        let mut wanted: BTreeMap<PathBuf, Option<Identity>> = folders
            .map(|folder| {
                let identity = identity(&folder);
                (folder, identity)
            })
            .collect();
        self.watched.retain(|folder, identity| {
            let is_same = wanted.get(folder) == Some(identity);
            if is_same {
                wanted.remove(folder);
            } else {
                // A folder that was deleted is not watched any more.
                let _ = self.watcher.unwatch(folder);
            }
            is_same
        });
        for (folder, identity) in wanted {
            match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder, identity);
                }
                Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => {
                    source.complain(&unwatchable(&error));
                    self.is_full = true;
                    break;
                }
                // Gone since it was listed: its parent tells of that.
                Err(_) => {}
            }
        }
    }
}

/// Device and number of a folder, where the system has them.
type Identity = (u64, u64);

fn identity(folder: &Path) -> Option<Identity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let metadata = std::fs::metadata(folder).ok()?;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Waits until whoever changes files has finished.
fn listen(receive: &Receiver<notify::Result<notify::Event>>, changes: &mut Changes) {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let silence = match changes.paths.len() {
            few if few <= MANY => SILENCE,
            _ => LONG_SILENCE,
        };
        match receive.recv_timeout(silence) {
            Ok(event) => gather(changes, event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    // Git holds the index for as long as it writes files.
    let lock = changes.paths.iter().find_map(|path| index_lock(path));
    if let Some(lock) = lock {
        while lock.exists() && begun.elapsed() < GIT_PATIENCE {
            if let Ok(event) = receive.recv_timeout(SILENCE) {
                gather(changes, event);
            }
        }
        // The branch is named right after the index is let go.
        let end = Instant::now() + AFTER_GIT;
        while let Some(rest) = end.checked_duration_since(Instant::now()) {
            if let Ok(event) = receive.recv_timeout(rest) {
                gather(changes, event);
            }
        }
    }
}

fn gather(changes: &mut Changes, event: notify::Result<notify::Event>) {
    // Lost events are made up for by looking at the disk, for which an empty path is cause enough.
    let Ok(event) = event else {
        changes.paths.insert(PathBuf::new());
        return;
    };
    // To open a file is to change nothing; else our own reading would be heard.
    if matches!(event.kind, EventKind::Access(_)) {
        return;
    }
    if event.need_rescan() {
        changes.paths.insert(PathBuf::new());
    }
    let paths = event.paths.into_iter();
    changes
        .paths
        .extend(paths.filter(|path| !is_passed_over(path)));
}

/// Whether a path is none that a site is made from, whatever happens there.
fn is_passed_over(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    is_aside(&name) || path.components().any(|part| part.as_os_str() == ".git")
}

/// The lock of the repository that a file lies in, while a command of git's holds it.
fn index_lock(path: &Path) -> Option<PathBuf> {
    let above = path.ancestors().skip(1);
    let repository = above
        .into_iter()
        .find(|above| above.join(".git").exists())?;
    let lock = repository.join(".git/index.lock");
    let written = std::fs::metadata(&lock).and_then(|it| it.modified()).ok()?;
    // One that a command left behind when it broke off holds nobody up.
    let is_held = written.elapsed().is_ok_and(|age| age < GIT_PATIENCE);
    is_held.then_some(lock)
}
