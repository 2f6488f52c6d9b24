//! Repositories as they are laid out: every skill is found, once, at an address of its own, in its group.

use crate::site::Site;
use serde_json::Value;

fn head(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does what {name} does.\n---\n\n# {name}\n")
}

/// Each skill of a site: name, address, group.
fn skills(site: &Site) -> Vec<String> {
    let catalogue: Value = serde_json::from_str(&site.build().text("skills.json")).unwrap();
    let skills = catalogue["skills"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let shown = skills.map(|it| {
        format!(
            "{} {} {}",
            text(&it["name"]),
            text(&it["url"]),
            text(&it["group"])
        )
    });
    shown.collect()
}

#[test]
fn all_usual_layouts_at_once() {
    let mut site = Site::empty();
    for (place, name) in [
        ("skills/plain", "plain"),
        ("skills/office/word", "word"),
        ("skills/.curated/pick", "pick"),
        ("skills/plain/skills/inner", "inner"),
        ("plugins/tools/skills/saw", "saw"),
        ("plugins/tools/heavy/skills/drill", "drill"),
        (".claude/skills/claude", "claude"),
        (".agents/skills/agents", "agents"),
        (".codex/skills/codex", "codex"),
        (".cursor/skills/cursor", "cursor"),
        (".github/skills/github", "github"),
        (".claude/skills/plain", "plain-too"),
        ("node_modules/x/skills/no", "no"),
        ("ignored/skills/no", "no"),
        ("skills/plain/tests/skills/no", "no"),
    ] {
        site = site.file(&format!("{place}/SKILL.md"), head(name));
    }
    let site = site
        .file("SKILL.MD", head("whole"))
        .file(".gitignore", "ignored/\n")
        .file(
            "plugins/tools/.claude-plugin/plugin.json",
            "{\"name\": \"tool-box\"}",
        );
    assert_eq!(
        skills(&site),
        [
            "agents skills/agents/ -",
            "claude skills/claude/ -",
            "codex skills/codex/ -",
            "cursor skills/cursor/ -",
            "drill skills/tools/heavy/drill/ tool-box",
            "github skills/github/ -",
            "inner skills/plain/inner/ plain",
            "pick skills/curated/pick/ curated",
            "plain skills/plain/ -",
            "plain-too skills/claude/plain/ -",
            "saw skills/tools/saw/ tool-box",
            "whole skills/whole/ -",
            "word skills/office/word/ office",
        ]
    );
}

#[test]
fn a_marketplace_names_groups_and_places() {
    let site = Site::empty()
        .file(
            ".claude-plugin/marketplace.json",
            r#"{"plugins": [
            {"name": "documents", "source": "./", "skills": ["./skills/xlsx"]},
            {"name": "extras", "source": "./more/extras"},
            {"name": "odd", "source": "./", "skills": ["./kit/odd-one"]}
        ]}"#,
        )
        .skill("xlsx", head("xlsx"))
        .skill("other", head("other"))
        .file("more/extras/skills/e/SKILL.md", head("e"))
        .file("kit/odd-one/SKILL.md", head("odd-one"));
    assert_eq!(
        skills(&site),
        [
            "e skills/more/extras/e/ extras",
            "odd-one skills/kit/odd-one/ odd",
            "other skills/other/ -",
            "xlsx skills/xlsx/ documents",
        ]
    );
    let page = site.page("");
    let groups: Vec<String> = page
        .with("data-class")
        .iter()
        .map(|it| it.must("data-class").to_owned())
        .collect();
    assert_eq!(groups, ["documents", "extras", "odd", ""]);
}

#[test]
fn a_file_belongs_to_the_innermost_skill() {
    let site = Site::empty()
        .skill("outer", head("outer"))
        .file("skills/outer/a.md", "# A\n")
        .file("skills/outer/inner/SKILL.md", head("inner"))
        .file("skills/outer/inner/b.md", "# B\n");
    let built = site.build();
    assert!(built.has("skills/outer/files/a.md/index.html"));
    assert!(!built.has("skills/outer/files/inner/b.md/index.html"));
    assert!(built.has("skills/outer/inner/files/b.md/index.html"));
}

#[test]
fn links_are_followed_inside_and_each_skill_is_shown_once() {
    let site = Site::empty()
        .file("packages/a/SKILL.md", head("a"))
        .skill("b", head("b"))
        .link(".claude/skills/a", "../../packages/a")
        .link(".claude/skills/b", "../../skills/b")
        .link("skills/c", "/");
    assert_eq!(skills(&site), ["a skills/a/ -", "b skills/b/ -"]);
}

#[test]
fn addresses_differ_on_a_file_system_that_ignores_case() {
    let site = Site::empty()
        .file("plugins/one/skills/Same/SKILL.md", head("same"))
        .file("plugins/ONE/skills/same/SKILL.md", head("same"));
    let all = skills(&site);
    let mut addresses: Vec<String> = all.iter().map(|it| it.to_lowercase()).collect();
    addresses.dedup();
    assert_eq!(addresses.len(), 2, "{all:?}");
}
