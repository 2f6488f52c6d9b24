//! The `skillbook` program. See the library for everything it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    skillbook::cli::run()
}
