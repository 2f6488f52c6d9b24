//! Book → Site: an ordered map from path to recipe, a pure function of the [`Book`].

use crate::address::Url;
use crate::book::{Book, DocId, FileContent};
use crate::card::{Card, Faces};
use crate::formats::{self, Shown};
use crate::page::{self, assets};
use crate::write::{MakeError, Outputs};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

mod author;
mod index;
mod inputs;
mod kept;
mod searchable;

pub use author::{Author, Told};
pub use kept::Kept;
pub use searchable::Searchable;

/// How one output is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recipe {
    Index,
    NotFound,
    Skill(usize),
    Document(DocId),
    File(usize),
    Raw(usize),
    Case(usize),
    Class(usize),
    Rail(usize),
    GuideIndex,
    Guide(usize),
    GuideFile(usize),
    Asset(usize),
    Theme(usize),
    Redirect(usize),
    Markdown(Shown),
    Llms,
    LlmsFull,
    Catalogue,
    CatalogueSchema,
    Sitemap,
    Robots,
    Feed,
    NoJekyll,
    Discovery,
    DiscoveryOf(usize),
    Artifact(usize),
    LegacyDiscovery,
    LegacySkill(usize),
    SiteCard,
    Card(usize),
}

/// A site as a value: what there is, and how each of it is made from the book.
pub struct Site {
    book: Arc<Book>,
    recipes: BTreeMap<String, Recipe>,
    shared: inputs::Shared,
    /// What cards are drawn with, read when the first is drawn. None should a bundled font be broken.
    faces: OnceLock<Option<Faces>>,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site")
            .field("recipes", &self.recipes.len())
            .finish_non_exhaustive()
    }
}

impl Site {
    /// The site of a book.
    pub fn new(book: Arc<Book>) -> Site {
        let mut recipes = Vec::new();
        let mut add = |url: &Url, recipe: Recipe| recipes.push((url.output_path(), recipe));
        add(&Url::index(), Recipe::Index);
        add(&Url::not_found(), Recipe::NotFound);
        for (index, entry) in book.skills.iter().enumerate() {
            add(&entry.url, Recipe::Skill(index));
        }
        for (index, file) in book.files.iter().enumerate() {
            add(&file.url, Recipe::File(index));
            if let Some(raw) = &file.raw {
                add(raw, Recipe::Raw(index));
            }
        }
        for (index, entry) in book.documents.iter().enumerate() {
            if let Some(url) = &entry.url {
                add(url, Recipe::Document(DocId(index)));
            }
        }
        for (index, case) in book.cases.iter().enumerate() {
            add(&case.url, Recipe::Case(index));
        }
        for (index, class) in book.classes.iter().enumerate() {
            add(&class.url, Recipe::Class(index));
        }
        for (index, rail) in book.rails.iter().enumerate() {
            add(&rail.url, Recipe::Rail(index));
        }
        if let Some(guide) = &book.guide {
            add(&guide.url, Recipe::GuideIndex);
            for (index, page) in guide.pages.iter().enumerate() {
                add(&page.url, Recipe::Guide(index));
            }
            for (index, file) in guide.files.iter().enumerate() {
                add(&file.url, Recipe::GuideFile(index));
            }
        }
        for (index, (name, _, _)) in assets::FILES.iter().enumerate() {
            add(&Url::asset(name), Recipe::Asset(index));
        }
        for (index, file) in book.theme.files().enumerate() {
            add(&file.url, Recipe::Theme(index));
        }
        for (index, redirect) in book.redirects.iter().enumerate() {
            add(&redirect.from, Recipe::Redirect(index));
        }
        for (url, shown) in formats::shown(&book) {
            add(&url.markdown(), Recipe::Markdown(shown));
        }
        add(&Url::llms(), Recipe::Llms);
        add(&Url::llms_full(), Recipe::LlmsFull);
        add(&Url::catalogue(), Recipe::Catalogue);
        add(&Url::catalogue_schema(), Recipe::CatalogueSchema);
        add(&Url::robots(), Recipe::Robots);
        add(&Url::no_jekyll(), Recipe::NoJekyll);
        discovery(&book, &mut add);
        if book.site.address(&Url::sitemap()).is_some() {
            add(&Url::sitemap(), Recipe::Sitemap);
        }
        if book.has_feed() {
            add(&Url::feed(), Recipe::Feed);
        }
        if let Some((_, url)) = &book.card {
            add(url, Recipe::SiteCard);
        }
        for (index, entry) in book.skills.iter().enumerate() {
            if let Some((_, url)) = &entry.card {
                add(url, Recipe::Card(index));
            }
        }
        Site {
            book,
            recipes: recipes.into_iter().collect(),
            shared: inputs::Shared::default(),
            faces: OnceLock::new(),
        }
    }

    /// The book it is made from.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// How many pages it has: for readers, so that files, assets and what machines read do not count.
    pub fn page_count(&self) -> usize {
        self.recipes
            .values()
            .filter(|recipe| {
                matches!(
                    recipe,
                    Recipe::Index
                        | Recipe::NotFound
                        | Recipe::Skill(_)
                        | Recipe::Document(_)
                        | Recipe::File(_)
                        | Recipe::Case(_)
                        | Recipe::Class(_)
                        | Recipe::Rail(_)
                        | Recipe::GuideIndex
                        | Recipe::Guide(_)
                )
            })
            .count()
    }

