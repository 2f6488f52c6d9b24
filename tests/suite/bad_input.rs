//! What repositories really hold: for every kind of bad input a page comes out, or a diagnostic with
//! a line. Never a panic, never a lost word.

use crate::html::Element;
use crate::site::{Output, Site};
use crate::words::lost;
use std::collections::BTreeSet;

const HEAD: &str = "---\nname: odd\ndescription: A skill with an oddity.\n---\n\n";

/// What came of a site with one odd skill.
struct Shown {
    site: Site,
    built: Output,
    /// `check`'s diagnostics: severity, code, line.
    problems: Vec<String>,
}

impl Shown {
    fn of(text: impl AsRef<[u8]>) -> Shown {
        Shown::from(Site::empty().skill("odd", text))
    }

    /// Builds a site, which has to succeed, and looks at every page.
    fn from(site: Site) -> Shown {
        let run = site.run("check . --format json").code(0);
        assert_eq!(run.stderr, "");
        let problems = run.json()["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                let text = |key: &str| it[key].as_str().unwrap_or_default();
                format!("{} {} {}", text("severity"), text("code"), it["line"])
            })
            .collect();
        let built = site.build();
        for path in built
            .paths()
            .iter()
            .filter(|path| path.ends_with("index.html"))
        {
            let page = built.page(path.trim_end_matches("index.html"));
            assert!(page.dangers().is_empty(), "{path}: {:?}", page.dangers());
        }
        Shown {
            site,
            built,
            problems,
        }
    }

    fn page(&self) -> Element {
        self.built.page("skills/odd/")
    }

    /// The same skill's text, whole.
    fn document(&self) -> Element {
        self.built.page("skills/odd/files/SKILL.md/")
    }

    /// Fails if a word of the text is on neither page.
    #[track_caller]
    fn keeps(self, words: &str) -> Shown {
        for page in [self.page(), self.document()] {
            let lost = lost(words, &page);
            assert!(lost.is_empty(), "lost: {lost:?}");
        }
        self
    }

    #[track_caller]
    fn reports(self, problems: &[&str]) -> Shown {
        assert_eq!(self.problems, problems);
        self
    }

    fn blocks(&self) -> Vec<String> {
        let page = self.page();
        let blocks = page.part("sample").values("data-block");
        blocks.into_iter().map(str::to_owned).collect()
    }
}

#[test]
fn no_frontmatter() {
    let shown = Shown::of("# Odd\n\nA first sentence.\n\n## Steps\n\nAnd a last.\n")
        .keeps("Odd A first sentence Steps And a last")
        .reports(&["warning frontmatter 1"]);
    assert_eq!(shown.page().named("h1")[0].line(), "odd");
}

#[test]
fn frontmatter_that_never_ends() {
    Shown::of("---\nname: odd\ndescription: Never closed.\n\n# Odd\n\nWords.\n")
        .keeps("name odd description Never closed Odd Words")
        .reports(&["warning frontmatter 1"]);
}

#[test]
fn frontmatter_that_is_no_mapping() {
    for front in [
        "just words",
        "- a\n- list",
        "[1, 2",
        "\"open",
        "a: b: c\n  - d",
        "\u{1}: x",
        "? complex\n: key",
    ] {
        let shown = Shown::of(format!("---\n{front}\n---\n\n# Odd\n\nWords.\n")).keeps("Odd Words");
        let lost = lost(front, &shown.document());
        assert!(lost.is_empty(), "{front}: {lost:?}");
    }
}

#[test]
fn an_unquoted_colon_in_the_description() {
    let shown = Shown::of(
        "---\nname: odd\ndescription: Use it: when asked. Not: else.\nmodel: opus\n---\n\n# Odd\n",
    )
    .keeps("Odd")
    .reports(&["warning frontmatter 3"]);
    // The fields are read all the same.
    let head = shown.page().part("head").line();
    assert!(head.contains("Use it: when asked."), "{head}");
    assert!(head.contains("Model opus"), "{head}");
}

