//! The words of the refusals, kept in this one place so that a site whose guard words them otherwise can say so.
//! Knows templates and values, not why a call was refused.

use serde::{Deserialize, Serialize};

use super::glob::Glob;

/// One template per refusal. The defaults are the words of GUARD.md § Its words.
///
/// A placeholder is a name in braces. Which ones a template may use is said at each field; any other is left as it
/// stands. A value is never searched for placeholders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Messages {
    /// A write outside the open skills' territory: `{skills}` (joined so that each stands in backticks), `{class}`,
    /// `{path}`, `{write_allow}`.
    pub territory_skill: String,
    /// A write outside an agent's territory: `{agent}`, `{class}`, `{path}`, `{write_allow}`.
    pub territory_agent: String,
    /// What `{write_allow}` says when the list is empty. No placeholders.
    pub nothing: String,
    /// A write in a frozen folder: `{folder}`, `{status}`, `{exempt}`, `{path}`.
    pub frozen: String,
    /// A call that a design phase blocks: `{callee}`, `{callee_class}`, `{opener}`, `{opener_class}`.
    pub blocked_call: String,
    /// A push that rewrites published history: `{argument}`.
    pub force_push: String,
}

impl Default for Messages {
    fn default() -> Messages {
        Messages {
            territory_skill: TERRITORY_SKILL.to_owned(),
            territory_agent: TERRITORY_AGENT.to_owned(),
            nothing: NOTHING.to_owned(),
            frozen: FROZEN.to_owned(),
            blocked_call: BLOCKED_CALL.to_owned(),
            force_push: FORCE_PUSH.to_owned(),
        }
    }
}

/// What stands between two skills, so that each is in backticks.
const BETWEEN_SKILLS: &str = "` + `";

/// What stands between the entries of any other list.
const BETWEEN: &str = ", ";

impl Messages {
    /// A territory in words: its globs, or that there are none.
    pub fn list<'a>(&self, globs: impl IntoIterator<Item = &'a Glob>) -> String {
        let globs: Vec<&str> = globs.into_iter().map(Glob::as_str).collect();
        if globs.is_empty() {
            self.nothing.clone()
        } else {
            globs.join(BETWEEN)
        }
    }

    pub(super) fn outside_skills(
        &self,
        skills: &[String],
        class: &str,
        path: &str,
        globs: &[&Glob],
    ) -> String {
        fill(
            &self.territory_skill,
            &[
                ("skills", &skills.join(BETWEEN_SKILLS)),
                ("class", class),
                ("path", path),
                ("write_allow", &self.list(globs.iter().copied())),
            ],
        )
    }

    pub(super) fn outside_agents(
        &self,
        agent: &str,
        class: &str,
        path: &str,
        globs: &[&Glob],
    ) -> String {
        fill(
            &self.territory_agent,
            &[
                ("agent", agent),
                ("class", class),
                ("path", path),
                ("write_allow", &self.list(globs.iter().copied())),
            ],
        )
    }

    pub(super) fn immutable(
        &self,
        folder: &str,
        status: &str,
        exempt: &[String],
        path: &str,
    ) -> String {
        fill(
            &self.frozen,
            &[
                ("folder", folder),
                ("status", status),
                ("exempt", &exempt.join(BETWEEN)),
                ("path", path),
            ],
        )
    }

    pub(super) fn blocked(
        &self,
        callee: &str,
        callee_class: &str,
        opener: &str,
        opener_class: &str,
    ) -> String {
        fill(
            &self.blocked_call,
            &[
                ("callee", callee),
                ("callee_class", callee_class),
                ("opener", opener),
                ("opener_class", opener_class),
            ],
        )
    }

    pub(super) fn forced(&self, argument: &str) -> String {
        fill(&self.force_push, &[("argument", argument)])
    }
}

const NOTHING: &str = "(nothing — this class writes no file)";

const TERRITORY_SKILL: &str = "\
❌ `{skills}` is class `{class}` — {path} is outside its territory.
   write_allow: {write_allow}
Put the content in the spec as a code block, or finish the run and invoke the
skill that owns this path. If the path is legitimately this skill's, widen
skill_classes.{class} in .claude/schemas/extensions.json — retrying will not help.";

const TERRITORY_AGENT: &str = "\
❌ agent `{agent}` is class `{class}` — {path} is outside its territory.
   write_allow: {write_allow}
Report the path in the summary you return and stop, or hand it to the piece
that owns it. If the path is legitimately this agent's, widen
agent_classes.{class} in .claude/schemas/extensions.json — retrying will not help.";

const FROZEN: &str = "\
❌ {folder} is {status} — its specs are immutable.
Record the change in the new use case's \"Impact on approved use cases\" section,
and the one-line entry in {folder}/CHANGELOG.md, which stays writable.
Writable inside a frozen folder: {exempt}; plus the spec's own `status:` line and its checklist toggles.
To reopen a spec that was never implemented, set `status: draft` by hand.";

const BLOCKED_CALL: &str = "\
❌ `{callee}` is class `{callee_class}` and `{opener}` (class `{opener_class}`) is open — a design run does not materialize files.
Record what is missing in the partial and in the consolidated spec, finish the run,
then invoke `/{callee}` from a prompt of its own.";

const FORCE_PUSH: &str = "\
guard: force push blocked — `{argument}` rewrites published history.
  Push without force. A shared branch is rewritten by a human, outside Claude Code. Rule: guard.force_push in .claude/schemas/extensions.json";

/// A template with its placeholders filled in, in one pass: what a value holds is never a placeholder.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, from_brace) = rest.split_at(open);
        filled.push_str(before);
        let value = from_brace[1..].split_once('}').and_then(|(name, after)| {
            values
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value, after))
        });
        match value {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = &from_brace[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_never_searched_for_placeholders() {
        let values = [("a", "{b}"), ("b", "{a}")];
        assert_eq!(fill("{a}{b}", &values), "{b}{a}");
    }

    #[test]
    fn what_is_no_placeholder_stays() {
        let values = [("a", "1")];
        for (template, filled) in [
            ("{b} {a}", "{b} 1"),
            ("{", "{"),
            ("{a", "{a"),
            ("{{a}}", "{1}"),
            ("{ a }", "{ a }"),
            ("a}{a}", "a}1"),
            ("é{a}é", "é1é"),
        ] {
            assert_eq!(fill(template, &values), filled, "{template}");
        }
    }

    #[test]
    fn a_site_may_override_single_templates() {
        let messages: Messages =
            serde_json::from_str(r#"{"nothing":"—","frozen":"{folder}: {status}"}"#)
                .expect("well-formed");
        assert_eq!(messages.list([]), "—");
        assert_eq!(messages.immutable("UC-1", "shut", &[], ""), "UC-1: shut");
        assert_eq!(messages.force_push, Messages::default().force_push);
    }
}
