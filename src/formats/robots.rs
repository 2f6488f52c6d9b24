//! `robots.txt`: everything may be read, and where the sitemap is (RFC 9309).

use crate::address::Url;
use crate::book::Book;

/// The text of `robots.txt`. Programs ask for it only at the root of a host.
pub fn robots(book: &Book) -> String {
    let mut out = String::from("User-agent: *\nAllow: /\n");
    if let Some(address) = book.site.address(&Url::sitemap()) {
        out.push_str(&format!("\nSitemap: {address}\n"));
    }
    out
}