#[test]
fn a_byte_order_mark() {
    let shown = Shown::of(format!("\u{feff}{HEAD}# Odd\n\nWords.\n"))
        .keeps("Odd Words")
        .reports(&[]);
    assert!(!shown.page().text().contains('\u{feff}'));
}

#[test]
fn line_ends_of_another_system() {
    let unix = format!(
        "{HEAD}# Odd\n\nOne line\nand another.\n\n## Steps\n\n```text\na\n\nb\n```\n\n| A | B |\n|---|---|\n| c | d |\n"
    );
    let plain = Shown::of(&unix).reports(&[]);
    let windows = Shown::of(unix.replace('\n', "\r\n")).reports(&[]);
    let mac = Shown::of(unix.replace('\n', "\r")).reports(&[]);
    for other in [&windows, &mac] {
        assert_eq!(
            plain.page().part("sample").text(),
            other.page().part("sample").text()
        );
        assert_eq!(plain.blocks(), other.blocks());
    }
}

#[test]
fn duplicate_headings() {
    let shown = Shown::of(format!("{HEAD}# Odd\n\n## Steps\n\none\n\n## Steps\n\ntwo\n\n### Steps\n\nthree\n\n## Steps\n\nfour\n"))
        .keeps("Odd Steps one two three four")
        .reports(&[]);
    // Identifiers come once, which reading the page has checked; every section has its chip.
    assert_eq!(shown.blocks(), ["odd", "steps", "odd-steps", "steps-2"]);
    assert_eq!(shown.page().values("data-chip").len(), 3);
}

#[test]
fn headings_that_are_called_as_parts_of_the_page_are() {
    let ids = [
        "main",
        "guard-path",
        "guard-data",
        "guard-answer",
        "part_sample",
        "note_main",
        "L1",
        "skills_",
    ];
    let text: String = ids
        .iter()
        .map(|id| format!("## {id}\n\nAbout {id}.\n\n"))
        .collect();
    Shown::of(format!("{HEAD}# Odd\n\n{text}"))
        .keeps(&ids.join(" "))
        .reports(&[]);
}

#[test]
fn no_heading() {
    let shown = Shown::of(format!("{HEAD}Only words.\n\n- and\n- items\n"))
        .keeps("Only words and items")
        .reports(&[]);
    assert_eq!(shown.blocks().len(), 2);
    assert!(shown.page().with("data-chip").is_empty());
}

#[test]
fn a_heading_in_a_quotation_takes_no_other_ones_place() {
    let shown = Shown::of(format!(
        "{HEAD}# Odd\n\n## One\n\n> ## Quoted\n>\n> words\n\n### 1 · Under one\n\nthree\n\n### 2 · Other\n\nfour\n"
    ))
    .keeps("Odd One Quoted words Under one three Other four")
    .reports(&[]);
    let document = shown.document();
    for (id, words) in [("under-one", "1 · Under one"), ("2-other", "2 · Other")] {
        let headings = document.named("h4").into_iter();
        let mut of_it = headings.filter(|heading| !heading.values("id").is_empty());
        let found = of_it.find(|heading| heading.values("id").contains(&id));
        assert_eq!(found.map(Element::line).as_deref(), Some(words));
    }
}

#[test]
fn headings_leave_no_level_out_whatever_the_text_does() {
    let shown = Shown::of(format!(
        "{HEAD}## Target\n\none\n\n# Odd\n\n#### Deep\n\n> ###### Quoted\n\n- ### In an item\n\n## Back\n\ntwo\n"
    ));
    for page in [shown.page(), shown.document()] {
        let mut last = 0;
        for element in page.all() {
            let level = match element.name.strip_prefix('h').map(str::parse::<u8>) {
                Some(Ok(level)) => level,
                _ => continue,
            };
            assert!(
                level <= last + 1,
                "{level} behind {last}: {}",
                element.line()
            );
            last = level;
        }
        assert_eq!(page.named("h1").len(), 1);
    }
}

