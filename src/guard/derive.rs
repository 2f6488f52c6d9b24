//! The scenario of a skill whose author wrote none (DESIGN.md § Inputs, Scenario): its call, and a handful of writes
//! that show where its territory ends. Pure: what is on disk comes in a [`State`].

use std::collections::BTreeSet;

use super::class::{Class, ClassKind};
use super::data::Guard;
use super::event::{Action, Event, State};
use super::glob::Glob;
use super::path::folder;
use super::verdict::{RefusalKind, Verdict};

/// Where a skill's partial lies: `<dir>/<case>/<file>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialShape {
    /// The folder of the case folders, relative to the repository root: `docs/use-cases`.
    pub dir: String,
    /// The path below the case folder: `35-jobs.md`.
    pub file: String,
}

impl PartialShape {
    /// The partial's path in a case.
    pub fn in_case(&self, case: &str) -> String {
        match folder(&self.dir) {
            "" => format!("{case}/{}", self.file),
            dir => format!("{dir}/{case}/{}", self.file),
        }
    }
}

/// One event of a derived scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The event. It expects nothing: the verdict is computed and there is nobody to disagree.
    pub event: Event,
    /// Why it is there.
    pub reason: DerivedReason,
}

/// Why a derived scenario has an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DerivedReason {
    /// The skill is called.
    Call,
    /// It writes its own partial in a case that is not frozen.
    OwnPartial {
        /// The case.
        case: String,
        /// Whether the case is on disk; else it is the next one.
        exists: bool,
    },
    /// It writes what is another class's.
    OtherClass {
        /// The class.
        class: String,
        /// The skill of it whose list the path comes from.
        member: String,
        /// The glob the path is an example of.
        glob: Glob,
    },
    /// It writes what is an agent's.
    OtherAgent {
        /// The agent's class.
        class: String,
        /// The agent.
        agent: String,
        /// The glob the path is an example of.
        glob: Glob,
    },
    /// It writes its own partial in a frozen case.
    Frozen {
        /// The case.
        case: String,
        /// The status of its spec.
        status: String,
    },
}

impl Guard {
    /// The scenario of a skill, from `state` on: its call, its partial, one path of every other class of skills and
    /// of agents that has one, its partial in a frozen case.
    ///
    /// A path of a class comes from the first glob whose example lies outside the skill's territory; a list that
    /// is the class's own comes before those of members that override it. Globs that hold more than stars, and
    /// examples that their owner may really write, are preferred: they say most. A row that would not be refused for
    /// its reason is left out, and no path comes twice.
    pub fn derive_scenario(
        &self,
        skill: &str,
        partial: Option<&PartialShape>,
        state: &State,
    ) -> Vec<Derived> {
        let mut derived = vec![Derived {
            event: Event::new(Action::Skill(skill.to_owned())),
            reason: DerivedReason::Call,
        }];
        let mut open = state.clone();
        self.judge(&mut open, &derived[0].event);
        let mut seen = BTreeSet::new();
        if let Some(partial) = partial {
            let (case, exists) = self.writable_case(state);
            let path = partial.in_case(&case);
            seen.insert(path.clone());
            derived.push(Derived {
                event: Event::new(Action::write(path)),
                reason: DerivedReason::OwnPartial { case, exists },
            });
        }
        let own_class = self.skill_class(skill).map(|class| &class.name);
        let others = self
            .skill_classes
            .iter()
            .filter(|class| Some(&class.name) != own_class)
            .chain(&self.agent_classes);
        for class in others {
            derived.extend(self.foreign_path(class, &open, &mut seen));
        }
        derived.extend(partial.and_then(|partial| self.frozen_partial(partial, &open, &seen)));
        derived
    }

    /// The lowest case that is not frozen, else the next one; and whether it is there.
    fn writable_case(&self, state: &State) -> (String, bool) {
        let cases = in_order(state);
        let is_frozen = |case: &&str| {
            state
                .status(case)
                .is_some_and(|status| self.rules.is_frozen(status))
        };
        match cases.iter().copied().find(|case| !is_frozen(case)) {
            Some(case) => (case.to_owned(), true),
            None => (next_case(&cases), false),
        }
    }

