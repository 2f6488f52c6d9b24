//! A list of tools as a skill's frontmatter writes it: parted by white space, by commas, or both.

use std::ops::Range;

/// The byte ranges of the entries of a list. What stands in brackets is one entry with the word before it.
///
/// A bracket that is never closed takes the rest: the entry then is none that can be read, and nothing is guessed.
pub fn entries(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut begin = None;
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c == ',' || c.is_whitespace()) {
            if let Some(begin) = begin.take() {
                found.push(begin..at);
            }
        } else {
            begin.get_or_insert(at);
        }
    }
    found.extend(begin.map(|begin| begin..text.len()));
    // The marks of a YAML list are left where YAML could not be read and its lines are.
    found.retain(|range| &text[range.clone()] != "-");
    found
}
