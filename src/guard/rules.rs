//! The `guard` block of the data: what is frozen, and how a shell command is read. Values only; the reading is done
//! elsewhere.

use indexmap::IndexMap;
use serde::Deserialize;

use super::glob::Glob;
use super::json::{object, objects, remarked, some_object};

/// The rules that hold for every class (GUARD.md § Data). A repository whose data has no `guard` has none of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The folder of the case folders, relative to the repository root. Without it nothing is frozen.
    pub use_cases_dir: Option<String>,
    /// Statuses of a case's spec that freeze its folder.
    pub frozen_statuses: Vec<String>,
    /// Names of files that stay writable directly in a frozen folder.
    pub frozen_exempt_basenames: Vec<String>,
    /// Status → the statuses an edit of the spec may close it to.
    #[serde(deserialize_with = "remarked")]
    pub status_transitions: IndexMap<String, Vec<String>>,
    /// Statuses while which the spec's checklist may be ticked.
    pub checklist_toggle_statuses: Vec<String>,
    /// Paths that the sweep at the end of a turn passes over. No verdict on a call reads them.
    pub sweep_exempt: Vec<Glob>,
    /// How a command's visible writes are found.
    #[serde(rename = "bash_write_shapes", deserialize_with = "object")]
    pub bash: BashShapes,
    /// What makes a `git push` a rewrite of published history. Without it no push is looked at.
    #[serde(deserialize_with = "some_object")]
    pub force_push: Option<ForcePush>,
}

impl Rules {
    /// Whether a status freezes its case.
    pub fn is_frozen(&self, status: &str) -> bool {
        self.frozen_statuses.iter().any(|frozen| frozen == status)
    }
}

/// How the guard finds what a shell command writes (GUARD.md § A shell command).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct BashShapes {
    /// Words after which the next one is written to.
    pub redirect_operators: Vec<String>,
    /// A target that holds one of these is passed over: what it names is known only to the shell.
    pub unresolvable_markers: Vec<String>,
    /// Commands that write their operands.
    #[serde(deserialize_with = "objects")]
    pub commands: Vec<Shape>,
}

/// One command and where its own writes stand.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shape {
    /// The command's name, without a folder.
    pub name: String,
    /// Which operands are written.
    pub targets: Targets,
    /// The command writes only if one of its words begins with this.
    #[serde(default)]
    pub requires_flag_prefix: Option<String>,
    /// What a `prefixed` operand begins with (`of=`).
    #[serde(default)]
    pub operand_prefix: Option<String>,
    /// Flags whose value is a script and no operand.
    #[serde(default)]
    pub script_flags: Vec<String>,
}

/// Which operands of a command are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Targets {
    /// All of them.
    All,
    /// The last one.
    Last,
    /// All but the first, or all if a script flag was seen.
    Tail,
    /// Those that begin with the shape's prefix, without it.
    Prefixed,
}

/// What makes a push a rewrite of published history (GUARD.md § A shell command).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ForcePush {
    /// Shells whose command string is read once more.
    pub shell_wrappers: Vec<String>,
    /// The flag before that string.
    pub shell_command_flag: String,
    /// Options of git, before its subcommand, that take the next word.
    pub git_options_with_value: Vec<String>,
    /// Refused exactly or with `=value`.
    pub long_flags: Vec<String>,
    /// Refused anywhere in a cluster of short flags; without its `-`.
    pub short_flag: String,
    /// What an operand that forces begins with.
    pub refspec_prefix: String,
}
