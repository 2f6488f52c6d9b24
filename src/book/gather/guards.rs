//! The guard's data, the classes in it, and what it does with each skill.

use super::Gatherer;
use crate::book::guarding::{ClassEntry, GuardEntry, ROOT, Territory};
use crate::book::scenario::Scenario;
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::guard::{ClassKind, Event, Guard, Hooks, Messages, State};
use crate::workspace::RepoPath;
use std::sync::Arc;

pub(super) const CLASSES: &str = ".claude/schemas/extensions.json";
pub(super) const SETTINGS: &str = ".claude/settings.json";

impl Gatherer<'_> {
    /// The guard's data, of the first source that has it.
    pub(super) fn guard(&mut self) {
        let config = self.book.config.guard.clone();
        let classes = config.classes.as_deref().unwrap_or(CLASSES);
        let Some(path) = RepoPath::new(classes) else {
            return;
        };
        let found = (0..self.book.sources.len()).find(|index| self.book.sources[*index].has(&path));
        let Some(source) = found else {
            if config.classes.is_some() {
                let place = self.book.config.place("guard.classes");
                self.problem(
                    Diagnostic::new(
                        Code::ConfigTarget,
                        format!("no source has a file `{classes}`"),
                    )
                    .at(place),
                );
            }
            return;
        };
        let Some(text) = self.text(source, &path) else {
            return;
        };
        let display = self.book.sources[source].display(&path);
        let mut guard = match Guard::parse(&text.text) {
            Ok(guard) => guard,
            Err(error) => {
                let place = json_place(&display, &text.text, error.line, error.column);
                self.problem(Diagnostic::new(Code::GuardData, error.message).at(place));
                return;
            }
        };
        match config.messages.clone().try_into::<Messages>() {
            Ok(messages) => guard.messages = messages,
            Err(error) => {
                let place = self.book.config.place("guard.messages");
                let message = error
                    .message()
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                self.problem(Diagnostic::new(Code::Config, message).at(place));
            }
        }
        let hooks = self.hooks(source, config.settings.as_deref());
        self.book.guard = Some(GuardEntry {
            guard,
            hooks,
            state: State::new(ROOT),
            never_blocks: config.never_blocks,
            source,
            path,
        });
    }

    pub(super) fn hooks(&mut self, source: usize, settings: Option<&str>) -> Hooks {
        let Some(path) = RepoPath::new(settings.unwrap_or(SETTINGS)) else {
            return Hooks::empty();
        };
        let candidates = std::iter::once(source).chain(0..self.book.sources.len());
        let found = candidates
            .into_iter()
            .find(|index| self.book.sources[*index].has(&path));
        let Some(source) = found else {
            if let Some(settings) = settings {
                let place = self.book.config.place("guard.settings");
                self.problem(
                    Diagnostic::new(
                        Code::ConfigTarget,
                        format!("no source has a file `{settings}`"),
                    )
                    .at(place),
                );
            }
            return Hooks::empty();
        };
        let Some(text) = self.text(source, &path) else {
            return Hooks::empty();
        };
        match Hooks::parse(&text.text) {
            Ok(hooks) => hooks,
            Err(error) => {
                let display = self.book.sources[source].display(&path);
                let place = json_place(&display, &text.text, error.line, error.column);
                self.problem(Diagnostic::new(Code::GuardData, error.message).at(place));
                Hooks::empty()
            }
        }
    }

    pub(super) fn classes(&mut self) {
        let Some(entry) = self.book.guard.take() else {
            return;
        };
        let classes = entry
            .guard
            .skill_classes
            .iter()
            .chain(&entry.guard.agent_classes);
        for (number, class) in classes.enumerate() {
            let url = match class.kind {
                ClassKind::Skill => self.addresses.skill_class(&class.name),
                ClassKind::Agent => self.addresses.agent_class(&class.name),
            };
            let own = Territory {
                member: None,
                globs: class.write_allow.clone(),
            };
            let overrides = class.overrides.iter().map(|(member, globs)| Territory {
                member: Some(member.clone()),
                globs: globs.clone(),
            });
            let is_skill = class.kind == ClassKind::Skill;
            self.book.classes.push(ClassEntry {
                kind: class.kind,
                name: class.name.clone(),
                url,
                accent: number % 8 + 1,
                members: class
                    .members
                    .iter()
                    .map(|member| {
                        (
                            member.clone(),
                            self.book.skill_index(member).filter(|_| is_skill),
                        )
                    })
                    .collect(),
                territories: std::iter::once(own).chain(overrides).collect(),
                design_phase: class.design_phase,
                blocked_during_design: class.blocked_during_design,
                audited: class.audited,
                rows: entry.reach(class),
            });
        }
        self.book.guard = Some(entry);
    }

    pub(super) fn verdicts(&mut self) {
        for index in 0..self.book.skills.len() {
            let name = self.book.skills[index].skill.name.clone();
            let events = self.scenario(&name);
            let Some(guard) = &self.book.guard else {
                continue;
            };
            let partial = self.book.skills[index].skill.partial();
            let part = guard.part(&self.book, &name, partial, events);
            self.book.skills[index].guard = part;
        }
    }

    /// The author's scenario of a skill. What it expects is compared here, where the file is
    /// known.
    pub(super) fn scenario(&mut self, name: &str) -> Option<Vec<Event>> {
        let wanted = self.book.config.skill.get(name)?.scenario.clone()?;
        let (path, text) = self.author_file(&wanted, &format!("skill.{name}.scenario"), true)?;
        let scenario = Scenario::parse(&text.text);
        for problem in &scenario.problems {
            let place = Place::new(path.as_str(), text.text.clone(), problem.span.clone());
            self.problem(Diagnostic::new(Code::Scenario, problem.message.clone()).at(place));
        }
        let guard = self.book.guard.as_ref()?;
        for problem in crate::book::scenario_verdicts(guard, &scenario) {
            let (message, span) = problem;
            let place = Place::new(path.as_str(), text.text.clone(), span);
            self.problem(Diagnostic::new(Code::ScenarioVerdict, message).at(place));
        }
        Some(
            scenario
                .events
                .into_iter()
                .map(|(event, _)| event)
                .collect(),
        )
    }
}

/// The place of a line and column, both from 1, in a JSON file.
pub(super) fn json_place(file: &str, text: &Arc<str>, line: usize, column: usize) -> Place {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.lines().next().map_or(0, str::len);
    let at = start + column.saturating_sub(1).min(length);
    Place::new(file, text.clone(), at..(at + 1).min(text.len()).max(at))
}
