//! Each skill's sample, with its author's excerpt and notes.

use super::Gatherer;
use crate::book::documents::{DocId, DocKind};
use crate::book::{Item, SkillSample};
use crate::config::SkillConfig;
use crate::diagnostics::{Code, Diagnostic};
use crate::sample::{Excerpt, Sample};
use crate::workspace::RepoPath;
use rayon::prelude::*;
use std::collections::BTreeMap;

impl Gatherer<'_> {
    pub(super) fn samples(&mut self) {
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
    pub(super) fn named_sample(&mut self, name: &str, config: &SkillConfig) -> Option<DocId> {
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
    pub(super) fn found_sample(&self, index: usize) -> Option<DocId> {
        let entry = self.book.skills.get(index)?;
        let pattern = entry.skill.partial()?;
        let own = entry.skill.source;
        let candidates =
            std::iter::once(own).chain((0..self.book.sources.len()).filter(|other| *other != own));
        candidates.into_iter().find_map(|source| {
            let files = self.book.sources[source].beginning(pattern.fixed());
            files.filter(|path| pattern.matches(path)).find_map(|path| {
                match self.book.by_path.get(&(source, path.clone())) {
                    Some(Item::Document(id)) => Some(*id),
                    _ => None,
                }
            })
        })
    }

    pub(super) fn sample(&mut self, index: usize, name: &str, config: &SkillConfig, id: DocId) {
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

    fn has_usual_notes(&mut self, name: &str) -> bool {
        let folder = self.root.join("notes");
        let noted = self.noted.get_or_insert_with(|| {
            self.memory.disk.ask(folder.clone());
            let entries = std::fs::read_dir(folder).into_iter().flatten();
            entries
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect()
        });
        noted.contains(&format!("{name}.md"))
    }

    pub(super) fn author_notes(
        &mut self,
        index: usize,
        name: &str,
        config: &SkillConfig,
    ) -> Option<DocId> {
        // Of a thousand skills, few have notes: their folder is looked at once.
        if config.notes.is_none() && !self.has_usual_notes(name) {
            return None;
        }
        let usual = format!("notes/{name}.md");
        let wanted = config.notes.as_deref().unwrap_or(&usual);
        let (path, text) = self.author_file(
            wanted,
            &format!("skill.{name}.notes"),
            config.notes.is_some(),
        )?;
        let parsed = self.memory.document(&text, false);
        let source = self.book.skills[index].skill.source;
        let id = self.add_document(source, path.clone(), None, DocKind::Notes(index), parsed);
        let entry = &mut self.book.documents[id.0];
        entry.display = path.to_string();
        entry.provenance = None;
        Some(id)
    }

    /// Which skill's partial each document is.
    pub(super) fn owners(&mut self) {
        let patterns: Vec<(usize, crate::skill::PathPattern)> = self
            .book
            .skills
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((index, entry.skill.partial()?.clone())))
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

    pub(super) fn notes(&mut self) {
        let book = &self.book;
        let joined: Vec<_> = (0..book.skills.len())
            .into_par_iter()
            .map(|skill| crate::book::noting::join(book, skill))
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
}
