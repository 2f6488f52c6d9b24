//! Classes of skills and of agents, and the territory each member has. Knows nothing of phases or verdicts.

use indexmap::IndexMap;

use super::glob::Glob;

/// What a class groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassKind {
    /// `skill_classes`
    Skill,
    /// `agent_classes`
    Agent,
}

/// A group of skills or of agents that share a territory (GUARD.md § Data).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The key of the class in the data.
    pub name: String,
    /// Whether its members are skills or agents.
    pub kind: ClassKind,
    /// Its members' names, in the data's order.
    pub members: Vec<String>,
    /// What its members may write. Empty is a decision: they write no file.
    pub write_allow: Vec<Glob>,
    /// Members whose own list replaces the class's.
    pub overrides: IndexMap<String, Vec<Glob>>,
    /// While a skill of this class is open as the phase's opener, classes that are `blocked_during_design` cannot
    /// be called.
    pub design_phase: bool,
    /// Its skills cannot be called while a design phase is open.
    pub blocked_during_design: bool,
    /// Whether the audit records its members.
    pub audited: bool,
    /// Members that say otherwise than the class about the audit.
    pub audited_overrides: IndexMap<String, bool>,
    /// The data's remark on the class.
    pub comment: Option<String>,
}

impl Class {
    /// What a member may write: its own list where it has one, else the class's.
    pub fn territory(&self, member: &str) -> &[Glob] {
        self.overrides.get(member).unwrap_or(&self.write_allow)
    }

    /// Whether the audit records a member.
    pub fn is_audited(&self, member: &str) -> bool {
        *self.audited_overrides.get(member).unwrap_or(&self.audited)
    }

    /// Whether the class lists a name.
    pub fn has(&self, member: &str) -> bool {
        self.members.iter().any(|name| name == member)
    }
}
