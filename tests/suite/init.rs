//! `skillbook init`: what it writes is true, changes nothing on the pages, and replaces nothing.

use crate::site::{Output, Site, copy, files_below, manifest_dir};
use serde_json::Value;
use std::path::Path;

fn yaml(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

/// A step of a job that runs this or uses this.
fn step<'a>(job: &'a Value, key: &str, begins: &str) -> &'a Value {
    let steps = job["steps"].as_array().unwrap();
    let found = steps
        .iter()
        .find(|step| step[key].as_str().is_some_and(|it| it.starts_with(begins)));
    found.unwrap_or_else(|| panic!("no step that {key} {begins}"))
}

/// What every workflow that publishes a site has.
fn publishes(workflow: &Value) {
    let site = &workflow["jobs"]["site"];
    let checkout = step(site, "uses", "actions/checkout@");
    assert_eq!(checkout["with"]["fetch-depth"], 0);
    let check = step(site, "run", "skillbook check ");
    assert!(check["run"].as_str().unwrap().ends_with(" --format github"));
    assert!(
        check.get("if").is_none(),
        "every push and pull request is checked"
    );
    let upload = step(site, "uses", "actions/upload-pages-artifact@");
    assert_eq!(upload["with"]["include-hidden-files"], true);
    let ask = step(site, "uses", "actions/configure-pages@")["if"]
        .as_str()
        .unwrap();
    assert!(ask.starts_with("github.event_name != 'pull_request' && "));
    for step in [step(site, "run", "skillbook build "), upload] {
        assert_eq!(step["if"], "steps.pages.conclusion == 'success'");
    }
    let publish = &workflow["jobs"]["publish"];
    assert_eq!(publish["if"], "needs.site.outputs.publish == 'true'");
    assert_eq!(publish["permissions"]["pages"], "write");
    assert_eq!(publish["permissions"]["id-token"], "write");
    step(publish, "uses", "actions/deploy-pages@");
    assert_eq!(workflow["permissions"]["contents"], "read");
    pinned(workflow);
}

/// Every action is pinned to a commit.
fn pinned(value: &Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if let ("uses", Some(action)) = (key.as_str(), value.as_str()) {
                    let (_, commit) = action.split_once('@').unwrap();
                    assert!(
                        commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()),
                        "{action}"
                    );
                }
                pinned(value);
            }
        }
        Value::Array(list) => list.iter().for_each(pinned),
        _ => {}
    }
}

/// The example site's skills and documents without anything that its author wrote for Skillbook.
fn bare() -> Site {
    let site = Site::empty();
    let bakery = manifest_dir().join("tests/sites/bakery");
    copy(&bakery.join("pack"), &site.root());
    copy(&bakery.join("shop"), &site.root());
    site
}

#[test]
fn what_it_writes_builds_and_changes_no_page() {
    let site = bare();
    let before = site.build();
    let run = site.run("init").code(0);
    assert!(run.stdout.contains("wrote ./skillbook.toml"), "{run}");
    assert!(
        run.stdout.contains("wrote ./notes/dough-design.md"),
        "{run}"
    );
    assert!(
        run.stdout.contains("wrote ./.github/workflows/pages.yml"),
        "{run}"
    );
    let checked = site.run("check .").code(0);
    let unchanged = site.run("build . --out ../after").code(0);
    assert_eq!(
        (
            checked.stderr.contains("skillbook.toml"),
            unchanged.stderr.contains("notes/")
        ),
        (false, false)
    );
    let after = Output::at(site.beside("after"));
    // The title was the folder's name before, and is the same in the configuration.
    for path in before.paths() {
        if path.ends_with("index.html") {
            assert_eq!(before.text(&path), after.text(&path), "{path}");
        }
    }
}

#[test]
fn a_heading_taken_out_of_the_stubs_comment_is_a_note() {
    let site = bare();
    site.run("init").code(0);
    let stub = site.text("notes/dough-design.md");
    assert!(stub.starts_with("<!--\n") && stub.ends_with("-->\n"));
    for heading in stub.lines().filter(|line| line.starts_with("## ")) {
        let noted = format!("{stub}\n{heading}\n\nBecause of the oven.\n");
        site.put("notes/dough-design.md", noted);
        let run = site.run("check . --format json").code(0);
        assert!(!run.stdout.contains("note-target"), "{heading}: {run}");
        let page = site.page("skills/dough-design/");
        assert!(page.line().contains("Because of the oven."), "{heading}");
    }
}

