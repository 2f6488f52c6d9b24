//! The `skillbook` program. See the library for everything it does.

use std::process::ExitCode;

/// Books are made and dropped whole, on several threads, for which the usual allocator of glibc gives memory back to
/// the system and takes it again, page by page.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    skillbook::cli::run()
}
