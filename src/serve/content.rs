//! What is served: a site as a value, and the place where it is exchanged.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use axum::body::Bytes;
use tokio::sync::watch;

use super::report::Report;

/// One output, made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its bytes.
    pub bytes: Bytes,
    /// The value of its `Content-Type`, with the charset where it is text.
    pub content_type: String,
    /// A tag that is another when the bytes are others, such as their hash; without quotes. Empty: none is sent.
    pub etag: String,
}

impl Made {
    /// Whether it is a page.
    pub(super) fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

/// A site that can be asked for its outputs.
pub trait Content: Send + Sync + 'static {
    /// The output at this path (`skill/x/index.html`: relative, decoded, as it would be written to disk), if the site
    /// has one. May take its time: it is called on a thread that may be blocked.
    fn get(&self, path: &str) -> Option<Made>;

    /// Whether the site has an output at this path. To be answered without making it where that is cheaper.
    fn has(&self, path: &str) -> bool {
        self.get(path).is_some()
    }

    /// The page that is shown for a path that the site does not have.
    fn not_found(&self) -> Made;
}

/// The site that is being served. Exchanged whole, so that nobody sees half of one and half of the next.
pub struct Live {
    site: RwLock<Arc<dyn Content>>,
    report: watch::Sender<Arc<Report>>,
}

impl Live {
    /// Begins with this site, about which there is nothing to report.
    pub fn new(site: Arc<dyn Content>) -> Arc<Live> {
        Arc::new(Live {
            site: RwLock::new(site),
            report: watch::Sender::new(Arc::default()),
        })
    }

    /// The present site. Whoever holds it goes on seeing it after an exchange.
    pub fn current(&self) -> Arc<dyn Content> {
        // The lock guards one pointer, which is whole even if a thread panicked while it held the lock.
        let site = self.site.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&site)
    }

    /// Puts another site in its place. Browsers are told by the next report.
    pub fn exchange(&self, site: Arc<dyn Content>) {
        *self.site.write().unwrap_or_else(PoisonError::into_inner) = site;
    }

    /// Tells every browser that shows the site what became of the last reading.
    pub fn report(&self, report: Report) {
        self.report.send_replace(Arc::new(report));
    }

    /// The last report, and those to come.
    pub(super) fn reports(&self) -> watch::Receiver<Arc<Report>> {
        self.report.subscribe()
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").finish_non_exhaustive()
    }
}
