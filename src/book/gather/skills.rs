//! Skills and the files of their folders.

use super::Gatherer;
use crate::address::{RESERVED, Url};
use crate::book::documents::{DocKind, FileContent, FileEntry};
use crate::book::{Item, SkillEntry};
use crate::diagnostics::{Code, Diagnostic};
use crate::markdown::Document;
use crate::skill::plugin::{self, Plugin};
use crate::skill::{Skill, summary};
use crate::workspace::{Found, RepoPath};
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
        let sources = &self.book.sources;
        let read: Vec<Result<(Skill, RepoPath), Diagnostic>> = found
            .par_iter()
            .filter_map(|(index, found)| {
                let source = sources.get(*index)?;
                Some(match source.text(&found.file) {
                    Ok(text) => {
                        let (folder, file) = (found.folder.clone(), found.file.clone());
                        let skill = Skill::read(*index, source, folder, file, text, RESERVED);
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
        order.sort_by_key(plain);
        let mut urls: Vec<(usize, Url)> = order
            .into_iter()
            .map(|index| {
                let (skill, place) = &skills[index];
                (index, self.addresses.skill(place, &skill.name))
            })
            .collect();
        urls.sort_by_key(|(index, _)| *index);
        for ((skill, place), (_, url)) in skills.into_iter().zip(urls) {
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
            self.skill(skill, url, group, folder);
        }
    }

    pub(super) fn skill(
        &mut self,
        skill: Skill,
        url: Url,
        group: Option<String>,
        plugin: Option<RepoPath>,
    ) {
        let index = self.book.skills.len();
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

    pub(super) fn skill_files(&mut self, index: usize, skill: &Skill, url: &Url) -> Vec<usize> {
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
                executable: self.book.sources[skill.source].is_executable(path),
                content,
                provenance,
            });
        }
        files
    }

    pub(super) fn file_content(
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
}

/// A file belongs to the innermost skill that it lies in.
fn keep_own_files(skills: &mut [(Skill, RepoPath)]) {
    let folders: BTreeSet<(usize, RepoPath)> = skills
        .iter()
        .map(|(skill, _)| (skill.source, skill.folder.clone()))
        .collect();
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
