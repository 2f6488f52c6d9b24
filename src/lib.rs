//! Skillbook turns a repository of agent skills into an interactive documentation site.
//!
//! Data flows one way; a room imports only rooms above it in this list (ARCHITECTURE.md).

pub mod address;
pub mod book;
pub mod card;
pub mod check;
pub mod cli;
pub mod config;
pub mod deploy;
pub mod diagnostics;
pub mod formats;
pub mod guard;
pub mod highlight;
pub mod init;
pub mod markdown;
pub mod page;
pub mod rail;
pub mod reference;
pub mod sample;
pub mod search;
pub mod serve;
pub mod site;
pub mod skill;
pub mod workspace;
pub mod write;
