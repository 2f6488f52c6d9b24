//! Turns `themes/` and `assets/` into the files that every site carries.
//!
//! Style sheets are parsed, compiled for browsers of the last three years and minified; scripts are
//! joined into one classic script, except those in `assets/lazy/`, which are modules that a page imports
//! when they are needed. Each result is named after the hash of its bytes, so that a host
//! may cache it for ever, and is compiled into the binary through `$OUT_DIR/assets.rs`:
//!
//! - `FILES`: name, content type and bytes of each file;
//! - `CSS`, `JS`, `FAVICON`: their names; `SEARCH_JS` that of `assets/lazy/search.js`, and so on.
//!
//! Knows nothing of pages: which page asks for which file is decided where pages are made.

use lightningcss::stylesheet::{MinifyOptions, ParserOptions, PrinterOptions, StyleSheet};
use lightningcss::targets::{Browsers, Targets};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a site carries: its name, its content type, its bytes.
struct Asset {
    constant: String,
    name: String,
    content_type: &'static str,
    bytes: Vec<u8>,
}

impl Asset {
    /// An asset named `<stem>-<hash>.<extension>`, by the first eight digits of its BLAKE3 hash.
    fn new(
        constant: &str,
        stem: &str,
        extension: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> Self {
        let hash = blake3::hash(&bytes).to_hex();
        let name = format!("{stem}-{}.{extension}", &hash[..8]);
        Self {
            constant: constant.to_owned(),
            name,
            content_type,
            bytes,
        }
    }
}

fn main() {
    if let Err(problem) = run() {
        for line in problem.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    for path in ["build.rs", "assets", "themes"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or("OUT_DIR is not set: this program is run by cargo")?;
    let mut assets = vec![
        Asset::new(
            "CSS",
            "skillbook",
            "css",
            "text/css; charset=utf-8",
            styles()?.into_bytes(),
        ),
        Asset::new(
            "JS",
            "skillbook",
            "js",
            "text/javascript; charset=utf-8",
            script()?.into_bytes(),
        ),
        Asset::new(
            "FAVICON",
            "favicon",
            "svg",
            "image/svg+xml",
            read("assets/favicon.svg")?.into_bytes(),
        ),
    ];
    for path in files("assets/lazy", "js")? {
        let stem = Path::new(&path).file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy();
        assets.push(Asset::new(
            &format!("{}_JS", stem.to_uppercase()),
            &stem,
            "js",
            "text/javascript; charset=utf-8",
            module(&path, &read(&path)?)?.into_bytes(),
        ));
    }
    for asset in &assets {
        write(&out.join(&asset.name), &asset.bytes)?;
    }
    // What a live server adds is no part of a site.
    let source = read("assets/live/live.js")?;
    let live = format!("(()=>{{\"use strict\";\n{source}}})();\n");
    write(&out.join("live.js"), live.as_bytes())?;
    let mut listing = listing(&assets);
    listing.push_str(
        "/// What a live server gives to the pages that it shows.\n\
         pub const LIVE: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/live.js\"));\n",
    );
    write(&out.join("assets.rs"), listing.as_bytes())
}

/// The Rust source that names the files.
fn listing(assets: &[Asset]) -> String {
    let mut source = String::from(
        "/// Every file of the look and the script: name, content type, bytes.\n\
         pub const FILES: &[(&str, &str, &[u8])] = &[\n",
    );
    for asset in assets {
        let _ = writeln!(
            source,
            "    ({name:?}, {kind:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))),",
            name = asset.name,
            kind = asset.content_type
        );
    }
    source.push_str("];\n");
    for asset in assets {
        let _ = writeln!(
            source,
            "/// A name of [`FILES`].\npub const {}: &str = {:?};",
            asset.constant, asset.name
        );
    }
    source
}

/// All style sheets, the two themes first, so that the rest can use their properties.
fn styles() -> Result<String, String> {
    let mut css = compile("themes/light.css", &read("themes/light.css")?)?;
    let theme = read("themes/dark.css")?;
    // By itself first: a brace too many would close the wrapping and pass for a style sheet.
    compile("themes/dark.css", &theme)?;
    for (condition, root) in DARK {
        let wrapped = format!("@media {condition} {{ {root} {{ {theme} }} }}");
        css.push_str(&compile("themes/dark.css", &wrapped)?);
    }
    for path in files("assets/css", "css")? {
        css.push_str(&compile(&path, &read(&path)?)?);
    }
    Ok(css)
}

/// When the dark theme, which is written once as `& { … }`, holds: the system asks for it and the
/// reader does not ask for the light one, or the reader asks for it. Paper is always light. The
/// wrapping adds no line, so that a problem is reported where it stands in the file.
const DARK: [(&str, &str); 2] = [
    (
        "screen and (prefers-color-scheme: dark)",
        ":root:not([data-theme=\"light\"])",
    ),
    ("screen", ":root[data-theme=\"dark\"]"),
];

/// One style sheet, compiled and minified. Errors carry file, line and column.
fn compile(path: &str, source: &str) -> Result<String, String> {
    let options = ParserOptions {
        filename: path.to_owned(),
        ..ParserOptions::default()
    };
    let mut sheet = StyleSheet::parse(source, options).map_err(|error| place(path, &error))?;
    let targets = Targets::from(Browsers {
        chrome: Some(112 << 16),
        edge: Some(112 << 16),
        firefox: Some(115 << 16),
        safari: Some(16 << 16 | 4 << 8),
        ios_saf: Some(16 << 16 | 4 << 8),
        ..Browsers::default()
    });
    sheet
        .minify(MinifyOptions {
            targets,
            ..MinifyOptions::default()
        })
        .map_err(|error| place(path, &error))?;
    let printed = sheet
        .to_css(PrinterOptions {
            minify: true,
            targets,
            ..PrinterOptions::default()
        })
        .map_err(|error| place(path, &error))?;
    Ok(printed.code)
}

/// `file:line:column: what is wrong`; lightningcss counts lines from 0.
fn place<T: std::fmt::Display>(path: &str, error: &lightningcss::error::Error<T>) -> String {
    match &error.loc {
        Some(at) => format!("{path}:{}:{}: {}", at.line + 1, at.column, error.kind),
        None => format!("{path}: {}", error.kind),
    }
}

/// All scripts in one function, so that no name of theirs is global.
fn script() -> Result<String, String> {
    let mut js = String::from("(()=>{\"use strict\";\n");
    for path in files("assets/js", "js")? {
        js.push_str(&joined(&path, &read(&path)?)?);
    }
    js.push_str("})();\n");
    Ok(js)
}

/// A script as part of the joined one: bare, without `export`, and without anything to load.
fn joined(path: &str, source: &str) -> Result<String, String> {
    let import = |line: &str| line.starts_with("import ") || line.starts_with("import{");
    if let Some(index) = source.lines().position(|line| import(line.trim())) {
        return Err(format!(
            "{path}:{}:1: scripts are joined into one, an import has nothing to load",
            index + 1
        ));
    }
    let mut out = String::with_capacity(source.len());
    for line in bare(path, source)? {
        out.push_str(line.strip_prefix("export ").unwrap_or(line));
        out.push('\n');
    }
    Ok(out)
}

/// A module as it is shipped by itself: bare.
fn module(path: &str, source: &str) -> Result<String, String> {
    Ok(bare(path, source)?.join("\n") + "\n")
}

/// The lines of a script without comment lines and indentation. A file in which a template literal may
/// run over several lines keeps its spaces and comments: there they can be text.
fn bare<'a>(path: &str, source: &'a str) -> Result<Vec<&'a str>, String> {
    let plain = source
        .lines()
        .all(|line| line.matches('`').count().is_multiple_of(2));
    if !plain {
        return Ok(source.lines().collect());
    }
    let mut lines = Vec::new();
    let mut comment = false;
    for line in source.lines().map(str::trim) {
        if comment || line.starts_with("/*") {
            comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push(line);
        }
    }
    if comment {
        return Err(format!("{path}: a comment is not closed"));
    }
    Ok(lines)
}

/// The files of a folder with an extension, by name.
fn files(folder: &str, extension: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut paths = Vec::new();
    for entry in entries {
        let name = entry
            .map_err(|error| format!("{folder}: {error}"))?
            .file_name();
        let name = name.to_string_lossy();
        if Path::new(name.as_ref())
            .extension()
            .is_some_and(|e| e == extension)
        {
            paths.push(format!("{folder}/{name}"));
        }
    }
    paths.sort();
    Ok(paths)
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
