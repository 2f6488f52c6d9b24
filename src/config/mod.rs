//! `skillbook.toml`: what a site's author decides. This room reads text; whether the files and
//! skills it names exist is checked where they are known.

mod keys;

pub use keys::KNOWN as KNOWN_KEYS;

use crate::diagnostics::{Code, Diagnostic, Place, Severity, nearest};
use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// The name of the file, in the root of a site.
pub const FILE_NAME: &str = "skillbook.toml";

/// A site's configuration. Without a file, everything has its default and is discovered.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The site itself.
    pub site: SiteConfig,
    /// Where files come from; none means the root alone.
    #[serde(deserialize_with = "one_or_many")]
    pub source: Vec<SourceConfig>,
    /// The guard.
    pub guard: GuardConfig,
    /// Per skill, by its name.
    pub skill: IndexMap<String, SkillConfig>,
    /// The pipelines.
    pub rail: Vec<RailConfig>,
    /// The pages of the guide; none means those of the folder `guide`.
    pub page: Vec<PageConfig>,
    /// Addresses of pages that are gone, and those that took their place.
    pub redirects: IndexMap<String, String>,
    /// Severity per code: `off`, `warning` or `error`.
    pub lint: IndexMap<String, LintLevel>,
    #[serde(skip)]
    origin: Option<Origin>,
}

#[derive(Debug, Clone)]
struct Origin {
    text: Arc<str>,
    spans: BTreeMap<String, Range<usize>>,
}

/// `[site]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SiteConfig {
    /// The site's name; else the first source's.
    pub title: Option<String>,
    /// One or two sentences for the front page.
    pub description: Option<String>,
    /// The address the site will have, for what needs an absolute one. `--base-url` wins.
    pub base_url: Option<String>,
    /// BCP 47 language of the pages; `en` by default.
    pub language: Option<String>,
    /// Whether each skill has a social card.
    pub cards: bool,
}

/// `[[source]]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SourceConfig {
    /// What pages call it; else its repository's or folder's name.
    pub name: Option<String>,
    /// Its folder, relative to the site's; `.` by default.
    pub path: Option<String>,
    /// Globs of folders that hold a `SKILL.md`; else the usual places.
    pub skills: Option<Vec<String>>,
    /// The address of its repository; else that of the remote.
    pub repository: Option<String>,
    /// What the repository's host runs; else what its name says.
    pub host: Option<HostKind>,
    /// The branch on which files are edited; without one there is no link to edit them.
    pub branch: Option<String>,
}

/// A value of `host` in `[[source]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HostKind {
    /// GitHub.
    GitHub,
    /// GitLab.
    GitLab,
    /// Gitea or Forgejo.
    Gitea,
    /// Bitbucket.
    Bitbucket,
}

/// `[guard]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct GuardConfig {
    /// The file with `skill_classes`; `.claude/schemas/extensions.json` by default.
    pub classes: Option<String>,
    /// The file with the hooks; `.claude/settings.json` by default.
    pub settings: Option<String>,
    /// First words of hooks that never block: they are shown with `exit 0`.
    pub never_blocks: Vec<String>,
    /// Templates of the guard's words, where another guard words them otherwise.
    pub messages: toml::Table,
}

/// `[skill.<name>]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SkillConfig {
    /// The line under its name, at most 140 characters.
    pub summary: Option<String>,
    /// The document that the page goes through.
    #[serde(deserialize_with = "sample")]
    pub sample: Option<SampleConfig>,
    /// What the page leaves out of it.
    pub excerpt: Vec<String>,
    /// The author's notes; `notes/<skill>.md` by default.
    pub notes: Option<String>,
    /// The scenario; else one is derived.
    pub scenario: Option<String>,
}

/// Where a sample is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SampleConfig {
    /// Name of the source it is in; any when absent.
    pub source: Option<String>,
    /// Its path in that source.
    pub path: String,
}

/// `[[rail]]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RailConfig {
    /// The command that runs it: `/new-feature`.
    pub command: String,
    /// The skill that orchestrates it.
    pub orchestrator: Option<String>,
    /// The model it runs on.
    pub model: Option<String>,
    /// What runs behind the last step.
    pub after: Option<String>,
    /// What that does with the partials, in Markdown.
    pub after_text: Option<String>,
    /// The steps, in order.
    pub step: Vec<StepConfig>,
}

