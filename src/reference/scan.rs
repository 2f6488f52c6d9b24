//! The mentions of one sentence or row.
//!
//! A `§` belongs to the document named before it in the same sentence, cell or row, also over a
//! line end and in "`X.md` § 2 / § 6"; else to the skill's own partial. Where several documents
//! are named before it and none of them right before, no one can tell: the owner is unknown.

use super::{CaseChoice, Check, FileName, Mention, Owner, Section, What, Words};
use crate::markdown::{CELL, CODE_CLOSE, CODE_OPEN, Flow};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Files that have sections.
const DOCUMENTS: &[&str] = &["md", "markdown", "mdx", "rst", "txt", "adoc"];

#[allow(clippy::unwrap_used)] // patterns written here, compiled by every test
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

static FILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^@?[\w./<>{}$~+-]*?([\w<>{}+-]+\.[A-Za-z][A-Za-z0-9]{0,9}|[\w<>{}.-]+/)$")
});
static SKILL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^/?[a-z0-9]+(?:-[a-z0-9]+)*$"));
static CASE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^UC-\d+[\w-]*$"));
static BARE_CASE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(UC-\d+[\w-]*)$"));
/// "earlier", "each" … with at most two words between it and the file.
static NOT_HERE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(earlier|each|every|previous|prior|another|other|some|any)\b((?:\s+[\w'’-]+){0,2})\s*$",
    )
});
/// "each job of `x.md`" speaks of each job, not of each file.
const PREPOSITIONS: &[&str] = &["of", "in", "from", "by", "to", "with", "for", "on", "at"];
/// A conjunction that carries "earlier" on to the next file.
static CONJUNCTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^['’]?s?\s*(?:,\s*)?(?:and|or|,|/|\+)?\s*$"));
/// What may stand between a name and the `§` that is its own.
static RIGHT_BEFORE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:['’]s?)?\s*$"));
/// A bare document name right before a `§`.
static BARE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[\s(])([A-Za-z0-9][\w.]*-[\w.-]*\w|[\w./-]+\.(?:md|markdown|mdx|rst|txt|adoc))\s*$",
    )
});
/// "its", "that skill's", "persistence's": somebody else's section, nobody knows whose.
static SOMEBODY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:\b(?:its|their|whose|his|her)\b|\b([\w-]+)\s+[\w-]+['’]s?|\b[\w-]+['’]s?)\s*$")
});
static OURS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:this|the|our)\s+(?:own\s+)?(?:skill|partial|document|file|spec|sample)['’]s\s*$",
    )
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d+[a-z]?(?:\.\d+)*"));
static RANGE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?[-–]\s?(\d+)"));
static LIST: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?:,|/|and|&|\+)\s*(\d)"));
static OF: LazyLock<Regex> =
    LazyLock::new(|| pattern("^\\s*(?:of|in|from)\\s+(?:the\\s+)?\u{E000}([^\u{E001}]+)\u{E001}"));
static OF_CASE: LazyLock<Regex> =
    LazyLock::new(|| pattern("^\\s+(?:of|in|from)\\s+\u{E000}?(UC-\\d+[\\w-]*)\u{E001}?"));

/// Whether the words before a file say that it is no certain one.
fn is_not_here(before: &str) -> bool {
    let Some(found) = NOT_HERE.captures(before) else {
        return false;
    };
    let word = found
        .get(1)
        .map(|it| it.as_str().to_lowercase())
        .unwrap_or_default();
    let between = found
        .get(2)
        .map(|it| it.as_str().to_lowercase())
        .unwrap_or_default();
    let counts = matches!(word.as_str(), "each" | "every" | "some" | "any");
    !(counts
        && between
            .split_whitespace()
            .any(|word| PREPOSITIONS.contains(&word)))
}

/// "… of earlier cases", behind a file or behind a list of files.
static OF_NOT_HERE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?i)^(?:\\s*§\\s*[\\w.]+)?(?:\\s*(?:,\\s*)?(?:and|or|,)\\s*\u{E000}[^\u{E001}]*\u{E001}(?:\\s*§\\s*[\\w.]+)?){0,4}\\s+(?:of|in|from)\\s+(?:the\\s+)?(?:earlier|previous|prior|other|another|each|every|any)\\b",
    )
});
/// How many bytes before a name can bear on it. A bound keeps the scan linear in a line of any
/// length.
const NEAR: usize = 240;

