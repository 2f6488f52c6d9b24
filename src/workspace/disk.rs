//! What was read from disk the last time, so that reading again asks only for what changed since.
//!
//! A file or folder counts as unchanged if the system gives it the same stamp: size, times, identity. A stamp proves
//! nothing as long as it is young, because a clock has steps and two writes may fall into one (git calls such an
//! entry racy); what was stamped within [`RACY`] before it was read is read again.
//!
//! Reading with and without a memory gives the same: what is kept here are answers that would be the same again.

use super::RepoPath;
use super::listing::Listing;
use super::read::Bytes;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How old a stamp has to be to prove that nothing was written since: the coarsest clock of a file system (FAT) has
/// steps of two seconds.
const RACY: Duration = Duration::from_secs(2);

/// By what a file's or folder's state is known without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Size in bytes.
    pub size: u64,
    /// Whether it may be executed, on systems that have such a mark.
    pub executable: bool,
    /// When it was written, and when anything about it changed, in nanoseconds since 1970.
    times: [i128; 2],
    /// Device and number of the file, where the system has them.
    identity: [u64; 2],
}

impl Stamp {
    /// The stamp that the system's words about a file amount to.
    pub fn of(metadata: &Metadata) -> Stamp {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let time =
                |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
            Stamp {
                size: metadata.len(),
                executable: metadata.mode() & 0o111 != 0,
                times: [
                    time(metadata.mtime(), metadata.mtime_nsec()),
                    time(metadata.ctime(), metadata.ctime_nsec()),
                ],
                identity: [metadata.dev(), metadata.ino()],
            }
        }
        #[cfg(not(unix))]
        {
            let written = metadata.modified().map_or(0, since_1970);
            Stamp {
                size: metadata.len(),
                executable: false,
                times: [written, written],
                identity: [0, 0],
            }
        }
    }

    /// Whether a write after `read` would have given another stamp for certain.
    pub(super) fn is_settled(&self, read: SystemTime) -> bool {
        let latest = self.times[0].max(self.times[1]);
        let racy = i128::try_from(RACY.as_nanos()).unwrap_or(i128::MAX);
        since_1970(read).saturating_sub(latest) > racy
    }
}

fn since_1970(time: SystemTime) -> i128 {
    let after = time.duration_since(UNIX_EPOCH);
    after.map_or(0, |after| {
        i128::try_from(after.as_nanos()).unwrap_or(i128::MAX)
    })
}

/// A stamp with what it proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    path: PathBuf,
    /// None: there was nothing.
    stamp: Option<Stamp>,
    settled: bool,
}

impl Seen {
    /// Looks at a path, links followed.
    pub(super) fn now(path: PathBuf) -> Seen {
        let now = SystemTime::now();
        let stamp = std::fs::metadata(&path).ok().as_ref().map(Stamp::of);
        Seen {
            settled: stamp.is_none_or(|stamp| stamp.is_settled(now)),
            stamp,
            path,
        }
    }

    /// Whether it is for certain as it was.
    pub(super) fn still(&self) -> bool {
        self.settled && !self.is_another()
    }

