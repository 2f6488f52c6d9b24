//! Every link of every page leads somewhere, fragment and all, wherever the site stands.

use crate::html::{self, Element};
use crate::site::{Output, Site, copy};
use std::collections::{BTreeMap, BTreeSet};

/// The folders of a path with a link followed from it; `None` for another site's.
pub fn resolve(page: &str, href: &str) -> Option<(String, Option<String>)> {
    let (path, fragment) = match href.split_once('#') {
        Some((path, fragment)) => (path, Some(decoded(fragment))),
        None => (href, None),
    };
    let path = path.split('?').next().unwrap_or_default();
    if path.contains(':') {
        return None;
    }
    if path.is_empty() {
        return Some((page.to_owned(), fragment));
    }
    let mut parts: Vec<&str> = Vec::new();
    if !path.starts_with('/') {
        parts.extend(page.split('/'));
        parts.pop();
    }
    for part in path.split('/') {
        match part {
            "." => {}
            // Above the host there is nothing: a browser stays at the top.
            ".." => {
                if parts.len() > 1 {
                    parts.pop();
                }
            }
            part => parts.push(part),
        }
    }
    let mut path = parts.join("/");
    if href.ends_with("..") || href.ends_with('.') {
        path.push('/');
    }
    Some((decoded(&path), fragment))
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let code = (*first == b'%')
            .then(|| std::str::from_utf8(tail.get(..2)?).ok())
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// What leads nowhere, of a host whose files are those of an output below a path (`/`, `/a/b/`).
fn broken(output: &Output, prefix: &str) -> Vec<String> {
    let mut pages: BTreeMap<String, Element> = BTreeMap::new();
    let mut files = BTreeSet::new();
    for path in output.paths() {
        if path.ends_with(".html") {
            let page =
                html::parse(&output.text(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            pages.insert(format!("{prefix}{path}"), page);
        }
        files.insert(format!("{prefix}{path}"));
    }
    let ids: BTreeMap<&String, BTreeSet<&str>> = pages
        .iter()
        .map(|(path, page)| (path, page.values("id").into_iter().collect()))
        .collect();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, page) in &pages {
        // The page for an unknown address is shown at any, so it says from where its links start.
        let base = page
            .named("base")
            .first()
            .map(|base| base.must("href").to_owned());
        let from = base.unwrap_or_else(|| path.clone());
        for element in page.all() {
            for key in ["href", "src"] {
                let Some(href) = element.attr(key) else {
                    continue;
                };
                if element.name == "base" || element.attr("rel") == Some("canonical") {
                    continue;
                }
                let Some((mut target, fragment)) = resolve(&from, href) else {
                    continue;
                };
                count += 1;
                if target.ends_with('/') {
                    target.push_str("index.html");
                }
                if !files.contains(&target) {
                    wrong.push(format!("{path}: {href} leads to no file ({target})"));
                } else if let Some(fragment) = fragment
                    && !ids
                        .get(&target)
                        .is_some_and(|ids| ids.contains(fragment.as_str()))
                {
                    wrong.push(format!("{path}: {href} leads to no place of {target}"));
                }
            }
        }
    }
    assert!(count > 10, "only {count} links were looked at");
    wrong
}

#[track_caller]
fn check(site: &Site) {
    let built = site.build();
    let wrong = broken(&built, "/");
    assert!(
        wrong.is_empty(),
        "{} links:\n{}",
        wrong.len(),
        wrong.join("\n")
    );

    // The same files, below another path: but for the page for unknown addresses, which has to know.
    let moved = site.beside("host/a/b");
    copy(built.folder(), &moved);
    std::fs::remove_file(moved.join("404.html")).unwrap();
    let wrong = broken(&Output::at(&moved), "/a/b/");
    assert!(
        wrong.is_empty(),
        "{} links:\n{}",
        wrong.len(),
        wrong.join("\n")
    );

    site.run("build . --out ../based --base-url https://example.org/a/b/")
        .code(0);
    let wrong = broken(&Output::at(site.beside("based")), "/a/b/");
    assert!(
        wrong.is_empty(),
        "{} links:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn of_the_bakery() {
    check(&Site::of("bakery"));
}

#[test]
fn of_a_site_without_a_configuration() {
    check(&Site::of("plain"));
}

#[test]
fn of_the_shipped_site() {
    check(&Site::of_content());
}

#[test]
fn of_names_with_odd_characters() {
    let site = Site::empty()
        .skill("a b", "---\nname: \"50% ?#&<x> é\"\ndescription: Odd.\n---\n\n# A & B\n\n[file](references/c%20d.md) `references/c d.md`\n")
        .file("skills/a b/references/c d.md", "# Ü & \"q\"\n\n## Ünï\n\nSee § Ünï and [up](../SKILL.md#a-b).\n")
        .file("skills/a b/assets/50%.txt", "50 %\n")
        .skill("index.html", "---\nname: index.html\ndescription: D.\n---\n\n# I\n")
        .file("docs/use-cases/UC-001-ä b/10-x y.md", "# X\n\n## É\n\n§ É\n");
    check(&site);
}

#[test]
fn links_are_followed_as_a_browser_does() {
    let to = |page: &str, href: &str| resolve(page, href).map(|(path, _)| path);
    let is = |path: &str| Some(path.to_owned());
    assert_eq!(to("/a/b/c/index.html", "../../x/"), is("/a/x/"));
    assert_eq!(to("/a/index.html", "./"), is("/a/"));
    assert_eq!(to("/a/index.html", "#x"), is("/a/index.html"));
    assert_eq!(to("/a/index.html", "../../../y"), is("/y"));
    assert_eq!(to("/a/index.html", "/y%20z"), is("/y z"));
    assert_eq!(to("/a/index.html", "https://example.org"), None);
}
