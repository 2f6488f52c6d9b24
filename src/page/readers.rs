//! Who reads the partial next.

use super::link;
use crate::address::part_id;
use crate::book::{Book, DocId, SkillEntry};
use maud::{Markup, html};

pub(super) fn readers(book: &Book, entry: &SkillEntry) -> Markup {
    let page = &entry.url;
    let partial = entry
        .skill
        .partial()
        .map(|partial| partial.file_name().to_owned());
    let after: Vec<&str> = entry
        .steps
        .iter()
        .filter_map(|(rail, _)| book.rails.get(*rail))
        .filter_map(|rail| rail.rail.after_text.as_deref())
        .collect();
    html! {
        @if !entry.readers.is_empty() || !after.is_empty() {
            section data-part="readers" aria-labelledby=(part_id("readers")) data-pagefind-ignore {
                h2 #(part_id("readers")) {
                    "Who reads "
                    @match &partial { Some(partial) => { code { (partial) } } None => { "it" } }
                    " next"
                }
                @if !entry.readers.is_empty() {
                    ul.readers {
                        @for reader in &entry.readers {
                            @if let Some(other) = book.skills.get(reader.skill) {
                                li data-reader=(other.skill.name) {
                                    h3 {
                                        (link::skill(book, page, &other.skill.name, Some(reader.skill)))
                                        @if !reader.sections.is_empty() {
                                            " " span.sections {
                                                "reads "
                                                @for (index, (label, fragment, span)) in reader.sections.iter().enumerate() {
                                                    @if index > 0 { ", " }
                                                    a href=(section_href(book, entry, fragment, span)) { (label) }
                                                }
                                            }
                                        }
                                    }
                                    @for quote in &reader.quotes { (link::quote(book, page, *quote)) }
                                }
                            }
                        }
                    }
                }
                @for text in after { div.after { (link::markdown(text)) } }
            }
        }
    }
}

/// A section of the sample on this page, or of the whole document if the page leaves it out.
fn section_href(
    book: &Book,
    entry: &SkillEntry,
    fragment: &str,
    span: &std::ops::Range<usize>,
) -> String {
    let whole = |id: DocId| {
        let url = book.entry(id).url.as_ref();
        url.map(|url| entry.url.link_to(url, Some(fragment)))
    };
    entry
        .sample
        .as_ref()
        .filter(|sample| sample.sample.excerpt.covering(span).is_some())
        .and_then(|sample| whole(sample.document))
        .unwrap_or_else(|| format!("#{fragment}"))
}