    /// Whether it is for certain another than it was.
    pub(super) fn is_another(&self) -> bool {
        std::fs::metadata(&self.path).ok().as_ref().map(Stamp::of) != self.stamp
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[derive(Debug, Clone)]
struct Listed {
    listing: Arc<Listing>,
    stamps: Arc<Stamps>,
    reading: u64,
}

#[derive(Debug)]
struct Held {
    stamp: Stamp,
    settled: bool,
    bytes: Bytes,
    /// The reading in which it was last asked for.
    reading: AtomicU64,
}

/// Files, listings and histories of the last reading.
#[derive(Debug, Default)]
pub struct Disk {
    keeps: bool,
    reading: AtomicU64,
    /// By the whole path, as the system writes it: a `PathBuf` is hashed part by part.
    files: RwLock<HashMap<OsString, Held>>,
    /// The files that the reading at hand may take to be the only ones that changed.
    trusted: Mutex<Option<BTreeSet<PathBuf>>>,
    /// By the folder: what it holds, and the stamps with which this reading works.
    listings: Mutex<BTreeMap<PathBuf, Listed>>,
    /// What was asked for beside the listings, whether or not it was there.
    asked: Mutex<BTreeMap<PathBuf, Seen>>,
    histories: Mutex<HashMap<PathBuf, Arc<super::git::Kept>>>,
}

impl Disk {
    /// Keeps nothing, for who reads once.
    pub fn forgetful() -> Arc<Disk> {
        Arc::new(Disk::default())
    }

    /// Keeps what is read, for who will read again.
    pub fn keeping() -> Arc<Disk> {
        Arc::new(Disk {
            keeps: true,
            ..Disk::default()
        })
    }

    /// Lets the next reading take these files to be the only ones that changed, if all of them were there before and
    /// still are. Whoever says so has to look at the rest afterwards ([`Disk::changed`]).
    pub fn trust(&self, changed: BTreeSet<PathBuf>) {
        *lock(&self.trusted) = Some(changed);
    }

    /// The listing of a folder with the stamps of the trusted files renewed.
    pub(super) fn trusted(&self, root: &Path) -> Option<(Arc<Listing>, Arc<Stamps>)> {
        let trusted = lock(&self.trusted);
        let changed = trusted.as_ref()?;
        let listed = lock(&self.listings).get(root)?.clone();
        let mut stamps = Stamps::clone(&listed.stamps);
        for path in changed {
            let below = path.strip_prefix(root).ok();
            let Some(below) = below.and_then(|below| RepoPath::new(below.to_str()?)) else {
                // A file of another folder; of this one, a name that no path has.
                if path.starts_with(root) {
                    return None;
                }
                continue;
            };
            // What an editor wrote on the way to a file and took away again was never there.
            if !stamps.contains_key(&below) && !path.exists() {
                continue;
            }
            let known = stamps.get_mut(&below)?;
            let metadata = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
            *known = Stamp::of(&metadata);
        }
        Some((listed.listing, Arc::new(stamps)))
    }

    /// Begins another reading.
    pub fn begin(&self) {
        self.reading.fetch_add(1, Ordering::Relaxed);
        lock(&self.asked).clear();
    }

    /// Remembers that a reading depends on a file or folder that is in no listing.
    pub fn ask(&self, path: PathBuf) {
        if self.keeps {
            let seen = Seen::now(path.clone());
            lock(&self.asked).entry(path).or_insert(seen);
        }
    }

    /// The folders in which something can change that the last reading depends on.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let mut folders = BTreeSet::new();
        for listed in lock(&self.listings).values() {
            folders.extend(listed.listing.folders().map(Path::to_owned));
        }
        for path in lock(&self.asked).keys() {
            // Of what is not there, the first folder above that is.
            let mut above = path.ancestors();
            let first = above.find(|above| above.is_dir());
            folders.extend(first.map(Path::to_owned));
            // A folder can be replaced as a whole.
            folders.extend(path.parent().filter(|it| it.is_dir()).map(Path::to_owned));
        }
        folders
    }

    /// The files and folders that another reading would find different; none if it would find the same. If one of
    /// those in `heard` is different, that is answer enough and the others are not looked at.
    pub fn changed(&self, heard: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let is_another = |path: &PathBuf| {
            let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
            let held = files.get(path.as_os_str())?;
            Some(Stamp::of(&std::fs::metadata(path).ok()?) != held.stamp)
        };
        if heard.iter().any(|path| is_another(path) == Some(true)) {
            return heard.clone();
        }
        let mut changed: BTreeSet<PathBuf> = self.young();
        {
            let asked = lock(&self.asked);
            let others = asked.values().filter(|seen| seen.is_another());
            changed.extend(others.map(|seen| seen.path().to_owned()));
        }
        let last = lock(&self.listings).clone();
        for (root, listed) in last {
            let (listing, stamps) = Listing::of(self, &root, listed.listing.prefix());
            let before = changed.len();
            let (old, new) = (&*listed.stamps, &*stamps);
            let differing = old.keys().chain(new.keys());
            let differing = differing.filter(|path| old.get(*path) != new.get(*path));
            changed.extend(differing.map(|path| root.join(path.as_str())));
            if !listed.listing.is_same(&listing) && changed.len() == before {
                // A link leads elsewhere, or one is refused that was not.
                changed.insert(root.clone());
            }
            if changed.len() != before {
                // What the reading worked with stays, until there is another.
                lock(&self.listings).insert(root, listed);
            }
        }
        let histories = lock(&self.histories);
        let moved = histories.iter().filter(|(_, kept)| kept.is_another());
        changed.extend(moved.map(|(root, _)| root.join(".git")));
        changed
    }

    /// The files whose stamp proves nothing and that hold something else.
    fn young(&self) -> BTreeSet<PathBuf> {
        let young: Vec<(PathBuf, Arc<str>)> = {
            let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
            let young = files.iter().filter(|(_, held)| !held.settled);
            young
                .map(|(path, held)| (PathBuf::from(path), Arc::clone(&held.bytes.hash)))
                .collect()
        };
        let others = young.into_iter().filter(|(path, hash)| {
            std::fs::read(path).is_ok_and(|bytes| Bytes::new(bytes).hash != *hash)
        });
        others.map(|(path, _)| path).collect()
    }

    /// Forgets what this reading did not ask for.
    pub fn end(&self) {
        *lock(&self.trusted) = None;
        let now = self.reading.load(Ordering::Relaxed);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.retain(|_, held| held.reading.load(Ordering::Relaxed) == now);
        let mut listings = lock(&self.listings);
        listings.retain(|_, listed| listed.reading == now);
        lock(&self.histories).retain(|root, _| listings.contains_key(root));
    }

    /// A file's bytes; `stamp` is what a listing just found, if one did.
    pub(super) fn bytes(&self, path: &Path, stamp: Option<Stamp>) -> io::Result<Bytes> {
        if !self.keeps {
            return Ok(Bytes::new(std::fs::read(path)?));
        }
        let stamp = match stamp {
            Some(stamp) => stamp,
            None => Stamp::of(&std::fs::metadata(path)?),
        };
        if let Some(bytes) = self.same(path, stamp) {
            return Ok(bytes);
        }
        let settled = stamp.is_settled(SystemTime::now());
        let bytes = Bytes::new(std::fs::read(path)?);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let held = Held {
            stamp,
            settled,
            bytes: bytes.clone(),
            reading: AtomicU64::new(self.reading.load(Ordering::Relaxed)),
        };
        files.insert(path.as_os_str().to_owned(), held);
        Ok(bytes)
    }

    /// The bytes of a file, if it is for certain as it was.
    pub(super) fn held(&self, path: &Path) -> Option<Bytes> {
        if !self.keeps {
            return None;
        }
        self.same(path, Stamp::of(&std::fs::metadata(path).ok()?))
    }

    fn same(&self, path: &Path, stamp: Stamp) -> Option<Bytes> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let held = files
            .get(path.as_os_str())
            .filter(|held| held.settled && held.stamp == stamp)?;
        held.reading
            .store(self.reading.load(Ordering::Relaxed), Ordering::Relaxed);
        Some(held.bytes.clone())
    }