#[test]
fn headings_without_words() {
    Shown::of(format!("{HEAD}#\n\none\n\n## \n\ntwo\n\n## —\n\nthree\n\n###### deep\n\nfour\n\n####### none\n\nfive\n"))
        .keeps("one two three deep four none five")
        .reports(&[]);
}

#[test]
fn an_unclosed_fence() {
    let shown = Shown::of(format!(
        "{HEAD}# Odd\n\nBefore.\n\n```rust\nlet inside = 1;\n\n## Not a heading\n\nBehind.\n"
    ))
    .keeps("Odd Before let inside 1 Not a heading Behind")
    .reports(&[]);
    assert!(!shown.blocks().contains(&"not-a-heading".to_owned()));
}

#[test]
fn a_line_of_130_000_characters() {
    let long: String = (0..20_000).map(|n| format!("w{n:05} ")).collect();
    assert!(long.len() > 130_000);
    Shown::of(format!(
        "{HEAD}# Odd\n\n{long}\n\n| A | B |\n|---|---|\n| {long} | `{long}` |\n"
    ))
    .keeps(&long)
    .reports(&["warning long-body 5"]);
    // One word, and one that looks like references without end.
    Shown::of(format!("{HEAD}# Odd\n\n{}\n", "x".repeat(130_000))).keeps(&"x".repeat(130_000));
    Shown::of(format!("{HEAD}# Odd\n\n{}\n", "§ 1 `a.md` ".repeat(12_000)));
    Shown::of(format!("{HEAD}# Odd\n\n{}\n", "[".repeat(130_000)));
    Shown::of(format!("{HEAD}# Odd\n\n{}\n", "*a_ ".repeat(33_000)));
}

#[test]
fn deep_nesting() {
    Shown::of(format!("{HEAD}# Odd\n\n{} deep\n", ">".repeat(200))).keeps("deep");
    Shown::of(format!(
        "{HEAD}# Odd\n\n{} deep {}\n",
        "<div>".repeat(200),
        "</div>".repeat(200)
    ))
    .keeps("deep");
    let list: String = (0..100)
        .map(|depth| format!("{}- level{depth}\n", "  ".repeat(depth)))
        .collect();
    Shown::of(format!("{HEAD}# Odd\n\n{list}")).keeps("level0 level99");
    // So deep that only the program itself is asked for an answer.
    for text in [
        ">".repeat(50_000),
        "<div>".repeat(20_000),
        "<b>".repeat(20_000),
        "- ".repeat(20_000),
        "[".repeat(20_000) + &"](x)".repeat(20_000),
        "**a ".repeat(20_000),
        "<div ".repeat(25_000),
        "<!-- ".repeat(25_000),
        "<b a=\"".repeat(20_000),
    ] {
        let site = Site::empty().skill("odd", format!("{HEAD}# Odd\n\n{text} deep\n"));
        site.run("build . --out ../out").code(0);
    }
}

