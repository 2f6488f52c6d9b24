//! Writes a collection of made-up skills of realistic shape, and the same pages for other generators:
//!
//!     cargo run --example corpus -- 1000 OUT [SEED]
//!
//! `OUT/skillbook` is a repository of skills; `OUT/mdbook`, `OUT/mdbook-no-search`, `OUT/zola` and `OUT/hugo` hold
//! its Markdown pages. The same number and seed give the same bytes, and a larger corpus begins with a smaller one.

mod code;
mod peers;
mod skill;
mod words;

use skill::{File, Skill};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(count), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: corpus COUNT OUT [SEED]".into());
    };
    let count: usize = count
        .parse()
        .map_err(|_| format!("`{count}` is no number of skills"))?;
    let seed: u64 = match arguments.next() {
        Some(seed) => seed.parse().map_err(|_| format!("`{seed}` is no seed"))?,
        None => 1,
    };
    let out = Path::new(&out);
    if out.exists() {
        return Err(format!("{} is there already", out.display()).into());
    }
    let skills: Vec<Skill> = (0..count).map(|number| Skill::new(seed, number)).collect();
    let mut bytes = 0;
    for skill in &skills {
        for (path, text) in own(skill) {
            if path.ends_with(".md") {
                bytes += text.len();
            }
            write(out, &path, &text)?;
        }
        for (path, text) in peers::mdbook::files(skill)
            .into_iter()
            .chain(peers::zola::files(skill))
            .chain(peers::hugo::files(skill))
        {
            write(out, &path, &text)?;
        }
    }
    for (path, text) in peers::mdbook::site(&skills)
        .into_iter()
        .chain(peers::zola::site())
        .chain(peers::hugo::site())
    {
        write(out, &path, &text)?;
    }
    let pages: usize = skills.iter().map(|skill| 1 + skill.references.len()).sum();
    println!(
        "{count} skills, {pages} pages, {} KB of Markdown",
        bytes / 1000
    );
    Ok(())
}

/// A skill as Skillbook reads it.
fn own(skill: &Skill) -> Vec<File> {
    let folder = format!("skillbook/skills/{}", skill.name);
    let mut files = vec![(format!("{folder}/SKILL.md"), skill.text())];
    for (kind, list) in [
        ("references", &skill.references),
        ("scripts", &skill.scripts),
    ] {
        let those = list
            .iter()
            .map(|(name, text)| (format!("{folder}/{kind}/{name}"), text.clone()));
        files.extend(those);
    }
    if let Some((case, text)) = &skill.sample {
        files.push((
            format!("skillbook/docs/use-cases/{case}/{}.md", skill.name),
            text.clone(),
        ));
    }
    if let Some(notes) = &skill.notes {
        files.push((format!("skillbook/notes/{}.md", skill.name), notes.clone()));
    }
    files
}

fn write(out: &Path, path: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let path = out.join(path);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}
