//! A site's own `theme` folder: style sheets behind the site's own, a logo, a favicon.

use super::gather::Gatherer;
use crate::address::Url;
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::workspace::{RepoPath, read_bytes_below};
use std::sync::Arc;

/// The folder, beside the configuration.
const FOLDER: &str = "theme";

/// What the site's author changes of its look.
#[derive(Debug, Default)]
pub struct Theme {
    /// The author's style sheets, joined in the order of their names.
    pub css: Option<ThemeFile>,
    /// Stands before the site's name.
    pub logo: Option<ThemeFile>,
    /// Takes the place of Skillbook's own.
    pub favicon: Option<ThemeFile>,
}

/// A file of the theme with its address.
#[derive(Debug)]
pub struct ThemeFile {
    /// Where the site has it; the name holds a hash of the bytes.
    pub url: Url,
    /// What is in it.
    pub bytes: Arc<[u8]>,
    /// The media type, for a link to it.
    pub media: &'static str,
}

impl Theme {
    /// Its files, in a fixed order.
    pub fn files(&self) -> impl Iterator<Item = &ThemeFile> {
        [&self.css, &self.logo, &self.favicon].into_iter().flatten()
    }
}

impl ThemeFile {
    fn new(stem: &str, extension: &str, bytes: Vec<u8>) -> ThemeFile {
        let hash = blake3::hash(&bytes).to_hex();
        let short = hash.as_str().get(..8).unwrap_or_default();
        ThemeFile {
            url: Url::asset(&format!("{stem}-{short}.{extension}")),
            bytes: Arc::from(bytes),
            media: match extension {
                "css" => "text/css",
                "svg" => "image/svg+xml",
                "png" => "image/png",
                "webp" => "image/webp",
                _ => "image/x-icon",
            },
        }
    }
}

impl Gatherer<'_> {
    /// Reads the theme folder, if there is one.
    pub(super) fn theme(&mut self) {
        self.memory.disk.ask(self.root.join(FOLDER));
        let Ok(entries) = std::fs::read_dir(self.root.join(FOLDER)) else {
            return;
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort();
        let mut css = Vec::new();
        let mut theme = Theme::default();
        for name in names {
            let Some((stem, extension)) = name.rsplit_once('.') else {
                continue;
            };
            let slot = match (stem, extension) {
                (_, "css") => None,
                ("logo", "svg" | "png" | "webp") => Some(&mut theme.logo),
                ("favicon", "svg" | "png" | "ico") => Some(&mut theme.favicon),
                _ => continue,
            };
            let Some(bytes) = self.theme_file(&name) else {
                continue;
            };
            match slot {
                None => {
                    css.extend_from_slice(&bytes);
                    css.push(b'\n');
                }
                Some(slot) => *slot = Some(ThemeFile::new(stem, extension, bytes)),
            }
        }
        if !css.is_empty() {
            theme.css = Some(ThemeFile::new("theme", "css", css));
        }
        self.book.theme = theme;
    }

    fn theme_file(&mut self, name: &str) -> Option<Vec<u8>> {
        let path = RepoPath::new(&format!("{FOLDER}/{name}"))?;
        match read_bytes_below(&self.memory.disk, self.root, &path) {
            Ok(bytes) => Some(bytes.bytes.to_vec()),
            Err(problem) => {
                let place = Place::whole(path.as_str());
                self.problem(Diagnostic::new(Code::ConfigTarget, problem.words()).at(place));
                None
            }
        }
    }
}
