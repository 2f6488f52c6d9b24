//! `skillbook guard`: the guard's answer to one call, or to a scenario. A guard itself: 0 admitted,
//! 2 refused, 64 wrong usage.

use super::{ERRORS, FINE, GUARD_USAGE, complain, root, say};
use crate::book::{Book, GuardEntry, Scenario};
use crate::diagnostics::nearest;
use crate::guard::{Action, Event, State, Verdict, WriteTool};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Refused.
const REFUSED: u8 = 2;

/// Ask the guard about a call, as if SKILL were open.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook guard jobs-architect Write docker-compose.yml
  skillbook guard jobs-architect Edit docs/use-cases/UC-001-x/UC-001-spec.md \\
      --old 'status: approved' --new 'status: implemented'
  skillbook guard jobs-architect Bash 'git push --force'
  skillbook guard new-feature Skill docker-architect
  skillbook guard new-feature Write src/Main.java --agent java-spring-boot-developer
  skillbook guard --scenario scenarios/jobs-architect.toml

The guard's words go to standard error. Exits with 0 when the call is admitted, with 2 when it is
refused, with 64 when the command is called wrongly or names what neither a class nor a file knows.
A scenario exits with 2 when any of its calls is refused, and with 1 when a verdict is not the one it
expects.")]
pub(super) struct Guard {
    /// The skill that is open
    #[arg(required_unless_present = "scenario")]
    skill: Option<String>,
    /// The tool that is called
    #[arg(value_enum, ignore_case = true, required_unless_present = "scenario")]
    tool: Option<Tool>,
    /// The path, the command, or the skill that is called
    #[arg(required_unless_present = "scenario", allow_hyphen_values = true)]
    argument: Option<String>,
    /// The text that an Edit replaces
    #[arg(
        long,
        requires = "new",
        value_name = "TEXT",
        allow_hyphen_values = true
    )]
    old: Option<String>,
    /// The text it puts there
    #[arg(
        long,
        requires = "old",
        value_name = "TEXT",
        allow_hyphen_values = true
    )]
    new: Option<String>,
    /// The agent that calls
    #[arg(long)]
    agent: Option<String>,
    /// A skill that is open besides; may be given several times
    #[arg(long, value_name = "SKILL")]
    open: Vec<String>,
    /// Play the events of a file, and print the transcript
    #[arg(long, value_name = "FILE", conflicts_with_all = ["skill", "old", "agent", "open"])]
    scenario: Option<PathBuf>,
    /// The site's folder, or any repository
    #[arg(long)]
    root: Option<PathBuf>,
}

/// The tools a guard is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "PascalCase")]
enum Tool {
    /// Call another skill
    Skill,
    /// Write a file
    Write,
    /// Change a file
    Edit,
    /// Run a command
    Bash,
}

/// Why the guard was called wrongly.
struct Usage(String);

impl Guard {
    pub(super) fn run(self) -> u8 {
        let root = root::root(self.root.as_deref());
        if let Some(problem) = root::problem(&root) {
            complain(&problem);
            return GUARD_USAGE;
        }
        let book = Book::read(&root, None);
        let outcome = match &self.scenario {
            Some(file) => scenario(&book, file),
            None => self.call(&book),
        };
        outcome.unwrap_or_else(|Usage(why)| {
            complain(&format!("error: {why}\n"));
            GUARD_USAGE
        })
    }

    fn call(&self, book: &Book) -> Result<u8, Usage> {
        let (Some(skill), Some(tool), Some(argument)) = (&self.skill, self.tool, &self.argument)
        else {
            return Err(Usage(
                "a skill, a tool and an argument are needed".to_owned(),
            ));
        };
        let skill = skill.trim_start_matches('/');
        known_skill(book, skill)?;
        for open in &self.open {
            known_skill(book, open)?;
        }
        let callee = argument.trim_start_matches('/');
        if tool == Tool::Skill {
            known_skill(book, callee)?;
        }
        if self.old.is_some() && tool != Tool::Edit {
            return Err(Usage("--old and --new belong to Edit".to_owned()));
        }
        let Some(entry) = &book.guard else {
            say("no class: not judged\n");
            return Ok(FINE);
        };
        if let Some(agent) = &self.agent {
            known_agent(entry, agent)?;
        }
        let is_classed = entry.guard.skill_class(skill).is_some();
        if !is_classed && self.agent.is_none() {
            say("no class: not judged\n");
            return Ok(FINE);
        }
        let mut state = self.state(book, entry, skill)?;
        let action = match tool {
            Tool::Skill => Action::Skill(callee.to_owned()),
            Tool::Bash => Action::Bash(argument.clone()),
            Tool::Write | Tool::Edit => Action::Write {
                tool: if tool == Tool::Write {
                    WriteTool::Write
                } else {
                    WriteTool::Edit
                },
                path: Some(argument.clone()),
                old: self.old.clone(),
                new: self.new.clone(),
            },
        };
        let mut event = Event::new(action);
        event.agent.clone_from(&self.agent);
        let verdict = entry.guard.judge(&mut state, &event).verdict;
        if let Verdict::Refused(refusal) = &verdict {
            complain(&format!("{}\n", refusal.words));
            return Ok(REFUSED);
        }
        Ok(FINE)
    }

