//! What a skill without a class may touch: the permission rules that hold for it, each with a call and its answer, and the
//! hooks that are asked too. Gathered for the pages; nothing here is run.

use super::DocId;
use crate::guard::permissions::{
    Answer, Call, Decision, Flaw, HookEvent, List, Mode, Policy, Rule, ToolHook, Why,
};
use crate::markdown::Lines;
use crate::workspace::RepoPath;
use std::ops::Range;
use std::sync::Arc;

/// A file that holds permission rules or hooks: settings, a plugin's `hooks.json`, a `SKILL.md`.
#[derive(Debug)]
pub struct RuleFile {
    /// Path relative to its source.
    pub path: RepoPath,
    /// Path for diagnostics.
    pub display: String,
    /// Its text.
    pub text: Arc<str>,
    /// Its document, if it is one.
    pub document: Option<DocId>,
    /// Its rules, in source order.
    pub rules: Vec<WrittenRule>,
    /// Its hooks that answer calls of tools.
    pub hooks: Vec<WrittenHook>,
    /// The mode that it sets; none for `auto`, which a project cannot set.
    pub mode: Option<Mode>,
    /// The folders that are read and written as the project is.
    pub folders: Vec<String>,
}

/// A rule as a file has it.
#[derive(Debug)]
pub struct WrittenRule {
    /// Its text.
    pub text: String,
    /// The list it is in.
    pub list: List,
    /// The name of that list in the file.
    pub field: &'static str,
    /// Where it is written.
    pub span: Range<usize>,
    /// On which line.
    pub line: usize,
    /// What it says, or why it says nothing.
    pub read: Result<Rule, Flaw>,
}

/// A hook as a file has it.
#[derive(Debug)]
pub struct WrittenHook {
    /// The hook.
    pub hook: ToolHook,
    /// On which line what it runs is written.
    pub line: usize,
}

/// What holds for one skill.
#[derive(Debug)]
pub struct PermissionPart {
    /// The lists of its own frontmatter, for a skill that has no contract to say so.
    pub cards: Vec<ToolCard>,
    /// Every rule that holds, its own first, each with a call that it speaks of.
    pub rules: Vec<RuleRow>,
    /// Common calls that no rule decides.
    pub calls: Vec<CallRow>,
    /// The hooks that answer calls, as file and index in it.
    pub hooks: Vec<(usize, usize)>,
    /// The mode that answers where no rule does.
    pub mode: Mode,
    /// The file that sets it; none sets it by default.
    pub mode_from: Option<usize>,
    /// The folders that are read and written as the project is, with the file that says so.
    pub folders: Vec<(usize, String)>,
}

/// A list of the frontmatter as a card.
#[derive(Debug)]
pub struct ToolCard {
    /// What it is called.
    pub label: &'static str,
    /// What the list does, in words.
    pub says: &'static str,
    /// Its entries.
    pub entries: Vec<String>,
    /// Where it is written.
    pub lines: Lines,
}

/// A rule on a skill's page.
#[derive(Debug)]
pub struct RuleRow {
    /// Index into [`super::Book::rule_files`], and of the rule in it.
    pub rule: (usize, usize),
    /// A call that it speaks of, answered; none where it says nothing, or no call is easily found.
    pub call: Option<CallRow>,
}

/// A call with its answer.
#[derive(Debug)]
pub struct CallRow {
    /// The call.
    pub call: Call,
    /// The answer.
    pub answer: Answer,
    /// The rule that decided, as file and index in it.
    pub by: Option<(usize, usize)>,
    /// Why, in words; beside a rule only what the rule does not say itself.
    pub why: String,
    /// Which of the part's hooks may answer otherwise, by their places in it.
    pub hooks: Vec<usize>,
}

/// What nobody has to write a rule about to wonder: a write inside the project, a shell command, a fetch, a secret.
const COMMON: &[(&str, &str)] = &[
    ("Write", "example.txt"),
    ("Bash", "make"),
    ("WebFetch", "https://example.com/"),
    ("Read", ".env"),
];

impl RuleFile {
    /// Whether it says anything of a call of a tool.
    pub(super) fn is_empty(&self) -> bool {
        let has_list = !self.rules.is_empty() || !self.hooks.is_empty();
        !has_list && self.mode.is_none() && self.folders.is_empty()
    }
}

