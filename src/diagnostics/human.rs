//! Diagnostics for people: miette's graphical report with the source line and the span underlined.

use super::{Diagnostic, Severity};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ReportHandler, SourceCode,
};
use std::fmt;

/// Lines longer than this many bytes are shown as a window around the span: a Markdown table row
/// or a minified file would otherwise fill the terminal.
const LONG_LINE: usize = 400;
/// Bytes kept on either side of the span in such a window.
const WINDOW: usize = 120;

/// Renders a list, one report after the other, each ended by a line end.
pub fn render(list: &[Diagnostic], colour: bool) -> String {
    let theme = if colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(110)
        .with_context_lines(1)
        .without_cause_chain();
    let mut out = String::new();
    for diagnostic in list {
        let report = Report::new(diagnostic);
        let shown = Shown {
            handler: &handler,
            report: &report,
        };
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(shown.to_string().trim_start_matches('\n'));
    }
    out
}

struct Shown<'a> {
    handler: &'a GraphicalReportHandler,
    report: &'a Report,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.handler.debug(self.report, f).is_err() {
            // miette refuses only a span outside its source; the words must not be lost with it.
            writeln!(f, "{}", self.report)?;
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Report {
    code: String,
    severity: Severity,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    label: Option<LabeledSpan>,
    file_only: Option<String>,
}

impl Report {
    fn new(diagnostic: &Diagnostic) -> Report {
        let mut report = Report {
            code: diagnostic.code.name().to_owned(),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            source: None,
            label: None,
            file_only: None,
        };
        let Some(place) = &diagnostic.place else {
            return report;
        };
        if place.text.is_empty() {
            report.file_only = Some(place.file.clone());
            return report;
        }
        let (text, start, len) = excerpt(&place.text, place.span.clone());
        report.source = Some(NamedSource::new(&place.file, text));
        report.label = Some(LabeledSpan::underline((start, len)));
        report
    }
}

/// The text as it is shown: whole, with over-long lines replaced by blanks of the same number of
/// line ends, so that line numbers stay true.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> (String, usize, usize) {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start);
    let end = floor(span.end.max(span.start));
    let mut out = String::with_capacity(text.len().min(4096));
    let (mut new_start, mut new_end) = (start, end);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let range = offset..offset + line.len();
        offset = range.end;
        let touches = range.start <= end && start < range.end.max(range.start + 1);
        if line.len() <= LONG_LINE {
            if range.contains(&start) || (start == text.len() && range.end == start) {
                new_start = out.len() + (start - range.start);
            }
            if end >= range.start && end <= range.end {
                new_end = out.len() + (end - range.start);
            }
            out.push_str(line);
            continue;
        }
        if touches {
            let from = floor(
                start
                    .max(range.start)
                    .saturating_sub(WINDOW)
                    .max(range.start),
            );
            let span_end = end.min(range.end).min(start.max(range.start) + WINDOW);
            let to = floor((span_end + WINDOW).min(range.end));
            if from > range.start {
                out.push('…');
            }
            new_start = out.len() + (start.max(from) - from);
            new_end = out.len() + (floor(span_end).max(from) - from);
            let piece = text.get(from..to).unwrap_or_default();
            out.push_str(piece.trim_end_matches('\n'));
            if to < range.end {
                out.push('…');
            }
        } else {
            out.push('…');
        }
        out.push('\n');
    }
    let new_end = new_end.max(new_start).min(out.len());
    (out, new_start, new_end - new_start)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file_only {
            Some(file) => write!(f, "{file}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(&self.code))
    }
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|it| it as &dyn SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.label.clone().into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Code, Place};
    use std::sync::Arc;

    #[test]
    fn a_report_has_code_place_line_and_help() {
        let text: Arc<str> = Arc::from("[site]\ntitel = \"x\"\n");
        let diagnostic = Diagnostic::new(Code::UnknownKey, "unknown key `titel`")
            .at(Place::new("skillbook.toml", text, 7..12))
            .help("did you mean `title`?");
        let shown = render(&[diagnostic], false);
        for part in [
            "unknown-key",
            "unknown key `titel`",
            "skillbook.toml:2:1",
            "titel = \"x\"",
            "─────",
            "did you mean `title`?",
        ] {
            assert!(shown.contains(part), "{part} in\n{shown}");
        }
    }

    #[test]
    fn a_line_of_130_000_characters_is_shown_as_a_window() {
        let mut long = "a".repeat(70_000);
        long.push_str("HERE");
        long.push_str(&"b".repeat(60_000));
        let text: Arc<str> = Arc::from(format!("first\n{long}\nlast\n").as_str());
        let start = text.find("HERE").unwrap();
        let diagnostic = Diagnostic::new(Code::MissingReference, "x").at(Place::new(
            "f.md",
            text,
            start..start + 4,
        ));
        let shown = render(&[diagnostic], false);
        assert!(shown.contains("HERE"));
        assert!(shown.len() < 3_000, "{}", shown.len());
    }
}
