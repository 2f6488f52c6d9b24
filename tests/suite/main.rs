//! The test suite: one binary, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod guide;
mod html;
mod run;
mod site;