#[test]
fn raw_html() {
    let text = "# Odd\n\n\
        <script>alert(\"first\")</script>\n\n\
        Inline <script>alert('second')</script> and <b onclick=\"third()\">bold</b>.\n\n\
        <iframe src=\"https://example.org\">fourth</iframe>\n\n\
        <a href=\"javascript:fifth()\">sixth</a> [seventh](javascript:eighth()) ![ninth](javascript:x)\n\n\
        <img src=x onerror=tenth()>\n\n\
        <style>body { display: none }</style>\n\n\
        <div><p>eleventh\n\n\
        </section></main></body></html> twelfth\n\n\
        <details><summary>thirteenth</summary>\n\nfourteenth\n\n</details>\n\n\
        <form action=\"https://example.org\"><input name=\"fifteenth\"></form>\n\n\
        <svg onload=\"sixteenth()\"><a xlink:href=\"javascript:x\">seventeenth</a></svg>\n\n\
        <table><tr><td>eighteenth\n\n\
        <textarea></title></textarea> <plaintext> nineteenth <!-- twentieth --> <![CDATA[ x ]]> <?php y ?>\n\n\
        ## Behind\n\nlast\n";
    let shown = Shown::of(format!("{HEAD}{text}")).reports(&[]);
    // Nothing runs, and what a reader would have seen is still there.
    let seen = "Odd first Inline second and bold fourth sixth seventh eleventh twelfth thirteenth \
        fourteenth seventeenth eighteenth nineteenth Behind last";
    let shown = shown.keeps(seen);
    assert_eq!(
        shown.page().named("details").len(),
        3,
        "harmless formatting stays, besides the page's own two"
    );
    let page = shown.page();
    assert_eq!(page.named("main").len(), 1);
    assert!(page.part("sample").find("data-block", "behind").is_some());
    assert!(page.find("data-part", "files").is_some());
}

#[test]
fn a_tag_that_is_no_html() {
    let shown = Shown::of(format!("{HEAD}# Odd\n\n<HARD-GATE>\nStop here.\n</HARD-GATE>\n\nGo <EXTREMELY_IMPORTANT>on</EXTREMELY_IMPORTANT>, <name>, <T>.\n"))
        .keeps("HARD GATE Stop here Go EXTREMELY IMPORTANT on name T")
        .reports(&[]);
    let text = shown.page().part("sample").text();
    for tag in [
        "<HARD-GATE>",
        "</HARD-GATE>",
        "<EXTREMELY_IMPORTANT>",
        "<name>",
        "<T>",
    ] {
        assert!(text.contains(tag), "{tag} in {text}");
    }
}

#[test]
fn not_utf8() {
    let site = Site::of("plain").skill("odd", b"---\nname: odd\n---\n\n# Caf\xe9\n");
    let shown = Shown::from(site).reports(&["warning not-utf8 5"]);
    assert!(!shown.built.has("skills/odd/index.html"));
    assert!(shown.built.has("skills/greet/index.html"));
}

#[test]
fn files_over_8_mib() {
    let huge = "a long line of words\n".repeat(450_000);
    assert!(huge.len() > 8 * 1024 * 1024);
    let site = Site::of("plain")
        .skill("odd", &huge)
        .file("skills/greet/references/huge.md", &huge);
    let shown =
        Shown::from(site).reports(&["warning file-too-large null", "warning file-too-large null"]);
    assert!(!shown.built.has("skills/odd/index.html"));
    // The tree still names the file, and its page says why it is empty.
    let file = shown.built.page("skills/greet/files/references/huge.md/");
    assert!(file.line().contains("8 MiB"), "{}", file.line());
}

#[test]
fn an_empty_skill() {
    for text in ["", "\n\n", "---\n---\n", "---\nname: odd\n---"] {
        let shown = Shown::of(text);
        assert_eq!(shown.page().named("h1")[0].line(), "odd");
        assert!(shown.page().find("data-part", "files").is_some());
    }
    // A file without a line has no line to show.
    Shown::of("").reports(&["warning frontmatter null"]);
    Shown::of("\n").reports(&["warning frontmatter 1"]);
}

#[test]
fn a_link_out_of_the_root() {
    let site = Site::of("plain")
        .link("skills/greet/secret.md", "/etc/hostname")
        .link("skills/greet/up", "../../../..")
        .link("skills/stolen", "/etc")
        .link("skills/greet/loop", "loop")
        .link("skills/greet/inside.md", "SKILL.md");
    let shown = Shown::from(site).reports(&[
        "warning unreadable-file null",
        "warning link-outside null",
        "warning link-outside null",
        "warning link-outside null",
    ]);
    assert!(!shown.built.has("skills/greet/files/secret.md/index.html"));
    assert!(shown.built.has("skills/greet/files/inside.md/index.html"));
    assert!(
        !shown
            .built
            .paths()
            .iter()
            .any(|path| path.contains("passwd"))
    );
}

