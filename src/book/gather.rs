//! Reading a site's sources and joining what they hold, step by step. Each step reads what the
//! ones before it made.

mod cases;
mod guards;
mod permissions;
mod samples;
mod skills;

use super::documents::{DocId, DocKind, DocumentEntry};
use super::memory::{Memory, Parsed};
use super::{Book, RailEntry, SiteInfo};
use crate::address::{Addresses, Repository, Url};
use crate::config::{Config, FILE_NAME, SourceConfig};
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::rail::{Rail, StepFacts};
use crate::workspace::{Disk, ReadProblem, RepoPath, Source, Text, read_below};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

pub(super) fn gather(root: &Path, base_url: Option<&str>, memory: &Memory) -> Book {
    memory.begin();
    let mut gatherer = Gatherer::new(root, base_url, memory);
    gatherer.theme();
    gatherer.skills();
    gatherer.guard();
    gatherer.cases();
    gatherer.other_documents();
    gatherer.guide();
    gatherer.samples();
    gatherer.owners();
    gatherer.rails();
    gatherer.references();
    gatherer.derived();
    gatherer.notes();
    gatherer.taken();
    gatherer.readers();
    gatherer.classes();
    gatherer.verdicts();
    gatherer.permissions();
    gatherer.facts();
    gatherer.redirects();
    gatherer.cards();
    gatherer.book.groups = super::groups::groups(&gatherer.book);
    gatherer.book.offers = super::offers::offers(&gatherer.book);
    gatherer.book.changes = super::changes::changes(&gatherer.book);
    let mut book = gatherer.book;
    Diagnostic::sort(&mut book.diagnostics);
    memory.end();
    book
}

pub(super) struct Gatherer<'a> {
    pub(super) root: &'a Path,
    pub(super) memory: &'a Memory,
    /// What lies in the usual folder of notes, once it was looked at.
    noted: Option<BTreeSet<String>>,
    pub(super) book: Book,
    pub(super) addresses: Addresses,
}

