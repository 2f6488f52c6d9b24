//! Agent Skills discovery: what the indices list is there, whole, and the same on every machine.

use crate::links::resolve;
use crate::site::{Output, Site};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Read;

const SITE: &str = ".well-known/agent-skills/index.json";
const LEGACY: &str = ".well-known/skills/index.json";

fn head(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does what {name} does.\n---\n\n# {name}\n")
}

/// The form that discovery 0.2.0 asks of an index.
fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["$schema", "skills"],
        "additionalProperties": false,
        "properties": {
            "$schema": { "const": "https://schemas.agentskills.io/discovery/0.2.0/schema.json" },
            "skills": { "type": "array", "items": {
                "type": "object",
                "required": ["name", "type", "description", "url", "digest"],
                "additionalProperties": false,
                "properties": {
                    "name": { "type": "string", "maxLength": 64, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
                    "type": { "enum": ["skill-md", "archive"] },
                    "description": { "type": "string", "minLength": 1, "maxLength": 1024 },
                    "url": { "type": "string", "format": "uri-reference" },
                    "digest": { "type": "string", "pattern": "^sha256:[0-9a-f]{64}$" },
                },
            } },
        },
    })
}

/// The entries of an index, which has its form.
fn entries(output: &Output, path: &str) -> Vec<Value> {
    let index: Value = serde_json::from_str(&output.text(path)).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("index.json", schema()).unwrap();
    let mut schemas = boon::Schemas::new();
    let compiled = compiler.compile("index.json", &mut schemas).unwrap();
    let valid = schemas.validate(&index, compiled);
    assert!(valid.is_ok(), "{path}: {:#}", valid.unwrap_err());
    index["skills"].as_array().unwrap().clone()
}

/// Where an entry of an index leads, and the bytes there, which have its digest.
fn artifact(output: &Output, index: &str, entry: &Value) -> (String, Vec<u8>) {
    let (path, _) = resolve(&format!("/{index}"), entry["url"].as_str().unwrap()).unwrap();
    let path = path.trim_start_matches('/').to_owned();
    let bytes = std::fs::read(output.folder().join(&path)).unwrap();
    let digest: String = Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(entry["digest"], format!("sha256:{digest}"), "{path}");
    (path, bytes)
}

/// The members of an archive, and their headers' modes.
fn members(archive: &[u8]) -> Vec<(String, u32, Vec<u8>)> {
    let mut bytes = Vec::new();
    GzDecoder::new(archive).read_to_end(&mut bytes).unwrap();
    let mut tar = tar::Archive::new(bytes.as_slice());
    let entries = tar.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let header = entry.header().clone();
        let ustar = header.as_ustar().expect("a ustar header");
        assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
        assert_eq!(header.mtime().unwrap(), 0);
        assert!(
            ustar
                .uname
                .iter()
                .chain(&ustar.gname)
                .all(|byte| *byte == 0)
        );
        assert_eq!(header.entry_type(), tar::EntryType::Regular);
        let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (path, header.mode().unwrap(), content)
    });
    entries.collect()
}

fn names(entries: &[Value]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| entry["name"].as_str().unwrap())
        .collect()
}

