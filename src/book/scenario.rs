//! Scenario files: `[[event]]` tables, in the order in which things happen.

use crate::guard::{Action, Event, Expect, WriteTool};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A scenario as its author wrote it.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// The events, each with its byte range in the file.
    pub events: Vec<(Event, Range<usize>)>,
    /// What cannot be read.
    pub problems: Vec<ScenarioProblem>,
}

/// Something in a scenario that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioProblem {
    /// One sentence.
    pub message: String,
    /// Byte range in the file.
    pub span: Range<usize>,
}

/// Keys that say what happens; an event has exactly one.
const ACTIONS: &[&str] = &[
    "prompt",
    "skill",
    "agent_call",
    "write",
    "edit",
    "multi_edit",
    "notebook_edit",
    "bash",
    "status",
];
/// Keys that say more of it.
const DETAILS: &[&str] = &["agent", "expect", "old", "new", "value"];

impl Scenario {
    /// Reads a scenario.
    pub fn parse(text: &str) -> Scenario {
        let mut scenario = Scenario::default();
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                scenario.problem(
                    error.message().lines().next().unwrap_or_default(),
                    error.span().unwrap_or(0..0),
                );
                return scenario;
            }
        };
        for (key, value) in table.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("event", DeValue::Array(events)) => {
                    for event in events.iter() {
                        match event.get_ref() {
                            DeValue::Table(table) => scenario.event(table, event.span()),
                            _ => scenario.problem("an event is a table", event.span()),
                        }
                    }
                }
                (name, _) => scenario.problem(
                    &format!("unknown key `{name}`; a scenario has `[[event]]` tables"),
                    key.span(),
                ),
            }
        }
        scenario
    }

    fn problem(&mut self, message: &str, span: Range<usize>) {
        self.problems.push(ScenarioProblem {
            message: message.to_owned(),
            span,
        });
    }

    fn event(&mut self, table: &DeTable<'_>, span: Range<usize>) {
        let before = self.problems.len();
        let mut place = span;
        let mut action: Option<(&str, String)> = None;
        let detail = |wanted: &str| -> Option<String> {
            table
                .iter()
                .find(|(key, _)| key.get_ref().as_ref() == wanted)
                .and_then(|(_, value)| text(value.get_ref()))
        };
        let (old, new) = (detail("old"), detail("new"));
        let (agent, value, expect) = (detail("agent"), detail("value"), detail("expect"));
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let Some(known) = ACTIONS.iter().chain(DETAILS).find(|known| **known == name) else {
                let near =
                    crate::diagnostics::nearest(name, ACTIONS.iter().chain(DETAILS).copied());
                let hint =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                self.problem(
                    &format!("unknown key `{name}` in an event{hint}"),
                    key.span(),
                );
                continue;
            };
            let Some(text) = text(value.get_ref()) else {
                self.problem(&format!("`{name}` is a text"), value.span());
                continue;
            };
            if !ACTIONS.contains(known) {
                continue;
            }
            if action.is_some() {
                self.problem(
                    "an event says one thing that happens, this one says two",
                    key.span(),
                );
                continue;
            }
            place = key.span().start..value.span().end;
            action = Some((known, text));
        }
        let expect = match expect.as_deref() {
            None => None,
            Some("admitted") => Some(Expect::Admitted),
            Some("refused") => Some(Expect::Refused),
            Some(_) => {
                self.problem("`expect` is `admitted` or `refused`", place.clone());
                None
            }
        };
        let Some((name, text)) = action else {
            if self.problems.len() == before {
                self.problem(
                    &format!("an event needs one of: {}", ACTIONS.join(", ")),
                    place,
                );
            }
            return;
        };
        if self.problems.len() > before {
            return;
        }
        let write = |tool: WriteTool| Action::Write {
            tool,
            path: Some(text.clone()),
            old: old.clone(),
            new: new.clone(),
        };
        let action = match name {
            "prompt" => Action::Prompt(text),
            "skill" => Action::Skill(text),
            "agent_call" => Action::Agent(text),
            "write" => write(WriteTool::Write),
            "edit" => write(WriteTool::Edit),
            "multi_edit" => write(WriteTool::MultiEdit),
            "notebook_edit" => write(WriteTool::NotebookEdit),
            "bash" => Action::Bash(text),
            _ => Action::Status {
                case: text,
                status: value.filter(|value| !value.is_empty()),
            },
        };
        let mut event = Event::new(action);
        event.agent = agent;
        event.expect = expect;
        self.events.push((event, place));
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_in_order() {
        let scenario = Scenario::parse(
            "[[event]]\nskill = \"a\"\n[[event]]\nwrite = \"x\"\nexpect = \"refused\"\nagent = \"b\"\n[[event]]\nstatus = \"UC-1\"\nvalue = \"approved\"\n",
        );
        assert!(scenario.problems.is_empty(), "{:?}", scenario.problems);
        assert_eq!(scenario.events.len(), 3);
        let (event, span) = &scenario.events[1];
        assert_eq!(event.expect, Some(Expect::Refused));
        assert_eq!(event.agent.as_deref(), Some("b"));
        assert_eq!(span, &(32..43));
        assert_eq!(
            scenario.events[2].0.action,
            Action::Status {
                case: "UC-1".to_owned(),
                status: Some("approved".to_owned())
            }
        );
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for (text, message) in [
            (
                "[[event]]\nskil = \"a\"\n",
                "unknown key `skil` in an event; did you mean `skill`?",
            ),
            ("[[event]]\nskill = 1\n", "`skill` is a text"),
            (
                "[[event]]\nskill = \"a\"\nwrite = \"b\"\n",
                "an event says one thing that happens, this one says two",
            ),
            (
                "[[event]]\nexpect = \"refused\"\n",
                "an event needs one of: prompt, skill, agent_call, write, edit, multi_edit, notebook_edit, bash, status",
            ),
            (
                "[[event]]\nwrite = \"a\"\nexpect = \"no\"\n",
                "`expect` is `admitted` or `refused`",
            ),
            (
                "[[events]]\n",
                "unknown key `events`; a scenario has `[[event]]` tables",
            ),
        ] {
            let scenario = Scenario::parse(text);
            assert_eq!(
                scenario.problems.first().map(|it| it.message.as_str()),
                Some(message),
                "{text}"
            );
        }
        assert_eq!(Scenario::parse("[[event").problems.len(), 1);
    }
}