impl<'a> Gatherer<'a> {
    fn new(root: &'a Path, base_url: Option<&str>, memory: &'a Memory) -> Gatherer<'a> {
        let mut diagnostics = Vec::new();
        memory.disk.ask(root.join(FILE_NAME));
        let config = match std::fs::read(root.join(FILE_NAME)) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Config::parse(&text, &mut diagnostics),
                Err(_) => {
                    diagnostics.push(
                        Diagnostic::new(Code::Config, "is not UTF-8").at(Place::whole(FILE_NAME)),
                    );
                    Config::default()
                }
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Config::default(),
            Err(error) => {
                diagnostics.push(
                    Diagnostic::new(Code::Config, format!("cannot be read: {error}"))
                        .at(Place::whole(FILE_NAME)),
                );
                Config::default()
            }
        };
        let sources = open_sources(&memory.disk, root, &config, &mut diagnostics);
        let repositories = repositories(&config, &sources, &mut diagnostics);
        let title = config
            .site
            .title
            .clone()
            .or_else(|| sources.first().map(|source| source.name.clone()))
            .unwrap_or_else(|| "Skills".to_owned());
        let base = base_url
            .map(str::to_owned)
            .or_else(|| config.site.base_url.clone());
        let book = Book {
            site: SiteInfo {
                title,
                description: config.site.description.clone(),
                language: config
                    .site
                    .language
                    .clone()
                    .unwrap_or_else(|| "en".to_owned()),
                base_url: base
                    .map(|url| url.trim_end_matches('/').to_owned())
                    .filter(|url| !url.is_empty()),
                search: true,
            },
            config,
            theme: super::Theme::default(),
            sources,
            repositories,
            skills: Vec::new(),
            groups: Vec::new(),
            documents: Vec::new(),
            files: Vec::new(),
            cases: Vec::new(),
            guard: None,
            rule_files: Vec::new(),
            classes: Vec::new(),
            rails: Vec::new(),
            guide: None,
            changes: Vec::new(),
            card: None,
            redirects: Vec::new(),
            offers: Vec::new(),
            diagnostics,
            by_path: HashMap::new(),
            by_name: BTreeMap::new(),
            by_url: BTreeMap::new(),
        };
        Gatherer {
            root,
            memory,
            noted: None,
            book,
            addresses: Addresses::default(),
        }
    }

    fn derived(&mut self) {
        let book = &self.book;
        let pages = super::derived::Pages::of(book);
        let derived: Vec<_> = (0..book.skills.len())
            .into_par_iter()
            .map(|skill| match book.skills[skill].sample {
                Some(_) => BTreeMap::new(),
                None => super::derived::derived(book, &pages, skill),
            })
            .collect();
        for (entry, derived) in self.book.skills.iter_mut().zip(derived) {
            entry.derived = derived;
        }
    }

    /// Comes behind everything that cards speak of.
    fn cards(&mut self) {
        self.book.card = Some(super::cards::site(&self.book));
        if self.book.config.site.cards {
            let skills = self.book.skills.iter();
            let cards: Vec<_> = skills
                .map(|entry| super::cards::skill(&self.book, entry))
                .collect();
            for (entry, card) in self.book.skills.iter_mut().zip(cards) {
                entry.card = Some(card);
            }
        }
    }

    pub(super) fn problem(&mut self, diagnostic: Diagnostic) {
        self.book.diagnostics.push(diagnostic);
    }

    /// Adds a document and says where it is.
    fn add_document(
        &mut self,
        source: usize,
        path: RepoPath,
        url: Option<Url>,
        kind: DocKind,
        parsed: Parsed,
    ) -> DocId {
        let id = DocId(self.book.documents.len());
        let origin = &self.book.sources[source];
        self.book.documents.push(DocumentEntry {
            display: origin.display(&path),
            provenance: origin.history.of(path.as_str()).cloned(),
            source,
            path,
            url,
            kind,
            passages: parsed.passages,
            document: parsed.document,
            references: Vec::new(),
            missing: Vec::new(),
            owner: None,
        });
        id
    }

    /// Reads a text; what cannot be read is reported.
    fn text(&mut self, source: usize, path: &RepoPath) -> Option<Text> {
        let origin = &self.book.sources[source];
        match origin.text(path) {
            Ok(text) => Some(text),
            Err(problem) => {
                let diagnostic = problem.diagnostic(origin, path);
                self.problem(diagnostic);
                None
            }
        }
    }

    /// Reads documents of a source, in parallel; what cannot be read is reported.
    fn documents_at(&mut self, source: usize, paths: &[RepoPath]) -> Vec<Option<Parsed>> {
        let (origin, memory) = (&self.book.sources[source], self.memory);
        let read: Vec<Result<Parsed, ReadProblem>> = paths
            .par_iter()
            .map(|path| Ok(memory.document(&origin.text(path)?, true)))
            .collect();
        let mut documents = Vec::new();
        for (path, read) in paths.iter().zip(read) {
            documents.push(match read {
                Ok(parsed) => Some(parsed),
                Err(problem) => {
                    let diagnostic = problem.diagnostic(&self.book.sources[source], path);
                    self.problem(diagnostic);
                    None
                }
            });
        }
        documents
    }

    /// A file beside the configuration. One that the author named has to be there.
    pub(super) fn author_file(
        &mut self,
        wanted: &str,
        key: &str,
        is_named: bool,
    ) -> Option<(RepoPath, Text)> {
        let read = match RepoPath::new(wanted) {
            Some(path) => {
                let full = self.root.join(path.as_str());
                if !is_named && !full.is_file() {
                    self.memory.disk.ask(full);
                    return None;
                }
                read_below(&self.memory.disk, self.root, &path)
                    .map(|text| (path, text))
                    .map_err(|problem| problem.words())
            }
            None => Err("leads out of the site's folder".to_owned()),
        };
        match read {
            Ok(found) => Some(found),
            Err(why) => {
                let place = self.book.config.place(key);
                self.problem(
                    Diagnostic::new(Code::ConfigTarget, format!("`{wanted}` {why}")).at(place),
                );
                None
            }
        }
    }

    fn rails(&mut self) {
        for config in self.book.config.rail.clone() {
            let facts = |name: &str| {
                let Some(entry) = self
                    .book
                    .skill_index(name)
                    .and_then(|index| self.book.skills.get(index))
                else {
                    return StepFacts::default();
                };
                StepFacts {
                    writes: entry
                        .skill
                        .partial()
                        .map(|pattern| pattern.file_name().to_owned()),
                    reads: entry
                        .skill
                        .reads()
                        .iter()
                        .map(|pattern| pattern.file_name().to_owned())
                        .collect(),
                }
            };
            let rail = Rail::new(&config, &facts);
            let number = self.book.rails.len();
            let skills: Vec<Option<usize>> = rail
                .steps
                .iter()
                .map(|step| self.book.skill_index(&step.skill))
                .collect();
            for (step, skill) in skills.iter().enumerate() {
                if let Some(entry) = skill.and_then(|skill| self.book.skills.get_mut(skill)) {
                    entry.steps.push((number, step));
                }
            }
            let skill_of = |name: &Option<String>| {
                name.as_deref()
                    .and_then(|name| self.book.skill_index(name.trim_start_matches('/')))
            };
            let (orchestrator, after) = (skill_of(&rail.orchestrator), skill_of(&rail.after));
            self.book.rails.push(RailEntry {
                url: self.addresses.rail(&rail.command),
                orchestrator,
                after,
                skills,
                rail,
            });
        }
        for index in 0..self.book.cases.len() {
            let mut documents = std::mem::take(&mut self.book.cases[index].documents);
            for document in &mut documents {
                document.owner = self.book.entry(document.document).owner;
            }
            documents.sort_by_key(|document| {
                let entry = self.book.entry(document.document);
                let position = self.book.rail_position(entry.file_name());
                (position.unwrap_or(usize::MAX), entry.path.clone())
            });
            self.book.cases[index].documents = documents;
        }
    }

    fn references(&mut self) {
        let book = &self.book;
        let resolved: Vec<_> = (0..book.documents.len())
            .into_par_iter()
            .map(|id| book.resolve(DocId(id)))
            .collect();
        for (entry, (references, missing)) in self.book.documents.iter_mut().zip(resolved) {
            entry.references = references;
            entry.missing = missing;
        }
    }

    fn readers(&mut self) {
        let book = &self.book;
        let named = super::reading::named_files(book);
        let readers: Vec<_> = (0..book.skills.len())
            .into_par_iter()
            .map(|skill| super::reading::readers(book, skill, &named))
            .collect();
        for (entry, readers) in self.book.skills.iter_mut().zip(readers) {
            entry.readers = readers;
        }
    }

    fn facts(&mut self) {
        for index in 0..self.book.skills.len() {
            let facts = super::facts::facts(&self.book, index);
            self.book.skills[index].facts = facts;
        }
    }
}

