//! Permission rules: what a call of a tool is answered where no class limits a skill.
//!
//! The rules are a client's (`permissions` in its settings, `allowed-tools` and `disallowed-tools` of a skill), and this
//! is how its documentation defines them (code.claude.com/docs: permissions, permission-modes, tools-reference, skills,
//! hooks; read as of August 2026): first what is denied, then what is asked, then what is allowed, else the mode. Where
//! the documentation is silent, the reading is taken that promises less protection. Paths are matched as gitignore
//! matches them, and not as the globs of the guard. What cannot be read is a [`Flaw`] and decides nothing.
//!
//! | file | what it decides |
//! |---|---|
//! | `rule`, `tools` | what a rule says, and whether it says anything |
//! | `list` | where an entry of a list begins and ends |
//! | `text`, `paths` | does a command, a name, a host, a path match |
//! | `command` | which commands a line of shell runs, and what it writes |
//! | `call`, `decide`, `shell` | what goes in, and the answer |
//! | `covers` | does a rule speak of a call, or of all that another speaks of |
//! | `example` | a call that a rule speaks of |
//! | `hooks` | which hooks a call is put before |
//! | `places` | where in a text of JSON a value stands |

mod call;
mod command;
mod covers;
mod decide;
mod example;
mod hooks;
mod list;
mod paths;
mod places;
mod rule;
mod shell;
#[cfg(test)]
mod tests;
mod text;
mod tools;

pub use call::Call;
pub use decide::{Answer, Decision, Mode, Policy, Why};
pub use hooks::{HookEvent, ToolHook, tool_hooks};
pub use list::entries;
pub use places::places;
pub use rule::{Flaw, List, Rule};
