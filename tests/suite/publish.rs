//! `skillbook publish` against a bare repository on this machine.

use crate::run::Run;
use crate::site::{Output, Site};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Git in a folder, with nobody's configuration.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=A Test",
            "-c",
            "user.email=test@example.org",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {complaint}");
    said
}

/// A site in a repository whose `origin` is a bare one beside it.
struct Published {
    site: Site,
    remote: PathBuf,
}

impl Published {
    fn new() -> Published {
        let site = Site::of("plain");
        let root = site.root();
        let remote = site.beside("remote.git");
        git(&root, &["init", "-q", "-b", "main"]);
        git(&root, &["config", "user.name", "A Test"]);
        git(&root, &["config", "user.email", "test@example.org"]);
        git(&root, &["add", "."]);
        git(&root, &["commit", "-q", "-m", "Begin"]);
        git(
            &root,
            &[
                "init",
                "-q",
                "--bare",
                "-b",
                "main",
                remote.to_str().unwrap(),
            ],
        );
        git(
            &root,
            &["remote", "add", "origin", remote.to_str().unwrap()],
        );
        git(&root, &["push", "-q", "origin", "main"]);
        Published { site, remote }
    }

    fn publish(&self, more: &str) -> Run {
        self.site.run(&format!("publish . --no-search {more}"))
    }

    /// The commits of the branch, the newest first.
    fn commits(&self) -> Vec<String> {
        let said = git(&self.remote, &["log", "--format=%H %s", "gh-pages"]);
        said.lines().map(str::to_owned).collect()
    }

