use super::*;
use proptest::prelude::*;

#[test]
fn table() {
    for (pattern, path, matches) in [
        ("", "", true),
        ("", "a", false),
        ("pom.xml", "pom.xml", true),
        ("pom.xml", "pomXxml", false),
        ("pom.xml", "a/pom.xml", false),
        ("src/**", "src/Main.java", true),
        ("src/**", "src/a/b/Main.java", true),
        ("src/**", "src/", true),
        ("src/**", "src", false),
        ("**/src/**", "src/Main.java", false),
        ("**/src/**", "module/src/Main.java", true),
        ("**/src/**", "/src/", true),
        ("**", "", true),
        ("**", "a/b\nc", true),
        ("*", "", true),
        ("*", "a b", true),
        ("*", "a/b", false),
        ("a/*", "a/", true),
        (
            "docs/use-cases/UC-*/**",
            "docs/use-cases/UC-009-new/35-jobs.md",
            true,
        ),
        ("docs/use-cases/UC-*/**", "docs/use-cases/UC-009-new", false),
        ("docs/use-cases/UC-*/**", "docs/use-cases/BACKLOG.md", false),
        ("docker-compose*.yml", "docker-compose.yml", true),
        ("docker-compose*.yml", "docker-compose.dev.yml", true),
        ("docker-compose*.yml", "docker-compose/x.yml", false),
        ("a**b", "a/x/b", true),
        ("a***b", "a/x/b", true),
        ("**/*.md", "x/.md", true),
        ("a*b*c", "abbcbc", true),
        ("a*b*c", "abbcb", false),
        ("ab*ba", "aba", false),
        ("../**", "../x", true),
        ("[a]?", "[a]?", true),
        ("[a]?", "ab", false),
        ("{a,b}", "a", false),
        ("!a", "!a", true),
        ("\\*", "\\x", true),
        ("é*", "éa", true),
        ("*é", "日é", true),
        ("A", "a", false),
        ("./a", "a", false),
    ] {
        assert_eq!(
            Glob::new(pattern).matches(path),
            matches,
            "{pattern:?} on {path:?}"
        );
    }
}

#[test]
fn examples() {
    for (pattern, example) in [
        ("**/src/**", "src/example"),
        ("docker-compose*.yml", "docker-compose.yml"),
        ("**", "example"),
        ("**/pom.xml", "pom.xml"),
        ("docs/use-cases/UC-*/**", "docs/use-cases/UC-/example"),
        ("src/test/**/*Test.java", "src/test/Test.java"),
        ("*", ""),
    ] {
        assert_eq!(Glob::new(pattern).example(), example, "{pattern}");
    }
}

#[test]
fn a_regex_escapes_what_it_must_and_nothing_else() {
    let regex = Glob::new(r"a.b/*-**#^$+?()[]{}|\&~").to_regex();
    assert_eq!(
        regex,
        r"^(?:a\.b/[^/]*-[\s\S]*#\^\$\+\?\(\)\[\]\{\}\|\\&~)$"
    );
}

#[test]
fn many_stars_take_no_longer_than_pattern_times_path() {
    let pattern = "*a**b".repeat(200);
    let path = "ab/".repeat(3_000);
    let started = std::time::Instant::now();
    assert!(!Glob::new(&pattern).matches(&(path + "c")));
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn globs_compare_as_they_are_written() {
    assert_eq!(Glob::new("a**"), Glob::new("a**"));
    assert_ne!(Glob::new("a***"), Glob::new("a**"));
    assert!(Glob::new("a") < Glob::new("b"));
}

/// The rules of GUARD.md, word by word, without a thought for time.
fn naive(pattern: &str, path: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix("**") {
        return tails(path).any(|tail| naive(rest, tail));
    }
    if let Some(rest) = pattern.strip_prefix('*') {
        return tails(path)
            .take_while(|tail| !path[..path.len() - tail.len()].contains('/'))
            .any(|tail| naive(rest, tail));
    }
    match (pattern.chars().next(), path.chars().next()) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b && naive(&pattern[a.len_utf8()..], &path[b.len_utf8()..]),
        _ => false,
    }
}

fn tails(path: &str) -> impl Iterator<Item = &str> {
    path.char_indices()
        .map(|(at, _)| &path[at..])
        .chain(std::iter::once(""))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn matches_as_the_naive_matcher(pattern in "[ab/é*]{0,9}", path in "[ab/é\n]{0,9}") {
        prop_assert_eq!(Glob::new(&pattern).matches(&path), naive(&pattern, &path));
    }

    #[test]
    fn matches_as_its_regex(pattern in "[a/.+*(\\[\\]{}|^$?\\\\ -]{0,9}", path in "[a/.+(\\[\\]{}|^$?\\\\ \n-]{0,9}") {
        let glob = Glob::new(&pattern);
        let regex = regex::Regex::new(&glob.to_regex()).expect("every glob is a regex");
        prop_assert_eq!(glob.matches(&path), regex.is_match(&path));
    }

    #[test]
    fn any_pattern_is_a_regex_that_agrees(pattern in "\\PC{0,12}", path in "\\PC{0,12}") {
        let glob = Glob::new(&pattern);
        let regex = regex::Regex::new(&glob.to_regex()).expect("every glob is a regex");
        prop_assert_eq!(glob.matches(&path), regex.is_match(&path));
        prop_assert!(Glob::new(&path.replace('*', "")).matches(&path.replace('*', "")));
    }

    #[test]
    fn a_path_made_from_a_pattern_matches(parts in proptest::collection::vec(("[a-c/]{0,3}", "[a-c]{0,2}"), 0..4)) {
        let pattern: String = parts.iter().map(|(literal, _)| format!("{literal}*")).collect();
        let path: String = parts.iter().map(|(literal, run)| format!("{literal}{run}")).collect();
        prop_assert!(Glob::new(&pattern).matches(&path));
    }
}
