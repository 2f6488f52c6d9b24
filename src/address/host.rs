//! Addresses at the host of a repository: a file as a commit has it, its history, where it is edited.
//!
//! A file is named as its own last commit has it and never as HEAD has it, so that a commit elsewhere changes no page.
//! To edit it one needs a branch, which no clone knows for certain: only one that the author names is taken.

use super::encode;
use crate::config::HostKind as Host;

/// A repository that can be looked at in a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    host: Host,
    /// `https://github.com/owner/name`
    address: String,
    branch: Option<String>,
    /// What precedes the paths of a source: its folder in the repository, with a `/`; empty at the top.
    prefix: String,
}

impl Repository {
    /// The repository behind an address as git knows it: `https://…`, `ssh://…`, `git@host:owner/name`. None if it is
    /// another kind of address, or of a host whose kind neither its name says nor the author.
    pub fn of(
        address: &str,
        host: Option<Host>,
        branch: Option<&str>,
        prefix: &str,
    ) -> Option<Repository> {
        let (authority, path) = match address.split_once("://") {
            Some((scheme, rest)) => {
                let known = matches!(scheme, "https" | "http" | "ssh" | "git");
                known.then(|| rest.split_once('/')).flatten()?
            }
            None => address.split_once(':')?,
        };
        let name = authority.rsplit('@').next().unwrap_or_default();
        // The port of ssh is not that of the pages; one of https is.
        let is_web = address.starts_with("http://") || address.starts_with("https://");
        let name = match is_web {
            true => name,
            false => name.split(':').next().unwrap_or_default(),
        };
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        if name.is_empty() || !name.chars().all(plain) || !path.contains('/') {
            return None;
        }
        let scheme = if address.starts_with("http://") {
            "http"
        } else {
            "https"
        };
        Some(Repository {
            host: host.or_else(|| by_name(name))?,
            address: format!("{scheme}://{name}/{}", encode(path)),
            branch: branch.map(str::to_owned),
            prefix: prefix.to_owned(),
        })
    }

    /// The file, as a commit has it.
    pub fn file(&self, path: &str, commit: &str) -> String {
        let (address, path) = (&self.address, self.path(path));
        match self.host {
            Host::GitHub => format!("{address}/blob/{commit}/{path}"),
            Host::GitLab => format!("{address}/-/blob/{commit}/{path}"),
            Host::Gitea => format!("{address}/src/commit/{commit}/{path}"),
            Host::Bitbucket => format!("{address}/src/{commit}/{path}"),
        }
    }

    /// The commits that changed the file, up to one.
    pub fn history(&self, path: &str, commit: &str) -> String {
        let (address, path) = (&self.address, self.path(path));
        match self.host {
            Host::GitHub => format!("{address}/commits/{commit}/{path}"),
            Host::GitLab => format!("{address}/-/commits/{commit}/{path}"),
            Host::Gitea => format!("{address}/commits/commit/{commit}/{path}"),
            Host::Bitbucket => format!("{address}/history-node/{commit}/{path}"),
        }
    }

    /// Where the file is edited; none if the author names no branch.
    pub fn edit(&self, path: &str) -> Option<String> {
        let branch = encode(self.branch.as_deref()?);
        let (address, path) = (&self.address, self.path(path));
        Some(match self.host {
            Host::GitHub => format!("{address}/edit/{branch}/{path}"),
            Host::GitLab => format!("{address}/-/edit/{branch}/{path}"),
            Host::Gitea => format!("{address}/_edit/{branch}/{path}"),
            Host::Bitbucket => format!("{address}/src/{branch}/{path}?mode=edit&at={branch}"),
        })
    }

    fn path(&self, path: &str) -> String {
        encode(&format!("{}{path}", self.prefix))
    }
}

/// The kind of a host, by its name.
fn by_name(name: &str) -> Option<Host> {
    let name = name
        .split(':')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let first = name.split('.').next().unwrap_or_default();
    match (name.as_str(), first) {
        ("github.com", _) | (_, "github") => Some(Host::GitHub),
        ("gitlab.com", _) | (_, "gitlab") => Some(Host::GitLab),
        ("codeberg.org" | "gitea.com", _) | (_, "gitea" | "forgejo") => Some(Host::Gitea),
        ("bitbucket.org", _) => Some(Host::Bitbucket),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> Option<Repository> {
        Repository::of(address, None, Some("main"), "")
    }

    #[test]
    fn every_form_of_address_leads_to_the_pages_of_its_host() {
        for (address, expected) in [
            (
                "https://github.com/o/r.git",
                "https://github.com/o/r/blob/c0/a.md",
            ),
            (
                "git@github.com:o/r.git",
                "https://github.com/o/r/blob/c0/a.md",
            ),
            (
                "ssh://git@github.com:22/o/r",
                "https://github.com/o/r/blob/c0/a.md",
            ),
            (
                "git@gitlab.com:g/s/r.git",
                "https://gitlab.com/g/s/r/-/blob/c0/a.md",
            ),
            (
                "https://gitlab.example.org:8443/g/r",
                "https://gitlab.example.org:8443/g/r/-/blob/c0/a.md",
            ),
            (
                "https://codeberg.org/o/r",
                "https://codeberg.org/o/r/src/commit/c0/a.md",
            ),
            (
                "https://bitbucket.org/o/r",
                "https://bitbucket.org/o/r/src/c0/a.md",
            ),
        ] {
            let found = of(address).map(|repository| repository.file("a.md", "c0"));
            assert_eq!(found.as_deref(), Some(expected), "{address}");
        }
        for address in [
            "https://example.org/o/r",
            "https://github.com/o",
            "https://github.com",
            "file:///srv/o/r",
            "https://git<b>hub.com/o/r",
            "",
        ] {
            assert_eq!(of(address), None, "{address}");
        }
        let named = Repository::of("https://example.org/o/r", Some(Host::Gitea), None, "");
        assert!(named.is_some());
    }

    #[test]
    fn paths_are_below_the_folder_of_the_source_and_encoded() {
        let github = Repository::of("https://github.com/o/r", None, Some("a/b"), "pack/").unwrap();
        assert_eq!(
            github.edit("ü x.md").as_deref(),
            Some("https://github.com/o/r/edit/a/b/pack/%C3%BC%20x.md")
        );
        assert_eq!(
            github.history("a?#.md", "c0"),
            "https://github.com/o/r/commits/c0/pack/a%3F%23.md"
        );
        let without = Repository::of("https://github.com/o/r", None, None, "").unwrap();
        assert_eq!(without.edit("a.md"), None);
    }
}
