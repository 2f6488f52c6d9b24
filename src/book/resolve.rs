//! From what a text names to where it is.

use super::guide::{SITE, seen_from};
use super::{Book, DocId, DocKind, Item};
use crate::address::Url;
use crate::markdown::Document;
use crate::reference::{CaseChoice, FileName, Located, Mention, Owner, Section, What, locate};
use crate::workspace::RepoPath;
use std::ops::Range;

/// Words of a document that lead somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// Byte range in the document.
    pub span: Range<usize>,
    /// Where they lead.
    pub target: Target,
    /// What it is, in words.
    pub title: String,
}

/// Where a reference leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A section of the document itself.
    Here {
        /// Its fragment.
        fragment: String,
        /// Its byte range.
        span: Range<usize>,
    },
    /// A section of a skill's sample, shown on the skill's page.
    Sample {
        /// The skill.
        skill: usize,
        /// Its fragment.
        fragment: String,
        /// Its byte range in the sample.
        span: Range<usize>,
    },
    /// A document, or a section of it.
    Document {
        /// The document.
        document: DocId,
        /// The section's fragment.
        fragment: Option<String>,
    },
    /// Any other page.
    Page(Url),
}

/// A reference to a file that should be there and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Byte range in the document.
    pub span: Range<usize>,
    /// The path as it is written.
    pub path: String,
    /// The nearest path that is there.
    pub nearest: Option<String>,
}

/// Folders of a skill whose files must be there when they are named.
const OWN_FOLDERS: &[&str] = &["references/", "templates/", "scripts/", "assets/"];

/// From where a document looks at the repository.
pub(super) struct Place<'a> {
    pub(super) book: &'a Book,
    pub(super) source: usize,
    pub(super) path: &'a RepoPath,
    /// The skill whose folder bare paths may mean.
    pub(super) skill: Option<usize>,
    /// The case whose documents bare names mean.
    pub(super) case: Option<usize>,
    /// The document itself, for sections without another owner; `None` when those are the
    /// sample's of `skill`.
    pub(super) own: Option<DocId>,
}

impl Book {
    /// The place from which a document's words are read.
    pub(super) fn place(&self, id: DocId) -> Place<'_> {
        let entry = self.entry(id);
        let sample_case = |skill: usize| {
            let sample = self.skills.get(skill)?.sample.as_ref()?;
            match self.entry(sample.document).kind {
                DocKind::Case(case) => Some(case),
                _ => None,
            }
        };
        let (skill, case, own) = match entry.kind {
            DocKind::Skill(skill) | DocKind::Notes(skill) => {
                let has_sample = self.skills.get(skill).is_some_and(|it| it.sample.is_some());
                (Some(skill), sample_case(skill), (!has_sample).then_some(id))
            }
            DocKind::SkillFile(skill) => (Some(skill), None, Some(id)),
            DocKind::Case(case) => (entry.owner, Some(case), Some(id)),
            DocKind::Guide(_) | DocKind::Other => (None, None, Some(id)),
        };
        Place {
            book: self,
            source: entry.source,
            path: &entry.path,
            skill,
            case,
            own,
        }
    }

    /// Everything a document refers to, and what of it is missing.
    pub(super) fn resolve(&self, id: DocId) -> (Vec<Resolved>, Vec<Missing>) {
        let place = self.place(id);
        let entry = self.entry(id);
        let mut resolved: Vec<Resolved> = Vec::new();
        let mut missing: Vec<Missing> = Vec::new();
        for passage in entry.passages.iter() {
            for mention in &passage.mentions {
                match place.mention(mention, &entry.document) {
                    Found::Yes(found) => resolved.push(found),
                    Found::Missing(path) if !is_example(&entry.document, &mention.span) => {
                        missing.push(Missing {
                            span: mention.span.clone(),
                            nearest: place.nearest(&path),
                            path,
                        });
                    }
                    Found::Missing(_) => {}
                    Found::No => {}
                }
            }
        }
        for (span, destination) in entry.document.link_destinations() {
            if let Some(path) = place.missing_link(destination) {
                missing.push(Missing {
                    span: span.clone(),
                    nearest: place.nearest(&path),
                    path,
                });
            }
        }
        resolved.sort_by_key(|reference| (reference.span.start, reference.span.end));
        let mut end = 0;
        resolved.retain(|reference| {
            let keep = reference.span.start >= end;
            if keep {
                end = reference.span.end;
            }
            keep
        });
        missing.sort_by_key(|missing| missing.span.start);
        let mut seen = std::collections::BTreeSet::new();
        missing.retain(|missing| seen.insert(missing.path.clone()));
        (resolved, missing)
    }
}

