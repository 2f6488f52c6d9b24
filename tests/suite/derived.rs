//! Pages of skills without a sample: what each block of their own text says of itself.

use crate::site::Site;

#[test]
fn each_block_says_what_it_loads_runs_needs_and_hands_to() {
    let site = Site::empty()
        .skill(
            "forms",
            "---\nname: forms\ndescription: Fills forms.\n---\n\n# Forms\n\nOpening words.\n\n## Read\n\nSee `references/fields.md` and [the map](references/map.json).\n\n\
             ## Fill\n\nRun `scripts/fill.py`, then:\n\n```bash\nls\n```\n\nWith `WebFetch`, `mcp__forms__send` or `Bash(git log:*)`; not `Readme` or `Read me`.\n\n\
             ## Hand over\n\nThen call `mail`.\n\n## Nothing\n\nWords alone.\n",
        )
        .file("skills/forms/references/fields.md", "# Fields\n")
        .file("skills/forms/references/map.json", "{}\n")
        .file("skills/forms/scripts/fill.py", "pass\n")
        .skill("mail", "---\nname: mail\ndescription: Sends mail.\n---\n\n# Mail\n");
    let built = site.build();
    let page = built.page("skills/forms/");
    let notes: Vec<String> = page
        .with("data-source")
        .iter()
        .map(|note| note.line())
        .collect();
    assert_eq!(
        notes,
        [
            "Loads references/fields.md, references/map.json about 17 tokens",
            "Runs scripts/fill.py Needs WebFetch, mcp__forms__send, Bash about 34 tokens",
            "Hands to mail about 7 tokens",
            "about 6 tokens",
        ]
    );
    let links = page.part("sample").text();
    assert!(links.contains("Opening words."));
}

#[test]
fn a_skill_with_a_sample_has_no_derived_notes() {
    let page = Site::of("bakery").page("skills/dough-design/");
    assert!(
        page.with("data-source")
            .iter()
            .all(|note| note.must("data-source") != "derived")
    );
}
