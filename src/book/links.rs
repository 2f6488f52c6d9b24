//! Where the links and references of a document lead from a certain page.

use super::resolve::{Place, Target};
use super::{Book, DocId, SkillEntry};
use crate::address::Url;
use crate::markdown::{Destination, Links, Mark};

/// [`Links`] of one document as shown on one page.
pub struct PageLinks<'a> {
    book: &'a Book,
    page: Url,
    place: Place<'a>,
    document: DocId,
    /// The skill whose page it is.
    skill: Option<&'a SkillEntry>,
    marks: Vec<Mark>,
}

impl std::fmt::Debug for PageLinks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageLinks")
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}

impl Book {
    /// The documents that the links of a document lead to.
    pub(crate) fn linked_documents(&self, id: DocId) -> Vec<DocId> {
        let place = self.place(id);
        let links = self.document(id).link_destinations().iter();
        links
            .filter_map(|(_, to)| match place.link(to)? {
                Target::Document { document, .. } => Some(document),
                _ => None,
            })
            .collect()
    }
}

impl<'a> PageLinks<'a> {
    /// The links of a document on a page.
    pub fn new(book: &'a Book, document: DocId, page: &Url) -> PageLinks<'a> {
        let mut links = PageLinks {
            book,
            page: page.clone(),
            place: book.place(document),
            document,
            skill: book
                .by_url
                .get(page)
                .and_then(|skill| book.skills.get(*skill)),
            marks: Vec::new(),
        };
        links.marks = book
            .entry(document)
            .references
            .iter()
            .filter_map(|reference| {
                Some(Mark {
                    span: reference.span.clone(),
                    href: links.href(&reference.target)?,
                    title: reference.title.clone(),
                })
            })
            .collect();
        links
    }

    fn href(&self, target: &Target) -> Option<String> {
        match target {
            Target::Here { fragment, span } => {
                // Of a sample, only what the page shows can be led to on it.
                let sample = self.skill.and_then(|skill| skill.sample.as_ref());
                match sample.filter(|sample| sample.document == self.document) {
                    Some(sample) if sample.sample.excerpt.covering(span).is_some() => {
                        self.document_href(self.document, Some(fragment))
                    }
                    Some(_) => Some(format!("#{fragment}")),
                    None if self.is_own_page() => Some(format!("#{fragment}")),
                    None => self.document_href(self.document, Some(fragment)),
                }
            }
            Target::Sample {
                skill,
                fragment,
                span,
            } => {
                let entry = self.book.skills.get(*skill)?;
                let sample = entry.sample.as_ref()?;
                if sample.sample.excerpt.covering(span).is_some() {
                    return self.document_href(sample.document, Some(fragment));
                }
                Some(self.page.link_to(&entry.url, Some(fragment)))
            }
            Target::Document { document, fragment } => {
                self.document_href(*document, fragment.as_deref())
            }
            // A page does not lead to itself.
            Target::Page(url) => (*url != self.page).then(|| self.page.link(url)),
        }
    }

    /// Whether the document is what the page shows whole: its own page, or the page of a skill
    /// without a sample.
    fn is_own_page(&self) -> bool {
        let entry = self.book.entry(self.document);
        entry.url.as_ref() == Some(&self.page)
            || self
                .skill
                .is_some_and(|skill| skill.sample.is_none() && skill.document == self.document)
    }

    /// Whether the page is a skill's that shows this section of its sample.
    fn shows(&self, document: DocId, fragment: &str) -> bool {
        let sample = self
            .skill
            .and_then(|skill| skill.sample.as_ref())
            .filter(|sample| sample.document == document);
        let Some(sample) = sample else {
            return false;
        };
        let text = &sample.sample.document;
        let heading = text.headings.iter().find(|heading| heading.id == fragment);
        let line = fragment
            .strip_prefix('L')
            .and_then(|line| line.parse().ok());
        let span = match (heading, line) {
            (Some(heading), _) => heading.span.clone(),
            (None, Some(line)) => text.line_span(line),
            (None, None) => return false,
        };
        sample.sample.excerpt.covering(&span).is_none()
    }

    fn document_href(&self, document: DocId, fragment: Option<&str>) -> Option<String> {
        // What the page itself shows is not looked for on another.
        if let Some(fragment) = fragment
            && self.shows(document, fragment)
        {
            return Some(format!("#{fragment}"));
        }
        let url = self.book.entry(document).url.as_ref()?;
        Some(self.page.link_to(url, fragment))
    }
}

impl Links for PageLinks<'_> {
    fn marks(&self) -> &[Mark] {
        &self.marks
    }

    fn link(&self, destination: &str) -> Destination {
        let lower = destination.trim().to_ascii_lowercase();
        if lower.starts_with("https://")
            || lower.starts_with("http://")
            || lower.starts_with("mailto:")
        {
            return Destination::External(destination.trim().to_owned());
        }
        self.place
            .link(destination)
            .and_then(|target| self.href(&target))
            .map_or(Destination::Nowhere, Destination::Internal)
    }

    fn image(&self, destination: &str) -> Option<String> {
        self.place
            .image(destination)
            .map(|url| self.page.link(&url))
    }
}
