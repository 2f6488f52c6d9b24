//! Which hooks answer a call, read from the text of `settings.json`. Knows names and conditions; runs nothing and
//! computes no exit code.

use serde::Deserialize;

use super::data::DataError;
use super::glob::Glob;
use super::json::{self, object, objects};
use super::shell;

/// The hooks of a repository that a transcript can show (GUARD.md § Which hooks answer).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hooks {
    prompt: Vec<Hook>,
    before: Vec<Hook>,
    after: Vec<Hook>,
}

/// One command that answers one kind of event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hook {
    /// The tools it answers; none means every tool.
    tools: Option<Vec<String>>,
    condition: Option<Condition>,
    /// What a transcript calls it.
    pub label: String,
}

/// What a hook is asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    /// The tool's names; `Agent` has two.
    pub tools: &'a [&'a str],
    /// Whether the tool writes a file.
    pub writes: bool,
    /// The normalised path of such a call, if it has one.
    pub path: Option<&'a str>,
    /// What stands in the call's parentheses.
    pub argument: &'a str,
}

impl Hooks {
    /// Reads the text of `.claude/settings.json`.
    ///
    /// Other events, unknown keys and hooks without a command are passed over.
    ///
    /// # Errors
    /// When the text is no JSON, or a part that is read has another type than GUARD.md says.
    pub fn parse(settings_json: &str) -> Result<Hooks, DataError> {
        let settings: RawSettings = json::read(settings_json)?;
        Ok(Hooks {
            prompt: hooks(settings.hooks.prompt),
            before: hooks(settings.hooks.before),
            after: hooks(settings.hooks.after),
        })
    }

    /// No settings file: a transcript shows the guard's verdicts alone.
    pub fn empty() -> Hooks {
        Hooks::default()
    }

    /// Whether the settings have the guard answer anything. Where they do not, or cannot be read that way, its
    /// verdicts are shown without them.
    pub fn has_guard(&self) -> bool {
        self.prompt.iter().chain(&self.before).any(Hook::is_guard)
    }

    pub(super) fn on_prompt(&self) -> impl Iterator<Item = &Hook> {
        self.prompt.iter()
    }

    pub(super) fn before(&self, call: Call<'_>) -> impl Iterator<Item = &Hook> {
        self.before.iter().filter(move |hook| hook.answers(call))
    }

    pub(super) fn after(&self, call: Call<'_>) -> impl Iterator<Item = &Hook> {
        self.after.iter().filter(move |hook| hook.answers(call))
    }
}

impl Hook {
    /// Whether it is the guard: its label's first word says so.
    pub fn is_guard(&self) -> bool {
        self.first_word() == "guard"
    }

    /// Whether a list of hooks that never block names it, by its label or the first word of it.
    pub fn is_named_in(&self, names: &[String]) -> bool {
        names
            .iter()
            .any(|name| *name == self.label || name == self.first_word())
    }

    fn first_word(&self) -> &str {
        self.label.split(' ').next().unwrap_or_default()
    }

    fn answers(&self, call: Call<'_>) -> bool {
        let by_tool = self
            .tools
            .as_ref()
            .is_none_or(|tools| tools.iter().any(|tool| call.tools.contains(&tool.as_str())));
        by_tool
            && self
                .condition
                .as_ref()
                .is_none_or(|condition| condition.holds(call))
    }
}

/// An `if`: a permission rule, `Tool` or `Tool(pattern)`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Condition {
    tool: String,
    pattern: Option<String>,
}

impl Condition {
    fn parse(rule: &str) -> Condition {
        let rule = rule.trim();
        match rule.strip_suffix(')').and_then(|rule| rule.split_once('(')) {
            Some((tool, pattern)) => Condition {
                tool: tool.trim().to_owned(),
                pattern: Some(pattern.to_owned()),
            },
            None => Condition {
                tool: rule.to_owned(),
                pattern: None,
            },
        }
    }