    fn paths(&self) -> Vec<String> {
        let said = git(
            &self.remote,
            &["ls-tree", "-r", "-z", "--name-only", "gh-pages"],
        );
        said.split('\0')
            .filter(|path| !path.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn file(&self, path: &str) -> String {
        git(&self.remote, &["show", &format!("gh-pages:{path}")])
    }

    /// What publishing must not change: the commit, branches and other names, the index, and every file of the work tree.
    fn state(&self) -> Vec<String> {
        let root = self.site.root();
        let read = |path: &Path| blake3::hash(&std::fs::read(path).unwrap()).to_string();
        let mut state = vec![
            git(
                &root,
                &["for-each-ref", "refs/heads", "refs/tags", "refs/skillbook"],
            ),
            git(&root, &["symbolic-ref", "HEAD"]),
            git(&root, &["stash", "list"]),
            read(&root.join(".git/index")),
        ];
        for file in crate::site::files_below(&root) {
            if !file.starts_with(".git") {
                state.push(format!("{} {}", file.display(), read(&root.join(&file))));
            }
        }
        state
    }
}

#[test]
fn the_first_time_makes_the_branch_and_the_second_adds_to_it() {
    let published = Published::new();
    let before = published.state();
    let run = published.publish("").code(0);
    assert!(
        run.stdout.contains("to gh-pages of origin, a new branch:"),
        "{run}"
    );
    assert_eq!(published.state(), before);
    assert_eq!(published.commits().len(), 1);
    let head = git(&published.site.root(), &["rev-parse", "--short=7", "HEAD"]);
    assert!(published.commits()[0].ends_with(&format!("Site of {head}")));

    // What is pushed is what a build writes.
    published
        .site
        .run("build . --out ../out --no-search")
        .code(0);
    let built = Output::at(published.site.beside("out"));
    assert_eq!(published.paths(), built.paths());
    for path in [
        "index.html",
        ".nojekyll",
        ".well-known/agent-skills/index.json",
    ] {
        assert_eq!(published.file(path), built.text(path).trim_end());
    }

    published.site.put(
        "skills/new/SKILL.md",
        "---\nname: new\ndescription: Is new.\n---\n\n# New\n",
    );
    git(&published.site.root(), &["add", "."]);
    git(&published.site.root(), &["commit", "-q", "-m", "More"]);
    let run = published.publish("").code(0);
    assert!(run.stdout.contains("to gh-pages of origin, on "), "{run}");
    assert_eq!(published.commits().len(), 2);
    assert!(
        published
            .paths()
            .contains(&"skills/new/index.html".to_owned())
    );
}

#[test]
fn nothing_new_makes_no_commit() {
    let published = Published::new();
    published.publish("").code(0);
    let before = published.commits();
    let run = published.publish("").code(0);
    assert!(run.stdout.starts_with("Nothing to publish"), "{run}");
    assert_eq!(published.commits(), before);
}

#[test]
fn what_others_published_is_built_upon() {
    let published = Published::new();
    published.publish("").code(0);
    let other = published.site.beside("other");
    git(
        &published.remote,
        &[
            "clone",
            "-q",
            "-b",
            "gh-pages",
            ".",
            other.to_str().unwrap(),
        ],
    );
    std::fs::write(other.join("CNAME"), "skills.example.org\n").unwrap();
    std::fs::write(other.join("stray.html"), "stray").unwrap();
    git(&other, &["add", "."]);
    git(&other, &["commit", "-q", "-m", "By hand"]);
    git(&other, &["push", "-q", "origin", "gh-pages"]);

    published.site.put(
        "skills/new/SKILL.md",
        "---\nname: new\ndescription: Is new.\n---\n\n# New\n",
    );
    published.publish("").code(0);
    let commits = published.commits();
    assert_eq!(commits.len(), 3);
    assert!(commits[1].ends_with("By hand"));
    assert_eq!(published.file("CNAME"), "skills.example.org");
    assert!(!published.paths().contains(&"stray.html".to_owned()));
    // The same again, with the name kept, is nothing new.
    let run = published.publish("").code(0);
    assert!(run.stdout.starts_with("Nothing to publish"), "{run}");
}

#[test]
fn whoever_pushes_in_between_loses_nothing() {
    let published = Published::new();
    published.publish("").code(0);
    // The remote's own hook plays the other: it moves the branch before it takes the push.
    let hook = published.remote.join("hooks/pre-receive");
    std::fs::write(
        &hook,
        "#!/bin/sh\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES\ntree=$(git rev-parse 'gh-pages^{tree}')\nnew=$(GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@example.org GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.org git commit-tree -p gh-pages -m Between \"$tree\")\ngit update-ref refs/heads/gh-pages \"$new\"\n",
    )
    .unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    published.site.put(
        "skills/new/SKILL.md",
        "---\nname: new\ndescription: Is new.\n---\n\n# New\n",
    );
    let run = published.publish("").code(1);
    assert!(
        run.stderr
            .contains("somebody else pushed to `gh-pages` meanwhile"),
        "{run}"
    );
    assert!(run.stderr.contains("run it again"), "{run}");
    assert!(published.commits()[0].ends_with("Between"));
    std::fs::remove_file(hook).unwrap();
    published.publish("").code(0);
    assert!(published.commits()[1].ends_with("Between"));
}

#[test]
fn a_dirty_tree_is_published_as_it_is_and_left_alone() {
    let published = Published::new();
    published.site.put(
        "skills/draft/SKILL.md",
        "---\nname: draft\ndescription: Is a draft.\n---\n\n# Draft\n",
    );
    git(&published.site.root(), &["add", "skills/draft"]);
    published.site.put(
        "skills/draft/SKILL.md",
        "---\nname: draft\ndescription: Is a later draft.\n---\n\n# Draft\n",
    );
    let before = published.state();
    let run = published.publish("").code(0);
    assert!(run.stdout.contains("not committed"), "{run}");
    assert_eq!(published.state(), before);
    assert!(
        published
            .file("skills/draft/index.html")
            .contains("Is a later draft.")
    );
    assert!(published.commits()[0].ends_with("and uncommitted changes"));
}

#[test]
fn a_dry_run_says_what_would_change_and_changes_nothing() {
    let published = Published::new();
    let before = published.state();
    let run = published.publish("--dry-run").code(0);
    assert!(
        run.stdout
            .starts_with("Would publish to gh-pages of origin, a new branch:"),
        "{run}"
    );
    assert!(run.stdout.contains("  A .nojekyll\n"), "{run}");
    assert!(run.stdout.contains(" more\n"), "{run}");
    assert_eq!(published.state(), before);
    assert_eq!(
        git(&published.remote, &["branch", "--list", "gh-pages"]),
        ""
    );

    published.publish("").code(0);
    published
        .site
        .edit("skills/greet/SKILL.md", "Says hello", "Says goodbye");
    let run = published.publish("--dry-run").code(0);
    assert!(run.stdout.contains(" changed, 0 removed"), "{run}");
    assert_eq!(published.commits().len(), 1);
}

#[test]
fn errors_in_the_site_publish_nothing() {
    let published = Published::new();
    published
        .site
        .put("skillbook.toml", "[site]\ntitel = \"x\"\n");
    let run = published.publish("").code(1);
    assert!(run.stderr.contains("Nothing published: 1 error"), "{run}");
    assert_eq!(
        git(&published.remote, &["branch", "--list", "gh-pages"]),
        ""
    );
    published.site.put("skillbook.toml", "");
    published.site.put("skills/greet/x.md", "[gone](gone.md)\n");
    published.publish("--deny warnings").code(1);
    assert_eq!(
        git(&published.remote, &["branch", "--list", "gh-pages"]),
        ""
    );
    published.publish("").code(0);
}

#[test]
fn hooks_of_the_repository_do_not_run() {
    let published = Published::new();
    let root = published.site.root();
    for hook in ["pre-push", "reference-transaction", "post-index-change"] {
        let path = root.join(".git/hooks").join(hook);
        std::fs::write(&path, "#!/bin/sh\ntouch ran\nexit 1\n").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    published.publish("").code(0);
    assert!(!root.join("ran").exists());
}

#[test]
fn a_branch_of_sources_is_never_replaced() {
    let published = Published::new();
    let run = published.publish("--branch main").code(1);
    assert!(
        run.stderr.contains("the branch `main` holds sources"),
        "{run}"
    );
    assert_eq!(
        git(&published.remote, &["log", "--format=%s", "main"]),
        "Begin"
    );
}

#[test]
fn what_is_missing_is_said_with_what_to_do() {
    let published = Published::new();
    for (more, said, help) in [
        ("--remote elsewhere", "`git ls-remote` failed", "--remote"),
        (
            "--branch a..b",
            "`a..b` is no name of a branch",
            "--branch gh-pages",
        ),
        (
            "--remote=--upload-pack=x",
            "is no remote",
            "--remote origin",
        ),
    ] {
        let run = published.publish(more).code(1);
        assert!(run.stderr.contains(said), "{run}");
        assert!(run.stderr.contains(help), "{run}");
    }
    let alone = Site::of("plain");
    let run = alone.run("publish . --no-search").code(1);
    assert!(run.stderr.contains("is in no git repository"), "{run}");
}
