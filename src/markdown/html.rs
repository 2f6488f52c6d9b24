//! Raw HTML in a document: what is harmless formatting stays, everything else is shown as text.
//!
//! Tags are filtered one by one here, without their attributes, and balanced against the Markdown
//! around them; a block that held any is then cleaned once more as a whole by ammonia, which
//! parses it as a browser would.

use std::collections::HashSet;
use std::fmt::Write;

/// Text for an element's content or a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    push_escaped(&mut out, text);
    out
}

/// [`escape`] at the end of a string.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Private-use characters mark code in flows; NUL is no HTML.
            '\0' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
}

/// Code of one line that is shorter than this finds its place in any line.
const SHORT: usize = 16;

/// Bytes that stand before a break, and behind the last one.
const LEAST: usize = 3;

/// Code of one line for an element's content, with the places at which it may be broken: after the signs that part a
/// path or a qualified name, and before the capital of a word in the middle of one.
pub fn breakable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    push_breakable(&mut out, text);
    out
}

/// [`breakable`] at the end of a string.
pub(super) fn push_breakable(out: &mut String, text: &str) {
    if text.chars().nth(SHORT).is_none() {
        return push_escaped(out, text);
    }
    let mut from = 0;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let parted = matches!(last, '/' | '.' | '_' | ':' | '(' | '#' | '@') && c.is_alphanumeric();
        let is_joint = parted || last.is_lowercase() && c.is_uppercase();
        if is_joint && at - from >= LEAST && text.len() - at >= LEAST {
            push_escaped(out, &text[from..at]);
            out.push_str("<wbr>");
            from = at;
        }
        last = c;
    }
    push_escaped(out, &text[from..]);
}

/// Formatting that may come from a document.
const FORMATTING: &[&str] = &[
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];
const VOID: &[&str] = &["br", "hr", "wbr"];
/// Elements that stand for themselves, so that text beside them needs no paragraph of its own.
const BLOCKS: &[&str] = &[
    "blockquote",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];
/// Blocks that may stand anywhere and hold anything. All others have rules about their parents and
/// children that a document need not keep, so they become a `div` with a class of their name.
const FREE: &[&str] = &["blockquote", "details", "div"];

/// The raw tags that are open, and the Markdown elements between them.
#[derive(Debug, Default)]
pub(super) struct Raw {
    open: Vec<Open>,
    /// Whether the block under way held any raw HTML.
    pub(super) seen: bool,
}

#[derive(Debug)]
enum Open {
    Markdown,
    Tag(Tag),
}

/// A raw tag as it was written, and the element it became.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tag {
    name: &'static str,
    element: &'static str,
}

impl Raw {
    /// A Markdown element begins: raw tags opened inside it end with it.
    pub(super) fn enter(&mut self) {
        self.open.push(Open::Markdown);
    }

    /// A Markdown element ends.
    pub(super) fn leave(&mut self, out: &mut String) {
        while let Some(open) = self.open.pop() {
            match open {
                Open::Markdown => break,
                Open::Tag(tag) => close(out, tag.element),
            }
        }
    }

    /// Ends everything that is still open.
    pub(super) fn finish(&mut self, out: &mut String) {
        while let Some(open) = self.open.pop() {
            if let Open::Tag(tag) = open {
                close(out, tag.element);
            }
        }
    }

    /// Filters inline raw HTML.
    pub(super) fn inline(&mut self, raw: &str, out: &mut String) {
        self.seen = true;
        self.filter(raw, true, out);
    }

    /// Filters a block of raw HTML. Text that no block element holds keeps its line ends.
    pub(super) fn block(&mut self, raw: &str, out: &mut String) {
        self.seen = true;
        let has_block = pieces(raw).any(|piece| match piece {
            Piece::Tag { name, .. } => BLOCKS.contains(&name.as_str()),
            _ => false,
        });
        if has_block {
            self.filter(raw, false, out);
            // What Markdown brings next may be a block, which no inline element holds.
            self.close_inline(out);
        } else {
            let mut inner = String::new();
            self.enter();
            self.filter(raw.trim_end(), true, &mut inner);
            self.leave(&mut inner);
            if !inner.trim().is_empty() {
                let _ = writeln!(out, "<p class=\"raw\">{inner}</p>");
            }
        }
    }

