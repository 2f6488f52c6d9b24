//! Which calls a rule speaks of, and whether it speaks of all that another does.

use super::call::Call;
use super::command::Part;
use super::paths::Place;
use super::rule::{List, Rule, Scope};
use super::text::{self, ANY};
use super::tools;

impl Rule {
    /// Whether it speaks of a call. Of a command this is asked part by part, see [`Rule::speaks_of_part`].
    pub(super) fn speaks_of(&self, call: &Call) -> bool {
        self.is_of(&call.tool)
            && match &self.scope {
                Scope::Every => true,
                Scope::Command(phrase) => phrase.matches(&call.argument),
                Scope::Paths(paths) => paths.matches(&Place::new(&call.argument)),
                Scope::Host(host) => host.matches(text::host(&call.argument)),
                Scope::Name(phrase) => phrase.matches(&call.argument),
                Scope::Parameter(name, value) => call
                    .parameter
                    .as_ref()
                    .is_some_and(|(own, given)| own == name && text::matches(value, given)),
            }
    }

    /// Whether it speaks of every call of a tool.
    pub(super) fn speaks_of_all(&self, tool: &str) -> bool {
        self.scope == Scope::Every && self.is_of(tool)
    }

    /// Whether it speaks of any call of a tool.
    pub(super) fn speaks_of_tool(&self, tool: &str) -> bool {
        self.is_of(tool)
    }

    /// Whether it speaks of one command of a line. A rule that allows looks only past what cannot change a command.
    pub(super) fn speaks_of_part(&self, tool: &str, part: &Part) -> bool {
        let Scope::Command(phrase) = &self.scope else {
            return false;
        };
        if !self.is_of(tool) {
            return false;
        }
        let mut forms = part.forms(self.list != List::Allow).into_iter();
        match tool {
            "PowerShell" => {
                let phrase = phrase.lowercase();
                forms.any(|form| phrase.matches(&form.to_lowercase()))
            }
            _ => forms.any(|form| phrase.matches(form)),
        }
    }

    /// Whether it names one command and no other.
    pub(super) fn is_exact(&self) -> bool {
        matches!(&self.scope, Scope::Command(phrase) if phrase.is_exact())
    }

    /// Whether it is of a tool: by its name, or because the client applies it to tools of the same kind.
    fn is_of(&self, tool: &str) -> bool {
        let own = self.tool.as_str();
        if tool == "EndConversation" && self.list != List::Allow {
            return false;
        }
        let kin = match &self.scope {
            Scope::Paths(_) if own == "Read" => {
                // What may not be read may not be changed either.
                tools::reads(tool) || (self.list == List::Deny && matches!(tool, "Edit" | "Write"))
            }
            Scope::Paths(_) => {
                tools::writes(tool) || (self.list == List::Allow && tools::reads(tool))
            }
            Scope::Every if own == "Read" => tools::reads(tool),
            // Whether `Edit` alone means every tool that edits is not said: where it allows, it is taken so.
            Scope::Every if own == "Edit" => self.list == List::Allow && tools::writes(tool),
            _ => own == "Bash" && tool == "Monitor",
        };
        kin || of_name(own, tool)
    }

    /// Whether no call that another rule speaks of escapes this one. Never says so wrongly.
    pub fn covers(&self, other: &Rule) -> bool {
        if !of_name(&self.tool, &other.tool.replace('*', &ANY.to_string())) {
            return false;
        }
        match (&self.scope, &other.scope) {
            (Scope::Every, _) => true,
            (Scope::Command(own), Scope::Command(other))
            | (Scope::Name(own), Scope::Name(other)) => {
                other.instances().iter().all(|text| own.matches(text))
            }
            (Scope::Paths(own), Scope::Paths(other)) => own.covers(other),
            (Scope::Host(own), Scope::Host(other)) => {
                own.is_any()
                    || (!other.is_any() && other.instances().iter().all(|host| own.matches(host)))
            }
            (Scope::Parameter(..), Scope::Parameter(..)) => self.scope == other.scope,
            _ => false,
        }
    }
}

/// Whether a rule's tool is that tool: the same, one that a `*` stands for, or one of the server that it names.
fn of_name(own: &str, tool: &str) -> bool {
    let is_server = own
        .strip_prefix("mcp__")
        .is_some_and(|rest| !rest.contains("__"));
    own == tool
        || (own.contains('*') && text::matches(own, tool))
        || (is_server
            && tool
                .strip_prefix(own)
                .is_some_and(|rest| rest.starts_with("__")))
}