/// `[[rail.step]]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct StepConfig {
    /// The skill.
    pub skill: String,
    /// The partial it writes, if not the one of its contract.
    pub partial: Option<String>,
    /// The condition of a step that runs only if needed.
    pub when: Option<String>,
}

/// `[[page]]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PageConfig {
    /// A Markdown file, relative to the site's folder.
    pub path: String,
    /// What lists call it; else its own heading.
    pub title: Option<String>,
}

/// A value of `[lint]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LintLevel {
    /// Not reported.
    Off,
    /// Reported, does not stop a build.
    #[serde(alias = "warn")]
    Warning,
    /// Stops a build.
    Error,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

fn one_or_many<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::Many(many) => many,
        OneOrMany::One(one) => vec![one],
    })
}

fn sample<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SampleConfig>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Path(String),
        Full(SampleConfig),
    }
    Ok(
        Option::<Form>::deserialize(deserializer)?.map(|form| match form {
            Form::Path(path) => SampleConfig { source: None, path },
            Form::Full(full) => full,
        }),
    )
}

impl Config {
    /// Reads a configuration. What is wrong with it is reported; the keys that are right count.
    pub fn parse(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Config {
        let text: Arc<str> = Arc::from(text);
        let place =
            |span: Option<Range<usize>>| Place::new(FILE_NAME, text.clone(), span.unwrap_or(0..0));
        let table = match DeTable::parse(&text) {
            Ok(table) => table,
            Err(error) => {
                diagnostics.push(
                    Diagnostic::new(Code::Config, first_line(error.message()))
                        .at(place(error.span())),
                );
                return Config::default();
            }
        };
        let mut spans = BTreeMap::new();
        collect_spans(table.get_ref(), "", &mut spans);
        for (path, key, span, known) in keys::unknown(table.get_ref()) {
            let mut problem = Diagnostic::new(
                Code::UnknownKey,
                if path.is_empty() {
                    format!("unknown key `{key}`")
                } else {
                    format!("unknown key `{key}` in `{path}`")
                },
            )
            .at(place(Some(span)));
            problem = match nearest(&key, known.iter().copied()) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help(format!("known here: {}", known.join(", "))),
            };
            diagnostics.push(problem);
        }
        match toml::from_str::<Config>(&text) {
            Ok(mut config) => {
                config.origin = Some(Origin {
                    text: text.clone(),
                    spans,
                });
                config.check(diagnostics);
                config
            }
            Err(error) => {
                diagnostics.push(
                    Diagnostic::new(Code::Config, first_line(error.message()))
                        .at(place(error.span())),
                );
                Config::default()
            }
        }
    }

    /// What is wrong without looking at any other file.
    fn check(&self, diagnostics: &mut Vec<Diagnostic>) {
        for name in self.lint.keys() {
            if Code::from_name(name).is_none() {
                let mut problem =
                    Diagnostic::new(Code::UnknownKey, format!("unknown code `{name}`"))
                        .at(self.place(&format!("lint.{name}")));
                if let Some(near) = nearest(name, Code::ALL.iter().map(|code| code.name())) {
                    problem = problem.help(format!("did you mean `{near}`?"));
                }
                diagnostics.push(problem);
            }
        }
        for (index, rail) in self.rail.iter().enumerate() {
            if rail.command.is_empty() {
                diagnostics.push(
                    Diagnostic::new(Code::Config, "a rail needs a `command`")
                        .at(self.place(&format!("rail.{index}"))),
                );
            }
        }
        for (index, page) in self.page.iter().enumerate() {
            if page.path.is_empty() {
                diagnostics.push(
                    Diagnostic::new(Code::Config, "a page needs a `path`")
                        .at(self.place(&format!("page.{index}"))),
                );
            }
        }
    }

    /// The place of a key in the file, by its path: `rail.0.step.3.partial`. A key that is absent
    /// has the place of the table it would stand in.
    pub fn place(&self, path: &str) -> Place {
        let Some(origin) = &self.origin else {
            return Place::whole(FILE_NAME);
        };
        let mut path = path;
        loop {
            if let Some(span) = origin.spans.get(path) {
                return Place::new(FILE_NAME, origin.text.clone(), span.clone());
            }
            match path.rsplit_once('.') {
                Some((parent, _)) => path = parent,
                None => return Place::new(FILE_NAME, origin.text.clone(), 0..0),
            }
        }
    }

