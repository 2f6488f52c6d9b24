//! What an output is made from, as a hash: while it is the same, so is the output.
//!
//! The hash may take in more than an output reads, never less. What is on every page, and what pages say of each other
//! (names, addresses, titles, who belongs where), is the frame; a page's own inputs are the frame, what the book found
//! out about the page's subject, and the texts that it shows, quotes or leads into. What is made from many pages is
//! made from everything.

use super::Recipe;
use crate::book::{Book, DocId, FileContent, FileEntry, Target};
use crate::formats::Shown;
use std::collections::BTreeSet;
use std::fmt::{self, Debug, Write};
use std::sync::OnceLock;

/// The hash of the inputs of one output.
pub(super) type Inputs = blake3::Hash;

/// The hashes that outputs of one book share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    frame: OnceLock<Inputs>,
    everything: OnceLock<Inputs>,
}

impl Shared {
    /// Whether the hash that every output takes in is there, so that another costs little.
    pub(super) fn is_ready(&self) -> bool {
        self.frame.get().is_some()
    }

    /// The hash of what an output is made from.
    pub(super) fn of(&self, book: &Book, recipe: Recipe) -> Inputs {
        let mut taken = Taken::new(book);
        taken.add(&recipe);
        match recipe {
            Recipe::Skill(index) | Recipe::Markdown(Shown::Skill(index)) => taken.skill(index),
            Recipe::Document(id) | Recipe::Markdown(Shown::Document(id)) => taken.document(id),
            Recipe::File(index) | Recipe::Raw(index) | Recipe::Markdown(Shown::File(index)) => {
                taken.file(index);
            }
            Recipe::Guide(index) | Recipe::Markdown(Shown::Guide(index)) => taken.guide(index),
            Recipe::DiscoveryOf(index) | Recipe::Artifact(index) | Recipe::LegacySkill(index) => {
                taken.skill(index);
            }
            Recipe::Asset(_) | Recipe::CatalogueSchema | Recipe::NoJekyll | Recipe::Redirect(_) => {
            }
            _ => {
                let everything = self.everything.get_or_init(|| everything(book));
                taken.bytes(everything.as_bytes());
            }
        }
        let frame = self.frame.get_or_init(|| frame(book));
        taken.bytes(frame.as_bytes());
        taken.texts();
        taken.digest.0.finalize()
    }
}

/// What goes into one hash.
struct Taken<'a> {
    book: &'a Book,
    digest: Digest,
    documents: BTreeSet<DocId>,
}

