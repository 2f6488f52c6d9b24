//! Pages of a site's author, and the guide that this repository ships: its configuration is parsed,
//! its example is built up and its commands are run, page by page.

use crate::site::Site;
use skillbook::config::{Config, KNOWN_KEYS};
use skillbook::diagnostics::Code;
use skillbook::markdown::Document;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

fn greet() -> Site {
    Site::empty().skill(
        "greet",
        "---\nname: greet\ndescription: Says hello.\n---\n\n# Greet\n",
    )
}

#[test]
fn a_folder_becomes_pages_in_the_order_of_its_names() {
    let site = greet()
        .file(
            "guide/02-more.md",
            "No heading of its own: see [the first page](01-first-steps.md#once).\n",
        )
        .file(
            "guide/01-first-steps.md",
            "# First steps\n\nCall `greet`. Then [go on](02-more.md), \
             read [it](../skills/greet/SKILL.md) or [leave](gone.md).\n\n\
             ![Greeting](img/hello.svg)\n\n## Once\n\n```toml\na = 1\n```\n\n## Again\n\nText.\n",
        )
        .file("guide/img/hello.svg", "<svg/>")
        .file("guide/unused.svg", "<svg/>");
    site.run("check --format github")
        .code(0)
        .stdout_has("::warning file=guide/01-first-steps.md,line=3,")
        .stdout_has("`gone.md` is not there");

    let built = site.build();
    let list = built.text("guide/index.html");
    let first = list.find("href=\"../guide/first-steps/\"").unwrap();
    assert!(first < list.find("href=\"../guide/more/\"").unwrap());
    assert!(list.contains("Call greet."));

    let page = built.text("guide/first-steps/index.html");
    for part in [
        "<h1 id=\"first-steps\">First steps</h1>",
        "href=\"../../skills/greet/\"",
        "href=\"../../guide/more/\">go on</a>",
        "href=\"../../skills/greet/files/SKILL.md/\">it</a>",
        "src=\"../../guide/raw/img/hello.svg\"",
        "data-chip=\"once\"",
        "data-chip=\"again\"",
        "data-language=\"toml\"",
        "rel=\"next\"",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("rel=\"prev\"") && page.matches("<h1").count() == 1);

    let more = built.text("guide/more/index.html");
    assert!(more.contains("<h1>more</h1>") && more.contains("rel=\"prev\""));
    assert!(more.contains("href=\"../../guide/first-steps/#once\""));
    assert!(built.text("skills/greet/index.html").contains(">Guide</a>"));
    assert_eq!(built.text("guide/raw/img/hello.svg"), "<svg/>");
    assert!(!built.has("guide/raw/unused.svg"));
}

#[test]
fn without_pages_there_is_no_guide() {
    let site = greet();
    let built = site.build();
    assert!(!built.has("guide/index.html"));
    assert!(!built.text("index.html").contains(">Guide</a>"));
}

#[test]
fn the_configuration_lists_pages_in_its_own_order() {
    let site = greet()
        .file("guide/01-unlisted.md", "# Unlisted\n")
        .file("docs/install.md", "# Installation on any machine\n")
        .file("docs/about.md", "---\ntitle: About us\n---\n\n# Who we are\n")
        .file(
            "skillbook.toml",
            "[[page]]\npath = \"docs/install.md\"\ntitle = \"Install\"\n\n[[page]]\npath = \"docs/about.md\"\n",
        );
    let built = site.build();
    let list = built.text("guide/index.html");
    let install = list.find(">Install</a>").unwrap();
    assert!(install < list.find(">About us</a>").unwrap());
    assert!(!list.contains("Unlisted"));
    assert!(
        built
            .text("guide/install/index.html")
            .contains(">Installation on any machine</h1>")
    );
}

#[test]
fn a_listed_page_that_is_not_there_stops_the_build() {
    let site = greet().file(
        "skillbook.toml",
        "[[page]]\npath = \"docs/gone.md\"\n\n[[page]]\ntitle = \"No path\"\n\n[[page]]\npath = \"../out.md\"\n",
    );
    let said = site.run("check --format github").code(1);
    for (line, code, words) in [
        (2, "config-target", "`docs/gone.md`"),
        (4, "config", "a page needs a `path`"),
        (8, "config-target", "leads out of the site's folder"),
    ] {
        let found = said.stdout.lines().any(|it| {
            it.starts_with("::error")
                && it.contains(&format!("line={line},"))
                && it.contains(code)
                && it.contains(words)
        });
        assert!(found, "line {line}, {code}\n{said}");
    }
}

#[test]
fn a_site_below_its_repository_links_to_files_above_it() {
    let site = greet()
        .file("site/skillbook.toml", "[[source]]\npath = \"..\"\n")
        .file(
            "site/guide/start.md",
            "# Start\n\nRead [it](../../skills/greet/SKILL.md), not [that](../../skills/gone.md).\n",
        );
    site.run("check site --format github")
        .code(0)
        .stdout_has("`../../skills/gone.md` is not there");
    site.run("build site --out ../out").code(0);
    let page = crate::site::Output::at(site.beside("out")).text("guide/start/index.html");
    assert!(page.contains("href=\"../../skills/greet/files/SKILL.md/\">it</a>"));
}

/// The pages of the guide that this repository ships, in order.
fn shipped() -> Vec<(PathBuf, Document)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/guide");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path, Document::parse(Arc::from(text), &[]))
        })
        .collect()
}

fn page(name: &str) -> Document {
    let mut pages = shipped().into_iter();
    let found = pages.find(|(path, _)| path.ends_with(name));
    found.unwrap().1
}

