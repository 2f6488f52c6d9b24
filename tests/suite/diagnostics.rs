//! Every code of a diagnostic, shown by a site that has nothing else wrong: its file, its line, its
//! severity, and words of its message.

use crate::site::Site;
use serde_json::Value;
use skillbook::diagnostics::{Code, Severity};

/// A site that shows one code.
struct Case {
    code: Code,
    /// The site.
    site: Site,
    /// What `check` is run on.
    root: &'static str,
    file: Option<&'static str>,
    line: Option<u64>,
    message: &'static str,
    help: &'static str,
}

impl Case {
    fn new(code: Code, site: Site) -> Case {
        Case {
            code,
            site,
            root: ".",
            file: None,
            line: None,
            message: "",
            help: "",
        }
    }

    fn at(mut self, file: &'static str, line: u64) -> Case {
        self.file = Some(file);
        self.line = Some(line);
        self
    }

    /// In a file that has no text, and so no lines.
    fn in_file(mut self, file: &'static str) -> Case {
        self.file = Some(file);
        self
    }

    fn says(mut self, message: &'static str, help: &'static str) -> Case {
        self.message = message;
        self.help = help;
        self
    }
}

impl Case {
    /// What `check` says otherwise than expected.
    fn wrong(&self) -> Option<String> {
        let run = self.site.run(&format!("check {} --format json", self.root));
        let json = run.json();
        let list = json["diagnostics"].as_array().unwrap();
        let text = |it: &Value, key: &str| it[key].as_str().unwrap_or_default().to_owned();
        let is_it = |it: &&Value| {
            text(it, "code") == self.code.name()
                && it["file"].as_str() == self.file
                && it["line"].as_u64() == self.line
                && text(it, "severity") == self.code.severity().name()
                && text(it, "message").contains(self.message)
                && text(it, "help").contains(self.help)
        };
        // What is wrong is said once, and nothing else is found wrong because of it.
        let is_right = list.len() == 1 && list.iter().find(is_it).is_some();
        let exit = i32::from(self.code.severity() == Severity::Error);
        (!is_right || run.code != Some(exit)).then(|| {
            let wanted = (self.file, self.line, self.message, self.help);
            format!(
                "`{}` {wanted:?} is not what is said: {run}",
                self.code.name()
            )
        })
    }
}

/// A site without a mistake.
fn plain() -> Site {
    Site::of("plain")
}

/// The bakery with words of one of its files replaced.
fn bakery(path: &str, old: &str, new: &str) -> Site {
    let site = Site::of("bakery");
    site.edit(path, old, new);
    site
}

const DOUGH: &str = "pack/.claude/skills/dough-design/SKILL.md";

