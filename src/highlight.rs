//! Code to spans with short classes.
//!
//! Grammars know hundreds of scopes; readers tell about a dozen kinds of words apart. So scopes
//! are mapped to [`CLASSES`] and equal neighbours are merged, which keeps a page's HTML near the
//! size of its code.

use std::fmt::Write;
use std::sync::LazyLock;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

/// Scope prefix → class. The first prefix that matches the innermost scope wins.
const CLASSES: &[(&str, &str)] = &[
    ("comment", "c"),
    ("string", "s"),
    ("constant.numeric", "n"),
    ("constant.language", "k"),
    ("constant.character.escape", "e"),
    ("constant", "n"),
    ("keyword.operator", "o"),
    ("keyword", "k"),
    ("storage", "k"),
    ("entity.name.function", "f"),
    ("support.function", "f"),
    ("variable.function", "f"),
    ("entity.name.tag", "t"),
    ("entity.name", "t"),
    ("support.type", "t"),
    ("support.class", "t"),
    ("entity.other.attribute-name", "a"),
    ("variable.parameter", "v"),
    ("variable.annotation", "a"),
    ("meta.annotation", "a"),
    ("markup.heading", "t"),
    ("markup.bold", "k"),
    ("markup.raw", "s"),
    ("markup.inserted", "s"),
    ("markup.deleted", "e"),
];

/// Code longer than this is shown without colours: a page must not wait for a minified bundle.
const LARGEST: usize = 200 * 1024;
/// A line longer than this is not parsed: grammars are not linear in it.
const LONGEST_LINE: usize = 4 * 1024;

struct Grammars {
    set: SyntaxSet,
    classes: Vec<(Scope, &'static str)>,
}

/// Immutable data of the binary, unpacked when code is first shown.
static GRAMMARS: LazyLock<Grammars> = LazyLock::new(|| Grammars {
    set: two_face::syntax::extra_newlines(),
    classes: CLASSES
        .iter()
        .filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, *class)))
        .collect(),
});

/// HTML of a piece of code. An unknown language, or code that is too long, is escaped and left
/// plain.
pub fn highlight(language: &str, code: &str) -> String {
    lines(language, code).concat()
}

/// [`highlight`] line by line, each with its line end; no element spans two lines.
pub fn lines(language: &str, code: &str) -> Vec<String> {
    coloured(language, code).unwrap_or_else(|| code.split_inclusive('\n').map(escape).collect())
}

fn coloured(language: &str, code: &str) -> Option<Vec<String>> {
    let wanted = match language.to_ascii_lowercase().as_str() {
        "" | "text" | "txt" | "plain" | "mermaid" | "dot" => return None,
        "shell" | "sh" | "zsh" | "console" => "bash".to_owned(),
        "jsonc" | "json5" => "json".to_owned(),
        other => other.to_owned(),
    };
    if code.len() > LARGEST {
        return None;
    }
    let grammars = &*GRAMMARS;
    let syntax = grammars.set.find_syntax_by_token(&wanted)?;
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut done = Vec::new();
    for line in code.split_inclusive('\n') {
        let mut spans = Spans::default();
        if line.len() > LONGEST_LINE {
            spans.push(line, None);
            done.push(spans.finish());
            continue;
        }
        let operations = state.parse_line(line, &grammars.set).ok()?;
        let mut from = 0;
        for (at, operation) in operations {
            spans.push(
                line.get(from..at).unwrap_or_default(),
                grammars.class(&stack),
            );
            from = at;
            stack.apply(&operation).ok()?;
        }
        spans.push(line.get(from..).unwrap_or_default(), grammars.class(&stack));
        done.push(spans.finish());
    }
    Some(done)
}

/// The language of a file by its name, for [`highlight`].
pub fn language_of(file_name: &str) -> String {
    let name = file_name.strip_suffix(".example").unwrap_or(file_name);
    match name.rsplit_once('.') {
        Some((_, extension)) => extension.to_ascii_lowercase(),
        None => name.to_ascii_lowercase(),
    }
}

impl Grammars {
    fn class(&self, stack: &ScopeStack) -> Option<&'static str> {
        stack.as_slice().iter().rev().find_map(|scope| {
            self.classes
                .iter()
                .find(|(prefix, _)| prefix.is_prefix_of(*scope))
                .map(|(_, class)| *class)
        })
    }
}

#[derive(Default)]
struct Spans {
    out: String,
    class: Option<&'static str>,
    text: String,
}

impl Spans {
    fn push(&mut self, text: &str, class: Option<&'static str>) {
        if text.is_empty() {
            return;
        }
        // White space has no colour, so it never parts two equal neighbours.
        if class != self.class && !text.trim().is_empty() {
            self.flush();
            self.class = class;
        }
        self.text.push_str(text);
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.class {
            Some(class) if !text.trim().is_empty() => {
                let _ = write!(
                    self.out,
                    "<span class=\"h{class}\">{}</span>",
                    escape(&text)
                );
            }
            _ => self.out.push_str(&escape(&text)),
        }
    }

    fn finish(mut self) -> String {
        self.flush();
        self.out
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        for c in html.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => out.push(c),
                _ => {}
            }
        }
        out.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&")
    }

    #[test]
    fn no_character_is_lost() {
        for (language, code) in [
            (
                "rust",
                "fn a<T>() -> u8 { /* x */ \"s\\n\".len() as u8 & 1 }\n",
            ),
            ("bash", "grep -n \"a|b\" x 2>/dev/null # why"),
            (
                "java",
                "@Scheduled(fixedDelayString = \"${a.b}\")\nvoid run() { }",
            ),
            ("nonsense", "<b>&amp;"),
            ("json", "{\"a\": [1, true, null]"),
            ("yaml", "a: b\n\tc"),
        ] {
            assert_eq!(text(&highlight(language, code)), code, "{language}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        let html = highlight("java", "// c\nclass A { int x = 1; }");
        assert!(html.contains("<span class=\"hc\">// c"), "{html}");
        assert!(html.contains("<span class=\"hk\">class"), "{html}");
    }

    #[test]
    fn names_tell_languages() {
        assert_eq!(language_of("ScheduledJob.java.example"), "java");
        assert_eq!(language_of("run.SH"), "sh");
        assert_eq!(language_of("Dockerfile"), "dockerfile");
    }
}
