//! Frontmatter: YAML between `---` lines, read strictly first and line by line when YAML rejects
//! it, so that a page comes out either way and nothing is lost.

use indexmap::IndexMap;
use serde_json::Value;
use std::ops::Range;

/// The fields of a document, in source order.
#[derive(Debug, Clone, Default)]
pub struct Frontmatter {
    /// Byte range of what stands between the two `---` lines; `None` when there is none.
    pub span: Option<Range<usize>>,
    /// Field → value. Values keep YAML's structure.
    pub fields: IndexMap<String, Value>,
    /// What is wrong with it. The fields then hold what could be read.
    pub problems: Vec<FrontmatterProblem>,
}

/// Something YAML rejects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontmatterProblem {
    /// One sentence, without a full stop.
    pub message: String,
    /// Byte range in the document.
    pub span: Range<usize>,
}

impl Frontmatter {
    /// A field's text: a scalar as it is, a list joined by commas. `None` when it is absent, null
    /// or structured.
    pub fn text(&self, field: &str) -> Option<String> {
        self.fields.get(field).and_then(text_of)
    }

    /// Byte range of the line on which a field stands.
    pub fn field_span(&self, text: &str, field: &str) -> Option<Range<usize>> {
        let span = self.span.clone()?;
        let mut offset = span.start;
        for line in text.get(span)?.split_inclusive('\n') {
            let bare = line.trim_end();
            let key = bare.split(':').next().unwrap_or_default();
            if key.trim_matches(['"', '\'']) == field {
                return Some(offset..offset + bare.len());
            }
            offset += line.len();
        }
        None
    }
}

/// A value as one line of text.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(value) => Some(value.to_string()),
        Value::Array(items) => {
            let parts: Option<Vec<String>> = items.iter().map(text_of).collect();
            parts.map(|parts| parts.join(", "))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// Reads the frontmatter of a text and says at which byte its body begins.
pub(super) fn split(text: &str) -> (Frontmatter, usize) {
    let Some(first) = text.split_inclusive('\n').next() else {
        return (Frontmatter::default(), 0);
    };
    if first.trim_end() != "---" || !first.ends_with('\n') {
        return (Frontmatter::default(), 0);
    }
    let start = first.len();
    let mut offset = start;
    for line in text[start..].split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            let span = start..offset;
            return (read(text, span), offset + line.len());
        }
        offset += line.len();
    }
    let unclosed = Frontmatter {
        problems: vec![FrontmatterProblem {
            message: "the frontmatter is opened by `---` and never closed".to_owned(),
            span: 0..first.trim_end().len(),
        }],
        ..Frontmatter::default()
    };
    (unclosed, 0)
}

fn read(text: &str, span: Range<usize>) -> Frontmatter {
    let yaml = &text[span.clone()];
    if yaml.trim().is_empty() {
        return Frontmatter {
            span: Some(span),
            ..Frontmatter::default()
        };
    }
    // YAML 1.2 booleans, and `010` stays the text it is: a version is no number.
    let options = serde_saphyr::options! {
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
    };
    let parsed: Result<IndexMap<String, Value>, _> =
        serde_saphyr::from_str_with_options(yaml, options);
    match parsed {
        Ok(fields) => Frontmatter {
            span: Some(span),
            fields,
            problems: Vec::new(),
        },
        Err(error) => {
            let (message, at) = describe(&error, yaml);
            let (fields, _) = by_line(yaml);
            Frontmatter {
                problems: vec![FrontmatterProblem {
                    message,
                    span: span.start + at.start..span.start + at.end,
                }],
                fields,
                span: Some(span),
            }
        }
    }
}

/// The first line of YAML's message, and the line it points at.
fn describe(error: &serde_saphyr::Error, yaml: &str) -> (String, Range<usize>) {
    let line = error
        .location()
        .map_or(1, |location| usize::try_from(location.line()).unwrap_or(1));
    let full = error.without_snippet().to_string();
    let mut message = full.lines().next().unwrap_or_default().trim().to_owned();
    for prefix in ["error: ", "Error: "] {
        if let Some(rest) = message.strip_prefix(prefix) {
            message = rest.to_owned();
        }
    }
    // The line is the place of the diagnostic; saying it twice, in another count, only confuses.
    if let Some(at) = message.find(" at line ") {
        message.truncate(at);
    }
    let index = super::lines::LineIndex::new(yaml);
    let mut span = index.span(line.max(1), yaml);
    if span.is_empty() {
        span = index.span(1, yaml);
    }
    (
        format!("the frontmatter is not valid YAML: {message}"),
        span,
    )
}

