//! The command line: help, the folder it works on, exit codes, and how `check` prints.

use crate::site::Site;

/// A site with one warning: its skill has no frontmatter.
fn with_a_warning() -> Site {
    Site::empty().skill("greet", "# Greet\n\nSay hello.\n")
}

/// A site with one error: a key that nobody knows.
fn with_an_error() -> Site {
    Site::of("plain").file("skillbook.toml", "[site]\ntitel = \"Greetings\"\n")
}

#[test]
fn every_command_has_help_with_examples() {
    let site = Site::empty();
    for command in ["", "build", "serve", "check", "guard"] {
        let run = site.run(&format!("{command} --help")).code(0);
        assert!(run.stdout.contains("Examples:\n  skillbook "), "{run}");
        assert_eq!(run.stderr, "");
    }
    site.run("--version").code(0).stdout_has("skillbook 0.");
}

#[test]
fn wrong_usage_exits_with_2_and_that_of_the_guard_with_64() {
    let site = Site::of("plain");
    for line in [
        "",
        "biuld",
        "build --ouy x",
        "build . --deny errors",
        "check --format xml",
        "serve --port 99999",
        "build nowhere",
        "check skills/greet/SKILL.md",
        "serve nowhere",
    ] {
        let run = site.run(line).code(2);
        assert!(!run.stderr.is_empty(), "{run}");
        assert_eq!(run.stdout, "", "{run}");
    }
    for line in [
        "guard",
        "guard greet",
        "guard greet Write",
        "guard greet Read x",
        "guard greet Write x --root nowhere",
        "guard --scenario nowhere.toml",
    ] {
        site.run(line).code(64);
    }
}

#[test]
fn a_misspelled_command_names_the_nearest() {
    Site::empty().run("biuld").code(2).stderr_has("'build'");
}

#[test]
fn without_a_root_it_is_content_if_that_is_a_site_else_the_current_folder() {
    let plain = Site::of("plain");
    plain
        .run("build --out ../out")
        .code(0)
        .stdout_has("of 1 skill in");
    // A folder of that name is not enough: it has to hold a configuration.
    plain.put("content/skills/other/SKILL.md", "# Other\n");
    plain.run("check").code(0).stderr_is("");
    plain.put("content/skillbook.toml", "");
    plain
        .run("check")
        .code(0)
        .stderr_has("content/skills/other/SKILL.md".trim_start_matches("content/"));
    // A root that is named wins.
    plain.run("check .").code(0).stderr_is("");
}

#[test]
fn the_output_is_dist_unless_said_otherwise() {
    let site = Site::of("plain");
    site.run("build").code(0);
    assert!(site.root().join("dist/index.html").is_file());
    // The output lies in the source and is no part of it.
    site.run("build").code(0).stdout_has("0 files written");
}

#[test]
fn warnings_do_not_stop_a_build_unless_they_are_denied() {
    let site = with_a_warning();
    site.run("check .").code(0).stderr_has("1 warning\n");
    site.run("build . --out ../out")
        .code(0)
        .stderr_has("frontmatter")
        .stdout_has("(1 warning)");
    let denied = site.run("build . --out ../denied --deny warnings").code(1);
    assert!(
        denied.stderr.contains("Nothing written: 1 error.\n"),
        "{denied}"
    );
    assert!(!site.beside("denied").exists());
}

#[test]
fn errors_stop_a_build_and_a_server() {
    let site = with_an_error();
    site.run("check .").code(1).stderr_has("1 error\n");
    site.run("build . --out ../out")
        .code(1)
        .stderr_has("Nothing written: 1 error.\n")
        .stdout_is("");
    assert!(!site.beside("out").exists());
    site.run("serve . --port 0")
        .code(1)
        .stderr_has("Not served: 1 error.\n");
}

#[test]
fn check_writes_nothing() {
    let site = Site::of("bakery");
    let before = crate::site::files_below(&site.root()).len();
    site.run("check .").code(0).stderr_is("").stdout_is("");
    assert_eq!(crate::site::files_below(&site.root()).len(), before);
}

#[test]
fn lint_changes_severities_and_turns_codes_off() {
    let site = with_a_warning();
    site.put("skillbook.toml", "[lint]\nfrontmatter = \"error\"\n");
    site.run("check .").code(1);
    site.put("skillbook.toml", "[lint]\nfrontmatter = \"off\"\n");
    site.run("check .").code(0).stderr_is("");
}

#[test]
fn a_person_sees_the_code_the_line_and_what_to_do() {
    let run = with_an_error().run("check .").code(1).stdout_is("");
    insta::assert_snapshot!(run.stderr, @r#"
    unknown-key

      × unknown key `titel` in `site`
       ╭─[skillbook.toml:2:1]
     1 │ [site]
     2 │ titel = "Greetings"
       · ─────
       ╰────
      help: did you mean `title`?
    1 error
    "#);
}

#[test]
fn a_program_gets_json() {
    let run = with_an_error()
        .run("check . --format json")
        .code(1)
        .stderr_is("");
    insta::assert_snapshot!(run.stdout, @r#"
    {
      "diagnostics": [
        {
          "code": "unknown-key",
          "severity": "error",
          "message": "unknown key `titel` in `site`",
          "file": "skillbook.toml",
          "line": 2,
          "column": 1,
          "end_line": 2,
          "end_column": 6,
          "span": [
            7,
            12
          ],
          "help": "did you mean `title`?"
        }
      ],
      "errors": 1,
      "warnings": 0
    }
    "#);
    assert_eq!(run.json()["errors"], 1);
    let clean = Site::of("plain").run("check . --format json").code(0);
    assert_eq!(clean.json()["diagnostics"], serde_json::json!([]));
}

#[test]
fn a_workflow_gets_annotations() {
    let run = with_an_error()
        .run("check . --format github")
        .code(1)
        .stderr_is("");
    insta::assert_snapshot!(run.stdout, @"::error file=skillbook.toml,line=2,endLine=2,col=1,endColumn=6,title=unknown-key::unknown key `titel` in `site`%0Adid you mean `title`?");
    let warned = with_a_warning().run("check . --format github").code(0);
    insta::assert_snapshot!(warned.stdout, @"::warning file=skills/greet/SKILL.md,line=1,endLine=1,col=1,endColumn=8,title=frontmatter::a skill needs frontmatter with `name` and `description`%0Abegin the file with `---`, `name: …`, `description: …`, `---`");
}
