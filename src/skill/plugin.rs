//! Plugins: what their manifests say of the skills that lie in them.
//!
//! `.claude-plugin/marketplace.json` lists plugins with a folder each, and may name skills one by one;
//! `.claude-plugin/plugin.json` in a folder makes that a plugin. What of them cannot be read is passed over: they are
//! read for what they add, and are no part of a skill.

use crate::workspace::{RepoPath, Source};
use serde_json::Value;

/// A plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// What it is called.
    pub name: String,
    /// Its folder.
    pub folder: RepoPath,
    /// The folders of the skills that it names one by one; empty where it has all that lie in it.
    pub skills: Vec<RepoPath>,
}

/// The folders in which a manifest lies.
const FOLDERS: &[&str] = &[".claude-plugin", ".codex-plugin", ".cursor-plugin"];

/// The plugins of a source, in the order of the manifests.
pub fn plugins(source: &Source) -> Vec<Plugin> {
    let mut found: Vec<Plugin> = Vec::new();
    for folder in FOLDERS {
        let path = RepoPath::new(&format!("{folder}/marketplace.json"));
        let listed = path.and_then(|path| json(source, &path));
        let root = listed
            .as_ref()
            .and_then(|it| it["metadata"]["pluginRoot"].as_str())
            .unwrap_or_default();
        let list = listed.as_ref().and_then(|it| it["plugins"].as_array());
        for entry in list.into_iter().flatten() {
            if let Some(plugin) = plugin(entry, root) {
                add(&mut found, plugin);
            }
        }
    }
    for path in source.files.keys() {
        let above = path.parent();
        if path.file_name() == "plugin.json" && FOLDERS.contains(&above.file_name()) {
            let manifest = json(source, path).unwrap_or_default();
            let folder = above.parent();
            // A plugin that is the whole repository groups nothing.
            let name = manifest["name"].as_str().unwrap_or(folder.file_name());
            if !folder.as_str().is_empty() && !name.is_empty() {
                add(
                    &mut found,
                    Plugin {
                        name: name.to_owned(),
                        folder,
                        skills: Vec::new(),
                    },
                );
            }
        }
    }
    found
}

/// Whether a source is one plugin as a whole.
pub fn is_whole(source: &Source) -> bool {
    let mut folders = FOLDERS.iter();
    folders.any(|folder| {
        let path = RepoPath::new(&format!("{folder}/plugin.json"));
        path.is_some_and(|path| source.has(&path))
    })
}

/// What a manifest adds to the skills in it: nothing for one that was found already.
fn add(found: &mut Vec<Plugin>, plugin: Plugin) {
    let is_there = found
        .iter()
        .any(|other| other.folder == plugin.folder && other.skills == plugin.skills);
    if !is_there {
        found.push(plugin);
    }
}

fn plugin(entry: &Value, root: &str) -> Option<Plugin> {
    let name = entry["name"].as_str()?.to_owned();
    let folder = folder(&format!("{root}/{}", entry["source"].as_str()?))?;
    let skills: Vec<RepoPath> = entry["skills"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|skill| folder.join(skill.as_str()?))
        .collect();
    let is_group = !folder.as_str().is_empty() || !skills.is_empty();
    is_group.then_some(Plugin {
        name,
        folder,
        skills,
    })
}

fn folder(path: &str) -> Option<RepoPath> {
    RepoPath::new(path.trim_start_matches('/'))
}

fn json(source: &Source, path: &RepoPath) -> Option<Value> {
    if !source.has(path) {
        return None;
    }
    let text = source.text(path).ok()?;
    serde_json::from_str(&text.text).ok()
}

/// The plugin that a skill belongs to: the first that names it, else the innermost that it lies in.
pub fn of<'a>(plugins: &'a [Plugin], skill: &RepoPath) -> Option<&'a Plugin> {
    let named = plugins.iter().find(|plugin| plugin.skills.contains(skill));
    named.or_else(|| {
        plugins
            .iter()
            .filter(|plugin| plugin.skills.is_empty() && skill.below(&plugin.folder).is_some())
            .max_by_key(|plugin| plugin.folder.as_str().len())
    })
}

/// The category of a skill: the folders between a `skills` folder and its own, else the folder below `plugins`.
pub fn category(place: &RepoPath) -> Option<String> {
    let place = format!("/{place}");
    let (above, below) = place.split_once("/skills/")?;
    let between = below.rsplit_once('/').map_or("", |(between, _)| between);
    let parts = between
        .split('/')
        .filter(|part| !matches!(*part, "" | "skills"));
    let words: Vec<&str> = parts.map(|part| part.trim_start_matches('.')).collect();
    if !words.is_empty() {
        return Some(words.join("/"));
    }
    let (_, plugin) = above.split_once("/plugins/")?;
    plugin.split('/').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).unwrap()
    }

    #[test]
    fn what_manifests_say() {
        let dir = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        put(
            ".claude-plugin/marketplace.json",
            r#"{"plugins": [
                {"name": "office", "source": "./", "skills": ["./skills/xlsx", "./skills/../../out"]},
                {"name": "all", "source": "./"},
                {"name": "tools", "source": "./plugins/tools"},
                {"name": "remote", "source": {"source": "github", "repo": "a/b"}},
                {"source": "./plugins/nameless"}, 3
            ]}"#,
        );
        put(
            "plugins/tools/.claude-plugin/plugin.json",
            r#"{"name": "tools"}"#,
        );
        put("plugins/more/.codex-plugin/plugin.json", "{ broken");
        put(".claude-plugin/plugin.json", r#"{"name": "whole"}"#);
        let source = Source::open(dir.path(), "", None, &mut Vec::new());
        let found = plugins(&source);
        let names: Vec<(&str, &str)> = found
            .iter()
            .map(|it| (it.name.as_str(), it.folder.as_str()))
            .collect();
        assert_eq!(
            names,
            [
                ("office", ""),
                ("tools", "plugins/tools"),
                ("more", "plugins/more")
            ]
        );
        let of = |skill: &str| of(&found, &path(skill)).map(|plugin| plugin.name.as_str());
        assert_eq!(of("skills/xlsx"), Some("office"));
        assert_eq!(of("skills/other"), None);
        assert_eq!(of("plugins/tools/skills/a"), Some("tools"));
    }

    #[test]
    fn categories() {
        for (place, expected) in [
            ("skills/a", None),
            ("skills/.curated/a", Some("curated")),
            ("skills/office/word/a", Some("office/word")),
            ("skills/outer/skills/inner", Some("outer")),
            (".claude/skills/a", None),
            ("plugins/tools/skills/a", Some("tools")),
            ("plugins/tools/heavy/skills/a", Some("tools")),
            ("other/a", None),
        ] {
            assert_eq!(category(&path(place)).as_deref(), expected, "{place}");
        }
    }
}