    /// The cases as on disk, the skill open, the others joined as the guard would join them.
    fn state(&self, book: &Book, entry: &GuardEntry, skill: &str) -> Result<State, Usage> {
        let mut state = entry.state.clone();
        if let Some(source) = book.sources.get(entry.source)
            && let Some(root) = source.root.to_str()
        {
            root.clone_into(&mut state.root);
        }
        entry.guard.open(&mut state, skill);
        for open in &self.open {
            let event = Event::new(Action::Skill(open.clone()));
            let judged = entry.guard.judge(&mut state, &event);
            if let Verdict::Refused(refusal) = judged.verdict {
                return Err(Usage(format!(
                    "`{open}` cannot be open beside `{skill}`:\n{}",
                    refusal.words
                )));
            }
        }
        Ok(state)
    }
}

/// A skill that a class lists or a file defines.
fn known_skill(book: &Book, name: &str) -> Result<(), Usage> {
    let classed = book
        .guard
        .as_ref()
        .is_some_and(|entry| entry.guard.skill_class(name).is_some());
    if classed || book.skill_index(name).is_some() {
        return Ok(());
    }
    let files = book.skills.iter().map(|entry| entry.skill.name.as_str());
    let classes = book
        .guard
        .iter()
        .flat_map(|entry| &entry.guard.skill_classes);
    let members = classes.flat_map(|class| class.members.iter().map(String::as_str));
    let near = nearest(name, files.chain(members));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(Usage(format!(
        "neither a class nor a file knows a skill `{name}`{hint}"
    )))
}

/// An agent that a class lists or a file defines.
fn known_agent(entry: &GuardEntry, name: &str) -> Result<(), Usage> {
    if entry.guard.agent_class(name).is_some() {
        return Ok(());
    }
    let members = entry
        .guard
        .agent_classes
        .iter()
        .flat_map(|class| &class.members);
    let near = nearest(name, members.map(String::as_str));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(Usage(format!("no class knows an agent `{name}`{hint}")))
}

/// Plays a scenario: the transcript on standard output, disagreements on standard error.
fn scenario(book: &Book, file: &std::path::Path) -> Result<u8, Usage> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Usage(format!("`{}`: {error}", file.display())))?;
    let scenario = Scenario::parse(&text);
    if let Some(problem) = scenario.problems.first() {
        let line = text
            .get(..problem.span.start)
            .unwrap_or_default()
            .matches('\n')
            .count()
            + 1;
        return Err(Usage(format!(
            "{}:{line}: {}",
            file.display(),
            problem.message
        )));
    }
    let Some(entry) = &book.guard else {
        say("no class: not judged\n");
        return Ok(FINE);
    };
    let events: Vec<Event> = scenario
        .events
        .iter()
        .map(|(event, _)| event.clone())
        .collect();
    let played = entry.guard.transcript(
        &entry.hooks,
        &entry.never_blocks,
        entry.state.clone(),
        &events,
    );
    say(&format!("{}\n", played.to_string().trim_end()));
    let wrong = crate::book::scenario_verdicts(entry, &scenario);
    for (message, span) in &wrong {
        let line = text
            .get(..span.start)
            .unwrap_or_default()
            .matches('\n')
            .count()
            + 1;
        complain(&format!("{}:{line}: {message}\n", file.display()));
    }
    for words in played
        .entries
        .iter()
        .filter(|it| !it.words.is_empty())
        .map(|it| it.words.join("\n"))
    {
        complain(&format!("{words}\n"));
    }
    let refused = played.entries.iter().any(|it| it.verdict.is_refused());
    Ok(match (wrong.is_empty(), refused) {
        (false, _) => ERRORS,
        (true, true) => REFUSED,
        (true, false) => FINE,
    })
}
