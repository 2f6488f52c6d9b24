//! Where skills lie.

use super::{RepoPath, Source};
use globset::{GlobBuilder, GlobSetBuilder};

/// The folders that are looked into without a configuration: each holds skills as folders.
const USUAL: &[&str] = &["skills/*", ".claude/skills/*"];

impl Source {
    /// The folders that hold a `SKILL.md`, in order of their paths: in the usual places, or where
    /// the given globs say. A glob that cannot be read is returned as an error.
    pub fn skill_folders(&self, globs: Option<&[String]>) -> Result<Vec<RepoPath>, String> {
        let mut set = GlobSetBuilder::new();
        let usual = USUAL
            .iter()
            .map(|glob| (*glob).to_owned())
            .collect::<Vec<_>>();
        for glob in globs.unwrap_or(&usual) {
            let clean = glob.trim_start_matches("./").trim_end_matches('/');
            let built = GlobBuilder::new(clean)
                .literal_separator(true)
                .build()
                .map_err(|error| error.to_string())?;
            set.add(built);
        }
        let set = set.build().map_err(|error| error.to_string())?;
        Ok(self
            .files
            .keys()
            .filter(|path| path.file_name() == "SKILL.md")
            .map(RepoPath::parent)
            .filter(|folder| set.is_match(folder.as_str()))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_places_and_the_authors_own() {
        let dir = tempfile::tempdir().unwrap();
        for path in [
            "skills/a",
            ".claude/skills/b",
            "other/deep/c",
            "skills/x/nested",
        ] {
            let folder = dir.path().join(path);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        }
        let source = Source::open(dir.path(), "", None, &mut Vec::new());
        let found = |globs: Option<&[String]>| -> Vec<String> {
            let folders = source.skill_folders(globs).unwrap();
            folders.iter().map(ToString::to_string).collect()
        };
        assert_eq!(found(None), [".claude/skills/b", "skills/a"]);
        assert_eq!(found(Some(&["other/**".to_owned()])), ["other/deep/c"]);
        assert!(source.skill_folders(Some(&["a[".to_owned()])).is_err());
    }
}
