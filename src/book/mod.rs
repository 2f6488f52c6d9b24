//! Everything joined: skills, samples, notes, cases, classes, rails and what refers to what.
//!
//! A [`Book`] is a value. It is gathered from the sources once; pages are functions of it. What
//! the guard needs to know (frozen cases, scenarios) is gathered here and handed over.

mod cards;
mod changes;
mod derived;
mod documents;
mod facts;
mod gather;
mod groups;
mod guarding;
mod guide;
mod links;
mod memory;
mod noting;
mod offers;
mod permitting;
mod reading;
mod redirects;
mod resolve;
mod scenario;
mod theme;

pub use changes::Change;
pub use derived::Derived;
pub use documents::{
    Case, CaseDocument, DocId, DocKind, DocumentEntry, FileContent, FileEntry, Taken,
};
pub use groups::SkillGroup;
pub use guarding::{ClassEntry, GuardEntry, GuardPart, Territory, VerdictRow};
pub use guide::{Guide, GuideFile, GuidePage};
pub use links::PageLinks;
pub use memory::Memory;
pub use offers::{Offer, Refused};
pub use permitting::{
    CallRow, PermissionPart, RuleFile, RuleRow, ToolCard, WrittenHook, WrittenRule,
};
pub use reading::{Quote, Reader};
pub use redirects::Redirect;
pub use resolve::{Missing, Resolved, Target};
pub use scenario::{Scenario, ScenarioProblem};
pub use theme::{Theme, ThemeFile};

use crate::address::{Repository, Url};
use crate::card::Card;
use crate::config::Config;
use crate::diagnostics::Diagnostic;
use crate::markdown::Document;
use crate::rail::Rail;
use crate::sample::{NoteProblem, Sample, TableNote};
use crate::skill::Skill;
use crate::workspace::{RepoPath, Source, git::Provenance};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// The site's root, read and joined.
#[derive(Debug)]
pub struct Book {
    /// What the site says of itself.
    pub site: SiteInfo,
    /// The author's configuration.
    pub config: Config,
    /// What its author changes of its look.
    pub theme: Theme,
    /// Where files come from.
    pub sources: Vec<Source>,
    /// Where those can be looked at in a browser, by source.
    pub repositories: Vec<Option<Repository>>,
    /// The skills, by name.
    pub skills: Vec<SkillEntry>,
    /// The skills as the front page groups them.
    pub groups: Vec<SkillGroup>,
    /// Every Markdown document that has a page or is quoted on one, `SKILL.md` files included.
    pub documents: Vec<DocumentEntry>,
    /// Files of skills that have a page.
    pub files: Vec<FileEntry>,
    /// The use cases, by name.
    pub cases: Vec<Case>,
    /// The guard, if a source holds its data.
    pub guard: Option<GuardEntry>,
    /// Every file that holds permission rules or hooks.
    pub rule_files: Vec<RuleFile>,
    /// The classes of skills and of agents, in the order of the data.
    pub classes: Vec<ClassEntry>,
    /// The rails.
    pub rails: Vec<RailEntry>,
    /// The author's own pages, if there are any.
    pub guide: Option<Guide>,
    /// The last change of each skill, the latest first; empty where git tells no dates.
    pub changes: Vec<Change>,
    /// The social card of the site.
    pub card: Option<(Card, Url)>,
    /// Old addresses that lead elsewhere, by address.
    pub redirects: Vec<Redirect>,
    /// How each skill can be installed from the site, by skill; or why it cannot.
    pub offers: Vec<Result<Offer, Refused>>,
    /// What was found wrong while reading; `check` adds the rest.
    pub diagnostics: Vec<Diagnostic>,
    by_path: HashMap<(usize, RepoPath), Item>,
    by_name: BTreeMap<String, usize>,
    /// Skills by the address of their page.
    by_url: BTreeMap<Url, usize>,
}

/// What the site says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteInfo {
    /// Its name.
    pub title: String,
    /// One or two sentences.
    pub description: Option<String>,
    /// BCP 47 language.
    pub language: String,
    /// The address it will have, without a final `/`. May be a path alone: see
    /// [`SiteInfo::address`].
    pub base_url: Option<String>,
    /// Whether its pages offer a search; true unless the command says otherwise.
    pub search: bool,
}

