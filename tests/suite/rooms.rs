//! ARCHITECTURE.md tells the truth about the house: every room is in its list, and a room imports only rooms that
//! stand above it there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in the order of ARCHITECTURE.md.
fn rooms() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, house) = text.split_once("## The house").unwrap();
    let table = house.lines().skip_while(|line| !line.starts_with("| Room"));
    table
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|row| row.split('`').nth(1).unwrap().to_owned())
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of a room.
fn files(room: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join("src").join(room)];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.extension() {
                None => waiting.push(path),
                Some(extension) if extension == "rs" => found.push(path),
                Some(_) => {}
            }
        }
    }
    let single = root().join(format!("src/{room}.rs"));
    found.extend(single.is_file().then_some(single));
    found
}

/// The rooms that a file names: what follows `crate::` outside comments.
fn imports(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let name: String = rest
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            assert!(
                !name.is_empty(),
                "{}: one `use crate::…` per room",
                path.display()
            );
            name
        })
        .collect()
}

#[test]
fn every_room_is_in_the_list() {
    let rooms = rooms();
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let modules = lib.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("pub mod ")?.strip_suffix(';')?;
        Some(name.to_owned())
    });
    let missing: Vec<String> = modules.filter(|name| !rooms.contains(name)).collect();
    assert!(
        missing.is_empty(),
        "not in ARCHITECTURE.md § The house: {missing:?}"
    );
}

#[test]
fn a_room_imports_only_rooms_above_it() {
    let rooms = rooms();
    let place = |name: &str| rooms.iter().position(|room| room == name);
    let mut wrong = Vec::new();
    for room in &rooms {
        for path in files(room) {
            for other in imports(&path) {
                if place(&other).is_none_or(|other| Some(other) > place(room)) {
                    wrong.push(format!("{} imports {other}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_guard_imports_no_room() {
    for path in files("guard") {
        let others: Vec<String> = imports(&path)
            .into_iter()
            .filter(|other| other != "guard")
            .collect();
        assert!(others.is_empty(), "{} imports {others:?}", path.display());
    }
}

#[test]
fn no_document_holds_the_marks_of_a_merge() {
    let mut waiting: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "content",
        "assets",
        "src",
        "tests/suite",
    ]
    .iter()
    .map(|path| root().join(path))
    .collect();
    let mark = "<".repeat(7);
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if let Ok(text) = fs::read_to_string(&path) {
            let marked = text.lines().any(|line| line.starts_with(&mark));
            assert!(!marked, "{}", path.display());
        }
    }
}