fn cases() -> Vec<Case> {
    let big = plain();
    let file = std::fs::File::create(big.root().join("skills/greet/big.md")).unwrap();
    file.set_len(8 * 1024 * 1024 + 1).unwrap();
    let gone = "skills/greet/SKILL.md";
    vec![
        Case::new(Code::NoSkills, Site::empty()).says("no skills found", "`plugins/*/skills/`"),
        Case::new(
            Code::NoSkills,
            Site::empty().file(
                "skillbook.toml",
                "[site]\ntitle = \"T\"\n\n[source]\npath = \".\"\n",
            ),
        )
        .at("skillbook.toml", 4)
        .says("no skills found", ""),
        Case::new(
            Code::Config,
            plain().file("skillbook.toml", "[site]\ntitle = 3\n"),
        )
        .at("skillbook.toml", 2)
        .says("expected a string", ""),
        Case::new(
            Code::Config,
            plain().file("skillbook.toml", "[site]\n\n[site\n"),
        )
        .at("skillbook.toml", 3),
        Case::new(
            Code::Config,
            plain().file("skillbook.toml", b"[site]\ntitle = \"\xff\"\n"),
        )
        .in_file("skillbook.toml")
        .says("not UTF-8", ""),
        Case::new(
            Code::UnknownKey,
            plain().file("skillbook.toml", "[site]\n\ntitel = \"T\"\n"),
        )
        .at("skillbook.toml", 3)
        .says("unknown key `titel` in `site`", "did you mean `title`?"),
        Case::new(
            Code::UnknownKey,
            plain().file("skillbook.toml", "[lint]\nno-skill = \"off\"\n"),
        )
        .at("skillbook.toml", 2)
        .says("unknown code `no-skill`", "did you mean `no-skills`?"),
        Case::new(
            Code::ConfigTarget,
            plain().file("skillbook.toml", "[skill.gret]\nsummary = \"S\"\n"),
        )
        .at("skillbook.toml", 1)
        .says("there is no skill `gret`", "did you mean `greet`?"),
        Case::new(
            Code::ConfigTarget,
            plain().file(
                "skillbook.toml",
                "[skill.greet]\n\nsample = \"docs/gone.md\"\n",
            ),
        )
        .at("skillbook.toml", 3)
        .says("there is no document `docs/gone.md`", ""),
        Case::new(
            Code::ConfigTarget,
            bakery(
                "skillbook.toml",
                "scenarios/dough-design.toml",
                "../../secret.toml",
            ),
        )
        .at("skillbook.toml", 21)
        .says("leads out of the site's folder", ""),
        Case::new(
            Code::ConfigTarget,
            bakery("skillbook.toml", "\"Leftovers\"", "\"Leftover\""),
        )
        .at("skillbook.toml", 20)
        .says(
            "the sample has no block or part `Leftover`",
            "a block by its heading",
        ),
        Case::new(
            Code::UnreadableFile,
            plain().link("skills/greet/notes.md", "nowhere.md"),
        )
        .in_file("skills/greet/notes.md")
        .says("this link leads nowhere", ""),
        Case::new(
            Code::NotUtf8,
            plain().file("skills/greet/notes.md", b"# Notes\n\ncaf\xe9\n"),
        )
        .at("skills/greet/notes.md", 3)
        .says("is not UTF-8", "save it as UTF-8"),
        Case::new(Code::FileTooLarge, big)
            .in_file("skills/greet/big.md")
            .says("larger than 8 MiB (8388609 bytes)", "out of the skill"),
        Case::new(
            Code::LinkOutside,
            plain().link("skills/greet/out.md", "/etc/hostname"),
        )
        .in_file("skills/greet/out.md")
        .says("leads out of its source", ""),
        Case::new(
            Code::Frontmatter,
            plain().file(gone, "---\nname: greet\ndescription: Use it: now.\n---\n"),
        )
        .at(gone, 3)
        .says("", "quote a value that holds `: `"),
        Case::new(
            Code::Frontmatter,
            plain().file(gone, "---\nname: greet\n\n# Greet\n"),
        )
        .at(gone, 1),
        Case::new(Code::Frontmatter, plain().file(gone, "# Greet\n"))
            .at(gone, 1)
            .says("a skill needs frontmatter", "begin the file with `---`"),
        Case::new(
            Code::NoteTarget,
            bakery("notes/dough-design.md", "## Flour", "## Fluor"),
        )
        .at("notes/dough-design.md", 15)
        .says(
            "no block of the sample is called `Fluor`",
            "did you mean `flour`?",
        ),
        Case::new(
            Code::NoteTarget,
            bakery("notes/dough-design.md", "### item 2", "### item 3"),
        )
        .at("notes/dough-design.md", 29)
        .says("the block has no part `item 3`", "row <first cell>"),
        Case::new(
            Code::BlockTable,
            bakery(DOUGH, "| Schedule | When", "| Shedule | When"),
        )
        .at(DOUGH, 47)
        .says("`20-dough.md` has no block `Shedule`", "only when"),
        Case::new(
            Code::RailSkill,
            bakery(
                "skillbook.toml",
                "skill = \"oven-design\"",
                "skill = \"oven-desing\"",
            ),
        )
        .at("skillbook.toml", 38)
        .says(
            "there is no skill `oven-desing`",
            "did you mean `oven-design`?",
        ),
        Case::new(
            Code::RailSkill,
            bakery(
                "skillbook.toml",
                "orchestrator = \"taster\"",
                "orchestrator = \"tester\"",
            ),
        )
        .at("skillbook.toml", 25)
        .says("there is no skill `tester`", "did you mean `taster`?"),
        Case::new(
            Code::RailPartial,
            bakery(
                "skillbook.toml",
                "partial = \"20-dough.md\"",
                "partial = \"25-dough.md\"",
            ),
        )
        .at("skillbook.toml", 35)
        .says(
            "the contract of `dough-design` writes `20-dough.md`",
            "to have it from the contract",
        ),
        Case::new(
            Code::Scenario,
            bakery("scenarios/dough-design.toml", "bash = ", "bahs = "),
        )
        .at("scenarios/dough-design.toml", 17)
        .says("did you mean `bash`?", ""),
        Case::new(
            Code::ScenarioVerdict,
            bakery(
                "scenarios/dough-design.toml",
                "write = \"shop/window.txt\"\nexpect = \"refused\"",
                "write = \"shop/window.txt\"\nexpect = \"admitted\"",
            ),
        )
        .at("scenarios/dough-design.toml", 13)
        .says("to be admitted, the guard refuses it", ""),
        Case::new(
            Code::GuardData,
            bakery(
                "pack/.claude/schemas/extensions.json",
                "\"design_phase\": true,",
                "\"design_phase\": true",
            ),
        )
        .at("pack/.claude/schemas/extensions.json", 7),
        Case::new(
            Code::GuardData,
            bakery("pack/.claude/settings.json", "\"hooks\": {", "\"hooks\": ["),
        )
        .at("pack/.claude/settings.json", 2)
        .says("expected an object", ""),
        Case::new(
            Code::GuardData,
            plain().file(
                ".claude/settings.json",
                "{\n\"permissions\": {\n\"deny\": [\"Read\", 3]}}\n",
            ),
        )
        .at(".claude/settings.json", 3)
        .says("`deny` holds what is no text", ""),
        Case::new(
            Code::ToolRule,
            plain().file(
                gone,
                "---\nname: greet\ndescription: D.\nallowed-tools: Read,\n  bash\n---\n\n# Greet\n",
            ),
        )
        .at(gone, 5)
        .says("`bash` names no tool", "write `Bash`"),
        Case::new(
            Code::ToolRule,
            plain().file(
                ".claude/settings.json",
                "{\"permissions\": {\n\"allow\": [\n\"Write(docs/**)\"]}}\n",
            ),
        )
        .at(".claude/settings.json", 3)
        .says("`Write(docs/**)` is never consulted", "write `Edit(docs/**)`"),
        Case::new(
            Code::DeniedRule,
            plain().file(
                ".claude/settings.json",
                "{\"permissions\": {\n\"allow\": [\"Bash(git push origin *)\"],\n\"deny\": [\"Bash(git push:*)\"]}}\n",
            ),
        )
        .at(".claude/settings.json", 2)
        .says(
            "`Bash(git push origin *)` never decides: .claude/settings.json line 3 denies `Bash(git push:*)`",
            "what is denied comes first",
        ),
        Case::new(
            Code::DeniedRule,
            plain()
                .file(
                    gone,
                    "---\nname: greet\ndescription: D.\nallowed-tools:\n  - Read\n  - WebFetch(domain:example.com)\n---\n\n# Greet\n",
                )
                .file(
                    ".claude/settings.json",
                    "{\"permissions\": {\"deny\": [\"WebFetch\"]}}\n",
                ),
        )
        .at(gone, 6)
        .says("`WebFetch(domain:example.com)` never decides", "narrow the rule"),
        Case::new(
            Code::ToolConflict,
            plain().file(
                gone,
                "---\nname: greet\ndescription: D.\nallowed-tools: Read Bash(git *)\ndisallowed-tools: Bash\n---\n\n# Greet\n",
            ),
        )
        .at(gone, 4)
        .says("`Bash(git *)` is allowed, and taken away by `Bash`", "one of the lists"),
        Case::new(
            Code::MissingReference,
            bakery(DOUGH, "`references/flours.md`", "`references/flour.md`"),
        )
        .at(DOUGH, 17)
        .says(
            "`references/flour.md` is not there",
            "did you mean `references/flours.md`?",
        ),
        Case::new(
            Code::MissingReference,
            plain().file(
                gone,
                "---\nname: greet\ndescription: D.\n---\n\n# Greet\n\nSee [more](more.md).\n",
            ),
        )
        .at(gone, 8)
        .says("`more.md` is not there", ""),
        Case::new(
            Code::NameFolder,
            plain().file(gone, "---\nname: meet\ndescription: D.\n---\n\n# Greet\n"),
        )
        .at(gone, 2)
        .says("called `meet` and its folder `greet`", "the same name"),
        Case::new(
            Code::DescriptionMarkup,
            plain().file(
                gone,
                "---\nname: greet\ndescription: Says <b>hello</b>.\n---\n\n# Greet\n",
            ),
        )
        .at(gone, 3)
        .says("the tag `<b>`", "plain words"),
        Case::new(
            Code::LongField,
            plain().file(
                gone,
                format!(
                    "---\nname: greet\ndescription: D.\ncompatibility: {}\n---\n\n# Greet\n",
                    "x".repeat(501)
                ),
            ),
        )
        .at(gone, 4)
        .says("has 501 characters", "into the body"),
        Case::new(
            Code::LongBody,
            plain().file(
                gone,
                format!(
                    "---\nname: greet\ndescription: D.\n---\n\n# Greet\n{}",
                    "\nword\n".repeat(260)
                ),
            ),
        )
        .at(gone, 5)
        .says("lines and about", "`references/`"),
        Case::new(
            Code::NotInstallable,
            plain().file(gone, "---\ndescription: D.\n---\n\n# Greet\n"),
        )
        .at(gone, 1)
        .says(
            "`greet` cannot be installed from the site",
            "made all the same",
        ),
        Case::new(
            Code::NotInArchive,
            plain().file("skills/greet/a#b.txt", "x"),
        )
        .in_file("skills/greet/a#b.txt")
        .says("`a#b.txt` is left out", "plainer name"),
        Case::new(
            Code::SameName,
            plain().file(
                "plugins/p/skills/greet/SKILL.md",
                "---\nname: greet\ndescription: D.\n---\n\n# Greet\n",
            ),
        )
        .at(gone, 2)
        .says(
            "`plugins/p/skills/greet/SKILL.md` has the name",
            "the address of its page",
        ),
        Case::new(Code::ShallowHistory, shallow())
            .says("the history of `site` is shallow", "fetch-depth: 0"),
    ]
}

