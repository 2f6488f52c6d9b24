//! `skillbook serve` while somebody writes: files are changed in every way, and the pages, the stream of reports and
//! the terminal are read.

use crate::run::git;
use crate::server::{Server, without_script};
use crate::site::Site;
use flate2::read::GzDecoder;
use serde_json::json;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;

const GREET: &str = "skills/greet/SKILL.md";

fn greet() -> Site {
    Site::empty().skill(
        "greet",
        "---\nname: greet\ndescription: Says hello.\n---\n\n# Greet\n\nSay hello.\n",
    )
}

#[test]
fn a_save_is_served_and_reported() {
    let site = greet();
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    assert_eq!(reports.next()["edition"], 1);
    site.edit(GREET, "Say hello.", "Say good morning.");
    assert_eq!(reports.next()["edition"], 2);
    assert!(
        server
            .get("/skills/greet/")
            .body
            .contains("Say good morning.")
    );
    let line = server.line();
    assert!(
        line.starts_with("Read skills/greet/SKILL.md again: "),
        "{line}"
    );
    assert!(line.contains("pages, no problems, "), "{line}");
}

#[test]
fn every_way_of_changing_a_file_is_seen() {
    let site = greet();
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    let mut edition = 1;
    let mut read = || {
        edition += 1;
        let is_next = |report: &serde_json::Value| report["edition"].as_u64() >= Some(edition);
        edition = reports.until(is_next)["edition"].as_u64().unwrap();
    };
    // As editors save: beside the file, and over it.
    let text = site.text(GREET).replace("Say hello.", "Wave.");
    fs::write(site.root().join("skills/greet/.SKILL.md.tmp-1"), text).unwrap();
    fs::rename(
        site.root().join("skills/greet/.SKILL.md.tmp-1"),
        site.root().join(GREET),
    )
    .unwrap();
    read();
    assert!(server.get("/skills/greet/").body.contains("Wave."));
    // Another skill comes, with a folder of its own and a file in a folder below.
    site.put(
        "skills/part/references/a.md",
        "# A reference\n\nMore of it.\n",
    );
    site.put(
        "skills/part/SKILL.md",
        "---\nname: part\ndescription: Says goodbye.\n---\n\n# Part\n\nSee `references/a.md`.\n",
    );
    while server.get("/skills/part/files/references/a.md/").status != 200 {
        read();
    }
    site.put(
        "skills/part/references/a.md",
        "# A reference\n\nLess of it.\n",
    );
    while !server
        .get("/skills/part/files/references/a.md/")
        .body
        .contains("Less of it.")
    {
        read();
    }
    // A folder gets another name, and goes.
    fs::rename(
        site.root().join("skills/part"),
        site.root().join("skills/leave"),
    )
    .unwrap();
    while server.get("/skills/leave/").status != 200 {
        read();
    }
    assert_eq!(server.get("/skills/part/").status, 404);
    site.put(
        "skills/leave/references/a.md",
        "# A reference\n\nMost of it.\n",
    );
    while !server
        .get("/skills/leave/files/references/a.md/")
        .body
        .contains("Most of it.")
    {
        read();
    }
    fs::remove_dir_all(site.root().join("skills/leave")).unwrap();
    while server.get("/skills/leave/").status != 404 {
        read();
    }
    // What the author adds beside the skills: configuration, theme, guide.
    site.put("skillbook.toml", "[site]\ntitle = \"Manners\"\n");
    while !server.get("/").body.contains("<title>Manners</title>") {
        read();
    }
    site.put("theme/own.css", "h1 { color: teal }\n");
    while !server.get("/").body.contains("theme-") {
        read();
    }
    site.put("guide/first.md", "# First\n\nA page.\n");
    while server.get("/guide/first/").status != 200 {
        read();
    }
}

#[test]
fn a_folder_that_takes_the_place_of_another_is_watched() {
    let site = greet().file("guide/first.md", "# First\n\nOne.\n");
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    fs::rename(site.root().join("guide"), site.root().join("away")).unwrap();
    site.put("guide/first.md", "# First\n\nTwo.\n");
    reports.until(|_| server.get("/guide/first/").body.contains("Two."));
    std::thread::sleep(std::time::Duration::from_millis(300));
    site.put("guide/first.md", "# First\n\nThree.\n");
    reports.until(|_| server.get("/guide/first/").body.contains("Three."));
}

