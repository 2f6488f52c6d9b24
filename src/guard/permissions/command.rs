//! Which commands a line of shell runs, what each writes by redirection, and under which of its beginnings rules look
//! at it. Not the reading of the guard's hook (`guard/shell.rs`), which has blind spots of its own.

use super::places::ends;

/// The client asks about a longer line without looking into it.
const LONGEST: usize = 10_000;
/// How deep substitutions are followed.
const DEEPEST: usize = 8;

/// A line of shell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line {
    pub parts: Vec<Part>,
    /// The commands of its substitutions.
    pub inner: Vec<Part>,
    /// Whether nothing stood in it that keeps it from being read part by part.
    pub is_plain: bool,
}

/// One command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    /// As it is written, without redirections.
    pub text: String,
    pub words: Vec<Word>,
    /// The files that its output goes to.
    pub targets: Vec<Word>,
}

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word {
    /// Without its quotes.
    pub text: String,
    /// Where it begins in the text of its part.
    pub at: usize,
    /// Whether it holds, outside quotes, a sign that stands for file names.
    pub is_glob: bool,
}

/// Variables that a command may be given in front without becoming another one.
const HARMLESS: &[&str] = &["NODE_ENV", "LANG", "NO_COLOR"];
/// Words that open what is no list of commands.
pub(super) const KEYWORDS: &[&str] = &[
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "select", "function", "!", "[[", "{", "}",
];

impl Line {
    pub fn read(text: &str) -> Line {
        Line::at_depth(text, 0)
    }

    fn at_depth(text: &str, depth: usize) -> Line {
        let mut reader = Reader {
            line: Line {
                is_plain: text.len() <= LONGEST,
                ..Line::default()
            },
            part: Part::default(),
            word: None,
            after: After::Word,
            depth,
        };
        reader.read(text);
        reader.line
    }

    /// Every command that it runs, those of its substitutions too.
    pub fn all(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().chain(&self.inner)
    }
}

impl Part {
    /// The texts that a rule may match: as it is written, and without what only runs another command. `any` variable set
    /// in front is passed over, or only the harmless ones.
    pub fn forms(&self, any: bool) -> Vec<&str> {
        self.starts(any)
            .into_iter()
            .filter_map(|start| {
                self.words
                    .get(start)
                    .and_then(|word| self.text.get(word.at..))
            })
            .collect()
    }

    /// The words of the command itself.
    pub fn command(&self) -> &[Word] {
        let start = self.starts(true).last().copied().unwrap_or_default();
        self.words.get(start..).unwrap_or_default()
    }

    fn starts(&self, any: bool) -> Vec<usize> {
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(next) = self
            .unwrapped(at, any)
            .filter(|next| *next < self.words.len())
        {
            starts.push(next);
            at = next;
        }
        starts
    }

    /// Where the command behind a wrapper or an assignment begins.
    fn unwrapped(&self, at: usize, any: bool) -> Option<usize> {
        let word = |index: usize| self.words.get(index).map(|word| word.text.as_str());
        let flags = |mut index: usize, takes: &[&str]| {
            while let Some(flag) = word(index).filter(|word| word.starts_with('-')) {
                index += if takes.contains(&flag) { 2 } else { 1 };
            }
            index
        };
        let first = word(at)?;
        match first {
            "timeout" => Some(flags(at + 1, &["-s", "-k"]) + 1),
            "time" | "stdbuf" => Some(flags(at + 1, &[])),
            "nice" => Some(flags(at + 1, &["-n"])),
            "nohup" => Some(at + 1),
            "command" | "builtin" | "noglob" | "xargs" => word(at + 1)
                .is_some_and(|next| !next.starts_with('-'))
                .then_some(at + 1),
            _ => {
                let (name, _) = first.split_once('=')?;
                let is_name =
                    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                (is_name && (any || HARMLESS.contains(&name))).then_some(at + 1)
            }
        }
    }
}

/// What the word that is being read is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    Word,
    /// A file that output goes to.
    Output,
    /// A file that input comes from, or the number of an open one.
    Input,
}

struct Reader {
    line: Line,
    part: Part,
    word: Option<Word>,
    after: After,
    depth: usize,
}