    fn filter(&mut self, raw: &str, inline: bool, out: &mut String) {
        for piece in pieces(raw) {
            match piece {
                Piece::Text(text) => push_escaped(out, text),
                Piece::Comment => {}
                Piece::Tag {
                    name,
                    closing,
                    whole,
                } => {
                    let Some(known) = FORMATTING.iter().find(|known| **known == name) else {
                        out.push_str("<span class=\"pseudo-tag\">");
                        push_escaped(out, whole);
                        out.push_str("</span>");
                        continue;
                    };
                    if VOID.contains(known) {
                        let void = if inline && *known == "hr" {
                            "br"
                        } else {
                            known
                        };
                        let _ = write!(out, "<{void}>");
                    } else if closing {
                        self.close_tag(known, out);
                    } else {
                        self.open_tag(known, inline, out);
                    }
                }
            }
        }
    }

    /// Begins a tag as an element that may stand where it is.
    fn open_tag(&mut self, name: &'static str, inline: bool, out: &mut String) {
        let is_block = BLOCKS.contains(&name);
        if is_block && !inline {
            self.close_inline(out);
        }
        let in_details =
            matches!(self.open.last(), Some(Open::Tag(tag)) if tag.element == "details");
        let element = match (is_block, inline) {
            (false, _) => name,
            (true, true) => "span",
            (true, false) if FREE.contains(&name) || (name == "summary" && in_details) => name,
            (true, false) => "div",
        };
        self.open.push(Open::Tag(Tag { name, element }));
        let _ = if element == name {
            write!(out, "<{element}>")
        } else {
            write!(out, "<{element} class=\"raw-{name}\">")
        };
    }

    /// Ends the inline tags that were opened last.
    fn close_inline(&mut self, out: &mut String) {
        while let Some(Open::Tag(tag)) = self.open.last() {
            if BLOCKS.contains(&tag.name) {
                break;
            }
            close(out, tag.element);
            self.open.pop();
        }
    }

    /// Ends a tag if it was opened in the Markdown element under way, with all opened inside it.
    fn close_tag(&mut self, name: &'static str, out: &mut String) {
        let is_open = self
            .open
            .iter()
            .rev()
            .take_while(|open| matches!(open, Open::Tag(_)))
            .any(|open| matches!(open, Open::Tag(open) if open.name == name));
        if !is_open {
            return;
        }
        while let Some(Open::Tag(open)) = self.open.pop() {
            close(out, open.element);
            if open.name == name {
                break;
            }
        }
    }
}

fn close(out: &mut String, name: &str) {
    let _ = write!(out, "</{name}>");
}

enum Piece<'a> {
    Text(&'a str),
    Comment,
    Tag {
        name: String,
        closing: bool,
        whole: &'a str,
    },
}

/// Splits raw HTML into text, comments and tags.
fn pieces(raw: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = raw;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(at) = rest.find('<').filter(|at| *at > 0) {
            let (text, tail) = rest.split_at(at);
            rest = tail;
            return Some(Piece::Text(text));
        }
        if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |at| at + 3);
            rest = &rest[end..];
            return Some(Piece::Comment);
        }
        if let Some((name, closing, end)) = tag(rest) {
            let (whole, tail) = rest.split_at(end);
            rest = tail;
            return Some(Piece::Tag {
                name,
                closing,
                whole,
            });
        }
        let next = rest.char_indices().skip(1).find(|(_, c)| *c == '<');
        let (text, tail) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        rest = tail;
        Some(Piece::Text(text))
    })
}

/// A tag of more bytes is text: looking for the end of each of many that have none would take a
/// time that grows with the square of the text.
const LONGEST_TAG: usize = 4096;

/// The tag at the start of a text: its name in lower case, whether it closes, where it ends.
fn tag(text: &str) -> Option<(String, bool, usize)> {
    let inner = text.strip_prefix('<')?;
    let (closing, inner) = match inner.strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let len = inner
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == ':'))
        .unwrap_or(inner.len());
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    if len > LONGEST_TAG {
        return None;
    }
    let name = inner[..len].to_ascii_lowercase();
    let mut quote: Option<char> = None;
    for (at, c) in inner[len..].char_indices() {
        let at = at + len;
        if at > LONGEST_TAG {
            return None;
        }
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => {
                let end = text.len() - inner.len() + at + 1;
                return Some((name, closing, end));
            }
            (None, _) => {}
        }
    }
    None
}

