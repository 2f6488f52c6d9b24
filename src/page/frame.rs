//! What every page has around its content.

use super::assets;
use crate::address::Url;
use crate::book::Book;
use crate::card::Card;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page before its frame.
pub(super) struct Page<'a> {
    /// Where it is.
    pub(super) url: &'a Url,
    /// Its kind, as a class of the body, `page-skill`, and what its class of skills is coloured by:
    /// `page-skill accent-1`.
    pub(super) kind: &'a str,
    /// Its title, without the site's.
    pub(super) title: &'a str,
    /// One or two sentences.
    pub(super) description: &'a str,
    /// The address that relative links start from, if it is not the page's own.
    pub(super) base: Option<&'a str>,
    /// Whether search finds it.
    pub(super) found: Found<'a>,
    /// A social card of its own; without one it has the site's.
    pub(super) card: Option<&'a (Card, Url)>,
    /// What stands in `<main>`.
    pub(super) content: Markup,
}

/// What search makes of a page. Within it, `data-pagefind-ignore` marks what repeats other pages: a
/// page is found by what it alone says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// Nothing: it only lists other pages.
    Never,
    /// A result by itself.
    Alone,
    /// A result among those of this skill.
    Of(&'a str),
}

/// A stored theme is applied before the first paint, so that no page flashes.
const THEME: &str = r#"try{const t=localStorage.getItem("skillbook-theme");if(t)document.documentElement.dataset.theme=t}catch{}"#;

/// The whole page.
pub(super) fn frame(book: &Book, page: Page<'_>) -> String {
    let site = &book.site;
    let title = if page.title.is_empty() {
        site.title.clone()
    } else {
        format!("{} · {}", page.title, site.title)
    };
    let asset = |name: &str| page.url.link(&Url::asset(name));
    // The page for an unknown address is at no address of its own.
    let own = page.base.is_none().then_some(page.url);
    let canonical = own.and_then(|url| site.address(url));
    let skip = match page.base {
        Some(_) => format!("{}#main", page.url.as_str()),
        None => "#main".to_owned(),
    };
    let skill = match page.found {
        Found::Of(name) => Some(format!("skill:{name}")),
        Found::Never | Found::Alone => None,
    };
    let markup = html! {
        (DOCTYPE)
        html lang=(site.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                @if let Some(base) = page.base { base href=(base); }
                title { (title) }
                @if !page.description.is_empty() { meta name="description" content=(page.description); }
                @if let Some(canonical) = &canonical { link rel="canonical" href=(canonical); }
                @if let Some(url) = own { link rel="alternate" type="text/markdown" href=(page.url.link(&url.markdown())); }
                @if book.has_feed() { link rel="alternate" type="application/atom+xml" title={ (site.title) ": changed skills" } href=(page.url.link(&Url::feed())); }
                @if own.is_some() { (social(book, &page, canonical.as_deref())) }
                meta name="color-scheme" content="light dark";
                script { (PreEscaped(THEME)) }
                link rel="stylesheet" href=(asset(assets::CSS));
                @if let Some(css) = &book.theme.css { link rel="stylesheet" href=(page.url.link(&css.url)); }
                @match &book.theme.favicon {
                    Some(icon) => { link rel="icon" type=(icon.media) href=(page.url.link(&icon.url)); }
                    None => { link rel="icon" type="image/svg+xml" href=(asset(assets::FAVICON)); }
                }
                script defer src=(asset(assets::JS)) {}
            }
            body class=(page.kind) {
                a.skip href=(skip) { "Skip to content" }
                header.site {
                    a.site-name href=(page.url.link(&Url::index())) {
                        @if let Some(logo) = &book.theme.logo { img.logo src=(page.url.link(&logo.url)) alt="" width="24" height="24"; " " }
                        (site.title)
                    }
                    nav aria-label="Site" {
                        a href=(page.url.link_to(&Url::index(), Some("skills_"))) { "Skills" }
                        @for rail in &book.rails { a href=(page.url.link(&rail.url)) { "Rail " code { (rail.rail.command) } } }
                        @if !book.cases.is_empty() { a href=(page.url.link_to(&Url::index(), Some("cases_"))) { "Cases" } }
                        @if !book.classes.is_empty() { a href=(page.url.link_to(&Url::index(), Some("guard_"))) { "Guard" } }
                        @if let Some(guide) = &book.guide { a href=(page.url.link(&guide.url)) { "Guide" } }
                    }
                    @if site.search {
                        button.search-open type="button" hidden aria-haspopup="dialog" aria-keyshortcuts="/ Control+K" data-shortcuts="/ Control+K"
                            data-ui=(asset(assets::SEARCH_JS)) data-index=(page.url.link(&Url::search())) { span { "Search" } kbd aria-hidden="true" { "/" } }
                    }
                    button.theme-switch type="button" hidden aria-label="Theme: system" {}
                }
                main #main tabindex="-1" data-preview=(asset(assets::PREVIEW_JS)) data-pagefind-body[page.found != Found::Never] data-pagefind-meta=[skill] { (page.content) }
                footer.site {
                    p { "Made from the files it documents, by Skillbook " (env!("CARGO_PKG_VERSION")) "." }
                    p {
                        "For machines: " a href=(page.url.link(&Url::catalogue())) { "skills.json" }
                        " · " a href=(page.url.link(&Url::llms())) { "llms.txt" }
                    }
                    button.keys-open type="button" hidden aria-haspopup="dialog" aria-keyshortcuts="?" data-shortcuts="?" { "Keyboard shortcuts " kbd aria-hidden="true" { "?" } }
                }
            }
        }
    };
    markup.into_string()
}

/// What is shown of a page where somebody shares its address (the Open Graph protocol; Twitter's cards
/// fall back on the same).
fn social(book: &Book, page: &Page<'_>, address: Option<&str>) -> Markup {
    let site = &book.site;
    let (kind, title) = match page.title {
        "" => ("website", site.title.as_str()),
        title => ("article", title),
    };
    let description = match page.description {
        "" => site.description.as_deref().unwrap_or_default(),
        description => description,
    };
    html! {
        meta property="og:type" content=(kind);
        meta property="og:site_name" content=(site.title);
        meta property="og:title" content=(title);
        @if !description.is_empty() { meta property="og:description" content=(description); }
        @if let Some(address) = address { meta property="og:url" content=(address); }
        @match page.card.or(book.card.as_ref()).and_then(|(_, card)| site.address(card)) {
            Some(card) => {
                meta property="og:image" content=(card);
                meta property="og:image:width" content="1200";
                meta property="og:image:height" content="630";
                meta property="og:image:alt" content=(title);
                meta name="twitter:card" content="summary_large_image";
            }
            None => { meta name="twitter:card" content="summary"; }
        }
    }
}
