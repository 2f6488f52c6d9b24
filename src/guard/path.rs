//! Paths as the guard sees them. Text only: nothing is looked up on a disk, so a symbolic link is a name like any
//! other.

/// A path as the guard judges it: relative to `root`, `.` and `..` resolved, `/` between its parts, no `/` at its
/// end (GUARD.md § A write).
///
/// `root` is the absolute path of the repository. A path that ends up outside keeps its `../`; the root itself is
/// the empty text. As on the systems where the hook runs, `/` alone separates parts: a backslash is part of a name.
pub fn normalise(path: &str, root: &str) -> String {
    let root = resolve(Vec::new(), root);
    let absolute = if path.starts_with('/') {
        resolve(Vec::new(), path)
    } else {
        resolve(root.clone(), path)
    };
    let shared = root
        .iter()
        .zip(&absolute)
        .take_while(|(a, b)| a == b)
        .count();
    let up = std::iter::repeat_n("..", root.len() - shared);
    let down = absolute[shared..].iter().copied();
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Follows the parts of `path` from `base`. Above the file system's root there is only the root.
fn resolve<'a>(mut base: Vec<&'a str>, path: &'a str) -> Vec<&'a str> {
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                base.pop();
            }
            name => base.push(name),
        }
    }
    base
}

/// Whether a normalised path lies outside the repository.
pub(super) fn is_outside(normalised: &str) -> bool {
    normalised == ".." || normalised.starts_with("../")
}

/// The case folder a normalised path lies under, and the path below that folder.
///
/// Only what is under `<use_cases_dir>/UC-…/` counts: a file that is itself named `UC-…` there lies under no case.
pub(super) fn case_of<'a>(path: &'a str, use_cases_dir: &str) -> Option<(&'a str, &'a str)> {
    let below = match folder(use_cases_dir) {
        "" => path,
        dir => path.strip_prefix(dir)?.strip_prefix('/')?,
    };
    below
        .split_once('/')
        .filter(|(folder, _)| folder.starts_with("UC-"))
}

/// A folder as the data names it, without the `./` before and the `/` behind it; empty for the root.
pub(super) fn folder(named: &str) -> &str {
    let named = named.strip_prefix("./").unwrap_or(named);
    match named.trim_end_matches('/') {
        "." => "",
        folder => folder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn table() {
        for (path, root, normal) in [
            ("a/b.md", "/repo", "a/b.md"),
            ("./a//b/./c/", "/repo", "a/b/c"),
            ("a/../b", "/repo", "b"),
            ("a/../../x", "/repo", "../x"),
            ("..", "/repo", ".."),
            (".", "/repo", ""),
            ("/repo", "/repo", ""),
            ("/repo/a", "/repo", "a"),
            ("/repo/a", "/repo/", "a"),
            ("/repo/./a/../b", "/x/../repo", "b"),
            ("/repository/a", "/repo", "../repository/a"),
            ("/etc/passwd", "/home/x/repo", "../../../etc/passwd"),
            ("../repo/a", "/repo", "a"),
            ("../../../../a", "/repo", "../a"),
            ("/../a", "/repo", "../a"),
            ("/a", "/", "a"),
            ("../a", "/", "a"),
            ("a\\..\\b", "/repo", "a\\..\\b"),
            ("...", "/repo", "..."),
            ("~/a", "/repo", "~/a"),
            ("日本/é", "/repo", "日本/é"),
        ] {
            assert_eq!(normalise(path, root), normal, "{path} in {root}");
        }
    }

    #[test]
    fn what_lies_under_a_case() {
        let dir = "docs/use-cases";
        for (path, case) in [
            ("docs/use-cases/UC-1/a.md", Some(("UC-1", "a.md"))),
            ("docs/use-cases/UC-1/b/a.md", Some(("UC-1", "b/a.md"))),
            ("docs/use-cases/UC-/a", Some(("UC-", "a"))),
            ("docs/use-cases/UC-1", None),
            ("docs/use-cases/XUC-1/a", None),
            ("docs/use-cases/uc-1/a", None),
            ("docs/use-casesUC-1/a", None),
            ("x/docs/use-cases/UC-1/a", None),
            ("UC-1/a", None),
        ] {
            assert_eq!(case_of(path, dir), case, "{path}");
        }
        for dir in ["docs/use-cases/", "./docs/use-cases"] {
            assert!(case_of("docs/use-cases/UC-1/a", dir).is_some(), "{dir}");
        }
        for dir in ["", ".", "./"] {
            assert_eq!(case_of("UC-1/a", dir), Some(("UC-1", "a")), "{dir:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn normal_paths_are_relative_and_stay(
            path in "(/|)([a./]{1,3}|\\.\\./|repo/|\\PC/){0,6}",
            root in "/(repo|a/b|a|)",
        ) {
            let normal = normalise(&path, &root);
            prop_assert!(!normal.starts_with('/') && !normal.ends_with('/'), "{}", normal);
            prop_assert_eq!(&normalise(&normal, &root), &normal);
            let mut parts = normal.split('/').skip_while(|part| *part == "..");
            prop_assert!(normal.is_empty() || parts.all(|part| !matches!(part, "" | "." | "..")));
            prop_assert_eq!(is_outside(&normal), normal.split('/').next() == Some(".."));
        }

        #[test]
        fn an_absolute_path_inside_is_the_relative_one(path in "([a-c.]{1,2}/){0,4}[a-c]") {
            prop_assert_eq!(normalise(&format!("/repo/{path}"), "/repo"), normalise(&path, "/repo"));
        }
    }
}
