//! One skill: its `SKILL.md`, what lies beside it, and for some a sample that it wrote.

use super::code::fence;
use super::words::{Choice, NOUNS, QUALITIES, VERBS, capital, name, sentence};
use std::fmt::Write;

/// A file, by its path below the corpus.
pub type File = (String, String);

/// A skill with everything that belongs to it.
#[derive(Debug)]
pub struct Skill {
    /// `merge-invoice-17`.
    pub name: String,
    /// One or two sentences.
    pub description: String,
    /// What stands below the frontmatter of its `SKILL.md`.
    pub body: String,
    /// Markdown under `references/`: name and text.
    pub references: Vec<File>,
    /// Code under `scripts/`.
    pub scripts: Vec<File>,
    /// The sample's folder and text.
    pub sample: Option<File>,
    /// What the author says of the sample.
    pub notes: Option<String>,
}

/// How many top-level blocks documents have: at each per mille of all skills, so many. Between two of
/// them the number grows evenly. The median is 26, the 95th percentile 111, three of a thousand have 740.
const BLOCKS: &[(usize, usize)] = &[
    (0, 3),
    (50, 6),
    (250, 14),
    (500, 26),
    (750, 47),
    (950, 111),
    (990, 200),
    (997, 300),
    (998, 740),
    (1000, 740),
];

fn blocks(per_mille: usize) -> usize {
    BLOCKS
        .windows(2)
        .find_map(|pair| {
            let [(from, low), (to, high)] = pair else {
                return None;
            };
            let inside = (*from..*to).contains(&per_mille);
            inside.then(|| low + (high - low) * (per_mille - from) / (to - from))
        })
        .unwrap_or(26)
}

impl Skill {
    /// The skill of this number.
    pub fn new(seed: u64, number: usize) -> Skill {
        let choice = &mut Choice::of(seed, number);
        let own = format!("{}-{number}", name(choice, "-"));
        let description = format!(
            "{} Use when the {} is {} or somebody asks to {} it.",
            sentence(choice),
            choice.any(NOUNS),
            choice.any(QUALITIES),
            choice.any(VERBS),
        );
        // Spread evenly, so that a small corpus has the shape of a large one.
        let count = blocks((number * 619 + 303) % 1000);
        let references: Vec<File> = (0..choice.below(5).saturating_sub(2))
            .map(|index| {
                let file = format!("{}-{index}.md", name(choice, "-"));
                let length = choice.between(4, 30);
                let text = document(
                    choice,
                    &capital(&file.replace(['-', '.'], " ")),
                    length,
                    &[],
                );
                (file, text)
            })
            .collect();
        let scripts: Vec<File> = (0..choice.below(2))
            .map(|index| (format!("{}_{index}.sh", name(choice, "_")), script(choice)))
            .collect();
        let has_sample = choice.chance(15);
        let mut body = document(choice, &capital(&own.replace('-', " ")), count, &references);
        let mut sections = Vec::new();
        if choice.chance(30) || has_sample {
            body.push_str(&contract(choice, &own, has_sample));
        }
        let sample = has_sample.then(|| {
            let mut text = format!(
                "# {} {number}\n\n{}\n\n",
                capital(choice.any(NOUNS)),
                sentence(choice)
            );
            for index in 1..=choice.between(4, 10) {
                let heading = capital(&name(choice, " "));
                let _ = write!(text, "## {index} · {heading}\n\n{}", block(choice, &[]));
                text.push_str(&block(choice, &[]));
                sections.push(heading);
            }
            (format!("UC-{:03}-{own}", number % 1000), text)
        });
        if !sections.is_empty() {
            body.push_str("\n## Blocks\n\n| Block | Fixes |\n| --- | --- |\n");
            for section in &sections {
                let _ = writeln!(body, "| {section} | {} |", sentence(choice));
            }
        }
        let notes = (!sections.is_empty()).then(|| {
            let parts = sections.iter().step_by(2);
            parts
                .map(|section| {
                    format!(
                        "## {section}\n\n{} {}\n\n",
                        sentence(choice),
                        sentence(choice)
                    )
                })
                .collect()
        });
        Skill {
            name: own,
            description,
            body,
            references,
            scripts,
            sample,
            notes,
        }
    }

    /// The frontmatter and the body.
    pub fn text(&self) -> String {
        format!(
            "---\nname: {}\ndescription: {:?}\n---\n\n{}",
            self.name, self.description, self.body
        )
    }
}

fn document(choice: &mut Choice, title: &str, count: usize, references: &[File]) -> String {
    let mut out = format!("# {title}\n\n{}\n\n", sentence(choice));
    let has_table = choice.chance(50);
    let table_at = choice.below(count);
    for index in 0..count.saturating_sub(2) {
        if has_table && index == table_at {
            out.push_str(&table(choice));
        } else if index % 4 == 1 {
            let depth = if choice.chance(70) { "##" } else { "###" };
            let _ = write!(out, "{depth} {}\n\n", capital(&name(choice, " ")));
        } else {
            out.push_str(&block(choice, references));
        }
    }
    out
}

fn block(choice: &mut Choice, references: &[File]) -> String {
    match choice.below(10) {
        0..=4 => {
            let mut text = sentence(choice);
            for _ in 0..choice.below(2) {
                let _ = write!(text, " {}", sentence(choice));
            }
            if let Some((file, _)) = references.get(choice.below(references.len() * 3)) {
                let _ = write!(
                    text,
                    " See `references/{file}` for the {}.",
                    choice.any(NOUNS)
                );
            }
            if choice.chance(30) {
                let _ = write!(
                    text,
                    " **{}** goes with `{}`.",
                    capital(choice.any(NOUNS)),
                    name(choice, "_")
                );
            }
            format!("{text}\n\n")
        }
        5..=7 => {
            let ordered = choice.chance(40);
            let mut text = String::new();
            for index in 1..=choice.between(2, 4) {
                let mark = if ordered {
                    format!("{index}.")
                } else {
                    "-".to_owned()
                };
                let _ = writeln!(text, "{mark} {}", sentence(choice));
            }
            format!("{text}\n")
        }
        8 => format!("{}\n", fence(choice)),
        _ => format!("> {}\n\n", sentence(choice)),
    }
}

fn table(choice: &mut Choice) -> String {
    let mut text = String::from("| When | Then | Not |\n| --- | --- | --- |\n");
    for _ in 0..choice.between(2, 8) {
        let _ = writeln!(
            text,
            "| the {} is {} | `{}` | {} |",
            choice.any(NOUNS),
            choice.any(QUALITIES),
            name(choice, "_"),
            choice.any(VERBS),
        );
    }
    format!("{text}\n")
}

fn contract(choice: &mut Choice, own: &str, has_sample: bool) -> String {
    let written = if has_sample {
        format!("`docs/use-cases/UC-NNN-<slug>/{own}.md`")
    } else {
        format!("`reports/{own}.md`")
    };
    format!(
        "\n## Contract\n\n**Reads:** the {} and its {}, {}\n\n**Writes:** {written}, nothing else.\n\n**Does not decide:** {}\n",
        choice.any(NOUNS),
        choice.any(NOUNS),
        sentence(choice),
        sentence(choice),
    )
}

fn script(choice: &mut Choice) -> String {
    let mut text = String::from("#!/usr/bin/env bash\nset -euo pipefail\n");
    for _ in 0..choice.between(2, 12) {
        let _ = writeln!(
            text,
            "{} \"$1\" --{}",
            name(choice, "-"),
            choice.any(NOUNS).replace(' ', "-")
        );
    }
    text
}
