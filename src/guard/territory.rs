//! Whose territory a write is judged by (GUARD.md § A write, 1). Knows classes and the phase, not frozen folders.

use super::class::Class;
use super::data::Guard;
use super::event::State;
use super::glob::Glob;
use super::verdict::{Basis, Refusal, RefusalKind};

/// What restricts a caller.
pub(super) enum Territory<'a> {
    /// Nothing, and why.
    Anywhere(Basis),
    /// The caller's own list, as the data has it.
    OfAgent {
        agent: &'a str,
        class: &'a Class,
        globs: Vec<&'a Glob>,
    },
    /// The lists of the open skills, in order, without repeats.
    OfPhase {
        skills: &'a [String],
        /// The opener's.
        class: &'a Class,
        globs: Vec<&'a Glob>,
    },
}

impl<'a> Territory<'a> {
    /// The globs that decide; none where nothing restricts.
    pub fn globs(&self) -> Option<&[&'a Glob]> {
        match self {
            Territory::Anywhere(_) => None,
            Territory::OfAgent { globs, .. } | Territory::OfPhase { globs, .. } => Some(globs),
        }
    }

    /// On whose account a write is let through.
    pub fn basis(&self) -> Basis {
        match self {
            Territory::Anywhere(basis) => basis.clone(),
            Territory::OfAgent { agent, class, .. } => Basis::Agent {
                agent: (*agent).to_owned(),
                class: class.name.clone(),
            },
            Territory::OfPhase { skills, class, .. } => Basis::Phase {
                skills: skills.to_vec(),
                class: class.name.clone(),
            },
        }
    }
}

impl Guard {
    /// A classed agent's own territory, else the phase's.
    pub(super) fn territory_of<'a>(
        &'a self,
        state: &'a State,
        agent: Option<&'a str>,
    ) -> Territory<'a> {
        if let Some(agent) = agent
            && let Some(class) = self.agent_class(agent)
        {
            let globs = class.territory(agent).iter().collect();
            return Territory::OfAgent {
                agent,
                class,
                globs,
            };
        }
        let Some(opener) = state.phase.first() else {
            return Territory::Anywhere(Basis::NoPhase);
        };
        match self.skill_class(opener) {
            Some(class) => Territory::OfPhase {
                skills: &state.phase,
                class,
                globs: self.union(&state.phase),
            },
            None => Territory::Anywhere(Basis::UnclassedOpener {
                opener: opener.clone(),
            }),
        }
    }

    /// The lists of some skills, in order, without repeats.
    pub(super) fn union(&self, skills: &[String]) -> Vec<&Glob> {
        let mut union: Vec<&Glob> = Vec::new();
        for skill in skills {
            let own = self
                .skill_class(skill)
                .map_or(&[][..], |class| class.territory(skill));
            for glob in own {
                if !union.contains(&glob) {
                    union.push(glob);
                }
            }
        }
        union
    }

    /// The refusal of a path that no glob of a territory matches; none where nothing restricts.
    pub(super) fn outside(&self, territory: &Territory<'_>, path: &str) -> Option<Refusal> {
        match territory {
            Territory::Anywhere(_) => None,
            Territory::OfAgent {
                agent,
                class,
                globs,
            } => {
                let words = self
                    .messages
                    .outside_agents(agent, &class.name, path, globs);
                Some(Refusal {
                    path: Some(path.to_owned()),
                    agent: Some((*agent).to_owned()),
                    class: Some(class.name.clone()),
                    write_allow: cloned(globs),
                    ..Refusal::new(RefusalKind::TerritoryAgent, words)
                })
            }
            Territory::OfPhase {
                skills,
                class,
                globs,
            } => {
                let words = self
                    .messages
                    .outside_skills(skills, &class.name, path, globs);
                Some(Refusal {
                    path: Some(path.to_owned()),
                    skills: skills.to_vec(),
                    class: Some(class.name.clone()),
                    write_allow: cloned(globs),
                    ..Refusal::new(RefusalKind::TerritorySkill, words)
                })
            }
        }
    }

    /// The globs in force for the main thread: those of the open skills, in order, without repeats. None where
    /// nothing restricts.
    pub fn write_allow(&self, state: &State) -> Option<Vec<Glob>> {
        self.territory_of(state, None).globs().map(cloned)
    }
}

fn cloned(globs: &[&Glob]) -> Vec<Glob> {
    globs.iter().map(|glob| (*glob).clone()).collect()
}
