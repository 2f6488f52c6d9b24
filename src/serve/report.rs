//! What a browser that shows the site is told of the last reading: which edition it sees, and what is wrong.

use std::path::PathBuf;

use serde::Serialize;

/// What became of the last reading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Counts the readings of this run of the server.
    pub edition: u64,
    /// What is wrong, errors first.
    pub problems: Vec<Problem>,
    /// How many problems there are besides.
    pub more: usize,
}

/// One thing that is wrong, in words that a page can show as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Whether it keeps the site as it was before.
    pub is_error: bool,
    /// The name of the rule.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// Where, if it has a place.
    pub place: Option<Spot>,
    /// What to do about it.
    pub help: Option<String>,
    /// The file on this machine, for an editor. Never sent.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// A place in a file, with the text around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The path as diagnostics name it.
    pub file: String,
    /// Its first line and column, from 1; none if the whole file is meant.
    pub at: Option<(usize, usize)>,
    /// The lines around it.
    pub lines: Vec<Line>,
}

/// A line of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// What stands before the part that is meant.
    pub before: String,
    /// The part that is meant; empty on lines around it.
    pub marked: String,
    /// What stands after it.
    pub after: String,
}