impl PermissionPart {
    /// What of some files holds for the skill that they are for, its own first. None where they say nothing.
    pub(super) fn of(
        files: &[RuleFile],
        own: &[usize],
        cards: Vec<ToolCard>,
    ) -> Option<PermissionPart> {
        let named: Vec<(usize, &RuleFile)> = own
            .iter()
            .filter_map(|index| Some((*index, files.get(*index)?)))
            .filter(|(_, file)| !file.is_empty())
            .collect();
        if named.is_empty() {
            return None;
        }
        let written = named.iter().flat_map(|(index, file)| {
            let rules = file.rules.iter().enumerate();
            rules.map(move |(at, rule)| ((*index, at), rule))
        });
        let mut rules = Vec::new();
        let mut places = Vec::new();
        for (place, rule) in written.clone() {
            if let Ok(rule) = &rule.read {
                rules.push(rule.clone());
                places.push(place);
            }
        }
        let set = named
            .iter()
            .find_map(|(index, file)| Some((*index, file.mode?)));
        let folders: Vec<(usize, String)> = named
            .iter()
            .flat_map(|(index, file)| {
                file.folders
                    .iter()
                    .map(move |folder| (*index, folder.clone()))
            })
            .collect();
        let mode = set.map(|(_, mode)| mode).unwrap_or_default();
        let names: Vec<String> = folders.iter().map(|(_, folder)| folder.clone()).collect();
        let hooks: Vec<(usize, usize)> = named
            .iter()
            .flat_map(|(index, file)| (0..file.hooks.len()).map(move |at| (*index, at)))
            .collect();
        let judge = Judge {
            policy: Policy::new(rules, mode, &names),
            mode,
            folders: names,
            places,
            hooks: hooks
                .iter()
                .filter_map(|(file, at)| Some(&files.get(*file)?.hooks.get(*at)?.hook))
                .collect(),
        };
        let rules = written
            .map(|(place, rule)| RuleRow {
                rule: place,
                call: rule
                    .read
                    .as_ref()
                    .ok()
                    .and_then(|rule| judge.example(place, rule)),
            })
            .collect();
        let common = COMMON
            .iter()
            .map(|(tool, argument)| judge.answer(Call::new(*tool, *argument)));
        Some(PermissionPart {
            cards,
            rules,
            calls: common.filter(|row| row.by.is_none()).collect(),
            hooks,
            mode,
            mode_from: set.map(|(file, _)| file),
            folders,
        })
    }
}

struct Judge<'a> {
    policy: Policy,
    mode: Mode,
    folders: Vec<String>,
    /// Where each rule of the policy is written.
    places: Vec<(usize, usize)>,
    hooks: Vec<&'a ToolHook>,
}

impl Judge<'_> {
    /// A call that a rule speaks of, answered. Of several rules that would all answer so, it is the one that is named.
    fn example(&self, place: (usize, usize), rule: &Rule) -> Option<CallRow> {
        let call = rule.example()?;
        let alone = Policy::new(vec![rule.clone()], self.mode, &self.folders).decide(&call);
        let row = self.answer(call);
        let is_its_own = row.by.is_some() && alone.by.is_some() && alone.answer == row.answer;
        Some(CallRow {
            by: if is_its_own { Some(place) } else { row.by },
            ..row
        })
    }

    fn answer(&self, call: Call) -> CallRow {
        let decision = self.policy.decide(&call);
        let hooks = self.hooks.iter().enumerate();
        let asked = hooks.filter(|(_, hook)| {
            let is_before = match hook.event {
                HookEvent::PreToolUse => true,
                HookEvent::PermissionRequest => decision.answer == Answer::Asked,
                HookEvent::PostToolUse => false,
            };
            // One that cannot be told from is named too: it may answer.
            is_before && hook.answers(&call) != Some(false)
        });
        CallRow {
            hooks: asked.map(|(at, _)| at).collect(),
            answer: decision.answer,
            by: decision.by.and_then(|rule| self.places.get(rule).copied()),
            why: words(&decision, &call),
            call,
        }
    }
}

/// The reason of an answer, behind the rule that decided or alone.
fn words(decision: &Decision, call: &Call) -> String {
    match &decision.why {
        Why::Rule => String::new(),
        Why::RuleNeverAsked => "mode dontAsk denies what would be asked".to_owned(),
        Why::InProject => "reading inside the project needs no permission".to_owned(),
        Why::Outside => "it lies outside the project".to_owned(),
        Why::ReadOnly => "the client knows that this only reads".to_owned(),
        Why::AsksNothing => "the tool needs no permission".to_owned(),
        Why::Writes => "no rule allows the write".to_owned(),
        Why::Tool => "no rule allows it".to_owned(),
        Why::Command(command) if *command == call.argument => {
            "no rule allows the command".to_owned()
        }
        Why::Command(command) => {
            format!("no rule allows `{}` in it", command.replace('`', "'"))
        }
        Why::Target(target) => format!("no rule allows writing to {target}"),
        Why::Unread => "it cannot be read command by command".to_owned(),
        Why::Critical => "no rule can allow removing this folder".to_owned(),
        Why::Protected => "no rule can allow writing this file".to_owned(),
        Why::AcceptsEdits => "mode acceptEdits edits the project without asking".to_owned(),
        Why::Plan => "mode plan writes nothing before its plan is approved".to_owned(),
        Why::NeverAsks => "mode dontAsk denies what would be asked".to_owned(),
        Why::Bypass => "mode bypassPermissions asks nothing".to_owned(),
    }
}
