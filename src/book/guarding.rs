//! What the guard does with each skill and class, gathered for the pages: cases and their
//! statuses, scenarios given and derived, transcripts, and each verdict with its reason in words.

use super::Book;
use crate::address::Url;
use crate::guard::{
    Action, Admission, Basis, BrowserGuard, Caller, Class, ClassKind, Derived, DerivedReason,
    Event, Exemption, Glob, Guard, Hooks, PartialShape, Refusal, RefusalKind, State, Transcript,
    Verdict,
};
use crate::skill::PathPattern;

/// The root that paths on pages resolve against. Fixed, because a page must not depend on where
/// the repository lies on the machine that builds it.
pub const ROOT: &str = "/repository";

/// The guard of a site.
#[derive(Debug)]
pub struct GuardEntry {
    /// Its classes, rules and words.
    pub guard: Guard,
    /// Which hooks answer which call.
    pub hooks: Hooks,
    /// The cases as they are on disk, no phase open.
    pub state: State,
    /// Hooks that are shown with `exit 0`.
    pub never_blocks: Vec<String>,
    /// Index of the source its data is from, and the data's path there.
    pub source: usize,
    /// See `source`.
    pub path: crate::workspace::RepoPath,
}

/// What the guard does with one skill.
#[derive(Debug)]
pub struct GuardPart {
    /// The skill's class, as an index into [`Book::classes`].
    pub class: usize,
    /// Its territory.
    pub globs: Vec<Glob>,
    /// Whether the scenario is the author's.
    pub given: bool,
    /// The scenario, played.
    pub transcript: Transcript,
    /// The same as a list: each path with the verdict's reason.
    pub rows: Vec<VerdictRow>,
    /// What the page's path field works with.
    pub browser: BrowserGuard,
}

/// One verdict in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictRow {
    /// The path, command or callee.
    pub subject: String,
    /// 0 or 2.
    pub exit: u8,
    /// The glob that admitted it.
    pub glob: Option<Glob>,
    /// Why, in words.
    pub why: String,
}

/// A class with its page.
#[derive(Debug)]
pub struct ClassEntry {
    /// Whether its members are skills or agents.
    pub kind: ClassKind,
    /// Its name.
    pub name: String,
    /// Its page.
    pub url: Url,
    /// Number of the accent it is shown in, from 1 to 8.
    pub accent: usize,
    /// Who is in it: name, and the skill if there is one.
    pub members: Vec<(String, Option<usize>)>,
    /// Its territories: the class's, and those of members that replace it.
    pub territories: Vec<Territory>,
    /// Whether an open phase of it blocks calls of build skills.
    pub design_phase: bool,
    /// Whether a design phase blocks it.
    pub blocked_during_design: bool,
    /// Whether runs of it are audited.
    pub audited: bool,
    /// What it may and may not reach: a path of each other class, judged.
    pub rows: Vec<VerdictRow>,
}

/// A list of globs and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Territory {
    /// The member that replaces the class's list; `None` for the class itself.
    pub member: Option<String>,
    /// The list.
    pub globs: Vec<Glob>,
}

impl GuardEntry {
    /// Everything a page says of one skill; `None` if no class lists it.
    pub(super) fn part(
        &self,
        book: &Book,
        skill: &str,
        partial: Option<&PathPattern>,
        given: Option<Vec<Event>>,
    ) -> Option<GuardPart> {
        let class = self.guard.skill_class(skill)?;
        let index = book
            .classes
            .iter()
            .position(|entry| entry.kind == ClassKind::Skill && entry.name == class.name)?;
        let is_given = given.is_some();
        let shape = partial.and_then(shape);
        let derived: Vec<Derived> = match given {
            Some(_) => Vec::new(),
            None => self
                .guard
                .derive_scenario(skill, shape.as_ref(), &self.state),
        };
        let events: Vec<Event> =
            given.unwrap_or_else(|| derived.iter().map(|it| it.event.clone()).collect());
        let transcript =
            self.guard
                .transcript(&self.hooks, &self.never_blocks, self.state.clone(), &events);
        let rows = transcript
            .entries
            .iter()
            .filter_map(|entry| {
                let reason = derived
                    .iter()
                    .find(|it| it.event == entry.event)
                    .map(|it| &it.reason);
                self.row(&entry.event, &entry.verdict, reason)
            })
            .collect();
        Some(GuardPart {
            class: index,
            globs: class.territory(skill).to_vec(),
            given: is_given,
            transcript,
            rows,
            browser: self
                .guard
                .browser(&self.state, &[Caller::Skill(skill.to_owned())]),
        })
    }