impl<'a> Taken<'a> {
    fn new(book: &'a Book) -> Taken<'a> {
        Taken {
            book,
            digest: Digest(blake3::Hasher::new()),
            documents: BTreeSet::new(),
        }
    }

    fn add(&mut self, value: &impl Debug) {
        // A hasher takes everything.
        let _ = write!(self.digest, "{value:?};");
    }

    fn bytes(&mut self, bytes: &[u8]) {
        // With its length, so that no two lists run into the same bytes.
        self.digest.0.update(&bytes.len().to_le_bytes());
        self.digest.0.update(bytes);
    }

    /// A document with what it refers to.
    fn document(&mut self, id: DocId) {
        if !self.documents.insert(id) {
            return;
        }
        let entry = self.book.entry(id);
        self.add(&(&entry.references, &entry.provenance));
        for reference in &entry.references {
            match &reference.target {
                Target::Document { document, .. } => {
                    self.documents.insert(*document);
                }
                Target::Sample { skill, .. } => {
                    let skill = self.book.skills.get(*skill);
                    let sample = skill.and_then(|entry| entry.sample.as_ref());
                    self.documents.extend(sample.map(|sample| sample.document));
                }
                Target::Here { .. } | Target::Page(_) => {}
            }
        }
        // Links lead into documents too, and to a heading only if it is there.
        let places = self.book.linked_documents(id);
        self.documents.extend(places);
    }

    fn skill(&mut self, index: usize) {
        let Some(entry) = self.book.skills.get(index) else {
            return;
        };
        self.add(&(&entry.facts, &entry.provenance, &entry.guard));
        self.add(&(
            &entry.permissions,
            &entry.readers,
            &entry.derived,
            &entry.card,
        ));
        for file in &entry.rule_files {
            self.add(&self.book.rule_files.get(*file));
        }
        self.document(entry.document);
        if let Some(sample) = &entry.sample {
            let own = &sample.sample;
            self.add(&(&own.excerpt, &own.notes, &sample.table_headers));
            self.document(sample.document);
            if let Some(notes) = sample.notes {
                self.document(notes);
            }
        }
        for reader in &entry.readers {
            if let Some(reader) = self.book.skills.get(reader.skill) {
                self.document(reader.document);
            }
        }
        for file in &entry.files {
            self.file_of(*file, false);
        }
        match self.book.offers.get(index) {
            Some(Ok(offer)) => {
                self.add(&(&offer.files, &offer.artifact, &offer.index, offer.listed));
                for file in &offer.files {
                    self.file_of(*file, true);
                }
            }
            Some(Err(refused)) => self.add(refused),
            None => {}
        }
    }

    fn file(&mut self, index: usize) {
        self.file_of(index, true);
        let file = self.book.files.get(index);
        if let Some(FileEntry {
            content: FileContent::Markdown(id, _),
            ..
        }) = file
        {
            self.document(*id);
        }
    }

    fn file_of(&mut self, index: usize, is_shown: bool) {
        if let Some(file) = self.book.files.get(index) {
            self.add(&(file.size, file.executable, &file.provenance));
            if is_shown && let Some(bytes) = file.content.bytes() {
                self.bytes(bytes);
            }
        }
    }

    fn guide(&mut self, index: usize) {
        let guide = self.book.guide.as_ref();
        if let Some(page) = guide.and_then(|guide| guide.pages.get(index)) {
            self.document(page.document);
        }
    }

    fn texts(&mut self) {
        for id in std::mem::take(&mut self.documents) {
            let document = self.book.document(id);
            self.bytes(document.text.as_bytes());
        }
    }
}

/// What is on every page, and what pages say of each other.
fn frame(book: &Book) -> Inputs {
    let mut taken = Taken::new(book);
    taken.add(&(&book.site, &book.repositories));
    taken.add(&book.config);
    taken.add(&(&book.cases, &book.classes, &book.rails, &book.groups));
    taken.add(&(&book.redirects, book.has_feed(), &book.card));
    for file in book.theme.files() {
        taken.add(&file.url);
    }
    for source in &book.sources {
        taken.add(&(&source.name, &source.prefix));
    }
    for entry in &book.skills {
        let skill = &entry.skill;
        taken.add(&(&skill.name, &skill.folder, &skill.path, skill.source));
        taken.add(&(&entry.url, &entry.line, &entry.group, &entry.plugin));
        taken.add(&(&entry.document, &entry.files, &entry.steps, skill.partial()));
        let sample = entry.sample.as_ref();
        taken.add(&sample.map(|sample| (sample.document, sample.notes)));
    }
    for entry in &book.documents {
        taken.add(&(&entry.path, &entry.url, entry.kind, entry.owner));
        taken.add(&entry.document.title());
    }
    for file in &book.files {
        taken.add(&(&file.path, &file.url, &file.raw, file.skill));
    }
    if let Some(guide) = &book.guide {
        for page in &guide.pages {
            taken.add(&(&page.url, &page.title, &page.heading, &page.line));
        }
        for file in &guide.files {
            taken.add(&(&file.url, &file.path));
        }
    }
    taken.digest.0.finalize()
}

/// All that the site is made from.
fn everything(book: &Book) -> Inputs {
    let mut taken = Taken::new(book);
    for entry in &book.documents {
        taken.bytes(entry.document.text.as_bytes());
        taken.add(&(&entry.references, &entry.provenance));
    }
    for (entry, offer) in book.skills.iter().zip(&book.offers) {
        taken.add(&(&entry.facts, &entry.provenance, &entry.guard, &entry.card));
        taken.add(&(&entry.permissions, &entry.readers, &entry.derived));
        taken.add(&offer.as_ref().map(|offer| &offer.files));
    }
    for index in 0..book.files.len() {
        taken.file_of(index, true);
    }
    for file in book.theme.files() {
        taken.bytes(&file.bytes);
    }
    for file in book.guide.iter().flat_map(|guide| &guide.files) {
        taken.bytes(&file.bytes);
    }
    taken.add(&(&book.changes, &book.rule_files));
    taken.digest.0.finalize()
}

/// A hash of what is written to it.
struct Digest(blake3::Hasher);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}
