//! What machines read: it has its form, it tells what the pages tell, and its addresses lead somewhere.

use crate::links::resolve;
use crate::run::git_at;
use crate::site::{Output, Site, manifest_dir};
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeSet;

const BASES: [&str; 2] = ["https://example.org", "https://example.org/a/b/"];

/// Builds for an address.
fn based(site: &Site, base: &str) -> Output {
    site.run(&format!("build . --out ../based --base-url {base}"))
        .code(0);
    Output::at(site.beside("based"))
}

/// The file that an address relative to an output leads to; none for other sites.
fn file(from: &str, address: &str) -> Option<String> {
    let (path, _) = resolve(&format!("/{from}"), address)?;
    let path = path.trim_start_matches('/').to_owned();
    Some(match path.as_str() {
        "" => "index.html".to_owned(),
        folder if folder.ends_with('/') => format!("{folder}index.html"),
        _ => path,
    })
}

/// The example sites, and one whose names are odd.
fn sites() -> Vec<(&'static str, Site)> {
    let odd = Site::empty()
        .skill("a b", "---\nname: \"50% ?#&<x> é\"\ndescription: Odd.\n---\n\n# A & B\n\n[file](references/c%20d.md) `references/c d.md`\n\n```md\n````\n```\n")
        .file("skills/a b/references/c d.md", "# Ü & \"q\"\n\nSee [up](../SKILL.md#a-b).\n")
        .file("skills/a b/assets/50%.txt", "50 %\n")
        .file("skills/a b/assets/x.bin", b"\0\xff")
        .skill("none", "")
        .file("docs/use-cases/UC-001-ä b/10-x y.md", "# X\n\n## É\n\n§ É\n");
    vec![
        ("bakery", Site::of("bakery")),
        ("plain", Site::of("plain")),
        ("permits", Site::of("permits")),
        ("content", Site::of_content()),
        ("odd", odd),
    ]
}

fn catalogue(output: &Output) -> Value {
    serde_json::from_str(&output.text("skills.json")).unwrap()
}

/// Fails with what differs, in the words of the validator.
fn valid(schema: &Value, catalogue: &Value, name: &str) {
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler
        .add_resource("skills.schema.json", schema.clone())
        .unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler
        .compile("skills.schema.json", &mut schemas)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let found = schemas.validate(catalogue, index);
    assert!(found.is_ok(), "{name}: {:#}", found.unwrap_err());
}

/// Every value of a key, at any depth.
fn values<'a>(value: &'a Value, keys: &[&str], found: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value.as_str() {
                    Some(text) if keys.contains(&key.as_str()) => found.push(text),
                    // The author's own fields are none of the catalogue's.
                    _ if key != "frontmatter" => values(value, keys, found),
                    _ => {}
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| values(value, keys, found)),
        _ => {}
    }
}

#[test]
fn the_catalogue_has_the_form_that_its_schema_says() {
    for (name, site) in sites() {
        let built = site.build();
        let schema: Value = serde_json::from_str(&built.text("skills.schema.json")).unwrap();
        let catalogue = catalogue(&built);
        assert_eq!(catalogue["$schema"], "skills.schema.json");
        valid(&schema, &catalogue, name);
    }
}

#[test]
fn every_address_of_the_catalogue_leads_to_a_file() {
    let keys = ["url", "markdown", "raw", "document", "spec", "changelog"];
    for (name, site) in sites() {
        let built = site.build();
        let catalogue = catalogue(&built);
        let mut addresses = Vec::new();
        values(&catalogue, &keys, &mut addresses);
        assert!(addresses.len() >= 5, "{name}: {addresses:?}");
        for address in addresses {
            let file = file("skills.json", address).unwrap();
            assert!(built.has(&file), "{name}: {address} leads to no file");
        }
    }
}

/// The skill of that name in a catalogue.
fn skill<'a>(catalogue: &'a Value, name: &str) -> &'a Value {
    let skills = catalogue["skills"].as_array().unwrap();
    skills.iter().find(|it| it["name"] == name).unwrap()
}