    /// A verdict on a write or command, with its reason. Calls that open the phase are no row.
    fn row(
        &self,
        event: &Event,
        verdict: &Verdict,
        reason: Option<&DerivedReason>,
    ) -> Option<VerdictRow> {
        let subject = match &event.action {
            Action::Write { path, .. } => path.clone()?,
            Action::Bash(command) => command.clone(),
            Action::Skill(callee) if verdict.is_refused() => callee.clone(),
            _ => return None,
        };
        let (glob, why) = match verdict {
            Verdict::Admitted(admission) => (admission.glob.clone(), admitted(admission, reason)),
            Verdict::Refused(refusal) => (None, self.refused(refusal, reason)),
            Verdict::NotJudged(_) => (None, "not judged".to_owned()),
        };
        Some(VerdictRow {
            subject,
            exit: verdict.exit(),
            glob,
            why,
        })
    }

    fn refused(&self, refusal: &Refusal, reason: Option<&DerivedReason>) -> String {
        match refusal.kind {
            RefusalKind::TerritorySkill | RefusalKind::TerritoryAgent => {
                let owner = match reason {
                    Some(DerivedReason::OtherClass { class, member, .. }) => {
                        Some(format!("belongs to {member} (class {class})"))
                    }
                    Some(DerivedReason::OtherAgent { class, agent, .. }) => {
                        Some(format!("belongs to the agent {agent} (class {class})"))
                    }
                    _ => refusal
                        .path
                        .as_deref()
                        .and_then(|path| self.owner(path, refusal.class.as_deref())),
                };
                match owner {
                    Some(owner) => owner,
                    None => format!(
                        "outside the territory of class {}",
                        refusal.class.as_deref().unwrap_or_default()
                    ),
                }
            }
            RefusalKind::Frozen => format!(
                "{} is {}: its folder is frozen",
                refusal.folder.as_deref().unwrap_or_default(),
                refusal.status.as_deref().unwrap_or_default()
            ),
            RefusalKind::BlockedCall => format!(
                "class {} is out of reach while a design phase is open",
                refusal.class.as_deref().unwrap_or_default()
            ),
            RefusalKind::ForcePush => "would rewrite published history".to_owned(),
        }
    }

    /// Whose a path is: the first class with a member whose list names it. A list that admits
    /// everything says nothing of whose a path is.
    fn owner(&self, path: &str, not: Option<&str>) -> Option<String> {
        let covers = |class: &Class, member: &str| {
            class.territory(member).iter().any(|glob| {
                glob.as_str().chars().any(|c| c != '*' && c != '/') && glob.matches(path)
            })
        };
        let skills = self
            .guard
            .skill_classes
            .iter()
            .filter(|class| Some(class.name.as_str()) != not);
        for class in skills {
            if let Some(member) = class.members.iter().find(|member| covers(class, member)) {
                return Some(format!("belongs to {member} (class {})", class.name));
            }
        }
        for class in &self.guard.agent_classes {
            if let Some(member) = class.members.iter().find(|member| covers(class, member)) {
                return Some(format!(
                    "belongs to the agent {member} (class {})",
                    class.name
                ));
            }
        }
        None
    }

