//! A pattern of the guard. Knows text and nothing else: not which paths exist, not who owns a pattern.
//!
//! The guard's patterns are neither gitignore's nor those of the common glob libraries: `**` is any run of
//! characters wherever it stands, so `**/src/**` does not match `src/Main.java`, and `?`, `[` and `{` are ordinary
//! characters.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A pattern over paths that are relative to the repository root (GUARD.md § Globs).
///
/// `**` stands for any run of characters, `/` included; `*` for any run without `/`; everything else for itself.
/// The whole path must match. Two globs are equal when their patterns are written alike.
#[derive(Clone)]
pub struct Glob {
    pattern: String,
    tokens: Vec<Token>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// One byte of the pattern's UTF-8. Bytes are enough: a pattern and a path are both whole UTF-8 sequences, so
    /// no match can begin or end inside a character.
    Byte(u8),
    /// `*`
    WithinPart,
    /// `**`, and any longer run of stars, which stands for the same
    Anything,
}

impl Glob {
    /// The glob of a pattern. Every text is a pattern.
    pub fn new(pattern: &str) -> Glob {
        Glob {
            pattern: pattern.to_owned(),
            tokens: tokens(pattern),
        }
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.pattern
    }

    /// Whether the whole of `path` matches. Takes time in proportion to pattern × path, whatever the pattern.
    pub fn matches(&self, path: &str) -> bool {
        let is_literal = |token: &&Token| matches!(token, Token::Byte(_));
        let prefix = self.tokens.iter().take_while(is_literal).count();
        if prefix == self.tokens.len() {
            return self.pattern == path;
        }
        let suffix = self.tokens.iter().rev().take_while(is_literal).count();
        let path = path.as_bytes();
        if path.len() < prefix + suffix {
            return false;
        }
        let (head, rest) = path.split_at(prefix);
        let (middle, tail) = rest.split_at(rest.len() - suffix);
        let stars = self.tokens.len() - suffix;
        same(&self.tokens[..prefix], head)
            && same(&self.tokens[stars..], tail)
            && matches_between(&self.tokens[prefix..stars], middle)
    }

    /// The pattern as an anchored regular expression that means the same to Rust's `regex` and to ECMAScript's
    /// `RegExp` with the flags `su`.
    pub fn to_regex(&self) -> String {
        let mut regex = String::from("^(?:");
        let mut rest = self.pattern.as_str();
        while let Some(c) = rest.chars().next() {
            if c == '*' {
                let after = rest.trim_start_matches('*');
                let stars = rest.len() - after.len();
                regex.push_str(if stars > 1 { r"[\s\S]*" } else { "[^/]*" });
                rest = after;
                continue;
            }
            // ECMAScript refuses to see anything but its own syntax characters escaped under the flag `u`.
            if matches!(
                c,
                '^' | '$' | '\\' | '.' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            ) {
                regex.push('\\');
            }
            regex.push(c);
            rest = &rest[c.len_utf8()..];
        }
        regex.push_str(")$");
        regex
    }

    /// A path that stands for the pattern in a derived scenario: `**/` becomes nothing, `**` becomes `example`, `*`
    /// becomes nothing (DESIGN.md § Inputs, Scenario). It need not match: `**/pom.xml` gives `pom.xml`.
    pub fn example(&self) -> String {
        self.pattern
            .replace("**/", "")
            .replace("**", "example")
            .replace('*', "")
    }

    /// Whether the pattern is made of nothing but stars and separators, so that it says nothing of whose path it is.
    pub(super) fn is_catch_all(&self) -> bool {
        self.pattern.chars().all(|c| c == '*' || c == '/')
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(pattern.len());
    for byte in pattern.bytes() {
        match (byte, tokens.last_mut()) {
            (b'*', Some(last @ (Token::WithinPart | Token::Anything))) => *last = Token::Anything,
            (b'*', _) => tokens.push(Token::WithinPart),
            _ => tokens.push(Token::Byte(byte)),
        }
    }
    tokens
}

fn same(literals: &[Token], bytes: &[u8]) -> bool {
    literals
        .iter()
        .zip(bytes)
        .all(|(token, byte)| *token == Token::Byte(*byte))
}

/// Walks the path once and keeps, for every place in the pattern, whether it can be reached. No backtracking, so no
/// pattern makes it slow.
fn matches_between(tokens: &[Token], path: &[u8]) -> bool {
    let mut reached = vec![false; tokens.len() + 1];
    reached[0] = true;
    skip_stars(tokens, &mut reached);
    for byte in path {
        // From the far end, so that a place still tells what was reached before this byte.
        for place in (0..reached.len()).rev() {
            let stays = match tokens.get(place) {
                Some(Token::Anything) => reached[place],
                Some(Token::WithinPart) => reached[place] && *byte != b'/',
                _ => false,
            };
            let arrives =
                place > 0 && reached[place - 1] && tokens[place - 1] == Token::Byte(*byte);
            reached[place] = stays || arrives;
        }
        skip_stars(tokens, &mut reached);
    }
    reached[tokens.len()]
}

/// A star may stand for nothing.
fn skip_stars(tokens: &[Token], reached: &mut [bool]) {
    for (place, token) in tokens.iter().enumerate() {
        if reached[place] && !matches!(token, Token::Byte(_)) {
            reached[place + 1] = true;
        }
    }
}

impl fmt::Debug for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Glob").field(&self.pattern).finish()
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pattern)
    }
}

impl PartialEq for Glob {
    fn eq(&self, other: &Glob) -> bool {
        self.pattern == other.pattern
    }
}

impl Eq for Glob {}

impl Hash for Glob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pattern.hash(state);
    }
}

impl PartialOrd for Glob {
    fn partial_cmp(&self, other: &Glob) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Glob {
    fn cmp(&self, other: &Glob) -> Ordering {
        self.pattern.cmp(&other.pattern)
    }
}

impl Serialize for Glob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.pattern)
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Glob, D::Error> {
        Ok(Glob::new(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests;
