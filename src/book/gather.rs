//! Reading a site's sources and joining what they hold, step by step. Each step reads what the
//! ones before it made.

use super::documents::{Case, CaseDocument, DocId, DocKind, DocumentEntry, FileContent, FileEntry};
use super::guarding::{ClassEntry, GuardEntry, ROOT, Territory};
use super::resolve::Target;
use super::scenario::Scenario;
use super::{Book, Item, RailEntry, SiteInfo, SkillEntry, SkillSample};
use crate::address::{Addresses, RESERVED, Url};
use crate::config::{Config, FILE_NAME, SkillConfig, SourceConfig};
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::guard::{ClassKind, Event, Guard, Hooks, Messages, State};
use crate::markdown::Document;
use crate::rail::{Rail, StepFacts};
use crate::reference;
use crate::sample::{Excerpt, Sample};
use crate::skill::{Skill, summary};
use crate::workspace::{RepoPath, Source, Text, read_below};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Where use cases lie when no guard says so.
const USE_CASES: &str = "docs/use-cases";
const CLASSES: &str = ".claude/schemas/extensions.json";
const SETTINGS: &str = ".claude/settings.json";

pub(super) fn gather(root: &Path, base_url: Option<&str>) -> Book {
    let mut gatherer = Gatherer::new(root, base_url);
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
    gatherer.notes();
    gatherer.taken();
    gatherer.readers();
    gatherer.classes();
    gatherer.verdicts();
    gatherer.facts();
    let mut book = gatherer.book;
    Diagnostic::sort(&mut book.diagnostics);
    book
}

pub(super) struct Gatherer<'a> {
    pub(super) root: &'a Path,
    pub(super) book: Book,
    pub(super) addresses: Addresses,
}

