//! Diagnostics as SARIF 2.1.0, for tools that collect the findings of many programs.

use super::{Code, Diagnostic, Severity};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The log: one run, with the rules that were met.
pub fn render(diagnostics: &[Diagnostic]) -> String {
    let met: BTreeSet<Code> = diagnostics.iter().map(|it| it.code).collect();
    let rules: Vec<Value> = met
        .iter()
        .map(|code| {
            json!({
                "id": code.name(),
                "defaultConfiguration": { "level": level(code.severity()) },
            })
        })
        .collect();
    let results: Vec<Value> = diagnostics.iter().map(|it| result(it, &met)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Skillbook",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(diagnostic: &Diagnostic, met: &BTreeSet<Code>) -> Value {
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": met.iter().position(|code| *code == diagnostic.code),
        "level": level(diagnostic.severity),
        "message": { "text": message },
    });
    if let Some(place) = &diagnostic.place {
        let mut location = json!({ "artifactLocation": { "uri": uri(&place.file) } });
        if !place.text.is_empty() {
            let ((line, column), (end_line, end_column)) = (place.start(), place.end());
            location["region"] = json!({
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
            });
        }
        result["locations"] = json!([{ "physicalLocation": location }]);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    severity.name()
}

/// A path as a relative reference: what a URI takes for itself is encoded.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
