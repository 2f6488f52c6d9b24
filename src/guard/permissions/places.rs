//! Where in a text of JSON each value stands.

use std::collections::BTreeMap;
use std::ops::Range;

/// The byte range of each value of a text that is JSON, by its pointer (RFC 6901). Of a key that is written twice the
/// last counts, as for those who read the values. A text that is no JSON gives what it gives.
pub fn places(text: &str) -> BTreeMap<String, Range<usize>> {
    let mut reader = Reader {
        text,
        at: 0,
        found: BTreeMap::new(),
    };
    reader.value(String::new(), 0);
    reader.found
}

/// No text that `serde_json` reads is deeper.
const DEEPEST: usize = 200;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    found: BTreeMap<String, Range<usize>>,
}

impl Reader<'_> {
    fn value(&mut self, pointer: String, depth: usize) {
        self.space();
        let start = self.at;
        match self.peek() {
            Some('{') if depth < DEEPEST => self.object(&pointer, depth),
            Some('[') if depth < DEEPEST => self.array(&pointer, depth),
            Some('"') => {
                self.string();
            }
            _ => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                self.at += rest.find([',', ']', '}', '\n', ' ']).unwrap_or(rest.len());
            }
        }
        self.found.insert(pointer, start..self.at);
    }

    fn object(&mut self, pointer: &str, depth: usize) {
        self.at += 1;
        loop {
            self.space();
            let Some('"') = self.peek() else {
                break;
            };
            let key = self.string();
            self.space();
            if !self.take(':') {
                return;
            }
            let key = key.replace('~', "~0").replace('/', "~1");
            self.value(format!("{pointer}/{key}"), depth + 1);
            self.space();
            if !self.take(',') {
                break;
            }
        }
        self.take('}');
    }

    fn array(&mut self, pointer: &str, depth: usize) {
        self.at += 1;
        for index in 0usize.. {
            self.space();
            if matches!(self.peek(), None | Some(']')) {
                break;
            }
            let before = self.at;
            self.value(format!("{pointer}/{index}"), depth + 1);
            self.space();
            if !self.take(',') || self.at == before {
                break;
            }
        }
        self.take(']');
    }

    /// The string that begins here, as it is meant.
    fn string(&mut self) -> String {
        let start = self.at;
        let rest = self.text.get(start + 1..).unwrap_or_default();
        self.at = start + 1 + ends(rest, '"').map_or(rest.len(), |end| end + 1);
        let whole = self.text.get(start..self.at).unwrap_or_default();
        serde_json::from_str(whole).unwrap_or_default()
    }

    fn space(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.len()
            - rest
                .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
                .len();
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let is_there = self.peek() == Some(c);
        self.at += if is_there { c.len_utf8() } else { 0 };
        is_there
    }
}

/// Where a text that began with a quote ends: at the next one that no backslash stands before.
pub(super) fn ends(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let is_end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        is_end.then_some(at)
    })
}
