//! Diagnostics as one JSON document, for other programs.

use super::Diagnostic;
use serde_json::{Value, json};

/// `{"diagnostics": […], "errors": n, "warnings": n}`. Lines and columns count from 1, columns in
/// characters; `span` is a byte range of the file's text.
pub fn render(list: &[Diagnostic]) -> String {
    let (errors, warnings) = super::count(list);
    let document = json!({
        "diagnostics": list.iter().map(entry).collect::<Vec<_>>(),
        "errors": errors,
        "warnings": warnings,
    });
    format!("{document:#}\n")
}

/// One diagnostic, as it stands in that list.
pub fn entry(diagnostic: &Diagnostic) -> Value {
    let mut value = json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
    });
    if let Some(place) = &diagnostic.place {
        value["file"] = json!(place.file);
        if !place.text.is_empty() {
            let (line, column) = place.start();
            let (end_line, end_column) = place.end();
            value["line"] = json!(line);
            value["column"] = json!(column);
            value["end_line"] = json!(end_line);
            value["end_column"] = json!(end_column);
            value["span"] = json!([place.span.start, place.span.end]);
        }
    }
    if let Some(help) = &diagnostic.help {
        value["help"] = json!(help);
    }
    value
}
