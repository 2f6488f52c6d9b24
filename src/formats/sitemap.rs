//! `sitemap.xml`: the addresses of all pages (sitemaps.org, protocol 0.9).

use super::shown::{changed, shown};
use super::xml::escape;
use crate::book::Book;

/// The sitemap; none for a site that does not know its address, because the protocol wants whole
/// ones.
///
/// The time of the last change stands only where git tells it of every file that a page is made
/// from. One sitemap may list 50,000 pages; the rest of a larger site is found by its links.
pub fn sitemap(book: &Book) -> Option<String> {
    const MOST: usize = 50_000;
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (url, page) in shown(book).into_iter().take(MOST) {
        let address = book.site.address(&url)?;
        out.push_str(&format!("<url><loc>{}</loc>", escape(&address)));
        if let Some(date) = changed(book, page) {
            out.push_str(&format!("<lastmod>{date}</lastmod>"));
        }
        out.push_str("</url>\n");
    }
    out.push_str("</urlset>\n");
    Some(out)
}