impl<'a> Gatherer<'a> {
    fn new(root: &'a Path, base_url: Option<&str>) -> Gatherer<'a> {
        let mut diagnostics = Vec::new();
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
        let sources = open_sources(root, &config, &mut diagnostics);
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
            skills: Vec::new(),
            documents: Vec::new(),
            files: Vec::new(),
            cases: Vec::new(),
            guard: None,
            classes: Vec::new(),
            rails: Vec::new(),
            guide: None,
            diagnostics,
            by_path: BTreeMap::new(),
        };
        Gatherer {
            root,
            book,
            addresses: Addresses::default(),
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
        document: Arc<Document>,
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
            passages: Arc::from(Vec::new()),
            document,
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

    fn skills(&mut self) {
        let mut found: Vec<(usize, RepoPath)> = Vec::new();
        for index in 0..self.book.sources.len() {
            let config = self.book.config.source.get(index);
            let globs = config.and_then(|config| config.skills.clone());
            match self.book.sources[index].skill_folders(globs.as_deref()) {
                Ok(folders) => found.extend(folders.into_iter().map(|folder| (index, folder))),
                Err(error) => {
                    let place = self.book.config.place(&format!("source.{index}.skills"));
                    self.problem(
                        Diagnostic::new(
                            Code::Config,
                            format!("a glob of `skills` cannot be read: {error}"),
                        )
                        .at(place),
                    );
                }
            }
        }
        let sources = &self.book.sources;
        let read: Vec<Result<Skill, Diagnostic>> = found
            .par_iter()
            .filter_map(|(index, folder)| {
                let source = sources.get(*index)?;
                let path = folder.join("SKILL.md")?;
                Some(match source.text(&path) {
                    Ok(text) => Ok(Skill::read(
                        *index,
                        source,
                        folder.clone(),
                        path,
                        text,
                        RESERVED,
                    )),
                    Err(problem) => Err(problem.diagnostic(source, &path)),
                })
            })
            .collect();
        let mut skills = Vec::new();
        for result in read {
            match result {
                Ok(skill) => skills.push(skill),
                Err(diagnostic) => self.problem(diagnostic),
            }
        }
        if skills.is_empty() {
            let mut problem = Diagnostic::new(Code::NoSkills, "no skills found").help(
                "Skillbook looks for `SKILL.md` in the folders of `skills/` and `.claude/skills/`; name others with `skills = [\"…\"]` in a `[[source]]` of skillbook.toml",
            );
            if self.book.config.is_given() {
                problem = problem.at(self.book.config.place("source"));
            }
            self.problem(problem);
        }
        skills.sort_by(|a, b| (&a.name, a.source, &a.path).cmp(&(&b.name, b.source, &b.path)));
        for skill in skills {
            self.skill(skill);
        }
    }

    fn skill(&mut self, skill: Skill) {
        let index = self.book.skills.len();
        let url = self.addresses.skill(&skill.name);
        let page = self.addresses.skill_file(&url, "SKILL.md");
        let document = self.add_document(
            skill.source,
            skill.path.clone(),
            Some(page),
            DocKind::Skill(index),
            skill.document.clone(),
        );
        self.book.documents[document.0].passages = Arc::from(skill.passages.clone());
        self.book
            .by_path
            .insert((skill.source, skill.path.clone()), Item::Document(document));
        self.book
            .by_path
            .insert((skill.source, skill.folder.clone()), Item::Skill(index));
        let config = self.book.config.skill.get(&skill.name);
        let line = config
            .and_then(|config| config.summary.clone())
            .or_else(|| skill.description.as_deref().map(summary))
            .unwrap_or_default();
        let files = self.skill_files(index, &skill, &url);
        let provenance = self.book.documents[document.0].provenance.clone();
        self.book.skills.push(SkillEntry {
            skill,
            url,
            document,
            line,
            facts: Vec::new(),
            provenance,
            sample: None,
            guard: None,
            steps: Vec::new(),
            readers: Vec::new(),
            files,
        });
    }

    fn skill_files(&mut self, index: usize, skill: &Skill, url: &Url) -> Vec<usize> {
        let mut files = Vec::new();
        for (below, path, size) in &skill.files {
            let page = self.addresses.skill_file(url, below);
            let content = self.file_content(index, skill.source, path, below, &page);
            let raw = content.bytes().map(|_| self.addresses.raw(url, below));
            let item = match &content {
                FileContent::Markdown(document, _) => Item::Document(*document),
                _ => Item::File(self.book.files.len()),
            };
            self.book.by_path.insert((skill.source, path.clone()), item);
            files.push(self.book.files.len());
            let provenance = self.book.sources[skill.source]
                .history
                .of(path.as_str())
                .cloned();
            self.book.files.push(FileEntry {
                skill: index,
                below: below.clone(),
                path: path.clone(),
                source: skill.source,
                url: page,
                raw,
                size: *size,
                content,
                provenance,
            });
        }
        files
    }

    fn file_content(
        &mut self,
        skill: usize,
        source: usize,
        path: &RepoPath,
        below: &str,
        page: &Url,
    ) -> FileContent {
        let read = self.book.sources[source].bytes(path);
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(problem) => {
                let diagnostic = problem.diagnostic(&self.book.sources[source], path);
                self.problem(diagnostic);
                return FileContent::Absent;
            }
        };
        let is_markdown = below.to_lowercase().ends_with(".md");
        match bytes.text() {
            Ok(text) if is_markdown => {
                let document = Arc::new(Document::parse(text.text, RESERVED));
                let id = self.add_document(
                    source,
                    path.clone(),
                    Some(page.clone()),
                    DocKind::SkillFile(skill),
                    document,
                );
                FileContent::Markdown(id, bytes.bytes)
            }
            Ok(text) if !text.text.contains('\0') => FileContent::Text(text.text, bytes.bytes),
            Ok(_) => FileContent::Binary(bytes.bytes),
            Err(problem) => {
                if is_markdown {
                    let diagnostic = problem.diagnostic(&self.book.sources[source], path);
                    self.problem(diagnostic);
                }
                FileContent::Binary(bytes.bytes)
            }
        }
    }

    /// The guard's data, of the first source that has it.
    fn guard(&mut self) {
        let config = self.book.config.guard.clone();
        let classes = config.classes.as_deref().unwrap_or(CLASSES);
        let Some(path) = RepoPath::new(classes) else {
            return;
        };
        let found = (0..self.book.sources.len()).find(|index| self.book.sources[*index].has(&path));
        let Some(source) = found else {
            if config.classes.is_some() {
                let place = self.book.config.place("guard.classes");
                self.problem(
                    Diagnostic::new(
                        Code::ConfigTarget,
                        format!("no source has a file `{classes}`"),
                    )
                    .at(place),
                );
            }
            return;
        };
        let Some(text) = self.text(source, &path) else {
            return;
        };
        let display = self.book.sources[source].display(&path);
        let mut guard = match Guard::parse(&text.text) {
            Ok(guard) => guard,
            Err(error) => {
                let place = json_place(&display, &text.text, error.line, error.column);
                self.problem(Diagnostic::new(Code::GuardData, error.message).at(place));
                return;
            }
        };
        match config.messages.clone().try_into::<Messages>() {
            Ok(messages) => guard.messages = messages,
            Err(error) => {
                let place = self.book.config.place("guard.messages");
                let message = error
                    .message()
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                self.problem(Diagnostic::new(Code::Config, message).at(place));
            }
        }
        let hooks = self.hooks(source, config.settings.as_deref());
        self.book.guard = Some(GuardEntry {
            guard,
            hooks,
            state: State::new(ROOT),
            never_blocks: config.never_blocks,
            source,
            path,
        });
    }

    fn hooks(&mut self, source: usize, settings: Option<&str>) -> Hooks {
        let Some(path) = RepoPath::new(settings.unwrap_or(SETTINGS)) else {
            return Hooks::empty();
        };
        let candidates = std::iter::once(source).chain(0..self.book.sources.len());
        let found = candidates
            .into_iter()
            .find(|index| self.book.sources[*index].has(&path));
        let Some(source) = found else {
            if let Some(settings) = settings {
                let place = self.book.config.place("guard.settings");
                self.problem(
                    Diagnostic::new(
                        Code::ConfigTarget,
                        format!("no source has a file `{settings}`"),
                    )
                    .at(place),
                );
            }
            return Hooks::empty();
        };
        let Some(text) = self.text(source, &path) else {
            return Hooks::empty();
        };
        match Hooks::parse(&text.text) {
            Ok(hooks) => hooks,
            Err(error) => {
                let display = self.book.sources[source].display(&path);
                let place = json_place(&display, &text.text, error.line, error.column);
                self.problem(Diagnostic::new(Code::GuardData, error.message).at(place));
                Hooks::empty()
            }
        }
    }

    fn use_cases_dir(&self) -> String {
        let dir = self
            .book
            .guard
            .as_ref()
            .and_then(|entry| entry.guard.rules.use_cases_dir.clone());
        dir.unwrap_or_else(|| USE_CASES.to_owned())
            .trim_matches('/')
            .to_owned()
    }

    fn cases(&mut self) {
        let Some(dir) = RepoPath::new(&self.use_cases_dir()) else {
            return;
        };
        for source in 0..self.book.sources.len() {
            let mut folders: BTreeMap<String, Vec<(String, RepoPath)>> = BTreeMap::new();
            for (below, path, _) in self.book.sources[source].below(&dir) {
                if let Some((case, rest)) = below.split_once('/')
                    && case.starts_with("UC-")
                    && rest.to_lowercase().ends_with(".md")
                {
                    folders
                        .entry(case.to_owned())
                        .or_default()
                        .push((rest.to_owned(), path.clone()));
                }
            }
            for (name, documents) in folders {
                self.case(source, &dir, name, documents);
            }
        }
        let Some(entry) = &mut self.book.guard else {
            return;
        };
        for case in &self.book.cases {
            let spec = case
                .spec
                .map(|id| self.book.documents[id.0].path.file_name().to_owned());
            entry
                .state
                .cases
                .insert(case.name.clone(), case.status.clone());
            if let Some(spec) = spec {
                entry.state.specs.insert(case.name.clone(), spec);
            }
        }
        for case in &mut self.book.cases {
            case.frozen = case
                .status
                .as_deref()
                .is_some_and(|status| entry.guard.rules.is_frozen(status));
        }
    }

    fn case(
        &mut self,
        source: usize,
        dir: &RepoPath,
        name: String,
        documents: Vec<(String, RepoPath)>,
    ) {
        let Some(folder) = dir.join(&name) else {
            return;
        };
        let index = self.book.cases.len();
        let url = self.addresses.case(&name);
        let mut case = Case {
            folder: folder.clone(),
            source,
            url: url.clone(),
            status: None,
            spec: None,
            changelog: None,
            frozen: false,
            documents: Vec::new(),
            name,
        };
        for (below, path) in documents {
            let Some(text) = self.text(source, &path) else {
                continue;
            };
            let page = self.addresses.case_document(&url, &below);
            let document = Arc::new(Document::parse(text.text, RESERVED));
            let status = document.frontmatter.text("status");
            let id = self.add_document(
                source,
                path.clone(),
                Some(page),
                DocKind::Case(index),
                document,
            );
            self.book
                .by_path
                .insert((source, path.clone()), Item::Document(id));
            let file = path.file_name();
            if below == file && file.starts_with("UC-") && file.ends_with("-spec.md") {
                case.status = status;
                case.spec = Some(id);
            } else if below.eq_ignore_ascii_case("CHANGELOG.md") {
                case.changelog = Some(id);
            } else {
                case.documents.push(CaseDocument {
                    document: id,
                    owner: None,
                    takes: Vec::new(),
                    leaves: Vec::new(),
                });
            }
        }
        self.book
            .by_path
            .insert((source, folder), Item::Case(index));
        self.book.cases.push(case);
    }

    /// Rules, agents, backlogs: documents that skills and partials cite by path.
    fn other_documents(&mut self) {
        let dir = self.use_cases_dir();
        for source in 0..self.book.sources.len() {
            let wanted: Vec<RepoPath> = self.book.sources[source]
                .files
                .keys()
                .filter(|path| {
                    let text = path.as_str();
                    let is_markdown = text.to_lowercase().ends_with(".md");
                    let in_rules = ["rules", "agents", "commands"].iter().any(|folder| {
                        text.strip_prefix(".claude/")
                            .is_some_and(|rest| rest.starts_with(&format!("{folder}/")))
                    });
                    let beside_cases = text
                        .strip_prefix(&dir)
                        .and_then(|rest| rest.strip_prefix('/'))
                        .is_some_and(|rest| !rest.contains('/'));
                    let at_root = matches!(text, "CLAUDE.md" | "AGENTS.md");
                    is_markdown && (in_rules || beside_cases || at_root)
                })
                .filter(|path| !self.book.by_path.contains_key(&(source, (*path).clone())))
                .cloned()
                .collect();
            for path in wanted {
                let Some(text) = self.text(source, &path) else {
                    continue;
                };
                let url = self.addresses.document(&path);
                let document = Arc::new(Document::parse(text.text, RESERVED));
                let id =
                    self.add_document(source, path.clone(), Some(url), DocKind::Other, document);
                self.book.by_path.insert((source, path), Item::Document(id));
            }
        }
    }

    fn samples(&mut self) {
        let known: Vec<String> = self.book.config.skill.keys().cloned().collect();
        for name in known {
            if self.book.skill_index(&name).is_none() {
                let names: Vec<&str> = self
                    .book
                    .skills
                    .iter()
                    .map(|entry| entry.skill.name.as_str())
                    .collect();
                let near = crate::diagnostics::nearest(&name, names).map(str::to_owned);
                let mut problem =
                    Diagnostic::new(Code::ConfigTarget, format!("there is no skill `{name}`"))
                        .at(self.book.config.place(&format!("skill.{name}")));
                if let Some(near) = near {
                    problem = problem.help(format!("did you mean `{near}`?"));
                }
                self.problem(problem);
            }
        }
        for index in 0..self.book.skills.len() {
            let name = self.book.skills[index].skill.name.clone();
            let config = self
                .book
                .config
                .skill
                .get(&name)
                .cloned()
                .unwrap_or_default();
            let document = match &config.sample {
                Some(_) => self.named_sample(&name, &config),
                None => self.found_sample(index),
            };
            if let Some(document) = document {
                self.sample(index, &name, &config, document);
            }
        }
    }

    /// The sample that the author names.
    fn named_sample(&mut self, name: &str, config: &SkillConfig) -> Option<DocId> {
        let wanted = config.sample.as_ref()?;
        let path = RepoPath::new(&wanted.path);
        let sources = (0..self.book.sources.len()).filter(|index| {
            let source = wanted.source.as_deref();
            source.is_none_or(|source| self.book.sources[*index].name == source)
        });
        let found = path.and_then(|path| {
            sources.into_iter().find_map(|source| {
                match self.book.by_path.get(&(source, path.clone())) {
                    Some(Item::Document(id)) => Some(*id),
                    _ => None,
                }
            })
        });
        if found.is_none() {
            let known_source = wanted
                .source
                .as_ref()
                .is_none_or(|source| self.book.sources.iter().any(|it| it.name == *source));
            let message = if known_source {
                format!("there is no document `{}`", wanted.path)
            } else {
                format!(
                    "there is no source `{}`",
                    wanted.source.as_deref().unwrap_or_default()
                )
            };
            let place = self.book.config.place(&format!("skill.{name}.sample"));
            self.problem(Diagnostic::new(Code::ConfigTarget, message).at(place));
        }
        found
    }

    /// The first document of the form that the contract's **Writes** names.
    fn found_sample(&self, index: usize) -> Option<DocId> {
        let entry = self.book.skills.get(index)?;
        let pattern = entry.skill.partial()?;
        let own = entry.skill.source;
        let candidates =
            std::iter::once(own).chain((0..self.book.sources.len()).filter(|other| *other != own));
        candidates.into_iter().find_map(|source| {
            let files = self.book.sources[source].files.keys();
            files.filter(|path| pattern.matches(path)).find_map(|path| {
                match self.book.by_path.get(&(source, path.clone())) {
                    Some(Item::Document(id)) => Some(*id),
                    _ => None,
                }
            })
        })
    }

    fn sample(&mut self, index: usize, name: &str, config: &SkillConfig, id: DocId) {
        let entry = &self.book.documents[id.0];
        let (source, path, document) = (entry.source, entry.path.clone(), entry.document.clone());
        let (excerpt, unknown) = Excerpt::read(&document, &config.excerpt);
        for unknown in unknown {
            let place = self
                .book
                .config
                .place(&format!("skill.{name}.excerpt.{unknown}"));
            let wanted = config
                .excerpt
                .get(unknown)
                .map(String::as_str)
                .unwrap_or_default();
            self.problem(
                Diagnostic::new(Code::ConfigTarget, format!("the sample has no block or part `{wanted}`"))
                    .at(place)
                    .help("a block by its heading, a part as `block > paragraph 2`, `block > row <first cell>`, `block > table 1`"),
            );
        }
        let notes = self.author_notes(index, name, config);
        self.book.skills[index].sample = Some(SkillSample {
            sample: Sample {
                source,
                path,
                document,
                excerpt,
                notes: BTreeMap::new(),
            },
            document: id,
            notes,
            note_problems: Vec::new(),
            unmatched_rows: Vec::new(),
            table_headers: Vec::new(),
        });
    }

    fn author_notes(&mut self, index: usize, name: &str, config: &SkillConfig) -> Option<DocId> {
        let usual = format!("notes/{name}.md");
        let wanted = config.notes.as_deref().unwrap_or(&usual);
        let (path, text) = self.author_file(
            wanted,
            &format!("skill.{name}.notes"),
            config.notes.is_some(),
        )?;
        let document = Arc::new(Document::parse(text.text, &[]));
        let source = self.book.skills[index].skill.source;
        let id = self.add_document(source, path.clone(), None, DocKind::Notes(index), document);
        let entry = &mut self.book.documents[id.0];
        entry.display = path.to_string();
        entry.provenance = None;
        Some(id)
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
                if !is_named && !self.root.join(path.as_str()).is_file() {
                    return None;
                }
                read_below(self.root, &path)
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

    /// Which skill's partial each document is.
    fn owners(&mut self) {
        let patterns: Vec<(usize, crate::skill::PathPattern)> = self
            .book
            .skills
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((index, entry.skill.partial()?)))
            .collect();
        let samples: Vec<(usize, DocId)> = self
            .book
            .skills
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((index, entry.sample.as_ref()?.document)))
            .collect();
        for (number, entry) in self.book.documents.iter_mut().enumerate() {
            if !matches!(entry.kind, DocKind::Case(_) | DocKind::Other) {
                continue;
            }
            entry.owner = samples
                .iter()
                .find(|(_, document)| document.0 == number)
                .map(|(index, _)| *index)
                .or_else(|| {
                    patterns
                        .iter()
                        .find(|(_, pattern)| pattern.matches(&entry.path))
                        .map(|(index, _)| *index)
                });
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
        let passages: Vec<Option<Vec<reference::Passage>>> = self
            .book
            .documents
            .par_iter()
            .map(|entry| {
                (!matches!(entry.kind, DocKind::Skill(_)))
                    .then(|| reference::passages(&entry.document))
            })
            .collect();
        for (entry, passages) in self.book.documents.iter_mut().zip(passages) {
            if let Some(passages) = passages {
                entry.passages = Arc::from(passages);
            }
        }
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

    fn notes(&mut self) {
        let book = &self.book;
        let joined: Vec<_> = (0..book.skills.len())
            .into_par_iter()
            .map(|skill| super::noting::join(book, skill))
            .collect();
        for (entry, joined) in self.book.skills.iter_mut().zip(joined) {
            if let (Some(sample), Some(joined)) = (&mut entry.sample, joined) {
                sample.sample.notes = joined.notes;
                sample.note_problems = joined.problems;
                sample.unmatched_rows = joined.unmatched;
                sample.table_headers = joined.headers;
            }
        }
    }

    /// What each document of a case took from the others.
    fn taken(&mut self) {
        for case in 0..self.book.cases.len() {
            for number in 0..self.book.cases[case].documents.len() {
                let id = self.book.cases[case].documents[number].document;
                let mut takes: Vec<(DocId, Vec<(String, String)>)> = Vec::new();
                for reference in &self.book.entry(id).references {
                    let Target::Document { document, fragment } = &reference.target else {
                        continue;
                    };
                    let is_here = self.book.entry(*document).kind == DocKind::Case(case);
                    if !is_here || *document == id {
                        continue;
                    }
                    let position = takes.iter().position(|(other, _)| other == document);
                    let position = position.unwrap_or_else(|| {
                        takes.push((*document, Vec::new()));
                        takes.len() - 1
                    });
                    if let (Some(fragment), Some((_, sections))) =
                        (fragment, takes.get_mut(position))
                    {
                        let section = (reference.title.clone(), fragment.clone());
                        if !sections.contains(&section) {
                            sections.push(section);
                        }
                    }
                }
                let order: Vec<DocId> = self.book.cases[case]
                    .documents
                    .iter()
                    .map(|it| it.document)
                    .collect();
                let position = |id: &DocId| order.iter().position(|other| other == id);
                takes.sort_by_key(|(id, _)| position(id).unwrap_or(usize::MAX));
                // A spec or changelog stands in no order: what is cited of it is left to it.
                let (before, after) = takes
                    .into_iter()
                    .partition(|(id, _)| position(id).is_some_and(|at| at < number));
                let document = &mut self.book.cases[case].documents[number];
                document.takes = before;
                document.leaves = after;
            }
        }
    }

    fn readers(&mut self) {
        let book = &self.book;
        let readers: Vec<_> = (0..book.skills.len())
            .into_par_iter()
            .map(|skill| super::reading::readers(book, skill))
            .collect();
        for (entry, readers) in self.book.skills.iter_mut().zip(readers) {
            entry.readers = readers;
        }
    }

    fn classes(&mut self) {
        let Some(entry) = self.book.guard.take() else {
            return;
        };
        let classes = entry
            .guard
            .skill_classes
            .iter()
            .chain(&entry.guard.agent_classes);
        for (number, class) in classes.enumerate() {
            let url = match class.kind {
                ClassKind::Skill => self.addresses.skill_class(&class.name),
                ClassKind::Agent => self.addresses.agent_class(&class.name),
            };
            let own = Territory {
                member: None,
                globs: class.write_allow.clone(),
            };
            let overrides = class.overrides.iter().map(|(member, globs)| Territory {
                member: Some(member.clone()),
                globs: globs.clone(),
            });
            let is_skill = class.kind == ClassKind::Skill;
            self.book.classes.push(ClassEntry {
                kind: class.kind,
                name: class.name.clone(),
                url,
                accent: number % 8 + 1,
                members: class
                    .members
                    .iter()
                    .map(|member| {
                        (
                            member.clone(),
                            self.book.skill_index(member).filter(|_| is_skill),
                        )
                    })
                    .collect(),
                territories: std::iter::once(own).chain(overrides).collect(),
                design_phase: class.design_phase,
                blocked_during_design: class.blocked_during_design,
                audited: class.audited,
                rows: entry.reach(class),
            });
        }
        self.book.guard = Some(entry);
    }

    fn verdicts(&mut self) {
        for index in 0..self.book.skills.len() {
            let name = self.book.skills[index].skill.name.clone();
            let events = self.scenario(&name);
            let Some(guard) = &self.book.guard else {
                continue;
            };
            let partial = self.book.skills[index].skill.partial();
            let part = guard.part(&self.book, &name, partial.as_ref(), events);
            self.book.skills[index].guard = part;
        }
    }

    /// The author's scenario of a skill. What it expects is compared here, where the file is
    /// known.
    fn scenario(&mut self, name: &str) -> Option<Vec<Event>> {
        let wanted = self.book.config.skill.get(name)?.scenario.clone()?;
        let (path, text) = self.author_file(&wanted, &format!("skill.{name}.scenario"), true)?;
        let scenario = Scenario::parse(&text.text);
        for problem in &scenario.problems {
            let place = Place::new(path.as_str(), text.text.clone(), problem.span.clone());
            self.problem(Diagnostic::new(Code::Scenario, problem.message.clone()).at(place));
        }
        let guard = self.book.guard.as_ref()?;
        for problem in super::scenario_verdicts(guard, &scenario) {
            let (message, span) = problem;
            let place = Place::new(path.as_str(), text.text.clone(), span);
            self.problem(Diagnostic::new(Code::ScenarioVerdict, message).at(place));
        }
        Some(
            scenario
                .events
                .into_iter()
                .map(|(event, _)| event)
                .collect(),
        )
    }

    fn facts(&mut self) {
        for index in 0..self.book.skills.len() {
            let facts = super::facts::facts(&self.book, index);
            self.book.skills[index].facts = facts;
        }
    }
}

/// Opens the sources that the configuration names, or the root alone.
fn open_sources(root: &Path, config: &Config, diagnostics: &mut Vec<Diagnostic>) -> Vec<Source> {
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
        sources.push(Source::open(
            &folder,
            &prefix,
            source.name.as_deref(),
            diagnostics,
        ));
    }
    sources
}

/// The place of a line and column, both from 1, in a JSON file.
fn json_place(file: &str, text: &Arc<str>, line: usize, column: usize) -> Place {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.lines().next().map_or(0, str::len);
    let at = start + column.saturating_sub(1).min(length);
    Place::new(file, text.clone(), at..(at + 1).min(text.len()).max(at))
}

/// Facts of a head, in one place with the numbers they rest on.
pub(super) fn tokens(bytes: usize) -> usize {
    let tokens = bytes / 4;
    let mut unit = 1;
    while tokens / unit >= 100 {
        unit *= 10;
    }
    (tokens + unit / 2) / unit * unit
}
