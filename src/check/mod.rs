//! Rules over a [`Book`]. What reading found is in the book already; here is what can be said only
//! once everything is joined.

mod permissions;
mod spec;

use crate::book::{Book, DocKind, DocumentEntry};
use crate::diagnostics::{Code, Diagnostic, Place, nearest};
use rayon::prelude::*;

/// Every diagnostic of a book, `[lint]` applied, sorted by file and place.
pub fn check(book: &Book) -> Vec<Diagnostic> {
    let mut found = book.diagnostics.clone();
    for entry in &book.documents {
        frontmatter(entry, &mut found);
        missing_references(entry, &mut found);
    }
    let of_skills = (0..book.skills.len()).into_par_iter().map(|index| {
        let mut found = Vec::new();
        notes(book, index, &mut found);
        spec::spec(book, &book.skills[index], &mut found);
        found
    });
    found.extend(of_skills.collect::<Vec<_>>().into_iter().flatten());
    permissions::permissions(book, &mut found);
    offers(book, &mut found);
    rails(book, &mut found);
    book.config.apply_lint(&mut found);
    Diagnostic::sort(&mut found);
    found
}

fn place(entry: &DocumentEntry, span: std::ops::Range<usize>) -> Place {
    Place::new(entry.display.clone(), entry.document.text.clone(), span)
}

fn frontmatter(entry: &DocumentEntry, found: &mut Vec<Diagnostic>) {
    let document = &entry.document;
    let is_skill = matches!(entry.kind, DocKind::Skill(_));
    for problem in &document.frontmatter.problems {
        found.push(
            Diagnostic::new(Code::Frontmatter, problem.message.clone())
                .at(place(entry, problem.span.clone()))
                .help("quote a value that holds `: ` or begins with a sign; the fields are read line by line until then"),
        );
    }
    if is_skill && document.frontmatter.span.is_none() && document.frontmatter.problems.is_empty() {
        let first = document.line_span(1);
        found.push(
            Diagnostic::new(
                Code::Frontmatter,
                "a skill needs frontmatter with `name` and `description`",
            )
            .at(place(entry, first))
            .help("begin the file with `---`, `name: …`, `description: …`, `---`"),
        );
    }
}

