//! From the text of `extensions.json` to a [`Guard`]. Knows the shape of the file, nothing of what is done with it.

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer};

use super::class::{Class, ClassKind};
use super::glob::Glob;
use super::json::{Object, object, remarked};
use super::messages::Messages;
use super::rules::Rules;

/// Everything that the guard decides by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guard {
    /// Classes of skills, in the data's order.
    pub skill_classes: Vec<Class>,
    /// Classes of agents, in the data's order.
    pub agent_classes: Vec<Class>,
    /// The rules that hold for every class.
    pub rules: Rules,
    /// The words of its refusals; no part of the data, a site may set them.
    pub messages: Messages,
}

/// Why a file of the guard's data cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    /// What is wrong, without its place.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for DataError {}

impl DataError {
    pub(super) fn from_json(error: &serde_json::Error) -> DataError {
        let mut message = error.to_string();
        if let Some(place) = message.rfind(" at line ") {
            message.truncate(place);
        }
        DataError {
            message,
            line: error.line().max(1),
            column: error.column().max(1),
        }
    }
}

impl Guard {
    /// Reads the text of `.claude/schemas/extensions.json`.
    ///
    /// A part that is missing is empty, an unknown key is passed over, and so are remarks (keys that begin with
    /// `$comment`, at any level).
    ///
    /// # Errors
    /// When the text is no JSON, or a part has another type than GUARD.md § Data gives it.
    pub fn parse(json: &str) -> Result<Guard, DataError> {
        let file: RawFile = super::json::read(json)?;
        Ok(Guard {
            skill_classes: file.skill_classes.into_classes(ClassKind::Skill),
            agent_classes: file.agent_classes.into_classes(ClassKind::Agent),
            rules: file.guard,
            messages: Messages::default(),
        })
    }

    /// The class that lists a skill; the first one, should several.
    pub fn skill_class(&self, skill: &str) -> Option<&Class> {
        self.skill_classes.iter().find(|class| class.has(skill))
    }

