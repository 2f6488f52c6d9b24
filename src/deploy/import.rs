//! Outputs as a stream for `git fast-import`: one commit that holds them and nothing else.

use super::DeployError;
use crate::write::Outputs;
use rayon::prelude::*;
use std::io::{self, Write};

/// How many outputs are made at a time, in parallel, and kept until git has taken them.
const AT_A_TIME: usize = 256;

pub(super) struct Import<'a> {
    /// The name that the commit gets.
    pub(super) name: &'a str,
    /// Name, address and time, as git writes them.
    pub(super) committer: &'a str,
    pub(super) message: &'a str,
    pub(super) parent: Option<&'a str>,
    /// The blob of a `CNAME` that is to be kept.
    pub(super) cname: Option<&'a str>,
}

impl Import<'_> {
    /// Writes the stream. `marker` is a file beside the outputs: its name and content.
    pub(super) fn write(
        &self,
        outputs: &dyn Outputs,
        marker: (&str, &str),
        out: &mut dyn Write,
    ) -> Result<(), DeployError> {
        let lost = |error: io::Error| DeployError::NoGit(error.to_string());
        self.head(out).map_err(lost)?;
        let paths = outputs.paths();
        if let (Some(blob), false) = (self.cname, paths.iter().any(|path| path == "CNAME")) {
            writeln!(out, "M 100644 {blob} \"CNAME\"").map_err(lost)?;
        }
        file(out, marker.0, marker.1.as_bytes()).map_err(lost)?;
        for paths in paths.chunks(AT_A_TIME) {
            let made: Vec<Result<Vec<u8>, DeployError>> = paths
                .par_iter()
                .map(|path| {
                    let made = outputs.make(path);
                    made.map_err(|error| DeployError::Make(path.clone(), error.to_string()))
                })
                .collect();
            for (path, bytes) in paths.iter().zip(made) {
                file(out, path, &bytes?).map_err(lost)?;
            }
        }
        out.write_all(b"done\n").map_err(lost)
    }

    fn head(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "commit {}", self.name)?;
        writeln!(out, "committer {}", self.committer)?;
        writeln!(out, "data {}\n{}", self.message.len(), self.message)?;
        if let Some(parent) = self.parent {
            writeln!(out, "from {parent}")?;
        }
        writeln!(out, "deleteall")
    }
}

fn file(out: &mut dyn Write, path: &str, bytes: &[u8]) -> io::Result<()> {
    writeln!(out, "M 100644 inline {}", quoted(path))?;
    writeln!(out, "data {}", bytes.len())?;
    out.write_all(bytes)?;
    out.write_all(b"\n")
}

/// A path as fast-import reads it whatever is in it.
fn quoted(path: &str) -> String {
    let mut out = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted() {
        assert_eq!(quoted("a b/é.html"), "\"a b/é.html\"");
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c\\nd\"");
    }
}