#[test]
fn broken_guard_data() {
    for (text, line) in [
        ("{\n  \"skill_classes\": {\n", 3),
        ("[1,\n 2]\n", 1),
        ("\n\nnot json\n", 3),
        ("", 1),
    ] {
        let site = Site::of("bakery");
        site.put("pack/.claude/schemas/extensions.json", text);
        // Without a guard a scenario cannot be judged; the skill's page comes out without that part.
        site.edit(
            "skillbook.toml",
            "scenario = \"scenarios/dough-design.toml\"\n",
            "",
        );
        let run = site.run("check . --format json").code(0);
        let found = run.json()["diagnostics"][0].clone();
        assert_eq!(found["code"], "guard-data", "{text:?}: {run}");
        if !text.is_empty() {
            assert_eq!(found["line"], line, "{text:?}: {run}");
        }
        let page = site.page("skills/dough-design/");
        assert!(page.find("data-part", "guard").is_none());
        assert!(page.find("data-part", "contract").is_some());
    }
    let site = Site::of("bakery");
    site.put(
        "pack/.claude/settings.json",
        "{ \"hooks\": { \"PreToolUse\": [ { \"hooks\": ",
    );
    let run = site.run("check . --format json").code(0);
    assert_eq!(run.json()["diagnostics"][0]["code"], "guard-data", "{run}");
    // The verdicts stand without their hooks.
    let page = site.page("skills/dough-design/");
    let transcript = page.part("guard").of_class("transcript")[0].line();
    assert!(transcript.contains("is outside its territory"));
    let hooks: BTreeSet<String> = page
        .part("guard")
        .of_class("hook")
        .into_iter()
        .map(Element::line)
        .collect();
    assert_eq!(
        hooks,
        BTreeSet::from(["guard exit 0".to_owned(), "guard exit 2".to_owned()])
    );
}

#[test]
fn a_skills_name_with_odd_characters() {
    let long = "x".repeat(300);
    for name in [
        "../../escape",
        "a/b\\c",
        "<b>bold</b>",
        "é 🦀 ü",
        "CON",
        ".hidden",
        "a\"b'c",
        "%2e%2e",
        "-",
        &long,
    ] {
        let quoted = serde_json::to_string(name).unwrap();
        let site = Site::empty().skill(
            "odd",
            format!("---\nname: {quoted}\ndescription: D.\n---\n\n# T\n\nWords.\n"),
        );
        let shown = Shown::from(site);
        let page = shown.built.paths().into_iter().find(|path| {
            path.starts_with("skills/")
                && path.ends_with("/index.html")
                && !path.contains("/files/")
        });
        let page = page.unwrap_or_else(|| panic!("{name} has no page"));
        let page = shown.built.page(page.trim_end_matches("index.html"));
        assert_eq!(page.named("h1")[0].text().trim(), name);
        assert!(!shown.site.beside("escape").exists());
    }
}

#[test]
fn two_skills_of_one_name() {
    let site = Site::empty()
        .skill(
            "one",
            "---\nname: same\ndescription: First.\n---\n\n# One\n\nalpha\n",
        )
        .skill(
            "two",
            "---\nname: same\ndescription: Second.\n---\n\n# Two\n\nbeta\n",
        )
        .file(
            ".claude/skills/three/SKILL.md",
            "---\nname: SAME\ndescription: Third.\n---\n\n# Three\n\ngamma\n",
        );
    let shown = Shown::from(site);
    let texts: Vec<String> = ["one", "two", "three"]
        .iter()
        .filter(|name| shown.built.has(&format!("skills/{name}/index.html")))
        .map(|name| shown.built.page(&format!("skills/{name}/")).line())
        .collect();
    assert_eq!(texts.len(), 3);
    for word in ["alpha", "beta", "gamma"] {
        assert_eq!(
            texts.iter().filter(|text| text.contains(word)).count(),
            1,
            "{word}"
        );
    }
}

