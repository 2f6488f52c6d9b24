//! The search index of a site that changes while it is shown.

use super::{Site, searchable};
use crate::search::{Files, SearchError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The index of one edition after another. It takes every page and some time, so it lags behind: whoever asks for it
/// gets what there is, and sees to it that the present edition's is made.
#[derive(Debug)]
pub(super) struct Index {
    state: Mutex<State>,
    made: Condvar,
    /// Is told why there is no index.
    report: fn(&SearchError),
}

#[derive(Debug, Default)]
struct State {
    now: Option<(u64, Arc<Files>)>,
    /// A browser that has read the list of the last index asks for its files.
    before: Option<Arc<Files>>,
    is_making: bool,
}

impl Index {
    pub(super) fn new(report: fn(&SearchError)) -> Arc<Index> {
        Arc::new(Index {
            state: Mutex::default(),
            made: Condvar::new(),
            report,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole after every change, whatever became of the thread that made it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the index of an edition in the background, unless there is any or one is being made.
    pub(super) fn begin(self: &Arc<Index>, edition: u64, site: &Arc<Site>) {
        if self.lock().now.is_none() {
            self.renew(edition, site);
        }
    }

    /// A file of the index: of the one that there is, else of the one that is made for this edition.
    pub(super) fn file(
        self: &Arc<Index>,
        edition: u64,
        site: &Arc<Site>,
        path: &str,
    ) -> Option<Vec<u8>> {
        self.renew(edition, site);
        let mut state = self.lock();
        while state.now.is_none() {
            state = self
                .made
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let files = state
            .now
            .iter()
            .map(|(_, files)| files)
            .chain(&state.before);
        let found = files.into_iter().find_map(|files| files.get(path));
        found.cloned()
    }

    fn renew(self: &Arc<Index>, edition: u64, site: &Arc<Site>) {
        let mut state = self.lock();
        let is_current = state.now.as_ref().is_some_and(|(of, _)| *of >= edition);
        if is_current || state.is_making {
            return;
        }
        state.is_making = true;
        drop(state);
        let work = {
            let (index, site) = (Arc::clone(self), Arc::clone(site));
            move || index.make(edition, &site)
        };
        let thread = std::thread::Builder::new().name("search index".to_owned());
        if thread.spawn(work.clone()).is_err() {
            // Without a thread of its own it is made by whoever asked.
            work();
        }
    }

    fn make(&self, edition: u64, site: &Site) {
        let files = searchable::index(site, |path| site.output(path)).unwrap_or_else(|error| {
            (self.report)(&error);
            Files::new()
        });
        let mut state = self.lock();
        state.before = state.now.take().map(|(_, files)| files);
        state.now = Some((edition, Arc::new(files)));
        state.is_making = false;
        self.made.notify_all();
    }

    #[cfg(test)]
    pub(super) fn wait(&self) -> Arc<Files> {
        let mut state = self.lock();
        loop {
            if let Some((_, files)) = &state.now {
                return Arc::clone(files);
            }
            state = self
                .made
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
