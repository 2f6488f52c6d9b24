//! Where skills lie.

use super::{RepoPath, Source};
use globset::{GlobBuilder, GlobSetBuilder};

/// Folders of clients whose `skills` folder holds skills; the names say nothing of a skill.
pub const CLIENTS: &[&str] = &[".agents", ".claude", ".codex", ".cursor", ".github"];

/// Folders within a skill whose Markdown is material, also where a file there is called `SKILL.md`.
const MATERIAL: &[&str] = &[
    "assets",
    "evals",
    "examples",
    "fixtures",
    "references",
    "samples",
    "scripts",
    "templates",
    "test",
    "tests",
];

/// A skill's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The folder itself.
    pub folder: RepoPath,
    /// Its `SKILL.md`, however that is capitalised.
    pub file: RepoPath,
    /// Where it was found: the folder, or a link to it in a usual place.
    pub place: RepoPath,
}

impl Source {
    /// The folders that hold a `SKILL.md`, in order of their paths.
    ///
    /// With globs, those that one of them names. Else those in the usual places: at the root, anywhere below a
    /// `skills` folder of the source, of a client (`.claude/skills`), of `plugins/*` or `plugins/*/*`, or of one of the
    /// plugins given; the folders given; where all that finds none, wherever one is. A link leads to its folder, which
    /// is taken once.
    ///
    /// # Errors
    ///
    /// A glob that cannot be read, in words.
    pub fn skill_folders(
        &self,
        globs: Option<&[String]>,
        plugins: &[RepoPath],
        named: &[RepoPath],
    ) -> Result<Vec<Found>, String> {
        let all = self.skill_files();
        if let Some(globs) = globs {
            let mut set = GlobSetBuilder::new();
            for glob in globs {
                let clean = glob.trim_start_matches("./").trim_end_matches('/');
                let clean = if clean == "." { "" } else { clean };
                let built = GlobBuilder::new(clean)
                    .literal_separator(true)
                    .build()
                    .map_err(|error| error.to_string())?;
                set.add(built);
            }
            let set = set.build().map_err(|error| error.to_string())?;
            return Ok(self.places(&all, |folder| set.is_match(folder.as_str())));
        }
        let usual = self.places(&all, |folder| {
            is_usual(folder, plugins) || named.contains(folder)
        });
        if !usual.is_empty() {
            return Ok(usual);
        }
        Ok(self.places(&all, |folder| {
            let mut parts = folder.as_str().split('/');
            !parts.any(|part| MATERIAL.contains(&part))
        }))
    }

    /// Each folder with its `SKILL.md`. Of two spellings in one folder the usual one counts.
    fn skill_files(&self) -> Vec<(RepoPath, RepoPath)> {
        let mut found: Vec<(RepoPath, RepoPath)> = Vec::new();
        let files = self.files.keys();
        for path in files.filter(|path| path.file_name().eq_ignore_ascii_case("SKILL.md")) {
            // A link to another skill's file is that skill, which is found where it is.
            if self.links.get(path).is_some_and(|target| self.has(target)) {
                continue;
            }
            let folder = path.parent();
            match found.last_mut().filter(|(other, _)| *other == folder) {
                Some((_, file)) if path.file_name() == "SKILL.md" => *file = path.clone(),
                Some(_) => {}
                None => found.push((folder, path.clone())),
            }
        }
        found
    }

    /// Those of the folders that are found, by themselves or through a link.
    fn places(
        &self,
        all: &[(RepoPath, RepoPath)],
        is_found: impl Fn(&RepoPath) -> bool,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        for (folder, file) in all {
            let linked = || {
                self.links.iter().find_map(|(link, target)| {
                    let place = match folder.below(target) {
                        Some(below) => link.join(below)?,
                        None if folder == target => link.clone(),
                        None => return None,
                    };
                    is_found(&place).then_some(place)
                })
            };
            let place = if is_found(folder) {
                Some(folder.clone())
            } else {
                linked()
            };
            if let Some(place) = place {
                found.push(Found {
                    folder: folder.clone(),
                    file: file.clone(),
                    place,
                });
            }
        }
        found
    }
}

