//! Where sentences end.

use crate::markdown::{CODE_CLOSE, CODE_OPEN, Flow, FlowKind};
use std::ops::Range;

/// Words after which a full stop ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "vs", "cf", "approx", "no", "fig", "sec", "resp",
];

/// The sentences of a flow as byte ranges of its text; a row or a heading is one.
pub(super) fn ranges(flow: &Flow) -> Vec<Range<usize>> {
    let text = flow.text.as_str();
    if flow.kind != FlowKind::Text {
        return std::iter::once(0..text.len()).collect();
    }
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut in_code = false;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in chars.iter().enumerate() {
        match *c {
            CODE_OPEN => in_code = true,
            CODE_CLOSE => in_code = false,
            '.' | '!' | '?' if !in_code => {
                if let Some(end) = end_of_sentence(text, &chars, index)
                    && !is_abbreviation(&text[start..*at])
                {
                    ranges.push(start..end);
                    start = end;
                }
            }
            _ => {}
        }
    }
    if start < text.len() {
        ranges.push(start..text.len());
    }
    ranges
}

/// Where the sentence ends whose final mark is at `index`, if one does: closing quotes and
/// brackets belong to it, white space and then a capital, a digit, code or an opening mark must
/// follow.
fn end_of_sentence(text: &str, chars: &[(usize, char)], index: usize) -> Option<usize> {
    let mut next = index + 1;
    while let Some((_, ')' | '"' | '\'' | '”' | '’' | ']')) = chars.get(next) {
        next += 1;
    }
    let (end, space) = chars.get(next)?;
    if !space.is_whitespace() {
        return None;
    }
    let (_, first) = chars[next..].iter().find(|(_, c)| !c.is_whitespace())?;
    let begins = first.is_uppercase()
        || first.is_numeric()
        || matches!(first, &CODE_OPEN | '(' | '"' | '“' | '[' | '§' | '@' | '/');
    (begins && !text[..*end].is_empty()).then_some(*end)
}

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or_default();
    ABBREVIATIONS.contains(&word.to_lowercase().as_str())
        || (word.chars().count() == 1 && word.chars().all(char::is_alphabetic) && word != "I")
}