#[test]
fn a_lone_file_is_offered_as_it_is_and_a_folder_as_an_archive() {
    let long = format!("references/{}/{}.md", "f".repeat(120), "n".repeat(90));
    let site = Site::empty()
        .skill(
            "lone",
            format!("\u{feff}{}", head("lone").replace('\n', "\r\n")),
        )
        .skill("many", head("many"))
        .file("skills/many/scripts/run.sh", "#!/bin/sh\n")
        .file("skills/many/references/é b.md", "# É\r\n")
        .file("skills/many/data.bin", b"\0\xff\r\n")
        .file(&format!("skills/many/{long}"), "# Long\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let script = site.root().join("skills/many/scripts/run.sh");
        std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o775)).unwrap();
    }
    let built = site.build();
    let found = entries(&built, SITE);
    assert_eq!(names(&found), ["lone", "many"]);

    assert_eq!(found[0]["type"], "skill-md");
    assert_eq!(found[0]["description"], "Does what lone does.");
    let (path, bytes) = artifact(&built, SITE, &found[0]);
    assert_eq!(path, ".well-known/agent-skills/lone/SKILL.md");
    assert_eq!(
        bytes,
        std::fs::read(site.root().join("skills/lone/SKILL.md")).unwrap()
    );

    assert_eq!(found[1]["type"], "archive");
    let (path, bytes) = artifact(&built, SITE, &found[1]);
    assert_eq!(path, ".well-known/agent-skills/many.tar.gz");
    let members = members(&bytes);
    let paths: Vec<(&str, u32)> = members
        .iter()
        .map(|(path, mode, _)| (path.as_str(), *mode))
        .collect();
    let executable = if cfg!(unix) { 0o755 } else { 0o644 };
    assert_eq!(
        paths,
        [
            ("SKILL.md", 0o644),
            ("data.bin", 0o644),
            (long.as_str(), 0o644),
            ("references/é b.md", 0o644),
            ("scripts/run.sh", executable),
        ]
    );
    for (path, _, content) in members {
        assert_eq!(
            content,
            std::fs::read(site.root().join("skills/many").join(&path)).unwrap(),
            "{path}"
        );
    }
}

#[test]
fn each_skill_has_an_index_of_its_own_and_one_for_older_clients() {
    for base in ["https://example.org", "https://example.org/a/b/"] {
        let site = Site::of_content();
        site.run(&format!(
            "build . --out ../based --no-search --base-url {base}"
        ))
        .code(0);
        let built = Output::at(site.beside("based"));
        let all = entries(&built, SITE);
        assert_eq!(all.len(), 12);
        for entry in &all {
            let name = entry["name"].as_str().unwrap();
            artifact(&built, SITE, entry);
            let own = format!("skills/{name}/{SITE}");
            let found = entries(&built, &own);
            assert_eq!(names(&found), [name]);
            let same = artifact(&built, &own, &found[0]);
            assert_eq!(same, artifact(&built, SITE, entry));
        }
        let legacy: Value = serde_json::from_str(&built.text(LEGACY)).unwrap();
        assert!(legacy.get("$schema").is_none());
        let legacy = legacy["skills"].as_array().unwrap();
        assert_eq!(names(legacy), names(&all));
        for entry in legacy {
            let name = entry["name"].as_str().unwrap();
            let files = entry["files"].as_array().unwrap();
            assert_eq!(files[0], "SKILL.md");
            for file in files.iter().map(|file| file.as_str().unwrap()) {
                let source = site
                    .root()
                    .join("pack/.claude/skills")
                    .join(name)
                    .join(file);
                let shown = built
                    .folder()
                    .join(".well-known/skills")
                    .join(name)
                    .join(file);
                assert_eq!(
                    std::fs::read(shown).unwrap(),
                    std::fs::read(source).unwrap(),
                    "{name}/{file}"
                );
            }
        }
    }
}