#[test]
fn the_catalogue_tells_what_a_skills_page_tells() {
    let built = Site::of_content().build();
    let catalogue = catalogue(&built);
    let skill = skill(&catalogue, "jobs-architect");
    let page = built.page("skills/jobs-architect/");

    let texts = |value: &Value, key: &str| -> Vec<String> {
        let list = value.as_array().unwrap().iter();
        list.map(|it| it[key].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        texts(&skill["contract"]["cards"], "label"),
        page.values("data-card")
    );
    assert_eq!(texts(&skill["blocks"], "id"), page.values("data-block"));
    assert_eq!(
        skill["guard"]["write_allow"],
        serde_json::json!(page.values("data-glob"))
    );
    assert_eq!(
        texts(&skill["guard"]["transcript"], "tool"),
        page.values("data-call")
    );
    assert_eq!(
        texts(&skill["readers"], "skill"),
        page.values("data-reader")
    );
    assert_eq!(skill["class"], "design");
    assert_eq!(skill["frontmatter"]["name"], "jobs-architect");
    assert_eq!(
        skill["rails"],
        serde_json::json!([{ "command": "/new-feature", "role": "step", "step": 7 }])
    );

    // Where a page has a note, the catalogue has the same, by the same hand.
    for block in skill["blocks"].as_array().unwrap() {
        let id = block["id"].as_str().unwrap();
        let noted = page.with("data-note");
        let note = noted.iter().find(|note| note.attr("data-note") == Some(id));
        let by = note.map_or(Vec::new(), |note| note.values("data-source"));
        assert_eq!(texts(&block["notes"], "by"), by, "{id}");
    }
}

#[test]
fn lines_and_hashes_of_the_catalogue_are_those_of_the_files() {
    let built = Site::of_content().build();
    let catalogue = catalogue(&built);
    let root = manifest_dir().join("content/pack");
    let mut count = 0;
    for skill in catalogue["skills"].as_array().unwrap() {
        let path = skill["path"].as_str().unwrap();
        let bytes = std::fs::read(root.join(path)).unwrap();
        assert_eq!(skill["size"], bytes.len());
        let hash = |bytes: &[u8]| format!("blake3:{}", blake3::hash(bytes).to_hex());
        assert_eq!(skill["hash"], hash(&bytes));
        for file in skill["files"].as_array().unwrap() {
            let raw = built.folder().join(file["raw"].as_str().unwrap());
            let bytes = std::fs::read(raw).unwrap();
            assert_eq!(file["size"], bytes.len());
            assert_eq!(file["hash"], hash(&bytes));
            count += 1;
        }
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let cards = skill["contract"]["cards"].as_array().unwrap();
        let notes = skill["blocks"].as_array().unwrap().iter();
        let quotes = notes.flat_map(|block| block["notes"].as_array().unwrap());
        let own = quotes.filter(|note| note["path"] == path);
        for said in cards.iter().chain(own) {
            let line = |key: &str| said["lines"][key].as_u64().unwrap() as usize;
            let there = lines[line("first") - 1..line("last")].join("\n");
            let text = said["text"].as_str().unwrap();
            assert!(there.contains(text), "{text:?} is not in {there:?}");
            count += 1;
        }
    }
    assert!(count > 100, "only {count} were looked at");
}

#[test]
fn the_catalogue_lists_skills_by_name_and_tells_what_is_wrong() {
    let site = Site::empty()
        .skill(
            "b",
            "---\nname: b\ndescription: B.\n---\n\n# B\n\n`references/gone.md`\n",
        )
        .skill(
            "a",
            "---\nname: a\ndescription: A.\n---\n\n# A\n\nSee `b`.\n",
        );
    let catalogue = catalogue(&site.build());
    let mut names = Vec::new();
    values(&catalogue["skills"], &["name"], &mut names);
    assert_eq!(names, ["a", "b"]);
    let reference = &skill(&catalogue, "a")["references"][0];
    assert_eq!(reference["text"], "`b`");
    assert_eq!(reference["url"], "skills/b/");
    let b = skill(&catalogue, "b");
    assert_eq!(b["missing"][0]["path"], "references/gone.md");
    assert_eq!(b["missing"][0]["lines"]["first"], 8);
    assert_eq!(catalogue["diagnostics"][0]["code"], "missing-reference");
    assert_eq!(catalogue["diagnostics"][0]["line"], 8);
    for absent in ["contract", "sample", "class", "guard", "commit"] {
        assert_eq!(b[absent], Value::Null, "{absent}");
    }
}

#[test]
fn every_page_is_there_as_markdown_and_says_so() {
    for (name, site) in sites() {
        let built = site.build();
        for path in built.paths() {
            let Some(url) = path.strip_suffix("index.html") else {
                continue;
            };
            let page = built.page(url);
            let alternate = page.named("link").into_iter().find(|link| {
                link.attr("rel") == Some("alternate") && link.attr("type") == Some("text/markdown")
            });
            let link = alternate.unwrap_or_else(|| panic!("{name}: {path} names no Markdown"));
            let markdown = file(&path, link.must("href")).unwrap();
            assert_eq!(markdown, format!("{url}index.md"), "{name}");
            assert!(built.has(&markdown), "{name}: {markdown}");
        }
        let not_found = built.text("404.html");
        assert!(!not_found.contains("text/markdown"), "{name}");
    }
}

/// The destinations of the links of a Markdown text, outside code.
fn destinations(text: &str) -> Vec<String> {
    let document = skillbook::markdown::Document::parse(text.into(), &[]);
    let links = document.link_destinations().iter();
    links.map(|(_, destination)| destination.clone()).collect()
}

#[test]
fn links_of_markdown_that_the_site_writes_lead_to_markdown() {
    for (name, site) in sites() {
        let built = site.build();
        let mut count = 0;
        for path in built.paths() {
            let is_own = path.ends_with("/index.md") || path == "index.md";
            // A document is what its author wrote, links included.
            let is_source = !is_own
                || path.contains("/files/") && path.ends_with(".md/index.md")
                || path.starts_with("documents/")
                || path.starts_with("cases/") && path.matches('/').count() > 2;
            if is_source && !path.starts_with("llms") {
                continue;
            }
            for link in destinations(&built.text(&path)) {
                let Some(target) = file(&path, &link) else {
                    continue;
                };
                assert!(built.has(&target), "{name}: {path} leads to {link}");
                assert!(!target.ends_with(".html"), "{name}: {path} leads to {link}");
                count += 1;
            }
        }
        assert!(count > 5, "{name}: only {count} links were looked at");
    }
}

#[test]
fn a_document_as_markdown_is_its_source() {
    let site = Site::of("bakery");
    let built = site.build();
    for (page, source) in [
        (
            "skills/dough-design/files/SKILL.md",
            "pack/.claude/skills/dough-design/SKILL.md",
        ),
        (
            "cases/UC-001-rye-loaf/20-dough.md",
            "shop/docs/use-cases/UC-001-rye-loaf/20-dough.md",
        ),
    ] {
        assert_eq!(built.text(&format!("{page}/index.md")), site.text(source));
    }
}

#[test]
fn a_skill_as_markdown_has_its_text_word_for_word_and_what_the_site_knows() {
    let site = Site::of("bakery");
    let built = site.build();
    let text = built.text("skills/dough-design/index.md");
    let source = site.text("pack/.claude/skills/dough-design/SKILL.md");
    assert!(text.contains(&source), "{text}");
    assert!(built.text("llms-full.txt").contains(&source));
    let page = built.page("skills/dough-design/");
    assert!(text.starts_with("# dough-design\n\n"), "{text}");
    for glob in page.values("data-glob") {
        assert!(text.contains(&format!("- `{glob}`\n")), "{glob}\n{text}");
    }
    let verdicts = page.of_class("verdicts")[0];
    for verdict in verdicts.with("data-path") {
        let word = if verdict.must("data-exit") == "0" {
            "admitted"
        } else {
            "refused"
        };
        let line = format!("- {word} `{}`: ", verdict.must("data-path"));
        assert!(text.contains(&line), "{line}\n{text}");
    }
    for card in page.values("data-card") {
        assert!(
            text.contains(&format!("### {card} (line")),
            "{card}\n{text}"
        );
    }
}

#[test]
fn llms_txt_has_its_form() {
    for (name, site) in sites() {
        let built = site.build();
        let text = built.text("llms.txt");
        let mut lines = text.lines().filter(|line| !line.is_empty());
        assert!(lines.next().unwrap().starts_with("# "), "{name}");
        assert!(lines.next().unwrap().starts_with("> "), "{name}");
        let mut in_section = false;
        for line in lines {
            in_section |= line.starts_with("## ");
            let is_heading = line.starts_with('#');
            assert!(!is_heading || line.starts_with("## "), "{name}: {line}");
            // A section is a list of links, each with a line behind a colon at most.
            let is_link = line.starts_with("- [") && line.contains("](");
            assert!(!in_section || is_heading || is_link, "{name}: {line}");
        }
        for link in destinations(&text) {
            assert!(built.has(&file("llms.txt", &link).unwrap()), "{link}");
        }
        assert!(text.contains("(skills.json)") && text.contains("(llms-full.txt)"));
        let pages = built.paths();
        let skills = pages.iter().filter(|path| {
            path.starts_with("skills/") && path.matches('/').count() == 2 && path.ends_with(".html")
        });
        assert_eq!(
            text.matches("](skills/").count(),
            skills.count(),
            "{name}\n{text}"
        );
    }
}

#[test]
fn every_page_leads_to_what_machines_read() {
    let built = Site::of("bakery").build();
    for path in built.paths().iter().filter(|path| path.ends_with(".html")) {
        let page = crate::html::parse(&built.text(path)).unwrap();
        let footer = page.named("footer")[0];
        let links: Vec<&str> = footer.values("href");
        for wanted in ["skills.json", "llms.txt"] {
            assert!(links.iter().any(|it| it.ends_with(wanted)), "{path}");
        }
    }
}

/// The children of that name.
fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> Vec<Node<'a, 'a>> {
    let named = node
        .children()
        .filter(move |child| child.tag_name().name() == name);
    named.collect()
}

fn child<'a>(node: Node<'a, 'a>, name: &'static str) -> &'a str {
    let found = children(node, name);
    assert_eq!(found.len(), 1, "{name} of {node:?}");
    found[0].text().unwrap_or_default()
}

