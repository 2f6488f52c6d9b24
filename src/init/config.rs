//! `skillbook.toml`, with what was discovered.

use crate::book::{Book, SkillEntry};
use std::fmt::Write;

pub(super) fn config(book: &Book) -> String {
    let mut out = String::from(
        "# What Skillbook cannot find out by itself. Every line may go: the site is made of the files that it documents.\n\n",
    );
    site(book, &mut out);
    source(book, &mut out);
    skills(book, &mut out);
    guard(book, &mut out);
    rail(book, &mut out);
    out
}

fn site(book: &Book, out: &mut String) {
    let _ = writeln!(out, "[site]\ntitle = {}", string(&book.site.title));
    out.push_str("# description = \"One or two sentences for the front page.\"\n");
    let address = book
        .sources
        .first()
        .and_then(|source| pages_address(source.history.remote()?));
    let address = address.unwrap_or_else(|| "https://example.org/skills/".to_owned());
    let _ = writeln!(out, "# base_url = {}", string(&address));
    let _ = writeln!(out, "# language = {}\n", string(&book.site.language));
}

/// Where GitHub Pages puts the site of a repository on GitHub.
fn pages_address(remote: &str) -> Option<String> {
    let (_, path) = remote.trim_end_matches('/').split_once("github.com")?;
    let path = path.trim_start_matches([':', '/']);
    let (owner, name) = path.strip_suffix(".git").unwrap_or(path).split_once('/')?;
    let is_plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let host = format!("{}.github.io", owner.to_lowercase());
    (is_plain(owner) && is_plain(name)).then(|| {
        if name.eq_ignore_ascii_case(&host) {
            format!("https://{host}/")
        } else {
            format!("https://{host}/{name}/")
        }
    })
}

fn source(book: &Book, out: &mut String) {
    let count = book.skills.len();
    let mut folders: Vec<String> = book
        .skills
        .iter()
        .map(|entry| {
            let above = entry.skill.folder.parent();
            if above.as_str().is_empty() {
                entry.skill.folder.as_str().to_owned()
            } else {
                format!("{above}/*")
            }
        })
        .collect();
    folders.sort();
    folders.dedup();
    let word = if count == 1 { "skill" } else { "skills" };
    let _ = writeln!(
        out,
        "# {count} {word} found. Others are named by the globs of their folders:"
    );
    let globs: Vec<String> = folders.iter().map(|folder| string(folder)).collect();
    let _ = writeln!(
        out,
        "# [[source]]\n# path = \".\"\n# skills = [{}]\n",
        globs.join(", ")
    );
}

fn skills(book: &Book, out: &mut String) {
    let sampled: Vec<&SkillEntry> = book
        .skills
        .iter()
        .filter(|entry| entry.sample.is_some())
        .collect();
    for entry in &sampled {
        let Some(sample) = &entry.sample else {
            continue;
        };
        let document = book.entry(sample.document);
        let name = key(&entry.skill.name);
        let _ = writeln!(out, "# [skill.{name}]\n# summary = {}", string(&entry.line));
        let _ = writeln!(out, "# sample = {}", string(document.path.as_str()));
        if let Some(heading) = document.document.headings.last() {
            let left_out = string(&heading.name);
            let _ = writeln!(out, "# excerpt = [{left_out}]  # what the page leaves out");
        }
        out.push('\n');
    }
    if sampled.is_empty()
        && let Some(first) = book.skills.first()
    {
        out.push_str("# No documents were found that a skill wrote. One that lies somewhere unusual is named here:\n");
        let name = key(&first.skill.name);
        let _ = writeln!(out, "# [skill.{name}]\n# sample = \"docs/an-example.md\"\n");
    }
}

fn guard(book: &Book, out: &mut String) {
    if let Some(guard) = &book.guard {
        let classes: Vec<&str> = book
            .classes
            .iter()
            .map(|class| class.name.as_str())
            .collect();
        let _ = writeln!(out, "# Classes found: {}.", classes.join(", "));
        let _ = writeln!(
            out,
            "# [guard]\n# classes = {}\n",
            string(guard.path.as_str())
        );
    }
}

/// Skills that write documents of a use case, in the order of the documents' names, as a pipeline would run them.
fn rail(book: &Book, out: &mut String) {
    let mut steps: Vec<(&str, &str)> = book
        .skills
        .iter()
        .filter_map(|entry| {
            let partial = entry.skill.partial()?;
            let name = partial.as_str().rsplit('/').next()?;
            name.starts_with(|c: char| c.is_ascii_digit())
                .then_some((name, entry.skill.name.as_str()))
        })
        .collect();
    steps.sort_unstable();
    if steps.len() < 2 {
        return;
    }
    out.push_str(
        "# A pipeline, in the order of the documents:\n# [[rail]]\n# command = \"/pipeline\"\n",
    );
    for (_, skill) in steps {
        let _ = writeln!(out, "#\n# [[rail.step]]\n# skill = {}", string(skill));
    }
}

/// A string of TOML.
fn string(text: &str) -> String {
    toml::Value::String(text.replace(['\n', '\r'], " ")).to_string()
}

/// A key of TOML.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if is_bare {
        name.to_owned()
    } else {
        string(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_github_pages_is_guessed_for_github_alone() {
        let cases = [
            (
                "https://github.com/Some-One/skills.git",
                Some("https://some-one.github.io/skills/"),
            ),
            (
                "git@github.com:one/one.github.io.git",
                Some("https://one.github.io/"),
            ),
            (
                "ssh://git@github.com/one/a.b/",
                Some("https://one.github.io/a.b/"),
            ),
            ("https://example.org/one/two", None),
            ("https://github.com/one", None),
            ("https://github.com/one/t wo", None),
        ];
        for (remote, expected) in cases {
            assert_eq!(pages_address(remote).as_deref(), expected, "{remote}");
        }
    }
}