/// A document that was named: where, in which cell, and by what.
struct Named {
    end: usize,
    cell: usize,
    owner: Owner,
}

struct Scanner<'a> {
    flow: &'a Flow,
    /// The passage's text, and where it begins in the flow.
    text: &'a str,
    base: usize,
    mentions: Vec<Mention>,
    named: Vec<Named>,
    /// How many documents were named when the last section's owner was settled, and the owner.
    last: Option<(usize, Owner)>,
    /// End and content of the code span before.
    code: Option<(usize, String)>,
    /// Up to where cells were counted, and how many there are.
    cells: (usize, usize),
    /// End of the file before, and its case.
    file: Option<(usize, CaseChoice)>,
}

/// The mentions of a byte range of a flow's text.
pub(super) fn mentions(flow: &Flow, range: &Range<usize>) -> Vec<Mention> {
    let Some(text) = flow.text.get(range.clone()) else {
        return Vec::new();
    };
    if !text.contains([CODE_OPEN, '§']) && !text.contains("UC-") {
        return Vec::new();
    }
    let mut scanner = Scanner {
        flow,
        text,
        base: range.start,
        mentions: Vec::new(),
        named: Vec::new(),
        last: None,
        code: None,
        cells: (0, 0),
        file: None,
    };
    scanner.run();
    scanner.mentions
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            match c {
                CODE_OPEN => {
                    let inner = at + CODE_OPEN.len_utf8();
                    let Some(len) = self.text[inner..].find(CODE_CLOSE) else {
                        return;
                    };
                    let end = inner + len + CODE_CLOSE.len_utf8();
                    self.code_span(at..end, inner..inner + len);
                    at = end;
                }
                '§' => at = self.section(at),
                _ => at += c.len_utf8(),
            }
        }
    }

    /// The cell that the scan has come to; asked for in reading order.
    fn cell(&mut self, at: usize) -> usize {
        let (from, count) = self.cells;
        if from <= at {
            let count = count + self.text[from..at].matches(CELL).count();
            self.cells = (at, count);
            return count;
        }
        self.text[..at].matches(CELL).count()
    }

    /// The words right before a place: as many as any of the patterns looks at.
    fn before(&self, at: usize) -> &str {
        let mut from = at.saturating_sub(NEAR);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        &self.text[from..at]
    }

    fn mention(&mut self, range: Range<usize>, what: What) {
        let flat = range.start + self.base..range.end + self.base;
        if !self.flow.is_linked(&flat) {
            let span = self.flow.source(&flat);
            self.mentions.push(Mention { span, what });
        }
    }

    fn code_span(&mut self, whole: Range<usize>, inner: Range<usize>) {
        let code = self.text[inner].trim().to_owned();
        if let Some(name) = self.file_name(&whole, &code) {
            let extension = name.path.rsplit('.').next().unwrap_or_default();
            if DOCUMENTS.contains(&extension.to_lowercase().as_str()) {
                let cell = self.cell(whole.start);
                self.named.push(Named {
                    end: whole.end,
                    cell,
                    owner: Owner::File(name.clone()),
                });
            }
            self.file = Some((whole.end, name.case.clone()));
            self.mention(whole.clone(), What::File(name));
        } else if CASE.is_match(&code) {
            self.mention(whole.clone(), What::Case(code.clone()));
        } else if SKILL.is_match(&code) {
            let name = code.trim_start_matches('/').to_owned();
            self.mention(whole.clone(), What::Skill(name));
        } else if let Some(name) = code.strip_prefix("## ") {
            // A heading in backticks speaks of the section of that name.
            let flat = whole.start + self.base..whole.end + self.base;
            let section = Section {
                number: None,
                words: self.words_at(flat.start + CODE_OPEN.len_utf8() + 3, name),
                check: Check::Name,
            };
            let owner = self.owner(whole.start);
            self.mention(whole.clone(), What::Section(owner, section));
        }
        self.code = Some((whole.end, code));
    }

    fn file_name(&self, whole: &Range<usize>, code: &str) -> Option<FileName> {
        let (path, fragment) = match code.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment.to_owned())),
            None => (code, None),
        };
        if !FILE.is_match(path) || path.contains("..") && !path.contains('/') {
            return None;
        }
        Some(FileName {
            path: path.trim_start_matches('@').to_owned(),
            fragment,
            case: self.case_choice(whole),
        })
    }

    /// A case named right before the file selects that case, "earlier" or "each" selects none.
    fn case_choice(&self, file: &Range<usize>) -> CaseChoice {
        let before = self.before(file.start);
        if let Some((end, code)) = &self.code {
            let gap = &self.text[*end..file.start];
            if CASE.is_match(code) && RIGHT_BEFORE.is_match(gap) {
                return CaseChoice::Named(code.clone());
            }
        }
        let bare = before
            .trim_end()
            .trim_end_matches("'s")
            .trim_end_matches("’s");
        if let Some(found) = BARE_CASE.captures(bare).and_then(|found| found.get(1)) {
            return CaseChoice::Named(found.as_str().to_owned());
        }
        if let Some(found) = OF_CASE
            .captures(&self.text[file.end..])
            .and_then(|it| it.get(1))
        {
            return CaseChoice::Named(found.as_str().to_owned());
        }
        let gap_start = self.code.as_ref().map_or(0, |(end, _)| *end);
        let gap = before
            .get(before.len() - before.len().min(file.start - gap_start)..)
            .unwrap_or(before);
        if OF_NOT_HERE.is_match(&self.text[file.end..]) {
            return CaseChoice::Uncertain;
        }
        if is_not_here(gap.rsplit([';', CELL]).next().unwrap_or_default()) {
            return CaseChoice::Uncertain;
        }
        match &self.file {
            Some((end, CaseChoice::Uncertain))
                if CONJUNCTION.is_match(&self.text[*end..file.start]) =>
            {
                CaseChoice::Uncertain
            }
            // "earlier cases' `a.md` and `b.md` § 1": the § between them does not end the list.
            _ => CaseChoice::Here,
        }
    }

    /// Reads the section whose `§` is at `at`; returns where to go on.
    fn section(&mut self, at: usize) -> usize {
        let mut next = at;
        let mut marks = 0;
        while self.text[next..].starts_with('§') {
            next += '§'.len_utf8();
            marks += 1;
        }
        let spaces = self.text[next..].len() - self.text[next..].trim_start().len();
        let start = next + spaces;
        let rest = &self.text[start..];
        let Some(number) = NUMBER.find(rest) else {
            return self.named_section(at, start);
        };
        let mut numbers = vec![(number.as_str().to_owned(), start + number.end())];
        let mut end = start + number.end();
        if let Some(found) = RANGE.captures(&self.text[end..])
            && let (Some(whole), Some(last)) = (found.get(0), found.get(1))
        {
            let to = end + whole.end();
            if let (Ok(first), Ok(last)) =
                (number.as_str().parse::<u32>(), last.as_str().parse::<u32>())
                && first < last
                && last - first < 50
            {
                numbers.extend((first + 1..=last).map(|n| (n.to_string(), to)));
                end = to;
            }
        }
        while marks > 1
            && let Some(found) = LIST.captures(&self.text[end..]).and_then(|it| it.get(1))
            && let Some(number) = NUMBER.find(&self.text[end + found.start()..])
        {
            let from = end + found.start();
            end = from + number.end();
            numbers.push((number.as_str().to_owned(), end));
        }
        let owner = self.owner_with_tail(at, end);
        let (check, words) = if numbers.len() > 1 {
            (Check::None, Words::default())
        } else {
            self.check(end)
        };
        for (index, (number, to)) in numbers.into_iter().enumerate() {
            let from = if index == 0 { at } else { start };
            let section = Section {
                number: Some(number),
                words: words.clone(),
                check,
            };
            self.mention(from..to, What::Section(owner.clone(), section));
        }
        self.last = Some((self.named.len(), owner));
        end
    }

    fn named_section(&mut self, at: usize, start: usize) -> usize {
        let begins = self.text[start..].chars().next();
        if !begins.is_some_and(|c| c.is_alphabetic() || c == CODE_OPEN || c == '"' || c == '“') {
            return start.max(at + '§'.len_utf8());
        }
        let owner = self.owner(at);
        let section = Section {
            number: None,
            words: self.words(start),
            check: Check::Name,
        };
        self.mention(
            at..at + '§'.len_utf8(),
            What::Section(owner.clone(), section),
        );
        self.last = Some((self.named.len(), owner));
        at + '§'.len_utf8()
    }

    /// The words behind a number that name its section.
    fn check(&self, end: usize) -> (Check, Words) {
        let rest = &self.text[end..];
        let trimmed = rest.trim_start();
        let start = end + (rest.len() - trimmed.len());
        if let Some(name) = trimmed.strip_prefix('·') {
            let from = start + '·'.len_utf8() + (name.len() - name.trim_start().len());
            return (Check::Name, self.words(from));
        }
        if trimmed.starts_with(CODE_OPEN) {
            return (Check::Code, self.words(start));
        }
        (Check::None, Words::default())
    }

    /// The text from an offset on, without marks, with the source offset of each byte.
    fn words(&self, start: usize) -> Words {
        let mut words = Words::default();
        for (at, c) in self.text[start..].char_indices() {
            if words.text.len() >= Words::LONGEST || c == CELL {
                break;
            }
            if c == CODE_OPEN || c == CODE_CLOSE {
                continue;
            }
            let flat = self.base + start + at;
            for byte in 0..c.len_utf8() {
                let one = self.flow.source(&(flat..flat + c.len_utf8()));
                words
                    .offsets
                    .push((one.start + byte).min(one.end.max(one.start + 1) - 1));
            }
            words.text.push(c);
        }
        words
    }

    fn words_at(&self, flat: usize, text: &str) -> Words {
        let span = self.flow.source(&(flat..flat + text.len().max(1)));
        Words {
            offsets: vec![span.end.saturating_sub(1); text.len()],
            text: text.to_owned(),
        }
    }

    /// Whose section it is, if a document stands behind it: "§ 5 of `x.md`".
    fn owner_with_tail(&mut self, at: usize, end: usize) -> Owner {
        let tail = OF.captures(&self.text[end..]).and_then(|found| {
            let code = found.get(1)?.as_str();
            let whole = end..end + found.get(0)?.end();
            self.file_name(&whole, code)
        });
        match tail {
            Some(name) if !self.is_right_before(at) => Owner::File(name),
            _ => self.owner(at),
        }
    }

    fn is_right_before(&self, at: usize) -> bool {
        self.code
            .as_ref()
            .is_some_and(|(end, _)| RIGHT_BEFORE.is_match(&self.text[*end..at]))
    }

    fn owner(&mut self, at: usize) -> Owner {
        let cell = self.cell(at);
        let before = self.before(at);
        if let Some((end, code)) = &self.code
            && RIGHT_BEFORE.is_match(&self.text[*end..at])
        {
            if let Some(named) = self.named.last().filter(|named| named.end == *end) {
                return named.owner.clone();
            }
            if SKILL.is_match(code) {
                // `` `jobs-architect`'s § 3 `` is its partial's; without the `'s` it is a section
                // of the skill itself.
                return if self.text[*end..at].trim().is_empty() {
                    Owner::Unknown
                } else {
                    Owner::Skill(code.trim_start_matches('/').to_owned())
                };
            }
        }
        if !before.trim_end().ends_with(CODE_CLOSE) && BARE_NAME.is_match(before) {
            return Owner::Unknown;
        }
        let mut candidates: Vec<&Named> = self
            .named
            .iter()
            .filter(|named| named.cell == cell)
            .collect();
        if candidates.is_empty() {
            candidates = self.named.iter().collect();
        }
        if candidates.is_empty() {
            let somebody = SOMEBODY.is_match(before) && !OURS.is_match(before);
            return if somebody { Owner::Unknown } else { Owner::Own };
        }
        // "`X.md` § 2 / § 6": nothing was named since the last section.
        if let Some((count, owner)) = &self.last
            && *count == self.named.len()
        {
            return owner.clone();
        }
        let first = candidates.first().map(|named| &named.owner);
        match first {
            Some(owner) if candidates.iter().all(|named| named.owner == *owner) => owner.clone(),
            _ => Owner::Unknown,
        }
    }
}
