//! What a site adds to the files it is made from, as lists: contents, cases, classes, rails, guide.

use super::part::{
    class_link, document_link, fact, globs, item, link, skill_link, skill_name, verdicts,
};
use super::write::{code, words};
use crate::address::Url;
use crate::book::{Book, DocKind, RailEntry, Taken};
use crate::guard::ClassKind;

/// The site's title, and its description as a quotation.
pub(in crate::formats) fn head(book: &Book) -> String {
    let description = book.site.description.as_deref();
    let description =
        description.unwrap_or("Agent skills, documented from the files that make them.");
    format!(
        "# {}\n\n> {}\n",
        words(&book.site.title),
        words(description)
    )
}

/// The front page, in the form of llms.txt: a title, a quotation, sections of links with a line each.
pub(in crate::formats) fn contents(book: &Book) -> String {
    let page = &Url::index();
    let mut out = head(book);
    out.push('\n');
    out.push_str(
        "Each link leads to a page as Markdown: `index.md`, beside the page for readers. A skill's page has the text of its SKILL.md, its contract, what it may write and what it is refused, and its place in a pipeline.\n",
    );
    section(&mut out, "Skills", &book.skills, |out, entry| {
        item(out, &skill_link(page, entry), &entry.line);
    });
    section(&mut out, "Rails", &book.rails, |out, entry| {
        let steps = entry.rail.steps.len();
        let line = format!("a pipeline of {}", count(steps, "step", "steps"));
        item(
            out,
            &link(page, &words(&entry.rail.command), &entry.url),
            &line,
        );
    });
    section(&mut out, "Use cases", &book.cases, |out, case| {
        let mut line = count(case.documents.len(), "document", "documents");
        if let Some(status) = &case.status {
            line.push_str(&format!(", {status}"));
        }
        item(out, &link(page, &words(&case.name), &case.url), &line);
    });
    section(&mut out, "Classes", &book.classes, |out, class| {
        let members: Vec<&str> = class
            .members
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        item(out, &class_link(page, class), &members.join(", "));
    });
    let pages = book.guide.as_ref().map(|guide| guide.pages.as_slice());
    section(
        &mut out,
        "Guide",
        pages.unwrap_or_default(),
        |out, entry| {
            item(
                out,
                &link(page, &words(&entry.title), &entry.url),
                &entry.line,
            );
        },
    );
    let file = |name: &str, url: &Url| format!("[{name}]({})", page.link(url));
    out.push_str("\n## Optional\n\n");
    let everything = "every skill as Markdown, in one file";
    item(
        &mut out,
        &file("llms-full.txt", &Url::llms_full()),
        everything,
    );
    let catalogue = "all that the pages know, as JSON";
    item(&mut out, &file("skills.json", &Url::catalogue()), catalogue);
    for entry in &book.documents {
        if let (DocKind::Other, Some(url)) = (entry.kind, &entry.url) {
            let title = entry.document.title().unwrap_or_default();
            item(
                &mut out,
                &link(page, &code(entry.path.as_str()), url),
                title,
            );
        }
    }
    out
}

