//! Every page kind, its URL and its anchors; the only place where a URL is made.
//!
//! An address is relative to the site's root. Links between pages are relative to the page they
//! stand on, so a site works under any path.

use crate::workspace::RepoPath;
use std::collections::HashSet;
use std::fmt::Write;

/// Identifiers that pages use themselves and that no block of a document may take. All others of
/// a page's own hold a `_`, which an identifier made from a heading never does.
pub const RESERVED: &[&str] = &["main", "guard-path", "guard-data", "guard-answer"];

/// The address of a page or file, relative to the site's root: `` (the front page),
/// `skills/jobs-architect/`, `assets/x.css`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Url(String);

impl Url {
    /// The front page.
    pub fn index() -> Url {
        Url(String::new())
    }

    /// The page shown for an address that is not there.
    pub fn not_found() -> Url {
        Url("404.html".to_owned())
    }

    /// A file of the site's own look.
    pub fn asset(name: &str) -> Url {
        Url(format!("assets/{name}"))
    }

    /// The folder of the search index.
    pub fn search() -> Url {
        Url("pagefind/".to_owned())
    }

    /// The address of the page whose file lies there in the output.
    pub fn of_output(path: &str) -> Url {
        let folder = path.strip_suffix("index.html").unwrap_or(path);
        Url(folder.to_owned())
    }

    /// Where its file lies in the output: a page is the `index.html` of its folder.
    pub fn output_path(&self) -> String {
        if self.0.is_empty() || self.0.ends_with('/') {
            format!("{}index.html", self.0)
        } else {
            self.0.clone()
        }
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The way from the folder of this page up to the site's root: `../../`, or `` at the top.
    pub fn root(&self) -> String {
        "../".repeat(self.0.matches('/').count())
    }

    /// The link to another page from this one.
    pub fn link(&self, to: &Url) -> String {
        let link = format!("{}{}", self.root(), encode(&to.0));
        if link.is_empty() {
            "./".to_owned()
        } else {
            link
        }
    }

    /// The link to a fragment of another page from this one; on the page itself the fragment
    /// alone.
    pub fn link_to(&self, to: &Url, fragment: Option<&str>) -> String {
        match fragment {
            Some(fragment) if self == to => format!("#{fragment}"),
            Some(fragment) => format!("{}#{fragment}", self.link(to)),
            None => self.link(to),
        }
    }
}

/// Gives addresses, each once, also on a file system that ignores case.
#[derive(Debug, Default)]
pub struct Addresses {
    taken: HashSet<String>,
}

impl Addresses {
    /// A skill's page.
    pub fn skill(&mut self, name: &str) -> Url {
        self.page(&format!("skills/{}", segment(name)))
    }

    /// A file of a skill, below its page.
    pub fn skill_file(&mut self, skill: &Url, below: &str) -> Url {
        let path = segments(below);
        self.page(&format!("{}files/{path}", skill.0))
    }

    /// A file of a skill as it is, for downloading and for pictures.
    pub fn raw(&mut self, skill: &Url, below: &str) -> Url {
        let path = segments(below);
        self.file(&format!("{}raw/{path}", skill.0))
    }

    /// A use case.
    pub fn case(&mut self, name: &str) -> Url {
        self.page(&format!("cases/{}", segment(name)))
    }

    /// A document of a case.
    pub fn case_document(&mut self, case: &Url, below: &str) -> Url {
        self.page(&format!("{}{}", case.0, segments(below)))
    }

    /// Any other document of a repository.
    pub fn document(&mut self, path: &RepoPath) -> Url {
        self.page(&format!("documents/{}", segments(path.as_str())))
    }

    /// A class of skills.
    pub fn skill_class(&mut self, name: &str) -> Url {
        self.page(&format!("classes/{}", segment(name)))
    }

    /// A class of agents.
    pub fn agent_class(&mut self, name: &str) -> Url {
        self.page(&format!("agent-classes/{}", segment(name)))
    }