    /// A path of each other class, judged for a class: what it may and may not reach.
    pub(super) fn reach(&self, class: &Class) -> Vec<VerdictRow> {
        let Some(member) = class
            .members
            .iter()
            .find(|member| !class.overrides.contains_key(*member))
            .or_else(|| class.members.first())
        else {
            return Vec::new();
        };
        let mut rows: Vec<VerdictRow> = Vec::new();
        let others = self
            .guard
            .skill_classes
            .iter()
            .chain(&self.guard.agent_classes)
            .filter(|other| other.kind != class.kind || other.name != class.name);
        for other in others {
            let Some((owner, glob)) = typical(other) else {
                continue;
            };
            let path = glob.example();
            if path.is_empty() || rows.iter().any(|row| row.subject == path) {
                continue;
            }
            let event = Event::new(Action::write(path));
            let (mut state, event) = (self.state.clone(), event);
            let event = match class.kind {
                ClassKind::Skill => {
                    self.guard.open(&mut state, member);
                    event
                }
                ClassKind::Agent => event.by(member.clone()),
            };
            let verdict = self.guard.judge(&mut state, &event).verdict;
            let reason = match other.kind {
                ClassKind::Skill => DerivedReason::OtherClass {
                    class: other.name.clone(),
                    member: owner.to_owned(),
                    glob: glob.clone(),
                },
                ClassKind::Agent => DerivedReason::OtherAgent {
                    class: other.name.clone(),
                    agent: owner.to_owned(),
                    glob: glob.clone(),
                },
            };
            rows.extend(self.row(&event, &verdict, Some(&reason)));
        }
        rows.sort_by_key(|row| row.exit);
        rows
    }

    /// One caller per territory: a class's first member that has its list, and each member that
    /// replaces it. For the front page's path field.
    pub fn callers(&self) -> Vec<Caller> {
        let mut callers = Vec::new();
        for class in self
            .guard
            .skill_classes
            .iter()
            .chain(&self.guard.agent_classes)
        {
            let mut lists: Vec<&[Glob]> = Vec::new();
            for member in &class.members {
                let list = class.territory(member);
                if lists.contains(&list) {
                    continue;
                }
                lists.push(list);
                callers.push(match class.kind {
                    ClassKind::Skill => Caller::Skill(member.clone()),
                    ClassKind::Agent => Caller::Agent(member.clone()),
                });
            }
        }
        callers
    }
}

/// The glob that says most of a class, and the member it is of.
fn typical(class: &Class) -> Option<(&str, &Glob)> {
    let lists = class
        .members
        .iter()
        .map(|member| (member.as_str(), class.territory(member)));
    let globs: Vec<(&str, &Glob)> = lists
        .flat_map(|(member, list)| list.iter().map(move |glob| (member, glob)))
        .collect();
    let says = |glob: &Glob| glob.as_str().chars().any(|c| c != '*' && c != '/');
    globs.iter().find(|(_, glob)| says(glob)).copied()
}

fn admitted(admission: &Admission, reason: Option<&DerivedReason>) -> String {
    match (&admission.exemption, reason) {
        (Some(Exemption::Basename), _) => "stays writable in a frozen folder".to_owned(),
        (Some(Exemption::StatusClose { from, to }), _) => {
            format!("closes the spec from {from} to {to}")
        }
        (Some(Exemption::ChecklistToggle), _) => "ticks the spec’s checklist".to_owned(),
        (None, Some(DerivedReason::OwnPartial { exists: true, .. })) => {
            "its own partial, in a case that is open".to_owned()
        }
        (None, Some(DerivedReason::OwnPartial { exists: false, .. })) => {
            "its own partial, in the next case".to_owned()
        }
        (None, _) => match &admission.basis {
            Basis::Phase { class, .. } | Basis::Agent { class, .. } => {
                format!("inside the territory of class {class}")
            }
            Basis::NoPhase | Basis::UnclassedOpener { .. } | Basis::Call => {
                "nothing restricts it".to_owned()
            }
        },
    }
}

/// `docs/use-cases/UC-NNN-<slug>/35-jobs.md` as folder and file, if the folder is a case's.
fn shape(partial: &PathPattern) -> Option<PartialShape> {
    if !partial.has_placeholder() {
        return None;
    }
    let (dir, case) = partial.folder().rsplit_once('/')?;
    PathPattern::new(case)?
        .has_placeholder()
        .then(|| PartialShape {
            dir: dir.to_owned(),
            file: partial.file_name().to_owned(),
        })
}
