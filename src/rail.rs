//! Steps, artifacts, conditions, who reads whom. Pure: names in, a rail out.

use crate::config::RailConfig;

/// A pipeline whose steps are skills and whose arrows are partials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rail {
    /// The command that runs it.
    pub command: String,
    /// The skill that orchestrates it.
    pub orchestrator: Option<String>,
    /// The model it runs on.
    pub model: Option<String>,
    /// What runs behind the last step, and what it does with the partials.
    pub after: Option<String>,
    /// In Markdown.
    pub after_text: Option<String>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The skill.
    pub skill: String,
    /// The file name of the partial it hands on.
    pub partial: Option<String>,
    /// The condition under which it runs, if it does not always.
    pub when: Option<String>,
    /// Indices of the steps whose partial it reads, in order.
    pub reads: Vec<usize>,
    /// Indices of the steps that read its partial, in order.
    pub read_by: Vec<usize>,
}

/// What a rail has to know of a skill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// File name of the partial its contract writes.
    pub writes: Option<String>,
    /// File names of what its contract reads.
    pub reads: Vec<String>,
}

impl Rail {
    /// Builds a rail from what its author wrote and what the skills' contracts say. A partial
    /// that the author gave wins over the contract's; `check` compares them.
    pub fn new(config: &RailConfig, facts: &dyn Fn(&str) -> StepFacts) -> Rail {
        let known: Vec<StepFacts> = config.step.iter().map(|step| facts(&step.skill)).collect();
        let mut steps: Vec<Step> = config
            .step
            .iter()
            .zip(&known)
            .map(|(step, facts)| Step {
                skill: step.skill.clone(),
                partial: step.partial.clone().or_else(|| facts.writes.clone()),
                when: step.when.clone().filter(|when| !when.trim().is_empty()),
                reads: Vec::new(),
                read_by: Vec::new(),
            })
            .collect();
        for (reader, facts) in known.iter().enumerate() {
            for writer in 0..steps.len() {
                let reads = steps[writer]
                    .partial
                    .as_ref()
                    .is_some_and(|partial| facts.reads.contains(partial));
                if reads && reader != writer {
                    steps[reader].reads.push(writer);
                    steps[writer].read_by.push(reader);
                }
            }
        }
        Rail {
            command: config.command.clone(),
            orchestrator: config.orchestrator.clone(),
            model: config.model.clone(),
            after: config.after.clone(),
            after_text: config.after_text.clone(),
            steps,
        }
    }

    /// The index of a skill's step.
    pub fn step_of(&self, skill: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.skill == skill)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::StepConfig;

    #[test]
    fn arrows_follow_the_contracts() {
        let step = |skill: &str, partial: Option<&str>| StepConfig {
            skill: skill.to_owned(),
            partial: partial.map(str::to_owned),
            when: None,
        };
        let config = RailConfig {
            command: "/n".to_owned(),
            step: vec![step("a", None), step("b", Some("20.md")), step("c", None)],
            ..RailConfig::default()
        };
        let rail = Rail::new(&config, &|skill| match skill {
            "a" => StepFacts {
                writes: Some("10.md".to_owned()),
                reads: vec!["20.md".to_owned()],
            },
            "c" => StepFacts {
                writes: None,
                reads: vec!["10.md".to_owned(), "20.md".to_owned()],
            },
            _ => StepFacts::default(),
        });
        assert_eq!(rail.steps[0].partial.as_deref(), Some("10.md"));
        assert_eq!(rail.steps[2].reads, [0, 1]);
        assert_eq!(rail.steps[1].read_by, [0, 2]);
        assert_eq!(rail.step_of("c"), Some(2));
    }
}