#[test]
fn linked_content_is_followed_to_where_it_is() {
    let site = Site::empty()
        .file(
            "pool/greet/SKILL.md",
            "---\nname: greet\ndescription: Says hello.\n---\n\n# Greet\n\nSay hello.\n",
        )
        .link(".claude/skills/greet", "../../pool/greet");
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    site.edit("pool/greet/SKILL.md", "Say hello.", "Bow.");
    reports.next();
    assert!(server.get("/skills/greet/").body.contains("Bow."));
}

#[test]
fn what_no_page_is_made_from_is_not_read_again() {
    let site = greet().file(".gitignore", "drafts/\n*.log\n");
    site.put("drafts/a.md", "x");
    site.put(".git/HEAD", "ref: refs/heads/main\n");
    site.put("dist/.skillbook", "made by skillbook\n");
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    for path in [
        "drafts/a.md",
        "drafts/b.md",
        "skills/greet/run.log",
        ".git/index",
        "dist/index.html",
        "node_modules/a/index.js",
        "skills/greet/SKILL.md~",
        "skills/greet/.SKILL.md.swp",
        "skills/greet/#SKILL.md#",
        "skills/greet/4913",
    ] {
        site.put(path, "another");
    }
    for aside in ["SKILL.md~", ".SKILL.md.swp", "#SKILL.md#", "4913"] {
        fs::remove_file(site.root().join("skills/greet").join(aside)).unwrap();
    }
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(server.rest(), Vec::<String>::new());
    // And what is, still is.
    site.edit(GREET, "Say hello.", "Nod.");
    assert_eq!(reports.next()["edition"], 2);
    assert!(
        server
            .line()
            .starts_with("Read skills/greet/SKILL.md again: ")
    );
}

#[test]
fn a_branch_switch_of_five_hundred_files_is_one_reading() {
    let site = greet();
    let root = site.root();
    git(&root, "init -q -b main");
    for words in ["One", "Two"] {
        for number in 0..500 {
            let file = format!("skills/greet/references/{number}.md");
            site.put(&file, format!("# {words}\n"));
        }
        git(&root, "add .");
        git(&root, &format!("commit -q -m {words}"));
    }
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    let last = "/skills/greet/files/references/499.md/";
    assert!(server.get(last).body.contains("Two"));
    git(&root, "checkout -q HEAD~1");
    reports.next();
    let line = server.line();
    assert!(line.contains("and 499 more again: "), "{line}");
    let page = server.get(last).body;
    assert!(page.contains("One"));
    // With the commit that the file now has.
    assert!(page.contains(&git(&root, "rev-parse HEAD")), "{page}");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(server.rest(), Vec::<String>::new());
}

#[test]
fn many_changes_at_once_are_few_readings() {
    let site = greet();
    for number in 0..200 {
        site.put(&format!("skills/greet/references/{number}.md"), "# One\n");
    }
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    for number in 0..200 {
        site.put(&format!("skills/greet/references/{number}.md"), "# Two\n");
    }
    let last = "/skills/greet/files/references/199.md/";
    let report = reports.until(|_| server.get(last).body.contains("Two"));
    // One, unless the machine was busy elsewhere in the middle of it.
    assert!(report["edition"].as_u64() < Some(20), "{report}");
}

#[test]
fn where_no_events_come_the_disk_is_looked_at() {
    let site = greet();
    let server = Server::start(&site, "serve . --port 0 --no-search --poll");
    let mut reports = server.reports();
    reports.next();
    site.edit(GREET, "Say hello.", "Smile.");
    reports.next();
    assert!(server.get("/skills/greet/").body.contains("Smile."));
}

