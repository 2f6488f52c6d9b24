//! Whatever stands in the files: nothing panics, every page is whole HTML, and nothing runs.

use crate::html;
use crate::site::Site;
use proptest::prelude::*;
use skillbook::book::{Book, Scenario};
use skillbook::check::check;
use skillbook::diagnostics::{github, human, json};
use skillbook::markdown::{Document, Frontmatter};
use skillbook::site::Site as Made;
use skillbook::write::Outputs;
use std::sync::Arc;

/// What Markdown, YAML, TOML, HTML and references are made of.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    "\n",
    " ",
    "  ",
    "    ",
    "\t",
    "\r\n",
    "# ",
    "## ",
    "### ",
    "---\n",
    "***\n",
    "- ",
    "* ",
    "1. ",
    "> ",
    "| a | b |\n|---|---|\n| ",
    " | ",
    "|\n",
    "```",
    "```rust\n",
    "~~~\n",
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "[",
    "](",
    "](javascript:alert(1))",
    "](<a b>)",
    "](x.md#y)",
    "![",
    ")",
    "[^1]",
    "[^1]: ",
    "[x] ",
    "[ ] ",
    "<",
    ">",
    "</",
    "<script>",
    "</script>",
    "<b onclick=x>",
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<a href='javascript:x'>",
    "</a>",
    "<table>",
    "<td>",
    "<ul>",
    "<li>",
    "</li>",
    "<details>",
    "</summary>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?",
    "<HARD-GATE>",
    "<svg/onload=x>",
    "<img src=x onerror=y>",
    "<textarea>",
    "<style>",
    "<iframe>",
    "<br>",
    "<hr/>",
    "&amp;",
    "&#0;",
    "&lt;script&gt;",
    "&",
    "\"",
    "'",
    "\\",
    "§ 1",
    "§ ",
    "§ Timing",
    "`20-dough.md` § 2",
    "`10-recipe.md`",
    "UC-001",
    "`dough-design`",
    "`references/flours.md`",
    "@.claude/rules/hygiene.md",
    "**Writes:** ",
    "**Class:**",
    "## Contract\n",
    "| Block | Fixes |\n|---|---|\n| Flour | x |\n",
    "(opening)",
    "row Rye",
    "table 1",
    "name: ",
    "description: ",
    ": ",
    "é",
    "日本",
    "🦀",
    "\u{202e}",
    "\u{0}",
    "\u{feff}",
    "\u{e000}",
    "word",
    "a",
    "0",
    "javascript:",
    "https://example.org ",
    "mailto:a@b",
];

/// A text of such pieces, with some arbitrary characters between them.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A `SKILL.md`, whose frontmatter may be right.
fn skill() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => text().prop_map(|body| format!("---\nname: dough-design\ndescription: D.\n---\n\n{body}")),
        1 => (text(), text()).prop_map(|(front, body)| format!("---\n{front}\n---\n{body}")),
        1 => text(),
    ]
}

/// Reads a site through the library, makes every page, and looks at each.
fn look(site: &Site) -> Result<(), TestCaseError> {
    let book = Arc::new(Book::read(&site.root(), None));
    let problems = check(&book);
    human::render(&problems, false);
    github::render(&problems);
    serde_json::from_str::<serde_json::Value>(&json::render(&problems)).unwrap();
    for problem in &problems {
        if let Some(place) = problem
            .place
            .as_ref()
            .filter(|place| !place.text.is_empty())
        {
            prop_assert!(
                place.start().0 <= place.text.lines().count().max(1) + 1,
                "{problem:?}"
            );
            prop_assert!(place.span.end <= place.text.len(), "{problem:?}");
        }
    }
    let made = Made::new(book);
    for path in made.paths() {
        let bytes = made.make(&path).unwrap();
        if !path.ends_with(".html") || path.contains("/raw/") {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        match html::parse(&text) {
            Ok(page) => prop_assert_eq!(page.dangers(), Vec::<String>::new(), "{}", path),
            Err(error) => prop_assert!(false, "{path}: {error}"),
        }
    }
    Ok(())
}

const SKILL: &str = "pack/.claude/skills/dough-design/SKILL.md";
const SAMPLE: &str = "shop/docs/use-cases/UC-001-rye-loaf/20-dough.md";

/// A failure prints the smallest text that shows it; make a test of it in `bad_input`.
/// `PROPTEST_CASES` asks for more cases than the usual ones.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => default.cases,
            None => 120,
        },
        failure_persistence: None,
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_skill(text in skill()) {
        let site = Site::of("bakery");
        site.put(SKILL, text);
        look(&site)?;
    }

    #[test]
    fn a_sample_with_its_notes(sample in text(), notes in text()) {
        let site = Site::of("bakery");
        site.put(SAMPLE, sample);
        site.put("notes/dough-design.md", notes);
        look(&site)?;
    }

    #[test]
    fn a_configuration(text in text(), at in 0usize..900) {
        let site = Site::of("bakery");
        let mut config = site.text("skillbook.toml");
        let at = (0..=at.min(config.len())).rev().find(|at| config.is_char_boundary(*at)).unwrap();
        config.insert_str(at, &text);
        site.put("skillbook.toml", config);
        look(&site)?;
    }

    #[test]
    fn guard_data(text in text(), at in 0usize..1500, cut in 0usize..40) {
        let site = Site::of("bakery");
        for path in ["pack/.claude/schemas/extensions.json", "pack/.claude/settings.json"] {
            let data = site.text(path);
            let start = at.min(data.len());
            let end = (start + cut).min(data.len());
            site.put(path, format!("{}{text}{}", &data[..start], &data[end..]));
        }
        look(&site)?;
    }

    #[test]
    fn a_contract(text in text()) {
        let site = Site::of("bakery");
        let skill = site.text(SKILL);
        let (before, after) = skill.split_once("## Procedure").unwrap();
        site.put(SKILL, format!("{before}{text}\n\n## Procedure{after}"));
        look(&site)?;
    }

    #[test]
    fn scenarios_and_frontmatter_are_read_without_a_panic(text in text()) {
        for problem in Scenario::parse(&text).problems {
            prop_assert!(text.get(problem.span).is_some());
        }
        let document = Document::parse(Arc::from(format!("---\n{text}\n---\n").as_str()), &[]);
        let Frontmatter { span, problems, .. } = &document.frontmatter;
        for problem in problems {
            prop_assert!(document.text.get(problem.span.clone()).is_some());
        }
        prop_assert!(span.as_ref().is_none_or(|span| document.text.get(span.clone()).is_some()));
    }
}