/// A code block of a page: language, file if it is one of the example's, line, text.
struct Fence {
    language: String,
    file: Option<String>,
    line: usize,
    text: String,
}

fn fences(document: &Document) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open: Option<&str> = None;
    for (index, line) in document.text.lines().enumerate() {
        let marks = line.len() - line.trim_start_matches('`').len();
        match open {
            Some(mark) if line == mark => open = None,
            Some(_) => {
                let fence = found.last_mut().unwrap();
                fence.text.push_str(line);
                fence.text.push('\n');
            }
            None if marks >= 3 => {
                let (mark, info) = line.split_at(marks);
                open = Some(mark);
                let mut words = info.split_whitespace();
                found.push(Fence {
                    language: words.next().unwrap_or_default().to_owned(),
                    file: words
                        .find_map(|word| word.strip_prefix("file="))
                        .map(str::to_owned),
                    line: index + 2,
                    text: String::new(),
                });
            }
            None => {}
        }
    }
    found
}

#[test]
fn every_code_has_a_section_in_the_guide_and_no_section_is_of_none() {
    let document = page("09-diagnostics.md");
    let sections: Vec<&str> = document
        .sections()
        .filter_map(|block| document.heading_of(block))
        .map(|heading| heading.text.as_str())
        .collect();
    for code in Code::ALL {
        assert!(
            sections.contains(&code.name()),
            "content/guide/09-diagnostics.md has no section `{}`",
            code.name()
        );
    }
    for section in sections {
        // Names of codes hold no spaces; other sections do.
        assert!(
            Code::from_name(section).is_some() || section.contains(' '),
            "there is no code `{section}`"
        );
    }
}

#[test]
fn every_key_of_the_configuration_is_in_the_guide() {
    let text = page("03-configuration.md").text;
    for (table, keys) in KNOWN_KEYS {
        for key in *keys {
            let wanted = match *table {
                "" => format!("[{key}"),
                _ => format!("`{key}`"),
            };
            assert!(
                text.contains(&wanted),
                "content/guide/03-configuration.md does not speak of `{table}.{key}`"
            );
        }
    }
}

#[test]
fn configuration_in_the_guide_has_no_mistakes() {
    let mut count = 0;
    for (path, document) in shipped() {
        for fence in fences(&document) {
            let is_config = fence.file.is_none_or(|file| file == "skillbook.toml");
            if fence.language != "toml" || !is_config {
                continue;
            }
            let mut problems = Vec::new();
            Config::parse(&fence.text, &mut problems);
            assert!(
                problems.is_empty(),
                "{}:{}: {problems:?}",
                path.display(),
                fence.line
            );
            count += 1;
        }
    }
    assert!(count > 5, "only {count} blocks of configuration were found");
}

/// The files of the example are written as the reader writes them, and each command is run in the
/// state in which the reader runs it. Lines under a command are lines of its output.
#[test]
fn the_guides_commands_do_what_it_says() {
    let site = Site::empty();
    let mut count = 0;
    for (path, document) in shipped() {
        for fence in fences(&document) {
            if let Some(file) = &fence.file {
                site.put(file, &fence.text);
            }
            if fence.language != "console" {
                continue;
            }
            for (line, command, shown) in commands(&fence) {
                let place = format!("{}:{line}: {command}", path.display());
                if command.starts_with("skillbook serve") {
                    assert!(serves(&site, command), "{place}: is not served");
                } else {
                    runs(&site, command, &shown, &place);
                }
                count += 1;
            }
        }
    }
    assert!(count > 10, "only {count} commands were found");
}

/// The commands of a console: the line, the command, and the lines of output that are shown.
fn commands(fence: &Fence) -> Vec<(usize, &str, Vec<&str>)> {
    let mut found: Vec<(usize, &str, Vec<&str>)> = Vec::new();
    for (index, line) in fence.text.lines().enumerate() {
        match line.strip_prefix("$ ") {
            Some(command) => found.push((fence.line + index, command, Vec::new())),
            None => found.last_mut().unwrap().2.push(line),
        }
    }
    found.retain(|(_, command, _)| command.starts_with("skillbook "));
    found
}

/// A shell that finds the program under its name.
fn shell(site: &Site, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_skillbook"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(site.root())
        .env("PATH", path);
    shell
}

fn runs(site: &Site, command: &str, shown: &[&str], place: &str) {
    let wanted = command
        .rsplit_once("# exits with ")
        .map_or(0, |(_, code)| code.trim().parse().unwrap());
    let output = shell(site, command).output().unwrap();
    let mut said = String::from_utf8(output.stdout).unwrap();
    said.push_str(&String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(wanted), "{place}\n{said}");
    if command.starts_with("skillbook check") && wanted == 0 {
        assert_eq!(said, "", "{place}");
    }
    let mut lines = said.lines();
    for line in shown.iter().filter(|line| !line.trim().is_empty()) {
        // What differs from run to run stands as `…`.
        let found = match line.split_once('…') {
            Some((start, end)) => lines.any(|it| it.starts_with(start) && it.ends_with(end)),
            None => lines.any(|it| it.trim_end() == line.trim_end()),
        };
        assert!(found, "{place}\ndoes not say\n{line}\nbut\n{said}");
    }
}

/// Starts a server at any free port, and ends it when it says that it serves.
fn serves(site: &Site, command: &str) -> bool {
    let plain = command.split(" #").next().unwrap_or_default();
    let mut server = shell(site, &format!("exec {plain} --port 0"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = server.stdout.take().unwrap();
    let said = BufReader::new(output)
        .lines()
        .map_while(Result::ok)
        .any(|line| line.contains("http://127.0.0.1:"));
    server.kill().unwrap();
    server.wait().unwrap();
    said
}
