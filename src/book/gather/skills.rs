//! Skills and the files of their folders.

use super::Gatherer;
use crate::address::Url;
use crate::book::documents::{DocKind, FileContent, FileEntry};
use crate::book::memory::{Memory, Parsed};
use crate::book::{Item, SkillEntry};
use crate::diagnostics::{Code, Diagnostic};
use crate::skill::plugin::{self, Plugin};
use crate::skill::{Skill, summary};
use crate::workspace::{Found, ReadProblem, RepoPath, Source};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Gatherer<'_> {
    pub(super) fn skills(&mut self) {
        let mut found: Vec<(usize, Found)> = Vec::new();
        let mut plugins: Vec<Vec<Plugin>> = Vec::new();
        for index in 0..self.book.sources.len() {
            let config = self.book.config.source.get(index);
            let globs = config.and_then(|config| config.skills.clone());
            let source = &self.book.sources[index];
            let known = plugin::plugins(source);
            let folders: Vec<RepoPath> = known.iter().map(|it| it.folder.clone()).collect();
            let named: Vec<RepoPath> = known.iter().flat_map(|it| it.skills.clone()).collect();
            plugins.push(known);
            match source.skill_folders(globs.as_deref(), &folders, &named) {
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
        let (sources, memory) = (&self.book.sources, self.memory);
        let read: Vec<Result<(Skill, RepoPath), Diagnostic>> = found
            .par_iter()
            .filter_map(|(index, found)| {
                let source = sources.get(*index)?;
                Some(match source.text(&found.file) {
                    Ok(text) => {
                        let (folder, file) = (found.folder.clone(), found.file.clone());
                        let said = memory.skill(&text);
                        let skill = Skill::of(*index, source, folder, file, &text, &said);
                        Ok((skill, found.place.clone()))
                    }
                    Err(problem) => Err(problem.diagnostic(source, &found.file)),
                })
            })
            .collect();
        let mut skills = Vec::new();
        for result in read {
            match result {
                Ok(found) => skills.push(found),
                Err(diagnostic) => self.problem(diagnostic),
            }
        }
        if skills.is_empty() {
            let mut problem = Diagnostic::new(Code::NoSkills, "no skills found").help(
                "Skillbook looks for `SKILL.md` in folders below `skills/`, `.claude/skills/`, `plugins/*/skills/` and the like, then anywhere; name others with `skills = [\"…\"]` in a `[[source]]` of skillbook.toml",
            );
            if self.book.config.is_given() {
                problem = problem.at(self.book.config.place("source"));
            }
            self.problem(problem);
        }
        keep_own_files(&mut skills);
        skills.sort_by(|(a, _), (b, _)| {
            (&a.name, a.source, &a.path).cmp(&(&b.name, b.source, &b.path))
        });
        // The plainest place has the shortest address, whatever else there is.
        let mut order: Vec<usize> = (0..skills.len()).collect();
        let plain = |index: &usize| {
            let (skill, place) = &skills[*index];
            let hidden = place
                .as_str()
                .split('/')
                .filter(|part| part.starts_with('.'));
            (hidden.count(), skill.source, place.clone())
        };
        order.sort_by_cached_key(plain);
        let mut urls: Vec<(usize, Url)> = order
            .into_iter()
            .map(|index| {
                let (skill, place) = &skills[index];
                (index, self.addresses.skill(place, &skill.name))
            })
            .collect();
        urls.sort_by_key(|(index, _)| *index);
        let (sources, memory) = (&self.book.sources, self.memory);
        let files: Vec<Vec<Read>> = skills
            .par_iter()
            .map(|(skill, _)| read_files(sources, memory, skill))
            .collect();
        for (((skill, place), (_, url)), files) in skills.into_iter().zip(urls).zip(files) {
            let known = plugins.get(skill.source).map_or(&[][..], Vec::as_slice);
            let plugin = plugin::of(known, &skill.folder).or_else(|| plugin::of(known, &place));
            let group = plugin
                .map(|plugin| plugin.name.clone())
                .or_else(|| plugin::category(&place));
            let source = self.book.sources.get(skill.source);
            let whole = || {
                source
                    .filter(|source| plugin::is_whole(source))
                    .and_then(|_| RepoPath::new(""))
            };
            let folder = plugin.map(|plugin| plugin.folder.clone()).or_else(whole);
            self.skill(skill, url, (group, folder), files);
        }
    }

    /// Adds a skill; `of` is its group and the folder of its plugin, `read` its files.
    fn skill(
        &mut self,
        skill: Skill,
        url: Url,
        of: (Option<String>, Option<RepoPath>),
        read: Vec<Read>,
    ) {
        let (group, plugin) = of;
        let index = self.book.skills.len();
        let page = self.addresses.skill_file(&url, "SKILL.md");
        let document = self.add_document(
            skill.source,
            skill.path.clone(),
            Some(page),
            DocKind::Skill(index),
            Parsed {
                document: skill.document.clone(),
                passages: skill.passages.clone(),
            },
        );
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
        let files = self.skill_files(index, &skill, &url, read);
        let provenance = self.book.documents[document.0].provenance.clone();
        // Of several skills of one name the first is meant.
        self.book.by_name.entry(skill.name.clone()).or_insert(index);
        self.book.by_url.insert(url.clone(), index);
        self.book.skills.push(SkillEntry {
            skill,
            url,
            document,
            line,
            facts: Vec::new(),
            provenance,
            sample: None,
            guard: None,
            rule_files: Vec::new(),
            permissions: None,
            steps: Vec::new(),
            readers: Vec::new(),
            files,
            derived: BTreeMap::new(),
            group,
            plugin,
            card: None,
        });
    }

    fn skill_files(
        &mut self,
        index: usize,
        skill: &Skill,
        url: &Url,
        read: Vec<Read>,
    ) -> Vec<usize> {
        let mut files = Vec::new();
        for ((below, path, size), read) in skill.files.iter().zip(read) {
            let page = self.addresses.skill_file(url, below);
            let content = self.file_content(index, skill.source, path, &page, read);
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
                executable: self.book.sources[skill.source].is_executable(path),
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
        page: &Url,
        read: Read,
    ) -> FileContent {
        if let Some(problem) = read.problem {
            let diagnostic = problem.diagnostic(&self.book.sources[source], path);
            self.problem(diagnostic);
        }
        match read.content {
            Content::Markdown(parsed, bytes) => {
                let id = self.add_document(
                    source,
                    path.clone(),
                    Some(page.clone()),
                    DocKind::SkillFile(skill),
                    parsed,
                );
                FileContent::Markdown(id, bytes)
            }
            Content::Text(text, bytes) => FileContent::Text(text, bytes),
            Content::Binary(bytes) => FileContent::Binary(bytes),
            Content::Absent => FileContent::Absent,
        }
    }
}

/// A file of a skill, read.
struct Read {
    content: Content,
    problem: Option<ReadProblem>,
}

enum Content {
    Markdown(Parsed, Arc<[u8]>),
    Text(Arc<str>, Arc<[u8]>),
    Binary(Arc<[u8]>),
    Absent,
}

fn read_files(sources: &[Source], memory: &Memory, skill: &Skill) -> Vec<Read> {
    let Some(source) = sources.get(skill.source) else {
        return Vec::new();
    };
    let files = skill.files.iter();
    files
        .map(|(below, path, _)| read_file(source, memory, path, below))
        .collect()
}

fn read_file(source: &Source, memory: &Memory, path: &RepoPath, below: &str) -> Read {
    let bytes = match source.bytes(path) {
        Ok(bytes) => bytes,
        Err(problem) => {
            return Read {
                content: Content::Absent,
                problem: Some(problem),
            };
        }
    };
    let is_markdown = below.to_lowercase().ends_with(".md");
    let (content, problem) = match bytes.text() {
        Ok(text) if is_markdown => {
            let parsed = memory.document(&text, true);
            (Content::Markdown(parsed, bytes.bytes), None)
        }
        Ok(text) if !text.text.contains('\0') => (Content::Text(text.text, bytes.bytes), None),
        Ok(_) => (Content::Binary(bytes.bytes), None),
        Err(problem) => (Content::Binary(bytes.bytes), is_markdown.then_some(problem)),
    };
    Read { content, problem }
}

/// A file belongs to the innermost skill that it lies in.
fn keep_own_files(skills: &mut [(Skill, RepoPath)]) {
    let folders: BTreeSet<(usize, RepoPath)> = skills
        .iter()
        .map(|(skill, _)| (skill.source, skill.folder.clone()))
        .collect();
    // In the order of their paths, a folder is followed by one that lies in it; mostly none does.
    let is_nested = |a: &(usize, RepoPath), b: &(usize, RepoPath)| {
        a.0 == b.0 && b.1.as_str().starts_with(a.1.as_str())
    };
    if !folders
        .iter()
        .zip(folders.iter().skip(1))
        .any(|(a, b)| is_nested(a, b))
    {
        return;
    }
    for (skill, _) in skills {
        let (source, own) = (skill.source, skill.folder.clone());
        skill.files.retain(|(_, path, _)| {
            let mut folder = path.parent();
            while folder != own {
                if folder.as_str().is_empty() || folders.contains(&(source, folder.clone())) {
                    return folder == own;
                }
                folder = folder.parent();
            }
            true
        });
    }
}
