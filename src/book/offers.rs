//! Which skills can be installed from the site, and of which files.
//!
//! The rules are those of Agent Skills discovery 0.2.0 and of its clients, which drop what breaks one of them without a word.
//! Here each is a reason that `check` reports.

use super::{Book, FileContent, SkillEntry};
use crate::address::Url;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The longest name, in characters.
const LONGEST_NAME: usize = 64;
/// The longest description, in UTF-16 units, as clients count.
const LONGEST_DESCRIPTION: usize = 1024;
/// The most files an archive may hold.
const MOST_FILES: usize = 1000;
/// The most bytes an archive may unpack to: 50 MB.
const MOST_BYTES: u64 = 50_000_000;
/// The longest last part, and the longest folder before it, of a path in an archive (ustar), in bytes.
const USTAR_NAME: usize = 100;
const USTAR_PREFIX: usize = 155;

/// How a skill is installed from the site.
#[derive(Debug)]
pub struct Offer {
    /// Its files besides `SKILL.md`, as indices into [`Book::files`]. Without one it is a lone file, else an archive.
    pub files: Vec<usize>,
    /// Files that no archive can hold, as indices into [`Book::files`].
    pub left_out: Vec<usize>,
    /// Files of the archive that clients of the older form cannot ask for, as indices into [`Book::files`].
    pub not_legacy: Vec<usize>,
    /// What is installed.
    pub artifact: Url,
    /// The index of this skill alone, below its page.
    pub index: Url,
    /// Whether the site's index has it: of several skills with one name only the first.
    pub listed: bool,
    /// SHA-256 of the artifact in hexadecimal, once it is known. Kept here because three indices name it.
    pub digest: OnceLock<String>,
}

impl Offer {
    /// Whether the artifact is an archive and no lone `SKILL.md`.
    pub fn is_archive(&self) -> bool {
        !self.files.is_empty()
    }
}

/// Why a skill cannot be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reason, as the end of a sentence that begins with the skill.
    pub why: String,
    /// The field of the frontmatter that is at fault, if one is.
    pub field: Option<&'static str>,
    /// Whether the frontmatter as a whole or a file is at fault, which is reported anyway.
    pub is_reported: bool,
}

pub(super) fn offers(book: &Book) -> Vec<Result<Offer, Refused>> {
    let mut names = BTreeSet::new();
    book.skills
        .iter()
        .map(|entry| {
            let (files, left_out) = files(book, entry)?;
            let name = &entry.skill.name;
            let listed = names.insert(name);
            let is_legacy = |index: &usize| {
                let file = book.files.get(*index);
                file.is_none_or(|file| is_legacy(&file.below))
            };
            let not_legacy = files
                .iter()
                .copied()
                .filter(|index| listed && !is_legacy(index));
            let below = (!listed).then_some(&entry.url);
            Ok(Offer {
                artifact: Url::artifact(below, name, !files.is_empty()),
                index: Url::discovery_of(&entry.url),
                not_legacy: not_legacy.collect(),
                files,
                left_out,
                listed,
                digest: OnceLock::new(),
            })
        })
        .collect()
}

type Files = (Vec<usize>, Vec<usize>);

fn files(book: &Book, entry: &SkillEntry) -> Result<Files, Refused> {
    let frontmatter = &entry.skill.document.frontmatter;
    let refuse = |why: String, field| {
        Err(Refused {
            why,
            field,
            is_reported: false,
        })
    };
    let reported = |why: &str| {
        Err(Refused {
            why: why.to_owned(),
            field: None,
            is_reported: true,
        })
    };
    if frontmatter.span.is_none() || !frontmatter.problems.is_empty() {
        return reported("its frontmatter cannot be read");
    }
    let text = |field: &str| {
        frontmatter
            .fields
            .get(field)
            .and_then(|value| value.as_str())
    };
    match text("name") {
        None => return refuse("its frontmatter has no `name`".to_owned(), None),
        Some(name) if !is_name(name) => {
            return refuse(
                "its name is not of up to 64 lower-case letters, digits and single hyphens between them"
                    .to_owned(),
                Some("name"),
            );
        }
        Some(_) => {}
    }
    match text("description").map(str::trim) {
        None | Some("") => return refuse("its frontmatter has no `description`".to_owned(), None),
        Some(description) if description.encode_utf16().count() > LONGEST_DESCRIPTION => {
            return refuse(
                format!(
                    "its description has {} characters and may have 1,024",
                    description.chars().count()
                ),
                Some("description"),
            );
        }
        Some(_) => {}
    }
    let mut files = Vec::new();
    let mut left_out = Vec::new();
    let mut bytes = entry.skill.bytes().len() as u64;
    for index in &entry.files {
        let Some(file) = book.files.get(*index) else {
            continue;
        };
        if matches!(file.content, FileContent::Absent) {
            return reported("not all of its files can be read");
        }
        if fits_ustar(&file.below) {
            bytes += file.size;
            files.push(*index);
        } else {
            left_out.push(*index);
        }
    }
    if files.len() + 1 > MOST_FILES {
        return refuse(
            format!("it has {} files and may have 1,000", files.len() + 1),
            None,
        );
    }
    if bytes > MOST_BYTES {
        return refuse(
            format!("its files have {bytes} bytes and may have 50,000,000"),
            None,
        );
    }
    Ok((files, left_out))
}

fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let mut bytes = part.bytes();
        !part.is_empty() && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= LONGEST_NAME && name.split('-').all(is_part)
}

/// Whether a client of the older form can ask for a file: it puts the path into an address as it is, and refuses the
/// whole index for one that holds `..`, even within a name.
fn is_legacy(path: &str) -> bool {
    !path.contains(['#', '?', '%']) && !path.contains("..")
}

/// Whether a path has a place in a ustar header: whole, or parted at a slash. Backslashes and drives
/// are what clients take for an attack.
fn fits_ustar(path: &str) -> bool {
    let is_safe = !path.contains(['\\', '\0'])
        && path.as_bytes().get(1) != Some(&b':')
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let fits = path.len() <= USTAR_NAME
        || path
            .match_indices('/')
            .any(|(at, _)| at <= USTAR_PREFIX && path.len() - at - 1 <= USTAR_NAME);
    is_safe && fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["a", "jobs-architect", "0-1", &"a".repeat(64)] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            "-a",
            "a-",
            "a--b",
            "A",
            "é",
            "a_b",
            "a b",
            &"a".repeat(65),
        ] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn long_paths_are_parted_at_a_slash_or_left_out() {
        let (name, folder) = ("n".repeat(100), "f".repeat(155));
        assert!(fits_ustar(&name));
        assert!(fits_ustar(&format!("{folder}/{name}")));
        assert!(!fits_ustar(&format!("{name}n")));
        assert!(!fits_ustar(&format!("{folder}f/{name}")));
        assert!(!fits_ustar(&format!("{folder}/{name}n")));
        assert!(fits_ustar(&format!(
            "{}/{}/x",
            "é".repeat(40),
            "b".repeat(60)
        )));
    }

    #[test]
    fn paths_that_look_like_an_attack_are_left_out() {
        for path in ["a\\b", "c:/x", "a//b", "a/../b", "./a"] {
            assert!(!fits_ustar(path), "{path}");
        }
        assert!(fits_ustar("a..b/c...d"));
    }
}
