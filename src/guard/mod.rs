//! The guard: the verdicts that a skills repository's own hook would give, computed from the same data.
//!
//! A repository may hold a hook that judges every tool call of an agent against the class of the skill that is
//! open. This room reads the hook's data (`extensions.json`, `settings.json`, handed over as text) and answers as
//! the hook would, its blind spots included: where the hook misses a write, so does this room, because a page has
//! to say what happens and not what should happen.
//!
//! It must not know files, the environment, the clock, HTML, or any other room. What it needs of the disk (a
//! case's status, the name of its spec) is handed over in a [`State`]. It runs nothing.
//!
//! | file | what it decides |
//! |---|---|
//! | `glob` | does a path match a pattern |
//! | `path` | what a path is once it is relative to the repository |
//! | `class`, `rules`, `data`, `json` | what the data says |
//! | `messages` | the words of a refusal |
//! | `event`, `verdict` | what goes in, what comes out |
//! | `judge`, `territory`, `frozen` | the verdict on one event |
//! | `shell`, `targets`, `push` | how a command is read |
//! | `hooks`, `transcript` | who answers a call, and what a transcript shows of it |
//! | `derive` | the scenario of a skill whose author wrote none |
//! | `browser` | what a page hands to the script that answers for a typed path |
//! | `permissions` | what a client's permission rules answer, where no class limits a skill |

mod browser;
mod class;
mod data;
mod derive;
mod event;
mod frozen;
mod glob;
mod hooks;
mod json;
mod judge;
mod messages;
mod path;
pub mod permissions;
mod push;
mod rules;
mod shell;
mod targets;
mod territory;
#[cfg(test)]
mod testing;
mod transcript;
mod verdict;

pub use browser::{BrowserCaller, BrowserGlob, BrowserGuard, BrowserTemplates, Caller};
pub use class::{Class, ClassKind};
pub use data::{DataError, Guard};
pub use derive::{Derived, DerivedReason, PartialShape};
pub use event::{Action, Event, Expect, State, WriteTool};
pub use glob::Glob;
pub use hooks::Hooks;
pub use messages::Messages;
pub use path::normalise;
pub use rules::{BashShapes, ForcePush, Rules, Shape, Targets};
pub use transcript::{Entry, HookLine, Transcript};
pub use verdict::{
    Admission, Basis, Exemption, Judgement, PhaseChange, Refusal, RefusalKind, Verdict, Why,
};
