//! A skill as one file: its `SKILL.md` alone, or everything in a `.tar.gz`.
//!
//! The archive is a plain ustar, because clients know nothing newer: `SKILL.md` first, at the root, then
//! the files by path, without folders, links, owners or times. The compressor is written in Rust and
//! has no other settings than the ones here, so the bytes are the same on every machine.

use crate::book::{Book, Offer, SkillEntry};
use flate2::{Compression, GzBuilder};
use std::io::{self, Write};

/// The bytes that are installed.
pub fn artifact(book: &Book, entry: &SkillEntry, offer: &Offer) -> Vec<u8> {
    if !offer.is_archive() {
        return entry.skill.bytes().to_vec();
    }
    // Writing to memory fails only for a path that does not fit, and such a file is in no offer.
    archive(book, entry, offer).unwrap_or_default()
}

fn archive(book: &Book, entry: &SkillEntry, offer: &Offer) -> io::Result<Vec<u8>> {
    // 255 is "unknown" for the system that a gzip file comes from.
    let gzip = GzBuilder::new().mtime(0).operating_system(255);
    let mut tar = tar::Builder::new(gzip.write(Vec::new(), Compression::best()));
    append(&mut tar, "SKILL.md", false, entry.skill.bytes())?;
    for file in offer
        .files
        .iter()
        .filter_map(|index| book.files.get(*index))
    {
        let bytes = file.content.bytes().map(|bytes| &**bytes);
        append(
            &mut tar,
            &file.below,
            file.executable,
            bytes.unwrap_or_default(),
        )?;
    }
    tar.into_inner()?.finish()
}

fn append(
    tar: &mut tar::Builder<impl Write>,
    path: &str,
    executable: bool,
    bytes: &[u8],
) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_path(path)?;
    header.set_size(bytes.len() as u64);
    header.set_mode(if executable { 0o755 } else { 0o644 });
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_entry_type(tar::EntryType::Regular);
    header.set_cksum();
    tar.append(&header, bytes)
}