/// A whole address as a file of the site that has this one.
fn below(base: &str, address: &str) -> String {
    let below = address.strip_prefix(base.trim_end_matches('/'));
    let below = below.and_then(|path| path.strip_prefix('/'));
    let below = below.unwrap_or_else(|| panic!("{address} is not below {base}"));
    file("", below).unwrap()
}

#[test]
fn the_sitemap_has_every_page_and_nothing_else() {
    for (name, site) in sites() {
        for base in BASES {
            let built = based(&site, base);
            let text = built.text("sitemap.xml");
            let sitemap = Document::parse(&text).unwrap();
            let root = sitemap.root_element();
            assert_eq!(root.tag_name().name(), "urlset");
            let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
            assert_eq!(root.tag_name().namespace(), Some(namespace));
            let listed: Vec<String> = children(root, "url")
                .into_iter()
                .map(|url| below(base, child(url, "loc")))
                .collect();
            let unique: BTreeSet<&String> = listed.iter().collect();
            assert_eq!(unique.len(), listed.len(), "{name}");
            let paths = built.paths();
            let pages: BTreeSet<&String> = paths
                .iter()
                .filter(|path| path.ends_with("index.html"))
                .collect();
            assert_eq!(unique, pages, "{name}");

            let robots = built.text("robots.txt");
            let line = format!("Sitemap: {}/sitemap.xml", base.trim_end_matches('/'));
            assert!(robots.lines().any(|it| it == line), "{robots}");
        }
    }
}