/// Whether a line speaks of a file only to give an example, in words outside of code.
fn is_example(document: &Document, span: &Range<usize>) -> bool {
    const WORDS: &[&str] = &[
        "example",
        "e.g.",
        "for instance",
        "such as",
        "would be",
        "could be",
        "might be",
    ];
    let text = &document.text;
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |at| span.end + at);
    let line = text[start..end].to_lowercase();
    let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    WORDS.iter().any(|word| prose.contains(word))
}

enum Found {
    Yes(Resolved),
    Missing(String),
    No,
}

impl Place<'_> {
    fn mention(&self, mention: &Mention, document: &Document) -> Found {
        let target = match &mention.what {
            What::File(file) => return self.file_mention(mention, file),
            What::Skill(name) => self.skill_page(name),
            What::Case(name) => self.case_page(name),
            What::Section(_, section) => return self.section_mention(mention, section, document),
        };
        match target {
            Some((target, title)) => Found::Yes(Resolved {
                span: mention.span.clone(),
                target,
                title,
            }),
            None => Found::No,
        }
    }

    fn skill_page(&self, name: &str) -> Option<(Target, String)> {
        let index = self.book.skill_index(name)?;
        if Some(index) == self.skill && self.own.is_none() {
            return None;
        }
        let entry = self.book.skills.get(index)?;
        Some((
            Target::Page(entry.url.clone()),
            format!("{name}: {}", entry.line),
        ))
    }

    fn case_page(&self, name: &str) -> Option<(Target, String)> {
        let case = self.book.cases.get(self.case_named(name)?)?;
        Some((Target::Page(case.url.clone()), case.name.clone()))
    }

    /// A case by its folder's name or its number, in the own source first.
    fn case_named(&self, name: &str) -> Option<usize> {
        let matches = |case: &super::Case| case.name == name || case.number() == name;
        let own = |case: &super::Case| {
            self.case
                .and_then(|own| self.book.cases.get(own))
                .is_some_and(|own| own.source == case.source)
        };
        let cases = &self.book.cases;
        cases
            .iter()
            .position(|case| matches(case) && own(case))
            .or_else(|| cases.iter().position(matches))
    }

    fn file_mention(&self, mention: &Mention, file: &FileName) -> Found {
        let Some(item) = self.find(file) else {
            // A folder alone names no file.
            let own = !file.path.ends_with('/')
                && OWN_FOLDERS
                    .iter()
                    .any(|folder| file.path.starts_with(folder));
            let is_skill = self.own.is_none()
                || matches!(
                    self.own.map(|id| self.book.entry(id).kind),
                    Some(DocKind::Skill(_))
                );
            return if own
                && is_skill
                && self.skill.is_some()
                && !file.path.contains(['<', '{', '$', '*'])
            {
                Found::Missing(file.path.clone())
            } else {
                Found::No
            };
        };
        match self.item_target(item, file.fragment.as_deref()) {
            Some((target, title)) => Found::Yes(Resolved {
                span: mention.span.clone(),
                target,
                title,
            }),
            None => Found::No,
        }
    }

    fn item_target(&self, item: Item, fragment: Option<&str>) -> Option<(Target, String)> {
        Some(match item {
            Item::Document(document) => {
                if self.own == Some(document) && fragment.is_none() {
                    return None;
                }
                let entry = self.book.entry(document);
                let known = fragment.filter(|fragment| {
                    entry.document.headings.iter().any(|heading| {
                        heading.id == *fragment || heading.alias.as_deref() == Some(*fragment)
                    })
                });
                (
                    Target::Document {
                        document,
                        fragment: known.map(str::to_owned),
                    },
                    entry.path.to_string(),
                )
            }
            Item::File(file) => {
                let file = self.book.files.get(file)?;
                (Target::Page(file.url.clone()), file.path.to_string())
            }
            Item::Case(case) => {
                let case = self.book.cases.get(case)?;
                (Target::Page(case.url.clone()), case.name.clone())
            }
            Item::Skill(skill) => {
                let skill = self.book.skills.get(skill)?;
                (Target::Page(skill.url.clone()), skill.skill.name.clone())
            }
            Item::GuideFile(file) => {
                let file = self.book.guide.as_ref()?.files.get(file)?;
                (Target::Page(file.url.clone()), file.path.to_string())
            }
        })
    }

    fn section_mention(&self, mention: &Mention, section: &Section, document: &Document) -> Found {
        let Some((target, located)) = self.section(&mention.what, document) else {
            return Found::No;
        };
        let end = section.source_end(located.len).unwrap_or(mention.span.end);
        Found::Yes(Resolved {
            span: mention.span.start..end.max(mention.span.end),
            target,
            title: located.name,
        })
    }

    /// Where a section that a document names is; `None` for any other mention and for what is not
    /// certain.
    pub(super) fn section(&self, what: &What, document: &Document) -> Option<(Target, Located)> {
        let What::Section(owner, section) = what else {
            return None;
        };
        match owner {
            Owner::Own => {
                let text = match self.own {
                    Some(_) => document,
                    None => self.sample_document()?,
                };
                let located = locate(text, section, false)?;
                Some((self.own_target(&located), located))
            }
            Owner::File(file) => {
                let Item::Document(id) = self.find(file)? else {
                    return None;
                };
                let located = locate(self.book.document(id), section, true)?;
                let target = if self.own == Some(id) {
                    self.own_target(&located)
                } else {
                    Target::Document {
                        document: id,
                        fragment: Some(located.fragment.clone()),
                    }
                };
                Some((target, located))
            }
            Owner::Skill(name) => {
                let skill = self.book.skill_index(name)?;
                let sample = self.book.skills.get(skill)?.sample.as_ref()?;
                let located = locate(&sample.sample.document, section, true)?;
                Some((
                    Target::Sample {
                        skill,
                        fragment: located.fragment.clone(),
                        span: located.span.clone(),
                    },
                    located,
                ))
            }
            Owner::Unknown => None,
        }
    }

    fn sample_document(&self) -> Option<&Document> {
        let sample = self.book.skills.get(self.skill?)?.sample.as_ref()?;
        Some(&sample.sample.document)
    }

    fn own_target(&self, located: &Located) -> Target {
        match (self.own, self.skill) {
            (None, Some(skill)) => Target::Sample {
                skill,
                fragment: located.fragment.clone(),
                span: located.span.clone(),
            },
            _ => Target::Here {
                fragment: located.fragment.clone(),
                span: located.span.clone(),
            },
        }
    }

    /// The file of a name, as the page's readers would understand it.
    pub(super) fn find(&self, file: &FileName) -> Option<Item> {
        let path = file.path.trim_start_matches("./");
        let path = of_skill(path)
            .unwrap_or(path)
            .trim_start_matches("${CLAUDE_PROJECT_DIR}/");
        let name = path.rsplit('/').next().unwrap_or_default();
        let has_placeholder = path.contains(['<', '{', '$']) || path.contains("NNN");
        let bare = !path.contains('/');
        match &file.case {
            // Only a case's document can be an uncertain one: "the other notes in
            // `references/x.md`" name one file.
            CaseChoice::Uncertain => {
                if bare || has_placeholder {
                    return None;
                }
                return self.anywhere(path).filter(|item| !self.is_of_a_case(*item));
            }
            CaseChoice::Named(case) => {
                let case = self.case_named(case);
                return case.and_then(|case| self.in_case(case, name));
            }
            CaseChoice::Here => {}
        }
        if has_placeholder {
            return self.case.and_then(|case| self.in_case(case, name));
        }
        if bare && let Some(found) = self.case.and_then(|case| self.in_case(case, name)) {
            return Some(found);
        }
        self.anywhere(path)
    }

    /// A path below the skill's folder, from a source's root, or beside the document.
    fn anywhere(&self, path: &str) -> Option<Item> {
        self.in_skill(path)
            .or_else(|| path.contains('/').then(|| self.in_sources(path)).flatten())
            .or_else(|| {
                let beside = self.path.parent().join(path)?;
                self.at(self.source, &beside)
            })
    }

    fn is_of_a_case(&self, item: Item) -> bool {
        match item {
            Item::Document(id) => matches!(self.book.entry(id).kind, DocKind::Case(_)),
            Item::Case(_) => true,
            Item::File(_) | Item::GuideFile(_) | Item::Skill(_) => false,
        }
    }

    fn at(&self, source: usize, path: &RepoPath) -> Option<Item> {
        if source == SITE {
            return self.book.at_site(path.as_str());
        }
        self.book.by_path.get(&(source, path.clone())).copied()
    }

    fn in_case(&self, case: usize, name: &str) -> Option<Item> {
        let case = self.book.cases.get(case)?;
        self.at(case.source, &case.folder.join(name)?)
    }

    fn in_skill(&self, path: &str) -> Option<Item> {
        let skill = &self.book.skills.get(self.skill?)?.skill;
        let own = skill
            .folder
            .join(path)
            .and_then(|path| self.at(skill.source, &path));
        // `messaging-architect/templates/x` names a file of a neighbour.
        own.or_else(|| {
            let neighbour = skill.folder.parent().join(path)?;
            path.contains('/')
                .then(|| self.at(skill.source, &neighbour))
                .flatten()
        })
    }

    /// A path from the root of the own source, of the sample's, of any.
    fn in_sources(&self, path: &str) -> Option<Item> {
        let path = RepoPath::new(path)?;
        let sample_source = self
            .case
            .and_then(|case| self.book.cases.get(case))
            .map(|case| case.source);
        std::iter::once(self.source)
            .chain(sample_source)
            .chain(0..self.book.sources.len())
            .find_map(|source| self.at(source, &path))
    }

    /// The file of the skill whose path is nearest to one that is not there.
    fn nearest(&self, path: &str) -> Option<String> {
        let skill = self.book.skills.get(self.skill?)?;
        let known: Vec<&str> = skill
            .skill
            .files
            .iter()
            .map(|(below, _, _)| below.as_str())
            .collect();
        crate::diagnostics::nearest(path, known).map(str::to_owned)
    }

    /// Where a Markdown link leads.
    pub(super) fn link(&self, destination: &str) -> Option<Target> {
        let (path, fragment) = split_destination(destination)?;
        if path.is_empty() {
            let fragment = fragment?;
            let own = self.own?;
            let document = self.book.document(own);
            let heading = document.headings.iter().find(|heading| {
                heading.id == fragment
                    || heading.alias.as_deref() == Some(fragment)
                    || github_anchor(&heading.text) == fragment
            })?;
            return Some(Target::Here {
                fragment: heading.id.clone(),
                span: heading.span.start..heading.end,
            });
        }
        let item = self.linked(&path)?;
        self.item_target(item, fragment).map(|(target, _)| target)
    }

    /// A link's path: relative to the document's folder, from a root when it begins with `/`.
    fn linked(&self, path: &str) -> Option<Item> {
        if self.source == SITE {
            return self.book.at_site(&seen_from(&self.path.parent(), path));
        }
        if let Some(path) = of_skill(path) {
            return self.in_skill(path);
        }
        let here = beside(&self.path.parent(), path);
        let found = here.and_then(|here| self.at(self.source, &here));
        found.or_else(|| self.in_skill(path))
    }

    /// The path of a Markdown link that leads to no file.
    fn missing_link(&self, destination: &str) -> Option<String> {
        let (path, _) = split_destination(destination)?;
        if path.is_empty() || self.linked(&path).is_some() {
            return None;
        }
        if let Some(below) = of_skill(&path) {
            let skill = &self.book.skills.get(self.skill?)?.skill;
            let source = self.book.sources.get(skill.source)?;
            let folder = skill.folder.join(below)?;
            let exists = source.has(&folder) || source.below(&folder).next().is_some();
            return (!exists).then(|| below.to_owned());
        }
        // Whoever fills the braces in decides where it leads.
        if path.contains(['{', '<', '$']) {
            return None;
        }
        // A file that is there but has no page, or a folder, is not missing.
        if self.source == SITE {
            let here = seen_from(&self.path.parent(), &path);
            return (!self.book.exists_at_site(&here)).then_some(path);
        }
        let here = beside(&self.path.parent(), &path);
        let source = self.book.sources.get(self.source)?;
        let exists =
            here.is_some_and(|here| source.has(&here) || source.below(&here).next().is_some());
        (!exists).then_some(path)
    }

    /// The bytes of a picture, if it is a file of a skill.
    pub(super) fn image(&self, destination: &str) -> Option<Url> {
        let (path, _) = split_destination(destination)?;
        match self.linked(&path)? {
            Item::File(file) => self.book.files.get(file)?.raw.clone(),
            Item::GuideFile(file) => {
                let file = self.book.guide.as_ref()?.files.get(file)?;
                Some(file.url.clone())
            }
            _ => None,
        }
    }
}