#[test]
fn every_line_of_the_configuration_can_be_taken_out_of_its_comment() {
    let site = bare();
    site.run("init").code(0);
    let text = site.text("skillbook.toml");
    let is_prose = |line: &str| {
        let words = line.trim_start_matches("# ");
        line.starts_with('#') && !words.starts_with('[') && !words.contains(" = ")
    };
    let live: String = text
        .lines()
        .filter(|line| !is_prose(line))
        .map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(line)))
        .collect();
    for key in [
        "[site]",
        "[[source]]",
        "[skill.dough-design]",
        "sample = ",
        "[guard]",
        "[[rail]]",
        "[[rail.step]]",
    ] {
        assert!(live.contains(key), "{key} is not in\n{live}");
    }
    site.put("skillbook.toml", &live);
    let run = site.run("check . --format json");
    let wrong: Vec<Value> = run.json()["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["severity"] == "error")
        .cloned()
        .collect();
    assert!(wrong.is_empty(), "{live}\n{wrong:#?}");
}

#[test]
fn it_overwrites_nothing() {
    let site = bare()
        .file("skillbook.toml", "[site]\ntitle = \"Mine\"\n")
        .file(".github/workflows/pages.yml", "mine");
    let run = site.run("init").code(0);
    assert!(run.stdout.contains("kept  ./skillbook.toml"), "{run}");
    assert_eq!(site.text("skillbook.toml"), "[site]\ntitle = \"Mine\"\n");
    assert_eq!(site.text(".github/workflows/pages.yml"), "mine");
    site.put("notes/dough-design.md", "## Flour\n\nMine.\n");
    let before: Vec<_> = files_below(&site.root());
    let run = site.run("init").code(0);
    assert!(
        run.stdout
            .ends_with("Nothing to do: everything is there.\n"),
        "{run}"
    );
    assert_eq!(files_below(&site.root()), before);
    assert_eq!(site.text("notes/dough-design.md"), "## Flour\n\nMine.\n");
}

#[test]
fn the_workflow_lies_in_the_repositorys_root_and_names_the_sites_folder() {
    let site = Site::empty();
    copy(
        &manifest_dir().join("tests/sites/plain"),
        &site.root().join("our docs/pack"),
    );
    std::fs::create_dir(site.root().join(".git")).unwrap();
    site.run("init 'our docs/pack'").code(0);
    let workflow = yaml(&site.text(".github/workflows/pages.yml"));
    publishes(&workflow);
    let check = step(&workflow["jobs"]["site"], "run", "skillbook check ");
    assert_eq!(
        check["run"],
        "skillbook check 'our docs/pack' --format github"
    );
    assert_eq!(
        workflow["env"]["SKILLBOOK_VERSION"],
        env!("CARGO_PKG_VERSION")
    );
    let get = step(&workflow["jobs"]["site"], "name", "Get Skillbook");
    assert!(
        get["run"]
            .as_str()
            .unwrap()
            .contains("sha256sum --check --strict")
    );
    assert!(!site.root().join("our docs/pack/.github").exists());

    let none = Site::of("plain");
    none.run("init --no-workflow").code(0);
    assert!(!none.root().join(".github").exists());
}

#[test]
fn nothing_is_started_where_there_is_no_skill() {
    let site = Site::empty();
    let run = site.run("init").code(1);
    assert!(run.stderr.contains("no skills found"), "{run}");
    assert!(run.stderr.contains("Nothing written"), "{run}");
    assert!(files_below(&site.root()).is_empty());
}

#[test]
fn this_repositorys_own_workflows_have_the_same_form() {
    let read = |name: &str| {
        let path = Path::new(".github/workflows").join(name);
        yaml(&std::fs::read_to_string(manifest_dir().join(path)).unwrap())
    };
    publishes(&read("pages.yml"));
    let release = read("release.yml");
    pinned(&release);
    let targets: Vec<&str> = release["jobs"]["binary"]["strategy"]["matrix"]["include"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["target"].as_str().unwrap())
        .collect();
    assert_eq!(
        targets,
        [
            "x86_64-unknown-linux-musl",
            "aarch64-unknown-linux-musl",
            "x86_64-apple-darwin",
            "aarch64-apple-darwin",
            "x86_64-pc-windows-msvc",
        ]
    );
    let ci = read("ci.yml");
    pinned(&ci);
    step(&ci["jobs"]["test"], "run", "./test");
}
