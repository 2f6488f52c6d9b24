//! The page at an old address: it leads to the new one, with a script or without.

use crate::book::{Book, Redirect};
use maud::{DOCTYPE, html};

/// The page of a redirect. It has no frame: nobody is to stay on it.
pub fn redirect(book: &Book, index: usize) -> String {
    let Some(Redirect { from, to }) = book.redirects.get(index) else {
        return String::new();
    };
    let href = from.link(to);
    let markup = html! {
        (DOCTYPE)
        html lang=(book.site.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Moved · " (book.site.title) }
                link rel="canonical" href=(book.site.address(to).unwrap_or_else(|| href.clone()));
                meta name="color-scheme" content="light dark";
                meta http-equiv="refresh" content={ "0; url=" (href) };
            }
            body {
                main {
                    h1 { "Moved" }
                    p { "This page is now at " a href=(href) { (to.as_str()) } "." }
                }
            }
        }
    };
    markup.into_string()
}
