//! What a transcript shows of a list of events: each call, who answers it, and the guard's words. Text and values;
//! how it looks on a page is not known here.

use std::collections::BTreeSet;
use std::fmt;

use super::data::Guard;
use super::event::{Action, Event, Expect, State};
use super::hooks::{Call, Hook, Hooks};
use super::path::{case_of, is_outside, normalise};
use super::verdict::{Judgement, PhaseChange, RefusalKind, Verdict, Why};

/// A scenario, played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transcript {
    /// One entry per event that is a call or a prompt, in order.
    pub entries: Vec<Entry>,
}

/// One call or prompt and all that is shown of it, in the order of GUARD.md § Which hooks answer: `before`, `call`,
/// `lines`, `words`, `after`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The state that decides and that the reader cannot see; without the `# ` it is shown with.
    pub before: Vec<String>,
    /// The call (`PreToolUse Write(docker-compose.yml)`), or the prompt (`UserPromptSubmit /jobs-architect`).
    pub call: String,
    /// The hooks that answer.
    pub lines: Vec<HookLine>,
    /// The guard's words, line by line; none unless it refused.
    pub words: Vec<String>,
    /// What became of the phase; without the `# ` it is shown with.
    pub after: Vec<String>,
    /// The guard's verdict.
    pub verdict: Verdict,
    /// Whether the verdict is the expected one, where one was expected.
    pub agrees: Option<bool>,
}

/// A hook that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookLine {
    /// When it answers: `UserPromptSubmit`, `PreToolUse` or `PostToolUse`.
    pub event: &'static str,
    /// What it is called: `guard write`.
    pub label: String,
    /// Its exit code, where it is known: the guard's is computed, a hook that never blocks has 0.
    pub exit: Option<u8>,
}

const PROMPT: &str = "UserPromptSubmit";
const BEFORE: &str = "PreToolUse";
const AFTER: &str = "PostToolUse";

impl Guard {
    /// Plays events one after the other, from `state` on.
    ///
    /// `never_blocks` names hooks, by their label or its first word, that the site vouches for never blocking. Where
    /// `hooks` register the guard for some calls, a call that they do not register it for is not judged.
    pub fn transcript(
        &self,
        hooks: &Hooks,
        never_blocks: &[String],
        state: State,
        events: &[Event],
    ) -> Transcript {
        let mut play = Play {
            guard: self,
            hooks,
            never_blocks,
            state,
            untold: BTreeSet::new(),
        };
        Transcript {
            entries: events.iter().filter_map(|event| play.next(event)).collect(),
        }
    }
}

struct Play<'a> {
    guard: &'a Guard,
    hooks: &'a Hooks,
    never_blocks: &'a [String],
    state: State,
    /// Cases whose status was set by an event that no line has told of yet.
    untold: BTreeSet<String>,
}

