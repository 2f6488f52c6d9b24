//! A call that a rule speaks of, so that a page can show what the rule comes to.

use super::call::Call;
use super::rule::{Rule, Scope};
use super::text::Phrase;

/// What commonly follows the beginning of a command, so that an example looks like one.
const FOLLOWS: &[(&str, &str)] = &[
    ("git", "fetch"),
    ("git add", "."),
    ("git commit", "-m \"Example\""),
    ("git checkout", "main"),
    ("git push", "origin main"),
    ("npm", "install"),
    ("npm run", "build"),
    ("npx", "example"),
    ("pip", "install example"),
    ("pip install", "example"),
    ("uv", "sync"),
    ("cargo", "build"),
    ("go", "build"),
    ("make", "all"),
    ("docker", "ps"),
    ("gh", "pr list"),
    ("curl", "https://example.com"),
    ("wget", "https://example.com"),
    ("python", "example.py"),
    ("python3", "example.py"),
    ("node", "example.js"),
    ("rm", "example.txt"),
];

impl Rule {
    /// A call that it speaks of; none where none is easily found.
    pub fn example(&self) -> Option<Call> {
        let tool = self.tool.replace('*', "example");
        let call = match &self.scope {
            Scope::Every => every(&self.tool, tool),
            Scope::Command(phrase) => Call::new(tool, command(phrase)),
            Scope::Paths(paths) => Call::new(tool, paths.example()?),
            Scope::Host(host) => Call::new(tool, format!("https://{}/", host.example())),
            Scope::Name(phrase) => Call::new(tool, phrase.filled("example")),
            Scope::Parameter(name, value) => {
                let value = value.replace('*', "example");
                let argument = match self.tool.as_str() {
                    "Bash" | "PowerShell" | "Monitor" => COMMAND,
                    "Agent" => AGENT,
                    _ => "",
                };
                Call {
                    parameter: Some((name.clone(), value)),
                    ..Call::new(tool, argument)
                }
            }
        };
        // An example has to be one, whatever was thought up for it.
        self.speaks_of(&call).then_some(call)
    }
}

const COMMAND: &str = "make";
const AGENT: &str = "general-purpose";

/// A call of a tool whose every call is meant.
fn every(own: &str, tool: String) -> Call {
    match own {
        "*" => Call::new("Bash", COMMAND),
        "Bash" | "PowerShell" | "Monitor" => Call::new(tool, COMMAND),
        "Read" | "LSP" | "NotebookRead" => Call::new(tool, "example.md"),
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => Call::new(tool, "example.md"),
        "WebFetch" => Call::new(tool, "https://example.com/"),
        "Agent" => Call::new(tool, AGENT),
        "Skill" => Call::new(tool, "example"),
        "SlashCommand" => Call::new(tool, "/example"),
        own if own.starts_with("mcp__") && !own["mcp__".len()..].contains("__") => {
            Call::new(format!("{tool}__example"), "")
        }
        _ => Call::new(tool, ""),
    }
}

fn command(phrase: &Phrase) -> String {
    let Some(prefix) = phrase.prefix() else {
        return phrase.filled("example");
    };
    let follows = FOLLOWS.iter().find(|(known, _)| *known == prefix);
    format!(
        "{prefix} {}",
        follows.map_or("example", |(_, follows)| *follows)
    )
}