    /// Whether it was read from a file.
    pub fn is_given(&self) -> bool {
        self.origin.is_some()
    }

    /// Applies `[lint]` to a list: drops what is off, changes severities.
    pub fn apply_lint(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain_mut(|diagnostic| match self.lint.get(diagnostic.code.name()) {
            Some(LintLevel::Off) => false,
            Some(LintLevel::Warning) => {
                diagnostic.severity = Severity::Warning;
                true
            }
            Some(LintLevel::Error) => {
                diagnostic.severity = Severity::Error;
                true
            }
            None => true,
        });
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

/// The span of every key's value, by path; of tables, the span of their key.
fn collect_spans(table: &DeTable<'_>, path: &str, spans: &mut BTreeMap<String, Range<usize>>) {
    for (key, value) in table {
        let path = if path.is_empty() {
            key.get_ref().to_string()
        } else {
            format!("{path}.{}", key.get_ref())
        };
        collect_value(value.get_ref(), value.span(), &key.span(), &path, spans);
    }
}

fn collect_value(
    value: &DeValue<'_>,
    span: Range<usize>,
    key: &Range<usize>,
    path: &str,
    spans: &mut BTreeMap<String, Range<usize>>,
) {
    match value {
        DeValue::Table(table) => {
            spans.insert(path.to_owned(), key.clone());
            collect_spans(table, path, spans);
        }
        DeValue::Array(items) => {
            spans.insert(path.to_owned(), key.clone());
            for (index, item) in items.iter().enumerate() {
                let span = item.span();
                collect_value(
                    item.get_ref(),
                    span.clone(),
                    &span,
                    &format!("{path}.{index}"),
                    spans,
                );
            }
        }
        _ => {
            spans.insert(path.to_owned(), span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Config, Vec<String>) {
        let mut diagnostics = Vec::new();
        let config = Config::parse(text, &mut diagnostics);
        let shown = diagnostics
            .iter()
            .map(|it| {
                let (line, column) = it.place.as_ref().map_or((0, 0), Place::start);
                format!(
                    "{line}:{column} {} {}",
                    it.message,
                    it.help.clone().unwrap_or_default()
                )
            })
            .collect();
        (config, shown)
    }

    #[test]
    fn a_full_configuration() {
        let (config, problems) = parse(
            "[site]\ntitle = \"T\"\n[source]\npath = \"pack\"\n[skill.a]\nsample = \"docs/x.md\"\nexcerpt = [\"B\"]\n[[rail]]\ncommand = \"/n\"\n[[rail.step]]\nskill = \"a\"\npartial = \"x.md\"\n[[page]]\npath = \"a.md\"\ntitle = \"A\"\n[lint]\nmissing-reference = \"off\"\n",
        );
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(config.source.len(), 1);
        assert_eq!(config.skill["a"].sample.as_ref().unwrap().path, "docs/x.md");
        assert_eq!(config.place("rail.0.step.0.partial").start(), (12, 11));
        assert_eq!(config.place("skill.a.excerpt.0").start(), (7, 12));
        assert_eq!(config.place("skill.a.notes").start(), (5, 8));
    }

    #[test]
    fn unknown_keys_have_a_place_and_the_nearest_name() {
        let (_, problems) = parse(
            "[site]\ntitel = \"T\"\n[skill.x]\nsumary = \"\"\n[lint]\nno-skill = \"off\"\n[[rail]]\ncommand = \"/a\"\nsteps = 1\n",
        );
        assert_eq!(
            problems,
            [
                "2:1 unknown key `titel` in `site` did you mean `title`?",
                "4:1 unknown key `sumary` in `skill.x` did you mean `summary`?",
                "9:1 unknown key `steps` in `rail` did you mean `step`?",
                "6:12 unknown code `no-skill` did you mean `no-skills`?",
            ]
        );
    }

    #[test]
    fn wrong_toml_and_wrong_types_have_a_place() {
        let (_, problems) = parse("[site\n");
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with("1:6"), "{problems:?}");
        let (_, problems) = parse("[site]\ntitle = 3\n");
        assert!(problems[0].starts_with("2:9"), "{problems:?}");
    }
}
