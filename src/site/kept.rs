//! A site in memory, for a command that shows it.

use super::Site;
use super::index::Index;
use crate::address::Url;
use crate::search::{self, SearchError};
use crate::serve::{Content, Made, content_type};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A site in memory: an output is made when it is first asked for, and kept.
#[derive(Debug)]
pub struct Kept {
    site: Arc<Site>,
    made: Mutex<BTreeMap<String, Made>>,
    index: Arc<Index>,
    /// Counts the sites that share an index.
    edition: u64,
}

impl Kept {
    /// Keeps what is made of a site. `report` is told if the search index could not be made; the
    /// site is shown without it then.
    pub fn new(site: Site, report: fn(&SearchError)) -> Kept {
        Kept {
            site: Arc::new(site),
            made: Mutex::default(),
            index: Index::new(report),
            edition: 1,
        }
    }

    /// The site that takes this one's place. Its search index is made when somebody searches; until
    /// then there is this one's.
    #[must_use]
    pub fn followed_by(&self, site: Site) -> Kept {
        Kept {
            site: Arc::new(site),
            made: Mutex::default(),
            index: Arc::clone(&self.index),
            edition: self.edition + 1,
        }
    }

    /// The site.
    pub fn site(&self) -> &Site {
        &self.site
    }

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

    fn is_of_index(&self, path: &str) -> bool {
        self.site.book().site.search && path.starts_with(search::FOLDER)
    }
}

impl Content for Kept {
    fn get(&self, path: &str) -> Option<Made> {
        if self.is_of_index(path) {
            let bytes = self.index.file(self.edition, &self.site, path)?;
            return Some(output(path, bytes));
        }
        let made = self.page(path);
        // Behind the first page, so that nobody waits for it who does not search.
        if self.site.book().site.search {
            self.index.begin(self.edition, &self.site);
        }
        made
    }

    fn has(&self, path: &str) -> bool {
        if self.is_of_index(path) {
            return self.index.file(self.edition, &self.site, path).is_some();
        }
        self.site.recipes.contains_key(path)
    }

    fn not_found(&self) -> Made {
        let page = self.page(&Url::not_found().output_path());
        page.unwrap_or_else(|| output("404.html", Vec::new()))
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
        assert!(kept.index.wait().contains_key(ENTRY));
    }

    #[test]
    fn a_site_without_search_has_no_index() {
        let (_folder, kept) = kept(false);
        assert!(kept.get("index.html").is_some());
        assert!(!kept.has(ENTRY));
        assert_eq!(kept.get(ENTRY), None);
    }
}
