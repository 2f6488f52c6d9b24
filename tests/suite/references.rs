//! Paths in skills: which lead somewhere, which are missing, and which are neither.

use crate::site::Site;

const HEAD: &str = "---\nname: forms\ndescription: Fills forms.\n---\n\n# Forms\n\n";

/// What `check` says is missing.
fn missing(site: &Site) -> Vec<String> {
    let run = site.run("check . --format json");
    let list = run.json()["diagnostics"].as_array().unwrap().clone();
    let found = list.iter().filter(|it| it["code"] == "missing-reference");
    found
        .map(|it| it["message"].as_str().unwrap().to_owned())
        .collect()
}

fn forms(text: &str) -> Site {
    Site::empty()
        .skill("forms", format!("{HEAD}{text}"))
        .file("skills/forms/references/fields.md", "# Fields\n")
        .file("skills/forms/scripts/fill.py", "pass\n")
}

#[test]
fn a_path_from_the_skills_folder_has_many_names() {
    for name in [
        "",
        "./",
        "${CLAUDE_SKILL_DIR}/",
        "{baseDir}/",
        "{skill_dir}/",
        "$SKILL_DIR/",
    ] {
        let site = forms(&format!(
            "Run `{name}scripts/fill.py`, see [fields]({name}references/fields.md).\n"
        ));
        assert_eq!(missing(&site), Vec::<String>::new(), "{name}");
        let page = site.page("skills/forms/");
        let links: Vec<String> = page
            .part("sample")
            .named("a")
            .iter()
            .map(|a| a.must("href").to_owned())
            .collect();
        for file in ["scripts/fill.py/", "references/fields.md/"] {
            assert!(
                links.iter().any(|link| link.ends_with(file)),
                "{name}: {file} in {links:?}"
            );
        }
    }
}

#[test]
fn the_same_from_a_file_below() {
    let site = forms("Words.\n").file(
        "skills/forms/references/more.md",
        "[fill]({baseDir}/scripts/fill.py)\n",
    );
    assert_eq!(missing(&site), Vec::<String>::new());
    let page = site.page("skills/forms/files/references/more.md/");
    assert!(
        page.named("a")
            .iter()
            .any(|a| a.must("href").ends_with("files/scripts/fill.py/"))
    );
}

#[test]
fn what_is_missing_is_said_with_the_nearest_name() {
    let site = forms("See `references/field.md` and [it]({baseDir}/references/feilds.md).\n");
    let run = site.run("check .").code(0);
    assert!(
        run.stderr.contains("`references/field.md` is not there"),
        "{run}"
    );
    assert!(
        run.stderr.contains("did you mean `references/fields.md`?"),
        "{run}"
    );
    assert_eq!(missing(&site).len(), 2);
}

#[test]
fn examples_and_placeholders_are_not_missing() {
    for text in [
        "**Examples**: `references/finance.md` for schemas, `assets/logo.png` for a logo.",
        "A `references/schema.md` would be helpful.",
        "Files such as `scripts/rotate.py` go there.",
        "Read [the rest](references/{topic}.md) or [this](<references/<name>.md>).",
        "Write `references/<topic>.md`.",
    ] {
        assert_eq!(missing(&forms(text)), Vec::<String>::new(), "{text}");
    }
    // A word within the path is no such word.
    assert_eq!(
        missing(&forms("See `templates/Form.java.example`.")).len(),
        1
    );
}