    /// A rail.
    pub fn rail(&mut self, command: &str) -> Url {
        self.page(&format!(
            "rails/{}",
            segment(command.trim_start_matches('/'))
        ))
    }

    /// The list of the guide's pages.
    pub fn guide(&mut self) -> Url {
        self.page("guide")
    }

    /// A page of the guide.
    pub fn guide_page(&mut self, name: &str) -> Url {
        self.page(&format!("guide/{}", segment(name)))
    }

    /// A file that a page of the guide shows or links to, as it is.
    pub fn guide_file(&mut self, below: &str) -> Url {
        self.file(&format!("guide/raw/{}", segments(below)))
    }

    fn page(&mut self, path: &str) -> Url {
        let free = self.free(path.trim_end_matches('/'));
        Url(format!("{free}/"))
    }

    fn file(&mut self, path: &str) -> Url {
        Url(self.free(path))
    }

    fn free(&mut self, path: &str) -> String {
        let numbered = (2..).map(|n| format!("{path}-{n}"));
        for candidate in std::iter::once(path.to_owned()).chain(numbered) {
            if self.taken.insert(candidate.to_lowercase()) {
                return candidate;
            }
        }
        path.to_owned()
    }
}

/// A path for an address, part by part.
fn segments(path: &str) -> String {
    path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// Bytes of a part of an address: file systems take 255, and a number may follow.
const LONGEST: usize = 200;

/// One part of an address: without what a URL or a file system takes for itself. A leading dot
/// goes, because hosts leave hidden folders out.
fn segment(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().trim_start_matches('.').chars() {
        match c {
            '/' | '\\' | '?' | '#' | '%' | ':' | '*' | '"' | '<' | '>' | '|' | ' ' | '\t' => {
                out.push('-')
            }
            c if c.is_control() => out.push('-'),
            c => out.push(c),
        }
    }
    while out.len() > LONGEST {
        out.pop();
    }
    let out = out.trim_end_matches('.');
    if out.is_empty() || out == "index.html" {
        format!("{out}-").replace("index.html-", "index-html")
    } else {
        out.to_owned()
    }
}

/// Percent-encodes what is not plain in a URL's path.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The identifier of a part of a page.
pub fn part_id(part: &str) -> String {
    format!("part_{part}")
}

/// The identifier of the note on a block.
pub fn note_id(block: &str) -> String {
    format!("note_{block}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative() {
        let mut addresses = Addresses::default();
        let skill = addresses.skill("jobs-architect");
        let file = addresses.skill_file(&skill, "references/a b.md");
        assert_eq!(skill.output_path(), "skills/jobs-architect/index.html");
        assert_eq!(
            file.as_str(),
            "skills/jobs-architect/files/references/a-b.md/"
        );
        assert_eq!(
            skill.link(&file),
            "../../skills/jobs-architect/files/references/a-b.md/"
        );
        assert_eq!(file.link(&Url::index()), "../../../../../");
        assert_eq!(Url::index().link(&skill), "skills/jobs-architect/");
        assert_eq!(Url::index().link(&Url::index()), "./");
        assert_eq!(skill.link_to(&skill, Some("x")), "#x");
        assert_eq!(Url::not_found().root(), "");
    }

    #[test]
    fn addresses_are_unique_whatever_the_case() {
        let mut addresses = Addresses::default();
        assert_eq!(addresses.skill("A").as_str(), "skills/A/");
        assert_eq!(addresses.skill("a").as_str(), "skills/a-2/");
        assert_eq!(addresses.skill("../x?").as_str(), "skills/-x-/");
        assert_eq!(addresses.skill("").as_str(), "skills/-/");
        let long = addresses.skill(&"é".repeat(300));
        assert_eq!(long.as_str(), format!("skills/{}/", "é".repeat(100)));
        let path = RepoPath::new(".claude/rules/é.md").unwrap();
        let document = addresses.document(&path);
        assert_eq!(document.as_str(), "documents/claude/rules/é.md/");
        assert_eq!(
            Url::index().link(&document),
            "documents/claude/rules/%C3%A9.md/"
        );
    }
}
