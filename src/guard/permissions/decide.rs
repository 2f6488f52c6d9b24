//! The answer to a call: what is denied, then what is asked, then what is allowed, else the mode.

use super::call::Call;
use super::paths::Place;
use super::rule::{List, Rule};
use super::tools::{self, Takes};

/// What a client does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It runs.
    Allowed,
    /// A person is asked.
    Asked,
    /// It does not run.
    Denied,
}

impl Answer {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Allowed => "allowed",
            Answer::Asked => "asked",
            Answer::Denied => "denied",
        }
    }
}

/// What a session does with calls that no rule speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Reads without asking, and asks about the rest.
    #[default]
    Default,
    /// Writes files of the project without asking too.
    AcceptEdits,
    /// Writes no file before a plan is approved.
    Plan,
    /// Asks nothing, and denies what it would ask about.
    DontAsk,
    /// Asks nothing, and allows it.
    Bypass,
}

/// An answer with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The rule that decided, by its place among the rules.
    pub by: Option<usize>,
    /// Why.
    pub why: Why,
}

/// Why a call is answered as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A rule says so.
    Rule,
    /// A rule asks, and the mode never does.
    RuleNeverAsked,
    /// It reads, inside the project.
    InProject,
    /// It reads, outside the project.
    Outside,
    /// The command only reads, and is one of those that the client knows to.
    ReadOnly,
    /// The tool asks for no permission.
    AsksNothing,
    /// It writes, and nothing allows it.
    Writes,
    /// Nothing allows the tool.
    Tool,
    /// Nothing allows this command of the line.
    Command(String),
    /// The line goes to a file that nothing allows to be written.
    Target(String),
    /// The line cannot be read command by command.
    Unread,
    /// It removes a folder that much depends on.
    Critical,
    /// It writes a file that no rule can allow.
    Protected,
    /// The mode accepts edits of the project.
    AcceptsEdits,
    /// The mode writes nothing before its plan is approved.
    Plan,
    /// The mode denies what would be asked.
    NeverAsks,
    /// The mode allows what would be asked.
    Bypass,
}

/// The rules that hold together, and the mode.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    rules: Vec<Rule>,
    pub(super) mode: Mode,
    folders: Vec<Place>,
}

impl Mode {
    /// The mode of that name; none for one that is unknown, or that settings of a project cannot set (`auto`).
    pub fn parse(name: &str) -> Option<Mode> {
        Some(match name {
            "default" | "manual" => Mode::Default,
            "acceptEdits" => Mode::AcceptEdits,
            "plan" => Mode::Plan,
            "dontAsk" => Mode::DontAsk,
            "bypassPermissions" => Mode::Bypass,
            _ => return None,
        })
    }

    /// Its name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Default => "default",
            Mode::AcceptEdits => "acceptEdits",
            Mode::Plan => "plan",
            Mode::DontAsk => "dontAsk",
            Mode::Bypass => "bypassPermissions",
        }
    }
}

impl Policy {
    /// Rules, a mode, and the folders besides the project that are read and written as it is.
    pub fn new(rules: Vec<Rule>, mode: Mode, folders: &[String]) -> Policy {
        Policy {
            rules,
            mode,
            folders: folders.iter().map(|folder| Place::new(folder)).collect(),
        }
    }

    /// Its rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The answer to a call.
    pub fn decide(&self, call: &Call) -> Decision {
        let known = tools::find(&call.tool);
        if known.is_some_and(|tool| tool.takes == Takes::Command) {
            return self.shell(call);
        }
        if let Some(refused) = self.refused(|rule| rule.speaks_of(call)) {
            return refused;
        }
        let allowed = || self.first(List::Allow, |rule| rule.speaks_of(call));
        if tools::writes(&call.tool) {
            return self.write(&Place::new(&call.argument), allowed());
        }
        if self.mode == Mode::DontAsk && call.tool == "AskUserQuestion" {
            return decision(Answer::Denied, Why::NeverAsks);
        }
        if let Some(rule) = allowed() {
            return by(Answer::Allowed, rule, Why::Rule);
        }
        if tools::reads(&call.tool) {
            return match self.is_inside(&Place::new(&call.argument)) {
                true => decision(Answer::Allowed, Why::InProject),
                false => self.prompt(Why::Outside),
            };
        }
        match known {
            Some(tool) if !tool.asks => decision(Answer::Allowed, Why::AsksNothing),
            _ => self.prompt(Why::Tool),
        }
    }