#[test]
fn what_cannot_be_installed_is_left_out_with_the_reason() {
    let long = format!("references/{}.md", "n".repeat(120));
    let site = Site::empty()
        .skill("good", head("good"))
        .file(&format!("skills/good/{long}"), "# Long\n")
        .file("skills/good/a#b.txt", "x")
        .file("skills/good/a..b.txt", "x")
        .skill("upper", head("Upper"))
        .skill("nameless", "---\ndescription: Has none.\n---\n\n# X\n")
        .skill("mute", "---\nname: mute\n---\n\n# X\n")
        .skill(
            "wordy",
            format!(
                "---\nname: wordy\ndescription: {}\n---\n\n# X\n",
                "é".repeat(1025)
            ),
        )
        .skill(
            "broken",
            "---\nname: broken\ndescription: a: b: c\n---\n\n# X\n",
        )
        .skill("bare", "# No frontmatter\n")
        .skill("again", head("good"))
        .skill(
            "brim",
            format!(
                "---\nname: brim\ndescription: {}\n---\n\n# X\n",
                "é".repeat(1024)
            ),
        );
    let run = site.run("check . --format json").code(0);
    let mut said: Vec<String> = run.json()["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!(
                "{} {} {}",
                it["code"].as_str().unwrap(),
                it["file"].as_str().unwrap(),
                it["line"]
            )
        })
        .collect();
    said.sort();
    assert_eq!(
        said,
        [
            "frontmatter skills/bare/SKILL.md 1",
            "frontmatter skills/broken/SKILL.md 3",
            "name-folder skills/again/SKILL.md 2",
            "name-folder skills/upper/SKILL.md 2",
            &format!("not-in-archive skills/good/{long} null"),
            "not-installable skills/mute/SKILL.md 1",
            "not-installable skills/nameless/SKILL.md 1",
            "not-installable skills/upper/SKILL.md 2",
            "not-installable skills/wordy/SKILL.md 3",
            "same-name skills/good/SKILL.md 2",
        ]
    );
    let built = site.build();
    let found = entries(&built, SITE);
    assert_eq!(names(&found), ["brim", "good"]);
    // The first by path is `again/`, whose name is `good` as well.
    assert_eq!(found[1]["type"], "skill-md");
    let second = format!("skills/good/{SITE}");
    let found = entries(&built, &second);
    assert_eq!(names(&found), ["good"]);
    let (path, bytes) = artifact(&built, &second, &found[0]);
    assert_eq!(path, "skills/good/.well-known/agent-skills/good.tar.gz");
    let paths: Vec<String> = members(&bytes)
        .into_iter()
        .map(|(path, _, _)| path)
        .collect();
    assert_eq!(paths, ["SKILL.md", "a#b.txt", "a..b.txt"]);
    assert!(!built.has("skills/upper/.well-known/agent-skills/index.json"));
}

#[test]
fn older_clients_are_offered_only_what_they_can_ask_for() {
    let site = Site::empty()
        .skill("good", head("good"))
        .file("skills/good/a#b.txt", "x")
        .file("skills/good/a..b.txt", "x")
        .file("skills/good/c.txt", "x");
    let run = site.run("check . --format json").code(0);
    let said = run.json()["diagnostics"].clone();
    let said: Vec<&str> = said
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["file"].as_str().unwrap())
        .collect();
    assert_eq!(said, ["skills/good/a#b.txt", "skills/good/a..b.txt"]);
    let built = site.build();
    let legacy: Value = serde_json::from_str(&built.text(LEGACY)).unwrap();
    assert_eq!(legacy["skills"][0]["files"], json!(["SKILL.md", "c.txt"]));
}

#[test]
fn a_site_without_skills_to_install_offers_none() {
    let built = Site::empty().skill("x", head("Not A Name")).build();
    assert!(!built.has(SITE));
    assert!(!built.has(LEGACY));
    let page = built.page("");
    assert!(page.with("data-install").is_empty());
}

#[test]
fn the_install_commands_name_the_address_that_the_site_will_have() {
    let site = Site::of("bakery");
    site.run("build . --out ../based --base-url https://example.org/a/b/")
        .code(0);
    let built = Output::at(site.beside("based"));
    let said = |url: &str| -> Vec<String> {
        let page = built.page(url);
        let place = page.with("data-install");
        place[0]
            .named("code")
            .iter()
            .map(|code| code.line())
            .collect()
    };
    assert_eq!(said("")[0], "npx skills add https://example.org/a/b/");
    let skill = said("skills/dough-design/");
    assert_eq!(
        skill[0],
        "npx skills add https://example.org/a/b/skills/dough-design/"
    );
    assert!(
        skill[1].contains(
            "https://example.org/a/b/.well-known/agent-skills/dough-design.tar.gz | tar -xz"
        ),
        "{skill:?}"
    );
}
