//! A site in memory, for a command that shows it.

use super::Site;
use super::index::Index;
use super::inputs::Inputs;
use crate::address::Url;
use crate::search::{self, SearchError};
use crate::serve::{Content, Made, content_type};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A site in memory: an output is made when it is first asked for, and kept for as long as what it
/// is made from is the same.
#[derive(Debug)]
pub struct Kept {
    site: Arc<Site>,
    made: Mutex<BTreeMap<String, Made>>,
    /// What that was made from, found out behind the answer.
    inputs: Arc<Mutex<BTreeMap<String, Inputs>>>,
    /// What was made of the sites before, with what it was made from.
    before: Mutex<BTreeMap<String, Earlier>>,
    index: Arc<Index>,
    /// Counts the sites that share an index.
    edition: u64,
}

/// How many bytes of earlier outputs are kept: 4 MiB, the pages that an author goes to and fro between.
const MOST_EARLIER: usize = 4 << 20;

/// What was made of an earlier site, and what from.
#[derive(Debug, Clone)]
struct Earlier {
    inputs: Inputs,
    made: Made,
    edition: u64,
}

impl Kept {
    /// Keeps what is made of a site. `report` is told if the search index could not be made; the
    /// site is shown without it then.
    pub fn new(site: Site, report: fn(&SearchError)) -> Kept {
        Kept {
            site: Arc::new(site),
            made: Mutex::default(),
            inputs: Arc::default(),
            before: Mutex::default(),
            index: Index::new(report),
            edition: 1,
        }
    }

    /// The site that takes this one's place. Its search index is made when somebody searches; until
    /// then there is this one's.
    #[must_use]
    pub fn followed_by(&self, site: Site) -> Kept {
        let mut earlier: Vec<(String, Earlier)> = lock(&self.before).clone().into_iter().collect();
        let inputs = lock(&self.inputs);
        for (path, made) in lock(&self.made).iter() {
            if let Some(inputs) = inputs.get(path) {
                let (inputs, made, edition) = (*inputs, made.clone(), self.edition);
                earlier.push((
                    path.clone(),
                    Earlier {
                        inputs,
                        made,
                        edition,
                    },
                ));
            }
        }
        // The latest are the likeliest to be asked for.
        earlier.sort_by_key(|(_, it)| std::cmp::Reverse(it.edition));
        let mut size = 0;
        earlier.retain(|(path, it)| {
            size += it.made.bytes.len();
            size <= MOST_EARLIER && site.recipes.contains_key(path)
        });
        let before = earlier.into_iter().rev().collect();
        Kept {
            site: Arc::new(site),
            made: Mutex::default(),
            inputs: Arc::default(),
            before: Mutex::new(before),
            index: Arc::clone(&self.index),
            edition: self.edition + 1,
        }
    }

    /// The site.
    pub fn site(&self) -> &Site {
        &self.site
    }

    fn page(&self, path: &str) -> Option<Made> {
        if let Some(made) = lock(&self.made).get(path) {
            return Some(made.clone());
        }
        let before = lock(&self.before).remove(path);
        let made = match before {
            // What it was made from is the same, so it is too. Right after an exchange, to find that out takes
            // longer than to make a page.
            Some(it)
                if self.site.shared.is_ready() && self.site.inputs(path) == Some(it.inputs) =>
            {
                it.made
            }
            _ => output(path, self.site.output(path)?),
        };
        lock(&self.made).insert(path.to_owned(), made.clone());
        let (site, inputs, path) = (
            Arc::clone(&self.site),
            Arc::clone(&self.inputs),
            path.to_owned(),
        );
        rayon::spawn_fifo(move || {
            if let Some(found) = site.inputs(&path) {
                lock(&inputs).insert(path, found);
            }
        });
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

/// A map is whole after every change, whatever became of the thread that made it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
