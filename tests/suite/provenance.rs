//! Which commit a page names: the last one of that very file, and only if it is unmodified.

use crate::html::Element;
use crate::run::git;
use crate::site::{Output, Site, assert_same_bytes};

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: The skill {name}.\n---\n\n# {name}\n\nWords.\n")
}

/// Two skills, each in a commit of its own, in a folder of the repository or at its root.
fn two_commits(folder: &str) -> Site {
    let site = Site::empty();
    let root = site.root();
    git(&root, "init -q -b main");
    for name in ["one", "two"] {
        site.put(&format!("{folder}skills/{name}/SKILL.md"), skill(name));
        git(&root, "add .");
        git(&root, &format!("commit -q -m 'Add {name}'"));
    }
    site
}

/// The commits that a page names, by their full hashes.
fn commits(page: &Element) -> Vec<String> {
    let named = page.of_class("commit");
    named
        .iter()
        .map(|commit| commit.must("title").to_owned())
        .collect()
}

#[test]
fn a_committed_unmodified_file_has_its_own_last_commit() {
    let site = two_commits("");
    let first = git(&site.root(), "rev-parse HEAD~1");
    let second = git(&site.root(), "rev-parse HEAD");
    let built = site.build();
    let page = built.page("skills/one/");
    assert_eq!(commits(&page), [first.as_str()]);
    assert_eq!(commits(&built.page("skills/two/")), [second.as_str()]);
    // Its short form and its day are what a reader sees.
    let facts = page.of_class("facts")[0].line();
    assert!(
        facts.contains(&format!("at {}, 2024-02-03", &first[..7])),
        "{facts}"
    );
    assert_eq!(commits(&built.page("skills/one/files/SKILL.md/")), [first]);
}

#[test]
fn a_modified_or_untracked_file_has_none() {
    let site = two_commits("");
    site.put("skills/one/SKILL.md", skill("one") + "\nMore words.\n");
    site.put("skills/three/SKILL.md", skill("three"));
    // Modified in the index alone.
    site.put("skills/two/notes.md", "# Notes\n");
    git(&site.root(), "add skills/two/notes.md");
    let built = site.build();
    assert!(commits(&built.page("skills/one/")).is_empty());
    assert!(commits(&built.page("skills/three/")).is_empty());
    assert!(commits(&built.page("skills/two/files/notes.md/")).is_empty());
    assert_eq!(commits(&built.page("skills/two/")).len(), 1);
}

#[test]
fn files_that_merely_lie_inside_a_repository_have_none() {
    let site = Site::empty();
    git(&site.root(), "init -q -b main");
    git(&site.root(), "commit -q --allow-empty -m 'Begin'");
    let site = site.skill("one", skill("one"));
    assert!(commits(&site.page("skills/one/")).is_empty());
}

#[test]
fn the_root_may_be_a_folder_of_the_repository() {
    let site = two_commits("deep/inside/");
    let first = git(&site.root(), "rev-parse HEAD~1");
    site.run("build deep/inside --out ../out").code(0);
    let built = Output::at(site.beside("out"));
    assert_eq!(commits(&built.page("skills/one/")), [first]);
}

#[test]
fn a_commit_elsewhere_changes_no_page() {
    let site = two_commits("");
    let before = site.build().bytes();
    git(&site.root(), "commit -q --allow-empty -m 'Nothing'");
    site.put("elsewhere/notes.txt", "Not a skill.\n");
    git(&site.root(), "add .");
    git(&site.root(), "commit -q -m 'Something else'");
    git(&site.root(), "tag v1");
    git(&site.root(), "checkout -q -b other");
    assert_same_bytes(&before, &site.build().bytes());
}

#[test]
fn a_shallow_clone_has_no_dates_and_one_warning() {
    let whole = two_commits("");
    let site = Site::empty();
    let from = format!("file://{}", whole.root().display());
    git(&site.root(), &format!("clone -q --depth 1 {from} ."));
    let run = site.run("check . --format json").code(0);
    let codes: Vec<String> = run.json()["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["code"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(codes, ["shallow-history"]);
    let built = site.build();
    for page in ["skills/one/", "skills/two/", ""] {
        let page = built.page(page);
        assert!(commits(&page).is_empty());
        assert!(page.named("time").is_empty());
    }
}

#[test]
fn the_name_of_a_source_is_its_repositorys() {
    let site = two_commits("");
    git(
        &site.root(),
        "remote add origin https://someone:secret@example.org/a/loaves.git",
    );
    let built = site.build();
    assert_eq!(built.page("").named("h1")[0].line(), "loaves");
    let secret = |(_, bytes): &(String, Vec<u8>)| String::from_utf8_lossy(bytes).contains("secret");
    assert!(!built.bytes().iter().any(secret));
}

/// The addresses that a page leads to outside the site.
fn outside(page: &Element) -> Vec<String> {
    let links = page.named("a").into_iter();
    links
        .map(|link| link.must("href").to_owned())
        .filter(|href| href.starts_with("https://"))
        .collect()
}

#[test]
fn a_commit_leads_to_the_host_of_the_repository() {
    let site = two_commits("pack/");
    let first = git(&site.root(), "rev-parse HEAD~1");
    git(
        &site.root(),
        "remote add origin https://somebody:secret@github.com/owner/name.git",
    );
    let built = site.build();
    let file = "pack/skills/one/SKILL.md";
    let expected = [
        format!("https://github.com/owner/name/blob/{first}/{file}"),
        format!("https://github.com/owner/name/commits/{first}/{file}"),
    ];
    for page in ["skills/pack/one/", "skills/pack/one/files/SKILL.md/"] {
        assert_eq!(outside(&built.page(page)), expected, "{page}");
    }
    for path in built.paths() {
        let bytes = std::fs::read(site.beside("out").join(&path)).unwrap();
        assert!(
            !String::from_utf8_lossy(&bytes).contains("secret"),
            "{path}"
        );
    }
    // A source below the top of the repository, a branch, another host.
    site.put(
        "skillbook.toml",
        "[[source]]\npath = \"pack\"\nrepository = \"https://git.example.org/g/r\"\nhost = \"gitlab\"\nbranch = \"main\"\n",
    );
    let page = site.build().page("skills/one/");
    assert_eq!(
        outside(&page),
        [
            format!("https://git.example.org/g/r/-/blob/{first}/{file}"),
            format!("https://git.example.org/g/r/-/commits/{first}/{file}"),
            format!("https://git.example.org/g/r/-/edit/main/{file}"),
        ]
    );
    // What is modified is nowhere else as it is here.
    site.edit(file, "Words.", "Other words.");
    assert_eq!(
        outside(&site.build().page("skills/one/")),
        Vec::<String>::new()
    );
}

#[test]
fn a_host_that_nobody_knows_is_no_link_and_a_wrong_address_an_error() {
    let site = two_commits("");
    git(
        &site.root(),
        "remote add origin https://git.example.org/g/r",
    );
    assert_eq!(
        outside(&site.build().page("skills/one/")),
        Vec::<String>::new()
    );
    site.put(
        "skillbook.toml",
        "[[source]]\nrepository = \"https://git.example.org/g/r\"\n",
    );
    site.run("check .")
        .code(1)
        .stderr_has("the pages of this repository are not known");
}
