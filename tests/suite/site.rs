//! The builder that every test begins with: a small real site in a folder of its own, and the real
//! program run on it.
//!
//! ```text
//! Site::empty()
//!     .skill("greet", "---\nname: greet\ndescription: Says hello.\n---\n\n# Greet\n")
//!     .run("build . --out ../out")
//!     .code(0);
//! ```

use crate::html::{self, Element};
use crate::run::{Run, command, words};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use tempfile::TempDir;

/// A site in a temporary folder, which goes with it. The site itself is the folder `site` in there,
/// so that outputs can lie beside it.
pub struct Site {
    folder: Rc<TempDir>,
}

impl Site {
    /// A folder with nothing in it.
    pub fn empty() -> Site {
        let folder = Rc::new(tempfile::tempdir().unwrap());
        fs::create_dir(folder.path().join("site")).unwrap();
        Site { folder }
    }

    /// A copy of one of the example sites in `tests/sites`.
    pub fn of(name: &str) -> Site {
        let site = Site::empty();
        let from = manifest_dir().join("tests/sites").join(name);
        copy(&from, &site.root());
        site
    }

    /// A copy of the site that the repository ships.
    pub fn of_content() -> Site {
        let site = Site::empty();
        copy(&manifest_dir().join("content"), &site.root());
        site
    }

    /// The site's folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    /// A path in the temporary folder, beside the site.
    pub fn beside(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file of the site.
    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> Site {
        self.put(path, text);
        self
    }

    /// Writes a skill's `SKILL.md` in the usual place.
    pub fn skill(self, name: &str, text: impl AsRef<[u8]>) -> Site {
        self.file(&format!("skills/{name}/SKILL.md"), text)
    }

    /// Makes a symbolic link of the site.
    pub fn link(self, path: &str, target: impl AsRef<Path>) -> Site {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
        self
    }

    /// Writes a file while the site is in use.
    pub fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The text of a file of the site.
    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Replaces words of a file, which have to be there.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.text(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.put(path, text.replace(old, new));
    }

    /// A command to run the program in the site's folder, for what [`Site::run`] cannot do.
    pub fn command(&self, line: &str) -> Command {
        let mut command = command();
        command.args(words(line)).current_dir(self.root());
        command
    }

    /// Runs the program in the site's folder. Words are split at spaces, `'…'` keeps them together.
    pub fn run(&self, line: &str) -> Run {
        Run::of(&mut self.command(line), line, self.folder.path())
    }

    /// Builds the site, which has to succeed, and gives the output.
    pub fn build(&self) -> Output {
        self.run("build . --out ../out").code(0);
        Output {
            folder: self.beside("out"),
            _site: Some(Rc::clone(&self.folder)),
        }
    }

    /// Builds the site and gives one of its pages, without the cost of a variable.
    pub fn page(&self, url: &str) -> Element {
        self.build().page(url)
    }
}

/// An output of `build`.
pub struct Output {
    folder: PathBuf,
    /// The temporary folder stays for as long as somebody looks at it.
    _site: Option<Rc<TempDir>>,
}

impl Output {
    /// The output in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> Output {
        Output {
            folder: folder.into(),
            _site: None,
        }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it has that file.
    pub fn has(&self, path: &str) -> bool {
        self.folder.join(path).is_file()
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> String {
        let path = self.folder.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// A page by its address, parsed: `skills/greet/`. The empty address is the front page.
    pub fn page(&self, url: &str) -> Element {
        let path = format!("{url}index.html");
        html::parse(&self.text(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The paths of all files, in order.
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = files_below(&self.folder)
            .into_iter()
            .map(|path| path.to_str().unwrap().to_owned())
            .collect();
        paths.sort();
        paths
    }

    /// Every file with its bytes, in order.
    pub fn bytes(&self) -> Vec<(String, Vec<u8>)> {
        let read = |path: String| {
            let bytes = fs::read(self.folder.join(&path)).unwrap();
            (path, bytes)
        };
        self.paths().into_iter().map(read).collect()
    }
}

/// Fails with the names of the files that differ, not with their bytes.
pub fn assert_same_bytes(a: &[(String, Vec<u8>)], b: &[(String, Vec<u8>)]) {
    let names = |list: &[(String, Vec<u8>)]| -> Vec<String> {
        list.iter().map(|(path, _)| path.clone()).collect()
    };
    assert_eq!(names(a), names(b));
    let different: Vec<&String> = a
        .iter()
        .zip(b)
        .filter(|(a, b)| a.1 != b.1)
        .map(|(a, _)| &a.0)
        .collect();
    assert!(different.is_empty(), "different bytes: {different:?}");
}

/// The repository that the tests are part of.
pub fn manifest_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The plain files below a folder, relative to it.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_path_buf());
            }
        }
    }
    files
}

/// Copies the files of a folder.
pub fn copy(from: &Path, to: &Path) {
    for path in files_below(from) {
        let target = to.join(&path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(from.join(&path), target).unwrap();
    }
}
