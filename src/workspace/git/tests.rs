//! Against real repositories, with `git log -1` as the judge.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::*;

/// A repository that is made for one test, apart from the configuration of the person who runs it.
struct Repository {
    folder: TempDir,
    clock: std::cell::Cell<u64>,
}

impl Repository {
    fn new() -> Repository {
        let repository = Repository {
            folder: tempfile::tempdir().unwrap(),
            clock: std::cell::Cell::new(1_700_000_000),
        };
        repository.git(&["init", "--quiet", "--initial-branch=main", "."]);
        repository
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn git(&self, arguments: &[&str]) -> String {
        // Every commit a minute after the last, so that the order of dates is that of the calls.
        self.clock.set(self.clock.get() + 60);
        self.git_at(self.clock.get(), arguments)
    }

    fn git_at(&self, time: u64, arguments: &[&str]) -> String {
        let output = self.command(time, arguments).output().unwrap();
        assert!(
            output.status.success(),
            "git {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()
    }

    fn command(&self, time: u64, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(name);
            }
        }
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", format!("{time} +0200"))
            .env("GIT_COMMITTER_DATE", format!("{time} +0200"))
            .arg("-C")
            .arg(self.root())
            .args(["-c", "user.name=Test", "-c", "user.email=test@localhost"])
            .args([
                "-c",
                "commit.gpgSign=false",
                "-c",
                "protocol.file.allow=always",
            ])
            .args(arguments);
        command
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Commits everything and gives the hash.
    fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Merges with the given strategy; a conflict is settled by what `settle` writes.
    fn merge(&self, branches: &[&str], settle: impl FnOnce(&Repository)) -> String {
        let mut arguments = vec!["merge", "--quiet", "--no-ff", "--no-commit"];
        arguments.extend(branches);
        self.clock.set(self.clock.get() + 60);
        // Answers 1 at a conflict.
        self.command(self.clock.get(), &arguments).output().unwrap();
        settle(self);
        self.commit("merge")
    }

    /// What git itself says of a path.
    fn judge(&self, path: &str) -> String {
        self.git(&[
            "--literal-pathspecs",
            "log",
            "-1",
            "--format=%H",
            "--",
            path,
        ])
    }

    fn history(&self) -> History {
        History::read(self.root())
    }

    fn assert_agrees(&self) {
        let history = self.history();
        let listing = self.git(&["ls-files", "-z"]);
        let mut count = 0;
        for path in listing.split('\0').filter(|path| !path.is_empty()) {
            let found = history.of(path).map(|provenance| provenance.commit.clone());
            assert_eq!(found, Some(self.judge(path)), "{path}");
            count += 1;
        }
        assert_eq!(history.files.len(), count);
    }
}

fn commit_of(history: &History, path: &str) -> Option<String> {
    Some(history.of(path)?.commit.clone())
}

#[test]
fn each_file_has_its_own_last_commit() {
    let repository = Repository::new();
    repository.put("a.md", "1");
    repository.put("folder/b.md", "1");
    let first = repository.commit("First\n\nA longer text.");
    repository.put("a.md", "2");
    let second = repository.commit("Second");
    repository.commit("Nothing changed");

    let history = repository.history();
    assert_eq!(commit_of(&history, "a.md"), Some(second));
    assert_eq!(commit_of(&history, "folder/b.md"), Some(first.clone()));
    assert_eq!(history.of("c.md"), None);
    assert!(!history.is_shallow() && !history.is_empty());
    let provenance = history.of("folder/b.md").unwrap();
    assert_eq!(provenance.short, first[..7]);
    assert_eq!(provenance.subject.as_deref(), Some("First"));
    assert_eq!(
        provenance.date,
        repository.git(&["log", "-1", "--format=%cI", &first])
    );
    assert!(provenance.date.ends_with("+02:00"));
}

#[test]
fn a_changed_staged_or_untracked_file_has_none() {
    let repository = Repository::new();
    for path in [
        "fine", "changed", "staged", "deleted", "mode", "hidden", "skipped",
    ] {
        repository.put(path, "1");
    }
    repository.put(".gitignore", "ignored\n");
    repository.commit("All");
    repository.put("changed", "2");
    repository.put("staged", "2");
    repository.put("new", "1");
    repository.put("intended", "1");
    repository.put("untracked", "1");
    repository.put("ignored", "1");
    repository.git(&["add", "staged", "new"]);
    // The work tree is as HEAD again, the index is not.
    repository.put("staged", "1");
    repository.git(&["add", "--intent-to-add", "intended"]);
    fs::remove_file(repository.root().join("deleted")).unwrap();
    repository.git(&["update-index", "--chmod=+x", "mode"]);
    repository.git(&["update-index", "--assume-unchanged", "hidden"]);
    repository.put("hidden", "2");
    repository.git(&["update-index", "--skip-worktree", "skipped"]);
    repository.put("skipped", "2");

    let history = repository.history();
    let mut known: Vec<&String> = history.files.keys().collect();
    known.sort();
    assert_eq!(known, [".gitignore", "fine"]);
}

#[test]
fn a_rewritten_file_with_the_same_bytes_is_unmodified() {
    let repository = Repository::new();
    repository.put("a", "same");
    let commit = repository.commit("One");
    std::thread::sleep(std::time::Duration::from_millis(20));
    repository.put("a", "same");
    assert_eq!(commit_of(&repository.history(), "a"), Some(commit));
}

#[test]
fn the_root_may_be_a_folder_of_a_work_tree() {
    let repository = Repository::new();
    repository.put("outside", "1");
    repository.put("in [1]*/a b/x", "1");
    repository.put("in [1]*/y", "1");
    let first = repository.commit("One");
    repository.put("in [1]*/y", "2");
    let second = repository.commit("Two");
    repository.put("outside", "2");
    repository.commit("Three");

    let history = History::read(&repository.root().join("in [1]*"));
    assert_eq!(commit_of(&history, "a b/x"), Some(first));
    assert_eq!(commit_of(&history, "y"), Some(second));
    assert_eq!(history.files.len(), 2);
}

#[test]
fn a_folder_that_merely_lies_in_a_repository_has_none() {
    let repository = Repository::new();
    repository.put("a", "1");
    repository.commit("One");
    repository.git(&["remote", "add", "origin", "https://example.org/x/y"]);
    repository.put("untracked/a", "1");
    repository.put(".gitignore", "/ignored\n");
    repository.put("ignored/a", "1");
    for folder in ["untracked", "ignored", ".git"] {
        let history = History::read(&repository.root().join(folder));
        assert!(history.is_empty(), "{folder}");
        assert_eq!(history.remote(), None);
    }
}

#[test]
fn no_repository_no_folder_and_no_commit_give_none() {
    let folder = tempfile::tempdir().unwrap();
    assert!(History::read(folder.path()).is_empty());
    assert!(History::read(&folder.path().join("missing")).is_empty());
    let repository = Repository::new();
    assert!(repository.history().is_empty());
    repository.put("a", "1");
    repository.git(&["add", "a"]);
    assert!(repository.history().is_empty());
}

#[test]
fn odd_names_are_found() {
    let repository = Repository::new();
    let names = [
        "ü/ß.md",
        "two\nlines",
        "tab\t.md",
        "quote\"'.md",
        ":colon",
        "commit ",
        "*.md",
        "-dash",
        " space ",
        "back\\slash",
        "HEAD",
    ];
    for name in names {
        repository.put(name, name);
        repository.commit(name);
    }
    let history = repository.history();
    for name in names {
        assert_eq!(
            commit_of(&history, name),
            Some(repository.judge(name)),
            "{name:?}"
        );
    }
}

#[test]
fn odd_messages_are_read() {
    let repository = Repository::new();
    for (path, message) in [
        ("none", ""),
        ("separators", "a\u{1f}b\u{1f}c"),
        ("colon", ":100644 100644 x"),
        ("long", "first\nsecond\n\nbody"),
    ] {
        repository.put(path, path);
        repository.git(&["add", path]);
        repository.git(&[
            "commit",
            "--quiet",
            "--allow-empty-message",
            "--message",
            message,
        ]);
    }
    let history = repository.history();
    let subject = |path: &str| history.of(path).unwrap().subject.clone();
    assert_eq!(subject("none"), None);
    assert_eq!(subject("separators").as_deref(), Some("a\u{1f}b\u{1f}c"));
    assert_eq!(subject("colon").as_deref(), Some(":100644 100644 x"));
    assert_eq!(subject("long").as_deref(), Some("first second"));
}

#[test]
fn a_renamed_file_begins_with_its_name() {
    let repository = Repository::new();
    repository.put("old", "a text that git would recognise\nby its lines\n");
    repository.commit("One");
    repository.git(&["mv", "old", "new"]);
    let moved = repository.commit("Moved");
    let history = repository.history();
    assert_eq!(commit_of(&history, "new"), Some(moved));
    assert_eq!(history.of("old"), None);
}

#[test]
fn configuration_of_the_repository_does_not_change_the_answer() {
    let repository = Repository::new();
    repository.put("folder/a", "1");
    repository.put("folder/b", "1");
    let first = repository.commit("Ünï");
    repository.put("folder/b", "2");
    repository.commit("Two");
    for (key, value) in [
        ("log.follow", "true"),
        ("log.showRoot", "false"),
        ("log.date", "relative"),
        ("log.diffMerges", "off"),
        ("diff.relative", "true"),
        ("diff.renames", "copies"),
        ("diff.noprefix", "true"),
        ("format.pretty", "oneline"),
        ("color.ui", "always"),
        ("core.abbrev", "4"),
        ("core.quotePath", "true"),
        ("i18n.logOutputEncoding", "ISO-8859-1"),
        ("status.renames", "copies"),
        ("status.showUntrackedFiles", "all"),
        ("status.branch", "true"),
        ("status.showStash", "true"),
    ] {
        repository.git(&["config", key, value]);
    }
    let history = History::read(&repository.root().join("folder"));
    let a = history.of("a").unwrap();
    assert_eq!(
        (a.commit.as_str(), a.short.as_str()),
        (first.as_str(), &first[..7])
    );
    assert_eq!(a.subject.as_deref(), Some("Ünï"));
    assert_eq!(history.files.len(), 2);
}

#[test]
fn nothing_of_a_repository_is_executed() {
    let repository = Repository::new();
    let trap = repository.root().join("sprung");
    let spring = format!("touch '{}'; cat", trap.display());
    repository.put("a.trap", "1");
    repository.put("fine", "1");
    repository.commit("One");
    repository.put(
        ".gitattributes",
        "*.trap filter=evil diff=evil\n*.other filter=long.name=x\n",
    );
    repository.commit("Two");
    for hook in ["post-index-change", "pre-auto-gc", "post-checkout"] {
        let path = repository.root().join(".git/hooks").join(hook);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{spring}\n")).unwrap();
        make_executable(&path);
    }
    for (key, value) in [
        ("core.fsmonitor", spring.as_str()),
        ("filter.evil.clean", &spring),
        ("filter.evil.smudge", &spring),
        ("filter.evil.required", "true"),
        ("diff.evil.textconv", &spring),
        ("diff.evil.command", &spring),
        ("diff.external", &spring),
        ("log.showSignature", "true"),
        ("gpg.program", &spring),
        ("core.pager", &spring),
        ("pager.log", &spring),
        ("core.sshCommand", &spring),
        ("core.alternateRefsCommand", &spring),
    ] {
        repository.git_at(1_700_000_000, &["config", key, value]);
    }
    // A new time stamp makes git compare the bytes, which is when it would run the filter.
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::write(repository.root().join("a.trap"), "1").unwrap();
    fs::write(repository.root().join("fine"), "1").unwrap();
    let history = repository.history();
    assert!(!trap.exists(), "a program of the repository ran");
    assert!(history.of("fine").is_some());
    // Without its filter the file is what HEAD has, here.
    assert!(history.of("a.trap").is_some());

    repository.git_at(1_700_000_000, &["config", "filter.evil.process", &spring]);
    fs::write(repository.root().join("a.trap"), "2").unwrap();
    assert!(repository.history().of("a.trap").is_none());
    assert!(
        !trap.exists(),
        "a long-running filter of the repository ran"
    );

    // The trap works: without the care that is taken, it springs.
    repository
        .command(0, &["config", "--unset", "core.fsmonitor"])
        .output()
        .unwrap();
    repository.command(0, &["status"]).output().unwrap();
    assert!(trap.exists());
}

#[test]
fn a_filter_that_cannot_be_emptied_leaves_no_provenance() {
    let repository = Repository::new();
    repository.put("a", "1");
    repository.commit("One");
    repository.git(&["config", "filter.x=y.clean", "false"]);
    assert!(repository.history().is_empty());
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(not(unix))]
fn make_executable(_: &Path) {}

#[test]
fn a_shallow_clone_has_none_and_says_so() {
    let repository = Repository::new();
    repository.put("a", "1");
    repository.commit("One");
    repository.put("b", "1");
    repository.commit("Two");
    let url = format!("file://{}", repository.root().display());
    repository.git(&["clone", "--quiet", "--depth=1", &url, "clone"]);
    let history = History::read(&repository.root().join("clone"));
    assert!(history.is_shallow() && history.is_empty());
    // The remote is a folder of this machine, which is nobody's business.
    assert_eq!(history.remote(), None);
}

#[test]
fn a_submodule_is_a_repository_of_its_own() {
    let inner = Repository::new();
    inner.put("skill/SKILL.md", "1");
    let commit = inner.commit("Inner");
    let outer = Repository::new();
    outer.put("a", "1");
    let url = inner.root().display().to_string();
    outer.git(&["submodule", "--quiet", "add", &url, "module"]);
    let added = outer.commit("Outer");

    let history = outer.history();
    assert_eq!(commit_of(&history, "a"), Some(added));
    assert_eq!(history.of("module/skill/SKILL.md"), None);
    let history = History::read(&outer.root().join("module/skill"));
    assert_eq!(commit_of(&history, "SKILL.md"), Some(commit));
}

#[test]
fn a_linked_work_tree_and_a_detached_head_are_fine() {
    let repository = Repository::new();
    repository.put("a", "1");
    let first = repository.commit("One");
    repository.put("a", "2");
    repository.commit("Two");
    repository.git(&["worktree", "add", "--quiet", "--detach", "linked", &first]);
    let history = History::read(&repository.root().join("linked"));
    assert_eq!(commit_of(&history, "a"), Some(first));
}

#[test]
fn a_merge_sends_each_file_down_the_line_git_follows() {
    let repository = Repository::new();
    for path in ["base", "ours", "theirs", "both", "same", "octopus"] {
        repository.put(path, "0\n");
    }
    repository.commit("Base");
    for (branch, path) in [("side", "theirs"), ("other", "octopus")] {
        repository.git(&["checkout", "--quiet", "-b", branch, "main"]);
        repository.put(path, branch);
        repository.put("both", branch);
        repository.commit(branch);
    }
    repository.git(&["checkout", "--quiet", "main"]);
    repository.put("ours", "1");
    repository.put("same", "1");
    repository.commit("Ours");
    repository.git(&["checkout", "--quiet", "side"]);
    // The same change on both sides: git follows the first parent, although this one is later.
    repository.put("same", "1");
    repository.commit("Same");
    repository.git(&["checkout", "--quiet", "main"]);
    repository.merge(&["side"], |repository| repository.put("both", "settled"));
    repository.assert_agrees();
    repository.merge(&["other"], |repository| {
        repository.put("both", "other");
        repository.put("base", "changed in the merge itself");
    });
    repository.assert_agrees();
}

/// Random histories with branches and merges; a plain generator keeps them the same on every run.
#[test]
fn random_histories_agree_with_git() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for _ in 0..4 {
        let repository = Repository::new();
        repository.put("f0", "0\n");
        repository.commit("Base");
        let mut branches = vec!["main".to_owned()];
        for step in 0..25_u64 {
            let from = branches[usize::try_from(random(branches.len() as u64)).unwrap()].clone();
            repository.git(&["checkout", "--quiet", &from]);
            match random(4) {
                0 => {
                    let name = format!("b{step}");
                    repository.git(&["checkout", "--quiet", "-b", &name]);
                    branches.push(name);
                }
                1 if branches.len() > 2 => {
                    let mut others: Vec<&str> = branches.iter().map(String::as_str).collect();
                    others.retain(|other| *other != from);
                    others.truncate(1 + usize::try_from(random(2)).unwrap());
                    let settled = random(3).to_string();
                    repository.merge(&others, |repository| {
                        // Settled by values that occur elsewhere too, so that a side can be equal by chance.
                        for file in repository
                            .git(&["diff", "--name-only", "--diff-filter=U"])
                            .lines()
                        {
                            repository.put(file, &format!("{settled}\n"));
                        }
                    });
                }
                _ => {
                    for _ in 0..=random(2) {
                        let file = format!("d{}/f{}", random(2), random(4));
                        repository.put(&file, &format!("{}\n", random(3)));
                    }
                    repository.commit("Change");
                }
            }
        }
        for branch in &branches {
            repository.git(&["checkout", "--quiet", branch]);
            repository.assert_agrees();
        }
    }
}