#[test]
fn a_skill_for_which_the_folder_is_a_file() {
    let shown = Shown::from(Site::of("plain").file("skills/readme.md", "# Not a skill\n"));
    assert_eq!(shown.built.page("").with("data-skill").len(), 1);
}

#[test]
fn a_contract_without_form() {
    let shown = Shown::of(format!(
        "{HEAD}# Odd\n\n## Contract\n\nplain words\n\n**Bold** start\n\n**All bold**\n\n- **Item:** one\n- none\n\n> **Quote:** two\n\n```text\nfence\n```\n\n### Deeper\n\n| a | b |\n|---|---|\n| c | d |\n\n**\n"
    ))
    .keeps("plain words Bold start All bold Item one none Quote two fence Deeper a b c d");
    let contract = shown.page().part("contract").text();
    for word in [
        "plain words",
        "start",
        "All bold",
        "one",
        "none",
        "two",
        "fence",
        "Deeper",
        "d",
    ] {
        assert!(contract.contains(word), "{word} in {contract}");
    }
}

#[test]
fn control_characters_and_other_scripts() {
    Shown::of(format!("{HEAD}# Odd\u{0} \u{7}bell\n\n\u{202e}gnol\u{202c} \u{200b}zero 日本語 العربية \u{fffe} e\u{301}nd\n"))
        .keeps("bell zero 日本語 العربية");
}

#[test]
fn a_text_of_the_rail_may_be_any_markdown() {
    for text in [
        "    indented",
        "# Heading",
        "- one\n- two",
        "Two.\n\nParagraphs.",
        "> said",
    ] {
        let site = Site::of("bakery");
        let config = site.text("skillbook.toml");
        let whole = "\"Then the **shop** is fitted.\"";
        assert!(config.contains(whole));
        site.put(
            "skillbook.toml",
            config.replace(whole, &format!("\"\"\"{text}\"\"\"")),
        );
        let built = site.build();
        let words = text.trim_start_matches([' ', '#', '-', '>']);
        for page in [
            built.page("rails/new-loaf/"),
            built.page("skills/dough-design/"),
        ] {
            let lost = lost(words, &page);
            assert!(lost.is_empty(), "{text:?} lost {lost:?}");
        }
    }
}

#[test]
fn a_cell_is_words_whatever_it_begins_with() {
    for cell in [
        "- an item",
        "# a heading",
        "1. a number",
        "> said",
        "+ plus",
        "~~~ tildes",
        "**bold** words",
        "_slanted_ words",
        "[x] done",
    ] {
        let site = Site::of("bakery");
        let path = "pack/.claude/skills/dough-design/SKILL.md";
        let text = site.text(path);
        let row = text
            .lines()
            .find(|line| line.starts_with("| Flour"))
            .unwrap();
        let name = row.split('|').nth(1).unwrap();
        site.put(path, text.replace(row, &format!("|{name}| {cell} |")));
        let page = site.build().page("skills/dough-design/");
        let table = page
            .with("data-note")
            .into_iter()
            .flat_map(|note| note.with("data-source"));
        let shown: Vec<String> = table.map(Element::line).collect();
        let words = cell.replace(['*', '_'], "");
        assert!(
            shown.iter().any(|line| line.starts_with(&words)),
            "{cell}: {shown:#?}"
        );
    }
}

#[test]
fn a_footnote_that_is_defined_twice() {
    for text in [
        "[^1]: [^1]: ",
        "One.[^1]\n\n[^1]: first\n\n[^1]: second\n",
        "A.[^a!] B.[^a?]\n\n[^a!]: first\n\n[^a?]: second\n",
    ] {
        // Reading a page fails where an identifier comes twice.
        Shown::of(format!("{HEAD}# Odd\n\n{text}")).document();
    }
}
