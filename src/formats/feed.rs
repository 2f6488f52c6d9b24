//! `feed.xml`: which skills changed, as an Atom feed (RFC 4287).

use super::xml::escape;
use crate::address::Url;
use crate::book::{Book, Change};

/// How many changes the feed tells of.
const MOST: usize = 50;

/// The feed; none for a site without dates, or one that does not know its address.
///
/// An entry is one change of one skill. Its identifier holds the commit: the same change has the
/// same one in every build, and the next change of the skill is an entry of its own.
pub fn feed(book: &Book) -> Option<String> {
    let latest = book.changes.first()?;
    let home = book.site.address(&Url::index())?;
    let own = book.site.address(&Url::feed())?;
    let title = escape(&book.site.title);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str(&format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n<id>{}</id>\n<title>{title}</title>\n",
        escape(&book.site.language),
        escape(&own),
    ));
    if let Some(description) = &book.site.description {
        out.push_str(&format!("<subtitle>{}</subtitle>\n", escape(description)));
    }
    out.push_str(&format!(
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n<updated>{}</updated>\n<author><name>{title}</name></author>\n<generator version=\"{}\">Skillbook</generator>\n",
        escape(&own),
        escape(&home),
        latest.date,
        env!("CARGO_PKG_VERSION"),
    ));
    for change in book.changes.iter().take(MOST) {
        out.push_str(&entry(book, change)?);
    }
    out.push_str("</feed>\n");
    Some(out)
}

fn entry(book: &Book, change: &Change) -> Option<String> {
    let skill = book.skills.get(change.skill)?;
    let address = escape(&book.site.address(&skill.url)?);
    let commit = &change.commit;
    let mut content = String::new();
    if !skill.line.is_empty() {
        content.push_str(&format!("{}\n\n", skill.line));
    }
    if let Some(subject) = &commit.subject {
        content.push_str(&format!("{subject}\n\n"));
    }
    content.push_str(&format!(
        "Changed by {}: {}",
        commit.short,
        change.files.join(", ")
    ));
    Some(format!(
        "<entry>\n<id>{address}#{}</id>\n<title>{}</title>\n<link rel=\"alternate\" type=\"text/html\" href=\"{address}\"/>\n<updated>{}</updated>\n<content type=\"text\">{}</content>\n</entry>\n",
        escape(&commit.commit),
        escape(&skill.skill.name),
        change.date,
        escape(&content),
    ))
}
