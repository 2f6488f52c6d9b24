//! What a skill reads, writes and refuses: its own contract, in its own words.

use super::{link, permissions};
use crate::address::part_id;
use crate::book::{Book, PageLinks, SkillEntry};
use crate::markdown::Show;
use maud::{Markup, PreEscaped, html};

pub(super) fn contract(book: &Book, entry: &SkillEntry) -> Markup {
    let Some(contract) = &entry.skill.contract else {
        let cards = entry
            .permissions
            .as_ref()
            .map_or(&[][..], |part| &part.cards);
        return html! { @if !cards.is_empty() { (permissions::cards(book, entry, cards)) } };
    };
    let document = &entry.skill.document;
    let links = PageLinks::new(book, entry.document, &entry.url);
    let show = Show::quoted(&links);
    html! {
        section data-part="contract" aria-labelledby=(part_id("contract")) {
            h2 #(part_id("contract")) { "What it reads, writes and refuses" }
            p.lead data-pagefind-ignore {
                "The skill’s own contract, in its own words: " (link::lines(book, &entry.url, entry.document, contract.lines)) "."
            }
            div.cards {
                @for card in &contract.cards {
                    section.card data-card=(card.label) {
                        @if !card.label.is_empty() { h3 { (PreEscaped(document.render_inline(&card.label_span, &show))) } }
                        div.body { (PreEscaped(document.render_slice(&card.body, &show))) }
                        p.source data-pagefind-ignore { (link::lines(book, &entry.url, entry.document, card.lines)) }
                    }
                }
            }
        }
    }
}
