//! `skillbook build`: the site to a folder.

use super::prepare::{Make, folder};
use super::{ERRORS, FINE, complain, say};
use crate::write::Writer;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// Write the site to a folder, all or nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook build
  skillbook build path/to/repository --out site
  skillbook build --base-url https://example.org/skills/ --deny warnings

The folder is replaced whole, and only if Skillbook made it or it is empty.")]
pub(super) struct Build {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// The folder to write
    #[arg(long, default_value = "dist", value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    make: Make,
}

impl Build {
    pub(super) fn run(self) -> u8 {
        self.write().unwrap_or_else(|code| code)
    }

    fn write(&self) -> Result<u8, u8> {
        let start = Instant::now();
        let root = folder(self.root.as_deref())?;
        // An output that an interrupted run left between two names stands again, whatever comes.
        crate::write::recover(&self.out).map_err(|error| refuse(&error))?;
        let made = self.make.site(&root, "Nothing written")?;
        let mut writer = Writer::new(&self.out, env!("CARGO_PKG_VERSION"));
        for source in &made.book.sources {
            writer = writer.sparing(&source.root);
        }
        let report = writer
            .write(&*made.outputs)
            .map_err(|error| refuse(&error))?;
        let skills = made.book.skills.len();
        say(&format!(
            "{} pages of {skills} {} in {}: {} files written, {} unchanged, {} removed ({}), {} ms\n",
            made.pages,
            if skills == 1 { "skill" } else { "skills" },
            self.out.display(),
            report.written,
            report.unchanged,
            report.removed,
            made.summary,
            start.elapsed().as_millis(),
        ));
        Ok(FINE)
    }
}

fn refuse(error: &crate::write::WriteError) -> u8 {
    complain(&format!("error: {error}\n"));
    if let Some(help) = error.help() {
        complain(&format!("  help: {help}\n"));
    }
    ERRORS
}