    pub(super) fn first(&self, list: List, speaks: impl Fn(&Rule) -> bool) -> Option<usize> {
        self.rules
            .iter()
            .position(|rule| rule.list() == list && speaks(rule))
    }

    /// What a rule denies, else what a rule asks about. Both hold in every mode.
    pub(super) fn refused(&self, speaks: impl Fn(&Rule) -> bool) -> Option<Decision> {
        let denied = self
            .first(List::Deny, &speaks)
            .map(|rule| by(Answer::Denied, rule, Why::Rule));
        denied.or_else(|| {
            let rule = self.first(List::Ask, &speaks)?;
            Some(match self.mode {
                Mode::DontAsk => by(Answer::Denied, rule, Why::RuleNeverAsked),
                _ => by(Answer::Asked, rule, Why::Rule),
            })
        })
    }

    /// What becomes of a call that a person would be asked about.
    pub(super) fn prompt(&self, why: Why) -> Decision {
        match self.mode {
            Mode::Bypass => decision(Answer::Allowed, Why::Bypass),
            Mode::DontAsk => decision(Answer::Denied, Why::NeverAsks),
            Mode::Default | Mode::AcceptEdits | Mode::Plan => decision(Answer::Asked, why),
        }
    }

    pub(super) fn is_inside(&self, place: &Place) -> bool {
        place.is_in_project() || self.folders.iter().any(|folder| place.is_in(folder))
    }

    pub(super) fn write(&self, place: &Place, allowed: Option<usize>) -> Decision {
        match (self.mode, allowed) {
            (Mode::Bypass, _) => decision(Answer::Allowed, Why::Bypass),
            _ if is_protected(place) => self.prompt(Why::Protected),
            (Mode::Plan, _) => decision(Answer::Denied, Why::Plan),
            (_, Some(rule)) => by(Answer::Allowed, rule, Why::Rule),
            (Mode::AcceptEdits, None) if self.is_inside(place) => {
                decision(Answer::Allowed, Why::AcceptsEdits)
            }
            _ => self.prompt(Why::Writes),
        }
    }
}

pub(super) fn decision(answer: Answer, why: Why) -> Decision {
    Decision {
        answer,
        by: None,
        why,
    }
}

pub(super) fn by(answer: Answer, rule: usize, why: Why) -> Decision {
    Decision {
        answer,
        by: Some(rule),
        why,
    }
}

const PROTECTED_FOLDERS: &[&str] = &[
    ".git",
    ".vscode",
    ".idea",
    ".husky",
    ".cargo",
    ".devcontainer",
    ".yarn",
    ".mvn",
];
const PROTECTED_FILES: &[&str] = &[
    ".gitconfig",
    ".gitmodules",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_aliases",
    ".bash_logout",
    ".zshrc",
    ".zprofile",
    ".zshenv",
    ".zlogin",
    ".zlogout",
    ".profile",
    ".envrc",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pnp.cjs",
    ".pnp.loader.mjs",
    ".pnpmfile.cjs",
    "bunfig.toml",
    ".bunfig.toml",
    ".bazelrc",
    ".bazelversion",
    ".bazeliskrc",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    "lefthook.yaml",
    ".lefthook.yml",
    ".lefthook.yaml",
    "gradle-wrapper.properties",
    "maven-wrapper.properties",
    ".devcontainer.json",
    ".ripgreprc",
    "pyrightconfig.json",
    ".mcp.json",
    ".claude.json",
];

/// Whether a file is one whose writing no rule allows beforehand.
pub(super) fn is_protected(place: &Place) -> bool {
    let parts: Vec<&str> = place.parts().iter().map(String::as_str).collect();
    let in_folder = parts
        .iter()
        .enumerate()
        .any(|(at, part)| match (*part, parts.get(at + 1)) {
            (".claude", next) => next != Some(&"worktrees"),
            (".config", next) => next == Some(&"git"),
            (part, _) => PROTECTED_FOLDERS.contains(&part),
        });
    in_folder
        || parts
            .last()
            .is_some_and(|name| PROTECTED_FILES.contains(name))
}
