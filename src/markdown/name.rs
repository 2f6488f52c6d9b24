//! Names of blocks: how a heading is numbered, what it is called without its number, which other
//! spellings mean it, and the identifier made from it (DESIGN § Inputs, Blocks and Notes).

/// A leading number, its separator, and the rest: `3 · Coordination`, `4.5 Security`, `2) Scope`.
///
/// A number without a separator counts only when it is dotted: `12 factors` is a name.
pub fn split_number(text: &str) -> (Option<&str>, &str) {
    let text = text.trim();
    let digits = text
        .char_indices()
        .find(|(_, c)| !(c.is_ascii_digit() || *c == '.'))
        .map_or(text.len(), |(at, _)| at);
    let mut number = &text[..digits];
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return (None, text);
    }
    let mut rest = &text[digits..];
    // `4a · Name`: one letter may follow the digits of a step.
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_lowercase) {
        let after = &rest[letter.len_utf8()..];
        if after.trim_start().starts_with(['·', ')', ':', '—', '–']) {
            number = &text[..digits + 1];
            rest = after;
        }
    }
    let dotted_end = number.ends_with('.');
    let number = number.trim_end_matches('.');
    let trimmed = rest.trim_start();
    let separated = trimmed
        .strip_prefix(['·', ')', ':', '—', '–', '-', '|'])
        .map(str::trim_start);
    match separated {
        Some(name) if !name.is_empty() => (Some(number), name),
        _ if (dotted_end || number.contains('.'))
            && rest.starts_with(char::is_whitespace)
            && !trimmed.is_empty() =>
        {
            (Some(number), trimmed)
        }
        _ => (None, text),
    }
}

/// A name in the form in which names are compared: without number, case, and doubled white space;
/// typographic quotes become plain ones.
pub fn normal(text: &str) -> String {
    let (_, name) = split_number(text);
    fold(name)
}

fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            match c {
                '’' | '‘' | '`' => out.push('\''),
                '“' | '”' => out.push('"'),
                c => out.extend(c.to_lowercase()),
            }
        }
    }
    out
}

/// The name without a trailing `(…)` or ` — …`, in the form of [`normal`].
pub fn short(text: &str) -> String {
    let (_, name) = split_number(text);
    let mut name = name.trim();
    if let Some(at) = [" — ", " – "]
        .iter()
        .filter_map(|dash| name.find(dash))
        .min()
    {
        name = &name[..at];
    }
    let name = name.trim_end();
    let name = match name.strip_suffix(')').and_then(|_| name.rfind('(')) {
        Some(at) if at > 0 => name[..at].trim_end(),
        _ => name,
    };
    fold(name)
}

/// Whether two names mean the same block.
pub fn same(a: &str, b: &str) -> bool {
    let (normal_a, normal_b) = (normal(a), normal(b));
    if normal_a.is_empty() || normal_b.is_empty() {
        return false;
    }
    normal_a == normal_b || {
        let (short_a, short_b) = (short(a), short(b));
        !short_a.is_empty() && short_a == short_b
    }
}

/// An identifier for a URL's fragment: letters and digits of any script in lower case, everything
/// else a single `-`. Empty when the text has neither.
pub fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            if gap && !out.is_empty() {
                out.push('-');
            }
            gap = false;
            out.push(c);
        } else if !matches!(c, '\'' | '’') {
            gap = true;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_separators() {
        for (text, number, name) in [
            ("3 · Coordination", Some("3"), "Coordination"),
            (
                "4. REST API — implement after 2",
                Some("4"),
                "REST API — implement after 2",
            ),
            (
                "4.5 Security — conditional",
                Some("4.5"),
                "Security — conditional",
            ),
            ("1.1 `@Scheduled`", Some("1.1"), "`@Scheduled`"),
            ("2) Scope", Some("2"), "Scope"),
            ("3a · Part", Some("3a"), "Part"),
            ("Coordination", None, "Coordination"),
            ("12 factors", None, "12 factors"),
            ("2024", None, "2024"),
            ("3 ·", None, "3 ·"),
            ("", None, ""),
        ] {
            assert_eq!(split_number(text), (number, name), "{text}");
        }
    }

    #[test]
    fn spellings_of_one_name() {
        for (a, b) in [
            ("6 · Schema requirements", "schema  requirements"),
            (
                "Aggregate and value objects",
                "1 · Aggregate and value objects",
            ),
            (
                "Idempotency (only when `30-rest.md` requires it)",
                "Idempotency",
            ),
            ("Out of scope — and why", "Out of scope"),
            ("The caller's part", "The caller’s part"),
        ] {
            assert!(same(a, b), "{a} / {b}");
        }
        assert!(!same("Jobs", "Job"));
        assert!(!same("", ""));
        assert!(!same("(a)", "(b)"));
    }

    #[test]
    fn slugs() {
        assert_eq!(slug("Schema requirements"), "schema-requirements");
        assert_eq!(slug("What's left?  `x`"), "whats-left-x");
        assert_eq!(slug("Ação — já"), "ação-já");
        assert_eq!(slug("—"), "");
    }
}
