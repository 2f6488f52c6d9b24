//! Every page kind, its URL and its anchors; the only place where a URL is made.
//!
//! An address is relative to the site's root. Links between pages are relative to the page they
//! stand on, so a site works under any path.

mod host;

pub use host::Repository;

use crate::workspace::{CLIENTS, RepoPath};
use std::borrow::Cow;
use std::collections::HashMap;
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

    /// The list of all pages, for search engines.
    pub fn sitemap() -> Url {
        Url("sitemap.xml".to_owned())
    }

    /// What programs that read the site automatically are told.
    pub fn robots() -> Url {
        Url("robots.txt".to_owned())
    }

    /// The file that keeps GitHub Pages from leaving files out.
    pub fn no_jekyll() -> Url {
        Url(".nojekyll".to_owned())
    }

    /// The feed of changed skills.
    pub fn feed() -> Url {
        Url("feed.xml".to_owned())
    }

    /// The site's contents, for language models.
    pub fn llms() -> Url {
        Url("llms.txt".to_owned())
    }

    /// Every skill in one text.
    pub fn llms_full() -> Url {
        Url("llms-full.txt".to_owned())
    }

    /// The catalogue.
    pub fn catalogue() -> Url {
        Url("skills.json".to_owned())
    }

    /// The JSON Schema of the catalogue.
    pub fn catalogue_schema() -> Url {
        Url("skills.schema.json".to_owned())
    }

    /// A social card: of the site, or of the skill with this page. `hash` is that of its words, so that another picture
    /// has another address and nobody is shown an old one.
    pub fn card(skill: Option<&Url>, hash: &str) -> Url {
        let below = skill.map_or("", Url::as_str);
        Url(format!("cards/{below}{hash}.png"))
    }

    /// The index by which agents discover the site's skills.
    pub fn discovery() -> Url {
        Url(DISCOVERY.to_owned() + "index.json")
    }

    /// The same index for one skill, below its page.
    pub fn discovery_of(skill: &Url) -> Url {
        Url(format!("{}{DISCOVERY}index.json", skill.0))
    }

    /// What is installed of a skill that the site's index lists (`below` is none), or of one that only
    /// the index below its page lists.
    pub fn artifact(below: Option<&Url>, name: &str, is_archive: bool) -> Url {
        let folder = below.map_or("", Url::as_str);
        let file = if is_archive { ".tar.gz" } else { "/SKILL.md" };
        Url(format!("{folder}{DISCOVERY}{name}{file}"))
    }

    /// The index for clients of the older form.
    pub fn legacy_discovery() -> Url {
        Url(LEGACY_DISCOVERY.to_owned() + "index.json")
    }

    /// A file of a skill, for clients of the older form.
    pub fn legacy_file(name: &str, below: &str) -> Url {
        Url(format!("{LEGACY_DISCOVERY}{name}/{below}"))
    }

    /// A page as Markdown: `index.md` beside it.
    pub fn markdown(&self) -> Url {
        Url(format!("{}{MARKDOWN}", self.0))
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

/// Where agents look for skills (Agent Skills discovery 0.2.0), and where they used to (0.1.0).
const DISCOVERY: &str = ".well-known/agent-skills/";
const LEGACY_DISCOVERY: &str = ".well-known/skills/";

/// What every page has beside itself.
const MARKDOWN: &str = "index.md";

/// Names at the top of a site that are its own, in lower case. A page or file of the site's content
/// lies in a folder of its kind and meets none of them; a redirect might.
const OWN: &[&str] = &[
    "404.html",
    "assets",
    "cards",
    "cname",
    "feed.xml",
    "index.html",
    "index.md",
    "llms-full.txt",
    "llms.txt",
    "pagefind",
    "robots.txt",
    "sitemap.xml",
    "skills.json",
    "skills.schema.json",
];

/// Gives addresses, each once, also on a file system that ignores case.
#[derive(Debug, Default)]
pub struct Addresses {
    /// By the path in lower case, without a final `/`. A page's Markdown is there as well.
    taken: HashMap<String, Url>,
}

/// Why an address cannot lead elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRedirect {
    /// It is no address below the site.
    NotBelow,
    /// Something of the site is there.
    Taken,
}