impl Play<'_> {
    fn next(&mut self, event: &Event) -> Option<Entry> {
        if let Action::Status { case, .. } = &event.action {
            self.untold.insert(case.clone());
            self.guard.judge(&mut self.state, event);
            return None;
        }
        let shown = Shown::of(&event.action, &self.state.root);
        let Judgement { verdict, phase } = if self.guard_answers(&shown) {
            self.guard.judge(&mut self.state, event)
        } else {
            Judgement {
                verdict: Verdict::NotJudged(Why::NotAsked),
                phase: PhaseChange::Unchanged,
            }
        };
        Some(Entry {
            before: self.before(event, &shown, &verdict),
            call: shown.line(),
            lines: self.lines(&shown, &verdict),
            words: verdict
                .refusal()
                .map(|refusal| refusal.words.lines().map(str::to_owned).collect())
                .unwrap_or_default(),
            after: self.after(&phase),
            agrees: event
                .expect
                .map(|expect| (expect == Expect::Refused) == verdict.is_refused()),
            event: event.clone(),
            verdict,
        })
    }

    fn guard_answers(&self, shown: &Shown) -> bool {
        if !self.hooks.has_guard() {
            return true;
        }
        if shown.is_prompt() {
            self.hooks.on_prompt().any(Hook::is_guard)
        } else {
            self.hooks.before(shown.as_call()).any(Hook::is_guard)
        }
    }

    fn lines(&self, shown: &Shown, verdict: &Verdict) -> Vec<HookLine> {
        let exit = Some(verdict.exit());
        let mut lines = Vec::new();
        let first = if shown.is_prompt() { PROMPT } else { BEFORE };
        if !self.hooks.has_guard() {
            lines.push(HookLine {
                event: first,
                label: "guard".to_owned(),
                exit,
            });
        }
        if shown.is_prompt() {
            let answers = self.hooks.on_prompt();
            lines.extend(answers.map(|hook| self.line(first, hook, exit)));
            return lines;
        }
        let call = shown.as_call();
        let before = self.hooks.before(call);
        lines.extend(before.map(|hook| self.line(first, hook, exit)));
        if !verdict.is_refused() {
            let after = self.hooks.after(call);
            lines.extend(after.map(|hook| self.line(AFTER, hook, None)));
        }
        lines
    }

    fn line(&self, event: &'static str, hook: &Hook, guard_exit: Option<u8>) -> HookLine {
        let exit = match guard_exit.filter(|_| hook.is_guard()) {
            Some(exit) => Some(exit),
            None => hook.is_named_in(self.never_blocks).then_some(0),
        };
        HookLine {
            event,
            label: hook.label.clone(),
            exit,
        }
    }

    /// The caller, where it is an agent; a case's status, where it decided or was set just before.
    fn before(&mut self, event: &Event, shown: &Shown, verdict: &Verdict) -> Vec<String> {
        let mut before = Vec::new();
        if let Some(agent) = event.agent.as_ref().filter(|_| !shown.is_prompt()) {
            before.push(format!("caller: agent {agent}"));
        }
        let (path, by_status) = match verdict {
            Verdict::Refused(refusal) => (&refusal.path, refusal.kind == RefusalKind::Frozen),
            Verdict::Admitted(admission) => (&admission.path, admission.exemption.is_some()),
            Verdict::NotJudged(_) => (&shown.path, false),
        };
        let case = self
            .guard
            .rules
            .use_cases_dir
            .as_deref()
            .and_then(|dir| Some(case_of(path.as_deref()?, dir)?.0));
        if let Some(case) = case {
            let was_untold = self.untold.remove(case);
            if by_status || was_untold {
                before.push(self.status_line(case));
            }
        }
        before
    }

    fn status_line(&self, case: &str) -> String {
        let spec = self.state.spec_name(case);
        match self.state.status(case) {
            Some(status) => format!("{spec}: status: {status}"),
            None => format!("{spec}: no status"),
        }
    }

    fn after(&self, phase: &PhaseChange) -> Vec<String> {
        let class_of = |skill: &str| match self.guard.skill_class(skill) {
            Some(class) => format!("{skill} (class {})", class.name),
            None => skill.to_owned(),
        };
        let did = match phase {
            PhaseChange::Unchanged => return Vec::new(),
            PhaseChange::Closed => return vec!["closed: no skill is open".to_owned()],
            PhaseChange::Opened(by) => format!("opened: {}", class_of(by)),
            PhaseChange::Joined(_) => format!("joined: {}", self.state.phase.join(" + ")),
            PhaseChange::Replaced { by, was } => {
                format!(
                    "replaced: {} takes over from {}",
                    class_of(by),
                    was.join(" + ")
                )
            }
        };
        let globs = self.guard.write_allow(&self.state).unwrap_or_default();
        let in_force = format!("write_allow: {}", self.guard.messages.list(&globs));
        vec![did, in_force]
    }
}

/// An event as a call.
struct Shown {
    tools: &'static [&'static str],
    writes: bool,
    path: Option<String>,
    argument: String,
}

impl Shown {
    fn of(action: &Action, root: &str) -> Shown {
        let (tools, path, argument): (&'static [&'static str], _, _) = match action {
            Action::Prompt(text) => (&[], None, text.clone()),
            Action::Skill(skill) => (&["Skill"], None, skill.clone()),
            Action::Agent(agent) => (&["Agent", "Task"], None, agent.clone()),
            Action::Bash(command) => (&["Bash"], None, command.clone()),
            Action::Write { tool, path, .. } => {
                let tools = tool.as_matched();
                match path.as_deref().filter(|path| !path.is_empty()) {
                    Some(path) => {
                        let normal = normalise(path, root);
                        let absolute_inside = path.starts_with('/') && !is_outside(&normal);
                        let argument = if absolute_inside { &normal } else { path };
                        (tools, Some(normal.clone()), argument.to_owned())
                    }
                    None => (tools, None, String::new()),
                }
            }
            Action::Status { case, .. } => (&[], None, case.clone()),
        };
        Shown {
            tools,
            writes: matches!(action, Action::Write { .. }),
            path,
            argument,
        }
    }

    fn is_prompt(&self) -> bool {
        self.tools.is_empty()
    }

    fn as_call(&self) -> Call<'_> {
        Call {
            tools: self.tools,
            writes: self.writes,
            path: self.path.as_deref(),
            argument: &self.argument,
        }
    }

    fn line(&self) -> String {
        match self.tools.first() {
            Some(tool) => format!("{BEFORE} {tool}({})", self.argument),
            None => format!("{PROMPT} {}", self.argument),
        }
    }
}

impl fmt::Display for HookLine {
    /// One line; what answers before the call stands without its event, which the call's line has named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.event == AFTER {
            write!(f, "{AFTER} ")?;
        } else {
            f.write_str("  ")?;
        }
        f.write_str(&self.label)?;
        match self.exit {
            Some(exit) => write!(f, "  exit {exit}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Entry {
    /// Lines, without a line end behind the last one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.before {
            writeln!(f, "# {line}")?;
        }
        f.write_str(&self.call)?;
        for line in &self.lines {
            write!(f, "\n{line}")?;
        }
        for line in &self.words {
            write!(f, "\n{line}")?;
        }
        for line in &self.after {
            write!(f, "\n# {line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Transcript {
    /// Plain text to copy: an empty line between entries, a line end behind the last one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, entry) in self.entries.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{entry}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
