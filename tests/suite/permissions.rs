//! What a skill without a class may touch: its rules, each with a call and the answer to it, and the hooks.

use crate::html::Element;
use crate::site::{Output, Site};
use serde_json::Value;

fn built() -> (Site, Output) {
    let site = Site::of("permits");
    let output = site.build();
    (site, output)
}

/// The entries of the guard part: answer and words.
fn answers(page: &Element) -> Vec<String> {
    let rows = page.part("guard").with("data-answer");
    rows.iter()
        .map(|row| format!("{}: {}", row.must("data-answer"), row.line()))
        .collect()
}

#[test]
fn each_rule_is_shown_with_a_call_its_answer_and_its_place() {
    let (_, output) = built();
    let page = output.page("skills/commit/");
    insta::assert_snapshot!(answers(&page).join("\n"), @r#"
    allowed: Bash(git add .) allowed by Bash(git add:*), allowed-tools in SKILL.md 4; also asked: hook guard git
    allowed: Bash(git commit -m "Example") allowed by Bash(git commit *), allowed-tools in SKILL.md 4; also asked: hook guard git
    asked: Bash(git push origin main) asked by Bash(git push *), ask in .claude/settings.json 4; not by Bash(git push *), allowed-tools in SKILL.md 5; also asked: hook guard git
    denied: WebFetch(https://example.com/) denied by WebFetch, disallowed-tools in SKILL.md 7
    allowed: Bash(npm run build) allowed by Bash(npm run *), allow in .claude/settings.json 3
    allowed: Edit(src/example) allowed by Edit(/src/**), allow in .claude/settings.json 3; also asked: hook check.sh
    asked: Edit(.claude/example) asked, not by Edit(.claude/**), allow in .claude/settings.json 3: no rule can allow writing this file; also asked: hook check.sh
    asked: Bash(git push origin main) asked by Bash(git push *), ask in .claude/settings.json 4; also asked: hook guard git
    denied: Read(secrets/example) denied by Read(./secrets/**), deny in .claude/settings.json 5
    denied: Bash(git push --force example) denied by Bash(git push --force *), deny in .claude/settings.json 5; also asked: hook guard git
    allowed: Write(example.txt) allowed: mode acceptEdits edits the project without asking; also asked: hook check.sh
    asked: Bash(make) asked: no rule allows the command
    allowed: Read(.env) allowed: reading inside the project needs no permission
    "#);
    let rules = page.part("guard").values("data-rule");
    assert_eq!(rules.len(), 10, "{rules:?}");
    let link = page.part("guard").named("a")[0].must("href");
    assert_eq!(link, "../../skills/commit/files/SKILL.md/");
}

#[test]
fn a_skill_without_a_contract_has_its_tools_as_cards() {
    let (_, output) = built();
    let page = output.page("skills/commit/");
    let contract = page.part("contract");
    assert_eq!(
        contract.values("data-card"),
        ["Allowed tools", "Tools taken away"]
    );
    let text = contract.text();
    assert!(
        text.contains("SKILL.md 4–5") && text.contains("SKILL.md 6–7"),
        "{text}"
    );
    assert!(
        text.contains("Bash(git add:*), Bash(git commit *), Bash(git push *)"),
        "{text}"
    );
    assert!(text.contains("WebFetch"), "{text}");
    // A contract stays as it is, and the rules are told by the guard's part alone.
    let page = output.page("skills/deploy/");
    assert_eq!(
        page.part("contract").values("data-card"),
        ["Reads", "Refuses"]
    );
    let found = answers(&page);
    assert!(
        found.iter().any(|row| row
            .starts_with("allowed: Bash(make) allowed by Bash, allowed-tools in SKILL.md 4")),
        "{found:?}"
    );
    // What a rule decides is no example of what none does.
    assert!(
        found
            .iter()
            .all(|row| !row.contains("no rule allows the command")),
        "{found:?}"
    );
}

#[test]
fn hooks_are_told_and_never_run() {
    let (site, output) = built();
    let hooks = |url: &str| -> Vec<String> {
        let page = output.page(url);
        let found = page.part("guard").with("data-hook");
        found.iter().map(|hook| hook.line()).collect()
    };
    assert_eq!(
        hooks("skills/commit/"),
        [
            "check.sh before Edit|Write: ./scripts/check.sh, SKILL.md 8",
            "guard git before Bash, if Bash(git *): sh hooks/look.sh guard git, .claude/settings.json 13",
            "touch after Edit|Write: touch hook-was-run, .claude/settings.json 16",
        ]
    );
    // A plugin's hooks hold for the skills of that plugin.
    assert_eq!(
        hooks("skills/fill/")[0],
        "prompt before Web.*: May this page be read?, hooks/hooks.json 5"
    );
    assert_eq!(hooks("skills/deploy/").len(), 2);
    let fetched = answers(&output.page("skills/fill/"));
    assert!(
        fetched.contains(&"asked: WebFetch(https://example.com/) asked: no rule allows it; also asked: hook prompt".to_owned()),
        "{fetched:?}"
    );
    let left: Vec<String> = output
        .paths()
        .into_iter()
        .filter(|path| path.contains("hook-was-run"))
        .collect();
    assert!(left.is_empty() && !site.root().join("hook-was-run").exists());
}

#[test]
fn a_skill_that_nothing_is_said_of_has_no_part() {
    let output = Site::of("plain").build();
    let page = output.page("skills/greet/");
    assert!(page.find("data-part", "guard").is_none());
    assert!(page.find("data-part", "contract").is_none());
    // A class says it all: its skills have the guard's part, and no rules.
    let page = Site::of("bakery").page("skills/dough-design/");
    assert!(page.with("data-answer").is_empty());
    assert!(!page.part("guard").with("data-exit").is_empty());
}

#[test]
fn what_machines_read_says_the_same() {
    let (_, output) = built();
    let page = output.page("skills/commit/");
    let catalogue: Value = serde_json::from_str(&output.text("skills.json")).unwrap();
    let skills = catalogue["skills"].as_array().unwrap();
    let skill = skills
        .iter()
        .find(|skill| skill["name"] == "commit")
        .unwrap();
    let part = &skill["permissions"];
    assert_eq!(part["mode"], "acceptEdits");
    assert_eq!(part["mode_from"], ".claude/settings.json");
    assert_eq!(part["additional_directories"][0], "../shared");
    let rules = part["rules"].as_array().unwrap();
    let shown = page.part("guard").with("data-rule");
    assert_eq!(rules.len(), shown.len());
    let markdown = output.text("skills/commit/index.md");
    for (rule, row) in rules.iter().zip(shown) {
        assert_eq!(rule["rule"], row.must("data-rule"));
        let (call, answer) = (&rule["example"]["call"], &rule["example"]["answer"]);
        assert_eq!(answer, row.must("data-answer"));
        assert!(row.text().contains(call.as_str().unwrap()));
        let line = format!(
            "- {} `{}`",
            answer.as_str().unwrap(),
            call.as_str().unwrap()
        );
        assert!(markdown.contains(&line), "{line} is not in {markdown}");
    }
    let push = &rules[2];
    assert_eq!(push["lines"]["first"], 5);
    assert_eq!(push["example"]["answer"], "asked");
    assert_eq!(
        push["example"]["decided_by"]["path"],
        ".claude/settings.json"
    );
    assert_eq!(push["example"]["decided_by"]["lines"]["first"], 4);
    assert_eq!(part["hooks"][1]["if"], "Bash(git *)");
    assert_eq!(part["calls"][0]["call"], "Write(example.txt)");
    assert_eq!(part["calls"][0]["answer"], "allowed");
}

#[test]
fn what_cannot_be_read_is_shown_as_text() {
    let site = Site::empty().skill(
        "odd",
        "---\nname: odd\ndescription: D.\nallowed-tools: [Read, 3, \"Bash(<b>x</b>\", \"Wriet\"]\nhooks: 7\n---\n\n# Odd\n",
    );
    let page = site.page("skills/odd/");
    let found = answers(&page);
    let nothing: Vec<&String> = found
        .iter()
        .filter(|row| row.starts_with("none: "))
        .collect();
    assert_eq!(nothing.len(), 3, "{found:?}");
    assert!(nothing[1].contains("Bash(<b>x</b>"), "{nothing:?}");
    assert!(page.named("b").is_empty());
    assert!(
        found.contains(
            &"allowed: Read(example.md) allowed by Read, allowed-tools in SKILL.md 4".to_owned()
        ),
        "{found:?}"
    );
}

#[test]
fn settings_of_any_form_are_read_as_far_as_they_go() {
    for (settings, count) in [
        ("{}", 0),
        ("{\"permissions\": {\"allow\": []}}", 0),
        ("{\"permissions\": 3}", 1),
        (
            "{\"permissions\": {\"allow\": \"Bash\", \"deny\": [1, \"Read\"]}}",
            2,
        ),
        ("{\"permissions\": {\"defaultMode\": \"auto\"}}", 0),
        ("{\"permissions\": {\"defaultMode\": \"yolo\"}}", 1),
        ("{\"permissions\": ", 1),
        ("\u{feff}{\"permissions\": {\"deny\": [\"Read\"]}}", 0),
        ("[]", 0),
        ("", 1),
    ] {
        let run = Site::of("plain")
            .file(".claude/settings.json", settings)
            .run("check . --format json")
            .code(0);
        let json = run.json();
        let list = json["diagnostics"].as_array().unwrap();
        assert_eq!(list.len(), count, "{settings}: {run}");
        assert!(
            list.iter()
                .all(|it| it["code"] == "guard-data" && (it["line"] == 1 || settings.is_empty())),
            "{settings}: {run}"
        );
    }
}
