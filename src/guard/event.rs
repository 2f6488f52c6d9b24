//! What the guard is asked about, and what it remembers in between.

use std::collections::BTreeMap;

use super::glob::Glob;

/// What the guard sees besides the event itself. A value: a verdict depends on nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// The repository's absolute path, by which paths are resolved. Any absolute path will do where no event names
    /// an absolute one; a page takes a fixed one, so that it comes out alike on every machine.
    pub root: String,
    /// The open skills, the opener first.
    pub phase: Vec<String>,
    /// Case folder → the status of its spec, `None` if the spec has none or is not there.
    pub cases: BTreeMap<String, Option<String>>,
    /// Case folder → the file name of its spec. A case that is missing here takes any `UC-*-spec.md` for its spec.
    pub specs: BTreeMap<String, String>,
}

impl State {
    /// A repository without cases, no phase open.
    pub fn new(root: impl Into<String>) -> State {
        State {
            root: root.into(),
            ..State::default()
        }
    }

    /// A case's status, if it has one.
    pub fn status(&self, case: &str) -> Option<&str> {
        self.cases.get(case)?.as_deref()
    }

    /// The file name of a case's spec: the known one, else `<case>-spec.md`.
    pub fn spec_name(&self, case: &str) -> String {
        match self.specs.get(case) {
            Some(name) => name.clone(),
            None => format!("{case}-spec.md"),
        }
    }

    /// Whether a path below a case folder is the case's spec, which stands directly in the folder.
    pub(super) fn is_spec(&self, case: &str, below: &str) -> bool {
        match self.specs.get(case) {
            Some(name) => name == below,
            None => Glob::new("UC-*-spec.md").matches(below),
        }
    }
}

impl Action {
    /// What happens, by the name of the tool that is called; a prompt and a change of status are no calls.
    pub fn name(&self) -> &'static str {
        match self {
            Action::Prompt(_) => "Prompt",
            Action::Skill(_) => "Skill",
            Action::Agent(_) => "Agent",
            Action::Write { tool, .. } => tool.name(),
            Action::Bash(_) => "Bash",
            Action::Status { .. } => "Status",
        }
    }
}

/// One thing that happens, in the order of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happens.
    pub action: Action,
    /// The agent that calls; `None` is the main thread.
    pub agent: Option<String>,
    /// What the scenario's author says the verdict is.
    pub expect: Option<Expect>,
}

impl Event {
    /// An event of the main thread, with nothing expected.
    pub fn new(action: Action) -> Event {
        Event {
            action,
            agent: None,
            expect: None,
        }
    }

    /// The same event, called by an agent.
    pub fn by(self, agent: impl Into<String>) -> Event {
        Event {
            agent: Some(agent.into()),
            ..self
        }
    }

    /// The same event with an expected verdict.
    pub fn expecting(self, expect: Expect) -> Event {
        Event {
            expect: Some(expect),
            ..self
        }
    }
}

impl Action {
    /// A `Write` of a path.
    pub fn write(path: impl Into<String>) -> Action {
        Action::Write {
            tool: WriteTool::Write,
            path: Some(path.into()),
            old: None,
            new: None,
        }
    }

    /// An `Edit` of a path from an old text to a new one.
    pub fn edit(path: impl Into<String>, old: impl Into<String>, new: impl Into<String>) -> Action {
        Action::Write {
            tool: WriteTool::Edit,
            path: Some(path.into()),
            old: Some(old.into()),
            new: Some(new.into()),
        }
    }
}

/// The verdict that a scenario's author expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Exit 0, be it because the call was admitted or because it is not judged.
    Admitted,
    /// Exit 2.
    Refused,
}

/// What happens (GUARD.md § Which hooks answer, the last paragraph).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A prompt, with its text.
    Prompt(String),
    /// A `Skill` call, with the skill's name.
    Skill(String),
    /// An `Agent` (or `Task`) call, with the agent's name.
    Agent(String),
    /// A call of a tool that writes a file.
    Write {
        /// The tool.
        tool: WriteTool,
        /// The call's `file_path`, if it has one.
        path: Option<String>,
        /// The text an `Edit` replaces.
        old: Option<String>,
        /// The text it is replaced by.
        new: Option<String>,
    },
    /// A shell command.
    Bash(String),
    /// No call: from here on the guard sees another status of a case.
    Status {
        /// The case's folder name.
        case: String,
        /// Its spec's status from here on.
        status: Option<String>,
    },
}

/// The tools that write a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WriteTool {
    /// `Write`
    Write,
    /// `Edit`, the only one that the exemptions for a spec's edit know
    Edit,
    /// `MultiEdit`
    MultiEdit,
    /// `NotebookEdit`
    NotebookEdit,
}

impl WriteTool {
    /// The tool's name, as matchers spell it.
    pub fn name(self) -> &'static str {
        match self {
            WriteTool::Write => "Write",
            WriteTool::Edit => "Edit",
            WriteTool::MultiEdit => "MultiEdit",
            WriteTool::NotebookEdit => "NotebookEdit",
        }
    }

    /// The same name, as the list of names that a matcher may hold.
    pub(super) fn as_matched(self) -> &'static [&'static str] {
        match self {
            WriteTool::Write => &["Write"],
            WriteTool::Edit => &["Edit"],
            WriteTool::MultiEdit => &["MultiEdit"],
            WriteTool::NotebookEdit => &["NotebookEdit"],
        }
    }
}
