//! The tools that rules may name, what may stand in a rule's brackets, and which of them ask.

/// What stands in the brackets of a tool's rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A command, with `*` for any run of characters.
    Command,
    /// A path as gitignore writes it.
    Path,
    /// `domain:` and a host.
    Domain,
    /// The name of a skill, an agent or a command.
    Name,
    /// Nothing but one of its parameters, and that only in a rule that denies or asks.
    Nothing,
}

/// A tool of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tool {
    pub name: &'static str,
    pub takes: Takes,
    /// Whether a call of it is asked about where no rule speaks of it. For one that takes a command or a path this
    /// depends on which.
    pub asks: bool,
    /// Its parameters that a rule may name where its brackets may hold something else too.
    pub parameters: &'static [&'static str],
    /// The parameter that is its content, which a rule cannot name.
    pub content: &'static str,
}

const fn tool(name: &'static str, takes: Takes, asks: bool) -> Tool {
    let (parameters, content): (&[&str], &str) = match takes {
        Takes::Command => (
            &[
                "run_in_background",
                "timeout",
                "description",
                "dangerouslyDisableSandbox",
            ],
            "command",
        ),
        Takes::Path => (
            &["offset", "limit", "replace_all", "output_mode"],
            "file_path",
        ),
        Takes::Domain => (&["prompt"], "url"),
        Takes::Name => (
            &[
                "model",
                "isolation",
                "subagent_type",
                "description",
                "prompt",
                "run_in_background",
                "args",
            ],
            "",
        ),
        Takes::Nothing => (&[], ""),
    };
    Tool {
        name,
        takes,
        asks,
        parameters,
        content,
    }
}

const TOOLS: &[Tool] = &[
    tool("Agent", Takes::Name, false),
    tool("Artifact", Takes::Nothing, true),
    tool("AskUserQuestion", Takes::Nothing, false),
    tool("Bash", Takes::Command, true),
    tool("Cd", Takes::Nothing, true),
    tool("CronCreate", Takes::Nothing, false),
    tool("CronDelete", Takes::Nothing, false),
    tool("CronList", Takes::Nothing, false),
    tool("Edit", Takes::Path, true),
    tool("EndConversation", Takes::Nothing, false),
    tool("EnterPlanMode", Takes::Nothing, false),
    tool("EnterWorktree", Takes::Nothing, true),
    tool("ExitPlanMode", Takes::Nothing, true),
    tool("ExitWorktree", Takes::Nothing, false),
    tool("Glob", Takes::Path, false),
    tool("Grep", Takes::Path, false),
    tool("LSP", Takes::Path, false),
    tool("ListAgents", Takes::Nothing, false),
    tool("ListMcpResourcesTool", Takes::Nothing, false),
    tool("Monitor", Takes::Command, true),
    tool("NotebookEdit", Takes::Path, true),
    tool("PowerShell", Takes::Command, true),
    tool("PushNotification", Takes::Nothing, false),
    tool("Read", Takes::Path, false),
    tool("ReadMcpResourceTool", Takes::Nothing, false),
    tool("RemoteTrigger", Takes::Nothing, false),
    tool("ReportFindings", Takes::Nothing, false),
    tool("ScheduleWakeup", Takes::Nothing, false),
    tool("SendMessage", Takes::Nothing, false),
    tool("SendUserFile", Takes::Nothing, false),
    tool("ShareOnboardingGuide", Takes::Nothing, true),
    tool("Skill", Takes::Name, true),
    tool("TaskCreate", Takes::Nothing, false),
    tool("TaskGet", Takes::Nothing, false),
    tool("TaskList", Takes::Nothing, false),
    tool("TaskOutput", Takes::Nothing, false),
    tool("TaskStop", Takes::Nothing, false),
    tool("TaskUpdate", Takes::Nothing, false),
    tool("TodoWrite", Takes::Nothing, false),
    tool("ToolSearch", Takes::Nothing, false),
    tool("WaitForMcpServers", Takes::Nothing, false),
    tool("WebFetch", Takes::Domain, true),
    tool("WebSearch", Takes::Nothing, true),
    tool("Workflow", Takes::Nothing, true),
    tool("Write", Takes::Path, true),
    // Tools of earlier versions, which many lists still name.
    tool("BashOutput", Takes::Nothing, false),
    tool("KillShell", Takes::Nothing, false),
    tool("LS", Takes::Path, false),
    tool("MultiEdit", Takes::Path, true),
    tool("NotebookRead", Takes::Path, false),
    tool("SlashCommand", Takes::Name, true),
    tool("TodoRead", Takes::Nothing, false),
];

/// The tool of that name. `Task` is the earlier name of `Agent`.
pub(super) fn find(name: &str) -> Option<Tool> {
    let name = if name == "Task" { "Agent" } else { name };
    TOOLS.iter().find(|tool| tool.name == name).copied()
}

/// The tool whose name differs only in the case of its letters.
pub(super) fn alike(name: &str) -> Option<&'static str> {
    let found = TOOLS.iter().find(|it| it.name.eq_ignore_ascii_case(name));
    found.map(|tool| tool.name)
}

/// The tools that read files.
pub(super) fn reads(name: &str) -> bool {
    matches!(
        name,
        "Read" | "Grep" | "Glob" | "LSP" | "LS" | "NotebookRead"
    )
}

/// The tools that write files.
pub(super) fn writes(name: &str) -> bool {
    matches!(name, "Edit" | "Write" | "NotebookEdit" | "MultiEdit")
}
