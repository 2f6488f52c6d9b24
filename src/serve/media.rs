//! The content type of an output, by the ending of its name. Only what a site of this kind can hold; the rest is
//! bytes, which a browser offers to save.

/// The value of `Content-Type` for an output at this path. Text is UTF-8: everything that Skillbook writes is.
pub fn content_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "md" | "markdown" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        // What readers of a repository want to read and not to save; as plain text nothing of it can run.
        "txt" | "toml" | "yaml" | "yml" | "sh" | "py" | "rs" | "java" | "sql" | "ini" | "log" => {
            "text/plain; charset=utf-8"
        }
        "xml" => "application/xml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "rss" => "application/rss+xml; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "wasm" => "application/wasm",
        "pdf" => "application/pdf",
        "zip" | "skill" => "application/zip",
        "gz" | "tgz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_its_charset_and_the_unknown_is_bytes() {
        assert_eq!(content_type("a/index.html"), "text/html; charset=utf-8");
        assert_eq!(content_type("a.B/STYLE.CSS"), "text/css; charset=utf-8");
        assert_eq!(
            content_type("feed.atom"),
            "application/atom+xml; charset=utf-8"
        );
        assert_eq!(content_type("a.html/LICENSE"), "application/octet-stream");
        assert_eq!(content_type(".nojekyll"), "application/octet-stream");
    }
}
