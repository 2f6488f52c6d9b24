//! From a request's path to the output that answers it, as a static host decides it. Pure.

use std::fmt;

/// The path below which a site stands: begins and ends with a slash. `/` for a site at the root of its host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base(String);

impl Base {
    /// From the path of a base URL, or from the whole URL: `/docs/skills`, `https://host/docs/skills/`. Query and
    /// fragment are left out.
    pub fn new(path_or_url: &str) -> Base {
        let path = match path_or_url.split_once("://") {
            Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
            None => path_or_url,
        };
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut base = String::from("/");
        for part in path.split('/').filter(|part| !part.is_empty()) {
            base.push_str(part);
            base.push('/');
        }
        Base(base)
    }

    /// The path, encoded as it stands in a URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Base {
    fn default() -> Base {
        Base("/".to_owned())
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// This output.
    Output(String),
    /// This output, or, if the site has not got it but has an `index.html` below it, the address with a slash.
    OutputOrFolder { output: String, index: String },
    /// The site, from the root of the host.
    Base,
    /// Nothing that a site can have.
    Nothing,
    /// A path that is not properly encoded.
    Malformed,
}

/// Decides by the raw path of the request, percent-encoded and without the query.
pub(super) fn route(raw: &str, base: &Base) -> Route {
    let Some(decoded) = decode(raw) else {
        return Route::Malformed;
    };
    // Compared decoded, since a client may encode more than it must.
    let Some(base) = decode(&base.0) else {
        return Route::Malformed;
    };
    let Some(inner) = decoded.strip_prefix(base.as_str()) else {
        let is_above = decoded == "/" || base.strip_suffix('/') == Some(&decoded);
        return if is_above {
            Route::Base
        } else {
            Route::Nothing
        };
    };
    // The encoded path is taken apart too: an encoded slash separates nothing.
    if inner.contains(['\\', '\0']) || raw.to_ascii_lowercase().contains("%2f") {
        return Route::Nothing;
    }
    let (folder, name) = inner.rsplit_once('/').unwrap_or(("", inner));
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    let folder_is_plain = !inner.contains('/') || folder.split('/').all(is_plain);
    if !folder_is_plain || (!name.is_empty() && !is_plain(name)) {
        return Route::Nothing;
    }
    if name.is_empty() {
        return Route::Output(format!("{inner}index.html"));
    }
    Route::OutputOrFolder {
        output: inner.to_owned(),
        index: format!("{inner}/index.html"),
    }
}

/// Undoes percent-encoding; none if it is broken or does not give UTF-8.
fn decode(raw: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