/// `key: value` lines, with indented lines belonging to the key before them.
fn by_line(yaml: &str) -> (IndexMap<String, Value>, usize) {
    let mut fields: IndexMap<String, Value> = IndexMap::new();
    let mut current: Option<(String, Vec<String>)> = None;
    let mut close = |current: Option<(String, Vec<String>)>| {
        if let Some((key, lines)) = current {
            let text = lines
                .iter()
                .map(|line| line.trim())
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join(" ");
            let text = text.trim_start_matches(['>', '|']).trim_start_matches('-');
            let text = unquote(text.trim());
            // Of a key given twice the first stands, as in the reading order of the file.
            fields.entry(key).or_insert_with(|| Value::from(text));
        }
    };
    for line in yaml.lines() {
        let key = line
            .split_once(':')
            .map(|(key, rest)| (key.trim_end(), rest))
            .filter(|(key, _)| {
                !key.is_empty()
                    && !line.starts_with([' ', '\t', '#', '-'])
                    && key
                        .chars()
                        .all(|c| c.is_alphanumeric() || "-_.\"'".contains(c))
            });
        match (key, &mut current) {
            (Some((key, rest)), _) => {
                close(current.take());
                let key = key.trim_matches(['"', '\'']).to_owned();
                current = Some((key, vec![rest.to_owned()]));
            }
            (None, Some((_, lines))) => lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    close(current.take());
    let count = fields.len();
    (fields, count)
}

fn unquote(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inner;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_frontmatter() {
        let text =
            "---\nname: a\ndescription: >\n  one\n  two\ntags: [x, y]\nversion: 010\n---\nbody\n";
        let (front, body) = split(text);
        assert_eq!(front.text("name").as_deref(), Some("a"));
        assert_eq!(front.text("description").as_deref(), Some("one two"));
        assert_eq!(front.text("tags").as_deref(), Some("x, y"));
        assert_eq!(front.text("version").as_deref(), Some("010"));
        assert!(front.problems.is_empty());
        assert_eq!(&text[body..], "body\n");
        assert_eq!(front.field_span(text, "tags"), Some(39..51));
    }

    #[test]
    fn an_unquoted_colon_is_a_problem_with_a_line_and_no_loss() {
        let text = "---\nname: a\ndescription: Use when: always\n---\n";
        let (front, _) = split(text);
        assert_eq!(
            front.text("description").as_deref(),
            Some("Use when: always")
        );
        assert_eq!(front.text("name").as_deref(), Some("a"));
        assert_eq!(front.problems.len(), 1);
        let span = front.problems[0].span.clone();
        assert_eq!(&text[span], "description: Use when: always");
        assert!(
            front.problems[0]
                .message
                .starts_with("the frontmatter is not valid YAML")
        );
    }

    #[test]
    fn odd_values_are_read_as_text() {
        for value in ["@foo bar", "`foo` bar", "[a, b", "{x"] {
            let text = format!("---\nname: n\ndescription: {value}\n---\n");
            let (front, _) = split(&text);
            assert_eq!(front.text("description").as_deref(), Some(value), "{value}");
            assert_eq!(front.problems.len(), 1, "{value}");
        }
    }

    #[test]
    fn duplicate_keys_keep_the_first() {
        let (front, _) = split("---\nname: a\nname: b\n---\n");
        assert_eq!(front.text("name").as_deref(), Some("a"));
        assert_eq!(front.problems.len(), 1);
    }

    #[test]
    fn unclosed_and_missing() {
        let (front, body) = split("---\nname: a\n");
        assert_eq!((front.problems.len(), body), (1, 0));
        let (front, body) = split("# Title\n");
        assert_eq!((front.problems.len(), body), (0, 0));
        assert!(front.span.is_none());
        assert_eq!(split("").1, 0);
        assert_eq!(split("---").1, 0);
    }
}
