//! Diagnostics as GitHub workflow commands, which become annotations on a pull request.

use super::{Diagnostic, Severity};
use std::fmt::Write;

/// One `::error` or `::warning` line per diagnostic.
pub fn render(list: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in list {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut properties = Vec::new();
        if let Some(place) = &diagnostic.place {
            properties.push(format!("file={}", property(&place.file)));
            if !place.text.is_empty() {
                let (line, column) = place.start();
                let (end_line, end_column) = place.end();
                properties.push(format!("line={line}"));
                properties.push(format!("endLine={end_line}"));
                // GitHub takes columns only for a span on one line.
                if line == end_line {
                    properties.push(format!("col={column}"));
                    properties.push(format!("endColumn={end_column}"));
                }
            }
        }
        properties.push(format!("title={}", property(diagnostic.code.name())));
        let mut text = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            text.push('\n');
            text.push_str(help);
        }
        let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&text));
    }
    out
}

/// Escapes a message: a line end would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property's value, in which `:` and `,` are separators too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Code, Place};
    use std::sync::Arc;

    #[test]
    fn separators_and_line_ends_are_escaped() {
        let diagnostic = Diagnostic::new(Code::NoteTarget, "100 % of\nnotes, lost")
            .at(Place::new("a,b:c.md", Arc::from("x\nyz\n"), 2..4))
            .help("add one");
        assert_eq!(
            render(&[diagnostic]),
            "::error file=a%2Cb%3Ac.md,line=2,endLine=2,col=1,endColumn=3,title=note-target::100 %25 of%0Anotes, lost%0Aadd one\n"
        );
    }
}
