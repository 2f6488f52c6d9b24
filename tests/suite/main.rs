//! The test suite: one binary, one module per subject.
//!
//! Every test begins with the builder of [`site`]: a small real site in a folder of its own, and the
//! real program run on it. Inline snapshots that differ are taken over with `cargo insta test --accept`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod html;
mod run;
mod server;
mod site;
mod words;

mod arbitrary;
mod bad_input;
mod cards;
mod commands;
mod content;
mod derived;
mod diagnostics;
mod discovery;
mod formats;
mod guard;
mod guide;
mod identical;
mod init;
mod layouts;
mod links;
mod live;
mod output;
mod page;
mod permissions;
mod provenance;
mod publish;
mod redirects;
mod references;
mod rooms;
mod search;
mod serve;
mod verdict;
mod verdict_cases;