/// Whether a folder is in a usual place.
fn is_usual(folder: &RepoPath, plugins: &[RepoPath]) -> bool {
    let parts: Vec<&str> = folder.as_str().split('/').collect();
    // A skill at the root is the repository.
    if folder.as_str().is_empty() {
        return true;
    }
    let Some(at) = parts.iter().position(|part| *part == "skills") else {
        return false;
    };
    let (above, below) = (&parts[..at], &parts[at + 1..]);
    if below.is_empty() || below.iter().any(|part| MATERIAL.contains(part)) {
        return false;
    }
    let above = match above {
        [rest @ .., client] if CLIENTS.contains(client) => rest,
        all => all,
    };
    let is_plugin = || {
        let joined = above.join("/");
        plugins.iter().any(|plugin| plugin.as_str() == joined)
    };
    matches!(above, [] | ["plugins", _] | ["plugins", _, _]) || is_plugin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn source(dir: &Path, folders: &[&str]) -> Source {
        for folder in folders {
            let folder = dir.join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        }
        Source::open(dir, "", None, &mut Vec::new())
    }

    fn places(found: Vec<Found>) -> Vec<String> {
        found.iter().map(|it| it.place.to_string()).collect()
    }

    #[test]
    fn usual_places_and_the_authors_own() {
        let dir = tempfile::tempdir().unwrap();
        let source = source(
            dir.path(),
            &[
                ".agents/skills/e",
                ".claude/skills/b",
                ".codex/skills/e",
                ".cursor/skills/e",
                ".github/skills/e",
                "extra/skills/y",
                "named/here",
                "other/deep/c",
                "plugins/p/.claude/skills/e",
                "plugins/p/skills/e",
                "plugins/p/q/skills/e",
                "skills/.curated/e",
                "skills/a",
                "skills/a/templates/no",
                "skills/a/tests/fixtures/skills/no",
                "skills/category/x",
                "skills/x/nested",
                "tests/skills/no",
            ],
        );
        let path = |text: &str| RepoPath::new(text).unwrap();
        let usual = source.skill_folders(None, &[path("extra")], &[path("named/here")]);
        assert_eq!(
            places(usual.unwrap()),
            [
                ".agents/skills/e",
                ".claude/skills/b",
                ".codex/skills/e",
                ".cursor/skills/e",
                ".github/skills/e",
                "extra/skills/y",
                "named/here",
                "plugins/p/.claude/skills/e",
                "plugins/p/q/skills/e",
                "plugins/p/skills/e",
                "skills/.curated/e",
                "skills/a",
                "skills/category/x",
                "skills/x/nested",
            ]
        );
        let own = |glob: &str| source.skill_folders(Some(&[glob.to_owned()]), &[], &[]);
        assert_eq!(places(own("other/**").unwrap()), ["other/deep/c"]);
        assert!(own("a[").is_err());
    }

    #[test]
    fn where_no_place_is_usual_a_skill_is_found_wherever_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let source = source(dir.path(), &["one", "deep/two", "tests/no"]);
        let found = source.skill_folders(None, &[], &[]).unwrap();
        assert_eq!(places(found), ["deep/two", "one"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_its_folder_which_is_taken_once() {
        let dir = tempfile::tempdir().unwrap();
        for folder in [
            "packages/a",
            "skills/b",
            "pool/c",
            ".claude/skills",
            ".agents",
        ] {
            std::fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        let link = |target: &str, link: &str| {
            std::os::unix::fs::symlink(target, dir.path().join(link)).unwrap();
        };
        link("../../packages/a", ".claude/skills/a");
        link("../../skills/b", ".claude/skills/b");
        link("../pool", ".agents/skills");
        std::fs::create_dir_all(dir.path().join("skills/copy")).unwrap();
        link("../b/SKILL.md", "skills/copy/SKILL.md");
        let source = source(dir.path(), &["packages/a", "skills/b", "pool/c"]);
        let found = source.skill_folders(None, &[], &[]).unwrap();
        let folders: Vec<&str> = found.iter().map(|it| it.folder.as_str()).collect();
        assert_eq!(folders, ["packages/a", "pool/c", "skills/b"]);
        assert_eq!(
            places(found),
            [".claude/skills/a", ".agents/skills/c", "skills/b"]
        );
    }

    #[test]
    fn the_root_itself_and_other_spellings() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("SKILL.MD"), "x").unwrap();
        let source = Source::open(dir.path(), "", None, &mut Vec::new());
        let found = source.skill_folders(None, &[], &[]).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].file.as_str(), "SKILL.MD");
        assert_eq!(found[0].folder.as_str(), "");
    }
}
