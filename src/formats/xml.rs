//! Text in XML.

/// A text as the content of an element or of an attribute in double quotes. Characters that XML 1.0
/// does not have (§ 2.2) are left out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn marks_are_escaped_and_what_xml_lacks_is_left_out() {
        assert_eq!(
            escape("a & <b> \"c\"\u{0}\u{8}\r\n"),
            "a &amp; &lt;b&gt; &quot;c&quot;\n"
        );
    }
}
