//! How agents discover and install the skills: the indices of Agent Skills discovery 0.2.0, for the site
//! and for each skill alone, and of 0.1.0 for older clients.
//!
//! Addresses in an index are relative to it, so that a site works under any path. Who installs checks the
//! artifact against the digest, and that is the digest of the very bytes that the site has.

mod archive;

pub use archive::artifact;

use crate::address::Url;
use crate::book::{Book, Offer, SkillEntry};
use rayon::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What says that an index has the form of 0.2.0. Clients compare the string.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// Skills that can be installed, in the order of the book.
pub fn offered(book: &Book) -> impl Iterator<Item = (usize, &SkillEntry, &Offer)> {
    let pairs = book.skills.iter().zip(&book.offers).enumerate();
    pairs.filter_map(|(index, (entry, offer))| Some((index, entry, offer.as_ref().ok()?)))
}

/// The index of the site.
pub fn discovery(book: &Book) -> String {
    let listed: Vec<_> = offered(book).filter(|(_, _, offer)| offer.listed).collect();
    let url = Url::discovery();
    let skills = listed
        .par_iter()
        .map(|(_, skill, offer)| entry(book, &url, skill, offer));
    index(skills.collect())
}

/// The index of one skill; without entries for one that cannot be installed.
pub fn discovery_of(book: &Book, skill: usize) -> String {
    let found = offered(book).find(|(index, _, _)| *index == skill);
    let skills = found.map(|(_, skill, offer)| entry(book, &offer.index, skill, offer));
    index(skills.into_iter().collect())
}

fn index(skills: Vec<Value>) -> String {
    format!("{:#}\n", json!({ "$schema": SCHEMA, "skills": skills }))
}

fn entry(book: &Book, index: &Url, skill: &SkillEntry, offer: &Offer) -> Value {
    json!({
        "name": skill.skill.name,
        "type": kind(offer),
        "description": skill.skill.description,
        "url": below(index, &offer.artifact),
        "digest": format!("sha256:{}", digest(book, skill, offer)),
    })
}

/// The address of an artifact as its index gives it: without a way up where it lies below, which the most cautious
/// client takes.
fn below(index: &Url, artifact: &Url) -> String {
    let folder = index.as_str().trim_end_matches("index.json");
    let below = artifact.as_str().strip_prefix(folder);
    below.map_or_else(|| index.link(artifact), str::to_owned)
}

/// `archive` or `skill-md`.
pub(super) fn kind(offer: &Offer) -> &'static str {
    if offer.is_archive() {
        "archive"
    } else {
        "skill-md"
    }
}

/// The SHA-256 of the artifact, in hexadecimal.
pub(super) fn digest<'a>(book: &Book, skill: &SkillEntry, offer: &'a Offer) -> &'a str {
    offer.digest.get_or_init(|| {
        let hash = Sha256::digest(artifact(book, skill, offer));
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    })
}

/// The index for clients of the older form, which ask for each file by itself.
pub fn legacy_discovery(book: &Book) -> String {
    let skills = offered(book).filter(|(_, _, offer)| offer.listed);
    let skills = skills.map(|(_, skill, offer)| {
        let files = legacy_files(book, offer).map(|(_, below)| below);
        json!({
            "name": skill.skill.name,
            "description": skill.skill.description,
            "files": std::iter::once("SKILL.md").chain(files).collect::<Vec<_>>(),
        })
    });
    format!("{:#}\n", json!({ "skills": skills.collect::<Vec<_>>() }))
}

/// The files of a skill that an older client can ask for: index and path below the skill's folder.
pub fn legacy_files<'a>(
    book: &'a Book,
    offer: &'a Offer,
) -> impl Iterator<Item = (usize, &'a str)> + 'a {
    let files = offer
        .files
        .iter()
        .filter(|index| !offer.not_legacy.contains(index));
    files.filter_map(|index| Some((*index, book.files.get(*index)?.below.as_str())))
}
