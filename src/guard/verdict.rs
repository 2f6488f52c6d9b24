//! What the guard answers. Types only.

use super::glob::Glob;

/// What came of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The guard's answer.
    pub verdict: Verdict,
    /// What became of the phase.
    pub phase: PhaseChange,
}

/// What an event did to the phase (GUARD.md § The phase).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhaseChange {
    /// Nothing.
    Unchanged,
    /// A prompt closed it.
    Closed,
    /// This skill opened one where none was.
    Opened(String),
    /// This skill joined the open one.
    Joined(String),
    /// A skill took over.
    Replaced {
        /// The new opener.
        by: String,
        /// The skills that were open, the opener first.
        was: Vec<String>,
    },
}

/// The guard's answer to one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Passed without being looked at.
    NotJudged(Why),
    /// Looked at and let through.
    Admitted(Admission),
    /// Blocked.
    Refused(Refusal),
}

impl Verdict {
    /// The hook's exit code: 2 for a refusal, 0 for anything else.
    pub fn exit(&self) -> u8 {
        match self {
            Verdict::Refused(_) => 2,
            Verdict::NotJudged(_) | Verdict::Admitted(_) => 0,
        }
    }

    /// Whether the call is blocked.
    pub fn is_refused(&self) -> bool {
        matches!(self, Verdict::Refused(_))
    }

    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Verdict::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The admission, if it is one.
    pub fn admission(&self) -> Option<&Admission> {
        match self {
            Verdict::Admitted(admission) => Some(admission),
            _ => None,
        }
    }
}

/// Why an event is not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A prompt is never refused.
    Prompt,
    /// An `Agent` call changes nothing.
    AgentCall,
    /// A `Skill` call from a classed agent is ignored.
    CalledByAgent {
        /// The agent.
        agent: String,
    },
    /// The skill that is called has no class.
    NoClass {
        /// The skill.
        skill: String,
    },
    /// A writing call without a path.
    NoPath,
    /// A command that visibly writes nothing inside the repository.
    NothingWritten,
    /// A case's status changed; that is no call.
    StatusChange,
    /// The repository's settings have the guard answer other calls, not this one.
    NotAsked,
}

/// A call that was let through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// The path as it was judged; of a command, the first path it writes. None for a `Skill` call.
    pub path: Option<String>,
    /// The glob that let it through: the first that matches. None where nothing restricts.
    pub glob: Option<Glob>,
    /// What opened a frozen folder to it.
    pub exemption: Option<Exemption>,
    /// By whose territory it was judged.
    pub basis: Basis,
}

/// Whose territory a write is judged by (GUARD.md § A write, 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// A classed agent's own.
    Agent {
        /// The agent.
        agent: String,
        /// Its class.
        class: String,
    },
    /// The open skills'.
    Phase {
        /// The open skills, the opener first.
        skills: Vec<String>,
        /// The opener's class.
        class: String,
    },
    /// Nobody's: no phase is open.
    NoPhase,
    /// Nobody's: the phase's opener has no class.
    UnclassedOpener {
        /// The opener.
        opener: String,
    },
    /// The event is a `Skill` call and writes nothing.
    Call,
}

/// Why a write passes into a frozen folder (GUARD.md § A write, 2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exemption {
    /// The file's name is exempt.
    Basename,
    /// The edit closes the spec from one status to another.
    StatusClose {
        /// The status the spec has.
        from: String,
        /// The status it gets.
        to: String,
    },
    /// The edit ticks the spec's checklist.
    ChecklistToggle,
}

/// A call that was blocked. Which facts are there depends on the kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which rule refused.
    pub kind: RefusalKind,
    /// The path as it was judged; none for a blocked call and a push.
    pub path: Option<String>,
    /// The text that goes to the model, lines joined by `\n`, none at its end.
    pub words: String,
    /// The open skills, the opener first: territory of a skill, blocked call.
    pub skills: Vec<String>,
    /// The calling agent: territory of an agent.
    pub agent: Option<String>,
    /// The class that was decisive: the opener's, the agent's, or the callee's.
    pub class: Option<String>,
    /// The territory in force: territory of a skill or an agent.
    pub write_allow: Vec<Glob>,
    /// The case folder: frozen.
    pub folder: Option<String>,
    /// Its status: frozen.
    pub status: Option<String>,
    /// The skill that was called: blocked call.
    pub callee: Option<String>,
    /// The offending word: force push.
    pub argument: Option<String>,
}

impl Refusal {
    pub(super) fn new(kind: RefusalKind, words: String) -> Refusal {
        Refusal {
            kind,
            path: None,
            words,
            skills: Vec::new(),
            agent: None,
            class: None,
            write_allow: Vec::new(),
            folder: None,
            status: None,
            callee: None,
            argument: None,
        }
    }
}

/// Which rule refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// A path outside the territory of the open skills.
    TerritorySkill,
    /// A path outside the territory of the calling agent.
    TerritoryAgent,
    /// A path in the folder of a case whose spec is closed.
    Frozen,
    /// A call that a design phase blocks.
    BlockedCall,
    /// A push that rewrites published history.
    ForcePush,
}
