//! Whether a page has lost a word of the text it shows.

use crate::html::Element;
use std::collections::BTreeSet;

/// The words of a text that a page does not show, be it as text or as an address, a title or a
/// language. A word is a run of letters and digits, so that markup and punctuation are none.
pub fn lost(source: &str, page: &Element) -> BTreeSet<String> {
    let mut shown = page.text();
    for element in page.all() {
        for attribute in ["href", "src", "title", "alt", "data-language", "id"] {
            shown.push(' ');
            shown.push_str(element.attr(attribute).unwrap_or_default());
        }
    }
    let shown: BTreeSet<&str> = words(&shown).collect();
    words(source)
        .filter(|word| !shown.contains(word))
        .map(str::to_owned)
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

#[test]
fn a_word_that_is_not_shown_is_lost() {
    let page = crate::html::parse(
        "<!DOCTYPE html><html><body><p>some <b>wo</b>rds</p><a href=\"x/gone.md\">y</a></body></html>",
    )
    .unwrap();
    let lost =
        |text: &str| -> Vec<String> { super::words::lost(text, &page).into_iter().collect() };
    assert!(lost("Some".to_lowercase().as_str()).is_empty());
    assert_eq!(lost("some words, and gone"), ["and"]);
}
