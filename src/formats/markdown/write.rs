//! Writing Markdown: text that stays text, code that stays code.

/// Words as running text: marks that Markdown would take for its own are escaped, and line ends
/// become spaces.
pub(crate) fn words(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    // What opens a list, heading or quotation does so only at the beginning.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number_end = (digits > 0).then_some(digits);
    let mut index = 0;
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let is_mark = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' => true,
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next.is_ascii_alphabetic() || next == '#',
            '#' | '-' | '+' | '>' | '=' | '~' => index == 0,
            '.' | ')' => number_end == Some(index),
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(c);
        before = c;
        index += c.len_utf8();
    }
    out
}

/// A text as code in a line, whatever it holds.
pub(crate) fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.is_empty() || text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A text as a code block, whatever it holds.
pub(crate) fn fenced(out: &mut String, language: &str, text: &str) {
    let ticks = "`".repeat(longest_run(text, '`').max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    out.push_str(&format!("{ticks}{language}\n{text}{end}{ticks}\n"));
}

/// A size in bytes, for people.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        bytes => format!("{bytes} bytes"),
    }
}

fn longest_run(text: &str, mark: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == mark { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        for (text, wanted) in [
            ("a_b of *c* [d](e)", r"a_b of \*c\* \[d\](e)"),
            ("_a_ <b> & c &amp; d", r"\_a\_ \<b> & c \&amp; d"),
            ("# a # b", r"\# a # b"),
            ("12. a 3. b", r"12\. a 3. b"),
            ("1) a", r"1\) a"),
            ("- a\n- b", r"\- a - b"),
        ] {
            assert_eq!(words(text), wanted, "{text}");
        }
    }

    #[test]
    fn code_stays_code() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("`a`"), "`` `a` ``");
        assert_eq!(code("a``b"), "```a``b```");
        let mut out = String::new();
        fenced(&mut out, "markdown", "````x\ny\n````");
        assert_eq!(out, "`````markdown\n````x\ny\n````\n`````\n");
        out.clear();
        fenced(&mut out, "", "");
        assert_eq!(out, "```\n```\n");
    }
}