#[test]
fn what_needs_whole_addresses_is_left_out_of_a_site_without_one() {
    for arguments in ["", "--base-url /a/b/"] {
        let site = commits_of("");
        site.run(&format!("build . --out ../out {arguments}"))
            .code(0);
        let built = Output::at(site.beside("out"));
        assert!(!built.has("sitemap.xml"));
        assert!(!built.has("feed.xml"));
        assert!(!built.text("robots.txt").contains("Sitemap"));
        let page = built.text("index.html");
        for absent in ["atom+xml", "canonical", "og:url"] {
            assert!(!page.contains(absent), "{absent}");
        }
        assert_eq!(built.text(".nojekyll"), "");
    }
}

#[test]
fn the_head_says_what_is_shown_where_a_page_is_shared() {
    let site = Site::of("bakery");
    let built = based(&site, BASES[1]);
    let page = built.page("skills/dough-design/");
    let meta = |name: &str| {
        let found = page
            .named("meta")
            .into_iter()
            .find(|meta| meta.attr("property") == Some(name) || meta.attr("name") == Some(name));
        found.map(|meta| meta.must("content").to_owned())
    };
    let address = "https://example.org/a/b/skills/dough-design/";
    assert_eq!(meta("og:url").as_deref(), Some(address));
    assert_eq!(meta("og:title").as_deref(), Some("dough-design"));
    assert_eq!(meta("og:type").as_deref(), Some("article"));
    assert_eq!(meta("twitter:card").as_deref(), Some("summary_large_image"));
    assert_eq!(meta("og:description"), meta("description"));
    assert!(!built.text("404.html").contains("og:"));
}

