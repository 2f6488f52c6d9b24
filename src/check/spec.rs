//! What the Agent Skills specification asks of a `SKILL.md`, beyond what installing it needs.

use super::place;
use crate::book::{Book, SkillEntry};
use crate::diagnostics::{Code, Diagnostic};
use std::ops::Range;

/// The longest `compatibility`, in characters.
const LONGEST_COMPATIBILITY: usize = 500;
/// How long a body had better be at most: lines, and tokens of four bytes each.
const LINES: usize = 500;
const TOKENS: usize = 5000;

pub(super) fn spec(book: &Book, entry: &SkillEntry, found: &mut Vec<Diagnostic>) {
    let document = book.entry(entry.document);
    let text = &document.document;
    let frontmatter = &text.frontmatter;
    let field = |name: &str| -> Range<usize> {
        let span = frontmatter.field_span(&text.text, name);
        span.unwrap_or_else(|| text.line_span(1))
    };
    let mut report = |code, message: String, span: Range<usize>, help: &str| {
        found.push(
            Diagnostic::new(code, message)
                .at(place(document, span))
                .help(help),
        );
    };
    let folder = entry.skill.folder.file_name();
    if let Some(name) = frontmatter
        .text("name")
        .filter(|name| !folder.is_empty() && name != folder)
    {
        report(
            Code::NameFolder,
            format!("the skill is called `{name}` and its folder `{folder}`"),
            field("name"),
            "give both the same name: clients look a skill up by either",
        );
    }
    let tag = frontmatter
        .text("description")
        .and_then(|description| tag(&description).map(str::to_owned));
    if let Some(tag) = tag {
        report(
            Code::DescriptionMarkup,
            format!("the description holds the tag `{tag}`"),
            field("description"),
            "say it in plain words: the description stands in the model's own prompt, where a tag may mean something",
        );
    }
    let compatibility = frontmatter.text("compatibility").unwrap_or_default();
    let length = compatibility.chars().count();
    if length > LONGEST_COMPATIBILITY {
        report(
            Code::LongField,
            format!("`compatibility` has {length} characters and may have 500"),
            field("compatibility"),
            "name what the skill needs; the rest belongs into the body",
        );
    }
    let body = text.text.get(text.body..).unwrap_or_default();
    let (lines, tokens) = (body.lines().count(), body.len() / 4);
    if lines > LINES || tokens > TOKENS {
        report(
            Code::LongBody,
            format!(
                "the body has {lines} lines and about {tokens} tokens; up to 500 and 5,000 are advised"
            ),
            text.line_span(text.lines(&(text.body..text.body)).first),
            "move what is not always needed into files under `references/`, which are read when they are",
        );
    }
}

/// The first tag of a text: `<b>`, `</x-y>`.
fn tag(text: &str) -> Option<&str> {
    text.match_indices('<').find_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let (inner, _) = rest.split_once('>')?;
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
        // `<path>` and `<N>` are placeholders, in which words are parted; a tag has attributes or none.
        let is_tag = inner.contains('=') || inner.starts_with('/') || is_closed(text, inner);
        (is_name && is_tag && !inner.contains('<')).then(|| &text[at..at + inner.len() + 2])
    })
}

/// Whether a tag of that name is closed later on.
fn is_closed(text: &str, name: &str) -> bool {
    text.contains(&format!("</{name}>"))
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn placeholders_are_no_tags() {
        for (text, expected) in [
            ("Use for UC-<N> and <path to file>, 1 < 2 > 0.", None),
            ("Say <b>this</b>.", Some("<b>")),
            ("<a href=\"x\">", Some("<a href=\"x\">")),
            ("end </system> here", Some("</system>")),
            ("", None),
        ] {
            assert_eq!(tag(text), expected, "{text}");
        }
    }
}
