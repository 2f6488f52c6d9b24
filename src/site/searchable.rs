//! A site together with the files by which a browser searches it.

use super::Site;
use crate::search::{self, Files, SearchError};
use crate::write::{MakeError, Outputs};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// A site whose index is made, for a command that writes all of it.
#[derive(Debug)]
pub struct Searchable {
    site: Site,
    files: Files,
    /// The pages that were made for the index, until they are asked for. Making a page costs more
    /// than keeping it.
    pages: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Searchable {
    /// Makes the pages that search finds, and the index of them.
    ///
    /// # Errors
    ///
    /// See [`search::bundle`].
    pub fn new(site: Site) -> Result<Searchable, SearchError> {
        let pages = Mutex::new(BTreeMap::new());
        let files = index(&site, |path| {
            let page = site.output(path)?;
            let mut map = pages.lock().unwrap_or_else(PoisonError::into_inner);
            map.insert(path.to_owned(), page.clone());
            Some(page)
        })?;
        Ok(Searchable { site, files, pages })
    }
}

impl Outputs for Searchable {
    fn paths(&self) -> Vec<String> {
        let files = self.files.keys().cloned();
        self.site.paths().into_iter().chain(files).collect()
    }

    fn is_named_by_content(&self, path: &str) -> bool {
        self.site.is_named_by_content(path)
    }

    fn make(&self, path: &str) -> Result<Vec<u8>, MakeError> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let page = pages.remove(path);
        drop(pages);
        match page.or_else(|| self.files.get(path).cloned()) {
            Some(bytes) => Ok(bytes),
            None => self.site.make(path),
        }
    }
}

/// How many pages are made before the index takes them: enough to keep every core busy, and few
/// enough not to wait long for the slowest.
const AT_ONCE: usize = 32;

/// The files of the index over a site's pages. `page` gives the bytes of one; none ends the work,
/// whose result is then of no use to anybody.
///
/// Pages are made in parallel while the index, which cannot be, takes those before them, in the
/// order of their paths.
pub(super) fn index(
    site: &Site,
    page: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync,
) -> Result<Files, SearchError> {
    let found = site.found();
    let (send, receive) = sync_channel(2 * AT_ONCE);
    let language = &site.book().site.language;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for some in found.chunks(AT_ONCE) {
                let pages: Vec<Option<search::Page>> = some
                    .par_iter()
                    .map(|(path, address)| {
                        Some(search::Page {
                            address: address.clone(),
                            html: String::from_utf8(page(path)?).ok()?,
                        })
                    })
                    .collect();
                for page in pages {
                    // Nobody receives any more: the index has failed, and says so itself.
                    let Some(page) = page else { return };
                    if send.send(page).is_err() {
                        return;
                    }
                }
            }
        });
        search::bundle(receive.into_iter(), language)
    })
}
