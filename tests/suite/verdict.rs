//! The browser's guard is no second guard: `assets/js/verdict.js` is asked thousands of questions and
//! has to answer as the Rust guard does.

use crate::site::manifest_dir;
use crate::verdict_cases::generate;
use std::process::Command;

#[test]
fn the_script_answers_as_the_guard_does() {
    let cases = generate().unwrap();
    assert!(cases.len() >= 2_000, "only {} cases", cases.len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.json");
    std::fs::write(&file, serde_json::to_vec(&cases).unwrap()).unwrap();
    let run = Command::new("node")
        .args(["--test", "tests/js/verdict.test.mjs"])
        .current_dir(manifest_dir())
        .env("VERDICT_CASES", &file)
        .output();
    let run = run.unwrap_or_else(|error| {
        panic!("Node is needed to run the script of the pages, and `node` cannot be started: {error}. The README's test command installs it.")
    });
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(
        said.contains("# skipped 0") || said.contains("skipped 0"),
        "{said}"
    );
}
