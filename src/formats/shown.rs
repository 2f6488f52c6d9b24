//! What a site shows: each of its pages, by what it is of.

use crate::address::Url;
use crate::book::{Book, DocId, DocKind, FileContent};
use crate::workspace::git::Provenance;

/// What a page is of. The page for an unknown address is of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The site.
    Index,
    /// A skill, as an index into [`Book::skills`].
    Skill(usize),
    /// A document.
    Document(DocId),
    /// A file of a skill that is no document, as an index into [`Book::files`].
    File(usize),
    /// A use case.
    Case(usize),
    /// A class.
    Class(usize),
    /// A rail.
    Rail(usize),
    /// The list of the guide's pages.
    GuideIndex,
    /// A page of the guide.
    Guide(usize),
}

/// Every page with its address, in the order of the addresses.
pub fn shown(book: &Book) -> Vec<(Url, Shown)> {
    let mut pages = vec![(Url::index(), Shown::Index)];
    let mut add = |url: &Url, shown: Shown| pages.push((url.clone(), shown));
    for (index, entry) in book.skills.iter().enumerate() {
        add(&entry.url, Shown::Skill(index));
    }
    for (index, file) in book.files.iter().enumerate() {
        if !matches!(file.content, FileContent::Markdown(..)) {
            add(&file.url, Shown::File(index));
        }
    }
    for (index, entry) in book.documents.iter().enumerate() {
        // A page of the guide is shown as such.
        let is_guide = matches!(entry.kind, DocKind::Guide(_));
        if let Some(url) = entry.url.as_ref().filter(|_| !is_guide) {
            add(url, Shown::Document(DocId(index)));
        }
    }
    for (index, case) in book.cases.iter().enumerate() {
        add(&case.url, Shown::Case(index));
    }
    for (index, class) in book.classes.iter().enumerate() {
        add(&class.url, Shown::Class(index));
    }
    for (index, rail) in book.rails.iter().enumerate() {
        add(&rail.url, Shown::Rail(index));
    }
    if let Some(guide) = &book.guide {
        add(&guide.url, Shown::GuideIndex);
        for (index, page) in guide.pages.iter().enumerate() {
            add(&page.url, Shown::Guide(index));
        }
    }
    pages.sort_by(|a, b| a.0.cmp(&b.0));
    pages
}

/// When what a page is made from changed last, in universal time; none unless git tells it of each
/// of the files.
pub(super) fn changed(book: &Book, shown: Shown) -> Option<String> {
    let document = |id: DocId| book.entry(id).provenance.as_ref();
    match shown {
        Shown::Index => book.changes.first().map(|change| change.date.clone()),
        Shown::Skill(index) => {
            let entry = book.skills.get(index)?;
            let sample = entry.sample.as_ref();
            let more = sample.map(|sample| sample.document).into_iter();
            let more = more.chain(sample.and_then(|sample| sample.notes));
            latest(std::iter::once(entry.provenance.as_ref()).chain(more.map(document)))
        }
        Shown::Document(id) => latest([document(id)]),
        Shown::File(index) => latest([book.files.get(index)?.provenance.as_ref()]),
        Shown::Case(index) => {
            let case = book.cases.get(index)?;
            let own = [case.spec, case.changelog].into_iter().flatten();
            let all = case.documents.iter().map(|it| it.document).chain(own);
            latest(all.map(document))
        }
        Shown::Class(_) => {
            let guard = book.guard.as_ref()?;
            let source = book.sources.get(guard.source)?;
            latest([source.history.of(guard.path.as_str())])
        }
        // It is written in the configuration, which is no part of a source.
        Shown::Rail(_) => None,
        Shown::GuideIndex => {
            let pages = book.guide.iter().flat_map(|guide| &guide.pages);
            latest(pages.map(|page| document(page.document)))
        }
        Shown::Guide(index) => {
            let page = book.guide.as_ref()?.pages.get(index)?;
            latest([document(page.document)])
        }
    }
}

fn latest<'a>(commits: impl IntoIterator<Item = Option<&'a Provenance>>) -> Option<String> {
    let dates: Option<Vec<String>> = commits.into_iter().map(|commit| commit?.utc()).collect();
    dates?.into_iter().max()
}