    /// A rule on `Edit` covers every tool that writes a file. A path is matched as the guard's globs match, a command
    /// by its beginning (`git push:*`) or with `*` for any run.
    fn holds(&self, call: Call<'_>) -> bool {
        let covered = call.writes && self.tool == "Edit";
        if !(covered || call.tools.contains(&self.tool.as_str())) {
            return false;
        }
        let Some(pattern) = &self.pattern else {
            return true;
        };
        if call.writes {
            let pattern = Glob::new(pattern.strip_prefix("./").unwrap_or(pattern));
            return call.path.is_some_and(|path| pattern.matches(path));
        }
        match pattern.strip_suffix(":*") {
            Some(prefix) => call.argument.starts_with(prefix),
            None => Glob::new(&pattern.replace('*', "**")).matches(call.argument),
        }
    }
}

/// The words after the last one that is a path or a flag. Where nothing stands behind it, that word itself, without
/// its folder.
pub(super) fn label(command: &str, args: &[String]) -> String {
    // Settings may also hold the whole command line in `command`.
    let words: Vec<String> = if args.is_empty() {
        shell::segments(command)
            .into_iter()
            .next()
            .unwrap_or_default()
            .into_iter()
            .map(|word| word.text)
            .collect()
    } else {
        args.to_vec()
    };
    let from = words
        .iter()
        .rposition(|word| is_path_or_flag(word))
        .map_or(0, |at| at + 1);
    match (&words[from..], words.last()) {
        ([], Some(last)) => last.rsplit(['/', '\\']).next().unwrap_or(last).to_owned(),
        ([], None) => command.to_owned(),
        (label, _) => label.join(" "),
    }
}

fn is_path_or_flag(word: &str) -> bool {
    let has_extension = word.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    });
    word.starts_with('-') || word.contains(['/', '\\']) || has_extension
}