impl SiteInfo {
    /// The whole address of a page or file; none unless the site's own is known with its host.
    pub fn address(&self, url: &Url) -> Option<String> {
        let base = self.base_url.as_deref()?;
        let host = base
            .strip_prefix("https://")
            .or_else(|| base.strip_prefix("http://"))?;
        let path = Url::index().link(url);
        (!host.is_empty() && !host.starts_with('/'))
            .then(|| format!("{base}/{}", path.trim_start_matches("./")))
    }
}

/// Addresses of a file at the host of its repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosted {
    /// The file, as its last commit has it.
    pub file: String,
    /// The commits that changed it.
    pub history: String,
    /// Where it is edited, if the author named the branch.
    pub edit: Option<String>,
}

/// What lies at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Document(DocId),
    File(usize),
    Case(usize),
    Skill(usize),
    GuideFile(usize),
}

/// A skill with everything that belongs to its page.
#[derive(Debug)]
pub struct SkillEntry {
    /// The skill.
    pub skill: Skill,
    /// Its page.
    pub url: Url,
    /// Its `SKILL.md` as a document.
    pub document: DocId,
    /// The line under its name.
    pub line: String,
    /// Facts of its head, in order.
    pub facts: Vec<Fact>,
    /// The last commit of its `SKILL.md`.
    pub provenance: Option<Provenance>,
    /// Its sample, if there is one.
    pub sample: Option<SkillSample>,
    /// What the guard does with it.
    pub guard: Option<GuardPart>,
    /// The files whose permission rules and hooks hold for it, as indices into [`Book::rule_files`]: its own, its
    /// plugin's, its source's.
    pub rule_files: Vec<usize>,
    /// What they say of a skill that no class limits.
    pub permissions: Option<PermissionPart>,
    /// Its steps: rail and step.
    pub steps: Vec<(usize, usize)>,
    /// Who reads its partial.
    pub readers: Vec<Reader>,
    /// Its files, as indices into [`Book::files`], by path.
    pub files: Vec<usize>,
    /// What its own text says of itself, block by block; empty for a skill with a sample, whose page shows that.
    pub derived: BTreeMap<String, Derived>,
    /// The plugin or category it belongs to.
    pub group: Option<String>,
    /// The folder of its plugin.
    pub plugin: Option<RepoPath>,
    /// Its social card, if the site has them.
    pub card: Option<(Card, Url)>,
}

/// A skill's sample on its page.
#[derive(Debug)]
pub struct SkillSample {
    /// The sample with its notes.
    pub sample: Sample,
    /// Its document.
    pub document: DocId,
    /// The author's notes: the document, and its path for diagnostics.
    pub notes: Option<DocId>,
    /// Notes that name no block.
    pub note_problems: Vec<NoteProblem>,
    /// Rows of the block table that match nothing.
    pub unmatched_rows: Vec<TableNote>,
    /// The headers of the block table's further columns.
    pub table_headers: Vec<String>,
}

/// One line of a skill's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// What is said.
    pub value: FactValue,
}

/// What a fact says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// Plain words.
    Text(String),
    /// A list of names or patterns.
    Codes(Vec<String>),
    /// A class, as an index into [`Book::classes`].
    Class(usize),
    /// A document, by its file name.
    Document(DocId),
    /// About how many tokens: metadata, body, and all files.
    Tokens {
        /// Name and description, which are always known to the model.
        known: usize,
        /// The body, read when the skill is called.
        called: usize,
        /// Its text files, read when needed; none if it has none.
        files: Option<usize>,
    },
    /// The folder, the source's name, and the commit.
    Source {
        /// Folder of the skill.
        folder: String,
        /// The source's name.
        source: String,
        /// The file's own last commit.
        commit: Option<Provenance>,
        /// Where the file is at its host.
        hosted: Option<Hosted>,
    },
}

