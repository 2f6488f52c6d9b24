//! What `build` leaves on disk: all of it or nothing, and never at the cost of somebody else's files.

use crate::site::{Output, Site, assert_same_bytes, files_below};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn out(site: &Site) -> Output {
    Output::at(site.beside("out"))
}

/// What lies beside the site and its output: staging folders that a run forgot.
fn forgotten(site: &Site) -> Vec<String> {
    let names = fs::read_dir(site.beside("")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name != "site" && name != "out")
        .collect()
}

#[test]
fn the_output_bears_a_marker_and_no_hidden_file_but_those_that_are_looked_for() {
    let built = Site::of("bakery").build();
    let hidden: Vec<String> = built
        .paths()
        .into_iter()
        .filter(|path| {
            let mut parts = path.split('/');
            parts.any(|part| part.starts_with('.') && part != ".well-known")
        })
        .collect();
    assert_eq!(hidden, [".nojekyll", ".skillbook"]);
    assert!(built.text(".skillbook").starts_with("Made by Skillbook 0."));
}

#[test]
fn a_second_build_says_what_changed_and_removes_what_is_gone() {
    let site = Site::of("bakery");
    site.build();
    site.run("build . --out ../out")
        .code(0)
        .stdout_has(" 0 files written, ")
        .stdout_has(" 0 removed ");
    fs::remove_dir_all(site.root().join("pack/skills/taster")).unwrap();
    site.edit("skillbook.toml", "orchestrator = \"taster\"\n", "");
    let run = site.run("build . --out ../out").code(0);
    assert!(!run.stdout.contains(" 0 removed "), "{run}");
    assert!(!out(&site).has("skills/taster/index.html"));
}

#[test]
fn a_folder_that_skillbook_did_not_make_is_left_alone() {
    for (name, make) in [
        ("files", "notes.txt"),
        ("a folder", "inner/notes.txt"),
        ("a repository", ".git/HEAD"),
        ("a marker of somebody else's", ".skillbook"),
    ] {
        let site = Site::of("plain");
        let path = site.beside("out").join(make);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        let run = site.run("build . --out ../out").code(1);
        assert!(
            run.stderr.contains("was not made by Skillbook"),
            "{name}: {run}"
        );
        assert!(run.stderr.contains("help: "), "{name}: {run}");
        assert_eq!(files_below(&site.beside("out")).len(), 1, "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{name}");
        assert!(forgotten(&site).is_empty(), "{name}");
    }
}

#[test]
fn an_empty_folder_may_be_filled_and_a_file_or_a_link_may_not() {
    let site = Site::of("plain");
    fs::create_dir(site.beside("out")).unwrap();
    site.build();

    let site = Site::of("plain");
    fs::write(site.beside("out"), "mine").unwrap();
    site.run("build . --out ../out").code(1);
    assert_eq!(fs::read_to_string(site.beside("out")).unwrap(), "mine");

    let site = Site::of("plain");
    fs::create_dir(site.beside("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere", site.beside("out")).unwrap();
    site.run("build . --out ../out")
        .code(1)
        .stderr_has("symbolic link");
    assert!(files_below(&site.beside("elsewhere")).is_empty());
}

#[test]
fn the_sources_themselves_are_no_output() {
    let site = Site::of("bakery");
    let before = files_below(&site.root()).len();
    for folder in [".", "pack", "..", "shop/docs"] {
        let run = site.run(&format!("build . --out {folder}"));
        assert!(!run.stderr.is_empty(), "{folder}: {run}");
        run.code(1);
    }
    assert_eq!(files_below(&site.root()).len(), before);
}

#[test]
fn an_error_leaves_the_old_output_whole() {
    let site = Site::of("bakery");
    let before = site.build().bytes();
    site.put("pack/skills/new/SKILL.md", "---\nname: new\n---\n");
    site.edit("skillbook.toml", "haiku", "haiku\"\nmodle = \"x");
    site.run("build . --out ../out")
        .code(1)
        .stderr_has("unknown key `modle`");
    assert_same_bytes(&before, &out(&site).bytes());
    assert!(forgotten(&site).is_empty());
}

/// A repository of a few hundred skills, all of whose pages differ from one edition to the next.
fn many(site: &Site, edition: usize) {
    for number in 0..300 {
        site.put(
            &format!("skills/skill-{number:03}/SKILL.md"),
            format!(
                "---\nname: skill-{number:03}\ndescription: Edition {edition}.\n---\n\n# Skill {number}\n\n\
                 ## Contract\n\n**Class:** none\n\n## Procedure\n\n1. Edition {edition}.\n2. See `skill-{:03}`.\n",
                (number + 1) % 300
            ),
        );
    }
}

#[test]
fn a_build_that_is_killed_leaves_the_old_output_whole() {
    let site = Site::empty();
    many(&site, 0);
    site.build();
    let mut old = out(&site).bytes();
    many(&site, 1);
    let start = Instant::now();
    site.run("build . --out ../whole").code(0);
    let takes = start.elapsed();
    let new = Output::at(site.beside("whole")).bytes();
    fs::remove_dir_all(site.beside("whole")).unwrap();

    let rounds = 12;
    let mut killed = 0;
    for round in 0..rounds {
        let mut child = site
            .command("build . --out ../out")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // From the beginning of a run to its end; the last part is where files are written.
        std::thread::sleep(takes.mul_f64(f64::from(round + 1) / f64::from(rounds)));
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        let found = out(&site).bytes();
        if found.len() == new.len() && found == new {
            // Killed behind the exchange, or not at all: the new output stands, whole as well.
            old = new.clone();
        } else {
            assert_same_bytes(&old, &found);
        }
    }
    assert!(
        killed >= rounds as usize / 2,
        "only {killed} of {rounds} runs were killed"
    );

    // The next run clears up. What a killed run had just begun may stay for a minute.
    std::thread::sleep(Duration::from_millis(10));
    site.run("build . --out ../out").code(0);
    assert_same_bytes(&new, &out(&site).bytes());
    let left = forgotten(&site);
    for folder in &left {
        let files = files_below(&site.beside(folder));
        assert!(files.len() <= 1, "{folder} holds {} files", files.len());
    }
}
