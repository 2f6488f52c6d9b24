//! The bundle itself: pagefind, fed from memory, its files sorted out.

use super::{FOLDER, language, prepare};
use pagefind::api::PagefindIndex;
use pagefind::options::PagefindServiceConfig;
use std::collections::BTreeMap;
use std::fmt;

/// The files of a bundle, by output path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A page to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its address, relative to the site's root and encoded as in a link. No two pages have the same.
    pub address: String,
    /// Its HTML.
    pub html: String,
}

/// Why there is no bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchError {
    words: String,
}

impl SearchError {
    fn new(words: impl fmt::Display) -> SearchError {
        SearchError {
            words: words.to_string(),
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search index could not be made: {}", self.words)
    }
}

impl std::error::Error for SearchError {}

/// The bundle over these pages, for a site in this language (a BCP 47 tag). The same pages in the same order give the
/// same bytes. Takes each page when it is ready for it, so that they can be made meanwhile.
///
/// Works on a thread of its own; may be called from anywhere, also from within an asynchronous runtime.
///
/// # Errors
///
/// What pagefind says, which has no errors of its own for pages such as ours; and a panic in it.
pub fn bundle(
    pages: impl Iterator<Item = Page> + Send,
    language: &str,
) -> Result<Files, SearchError> {
    let language = language::of_index(language);
    std::thread::scope(|scope| {
        let indexer = scope.spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .build()
                .map_err(SearchError::new)?;
            runtime.block_on(index(pages, language))
        });
        let died = || SearchError::new("pagefind gave up; the terminal says why");
        indexer.join().unwrap_or_else(|_| Err(died()))
    })
}

async fn index(pages: impl Iterator<Item = Page>, language: String) -> Result<Files, SearchError> {
    let options = PagefindServiceConfig::builder()
        .force_language(language.clone())
        .build();
    let mut index = PagefindIndex::new(Some(options)).map_err(SearchError::new)?;
    for page in pages {
        let html = prepare::prepare(&page.html);
        index
            .add_html_file(None, Some(page.address), html)
            .await
            .map_err(SearchError::new)?;
    }
    let files = index.get_files().await.map_err(SearchError::new)?;
    let stems = format!("wasm.{language}.pagefind");
    let has_stems = files
        .iter()
        .any(|file| file.filename.to_str() == Some(stems.as_str()));
    let engine = if has_stems {
        stems.as_str()
    } else {
        "wasm.unknown.pagefind"
    };
    Ok(files
        .into_iter()
        .filter_map(|file| {
            let name = file.filename.to_str()?.replace('\\', "/");
            is_used(&name, engine).then(|| (format!("{FOLDER}{name}"), file.contents))
        })
        .collect())
}

/// Whether the browser ever asks for this file. The rest is interfaces that Skillbook does not use, and the engine
/// without stems, which is for pages in a language that has none.
fn is_used(name: &str, engine: &str) -> bool {
    let is_data = [".pf_meta", ".pf_index", ".pf_fragment", ".pf_filter"]
        .iter()
        .any(|ending| name.ends_with(ending));
    is_data
        || name == engine
        || matches!(
            name,
            "pagefind.js" | "pagefind-worker.js" | "pagefind-entry.json"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Vec<Page> {
        let page = |number: usize, body: &str| Page {
            address: format!("skills/s{number}/"),
            html: format!(
                "<!DOCTYPE html><html lang=\"en\"><head><title>S</title></head><body><nav>menu</nav>\
                 <main data-pagefind-body data-pagefind-meta=\"skill:s{number}\"><h1>s{number}</h1>{body}</main></body></html>"
            ),
        };
        let mut pages: Vec<Page> = (0..60)
            .map(|number| {
                let words: Vec<String> = (0..200)
                    .map(|word| format!("word{}é", (word * 7 + number * 13) % 500))
                    .collect();
                page(number, &format!("<p>{}</p>", words.join(" ")))
            })
            .collect();
        pages.push(page(60, "<p>重试队列在Redis里。</p>"));
        pages.push(Page {
            address: "unmarked/".to_owned(),
            html: "<!DOCTYPE html><html><body><p>secret</p></body></html>".to_owned(),
        });
        pages
    }

    #[test]
    fn the_same_pages_give_the_same_bytes() {
        let first = bundle(pages().into_iter(), "en").unwrap();
        for _ in 0..3 {
            let again = bundle(pages().into_iter(), "en").unwrap();
            assert!(first == again);
        }
    }

    #[test]
    fn only_files_that_the_browser_asks_for() {
        let files = bundle(pages().into_iter(), "en").unwrap();
        let mut kinds: Vec<&str> = files
            .keys()
            .map(|path| {
                let name = path.strip_prefix(FOLDER).unwrap();
                name.split_once('/').map_or(name, |(folder, _)| folder)
            })
            .filter(|name| !name.ends_with(".pf_meta"))
            .collect();
        kinds.dedup();
        assert_eq!(
            kinds,
            [
                "fragment",
                "index",
                "pagefind-entry.json",
                "pagefind-worker.js",
                "pagefind.js",
                "wasm.en.pagefind"
            ]
        );
        let fragments = files.keys().filter(|path| path.ends_with("_fragment"));
        assert_eq!(fragments.count(), 61, "the unmarked page is left out");
    }

    #[test]
    fn a_language_without_stems_has_the_plain_engine() {
        let files = bundle(pages().into_iter(), "ko").unwrap();
        assert!(files.contains_key("pagefind/wasm.unknown.pagefind"));
        assert_eq!(
            files.keys().filter(|path| path.contains("wasm.")).count(),
            1
        );
    }

    #[test]
    fn no_page_no_panic() {
        assert!(bundle(std::iter::empty(), "en").is_ok());
    }

    #[test]
    fn odd_pages_are_no_reason_to_fail() {
        let odd = [
            "<select><option>",
            "<textarea>a</main>",
            "<svg><title>x</svg>",
            "<!-- a",
            "<![CDATA[ a ]]>",
            "<plaintext>a",
            "<table><tr><td>a<p>",
            "&amp &#x; <a href=\"",
            "___PAGEFIND_WEIGHT___ ___END_PAGEFIND_WEIGHT___ ___END_PAGEFIND_WEIGHT___ a",
            "___PAGEFIND_ANCHOR___ ___PAGEFIND_ANCHOR___h2:a b",
            "",
        ];
        let pages = odd.iter().enumerate().map(|(number, odd)| Page {
            address: format!("{number}/"),
            html: format!(
                "<!DOCTYPE html><html><body><main data-pagefind-body>{odd}</main></body></html>"
            ),
        });
        assert!(bundle(pages.collect::<Vec<_>>().into_iter(), "en").is_ok());
    }

    #[tokio::test]
    async fn it_may_be_called_within_a_runtime() {
        assert!(bundle(pages().into_iter().take(2), "en").is_ok());
    }
}