/// The rest of a path that begins at the skill's folder, by one of the names that clients have for it.
fn of_skill(path: &str) -> Option<&str> {
    const NAMES: &[&str] = &[
        "${CLAUDE_SKILL_DIR}/",
        "$CLAUDE_SKILL_DIR/",
        "${SKILL_DIR}/",
        "$SKILL_DIR/",
        "{baseDir}/",
        "{skillDir}/",
        "{skill_dir}/",
    ];
    NAMES.iter().find_map(|name| path.strip_prefix(name))
}

/// A link's path seen from a folder; from the root when it begins with `/`.
fn beside(folder: &RepoPath, path: &str) -> Option<RepoPath> {
    match path.strip_prefix('/') {
        Some(rooted) => RepoPath::new(rooted),
        None => folder.join(path),
    }
}

/// The path that a link in a document of that folder leads to; none for any other address.
pub(super) fn link_path(folder: &RepoPath, destination: &str) -> Option<RepoPath> {
    let (path, _) = split_destination(destination)?;
    beside(folder, &path).filter(|_| !path.is_empty())
}

/// Path and fragment of a link inside the repository; `None` for any other address.
fn split_destination(destination: &str) -> Option<(String, Option<&str>)> {
    let scheme = destination
        .split(['/', '?', '#'])
        .next()
        .unwrap_or_default();
    if scheme.contains(':') || destination.starts_with("//") {
        return None;
    }
    let (path, fragment) = match destination.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment)),
        None => (destination, None),
    };
    let path = path.split('?').next().unwrap_or_default();
    Some((
        decode(path),
        fragment.filter(|fragment| !fragment.is_empty()),
    ))
}

fn decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let code = tail
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

/// The anchor that GitHub gives a heading, which authors link to.
fn github_anchor(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '-' || c == '_' {
            out.push(c);
        } else if c == ' ' {
            out.push('-');
        }
    }
    out
}
