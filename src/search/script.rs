//! Scripts that write words without spaces between them: each of their characters is indexed as a word.

/// Han, kana and bopomofo with their marks of repetition, by Unicode block (Unicode 16, Scripts.txt). Thai, Lao,
/// Khmer and Burmese are not here: their characters carry combining marks and would have to be parted by cluster.
///
/// `assets/lazy/search.js` has the same list and splits what a reader types by it; a test compares the two.
pub(super) const SINGLE: &[(char, char)] = &[
    ('\u{3005}', '\u{3007}'),
    ('\u{3021}', '\u{3029}'),
    ('\u{3031}', '\u{3035}'),
    ('\u{3038}', '\u{303C}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{309D}', '\u{309F}'),
    ('\u{30A1}', '\u{30FA}'),
    ('\u{30FC}', '\u{30FF}'),
    ('\u{3105}', '\u{312F}'),
    ('\u{31A0}', '\u{31BF}'),
    ('\u{31F0}', '\u{31FF}'),
    ('\u{3400}', '\u{4DBF}'),
    ('\u{4E00}', '\u{9FFF}'),
    ('\u{F900}', '\u{FAFF}'),
    ('\u{FF66}', '\u{FF9F}'),
    ('\u{1B000}', '\u{1B16F}'),
    ('\u{20000}', '\u{323AF}'),
];

/// Whether a character is indexed as a word of its own.
fn is_single(c: char) -> bool {
    c >= '\u{3005}' && SINGLE.iter().any(|(from, to)| (*from..=*to).contains(&c))
}

/// Parts words where the writing has no spaces. Text goes through one splitter from the beginning of a page to its
/// end, because a word may run on over tags.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    last: Last,
}

/// What the word that is being read ends with, punctuation not counted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// It has no letter yet.
    #[default]
    Nothing,
    /// A letter of a script that has spaces.
    Letter,
    /// A character that is a word.
    Single,
}

impl Splitter {
    /// Appends text with a space before every character that would otherwise run into the word before it:
    /// `用Redis缓存` becomes `用 Redis 缓 存`.
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            // An escaped sign is a sign, whatever letters it is written with.
            let length = escaped(rest).unwrap_or(c.len_utf8());
            let (sign, after) = rest.split_at(length);
            let next = match c {
                c if c.is_whitespace() => Last::Nothing,
                c if is_single(c) => Last::Single,
                c if c.is_alphanumeric() => Last::Letter,
                _ => self.last,
            };
            let is_letter = c.is_alphanumeric() || is_single(c);
            let is_first = self.last == Last::Nothing;
            if is_letter && !is_first && (self.last == Last::Single || next == Last::Single) {
                out.push(' ');
            }
            out.push_str(sign);
            self.last = next;
            rest = after;
        }
    }

    /// What follows is no part of the word before it.
    pub(super) fn end_word(&mut self) {
        self.last = Last::Nothing;
    }
}

/// The length of the character reference (`&lt;`) that a text begins with.
fn escaped(text: &str) -> Option<usize> {
    let name = text.strip_prefix('&')?;
    let end = name.find(|c: char| c != '#' && !c.is_ascii_alphanumeric())?;
    (name[end..].starts_with(';')).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> String {
        let mut out = String::new();
        Splitter::default().push(text, &mut out);
        out
    }

    #[test]
    fn characters_of_scripts_without_spaces_are_words() {
        let cases = [
            ("幂等键", "幂 等 键"),
            ("用Redis缓存。然后重试", "用 Redis 缓 存。 然 后 重 试"),
            ("（缓存）", "（缓 存）"),
            ("第3章", "第 3 章"),
            ("べき等キーを使う", "べ き 等 キ ー を 使 う"),
            ("人々", "人 々"),
            // A voiced mark of its own stays with its kana.
            ("か\u{3099}き", "か\u{3099} き"),
            (
                "a retry, twice; naïve 한국어",
                "a retry, twice; naïve 한국어",
            ),
            ("缓 存", "缓 存"),
            ("缓&lt;存&gt;a &amp;amp; b", "缓&lt; 存&gt; a &amp;amp; b"),
            ("缓&存 & 存&", "缓& 存 & 存&"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text), expected);
        }
    }

    #[test]
    fn the_ranges_are_in_order() {
        assert!(SINGLE.windows(2).all(|two| two[0].1 < two[1].0));
        assert!(SINGLE.iter().all(|(from, to)| from <= to));
    }

    #[test]
    fn the_browser_splits_by_the_same_ranges() {
        let class: String = SINGLE
            .iter()
            .map(|(from, to)| format!("\\u{{{:x}}}-\\u{{{:x}}}", u32::from(*from), u32::from(*to)))
            .collect();
        let script = include_str!("../../assets/lazy/search.js");
        assert!(
            script.contains(&class),
            "assets/lazy/search.js lacks {class}"
        );
    }
}
