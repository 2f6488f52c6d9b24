//! `skillbook init`: the files that an author starts with.

use super::prepare::folder;
use super::{ERRORS, FINE, colour, complain, say};
use crate::book::Book;
use crate::check::check;
use crate::diagnostics::{self, Severity, human};
use crate::init;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write a skillbook.toml, notes to fill in and a workflow; overwrite nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook init
  skillbook init path/to/repository --no-workflow

Writes skillbook.toml with what was discovered, a stub of notes for each sample, and
.github/workflows/pages.yml in the repository's root. Files that are there stay as they are.")]
pub(super) struct Init {
    /// A repository of skills
    root: Option<PathBuf>,
    /// Write no workflow
    #[arg(long)]
    no_workflow: bool,
}

impl Init {
    pub(super) fn run(self) -> u8 {
        self.write().unwrap_or_else(|code| code)
    }

    fn write(&self) -> Result<u8, u8> {
        // Not the `content` of a clone: what is started is what one stands in.
        let here = PathBuf::from(".");
        let root = folder(Some(self.root.as_deref().unwrap_or(&here)))?;
        let book = Book::read(&root, None);
        let problems: Vec<_> = check(&book)
            .into_iter()
            .filter(|problem| problem.severity == Severity::Error)
            .collect();
        if !problems.is_empty() {
            complain(&human::render(&problems, colour()));
            complain(&format!(
                "Nothing written: {}.\n",
                diagnostics::summary(&problems)
            ));
            return Err(ERRORS);
        }
        let mut files: Vec<(PathBuf, String)> = init::site(&book)
            .into_iter()
            .map(|(path, text)| (root.join(path), text))
            .collect();
        if !self.no_workflow {
            let (above, below) = repository(&root);
            let (path, text) = init::workflow(&below, env!("CARGO_PKG_VERSION"));
            files.push((above.join(path), text));
        }
        let mut new = 0;
        for (path, text) in files {
            match place(&path, &text) {
                Ok(true) => {
                    new += 1;
                    say(&format!("wrote {}\n", path.display()));
                }
                Ok(false) => say(&format!("kept  {}\n", path.display())),
                Err(error) => {
                    complain(&format!("error: `{}`: {error}\n", path.display()));
                    return Err(ERRORS);
                }
            }
        }
        say(if new == 0 {
            "Nothing to do: everything is there.\n"
        } else {
            "Next: skillbook serve\n"
        });
        Ok(FINE)
    }
}

/// Writes a file that is not there yet; false if it is.
fn place(path: &Path, text: &str) -> std::io::Result<bool> {
    // A link that leads nowhere is there too.
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = std::fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    Ok(true)
}

/// The root of the repository that a folder is in, and the folder below it; the folder itself where there is none.
fn repository(root: &Path) -> (PathBuf, String) {
    let alone = (root.to_path_buf(), ".".to_owned());
    let Ok(whole) = root.canonicalize() else {
        return alone;
    };
    let Some(above) = whole
        .ancestors()
        .find(|folder| folder.join(".git").exists())
    else {
        return alone;
    };
    let below = whole.strip_prefix(above).ok().and_then(Path::to_str);
    match below {
        Some("") => alone,
        Some(below) => (above.to_path_buf(), below.replace('\\', "/")),
        None => alone,
    }
}
