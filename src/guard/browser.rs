//! What a page hands to `verdict.js`, so that the script decides nothing: patterns as regular expressions, frozen
//! cases, words. The script's answers are the answers to a `Write`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::data::Guard;
use super::event::State;
use super::glob::Glob;
use super::messages::Messages;
use super::path::folder;

/// Who asks whether a path may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The main thread with this skill alone open.
    Skill(String),
    /// An agent, no skill open.
    Agent(String),
}

/// The data of a page's path field. Serialises to what `verdict.js` takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrowserGuard {
    /// The repository's absolute path, against which paths resolve.
    pub root: String,
    /// Those whose paths can be asked about.
    pub callers: Vec<BrowserCaller>,
    /// The folder of the case folders, without a `/` at its end; none where nothing is ever frozen.
    pub use_cases_dir: Option<String>,
    /// Frozen case folder → its status.
    pub cases: BTreeMap<String, String>,
    /// Names of files that stay writable directly in a frozen folder.
    pub exempt: Vec<String>,
    /// The words of the refusals that a write can meet.
    pub templates: BrowserTemplates,
}

/// The part of [`Messages`] that a write needs, with the same placeholders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrowserTemplates {
    /// A write outside a skill's territory.
    pub territory_skill: String,
    /// A write outside an agent's territory.
    pub territory_agent: String,
    /// What an empty territory is called.
    pub nothing: String,
    /// A write in a frozen folder.
    pub frozen: String,
}

/// One who may write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrowserCaller {
    /// The skill's or the agent's name.
    pub name: String,
    /// `skill` or `agent`.
    pub kind: &'static str,
    /// Its class; without one nothing restricts it.
    pub class: Option<String>,
    /// Its territory.
    pub globs: Vec<BrowserGlob>,
}

/// A pattern, twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrowserGlob {
    /// As it was written.
    pub glob: Glob,
    /// For `new RegExp(regex, "su")`.
    pub regex: String,
}

impl Guard {
    /// The data with which `verdict.js` answers for these callers as [`Guard::judge`] would answer for a `Write`.
    pub fn browser(&self, state: &State, callers: &[Caller]) -> BrowserGuard {
        let frozen = state.cases.iter().filter_map(|(case, status)| {
            let status = status
                .as_deref()
                .filter(|status| self.rules.is_frozen(status))?;
            Some((case.clone(), status.to_owned()))
        });
        BrowserGuard {
            root: state.root.clone(),
            callers: callers
                .iter()
                .map(|caller| self.browser_caller(caller))
                .collect(),
            use_cases_dir: self
                .rules
                .use_cases_dir
                .as_deref()
                .map(|dir| folder(dir).to_owned()),
            cases: frozen.collect(),
            exempt: self.rules.frozen_exempt_basenames.clone(),
            templates: BrowserTemplates::of(&self.messages),
        }
    }

    fn browser_caller(&self, caller: &Caller) -> BrowserCaller {
        let (kind, name, class, globs) = match caller {
            Caller::Skill(name) => {
                let globs = self.union(std::slice::from_ref(name));
                ("skill", name, self.skill_class(name), globs)
            }
            Caller::Agent(name) => {
                let class = self.agent_class(name);
                let globs = class.map_or(&[][..], |class| class.territory(name));
                ("agent", name, class, globs.iter().collect())
            }
        };
        BrowserCaller {
            name: name.clone(),
            kind,
            class: class.map(|class| class.name.clone()),
            globs: globs.into_iter().map(BrowserGlob::new).collect(),
        }
    }
}

impl BrowserTemplates {
    fn of(messages: &Messages) -> BrowserTemplates {
        BrowserTemplates {
            territory_skill: messages.territory_skill.clone(),
            territory_agent: messages.territory_agent.clone(),
            nothing: messages.nothing.clone(),
            frozen: messages.frozen.clone(),
        }
    }
}

impl BrowserGlob {
    fn new(glob: &Glob) -> BrowserGlob {
        BrowserGlob {
            glob: glob.clone(),
            regex: glob.to_regex(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{guard, state};
    use super::*;
    use serde_json::json;

    #[test]
    fn serialises_to_what_the_script_takes() {
        let callers = [
            Caller::Skill("narrow".into()),
            Caller::Skill("unheard-of".into()),
            Caller::Agent("looker".into()),
        ];
        let data = guard().browser(&state(), &callers);
        let json = serde_json::to_value(&data).expect("serialises");
        assert_eq!(json["root"], "/repo");
        assert_eq!(json["useCasesDir"], "docs/use-cases");
        assert_eq!(json["cases"], json!({ "UC-002-shut": "approved" }));
        assert_eq!(json["exempt"], json!(["CHANGELOG.md", "LOG.md"]));
        assert_eq!(
            json["callers"],
            json!([
                { "name": "narrow", "kind": "skill", "class": "design", "globs": [
                    { "glob": "docs/narrow/**", "regex": "^(?:docs/narrow/[\\s\\S]*)$" },
                    { "glob": "docs/use-cases/BACKLOG.md", "regex": "^(?:docs/use-cases/BACKLOG\\.md)$" } ] },
                { "name": "unheard-of", "kind": "skill", "class": null, "globs": [] },
                { "name": "looker", "kind": "agent", "class": "verifier", "globs": [] }
            ])
        );
        let templates: Vec<&String> = json["templates"]
            .as_object()
            .expect("an object")
            .keys()
            .collect();
        assert_eq!(
            templates,
            ["territorySkill", "territoryAgent", "nothing", "frozen"]
        );
    }
}