/// Where each source can be looked at in a browser.
fn repositories(
    config: &Config,
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<Repository>> {
    let mut found = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let own = config.source.get(index);
        let given = own.and_then(|own| own.repository.as_deref());
        let address = given.or_else(|| source.history.remote());
        let host = own.and_then(|own| own.host);
        let branch = own.and_then(|own| own.branch.as_deref());
        let repository = address
            .and_then(|address| Repository::of(address, host, branch, source.history.prefix()));
        if given.is_some() && repository.is_none() {
            let place = config.place(&format!("source.{index}.repository"));
            diagnostics.push(
                Diagnostic::new(Code::Config, "the pages of this repository are not known")
                    .at(place)
                    .help("give an address such as `https://github.com/owner/name`, and `host` if its name does not say what the host runs"),
            );
        }
        found.push(repository);
    }
    found
}

/// Opens the sources that the configuration names, or the root alone.
fn open_sources(
    disk: &Arc<Disk>,
    root: &Path,
    config: &Config,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Source> {
    let single = [SourceConfig::default()];
    let wanted: &[SourceConfig] = if config.source.is_empty() {
        &single
    } else {
        &config.source
    };
    let mut sources = Vec::new();
    for (index, source) in wanted.iter().enumerate() {
        let path = source.path.as_deref().unwrap_or(".");
        let clean = path.trim_start_matches("./").trim_matches('/');
        let prefix = if clean.is_empty() || clean == "." {
            String::new()
        } else {
            format!("{clean}/")
        };
        let folder = root.join(path);
        if !folder.is_dir() {
            let place = config.place(&format!("source.{index}.path"));
            let problem = if config.is_given() {
                Diagnostic::new(Code::ConfigTarget, format!("there is no folder `{path}`"))
                    .at(place)
            } else {
                Diagnostic::new(
                    Code::NoSkills,
                    format!("there is no folder `{}`", root.display()),
                )
            };
            diagnostics.push(problem);
        }
        sources.push(Source::open_with(
            disk,
            &folder,
            &prefix,
            source.name.as_deref(),
            diagnostics,
        ));
    }
    sources
}