impl Reader {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            rest = match c {
                '\'' => self.single(after),
                '"' => self.double(after),
                '\\' => match after.chars().next() {
                    // A line that goes on.
                    Some('\n') => &after[1..],
                    next => {
                        let next = next.unwrap_or('\\');
                        self.push(next, &format!("\\{next}"));
                        after.get(next.len_utf8()..).unwrap_or_default()
                    }
                },
                '$' if after.starts_with('(') => self.substitution(&after[1..], "$("),
                '`' => self.backticks(after),
                '<' | '>' if after.starts_with('(') => self.substitution(&after[1..], "<("),
                '>' => self.output(after),
                '<' => self.input(after),
                '&' if after.starts_with('>') => self.output(&after[1..]),
                ';' | '\n' => {
                    self.end_part();
                    after
                }
                '|' | '&' => self.separator(c, after),
                '(' | ')' => {
                    self.line.is_plain = false;
                    self.end_part();
                    after
                }
                '#' if self.word.is_none() => {
                    self.line.is_plain = false;
                    &after[after.find('\n').unwrap_or(after.len())..]
                }
                c if c.is_whitespace() => {
                    self.end_word();
                    after
                }
                c => {
                    if matches!(c, '*' | '?' | '[') {
                        self.word().is_glob = true;
                    }
                    self.push(c, c.encode_utf8(&mut [0; 4]));
                    after
                }
            };
        }
        self.end_part();
    }

    fn separator<'a>(&mut self, c: char, after: &'a str) -> &'a str {
        let doubled = after.starts_with(c);
        let rest = match c {
            '|' if after.starts_with('&') => &after[1..],
            _ if doubled => &after[1..],
            _ => after,
        };
        self.end_word();
        // A command has to stand on both sides, but for `&` alone, which may end a line.
        let goes_on = c == '|' || doubled;
        if (self.part.words.is_empty() && self.part.targets.is_empty())
            || (goes_on && rest.trim().is_empty())
        {
            self.line.is_plain = false;
        }
        self.end_part();
        rest
    }

    fn output<'a>(&mut self, after: &'a str) -> &'a str {
        self.drop_number();
        let after = after.trim_start_matches(['>', '|']);
        match after.strip_prefix('&') {
            // `2>&1` names an open file and writes none.
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                self.after = After::Input;
                rest
            }
            Some(rest) => {
                self.after = After::Output;
                rest
            }
            None => {
                self.after = After::Output;
                after
            }
        }
    }

    fn input<'a>(&mut self, after: &'a str) -> &'a str {
        self.drop_number();
        self.after = After::Input;
        if after.starts_with('<') {
            // What a heredoc holds is no command, and where it ends is not looked for.
            self.line.is_plain = false;
        }
        after.trim_start_matches(['<', '&', '>'])
    }

    /// The number of an open file, right before `<` or `>`, is no word.
    fn drop_number(&mut self) {
        let is_number = |word: &Word| word.text.chars().all(|c| c.is_ascii_digit());
        if self.after == After::Word && self.word.as_ref().is_some_and(is_number) {
            let at = self
                .word
                .take()
                .map_or(self.part.text.len(), |word| word.at);
            self.part.text.truncate(at);
        }
        self.end_word();
    }

    fn single<'a>(&mut self, after: &'a str) -> &'a str {
        self.word();
        let Some((inner, rest)) = after.split_once('\'') else {
            self.line.is_plain = false;
            return "";
        };
        self.push_all(inner, &format!("'{inner}'"));
        rest
    }

    fn double<'a>(&mut self, after: &'a str) -> &'a str {
        self.word();
        let Some(end) = ends(after, '"') else {
            self.line.is_plain = false;
            return "";
        };
        let inner = &after[..end];
        if let Some(at) = inner.find(['`', '$']) {
            self.inside(&inner[at..]);
        }
        let mut plain = String::new();
        let mut rest = inner.chars();
        while let Some(c) = rest.next() {
            plain.push(if c == '\\' {
                rest.next().unwrap_or('\\')
            } else {
                c
            });
        }
        self.push_all(&plain, &format!("\"{inner}\""));
        &after[end + 1..]
    }

    /// The substitutions within double quotes.
    fn inside(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['`', '$']) {
            let after = &rest[at + 1..];
            rest = match rest[at..].starts_with('`') {
                true => {
                    let (inner, rest) = after.split_once('`').unwrap_or((after, ""));
                    self.nested(inner);
                    rest
                }
                false => match after.strip_prefix('(') {
                    Some(after) => {
                        let (inner, rest) = closed(after);
                        self.nested(inner);
                        rest
                    }
                    None => after,
                },
            };
        }
    }

    fn substitution<'a>(&mut self, after: &'a str, sign: &str) -> &'a str {
        let (inner, rest) = closed(after);
        self.nested(inner);
        let text = format!("{sign}{inner})");
        self.push_all(&text, &text);
        rest
    }

    fn backticks<'a>(&mut self, after: &'a str) -> &'a str {
        let (inner, rest) = after.split_once('`').unwrap_or((after, ""));
        self.nested(inner);
        let text = format!("`{inner}`");
        self.push_all(&text, &text);
        rest
    }

    fn nested(&mut self, inner: &str) {
        self.line.is_plain = false;
        if self.depth < DEEPEST {
            let line = Line::at_depth(inner, self.depth + 1);
            self.line.inner.extend(line.parts);
            self.line.inner.extend(line.inner);
        }
    }

    fn word(&mut self) -> &mut Word {
        let at = self.part.text.len();
        self.word.get_or_insert_with(|| Word {
            at,
            ..Word::default()
        })
    }

    fn push(&mut self, c: char, written: &str) {
        self.word().text.push(c);
        self.write(written);
    }

    fn push_all(&mut self, text: &str, written: &str) {
        self.word().text.push_str(text);
        self.write(written);
    }

    fn write(&mut self, written: &str) {
        if self.after == After::Word {
            self.part.text.push_str(written);
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else {
            // Between two words one space is kept, so that what is written with more does not match.
            if self.after == After::Word && !self.part.text.is_empty() {
                self.part.text.push(' ');
            }
            return;
        };
        match self.after {
            After::Word => {
                if self.part.words.is_empty() && KEYWORDS.contains(&word.text.as_str()) {
                    self.line.is_plain = false;
                }
                self.part.words.push(word);
                self.part.text.push(' ');
            }
            After::Output => self.part.targets.push(word),
            After::Input => {}
        }
        self.after = After::Word;
    }

    fn end_part(&mut self) {
        self.end_word();
        self.after = After::Word;
        let mut part = std::mem::take(&mut self.part);
        part.text.truncate(part.text.trim_end().len());
        if !part.words.is_empty() || !part.targets.is_empty() {
            self.line.parts.push(part);
        }
    }
}

/// What stands before the bracket that closes, and what behind it. One that never closes takes everything.
fn closed(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return (&text[..at], &text[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}
