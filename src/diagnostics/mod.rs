//! A problem and its place: code, severity, file, span, help.
//!
//! Every room above the command line reports what it finds as a [`Diagnostic`] value; nobody prints
//! on the way. [`human`], [`json`] and [`github`] turn a list of them into text. This room knows
//! nothing of skills, of Markdown or of the terminal it may be shown on.

mod code;
pub mod github;
pub mod human;
pub mod json;
pub mod sarif;

pub use code::{Code, Severity};

use std::ops::Range;
use std::sync::Arc;

/// Where a problem is: a file as the author names it, its text, and a byte range of that text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Path relative to the folder the command was run on, with `/` between its parts.
    pub file: String,
    /// The text the span points into; empty when the file could not be read as text.
    pub text: Arc<str>,
    /// Byte range of `text`; clamped to it when printed.
    pub span: Range<usize>,
}

impl Place {
    /// A place that is a whole file, for problems that have no line.
    pub fn whole(file: impl Into<String>) -> Self {
        Place {
            file: file.into(),
            text: Arc::from(""),
            span: 0..0,
        }
    }

    /// A byte range of a text.
    pub fn new(file: impl Into<String>, text: Arc<str>, span: Range<usize>) -> Self {
        Place {
            file: file.into(),
            text,
            span,
        }
    }

    /// First line and column, both counted from 1, the column in characters.
    pub fn start(&self) -> (usize, usize) {
        line_and_column(&self.text, self.span.start)
    }

    /// Last line and column of the span, counted like [`Place::start`].
    pub fn end(&self) -> (usize, usize) {
        line_and_column(&self.text, self.span.end.max(self.span.start))
    }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .map_or(0, |tail| tail.chars().count())
        + 1;
    (line, column)
}

/// One thing that is wrong, as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule spoke.
    pub code: Code,
    /// How bad it is after the site's `[lint]` settings; starts as the code's own severity.
    pub severity: Severity,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where, when it has a place.
    pub place: Option<Place>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with the code's own severity and no place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: code.severity(),
            code,
            message: message.into(),
            place: None,
            help: None,
        }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The order in which a list is printed: by file, then by position, then by code.
    pub fn sort(list: &mut [Diagnostic]) {
        list.sort_by(|a, b| a.key().cmp(&b.key()));
    }

    fn key(&self) -> (&str, usize, &'static str, &str) {
        let (file, start) = self
            .place
            .as_ref()
            .map_or(("", 0), |place| (place.file.as_str(), place.span.start));
        (file, start, self.code.name(), &self.message)
    }
}

/// How many of a list are errors, and how many are warnings.
pub fn count(list: &[Diagnostic]) -> (usize, usize) {
    let errors = list
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .count();
    (errors, list.len() - errors)
}

/// `1 error, 2 warnings` in words, or `no problems`.
pub fn summary(list: &[Diagnostic]) -> String {
    let (errors, warnings) = count(list);
    let part = |n: usize, word: &str| match n {
        0 => None,
        1 => Some(format!("1 {word}")),
        n => Some(format!("{n} {word}s")),
    };
    let parts: Vec<String> = [part(errors, "error"), part(warnings, "warning")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        "no problems".to_owned()
    } else {
        parts.join(", ")
    }
}

/// The known name nearest to a misspelled one, if one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3) / 3)
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text: Arc<str> = Arc::from("a\né§x\n");
        let place = Place::new("f.md", text, 4..6);
        assert_eq!(place.start(), (2, 2));
        assert_eq!(place.end(), (2, 3));
    }

    #[test]
    fn a_span_beyond_the_text_is_clamped() {
        let place = Place::new("f.md", Arc::from("ab"), 10..20);
        assert_eq!(place.start(), (1, 3));
    }

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["title", "description", "base_url"];
        assert_eq!(nearest("titel", known), Some("title"));
        assert_eq!(nearest("base-url", known), Some("base_url"));
        assert_eq!(nearest("colour", known), None);
    }

    #[test]
    fn the_summary_counts_in_words() {
        let warning = Diagnostic::new(Code::MissingReference, "x");
        let error = Diagnostic::new(Code::NoSkills, "y");
        assert_eq!(summary(&[]), "no problems");
        assert_eq!(
            summary(&[warning.clone(), error, warning]),
            "1 error, 2 warnings"
        );
    }
}
