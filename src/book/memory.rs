//! What reading a site leaves behind, so that reading it again parses only what changed.

use crate::address::RESERVED;
use crate::markdown::Document;
use crate::reference::{self, Passage};
use crate::skill::SkillText;
use crate::workspace::{Disk, Text};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The files of the last reading and what was made of their texts, by the hash of the bytes.
///
/// A book that is read with a memory is the same as one that is read without: what is kept are functions of a text
/// and of nothing else.
#[derive(Debug)]
pub struct Memory {
    pub(super) disk: Arc<Disk>,
    keeps: bool,
    documents: Shelf<(Arc<str>, bool), Parsed>,
    skills: Shelf<Arc<str>, Arc<SkillText>>,
}

/// A document, with its sentences and rows that name something.
#[derive(Debug, Clone)]
pub(super) struct Parsed {
    pub(super) document: Arc<Document>,
    pub(super) passages: Arc<[Passage]>,
}

impl Memory {
    /// Keeps nothing, for who reads once.
    pub fn forgetful() -> Memory {
        Memory::new(Disk::forgetful(), false)
    }

    /// Keeps what is read, for who will read again.
    pub fn keeping() -> Memory {
        Memory::new(Disk::keeping(), true)
    }

    fn new(disk: Arc<Disk>, keeps: bool) -> Memory {
        Memory {
            disk,
            keeps,
            documents: Shelf::default(),
            skills: Shelf::default(),
        }
    }

    pub(super) fn begin(&self) {
        self.disk.begin();
    }

    /// Forgets what this reading did not ask for.
    pub(super) fn end(&self) {
        self.disk.end();
        self.documents.turn();
        self.skills.turn();
    }

    /// The folders in which something can change that the last reading depends on.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        self.disk.folders()
    }

    /// The files that another reading would find different; none if it would find the same. `heard` are files that
    /// are likely to be.
    pub fn changed(&self, heard: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        self.disk.changed(heard)
    }

    /// Lets the next reading take these files to be the only ones that changed. Whoever says so has to ask
    /// [`Memory::changed`] afterwards.
    pub fn trust(&self, changed: &BTreeSet<PathBuf>) {
        self.disk.trust(changed.clone());
    }

    /// How many texts are kept.
    pub fn len(&self) -> usize {
        self.documents.len() + self.skills.len()
    }

    /// Whether no text is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A document of the site. The author's notes have no identifiers that a page could collide with.
    pub(super) fn document(&self, text: &Text, is_page: bool) -> Parsed {
        let parse = || {
            let reserved = if is_page { RESERVED } else { &[] };
            let document = Document::parse(Arc::clone(&text.text), reserved);
            Parsed {
                passages: Arc::from(reference::passages(&document)),
                document: Arc::new(document),
            }
        };
        if !self.keeps {
            return parse();
        }
        self.documents.get((Arc::clone(&text.hash), is_page), parse)
    }

    pub(super) fn skill(&self, text: &Text) -> Arc<SkillText> {
        let parse = || Arc::new(SkillText::read(Arc::clone(&text.text), RESERVED));
        if !self.keeps {
            return parse();
        }
        self.skills.get(Arc::clone(&text.hash), parse)
    }
}

/// Values by key: those of this reading, and those of the one before.
#[derive(Debug)]
struct Shelf<K, V> {
    now: Mutex<HashMap<K, V>>,
    before: Mutex<HashMap<K, V>>,
}

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Shelf<K, V> {
        Shelf {
            now: Mutex::default(),
            before: Mutex::default(),
        }
    }
}

impl<K: Eq + Hash, V: Clone> Shelf<K, V> {
    fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        // A map is whole after every insertion, whatever became of the thread that made it.
        let lock = |map: &Mutex<HashMap<K, V>>, key: &K| {
            let map = map.lock().unwrap_or_else(PoisonError::into_inner);
            map.get(key).cloned()
        };
        if let Some(found) = lock(&self.now, &key) {
            return found;
        }
        let value = lock(&self.before, &key).unwrap_or_else(make);
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.insert(key, value.clone());
        value
    }

    fn turn(&self) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        *before = std::mem::take(&mut *now);
    }

    fn len(&self) -> usize {
        let before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.len()
    }
}
