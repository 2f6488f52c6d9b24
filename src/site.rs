//! Book → Site: an ordered map from path to recipe, a pure function of the [`Book`].

use crate::address::Url;
use crate::book::{Book, DocId, FileContent};
use crate::page::{self, assets};
use crate::serve::{Content, Made, content_type};
use crate::write::{MakeError, Outputs};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

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
}

/// A site as a value: what there is, and how each of it is made from the book.
#[derive(Debug)]
pub struct Site {
    book: Arc<Book>,
    recipes: BTreeMap<String, Recipe>,
}

impl Site {
    /// The site of a book.
    pub fn new(book: Arc<Book>) -> Site {
        let mut recipes = BTreeMap::new();
        let mut add = |url: &Url, recipe: Recipe| {
            recipes.insert(url.output_path(), recipe);
        };
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
        Site { book, recipes }
    }

    /// The book it is made from.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// How many pages it has, files and assets not counted.
    pub fn page_count(&self) -> usize {
        self.recipes
            .values()
            .filter(|recipe| {
                !matches!(
                    recipe,
                    Recipe::Raw(_) | Recipe::Asset(_) | Recipe::Theme(_) | Recipe::GuideFile(_)
                )
            })
            .count()
    }

    /// The bytes at a path, if the site has one there.
    pub fn output(&self, path: &str) -> Option<Vec<u8>> {
        self.recipes.get(path).map(|recipe| self.cook(*recipe))
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

impl Outputs for Site {
    fn paths(&self) -> Vec<String> {
        self.recipes.keys().cloned().collect()
    }

    fn make(&self, path: &str) -> Result<Vec<u8>, MakeError> {
        self.output(path)
            .ok_or_else(|| format!("the site has nothing at `{path}`").into())
    }
}

/// A site in memory: an output is made when it is first asked for, and kept.
#[derive(Debug)]
pub struct Kept {
    site: Site,
    made: Mutex<BTreeMap<String, Made>>,
}

impl Kept {
    /// Keeps what is made of a site.
    pub fn new(site: Site) -> Kept {
        Kept {
            site,
            made: Mutex::new(BTreeMap::new()),
        }
    }
}

impl Content for Kept {
    fn get(&self, path: &str) -> Option<Made> {
        // The map is whole after every insertion, whatever became of the thread that made it.
        let made = self
            .made
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned();
        if made.is_some() {
            return made;
        }
        let bytes = self.site.output(path)?;
        let made = Made {
            etag: blake3::hash(&bytes)
                .to_hex()
                .as_str()
                .chars()
                .take(32)
                .collect(),
            content_type: content_type(path).to_owned(),
            bytes: bytes.into(),
        };
        let mut map = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(path.to_owned(), made.clone());
        Some(made)
    }

    fn has(&self, path: &str) -> bool {
        self.site.recipes.contains_key(path)
    }

    fn not_found(&self) -> Made {
        self.get(&Url::not_found().output_path()).unwrap_or(Made {
            bytes: Vec::new().into(),
            content_type: "text/html; charset=utf-8".to_owned(),
            etag: String::new(),
        })
    }
}