    /// The listing of a folder, if it is for certain what it would be now.
    pub(super) fn listing(&self, root: &Path) -> Option<Arc<Listing>> {
        let listing = Arc::clone(&lock(&self.listings).get(root)?.listing);
        listing.still().then_some(listing)
    }

    pub(super) fn keep_listing(&self, root: &Path, listing: &Arc<Listing>, stamps: &Arc<Stamps>) {
        if self.keeps {
            let listed = Listed {
                listing: Arc::clone(listing),
                stamps: Arc::clone(stamps),
                reading: self.reading.load(Ordering::Relaxed),
            };
            lock(&self.listings).insert(root.to_owned(), listed);
        }
    }

    /// What git said of a folder the last time.
    pub(super) fn history(&self, root: &Path) -> Option<Arc<super::git::Kept>> {
        lock(&self.histories).get(root).cloned()
    }

    pub(super) fn keep_history(&self, root: &Path, kept: super::git::Kept) {
        if self.keeps {
            lock(&self.histories).insert(root.to_owned(), Arc::new(kept));
        }
    }

    /// Whether anything is kept.
    pub(super) fn keeps(&self) -> bool {
        self.keeps
    }
}

/// What these locks guard is whole after every change, whatever became of the thread that held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The stamps of files, by path.
pub(super) type Stamps = BTreeMap<RepoPath, Stamp>;
