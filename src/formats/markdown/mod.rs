//! Each page as Markdown, at `index.md` beside it.
//!
//! A skill is told whole; a document is its source, untouched; what a site adds (front page, cases,
//! classes, rails) is a list. Links lead from Markdown to Markdown. A page of the guide belongs to
//! the site, so its links are turned likewise; those of other documents are their author's.

mod list;
mod part;
mod permissions;
mod skill;
mod write;

pub(super) use list::{contents, head};
pub(super) use skill::skill;

use super::shown::Shown;
use crate::book::{Book, DocId, PageLinks};
use crate::highlight;
use crate::markdown::{Destination, Links};
use write::{code, fenced, size, words};

/// A page as Markdown; empty for one that there is not.
pub fn markdown(book: &Book, shown: Shown) -> String {
    let page = match shown {
        Shown::Index => Some(list::contents(book)),
        Shown::Skill(index) => book
            .skills
            .get(index)
            .map(|entry| skill(book, entry, &entry.url)),
        Shown::Document(id) => Some(source(book, id)),
        Shown::File(index) => file(book, index),
        Shown::Case(index) => list::case(book, index),
        Shown::Class(index) => list::class(book, index),
        Shown::Rail(index) => list::rail(book, index),
        Shown::GuideIndex => list::guide(book),
        Shown::Guide(index) => guide(book, index),
    };
    page.unwrap_or_default()
}

fn source(book: &Book, id: DocId) -> String {
    book.document(id).text.to_string()
}

/// A page of the guide, its links turned to what the site has.
fn guide(book: &Book, index: usize) -> Option<String> {
    let page = book.guide.as_ref()?.pages.get(index)?;
    let document = book.document(page.document);
    let links = PageLinks::new(book, page.document, &page.url);
    let mut out = String::with_capacity(document.text.len());
    let mut done = 0;
    for (span, destination) in document.link_destinations() {
        let whole = document.slice(span);
        // A link whose destination stands elsewhere, or is written with escapes, stays as it is.
        let Some(at) = whole
            .rfind(destination.as_str())
            .filter(|_| span.start >= done)
        else {
            continue;
        };
        let href = match links.link(destination) {
            Destination::Internal(href) => as_markdown(&href),
            _ => match links.image(destination) {
                Some(href) => href,
                None => continue,
            },
        };
        out.push_str(document.slice(&(done..span.start + at)));
        out.push_str(&href);
        done = span.start + at + destination.len();
    }
    out.push_str(document.slice(&(done..document.text.len())));
    Some(out)
}

/// A link to a page as one to its Markdown, which knows no fragments.
fn as_markdown(href: &str) -> String {
    let path = href.split('#').next().unwrap_or_default();
    match path {
        "" => href.to_owned(),
        path if path.ends_with('/') => format!("{path}index.md"),
        path => path.to_owned(),
    }
}

fn file(book: &Book, index: usize) -> Option<String> {
    use crate::book::FileContent;
    let file = book.files.get(index)?;
    let page = &file.url;
    let name = file.path.file_name();
    let mut out = format!("# {}\n\n", words(name));
    if let Some(skill) = book.skills.get(file.skill) {
        out.push_str(&format!(
            "Of the skill {}.\n\n",
            part::skill_link(page, skill)
        ));
    }
    let source = format!(
        "{} in {}",
        code(file.path.as_str()),
        words(book.source_name(file.source))
    );
    part::fact(
        &mut out,
        "Source",
        &part::at_commit(
            source,
            file.provenance.as_ref(),
            file.provenance
                .as_ref()
                .and_then(|commit| book.hosted(file.source, &file.path, commit))
                .as_ref(),
        ),
    );
    part::fact(&mut out, "Size", &size(file.size));
    if let Some(raw) = &file.raw {
        let link = format!("[{}]({})", words(name), page.link(raw));
        part::fact(&mut out, "The file itself", &link);
    }
    out.push('\n');
    match &file.content {
        FileContent::Text(text, _) => {
            fenced(&mut out, &highlight::language_of(name), text);
        }
        FileContent::Binary(_) | FileContent::Markdown(..) => {
            out.push_str("This file is not text.\n");
        }
        FileContent::Absent => out.push_str("This file is left out of the site.\n"),
    }
    Some(out)
}
