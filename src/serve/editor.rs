//! Opening a file at a line in the author's editor.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// An editor that has a window of its own and can be told a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    program: OsString,
    before: Vec<String>,
    form: Form,
}

/// How an editor is told the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `--goto file:line:column`
    Goto,
    /// `file:line:column`
    Colons,
    /// `--line line --column column file`
    LineColumn,
    /// `+line:column file`
    PlusColon,
    /// `+line file`
    Plus,
}

/// Programs, by the name of their file, and how they are told a place.
const KNOWN: &[(&str, Form)] = &[
    ("code", Form::Goto),
    ("code-insiders", Form::Goto),
    ("codium", Form::Goto),
    ("cursor", Form::Goto),
    ("vscodium", Form::Goto),
    ("windsurf", Form::Goto),
    ("subl", Form::Colons),
    ("sublime_text", Form::Colons),
    ("zed", Form::Colons),
    ("zeditor", Form::Colons),
    ("clion", Form::LineColumn),
    ("goland", Form::LineColumn),
    ("idea", Form::LineColumn),
    ("phpstorm", Form::LineColumn),
    ("pycharm", Form::LineColumn),
    ("rubymine", Form::LineColumn),
    ("rustrover", Form::LineColumn),
    ("webstorm", Form::LineColumn),
    ("emacsclient", Form::PlusColon),
    ("gedit", Form::PlusColon),
    ("gnome-text-editor", Form::Plus),
    ("gvim", Form::Plus),
    ("mvim", Form::Plus),
];

impl Editor {
    /// The editor of a command line such as `code --wait`; none if its kind is not known. Editors that live in a
    /// terminal (vim, nano) are none: the terminal is taken.
    pub fn known(command: &str) -> Option<Editor> {
        let mut words = command.split_whitespace();
        let program = words.next()?;
        let stem = Path::new(program).file_stem()?.to_str()?;
        let (_, form) = KNOWN
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(stem))?;
        // A click waits for no window to be closed, and Emacs without a window would want the terminal.
        let before =
            words.filter(|word| !matches!(*word, "-w" | "--wait" | "-nw" | "-t" | "--tty"));
        Some(Editor {
            program: program.into(),
            before: before.map(str::to_owned).collect(),
            form: *form,
        })
    }

    /// The names of the editors that are known.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|(name, _)| *name)
    }

    /// Opens a file, by its whole path, at a line and column.
    ///
    /// # Errors
    ///
    /// When the program cannot be started.
    pub(super) fn open(&self, file: &Path, at: Option<(usize, usize)>) -> io::Result<()> {
        let mut child = Command::new(&self.program)
            .args(self.arguments(file, at))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // Nobody waits for an editor, but an ended one has to be taken note of.
        std::thread::spawn(move || child.wait());
        Ok(())
    }

    fn arguments(&self, file: &Path, at: Option<(usize, usize)>) -> Vec<OsString> {
        let (line, column) = at.unwrap_or((1, 1));
        let colons = || {
            let mut place = file.as_os_str().to_owned();
            place.push(format!(":{line}:{column}"));
            place
        };
        let mut arguments: Vec<OsString> = self.before.iter().map(Into::into).collect();
        match self.form {
            Form::Goto => arguments.extend(["--goto".into(), colons()]),
            Form::Colons => arguments.push(colons()),
            Form::LineColumn => {
                for (name, number) in [("--line", line), ("--column", column)] {
                    arguments.extend([name.into(), number.to_string().into()]);
                }
                arguments.push(file.into());
            }
            Form::PlusColon => {
                // Emacs gives the terminal back at once only if it is told to.
                if self.is("emacsclient") {
                    arguments.push("-n".into());
                }
                arguments.push(format!("+{line}:{column}").into());
                arguments.push(file.into());
            }
            Form::Plus => {
                arguments.push(format!("+{line}").into());
                arguments.push(file.into());
            }
        }
        arguments
    }

    fn is(&self, name: &str) -> bool {
        Path::new(&self.program)
            .file_stem()
            .is_some_and(|stem| stem == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_editor_is_told_the_place_in_its_own_way() {
        for (command, arguments) in [
            ("code --wait", "--goto /a b.md:3:7"),
            ("/usr/bin/code -r", "-r --goto /a b.md:3:7"),
            ("subl", "/a b.md:3:7"),
            ("idea", "--line 3 --column 7 /a b.md"),
            ("emacsclient -t", "-n +3:7 /a b.md"),
            ("gvim", "+3 /a b.md"),
        ] {
            let editor = Editor::known(command).unwrap();
            let given = editor.arguments(Path::new("/a b.md"), Some((3, 7)));
            let given: Vec<&str> = given.iter().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(given.join(" "), arguments, "{command}");
        }
        for command in ["", "vim", "nano -w", "ed", "codes"] {
            assert_eq!(Editor::known(command), None, "{command}");
        }
    }
}
