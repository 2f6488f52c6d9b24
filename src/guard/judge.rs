//! The verdict on one event, and what the event does to the phase. Knows the order of the rules; each rule is in a
//! file of its own.

use super::class::Class;
use super::data::Guard;
use super::event::{Action, Event, State};
use super::frozen::{self, Frozen};
use super::path::{is_outside, normalise};
use super::verdict::{
    Admission, Basis, Judgement, PhaseChange, Refusal, RefusalKind, Verdict, Why,
};
use super::{push, targets};

impl Guard {
    /// Opens a skill as an admitted `Skill` call of the main thread would: it joins the phase of its own class,
    /// else it takes the phase over. A skill without a class changes nothing.
    pub fn open(&self, state: &mut State, skill: &str) {
        if let Some(class) = self.skill_class(skill) {
            self.enter(state, skill, class);
        }
    }

    /// Judges one event (GUARD.md § The phase, § A write, § A shell command) and moves `state` on: the phase as a
    /// call or a prompt does, a case's status as a `status` event says. Nothing else changes it; an edit of a spec
    /// that is let through is not carried out.
    pub fn judge(&self, state: &mut State, event: &Event) -> Judgement {
        let agent = event.agent.as_deref();
        let (verdict, phase) = match &event.action {
            Action::Prompt(text) => (
                Verdict::NotJudged(Why::Prompt),
                self.take_prompt(state, text),
            ),
            Action::Skill(skill) => self.judge_call(state, skill, agent),
            Action::Agent(_) => (Verdict::NotJudged(Why::AgentCall), PhaseChange::Unchanged),
            Action::Write { path, .. } => (
                self.judge_write(state, path.as_deref(), &event.action, agent),
                PhaseChange::Unchanged,
            ),
            Action::Bash(command) => (
                self.judge_command(state, command, &event.action, agent),
                PhaseChange::Unchanged,
            ),
            Action::Status { case, status } => {
                state.cases.insert(case.clone(), status.clone());
                (
                    Verdict::NotJudged(Why::StatusChange),
                    PhaseChange::Unchanged,
                )
            }
        };
        Judgement { verdict, phase }
    }

    fn take_prompt(&self, state: &mut State, text: &str) -> PhaseChange {
        let was_open = !state.phase.is_empty();
        state.phase.clear();
        let called = text
            .strip_prefix('/')
            .and_then(|rest| rest.split(char::is_whitespace).next())
            .filter(|skill| self.skill_class(skill).is_some());
        match called {
            Some(skill) => {
                state.phase.push(skill.to_owned());
                PhaseChange::Opened(skill.to_owned())
            }
            None if was_open => PhaseChange::Closed,
            None => PhaseChange::Unchanged,
        }
    }

    fn judge_call(
        &self,
        state: &mut State,
        skill: &str,
        agent: Option<&str>,
    ) -> (Verdict, PhaseChange) {
        if let Some(agent) = agent.filter(|agent| self.agent_class(agent).is_some()) {
            let agent = agent.to_owned();
            return (
                Verdict::NotJudged(Why::CalledByAgent { agent }),
                PhaseChange::Unchanged,
            );
        }
        let Some(class) = self.skill_class(skill) else {
            let skill = skill.to_owned();
            return (
                Verdict::NotJudged(Why::NoClass { skill }),
                PhaseChange::Unchanged,
            );
        };
        if let Some(refusal) = self.blocked(state, skill, class) {
            return (Verdict::Refused(refusal), PhaseChange::Unchanged);
        }
        let admission = Admission {
            path: None,
            glob: None,
            exemption: None,
            basis: Basis::Call,
        };
        (
            Verdict::Admitted(admission),
            self.enter(state, skill, class),
        )
    }

    fn blocked(&self, state: &State, skill: &str, class: &Class) -> Option<Refusal> {
        let opener = state.phase.first()?;
        let opener_class = self.skill_class(opener)?;
        if !(class.blocked_during_design && opener_class.design_phase) {
            return None;
        }
        let words = self
            .messages
            .blocked(skill, &class.name, opener, &opener_class.name);
        Some(Refusal {
            skills: state.phase.clone(),
            class: Some(class.name.clone()),
            callee: Some(skill.to_owned()),
            ..Refusal::new(RefusalKind::BlockedCall, words)
        })
    }

    fn enter(&self, state: &mut State, skill: &str, class: &Class) -> PhaseChange {
        let opener_class = state
            .phase
            .first()
            .and_then(|opener| self.skill_class(opener));
        if opener_class.is_some_and(|opener_class| opener_class.name == class.name) {
            if state.phase.iter().any(|open| open == skill) {
                return PhaseChange::Unchanged;
            }
            state.phase.push(skill.to_owned());
            return PhaseChange::Joined(skill.to_owned());
        }
        let was = std::mem::replace(&mut state.phase, vec![skill.to_owned()]);
        if was.is_empty() {
            PhaseChange::Opened(skill.to_owned())
        } else {
            PhaseChange::Replaced {
                by: skill.to_owned(),
                was,
            }
        }
    }

    fn judge_write(
        &self,
        state: &State,
        path: Option<&str>,
        action: &Action,
        agent: Option<&str>,
    ) -> Verdict {
        match path {
            None | Some("") => Verdict::NotJudged(Why::NoPath),
            Some(path) => self.judge_path(state, &normalise(path, &state.root), action, agent),
        }
    }

    fn judge_command(
        &self,
        state: &State,
        command: &str,
        action: &Action,
        agent: Option<&str>,
    ) -> Verdict {
        if let Some(rule) = &self.rules.force_push
            && let Some(argument) = push::forced(rule, command)
        {
            let words = self.messages.forced(&argument);
            return Verdict::Refused(Refusal {
                argument: Some(argument),
                ..Refusal::new(RefusalKind::ForcePush, words)
            });
        }
        let mut first = None;
        for target in targets::of_command(&self.rules.bash, command) {
            let path = normalise(&target, &state.root);
            if target.is_empty() || is_outside(&path) {
                continue;
            }
            let verdict = self.judge_path(state, &path, action, agent);
            if verdict.is_refused() {
                return verdict;
            }
            first.get_or_insert(verdict);
        }
        first.unwrap_or(Verdict::NotJudged(Why::NothingWritten))
    }

    fn judge_path(
        &self,
        state: &State,
        path: &str,
        action: &Action,
        agent: Option<&str>,
    ) -> Verdict {
        let territory = self.territory_of(state, agent);
        let glob = territory
            .globs()
            .and_then(|globs| globs.iter().find(|glob| glob.matches(path)));
        if glob.is_none()
            && let Some(refusal) = self.outside(&territory, path)
        {
            return Verdict::Refused(refusal);
        }
        let exemption = match frozen::look(&self.rules, state, path, action) {
            Frozen::Yes { folder, status } => {
                return Verdict::Refused(self.immutable(path, folder, status));
            }
            Frozen::Exempt(exemption) => Some(exemption),
            Frozen::No => None,
        };
        Verdict::Admitted(Admission {
            path: Some(path.to_owned()),
            glob: glob.map(|glob| (*glob).clone()),
            exemption,
            basis: territory.basis(),
        })
    }

    fn immutable(&self, path: &str, folder: &str, status: &str) -> Refusal {
        let exempt = &self.rules.frozen_exempt_basenames;
        let words = self.messages.immutable(folder, status, exempt, path);
        Refusal {
            path: Some(path.to_owned()),
            folder: Some(folder.to_owned()),
            status: Some(status.to_owned()),
            ..Refusal::new(RefusalKind::Frozen, words)
        }
    }
}

#[cfg(test)]
mod tests;
