//! Paths with placeholders, as contracts write them: `docs/use-cases/UC-NNN-<slug>/35-jobs.md`.

use crate::workspace::RepoPath;
use regex::Regex;

/// A path in which `NNN` stands for digits and `<…>`, `{…}` or `*` for any name.
#[derive(Debug, Clone)]
pub struct PathPattern {
    text: String,
    shape: Option<Regex>,
}

impl PartialEq for PathPattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl PathPattern {
    /// Reads a path; `None` when it is empty.
    pub fn new(path: &str) -> Option<PathPattern> {
        let text = path.trim().trim_start_matches("./");
        if text.is_empty() {
            return None;
        }
        let mut shape = String::from("^");
        let mut rest = text;
        let mut placeholder = false;
        while let Some(c) = rest.chars().next() {
            let closing = match c {
                '<' => Some('>'),
                '{' => Some('}'),
                _ => None,
            };
            if let Some(end) = closing.and_then(|closing| rest.find(closing)) {
                shape.push_str("[^/]+");
                rest = &rest[end + 1..];
                placeholder = true;
            } else if rest.starts_with("NN") {
                shape.push_str(r"\d+");
                rest = rest.trim_start_matches('N');
                placeholder = true;
            } else if c == '*' {
                shape.push_str("[^/]*");
                rest = rest.trim_start_matches('*');
                placeholder = true;
            } else {
                shape.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
                rest = &rest[c.len_utf8()..];
            }
        }
        shape.push('$');
        Some(PathPattern {
            text: text.to_owned(),
            shape: placeholder.then(|| Regex::new(&shape).ok()).flatten(),
        })
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What stands before its first placeholder.
    pub fn fixed(&self) -> &str {
        let end = self.text.find(['<', '{', '*']).unwrap_or(self.text.len());
        let end = self.text.find("NN").map_or(end, |number| number.min(end));
        &self.text[..end]
    }

    /// Its last part.
    pub fn file_name(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or_default()
    }

    /// Whether it holds a placeholder.
    pub fn has_placeholder(&self) -> bool {
        self.shape.is_some()
    }

    /// Whether a path has this form.
    pub fn matches(&self, path: &RepoPath) -> bool {
        // Most paths are told apart by their names alone.
        let name = self.file_name();
        let is_plain = !name.contains(['<', '{', '*']) && !name.contains("NN");
        if is_plain && path.file_name() != name {
            return false;
        }
        match &self.shape {
            Some(shape) => shape.is_match(path.as_str()),
            None => self.text == path.as_str(),
        }
    }

    /// The path with its last placeholder folder replaced: `UC-003-new-case` gives
    /// `docs/use-cases/UC-003-new-case/35-jobs.md`.
    pub fn folder(&self) -> &str {
        self.text.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_stand_for_names() {
        let pattern = PathPattern::new("docs/use-cases/UC-NNN-<slug>/35-jobs.md").unwrap();
        let matches = |path: &str| pattern.matches(&RepoPath::new(path).unwrap());
        assert!(matches("docs/use-cases/UC-002-prune-keys/35-jobs.md"));
        assert!(!matches("docs/use-cases/UC-002/35-jobs.md"));
        assert!(!matches("docs/use-cases/UC-002-a/b/35-jobs.md"));
        assert!(!matches("x/docs/use-cases/UC-002-a/35-jobs.md"));
        assert_eq!(pattern.file_name(), "35-jobs.md");
        assert!(pattern.has_placeholder());
        let plain = PathPattern::new("docs/BACKLOG.md").unwrap();
        assert!(!plain.has_placeholder());
        assert!(plain.matches(&RepoPath::new("docs/BACKLOG.md").unwrap()));
    }
}
