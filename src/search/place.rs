//! Where on a page a hit is: the names and identifiers that the index keeps.
//!
//! Pagefind takes every heading with an identifier, and every element with `data-pagefind-title`, for a place, and
//! writes down each other identifier too, with its text. A page gives every line one. So the page that is indexed
//! has only the identifiers that an address should carry: a block's, and those of headings below the block's own.

/// A start tag of a page, without `<` and `>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'a>(pub(super) &'a str);

impl<'a> Tag<'a> {
    /// Its name.
    pub(super) fn name(self) -> &'a str {
        self.0.split([' ', '/', '\n']).next().unwrap_or_default()
    }

    /// The value of an attribute, still escaped.
    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.0
            .match_indices(name)
            .find_map(|(at, _)| {
                let before = self.0.get(..at)?.chars().next_back()?;
                let rest = self.0.get(at + name.len()..)?.strip_prefix("=\"")?;
                before.is_whitespace().then_some(rest)
            })
            .and_then(|rest| rest.split('"').next())
    }

    /// Whether it opens a heading.
    pub(super) fn is_heading(self) -> bool {
        matches!(self.name(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
    }
}

/// Places, tag by tag from the beginning of a page.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// A block was opened, and its own heading has not come yet.
    opened: bool,
}

impl Places {
    /// Appends a start tag as the index gets it. `next` is the tag that follows it.
    pub(super) fn push(&mut self, tag: Tag<'_>, next: Option<Tag<'_>>, out: &mut String) {
        let Some(id) = tag.attribute("id") else {
            self.opened = self.opened && !tag.is_heading();
            return append(tag, None, out);
        };
        if tag.attribute("data-block").is_some() {
            self.opened = true;
            // What stands before the first section has no heading, and its first words are in the excerpt.
            let title = match tag.attribute("data-kind") {
                Some("opening") => "Opening",
                _ => tag.attribute("aria-label").unwrap_or(id),
            };
            append(tag, Some(id), out);
            out.truncate(out.len() - 1);
            out.push_str(&format!(" data-pagefind-title=\"{title}\">"));
        } else if tag.is_heading() {
            // The block is the place of its own heading; a heading further down is called by its words, not its line.
            let own = std::mem::take(&mut self.opened);
            let anchor = next.filter(|next| next.attribute("class") == Some("anchor"));
            let name = anchor.and_then(|next| next.attribute("id")).unwrap_or(id);
            append(tag, (!own).then_some(name), out);
        } else {
            append(tag, None, out);
        }
    }
}

/// A tag with this identifier in place of its own.
fn append(tag: Tag<'_>, id: Option<&str>, out: &mut String) {
    out.push('<');
    let old = tag
        .attribute("id")
        .map(|old| format!(" id=\"{old}\""))
        .filter(|old| tag.0.contains(old.as_str()));
    match old {
        Some(old) => {
            let new = id.map_or_else(String::new, |id| format!(" id=\"{id}\""));
            out.push_str(&tag.0.replacen(&old, &new, 1));
        }
        None => out.push_str(tag.0),
    }
    out.push('>');
}
