//! Use cases, and the other documents that skills and partials cite by path.

use super::Gatherer;
use crate::book::Item;
use crate::book::documents::{Case, CaseDocument, DocId, DocKind};
use crate::book::resolve::Target;
use crate::workspace::RepoPath;
use std::collections::BTreeMap;

/// Where use cases lie when no guard says so.
const USE_CASES: &str = "docs/use-cases";

impl Gatherer<'_> {
    pub(super) fn use_cases_dir(&self) -> String {
        let dir = self
            .book
            .guard
            .as_ref()
            .and_then(|entry| entry.guard.rules.use_cases_dir.clone());
        dir.unwrap_or_else(|| USE_CASES.to_owned())
            .trim_matches('/')
            .to_owned()
    }

    pub(super) fn cases(&mut self) {
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

    pub(super) fn case(
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
        let paths: Vec<RepoPath> = documents.iter().map(|(_, path)| path.clone()).collect();
        let read = self.documents_at(source, &paths);
        for ((below, path), parsed) in documents.into_iter().zip(read) {
            let Some(parsed) = parsed else {
                continue;
            };
            let page = self.addresses.case_document(&url, &below);
            let status = parsed.document.frontmatter.text("status");
            let id = self.add_document(
                source,
                path.clone(),
                Some(page),
                DocKind::Case(index),
                parsed,
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
    pub(super) fn other_documents(&mut self) {
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
            let read = self.documents_at(source, &wanted);
            for (path, parsed) in wanted.into_iter().zip(read) {
                let Some(parsed) = parsed else {
                    continue;
                };
                let url = self.addresses.document(&path);
                let id = self.add_document(source, path.clone(), Some(url), DocKind::Other, parsed);
                self.book.by_path.insert((source, path), Item::Document(id));
            }
        }
    }

    /// What each document of a case took from the others.
    pub(super) fn taken(&mut self) {
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
}
