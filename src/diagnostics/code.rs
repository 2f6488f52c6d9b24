//! The codes of all diagnostics and their severities (DESIGN: errors are what the site's author
//! wrote, everything found in a repository is at most a warning).

use serde::{Deserialize, Serialize};

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site is built; something in the repository deserves a look.
    Warning,
    /// The site is not built.
    Error,
}

impl Severity {
    /// The word printed for it.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $severity:ident;)*) => {
        /// Which rule a diagnostic comes from. The name is stable: it is what `[lint]` and other
        /// programs refer to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, in order of declaration.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The stable name, in kebab case.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The severity before `[lint]` is applied.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// No `SKILL.md` was found where the site looks for skills.
    NoSkills, "no-skills", Error;
    /// `skillbook.toml` cannot be read or does not have the expected form.
    Config, "config", Error;
    /// `skillbook.toml` has a key that Skillbook does not know.
    UnknownKey, "unknown-key", Error;
    /// `skillbook.toml` names a file, skill, source or block that is not there.
    ConfigTarget, "config-target", Error;
    /// A file cannot be read.
    UnreadableFile, "unreadable-file", Warning;
    /// A text file is not UTF-8.
    NotUtf8, "not-utf8", Warning;
    /// A file is larger than 8 MiB and is left out.
    FileTooLarge, "file-too-large", Warning;
    /// A symbolic link leads out of its source.
    LinkOutside, "link-outside", Warning;
    /// Frontmatter that YAML rejects, or that is never closed.
    Frontmatter, "frontmatter", Warning;
    /// A note of the author's names no block or part.
    NoteTarget, "note-target", Error;
    /// A row of a skill's block table names no block of its sample.
    BlockTable, "block-table", Warning;
    /// A rail's step names a skill that does not exist.
    RailSkill, "rail-skill", Error;
    /// A rail's step has another partial than the skill's contract.
    RailPartial, "rail-partial", Error;
    /// A scenario cannot be read.
    Scenario, "scenario", Error;
    /// A scenario expects another verdict than the guard's.
    ScenarioVerdict, "scenario-verdict", Error;
    /// The guard's data (`extensions.json`, `settings.json`, a plugin's `hooks.json`) cannot be read.
    GuardData, "guard-data", Warning;
    /// A permission rule that cannot be read, or that no client consults.
    ToolRule, "tool-rule", Warning;
    /// A permission rule that never decides, because another denies all that it speaks of.
    DeniedRule, "denied-rule", Warning;
    /// A skill allows a tool and takes it away.
    ToolConflict, "tool-conflict", Warning;
    /// A Markdown link, or a path under the skill's own folders, leads to no file.
    MissingReference, "missing-reference", Warning;
    /// A skill's name differs from its folder's.
    NameFolder, "name-folder", Warning;
    /// A skill's description holds a tag.
    DescriptionMarkup, "description-markup", Warning;
    /// A field of the frontmatter is longer than the specification allows.
    LongField, "long-field", Warning;
    /// The body of a `SKILL.md` is longer than advised.
    LongBody, "long-body", Warning;
    /// A skill cannot be installed from the site.
    NotInstallable, "not-installable", Warning;
    /// A file of a skill is left out of what is installed.
    NotInArchive, "not-in-archive", Warning;
    /// Two skills have one name; the site's index lists the first.
    SameName, "same-name", Warning;
    /// The history is shallow: pages carry no dates and no commits.
    ShallowHistory, "shallow-history", Warning;
}

impl Code {
    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_unique() {
        for (index, code) in Code::ALL.iter().enumerate() {
            let name = code.name();
            assert!(
                name.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            );
            assert_eq!(
                Code::ALL.iter().position(|other| other.name() == name),
                Some(index)
            );
            assert_eq!(Code::from_name(name), Some(*code));
        }
    }
}
