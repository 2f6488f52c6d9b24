//! What can be said of a block of a skill's own text without anybody having written it: what it loads, what it runs,
//! which tools it names, which skills it hands to, and what it costs.

use super::facts::round_tokens;
use super::{Book, DocKind, SkillEntry, Target};
use crate::address::Url;
use crate::markdown::{Block, Document, PartKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// What a block does, as far as its text says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Derived {
    /// Files of the skill that it points to: path below the skill's folder, and the file's page.
    pub loads: Vec<(String, Url)>,
    /// Scripts of the skill that it points to.
    pub runs: Vec<(String, Url)>,
    /// Tools that it names, and `Bash` where it holds shell commands.
    pub tools: Vec<String>,
    /// Other skills that it names, as indices into [`Book::skills`].
    pub hands_to: Vec<usize>,
    /// About how many tokens it has: a quarter of its bytes, to two digits.
    pub tokens: usize,
}

/// Tools of clients, by the names that `allowed-tools` has for them.
const TOOLS: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "Bash",
    "Edit",
    "Glob",
    "Grep",
    "MultiEdit",
    "NotebookEdit",
    "Read",
    "Skill",
    "Task",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
];

/// Languages of fences that a shell runs.
const SHELLS: &[&str] = &["bash", "console", "sh", "shell", "zsh"];

/// Endings of files that are run and not read.
const SCRIPTS: &[&str] = &[
    "bash", "cjs", "js", "mjs", "pl", "ps1", "py", "rb", "sh", "ts",
];

/// Files by the address of their page.
pub(super) struct Pages<'a>(BTreeMap<&'a Url, usize>);

impl Derived {
    /// Whether there is nothing to say but the cost.
    pub fn is_plain(&self) -> bool {
        self.loads.is_empty()
            && self.runs.is_empty()
            && self.tools.is_empty()
            && self.hands_to.is_empty()
    }
}

impl<'a> Pages<'a> {
    pub(super) fn of(book: &'a Book) -> Pages<'a> {
        let files = book.files.iter().map(|file| &file.url);
        Pages(files.zip(0..).collect())
    }
}

/// What there is to say of each block of a skill's own text, by the block's identifier.
pub(super) fn derived(book: &Book, pages: &Pages<'_>, skill: usize) -> BTreeMap<String, Derived> {
    let Some(entry) = book.skills.get(skill) else {
        return BTreeMap::new();
    };
    let document = book.document(entry.document);
    let place = book.place(entry.document);
    let links: Vec<(&Range<usize>, Target)> = document
        .link_destinations()
        .iter()
        .filter_map(|(span, to)| Some((span, place.link(to)?)))
        .collect();
    let blocks = document.blocks.iter();
    blocks
        .map(|block| {
            let derived = block_of(book, pages, (skill, entry), &links, block);
            (block.id.clone(), derived)
        })
        .collect()
}

fn block_of(
    book: &Book,
    pages: &Pages<'_>,
    (skill, entry): (usize, &SkillEntry),
    links: &[(&Range<usize>, Target)],
    block: &Block,
) -> Derived {
    let mut found = Derived {
        tokens: round_tokens(block.span.len()),
        ..Derived::default()
    };
    let document = book.document(entry.document);
    let references = &book.entry(entry.document).references;
    let is_inside =
        |span: &Range<usize>| block.span.start <= span.start && span.end <= block.span.end;
    let inside = references.iter().filter(|it| is_inside(&it.span));
    let linked = links.iter().filter(|(span, _)| is_inside(span));
    let linked = linked.map(|(_, target)| target.clone());
    let targets = inside
        .map(|reference| reference.target.clone())
        .chain(linked);
    for target in targets {
        match reaches(book, pages, &target) {
            Some(Reached::Skill(other)) if other != skill => push(&mut found.hands_to, other),
            Some(Reached::File(below, url, owner)) if owner == skill => {
                let list = match is_script(&below) {
                    true => &mut found.runs,
                    false => &mut found.loads,
                };
                push(list, (below, url));
            }
            _ => {}
        }
    }
    for tool in tools(document, &block.span) {
        push(&mut found.tools, tool);
    }
    let fences = block
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Fence);
    if fences.map(|part| document.slice(&part.span)).any(is_shell) {
        push(&mut found.tools, "Bash".to_owned());
    }
    found
}

enum Reached {
    Skill(usize),
    /// Path below the skill's folder, page, skill.
    File(String, Url, usize),
}

fn reaches(book: &Book, pages: &Pages<'_>, target: &Target) -> Option<Reached> {
    let file = |url: &Url| {
        let file = book.files.get(*pages.0.get(url)?)?;
        Some(Reached::File(file.below.clone(), url.clone(), file.skill))
    };
    match target {
        Target::Here { .. } | Target::Sample { .. } => None,
        Target::Document { document, .. } => match book.entry(*document).kind {
            DocKind::Skill(skill) => Some(Reached::Skill(skill)),
            DocKind::SkillFile(_) => file(book.entry(*document).url.as_ref()?),
            _ => None,
        },
        Target::Page(url) => {
            let skill = book.by_url.get(url).copied();
            skill.map(Reached::Skill).or_else(|| file(url))
        }
    }
}

fn is_script(below: &str) -> bool {
    let ending = below.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| SCRIPTS.contains(&ending))
}

/// Whether a fence holds shell commands, by its first line.
fn is_shell(fence: &str) -> bool {
    let info = fence.lines().next().unwrap_or_default();
    let language = info.trim_start_matches(['`', '~', ' ']);
    let word = language.split([' ', '{', ',']).next().unwrap_or_default();
    SHELLS.contains(&word.to_lowercase().as_str())
}

/// Tools that are named in code: `` `WebFetch` ``, `` `Bash(git log:*)` ``, `` `mcp__github__search` ``.
fn tools(document: &Document, span: &Range<usize>) -> Vec<String> {
    let mut found = Vec::new();
    let codes = document.code_spans().iter();
    let inside = codes.filter(|(at, _)| span.start <= at.start && at.end <= span.end);
    for (_, code) in inside {
        let name = code.split('(').next().unwrap_or_default();
        let is_call = name.len() == code.len() || code.ends_with(')');
        let is_tool = TOOLS.contains(&name) || name.starts_with("mcp__");
        if is_call && is_tool && !name.contains(char::is_whitespace) {
            found.push(name.to_owned());
        }
    }
    found
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
