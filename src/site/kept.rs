//! A site in memory, for a command that shows it.

use super::{Site, searchable};
use crate::address::Url;
use crate::search::{self, Files, SearchError};
use crate::serve::{Content, Made, content_type};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError, Weak};

/// A site in memory: an output is made when it is first asked for, and kept.
///
/// The index takes every page and some time. It is begun in the background when the first page has
/// been made, and whoever asks for a file of it before it is there waits.
#[derive(Debug)]
pub struct Kept {
    shelf: Arc<Shelf>,
    begun: Once,
    /// Held for as long as the site is shown.
    _shown: Arc<()>,
}

/// What a site in memory has, shared with the thread that makes the index.
#[derive(Debug)]
struct Shelf {
    site: Site,
    made: Mutex<BTreeMap<String, Made>>,
    files: OnceLock<Files>,
    /// Is told why there is no index.
    report: fn(&SearchError),
    /// Alive while the site is shown: an index of one that was exchanged is of no use to anybody.
    shown: Weak<()>,
}

impl Kept {
    /// Keeps what is made of a site. `report` is told if the index could not be made; the site is
    /// shown without it then.
    pub fn new(site: Site, report: fn(&SearchError)) -> Kept {
        let shown = Arc::new(());
        Kept {
            shelf: Arc::new(Shelf {
                site,
                made: Mutex::new(BTreeMap::new()),
                files: OnceLock::new(),
                report,
                shown: Arc::downgrade(&shown),
            }),
            begun: Once::new(),
            _shown: shown,
        }
    }

    fn begin_index(&self) {
        if !self.shelf.site.book().site.search {
            return;
        }
        self.begun.call_once(|| {
            let shelf = Arc::clone(&self.shelf);
            // Without the thread, the first request for the index makes it.
            let _ = std::thread::Builder::new()
                .name("search index".to_owned())
                .spawn(move || {
                    shelf.files();
                });
        });
    }
}

impl Shelf {
    fn page(&self, path: &str) -> Option<Made> {
        // The map is whole after every insertion, whatever became of the thread that made it.
        let made = self
            .made
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned();
        if made.is_some() {
            return made;
        }
        let made = output(path, self.site.output(path)?);
        let mut map = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(path.to_owned(), made.clone());
        Some(made)
    }

    /// The files of the index; none if it could not be made.
    fn files(&self) -> &Files {
        self.files.get_or_init(|| {
            let page = |path: &str| {
                self.shown.upgrade()?;
                self.site.output(path)
            };
            searchable::index(&self.site, page).unwrap_or_else(|error| {
                (self.report)(&error);
                Files::new()
            })
        })
    }
}

impl Content for Kept {
    fn get(&self, path: &str) -> Option<Made> {
        if self.is_of_index(path) {
            let bytes = self.shelf.files().get(path)?;
            return Some(output(path, bytes.clone()));
        }
        let made = self.shelf.page(path);
        self.begin_index();
        made
    }

    fn has(&self, path: &str) -> bool {
        if self.is_of_index(path) {
            return self.shelf.files().contains_key(path);
        }
        self.shelf.site.recipes.contains_key(path)
    }

    fn not_found(&self) -> Made {
        let page = self.shelf.page(&Url::not_found().output_path());
        page.unwrap_or_else(|| output("404.html", Vec::new()))
    }
}

impl Kept {
    fn is_of_index(&self, path: &str) -> bool {
        self.shelf.site.book().site.search && path.starts_with(search::FOLDER)
    }
}

fn output(path: &str, bytes: Vec<u8>) -> Made {
    let hash = blake3::hash(&bytes).to_hex();
    Made {
        etag: hash.as_str().chars().take(32).collect(),
        content_type: content_type(path).to_owned(),
        bytes: bytes.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;
    use std::fs;

    fn kept(search: bool) -> (tempfile::TempDir, Kept) {
        let folder = tempfile::tempdir().unwrap();
        let skill = folder.path().join("skills/a");
        fs::create_dir_all(&skill).unwrap();
        fs::write(
            skill.join("SKILL.md"),
            "---\nname: a\ndescription: Says hello.\n---\n\n# A\n\nText.\n",
        )
        .unwrap();
        let mut book = Book::read(folder.path(), None);
        book.site.search = search;
        (folder, Kept::new(Site::new(Arc::new(book)), |_| {}))
    }

    const ENTRY: &str = "pagefind/pagefind-entry.json";

    #[test]
    fn the_index_is_there_for_whoever_asks_first() {
        let (_folder, kept) = kept(true);
        assert!(kept.has(ENTRY));
        let entry = kept.get(ENTRY).unwrap();
        assert_eq!(entry.content_type, "application/json");
        assert_eq!(kept.get("pagefind/no-such-file"), None);
    }

    #[test]
    fn the_index_is_made_behind_the_first_page() {
        let (_folder, kept) = kept(true);
        assert!(kept.get("index.html").is_some());
        assert!(kept.shelf.files.wait().contains_key(ENTRY));
    }

    #[test]
    fn a_site_without_search_has_no_index() {
        let (_folder, kept) = kept(false);
        assert!(kept.get("index.html").is_some());
        assert!(!kept.has(ENTRY));
        assert_eq!(kept.get(ENTRY), None);
    }
}
