//! `skillbook publish`: the site to a branch of a git remote.

use super::prepare::{Make, folder};
use super::{ERRORS, FINE, complain, say};
use crate::deploy::{Deployed, Place, deploy};
use clap::Args;
use std::path::PathBuf;

/// How many changed paths a dry run names.
const NAMED: usize = 20;

/// Commit the site to a branch and push it, never by force.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook publish --dry-run
  skillbook publish --base-url https://example.github.io/skills/
  skillbook publish --remote site --branch main

What is published is what lies in the folder, committed or not. The working tree, the index and the
branches of the repository stay as they are. The branch keeps its history and a CNAME; everything
else on it is replaced.")]
pub(super) struct Publish {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// The remote to push to
    #[arg(long, default_value = "origin", value_name = "NAME")]
    remote: String,
    /// The branch that holds the site
    #[arg(long, default_value = "gh-pages", value_name = "NAME")]
    branch: String,
    /// Say what would change, and push nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    make: Make,
}

impl Publish {
    pub(super) fn run(self) -> u8 {
        self.push().unwrap_or_else(|code| code)
    }

    fn push(&self) -> Result<u8, u8> {
        let root = folder(self.root.as_deref())?;
        let made = self.make.site(&root, "Nothing published")?;
        let place = Place {
            remote: &self.remote,
            branch: &self.branch,
        };
        let version = env!("CARGO_PKG_VERSION");
        match deploy(&root, &*made.outputs, &place, version, self.dry_run) {
            Ok(deployed) => {
                say(&self.words(&deployed));
                Ok(FINE)
            }
            Err(error) => {
                complain(&format!("error: {error}\n"));
                if let Some(help) = error.help() {
                    complain(&format!("  help: {help}\n"));
                }
                Err(ERRORS)
            }
        }
    }

    fn words(&self, deployed: &Deployed) -> String {
        let Publish { remote, branch, .. } = self;
        let Some(commit) = &deployed.commit else {
            return format!("Nothing to publish: {branch} of {remote} holds this site already.\n");
        };
        let count = |wanted: char| {
            let those = deployed.changes.iter().filter(|(kind, _)| *kind == wanted);
            those.count()
        };
        let changes = format!(
            "{} files added, {} changed, {} removed",
            count('A'),
            count('M'),
            count('D')
        );
        let onto = match &deployed.parent {
            Some(parent) => format!("on {parent}"),
            None => "a new branch".to_owned(),
        };
        let mut words = if self.dry_run {
            format!("Would publish to {branch} of {remote}, {onto}: {changes}.\n")
        } else {
            format!("Published {commit} to {branch} of {remote}, {onto}: {changes}.\n")
        };
        if self.dry_run {
            for (kind, path) in deployed.changes.iter().take(NAMED) {
                words.push_str(&format!("  {kind} {path}\n"));
            }
            let more = deployed.changes.len().saturating_sub(NAMED);
            if more > 0 {
                words.push_str(&format!("  and {more} more\n"));
            }
        }
        if deployed.dirty {
            words.push_str(
                "The working tree has changes that are not committed; the site has them too.\n",
            );
        }
        words
    }
}