impl Addresses {
    /// A skill's page.
    ///
    /// The address comes from where the skill lies, without the folders that every collection has: `plugins`, `skills`
    /// and those of clients. Of two skills of one client-less path, one keeps the client's name. `name` is for a skill
    /// at the root.
    pub fn skill(&mut self, place: &RepoPath, name: &str) -> Url {
        let parts = || place.as_str().split('/').filter(|part| !part.is_empty());
        let short: Vec<&str> = parts()
            .filter(|part| !matches!(*part, "skills" | "plugins") && !CLIENTS.contains(part))
            .collect();
        let path = match short.as_slice() {
            [] => segment(name),
            parts => segments(&parts.join("/")),
        };
        let long: Vec<&str> = parts().filter(|part| *part != "skills").collect();
        let is_taken = self
            .taken
            .contains_key(&format!("skills/{path}").to_lowercase());
        let path = match is_taken && !long.is_empty() {
            true => segments(&long.join("/")),
            false => path,
        };
        self.page(&format!("skills/{path}"))
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

    /// The page or file at an address as an author writes it: with or without a slash at either
    /// end or `index.html`, percent-encoded or not.
    pub fn find(&self, written: &str) -> Option<Url> {
        let path = plain(written)?;
        if path.is_empty() {
            return Some(Url::index());
        }
        let found = self.taken.get(&path.to_lowercase())?;
        (found.0.trim_end_matches('/') == path).then(|| found.clone())
    }

    /// Every page, for saying which one is meant.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        let urls = self.taken.values().map(Url::as_str);
        urls.filter(|url| url.ends_with('/'))
    }

    /// The address of a page that only leads elsewhere, in any form that [`Addresses::find`]
    /// takes. One that ends in `.html` is a file, any other a folder with an `index.html`.
    ///
    /// # Errors
    ///
    /// When the address is none below the site, or not free.
    pub fn redirect(&mut self, written: &str) -> Result<Url, NoRedirect> {
        let path = plain(written).ok_or(NoRedirect::NotBelow)?;
        let lower = path.to_lowercase();
        let first = lower.split('/').next().unwrap_or_default();
        if first.is_empty() || OWN.contains(&first) {
            return Err(NoRedirect::Taken);
        }
        let is_file = lower.ends_with(".html");
        let url = Url(if is_file { path } else { format!("{path}/") });
        // Beside the address itself, nothing above it may be a file, and nothing lie below a file.
        let is_file_above = |at: usize| {
            let above = self.taken.get(&lower[..at]);
            above.is_some_and(|url| !url.0.ends_with('/'))
        };
        let below = format!("{lower}/");
        let taken = self.taken.contains_key(&lower)
            || lower.match_indices('/').any(|(at, _)| is_file_above(at))
            || is_file && self.taken.keys().any(|path| path.starts_with(&below));
        if taken {
            return Err(NoRedirect::Taken);
        }
        self.taken.insert(lower, url.clone());
        Ok(url)
    }

    fn page(&mut self, path: &str) -> Url {
        let (free, mut lower) = self.free(path.trim_end_matches('/'), |path| format!("{path}/"));
        let markdown = free.markdown();
        lower.push('/');
        lower.push_str(MARKDOWN);
        self.taken.insert(lower, markdown);
        free
    }

    fn file(&mut self, path: &str) -> Url {
        self.free(path, str::to_owned).0
    }

    /// The first address that is free, and its key.
    fn free(&mut self, path: &str, url: impl Fn(&str) -> String) -> (Url, String) {
        let numbered = (2_u64..).map(|n| Cow::Owned(format!("{path}-{n}")));
        for candidate in std::iter::once(Cow::Borrowed(path)).chain(numbered) {
            let mut lower = candidate.to_lowercase();
            let length = lower.len();
            let is_taken = self.taken.contains_key(&lower) || {
                lower.push('/');
                lower.push_str(MARKDOWN);
                self.taken.contains_key(&lower)
            };
            lower.truncate(length);
            if !is_taken {
                let url = Url(url(&candidate));
                self.taken.insert(lower.clone(), url.clone());
                return (url, lower);
            }
        }
        (Url(url(path)), path.to_lowercase())
    }
}

/// The path of an address below the site, as an author may write it; none if it is no such address.
fn plain(written: &str) -> Option<String> {
    let path = decode(written.trim())?;
    let path = path.trim_start_matches("./").trim_matches('/');
    let path = path.strip_suffix("index.html").map_or(path, |folder| {
        if folder.is_empty() || folder.ends_with('/') {
            folder.trim_end_matches('/')
        } else {
            path
        }
    });
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.len() <= LONGEST
            && !part.contains(|c: char| c.is_control() || "\\?#%:*\"<>|".contains(c))
    };
    (path.is_empty() || path.split('/').all(is_plain)).then(|| path.to_owned())
}

/// Undoes percent-encoding; none if it is broken.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = tail.get(2..)?;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// A path for an address, part by part.
fn segments(path: &str) -> String {
    // Most paths stay as they are.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let is_short = path.len() <= LONGEST && !path.is_empty();
    let has_odd_dot =
        path.starts_with('.') || path.ends_with('.') || path.contains("/.") || path.contains("./");
    if is_short
        && path.chars().all(is_plain)
        && !has_odd_dot
        && !path.starts_with('/')
        && !path.ends_with('/')
        && !path.contains("//")
        && !path.contains("index.html")
    {
        return path.to_owned();
    }
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
mod tests;
