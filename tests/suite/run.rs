//! One run of the real program: how it ended and what it said.

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::Command;

/// A finished run.
#[derive(Debug)]
pub struct Run {
    line: String,
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output; see [`Run::of`] for what is replaced in it.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Run {
    /// Runs a command to its end. In what it says, the temporary folder becomes `[DIR]` and a
    /// number of milliseconds `[MS]`, so that it can be compared.
    pub fn of(command: &mut Command, line: &str, folder: &Path) -> Run {
        let output = command.output().unwrap();
        let plain = |bytes: &[u8]| plain(&String::from_utf8_lossy(bytes), folder);
        Run {
            line: line.to_owned(),
            code: output.status.code(),
            stdout: plain(&output.stdout),
            stderr: plain(&output.stderr),
        }
    }

    /// Fails unless it ended with this code.
    pub fn code(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Fails unless these words are on standard output.
    pub fn stdout_has(self, words: &str) -> Run {
        assert!(self.stdout.contains(words), "no {words:?} in {self}");
        self
    }

    /// Fails unless these words are on standard error.
    pub fn stderr_has(self, words: &str) -> Run {
        assert!(self.stderr.contains(words), "no {words:?} in {self}");
        self
    }

    /// Fails unless this is all of standard output.
    pub fn stdout_is(self, text: &str) -> Run {
        assert_eq!(self.stdout, text, "{self}");
        self
    }

    /// Fails unless this is all of standard error.
    pub fn stderr_is(self, text: &str) -> Run {
        assert_eq!(self.stderr, text, "{self}");
        self
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self}"))
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`skillbook {}` ended with {:?}\n--- stdout\n{}\n--- stderr\n{}",
            self.line, self.code, self.stdout, self.stderr
        )
    }
}

/// The program, in an environment that says nothing of the machine it is run on.
pub fn command() -> Command {
    let mut command = Command::new(cargo_bin!("skillbook"));
    command
        .env_remove("NO_COLOR")
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command
}

/// The words of a command line: split at spaces, `'…'` kept together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, piece) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn plain(text: &str, folder: &Path) -> String {
    let mut text = text.to_owned();
    for folder in [Some(folder.to_path_buf()), folder.canonicalize().ok()]
        .into_iter()
        .flatten()
    {
        text = text.replace(folder.to_str().unwrap(), "[DIR]");
    }
    let Some(end) = text.find(" ms\n") else {
        return text;
    };
    let start = text[..end]
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .len();
    format!("{}[MS]{}", &text[..start], &text[end..])
}

/// Runs git in a folder, as nobody in particular, and gives what it says.
pub fn git(folder: &Path, line: &str) -> String {
    git_at(folder, line, "2024-02-03T10:00:00+00:00")
}

/// [`git`] at a certain time.
pub fn git_at(folder: &Path, line: &str, date: &str) -> String {
    let output = Command::new("git")
        .args(words(line))
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_NAME", "A test")
        .env("GIT_AUTHOR_EMAIL", "test@example.org")
        .env("GIT_COMMITTER_NAME", "A test")
        .env("GIT_COMMITTER_EMAIL", "test@example.org")
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {line}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
