//! The command line, one file per command.

mod build;
mod check;
mod guard;
mod init;
mod prepare;
mod publish;
mod root;
mod serve;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Everything was fine; warnings are.
const FINE: u8 = 0;
/// The content, or the output, has errors.
const ERRORS: u8 = 1;
/// The command was called wrongly.
const USAGE: u8 = 2;
/// `guard` was called wrongly: its 2 means refused.
const GUARD_USAGE: u8 = 64;

/// Turns a repository of agent skills into an interactive documentation site.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "\
Examples:
  skillbook serve                     look at the site while writing
  skillbook init                      write a skillbook.toml to start with
  skillbook build . --out dist        write it for a static host
  skillbook check --format github     annotate a pull request
  skillbook guard jobs-architect Write docker-compose.yml
  skillbook publish --dry-run         see what would go to the branch gh-pages

ROOT is a folder with a skillbook.toml, or any repository without one. Without ROOT it is `content`
if the current folder has `content/skillbook.toml`, else the current folder."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Serve(serve::Serve),
    Check(check::Check),
    Guard(guard::Guard),
    Init(init::Init),
    Publish(publish::Publish),
}

/// Runs the program on its arguments and says how it went.
///
/// Exit codes: 0 fine, 1 errors in the content, 2 wrong usage; `guard` has 0 admitted, 2 refused,
/// 64 wrong usage.
pub fn run() -> ExitCode {
    let is_guard = std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == "guard");
    let code = match Cli::try_parse() {
        Ok(cli) => match cli.command {
            Command::Build(build) => build.run(),
            Command::Serve(serve) => serve.run(),
            Command::Check(check) => check.run(),
            Command::Guard(guard) => guard.run(),
            Command::Init(init) => init.run(),
            Command::Publish(publish) => publish.run(),
        },
        Err(error) => {
            // A closed pipe is the only way in which printing fails; nothing is left to say then.
            let _ = error.print();
            match (error.use_stderr(), is_guard) {
                (false, _) => FINE,
                (true, true) => GUARD_USAGE,
                (true, false) => USAGE,
            }
        }
    };
    ExitCode::from(code)
}

/// Prints to standard error; a closed pipe is no reason to fail.
fn complain(text: &str) {
    use std::io::Write;
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints to standard output; see [`complain`].
fn say(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Whether standard error takes colours.
fn colour() -> bool {
    use std::io::IsTerminal;
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}
