//! Pages to the files of a pagefind bundle, in memory: what a browser needs to search the site without a server.
//!
//! What of a page is found is said by the page: `data-pagefind-body` on what is indexed, `data-pagefind-ignore` on
//! what is not, `data-pagefind-meta="skill:…"` for the skill it belongs to. A page without the first is passed over.
//!
//! There is one index, whatever the languages on the pages. Pagefind parts words at spaces, so a Chinese or Japanese
//! sentence would be one word; here each of its characters becomes one (`script`), and the browser asks for them as
//! a phrase. So every string of such characters is found, beside English words with their inflections.
//!
//! This room must not know how a page is made, or where its files go.

mod bundle;
mod language;
mod place;
mod prepare;
mod script;

pub use bundle::{Files, Page, SearchError, bundle};

/// The folder of the bundle, relative to the site's root. Pagefind's script finds the site's root by this name.
pub const FOLDER: &str = "pagefind/";
