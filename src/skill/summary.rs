//! The line under a skill's name, when its author gave none.

/// Longest line, in characters.
const LONGEST: usize = 140;

/// The first sentence of a description, cut at a clause to at most 140 characters.
pub fn summary(description: &str) -> String {
    let sentence = first_sentence(description.trim());
    if sentence.chars().count() <= LONGEST {
        return sentence.to_owned();
    }
    let limit = sentence
        .char_indices()
        .nth(LONGEST - 1)
        .map_or(sentence.len(), |(at, _)| at);
    let head = &sentence[..limit];
    let cut = clause_end(head)
        .or_else(|| head.rfind(' '))
        .unwrap_or(limit);
    let kept = head[..cut]
        .trim_end()
        .trim_end_matches([',', ';', ':', '—', '–', '-']);
    format!("{}…", kept.trim_end())
}

fn first_sentence(text: &str) -> &str {
    let mut from = 0;
    while let Some(at) = text[from..].find(['.', '!', '?']).map(|at| at + from) {
        let after = &text[at + 1..];
        let next = after.trim_start().chars().next();
        let word = text[..at]
            .rsplit(|c: char| c.is_whitespace() || c == '(')
            .next();
        let abbreviation = word
            .is_some_and(|word| matches!(word, "e.g" | "i.e" | "vs" | "cf" | "etc" | "e" | "i"));
        let ends = after.is_empty()
            || (after.starts_with(char::is_whitespace) && next.is_some_and(|c| !c.is_lowercase()));
        if ends && !abbreviation {
            return &text[..=at];
        }
        from = at + 1;
    }
    text
}

/// The last place at which a clause ends, outside brackets; not so early that little is left.
fn clause_end(text: &str) -> Option<usize> {
    let mut depth = 0i32;
    let mut last = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => {
                if depth == 0 {
                    last = Some(at);
                }
                depth += 1;
            }
            ')' | ']' => depth -= 1,
            ',' | ';' | ':' if depth == 0 && text[at + 1..].starts_with(' ') => last = Some(at),
            '—' | '–' if depth == 0 => last = Some(at),
            _ => {}
        }
    }
    last.filter(|at| *at >= 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_first_sentence_stands() {
        assert_eq!(summary("Does a thing. Use when b."), "Does a thing.");
        assert_eq!(
            summary("Reads v1.2 files, e.g. A. Then"),
            "Reads v1.2 files, e.g. A."
        );
        assert_eq!(summary(""), "");
    }

    #[test]
    fn a_long_one_is_cut_at_a_clause() {
        let long = "Designs the scheduled and background jobs of an already-scoped use case — which scheduling technology (@Scheduled, ShedLock, Quartz, Spring Batch) it uses and how often.";
        assert_eq!(
            summary(long),
            "Designs the scheduled and background jobs of an already-scoped use case — which scheduling technology…"
        );
        let words = "word ".repeat(60);
        assert!(summary(&words).chars().count() <= 140);
        let one = "x".repeat(300);
        assert!(summary(&one).chars().count() <= 140);
    }
}
