//! `skillbook serve`: the site in memory, pages made when asked for.

use super::{ERRORS, FINE, USAGE, colour, complain, root, say};
use crate::diagnostics::{self, human};
use crate::page::assets;
use crate::serve::{Base, Editor, Options, Session, run, watch};
use crate::site::{Author, Told};
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

/// Show the site on this machine, from memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  skillbook serve
  skillbook serve path/to/repository --port 8080 --open

A busy port moves on to the next free one. Ctrl-C ends.")]
pub(super) struct Serve {
    /// The site's folder, or any repository
    root: Option<PathBuf>,
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = 4000)]
    port: u16,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// The address the site will have; its path is served under
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Leave search out
    #[arg(long)]
    no_search: bool,
    /// Show the site as it is now, as a static host would
    #[arg(long, conflicts_with_all = ["poll", "editor"])]
    no_watch: bool,
    /// Look at the files twice a second, where the file system sends no events
    #[arg(long)]
    poll: bool,
    /// The editor that a click on a file's name opens, such as `code`; else that of $VISUAL or $EDITOR, if it is known
    #[arg(long, value_name = "COMMAND")]
    editor: Option<String>,
}

impl Serve {
    pub(super) fn run(self) -> u8 {
        let root = root::root(self.root.as_deref());
        if let Some(problem) = root::problem(&root) {
            complain(&problem);
            return USAGE;
        }
        let editor = match self.editor() {
            Ok(editor) => editor,
            Err(problem) => {
                complain(&problem);
                return USAGE;
            }
        };
        let session = match self.session(editor) {
            Ok(session) => session,
            Err(error) => {
                complain(&format!(
                    "error: the system gives no random numbers: {error}\n"
                ));
                return ERRORS;
            }
        };
        let report = |error: &_| complain(&format!("{error}; the site is shown without it\n"));
        let (author, problems) = Author::begin(root, self.base_url, !self.no_search, report, tell);
        complain(&human::render(&problems, colour()));
        let Some(author) = author else {
            complain(&format!(
                "Not served: {}.\n",
                diagnostics::summary(&problems)
            ));
            return ERRORS;
        };
        let site = &author.site().book().site;
        let options = Options {
            host: self.host,
            port: self.port,
            open: self.open,
            base: Base::new(site.base_url.as_deref().unwrap_or_default()),
            title: site.title.clone(),
            session,
        };
        let live = author.live();
        let poll = self.poll;
        if options.session.is_some() {
            let watching = std::thread::Builder::new().name("watch".to_owned());
            if let Err(error) = watching.spawn(move || watch(author, poll)) {
                complain(&format!("warning: files are not watched: {error}\n"));
            }
        }
        match run(live, options) {
            Ok(()) => FINE,
            Err(error) => {
                complain(&format!("error: {error}\n"));
                if let Some(help) = error.help() {
                    complain(&format!("  help: {help}\n"));
                }
                ERRORS
            }
        }
    }

    /// What tells browsers of changes, if there will be any.
    fn session(&self, editor: Option<Editor>) -> Result<Option<Session>, getrandom::Error> {
        let is_live = !self.no_watch;
        is_live
            .then(|| Session::new(assets::LIVE, editor))
            .transpose()
    }

    /// The editor of the command line, else of the environment. One that is named has to be known.
    fn editor(&self) -> Result<Option<Editor>, String> {
        if let Some(command) = &self.editor {
            let names: Vec<&str> = Editor::names().collect();
            return Editor::known(command).map(Some).ok_or_else(|| {
                format!(
                    "error: how `{command}` opens a file at a line is not known\n  help: known are {}\n",
                    names.join(", ")
                )
            });
        }
        let from = |name| std::env::var(name).ok().as_deref().and_then(Editor::known);
        Ok(from("VISUAL").or_else(|| from("EDITOR")))
    }
}

/// One line for each reading, and what is wrong now and was not before.
fn tell(told: Told<'_>) {
    match told {
        Told::Trouble(words) => complain(&format!("warning: {words}\n")),
        Told::Read {
            changed,
            took,
            pages,
            problems,
            fresh,
        } => {
            complain(&human::render(fresh, colour()));
            let what = match changed.as_slice() {
                [] => "the files".to_owned(),
                [one] => one.clone(),
                [one, rest @ ..] => format!("{one} and {} more", rest.len()),
            };
            let outcome = match pages {
                Some(1) => "1 page".to_owned(),
                Some(pages) => format!("{pages} pages"),
                None => "the site stays as it was".to_owned(),
            };
            say(&format!(
                "Read {what} again: {outcome}, {}, {} ms\n",
                diagnostics::summary(problems),
                took.as_millis()
            ));
        }
    }
}