#[test]
fn a_mistake_is_reported_and_the_last_good_site_stays() {
    let site = greet().file("skillbook.toml", "[site]\ntitle = \"Manners\"\n");
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    site.put(
        "skillbook.toml",
        "[site]\ntitle = \"Manners\"\n\ntitel = \"<b>x</b>\"\n",
    );
    let report = reports.next();
    let problem = &report["problems"][0];
    assert_eq!(problem["is_error"], true);
    assert_eq!(problem["code"], "unknown-key");
    assert_eq!(problem["place"]["file"], "skillbook.toml");
    assert_eq!(problem["place"]["at"], json!([4, 1]));
    let lines = problem["place"]["lines"].as_array().unwrap();
    let marked: Vec<&serde_json::Value> =
        lines.iter().filter(|line| line["marked"] != "").collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0]["number"], 4);
    assert_eq!(marked[0]["marked"], "titel");
    assert_eq!(marked[0]["after"], " = \"<b>x</b>\"");
    assert!(!report.to_string().contains(site.root().to_str().unwrap()));
    assert!(server.get("/").body.contains("<title>Manners</title>"));
    assert!(server.line().contains("the site stays as it was, 1 error"));
    // Whatever else changes waits for the mistake to be mended.
    site.edit(GREET, "Say hello.", "Sing.");
    reports.next();
    assert!(server.get("/skills/greet/").body.contains("Say hello."));
    site.put("skillbook.toml", "[site]\ntitle = \"Better manners\"\n");
    assert_eq!(reports.next()["problems"], json!([]));
    assert!(
        server
            .get("/")
            .body
            .contains("<title>Better manners</title>")
    );
    assert!(server.get("/skills/greet/").body.contains("Sing."));
}

#[test]
fn warnings_are_reported_beside_the_new_site() {
    let site = greet();
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    reports.next();
    site.edit(GREET, "Say hello.", "See [more](references/more.md).");
    let report = reports.next();
    assert_eq!(report["problems"][0]["is_error"], false);
    assert_eq!(report["problems"][0]["code"], "missing-reference");
    assert!(server.get("/skills/greet/").body.contains("See "));
}