/// A clone that lacks the older commits, made by hand: git says so of every repository with that file.
fn shallow() -> Site {
    let site = plain();
    let git = |args: &[&str]| {
        let status = std::process::Command::new("git")
            .args([
                "-c",
                "user.name=A test",
                "-c",
                "user.email=test@example.org",
            ])
            .args(args)
            .current_dir(site.root())
            .output()
            .unwrap();
        assert!(status.status.success(), "{status:?}");
        String::from_utf8(status.stdout).unwrap()
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "Begin"]);
    let head = git(&["rev-parse", "HEAD"]);
    std::fs::write(site.root().join(".git/shallow"), head).unwrap();
    site
}

#[test]
fn every_code_is_shown_with_its_file_line_and_severity() {
    let cases = cases();
    for code in Code::ALL {
        assert!(
            cases.iter().any(|case| case.code == *code),
            "no case shows `{}`: add one to the table above",
            code.name()
        );
    }
    let wrong: Vec<String> = cases.iter().filter_map(Case::wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_a_repository_holds_is_at_most_a_warning() {
    // Errors are what the site's author wrote, or that there is nothing to show.
    let errors: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| code.severity() == Severity::Error)
        .map(|code| code.name())
        .collect();
    insta::assert_snapshot!(errors.join(" "), @"no-skills config unknown-key config-target note-target rail-skill rail-partial scenario scenario-verdict");
}

#[test]
fn a_list_is_sorted_by_file_and_place() {
    let site = Site::of("bakery");
    site.edit("skillbook.toml", "[site]", "[site]\nz = 1\na = 1");
    site.edit(DOUGH, "| Schedule | When", "| Shedule | When");
    site.edit("notes/dough-design.md", "## Flour", "## Fluor");
    let run = site.run("check . --format github").code(1);
    let places: Vec<String> = run
        .stdout
        .lines()
        .map(|line| line.split(",endLine").next().unwrap().to_owned())
        .collect();
    insta::assert_snapshot!(places.join("\n"), @"
    ::error file=notes/dough-design.md,line=15
    ::warning file=pack/.claude/skills/dough-design/SKILL.md,line=47
    ::error file=skillbook.toml,line=4
    ::error file=skillbook.toml,line=5
    ");
}

#[test]
fn sarif_has_its_form() {
    let gone = "skills/greet/SKILL.md";
    let site = plain().file(
        gone,
        "---\nname: meet\ndescription: D.\n---\n\n# Greet\n\n[é](gone é.md) [x](gone.md)\n",
    );
    let run = site.run("check . --format sarif").code(0);
    let log = run.json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "Skillbook");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(result["level"], "warning");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], gone);
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
    }
    assert_eq!(
        results[0]["locations"][0]["physicalLocation"]["region"]["startLine"],
        2
    );
}