    /// The class that lists an agent; the first one, should several.
    pub fn agent_class(&self, agent: &str) -> Option<&Class> {
        self.agent_classes.iter().find(|class| class.has(agent))
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawFile {
    #[serde(deserialize_with = "object")]
    skill_classes: RawClasses,
    #[serde(deserialize_with = "object")]
    agent_classes: RawClasses,
    #[serde(deserialize_with = "object")]
    guard: Rules,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawClasses {
    #[serde(deserialize_with = "remarked")]
    classes: IndexMap<String, Object<RawClass>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawClass {
    skills: Vec<String>,
    agents: Vec<String>,
    write_allow: Vec<Glob>,
    #[serde(deserialize_with = "remarked")]
    overrides: IndexMap<String, Object<RawOverride>>,
    design_phase: bool,
    blocked_during_design: bool,
    audited: Option<bool>,
    #[serde(rename = "$comment")]
    comment: Remark,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawOverride {
    write_allow: Option<Vec<Glob>>,
    audited: Option<bool>,
}

impl RawClasses {
    fn into_classes(self, kind: ClassKind) -> Vec<Class> {
        self.classes
            .into_iter()
            .map(|(name, Object(raw))| raw.into_class(name, kind))
            .collect()
    }
}

impl RawClass {
    fn into_class(self, name: String, kind: ClassKind) -> Class {
        let mut overrides = IndexMap::new();
        let mut audited_overrides = IndexMap::new();
        for (member, Object(own)) in self.overrides {
            if let Some(audited) = own.audited {
                audited_overrides.insert(member.clone(), audited);
            }
            if let Some(globs) = own.write_allow {
                overrides.insert(member, globs);
            }
        }
        Class {
            name,
            kind,
            members: match kind {
                ClassKind::Skill => self.skills,
                ClassKind::Agent => self.agents,
            },
            write_allow: self.write_allow,
            overrides,
            design_phase: self.design_phase,
            blocked_during_design: self.blocked_during_design,
            audited: self.audited.unwrap_or(true),
            audited_overrides,
            comment: self.comment.0,
        }
    }
}

/// A remark of any type; only a text is kept.
#[derive(Default)]
struct Remark(Option<String>);

impl<'de> Deserialize<'de> for Remark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Remark, D::Error> {
        Ok(Remark(
            match serde_json::Value::deserialize(deserializer)? {
                serde_json::Value::String(text) => Some(text),
                _ => None,
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::guard;
    use super::*;

    fn names(classes: &[Class]) -> Vec<&str> {
        classes.iter().map(|class| class.name.as_str()).collect()
    }

    #[test]
    fn classes_come_in_order_and_without_remarks() {
        let guard = guard();
        assert_eq!(names(&guard.skill_classes), ["design", "build", "notes"]);
        assert_eq!(names(&guard.agent_classes), ["worker", "verifier"]);
        let design = &guard.skill_classes[0];
        assert_eq!(design.members, ["draw", "plan", "narrow"]);
        assert_eq!(design.comment.as_deref(), Some("draws"));
        assert!(design.design_phase && !design.blocked_during_design && design.audited);
        assert_eq!(design.overrides.len(), 1);
        assert!(guard.skill_classes[1].blocked_during_design);
        assert_eq!(guard.agent_classes[0].kind, ClassKind::Agent);
        assert_eq!(guard.rules.status_transitions.len(), 2);
    }

    #[test]
    fn an_override_replaces_the_list_of_the_class() {
        let guard = guard();
        let territory = |class: Option<&Class>, member: &str| {
            let globs = class.map(|class| class.territory(member).to_vec());
            globs.map(|globs| globs.iter().map(Glob::to_string).collect::<Vec<_>>())
        };
        let of_skill = |skill: &str| territory(guard.skill_class(skill), skill);
        assert_eq!(
            of_skill("narrow"),
            Some(vec![
                "docs/narrow/**".to_owned(),
                "docs/use-cases/BACKLOG.md".to_owned()
            ])
        );
        assert_eq!(of_skill("bare"), Some(vec![]));
        assert_eq!(of_skill("unheard-of"), None);
        assert_eq!(
            territory(guard.agent_class("tester"), "tester"),
            Some(vec!["src/test/**".to_owned()])
        );
        assert_eq!(of_skill("coder"), None, "an agent is no skill");
    }

    #[test]
    fn audited_is_true_by_default_and_may_be_overridden() {
        let guard = guard();
        let audited = |skill: &str| {
            guard
                .skill_class(skill)
                .map(|class| class.is_audited(skill))
        };
        assert_eq!(audited("draw"), Some(true));
        assert_eq!(audited("scribe"), Some(false));
        assert_eq!(audited("docker"), Some(false));
        assert_eq!(audited("boot"), Some(true));
    }

    #[test]
    fn an_override_without_a_list_replaces_none() {
        let guard = Guard::parse(
            r#"{"skill_classes":{"classes":{"c":{"skills":["s"],"write_allow":["a"],"overrides":{"s":{"audited":false}}}}}}"#,
        )
        .expect("well-formed");
        let class = guard.skill_class("s").expect("listed");
        assert_eq!(class.territory("s"), [Glob::new("a")]);
    }

    #[test]
    fn what_is_missing_is_empty() {
        for json in [
            "{}",
            r#"{"skill_classes":{}}"#,
            r#"{"guard":{}}"#,
            "\u{feff}{}",
        ] {
            let guard = Guard::parse(json).expect("well-formed");
            assert_eq!(guard, Guard::default(), "{json}");
        }
    }

    #[test]
    fn remarks_may_have_any_type_at_any_level() {
        let json = r#"{"$comment":1,"guard":{"$comment_status":{"a":[]},"bash_write_shapes":{"$comment":"x","commands":[{"$comment":null,"name":"tee","targets":"all"}]},
            "force_push":{"$comment":[]}},"agent_classes":{"$comment":"x","classes":{"$comment":"x","c":{"$comment":{},"overrides":{"$comment_a":0,"a":{"$comment":0}}}}}}"#;
        let guard = Guard::parse(json).expect("well-formed");
        assert_eq!(names(&guard.agent_classes), ["c"]);
        assert_eq!(guard.agent_classes[0].comment, None);
    }

    #[test]
    fn a_wrong_type_is_an_error_with_its_place() {
        let error =
            Guard::parse("{\n  \"skill_classes\": {\n    \"classes\": []\n  }\n}").unwrap_err();
        assert_eq!((error.line, error.column), (3, 15));
        assert_eq!(error.message, "invalid type: sequence, expected an object");
        for json in [
            "",
            "[",
            "[]",
            r#"{"skill_classes":[]}"#,
            r#"{"skill_classes":{"classes":{"c":[["s"]]}}}"#,
            r#"{"skill_classes":{"classes":{"c":{"skills":"s"}}}}"#,
            r#"{"skill_classes":{"classes":{"c":{"write_allow":[1]}}}}"#,
            r#"{"skill_classes":{"classes":{"c":{"design_phase":"yes"}}}}"#,
            r#"{"guard":{"frozen_statuses":"approved"}}"#,
            r#"{"guard":{"force_push":[]}}"#,
            r#"{"guard":{"bash_write_shapes":{"commands":[["tee","all"]]}}}"#,
            r#"{"guard":{"bash_write_shapes":{"commands":[{"name":"x","targets":"some"}]}}}"#,
        ] {
            let error = Guard::parse(json).unwrap_err();
            assert!(
                error.line == 1 && !error.message.contains(" at line "),
                "{json}: {error}"
            );
        }
    }
}