fn missing_references(entry: &DocumentEntry, found: &mut Vec<Diagnostic>) {
    for missing in &entry.missing {
        let mut problem = Diagnostic::new(
            Code::MissingReference,
            format!("`{}` is not there", missing.path),
        )
        .at(place(entry, missing.span.clone()));
        if let Some(near) = &missing.nearest {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        found.push(problem);
    }
}

fn notes(book: &Book, index: usize, found: &mut Vec<Diagnostic>) {
    let Some(entry) = book.skills.get(index) else {
        return;
    };
    let Some(sample) = &entry.sample else {
        return;
    };
    if let Some(notes) = sample.notes {
        let notes = book.entry(notes);
        for problem in &sample.note_problems {
            let mut diagnostic = Diagnostic::new(Code::NoteTarget, problem.message.clone())
                .at(place(notes, problem.span.clone()));
            if let Some(help) = &problem.help {
                diagnostic = diagnostic.help(help.clone());
            }
            found.push(diagnostic);
        }
    }
    let skill = book.entry(entry.document);
    for note in &sample.unmatched_rows {
        let row = entry
            .skill
            .tables
            .get(note.table)
            .and_then(|table| table.rows.get(note.row));
        if let Some(row) = row {
            let name = sample.sample.path.file_name();
            found.push(
                Diagnostic::new(Code::BlockTable, format!("`{name}` has no block `{}`", row.name))
                    .at(place(skill, row.span.clone()))
                    .help("name a section of the document, or say in the row when the block is there: `(only when …)`"),
            );
        }
    }
}

/// What agents cannot install from the site, or not whole.
fn offers(book: &Book, found: &mut Vec<Diagnostic>) {
    for (skill, offer) in book.skills.iter().zip(&book.offers) {
        let entry = book.entry(skill.document);
        let name = &skill.skill.name;
        let document = &entry.document;
        let field = |field: &str| {
            let span = document.frontmatter.field_span(&document.text, field);
            place(entry, span.unwrap_or_else(|| document.line_span(1)))
        };
        let offer = match offer {
            Ok(offer) => offer,
            Err(refused) if refused.is_reported => continue,
            Err(refused) => {
                let message = format!(
                    "`{name}` cannot be installed from the site: {}",
                    refused.why
                );
                let help =
                    "clients pass over such a skill without a word; its page is made all the same";
                found.push(
                    Diagnostic::new(Code::NotInstallable, message)
                        .at(field(refused.field.unwrap_or_default()))
                        .help(help),
                );
                continue;
            }
        };
        if !offer.listed {
            let first = book
                .skill_index(name)
                .and_then(|index| book.skills.get(index));
            let first = first.map_or("", |first| first.skill.path.as_str());
            found.push(
                Diagnostic::new(
                    Code::SameName,
                    format!(
                        "`{first}` has the name `{name}` too, and the site's index lists that one"
                    ),
                )
                .at(field("name"))
                .help("this one can be installed from the address of its page"),
            );
        }
        let files = |indices: &[usize], why: &str, found: &mut Vec<Diagnostic>| {
            for file in indices.iter().filter_map(|index| book.files.get(*index)) {
                let source = book.sources.get(file.source);
                let shown = source.map_or_else(String::new, |source| source.display(&file.path));
                found.push(
                    Diagnostic::new(
                        Code::NotInArchive,
                        format!("`{}` is left out of what is installed: {why}", file.below),
                    )
                    .at(Place::whole(shown))
                    .help("give it a shorter, plainer name"),
                );
            }
        };
        files(
            &offer.left_out,
            "an archive has no place for its path",
            found,
        );
        files(
            &offer.not_legacy,
            "clients of the older form cannot ask for its name",
            found,
        );
    }
}

fn rails(book: &Book, found: &mut Vec<Diagnostic>) {
    let names: Vec<&str> = book
        .skills
        .iter()
        .map(|entry| entry.skill.name.as_str())
        .collect();
    for (number, entry) in book.rails.iter().enumerate() {
        let config = book.config.rail.get(number);
        let named = [("orchestrator", &entry.rail.orchestrator, entry.orchestrator)];
        for (key, name, skill) in named {
            if let (Some(name), None) = (name, skill) {
                found.push(unknown_skill(
                    book,
                    &names,
                    name,
                    &format!("rail.{number}.{key}"),
                ));
            }
        }
        for (step, skill) in entry.skills.iter().enumerate() {
            let Some(given) = config.and_then(|config| config.step.get(step)) else {
                continue;
            };
            let path = format!("rail.{number}.step.{step}");
            let Some(skill) = skill.and_then(|skill| book.skills.get(skill)) else {
                found.push(unknown_skill(
                    book,
                    &names,
                    &given.skill,
                    &format!("{path}.skill"),
                ));
                continue;
            };
            let written = skill.skill.partial();
            let written = written.as_ref().map(|pattern| pattern.file_name());
            if let (Some(given), Some(written)) = (&given.partial, written)
                && given != written
            {
                found.push(
                    Diagnostic::new(
                        Code::RailPartial,
                        format!(
                            "the rail says `{given}`, the contract of `{}` writes `{written}`",
                            skill.skill.name
                        ),
                    )
                    .at(book.config.place(&format!("{path}.partial")))
                    .help("take the partial out of the rail to have it from the contract"),
                );
            }
        }
    }
}

fn unknown_skill(book: &Book, names: &[&str], name: &str, key: &str) -> Diagnostic {
    let problem = Diagnostic::new(Code::RailSkill, format!("there is no skill `{name}`"))
        .at(book.config.place(key));
    match nearest(name, names.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}