    fn foreign_path(
        &self,
        class: &Class,
        open: &State,
        seen: &mut BTreeSet<String>,
    ) -> Option<Derived> {
        let mut candidates: Vec<(&str, &Glob, String)> = Vec::new();
        for (member, globs) in lists(class) {
            for glob in globs {
                let example = glob.example();
                if !example.is_empty()
                    && !seen.contains(&example)
                    && self.lies_outside(open, &example)
                {
                    candidates.push((member, glob, example));
                }
            }
        }
        let says_little = |(member, glob, example): &(&str, &Glob, String)| {
            let owned = class
                .territory(member)
                .iter()
                .any(|own| own.matches(example));
            (!owned, glob.is_catch_all())
        };
        // The first of those that say most: `min_by_key` keeps the earliest of equals.
        let (member, glob, path) = candidates.into_iter().min_by_key(says_little)?;
        seen.insert(path.clone());
        let (class_name, member, glob) = (class.name.clone(), member.to_owned(), glob.clone());
        Some(Derived {
            event: Event::new(Action::write(path)),
            reason: match class.kind {
                ClassKind::Skill => DerivedReason::OtherClass {
                    class: class_name,
                    member,
                    glob,
                },
                ClassKind::Agent => DerivedReason::OtherAgent {
                    class: class_name,
                    agent: member,
                    glob,
                },
            },
        })
    }

    fn frozen_partial(
        &self,
        partial: &PartialShape,
        open: &State,
        seen: &BTreeSet<String>,
    ) -> Option<Derived> {
        in_order(open).into_iter().find_map(|case| {
            let status = open
                .status(case)
                .filter(|status| self.rules.is_frozen(status))?;
            let path = partial.in_case(case);
            let kind = self.refusal_of_write(open, &path)?;
            (kind == RefusalKind::Frozen && !seen.contains(&path)).then(|| Derived {
                event: Event::new(Action::write(path)),
                reason: DerivedReason::Frozen {
                    case: case.to_owned(),
                    status: status.to_owned(),
                },
            })
        })
    }

    fn lies_outside(&self, open: &State, path: &str) -> bool {
        self.refusal_of_write(open, path) == Some(RefusalKind::TerritorySkill)
    }

    fn refusal_of_write(&self, open: &State, path: &str) -> Option<RefusalKind> {
        let event = Event::new(Action::write(path));
        match self.judge(&mut open.clone(), &event).verdict {
            Verdict::Refused(refusal) => Some(refusal.kind),
            Verdict::NotJudged(_) | Verdict::Admitted(_) => None,
        }
    }
}

/// The lists of a class with a member each: the class's own, if some member has it, then those that replace it.
fn lists(class: &Class) -> impl Iterator<Item = (&str, &[Glob])> {
    let overrides = |member: &&String| class.overrides.contains_key(*member);
    let common = class.members.iter().find(|member| !overrides(member));
    let own = class.members.iter().filter(overrides);
    common
        .into_iter()
        .chain(own)
        .map(|member| (member.as_str(), class.territory(member)))
}

/// Case folders by number, those without one last.
fn in_order(state: &State) -> Vec<&str> {
    let mut cases: Vec<&str> = state.cases.keys().map(String::as_str).collect();
    cases.sort_by_key(|case| number(case).map_or((true, 0), |(number, _)| (false, number)));
    cases
}

/// The number of a case folder, and its width in digits.
fn number(case: &str) -> Option<(u64, usize)> {
    let after = case.strip_prefix("UC-")?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    Some((digits.parse().ok()?, digits.len()))
}