/// A rail with its page.
#[derive(Debug)]
pub struct RailEntry {
    /// The rail.
    pub rail: Rail,
    /// Its page.
    pub url: Url,
    /// The skill of each step, if it exists.
    pub skills: Vec<Option<usize>>,
    /// The orchestrator's skill and that of `after`, if they exist.
    pub orchestrator: Option<usize>,
    /// See `orchestrator`.
    pub after: Option<usize>,
}

/// Where a scenario expects another verdict than the guard's, with the place of the event.
pub(crate) fn scenario_verdicts(
    guard: &GuardEntry,
    scenario: &Scenario,
) -> Vec<(String, std::ops::Range<usize>)> {
    let events: Vec<crate::guard::Event> = scenario
        .events
        .iter()
        .map(|(event, _)| event.clone())
        .collect();
    let transcript = guard.guard.transcript(
        &guard.hooks,
        &guard.never_blocks,
        guard.state.clone(),
        &events,
    );
    let mut found = Vec::new();
    let mut entries = transcript.entries.iter();
    for (event, span) in &scenario.events {
        if matches!(event.action, crate::guard::Action::Status { .. }) {
            continue;
        }
        let Some(entry) = entries.next() else {
            break;
        };
        if entry.agrees == Some(false) {
            let (expected, computed) = if entry.verdict.is_refused() {
                ("admitted", "refuses it")
            } else {
                ("refused", "admits it")
            };
            let said = entry
                .words
                .first()
                .map_or_else(String::new, |words| format!(": {words}"));
            found.push((
                format!(
                    "the scenario expects `{}` to be {expected}, the guard {computed}{said}",
                    entry.call
                ),
                span.clone(),
            ));
        }
    }
    found
}

impl Book {
    /// Whether the site has a feed: it is of changes, and its addresses are whole ones.
    pub fn has_feed(&self) -> bool {
        !self.changes.is_empty() && self.site.address(&Url::feed()).is_some()
    }

    /// Reads a site: a folder with a `skillbook.toml`, or any repository without one.
    ///
    /// Never fails: what is wrong is in [`Book::diagnostics`], and a book with errors in it can
    /// be looked at, but is not to be published.
    pub fn read(root: &Path, base_url: Option<&str>) -> Book {
        gather::gather(root, base_url, &Memory::forgetful())
    }

    /// [`Book::read`] with a memory of the last time: the same book, sooner.
    pub fn read_again(root: &Path, base_url: Option<&str>, memory: &Memory) -> Book {
        gather::gather(root, base_url, memory)
    }

    /// The text of a document.
    pub fn document(&self, id: DocId) -> &Arc<Document> {
        &self.documents[id.0].document
    }

    /// A document with its address and references.
    pub fn entry(&self, id: DocId) -> &DocumentEntry {
        &self.documents[id.0]
    }

    /// The index of the skill of that name; of several, the first.
    pub fn skill_index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// A permission rule by its file and its place there.
    pub fn rule(&self, (file, at): (usize, usize)) -> Option<&WrittenRule> {
        self.rule_files.get(file)?.rules.get(at)
    }

    /// A hook by its file and its place there.
    pub fn hook(&self, (file, at): (usize, usize)) -> Option<(&RuleFile, &WrittenHook)> {
        let file = self.rule_files.get(file)?;
        Some((file, file.hooks.get(at)?))
    }

    /// Where a file of a source is at its host, as its last commit has it.
    pub fn hosted(&self, source: usize, path: &RepoPath, commit: &Provenance) -> Option<Hosted> {
        let repository = self.repositories.get(source)?.as_ref()?;
        Some(Hosted {
            file: repository.file(path.as_str(), &commit.commit),
            history: repository.history(path.as_str(), &commit.commit),
            edit: repository.edit(path.as_str()),
        })
    }

    /// The name of the source that a document is from.
    pub fn source_name(&self, source: usize) -> &str {
        self.sources
            .get(source)
            .map_or("", |source| source.name.as_str())
    }

    /// The order of a document's name on the rails: the first step whose partial it is.
    pub(crate) fn rail_position(&self, file_name: &str) -> Option<usize> {
        self.rails.iter().find_map(|entry| {
            entry
                .rail
                .steps
                .iter()
                .position(|step| step.partial.as_deref() == Some(file_name))
        })
    }
}
