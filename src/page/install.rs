//! How to install a skill, or all of them, from this site.

use crate::address::Url;
use crate::book::{Book, Offer, SkillEntry};
use maud::{Markup, html};

/// The commands for one skill; nothing for one that cannot be installed.
pub(super) fn skill(book: &Book, index: usize, entry: &SkillEntry) -> Markup {
    let Some(Ok(offer)) = book.offers.get(index) else {
        return html! {};
    };
    let page = &entry.url;
    let name = &entry.skill.name;
    html! {
        div.install data-install data-pagefind-ignore {
            p.install-name { "Install" }
            (command(html! { "npx skills add " (address(book, page, page)) }))
            details.method {
                summary { "without npm" }
                p { "For Claude Code, in the project’s folder; other agents have folders of their own:" }
                (command(by_hand(book, page, name, offer)))
            }
        }
    }
}

/// The commands for the whole site; nothing for one without a skill to install.
pub(super) fn site(book: &Book) -> Markup {
    let mut listed = book.skills.iter().zip(&book.offers).filter(|(_, offer)| {
        let offer = offer.as_ref();
        offer.is_ok_and(|offer| offer.listed)
    });
    let Some((first, _)) = listed.next() else {
        return html! {};
    };
    let page = Url::index();
    html! {
        div.install data-install data-pagefind-ignore {
            p.install-name { "Install" }
            (command(html! { "npx skills add " (address(book, &page, &page)) }))
            details.method {
                summary { "only some" }
                p { "Lists them, or takes those that are named:" }
                (command(html! { "npx skills add " (address(book, &page, &page)) " --list" }))
                (command(html! { "npx skills add " (address(book, &page, &page)) " --skill " (first.skill.name) }))
            }
        }
    }
}

/// What a shell does that has `curl` and `tar`. Names of skills that can be installed need no quotes.
fn by_hand(book: &Book, page: &Url, name: &str, offer: &Offer) -> Markup {
    let folder = format!(".claude/skills/{name}");
    let from = address(book, page, &offer.artifact);
    if offer.is_archive() {
        html! { "mkdir -p " (folder) " && curl -fsSL " (from) " | tar -xz -C " (folder) }
    } else {
        html! { "curl -fsSL --create-dirs -o " (folder) "/SKILL.md " (from) }
    }
}

/// The whole address of a page or file. A site that does not know its own has the script write the one
/// at which it is read; until then the words say what belongs there.
fn address(book: &Book, page: &Url, url: &Url) -> Markup {
    match book.site.address(url) {
        Some(address) => html! { (address) },
        None => html! {
            span data-address=(page.link(url)) {
                @if url == page { "<this page’s address>" } @else { "<this site’s address>/" (Url::index().link(url)) }
            }
        },
    }
}

/// A command with a button that copies it.
fn command(words: Markup) -> Markup {
    html! {
        div.command { code tabindex="0" { (words) } button type="button" data-copy="" aria-label="Copy the command" hidden { "Copy" } }
    }
}
