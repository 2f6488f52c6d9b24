//! The hooks that a call is put before, as text. None is run: what one answers is not known.

use super::call::Call;
use super::command::{KEYWORDS, Line};
use super::rule::{List, Rule};
use crate::guard::hooks::label;
use regex::Regex;
use serde_json::Value;

/// When a hook is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookEvent {
    /// Before a call; it may refuse, ask or allow.
    PreToolUse,
    /// When a person is about to be asked; it may answer for them.
    PermissionRequest,
    /// Behind a call.
    PostToolUse,
}

/// A hook that answers calls of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolHook {
    /// When it is run.
    pub event: HookEvent,
    /// The tools it answers, as written; none means every tool.
    pub matcher: Option<String>,
    /// The rule that narrows this (`if`).
    pub condition: Option<String>,
    /// `command`, `http`, `mcp_tool`, `prompt` or `agent`.
    pub kind: String,
    /// What is run, at most a line.
    pub shown: String,
    /// A short name for it.
    pub label: String,
    /// What a transcript calls it; empty for one that runs no command.
    pub called: String,
    /// Where it stands in the data it was read from.
    pub pointer: String,
}

impl HookEvent {
    const ALL: [HookEvent; 3] = [
        HookEvent::PreToolUse,
        HookEvent::PermissionRequest,
        HookEvent::PostToolUse,
    ];

    /// Its name in settings.
    pub fn name(self) -> &'static str {
        match self {
            HookEvent::PreToolUse => "PreToolUse",
            HookEvent::PermissionRequest => "PermissionRequest",
            HookEvent::PostToolUse => "PostToolUse",
        }
    }
}

/// The hooks of a settings file, a plugin's `hooks.json` or a skill's frontmatter: whatever has `hooks`. What has another
/// form is passed over.
pub fn tool_hooks(data: &Value) -> Vec<ToolHook> {
    let mut found = Vec::new();
    for event in HookEvent::ALL {
        let name = event.name();
        let groups = data["hooks"][name].as_array();
        for (at, group) in groups.into_iter().flatten().enumerate() {
            let hooks = group["hooks"].as_array();
            for (index, hook) in hooks.into_iter().flatten().enumerate() {
                let pointer = format!("/hooks/{name}/{at}/hooks/{index}");
                found.extend(tool_hook(event, &group["matcher"], hook, &pointer));
            }
        }
    }
    found
}

fn tool_hook(event: HookEvent, matcher: &Value, hook: &Value, pointer: &str) -> Option<ToolHook> {
    let text = |key: &str| hook[key].as_str();
    let kind = text("type").unwrap_or("command");
    let words = hook["args"].as_array().into_iter().flatten();
    let args: Vec<String> = words
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect();
    let (key, whole, name) = match kind {
        "command" => {
            let command = text("command")?;
            let whole = std::iter::once(command).chain(args.iter().map(String::as_str));
            let whole = whole.collect::<Vec<_>>().join(" ");
            ("command", whole, named(command, &args))
        }
        "http" => ("url", text("url")?.to_owned(), text("url")?.to_owned()),
        "mcp_tool" => {
            let tool = format!("{} {}", text("server").unwrap_or_default(), text("tool")?);
            ("tool", tool.clone(), tool)
        }
        "prompt" | "agent" => ("prompt", text("prompt")?.to_owned(), kind.to_owned()),
        _ => return None,
    };
    let matcher = matcher.as_str().map(str::trim);
    Some(ToolHook {
        event,
        matcher: matcher
            .filter(|it| !matches!(*it, "" | "*"))
            .map(str::to_owned),
        condition: text("if").map(str::to_owned),
        called: match kind {
            "command" => label(text("command")?, &args),
            _ => String::new(),
        },
        kind: kind.to_owned(),
        shown: shortened(&whole),
        label: shortened(&name),
        pointer: format!("{pointer}/{key}"),
    })
}

/// What a transcript would call it, where it runs a script with a few plain words; else the script, else the program,
/// and for a line of several commands no name at all.
fn named(command: &str, args: &[String]) -> String {
    let words = command
        .split_whitespace()
        .chain(args.iter().map(String::as_str));
    let words: Vec<&str> = words.map(|word| word.trim_matches(['"', '\''])).collect();
    let name = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    let script = words.iter().take(3).find(|word| is_script(word));
    let first = words.first().copied().unwrap_or_default();
    let label = label(command, args);
    match script {
        Some(_) if label.split(' ').count() < 4 && label.split(' ').all(is_plain) => label,
        Some(script) => name(script),
        None if is_plain(first) && !KEYWORDS.contains(&first) => name(first),
        None => "command".to_owned(),
    }
}

/// Whether a word is a file with an extension.
fn is_script(word: &str) -> bool {
    let extension = word
        .rsplit_once('.')
        .filter(|(stem, _)| !stem.is_empty() && !stem.ends_with('/'));
    extension.is_some_and(|(_, extension)| {
        extension.len() < 6
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

fn is_plain(word: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '-');
    !word.is_empty() && !word.starts_with('-') && word.chars().all(is_of_word)
}

/// The longest of what is shown, in characters.
const LONGEST: usize = 200;

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

impl ToolHook {
    /// Whether a call is put before it; none where its matcher or condition cannot be read.
    pub fn answers(&self, call: &Call) -> Option<bool> {
        Some(self.is_of(&call.tool)? && self.holds(call)?)
    }

    fn is_of(&self, tool: &str) -> Option<bool> {
        let Some(matcher) = &self.matcher else {
            return Some(true);
        };
        let names = match tool {
            "Agent" => vec!["Agent", "Task"],
            tool => vec![tool],
        };
        let is_list =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | ',' | '|');
        if matcher.chars().all(is_list) {
            let mut listed = matcher.split(['|', ',']).map(str::trim);
            return Some(listed.any(|name| names.contains(&name)));
        }
        let pattern = Regex::new(matcher).ok()?;
        Some(names.iter().any(|name| pattern.is_match(name)))
    }

    fn holds(&self, call: &Call) -> Option<bool> {
        let Some(condition) = &self.condition else {
            return Some(true);
        };
        // A folder is meant at one depth, as where a rule allows; all else is as where one asks.
        let rule =
            Rule::parse(condition, List::Allow).or_else(|_| Rule::parse(condition, List::Ask));
        let rule = Rule {
            list: List::Ask,
            ..rule.ok()?
        };
        if !matches!(call.tool.as_str(), "Bash" | "PowerShell" | "Monitor") {
            return Some(rule.speaks_of(call));
        }
        let line = Line::read(&call.argument);
        let speaks = rule.speaks_of_all(&call.tool)
            || line.all().any(|part| rule.speaks_of_part(&call.tool, part));
        // What cannot be read is put before the hook.
        Some(speaks || (!line.is_plain && rule.speaks_of_tool(&call.tool)))
    }
}