#[test]
fn only_pages_of_the_server_may_ask_for_more_than_pages() {
    let site = greet();
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let token = server.token();
    let reports = format!("/.skillbook/reports?token={token}");
    for path in [
        "/.skillbook/reports",
        "/.skillbook/reports?token=",
        "/.skillbook/reports?token=0123",
        "/.skillbook/open",
    ] {
        assert_eq!(server.get(path).status, 403, "{path}");
    }
    let own = format!("http://127.0.0.1:{}", server.port);
    for (origin, status) in [
        (own.as_str(), 200),
        ("http://127.0.0.1:1", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        for path in ["/", "/skills.json"] {
            let answer = server.ask("GET", path, &[("Origin", origin)]);
            assert_eq!(answer.status, status, "{origin} {path}");
        }
    }
    assert_eq!(
        server.ask("GET", &reports, &[("Origin", "null")]).status,
        403
    );
    let rebound = [("Host", "evil.example"), ("Origin", "http://evil.example")];
    assert_eq!(server.ask("GET", &reports, &rebound).status, 421);
    // There is no editor, so there is nothing to open.
    let open = format!("/.skillbook/open?edition=1&problem=0&token={token}");
    assert_eq!(server.ask("POST", &open, &[]).status, 404);
    assert_eq!(server.ask("GET", &open, &[]).status, 405);
    for path in [
        "/.skillbook",
        "/.skillbook/",
        "/.skillbook/../SKILL.md",
        "/.git/HEAD",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // Another run has another token.
    let other = Server::start(&site, "serve . --port 0 --no-search");
    assert_eq!(other.get(&reports).status, 403);
}

#[test]
fn a_click_on_a_file_opens_the_editor_at_the_line() {
    let site = greet();
    site.edit(GREET, "Say hello.", "See [more](references/more.md).");
    // An editor of a known kind that only writes down what it is told.
    let program = site.beside("bin/code");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    let log = site.beside("opened");
    fs::write(
        &program,
        format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > '{0}.part' && mv '{0}.part' '{0}'\n",
            log.display()
        ),
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::spawn(
        site.command("serve . --port 0 --no-search")
            .env("VISUAL", format!("{} --wait", program.display())),
    );
    let report = server.reports().next();
    assert_eq!(report["editor"], true);
    let open = format!(
        "/.skillbook/open?edition=1&problem=0&token={}",
        server.token()
    );
    assert_eq!(server.ask("POST", &open, &[]).status, 200);
    while !log.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let file = site.root().canonicalize().unwrap().join(GREET);
    let told = fs::read_to_string(&log).unwrap();
    assert_eq!(told, format!("--goto\n{}:8:5\n", file.display()));
    // A problem that is none, or of another edition, opens nothing.
    for query in ["edition=1&problem=7", "edition=9&problem=0", "problem=0"] {
        let open = format!("/.skillbook/open?{query}&token={}", server.token());
        assert_eq!(server.ask("POST", &open, &[]).status, 404, "{query}");
    }
}

#[test]
fn below_a_base_path_everything_is_found_too() {
    let site = greet();
    let line = "serve . --port 0 --no-search --base-url https://a.example/b/c/";
    let server = Server::start(&site, line);
    let page = server.get("/b/c/skills/greet/").body;
    assert!(page.contains(r#"<script src="/b/c/.skillbook/live.js" data-base="/b/c/""#));
    assert_eq!(server.get("/b/c/.skillbook/live.js").status, 200);
    assert_eq!(server.get("/.skillbook/live.js").status, 404);
    let token = page.split("data-token=\"").nth(1).unwrap();
    let token = token.split('"').next().unwrap();
    let mut reports = server.reports_at(&format!("/b/c/.skillbook/reports?token={token}"));
    assert_eq!(reports.next()["edition"], 1);
    site.edit(GREET, "Say hello.", "Say good night.");
    assert_eq!(reports.next()["edition"], 2);
    let page = server.get("/b/c/skills/greet/").body;
    assert!(page.contains("Say good night."));
}

#[test]
fn an_editor_that_is_not_known_is_refused_if_it_is_named() {
    let run = greet().run("serve . --editor ed");
    run.code(2)
        .stderr_has("how `ed` opens a file at a line is not known");
}

#[test]
fn pages_are_not_kept_and_the_rest_is_asked_for_again() {
    let server = Server::start(&greet(), "serve . --port 0 --no-search");
    let page = server.get("/");
    assert!(
        page.head.contains("cache-control: no-store"),
        "{}",
        page.head
    );
    let tag = header(&page.head, "etag").unwrap();
    let known = server.ask("GET", "/", &[("If-None-Match", &tag)]);
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    let file = server.get("/skills.json");
    assert!(
        file.head.contains("cache-control: no-cache"),
        "{}",
        file.head
    );
    let head = server.ask("HEAD", "/skills.json", &[]);
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert_eq!(
        header(&head.head, "content-length"),
        header(&file.head, "content-length")
    );
    let part = server.ask("GET", "/skills.json", &[("Range", "bytes=1-4")]);
    assert_eq!(part.status, 206);
    assert_eq!(part.bytes, file.bytes[1..5]);
    let range = format!("bytes 1-4/{}", file.bytes.len());
    assert_eq!(header(&part.head, "content-range"), Some(range));
    let beyond = server.ask("GET", "/skills.json", &[("Range", "bytes=9999999-")]);
    assert_eq!(beyond.status, 416);
    let other = [("Range", "bytes=1-4"), ("If-Range", "\"another\"")];
    assert_eq!(server.ask("GET", "/skills.json", &other).status, 200);
    let small = server.ask("GET", "/skills.json", &[("Accept-Encoding", "gzip")]);
    assert_eq!(
        header(&small.head, "content-encoding").as_deref(),
        Some("gzip")
    );
    assert!(header(&small.head, "etag").unwrap().starts_with("w/"));
    let mut bytes = Vec::new();
    GzDecoder::new(&small.bytes[..])
        .read_to_end(&mut bytes)
        .unwrap();
    assert_eq!(bytes, file.bytes);
}

#[test]
fn without_watching_pages_are_those_of_a_static_host() {
    let site = greet();
    site.run("build . --out ../out --no-search").code(0);
    let built = fs::read_to_string(site.beside("out/skills/greet/index.html")).unwrap();
    let server = Server::start(&site, "serve . --port 0 --no-search --no-watch");
    let page = server.get("/skills/greet/");
    assert_eq!(page.body, built);
    assert!(page.head.contains("cache-control: no-cache"));
    assert_eq!(server.get("/.skillbook/live.js").status, 404);
}

/// The same numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }
}

/// One change somebody may make.
fn change(site: &Site, dice: &mut Dice) {
    let root = site.root();
    let mut files: Vec<String> = walk(&root)
        .into_iter()
        .filter(|path| path.ends_with(".md") || path.ends_with(".json"))
        .collect();
    files.sort();
    let file = files[dice.roll(files.len())].clone();
    let text = site.text(&file);
    let middle = {
        let mut at = dice.roll(text.len().max(1));
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    match dice.roll(10) {
        0..=3 => site.put(
            &file,
            format!(
                "{}\n\n## Added {}\n\nSee § 2 and `SKILL.md`.\n\n{}",
                &text[..middle],
                dice.roll(9),
                &text[middle..]
            ),
        ),
        4 => site.put(&file, &text[..middle]),
        5 => fs::remove_file(root.join(&file)).unwrap(),
        6 => {
            let to = root.join(format!("skills/new-{}/SKILL.md", dice.roll(4)));
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, "---\nname: new\ndescription: Is new, as `dough-design` is.\n---\n\n# New\n\nAs `dough-design` § 1 says.\n").unwrap();
        }
        7 => {
            let beside = root.join(format!("{file}.tmp"));
            fs::write(&beside, text.replace("the", "a")).unwrap();
            fs::rename(beside, root.join(&file)).unwrap();
        }
        8 => {
            let folder = root.join(&file).parent().unwrap().to_owned();
            if folder != root {
                let to = folder.with_file_name(format!("moved-{}", dice.roll(100)));
                let _ = fs::rename(folder, to);
            }
        }
        _ => {
            let name = format!(
                "skills/new-{}/references/r{}.md",
                dice.roll(4),
                dice.roll(4)
            );
            site.put(&name, "# A file\n\nWith [a link](../SKILL.md).\n");
        }
    }
}

fn walk(folder: &std::path::Path) -> Vec<String> {
    fn below(root: &std::path::Path, folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(root, &path, found);
            } else {
                found.push(
                    path.strip_prefix(root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned(),
                );
            }
        }
    }
    let mut found = Vec::new();
    below(folder, folder, &mut found);
    found
}

/// Edits at random, and compares what is served with a build of the same files. `SKILLBOOK_EDITS` asks for more.
#[test]
fn after_any_edits_the_site_is_that_of_a_full_build() {
    let edits: usize = std::env::var("SKILLBOOK_EDITS").map_or(40, |edits| edits.parse().unwrap());
    let site = Site::of("bakery");
    // What is found in a repository is never an error, so every edit leads to a site.
    fs::remove_file(site.root().join("skillbook.toml")).unwrap();
    let server = Server::start(&site, "serve . --port 0 --no-search");
    let mut reports = server.reports();
    let mut edition = reports.next()["edition"].as_u64().unwrap();
    let mut dice = Dice(7);
    let mut compared = 0;
    for number in 0..edits {
        change(&site, &mut dice);
        if number % 8 != 7 && number + 1 != edits {
            // Some come one by one, some close together.
            if dice.roll(2) == 0 {
                std::thread::sleep(std::time::Duration::from_millis(30));
            }
            continue;
        }
        // The stream is quiet once everything was read.
        let marker = format!("# Marker {number}\n");
        site.put("guide/marker.md", &marker);
        site.run("build . --out ../out --no-search").code(0);
        let wanted = format!("Marker {number}");
        while !server.get("/guide/marker/").body.contains(&wanted) {
            edition = reports.until(|report| report["edition"].as_u64() > Some(edition))["edition"]
                .as_u64()
                .unwrap();
        }
        // Whatever came behind the marker is read, too.
        std::thread::sleep(std::time::Duration::from_millis(400));
        let out = site.beside("out");
        for path in walk(&out) {
            if path == ".skillbook" || path == ".nojekyll" {
                continue;
            }
            let encoded: String = path
                .bytes()
                .map(|byte| format!("%{byte:02x}"))
                .collect::<String>()
                .replace("%2f", "/");
            let answer = server.get(&format!("/{encoded}"));
            let expected = fs::read(out.join(&path)).unwrap();
            if path.ends_with(".html") {
                assert_eq!(
                    without_script(&answer.body),
                    String::from_utf8(expected).unwrap(),
                    "{path} after {number}"
                );
            } else {
                assert!(answer.bytes == expected, "{path} after {number}");
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

fn header(head: &str, name: &str) -> Option<String> {
    let line = head
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")))?;
    Some(line.trim().to_owned())
}