/// Three skills, each in a commit of its own; the second, by the clock of another zone, is the
/// latest. Words are added to the first one's text.
fn commits_of(more: &str) -> Site {
    let site = Site::empty();
    let root = site.root();
    git_at(&root, "init -q -b main", "");
    for (name, date) in [
        ("one", "2024-02-03T10:00:00+00:00"),
        ("two", "2024-02-03T09:30:00-02:00"),
        ("three", "2024-02-03T11:00:00+00:00"),
    ] {
        let text = format!(
            "---\nname: {name}\ndescription: Skill <{name}> & more.\n---\n\n# {name}\n{more}"
        );
        site.put(&format!("skills/{name}/SKILL.md"), text);
        site.put(&format!("skills/{name}/references/a.md"), "# A\n");
        git_at(&root, "add .", date);
        git_at(&root, &format!("commit -q -m 'Add {name} & <such>'"), date);
    }
    site
}

/// Identifier, title, time and content of each entry.
fn entries(built: &Output) -> Vec<[String; 4]> {
    let text = built.text("feed.xml");
    let feed = Document::parse(&text).unwrap();
    let entries = children(feed.root_element(), "entry").into_iter();
    entries
        .map(|entry| ["id", "title", "updated", "content"].map(|it| child(entry, it).to_owned()))
        .collect()
}

