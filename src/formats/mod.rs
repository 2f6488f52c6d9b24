//! Book → what machines read, one file per format.
//!
//! Each is a function of the [`Book`] and gives the whole text of one output. Addresses are relative
//! to the output wherever a format allows it, so that a site works under any path; those that have
//! to be whole (sitemap, feed) exist only for a site that knows its address. This room knows nothing
//! of HTML, of files or of the terminal.
//!
//! [`Book`]: crate::book::Book

mod catalogue;
mod discovery;
mod feed;
mod llms;
mod markdown;
mod robots;
mod shown;
mod sitemap;
mod xml;

pub use catalogue::{SCHEMA as CATALOGUE_SCHEMA, catalogue};
pub use discovery::{artifact, discovery, discovery_of, legacy_discovery, legacy_files, offered};
pub use feed::feed;
pub use llms::{llms, llms_full};
pub use markdown::markdown;
pub use robots::robots;
pub use shown::{Shown, shown};
pub use sitemap::sitemap;