fn hooks(groups: Vec<RawGroup>) -> Vec<Hook> {
    let mut hooks = Vec::new();
    for group in groups {
        let tools = group.tools();
        for raw in group.hooks {
            let Some(command) = raw.command else {
                continue;
            };
            hooks.push(Hook {
                tools: tools.clone(),
                condition: raw.condition.as_deref().map(Condition::parse),
                label: label(&command, &raw.args),
            });
        }
    }
    hooks
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawSettings {
    #[serde(deserialize_with = "object")]
    hooks: RawEvents,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawEvents {
    #[serde(rename = "UserPromptSubmit", deserialize_with = "objects")]
    prompt: Vec<RawGroup>,
    #[serde(rename = "PreToolUse", deserialize_with = "objects")]
    before: Vec<RawGroup>,
    #[serde(rename = "PostToolUse", deserialize_with = "objects")]
    after: Vec<RawGroup>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawGroup {
    matcher: Option<String>,
    #[serde(deserialize_with = "objects")]
    hooks: Vec<RawHook>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawHook {
    command: Option<String>,
    args: Vec<String>,
    #[serde(rename = "if")]
    condition: Option<String>,
}

impl RawGroup {
    fn tools(&self) -> Option<Vec<String>> {
        let matcher = self.matcher.as_deref()?.trim();
        if matcher.is_empty() || matcher == "*" {
            return None;
        }
        Some(
            matcher
                .split('|')
                .map(|tool| tool.trim().to_owned())
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITE: &[&str] = &["Write"];

    fn writes(path: &str) -> Call<'_> {
        Call {
            tools: WRITE,
            writes: true,
            path: Some(path),
            argument: path,
        }
    }

    fn bash(command: &str) -> Call<'_> {
        Call {
            tools: &["Bash"],
            writes: false,
            path: None,
            argument: command,
        }
    }

    fn parse(before: &str) -> Hooks {
        Hooks::parse(&format!(r#"{{"hooks":{{"PreToolUse":[{before}]}}}}"#)).expect("well-formed")
    }

    fn labels(hooks: &Hooks, call: Call<'_>) -> Vec<String> {
        hooks.before(call).map(|hook| hook.label.clone()).collect()
    }

    #[test]
    fn labels_are_the_words_behind_the_last_path_or_flag() {
        for (command, args, expected) in [
            (
                "java",
                &["-jar", "${DIR}/.claude/hooks/Hook.jar", "guard", "write"][..],
                "guard write",
            ),
            ("java", &["-jar", "Hook.jar", "audit"], "audit"),
            ("run", &["guard", "bash"], "guard bash"),
            ("x", &["a", "--flag", "guard"], "guard"),
            ("python3", &["hooks/format.py"], "format.py"),
            ("x", &["a", "--fix"], "--fix"),
            ("node ${DIR}/guard.mjs guard write", &[], "guard write"),
            ("\"$DIR\"/hooks/lint.sh", &[], "lint.sh"),
            ("prettier", &[], "prettier"),
        ] {
            let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
            assert_eq!(label(command, &args), expected, "{command} {args:?}");
        }
    }

    #[test]
    fn a_matcher_names_tools_and_none_means_every_tool() {
        let group = |matcher: &str| format!(r#"{{{matcher}"hooks":[{{"command":"h"}}]}}"#);
        for (matcher, answers) in [
            ("", true),
            (r#""matcher":"","#, true),
            (r#""matcher":"*","#, true),
            (r#""matcher":"Write","#, true),
            (r#""matcher":"Edit|Write|Bash","#, true),
            (r#""matcher":"Edit | Write","#, true),
            (r#""matcher":"Edit|MultiEdit","#, false),
            (r#""matcher":"NotebookWrite","#, false),
            (r#""matcher":"write","#, false),
        ] {
            let hooks = parse(&group(matcher));
            assert_eq!(labels(&hooks, writes("a")).len() == 1, answers, "{matcher}");
        }
    }

    #[test]
    fn an_if_narrows_to_matching_calls() {
        let on = |rule: &str| parse(&format!(r#"{{"hooks":[{{"command":"h","if":"{rule}"}}]}}"#));
        let holds = |rule: &str, call: Call<'_>| labels(&on(rule), call).len() == 1;
        for (rule, path, answers) in [
            ("Edit(**/*.java)", "src/Main.java", true),
            ("Edit(**/*.java)", "Main.java", false),
            ("Edit(**/*.java)", "src/a.md", false),
            ("Edit(.claude/**/*.md)", ".claude/rules/a.md", true),
            ("Edit(./docs/**)", "docs/a", true),
            ("Edit", "anything", true),
            ("Write(docs/**)", "docs/a", true),
            ("MultiEdit(docs/**)", "docs/a", false),
            ("Bash(docs/**)", "docs/a", false),
        ] {
            assert_eq!(holds(rule, writes(path)), answers, "{rule} {path}");
        }
        for (rule, command, answers) in [
            ("Bash(git push:*)", "git push -f", true),
            ("Bash(git push:*)", "git pull", false),
            ("Bash(git * main)", "git push origin/x main", true),
            ("Bash(ls)", "ls", true),
            ("Bash(ls)", "ls -l", false),
            ("Edit(**)", "ls", false),
        ] {
            assert_eq!(holds(rule, bash(command)), answers, "{rule} {command}");
        }
        let pathless = Call {
            path: None,
            argument: "",
            ..writes("")
        };
        assert!(!holds("Edit(**)", pathless));
        assert!(holds("Edit", pathless));
    }

    #[test]
    fn other_events_remarks_and_hooks_without_a_command_are_passed_over() {
        let hooks = Hooks::parse(
            r#"{"$comment":1,"permissions":{},"hooks":{"$comment":[],"Stop":[{"hooks":[{"command":"guard"}]}],
                "PreToolUse":[{"$comment":0,"hooks":[{"type":"prompt","prompt":"x"},{"command":"h","timeout":5}]}]}}"#,
        )
        .expect("well-formed");
        assert_eq!(labels(&hooks, writes("a")), ["h"]);
        assert!(!hooks.has_guard());
    }

    #[test]
    fn a_wrong_type_is_an_error_with_its_place() {
        let error = Hooks::parse("{\n\"hooks\": {\"PreToolUse\": {}}}").unwrap_err();
        assert_eq!(
            (error.line, error.message.starts_with("invalid type")),
            (2, true)
        );
        assert!(Hooks::parse("[]").is_err());
        assert!(Hooks::parse("").is_err());
        assert_eq!(Hooks::parse("{}"), Ok(Hooks::empty()));
    }
}
