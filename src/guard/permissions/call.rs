//! A call of a tool, as far as rules look at it.

use std::fmt;

/// A call that an answer is wanted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its content: the command, the path, the address, the name. Empty where a tool has none that rules look at.
    pub argument: String,
    /// A parameter besides it, by name and value.
    pub parameter: Option<(String, String)>,
}

impl Call {
    /// A call of a tool with its content.
    pub fn new(tool: impl Into<String>, argument: impl Into<String>) -> Call {
        Call {
            tool: tool.into(),
            argument: argument.into(),
            parameter: None,
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tool)?;
        match (&self.parameter, self.argument.as_str()) {
            (None, "") => Ok(()),
            (None, argument) => write!(f, "({argument})"),
            (Some((name, value)), "") => write!(f, "({name}: {value})"),
            (Some((name, value)), argument) => write!(f, "({argument}, {name}: {value})"),
        }
    }
}