/// Cleans the HTML of a block that held raw tags. What this renderer itself writes passes
/// through: no attribute of the document's own ever reaches it.
pub(super) fn clean(html: &str) -> String {
    let own = [
        "a", "h1", "h2", "h3", "h4", "h5", "h6", "img", "input", "aside", "section",
    ];
    let tags: HashSet<&str> = FORMATTING.iter().copied().chain(own).collect();
    let attributes: HashSet<&str> = [
        "id",
        "class",
        "title",
        "tabindex",
        "role",
        "aria-label",
        "aria-hidden",
        "href",
        "src",
        "alt",
        "type",
        "checked",
        "disabled",
        "start",
        "colspan",
        "scope",
        "loading",
        "lang",
        "translate",
    ]
    .into_iter()
    .collect();
    ammonia::Builder::default()
        .tags(tags)
        .clean_content_tags(HashSet::new())
        .generic_attributes(attributes)
        .generic_attribute_prefixes(HashSet::from(["data-"]))
        .tag_attributes(std::collections::HashMap::new())
        .link_rel(None)
        .clean(html)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(raw: &str) -> String {
        let mut state = Raw::default();
        let mut out = String::new();
        state.block(raw, &mut out);
        state.finish(&mut out);
        clean(&out)
    }

    #[test]
    fn long_code_may_be_broken_where_its_parts_meet() {
        assert_eq!(
            breakable("src/main/PruneKeysJob.java"),
            "src/<wbr>main/<wbr>Prune<wbr>Keys<wbr>Job.<wbr>java"
        );
        assert_eq!(
            breakable("a<b>.c<d>.e<f>.g"),
            "a&lt;b&gt;.c&lt;d&gt;.e&lt;f&gt;.g"
        );
        assert_eq!(
            breakable("keys.max-batches.été"),
            "keys.<wbr>max-batches.<wbr>été"
        );
        assert_eq!(
            breakable("@.claude/rules/x.md"),
            "@.claude/<wbr>rules/<wbr>x.md"
        );
        assert_eq!(breakable("docs/use-cases/**"), "docs/<wbr>use-cases/**");
        assert_eq!(breakable("pom.xml"), "pom.xml");
    }

    #[test]
    fn formatting_stays_and_is_balanced() {
        assert_eq!(
            block("<details><summary>More</summary>\n"),
            "<details><summary>More</summary>\n</details>"
        );
        assert_eq!(block("a <b>c"), "<p class=\"raw\">a <b>c</b></p>\n");
        assert_eq!(block("</div>x"), "x");
    }

    #[test]
    fn pseudo_tags_are_text() {
        assert_eq!(
            block("<HARD-GATE>\nStop.\n</HARD-GATE>"),
            "<p class=\"raw\"><span class=\"pseudo-tag\">&lt;HARD-GATE&gt;</span>\nStop.\n<span class=\"pseudo-tag\">&lt;/HARD-GATE&gt;</span></p>\n"
        );
    }

    #[test]
    fn nothing_that_runs_survives() {
        for raw in [
            "<script>alert(1)</script>",
            "<div onclick=\"alert(1)\">x</div>",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<img src=x onerror=alert(1)>",
            "<iframe src=\"https://example.org\"></iframe>",
            "<svg><script>alert(1)</script></svg>",
            "<b <script>alert(1)</script>",
            "<style>body{display:none}</style>",
        ] {
            let html = block(raw).to_lowercase();
            for bad in [
                "<script", "<a ", "<img", "<iframe", "<svg", "<style", "<div o",
            ] {
                assert!(!html.contains(bad), "{raw} → {html}");
            }
        }
    }

    #[test]
    fn comments_go_and_odd_angles_are_text() {
        assert_eq!(block("<!-- note -->"), "");
        assert_eq!(block("a < b <3"), "<p class=\"raw\">a &lt; b &lt;3</p>\n");
    }
}
