//! How the hook reads a shell command: into segments of words. Deliberately not how a shell reads it (GUARD.md § A
//! shell command): comments, parentheses, substitutions and keywords mean nothing here. Knows no rule of the guard.

use std::str::Chars;

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word {
    /// Its text without quotes and backslashes.
    pub text: String,
    /// Whether any part of it stood in quotes. A backslash is no quote.
    pub quoted: bool,
}

/// The segments of a command, each its words in order. Empty segments are left out. Takes linear time.
pub(super) fn segments(command: &str) -> Vec<Vec<Word>> {
    let mut read = Reading::default();
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' => {
                let word = read.word();
                word.quoted = true;
                quoted(c, &mut rest, &mut word.text);
            }
            '\\' => read.word().text.push(rest.next().unwrap_or('\\')),
            ';' | '&' | '|' => read.end_segment(),
            '<' if rest.as_str().starts_with('<') => {
                read.end_word();
                rest = after_heredoc(&rest.as_str()[1..]).chars();
            }
            '<' | '>' => {
                read.end_word();
                let word = read.word();
                word.text.push(c);
                while rest.as_str().starts_with(c) {
                    word.text.push(c);
                    rest.next();
                }
                read.end_word();
            }
            c if is_white(c) => read.end_word(),
            c => read.word().text.push(c),
        }
    }
    read.end_segment();
    read.segments
}

#[derive(Default)]
struct Reading {
    word: Option<Word>,
    segment: Vec<Word>,
    segments: Vec<Vec<Word>>,
}

impl Reading {
    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn end_word(&mut self) {
        self.segment.extend(self.word.take());
    }

    fn end_segment(&mut self) {
        self.end_word();
        if !self.segment.is_empty() {
            self.segments.push(std::mem::take(&mut self.segment));
        }
    }
}

/// Reads up to the closing quote, or to the end where there is none. Only in double quotes does a backslash do
/// anything.
fn quoted(quote: char, rest: &mut Chars<'_>, text: &mut String) {
    while let Some(c) = rest.next() {
        match c {
            c if c == quote => return,
            '\\' if quote == '"' => text.push(rest.next().unwrap_or('\\')),
            c => text.push(c),
        }
    }
}

/// What follows a heredoc, given what follows its `<<`. A heredoc that never ends takes everything.
fn after_heredoc(rest: &str) -> &str {
    let (line, mut body) = split_line(rest);
    let delimiter = delimiter(line);
    while !body.is_empty() {
        let (line, after) = split_line(body);
        body = after;
        if line == delimiter {
            break;
        }
    }
    body
}

fn split_line(text: &str) -> (&str, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    (line.strip_suffix('\r').unwrap_or(line), rest)
}

/// The first word of the rest of a heredoc's line, a leading `-` and quotes dropped.
fn delimiter(line: &str) -> String {
    let line = line.trim_start_matches(is_white);
    let line = line.strip_prefix('-').unwrap_or(line);
    let mut rest = line.trim_start_matches(is_white).chars();
    let mut word = String::new();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' => quoted(c, &mut rest, &mut word),
            '\\' => word.push(rest.next().unwrap_or('\\')),
            // The third `<` of a here-string is the word that follows: the hook knows no here-strings.
            '<' | '>' if word.is_empty() => {
                word.push(c);
                break;
            }
            ';' | '&' | '|' | '<' | '>' => break,
            c if is_white(c) => break,
            c => word.push(c),
        }
    }
    word
}

fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Segments as text: words in `⟨⟩` were quoted.
    fn read(command: &str) -> String {
        let word = |word: &Word| match word.quoted {
            true => format!("⟨{}⟩", word.text),
            false => word.text.clone(),
        };
        let segment = |words: &Vec<Word>| words.iter().map(word).collect::<Vec<_>>().join(" ");
        let segments: Vec<String> = segments(command).iter().map(segment).collect();
        segments.join(" | ")
    }

    #[test]
    fn table() {
        for (command, words) in [
            ("", ""),
            (" \t\n", ""),
            ("a b\tc\nd\r\ne", "a b c d e"),
            ("a;b&c|d&&e||f;;", "a | b | c | d | e | f"),
            ("a 'b  c' \"d\ne\"", "a ⟨b  c⟩ ⟨d\ne⟩"),
            ("a 'b;c|d&e>f<<g'", "a ⟨b;c|d&e>f<<g⟩"),
            ("a b'c'd", "a ⟨bcd⟩"),
            ("a '' \"\"", "a ⟨⟩ ⟨⟩"),
            ("a 'b", "a ⟨b⟩"),
            ("a '\\' b", "a ⟨\\⟩ b"),
            ("a \"b\\\"c\" d", "a ⟨b\"c⟩ d"),
            ("a b\\ c \\; \\| \\'", "a b c ; | '"),
            ("a \\\nb", "a \nb"),
            ("a \\", "a \\"),
            ("a>b", "a > b"),
            ("a 2>b", "a 2 > b"),
            ("a>>b<c", "a >> b < c"),
            ("a>>>b", "a >>> b"),
            ("a<>b", "a < > b"),
            ("a 2>&1", "a 2 > | 1"),
            ("a &>b", "a | > b"),
            ("a >|b", "a > | b"),
            ("a \\> b", "a > b"),
            ("a '>' b", "a ⟨>⟩ b"),
            ("# a > b", "# a > b"),
            ("(a $(b) `c` {d})", "(a $(b) `c` {d})"),
        ] {
            assert_eq!(read(command), words, "{command:?}");
        }
    }

    #[test]
    fn heredocs() {
        for (command, words) in [
            ("cat <<EOF\na > b\nEOF\nc", "cat c"),
            ("cat > f <<EOF\na\nEOF", "cat > f"),
            // The rest of the line is not read.
            ("cat <<EOF > f | tee g\na\nEOF\nc", "cat c"),
            ("cat <<'EOF' > f\na\nEOF\nc", "cat c"),
            ("cat <<\"E F\"\na\nE F\nc", "cat c"),
            ("cat <<-EOF\na\nEOF\nc", "cat c"),
            ("cat <<- 'EOF'\na\nEOF\nc", "cat c"),
            ("cat <<  EOF\na\nEOF\nc", "cat c"),
            ("cat <<\\EOF\na\nEOF\nc", "cat c"),
            ("cat <<EOF|tee f\na\nEOF\nc", "cat c"),
            ("cat <<EOF;\na\r\nEOF\r\nc", "cat c"),
            // Only the line that is the delimiter ends it.
            ("cat <<EOF\n EOF\nEOF \nEOFX\nEOF\nc", "cat c"),
            ("cat <<-EOF\n\tEOF\nc", "cat"),
            ("cat <<EOF\na", "cat"),
            ("cat <<EOF", "cat"),
            ("cat <<\na\n\nc", "cat c"),
            ("x<<E\nE\ny", "x y"),
            // A line end ends no segment, so what follows a heredoc is still the same one.
            ("cat <<E\nE\ntee f", "cat tee f"),
            ("cat <<A <<B\na\nA\nc\nB\n", "cat c B"),
            ("cat '<<A'\nb", "cat ⟨<<A⟩ b"),
            ("cat \"a\n<<A\"\nb", "cat ⟨a\n<<A⟩ b"),
            // A here-string is taken for a heredoc.
            ("cat <<<x > f\ng", "cat"),
            ("echo $((1<<2))\ng\n2))\nh", "echo $((1 h"),
        ] {
            assert_eq!(read(command), words, "{command:?}");
        }
    }

    #[test]
    fn long_commands_take_linear_time() {
        let started = std::time::Instant::now();
        for piece in ["<", "<<", "'", "\"\\", "a ", "<<A\nA\n", ">", ";", "\\"] {
            segments(&piece.repeat(200_000));
        }
        assert!(started.elapsed().as_secs() < 10);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn any_text_is_read(command in "\\PC{0,40}|[a<>|&;'\"\\\\ \n-]{0,40}") {
            let read: usize = segments(&command).iter().flatten().map(|word| word.text.len()).sum();
            prop_assert!(read <= command.len());
        }

        #[test]
        fn a_word_in_quotes_comes_back(word in "[^']{0,20}") {
            let expected = vec![vec![Word { text: word.clone(), quoted: true }]];
            prop_assert_eq!(segments(&format!("'{word}'")), expected);
        }

        #[test]
        fn a_word_behind_backslashes_comes_back(word in "\\PC{1,20}") {
            let escaped: String = word.chars().flat_map(|c| ['\\', c]).collect();
            let expected = vec![vec![Word { text: word, quoted: false }]];
            prop_assert_eq!(segments(&escaped), expected);
        }
    }
}
