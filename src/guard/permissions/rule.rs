//! A permission rule, read from its text.

use super::paths::Paths;
use super::text::{Host, Phrase};
use super::tools::{self, Takes, Tool};

/// The list that a rule stands in, which is what it does to a call that it speaks of. What a skill allows stands in
/// `Allow`, what it takes away in `Deny`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// Refused.
    Deny,
    /// A person is asked.
    Ask,
    /// Allowed without asking.
    Allow,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub(super) list: List,
    /// The tool's present name; `*` in it is any run of characters.
    pub(super) tool: String,
    pub(super) scope: Scope,
}

/// What of a tool's calls a rule speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scope {
    Every,
    Command(Phrase),
    Paths(Paths),
    Host(Host),
    Name(Phrase),
    /// The calls with this parameter, and of its values those that match.
    Parameter(String, String),
}

/// Why a rule says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Whether it can be read, and is passed over by the client all the same.
    pub is_read: bool,
    /// What is wrong, as the end of a sentence whose subject is the rule.
    pub why: String,
    /// What to write instead.
    pub help: String,
}

/// A longer rule is no person's, and matching takes time in the product of two lengths.
const LONGEST: usize = 1000;

const FORMS: &str = "write `Tool` or `Tool(what)`: `Read`, `Bash(git add *)`, `mcp__server__tool`";

impl Rule {
    /// Reads a rule of a list.
    ///
    /// # Errors
    /// When it has no known form, or is one that the client never consults in such a list.
    pub fn parse(text: &str, list: List) -> Result<Rule, Flaw> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(unread(format!("is longer than {LONGEST} bytes"), FORMS));
        }
        let (name, brackets) = match text.split_once('(') {
            None if text.contains(')') => {
                return Err(unread("closes a bracket that is not open", FORMS));
            }
            None => (text, None),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inner) => (name, Some(inner)),
                None => return Err(unread("opens a bracket and does not end with it", FORMS)),
            },
        };
        if name.is_empty() || !name.chars().all(is_of_name) {
            return Err(unread("does not begin with the name of a tool", FORMS));
        }
        let tool = match name {
            "Task" => "Agent",
            name => name,
        };
        let known = tools::find(tool);
        named(tool, known, list)?;
        let scope = match brackets {
            None | Some("*") if !matches!(known.map(|it| it.takes), Some(Takes::Path)) => {
                Scope::Every
            }
            None => Scope::Every,
            Some(inner) if inner.trim().is_empty() => {
                return Err(unread("has nothing in its brackets", FORMS));
            }
            Some(inner) => scope(tool, known, inner, list)?,
        };
        Ok(Rule {
            list,
            tool: tool.to_owned(),
            scope,
        })
    }

    /// The list it stands in.
    pub fn list(&self) -> List {
        self.list
    }
}

/// Whether a name is one that a rule of this list may have.
fn named(tool: &str, known: Option<Tool>, list: List) -> Result<(), Flaw> {
    if let Some(rest) = tool.strip_prefix("mcp__") {
        let server = rest.split("__").next().unwrap_or_default();
        if server.is_empty() {
            return Err(unread(
                "names no server",
                "write `mcp__server` or `mcp__server__tool`",
            ));
        }
        return match server.contains('*') && list == List::Allow {
            true => Err(unheard(
                "allows tools of any server, which the client passes over",
                "name the server: `mcp__server__*`",
            )),
            false => Ok(()),
        };
    }
    if tool.contains('*') {
        return match list {
            List::Allow => Err(unheard(
                "has a `*` in the name of the tool, which the client passes over in a rule that allows",
                "name the tools one by one",
            )),
            _ => Ok(()),
        };
    }
    // A name with `_` may be of a tool that somebody added.
    if known.is_some() || tool.contains('_') {
        return Ok(());
    }
    Err(match tools::alike(tool) {
        Some(name) => unread(
            "names no tool: capitals and small letters count",
            format!("write `{name}`"),
        ),
        None => unread("names no tool of the client", FORMS),
    })
}

fn scope(tool: &str, known: Option<Tool>, inner: &str, list: List) -> Result<Scope, Flaw> {
    if let Some((name, value)) = parameter(known, inner) {
        if known.is_some_and(|tool| tool.content == name) {
            return Err(unheard(
                format!("names `{name}`, which no rule can"),
                "write what it has to match alone: `Bash(rm *)`, `Read(./path)`, `WebFetch(domain:host)`",
            ));
        }
        return match list {
            List::Allow => Err(unheard(
                "allows by a parameter, and only rules that deny or ask can look at one",
                "leave out the brackets, or move the rule",
            )),
            _ => Ok(Scope::Parameter(name.to_owned(), value.to_owned())),
        };
    }
    match known.map_or(Takes::Nothing, |tool| tool.takes) {
        Takes::Command => Ok(Scope::Command(Phrase::new(inner))),
        Takes::Name => Ok(Scope::Name(Phrase::new(inner))),
        Takes::Domain => match inner.strip_prefix("domain:").map(str::trim) {
            Some(host) if Host::is_one(host) => Ok(Scope::Host(Host::new(host))),
            _ => Err(unread(
                "names no host",
                "write `WebFetch(domain:example.com)`",
            )),
        },
        Takes::Path if matches!(tool, "Read" | "Edit") => {
            Paths::new(inner, list).map(Scope::Paths).map_err(|why| {
                unread(
                    why,
                    "write a path as gitignore does: `docs/**`, `/src/*.rs`, `.env`",
                )
            })
        }
        Takes::Path => {
            let instead = if tools::writes(tool) { "Edit" } else { "Read" };
            Err(unheard(
                format!(
                    "is never consulted: the paths of every such tool are checked against `{instead}`"
                ),
                format!("write `{instead}({inner})`"),
            ))
        }
        Takes::Nothing => Err(unread(
            "has brackets, and this tool takes none",
            format!("write `{tool}`"),
        )),
    }
}

/// `name:value`, if the brackets hold a parameter and not what the tool else takes there.
fn parameter(known: Option<Tool>, inner: &str) -> Option<(&str, &str)> {
    let (name, value) = inner.split_once(':')?;
    let (name, value) = (name.trim(), value.trim());
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_parameter = match known {
        Some(tool) if tool.takes != Takes::Nothing => {
            tool.content == name || tool.parameters.contains(&name)
        }
        _ => true,
    };
    (is_name && is_parameter && !value.is_empty()).then_some((name, value))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '*' | '.')
}

fn unread(why: impl Into<String>, help: impl Into<String>) -> Flaw {
    Flaw {
        is_read: false,
        why: why.into(),
        help: help.into(),
    }
}

fn unheard(why: impl Into<String>, help: impl Into<String>) -> Flaw {
    Flaw {
        is_read: true,
        ..unread(why, help)
    }
}
