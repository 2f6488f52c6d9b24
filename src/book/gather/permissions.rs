//! Permission rules and hooks: of each source's settings, of plugins, of each skill's frontmatter.

use super::Gatherer;
use super::guards::{CLASSES, SETTINGS};
use crate::book::SkillEntry;
use crate::book::permitting::{PermissionPart, RuleFile, ToolCard, WrittenHook, WrittenRule};
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::guard::permissions::{Flaw, List, Mode, Rule, entries, places, tool_hooks};
use crate::markdown::{Document, Lines};
use crate::workspace::RepoPath;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// A plugin's hooks, in its folder.
const PLUGIN_HOOKS: &str = "hooks/hooks.json";

impl Gatherer<'_> {
    /// Every file that holds rules or hooks, and what of them holds for each skill that no class limits.
    pub(super) fn permissions(&mut self) {
        let wanted = self.book.config.guard.settings.clone();
        let settings: Vec<Option<usize>> = (0..self.book.sources.len())
            .map(|source| {
                let path = RepoPath::new(wanted.as_deref().unwrap_or(SETTINGS))?;
                self.json_file(source, path)
            })
            .collect();
        self.leave_out_guard(&settings);
        let mut plugins: BTreeMap<(usize, RepoPath), Option<usize>> = BTreeMap::new();
        for index in 0..self.book.skills.len() {
            let entry = &self.book.skills[index];
            let source = entry.skill.source;
            let plugin = entry.plugin.clone();
            let own = of_skill(entry);
            let mut files = Vec::new();
            if let Some(mut own) = own {
                own.display = self
                    .book
                    .entry(self.book.skills[index].document)
                    .display
                    .clone();
                files.push(self.book.rule_files.len());
                self.book.rule_files.push(own);
            }
            if let Some(folder) = plugin {
                let known = plugins.get(&(source, folder.clone())).copied();
                let file = known.unwrap_or_else(|| {
                    let path = folder.join(PLUGIN_HOOKS)?;
                    self.json_file(source, path)
                });
                plugins.insert((source, folder), file);
                files.extend(file);
            }
            files.extend(settings.get(source).copied().flatten());
            self.book.skills[index].rule_files = files;
        }
        if self.has_unread_classes() {
            return;
        }
        let book = &self.book;
        let parts: Vec<Option<PermissionPart>> = book
            .skills
            .par_iter()
            .map(|entry| match entry.guard {
                Some(_) => None,
                None => PermissionPart::of(
                    &book.rule_files,
                    &entry.rule_files,
                    cards(&book.rule_files, entry),
                ),
            })
            .collect();
        for (entry, part) in self.book.skills.iter_mut().zip(parts) {
            entry.permissions = part;
        }
    }

    /// Whether there are classes that cannot be read. Which skill has none is not known then.
    fn has_unread_classes(&self) -> bool {
        let wanted = self.book.config.guard.classes.as_deref();
        let path = RepoPath::new(wanted.unwrap_or(CLASSES));
        let mut sources = self.book.sources.iter();
        let is_there = path.is_some_and(|path| sources.any(|source| source.has(&path)));
        self.book.guard.is_none() && is_there
    }

    /// Where the guard's data is read, its own hooks are no riddle: it leaves a skill without a class alone. Neither are
    /// those that never block.
    fn leave_out_guard(&mut self, settings: &[Option<usize>]) {
        let Some(guard) = &self.book.guard else {
            return;
        };
        for file in settings.iter().copied().flatten() {
            if let Some(file) = self.book.rule_files.get_mut(file) {
                file.hooks.retain(|written| {
                    let label = written.hook.called.as_str();
                    let first = label.split(' ').next().unwrap_or_default();
                    let named = |name: &String| name == label || name == first;
                    first != "guard" && !guard.never_blocks.iter().any(named)
                });
            }
        }
    }

    /// Reads a file of settings or hooks, if it is there; its index.
    fn json_file(&mut self, source: usize, path: RepoPath) -> Option<usize> {
        if !self.book.sources[source].has(&path) {
            return None;
        }
        let text = self.text(source, &path)?.text;
        let display = self.book.sources[source].display(&path);
        // What the guard has said of the same file is not said again in other words.
        let is_reported = self.book.diagnostics.iter().any(|it| {
            let file = it.place.as_ref().map(|place| place.file.as_str());
            it.code == Code::GuardData && file == Some(display.as_str())
        });
        let data: Value = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(data) => data,
            Err(error) => {
                let place =
                    super::guards::json_place(&display, &text, error.line(), error.column());
                let said = error.to_string();
                let message = said.split(" at line ").next().unwrap_or_default();
                if !is_reported {
                    self.problem(Diagnostic::new(Code::GuardData, message).at(place));
                }
                return None;
            }
        };
        let places = places(&text);
        let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        let span = |pointer: &str| places.get(pointer).cloned().unwrap_or(0..0);
        let mut problems = Vec::new();
        let mut problem = |pointer: &str, message: String| {
            let place = Place::new(display.clone(), text.clone(), span(pointer));
            problems.push(Diagnostic::new(Code::GuardData, message).at(place));
        };
        let mut strings = |key: &str| -> Vec<(String, Range<usize>)> {
            let pointer = format!("/permissions/{key}");
            let mut found = Vec::new();
            match data.pointer(&pointer) {
                None => {}
                Some(Value::Array(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        let pointer = format!("{pointer}/{index}");
                        match item.as_str() {
                            Some(text) => found.push((text.to_owned(), span(&pointer))),
                            None => problem(&pointer, format!("`{key}` holds what is no text")),
                        }
                    }
                }
                Some(_) => problem(&pointer, format!("`{key}` is no list")),
            }
            found
        };
        let lists = [
            ("allow", List::Allow),
            ("ask", List::Ask),
            ("deny", List::Deny),
        ];
        let rules = lists.into_iter().flat_map(|(field, list)| {
            let rules = strings(field).into_iter();
            rules.map(move |(text, span)| (field, list, text, span))
        });
        let mut rules: Vec<WrittenRule> = rules
            .map(|(field, list, text, span)| WrittenRule {
                read: Rule::parse(&text, list),
                line: line(span.start),
                text,
                list,
                field,
                span,
            })
            .collect();
        rules.sort_by_key(|rule| rule.span.start);
        let folders = strings("additionalDirectories")
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        if data
            .pointer("/permissions")
            .is_some_and(|it| !it.is_object())
        {
            problem("/permissions", "`permissions` is no object".to_owned());
        }
        let mode = data.pointer("/permissions/defaultMode");
        let name = mode.and_then(Value::as_str);
        let read = name.and_then(Mode::parse);
        if mode.is_some() && read.is_none() && name != Some("auto") {
            problem(
                "/permissions/defaultMode",
                "`defaultMode` is no known mode".to_owned(),
            );
        }
        let hooks = tool_hooks(&data).into_iter().map(|hook| WrittenHook {
            line: line(span(&hook.pointer).start),
            hook,
        });
        let file = RuleFile {
            hooks: hooks.collect(),
            document: None,
            mode: read,
            folders,
            rules,
            display: display.clone(),
            text: text.clone(),
            path,
        };
        if !is_reported {
            self.book.diagnostics.extend(problems);
        }
        self.book.rule_files.push(file);
        Some(self.book.rule_files.len() - 1)
    }
}