#[test]
fn the_feed_tells_of_changed_skills_the_latest_first() {
    let site = commits_of("");
    for base in BASES {
        let built = based(&site, base);
        let text = built.text("feed.xml");
        let feed = Document::parse(&text).unwrap();
        let root = feed.root_element();
        assert_eq!(root.tag_name().name(), "feed");
        let namespace = "http://www.w3.org/2005/Atom";
        assert_eq!(root.tag_name().namespace(), Some(namespace));
        let home = base.trim_end_matches('/');
        assert_eq!(child(root, "id"), format!("{home}/feed.xml"));
        assert_eq!(child(root, "updated"), "2024-02-03T11:30:00Z");
        let author = children(root, "author")[0];
        assert!(!child(author, "name").is_empty());

        let links = feed
            .descendants()
            .filter(|node| node.tag_name().name() == "link");
        for link in links {
            let file = below(base, link.attribute("href").unwrap());
            assert!(built.has(&file), "{file}");
        }
        let entries = entries(&built);
        let told: Vec<(&str, &str)> = entries
            .iter()
            .map(|[_, title, updated, _]| (title.as_str(), updated.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("two", "2024-02-03T11:30:00Z"),
                ("three", "2024-02-03T11:00:00Z"),
                ("one", "2024-02-03T10:00:00Z"),
            ]
        );
        let content = &entries[0][3];
        for words in [
            "Skill <two> & more.",
            "Add two & <such>",
            "SKILL.md, references/a.md",
        ] {
            assert!(content.contains(words), "{content}");
        }

        let page = built.page("skills/one/");
        let alternate = page.get("type", "application/atom+xml");
        assert_eq!(alternate.must("href"), "../../feed.xml");
        let text = built.text("sitemap.xml");
        let sitemap = Document::parse(&text).unwrap();
        let dated = children(sitemap.root_element(), "url").into_iter();
        let dated = dated.filter(|url| child(*url, "loc").ends_with("/skills/two/"));
        let dates: Vec<&str> = dated.map(|url| child(url, "lastmod")).collect();
        assert_eq!(dates, ["2024-02-03T11:30:00Z"]);
    }
}

#[test]
fn a_change_keeps_its_identifier_and_the_next_one_has_another() {
    let site = commits_of("");
    let before = entries(&based(&site, BASES[0]));
    let date = "2024-05-01T10:00:00+00:00";
    git_at(&site.root(), "commit -q --allow-empty -m 'Nothing'", date);
    assert_eq!(before, entries(&based(&site, BASES[0])));

    site.put("skills/one/references/a.md", "# A\n\nMore.\n");
    git_at(&site.root(), "commit -q -a -m 'Change a file'", date);
    let after = entries(&based(&site, BASES[0]));
    assert_eq!(after[1..], before[..2]);
    assert_eq!(after[0][1], "one");
    assert_ne!(after[0][0], before[2][0]);
    assert!(
        after[0][3].ends_with(": references/a.md"),
        "{}",
        after[0][3]
    );
}

#[test]
fn a_shallow_clone_has_no_feed() {
    let whole = commits_of("");
    let site = Site::empty();
    let from = format!("file://{}", whole.root().display());
    git_at(&site.root(), &format!("clone -q --depth 1 {from} ."), "");
    let built = based(&site, BASES[0]);
    assert!(!built.has("feed.xml"));
    assert!(!built.text("index.html").contains("atom+xml"));
    assert!(!built.text("sitemap.xml").contains("lastmod"));
}

#[test]
fn a_case_may_have_a_document_called_index() {
    let site = Site::of("plain").file("docs/use-cases/UC-001-x/index.md", "# Own\n");
    let built = site.build();
    assert!(
        built
            .text("cases/UC-001-x/index.md")
            .starts_with("# UC-001-x")
    );
    assert_eq!(built.text("cases/UC-001-x/index.md-2/index.md"), "# Own\n");
}

#[test]
fn links_of_the_guide_lead_to_markdown_in_its_markdown() {
    let site = Site::of("plain")
        .file("guide/01-a.md", "# A\n\nSee [b](02-b.md#x), [b.md](02-b.md), [greet](../skills/greet/SKILL.md),\n[there](https://example.org/02-b.md), `[c](02-b.md)`, ![p](p.svg) and [r].\n\n[r]: 02-b.md\n")
        .file("guide/02-b.md", "# B\n\n## X\n")
        .file("guide/p.svg", "<svg/>");
    let built = site.build();
    assert_eq!(
        built.text("guide/a/index.md"),
        "# A\n\nSee [b](../../guide/b/index.md), [b.md](../../guide/b/index.md), [greet](../../skills/greet/files/SKILL.md/index.md),\n[there](https://example.org/02-b.md), `[c](02-b.md)`, ![p](../../guide/raw/p.svg) and [r].\n\n[r]: 02-b.md\n"
    );
}
