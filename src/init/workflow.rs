//! `.github/workflows/pages.yml`.

use super::File;

const TEMPLATE: &str = include_str!("pages.yml");

pub(super) fn workflow(root: &str, version: &str) -> File {
    let text = TEMPLATE
        .replace("{root}", &quoted(root))
        .replace("{version}", version);
    (".github/workflows/pages.yml".to_owned(), text)
}

/// A path as a shell within a plain YAML scalar reads it.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}