/// The lists of a skill's frontmatter, and the hooks in it.
fn of_skill(entry: &SkillEntry) -> Option<RuleFile> {
    let document = &entry.skill.document;
    let mut rules = Vec::new();
    for (field, list) in [
        ("allowed-tools", List::Allow),
        ("disallowed-tools", List::Deny),
    ] {
        let Some(value) = document.frontmatter.fields.get(field) else {
            continue;
        };
        let whole = field_span(document, field);
        let mut from = whole.start + field.len();
        for (text, is_text) in texts(value) {
            let span = find(document, from, &text).unwrap_or_else(|| whole.clone());
            from = from.max(span.end.min(document.body));
            let read = match is_text {
                true => Rule::parse(&text, list),
                false => Err(Flaw {
                    is_read: false,
                    why: "is no text".to_owned(),
                    help: "write a list of tools: `Read, Bash(git add *)`".to_owned(),
                }),
            };
            rules.push(WrittenRule {
                line: document.lines(&span).first,
                text,
                list,
                field,
                span,
                read,
            });
        }
    }
    let hooks = document.frontmatter.fields.get("hooks");
    let at = document.lines(&field_span(document, "hooks")).first;
    let hooks = hooks
        .into_iter()
        .flat_map(|hooks| tool_hooks(&json!({ "hooks": hooks })));
    let hooks: Vec<WrittenHook> = hooks.map(|hook| WrittenHook { hook, line: at }).collect();
    (!rules.is_empty() || !hooks.is_empty()).then(|| RuleFile {
        path: entry.skill.path.clone(),
        display: String::new(),
        text: document.text.clone(),
        document: Some(entry.document),
        rules,
        hooks,
        mode: None,
        folders: Vec::new(),
    })
}

/// The entries of a field: of a text those that are parted in it, of a list those of each of its texts.
fn texts(value: &Value) -> Vec<(String, bool)> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) => entries(text)
            .into_iter()
            .map(|range| (text[range].to_owned(), true))
            .collect(),
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        other => vec![(other.to_string(), false)],
    }
}

fn field_span(document: &Document, field: &str) -> Range<usize> {
    let span = document.frontmatter.field_span(&document.text, field);
    span.unwrap_or_else(|| document.line_span(1))
}

/// Where in the frontmatter, from some place on, an entry is written.
fn find(document: &Document, from: usize, entry: &str) -> Option<Range<usize>> {
    let within = document.text.get(from..document.body)?;
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let found = within.match_indices(entry).find(|(at, _)| {
        let before = within[..*at].chars().next_back();
        let after = within[at + entry.len()..].chars().next();
        !before.is_some_and(is_of_word) && !after.is_some_and(|c| is_of_word(c) || c == '(')
    });
    found.map(|(at, _)| from + at..from + at + entry.len())
}

/// The lists of a skill that has no contract.
fn cards(files: &[RuleFile], entry: &SkillEntry) -> Vec<ToolCard> {
    let document = &entry.skill.document;
    if entry.skill.contract.is_some() {
        return Vec::new();
    }
    let mut named = entry.rule_files.iter().filter_map(|file| files.get(*file));
    let own = named.find(|file| file.document.is_some());
    let lists = [
        (
            "allowed-tools",
            "Allowed tools",
            "In the turn that calls the skill these are used without asking, unless a rule asks or denies. No other tool is taken away by it.",
        ),
        (
            "disallowed-tools",
            "Tools taken away",
            "While the skill is active these cannot be used.",
        ),
    ];
    let cards = lists.into_iter().filter_map(|(field, label, says)| {
        let rules: Vec<&WrittenRule> = own?
            .rules
            .iter()
            .filter(|rule| rule.field == field)
            .collect();
        let first = document.lines(&field_span(document, field)).first;
        let last = rules.iter().map(|rule| rule.line).max()?;
        Some(ToolCard {
            lines: Lines {
                first,
                last: last.max(first),
            },
            entries: rules.iter().map(|rule| rule.text.clone()).collect(),
            label,
            says,
        })
    });
    cards.collect()
}
