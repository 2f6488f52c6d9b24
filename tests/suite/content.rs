//! The site that this repository ships.

use crate::html::Element;
use crate::run::{Run, command};
use crate::site::{Output, Site, manifest_dir};

/// Runs the program as somebody does in a fresh clone.
fn run(line: &str) -> Run {
    Run::of(
        command()
            .args(crate::run::words(line))
            .current_dir(manifest_dir()),
        line,
        &manifest_dir(),
    )
}

fn content() -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    run(&format!("build --out {}", out.display()))
        .code(0)
        .stderr_is("");
    (folder, Output::at(out))
}

#[test]
fn check_has_nothing_to_say() {
    run("check").code(0).stdout_is("").stderr_is("");
}

#[test]
fn every_page_is_whole_html_without_dangers() {
    let (_folder, built) = content();
    for path in built.paths().iter().filter(|path| path.ends_with(".html")) {
        let page =
            crate::html::parse(&built.text(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(page.dangers().is_empty(), "{path}: {:?}", page.dangers());
        assert_eq!(page.named("h1").len(), 1, "{path}");
        assert!(!page.named("title")[0].line().is_empty(), "{path}");
    }
}

#[test]
fn the_page_of_jobs_architect_has_every_part() {
    let (_folder, built) = content();
    let page = built.page("skills/jobs-architect/");
    assert_eq!(
        page.values("data-part"),
        [
            "head", "sample", "contract", "guard", "rail", "readers", "files"
        ]
    );
    let chips: Vec<String> = page
        .with("data-chip")
        .into_iter()
        .map(Element::line)
        .collect();
    assert_eq!(chips.len(), 12);
    assert_eq!(
        (chips[0].as_str(), chips[8].as_str()),
        ("1 · Jobs", "9 · Deferred")
    );
    assert_eq!(
        chips[9..],
        [
            "Design patterns",
            "Impact on approved use cases",
            "Implementation order"
        ]
    );
    assert!(!page.part("contract").with("data-card").is_empty());
    assert_eq!(
        page.part("guard").values("data-glob"),
        ["docs/use-cases/UC-*/**", "docs/use-cases/BACKLOG.md"]
    );
    assert!(!page.part("readers").with("data-reader").is_empty());
    let facts = page.of_class("facts")[0].line();
    assert!(
        facts.contains("Class design") && facts.contains("Model opus"),
        "{facts}"
    );
    // Every section is explained, and what is left out is said.
    let notes = page.part("sample").with("data-note");
    for chip in page.values("data-chip") {
        assert!(
            notes
                .iter()
                .any(|note| note.attr("data-note") == Some(chip)),
            "no note on {chip}"
        );
    }
    assert_eq!(page.part("sample").of_class("omitted").len(), 2);
}

#[test]
fn its_transcript_is_computed() {
    let (_folder, built) = content();
    let page = built.page("skills/jobs-architect/");
    let guard = page.part("guard");
    let exits: Vec<String> = guard
        .with("data-call")
        .into_iter()
        .map(|call| {
            format!(
                "{} {}",
                call.must("data-exit"),
                call.of_class("invocation")[0].line()
            )
        })
        .collect();
    insta::assert_snapshot!(exits.join("\n"), @"
    0 PreToolUse Skill(jobs-architect)
    0 PreToolUse Write(docs/use-cases/UC-005-record-kyc-verdict/35-jobs.md)
    2 PreToolUse Write(docker-compose.yml)
    2 PreToolUse Edit(docs/use-cases/UC-005-record-kyc-verdict/35-jobs.md)
    ");
    let refused = guard
        .with("data-call")
        .into_iter()
        .find(|call| call.line().contains("docker-compose.yml"))
        .unwrap();
    assert_eq!(refused.must("data-exit"), "2");
    // The very words that the guard says on the command line.
    let said = run("guard jobs-architect Write docker-compose.yml")
        .code(2)
        .stderr;
    assert_eq!(refused.of_class("words")[0].text().trim(), said.trim());
}

#[test]
fn the_rail_has_its_nine_steps_and_four_run_only_if_needed() {
    let (_folder, built) = content();
    let page = built.page("rails/new-feature/");
    let rail = page.part("rail");
    assert_eq!(
        rail.values("data-step"),
        [
            "use-case-design",
            "domain-modeling",
            "rest-api-architect",
            "security-architect",
            "http-client-architect",
            "messaging-architect",
            "jobs-architect",
            "persistence-architect",
            "test-architect",
        ]
    );
    let conditional: Vec<&str> = rail
        .of_class("conditional")
        .into_iter()
        .map(|it| it.must("data-step"))
        .collect();
    assert_eq!(
        conditional,
        [
            "security-architect",
            "http-client-architect",
            "messaging-architect",
            "jobs-architect"
        ]
    );
}

#[test]
fn the_guard_answers_as_the_issue_asks() {
    run("guard jobs-architect Write docker-compose.yml").code(2);
    run("guard jobs-architect Write docs/use-cases/UC-009-new/35-jobs.md").code(0);
    run("guard new-feature Skill docker-architect").code(2);
    run("guard new-feature Write src/Main.java --agent java-spring-boot-developer").code(0);
    run("guard --scenario content/scenarios/jobs-architect.toml --root content").code(2);
}

#[test]
fn every_scenario_is_the_one_of_a_skill() {
    let folder = manifest_dir().join("content/scenarios");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let config =
            std::fs::read_to_string(manifest_dir().join("content/skillbook.toml")).unwrap();
        assert!(
            config.contains(&format!("scenario = \"scenarios/{name}.toml\"")),
            "{name}"
        );
        assert!(config.contains(&format!("[skill.{name}]")), "{name}");
    }
}

#[test]
fn without_its_configuration_everything_is_discovered() {
    let site = Site::of_content();
    std::fs::remove_file(site.root().join("skillbook.toml")).unwrap();
    let run = site.run("check pack --format json").code(0);
    assert_eq!(run.json()["errors"], 0, "{run}");
    site.run("build pack --out ../out").code(0);
    let page = Output::at(site.beside("out")).page("skills/jobs-architect/");
    assert!(page.find("data-part", "contract").is_some());
    assert!(page.find("data-part", "guard").is_some());
}