    /// Paths and addresses of the pages that search finds, in the order of the paths.
    fn found(&self) -> Vec<(&str, String)> {
        let pages = self.recipes.iter().filter(|(_, recipe)| {
            matches!(
                recipe,
                Recipe::Skill(_)
                    | Recipe::Document(_)
                    | Recipe::Case(_)
                    | Recipe::Class(_)
                    | Recipe::Guide(_)
            )
        });
        pages
            .map(|(path, _)| (path.as_str(), Url::index().link(&Url::of_output(path))))
            .collect()
    }

    /// The hash of what the output at a path is made from, if the site has one there.
    fn inputs(&self, path: &str) -> Option<inputs::Inputs> {
        let recipe = self.recipes.get(path)?;
        Some(self.shared.of(&self.book, *recipe))
    }

    /// The bytes at a path, if the site has one there.
    pub fn output(&self, path: &str) -> Option<Vec<u8>> {
        self.recipes.get(path).map(|recipe| self.cook(*recipe))
    }

    fn draw(&self, card: Option<&(Card, Url)>) -> Vec<u8> {
        let faces = self.faces.get_or_init(Faces::bundled);
        card.zip(faces.as_ref())
            .map(|((card, _), faces)| card.png(faces))
            .unwrap_or_default()
    }

    fn cook(&self, recipe: Recipe) -> Vec<u8> {
        let book = &*self.book;
        let page = match recipe {
            Recipe::Index => page::index(book),
            Recipe::NotFound => page::not_found(book),
            Recipe::Skill(index) => page::skill(book, index),
            Recipe::Document(id) => page::document(book, id),
            Recipe::File(index) => page::resource(book, index),
            Recipe::Case(index) => page::case(book, index),
            Recipe::Class(index) => page::class(book, index),
            Recipe::Rail(index) => page::rail(book, index),
            Recipe::GuideIndex => page::guide_index(book),
            Recipe::Guide(index) => page::guide(book, index),
            Recipe::GuideFile(index) => {
                let guide = book.guide.as_ref();
                let file = guide.and_then(|guide| guide.files.get(index));
                return file.map(|file| file.bytes.to_vec()).unwrap_or_default();
            }
            Recipe::Raw(index) => {
                let bytes = book
                    .files
                    .get(index)
                    .and_then(|file| FileContent::bytes(&file.content));
                return bytes.map(|bytes| bytes.to_vec()).unwrap_or_default();
            }
            Recipe::Theme(index) => {
                let file = book.theme.files().nth(index);
                return file.map(|file| file.bytes.to_vec()).unwrap_or_default();
            }
            Recipe::Redirect(index) => page::redirect(book, index),
            Recipe::Markdown(shown) => formats::markdown(book, shown),
            Recipe::Llms => formats::llms(book),
            Recipe::LlmsFull => formats::llms_full(book),
            Recipe::Catalogue => formats::catalogue(book),
            Recipe::CatalogueSchema => formats::CATALOGUE_SCHEMA.to_owned(),
            Recipe::Sitemap => formats::sitemap(book).unwrap_or_default(),
            Recipe::Robots => formats::robots(book),
            Recipe::Feed => formats::feed(book).unwrap_or_default(),
            Recipe::NoJekyll => String::new(),
            Recipe::Discovery => formats::discovery(book),
            Recipe::DiscoveryOf(index) => formats::discovery_of(book, index),
            Recipe::LegacyDiscovery => formats::legacy_discovery(book),
            Recipe::Artifact(index) => {
                let offer = book.offers.get(index).and_then(|offer| offer.as_ref().ok());
                let found = book.skills.get(index).zip(offer);
                return found
                    .map(|(entry, offer)| formats::artifact(book, entry, offer))
                    .unwrap_or_default();
            }
            Recipe::SiteCard => return self.draw(book.card.as_ref()),
            Recipe::Card(index) => {
                let entry = book.skills.get(index);
                return self.draw(entry.and_then(|entry| entry.card.as_ref()));
            }
            Recipe::LegacySkill(index) => {
                let entry = book.skills.get(index);
                return entry
                    .map(|entry| entry.skill.bytes().to_vec())
                    .unwrap_or_default();
            }
            Recipe::Asset(index) => {
                return assets::FILES
                    .get(index)
                    .map(|(_, _, bytes)| bytes.to_vec())
                    .unwrap_or_default();
            }
        };
        page.into_bytes()
    }
}

/// What agents discover and install.
fn discovery(book: &Book, add: &mut impl FnMut(&Url, Recipe)) {
    if formats::offered(book).next().is_none() {
        return;
    }
    add(&Url::discovery(), Recipe::Discovery);
    add(&Url::legacy_discovery(), Recipe::LegacyDiscovery);
    for (index, entry, offer) in formats::offered(book) {
        add(&offer.index, Recipe::DiscoveryOf(index));
        add(&offer.artifact, Recipe::Artifact(index));
        if offer.listed {
            let name = &entry.skill.name;
            add(
                &Url::legacy_file(name, "SKILL.md"),
                Recipe::LegacySkill(index),
            );
            for (file, below) in formats::legacy_files(book, offer) {
                add(&Url::legacy_file(name, below), Recipe::Raw(file));
            }
        }
    }
}

impl Outputs for Site {
    fn paths(&self) -> Vec<String> {
        self.recipes.keys().cloned().collect()
    }

    fn is_named_by_content(&self, path: &str) -> bool {
        let recipe = self.recipes.get(path);
        matches!(recipe, Some(Recipe::SiteCard | Recipe::Card(_)))
    }

    fn make(&self, path: &str) -> Result<Vec<u8>, MakeError> {
        self.output(path)
            .ok_or_else(|| format!("the site has nothing at `{path}`").into())
    }
}