fn next_case(cases: &[&str]) -> String {
    let (last, width) = cases
        .iter()
        .filter_map(|case| number(case))
        .max()
        .unwrap_or((0, 3));
    format!("UC-{:0width$}-new-case", last.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{guard, state};
    use super::*;

    fn partial() -> PartialShape {
        PartialShape {
            dir: "docs/use-cases/".into(),
            file: "35-jobs.md".into(),
        }
    }

    /// A scenario as `path: reason` lines, with the exit code each event gets.
    fn told(guard: &Guard, skill: &str, partial: Option<&PartialShape>, state: &State) -> String {
        let derived = guard.derive_scenario(skill, partial, state);
        let mut state = state.clone();
        let mut lines = Vec::new();
        for Derived { event, reason } in derived {
            let code = guard.judge(&mut state, &event).verdict.exit();
            let what = match event.action {
                Action::Skill(skill) => format!("Skill({skill})"),
                Action::Write { path, .. } => path.unwrap_or_default(),
                other => format!("{other:?}"),
            };
            let why = match reason {
                DerivedReason::Call => "call".to_owned(),
                DerivedReason::OwnPartial { case, exists } => format!("own, {case}, {exists}"),
                DerivedReason::OtherClass {
                    class,
                    member,
                    glob,
                } => format!("{class}'s {member}, {glob}"),
                DerivedReason::OtherAgent { class, agent, glob } => {
                    format!("agent {class}'s {agent}, {glob}")
                }
                DerivedReason::Frozen { case, status } => format!("{case} is {status}"),
            };
            lines.push(format!("{code} {what} — {why}"));
        }
        lines.join("\n")
    }

    #[test]
    fn a_skill_with_a_partial() {
        assert_eq!(
            told(&guard(), "draw", Some(&partial()), &state()),
            "0 Skill(draw) — call\n\
             0 docs/use-cases/UC-001-open/35-jobs.md — own, UC-001-open, true\n\
             2 docker-compose.yml — build's docker, docker-compose*.yml\n\
             2 docs/notes/example — notes's scribe, docs/notes/**\n\
             2 src/example — agent worker's coder, src/**\n\
             2 docs/use-cases/UC-002-shut/35-jobs.md — UC-002-shut is approved"
        );
    }

    #[test]
    fn a_skill_without_a_partial_or_without_a_class() {
        assert_eq!(
            told(&guard(), "scribe", None, &state()),
            "0 Skill(scribe) — call\n\
             2 docs/use-cases/UC-/example — design's draw, docs/use-cases/UC-*/**\n\
             2 docker-compose.yml — build's docker, docker-compose*.yml\n\
             2 src/example — agent worker's coder, src/**"
        );
        assert_eq!(
            told(&guard(), "unheard-of", Some(&partial()), &state()),
            "0 Skill(unheard-of) — call\n\
             0 docs/use-cases/UC-001-open/35-jobs.md — own, UC-001-open, true\n\
             2 docs/use-cases/UC-002-shut/35-jobs.md — UC-002-shut is approved"
        );
        assert_eq!(
            told(&guard(), "boot", None, &state()),
            "0 Skill(boot) — call",
            "nothing lies outside of everything"
        );
    }

    #[test]
    fn the_next_case_where_all_are_frozen() {
        for (cases, own) in [
            (&[("UC-002-prune", "approved")][..], "UC-003-new-case"),
            (
                &[("UC-009-a", "approved"), ("UC-010-b", "implemented")],
                "UC-011-new-case",
            ),
            (&[("UC-99-a", "approved")], "UC-100-new-case"),
            (&[("UC-0007-a", "approved")], "UC-0008-new-case"),
            (&[("UC-x", "approved")], "UC-001-new-case"),
            (&[("UC-10-b", "draft"), ("UC-9-a", "draft")], "UC-9-a"),
            (
                &[("UC-001-a", "approved"), ("UC-002-b", "draft")],
                "UC-002-b",
            ),
            (&[("UC-x", "draft"), ("UC-5-a", "draft")], "UC-5-a"),
            (&[], "UC-001-new-case"),
        ] {
            let mut state = State::new("/repo");
            for (case, status) in cases {
                state.cases.insert((*case).into(), Some((*status).into()));
            }
            let derived = guard().derive_scenario("draw", Some(&partial()), &state);
            let path = format!("docs/use-cases/{own}/35-jobs.md");
            assert_eq!(
                derived[1].event,
                Event::new(Action::write(path)),
                "{cases:?}"
            );
        }
    }

    #[test]
    fn the_lowest_frozen_case_and_only_if_it_is_frozen_to_the_partial() {
        let mut state = state();
        state
            .cases
            .insert("UC-010-a".into(), Some("approved".into()));
        state
            .cases
            .insert("UC-9-b".into(), Some("implemented".into()));
        state.cases.remove("UC-002-shut");
        let text = told(&guard(), "draw", Some(&partial()), &state);
        assert!(text.ends_with("UC-9-b is implemented"), "{text}");
        let log = PartialShape {
            file: "LOG.md".into(),
            ..partial()
        };
        assert!(!told(&guard(), "draw", Some(&log), &state).contains("implemented"));
        assert!(!told(&guard(), "scribe", Some(&partial()), &state).contains("implemented"));
    }

    #[test]
    fn what_says_most_comes_first_and_nothing_twice() {
        let guard = Guard::parse(
            r#"{"skill_classes":{"classes":{
                "mine":{"skills":["me"],"write_allow":["docs/**"]},
                "wide":{"skills":["w"],"write_allow":["**"]},
                "also-wide":{"skills":["v"],"write_allow":["**"]},
                "nobody":{"skills":[],"write_allow":["nobody/**"]},
                "inside":{"skills":["i"],"write_allow":["docs/a/**"]},
                "rooted-last":{"skills":["r"],"write_allow":["**/lib/**","pom.xml"]},
                "same":{"skills":["s"],"write_allow":["pom.xml","build/**"]},
                "only-below":{"skills":["o"],"write_allow":["**/gen/**"]},
                "replaced":{"skills":["p","q"],"write_allow":["own/**"],"overrides":{"p":{"write_allow":["p/**"]}}}
            }}}"#,
        )
        .expect("well-formed");
        assert_eq!(
            told(&guard, "me", None, &State::new("/repo")),
            "0 Skill(me) — call\n\
             2 example — wide's w, **\n\
             2 pom.xml — rooted-last's r, pom.xml\n\
             2 build/example — same's s, build/**\n\
             2 gen/example — only-below's o, **/gen/**\n\
             2 own/example — replaced's q, own/**"
        );
    }
}