#[test]
fn remotes_are_given_without_secrets_and_without_paths() {
    for (url, public) in [
        (
            "https://example.org/a/b.git",
            Some("https://example.org/a/b.git"),
        ),
        (
            "https://user:secret@example.org/a/b",
            Some("https://example.org/a/b"),
        ),
        (
            "https://token@example.org:8443/a",
            Some("https://example.org:8443/a"),
        ),
        (
            "ssh://git:pw@example.org:22/a",
            Some("ssh://git@example.org:22/a"),
        ),
        ("ssh://example.org/a", Some("ssh://example.org/a")),
        ("git@example.org:a/b.git", Some("git@example.org:a/b.git")),
        ("/srv/git/a", None),
        ("../a", None),
        ("./a:b", None),
        ("C:\\a", None),
        ("C:/a", None),
        ("file:///srv/a", None),
        ("ext::sh -c x", None),
        ("https:///a", None),
        ("", None),
    ] {
        assert_eq!(public_address(url).as_deref(), public, "{url}");
    }
}

#[test]
fn the_remote_is_origin_or_the_only_one() {
    let repository = Repository::new();
    repository.put("a", "1");
    repository.commit("One");
    assert_eq!(repository.history().remote(), None);
    repository.git(&["remote", "add", "up", "https://example.org/up"]);
    assert_eq!(
        repository.history().remote(),
        Some("https://example.org/up")
    );
    repository.git(&["remote", "add", "fork", "https://example.org/fork"]);
    assert_eq!(repository.history().remote(), None);
    repository.git(&["remote", "add", "origin", "https://x:y@example.org/origin"]);
    repository.git(&[
        "config",
        "url.https://mirror.example.org/.insteadOf",
        "https://example.org/",
    ]);
    assert_eq!(
        repository.history().remote(),
        Some("https://example.org/origin")
    );
}