/// A section with an item for each; none without any.
fn section<T>(out: &mut String, title: &str, entries: &[T], each: impl Fn(&mut String, &T)) {
    if !entries.is_empty() {
        out.push_str(&format!("\n## {title}\n\n"));
        for entry in entries {
            each(out, entry);
        }
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(super) fn case(book: &Book, index: usize) -> Option<String> {
    let case = book.cases.get(index)?;
    let page = &case.url;
    let mut out = format!("# {}\n\n", words(&case.name));
    if let Some(spec) = case.spec {
        fact(&mut out, "Spec", &document_link(book, page, spec));
    }
    if let Some(status) = &case.status {
        let frozen = if case.frozen {
            ": the guard refuses writes into its folder"
        } else {
            ""
        };
        fact(&mut out, "Status", &format!("{}{frozen}", words(status)));
    }
    if let Some(changelog) = case.changelog {
        fact(&mut out, "Changelog", &document_link(book, page, changelog));
    }
    let source = format!(
        "{} in {}",
        code(case.folder.as_str()),
        words(book.source_name(case.source))
    );
    fact(&mut out, "Source", &source);
    section(&mut out, "Documents", &case.documents, |out, document| {
        out.push_str(&format!(
            "- {}",
            document_link(book, page, document.document)
        ));
        let owner = document.owner.and_then(|owner| book.skills.get(owner));
        if let Some(owner) = owner {
            out.push_str(&format!(", written by {}", skill_link(page, owner)));
        }
        out.push('\n');
        cited(out, book, page, "takes from", &document.takes);
        cited(out, book, page, "leaves to", &document.leaves);
    });
    Some(out)
}

/// Documents with the sections that are cited of each, one line per document.
fn cited(out: &mut String, book: &Book, page: &Url, what: &str, taken: &[Taken]) {
    for (other, sections) in taken {
        let names: Vec<String> = sections.iter().map(|(name, _)| words(name)).collect();
        let names = if names.is_empty() {
            String::new()
        } else {
            format!(": {}", names.join(", "))
        };
        let document = document_link(book, page, *other);
        out.push_str(&format!("  - {what} {document}{names}\n"));
    }
}

pub(super) fn class(book: &Book, index: usize) -> Option<String> {
    let class = book.classes.get(index)?;
    let page = &class.url;
    let of = match class.kind {
        ClassKind::Skill => "skills",
        ClassKind::Agent => "agents",
    };
    let mut out = format!("# {}\n\nA class of {of}.\n", words(&class.name));
    let flags = [
        (
            class.design_phase,
            "a design phase: while one of it is open, build classes are out of reach",
        ),
        (
            class.blocked_during_design,
            "out of reach while a design phase is open",
        ),
        (!class.audited, "its runs are not audited"),
    ];
    if flags.iter().any(|(is_set, _)| *is_set) {
        out.push('\n');
        for (_, words) in flags.iter().filter(|(is_set, _)| *is_set) {
            out.push_str(&format!("- {words}\n"));
        }
    }
    section(&mut out, "Members", &class.members, |out, (name, skill)| {
        let line = skill.and_then(|skill| book.skills.get(skill));
        let line = line.map(|skill| skill.line.as_str()).unwrap_or_default();
        item(out, &skill_name(book, page, name, *skill), line);
    });
    for territory in &class.territories {
        out.push_str("\n## Territory");
        if let Some(member) = &territory.member {
            out.push_str(&format!(" of {}, which replaces it", words(member)));
        }
        out.push_str("\n\n");
        globs(&mut out, &territory.globs);
    }
    if !class.rows.is_empty() {
        out.push_str("\n## What it may and may not reach\n\n");
        verdicts(&mut out, &class.rows);
    }
    Some(out)
}

pub(super) fn rail(book: &Book, index: usize) -> Option<String> {
    let entry = book.rails.get(index)?;
    let mut out = format!("# {}\n\n", words(&entry.rail.command));
    steps(&mut out, book, &entry.url, entry, None);
    Some(out)
}

/// Who runs a rail, its steps in order, and what runs behind them. `current` is a skill whose step is
/// marked.
pub(super) fn steps(
    out: &mut String,
    book: &Book,
    page: &Url,
    entry: &RailEntry,
    current: Option<&str>,
) {
    let rail = &entry.rail;
    if let Some(name) = &rail.orchestrator {
        let skill = skill_name(book, page, name, entry.orchestrator);
        fact(out, "Orchestrator", &skill);
    }
    if let Some(model) = &rail.model {
        fact(out, "Model", &words(model));
    }
    if rail.orchestrator.is_some() || rail.model.is_some() {
        out.push('\n');
    }
    for (number, (step, skill)) in rail.steps.iter().zip(&entry.skills).enumerate() {
        let name = skill_name(book, page, &step.skill, *skill);
        let name = if current == Some(step.skill.as_str()) {
            format!("**{name}** (this skill)")
        } else {
            name
        };
        out.push_str(&format!("{}. {name}", number + 1));
        if let Some(partial) = &step.partial {
            out.push_str(&format!(" writes {}", code(partial)));
        }
        let read: Vec<String> = step
            .reads
            .iter()
            .filter_map(|read| rail.steps.get(*read)?.partial.as_deref())
            .map(code)
            .collect();
        if !read.is_empty() {
            let and = if step.partial.is_some() { "," } else { "" };
            out.push_str(&format!("{and} reads {}", read.join(", ")));
        }
        if let Some(when) = &step.when {
            let when = when.strip_prefix("only for ").unwrap_or(when);
            out.push_str(&format!("; only for {}", words(when)));
        }
        out.push('\n');
    }
    if let Some(after) = &rail.after {
        let name = skill_name(book, page, after, entry.after);
        out.push_str(&format!("\nThen {name}."));
        match &rail.after_text {
            Some(text) => out.push_str(&format!(" {}\n", text.trim())),
            None => out.push('\n'),
        }
    } else if let Some(text) = &rail.after_text {
        out.push_str(&format!("\n{}\n", text.trim()));
    }
}

pub(super) fn guide(book: &Book) -> Option<String> {
    let guide = book.guide.as_ref()?;
    let mut out = String::from("# Guide\n\n");
    for entry in &guide.pages {
        let link = link(&guide.url, &words(&entry.title), &entry.url);
        item(&mut out, &link, &entry.line);
    }
    Some(out)
}
