//! Reading one file: its size, its bytes, its text.

use super::{Disk, RepoPath, Source};
use crate::diagnostics::{Code, Diagnostic, Place};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Files larger than this many bytes are left out: 8 MiB.
pub const LARGEST: u64 = 8 * 1024 * 1024;

/// A file's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes {
    /// As on disk.
    pub bytes: Arc<[u8]>,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub hash: Arc<str>,
    /// The same as text, once somebody asked.
    text: Arc<OnceLock<Result<Text, ReadProblem>>>,
}

/// A file's text: without a byte order mark, line ends `\n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: Arc<str>,
    /// BLAKE3 of the bytes on disk, in hexadecimal.
    pub hash: Arc<str>,
    /// Size on disk, in bytes.
    pub size: u64,
    /// The bytes on disk, where they are not the text's.
    pub original: Option<Arc<[u8]>>,
}

/// Why a file has no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadProblem {
    /// It cannot be opened or read; the system's words.
    Unreadable(String),
    /// It is larger than [`LARGEST`]; its size in bytes.
    TooLarge(u64),
    /// It is not UTF-8; the line on which the first wrong byte stands, from 1.
    NotUtf8(usize),
}

impl ReadProblem {
    /// The problem in words.
    pub fn words(&self) -> String {
        match self {
            ReadProblem::Unreadable(why) => format!("cannot be read: {why}"),
            ReadProblem::TooLarge(size) => format!("is larger than 8 MiB ({size} bytes)"),
            ReadProblem::NotUtf8(line) => format!("is not UTF-8 (line {line})"),
        }
    }

    /// The problem as a diagnostic of a file.
    pub fn diagnostic(&self, source: &Source, path: &RepoPath) -> Diagnostic {
        let place = Place::whole(source.display(path));
        match self {
            ReadProblem::Unreadable(why) => {
                Diagnostic::new(Code::UnreadableFile, format!("cannot be read: {why}")).at(place)
            }
            ReadProblem::TooLarge(size) => Diagnostic::new(
                Code::FileTooLarge,
                format!("is larger than 8 MiB ({size} bytes) and is left out"),
            )
            .at(place)
            .help("keep large files out of the skill, or have git ignore them"),
            ReadProblem::NotUtf8(line) => Diagnostic::new(
                Code::NotUtf8,
                format!("is not UTF-8 (line {line}) and is left out"),
            )
            .at(source.wrong_byte(path).unwrap_or(place))
            .help("save it as UTF-8"),
        }
    }
}

impl Source {
    /// Whether a file may be executed, on systems that have such a mark.
    pub fn is_executable(&self, path: &RepoPath) -> bool {
        self.files.get(path).is_some_and(|stamp| stamp.executable)
    }

    /// Reads a file's bytes.
    pub fn bytes(&self, path: &RepoPath) -> Result<Bytes, ReadProblem> {
        let stamp = self.files.get(path).copied();
        if let Some(stamp) = stamp.filter(|stamp| stamp.size > LARGEST) {
            return Err(ReadProblem::TooLarge(stamp.size));
        }
        let bytes = self
            .disk
            .bytes(&self.root.join(path.as_str()), stamp)
            .map_err(|error| ReadProblem::Unreadable(error.to_string()))?;
        if bytes.bytes.len() as u64 > LARGEST {
            return Err(ReadProblem::TooLarge(bytes.bytes.len() as u64));
        }
        Ok(bytes)
    }

    /// The place of a file's first byte that is not UTF-8, in the text with that byte replaced.
    fn wrong_byte(&self, path: &RepoPath) -> Option<Place> {
        let bytes = self.bytes(path).ok()?.bytes;
        let at = std::str::from_utf8(&bytes).err()?.valid_up_to();
        let text = String::from_utf8_lossy(&bytes);
        let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
        Some(Place::new(self.display(path), Arc::from(text), at..end))
    }

    /// Reads a file's text.
    pub fn text(&self, path: &RepoPath) -> Result<Text, ReadProblem> {
        self.bytes(path)?.text()
    }
}

impl Bytes {
    pub(super) fn new(bytes: Vec<u8>) -> Bytes {
        Bytes {
            hash: Arc::from(blake3::hash(&bytes).to_hex().as_str()),
            bytes: Arc::from(bytes),
            text: Arc::default(),
        }
    }

    /// The bytes as text.
    pub fn text(&self) -> Result<Text, ReadProblem> {
        self.text.get_or_init(|| self.read_text()).clone()
    }

    fn read_text(&self) -> Result<Text, ReadProblem> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let before = self.bytes.get(..error.valid_up_to()).unwrap_or_default();
            ReadProblem::NotUtf8(before.iter().filter(|byte| **byte == b'\n').count() + 1)
        })?;
        let text = normalise(text);
        let is_same = text.as_bytes() == &*self.bytes;
        Ok(Text {
            text,
            hash: self.hash.clone(),
            size: self.bytes.len() as u64,
            original: (!is_same).then(|| self.bytes.clone()),
        })
    }
}

/// Reads a file of the site's author below the site's root, links that lead out of it refused.
pub fn read_below(disk: &Disk, root: &Path, path: &RepoPath) -> Result<Text, ReadProblem> {
    read_bytes_below(disk, root, path)?.text()
}

/// [`read_below`], as bytes.
pub fn read_bytes_below(disk: &Disk, root: &Path, path: &RepoPath) -> Result<Bytes, ReadProblem> {
    let unreadable = |error: std::io::Error| ReadProblem::Unreadable(error.to_string());
    let named = root.join(path.as_str());
    disk.ask(named.clone());
    // A file that is the same as the last time led nowhere else then.
    if let Some(bytes) = disk.held(&named) {
        return Ok(bytes);
    }
    let root = root.canonicalize().map_err(unreadable)?;
    let full = named.canonicalize().map_err(unreadable)?;
    if !full.starts_with(&root) {
        return Err(ReadProblem::Unreadable(
            "it leads out of the site's folder".to_owned(),
        ));
    }
    let size = std::fs::metadata(&full).map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(ReadProblem::TooLarge(size));
    }
    disk.bytes(&named, None).map_err(unreadable)
}

/// One form of line end and no byte order mark, so that offsets mean the same everywhere.
fn normalise(text: &str) -> Arc<str> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.contains('\r') {
        Arc::from(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Arc::from(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_normalised_and_problems_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.md"), "\u{FEFF}a\r\nb\rc\n").unwrap();
        std::fs::write(dir.path().join("b.md"), b"a\n\xff").unwrap();
        let big = std::fs::File::create(dir.path().join("c.md")).unwrap();
        big.set_len(LARGEST + 1).unwrap();
        let source = Source::open(dir.path(), "", None, &mut Vec::new());
        let path = |text: &str| RepoPath::new(text).unwrap();
        assert_eq!(&*source.text(&path("a.md")).unwrap().text, "a\nb\nc\n");
        assert_eq!(source.text(&path("b.md")), Err(ReadProblem::NotUtf8(2)));
        assert_eq!(
            source.text(&path("c.md")),
            Err(ReadProblem::TooLarge(LARGEST + 1))
        );
        assert!(matches!(
            source.text(&path("d.md")),
            Err(ReadProblem::Unreadable(_))
        ));
    }
}
